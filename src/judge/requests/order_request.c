/* src/judge/requests/order_request.c - see order_request.h */
#include "judge/requests/order_request.h"
#include "base/parse.h"
#include "protocol/log_events.h"
#include "judge/requests/delayed_orders.h"
#include "protocol/keywords.h"
#include "judge/handlers.h"
#include "judge/requests/preferences.h"
#include "base/date.h"
#include "engine/common.h"

enum { READ_STEPS_MAX = 20000000 }; /* of a text that has come: about 2 s */

static bool card_named(const void *source, struct str text, struct buf *key,
		       struct buf *nearest)
{
	struct order_request *r = (struct order_request *)(uintptr_t)source;

	if (!r->cards.card(r->cards.source, text, key, nearest))
		return false;
	log_event_name_add(&r->named, r->a, text, buf_str(key));
	return true;
}

static int language_of(struct delivery *d, const struct grammar *g,
		       const struct person_row *p)
{
	int lang = vocabulary_lang(g->words, p->language);

	if (lang < 0)
		lang = vocabulary_lang(g->words, d->j->c.language);
	return lang < 0 ? 0 : lang;
}

/* The language of the orders at a point of the log, as it was then. */
static bool language_note(void *context, const struct event_row *row)
{
	struct order_request *r = context;
	struct event e;
	char room[EVENT_TEXT_ROOM];
	const int32_t *w;
	int n;

	if (!event_parse_as(row->json, &r->t.sys->rules->events,
			    COMMON_ORDERS_READ, &e))
		return true;
	w = event_words(&e, COMMON_ORDERS_READ_LANGUAGE, &n);
	r->lang = vocabulary_lang(r->t.sys->grammar->words,
				  text_unpack(w, n, room, sizeof(room)));
	return false;
}

static enum err language_then(struct order_request *r, int64_t point,
			      struct why *why)
{
	struct store *st = r->t.j->st;
	struct head_row from, to;
	enum err e = store_head_get(st, r->t.row.id, point - 1, &from, why);

	r->lang = -1;
	if (!e)
		e = store_head_get(st, r->t.row.id, point, &to, why);
	return e ? e
		 : store_event_list(st, r->t.row.id, from.n_events + 1,
				    to.n_events, language_note, r, why);
}

/* HELP PAGE is no question about orders. */
static void page_find(struct delivery *d, struct order_request *r)
{
	const struct vocabulary *v = r->t.sys->grammar->words;

	r->page = false;
	for (int i = 0; i < r->orders->n_lines; i++) {
		struct order_line *l = &r->orders->lines[i];

		l->number |= l->kind == LINE_HELP && l->text.len &&
			     keyword_is(d->a, v, SPOKEN_page, l->text);
		r->page |= l->kind == LINE_HELP && l->number;
	}
}

/* A game master's questions, at their offsets in the whole text. */
static struct str without_head(const struct delivery *d)
{
	struct str text = d->f.text.text;
	char *copy = arena_copy(d->a, text.s, text.len);

	for (size_t i = 0; i < d->f.claim.body; i++)
		if (copy[i] != '\n')
			copy[i] = ' ';
	return (struct str){ copy, text.len };
}

struct hold_reading {
	struct arena *a;
	const struct vocabulary *v;
	struct holding *out;
};

/* "2H", "2 H", "30M", "1D" */
static bool hold_span_parse(struct str s, int64_t *span_s)
{
	return duration_parse(s, span_s) && DELAYED_ORDERS_LEAST_S <= *span_s &&
	       *span_s <= DELAYED_ORDERS_MOST_S;
}

static bool hold_line(void *context, struct str line, struct str whole)
{
	struct hold_reading *t = context;
	struct holding *h = t->out;
	struct str rest = line, word;

	(void)whole;
	if (!parse_field(&rest, ' ', &word) ||
	    !keyword_is(t->a, t->v, SPOKEN_hold, word))
		return false;
	if (h->said || !hold_span_parse(rest, &h->span_s)) {
		h->bad = true;
		h->bad_line = arena_str(t->a, line);
	}
	h->said = true;
	return true;
}

static void hold_parse(struct arena *a, const struct vocabulary *v,
		       struct str text, struct holding *out)
{
	struct hold_reading t = { a, v, out };

	*out = (struct holding){ .bad_line = STR("") };
	judge_lines_pick(a, text, ' ', hold_line, &t);
}

/* in the language r->lang first; open: what free words may vote on */
static void lines_read(struct delivery *d, struct order_request *r,
		       struct proposal_open open)
{
	const struct grammar *g = r->t.sys->grammar;
	struct grammar_names names = { 0 };
	struct game *view = arena_alloc_raw(d->a, sizeof(*view));
	bool plays = d->f.slot < r->t.n_players;
	struct str text = plays ? d->f.text.text : without_head(d);

	preferences_parse(d->a, g->words, text, true, &r->preferences);
	hold_parse(d->a, g->words, text, &r->hold);
	text = judge_lines_parse(d->a, g->words, text, &r->words, &r->dispute);
	text = table_requests_parse(d->a, g->words, text, open, &r->motions);
	text = press_parse(d->a, g->words, text, &r->press);
	game_ctx_view(&r->t, r->t.game, d->f.slot, view);
	game_names(r->t.sys, view, d->a, &names);
	r->a = d->a;
	r->named = (struct log_event_names){ .n = 0 };
	r->cards = names;
	if (names.card) {
		names.card = card_named;
		names.source = r;
	}
	names.proposal = table_state_only_open(&r->t.agreements);
	if (open.number == names.proposal)
		names.proposal_about = proposal_matter(&open);
	names.today = (int32_t)(judge_now(d->j) / DAY_S);
	/* what was read once is read again whatever it costs */
	r->work = (struct grammar_work){ .max = READ_STEPS_MAX };
	names.work = d->inbox && !d->held ? &r->work : NULL;
	r->orders = arena_alloc(d->a, sizeof(*r->orders));
	orders_read(d->a, g, &names, r->lang, text, r->orders);
	page_find(d, r);
	orders_submission(d->a, r->orders, plays ? d->f.slot : 0, &r->sub);
	r->map = (struct orders_map){ .where = judge_lines_where,
				      .source = &d->f.text };
}

void order_request_read(struct delivery *d, struct order_request *r)
{
	r->lang = language_of(d, r->t.sys->grammar, &r->person);
	lines_read(d, r, table_state_open(&r->t.agreements, d->f.claim.point));
}

enum err order_request_read_again(struct delivery *d, struct order_request *r,
				  int64_t point, struct why *why)
{
	enum err e = language_then(r, point, why);

	/* votes stand without orders, and only orders are read again */
	if (!e)
		lines_read(d, r, (struct proposal_open){ 0 });
	return e;
}

bool order_request_writes(const struct order_request *r)
{
	return r->press.n || r->press.bad;
}

bool order_request_speaks(const struct order_request *r)
{
	return r->motions.n || r->motions.bad || word_lines_any(&r->words);
}

bool order_request_changes(const struct order_request *r)
{
	return game_orders_something(&r->sub) || order_request_speaks(r) ||
	       order_request_writes(r);
}
