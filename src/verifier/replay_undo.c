/*
 * src/verifier/replay_undo.c - goes back to an earlier state, or to an event
 * inside a point
 */
#include "verifier/replay_private.h"
#include "engine/common.h"

bool *replay_below(struct arena *a, const uint64_t *from, uint64_t n,
		   uint64_t to)
{
	bool *below = ARENA_ARRAY(a, (size_t)n + 2, bool);

	for (uint64_t at = to + 1; at <= n; at++)
		below[at] = from[at - 1] == to || below[from[at - 1]];
	return below;
}

bool *replay_points_to(struct replay *r, uint64_t point)
{
	bool *of = ARENA_ARRAY(&r->tmp, r->n_from + 1, bool);

	for (uint64_t at = point; at; at = r->from[at - 1])
		of[at] = true;
	return of;
}

/* Is a decision undone that was made while a sealed choice was awaited? */
static bool is_unsealed(struct replay *r, uint64_t to)
{
	const bool *stays = replay_points_to(r, to);

	for (uint64_t at = r->p->point - 1; at && !stays[at];
	     at = r->from[at - 1])
		if (r->from[at - 1] && r->sealed[r->from[at - 1] - 1])
			return true;
	return false;
}

/* So many events of play stand among the first of this point for all; 0: there
 * are not so many events. */
static int plays_of(const struct replay *r, uint64_t point, int64_t events)
{
	const struct played *p;
	int n = 0;

	if (point < 1 || point > r->n_played)
		return 0;
	p = &r->played[point - 1];
	for (int i = 0; i < events && events <= p->n; i++)
		n += p->is[i];
	return n;
}

/* as the log has it, for an unsigned command */
static bool is_fresh_logged(const struct replay *r)
{
	struct event e;

	for (int i = r->next; i < r->p->all.n; i++)
		if (event_parse(r->p->all.v[i].json, &r->sys->rules->events,
				&e) &&
		    e.kind == COMMON_HALTED)
			return event_get(&e, COMMON_HALTED_FRESH);
	return false;
}

/* What made a point is played from the state before it, up to an event of that
 * point, and halts there. */
static bool play_inside(struct replay *r, const struct kept *old, int plays)
{
	const struct played *whole = &r->played[old->of - 1];
	int seat = r->seat;
	bool same;

	r->seat = old->seat;
	r->run.halt_behind = plays;
	r->run.halt_before = plays_of(r, old->of, whole->n);
	r->run.halt_from = r->list.n;
	same = replay_point_repeat(r, old);
	r->run.halt_behind = 0;
	r->seat = seat;
	replay_point_save(r, old);
	return same;
}

/* The log goes on after an undo: it was to an event inside a point. */
static bool undo_inside(struct replay *r, uint64_t to,
			const struct way_back *said, bool wanted)
{
	struct awaiting now = { .n = 0 };
	const struct kept *found;
	struct way_back named;
	struct kept old;
	struct event *e, halted;
	bool sealed, fresh;
	int plays;

	if (!replay_input(r, COMMON_POINT_REPLAYED, &e))
		return false;
	named.point = event_get(e, COMMON_POINT_REPLAYED_POINT);
	named.event = event_get(e, COMMON_POINT_REPLAYED_EVENT);
	found = replay_point_find(r, (uint64_t)named.point);
	plays = plays_of(r, (uint64_t)named.point, named.event);
	if (!found || found->of != to + 1 || !plays ||
	    replay_dice_is_spent(r, (uint64_t)named.point) ||
	    (said &&
	     (said->point != named.point || said->event != named.event)))
		return false;
	old = *found;
	sealed = is_unsealed(r, (uint64_t)named.point);
	if (!play_inside(r, &old, plays))
		return false;
	system_awaiting(r->sys->rules, r->game->state, &now);
	sealed |= r->run.halted && awaiting_sealed(&now);
	fresh = wanted || sealed || (!said && is_fresh_logged(r));
	common_event_halted(&halted, 0, fresh);
	game_emit(&r->run, &halted);
	if (r->run.halted)
		game_ask(&r->run);
	replay_skip_emitted(r);
	return replay_dice_fresh(r, to, fresh, fresh && !sealed, sealed);
}

bool replay_undo(struct replay *r, const struct event *e,
		 const struct way_back *said)
{
	int32_t to = event_get(e, COMMON_UNDONE_POINT);
	bool fresh = event_get(e, COMMON_UNDONE_FRESH);
	bool inside = replay_next_is(r, COMMON_POINT_REPLAYED);
	bool good, unsealed;

	if (to < 1 || (size_t)to > r->n_states || r->state == LIFE_OPEN ||
	    r->state == LIFE_ENDED || (uint64_t)to < r->started)
		return false;
	if (r->ruling && ((uint64_t)to + 1 != r->ruling->point || inside))
		return false;
	if (said && (inside ? !said->event : said->event || said->point != to))
		return false;
	if (r->ruling)
		r->ruling->undo = false;
	good = game_decode(r->game, r->sys->rules, r->states[to - 1]);
	assert(good); /* we packed it */
	(void)good;
	if (r->means && r->means->analysis) {
		analysis_undo(r->means->analysis, to, (int64_t)r->p->point);
		analysis_at(r->means->analysis, r->game->state);
	}
	unsealed = !inside && is_unsealed(r, (uint64_t)to);
	r->from[r->n_from - 1] = (uint64_t)to;
	r->round = r->p->point;
	replay_dice_undo(r);
	if (inside)
		return !fresh &&
		       undo_inside(r, (uint64_t)to, said, said && said->fresh);
	return replay_dice_fresh(r, (uint64_t)to, fresh,
				 !r->ruling && (said ? said->fresh : fresh),
				 unsealed);
}
