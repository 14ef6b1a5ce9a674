/*
 * src/engine/suggest_fix.h - the way out of a refusal: the order nearest to it
 * that can be given now. Made from the seat's view alone and tried on a copy,
 * as offers are (engine/suggest.h).
 */
#ifndef ENGINE_SUGGEST_FIX_H
#define ENGINE_SUGGEST_FIX_H
#include "engine/dry_run.h"

/*
 * What the game makes of the words of d; else, of a list in the set-up (an
 * army, a team), that list with fewer of its cards, without what is said of
 * them, or with more of its last one; else an offer for the same piece, or
 * with its pieces the other way round: of the same kind and with the most
 * arguments in common, the best of those that are alike; else what others can
 * do, of the same kind first, for its piece can do nothing; else AUTO, which
 * stands for anything in the set-up; else what silence means (END). False:
 * there is none, or the seat is not awaited for it.
 * catalog: NULL: none is at hand.
 */
bool suggest_fix_of(const struct system *sys, const void *view, int seat,
		    const struct catalog *catalog, struct trials *room,
		    const struct decision *d, struct decision *out);
#endif
