/* src/engine/event.c */
#include "engine/event.h"
#include "engine/common.h"
#include "engine/dice.h"
#include "engine/field_types.h"

/* the tables of engine/common.def, made as engine/gen_tables.inc makes others
 */
static const struct field fields[] = {
#define EVENT(sym, name)
#define FIELD(sym, f, name, type) { name, TYPE_##type },
#define END(sym)
#include "engine/common.def"
#undef EVENT
#undef FIELD
#undef END
};

/* offset of the fields of each kind in that list */
enum {
#define EVENT(sym, name)          AT_##sym, BEFORE_##sym = AT_##sym - 1,
#define FIELD(sym, f, name, type) AT_##sym##_##f,
#define END(sym)
#include "engine/common.def"
#undef EVENT
#undef FIELD
#undef END
	N_FIELDS
};
static_assert(ARRAY_LEN(fields) == N_FIELDS, "each has a place");

const struct event_kind event_common[] = {
#define EVENT(sym, name)                                                       \
	{ name, fields + AT_##sym, N_COMMON_##sym, false, false },
#define FIELD(sym, f, name, type)
#define END(sym)
#include "engine/common.def"
#undef EVENT
#undef FIELD
#undef END
};
const int n_event_common = ARRAY_LEN(event_common);
static_assert(ARRAY_LEN(event_common) <= EVENT_FIRST_OWN, "too many kinds");

void event_start(struct event *e, int kind, int rule)
{
	e->kind = (uint16_t)kind;
	e->n_fields = 0;
	e->n_rules = 0;
	e->audience = AUDIENCE_ALL;
	if (rule)
		event_because(e, rule);
}

void event_because(struct event *e, int rule)
{
	assert(0 < rule && rule <= UINT16_MAX);
	for (int i = 0; i < e->n_rules; i++)
		if (e->rules[i] == rule)
			return;
	assert(e->n_rules < EVENT_MAX_RULES);
	e->rules[e->n_rules++] = (uint16_t)rule;
}

/* room for n words as the next field */
static int32_t *next_field(struct event *e, int n)
{
	int start = e->n_fields ? e->end[e->n_fields - 1] : 0;

	assert(e->n_fields < EVENT_MAX_FIELDS);
	assert(n >= 0 && n <= EVENT_MAX_WORDS - start);
	e->end[e->n_fields++] = (uint16_t)(start + n);
	return e->w + start;
}

void event_int(struct event *e, int32_t v)
{
	*next_field(e, 1) = v;
}

void event_point(struct event *e, int32_t x, int32_t y)
{
	int32_t *w = next_field(e, 2);

	w[0] = x;
	w[1] = y;
}

void event_ints(struct event *e, const int32_t *w, int n)
{
	int32_t *to = next_field(e, n);

	if (n)
		memcpy(to, w, (size_t)n * sizeof(*w));
}

void event_text(struct event *e, struct str s)
{
	int n = text_words(s.len);

	assert(s.len < EVENT_TEXT_ROOM);
	text_pack(next_field(e, n), n, s);
}

void event_hash(struct event *e, const uint8_t hash[EVENT_HASH_SIZE])
{
	int32_t w[EVENT_HASH_SIZE / 4];

	for (size_t i = 0; i < ARRAY_LEN(w); i++)
		w[i] = (int32_t)((uint32_t)hash[4 * i] |
				 (uint32_t)hash[4 * i + 1] << 8 |
				 (uint32_t)hash[4 * i + 2] << 16 |
				 (uint32_t)hash[4 * i + 3] << 24);
	event_ints(e, w, ARRAY_LEN(w));
}

void event_get_hash(const struct event *e, int i, uint8_t out[EVENT_HASH_SIZE])
{
	int n;
	const int32_t *w = event_words(e, i, &n);

	for (size_t k = 0; k < EVENT_HASH_SIZE; k++)
		out[k] = (uint8_t)((uint32_t)w[k / 4] >> 8 * (k % 4));
}

void event_put(struct event *e, int field, int32_t v)
{
	assert(e->n_fields == field);
	*next_field(e, 1) = v;
}

void event_put_point(struct event *e, int field, int32_t x, int32_t y)
{
	assert(e->n_fields == field);
	event_point(e, x, y);
}

void event_put_ints(struct event *e, int field, const int32_t *w, int n)
{
	assert(e->n_fields == field);
	event_ints(e, w, n);
}

void event_put_text(struct event *e, int field, struct str s)
{
	assert(e->n_fields == field);
	event_text(e, s);
}

void event_change_text(struct event *e, int field, struct str s)
{
	struct event was;
	const int32_t *w;
	int n;

	event_copy(&was, e);
	e->n_fields = 0;
	for (int i = 0; i < was.n_fields; i++) {
		w = event_words(&was, i, &n);
		if (i == field)
			event_text(e, s);
		else
			event_ints(e, w, n);
	}
}

void event_put_hash(struct event *e, int field,
		    const uint8_t hash[EVENT_HASH_SIZE])
{
	assert(e->n_fields == field);
	event_hash(e, hash);
}

struct str event_get_text(const struct event *e, int i, char *room, size_t size)
{
	int n;
	const int32_t *w = event_words(e, i, &n);

	return text_unpack(w, n, room, size);
}

bool event_text_is(const struct event *e, int i, const char *z)
{
	char room[EVENT_TEXT_ROOM];

	return str_is(event_get_text(e, i, room, sizeof(room)), z);
}

bool event_copy_words(const struct event *e, int i, int32_t *to, int n)
{
	int used;
	const int32_t *w = event_words(e, i, &used);

	if (used > n)
		return false;
	memset(to, 0, (size_t)n * sizeof(*to));
	memcpy(to, w, (size_t)used * sizeof(*to));
	return true;
}

int event_field(const struct event_kind *k, const char *name)
{
	for (int i = 0; i < k->n_fields; i++)
		if (!strcmp(k->fields[i].name, name))
			return i;
	return -1;
}

static size_t words_used(const struct event *e)
{
	return e->n_fields ? e->end[e->n_fields - 1] : 0;
}

void event_copy(struct event *to, const struct event *from)
{
	memcpy(to, from, offsetof(struct event, w));
	memcpy(to->w, from->w, words_used(from) * sizeof(from->w[0]));
}

bool event_equal(const struct event *a, const struct event *b)
{
	return a->kind == b->kind && a->audience == b->audience &&
	       a->n_rules == b->n_rules && a->n_fields == b->n_fields &&
	       !memcmp(a->rules, b->rules, a->n_rules * sizeof(a->rules[0])) &&
	       !memcmp(a->end, b->end, a->n_fields * sizeof(a->end[0])) &&
	       !memcmp(a->w, b->w, words_used(a) * sizeof(a->w[0]));
}

const struct event_kind *event_kind(const struct event_schema *s, int kind)
{
	if (0 <= kind && kind < n_event_common)
		return &event_common[kind];
	if (EVENT_FIRST_OWN <= kind && kind < EVENT_FIRST_OWN + s->n_kinds)
		return &s->kinds[kind - EVENT_FIRST_OWN];
	return NULL;
}

bool event_fits(const struct event *e, const struct event_schema *s)
{
	const struct event_kind *k = event_kind(s, e->kind);

	if (!k || k->n_fields != e->n_fields || e->n_rules > EVENT_MAX_RULES)
		return false;
	for (int i = 0; i < e->n_rules; i++)
		if (e->rules[i] >= s->rules->n)
			return false;
	for (int i = 0, at = 0, end; i < k->n_fields; i++, at = end) {
		end = e->end[i];
		if (!field_fits(&k->fields[i], s->rules, e->w + at, end - at))
			return false;
	}
	return true;
}

static void audience_render(struct buf *out, uint32_t audience)
{
	const char *comma = "";

	if (audience == AUDIENCE_ALL) {
		buf_addz(out, "\"all\"");
		return;
	}
	buf_addc(out, '[');
	for (int seat = 0; seat < SEATS_MAX; seat++) {
		if (!(audience & AUDIENCE_SEAT(seat)))
			continue;
		buf_addf(out, "%s\"%c\"", comma, 'A' + seat);
		comma = ",";
	}
	if (audience & AUDIENCE_GM)
		buf_addf(out, "%s\"gm\"", comma);
	buf_addc(out, ']');
}

void event_render(struct buf *out, const struct event_schema *s,
		  const struct event *e)
{
	const struct event_kind *k = event_kind(s, e->kind);

	assert(k && k->n_fields == e->n_fields);
	buf_addz(out, "{\"event\":");
	json_string_render(out, str_of(k->name));
	buf_addz(out, ",\"for\":");
	audience_render(out, e->audience);
	buf_addz(out, ",\"rules\":[");
	for (int i = 0; i < e->n_rules; i++) {
		assert(e->rules[i] < s->rules->n);
		buf_addz(out, i ? ",\"" : "\"");
		buf_addz(out, s->rules->name[e->rules[i]]);
		buf_addc(out, '"');
	}
	buf_addc(out, ']');
	for (int i = 0; i < e->n_fields; i++) {
		int n;
		const int32_t *w = event_words(e, i, &n);

		buf_addz(out, ",\"");
		buf_addz(out, k->fields[i].name);
		buf_addz(out, "\":");
		field_render(out, &k->fields[i], s->rules, w, n);
	}
	buf_addc(out, '}');
}

static bool audience_parse(struct str *in, uint32_t *audience)
{
	const char *comma = "";

	if (json_skip(in, "\"all\"")) {
		*audience = AUDIENCE_ALL;
		return true;
	}
	*audience = 0;
	if (!json_skip(in, "["))
		return false;
	for (int seat = 0; seat < SEATS_MAX; seat++) {
		char name[8] = { 0 };
		size_t n = strlen(comma);

		memcpy(name, comma, n);
		name[n] = '"';
		name[n + 1] = (char)('A' + seat);
		name[n + 2] = '"';
		if (json_skip(in, name)) {
			*audience |= AUDIENCE_SEAT(seat);
			comma = ",";
		}
	}
	if (json_skip(in, *comma ? ",\"gm\"" : "\"gm\""))
		*audience |= AUDIENCE_GM;
	return json_skip(in, "]");
}

static bool rules_parse(struct str *in, const struct event_schema *s,
			struct event *e)
{
	static const struct field list = { "rules", FIELD_RULES, NULL, 0,
					   TYPE_ANY };
	int32_t w[EVENT_MAX_RULES];
	int n = field_parse(in, &list, s->rules, w, EVENT_MAX_RULES);

	e->n_rules = 0;
	for (int i = 0; i < n; i++) {
		if (!w[i])
			return false;
		for (int j = 0; j < i; j++)
			if (w[j] == w[i])
				return false;
		e->rules[e->n_rules++] = (uint16_t)w[i];
	}
	return n >= 0;
}

static bool kind_parse(struct str *in, const struct event_schema *s,
		       struct event *e)
{
	int end = EVENT_FIRST_OWN + s->n_kinds;
	struct str name;

	if (!json_skip(in, "{\"event\":") || !json_name(in, &name))
		return false;
	for (int i = 0; i < end; i++) {
		const struct event_kind *k = event_kind(s, i);

		if (k && name_is(name, k->name)) {
			e->kind = (uint16_t)i;
			return true;
		}
	}
	return false;
}

const struct event_kind *event_kind_of(const struct event_schema *s,
				       struct str json)
{
	struct event e;

	return kind_parse(&json, s, &e) ? event_kind(s, e.kind) : NULL;
}

bool event_parse(struct str in, const struct event_schema *s, struct event *e)
{
	const struct event_kind *k;
	int at = 0;

	if (!kind_parse(&in, s, e) || !json_skip(&in, ",\"for\":") ||
	    !audience_parse(&in, &e->audience) ||
	    !json_skip(&in, ",\"rules\":") || !rules_parse(&in, s, e))
		return false;
	k = event_kind(s, e->kind);
	e->n_fields = 0;
	for (int i = 0; i < k->n_fields; i++) {
		int n;

		if (!json_skip(&in, ",\"") ||
		    !json_skip(&in, k->fields[i].name) ||
		    !json_skip(&in, "\":"))
			return false;
		n = field_parse(&in, &k->fields[i], s->rules, e->w + at,
				EVENT_MAX_WORDS - at);
		if (n < 0)
			return false;
		at += n;
		e->end[e->n_fields++] = (uint16_t)at;
	}
	return json_skip(&in, "}") && !in.len;
}

bool event_line_is(struct str in, int kind)
{
	return json_skip(&in, "{\"event\":\"") &&
	       json_skip(&in, event_common[kind].name) && json_skip(&in, "\"");
}

bool event_parse_as(struct str in, const struct event_schema *s, int kind,
		    struct event *e)
{
	return event_line_is(in, kind) && event_parse(in, s, e);
}
