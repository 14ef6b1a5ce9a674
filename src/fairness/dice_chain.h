/*
 * src/fairness/dice_chain.h - derives the bits of the dice from a committed
 * chain, so that neither a player nor the judge's operator can choose a roll,
 * and anybody can check every roll afterwards.
 *
 * Byte formats (a second verifier is written from this text alone). H is
 * BLAKE2b with an output of 32 bytes unless it says otherwise, H[key] is the
 * same keyed; `‖` joins; a text in quotes is its ASCII bytes without a NUL, 14
 * in each case; u8, u32, u64 are big-endian. game is the game's id, 16 bytes
 * drawn at random when the game is made; c is the number of the chain in its
 * game, 0 for the first.
 *
 *   link(65535) = H[seed]("heraldo seed 1" ‖ game ‖ u32 c)    seed: 32 bytes
 *   link(n - 1) = H("heraldo link 1" ‖ game ‖ u32 c ‖ u32 n ‖ link(n))
 *   commitment  = link(0), in the invitation
 *
 * Links are used in the order 1, 2, .. 65535: each is revealed after its use,
 * and hashing it once gives the one before. One step of the rules that rolls
 * uses one link, one that does not uses none (judge/game/dice_source.h).
 *
 *   words = H("heraldo said 1" ‖ u8 seats ‖ for each seat in order:
 *             u8 1 ‖ word (16 bytes), or u8 0 ‖ 16 zero bytes for none)
 *   hash of a word = H("heraldo word 1" ‖ word), 24 bytes of output
 *   bits of draw d of roll r with link n = the first four bytes, as u32, of
 *     H[link(n)]("heraldo roll 1" ‖ game ‖ words ‖ u32 c ‖ u32 n ‖ u32 r ‖
 *                u32 d)
 *
 * Hidden draws (treasure, token tables) use the game's second secret, 32
 * bytes, committed at the start and revealed at the end:
 *
 *   commitment = H("heraldo veil 1" ‖ game ‖ secret)
 *   bits of draw d of hidden number n in round r = the first four bytes of
 *     H[secret]("heraldo draw 1" ‖ game ‖ words ‖ u32 n ‖ u32 r ‖ u32 d)
 *     where r is 0, or the point of the undo since which n is drawn afresh
 *   salts = H[secret]("heraldo mine 1" ‖ game)
 *   salt of leaf n       = H[salts]("heraldo salt 1" ‖ game ‖ u64 n)
 *   salt of commitment n, made in round r
 *                        = H[salts]("heraldo seal 1" ‖ game ‖ u32 r ‖ u32 n)
 *
 *   mask of some bytes   = H[salts]("heraldo mask 1" ‖ game ‖ the bytes)
 *
 * Everything revealed before the end (links, salts, words, commitments) is an
 * output of a hash whose key or input stays secret, so it gives no other.
 * Nothing that anybody can vary after the start enters a key.
 */
#ifndef FAIRNESS_DICE_CHAIN_H
#define FAIRNESS_DICE_CHAIN_H
#include "base/crypto.h"

enum {
	GAME_ID_SIZE = 16,
	DICE_CHAIN_LINKS = 1 << 16, /* with the commitment, which is link 0 */
	DICE_CHAIN_LAST = DICE_CHAIN_LINKS - 1,
	DICE_CHAIN_SPARE = 256, /* so many before the end, commit the next */
	DICE_CHAIN_SKIP = 1024, /* after a history was lost */
	DICE_CHAIN_POINTS = 256,
	WORD_SIZE = 16,
	WORD_HASH_SIZE = 24, /* 48 digits: fits a line of orders */
	ENTROPY_SEATS = 16,
};

/* Which game; no part of it is secret. */
struct game_id {
	uint8_t b[GAME_ID_SIZE];
};

/*
 * A chain as its owner keeps it: every 256th link. All of it is secret. It
 * has no padding and may be stored as it lies, DICE_CHAIN_STORE_SIZE bytes of
 * points; game and number are known from where it is stored.
 */
struct dice_chain {
	struct game_id game;
	uint32_t number;
	struct hash point[DICE_CHAIN_POINTS]; /* link(256 k + 255) */
};

enum { DICE_CHAIN_STORE_SIZE = DICE_CHAIN_POINTS * HASH_SIZE };

