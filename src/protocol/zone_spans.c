/* src/protocol/zone_spans.c */
#include "protocol/zone_spans.h"
#include "base/date.h"
#include <assert.h>
#include <stdlib.h>

/* clocks of the world are so far from UTC */
enum { OFFSET_MIN_S = -12 * HOUR_S, OFFSET_MAX_S = 14 * HOUR_S };

static bool is_named(const struct zone_spans *z, struct str name)
{
	return z->n &&
	       str_equal((struct str){ z->name, (size_t)z->name_len }, name);
}

int64_t zone_spans_next(const struct zone_spans *z, struct str name,
			int64_t at_s)
{
	return is_named(z, name) ? z->v[z->n - 1].until_s
				 : at_s - ZONE_SPAN_BEFORE_S;
}

bool zone_spans_add(struct zone_spans *z, struct str name,
		    const struct zone_span *s, int64_t at_s)
{
	if (!name.len || name.len > ZONE_NAME_MAX ||
	    s->from_s != zone_spans_next(z, name, at_s) ||
	    s->until_s <= s->from_s ||
	    s->until_s - s->from_s > ZONE_SPAN_DAYS * DAY_S ||
	    s->offset_s < OFFSET_MIN_S || s->offset_s > OFFSET_MAX_S)
		return false;
	if (!is_named(z, name)) {
		*z = (struct zone_spans){ .name_len = (int64_t)name.len };
		memcpy(z->name, name.s, name.len);
	}
	if (z->n == ZONE_SPANS)
		memmove(z->v, z->v + 1, (size_t)--z->n * sizeof(*z->v));
	z->v[z->n++] = *s;
	return true;
}

bool zone_spans_offset(const struct zone_spans *z, int64_t utc_s,
		       int64_t *offset_s)
{
	*offset_s = 0;
	for (int64_t i = 0; i < z->n; i++) {
		*offset_s = z->v[i].offset_s;
		if (utc_s < z->v[i].until_s)
			return true;
	}
	return false;
}

void zone_offset_print(int64_t offset_s, char out[ZONE_OFFSET_TEXT])
{
	int64_t min = llabs(offset_s) / 60 % 1440;

	out[0] = offset_s < 0 ? '-' : '+';
	out[1] = (char)('0' + min / 600);
	out[2] = (char)('0' + min / 60 % 10);
	out[3] = ':';
	out[4] = (char)('0' + min % 60 / 10);
	out[5] = (char)('0' + min % 10);
	out[6] = 0;
}

bool zone_offset_parse(struct str s, int64_t *offset_s)
{
	int hour, minute;

	if (s.len != 6 || (s.s[0] != '+' && s.s[0] != '-') ||
	    !date_parse_clock((struct str){ s.s + 1, 5 }, &hour, &minute))
		return false;
	*offset_s = hour * HOUR_S + minute * 60;
	if (s.s[0] == '-')
		*offset_s = -*offset_s;
	return s.s[0] == '+' || *offset_s;
}
