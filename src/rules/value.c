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

static const struct value_form *form_of(const struct system *sys,
					struct str path)
{
	static const struct value_form number = { "", VALUE_NUMBER, NULL };
	struct str rest, last = value_split(path, &rest);

	while (rest.len)
		last = value_split(rest, &rest);
	for (int i = 0; i < sys->n_forms; i++)
		if (same_word(last, sys->forms[i].name))
			return &sys->forms[i];
	return &number;
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

static bool read_name(const struct field *f, struct str s, int32_t *w)
{
	for (int i = 0; i < f->n_names; i++)
		if (same_word(s, f->names[i])) {
			*w = i;
			return true;
		}
	return false;
}

static bool read_word(const struct value_form *f, struct str s, int32_t *w)
{
	int64_t v;

	if (f->is != VALUE_NUMBER && f->is != VALUE_LENGTH &&
	    same_word(s, "none")) {
		*w = f->is == VALUE_SEAT ? -1 : 0;
		return true;
	}
	switch (f->is) {
	case VALUE_LENGTH: return read_length(s, w);
	case VALUE_LABEL:
	case VALUE_SQUARE: return read_label(s, w);
	case VALUE_SEAT:
		*w = s.len == 1 ? (s.s[0] | 0x20) - 'a' : -1;
		return 0 <= *w && *w < SEATS_MAX;
	case VALUE_NAME: return read_name(f->names, s, w);
	case VALUE_NUMBER: break;
	}
	if (!parse_int(s, INT32_MIN, INT32_MAX, &v))
		return false;
	*w = (int32_t)v;
	return true;
}

bool value_read(const struct system *sys, struct str path, struct str text,
		int32_t *w, int max, int *n, struct str *bad)
{
	const struct value_form *f = form_of(sys, path);

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
	const struct value_form *f = form_of(sys, path);

	if ((f->is == VALUE_SEAT && w < 0) ||
	    ((f->is == VALUE_LABEL || f->is == VALUE_SQUARE) && !w))
		buf_addz(out, "none");
	else if (f->is == VALUE_LABEL || f->is == VALUE_SQUARE)
		label_render(out, w);
	else if (f->is == VALUE_SEAT)
		buf_addc(out, (char)('A' + w));
	else if (f->is == VALUE_LENGTH)
		buf_addf(out, "%s%d.%02d", w < 0 ? "-" : "", abs(w) / 100,
			 abs(w) % 100);
	else if (f->is == VALUE_NAME && 0 <= w && w < f->names->n_names)
		buf_addz(out, f->names->names[w]);
	else
		buf_addf(out, "%d", (int)w);
}
