/* src/judge/notify/mail_values.c */
#include "judge/notify/mail_values.h"
#include "base/date.h"
#include "base/parse.h"
#include "judge/notify/mail_answers.h"
#include "judge/game/reject.h"
#include "judge/notify/json_values.h"
#include "judge/notify/payload.h"
#include "judge/game/timezone.h"
#include <string.h>

/* "expires", "deadline": seconds since 1970 or as events have times */
static bool moment_of(json_t *j, int64_t *utc_s)
{
	if (!json_is_integer(j))
		return date_parse_time(str_of(json_string_value(j)), utc_s);
	*utc_s = json_integer_value(j);
	return true;
}

/* Why a command was not done: {no.said}, of {a} {b} {c}. */
static struct tval *reject_values(struct render_ctx *w, struct str kept)
{
	struct reject_said no;
	struct tval *v = tval_map(&w->a);

	if (!reject_parse(kept, &no))
		return tval_text(&w->a, STR(""));
	tval_put(&w->a, v, "said", tval_word(&w->a, "no.%s", no.name));
	for (int i = 0; i < REJECT_ARGS && no.kind[i]; i++) {
		const char *letter = arena_printf(&w->a, "%c", 'a' + i);
		struct str name = no.kind[i] == 't'
					  ? reject_text_name(&w->a, no.arg[i])
					  : no.arg[i];
		const char *key = arena_printf(
			&w->a, "%s.%.*s", no.kind[i] == 'r' ? "reason" : "text",
			STR_ARG(name));

		tval_put(&w->a, v, letter,
			 no.kind[i] != 'w' &&
					 messages_message(w->words, str_of(key))
				 ? tval_word(&w->a, "%s", key)
				 : tval_text(&w->a, no.arg[i]));
	}
	return v;
}

/* days of the week, by the names of their words */
static struct tval *days_values(struct render_ctx *w, json_t *days)
{
	struct tval *list = tval_list(&w->a);
	json_t *day;
	size_t i;

	json_array_foreach(days, i, day) if (json_is_string(day)) tval_add(
		list, tval_word(&w->a, "word.%s", json_string_value(day)));
	return list;
}

/* The first lines of somebody's next mail; a time on the reader's clock. */
static void lines_values(struct render_ctx *w, json_t *one, struct tval *v)
{
	struct str rest = str_of(json_string_value(
			   json_object_get(one, "first_lines"))),
		   line;
	struct tval *lines = tval_put(&w->a, v, "first", tval_list(&w->a));

	while (parse_line(&rest, &line))
		tval_add(lines, tval_text(&w->a, line));
}

static void moment_values(struct render_ctx *w, json_t *one, const char *key,
			  struct tval *v)
{
	struct report_time t;
	int64_t at;

	if (!json_object_get(one, key) ||
	    !moment_of(json_object_get(one, key), &at))
		return;
	t = timezone_time(w->l->zone, at);
	tval_put(&w->a, v, key,
		 report_time(&w->a, w->words, TEMPLATE_TEXT, &t));
}

/* A game, with the title of its system; {first} is a line each. */
static struct tval *game_values(struct render_ctx *w, json_t *one,
				struct tval *list)
{
	struct tval *v = tval_add(list, tval_of_json(&w->a, one, NULL));
	struct tval *named = render_ctx_named(
		w, "system", json_string_value(json_object_get(one, "system")));

	if (named)
		tval_put(&w->a, v, "system", named);
	lines_values(w, one, v);
	return v;
}

/* What paused it, in the reader's words if the judge did; else NULL. */
static struct tval *pause_values(struct render_ctx *w, const json_t *text)
{
	return json_is_string(text)
		       ? narrate_fixed_text(&w->a, w->words,
					    str_of(json_string_value(text)))
		       : NULL;
}

/* for whom it waits, since when and until when */
static void waits_values(struct render_ctx *w, json_t *seat, struct tval *list)
{
	struct tval *v = tval_add(list, tval_of_json(&w->a, seat, NULL));

	moment_values(w, seat, "since", v);
	moment_values(w, seat, "until", v);
}

