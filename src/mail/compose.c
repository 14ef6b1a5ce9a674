/* src/mail/compose.c */
#include "mail/compose.h"
#include "base/ascii.h"
#include "base/date.h"
#include "base/utf8.h"
#include "mail/addr.h"

enum {
	LINE = 78,      /* RFC 5322, 2.1.1, without the CRLF */
	WORD = 75,      /* RFC 2047, 2: an encoded word */
	CODED_LINE = 76 /* RFC 2045, 6.7 and 6.8 */
};

static const char hex[] = "0123456789ABCDEF";

struct composer {
	struct buf *out;
	const struct mail_draft *d;
	uint32_t seed; /* of the boundaries: a hash of the message id */
	struct arena arena;
};

/* ---- values ---- */

static bool is_control(uint32_t c)
{
	return c < ' ' || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029;
}

/* one line of text: valid, without control characters, not too long */
static struct str clean(struct composer *c, struct str s, size_t max)
{
	struct str valid = utf8_repair(&c->arena, s);
	char *p = arena_alloc(&c->arena, valid.len + 1);
	size_t n, len = 0;

	for (size_t i = 0; i < valid.len; i += n) {
		struct str rest = { valid.s + i, valid.len - i };

		if (is_control(utf8_next(rest, &n))) {
			if (len && p[len - 1] != ' ' && len < max)
				p[len++] = ' ';
			continue;
		}
		if (len + n > max)
			break;
		memcpy(p + len, rest.s, n);
		len += n;
	}
	while (len && p[len - 1] == ' ')
		len--;
	return (struct str){ p, len };
}

static bool is_ascii(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (s.s[i] < ' ' || s.s[i] > '~')
			return false;
	return true;
}

/* the characters allowed between < and >: printable ASCII without blanks */
bool compose_is_id(struct str s)
{
	if (!s.len || s.len > COMPOSE_MAX_ID || !is_ascii(s))
		return false;
	for (size_t i = 0; i < s.len; i++)
		if (strchr(" <>()[],;:\\\"", s.s[i]) ||
		    /* some programs decode words wherever they are */
		    (s.s[i] == '=' && i + 1 < s.len && s.s[i + 1] == '?'))
			return false;
	return true;
}

static bool is_token(struct str s, const char *also)
{
	if (!s.len || s.len > 60)
		return false;
	for (size_t i = 0; i < s.len; i++) {
		char ch = s.s[i];

		if (!(ch >= 'a' && ch <= 'z') && !(ch >= 'A' && ch <= 'Z') &&
		    !ascii_is_digit(ch) && ch != '-' &&
		    !(ch && strchr(also, ch)))
			return false;
	}
	return true;
}

static bool is_type(struct str s)
{
	size_t slashes = 0;

	for (size_t i = 0; i < s.len; i++)
		slashes += s.s[i] == '/';
	return slashes == 1 && is_token(s, "/.+_") && s.s[0] != '/' &&
	       s.s[s.len - 1] != '/' && !str_starts(s, "multipart/") &&
	       !str_starts(s, "message/");
}

/* ---- header lines ---- */

/* a header line while it is written: knows its column, folds at blanks */
struct line {
	struct buf *out;
	size_t column;
};

static struct line line_begin(struct composer *c, const char *name)
{
	buf_addf(c->out, "%s:", name);
	return (struct line){ c->out, strlen(name) + 1 };
}

/* a word that is not broken, after a blank or a fold */
static void line_word(struct line *l, struct str word)
{
	if (l->column + 1 + word.len > LINE && l->column > 1) {
		buf_addz(l->out, "\r\n");
		l->column = 0;
	}
	buf_addc(l->out, ' ');
	buf_adds(l->out, word);
	l->column += 1 + word.len;
}

/* a word on the line of the field's name, however long */
static void line_first(struct line *l, struct str word)
{
	buf_addc(l->out, ' ');
	buf_adds(l->out, word);
	l->column += 1 + word.len;
}

static void line_end(struct line *l)
{
	buf_addz(l->out, "\r\n");
}

/*
 * An encoded word (RFC 2047, Q) of at most max characters from the start of s;
 * gives the bytes of s that went into it.
 */
