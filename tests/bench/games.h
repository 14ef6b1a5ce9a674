/*
 * tests/bench/games.h - a judge with as many games as one likes, and the mails
 * that go on with them.
 *
 * One game is set up and brought to its first turn by signed mails. The others
 * are copies of it in the store: another name, other players with other keys,
 * the same state. Of its log a copy has the last head and no events, for no
 * mail on its way reads older ones. Every game can be played.
 */
#ifndef TESTS_BENCH_GAMES_H
#define TESTS_BENCH_GAMES_H
#include "auth/key.h"
#include "cli/app.h"
#include "orders/orders.h"
#include "engine/geometry.h"

struct played {
	struct arena arena;
	struct config config;
	struct app house;
	struct judge *j;
	int64_t n;        /* copies in the store, number 1.. */
	struct str first; /* name of the game they are copies of */
	/* of the first turn, the same in all copies */
	int64_t point;
	int active;          /* seat */
	struct vec at[2][2]; /* of each seat's figures 1 and 2 */
	int ahead[2];        /* north 1, south -1 */
	/* to read its orders with */
	struct grammar *grammar;
	struct grammar_names names;
};

/*
 * Open the judge of this configuration, with a reader of mails. What is in its
 * store already is found again. Ends the program where that cannot be.
 */
void played_open(struct played *g, const char *config);
void played_close(struct played *g);

/* The judge alone, whatever games it has. */
void played_judge_open(struct played *g, const char *config);

/* Set up the first game, with so many figures on each side, if there is none,
 * and copy it until there are n. */
void played_make(struct played *g, int64_t n, int figures);

/* A new person with this key; inside a transaction. */
int64_t played_person(struct played *g, const struct person_row *p,
		      const struct key *key);

/* Who writes a mail; all borrowed. */
struct author {
	const struct game_row *row; /* of the game, as it stands */
	int seat, serial;
	const struct key_secret *key;
	const char *address;
};

/* A mail of these orders, on the history that the game has now. */
struct str played_sign(const struct played *g, const struct author *from,
		       const char *orders, struct arena *a);

/*
 * The k-th mail (0..) of a copy (1..n) or of the first game (0), signed by
 * whose turn it is: one figure goes an inch, ahead in one turn and back in
 * another. It says what its author saw, so the mails before it must have been
 * judged; the first of a copy can be made at any time before.
 */
struct str played_mail(struct played *g, int64_t game, int k, struct arena *a);

/* Mail i of a folder of such mails, as bench_prepare numbers them. */
struct raw_mail played_file(const char *dir, int64_t i, struct arena *a);

/* Read orders as the first game's reader of orders does, without complaint. */
void played_orders(const struct played *g, struct str text);

/* The key with which a player of a copy signs. */
void played_key(int64_t game, int seat, struct key_secret *out);

/* What became of the last mail that came in. */
struct str played_verdict(struct played *g, struct arena *a);

/* Ends the program if the first n mails of a copy did not move what they say.
 */
void played_check(struct played *g, int64_t game, int n_mails);

/* How many mails of the inbox came to "adjudicated", of how many. */
void played_count(struct played *g, int64_t *adjudicated, int64_t *all);

/* Bits of dice and secrets, that need no source: not good chance, but the same
 * in every run. */
uint32_t played_bits(const void *source, uint32_t roll, uint32_t draw);
#endif
