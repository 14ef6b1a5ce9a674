/* src/fairness/dice_chain.c */
#include "fairness/dice_chain.h"
#include "base/ssh_wire.h"

static const struct str no_key = { NULL, 0 };

static struct str key_of(const uint8_t key[HASH_SIZE])
{
	return (struct str){ (const char *)key, HASH_SIZE };
}

static void dice_chain_begin(struct hasher *h, struct str key,
			     const char *label, const struct game_id *game)
{
	assert(strlen(label) == 14); /* so that none begins another */
	hasher_init(h, key, HASH_SIZE);
	hasher_addz(h, label);
	hasher_add(h, game->b, sizeof(game->b));
}

static struct hash dice_chain_end(struct hasher *h)
{
	struct hash out;

	hasher_end(h, out.b);
	return out;
}

static uint32_t end_bits(struct hasher *h)
{
	struct hash out = dice_chain_end(h);
	uint32_t bits = (uint32_t)out.b[0] << 24 | (uint32_t)out.b[1] << 16 |
			(uint32_t)out.b[2] << 8 | out.b[3];

	secret_wipe(&out, sizeof(out));
	return bits;
}

struct hash dice_chain_before(const struct game_id *game, uint32_t number,
			      uint32_t n, const struct hash *link)
{
	/* hashed at once: a game begins with 65,535 of these */
	static const char label[14] = "heraldo link 1";
	uint8_t bytes[sizeof(label) + GAME_ID_SIZE + 8 + HASH_SIZE];
	uint8_t *to = bytes + sizeof(label) + GAME_ID_SIZE;
	struct hash out;

	assert(1 <= n && n <= DICE_CHAIN_LAST);
	memcpy(bytes, label, sizeof(label));
	memcpy(bytes + sizeof(label), game->b, sizeof(game->b));
	ssh_wire_put_u32(to, number);
	ssh_wire_put_u32(to + 4, n);
	memcpy(to + 8, link->b, sizeof(link->b));
	out = hash_of(bytes_of(bytes, sizeof(bytes)));
	secret_wipe(bytes, sizeof(bytes));
	return out;
}

void dice_chain_init(struct dice_chain *c, const struct game_id *game,
		     uint32_t number, const uint8_t seed[HASH_SIZE])
{
	struct hasher h;
	struct hash link;

	c->game = *game;
	c->number = number;
	dice_chain_begin(&h, key_of(seed), "heraldo seed 1", game);
	hasher_add_u32(&h, number);
	link = dice_chain_end(&h);
	for (uint32_t n = DICE_CHAIN_LAST;; n--) {
		if (n % DICE_CHAIN_POINTS == DICE_CHAIN_POINTS - 1)
			c->point[n / DICE_CHAIN_POINTS] = link;
		if (n < DICE_CHAIN_POINTS)
			break;
		link = dice_chain_before(game, number, n, &link);
	}
	secret_wipe(&link, sizeof(link));
}

void dice_chain_release(struct dice_chain *c)
{
	secret_wipe(c, sizeof(*c));
}

struct hash dice_chain_link(const struct dice_chain *c, uint32_t n)
{
	uint32_t i = n | (DICE_CHAIN_POINTS - 1);
	struct hash link;

	assert(n <= DICE_CHAIN_LAST);
	link = c->point[n / DICE_CHAIN_POINTS];
	for (; i > n; i--)
		link = dice_chain_before(&c->game, c->number, i, &link);
	return link;
}

bool dice_chain_check(const struct game_id *game, uint32_t number, uint32_t n,
		      const struct hash *link, uint32_t k,
		      const struct hash *known)
{
	struct hash at = *link;

	if (n > DICE_CHAIN_LAST || k > n)
		return false;
	for (; n > k; n--)
		at = dice_chain_before(game, number, n, &at);
	return hash_equal(&at, known);
}

uint32_t dice_chain_skip(uint32_t *chain, uint32_t *next, bool *commits)
{
	uint32_t left = DICE_CHAIN_LAST - *next + 1, n = DICE_CHAIN_SKIP;
	bool is_committed = *next > DICE_CHAIN_LAST - DICE_CHAIN_SPARE;

	assert(1 <= *next && *next <= DICE_CHAIN_LAST);
	if (!is_committed && n > left)
		n = left;
	*next += n;
	*commits = !is_committed && *next > DICE_CHAIN_LAST - DICE_CHAIN_SPARE;
	if (*next > DICE_CHAIN_LAST) {
		++*chain;
		*next -= DICE_CHAIN_LAST;
	}
	return n;
}

void entropy_init(struct entropy *w, unsigned n_seats)
{
	assert(1 <= n_seats && n_seats <= ENTROPY_SEATS);
	*w = (struct entropy){ .n_seats = (uint8_t)n_seats };
}