struct tval *mail_gm_summary_values(struct render_ctx *w, json_t *list)
{
	struct tval *out = tval_list(&w->a);
	json_t *one, *seat;
	size_t i, k;

	json_array_foreach(list, i, one)
	{
		struct tval *v = game_values(w, one, out);
		struct tval *waits = tval_list(&w->a);
		struct tval *paused =
			pause_values(w, json_object_get(one, "paused_by"));

		if (paused)
			tval_put(&w->a, v, "paused_by", paused);
		json_array_foreach(json_object_get(one, "waits"), k, seat)
			waits_values(w, seat, waits);
		tval_put(&w->a, v, "waits", waits);
	}
	return out;
}

/* games of the reader's: {until} is a moment */
static struct tval *games_values(struct render_ctx *w, json_t *list)
{
	struct tval *out = tval_list(&w->a);
	json_t *one;
	size_t i;

	json_array_foreach(list, i, one)
		moment_values(w, one, "until", game_values(w, one, out));
	return out;
}

/* The texts of a mail: {head} is the first line of each, {state} what became of
 * it. A verdict without words is told by a mail of its own. */
static struct tval *texts_values(struct render_ctx *w, json_t *list)
{
	struct tval *out = tval_list(&w->a);
	json_t *one, *value;
	const char *key;
	size_t i;

	json_array_foreach(list, i, one)
	{
		struct tval *v = tval_add(out, tval_map(&w->a));

		json_object_foreach(one, key, value)
		{
			const char *word = arena_printf(
				&w->a, "%s.%s", key, json_string_value(value));

			if (strcmp(key, "reason") ||
			    messages_message(w->words, str_of(word)))
				mail_values_put(w, v, STR("texts_row"), key,
						value);
		}
	}
	return out;
}

/* the value of a key of this type, or NULL: it is copied as it is */
static struct tval *typed_value(struct render_ctx *w, enum payload_type type,
				const char *key, json_t *value)
{
	const char *text = json_string_value(value);
	struct report_time t;
	int64_t at;

	switch (type) {
	case PAYLOAD_WORD:
		return text ? tval_word(&w->a, "%s.%s", key, text) : NULL;
	case PAYLOAD_NAME: return render_ctx_named(w, key, text);
	case PAYLOAD_MOMENT:
		if (!moment_of(value, &at))
			return NULL;
		t = timezone_time(w->l->zone, at);
		return report_time(&w->a, w->words, TEMPLATE_TEXT, &t);
	case PAYLOAD_REJECT:
		return text ? reject_values(w, str_of(text)) : NULL;
	case PAYLOAD_EVENTS: return mail_events_values(w, value);
	case PAYLOAD_ANSWERS: return mail_answers_values(w, value);
	case PAYLOAD_FORKS: return mail_forks_values(w, value);
	case PAYLOAD_GAMES: return games_values(w, value);
	case PAYLOAD_TEXTS: return texts_values(w, value);
	case PAYLOAD_DAYS: return days_values(w, value);
	default: return NULL;
	}
}

void mail_values_put(struct render_ctx *w, struct tval *to, struct str object,
		     const char *key, json_t *value)
{
	enum payload_type type = payload_type(object, key);
	struct tval *v;

	key = arena_strdup(&w->a, key);
	if (type == PAYLOAD_EVENTS)
		mail_preview_plan(w, key, value, to);
	v = typed_value(w, type, key, value);
	tval_put(&w->a, to, key, v ? v : tval_of_json(&w->a, value, NULL));
	/* a change that was not made is asked for (account_change.txt) */
	if (type == PAYLOAD_WORD && !strcmp(key, "what")) {
		struct str what = str_of(json_string_value(value));

		tval_puti(&w->a, to, "asked", str_starts(what, "ask_"));
		tval_puti(&w->a, to, "key_added", str_is(what, "key_added"));
	}
}
