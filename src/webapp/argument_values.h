/*
 * src/webapp/argument_values.h - lists the possible values of an order's
 * argument, as words to tap. Private to the files of the page.
 */
#ifndef WEBAPP_ARGUMENT_VALUES_H
#define WEBAPP_ARGUMENT_VALUES_H
#include "base/buf.h"
#include "webapp/session.h"

enum { ARGUMENT_VALUES_SAID = 60 }; /* more are narrowed by their next letter */

struct argument_values {
	struct str typed;   /* with which they must begin, folded */
	struct buf letters; /* the letters that follow it in longer words, each
			     * once */
	int n;              /* there may be more values than were listed */
	size_t list;        /* start of the list in page.said, if n */
	bool digits;        /* a number may follow, too */
	unsigned asked;     /* bits of what was asked already */
};

/* All that a kind of argument can be (enum grammar_slot). */
void argument_values_of(struct argument_values *c, int slot);

/* All values that match the expected tokens: words, signs between blanks, and
 * values of arguments. */
void argument_values_expected(struct argument_values *c,
			      const struct grammar_expected *v, int n);

/* What a square or zone is called: "C7", from the 27th column on "AA7". */
const char *argument_values_place(int column, int row);

/* Cards of the catalog by their names. */
void argument_values_cards(struct argument_values *c);
#endif
