/*
 * tests/prop/prop_arena.c - random games of Arena by mail: duels, teams and
 * free-for-alls, full and apprentice mode, all options drawn. prop_arena [--n
 * GAMES] [--seed SEED] What is looked at is told in play.h; what is written
 * ahead, and hardly ever possible, is drawn here. Besides, a twin of each
 * position in which all is otherwise that a seat must not see looks the same to
 * it, and refuses its orders for the same reasons.
 */
#include "play.h"
#include "duel.h"
#include "twins.h"
#include "games/arena/catalog.h"
#include "games/arena/report/report_private.h"
#include "games/arena/rules/arena.h"
#include "games/arena/rules/board.h"
#include "games/arena/rules/card.h"
#include "games/arena/rules/spell_clause.h"
#include "games/arena/rules/triggers.h"
#include "games/arena/rules/play.h"
#include "games/arena/rules/spell_private.h"
#include "games/arena/rules/target.h"
#include "games/arena/rules/trait.h"
#include "games/arena/rules/spell_effect.h"
#include "engine/common.h"
#include "tests/srcdir.h"
#include <stdio.h>

enum {
	MAX_MAILS = 260,
	LINES_AHEAD = 7,
	LINES_TALKED = 24,
	TALKERS = 100, /* one game in so many */
	BOOK_TRIES = 120,
	TWIN_EVENTS = 4096,
	TWIN_TRIES = 3,
	TWINS_PAGED = 8 /* one of so many is looked at in a page */
};

static struct card_index cards_of;
static long n_strikes;        /* that reports offered */
static struct ar_state cards; /* a state that has them all */

static const struct ar_state *state_of(const struct play *p)
{
	return (const void *)p->court.game->state;
}

/* --- what is written ahead --------------------------------------------------
 */

static void aim(struct decision *d, int tag, int word, int side, int32_t what)
{
	const int32_t w[] = { word, side, what };

	decision_add(d, tag, w, 3);
}

static int32_t any_zone(const struct ar_state *s, struct dice *rng)
{
	return ar_zone(draw(rng, s->width ? s->width : 1),
		       draw(rng, s->height ? s->height : 1));
}

static int32_t any_object(const struct ar_state *s, struct dice *rng)
{
	return s->n_objects ? s->obj[draw(rng, s->n_objects)].handle
			    : label_of('#', 1);
}

/* of any thing or place, by handle or by a word */
static void any_target(const struct ar_state *s, struct dice *rng,
		       struct decision *d, int tag)
{
	static const int words[] = { AR_NAMES_ME, AR_NAMES_MAGE,
				     AR_NAMES_NEAREST, AR_NAMES_WEAKEST,
				     AR_NAMES_ANY };
	int word;

	switch (draw(rng, 4)) {
	case 0:
		word = words[draw(rng, ARRAY_LEN(words))];
		aim(d, tag, word,
		    word >= AR_NAMES_NEAREST && draw(rng, 3) ? AR_SIDE_ENEMY
							     : AR_SIDE_NONE,
		    0);
		break;
	case 1: aim(d, tag, AR_NAMES_ZONE, 0, any_zone(s, rng)); break;
	default: aim(d, tag, AR_NAMES_OBJECT, 0, any_object(s, rng));
	}
}

/* of the cards that the decision names, one; 0: it names none */
static int32_t card_in(const struct decision *d, struct dice *rng)
{
	struct decision_arg a;
	int32_t card = 0;
	int n = 0;

	for (int at = 0; decision_next(d, at, &a); at = a.next)
		if (a.tag == AR_TAG_CARD && !draw(rng, ++n))
			card = a.w[0];
	return card;
}

/* the order with which the lines ahead are sent, or NULL */
static const struct decision *sent;

/* a card that the seat could plan, or has planned */
static int32_t any_card(const struct ar_state *s, int seat, struct dice *rng)
{
	const struct ar_player *p = &s->player[seat];
	int32_t card = p->planned[draw(rng, AR_PLANNED)];

	if (sent && sent->kind == AR_ORDER_PLAN && draw(rng, 8)) {
		card = card_in(sent, rng);
		/* what the grammar drew need be no card */
		return 0 < card && card < AR_MAX_CARDS ? card : 1;
	}
	for (int i = 0; card <= 0 && i < 400; i++) {
		int at = 1 + draw(rng, AR_MAX_CARDS - 1);

		card = p->book[at] > 0 ? at : 0;
	}
	return card > 0 ? card : 1;
}

static void border(const struct ar_state *s, struct dice *rng,
		   struct decision *d, int tag)
{
	int32_t a = any_zone(s, rng);
	int32_t b = ar_beside(s, a, (enum ar_dir)draw(rng, 4));
	const int32_t w[] = { AR_NAMES_BORDER, 0, a, b ? b : a };

	decision_add(d, tag, w, 4);
}

/* the spell with what it asks for */
static void cast(const struct ar_state *s, int seat, struct dice *rng,
		 struct decision *d, int step)
{
	int32_t card = any_card(s, seat, rng);
	const struct ar_card *c = &s->card[card];
	int32_t marks[] = { draw(rng, N_AR_CONDS), 16 + any_object(s, rng) };

	decision_add_int(d, step, AR_DO_CAST);
	decision_add_int(d, AR_TAG_CARD, card);
	if (c->target & AR_AIM_BORDER)
		border(s, rng, d, AR_TAG_TARGET);
	else if (c->target & AR_AIM_ZONE)
		aim(d, AR_TAG_TARGET, AR_NAMES_ZONE, 0, any_zone(s, rng));
	else if (c->kind != AR_CREATURE && !(c->target & AR_AIM_ARENA))
		any_target(s, rng, d, AR_TAG_TARGET);
	if (c->target & AR_AIM_TO_ZONE)
		aim(d, AR_TAG_TO, AR_NAMES_ZONE, 0, any_zone(s, rng));
	if (c->target & AR_AIM_TO_HOST)
		aim(d, AR_TAG_TO, AR_NAMES_OBJECT, 0, any_object(s, rng));
	if (c->cost_x == AR_X_RAISE)
		aim(d, AR_TAG_ITEM, AR_NAMES_CARD, 0,
		    1 + draw(rng, s->n_cards - 1));
	if (c->kind == AR_INCANTATION && chance(rng, 2))
		decision_add_int(d, AR_TAG_DIR, draw(rng, N_AR_DIRS));
	if (c->flags & AR_CARD_WALL && chance(rng, 2))
		border(s, rng, d, AR_TAG_EXTEND);
	if (c->kind == AR_EQUIPMENT && chance(rng, 2))
		decision_add_int(d, AR_TAG_BIND, any_card(s, seat, rng));
	if (c->cost_x == AR_X_PURIFY)
		decision_add(d, AR_TAG_REMOVE, marks, 1 + draw(rng, 2));
	if (c->kind == AR_CREATURE && chance(rng, 2))
		decision_add_int(d, chance(rng, 2) ? AR_TAG_PET : AR_TAG_REAPER,
				 1);
}

