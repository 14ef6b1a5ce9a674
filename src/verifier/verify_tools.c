/* src/verifier/verify_tools.c */
#include "verifier/verifier.h"
#include "base/ascii.h"
#include "base/parse.h"
#include "verifier/export.h"
#include <stdarg.h>
#include <stdio.h>

enum {
	SHOWN_BEFORE = 60 /* bytes of a text before its difference */
};

/* Telling --------------------------------------------------------------------
 */

/* text from a little before `at`, cut where a character begins */
static void text_cut(char out[VERIFY_TEXT_MAX], struct str s, size_t at)
{
	size_t from = at > SHOWN_BEFORE ? at - SHOWN_BEFORE : 0;
	size_t n;

	while (from && from < s.len && ((uint8_t)s.s[from] & 0xc0) == 0x80)
		from--;
	if (from > s.len)
		from = s.len;
	n = s.len - from;
	if (n > VERIFY_TEXT_MAX - 8)
		n = VERIFY_TEXT_MAX - 8;
	while (n && from + n < s.len && ((uint8_t)s.s[from + n] & 0xc0) == 0x80)
		n--;
	snprintf(out, VERIFY_TEXT_MAX, "%s%.*s%s", from ? ".." : "", (int)n,
		 s.s + from, from + n < s.len ? ".." : "");
}

bool verify_wrong(struct verify_fault *f, struct verify_place place,
		  const struct str *expected, const struct str *found,
		  const char *fmt, ...)
{
	size_t at = 0;
	va_list ap;

	f->line = place.line;
	f->event = place.event;
	f->inner = place.inner;
	va_start(ap, fmt);
	vsnprintf(f->what, sizeof(f->what), fmt, ap);
	va_end(ap);
	while (expected && found && at < expected->len && at < found->len &&
	       expected->s[at] == found->s[at])
		at++;
	if (expected)
		text_cut(f->expected, *expected, at);
	if (found)
		text_cut(f->found, *found, at);
	return false;
}

struct str verify_hex(struct verifier *v, const struct hash *h)
{
	return hex_of(v->a, h->b, sizeof(h->b));
}

bool verify_same_hash(struct verifier *v, const struct hash *expected,
		      const struct hash *found, const char *what)
{
	struct str e, f;

	if (hash_equal(expected, found))
		return true;
	e = verify_hex(v, expected);
	f = verify_hex(v, found);
	return verify_wrong(&v->out->fault, VERIFY_PLACE(v), &e, &f, "%s",
			    what);
}

bool verify_same_number(struct verifier *v, uint64_t expected, uint64_t found,
			const char *what)
{
	if (expected == found)
		return true;
	return WRONG(v, "expected %s %llu, found %llu", what,
		     (unsigned long long)expected, (unsigned long long)found);
}

bool verify_same_text(struct verifier *v, struct str expected, struct str found,
		      const char *what)
{
	if (str_equal(expected, found))
		return true;
	return verify_wrong(&v->out->fault, VERIFY_PLACE(v), &expected, &found,
			    "%s", what);
}

/* Pieces of a line -----------------------------------------------------------
 */

bool line_number(struct str *in, uint64_t *n)
{
	size_t digits = 0;
	int64_t value = 0;

	while (digits < in->len && ascii_is_digit(in->s[digits]))
		digits++;
	if (!digits || digits > 15 || (digits > 1 && in->s[0] == '0') ||
	    !parse_int((struct str){ in->s, digits }, 0, INT64_MAX, &value))
		return false;
	*n = (uint64_t)value;
	in->s += digits;
	in->len -= digits;
	return true;
}

bool line_hash(struct str *in, struct hash *h)
{
	const size_t digits = 2 * sizeof(h->b);

	if (!json_skip(in, "\"") || in->len < digits)
		return false;
	for (size_t i = 0; i < digits; i++)
		if ('A' <= in->s[i] && in->s[i] <= 'F')
			return false;
	if (!hex_parse((struct str){ in->s, digits }, h->b, sizeof(h->b)))
		return false;
	in->s += digits;
	in->len -= digits;
	return json_skip(in, "\"");
}

bool line_text(struct verifier *v, struct str *in, struct str *out)
{
	struct buf b;
	bool good;

	buf_init(&b, LOG_CHAIN_TEXT_MAX);
	good = json_string_parse(in, &b);
	*out = arena_str(v->a, buf_str(&b));
	buf_release(&b);
	return good;
}

/* An object, to the bracket that ends it. */
bool line_object(struct str *in, struct str *out)
{
	size_t i = 0, depth = 0;
	bool text = false;

	if (!in->len || in->s[0] != '{')
		return false;
	for (; i < in->len; i++) {
		char c = in->s[i];

		if (text && c == '\\')
			i++;
		else if (c == '"')
			text = !text;
		else if (!text && c == '{')
			depth++;
		else if (!text && c == '}' && !--depth)
			break;
	}
	if (i >= in->len)
		return false;
	*out = (struct str){ in->s, i + 1 };
	in->s += i + 1;
	in->len -= i + 1;
	return true;
}

bool verify_strange(struct verifier *v)
{
	return WRONG(v, "this line is not of the format " EXPORT_FORMAT);
}

bool verify_ahead(const struct verifier *v, int kind, struct str *rest,
		  struct event *e)
{
	const char *name = event_kind(v->schema, kind)->name;
	char mark[64];
	int len = snprintf(mark, sizeof(mark), ",\"event\":{\"event\":\"%s\"",
			   name);
	const char *at;

	assert(0 < len && (size_t)len < sizeof(mark));
	while ((at = memmem(rest->s, rest->len, mark, (size_t)len))) {
		struct str in, json;

		rest->len -= (size_t)(at + 1 - rest->s);
		rest->s = at + 1;
		in = *rest;
		json_skip(&in, "\"event\":");
		if (line_object(&in, &json) && event_parse(json, v->schema, e))
			return true;
	}
	return false;
}

/* Fields of events -----------------------------------------------------------
 */

bool verify_seat(struct verifier *v, const struct event *e, int field,
		 unsigned *seat)
{
	int32_t s = event_get(e, field);

	if (s < 0 || s >= v->out->n_seats)
		return WRONG(v, "the game has no such seat");
	*seat = (unsigned)s;
	return true;
}

/* small digits alone, so that there is one way to write it */
bool verify_bytes(struct verifier *v, const struct event *e, int field,
		  uint8_t *out, size_t len)
{
	struct str s = log_event_text(v->a, e, field);

	for (size_t i = 0; i < s.len; i++)
		if ('A' <= s.s[i] && s.s[i] <= 'F')
			return WRONG(v, "hex digits in capitals");
	if (!hex_parse(s, out, len))
		return WRONG(v, "expected %zu hex digits", 2 * len);
	return true;
}
