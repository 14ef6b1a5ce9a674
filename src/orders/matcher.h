/*
 * src/orders/matcher.h - the state of the matcher of one line, shared by
 * matcher.c, which runs the program, and arg.c, which parses arguments. Private
 * to the files of src/orders.
 */
#ifndef ORDERS_MATCHER_H
#define ORDERS_MATCHER_H
#include "orders/bytecode.h"

enum { NAME_MAX_WORDS = 8 };

/* An argument found so far; its words are in the pool. */
struct found_arg {
	int tag;
	int at, n;
	int alternative; /* of the innermost set that holds it */
};

/* A set being filled. */
struct set_frame {
	const struct set_frame *outer;
	uint64_t used; /* alternatives that stood already */
	int first;     /* argument with which the set began */
	int mark;      /* .. with which the present alternative did */
};

struct name_words {
	int n;
	struct str word[NAME_MAX_WORDS];
};

/* The figures that some words may mean. */
struct named {
	bool known; /* it has been worked out */
	int len;    /* words */
	int n;      /* figures; more than one: in doubt */
	int32_t label[GRAMMAR_MAX_NAMED];
};

struct matcher {
	const struct grammar *g;
	struct arena *arena;
	const struct grammar_names *names;
	const struct token *t;
	int n;
	bool prefix;    /* conditions: the longest start will do */
	uint32_t langs; /* whose words count */
	unsigned steps, depth;
	unsigned commits[GRAMMAR_MAX_COMMITS]; /* ends reached */
	int row;
	int n_args;
	struct found_arg arg[GRAMMAR_MAX_ARGS];
	int n_pool;
	int32_t pool[4 * DECISION_MAX_WORDS];
	bool overflow; /* an argument did not fit */
	bool found, ambiguous;
	int n_names;       /* figures of this reading called by a single word */
	int fewest;        /* of these in the reading that was found */
	unsigned accepted; /* readings */
	unsigned whole;    /* of these, in which nothing is amiss */
	int far;           /* the furthest token that was of no use */
	int far_name;      /* token after a name of several figures, or 0 */
	int n_no_cards;    /* of this reading that do not exist */
	bool no_card;      /* a reading is whole but for such cards */
	struct name_words *name_words; /* by name, or NULL: not needed yet */
	struct named *named;           /* by token */
	struct grammar_result *out;
};

/*
 * Note a token that would have matched at pos; the complaint lists those at
 * the furthest pos.
 */
void matcher_expect(struct matcher *m, int pos, int what, int number);

/*
 * Lengths in words in which the key matches at pos, as bits; the longest, or
 * 0.
 */
unsigned matcher_key_lengths(const struct matcher *m, int pos, int key);
int matcher_key_length(const struct matcher *m, int pos, int key);

/* Where an argument is wanted. */
struct slot_at {
	struct matcher *m;
	int pc, pos;
	struct set_frame *set;
	int tag;
	enum grammar_slot slot;
};

/* It may be these words, of len tokens: go on from there. */
void matcher_take(const struct slot_at *at, int len, const int32_t *w, int n);

/* The same argument several times. */
void matcher_take_times(const struct slot_at *at, int len, const int32_t *w,
			int n, int times);
#endif
