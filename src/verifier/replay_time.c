/* src/verifier/replay_time.c - replays timers: deadlines, pulses, words */
#include "verifier/replay_private.h"
#include "engine/common.h"

/* A step of the random words is over; whose time was up verify.c has seen. */
static bool play_words_time(struct replay *r)
{
	if (!entropy_round_waits(&r->entropy) ||
	    r->p->at_s < r->entropy.until_s)
		return replay_at_input(r, "no time of the random words is up");
	replay_words_step(r, true);
	return r->state != LIFE_RUNNING || replay_pump(r);
}

/* A beacon's pulse, checked by verify_beacon.c: run the orders that wait for
 * dice. */
static bool play_pulse(struct replay *r)
{
	struct event *e;

	if (!r->beacon || r->state != LIFE_RUNNING)
		return replay_at_input(r, "nothing waits for a pulse");
	if (replay_next_is(r, COMMON_BEACON_BEFORE) &&
	    !replay_input(r, COMMON_BEACON_BEFORE, &e))
		return false;
	if (!replay_input(r, COMMON_BEACON_PULSE, &e))
		return false;
	r->has_pulse = true;
	r->run.dice_wait = entropy_round_waits(&r->entropy);
	for (int i = 0; i < r->n_seats; i++)
		if (r->silent >> i & 1)
			game_silent(&r->run, i);
	r->silent = 0;
	return replay_pump(r);
}

/* Time for proposals is over. */
static bool play_lapse(struct replay *r)
{
	int64_t first = table_state_lapses(&r->agreements);

	if (!first || first > r->p->at_s)
		return replay_at_input(r, "no proposal lapses here");
	table_state_lapse(&r->agreements, &r->run, r->p->at_s);
	return true;
}

static void pause_by_deadline(struct replay *r, const char *words)
{
	log_event_paused(&r->run, "deadline", words);
	r->by_deadline = true;
	r->state = LIFE_PAUSED;
}

/* A timer of the game, of no seat. */
static bool play_moment(struct replay *r)
{
	struct event *e;

	if (replay_next_is(r, COMMON_DECIDED))
		return play_lapse(r);
	if (replay_next_is(r, COMMON_PROXY_ENDED))
		return replay_input_table(r, COMMON_PROXY_ENDED, &e);
	return replay_next_is(r, COMMON_BEACON_BEFORE) ||
			       replay_next_is(r, COMMON_BEACON_PULSE)
		       ? play_pulse(r)
		       : play_words_time(r);
}

bool replay_timer(struct replay *r)
{
	struct event *e;
	const char *kind;
	int64_t span_s;
	bool answered;

	if (r->seat < 0)
		return play_moment(r);
	if (entropy_round_waits(&r->entropy))
		return replay_at_input(
			r, "no deadline passes while the dice wait");
	if (!(replay_blocking(r) >> r->seat & 1))
		return replay_at_input(
			r, "a deadline of somebody who is not awaited");
	span_s = table_state_respite(&r->agreements, r->seat, &kind);
	if (span_s)
		return replay_respite(r, kind, span_s);
	if (!replay_input_table(r, COMMON_DEADLINE_PASSED, &e))
		return false;
	if (!replay_is_due(r,
			   replay_text(r, e, COMMON_DEADLINE_PASSED_DEADLINE)))
		return replay_at_input(r, "this seat has another deadline");
	if (event_get(e, COMMON_DEADLINE_PASSED_SEAT) != r->seat ||
	    !str_is(replay_text(r, e, COMMON_DEADLINE_PASSED_POLICY),
		    "default"))
		return replay_at_input(r, "a deadline of another seat");
	/* the computer has the time of a turn for its orders */
	if (table_state_drops_out(&r->agreements, r->seat) &&
	    table_state_judge_plays(&r->agreements, r->seat) &&
	    replay_next_is(r, COMMON_SEAT_PLAYED)) {
		if (!replay_input_table(r, COMMON_SEAT_PLAYED, &e))
			return false;
		table_state_deputy_begins(&r->agreements, r->seat,
					  &r->game->queue[r->seat]);
		return true;
	}
	if (table_state_waits_for(&r->agreements, r->seat)) {
		pause_by_deadline(r, "silences");
		return true;
	}
	replay_point_save(r, &(struct kept){ .of = r->p->point,
					     .seat = r->seat,
					     .silent = true });
	answered = game_silent(&r->run, r->seat);
	if (r->run.held >> r->seat & 1)
		r->silent |= UINT32_C(1) << r->seat;
	if (answered || r->silent >> r->seat & 1)
		return replay_pump(r);
	pause_by_deadline(r, "no default");
	return true;
}
