/* src/judge/game/moment.c */
#include "judge/game/moment.h"
#include "store/values.h"

static const char chance_name[] = "chance";

/*
 * A new database has one that follows from the judge's first key: nothing
 * else that is as secret is there when it is made, and it outlives the key.
 */
static enum err chance_make(struct judge *j, struct why *why)
{
	struct hasher h;

	hasher_init(&h, bytes_of(j->c.key.seed, sizeof(j->c.key.seed)),
		    HASH_SIZE);
	hasher_addz(&h, "heraldo chance");
	hasher_end(&h, j->chance);
	return JUDGE_WHOLE(j,
			   store_value_set(j->st, chance_name,
					   bytes_of(j->chance, HASH_SIZE), why),
			   why);
}

enum err moment_init(struct judge *j, struct why *why)
{
	struct str value;
	struct arena a;
	enum err e;

	arena_init(&a);
	e = store_value_get(j->st, chance_name, &a, &value, why);
	if (e == ERR_NOT_FOUND)
		e = chance_make(j, why);
	else if (!e && value.len != HASH_SIZE)
		e = why_set(why, ERR_TAMPERED,
			    "the database has lost the secret of its chance");
	else if (!e)
		memcpy(j->chance, value.s, HASH_SIZE);
	arena_release(&a);
	return e;
}

static void moment_begin(struct judge *j, int64_t at_s, const struct hash *of)
{
	j->moment.at_s = at_s;
	j->moment.of = *of;
	j->moment.n_drawn = 0;
}

void moment_of_mail(struct judge *j, const struct inbox_row *mail)
{
	struct hash of;

	memcpy(of.b, mail->hash, HASH_SIZE);
	moment_begin(j, mail->received_s, &of);
}

void moment_of_timer(struct judge *j, const struct timer_row *timer)
{
	struct hasher h;
	struct hash of;

	hasher_init(&h, STR(""), HASH_SIZE);
	hasher_addz(&h, "heraldo timer");
	hasher_add_u64(&h, (uint64_t)timer->game);
	hasher_add_u64(&h, (uint64_t)timer->kind);
	hasher_add_u64(&h, (uint64_t)timer->slot);
	hasher_add_u64(&h, (uint64_t)timer->due_s);
	hasher_end(&h, of.b);
	moment_begin(j, timer->due_s, &of);
}

void moment_after(struct judge *j, int64_t at_s)
{
	struct hash of;
	struct hasher h;

	hasher_init(&h, STR(""), HASH_SIZE);
	hasher_addz(&h, "heraldo after");
	hasher_add(&h, j->moment.of.b, HASH_SIZE);
	hasher_end(&h, of.b);
	moment_begin(j, at_s, &of);
}

void moment_not_before(struct judge *j, int64_t at_s)
{
	if (j->moment.at_s && j->moment.at_s < at_s)
		j->moment.at_s = at_s;
}

void moment_end(struct judge *j)
{
	/* what it was stays known for moment_after */
	j->moment.at_s = 0;
}

static void moment_derive(const struct judge *j, const char *what,
			  struct str of, uint64_t number,
			  uint8_t out[HASH_SIZE])
{
	struct hasher h;

	hasher_init(&h, bytes_of(j->chance, HASH_SIZE), HASH_SIZE);
	hasher_addz(&h, what);
	hasher_add_u8(&h, 0);
	hasher_add_u64(&h, number);
	hasher_add(&h, of.s, of.len);
	hasher_end(&h, out);
}

void judge_random(struct judge *j, void *out, size_t len)
{
	uint8_t *to = out, some[HASH_SIZE];

	if (!j->moment.at_s) {
		j->c.env.random(j->c.env.context, out, len);
		return;
	}
	while (len) {
		size_t n = len < HASH_SIZE ? len : HASH_SIZE;

		moment_derive(j, "random", bytes_of(j->moment.of.b, HASH_SIZE),
			      j->moment.n_drawn++, some);
		memcpy(to, some, n);
		to += n;
		len -= n;
	}
	secret_wipe(some, sizeof(some));
}

void moment_chain_seed(const struct judge *j, const struct game_id *game,
		       uint32_t number, uint8_t seed[HASH_SIZE])
{
	moment_derive(j, "chain", bytes_of(game->b, sizeof(game->b)), number,
		      seed);
}
