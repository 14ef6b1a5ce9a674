/* src/judge/requests/order_questions.c - see order_questions.h */
#include "judge/requests/order_questions.h"
#include "judge/notify/notify.h"
#include "judge/requests/game_list.h"
#include "judge/policies/precedents.h"
#include "judge/notify/catalog_query.h"
#include "protocol/keywords.h"
#include "judge/handlers.h"
#include "base/parse.h"
#include "engine/common.h"
#include "report/report_game.h"
#include <unistd.h>

enum {
	QUERIES_MAX = 40, /* of a mail, asked of the rules */
	QUESTION_EVENTS = 16,
	HISTORY_EVENTS = 1500,
	WHY_RULES = 12,
	RULE_TEXT = 64
};

struct str order_events_json(struct arena *a, const struct system *sys,
			     const struct event_list *list)
{
	struct buf b;
	struct str s;

	buf_init(&b, ORDER_ANSWER_MAX);
	buf_addc(&b, '[');
	for (int i = 0; i < list->n; i++) {
		size_t before = b.len;

		if (i)
			buf_addc(&b, ',');
		event_render(&b, &sys->events, &list->v[i]);
		if (b.full || b.len > ORDER_ANSWER_MAX - 2) {
			b.len = before;
			break;
		}
	}
	b.full = false;
	buf_addc(&b, ']');
	s = arena_str(a, buf_str(&b));
	buf_release(&b);
	return s;
}

bool order_line_asks(const struct order_line *l)
{
	return l->kind == LINE_QUERY || l->kind == LINE_RULE ||
	       (l->kind == LINE_HELP && !l->number) || l->kind == LINE_CARD ||
	       l->kind == LINE_FIGURES;
}

/* The answers that are mails of their own, in the order in which they are
 * sent. */
enum own_mail {
	OWN_REPORT,
	OWN_DICE,
	OWN_PRESS,
	OWN_POINT,
	OWN_HISTORY,
	OWN_GAMES,
	OWN_PRECEDENTS,
	OWN_WHY,
	OWN_PAGE,
	N_OWN_MAILS
};

static bool has_line(const struct order_request *r, enum order_line_kind kind)
{
	for (int i = 0; i < r->orders->n_lines; i++)
		if (r->orders->lines[i].kind == kind)
			return true;
	return false;
}

static void own_mails_asked(const struct order_request *r,
			    bool asked[N_OWN_MAILS])
{
	const struct press *p = &r->press;

	asked[OWN_REPORT] = has_line(r, LINE_REPORT);
	asked[OWN_DICE] = has_line(r, LINE_LUCK);
	asked[OWN_PRESS] = p->asks;
	asked[OWN_POINT] = p->resend;
	asked[OWN_HISTORY] = p->history.n;
	asked[OWN_GAMES] = p->games;
	asked[OWN_PRECEDENTS] = p->precedents;
	asked[OWN_WHY] = p->why;
	asked[OWN_PAGE] = r->page;
}

bool order_questions_any(const struct order_request *r)
{
	bool own[N_OWN_MAILS], any = false;

	own_mails_asked(r, own);
	for (int i = 0; i < N_OWN_MAILS; i++)
		any |= own[i];
	for (int i = 0; i < r->orders->n_lines; i++)
		any |= order_line_asks(&r->orders->lines[i]);
	return any;
}

/* What was ruled of a rule, "": of any, as a list. */
static enum err precedents_json(struct delivery *d, struct str rule, int max,
				struct str *out, struct why *why)
{
	struct precedent_row rows[PRECEDENTS_TOLD];
	struct person_row p;
	struct buf list;
	int n = 0;
	enum err e = precedent_find(d->j, rule, d->a, rows, max, &n, why);

	*out = STR("[]");
	if (!e && n)
		e = store_person_get(d->j->st, d->f.person, d->a, &p, why);
	if (e || !n)
		return e;
	buf_init(&list, ORDER_ANSWER_MAX);
	for (int i = 0; i < n; i++)
		payload_list_add(&list, precedent_matter(d->j, &rows[i],
							 p.language, d->a));
	*out = payload_list_end(&list, d->a);
	return ERR_OK;
}

/* The name of a rule as the reference writes it: RB-LOF-08 */
static struct str rule_named(struct arena *a, struct str said)
{
	char *s = arena_copy(a, said.s, said.len);

	for (size_t i = 0; i < said.len; i++)
		if (s[i] == ' ' || s[i] == '_')
			s[i] = '-';
	return str_upper(a, (struct str){ s, said.len });
}

