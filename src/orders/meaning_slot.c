/*
 * src/orders/meaning_slot.c - the verb of a clause, its actor, its target and
 * its other arguments
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

int32_t item_label(const struct meaning_work *w, const struct mean_item *i)
{
	for (int k = 0; k < w->r->names.n && k < MEAN_MAX_NAMES; k++)
		if (mean_in(i, k))
			return w->r->names.v[k].label;
	return 0;
}

bool slot_has(const struct mean_slot *s, int32_t label)
{
	for (int i = 0; i < s->n; i++)
		if (s->label_of[i] == label)
			return true;
	return false;
}

void slot_add(struct mean_slot *s, int32_t label)
{
	if (s->n < SLOT_FIGURES && !slot_has(s, label))
		s->label_of[s->n++] = label;
}

bool label_is_mine(const struct meaning_work *w, int32_t label)
{
	const struct grammar_name *n = name_of_label(w, label);

	/* if the writer is unknown, any figure counts as the writer's */
	return n && (w->line->seat < 0 || mean_seat_of(n) == w->line->seat);
}

bool label_is_nobodys(const struct meaning_work *w, int32_t label)
{
	const struct grammar_name *n = name_of_label(w, label);

	return n && mean_seat_of(n) < 0;
}

/* may the writer give the figure orders? */
bool label_may_act(const struct meaning_work *w, int32_t label)
{
	const struct grammar_name *n = name_of_label(w, label);

	return n && !n->idle &&
	       (w->line->seat < 0 || mean_seat_of(n) == w->line->seat ||
		mean_seat_of(n) < 0);
}

void clause_add(struct meaning_work *w, struct clause *c, int from, int to)
{
	for (int i = from; i < to && c->n < MEAN_MAX_TOKENS; i++)
		c->v[c->n++] = &w->line->v[i];
}

/* has it a figure, and a verb that takes a target or a place? */
static bool has_aim(struct meaning_work *w, const struct clause *c)
{
	bool figure = false, aim = false;

	for (int i = 0; i < c->n; i++) {
		figure |= c->v[i]->is == MEAN_FIGURE;
		aim |= c->v[i]->is == MEAN_VERB &&
		       (verb_wants(w, c->v[i]->value, 't') ||
			verb_wants(w, c->v[i]->value, 'p'));
	}
	return figure && aim;
}

/* the verb of a clause: of several verbs the one with the earliest rows, so
 * USE yields to others */
