/*
 * src/protocol/zone_spans.h - the offsets from UTC of one zone, as the log
 * gives them: spans of time, each beginning where the one before it ends. The
 * judge logs them before a deadline that needs them, so that every machine
 * computes the same deadline without zone data.
 */
#ifndef PROTOCOL_ZONE_SPANS_H
#define PROTOCOL_ZONE_SPANS_H
#include "base/str.h"

enum {
	ZONE_SPANS = 6,
	ZONE_SPAN_DAYS = 400,           /* of one at most */
	ZONE_SPAN_BEFORE_S = 3 * 86400, /* so long before it is needed */
	ZONE_NAME_MAX = 64,
	ZONE_OFFSET_TEXT = 8
};

struct zone_span {
	int64_t from_s, until_s; /* UTC */
	int64_t offset_s;        /* to the east of UTC */
};

/* All numbers are of 64 bits, so that its bytes have no holes. */
struct zone_spans {
	int64_t name_len;
	char name[ZONE_NAME_MAX];
	int64_t n; /* the latest */
	struct zone_span v[ZONE_SPANS];
};

/* Where the next span of the zone begins, at at_s. */
int64_t zone_spans_next(const struct zone_spans *z, struct str name,
			int64_t at_s);

/* Add a span, logged at at_s; another name begins anew. False: it does not
 * follow the one before it. */
bool zone_spans_add(struct zone_spans *z, struct str name,
		    const struct zone_span *s, int64_t at_s);

/* The offset at a moment; false: no span goes so far, *offset_s is the last. */
bool zone_spans_offset(const struct zone_spans *z, int64_t utc_s,
		       int64_t *offset_s);

/* "+02:00", and back. */
void zone_offset_print(int64_t offset_s, char out[ZONE_OFFSET_TEXT]);
bool zone_offset_parse(struct str s, int64_t *offset_s);
#endif
