/*
 * src/report/text/final_values.h - template values of a game that is over: its
 * blows and losses, the luck of its dice, and the turns that decided it.
 */
#ifndef REPORT_TEXT_FINAL_VALUES_H
#define REPORT_TEXT_FINAL_VALUES_H
#include "report/text/report.h"

/*
 * How the blows of a game went, put into `to`: {tally}, a list of {seat}
 * {blows} {hits} {expected} {clicks} {lost}, and {best}, if there was one, {by}
 * {on} {clicks} {chance}; each has its {line}. Of attack dice {dice} and
 * {shown}. {turns}, the turning points, likewise, with {round}, {hit}, {took}
 * and {felled}; {fallen}: {fig}, {by} and {round} of what was lost. NULL:
 * nothing is known of them.
 */
void report_tally(struct arena *a, const struct narrator *n,
		  const struct report_game *tells, const struct combat_stats *t,
		  struct tval *to);

/*
 * Rolled against expected: a list of players, each with {seat}, {dice} of six
 * sides, {mean} and {expected} in hundredths, {faces}: a list of {face} {times}
 * {expected} (hundredths). times: how often each face fell, by seat. Of a game
 * with attack dice of its own (report_game.die_mean) {dice} {mean} {expected}
 * are those of the tally, by the attacker's seat, and there are no {faces}.
 * tells, t: NULL: it has none.
 */
struct tval *dice_stats_values(struct arena *a, const struct narrator *n,
			       const struct report_game *tells,
			       const struct combat_stats *t,
			       const int64_t times[SEATS_MAX][6]);
/*
 * Put {decided} into `to`: the curve of the analysis {lead}, {key} turns,
 * {points} by dice, the {worst} turn. Nothing where `in` has no analysis.
 */
void decided_values(struct arena *a, const struct narrator *n,
		    const struct report_input *in, struct tval *to);
#endif
