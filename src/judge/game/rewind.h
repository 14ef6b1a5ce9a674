/*
 * src/judge/game/rewind.h - play goes back to an event inside a point: what
 * made the point, a player's orders or a deadline, is played again from the
 * state before it, until the event has happened and somebody is asked, or can
 * be. There it halts, and what waits in the queue of whoever is asked is held.
 * Behind the last event of a point it is as it was behind the point.
 *
 * UNDO 37.12 at point 39, say: the log has undone to 36, played_again 37.12,
 * the events of 37 up to the twelfth and to where somebody can be asked,
 * halted.
 *
 * The state and the decisions of each step are those of then, so luck.c lends
 * each the link that it had: nothing is rolled anew, and both verifiers find
 * nothing but an undo and dice that come again. What is committed has another
 * salt; values drawn hidden may have been shown, and would be drawn afresh:
 * such points go back as a whole only.
 *
 * Events of a point are counted by those for all, from 1: their leaves in the
 * log. What a seat alone was told has no number, and no gap tells of it.
 */
#ifndef JUDGE_GAME_REWIND_H
#define JUDGE_GAME_REWIND_H
#include "judge/game/adjudicate.h"
#include "judge/reject.h"

struct rewind {
	int64_t of;  /* the point whose orders are played again */
	int plays;   /* events behind which it halts: game_is_play */
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

/* It is told that it halts, and who can act there is asked. fresh: what is not
 * played again gives its dice no more. */
void rewind_halted(struct adjudication *x, bool fresh);

/* Was that point itself such a one? */
enum err rewind_is(const struct game_ctx *t, int64_t point, bool *is,
		   struct why *why);
#endif
