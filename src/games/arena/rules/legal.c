/*
 * src/games/arena/rules/legal.c - lists the decisions that a seat can make, and
 * the default of a silent seat
 */
#include "games/arena/rules/card.h"
#include "games/arena/rules/spell_clause.h"
#include "games/arena/rules/play.h"
#include "games/arena/rules/trait.h"

/* The view itself; nothing here changes it. */
struct legal_scan {
	struct move_groups fs;
	const struct ar_state *s;
	struct ar_work w; /* for the rules' own checks; emits nothing */
	struct run run;
	int seat;
};

/* --- actions ------------------------------------------------------------ */

/* by any of its attacks, from its zone */
static bool may_attack(const struct legal_scan *l, const struct ar_obj *o,
		       const struct ar_obj *t)
{
	struct ar_attack a = { .attacker = o->handle,
			       .target = t->handle,
			       .zone = o->zone,
			       .seat = o->ctl };

	for (int i = 0;
	     ar_profile_of(l->s, o, i, &a.source, &a.card, &a.profile); i++) {
		const struct ar_profile *p =
			ar_profile(l->s, (int)a.card, (int)a.profile);

		a.kind = p->kind;
		if (!(p->flags & AR_PROFILE_ZONE) &&
		    ar_check_attack(&l->w, &a, NULL))
			return true;
	}
	return false;
}

/* its targets from its zone, then the zones where it can go */
static void act_group(struct legal_scan *l, const struct ar_obj *o)
{
	const struct ar_state *s = l->s;
	struct move_group *f = move_group_add(&l->fs, AR_ORDER_ACT, o->handle);

	if (!f || ar_incapacitated(s, o))
		return;
	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *t = &s->obj[i];

		if (ar_has_life(s, t) && !ar_friends(s, t->ctl, o->ctl) &&
		    may_attack(l, o, t))
			move_group_aim(f, t->handle);
	}
	for (int d = 0; d < N_AR_DIRS; d++) {
		int32_t to = ar_beside(s, o->zone, (enum ar_dir)d);

		if (to && ar_check_move(&l->w, o, to, AR_HOW_MOVE, NULL))
			move_group_aim(f, to);
	}
}

/* it has an ability for the windows around an action phase (AR-QC-08) */
static bool is_around(const struct ar_state *s, const struct ar_obj *o)
{
	struct ar_clause c;

	if (o->hidden || o->card <= 0)
		return false;
	for (int i = 0; i < ar_clauses(s, (int)o->card); i++) {
		ar_clause_at(s, (int)o->card, i, &c);
		if (c.kind == AR_CLAUSE_MAY && c.event == AR_ON_AROUND)
			return true;
	}
	return false;
}

/* quickcasts and abilities before or after the action phase of a creature */
static void around_groups(struct legal_scan *l, const struct ar_obj *o,
			  int cast, int use)
{
	struct move_group *f = NULL;

	if (l->s->player[l->seat].quickcast && o->ctl == l->seat)
		move_group_add(&l->fs, cast, o->handle);
	for (int i = 0; i < l->s->n_objects; i++) {
		const struct ar_obj *t = &l->s->obj[i];

		if (t->ctl != l->seat || !is_around(l->s, t))
			continue;
		f = f ? f : move_group_add(&l->fs, use, o->handle);
		if (f)
			move_group_aim(f, t->handle);
	}
}

static void creature_groups(struct legal_scan *l, bool after)
{
	for (int i = 0; i < l->s->n_objects; i++) {
		const struct ar_obj *o = &l->s->obj[i];

		if (o->ctl != l->seat || !o->active || !o->zone ||
		    !ar_is_creature(l->s, o))
			continue;
		act_group(l, o);
		around_groups(l, o, AR_ORDER_QC_BEFORE, AR_ORDER_USE_BEFORE);
		if (after)
			around_groups(l, o, AR_ORDER_QC_AFTER,
				      AR_ORDER_USE_AFTER);
	}
}

