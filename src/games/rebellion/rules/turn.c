/*
 * src/games/rebellion/rules/turn.c - runs turns, the end of the game and the
 * score (RB sections 2, 6, 19)
 */
#include "games/rebellion/rules/turn.h"
#include "games/rebellion/rules/attack.h"
#include "games/rebellion/rules/damage.h"

bool rb_seat_alive(const struct rb_state *s, int seat)
{
	if (!common_state_plays(&s->head, seat))
		return false;
	for (int f = 0; f < s->n_figs; f++)
		if (s->fig[f].owner == seat && rb_is_free(s, f))
			return true;
	return !RULE(RB_TURN_01, true);
}

/* --- start of a turn --------------------------------------------------- */

/* RB-DAM-60: each 6 gives an action */
static void command_rolls(struct run *r, int seat)
{
	const struct rb_state *s = rb_of(r);

	for (int f = 0; f < s->n_figs; f++) {
		struct event e;
		int die;

		if (rb_commander(s, f) != seat ||
		    !rb_has(s, f, RB_ABILITY_COMMAND))
			continue;
		die = rb_roll(r);
		if (r->unknown)
			return;
		rb_event_command_roll(&e, RB_DAM_60, s->fig[f].label, die,
				      s->actions_left +
					      RULE(RB_DAM_60, die == 6));
		run_emit(r, &e);
	}
}

/* RB-DAM-61 */
static void command_heals(struct run *r, int seat)
{
	const struct rb_state *s = rb_of(r);
	struct rb_ground b;

	rb_ground_build(s, &b);
	for (int f = 0; f < s->n_figs; f++) {
		uint64_t set;

		if (rb_commander(s, f) != seat ||
		    !rb_has(s, f, RB_ABILITY_COMMAND))
			continue;
		set = rb_comrades(s, &b, f);
		for (; set; set &= set - 1)
			if (RULE(RB_DAM_61, rb_has(s, rb_first(set),
						   RB_ABILITY_DEMORALIZED)))
				rb_heal(r, rb_first(set), RB_ABILITY_COMMAND, f,
					1, 0);
	}
}

void rb_turn_start(struct run *r, int seat, int round)
{
	const struct rb_state *s = rb_of(r);
	struct event e;

	rb_event_turn_start(&e, RB_TURN_02, seat, round,
			    s->player[seat].build / 100);
	event_because(&e, RB_TURN_01);
	event_because(&e, RB_ARMY_04);
	if (s->head.option[RB_OPTION_CAVALRY] &&
	    !s->head.option[RB_OPTION_CV_PHASES])
		event_because(&e, CV_BRG_01);
	run_emit(r, &e);
	if (s->head.option[RB_OPTION_CAVALRY])
		rb_command_phase(r, seat);
	if (!r->unknown)
		command_rolls(r, seat);
	if (r->unknown)
		return;
	command_heals(r, seat);
	rb_event_turn_ready(&e, RB_SPD_21, seat, s->actions_left);
	run_emit(r, &e);
	rb_check_over(r);
}

/* --- end of a turn ----------------------------------------------------- */

static void tokens_remove(struct run *r)
{
	const struct rb_state *s = rb_of(r);
	int32_t labels[RB_MAX_FIGS];
	struct event e;
	int n = 0;

	for (int f = 0; f < s->n_figs; f++) {
		const struct rb_fig *p = &s->fig[f];

		if (rb_commander(s, f) == s->head.active && p->tokens &&
		    RULE(RB_ACT_02, !p->acted || p->passed))
			labels[n++] = p->label;
	}
	if (!n)
		return;
	rb_event_tokens_removed(&e, RB_ACT_02, labels, n);
	run_emit(r, &e);
}

/* CV-INT-06: no player controls such a mount */
static bool obeys_anybody(const struct rb_state *s, int f)
{
	return s->head.option[RB_OPTION_CAVALRY] &&
	       !s->head.option[RB_OPTION_CV_CONTROL] &&
	       rb_is_riderless(s, f, RB_MEAN);
}

