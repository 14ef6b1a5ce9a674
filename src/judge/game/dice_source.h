/*
 * src/judge/game/dice_source.h - the dice of one adjudication. Each step of the
 * rules that rolls (struct game_run) has a link of the chain of its own, worked
 * out at its first roll: so what rolls nothing uses none, and a decision that
 * was undone finds its dice again when it comes again, whatever came before it
 * in its mail.
 *
 *	unused -a step rolls-> used -undone-> idle -the same step-> used
 *	                       used, idle -a ruling, a fresh undo-> spent
 *
 * A step is known by its hash (game_step_render). Where links of such a step
 * lie idle, the first of them is lent again; else the next unused one. So the
 * n-th time that a step comes up it rolls the same in every course of play, and
 * nothing is gained by undoing. What is spent is never lent again. What entered
 * the dice with a link, the words of the players and maybe the pulse of a
 * beacon, enters them whenever it is lent again.
 */
#ifndef JUDGE_GAME_DICE_SOURCE_H
#define JUDGE_GAME_DICE_SOURCE_H
#include "judge/game/game_ctx.h"

struct dice_source {
	const struct game_ctx *t;
	const struct game_run *run; /* whose steps they are; borrowed */
	int64_t chain, next;        /* the chain, its next unused link */
	struct hash words;          /* what enters the dice with that */
	/* the step at hand */
	bool is_known; /* step is its hash */
	struct hash step;
	bool ready;                      /* source holds its link */
	bool again;                      /* which was used before */
	struct dice_chain_source source; /* secret until it is opened */
	enum err e; /* the chain is lost: dice_source_end tells */
	struct why why;
};

/* The game's next unused link, for the steps of this run. */
enum err dice_source_init(struct dice_source *l, const struct game_ctx *t,
			  const struct game_run *run, struct why *why);
void dice_source_release(struct dice_source *l); /* wipes it */

/* For struct dice: source is a struct dice_source. */
uint32_t dice_source_bits(const void *source, uint32_t roll, uint32_t draw);

/* The hash of the step at hand. */
const struct hash *dice_source_step(struct dice_source *l);

/*
 * The step at hand has rolled: its link is used up. Where few are left the next
 * chain is made, and *commitment (of chain *number) is to be told; else *number
 * is 0.
 */
void dice_source_use(struct dice_source *l, int64_t point, uint32_t *number,
		     struct hash *commitment);

/* The next step begins. */
void dice_source_next(struct dice_source *l);

/* A history was lost: links are passed over, as the event LINKS_SKIPPED and
 * perhaps CHAIN_COMMITTED tell. */
enum err dice_source_skip(struct dice_source *l, struct game_run *run,
			  struct why *why);

/* What went wrong while it was lent. */
enum err dice_source_end(const struct dice_source *l, struct why *why);
#endif
