/* src/mail/mend.c */
#include "mail/mend.h"
#include "base/ascii.h"
#include "base/buf.h"
#include "base/parse.h"
#include "base/str.h"
#include "mail/encoded_words.h"
#include <strings.h>

enum { BOUNDARY_MAX = 70 };

/* --- line ends -------------------------------------------------------------
 */

static bool has_crcrlf(struct str s)
{
	return memmem(s.s, s.len, "\r\r\n", 3);
}

static struct str line_ends(struct arena *a, struct str raw)
{
	bool alone =
		!memchr(raw.s, '\n', raw.len) && memchr(raw.s, '\r', raw.len);
	char *p;
	size_t n = 0;

	if (!alone && !has_crcrlf(raw))
		return raw;
	p = arena_alloc(a, raw.len + 1);
	for (size_t i = 0; i < raw.len; i++) {
		if (alone && raw.s[i] == '\r')
			p[n++] = '\n';
		else if (raw.s[i] != '\r' || i + 2 >= raw.len ||
			 raw.s[i + 1] != '\r' || raw.s[i + 2] != '\n')
			p[n++] = raw.s[i];
	}
	return (struct str){ p, n };
}

/* --- the header ------------------------------------------------------------
 */

/* the line at i, with its end */
static struct str line_at(struct str raw, size_t i)
{
	const char *lf = memchr(raw.s + i, '\n', raw.len - i);

	return (struct str){ raw.s + i,
			     lf ? (size_t)(lf + 1 - raw.s) - i : raw.len - i };
}

static bool is_empty(struct str line)
{
	return str_is(line, "\n") || str_is(line, "\r\n");
}

/* "Name: .." */
static bool is_field(struct str line)
{
	size_t i = 0;

	while (i < line.len && (unsigned char)line.s[i] > ' ' &&
	       (unsigned char)line.s[i] < 0x7f && line.s[i] != ':')
		i++;
	while (i && i < line.len && (line.s[i] == ' ' || line.s[i] == '\t'))
		i++;
	return i && i < line.len && line.s[i] == ':';
}

static bool is_folded(struct str line)
{
	return line.len && (line.s[0] == ' ' || line.s[0] == '\t');
}

/* no field follows before the next empty line */
static bool ends_header(struct str raw, size_t i)
{
	struct str line = line_at(raw, i);

	if (str_starts(line, "-----BEGIN "))
		return true;
	for (; i < raw.len; i += line.len) {
		line = line_at(raw, i);
		if (is_empty(line))
			break;
		if (is_field(line))
			return false;
	}
	return true;
}

/* Where the header ends: its empty line, or text that stands there without
 * one (bare). */
static size_t header_end(struct str raw, bool *bare)
{
	struct str line;
	bool any = false;

	*bare = false;
	for (size_t i = 0; i < raw.len; i += line.len) {
		line = line_at(raw, i);
		if (is_empty(line))
			return i;
		if (is_field(line) || (any && is_folded(line)) ||
		    (!i && str_starts(line, "From ")) ||
		    (!i && str_starts(line, ">From "))) {
			any |= is_field(line);
			continue;
		}
		if (any && ends_header(raw, i)) {
			*bare = true;
			return i;
		}
	}
	return raw.len;
}

/* the field at i with its folded lines */
static struct str field_at(struct str header, size_t i)
{
	struct str f = line_at(header, i), line;

	while (i + f.len < header.len) {
		line = line_at(header, i + f.len);
		if (!is_folded(line))
			break;
		f.len += line.len;
	}
	return f;
}

static bool is_content_type(struct str f, struct str *value)
{
	static const char name[] = "Content-Type:";

	if (f.len < sizeof(name) - 1 ||
	    strncasecmp(f.s, name, sizeof(name) - 1) != 0)
		return false;
	*value = parse_trim((struct str){ f.s + sizeof(name) - 1,
					  f.len - (sizeof(name) - 1) });
	return true;
}

static bool has_word(struct str s, const char *word)
{
	size_t n = strlen(word);

	for (size_t i = 0; i + n <= s.len; i++)
		if (!strncasecmp(s.s + i, word, n))
			return true;
	return false;
}

/* the value of boundary=, without quotation marks; empty: there is none */
static struct str boundary_declared(struct str value)
{
	static const char name[] = "boundary=";
	size_t n = sizeof(name) - 1, i = 0, end;

