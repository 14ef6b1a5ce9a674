/*
 * src/engine/game_events.c - emits the events of the queue and of refused
 * decisions
 */
#include "engine/game_private.h"
#include "engine/common.h"

void game_emit_unqueued(struct game_run *r, int seat, int at, int line,
			const char *why)
{
	struct event e;

	common_event_unqueued(&e, 0, seat, line, str_of(why), at);
	e.audience = AUDIENCE_SEAT(seat);
	game_emit(r, &e);
}

static_assert(COMMON_EXPIRED_SEAT == COMMON_LAPSED_SEAT &&
		      COMMON_EXPIRED_LINE == COMMON_LAPSED_LINE &&
		      COMMON_EXPIRED_AT == COMMON_LAPSED_AT,
	      "they are told alike");

/* EXPIRED or LAPSED */
void game_emit_over(struct game_run *r, int kind, int seat, int at, int line)
{
	struct event e;

	event_start(&e, kind, 0);
	e.audience = AUDIENCE_SEAT(seat);
	event_put(&e, COMMON_EXPIRED_SEAT, seat);
	event_put(&e, COMMON_EXPIRED_LINE, line);
	event_put(&e, COMMON_EXPIRED_AT, at);
	game_emit(r, &e);
}

void game_emit_set(struct game_run *r, int seat, const char *what, int value)
{
	struct event e;

	common_event_queue_set(&e, 0, seat, str_of(what), value);
	e.audience = AUDIENCE_SEAT(seat);
	game_emit(r, &e);
}

static_assert(COMMON_QUEUE_STOPPED_SEAT == COMMON_STANDING_REMOVED_SEAT &&
		      (int)COMMON_QUEUE_STOPPED_LINE ==
			      (int)COMMON_STANDING_REMOVED_NUMBER &&
		      COMMON_AUTO_OVER_SEAT == COMMON_STANDING_REMOVED_SEAT &&
		      (int)COMMON_AUTO_OVER_NUMBER ==
			      (int)COMMON_STANDING_REMOVED_NUMBER &&
		      COMMON_AUTO_DONE_SEAT == COMMON_STANDING_REMOVED_SEAT &&
		      (int)COMMON_AUTO_DONE_NUMBER ==
			      (int)COMMON_STANDING_REMOVED_NUMBER,
	      "they are told alike");

/* QUEUE_STOPPED, STANDING_REMOVED, AUTO_OVER or AUTO_DONE, for the seat alone
 */
void game_emit_number(struct game_run *r, int kind, int seat, int number)
{
	struct event e;

	event_start(&e, kind, 0);
	e.audience = AUDIENCE_SEAT(seat);
	event_put(&e, COMMON_QUEUE_STOPPED_SEAT, seat);
	event_put(&e, COMMON_QUEUE_STOPPED_LINE, number);
	game_emit(r, &e);
}

/* an order too long for an event is known by its line, or by what it did */
void game_put_order(const struct system *sys, struct event *e, int field,
		    const struct decision *d)
{
	struct buf order;

	buf_init(&order, EVENT_TEXT_ROOM - 1);
	decision_render(&order, &sys->decisions, d);
	event_put_text(e, field, order.full ? STR("") : buf_str(&order));
	buf_release(&order);
}

void game_emit_refused(struct game_run *r, int seat, int line,
		       const struct decision *d, const struct refusal *no)
{
	const struct system *sys = r->game->sys;
	struct event e;

	event_start(&e, COMMON_REFUSED, no->rule);
	e.audience = AUDIENCE_SEAT(seat);
	event_put(&e, COMMON_REFUSED_SEAT, seat);
	event_put(&e, COMMON_REFUSED_LINE, line);
	event_put_text(&e, COMMON_REFUSED_REASON,
		       str_of(sys->refusals[no->reason].name));
	event_put_ints(&e, COMMON_REFUSED_ARGS, no->args, no->n_args);
	game_put_order(sys, &e, COMMON_REFUSED_ORDER, d);
	game_emit(r, &e);
}

void game_emit_as(struct game_run *r, const struct event *e)
{
	bool fits;

	assert(r->out->n < r->out->max);
	assert(event_fits(e, &r->game->sys->events));
	event_copy(&r->out->v[r->out->n++], e);
	fits = game_evolve(r->game, e);
	assert(fits);
	(void)fits;
}

void game_call(struct game_run *r, struct event *e)
{
	if (r->names)
		r->names(r->watcher, e);
}

void game_emit(struct game_run *r, const struct event *e)
{
	struct event named;

	if (!r->names) {
		game_emit_as(r, e);
		return;
	}
	event_copy(&named, e);
	game_call(r, &named);
	game_emit_as(r, &named);
}
