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

/* Take the next span of the table's clocks from the log. */
static bool clock_take(void *context, enum table_clock which)
{
	struct replay *r = context;
	struct event *e;

	(void)which; /* the judge, too, logs the one that is needed */
	return replay_next_is(r, COMMON_CLOCKS) &&
	       replay_input_table(r, COMMON_CLOCKS, &e);
}

static struct timing timing_of(struct replay *r)
{
	return (struct timing){ .g = &r->agreements,
				.turn_s = r->turn_s,
				.more = clock_take,
				.context = r };
}

/* What the judge makes of a seat's deadline that is at r->due_s; false: the
 * log lacks the clocks for it. */
static bool due_at(struct replay *r, int seat, bool given, int64_t *due_s,
		   const char **moved_by)
{
	struct timing t = timing_of(r);

	*due_s = given ? timing_due(&t, seat, r->p->at_s, moved_by)
		       : timing_absence(&t, &r->agreements_before, seat,
					r->p->at_s, r->due_s[seat], moved_by);
	return !t.lacks_clock ||
	       replay_at_input(r, "the clocks of this deadline are missing");
}

/* One seat that is awaited: it is given time, or its time is moved, or not. */
static bool seat_goes_on(struct replay *r, int seat)
{
	bool given = !r->due_s[seat] || (r->seat == seat && has_moved(r));
	const char *moved_by;
	struct event *e;
	int64_t due, own;

	if (!due_at(r, seat, given, &own, &moved_by))
		return false;
	r->due_s[seat] = own;
	if (!moved_by)
		return true;
	if (!replay_input_table(r, COMMON_DEADLINE_MOVED, &e))
		return false;
	return (event_get(e, COMMON_DEADLINE_MOVED_SEAT) == seat &&
		event_text_is(e, COMMON_DEADLINE_MOVED_CAUSE, moved_by) &&
		date_parse_time(
			replay_text(r, e, COMMON_DEADLINE_MOVED_DEADLINE),
			&due) &&
		due == own) ||
	       replay_at_input(r, "this deadline should not be moved so");
}

static struct str deadlines_text(struct replay *r, const int64_t *due_s)
{
	const char *text = "";

	for (int i = 0; i < SEATS_MAX; i++)
		if (due_s[i])
			text = arena_printf(
				&r->tmp, "%s%s%c %.*s", text, *text ? " " : "",
				'A' + i, STR_ARG(time_text(&r->tmp, due_s[i])));
	return str_of(text);
}

/* Deadlines that do not run are not kept. */
static bool deadlines_agree(struct replay *r)
{
	struct str expected, found;

	if (!timing_has(&r->agreements, r->turn_s))
		memset(r->due_s, 0, sizeof(r->due_s));
	if (!memcmp(r->due_s, r->p->due_s, sizeof(r->due_s)))
		return true;
	expected = deadlines_text(r, r->due_s);
	found = deadlines_text(r, r->p->due_s);
	return verify_wrong(r->f, (struct verify_place){ r->p->line, 0, 0 },
			    &expected, &found,
			    "the deadlines afterwards are others");
}

bool replay_deadlines(struct replay *r)
{
	uint32_t blocking;

	held_keep(r);
	blocking = replay_blocking(r);
	for (int i = 0; timing_has(&r->agreements, r->turn_s) && i < r->n_seats;
	     i++) {
		if (!(blocking >> i & 1))
			r->due_s[i] = 0;
		else if (!seat_goes_on(r, i))
			return false;
	}
	return deadlines_agree(r);
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

bool replay_is_moment(struct str said, int64_t at_s)
{
	struct str day, clock;
	int32_t n;
	int h, min;

	return parse_field(&said, ' ', &day) && date_parse(day, &n) &&
	       parse_field(&said, ' ', &clock) &&
	       date_parse_clock(clock, &h, &min) &&
	       table_state_is_local(at_s,
				    (int64_t)n * DAY_S + h * HOUR_S + min * 60);
}

/* Is it what a game master has signed? */
static bool set_as_signed(struct replay *r, int seat, int64_t due_s)
{
	const struct command_line *line = &r->script.line[r->script.at];
	struct str rest = line->rest;
	int64_t span_s, own = r->due_s[seat];
	const char *moved_by;
	int whom;

	if (line->verb == SPOKEN_extend || line->verb == SPOKEN_shorten) {
		if (!own && /* a line above has let the game go on */
		    !due_at(r, seat, true, &own, &moved_by))
			return false;
		return duration_read(rest, HOUR_S, &span_s) &&
		       due_s == own + (line->verb == SPOKEN_extend ? span_s
								   : -span_s);
	}
	whom = seat_taken(&rest);
	if (whom >= 0 && whom != seat)
		return false;
	return line->verb == SPOKEN_skip ? due_s == r->p->at_s
					 : replay_is_moment(rest, due_s);
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
	     r->script.at >= 0 && !set_as_signed(r, seat, due)))
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
