/* src/judge/requests/order_preview.c - see order_preview.h */
#include "judge/requests/order_preview.h"
#include "judge/requests/order_questions.h"
#include "judge/notify/notify.h"
#include "engine/preview_branches.h"
#include "protocol/keywords.h"
#include "judge/handlers.h"
#include "engine/common.h"
#include "engine/suggest.h"

enum {
	PREVIEW_EVENTS = 1024,
	PREVIEW_PLACES = 12,
	OUTCOMES_TOLD = 4 /* of one order's dice */
};

/* so many of its orders stand above this line */
static int orders_above(const struct order_request *r, int line)
{
	int n = 0;

	while (n < r->sub.n && queue_entry_line(r->sub.v[n]) < line)
		n++;
	return n;
}

/* What the first n of its orders would do, before others or as its end; false:
 * not all of it can be known. */
static bool order_preview_foresee(const struct order_request *r, int n,
				  bool goes_on, struct game_scratch *scratch,
				  struct event_list *list, int *sure)
{
	struct catalog catalog = game_cards(r->t.sys);
	struct submission s = r->sub;

	s.n = n;
	s.wait |= goes_on;
	s.hold |= goes_on;
	list->n = 0;
	return game_preview(r->t.game, &s, &catalog, scratch, list, sure);
}

/* Questions among orders are about the board after the orders above them; each
 * other board is a preview of its own. */
static struct str foreseen_answers(struct delivery *d, struct order_request *r,
				   struct game_scratch *scratch,
				   struct event_list *list)
{
	int places = 0, above = -1, sure;
	struct buf b;
	struct str s;

	buf_init(&b, ORDER_ANSWER_MAX);
	buf_addc(&b, '[');
	for (int i = 0; i < r->orders->n_lines; i++) {
		const struct order_line *l = &r->orders->lines[i];
		int n = orders_above(r, l->line);

		if (!order_line_asks(l))
			continue;
		if (l->kind == LINE_QUERY && n != above) {
			above = n;
			if (++places <= PREVIEW_PLACES)
				order_preview_foresee(r, n, false, scratch,
						      list, &sure);
		}
		if (b.len > 1)
			buf_addc(&b, ',');
		buf_adds(&b, order_question_json(d, r,
						 places <= PREVIEW_PLACES
							 ? &scratch->game
							 : NULL,
						 l, STR("")));
	}
	buf_addc(&b, ']');
	s = b.full ? STR("[]") : arena_str(d->a, buf_str(&b));
	buf_release(&b);
	return s;
}

/* the line of the mail that holds one of its orders */
static struct str line_of_order(const struct delivery *d,
				const struct order_request *r, int order)
{
	for (int i = 0; i < r->orders->n_lines; i++)
		if (r->orders->lines[i].line ==
		    queue_entry_line(r->sub.v[order]))
			return (struct str){ d->f.text.text.s +
						     r->orders->lines[i].at,
					     r->orders->lines[i].len };
	return STR("");
}

/* {"chance":per cent,"events":[..]}, the likeliest ones; "others": per cent */
static void outcomes_put(struct delivery *d, const struct order_request *r,
			 const struct foreseen_part *p, struct payload *m)
{
	uint64_t told = 0;
	struct buf list;

	buf_init(&list, ORDER_ANSWER_MAX);
	for (int i = 0; i < p->n && i < OUTCOMES_TOLD; i++) {
		struct event_list events = { .v = p->v[i].v, .n = p->v[i].n };
		struct payload one;

		told += p->v[i].ways;
		payload_init(&one);
		payload_int(&one, "chance",
			    suggest_per_cent((int64_t)p->v[i].ways,
					     (int64_t)p->of));
		payload_json(&one, "events",
			     order_events_json(d->a, r->t.sys->rules, &events));
		payload_list_add(&list, payload_end(&one, d->a));
	}
	payload_json(m, "outcomes", payload_list_end(&list, d->a));
	payload_int(m, "others",
		    suggest_per_cent((int64_t)(p->of - told), (int64_t)p->of));
}

