/* src/judge/luck.c */
#include "judge/luck.h"

enum err luck_chain(struct judge *j, int64_t game, const struct game_id *id,
		    uint32_t number, struct hash *commitment, struct why *why)
{
	uint8_t seed[HASH_SIZE];
	struct chain c;
	enum err e;

	j->c.env.random(j->c.env.context, seed, sizeof(seed));
	chain_init(&c, id, number, seed);
	*commitment = chain_link(&c, 0);
	e = store_secret_add(j->st, game, SECRET_CHAIN, number,
			     bytes_of(c.point, CHAIN_STORE_SIZE), 1, why);
	chain_release(&c);
	secret_wipe(seed, sizeof(seed));
	return e;
}

static enum err chain_get(struct luck *l, const struct table *t, int64_t number,
			  struct why *why)
{
	uint8_t secret[SECRET_MAX];
	size_t len = 0;
	enum err e = store_secret_get(t->j->st, t->row.id, SECRET_CHAIN, number,
				      secret, &len, &l->next, why);

	if (!e && len != CHAIN_STORE_SIZE)
		e = why_set(why, ERR_STORE, "%.*s has lost a chain of dice",
			    STR_ARG(t->row.name));
	if (!e) {
		l->chain.game = t->id;
		l->chain.number = (uint32_t)number;
		memcpy(l->chain.point, secret, CHAIN_STORE_SIZE);
	}
	secret_wipe(secret, sizeof(secret));
	return e;
}

static enum err next_link(struct luck *l, const struct table *t,
			  struct why *why)
{
	int64_t number = 0, spare;
	enum err e;

	/* the newest chain may be one that waits for the end of another */
	e = store_secret_last(t->j->st, t->row.id, SECRET_CHAIN, &number, why);
	if (!e)
		e = chain_get(l, t, number, why);
	if (e || !number)
		return e;
	spare = number - 1;
	e = chain_get(l, t, spare, why);
	if (!e && l->next > CHAIN_LAST)
		e = chain_get(l, t, number, why);
	return e;
}

enum err luck_init(struct luck *l, const struct table *t,
		   const uint8_t orders[HASH_SIZE], struct why *why)
{
	struct roll_row undone;
	enum err e;

	*l = (struct luck){ 0 };
	l->source.game = t->id;
	l->source.words = words_digest(&t->words);
	e = store_roll_undone(t->j->st, t->row.id, t->state_hash, orders,
			      &undone, why);
	if (!e) {
		e = chain_get(l, t, undone.chain, why);
		l->next = undone.link;
		l->again = true;
		return e;
	}
	return e == ERR_NOT_FOUND ? next_link(l, t, why) : e;
}

enum err luck_reroll(struct luck *l, const struct table *t, struct why *why)
{
	chain_release(&l->chain);
	l->again = false;
	l->reroll = true;
	return next_link(l, t, why);
}
void luck_release(struct luck *l)
{
	chain_release(&l->chain);
	secret_wipe(l, sizeof(*l));
}

bool luck_has_rolled(const struct luck *l)
{
	return l->again || l->chain.number || l->next > 1;
}

uint32_t luck_bits(const void *source, uint32_t roll, uint32_t draw)
{
	/* the one who lends the dice knows that they are not const */
	struct luck *l = (struct luck *)(uintptr_t)source;

	if (!l->ready) {
		l->source.chain = l->chain.number;
		l->source.number = (uint32_t)l->next;
		l->source.link = chain_link(&l->chain, l->source.number);
		l->ready = true;
	}
	return chain_bits(&l->source, roll, draw);
}

enum err luck_use(struct luck *l, const struct table *t, int64_t point,
		  const uint8_t orders[HASH_SIZE], uint32_t *number,
		  struct hash *commitment, struct why *why)
{
	struct roll_row r = {
		.game = t->row.id,
		.point = point,
		.chain = l->source.chain,
		.link = l->source.number,
		.rerolled = l->reroll,
	};
	enum err e;

	*number = 0;
	memcpy(r.before, t->state_hash, HASH_SIZE);
	memcpy(r.orders, orders, HASH_SIZE);
	e = store_roll_add(t->j->st, &r, why);
	if (e || l->again)
		return e;
	e = store_secret_use(t->j->st, t->row.id, SECRET_CHAIN, l->chain.number,
			     l->next + 1, why);
	if (e || l->next != CHAIN_LAST - CHAIN_SPARE)
		return e;
	*number = l->chain.number + 1;
	return luck_chain(t->j, t->row.id, &t->id, *number, commitment, why);
}
