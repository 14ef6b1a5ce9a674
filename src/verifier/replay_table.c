/* src/verifier/replay_table.c - what is said to the table, and what it agrees
 * on */
#include "verifier/replay_private.h"
#include "base/date.h"
#include "base/parse.h"
#include "engine/common.h"
#include <stdlib.h>

/* The absence that the log has is that of the signed days, on the clocks of
 * some place: those differ by less than fifteen hours. */
static bool play_away(struct rerun *r, const struct motion *m)
{
	enum { CLOCKS_S = 15 * HOUR_S };
	int64_t from = 0, until = 0;
	struct event *e;

	if (!rerun_input_said(r, COMMON_AWAY, &e))
		return false;
	return (event_get(e, COMMON_AWAY_SEAT) == r->seat &&
		date_parse_time(rerun_text(r, e, COMMON_AWAY_FROM), &from) &&
		date_parse_time(rerun_text(r, e, COMMON_AWAY_UNTIL), &until) &&
		llabs(from - (int64_t)m->from * DAY_S) <= CLOCKS_S &&
		llabs(until - (m->until + INT64_C(1)) * DAY_S) <= CLOCKS_S) ||
	       rerun_at_input(r, "an absence on other days than were signed");
}

/* The keys of who comes to the table. */
static bool play_keys(struct rerun *r)
{
	struct event *e;

	while (rerun_next_is(r, COMMON_KEY_ADDED) ||
	       rerun_next_is(r, COMMON_KEY_REVOKED))
		if (!rerun_input(r,
				 rerun_next_is(r, COMMON_KEY_ADDED)
					 ? COMMON_KEY_ADDED
					 : COMMON_KEY_REVOKED,
				 &e))
			return false;
	return true;
}

/* The name of a person whom an anonymous game calls so; whom nobody knows any
 * more is called the same at its end. */
static struct str name_of(const struct rerun *r, struct str person)
{
	for (size_t i = 0; i < r->p->n_keys; i++)
		if (str_equal(r->p->keys[i].person, person))
			return r->p->keys[i].name;
	return person;
}

static bool is_masked(const struct rerun *r, struct str name)
{
	return r->agenda.policy.n[POLICY_ANONYMOUS] && str_starts(name, "~");
}

static bool play_deputy(struct rerun *r, const struct motion *m)
{
	enum { CLOCKS_S = 15 * HOUR_S };
	int64_t until;
	struct event *e;
	struct str name;

	if (!rerun_input_said(r, COMMON_DEPUTY_NAMED, &e))
		return false;
	name = name_of(r, rerun_text(r, e, COMMON_DEPUTY_NAMED_PERSON));
	if (event_get(e, COMMON_DEPUTY_NAMED_SEAT) == r->seat &&
	    event_get(e, COMMON_DEPUTY_NAMED_LETTERS) == (m->n != 0) &&
	    date_parse_time(rerun_text(r, e, COMMON_DEPUTY_NAMED_UNTIL),
			    &until) &&
	    llabs(until - (m->until + INT64_C(1)) * DAY_S) <= CLOCKS_S &&
	    (is_masked(r, name) || str_equal(utf8_fold(&r->tmp, m->value),
					     utf8_fold(&r->tmp, name)))) {
		agenda_deputy_begins(&r->agenda, r->seat,
				     &r->game->queue[r->seat]);
		return play_keys(r);
	}
	r->next--;
	return rerun_at_input(r, "another deputy than was signed");
}

/* The same deadline for all who are awaited. */
static bool play_deadlines(struct rerun *r, int64_t due_s)
{
	uint32_t blocking = rerun_blocking(r);
	struct event *e;
	int64_t due;

	for (int i = 0; i < r->n_seats; i++) {
		if (!(blocking >> i & 1))
			continue;
		if (!rerun_input_said(r, COMMON_DEADLINE_SET, &e))
			return false;
		if (event_get(e, COMMON_DEADLINE_SET_SEAT) != i ||
		    !date_parse_time(
			    rerun_text(r, e, COMMON_DEADLINE_SET_DEADLINE),
			    &due) ||
		    due != due_s)
			return rerun_at_input(r, "the table agreed on another "
						 "deadline");
		r->due_s[i] = due;
	}
	return true;
}

static bool play_option(struct rerun *r, const struct proposal *p)
{
	struct game_option_change c = { .by = STR("table"),
					.why = STR("option") };
	struct event e;

	if (!agenda_option(p, &c.name, &c.value) ||
	    !game_option_event(r->sys, r->game, &c,
			       arena_alloc(&r->tmp, sizeof(struct game)), &e))
		return rerun_at_input(r, "the game cannot have such an option");
	game_emit(&r->run, &e);
	r->next++;
	return r->state != LIFE_RUNNING || (rerun_sound(r) && rerun_pump(r));
}

/* Who sits down brings keys, and what was ordered in advance goes. */
static bool play_replaced(struct rerun *r, const struct proposal *p)
{
	struct event *e;

	if (!rerun_input_said(r, COMMON_SEAT_TAKEN, &e))
		return false;
	if (event_get(e, COMMON_SEAT_TAKEN_SEAT) != p->n)
		return rerun_at_input(r, "the table agreed on another seat");
	rerun_seat_take(r, e);
	if (!play_keys(r) || !rerun_seated(r, (int)p->n))
		return false;
	game_vacate(&r->run, (int)p->n);
	return true;
}

