/* src/judge/letter.c */
#include "judge/letter.h"
#include "base/str.h"
#include "auth/seen.h"
#include "auth/sig.h"
#include "base/date.h"
#include "base/file.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "judge/deadline.h"
#include "judge/due.h"
#include "judge/glimpse_letter.h"
#include "judge/help.h"
#include "judge/letter_card.h"
#include "judge/letter_report.h"
#include "judge/letter_rule.h"
#include "judge/no.h"
#include "judge/painters.h"
#include "judge/tval_json.h"
#include "judge/writing.h"
#include "judge/zone.h"
#include "mail/compose.h"
#include "orders/orders.h"
#include "report/canvas.h"
#include "report/chronicle.h"
#include "report/reference.h"
#include "report/report.h"
#include "report/terms.h"
#include "report/zip.h"
#include "rules/common.h"
#include "rules/slot.h"
#include "base/need.h"
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <sys/stat.h>

enum {
	LANGUAGES_MAX = 16,
	LEAVE_URI_MAX = 16384,
	STORY_MAX = 1 << 20,
	FILES_MAX = 6,
	PAGE_MAX = 4 << 20,
};

struct letters {
	struct arena arena;
	struct words *words[LANGUAGES_MAX];
	int n;
	const char *reference;
	struct str rule_link;
	struct pictures *pictures;
	/* for those who paint elsewhere, NULL: nobody does */
	struct pictures *sketched;
	struct painters *painters;
	struct glimpse_kept kept;
};

enum err letters_open(struct letters **out, const char *dir,
		      struct str rule_link, const char *reference,
		      struct why *why)
{
	struct letters *ls = need(calloc(1, sizeof(*ls)));
	DIR *d = opendir(dir);
	enum err e = ERR_OK;

	*out = ls;
	ls->pictures = pictures_make();
	if (!d)
		return why_set(why, ERR_CONFIG, "cannot read %s: %s", dir,
			       strerror(errno));
	ls->rule_link = arena_str(&ls->arena, rule_link);
	ls->reference = arena_strdup(&ls->arena, reference);
	for (struct dirent *f; !e && (f = readdir(d));) {
		struct stat st;
		char *path = arena_printf(&ls->arena, "%s/%s/messages", dir,
					  f->d_name);

		/* a folder with messages is a language */
		if (f->d_name[0] == '.' || stat(path, &st))
			continue;
		if (ls->n == LANGUAGES_MAX)
			e = why_set(why, ERR_CONFIG,
				    "more than %d languages in %s",
				    LANGUAGES_MAX, dir);
		else
			e = words_load(&ls->arena, dir, f->d_name,
				       &ls->words[ls->n++], why);
	}
	closedir(d);
	if (!e && !ls->n)
		e = why_set(why, ERR_CONFIG, "no language in %s", dir);
	return e;
}

void letters_painted_by(struct letters *ls, struct painters *painters)
{
	ls->painters = painters;
	ls->sketched = pictures_sketched();
}

void letters_close(struct letters *l)
{
	if (l) {
		pictures_release(l->pictures);
		pictures_release(l->sketched);
		glimpse_kept_release(&l->kept);
		arena_release(&l->arena);
	}
	free(l);
}

static const struct words *words_of(const struct letters *ls, struct str lang)
{
	const struct words *best = ls->words[0];

	for (int i = 0; i < ls->n; i++) {
		if (str_equal(ls->words[i]->lang, lang))
			return ls->words[i];
		if (str_is(ls->words[i]->lang, WORDS_FALLBACK))
			best = ls->words[i];
	}
	return best;
}

/* a preview goes on from what it has told: the view behind these events, or
 * NULL if they do not fit it */
static const void *moved_on(struct writing *w, const struct event *v, int n)
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

/* events that are no part of the log (previews, answers), told in words */
static struct tval *events_told(struct writing *w, json_t *list)
{
	struct narrator n;
	struct event *v;
	json_t *one;
	size_t i;
	int count = 0;

	if (!w->l->sys)
		return tval_list(&w->a);
	writing_narrator(w, &n);
	v = ARENA_ARRAY(&w->a, json_array_size(list) + 1, struct event);
	json_array_foreach(list, i, one)
	{
		char *text =
			json_dumps(one, JSON_COMPACT | JSON_PRESERVE_ORDER);

		count += text && event_parse(str_of(text), &w->l->sys->events,
					     &v[count]);
		free(text);
	}
	if (str_is(w->l->row->kind, "preview"))
		n.now = moved_on(w, v, count);
	if (w->cited)
		report_cited(&w->a, &n, v, count, w->cited);
	return report_events(&w->a, &n, v, count, w->why);
}

