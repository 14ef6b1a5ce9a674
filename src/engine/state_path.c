/* src/engine/state_path.c */
#include "engine/state_path.h"
#include "base/ascii.h"
#include "base/parse.h"
#include "engine/dry_run.h"
#include <stdlib.h>

struct str state_path_split(struct str path, struct str *rest)
{
	size_t n = 0;

	while (n < path.len && path.s[n] != '.')
		n++;
	*rest = n < path.len ? (struct str){ path.s + n + 1, path.len - n - 1 }
			     : (struct str){ path.s + n, 0 };
	return (struct str){ path.s, n };
}

int32_t state_path_label(struct str word)
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

int state_path_seat(struct str word, int n)
{
	return word.len == 1 && 'A' <= word.s[0] && word.s[0] < 'A' + n
		       ? word.s[0] - 'A'
		       : -1;
}

/* --- where a path leads ------------------------------------------------- */

/* of every game */
static const struct state_path_row head_seats_rows[] = {
	STATE_PATH_FLAG(common_state_seat, "present", present),
	VALUE(common_state_seat, "team", team, 0, COMMON_STATE_TEAMS - 1),
	STATE_PATH_FLAG(common_state_seat, "withdrawn", withdrawn),
	STATE_PATH_FLAG(common_state_seat, "last_ok", last_ok),
	STATE_PATH_FLAG(common_state_seat, "last_hit", last_hit),
};
static const struct state_path_row head_rows[] = {
	VALUE(common_state, "phase", phase, 0,
	      INT32_MAX), /* by system.phases */
	STATE_PATH_SEATS(common_state, "active", active),
	STATE_PATH_SHOWN(common_state, "winners", winners),
};
static const struct state_path_list head_lists[] = {
	STATE_PATH_LIST_GAME(head_rows),
	STATE_PATH_LIST(common_state, seat, head_seats_rows, STATE_PATH_OF_SEAT,
			NULL, NULL),
};

/* A path understood. */
struct place {
	struct str first, last;
	int32_t label;
	int seat;
	const struct state_path_list *list;
	int at; /* index in its list, where a state was given; -1: not there */
	struct state_path_row row; /* a copy: options and phases have none */
	bool known;
};

/* does the list have the value of the path? state: NULL: none available */
static bool list_names(const struct state_path_list *l, const void *state,
		       struct place *p)
{
	char letter[2] = { label_letter(p->label), 0 };

	switch (l->of) {
	case STATE_PATH_OF_GAME: p->at = 0; return !p->first.len;
	case STATE_PATH_OF_SEAT: p->at = p->seat; return p->seat >= 0;
	case STATE_PATH_OF_LABEL: break;
	}
	if (!p->label || !state)
		return p->label && (!l->letters || strstr(l->letters, letter));
	p->at = l->find(state, p->label);
	return p->at >= 0;
}

static bool list_has(const struct state_path_list *l, const void *state,
		     struct place *p)
{
	for (int i = 0; i < l->n_rows; i++)
		if (str_is(p->last, l->rows[i].name) &&
		    list_names(l, state, p)) {
			p->list = l;
			p->row = l->rows[i];
			p->known = true;
			return true;
		}
	return false;
}

static bool is_option(const struct system *sys, struct place *p)
{
	int i = option_find(sys->options, sys->n_options, p->last);

	if (i < 0)
		return false;
	p->row = (struct state_path_row){ .name = sys->options[i].name,
					  .at = offsetof(struct common_state,
							 option[i]),
					  .min = sys->options[i].min,
					  .max = sys->options[i].max };
	p->list = &head_lists[0];
	p->known = true;
	return true;
}

static struct place place_of(const struct system *sys, const void *state,
			     struct str path)
{
	struct str rest, first = state_path_split(path, &rest);
	struct place p = { .last = path, .seat = -1 };

	if (rest.len) {
		p.first = first;
		p.last = rest;
		p.seat = state_path_seat(first, sys->max_seats);
		p.label = p.seat < 0 ? state_path_label(first) : 0;
		if (str_is(first, "option") && is_option(sys, &p))
			return p;
	}
	for (int i = 0; i < sys->n_values; i++)
		if (list_has(&sys->values[i], state, &p))
			return p;
	for (size_t i = 0; i < ARRAY_LEN(head_lists); i++)
		if (list_has(&head_lists[i], state, &p))
			break;
	if (p.known && p.row.at == offsetof(struct common_state, phase) &&
	    p.list == &head_lists[0]) {
		p.row.max = sys->n_phases - 1;
		p.row.form =
			(struct state_path_form){ STATE_PATH_NAME, sys->phases,
						  sys->n_phases };
	}
	if (p.known && p.row.form.is == STATE_PATH_SEAT)
		p.row.max = sys->max_seats - 1;
	return p;
}

