/*
 * src/judge/policies/proxy.h - deputies (events call them proxies), who give a
 * player's orders for a while. A deputy is a proven person without another
 * place in the game. The deputy sees what the seat may see from then on, but
 * its press only if the seat allows it; signs ORDERS of that seat with their
 * own key and serials (consider_deputy in inbox/signer.c); and may give all
 * orders of the rules except giving up (not_for_deputy in
 * requests/order_mail.c). The deputy's time ends by its date, when the seat
 * recalls the deputy, or by the seat's own next orders: the returning player is
 * first shown the waiting orders.
 *
 * While it lasts they have the row SLOT_DEPUTY + seat among the seats.
 */
#ifndef JUDGE_POLICIES_PROXY_H
#define JUDGE_POLICIES_PROXY_H
#include "judge/policies/lifecycle.h"
#include "protocol/proposal_parse.h"

static inline bool proxy_is_slot(int slot)
{
	return slot >= SLOT_DEPUTY;
}

/*
 * Find the named person and set m->value to the name as it is written; *no: why
 * the person cannot be deputy, a name of reason.*; or NULL.
 */
enum err proxy_validate(const struct game_ctx *t, int seat, struct arena *a,
			struct table_request *m, const char **no,
			struct why *why);

/* In an adjudication: they are it until then. proxy_validate has found them. */
enum err proxy_apply(struct adjudication *x, const struct table_request *m,
		     int64_t until_s, struct why *why);

/*
 * The seat itself has sent orders: its deputy's time ends. *waits: orders of
 * the deputy wait; the player is shown these first, and the new orders are not
 * carried out.
 */
void proxy_return(struct adjudication *x, bool *waits);

/* At the end of an adjudication: rows and timers as the agreements have it. */
enum err proxy_save(struct adjudication *x, struct why *why);

/* TIMER_DEPUTY is due: in a transaction of its caller's. */
enum err proxy_time(struct game_ctx *t, int seat, struct arena *a,
		    struct why *why);
#endif
