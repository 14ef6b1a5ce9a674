/*
 * src/orders/mend.h - a line that no pattern reads, in other words: as people
 * write who have not read the grammar. What says the same beyond doubt is read
 * so, what might be meant is only offered. For orders.c alone; a line that can
 * be read as it stands never comes here.
 *
 *	please MOVE A1 C7, thanks	words of politeness at its ends are left
 *					out
 *	B1: ATTACK A1, B1 attacks A1	the figure stands in front of the order
 *	HIT A2 with B1			.. or behind WITH
 *	BREAK A3 2 and MOVE A3 U22	two orders; who acts may be left out of
 *					the second
 *	MOVE A1 T16, reveal K3		.. or three, and parted by a comma
 *	STORE K1 and K2 WITH B3		the order for each
 *	TEAM Amir 1 and Carlana 2	a list of cards, parted by commas
 *	B1 TO U22, ATTACK P4		the figure in front of all, and MOVE;
 *				TOWARD in the place of TO, too
 *	MOVE A1 J33 facing W		MOVE, and TURN with the same figure
 *	IF P7 NOT DEAD, IF P7 ALIVE	IF NOT P7 DEAD
 *	ATTACK #4 OR #6, ELSE GUARD	a bar between what is tried in turn
 *	BREAK A3 TWO			numbers in words
 *	ATTACK A3 THE SKELETON P1	a name beside its label
 *
 * Offered: the line without some of its words (MOVE B2 back home to I30), with
 * the figure that acted on the line above (REVEAL K3), as a move (B1 U22), into
 * contact (CHARGE A3 B2), with the words and names that its words are slips of
 * (FIGTH B1 SHAMMAN). What is called like a figure or chest is no square there.
 */
#ifndef ORDERS_MEND_H
#define ORDERS_MEND_H
#include "orders/reader.h"

enum { MEND_MAX_PARTS = 4, MEND_MAX_TOKENS = 48 };

/* The line as one line or as several. */
struct mended {
	struct {
		struct token t[MEND_MAX_TOKENS];
		int n;
	} part[MEND_MAX_PARTS];
	int n;
	bool offered; /* it is not read so, but told */
	bool in_text; /* the words stand in a text of their own, in their order
		       */
};

/*
 * Work through the ways to say the line at hand until one is taken: `takes`
 * reads it, or notes it where it is offered. actor: the word of the figure that
 * acted on the lines above, or NULL. False: none was.
 */
bool mend_line(const struct reader *r, const struct token *actor,
	       bool (*takes)(void *context, const struct mended *m),
	       void *context);

/* The figure that acts, of a line that is read; NULL: it names none. */
const struct token *mend_actor(const struct reader *r);
#endif
