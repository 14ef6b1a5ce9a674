/*
 * src/judge/policies/rewind.h - undoes to an event inside a point. The judge
 * replays the cause of the point, a player's orders or a deadline, from the
 * state before it, until the event has happened and a seat is or can be asked.
 * There the game halts and holds the queued orders of the asked seats. After
 * the last event of a point the state is that after the point.
 *
 * UNDO 37.12 at point 39, say: the log has undone to 36, point_replayed 37.12,
 * the events of 37 up to the twelfth and to where somebody can be asked,
 * halted.
 *
 * The state and the decisions of each step are the original ones, so
 * dice_source.c gives each step its original link: nothing is rolled anew, and
 * both verifiers find only an undo and repeated dice. Commitments have new
 * salts. Hidden drawn values may have been shown and would be drawn again: such
 * points are undone as a whole only.
 *
 * The number of an event counts the events for all in the point, from 1: their
 * leaves in the log. An event for one seat has no number, so no gap reveals it.
 */
#ifndef JUDGE_POLICIES_REWIND_H
#define JUDGE_POLICIES_REWIND_H
#include "judge/game/adjudicate.h"
#include "judge/game/reject.h"

struct rewind {
	int64_t of;  /* the point whose orders are played again */
	int plays;   /* events after which it halts: game_is_play */
	int whole;   /* those of all of it, where it ends by itself */
	int seat;    /* who gave them */
	bool silent; /* or was silent at a deadline */
	const struct game *before; /* the state before it */
};

/* Find what to->event names. *no: why it cannot be gone back to; N_REJECTS: it
 * can, and out->before lives in the arena. */
enum err rewind_find(const struct game_ctx *t, struct arena *a,
		     const struct way_back *to, struct rewind *out,
		     enum reject *no, struct why *why);

/* That, in words for whoever commanded it. */
enum err rewind_refuse(const struct way_back *to, enum reject no,
		       struct why *why);

/* Within an adjudication, on the state before w->of: tell that `to` is played
 * again, and play. *sealed: it halts where a sealed choice is awaited. */
enum err rewind_play(struct adjudication *x, const struct way_back *to,
		     const struct rewind *w, bool *sealed, struct why *why);

/* Log the halt and ask the seats that can act there. fresh: steps that are not
 * replayed spend their dice. */
void rewind_halted(struct adjudication *x, bool fresh);

/* Was that point itself such a one? */
enum err rewind_is(const struct game_ctx *t, int64_t point, bool *is,
		   struct why *why);
#endif
