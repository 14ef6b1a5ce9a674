/*
 * src/judge/requests/delayed_orders.h - delays orders by the player's HOLD
 * line; the player can withdraw them until then:
 *
 *	HOLD 2h			among the orders; also 30m, 1d; ten minutes to
 *				three days
 *
 * The judge parses the orders on arrival and executes the same signed text at
 * the end of the delay, as if it came then: until then no log has the orders
 * and no other player knows of them. Orders on hold never wait past the
 * deadline of their seat. A later mail with orders replaces them, and CLEAR
 * alone withdraws them. KEEP, which keeps the queued orders before the new
 * ones, is refused: the player cannot have seen their result.
 */
#ifndef JUDGE_REQUESTS_DELAYED_ORDERS_H
#define JUDGE_REQUESTS_DELAYED_ORDERS_H
#include "judge/handlers.h"

enum {
	DELAYED_ORDERS_LEAST_S = 600,
	DELAYED_ORDERS_MOST_S = 3 * 86400,
	DELAYED_ORDERS_MARGIN_S =
		60 /* so long before a deadline they are used */
};

/* The line HOLD of a mail (order_request.c reads it). */
struct holding {
	bool said;
	bool bad; /* it cannot be read, or there are two */
	struct str bad_line;
	int64_t span_s;
};

/*
 * Acceptable orders have come: drop the older orders on hold. *waits: the new
 * ones are on hold, and the sender gets the time; else the caller executes them
 * now, and a sender who asked for HOLD gets the reason. late: their deadline
 * has passed.
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
