/*
 * src/games/dungeons/rules/move.c - executes steps, breaking away, entering,
 * leaving, doors, teleport and vortex (DG sections 7 and 8).
 */
#include "games/dungeons/rules/move.h"
#include "engine/field.h"
#include "games/dungeons/rules/attack.h"
#include "games/dungeons/rules/board.h"
#include "games/dungeons/rules/chest.h"
#include "games/dungeons/rules/map_place.h"

/* --- breaking away ----------------------------------------------------- */

static int32_t move_cheapest(const struct dg_state *s, int f)
{
	int32_t best = dg_exit_mouth(s, f) >= 0 ? 1 : 0;

	/* nothing is cheaper than 1 */
	for (int face = 0; face < N_DG_FACES && best != 1; face++) {
		int32_t to = dg_beside(s->fig[f].sq, face);
		int32_t cost;

		if (to == DG_NOWHERE || !dg_joined(s, s->fig[f].sq, face) ||
		    !dg_enterable(s, to) || !dg_empty(s, to))
			continue;
		cost = dg_square_cost(s, f, to) + face % 2;
		if (!best || cost < best)
			best = cost;
	}
	return best ? best : 1;
}

/* demoralized enemies hold like any other */
static bool held_by_weak(const struct dg_state *s, int f)
{
	for (int g = 0; g < s->n_figs; g++)
		if (dg_enemies(s, f, g) &&
		    dg_near(s->fig[f].sq, s->fig[g].sq) &&
		    dg_has(s, g, DG_ABILITY_DEMORALIZED) &&
		    dg_adjacent(s, s->fig[f].sq, s->fig[g].sq) >= 0 &&
		    dg_in_front(s, g, s->fig[f].sq))
			return true;
	return false;
}

static bool break_once(struct run *r, int f)
{
	const struct dg_state *s = dg_of(r);
	int die = dg_roll(r, 6), need = 4, n = 0;
	bool quick = RULE(DG_SA_13, dg_has(s, f, DG_ABILITY_FLIGHT)) ||
		     RULE(DG_SA_10, dg_has(s, f, DG_ABILITY_CHARGE)) ||
		     RULE(DG_SA_16, dg_has(s, f, DG_ABILITY_BOUND));
	int32_t freed[DG_MAX_FIGS];
	struct event e;
	bool ok;

	if (r->unknown)
		return false;
	if (quick)
		need = 2;
	ok = RULE(DG_BREAK_02, die >= need);
	for (int g = 0; ok && g < s->n_figs; g++)
		if (dg_on_board(s, g) && dg_enemies(s, f, g) &&
		    dg_adjacent(s, s->fig[f].sq, s->fig[g].sq) >= 0)
			freed[n++] = s->fig[g].label;
	event_start(&e, DG_EV_BREAK_AWAY, DG_BREAK_02);
	event_because(&e, DG_BREAK_03);
	event_because(&e, DG_X_03);
	if (held_by_weak(s, f))
		event_because(&e, DG_BREAK_06);
	if (quick)
		event_because(&e, dg_has(s, f, DG_ABILITY_FLIGHT)   ? DG_SA_13
				  : dg_has(s, f, DG_ABILITY_CHARGE) ? DG_SA_10
								    : DG_SA_16);
	event_put(&e, DG_EV_BREAK_AWAY_FIG, s->fig[f].label);
	event_put(&e, DG_EV_BREAK_AWAY_DIE, die);
	event_put(&e, DG_EV_BREAK_AWAY_NEED, need);
	event_put(&e, DG_EV_BREAK_AWAY_OK, ok);
	event_put_ints(&e, DG_EV_BREAK_AWAY_FROM, freed, n);
	event_put(&e, DG_EV_BREAK_AWAY_SP, s->fig[f].sp - 2);
	run_emit(r, &e);
	return ok;
}

