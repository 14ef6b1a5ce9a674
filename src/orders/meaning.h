/*
 * src/orders/meaning.h - parses lines that match no pattern by their meaning:
 * verb, actor, target, place and distance, in any order. orders/said_GAME.def
 * maps meanings to orders, a row for each order in each sense:
 *
 *	MEANING("shoot", "a t flame?", "SHOOT %a %t [flame FLAME]")
 *
 * The verb is one of the vocabularies' mean.verb; with ! after it the row is
 * only suggested. Then the exact parts of the line; those with ? are optional:
 *	a, A	who acts, alone or several; t a target; u a friend
 *	w, W	a figure, a place that it leads toward; g, l the same, with a
 *		word for it, g also AT; c it touches; b behind
 *		it; x away from it; k with it; z facing it
 *	I, F	the writer's leader, who acts; to whom it leads
 *	p	a place; T one to pass through; q one reached from where it
 *		stands
 *	n d f s	a number, a direction, a facing, a shift (numbers from both)
 *	D	an attack, WITH ITS CLAWS
 *	m, M	a card, several; h a thing; r the rest of the line, as written
 *	E	a figure whose deed is waited for; C one of the writer's, struck
 *	flame	a word of mean.mod; door: a mean.thing
 * Then the order: keywords, %a what stands for it, %B all but the first of A,
 * %L the rest as a list of cards, [x ..] only if there is an x. In front of
 * all: a star repeats it for each of H or A; ^ marks an order that may wait
 * until it is asked for.
 *
 * A line is executed if one row of one order uses each word with a meaning,
 * and the rules do not refuse it; else the nearest orders are suggested. Pure,
 * bounded; it sees only the view of the line's author.
 */
#ifndef ORDERS_MEANING_H
#define ORDERS_MEANING_H
#include "orders/line_private.h"

enum {
	MEANING_LINES = 8,    /* orders of one line */
	MEANING_READINGS = 3, /* the number of suggestions in an answer */
	MEANING_NAMED = 8
};

/* One reading: lines in the words of the grammar. */
struct meaning_reading {
	struct str line[MEANING_LINES];
	int n;
};

struct meaning {
	bool sure; /* there is one, and it is to be done */
	struct meaning_reading v[MEANING_READINGS];
	int n;
	int unknown;  /* words, where it is not sure */
	bool guessed; /* a word of it is a slip */
	bool negated; /* something is not to be done */
	bool revised; /* something is taken back */
	bool plays;   /* it names a piece, a card or a square, or gives up */
	int32_t named[MEANING_NAMED]; /* pieces of which it names no other */
	int n_named;
};

/* The verdict of the rules on a composed line. ANSWERED: a question, which
 * changes nothing. */
enum meaning_fate {
	MEANING_UNREAD,
	MEANING_REFUSED,
	MEANING_PARTLY, /* one of several steps would not be done */
	MEANING_WAITS,  /* nothing awaits it now */
	MEANING_DONE,
	MEANING_ANSWERED
};

/* How a line is judged; context is the caller's. */
struct meaning_judge {
	/* the verdict on a line after the earlier lines; `first` starts
	 * again */
	enum meaning_fate (*tries)(void *context, struct str line, bool first);
	/* how far from the best that the writer can do now; 0: that itself */
	int (*rank)(void *context, struct str line);
	/* a legal order with the purpose of a refused line; empty: none */
	struct str (*fix)(void *context, struct str line);
	void *context;
};

/* The last actor and target of a mail, for IT and THEM. */
struct meaning_memory {
	int32_t actor, target;
};

/*
 * Parse the current line by words of these languages, written in lang; its
 * pieces are added to the memory if the result is sure.
 */
void meaning_read(const struct reader *r, uint32_t langs, int lang,
		  struct meaning_memory *memory,
		  const struct meaning_judge *judge, struct meaning *out);
#endif
