/*
 * src/protocol/calendar.h - parses and computes deadlines by local time: fixed
 * hours, weekdays and days off of a place.
 *
 *	mon thu 20:00 Europe/Madrid	a deadline: these days, or with none
 *					named every day, at that time
 *	3d, 72h				or so long after it began to run
 *	sat sun 12-25 2026-12-24..2027-01-06	days off: of each week, of each
 *					year, one day, from one to another
 *
 * A local time that a clock change leaves out is the end of the gap, never
 * earlier than said; one that comes twice is the second, never too early.
 */
#ifndef PROTOCOL_CALENDAR_H
#define PROTOCOL_CALENDAR_H
#include "base/arena.h"

enum { CALENDAR_OFF_MAX = 64, CALENDAR_YEARS = 10 };

/* From one day to another (base/date.h); yearly: both month * 100 + day. */
struct calendar_off {
	bool yearly;
	int32_t from, to;
};

struct calendar {
	struct str zone;  /* borrowed from the text; in any case */
	int64_t length_s; /* a time instead of days and zone, or 0 */
	uint8_t days;     /* a bit for each weekday, Monday the lowest */
	int hour, minute;
	uint8_t off_days; /* weekdays, too */
	struct calendar_off off[CALENDAR_OFF_MAX];
	int n_off;
};

/* The deadlines, in any case; false: *bad is the word that cannot be. Whether
 * there is such a zone is its caller's to ask (judge/game/timezone_names.h). */
bool calendar_parse(struct str text, struct calendar *c, struct str *bad);

/* The days off, into a calendar that has been parsed or is zeroed. */
bool calendar_off_parse(struct str text, struct calendar *c, struct str *bad);

/*
 * The clocks of a place: how far they are to the east of UTC at a moment. The
 * judge reads zone data (judge/game/timezone.h) and logs the offsets that it
 * uses; verifiers take them from the log (protocol/zone_spans.h).
 */
struct calendar_clock {
	int64_t (*offset)(const struct calendar_clock *k, int64_t utc_s);
	void *context;
	int which; /* of several clocks of a context */
};

/* The moment of a local time, given in seconds as if it were UTC. */
int64_t calendar_moment(const struct calendar_clock *k, int64_t local_s);

/* The first moment after from_s at which the offset is another; until_s: it is
 * none before that. */
int64_t calendar_change(const struct calendar_clock *k, int64_t from_s,
			int64_t until_s);

/*
 * The first deadline at after_s (UTC) or later; 0: none within CALENDAR_YEARS.
 */
int64_t calendar_next(const struct calendar *c, const struct calendar_clock *k,
		      int64_t after_s);

/* The same time of day on the first day, from that of at_s on, that is not off;
 * at_s itself if its own is not, or if all are for CALENDAR_YEARS. */
int64_t calendar_not_off(const struct calendar *c,
			 const struct calendar_clock *k, int64_t at_s);
#endif
