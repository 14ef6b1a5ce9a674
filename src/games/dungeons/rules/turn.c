/*
 * src/games/dungeons/rules/turn.c - runs turns and the end of the game (DG
 * sections 6, 13, 14)
 */
#include "games/dungeons/rules/turn.h"
#include "games/dungeons/rules/attack.h"
#include "games/dungeons/rules/board.h"
#include "games/dungeons/rules/chest.h"
#include "games/dungeons/rules/move.h"

static bool in_play(const struct dg_state *s, int seat)
{
	for (int f = 0; f < s->n_figs; f++)
		if (s->fig[f].owner == seat && dg_in_play(s, f))
			return true;
	return false;
}

void dg_turn_start(struct run *r, int seat)
{
	const struct dg_state *s = dg_of(r);
	int n = s->player[seat].heroes;
	struct event e;

	if (n < 2)
		n = RULE_VALUE(DG_R_39, 2);
	dg_event_turn_started(&e, DG_TURN_02, seat, s->turn + 1, n);
	event_because(&e, DG_TURN_01);
	if (s->lone_wolf)
		event_because(&e, DG_LW_02);
	if (!in_play(s, seat))
		event_because(&e, DG_TURN_07);
	run_emit(r, &e);
	if (!dg_holding(s, seat)) /* nothing to prepare */
		dg_turn_ready(r);
}

/* DG-SA-47: rolls of the player's own, healing of everybody concerned */
static void turn_command(struct run *r, int seat)
{
	const struct dg_state *s = dg_of(r);

	for (int f = 0; f < s->n_figs; f++) {
		struct event e;
		int die;

		if (s->fig[f].owner != seat ||
		    !RULE(DG_SA_47, dg_has(s, f, DG_ABILITY_COMMAND)))
			continue;
		die = dg_roll(r, 6);
		if (r->unknown)
			return;
		dg_event_command_roll(&e, DG_SA_47, s->fig[f].label, die,
				      s->activations + (die == 6));
		event_because(&e, DG_X_15);
		run_emit(r, &e);
	}
	for (int f = 0; f < s->n_figs; f++) {
		if ((s->fig[f].owner != seat && s->fig[f].owner >= 0) ||
		    !dg_has(s, f, DG_ABILITY_COMMAND))
			continue;
		for (int g = 0; g < s->n_figs; g++)
			if (g != f && dg_on_board(s, g) &&
			    !dg_enemies(s, f, g) &&
			    RULE(DG_SA_47,
				 dg_has(s, g, DG_ABILITY_DEMORALIZED)) &&
			    dg_adjacent(s, s->fig[f].sq, s->fig[g].sq) >= 0)
				dg_heal(r, g, s->fig[f].label, 1, DG_SA_47);
	}
}

/* does its Venom work when the turn of the seat begins? */
static bool turn_venomous(const struct dg_state *s, int f, int seat)
{
	int owner = s->fig[f].owner;

	return (owner == seat || owner < 0) &&
	       RULE(DG_SA_28, dg_has(s, f, DG_ABILITY_VENOM));
}

/* and on whom? */
static bool venom_reaches(const struct dg_state *s, int f, int g, int seat)
{
	int owner = s->fig[f].owner;

	return dg_on_board(s, g) && dg_enemies(s, f, g) &&
	       (owner >= 0 || s->fig[g].owner == seat) &&
	       dg_adjacent(s, s->fig[f].sq, s->fig[g].sq) >= 0 &&
	       dg_in_front(s, f, s->fig[g].sq) &&
	       !(s->lone_wolf && owner >= 0 && s->fig[g].owner >= 0 &&
		 RULE(DG_LW_03, true));
}

int32_t dg_venom_waits(const struct dg_state *s, int target, int *by)
{
	int32_t clicks = 0;

	if (s->head.phase != DG_PLAY || s->ready || s->frame.what)
		return 0;
	for (int f = 0; f < s->n_figs; f++) {
		int32_t mods[DG_MOD_WORDS];
		int n = 0;

		if (!turn_venomous(s, f, s->head.active) ||
		    !venom_reaches(s, f, target, s->head.active))
			continue;
		dg_mod(mods, &n, DG_SA_28, 1);
		clicks += dg_reduce(s, target, 1, true, mods, &n);
		*by = f;
	}
	return clicks;
}

static void turn_venom(struct run *r, int seat)
{
	const struct dg_state *s = dg_of(r);

	for (int f = 0; f < s->n_figs; f++) {
		if (!turn_venomous(s, f, seat))
			continue;
		for (int g = 0; g < s->n_figs; g++) {
			int32_t mods[DG_MOD_WORDS], clicks;
			int n = 0;

			if (!venom_reaches(s, f, g, seat))
				continue;
			dg_mod(mods, &n, DG_SA_28, 1);
			clicks = dg_reduce(s, g, 1, true, mods, &n);
			dg_hurt(r, g,
				&(struct dg_wound){
					clicks, s->fig[f].label, DG_BY_ABILITY,
					mods, n,
					!dg_option(s, DG_OPTION_ABILITY_XP) });
		}
	}
}

void dg_ready_emit(struct run *r)
{
	const struct dg_state *s = dg_of(r);
	struct event e;

	dg_event_turn_ready(&e, DG_TURN_01, s->head.active, s->activations);
	run_emit(r, &e);
}

