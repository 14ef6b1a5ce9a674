/*
 * src/verifier/replay_due.c - computes the deadline of every seat again and
 * compares it with each deadline event of the log
 */
#include "verifier/replay_private.h"
#include "base/date.h"
#include "base/parse.h"
#include "protocol/timing.h"
#include "engine/common.h"
#include "engine/slot.h"
#include <stdlib.h>

enum {
	/* clocks of the world are so far from UTC, in steps of .. */
	OFFSET_MIN_S = -12 * HOUR_S,
	OFFSET_MAX_S = 14 * HOUR_S,
	OFFSET_STEP_S = 15 * 60,
	DAYLIGHT_S = HOUR_S, /* .. and are changed by that much */
	CLOCKS_S = 15 * HOUR_S
};

static bool is_running(const struct replay *r)
{
	uint32_t winners;

	return r->state == LIFE_RUNNING && !entropy_round_waits(&r->entropy) &&
	       !system_over(r->sys->rules, r->game->state, &winners);
}

uint32_t replay_blocking(const struct replay *r)
{
	struct awaiting w;
	uint32_t seats = 0;

	if (!is_running(r) || r->rules_held)
		return 0;
	system_awaiting(r->sys->rules, r->game->state, &w);
	for (int i = 0; i < w.n; i++)
		if (w.v[i].blocking)
			seats |= UINT32_C(1) << w.v[i].seat;
	return seats & ~r->held & ~r->silent;
}

/* Keep the orders that wait for a beacon pulse after this adjudication, as
 * judge/game/beacon_wait.c does. */
static void held_keep(struct replay *r)
{
	if (r->p->is_signed && r->seat >= 0)
		r->silent &= ~(UINT32_C(1) << r->seat);
	if (r->pumped && r->beacon) {
		r->held = r->run.held;
		r->rules_held = r->run.roll_due;
	}
	if (!r->beacon || r->has_pulse || !is_running(r)) {
		r->held = 0;
		r->rules_held = false;
	}
}

/* As moved() of judge/game/deadline.c. */
static bool has_moved(const struct replay *r)
{
	bool seen = false;

	for (int i = 0; i < r->list.n; i++)
		seen |= r->list.v[i].kind >= EVENT_FIRST_OWN &&
			r->list.v[i].audience == AUDIENCE_ALL;
	return seen && r->seat >= 0 && !r->p->by_deputy &&
	       r->run.moved >> r->seat & 1;
}

/* Does local time matter for deadlines of this table? Do they show it, for they
 * fall at some time of the day? */
static bool has_calendar(const struct replay *r)
{
	return r->agreements.policy.deadline.len ||
	       r->agreements.policy.off.len;
}

static bool shows_clock(const struct replay *r)
{
	struct calendar c;

	timing_calendar(&r->agreements, &c);
	return c.days;
}

/* Another place is meant from a new calendar on. */
static void clock_forget(struct replay *r)
{
	const struct policy *old = &r->agreements_before.policy;

	if (!str_equal(policy_str(&old->deadline),
		       policy_str(&r->agreements.policy.deadline)))
		r->offset_known = false;
}

static struct timing timing_at(const struct replay *r, int64_t offset_s)
{
	return (struct timing){ .g = &r->agreements,
				.turn_s = r->turn_s,
				.calendar = calendar_fixed(offset_s),
				.off = calendar_fixed(offset_s) };
}

/* What the judge makes of a seat's deadline that is at r->due_s, by clocks that
 * are that far from UTC. */
static int64_t due_at(const struct replay *r, int seat, bool given,
		      int64_t offset_s, const char **moved_by)
{
	const struct timing t = timing_at(r, offset_s);

	return given ? timing_due(&t, seat, r->p->at_s, moved_by)
		     : timing_absence(&t, &r->agreements_before, seat,
				      r->p->at_s, r->due_s[seat], moved_by);
}

/*
 * Is this deadline possible for this reason (empty: none logged) in some time
 * zone? Zones are unknown here, but the zone is the same as long as the table's
 * calendar is: *at_s narrows to the logged time.
 */
static bool due_fits(struct replay *r, int seat, bool given, struct str why,
		     int64_t due_s, int64_t *own)
{
	int64_t from = OFFSET_MIN_S, to = OFFSET_MAX_S;
	bool found = false;

	if (!has_calendar(r))
		from = to = 0;
	else if (r->offset_known) {
		from = r->offset_s - DAYLIGHT_S;
		to = r->offset_s + DAYLIGHT_S;
	}
	for (int64_t o = from; !found && o <= to; o += OFFSET_STEP_S) {
		const char *moved_by;

		*own = due_at(r, seat, given, o, &moved_by);
		found = moved_by ? str_is(why, moved_by) &&
					   llabs(*own - due_s) <=
						   (has_calendar(r) ? DAYLIGHT_S
								    : 0)
				 : !why.len;
		if (found && moved_by && *own == due_s && shows_clock(r)) {
			r->offset_known = true;
			r->offset_s = o;
		}
	}
	return found;
}

static bool deadline_told(struct replay *r, struct event *e)
{
	return replay_next_is(r, COMMON_DEADLINE_MOVED) &&
	       event_parse(r->p->all.v[r->next].json, &r->sys->rules->events,
			   e);
}