static void clause_verb(struct meaning_work *w, struct clause *c)
{
	int best = INT32_MAX, others = 0;
	bool aims = has_aim(w, c), turns = false;

	c->verb = STR("");
	c->carries = c->mine = false;
	for (int i = 0; i < c->n; i++) {
		int row;

		if (c->v[i]->is != MEAN_VERB)
			continue;
		/* A1 ATTACKS ANYTHING leaves no set-up to the computer */
		if (aims && str_is(c->v[i]->value, "auto")) {
			c->unknown++;
			continue;
		}
		c->carries |= c->v[i]->carries;
		c->mine |= c->v[i]->mine;
		row = verb_row(w, c->v[i]->value);
		turns |= str_is(c->v[i]->value, "turn");
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
	/* MAKES AN ATTACK AT A DISTANCE is no question */
	if (str_is(c->verb, "plan") || (str_is(c->verb, "far") && !w->asks))
		c->unknown += others;
	/* OPENS D1 TURNS: one verb too many */
	if (c->n && c->v[c->n - 1]->is == MEAN_VERB)
		c->unknown += !str_equal(c->v[c->n - 1]->value, c->verb);
	/* GORAN TURNS ON THE WIZARD, in zones: no order says it */
	c->unknown += turns && !c->verb.len;
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

		if (!mean_in(i, k) || (of == 1 && !label_is_mine(w, label)) ||
		    (of == 2 && label_is_mine(w, label)))
			continue;
		slot_add(s, label);
	}
	/* MY SKELETON, a monster without a seat */
	for (int k = 0; !s->n && of == 1 && k < names->n && k < MEAN_MAX_NAMES;
	     k++)
		if (mean_in(i, k) && label_is_nobodys(w, names->v[k].label))
			slot_add(s, names->v[k].label);
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
	if (str_is(i->value, "me") || str_is(i->value, "home")) {
		slot_leader(w, true, s);
		if (str_is(i->value, "home"))
			s->rel = STR("to");
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
	/* FIRES A BLAST AT B1: how it shoots */
	if (str_is(i->value, "blast") && str_is(x->c->verb, "shoot") &&
	    verb_has_part(x->w, i->value, i->value)) {
		struct mean_slot *s = slot_new(x->c, i, x->rel, false);

		if (s)
			s->is = MEAN_MOD;
	}
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

/* A1 DOES NOT FIGHT and INSTEAD OF FIGHTING negate the clause. A1 FIGHTS B1,
 * NOT B2 and A1 FIGHTS WITHOUT A2 exclude a figure: the reader asks. */
static void not_item(struct slotting *x, int at)
{
	const struct mean_item *i = x->c->v[at];
	bool leads = at + 1 < x->c->n && x->c->v[at + 1]->is == MEAN_VERB;
	bool whole = str_is(i->value, "nobody") ||
		     (!x->seen_verb && (leads || !str_is(i->value, "but")));

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
		/* CLOSES THE DOOR is not CLOSER (TO) THE DOOR */
		x->c->unknown += i->guessed && !x->c->verb.len;
		/* TOUCHING (TO) B1, AWAY FROM (OF) B1 */
		if (!x->rel.len ||
		    !(str_is(i->value, "of") || str_is(i->value, "to")))
			x->rel = i->value;
		return true;
	case MEAN_MINE: x->of = 1; return true;
	case MEAN_FOE: x->of = 2; return true;
	case MEAN_NOT: not_item(x, at); return true;
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
	case MEAN_BLOW:
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

	if (str_is(c->v[at]->value, "one")) /* THE ONE ON THE RIGHT */
		return true;

	for (int k = at - 1; k >= 0 && k >= at - 2; k--)
		if (c->v[k]->is == MEAN_FIGURE || c->v[k]->is == MEAN_EDGE)
			return false;
	for (int k = at + 1; k < c->n && k <= at + 2; k++)
		if (c->v[k]->is != MEAN_IDLE)
			return c->v[k]->is == MEAN_VERB;
	return true;
}

/* a measure of a figure, by a number that says of what */
typedef int64_t measure_fn(const struct meaning_work *w,
			   const struct grammar_name *n, int64_t about);

/* Keep the figure of the slot with the highest measure, if it has a place. */
static void slot_most(struct meaning_work *w, measure_fn *measure,
		      int64_t about, struct mean_slot *s)
{
	const struct grammar_name *best = NULL;
	int64_t most = 0;

	for (int k = 0; k < s->n; k++) {
		const struct grammar_name *n = name_of_label(w, s->label_of[k]);
		int64_t is = n && n->there ? measure(w, n, about) : 0;

		if (!n || !n->there || (best && is <= most))
			continue;
		best = n;
		most = is;
	}
	if (best) {
		s->n = 1;
		s->label_of[0] = best->label;
	}
}

/* how far it stands to that side of the board, in degrees of the compass */
static int64_t to_side(const struct meaning_work *w,
		       const struct grammar_name *n, int64_t degrees)
{
	bool down = meaning_places(w->r->g->meaning) != GRAMMAR_POINTS;

	switch (degrees) {
	case 0: return down ? -(int64_t)n->y : n->y;
	case 90: return n->x;
	case 180: return down ? n->y : -(int64_t)n->y;
	default: return -(int64_t)n->x;
	}
}

/* how near it is to another figure; that itself is not meant */
static int64_t near_to(const struct meaning_work *w,
		       const struct grammar_name *n, int64_t label)
{
	const struct grammar_name *o = name_of_label(w, (int32_t)label);
	int64_t dx = o ? (int64_t)n->x - o->x : 0;
	int64_t dy = o ? (int64_t)n->y - o->y : 0;

	return o == n ? INT64_MIN : -(dx * dx + dy * dy);
}

/* .. those of the seat that holds such a thing */
static void slot_holders(struct meaning_work *w, const struct mean_item *thing,
			 struct mean_slot *s)
{
	const struct grammar_names *names = &w->r->names;
	struct mean_slot held = { .n = 0 }, meant = { .n = 0 };

	slot_things(w, thing, &meant);
	for (int k = 0; k < names->n_thing; k++) {
		const struct grammar_thing *t = &names->thing[k];

		/* THE CHEST: whatever it holds */
		if (!t->holder || !(slot_has(&meant, t->label) ||
				    str_is(thing->value, "chest")))
			continue;
		for (int i = 0; i < s->n; i++)
			if (mean_seat_of(name_of_label(w, s->label_of[i])) ==
			    t->holder - 1)
				slot_add(&held, s->label_of[i]);
	}
	if (!held.n)
		return;
	s->n = held.n;
	memcpy(s->label_of, held.label_of, sizeof(held.label_of));
}

/* THE ONE ON THE RIGHT, THE ONE WITH THE CHEST, THE ONE NEXT TO B2: what
 * follows tells which, and is skipped then */
static void one_choose(struct slotting *x, int at, struct mean_slot *s)
{
	struct str rel = STR("");

	for (int k = at + 1; k < x->c->n; k++) {
		const struct mean_item *m = x->c->v[k];

		if (m->is == MEAN_REL)
			rel = m->value;
		if (m->is == MEAN_REL || m->is == MEAN_IDLE ||
		    m->is == MEAN_CLITIC)
			continue;
		if (m->is == MEAN_THING)
			slot_holders(x->w, m, s);
		else if (m->is == MEAN_DIR && m->number % 90 == 0)
			slot_most(x->w, to_side, m->number, s);
		else if (m->is == MEAN_WAY && (str_is(m->value, "left") ||
					       str_is(m->value, "right")))
			slot_most(x->w, to_side,
				  str_is(m->value, "left") ? 270 : 90, s);
		else if (m->is == MEAN_FIGURE && m->n_set == 1 &&
			 str_is(rel, "beside"))
			slot_most(x->w, near_to, item_label(x->w, m), s);
		else
			return;
		x->skips = true;
		return;
	}
}

/* any of another player's; THE ONE: of the writer's for a verb that takes
 * friends alone, else anybody's but the writer's */
static void foe_slot(struct slotting *x, int at)
{
	const struct mean_item *i = x->c->v[at];
	const struct grammar_names *names = &x->w->r->names;
	struct mean_slot *s = slot_new(x->c, i, x->rel, x->before);
	bool one = str_is(i->value, "one");
	bool own = one && verb_wants(x->w, x->c->verb, 'u') &&
		   !verb_wants(x->w, x->c->verb, 't');

	x->rel = STR("");
	x->c->unknown++; /* it is asked about */
	if (!s)
		return;
	s->is = MEAN_FIGURE;
	for (int k = 0; k < names->n; k++)
		if (!names->v[k].idle &&
		    (one ? names->v[k].there
			 : mean_seat_of(&names->v[k]) >= 0) &&
		    label_is_mine(x->w, names->v[k].label) == own)
			slot_add(s, names->v[k].label);
	if (one)
		one_choose(x, at, s);
	if (!s->n)
		x->c->n_slots--;
}

/* ONE GUARDSMAN GOES 5 NORTH: no number */
static bool is_article(const struct slotting *x, int at)
{
	const struct mean_item *i = x->c->v[at];
	const struct mean_item *next =
		at + 1 < x->c->n ? x->c->v[at + 1] : NULL;

	return i->is == MEAN_NUMBER && i->number == 100 &&
	       x->w->r->t[i->from].type == TOKEN_WORD && next &&
	       next->is == MEAN_FIGURE && !next->label;
}

static void item_slot(struct slotting *x, int at)
{
	const struct mean_item *i = x->c->v[at];
	bool says_nothing = i->is == MEAN_IDLE || i->is == MEAN_CLITIC;

	if (is_article(x, at))
		return;

	x->skips &= i->is != MEAN_VERB && i->is != MEAN_AND;
	if (i->point)
		x->rel = STR("");
	if (!says_how(x, at) && !x->skips)
		slot_item(x, i);
	x->c->guessed |= i->guessed && i->is != MEAN_UNKNOWN;
	if (i->is == MEAN_FOE && foe_alone(x, at)) {
		foe_slot(x, at);
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
		if (label_may_act(w, s->label_of[k]))
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
		    label_is_mine(w, c->slot[i].label_of[0]))
			return verb_wants(w, c->verb, 't') ||
			       verb_wants(w, c->verb, 'u');
	return false;
}

/* A1 IS STRUCK BY B1, A1 LETS B1 STRIKE, A1 AND B1 FIGHT: it is another
 * player's figure that may act */
static bool is_subject_unclear(const struct meaning_work *w,
			       const struct clause *c)
{
	bool mine = false, between = false;

	for (int i = 0; i < c->n_slots; i++)
		if (is_figure(&c->slot[i]) && !c->slot[i].before &&
		    (str_is(c->slot[i].rel, "by") ||
		     str_is(c->slot[i].rel, "through")) &&
		    !label_is_mine(w, c->slot[i].label_of[0]))
			return true;
	for (int i = 0; i < c->n && c->v[i]->is != MEAN_VERB; i++) {
		const struct mean_item *m = c->v[i];

		if (m->is == MEAN_IDLE || m->is == MEAN_AND)
			between |= mine;
		if (m->is != MEAN_FIGURE || m->n_set != 1)
			continue;
		if (!label_is_mine(w, item_label(w, m)))
			return between && c->verb.len;
		mine = true;
		between = false;
	}
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
	    !label_is_mine(w, s->label_of[0]))
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
		plain |= !s->rel.len && label_is_mine(w, s->label_of[0]);
	}
	if (plain && !verb_wants(w, c->verb, 'u') &&
	    !(verb_wants(w, c->verb, 't') && others < 2))
		return false;
	for (int i = 0; i < c->n_slots; i++) {
		struct mean_slot *s = &c->slot[i];

		if (is_figure(s) && label_may_act(w, s->label_of[0]) &&
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
	bool row = label_is_mine(w, f->label_of[0]) &&
		   !verb_wants(w, c->verb, 'u');

	for (int k = 0; k < first; k++)
		c->unknown += c->slot[k].is == MEAN_FIGURE &&
			      !c->slot[k].rel.len && !c->slot[k].pro;
	for (int k = first + 1; row && k < c->n_slots; k++) {
		struct mean_slot *s = &c->slot[k];

		if (is_figure(s) && !s->rel.len &&
		    label_letter(s->label_of[0]) ==
			    label_letter(f->label_of[0]) &&
		    label_is_mine(w, s->label_of[0]))
			s->acts = true;
	}
}

bool clause_has(const struct clause *c, enum mean_class is)
{
	for (int i = 0; i < c->n_slots; i++)
		if (c->slot[i].is == is)
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
	if (figures < 2 && verb_wants(w, c->verb, 'u') &&
	    !clause_has(c, MEAN_WAY) && !clause_has(c, MEAN_DIR))
		return false;
	for (int i = 0; i < c->n_slots; i++) {
		struct mean_slot *s = &c->slot[i];

		/* KILL THE GNOLL: nobody's, and the only one named; but SEND
		 * THE GNOLL TO J5 */
		if (!is_figure(s) || s->rel.len || !any_may_act(w, s) ||
		    (label_is_nobodys(w, s->label_of[0]) && c->verb.len &&
		     figures < 2 &&
		     !(clause_has(c, MEAN_PLACE) && str_is(c->verb, "go"))))
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
		    !label_is_mine(w, s->label_of[0]))
			return false;
		one = s;
	}
	/* DEJA A A6 */
	if (!one || (c->n_slots < 2 && !str_is(c->verb, "keep") &&
		     !str_is(c->verb, "turnround")))
		return false;
	one->acts = true;
	one->rel = STR("");
	return true;
}

/* FROM A1 to B1; HOW FAR IS B1 OF A1, in words that ask how far; THE ATTACK OF
 * A1 on B1 */
static bool acts_from(struct meaning_work *w, struct clause *c)
{
	bool asks = str_is(c->verb, "far") || str_is(c->verb, "see") ||
		    str_is(c->verb, "odds") || str_is(c->verb, "reach") ||
		    verb_wants(w, c->verb, 't');

	for (int i = 0; i < c->n_slots; i++)
		if (is_figure(&c->slot[i]) &&
		    (str_is(c->slot[i].rel, "from") ||
		     (asks && str_is(c->slot[i].rel, "of"))) &&
		    label_is_mine(w, c->slot[i].label_of[0])) {
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
		if (label_is_mine(w, s->label_of[k]))
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
		    label_is_mine(w, s->label_of[0]) && !s->acts &&
		    !verb_wants(w, c->verb, 'u') && !str_is(c->verb, "pass"))
			s->acts = true;
		/* A1 FORM A2 A3, FORMATION OF A1 WITH A2 */
		if (is_figure(s) &&
		    ((any && !s->rel.len) || str_is(s->rel, "of") ||
		     str_is(s->rel, "with")) &&
		    label_is_mine(w, s->label_of[0]) && str_is(c->verb, "form"))
			s->acts = true;
		if (s->acts && s->n > 1)
			acts_own(w, s);
	}
}

