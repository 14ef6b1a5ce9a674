/*
 * src/judge/game/timezone.h - moments on somebody's clock. Everything is kept
 * in UTC seconds; only mails show local time, always with its zone.
 */
#ifndef JUDGE_GAME_TIMEZONE_H
#define JUDGE_GAME_TIMEZONE_H
#include "base/base.h"
#include "protocol/calendar.h"
#include "judge/game/timezone_names.h"
#include "report/text/report.h"

/* That moment in the zone, by its name in any case; in UTC where there is no
 * such zone. The name of the zone is borrowed. */
struct report_time timezone_time(struct str name, int64_t utc_s);

/*
 * The moment at which clocks in the zone show a local time (year to minute of
 * local; 1970..9999), UTC seconds. One that a clock change leaves out is the
 * end of the gap, never earlier than said; one that comes twice is the second,
 * never too early. In UTC where there is no such zone.
 */
int64_t timezone_moment(struct str name, const struct report_time *local);

/* Its clocks, for a calendar. */
struct calendar_clock timezone_clock(struct str name);
#endif
