/* src/mail/charset.c */
#include "mail/charset.h"
#include "base/ascii.h"
#include "base/buf.h"
#include "base/parse.h"
#include "base/utf8.h"
#include <errno.h>
#include <iconv.h>

enum { WINDOWS_1252 = 0 };

/* what iconv calls it, then the other names that mails give it */
static const char *const charsets[][CHARSET_MAX_NAMES] = {
	[WINDOWS_1252] = { "WINDOWS-1252", "CP1252", "CP-1252", "X-ANSI" },
	{ "ISO-8859-2", "LATIN2", "ISO8859-2", "ISO_8859-2" },
	{ "ISO-8859-3", "LATIN3" },
	{ "ISO-8859-4", "LATIN4" },
	{ "ISO-8859-5", "CYRILLIC" },
	{ "ISO-8859-6", "ARABIC" },
	{ "ISO-8859-7", "GREEK" },
	{ "ISO-8859-8", "HEBREW", "ISO-8859-8-I", "ISO-8859-8-E" },
	/* Turkish programs mean windows-1254 by it, a superset */
	{ "WINDOWS-1254", "CP1254", "ISO-8859-9", "LATIN5", "ISO8859-9" },
	{ "ISO-8859-10", "LATIN6" },
	{ "ISO-8859-13", "LATIN7" },
	{ "ISO-8859-14", "LATIN8" },
	{ "ISO-8859-15", "LATIN9", "LATIN-9", "ISO8859-15", "ISO_8859-15" },
	{ "ISO-8859-16", "LATIN10" },
	{ "WINDOWS-1250", "CP1250" },
	{ "WINDOWS-1251", "CP1251" },
	{ "WINDOWS-1253", "CP1253" },
	{ "WINDOWS-1255", "CP1255" },
	{ "WINDOWS-1256", "CP1256" },
	{ "WINDOWS-1257", "CP1257" },
	{ "WINDOWS-1258", "CP1258" },
	{ "CP874", "WINDOWS-874", "TIS-620", "ISO-8859-11" },
	{ "KOI8-R" },
	{ "KOI8-U" },
	{ "CP850", "IBM850" },
	{ "CP437", "IBM437" },
	{ "CP866", "IBM866" },
	{ "MACINTOSH", "X-MAC-ROMAN", "MAC" },
	{ "GB18030", "GBK", "GB2312", "CP936", "X-GBK", "EUC-CN" },
	{ "BIG5-HKSCS", "BIG5", "BIG-5", "CP950", "X-X-BIG5" },
	{ "ISO-2022-JP", "ISO-2022-JP-1", "CSISO2022JP" },
	{ "CP932", "SHIFT_JIS", "SHIFT-JIS", "X-SJIS", "SJIS", "MS_KANJI" },
	{ "EUC-JP", "EUCJP", "X-EUC-JP" },
	{ "CP949", "EUC-KR", "KS_C_5601-1987", "KSC5601", "EUCKR" },
	{ "ISO-2022-KR" },
	{ "UTF-7", "UNICODE-1-1-UTF-7" },
	{ "UTF-16", "UNICODE" },
	{ "UTF-16LE" },
	{ "UTF-16BE" },
	{ "UTF-32" },
	/* never converted with, see latin1[] and ascii[]: for headers only */
	{ [1] = "ISO-8859-1", "US-ASCII", "UTF-8" },
};

_Static_assert(ARRAY_LEN(charsets) <= CHARSET_MAX_CHARSETS, "room for handles");

/* labels that lie: 8-bit text under them is windows-1252 */
static const char *const latin1[] = {
	"ISO-8859-1", "ISO8859-1", "ISO_8859-1", "LATIN1",
	"LATIN-1",    "L1",        "CP819",      "ISO-8859-1-WINDOWS",
};

static const char *const ascii[] = {
	"US-ASCII", "ASCII", "ANSI_X3.4-1968", "7BIT", "646", "US",
};

static const char *const utf8[] = { "UTF-8", "UTF8", "UNICODE-1-1-UTF-8" };

static void *open_charset(const char *name)
{
	iconv_t cd = iconv_open("UTF-8", name);
	char in[] = "A", out[16];
	char *p = in, *q = out;
	size_t n_in = 1, n_out = sizeof(out);

	if (cd == (iconv_t)-1)
		return NULL;
	/* some tables are loaded at the first conversion only */
	iconv(cd, &p, &n_in, &q, &n_out);
	return cd;
}

void charset_charsets_init(struct charset_charsets *c)
{
	memset(c, 0, sizeof(*c));
	for (size_t i = 0; i < ARRAY_LEN(charsets); i++)
		for (size_t j = 0; j < CHARSET_MAX_NAMES; j++)
			if (charsets[i][j])
				c->cd[i][j] = open_charset(charsets[i][j]);
}

