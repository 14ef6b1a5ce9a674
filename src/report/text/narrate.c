/* src/report/text/narrate.c */
#include "report/text/narrate.h"
#include "base/ascii.h"
#include "report/text/game_summary.h"
#include "engine/state_path.h"
#include "base/date.h"
#include "base/parse.h"
#include "engine/common.h"
#include "engine/game.h"
#include "engine/suggest_fix.h"
#include <stdio.h>
#include <strings.h>

enum {
	LINKED_MAX = 1 << 16, /* a text of an event, every word of it a link */
	MESSAGE_MAX = 1 << 19
};

/* -- the parts of a sentence -----------------------------------------------*/

struct str narrate_key(struct arena *a, const char *name)
{
	char *key = arena_strdup(a, name);

	for (char *c = key; *c; c++)
		if (*c == ' ' || *c == '/' || *c == '_')
			*c = '-';
	return str_of(key);
}

struct str narrate_figure(struct arena *a, const struct narrator *n,
			  struct str name)
{
	const char *key;
	struct buf b;

	name = arena_str(a, name);
	key = arena_printf(a, "figure.%s", narrate_key(a, name.s).s);
	if (!name.len || !messages_message(n->words, str_of(key)))
		return name;
	buf_init(&b, 256);
	if (!messages_render(&b, n->words, key, TEMPLATE_TEXT, NULL, NULL))
		name = arena_str(a, buf_str(&b));
	buf_release(&b);
	return name;
}

struct str narrate_name(struct arena *a, const struct narrator *n,
			int32_t label)
{
	struct str name = { 0 };
	struct buf b;

	if (!n->name)
		return name;
	buf_init(&b, 256);
	n->name(n, label, &b);
	name = narrate_figure(a, n, buf_str(&b));
	buf_release(&b);
	return name;
}

struct tval *narrate_label(struct arena *a, const struct narrator *n,
			   int32_t label)
{
	char text[16] = "";
	struct str name;
	struct tval *v;

	if (!label)
		return tval_text(a, str_of(text));
	snprintf(text, sizeof(text), "%c%d", label_letter(label),
		 label_number(label));
	v = tval_named(a, str_of(text));
	name = narrate_name(a, n, label);
	tval_puts(a, v, "name", name);
	tval_putz(a, v, "full",
		  name.len ? arena_printf(a, "%s %.*s", text, STR_ARG(name))
			   : text);
	tval_putz(a, v, "who",
		  name.len ? arena_printf(a, "%.*s (%s)", STR_ARG(name), text)
			   : text);
	return v;
}

struct tval *narrate_seat(struct arena *a, const struct narrator *n, int seat)
{
	char letter[2] = "";
	struct tval *v;

	if (seat < 0 || seat >= SEATS_MAX)
		return tval_text(a, str_of(letter));
	letter[0] = (char)('A' + seat);
	v = tval_named(a, n->seat_name[seat].len ? n->seat_name[seat]
						 : str_of(letter));
	tval_putz(a, v, "letter", letter);
	return v;
}

struct tval *narrate_point(struct arena *a, int32_t x, int32_t y)
{
	struct tval *v = tval_map(a);

	tval_put(a, v, "x", tval_inches(a, x));
	tval_put(a, v, "y", tval_inches(a, y));
	return v;
}

static const char *rule_id(const struct narrator *n, int rule)
{
	const struct rule_table *t = n->sys->events.rules;

	return t && 0 < rule && rule < t->n ? t->name[rule] : "";
}

static bool has_links(const struct narrator *n)
{
	return (n->format == TEMPLATE_HTML || n->both) && n->rule_link.len;
}

static void link_add(struct buf *b, const struct narrator *n, struct str id)
{
	buf_addz(b, "<a href=\"");
	template_escape(b, TEMPLATE_HTML, n->rule_link);
	template_escape(b, TEMPLATE_HTML, id);
	buf_addz(b, "\">");
	template_escape(b, TEMPLATE_HTML, id);
	buf_addz(b, "</a>");
}

/* a text that has links in HTML */
static struct tval *narrate_linked(struct arena *a, const struct narrator *n,
				   struct str text, struct str html)
{
	struct tval *v;

	if (!n->both)
		return tval_markup(a, html);
	v = tval_text(a, text);
	v->html = arena_str(a, html);
	return v;
}

struct tval *narrate_rule(struct arena *a, const struct narrator *n, int rule)
{
	struct str id = str_of(rule_id(n, rule));
	struct buf b;
	struct tval *v;

	if (!has_links(n) || !id.len)
		return tval_text(a, id);
	buf_init(&b, LINKED_MAX);
	link_add(&b, n, id);
	v = narrate_linked(a, n, id, buf_str(&b));
	buf_release(&b);
	return v;
}

/* letters, digits and '-' make a word that could hold an id */
static bool is_of_id(char c)
{
	return ('A' <= c && c <= 'Z') || ('a' <= c && c <= 'z') ||
	       ascii_is_digit(c) || c == '-';
}

static bool is_rule(const struct narrator *n, struct str word)
{
	const struct rule_table *t = n->sys->events.rules;

	for (int i = 1; t && i < t->n; i++)
		if (str_is(word, t->name[i]))
			return true;
	return false;
}

/* A text by a person; in HTML the rules that it cites are linked. */
static struct tval *narrate_cited(struct arena *a, const struct narrator *n,
				  struct str text)
{
	const struct str whole = text;
	struct tval *v;
	struct buf b;

	if (!has_links(n))
		return tval_text(a, text);
	buf_init(&b, LINKED_MAX);
	while (text.len) {
		struct str word = { text.s, 0 };

		while (word.len < text.len && is_of_id(text.s[word.len]))
			word.len++;
		if (is_rule(n, word))
			link_add(&b, n, word);
		else
			template_escape(&b, TEMPLATE_HTML, word);
		text.s += word.len;
		text.len -= word.len;
		word = (struct str){ text.s, 0 };
		while (word.len < text.len && !is_of_id(text.s[word.len]))
			word.len++;
		template_escape(&b, TEMPLATE_HTML, word);
		text.s += word.len;
		text.len -= word.len;
	}
	v = narrate_linked(a, n, whole, buf_str(&b));
	buf_release(&b);
	return v;
}

