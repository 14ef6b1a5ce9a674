/*
 * src/games/arena/rules/random_play.c - draws one complete decision for random
 * play
 */
#include "games/arena/rules/carryover.h"
#include "games/arena/rules/play.h"

static int random_play_below(struct dice *rng, int n)
{
	return n < 2 ? 0 : (int)dice_roll(rng, (unsigned)n) - 1;
}

static void add_target(struct decision *d, int tag, int word, int side,
		       int32_t value)
{
	const int32_t w[] = { word, side, value };

	decision_add(d, tag, w, 3);
}

/* any object with life, now and then none of the best */
static int32_t any_object(const struct ar_state *s, struct dice *rng)
{
	return s->n_objects ? s->obj[random_play_below(rng, (int)s->n_objects)]
				      .handle
			    : 0;
}

static int32_t any_zone(const struct ar_state *s, struct dice *rng)
{
	/* the compiler may evaluate arguments in any order */
	int y = random_play_below(rng, (int)s->height);
	int x = random_play_below(rng, (int)s->width);

	return ar_zone(x, y);
}

static void any_aim(const struct ar_state *s, struct dice *rng, int32_t aim,
		    struct decision *d)
{
	if (aim & AR_AIM_BORDER) {
		int32_t a = any_zone(s, rng);
		int32_t b =
			ar_beside(s, a, (enum ar_dir)random_play_below(rng, 4));
		const int32_t w[] = { AR_NAMES_BORDER, 0, a, b };

		decision_add(d, AR_TAG_TARGET, w, 4);
	} else if (aim & AR_AIM_ZONE && random_play_below(rng, 2)) {
		add_target(d, AR_TAG_TARGET, AR_NAMES_ZONE, 0,
			   any_zone(s, rng));
	} else {
		add_target(d, AR_TAG_TARGET, AR_NAMES_OBJECT, 0,
			   any_object(s, rng));
	}
}

/* a card of the pile of the seat to act */
static void from_pile(const struct ar_state *s, struct dice *rng,
		      struct decision *d)
{
	const struct ar_player *p =
		s->head.active >= 0 ? &s->player[s->head.active] : NULL;

	if (p && p->n_pile)
		add_target(d, AR_TAG_ITEM, AR_NAMES_CARD, 0,
			   p->pile[random_play_below(rng, (int)p->n_pile)] &
				   0xffff);
}

static void cast_step(const struct ar_state *s, struct dice *rng, int32_t card,
		      int step, struct decision *d)
{
	const struct ar_card *c = &s->card[card];
	struct decision_arg a;

	decision_add_int(d, step, AR_DO_CAST);
	decision_add_int(d, AR_TAG_CARD, card);
	if (c->kind != AR_CREATURE && !(c->target & AR_AIM_ARENA))
		any_aim(s, rng, c->target, d);
	if (c->target & AR_AIM_TO_ZONE)
		add_target(d, AR_TAG_TO, AR_NAMES_ZONE, 0, any_zone(s, rng));
	if (c->target & AR_AIM_TO_HOST)
		add_target(d, AR_TAG_TO, AR_NAMES_OBJECT, 0,
			   any_object(s, rng));
	if (c->target & AR_AIM_DISCARD)
		from_pile(s, rng, d);
	if (c->kind == AR_INCANTATION)
		decision_add_int(d, AR_TAG_DIR, random_play_below(rng, 4));
	if (c->kind == AR_CREATURE && !random_play_below(rng, 3))
		decision_add_int(d,
				 random_play_below(rng, 2) ? AR_TAG_PET
							   : AR_TAG_REAPER,
				 1);
	(void)decision_find(d, AR_TAG_STEP, &a);
}

static int32_t planned_card(const struct ar_state *s, int seat,
			    const struct ar_obj *o, struct dice *rng)
{
	const struct ar_player *p = &s->player[seat];

	if (o->handle != p->mage)
		return o->planned > 0 ? o->planned : 0;
	return p->planned[random_play_below(rng, AR_PLANNED)];
}

/* one alternative */
static void any_verb(const struct ar_state *s, int seat, const struct ar_obj *o,
		     struct dice *rng, int step, struct decision *d)
{
	int32_t card = planned_card(s, seat, o, rng);
	int32_t zone;

	switch (random_play_below(rng, 6)) {
	case 0:
		zone = ar_beside(s, o->zone,
				 (enum ar_dir)random_play_below(rng, 4));
		decision_add_int(d, step, AR_DO_MOVE);
		if (zone)
			add_target(d, AR_TAG_TARGET, AR_NAMES_ZONE, 0, zone);
		else
			add_target(d, AR_TAG_TOWARD, AR_NAMES_MAGE, 0, 0);
		break;
	case 1:
		decision_add_int(d, step, AR_DO_MOVE);
		add_target(d, AR_TAG_TOWARD, AR_NAMES_MAGE, 0, 0);
		break;
	case 2:
	case 3:
		decision_add_int(d, step, AR_DO_ATTACK);
		if (random_play_below(rng, 2))
			add_target(d, AR_TAG_TARGET, AR_NAMES_NEAREST, 0, 0);
		else
			add_target(d, AR_TAG_TARGET, AR_NAMES_OBJECT, 0,
				   any_object(s, rng));
		break;
	case 4:
		if (card > 0) {
			cast_step(s, rng, card, step, d);
			break;
		}
		/* fall through */
	default: decision_add_int(d, step, AR_DO_GUARD);
	}
}

