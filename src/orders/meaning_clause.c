/*
 * src/orders/meaning_clause.c - splits a line into clauses, at conjunctions,
 * stops and second verbs
 */
#include "orders/meaning_private.h"
#include <string.h>

/* --- segments ----------------------------------------------------------------
 */

static bool says_content(const struct mean_item *i)
{
	switch (i->is) {
	/* a slip alone is no order: TED is not TEND */
	case MEAN_VERB: return !i->guessed;
	case MEAN_WAY:
	case MEAN_DIR:
	case MEAN_MOD:
	case MEAN_THING:
	case MEAN_EDGE:
	case MEAN_NUMBER:
	case MEAN_FIGURE:
	case MEAN_PLACE:
	case MEAN_BLOW:
	case MEAN_SPELL: return true;
	default: return false;
	}
}

/* the item cannot be part of a remark */
static bool is_plain_order(const struct mean_item *i)
{
	return i->label || i->is == MEAN_NUMBER || i->is == MEAN_PLACE ||
	       i->is == MEAN_SPELL || i->is == MEAN_DIR || i->is == MEAN_IF ||
	       i->is == MEAN_NOT || i->is == MEAN_ELSE || i->is == MEAN_MOD;
}

static bool is_joint(const struct mean_item *i)
{
	return i->is == MEAN_AND || i->is == MEAN_THEN || i->is == MEAN_ELSE ||
	       i->is == MEAN_OR || i->is == MEAN_IF;
}

/* THANKS A LOT AND A5 GUARDS: an order goes on at item k */
static bool leads_on(const struct mean_line *l, int k)
{
	if (!is_joint(&l->v[k]))
		return false;
	if (l->v[k].is == MEAN_ELSE || l->v[k].is == MEAN_IF)
		return true;
	do
		k++;
	while (k < l->n &&
	       (l->v[k].is == MEAN_IDLE || l->v[k].is == MEAN_MINE ||
		l->v[k].is == MEAN_CLITIC));
	return k < l->n &&
	       (l->v[k].is == MEAN_FIGURE || l->v[k].is == MEAN_VERB ||
		l->v[k].is == MEAN_SPELL);
}

/* where a remark that begins at item i ends */
static int remark_end(struct meaning_work *w, int i)
{
	const struct mean_line *l = w->line;
	int k = i + 1;

	for (; k < l->n && !l->v[k].stop && !leads_on(l, k); k++)
		if (is_plain_order(&l->v[k]))
			return l->v[k].is == MEAN_NUMBER ? k : i + 1;
	return k;
}

struct segment {
	enum clause_joint joint;
	int from, to;
	bool verb, content, unknown, condition, stop;
};

/* SI MUERE EL TROL: the figure follows its state, up to a stop */
static int state_end(const struct meaning_work *w, int i,
		     struct mean_condition *out)
{
	const struct mean_line *l = w->line;
	int k = i;

	while (k < l->n && !l->v[k].stop && l->v[k].is == MEAN_IDLE)
		k++;
	/* IF THERE IS A TRAP ON K1, .. */
	if (k < l->n && l->v[k].is == MEAN_REL && !l->v[k].stop)
		k++;
	if (k + 1 >= l->n || l->v[k].stop || !l->v[k + 1].stop)
		return i;
	if (l->v[k].is == MEAN_THING && l->v[k].label)
		out->label = w->r->names.thing[l->v[k].number].label;
	else if (l->v[k].is == MEAN_FIGURE && l->v[k].n_set == 1)
		out->label = item_label(w, &l->v[k]);
	else
		return i;
	return k + 1;
}

/* where the condition of an IF at item i ends; i: it is none that is known */
static int condition_read(struct meaning_work *w, int i,
			  struct mean_condition *out)
{
	const struct mean_line *l = w->line;
	bool unless = str_is(l->v[i].value, "unless");
	bool negated = unless;

	*out = (struct mean_condition){ .has = true };
	for (int k = i + 1; k < l->n && k < i + 9; k++) {
		const struct mean_item *m = &l->v[k];

		if (m->is == MEAN_NOT)
			negated = !unless;
		if (m->is == MEAN_FIGURE && m->n_set == 1)
			out->label = item_label(w, m);
		if (m->is == MEAN_THING && m->label)
			out->label = w->r->names.thing[m->number].label;
		if (m->is == MEAN_STATE) {
			out->state = m->value;
			out->negated = negated;
			return out->label ? k + 1 : state_end(w, k + 1, out);
		}
		/* IF B1 IS ALREADY DEAD: ALREADY may be a verb elsewhere */
		if ((m->is == MEAN_VERB &&
		     (k + 1 == l->n || l->v[k + 1].is != MEAN_STATE)) ||
		    (m->point && k > i + 1))
			break;
	}
	return i;
}