void dg_turn_ready(struct run *r)
{
	int seat = dg_of(r)->head.active;

	dg_items_default(r, seat);
	turn_command(r, seat);
	if (r->unknown)
		return;
	turn_venom(r, seat);
	if (r->unknown || dg_check_over(r))
		return;
	dg_levels_waited(r, seat);
	dg_ready_emit(r);
}

/* the next to the left that has not withdrawn; the seat itself if none */
static int next_playing(const struct dg_state *s, int seat)
{
	int next = seat;

	for (int k = 0; k < DG_MAX_SEATS; k++) {
		next = common_state_next(&s->head, next);
		if (!s->head.seat[next].withdrawn)
			break;
	}
	return next;
}

static void master_passes(struct run *r, int seat)
{
	struct event e;

	dg_event_monster_master(&e, DG_MULTI_04, next_playing(dg_of(r), seat));
	event_because(&e, DG_MULTI_05);
	run_emit(r, &e);
}

void dg_turn_end(struct run *r)
{
	const struct dg_state *s = dg_of(r);
	int seat = s->head.active;
	struct event e;

	dg_end_activation(r);
	if (r->unknown || dg_check_over(r))
		return;
	dg_event_turn_ended(&e, DG_TURN_04, seat);
	run_emit(r, &e);
	if (common_state_seats(&s->head) >= 3 && s->master == seat &&
	    RULE(DG_MULTI_04,
		 s->master_turns >= dg_option(s, DG_OPTION_MM_TURNS)))
		master_passes(r, seat);
	dg_turn_start(r, next_playing(s, seat));
}

void dg_turn_done(struct run *r)
{
	struct dg_work w;

	dg_work_init(&w, NULL);
	dg_push(&w, DG_JOB_TURN_END, 0, 0, 0, 0);
	dg_push(&w, DG_JOB_ENTER, dg_of(r)->head.active, 0, 0, 0);
	dg_work_run(r, &w);
}

/* --- the end ----------------------------------------------------------- */

static int32_t gold_of(const struct dg_state *s, int seat)
{
	int32_t gold = 0;

	for (int i = 0; i < s->n_chests; i++) {
		const struct dg_treasure *t = dg_treasure(s, i);

		if (t && s->chest[i].holder == seat &&
		    RULE(DG_END_03, s->chest[i].place == DG_CHEST_STORED))
			gold += t->gold;
	}
	return gold;
}

/* is a better off than b? DG-END-04 */
static int turn_better(const struct dg_state *s, int a, int b)
{
	const struct dg_player *p = &s->player[a], *q = &s->player[b];

	if (p->gold != q->gold)
		return p->gold > q->gold ? 1 : -1;
	if (RULE(DG_END_04, p->points != q->points))
		return p->points < q->points ? 1 : -1;
	if (RULE(DG_END_04, p->xp != q->xp))
		return p->xp > q->xp ? 1 : -1;
	return 0;
}

bool dg_nobody_left(const struct dg_state *s)
{
	for (int f = 0; f < s->n_figs; f++)
		if (s->fig[f].owner >= 0 && dg_in_play(s, f))
			return false;
	return true;
}

bool dg_check_over(struct run *r)
{
	const struct dg_state *s = dg_of(r);
	int32_t winners[DG_MAX_SEATS];
	int n = 0;
	struct event e;

	if (s->head.phase != DG_PLAY)
		return s->head.phase == DG_OVER;
	if (!RULE(DG_END_01, dg_nobody_left(s)))
		return false;
	for (int seat = 0; seat < DG_MAX_SEATS; seat++) {
		if (!s->head.seat[seat].present)
			continue;
		dg_event_gold_counted(&e, DG_END_03, seat, gold_of(s, seat),
				      s->player[seat].points,
				      s->player[seat].xp);
		run_emit(r, &e);
	}
	for (int seat = 0; seat < DG_MAX_SEATS; seat++) {
		bool best = s->head.seat[seat].present != 0;

		for (int i = 0; i < DG_MAX_SEATS; i++)
			if (s->head.seat[i].present &&
			    turn_better(s, i, seat) > 0)
				best = false;
		if (best)
			winners[n++] = seat;
	}
	dg_event_game_over(&e, DG_END_01, winners, n);
	event_because(&e, DG_TURN_08);
	event_because(&e, DG_END_03);
	event_because(&e, DG_END_04);
	run_emit(r, &e);
	return true;
}

void dg_withdraw(struct run *r, int seat)
{
	const struct dg_state *s = dg_of(r);
	int32_t figs[DG_MAX_FIGS];
	struct event e;
	int n = 0;

	for (int f = 0; f < s->n_figs; f++)
		if (s->fig[f].owner == seat && dg_in_play(s, f))
			figs[n++] = s->fig[f].label;
	dg_event_withdrawn(&e, DG_END_01, seat, figs, n);
	run_emit(r, &e);
	if (dg_check_over(r))
		return;
	/* no later step would take the markers off */
	if (common_state_seats(&s->head) >= 3 && s->master == seat &&
	    RULE(DG_MULTI_04, true))
		master_passes(r, seat);
	if (s->head.active == seat)
		dg_turn_end(r);
}
