/* src/rules/value.c */
#include "rules/value.h"
#include "base/parse.h"
#include "rules/common.h"
#include <stdlib.h>

int32_t *value_word(const struct value_row *rows, size_t n, void *base,
		    struct str name, const struct value_row **row)
{
	for (size_t i = 0; i < n; i++)
		if (str_is(name, rows[i].name)) {
			*row = &rows[i];
			return (int32_t *)(void *)((char *)base + rows[i].at);
		}
	return NULL;
}

struct str value_split(struct str path, struct str *rest)
{
	size_t n = 0;

	while (n < path.len && path.s[n] != '.')
		n++;
	*rest = n < path.len ? (struct str){ path.s + n + 1, path.len - n - 1 }
			     : (struct str){ path.s + n, 0 };
	return (struct str){ path.s, n };
}

int32_t value_label(struct str word)
{
	int number = 0;

	if (word.len < 2 || word.len > 6 || !is_label_letter(word.s[0]) ||
	    word.s[1] == '0')
		return 0;
	for (size_t i = 1; i < word.len; i++) {
		if (word.s[i] < '0' || word.s[i] > '9')
			return 0;
		number = number * 10 + (word.s[i] - '0');
	}
	return number <= 0xffff ? label_of(word.s[0], number) : 0;
}

int value_seat(struct str word, int n)
{
	return word.len == 1 && 'A' <= word.s[0] && word.s[0] < 'A' + n
		       ? word.s[0] - 'A'
		       : -1;
}

void value_override(struct event *out, struct str path, const int32_t *w, int n)
{
	event_start(out, COMMON_OVERRIDE, 0);
	event_put_text(out, COMMON_OVERRIDE_BY, STR(""));
	event_put_text(out, COMMON_OVERRIDE_WHY, STR(""));
	event_put_text(out, COMMON_OVERRIDE_PATH, path);
	event_put_ints(out, COMMON_OVERRIDE_VALUE, w, n);
}

/* --- as players write them --------------------------------------------- */

static bool same_word(struct str a, const char *b)
{
	size_t n = strlen(b);

	if (a.len != n)
		return false;
	for (size_t i = 0; i < n; i++) {
		char x = a.s[i], y = b[i];

		x = 'A' <= x && x <= 'Z' ? (char)(x + ('a' - 'A')) : x;
		y = 'A' <= y && y <= 'Z' ? (char)(y + ('a' - 'A')) : y;
		/* a name of two words is written as one */
		if (x != y && !(y == ' ' && x == '_'))
			return false;
	}
	return true;
}

const char *const value_eighths[8] = { "N", "NE", "E", "SE",
				       "S", "SW", "W", "NW" };

const struct value_form *value_form_of(const struct system *sys,
				       struct str path)
{
	static const struct value_form number = { "", VALUE_NUMBER, NULL, 0 };
	struct str rest, first = value_split(path, &rest), last = first;
	char letter[3] = { 0 };

	if (value_label(first))
		letter[0] = first.s[0];
	while (rest.len)
		last = value_split(rest, &rest);
	for (int i = 0; i < sys->n_forms; i++) {
		const struct value_form *f = &sys->forms[i];
		bool of_label = f->name[0] && f->name[1] == '.';

		if (of_label ? f->name[0] == letter[0] &&
				       same_word(last, f->name + 2)
			     : same_word(last, f->name))
			return f;
	}
	return &number;
}

void value_choices(const struct value_form *f, struct buf *out)
{
	static const char *const yes[] = { "no", "yes" };
	const char *const *names = f->names;
	int n = f->n_names, shown = 0, left = 0;

	if (f->is == VALUE_YES) {
		names = yes;
		n = 2;
	} else if (f->is == VALUE_DEGREES || f->is == VALUE_EIGHTH) {
		names = value_eighths;
		n = 8;
	}
	for (int i = 0; i < n; i++)
		left += names[i][0] != 0;
	for (int i = 0; i < n; i++) {
		if (!names[i][0])
			continue;
		buf_addz(out, !shown ? "" : shown + 1 == left ? " or " : ", ");
		for (const char *c = names[i]; *c; c++)
			buf_addc(out, *c == ' ' ? '_' : *c);
		shown++;
	}
}

static bool read_length(struct str s, int32_t *w)
{
	int64_t whole, part = 0;
	struct str rest = s, first;
	bool below = s.len && s.s[0] == '-';
	int digits;

	if (!parse_field(&rest, '.', &first) ||
	    !parse_int(first, -1000, 1000, &whole))
		return false;
	digits = (int)rest.len;
	if (first.len < s.len &&
	    (digits < 1 || digits > 2 || !parse_int(rest, 0, 99, &part)))
		return false;
	if (digits == 1)
		part *= 10;
	*w = (int32_t)(100 * whole + (below ? -part : part));
	return true;
}

