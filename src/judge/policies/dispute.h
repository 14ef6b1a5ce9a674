/*
 * src/judge/policies/dispute.h - players' disputes of an adjudication and the
 * game masters' rulings on them.
 *
 *	DISPUTE point words		by a player, alone in their orders
 *	RULE number STANDS		by a game master, with the reason below:
 *	RULE number UNDO		the game goes back to before that point;
 *	RULE number REROLL		and its orders are decided once more
 *
 * A dispute pauses the game, and the ruling on the last open dispute resumes
 * it. Both are events for all; a ruling has the number of its dispute, for
 * citations. Disputed dice are rolled again at most once, with unused links of
 * the chain, in a separate adjudication (cause "reroll") that waits until the
 * ruling was mailed to all.
 */
#ifndef JUDGE_POLICIES_DISPUTE_H
#define JUDGE_POLICIES_DISPUTE_H
#include "judge/policies/lifecycle.h"
#include "protocol/judge_lines.h"
#include "store/games.h"

enum { DISPUTE_S = 3 * 86400 /* unless the game says otherwise */ };

/*
 * Why it is not taken, or NULL: a reason as in notify.h. A seat disputes one
 * thing at a time, each once, and never a dispute: else one player could keep
 * the game paused and mail everybody without end.
 */
enum err dispute_obstacle(const struct game_ctx *t,
			  const struct dispute_line *l, int slot,
			  int64_t received_s, const char **no, struct why *why);

/* Its events, and a mail to the game masters with what they must know. */
enum err dispute_make(struct adjudication *x, const struct dispute_line *l,
		      struct why *why);

/* A ruling, by its verdict's word: "stands", "undo", "reroll". */
enum err life_rule(struct judge *j, int64_t game, const struct actor *h,
		   int64_t number, struct str verdict, struct str words,
		   struct why *why);

/* May the game be resumed by hand? ERR_USAGE: a ruling must come first. */
enum err dispute_resumable(const struct game_ctx *t, struct why *why);

/* Does the game wait for an adjudication that rolls again? Until then it goes
 * nowhere else: its orders are for the state that the ruling went back to. */
enum err dispute_reroll_due(const struct game_ctx *t, bool *due,
			    struct why *why);

/* The orders of a dispute's adjudication once more: its timer is due. */
enum err dispute_reroll(struct judge *j, const struct timer_row *timer,
			struct why *why);

/* Is it paused for that alone, and for this seat: may its orders, late as they
 * are, let it go on? */
enum err dispute_lets_resume(const struct game_ctx *t, int seat, bool *yes,
			     struct why *why);

#endif