/* the word, in this state; NULL: there is none */
static int32_t *word_at(void *state, const struct place *p)
{
	if (!p->known || p->row.at == STATE_PATH_APART)
		return NULL;
	return (int32_t *)(void *)((char *)state + p->list->at +
				   (size_t)p->at * p->list->size + p->row.at);
}

/* of a path without a value: the unknown owner, or the unknown value */
static struct str wrong_part(const struct system *sys, const struct place *p)
{
	struct place other = *p;

	other.known = false;
	for (int i = 0; i < sys->n_values && !other.known; i++)
		list_has(&sys->values[i], NULL, &other);
	return other.known && p->first.len ? p->first : p->last;
}

bool state_path_get(const struct system *sys, const void *view, struct str path,
		    int32_t *w, int *n, struct str *what)
{
	struct place p = place_of(sys, view, path);
	/* word_at gives what could be written; nothing is */
	const int32_t *word = word_at((void *)(uintptr_t)view, &p);

	*what = path;
	*n = 1;
	if (word) {
		w[0] = *word;
		return true;
	}
	if (sys->get && sys->get(view, path, w, n))
		return true;
	*what = wrong_part(sys, &p);
	return false;
}

bool state_path_put(const struct system *sys, void *state, struct str path,
		    const int32_t *w, int n, struct str *what)
{
	struct place p = place_of(sys, state, path);
	enum value_fate fate =
		sys->put ? sys->put(state, path, w, n) : VALUE_PLAIN;
	int32_t *word = word_at(state, &p);

	*what = word ? path : wrong_part(sys, &p);
	if (fate == VALUE_PLAIN) {
		if (!word || n != 1 || w[0] < p.row.min || w[0] > p.row.max)
			return false;
		*word = w[0];
	}
	if (fate != VALUE_WRONG && sys->was_put)
		sys->was_put(state, path);
	return fate != VALUE_WRONG;
}

bool state_path_may(const struct system *sys, const void *state,
		    struct str path, const int32_t *w, int n,
		    struct trials *room, struct str *what)
{
	void *copy = trials_take(room);
	bool may;

	memcpy(copy, state, sys->state_size);
	may = path.len < EVENT_TEXT_ROOM &&
	      state_path_put(sys, copy, path, w, n, what);
	trials_give(room, copy);
	return may;
}

/* --- as players write them --------------------------------------------- */

static bool same_word(struct str a, const char *b)
{
	size_t n = strlen(b);

	if (a.len != n)
		return false;
	for (size_t i = 0; i < n; i++) {
		char x = ascii_lower(a.s[i]), y = ascii_lower(b[i]);

		/* a name of two words is written as one */
		if (x != y && !(y == ' ' && x == '_'))
			return false;
	}
	return true;
}

const char *const value_eighths[8] = { "N", "NE", "E", "SE",
				       "S", "SW", "W", "NW" };

struct state_path_form state_path_form_of(const struct system *sys,
					  struct str path)
{
	return place_of(sys, NULL, path).row.form;
}

