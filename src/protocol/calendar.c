/* src/protocol/calendar.c */
#include "protocol/calendar.h"
#include "base/date.h"
#include "base/parse.h"

enum { YEAR_DAYS = 366, WEEK = 7, THURSDAY = 3, LENGTH_DAYS = 366 };

static const char *const day_names[WEEK] = { "mon", "tue", "wed", "thu",
					     "fri", "sat", "sun" };

static int weekday_of(int32_t day)
{
	return (int)(((int64_t)day + THURSDAY) % WEEK);
}

/* in any case; the day is in small letters */
static bool is_day(struct str word, const char *day)
{
	for (size_t i = 0; i < word.len; i++)
		if (!day[i] || (word.s[i] | 0x20) != day[i])
			return false;
	return word.len && !day[word.len];
}

/* a bit for the weekday, in any case; 0: it is none */
static uint8_t weekday_bit(struct str word)
{
	for (int i = 0; i < WEEK; i++)
		if (is_day(word, day_names[i]))
			return (uint8_t)(1u << i);
	return 0;
}

/* "3d", "72h" */
static bool length_parse(struct str word, int64_t *seconds)
{
	char unit = word.len > 1 ? word.s[word.len - 1] | 0x20 : 0;
	int64_t one = unit == 'd' ? DAY_S : unit == 'h' ? HOUR_S : 0;

	if (!one || word.len > 5 || word.s[0] < '0' || '9' < word.s[0] ||
	    !parse_int((struct str){ word.s, word.len - 1 }, 1,
		       LENGTH_DAYS * DAY_S / one, seconds))
		return false;
	*seconds *= one;
	return true;
}

bool calendar_parse(struct str text, struct calendar *c, struct str *bad)
{
	bool timed = false;

	*c = (struct calendar){ .days = 0 };
	*bad = parse_trim(text);
	if (length_parse(*bad, &c->length_s))
		return true;
	while (parse_field(&text, ' ', bad)) {
		uint8_t bit = weekday_bit(*bad);

		if (!bad->len)
			continue;
		if (timed && !c->zone.len)
			c->zone = *bad;
		else if (!timed && bit)
			c->days |= bit;
		else if (!timed && date_parse_clock(*bad, &c->hour, &c->minute))
			timed = true;
		else
			return false;
	}
	if (!c->days)
		c->days = (1u << WEEK) - 1;
	*bad = STR("");
	return timed && c->zone.len;
}

/* "12-25": of each year */
static bool yearly_parse(struct str word, int32_t *out)
{
	int month, mday;

	if (!date_parse_yearly(word, &month, &mday))
		return false;
	*out = month * 100 + mday;
	return true;
}

/* "2026-12-24..2027-01-06", "12-24..01-06", or one of either */
static bool off_parse(struct str word, struct calendar_off *o)
{
	struct str to = word;

	for (size_t i = 0; i < word.len; i++) {
		struct str rest = { word.s + i, word.len - i };
		/* in signed text they are three (auth/canonical_text.h) */
		size_t dots = str_starts(rest, "...") ? 3 : 2;

		if (!str_starts(rest, ".."))
			continue;
		to = (struct str){ rest.s + dots, rest.len - dots };
		word.len = i;
		break;
	}
	o->yearly = yearly_parse(word, &o->from);
	if (o->yearly)
		return yearly_parse(to, &o->to);
	return date_parse(word, &o->from) && date_parse(to, &o->to) &&
	       o->from <= o->to;
}

bool calendar_off_parse(struct str text, struct calendar *c, struct str *bad)
{
	c->off_days = 0;
	c->n_off = 0;
	while (parse_field(&text, ' ', bad)) {
		uint8_t bit = weekday_bit(*bad);

		c->off_days |= bit;
		if (bit || !bad->len)
			continue;
		if (c->n_off == CALENDAR_OFF_MAX ||
		    !off_parse(*bad, &c->off[c->n_off]))
			return false;
		c->n_off++;
	}
	*bad = STR("");
	return c->off_days != (1u << WEEK) - 1;
}

static bool calendar_within(const struct calendar_off *o, int32_t day,
			    int32_t yearly)
{
	if (!o->yearly)
		return o->from <= day && day <= o->to;
	/* from 12-24 to 01-06 goes over the end of the year */
	return o->from <= o->to ? o->from <= yearly && yearly <= o->to
				: o->from <= yearly || yearly <= o->to;
}

/* Does no deadline fall on that day? */
static bool calendar_is_off(const struct calendar *c, int32_t day)
{
	int year, month, mday;

	if (c->off_days >> weekday_of(day) & 1)
		return true;
	date_split(day, &year, &month, &mday);
	for (int i = 0; i < c->n_off; i++)
		if (calendar_within(&c->off[i], day, month * 100 + mday))
			return true;
	return false;
}

/* the first moment at which the offset is no more that of `before` */
static int64_t change_between(const struct calendar_clock *k, int64_t before,
			      int64_t after)
{
	int64_t was = k->offset(k, before);

	while (before + 1 < after) {
		int64_t mid = before + (after - before) / 2;

		if (k->offset(k, mid) == was)
			before = mid;
		else
			after = mid;
	}
	return after;
}

int64_t calendar_change(const struct calendar_clock *k, int64_t from_s,
			int64_t until_s)
{
	int64_t was = k->offset(k, from_s);

	for (int64_t at = from_s; at < until_s; at += DAY_S)
		if (k->offset(k, at + DAY_S) != was)
			return change_between(k, at, at + DAY_S);
	return until_s;
}

/* Clocks change once in two days, and by less than one. */
int64_t calendar_moment(const struct calendar_clock *k, int64_t local_s)
{
	int64_t before = k->offset(k, local_s - DAY_S);
	int64_t after = k->offset(k, local_s + DAY_S);

	/* of two the later: that by the smaller offset */
	if (k->offset(k, local_s - after) == after &&
	    (after <= before || k->offset(k, local_s - before) != before))
		return local_s - after;
	if (k->offset(k, local_s - before) == before)
		return local_s - before;
	return change_between(k, local_s - DAY_S - before,
			      local_s + DAY_S - after);
}

static int32_t local_day(const struct calendar_clock *k, int64_t at_s)
{
	return (int32_t)((at_s + k->offset(k, at_s)) / DAY_S);
}

int64_t calendar_next(const struct calendar *c, const struct calendar_clock *k,
		      int64_t after_s)
{
	int32_t first = local_day(k, after_s);

	for (int32_t day = first; day < first + CALENDAR_YEARS * YEAR_DAYS;
	     day++) {
		int64_t due = (int64_t)day * DAY_S + c->hour * HOUR_S +
			      c->minute * 60;

		if (!(c->days >> weekday_of(day) & 1) ||
		    calendar_is_off(c, day))
			continue;
		due = calendar_moment(k, due);
		if (due >= after_s)
			return due;
	}
	return 0;
}

int64_t calendar_not_off(const struct calendar *c,
			 const struct calendar_clock *k, int64_t at_s)
{
	int64_t local;
	int32_t first;

	if (!c->off_days && !c->n_off)
		return at_s; /* no clock is needed */
	local = at_s + k->offset(k, at_s);
	first = (int32_t)(local / DAY_S);
	local -= local % 60;
	for (int32_t day = first; day < first + CALENDAR_YEARS * YEAR_DAYS;
	     day++, local += DAY_S)
		if (!calendar_is_off(c, day))
			return day == first ? at_s : calendar_moment(k, local);
	return at_s;
}