static size_t encode_word(struct str s, size_t max, char *word,
			  size_t *word_len)
{
	static const char head[] = "=?UTF-8?Q?";
	size_t len = sizeof(head) - 1, used = 0, n;

	memcpy(word, head, len);
	while (used < s.len) {
		char bytes[12];
		size_t n_bytes = 0;

		utf8_next((struct str){ s.s + used, s.len - used }, &n);
		for (size_t i = 0; i < n; i++) {
			unsigned char ch = (unsigned char)s.s[used + i];

			/* RFC 2047, 5 (3): these are safe in a name too */
			if ((ch >= 'a' && ch <= 'z') ||
			    (ch >= 'A' && ch <= 'Z') || ascii_is_digit(ch) ||
			    (ch && strchr("!*+-/", ch))) {
				bytes[n_bytes++] = (char)ch;
			} else if (ch == ' ') {
				bytes[n_bytes++] = '_';
			} else {
				bytes[n_bytes++] = '=';
				bytes[n_bytes++] = hex[ch >> 4];
				bytes[n_bytes++] = hex[ch & 15];
			}
		}
		if (len + n_bytes + 2 > max)
			break;
		memcpy(word + len, bytes, n_bytes);
		len += n_bytes;
		used += n;
	}
	memcpy(word + len, "?=", 2);
	*word_len = len + 2;
	return used;
}

static void line_encoded(struct line *l, struct str s)
{
	while (s.len) {
		char word[WORD];
		size_t len, used, left = LINE - 1 - l->column;

		/* fill the line if that is worth a word of its own */
		if (l->column + 1 > LINE - 30 || left > WORD)
			left = WORD;
		used = encode_word(s, left, word, &len);

		line_word(l, (struct str){ word, len });
		s.s += used;
		s.len -= used;
	}
}

/*
 * Text. ASCII is written as it is where that is read back the same: it must
 * fold at single blanks, hold no overlong word, and not look like an encoded
 * one.
 */
static void line_text(struct line *l, struct str s)
{
	bool plain = is_ascii(s) && s.len && s.s[0] != ' ';
	size_t word = 0;

	for (size_t i = 0; i < s.len && plain; i++) {
		word = s.s[i] == ' ' ? 0 : word + 1;
		if (word > LINE - 20 ||
		    (i && s.s[i] == '?' && s.s[i - 1] == '=') ||
		    (i && s.s[i] == ' ' && s.s[i - 1] == ' '))
			plain = false;
	}
	if (!plain) {
		line_encoded(l, s);
		return;
	}
	for (size_t i = 0; i < s.len;) {
		size_t end = i;

		while (end < s.len && s.s[end] != ' ')
			end++;
		line_word(l, (struct str){ s.s + i, end - i });
		i = end + 1;
	}
}

/* a display name: a quoted string, or encoded words */
static void line_name(struct line *l, struct str s)
{
	char quoted[2 * COMPOSE_MAX_NAME + 2];
	size_t n = 0;

	/* many readers decode words even where they stand in quotes */
	bool plain = is_ascii(s) && !memmem(s.s, s.len, "=?", 2);

	quoted[n++] = '"';
	for (size_t i = 0; i < s.len; i++) {
		if (s.s[i] == '"' || s.s[i] == '\\')
			quoted[n++] = '\\';
		quoted[n++] = s.s[i];
	}
	quoted[n++] = '"';
	if (plain && n < LINE)
		line_word(l, (struct str){ quoted, n });
	else
		line_encoded(l, s);
}

static enum err write_addrs(struct composer *c, const char *header,
			    const struct mail_addr *list, uint32_t n,
			    struct why *why)
{
	struct line l;

	if (!n)
		return ERR_OK;
	if (n > COMPOSE_MAX_ADDRS)
		return why_set(why, ERR_FORMAT, "%s: %u addresses are too many",
			       header, n);
	l = line_begin(c, header);
	for (uint32_t i = 0; i < n; i++) {
		struct str name = clean(c, list[i].name, COMPOSE_MAX_NAME);
		struct str addr = list[i].addr;
		/* 7 bits: an address of other scripts has to come in the
		 * form that DNS and every server can read */
		const char *fault = addr_fault(addr, false);
		char *word;

		if (fault)
			return why_set(why, ERR_FORMAT, "%s: address: %s",
				       header, fault);
		if (name.len)
			line_name(&l, name);
		word = arena_printf(&c->arena, name.len ? "<%.*s>%s" : "%.*s%s",
				    STR_ARG(addr), i + 1 < n ? "," : "");
		line_word(&l, str_of(word));
	}
	line_end(&l);
	return ERR_OK;
}

