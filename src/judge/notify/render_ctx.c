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

struct tval *render_ctx_moment(struct arena *a, const struct narrator *n,
			       int64_t utc_s)
{
	const struct render_ctx *w = n->writer;
	struct report_time t = timezone_time(w->l->zone, utc_s);

	return report_time_message(a, n, "format.time", &t);
}

struct str render_ctx_order_named(struct render_ctx *w, const struct buf *order)
{
	struct buf b;
	struct str s;

	buf_init(&b, 2 * RENDER_CTX_ORDER_BYTES);
	card_index_render(w->l->kind ? w->l->kind->cards : NULL, buf_str(order),
			  &b);
	s = arena_str(&w->a, b.full ? buf_str(order) : buf_str(&b));
	buf_release(&b);
	return s;
}

int render_ctx_orders(struct render_ctx *w, bool standing,
		      const struct str **out)
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
	for (int i = 0; i < n && shown < RENDER_CTX_ORDERS; i++) {
		struct queue_entry e;
		struct buf b;

		/* what nobody wrote is not shown: the end of a mail */
		if (!standing && queue_at(q, i, &e) &&
		    queue_entry_flags(e) & QUEUE_AUTO_END)
			continue;
		buf_init(&b, RENDER_CTX_ORDER_BYTES);
		if ((standing ? queue_standing_at(q, i, &e)
			      : queue_at(q, i, &e)) &&
		    orders_write_entry(g, lang < 0 ? 0 : lang, e, &b))
			v[shown++] = render_ctx_order_named(w, &b);
		buf_release(&b);
	}
	*out = v;
	return shown;
}

int render_ctx_waiting(struct render_ctx *w, const struct game *view,
		       const struct decision **out)
{
	const struct queue *q;
	struct decision *v;
	struct queue_entry e;
	int n, k = 0;

	if (w->l->seat < 0)
		return 0;
	q = &view->queue[w->l->seat];
	n = queue_count(q);
	v = ARENA_ARRAY(&w->a, (size_t)n + 1, struct decision);
	for (int i = 0; i < n; i++)
		if (queue_at(q, i, &e) && queue_entry_alternatives(e))
			queue_entry_alternative(e, 0, &v[k++]);
	*out = v;
	return k;
}

struct str render_ctx_seen(struct render_ctx *w)
{
	struct head_token s = head_token_of(w->l->head);
	char text[HEAD_TOKEN_TEXT];

	head_token_render(&s, text);
	return str_of(arena_strdup(&w->a, text));
}

struct str render_ctx_picture_id(struct render_ctx *w, enum picture which)
{
	static const char *const names[] = { "board", "near" };

	return str_of(arena_printf(&w->a, "%s.%.*s", names[which],
				   STR_ARG(w->l->row->message_id)));
}

struct str *render_ctx_picture(struct render_ctx *w, enum picture which)
{
	return which == PICTURE_BOARD ? &w->r.png : &w->r.near;
}

void mail_seat_names(const struct mail_content *l, struct str out[SEATS_MAX])
{
	for (int i = 0; i < l->n_seats; i++)
		if (l->seats[i].slot < SEATS_MAX)
			out[l->seats[i].slot] = l->names[i];
}

struct str render_ctx_said_again(struct render_ctx *w, const char *key)
{
	struct report_time first = timezone_time(w->l->zone, w->l->first_s);
	struct tval *v = tval_map(&w->a);

	tval_put(&w->a, v, "first",
		 report_time(&w->a, w->words, TEMPLATE_TEXT, &first));
	tval_puts(&w->a, v, "subject", w->r.subject);
	return messages_line(&w->a, w->words, key, v, SAID_MAX_BYTES);
}

struct str render_ctx_message(struct render_ctx *w, const char *key)
{
	struct tval *v = tval_map(&w->a);

	tval_puts(&w->a, v, "game", w->l->game ? w->l->game->name : STR(""));
	tval_puti(&w->a, v, "days", w->l->practice);
	return messages_line(&w->a, w->words, key, v, SAID_MAX_BYTES);
}

const struct catalog *render_ctx_cards(struct render_ctx *w)
{
	const struct card_index *cards = w->l->kind ? w->l->kind->cards : NULL;

	if (!cards)
		return NULL;
	w->cards = card_index_catalog(cards);
	return &w->cards;
}

bool render_ctx_order(const void *writer, const struct decision *d,
		      struct buf *out)
{
	const struct render_ctx *w = writer;
	const struct grammar *g = w->l->grammar;
	int lang = vocabulary_lang(g->words, w->words->lang);
	struct buf order;
	bool ok;

	buf_init(&order, RENDER_CTX_ORDER_BYTES);
	ok = grammar_write(g, lang < 0 ? 0 : lang, d, &order);
	card_index_render(w->l->kind ? w->l->kind->cards : NULL,
			  buf_str(&order), out);
	ok = ok && !order.full;
	buf_release(&order);
	return ok;
}

int render_ctx_events(struct render_ctx *w, const struct event **out)
{
	const struct mail_content *l = w->l;
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

void render_ctx_narrator(struct render_ctx *w, struct narrator *n)
{
	const struct str *waiting;

	*n = (struct narrator){ .words = w->words,
				.sys = w->l->sys,
				.format = TEMPLATE_TEXT,
				.write =
					w->l->grammar ? render_ctx_order : NULL,
				.writer = w,
				.moment = render_ctx_moment,
				.now = w->l->view ? w->l->view->state : NULL,
				.seat = w->l->seat,
				.cards = render_ctx_cards(w) };
	n->none_wait = n->now && !render_ctx_orders(w, false, &waiting);
	report_game_tells(n, w->l->report, n->now);
	mail_seat_names(w->l, n->seat_name);
}

struct tval *render_ctx_named(struct render_ctx *w, const char *key,
			      const char *text)
{
	const char *word =
		!text                    ? NULL
		: !strcmp(key, "by")     ? arena_printf(&w->a, "said.%s", text)
		: !strcmp(key, "system") ? arena_printf(&w->a, "%s.title", text)
					 : NULL;

	return word && messages_message(w->words, str_of(word))
		       ? tval_word(&w->a, "%s", word)
		       : NULL;
}
