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

static enum err next_link(struct luck *l, struct why *why)
{
	enum err e = store_secret_left(l->t->j->st, l->t->row.id, SECRET_CHAIN,
				       CHAIN_LAST, &l->chain, &l->next, why);

	return e == ERR_NOT_FOUND
		       ? why_set(why, ERR_STORE, "%.*s has lost its dice",
				 STR_ARG(l->t->row.name))
		       : e;
}

enum err luck_init(struct luck *l, const struct table *t,
		   const uint8_t orders[HASH_SIZE], struct why *why)
{
	struct roll_row undone;
	enum err e;

	*l = (struct luck){ .t = t };
	l->source.game = t->id;
	l->source.words = spoken_digest(&t->words);
	e = store_roll_undone(t->j->st, t->row.id, t->state_hash, orders,
			      &undone, why);
	if (!e) {
		l->chain = undone.chain;
		l->next = undone.link;
		l->again = true;
		return e;
	}
	return e == ERR_NOT_FOUND ? next_link(l, why) : e;
}

enum err luck_reroll(struct luck *l, struct why *why)
{
	l->again = false;
	l->reroll = true;
	return next_link(l, why);
}

void luck_release(struct luck *l)
{
	secret_wipe(l, sizeof(*l));
}

bool luck_has_rolled(const struct luck *l)
{
	return l->again || l->chain || l->next > 1;
}

static enum err link_get(struct luck *l, struct why *why)
{
	const struct table *t = l->t;
	uint8_t secret[SECRET_MAX];
	size_t len = 0;
	int64_t next;
	struct chain c = { .game = t->id, .number = (uint32_t)l->chain };
	enum err e = store_secret_get(t->j->st, t->row.id, SECRET_CHAIN,
				      l->chain, secret, &len, &next, why);

	if (!e && len != CHAIN_STORE_SIZE)
		e = why_set(why, ERR_STORE, "%.*s has lost a chain of dice",
			    STR_ARG(t->row.name));
	if (!e) {
		memcpy(c.point, secret, CHAIN_STORE_SIZE);
		l->source.link = chain_link(&c, l->source.number);
	}
	secret_wipe(secret, sizeof(secret));
	chain_release(&c);
	return e;
}

uint32_t luck_bits(const void *source, uint32_t roll, uint32_t draw)
{
	/* the one who lends the dice knows that they are not const */
	struct luck *l = (struct luck *)(uintptr_t)source;

	if (!l->ready) {
		l->source.chain = (uint32_t)l->chain;
		l->source.number = (uint32_t)l->next;
		l->e = link_get(l, &l->why);
		l->ready = true;
	}
	return chain_bits(&l->source, roll, draw);
}

enum err luck_use(struct luck *l, int64_t point,
		  const uint8_t orders[HASH_SIZE], uint32_t *number,
		  struct hash *commitment, struct why *why)
{
	const struct table *t = l->t;
	struct roll_row r = {
		.game = t->row.id,
		.point = point,
		.chain = l->source.chain,
		.link = l->source.number,
		.rerolled = l->reroll,
	};
	enum err e;

	*number = 0;
	if (l->e)
		return why_set(why, l->e, "%s", l->why.text);
	memcpy(r.before, t->state_hash, HASH_SIZE);
	memcpy(r.orders, orders, HASH_SIZE);
	e = store_roll_add(t->j->st, &r, why);
	if (e || l->again)
		return e;
	e = store_secret_use(t->j->st, t->row.id, SECRET_CHAIN, l->chain,
			     l->next + 1, why);
	if (e || l->next != CHAIN_LAST - CHAIN_SPARE)
		return e;
	*number = (uint32_t)l->chain + 1;
	return luck_chain(t->j, t->row.id, &t->id, *number, commitment, why);
}
