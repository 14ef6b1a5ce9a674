/*
 * src/judge/archive.c - moves ended games from the database to files, and back
 */
#include "store/archive.h"
#include "judge/judge_private.h"
#include "judge/policies/lifecycle.h"
#include "judge/identity.h"
#include "judge/policies/precedents.h"
#include "judge/game/game_ctx.h"

enum { SEATS = JUDGE_SLOTS };

/* Refuse games that cannot be archived yet. */
static enum err may_go(struct judge *j, int64_t game, struct arena *a,
		       struct game_row *g, struct why *why)
{
	int64_t waiting = 0;
	enum err e = store_game_get(j->st, game, a, g, why);

	if (e)
		return e;
	if (g->state == GAME_ARCHIVED)
		return why_set(why, ERR_USAGE, "it is archived already");
	if (g->state != GAME_ENDED)
		return why_set(why, ERR_USAGE,
			       "it has not ended: heraldo game end ends it");
	e = store_outbox_waiting(j->st, game, &waiting, why);
	if (!e && waiting)
		e = why_set(why, ERR_USAGE,
			    "%lld letters of it are on their way: wait until "
			    "heraldod has sent them",
			    (long long)waiting);
	return e;
}

static enum err take_out(struct judge *j, int64_t game, const char *path,
			 struct arena *a, struct why *why)
{
	struct game_row g;
	enum err e = store_archive_open(j->st, path, why);

	if (e)
		return e;
	e = store_begin(j->st, why);
	if (!e)
		e = may_go(j, game, a, &g, why);
	if (!e)
		e = precedent_log_removed(j, game, why);
	if (!e)
		e = store_archive_out(j->st, game, path, judge_now(j), why);
	if (!e)
		e = store_game_set_state(j->st, game, GAME_ARCHIVED, why);
	e = judge_end(j, e, why);
	store_archive_close(j->st);
	return e;
}

enum err judge_game_archive(struct judge *j, int64_t game, const char *path,
			    enum err (*check)(void *context, int64_t game,
					      struct why *why),
			    void *context, struct why *why)
{
	struct game_row g;
	struct arena a;
	enum err e;

	arena_init(&a);
	e = may_go(j, game, &a, &g, why);
	if (!e)
		e = check(context, game, why);
	if (!e)
		e = store_archive_write(j->st, game, path, why);
	if (!e)
		e = take_out(j, game, path, &a, why);
	arena_release(&a);
	return e;
}

/* What its log could not be told while it was away. */
static enum err catch_up(struct judge *j, int64_t game, struct arena *a,
			 struct why *why)
{
	struct adjudication x;
	struct game_ctx *t = ARENA_NEW(a, struct game_ctx);
	struct seat_row seats[SEATS];
	struct person_row p;
	int n = 0, before;
	enum err e = game_txn_begin(j, game, &actor_operator, a, t, &x, why);

	if (e)
		return e;
	before = x.run.out->n;
	e = identity_catch_up(&x, why);
	if (!e)
		e = store_seat_list(j->st, game, a, seats, SEATS, &n, why);
	for (int i = 0; !e && i < n; i++) {
		if (!seats[i].person)
			continue;
		e = store_person_get(j->st, seats[i].person, a, &p, why);
		if (!e)
			e = game_txn_emit_left(&x, &p, actor_operator.by, why);
	}
	if (!e && x.run.out->n == before) {
		adjudication_drop(&x);
		return ERR_OK;
	}
	return game_txn_finish(&x, e, why);
}

enum err judge_game_unarchive(struct judge *j, const char *path,
			      enum err (*check)(void *context, int64_t game,
						struct why *why),
			      void *context, struct arena *a, struct str *name,
			      struct why *why)
{
	int64_t game = 0;
	enum err e = store_archive_open(j->st, path, why);

	if (e)
		return e;
	e = store_begin(j->st, why);
	if (!e)
		e = store_archive_game(j->st, a, &game, name, why);
	if (!e)
		e = store_archive_back(j->st, game, why);
	if (!e)
		e = store_game_set_state(j->st, game, GAME_ENDED, why);
	if (!e)
		e = check(context, game, why);
	if (!e)
		e = catch_up(j, game, a, why);
	e = judge_end(j, e, why);
	store_archive_close(j->st);
	return e;
}
