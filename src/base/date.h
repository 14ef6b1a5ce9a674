/*
 * src/base/date.h - converts days and times to text and back. A day is a
 * number, 1970-01-01 is 0; a time is UTC seconds. Years 1970..9999.
 */
#ifndef BASE_DATE_H
#define BASE_DATE_H
#include "base/str.h"

enum { HOUR_S = 3600, DAY_S = 86400 };

/* The number of a day that there is. */
int32_t date_day(int year, int month, int mday);
void date_split(int32_t day, int *year, int *month, int *mday);

/* "2026-12-20", "12-25", "2026-11-21T04:39:00Z"; false: it is none. */
bool date_parse(struct str s, int32_t *day);
bool date_parse_yearly(struct str s, int *month, int *mday);
bool date_parse_time(struct str s, int64_t *utc_s);

/*
 * "3d", "12 h", "90m", "30s", "2 days", "48 HORAS", "1 week": a number of at
 * most 3650. bare_s: the unit of a number alone, in seconds; 0: it needs one.
 */
bool duration_read(struct str s, int64_t bare_s, int64_t *seconds);
/* The same with a unit. */
bool duration_parse(struct str s, int64_t *seconds);

/* "20:00" */
bool date_parse_clock(struct str s, int *hour, int *minute);
#endif
