/* src/auth/armor.c */
#include "auth/armor.h"
#include "base/ascii.h"

static const char *const markers[] = {
	"-----BEGIN HERALDO ORDERS-----",
	"-----END HERALDO ORDERS-----",
	"-----BEGIN SSH SIGNATURE-----",
	"-----END SSH SIGNATURE-----",
};

/* Where the first marker of a line begins and ends; false: there is none. */
static bool find_marker(struct str line, size_t *begin, size_t *end)
{
	const char *first = NULL, *at;

	for (size_t i = 0; line.len && i < ARRAY_LEN(markers); i++) {
		at = memmem(line.s, line.len, markers[i], strlen(markers[i]));
		if (!at || (first && first <= at))
			continue;
		first = at;
		*begin = (size_t)(at - line.s);
		*end = *begin + strlen(markers[i]);
	}
	return first != NULL;
}

/* a marker with other dashes or marks around it */
static bool is_marker(struct str line)
{
	return armor_is(line, "BEGIN HERALDO ORDERS") ||
	       armor_is(line, "END HERALDO ORDERS") ||
	       armor_is(line, "BEGIN SSH SIGNATURE") ||
	       armor_is(line, "END SSH SIGNATURE");
}

/* A program or a hand joined a marker with other words: up to it, or the marker
 * alone. */
static void cut_line(struct armor_line *l)
{
	size_t begin = 0, end = 0;
	struct str before = l->text, behind = l->text;

	l->rest = false;
	if (!find_marker(l->text, &begin, &end) || is_marker(l->text))
		return;
	before.len = begin;
	behind.s += end;
	behind.len -= end;
	if (armor_trim(before).len)
		l->text.len = begin;
	else if (armor_trim(behind).len)
		l->text.len = end;
	else
		return;
	l->rest = true;
	l->next = l->start + l->text.len;
}

bool armor_next(struct str text, struct armor_line *l)
{
	size_t at = l->next, end;

	if (at >= text.len)
		return false;
	for (end = at; end < text.len; end++)
		if (text.s[end] == '\n' || text.s[end] == '\r')
			break;
	l->text = (struct str){ text.s + at, end - at };
	l->start = at;
	l->number += !l->rest;
	if (end < text.len && text.s[end] == '\r')
		end += end + 1 < text.len && text.s[end + 1] == '\n';
	l->next = end < text.len ? end + 1 : end;
	if (l->cut)
		cut_line(l);
	return true;
}

static bool is_outside_ascii(char c)
{
	return (unsigned char)c >= 0x80;
}

/* blanks of all kinds, byte order marks and the like at a line's ends */
static bool is_margin(char c)
{
	return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '>' ||
	       is_outside_ascii(c);
}

struct str armor_trim(struct str line)
{
	while (line.len && is_margin(line.s[0])) {
		line.s++;
		line.len--;
	}
	while (line.len && is_margin(line.s[line.len - 1]))
		line.len--;
	return line;
}

unsigned armor_quote_depth(struct str line)
{
	unsigned depth = 0;

	for (size_t i = 0; i < line.len; i++) {
		if (line.s[i] == '>')
			depth++;
		else if (line.s[i] != ' ')
			break;
	}
	return depth;
}

struct str armor_unquote(struct str line, unsigned depth)
{
	while (depth-- && armor_quote_depth(line)) {
		size_t i = 0;

		while (line.s[i] != '>')
			i++;
		i += i + 1 < line.len && line.s[i + 1] == ' ' ? 2 : 1;
		line.s += i;
		line.len -= i;
	}
	return line;
}

bool armor_is(struct str line, const char *words)
{
	for (size_t i = 0; i < line.len; i++) {
		char c = ascii_upper(line.s[i]);

		if (is_margin(c) || strchr("-*_=`\\", c))
			continue;
		while (*words == ' ')
			words++;
		if (c != *words)
			return false;
		words++;
	}
	return !*words;
}

static bool is_base64(char c)
{
	return ('A' <= c && c <= 'Z') || ('a' <= c && c <= 'z') ||
	       ascii_is_digit(c) || c == '+' || c == '/' || c == '=';
}

/* digits and strokes that a program's own spelling joined into a fraction */
static const struct {
	const char *sent, *base64;
} fractions[] = {
	{ "\xc2\xbc", "1/4" },
	{ "\xc2\xbd", "1/2" },
	{ "\xc2\xbe", "3/4" },
};

/* what a line begins with: one character, or those of a fraction */
static struct str first_of(struct str line)
{
	bool ascii = !is_outside_ascii(line.s[0]); /* as nearly all are */

	for (size_t i = 0; !ascii && i < ARRAY_LEN(fractions); i++)
		if (str_starts(line, fractions[i].sent))
			return str_of(fractions[i].base64);
	return (struct str){ line.s, 1 };
}

int armor_base64(struct str line, char *out, size_t room)
{
	size_t n = 0;

	/* skip the marks that follow a character's first byte */
	for (; line.len; line.s++, line.len--) {
		struct str c = first_of(line);

		if (is_margin(c.s[0]))
			continue;
		for (; c.len; c.s++, c.len--) {
			if (!is_base64(c.s[0]) || n == room || n == INT_MAX)
				return -1;
			out[n++] = c.s[0];
		}
	}
	return (int)n;
}