void charset_charsets_release(struct charset_charsets *c)
{
	for (size_t i = 0; i < CHARSET_MAX_CHARSETS; i++)
		for (size_t j = 0; j < CHARSET_MAX_NAMES; j++)
			if (c->cd[i][j])
				iconv_close(c->cd[i][j]);
	memset(c, 0, sizeof(*c));
}

static bool same_name(struct str s, const char *upper)
{
	size_t i;

	for (i = 0; i < s.len && upper[i]; i++)
		if (ascii_upper(s.s[i]) != upper[i])
			return false;
	return i == s.len && !upper[i];
}

static bool is_one_of(struct str s, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (names[i] && same_name(s, names[i]))
			return true;
	return false;
}

/* the bytes of a character other than LF and CR that ends a line: of Outlook
 * and Word, of mainframes, LINE SEPARATOR, PARAGRAPH SEPARATOR */
static size_t separator_at(struct str s, size_t at)
{
	static const char *const separators[] = { "\v", "\xc2\x85",
						  "\xe2\x80\xa8",
						  "\xe2\x80\xa9" };
	struct str rest = { s.s + at, s.len - at };

	if (rest.s[0] != '\v' && !(rest.s[0] & 0x80))
		return 0;
	for (size_t i = 0; i < ARRAY_LEN(separators); i++)
		if (str_starts(rest, separators[i]))
			return strlen(separators[i]);
	return 0;
}

/* valid text to the form of the house: LF, no NUL, no BOM */
static struct str tidy(struct arena *a, struct str s)
{
	char *p, *q;

	if (str_starts(s, "\xef\xbb\xbf")) {
		s.s += 3;
		s.len -= 3;
	}
	p = q = arena_alloc(a, s.len * 3 + 1);
	for (size_t i = 0; i < s.len; i++) {
		size_t n = separator_at(s, i);

		if (s.s[i] == '\r') {
			if (i + 1 == s.len || s.s[i + 1] != '\n')
				*q++ = '\n';
		} else if (!s.s[i]) {
			q += utf8_encode(UTF8_REPLACEMENT, q);
		} else if (n) {
			*q++ = '\n';
			i += n - 1;
		} else {
			*q++ = s.s[i];
		}
	}
	*q = 0;
	return (struct str){ p, (size_t)(q - p) };
}

static struct str convert(void *handle, struct arena *a, struct str bytes)
{
	iconv_t cd = handle;
	/* iconv wants its input writable, and leaves it alone */
	char *in = arena_copy(a, bytes.s, bytes.len);
	size_t n_in = bytes.len, n_out;
	char block[4096], *out;
	struct str result;
	struct buf b;

	/* three bytes of UTF-8 for one is the worst there is, and U+FFFD */
	buf_init(&b, bytes.len * 4 + 64);
	iconv(cd, NULL, NULL, NULL, NULL);
	for (;;) {
		size_t r;

		out = block;
		n_out = sizeof(block);
		/* at the end of the input, what iconv still holds back */
		r = n_in ? iconv(cd, &in, &n_in, &out, &n_out)
			 : iconv(cd, NULL, NULL, &out, &n_out);
		buf_add(&b, block, (size_t)(out - block));
		if (r != (size_t)-1) {
			if (!n_in && out == block)
				break;
			continue;
		}
		if (errno == E2BIG)
			continue;
		/* a byte that means nothing here, or a torn end */
		buf_addz(&b, "\xef\xbf\xbd");
		if (!n_in)
			break;
		in++;
		n_in--;
	}
	result = arena_str(a, buf_str(&b));
	buf_release(&b);
	return result;
}

static bool is_7bit(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if ((unsigned char)s.s[i] >= 0x80)
			return false;
	return true;
}

struct str charset_from_charset(struct charset_charsets *c, struct arena *a,
				struct str bytes, struct str label,
				bool *guessed)
{
	void *cd = NULL;
	bool may_be_utf8 = true;

	label = parse_trim(label);
	/* two bytes for each character have NULs where text is Latin */
	if ((same_name(label, "UNICODE") || same_name(label, "UTF-16") ||
	     same_name(label, "UTF-16LE") || same_name(label, "UTF-16BE")) &&
	    !memchr(bytes.s, 0, bytes.len) && utf8_is_valid(bytes)) {
		*guessed = true;
		return tidy(a, bytes);
	}
	for (size_t i = 0; i < ARRAY_LEN(charsets) && !cd; i++)
		if (is_one_of(label, charsets[i], ARRAY_LEN(charsets[i])))
			cd = c->cd[i][0];
	if (cd)
		return tidy(a, utf8_repair(a, convert(cd, a, bytes)));
	if (is_7bit(bytes)) {
		/* all the labels that are left agree on these bytes */
		if (label.len && !is_one_of(label, ascii, ARRAY_LEN(ascii)) &&
		    !is_one_of(label, utf8, ARRAY_LEN(utf8)) &&
		    !is_one_of(label, latin1, ARRAY_LEN(latin1)))
			*guessed = true;
		return tidy(a, bytes);
	}
	if (is_one_of(label, latin1, ARRAY_LEN(latin1)))
		may_be_utf8 = false;
	else if (!is_one_of(label, utf8, ARRAY_LEN(utf8)))
		*guessed = true;
	if (may_be_utf8 && utf8_is_valid(bytes))
		return tidy(a, bytes);
	if (is_one_of(label, utf8, ARRAY_LEN(utf8))) {
		*guessed = true;
		return tidy(a, utf8_repair(a, bytes));
	}
	cd = c->cd[WINDOWS_1252][0];
	if (cd)
		bytes = convert(cd, a, bytes);
	return tidy(a, utf8_repair(a, bytes));
}

