/* src/base/date.c */
#include "base/date.h"
#include "base/parse.h"

enum { YEAR_DAYS = 366 };

/* len digits at a place of s, and no sign */
static bool number(struct str s, size_t at, size_t len, int min, int max,
		   int *out)
{
	int64_t n;

	if (at + len > s.len)
		return false;
	for (size_t i = at; i < at + len; i++)
		if (s.s[i] < '0' || '9' < s.s[i])
			return false;
	if (!parse_int((struct str){ s.s + at, len }, min, max, &n))
		return false;
	*out = (int)n;
	return true;
}

static bool is_leap(int year)
{
	return year % 4 == 0 && (year % 100 || year % 400 == 0);
}

static bool is_day(int year, int month, int mday)
{
	static const int lengths[] = { 31, 28, 31, 30, 31, 30,
				       31, 31, 30, 31, 30, 31 };

	return 1970 <= year && year <= 9999 && 1 <= month && month <= 12 &&
	       1 <= mday &&
	       mday <= lengths[month - 1] + (month == 2 && is_leap(year));
}

int32_t date_day(int year, int month, int mday)
{
	int y = month <= 2 ? year - 1 : year;
	int shifted = month > 2 ? month - 3 : month + 9;

	return 365 * y + y / 4 - y / 100 + y / 400 + (153 * shifted + 2) / 5 +
	       mday - 1 - 719468;
}

void date_split(int32_t day, int *year, int *month, int *mday)
{
	int y = 1970 + day / YEAR_DAYS;

	while (date_day(y + 1, 1, 1) <= day)
		y++;
	*year = y;
	*month = 12;
	while (date_day(y, *month, 1) > day)
		--*month;
	*mday = day - date_day(y, *month, 1) + 1;
}

bool date_parse(struct str s, int32_t *day)
{
	int year, month, mday;

	if (s.len != 10 || s.s[4] != '-' || s.s[7] != '-' ||
	    !number(s, 0, 4, 1970, 9999, &year) ||
	    !number(s, 5, 2, 1, 12, &month) || !number(s, 8, 2, 1, 31, &mday) ||
	    !is_day(year, month, mday))
		return false;
	*day = date_day(year, month, mday);
	return true;
}

bool date_parse_yearly(struct str s, int *month, int *mday)
{
	enum { LEAP = 2000 };

	return s.len == 5 && s.s[2] == '-' && number(s, 0, 2, 1, 12, month) &&
	       number(s, 3, 2, 1, 31, mday) && is_day(LEAP, *month, *mday);
}

bool date_parse_clock(struct str s, int *hour, int *minute)
{
	return s.len == 5 && s.s[2] == ':' && number(s, 0, 2, 0, 23, hour) &&
	       number(s, 3, 2, 0, 59, minute);
}

bool date_parse_time(struct str s, int64_t *utc_s)
{
	int hour, minute, second;
	int32_t day;

	if (s.len != 20 || s.s[10] != 'T' || s.s[16] != ':' || s.s[19] != 'Z' ||
	    !date_parse((struct str){ s.s, 10 }, &day) ||
	    !date_parse_clock((struct str){ s.s + 11, 5 }, &hour, &minute) ||
	    !number(s, 17, 2, 0, 59, &second))
		return false;
	*utc_s = (int64_t)day * DAY_S + hour * 3600 + minute * 60 + second;
	return true;
}

bool duration_parse(struct str s, int64_t *seconds)
{
	static const struct {
		char unit;
		int64_t s;
	} units[] = {
		{ 'd', DAY_S }, { 'h', HOUR_S }, { 'm', 60 }, { 's', 1 }
	};

	for (size_t i = 0; s.len > 1 && i < ARRAY_LEN(units); i++) {
		if ((s.s[s.len - 1] | 0x20) != units[i].unit)
			continue;
		if (!parse_int((struct str){ s.s, s.len - 1 }, 0, 3650,
			       seconds))
			return false;
		*seconds *= units[i].s;
		return true;
	}
	return false;
}
