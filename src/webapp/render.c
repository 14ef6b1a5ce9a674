/* src/webapp/render.c - renders positions as text and pictures */
#include "webapp/session.h"
#include "report/report_game.h"
#include "engine/common.h"
#include "report/picture/picture.h"

static struct str labels; /* of the board shown last */
static int width = PICTURE_PAGE_WIDTH;
static struct arena kept;

static bool written(const void *writer, const struct decision *d,
		    struct buf *out)
{
	const struct game_kind *kind = writer;
	int lang = vocabulary_lang(kind->grammar->words, page.words->lang);

	return grammar_write(kind->grammar, lang < 0 ? 0 : lang, d, out);
}

void show_narrator(const struct showing *s, struct narrator *n)
{
	*n = (struct narrator){ .words = page.words,
				.sys = s->kind->rules,
				.format = TEMPLATE_TEXT,
				.write = s->kind->grammar ? written : NULL,
				.writer = s->kind,
				.seat = s->seat };
	report_game_tells(n, game_report(s->kind), s->view->state);
	for (int i = 0; i < SEATS_MAX; i++)
		n->seat_name[i] = s->seat_name[i];
}

void show_list(const char *name)
{
	page_name(name);
	buf_addc(&page.said, '[');
}

void show_object(bool first)
{
	buf_addz(&page.said, first ? "{" : ",{");
}

static void told_write(const struct tval *told)
{
	const struct tval *text = tval_get(told, STR("text"));
	const struct tval *rules = tval_get(told, STR("rules"));

	page_text("text", text ? text->text : STR(""));
	page_text("rules", rules ? rules->text : STR(""));
	page_number("main", tval_holds(tval_get(told, STR("main"))));
	page_number("upto", tval_get(told, STR("upto"))->n);
	buf_addc(&page.said, '}');
}

void show_events(const char *name, struct narrator *n, const struct event *v,
		 int count)
{
	struct why ignored = { 0 };
	/* a slip in a message costs a word */
	struct tval *told = narrate_events(&page.tmp, n, v, count, &ignored);

	show_list(name);
	for (const struct tval *t = told->first; t; t = t->next) {
		show_object(t == told->first);
		told_write(t);
	}
	buf_addc(&page.said, ']');
}

void show_dice(const struct event *v, int n)
{
	bool first = true;

	for (int i = 0; i < n; i++) {
		if (v[i].kind != COMMON_ROLLED)
			continue;
		buf_addz(&page.said, first ? "{" : ",{");
		first = false;
		page_number("seat", event_get(&v[i], COMMON_ROLLED_SEAT));
		page_number("sides", event_get(&v[i], COMMON_ROLLED_SIDES));
		page_number("face", event_get(&v[i], COMMON_ROLLED_FACE));
		page_number("upto", i + 1);
		buf_addc(&page.said, '}');
	}
}

void show_board(const struct showing *s, const char *prefix)
{
	struct report_input in = { .words = page.words,
				   .seat = s->seat,
				   .events = s->events,
				   .n_events = s->n_events,
				   .sys = s->kind->rules,
				   .tells = game_report(s->kind),
				   .view = s->view->state,
				   .game = s->game,
				   .point = s->point,
				   .picture_width = width };
	struct why ignored = { 0 };
	struct str svg, names;

	for (int i = 0; i < SEATS_MAX; i++)
		in.seat_name[i] = s->seat_name[i];
	/* a slip in a message costs a word */
	(void)report_board(&page.tmp, &in, prefix, &svg, &names, &ignored);
	buf_adds(&page.said, svg);
	arena_release(&kept);
	arena_init(&kept);
	labels = arena_str(&kept, names);
}

int page_wide(int pixels)
{
	page_begin(0);
	width = pixels < PICTURE_MIN_WIDTH    ? PICTURE_MIN_WIDTH
		: pixels > PICTURE_MOST_WIDTH ? PICTURE_MOST_WIDTH
					      : pixels;
	return page_end(0);
}

int show_width(void)
{
	return width;
}

int page_labels(void)
{
	page_begin(0);
	buf_adds(&page.said, labels);
	return page_end(0);
}