	while (i + n <= value.len && strncasecmp(value.s + i, name, n) != 0)
		i++;
	if (i + n > value.len)
		return (struct str){ 0 };
	i += n;
	if (i < value.len && value.s[i] == '"')
		for (end = ++i; end < value.len && value.s[end] != '"'; end++)
			;
	else
		for (end = i;
		     end < value.len && !strchr("; \t\r\n", value.s[end]);
		     end++)
			;
	return (struct str){ value.s + i, end - i };
}

/* does a multipart not say, or say wrongly, where its parts are? */
static bool lacks_boundary(struct str value, struct str body)
{
	struct str b = boundary_declared(value), line;

	if (value.len <= 10 || strncasecmp(value.s, "multipart/", 10) != 0)
		return false;
	if (!b.len)
		return !has_word(value, "boundary");
	while (parse_line(&body, &line))
		if (line.len >= b.len + 2 && str_starts(line, "--") &&
		    !memcmp(line.s + 2, b.s, b.len))
			return false;
	return true;
}

/* a first line "--x" and a last one "--x--" */
static struct str boundary_of(struct str body)
{
	struct str rest = body, line, b = { 0 };

	while (parse_line(&rest, &line)) {
		line = parse_trim(line);
		if (!b.len && line.len > 2 && line.len <= BOUNDARY_MAX &&
		    str_starts(line, "--") && !memchr(line.s, '"', line.len))
			b = line;
		else if (!b.len && line.len)
			return (struct str){ 0 };
		else if (b.len && line.len == b.len + 2 &&
			 !memcmp(line.s, b.s, b.len) &&
			 !memcmp(line.s + b.len, "--", 2))
			return (struct str){ b.s + 2, b.len - 2 };
	}
	return (struct str){ 0 };
}

/* the type of a multipart that does not say where its parts are */
static void type_write(struct buf *b, struct str value, struct str body)
{
	struct str boundary = boundary_of(body);
	const char *end = value.len ? memchr(value.s, ';', value.len) : NULL;

	/* a wrong boundary goes, and the parameters around it */
	if (end && boundary_declared(value).len)
		value.len = (size_t)(end - value.s);
	while (value.len && value.s[value.len - 1] == ';')
		value.len--;
	if (boundary.len)
		buf_addf(b, "Content-Type: %.*s; boundary=\"%.*s\"\n",
			 STR_ARG(value), STR_ARG(boundary));
	else
		buf_addz(b, "Content-Type: text/plain; charset=utf-8\n");
}

struct str mend_mail(struct arena *a, struct str raw)
{
	struct str header, body, f, value, out;
	bool bare, broken;
	struct buf b;

	raw = line_ends(a, raw);
	header = (struct str){ raw.s, header_end(raw, &bare) };
	body = (struct str){ raw.s + header.len, raw.len - header.len };
	header = encoded_words_join(a, header);
	broken = bare || header.s != raw.s;
	for (size_t i = 0; !broken && i < header.len; i += f.len) {
		f = field_at(header, i);
		broken = is_content_type(f, &value) &&
			 (!value.len || lacks_boundary(value, body));
	}
	if (!broken)
		return raw;
	buf_init(&b, 2 * raw.len + 1000);
	for (size_t i = 0; i < header.len; i += f.len) {
		f = field_at(header, i);
		if (!is_content_type(f, &value))
			buf_adds(&b, f);
		else if (lacks_boundary(value, body))
			type_write(&b, value, body);
		else if (value.len)
			buf_adds(&b, f);
	}
	if (bare)
		buf_addc(&b, '\n');
	buf_adds(&b, body);
	out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return out;
}

/* --- base64 ----------------------------------------------------------------
 */

static int digit(char c)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		"0123456789+/";
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

bool mend_base64(struct arena *a, struct str text, struct str *out)
{
	unsigned char *p = arena_alloc(a, text.len + 1);
	uint32_t bits = 0;
	size_t len = 0;
	int n = 0;

	for (size_t i = 0; i < text.len; i++) {
		char c = text.s[i];
		int d = digit(c);

		if (c == '=') {
			/* the end of a stream: the rest of its last four
			 * characters */
			if (n == 1)
				return false;
			if (n >= 2)
				p[len++] = (unsigned char)(bits >>
							   (n == 2 ? 4 : 10));
			if (n == 3)
				p[len++] = (unsigned char)(bits >> 2);
			n = 0;
			bits = 0;
		} else if (d >= 0) {
			bits = bits << 6 | (uint32_t)d;
			if (++n == 4) {
				p[len++] = (unsigned char)(bits >> 16);
				p[len++] = (unsigned char)(bits >> 8);
				p[len++] = (unsigned char)bits;
				n = 0;
				bits = 0;
			}
		} else if ((unsigned char)c > ' ') {
			return false;
		}
	}
	*out = (struct str){ (char *)p, len };
	return !n;
}

