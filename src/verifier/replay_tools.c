/* src/verifier/replay_tools.c - how a difference is told, what is taken from
 * the log, and how the rules are let go on */
#include "verifier/replay_private.h"
#include "engine/common.h"

bool rerun_at_end(struct rerun *r, const char *what)
{
	return verify_wrong(r->f, r->p->line, 0, 0, NULL, NULL, "%s", what);
}

bool rerun_at_event(struct rerun *r, const struct rerun_event *e,
		    const struct str *expected, const char *what)
{
	return verify_wrong(r->f, e->line, e->leaf, e->inner, expected,
			    expected ? &e->json : NULL, "%s", what);
}

bool rerun_at_input(struct rerun *r, const char *what)
{
	const struct rerun_events *all = &r->p->all;

	return rerun_at_event(
		r, r->next < all->n ? &all->v[r->next] : r->p->end_of, NULL,
		what);
}

struct str rerun_text(struct rerun *r, const struct event *e, int field)
{
	return record_text(&r->tmp, e, field);
}

bool rerun_input(struct rerun *r, int kind, struct event **out)
{
	const struct event_kind *k = event_kind(&r->sys->rules->events, kind);
	struct event *e = &r->list.v[r->list.n];

	if (r->next == r->p->all.n ||
	    !event_parse(r->p->all.v[r->next].json, &r->sys->rules->events,
			 e) ||
	    e->kind != kind)
		return verify_wrong(
			r->f,
			r->next < r->p->all.n ? r->p->all.v[r->next].line
					      : r->p->end_of[0].line,
			r->next < r->p->all.n ? r->p->all.v[r->next].leaf : 0,
			0, NULL, NULL, "expected the event %s", k->name);
	if (r->list.max - r->list.n < GAME_MARGIN)
		return rerun_at_input(r, "too much at once");
	if (!game_evolve(r->game, e))
		return rerun_at_input(r,
				      "it does not fit the state of the game");
	r->list.n++;
	r->next++;
	*out = e;
	return true;
}

bool rerun_input_said(struct rerun *r, int kind, struct event **out)
{
	return rerun_input(r, kind, out) &&
	       (agenda_follow(&r->agenda, *out, r->p->at_s) ||
		rerun_at_input(r, "the table has agreed on something else"));
}

bool rerun_next_is(const struct rerun *r, int kind)
{
	struct event e;

	return r->next < r->p->all.n &&
	       event_parse(r->p->all.v[r->next].json, &r->sys->rules->events,
			   &e) &&
	       e.kind == kind;
}

bool rerun_sound(struct rerun *r)
{
	const struct system *sys = r->sys->rules;
	bool rules_made = r->state != LIFE_OPEN && !r->corrected;
	const char *what = rules_made ? system_invariant(sys, r->game->state)
				      : system_sound(sys, r->game->state);

	if (!what && r->p->point == 1)
		what = game_position_check(
			r->game, r->n_seats,
			arena_alloc(&r->tmp, sizeof(struct game)));
	return !what || verify_wrong(r->f, r->p->line, 0, 0, NULL, NULL,
				     "no game can stand so: %s", what);
}

bool rerun_make_room(struct rerun *r)
{
	int max = 2 * r->list.max;
	struct event *longer;

	if (max > ADJUDICATION_EVENTS_MAX)
		return rerun_at_end(r, "the rules come to no end here");
	if (max > r->n_room) {
		longer = ARENA_ARRAY(r->a, (size_t)max, struct event);
		memcpy(longer, r->room, (size_t)r->list.n * sizeof(*longer));
		r->room = r->list.v = longer;
		r->n_room = max;
	}
	r->list.max = max;
	return true;
}

bool rerun_pump(struct rerun *r)
{
	r->pumped = true;
	do {
		if (r->list.max - r->list.n < 2 * GAME_MARGIN &&
		    !rerun_make_room(r))
			return false;
		r->run.more = false;
		game_pump(&r->run, false);
	} while (r->run.more);
	if (r->beacon && r->run.dice_wait && !course_waits(&r->course) &&
	    r->state == LIFE_RUNNING)
		record_beacon(&r->run, &r->tmp, r->p->at_s, r->silent);
	return true;
}

void rerun_skip_told(struct rerun *r)
{
	r->next = 0;
	for (int i = 0; i < r->list.n; i++)
		r->next += r->list.v[i].audience == AUDIENCE_ALL;
}

bool rerun_all_ruled(const struct rerun *r)
{
	bool open = r->reroll_point != 0;

	for (size_t i = 0; i < r->n_disputes; i++)
		open |= !r->disputes[i].ruled;
	return !open;
}

void rerun_go_on(struct rerun *r)
{
	struct event resumed;

	event_start(&resumed, COMMON_GAME_RESUMED, 0);
	event_put_text(&resumed, COMMON_GAME_RESUMED_BY, STR("judge"));
	game_emit(&r->run, &resumed);
	r->state = LIFE_RUNNING;
	r->by_dispute = r->by_deadline = false;
}

void rerun_words_step(struct rerun *r, bool time_up)
{
	bool full = r->taken == (1u << r->n_seats) - 1;

	if (course_step(&r->course, &r->run, r->p->at_s, full, time_up))
		r->run.dice_wait = r->beacon;
}