void slot_drop(struct clause *c, int i)
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
 * line names him; MY CREATURES, BOTH MY CREATURES: he is none of them */
static void slot_everybody(struct meaning_work *w, const struct clause *c,
			   struct mean_slot *s)
{
	const struct grammar_names *names = &w->r->names;
	bool pair = str_is(s->value, "pair");
	bool led = pair || str_is(s->value, "creatures");

	s->is = MEAN_FIGURE;
	s->several = true;
	s->acts = true;
	for (int lead = 0; lead < 2; lead++)
		for (int k = 0; k < names->n; k++)
			if (names->v[k].there && !names->v[k].idle &&
			    names->v[k].leads == (lead == 1) &&
			    !(lead && (led || str_is(c->verb, "attack"))) &&
			    label_is_mine(w, names->v[k].label))
				slot_add(s, names->v[k].label);
	w->doubtful |= pair && s->n != 2;
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
	/* EVERYBODY ATTACKS B1: the verb is between them; EVERYBODY AT B1 */
	if ((all + 1 < c->n_slots && c->slot[all + 1].is == MEAN_FIGURE &&
	     !str_is(c->slot[all + 1].rel, "at") &&
	     !str_is(c->slot[all + 1].rel, "toward") &&
	     c->slot[all].before == c->slot[all + 1].before) ||
	    (all > 0 && c->slot[all - 1].is == MEAN_FIGURE &&
	     c->slot[all].before == c->slot[all - 1].before)) {
		if (all + 1 < c->n_slots && c->slot[all + 1].n > 1)
			c->slot[all + 1].several = true;
		slot_drop(c, all);
		return;
	}
	slot_everybody(w, c, &c->slot[all]);
}

