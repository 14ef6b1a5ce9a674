/* src/base/date.c */
#include "base/date.h"
#include "base/ascii.h"
#include "base/parse.h"
#include <string.h>
#include <strings.h>

enum { YEAR_DAYS = 366 };

/* len digits at a place of s, and no sign */
static bool date_number(struct str s, size_t at, size_t len, int min, int max,
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
	    !date_number(s, 0, 4, 1970, 9999, &year) ||
	    !date_number(s, 5, 2, 1, 12, &month) ||
	    !date_number(s, 8, 2, 1, 31, &mday) || !is_day(year, month, mday))
		return false;
	*day = date_day(year, month, mday);
	return true;
}

bool date_parse_yearly(struct str s, int *month, int *mday)
{
	enum { LEAP = 2000 };

	return s.len == 5 && s.s[2] == '-' &&
	       date_number(s, 0, 2, 1, 12, month) &&
	       date_number(s, 3, 2, 1, 31, mday) && is_day(LEAP, *month, *mday);
}

bool date_parse_clock(struct str s, int *hour, int *minute)
{
	return s.len == 5 && s.s[2] == ':' &&
	       date_number(s, 0, 2, 0, 23, hour) &&
	       date_number(s, 3, 2, 0, 59, minute);
}

bool date_parse_time(struct str s, int64_t *utc_s)
{
	int hour, minute, second;
	int32_t day;

	if (s.len != 20 || s.s[10] != 'T' || s.s[16] != ':' || s.s[19] != 'Z' ||
	    !date_parse((struct str){ s.s, 10 }, &day) ||
	    !date_parse_clock((struct str){ s.s + 11, 5 }, &hour, &minute) ||
	    !date_number(s, 17, 2, 0, 59, &second))
		return false;
	*utc_s = (int64_t)day * DAY_S + hour * 3600 + minute * 60 + second;
	return true;
}

/* The seconds of a unit, by any of its names; 0: it is none. */
static int64_t unit_read(struct str name)
{
	/* capitals of signed texts: case of other letters than ASCII is both */
	static const struct {
		const char *name;
		int64_t s;
	} units[] = {
		{ "d", DAY_S },
		{ "day", DAY_S },
		{ "days", DAY_S },
		{ "dia", DAY_S },
		{ "dias", DAY_S },
		{ "d\xc3\xad\x61", DAY_S },
		{ "d\xc3\xad\x61s", DAY_S },
		{ "d\xc3\x8d\x61", DAY_S },
		{ "d\xc3\x8d\x61s", DAY_S },
		{ "h", HOUR_S },
		{ "hour", HOUR_S },
		{ "hours", HOUR_S },
		{ "hora", HOUR_S },
		{ "horas", HOUR_S },
		{ "m", 60 },
		{ "min", 60 },
		{ "minute", 60 },
		{ "minutes", 60 },
		{ "minuto", 60 },
		{ "minutos", 60 },
		{ "s", 1 },
		{ "w", 7 * DAY_S },
		{ "week", 7 * DAY_S },
		{ "weeks", 7 * DAY_S },
		{ "semana", 7 * DAY_S },
		{ "semanas", 7 * DAY_S },
	};

	for (size_t i = 0; i < ARRAY_LEN(units); i++)
		if (name.len == strlen(units[i].name) &&
		    !strncasecmp(name.s, units[i].name, name.len))
			return units[i].s;
	return 0;
}

bool duration_read(struct str s, int64_t bare_s, int64_t *seconds)
{
	enum { MOST = 3650 };
	size_t digits = 0;
	struct str unit;
	int64_t n, unit_s;

	s = parse_trim(s);
	while (digits < s.len && ascii_is_digit(s.s[digits]))
		digits++;
	unit = parse_trim((struct str){ s.s + digits, s.len - digits });
	unit_s = unit.len ? unit_read(unit) : bare_s;
	if (!unit_s || !parse_int((struct str){ s.s, digits }, 0, MOST, &n))
		return false;
	*seconds = n * unit_s;
	return true;
}

bool duration_parse(struct str s, int64_t *seconds)
{
	return duration_read(s, 0, seconds);
}