static bool decide_break(struct run *r, int seat, const struct decision *d,
			 struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0), need;
	int32_t tries = decision_int(d, DG_TAG_COUNT, 1);
	int32_t more = s->player[seat].break_retry;
	int f = dg_find(s, label);
	struct event e;

	if (!dg_may_act(s, seat, label, DG_HOW_NORMAL, no))
		return false;
	if (f < 0 || !dg_on_board(s, f))
		return dg_no(no, DG_REFUSAL_NOT_ENTERED, DG_BREAK_02, label);
	if (RULE(DG_BREAK_04, !dg_held(s, f))) {
		dg_event_nobody_holds(&e, DG_BREAK_04, label);
		run_emit(r, &e);
		return true;
	}
	need = 2;
	if (!dg_option(s, DG_OPTION_BREAK_RESERVE))
		need += RULE_VALUE(DG_R_58, move_cheapest(s, f));
	if (RULE(DG_ACT_03, dg_sp(s, label) < need))
		return dg_no_sp(no, DG_BREAK_02, label, need, dg_sp(s, label));
	if (tries < 1) /* not to be tried at all */
		return dg_no(no, DG_REFUSAL_MUST_BREAK_AWAY, DG_BREAK_02,
			     label);
	dg_begin(r, label, DG_HOW_NORMAL);
	/* as often as its SP last, whatever number that is */
	if (more > 0)
		tries = tries < INT32_MAX - more ? tries + more : INT32_MAX;
	for (int i = 0; i < tries && s->fig[f].sp >= need; i++)
		if (break_once(r, f) || r->unknown)
			return true;
	/* a die that fell is no refusal, unless ON BREAK FAIL STOP wants what
	 * was to follow not to be tried */
	return s->player[seat].break_stop != 1 ||
	       dg_no(no, DG_REFUSAL_MUST_BREAK_AWAY, DG_BREAK_02, label);
}

/* --- the step happens -------------------------------------------------- */

void dg_path_stopped(struct run *r, struct dg_work *w, int32_t piece,
		     int32_t before, int rule, const struct refusal *no)
{
	struct event e;

	/* where it was to go on, and what stops it, is for its player alone */
	dg_event_stopped(&e, DG_MOVE_07, piece);
	run_emit(r, &e);
	dg_event_path_stopped(&e, rule, piece, dg_x(before), dg_y(before),
			      str_of(dg_refusals[no->reason].name));
	e.audience = AUDIENCE_SEAT(dg_of(r)->head.active) | AUDIENCE_GM;
	event_because(&e, no->rule);
	run_emit(r, &e);
	w->refused = true;
	if (w->no)
		*w->no = *no;
}

/* Terrify: false if an enemy keeps the figure from stepping there */
static bool move_terrify(struct run *r, int f, int32_t to)
{
	const struct dg_state *s = dg_of(r);

	for (int g = 0; g < s->n_figs; g++) {
		struct event e;
		int die;

		if (!dg_near(to, s->fig[g].sq) || !dg_enemies(s, f, g) ||
		    !RULE(DG_SA_41, dg_has(s, g, DG_ABILITY_TERRIFY)) ||
		    dg_adjacent(s, to, s->fig[g].sq) < 0)
			continue;
		if (dg_comes_with(s, f, DG_ABILITY_TERRIFY))
			return true;
		die = dg_roll(r, 6);
		if (r->unknown)
			return false;
		dg_event_terrify(&e, DG_SA_41, s->fig[f].label, s->fig[g].label,
				 die, die > 2);
		event_because(&e, DG_X_08);
		run_emit(r, &e);
		if (die <= 2)
			return false;
	}
	return true;
}

/* the same for arrivals other than by a step */
static bool comes_near(struct run *r, struct dg_work *w, int f, int32_t to)
{
	int32_t label = dg_of(r)->fig[f].label;
	struct refusal no;

	if (move_terrify(r, f, to))
		return true;
	if (!r->unknown) {
		dg_no(&no, DG_REFUSAL_BLOCKED, DG_SA_41, label);
		dg_path_stopped(r, w, label, to, DG_MOVE_07, &no);
	}
	return false;
}

static void iron_closes(struct run *r, int32_t from, int32_t to)
{
	const struct dg_state *s = dg_of(r);
	struct event e;

	for (int face = 0; s->n_doors && face < N_DG_FACES; face += 2) {
		int door;

		if (dg_beside(from, face) != to)
			continue;
		door = dg_door_at(s, from, face);
		if (door < 0 || s->door[door].kind != DG_IRON ||
		    s->door[door].state != DG_OPEN)
			continue;
		dg_event_door_closed(&e, DG_DOOR_03, s->door[door].label);
		run_emit(r, &e);
	}
}

/* what a newcomer brings about, pushed in the order of DG-MOVE-06 */
void dg_arrive(struct dg_work *w, int32_t piece, bool new_section,
	       int32_t cause, bool own_move)
{
	if (own_move)
		dg_push(w, DG_JOB_POLE, piece, 0, 0, 0);
	dg_push(w, DG_JOB_SPINS, piece, -1, cause, own_move);
	dg_push(w, DG_JOB_CONVERT, piece, new_section, 0, 0);
}

