/* src/orders/lexer.c */
#include "orders/lexer.h"
#include "base/ascii.h"

static bool is_letter(char c)
{
	return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z');
}

/* signs of more than one byte that mean nothing: degree, primes, quotes */
static bool is_idle_sign(uint32_t c)
{
	static const uint32_t idle[] = {
		0xa0 /* no-break space */,
		0xb0 /* degree */,
		0xb4,
		0xa8,
		0xab,
		0xbb,
		0xb7,
		0x2018,
		0x2019,
		0x201a,
		0x201c,
		0x201d,
		0x201e,
		0x2022,
		0x2026,
		0x2032,
		0x2033,
		0x200b,
		0xfeff,
		0xa1,
		0xbf /* inverted ! and ? */
	};

	for (size_t i = 0; i < ARRAY_LEN(idle); i++)
		if (idle[i] == c)
			return true;
	return false;
}

enum { SIGN_LEAST = 0x2265, SIGN_MOST = 0x2264 };

static bool is_word_char(struct str rest, size_t *len)
{
	uint32_t c;

	*len = 1;
	if (!(rest.s[0] & 0x80))
		return ascii_is_digit(rest.s[0]) || is_letter(rest.s[0]);
	c = utf8_next(rest, len);
	if (c == SIGN_LEAST || c == SIGN_MOST)
		return false;
	/* ordinal signs are letters to Unicode and degree signs to typists */
	return c != 0xba && c != 0xaa && !is_idle_sign(c) &&
	       c != UTF8_REPLACEMENT;
}

static struct token *next_token(struct token_list *t, enum token_type type)
{
	if (t->n == TOKEN_MAX) {
		t->too_many = true;
		return &t->v[TOKEN_MAX - 1];
	}
	t->v[t->n] = (struct token){ .type = type };
	return &t->v[t->n++];
}

/* digits, then a point or comma and decimals; rounded to hundredths (halves
 * away from zero: RB-GEO-02) */
static size_t number_length(struct str s, bool *whole)
{
	size_t n = s.s[0] == '-';

	while (n < s.len && ascii_is_digit(s.s[n]))
		n++;
	*whole = true;
	if (n + 1 < s.len && (s.s[n] == '.' || s.s[n] == ',') &&
	    ascii_is_digit(s.s[n + 1])) {
		*whole = false;
		for (n++; n < s.len && ascii_is_digit(s.s[n]);)
			n++;
	}
	return n;
}

static bool number_value(struct str s, int32_t *out)
{
	int64_t v = 0;
	int decimals = -1;
	bool negative = s.s[0] == '-', up = false;

	for (size_t i = negative; i < s.len; i++) {
		if (!ascii_is_digit(s.s[i])) {
			decimals = 0;
		} else if (decimals < 2) {
			v = 10 * v + (s.s[i] - '0');
			decimals += decimals >= 0;
		} else if (decimals == 2) {
			up = s.s[i] >= '5';
			decimals++;
		}
		if (v > TOKEN_MAX_NUMBER)
			return false;
	}
	for (int d = decimals < 0 ? 0 : decimals; d < 2; d++)
		v *= 10;
	v += up;
	if (v > TOKEN_MAX_NUMBER)
		return false;
	*out = (int32_t)(negative ? -v : v);
	return true;
}

static size_t number_add(struct token_list *t, struct str s)
{
	struct token *k = next_token(t, TOKEN_NUMBER);
	size_t n = number_length(s, &k->whole);

	k->raw = (struct str){ s.s, n };
	if (!number_value(k->raw, &k->number))
		k->type = TOKEN_JUNK;
	/* 90o is how 90 degrees look after their sign was made a letter */
	if (n < s.len && (s.s[n] == 'o' || s.s[n] == 'O') &&
	    (n + 1 == s.len ||
	     !(is_letter(s.s[n + 1]) || ascii_is_digit(s.s[n + 1]))))
		n++;
	return n;
}

static size_t word_add(struct arena *a, struct token_list *t, struct str s)
{
	struct token *k;
	char *fold;
	size_t n = 0, len, m = 0;
	bool plain = true;

	while (n < s.len) {
		struct str rest = { s.s + n, s.len - n };

		/* within a word: Rhye'kaal */
		if (rest.s[0] == '\'' && n && rest.len > 1 &&
		    is_letter(rest.s[1])) {
			n++;
			continue;
		}
		if (!is_word_char(rest, &len))
			break;
		plain = plain && !(rest.s[0] & 0x80);
		n += len;
	}
	k = next_token(t, TOKEN_WORD);
	k->raw = (struct str){ s.s, n };
	fold = arena_alloc_raw(a, n + 1);
	for (size_t i = 0; i < n; i++)
		if (s.s[i] != '\'')
			fold[m++] = ascii_upper(s.s[i]);
	fold[m] = 0;
	k->fold = (struct str){ fold, m };
	if (!plain)
		k->fold = utf8_fold(a, k->fold);
	return n;
}

/* "#5": a number with its sign is one word; its length, or 0 */
static size_t numbered_length(struct str s)
{
	size_t n = 1;

	if (s.s[0] != '#')
		return 0;
	while (n < s.len && ascii_is_digit(s.s[n]))
		n++;
	return n > 1 ? n : 0;
}

static void numbered_add(struct token_list *t, struct str s, size_t len)
{
	struct token *k = next_token(t, TOKEN_WORD);

	k->raw = k->fold = (struct str){ s.s, len };
}

