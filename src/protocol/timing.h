/*
 * src/protocol/timing.h - how long a seat has that is awaited: the length of a
 * turn, the table's calendar, absences and rests. The judge and who verifies a
 * log compute the same. Needs no store and no time zones.
 */
#ifndef PROTOCOL_TIMING_H
#define PROTOCOL_TIMING_H
#include "protocol/table_state.h"
#include "protocol/calendar.h"

struct timing {
	const struct table_state *g;
	int64_t turn_s; /* plain length of a turn, 0: none */
	/* the zone of the table's calendar, and of the judge for days off */
	struct calendar_clock calendar, off;
};

/* On which days deadlines fall; the zone that its text names, "": none. */
void timing_calendar(const struct table_state *g, struct calendar *c);

/* Does time run at this table at all? */
bool timing_has(const struct timing *t);

/* Until when a seat has time that is awaited from at_s on, and what made it
 * another than the plain length of a turn; NULL: nothing. */
int64_t timing_due(const struct timing *t, int seat, int64_t at_s,
		   const char **moved_by);

/*
 * The same for a seat that has time until due_s, after an adjudication at at_s
 * in which it has said that it is away, or back: `before` was the agenda.
 * Returns due_s, and NULL in *moved_by, if nothing moves.
 */
int64_t timing_absence(const struct timing *t, const struct table_state *before,
		       int seat, int64_t at_s, int64_t due_s,
		       const char **moved_by);
#endif
