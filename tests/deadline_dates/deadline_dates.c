/*
 * tests/deadline_dates/deadline_dates.c - deadlines, worked out by
 * protocol/calendar.h: from each line "after, days off|deadline" of its input
 * (after: UTC seconds) the next one, a line each.
 */
#include "base/parse.h"
#include "judge/game/timezone.h"
#include "protocol/calendar.h"
#include <stdio.h>
#include <string.h>

static int64_t offset(const struct calendar_clock *k, int64_t utc_s)
{
	const struct str *zone = k->context;

	return timezone_time(*zone, utc_s).offset_min * INT64_C(60);
}

int main(void)
{
	char line[1024];

	while (fgets(line, sizeof(line), stdin)) {
		struct str rest = { line, strcspn(line, "\n") };
		struct str field, off, bad;
		struct calendar c;
		struct calendar_clock zone;
		int64_t after;

		if (!parse_field(&rest, '|', &field) ||
		    !parse_int(field, 0, INT64_MAX, &after) ||
		    !parse_field(&rest, '|', &off) ||
		    !calendar_parse(rest, &c, &bad) ||
		    !calendar_off_parse(off, &c, &bad)) {
			fprintf(stderr, "not understood: %s", line);
			return 1;
		}
		zone = (struct calendar_clock){ .offset = offset,
						.context = &c.zone };
		printf("%lld\n", (long long)calendar_next(&c, &zone, after));
	}
	return 0;
}
