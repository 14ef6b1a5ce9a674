/*
 * src/judge/requests/order_mail.c - parses and executes the lines of a player's
 * order mail
 */
#include "judge/game/adjudicate.h"
#include "judge/notify/notify.h"
#include "judge/policies/proposals.h"
#include "judge/policies/press_send.h"
#include "judge/game/deadline.h"
#include "judge/policies/proxy.h"
#include "judge/policies/spectators.h"
#include "protocol/log_events.h"
#include "judge/policies/dispute.h"
#include "judge/requests/folded_lines.h"
#include "judge/policies/fork_check.h"
#include "judge/requests/delayed_orders.h"
#include "judge/requests/game_list.h"
#include "judge/requests/rematch.h"
#include "judge/policies/precedents.h"
#include "judge/notify/catalog_query.h"
#include "engine/preview_branches.h"
#include "report/report_game.h"
#include "protocol/keywords.h"
#include "judge/handlers.h"
#include "judge/requests/preferences.h"
#include "judge/game/entropy.h"
#include "base/date.h"
#include "base/parse.h"
#include "engine/common.h"
#include "engine/suggest.h"
#include <unistd.h>

enum {
	NAMES_MAX = 256,
	READING_MAX = 128 << 10,
	PREVIEW_EVENTS = 1024,
	PREVIEW_PLACES = 12,
	READ_STEPS_MAX = 20000000, /* of a text that has come: about 2 s */
	QUERIES_MAX = 40,          /* of a mail, asked of the rules */
	OUTCOMES_TOLD = 4,         /* of one order's dice, in a preview */
	QUESTION_EVENTS = 16,
	HISTORY_EVENTS = 1500,
	WHY_RULES = 12,
	RULE_TEXT = 64
};

struct order_request {
	struct game_ctx t;
	struct orders *orders;
	struct submission sub;
	struct word_lines words;
	struct dispute_line dispute;
	struct table_requests motions;
	struct press press;
	struct preference_lines preferences;
	struct holding hold;
	struct person_row person; /* who wrote it */
	struct grammar_work work; /* what it costs to read */
	int n_queries;            /* that were asked of the rules */
	bool page;                /* HELP PAGE: it is to be sent */
	bool late; /* the game is paused for want of these orders alone */
	struct orders_map map;
	int lang;
	/* the cards of the catalog, and what they are called here */
	struct grammar_names cards;
	struct log_event_names named;
	struct arena *a;
};

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

