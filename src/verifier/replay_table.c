/* src/verifier/replay_table.c - replays table lines and the table's
 * agreements */
#include "verifier/replay_private.h"
#include "base/date.h"
#include "base/parse.h"
#include "engine/common.h"
#include <stdlib.h>

bool replay_are_midnights(const struct table_request *m, int64_t from,
			  int64_t until)
{
	enum { QUARTER_S = HOUR_S / 4 };
	int64_t a = from - (int64_t)m->from * DAY_S;
	int64_t b = until - (m->until + INT64_C(1)) * DAY_S;

	return table_state_is_local(a, 0) && table_state_is_local(b, 0) &&
	       a % QUARTER_S == 0 && b % QUARTER_S == 0 &&
	       llabs(a - b) <= HOUR_S; /* summer time */
}

static bool play_away(struct replay *r, const struct table_request *m)
{
	int64_t from = 0, until = 0;
	struct event *e;

	if (!replay_input_table(r, COMMON_ABSENCE_ANNOUNCED, &e))
		return false;
	return (event_get(e, COMMON_ABSENCE_ANNOUNCED_SEAT) == r->seat &&
		date_parse_time(
			replay_text(r, e, COMMON_ABSENCE_ANNOUNCED_FROM),
			&from) &&
		date_parse_time(
			replay_text(r, e, COMMON_ABSENCE_ANNOUNCED_UNTIL),
			&until) &&
		replay_are_midnights(m, from, until)) ||
	       replay_at_input(r, "an absence on other days than were signed");
}

/* The keys of a person who joins. */
static bool play_keys(struct replay *r)
{
	struct event *e;

	while (replay_next_is(r, COMMON_KEY_ADDED) ||
	       replay_next_is(r, COMMON_KEY_REVOKED))
		if (!replay_input(r,
				  replay_next_is(r, COMMON_KEY_ADDED)
					  ? COMMON_KEY_ADDED
					  : COMMON_KEY_REVOKED,
				  &e))
			return false;
	/* verify_people.c checks the person */
	return !replay_next_is(r, COMMON_SEAT_PLAYED) ||
	       replay_input_table(r, COMMON_SEAT_PLAYED, &e);
}

/* The name of a person with this mask in an anonymous game; a deleted person
 * keeps the mask at its end. */
static struct str name_of(const struct replay *r, struct str person)
{
	for (size_t i = 0; i < r->p->n_keys; i++)
		if (str_equal(r->p->keys[i].person, person))
			return r->p->keys[i].name;
	return person;
}

static bool is_masked(const struct replay *r, struct str name)
{
	return r->agreements.policy.n[POLICY_ANONYMOUS] &&
	       str_starts(name, "~");
}

static bool play_deputy(struct replay *r, const struct table_request *m)
{
	int64_t until;
	struct event *e;
	struct str name;

	if (!replay_input_table(r, COMMON_PROXY_NAMED, &e))
		return false;
	name = name_of(r, replay_text(r, e, COMMON_PROXY_NAMED_PERSON));
	if (event_get(e, COMMON_PROXY_NAMED_SEAT) == r->seat &&
	    event_get(e, COMMON_PROXY_NAMED_PRESS) == (m->n != 0) &&
	    date_parse_time(replay_text(r, e, COMMON_PROXY_NAMED_UNTIL),
			    &until) &&
	    table_state_is_local(until, (m->until + INT64_C(1)) * DAY_S) &&
	    (is_masked(r, name) || str_equal(utf8_fold(&r->tmp, m->value),
					     utf8_fold(&r->tmp, name)))) {
		table_state_deputy_begins(&r->agreements, r->seat,
					  &r->game->queue[r->seat]);
		return play_keys(r);
	}
	r->next--;
	return replay_at_input(r, "another deputy than was signed");
}

/* The same deadline for all awaited seats. */
static bool play_deadlines(struct replay *r, int64_t due_s)
{
	uint32_t blocking = replay_blocking(r);
	struct event *e;
	int64_t due;

	for (int i = 0; i < r->n_seats; i++) {
		if (!(blocking >> i & 1))
			continue;
		if (!replay_input_table(r, COMMON_DEADLINE_SET, &e))
			return false;
		if (event_get(e, COMMON_DEADLINE_SET_SEAT) != i ||
		    !date_parse_time(
			    replay_text(r, e, COMMON_DEADLINE_SET_DEADLINE),
			    &due) ||
		    due != due_s)
			return replay_at_input(r, "the table agreed on another "
						  "deadline");
		r->due_s[i] = due;
	}
	return true;
}

static bool play_option(struct replay *r, const struct proposal *p)
{
	struct game_option_change c = { .by = STR("table"),
					.why = STR("option") };
	struct event e;

	if (!table_state_option(p, &c.name, &c.value) ||
	    !game_option_event(r->sys, r->game, &c,
			       arena_alloc(&r->tmp, sizeof(struct game)), &e))
		return replay_at_input(r,
				       "the game cannot have such an option");
	game_emit(&r->run, &e);
	r->next++;
	return r->state != LIFE_RUNNING ||
	       (replay_validate(r) && replay_pump(r));
}

/* Who sits down brings keys, and what was ordered in advance goes. */
static bool play_replaced(struct replay *r, const struct proposal *p)
{
	struct event *e;

	if (!replay_input_table(r, COMMON_SEAT_TAKEN, &e))
		return false;
	if (event_get(e, COMMON_SEAT_TAKEN_SEAT) != p->n)
		return replay_at_input(r, "the table agreed on another seat");
	replay_seat_join(r, e);
	if (!play_keys(r) || !replay_seated(r, (int)p->n))
		return false;
	game_vacate(&r->run, (int)p->n);
	return true;
}

