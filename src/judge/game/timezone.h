/*
 * src/judge/game/timezone.h - converts UTC to local times and back. The program
 * stores UTC seconds; only mails show local time, always with its zone.
 */
#ifndef JUDGE_GAME_TIMEZONE_H
#define JUDGE_GAME_TIMEZONE_H
#include "base/base.h"
#include "protocol/zone_spans.h"
#include "judge/game/timezone_names.h"
#include "report/text/report.h"

/* That moment in the zone, by its name in any case; in UTC where there is no
 * such zone. The name of the zone is borrowed. */
struct report_time timezone_time(struct str name, int64_t utc_s);

/*
 * The UTC seconds of a local time in the zone (year to minute of local;
 * 1970..9999). A time skipped by a clock change becomes the end of the gap,
 * never earlier than given; a repeated time becomes the second one, never too
 * early. An unknown zone counts as UTC.
 */
int64_t timezone_moment(struct str name, const struct report_time *local);

/* How far its clocks are from UTC from that moment on, until they change. */
struct zone_span timezone_span(struct str name, int64_t from_s);
#endif
