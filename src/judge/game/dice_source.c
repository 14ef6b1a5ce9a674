/* src/judge/game/dice_source.c */
#include "judge/game/dice_source.h"
#include "judge/moment.h"

/* Make chain `number` of a game from a fresh seed and keep it. */
static enum err luck_chain(struct judge *j, int64_t game,
			   const struct game_id *id, uint32_t number,
			   struct hash *commitment, struct why *why)
{
	uint8_t seed[HASH_SIZE];
	struct chain c;
	enum err e;

	moment_chain_seed(j, id, number, seed);
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
		   const struct game_run *run, struct why *why)
{
	*l = (struct luck){ .t = t, .run = run };
	l->source.game = t->id;
	l->words = spoken_digest(&t->course.words);
	return next_link(l, why);
}

void luck_release(struct luck *l)
{
	secret_wipe(l, sizeof(*l));
}

static enum err link_get(struct luck *l, struct why *why)
{
	const struct table *t = l->t;
	uint8_t secret[SECRET_MAX];
	size_t len = 0;
	int64_t next;
	struct chain c = { .game = t->id, .number = l->source.chain };
	enum err e =
		store_secret_get(t->j->st, t->row.id, SECRET_CHAIN,
				 l->source.chain, secret, &len, &next, why);

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

const struct hash *luck_step(struct luck *l)
{
	struct buf bytes;

	if (l->is_known)
		return &l->step;
	buf_init(&bytes, GAME_ENCODED_MAX);
	game_step_render(l->run, &bytes);
	assert(!bytes.full);
	l->step = hash_of(buf_str(&bytes));
	buf_release(&bytes);
	l->is_known = true;
	return &l->step;
}

/* What this step rolled before, and that was undone; else the next link. */
static enum err link_choose(struct luck *l, struct why *why)
{
	struct roll_row r = { .chain = l->chain, .link = l->next };
	enum err e;

	memcpy(r.words, l->words.b, HASH_SIZE);
	e = store_roll_idle(l->t->j->st, l->t->row.id, luck_step(l)->b, &r,
			    why);
	l->again = !e;
	l->source.chain = (uint32_t)r.chain;
	l->source.number = (uint32_t)r.link;
	memcpy(l->source.words.b, r.words, HASH_SIZE);
	return e && e != ERR_NOT_FOUND ? e : link_get(l, why);
}

uint32_t luck_bits(const void *source, uint32_t roll, uint32_t draw)
{
	/* the one who lends the dice knows that they are not const */
	struct luck *l = (struct luck *)(uintptr_t)source;

	if (!l->ready && !l->e)
		l->e = link_choose(l, &l->why);
	l->ready = true;
	return chain_bits(&l->source, roll, draw);
}

/* One more of the chain is gone. */
static enum err link_spend(struct luck *l, uint32_t *number,
			   struct hash *commitment, struct why *why)
{
	const struct table *t = l->t;
	bool few = l->next == CHAIN_LAST - CHAIN_SPARE;
	int64_t chain = l->chain;
	enum err e = store_secret_use(t->j->st, t->row.id, SECRET_CHAIN, chain,
				      l->next + 1, why);

	if (!e && few) {
		*number = (uint32_t)chain + 1;
		e = luck_chain(t->j, t->row.id, &t->id, *number, commitment,
			       why);
	}
	return e ? e : next_link(l, why);
}

void luck_use(struct luck *l, int64_t point, uint32_t *number,
	      struct hash *commitment)
{
	struct roll_row r = { .game = l->t->row.id,
			      .point = point,
			      .chain = l->source.chain,
			      .link = l->source.number };

	*number = 0;
	if (l->e)
		return;
	memcpy(r.step, l->step.b, HASH_SIZE);
	memcpy(r.words, l->source.words.b, HASH_SIZE);
	l->e = store_roll_add(l->t->j->st, &r, &l->why);
	if (!l->e && !l->again)
		l->e = link_spend(l, number, commitment, &l->why);
}

enum err luck_skip(struct luck *l, struct game_run *run, struct why *why)
{
	const struct table *t = l->t;
	uint32_t was = (uint32_t)l->chain;
	uint32_t chain = was, next = (uint32_t)l->next, n;
	bool commits;
	struct hash commitment;
	enum err e;

	n = chain_skip(&chain, &next, &commits);
	record_skipped(run, chain, next, n);
	e = store_secret_use(t->j->st, t->row.id, SECRET_CHAIN, was,
			     chain == was ? next : CHAIN_LAST + 1, why);
	if (!e && commits) {
		e = luck_chain(t->j, t->row.id, &t->id, was + 1, &commitment,
			       why);
		if (!e)
			record_chain(run, was + 1, &commitment);
	}
	if (!e && chain != was)
		e = store_secret_use(t->j->st, t->row.id, SECRET_CHAIN, chain,
				     next, why);
	return e ? e : next_link(l, why);
}

void luck_next(struct luck *l)
{
	l->is_known = l->ready = l->again = false;
}

enum err luck_end(const struct luck *l, struct why *why)
{
	return l->e ? why_set(why, l->e, "%s", l->why.text) : ERR_OK;
}
