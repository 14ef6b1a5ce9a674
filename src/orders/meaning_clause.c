/*
 * src/orders/meaning_clause.c - splits a line into clauses: verb, actor, target
 * and the other arguments of each
 */
#include "orders/meaning_private.h"
#include <string.h>

/* --- names -----------------------------------------------------------------
 */

const struct grammar_name *name_of_label(const struct meaning_work *w,
					 int32_t label)
{
	for (int i = 0; i < w->r->names.n; i++)
		if (w->r->names.v[i].label == label)
			return &w->r->names.v[i];
	return NULL;
}

bool slot_has(const struct mean_slot *s, int32_t label)
{
	for (int i = 0; i < s->n; i++)
		if (s->label_of[i] == label)
			return true;
	return false;
}

static void slot_add(struct mean_slot *s, int32_t label)
{
	if (s->n < SLOT_FIGURES && !slot_has(s, label))
		s->label_of[s->n++] = label;
}

static bool is_mine(const struct meaning_work *w, int32_t label)
{
	const struct grammar_name *n = name_of_label(w, label);

	/* if the writer is unknown, any figure counts as the writer's */
	return n && (w->line->seat < 0 || mean_seat_of(n) == w->line->seat);
}

static bool is_nobodys(const struct meaning_work *w, int32_t label)
{
	const struct grammar_name *n = name_of_label(w, label);

	return n && mean_seat_of(n) < 0;
}

/* may the writer give the figure orders? */
static bool may_act(const struct meaning_work *w, int32_t label)
{
	const struct grammar_name *n = name_of_label(w, label);

	return n && !n->idle &&
	       (w->line->seat < 0 || mean_seat_of(n) == w->line->seat ||
		mean_seat_of(n) < 0);
}

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

/* where a remark that begins at item i ends */
static int remark_end(struct meaning_work *w, int i)
{
	const struct mean_line *l = w->line;
	int k = i + 1;

	while (k < l->n && !l->v[k].stop) {
		if (is_plain_order(&l->v[k]))
			return l->v[k].is == MEAN_NUMBER ? k : i + 1;
		k++;
	}
	return k;
}

struct segment {
	enum clause_joint joint;
	int from, to;
	bool verb, content, unknown, condition, stop;
};

static bool is_joint(const struct mean_item *i)
{
	return i->is == MEAN_AND || i->is == MEAN_THEN || i->is == MEAN_ELSE ||
	       i->is == MEAN_OR || i->is == MEAN_IF;
}

/* the one figure of an item */
static int32_t label_in(const struct meaning_work *w, const struct mean_item *m)
{
	for (int f = 0; f < w->r->names.n && f < MEAN_MAX_NAMES; f++)
		if (mean_in(m, f))
			return w->r->names.v[f].label;
	return 0;
}

/* SI MUERE EL TROL: the figure follows its state, up to a stop */
static int state_end(const struct meaning_work *w, int i,
		     struct mean_condition *out)
{
	const struct mean_line *l = w->line;
	int k = i;

	while (k < l->n && !l->v[k].stop && l->v[k].is == MEAN_IDLE)
		k++;
	if (k == l->n || l->v[k].stop || l->v[k].is != MEAN_FIGURE ||
	    l->v[k].n_set != 1 || k + 1 == l->n || !l->v[k + 1].stop)
		return i;
	out->label = label_in(w, &l->v[k]);
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
			out->label = label_in(w, m);
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

static void clause_add(struct meaning_work *w, struct clause *c, int from,
		       int to)
{
	for (int i = from; i < to && c->n < MEAN_MAX_TOKENS; i++)
		c->v[c->n++] = &w->line->v[i];
}

/* the verb of a clause: of several verbs the one with the earliest rows, so
 * USE yields to others */
static void clause_verb(struct meaning_work *w, struct clause *c)
{
	int best = INT32_MAX, others = 0;

	c->verb = STR("");
	c->carries = false;
	for (int i = 0; i < c->n; i++) {
		int row;

		if (c->v[i]->is != MEAN_VERB)
			continue;
		c->carries |= c->v[i]->carries;
		row = verb_row(w, c->v[i]->value);
		/* PLAN HEAL: half a name of a card */
		others += str_is(c->v[i]->value, "heal") ||
			  str_is(c->v[i]->value, "attack") ||
			  str_is(c->v[i]->value, "shoot");
		/* HELPS has no rows: clauses_fold() reads it */
		if (str_is(c->v[i]->value, "assist") && !c->verb.len)
			c->verb = c->v[i]->value;
		if (row < best) {
			best = row;
			c->verb = c->v[i]->value;
		}
	}
	if (str_is(c->verb, "plan"))
		c->unknown += others;
}

/* --- slots
 * ---------------------------------------------------------------------
 */

static struct mean_slot *slot_new(struct clause *c, const struct mean_item *i,
				  struct str rel, bool before)
{
	struct mean_slot *s;

	if (c->n_slots == CLAUSE_SLOTS) {
		c->unknown++;
		return NULL;
	}
	s = &c->slot[c->n_slots++];
	*s = (struct mean_slot){ .is = i->is,
				 .rel = rel,
				 .value = i->value,
				 .before = before,
				 .label = i->label,
				 .several = i->several,
				 .guessed = i->guessed,
				 .partly = i->partly,
				 .square = i->square,
				 .number = i->number,
				 .x = i->x,
				 .y = i->y,
				 .whole = i->whole };
	return s;
}

/* the figures of an item; of = 1: the writer's own, 2: of others */
static void slot_figures(struct meaning_work *w, const struct mean_item *i,
			 int of, struct mean_slot *s)
{
	const struct grammar_names *names = &w->r->names;

	for (int k = 0; k < names->n && k < MEAN_MAX_NAMES; k++) {
		int32_t label = names->v[k].label;

		if (!mean_in(i, k) || (of == 1 && !is_mine(w, label)) ||
		    (of == 2 && is_mine(w, label)))
			continue;
		slot_add(s, label);
	}
}

/* the leader of the writer (ME) or of the enemy (THE MAGE) */
static void slot_leader(struct meaning_work *w, bool own, struct mean_slot *s)
{
	const struct grammar_names *names = &w->r->names;

	for (int k = 0; k < names->n; k++)
		if (names->v[k].leads &&
		    (mean_seat_of(&names->v[k]) == w->line->seat) == own)
			slot_add(s, names->v[k].label);
}

static void slot_things(struct meaning_work *w, const struct mean_item *i,
			struct mean_slot *s)
{
	const struct grammar_names *names = &w->r->names;

