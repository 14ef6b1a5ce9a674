/*
 * src/engine/suggest.h - suggests legal orders for a seat, the best first,
 * with their possible results. Made from the seat's view alone; each order is
 * tried on a copy before it is suggested, so the game accepts it as far as the
 * seat can know without dice.
 */
#ifndef ENGINE_SUGGEST_H
#define ENGINE_SUGGEST_H
#include "engine/decision.h"

enum {
	OFFERS_MAX = 64,
	SUGGEST_NAMES = 12 /* figures that one suggestion names at most */
};

enum suggest_kind {
	SUGGEST_STRIKE,  /* an attack */
	SUGGEST_CAPTURE, /* the same, to take a prisoner */
	SUGGEST_HEAL,
	SUGGEST_DO, /* certain to work, or rolls no die */
	SUGGEST_GO  /* a move */
};

struct suggest {
	struct decision d;
	/* what it is ordered for, if it is only the first of two: a figure is
	 * turned that attacks then. The odds are those of this one, and of d
	 * alone it is known that it can be given. kind 0: there is none */
	struct decision then;
	enum suggest_kind kind;
	int32_t actor; /* label */
	/* it hits whom it names so often in `of` equally likely rolls; 0: no
	 * dice */
	int32_t hits, of;
	/* means in hundredths of a click: to opponents (or healed), to friends
	 */
	int32_t clicks, harm;
	int32_t pushed; /* clicks that acting costs whoever acts, for sure */
	int32_t way;    /* of a move, in the units of the game */
	int32_t have;   /* out of this total; 0: not given */
	int32_t after;  /* what is left afterwards; 0: not given */
	int32_t about;  /* label of what it leads to, if the order names none;
			 * of a way out: 0 */
	bool far;       /* it leads only towards that */
	/* terrain that ends the move before it is as long as ordered; way is
	 * how far it goes. 0: none */
	int32_t stops;
	int32_t doubts; /* dice that first decide whether it can be done */
	/* figures that it strikes although the order does not name them */
	int32_t n_also, also[SUGGEST_NAMES];
	/* figures that may strike back */
	int32_t n_back, back[SUGGEST_NAMES];
	bool late; /* a move that is sorted after other moves */
};

/* How likely it is to hit, in per cent, rounded, but never made sure or
 * hopeless by that. of > 0, at most 2^55. */
int suggest_per_cent(int64_t hits, int64_t of);

/* A sorted list of suggestions. */
struct offers {
	struct suggest *v; /* borrowed, OFFERS_MAX of them */
	int n;
};

/*
 * Add one. The order: by the clicks that it does to opponents or heals, less
 * those that it does to friends or to the actor, a capture counting one click
 * for each that succeeds; moves come after all else, late ones after others,
 * those that cost nothing first, the shortest of them first; ties by the
 * actor's label, then as they were added. The last is dropped if it is full.
 */
void suggest_add(struct offers *list, const struct suggest *o);
#endif
