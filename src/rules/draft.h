/*
 * src/rules/draft.h - examples of what a set-up asks for: where a chest could
 * stand, where a figure could be deployed. There is nothing yet by which one
 * would be better than another (rules/offer.h), so they are drawn by lot; each
 * is legal as it stands. Made from the seat's view alone.
 */
#ifndef RULES_DRAFT_H
#define RULES_DRAFT_H
#include "rules/trial.h"

enum { DRAFTS_MAX = 3 };

/*
 * Up to DRAFTS_MAX different orders of the set-up for which the seat is
 * awaited, but none that only says that it is done; gives how many. The same
 * view and lot give the same ones. Cards of a catalog are not drawn: a view
 * does not have them.
 */
int draft_orders(const struct system *sys, const void *view, int seat,
		 struct trials *room, uint32_t lot, struct decision *out);
#endif