/* a line of base64 as programs write it */
static bool is_base64_line(struct str line)
{
	size_t n = 0;

	while (n < line.len && digit(line.s[n]) >= 0)
		n++;
	return n >= 40 &&
	       !parse_trim((struct str){ line.s + n, line.len - n }).len;
}

struct str mend_base64_stream(struct str text)
{
	struct str line;
	size_t end = 0;

	for (size_t i = 0; i < text.len; i += line.len) {
		line = line_at(text, i);
		if (end && is_base64_line(line))
			return text;
		for (size_t k = 0; !end && k < line.len; k++) {
			unsigned char c = (unsigned char)line.s[k];

			if (c == '=')
				end = i + k + 1;
			else if (c > ' ' && digit((char)c) < 0)
				end = i;
		}
	}
	while (end && end < text.len && text.s[end] == '=')
		end++;
	return end ? (struct str){ text.s, end } : text;
}

bool mend_has_orders(struct str text)
{
	static const char *const markers[] = { "BEGIN HERALDO ORDERS",
					       "BEGIN SSH SIGNATURE" };

	for (size_t i = 0; text.len && i < ARRAY_LEN(markers); i++)
		if (memmem(text.s, text.len, markers[i], strlen(markers[i])))
			return true;
	return false;
}

/* the value of a hexadecimal digit, or -1 */
static int hex_value(char c)
{
	c = ascii_lower(c);
	if (ascii_is_digit(c))
		return c - '0';
	return 'a' <= c && c <= 'f' ? c - 'a' + 10 : -1;
}

/* the byte of "=C3" at this place of a line, or -1 */
static int escape_at(struct str line, size_t at)
{
	int high, low;

	if (at + 3 > line.len || line.s[at] != '=')
		return -1;
	high = hex_value(line.s[at + 1]);
	low = hex_value(line.s[at + 2]);
	return high < 0 || low < 0 ? -1 : 16 * high + low;
}

/* Is it a line of quoted-printable? *escapes grows by those that no text has:
 * of = and of bytes beyond ASCII. build=100 and hours=96 are none. */
static bool is_quoted_line(struct str line, size_t *escapes)
{
	for (size_t i = 0; i + 1 < line.len; i++) {
		int byte = escape_at(line, i);

		if (line.s[i] != '=')
			continue;
		if (byte < 0)
			return false;
		*escapes += byte == '=' || byte >= 0xc0;
		i += 2;
	}
	return true;
}

/* does the line end with a checksum such as =ABcd (RFC 9580, 6.1)? */
static bool is_checksum(struct str line)
{
	enum { CHECKSUM = 5 };
	const char *sum;

	if (line.len < CHECKSUM)
		return false;
	sum = line.s + line.len - CHECKSUM;
	return *sum == '=' && (sum == line.s || strchr("> ", sum[-1]));
}

static struct str without_marks(struct str line)
{
	size_t marks = 0;

	while (marks < line.len && strchr("> |\t", line.s[marks]))
		marks++;
	return (struct str){ line.s + marks, line.len - marks };
}

/* does it end a signature that is not quoted-printable, where = would be =3D */
static bool is_armor_end(struct str line, struct str rest)
{
	struct str next;

	line = without_marks(line);
	if (!line.len || !parse_line(&rest, &next) ||
	    !str_starts(without_marks(next), "-----END "))
		return false;
	/* a soft line break follows other characters, too */
	for (size_t i = 0; i < line.len; i++)
		if (digit(line.s[i]) < 0 && line.s[i] != '=')
			return false;
	return line.s[line.len - 1] == '=' || is_checksum(line);
}

bool mend_is_quoted(struct str text)
{
	size_t escapes = 0;
	struct str line;

	while (parse_line(&text, &line))
		if (is_armor_end(line, text) || !is_quoted_line(line, &escapes))
			return false;
	return escapes > 0;
}