/* What the table has agreed on. */
static bool play_agreed(struct replay *r, const struct proposal *p)
{
	int emitted = r->list.n;
	const struct way_back to = table_state_way_back(p);
	int64_t from, until;
	struct event *e;

	if (table_state_apply(&r->agreements, &r->run, p,
			      r->state == LIFE_RUNNING, r->p->at_s)) {
		r->next += r->list.n - emitted;
		if (table_state_ends(p))
			r->state = LIFE_ENDED;
		else if (p->what == TABLE_REQUEST_PAUSE &&
			 r->state == LIFE_RUNNING)
			r->state = LIFE_PAUSED;
		return true;
	}
	switch (p->what) {
	case TABLE_REQUEST_TAKEBACK:
		return replay_input(r, COMMON_UNDONE, &e) &&
		       (replay_undo(r, e, &to) ||
			replay_at_input(
				r, "the table agreed on another takeback"));
	case TABLE_REQUEST_OPTION: return play_option(r, p);
	case TABLE_REQUEST_REPLACE: return play_replaced(r, p);
	case TABLE_REQUEST_DEADLINE: return play_deadlines(r, p->n);
	case TABLE_REQUEST_SKIP: return play_deadlines(r, r->p->at_s);
	case TABLE_REQUEST_REST:
		return replay_input_table(r, COMMON_RESTED, &e) &&
		       ((date_parse_time(replay_text(r, e, COMMON_RESTED_FROM),
					 &from) &&
			 date_parse_time(replay_text(r, e, COMMON_RESTED_UNTIL),
					 &until) &&
			 table_state_rests(p, from, until)) ||
			replay_at_input(r, "the table agreed on another rest"));
	case TABLE_REQUEST_EXTENSION: return replay_extension(r, p->n * HOUR_S);
	default: return true;
	}
}

/* A moment is in the author's time zone, and a name is spelled as its owner
 * does: take both from the log, if they fit the signed text. */
static bool proposed_as(struct replay *r, struct table_request *m)
{
	struct str value, said = m->value, seat;
	struct event e;
	int64_t due;

	if (m->kind != TABLE_REQUEST_PROPOSE ||
	    (m->what != TABLE_REQUEST_DEADLINE &&
	     m->what != TABLE_REQUEST_REPLACE))
		return true;
	if (!replay_next_is(r, COMMON_PROPOSED))
		return replay_at_input(r, "nothing is proposed");
	event_parse(r->p->all.v[r->next].json, &r->sys->rules->events, &e);
	value = replay_text(r, &e, COMMON_PROPOSED_VALUE);
	m->value = value;
	if (m->what == TABLE_REQUEST_REPLACE) {
		(void)parse_field(&m->value, ' ', &seat);
		return str_equal(utf8_fold(&r->tmp, said),
				 utf8_fold(&r->tmp, m->value)) ||
		       replay_at_input(r, "the name of somebody else");
	}
	return (date_parse_time(value, &due) && replay_is_moment(said, due)) ||
	       replay_at_input(r, "another deadline than was signed");
}

bool replay_motions(struct replay *r, struct table_requests *all, bool orders)
{
	struct table_request *m = all->v;
	int emitted = r->list.n;
	struct proposal done;
	struct event *e;

	if (!all->n && !all->bad)
		return true;
	if (table_request_names(m))
		table_request_name_seat(m, &r->tmp, r->sits, r->n_seats);
	if (all->bad || all->n > 1 ||
	    (orders && table_request_stands_alone(m)) ||
	    table_request_names(m) ||
	    table_state_refuses(&r->agreements, r->seat, m, r->p->at_s))
		return replay_at_input(r, "something is said to the table that "
					  "cannot be said now");
	if (m->kind == TABLE_REQUEST_AWAY)
		return play_away(r, m);
	if (m->kind == TABLE_REQUEST_BACK)
		return replay_input_table(r, COMMON_ABSENCE_ENDED, &e) &&
		       (event_get(e, COMMON_ABSENCE_ENDED_SEAT) == r->seat ||
			replay_at_input(r, "another seat is back than signed"));
	if (m->kind == TABLE_REQUEST_DEPUTY)
		return play_deputy(r, m);
	if (m->kind == TABLE_REQUEST_RECALL) {
		table_state_deputy_ends(&r->agreements, &r->run, r->seat,
					r->p->by_deputy ? "resigned" : "recall",
					false, r->p->at_s);
		r->next++;
		return true;
	}
	if (m->kind == TABLE_REQUEST_UNSEAL)
		return replay_unseal(r, r->seat, m->n);
	if (m->kind == TABLE_REQUEST_BLOCK ||
	    m->kind == TABLE_REQUEST_UNBLOCK) {
		table_state_block(&r->agreements, &r->run, r->seat, (int)m->n,
				  m->kind == TABLE_REQUEST_BLOCK, r->p->at_s);
		return true;
	}
	if (r->state == LIFE_OPEN)
		return replay_at_input(r,
				       "a proposal before the game has begun");
	if (!proposed_as(r, m))
		return false;
	done = table_state_request(&r->agreements, &r->run, &r->tmp, r->seat,
				   r->n_seats, m, r->p->at_s);
	table_state_date(&r->agreements, (int64_t)r->p->point);
	r->next += r->list.n - emitted;
	return !done.number || play_agreed(r, &done);
}

bool replay_moved(struct replay *r)
{
	int emitted;

	replay_skip_emitted(r);
	for (int i = 0; i < r->list.n && r->p->is_signed; i++)
		table_state_heard(&r->agreements, &r->list.v[i], r->seat);
	emitted = r->list.n;
	table_state_went_on(&r->agreements, &r->run, &r->list, r->p->at_s);
	r->next += r->list.n - emitted;
	return replay_deadlines(r);
}