/* One seat that is awaited: it is given time, or its time is moved, or not. */
static bool seat_goes_on(struct replay *r, int seat)
{
	bool given = !r->due_s[seat] || (r->seat == seat && has_moved(r));
	struct event next, *e;
	int64_t due = 0, own = 0;

	if (deadline_told(r, &next) &&
	    event_get(&next, COMMON_DEADLINE_MOVED_SEAT) == seat) {
		if (!date_parse_time(
			    replay_text(r, &next,
					COMMON_DEADLINE_MOVED_DEADLINE),
			    &due) ||
		    !due_fits(
			    r, seat, given,
			    replay_text(r, &next, COMMON_DEADLINE_MOVED_CAUSE),
			    due, &own))
			return replay_at_input(
				r, "this deadline should not be moved so");
		if (!replay_input_table(r, COMMON_DEADLINE_MOVED, &e))
			return false;
		r->due_s[seat] = due;
		return true;
	}
	if (!due_fits(r, seat, given, STR(""), 0, &own))
		return replay_at_input(r, "a deadline should be moved here");
	r->due_s[seat] = own;
	return true;
}

bool replay_deadlines(struct replay *r)
{
	const struct timing t = timing_at(r, 0);
	uint32_t blocking;

	held_keep(r);
	clock_forget(r);
	blocking = replay_blocking(r);
	for (int i = 0; timing_has(&t) && i < r->n_seats; i++) {
		if (!(blocking >> i & 1))
			r->due_s[i] = 0;
		else if (!seat_goes_on(r, i))
			return false;
	}
	return true;
}

bool replay_extension(struct replay *r, int64_t span_s)
{
	uint32_t blocking = replay_blocking(r);
	struct event *e;
	int64_t due;

	for (int i = 0; i < r->n_seats; i++) {
		if (!(blocking >> i & 1) || !r->due_s[i])
			continue;
		if (!replay_input_table(r, COMMON_DEADLINE_MOVED, &e))
			return false;
		if (event_get(e, COMMON_DEADLINE_MOVED_SEAT) != i ||
		    !event_text_is(e, COMMON_DEADLINE_MOVED_CAUSE, "table") ||
		    !date_parse_time(
			    replay_text(r, e, COMMON_DEADLINE_MOVED_DEADLINE),
			    &due) ||
		    due != r->due_s[i] + span_s)
			return replay_at_input(r, "the table agreed on another "
						  "extension");
		r->due_s[i] = due;
	}
	return true;
}

/* "B .." or the word for all; *rest: the text after it */
static int seat_taken(struct str *rest)
{
	struct str line = *rest, word;
	int slot = parse_field(&line, ' ', &word) ? slot_parse(word) : -1;

	if (slot < 0 || slot >= SLOT_GM)
		return -1;
	*rest = parse_trim(line);
	return slot;
}

/* "2026-03-01 20:00", on the clocks of some place. */
static bool is_moment(struct str said, int64_t due_s)
{
	struct str day, clock;
	int32_t n;
	int h, min;

	return parse_field(&said, ' ', &day) && date_parse(day, &n) &&
	       parse_field(&said, ' ', &clock) &&
	       date_parse_clock(clock, &h, &min) &&
	       llabs(due_s - (int64_t)n * DAY_S - h * HOUR_S - min * 60) <=
		       CLOCKS_S;
}

/* Is it what a game master has signed? */
static bool set_as_said(struct replay *r, int seat, int64_t due_s)
{
	const struct command_line *line = &r->script.line[r->script.at];
	struct str rest = line->rest;
	int64_t span_s, own = r->due_s[seat];
	const char *moved_by;
	int whom;

	if (line->verb == SPOKEN_extend || line->verb == SPOKEN_shorten) {
		if (!own) /* a line above has let the game go on */
			own = due_at(r, seat, true, r->offset_s, &moved_by);
		return duration_read(rest, HOUR_S, &span_s) &&
		       llabs(due_s - own -
			     (line->verb == SPOKEN_extend ? span_s
							  : -span_s)) <=
			       (r->due_s[seat] || !has_calendar(r) ? 0
								   : CLOCKS_S);
	}
	whom = seat_taken(&rest);
	if (whom >= 0 && whom != seat)
		return false;
	return line->verb == SPOKEN_skip ? due_s == r->p->at_s
					 : is_moment(rest, due_s);
}

bool replay_deadline_set(struct replay *r, const struct event *e)
{
	int seat = event_get(e, COMMON_DEADLINE_SET_SEAT);
	int64_t due;

	if (seat < 0 || seat >= r->n_seats ||
	    !(replay_blocking(r) >> seat & 1) ||
	    !date_parse_time(replay_text(r, e, COMMON_DEADLINE_SET_DEADLINE),
			     &due) ||
	    (r->p->is_signed && r->p->claim == REPLAY_MASTER &&
	     r->script.at >= 0 && !set_as_said(r, seat, due)))
		return false;
	r->due_s[seat] = due;
	return true;
}

bool replay_respite(struct replay *r, const char *kind, int64_t span_s)
{
	struct event *e;
	int64_t due;

	if (!replay_input_table(r, COMMON_DEADLINE_MOVED, &e))
		return false;
	if (event_get(e, COMMON_DEADLINE_MOVED_SEAT) != r->seat ||
	    !str_is(replay_text(r, e, COMMON_DEADLINE_MOVED_CAUSE), kind) ||
	    !date_parse_time(replay_text(r, e, COMMON_DEADLINE_MOVED_DEADLINE),
			     &due) ||
	    due != table_state_respite_ends(span_s, r->due_s[r->seat],
					    r->p->at_s))
		return replay_at_input(r, "another respite is due");
	r->due_s[r->seat] = due;
	return true;
}

bool replay_is_due(struct replay *r, struct str deadline)
{
	int64_t due;
	bool is = r->due_s[r->seat] && r->due_s[r->seat] <= r->p->at_s &&
		  date_parse_time(deadline, &due) && due == r->due_s[r->seat];

	r->due_s[r->seat] = 0;
	return is;
}
