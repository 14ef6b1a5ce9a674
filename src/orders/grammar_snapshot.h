/*
 * src/orders/grammar_snapshot.h - grammar and words of one game as a text, in
 * all languages. A game keeps the snapshot of its start, although templates
 * and tables change later; its log holds the text once and names its hash.
 *
 *	grammar 1		the notation of the rows and the rules by
 *				which C reads tokens, names, IF, ELSE, | and
 *				free lines; a change gets another number
 *	ORDER\tmove\tMOVE fig=figure dest ..
 *				rows of games/GAME/grammar.def, in their order
 *	language en		then the words, as vocabulary.h has them
 *	move = MOVE, GO, WALK
 *
 * Texts that only players read (complaints, help) are not part of it.
 */
#ifndef ORDERS_GRAMMAR_SNAPSHOT_H
#define ORDERS_GRAMMAR_SNAPSHOT_H
#include "orders/grammar.h"

enum { GRAMMAR_SNAPSHOT_MAX = 256 * 1024 };

/* The snapshot of a table and a vocabulary as they are now. */
void grammar_snapshot_render(const struct grammar_table *t,
			     const struct vocabulary *v, struct buf *out);

/*
 * Compile a snapshot, which may be any bytes. The texts that are no part of it
 * come from the current grammar: the texts, and the examples of rows that are
 * still the same (NULL: none). Everything lives in the arena or in `now`.
 * ERR_FORMAT, ERR_TOO_LARGE: it is no snapshot for this game, why tells it.
 */
enum err grammar_snapshot_compile(struct str text, const struct system *sys,
				  const struct grammar *now, struct arena *a,
				  struct grammar **out, struct why *why);
#endif
