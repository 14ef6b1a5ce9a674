/* src/judge/notify/mail_kinds.c */
#include "judge/notify/mail_kinds.h"
#include "report/text/final_values.h"
#include "base/parse.h"
#include "judge/notify/mail_answers.h"
#include "judge/notify/mail_values.h"
#include "judge/notify/mail_report.h"
#include "judge/notify/mail_rules.h"
#include "orders/orders.h"
#include "report/text/history.h"
#include "report/text/game_summary.h"
#include "engine/common.h"
#include <string.h>

/* the orders that were dealt with, as their players would write them */
static struct tval *orders_values(struct render_ctx *w,
				  const struct narrator *n)
{
	const struct grammar *g = w->l->grammar;
	int lang = vocabulary_lang(g->words, w->words->lang);
	struct tval *list = tval_list(&w->a);

	for (int i = 0; i < w->l->n_orders; i++) {
		const struct mail_order *o = &w->l->orders[i];
		struct tval *v;
		struct buf b;

		buf_init(&b, RENDER_CTX_ORDER_BYTES);
		if (orders_write_entry(g, lang < 0 ? 0 : lang, o->entry, &b)) {
			v = tval_add(list, tval_map(&w->a));
			tval_put(&w->a, v, "seat",
				 narrate_seat(&w->a, n, o->seat));
			tval_puti(&w->a, v, "line", o->line);
			tval_puts(&w->a, v, "order",
				  render_ctx_order_named(w, &b));
			if (o->refused)
				tval_put(&w->a, v, "refused",
					 narrate_event(&w->a, n, o->refused,
						       w->why));
		}
		buf_release(&b);
	}
	return list;
}

/* the number of the first event that has one */
static void put_numbered(struct render_ctx *w, const struct tval *events,
			 struct tval *to)
{
	const struct tval *at = events->first;

	while (at && !tval_get(at, STR("number")))
		at = at->next;
	if (at)
		tval_puti(&w->a, to, "numbered",
			  tval_get(at, STR("number"))->n);
}

/* what was complained of: what happened, how it stood before, the orders */
static enum err dispute_values(struct render_ctx *w, struct tval *to)
{
	struct report_input in = { .words = w->words,
				   .sys = w->l->sys,
				   .tells = w->l->report,
				   .seat = str_is(w->l->row->kind, "why")
						   ? w->l->seat
						   : -1 };
	struct str before = STR("");
	struct tval *events;
	struct narrator n;
	enum err e = ERR_OK;

	render_ctx_narrator(w, &n);
	events = report_numbered(&w->a, &n, w->l->events, w->l->n_events,
				 w->why);
	tval_put(&w->a, to, "events", events);
	put_numbered(w, events, to);
	if (w->l->grammar)
		tval_put(&w->a, to, "done", orders_values(w, &n));
	if (w->l->before) {
		in.view = w->l->before->state;
		mail_seat_names(w->l, in.seat_name);
		e = report_position(&w->a, &in, &before, w->why);
	}
	tval_put(&w->a, to, "before", tval_markup(&w->a, before));
	return e;
}

/* what has happened so far, and what there is before it */
static void history_values(struct render_ctx *w, json_t *matter,
			   struct tval *to)
{
	bool mine = json_integer_value(json_object_get(matter, "mine")) != 0;
	struct history_wish wish = {
		.n = json_integer_value(json_object_get(matter, "n")),
		.seat = mine ? w->l->seat : -1,
		.point = w->l->first_point,
		.tells = w->l->report,
		.view = w->l->view->state,
	};
	int64_t earlier = w->l->first_point - 1;
	struct narrator n;

	render_ctx_narrator(w, &n);
	/* what was refused then is not to be mended now */
	n.now = NULL;
	report_chronicle(&w->a, &n, w->l->events, w->l->n_events, &wish, to,
			 w->why);
	if (tval_holds(tval_get(to, STR("left"))))
		earlier = tval_get(to, STR("left"))->n;
	if (tval_holds(tval_get(to, STR("within"))))
		tval_puti(&w->a, to, "whole", earlier--);
	if (earlier > 0)
		tval_puti(&w->a, to, "earlier", earlier);
}

static struct tval *dice_stats_rows(struct render_ctx *w)
{
	struct narrator n = { .words = w->words,
			      .sys = w->l->sys,
			      .format = TEMPLATE_TEXT };

	mail_seat_names(w->l, n.seat_name);
	return dice_stats_values(&w->a, &n, w->l->report, w->l->tally,
				 w->l->rolled);
}

/* press of players: {seat}, to {to}, whom it does not reach {unread}, and the
 * {lines} of each */