/* --- the clauses of a line
 * ----------------------------------------------------- */

static struct clause *clause_new(struct meaning_work *w,
				 enum clause_joint joint)
{
	struct clause *c;

	if (w->n == CLAUSES_MAX) {
		w->unsure = true;
		return NULL;
	}
	c = &w->clause[w->n++];
	memset(c, 0, offsetof(struct clause, slot));
	c->n_slots = 0;
	c->joint = joint;
	return c;
}

/* skip the conjunctions before a segment; returns the first item after them */
static int joint_take(const struct mean_line *l, int from,
		      enum clause_joint *joint)
{
	int k = from;

	for (; k < l->n; k++) {
		enum mean_class is = l->v[k].is;

		if (is == MEAN_AND || is == MEAN_THEN)
			*joint = CLAUSE_AND;
		else if (is == MEAN_ELSE)
			*joint = CLAUSE_ELSE;
		else if (is == MEAN_OR)
			*joint = CLAUSE_OR;
		else if (is != MEAN_IDLE || k == from)
			break;
	}
	return k;
}

/* is the remark at item k a single word, and the next item not part of it? */
static bool is_bare_remark(struct meaning_work *w, int k, int from)
{
	return k == from && remark_end(w, k) == k + 1 && k + 1 < w->line->n &&
	       !w->line->v[k + 1].stop;
}

/* the segment from item i up to the next conjunction or stop */
static void segment_take(struct meaning_work *w, int *i, struct segment *out)
{
	const struct mean_line *l = w->line;
	int k = *i;

	*out = (struct segment){ .joint = k ? CLAUSE_STOP : CLAUSE_FIRST,
				 .stop = !k || l->v[k].stop };
	out->from = k = joint_take(l, k, &out->joint);
	if (k < l->n && l->v[k].is == MEAN_IF) {
		out->condition = true;
		out->to = *i = k + 1;
		return;
	}
	for (; k < l->n; k++) {
		const struct mean_item *m = &l->v[k];

		if (k > out->from && (m->stop || is_joint(m)))
			break;
		if (m->is == MEAN_REMARK && is_bare_remark(w, k, out->from))
			continue;
		if (m->is == MEAN_REMARK)
			break;
		out->verb |= m->is == MEAN_VERB;
		out->content |= says_content(m);
		out->unknown |= m->is == MEAN_UNKNOWN || m->is == MEAN_NOUN ||
				(m->is == MEAN_VERB && m->guessed);
	}
	out->to = k;
	if (k < l->n && l->v[k].is == MEAN_REMARK)
		k = remark_end(w, k);
	*i = k > *i ? k : *i + 1;
}

static bool begins_with_mine(struct meaning_work *w, const struct segment *s)
{
	for (int i = s->from; i < s->to; i++) {
		const struct mean_item *m = &w->line->v[i];

		if (m->is == MEAN_NUMBER && i + 1 < s->to)
			continue;
		if (m->is == MEAN_FIGURE || (m->is == MEAN_SPELL && m->n_set)) {
			for (int k = 0; k < w->r->names.n && k < MEAN_MAX_NAMES;
			     k++)
				if (mean_in(m, k) &&
				    label_may_act(w, w->r->names.v[k].label))
					return true;
			return false;
		}
		if (m->is == MEAN_PRO && str_is(m->value, "me"))
			return true;
		if (m->is != MEAN_IDLE && m->is != MEAN_MINE &&
		    m->is != MEAN_PLEASE && m->is != MEAN_ONLY &&
		    m->is != MEAN_CLITIC && m->is != MEAN_UNKNOWN &&
		    !(m->is == MEAN_REL && str_is(m->value, "with")))
			return false;
	}
	return false;
}

/* figures and nothing else that says something */
static bool is_list(struct meaning_work *w, const struct segment *s)
{
	for (int i = s->from; i < s->to; i++) {
		enum mean_class is = w->line->v[i].is;

		if (says_content(&w->line->v[i]) && is != MEAN_FIGURE &&
		    is != MEAN_MOD && is != MEAN_BLOW &&
		    !(is == MEAN_SPELL && w->line->v[i].n_set) &&
		    !(is == MEAN_NUMBER && i + 1 < s->to &&
		      w->line->v[i + 1].is == MEAN_FIGURE))
			return false;
	}
	return true;
}

