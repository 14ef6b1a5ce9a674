/* src/judge/notify/mail_cards.c */
#include "judge/notify/mail_cards.h"
#include "base/parse.h"
#include "base/str.h"
#include "base/utf8.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_COLUMNS = 79, TITLE_COLUMNS = 26, FACTION_COLUMNS = 20 };

/* Where the levels of a Hero begin: pairs of click and points, from level 1. */
struct levels {
	const int32_t *v;
	int n; /* words */
};

struct str mail_card_values(struct render_ctx *w, struct str asked)
{
	struct tval *lines = tval_list(&w->a);
	struct narrator n;
	struct buf b;
	struct str out;

	render_ctx_narrator(w, &n);
	if (!w->l->report || !w->l->report->card || !n.of)
		return (struct str){ 0 };
	w->l->report->card(&w->a, &n, asked, lines);
	buf_init(&b, REPORT_MAX_BYTES);
	for (const struct tval *v = lines->first; v; v = v->next)
		buf_addf(&b, "%s%.*s", b.len ? "\n" : "", STR_ARG(v->text));
	out = arena_str(&w->a, buf_str(&b));
	buf_release(&b);
	return out;
}

static int level_at(const struct levels *l, int click)
{
	for (int i = 0; i + 1 < l->n; i += 2)
		if (l->v[i] == click)
			return i / 2 + 1;
	return 0;
}

/* {clicks} of a dial, 8 words each: four values, the abilities in their slots;
 * all of them, {level} where one begins, or the one that it begins with alone
 */
static void clicks_put(struct render_ctx *w, const struct narrator *n,
		       const int32_t *dial, int words, bool whole,
		       const struct levels *levels, struct tval *to)
{
	int first = levels->n ? 8 * levels->v[0] : 0;
	static const char *const slot[] = { "speed", "attack", "defense",
					    "damage" };
	const char *(*named)(int) = w->l->report ? w->l->report->ability : NULL;
	struct tval *list = tval_put(&w->a, to, "clicks", tval_list(&w->a));

	tval_puti(&w->a, to, "life", words / 8);
	for (int i = whole ? 0 : first; i + 8 <= words && (whole || i == first);
	     i += 8) {
		struct tval *click = tval_add(list, tval_map(&w->a));
		struct tval *can =
			tval_put(&w->a, click, "abilities", tval_list(&w->a));

		tval_puti(&w->a, click, "level", level_at(levels, i / 8));
		for (int s = 0; s < 4; s++) {
			const char *name =
				named ? named(dial[i + 4 + s]) : NULL;

			tval_puti(&w->a, click, slot[s], dial[i + s]);
			if (name)
				tval_add(can, narrate_word(&w->a, n, name));
		}
	}
}

/* {costs} of the levels */
static void costs_put(struct render_ctx *w, const struct levels *levels,
		      struct tval *to)
{
	struct tval *list = tval_put(&w->a, to, "costs", tval_list(&w->a));

	for (int i = 1; i < levels->n; i += 2)
		tval_add(list, tval_int(&w->a, levels->v[i]));
}

/* A JSON text as events are written: the ends of lines in it are \\u000a. */
static struct str as_event(struct arena *a, const char *json)
{
	struct buf b;
	struct str out;

	buf_init(&b, 2 * EVENT_TEXT_ROOM + strlen(json) * 6);
	for (; *json; json++) {
		if (*json != '\\') {
			buf_addc(&b, *json);
			continue;
		}
		json++;
		if (*json == 'n')
			buf_addz(&b, "\\u000a");
		else
			buf_addf(&b, "\\%c", *json);
	}
	out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return out;
}

/* A list of cards that is being told. */
struct card_list {
	const struct narrator *n;
	struct tval *to;
	bool whole;    /* with all their clicks */
	struct str of; /* set and faction of the row before */
};

/* Cut to so many columns, behind a comma or else at a blank, if it is longer;
 * without blanks behind it. */
static struct str cut(struct arena *a, struct str s, size_t columns)
{
	struct str whole = s;
	size_t end = 0, comma = 0;

