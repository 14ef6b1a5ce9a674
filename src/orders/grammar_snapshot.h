/*
 * src/orders/grammar_snapshot.h - grammar and words of one game as a text, in
 * all languages. A game keeps the snapshot of its start, although templates
 * and tables change later; its log holds the text once and names its hash.
 *
 *	reading 6		the notation and what C makes of it: tokens,
 *				names, IF, ELSE, |; another number reads
 *				otherwise: in 1 what CONTINUE goes on with
 *				comes before all lines beside it; in 1 and 2 a
 *				game master's mail is one command; before 4 an
 *				order is done where it stands, though it be for
 *				the time before another; before 5 a refusal
 *				stops all lines behind it; before 6 nothing
 *				is read by meaning
 *	ORDER\tmove\tMOVE fig=figure dest ..
 *				rows of orders/GAME.def, in their order
 *	language en		then the words, as vocabulary.h has them
 *	move = MOVE, GO, WALK
 *
 * Texts that only players read (complaints, help) are not part of it.
 */
#ifndef ORDERS_GRAMMAR_SNAPSHOT_H
#define ORDERS_GRAMMAR_SNAPSHOT_H
#include "orders/grammar.h"

enum { READING_MAX = 256 * 1024 };

/* The reading of a table and a vocabulary, as they are now. */
void grammar_snapshot_render(const struct grammar_table *t,
			     const struct vocabulary *v, struct buf *out);

/*
 * Compile a reading, which may be any bytes. What it is not made of comes from
 * a grammar of the present: the texts, and the examples of rows that are still
 * the same (NULL: none). Everything lives in the arena or in `now`.
 * ERR_FORMAT, ERR_TOO_LARGE: it is no reading for this game, why tells it.
 */
enum err grammar_snapshot_compile(struct str text, const struct system *sys,
				  const struct grammar *now, struct arena *a,
				  struct grammar **out, struct why *why);
#endif
