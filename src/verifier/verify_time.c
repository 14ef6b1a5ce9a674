/* src/verifier/verify_time.c - times and deadlines of events */
#include "base/date.h"
#include "verifier/verifier.h"

bool verify_time(struct verifier *v, const struct event *e, int field,
		 int64_t *out)
{
	struct str s = log_event_text(v->a, e, field);

	return date_parse_time(s, out)
		       ? true
		       : WRONG(v, "'%.*s' is no time", STR_ARG(s));
}

bool verify_was_due(const struct verifier *v, unsigned seat, int64_t due)
{
	if (v->extended_s[seat] && due == v->extended_s[seat])
		return true;
	for (size_t i = 0; v->deadline_s && i < v->n_times; i++)
		if (v->times[i] + v->deadline_s == due)
			return true;
	return false;
}