/* why a number is there: its own message, or "rule so and so" */
static struct tval *why_of(struct arena *a, const struct narrator *n, int rule)
{
	const char *id = rule_id(n, rule);
	char key[MESSAGES_MAX_KEY];

	snprintf(key, sizeof(key), "mod.%s", id);
	if (messages_message(n->words, str_of(key)))
		return tval_word(a, "%s", key);
	return tval_word(a, "mod.other");
}

struct tval *narrate_mods(struct arena *a, const struct narrator *n,
			  const int32_t *w, int words)
{
	struct tval *list = tval_list(a);

	for (int i = 0; i + 1 < words; i += 2) {
		struct tval *m = tval_add(list, tval_map(a));

		tval_put(a, m, "n", tval_signed(a, w[i + 1]));
		tval_put(a, m, "rule", narrate_rule(a, n, w[i]));
		tval_put(a, m, "why", why_of(a, n, w[i]));
	}
	return list;
}

/* this many units of a value make a hundredth, the unit of reports: lengths
 * are in thousandths of a hundredth of an inch, average clicks in
 * thousandths; 0: the number is shown unchanged */
static int fine_of(const char *name)
{
	if (!strcmp(name, "length") || !strcmp(name, "distance") ||
	    !strcmp(name, "gap"))
		return 1000;
	return strcmp(name, "mean") ? 0 : 10;
}

static struct tval *narrate_hex(struct arena *a, const int32_t *w, int words)
{
	char text[8 * 8 + 1] = "";

	for (int i = 0; i < words && i < 8; i++) {
		uint32_t u = (uint32_t)w[i];

		/* words are little endian, as in the log */
		snprintf(text + (size_t)i * 8, 9, "%02x%02x%02x%02x", u & 255,
			 u >> 8 & 255, u >> 16 & 255, u >> 24);
	}
	return tval_text(a, str_of(text));
}

/* Such a text followed by a seat: "quarantined D". */
static struct tval *said_of_seat(struct arena *a, const struct messages *words,
				 struct str text)
{
	struct tval *v = tval_map(a);
	struct str end = { text.s + text.len - 2, 2 };
	const char *key;
	struct buf out;
	struct tval *said = NULL;

	if (text.len < 3 || end.s[0] != ' ' || end.s[1] < 'A' || end.s[1] > 'Z')
		return NULL;
	text.len -= 2;
	key = arena_printf(a, "said.%s",
			   narrate_key(a, arena_str(a, text).s).s);
	tval_puts(a, v, "seat", (struct str){ end.s + 1, 1 });
	buf_init(&out, EVENT_TEXT_ROOM);
	if (messages_message(words, str_of(key)) &&
	    !messages_render(&out, words, key, TEMPLATE_TEXT, v, NULL))
		said = tval_text(a, arena_str(a, buf_str(&out)));
	buf_release(&out);
	return said;
}

struct tval *narrate_fixed_text(struct arena *a, const struct messages *words,
				struct str text)
{
	const char *key = arena_printf(a, "said.%s",
				       narrate_key(a, arena_str(a, text).s).s);

	return messages_message(words, str_of(key))
		       ? tval_word(a, "%s", key)
		       : said_of_seat(a, words, text);
}

/* What people wrote is shown as it is. */
static struct tval *narrate_quoted(struct arena *a, const struct narrator *n,
				   const char *field, struct str text)
{
	static const char *const fields[] = { "by",     "cause",   "role",
					      "policy", "verdict", "what" };
	struct tval *ours = narrate_fixed_text(a, n->words, text);
	int64_t at_s;

	if (n->moment && date_parse_time(text, &at_s))
		return n->moment(a, n, at_s);
	for (size_t i = 0; i < ARRAY_LEN(fields); i++)
		if (ours && !strcmp(field, fields[i]))
			return ours;
	return strcmp(field, "cause") ? tval_text(a, text)
				      : narrate_cited(a, n, text);
}

struct tval *narrate_word(struct arena *a, const struct narrator *n,
			  const char *name)
{
	struct str key = narrate_key(a, name);
	const char *own = arena_printf(a, "%s.word.%s", n->sys->name, key.s);

	return messages_message(n->words, str_of(own))
		       ? tval_word(a, "%s", own)
		       : tval_word(a, "word.%s", key.s);
}

static struct tval *point(struct arena *a, const struct narrator *n, int32_t x,
			  int32_t y)
{
	return n->point ? n->point(a, x, y) : narrate_point(a, x, y);
}

static struct tval *field_value(struct arena *a, const struct narrator *n,
				const struct field *f, const int32_t *w,
				int words)
{
	char room[EVENT_TEXT_ROOM];
	struct tval *list;
	int fine;

	switch (f->type) {
	case FIELD_BOOL: return tval_int(a, w[0]);
	case FIELD_INT:
		fine = fine_of(f->name);
		return fine ? tval_inches(a, (w[0] + fine / 2) / fine)
			    : tval_int(a, w[0]);
	case FIELD_SEAT: return narrate_seat(a, n, w[0]);
	case FIELD_LABEL: return narrate_label(a, n, w[0]);
	case FIELD_POINT: return point(a, n, w[0], w[1]);
	case FIELD_HASH: return narrate_hex(a, w, words);
	case FIELD_TEXT:
		return narrate_quoted(
			a, n, f->name,
			text_unpack(w, words, room, sizeof(room)));
	case FIELD_MODS: return narrate_mods(a, n, w, words);
	case FIELD_ENUM:
		if (w[0] < 0 || w[0] >= f->n_names || !f->names[w[0]][0])
			return tval_text(a, (struct str){ 0 });
		return narrate_word(a, n, f->names[w[0]]);
	default: break;
	}
	list = tval_list(a);
	for (int i = 0; i < words; i++) {
		switch (f->type) {
		case FIELD_LABELS:
			tval_add(list, narrate_label(a, n, w[i]));
			break;
		case FIELD_SEATS:
			tval_add(list, narrate_seat(a, n, w[i]));
			break;
		case FIELD_RULES:
			tval_add(list, narrate_rule(a, n, w[i]));
			break;
		case FIELD_POINTS:
			if (i % 2)
				tval_add(list, point(a, n, w[i - 1], w[i]));
			break;
		default: tval_add(list, tval_int(a, w[i])); break;
		}
	}
	return list;
}