static void use(const struct ar_state *s, struct dice *rng, struct decision *d,
		int step)
{
	decision_add_int(d, step, AR_DO_USE);
	if (draw(rng, 3))
		aim(d, AR_TAG_ITEM, AR_NAMES_OBJECT, 0, any_object(s, rng));
	if (draw(rng, 4))
		any_target(s, rng, d, AR_TAG_TARGET);
	if (chance(rng, 4))
		decision_add_int(d, AR_TAG_X, 1 + draw(rng, 3));
	if (chance(rng, 3))
		decision_add_int(d, AR_TAG_PICK, draw(rng, N_AR_PICKS));
	if (chance(rng, 4))
		aim(d, AR_TAG_KILL, AR_NAMES_OBJECT, 0, any_object(s, rng));
}

static void restore(const struct ar_state *s, struct dice *rng,
		    struct decision *d, int step)
{
	int32_t marks[] = { draw(rng, N_AR_CONDS), draw(rng, N_AR_CONDS) };
	bool full = chance(rng, 2);

	decision_add_int(d, step, AR_DO_RESTORE);
	if (full)
		decision_add_int(d, AR_TAG_FULL, 1);
	aim(d, AR_TAG_TARGET, AR_NAMES_OBJECT, 0, any_object(s, rng));
	decision_add(d, AR_TAG_REMOVE, marks, 1 + full);
}

static void quick(const struct ar_state *s, int seat, struct dice *rng,
		  struct decision *d, int step)
{
	switch (draw(rng, 6)) {
	case 0: use(s, rng, d, step); break;
	case 1: restore(s, rng, d, step); break;
	case 2:
		decision_add_int(d, step, AR_DO_REBIND);
		aim(d, AR_TAG_ITEM, AR_NAMES_OBJECT, 0, any_object(s, rng));
		decision_add_int(d, AR_TAG_BIND, any_card(s, seat, rng));
		break;
	default: cast(s, seat, rng, d, step);
	}
}

static void attack(const struct ar_state *s, struct dice *rng,
		   struct decision *d, int step)
{
	decision_add_int(d, step, AR_DO_ATTACK);
	any_target(s, rng, d, AR_TAG_TARGET);
	if (chance(rng, 4))
		any_target(s, rng, d, AR_TAG_TARGET);
	if (chance(rng, 6))
		decision_add_text(d, AR_TAG_WITH, STR("basic-melee"));
	if (chance(rng, 6))
		any_target(s, rng, d, AR_TAG_FURY);
}

static void walk(const struct ar_state *s, struct dice *rng, struct decision *d,
		 int step)
{
	static const enum ar_verb verbs[] = { AR_DO_MOVE, AR_DO_MOVE,
					      AR_DO_MOVE, AR_DO_CLIMB,
					      AR_DO_CROSS };
	enum ar_verb verb = verbs[draw(rng, ARRAY_LEN(verbs))];

	decision_add_int(d, step, (int32_t)verb);
	if (verb != AR_DO_MOVE || chance(rng, 2))
		aim(d, AR_TAG_TARGET, AR_NAMES_ZONE, 0, any_zone(s, rng));
	else
		aim(d, chance(rng, 4) ? AR_TAG_AWAY : AR_TAG_TOWARD,
		    AR_NAMES_MAGE, 0, 0);
}

static void verb(const struct ar_state *s, int seat, struct dice *rng,
		 struct decision *d, int step)
{
	switch (draw(rng, 7)) {
	case 0:
	case 1: walk(s, rng, d, step); break;
	case 2:
	case 3: attack(s, rng, d, step); break;
	case 4: quick(s, seat, rng, d, step); break;
	case 5:
		decision_add_int(d, step,
				 chance(rng, 2) ? AR_DO_GUARD : AR_DO_BOOST);
		break;
	default: cast(s, seat, rng, d, step);
	}
}

static int32_t own_creature(const struct ar_state *s, int seat,
			    struct dice *rng)
{
	if (sent && sent->kind == AR_ORDER_ACT && chance(rng, 2))
		return decision_int(sent, AR_TAG_FIG, 0);
	for (int tries = 0; tries < 40 && s->n_objects; tries++) {
		const struct ar_obj *o = &s->obj[draw(rng, s->n_objects)];

		if (o->ctl == seat && ar_is_creature(s, o))
			return o->handle;
	}
	return 0; /* ME */
}

static void act(const struct ar_state *s, int seat, struct dice *rng,
		struct decision *d)
{
	int n = 1 + draw(rng, 3);

	decision_start(d, AR_ORDER_ACT);
	decision_add_int(d, AR_TAG_FIG, own_creature(s, seat, rng));
	for (int i = 0; i < n; i++) {
		if (chance(rng, 8))
			decision_add_int(d, AR_TAG_MUST, 1);
		verb(s, seat, rng, d, AR_TAG_STEP);
		for (int k = draw(rng, 3); k > 0; k--)
			verb(s, seat, rng, d, AR_TAG_ALT);
	}
	if (chance(rng, 3))
		decision_add_int(d, AR_TAG_THEN_GUARD, 1);
}

static void trigger(const struct ar_state *s, int seat, struct dice *rng,
		    struct decision *d)
{
	static const int32_t words[] = { AR_NAMES_MINE, AR_NAMES_ENEMY,
					 AR_NAMES_ME, AR_NAMES_ANY };
	const int32_t cond[] = { 0, AR_COND_DICE, 1 + draw(rng, 4), 0 };