static int32_t final_score(struct run *r, int seat)
{
	const struct rb_state *s = rb_of(r);
	const struct rb_player *p = &s->player[seat];
	int32_t captives = 0, survivors = 0, total;
	bool demoralized = false, mean = false;
	struct event e;

	for (int f = 0; f < s->n_figs; f++) {
		int by = s->fig[f].captive_of ? rb_find(s, s->fig[f].captive_of)
					      : -1;

		if (!rb_on_board(s, f) && !rb_rides(s, f))
			continue;
		if (by >= 0 && rb_commander(s, by) == seat)
			captives += RULE_VALUE(RB_VP_03, 2 * s->def[f].points);
		if (by < 0 && s->fig[f].owner == seat)
			survivors += RULE_VALUE(RB_VP_03, s->def[f].points);
		if (s->fig[f].owner != seat)
			continue;
		demoralized |= rb_has(s, f, RB_ABILITY_DEMORALIZED);
		mean |= obeys_anybody(s, f);
	}
	total = p->score + captives + survivors;
	event_start(&e, RB_EV_FINAL_SCORE, RB_VP_04);
	event_because(&e, RB_VP_03);
	if (s->head.seat[seat].withdrawn)
		event_because(&e, RB_WD_02);
	if (demoralized)
		event_because(&e, RB_DAM_42);
	if (mean)
		event_because(&e, CV_INT_06);
	event_put(&e, RB_EV_FINAL_SCORE_SEAT, seat);
	event_put(&e, RB_EV_FINAL_SCORE_ELIMINATED, p->score);
	event_put(&e, RB_EV_FINAL_SCORE_CAPTIVES, captives);
	event_put(&e, RB_EV_FINAL_SCORE_SURVIVORS, survivors);
	event_put(&e, RB_EV_FINAL_SCORE_TOTAL, total);
	event_put(&e, RB_EV_FINAL_SCORE_SPENT, p->spent);
	run_emit(r, &e);
	return total;
}

/* the sums of a team are at its first seat */
static int first_of_team(const struct rb_state *s, int seat)
{
	for (int first = 0; first < seat; first++)
		if (s->head.seat[first].present && rb_allied(s, first, seat))
			return first;
	return seat;
}

/* The seat, the first of its team, that has won; -1: two have as much. */
static int best_of(const struct rb_state *s, const int32_t *total,
		   const int32_t *spent)
{
	int best = -1;
	bool tie = false;

	for (int seat = 0; seat < RB_MAX_SEATS; seat++) {
		int32_t more, less;

		if (!s->head.seat[seat].present ||
		    first_of_team(s, seat) != seat)
			continue;
		if (best < 0) {
			best = seat;
			continue;
		}
		more = total[seat] - total[best];
		less = RULE_VALUE(RB_VP_04, spent[best] - spent[seat]);
		if (more > 0 || (!more && less > 0)) {
			best = seat;
			tie = false;
		} else if (!more && !less) {
			tie = true;
		}
	}
	return tie ? -1 : best;
}

static void game_over(struct run *r, enum rb_end_reason why, int rule)
{
	const struct rb_state *s = rb_of(r);
	int32_t total[RB_MAX_SEATS] = { 0 }, spent[RB_MAX_SEATS] = { 0 };
	int32_t winners[RB_MAX_SEATS];
	int best, n = 0;
	struct event e;

	for (int seat = 0; seat < RB_MAX_SEATS; seat++) {
		int team = first_of_team(s, seat);

		if (!s->head.seat[seat].present)
			continue;
		total[team] += final_score(r, seat);
		spent[team] += s->player[seat].spent;
	}
	best = best_of(s, total, spent);
	for (int seat = 0; seat < RB_MAX_SEATS; seat++)
		if (best >= 0 && s->head.seat[seat].present &&
		    rb_allied(s, seat, best))
			winners[n++] = seat;
	rb_event_game_over(&e, rule, why, winners, n);
	event_because(&e, RB_VP_04);
	event_because(&e, RB_VP_05);
	run_emit(r, &e);
}

