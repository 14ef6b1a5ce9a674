/*
 * src/engine/game_evolve.c - applies the events of the queue; lists their kinds
 */
#include "engine/game_private.h"
#include "engine/common.h"

/* the entry at this place, of this line, leaves; an order of a mail, all that
 * is remembered of the mail before it */
static bool evolve_leaves(struct queue *q, int at, int line)
{
	struct queue_entry entry;
	int flags;

	if (!queue_at(q, at, &entry) || line != queue_entry_line(entry))
		return false;
	flags = queue_entry_flags(entry);
	queue_remove(q, at);
	if (flags & QUEUE_FIRST)
		q->spoiled = q->end_armed = q->else_open = 0;
	return true;
}

static bool evolve_unqueued(struct queue *q, const struct event *e)
{
	if (!evolve_leaves(q, event_get(e, COMMON_UNQUEUED_AT),
			   event_get(e, COMMON_UNQUEUED_LINE)))
		return false;
	if (event_text_is(e, COMMON_UNQUEUED_CAUSE, "done") ||
	    event_text_is(e, COMMON_UNQUEUED_CAUSE, "fallback")) {
		q->else_open = 0;
	} else if (event_text_is(e, COMMON_UNQUEUED_CAUSE, "refused")) {
		q->else_open = 0;
		if (!q->spoiled)
			q->spoiled = QUEUE_SPOILED;
	} else if (event_text_is(e, COMMON_UNQUEUED_CAUSE, "condition")) {
		q->else_open = 1;
	}
	return true;
}

static bool evolve_queue_set(struct queue *q, const struct event *e)
{
	if (event_text_is(e, COMMON_QUEUE_SET_WHAT, "end_armed")) {
		q->end_armed = event_get(e, COMMON_QUEUE_SET_VALUE);
		return q->end_armed == 0 || q->end_armed == 1;
	}
	if (event_text_is(e, COMMON_QUEUE_SET_WHAT, "open")) {
		q->open = event_get(e, COMMON_QUEUE_SET_VALUE);
		return q->open >= 0;
	}
	if (event_text_is(e, COMMON_QUEUE_SET_WHAT, "resumed")) {
		queue_mark(q, 0, QUEUE_HELD);
		q->stopped = 0;
		q->spoiled = q->spoiled ? QUEUE_SPOILED : 0;
		return true;
	}
	if (event_text_is(e, COMMON_QUEUE_SET_WHAT, "short")) {
		q->spoiled = QUEUE_SHORT;
		return true;
	}
	return false;
}

static struct queue_entry event_entry(const struct event *e, int field)
{
	struct queue_entry entry;

	entry.w = event_words(e, field, &entry.n);
	return entry;
}

static bool entry_fits(const struct game *g, struct queue_entry e)
{
	return queue_entry_check(e, &g->sys->decisions, g->sys->n_conditions);
}

/* It says AUTO: then its decision is *d. */
bool game_is_auto(const struct system *sys, struct queue_entry e,
		  struct decision *d)
{
	queue_entry_alternative(e, 0, d);
	return d->kind >= DECISION_FIRST_OWN &&
	       decision_row(&sys->decisions, d->kind)->is == CLASS_AUTO;
}

/* The number of the standing order AUTO of a seat; 0: there is none. */
int game_auto_standing(const struct game *g, int seat, struct decision *d)
{
	struct queue_entry e;

	for (int i = 0; queue_standing_at(&g->queue[seat], i, &e); i++)
		if (game_is_auto(g->sys, e, d))
			return i + 1;
	return 0;
}

/* One that holds for a step has begun with the step that is played. */
static bool evolve_auto(struct game *g, int seat)
{
	struct decision d;
	int number = game_auto_standing(g, seat, &d);

	if (number)
		queue_begin_standing(
			&g->queue[seat], number - 1,
			((const struct common_state *)g->state)->phase);
	return true;
}

bool game_is_of_queue(int kind)
{
	switch (kind) {
	case COMMON_QUEUED:
	case COMMON_UNQUEUED:
	case COMMON_EXPIRED:
	case COMMON_LAPSED:
	case COMMON_ENDS_NOTHING:
	case COMMON_WAITING:
	case COMMON_DICE_WAIT:
	case COMMON_QUEUE_STOPPED:
	case COMMON_QUEUE_SET:
	case COMMON_STANDING_SET:
	case COMMON_STANDING_REMOVED:
	case COMMON_AUTO_CHOSE:
	case COMMON_AUTO_OVER:
	case COMMON_AUTO_DONE: return true;
	default: return false;
	}
}

bool game_is_play(int kind, uint32_t audience)
{
	return audience == AUDIENCE_ALL &&
	       (kind >= EVENT_FIRST_OWN || kind == COMMON_ROLLED ||
		kind == COMMON_LINK_OPENED || kind == COMMON_COMMITTED ||
		kind == COMMON_OPENED);
}

bool game_evolve(struct game *g, const struct event *e)
{
	struct queue_entry entry;
	struct queue *q;
	int seat;

	if (!game_is_of_queue(e->kind))
		return system_evolve(g->sys, g->state, e);
	seat = event_get(e, 0); /* the first field of all of these */
	if (seat < 0 || seat >= g->sys->max_seats)
		return false;
	q = &g->queue[seat];
	switch (e->kind) {
	case COMMON_QUEUED:
		entry = event_entry(e, COMMON_QUEUED_ENTRY);
		return entry_fits(g, entry) && queue_append(q, entry);
	case COMMON_UNQUEUED: return evolve_unqueued(q, e);
	case COMMON_EXPIRED:
		return evolve_leaves(q, event_get(e, COMMON_EXPIRED_AT),
				     event_get(e, COMMON_EXPIRED_LINE));
	case COMMON_LAPSED:
		return evolve_leaves(q, event_get(e, COMMON_LAPSED_AT),
				     event_get(e, COMMON_LAPSED_LINE));
	case COMMON_ENDS_NOTHING:
	case COMMON_WAITING:
	case COMMON_DICE_WAIT: return true;
	case COMMON_AUTO_CHOSE: return evolve_auto(g, seat);
	case COMMON_QUEUE_STOPPED:
		q->stopped = event_get(e, COMMON_QUEUE_STOPPED_LINE);
		queue_mark(q, QUEUE_HELD, 0);
		return q->stopped > 0;
	case COMMON_QUEUE_SET: return evolve_queue_set(q, e);
	case COMMON_STANDING_SET:
		entry = event_entry(e, COMMON_STANDING_SET_ENTRY);
		return entry_fits(g, entry) && queue_add_standing(q, entry);
	default: /* STANDING_REMOVED, AUTO_OVER, AUTO_DONE */
		return queue_remove_standing(
			q, event_get(e, COMMON_STANDING_REMOVED_NUMBER) - 1);
	}
}