/* Rulings, each with its verdict and language in words. */
static struct tval *precedents_told(struct writing *w, json_t *list)
{
	struct tval *out = tval_list(&w->a);
	json_t *one;
	size_t i;

	json_array_foreach(list, i, one)
	{
		struct tval *v = tval_add(out, tval_of_json(&w->a, one, NULL));
		struct tval *by = writing_named(
			w, "by", json_string_value(json_object_get(one, "by")));
		struct tval *verdict = writing_named(
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

/* the questions of a mail: {asked}, and {events} or {text} */
static struct tval *answers_told(struct writing *w, json_t *list)
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
			tval_put(&w->a, v, "events", events_told(w, events));
		else if (found)
			letter_cards_told(w, found, v);
		else if (kind && !strcmp(kind, "rule"))
			letter_rule_told(w, str_of(text ? text : ""), v);
		else if (kind && !strcmp(kind, "card"))
			tval_puts(
				&w->a, v, "text",
				letter_card_told(w, str_of(text ? text : "")));
		else if (kind && !strcmp(kind, "help"))
			help_told(&w->a, w->l->grammar, w->words,
				  str_of(text ? text : ""), v);
		else if (text)
			tval_putz(&w->a, v, "text", text);
		if (json_object_get(one, "precedents"))
			tval_put(
				&w->a, v, "precedents",
				precedents_told(
					w, json_object_get(one, "precedents")));
		if (kind)
			tval_puti(&w->a, v, arena_printf(&w->a, "is_%s", kind),
				  1);
		tval_puti(&w->a, v, "again",
			  json_is_integer(json_object_get(one, "again")));
	}
	return out;
}

/* "expires", "deadline": seconds since 1970 or as events have times */
static bool moment_of(json_t *j, int64_t *utc_s)
{
	if (!json_is_integer(j))
		return date_parse_time(str_of(json_string_value(j)), utc_s);
	*utc_s = json_integer_value(j);
	return true;
}

/* names of the judge, for which the messages have words */
static bool is_word(const struct writing *w, const char *key)
{
	return !strcmp(key, "reason") || !strcmp(key, "fault") ||
	       (!strcmp(key, "what") &&
		(str_is(w->l->row->kind, "notice") ||
		 str_is(w->l->row->kind, "confirm") ||
		 str_is(w->l->row->kind, "readmission")));
}

/* Why a command was not done: {no.said}, of {a} {b} {c}. */
static void no_told(struct writing *w, struct tval *to, struct str kept)
{
	struct no_said no;
	struct tval *v;

	if (!no_parse(kept, &no))
		return;
	v = tval_put(&w->a, to, "no", tval_map(&w->a));
	tval_put(&w->a, v, "said", tval_word(&w->a, "no.%s", no.name));
	for (int i = 0; i < NO_ARGS && no.kind[i]; i++) {
		const char letter[2] = { (char)('a' + i), 0 };
		struct str name = no.kind[i] == 't'
					  ? no_text_name(&w->a, no.arg[i])
					  : no.arg[i];
		const char *key = arena_printf(
			&w->a, "%s.%.*s", no.kind[i] == 'r' ? "reason" : "text",
			STR_ARG(name));

		tval_put(&w->a, v, letter,
			 no.kind[i] != 'w' &&
					 words_message(w->words, str_of(key))
				 ? tval_word(&w->a, "%s", key)
				 : tval_text(&w->a, no.arg[i]));
	}
}

/* days of the week, by the names of their words */
static struct tval *days_told(struct writing *w, json_t *days)
{
	struct tval *list = tval_list(&w->a);
	json_t *day;
	size_t i;

	json_array_foreach(days, i, day) if (json_is_string(day)) tval_add(
		list, tval_word(&w->a, "word.%s", json_string_value(day)));
	return list;
}

/* The first lines of somebody's next mail; a time on the reader's clock. */
static void lines_told(struct writing *w, json_t *one, struct tval *v)
{
	struct str rest = str_of(json_string_value(
			   json_object_get(one, "first_lines"))),
		   line;
	struct tval *lines = tval_put(&w->a, v, "first", tval_list(&w->a));

	while (parse_line(&rest, &line))
		tval_add(lines, tval_text(&w->a, line));
}

static void until_told(struct writing *w, json_t *one, struct tval *v)
{
	struct report_time t;
	int64_t at;

	if (!json_object_get(one, "until") ||
	    !moment_of(json_object_get(one, "until"), &at))
		return;
	t = zone_time(w->l->zone, at);
	tval_put(&w->a, v, "until",
		 report_time(&w->a, w->words, TEMPLATE_TEXT, &t));
}

/* A game, with the title of its system; {first} is a line each. */
static struct tval *game_told(struct writing *w, json_t *one, struct tval *list)
{
	struct tval *v = tval_add(list, tval_of_json(&w->a, one, NULL));
	struct tval *named = writing_named(
		w, "system", json_string_value(json_object_get(one, "system")));

