/* src/auth/signed_part.c */
#include "auth/signed_part.h"
#include "base/ascii.h"
#include "auth/armor.h"
#include "auth/cleartext.h"
#include "base/crypto.h"
#include "auth/transfer_encoding.h"
#include "base/buf.h"
#include "base/parse.h"
#include "base/utf8.h"
#include <strings.h>

/* no field is longer than a header may be */
enum { FIELD_MAX = 16 << 10, HEADER_MAX = 8 << 10, BOUNDARY_MAX = 70 };

/* a part: its header, unfolded where it is asked for, and its body */
struct entity {
	struct str header, body;
	struct str type, parameters; /* "text/plain", what follows the ';' */
	bool attached;               /* or has a file name */
};

struct signed_text {
	struct arena *a;
	struct str text; /* the one that counts */
	bool any;
	enum sig_error fault; /* the first */
};

static bool signed_part_same(struct str s, const char *z)
{
	return s.len == strlen(z) && !strncasecmp(s.s, z, s.len);
}

/* is it one of these? A NUL never is */
static bool is_in(char c, const char *these)
{
	return c && strchr(these, c);
}

static struct str signed_part_from(struct str s, size_t at)
{
	return (struct str){ s.s + at, s.len - at };
}

/* --- headers -------------------------------------------------------------- */

/* up to the empty line; a part may have no header at all */
static void signed_part_split(struct str bytes, struct entity *out)
{
	struct armor_line l = { 0 };

	out->header = out->body = (struct str){ bytes.s, 0 };
	while (armor_next(bytes, &l)) {
		if (l.text.len)
			continue;
		out->header.len = l.start;
		out->body = signed_part_from(bytes, l.next);
		return;
	}
	out->header = bytes;
}

/* the value of a field, its lines joined; the first of several */
static bool signed_part_field(struct arena *a, struct str header,
			      const char *name, struct str *value)
{
	size_t len = strlen(name);
	struct armor_line l = { 0 };
	struct buf b;
	bool inside = false;

	buf_init(&b, FIELD_MAX);
	while (armor_next(header, &l)) {
		bool goes_on = l.text.len &&
			       (l.text.s[0] == ' ' || l.text.s[0] == '\t');

		if (inside && !goes_on)
			break;
		if (inside) {
			buf_adds(&b, l.text);
		} else if (!goes_on && l.text.len > len &&
			   l.text.s[len] == ':' &&
			   !strncasecmp(l.text.s, name, len)) {
			inside = true;
			buf_adds(&b, signed_part_from(l.text, len + 1));
		}
	}
	*value = parse_trim(arena_str(a, buf_str(&b)));
	buf_release(&b);
	return inside;
}

/* the first word, without its comment, and the parameters after ';' */
static struct str first_word(struct arena *a, struct str value,
			     struct str *parameters)
{
	size_t n = 0;
	char *z;

	while (n < value.len && !is_in(value.s[n], "; \t("))
		n++;
	z = arena_copy(a, value.s, n);
	for (size_t i = 0; i < n; i++)
		z[i] = ascii_lower(z[i]);
	if (parameters) {
		const char *at = memchr(value.s, ';', value.len);

		*parameters =
			at ? signed_part_from(value, (size_t)(at + 1 - value.s))
			   : STR("");
	}
	return (struct str){ z, n };
}

/* name=value or name="value" of the parameters of a field */
static bool signed_part_parameter(struct arena *a, struct str rest,
				  const char *name, struct str *value)
{
	while (rest.len) {
		struct str key, got;
		struct buf b;
		size_t i = 0;

		while (i < rest.len && is_in(rest.s[i], "; \t"))
			i++;
		rest = signed_part_from(rest, i);
		for (i = 0; i < rest.len && !is_in(rest.s[i], "=; \t");)
			i++;
		key = (struct str){ rest.s, i };
		while (i < rest.len && is_in(rest.s[i], " \t"))
			i++;
		if (i == rest.len || rest.s[i] != '=') {
			rest = signed_part_from(
				rest, i < rest.len ? i + !key.len : i);
			continue;
		}
		rest = parse_trim(signed_part_from(rest, i + 1));
		buf_init(&b, FIELD_MAX);
		i = 0;
		if (rest.len && rest.s[0] == '"') {
			for (i = 1; i < rest.len && rest.s[i] != '"'; i++) {
				i += rest.s[i] == '\\' && i + 1 < rest.len;
				buf_addc(&b, rest.s[i]);
			}
			i += i < rest.len;
		} else {
			for (; i < rest.len && !is_in(rest.s[i], "; \t"); i++)
				buf_addc(&b, rest.s[i]);
		}
		got = arena_str(a, buf_str(&b));
		buf_release(&b);
		rest = signed_part_from(rest, i);
		if (signed_part_same(key, name)) {
			*value = got;
			return true;
		}
	}
	return false;
}

