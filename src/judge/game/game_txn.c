/* src/judge/game/game_txn.c */
#include "judge/game/game_txn.h"
#include "auth/keyring.h"
#include "engine/common.h"
#include "judge/game/game_keyring.h"
#include "judge/game/anonymity.h"
#include "judge/game/reject.h"

enum { KEYS_MAX = KEYRING_PER_PERSON };

const struct actor actor_operator = { .cause = CAUSE_OPERATOR,
				      .slot = -1,
				      .by = { "operator", 8 } };

enum err game_txn_begin(struct judge *j, int64_t game, const struct actor *h,
			struct arena *a, struct game_ctx *t,
			struct adjudication *x, struct why *why)
{
	enum err e = game_ctx_load(j, game, a, t, why);

	if (e == ERR_NOT_FOUND)
		return reject_set(why, REJECT_no_game, NULL);
	if (!e)
		e = adjudication_begin(x, t, a, h->cause, h->slot, h->serial,
				       why);
	if (e)
		return e;
	x->reply_to = h->reply_to;
	x->serial_taken = h->serial_taken;
	if (h->orders)
		adjudication_signed(x, h->orders);
	return ERR_OK;
}

enum err game_txn_finish(struct adjudication *x, enum err e, struct why *why)
{
	if (!e)
		return adjudication_end(x, why);
	adjudication_drop(x);
	return e;
}

enum err game_txn_open(struct game_txn **s, struct game_txn *own,
		       struct judge *j, int64_t game, const struct actor *h,
		       struct why *why)
{
	enum err e;

	*s = h->together ? h->together : own;
	if (h->together)
		return ERR_OK;
	arena_init(&own->a);
	e = game_txn_begin(j, game, h, &own->a, &own->t, &own->x, why);
	if (e)
		arena_release(&own->a);
	return e;
}

enum err game_txn_close(struct game_txn *s, enum err e, struct why *why)
{
	if (s->x.together)
		return e;
	e = game_txn_finish(&s->x, e, why);
	arena_release(&s->a);
	return e;
}

void game_txn_leave(struct game_txn *s)
{
	adjudication_drop(&s->x);
	arena_release(&s->a);
}

static void emit_key(struct adjudication *x, const struct key_row *k,
		     struct str name, struct str by)
{
	struct event e;

	common_event_key_added(&e, 0, name, k->fingerprint, k->key, by);
	game_emit(&x->run, &e);
}

enum err game_txn_emit_left(struct adjudication *x, const struct person_row *p,
			    struct str by, struct why *why)
{
	struct str prints[KEYS_MAX];
	struct event ev;
	int n = 0;
	enum err e = game_keyring_left(x, p->id, prints, KEYS_MAX, &n, why);

	for (int i = 0; !e && i < n; i++) {
		e = game_keyring_revokes(x, p->id, prints[i], why);
		common_event_key_revoked(&ev, 0, p->name, prints[i], by);
		game_emit(&x->run, &ev);
	}
	return e;
}

enum err game_txn_emit_keys(struct adjudication *x, const struct person_row *p,
			    struct str by, struct why *why)
{
	struct key_row keys[KEYS_MAX];
	int n = 0;
	enum err e = game_keyring_sits(x, p->id, why);

	if (!e)
		e = store_key_ring(x->j->st, p->id, x->a, keys, KEYS_MAX, &n,
				   why);
	if (!e)
		e = game_txn_emit_left(x, p, by, why);
	for (int i = 0; !e && i < n; i++) {
		e = game_keyring_adds(x, p->id, keys[i].fingerprint, why);
		if (!e)
			emit_key(x, &keys[i], p->name, by);
	}
	return e;
}
