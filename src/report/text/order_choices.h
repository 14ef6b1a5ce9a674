/*
 * src/report/text/order_choices.h - the orders that a reader can give, for a
 * report: suggestions (engine/suggest.h), examples for a set-up, and all legal
 * orders.
 */
#ifndef REPORT_TEXT_ORDER_CHOICES_H
#define REPORT_TEXT_ORDER_CHOICES_H
#include "engine/auto_setup.h"
#include "engine/suggest.h"
#include "report/text/report.h"

/* Found by trying orders on a copy of the reader's view. */
struct choices {
	struct move_group *v; /* n of them */
	int n;
	struct offers offers;
	struct str line[OFFERS_MAX]; /* of the best, as they are written */
	struct str then[OFFERS_MAX]; /* and what they are for, if anything */
	int n_lines;
	struct str draft[DRAFTS_MAX]; /* where nothing is offered */
	int n_drafts;
	bool auto_helps; /* AUTO could answer the question */
};

void choices_find(struct arena *a, const struct report_input *in,
		  struct choices *c);

/* Put the best few suggestions, and the number of others, into `to`. */
void choices_offer_values(struct arena *a, const struct narrator *n,
			  const struct choices *c, struct tval *to);

/* By actor, in the order in which the rules give them; actor 0 is the rest. */
void choices_legal_values(struct arena *a, const struct narrator *n,
			  const struct choices *c, struct tval *to);

/*
 * Lines of an order template may have REPORT_ORDER_LINE characters: a longer
 * remark goes on in another remark, a longer order in a line that begins with
 * +.
 */
struct str order_lines_fold(struct arena *a, struct str text);
#endif