	(void)seat;
	decision_start(d, AR_ORDER_WHEN);
	aim(d, AR_TAG_SUBJECT, words[draw(rng, ARRAY_LEN(words))], 0, 0);
	decision_add_int(d, AR_TAG_EVENT,
			 AR_WIN_ACTIVATES +
				 draw(rng, N_AR_WINDOWS - AR_WIN_ACTIVATES));
	if (chance(rng, 3))
		decision_add(d, AR_TAG_COND, cond, 4);
	if (chance(rng, 5))
		decision_add_int(d, AR_TAG_STOPS, 1);
	else
		aim(d, AR_TAG_ITEM, AR_NAMES_CARD, 0, any_card(s, seat, rng));
	if (chance(rng, 2))
		decision_add_int(d, AR_TAG_ALWAYS, 1);
}

/* REVEAL #5 AUTO, or all of a card: used up with the last of them */
static void auto_once(const struct ar_state *s, int seat, struct dice *rng,
		      struct decision *d)
{
	decision_start(d, AR_ORDER_REVEAL);
	if (chance(rng, 2))
		aim(d, AR_TAG_ITEM, AR_NAMES_OBJECT, 0, any_object(s, rng));
	else
		aim(d, AR_TAG_ITEM, AR_NAMES_CARD, 0, any_card(s, seat, rng));
	decision_add_int(d, AR_TAG_AUTO, 1);
	decision_add_int(d, AR_TAG_SPENT, 1);
}

static void standing(const struct ar_state *s, int seat, struct dice *rng,
		     struct decision *d)
{
	switch (draw(rng, 11)) {
	case 0:
		decision_start(d, AR_ORDER_REVEAL);
		decision_add_int(d, AR_TAG_ALL, 1);
		decision_add_int(d, AR_TAG_AUTO, 1);
		break;
	case 1:
		decision_start(d, AR_ORDER_SHIELD);
		decision_add_int(d, AR_TAG_YES, 1);
		break;
	case 2:
		decision_start(d, AR_ORDER_CHAIN);
		for (int i = 0; i < 3; i++)
			aim(d, AR_TAG_TARGET, AR_NAMES_OBJECT, 0,
			    any_object(s, rng));
		break;
	case 3:
		decision_start(d, AR_ORDER_REROLL);
		decision_add_int(d, AR_TAG_EFFECTS, draw(rng, 3));
		break;
	case 4:
		decision_start(d, AR_ORDER_REVERSE);
		any_target(s, rng, d, AR_TAG_TARGET);
		break;
	case 5:
		decision_start(d, AR_ORDER_ASK);
		decision_add_int(d, AR_TAG_POLICY,
				 chance(rng, 2) ? AR_POLICY_IMPORTANT
						: AR_POLICY_ALWAYS);
		break;
	case 6:
		decision_start(d, AR_ORDER_ON_FAIL);
		decision_add_int(d, AR_TAG_POLICY,
				 AR_POLICY_STOP + draw(rng, 3));
		break;
	case 7: auto_once(s, seat, rng, d); break;
	case 8:
		decision_start(d, AR_ORDER_RESERVE);
		decision_add_int(d, AR_TAG_COUNT, draw(rng, 6));
		break;
	default: trigger(s, seat, rng, d);
	}
}

/* what stands ready beside the Mage casts, or is told not to */
static void deploy(const struct ar_state *s, int seat, struct dice *rng,
		   struct decision *d)
{
	int32_t at = any_object(s, rng);

	for (int i = 0; i < s->n_objects; i++)
		if (s->obj[i].ctl == seat && ar_is_spawnpoint(s, &s->obj[i]))
			at = s->obj[i].handle;
	decision_start(d, AR_ORDER_DEPLOY);
	aim(d, AR_TAG_TARGET, AR_NAMES_OBJECT, 0, at);
	if (chance(rng, 4)) {
		decision_add_int(d, AR_TAG_YES, 0);
		return;
	}
	decision_add_int(d, AR_TAG_STEP, AR_DO_CAST);
	if (chance(rng, 3))
		decision_add_int(d, AR_TAG_PET, 1);
}

/* any own thing that passes, 0: there is none */
static int32_t any_own(const struct ar_state *s, int seat, struct dice *rng,
		       bool (*passes)(const struct ar_state *s,
				      const struct ar_obj *o))
{
	int32_t found = 0;
	int n = 0;

	for (int i = 0; i < s->n_objects; i++)
		if (s->obj[i].ctl == seat && passes(s, &s->obj[i]) &&
		    !draw(rng, ++n))
			found = s->obj[i].handle;
	return found;
}

static bool is_hidden(const struct ar_state *s, const struct ar_obj *o)
{
	(void)s;
	return o->hidden;
}

static bool is_out(const struct ar_state *s, const struct ar_obj *o)
{
	return ar_is_creature(s, o) && !o->zone;
}

static bool is_sealed(const struct ar_state *s, const struct ar_obj *o)
{
	return o->hidden && (o->sealed || ar_is(s, o, AR_T_NO_REVEAL));
}

static bool is_marked(const struct ar_state *s, const struct ar_obj *o)
{
	for (int i = 0; ar_is_creature(s, o) && i < N_AR_CONDS; i++)
		if (o->cond[i])
			return true;
	return false;
}

/* has it an ability of its own: a healer, what looks at the hidden */
static bool is_able(const struct ar_state *s, const struct ar_obj *o)
{
	struct ar_clause c;

	for (int i = 0; ar_is_creature(s, o) && o->card > 0 &&
			i < ar_clauses(s, (int)o->card);
	     i++) {
		ar_clause_at(s, (int)o->card, i, &c);
		if (c.kind == AR_CLAUSE_USE && ar_kind(s, o) != AR_MAGE)
			return true;
	}
	return false;
}

/* the planned spell that goes for the hidden, at this; false: there is none */
static bool hunt(const struct ar_state *s, int seat, int32_t at,
		 struct decision *d)
{
	for (int i = 0; at && i < AR_PLANNED; i++) {
		int32_t card = s->player[seat].planned[i];

		if (card <= 0 || !(s->card[card].target & AR_AIM_HIDDEN))
			continue;
		decision_start(d, AR_ORDER_ACT);
		decision_add_int(d, AR_TAG_FIG, s->player[seat].mage);
		decision_add_int(d, AR_TAG_STEP, AR_DO_CAST);
		decision_add_int(d, AR_TAG_CARD, card);
		aim(d, AR_TAG_TARGET, AR_NAMES_OBJECT, 0, at);
		return true;
	}
	return false;
}

