/*
 * src/judge/game/hidden_draws.h - draws hidden values from the game's second
 * secret for one adjudication: the rules draw now and show later (struct
 * secrets of engine/system.h).
 *
 * The secret fixes the value of each number, so no operator can draw until the
 * result pleases. Numbers are drawn again, in a new round named by the point of
 * the undo (fairness/dice_chain.h), in two cases: after an undo, if the new
 * step differs from the undone step (judge/game/dice_source.h); and if a value
 * was opened before it was undone, because everybody knows it.
 */
#ifndef JUDGE_GAME_HIDDEN_DRAWS_H
#define JUDGE_GAME_HIDDEN_DRAWS_H
#include "judge/game/dice_source.h"

struct hidden_draws {
	struct hidden hidden; /* secret */
	struct secrets lent;  /* to the rules; source is this struct */
	const struct game_ctx *t;
	int64_t point;
	int64_t fresh;                   /* the round of new draws */
	struct dice_source *dice_source; /* knows the current step; borrowed */
	/* the current number and its round */
	bool is_open;
	int64_t round;
	enum err e; /* the rules cannot return it: _end returns it to the judge
		     */
	struct why why;
};

/* t is loaded. */
enum err hidden_draws_init(struct hidden_draws *v, const struct game_ctx *t,
			   int64_t point, struct dice_source *dice_source,
			   struct why *why);
void hidden_draws_release(struct hidden_draws *v); /* wipes it */

/* The words of the players have changed. */
void hidden_draws_words(struct hidden_draws *v);

/* The round of the number that was drawn last. */
int64_t hidden_draws_round(const struct hidden_draws *v);

/* What went wrong while it was lent. */
enum err hidden_draws_end(const struct hidden_draws *v, struct why *why);

/* Play is undone at `point`: from now on draws are of that round. */
enum err hidden_draws_undo(const struct game_ctx *t, int64_t point,
			   struct why *why);
#endif