static bool more_steps(const struct dg_work *w, int32_t piece)
{
	return w->n && w->job[w->n - 1][0] == DG_JOB_STEP &&
	       w->job[w->n - 1][1] == piece;
}

/* an enemy it broke away from, or passed, has it in front and holds it not */
static bool walks_free(const struct dg_state *s, int f)
{
	static const int32_t none[DG_FIG_WORDS];

	if (!memcmp(s->freed, none, sizeof(none)))
		return false;
	for (int g = 0; g < s->n_figs; g++)
		if (dg_bit(s->freed, g) && dg_on_board(s, g) &&
		    dg_adjacent(s, s->fig[f].sq, s->fig[g].sq) >= 0 &&
		    dg_in_front(s, g, s->fig[f].sq))
			return true;
	return false;
}

static void step_emit(struct run *r, int f, int32_t piece, int32_t from,
		      const int32_t *v, const struct dg_leg *leg)
{
	const struct dg_state *s = dg_of(r);
	int32_t over[2 * DG_MAX_PATH];
	struct event e;
	int n = 0;

	for (int k = 0; k + 1 < leg->n; k++) {
		over[n++] = dg_x(v[k]);
		over[n++] = dg_y(v[k]);
	}
	event_start(&e, DG_EV_STEPPED, leg->passes ? DG_PASS_01 : DG_MOVE_01);
	event_because(&e, DG_MOVE_06);
	if (leg->enemy >= 0 && RULE(DG_PASS_05, true)) {
		event_because(&e, DG_PASS_05);
		event_because(&e, DG_PASS_08);
	}
	if (f >= 0 && walks_free(s, f))
		event_because(&e, DG_BREAK_05);
	if (f < 0)
		event_because(&e, DG_TOKM_02);
	if (leg->stairs)
		event_because(&e, DG_SPEC_06);
	event_put(&e, DG_EV_STEPPED_PIECE, piece);
	event_put_ints(&e, DG_EV_STEPPED_OVER, over, n);
	event_put_point(&e, DG_EV_STEPPED_FROM, dg_x(from), dg_y(from));
	event_put_point(&e, DG_EV_STEPPED_TO, dg_x(leg->to), dg_y(leg->to));
	event_put(&e, DG_EV_STEPPED_COST, leg->cost);
	event_put_ints(&e, DG_EV_STEPPED_MODS, leg->mods, leg->n_mods);
	event_put(&e, DG_EV_STEPPED_SP, dg_sp(s, piece) - leg->cost);
	run_emit(r, &e);
}

static void steps_drop(struct dg_work *w, int32_t piece)
{
	while (more_steps(w, piece))
		w->n--;
}

/* the squares of the way that is still to be gone; gives their number */
static int squares_left(const struct dg_work *w, const int32_t *job,
			int32_t v[DG_MAX_PATH + 1])
{
	int n = 0;

	v[n++] = job[2];
	for (int k = w->n; k && w->job[k - 1][0] == DG_JOB_STEP &&
			   w->job[k - 1][1] == job[1] && n <= DG_MAX_PATH;
	     k--)
		v[n++] = w->job[k - 1][2];
	return n;
}

/* what a figure has to do where it has come to; enemy: passed on the way */
static void move_arrived(struct run *r, struct dg_work *w, int32_t piece,
			 int32_t enemy, bool new_section)
{
	const struct dg_state *s = dg_of(r);

	if (!dg_option(s, DG_OPTION_SPIN) || !more_steps(w, piece)) {
		dg_push(w, DG_JOB_POLE, piece, 0, 0, 0);
		dg_push(w, DG_JOB_SPINS, piece, -1, 0, 1);
	}
	if (enemy && RULE(DG_PASS_06, true))
		dg_push(w, DG_JOB_FREE, enemy, piece, 0, 0);
	dg_push(w, DG_JOB_CONVERT, piece, new_section, 0, 0);
}

