/*
 * src/judge/requests/delayed_orders.h - orders that wait because their player
 * said so, and can be taken back until then:
 *
 *	HOLD 2h			among the orders; also 30m, 1d; ten minutes to
 *				three days
 *
 * They are read when they come, and carried out as if they came then, by the
 * same signed text: until then no log has them and nobody knows. They never
 * wait past the deadline of their seat. A later mail with orders takes their
 * place, and CLEAR alone takes them back. KEEP, which leaves what waits in
 * front, is refused: what comes of them cannot have been seen.
 */
#ifndef JUDGE_REQUESTS_DELAYED_ORDERS_H
#define JUDGE_REQUESTS_DELAYED_ORDERS_H
#include "judge/handlers.h"
#include "orders/vocabulary.h"

enum {
	DELAYED_ORDERS_LEAST_S = 600,
	DELAYED_ORDERS_MOST_S = 3 * 86400,
	DELAYED_ORDERS_MARGIN_S =
		60 /* so long before a deadline they are used */
};

/* The line HOLD of a mail. */
struct holding {
	bool said;
	bool bad; /* it cannot be read, or there are two */
	struct str bad_line;
	int64_t span_s;
};

void delayed_orders_read(struct arena *a, const struct vocabulary *v,
			 struct str text, struct holding *out);

/*
 * Orders have come that can be taken: those that were on hold before are
 * dropped. *waits: these are kept, and their sender is told until when; else
 * they are to be used now, and if they were to wait their sender is told why
 * not. late: their deadline has passed.
 */
enum err delayed_orders_orders(struct delivery *d, const struct game_ctx *t,
			       const struct holding *h, bool late, bool *waits,
			       struct why *why);

/* What a seat has on hold is used now; nothing, if there is nothing. *any:
 * there was something. */
enum err delayed_orders_use(struct judge *j, int64_t game, int slot, bool *any,
			    struct why *why);

/* Its time is over: TIMER_HOLD. While the game is paused it waits on. */
enum err delayed_orders_due(struct judge *j, const struct timer_row *t,
			    struct why *why);

/* Has the seat something on hold? */
enum err delayed_orders_has(struct judge *j, int64_t game, int slot, bool *has,
			    struct why *why);
#endif
