/*
 * src/judge/game/beacon_wait.h - delays dice until a public beacon publishes a
 * pulse (fairness/beacon.h). In a game with a beacon, no die is rolled at the
 * point that seals its cause. An order that needs dice waits in its queue
 * (engine/dice_gate.h). BEACON_DELAY_S after the last point, the judge looks
 * for the first pulse of the beacon in the operator's file. When the pulse is
 * there, a separate adjudication logs the pulse and rolls; until then the game
 * waits, and nothing replaces the pulse.
 *
 * Every mail sent meanwhile makes a point, and the dice then use a later pulse:
 * no player can know a pulse and still choose. No deadline passes for a seat
 * with orders that wait for dice. A seat that missed its deadline before the
 * pulse counts as silent when the pulse is there.
 */
#ifndef JUDGE_GAME_BEACON_WAIT_H
#define JUDGE_GAME_BEACON_WAIT_H
#include "fairness/beacon.h"
#include "judge/game/adjudicate.h"

enum {
	BEACON_WAIT_RETRY_S = 30,
	BEACON_SLOT_SILENT = 16 /* first bit of the seats that were silent */
};

/* The name of a new game's beacon, as its log has it: kind is enum beacon_kind.
 * ERR_USAGE: the judge's configuration has no place for it. */
enum err beacon_wait_name(const struct judge *j, int kind, struct arena *a,
			  struct str *name, struct why *why);

/*
 * The beacon of a game signs with another key from now on, that of the
 * certificate in the configuration. ERR_USAGE: its dice rest on no beacon that
 * has one, or it is the same key.
 */
enum err beacon_wait_change(struct adjudication *x, struct str by,
			    struct why *why);

/* What of the table waits for a pulse: bits as in struct game_ctx. */
enum err beacon_wait_load(struct game_ctx *t, struct why *why);

/* Is it so that none of this adjudication's dice may be rolled? */
bool beacon_wait_holds(const struct game_ctx *t);

/* The seats whose orders wait for dice: they are asked for nothing. */
uint32_t beacon_wait_held(const struct game_ctx *t);

/* The seat was silent at its deadline, and that needs dice. */
void beacon_wait_silent(struct adjudication *x, int seat);

/* All orders that can run have run: log which ones wait for a pulse. */
void beacon_wait_notify(struct adjudication *x);

/* Save the waiting dice and their timer at the end of an adjudication. */
enum err beacon_wait_save(struct adjudication *x, struct why *why);

/* The second at which the first pulse after a point is there. */
int64_t beacon_wait_due(const struct beacon *b, int64_t at_s);
/* Set TIMER_BEACON of these slots, and clear it of the others. */
enum err beacon_wait_timers_set(struct judge *j, int64_t game, uint32_t slots,
				int64_t due_s, struct why *why);

#endif