/* a Priestess frees a friend of what it has */
static bool freeing(const struct ar_state *s, int seat, struct dice *rng,
		    struct decision *d)
{
	const struct ar_obj *o = ar_obj(s, any_own(s, seat, rng, is_marked));
	int32_t marks[N_AR_CONDS];
	int n = 0;

	if (!o || s->player[seat].class != AR_PRIESTESS)
		return false;
	for (int i = 0; i < N_AR_CONDS; i++)
		if (o->cond[i])
			marks[n++] = i;
	decision_start(d, AR_ORDER_ACT);
	decision_add_int(d, AR_TAG_FIG, s->player[seat].mage);
	decision_add_int(d, AR_TAG_STEP, AR_DO_RESTORE);
	if (n > 1)
		decision_add_int(d, AR_TAG_FULL, 1);
	aim(d, AR_TAG_TARGET, AR_NAMES_OBJECT, 0, o->handle);
	decision_add(d, AR_TAG_REMOVE, marks, n);
	return true;
}

/* an item that binds spells, and is told to bind another one */
static bool is_binding(const struct ar_state *s, const struct ar_obj *o)
{
	struct ar_action first;
	struct ar_clause c;

	for (int i = 0; ar_kind(s, o) == AR_EQUIPMENT && o->card > 0 &&
			i < ar_clauses(s, (int)o->card);
	     i++) {
		int at;

		ar_clause_at(s, (int)o->card, i, &c);
		at = c.actions;
		if (c.kind != AR_CLAUSE_USE)
			continue;
		ar_action_at(ar_words(s, (int)o->card), &at, &first);
		if (first.verb == AR_V_REBIND)
			return true;
	}
	return false;
}

static bool rebinding(const struct ar_state *s, int seat, struct dice *rng,
		      struct decision *d)
{
	int32_t item = any_own(s, seat, rng, is_binding);

	if (!item)
		return false;
	decision_start(d, AR_ORDER_ACT);
	decision_add_int(d, AR_TAG_FIG, s->player[seat].mage);
	decision_add_int(d, AR_TAG_STEP, AR_DO_REBIND);
	aim(d, AR_TAG_ITEM, AR_NAMES_OBJECT, 0, item);
	decision_add_int(d, AR_TAG_BIND, any_card(s, seat, rng));
	return true;
}

/* what moves an enchantment, at one of those that lie open */
static bool moving(const struct ar_state *s, int seat, struct dice *rng,
		   struct decision *d)
{
	int32_t card = s->player[seat].planned[draw(rng, AR_PLANNED)], at = 0;
	int n = 0;

	if (card <= 0 || !(s->card[card].target & AR_AIM_TO_HOST))
		return false;
	for (int i = 0; i < s->n_objects; i++)
		if (ar_kind(s, &s->obj[i]) == AR_ENCHANTMENT &&
		    !s->obj[i].hidden && s->obj[i].host &&
		    (s->obj[i].ctl == seat) !=
			    (s->card[card].cost_x == AR_X_STEAL) &&
		    !draw(rng, ++n))
			at = s->obj[i].handle;
	if (!at)
		return false;
	decision_start(d, AR_ORDER_ACT);
	decision_add_int(d, AR_TAG_FIG, s->player[seat].mage);
	decision_add_int(d, AR_TAG_STEP, AR_DO_CAST);
	decision_add_int(d, AR_TAG_CARD, card);
	aim(d, AR_TAG_TARGET, AR_NAMES_OBJECT, 0, at);
	aim(d, AR_TAG_TO, AR_NAMES_OBJECT, 0,
	    draw(rng, 3) ? ar_obj(s, at)->host : any_object(s, rng));
	return true;
}

/* What chance alone hardly ever fits together: an ability by who has it, at
 * what lies hidden; what is turned up as somebody crosses a wall. */
static bool fitting(const struct ar_state *s, int seat, struct dice *rng,
		    struct decision *d)
{
	int32_t able = any_own(s, seat, rng, is_able);
	int32_t hidden = any_own(s, seat, rng, is_hidden), at = 0;
	int n = 0;

	for (int i = 0; i < s->n_objects; i++)
		if (s->obj[i].hidden && s->obj[i].ctl != seat &&
		    !draw(rng, ++n))
			at = s->obj[i].handle;
	switch (draw(rng, 4)) {
	case 0:
	case 1:
		if (freeing(s, seat, rng, d))
			return true;
		break;
	case 2:
		if (rebinding(s, seat, rng, d))
			return true;
		break;
	default:
		if (moving(s, seat, rng, d))
			return true;
	}
	if (able && draw(rng, 2)) {
		decision_start(d, AR_ORDER_ACT);
		decision_add_int(d, AR_TAG_FIG, able);
		decision_add_int(d, AR_TAG_STEP, AR_DO_USE);
		aim(d, AR_TAG_ITEM, AR_NAMES_OBJECT, 0, able);
		aim(d, AR_TAG_TARGET, AR_NAMES_OBJECT, 0,
		    at && draw(rng, 3) ? at : any_object(s, rng));
		return true;
	}
	if (hunt(s, seat, at, d) && draw(rng, 2))
		return true;
	if (!hidden)
		return false;
	decision_start(d, AR_ORDER_WHEN);
	aim(d, AR_TAG_SUBJECT, draw(rng, 2) ? AR_NAMES_ENEMY : AR_NAMES_ANY, 0,
	    0);
	if (chance(rng, 2)) {
		decision_add_int(d, AR_TAG_EVENT, AR_WIN_CASTS);
		decision_add_int(d, AR_TAG_STOPS, 1);
		return true;
	}
	decision_add_int(d, AR_TAG_EVENT, AR_WIN_CROSSES);
	aim(d, AR_TAG_ITEM, AR_NAMES_OBJECT, 0, hidden);
	return true;
}