struct str charset_unflow(struct arena *a, struct str text, bool del_sp)
{
	char *p = arena_alloc(a, text.len * 2 + 1), *q = p;
	bool open = false; /* the last line goes on */
	size_t last_depth = 0;
	struct str line;

	while (parse_line(&text, &line)) {
		size_t depth = 0;
		bool is_mark, flows;

		while (depth < line.len && line.s[depth] == '>')
			depth++;
		line.s += depth;
		line.len -= depth;
		if (line.len && line.s[0] == ' ') {
			line.s++;
			line.len--;
		}
		is_mark = str_is(line, "-- ");
		flows = line.len && line.s[line.len - 1] == ' ' && !is_mark;
		if (flows && del_sp)
			line.len--;
		/* RFC 3676, 4.5: a change of depth ends a paragraph, whatever
		 * the blank at its end says */
		if (open && (depth != last_depth || is_mark)) {
			*q++ = '\n';
			open = false;
		}
		if (!open && depth) {
			memset(q, '>', depth);
			q += depth;
			if (line.len)
				*q++ = ' ';
		}
		if (line.len)
			memcpy(q, line.s, line.len);
		q += line.len;
		open = flows;
		last_depth = depth;
		if (!open)
			*q++ = '\n';
	}
	if (open)
		*q++ = '\n';
	*q = 0;
	return (struct str){ p, (size_t)(q - p) };
}

/* UTF-16 behind its byte order mark */
static struct str from_utf16(struct arena *a, struct str bytes)
{
	bool big = (unsigned char)bytes.s[0] == 0xfe;
	char *p = arena_alloc(a, 3 * bytes.len + 1), *q = p;
	uint32_t high = 0;

	for (size_t i = 2; i + 1 < bytes.len; i += 2) {
		uint32_t x = (unsigned char)bytes.s[i];
		uint32_t y = (unsigned char)bytes.s[i + 1];
		uint32_t c = big ? x << 8 | y : y << 8 | x;

		if (high && 0xdc00 <= c && c < 0xe000)
			c = 0x10000 + ((high - 0xd800) << 10) + (c - 0xdc00);
		else if (0xd800 <= c && c < 0xdc00) {
			high = c;
			continue;
		} else if (0xdc00 <= c && c < 0xe000)
			c = UTF8_REPLACEMENT;
		high = 0;
		q += utf8_encode(c ? c : UTF8_REPLACEMENT, q);
	}
	return tidy(a, (struct str){ p, (size_t)(q - p) });
}

struct str charset_readable(struct arena *a, struct str bytes)
{
	char *p, *q;

	if (str_starts(bytes, "\xff\xfe") || str_starts(bytes, "\xfe\xff"))
		return from_utf16(a, bytes);
	if (utf8_is_valid(bytes))
		return tidy(a, bytes);
	p = q = arena_alloc(a, 3 * bytes.len + 1);
	for (size_t i = 0; i < bytes.len; i++) {
		unsigned char c = (unsigned char)bytes.s[i];

		/* control characters of Latin-1, whatever was meant by them */
		q += utf8_encode(0x80 <= c && c < 0xa0 ? UTF8_REPLACEMENT : c,
				 q);
	}
	return tidy(a, (struct str){ p, (size_t)(q - p) });
}

/* "1.", "12)", "(3)", "a.", "iv)"; "7" as a table or an editor counts lines */
static bool is_number(struct str mark)
{
	bool enclosed = mark.len && mark.s[0] == '(';
	size_t n = enclosed, begin = n;

	while (n < mark.len && ascii_is_digit(mark.s[n]))
		n++;
	if (!enclosed && n && n == mark.len && n < 5)
		return true;
	while (n < mark.len && ascii_is_alnum(mark.s[n]))
		n++;
	return begin < n && n < begin + 5 && n + 1 == mark.len &&
	       strchr(enclosed ? ")" : ".)", mark.s[n]);
}