/* a value that was set, as players write it */
static void put_written(struct arena *a, const struct narrator *n,
			const struct event *e, struct tval *to)
{
	struct tval *list = tval_put(a, to, "value", tval_list(a));
	char room[EVENT_TEXT_ROOM];
	struct str path =
		event_get_text(e, COMMON_OVERRIDE_PATH, room, sizeof(room));
	int words;
	const int32_t *w = event_words(e, COMMON_OVERRIDE_VALUE, &words);

	for (int i = 0; i < words; i++) {
		struct buf text;

		buf_init(&text, 256);
		state_path_write(n->sys, path, w[i], &text);
		tval_add(list, tval_text(a, arena_str(a, buf_str(&text))));
		buf_release(&text);
	}
}

/* {is.condition}: why an order has left */
static void put_cause(struct arena *a, const struct event *e, struct tval *is)
{
	char room[EVENT_TEXT_ROOM];
	struct str why =
		event_get_text(e, COMMON_UNQUEUED_CAUSE, room, sizeof(room));

	tval_puti(a, is, arena_str(a, why).s, 1);
}

/*
 * {is.hero}: the kind of the carried thing; {hurt}: the wounds of a wounded
 * figure
 */
static void put_carried(struct arena *a, const struct event *e,
			struct tval *values, struct tval *is)
{
	char room[EVENT_TEXT_ROOM];
	struct str what =
		event_get_text(e, COMMON_CARRIED_OVER_WHAT, room, sizeof(room));
	int n;
	const int32_t *w = event_words(e, COMMON_CARRIED_OVER_VALUE, &n);

	tval_puti(a, is, arena_str(a, what).s, 1);
	if (str_is(what, "figure") && n)
		tval_puti(a, values, "hurt", w[0]);
}

/* the words of a press message, or of an opened text */
static void put_words(struct arena *a, const struct narrator *n,
		      const struct event *e, struct tval *values)
{
	bool letter = e->kind == COMMON_PRESS_SENT;
	const struct str *words = letter ? n->letters : n->opened;
	int at = 0, room = letter ? n->n_letters : n->n_opened;

	for (int i = 0; i < n->n_told && &n->told[i] != e; i++)
		at += n->told[i].kind == e->kind;
	if (at < room)
		tval_put(a, values, "words", tval_text(a, words[at]));
}

/*
 * Does an event say that no random word enters the dice? Then no player gave
 * one.
 */
static bool has_no_words(const struct narrator *n)
{
	for (int i = 0; i < n->n_told; i++)
		if (n->told[i].kind == COMMON_ENTROPY_SETTLED &&
		    !event_get(&n->told[i], COMMON_ENTROPY_SETTLED_WORDS))
			return true;
	return false;
}

/* {declined}: its seat gives none, as the event just before it says */
static void put_declined(struct arena *a, const struct narrator *n,
			 const struct event *e, struct tval *values)
{
	int32_t seat = event_get(e, COMMON_ENTROPY_MISSING_SEAT);
	bool declined = has_no_words(n);

	for (int i = 0; i < n->n_told && &n->told[i] != e; i++)
		declined |= n->told[i].kind == COMMON_ENTROPY_DECLINED &&
			    event_get(&n->told[i],
				      COMMON_ENTROPY_DECLINED_SEAT) == seat;
	tval_puti(a, values, "declined",
		  declined && !event_get(e, COMMON_ENTROPY_MISSING_SENT));
}

/* {needless}: an END in the same report as the event that ended its turn. The
 * turn has ended by itself. */
static void put_needless(struct arena *a, const struct narrator *n,
			 const struct event *e, struct tval *values)
{
	int32_t line = event_get(e, COMMON_LAPSED_LINE);
	struct queue_entry entry = { NULL, 0 };
	struct decision d;

	for (int i = 0; i < n->n_told && &n->told[i] != e; i++)
		if (n->told[i].kind == COMMON_QUEUED &&
		    event_get(&n->told[i], COMMON_QUEUED_LINE) == line)
			entry.w = event_words(&n->told[i], COMMON_QUEUED_ENTRY,
					      &entry.n);
	if (!entry.n || queue_entry_conditions(entry))
		return;
	queue_entry_alternative(entry, 0, &d);
	tval_puti(
		a, values, "needless",
		d.kind >= DECISION_FIRST_OWN &&
			!strcmp(decision_row(&n->sys->decisions, d.kind)->name,
				"end"));
}

/* {auto}: it is AUTO, {once}: for the current question */
static void put_auto_set(struct arena *a, const struct narrator *n,
			 const struct event *e, struct tval *values)
{
	struct queue_entry entry;
	struct decision d;

	entry.w = event_words(e, COMMON_STANDING_SET_ENTRY, &entry.n);
	if (!queue_entry_check(entry, &n->sys->decisions, n->sys->n_conditions))
		return;
	queue_entry_alternative(entry, 0, &d);
	tval_puti(a, values, "auto",
		  d.kind >= DECISION_FIRST_OWN &&
			  decision_row(&n->sys->decisions, d.kind)->is ==
				  CLASS_AUTO);
	tval_puti(a, values, "once",
		  (queue_entry_flags(entry) & QUEUE_ONCE) != 0);
}