static void entity_read(struct arena *a, struct str bytes, struct entity *out)
{
	struct str value, rest, name;

	signed_part_split(bytes, out);
	out->type = STR("text/plain");
	out->parameters = STR("");
	out->attached = false;
	if (signed_part_field(a, out->header, "Content-Type", &value))
		out->type = first_word(a, value, &out->parameters);
	if (signed_part_field(a, out->header, "Content-Disposition", &value))
		out->attached =
			signed_part_same(first_word(a, value, &rest),
					 "attachment") ||
			signed_part_parameter(a, rest, "filename", &name);
	out->attached |=
		signed_part_parameter(a, out->parameters, "name", &name);
}

/* --- bodies --------------------------------------------------------------- */

/* base64 in lines; other characters are skipped (RFC 2045, 6.8) */
static bool signed_part_base64(struct arena *a, struct str s, struct str *out)
{
	char *digits = arena_alloc(a, s.len + 1);
	uint8_t *bytes = arena_alloc(a, s.len + 1);
	size_t n = 0, len;

	for (size_t i = 0; i < s.len; i++)
		if (s.s[i] == '+' || s.s[i] == '/' || s.s[i] == '=' ||
		    ascii_is_digit(s.s[i]) ||
		    ('a' <= ascii_lower(s.s[i]) && ascii_lower(s.s[i]) <= 'z'))
			digits[n++] = s.s[i];
	if (!base64_parse((struct str){ digits, n }, bytes, s.len + 1, &len))
		return false;
	*out = (struct str){ (const char *)bytes, len };
	return true;
}

/* where ISO 8859-15 is not 8859-1 */
static uint32_t latin_9(uint8_t c)
{
	switch (c) {
	case 0xa4: return 0x20ac;
	case 0xa6: return 0x160;
	case 0xa8: return 0x161;
	case 0xb4: return 0x17d;
	case 0xb8: return 0x17e;
	case 0xbc: return 0x152;
	case 0xbd: return 0x153;
	case 0xbe: return 0x178;
	default: return c;
	}
}

static bool to_utf8(struct arena *a, struct str s, struct str charset,
		    struct str *out)
{
	bool latin1 = signed_part_same(charset, "iso-8859-1") ||
		      signed_part_same(charset, "latin1");
	bool latin9 = signed_part_same(charset, "iso-8859-15");
	bool windows = signed_part_same(charset, "windows-1252") ||
		       signed_part_same(charset, "cp1252");
	char *p;
	size_t n = 0;

	if (!charset.len || signed_part_same(charset, "utf-8") ||
	    signed_part_same(charset, "utf8") ||
	    signed_part_same(charset, "us-ascii")) {
		*out = s;
		return utf8_is_valid(s);
	}
	if (!latin1 && !latin9 && !windows)
		return false;
	p = arena_alloc(a, 3 * s.len + 4);
	for (size_t i = 0; i < s.len; i++) {
		uint8_t b = (uint8_t)s.s[i];
		uint32_t c = latin9    ? latin_9(b)
			     : windows ? utf8_of_windows_1252(b)
				       : b;

		if (b >= 0x80 && (!c || (0x80 <= c && c < 0xa0)))
			return false;
		n += utf8_encode(c, p + n);
	}
	*out = (struct str){ p, n };
	return true;
}

/* RFC 3676: lines that end in a blank go on; quote marks stay in front */
static struct str signed_part_unflowed(struct arena *a, struct str text,
				       bool del_sp)
{
	struct armor_line l = { 0 };
	struct buf b;
	struct str out;
	bool open = false;
	size_t last = 0;

	buf_init(&b, 2 * text.len + 2);
	while (armor_next(text, &l)) {
		struct str line = l.text;
		size_t depth = 0;
		bool flows, mark;

		while (depth < line.len && line.s[depth] == '>')
			depth++;
		line = signed_part_from(line, depth);
		if (line.len && line.s[0] == ' ')
			line = signed_part_from(line, 1);
		mark = str_is(line, "-- ");
		flows = line.len && line.s[line.len - 1] == ' ' && !mark;
		if (open && (depth != last || mark)) {
			buf_addc(&b, '\n');
			open = false;
		}
		for (size_t i = 0; !open && i < depth; i++)
			buf_addc(&b, '>');
		line.len -= flows && del_sp;
		buf_adds(&b, line);
		open = flows;
		last = depth;
		if (!open)
			buf_addc(&b, '\n');
	}
	out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return out;
}