/* The outcomes after the first die, as a JSON list. */
static struct str forks_json(struct delivery *d, const struct order_request *r,
			     const struct foreseen *f)
{
	static const char *const kinds[] = { [FORESEEN_DICE] = "dice",
					     [FORESEEN_SURE] = "sure",
					     [FORESEEN_HANGS] = "hangs" };
	struct buf list;

	buf_init(&list, ORDER_ANSWER_MAX);
	for (int i = 0; i < f->n; i++) {
		const struct foreseen_part *p = &f->part[i];
		struct payload m;

		payload_init(&m);
		payload_text(&m, "kind", str_of(kinds[p->kind]));
		payload_text(&m, "order", line_of_order(d, r, p->order));
		outcomes_put(d, r, p, &m);
		payload_list_add(&list, payload_end(&m, d->a));
	}
	return payload_list_end(&list, d->a);
}

/* A preview that stops at a die goes on after it: first the results of the
 * orders above it, then the possible outcomes of the dice. */
static bool foresee_dice(struct delivery *d, struct order_request *r,
			 struct game_scratch *scratch, struct event_list *list,
			 int *sure, struct payload *m)
{
	struct game *view = arena_alloc_raw(d->a, sizeof(*view));
	struct foreseen *f = ARENA_NEW(d->a, struct foreseen);
	struct catalog catalog = game_cards(r->t.sys);

	game_view(r->t.game, r->sub.seat, view);
	foresee_on(d->a, view, &r->sub, &catalog, scratch, f);
	if (f->from < 0)
		return false;
	order_preview_foresee(r, f->from, true, scratch, list, sure);
	payload_int(m, "supposed_dice", f->supposed);
	payload_json(m, "forks", forks_json(d, r, f));
	return f->whole;
}

/* lines that were read by their meaning, each with its orders */
static void meant_put(struct delivery *d, const struct order_request *r,
		      struct payload *m)
{
	int lang = r->lang < 0 ? 0 : r->lang, i = 0;
	struct buf all, order;
	struct str said;

	buf_init(&all, ORDER_ANSWER_MAX);
	buf_init(&order, ORDERS_MAX_LINE);
	while (orders_next_meant(r->t.sys->grammar, lang, r->orders, &i, &said,
				 &order)) {
		buf_addf(&all, "%s> %.*s\n  %.*s", all.len ? "\n" : "",
			 STR_ARG(said), STR_ARG(buf_str(&order)));
		buf_clear(&order);
	}
	if (all.len)
		payload_text(m, "meant", arena_str(d->a, buf_str(&all)));
	buf_release(&order);
	buf_release(&all);
}

enum err order_preview_answer(struct delivery *d, struct order_request *r,
			      struct why *why)
{
	struct event_list list = {
		.v = arena_alloc_raw(d->a, PREVIEW_EVENTS * sizeof(*list.v)),
		.max = PREVIEW_EVENTS
	};
	struct game_scratch *scratch = arena_alloc_raw(d->a, sizeof(*scratch));
	struct event_list rest = list;
	struct payload m;
	bool whole;
	int sure = 0;

	payload_init(&m);
	meant_put(d, r, &m);
	payload_json(&m, "answers", foreseen_answers(d, r, scratch, &list));
	whole = order_preview_foresee(r, r->sub.n, false, scratch, &list,
				      &sure) ||
		foresee_dice(d, r, scratch, &list, &sure, &m);
	payload_int(&m, "whole", whole);
	rest.v = list.v + sure;
	rest.n = list.n - sure;
	list.n = sure;
	payload_json(&m, "events",
		     order_events_json(d->a, r->t.sys->rules, &list));
	payload_json(&m, "supposed",
		     order_events_json(d->a, r->t.sys->rules, &rest));
	d->out.verdict = "preview";
	return delivery_answer(d, "preview", &r->t, payload_end(&m, d->a), why);
}