/* what becomes of orders */
static void put_of_orders(struct arena *a, const struct narrator *n,
			  const struct event *e, struct tval *values)
{
	switch ((int)e->kind) {
	case COMMON_LAPSED: put_needless(a, n, e, values); return;
	case COMMON_STANDING_SET: put_auto_set(a, n, e, values); return;
	case COMMON_QUEUE_STOPPED:
		tval_puti(a, values, "kept", !n->none_wait);
		return;
	default: return;
	}
}

/* {former}: a player whose seat another one takes; the last of those who had
 * it, if several events give it away */
static void put_former(struct arena *a, const struct narrator *n,
		       const struct event *e, struct tval *values)
{
	char was[EVENT_TEXT_ROOM], is[EVENT_TEXT_ROOM];
	int seat = event_get(e, COMMON_SEAT_TAKEN_SEAT);
	struct str former;

	if (seat < 0 || seat >= SEATS_MAX ||
	    !event_text_is(e, COMMON_SEAT_TAKEN_ROLE, "player"))
		return;
	former = n->former[seat];
	for (int i = 0; i < n->n_told && &n->told[i] != e; i++)
		if (n->told[i].kind == COMMON_SEAT_TAKEN &&
		    event_get(&n->told[i], COMMON_SEAT_TAKEN_SEAT) == seat)
			former = event_get_text(&n->told[i],
						COMMON_SEAT_TAKEN_PERSON, was,
						sizeof(was));
	if (former.len &&
	    !str_equal(former, event_get_text(e, COMMON_SEAT_TAKEN_PERSON, is,
					      sizeof(is))))
		tval_puts(a, values, "former", arena_str(a, former));
}

/* what events of all games say beyond their fields */
static void put_common(struct arena *a, const struct narrator *n,
		       const struct event *e, struct tval *values,
		       struct tval *is)
{
	switch ((int)e->kind) {
	case COMMON_OPTION_SET:
		tval_put(a, values, "value", report_option(a, n->sys, e));
		return;
	case COMMON_OVERRIDE: put_written(a, n, e, values); return;
	case COMMON_SEAT_TAKEN: put_former(a, n, e, values); return;
	case COMMON_UNQUEUED: put_cause(a, e, is); return;
	case COMMON_CARRIED_OVER: put_carried(a, e, values, is); return;
	case COMMON_PRESS_SENT:
	case COMMON_PRESS_PUBLISHED: put_words(a, n, e, values); return;
	case COMMON_ENTROPY_MISSING: put_declined(a, n, e, values); return;
	case COMMON_ENTROPY_DECLINED:
		tval_puti(a, values, "none", has_no_words(n));
		return;
	default: put_of_orders(a, n, e, values); return;
	}
}

struct tval *narrate_values(struct arena *a, const struct narrator *n,
			    const struct event *e)
{
	const struct event_kind *k = event_kind(&n->sys->events, e->kind);
	struct tval *v = tval_map(a), *is, *rules;
	int from, to;

	assert(k);
	is = tval_put(a, v, "is", tval_map(a));
	for (int i = 0; i < k->n_fields && i < e->n_fields; i++) {
		const struct field *f = k->fields + i;
		int words;
		const int32_t *w = event_words(e, i, &words);

		tval_put(a, v, f->name, field_value(a, n, f, w, words));
		if (f->type == FIELD_MODS)
			tval_puti(a, v, arena_printf(a, "%s_sum", f->name),
				  words > 2);
		if (f->type == FIELD_ENUM && w[0] >= 0 && w[0] < f->n_names)
			tval_puti(a, is, narrate_key(a, f->names[w[0]]).s, 1);
	}
	put_common(a, n, e, v, is);
	from = event_field(k, "from");
	to = event_field(k, "to");
	if (from >= 0 && to >= 0 && k->fields[from].type == FIELD_INT &&
	    k->fields[to].type == FIELD_INT)
		tval_puti(a, is, "same",
			  event_get(e, from) == event_get(e, to));
	from = event_field(k, "by");
	to = event_field(k, "fig");
	if (from >= 0 && to >= 0)
		tval_puti(a, is, "self",
			  event_get(e, from) == event_get(e, to));
	rules = tval_put(a, v, "rules", tval_list(a));
	for (int i = 0; i < e->n_rules; i++)
		tval_add(rules, narrate_rule(a, n, e->rules[i]));
	tval_put(a, v, "rule",
		 narrate_rule(a, n, e->n_rules ? e->rules[0] : 0));
	if (n->more)
		n->more(a, n, e, v);
	return v;
}

/* -- sentences -------------------------------------------------------------*/

/* The message's key: GAME.NAME, or GAME.event.NAME or event.NAME. */
static const char *event_key(struct arena *a, const struct narrator *n,
			     const struct event *e)
{
	const struct event_kind *k = event_kind(&n->sys->events, e->kind);
	const char *own;

	if (e->kind >= EVENT_FIRST_OWN)
		return arena_printf(a, "%s.%s", n->sys->name, k->name);
	if (e->kind == COMMON_OVERRIDE &&
	    event_text_is(e, COMMON_OVERRIDE_BY, "table"))
		return "event.option_agreed";
	own = arena_printf(a, "%s.event.%s", n->sys->name, k->name);
	return messages_message(n->words, str_of(own))
		       ? own
		       : arena_printf(a, "event.%s", k->name);
}

struct tval *narrate_message(struct arena *a, const struct narrator *n,
			     const char *key, const struct tval *values,
			     struct why *why)
{
	struct buf b;
	struct tval *v;