	if (i->label) {
		slot_add(s, names->thing[i->number].label);
		return;
	}
	for (int k = 0; k < names->n_thing; k++)
		if (str_is(i->value, names->thing[k].kind) &&
		    names->thing[k].label)
			slot_add(s, names->thing[k].label);
	/* an unidentified treasure matches every treasure word */
	for (int k = 0; k < names->n_thing && !s->n; k++)
		if (names->thing[k].holder && names->thing[k].label &&
		    (str_is(i->value, "treasure") ||
		     !strcmp(names->thing[k].kind, "treasure")))
			slot_add(s, names->thing[k].label);
}

/* the kind of the thing with this label */
static const struct grammar_thing *thing_of(const struct meaning_work *w,
					    int32_t label)
{
	for (int k = 0; k < w->r->names.n_thing; k++)
		if (w->r->names.thing[k].label == label && label)
			return &w->r->names.thing[k];
	return NULL;
}

static void slot_one(struct mean_slot *s, int32_t label)
{
	s->n = 1;
	s->label_of[0] = label;
	s->label = true;
	s->guessed = false;
}

/* THE ARCHER P2, A1 THE GUNNER */
static bool figure_again(struct mean_slot *last, const struct mean_slot *s)
{
	/* THE ARCHERS A2, A3 AND A4: the labels say which */
	if (last->is == MEAN_FIGURE && last->several && !last->label &&
	    s->n == 1 && s->label && slot_has(last, s->label_of[0])) {
		slot_one(last, s->label_of[0]);
		last->several = false;
		return true;
	}
	if (last->is != MEAN_FIGURE || last->several || s->several ||
	    (s->before != last->before && s->rel.len))
		return false;
	if (s->n == 1 && s->label && slot_has(last, s->label_of[0]) &&
	    (last->n > 1 || !last->label)) {
		slot_one(last, s->label_of[0]);
		return true;
	}
	return last->n == 1 && last->label && !s->label &&
	       slot_has(s, last->label_of[0]);
}

/* THE DOOR D1 */
static bool thing_again(struct meaning_work *w, struct mean_slot *last,
			const struct mean_slot *s)
{
	const struct grammar_thing *t =
		s->label && s->n ? thing_of(w, s->label_of[0]) : NULL;

	if (!t || last->is != MEAN_THING || last->label ||
	    !(str_is(last->value, t->kind) || !last->n || t->holder))
		return false;
	slot_one(last, t->label);
	return true;
}

/* THE CHEST ON F4 */
static bool place_again(struct meaning_work *w, struct mean_slot *last,
			const struct mean_slot *s)
{
	if (last->is == MEAN_EDGE) { /* IN THE MIDDLE, AT 16 26 */
		*last = *s;
		return true;
	}
	if (last->is != MEAN_THING || last->label)
		return false;
	for (int k = 0; k < last->n; k++) {
		const struct grammar_thing *t = thing_of(w, last->label_of[k]);

		if (!t || !t->there || t->x != s->x || t->y != s->y)
			continue;
		slot_one(last, t->label);
		return true;
	}
	return false;
}

/* Drop the last slot if it repeats the slot before. */
static void slot_again(struct meaning_work *w, struct clause *c,
		       const struct mean_slot *s)
{
	struct mean_slot *last =
		c->n_slots > 1 ? &c->slot[c->n_slots - 2] : NULL;

	if (last && ((s->is == MEAN_FIGURE && figure_again(last, s)) ||
		     (s->is == MEAN_THING && thing_again(w, last, s)) ||
		     (s->is == MEAN_PLACE && place_again(w, last, s))))
		c->n_slots--;
}

/* a list goes on: A2, A3 and A4 */
static struct str list_rel(const struct clause *c, struct str rel, bool *same)
{
	const struct mean_slot *last =
		c->n_slots ? &c->slot[c->n_slots - 1] : NULL;

