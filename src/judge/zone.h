/*
 * src/judge/zone.h - moments on somebody's clock. Everything is kept in UTC
 * seconds; only mails show local time, always with its zone.
 */
#ifndef JUDGE_ZONE_H
#define JUDGE_ZONE_H
#include "base/base.h"
#include "judge/zones.h"
#include "report/report.h"

/* That moment in the zone; in UTC where there is no such zone. The name of the
 * zone is borrowed. */
struct report_time zone_time(struct str name, int64_t utc_s);
#endif
