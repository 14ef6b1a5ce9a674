/* src/judge/notify/delivery_schedule.c */
#include "judge/notify/delivery_schedule.h"
#include "base/date.h"
#include "judge/game/timezone.h"

enum { MINUTES = 24 * 60 };

/* The next moment behind now_s at which their clocks show these minutes. */
static int64_t next_at(struct str zone, int minutes, int64_t now_s)
{
	struct report_time t = timezone_time(zone, now_s);
	int32_t day = date_day(t.year, t.month, t.day);
	int64_t at;

	t.hour = minutes / 60;
	t.minute = minutes % 60;
	at = timezone_moment(zone, &t);
	if (at > now_s)
		return at;
	date_split(day + 1, &t.year, &t.month, &t.day);
	return timezone_moment(zone, &t);
}

static bool is_quiet_at(const struct preferences *w, int minute)
{
	int length = (w->quiet_until - w->quiet_from + MINUTES) % MINUTES;

	return (minute - w->quiet_from + MINUTES) % MINUTES < length;
}

bool delivery_schedule_holds(const struct person_row *p)
{
	return p->preferences.digest || p->preferences.press_next ||
	       p->preferences.quiet_from != p->preferences.quiet_until;
}

int64_t delivery_schedule_when(const struct person_row *p, struct str zone,
			       enum delivery_schedule_kind kind, int64_t now_s)
{
	const struct preferences *w = &p->preferences;
	bool has_hours = w->quiet_from != w->quiet_until;
	struct report_time t;

	if (kind == DELIVERY_SCHEDULE_NEVER || !delivery_schedule_holds(p))
		return now_s;
	if (p->zone.len)
		zone = p->zone;
	if ((w->digest && kind == DELIVERY_SCHEDULE_JOINED) ||
	    kind == DELIVERY_SCHEDULE_LETTERS)
		return next_at(zone,
			       has_hours ? w->quiet_until
					 : DELIVERY_SCHEDULE_DIGEST,
			       now_s);
	t = timezone_time(zone, now_s);
	return has_hours && is_quiet_at(w, 60 * t.hour + t.minute)
		       ? next_at(zone, w->quiet_until, now_s)
		       : now_s;
}

int64_t delivery_schedule_reminder(const struct person_row *p, struct str zone,
				   int64_t due_s, int64_t now_s)
{
	int64_t at =
		delivery_schedule_when(p, zone, DELIVERY_SCHEDULE_NEWS, now_s);

	return due_s - at >= HOUR_S ? at : now_s;
}