static enum err write_ids(struct composer *c, const char *header,
			  const struct str *ids, uint32_t n, struct why *why)
{
	struct line l;
	struct str word;

	if (!n)
		return ERR_OK;
	l = line_begin(c, header);
	for (uint32_t i = 0; i < n; i++) {
		if (!compose_is_id(ids[i]))
			return why_set(why, ERR_FORMAT, "%s: not a message id",
				       header);
		word = str_of(
			arena_printf(&c->arena, "<%.*s>", STR_ARG(ids[i])));
		/* mail programs, and what renames a mail, look for it there */
		if (i)
			line_word(&l, word);
		else
			line_first(&l, word);
	}
	line_end(&l);
	return ERR_OK;
}

static void write_text(struct composer *c, const char *header, struct str text)
{
	struct line l = line_begin(c, header);

	line_text(&l, text);
	line_end(&l);
}

static enum err write_date(struct composer *c, struct why *why)
{
	static const char days[] = "ThuFriSatSunMonTueWed";
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	int64_t t = c->d->date_utc_s, s = t % DAY_S;
	int year, month, day;

	if (t < 0 || t > 253402300799)
		return why_set(why, ERR_FORMAT, "Date: out of range");
	date_split((int32_t)(t / DAY_S), &year, &month, &day);
	buf_addf(c->out, "Date: %.3s, %d %.3s %04d %02d:%02d:%02d +0000\r\n",
		 days + 3 * (t / DAY_S % 7), day, months + 3 * (month - 1),
		 year, (int)(s / 3600), (int)(s / 60 % 60), (int)(s % 60));
	return ERR_OK;
}

static enum err write_list_id(struct composer *c, struct why *why)
{
	const struct mail_draft *d = c->d;
	struct str name = clean(c, d->list_name, COMPOSE_MAX_NAME);
	struct line l;

	if (!d->list_id.len)
		return ERR_OK;
	if (!compose_is_id(d->list_id))
		return why_set(why, ERR_FORMAT, "List-Id: not an identifier");
	l = line_begin(c, "List-Id");
	if (name.len)
		line_name(&l, name);
	line_word(&l, str_of(arena_printf(&c->arena, "<%.*s>",
					  STR_ARG(d->list_id))));
	line_end(&l);
	return ERR_OK;
}

/* RFC 2369: a URI has neither blanks nor what ends it */
static enum err write_list_leave(struct composer *c, struct why *why)
{
	struct str uri = c->d->list_leave;
	struct line l;

	for (size_t i = 0; i < uri.len; i++)
		if (uri.s[i] <= ' ' || uri.s[i] > '~' || uri.s[i] == '<' ||
		    uri.s[i] == '>')
			return why_set(why, ERR_FORMAT,
				       "List-Unsubscribe: not a URI");
	if (!uri.len || uri.len > MESSAGE_MAX_LINE / 2)
		return ERR_OK;
	l = line_begin(c, "List-Unsubscribe");
	line_word(&l, str_of(arena_printf(&c->arena, "<%.*s>", STR_ARG(uri))));
	line_end(&l);
	return ERR_OK;
}

static enum err write_list(struct composer *c, struct why *why)
{
	enum err e = write_list_id(c, why);

	return e ? e : write_list_leave(c, why);
}

/* headers that the writer itself answers for */
static bool is_ours(struct str name)
{
	static const char *const ours[] = {
		"from",
		"to",
		"cc",
		"bcc",
		"reply-to",
		"sender",
		"subject",
		"date",
		"message-id",
		"in-reply-to",
		"references",
		"list-id",
		"mime-version",
		"x-loop",
		"auto-submitted",
		"return-path",
		"received",
		"resent-from",
		"list-unsubscribe",
	};

	if (name.len >= 8 &&
	    mail_addr_equal((struct str){ name.s, 8 }, STR("content-")))
		return true;
	for (size_t i = 0; i < ARRAY_LEN(ours); i++)
		if (mail_addr_equal(name, str_of(ours[i])))
			return true;
	return false;
}