/* abilities before or after the action phase of a team-mate's creature */
static void mates_groups(struct legal_scan *l)
{
	if (!RULE(AR_QC_08, ar_helps_mates(l->s, l->seat)))
		return;
	for (int i = 0; i < l->s->n_objects; i++) {
		const struct ar_obj *o = &l->s->obj[i];

		if (o->ctl == l->seat || !ar_friends(l->s, o->ctl, l->seat) ||
		    !o->active || !o->zone || !ar_is_creature(l->s, o))
			continue;
		around_groups(l, o, AR_ORDER_QC_BEFORE, AR_ORDER_USE_BEFORE);
		around_groups(l, o, AR_ORDER_QC_AFTER, AR_ORDER_USE_AFTER);
	}
}

static void reveal_groups(struct legal_scan *l)
{
	for (int i = 0; i < l->s->n_objects; i++)
		if (l->s->obj[i].hidden && l->s->obj[i].ctl == l->seat &&
		    !l->s->obj[i].sealed)
			move_group_add(&l->fs, AR_ORDER_REVEAL,
				       l->s->obj[i].handle);
}

/* --- phases ------------------------------------------------------------- */

static void turn_groups(struct legal_scan *l)
{
	const struct ar_state *s = l->s;
	/* asked for the orders of all its turns (AR-MAIL-05) */
	bool asked = s->step == AR_STEP_ASKED && !s->player[l->seat].plan_in;
	const struct ar_obj *o = ar_obj(s, s->actor);
	int own, most;

	if (s->head.phase == AR_TURNS && !asked && s->head.active != l->seat)
		mates_groups(l);
	if (s->head.phase != AR_TURNS || (!asked && s->head.active != l->seat))
		return;
	if (!asked && s->step == AR_STEP_AFTER && o)
		around_groups(l, o, AR_ORDER_QC_AFTER, AR_ORDER_USE_AFTER);
	if (!asked && s->step != AR_STEP_MAIN && s->step != AR_STEP_BOUND)
		return;
	creature_groups(l, asked);
	if (asked && l->fs.n && s->player[l->seat].quickcast)
		move_group_add(&l->fs, AR_ORDER_QC_LAST, 0);
	if (asked)
		move_group_add(&l->fs, AR_ORDER_END, 0);
	else
		reveal_groups(l);
	if (s->step == AR_STEP_MAIN && ar_may_pass(s, l->seat, &own, &most))
		move_group_add(&l->fs, AR_ORDER_PASS, 0);
}

/* the plan, and all that a round mail says ahead */
static void plan_groups(struct legal_scan *l)
{
	const struct ar_state *s = l->s;

	move_group_add(&l->fs, AR_ORDER_PLAN, s->player[l->seat].mage);
	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];
		bool spawns = ar_is_spawnpoint(s, o);

		if (o->ctl != l->seat || (!spawns && !ar_is_familiar(s, o)))
			continue;
		move_group_add(&l->fs, AR_ORDER_PLAN, o->handle);
		if (spawns)
			move_group_add(&l->fs, AR_ORDER_DEPLOY, o->handle);
	}
	if (s->player[l->seat].quickcast) {
		move_group_add(&l->fs, AR_ORDER_QC_FIRST, 0);
		move_group_add(&l->fs, AR_ORDER_QC_LAST, 0);
	}
	creature_groups(l, true);
	mates_groups(l);
	reveal_groups(l);
	move_group_add(&l->fs, AR_ORDER_PASS, 0);
	move_group_add(&l->fs, AR_ORDER_END, 0);
}

static void setup_groups(struct legal_scan *l)
{
	const struct ar_player *p = &l->s->player[l->seat];

	if (l->s->head.active == l->seat) {
		move_group_add(&l->fs, AR_ORDER_INITIATIVE, 0);
	} else if (l->s->head.active < 0) {
		move_group_add(&l->fs, AR_ORDER_MAGE, 0);
		if (p->mage_in)
			move_group_add(&l->fs, AR_ORDER_BOOK, 0);
	}
}