	*same = last && last->is == MEAN_FIGURE && !rel.len;
	return *same ? last->rel : rel;
}

static void figure_slot(struct meaning_work *w, struct clause *c,
			const struct mean_item *i, struct str rel, bool before,
			int of, bool adjoins)
{
	bool same = false;
	struct str r = adjoins ? list_rel(c, rel, &same) : rel;
	const struct mean_slot *last = same ? &c->slot[c->n_slots - 1] : NULL;
	bool acts = last && last->acts;
	struct mean_slot *s = slot_new(c, i, r, before);

	if (!s)
		return;
	slot_figures(w, i, of, s);
	s->acts = acts;
	if (!s->n)
		c->unknown++;
	slot_again(w, c, s);
}

/* IT: the last target of the line or the mail */
static void pronoun_slot(struct meaning_work *w, struct clause *c,
			 const struct mean_item *i, struct str rel, bool before)
{
	struct mean_slot *s;

	if (str_is(i->value, "group")) /* it says: all of them */
		return;
	s = slot_new(c, i, rel, before);
	if (!s)
		return;
	s->is = MEAN_FIGURE;
	if (str_is(i->value, "me")) {
		slot_leader(w, true, s);
		if (!s->n) /* I am nobody on this board */
			c->n_slots--;
		return;
	}
	if (str_is(i->value, "foe")) {
		slot_leader(w, false, s);
		if (!s->n)
			c->n_slots--;
		return;
	}
	s->pro = true;
}

/* The words of a clause parsed so far while its slots are made. */
struct slotting {
	struct meaning_work *w;
	struct clause *c;
	struct str rel; /* the word of relation before, or "" */
	bool before;    /* the verb is yet to come */
	bool seen_verb;
	bool adjoins; /* a list may go on */
	bool skips;   /* skip the words after a NOT that follows the verb */
	int of;       /* 1: MY, 2: of others */
};

static void verb_item(struct slotting *x, const struct mean_item *i)
{
	x->before = false;
	x->rel = STR("");
	/* a slip that is no verb of this clause is no slip */
	if (i->guessed && (x->seen_verb || !str_equal(i->value, x->c->verb)))
		x->c->unknown++;
	x->seen_verb = true;
}

/* a thing, a place, a card, or a direction */
static void plain_item(struct slotting *x, const struct mean_item *i)
{
	struct mean_slot *s = slot_new(x->c, i, x->rel, x->before);

	x->rel = STR("");
	if (!s || i->is == MEAN_DIR || i->is == MEAN_WAY)
		return;
	if (i->is == MEAN_THING)
		slot_things(x->w, i, s);
	else if (i->is == MEAN_SPELL && i->n_set)
		slot_figures(x->w, i, 0, s);
	else if (x->of)
		s->several = x->of == 1; /* MY EDGE */
	slot_again(x->w, x->c, s);
}

/* A1 DOES NOT FIGHT negates the clause. A1 FIGHTS B1, NOT B2 and A1 FIGHTS
 * WITHOUT A2 exclude a figure: the reader asks. */
static void not_item(struct slotting *x, const struct mean_item *i)
{
	bool whole = str_is(i->value, "nobody") ||
		     (!x->seen_verb && !str_is(i->value, "but"));

	x->c->negated |= whole;
	x->skips |= !whole;
	if (!whole || str_is(i->value, "never"))
		x->c->unknown++;
}

/* words that change how later words are read; false: the item gets a slot */
static bool says_how(struct slotting *x, int at)
{
	const struct mean_item *i = x->c->v[at];

	switch (i->is) {
	case MEAN_CLITIC:
		x->c->carries |=
			at + 1 < x->c->n && x->c->v[at + 1]->is == MEAN_VERB;
		return true;
	case MEAN_REL:
		/* TOUCHING (TO) B1, AWAY FROM (OF) B1 */
		if (!x->rel.len ||
		    !(str_is(i->value, "of") || str_is(i->value, "to")))
			x->rel = i->value;
		return true;
	case MEAN_MINE: x->of = 1; return true;
	case MEAN_FOE: x->of = 2; return true;
	case MEAN_NOT: not_item(x, i); return true;
	case MEAN_UNKNOWN:
	case MEAN_NOUN:
	case MEAN_STATE: x->c->unknown++; return true;
	default: return false;
	}
}

static void slot_item(struct slotting *x, const struct mean_item *i)
{
	struct mean_slot *s;

	switch (i->is) {
	case MEAN_VERB: verb_item(x, i); break;
	case MEAN_FIGURE:
		figure_slot(x->w, x->c, i, x->rel, x->before, x->of,
			    x->adjoins);
		x->rel = STR("");
		break;
	case MEAN_PRO:
		pronoun_slot(x->w, x->c, i, x->rel, x->before);
		x->rel = STR("");
		break;
	case MEAN_THING:
	case MEAN_PLACE:
	case MEAN_EDGE:
	case MEAN_SPELL:
	case MEAN_DIR:
	case MEAN_WAY: plain_item(x, i); break;
	case MEAN_NUMBER:
	case MEAN_MOD:
		s = slot_new(x->c, i, STR(""), x->before);
		if (s)
			s->weak = i->is == MEAN_NUMBER && i->to > i->from + 1;
		break;
	case MEAN_ALL:
		if ((s = slot_new(x->c, i, x->rel, x->before)))
			s->is = MEAN_ALL;
		break;
	default: break;
	}
}

/* THE ENEMY HERO, where no name follows or stands before: any of another
 * player's */
static bool foe_alone(const struct slotting *x, int at)
{
	const struct clause *c = x->c;

	for (int k = at - 1; k >= 0 && k >= at - 2; k--)
		if (c->v[k]->is == MEAN_FIGURE || c->v[k]->is == MEAN_EDGE)
			return false;
	for (int k = at + 1; k < c->n && k <= at + 2; k++)
		if (c->v[k]->is != MEAN_IDLE)
			return c->v[k]->is == MEAN_VERB;
	return true;
}

static void foe_slot(struct slotting *x, const struct mean_item *i)
{
	const struct grammar_names *names = &x->w->r->names;
	struct mean_slot *s = slot_new(x->c, i, x->rel, x->before);

	x->rel = STR("");
	x->c->unknown++; /* it is asked about */
	if (!s)
		return;
	s->is = MEAN_FIGURE;
	for (int k = 0; k < names->n; k++)
		if (!names->v[k].idle && mean_seat_of(&names->v[k]) >= 0 &&
		    !is_mine(x->w, names->v[k].label))
			slot_add(s, names->v[k].label);
	if (!s->n)
		x->c->n_slots--;
}

static void item_slot(struct slotting *x, int at)
{
	const struct mean_item *i = x->c->v[at];
	bool says_nothing = i->is == MEAN_IDLE || i->is == MEAN_CLITIC;

	x->skips &= i->is != MEAN_VERB && i->is != MEAN_AND;
	if (i->point)
		x->rel = STR("");
	if (!says_how(x, at) && !x->skips)
		slot_item(x, i);
	x->c->guessed |= i->guessed && i->is != MEAN_UNKNOWN;
	if (i->is == MEAN_FOE && foe_alone(x, at)) {
		foe_slot(x, i);
		x->of = 0;
		return;
	}
	if (i->is == MEAN_MINE || i->is == MEAN_FOE)
		return;
	if (i->is == MEAN_FIGURE || i->is == MEAN_ALL)
		x->adjoins = i->is == MEAN_FIGURE;
	else if (!says_nothing && i->is != MEAN_AND && i->is != MEAN_OR)
		x->adjoins = false;
	if (!says_nothing && i->is != MEAN_REL)
		x->of = 0;
}

static bool any_may_act(const struct meaning_work *w, const struct mean_slot *s)
{
	for (int k = 0; k < s->n; k++)
		if (may_act(w, s->label_of[k]))
			return true;
	return false;
}

/* a figure that is not IT and is known */
static bool is_figure(const struct mean_slot *s)
{
	return s->is == MEAN_FIGURE && !s->pro && s->n;
}

/* A5 IS HEALED BY A3, B1 IS SHOT BY A4: the actor follows BY */
static bool is_passive(struct meaning_work *w, const struct clause *c)
{
	for (int i = 0; i < c->n_slots; i++)
		if (is_figure(&c->slot[i]) && !c->slot[i].before &&
		    (str_is(c->slot[i].rel, "by") ||
		     str_is(c->slot[i].rel, "through")) &&
		    is_mine(w, c->slot[i].label_of[0]))
			return verb_wants(w, c->verb, 't') ||
			       verb_wants(w, c->verb, 'u');
	return false;
}

/* those before the verb */
static bool acts_before(struct meaning_work *w, struct clause *c)
{
	bool any = false;

	if (is_passive(w, c))
		return false;
	for (int i = 0; i < c->n_slots; i++) {
		struct mean_slot *s = &c->slot[i];

		if (!is_figure(s) || !s->before || s->rel.len ||
		    !any_may_act(w, s))
			continue;
		s->acts = any = true;
	}
	return any;
}

/* 5 WEST FOR THE MEDIC: a move without a verb. FOR THE may be TOWARD. */
static bool acts_for(const struct meaning_work *w, const struct clause *c,
		     const struct mean_slot *s)
{
	if (c->verb.len ||
	    !(str_is(s->rel, "for") || str_is(s->rel, "toward")) ||
	    !is_mine(w, s->label_of[0]))
		return false;
	for (int i = 0; i < c->n_slots; i++)
		if (c->slot[i].is == MEAN_DIR || c->slot[i].is == MEAN_WAY)
			return !c->slot[i].before;
	return false;
}

/* HEAL A5 WITH A3; but A2 WITH A3 and A4 are a group */
static bool acts_with(struct meaning_work *w, struct clause *c)
{
	bool any = false, plain = false;
	int others = 0;

	for (int i = 0; i < c->n_slots; i++) {
		const struct mean_slot *s = &c->slot[i];

		if (!is_figure(s))
			continue;
		others += !str_is(s->rel, "with");
		plain |= !s->rel.len && is_mine(w, s->label_of[0]);
	}
	if (plain && !verb_wants(w, c->verb, 'u') &&
	    !(verb_wants(w, c->verb, 't') && others < 2))
		return false;
	for (int i = 0; i < c->n_slots; i++) {
		struct mean_slot *s = &c->slot[i];

		if (is_figure(s) && may_act(w, s->label_of[0]) &&
		    (str_is(s->rel, "with") || str_is(s->rel, "by") ||
		     (str_is(s->rel, "through") && is_passive(w, c)) ||
		     acts_for(w, c, s)))
			s->acts = any = true;
		if (s->acts && str_is(s->rel, "toward"))
			c->unknown++;
	}
	return any;
}

/* Figures around the first one after the verb: in FORM A1 A2 A3 all act.
 * CHARGE A3 B2 by the owner of B2 is ambiguous. */
static void acts_beside(struct meaning_work *w, struct clause *c, int first)
{
	const struct mean_slot *f = &c->slot[first];
	bool row = is_mine(w, f->label_of[0]) && !verb_wants(w, c->verb, 'u');

	for (int k = 0; k < first; k++)
		c->unknown += c->slot[k].is == MEAN_FIGURE &&
			      !c->slot[k].rel.len && !c->slot[k].pro;
	for (int k = first + 1; row && k < c->n_slots; k++) {
		struct mean_slot *s = &c->slot[k];

		if (is_figure(s) && !s->rel.len &&
		    label_letter(s->label_of[0]) ==
			    label_letter(f->label_of[0]) &&
		    is_mine(w, s->label_of[0]))
			s->acts = true;
	}
}

/* a direction that the verb leads to */
static bool has_way(const struct clause *c)
{
	for (int i = 0; i < c->n_slots; i++)
		if (c->slot[i].is == MEAN_WAY || c->slot[i].is == MEAN_DIR)
			return true;
	return false;
}

/* the first behind the verb */
static bool acts_first(struct meaning_work *w, struct clause *c)
{
	int figures = 0;

	for (int i = 0; i < c->n_slots; i++)
		figures += c->slot[i].is == MEAN_FIGURE && !c->slot[i].pro;
	/* HEAL AMIR names no healer; TURN A6 AROUND names the actor */
	if (figures < 2 && verb_wants(w, c->verb, 'u') && !has_way(c))
		return false;
	for (int i = 0; i < c->n_slots; i++) {
		struct mean_slot *s = &c->slot[i];

		/* KILL THE GNOLL: nobody's, and the only one named */
		if (!is_figure(s) || s->rel.len || !any_may_act(w, s) ||
		    (is_nobodys(w, s->label_of[0]) && c->verb.len &&
		     figures < 2))
			continue;
		/* FIREBALL GORAN: the target, though it is the writer's own */
		for (int k = 0; k < i && !c->verb.len; k++)
			if (c->slot[k].is == MEAN_SPELL)
				return false;
		s->acts = true;
		acts_beside(w, c, i);
		return true;
	}
	return false;
}

/* MUEVE A A1, GIRA AL GOLEM, where the verb has no other use for it */
static bool acts_object(struct meaning_work *w, struct clause *c)
{
	struct mean_slot *one = NULL;

	if (!c->verb.len || !verb_wants(w, c->verb, 'a') ||
	    verb_wants(w, c->verb, 't') || verb_wants(w, c->verb, 'u'))
		return false;
	for (int i = 0; i < c->n_slots; i++) {
		struct mean_slot *s = &c->slot[i];

		if (s->is == MEAN_THING && s->before)
			return false;
		if (!is_figure(s) ||
		    (one && s->rel.len && !str_is(s->rel, "to")))
			continue;
		if (one || s->before || !str_is(s->rel, "to") ||
		    !is_mine(w, s->label_of[0]))
			return false;
		one = s;
	}
	if (!one || c->n_slots < 2)
		return false;
	one->acts = true;
	one->rel = STR("");
	return true;
}

/* FROM A1 to B1; HOW FAR IS B1 OF A1, in words that ask how far */
static bool acts_from(struct meaning_work *w, struct clause *c)
{
	bool asks = str_is(c->verb, "far") || str_is(c->verb, "see") ||
		    str_is(c->verb, "odds") || str_is(c->verb, "reach");

	for (int i = 0; i < c->n_slots; i++)
		if (is_figure(&c->slot[i]) &&
		    (str_is(c->slot[i].rel, "from") ||
		     (asks && str_is(c->slot[i].rel, "of"))) &&
		    is_mine(w, c->slot[i].label_of[0])) {
			c->slot[i].acts = true;
			return true;
		}
	return false;
}

/* of those that might act, the writer's own come first */
static void acts_own(struct meaning_work *w, struct mean_slot *s)
{
	int n = 0;

	for (int k = 0; k < s->n; k++)
		if (is_mine(w, s->label_of[k]))
			s->label_of[n++] = s->label_of[k];
	s->n = n ? n : s->n;
}

/* Find the actors: the writer's figures before the verb, else after WITH or
 * BY, else the first one after the verb. */
static void who_acts(struct meaning_work *w, struct clause *c)
{
	bool any = acts_before(w, c) || acts_with(w, c) || acts_first(w, c) ||
		   acts_from(w, c) || acts_object(w, c);

	for (int i = 0; i < c->n_slots; i++) {
		struct mean_slot *s = &c->slot[i];

		/* STAYS WITH ME does not keep me */
		if (any && is_figure(s) && str_is(s->rel, "with") &&
		    is_mine(w, s->label_of[0]) && !s->acts &&
		    !verb_wants(w, c->verb, 'u') && !str_is(c->verb, "pass"))
			s->acts = true;
		/* A1 FORM A2 A3 */
		if (any && is_figure(s) && !s->rel.len &&
		    is_mine(w, s->label_of[0]) && str_is(c->verb, "form"))
			s->acts = true;
		if (s->acts && s->n > 1)
			acts_own(w, s);
	}
}

static void slot_drop(struct clause *c, int i)
{
	memmove(&c->slot[i], &c->slot[i + 1],
		(size_t)(c->n_slots - i - 1) * sizeof(*c->slot));
	c->n_slots--;
}

/* ONE OF THE ARCHERS: the reader asks for one of them */
static void one_of(struct clause *c)
{
	for (int i = 0; i + 1 < c->n_slots; i++) {
		struct mean_slot *s = &c->slot[i + 1];

		if (c->slot[i].is != MEAN_NUMBER || c->slot[i].number != 100 ||
		    s->is != MEAN_FIGURE || !str_is(s->rel, "of") || s->n < 2)
			continue;
		s->rel = STR("");
		s->several = false;
		c->unknown++;
		memmove(&c->slot[i], &c->slot[i + 1],
			(size_t)(c->n_slots - i - 1) * sizeof(*c->slot));
		c->n_slots--;
		return;
	}
}

/* is slot k a set of that many figures? */
static bool is_counted(const struct clause *c, int k, int32_t number)
{
	return k >= 0 && k < c->n_slots && c->slot[k].is == MEAN_FIGURE &&
	       c->slot[k].n > 1 && c->slot[k].n * 100 == number;
}

/* THE ARCHERS, THE THREE; but THE ARCHERS GO 3 and THE ARCHERS 3 NORTH measure
 */
static bool is_count_behind(const struct clause *c, int i)
{
	const struct mean_slot *s = &c->slot[i];

	return is_counted(c, i - 1, s->number) && s[-1].several &&
	       s->before == s[-1].before &&
	       (i + 1 == c->n_slots || s[1].is == MEAN_FIGURE);
}

/* THE TWO GUARDSMEN, THE ARCHERS, THE THREE: all of them */
static void counts_drop(struct clause *c)
{
	for (int i = c->n_slots - 1; i >= 0; i--) {
		if (c->slot[i].is != MEAN_NUMBER)
			continue;
		if (is_counted(c, i + 1, c->slot[i].number))
			c->slot[i + 1].several = true;
		else if (!is_count_behind(c, i))
			continue;
		slot_drop(c, i);
	}
}

/* every figure of the writer; the leader comes last, and fights only if the
 * line names him */
static void slot_everybody(struct meaning_work *w, const struct clause *c,
			   struct mean_slot *s)
{
	const struct grammar_names *names = &w->r->names;