static enum err write_headers(struct composer *c, struct why *why)
{
	static const char *const automatic[] = {
		[COMPOSE_GENERATED] = "auto-generated",
		[COMPOSE_REPLIED] = "auto-replied",
	};
	const struct mail_draft *d = c->d;
	struct mail_addr loop = { .addr = d->x_loop };
	enum err e;

	e = write_date(c, why);
	if (!e)
		e = write_addrs(c, "From", &d->from, 1, why);
	if (!e && !d->to.n)
		e = why_set(why, ERR_FORMAT, "To: nobody");
	if (!e)
		e = write_addrs(c, "To", d->to.list, d->to.n, why);
	if (!e)
		e = write_addrs(c, "Reply-To", d->reply_to.list, d->reply_to.n,
				why);
	if (e)
		return e;
	write_text(c, "Subject", clean(c, d->subject, COMPOSE_MAX_SUBJECT));
	e = write_ids(c, "Message-ID", &d->message_id, 1, why);
	if (!e)
		e = write_ids(c, "In-Reply-To", &d->in_reply_to,
			      d->in_reply_to.len > 0, why);
	if (!e)
		e = write_ids(c, "References", d->references.list,
			      d->references.n, why);
	if (!e)
		e = write_list(c, why);
	if (!e)
		e = write_addrs(c, "X-Loop", &loop, d->x_loop.len > 0, why);
	if (e)
		return e;
	for (uint32_t i = 0; i < d->n_headers; i++) {
		struct str name = d->headers[i].name;

		if (!is_token(name, "") || is_ours(name))
			return why_set(why, ERR_FORMAT,
				       "not a header of its own: %.*s",
				       STR_ARG(name));
		write_text(c, arena_copy(&c->arena, name.s, name.len),
			   clean(c, d->headers[i].value, MESSAGE_MAX_LINE));
	}
	buf_addf(c->out, "Auto-Submitted: %s\r\nMIME-Version: 1.0\r\n",
		 automatic[d->automatic]);
	return ERR_OK;
}

/* ---- bodies ---- */

/* a line that mailboxes quote as ">From ", or that ends a mail in SMTP */
static bool begins_badly(struct str s)
{
	return str_starts(s, "From ") || str_starts(s, ".");
}

/*
 * May the text stand as it is? Only if no program on the way has a reason to
 * touch it, and no line of it can be taken for a boundary of ours: those hold
 * "=_", which neither encoding below can produce. Whoever takes a blank from
 * the end of a flowed line takes its fold alone.
 */
static bool is_harmless(struct str s, bool flowed)
{
	size_t column = 0;

	for (size_t i = 0; i < s.len; i++) {
		if (s.s[i] == '\n') {
			if (!flowed && column && s.s[i - 1] == ' ')
				return false;
			column = 0;
			continue;
		}
		if (s.s[i] < ' ' || s.s[i] > '~' || ++column > LINE)
			return false;
		if (column == 1 &&
		    begins_badly((struct str){ s.s + i, s.len - i }))
			return false;
		if (s.s[i] == '_' && i && s.s[i - 1] == '=')
			return false;
	}
	return !s.len || s.s[s.len - 1] == '\n';
}

static void write_crlf(struct buf *out, struct str s)
{
	while (s.len) {
		const char *end = memchr(s.s, '\n', s.len);
		size_t n = end ? (size_t)(end - s.s) : s.len;

		buf_add(out, s.s, n);
		if (!end)
			return;
		buf_add(out, "\r\n", 2);
		s.s += n + 1;
		s.len -= n + 1;
	}
}

/* a line of an encoded body; written when it is whole */
struct coded {
	struct buf *out;
	char s[CODED_LINE + 2];
	size_t n;
};

static void coded_add(struct coded *l, char c)
{
	assert(l->n < CODED_LINE);
	l->s[l->n++] = c;
}

static void coded_end(struct coded *l)
{
	l->s[l->n++] = '\r';
	l->s[l->n++] = '\n';
	buf_add(l->out, l->s, l->n);
	l->n = 0;
}

/* printable ASCII that stands for itself in quoted-printable */
static bool is_plain(char c)
{
	return (unsigned char)(c - ' ') <= '~' - ' ' && c != '=';
}

