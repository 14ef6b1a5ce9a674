/* src/verifier/public_state.c */
#include "verifier/public_state.h"
#include "engine/common.h"

void public_state_init(struct public_state *f, struct arena *a)
{
	*f = (struct public_state){ .a = a };
}

/* Without queues, which are not public. */
static struct str pack(struct public_state *f)
{
	struct buf b;
	struct str out;

	memset(f->now->queue, 0, sizeof(f->now->queue));
	buf_init(&b, GAME_ENCODED_MAX);
	game_encode(f->now, &b);
	out = arena_str(f->a, buf_str(&b));
	buf_release(&b);
	return out;
}

static bool back_to(struct public_state *f, int64_t point)
{
	if (point == 0) {
		game_init(f->now, f->rules);
		return true;
	}
	return 0 < point && (size_t)point <= f->n &&
	       game_decode(f->now, f->rules, f->states[point - 1]);
}

static bool apply(struct public_state *f, const struct event *e)
{
	if (e->audience != AUDIENCE_ALL || game_is_of_queue(e->kind))
		return true;
	if (e->kind == COMMON_UNDONE)
		return back_to(f, event_get(e, COMMON_UNDONE_POINT));
	return system_evolve(f->now->sys, f->now->state, e) &&
	       !system_validate(f->now->sys, f->now->state);
}

const struct game *public_state_point(struct public_state *f,
				      const struct verify_point *p)
{
	if (p->game)
		return p->game;
	if (!f->now) {
		f->rules = p->kind->rules;
		f->now = arena_alloc(f->a, sizeof(*f->now));
		game_init(f->now, f->rules);
	}
	for (int i = 0; i < p->n_events && !f->lost; i++)
		f->lost = !apply(f, &p->events[i]);
	if (f->lost)
		return NULL;
	f->states =
		arena_grow(f->a, f->states, f->n, &f->room, sizeof(*f->states));
	f->states[f->n++] = pack(f);
	return f->now;
}
