/* src/judge/notify/mail_answers.c */
#include "judge/notify/mail_answers.h"
#include "judge/notify/help.h"
#include "judge/notify/mail_cards.h"
#include "judge/notify/mail_rules.h"
#include "judge/notify/json_values.h"
#include "report/text/game_summary.h"
#include "engine/common.h"
#include <stdlib.h>
#include <string.h>

/* a preview goes on from what it has told: the view behind these events, or
 * NULL if they do not fit it */
static const void *moved_on(struct render_ctx *w, const struct event *v, int n)
{
	if (!w->l->view)
		return NULL;
	if (!w->ahead) {
		w->ahead = arena_alloc_raw(&w->a, sizeof(*w->ahead));
		memcpy(w->ahead, w->l->view, sizeof(*w->ahead));
	}
	for (int i = 0; i < n; i++)
		if (!game_evolve(w->ahead, &v[i]))
			return NULL;
	return w->ahead->state;
}

/* the events of a list; how many */
static int events_read(struct render_ctx *w, json_t *list, struct event **out)
{
	struct event *v =
		ARENA_ARRAY(&w->a, json_array_size(list) + 1, struct event);
	json_t *one;
	size_t i;
	int count = 0;

	json_array_foreach(list, i, one)
	{
		char *text =
			json_dumps(one, JSON_COMPACT | JSON_PRESERVE_ORDER);

		count += text && event_parse(str_of(text), &w->l->sys->events,
					     &v[count]);
		free(text);
	}
	*out = v;
	return count;
}

/* What one way of the dice leads to: the sentences of it, in one text. */
static struct tval *outcome_values(struct render_ctx *w, json_t *list)
{
	struct tval *told;
	struct narrator n;
	struct event *v;
	struct buf b;
	struct str text;
	int count = events_read(w, list, &v);

	render_ctx_narrator(w, &n);
	if (w->cited)
		report_cited(&w->a, &n, v, count, w->cited);
	told = report_events(&w->a, &n, v, count, w->why);
	buf_init(&b, REPORT_MAX_BYTES);
	for (const struct tval *t = told->first; t; t = t->next)
		buf_addf(&b, "%s%.*s", b.len ? " " : "",
			 STR_ARG(tval_get(t, STR("text"))->text));
	text = arena_str(&w->a, buf_str(&b));
	buf_release(&b);
	return tval_markup(&w->a, text);
}

struct tval *mail_forks_values(struct render_ctx *w, json_t *list)
{
	struct tval *out = tval_list(&w->a);
	json_t *one, *way;
	size_t i, k;

	json_array_foreach(list, i, one)
	{
		const char *kind =
			json_string_value(json_object_get(one, "kind"));
		const char *order =
			json_string_value(json_object_get(one, "order"));
		struct tval *v = tval_add(out, tval_map(&w->a));
		struct tval *ways =
			tval_put(&w->a, v, "outcomes", tval_list(&w->a));

		tval_putz(&w->a, v, "order", order);
		tval_puti(&w->a, v,
			  arena_printf(&w->a, "is_%s", kind ? kind : ""), 1);
		tval_put(&w->a, v, "others",
			 tval_of_json(&w->a, json_object_get(one, "others"),
				      NULL));
		json_array_foreach(json_object_get(one, "outcomes"), k, way)
		{
			struct tval *o = tval_add(ways, tval_map(&w->a));

			tval_put(&w->a, o, "chance",
				 tval_of_json(&w->a,
					      json_object_get(way, "chance"),
					      NULL));
			tval_put(&w->a, o, "text",
				 outcome_values(
					 w, json_object_get(way, "events")));
		}
	}
	return out;
}

/* the number of events up to the last that queues an order */
static int queued_until(const struct event *v, int n)
{
	while (n > 0 && v[n - 1].kind != COMMON_QUEUED)
		n--;
	return n;
}

void mail_preview_plan(struct render_ctx *w, const char *key, json_t *events,
		       struct tval *to)
{
	const struct mail_content *l = w->l;
	const struct decision *waiting;
	const struct tval *plan;
	struct narrator n;
	struct game *ahead;
	struct event *v;
	int count, queued;

