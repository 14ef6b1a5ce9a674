/* src/judge/notify/render_ctx.c */
#include "judge/notify/render_ctx.h"
#include "fairness/head_token.h"
#include "judge/game/timezone.h"
#include "orders/orders.h"
#include "engine/common.h"
#include "engine/slot.h"
#include <string.h>

enum {
	SAID_MAX_BYTES = 4096,
	FAULTS_ROOM = 2048 /* events, of what is held and tried */
};

struct tval *writing_moment(struct arena *a, const struct narrator *n,
			    int64_t utc_s)
{
	const struct writing *w = n->writer;
	struct report_time t = zone_time(w->l->zone, utc_s);

	return report_time_told(a, n, "format.time", &t);
}

struct str writing_order_named(struct writing *w, const struct buf *order)
{
	struct buf b;
	struct str s;

	buf_init(&b, 2 * WRITING_ORDER_BYTES);
	deck_tell(w->l->kind ? w->l->kind->cards : NULL, buf_str(order), &b);
	s = arena_str(&w->a, b.full ? buf_str(order) : buf_str(&b));
	buf_release(&b);
	return s;
}

int writing_orders(struct writing *w, bool standing, const struct str **out)
{
	const struct grammar *g = w->l->grammar;
	const struct queue *q;
	struct str *v;
	int n, shown = 0, lang;

	if (!g || w->l->seat < 0)
		return 0;
	q = &w->l->view->queue[w->l->seat];
	n = standing ? queue_count_standing(q) : queue_count(q);
	lang = vocabulary_lang(g->words, w->words->lang);
	v = ARENA_ARRAY(&w->a, (size_t)n + 1, struct str);
	for (int i = 0; i < n && shown < WRITING_ORDERS; i++) {
		struct queue_entry e;
		struct buf b;

		/* what nobody wrote is not shown: the end of a mail */
		if (!standing && queue_at(q, i, &e) &&
		    queue_entry_flags(e) & QUEUE_AUTO_END)
			continue;
		buf_init(&b, WRITING_ORDER_BYTES);
		if ((standing ? queue_standing_at(q, i, &e)
			      : queue_at(q, i, &e)) &&
		    orders_write_entry(g, lang < 0 ? 0 : lang, e, &b))
			v[shown++] = writing_order_named(w, &b);
		buf_release(&b);
	}
	*out = v;
	return shown;
}

struct str writing_seen(struct writing *w)
{
	struct seen s = seen_of(w->l->head);
	char text[SEEN_TEXT];

	seen_render(&s, text);
	return str_of(arena_strdup(&w->a, text));
}

struct str writing_picture_id(struct writing *w, enum picture which)
{
	static const char *const names[] = { "board", "near" };

	return str_of(arena_printf(&w->a, "%s.%.*s", names[which],
				   STR_ARG(w->l->row->message_id)));
}

struct str *writing_picture(struct writing *w, enum picture which)
{
	return which == PICTURE_BOARD ? &w->r.png : &w->r.near;
}

void letter_seat_names(const struct letter *l, struct str out[SEATS_MAX])
{
	for (int i = 0; i < l->n_seats; i++)
		if (l->seats[i].slot < SEATS_MAX)
			out[l->seats[i].slot] = l->names[i];
}

struct str writing_said_again(struct writing *w, const char *key)
{
	struct report_time first = zone_time(w->l->zone, w->l->first_s);
	struct tval *v = tval_map(&w->a);
	struct buf b;
	struct str s;

	tval_put(&w->a, v, "first",
		 report_time(&w->a, w->words, TEMPLATE_TEXT, &first));
	tval_puts(&w->a, v, "subject", w->r.subject);
	buf_init(&b, SAID_MAX_BYTES);
	words_render(&b, w->words, key, TEMPLATE_LINE, v, NULL);
	s = arena_str(&w->a, buf_str(&b));
	buf_release(&b);
	return s;
}

struct str writing_said(struct writing *w, const char *key)
{
	struct tval *v = tval_map(&w->a);
	struct buf b;
	struct str s;

	tval_puts(&w->a, v, "game", w->l->game->name);
	buf_init(&b, SAID_MAX_BYTES);
	words_render(&b, w->words, key, TEMPLATE_LINE, v, NULL);
	s = arena_str(&w->a, buf_str(&b));
	buf_release(&b);
	return s;
}

const struct catalog *writing_cards(struct writing *w)
{
	const struct deck *cards = w->l->kind ? w->l->kind->cards : NULL;

	if (!cards)
		return NULL;
	w->cards = deck_catalog(cards);
	return &w->cards;
}

bool writing_order(const void *writer, const struct decision *d,
		   struct buf *out)
{
	const struct writing *w = writer;
	const struct grammar *g = w->l->grammar;
	int lang = vocabulary_lang(g->words, w->words->lang);
	struct buf order;
	bool ok;

	buf_init(&order, WRITING_ORDER_BYTES);
	ok = grammar_write(g, lang < 0 ? 0 : lang, d, &order);
	deck_tell(w->l->kind ? w->l->kind->cards : NULL, buf_str(&order), out);
	ok = ok && !order.full;
	buf_release(&order);
	return ok;
}

int writing_events(struct writing *w, const struct event **out)
{
	const struct letter *l = w->l;
	struct event_list list = { .n = l->n_events,
				   .max = l->n_events + FAULTS_ROOM };
	bool stopped = false;

	*out = l->events;
	for (int i = 0; i < l->n_events; i++)
		stopped |= l->events[i].kind == COMMON_QUEUE_STOPPED;
	if (!stopped || l->seat < 0 || !l->view ||
	    !game_is_before_play(l->view))
		return l->n_events;
	list.v = ARENA_ARRAY(&w->a, (size_t)list.max, struct event);
	memcpy(list.v, l->events, (size_t)list.n * sizeof(*list.v));
	game_held_faults(l->view, l->seat,
			 arena_alloc_raw(&w->a, sizeof(struct game_scratch)),
			 &list);
	*out = list.v;
	return list.n;
}

void writing_narrator(struct writing *w, struct narrator *n)
{
	const struct str *waiting;

	*n = (struct narrator){ .words = w->words,
				.sys = w->l->sys,
				.format = TEMPLATE_TEXT,
				.write = w->l->grammar ? writing_order : NULL,
				.writer = w,
				.moment = writing_moment,
				.now = w->l->view ? w->l->view->state : NULL,
				.seat = w->l->seat,
				.cards = writing_cards(w) };
	n->none_wait = n->now && !writing_orders(w, false, &waiting);
	report_game_tells(n, w->l->report, n->now);
	letter_seat_names(w->l, n->seat_name);
}

struct tval *writing_named(struct writing *w, const char *key, const char *text)
{
	const char *word =
		!text                    ? NULL
		: !strcmp(key, "by")     ? arena_printf(&w->a, "said.%s", text)
		: !strcmp(key, "system") ? arena_printf(&w->a, "%s.title", text)
					 : NULL;

	return word && words_message(w->words, str_of(word))
		       ? tval_word(&w->a, "%s", word)
		       : NULL;
}
