/*
 * src/protocol/timing.h - computes the deadline of an awaited seat, identically
 * in judge and verifier: the length of a turn, the table's calendar, absences
 * and rests. It needs no store, and clocks of the log instead of time zones.
 */
#ifndef PROTOCOL_TIMING_H
#define PROTOCOL_TIMING_H
#include "protocol/table_state.h"
#include "protocol/calendar.h"

struct timing {
	const struct table_state *g;
	int64_t turn_s; /* plain length of a turn, 0: none */
	/* Log the next span of a clock of the table, or take it from the log:
	 * g has it then. NULL, or false: there is none. */
	bool (*more)(void *context, enum table_clock which);
	void *context;
	bool lacks_clock; /* out: the log does not go so far */
};

/* On which days deadlines fall; the zone that its text names, "": none. */
void timing_calendar(const struct table_state *g, struct calendar *c);

/* Does time run at this table at all? */
bool timing_has(const struct table_state *g, int64_t turn_s);

/* Until when a seat has time that is awaited from at_s on, and what made it
 * another than the plain length of a turn; NULL: nothing. */
int64_t timing_due(struct timing *t, int seat, int64_t at_s,
		   const char **moved_by);

/*
 * The same for a seat with a deadline at due_s, after an adjudication at at_s
 * with its AWAY or BACK: `before` is the table state before. Returns due_s, and
 * NULL in *moved_by, if nothing moves.
 */
int64_t timing_absence(struct timing *t, const struct table_state *before,
		       int seat, int64_t at_s, int64_t due_s,
		       const char **moved_by);
#endif
