/* src/engine/dry_run.c */
#include "engine/dry_run.h"

struct trials *trials_init(struct trials *room)
{
	room->n = 0;
	return room;
}

void *trials_take(struct trials *room)
{
	assert(room && room->n < TRIALS_MAX);
	return room->state[room->n++];
}

void trials_give(struct trials *room, const void *state)
{
	assert(room->n && room->state[room->n - 1] == state);
	room->n--;
}

void dry_run_again(struct dry_run *t, const void *state)
{
	memcpy(t->run.state, state, t->run.sys->state_size);
	t->out.n = 0;
	t->run.unknown = false;
	t->run.skipped = false;
}

void dry_run_begin(struct dry_run *t, struct trials *room,
		   const struct system *sys, const void *state)
{
	t->room = room;
	t->out = (struct event_list){ NULL, 0, INT32_MAX };
	t->run = (struct run){ .sys = sys,
			       .state = trials_take(room),
			       .trials = room,
			       .out = &t->out,
			       .brief = true };
	dry_run_again(t, state);
}

void dry_run_end(struct dry_run *t)
{
	trials_give(t->room, t->run.state);
}

bool dry_run_do(struct dry_run *t, int seat, const struct decision *d)
{
	struct refusal no;

	return t->run.sys->decide(&t->run, seat, d, &no) != VERDICT_REFUSED;
}

bool dry_run_of(struct trials *room, const struct system *sys,
		const void *state, int seat, const struct decision *d)
{
	struct dry_run t;
	bool done;

	dry_run_begin(&t, room, sys, state);
	done = dry_run_do(&t, seat, d);
	dry_run_end(&t);
	return done;
}