	buf_init(&b, MESSAGE_MAX);
	(void)messages_render(&b, n->words, key, n->format, values, why);
	v = tval_markup(a, buf_str(&b));
	if (n->both) {
		buf_clear(&b);
		(void)messages_render(&b, n->words, key, TEMPLATE_HTML, values,
				      why);
		v->html = arena_str(a, buf_str(&b));
	}
	buf_release(&b);
	return v;
}

/* arguments of a refusal, by the types its row gives; {a}, {b} .. */
/* a text of a refusal: names of the rules (an ability) in the reader's words,
 * anything else unchanged */
static struct tval *refusal_text(struct arena *a, const struct narrator *n,
				 struct str text)
{
	struct str name = arena_str(a, text);
	struct str small = str_lower(a, name), key = narrate_key(a, small.s);
	const char *own = arena_printf(a, "%s.word.%s", n->sys->name, key.s);
	const char *common = arena_printf(a, "word.%s", key.s);

	return messages_message(n->words, str_of(own)) ||
			       messages_message(n->words, str_of(common))
		       ? narrate_word(a, n, small.s)
		       : tval_text(a, name);
}

static struct tval *refusal_values(struct arena *a, const struct narrator *n,
				   int reason, const int32_t *args, int n_args,
				   struct why *why)
{
	const struct refusal_kind *k = n->sys->refusals + reason;
	struct tval *v = tval_map(a);
	char room[EVENT_TEXT_ROOM];

	for (int i = 0; i < k->n_args; i++) {
		struct tval *arg;

		if (i >= n_args) {
			arg = tval_text(a, (struct str){ 0 });
		} else if (k->args[i] == FIELD_LABEL) {
			arg = narrate_label(a, n, args[i]);
		} else if (k->args[i] == FIELD_TEXT) {
			arg = refusal_text(a, n,
					   text_unpack(args + i, n_args - i,
						       room, sizeof(room)));
		} else if (k->args[i] == FIELD_ENUM) {
			/* another refusal, with what follows as its own; one
			 * inside one is as deep as it goes */
			if (args[i] > 0 && args[i] < n->sys->n_refusals &&
			    args[i] != reason)
				arg = narrate_refusal(a, n, args[i], 0,
						      args + i + 1,
						      n_args - i - 1, why);
			else
				arg = tval_text(a, (struct str){ 0 });
		} else {
			arg = tval_int(a, args[i]);
		}
		tval_put(a, v, arena_printf(a, "%c", 'a' + i), arg);
	}
	if (n->refusal)
		n->refusal(a, n, reason, args, n_args, v);
	return v;
}

struct tval *narrate_refusal(struct arena *a, const struct narrator *n,
			     int reason, int rule, const int32_t *args,
			     int n_args, struct why *why)
{
	const char *key = arena_printf(a, "%s.refusal.%s", n->sys->name,
				       n->sys->refusals[reason].name);
	const char *own;
	struct tval *values;

	assert(0 <= reason && reason < n->sys->n_refusals);
	values = refusal_values(a, n, reason, args, n_args, why);
	tval_put(a, values, "rule", narrate_rule(a, n, rule));
	own = arena_printf(a, "%s.%s", key, rule_id(n, rule));
	if (rule && messages_message(n->words, str_of(own)))
		key = own;
	return narrate_message(a, n, key, values, why);
}

/* Events that name a refusal by its text: `reason` and `args` become one. */
static void put_refusal(struct arena *a, const struct narrator *n,
			const struct event *e, struct tval *values,
			struct why *why)
{
	const struct event_kind *k = event_kind(&n->sys->events, e->kind);
	int reason = event_field(k, "reason"), args = event_field(k, "args");
	char room[EVENT_TEXT_ROOM];
	const int32_t *w;
	int words;
	struct str name;

	if (reason < 0 || args < 0 || k->fields[reason].type != FIELD_TEXT)
		return;
	w = event_words(e, reason, &words);
	name = text_unpack(w, words, room, sizeof(room));
	w = event_words(e, args, &words);
	for (int i = 1; i < n->sys->n_refusals; i++) {
		if (!str_is(name, n->sys->refusals[i].name))
			continue;
		tval_put(a, values, "reason",
			 narrate_refusal(a, n, i, e->n_rules ? e->rules[0] : 0,
					 w, words, why));
		return;
	}
}

/* an order as its player would write it; empty: it cannot be */
static struct str narrate_written(struct arena *a, const struct narrator *n,
				  const struct decision *d)
{
	struct str out = STR("");
	struct buf b;

	buf_init(&b, EVENT_TEXT_ROOM);
	if (n->write(n->writer, d, &b) && !b.full)
		out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return out;
}

/* as the reader sees it now */
static bool can_be_done(const struct narrator *n, int seat, struct trials *room,
			const struct decision *d)
{
	struct dry_run t;
	bool done;

	dry_run_begin(&t, room, n->sys, n->now);
	t.run.catalog = n->cards;
	done = dry_run_do(&t, seat, d) && !t.run.unknown;
	dry_run_end(&t);
	return done;
}

/* {instead}: the nearest that its player could order, empty: there is none;
 * {then}: and what was refused after it */
static void put_instead(struct arena *a, const struct narrator *n, int seat,
			const struct decision *d, struct str order,
			struct tval *values)
{
	struct str instead = STR(""), then = STR("");
	struct trials *room;
	struct decision *other;
	struct dry_run t;

	if (n->now && seat == n->seat) {
		room = trials_init(arena_alloc_raw(a, sizeof(*room)));
		other = ARENA_NEW(a, struct decision);
		if (!can_be_done(n, seat, room, d) &&
		    suggest_fix_of(n->sys, n->now, seat, n->cards, room, d,
				   other)) {
			instead = narrate_written(a, n, other);
			dry_run_begin(&t, room, n->sys, n->now);
			t.run.catalog = n->cards;
			if (other->kind != d->kind &&
			    dry_run_do(&t, seat, other) && !t.run.unknown &&
			    dry_run_do(&t, seat, d))
				then = order;
			dry_run_end(&t);
		}
	}
	tval_puts(a, values, "instead", instead);
	tval_puts(a, values, "then", then);
}

