/*
 * src/judge/luck.h - the dice of one adjudication. Its link is worked out at
 * the first roll, so that an adjudication that rolls nothing uses none.
 */
#ifndef JUDGE_LUCK_H
#define JUDGE_LUCK_H
#include "judge/table.h"

struct luck {
	const struct table *t;
	int64_t chain, next;        /* the chain, its link to be used */
	struct chain_source source; /* secret until it is opened */
	bool ready;                 /* source holds a link */
	bool again;                 /* the link of an undone adjudication */
	bool reroll;                /* by a ruling */
	enum err e;                 /* the chain is lost: luck_use tells */
	struct why why;
};

/*
 * Which link would be rolled with now. before is the state's hash, orders that
 * of what is decided: where both are those of an adjudication that was undone,
 * it is the same link once more, and nothing is gained by undoing.
 */
enum err luck_init(struct luck *l, const struct table *t,
		   const uint8_t orders[HASH_SIZE], struct why *why);
/* The next link all the same: a ruling has it rolled again. */
enum err luck_reroll(struct luck *l, struct why *why);
void luck_release(struct luck *l); /* wipes it */

/* Had the game rolled before this adjudication? Words are closed then. */
bool luck_has_rolled(const struct luck *l);

/* For struct dice: source is a struct luck. */
uint32_t luck_bits(const void *source, uint32_t roll, uint32_t draw);

/*
 * After the rolls: the link is used up. Where few are left the next chain is
 * made, and *commitment (of chain *number) is to be told; else *number is 0.
 */
enum err luck_use(struct luck *l, int64_t point,
		  const uint8_t orders[HASH_SIZE], uint32_t *number,
		  struct hash *commitment, struct why *why);

/* Make chain `number` of a game from a fresh seed and keep it. */
enum err luck_chain(struct judge *j, int64_t game, const struct game_id *id,
		    uint32_t number, struct hash *commitment, struct why *why);
#endif