/* What stands for itself within a line, at once; gives how much: not what is
 * before its end, nor before the end of the text. */
static size_t coded_run(struct coded *l, struct str s)
{
	size_t room = CODED_LINE - 1, n = 0, most;

	if (!l->n || l->n >= room)
		return 0;
	most = room - l->n + 1 < s.len ? room - l->n + 1 : s.len;
	while (n < most && is_plain(s.s[n]))
		n++;
	if (!n)
		return 0;
	n--; /* what follows it is known */
	memcpy(l->s + l->n, s.s, n);
	l->n += n;
	return n;
}

/* quoted-printable of text: LF becomes the line end, or is written as =0A
 * where it must stay one; CR is written as =0D */
static void write_quoted(struct buf *out, struct str s, bool exact)
{
	struct coded line = { .out = out };

	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.s[i];
		struct str rest = { s.s + i, s.len - i };
		bool ends = !exact && i + 1 < s.len && s.s[i + 1] == '\n';
		bool last = ends || i + 1 == s.len;
		bool code = !is_plain(s.s[i]);
		size_t run = coded_run(&line, rest);

		if (run) { /* most of a text */
			i += run - 1;
			continue;
		}
		if (c == '\n' && !exact) {
			coded_end(&line);
			continue;
		}
		/* a blank at the end of a line would be lost */
		if ((c == ' ' && last) || (!line.n && begins_badly(rest)))
			code = true;
		/* room for the soft line break, which the last character of a
		 * line does without, unless its end is no part of the text */
		if (line.n + (code ? 3 : 1) > CODED_LINE - (ends ? 0 : 1)) {
			coded_add(&line, '=');
			coded_end(&line);
			code |= begins_badly(rest);
		}
		coded_add(&line, code ? '=' : (char)c);
		if (code) {
			coded_add(&line, hex[c >> 4]);
			coded_add(&line, hex[c & 15]);
		}
	}
	/* a last line without its end: one that is not part of the text */
	if (line.n) {
		coded_add(&line, '=');
		coded_end(&line);
	}
}

/* three bytes as four digits */
static inline void digits_put(const unsigned char b[3], char out[4])
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";
	uint32_t v = (uint32_t)b[0] << 16 | (uint32_t)b[1] << 8 | b[2];

	out[0] = digits[v >> 18];
	out[1] = digits[v >> 12 & 63];
	out[2] = digits[v >> 6 & 63];
	out[3] = digits[v & 63];
}

static void write_base64(struct buf *out, struct str s)
{
	const unsigned char *b = (const unsigned char *)s.s;
	struct coded line = { .out = out };
	unsigned char rest[3] = { 0 };
	size_t n = s.len % 3;

	for (size_t i = 0; i + 2 < s.len; i += 3) {
		digits_put(b + i, line.s + line.n);
		line.n += 4;
		if (line.n == CODED_LINE)
			coded_end(&line);
	}
	if (n) {
		memcpy(rest, b + s.len - n, n);
		digits_put(rest, line.s + line.n);
		memset(line.s + line.n + n + 1, '=', 3 - n);
		line.n += 4;
	}
	if (line.n)
		coded_end(&line);
}

/* how a body is written */
enum coding { CODING_PLAIN, CODING_QUOTED, CODING_EXACT, CODING_BASE64 };

static const char *const coding_names[] = {
	[CODING_PLAIN] = "7bit",
	[CODING_QUOTED] = "quoted-printable",
	[CODING_EXACT] = "quoted-printable",
	[CODING_BASE64] = "base64",
};

static void write_coded(struct buf *out, enum coding coding, struct str s)
{
	switch (coding) {
	case CODING_PLAIN: write_crlf(out, s); break;
	case CODING_QUOTED: write_quoted(out, s, false); break;
	case CODING_EXACT: write_quoted(out, s, true); break;
	case CODING_BASE64: write_base64(out, s); break;
	}
}

static void write_text_part(struct composer *c, const char *type,
			    struct str text, bool flowed)
{
	enum coding coding;

	text = utf8_repair(&c->arena, text);
	coding = is_harmless(text, flowed) ? CODING_PLAIN : CODING_QUOTED;
	buf_addf(c->out,
		 "Content-Type: %s; charset=utf-8%s\r\n"
		 "Content-Transfer-Encoding: %s\r\n\r\n",
		 type, flowed ? "; format=flowed" : "", coding_names[coding]);
	write_coded(c->out, coding, text);
}