	if (named)
		tval_put(&w->a, v, "system", named);
	lines_told(w, one, v);
	return v;
}

/* What paused it, in the reader's words if the judge did; else NULL. */
static struct tval *pause_told(struct writing *w, const json_t *text)
{
	return json_is_string(text)
		       ? narrate_said(&w->a, w->words,
				      str_of(json_string_value(text)))
		       : NULL;
}

/* The games of a game master that want something of them. */
static struct tval *desk_told(struct writing *w, json_t *list)
{
	struct tval *out = tval_list(&w->a);
	json_t *one, *seat;
	size_t i, k;

	json_array_foreach(list, i, one)
	{
		struct tval *v = game_told(w, one, out);
		struct tval *waits = tval_list(&w->a);
		struct tval *paused =
			pause_told(w, json_object_get(one, "paused_by"));

		if (paused)
			tval_put(&w->a, v, "paused_by", paused);
		json_array_foreach(json_object_get(one, "waits"), k, seat)
			until_told(w, seat,
				   tval_add(waits,
					    tval_of_json(&w->a, seat, NULL)));
		tval_put(&w->a, v, "waits", waits);
	}
	return out;
}

/* games of the reader's: {until} is a moment */
static struct tval *games_told(struct writing *w, json_t *list)
{
	struct tval *out = tval_list(&w->a);
	json_t *one;
	size_t i;

	json_array_foreach(list, i, one)
		until_told(w, one, game_told(w, one, out));
	return out;
}

static void matter_put(struct writing *w, struct tval *to, const char *key,
		       json_t *value)
{
	struct tval *named = writing_named(w, key, json_string_value(value));
	bool is_time = !strcmp(key, "expires") || !strcmp(key, "deadline") ||
		       !strcmp(key, "came");
	struct report_time t;
	int64_t at;

	if ((!strcmp(key, "events") || !strcmp(key, "supposed")) &&
	    json_is_array(value)) {
		tval_put(&w->a, to, key, events_told(w, value));
	} else if (!strcmp(key, "answers") && json_is_array(value)) {
		tval_put(&w->a, to, key, answers_told(w, value));
	} else if (strstr(key, "days") && json_is_array(value)) {
		tval_put(&w->a, to, key, days_told(w, value));
	} else if ((!strcmp(key, "games") || !strcmp(key, "open")) &&
		   json_is_array(value)) {
		tval_put(&w->a, to, key, games_told(w, value));
	} else if (is_time && moment_of(value, &at)) {
		t = zone_time(w->l->zone, at);
		tval_put(&w->a, to, key,
			 report_time(&w->a, w->words, TEMPLATE_TEXT, &t));
	} else if (!strcmp(key, "no") && json_is_string(value)) {
		no_told(w, to, str_of(json_string_value(value)));
	} else if (is_word(w, key) && json_is_string(value)) {
		/* a word of the messages, not a text */
		tval_put(&w->a, to, key,
			 tval_word(&w->a, "%s.%s", key,
				   json_string_value(value)));
	} else if (named) {
		tval_put(&w->a, to, key, named);
	} else {
		tval_put(&w->a, to, key, tval_of_json(&w->a, value, NULL));
	}
}

/* the orders that were dealt with, as their players would write them */
static struct tval *orders_told(struct writing *w, const struct narrator *n)
{
	const struct grammar *g = w->l->grammar;
	int lang = vocabulary_lang(g->words, w->words->lang);
	struct tval *list = tval_list(&w->a);