	while (whole.len && whole.s[whole.len - 1] == ' ')
		whole.len--;
	if (utf8_width(whole) <= columns)
		return whole;
	for (size_t i = 1; i < whole.len; i++) {
		if (utf8_width((struct str){ s.s, i }) > columns - 3)
			break;
		if (s.s[i - 1] == ',')
			comma = i;
		if (s.s[i] == ' ')
			end = i;
	}
	end = comma ? comma : end;
	return str_of(arena_printf(a, "%.*s ..", (int)end, s.s));
}

/* One line of a list, by GAME.row.KIND: its fields, {number}, the end of its
 * key, {title}, {dial}; above it GAME.head.KIND where it is of another set or
 * faction than the one before. False: the game tells them by no rows. */
static bool row_put(struct render_ctx *w, struct card_list *list,
		    const char *kind, int stars, struct tval *v,
		    struct tval *to)
{
	const char *row =
		arena_printf(&w->a, "%s.row.%s", w->l->sys->name, kind);
	const char *head =
		arena_printf(&w->a, "%s.head.%s", w->l->sys->name, kind);
	const struct tval *c;
	struct str set, key, of, name;
	struct tval *can;
	struct buf b;

	if (list->whole || !messages_message(w->words, str_of(row)))
		return false;
	c = tval_get(v, STR("clicks"))->first;
	set = key = tval_get(v, STR("key"))->text;
	if (!c)
		return false;
	while (set.len && set.s[set.len - 1] != '/')
		set.len--;
	tval_puts(&w->a, v, "set", set);
	tval_puts(&w->a, v, "number",
		  (struct str){ key.s + set.len, key.len - set.len });
	name = cut(&w->a, tval_get(v, STR("name"))->text,
		   TITLE_COLUMNS - (size_t)stars - 1);
	tval_putz(&w->a, v, "title",
		  arena_printf(&w->a, "%.*s%s%.*s", STR_ARG(name),
			       stars ? " " : "", stars, "***"));
	tval_putz(&w->a, v, "dial",
		  arena_printf(&w->a, "%d/%d/%d/%d",
			       (int)tval_get(c, STR("speed"))->n,
			       (int)tval_get(c, STR("attack"))->n,
			       (int)tval_get(c, STR("defense"))->n,
			       (int)tval_get(c, STR("damage"))->n));
	tval_puts(&w->a, v, "faction",
		  cut(&w->a, tval_get(v, STR("faction"))->text,
		      FACTION_COLUMNS - 1));
	/* a list is in one place only, what is in it may be in two */
	can = ARENA_NEW(&w->a, struct tval);
	*can = *tval_get(c, STR("abilities"));
	can->next = NULL;
	tval_put(&w->a, v, "abilities", can);
	of = str_of(arena_printf(&w->a, "%.*s%.*s", STR_ARG(set),
				 STR_ARG(tval_get(v, STR("faction"))->text)));
	buf_init(&b, 8192);
	if (!str_equal(of, list->of)) {
		(void)messages_render(&b, w->words, head, TEMPLATE_TEXT, v,
				      w->why);
		tval_put(&w->a, to, "head", tval_markup(&w->a, buf_str(&b)));
		list->of = of;
		buf_clear(&b);
	}
	(void)messages_render(&b, w->words, row, TEMPLATE_TEXT, v, w->why);
	tval_put(&w->a, to, "row",
		 tval_markup(&w->a, cut(&w->a, buf_str(&b), LINE_COLUMNS)));
	buf_release(&b);
	return true;
}

/* one card of the catalog, by the message GAME.card.KIND (or GAME.KIND): the
 * fields of its event, {stars}, {clicks}, {whole}; and below it {drawing}, if
 * its game draws such cards */
