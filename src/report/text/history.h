/*
 * src/report/text/history.h - lists the past events of a game for the HISTORY
 * answer: the last matters, by the points of the log, of all seats or of one.
 */
#ifndef REPORT_TEXT_HISTORY_H
#define REPORT_TEXT_HISTORY_H
#include "report/report_game.h"

enum { HISTORY_BYTES = 48 << 10 /* of text; older matters are left out */ };

struct history_wish {
	int64_t n; /* matters at most: an action and what came of it is one */
	int seat;  /* only what it did or suffered; -1: all */
	int64_t point;                   /* of the first event */
	const struct report_game *tells; /* NULL: labels belong to letters */
	const void *view;                /* of the reader, for tells */
};

/*
 * events: of whole points, in order, that the reader may see. Undone ones are
 * left out. Puts into `to`, in the words of n:
 *	points	a list of {point}, {at} and {lines}, sentences
 *	shown	how many matters
 *	left	there are more in these events, of this point or before; or 0
 *	within	1: all that is told is of that point, too, which alone has more
 */
void report_chronicle(struct arena *a, const struct narrator *n,
		      const struct event *events, int n_events,
		      const struct history_wish *wish, struct tval *to,
		      struct why *why);
#endif