	if (strcmp(key, "events") != 0 || !str_is(l->row->kind, "preview") ||
	    !l->view || !l->report || !l->report->plan || l->seat < 0)
		return;
	render_ctx_narrator(w, &n);
	count = events_read(w, events, &v);
	queued = queued_until(v, count);
	ahead = arena_alloc_raw(&w->a, sizeof(*ahead));
	memcpy(ahead, l->view, sizeof(*ahead));
	for (int i = 0; i < count && game_evolve(ahead, &v[i]); i++) {
		int n_waiting;

		if (i + 1 < queued)
			continue;
		n_waiting = render_ctx_waiting(w, ahead, &waiting);
		n.now = ahead->state;
		l->report->plan(&w->a, &n, ahead->state, l->seat, waiting,
				n_waiting, to);
		plan = tval_get(to, STR("plan"));
		if (plan && plan->n)
			return;
	}
}

struct tval *mail_events_values(struct render_ctx *w, json_t *list)
{
	struct narrator n;
	struct event *v;
	int count;

	if (!w->l->sys)
		return tval_list(&w->a);
	render_ctx_narrator(w, &n);
	count = events_read(w, list, &v);
	if (str_is(w->l->row->kind, "preview"))
		n.now = moved_on(w, v, count);
	if (w->cited)
		report_cited(&w->a, &n, v, count, w->cited);
	return report_events(&w->a, &n, v, count, w->why);
}

struct tval *mail_precedents_values(struct render_ctx *w, json_t *list)
{
	struct tval *out = tval_list(&w->a);
	json_t *one;
	size_t i;

	json_array_foreach(list, i, one)
	{
		struct tval *v = tval_add(out, tval_of_json(&w->a, one, NULL));
		struct tval *by = render_ctx_named(
			w, "by", json_string_value(json_object_get(one, "by")));
		struct tval *verdict = render_ctx_named(
			w, "by",
			json_string_value(json_object_get(one, "verdict")));
		struct str foreign = str_of(
			json_string_value(json_object_get(one, "foreign")));

		if (by)
			tval_put(&w->a, v, "by", by);
		if (verdict)
			tval_put(&w->a, v, "verdict", verdict);
		if (foreign.len)
			tval_put(&w->a, v, "foreign",
				 tval_word(&w->a, "tongue.%.*s",
					   STR_ARG(foreign)));
	}
	return out;
}

/* Answers HELP MOVE. A stranger and a reader without a game get the orders of
 * all games. */
static void help_put(struct render_ctx *w, struct str asked, struct tval *to)
{
	const struct judge_config *c = w->l->judge;
	struct help_game games[GAME_KINDS_MAX];
	int n = 0;

	if (w->l->game) {
		help_values(&w->a, w->l->grammar, w->words, asked, to);
		return;
	}
	for (int i = 0; i < c->n_systems; i++) {
		const struct narrator teller = { .words = w->words,
						 .sys = c->systems[i].rules };

		if (!c->systems[i].grammar)
			continue;
		games[n++] =
			(struct help_game){ c->systems[i].grammar,
					    report_system(&w->a, &teller) };
	}
	help_values_outside(&w->a, games, n, w->words, asked, to);
}

struct tval *mail_answers_values(struct render_ctx *w, json_t *list)
{
	struct tval *out = tval_list(&w->a);
	json_t *one;
	size_t i;

	json_array_foreach(list, i, one)
	{
		const char *kind =
			json_string_value(json_object_get(one, "kind"));
		const char *text =
			json_string_value(json_object_get(one, "text"));
		json_t *events = json_object_get(one, "events");
		json_t *found = json_object_get(one, "found");
		struct tval *v = tval_add(out, tval_map(&w->a));

		tval_putz(&w->a, v, "question",
			  json_string_value(json_object_get(one, "asked")));
		if (events)
			tval_put(&w->a, v, "events",
				 mail_events_values(w, events));
		else if (found)
			mail_cards_values(w, found, v);
		else if (kind && !strcmp(kind, "rule"))
			mail_rule_values(w, str_of(text ? text : ""), v);
		else if (kind && !strcmp(kind, "card"))
			tval_puts(
				&w->a, v, "text",
				mail_card_values(w, str_of(text ? text : "")));
		else if (kind && !strcmp(kind, "help"))
			help_put(w, str_of(text ? text : ""), v);
		else if (text)
			tval_putz(&w->a, v, "text", text);
		if (json_object_get(one, "precedents"))
			tval_put(
				&w->a, v, "precedents",
				mail_precedents_values(
					w, json_object_get(one, "precedents")));
		if (kind)
			tval_puti(&w->a, v, arena_printf(&w->a, "is_%s", kind),
				  1);
		tval_puti(&w->a, v, "again",
			  json_is_integer(json_object_get(one, "again")));
	}
	return out;
}
