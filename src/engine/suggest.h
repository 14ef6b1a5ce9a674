/*
 * src/engine/suggest.h - orders that a seat can give now, as they would be
 * given: the best of them first, with what the dice may bring. Made from the
 * seat's view alone, and each of them tried on a copy before it is offered, so
 * it is accepted as it stands as far as anybody can know without dice.
 */
#ifndef ENGINE_SUGGEST_H
#define ENGINE_SUGGEST_H
#include "engine/decision.h"

enum { OFFERS_MAX = 64 };

enum suggest_kind {
	SUGGEST_STRIKE,  /* an attack */
	SUGGEST_CAPTURE, /* the same, to take a prisoner */
	SUGGEST_HEAL,
	SUGGEST_DO, /* what is sure to work, if it rolls no die */
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
	int32_t have;   /* of as many as there are; 0: that is not said */
	int32_t after;  /* what is left of it then; 0: that is not told */
	int32_t about;  /* label of what it leads to, if the order names none;
			 * of a way out: 0 */
	bool far;       /* it leads only towards that */
	bool late;      /* a move that stands behind those that are not */
};

/* How likely it is to hit, in per cent, rounded, but never made sure or
 * hopeless by that. of > 0, at most 2^55. */
int suggest_per_cent(int64_t hits, int64_t of);

/* What can be offered, in a list that is kept in its order. */
struct offers {
	struct suggest *v; /* borrowed, OFFERS_MAX of them */
	int n;
};

/*
 * Add one. The order: by the clicks that it does to opponents or heals, less
 * those that it does to friends or costs who acts, a capture counting one click
 * for each that succeeds; moves stand behind all else, late ones behind others,
 * those that cost nothing first, the shortest of them first; ties by the
 * actor's label, then as they were added. The last is dropped if it is full.
 */
void suggest_add(struct offers *list, const struct suggest *o);
#endif
