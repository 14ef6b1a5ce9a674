/*
 * src/judge/game/dice_source.h - hands out the dice of one adjudication. Each
 * step of the rules that rolls (struct game_run) has its own link of the chain,
 * computed at its first roll. A step without a roll uses no link, and an undone
 * decision gets the same dice when it is repeated, whatever came before it in
 * its mail.
 *
 *	unused -a step rolls-> used -undone-> idle -the same step-> used
 *	                       used, idle -a ruling, a fresh undo-> spent
 *
 * A step is identified by its hash (game_step_render). If idle links of the
 * same step exist, the first is used again; otherwise the next unused link. So
 * the n-th time that a step occurs it rolls the same in every course of play,
 * and undoing gains nothing. A spent link is never used again. The players'
 * words and the beacon pulse that were mixed into a link are mixed in again at
 * every reuse.
 */
#ifndef JUDGE_GAME_DICE_SOURCE_H
#define JUDGE_GAME_DICE_SOURCE_H
#include "judge/game/game_ctx.h"

struct dice_source {
	const struct game_ctx *t;
	const struct game_run *run; /* whose steps they are; borrowed */
	int64_t chain, next;        /* the chain, its next unused link */
	struct hash words;          /* what enters the dice with that */
	/* the current step */
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

/* The hash of the current step. */
const struct hash *dice_source_step(struct dice_source *l);

/*
 * The current step has rolled: mark its link as used. If few links are left,
 * the next chain is made and the caller must log *commitment (of chain
 * *number); else *number is 0.
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