static void line_ahead(const struct ar_state *s, int seat, struct dice *rng,
		       struct decision *d)
{
	static const int kinds[] = { AR_ORDER_QC_FIRST,   AR_ORDER_QC_LAST,
				     AR_ORDER_QC_BEFORE,  AR_ORDER_QC_AFTER,
				     AR_ORDER_USE_BEFORE, AR_ORDER_USE_AFTER,
				     AR_ORDER_DEPLOY };
	int kind = kinds[draw(rng, ARRAY_LEN(kinds))];

	if (chance(rng, 5) && fitting(s, seat, rng, d))
		return;
	if (chance(rng, 2)) {
		act(s, seat, rng, d);
		return;
	}
	if (chance(rng, 3)) {
		standing(s, seat, rng, d);
		return;
	}
	if (kind == AR_ORDER_DEPLOY) {
		deploy(s, seat, rng, d);
		return;
	}
	decision_start(d, kind);
	if (kind != AR_ORDER_QC_FIRST && kind != AR_ORDER_QC_LAST)
		decision_add_int(d, AR_TAG_FIG, own_creature(s, seat, rng));
	if (kind == AR_ORDER_USE_BEFORE || kind == AR_ORDER_USE_AFTER)
		use(s, rng, d, AR_TAG_STEP);
	else
		quick(s, seat, rng, d, AR_TAG_STEP);
}

/* who wins the roll says who begins: behind the book */
static bool first_ahead(struct play *p, const struct decision *with,
			struct dice *rng, struct buf *out)
{
	struct decision d;

	if (with->kind != AR_ORDER_BOOK)
		return false;
	decision_start(&d, AR_ORDER_INITIATIVE);
	decision_add_int(&d, AR_TAG_SEAT, draw(rng, p->n_players));
	buf_addz(out, "\nON FAIL SKIP\n");
	return court_write(&p->court, 0, &d, out);
}

static bool ahead(struct play *p, int seat, const struct decision *with,
		  struct dice *rng, struct buf *out)
{
	const struct ar_state *s = state_of(p);
	bool any = false, talks;

	if (s->head.phase == AR_SETUP)
		return first_ahead(p, with, rng, out);
	sent = with;
	if (s->head.phase <= AR_SETUP || s->head.phase >= AR_OVER)
		return false;
	buf_addz(out, "\nON FAIL SKIP");
	/* in one game of many the lines in force are more than there is room */
	talks = p->seed % TALKERS == 0;
	for (int n = 1 + draw(rng, talks ? LINES_TALKED : LINES_AHEAD); n > 0;
	     n--) {
		size_t before = out->len;
		struct decision d;

		if (talks)
			trigger(s, seat, rng, &d);
		else
			line_ahead(s, seat, rng, &d);
		buf_addc(out, '\n');
		if (decision_check(&d, &system_arena.decisions) &&
		    court_write(&p->court, 0, &d, out))
			any = true;
		else
			out->len = before;
	}
	sent = NULL;
	if (chance(rng, 3))
		buf_addz(out, "\nPASS WHILE MAY");
	out->s[out->len] = 0;
	return any;
}

/* --- what hardly ever is: tried on a copy
 * ------------------------------------- */

/* What is said to be legal is: whom a creature can attack, where it can go. */
static void families(struct play *p, int seat)
{
	static struct move_group v[MOVE_GROUP_MAX];
	const struct ar_state *s = state_of(p);
	struct decision d;
	int n;

	if (s->head.phase != AR_TURNS || s->head.active != seat ||
	    (s->step != AR_STEP_MAIN && s->step != AR_STEP_BOUND))
		return;
	system_arena.view(s, seat, p->view);
	n = system_arena.legal(p->view, seat, NULL, v, MOVE_GROUP_MAX);
	for (int i = 0; i < n; i++) {
		for (int k = 0; v[i].kind == AR_ORDER_ACT && k < v[i].n_targets;
		     k++) {
			bool zone = ar_is_zone(s, v[i].targets[k]);

			decision_start(&d, AR_ORDER_ACT);
			decision_add_int(&d, AR_TAG_FIG, v[i].actor);
			decision_add_int(&d, AR_TAG_STEP,
					 zone ? AR_DO_MOVE : AR_DO_ATTACK);
			aim(&d, AR_TAG_TARGET,
			    zone ? AR_NAMES_ZONE : AR_NAMES_OBJECT, 0,
			    v[i].targets[k]);
			if (!play_is_legal(p, seat, &d)) {
				struct buf text;

				buf_init(&text, 1 << 14);
				decision_render(&text, &system_arena.decisions,
						&d);
				play_fail(p, "a family is not legal:", text.s);
			}
		}
	}
}

/* an attack that a report offers: from its zone the rules accept it as it is
 * printed, else the way to it */
static void strike_kept(struct play *p, int seat, const struct arena_strike *x)
{
	struct decision d;
	struct buf text;

	decision_start(&d, AR_ORDER_ACT);
	decision_add_int(&d, AR_TAG_FIG, x->a.attacker);
	decision_add_int(&d, AR_TAG_STEP, x->moves ? AR_DO_MOVE : AR_DO_ATTACK);
	aim(&d, x->moves ? AR_TAG_TOWARD : AR_TAG_TARGET, AR_NAMES_OBJECT, 0,
	    x->a.target);
	n_strikes++;
	if (play_is_legal(p, seat, &d))
		return;
	buf_init(&text, 1 << 14);
	decision_render(&text, &system_arena.decisions, &d);
	play_fail(p, "a report offers an attack that is refused:", text.s);
}

/* the attacks that the report of a seat offers for its creatures */
static void strikes_kept(struct play *p, int seat)
{
	static int32_t room[SYSTEM_MAX_STATE / (int)sizeof(int32_t)];
	const struct ar_state *s = state_of(p);

	if (s->head.phase != AR_TURNS || s->head.active != seat ||
	    s->step != AR_STEP_MAIN)
		return;
	system_arena.view(s, seat, room);
	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];
		struct arena_strike x;

		if (o->ctl == seat && ar_is_creature(s, o) && o->active &&
		    ar_is_zone(s, o->zone) && !ar_incapacitated(s, o) &&
		    arena_strikes((struct ar_state *)(void *)room, o->handle, 0,
				  &x, 1) &&
		    x.usual)
			strike_kept(p, seat, &x);
	}
}