static bool sample_act(const struct ar_state *s, int seat, struct dice *rng,
		       struct decision *out)
{
	int32_t own[AR_MAX_OBJECTS];
	const struct ar_obj *o;
	int n = 0;

	for (int i = 0; i < s->n_objects; i++)
		if (s->obj[i].ctl == seat && s->obj[i].active &&
		    s->obj[i].zone && ar_is_creature(s, &s->obj[i]))
			own[n++] = s->obj[i].handle;
	if (!n)
		return false;
	o = ar_obj(s, own[random_play_below(rng, n)]);
	if (s->step == AR_STEP_BOUND && ar_obj(s, s->actor))
		o = ar_obj(s, s->actor);
	decision_start(out, AR_ORDER_ACT);
	decision_add_int(out, AR_TAG_FIG, o->handle);
	for (int i = 0; i < 3; i++) {
		any_verb(s, seat, o, rng, AR_TAG_STEP, out);
		any_verb(s, seat, o, rng, AR_TAG_ALT, out);
		if (!i)
			decision_add_int(out, AR_TAG_ALT, AR_DO_NOTHING);
	}
	return true;
}

/* an ability of something that the seat has, on anything */
static void use_step(const struct ar_state *s, int seat, struct dice *rng,
		     struct decision *d)
{
	int32_t item = 0;
	int n = 0;

	for (int i = 0; i < s->n_objects; i++)
		if (s->obj[i].ctl == seat &&
		    s->card[s->obj[i].card].kind != AR_ENCHANTMENT &&
		    !random_play_below(rng, ++n))
			item = s->obj[i].handle;
	decision_add_int(d, AR_TAG_STEP, AR_DO_USE);
	if (item)
		add_target(d, AR_TAG_ITEM, AR_NAMES_OBJECT, 0, item);
	if (random_play_below(rng, 3))
		add_target(d, AR_TAG_TARGET, AR_NAMES_OBJECT, 0,
			   any_object(s, rng));
}

/* a planned card or an ability, before or after an own creature acts */
static bool sample_quickcast(const struct ar_state *s, int seat,
			     struct dice *rng, struct decision *out)
{
	const struct ar_player *p = &s->player[seat];
	int32_t card = p->planned[random_play_below(rng, AR_PLANNED)];
	bool after = s->step == AR_STEP_AFTER, use = !random_play_below(rng, 3);

	if (random_play_below(rng, 3) || (!use && (!p->quickcast || card <= 0)))
		return false;
	if (use)
		decision_start(out, after ? AR_ORDER_USE_AFTER
					  : AR_ORDER_USE_BEFORE);
	else
		decision_start(out,
			       after ? AR_ORDER_QC_AFTER : AR_ORDER_QC_BEFORE);
	decision_add_int(out, AR_TAG_FIG,
			 after ? s->actor : any_object(s, rng));
	if (use)
		use_step(s, seat, rng, out);
	else
		cast_step(s, rng, card, AR_TAG_STEP, out);
	return true;
}

static bool sample_setup(const struct ar_state *s, int seat, struct dice *rng,
			 struct decision *out)
{
	int class, element;

	if (!s->player[seat].mage_in) {
		bool brought = ar_carries_mage(s, seat, &class, &element);

		decision_start(out, AR_ORDER_MAGE);
		decision_add_int(out, AR_TAG_CLASS,
				 brought ? class
					 : AR_BEASTMASTER +
						   random_play_below(rng, 4));
		if (brought && element >= 0)
			decision_add_int(out, AR_TAG_SCHOOL, element);
	} else {
		decision_start(out, AR_ORDER_BOOK);
		decision_add_int(out, AR_TAG_YES, 1);
	}
	return true;
}

/* a caster beside the Mage is given one card of the book */
static bool sample_given(const struct ar_state *s, int seat, struct dice *rng,
			 struct decision *out)
{
	const struct ar_player *p = &s->player[seat];
	int32_t least;
	int n = 0;

	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];
		bool spawns = ar_is_spawnpoint(s, o);

		if (o->ctl != seat || o->planned ||
		    !(spawns || ar_is_familiar(s, o)))
			continue;
		for (int card = 1; card < s->n_cards; card++) {
			if (p->book[card] <= 0 ||
			    !(spawns ? ar_may_spawn(s, o, card, &least)
				     : ar_may_familiar(s, o, card)) ||
			    random_play_below(rng, ++n))
				continue;
			decision_start(out, AR_ORDER_PLAN);
			add_target(out, AR_TAG_TARGET, AR_NAMES_OBJECT, 0,
				   o->handle);
			decision_add_int(out, AR_TAG_CARD, card);
		}
	}
	return n;
}

