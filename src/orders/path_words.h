/*
 * src/orders/path_words.h - translates the value names that a game master
 * sets, in the words of the vocabularies: SET A1.FACING N, FIJAR
 * A1.ORIENTACION NORTE. The names of the rules (engine/state_path.h) work in
 * every language; a language may add its own words:
 *
 *	path.facing = ORIENTACION	the last part of a path
 *	value.board = TABLERO		a name, yes, no or none
 */
#ifndef ORDERS_PATH_WORDS_H
#define ORDERS_PATH_WORDS_H
#include "orders/grammar.h"

/*
 * A path and the words of its value, as the rules call them; what no vocabulary
 * has stays as it was typed. g may be NULL. Texts live in the arena.
 */
struct str path_words_path(const struct grammar *g, struct arena *a,
			   struct str typed);
struct str path_words_value(const struct grammar *g, struct arena *a,
			    const struct system *sys, struct str path,
			    struct str typed);
#endif