/* {order}: what AUTO stood for, as its player would write it */
static void put_auto(struct arena *a, const struct narrator *n,
		     const struct event *e, struct tval *values)
{
	struct decision *d = ARENA_NEW(a, struct decision);
	char room[EVENT_TEXT_ROOM];
	struct str json =
		event_get_text(e, COMMON_AUTO_CHOSE_ORDER, room, sizeof(room));

	tval_puts(a, values, "order",
		  n->write && decision_parse(json, &n->sys->decisions, d)
			  ? narrate_written(a, n, d)
			  : STR(""));
}

/* {order}: what was refused, as its player would write it; {instead}, {then} */
static void put_order(struct arena *a, const struct narrator *n,
		      const struct event *e, struct tval *values)
{
	struct decision *d = ARENA_NEW(a, struct decision);
	char room[EVENT_TEXT_ROOM];
	struct str json =
		event_get_text(e, COMMON_REFUSED_ORDER, room, sizeof(room));
	struct str order = STR("");

	if (n->write && decision_parse(json, &n->sys->decisions, d)) {
		order = narrate_written(a, n, d);
		put_instead(a, n, event_get(e, COMMON_REFUSED_SEAT), d, order,
			    values);
	}
	tval_puts(a, values, "order", order);
}

static bool is_among(const struct narrator *n, const struct event *e,
		     const char *const *names, size_t count)
{
	const struct event_kind *k = event_kind(&n->sys->events, e->kind);

	for (size_t i = 0; i < count; i++)
		if (!strcmp(k->name, names[i]))
			return true;
	return false;
}

/* What opens a new matter; the rest belongs to the event before it. */
static bool is_main(const struct narrator *n, const struct event *e)
{
	static const char *const names[] = {
		"action",
		"turn_start",
		"turn_end",
		"phase_entered",
		"game_over",
		"game_created",
		"adjudication",
		"refused",
		"deadline_passed",
		"game_paused",
		"game_resumed",
		"game_started",
		"override",
		"undone",
		"point_replayed",
		"halted",
		"withdrawn",
		"queue_stopped",
		"tokens_removed",
		"turn_started",
		"turn_ended",
		"activation_started",
		"phase",
		"activated",
		"passed",
		"over",
		"fork_found",
		"table_policy",
		"absence_announced",
		"absence_ended",
		"proposed",
		"proposal_answered",
		"rested",
		"proxy_named",
		"seat_played",
		"proxy_ended",
		"deadline_moved",
	};

	return is_among(n, e, names, ARRAY_LEN(names));
}

/* Events that a report which is too long leaves to the attachment: the turn
 * in a set-up is in the header, CARD shows tables, seals are for verifiers. */
static bool is_minor(const struct narrator *n, const struct event *e)
{
	static const char *const names[] = { "setup_turn", "table_defined",
					     "model_defined", "committed",
					     "opened" };

	return is_among(n, e, names, ARRAY_LEN(names));
}

static bool names_rule(const struct event *e, int n_rules, int rule)
{
	for (int k = 0; k < n_rules; k++)
		if (e->rules[k] == rule)
			return true;
	return false;
}

/* the rules of so many events, each once, as they come */
static void put_rules(struct arena *a, const struct narrator *n,
		      const struct event *v, int count, struct tval *list)
{
	for (int i = 0; i < count; i++)
		for (int k = 0; k < v[i].n_rules; k++) {
			int rule = v[i].rules[k];
			bool told = names_rule(v + i, k, rule);

			for (int j = 0; j < i; j++)
				told |= names_rule(v + j, v[j].n_rules, rule);
			if (!told)
				tval_add(list, narrate_rule(a, n, rule));
		}
}

/*
 * Events that can share a sentence, for the same reason: their message has a
 * second one, KEY.why, which is the same for all of them (empty: no sharing),
 * a third, KEY.each, of the differences, and KEY.all of {all} those.
 */
static void put_alike(struct arena *a, const struct narrator *n,
		      const char *key, struct tval *values, struct tval *out,
		      struct why *why)
{
	const char *reason = arena_printf(a, "%s.why", key);

	if (!messages_message(n->words, str_of(reason)))
		return;
	tval_put(a, out, "why", narrate_message(a, n, reason, values, why));
	tval_put(a, out, "each",
		 narrate_message(a, n, arena_printf(a, "%s.each", key), values,
				 why));
	tval_putz(a, out, "key", key);
}

enum {
	WEIGHT_END = 1000,   /* nothing is more important */
	WEIGHT_TABLE = 900,  /* of the table or the judge */
	WEIGHT_ORDERS = 850, /* what became of orders: never cut first */
	WEIGHT_MOMENT = 500, /* of a game: a headline names all of these */
	WEIGHT_RECORD = 10,
	MOMENTS_MAX = 16,
	HEAD_ROOM = 480,   /* of a mail's first sentence .. */
	SUBJECT_ROOM = 80, /* .. and of its subject, in bytes */
};

/* what an event weighs for a headline, those of all games, too */
static int weight_of(const struct narrator *n, const struct event *e)
{
	static const int ends[] = { COMMON_GAME_ENDED, COMMON_UNDONE,
				    COMMON_FORK_FOUND };
	static const int table[] = {
		COMMON_GAME_PAUSED,     COMMON_GAME_RESUMED,
		COMMON_GAME_STARTED,    COMMON_OVERRIDE,
		COMMON_DISPUTED,        COMMON_RULED,
		COMMON_PROPOSED,        COMMON_DECIDED,
		COMMON_DEADLINE_PASSED, COMMON_PROPOSAL_ANSWERED,
		COMMON_TABLE_POLICY,    COMMON_KEY_ADDED,
		COMMON_KEY_REVOKED,     COMMON_ADDRESS_CHANGED
	};
	static const int orders[] = { COMMON_REFUSED,      COMMON_ORDERS_MEANT,
				      COMMON_ENDS_NOTHING, COMMON_LAPSED,
				      COMMON_EXPIRED,      COMMON_WAITING };

	for (size_t i = 0; i < ARRAY_LEN(ends); i++)
		if (e->kind == ends[i])
			return WEIGHT_END;
	for (size_t i = 0; i < ARRAY_LEN(table); i++)
		if (e->kind == table[i])
			return WEIGHT_TABLE;
	for (size_t i = 0; i < ARRAY_LEN(orders); i++)
		if (e->kind == orders[i])
			return WEIGHT_ORDERS;
	return e->kind >= EVENT_FIRST_OWN && n->weight ? n->weight(e)
						       : WEIGHT_RECORD;
}