void dg_job_step(struct run *r, struct dg_work *w, const int32_t *job)
{
	const struct dg_state *s = dg_of(r);
	int32_t piece = job[1], v[DG_MAX_PATH + 1], from, enemy;
	int f = dg_find(s, piece), n = squares_left(w, job, v);
	bool new_section, known;
	struct refusal no = { 0 };
	struct dg_leg leg;

	if (f >= 0 && !dg_on_board(s, f)) { /* it did not live to go on */
		steps_drop(w, piece);
		return;
	}
	from = dg_stands_at(s, f, piece);
	if (w->first) /* the first leg of a path may be known */
		leg = *w->first;
	known = w->first != NULL;
	w->first = NULL;
	if ((!known && !dg_leg_check(s, piece, v, n, &leg, &no)) ||
	    (f >= 0 && !move_terrify(r, f, leg.to))) {
		if (r->unknown)
			return;
		if (!no.reason)
			dg_no(&no, DG_REFUSAL_BLOCKED, DG_SA_41, piece);
		steps_drop(w, piece);
		dg_path_stopped(r, w, piece, job[2], DG_MOVE_07, &no);
		return;
	}
	w->n -= leg.n - 1; /* squares of this leg */
	enemy = leg.enemy >= 0 ? s->fig[leg.enemy].label : 0;
	step_emit(r, f, piece, from, v, &leg);
	for (int k = 0; k < leg.n; k++)
		iron_closes(r, k ? v[k - 1] : from, v[k]);
	new_section = s->square[from].section != s->square[leg.to].section;
	if (f < 0)
		dg_push(w, DG_JOB_TOKEN, piece, 0, 0, 0);
	else
		move_arrived(r, w, piece, enemy, new_section);
}

/* --- ENTER, MOVE, TURN, LEAVE, OPEN ------------------------------------ */

/* leg: the first, checked before its piece began to act; that it does changes
 * nothing that a leg is checked for */
static bool move_walk(struct run *r, int32_t piece, const int32_t *v, int n,
		      const struct dg_leg *leg, struct refusal *no)
{
	struct dg_work w;

	dg_work_init(&w, no);
	w.first = leg;
	for (int k = n; k-- > 0;)
		dg_push(&w, DG_JOB_STEP, piece, v[k], 0, 0);
	dg_work_run(r, &w);
	return !w.refused;
}

static bool decide_move(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0), v[DG_MAX_PATH];
	int f = dg_find(s, label), n;
	struct dg_leg leg;

	if (f >= 0 && s->fig[f].place == DG_OUTSIDE)
		return dg_no(no, DG_REFUSAL_NOT_ENTERED, DG_MOVE_04, label);
	if (!dg_may_act(s, seat, label, DG_HOW_NORMAL, no))
		return false;
	if (dg_is_gone(s, d))
		return dg_no(no, DG_REFUSAL_NO_TARGET, DG_MOVE_01, label);
	n = dg_way_of(s, label, d, v);
	if (!n && dg_is_before(s, label, d)) {
		dg_begin(r, label, DG_HOW_NORMAL); /* as near as it comes */
		return true;
	}
	if (n < 1)
		return dg_no(no, n ? DG_REFUSAL_NO_SP : DG_REFUSAL_BLOCKED,
			     DG_MOVE_01, label);
	if (!dg_leg_check(s, label, v, n, &leg, no))
		return false;
	/* what only wants to come nearer has done so, whatever it meets */
	return !dg_begin(r, label, DG_HOW_NORMAL) ||
	       move_walk(r, label, v, n, &leg, no) || dg_only_nears(d);
}

/* The Hero comes in and goes on; by itself it stops where it must. */
static void move_enter(struct run *r, struct dg_work *w, int f,
		       const int32_t *v, int n, bool by_itself)
{
	const struct dg_state *s = dg_of(r);
	const struct dg_fig *p = &s->fig[f];
	const struct dg_mouth *m = &s->mouth[s->player[p->owner].entrance];
	int32_t cost = dg_square_cost(s, f, v[0]);
	struct event e;

	if (!dg_begin(r, p->label, DG_HOW_NORMAL) || !comes_near(r, w, f, v[0]))
		return;
	event_start(&e, DG_EV_ENTERED, DG_MOVE_04);
	event_because(&e, DG_ACT_02);
	if (s->player[p->owner].turns == 1)
		event_because(&e, DG_TURN_05);
	if (by_itself)
		event_because(&e, DG_D_11);
	event_put(&e, DG_EV_ENTERED_FIG, p->label);
	event_put_point(&e, DG_EV_ENTERED_TO, dg_x(v[0]), dg_y(v[0]));
	event_put(&e, DG_EV_ENTERED_FACE, (m->side + 4) % 8);
	event_put(&e, DG_EV_ENTERED_COST, cost);
	event_put(&e, DG_EV_ENTERED_SP, p->sp - cost);
	run_emit(r, &e);
	for (int k = n; k-- > 1;)
		dg_push(w, DG_JOB_STEP, p->label, v[k], 0, 0);
	dg_arrive(w, p->label, true, 0, true);
}

