/*
 * src/engine/suggest_fix.h - suggests a legal order in place of a refused one:
 * the nearest order that the seat can give now. Made from the seat's view
 * alone and tried on a copy, like the suggestions of engine/suggest.h.
 */
#ifndef ENGINE_SUGGEST_FIX_H
#define ENGINE_SUGGEST_FIX_H
#include "engine/dry_run.h"

/*
 * Candidates, in this order: the game's own proposal for the words of d; for a
 * list in the set-up (an army, a team) the same list with fewer cards, without
 * their details, or with more copies of its last card; a suggestion for the
 * same piece, or with its pieces swapped: of the same kind and with the most
 * arguments in common, the best among equals; orders of other pieces, of the
 * same kind first, if this piece can do nothing; AUTO, which answers any
 * question of the set-up; the default order (END). False: no candidate, or the
 * seat is not awaited for this kind. catalog may be NULL.
 */
bool suggest_fix_of(const struct system *sys, const void *view, int seat,
		    const struct catalog *catalog, struct trials *room,
		    const struct decision *d, struct decision *out);
#endif
