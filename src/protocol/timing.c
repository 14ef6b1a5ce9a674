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

bool timing_has(const struct timing *t)
{
	return t->turn_s || t->g->policy.deadline.len;
}

/* Do deadlines fall on certain days, and not after some time? */
static bool by_week(const struct timing *t)
{
	struct calendar c;

	timing_calendar(t->g, &c);
	return c.days;
}

/* The first day for a deadline that is late enough, from at_s on. */
static int64_t by_days(const struct timing *t, int64_t at_s)
{
	const struct policy *p = &t->g->policy;
	int64_t first = at_s + p->n[POLICY_MIN_HOURS] * HOUR_S, due;
	struct calendar c;

	timing_calendar(t->g, &c);
	if (c.length_s)
		due = at_s + c.length_s;
	else if (c.days) {
		due = calendar_next(&c, &t->calendar,
				    first > at_s ? first : at_s + 1);
		return due ? due : at_s + t->turn_s;
	} else {
		due = at_s + t->turn_s;
	}
	return calendar_not_off(&c, &t->off, due > first ? due : first);
}

/* The first deadline at that moment or later, at which an absence has ended. */
static int64_t moved_to(const struct timing *t, int64_t at_s)
{
	struct calendar c;

	if (by_week(t))
		return by_days(t, at_s - 1);
	timing_calendar(t->g, &c);
	return calendar_not_off(&c, &t->off, at_s);
}

int64_t timing_due(const struct timing *t, int seat, int64_t at_s,
		   const char **moved_by)
{
	int64_t due = by_days(t, at_s), later;

	later = table_state_present(t->g, seat, at_s, due - at_s);
	*moved_by = due != at_s + t->turn_s ? "calendar" : NULL;
	if (later == due)
		return due;
	*moved_by = "away";
	return moved_to(t, later);
}

/* Absences that are not over; a rest of the table is an absence of all. */
static int64_t absences(const struct table_state *g, int seat, int64_t at_s)
{
	int64_t n = g->n_rested;

	for (int i = 0; i < g->seats[seat].n_absences; i++)
		n += g->seats[seat].absences[i].until_s > at_s;
	return n;
}

int64_t timing_absence(const struct timing *t, const struct table_state *before,
		       int seat, int64_t at_s, int64_t due_s,
		       const char **moved_by)
{
	int64_t was = absences(before, seat, at_s);
	int64_t is = absences(t->g, seat, at_s);
	int64_t now, left;
	const char *unused;

	*moved_by = NULL;
	if (is == was)
		return due_s;
	left = table_state_presence(before, seat, at_s, due_s);
	/* an absence beyond the deadline has given no time */
	if (is < was && left == table_state_presence(t->g, seat, at_s, due_s))
		return due_s;
	now = timing_due(t, seat, at_s, &unused);
	if (!by_week(t)) {
		int64_t kept = moved_to(
			t, table_state_present(t->g, seat, at_s, left));

		/* back: what an extension gave stays */
		if (is > was || kept > now)
			now = kept;
	}
	/* back: no later than was promised */
	if (is < was ? now >= due_s : now <= due_s)
		return due_s;
	*moved_by = is < was ? "back" : "away";
	return now;
}