static void press_values(struct render_ctx *w, struct tval *out)
{
	struct tval *list = tval_put(&w->a, out, "letters", tval_list(&w->a));
	struct narrator n;

	render_ctx_narrator(w, &n);
	tval_put(&w->a, out, "from",
		 narrate_seat(&w->a, &n, w->l->said[0].seat));
	for (int i = 0; i < w->l->n_said; i++) {
		const struct press_shown *s = &w->l->said[i];
		struct tval *v = tval_add(list, tval_map(&w->a));
		struct tval *to = tval_put(&w->a, v, "to", tval_list(&w->a));
		struct tval *not =
			tval_put(&w->a, v, "unread", tval_list(&w->a));
		struct tval *lines =
			tval_put(&w->a, v, "lines", tval_list(&w->a));
		struct str rest = s->text, line;

		tval_puti(&w->a, v, "point", s->point);
		tval_put(&w->a, v, "seat", narrate_seat(&w->a, &n, s->seat));
		for (int k = 0; k < SEATS_MAX; k++) {
			if (s->seats >> k & 1)
				tval_add(to, narrate_seat(&w->a, &n, k));
			if (s->unread >> k & 1)
				tval_add(not, narrate_seat(&w->a, &n, k));
		}
		if (s->master)
			tval_add(to, tval_word(&w->a, "letter.master"));
		if (s->observers)
			tval_add(to, tval_word(&w->a, "letter.observers"));
		if (s->all)
			tval_add(to, tval_word(&w->a, "letter.all"));
		while (parse_line(&rest, &line))
			tval_add(lines, tval_text(&w->a, line));
	}
}

/* The facts of the game for an invited person. */
static void invitation_values(struct render_ctx *w, json_t *matter,
			      struct tval *v)
{
	struct tval *terms = tval_put(&w->a, v, "deadlines", tval_map(&w->a));
	struct narrator n;
	const char *key;
	json_t *value;

	render_ctx_narrator(w, &n);
	report_terms(&w->a, &n, w->l->report, w->l->events, w->l->n_events, v);
	json_object_foreach(json_object_get(matter, "deadlines"), key, value)
		mail_values_put(w, terms, STR("deadlines"), key, value);
	tval_puti(&w->a, v, "openpgp", w->l->judge->pgp != NULL);
	tval_puts(&w->a, v, "page", w->l->judge->page_url);
	tval_puts(&w->a, v, "page_hash", w->l->judge->page_hash);
}

/* A game in a digest: {subject} {events} {letters} {first}. */
static enum err part_values(struct render_ctx *w, const struct mail_content *l,
			    struct tval *list)
{
	struct render_ctx one = *w;
	struct tval *v = tval_add(list, tval_map(&w->a));
	struct tval *first = tval_put(&w->a, v, "first", tval_list(&w->a));
	struct str rest = l->first_lines, line, subject = STR("");
	struct narrator n;
	enum err e;

	one.l = l;
	one.ahead = NULL;
	e = mail_report_subject(&one, &subject);
	render_ctx_narrator(&one, &n);
	tval_puts(&one.a, v, "subject", subject);
	tval_put(&one.a, v, "events",
		 report_events(&one.a, &n, l->events, l->n_events, w->why));
	if (l->n_said)
		press_values(&one, v);
	while (parse_line(&rest, &line))
		tval_add(first, tval_text(&one.a, line));
	w->a = one.a;
	return e;
}

static enum err digest_values(struct render_ctx *w, struct tval *v)
{
	struct tval *list = tval_put(&w->a, v, "parts", tval_list(&w->a));
	enum err e = ERR_OK;

	tval_puti(&w->a, v, "n", w->l->n_parts);
	for (int i = 0; !e && i < w->l->n_parts; i++)
		e = part_values(w, &w->l->parts[i], list);
	return e;
}

enum err mail_kind_values(struct render_ctx *w, json_t *matter, struct tval *v)
{
	const struct mail_content *l = w->l;

	if (l->n_said)
		press_values(w, v);
	if (str_is(l->row->kind, "gm_summary"))
		tval_put(&w->a, v, "desk",
			 mail_gm_summary_values(
				 w, json_object_get(matter, "desk")));
	if (str_is(l->row->kind, "digest"))
		return digest_values(w, v);
	if (!l->game)
		return ERR_OK;
	if (str_is(l->row->kind, "invitation"))
		invitation_values(w, matter, v);
	if (l->view && str_is(l->row->kind, "history"))
		history_values(w, matter, v);
	if (str_is(l->row->kind, "dice_stats"))
		tval_put(&w->a, v, "players", dice_stats_rows(w));
	if (str_is(l->row->kind, "precedents") || str_is(l->row->kind, "why"))
		tval_put(&w->a, v, "precedents",
			 mail_precedents_values(
				 w, json_object_get(matter, "precedents")));
	if (str_is(l->row->kind, "why"))
		mail_rules_values(w, json_object_get(matter, "named"), v);
	return str_is(l->row->kind, "dispute") || str_is(l->row->kind, "why")
		       ? dispute_values(w, v)
		       : ERR_OK;
}
