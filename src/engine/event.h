/*
 * src/engine/event.h - events: one event records one change of a game, the
 * rules that caused it and the numbers that explain it. evolve builds the
 * state from events, reports and disputes read them, the log keeps them for
 * ever.
 *
 * Kinds are listed in .def files: those of all games in engine/common.def,
 * those of one game in its own folder, numbered from EVENT_FIRST_OWN. The
 * format:
 *
 *	EVENT(MOVED, "moved")	(CARD, if it defines what a catalog gave;
 *				SEALED, if it says only that something is in)
 *	FIELD(MOVED, FIG, "fig", LABEL)
 *	FIELD(MOVED, FROM, "from", POINT_IN(0, 99))
 *	END(MOVED)
 *
 * Each number has a range (engine/field_types.h). Emitters keep it, and the
 * reader refuses a log with a number out of range: evolve and the rules use
 * such numbers as indices.
 */
#ifndef ENGINE_EVENT_H
#define ENGINE_EVENT_H
#include "engine/field.h"

enum {
	EVENT_FIRST_OWN = 96, /* kinds below are common to all games */
	EVENT_MAX_FIELDS = 20,
	EVENT_MAX_RULES = 8,
	EVENT_MAX_WORDS = 640,
	EVENT_MAX_JSON =
		16384, /* bytes of the canonical form, proved by test */
	EVENT_HASH_SIZE = 32,
	SEATS_MAX = 8,
	HIDDEN_MAX = 1 << 20 /* hidden draws of a game, numbers from 0 */
};

/* The audience of an event: a bit for each seat, and these. */
#define AUDIENCE_ALL        UINT32_MAX
#define AUDIENCE_GM         (UINT32_C(1) << 30)
#define AUDIENCE_SEAT(seat) (UINT32_C(1) << (seat))

struct event_kind {
	const char *name;
	const struct field *fields;
	int n_fields;
	bool card;   /* it defines what a catalog gave */
	bool sealed; /* the event says only that a sealed order arrived: that
		      * alone causes no mail to other seats */
};

/*
 * A flat value without pointers: assign it, compare it with event_equal. The
 * words past the last field are not set and mean nothing.
 */
struct event {
	uint16_t kind;
	uint8_t n_fields;
	uint8_t n_rules;
	uint32_t audience;
	uint16_t rules[EVENT_MAX_RULES]; /* the first is the main cause */
	uint16_t end[EVENT_MAX_FIELDS];  /* in w, of each field */
	int32_t w[EVENT_MAX_WORDS];
};

/*
 * Building: start, then every field in the order of the table, by its own
 * number (RB_EV_MOVED_FIG): the place is asserted, because two numbers in the
 * wrong order would falsify reports for ever. A list longer than there is room
 * for is our own fault and is asserted; engines bound what they put in.
 */
void event_start(struct event *e, int kind, int rule);
void event_because(struct event *e, int rule); /* one more rule; once each */
void event_put(struct event *e, int field, int32_t v);
void event_put_point(struct event *e, int field, int32_t x, int32_t y);
void event_put_ints(struct event *e, int field, const int32_t *w, int n);
void event_put_text(struct event *e, int field, struct str s);
void event_put_hash(struct event *e, int field,
		    const uint8_t hash[EVENT_HASH_SIZE]);

/* Another text in a field that has one, of an event that is made. */
void event_change_text(struct event *e, int field, struct str s);

/* The same without field names, for tests, which write events of any kind;
 * check.py refuses these calls elsewhere. */
void event_int(struct event *e, int32_t v); /* INT BOOL SEAT LABEL ENUM */
void event_point(struct event *e, int32_t x, int32_t y);
void event_ints(struct event *e, const int32_t *w, int n); /* lists, HASH */
void event_text(struct event *e, struct str s);
void event_hash(struct event *e, const uint8_t hash[EVENT_HASH_SIZE]);

/* Reading field i. */
static inline const int32_t *event_words(const struct event *e, int i, int *n)
{
	int start = i ? e->end[i - 1] : 0;

	assert(0 <= i && i < e->n_fields);
	*n = e->end[i] - start;
	return e->w + start;
}

static inline int32_t event_get(const struct event *e, int i)
{
	assert(0 <= i && i < e->n_fields);
	return e->w[i ? e->end[i - 1] : 0];
}

/* The text of field i, in room (as text_unpack). */
struct str event_get_text(const struct event *e, int i, char *room,
			  size_t size);

/* The bytes of field i, a hash. */
void event_get_hash(const struct event *e, int i, uint8_t out[EVENT_HASH_SIZE]);

/* Is it this text? */
bool event_text_is(const struct event *e, int i, const char *z);

/*
 * Copy the words of field i into n fixed words and fill the rest with zeroes;
 * false: too many.
 */
bool event_copy_words(const struct event *e, int i, int32_t *to, int n);

/* Number of the field called name in this kind, or -1. */
int event_field(const struct event_kind *k, const char *name);

/* Assignment that copies no more than is used. */
void event_copy(struct event *to, const struct event *from);

bool event_equal(const struct event *a, const struct event *b);

/* What the tables of one game are, for those who read events of any game. */
struct event_schema {
	const struct event_kind *kinds; /* own kinds, from EVENT_FIRST_OWN */
	int n_kinds;
	const struct rule_table *rules;
};

/* The kinds of engine/common.def. */
extern const struct event_kind event_common[];
extern const int n_event_common;

/* The kind's row, or NULL for a number that no table has. */
const struct event_kind *event_kind(const struct event_schema *s, int kind);

/* Of a kind of the schema, every field of the width and in the range of its
 * row. What event_parse reads does. */
bool event_fits(const struct event *e, const struct event_schema *s);

/* The kind of an event in canonical form, by its name alone; NULL: none. */
const struct event_kind *event_kind_of(const struct event_schema *s,
				       struct str json);

/*
 * The canonical form, which is hashed, stored, exported and verified:
 *	{"event":"moved","for":"all","rules":["RB-MOVE-01"],"fig":"A1",..}
 * with every field of the table, in its order. "for" is "all", or a list of
 * seats and "gm" such as ["A","gm"].
 */
void event_render(struct buf *out, const struct event_schema *s,
		  const struct event *e);

/*
 * Read the canonical form, and nothing else: false if a single byte is not
 * what event_render would write.
 */
bool event_parse(struct str in, const struct event_schema *s, struct event *e);

/* Is it one of this kind of engine/common.def, by how it begins alone? */
bool event_line_is(struct str in, int kind);

/* Read one of this kind of engine/common.def; false of all others, which are
 * not looked at. */
bool event_parse_as(struct str in, const struct event_schema *s, int kind,
		    struct event *e);

/*
 * A list of events in the order in which they happened, bounded by its owner:
 * the events of one adjudication. An engine stops before it is full.
 */
struct event_list {
	struct event *v; /* borrowed; NULL: they are counted, not kept */
	int n, max;
};
#endif
