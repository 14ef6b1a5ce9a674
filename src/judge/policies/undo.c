/* src/judge/policies/undo.c */
#include "judge/policies/undo.h"
#include "judge/policies/dispute.h"
#include "engine/common.h"
#include "judge/game/beacon_wait.h"
#include "judge/game/deadline.h"
#include "judge/game/entropy.h"
#include "judge/game/game_ctx.h"
#include "judge/game/reject.h"
#include "judge/policies/rewind.h"
#include "store/rulings.h"

static enum err undo_skip(void *context, int64_t after, int64_t until,
			  struct why *why)
{
	const struct game_ctx *t = context;

	return store_luck_undo(t->j->st, t->row.id, after, until, true, why);
}

/*
 * From now on what happened after `point` does not count; and what was undone
 * before then and led to it does again.
 */
static enum err undo_dice_apply(struct game_ctx *t, int64_t point, int64_t now,
				struct why *why)
{
	enum err e =
		store_luck_undo(t->j->st, t->row.id, point, now, true, why);

	if (!e)
		e = store_luck_undo(t->j->st, t->row.id, 0, point + 1, false,
				    why);
	if (!e)
		e = game_ctx_skipped(t, point, undo_skip, t, why);
	return e ? e : hidden_draws_undo(t, now, why);
}

/* Nothing that came of that state gives its dice again: by command once. */
static enum err undo_links_spend(const struct game_ctx *t,
				 const struct game_ctx_since *s,
				 bool by_command, struct why *why)
{
	struct roll_count n = { 0 };
	enum err e = ERR_OK;

	for (int64_t at = 1; by_command && !e && at <= t->row.point; at++) {
		if (s->below[at])
			e = store_roll_count(t->j->st, t->row.id, at, &n, why);
		if (!e && n.replaced)
			return reject_set_int(why, REJECT_rolled_again, at);
	}
	for (int64_t at = 1; !e && at <= t->row.point; at++) {
		if (!s->below[at])
			continue;
		e = store_roll_spend(t->j->st, t->row.id, at, why);
		if (!e)
			e = store_draw_forget(t->j->st, t->row.id, at, why);
	}
	return e;
}

/* Restore `then`, the state after the point, and log it. */
static enum err back_to(struct adjudication *x, const struct actor *h,
			const struct way_back *to, const struct game *then,
			struct str words, struct why *why)
{
	struct event ev;
	enum err e = undo_dice_apply(x->t, to->point, x->point, why);

	if (!e)
		e = store_ruling_doubt(x->j->st, x->t->row.id, why);
	if (e)
		return e;
	common_event_undone(&ev, 0, h->by, words, (int32_t)to->point,
			    to->fresh);
	game_emit(&x->run, &ev);
	game_copy(x->t->game, then);
	x->hidden_draws.fresh = x->point;
	return ERR_OK;
}

/* To the state after a point. */
static enum err back_whole(struct adjudication *x, const struct actor *h,
			   const struct way_back *to, struct str words,
			   struct why *why)
{
	struct game_ctx *then = ARENA_NEW(x->a, struct game_ctx);
	struct way_back way = *to;
	struct game_ctx_since since;
	enum err e;

	if (to->point < x->t->row.started || to->point >= x->point - 1)
		return reject_set(why, REJECT_no_way_back, NULL);
	e = game_ctx_since(x->t, to->point, x->a, &since, why);
	if (!e)
		e = game_ctx_load_at(x->j, x->t->row.id, to->point, x->a, then,
				     why);
	if (e)
		return e;
	way.fresh |= since.unsealed;
	e = back_to(x, h, &way, then->game, words, why);
	return !e && way.fresh
		       ? undo_links_spend(x->t, &since, !since.unsealed, why)
		       : e;
}

/* Undo to an event inside a point: later events are undone and may lose their
 * dice; replayed steps have them by then. */
static enum err back_inside(struct adjudication *x, const struct actor *h,
			    const struct way_back *to, struct str words,
			    struct why *why)
{
	struct game_ctx_since after, since;
	struct way_back way = { .point = 0 };
	bool sealed = false;
	enum reject no = N_REJECTS;
	struct rewind w;
	enum err e = rewind_find(x->t, x->a, to, &w, &no, why);

	if (!e && no != N_REJECTS)
		return rewind_refuse(to, no, why);
	way.point = w.of - 1;
	if (!e)
		e = game_ctx_since(x->t, to->point, x->a, &after, why);
	if (!e)
		e = game_ctx_since(x->t, way.point, x->a, &since, why);
	if (!e)
		e = back_to(x, h, &way, w.before, words, why);
	if (!e)
		e = rewind_play(x, to, &w, &sealed, why);
	if (e)
		return e;
	sealed |= after.unsealed;
	rewind_halted(x, to->fresh || sealed);
	return to->fresh || sealed
		       ? undo_links_spend(x->t, &since, !sealed, why)
		       : ERR_OK;
}

enum err undo_to(struct adjudication *x, const struct actor *h,
		 const struct way_back *to, struct str words, struct why *why)
{
	const struct game_row *g = &x->t->row;
	bool due;
	enum err e = dispute_reroll_due(x->t, &due, why);

	if (!e && due)
		e = reject_set(why, REJECT_rolls_at_once, NULL);
	if (!e && x->went_back)
		e = reject_set(why, REJECT_back_once, NULL);
	if (!e && x->together && to->event)
		e = reject_set(why, REJECT_back_alone, NULL);
	if (!e && (g->state == GAME_OPEN || g->state == GAME_ENDED))
		e = reject_set(why, REJECT_no_way_back, NULL);
	if (e)
		return e;
	x->went_back = true;
	return to->event ? back_inside(x, h, to, words, why)
			 : back_whole(x, h, to, words, why);
}