/* 22,12 N: no figure goes so far, so it is a place */
static bool far_number(const struct clause *c)
{
	for (int i = 0; i < c->n_slots; i++)
		if (c->slot[i].is == MEAN_NUMBER && c->slot[i].partly &&
		    c->slot[i].number >= 2000)
			return true;
	return false;
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
		leads |= (c->slot[i].is == MEAN_DIR && !far_number(c)) ||
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

/* ENCHANT THE WOLF WITH BEAR STRENGTH, ATTACK THE CLERIC WITH THE WOLF: the
 * name of a card is that of a creature; in the second it acts */
static bool card_is_figure(struct clause *c, int i)
{
	struct mean_slot *s = &c->slot[i];

	if (!s->rel.len)
		return i + 1 < c->n_slots && s[1].is == MEAN_SPELL &&
		       str_is(s[1].rel, "with");
	s->acts |= str_is(c->verb, "attack") && str_is(s->rel, "with");
	return s->acts;
}

/* A name may be a card and an object in play. The first one that is cast is
 * the card; before a verb, or with other verbs, it is the object. */
static void cards_tidy(struct clause *c, bool has_verb)
{
	bool casts = !has_verb || str_is(c->verb, "cast") ||
		     str_is(c->verb, "quickcast") || str_is(c->verb, "plan") ||
		     str_is(c->verb, "reveal") || str_is(c->verb, "card") ||
		     str_is(c->verb, "mage");
	bool lists =
		!has_verb || str_is(c->verb, "plan") || str_is(c->verb, "mage");
	bool card = false;

	for (int i = 0; i < c->n_slots; i++) {
		struct mean_slot *s = &c->slot[i];

		if (s->is != MEAN_SPELL)
			continue;
		if (s->n && card_is_figure(c, i)) {
			s->is = MEAN_FIGURE;
			continue;
		}
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

/* BEAR STRENGTH FOR THE WOLF leads nowhere */
static void gifts_tidy(struct clause *c)
{
	bool card = false;

	for (int i = 0; i < c->n_slots; i++)
		card |= c->slot[i].is == MEAN_SPELL;
	for (int i = 0; card && i < c->n_slots; i++)
		if (c->slot[i].is == MEAN_FIGURE &&
		    str_is(c->slot[i].rel, "toward"))
			c->slot[i].rel = STR("for");
}

static bool is_leader(const struct meaning_work *w, const struct clause *c,
		      int at)
{
	return at >= 0 && at < c->n_slots && is_figure(&c->slot[at]) &&
	       c->slot[at].n == 1 && label_is_mine(w, c->slot[at].label_of[0]);
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

/* the item before or after number i that says something; NULL: none */
static const struct mean_item *said_beside(const struct clause *c, int i,
					   int step)
{
	for (i += step; i >= 0 && i < c->n; i += step)
		if (c->v[i]->is != MEAN_IDLE && c->v[i]->is != MEAN_CLITIC)
			return c->v[i];
	return NULL;
}

/* A6 NUDGES 2 WEST, A2 SASHAYS TO E5: the one unknown word is in the place of
 * a verb, and a figure, a length and a direction or a place can only be a
 * move */
static bool is_unheard_verb(const struct clause *c)
{
	int at = -1, figures = 0, lengths = 0, ways = 0, places = 0;
	const struct mean_item *before, *after;

	for (int i = 0; i < c->n; i++)
		if (c->v[i]->is == MEAN_UNKNOWN)
			at = i;
	for (int i = 0; i < c->n_slots; i++) {
		const struct mean_slot *s = &c->slot[i];

		figures += s->acts && s->n == 1;
		lengths += s->is == MEAN_NUMBER;
		ways += s->is == MEAN_DIR || s->is == MEAN_WAY;
		places += s->is == MEAN_PLACE &&
			  (!s->rel.len || str_is(s->rel, "to"));
	}
	if (at < 0 || !c->v[at]->strange || figures != 1 ||
	    c->n_slots != figures + lengths + ways + places ||
	    !((lengths == 1 && ways == 1 && !places) ||
	      (places == 1 && !lengths && !ways)))
		return false;
	before = said_beside(c, at, -1);
	after = said_beside(c, at, 1);
	return before && before->is == MEAN_FIGURE && after &&
	       !c->v[at]->stop && !after->stop;
}

/* A2 GOES ONE SQUARE RIGHT while it faces east: of the figure, or of the board?
 * HIS LEFT is of the figure. */
static bool is_side_unclear(const struct meaning_work *w,
			    const struct clause *c)
{
	const struct grammar_name *a = name_of_label(w, clause_actor(c));
	bool number = false, side = false;

	for (int i = 0; i < c->n_slots; i++) {
		const struct mean_slot *s = &c->slot[i];

		number |= s->is == MEAN_NUMBER;
		if (s->is != MEAN_WAY)
			continue;
		if (str_is(s->value, "up") || str_is(s->value, "down"))
			return false;
		side |= str_is(s->value, "left") || str_is(s->value, "right");
	}
	for (int i = 0; i < c->n; i++)
		if (c->v[i]->is == MEAN_WAY && c->v[i]->own)
			return false;
	return a && a->facing && number && side && !str_is(c->verb, "turn") &&
	       !str_is(c->verb, "touch");
}

/* make the slots of a clause again after its items changed */
void clause_slots(struct meaning_work *w, struct clause *c)
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
	/* FIGHTS B1 WITH: the helper is missing */
	c->unknown += c->n && c->v[c->n - 1]->is == MEAN_REL &&
		      str_is(c->v[c->n - 1]->value, "with");
	numbers_tidy(c);
	cards_tidy(c, has_verb);
	gifts_tidy(c);
	who_is_all(w, c);
	who_acts(w, c);
	squares_tidy(c);
	ways_tidy(c);
	repeats_tidy(w, c);
	leader_first(w, c);
	/* A1 LOATHES 3 NORTH: it is proposed */
	if (!has_verb && c->unknown == 1 && is_unheard_verb(c)) {
		c->unknown = 0;
		w->doubtful = true;
	}
	w->doubtful |= is_side_unclear(w, c) || is_subject_unclear(w, c);
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