	s->is = MEAN_FIGURE;
	s->several = true;
	s->acts = true;
	for (int lead = 0; lead < 2; lead++)
		for (int k = 0; k < names->n; k++)
			if (names->v[k].there && !names->v[k].idle &&
			    names->v[k].leads == (lead == 1) &&
			    !(lead && str_is(c->verb, "attack")) &&
			    is_mine(w, names->v[k].label))
				slot_add(s, names->v[k].label);
}

/* ALL: before figures in the plural it is one of them; alone, everybody */
static void who_is_all(struct meaning_work *w, struct clause *c)
{
	int all = -1;

	one_of(c);
	counts_drop(c);
	for (int i = 0; i < c->n_slots; i++)
		if (c->slot[i].is == MEAN_ALL)
			all = i;
	if (all < 0)
		return;
	if ((all + 1 < c->n_slots && c->slot[all + 1].is == MEAN_FIGURE) ||
	    (all > 0 && c->slot[all - 1].is == MEAN_FIGURE)) {
		if (all + 1 < c->n_slots && c->slot[all + 1].n > 1)
			c->slot[all + 1].several = true;
		slot_drop(c, all);
		return;
	}
	slot_everybody(w, c, &c->slot[all]);
}

/* 22,12 is a place where neither a direction nor a goal stands beside it */
static void numbers_tidy(struct clause *c)
{
	bool leads = false;
	int numbers = 0, n = 0;

	for (int i = 0; i < c->n_slots; i++)
		numbers += c->slot[i].is == MEAN_NUMBER && !c->slot[i].weak;
	for (int i = 0; i < c->n_slots; i++)
		if (!numbers || c->slot[i].is != MEAN_NUMBER ||
		    !c->slot[i].weak)
			c->slot[n++] = c->slot[i];
	c->n_slots = n;
	for (int i = 0; i < c->n_slots; i++)
		leads |= c->slot[i].is == MEAN_DIR ||
			 c->slot[i].is == MEAN_WAY ||
			 c->slot[i].is == MEAN_PLACE ||
			 c->slot[i].is == MEAN_EDGE ||
			 (c->slot[i].is == MEAN_FIGURE && c->slot[i].rel.len);
	for (int i = 0; i < c->n_slots && !leads; i++)
		if (c->slot[i].is == MEAN_NUMBER && c->slot[i].partly) {
			c->slot[i].is = MEAN_PLACE;
			leads = true;
		}
}

/* FORWARD TO C2, BACK TO B1: beside a goal these words say no more */
static void ways_tidy(struct clause *c)
{
	bool goal = false;

	for (int i = 0; i < c->n_slots; i++) {
		const struct mean_slot *s = &c->slot[i];

		if (s->is == MEAN_NUMBER || s->is == MEAN_EDGE)
			return;
		goal |= s->is == MEAN_PLACE ||
			((s->is == MEAN_FIGURE || s->is == MEAN_THING) &&
			 (str_is(s->rel, "to") || str_is(s->rel, "toward") ||
			  str_is(s->rel, "beside")));
	}
	for (int i = c->n_slots - 1; i >= 0 && goal; i--) {
		const struct mean_slot *s = &c->slot[i];

		if (s->is == MEAN_WAY && !s->rel.len &&
		    (str_is(s->value, "forward") || str_is(s->value, "back") ||
		     str_is(s->value, "up") || str_is(s->value, "down") ||
		     str_is(s->value, "round")))
			slot_drop(c, i);
	}
}

static bool covers(const struct grammar_thing *t, int32_t x, int32_t y)
{
	return t->x - t->half_x <= x && x <= t->x + t->half_x &&
	       t->y - t->half_y <= y && y <= t->y + t->half_y;
}

/* INTO THE WOOD TO 18 19: the place says it, if it is in the wood; TURN ROUND
 * TO THE WEST */
static void repeats_tidy(struct meaning_work *w, struct clause *c)
{
	bool turned = false;

	for (int i = 0; i < c->n_slots; i++)
		turned |= c->slot[i].is == MEAN_DIR && str_is(c->verb, "turn");
	for (int i = c->n_slots - 1; i >= 0; i--) {
		const struct mean_slot *s = &c->slot[i];
		const struct grammar_thing *t =
			s->is == MEAN_THING && s->n == 1
				? thing_of(w, s->label_of[0])
				: NULL;
		bool inside = false;

		for (int k = 0; t && k < c->n_slots; k++)
			inside |= c->slot[k].is == MEAN_PLACE && t->half_x &&
				  covers(t, c->slot[k].x, c->slot[k].y);
		if (inside ||
		    (turned && s->is == MEAN_WAY && str_is(s->value, "round")))
			slot_drop(c, i);
	}
}

/* KARG GOES TO A4, whose label is A4: the square */
static void squares_tidy(struct clause *c)
{
	for (int i = 0; i < c->n_slots; i++) {
		struct mean_slot *s = &c->slot[i];
		bool self = false;

		for (int k = 0; k < c->n_slots; k++)
			self |= c->slot[k].acts && c->slot[k].n == 1 &&
				k != i && s->n == 1 &&
				slot_has(s, c->slot[k].label_of[0]);
		if (s->is != MEAN_FIGURE || !s->square || !self ||
		    !(str_is(s->rel, "to") || str_is(s->rel, "at")))
			continue;
		s->is = MEAN_PLACE;
		s->acts = false;
		s->n = 0;
	}
}

/* A name may be a card and an object in play. The first one that is cast is
 * the card; before a verb, or with other verbs, it is the object. */
static void cards_tidy(struct clause *c, bool has_verb)
{
	bool casts = !has_verb || str_is(c->verb, "cast") ||
		     str_is(c->verb, "quickcast") || str_is(c->verb, "plan") ||
		     str_is(c->verb, "reveal") || str_is(c->verb, "card");
	bool lists = !has_verb || str_is(c->verb, "plan");
	bool card = false;

	for (int i = 0; i < c->n_slots; i++) {
		struct mean_slot *s = &c->slot[i];

		if (s->is != MEAN_SPELL)
			continue;
		if (s->n &&
		    ((s->before && has_verb && !str_is(c->verb, "reveal")) ||
		     (card && !(lists && !s->rel.len)) ||
		     str_is(s->rel, "before") || str_is(s->rel, "after") ||
		     (!casts && !str_is(s->rel, "with"))))
			s->is = MEAN_FIGURE;
		else
			card = true;
	}
}

static bool is_leader(const struct meaning_work *w, const struct clause *c,
		      int at)
{
	return at >= 0 && at < c->n_slots && is_figure(&c->slot[at]) &&
	       c->slot[at].n == 1 && is_mine(w, c->slot[at].label_of[0]);
}

/* take the figure out of all slots, THE ARCHERS among them */
static void figure_drop(struct clause *c, int32_t label)
{
	for (int i = c->n_slots - 1; i >= 0; i--) {
		struct mean_slot *of = &c->slot[i];
		int n = 0;

		if (!slot_has(of, label))
			continue;
		for (int k = 0; k < of->n; k++)
			if (of->label_of[k] != label)
				of->label_of[n++] = of->label_of[k];
		of->n = n;
		if (!n)
			slot_drop(c, i);
	}
}

/* A3 LEADS, LED BY A3: of those that act it comes first */
static void leader_first(struct meaning_work *w, struct clause *c)
{
	int at = -1, who;
	struct mean_slot lead;

	for (int i = 0; i < c->n_slots; i++)
		if (c->slot[i].is == MEAN_MOD &&
		    str_is(c->slot[i].value, "leads"))
			at = i;
	if (at < 0)
		return;
	who = is_leader(w, c, at - 1)   ? at - 1
	      : is_leader(w, c, at + 1) ? at + 1
					: -1;
	if (who < 0)
		return;
	lead = c->slot[who];
	lead.acts = true;
	lead.rel = STR("");
	slot_drop(c, at > who ? at : who);
	slot_drop(c, at > who ? who : at);
	figure_drop(c, lead.label_of[0]);
	memmove(&c->slot[1], &c->slot[0],
		(size_t)c->n_slots * sizeof(*c->slot));
	c->slot[0] = lead;
	c->n_slots++;
}

/* make the slots of a clause again after its items changed */
static void clause_slots(struct meaning_work *w, struct clause *c)
{
	struct slotting x = { .w = w, .c = c, .rel = STR("") };
	bool has_verb = false;

	c->n_slots = 0;
	c->unknown = 0;
	c->guessed = false;
	c->negated = false;
	clause_verb(w, c);
	for (int i = 0; i < c->n; i++)
		has_verb |= c->v[i]->is == MEAN_VERB;
	x.before = has_verb;
	for (int i = 0; i < c->n; i++)
		item_slot(&x, i);
	numbers_tidy(c);
	cards_tidy(c, has_verb);
	who_is_all(w, c);
	who_acts(w, c);
	squares_tidy(c);
	ways_tidy(c);
	repeats_tidy(w, c);
	leader_first(w, c);
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
				    may_act(w, w->r->names.v[k].label))
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
		    is != MEAN_MOD &&
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
		if (mean_in(last, k) && is_mine(w, w->r->names.v[k].label))
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