void word_hash(const uint8_t word[WORD_SIZE], uint8_t out[WORD_HASH_SIZE])
{
	struct hasher h;

	hasher_init(&h, no_key, WORD_HASH_SIZE);
	hasher_addz(&h, "heraldo word 1");
	hasher_add(&h, word, WORD_SIZE);
	hasher_end(&h, out);
}

enum entropy_fault entropy_commit(struct entropy *w, unsigned seat,
				  const uint8_t hash[WORD_HASH_SIZE])
{
	assert(seat < w->n_seats);
	if (w->has_hash[seat])
		return ENTROPY_TWICE;
	/* Whoever copies a hash could open it only after its owner did. */
	for (unsigned i = 0; i < w->n_seats; i++)
		if (w->has_hash[i] && !memcmp(w->hash[i], hash, WORD_HASH_SIZE))
			return ENTROPY_COPIED;
	memcpy(w->hash[seat], hash, WORD_HASH_SIZE);
	w->has_hash[seat] = 1;
	return ENTROPY_OK;
}

enum entropy_fault entropy_open(struct entropy *w, unsigned seat,
				const uint8_t word[WORD_SIZE])
{
	uint8_t hash[WORD_HASH_SIZE];

	assert(seat < w->n_seats);
	if (w->has_word[seat])
		return ENTROPY_TWICE;
	if (!w->has_hash[seat])
		return ENTROPY_NO_HASH;
	word_hash(word, hash);
	if (memcmp(hash, w->hash[seat], sizeof(hash)))
		return ENTROPY_DIFFERENT;
	memcpy(w->word[seat], word, WORD_SIZE);
	w->has_word[seat] = 1;
	return ENTROPY_OK;
}

struct hash entropy_digest(const struct entropy *w)
{
	static const uint8_t none[WORD_SIZE];
	struct hasher h;

	hasher_init(&h, no_key, HASH_SIZE);
	hasher_addz(&h, "heraldo said 1");
	hasher_add_u8(&h, w->n_seats);
	for (unsigned i = 0; i < w->n_seats; i++) {
		hasher_add_u8(&h, w->has_word[i]);
		hasher_add(&h, w->has_word[i] ? w->word[i] : none, WORD_SIZE);
	}
	return dice_chain_end(&h);
}

uint32_t dice_chain_bits(const void *source, uint32_t roll, uint32_t draw)
{
	const struct dice_chain_source *s = source;
	struct hasher h;

	dice_chain_begin(&h, key_of(s->link.b), "heraldo roll 1", &s->game);
	hasher_add(&h, s->words.b, sizeof(s->words.b));
	hasher_add_u32(&h, s->chain);
	hasher_add_u32(&h, s->number);
	hasher_add_u32(&h, roll);
	hasher_add_u32(&h, draw);
	return end_bits(&h);
}

struct hash hidden_commitment(const struct game_id *game,
			      const uint8_t secret[HASH_SIZE])
{
	struct hasher h;

	dice_chain_begin(&h, no_key, "heraldo veil 1", game);
	hasher_add(&h, secret, HASH_SIZE);
	return dice_chain_end(&h);
}

uint32_t hidden_bits(const void *source, uint32_t round, uint32_t draw)
{
	const struct hidden *s = source;
	struct hasher h;

	dice_chain_begin(&h, key_of(s->secret), "heraldo draw 1", &s->game);
	hasher_add(&h, s->words.b, sizeof(s->words.b));
	hasher_add_u32(&h, s->number);
	hasher_add_u32(&h, round);
	hasher_add_u32(&h, draw);
	return end_bits(&h);
}

/* A key of their own for the salts: salts come from a different function. */
static void begin_salt(struct hasher *h, const struct hidden *s,
		       const char *label)
{
	struct hash root;

	dice_chain_begin(h, key_of(s->secret), "heraldo mine 1", &s->game);
	root = dice_chain_end(h);
	dice_chain_begin(h, key_of(root.b), label, &s->game);
	secret_wipe(&root, sizeof(root));
}

struct hash hidden_mask_salt(const struct hidden *s, struct str bytes)
{
	struct hasher h;

	begin_salt(&h, s, "heraldo mask 1");
	hasher_add(&h, bytes.s, bytes.len);
	return dice_chain_end(&h);
}

static struct hash dice_chain_salt(const struct hidden *s, const char *label,
				   uint64_t n)
{
	struct hasher h;

	begin_salt(&h, s, label);
	hasher_add_u64(&h, n);
	return dice_chain_end(&h);
}

struct hash hidden_leaf_salt(const struct hidden *h, uint64_t n)
{
	return dice_chain_salt(h, "heraldo salt 1", n);
}

struct hash hidden_commitment_salt(const struct hidden *h, uint32_t round)
{
	return dice_chain_salt(h, "heraldo seal 1",
			       (uint64_t)round << 32 | h->number);
}
