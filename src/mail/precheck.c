/* src/mail/precheck.c */
#include "mail/precheck.h"
#include "base/ascii.h"

static bool is_name_char(char c)
{
	return (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z') ||
	       ascii_is_digit(c) || c == '-' || c == '_';
}

/* length of the field name before a colon, 0 if the line begins no field */
static size_t field_name(const char *line, size_t len)
{
	size_t i = 0, n;

	while (i < len && is_name_char(line[i]))
		i++;
	n = i;
	while (i < len && (line[i] == ' ' || line[i] == '\t'))
		i++;
	return i < len && line[i] == ':' ? n : 0;
}

static bool is_blank(const char *line, size_t len)
{
	return !len || (len == 1 && line[0] == '\r');
}

static enum message_fault check_headers(struct str raw)
{
	bool top = true;  /* still in the header of the whole mail */
	size_t field = 0; /* bytes of the field so far, 0 outside */
	size_t len;

	for (size_t i = 0; i < raw.len; i += len + 1) {
		const char *line = raw.s + i;
		const char *lf = memchr(line, '\n', raw.len - i);

		len = lf ? (size_t)(lf - line) : raw.len - i;
		if (is_blank(line, len))
			top = false;
		if (top && i + len > PRECHECK_MAX_BLOCK)
			return len > PRECHECK_MAX_LINE ? MESSAGE_HEADER_LINE
						       : MESSAGE_HEADER_BLOCK;
		if (field && len && (line[0] == ' ' || line[0] == '\t'))
			field += len + 1;
		else
			field = field_name(line, len) ? len + 1 : 0;
		if ((field || top) && len > PRECHECK_MAX_LINE)
			return MESSAGE_HEADER_LINE;
		if (field > PRECHECK_MAX_BLOCK)
			return MESSAGE_HEADER_BLOCK;
	}
	return MESSAGE_READ;
}

/* does the text, which is in lower case, stand at s? */
static bool stands_at(const char *s, const char *end, const char *text)
{
	for (; *text; s++, text++)
		if (s == end || ascii_lower(*s) != *text)
			return false;
	return true;
}

static const char *skip_blanks(const char *s, const char *end)
{
	while (s < end && (*s == ' ' || *s == '\t' || *s == '\r' || *s == '\n'))
		s++;
	return s;
}

/* "boundary=", also as RFC 2231 writes it: "boundary*=", "boundary*0*=" */
static bool is_boundary(const char *s, const char *end)
{
	if (!stands_at(s, end, "boundary"))
		return false;
	s += strlen("boundary");
	while (s < end && (*s == '*' || ascii_is_digit(*s)))
		s++;
	s = skip_blanks(s, end);
	return s < end && *s == '=';
}

/* the types that make a parser read a mail inside the mail */
static bool is_nested(const char *s, const char *end)
{
	static const char *const types[] = { "rfc822", "rfc2822", "global",
					     "news" };

	if (!stands_at(s, end, "message"))
		return false;
	s = skip_blanks(s + strlen("message"), end);
	if (s == end || *s != '/')
		return false;
	s = skip_blanks(s + 1, end);
	for (size_t i = 0; i < ARRAY_LEN(types); i++)
		if (stands_at(s, end, types[i]))
			return true;
	return false;
}

enum message_fault precheck_mail(struct str raw)
{
	const char *end = raw.s + raw.len;
	unsigned boundaries = 0, nested = 0;
	enum message_fault f;

	if (!raw.len)
		return MESSAGE_NO_HEADERS;
	if (raw.len > PRECHECK_MAX_MAIL)
		return MESSAGE_TOO_LARGE;
	f = check_headers(raw);
	if (f)
		return f;
	for (const char *s = raw.s; s < end; s++) {
		char c = ascii_lower(*s);

		if (c == 'b')
			boundaries += is_boundary(s, end);
		else if (c == 'm')
			nested += is_nested(s, end);
	}
	if (nested > PRECHECK_MAX_NESTED)
		return MESSAGE_NESTED;
	if (boundaries > PRECHECK_MAX_BOUNDARIES)
		return MESSAGE_BOUNDARIES;
	return MESSAGE_READ;
}

static bool is_kept(const char *line, size_t name_len)
{
	static const char *const kept[] = {
		"from",        "sender",         "reply-to",
		"to",          "message-id",     "in-reply-to",
		"references",  "subject",        "date",
		"return-path", "auto-submitted", "precedence",
		"list-id",     "x-loop",         "delivered-to",
		"x-autoreply", "x-autorespond",  "content-identifier",
	};

	for (size_t i = 0; i < ARRAY_LEN(kept); i++)
		if (strlen(kept[i]) == name_len &&
		    stands_at(line, line + name_len, kept[i]))
			return true;
	return false;
}

struct str precheck_salvage(struct arena *a, struct str raw)
{
	enum { MAX_FIELD = 2000, MAX_ALL = 16 << 10 };
	size_t n, len, field = 0; /* where the field began in out */
	bool keeping = false;
	struct buf b;
	struct str out;

	buf_init(&b, MAX_ALL);
	for (size_t i = 0; i < raw.len && i < 2 * PRECHECK_MAX_MAIL;
	     i += len + 1) {
		const char *line = raw.s + i;
		const char *lf = memchr(line, '\n', raw.len - i);

		len = lf ? (size_t)(lf - line) : raw.len - i;
		if (is_blank(line, len))
			break;
		if (line[0] != ' ' && line[0] != '\t') {
			n = field_name(line, len);
			keeping = n && is_kept(line, n);
			field = b.len;
		}
		if (!keeping)
			continue;
		if (b.len - field + len > MAX_FIELD ||
		    b.len + len + 1 > MAX_ALL) {
			/* a field is kept whole or not at all */
			b.len = field;
			keeping = false;
			continue;
		}
		buf_add(&b, line, len);
		buf_addc(&b, '\n');
	}
	if (b.len)
		buf_addc(&b, '\n');
	out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return out;
}