/* CARD B2: of the card of that figure, of its own rank */
static struct str card_asked(const struct order_request *r, struct arena *a,
			     struct str text)
{
	struct str asked = str_upper(a, text), found = text;
	struct buf label;

	buf_init(&label, 16);
	for (int i = 0; i < r->cards.n; i++) {
		buf_clear(&label);
		label_render(&label, r->cards.v[i].label);
		if (str_equal(asked, buf_str(&label)))
			found = r->cards.v[i].card.len ? r->cards.v[i].card
						       : r->cards.v[i].name;
	}
	buf_release(&label);
	return found;
}

struct str order_question_json(struct delivery *d, struct order_request *r,
			       const struct game *g, const struct order_line *l,
			       struct str beside)
{
	static const char *const kinds[] = { [LINE_QUERY] = "query",
					     [LINE_RULE] = "rule",
					     [LINE_HELP] = "help",
					     [LINE_CARD] = "card",
					     [LINE_FIGURES] = "figures" };
	struct event_list list = { .max = QUESTION_EVENTS };
	struct payload m;

	payload_init(&m);
	payload_text(&m, "kind", str_of(kinds[l->kind]));
	payload_text(&m, "asked",
		     (struct str){ d->f.text.text.s + l->at, l->len });
	r->n_queries += l->kind == LINE_QUERY;
	if (l->kind == LINE_QUERY && (!g || r->n_queries > QUERIES_MAX)) {
		payload_int(&m, "again", 1);
	} else if (l->kind == LINE_QUERY) {
		list.v = ARENA_ARRAY(d->a, (size_t)list.max, struct event);
		payload_int(
			&m, "answered",
			game_query(g, d->f.slot, l->query,
				   arena_alloc_raw(d->a,
						   sizeof(struct game_scratch)),
				   &list));
		payload_json(&m, "events",
			     order_events_json(d->a, r->t.sys->rules, &list));
	} else {
		payload_text(&m, "text", l->text);
	}
	if (l->kind == LINE_RULE && beside.len)
		payload_json(&m, "precedents", beside);
	/* a game that tells its cards itself does so from its view */
	if (l->kind == LINE_FIGURES ||
	    (l->kind == LINE_CARD && !game_report(r->t.sys)->card)) {
		struct catalog_query_wish w = { .kind = r->t.sys,
						.seat = d->f.slot,
						.asked = card_asked(r, d->a,
								    l->text),
						.most = CATALOG_QUERY_TOLD };

		w.view = l->kind == LINE_FIGURES ? g : NULL;
		payload_json(&m, "found", catalog_query_found(&w, d->a));
	}
	return payload_end(&m, d->a);
}

/* A mail of its own, of the events of some adjudications. */
static enum err answer_with(struct delivery *d, struct order_request *r,
			    const char *kind, int64_t first_point,
			    struct str matter, struct why *why)
{
	struct notify w = { .kind = kind,
			    .matter = matter,
			    .person = d->f.person,
			    .t = &r->t,
			    .slot = delivery_slot(d),
			    .point = r->t.row.point,
			    .first_event = 1,
			    .last_event = r->t.row.n_events,
			    .reply_to = d->m->message_id,
			    .automatic = true,
			    .tag = delivery_tag(d, kind) };
	struct head_row before;
	enum err e = ERR_OK;

	if (first_point > 1) {
		e = store_head_get(d->j->st, r->t.row.id, first_point - 1,
				   &before, why);
		w.first_event = before.n_events + 1;
	}
	return e ? e : delivery_answer_as(d, &w, why);
}

/* RESEND: the report of a point, as the seat may know it. */
static enum err answer_again(struct delivery *d, struct order_request *r,
			     struct why *why)
{
	struct notify w = { .kind = "report",
			    .person = d->f.person,
			    .t = &r->t,
			    .slot = delivery_slot(d),
			    .reply_to = d->m->message_id,
			    .automatic = true,
			    .tag = delivery_tag(d, "again") };
	enum err e = notify_of_point(&w, r->press.resend, d->a, why);

	if (e == ERR_NOT_FOUND)
		return delivery_refuse(d, &r->t, "resend_point", STR(""), why);
	return e ? e : delivery_answer_as(d, &w, why);
}

/* HISTORY: of whole points, as many as hold about so many events. */
static enum err answer_history(struct delivery *d, struct order_request *r,
			       struct why *why)
{
	const struct press_history *h = &r->press.history;
	struct notify w = { .kind = "history",
			    .person = d->f.person,
			    .t = &r->t,
			    .slot = d->f.slot,
			    .point = h->until ? h->until : r->t.row.point,
			    .reply_to = d->m->message_id,
			    .automatic = true,
			    .tag = delivery_tag(d, "history") };
	enum err e = notify_range(&w, HISTORY_EVENTS, why);
	struct payload m;