/* the list ends with a figure of another player: A5 B2 */
static bool ends_with_foe(struct meaning_work *w, const struct segment *s)
{
	const struct mean_item *last = NULL;
	int figures = 0;

	for (int i = s->from; i < s->to; i++)
		if (w->line->v[i].is == MEAN_FIGURE) {
			last = &w->line->v[i];
			figures++;
		}
	if (figures < 2)
		return false;
	for (int k = 0; k < w->r->names.n && k < MEAN_MAX_NAMES; k++)
		if (mean_in(last, k) &&
		    label_is_mine(w, w->r->names.v[k].label))
			return false;
	return true;
}

/* the place of a second verb in a segment, after the first verb and its
 * object; s->to: none */
static int second_verb(struct meaning_work *w, const struct segment *s)
{
	int first = -1;
	bool between = false;

	for (int i = s->from; i < s->to; i++) {
		const struct mean_item *m = &w->line->v[i];

		/* FIGHTS B1 INSTEAD OF MOVING */
		if (m->is == MEAN_NOT && str_is(m->value, "but") &&
		    first >= 0 && between && i + 1 < s->to &&
		    m[1].is == MEAN_VERB && !m[1].guessed)
			return i;
		/* FIGHTS B1 TO CAPTURE WITH A3: how it fights */
		if (m->is == MEAN_VERB && first >= 0 && between &&
		    !str_is(m->value, "capture") &&
		    /* THE CHANCES OF A1 HITTING B2 */
		    !str_is(w->line->v[first].value, "odds") &&
		    !str_equal(m->value, w->line->v[first].value) &&
		    verb_row(w, m->value) < INT32_MAX) {
			/* a slip may be of another word: WHIT for WITH */
			w->unsure |= m->guessed;
			return i;
		}
		if (m->is == MEAN_VERB && first < 0)
			first = i;
		else if (first >= 0)
			between |= m->is == MEAN_PLACE || m->is == MEAN_FIGURE;
	}
	return s->to;
}

/* A1 GUARDS, and another of the writer's after AND: it does, too. The verb has
 * no other use for a figure. */
static bool acts_alike(struct meaning_work *w, const struct clause *last,
		       const struct segment *s)
{
	bool before = false;

	for (int i = 0; i < last->n_slots; i++)
		before |= last->slot[i].acts && last->slot[i].before;
	return before && s->joint == CLAUSE_AND &&
	       !verb_wants(w, last->verb, 't') &&
	       !verb_wants(w, last->verb, 'u') &&
	       !verb_wants(w, last->verb, 'w');
}

/* .., A5 THE SAME */
static bool says_same(const struct meaning_work *w, const struct segment *s)
{
	for (int i = s->from; i < s->to; i++)
		if (w->line->v[i].is == MEAN_MOD &&
		    str_is(w->line->v[i].value, "same"))
			return true;
	return false;
}

/* A line while it is cut into clauses. */
struct cutting {
	struct meaning_work *w;
	struct clause *last;        /* NULL: there is none yet */
	struct mean_condition when; /* of the next one */
	/* figures that belong to the verb behind them */
	struct segment carried[CLAUSES_MAX];
	int n_carried;
};

/* IF and its condition: the item behind them */
static int cut_condition(struct cutting *x, const struct segment *s, int i)
{
	struct meaning_work *w = x->w;
	int end = condition_read(w, s->from, &x->when);

	/* SHOOTS B1 UNTIL B1 IS DEAD is not IF B1 DEAD */
	if (end == s->from || str_is(w->line->v[s->from].value, "until")) {
		w->unsure = true;
		x->when.has = false;
		return end == s->from ? i : end;
	}
	for (int k = w->n - 1; k >= 0 && !x->when.label; k--)
		x->when.label = clause_target(&w->clause[k]);
	if (!x->when.label)
		x->when.label = w->memory->target;
	if (end >= w->line->n && x->last) {
		x->last->when = x->when;
		x->when.has = false;
	}
	return end;
}

