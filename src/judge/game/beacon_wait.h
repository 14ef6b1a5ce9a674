/*
 * src/judge/game/beacon_wait.h - dice that rest on an outside beacon
 * (fairness/beacon.h). In a game that names one no die is rolled at the point
 * that sealed what decides it: what needs dice waits in its queue
 * (engine/dice_gate.h), and BEACON_DELAY_S after the last point the first pulse
 * of the beacon is looked for in the operator's file. When it is there, an
 * adjudication of its own opens it and rolls; until then the game waits, and
 * nothing takes the pulse's place.
 *
 * Whatever is sent meanwhile makes a point, and the dice rest on a later pulse:
 * nobody can know a pulse and still choose. No deadline passes for a seat whose
 * orders wait for dice; a seat that was silent at its deadline is silent when
 * the pulse is there.
 */
#ifndef JUDGE_GAME_BEACON_WAIT_H
#define JUDGE_GAME_BEACON_WAIT_H
#include "judge/game/adjudicate.h"

enum { BEACON_WAIT_RETRY_S = 30 };

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

/* Everything was tried that can be: what waits for a pulse is told. */
void beacon_wait_notify(struct adjudication *x);

/* What waits at the end of an adjudication, and until when. */
enum err beacon_wait_save(struct adjudication *x, struct why *why);

/* The time of a pulse has come: in a transaction of its caller's. */
enum err beacon_wait_time(struct game_ctx *t, const struct timer_row *timer,
			  struct arena *a, struct why *why);
#endif