static bool sample_plan(const struct ar_state *s, int seat, struct dice *rng,
			struct decision *out)
{
	const struct ar_player *p = &s->player[seat];
	int32_t cards[AR_MAX_CARDS];
	int n = 0;

	if (p->plan_touched && random_play_below(rng, 2)) {
		decision_start(out, AR_ORDER_END);
		return true;
	}
	if (random_play_below(rng, 2) && sample_given(s, seat, rng, out))
		return true;
	for (int i = 1; i < s->n_cards; i++)
		if (p->book[i] > 0)
			cards[n++] = i;
	decision_start(out, AR_ORDER_PLAN);
	for (int i = 0; i < AR_PLANNED && n; i++)
		decision_add_int(out, AR_TAG_CARD,
				 cards[random_play_below(rng, n)]);
	return true;
}

/* some decision, sense or nonsense */
static bool any_decision(const struct ar_state *s, int seat, struct dice *rng,
			 struct decision *out)
{
	int own, most;

	switch (s->head.phase) {
	case AR_SETUP:
		if (s->head.active >= 0) {
			decision_start(out, AR_ORDER_INITIATIVE);
			decision_add_int(out, AR_TAG_SEAT,
					 random_play_below(rng, AR_MAX_SEATS));
			return true;
		}
		return sample_setup(s, seat, rng, out);
	case AR_PLAN: return sample_plan(s, seat, rng, out);
	case AR_TURNS:
		if (s->step == AR_STEP_ASKED) {
			decision_start(out, AR_ORDER_END);
			return true;
		}
		if (s->head.active != seat)
			return false;
		if (s->step == AR_STEP_MAIN && !random_play_below(rng, 4) &&
		    ar_may_pass(s, seat, &own, &most)) {
			decision_start(out, AR_ORDER_PASS);
			return true;
		}
		return sample_quickcast(s, seat, rng, out) ||
		       sample_act(s, seat, rng, out);
	default: return false;
	}
}

/* an order that answers the question, or takes its default */
static void any_answer(const struct ar_state *s, struct dice *rng,
		       struct decision *out)
{
	const struct ar_obj *o = ar_obj(s, (int32_t)s->frame.about);
	int32_t die = random_play_below(rng, 3);
	int kind = ar_answering(s);

	decision_start(out, (uint16_t)kind);
	switch (kind) {
	case AR_ORDER_DEFEND:
	case AR_ORDER_COUNTER:
	case AR_ORDER_UPKEEP_PAY:
		decision_add_int(out, AR_TAG_POLICY, AR_POLICY_NEVER);
		return;
	case AR_ORDER_REFUSE:
		add_target(out, AR_TAG_ITEM, AR_NAMES_OBJECT, 0,
			   o ? o->handle : 1);
		return;
	case AR_ORDER_PAYTAX: decision_add_int(out, AR_TAG_YES, 0); return;
	case AR_ORDER_TRAPTO:
		add_target(out, AR_TAG_TO, AR_NAMES_ZONE, 0, any_zone(s, rng));
		return;
	case AR_ORDER_PUSH:
		decision_add_int(out, AR_TAG_DIR,
				 random_play_below(rng, N_AR_DIRS));
		return;
	case AR_ORDER_REROLL:
		decision_add(out, AR_TAG_EFFECTS, &die, 1);
		return;
	default: decision_start(out, AR_ORDER_NOTHING);
	}
}

/* AUTO: the winner of the roll begins (AR-DP-01) */
bool ar_auto(struct run *r, int seat, struct dice *lot, struct decision *out)
{
	const struct ar_state *s = r->state;

	(void)lot;
	if (s->head.phase != AR_SETUP || s->head.active < 0)
		return false;
	decision_start(out, AR_ORDER_INITIATIVE);
	decision_add_int(out, AR_TAG_SEAT, seat);
	return true;
}

enum { SAMPLE_TRIES = 12 };

bool ar_random_decision(const void *view, int seat, struct trials *room,
			struct dice *rng, struct decision *out)
{
	const struct ar_state *s = view;

	if (ar_asked(s) == seat) {
		any_answer(s, rng, out);
		if (random_play_below(rng, 2) &&
		    dry_run_of(room, &system_arena, view, seat, out))
			return true;
		decision_start(out, AR_ORDER_NOTHING);
		return true;
	}
	for (int i = 0; i < SAMPLE_TRIES; i++) {
		if (!any_decision(s, seat, rng, out))
			return false;
		if (dry_run_of(room, &system_arena, view, seat, out))
			return true;
	}
	return ar_default_order(view, seat, out) &&
	       dry_run_of(room, &system_arena, view, seat, out);
}