/* Text takes a quarter less than in base64, also where its line ends are
 * coded; only what is mostly of other letters takes more. */
static enum coding coding_of(const struct mail_draft_file *f)
{
	size_t coded = 0;

	if (!str_is(f->type, "text/plain") &&
	    (!str_is(f->type, "application/octet-stream") ||
	     !utf8_is_valid(f->bytes) || memchr(f->bytes.s, 0, f->bytes.len)))
		return CODING_BASE64;
	for (size_t i = 0; i < f->bytes.len; i++)
		coded += !is_plain(f->bytes.s[i]);
	if (6 * coded > f->bytes.len)
		return CODING_BASE64;
	if (!f->is_text)
		return CODING_EXACT;
	return is_harmless(f->bytes, false) ? CODING_PLAIN : CODING_QUOTED;
}

/* one character of a file name as RFC 2231 writes it; its length */
static size_t encode_percent(struct str character, char *out)
{
	size_t len = 0;

	for (size_t i = 0; i < character.len; i++) {
		unsigned char ch = (unsigned char)character.s[i];

		if ((ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') ||
		    ascii_is_digit(ch) || (ch && strchr("-._", ch))) {
			out[len++] = (char)ch;
		} else {
			out[len++] = '%';
			out[len++] = hex[ch >> 4];
			out[len++] = hex[ch & 15];
		}
	}
	return len;
}

/*
 * "; filename=..." on lines of its own. ASCII names are quoted; others are
 * written by RFC 2231, in pieces where one line does not hold them. No piece
 * ends inside of a character: some readers decode them one by one.
 */
static void write_filename(struct composer *c, struct str name)
{
	enum { PIECE = 54 };
	bool plain = is_ascii(name) && name.len <= PIECE;
	char piece[PIECE];
	size_t len = 0, at = 0, n;
	unsigned n_pieces = 0;

	for (size_t i = 0; i < name.len && plain; i++)
		plain = !strchr("\"\\%'", name.s[i]);
	if (plain) {
		buf_addf(c->out, ";\r\n filename=\"%.*s\"", STR_ARG(name));
		return;
	}
	while (at < name.len) {
		char coded[12];
		size_t coded_len;

		utf8_next((struct str){ name.s + at, name.len - at }, &n);
		coded_len =
			encode_percent((struct str){ name.s + at, n }, coded);
		if (len + coded_len > PIECE) {
			buf_addf(c->out, ";\r\n filename*%u*=%s%.*s", n_pieces,
				 n_pieces ? "" : "UTF-8''", (int)len, piece);
			n_pieces++;
			len = 0;
		}
		memcpy(piece + len, coded, coded_len);
		len += coded_len;
		at += n;
	}
	if (n_pieces)
		buf_addf(c->out, ";\r\n filename*%u*=%.*s", n_pieces, (int)len,
			 piece);
	else
		buf_addf(c->out, ";\r\n filename*=UTF-8''%.*s", (int)len,
			 piece);
}

/* Can it stand in a header field as it is? */
static bool is_plain_name(struct str name)
{
	for (size_t i = 0; i < name.len; i++)
		if (name.s[i] <= ' ' || name.s[i] > '~')
			return false;
	return name.len <= 60;
}

static enum err write_file(struct composer *c, const struct mail_draft_file *f,
			   bool is_picture, struct why *why)
{
	struct str name = clean(c, f->name, COMPOSE_MAX_NAME);
	enum coding coding = is_picture ? CODING_BASE64 : coding_of(f);

	if (!is_type(f->type))
		return why_set(why, ERR_FORMAT, "not a type of content: %.*s",
			       STR_ARG(f->type));
	buf_addf(c->out, "Content-Type: %.*s%s", STR_ARG(f->type),
		 str_starts(f->type, "text/") ? "; charset=utf-8" : "");
	/* RFC 6047, 2.4 */
	if (f->method.len && is_token(f->method, ""))
		buf_addf(c->out, ";\r\n method=%.*s", STR_ARG(f->method));
	buf_addf(c->out, "\r\nContent-Transfer-Encoding: %s\r\n",
		 coding_names[coding]);
	if (is_picture) {
		if (!compose_is_id(f->cid))
			return why_set(why, ERR_FORMAT,
				       "not a content id: %.*s",
				       STR_ARG(f->cid));
		buf_addf(c->out, "Content-ID: <%.*s>\r\n", STR_ARG(f->cid));
	}
	buf_addf(c->out, "Content-Disposition: %s",
		 is_picture ? "inline" : "attachment");
	if (name.len)
		write_filename(c, name);
	/* what lists of parts show, also of those that have no type to show */
	if (name.len && is_plain_name(name))
		buf_addf(c->out, "\r\nContent-Description: %.*s",
			 STR_ARG(name));
	buf_addz(c->out, "\r\n\r\n");
	write_coded(c->out, coding, f->bytes);
	return ERR_OK;
}

/* the name of level n of nesting; "=_" keeps it apart from every body */
static const char *boundary(struct composer *c, unsigned n)
{
	return arena_printf(&c->arena, "=_%u_%08x", n, c->seed);
}

static void begin_multipart(struct composer *c, const char *kind, unsigned n)
{
	buf_addf(c->out,
		 "Content-Type: multipart/%s;\r\n boundary=\"%s\"%s\r\n\r\n",
		 kind, boundary(c, n),
		 strcmp(kind, "related") ? "" : ";\r\n type=\"text/html\"");
}

static void next_part(struct composer *c, unsigned n)
{
	buf_addf(c->out, "\r\n--%s\r\n", boundary(c, n));
}

static void end_multipart(struct composer *c, unsigned n)
{
	buf_addf(c->out, "\r\n--%s--\r\n", boundary(c, n));
}

static enum err write_related(struct composer *c, struct why *why)
{
	const struct mail_draft *d = c->d;
	enum err e = ERR_OK;

	if (!d->n_pictures) {
		write_text_part(c, "text/html", d->html, false);
		return ERR_OK;
	}
	begin_multipart(c, "related", 3);
	next_part(c, 3);
	write_text_part(c, "text/html", d->html, false);
	for (uint32_t i = 0; i < d->n_pictures && !e; i++) {
		next_part(c, 3);
		e = write_file(c, &d->pictures[i], true, why);
	}
	end_multipart(c, 3);
	return e;
}

static enum err write_alternative(struct composer *c, struct why *why)
{
	const struct mail_draft *d = c->d;
	enum err e;

	if (!d->html.len) {
		write_text_part(c, "text/plain", d->text, d->flowed);
		return ERR_OK;
	}
	begin_multipart(c, "alternative", 2);
	next_part(c, 2);
	write_text_part(c, "text/plain", d->text, d->flowed);
	next_part(c, 2);
	e = write_related(c, why);
	end_multipart(c, 2);
	return e;
}

static enum err write_body(struct composer *c, struct why *why)
{
	const struct mail_draft *d = c->d;
	enum err e;

	if (!d->n_files)
		return write_alternative(c, why);
	begin_multipart(c, "mixed", 1);
	next_part(c, 1);
	e = write_alternative(c, why);
	for (uint32_t i = 0; i < d->n_files && !e; i++) {
		next_part(c, 1);
		e = write_file(c, &d->files[i], false, why);
	}
	end_multipart(c, 1);
	return e;
}

/* FNV-1a, only to tell the boundaries of different mails apart */
static uint32_t hash(struct str s)
{
	uint32_t h = 2166136261u;

	for (size_t i = 0; i < s.len; i++)
		h = (h ^ (unsigned char)s.s[i]) * 16777619u;
	return h;
}

enum err compose_mail(const struct mail_draft *d, struct buf *out,
		      struct why *why)
{
	struct composer c = { .out = out, .d = d, .seed = hash(d->message_id) };
	enum err e;

	assert(d->html.len || !d->n_pictures);
	buf_init(out, COMPOSE_MAX);
	e = write_headers(&c, why);
	if (!e)
		e = write_body(&c, why);
	if (!e && out->full)
		e = why_set(why, ERR_TOO_LARGE,
			    "the mail is larger than %d bytes", COMPOSE_MAX);
	if (e)
		buf_release(out);
	arena_release(&c.arena);
	return e;
}