void state_path_choices(struct state_path_form f, struct buf *out)
{
	static const char *const yes[] = { "no", "yes" };
	const char *const *names = f.names;
	int n = f.n_names, shown = 0;

	if (f.is == STATE_PATH_YES) {
		names = yes;
		n = 2;
	} else if (f.is == STATE_PATH_DEGREES || f.is == STATE_PATH_EIGHTH) {
		names = value_eighths;
		n = 8;
	}
	for (int i = 0; i < n; i++) {
		if (!names[i][0])
			continue;
		buf_addz(out, shown ? ", " : "");
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
		room[i] = ascii_upper(s.s[i]);
	*w = state_path_label((struct str){ room, s.len });
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

/* the word for none of them */
static int32_t none_of(enum state_path_is is)
{
	return is == STATE_PATH_SEAT || is == STATE_PATH_NAME ||
			       is == STATE_PATH_EIGHTH
		       ? -1
		       : 0;
}

static bool has_none(const struct state_path_form *f)
{
	int32_t w;

	return f->is == STATE_PATH_LABEL || f->is == STATE_PATH_SQUARE ||
	       f->is == STATE_PATH_SEAT || f->is == STATE_PATH_WORD ||
	       (f->is == STATE_PATH_NAME &&
		!read_name(f->names, f->n_names, STR("none"), &w));
}

static bool read_word(const struct state_path_form *f, struct str s, int32_t *w)
{
	if (has_none(f) && same_word(s, "none")) {
		*w = none_of(f->is);
		return true;
	}
	switch (f->is) {
	case STATE_PATH_LENGTH: return read_length(s, w);
	case STATE_PATH_LABEL:
	case STATE_PATH_SQUARE: return read_label(s, w);
	case STATE_PATH_SEAT:
		*w = s.len == 1 ? (s.s[0] | 0x20) - 'a' : -1;
		return 0 <= *w && *w < SEATS_MAX;
	case STATE_PATH_NAME:
		return read_name(f->names, f->n_names, s, w) ||
		       read_whole(s, w);
	case STATE_PATH_YES: return read_yes(s, w);
	case STATE_PATH_EIGHTH:
		return read_name(value_eighths, 8, s, w) || read_whole(s, w);
	case STATE_PATH_DEGREES:
		if (!read_name(value_eighths, 8, s, w))
			return read_whole(s, w);
		*w *= 45;
		return true;
	case STATE_PATH_WORD: return read_letters(s, w);
	case STATE_PATH_NUMBER: break;
	}
	return read_whole(s, w);
}

/* of an option the word of that number in "a|b|c" */
static bool option_word(const struct system *sys, const struct place *p,
			int32_t number, struct str *out)
{
	int i = option_find(sys->options, sys->n_options, p->last);
	struct str rest;

	if (!str_is(p->first, "option") || i < 0 || number < 0)
		return false;
	rest = str_of(sys->options[i].names);
	while (parse_field(&rest, '|', out))
		if (!number--)
			return out->len > 0;
	return false;
}

static bool option_read(const struct system *sys, const struct place *p,
			struct str s, int32_t *w)
{
	char room[32], said[OPTION_SAID_MAX];
	struct str word;

	s = option_value_text(s, said);
	for (int i = 0; option_word(sys, p, i, &word); i++) {
		if (word.len >= sizeof(room))
			continue;
		memcpy(room, word.s, word.len);
		room[word.len] = 0;
		if (same_word(s, room)) {
			*w = i;
			return true;
		}
	}
	return false;
}

bool state_path_read(const struct system *sys, struct str path, struct str text,
		     int32_t *w, int max, int *n, struct str *bad)
{
	struct place p = place_of(sys, NULL, path);

	*n = 0;
	*bad = text;
	while (parse_field(&text, ' ', bad)) {
		if (!bad->len)
			continue;
		if (*n == max || (!option_read(sys, &p, *bad, &w[*n]) &&
				  !read_word(&p.row.form, *bad, &w[*n])))
			return false;
		++*n;
	}
	return *n > 0;
}

/* two words are written as one */
static void name_write(struct str name, struct buf *out)
{
	for (size_t i = 0; i < name.len; i++)
		buf_addc(out, name.s[i] == ' ' ? '_' : name.s[i]);
}

void state_path_write(const struct system *sys, struct str path, int32_t w,
		      struct buf *out)
{
	struct place p = place_of(sys, NULL, path);
	const struct state_path_form *f = &p.row.form;
	struct str word;

	if (has_none(f) && w == none_of(f->is))
		buf_addz(out, "none");
	else if (f->is == STATE_PATH_LABEL || f->is == STATE_PATH_SQUARE)
		label_render(out, w);
	else if (f->is == STATE_PATH_SEAT && w >= 0)
		buf_addc(out, (char)('A' + w));
	else if (f->is == STATE_PATH_LENGTH)
		buf_addf(out, "%s%d.%02d", w < 0 ? "-" : "", abs(w) / 100,
			 abs(w) % 100);
	else if (f->is == STATE_PATH_NAME && 0 <= w && w < f->n_names)
		name_write(str_of(f->names[w]), out);
	else if (f->is == STATE_PATH_EIGHTH && 0 <= w && w < 8)
		buf_addz(out, value_eighths[w]);
	else if (f->is == STATE_PATH_YES && (w == 0 || w == 1))
		buf_addz(out, w ? "yes" : "no");
	else if (f->is == STATE_PATH_WORD)
		for (int i = 0; i < 4 && (uint32_t)w >> 8 * i & 0x7f; i++)
			buf_addc(out, (char)((uint32_t)w >> 8 * i & 0x7f));
	else if (option_word(sys, &p, w, &word))
		name_write(word, out);
	else
		buf_addf(out, "%d", (int)w);
}
