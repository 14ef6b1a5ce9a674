/* src/engine/position.c */
#include "engine/position.h"
#include "engine/state_path.h"
#include "base/parse.h"
#include "engine/common.h"

int position_split(struct position *s, struct str line, struct str *word)
{
	int n = 0;

	for (line = parse_trim(line); line.len; line = parse_trim(line)) {
		size_t len = 0;
		bool quoted = line.s[0] == '"';

		if (n == POSITION_MAX_WORDS) {
			position_fault(s, "too many words");
			return -1;
		}
		if (quoted) {
			line.s++;
			line.len--;
		}
		while (len < line.len &&
		       (quoted ? line.s[len] != '"'
			       : line.s[len] != ' ' && line.s[len] != '\t'))
			len++;
		if (quoted && len == line.len) {
			position_fault(s, "a quote is not closed");
			return -1;
		}
		word[n++] = (struct str){ line.s, len };
		line.s += len + quoted;
		line.len -= len + quoted;
	}
	return n;
}

bool position_is_remark(struct str line)
{
	return line.len && line.s[0] == '#' &&
	       (line.len == 1 || line.s[1] < '0' || line.s[1] > '9');
}

bool position_text(struct position *s, const struct position_system *sys,
		   struct str text, int *line)
{
	struct str word[POSITION_MAX_WORDS], rest;

	for (*line = 1; parse_line(&text, &rest); ++*line) {
		int n;

		rest = parse_trim(rest);
		if (!rest.len || position_is_remark(rest))
			continue;
		n = position_split(s, rest, word);
		if (n < 0 || !sys->line(s, word, n))
			return false;
	}
	return sys->finish(s);
}

bool position_emit(struct position *s, const struct event *e)
{
	struct event_list *out = s->run->out;

	if (out->n == out->max)
		return position_fault(s, "the position is too large");
	game_copy(s->scratch, s->run->game);
	if (!game_evolve(s->scratch, e))
		return position_fault(s, "this does not fit the position");
	game_emit(s->run, e);
	return true;
}

bool position_value(struct position *s, struct str path, const int32_t *w,
		    int n)
{
	const struct game *g = s->run->game;
	struct str what = path;
	struct event e;

	if (!state_path_may(g->sys, g->state, path, w, n, s->run->trials,
			    &what))
		return position_fault(s, "%.*s cannot be set so (%.*s)",
				      STR_ARG(path), STR_ARG(what));
	common_event_override(&e, 0, s->by, STR(""), path, w, n);
	return position_emit(s, &e);
}

bool position_value_of(struct position *s, int32_t label, const char *name,
		       const int32_t *w, int n)
{
	struct buf path;
	bool ok;

	buf_init(&path, 64);
	if (label_number(label))
		label_render(&path, label);
	else
		buf_addc(&path, label_letter(label));
	buf_addc(&path, '.');
	buf_addz(&path, name);
	ok = position_value(s, buf_str(&path), w, n);
	buf_release(&path);
	return ok;
}

bool position_int_of(struct position *s, int32_t label, const char *name,
		     int32_t v)
{
	return position_value_of(s, label, name, &v, 1);
}

bool position_player_int(struct position *s, int seat, const char *name,
			 int32_t v)
{
	return position_int_of(s, label_of((char)('A' + seat), 0), name, v);
}

bool position_game_int(struct position *s, const char *name, int32_t v)
{
	return position_value(s, str_of(name), &v, 1);
}

bool position_seat_taken(struct position *s, int32_t seat)
{
	char name[] = "A";
	struct event e;

	name[0] = (char)('A' + seat);
	common_event_seat_taken(&e, 0, seat, str_of(name), STR("player"),
				STR(""));
	return position_emit(s, &e);
}

bool position_option(struct position *s, struct str name, int32_t seat,
		     const int32_t *v, int n)
{
	struct event e;

	common_event_option_set(&e, 0, name, seat, v, n);
	return position_emit(s, &e);
}

bool position_parse_length(struct str word, int32_t *out, bool *point)
{
	bool negative = word.len && word.s[0] == '-';
	int decimals = -1;
	int64_t v = 0;

	if (word.len == negative)
		return false;
	for (size_t i = negative; i < word.len; i++) {
		if (word.s[i] == '.' && decimals < 0 && i > negative) {
			decimals = 0;
			continue;
		}
		if (word.s[i] < '0' || word.s[i] > '9' || decimals == 2 ||
		    v > 10000000)
			return false;
		v = 10 * v + (word.s[i] - '0');
		decimals += decimals >= 0;
	}
	*point = decimals >= 0;
	for (int d = decimals < 0 ? 0 : decimals; d < 2; d++)
		v *= 10;
	*out = (int32_t)(negative ? -v : v);
	return decimals != 0;
}