void rb_turn_end(struct run *r)
{
	const struct rb_state *s = rb_of(r);
	int seats[RB_MAX_SEATS], n = rb_clockwise(s, seats);
	int seat = s->head.active, next, round = s->round, at = 0;
	int limit = s->head.option[RB_OPTION_ROUNDS];
	struct event e;

	if (s->head.option[RB_OPTION_CAVALRY])
		rb_skittish_leave(r);
	if (s->head.phase != RB_PLAY)
		return;
	tokens_remove(r);
	rb_event_turn_end(&e, RB_TURN_01, seat);
	event_because(&e, RB_ACT_02);
	run_emit(r, &e);
	next = rb_next_seat(s, seat, rb_seat_alive);
	if (next < 0) {
		game_over(r, RB_ONE_SIDE, RB_END_01);
		return;
	}
	while (at < n && seats[at] != seat)
		at++;
	for (int k = 1; k <= n;
	     k++) { /* passing the starter, or ending there */
		if (seats[(at + k) % n] == s->head.first)
			round++;
		if (seats[(at + k) % n] == next)
			break;
	}
	if (RULE(RB_END_02, limit && round > limit && round > s->round)) {
		game_over(r, RB_TIME_LIMIT, RB_END_02);
		return;
	}
	rb_turn_start(r, next, round);
}

void rb_withdraw(struct run *r, int seat)
{
	const struct rb_state *s = rb_of(r);
	int32_t labels[RB_MAX_FIGS];
	struct event e;
	int n = 0;

	for (int f = 0; f < s->n_figs; f++) {
		const struct rb_fig *p = &s->fig[f];

		if (p->owner != seat || (!rb_on_board(s, f) && !rb_rides(s, f)))
			continue;
		labels[n++] = p->label;
		if (s->n_items)
			rb_items_fall(r, f);
		if (p->captive)
			rb_free_captive(r, f, RB_WD_01);
		if (RULE(RB_WD_01, p->captive_of))
			rb_score(r, s->fig[rb_find(s, p->captive_of)].owner,
				 s->def[f].points, p->label, RB_WD_01);
	}
	rb_event_withdrawn(&e, RB_WD_01, seat, labels, n);
	run_emit(r, &e);
	rb_check_over(r);
	if (s->head.phase == RB_PLAY)
		rb_turn_end(r);
}

/* --- the end of the game ----------------------------------------------- */

/* "all players left in the game agree": one without a free figure is not */
void rb_check_agreed(struct run *r)
{
	const struct rb_state *s = rb_of(r);
	int votes = 0;

	for (int seat = 0; seat < RB_MAX_SEATS; seat++) {
		if (!rb_seat_alive(s, seat))
			continue;
		if (!s->player[seat].end_vote)
			return;
		votes++;
	}
	if (RULE(RB_END_03, votes > 0))
		game_over(r, RB_AGREEMENT, RB_END_03);
}

/* demoralized; a unit only if both its dials are: CV-UNIT-10 */
static bool lost_heart(const struct rb_state *s, int f)
{
	int rider = rb_rider(s, f);

	return rb_has(s, f, RB_ABILITY_DEMORALIZED) &&
	       !RULE(CV_UNIT_10,
		     rider >= 0 && !rb_has(s, rider, RB_ABILITY_DEMORALIZED));
}

static bool one_side_left(const struct rb_state *s)
{
	int32_t team = -1;

	for (int f = 0; f < s->n_figs; f++) {
		int32_t its = s->head.seat[rb_commander(s, f)].team;

		/* one of each side is enough */
		if (its == team || !rb_is_free(s, f) ||
		    RULE(RB_DAM_42, lost_heart(s, f)) ||
		    RULE(CV_INT_06, obeys_anybody(s, f)))
			continue;
		if (team >= 0)
			return false;
		team = its;
	}
	return true;
}

void rb_check_over(struct run *r)
{
	const struct rb_state *s = rb_of(r);

	if (s->head.phase != RB_PLAY)
		return;
	if (RULE(RB_END_01, one_side_left(s)))
		game_over(r, RB_ONE_SIDE, RB_END_01);
	else /* who did not agree can have left */
		rb_check_agreed(r);
}