static void signed_part_fail(struct signed_text *r, enum sig_error f)
{
	if (!r->fault)
		r->fault = f;
}

static void text_read(struct signed_text *r, const struct entity *e)
{
	struct str encoding = STR(""), charset = STR(""), format, del_sp, s;
	bool good = true;

	if (r->any) {
		signed_part_fail(r, FAULT_PART_SEVERAL);
		return;
	}
	r->any = true;
	s = e->body;
	if (signed_part_field(r->a, e->header, "Content-Transfer-Encoding",
			      &encoding))
		encoding = first_word(r->a, encoding, NULL);
	if (signed_part_same(encoding, "base64"))
		good = signed_part_base64(r->a, s, &s);
	else if (signed_part_same(encoding, "quoted-printable"))
		s = transfer_quoted(r->a, s);
	else
		good = !encoding.len || signed_part_same(encoding, "7bit") ||
		       signed_part_same(encoding, "8bit") ||
		       signed_part_same(encoding, "binary");
	signed_part_parameter(r->a, e->parameters, "charset", &charset);
	if (!good || !to_utf8(r->a, s, charset, &r->text)) {
		signed_part_fail(r, FAULT_PART_ENCODING);
		return;
	}
	if (signed_part_parameter(r->a, e->parameters, "format", &format) &&
	    signed_part_same(format, "flowed"))
		r->text = signed_part_unflowed(
			r->a, r->text,
			signed_part_parameter(r->a, e->parameters, "delsp",
					      &del_sp) &&
				signed_part_same(del_sp, "yes"));
}

/* --- parts ---------------------------------------------------------------- */

/* is the line "--boundary", or with another "--" the last one? */
static bool is_delimiter(struct str line, struct str boundary, bool *last)
{
	bool end;

	if (line.len < boundary.len + 2 || line.s[0] != '-' ||
	    line.s[1] != '-' || memcmp(line.s + 2, boundary.s, boundary.len))
		return false;
	line = signed_part_from(line, boundary.len + 2);
	end = str_starts(line, "--");
	if (parse_trim(signed_part_from(line, end ? 2 : 0)).len)
		return false;
	*last = end;
	return true;
}

static size_t parts_of(struct str body, struct str boundary,
		       struct str parts[SIGNED_PART_PARTS], bool *whole)
{
	struct armor_line l = { 0 };
	bool inside = false, last = false;
	size_t n = 0, begin = 0, end;

	*whole = true;
	while (armor_next(body, &l)) {
		if (!is_delimiter(l.text, boundary, &last))
			continue;
		/* the line end before a delimiter is the delimiter's */
		end = l.start;
		if (inside && end > begin && body.s[end - 1] == '\n')
			end--;
		if (inside && end > begin && body.s[end - 1] == '\r')
			end--;
		if (inside && n == SIGNED_PART_PARTS)
			*whole = false;
		else if (inside)
			parts[n++] =
				(struct str){ body.s + begin, end - begin };
		inside = !last;
		begin = l.next;
		if (last)
			break;
	}
	*whole = *whole && last && n;
	return n;
}

static void part_read(struct signed_text *r, struct str bytes, int depth);

/* forwarded, signed by another person, to be fetched from elsewhere */
static bool is_nested(struct str type)
{
	return str_starts(type, "message/") ||
	       signed_part_same(type, "multipart/signed") ||
	       signed_part_same(type, "multipart/encrypted") ||
	       signed_part_same(type, "multipart/report") ||
	       signed_part_same(type, "multipart/digest") ||
	       signed_part_same(type, "application/pkcs7-mime") ||
	       signed_part_same(type, "application/x-pkcs7-mime");
}

/* read the text of the alternatives; the others are searched, too, for a mail
 * may hide in them */