static void card_put(struct render_ctx *w, struct card_list *list, json_t *one)
{
	char *text = json_dumps(json_object_get(one, "card"),
				JSON_COMPACT | JSON_PRESERVE_ORDER);
	int stars = (int)json_integer_value(json_object_get(one, "stars"));
	struct event *e = ARENA_NEW(&w->a, struct event);
	bool read = text &&
		    event_parse(as_event(&w->a, text), &w->l->sys->events, e);
	const struct event_kind *k;
	struct levels levels = { 0 };
	const int32_t *dial = NULL;
	const char *key;
	struct tval *v, *one_card, *drawn;
	struct str rest = STR(""), line;
	int field, words = 0;
	struct buf b;

	free(text);
	if (!read)
		return;
	k = event_kind(&w->l->sys->events, e->kind);
	key = arena_printf(&w->a, "%s.card.%s", w->l->sys->name, k->name);
	if (!messages_message(w->words, str_of(key)))
		key = arena_printf(&w->a, "%s.%s", w->l->sys->name, k->name);
	v = narrate_values(&w->a, list->n, e);
	tval_putz(&w->a, v, "stars", arena_printf(&w->a, "%.*s", stars, "***"));
	tval_puti(&w->a, v, "whole", list->whole);
	field = event_field(k, "dial");
	if (field >= 0)
		dial = event_words(e, field, &words);
	field = event_field(k, "levels");
	if (field >= 0)
		levels.v = event_words(e, field, &levels.n);
	clicks_put(w, list->n, dial, words, list->whole, &levels, v);
	costs_put(w, &levels, v);
	one_card = tval_add(list->to, tval_map(&w->a));
	if (row_put(w, list, k->name, stars, v, one_card))
		return;
	buf_init(&b, 8192);
	(void)messages_render(&b, w->words, key, TEMPLATE_TEXT, v, w->why);
	tval_put(&w->a, one_card, "text", tval_markup(&w->a, buf_str(&b)));
	drawn = tval_put(&w->a, one_card, "drawn", tval_list(&w->a));
	if (tval_get(v, STR("drawing")))
		rest = tval_get(v, STR("drawing"))->text;
	while (parse_line(&rest, &line))
		tval_add(drawn, tval_text(&w->a, line));
	buf_release(&b);
}

/* Is one of these a figure, and no chest or tile? */
static bool figures_in(struct render_ctx *w, json_t *cards)
{
	json_t *one;
	size_t i;

	json_array_foreach(cards, i, one)
	{
		char *text = json_dumps(json_object_get(one, "card"),
					JSON_COMPACT | JSON_PRESERVE_ORDER);
		struct event *e = ARENA_NEW(&w->a, struct event);
		bool figure =
			text &&
			event_parse(as_event(&w->a, text), &w->l->sys->events,
				    e) &&
			event_field(event_kind(&w->l->sys->events, e->kind),
				    "dial") >= 0;

		free(text);
		if (figure)
			return true;
	}
	return false;
}

void mail_cards_values(struct render_ctx *w, json_t *found, struct tval *to)
{
	enum { WHOLE = 3 };
	static const char *const drawing = "drawn", *const row = "row";
	json_t *cards = json_object_get(found, "cards"), *one;
	struct narrator n;
	struct card_list list = {
		.n = &n,
		.to = tval_put(&w->a, to, "cards", tval_list(&w->a)),
		.whole = json_array_size(cards) <= WHOLE,
	};
	bool drawn = false, rows = false;
	size_t i;

	render_ctx_narrator(w, &n);
	json_array_foreach(cards, i, one) card_put(w, &list, one);
	/* they have no clicks */
	for (const struct tval *v = list.to->first; v; v = v->next) {
		drawn |= tval_any(v, &drawing, 1);
		rows |= tval_any(v, &row, 1);
	}
	tval_puti(&w->a, to, "is_drawn", drawn);
	tval_puti(&w->a, to, "is_cards", 1);
	/* of figures: what their numbers are */
	tval_puti(&w->a, to, "figures", figures_in(w, cards));
	tval_puti(&w->a, to, "whole", list.whole);
	tval_puti(&w->a, to, "rows", rows);
	tval_puti(&w->a, to, "more",
		  (int)json_integer_value(json_object_get(found, "more")));
	tval_puti(&w->a, to, "barred",
		  (int)json_integer_value(json_object_get(found, "barred")));
	tval_putz(&w->a, to, "near",
		  json_string_value(json_object_get(found, "near")));
}