		/* FIGHTS B1 TO CAPTURE WITH A3: how it fights */
		if (m->is == MEAN_VERB && first >= 0 && between &&
		    !str_is(m->value, "capture") &&
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

/* does some row fit the clause exactly, one that is carried out? */
static bool is_whole(struct meaning_work *w, const struct clause *c)
{
	struct row_text t[4];
	int n = clause_texts(w, c, true, t, 4);

	for (int i = 0; i < n; i++)
		if (!t[i].asked)
			return true;
	return false;
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

	if (end == s->from) {
		w->unsure = true;
		x->when.has = false;
		return i;
	}
	if (!x->when.label)
		x->when.label =
			x->last ? clause_target(x->last) : w->memory->target;
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

/* a clause of its own, or two if there are two verbs in it; false: there are
 * too many */
static bool cut_clause(struct cutting *x, const struct segment *s)
{
	struct meaning_work *w = x->w;
	int cut = second_verb(w, s);
	bool entry = is_entry(w, x->last, s);
	struct str verb = entry ? x->last->verb : STR("");
	struct clause *c;

	if (entry) { /* what stands before the list is only its verb */
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
	if (!c->verb.len && x->last) {
		c->verb = x->last->verb;
		c->elided = true;
		/* .., OTHERWISE P2: a target, like the one before */
		for (int i = 0; i < c->n_slots; i++)
			if (s->joint == CLAUSE_ELSE && c->slot[i].n &&
			    is_nobodys(w, c->slot[i].label_of[0]))
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
		/* A1 SHOOTS B1 and A5 B2; but MOVE A2 and A3 5 north is one */
		fresh = s.verb || !x.last || s.joint == CLAUSE_ELSE ||
			says_same(w, &s) ||
			(begins_with_mine(w, &s) &&
			 (!is_list(w, &s) || ends_with_foe(w, &s) ||
			  acts_alike(w, x.last, &s)) &&
			 is_whole(w, x.last));
		if (cut_carried(&x, &s, i) || cut_facing(w, &s))
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
static bool is_said(const struct clause *c, const struct mean_slot *s)
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
		if (!b->slot[i].acts && !is_said(a, &b->slot[i]))
			out->slot[out->n_slots++] = b->slot[i];
	out->unknown += b->unknown;
	out->guessed |= b->guessed;
	if (!out->when.has)
		out->when = b->when;
	if (verb_row(w, b->verb) < verb_row(w, a->verb))
		out->verb = b->verb;
}

int32_t clause_actor(const struct clause *c)
{
	for (int i = 0; i < c->n_slots; i++)
		if (c->slot[i].acts && c->slot[i].n == 1)
			return c->slot[i].label_of[0];
	return 0;
}

int32_t clause_target(const struct clause *c)
{
	for (int i = 0; i < c->n_slots; i++)
		if ((c->slot[i].is == MEAN_FIGURE ||
		     c->slot[i].is == MEAN_THING) &&
		    !c->slot[i].acts && c->slot[i].n == 1)
			return c->slot[i].label_of[0];
	return 0;
}

/* nobody is told to act: those of the clause before do */
static void actors_inherit(struct clause *c, const struct clause *before)
{
	for (int i = 0; i < c->n_slots; i++)
		if (c->slot[i].acts)
			return;
	for (int i = 0; i < before->n_slots && c->n_slots < CLAUSE_SLOTS; i++)
		if (before->slot[i].acts)
			c->slot[c->n_slots++] = before->slot[i];
}

static bool has_kind(const struct clause *c, enum mean_class is)
{
	for (int i = 0; i < c->n_slots; i++)
		if (c->slot[i].is == is)
			return true;
	return false;
}

/* BEFORE A3 ACTS */
static bool is_moment(const struct mean_slot *s)
{
	return s->is == MEAN_FIGURE &&
	       (str_is(s->rel, "before") || str_is(s->rel, "after"));
}

/* does the clause name a target, apart from actors and pronouns? */
static bool names_target(const struct clause *c)
{
	for (int i = 0; i < c->n_slots; i++)
		if ((c->slot[i].is == MEAN_FIGURE ||
		     c->slot[i].is == MEAN_THING) &&
		    !c->slot[i].acts && !c->slot[i].pro &&
		    !is_moment(&c->slot[i]))
			return true;
	return false;
}

/* the figure of the clause's condition: BEFORE A3 ACTS, IF B1 IS ALIVE */
static int32_t clause_spoken(const struct clause *c)
{
	for (int i = 0; i < c->n_slots; i++)
		if (is_moment(&c->slot[i]) && c->slot[i].n == 1)
			return c->slot[i].label_of[0];
	return c->when.has ? c->when.label : 0;
}

/* IT is none of those that were spoken of: any of the others' pieces, of which
 * perhaps one alone will do */
static void slot_any_foe(struct meaning_work *w, struct mean_slot *s)
{
	const struct grammar_names *names = &w->r->names;

	for (int i = 0; i < names->n && w->line->seat >= 0; i++)
		if (!names->v[i].idle && names->v[i].there &&
		    mean_seat_of(&names->v[i]) != w->line->seat)
			slot_add(s, names->v[i].label);
	/* a step that cannot be done tells nothing of whom it was meant for */
	w->doubtful |=
		s->n > 1 && meaning_places(w->r->g->meaning) == GRAMMAR_ZONES;
}

/* IT is the target; where that is named besides, LE DISPARA A B1, it goes */
static void pronouns_fill(struct meaning_work *w, struct clause *c,
			  int32_t actor, int32_t target)
{
	bool named = names_target(c);
	int n = 0;

	for (int i = 0; i < c->n_slots; i++) {
		struct mean_slot *s = &c->slot[i];
		bool self = str_is(s->value, "self");

		if (s->pro && named && !self)
			continue;
		/* HE GOES NORTH: the actor of the clause before */
		if (s->pro && s->before && str_is(s->value, "he") && actor)
			continue;
		if (s->pro && self && actor)
			slot_add(s, actor);
		else if (s->pro && !self && target && target != actor) {
			/* IF IT IS ARMED, DISARM IT */
			if (c->when.has && !name_of_label(w, target))
				s->is = MEAN_THING;
			slot_add(s, target);
		} else if (s->pro && !self && actor && !has_kind(c, MEAN_SPELL))
			slot_any_foe(w, s);
		c->slot[n++] = *s;
	}
	c->n_slots = n;
}

/* DISPARALE: the object is part of the verb */
static void carried_add(struct meaning_work *w, struct clause *c, int32_t actor,
			int32_t target, bool any)
{
	struct mean_slot s = { .is = MEAN_FIGURE, .label = true };

	if (target && target != actor) {
		s.is = name_of_label(w, target) ? MEAN_FIGURE : MEAN_THING;
		slot_add(&s, target);
	} else if (any) {
		slot_any_foe(w, &s);
		/* a spell may be cast on any of them */
		w->doubtful |= has_kind(c, MEAN_SPELL);
	}
	if (s.n && c->n_slots < CLAUSE_SLOTS)
		c->slot[c->n_slots++] = s;
}

/* RUNS TO B1 and ATTACKS: the second verb has no target */
static bool lacks_target(struct meaning_work *w, const struct clause *c)
{
	for (int i = 0; i < c->n_slots; i++)
		if (!c->slot[i].acts)
			return false;
	return verb_wants(w, c->verb, 't') && !is_whole(w, c);
}

/* HE .., in front of its verb */
static bool begins_with_he(const struct clause *c)
{
	for (int i = 0; i < c->n_slots; i++)
		if (c->slot[i].pro && c->slot[i].before &&
		    str_is(c->slot[i].value, "he"))
			return true;
	return false;
}

/* GIVE IT TO A3 and HE GOES: A3; 0: the clause has no such target */
static int32_t own_target(const struct meaning_work *w, const struct clause *c)
{
	int32_t label = 0;

	for (int i = 0; i < c->n_slots; i++)
		if (c->slot[i].is == MEAN_FIGURE && !c->slot[i].acts &&
		    c->slot[i].n == 1 && is_mine(w, c->slot[i].label_of[0]))
			label = c->slot[i].label_of[0];
	return label;
}

static void acts_add(struct clause *c, int32_t actor)
{
	struct mean_slot s = {
		.is = MEAN_FIGURE, .label = true, .acts = true, .before = true
	};

	slot_add(&s, actor);
	if (actor && c->n_slots < CLAUSE_SLOTS)
		c->slot[c->n_slots++] = s;
}

/* A1 GOES 3 NORTH, A5 THE SAME: the clause has only its actors and SAME, and
 * takes the rest from the one before */
static void same_resolve(struct clause *c, const struct clause *before)
{
	int at = -1;

	for (int i = 0; i < c->n_slots; i++) {
		if (c->slot[i].is == MEAN_MOD &&
		    str_is(c->slot[i].value, "same"))
			at = i;
		else if (c->slot[i].is != MEAN_FIGURE || c->slot[i].pro)
			return;
	}
	if (at < 0)
		return;
	slot_drop(c, at);
	for (int i = 0; i < c->n_slots; i++) {
		c->slot[i].acts = true;
		c->slot[i].rel = STR("");
	}
	c->verb = before->verb;
	c->elided = false;
	/* A1 DOES NOT MOVE BUT A5 DOES: it does something */
	if (str_is(c->verb, "nomove") || str_is(c->verb, "pass")) {
		c->verb = STR("go");
		c->unknown++;
	}
	for (int i = 0; i < before->n_slots && c->n_slots < CLAUSE_SLOTS; i++)
		if (!before->slot[i].acts)
			c->slot[c->n_slots++] = before->slot[i];
}

/* A1 FIGHTS B1, A2 HELPS: the helpers stand with the actor before */
static bool assists(struct clause *c, struct clause *before)
{
	int n = before->n_slots;

	if (!str_is(c->verb, "assist"))
		return false;
	for (int i = 0; i < c->n_slots; i++) {
		const struct mean_slot *s = &c->slot[i];

		if (s->pro || (s->is == MEAN_FIGURE && !s->acts && s->n == 1 &&
			       slot_has(s, clause_actor(before))))
			continue;
		if (s->is != MEAN_FIGURE || n == CLAUSE_SLOTS)
			return false;
		before->slot[n] = *s;
		before->slot[n].acts = false;
		before->slot[n++].rel = STR("with");
	}
	before->n_slots = n;
	before->unknown += c->unknown;
	return true;
}

/* A3 HELPS A2 SHOOT B1: A2 shoots, with A3 */
static bool helps_next(struct meaning_work *w, const struct clause *c,
		       struct clause *next)
{
	int32_t actor = 0;
	int n = next->n_slots;

	if (!str_is(c->verb, "assist") || c->negated || next->elided)
		return false;
	for (int i = 0; i < next->n_slots; i++)
		if (next->slot[i].acts)
			return false;
	for (int i = 0; i < c->n_slots; i++) {
		const struct mean_slot *s = &c->slot[i];

		if (s->is != MEAN_FIGURE || s->n != 1 ||
		    !is_mine(w, s->label_of[0]) || n == CLAUSE_SLOTS)
			return false;
		if (!s->acts) {
			actor = s->label_of[0];
			continue;
		}
		next->slot[n] = *s;
		next->slot[n].acts = false;
		next->slot[n++].rel = STR("with");
	}
	if (!actor || n == CLAUSE_SLOTS)
		return false;
	next->n_slots = n;
	acts_add(next, actor);
	next->joint = c->joint;
	return true;
}

/* clauses that only add to the one before or after are read into it */
static void clauses_fold(struct meaning_work *w)
{
	int n = w->n ? 1 : 0;

	if (w->n > 1 && helps_next(w, &w->clause[0], &w->clause[1])) {
		w->n--;
		memmove(w->clause, w->clause + 1,
			(size_t)w->n * sizeof(*w->clause));
	}
	for (int k = 1; k < w->n; k++) {
		same_resolve(&w->clause[k], &w->clause[n - 1]);
		if (!assists(&w->clause[k], &w->clause[n - 1]))
			w->clause[n++] = w->clause[k];
	}
	w->n = n;
}

/* IT is the target of the clause before or, without one, of the mail */
static void pronouns_resolve(struct meaning_work *w)
{
	int32_t target = w->memory->target, actor = w->memory->actor;

	for (int k = 0; k < w->n; k++) {
		struct clause *c = &w->clause[k];
		int32_t t, a, named = clause_actor(c);

		if (k)
			actors_inherit(c, c - 1);
		/* GIVE K3 TO A3 AND THEN RUN TO THE EXIT: A3 runs */
		if (k && !clause_actor(c) &&
		    (begins_with_he(c) ||
		     (!clause_actor(c - 1) && has_kind(c - 1, MEAN_THING))))
			acts_add(c, own_target(w, c - 1));
		if (k)
			;
		else if (!named && actor && begins_with_he(c))
			acts_add(c, actor);
		a = clause_actor(c);
		t = clause_spoken(c);
		target = t ? t : target;
		pronouns_fill(w, c, a, target);
		if (!names_target(c) &&
		    (c->carries || (k && lacks_target(w, c))))
			carried_add(w, c, a, target,
				    named != 0 || has_kind(c, MEAN_SPELL));
		t = clause_target(c);
		target = t ? t : target;
		actor = a ? a : actor;
	}
}

/* OPENS THE DOOR BUT STAYS WHERE SHE IS, STAYS IN B2 AND GUARDS: beside another
 * order of the same figure it says nothing. A1 DOES NOT MOVE says nothing
 * with an order of any figure, for to pass would cost an action. */
static bool is_stay(const struct meaning_work *w, const struct clause *c)
{
	const struct grammar_name *n = name_of_label(w, clause_actor(c));

	if (c->negated || c->unknown || c->when.has || !n ||
	    c->joint == CLAUSE_ELSE || c->joint == CLAUSE_OR ||
	    !(str_is(c->verb, "pass") || str_is(c->verb, "keep") ||
	      str_is(c->verb, "nomove")))
		return false;
	for (int i = 0; i < c->n_slots; i++) {
		const struct mean_slot *s = &c->slot[i];

		if (!s->acts && !(s->is == MEAN_PLACE && n->there &&
				  s->x == n->x && s->y == n->y))
			return false;
	}
	return true;
}

static void stays_drop(struct meaning_work *w)
{
	int n = 0;

	for (int k = 0; k < w->n; k++) {
		const struct clause *c = &w->clause[k];
		bool acts = false;

		for (int i = 0; i < w->n; i++)
			acts |= i != k && !w->clause[i].negated &&
				!is_stay(w, &w->clause[i]) &&
				(str_is(c->verb, "nomove") ||
				 clause_actor(&w->clause[i]) ==
					 clause_actor(c));
		if (acts && is_stay(w, c))
			continue;
		if (n != k)
			w->clause[n] = *c;
		n++;
	}
	w->n = n;
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
	clauses_fold(w);
	pronouns_resolve(w);
	stays_drop(w);
}