	if (e == ERR_NOT_FOUND)
		return delivery_refuse(d, &r->t, "resend_point", STR(""), why);
	if (e)
		return e;
	payload_init(&m);
	payload_int(&m, "n", h->n);
	payload_int(&m, "mine", h->mine);
	w.matter = payload_end(&m, d->a);
	return delivery_answer_as(d, &w, why);
}

/* PRECEDENTS */
static enum err answer_precedents(struct delivery *d, struct order_request *r,
				  struct why *why)
{
	struct str rule = rule_named(d->a, parse_trim(r->press.rule)), list;
	struct payload m;
	enum err e = precedents_json(d, rule, PRECEDENTS_TOLD, &list, why);

	if (e)
		return e;
	payload_init(&m);
	payload_text(&m, "rule", rule);
	payload_json(&m, "precedents", list);
	return delivery_answer(d, "precedents", &r->t, payload_end(&m, d->a),
			       why);
}

/* The rules that events of a point name, as far as a seat may see them; or
 * those of one of them, from 1 of those that all see. */
struct naming {
	struct arena *a;
	int slot;
	int64_t event, at;
	const struct game_ctx *t;
	struct str named[WHY_RULES];
	int n;
};

static bool name_rules(void *context, const struct event_row *row)
{
	struct naming *x = context;
	const struct event_schema *schema = &x->t->sys->rules->events;
	const struct rule_table *rules = schema->rules;
	struct event e;

	x->at += row->audience == AUDIENCE_ALL;
	if (x->event && (x->event != x->at || row->audience != AUDIENCE_ALL))
		return true;
	if (!game_ctx_shows_row(x->t, x->slot, row) || !rules ||
	    !event_parse(row->json, schema, &e))
		return true;
	for (int i = 0; i < e.n_rules; i++) {
		struct str id = str_of(e.rules[i] && e.rules[i] < rules->n
					       ? rules->name[e.rules[i]]
					       : "");
		bool known = !id.len || x->n == WHY_RULES;

		for (int k = 0; k < x->n; k++)
			known |= str_equal(x->named[k], id);
		if (!known)
			x->named[x->n++] = id;
	}
	return true;
}

/* "named", their ids, and "precedents" of them. */
static enum err laws_put(struct delivery *d, const struct naming *x,
			 struct payload *m, struct why *why)
{
	struct buf ids, all;
	enum err e = ERR_OK;

	buf_init(&ids, ORDER_ANSWER_MAX);
	buf_init(&all, ORDER_ANSWER_MAX);
	for (int i = 0; !e && i < x->n; i++) {
		struct str list;
		struct buf id;

		buf_init(&id, RULE_TEXT);
		json_string_render(&id, x->named[i]);
		payload_list_add(&ids, arena_str(d->a, buf_str(&id)));
		buf_release(&id);
		e = precedents_json(d, x->named[i], PRECEDENTS_BESIDE, &list,
				    why);
		if (!e && list.len > 2)
			payload_list_add(
				&all, (struct str){ list.s + 1, list.len - 2 });
	}
	payload_json(m, "named", payload_list_end(&ids, d->a));
	payload_json(m, "precedents", payload_list_end(&all, d->a));
	return e;
}

/* WHY: how a point came about, for the seat that asks. */
static enum err answer_why(struct delivery *d, struct order_request *r,
			   struct why *why)
{
	int64_t point = r->press.why;
	struct notify w = { .kind = "why",
			    .person = d->f.person,
			    .t = &r->t,
			    .slot = delivery_slot(d),
			    .point = point,
			    .reply_to = d->m->message_id,
			    .automatic = true,
			    .tag = delivery_tag(d, "why") };
	struct naming x = { .a = d->a,
			    .slot = delivery_slot(d),
			    .event = r->press.why_event,
			    .t = &r->t };
	struct head_row head, before = { .n_events = 0 };
	struct payload m;
	enum err e = store_head_get(d->j->st, r->t.row.id, point, &head, why);

	if (e == ERR_NOT_FOUND)
		return delivery_refuse(d, &r->t, "resend_point", STR(""), why);
	if (!e && point > 1)
		e = store_head_get(d->j->st, r->t.row.id, point - 1, &before,
				   why);
	w.first_event = before.n_events + 1;
	w.last_event = head.n_events;
	if (!e)
		e = store_event_list(d->j->st, r->t.row.id, w.first_event,
				     w.last_event, name_rules, &x, why);
	if (e)
		return e;
	if (x.event > x.at)
		return delivery_refuse(d, &r->t, "why_event", STR(""), why);
	payload_init(&m);
	payload_int(&m, "disputed", point);
	payload_int(&m, "of_event", x.event);
	e = laws_put(d, &x, &m, why);
	w.matter = payload_end(&m, d->a);
	return e ? e : delivery_answer_as(d, &w, why);
}