static void answer_groups(struct legal_scan *l)
{
	int kind = ar_answering(l->s);

	move_group_add(&l->fs, AR_ORDER_NOTHING, 0);
	if (kind && kind != AR_ORDER_REVEAL)
		move_group_add(&l->fs, kind, 0);
	reveal_groups(l);
}

bool ar_helps_mates(const struct ar_state *s, int seat)
{
	if (s->head.option[AR_OPTION_FORMAT] != AR_TEAMS ||
	    !s->player[seat].alive)
		return false;
	for (int i = 0; i < s->n_objects; i++)
		if (s->obj[i].ctl == seat && is_around(s, &s->obj[i]))
			return true;
	return false;
}

int ar_legal(const void *view, int seat, struct trials *room,
	     struct move_group *out, int max)
{
	struct legal_scan l = { .fs = { out, 0, max },
				.s = view,
				.seat = seat };

	(void)room;
	if (seat < 0 || seat >= AR_MAX_SEATS || !l.s->head.seat[seat].present)
		return 0;
	ar_look(&l.w, &l.run, l.s);
	if (ar_asked(l.s) == seat) {
		answer_groups(&l);
		return l.fs.n;
	}
	/* another is asked inside an action: lines that wait, and no more */
	if (ar_asked(l.s) >= 0) {
		reveal_groups(&l);
		return l.fs.n;
	}
	switch (l.s->head.phase) {
	case AR_SETUP: setup_groups(&l); break;
	case AR_PLAN:
		/* one that is in may be sent anew */
		if (l.s->step == AR_STEP_MAIN)
			plan_groups(&l);
		break;
	default: turn_groups(&l);
	}
	return l.fs.n;
}

/* --- silence ------------------------------------------------------------ */

/* guards first, and Mages after other creatures */
static int silent_rank(const struct ar_state *s, const struct ar_obj *o)
{
	return 2 * RULE(AR_MAIL_45, ar_incapacitated(s, o)) +
	       (ar_kind(s, o) == AR_MAGE);
}

/* AR-MAIL-45: guard with the lowest handle, Mages last; or do nothing */
static bool silent_turn(const struct ar_state *s, int seat,
			struct decision *out)
{
	const struct ar_obj *best = ar_committed(s), *bound = best;
	int own, most;

	if (s->step == AR_STEP_ASKED) {
		decision_start(out, AR_ORDER_END);
		return true;
	}
	if (s->step == AR_STEP_MAIN && ar_may_pass(s, seat, &own, &most)) {
		decision_start(out, AR_ORDER_PASS);
		return true;
	}
	for (int i = 0; !bound && i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];

		if (o->ctl != seat || !o->active || !o->zone ||
		    !ar_is_creature(s, o))
			continue;
		if (!best || silent_rank(s, o) < silent_rank(s, best))
			best = o;
	}
	if (!best)
		return false;
	decision_start(out, AR_ORDER_ACT);
	decision_add_int(out, AR_TAG_FIG, best->handle);
	decision_add_int(out, AR_TAG_STEP, AR_DO_GUARD);
	decision_add_int(out, AR_TAG_ALT, AR_DO_NOTHING);
	return true;
}

bool ar_default_order(const void *view, int seat, struct decision *out)
{
	const struct ar_state *s = view;

	if (ar_asked(s) == seat) {
		decision_start(out, AR_ORDER_NOTHING);
		return true;
	}
	switch (s->head.phase) {
	case AR_PLAN:
		decision_start(out, AR_ORDER_END);
		decision_add_int(out, AR_TAG_YES, 0);
		return true;
	case AR_TURNS: return silent_turn(s, seat, out);
	default: return false;
	}
}