/* is it a mark that encloses bold or fixed text: *, **, _, `? */
static bool is_emphasis(struct str mark)
{
	return (mark.len == 1 && strchr("*_`", mark.s[0])) ||
	       str_is(mark, "**");
}

/* without the marks of a quote around it */
static struct str unquoted(struct str s)
{
	while (s.len && strchr("> \t", s.s[0])) {
		s.s++;
		s.len--;
	}
	return parse_trim(s);
}

/* the line without its number */
static bool unnumber(struct str *line)
{
	struct str rest = unquoted(*line), word = { rest.s, 0 };

	while (word.len < rest.len && !strchr(" \t", rest.s[word.len]))
		word.len++;
	if (!is_number(word))
		return false;
	*line = parse_trim(
		(struct str){ rest.s + word.len, rest.len - word.len });
	return true;
}

/* the line without the mark, whose blanks an empty line may lack */
static bool unmark(struct str mark, struct str *line)
{
	struct str item = unquoted(mark);
	size_t n = mark.len;
	bool spaced = n && strchr(" \t", mark.s[n - 1]);

	if (is_number(item))
		return unnumber(line);
	while (n && strchr(" \t", mark.s[n - 1]))
		n--;
	if (line->len < n || memcmp(line->s, mark.s, n) != 0)
		return false;
	while (n < mark.len && n < line->len && strchr(" \t", line->s[n]))
		n++;
	line->s += n;
	line->len -= n;
	n = spaced || !is_emphasis(item) ? 0 : item.len;
	if (n && line->len >= n && !memcmp(line->s + line->len - n, item.s, n))
		line->len -= n;
	return true;
}

/* the text before the dashes of a marker line */
static struct str before_marker(struct str line, const char *marker)
{
	const char *at = memmem(line.s, line.len, marker, strlen(marker));

	return (struct str){ line.s, at ? (size_t)(at - line.s) : 0 };
}

/* does the END line, or the BEGIN line of a signature, have this mark, too? */
static bool is_repeated(struct str mark, struct str rest)
{
	struct str line;

	while (parse_line(&rest, &line)) {
		bool is_end = before_marker(line, "-----END ").len;

		if (is_end || before_marker(line, "-----BEGIN ").len)
			return unmark(mark, &line) && str_starts(line, "-----");
	}
	return false;
}

/* the mark with which a program quotes, lists or emphasises this marker line
 * and the next, unless it is made of > alone */
static struct str odd_mark(struct str line, struct str rest)
{
	enum { MARK_MAX = 40 };
	struct str mark = before_marker(line, "-----BEGIN ");

	return unquoted(mark).len && mark.len <= MARK_MAX &&
			       is_repeated(mark, rest)
		       ? mark
		       : (struct str){ 0 };
}

static struct str find_mark(struct str text)
{
	static const char clear[] = "-----BEGIN PGP SIGNED MESSAGE";
	struct str line, mark = { 0 };
	/* OpenPGP puts "- " before dashes, and signs the line without it */
	bool dashes =
		text.len && memmem(text.s, text.len, clear, sizeof(clear) - 1);

	while (!mark.len && parse_line(&text, &line)) {
		mark = odd_mark(line, text);
		if (dashes && str_is(parse_trim(mark), "-"))
			mark.len = 0;
	}
	return mark;
}

struct str charset_quotes(struct arena *a, struct str text)
{
	struct str mark = find_mark(text), line, out;
	struct buf b;

	if (!mark.len)
		return text;
	buf_init(&b, 3 * text.len + 4);
	while (parse_line(&text, &line)) {
		if (unmark(mark, &line))
			buf_addz(&b, line.len ? "> " : ">");
		buf_adds(&b, line);
		buf_addc(&b, '\n');
	}
	out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return out;
}

struct str charset_line(struct arena *a, struct str text, size_t max)
{
	char *p = arena_alloc(a, text.len + 1), *q = p;
	struct str s;
	size_t n;

	s = utf8_repair(a, text);
	if (s.len > text.len)
		p = q = arena_alloc(a, s.len + 1);
	for (size_t i = 0; i < s.len; i += n) {
		uint32_t c = utf8_next((struct str){ s.s + i, s.len - i }, &n);

		if (c < ' ' || (c >= 0x7f && c < 0xa0) || c == 0x2028 ||
		    c == 0x2029) {
			if (q > p && q[-1] != ' ')
				*q++ = ' ';
			continue;
		}
		if ((size_t)(q - p) + n > max)
			break;
		memcpy(q, s.s + i, n);
		q += n;
	}
	*q = 0;
	return parse_trim((struct str){ p, (size_t)(q - p) });
}
