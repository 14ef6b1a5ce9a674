/* src/judge/game/dice_source.c */
#include "judge/game/dice_source.h"
#include "judge/game/moment.h"

/* Make chain `number` of a game from a fresh seed and keep it. */
static enum err dice_source_chain(struct judge *j, int64_t game,
				  const struct game_id *id, uint32_t number,
				  struct hash *commitment, struct why *why)
{
	uint8_t seed[HASH_SIZE];
	struct dice_chain c;
	enum err e;

	moment_chain_seed(j, id, number, seed);
	dice_chain_init(&c, id, number, seed);
	*commitment = dice_chain_link(&c, 0);
	e = store_secret_add(j->st, game, SECRET_CHAIN, number,
			     bytes_of(c.point, DICE_CHAIN_STORE_SIZE), 1, why);
	dice_chain_release(&c);
	secret_wipe(seed, sizeof(seed));
	return e;
}

static enum err next_link(struct dice_source *l, struct why *why)
{
	enum err e =
		store_secret_left(l->t->j->st, l->t->row.id, SECRET_CHAIN,
				  DICE_CHAIN_LAST, &l->chain, &l->next, why);

	return e == ERR_NOT_FOUND
		       ? why_set(why, ERR_STORE, "%.*s has lost its dice",
				 STR_ARG(l->t->row.name))
		       : e;
}

enum err dice_source_init(struct dice_source *l, const struct game_ctx *t,
			  const struct game_run *run, struct why *why)
{
	*l = (struct dice_source){ .t = t, .run = run };
	l->source.game = t->id;
	l->words = entropy_digest(&t->entropy.words);
	return next_link(l, why);
}

void dice_source_release(struct dice_source *l)
{
	secret_wipe(l, sizeof(*l));
}

static enum err link_get(struct dice_source *l, struct why *why)
{
	const struct game_ctx *t = l->t;
	uint8_t secret[SECRET_MAX];
	size_t len = 0;
	int64_t next;
	struct dice_chain c = { .game = t->id, .number = l->source.chain };
	const struct secret_id id = { t->row.id, SECRET_CHAIN,
				      l->source.chain };
	enum err e = store_secret_get(t->j->st, &id, secret, &len, &next, why);

	if (!e && len != DICE_CHAIN_STORE_SIZE)
		e = why_set(why, ERR_STORE, "%.*s has lost a chain of dice",
			    STR_ARG(t->row.name));
	if (!e) {
		memcpy(c.point, secret, DICE_CHAIN_STORE_SIZE);
		l->source.link = dice_chain_link(&c, l->source.number);
	}
	secret_wipe(secret, sizeof(secret));
	dice_chain_release(&c);
	return e;
}

const struct hash *dice_source_step(struct dice_source *l)
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
static enum err link_choose(struct dice_source *l, struct why *why)
{
	struct roll_row r = { .chain = l->chain, .link = l->next };
	enum err e;

	memcpy(r.words, l->words.b, HASH_SIZE);
	e = store_roll_idle(l->t->j->st, l->t->row.id, dice_source_step(l)->b,
			    &r, why);
	l->again = !e;
	l->source.chain = (uint32_t)r.chain;
	l->source.number = (uint32_t)r.link;
	memcpy(l->source.words.b, r.words, HASH_SIZE);
	return e && e != ERR_NOT_FOUND ? e : link_get(l, why);
}

uint32_t dice_source_bits(const void *source, uint32_t roll, uint32_t draw)
{
	/* the one who lends the dice knows that they are not const */
	struct dice_source *l = (struct dice_source *)(uintptr_t)source;

	if (!l->ready && !l->e)
		l->e = link_choose(l, &l->why);
	l->ready = true;
	return dice_chain_bits(&l->source, roll, draw);
}

/* One more of the chain is gone. */
static enum err link_spend(struct dice_source *l, uint32_t *number,
			   struct hash *commitment, struct why *why)
{
	const struct game_ctx *t = l->t;
	bool few = l->next == DICE_CHAIN_LAST - DICE_CHAIN_SPARE;
	int64_t chain = l->chain;
	enum err e = store_secret_use(t->j->st, t->row.id, SECRET_CHAIN, chain,
				      l->next + 1, why);

	if (!e && few) {
		*number = (uint32_t)chain + 1;
		e = dice_source_chain(t->j, t->row.id, &t->id, *number,
				      commitment, why);
	}
	return e ? e : next_link(l, why);
}

void dice_source_use(struct dice_source *l, int64_t point, uint32_t *number,
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

enum err dice_source_skip(struct dice_source *l, struct game_run *run,
			  struct why *why)
{
	const struct game_ctx *t = l->t;
	uint32_t was = (uint32_t)l->chain;
	uint32_t chain = was, next = (uint32_t)l->next, n;
	bool commits;
	struct hash commitment;
	enum err e;

	n = dice_chain_skip(&chain, &next, &commits);
	log_event_skipped(run, chain, next, n);
	e = store_secret_use(t->j->st, t->row.id, SECRET_CHAIN, was,
			     chain == was ? next : DICE_CHAIN_LAST + 1, why);
	if (!e && commits) {
		e = dice_source_chain(t->j, t->row.id, &t->id, was + 1,
				      &commitment, why);
		if (!e)
			log_event_chain(run, was + 1, &commitment);
	}
	if (!e && chain != was)
		e = store_secret_use(t->j->st, t->row.id, SECRET_CHAIN, chain,
				     next, why);
	return e ? e : next_link(l, why);
}

void dice_source_next(struct dice_source *l)
{
	l->is_known = l->ready = l->again = false;
}

enum err dice_source_end(const struct dice_source *l, struct why *why)
{
	return l->e ? why_set(why, l->e, "%s", l->why.text) : ERR_OK;
}