static int narrate_heaviest(const struct narrator *n, const struct event *v,
			    int count)
{
	int most = 0;

	for (int i = 0; i < count; i++) {
		int weight = weight_of(n, v + i);

		most = weight > most ? weight : most;
	}
	return most;
}

/* GAME.news.KIND, of a game's own events, or event.news.KIND; NULL: none */
static const char *head_key(struct arena *a, const struct narrator *n,
			    const struct event *e)
{
	const struct event_kind *k = event_kind(&n->sys->events, e->kind);
	const char *key;

	if (!k)
		return NULL;
	key = arena_printf(a, "%s.news.%s",
			   e->kind >= EVENT_FIRST_OWN ? n->sys->name : "event",
			   k->name);
	return messages_message(n->words, str_of(key)) ? key : NULL;
}

/* A vote to end the game is no news beside the end. */
static bool is_vote(const struct narrator *n, const struct event *e)
{
	const struct event_kind *k = event_kind(&n->sys->events, e->kind);

	return k && str_is(str_of(k->name), "end_vote");
}

/* Does a later event of its kind tell the outcome of another try of the same
 * figure? */
static bool is_tried_again(const struct narrator *n, const struct event *v,
			   int count)
{
	const struct event_kind *k = event_kind(&n->sys->events, v->kind);
	bool rolls = false;

	for (int f = 0; k && v->kind >= EVENT_FIRST_OWN && f < k->n_fields; f++)
		rolls |= !strcmp(k->fields[f].name, "ok");
	for (int i = 1; rolls && i < count; i++)
		if (v[i].kind == v->kind &&
		    event_get(v + i, 0) == event_get(v, 0))
			return true;
	return false;
}

static struct tval *join_heads(struct arena *a, const struct tval *one,
			       const char *between, const struct tval *other)
{
	struct tval *v = tval_markup(
		a, str_of(arena_printf(a, "%.*s%s%.*s", STR_ARG(one->text),
				       between, STR_ARG(other->text))));

	if (one->html.len && other->html.len)
		v->html =
			str_of(arena_printf(a, "%.*s%s%.*s", STR_ARG(one->html),
					    between, STR_ARG(other->html)));
	return v;
}

/* the heaviest news of some events, and the great moments among the others */
struct heads {
	struct tval *best;
	const char *best_key;
	int most; /* its weight */
	int at;   /* its event */
	struct tval *moments[MOMENTS_MAX];
	int n_moments;
};

/* The words of v[i]; NULL: it has none. */
static struct tval *head_of(struct arena *a, const struct narrator *here, int i,
			    const char **key, struct why *why)
{
	const struct event *v = here->told;
	struct tval *told;

	*key = head_key(a, here, v + i);
	if (!*key || is_tried_again(here, v + i, here->n_told - i))
		return NULL;
	told = narrate_message(a, here, *key, narrate_values(a, here, v + i),
			       why);
	return told->text.len ? told : NULL;
}

static void find_best(struct arena *a, const struct narrator *here, bool over,
		      struct heads *h, struct why *why)
{
	const struct event *v = here->told;

	for (int i = 0; i < here->n_told; i++) {
		int weight = over && is_vote(here, v + i)
				     ? 0
				     : weight_of(here, v + i);
		bool also = h->best && weight == h->most;
		const char *key;
		struct tval *told = weight >= h->most
					    ? head_of(a, here, i, &key, why)
					    : NULL;

		/* several seats can leave at once: all are named */
		if (!told ||
		    (also && (weight < WEIGHT_TABLE || weight >= WEIGHT_END ||
			      v[i].kind < EVENT_FIRST_OWN ||
			      strcmp(key, h->best_key) != 0)))
			continue;
		if (also) {
			h->best = join_heads(a, h->best, ", ", told);
			continue;
		}
		h->best = told;
		h->best_key = key;
		h->most = weight;
		h->at = i;
	}
}

static bool is_told(const struct heads *h, const struct tval *told)
{
	for (int i = 0; i < h->n_moments; i++)
		if (str_equal(h->moments[i]->text, told->text))
			return true;
	return memmem(h->best->text.s, h->best->text.len, told->text.s,
		      told->text.len) != NULL;
}

static void find_moments(struct arena *a, const struct narrator *here,
			 bool over, struct heads *h, struct why *why)
{
	const struct event *v = here->told;

	for (int i = 0; i < here->n_told && h->n_moments < MOMENTS_MAX; i++) {
		int weight = weight_of(here, v + i);
		const char *key;
		struct tval *told;

		if (i == h->at || v[i].kind < EVENT_FIRST_OWN ||
		    weight < WEIGHT_MOMENT || (over && is_vote(here, v + i)))
			continue;
		told = head_of(a, here, i, &key, why);
		if (told && !is_told(h, told))
			h->moments[h->n_moments++] = told;
	}
}

/* The best and as many moments as fit into `room` bytes, the rest as a number.
 */
static struct tval *headline_within(struct arena *a, const struct narrator *n,
				    const struct heads *h, size_t room,
				    struct why *why)
{
	struct tval *told = h->best, *more;
	int i = 0;