static bool read_label(struct str s, int32_t *w)
{
	char room[8];

	if (s.len > sizeof(room))
		return false;
	for (size_t i = 0; i < s.len; i++)
		room[i] = 'a' <= s.s[i] && s.s[i] <= 'z'
				  ? (char)(s.s[i] - ('a' - 'A'))
				  : s.s[i];
	*w = value_label((struct str){ room, s.len });
	return *w != 0;
}

static bool read_name(const char *const *names, int n, struct str s, int32_t *w)
{
	for (int i = 0; i < n; i++)
		if (s.len && same_word(s, names[i])) {
			*w = i;
			return true;
		}
	return false;
}

static bool read_whole(struct str s, int32_t *w)
{
	int64_t v;

	if (!parse_int(s, INT32_MIN, INT32_MAX, &v))
		return false;
	*w = (int32_t)v;
	return true;
}

static bool read_yes(struct str s, int32_t *w)
{
	static const char *const names[] = { "no", "yes" };

	return read_name(names, ARRAY_LEN(names), s, w) || read_whole(s, w);
}

static bool read_letters(struct str s, int32_t *w)
{
	uint32_t v = 0;

	if (!s.len || s.len > 4)
		return false;
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.s[i];

		if (c >= 0x80)
			return false;
		c = 'a' <= c && c <= 'z' ? (unsigned char)(c - 0x20) : c;
		v |= (uint32_t)c << 8 * i;
	}
	*w = (int32_t)v;
	return true;
}

/* what stands for none of them */
static int32_t none_of(enum value_is is)
{
	return is == VALUE_SEAT || is == VALUE_NAME || is == VALUE_EIGHTH ? -1
									  : 0;
}

static bool has_none(const struct value_form *f)
{
	int32_t w;

	return f->is == VALUE_LABEL || f->is == VALUE_SQUARE ||
	       f->is == VALUE_SEAT || f->is == VALUE_WORD ||
	       (f->is == VALUE_NAME &&
		!read_name(f->names, f->n_names, STR("none"), &w));
}

static bool read_word(const struct value_form *f, struct str s, int32_t *w)
{
	if (has_none(f) && same_word(s, "none")) {
		*w = none_of(f->is);
		return true;
	}
	switch (f->is) {
	case VALUE_LENGTH: return read_length(s, w);
	case VALUE_LABEL:
	case VALUE_SQUARE: return read_label(s, w);
	case VALUE_SEAT:
		*w = s.len == 1 ? (s.s[0] | 0x20) - 'a' : -1;
		return 0 <= *w && *w < SEATS_MAX;
	case VALUE_NAME:
		return read_name(f->names, f->n_names, s, w) ||
		       read_whole(s, w);
	case VALUE_YES: return read_yes(s, w);
	case VALUE_EIGHTH:
		return read_name(value_eighths, 8, s, w) || read_whole(s, w);
	case VALUE_DEGREES:
		if (!read_name(value_eighths, 8, s, w))
			return read_whole(s, w);
		*w *= 45;
		return true;
	case VALUE_WORD: return read_letters(s, w);
	case VALUE_NUMBER: break;
	}
	return read_whole(s, w);
}

bool value_read(const struct system *sys, struct str path, struct str text,
		int32_t *w, int max, int *n, struct str *bad)
{
	const struct value_form *f = value_form_of(sys, path);

	*n = 0;
	*bad = text;
	while (parse_field(&text, ' ', bad)) {
		if (!bad->len)
			continue;
		if (*n == max || !read_word(f, *bad, &w[*n]))
			return false;
		++*n;
	}
	return *n > 0;
}

void value_write(const struct system *sys, struct str path, int32_t w,
		 struct buf *out)
{
	const struct value_form *f = value_form_of(sys, path);

	if (has_none(f) && w == none_of(f->is))
		buf_addz(out, "none");
	else if (f->is == VALUE_LABEL || f->is == VALUE_SQUARE)
		label_render(out, w);
	else if (f->is == VALUE_SEAT && w >= 0)
		buf_addc(out, (char)('A' + w));
	else if (f->is == VALUE_LENGTH)
		buf_addf(out, "%s%d.%02d", w < 0 ? "-" : "", abs(w) / 100,
			 abs(w) % 100);
	else if (f->is == VALUE_NAME && 0 <= w && w < f->n_names)
		buf_addz(out, f->names[w]);
	else if (f->is == VALUE_EIGHTH && 0 <= w && w < 8)
		buf_addz(out, value_eighths[w]);
	else if (f->is == VALUE_YES && (w == 0 || w == 1))
		buf_addz(out, w ? "yes" : "no");
	else if (f->is == VALUE_WORD)
		for (int i = 0; i < 4 && (uint32_t)w >> 8 * i & 0x7f; i++)
			buf_addc(out, (char)((uint32_t)w >> 8 * i & 0x7f));
	else
		buf_addf(out, "%d", (int)w);
}
