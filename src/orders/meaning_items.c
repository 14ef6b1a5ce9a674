/*
 * src/orders/meaning_items.c - joins classified words that say one thing, and
 * drops those that a line takes back
 */
#include "orders/meaning_words.h"
#include "base/parse.h"
#include <string.h>

/* the item after number i that says something; out->n: there is none */
static int next_meaningful(const struct mean_line *l, int i)
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
		next = next_meaningful(l, i);
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

/* EN EL BOSQUE: in the wood, not in him; A MI LOBO: to it, not to me */
static void pronoun_join(struct mean_line *l, int i)
{
	struct mean_item *m = &l->v[i], *n = m + 1;
	const struct token *t = &l->r->t[m->from];

	if (m->is != MEAN_PRO || m->to != m->from + 2 || i + 1 == l->n ||
	    n->stop ||
	    !(str_is(t[1].fold, "EL") ||
	      (str_is(t[1].fold, "MI") && n->is == MEAN_FIGURE)) ||
	    !(n->is == MEAN_THING || n->is == MEAN_FIGURE ||
	      n->is == MEAN_EDGE || n->is == MEAN_PLACE))
		return;
	m->is = MEAN_REL;
	m->value = str_is(t->fold, "A") ? STR("to") : STR("at");
}

/* VOY A C2 goes there, VOY A ATACAR attacks */
static void goes_join(struct mean_line *l, int i, int next)
{
	static const char *const goes[] = { "VOY", "VA", "VAN", "VAMOS" };
	struct mean_item *m = &l->v[i];

	if (m->is != MEAN_IDLE || m->to != m->from + 2 ||
	    l->v[next].is != MEAN_PLACE || l->v[next].stop)
		return;
	for (size_t k = 0; k < ARRAY_LEN(goes); k++)
		if (str_is(l->r->t[m->from].fold, goes[k])) {
			m->is = MEAN_VERB;
			m->value = STR("go");
			m->mine = !k;
		}
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

static bool reveals(const struct mean_line *l)
{
	for (int i = 0; i < l->n; i++)
		if (l->v[i].is == MEAN_VERB && str_is(l->v[i].value, "reveal"))
			return true;
	return false;
}

/* CUANDO ATAQUE LA HIDRA: the deed comes after the figure as in English */
static void deed_behind(struct mean_line *l, int deed)
{
	int who = next_meaningful(l, deed);
	struct mean_item was;

	if (who == l->n || l->v[who].is != MEAN_FIGURE || l->v[who].stop)
		return;
	was = l->v[deed];
	l->v[deed] = l->v[who];
	l->v[who] = was;
}

/* WHEN THE HYDRA HAS ACTED: after it */
static bool acted_join(struct mean_line *l, int i, int who)
{
	if (l->v[who].is != MEAN_FIGURE || who + 1 == l->n ||
	    l->v[who + 1].is != MEAN_IDLE || l->v[who + 1].stop ||
	    !str_is(l->v[who + 1].value, "acted"))
		return false;
	l->v[i].is = MEAN_REL;
	l->v[i].value = STR("after");
	return true;
}

/* WHEN THE HYDRA ATTACKS, or IF IT DOES, as a moment for something else */
static void moment_join(struct mean_line *l, int i)
{
	int who = next_meaningful(l, i), deed, next;

	if (!((l->v[i].is == MEAN_ASK && str_is(l->v[i].value, "when")) ||
	      (l->v[i].is == MEAN_IF && str_is(l->v[i].value, "x") &&
	       reveals(l))) ||
	    who == l->n || acted_join(l, i, who))
		return;
	if (l->v[who].is == MEAN_VERB && str_is(l->v[who].value, "attack"))
		deed_behind(l, who);
	if (l->v[who].is != MEAN_FIGURE)
		return;
	deed = next_meaningful(l, who);
	if (deed == l->n || l->v[deed].is != MEAN_VERB ||
	    !str_is(l->v[deed].value, "attack"))
		return;
	l->v[i].value = STR("when");
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
		int next = next_meaningful(l, i);

		ellipsis_join(l, i);
		if (next == l->n)
			continue;
		words_join(l, i, next);
		steps_join(l, i, next);
		goes_join(l, i, next);
		pronoun_join(l, i);
		if (l->places == GRAMMAR_ZONES)
			moment_join(l, i);
		ways_join(l, i, next);
		denial_join(l, i, next);
		if (m->is == MEAN_ELSE && m->to == m->from + 2 &&
		    l->v[next].is == MEAN_FIGURE)
			next = next_meaningful(l, next);
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

/* the two may be the same figure */
static bool items_meet(const struct mean_item *a, const struct mean_item *b)
{
	for (int i = 0; i < MEAN_SET; i++)
		if (a->is == MEAN_FIGURE && b->is == MEAN_FIGURE &&
		    (a->set[i] & b->set[i]))
			return true;
	return false;
}

/* 3 WEST, SORRY, 4: something of the same kind stands on both sides, but not
 * the same figure */
static bool is_sorry(const struct mean_line *l, int i)
{
	enum mean_class is = MEAN_UNKNOWN;
	int k = i + 1;

	if (!str_is(l->v[i].value, "sorry"))
		return false;
	for (; k < l->n && is == MEAN_UNKNOWN; k++) {
		if (l->v[k].is != MEAN_IDLE && l->v[k].is != MEAN_REL &&
		    l->v[k].is != MEAN_CLITIC)
			is = revised_class(&l->v[k]);
		if (is == MEAN_UNKNOWN && l->v[k].is != MEAN_IDLE &&
		    l->v[k].is != MEAN_REL && l->v[k].is != MEAN_CLITIC)
			return false;
	}
	for (int j = 0; j < i && is != MEAN_UNKNOWN; j++)
		if (items_meet(&l->v[j], &l->v[k - 1]))
			return false;
	for (int j = 0; j < i && is != MEAN_UNKNOWN; j++)
		if (revised_class(&l->v[j]) == is)
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

static bool is_between_names(const struct mean_item *m)
{
	return m->is == MEAN_IDLE || m->is == MEAN_CLITIC;
}

/* DOES NOT SHOOT B1 BUT B2: the verb, with what follows BUT */
static bool contrast_verb(struct mean_line *l, int k)
{
	int but = k + 1, after, before;
	enum mean_class is;

	if (k + 1 == l->n || l->v[k + 1].is != MEAN_VERB)
		return false;
	while (but < l->n &&
	       !(l->v[but].is == MEAN_AND && str_is(l->v[but].value, "but")))
		but++;
	if (but + 1 >= l->n)
		return false;
	after = next_meaningful(l, but);
	while (after < l->n && l->v[after].is == MEAN_REL)
		after = next_meaningful(l, after);
	for (before = but - 1; before > k && is_between_names(&l->v[before]);)
		before--;
	is = after < l->n ? revised_class(&l->v[after]) : MEAN_UNKNOWN;
	if (is == MEAN_UNKNOWN || is != revised_class(&l->v[before]) ||
	    (after + 1 < l->n && !l->v[after + 1].stop))
		return false;
	item_idle(&l->v[k]);
	item_idle(&l->v[before]);
	item_idle(&l->v[but]);
	for (int i = before; i <= after; i++)
		l->v[i].stop = l->v[i].point = false;
	l->revised = true;
	return true;
}

/* NOT NORTH BUT WEST: what NOT excludes says nothing more */
static void contrast_read(struct mean_line *l, int k)
{
	int to = k + 1;

	if (contrast_verb(l, k))
		return;
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

/* PASA A C4 goes there, PASA K1 A A2 gives it; PASA alone does nothing: the
 * verb PASSTO is one of these */
static void passes_read(struct mean_line *l)
{
	for (int i = 0; i < l->n; i++) {
		bool goes = false, gives = false;

		if (l->v[i].is != MEAN_VERB || !str_is(l->v[i].value, "passto"))
			continue;
		for (int k = i + 1;
		     k < l->n && !l->v[k].stop && l->v[k].is != MEAN_VERB &&
		     l->v[k].is != MEAN_AND;
		     k++) {
			goes |= l->v[k].is == MEAN_PLACE ||
				l->v[k].is == MEAN_EDGE ||
				(l->v[k].is == MEAN_REL &&
				 str_is(l->v[k].value, "toward"));
			gives |= l->v[k].is == MEAN_THING && k + 1 < l->n &&
				 l->v[k + 1].is == MEAN_REL &&
				 str_is(l->v[k + 1].value, "to");
		}
		l->v[i].value = gives  ? STR("give")
				: goes ? STR("go")
				       : STR("pass");
	}
}

/* --- reasons ---------------------------------------------------------------
 */

/* BECAUSE may be followed by anything, SO THAT by nothing that an order could
 * need; neither by a condition or a choice */
static bool is_reason(const struct mean_line *l, int i, bool goal)
{
	const struct mean_item *m = &l->v[i];

	switch (m->is) {
	case MEAN_IF:
	case MEAN_ELSE:
	case MEAN_OR:
	case MEAN_ONLY:
	case MEAN_TABLE: return false;
	case MEAN_NUMBER:
	case MEAN_PLACE:
	case MEAN_DIR:
	case MEAN_WAY:
	case MEAN_EDGE:
	case MEAN_ALL:
	case MEAN_SPELL: return !goal;
	case MEAN_REL:
		return !goal || str_is(m->value, "of") ||
		       str_is(m->value, "to") || str_is(m->value, "at");
	case MEAN_VERB:
		return !goal ||
		       !(str_is(m->value, "touch") || str_is(m->value, "turn"));
	default: return true;
	}
}

static bool is_own_item(const struct mean_line *l, const struct mean_item *m)
{
	const struct grammar_names *names = &l->r->names;

	for (int i = 0; i < names->n && i < MEAN_MAX_NAMES; i++)
		if (m->is == MEAN_FIGURE && mean_in(m, i) &&
		    (l->seat < 0 || mean_seat_of(&names->v[i]) == l->seat))
			return true;
	return false;
}

/* .., AND A2 ..: another order begins after the reason */
static bool reason_ends(const struct mean_line *l, int i)
{
	enum mean_class is = l->v[i].is;
	int next = next_meaningful(l, i);

	if (l->v[i].stop)
		return true;
	return (is == MEAN_AND || is == MEAN_THEN) &&
	       (is == MEAN_THEN ||
		(next < l->n &&
		 (l->v[next].is == MEAN_FIGURE || l->v[next].is == MEAN_VERB ||
		  l->v[next].is == MEAN_ALL)));
}

/* A1 GOES THERE BECAUSE THE TROLL IS NEAR: the words from BECAUSE on say
 * nothing. SO THAT A2 MAY SHOOT could be an order. */
static void reason_drop(struct mean_line *l, int from)
{
	bool goal = str_is(l->v[from].value, "goal"), own = false;
	bool deed = false;
	int to = from + 1;

	for (; to < l->n && !reason_ends(l, to); to++) {
		if (!is_reason(l, to, goal))
			return;
		own |= is_own_item(l, &l->v[to]);
		deed |= l->v[to].is == MEAN_VERB;
	}
	if (goal && own && deed)
		return;
	for (int i = from; i < to; i++)
		item_idle(&l->v[i]);
}

static void reasons_drop(struct mean_line *l)
{
	for (int i = 0; i < l->n; i++)
		if (l->v[i].is == MEAN_REMARK &&
		    (str_is(l->v[i].value, "why") ||
		     str_is(l->v[i].value, "goal")))
			reason_drop(l, i);
}

/* ME: FIREBALL AT THE WIZARD: the line goes on after the one addressed */
static void address_join(struct mean_line *l)
{
	int who = 0, next;

	while (who < l->n && l->v[who].is == MEAN_IDLE)
		who++;
	if (who == l->n || l->v[who].is != MEAN_PRO ||
	    !str_is(l->v[who].value, "me"))
		return;
	next = next_meaningful(l, who);
	if (next < l->n)
		l->v[next].stop = l->v[next].point = false;
}

/* --- words next to a name ----------------------------------------------------
 */

static bool is_one_of(struct str fold, const char *list)
{
	struct str rest = str_of(list), one;

	while (parse_field(&rest, ' ', &one))
		if (str_equal(one, fold))
			return true;
	return false;
}

/* THE, MY, ESE: a name or what it is like follows */
static bool is_determiner(const struct mean_line *l, const struct mean_item *m)
{
	return m->to == m->from + 1 && l->r->t[m->from].type == TOKEN_WORD &&
	       is_one_of(l->r->t[m->from].fold,
			 "THE A AN MY OUR HIS HER ITS THEIR YOUR THIS THAT "
			 "EL LA LOS LAS AL DEL MI MIS SU SUS TU TUS UN UNA "
			 "ESE ESA ESOS ESAS ESTE ESTA ESTOS ESTAS NUESTRO "
			 "NUESTRA");
}

/* one figure or thing that is called by its name */
static bool is_named(const struct mean_item *m)
{
	return (m->is == MEAN_FIGURE && m->n_set == 1 && !m->guessed &&
		!m->label) ||
	       (m->is == MEAN_THING && !m->label && !m->guessed);
}

/* Nothing of the clause follows item i, or a verb that is no infinitive: EL
 * GOLEM REHUSA ATACAR is something else. */
static bool name_ends(const struct mean_line *l, int i)
{
	const struct mean_item *m = &l->v[i + 1];
	struct str fold;

	if (i + 1 == l->n || m->stop || m->is == MEAN_AND || m->is == MEAN_THEN)
		return true;
	if (m->is != MEAN_VERB || m->guessed)
		return false;
	fold = l->r->t[m->from].fold;
	return fold.len > 2 && fold.s[fold.len - 1] != 'R' &&
	       !(fold.len > 4 && fold.s[fold.len - 3] == 'R');
}

/* THE GRIZZLED GOLEM, EL GUARDIA MALTRECHO: a word in no list says nothing
 * where one figure alone is called so. */
static void epithet_drop(struct mean_line *l, int i)
{
	struct mean_item *m = &l->v[i];

	if (m->is != MEAN_UNKNOWN || !m->strange || !i || m->stop)
		return;
	if (is_determiner(l, m - 1) && i + 1 < l->n && !m[1].stop &&
	    is_named(m + 1))
		item_idle(m);
	else if (i > 1 && is_named(m - 1) && is_determiner(l, m - 2) &&
		 !m[-1].stop && l->r->t[m[-2].from].fold.len < 4 &&
		 is_one_of(
			 l->r->t[m[-2].from].fold,
			 "EL LA LOS LAS AL DEL MI MIS SU SUS UN UNA ESE ESA") &&
		 name_ends(l, i))
		item_idle(m);
}

/* A2-A4 on a table of inches: the figures between them, too */
static void range_join(struct mean_line *l, int i)
{
	const struct grammar_names *names = &l->r->names;
	struct mean_item *m = &l->v[i], *n = m + 1;
	const struct token *t = l->r->t;
	const char *between;
	int32_t from = 0, to = 0;

	if (l->places != GRAMMAR_POINTS || i + 1 == l->n ||
	    m->is != MEAN_FIGURE || n->is != MEAN_FIGURE || !m->label ||
	    !n->label || m->to != n->from)
		return;
	between = t[m->from].raw.s + t[m->from].raw.len;
	if (t[n->from].raw.s != between + 1 || *between != '-')
		return;
	for (int k = 0; k < names->n && k < MEAN_MAX_NAMES; k++) {
		from = mean_in(m, k) ? names->v[k].label : from;
		to = mean_in(n, k) ? names->v[k].label : to;
	}
	if (label_letter(from) != label_letter(to) || from >= to)
		return;
	for (int k = 0; k < names->n && k < MEAN_MAX_NAMES; k++)
		if (from <= names->v[k].label && names->v[k].label <= to &&
		    !mean_in(m, k)) {
			m->set[k / 64] |= UINT64_C(1) << (k % 64);
			m->n_set++;
		}
	m->several = true;
	m->label = false;
	item_idle(n);
}

/* A5 TIRA 6 PARA ARRIBA goes there, A1 TIRA A B1 shoots */
static void throws_read(struct mean_line *l, int i)
{
	bool leads = false;

	if (l->v[i].is != MEAN_VERB || !str_is(l->v[i].value, "shoot") ||
	    !is_one_of(l->r->t[l->v[i].from].fold, "TIRA TIRAR TIRE TIRAN"))
		return;
	for (int k = i + 1; k < l->n && !l->v[k].stop &&
			    l->v[k].is != MEAN_AND && l->v[k].is != MEAN_THEN;
	     k++) {
		if (l->v[k].is == MEAN_FIGURE || l->v[k].is == MEAN_PRO ||
		    l->v[k].is == MEAN_THING || l->v[k].is == MEAN_VERB)
			return;
		leads |= l->v[k].is == MEAN_WAY || l->v[k].is == MEAN_DIR ||
			 l->v[k].is == MEAN_PLACE || l->v[k].is == MEAN_EDGE;
	}
	if (leads)
		l->v[i].value = STR("go");
}

/* TO HIS LEFT, A SU DERECHA */
static void side_read(struct mean_line *l, int i)
{
	const char *const owners = "HIS HER ITS THEIR SU SUS";
	struct mean_item *m = &l->v[i];

	if (m->is != MEAN_WAY)
		return;
	/* .., RIGHT? */
	if (i && i + 1 == l->n && m->stop && str_is(m->value, "right") &&
	    m->to == m->from + 1) {
		item_idle(m);
		return;
	}
	for (int k = m->from; k < m->to; k++)
		m->own |= is_one_of(l->r->t[k].fold, owners);
	m->own |= i && l->v[i - 1].is == MEAN_IDLE &&
		  is_one_of(l->r->t[l->v[i - 1].from].fold, owners);
}

/* a word next to a figure that is no part of the verb's second half */
static bool is_near_name(const struct mean_item *m)
{
	return m->is == MEAN_IDLE || m->is == MEAN_CLITIC ||
	       m->is == MEAN_MINE || m->is == MEAN_FOE;
}

/* PATCHES A5 UP, BRINGS A4 BACK TO LIFE: the two halves of one verb, around
 * its object */
static void halves_join(struct mean_line *l, int i)
{
	enum { SECOND = 3 }; /* words of the second half */
	struct mean_item *m = &l->v[i];
	int k = i + 1, end;
	struct str value;

	if (m->is != MEAN_VERB && m->is != MEAN_IDLE)
		return;
	while (k < l->n && is_near_name(&l->v[k]) && !l->v[k].stop)
		k++;
	if (k == l->n || l->v[k].stop || m->to != m->from + 1 ||
	    (l->v[k].is != MEAN_FIGURE && l->v[k].is != MEAN_THING &&
	     l->v[k].is != MEAN_PRO))
		return;
	k++;
	for (end = k; end < l->n && !l->v[end].stop &&
		      (l->v[end].is == MEAN_WAY ||
		       revised_class(&l->v[end]) == MEAN_UNKNOWN) &&
		      l->v[end].to - l->v[k].from <= SECOND;
	     end++)
		if (meaning_phrase(l, m->from, l->v[k].from, l->v[end].to,
				   &value)) {
			m->is = MEAN_VERB;
			m->value = value;
			m->guessed = false;
			for (int j = k; j <= end; j++)
				item_idle(&l->v[j]);
			return;
		}
}

/* CHECKS WHETHER K1 IS TRAPPED, MIRA SI EL COFRE TIENE TRAMPA: no condition */
static void whether_read(struct mean_line *l, int i)
{
	const struct mean_item *m = &l->v[i];
	int next = next_meaningful(l, i);
	bool whether;

	if (m->is != MEAN_VERB || !str_is(m->value, "reveal"))
		return;
	whether = is_one_of(l->r->t[m->to - 1].fold, "IF WHETHER SI");
	if (next < l->n && l->v[next].is == MEAN_IF && !l->v[next].stop) {
		item_idle(&l->v[next]);
		whether = true;
	}
	for (int k = i + 1;
	     whether && k < l->n && !l->v[k].stop && l->v[k].is != MEAN_AND;
	     k++)
		if (l->v[k].is == MEAN_STATE &&
		    (str_is(l->v[k].value, "armed") ||
		     str_is(l->v[k].value, "unarmed")))
			item_idle(&l->v[k]);
}

/* WALKS UNTIL E5: to it */
static void until_read(struct mean_line *l, int i)
{
	if (l->v[i].is != MEAN_IF || !str_is(l->v[i].value, "until") ||
	    i + 1 == l->n || l->v[i + 1].is != MEAN_PLACE || l->v[i].stop)
		return;
	l->v[i].is = MEAN_REL;
	l->v[i].value = STR("to");
}

static void names_tidy(struct mean_line *l)
{
	for (int i = 0; i < l->n; i++) {
		side_read(l, i);
		range_join(l, i);
		throws_read(l, i);
		halves_join(l, i);
		whether_read(l, i);
		until_read(l, i);
		epithet_drop(l, i);
	}
}

void items_join(struct mean_line *l)
{
	address_join(l);
	names_tidy(l);
	reasons_drop(l);
	neighbours_join(l);
	revisions_read(l);
	passes_read(l);
	favours_drop(l);
}
