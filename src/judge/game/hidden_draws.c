/* src/judge/game/hidden_draws.c */
#include "judge/game/hidden_draws.h"

static void hidden_draws_failed(struct hidden_draws *v, enum err e)
{
	if (!v->e)
		v->e = e;
}

/* Its round: that of the same draw which was undone, else a new one. */
static void number_open(struct hidden_draws *v, uint32_t number)
{
	struct draw_row r = { .game = v->t->row.id,
			      .point = v->point,
			      .number = number };
	struct store *st = v->t->j->st;
	enum err e;

	if (v->is_open && v->hidden.number == number)
		return;
	v->hidden.number = number;
	v->is_open = true;
	memcpy(r.step, dice_source_step(v->dice_source)->b, HASH_SIZE);
	r.round = v->fresh;
	e = store_draw_idle(st, &r, &r.round, &v->why);
	if (!e || e == ERR_NOT_FOUND)
		e = store_draw_add(st, &r, &v->why);
	v->round = r.round;
	hidden_draws_failed(v, e);
}

static uint32_t hidden_draws_bits(const void *source, uint32_t number,
				  uint32_t draw)
{
	/* the one who lends it knows that it is not const */
	struct hidden_draws *v = (struct hidden_draws *)(uintptr_t)source;

	number_open(v, number);
	return hidden_bits(&v->hidden, (uint32_t)v->round, draw);
}

static void hidden_draws_commit(const void *source, uint32_t number,
				struct str bytes, unsigned char hash[32])
{
	struct hidden_draws *v = (struct hidden_draws *)(uintptr_t)source;
	struct hash salt, is;

	number_open(v, number);
	salt = hidden_commitment_salt(&v->hidden, (uint32_t)v->round);
	is = log_chain_commitment(&salt, bytes);
	memcpy(hash, is.b, sizeof(is.b));
	secret_wipe(&salt, sizeof(salt));
}

static void hidden_draws_salt(const void *source, uint32_t number,
			      unsigned char out[32])
{
	struct hidden_draws *v = (struct hidden_draws *)(uintptr_t)source;
	struct hidden h = v->hidden;
	int64_t round = 0;
	struct hash is;

	hidden_draws_failed(v, store_draw_round(v->t->j->st, v->t->row.id,
						number, &round, &v->why));
	hidden_draws_failed(v, store_draw_spend(v->t->j->st, v->t->row.id,
						number, round, &v->why));
	h.number = number;
	is = hidden_commitment_salt(&h, (uint32_t)round);
	memcpy(out, is.b, sizeof(is.b));
	secret_wipe(&h, sizeof(h));
}

enum err hidden_draws_init(struct hidden_draws *v, const struct game_ctx *t,
			   int64_t point, struct dice_source *dice_source,
			   struct why *why)
{
	*v = (struct hidden_draws){ .t = t,
				    .point = point,
				    .dice_source = dice_source };
	v->lent = (struct secrets){ .bits = hidden_draws_bits,
				    .commit = hidden_draws_commit,
				    .salt = hidden_draws_salt,
				    .source = v };
	return game_ctx_hidden(t, &v->hidden, &v->fresh, why);
}

void hidden_draws_release(struct hidden_draws *v)
{
	secret_wipe(v, sizeof(*v));
}

void hidden_draws_words(struct hidden_draws *v)
{
	v->hidden.words = entropy_digest(&v->t->entropy.words);
}

int64_t hidden_draws_round(const struct hidden_draws *v)
{
	return v->round;
}

enum err hidden_draws_end(const struct hidden_draws *v, struct why *why)
{
	return v->e ? why_set(why, v->e, "%s", v->why.text) : ERR_OK;
}

enum err hidden_draws_undo(const struct game_ctx *t, int64_t point,
			   struct why *why)
{
	return store_secret_use(t->j->st, t->row.id, SECRET_HIDDEN, 0, point,
				why);
}
