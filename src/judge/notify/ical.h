/*
 * src/judge/notify/ical.h - writes a deadline as a calendar file (RFC 5545)
 * with one appointment, published without a request for an answer (RFC 5546);
 * or cancels that appointment.
 */
#ifndef JUDGE_NOTIFY_ICAL_H
#define JUDGE_NOTIFY_ICAL_H
#include "base/buf.h"

enum { DUE_MAX = 16 << 10 }; /* bytes that its file never exceeds */

/*
 * One deadline. Of files with the same uid a calendar shows the one with the
 * highest sequence: so a deadline that moves is the same appointment, moved.
 */
struct ical {
	struct str uid; /* "weald.A.due@games.example", the same for ever */
	int64_t sequence;
	bool cancelled;        /* the seat is no longer awaited then */
	int64_t made_s, at_s;  /* UTC; years 1970..9999 */
	struct str from;       /* address of the judge */
	struct str title, all; /* UTF-8 text; of all, 2000 bytes are kept */
};

/* The method of RFC 5546, which the type of the file has to name, too. */
const char *ical_method(const struct ical *d);

/* Its bytes, at the end of out, which has room for DUE_MAX: lines end with CRLF
 * and have at most 75 bytes; none is torn within a character. */
void ical_render(struct buf *out, const struct ical *d);
#endif