/* who is banished acts; what may not be turned up is */
static void rarities(struct play *p, int seat, struct dice *rng)
{
	const struct ar_state *s = state_of(p);
	int32_t out = any_own(s, seat, rng, is_out);
	int32_t sealed = any_own(s, seat, rng, is_sealed);
	struct decision d;

	if (out) {
		decision_start(&d, AR_ORDER_ACT);
		decision_add_int(&d, AR_TAG_FIG, out);
		decision_add_int(&d, AR_TAG_STEP, AR_DO_GUARD);
		play_probe(p, seat, &d, rng);
	}
	if (sealed) {
		decision_start(&d, AR_ORDER_REVEAL);
		aim(&d, AR_TAG_ITEM, AR_NAMES_OBJECT, 0, sealed);
		play_probe(p, seat, &d, rng);
	}
}

/* --- twins: what the seat must not see is otherwise --------------------- */

static int32_t any_enchantment(const struct ar_state *s, struct dice *rng)
{
	int32_t card;

	do {
		card = 1 + draw(rng, s->n_cards - 1);
	} while (s->card[card].kind != AR_ENCHANTMENT);
	return card;
}

static int32_t some_card(const struct ar_state *s, struct dice *rng)
{
	return 1 + draw(rng, s->n_cards - 1);
}

/* what another player holds, has planned and has said beforehand */
static void hand_other(struct ar_state *s, int of, bool friend,
		       struct dice *rng)
{
	struct ar_player *p = &s->player[of];

	for (int i = 0; !friend && i < AR_PLANNED; i++)
		if (p->planned[i])
			p->planned[i] = some_card(s, rng);
	/* how many cards a book has may be seen: a game's option */
	for (int i = 0; !friend && i < 40; i++) {
		int32_t *from = &p->book[some_card(s, rng)];
		int32_t *to = &p->book[some_card(s, rng)];

		if (*from > 0 && *to < 15)
			--*from, ++*to;
	}
	if (friend && s->head.option[AR_OPTION_TEAM_QUEUES])
		return;
	memset(p->lines, 0, sizeof(p->lines));
	p->n_lines = 0;
	p->ask = draw(rng, 3);
	p->reserve = draw(rng, 6);
	s->kept[of].n = 0;
}

static void twin_draw(struct ar_state *s, int seat, struct dice *rng)
{
	for (int i = 0; i < s->n_objects; i++) {
		struct ar_obj *o = &s->obj[i];

		if (!ar_knows(s, seat, o)) {
			o->card = any_enchantment(s, rng);
			if (o->secret)
				s->sealed[o->secret - 1] = o->card;
		}
		if (ar_friends(s, o->ctl, seat))
			continue;
		if (o->bound && !o->bound_seen)
			o->bound = some_card(s, rng);
		if (o->planned)
			o->planned = some_card(s, rng);
	}
	for (int i = 0; i < AR_MAX_SEATS; i++)
		if (s->head.seat[i].present && i != seat)
			hand_other(s, i, ar_friends(s, i, seat), rng);
}

/* refused, and why; else none, whatever comes of it */
static struct refusal judged(struct play *p, const struct ar_state *s, int seat,
			     const struct decision *d)
{
	static struct ar_state copy;
	static struct event events[TWIN_EVENTS];
	static struct trials trials;
	struct event_list out = { events, 0, TWIN_EVENTS };
	struct run r = { .trials = &trials,
			 .sys = &system_arena,
			 .state = &copy,
			 .catalog = &p->court.catalog,
			 .out = &out };
	struct refusal no = { 0 };

	copy = *s;
	if (system_arena.decide(&r, seat, d, &no) != VERDICT_REFUSED)
		memset(&no, 0, sizeof(no));
	return no;
}

/* RULE: AR-GEN-09. The seat sees the same, and its orders are refused alike. */
static void twins(struct play *p, int seat, struct dice *rng)
{
	static struct ar_state twin, seen;
	const struct ar_state *s = state_of(p);
	struct decision d;

	twin = *s;
	twin_draw(&twin, seat, rng);
	system_arena.view(s, seat, p->view);
	system_arena.view(&twin, seat, &seen);
	if (memcmp(p->view, &seen, sizeof(seen)) != 0)
		play_fail(p, "twins do not look alike", "");
	/* what is unfinished was begun with what is hidden */
	for (int i = 0; !s->frame.n && i < TWIN_TRIES; i++) {
		struct refusal one, other;

		line_ahead(s, seat, rng, &d);
		if (!decision_check(&d, &system_arena.decisions))
			continue;
		one = judged(p, s, seat, &d);
		other = judged(p, &twin, seat, &d);
		if (one.reason != other.reason || one.rule != other.rule ||
		    one.n_args != other.n_args ||
		    memcmp(one.args, other.args,
			   (size_t)one.n_args * sizeof(one.args[0])) != 0) {
			struct buf text;

			buf_init(&text, 1 << 14);
			buf_addf(&text, "seat %c, %s %s, %s %s: ", 'A' + seat,
				 ar_refusals[one.reason].name,
				 ar_rules.name[one.rule],
				 ar_refusals[other.reason].name,
				 ar_rules.name[other.rule]);
			decision_render(&text, &system_arena.decisions, &d);
			play_fail(p, "twins are judged otherwise:", text.s);
		}
	}
}

/* The same with what waits of others. The game's own dice are left alone. */
static void twins_paged(struct play *p)
{
	static struct game twin;
	uint64_t number = p->seed * 31 + (uint64_t)p->n.mails;
	struct dice rng = { .bits = chance_bits, .source = &number };
	struct ar_state *s = (void *)twin.state;
	int seat = draw(&rng, p->n_players);
	const struct ar_obj *o;
	char line[80];

	if (draw(&rng, TWINS_PAGED) || state_of(p)->frame.n ||
	    !state_of(p)->n_objects)
		return;
	game_copy(&twin, p->court.game);
	twin_draw(s, seat, &rng);
	for (int i = 0; i < p->n_players; i++)
		if (!ar_friends(s, i, seat))
			queue_clear(&twin.queue[i]);
	o = &state_of(p)->obj[draw(&rng, state_of(p)->n_objects)];
	snprintf(line, sizeof(line),
		 "ACT #%d: MOVE TOWARD MAGE | NOTHING; ATTACK WEAKEST\n",
		 label_number(o->handle));
	twins_compare(p, seat, &twin, line);
}