static bool decide_enter(struct run *r, int seat, const struct decision *d,
			 struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0), v[DG_MAX_PATH + 1];
	int f = dg_find(s, label), n;
	struct dg_work w;

	if (!dg_may_act(s, seat, label, DG_HOW_NORMAL, no))
		return false;
	if (f < 0 || s->fig[f].owner < 0)
		return dg_no(no, DG_REFUSAL_NOT_HERO, DG_ACT_05, label);
	if (s->fig[f].place != DG_OUTSIDE)
		return dg_no(no, DG_REFUSAL_BAD_TIME, DG_MOVE_04, label);
	if (s->player[seat].entrance < 0)
		return dg_no(no, DG_REFUSAL_BLOCKED, DG_MOVE_04, label);
	if (dg_is_gone(s, d))
		return dg_no(no, DG_REFUSAL_NO_TARGET, DG_MOVE_04, label);
	n = dg_path_in(s, f, d, v);
	if (n < 1 || v[0] < 0)
		return dg_no(no, DG_REFUSAL_BLOCKED, DG_MOVE_04, label);
	if (RULE(DG_MOVE_04, !dg_is_mouth(s, f, v[0])) ||
	    !dg_enterable(s, v[0]))
		return dg_no(no, DG_REFUSAL_BLOCKED, DG_MOVE_04, label);
	if (RULE(DG_GEO_11, !dg_empty(s, v[0])))
		return dg_no(no, DG_REFUSAL_OCCUPIED, DG_GEO_11, label);
	if (RULE(DG_ACT_03, dg_square_cost(s, f, v[0]) > dg_sp(s, label)))
		return dg_no_sp(no, DG_ACT_03, label,
				dg_square_cost(s, f, v[0]), dg_sp(s, label));
	if (!dg_arrival_check(s, f, v[0], no))
		return false;
	dg_work_init(&w, no);
	move_enter(r, &w, f, v, n, false);
	dg_work_run(r, &w);
	return !w.refused || dg_only_nears(d);
}

bool dg_enter_default(const struct dg_state *s, int seat, struct decision *d)
{
	struct refusal no;

	for (int f = 0; f < s->n_figs; f++)
		if (s->fig[f].owner == seat && s->fig[f].place == DG_OUTSIDE &&
		    dg_may_act(s, seat, s->fig[f].label, DG_HOW_NORMAL, &no) &&
		    dg_enter_way(s, f, d))
			return true;
	return false;
}

/* job: seat. In its first turn all pieces that can enter do so (DG-TURN-05) */
void dg_job_enter(struct run *r, struct dg_work *w, const int32_t *job)
{
	const struct dg_state *s = dg_of(r);
	int32_t v[DG_MAX_PATH], label;
	struct decision d;
	int n;

	if (s->player[job[1]].turns != 1 ||
	    !RULE(DG_TURN_05, dg_enter_default(s, job[1], &d)))
		return;
	n = dg_path_of(&d, v);
	label = decision_int(&d, DG_TAG_FIG, 0);
	if (!dg_actor_now(s, label)) /* DOUBLE began with it outside */
		dg_end_activation(r);
	if (s->head.phase != DG_PLAY)
		return;
	dg_push(w, DG_JOB_ENTER, job[1], 0, 0, 0);
	move_enter(r, w, dg_find(s, label), v, n, true);
}

static bool decide_turn(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0);
	int32_t cost = dg_option(s, DG_OPTION_TURN_COST);
	int face = decision_int(d, DG_TAG_FACE, -1), f = dg_find(s, label);
	bool nimble = f >= 0 && !dg_actor_now(s, label) &&
		      (s->fig[f].owner == seat || s->fig[f].owner < 0) &&
		      RULE(DG_SA_18, dg_has_for(s, f, DG_ABILITY_NIMBLE, seat));
	struct event e;

	/* a player who may not activate it may not turn it away from his
	 * Heroes either */
	if (nimble && s->fig[f].owner < 0 && !dg_may_act_spawn(s, seat, f, no))
		return false;
	if (nimble)
		cost = 0;
	else if (!dg_may_act(s, seat, label, DG_HOW_NORMAL, no))
		return false;
	if (f < 0 || !dg_on_board(s, f))
		return dg_no(no, DG_REFUSAL_NOT_ENTERED, DG_ACT_06, label);
	if (face < 0 || face >= N_DG_FACES)
		return dg_no(no, DG_REFUSAL_UNKNOWN, DG_ACT_06, label);
	if (cost && RULE(DG_R_55, cost > dg_sp(s, label)))
		return dg_no_sp(no, DG_R_55, label, cost, dg_sp(s, label));
	if (!nimble)
		dg_begin(r, label, DG_HOW_NORMAL);
	dg_event_turned(&e, nimble ? DG_SA_18 : DG_ACT_06, label, face,
			s->fig[f].sp - cost);
	event_because(&e, DG_FREE_03);
	run_emit(r, &e);
	return true;
}