	for (int i = 0; i < w->l->n_orders; i++) {
		const struct letter_order *o = &w->l->orders[i];
		struct tval *v;
		struct buf b;

		buf_init(&b, WRITING_ORDER_BYTES);
		if (orders_write_entry(g, lang < 0 ? 0 : lang, o->entry, &b)) {
			v = tval_add(list, tval_map(&w->a));
			tval_put(&w->a, v, "seat",
				 narrate_seat(&w->a, n, o->seat));
			tval_puti(&w->a, v, "line", o->line);
			tval_puts(&w->a, v, "order",
				  writing_order_named(w, &b));
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
static void put_numbered(struct writing *w, const struct tval *events,
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
static enum err dispute_told(struct writing *w, struct tval *to)
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

	writing_narrator(w, &n);
	events = report_numbered(&w->a, &n, w->l->events, w->l->n_events,
				 w->why);
	tval_put(&w->a, to, "events", events);
	put_numbered(w, events, to);
	if (w->l->grammar)
		tval_put(&w->a, to, "done", orders_told(w, &n));
	if (w->l->before) {
		in.view = w->l->before->state;
		letter_seat_names(w->l, in.seat_name);
		e = report_position(&w->a, &in, &before, w->why);
	}
	tval_put(&w->a, to, "before", tval_markup(&w->a, before));
	return e;
}

/* what became of the orders of a mail, and what its sender has waiting now */
static void receipt_told(struct writing *w, struct tval *to)
{
	struct narrator n;
	const struct event *told;
	int n_told = writing_events(w, &told);
	const struct str *v = NULL;
	int count;

	writing_narrator(w, &n);
	tval_put(&w->a, to, "events",
		 report_events(&w->a, &n, told, n_told, w->why));
	if (w->cited)
		report_cited(&w->a, &n, told, n_told, w->cited);
	for (int i = 0; i < w->l->n_events; i++)
		if (w->l->events[i].kind == COMMON_REFUSED)
			tval_puti(&w->a, to, "refused", 1);
	for (int standing = 0; standing < 2; standing++) {
		struct tval *list =
			tval_put(&w->a, to, standing ? "standing" : "queue",
				 tval_list(&w->a));

		count = writing_orders(w, standing, &v);
		for (int i = 0; i < count; i++)
			tval_add(list, tval_text(&w->a, v[i]));
		if (!standing)
			tval_puti(&w->a, to, "waiting", count);
	}
}

/* what has happened so far, and what there is before it */
static void history_told(struct writing *w, json_t *matter, struct tval *to)
{
	bool mine = json_integer_value(json_object_get(matter, "mine")) != 0;
	struct chronicle_wish wish = {
		.n = json_integer_value(json_object_get(matter, "n")),
		.seat = mine ? w->l->seat : -1,
		.point = w->l->first_point,
		.tells = w->l->report,
		.view = w->l->view->state,
	};
	int64_t earlier = w->l->first_point - 1;
	struct narrator n;

	writing_narrator(w, &n);
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

static struct tval *luck_told(struct writing *w)
{
	struct narrator n = { .words = w->words,
			      .sys = w->l->sys,
			      .format = TEMPLATE_TEXT };

	letter_seat_names(w->l, n.seat_name);
	return report_luck(&w->a, &n, w->l->rolled);
}

/* letters of players: {seat}, to {to}, whom it does not reach {unread}, and the
 * {lines} of each */
static void said_told(struct writing *w, struct tval *out)
{
	struct tval *list = tval_put(&w->a, out, "letters", tval_list(&w->a));
	struct narrator n;

	writing_narrator(w, &n);
	tval_put(&w->a, out, "from",
		 narrate_seat(&w->a, &n, w->l->said[0].seat));
	for (int i = 0; i < w->l->n_said; i++) {
		const struct letter_said *s = &w->l->said[i];
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

/* What who is invited has to know of the game. */
static void invitation_told(struct writing *w, json_t *matter, struct tval *v)
{
	struct tval *terms = tval_put(&w->a, v, "deadlines", tval_map(&w->a));
	struct narrator n;
	const char *key;
	json_t *value;

	writing_narrator(w, &n);
	report_terms(&w->a, &n, w->l->report, w->l->events, w->l->n_events, v);
	json_object_foreach(json_object_get(matter, "deadlines"), key, value)
		matter_put(w, terms, key, value);
	tval_puti(&w->a, v, "openpgp", w->l->judge->pgp != NULL);
	tval_puts(&w->a, v, "page", w->l->judge->page_url);
	tval_puts(&w->a, v, "page_hash", w->l->judge->page_hash);
}

/* A game in a digest: {subject} {events} {letters} {first}. */
static enum err part_told(struct writing *w, const struct letter *l,
			  struct tval *list)
{
	struct writing one = *w;
	struct tval *v = tval_add(list, tval_map(&w->a));
	struct tval *first = tval_put(&w->a, v, "first", tval_list(&w->a));
	struct str rest = l->first_lines, line, subject = STR("");
	struct narrator n;
	enum err e;

	one.l = l;
	one.ahead = NULL;
	e = letter_report_subject(&one, &subject);
	writing_narrator(&one, &n);
	tval_puts(&one.a, v, "subject", subject);
	tval_put(&one.a, v, "events",
		 report_events(&one.a, &n, l->events, l->n_events, w->why));
	if (l->n_said)
		said_told(&one, v);
	while (parse_line(&rest, &line))
		tval_add(first, tval_text(&one.a, line));
	w->a = one.a;
	return e;
}

static enum err digest_told(struct writing *w, struct tval *v)
{
	struct tval *list = tval_put(&w->a, v, "parts", tval_list(&w->a));
	enum err e = ERR_OK;

	tval_puti(&w->a, v, "n", w->l->n_parts);
	for (int i = 0; !e && i < w->l->n_parts; i++)
		e = part_told(w, &w->l->parts[i], list);
	return e;
}

/* what each kind of letter has of its own, beside its matter */
static enum err kind_told(struct writing *w, json_t *matter, struct tval *v)
{
	const struct letter *l = w->l;

	if (l->n_said)
		said_told(w, v);
	if (str_is(l->row->kind, "desk"))
		tval_put(&w->a, v, "desk",
			 desk_told(w, json_object_get(matter, "desk")));
	if (str_is(l->row->kind, "digest"))
		return digest_told(w, v);
	if (!l->game)
		return ERR_OK;
	if (str_is(l->row->kind, "invitation"))
		invitation_told(w, matter, v);
	if (str_is(l->row->kind, "receipt"))
		receipt_told(w, v);
	if (str_is(l->row->kind, "luck"))
		tval_put(&w->a, v, "players", luck_told(w));
	if (str_is(l->row->kind, "precedents") || str_is(l->row->kind, "why"))
		tval_put(&w->a, v, "precedents",
			 precedents_told(
				 w, json_object_get(matter, "precedents")));
	if (str_is(l->row->kind, "why"))
		letter_laws_told(w, json_object_get(matter, "named"), v);
	return str_is(l->row->kind, "dispute") || str_is(l->row->kind, "why")
		       ? dispute_told(w, v)
		       : ERR_OK;
}

static enum err letter_write(struct writing *w)
{
	const struct letter *l = w->l;
	struct tval *v = tval_map(&w->a);
	json_error_t fault;
	json_t *matter =
		json_loadb(l->row->matter.s, l->row->matter.len, 0, &fault);
	const char *key;
	json_t *value;
	enum err e, slip;

	tval_puts(&w->a, v, "judge", l->judge->name);
	tval_puts(&w->a, v, "judge_address", l->judge->address);
	tval_puts(&w->a, v, "reader", l->name);
	if (l->game) {
		char seat[8];

		tval_puts(&w->a, v, "game", l->game->name);
		tval_puti(&w->a, v, arena_printf(&w->a, "for_%s", l->sys->name),
			  1);
		tval_put(&w->a, v, "system",
			 report_system(&w->a,
				       &(struct narrator){ .words = w->words,
							   .sys = l->sys }));
		tval_puti(&w->a, v, "point", l->game->point);
		tval_puti(&w->a, v, "serial", l->serial);
		tval_puts(&w->a, v, "seen", writing_seen(w));
		tval_puti(&w->a, v, "open_to_master", l->open_to_master);
		tval_puti(&w->a, v, "letters_open", l->letters_open);
		slot_name(l->seat >= 0 ? l->seat : l->row->slot, seat);
		tval_putz(&w->a, v, "seat", seat);
	}
	if (!l->wish.unruled)
		w->cited = tval_put(&w->a, v, "cited", tval_list(&w->a));
	json_object_foreach(matter, key, value) matter_put(w, v, key, value);
	slip = kind_told(w, matter, v);
	if (l->game && l->view && str_is(l->row->kind, "history"))
		history_told(w, matter, v);
	e = report_letter(&w->a, w->words,
			  arena_printf(&w->a, "%.*s", STR_ARG(l->row->kind)), v,
			  &w->r, w->why);
	json_decref(matter);
	return e ? e : slip;
}

/* a letter that nothing else could be made of */
static enum err plain_write(struct writing *w)
{
	const struct letter *l = w->l;
	struct tval *v = tval_map(&w->a);
	char seat[8] = "";

	tval_puts(&w->a, v, "judge", l->judge->name);
	tval_puts(&w->a, v, "judge_address", l->judge->address);
	tval_puts(&w->a, v, "kind", l->row->kind);
	tval_puts(&w->a, v, "matter", l->row->matter);
	if (l->game) {
		slot_name(l->row->slot, seat);
		tval_puts(&w->a, v, "game", l->game->name);
		tval_puti(&w->a, v, "point", l->game->point);
		tval_putz(&w->a, v, "seat", seat);
		tval_puts(&w->a, v, "lines", l->lines);
	}
	return report_letter(&w->a, w->words, "plain", v, &w->r, w->why);
}

/* --- the form ------------------------------------------------------------ */

/* the text as its reader can keep it and show it to others */
static void signature_attach(struct writing *w, struct draft_file *files,
			     uint32_t *n)
{
	struct str kept = w->r.full.len ? w->r.full : w->r.text;
	struct sig sig;
	struct buf armour;

	sig_make(&w->l->judge->key, SIG_REPORT, kept, &sig);
	buf_init(&armour, SIG_ARMOUR_MAX);
	sig_render(&sig, &armour);
	files[*n].name = STR("report.txt");
	files[*n].type = STR("text/plain");
	files[(*n)++].bytes = kept;
	/* kept exactly: ssh-keygen reads it with no other line ends */
	files[*n].name = STR("report.txt.sig");
	files[*n].type = STR("text/plain");
	files[(*n)++].bytes = arena_str(&w->a, buf_str(&armour));
	buf_release(&armour);
}

/* a player's report, for a page (judge/glimpse.h); a letter is no less without
 * it */
static void page_attach(struct writing *w, struct draft_file *files,
			uint32_t *n)
{
	const struct letter *l = w->l;
	struct buf b;

	if (!w->r.orders.len || !l->view || l->seat < 0 ||
	    !str_is(l->row->kind, "report"))
		return;
	buf_init(&b, GLIMPSE_TEXT_MAX);
	if (!glimpse_letter(l, w->words->lang, w->kept, &b, w->why)) {
		files[*n].name = STR(GLIMPSE_FILE);
		files[*n].type = STR("text/plain");
		files[*n].is_text = true;
		files[(*n)++].bytes = arena_str(&w->a, buf_str(&b));
	}
	buf_release(&b);
}

/* HELP PAGE: as an archive, which mail programs let through */
static enum err zip_attach(struct writing *w, struct draft_file *files,
			   uint32_t *n)
{
	struct buf page, zip;
	enum err e;

	if (!str_is(w->l->row->kind, "page"))
		return ERR_OK;
	e = file_read(w->l->judge->page_file, PAGE_MAX, &page, w->why);
	buf_init(&zip, PAGE_MAX);
	if (!e && !zip_one(&zip, STR("heraldo.html"), buf_str(&page)))
		e = why_set(w->why, ERR_TOO_LARGE, "the page is too large");
	if (!e) {
		files[*n].name = STR("heraldo.zip");
		files[*n].type = STR("application/zip");
		files[(*n)++].bytes = arena_str(&w->a, buf_str(&zip));
	}
	buf_release(&zip);
	buf_release(&page);
	return e;
}

/* until when the reader is awaited, by this letter; 0: not, or without end */
static int64_t awaited_until(const struct letter *l)
{
	struct awaiting aw;

	if (!l->view || l->seat < 0 || l->game->state != GAME_RUNNING)
		return 0;
	system_awaiting(l->sys, l->view->state, &aw);
	for (int i = 0; i < aw.n; i++)
		if (aw.v[i].seat == l->seat)
			return l->deadline_s[l->seat];
	return 0;
}

/* The same for a calendar; or, once, that what the letter before this one told
 * it counts no more. */
static void deadline_attach(struct writing *w, struct str domain,
			    struct draft_file *files, uint32_t *n)
{
	static const char *const kinds[] = { "report", "receipt", "warning",
					     "replaced" };
	const struct letter *l = w->l;
	struct due d = { .sequence = l->n_leaves,
			 .made_s = l->row->created_s,
			 .from = l->judge->address,
			 .all = w->r.subject };
	struct buf b;
	bool has = false;
	char seat[SLOT_NAME_MAX];

	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		has |= str_is(l->row->kind, kinds[i]);
	if (!l->game || !has)
		return;
	d.at_s = awaited_until(l);
	d.cancelled = !d.at_s && l->promised_s;
	if (d.cancelled)
		d.at_s = l->promised_s;
	if (!d.at_s)
		return;
	slot_name(d.cancelled ? l->promised_slot : l->row->slot, seat);
	d.uid = str_of(arena_printf(&w->a, "%.*s.%s.due@%.*s",
				    STR_ARG(l->game->name), seat,
				    STR_ARG(domain)));
	d.title = writing_said(w, d.cancelled ? "due.over" : "due.title");
	buf_init(&b, DUE_MAX);
	due_render(&b, &d);
	files[*n].name = STR("deadline.ics");
	files[*n].type = STR("text/calendar");
	files[*n].method = str_of(due_method(&d));
	files[(*n)++].bytes = arena_str(&w->a, buf_str(&b));
	buf_release(&b);
}

static struct str domain_of(struct str address)
{
	for (size_t i = address.len; i-- > 0;)
		if (address.s[i] == '@')
			return (struct str){ address.s + i + 1,
					     address.len - i - 1 };
	return address;
}

/* where a mail program asks that these mails end: judge/leave.c */
static struct str leave_uri(struct writing *w)
{
	const struct letter *l = w->l;
	struct str to = l->judge->address;
	char seat[SLOT_NAME_MAX];
	struct buf b;
	struct str uri;

	if (!l->row->person || l->row->slot < 0)
		return STR("");
	slot_name(l->row->slot, seat);
	buf_init(&b, LEAVE_URI_MAX);
	buf_addz(&b, "mailto:");
	for (size_t i = 0; i < to.len; i++) {
		char c = to.s[i];

		if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		    (c >= '0' && c <= '9') || strchr("@.-_~+", c))
			buf_addc(&b, c);
		else
			buf_addf(&b, "%%%02X", (unsigned)(unsigned char)c);
	}
	buf_addf(&b, "?subject=LEAVE%%20%.*s%%20%s", STR_ARG(l->game->name),
		 seat);
	uri = arena_str(&w->a, buf_str(&b));
	buf_release(&b);
	return uri;
}

/* Those that the page shows. */
static uint32_t pictures_attach(struct writing *w, struct draft_file *out)
{
	static const char *const names[] = { "board.png", "near.png" };
	uint32_t n = 0;

	for (int i = 0; w->r.html.len && i < N_PICTURES; i++) {
		struct str png = *writing_picture(w, (enum picture)i);

		if (png.len)
			out[n++] = (struct draft_file){
				.name = str_of(names[i]),
				.type = STR("image/png"),
				.cid = writing_picture_id(w, (enum picture)i),
				.bytes = png
			};
	}
	return n;
}

static enum err compose(struct writing *w, struct buf *out)
{
	const struct letter *l = w->l;
	enum err e;
	struct str domain = domain_of(l->judge->address);
	struct draft_file pictures[N_PICTURES];
	struct draft_file files[FILES_MAX] = { { .bytes = STR("") } };
	struct mail_addr to = { .name = l->name, .addr = l->row->address };
	struct str refs[2];
	struct draft d = {
		.from = { .name = l->judge->name, .addr = l->judge->address },
		.to = { &to, 1 },
		.subject = w->r.subject,
		.date_utc_s = l->row->created_s,
		.message_id = l->row->message_id,
		.in_reply_to = l->row->in_reply_to,
		.x_loop = l->judge->address,
		.automatic =
			l->row->automatic ? COMPOSE_REPLIED : COMPOSE_GENERATED,
		.text = w->r.text,
		.html = w->r.html,
		.files = files,
	};

	if (l->game) {
		/* one thread for each game: all refer to a mail that never was
		 */
		refs[d.references.n++] = str_of(
			arena_printf(&w->a, "%.*s.game@%.*s",
				     STR_ARG(l->game->name), STR_ARG(domain)));
		d.list_id = str_of(arena_printf(&w->a, "%.*s.%.*s",
						STR_ARG(l->game->name),
						STR_ARG(domain)));
		d.list_name = l->game->name;
		d.list_leave = leave_uri(w);
	}
	if (l->row->in_reply_to.len)
		refs[d.references.n++] = l->row->in_reply_to;
	d.references.list = refs;
	d.pictures = pictures;
	d.n_pictures = pictures_attach(w, pictures);
	if (w->r.orders.len) {
		files[d.n_files].name = STR("orders.txt");
		files[d.n_files].type = STR("text/plain");
		files[d.n_files].is_text = true;
		files[d.n_files++].bytes = w->r.orders;
	}
	e = zip_attach(w, files, &d.n_files);
	if (e)
		return e;
	page_attach(w, files, &d.n_files);
	deadline_attach(w, domain, files, &d.n_files);
	signature_attach(w, files, &d.n_files);
	return compose_mail(&d, out, w->why);
}

static struct writing writing_of(struct letters *ls, const struct letter *l,
				 struct pictures *pictures, struct why *why)
{
	return (struct writing){ .l = l,
				 .words = words_of(ls, l->row->language),
				 .reference = ls->reference,
				 .rule_link = ls->rule_link,
				 .kept = &ls->kept,
				 .pictures = pictures,
				 .why = why };
}

enum err letters_report(struct letters *ls, const struct letter *l,
			struct arena *a, struct report *out, struct why *why)
{
	struct writing w = writing_of(ls, l, ls->pictures, why);
	enum err e;

	assert(l->game && l->view);
	w.a = *a;
	e = letter_report_write(&w);
	*a = w.a;
	*out = w.r;
	return e;
}

enum err letters_story(struct letters *ls, const struct letter *l,
		       struct arena *a, struct str *out, struct why *why)
{
	struct narrator n = { .words = words_of(ls, l->row->language),
			      .sys = l->sys,
			      .format = TEMPLATE_TEXT };
	const struct tval *told;
	struct buf b;

	report_game_tells(&n, l->report, l->view->state);
	letter_seat_names(l, n.seat_name);
	told = narrate_events(a, &n, l->events, l->n_events, why);
	buf_init(&b, STORY_MAX);
	for (const struct tval *v = told->first; v; v = v->next) {
		const struct tval *text = tval_get(v, STR("text"));
		bool main = tval_holds(tval_get(v, STR("main")));

		if (text)
			buf_addf(&b, "%s%.*s\n", main ? "" : "  - ",
				 STR_ARG(text->text));
	}
	*out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return ERR_OK;
}

/* its words, and what there is of its picture */
static enum err words_write(struct writing *w)
{
	const struct letter *l = w->l;
	enum err e;

	if (l->form == LETTER_PLAIN)
		e = plain_write(w);
	else if (l->game && l->view && str_is(l->row->kind, "report"))
		e = letter_report_write(w);
	else
		e = letter_write(w);
	if (l->first_s) {
		w->r.subject = writing_said_again(w, "again.subject");
		if (!w->r.html.len)
			w->r.text = str_of(arena_printf(
				&w->a, "%.*s\n\n%.*s",
				STR_ARG(writing_said_again(w, "again.text")),
				STR_ARG(w->r.text)));
	}
	if (l->wish.form == WISH_TEXT)
		w->r.html = STR("");
	/* a slip of a translator must not cost a player the report */
	return e == ERR_FORMAT ? ERR_OK : e;
}

enum err letters_render(struct letters *ls, const struct letter *l,
			struct buf *out, struct why *why)
{
	struct writing w = writing_of(ls, l, ls->pictures, why);
	enum err e = words_write(&w);

	if (!e)
		e = compose(&w, out);
	arena_release(&w.a);
	return e;
}

/* --- in two steps --------------------------------------------------------- */

enum err letters_begin(struct letters *ls, const struct letter *l,
		       struct writing **out, struct why *why)
{
	struct writing *w = need(calloc(1, sizeof(*w)));
	enum err e;

	assert(ls->painters);
	*w = writing_of(ls, l, ls->sketched, why);
	*out = w;
	e = words_write(w);
	for (int i = 0; i < N_PICTURES; i++) {
		struct str sketch = *writing_picture(w, (enum picture)i);

		w->hung[i] = !e && sketch.len;
		if (!w->hung[i])
			continue;
		w->painting[i].sketch = sketch;
		w->painting[i].of = l->game->id;
		painters_add(ls->painters, &w->painting[i]);
	}
	if (e)
		letters_drop(ls, w);
	if (e)
		*out = NULL;
	return e;
}

enum writing_state letters_state(struct letters *ls, const struct writing *w)
{
	painters_turn(ls->painters);
	for (int i = 0; i < N_PICTURES; i++)
		if (w->hung[i] && w->painting[i].state == PAINTING_BROKEN)
			return WRITING_BROKEN;
	for (int i = 0; i < N_PICTURES; i++)
		if (w->hung[i] && w->painting[i].state != PAINTING_DONE)
			return WRITING_WAITS;
	return WRITING_READY;
}

enum err letters_finish(struct letters *ls, struct writing *w, struct buf *out,
			struct why *why)
{
	enum err e;

	assert(letters_state(ls, w) == WRITING_READY);
	w->why = why;
	for (int i = 0; i < N_PICTURES; i++)
		if (w->hung[i])
			*writing_picture(w, (enum picture)i) =
				w->painting[i].png;
	e = compose(w, out);
	letters_drop(ls, w);
	return e;
}

void letters_drop(struct letters *ls, struct writing *w)
{
	for (int i = 0; i < N_PICTURES; i++)
		if (w->hung[i])
			painters_forget(ls->painters, &w->painting[i]);
	arena_release(&w->a);
	free(w);
}