/* in the language r->lang first */
static void read_lines(struct delivery *d, struct order_request *r)
{
	const struct grammar *g = r->t.sys->grammar;
	struct grammar_names names = { 0 };
	struct game *view = arena_alloc_raw(d->a, sizeof(*view));
	bool plays = d->f.slot < r->t.n_players;
	struct str text = plays ? d->f.text.text : without_head(d);

	preferences_parse(d->a, g->words, text, true, &r->preferences);
	delayed_orders_read(d->a, g->words, text, &r->hold);
	text = judge_lines_parse(d->a, g->words, text, &r->words, &r->dispute);
	text = table_requests_parse(d->a, g->words, text, &r->motions);
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

/* Events that are no part of the log, as a JSON list. */
static struct str events_json(struct arena *a, const struct system *sys,
			      const struct event_list *list)
{
	struct buf b;
	struct str s;

	buf_init(&b, READING_MAX);
	buf_addc(&b, '[');
	for (int i = 0; i < list->n; i++) {
		size_t before = b.len;

		if (i)
			buf_addc(&b, ',');
		event_render(&b, &sys->events, &list->v[i]);
		if (b.full || b.len > READING_MAX - 2) {
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

static bool is_question(const struct order_line *l)
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

static bool asks_something(const struct order_request *r)
{
	bool own[N_OWN_MAILS], any = false;

	own_mails_asked(r, own);
	for (int i = 0; i < N_OWN_MAILS; i++)
		any |= own[i];
	for (int i = 0; i < r->orders->n_lines; i++)
		any |= is_question(&r->orders->lines[i]);
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
	buf_init(&list, READING_MAX);
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

/* on the board of g; NULL: the question must be repeated. beside: rulings on
 * the rule, a list, or "" */
static struct str question_json(struct delivery *d, struct order_request *r,
				const struct game *g,
				const struct order_line *l, struct str beside)
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
			     events_json(d->a, r->t.sys->rules, &list));
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

	buf_init(&ids, READING_MAX);
	buf_init(&all, READING_MAX);
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

static enum err answer_mails(struct delivery *d, struct order_request *r,
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

/* The answers to its questions, a JSON list; "": it has none, or they are too
 * long together. */
static enum err questions_json(struct delivery *d, struct order_request *r,
			       struct str *out, bool *any, struct why *why)
{
	struct buf b;
	enum err e = ERR_OK;

	*any = false;
	buf_init(&b, READING_MAX);
	buf_addc(&b, '[');
	for (int i = 0; !e && i < r->orders->n_lines; i++) {
		const struct order_line *l = &r->orders->lines[i];
		struct str beside = STR("");

		if (!is_question(l))
			continue;
		if (l->kind == LINE_RULE)
			e = precedents_json(d, rule_named(d->a, l->text),
					    PRECEDENTS_BESIDE, &beside, why);
		if (*any)
			buf_addc(&b, ',');
		buf_adds(&b, question_json(d, r, r->t.game, l, beside));
		*any = true;
	}
	buf_addc(&b, ']');
	*out = b.full || !*any ? STR("") : arena_str(d->a, buf_str(&b));
	buf_release(&b);
	return e;
}

/* it has letters, or lines that would be some */
static bool writes(const struct order_request *r)
{
	return r->press.n || r->press.bad;
}

/* it says something to the table, or of the dice */
static bool says_something(const struct order_request *r)
{
	return r->motions.n || r->motions.bad || word_lines_any(&r->words);
}

/* it has something that may change the game */
static bool would_change(const struct order_request *r)
{
	return game_orders_something(&r->sub) || says_something(r) || writes(r);
}

/* Answers to questions go out on their own: they are no part of the game. */
static enum err answer_questions(struct delivery *d, struct order_request *r,
				 bool *any, struct why *why)
{
	struct payload m;
	struct str answers;
	enum err e = questions_json(d, r, &answers, any, why);

	payload_init(&m);
	if (answers.len)
		payload_json(&m, "answers", answers);
	payload_int(&m, "ordered", would_change(r));
	if (!e && *any)
		e = delivery_answer(d, "query", &r->t, payload_end(&m, d->a),
				    why);
	else
		buf_release(&m.b);
	return e ? e : answer_mails(d, r, any, why);
}

/* Mail the unreadable lines, and the answers to the questions in the same mail:
 * a question changes nothing, so it need not wait for the corrected orders. */
static enum err complain(struct delivery *d, struct order_request *r,
			 struct why *why)
{
	struct str answers = STR("");
	struct buf b;
	struct payload m;
	bool may = true, any;
	enum err e = reply_may_complain(d, &may, why);

	if (e || !may)
		return e;
	if (d->f.claim.kind == CLAIM_ORDERS && asks_something(r))
		e = reply_may_ask(d, &may, why);
	else
		may = false;
	if (!e && may)
		e = questions_json(d, r, &answers, &any, why);
	if (!e && may)
		e = answer_mails(d, r, &any, why);
	if (e)
		return e;
	buf_init(&b, READING_MAX);
	orders_write_reading(r->t.sys->grammar, r->lang, r->orders, &r->map,
			     &b);
	payload_init(&m);
	payload_text(&m, "reading", buf_str(&b));
	payload_int(&m, "complaints", r->orders->n_complaints);
	if (d->folded.len)
		payload_text(&m, "folded", d->folded);
	if (answers.len)
		payload_json(&m, "answers", answers);
	buf_release(&b);
	d->out.verdict = d->no = "complaint";
	return delivery_answer(d, "unreadable_lines", &r->t,
			       payload_end(&m, d->a), why);
}

/* Previews -------------------------------------------------------------------
 */

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
static bool foresee(const struct order_request *r, int n, bool goes_on,
		    struct game_scratch *scratch, struct event_list *list,
		    int *sure)
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

	buf_init(&b, READING_MAX);
	buf_addc(&b, '[');
	for (int i = 0; i < r->orders->n_lines; i++) {
		const struct order_line *l = &r->orders->lines[i];
		int n = orders_above(r, l->line);

		if (!is_question(l))
			continue;
		if (l->kind == LINE_QUERY && n != above) {
			above = n;
			if (++places <= PREVIEW_PLACES)
				foresee(r, n, false, scratch, list, &sure);
		}
		if (b.len > 1)
			buf_addc(&b, ',');
		buf_adds(&b,
			 question_json(d, r,
				       places <= PREVIEW_PLACES ? &scratch->game
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

	buf_init(&list, READING_MAX);
	for (int i = 0; i < p->n && i < OUTCOMES_TOLD; i++) {
		struct event_list events = { .v = p->v[i].v, .n = p->v[i].n };
		struct payload one;

		told += p->v[i].ways;
		payload_init(&one);
		payload_int(&one, "chance",
			    suggest_per_cent((int64_t)p->v[i].ways,
					     (int64_t)p->of));
		payload_json(&one, "events",
			     events_json(d->a, r->t.sys->rules, &events));
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

	buf_init(&list, READING_MAX);
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
	foresee(r, f->from, true, scratch, list, sure);
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

	buf_init(&all, READING_MAX);
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

static enum err preview(struct delivery *d, struct order_request *r,
			struct why *why)
{
	struct event_list list = { .v = ARENA_ARRAY(d->a, PREVIEW_EVENTS,
						    struct event),
				   .max = PREVIEW_EVENTS };
	struct game_scratch *scratch = arena_alloc_raw(d->a, sizeof(*scratch));
	struct event_list rest = list;
	struct payload m;
	bool whole;
	int sure = 0;

	payload_init(&m);
	meant_put(d, r, &m);
	payload_json(&m, "answers", foreseen_answers(d, r, scratch, &list));
	whole = foresee(r, r->sub.n, false, scratch, &list, &sure) ||
		foresee_dice(d, r, scratch, &list, &sure, &m);
	payload_int(&m, "whole", whole);
	rest.v = list.v + sure;
	rest.n = list.n - sure;
	list.n = sure;
	payload_json(&m, "events", events_json(d->a, r->t.sys->rules, &list));
	payload_json(&m, "supposed", events_json(d->a, r->t.sys->rules, &rest));
	d->out.verdict = "preview";
	return delivery_answer(d, "preview", &r->t, payload_end(&m, d->a), why);
}

/* Carrying out --------------------------------------------------------------
 */

static const char *submit_reason(enum submit_result r)
{
	switch (r) {
	case SUBMIT_DONE: break;
	case SUBMIT_QUEUE_FULL: return "queue_full";
	case SUBMIT_STANDING_FULL: return "standing_full";
	case SUBMIT_NO_STANDING: return "no_standing";
	case SUBMIT_NO_WAITING: return "no_waiting";
	}
	return NULL;
}

/* All that the mail does; the reason if it cannot, and then nothing counts. */
static const char *play(struct adjudication *x, struct order_request *r,
			int seat, const struct actor *h, enum err *e,
			struct why *why)
{
	const char *no = NULL;

	*e = proposals_apply(x, &r->motions, h, r->person.name, r->person.zone,
			     why);
	if (*e)
		return NULL;
	log_event_read(&x->run, r->t.sys->grammar, seat, r->orders);
	log_event_named(&x->run, seat, &r->named);
	if (word_lines_any(&r->words)) {
		entropy_apply(x, seat, &r->words);
		entropy_step(x, false);
	}
	if (game_orders_something(&r->sub))
		no = submit_reason(game_submit(&x->run, &r->sub));
	if (no)
		return no;
	/* words can be committed before the start and opened during a pause;
	 * and table lines alone do not run the game on */
	if (x->t->row.state == GAME_RUNNING &&
	    (game_orders_something(&r->sub) || !r->motions.n))
		*e = adjudication_pump(x, why);
	return NULL;
}

/* The same, all or nothing: table lines may exceed the limits of the log. */
static const char *play_whole(struct adjudication *x, struct order_request *r,
			      int seat, const struct actor *h, enum err *e,
			      struct why *why)
{
	const char *no = NULL;

	*e = store_nest(x->j->st, why);
	if (*e)
		return NULL;
	no = play(x, r, seat, h, e, why);
	if (!*e && !no)
		*e = store_nest_keep(x->j->st, why);
	else
		store_nest_drop(x->j->st);
	return no;
}

static enum err not_played(struct delivery *d, const struct order_request *r,
			   struct adjudication *x, const char *no, enum err e,
			   const struct why *fault, struct why *why)
{
	adjudication_drop(x);
	if (e == ERR_USAGE)
		return delivery_refuse_as(d, "table_refused", fault, why);
	return e ? why_set(why, e, "%s", fault->text)
		 : delivery_refuse(d, &r->t, no, STR(""), why);
}

static enum err carry_out(struct delivery *d, struct order_request *r,
			  struct why *why)
{
	const struct actor h = { .cause = CAUSE_MAIL,
				 .by = d->f.orders.fingerprint };
	struct why fault = { 0 };
	struct adjudication x;
	bool waits = false;
	const char *no;
	enum err e;

	e = adjudication_begin(&x, &r->t, d->a, CAUSE_MAIL, d->f.slot,
			       d->f.claim.serial, why);
	if (e)
		return e;
	x.by_deputy = d->f.deputy;
	e = proposals_names(&r->t, d->a, &r->motions, &no, why);
	if (!e && !no)
		no = proposals_refuses(&r->t, d->f.slot, r->person.zone,
				       &r->motions,
				       game_orders_something(&r->sub), x.at_s);
	if (!e && !no)
		e = proposals_validate(&x, r->person.zone, &r->motions, &no,
				       why);
	if (e || no) {
		adjudication_drop(&x);
		return e ? e
			 : delivery_refuse(d, &r->t, no, r->motions.bad_line,
					   why);
	}
	x.reply_to = d->m->message_id;
	x.serial_taken = d->held;
	adjudication_signed(&x, &d->f.orders);
	if (!d->f.deputy && game_orders_something(&r->sub))
		proxy_return(&x, &waits);
	if (waits) {
		d->out.verdict = "deputy_waits";
		return adjudication_end(&x, why);
	}
	if (r->late) {
		emit_by(&x, COMMON_GAME_RESUMED, "judge");
		r->t.row.state = GAME_RUNNING;
		r->t.row.paused_why = STR("");
	}
	no = play_whole(&x, r, d->f.slot, &h, &e, &fault);
	if (no || e)
		return not_played(d, r, &x, no, e, &fault, why);
	if (d->f.deputy && !r->motions.n)
		table_state_deputy_orders(&r->t.agreements, d->f.slot,
					  x.run.told_mail);
	d->out.verdict = "adjudicated";
	e = adjudication_end(&x, why);
	return e ? e
		 : proposals_elsewhere(d->j, d->f.person, d->f.game,
				       &r->motions, r->person.zone, &h, why);
}

/* Why no order of this seat is taken now, or NULL. */
static const char *obstacle(const struct delivery *d,
			    const struct order_request *r)
{
	const struct claim *c = &d->f.claim;
	const struct seat_row *seat =
		game_ctx_seat((struct game_ctx *)(uintptr_t)&r->t, d->f.slot);

	if (c->kind == CLAIM_PREVIEW)
		return NULL;
	if (r->t.row.state == GAME_ENDED &&
	    (!r->motions.n || game_orders_something(&r->sub)))
		return "game_ended";
	/* words for the dice and votes are of no point */
	if (c->point < seat->floor && !d->joined &&
	    (game_orders_something(&r->sub) ||
	     !(r->motions.n || word_lines_any(&r->words))))
		return "stale";
	if (r->t.row.state == GAME_PAUSED && !r->late &&
	    (game_orders_something(&r->sub) || !says_something(r)))
		return "game_paused";
	if (r->t.row.state == GAME_OPEN && game_orders_something(&r->sub))
		return "game_open";
	return entropy_round_refuses(&r->t.entropy, d->f.slot, &r->words);
}

/* A dispute is alone in its mail and concerns the past: no point makes it
 * stale. */
static enum err dispute(struct delivery *d, struct order_request *r,
			struct why *why)
{
	struct adjudication x;
	const char *no = NULL;
	enum err e;

	if (d->f.claim.kind == CLAIM_PREVIEW || says_something(r) ||
	    writes(r) || game_orders_something(&r->sub))
		return delivery_refuse(d, &r->t, "dispute_alone", STR(""), why);
	r->dispute.words =
		judge_lines_reason(d->a, &d->f.text, d->f.claim.body,
				   d->f.text.text.len, 2, r->dispute.words);
	e = fork_check_check(d, &r->t.row, &no, why);
	if (!e && !no)
		e = dispute_obstacle(&r->t, &r->dispute, d->f.slot,
				     d->received_s, &no, why);
	if (e || no)
		return e ? e : delivery_refuse(d, &r->t, no, STR(""), why);
	e = adjudication_begin(&x, &r->t, d->a, CAUSE_MAIL, d->f.slot,
			       d->f.claim.serial, why);
	if (e)
		return e;
	x.reply_to = d->m->message_id;
	adjudication_signed(&x, &d->f.orders);
	d->out.verdict = "disputed";
	return game_txn_finish(&x, dispute_make(&x, &r->dispute, why), why);
}

/* Orders of one mail for one point are one queue: those before stay in it. */
static void join_queue(struct order_request *r)
{
	r->sub.keep |= !r->sub.clear;
}

/* What was signed for an earlier point, as it was read then. */
static enum err read_again(struct delivery *d, struct order_request *r,
			   const struct signed_row *s, struct why *why)
{
	struct str format = s->format;
	enum err e;

	if (signed_orders(d->a, s->text, s->format, &d->f.text))
		return why_set(why, ERR_TAMPERED,
			       "signed orders are unreadable");
	d->joined = signed_joined(&format);
	claim_parse(d->j, d->f.text.text, d->a, &d->f.claim);
	d->f.slot = s->slot;
	d->f.person = r->t.seats[s->slot].person;
	e = language_then(r, s->point, why);
	if (!e)
		read_lines(d, r);
	if (!e && d->joined)
		join_queue(r);
	return e;
}

static enum err submit_again(struct adjudication *x, struct order_request *r,
			     int seat, struct why *why)
{
	log_event_read(&x->run, r->t.sys->grammar, seat, r->orders);
	log_event_named(&x->run, seat, &r->named);
	return game_submit(&x->run, &r->sub)
		       ? why_set(why, ERR_TAMPERED,
				 "orders that fitted once do not")
		       : adjudication_pump(x, why);
}

/*
 * By a ruling: nothing is new but the dice. The orders were good when they were
 * signed, and the state is the one they were decided on.
 */
enum err handle_again(struct judge *j, int64_t game, const struct signed_row *s,
		      struct arena *a, struct why *why)
{
	struct order_request *r = ARENA_NEW(a, struct order_request);
	struct delivery d = { .j = j, .a = a };
	struct adjudication x;
	enum err e = game_ctx_load(j, game, a, &r->t, why);

	if (!e)
		e = read_again(&d, r, s, why);
	if (!e)
		e = adjudication_begin(&x, &r->t, a, CAUSE_REROLL, s->slot, 0,
				       why);
	if (e)
		return e;
	emit_by(&x, COMMON_GAME_RESUMED, "judge");
	r->t.row.state = GAME_RUNNING;
	r->t.row.paused_why = STR("");
	return game_txn_finish(&x, submit_again(&x, r, s->slot, why), why);
}

enum err handle_replay(struct adjudication *x, const struct signed_row *s,
		       struct why *why)
{
	struct order_request *r = ARENA_NEW(x->a, struct order_request);
	struct delivery d = { .j = x->j, .a = x->a };
	enum err e;

	r->t = *x->t;
	e = read_again(&d, r, s, why);
	return e ? e : submit_again(x, r, s->slot, why);
}

/* Press is alone in its mail: other text signed with it would stay sealed for
 * ever. No point makes it stale. */
static enum err letters(struct delivery *d, struct order_request *r,
			struct why *why)
{
	const char *no = NULL;
	enum err e = fork_check_check(d, &r->t.row, &no, why);

	if (!e && !no && (game_orders_something(&r->sub) || says_something(r)))
		no = "letter_alone";
	if (e || no)
		return e ? e : delivery_refuse(d, &r->t, no, STR(""), why);
	return press_send_apply(d, &r->t, &r->press, why);
}

/*
 * Its questions, or its preview. *rest: there is something left to be done.
 * Too many questions are no reason not to do the orders.
 */
static enum err answer_first(struct delivery *d, struct order_request *r,
			     bool *rest, struct why *why)
{
	bool is_preview = d->f.claim.kind == CLAIM_PREVIEW;
	bool asked = false, may = true;
	enum err e = ERR_OK;

	*rest = false;
	if (is_preview || asks_something(r))
		e = reply_may_ask(d, &may, why);
	if (e)
		return e;
	if (!may && (d->f.claim.kind != CLAIM_ORDERS || !would_change(r)))
		return ERR_OK;
	if (is_preview) {
		e = answer_mails(d, r, &asked, why);
		return e ? e : preview(d, r, why);
	}
	if (may)
		e = answer_questions(d, r, &asked, why);
	*rest = !asked || would_change(r);
	/* unless it was refused already */
	if (!e && !*rest && !*d->out.verdict)
		d->out.verdict = "answered";
	return e;
}

/* Orders that need no turn, such as END GAME, and nothing else: one could send
 * them for ever. */
static bool only_at_any_time(const struct delivery *d,
			     const struct order_request *r)
{
	struct awaiting *a = ARENA_NEW(d->a, struct awaiting);
	struct decision *of = ARENA_NEW(d->a, struct decision);
	uint64_t always;

	system_awaiting(r->t.sys->rules, r->t.game->state, a);
	always = a->always[d->f.slot];
	for (int i = 0; i < r->sub.n; i++) {
		queue_entry_alternative(r->sub.v[i], 0, of);
		if (of->kind < DECISION_FIRST_OWN ||
		    !kinds_have(always, of->kind))
			return false;
	}
	return r->sub.n > 0;
}

/* Execute the orders and table lines. */
static enum err take(struct delivery *d, struct order_request *r,
		     struct why *why)
{
	const char *no = NULL;
	bool waits = false, may = true;
	enum err e = ERR_OK;

	if (game_orders_something(&r->sub))
		e = dispute_lets_resume(&r->t, d->f.slot, &r->late, why);
	if (!e)
		e = fork_check_check(d, &r->t.row, &no, why);
	if (e)
		return e;
	if (!no)
		no = obstacle(d, r);
	if (no)
		return delivery_refuse(d, &r->t, no, STR(""), why);
	/* each such mail is a report to everybody */
	if (!d->held && (says_something(r) || only_at_any_time(d, r)))
		e = reply_may_notify_table(d, false, &may, why);
	if (e || !may)
		return e;
	if (!d->held && r->sub.keep) {
		e = delayed_orders_has(d->j, d->f.game, d->f.slot, &waits, why);
		if (e || waits)
			return e ? e
				 : delivery_refuse(d, &r->t, "hold_keep",
						   STR(""), why);
	}
	if (!d->held && game_orders_something(&r->sub))
		e = delayed_orders_orders(d, &r->t, &r->hold, r->late, &waits,
					  why);
	return e || waits ? e : carry_out(d, r, why);
}

/* it is more than what its sender prefers */
static bool says_more(const struct order_request *r)
{
	return r->dispute.has || r->press.rematch || asks_something(r) ||
	       would_change(r);
}

/* Why its orders cannot wait as it says, or NULL. */
static const char *hold_refuses(const struct delivery *d,
				const struct order_request *r)
{
	if (!r->hold.said || d->f.claim.kind == CLAIM_PREVIEW)
		return NULL;
	if (r->hold.bad)
		return "hold_unreadable";
	if (!game_orders_something(&r->sub))
		return "hold_nothing";
	return says_something(r) || writes(r) || r->dispute.has ? "hold_mixed"
								: NULL;
}

/* what the seat had before it had a deputy */
static bool asks_of_before(const struct press *p)
{
	return p->asks || p->resend || p->history.n || p->why;
}

/* DEPUTY NOBODY of the deputy, who gives the seat back, and nothing else */
static bool gives_back(const struct order_request *r)
{
	return r->motions.n == 1 && !r->motions.bad &&
	       r->motions.v[0].kind == TABLE_REQUEST_RECALL &&
	       !word_lines_any(&r->words) && !writes(r) && !r->dispute.has &&
	       !r->hold.said && !game_orders_something(&r->sub);
}

/* Why a deputy cannot say this, a name of reason.*; or NULL. */
static const char *not_for_deputy(const struct order_request *r, int seat)
{
	if (!table_state_is_deputed(&r->t.agreements, seat, judge_now(r->t.j)))
		return "deputy_over";
	if (gives_back(r))
		return NULL;
	return says_something(r) || writes(r) || r->dispute.has ||
			       r->hold.said || r->press.rematch ||
			       asks_of_before(&r->press) ||
			       game_gives_up(r->t.sys->rules, &r->sub)
		       ? "deputy_only"
		       : NULL;
}

/* What a mail says that was understood: the first that is asked of it. */
static enum err do_all(struct delivery *d, struct order_request *r,
		       struct why *why)
{
	const char *no;
	bool rest;
	enum err e;

	/* answered when it came */
	if (d->held)
		return take(d, r, why);
	no = hold_refuses(d, r);
	if (no)
		return delivery_refuse(d, &r->t, no, r->hold.bad_line, why);
	if (r->preferences.said) {
		d->goes_on = would_change(r) || r->dispute.has;
		e = preferences_execute(d, &r->preferences, &rest, why);
		if (e || !rest || !says_more(r))
			return e;
	}
	if (r->dispute.has)
		return dispute(d, r, why);
	if (r->press.rematch && d->f.claim.kind == CLAIM_ORDERS)
		return rematch_execute(
			d, &r->t, !asks_something(r) && !would_change(r), why);
	e = answer_first(d, r, &rest, why);
	if (e || !rest)
		return e;
	if (writes(r))
		return letters(d, r, why);
	return take(d, r, why);
}

/* Nothing of a mail with a line that cannot be read is done but what its sender
 * prefers, which is no order. */
static enum err complain_of(struct delivery *d, struct order_request *r,
			    struct why *why)
{
	bool done = true;
	enum err e = ERR_OK;

	if (r->preferences.said && !d->held) {
		d->goes_on = true;
		e = preferences_execute(d, &r->preferences, &done, why);
	}
	return e || (!done && !r->preferences.bad) ? e : complain(d, r, why);
}

/* Questions that a game master may ask, and nothing else. */
static bool only_asks(const struct order_request *r)
{
	const struct orders *o = r->orders;
	bool other = o->n_complaints || would_change(r) || r->dispute.has ||
		     r->press.rematch || r->preferences.said || r->hold.said ||
		     r->press.bad;

	for (int i = 0; i < o->n_lines; i++)
		other |= o->lines[i].kind == LINE_QUERY ||
			 (!is_question(&o->lines[i]) &&
			  o->lines[i].kind != LINE_REPORT &&
			  o->lines[i].kind != LINE_LUCK);
	return !other && asks_something(r);
}

enum err handle_asks(struct delivery *d, bool *mine, struct why *why)
{
	struct order_request *r = ARENA_NEW(d->a, struct order_request);
	bool may, any;
	enum err e = game_ctx_load(d->j, d->f.game, d->a, &r->t, why);

	*mine = false;
	if (!e)
		e = store_person_get(d->j->st, d->f.person, d->a, &r->person,
				     why);
	if (e)
		return e;
	r->lang = language_of(d, r->t.sys->grammar, &r->person);
	read_lines(d, r);
	*mine = only_asks(r);
	if (!*mine)
		return ERR_OK;
	d->out.verdict = "answered";
	e = reply_may_ask(d, &may, why);
	return e || !may ? e : answer_questions(d, r, &any, why);
}

/* A signed text can be sent in many forms: limit the answers. */
static enum err ask_folded(struct delivery *d, struct order_request *r,
			   struct why *why)
{
	struct str who = str_of(
		arena_printf(d->a, "folded %lld", (long long)d->f.person));
	bool yes;
	enum err e =
		notify_allowed(d->j, who, JUDGE_QUESTIONS_A_DAY, &yes, why);

	d->out.verdict = d->no = "line_folded";
	return e || !yes
		       ? e
		       : delivery_refuse(d, &r->t, "line_folded", STR(""), why);
}

enum err handle_orders(struct delivery *d, struct why *why)
{
	struct order_request *r = ARENA_NEW(d->a, struct order_request);
	const char *no;
	enum err e = game_ctx_load(d->j, d->f.game, d->a, &r->t, why);

	d->out.game = d->f.game;
	d->out.slot = d->f.slot;
	if (e)
		return e;
	/* spectators get no state of the game */
	if (d->f.slot >= r->t.n_players)
		return delivery_refuse(
			d, spectators_is_place(d->f.slot) ? NULL : &r->t,
			"not_a_player", STR(""), why);
	e = store_person_get(d->j->st, d->f.person, d->a, &r->person, why);
	if (e)
		return e;
	if (!r->person.zone.len)
		r->person.zone = d->j->c.zone;
	r->lang = language_of(d, r->t.sys->grammar, &r->person);
	read_lines(d, r);
	if (d->joined) {
		join_queue(r);
		d->f.orders.format =
			str_of(arena_printf(d->a, "%.*s" SIGNED_JOINED,
					    STR_ARG(d->f.orders.format)));
	}
	no = d->f.deputy ? not_for_deputy(r, d->f.slot) : NULL;
	if (no)
		return delivery_refuse(d, &r->t, no, STR(""), why);
	d->folded = folded_lines(d->a, &d->f.text, d->f.claim.body,
				 r->t.sys->grammar, r->lang, r->orders);
	if (r->orders->n_complaints)
		return complain_of(d, r, why);
	return d->folded.len && !d->held ? ask_folded(d, r, why)
					 : do_all(d, r, why);
}