/* SOMEWHERE NEAR THE FRONT, EVERYBODY .. is hardly a remark */
static bool says_where(const struct mean_item *i)
{
	static const char *const rels[] = { "toward", "beside", "behind",
					    "away", "facing" };

	for (size_t k = 0; i->is == MEAN_REL && k < ARRAY_LEN(rels); k++)
		if (str_is(i->value, rels[k]))
			return true;
	return i->is == MEAN_ALL;
}

/* A segment without order words is a remark if stops separate it. A word
 * with a meaning in another language makes the line unsure. */
static void cut_remark(struct meaning_work *w, const struct segment *s, int end)
{
	const struct mean_line *l = w->line;

	if (s->unknown && s->joint == CLAUSE_FIRST && end < l->n &&
	    !l->v[end].stop)
		w->unsure = true;
	if (s->unknown && !s->stop && s->joint != CLAUSE_FIRST)
		w->unsure = true;
	/* .., OR WHOEVER IS WEAKER; BUT HE HOLDS HIS FIRE */
	w->doubtful |= s->joint == CLAUSE_OR ||
		       (s->unknown && s->from && s->joint == CLAUSE_AND &&
			str_is(l->v[s->from - 1].value, "but"));
	for (int k = s->from; k < s->to; k++)
		w->unsure |= (s->unknown && says_where(&l->v[k])) ||
			     (l->v[k].is == MEAN_NOT &&
			      (s->unknown || s->joint != CLAUSE_FIRST)) ||
			     l->v[k].foreign;
}

/* the clause has only actors */
static bool all_act(const struct clause *c)
{
	for (int i = 0; i < c->n_slots; i++)
		if (!c->slot[i].acts)
			return false;
	return true;
}

/* figures alone, in front of their verb */
static bool cut_carried(struct cutting *x, const struct segment *s, int end)
{
	struct meaning_work *w = x->w;
	bool later = false;

	if (s->verb || !(begins_with_mine(w, s) || !x->last) || !is_list(w, s))
		return false;
	/* FORM A2, A3 and A4 and go north: they belong to the verb before */
	if (x->last && str_is(x->last->verb, "form") && all_act(x->last))
		return false;
	for (int k = end; k < w->line->n; k++)
		later |= w->line->v[k].is == MEAN_VERB ||
			 w->line->v[k].is == MEAN_SPELL;
	if (!later || x->n_carried == CLAUSES_MAX)
		return false;
	x->carried[x->n_carried++] = *s;
	return true;
}

/* ALL ENTER: A1 BY A4, A2 BY A5: one of a list whose verb stands before it */
static bool is_entry(struct meaning_work *w, const struct clause *last,
		     const struct segment *s)
{
	return last && !s->verb && w->line->v[s->from].point &&
	       last->verb.len && last->n_slots == 1 && all_act(last) &&
	       last->slot[0].several && begins_with_mine(w, s) &&
	       !is_list(w, s);
}

/* the item is a figure of the clause, named once more */
static bool names_again(const struct meaning_work *w, const struct clause *c,
			const struct mean_item *m)
{
	for (int i = 0; i < c->n_slots; i++)
		for (int k = 0; c->slot[i].n == 1 && k < w->r->names.n &&
				k < MEAN_MAX_NAMES;
		     k++)
			if (mean_in(m, k) &&
			    slot_has(&c->slot[i], w->r->names.v[k].label))
				return true;
	return false;
}

/* A1 SHOOTS B3, THAT IMP HAS LIVED LONG ENOUGH: more is said of a figure, and
 * nothing that an order could need */
static bool is_apposition(const struct meaning_work *w,
			  const struct clause *last, const struct segment *s)
{
	int figures = 0;

	if (!last || !s->stop || s->verb || s->joint != CLAUSE_STOP ||
	    !last->verb.len)
		return false;
	for (int i = s->from; i < s->to; i++) {
		const struct mean_item *m = &w->line->v[i];

		if (m->is == MEAN_FIGURE && !m->label && !m->guessed &&
		    names_again(w, last, m))
			figures++;
		else if ((m->is != MEAN_UNKNOWN || m->foreign) &&
			 m->is != MEAN_IDLE && m->is != MEAN_CLITIC &&
			 m->is != MEAN_PRO && m->is != MEAN_STATE)
			return false;
	}
	return figures == 1;
}

/* an item that may be part of a remark after an order: nothing that an order
 * could need */
