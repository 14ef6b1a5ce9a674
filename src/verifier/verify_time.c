/* src/verifier/verify_time.c - times and deadlines of events */
#include "base/date.h"
#include "protocol/timing.h"
#include "verifier/verifier.h"

bool verify_time(struct verifier *v, const struct event *e, int field,
		 int64_t *out)
{
	struct str s = log_event_text(v->a, e, field);

	return date_parse_time(s, out)
		       ? true
		       : WRONG(v, "'%.*s' is no time", STR_ARG(s));
}

void verify_deadline_told(struct verifier *v, unsigned seat, int64_t due_s)
{
	v->due_s[seat] = due_s;
	if (due_s)
		v->moved |= UINT32_C(1) << seat;
}

static bool is_why(const char *moved_by, struct str why)
{
	return moved_by ? str_is(why, moved_by) : !why.len;
}

/* What its deadline before becomes, or a new one; 0: the log lacks the clocks
 * for it. */
static int64_t computed_due(const struct verifier *v, int seat, bool kept,
			    const char **moved_by)
{
	struct timing t = { .g = &v->agreements, .turn_s = v->deadline_s };
	int64_t at_s = v->times[v->n_times - 1];
	int64_t due_s = kept ? timing_absence(&t, &v->agreements_before, seat,
					      at_s, v->due_s[seat], moved_by)
			     : timing_due(&t, seat, at_s, moved_by);

	return t.lacks_clock ? 0 : due_s;
}

bool verify_deadline_fits(struct verifier *v, unsigned seat, int64_t due_s,
			  struct str why)
{
	bool acts = v->acts == (int)seat && v->went_on && !v->by_deputy;
	bool had = v->due_s[seat] != 0;
	const char *moved_by;

	if (had && computed_due(v, (int)seat, true, &moved_by) == due_s &&
	    is_why(moved_by, why))
		return true;
	return (!had || acts) &&
	       computed_due(v, (int)seat, false, &moved_by) == due_s &&
	       is_why(moved_by, why);
}

bool verify_deadlines(struct verifier *v, const int64_t due_s[SEATS_MAX])
{
	v->event = 0;
	if (!verify_awaited(v, due_s))
		return false;
	for (int i = 0; i < v->out->n_seats; i++) {
		bool told = v->moved >> i & 1 && due_s[i] == v->due_s[i];

		if (due_s[i] && !told &&
		    !verify_deadline_fits(v, (unsigned)i, due_s[i], STR("")))
			return WRONG(v, "seat %c has another deadline",
				     'A' + i);
		v->due_s[i] = due_s[i];
	}
	return true;
}