bool position_int(struct position *s, struct str word, int32_t min, int32_t max,
		  int32_t *out)
{
	int64_t v;

	if (!parse_int(word, min, max, &v))
		return position_fault(s, "%.*s is no number from %d to %d",
				      STR_ARG(word), min, max);
	*out = (int32_t)v;
	return true;
}

/* "12.40" is 1240, hundredths of an inch. */
static bool position_length(struct position *s, struct str word, int32_t *out)
{
	bool point;

	return (position_parse_length(word, out, &point) && *out <= 200000 &&
		*out >= -200000) ||
	       position_fault(s, "%.*s is no length in inches", STR_ARG(word));
}

static bool position_label(struct position *s, struct str word, int32_t *out)
{
	int64_t n;

	if (word.len < 2 || !is_label_letter(word.s[0]) ||
	    !parse_int((struct str){ word.s + 1, word.len - 1 }, 1, UINT16_MAX,
		       &n))
		return position_fault(s, "%.*s is no label such as A1",
				      STR_ARG(word));
	*out = label_of(word.s[0], (int)n);
	return true;
}

static bool position_seat(struct position *s, struct str word, int32_t *out)
{
	if (word.len != 1 || word.s[0] < 'A' ||
	    word.s[0] >= 'A' + s->run->game->sys->max_seats)
		return position_fault(s, "%.*s is no player", STR_ARG(word));
	*out = word.s[0] - 'A';
	return true;
}

bool words_next(struct position_words *w, struct str *out)
{
	if (w->i == w->n)
		return position_fault(w->s, "something is missing at the end");
	*out = w->v[w->i++];
	return true;
}

bool words_int(struct position_words *w, int32_t min, int32_t max, int32_t *out)
{
	struct str word;

	return words_next(w, &word) && position_int(w->s, word, min, max, out);
}

bool words_length(struct position_words *w, int32_t *out)
{
	struct str word;

	return words_next(w, &word) && position_length(w->s, word, out);
}

bool words_seat(struct position_words *w, int32_t *out)
{
	struct str word;

	return words_next(w, &word) && position_seat(w->s, word, out);
}

bool words_label(struct position_words *w, int32_t *out)
{
	struct str word;

	return words_next(w, &word) && position_label(w->s, word, out);
}

bool words_name(struct position_words *w, const char *const *names, int n,
		int32_t *out)
{
	struct str word;

	if (!words_next(w, &word))
		return false;
	for (int32_t i = 0; i < n; i++)
		if (str_is(word, names[i])) {
			*out = i;
			return true;
		}
	return position_fault(w->s, "%.*s is not known here", STR_ARG(word));
}

/* a number, or one of its names (with blanks) */
static bool option_value(struct position_words *w, const struct option_row *row,
			 int32_t *out)
{
	struct str names = str_of(row->names), name, word;
	char text[64];
	size_t len = 0;

	if (!names.len)
		return words_int(w, row->min, row->max, out);
	while (w->i < w->n && words_next(w, &word)) {
		if (len + word.len + 2 > sizeof(text))
			break;
		if (len)
			text[len++] = ' ';
		memcpy(text + len, word.s, word.len);
		len += word.len;
	}
	for (*out = 0; parse_field(&names, '|', &name); ++*out)
		if (str_equal(name, (struct str){ text, len }))
			return true;
	return position_fault(w->s, "%s is one of %s", row->name, row->names);
}

bool words_option(struct position_words *w, const struct option_row *row, int n)
{
	struct str name;
	int32_t value;
	int i;

	if (!words_next(w, &name))
		return false;
	i = option_find(row, n, name);
	if (i < 0)
		return position_fault(w->s, "there is no option %.*s",
				      STR_ARG(name));
	return option_value(w, &row[i], &value) &&
	       position_option(w->s, name, -1, &value, 1);
}

bool words_are(struct position_words *w, const char *z)
{
	if (w->i == w->n || !str_is(w->v[w->i], z))
		return false;
	w->i++;
	return true;
}