static void alternative_read(struct signed_text *r, const struct str *parts,
			     size_t n, int depth)
{
	struct signed_text one, best = { .a = r->a };

	for (size_t i = 0; i < n; i++) {
		one = (struct signed_text){ .a = r->a };
		part_read(&one, parts[i], depth);
		if (one.fault)
			signed_part_fail(r, one.fault);
		if (one.any && !best.any)
			best = one;
	}
	if (!best.any)
		return;
	if (r->any)
		signed_part_fail(r, FAULT_PART_SEVERAL);
	r->any = true;
	r->text = best.text;
}

static void multipart_read(struct signed_text *r, const struct entity *e,
			   int depth)
{
	struct str parts[SIGNED_PART_PARTS], boundary, encoding;
	bool whole;
	size_t n;

	/* RFC 2045, 6.4: only its leaves may be encoded */
	if (signed_part_field(r->a, e->header, "Content-Transfer-Encoding",
			      &encoding)) {
		encoding = first_word(r->a, encoding, NULL);
		if (!signed_part_same(encoding, "7bit") &&
		    !signed_part_same(encoding, "8bit") &&
		    !signed_part_same(encoding, "binary")) {
			signed_part_fail(r, FAULT_PART_ENCODING);
			return;
		}
	}
	if (depth == SIGNED_PART_DEPTH ||
	    !signed_part_parameter(r->a, e->parameters, "boundary",
				   &boundary) ||
	    !boundary.len || boundary.len > BOUNDARY_MAX) {
		signed_part_fail(r, FAULT_PART_ENCODING);
		return;
	}
	n = parts_of(e->body, boundary, parts, &whole);
	if (!whole) {
		signed_part_fail(r, FAULT_PART_ENCODING);
		return;
	}
	if (signed_part_same(e->type, "multipart/alternative")) {
		alternative_read(r, parts, n, depth + 1);
		return;
	}
	for (size_t i = 0; i < n; i++)
		part_read(r, parts[i], depth + 1);
}

static void part_read(struct signed_text *r, struct str bytes, int depth)
{
	struct entity e;

	entity_read(r->a, bytes, &e);
	if (e.header.len > HEADER_MAX)
		signed_part_fail(r, FAULT_PART_HEADER);
	else if (is_nested(e.type))
		signed_part_fail(r, FAULT_PART_NESTED);
	else if (str_starts(e.type, "multipart/"))
		multipart_read(r, &e, depth);
	else if (signed_part_same(e.type, "text/plain") && !e.attached)
		text_read(r, &e);
	/* whatever else it is, it is no order */
}

/* --- the blocks -------------------------------------------------------- */

/* lines that may surround the block: keys and signatures as their programs
 * write them, and the signed position that ends a mail of the judge */
static bool armour_skip(struct str text, struct armor_line *l)
{
	struct armor_line next = *l;
	struct str end;

	if (str_starts(l->text, "ssh-ed25519 "))
		return true;
	if (str_starts(l->text, "untrusted comment: ")) {
		/* one line of base64 follows, and of minisign two more */
		if (armor_next(text, &next) && str_starts(next.text, "RW"))
			*l = next;
		if (armor_next(text, &next) &&
		    str_starts(next.text, "trusted comment: ")) {
			*l = next;
			if (armor_next(text, &next))
				*l = next;
		}
		return true;
	}
	if (!str_starts(l->text, "-----BEGIN PGP PUBLIC KEY") &&
	    !str_starts(l->text, "-----BEGIN PGP SIGNATURE") &&
	    !str_starts(l->text, "-----BEGIN SSH SIGNATURE") &&
	    !str_starts(l->text, "-----BEGIN HERALDO BOARD"))
		return false;
	end = signed_part_from(l->text, sizeof("-----BEGIN") - 1);
	while (armor_next(text, &next))
		if (str_starts(next.text, "-----END") &&
		    str_equal(
			    signed_part_from(next.text, sizeof("-----END") - 1),
			    end)) {
			*l = next;
			return true;
		}
	return false;
}

static struct str blanks_off(struct str line)
{
	while (line.len && is_in(line.s[line.len - 1], " \t"))
		line.len--;
	while (line.len && is_in(line.s[0], " \t"))
		line = signed_part_from(line, 1);
	return line;
}