static void probe(struct play *p, int seat, struct dice *rng)
{
	const struct ar_state *s = state_of(p);
	struct decision d;

	if (s->head.phase <= AR_SETUP || s->head.phase >= AR_OVER)
		return;
	families(p, seat);
	strikes_kept(p, seat);
	twins(p, draw(rng, p->n_players), rng);
	twins_paged(p);
	for (int i = 0; i < p->n_players; i++)
		rarities(p, i, rng);
	for (int i = 0; i < 4; i++) {
		line_ahead(s, seat, rng, &d);
		if (decision_check(&d, &system_arena.decisions))
			play_probe(p, seat, &d, rng);
	}
}

static int labels_of(const void *state, int32_t *out)
{
	const struct ar_state *s = state;
	int n = 0;

	for (int i = 0; i < s->n_objects; i++)
		out[n++] = s->obj[i].handle;
	for (int y = 0; y < s->height; y++)
		for (int x = 0; x < s->width; x++)
			out[n++] = ar_zone(x, y);
	if (!n)
		out[n++] = label_of('#', 1);
	return n;
}

static bool mend(struct play *p, int seat, struct dice *rng, struct decision *d)
{
	(void)p;
	(void)seat;
	return d->kind != AR_ORDER_WITHDRAW || chance(rng, 60);
}

/* an action is a row of events */
static bool passing(int kind)
{
	(void)kind;
	return true;
}

/* a game master's position (duel.h) */
static void begin_placed(struct play *p, struct dice *rng)
{
	static struct buf text;

	buf_release(&text);
	buf_init(&text, 1 << 16);
	duel_draw(&cards, p->n_players, rng, &text);
	p->position = buf_str(&text);
	p->max_mails = 60;
	if (draw(rng, 2))
		play_option(p, "ask", -1, 1 + draw(rng, 2));
}

static void carry(struct play *p, int seat, const char *what, int card,
		  int value, int second)
{
	struct carryover_list list = { p->carried, p->n_carried,
				       PLAY_MAX_CARRIED, false };
	struct carryover *c = carryover_add(&list, seat, what, value);

	if (!c)
		return;
	if (card)
		snprintf(c->key, sizeof(c->key), "arena/%d", card);
	if (!strcmp(what, "mage"))
		c->value[c->n++] = second;
	p->n_carried = list.n;
}

/* A Mage who played before, with points for a larger book and some of the
 * spells of its first one. */
static void begin_carried(struct play *p, int seat, struct dice *rng)
{
	int class = AR_BEASTMASTER + draw(rng, 4);
	int32_t copies[AR_MAX_CARDS] = { 0 };

	carry(p, seat, "mage", 0, class, class == AR_WIZARD ? AR_AIR : -1);
	carry(p, seat, "points", 0, draw(rng, 40), 0);
	ar_book_starting(&cards, class, copies);
	for (int i = 1; i < cards.n_cards; i++)
		if (copies[i] && chance(rng, 4))
			carry(p, seat, "spell", i, 1, 0);
}

static void begin(struct play *p, struct dice *rng)
{
	bool placed = chance(rng, 3);

	p->n_players = 2 + (draw(rng, 3) == 0) + (draw(rng, 4) == 0);
	for (int i = 0; i < N_AR_OPTIONS; i++) {
		const struct option_row *o = &ar_options[i];

		if (chance(rng, 4) && i != AR_OPTION_FORMAT &&
		    i != AR_OPTION_STOPS && i != AR_OPTION_BOARD)
			play_option(p, o->name, -1,
				    o->min + draw(rng, o->max - o->min + 1));
	}
	if (p->n_players == 4 && chance(rng, 2))
		play_option(p, "format", -1, AR_TEAMS);
	else if (p->n_players > 2)
		play_option(p, "format", -1, AR_FFA);
	/* who is asked for every turn is tried most */
	play_option(p, "stops", -1, draw(rng, 3) ? 20 : draw(rng, 3));
	if (draw(rng, 4))
		p->max_mails = 90;
	if (placed)
		begin_placed(p, rng);
	for (int i = 0; !placed && i < p->n_players; i++)
		if (chance(rng, 8))
			begin_carried(p, i, rng);
}

/* --- what is counted besides ------------------------------------------------
 */

static long verbs_met[N_AR_VERB_WORDS], steps_met[N_AR_VERBS];
static long triggers_met[N_AR_WINDOWS], questions_met[N_AR_QUESTIONS];
static const char *verb_names[N_AR_VERB_WORDS];

static struct tally_words words[] = {
	{ "verb", verb_names, verbs_met, AR_V_TRAIT },
	/* SAME is written, and done as the one that it repeats */
	{ "step", NULL, steps_met, AR_DO_SAME },
	{ "trigger", ar_window_names, triggers_met, N_AR_WINDOWS },
	{ "question", NULL, questions_met, N_AR_QUESTIONS },
};

static void name_words(void)
{
	const struct system *s = &system_arena;

	for (int i = 0; i < AR_V_TRAIT; i++)
		verb_names[i] = ar_verb_rows[i].word;
	words[1].names = s->decisions.tags[AR_TAG_STEP].names;
	words[3].names = event_kind(&s->events, AR_EV_ASKED)
				 ->fields[AR_EV_ASKED_WHAT]
				 .names;
}

/* The linker puts these before the engine's own, which they call. */
bool __real_ar_verb(struct ar_doing *d, int32_t who);
bool __wrap_ar_verb(struct ar_doing *d, int32_t who);
void __real_ar_start(struct ar_work *w, int32_t actor,
		     const struct ar_choice *c);
void __wrap_ar_start(struct ar_work *w, int32_t actor,
		     const struct ar_choice *c);

bool __wrap_ar_verb(struct ar_doing *d, int32_t who)
{
	verbs_met[d->a->verb]++;
	return __real_ar_verb(d, who);
}

void __wrap_ar_start(struct ar_work *w, int32_t actor,
		     const struct ar_choice *c)
{
	steps_met[c->verb]++;
	__real_ar_start(w, actor, c);
}

