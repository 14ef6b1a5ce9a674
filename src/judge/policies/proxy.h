/*
 * src/judge/policies/proxy.h - somebody who gives a player's orders for a
 * while: a proven person of no place at the table. They see what the seat may
 * see from then on, but its letters only if the seat says so; sign ORDERS of
 * that seat with their own key and serials of their own; and order what the
 * rules of the game know, but no giving up. It ends by its date, when the seat
 * recalls them, or by the seat's own next orders: who returns is first shown
 * what waits.
 *
 * While it lasts they have the row SLOT_DEPUTY + seat among the seats.
 */
#ifndef JUDGE_POLICIES_PROXY_H
#define JUDGE_POLICIES_PROXY_H
#include "judge/game/lifecycle.h"
#include "protocol/proposal_parse.h"

static inline bool proxy_is_slot(int slot)
{
	return slot >= SLOT_DEPUTY;
}

/*
 * Who is named is looked for, and m->value is their name as it is written; *no:
 * why they cannot be it, a name of reason.*; or NULL.
 */
enum err proxy_settle(const struct game_ctx *t, int seat, struct arena *a,
		      struct table_request *m, const char **no,
		      struct why *why);

/* In an adjudication: they are it until then. proxy_settle has found them. */
enum err proxy_take(struct adjudication *x, const struct table_request *m,
		    int64_t until_s, struct why *why);

/*
 * The seat itself has sent orders: nobody is its deputy any more. *waits: some
 * of theirs wait, which are shown first, and these orders are not carried out.
 */
void proxy_return(struct adjudication *x, bool *waits);

/* At the end of an adjudication: rows and timers as the agenda has it. */
enum err proxy_save(struct adjudication *x, struct why *why);

/* TIMER_DEPUTY is due: in a transaction of its caller's. */
enum err proxy_time(struct game_ctx *t, int seat, struct arena *a,
		    struct why *why);
#endif