	while (i < h->n_moments &&
	       told->text.len + h->moments[i]->text.len + 2 <= room)
		told = join_heads(a, told, "; ", h->moments[i++]);
	if (i == h->n_moments)
		return told;
	more = tval_map(a);
	tval_puti(a, more, "more", h->n_moments - i);
	return join_heads(a, told, "; ",
			  narrate_message(a, n, "report.more_news", more, why));
}

struct headline narrate_headline(struct arena *a, const struct narrator *n,
				 const struct event *v, int count,
				 struct why *why)
{
	struct narrator here = *n;
	struct heads h = { .best_key = "" };
	bool over = narrate_heaviest(n, v, count) >= WEIGHT_END;

	here.told = v;
	here.n_told = count;
	find_best(a, &here, over, &h, why);
	if (!h.best)
		return (struct headline){ 0 };
	find_moments(a, &here, over, &h, why);
	return (struct headline){
		.whole = headline_within(a, &here, &h, HEAD_ROOM, why),
		.subject = headline_within(a, &here, &h, SUBJECT_ROOM, why)
	};
}

/* Was an order read as it is written, apart from a remark after it? */
static bool is_read_as_written(const struct event *e)
{
	char room[EVENT_TEXT_ROOM], other[EVENT_TEXT_ROOM];
	struct str said, order;
	const char *remark;

	if (e->kind != COMMON_ORDERS_MEANT)
		return false;
	said = event_get_text(e, COMMON_ORDERS_MEANT_SAID, room, sizeof(room));
	order = event_get_text(e, COMMON_ORDERS_MEANT_ORDER, other,
			       sizeof(other));
	remark = said.len ? memmem(said.s, said.len, "//", 2) : NULL;
	if (remark)
		said.len = (size_t)(remark - said.s);
	said = parse_trim(said);
	return said.len == order.len && !strncasecmp(said.s, order.s, said.len);
}

/* the first of these events, and those that share its sentence: *used */
static struct tval *narrate_sentence(struct arena *a, const struct narrator *n,
				     const struct event *e, int count,
				     int *used, struct why *why)
{
	const struct event_kind *k = event_kind(&n->sys->events, e->kind);
	struct tval *values, *text, *out;
	const struct tval *of_course;
	const char *key;

	*used = 1;
	if (!k || is_read_as_written(e))
		return NULL;
	key = event_key(a, n, e);
	values = narrate_values(a, n, e);
	put_refusal(a, n, e, values, why);
	if (e->kind == COMMON_REFUSED)
		put_order(a, n, e, values);
	if (e->kind == COMMON_AUTO_CHOSE)
		put_auto(a, n, e, values);
	if (n->fold)
		*used = n->fold(a, n, e, count, values);
	tval_puti(a, values, "terse", n->terse);
	text = narrate_message(a, n, key, values, why);
	if (!text->text.len)
		return NULL;
	out = tval_map(a);
	tval_put(a, out, "text", text);
	tval_puti(a, out, "main", is_main(n, e));
	tval_puti(a, out, "minor", is_minor(n, e));
	tval_puti(a, out, "weight", narrate_heaviest(n, e, *used));
	of_course = tval_get(values, STR("bookkeeping"));
	tval_puti(a, out, "bookkeeping", of_course && tval_holds(of_course));
	tval_putz(a, out, "kind", k->name);
	tval_puti(a, out, "common", e->kind < EVENT_FIRST_OWN);
	put_rules(a, n, e, *used, tval_put(a, out, "rules", tval_list(a)));
	put_alike(a, n, key, values, out, why);
	return out;
}

struct tval *narrate_event(struct arena *a, const struct narrator *n,
			   const struct event *e, struct why *why)
{
	int used;

	return narrate_sentence(a, n, e, 1, &used, why);
}

/* A card or a model that comes several times reads the same each time, and an
 * event for one player alone comes once more for all: a report has it once. */
static bool is_known(const struct tval *list, const struct tval *told)
{
	struct str kind = tval_get(told, STR("kind"))->text;

	if (!str_ends(kind, "_defined") && !str_ends(kind, "_accepted"))
		return false;
	for (const struct tval *x = list->first; x; x = x->next)
		if (str_equal(tval_get(x, STR("kind"))->text, kind) &&
		    str_equal(tval_get(x, STR("text"))->text,
			      tval_get(told, STR("text"))->text))
			return true;
	return false;
}

/* orders that are kept, of a game that is over */
static bool is_vain(const struct tval *list, const struct event *e)
{
	if (e->kind != COMMON_WAITING)
		return false;
	for (const struct tval *x = list->first; x; x = x->next)
		if (str_is(tval_get(x, STR("kind"))->text, "game_over"))
			return true;
	return false;
}

/* After which of these can play be taken back: the number of the last of them
 * among the public events of its point, of which *at came before; 0: none. */
static int number_of(const struct event *v, int count, int *at)
{
	int number = 0;

	for (int i = 0; i < count; i++) {
		if (v[i].kind == COMMON_ADJUDICATION)
			*at = 0;
		*at += v[i].audience == AUDIENCE_ALL;
		if (game_is_play(v[i].kind, v[i].audience))
			number = *at;
	}
	return number;
}

struct tval *narrate_events(struct arena *a, const struct narrator *n,
			    const struct event *v, int count, struct why *why)
{
	struct tval *list = tval_list(a);
	struct narrator here = *n;
	int used, number, at = 0;

	here.told = v;
	here.n_told = count;
	for (int i = 0; i < count; i += used) {
		struct tval *told = narrate_sentence(a, &here, v + i, count - i,
						     &used, why);

		number = number_of(v + i, used, &at);
		if (told && !is_known(list, told) && !is_vain(list, v + i)) {
			tval_puti(a, told, "upto", i + used);
			if (number)
				tval_puti(a, told, "number", number);
			tval_add(list, told);
		}
	}
	return list;
}