/* The state of a text whose lines are being read. */
struct block_state {
	struct armor_line begun; /* the line that begins a block */
	bool inside;             /* a block is begun */
	bool again;              /* another is begun in it */
	bool several;            /* more than SIGNED_BLOCKS_MAX */
	bool quoted, foreign; /* lines of it are quoted; its first, outside */
	bool words;           /* there are others around it */
	enum sig_error fault; /* of the orders in them: the first */
	struct buf extra;     /* those others */
};

/* the line that ends the block */
static void block_close(struct block_state *b, struct arena *a, struct str text,
			const struct armor_line *l, struct signed_part *out)
{
	const struct armor_line *from = &b->begun;
	struct str orders = { text.s + from->next, l->start - from->next };
	struct signed_part_block *block;
	enum sig_error f;

	b->inside = false;
	b->several |= out->n_blocks == SIGNED_BLOCKS_MAX;
	if (b->several)
		return;
	block = &out->block[out->n_blocks++];
	block->whole =
		(struct str){ text.s + from->start, l->next - from->start };
	block->line = (uint32_t)from->number;
	f = canon_make(a, orders, block->line + 1, &block->canon);
	if (!f && !block->canon.n_lines)
		f = FAULT_BLOCK_NONE;
	if (!b->fault)
		b->fault = f;
}

/* a line outside the blocks */
static void block_aside(struct block_state *b, struct str line)
{
	b->words = true;
	if (buf_reserve(&b->extra, line.len + 1)) {
		buf_adds(&b->extra, line);
		buf_addc(&b->extra, '\n');
	}
}

/* false: the following lines are a signature under a mail */
static bool block_line(struct block_state *b, struct arena *a, struct str text,
		       struct armor_line *l, struct signed_part *out)
{
	struct str t = blanks_off(l->text);
	bool is_quoted = t.len && t.s[0] == '>';
	bool mark = armor_is(t, "BEGIN HERALDO ORDERS");

	if (b->inside && armor_is(t, "END HERALDO ORDERS") && !is_quoted) {
		block_close(b, a, text, l, out);
	} else if (b->inside) {
		b->quoted |= is_quoted;
		b->again |= mark;
	} else if (mark && !is_quoted) {
		b->inside = true;
		b->begun = *l;
	} else if (str_is(l->text, "-- ") || str_is(l->text, "--")) {
		return false;
	} else if (t.len) {
		struct str line = l->text;

		if (!armour_skip(text, l)) {
			b->foreign |= mark && is_quoted;
			block_aside(b, line);
		}
	}
	return true;
}

static enum sig_error block_read(struct arena *a, struct str text,
				 struct signed_part *out)
{
	struct block_state b = { 0 };
	struct armor_line l = { 0 };

	buf_init(&b.extra, SIGNED_PART_EXTRA_MAX);
	while (armor_next(text, &l) && block_line(&b, a, text, &l, out))
		;
	b.extra.full = false;
	out->extra = arena_str(a, buf_str(&b.extra));
	buf_release(&b.extra);
	if (b.several)
		return FAULT_BLOCK_SEVERAL;
	if (b.inside || b.again)
		return FAULT_BLOCK_OPEN;
	if (b.quoted || (!out->n_blocks && b.foreign))
		return FAULT_PART_QUOTED;
	if (!out->n_blocks)
		return FAULT_BLOCK_NONE;
	if (b.fault)
		return b.fault;
	return b.words ? FAULT_PART_WORDS : SIG_ERROR_OK;
}

/* A fault concerns the whole: its first block shows whose it is. */
static enum sig_error blocks_read(struct arena *a, struct str text,
				  struct signed_part *out)
{
	enum sig_error f = block_read(a, text, out);

	if (f && out->n_blocks > 1)
		out->n_blocks = 1;
	return f;
}

/* --- to whom -------------------------------------------------------------- */

/* the address of one entry: the part in < >, or all without comments */
static struct str address_of(struct arena *a, struct str s)
{
	struct buf b;
	struct str out;
	bool in_string = false;
	int comment = 0;

	buf_init(&b, FIELD_MAX);
	for (size_t i = 0; i < s.len; i++) {
		char c = s.s[i];

		if (c == '\\' && (in_string || comment)) {
			i++;
		} else if (in_string || (c == '"' && !comment)) {
			in_string ^= c == '"';
		} else if (c == '(') {
			comment++;
		} else if (c == ')' && comment) {
			comment--;
		} else if (c == '<' && !comment) {
			buf_clear(&b);
		} else if (c == '>' && !comment) {
			break;
		} else if (!comment) {
			buf_addc(&b, c);
		}
	}
	out = parse_trim(arena_str(a, buf_str(&b)));
	buf_release(&b);
	return out;
}

