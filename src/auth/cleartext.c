/* src/auth/cleartext.c */
#include "auth/cleartext.h"
#include "auth/armor.h"
#include "base/crypto.h"
#include "base/buf.h"

enum { PACKETS_MAX = 8 << 10 };

/* Is it a signature packet, in the old or the new form of its tag? */
static bool is_packet(struct str s)
{
	unsigned tag = s.len ? (unsigned char)s.s[0] : 0;

	return s.len > 8 && s.len <= PACKETS_MAX &&
	       ((tag & 0xfc) == 0x88 || tag == 0xc2);
}

/* A header line of armour: "Hash: SHA512". */
static bool is_header(struct str line)
{
	const char *colon;

	line = armor_trim(line);
	colon = line.len ? memchr(line.s, ':', line.len) : NULL;
	return colon && colon > line.s &&
	       !memchr(line.s, ' ', (size_t)(colon - line.s));
}

/* The base64 below the BEGIN line *l, which moves to its END. */
static struct str armour_read(struct arena *a, struct str text,
			      struct armor_line *l)
{
	char *joined = arena_alloc(a, 2 * PACKETS_MAX);
	uint8_t *bytes = arena_alloc(a, 2 * PACKETS_MAX);
	struct armor_line next = *l;
	size_t n = 0, len;

	while (armor_next(text, &next)) {
		struct str line = armor_trim(next.text);
		int got;

		if (armor_is(line, "END PGP SIGNATURE")) {
			*l = next;
			break;
		}
		if (!n && is_header(line)) {
			*l = next;
			continue;
		}
		got = armor_base64(line, joined + n, 2 * PACKETS_MAX - n);
		if (got < 0)
			return STR("");
		*l = next;
		/* the check sum: "=", four characters */
		if (line.len != 5 || line.s[0] != '=')
			n += (size_t)got;
	}
	if (!base64_parse((struct str){ joined, n }, bytes, 2 * PACKETS_MAX,
			  &len))
		return STR("");
	text = bytes_of(bytes, len);
	return is_packet(text) ? text : STR("");
}

bool openpgp_find(struct arena *a, struct str text, bool is_text, size_t *at,
		  size_t *start, struct str *packets)
{
	struct armor_line l = { .next = *at };

	if (!is_text && !*at && is_packet(text)) {
		*start = 0;
		*at = text.len;
		*packets = text;
		return true;
	}
	while (armor_next(text, &l)) {
		if (!armor_is(l.text, "BEGIN PGP SIGNATURE"))
			continue;
		*start = l.start;
		*packets = armour_read(a, text, &l);
		*at = l.next;
		return true;
	}
	return false;
}

static bool is_blank(struct str line)
{
	return !armor_trim(line).len;
}

/* A line as it was signed. */
static struct str cleartext_plain(struct str line, unsigned depth)
{
	line = armor_unquote(line, depth);
	if (str_starts(line, "- ")) {
		line.s += 2;
		line.len -= 2;
	}
	while (line.len &&
	       (line.s[line.len - 1] == ' ' || line.s[line.len - 1] == '\t'))
		line.len--;
	return line;
}

bool cleartext_find(struct arena *a, struct str text, size_t from, size_t end,
		    struct cleartext *out)
{
	struct armor_line l = { 0 }, begun = { 0 }, body;
	struct str all = { text.s, end };
	struct buf b;
	unsigned depth;
	bool any = false;

	while (armor_next(all, &l))
		if (l.start >= from &&
		    armor_is(l.text, "BEGIN PGP SIGNED MESSAGE"))
			begun = l;
	if (!begun.number)
		return false;
	*out = (struct cleartext){ .begin = begun.start };
	depth = armor_quote_depth(begun.text);
	l = body = begun;
	while (armor_next(all, &l) && is_header(armor_unquote(l.text, depth)))
		body = l;
	/* the empty line, which a program may have dropped */
	l = body;
	if (armor_next(all, &l) && is_blank(l.text))
		body = l;
	out->first_line = (uint32_t)body.number + 1;
	buf_init(&b, 2 * text.len + 2);
	while (armor_next(all, &body)) {
		if (any)
			buf_addz(&b, "\r\n");
		buf_adds(&b, cleartext_plain(body.text, depth));
		any = true;
	}
	out->text = arena_str(a, buf_str(&b));
	buf_release(&b);
	return true;
}