/* DG-END-02: the team has had a chest, or can get none any more */
static bool may_leave(const struct dg_state *s, int seat)
{
	if (!RULE(DG_END_02, !s->player[seat].acquired))
		return true;
	if (dg_option(s, DG_OPTION_EXIT_WAIVER))
		return false;
	for (int i = 0; i < s->n_chests; i++) {
		const struct dg_chest *c = &s->chest[i];

		if (c->place == DG_CHEST_LIES)
			return false;
		if (c->place == DG_CHEST_HELD && c->holder != seat &&
		    !s->head.seat[c->holder].withdrawn && !s->lone_wolf)
			return false;
	}
	return RULE(DG_R_32, true);
}

/* chests that are named to be stored: held, and two at most */
static bool stored_check(const struct dg_state *s, int seat,
			 const struct decision *d, struct refusal *no)
{
	struct decision_arg a;
	int named = 0;

	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		int c = a.tag == DG_TAG_CHEST ? dg_find_chest(s, a.w[0]) : -1;

		if (a.tag != DG_TAG_CHEST)
			continue;
		if (c < 0 || s->chest[c].place != DG_CHEST_HELD ||
		    s->chest[c].holder != seat)
			return dg_no(no, DG_REFUSAL_NO_CHEST, DG_STORE_01,
				     a.w[0]);
		if (RULE(DG_STORE_01, ++named > 2))
			return dg_no(no, DG_REFUSAL_TWO_ITEMS, DG_STORE_01,
				     a.w[0]);
	}
	return true;
}

static void leave_emit(struct run *r, const struct decision *d, int f,
		       int mouth)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = s->fig[f].label;
	struct decision_arg a;
	struct event e;

	dg_event_left(&e, DG_MOVE_05, label, mouth, s->fig[f].sp - 1);
	event_because(&e, DG_END_02);
	run_emit(r, &e);
	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		if (a.tag != DG_TAG_CHEST)
			continue;
		dg_event_chest_stored(&e, DG_STORE_01, a.w[0], label);
		run_emit(r, &e);
	}
}

static bool decide_leave(struct run *r, int seat, const struct decision *d,
			 struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0);
	int f = dg_find(s, label), mouth;

	if (!dg_may_act(s, seat, label, DG_HOW_NORMAL, no))
		return false;
	if (f < 0 || s->fig[f].owner < 0)
		return dg_no(no, DG_REFUSAL_NOT_HERO, DG_ACT_05, label);
	if (!dg_on_board(s, f))
		return dg_no(no, DG_REFUSAL_NOT_ENTERED, DG_MOVE_05, label);
	mouth = dg_exit_mouth(s, f);
	if (RULE(DG_MOVE_05, mouth < 0))
		return dg_no(no, DG_REFUSAL_WRONG_EXIT, DG_MOVE_05, label);
	if (!may_leave(s, seat))
		return dg_no(no, DG_REFUSAL_NO_TREASURE_YET, DG_END_02, label);
	if (dg_held(s, f))
		return dg_no(no, DG_REFUSAL_MUST_BREAK_AWAY, DG_BREAK_01,
			     label);
	if (RULE(DG_ACT_03, dg_sp(s, label) < 1))
		return dg_no_sp(no, DG_MOVE_05, label, 1, dg_sp(s, label));
	if (!stored_check(s, seat, d, no))
		return false;
	dg_begin(r, label, DG_HOW_NORMAL);
	leave_emit(r, d, f, mouth);
	dg_store_default(r, seat, label);
	dg_end_activation(r);
	return true;
}