/* ">=", "<=" and their signs; the length, or 0 */
static size_t bound_add(struct token_list *t, struct str s)
{
	size_t len;
	uint32_t c = utf8_next(s, &len);
	bool least = c == SIGN_LEAST || c == '>';

	if (c == '>' || c == '<') {
		if (s.len < 2 || s.s[1] != '=')
			return 0;
		len = 2;
	} else if (c != SIGN_LEAST && c != SIGN_MOST) {
		return 0;
	}
	next_token(t, least ? TOKEN_LEAST : TOKEN_MOST)->raw =
		(struct str){ s.s, len };
	return len;
}

/* the stars of a rank belong to the name before them: Utem Guardsman ** */
static void star_add(struct token_list *t, struct str s)
{
	struct token *k = t->n ? &t->v[t->n - 1] : NULL;

	if (!k || t->too_many || k->type != TOKEN_WORD)
		return;
	for (const char *p = k->raw.s + k->raw.len; p < s.s; p++)
		if (*p != ' ')
			return;
	k->raw.len = (size_t)(s.s + 1 - k->raw.s);
}

/* letters, then digits: a square or a label; its length, or 0 */
static size_t square_length(struct str s)
{
	size_t letters = 0, n;

	while (letters < s.len && is_letter(s.s[letters]))
		letters++;
	for (n = letters; n < s.len && ascii_is_digit(s.s[n]);)
		n++;
	if (!letters || letters > 2 || n == letters ||
	    (n < s.len && is_letter(s.s[n])))
		return 0;
	return n;
}

/* C5|D5, A1+A5 without a blank are one thing; between orders | has other
 * words, and + says nothing */
static bool is_joint(const struct token_list *t, struct str s)
{
	const struct token *k = t->n ? &t->v[t->n - 1] : NULL;

	return k && !t->too_many && k->type == TOKEN_WORD &&
	       k->raw.s + k->raw.len == s.s &&
	       square_length(k->raw) == k->raw.len &&
	       square_length((struct str){ s.s + 1, s.len - 1 });
}

/* signs that mean nothing between words; 0xba is an ordinal for a degree */
static bool is_passed_over(uint32_t c)
{
	return (c && c < 0x80 && strchr(" \t\r\n,;.()[]\"'`_!?&", (int)c)) ||
	       c == 0xba || is_idle_sign(c);
}

/* the type of a single sign; TOKEN_JUNK: a sign without a meaning */
static enum token_type sign_type(const struct token_list *t, struct str s)
{
	switch (s.s[0]) {
	case ':': return TOKEN_COLON;
	case '|': return is_joint(t, s) ? TOKEN_EDGE : TOKEN_BAR;
	case '/': return TOKEN_SLASH;
	case '+': return TOKEN_JOIN;
	default: return TOKEN_JUNK;
	}
}

static size_t sign_add(struct token_list *t, struct str s, bool after_digit)
{
	size_t len;
	uint32_t c = utf8_next(s, &len);

	if (c == '*')
		star_add(t, s);
	if (c == '*' || is_passed_over(c) || (c == '+' && !is_joint(t, s)))
		return len;
	/* FREE-SPIN, a list mark; but 10-18 could be two things */
	if (c == '-' && (!after_digit || s.len < 2 || !ascii_is_digit(s.s[1])))
		return len;
	next_token(t, sign_type(t, s))->raw = (struct str){ s.s, len };
	return len;
}

void token_add(struct arena *a, struct str text, struct token_list *t)
{
	size_t n;

	for (size_t i = 0; i < text.len; i += n) {
		struct str rest = { text.s + i, text.len - i };
		bool glued = i && (ascii_is_digit(text.s[i - 1]) ||
				   is_letter(text.s[i - 1]));

		if (ascii_is_digit(rest.s[0]) ||
		    (rest.s[0] == '-' && rest.len > 1 &&
		     ascii_is_digit(rest.s[1]) && !glued))
			n = number_add(t, rest);
		else if (is_word_char(rest, &n))
			n = word_add(a, t, rest);
		else if ((n = numbered_length(rest)) != 0)
			numbered_add(t, rest, n);
		else if (!(n = bound_add(t, rest)))
			n = sign_add(t, rest,
				     i && ascii_is_digit(text.s[i - 1]));
	}
}

void token_split(struct arena *a, struct str text, struct token_list *t)
{
	t->n = 0;
	t->too_many = false;
	token_add(a, text, t);
}

bool token_is_stroke(const struct token *t, int n, int i)
{
	return i > 0 && i + 1 < n && t[i].type == TOKEN_SLASH &&
	       t[i - 1].type == TOKEN_WORD && t[i + 1].type == TOKEN_WORD &&
	       t[i - 1].raw.s + t[i - 1].raw.len == t[i].raw.s &&
	       t[i].raw.s + t[i].raw.len == t[i + 1].raw.s;
}

size_t token_continues(const char *p, const char *end)
{
	const char *q = p;

	if (p >= end || (*p != '\n' && *p != '\r'))
		return 0;
	while (q < end && (*q == '\r' || *q == '\n' || *q == ' ' || *q == '\t'))
		q++;
	return q < end && *q == '+' ? (size_t)(q + 1 - p) : 0;
}

struct str token_join(struct arena *a, struct str text)
{
	const char *p = text.s, *end = text.s + text.len;
	char *out = arena_alloc_raw(a, text.len + 1), *q = out;

	while (p < end) {
		size_t n = token_continues(p, end);

		if (!n) {
			*q++ = *p++;
			continue;
		}
		p += n;
		while (q > out && q[-1] == ' ')
			q--;
		while (p < end && *p == ' ')
			p++;
		*q++ = ' ';
	}
	while (q > out && q[-1] == ' ')
		q--;
	*q = 0;
	return (struct str){ out, (size_t)(q - out) };
}