static bool is_aside_item(const struct meaning_work *w,
			  const struct mean_item *m)
{
	switch (m->is) {
	case MEAN_UNKNOWN: return !m->foreign;
	case MEAN_IDLE:
	case MEAN_CLITIC:
	case MEAN_REMARK:
	case MEAN_PRO:
	case MEAN_FOE:
	case MEAN_STATE: return true;
	case MEAN_VERB: return !m->guessed;
	case MEAN_MOD: return str_is(m->value, "same");
	case MEAN_REL:
		return !str_is(m->value, "with") && !str_is(m->value, "facing");
	case MEAN_FIGURE:
		return !m->label && !m->guessed && m->n_set == 1 &&
		       !label_is_mine(w, item_label(w, m));
	default: return false;
	}
}

/* A1 SHOOTS B2, THAT OUGHT TO DO IT; .., THE IMP WILL NEVER KNOW: a remark
 * after a whole order has words in no list. A verb in it has another subject,
 * which precedes it. */
static bool is_aside(struct meaning_work *w, const struct clause *last,
		     const struct segment *s)
{
	static const char *const others[] = { "THAT", "THATS", "THIS", "YOU",
					      "ESO",  "ASI",   "ESTO" };
	bool subject = false, strange = false;

	if (!last || !s->stop || s->joint != CLAUSE_STOP || !s->unknown ||
	    !last->verb.len || last->when.has || !clause_is_whole(w, last))
		return false;
	for (int i = s->from; i < s->to; i++) {
		const struct mean_item *m = &w->line->v[i];

		if (!is_aside_item(w, m) || (m->is == MEAN_VERB && !subject))
			return false;
		subject |= m->is == MEAN_FIGURE;
		strange |= m->is == MEAN_UNKNOWN && m->strange;
		for (size_t k = 0; k < ARRAY_LEN(others); k++)
			subject |= str_is(w->r->t[m->from].fold, others[k]);
	}
	return strange;
}

/* a clause of its own, or two if there are two verbs in it; false: there are
 * too many */
static bool cut_clause(struct cutting *x, const struct segment *s)
{
	struct meaning_work *w = x->w;
	int cut = second_verb(w, s);
	bool entry = is_entry(w, x->last, s);
	struct str verb = entry ? x->last->verb : STR("");
	struct clause *c;

	if (entry) { /* the clause before the list has only its verb */
		w->n--;
		x->last = NULL;
	}
	c = clause_new(w, x->last ? s->joint : CLAUSE_FIRST);
	if (!c)
		return false;
	for (int k = 0; k < x->n_carried; k++)
		clause_add(w, c, x->carried[k].from, x->carried[k].to);
	x->n_carried = 0;
	clause_add(w, c, s->from, cut);
	if (cut < s->to) {
		clause_slots(w, c);
		c->when = x->when;
		x->when.has = false;
		c = clause_new(w, CLAUSE_AND);
		if (!c)
			return false;
		clause_add(w, c, cut, s->to);
	}
	clause_slots(w, c);
	if (entry)
		c->verb = verb;
	/* DO NOT MOVE A1, A5 2 NORTH: that one moves */
	if (!c->verb.len && x->last &&
	    !(str_is(x->last->verb, "nomove") && !all_act(c))) {
		c->verb = x->last->verb;
		c->elided = true;
		/* .., OTHERWISE P2: a target, like the one before */
		for (int i = 0; i < c->n_slots; i++)
			if (s->joint == CLAUSE_ELSE && c->slot[i].n &&
			    label_is_nobodys(w, c->slot[i].label_of[0]))
				c->slot[i].acts = false;
	}
	c->when = x->when;
	x->when.has = false;
	x->last = c;
	return true;
}

/* .., ALL FACING NORTH: it belongs to all clauses so far */
static bool cut_facing(struct meaning_work *w, const struct segment *s)
{
	bool all = false, facing = false, other = s->verb || s->unknown;

	for (int i = s->from; i < s->to; i++) {
		const struct mean_item *m = &w->line->v[i];

		all |= m->is == MEAN_ALL;
		facing |= m->is == MEAN_REL && str_is(m->value, "facing");
		other |= says_content(m) && m->is != MEAN_DIR;
	}
	if (!all || !facing || other || !w->n)
		return false;
	for (int k = 0; k < w->n; k++) {
		struct clause *c = &w->clause[k];
		struct str verb = c->verb; /* perhaps that of another clause */

		for (int i = s->from; i < s->to; i++)
			if (w->line->v[i].is != MEAN_ALL)
				clause_add(w, c, i, i + 1);
		clause_slots(w, c);
		c->verb = c->verb.len ? c->verb : verb;
	}
	return true;
}

