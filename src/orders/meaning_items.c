/*
 * src/orders/meaning_items.c - joins classified words that say one thing, and
 * drops those that a line takes back
 */
#include "orders/meaning_words.h"
#include <string.h>

/* the item after number i that says something; out->n: there is none */
static int next_said(const struct mean_line *l, int i)
{
	while (++i < l->n && l->v[i].is == MEAN_IDLE)
		;
	return i;
}

static void item_idle(struct mean_item *m)
{
	m->is = MEAN_IDLE;
	m->value = STR("");
}

/* TEN TWENTY-EIGHT in words: a place; TWENTY TWO: one number */
static void words_join(struct mean_line *l, int i, int next)
{
	struct mean_item *m = &l->v[i], *n = &l->v[next];

	if (m->is != MEAN_NUMBER || n->is != MEAN_NUMBER || n->point ||
	    m->number == 100 || l->r->t[m->from].type != TOKEN_WORD ||
	    l->r->t[n->from].type != TOKEN_WORD)
		return;
	if (m->number >= 2000 && m->number % 1000 == 0 && n->number < 1000 &&
	    !n->stop) {
		m->number += n->number;
		item_idle(n);
		next = next_said(l, i);
		if (next < l->n)
			words_join(l, i, next);
		return;
	} else if (l->places == GRAMMAR_POINTS) {
		m->is = MEAN_PLACE;
		m->x = m->number;
		m->y = n->number;
	} else {
		return;
	}
	item_idle(n);
}

/* THREE STEPS is a length, A1 STEPS NORTH an order */
static void steps_join(struct mean_line *l, int i, int next)
{
	struct mean_item *n = &l->v[next];

	if (l->v[i].is == MEAN_NUMBER && n->is == MEAN_VERB && !n->stop &&
	    n->to == n->from + 1 && str_is(l->r->t[n->from].fold, "STEPS"))
		item_idle(n);
}

/* UP NORTH: the direction says it */
static void ways_join(struct mean_line *l, int i, int next)
{
	if (l->v[i].is == MEAN_WAY && l->v[next].is == MEAN_DIR &&
	    !l->v[next].stop &&
	    (str_is(l->v[i].value, "up") || str_is(l->v[i].value, "down")))
		item_idle(&l->v[i]);
}

/* EN EL BOSQUE: in the wood, not in him */
static void pronoun_join(struct mean_line *l, int i)
{
	struct mean_item *m = &l->v[i], *n = m + 1;
	const struct token *t = &l->r->t[m->from];

	if (m->is != MEAN_PRO || m->to != m->from + 2 || i + 1 == l->n ||
	    n->stop || !str_is(t[1].fold, "EL") ||
	    !(n->is == MEAN_THING || n->is == MEAN_FIGURE ||
	      n->is == MEAN_EDGE || n->is == MEAN_PLACE))
		return;
	m->is = MEAN_REL;
	m->value = str_is(t->fold, "A") ? STR("to") : STR("at");
}

/* the item ends its clause */
static bool ends_clause(const struct mean_line *l, int i)
{
	return i + 1 == l->n || l->v[i + 1].stop ||
	       l->v[i + 1].is == MEAN_AND || l->v[i + 1].is == MEAN_REMARK;
}

/* A1 DOES NOT ATTACK BUT A2 DOES: the same; .. BUT A2 DOES NOT: nothing */
static void ellipsis_join(struct mean_line *l, int i)
{
	struct mean_item *m = &l->v[i];
	struct str s = l->r->t[m->from].fold;

	if (!i || m[-1].is != MEAN_FIGURE || m->to != m->from + 1 ||
	    !ends_clause(l, i))
		return;
	if (m->is == MEAN_VERB && str_is(s, "LEADS")) {
		m->is = MEAN_MOD;
		m->value = STR("leads");
	} else if (str_is(s, "DOES") || str_is(s, "DO") || str_is(s, "SI")) {
		m->is = MEAN_MOD;
		m->value = STR("same");
	} else if (m->is == MEAN_NOT && i > 1 && m[-2].is == MEAN_AND) {
		item_idle(m - 2);
		item_idle(m - 1);
		item_idle(m);
	}
}

/* WHEN THE HYDRA ATTACKS, as a moment for something else */
static void moment_join(struct mean_line *l, int i)
{
	int who = next_said(l, i), deed, next;

	if (l->v[i].is != MEAN_ASK || !str_is(l->v[i].value, "when") ||
	    who == l->n || l->v[who].is != MEAN_FIGURE)
		return;
	deed = next_said(l, who);
	if (deed == l->n || l->v[deed].is != MEAN_VERB ||
	    !str_is(l->v[deed].value, "attack"))
		return;
	l->v[i].is = MEAN_REL;
	l->v[deed].is = MEAN_MOD;
	l->v[deed].value = STR("attacks");
	next = deed + 1;
	if (next < l->n)
		l->v[next].stop = l->v[next].point = false;
}