/* Compute a chain from its seed: 65,535 hashes, some tens of milliseconds. */
void dice_chain_init(struct dice_chain *c, const struct game_id *game,
		     uint32_t number, const uint8_t seed[HASH_SIZE]);
void dice_chain_release(struct dice_chain *c); /* wipes it */

/* Link n, 0..DICE_CHAIN_LAST: at most 255 hashes. Link 0 is the commitment. */
struct hash dice_chain_link(const struct dice_chain *c, uint32_t n);

/* The link before link n (1..DICE_CHAIN_LAST): for verifiers, needs no secret.
 */
struct hash dice_chain_before(const struct game_id *game, uint32_t number,
			      uint32_t n, const struct hash *link);

/*
 * Does `link`, claimed to be link n, lead to `known`, link k <= n of the same
 * chain? Costs n - k hashes.
 */
bool dice_chain_check(const struct game_id *game, uint32_t number, uint32_t n,
		      const struct hash *link, uint32_t k,
		      const struct hash *known);

/*
 * Skip links that a lost history may have revealed: DICE_CHAIN_SKIP of them,
 * but none of a chain without a commitment yet. next (1..DICE_CHAIN_LAST) of
 * chain *chain is the next unused link. Returns the number of skipped links;
 * *commits: the next chain must be committed now.
 */
uint32_t dice_chain_skip(uint32_t *chain, uint32_t *next, bool *commits);

/*
 * The words that players have spoken. Each seat first sends the hash, opens it
 * when all hashes are published; a seat that does not is counted without a
 * word.
 */
struct entropy {
	uint8_t n_seats;                 /* 1..ENTROPY_SEATS */
	uint8_t has_hash[ENTROPY_SEATS]; /* 0 or 1 */
	uint8_t has_word[ENTROPY_SEATS];
	uint8_t hash[ENTROPY_SEATS][WORD_HASH_SIZE];
	uint8_t word[ENTROPY_SEATS][WORD_SIZE];
};

enum entropy_fault {
	ENTROPY_OK,
	ENTROPY_TWICE,  /* this seat has sent its hash, or opened it, already */
	ENTROPY_COPIED, /* another seat has sent the same hash */
	ENTROPY_NO_HASH,   /* an opening without a hash before */
	ENTROPY_DIFFERENT, /* this word has another hash */
};

void entropy_init(struct entropy *w, unsigned n_seats);
void word_hash(const uint8_t word[WORD_SIZE], uint8_t out[WORD_HASH_SIZE]);
enum entropy_fault entropy_commit(struct entropy *w, unsigned seat,
				  const uint8_t hash[WORD_HASH_SIZE]);
enum entropy_fault entropy_open(struct entropy *w, unsigned seat,
				const uint8_t word[WORD_SIZE]);

/* What enters the keys. */
struct hash entropy_digest(const struct entropy *w);

/*
 * The bits of one step's link: what struct dice of the rules borrows as its
 * source, with dice_chain_bits. Wipe it when done: the link is secret until the
 * report is stored.
 */
struct dice_chain_source {
	struct game_id game;
	struct hash words; /* entropy_digest */
	uint32_t chain;    /* number of the chain in its game */
	uint32_t number;   /* of the link, 1..DICE_CHAIN_LAST */
	struct hash link;
};

/* 32 bits for a draw of a roll; same source and numbers, same bits. */
uint32_t dice_chain_bits(const void *source, uint32_t roll, uint32_t draw);

/* The second secret of a game and the values derived from it. */
struct hidden {
	struct game_id game;
	struct hash words;
	uint8_t secret[HASH_SIZE];
	uint32_t number; /* of the hidden draw in its game */
};

/* The commitment of a secret, published at the start. */
struct hash hidden_commitment(const struct game_id *game,
			      const uint8_t secret[HASH_SIZE]);

/* As dice_chain_bits, for draws that stay hidden; source is a struct hidden. */
uint32_t hidden_bits(const void *source, uint32_t round, uint32_t draw);

/* What these bytes are masked by in an anonymous game
 * (judge/game/anonymity.h). */
struct hash hidden_mask_salt(const struct hidden *h, struct str bytes);

/* The salt of leaf n of the log; of commitment h->number. Never reuse one. */
struct hash hidden_leaf_salt(const struct hidden *h, uint64_t n);
struct hash hidden_commitment_salt(const struct hidden *h, uint32_t round);
#endif
