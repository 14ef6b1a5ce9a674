/* src/protocol/timing.c */
#include "protocol/timing.h"
#include "base/date.h"

void timing_calendar(const struct table_state *g, struct calendar *c)
{
	struct str bad;

	*c = (struct calendar){ .days = 0 };
	if (g->policy.deadline.len)
		(void)calendar_parse(policy_str(&g->policy.deadline), c, &bad);
	(void)calendar_off_parse(policy_str(&g->policy.off), c, &bad);
}

bool timing_has(const struct table_state *g, int64_t turn_s)
{
	return turn_s || g->policy.deadline.len;
}

static int64_t logged_offset(const struct calendar_clock *k, int64_t utc_s)
{
	struct timing *t = k->context;
	const struct zone_spans *z = &t->g->clocks[k->which];
	int64_t offset_s;

	while (!zone_spans_offset(z, utc_s, &offset_s))
		if (!t->more ||
		    !t->more(t->context, (enum table_clock)k->which)) {
			t->lacks_clock = true;
			break;
		}
	return offset_s;
}

static struct calendar_clock clock_of(struct timing *t, enum table_clock which)
{
	return (struct calendar_clock){ .offset = logged_offset,
					.context = t,
					.which = which };
}

/* Do deadlines fall on certain days, and not after some time? */
static bool by_week(const struct timing *t)
{
	struct calendar c;

	timing_calendar(t->g, &c);
	return c.days;
}

/* The first day for a deadline, at least min_s after at_s. */
static int64_t by_days(struct timing *t, int64_t at_s, int64_t min_s)
{
	const struct calendar_clock week = clock_of(t, TABLE_CLOCK_DEADLINE),
				    off = clock_of(t, TABLE_CLOCK_OFF);
	int64_t first = at_s + min_s, due;
	struct calendar c;

	timing_calendar(t->g, &c);
	if (c.length_s)
		due = at_s + c.length_s;
	else if (c.days) {
		due = calendar_next(&c, &week, first > at_s ? first : at_s + 1);
		return due ? due : at_s + t->turn_s;
	} else {
		due = at_s + t->turn_s;
	}
	return calendar_not_off(&c, &off, due > first ? due : first);
}

static int64_t min_time(const struct timing *t)
{
	return t->g->policy.n[POLICY_MIN_HOURS] * HOUR_S;
}

/* The first deadline at that moment or later, at which an absence has ended. */
static int64_t moved_to(struct timing *t, int64_t at_s)
{
	const struct calendar_clock off = clock_of(t, TABLE_CLOCK_OFF);
	struct calendar c;

	if (by_week(t))
		return by_days(t, at_s - 1, min_time(t));
	timing_calendar(t->g, &c);
	return calendar_not_off(&c, &off, at_s);
}

/* The deadline of a seat that is awaited from at_s on. */
static int64_t due_from(struct timing *t, int seat, int64_t at_s, int64_t min_s)
{
	int64_t due = by_days(t, at_s, min_s);
	int64_t later = table_state_present(t->g, seat, at_s, due - at_s);

	return later == due ? due : moved_to(t, later);
}

int64_t timing_due(struct timing *t, int seat, int64_t at_s,
		   const char **moved_by)
{
	int64_t due = due_from(t, seat, at_s, min_time(t));

	*moved_by = due != by_days(t, at_s, min_time(t)) ? "away"
		    : due != at_s + t->turn_s            ? "calendar"
							 : NULL;
	return due;
}

/* Absences that are not over; a rest of the table is an absence of all. */
static int64_t absences(const struct table_state *g, int seat, int64_t at_s)
{
	int64_t n = g->n_rested;

	for (int i = 0; i < g->seats[seat].n_absences; i++)
		n += g->seats[seat].absences[i].until_s > at_s;
	return n;
}

/* An absence that ends gives back what it gave, and no more: else AWAY and BACK
 * in turn would put a deadline off for ever. */
int64_t timing_absence(struct timing *t, const struct table_state *before,
		       int seat, int64_t at_s, int64_t due_s,
		       const char **moved_by)
{
	int64_t was = absences(before, seat, at_s);
	int64_t is = absences(t->g, seat, at_s);
	int64_t left = table_state_presence(before, seat, at_s, due_s);
	bool is_back = is < was;
	int64_t now;

	*moved_by = NULL;
	/* nothing is left of a deadline that was set within an absence */
	if (is == was || !left ||
	    left == table_state_presence(t->g, seat, at_s, due_s))
		return due_s;
	now = table_state_present(t->g, seat, at_s, left);
	now = is_back && by_week(t) ? due_from(t, seat, at_s, 0)
				    : moved_to(t, now);
	if (is_back ? now >= due_s : now <= due_s)
		return due_s;
	*moved_by = is_back ? "back" : "away";
	return now;
}
