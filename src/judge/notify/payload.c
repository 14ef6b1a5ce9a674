/* src/judge/notify/payload.c */
#include "judge/notify/payload.h"
#include "engine/field.h"
#include "base/utf8.h"
#include "mail/charset.h"
#include <jansson.h>
#include <string.h>

enum { PAYLOAD_MAX = 256 << 10 };

void payload_init(struct payload *m)
{
	buf_init(&m->b, PAYLOAD_MAX);
	buf_addc(&m->b, '{');
}

static void key_add(struct payload *m, const char *key)
{
	if (m->b.len > 1)
		buf_addc(&m->b, ',');
	json_string_render(&m->b, str_of(key));
	buf_addc(&m->b, ':');
}

/* What people sent is quoted to them as they can read it, whatever its bytes.
 */
void payload_text(struct payload *m, const char *key, struct str s)
{
	struct arena a = { 0 };

	key_add(m, key);
	if (!s.len || (utf8_is_valid(s) && !memchr(s.s, 0, s.len)))
		json_string_render(&m->b, s);
	else
		json_string_render(&m->b, charset_readable(&a, s));
	arena_release(&a);
}

void payload_int(struct payload *m, const char *key, int64_t n)
{
	key_add(m, key);
	buf_addi(&m->b, n);
}

void payload_json(struct payload *m, const char *key, struct str json)
{
	key_add(m, key);
	buf_adds(&m->b, json);
}

struct str payload_end(struct payload *m, struct arena *a)
{
	struct str s;

	buf_addc(&m->b, '}');
	/* what was too much is left out as a whole, never cut in the middle */
	s = m->b.full ? STR("{\"too_much\":1}") : arena_str(a, buf_str(&m->b));
	buf_release(&m->b);
	return s;
}

void payload_list_add(struct buf *list, struct str object)
{
	buf_addc(list, list->len ? ',' : '[');
	buf_adds(list, object);
}

struct str payload_list_end(struct buf *list, struct arena *a)
{
	struct str s;

	if (!list->len)
		buf_addc(list, '[');
	buf_addc(list, ']');
	s = list->full ? STR("[]") : arena_str(a, buf_str(list));
	buf_release(list);
	return s;
}

static const struct {
	const char *object, *key;
	enum payload_type type;
} keys[] = {
#define MAIL(kind)
#define KEY(object, key, type) { #object, #key, PAYLOAD_##type },
#include "judge/notify/payloads.def"
#undef MAIL
#undef KEY
};

enum payload_type payload_type(struct str object, const char *key)
{
	for (size_t i = 0; i < ARRAY_LEN(keys); i++)
		if (!strcmp(keys[i].key, key) && str_is(object, keys[i].object))
			return keys[i].type;
	return PAYLOAD_UNKNOWN;
}

static bool type_fits(enum payload_type type, const json_t *value)
{
	switch (type) {
	case PAYLOAD_UNKNOWN: return false;
	case PAYLOAD_TEXT:
	case PAYLOAD_WORD:
	case PAYLOAD_NAME:
	case PAYLOAD_MOMENT:
	case PAYLOAD_REJECT: return json_is_string(value);
	case PAYLOAD_INT: return json_is_integer(value);
	default: return json_is_array(value) || json_is_object(value);
	}
}

bool payload_fits(struct str kind, struct str payload, struct buf *fault)
{
	json_t *object = json_loadb(payload.s, payload.len, 0, NULL), *value;
	const char *key;
	size_t len = fault->len;

	if (!json_is_object(object))
		buf_addz(fault, "no object");
	json_object_foreach(
		object, key,
		value) if (!type_fits(payload_type(kind, key), value))
		buf_addf(fault, " %s", key);
	json_decref(object);
	return fault->len == len;
}