/* entries end at a comma, or ';' of a group, outside of strings and comments */
static void addresses_add(struct arena *a, struct str s,
			  struct signed_part *out)
{
	bool in_string = false;
	size_t begin = 0;
	int comment = 0;

	for (size_t i = 0; i <= s.len; i++) {
		char c = i < s.len ? s.s[i] : ',';

		if (c == '\\' && (in_string || comment)) {
			i++;
			continue;
		}
		if (i == s.len)
			in_string = false, comment = 0;
		if (c == '"' && !comment)
			in_string = !in_string;
		else if (c == '(' && !in_string)
			comment++;
		else if (c == ')' && !in_string && comment)
			comment--;
		if (in_string || comment || !is_in(c, ",;:"))
			continue;
		if (i > begin && out->n_to < SIGNED_PART_TO)
			out->to[out->n_to++] = address_of(
				a, (struct str){ s.s + begin, i - begin });
		begin = i + 1;
	}
}

enum sig_error signed_part_read(struct arena *a, struct str bytes,
				struct signed_part *out)
{
	static const char *const names[] = { "To", "Cc", "Bcc" };
	struct signed_text r = { .a = a };
	struct entity e;
	struct str value;

	*out = (struct signed_part){ .extra = STR("") };
	if (bytes.len > SIGNED_PART_MAX)
		return FAULT_BLOCK_TOO_LARGE;
	signed_part_split(bytes, &e);
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (signed_part_field(a, e.header, names[i], &value)) {
			out->has_to = true;
			addresses_add(a, value, out);
		}
	part_read(&r, bytes, 0);
	if (r.fault)
		return r.fault;
	return r.any ? blocks_read(a, r.text, out) : FAULT_PART_NO_TEXT;
}

enum sig_error signed_part_clear(struct arena *a, struct str text,
				 struct signed_part *out)
{
	struct armor_line l = { 0 };
	enum sig_error f;

	*out = (struct signed_part){ .extra = STR("") };
	if (text.len > CANON_TEXT_MAX)
		return FAULT_BLOCK_TOO_LARGE;
	while (armor_next(text, &l))
		if (armor_is(l.text, "BEGIN HERALDO ORDERS"))
			return blocks_read(a, text, out);
	out->block[0].whole = text;
	out->block[0].line = 1;
	f = signed_block_orders(a, text, &out->block[0].canon);
	out->n_blocks = out->block[0].canon.n_lines > 0;
	return f;
}

bool signed_joined(struct str *format)
{
	if (!str_ends(*format, SIGNED_JOINED))
		return false;
	format->len -= strlen(SIGNED_JOINED);
	return true;
}

unsigned signed_number(struct str *format)
{
	size_t n = strlen(SIGNED_NUMBER);
	struct str word;
	char digit;

	if (format->len < n + 1)
		return 0;
	word = (struct str){ format->s + format->len - n - 1, n };
	digit = format->s[format->len - 1];
	if (!str_is(word, SIGNED_NUMBER) || digit < '1' ||
	    digit > '0' + SIGNED_BLOCKS_MAX)
		return 0;
	format->len -= n + 1;
	return (unsigned)(digit - '0');
}

enum sig_error signed_orders(struct arena *a, struct str text,
			     struct str format, struct canon *out)
{
	struct signed_part s;
	unsigned number;
	enum sig_error f;

	*out = (struct canon){ 0 };
	(void)signed_joined(&format);
	number = signed_number(&format);
	if (str_ends(format, " mime"))
		f = signed_part_read(a, text, &s);
	else if (str_ends(format, " " CLEARTEXT_FORM))
		f = signed_part_clear(a, text, &s);
	else
		return signed_block_number(a, text, number, out);
	if (!f && (number ? number > s.n_blocks : s.n_blocks > 1))
		f = FAULT_BLOCK_SEVERAL;
	if (!f || (f == FAULT_PART_WORDS && !number))
		*out = s.block[number ? number - 1 : 0].canon;
	return f;
}

bool signed_part_is_for(const struct signed_part *s, struct str address)
{
	for (size_t i = 0; i < s->n_to; i++)
		if (s->to[i].len == address.len &&
		    !strncasecmp(s->to[i].s, address.s, address.len))
			return true;
	return !s->has_to;
}