/* 1. in front is the number of the line; RIGHT, and a comma says nothing */
static int first_item(const struct mean_line *l)
{
	if (l->n > 1 && l->v[0].is == MEAN_WAY && l->v[1].stop)
		return 1;
	return l->n > 1 && l->v[0].is == MEAN_NUMBER && l->v[0].whole &&
	       l->v[1].point;
}

/* FIVE OR SIX NORTH: the second number, with what both belong to after it */
static bool is_other_number(const struct mean_line *l, int i)
{
	return i > 1 && l->v[i].is == MEAN_NUMBER &&
	       l->v[i - 2].is == MEAN_NUMBER;
}

/* A1 SHOOTS B1 and A5 B2; but MOVE A2 and A3 5 north is one */
static bool begins_clause(const struct cutting *x, const struct segment *s)
{
	struct meaning_work *w = x->w;

	if (s->verb || !x->last || s->joint == CLAUSE_ELSE || says_same(w, s))
		return true;
	return begins_with_mine(w, s) &&
	       (!is_list(w, s) || ends_with_foe(w, s) ||
		acts_alike(w, x->last, s)) &&
	       (x->last->negated || clause_is_whole(w, x->last));
}

static void clauses_of(struct meaning_work *w)
{
	struct cutting x = { .w = w };

	for (int i = first_item(w->line); i < w->line->n;) {
		struct segment s;
		bool fresh;

		segment_take(w, &i, &s);
		if (s.condition) {
			i = cut_condition(&x, &s, i);
			continue;
		}
		if (!s.content) {
			cut_remark(w, &s, i);
			continue;
		}
		fresh = begins_clause(&x, &s);
		/* GORAN OR THE IMP ATTACKS: never both */
		w->doubtful |= s.joint == CLAUSE_OR && x.n_carried > 0;
		if (is_apposition(w, x.last, &s) || is_aside(w, x.last, &s) ||
		    cut_carried(&x, &s, i) || cut_facing(w, &s))
			continue;
		fresh |= is_entry(w, x.last, &s);
		if (fresh && !cut_clause(&x, &s))
			return;
		/* TO E6 OR D6: the first is proposed, never both */
		w->doubtful |= !fresh && s.joint == CLAUSE_OR;
		if (!fresh && s.joint != CLAUSE_OR) {
			clause_add(w, x.last, s.from, s.to);
			clause_slots(w, x.last);
		} else if (!fresh && is_other_number(w->line, s.from)) {
			clause_add(w, x.last, s.from + 1, s.to);
			clause_slots(w, x.last);
		}
	}
	w->unsure |= x.when.has || x.n_carried > 0;
}

/* is the one figure of the slot in the clause already? */
static bool is_mentioned(const struct clause *c, const struct mean_slot *s)
{
	for (int i = 0; s->n == 1 && i < c->n_slots; i++)
		if (c->slot[i].n == 1 &&
		    (!s->rel.len || str_equal(s->rel, c->slot[i].rel)) &&
		    slot_has(&c->slot[i], s->label_of[0]))
			return true;
	return false;
}

void clause_join(struct meaning_work *w, const struct clause *a,
		 const struct clause *b, struct clause *out)
{
	*out = *a;
	for (int i = 0; i < b->n_slots && out->n_slots < CLAUSE_SLOTS; i++)
		if (!b->slot[i].acts && !is_mentioned(a, &b->slot[i]))
			out->slot[out->n_slots++] = b->slot[i];
	out->unknown += b->unknown;
	out->guessed |= b->guessed;
	if (!out->when.has)
		out->when = b->when;
	if (verb_row(w, b->verb) < verb_row(w, a->verb))
		out->verb = b->verb;
}

void clauses_make(struct meaning_work *w)
{
	for (int i = 0; i < w->line->n; i++) {
		enum mean_class is = w->line->v[i].is;

		w->polite |= is == MEAN_PLEASE;
		w->asks |= is == MEAN_ASK &&
			   (!i || !str_is(w->line->v[i].value, "when"));
		w->able |=
			is == MEAN_ASK && str_is(w->line->v[i].value, "able");
		w->table |= is == MEAN_TABLE;
	}
	w->asks |= w->line->question;
	w->doubtful |= w->line->twofold || w->line->revised;
	clauses_of(w);
	clauses_refer(w);
}
