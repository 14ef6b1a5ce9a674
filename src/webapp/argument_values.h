/*
 * src/webapp/argument_values.h - what an argument of an order can be, as words
 * to be tapped; shared by the files of the page alone.
 */
#ifndef WEBAPP_ARGUMENT_VALUES_H
#define WEBAPP_ARGUMENT_VALUES_H
#include "base/buf.h"
#include "webapp/session.h"

enum { ARGUMENT_VALUES_SAID = 60 }; /* more are narrowed by their next letter */

struct argument_values {
	struct str typed;   /* with which they must begin, folded */
	struct buf letters; /* with which they go on behind that, each once */
	int n;              /* more may have been met than were said */
	size_t list;        /* where in page.said they begin, if n */
	bool digits;        /* a number may stand there, too */
	unsigned asked;     /* bits of what was asked already */
};

/* All that a kind of argument can be (enum grammar_slot). */
void argument_values_of(struct argument_values *c, int slot);

/* All that may stand where these were expected: words, signs between blanks,
 * and what arguments can be. */
void argument_values_expected(struct argument_values *c,
			      const struct grammar_expected *v, int n);

/* What a square or zone is called: "C7", from the 27th column on "AA7". */
const char *argument_values_place(int column, int row);

/* Cards of the catalog by their names. */
void argument_values_cards(struct argument_values *c);
#endif