/* HELP PAGE: the page itself, once a day, for it is large. */
static enum err answer_page(struct delivery *d, struct order_request *r,
			    struct why *why)
{
	const char *file = d->j->c.page_file;
	bool may = true;
	enum err e;

	if (!file || access(file, R_OK))
		return delivery_refuse(d, &r->t, "no_page", STR(""), why);
	e = notify_allowed(
		d->j,
		str_of(arena_printf(d->a, "page %lld", (long long)d->f.person)),
		1, &may, why);
	if (e)
		return e;
	if (!may)
		return delivery_refuse(d, &r->t, "page_a_day", STR(""), why);
	return answer_with(d, r, "webapp_file", r->t.row.point, STR(""), why);
}

static enum err answer_report(struct delivery *d, struct order_request *r,
			      struct why *why)
{
	bool full = false;

	for (int i = 0; i < r->orders->n_lines; i++)
		full |= r->orders->lines[i].kind == LINE_REPORT &&
			r->orders->lines[i].number;
	return answer_with(d, r, "report", r->t.row.point,
			   full ? STR("{\"full\":1}") : STR(""), why);
}

static enum err answer_dice(struct delivery *d, struct order_request *r,
			    struct why *why)
{
	return answer_with(d, r, "dice_stats", 1, STR(""), why);
}

static enum err answer_press(struct delivery *d, struct order_request *r,
			     struct why *why)
{
	return answer_with(d, r, "press_all", 1, STR(""), why);
}

static enum err answer_games(struct delivery *d, struct order_request *r,
			     struct why *why)
{
	(void)r;
	return game_list_answer(d, why);
}

enum err order_questions_mails(struct delivery *d, struct order_request *r,
			       bool *any, struct why *why)
{
	static enum err (*const answer[N_OWN_MAILS])(
		struct delivery *, struct order_request *, struct why *) = {
		[OWN_REPORT] = answer_report,
		[OWN_DICE] = answer_dice,
		[OWN_PRESS] = answer_press,
		[OWN_POINT] = answer_again,
		[OWN_HISTORY] = answer_history,
		[OWN_GAMES] = answer_games,
		[OWN_PRECEDENTS] = answer_precedents,
		[OWN_WHY] = answer_why,
		[OWN_PAGE] = answer_page,
	};
	bool asked[N_OWN_MAILS];
	enum err e = ERR_OK;

	own_mails_asked(r, asked);
	for (int i = 0; !e && i < N_OWN_MAILS; i++) {
		*any |= asked[i];
		if (asked[i])
			e = answer[i](d, r, why);
	}
	return e;
}

enum err order_questions_json(struct delivery *d, struct order_request *r,
			      struct str *out, bool *any, struct why *why)
{
	struct buf b;
	enum err e = ERR_OK;

	*any = false;
	buf_init(&b, ORDER_ANSWER_MAX);
	buf_addc(&b, '[');
	for (int i = 0; !e && i < r->orders->n_lines; i++) {
		const struct order_line *l = &r->orders->lines[i];
		struct str beside = STR("");

		if (!order_line_asks(l))
			continue;
		if (l->kind == LINE_RULE)
			e = precedents_json(d, rule_named(d->a, l->text),
					    PRECEDENTS_BESIDE, &beside, why);
		if (*any)
			buf_addc(&b, ',');
		buf_adds(&b, order_question_json(d, r, r->t.game, l, beside));
		*any = true;
	}
	buf_addc(&b, ']');
	*out = b.full || !*any ? STR("") : arena_str(d->a, buf_str(&b));
	buf_release(&b);
	return e;
}

enum err order_questions_answer(struct delivery *d, struct order_request *r,
				bool *any, struct why *why)
{
	struct payload m;
	struct str answers;
	enum err e = order_questions_json(d, r, &answers, any, why);

	payload_init(&m);
	if (answers.len)
		payload_json(&m, "answers", answers);
	payload_int(&m, "ordered", order_request_changes(r));
	if (!e && *any)
		e = delivery_answer(d, "query", &r->t, payload_end(&m, d->a),
				    why);
	else
		buf_release(&m.b);
	return e ? e : order_questions_mails(d, r, any, why);
}
