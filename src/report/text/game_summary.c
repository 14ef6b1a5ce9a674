/* src/report/text/game_summary.c */
#include "report/text/game_summary.h"
#include "base/parse.h"
#include "report/report_game.h"
#include "engine/common.h"

struct tval *report_system(struct arena *a, const struct narrator *n)
{
	const char *key = arena_printf(a, "%s.title", n->sys->name);

	return messages_message(n->words, str_of(key))
		       ? tval_word(a, "%s", key)
		       : tval_text(a, str_of(n->sys->name));
}

/* the names of option_row, from 0, between | */
static struct str name_of(const char *names, int32_t i)
{
	struct str rest = str_of(names), one = STR("");

	while (i-- >= 0)
		if (!parse_field(&rest, '|', &one))
			return STR("");
	return one;
}

/* Numbers, or a text that options of a game's own keep in their words. */
static struct tval *value_shown(struct arena *a, const struct option_row *row,
				const int32_t *w, int n)
{
	struct tval *list = tval_list(a);
	char room[EVENT_TEXT_ROOM];
	struct str text;

	if (row && *row->names) {
		tval_add(list, tval_text(a, name_of(row->names, w[0])));
		return list;
	}
	text = n > 1 && text_words((size_t)(w[0] < 0 ? 0 : w[0])) == n
		       ? text_unpack(w, n, room, sizeof(room))
		       : STR("");
	if (text.len)
		tval_add(list, tval_text(a, text));
	for (int i = 0; !text.len && i < n; i++)
		tval_add(list, tval_int(a, w[i]));
	return list;
}

static bool is_listed(const char *const *told, struct str name)
{
	for (; told && *told; told++)
		if (str_is(name, *told))
			return true;
	return false;
}

struct tval *report_option(struct arena *a, const struct system *sys,
			   const struct event *e)
{
	char room[EVENT_TEXT_ROOM];
	int at = option_find(
		sys->options, sys->n_options,
		event_get_text(e, COMMON_OPTION_SET_NAME, room, sizeof(room)));
	int n;
	const int32_t *w = event_words(e, COMMON_OPTION_SET_VALUE, &n);

	return n ? value_shown(a, at < 0 ? NULL : &sys->options[at], w, n)
		 : tval_list(a);
}

/* one option, unless it is as usual */
static void put_option(struct arena *a, const struct narrator *n,
		       const struct event *e, struct tval *list)
{
	char room[EVENT_TEXT_ROOM];
	struct str name =
		event_get_text(e, COMMON_OPTION_SET_NAME, room, sizeof(room));
	int at = option_find(n->sys->options, n->sys->n_options, name);
	const struct option_row *row = at < 0 ? NULL : &n->sys->options[at];
	int seat = event_get(e, COMMON_OPTION_SET_SEAT), words;
	const int32_t *w = event_words(e, COMMON_OPTION_SET_VALUE, &words);
	struct tval *v;

	if (!words || (row && w[0] == row->fallback))
		return;
	v = tval_add(list, tval_map(a));
	tval_puts(a, v, "name", name);
	if (seat >= 0)
		tval_put(a, v, "seat", narrate_seat(a, n, seat));
	else
		tval_putz(a, v, "seat", "");
	tval_put(a, v, "value", value_shown(a, row, w, words));
}

void report_terms(struct arena *a, const struct narrator *n,
		  const struct report_game *g, const struct event *v, int count,
		  struct tval *to)
{
	const char *const *told = NULL;
	struct tval *list;
	char room[EVENT_TEXT_ROOM];

	if (g && g->terms && n->of) {
		told = g->terms(a, n, n->of, to);
		tval_put(a, to, "terms",
			 tval_word(a, "%s.terms", n->sys->name));
	} else {
		tval_putz(a, to, "terms", "");
	}
	list = tval_put(a, to, "options", tval_list(a));
	for (int i = 0; i < count; i++)
		if (v[i].kind == COMMON_OPTION_SET &&
		    !is_listed(told,
			       event_get_text(&v[i], COMMON_OPTION_SET_NAME,
					      room, sizeof(room))))
			put_option(a, n, &v[i], list);
}