/* IF HE DOESNT alone is an alternative; IF HE DOESNT DIE, IF HE CANT SEE are
 * conditions */
static void denial_join(struct mean_line *l, int i, int next)
{
	static const char *const ends[] = { "DOESNT", "DONT", "NOT", "CANT",
					    "CANNOT" };
	struct mean_item *m = &l->v[i], *n = &l->v[next];
	struct str last = l->r->t[m->to - 1].fold;
	bool denies = false;

	if (m->is != MEAN_ELSE || m->to < m->from + 3 || n->stop ||
	    !str_is(l->r->t[m->from].fold, "IF") ||
	    (n->is != MEAN_VERB && n->is != MEAN_STATE && n->is != MEAN_MOD &&
	     n->is != MEAN_UNKNOWN))
		return;
	for (size_t k = 0; k < ARRAY_LEN(ends); k++)
		denies |= str_is(last, ends[k]);
	if (!denies)
		return;
	m->is = MEAN_IF;
	m->value = n->is == MEAN_STATE ? STR("unless") : STR("x");
}

/* IF NOT DEAD is a condition, IF NOT alone an alternative; THREE INCHES AND A
 * HALF are 3.5 */
static void neighbours_join(struct mean_line *l)
{
	for (int i = 0; i < l->n; i++) {
		struct mean_item *m = &l->v[i];
		int next = next_said(l, i);

		ellipsis_join(l, i);
		if (next == l->n)
			continue;
		words_join(l, i, next);
		steps_join(l, i, next);
		pronoun_join(l, i);
		if (l->places == GRAMMAR_ZONES)
			moment_join(l, i);
		ways_join(l, i, next);
		denial_join(l, i, next);
		if (m->is == MEAN_ELSE && m->to == m->from + 2 &&
		    l->v[next].is == MEAN_FIGURE)
			next = next_said(l, next);
		if (m->is == MEAN_ELSE && m->to == m->from + 2 && next < l->n &&
		    l->v[next].is == MEAN_STATE) {
			m->is = MEAN_IF;
			m->value = STR("unless");
		}
		/* SIX (6) */
		if (m->is == MEAN_NUMBER && l->v[next].is == MEAN_NUMBER &&
		    l->v[next].stop && l->v[next].number == m->number) {
			l->v[next].is = MEAN_IDLE;
			l->v[next].stop = false;
			if (next + 1 < l->n && !l->v[next + 1].point)
				l->v[next + 1].stop = false;
		}
		if (m->is == MEAN_NUMBER && m->whole &&
		    l->v[next].is == MEAN_MOD &&
		    str_is(l->v[next].value, "andhalf")) {
			m->number += 50;
			m->whole = false;
			l->v[next].is = MEAN_IDLE;
		}
	}
}

/* --- what a line takes back ---------------------------------------------- */

/* NORTH and FORWARD say the same kind of thing, 4 and 4 7 too */
static enum mean_class revised_class(const struct mean_item *m)
{
	switch (m->is) {
	case MEAN_WAY: return MEAN_DIR;
	case MEAN_FIGURE:
	case MEAN_NUMBER:
	case MEAN_PLACE:
	case MEAN_DIR:
	case MEAN_SPELL:
	case MEAN_THING: return m->is;
	default: return MEAN_UNKNOWN;
	}
}

/* 3 WEST, SORRY, 4: something of the same kind stands on both sides */
static bool is_sorry(const struct mean_line *l, int i)
{
	enum mean_class is = MEAN_UNKNOWN;

	if (!str_is(l->v[i].value, "sorry"))
		return false;
	for (int k = i + 1; k < l->n && is == MEAN_UNKNOWN; k++) {
		if (l->v[k].is != MEAN_IDLE && l->v[k].is != MEAN_REL &&
		    l->v[k].is != MEAN_CLITIC)
			is = revised_class(&l->v[k]);
		if (is == MEAN_UNKNOWN && l->v[k].is != MEAN_IDLE &&
		    l->v[k].is != MEAN_REL && l->v[k].is != MEAN_CLITIC)
			return false;
	}
	for (int k = 0; k < i && is != MEAN_UNKNOWN; k++)
		if (revised_class(&l->v[k]) == is)
			return true;
	return false;
}

