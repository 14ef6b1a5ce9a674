/* src/judge/identity.c */
#include "judge/identity.h"
#include "judge/policies/lifecycle.h"
#include "engine/common.h"
#include "store/inbox.h"
#include "store/values.h"
#include <limits.h>

enum { GAMES_AT_ONCE = 100 };

static const char key_name[] = "key", address_name[] = "address",
		  copied_name[] = "copied";

static enum err has_games(struct judge *j, bool *yes, struct why *why)
{
	int64_t n[GAME_STATES];
	enum err e = store_game_counts(j->st, n, why);

	*yes = false;
	for (int i = 0; !e && i < GAME_STATES; i++)
		*yes |= n[i] != 0;
	return e;
}

/* What the judge was when its games began; what it is now if there is none. */
static enum err before(struct judge *j, const char *name, struct str now,
		       struct arena *a, struct str *out, struct why *why)
{
	bool any;
	enum err e = store_value_get(j->st, name, a, out, why);

	if (!e && str_equal(*out, now))
		return ERR_OK;
	if (!e)
		e = has_games(j, &any, why);
	if ((!e && any) || (e && e != ERR_NOT_FOUND))
		return e;
	why_clear(why);
	*out = now;
	return JUDGE_WHOLE(j, store_value_set(j->st, name, now, why), why);
}

enum err identity_check(struct judge *j, struct why *why)
{
	char fingerprint[KEY_FINGERPRINT_MAX];
	struct str key, address;
	struct arena a;
	enum err e;

	key_fingerprint(&j->c.key.key, fingerprint);
	arena_init(&a);
	e = before(j, key_name, str_of(fingerprint), &a, &key, why);
	if (!e && !str_is(key, fingerprint))
		e = why_set(why, ERR_CONFIG,
			    "judge.key is another judge's key (%s): the games "
			    "here began with %.*s and are verified by it; put "
			    "that judge.key back, from heraldo backup",
			    fingerprint, STR_ARG(key));
	if (!e)
		e = before(j, address_name, j->c.address, &a, &address, why);
	if (!e && !j->c.moves && !str_equal(address, j->c.address))
		e = why_set(why, ERR_CONFIG,
			    "the players of the games here know the judge as "
			    "%.*s, not as %.*s: 'heraldo judge move' tells "
			    "them the new address; else put the old one back "
			    "into the configuration",
			    STR_ARG(address), STR_ARG(j->c.address));
	arena_release(&a);
	return e;
}

/* The command ---------------------------------------------------------------
 */

struct moving {
	int64_t games[GAMES_AT_ONCE], last;
	int n;
};

static bool note_game(void *context, const struct game_row *g)
{
	struct moving *m = context;

	m->last = g->id;
	if (!game_is_over(g->state))
		m->games[m->n++] = g->id;
	return true;
}

static enum err move_one(struct judge *j, int64_t game, struct why *why)
{
	struct game_txn own, *s;
	struct event ev;
	enum err e = game_txn_open(&s, &own, j, game, &actor_operator, why);

	if (e)
		return e;
	event_start(&ev, COMMON_JUDGE_MOVED, 0);
	event_put_text(&ev, COMMON_JUDGE_MOVED_BY, actor_operator.by);
	event_put_text(&ev, COMMON_JUDGE_MOVED_ADDRESS, j->c.address);
	game_emit(&s->x.run, &ev);
	return game_txn_close(s, ERR_OK, why);
}

static enum err move_all(struct judge *j, int *n_games, struct why *why)
{
	struct moving m = { .last = 0 };
	struct arena a;
	enum err e = ERR_OK;

	arena_init(&a);
	do {
		int64_t after = m.last;

		m.n = 0;
		e = store_game_list(j->st, -1, after, GAMES_AT_ONCE, &a,
				    note_game, &m, why);
		for (int i = 0; !e && i < m.n; i++) {
			e = move_one(j, m.games[i], why);
			*n_games += !e;
		}
		if (m.last == after)
			break;
	} while (!e);
	arena_release(&a);
	return e ? e : store_value_set(j->st, address_name, j->c.address, why);
}

enum err judge_move(struct judge *j, int *n_games, struct why *why)
{
	struct str address;
	struct arena a;
	enum err e;

	*n_games = 0;
	arena_init(&a);
	e = store_value_get(j->st, address_name, &a, &address, why);
	if (!e && str_equal(address, j->c.address))
		e = why_set(
			why, ERR_USAGE,
			"the games here know the judge as %.*s already: "
			"first write the new address into the configuration",
			STR_ARG(address));
	if (!e)
		e = JUDGE_WHOLE(j, move_all(j, n_games, why), why);
	arena_release(&a);
	return e;
}

/* Restored ------------------------------------------------------------------
 */

enum err judge_copied(struct judge *j, bool begins, struct why *why)
{
	return JUDGE_WHOLE(j,
			   store_value_set(j->st, copied_name,
					   begins ? STR("copy") : STR(""), why),
			   why);
}

struct differing {
	struct judge *j;
	struct buf names;
};

static bool note_differing(void *context, const struct game_row *g)
{
	struct differing *d = context;
	bool guessed = false;

	if (!game_is_over(g->state) && !g->beacon.len &&
	    store_inbox_guessed(d->j->st, g->id, &guessed, NULL))
		return true;
	if (!game_is_over(g->state) && (g->beacon.len || guessed))
		buf_addf(&d->names, " %.*s", STR_ARG(g->name));
	return true;
}

enum err restore_tell(struct judge *j, struct why *why)
{
	struct differing d = { .j = j };
	struct str value = STR("");
	struct arena a;
	enum err e;

	arena_init(&a);
	e = store_value_get(j->st, copied_name, &a, &value, why);
	if (e || !value.len) {
		arena_release(&a);
		return e == ERR_NOT_FOUND ? ERR_OK : e;
	}
	buf_init(&d.names, 1 << 16);
	e = store_game_list(j->st, -1, 0, INT_MAX, &a, note_differing, &d, why);
	if (!e && j->c.env.tell)
		j->c.env.tell(
			j->c.env.context,
			arena_printf(
				&a,
				"this is a restored backup: mails are "
				"fetched again; logs may differ from those "
				"before of:%s",
				d.names.len ? d.names.s : " none"));
	buf_release(&d.names);
	arena_release(&a);
	return e ? e : judge_copied(j, false, why);
}