static int door_named(const struct dg_state *s, const struct decision *d)
{
	int32_t label = decision_int(d, DG_TAG_TARGET, 0);
	struct decision_arg a;
	int32_t sq[2];
	int n = 0;

	if (label)
		return dg_find_door(s, label);
	for (int at = 0; decision_next(d, at, &a) && n < 2; at = a.next)
		if (a.tag == DG_TAG_AT && a.w[0] >= 0 && a.w[1] >= 0 &&
		    a.w[0] < DG_WIDTH && a.w[1] < DG_WIDTH)
			sq[n++] = dg_square_of(a.w[0], a.w[1]);
	for (int face = 0; n == 2 && face < N_DG_FACES; face += 2)
		if (dg_beside(sq[0], face) == sq[1])
			return dg_door_at(s, sq[0], face);
	return -1;
}

static bool decide_open(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0), at;
	int f = dg_find(s, label), i = dg_find_token(s, label);
	int door = door_named(s, d);
	struct event e;

	if (!dg_may_act(s, seat, label, DG_HOW_NORMAL, no))
		return false;
	if (f >= 0 && !dg_on_board(s, f))
		return dg_no(no, DG_REFUSAL_NOT_ENTERED, DG_DOOR_02, label);
	at = f >= 0 ? s->fig[f].sq : s->token[i].sq;
	if (door < 0 ||
	    RULE(DG_DOOR_02, at != s->door[door].sq &&
				     at != dg_beside(s->door[door].sq,
						     s->door[door].side)) ||
	    !dg_passage(s, s->door[door].sq, s->door[door].side))
		return dg_no(no, DG_REFUSAL_NO_DOOR, DG_DOOR_02, label);
	if (s->door[door].state != DG_CLOSED)
		return dg_no(no, DG_REFUSAL_ALREADY_OPEN, DG_DOOR_03,
			     s->door[door].label);
	if (RULE(DG_ACT_03, dg_sp(s, label) < 2))
		return dg_no_sp(no, DG_DOOR_02, label, 2, dg_sp(s, label));
	dg_begin(r, label, DG_HOW_NORMAL);
	dg_event_door_opened(&e, DG_DOOR_02, s->door[door].label, label,
			     dg_sp(s, label) - 2);
	run_emit(r, &e);
	return true;
}

/* --- teleport, vortex -------------------------------------------------- */

static bool move_declare(struct run *r, int f, int32_t to, int terrain,
			 struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = s->fig[f].label;
	struct dg_leg leg;
	struct event e;

	if (to < 0 || s->square[to].terrain != terrain)
		return dg_no(no, DG_REFUSAL_NO_DESTINATION, DG_SPEC_02, label);
	if (s->fig[f].sq != to && !dg_leg_check(s, label, &to, 1, &leg, no))
		return false;
	dg_begin(r, label, DG_HOW_NORMAL);
	if (s->fig[f].sq != to && !move_walk(r, label, &to, 1, &leg, no))
		return false;
	if (r->unknown || s->frame.what || !dg_on_board(s, f) ||
	    s->fig[f].sq != to)
		return true;
	dg_event_declared(&e, terrain == DG_TELEPORT ? DG_SPEC_02 : DG_SPEC_04,
			  label, terrain);
	if (s->fig[f].owner < 0)
		event_because(&e, DG_SPEC_07);
	run_emit(r, &e);
	dg_end_activation(r);
	return true;
}

/* it takes all the points that a figure has: none may be gone */
static bool move_spent(const struct dg_state *s, int f)
{
	int32_t mods[DG_MOD_WORDS];
	int n;

	return dg_actor_now(s, s->fig[f].label) &&
	       s->fig[f].sp < dg_start_sp(s, f, s->how, mods, &n);
}

/* DG-SPEC-02: it takes all that the figure began with */
static bool no_all_points(const struct dg_state *s, int f, struct refusal *no)
{
	int32_t mods[DG_MOD_WORDS];
	int n;

	return dg_no_sp(no, DG_SPEC_02, s->fig[f].label,
			dg_start_sp(s, f, s->how, mods, &n), s->fig[f].sp);
}

/* DG-SPEC-07: a token neither teleports nor turns a section */
static bool may_declare(const struct dg_state *s, int seat, int32_t label,
			int f, struct refusal *no)
{
	return dg_may_act(s, seat, label, DG_HOW_NORMAL, no) &&
	       (!RULE(DG_SPEC_07, f < 0) ||
		dg_no(no, DG_REFUSAL_NOT_HERO, DG_SPEC_07, label));
}