/* NO WAIT, or NO between two stops */
static bool is_retraction(const struct mean_line *l, int i)
{
	const struct mean_item *m = &l->v[i];

	if (m->is == MEAN_REMARK)
		return is_sorry(l, i);
	return m->is == MEAN_NOT &&
	       (str_is(m->value, "retract") ||
		(i && i + 1 < l->n && m->stop && l->v[i + 1].stop &&
		 m->to == m->from + 1 && str_is(m->value, "x")));
}

/* from items on: does one of this class stand there? */
static bool has_class(const struct mean_line *l, int from, enum mean_class is)
{
	for (int i = from; i < l->n; i++)
		if (l->v[i].is == is)
			return true;
	return false;
}

/* Item k takes back what precedes it. An order after it stands alone, with the
 * first figure if it names none; else each part after it replaces the last of
 * its kind; nothing after it takes all back. */
static void retraction_read(struct mean_line *l, int k)
{
	bool whole = has_class(l, k + 1, MEAN_VERB);
	bool named = !whole || has_class(l, k + 1, MEAN_FIGURE);
	bool replaced = false;

	for (int j = k + 1; j < l->n && !whole; j++) {
		enum mean_class is = revised_class(&l->v[j]);
		int i = k - 1;

		while (i >= 0 && revised_class(&l->v[i]) != is)
			i--;
		if (is == MEAN_UNKNOWN || i < 0)
			continue;
		item_idle(&l->v[i]);
		replaced = true;
	}
	for (int i = 0; i < k && !replaced; i++) {
		if (!named && l->v[i].is == MEAN_FIGURE)
			named = true;
		else
			item_idle(&l->v[i]);
	}
	item_idle(&l->v[k]);
	for (int i = k; i < l->n && i <= k + 1; i++)
		l->v[i].stop = l->v[i].point = false;
}

/* NOT NORTH BUT WEST: what NOT excludes says nothing more */
static void contrast_read(struct mean_line *l, int k)
{
	int to = k + 1;

	while (to < l->n && revised_class(&l->v[to]) != MEAN_UNKNOWN)
		to++;
	if (to == k + 1 || to == l->n || l->v[to].is != MEAN_AND ||
	    !str_is(l->v[to].value, "but"))
		return;
	for (int i = k; i <= to; i++)
		item_idle(&l->v[i]);
	l->revised = true;
}

/* What a line takes back is no order; the rest is asked about. */
static void revisions_read(struct mean_line *l)
{
	for (int k = 0; k < l->n; k++) {
		if (is_retraction(l, k)) {
			retraction_read(l, k);
			l->revised = true;
		} else if (l->v[k].is == MEAN_NOT) {
			contrast_read(l, k);
		}
	}
}

/* FOR ME asks the computer to play, unless the line has another verb. */
static void favours_drop(struct mean_line *l)
{
	int verbs = 0;

	for (int i = 0; i < l->n; i++)
		verbs += l->v[i].is == MEAN_VERB;
	/* MINOR HEAL FOR ME */
	for (int i = 1; i < l->n; i++)
		if (l->v[i].is == MEAN_VERB && l->v[i - 1].is == MEAN_SPELL &&
		    str_is(l->v[i].value, "forme")) {
			l->v[i].is = MEAN_PRO;
			l->v[i].value = STR("me");
		}
	for (int i = 0; i < l->n; i++)
		if (verbs > 1 && l->v[i].is == MEAN_VERB &&
		    str_is(l->v[i].value, "forme"))
			l->v[i].is = MEAN_IDLE;
}

/* PASA A C4 goes there; PASA alone does nothing: the verb PASSTO is one of
 * these */
static void passes_read(struct mean_line *l)
{
	for (int i = 0; i < l->n; i++) {
		bool goes = false;

		if (l->v[i].is != MEAN_VERB || !str_is(l->v[i].value, "passto"))
			continue;
		for (int k = i + 1;
		     k < l->n && !l->v[k].stop && l->v[k].is != MEAN_VERB &&
		     l->v[k].is != MEAN_AND;
		     k++)
			goes |= l->v[k].is == MEAN_PLACE ||
				l->v[k].is == MEAN_EDGE ||
				(l->v[k].is == MEAN_REL &&
				 str_is(l->v[k].value, "toward"));
		l->v[i].value = goes ? STR("go") : STR("pass");
	}
}

void items_join(struct mean_line *l)
{
	neighbours_join(l);
	revisions_read(l);
	passes_read(l);
	favours_drop(l);
}