/* verbs that are done in their place, by what does them */
bool __real_ar_pick(const int32_t *row, int pick, struct ar_action *a);
bool __wrap_ar_pick(const int32_t *row, int pick, struct ar_action *a);
bool __real_ar_reroll(struct ar_work *w, const struct ar_roles *about);
bool __wrap_ar_reroll(struct ar_work *w, const struct ar_roles *about);
bool __real_ar_may_quick(const struct ar_state *s, const struct ar_obj *mage,
			 int card);
bool __wrap_ar_may_quick(const struct ar_state *s, const struct ar_obj *mage,
			 int card);

static bool met(int verb, bool done)
{
	verbs_met[verb] += done;
	return done;
}

bool __wrap_ar_pick(const int32_t *row, int pick, struct ar_action *a)
{
	return met(AR_V_PICK, __real_ar_pick(row, pick, a));
}

bool __wrap_ar_reroll(struct ar_work *w, const struct ar_roles *about)
{
	return met(AR_V_REROLL, __real_ar_reroll(w, about));
}

bool __wrap_ar_may_quick(const struct ar_state *s, const struct ar_obj *mage,
			 int card)
{
	return met(AR_V_QUICK, __real_ar_may_quick(s, mage, card));
}

/* AR-MAIL-43: so often a seat is asked in a round, pace and plans apart */
static void count_stops(struct play *p, const struct ar_state *s,
			const struct event *e)
{
	static int stops[AR_MAX_SEATS];
	static int32_t round;
	static uint64_t seed;
	int seat = (int)event_get(e, AR_EV_STOPPED_SEAT);

	if (seed != p->seed || round != s->round)
		memset(stops, 0, sizeof(stops));
	seed = p->seed;
	round = s->round;
	if (seat >= 0 && event_get(e, AR_EV_STOPPED_COUNTED) &&
	    ++stops[seat] > s->head.option[AR_OPTION_STOPS])
		play_fail(p, "a seat is stopped too often", "");
}

static void count(struct play *p, const void *state, const struct event *e,
		  const char *text)
{
	struct decision d;
	int word;

	(void)p;
	(void)text;
	if (e->kind == AR_EV_TRIGGERED) {
		word = event_get(e, AR_EV_TRIGGERED_WINDOW);
		/* a window may go by two words: that of the line counts */
		if (ar_line(state, event_get(e, AR_EV_TRIGGERED_SEAT),
			    event_get(e, AR_EV_TRIGGERED_NUMBER) - 1, &d) &&
		    d.kind == AR_ORDER_WHEN)
			word = decision_int(&d, AR_TAG_EVENT, word);
		triggers_met[word]++;
	}
	if (e->kind == AR_EV_STOPPED)
		count_stops(p, state, e);
	/* the curse goes back where its host leaves */
	for (int i = 0; i < e->n_rules; i++)
		met(AR_V_REBOOK, e->rules[i] == AR_MAGE_30);
	if (e->kind == AR_EV_ASKED)
		questions_met[event_get(e, AR_EV_ASKED_WHAT)]++;
}

static const struct zero zeroes[] = {
#include "zeroes-judge.def"
#include "zeroes-arena.def"
};

/* --- books ------------------------------------------------------------- */

/* What was brought from a duel before stays in the book. */
static void add_brought(const struct ar_state *s, int seat, struct decision *d)
{
	const struct ar_player *p = &s->player[seat];

	for (int i = 1; !p->book_in && i < s->n_cards; i++) {
		int32_t n = p->first_book[i / 8] >> 4 * (i % 8) & 15;

		if (n)
			decision_add_int(d, AR_TAG_CARD, i | n << 16);
	}
}

/* A book of one's own: cards are put in as long as the rules would take it. */
static bool any_book(struct play *p, int seat, bool legal, struct dice *rng,
		     struct decision *d)
{
	const struct ar_state *s = state_of(p);

	if (s->head.phase != AR_SETUP || s->head.active >= 0 ||
	    !s->player[seat].mage_in || chance(rng, 3))
		return false;
	decision_start(d, AR_ORDER_BOOK);
	if (legal || chance(rng, 2))
		add_brought(s, seat, d);
	for (int i = 0; i < BOOK_TRIES; i++) {
		struct decision before = *d;

		decision_add_int(d, AR_TAG_CARD,
				 (1 + draw(rng, s->n_cards - 1)) |
					 (1 + draw(rng, 3)) << 16);
		if (legal && !play_is_legal(p, seat, d))
			*d = before;
	}
	return decision_has(d, AR_TAG_CARD);
}

/* the cards of the deck in a state of their own */
static bool lay_out_cards(struct card_index *deck)
{
	struct catalog c = card_index_catalog(deck);
	char key[24];
	struct event e;

	for (int i = 1; i < AR_MAX_CARDS; i++) {
		snprintf(key, sizeof(key), "arena/%d", i);
		if (!c.define(c.source, str_of(key), &e))
			break;
		if (!system_arena.evolve(&cards, &e))
			return false;
	}
	return cards.n_cards > 1;
}

int main(int argc, char **argv)
{
	static struct catalog_cache library;
	struct play_house house = { .name = "prop_arena",
				    .deck = &cards_of,
				    .zeroes = zeroes,
				    .n_zeroes = ARRAY_LEN(zeroes),
				    .rules_by_cases = true,
				    .words = words,
				    .n_words = ARRAY_LEN(words),
				    .max_mails = MAX_MAILS,
				    .begin = begin,
				    .cards = any_book,
				    .mend = mend,
				    .ahead = ahead,
				    .probe = probe,
				    .labels = labels_of,
				    .passing = passing,
				    .after = count };
	struct why why = { 0 };
	int status;

	house.sys = game_arena;
	name_words();
	catalog_cache_init(&library, SRCDIR "/db/catalog");
	if (arena_catalog_deal(&library, &cards_of, &why) ||
	    card_index_sort(&cards_of, &why)) {
		fprintf(stderr, "%s\n", why.text);
		return 1;
	}
	if (!lay_out_cards(&cards_of)) {
		fprintf(stderr, "the catalog has no cards\n");
		return 1;
	}
	status = play_main(&house, argc, argv);
	status |= !twins_tell();
	printf("%ld attacks that reports offer are accepted\n", n_strikes);
	card_index_release(&cards_of);
	catalog_cache_release(&library);
	return status;
}