/* What the table has agreed on. */
static bool play_agreed(struct rerun *r, const struct proposal *p)
{
	int emitted = r->list.n;
	const struct way_back to = agenda_way_back(p);
	int64_t from, until;
	struct event *e;

	if (agenda_carry(&r->agenda, &r->run, p, r->state == LIFE_RUNNING,
			 r->p->at_s)) {
		r->next += r->list.n - emitted;
		if (agenda_ends(p))
			r->state = LIFE_ENDED;
		else if (p->what == MOTION_PAUSE && r->state == LIFE_RUNNING)
			r->state = LIFE_PAUSED;
		return true;
	}
	switch (p->what) {
	case MOTION_TAKEBACK:
		return rerun_input(r, COMMON_UNDONE, &e) &&
		       (rerun_undo(r, e, &to) ||
			rerun_at_input(r,
				       "the table agreed on another takeback"));
	case MOTION_OPTION: return play_option(r, p);
	case MOTION_REPLACE: return play_replaced(r, p);
	case MOTION_DEADLINE: return play_deadlines(r, p->n);
	case MOTION_SKIP: return play_deadlines(r, r->p->at_s);
	case MOTION_REST:
		return rerun_input_said(r, COMMON_RESTED, &e) &&
		       ((date_parse_time(rerun_text(r, e, COMMON_RESTED_FROM),
					 &from) &&
			 date_parse_time(rerun_text(r, e, COMMON_RESTED_UNTIL),
					 &until) &&
			 agenda_rests(p, from, until)) ||
			rerun_at_input(r, "the table agreed on another rest"));
	case MOTION_EXTENSION: return rerun_extension(r, p->n * HOUR_S);
	default: return true;
	}
}

/* A moment is on somebody's clocks, and a name is written as its owner does:
 * both as the log has them, if they can be what was signed. */
static bool proposed_as(struct rerun *r, struct motion *m)
{
	enum { CLOCKS_S = 15 * HOUR_S };
	struct str value, said = m->value, day, clock;
	struct event e;
	int64_t due;
	int32_t n;
	int h, min;

	if (m->kind != MOTION_PROPOSE ||
	    (m->what != MOTION_DEADLINE && m->what != MOTION_REPLACE))
		return true;
	if (!rerun_next_is(r, COMMON_PROPOSED))
		return rerun_at_input(r, "nothing is proposed");
	event_parse(r->p->all.v[r->next].json, &r->sys->rules->events, &e);
	value = rerun_text(r, &e, COMMON_PROPOSED_VALUE);
	m->value = value;
	if (m->what == MOTION_REPLACE) {
		(void)parse_field(&m->value, ' ', &day);
		return str_equal(utf8_fold(&r->tmp, said),
				 utf8_fold(&r->tmp, m->value)) ||
		       rerun_at_input(r, "the name of somebody else");
	}
	return (parse_field(&said, ' ', &day) && date_parse(day, &n) &&
		parse_field(&said, ' ', &clock) &&
		date_parse_clock(clock, &h, &min) &&
		date_parse_time(value, &due) &&
		llabs(due - (int64_t)n * DAY_S - h * HOUR_S - min * 60) <=
			CLOCKS_S) ||
	       rerun_at_input(r, "another deadline than was signed");
}

bool rerun_motions(struct rerun *r, struct motions *all, bool orders)
{
	struct motion *m = all->v;
	int emitted = r->list.n;
	struct proposal done;
	struct event *e;

	if (!all->n && !all->bad)
		return true;
	if (motion_names(m))
		motion_name_seat(m, &r->tmp, r->sits, r->n_seats);
	if (all->bad || all->n > 1 || (orders && motion_stands_alone(m)) ||
	    motion_names(m) ||
	    agenda_refuses(&r->agenda, r->seat, m, r->p->at_s))
		return rerun_at_input(r, "something is said to the table that "
					 "cannot be said now");
	if (m->kind == MOTION_AWAY)
		return play_away(r, m);
	if (m->kind == MOTION_BACK)
		return rerun_input_said(r, COMMON_BACK, &e) &&
		       (event_get(e, COMMON_BACK_SEAT) == r->seat ||
			rerun_at_input(r, "another seat is back than signed"));
	if (m->kind == MOTION_DEPUTY)
		return play_deputy(r, m);
	if (m->kind == MOTION_RECALL) {
		agenda_deputy_ends(&r->agenda, &r->run, r->seat, "recall",
				   false, r->p->at_s);
		r->next++;
		return true;
	}
	if (m->kind == MOTION_UNSEAL)
		return rerun_unseal(r, r->seat, m->n);
	if (m->kind == MOTION_BLOCK || m->kind == MOTION_UNBLOCK) {
		agenda_block(&r->agenda, &r->run, r->seat, (int)m->n,
			     m->kind == MOTION_BLOCK, r->p->at_s);
		return true;
	}
	if (r->state == LIFE_OPEN)
		return rerun_at_input(r,
				      "a proposal before the game has begun");
	if (!proposed_as(r, m))
		return false;
	agenda_say(&r->agenda, &r->run, &r->tmp, r->seat, r->n_seats, m,
		   r->p->at_s, &done);
	r->next += r->list.n - emitted;
	return !done.number || play_agreed(r, &done);
}

bool rerun_moved(struct rerun *r)
{
	int emitted;

	rerun_skip_told(r);
	for (int i = 0; i < r->list.n && r->p->is_signed; i++)
		agenda_heard(&r->agenda, &r->list.v[i], r->seat);
	emitted = r->list.n;
	agenda_went_on(&r->agenda, &r->run, &r->list, r->p->at_s);
	r->next += r->list.n - emitted;
	return rerun_deadlines(r);
}