static bool decide_teleport(struct run *r, int seat, const struct decision *d,
			    struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0), v[DG_MAX_PATH], from;
	int f = dg_find(s, label), n = dg_path_of(d, v);
	struct dg_work w;
	struct event e;

	if (!may_declare(s, seat, label, f, no))
		return false;
	if (!dg_on_board(s, f) || n < 1 || v[0] < 0)
		return dg_no(no, DG_REFUSAL_NO_DESTINATION, DG_SPEC_02, label);
	if (s->fig[f].pending == DG_TELEPORT && move_spent(s, f) &&
	    dg_adjacent(s, s->fig[f].sq, v[0]) < 0)
		return no_all_points(s, f, no);
	if (s->fig[f].pending != DG_TELEPORT || move_spent(s, f))
		return move_declare(r, f, v[0], DG_TELEPORT, no);
	if (s->square[v[0]].terrain != DG_TELEPORT || v[0] == s->fig[f].sq ||
	    RULE(DG_SPEC_03, !dg_empty(s, v[0])))
		return dg_no(no, DG_REFUSAL_NO_DESTINATION, DG_SPEC_03, label);
	if (!dg_arrival_check(s, f, v[0], no))
		return false;
	from = s->fig[f].sq;
	dg_begin(r, label, DG_HOW_NORMAL);
	dg_work_init(&w, no);
	if (!comes_near(r, &w, f, v[0]))
		return r->unknown;
	dg_event_teleported(&e, DG_SPEC_02, label, dg_x(from), dg_y(from),
			    dg_x(v[0]), dg_y(v[0]));
	event_because(&e, DG_SPEC_03);
	run_emit(r, &e);
	dg_push(&w, DG_JOB_END_ACTIVATION, label, 0, 0, 0);
	dg_arrive(&w, label, s->square[from].section != s->square[v[0]].section,
		  0, false);
	dg_work_run(r, &w);
	return true;
}

static bool decide_vortex(struct run *r, int seat, const struct decision *d,
			  struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0), v[DG_MAX_PATH];
	int32_t pieces[DG_MAX_FIGS];
	int f = dg_find(s, label), n = dg_path_of(d, v), section;
	struct dg_work w;
	struct event e;

	if (!may_declare(s, seat, label, f, no))
		return false;
	if (!dg_on_board(s, f))
		return dg_no(no, DG_REFUSAL_NOT_ENTERED, DG_SPEC_04, label);
	if (n > 0)
		return move_declare(r, f, v[0], DG_VORTEX, no);
	section = s->square[s->fig[f].sq].section;
	if (s->fig[f].pending != DG_VORTEX || move_spent(s, f) ||
	    RULE(DG_R_37,
		 s->section[section].kind != DG_CHAMBER ||
			 s->section[section].x1 - s->section[section].x0 != 4 ||
			 s->section[section].y1 - s->section[section].y0 != 4))
		return dg_no(no, DG_REFUSAL_BAD_TIME, DG_SPEC_04, label);
	n = 0;
	for (int g = 0; g < s->n_figs; g++)
		if (dg_on_board(s, g) &&
		    s->square[s->fig[g].sq].section == section)
			pieces[n++] = s->fig[g].label;
	dg_begin(r, label, DG_HOW_NORMAL);
	dg_event_section_turned(&e, DG_SPEC_04, label, section,
				decision_int(d, DG_TAG_SIDE, DG_RIGHT), pieces,
				n);
	event_because(&e, DG_FREE_03);
	event_because(&e, DG_SPEC_05);
	run_emit(r, &e);
	dg_work_init(&w, no);
	dg_push(&w, DG_JOB_END_ACTIVATION, label, 0, 0, 0);
	for (int g = s->n_figs; g-- > 0;)
		if (dg_on_board(s, g) && s->fig[g].owner >= 0)
			dg_push(&w, DG_JOB_CONVERT, s->fig[g].label, 0, 0, 0);
	dg_work_run(r, &w);
	return true;
}

bool dg_decide_move(struct run *r, int seat, const struct decision *d,
		    struct refusal *no)
{
	switch (d->kind) {
	case DG_ORDER_ENTER: return decide_enter(r, seat, d, no);
	case DG_ORDER_MOVE: return decide_move(r, seat, d, no);
	case DG_ORDER_TURN: return decide_turn(r, seat, d, no);
	case DG_ORDER_BREAK: return decide_break(r, seat, d, no);
	case DG_ORDER_LEAVE: return decide_leave(r, seat, d, no);
	case DG_ORDER_OPEN: return decide_open(r, seat, d, no);
	case DG_ORDER_TELEPORT: return decide_teleport(r, seat, d, no);
	default: return decide_vortex(r, seat, d, no);
	}
}
