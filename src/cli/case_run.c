/* src/cli/case_run.c - running one case */
#include "cli/case.h"
#include "base/parse.h"
#include "rules/common.h"
#include "rules/dungeons/setup_case.h"
#include "rules/rebellion/setup_case.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum {
	CASE_MAX_DICE = 512,
	CASE_MAX_CARDS = 64,
	CASE_MAX_FAULTS = 65536,
	CASE_MAX_ORDERS = 400
};

/* One run. */
struct running {
	struct cases *c;
	struct case_system *sys;
	struct arena arena;
	struct case_result *out;
	struct game_run run;
	struct event_list events;
	struct setup setup;
	struct dice dice;
	struct catalog catalog;
	struct secrets secrets;
	uint32_t faces[CASE_MAX_DICE];
	int n_dice;
	struct str card_name[CASE_MAX_CARDS];
	struct event *card[CASE_MAX_CARDS];
	int n_cards;
	bool set_up;                        /* the position is complete */
	int line;                           /* of the file */
	int n_orders;                       /* lines of orders so far */
	int complaint[CASE_MAX_ORDERS + 2]; /* by order: kind + 1, or 0 */
	/* a block of orders being read */
	bool in_block, preview;
	bool in_drawing;
	bool drawing_refused; /* and no line has said that it should be */
	int drawing_fault;    /* its line */
	struct buf refusal;   /* why */
	int block_seat, block_line;
	struct buf block;
	int n_set_up; /* events of the set-up */
};

static void fault(struct running *x, const char *fmt, ...) PRINTF_LIKE(2, 3);

static void fault(struct running *x, const char *fmt, ...)
{
	char text[1024];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	buf_addf(&x->out->faults, "line %d: %s\n", x->line, text);
	x->out->n_faults++;
}

/* --- dice and cards ---------------------------------------------------- */

static uint32_t scripted(const void *source, uint32_t roll, uint32_t draw)
{
	/* how often it was asked is looked at when all is over */
	const struct running *x = source;

	/* past the script no case holds; but ties must end some time */
	return roll < (uint32_t)x->n_dice
		       ? x->faces[roll] - 1
		       : (roll + draw) * UINT32_C(2654435761) >> 8;
}

static bool define(const void *source, struct str key, struct event *out)
{
	const struct running *x = source;
	struct arena a = { 0 };
	struct str folded = utf8_fold(&a, key);
	bool found = false;

	for (int i = 0; i < x->n_cards && !found; i++)
		if (str_equal(folded, utf8_fold(&a, x->card_name[i]))) {
			event_copy(out, x->card[i]);
			found = true;
		}
	arena_release(&a);
	if (!found && x->sys->catalog) {
		struct catalog c = x->sys->catalog(&x->c->figures);

		found = c.define(c.source, key, out);
	}
	return found;
}

/* hidden draws: the same in every run, and no case hangs on them */
static uint32_t hidden(const void *source, uint32_t number, uint32_t draw)
{
	(void)source;
	return (number * UINT32_C(2654435761) ^ draw) >> 7;
}

static bool resolve_card(const void *source, struct str text, struct buf *key,
			 struct buf *nearest)
{
	struct event *e = malloc(sizeof(*e));
	bool found;

	if (!e)
		abort();
	(void)nearest;
	found = define(source, text, e);
	free(e);
	return found && buf_adds(key, text);
}

/* --- words of a line --------------------------------------------------- */

static int split(struct running *x, struct str line, struct str *word)
{
	struct buf why;
	int n;

	buf_init(&why, 256);
	x->setup.fault = &why;
	n = setup_split(&x->setup, line, word);
	if (n < 0)
		fault(x, "%s", why.s);
	buf_release(&why);
	return n;
}

/* field=value, of which the value may be quoted: cut there */
static int split_fields(struct running *x, struct str line, struct str *word)
{
	int n = 0;

	for (line = parse_trim(line); line.len; line = parse_trim(line)) {
		size_t len = 0;
		bool quoted = false;

		if (n == SETUP_MAX_WORDS) {
			fault(x, "too many words");
			return -1;
		}
		while (len < line.len &&
		       (quoted || (line.s[len] != ' ' && line.s[len] != '\t')))
			quoted ^= line.s[len++] == '"';
		word[n++] = (struct str){ line.s, len };
		line.s += len;
		line.len -= len;
	}
	return n;
}

static bool whole(struct str s, int min, int max, int *out)
{
	int64_t v;

	if (!parse_int(s, min, max, &v))
		return false;
	*out = (int)v;
	return true;
}

/* --- the position ------------------------------------------------------ */

static void finish_set_up(struct running *x)
{
	struct buf why;

	if (x->set_up)
		return;
	x->set_up = true;
	buf_init(&why, 1024);
	x->setup.fault = &why;
	if (!x->sys->setup->finish(&x->setup))
		fault(x, "%s", why.s ? why.s : "the position is not complete");
	x->n_set_up = x->events.n;
	if (!why.len)
		game_pump(&x->run, true);
	buf_release(&why);
}

static void line_of_position(struct running *x, struct str line)
{
	struct str word[SETUP_MAX_WORDS];
	int n = split(x, line, word);
	struct buf why;

	if (n < 1)
		return;
	if (x->set_up) {
		fault(x, "no such line behind the position: %.*s",
		      STR_ARG(word[0]));
		return;
	}
	buf_init(&why, 1024);
	x->setup.fault = &why;
	if (str_is(word[0], "card")) {
		struct event *e = ARENA_NEW(&x->arena, struct event);

		if (x->n_cards == CASE_MAX_CARDS) {
			fault(x, "too many cards");
		} else if (n < 2 || !x->sys->setup->card(&x->setup, word + 1,
							 n - 1, e)) {
			fault(x, "%s", why.s ? why.s : "a card has a name");
		} else {
			x->card_name[x->n_cards] = word[1];
			x->card[x->n_cards++] = e;
		}
	} else if (!x->sys->setup->line(&x->setup, word, n)) {
		fault(x, "%s", why.s ? why.s : "not understood");
	}
	buf_release(&why);
}

static void line_dice(struct running *x, struct str rest)
{
	struct str word[SETUP_MAX_WORDS];
	int n = split(x, rest, word), face;

	for (int i = 0; i < n; i++) {
		if (x->n_dice == CASE_MAX_DICE ||
		    !whole(word[i], 1, DICE_MAX_SIDES, &face)) {
			fault(x, "no die: %.*s", STR_ARG(word[i]));
			return;
		}
		x->faces[x->n_dice++] = (uint32_t)face;
	}
}

/* --- orders ------------------------------------------------------------ */

static void note_complaints(struct running *x, const struct orders *o)
{
	for (int i = 0; i < o->n_complaints && i < ORDERS_MAX_COMPLAINTS; i++) {
		int line = o->complaints[i].line;

		if (line <= CASE_MAX_ORDERS && !x->complaint[line])
			x->complaint[line] = 1 + (int)o->complaints[i].kind;
	}
}

static void ask_queries(struct running *x, int seat, const struct orders *o)
{
	for (int i = 0; i < o->n_lines; i++)
		if (o->lines[i].kind == LINE_QUERY &&
		    x->events.max - x->events.n > GAME_MARGIN)
			game_query(x->run.game, seat, o->lines[i].query,
				   &x->events);
}

static void try_now(struct running *x, int seat, const struct orders *o)
{
	struct decision d;

	for (int i = 0; i < o->n_lines; i++) {
		if (o->lines[i].kind != LINE_ORDER)
			continue;
		queue_entry_alternative(o->lines[i].entry, 0, &d);
		game_try(&x->run, seat, o->lines[i].line, &d);
	}
	game_pump(&x->run, true);
}

/*
 * A mail. Its lines are numbered on from the orders before it: so many empty
 * ones are put in front.
 */
static void orders_of(struct running *x, int seat, struct str text, int lines,
		      bool alone, bool now)
{
	struct grammar_names names = { .card = resolve_card, .source = x };
	struct orders *o = ARENA_NEW(&x->arena, struct orders);
	struct submission s;
	struct buf mail;

	finish_set_up(x);
	if (x->n_orders + lines > CASE_MAX_ORDERS) {
		fault(x, "more than %d lines of orders", CASE_MAX_ORDERS);
		return;
	}
	if (x->events.max - x->events.n < 2 * GAME_MARGIN) {
		fault(x, "too much happens in this case");
		return;
	}
	buf_init(&mail, ORDERS_MAX_TEXT);
	for (int i = 0; i < x->n_orders; i++)
		buf_addc(&mail, '\n');
	buf_adds(&mail, text);
	x->n_orders += lines;
	orders_read(&x->arena, &x->sys->grammar, &names,
		    arena_str(&x->arena, buf_str(&mail)), o);
	buf_release(&mail);
	note_complaints(x, o);
	if (o->n_complaints)
		return;
	orders_submission(&x->arena, o, seat, &s);
	s.hold = alone;
	s.wait |= alone;
	if (x->preview) {
		struct event_list list = x->events;
		struct game *copy = malloc(sizeof(*copy));

		if (!copy)
			abort();
		game_preview(x->run.game, &s, &x->catalog, copy, &list);
		free(copy);
		x->events.n = list.n;
		return;
	}
	if (now)
		try_now(x, seat, o);
	else if (s.n || s.n_standing || s.n_forget || s.clear || s.resume)
		if (game_submit(&x->run, &s) != SUBMIT_DONE)
			fault(x, "the queue is full");
	ask_queries(x, seat, o);
}

static void start_block(struct running *x, struct str rest, bool preview)
{
	struct str word[SETUP_MAX_WORDS];
	int n = split(x, rest, word);

	if (n != 1 || word[0].len < 1 || word[0].s[0] < 'A' ||
	    word[0].s[0] >= 'A' + x->sys->setup->sys->max_seats) {
		fault(x, "whose orders?");
		return;
	}
	x->in_block = true;
	x->preview = preview;
	x->block_seat = word[0].s[0] - 'A';
	x->block_line = 0;
	buf_clear(&x->block);
}

static void end_block(struct running *x)
{
	x->in_block = false;
	orders_of(x, x->block_seat, buf_str(&x->block), x->block_line, false,
		  false);
	x->preview = false;
}

/* --- what is expected -------------------------------------------------- */

static const struct event_schema *schema(const struct running *x)
{
	return &x->sys->setup->sys->events;
}

/* a field's JSON without quotes and brackets: B1,B2 */
static void field_plain(const struct running *x, const struct event *e, int i,
			struct buf *out)
{
	const struct event_kind *k = event_kind(schema(x), e->kind);
	struct buf json;
	const int32_t *w;
	int n;

	buf_init(&json, EVENT_MAX_JSON);
	w = event_words(e, i, &n);
	field_render(&json, &k->fields[i], schema(x)->rules, w, n);
	for (size_t c = 0; c < json.len; c++)
		if (!strchr("\"[]", json.s[c]))
			buf_addc(out, json.s[c]);
	buf_release(&json);
}

static bool number_of(struct str s, int64_t *out)
{
	int32_t v;
	bool point;

	if (parse_int(s, INT32_MIN, INT32_MAX, out))
		return true;
	if (!setup_parse_length(s, &v, &point) || !point)
		return false;
	*out = v;
	return true;
}

static bool plain_equal(struct str plain, struct str value)
{
	int64_t a, b;

	if (str_equal(plain, value))
		return true;
	return parse_int(plain, INT32_MIN, INT32_MAX, &a) &&
	       number_of(value, &b) && a == b;
}

/* is the item in a,b,c? */
static bool plain_has(struct str plain, struct str item)
{
	for (size_t i = 0; i + item.len <= plain.len; i++)
		if ((!i || plain.s[i - 1] == ',') &&
		    !memcmp(plain.s + i, item.s, item.len) &&
		    (i + item.len == plain.len || plain.s[i + item.len] == ','))
			return true;
	return false;
}

/* audience=all, audience=A,gm: as the event's canonical form has it */
static bool audience_fits(struct running *x, const struct event *e,
			  struct str value)
{
	struct buf json, plain;
	struct str rest;
	bool fits;

	buf_init(&json, EVENT_MAX_JSON);
	buf_init(&plain, 256);
	event_render(&json, schema(x), e);
	rest = buf_str(&json);
	while (rest.len && !str_starts(rest, ",\"for\":")) {
		rest.s++;
		rest.len--;
	}
	for (size_t i = 7; i < rest.len; i++) {
		if (str_starts((struct str){ rest.s + i, rest.len - i },
			       ",\"rules\":"))
			break;
		if (!strchr("\"[]", rest.s[i]))
			buf_addc(&plain, rest.s[i]);
	}
	fits = str_equal(buf_str(&plain), value);
	buf_release(&json);
	buf_release(&plain);
	return fits;
}

/* field=value, field!=value, field~item, rule=ID, audience=A,gm */
static bool field_fits(struct running *x, const struct event *e,
		       struct str test, bool *bad)
{
	const struct event_kind *k = event_kind(schema(x), e->kind);
	size_t n = 0;
	struct str name, value;
	struct buf plain;
	char key[64];
	char op;
	int i;
	bool fits = false;

	while (n < test.len && !strchr("=~!", test.s[n]))
		n++;
	if (n == test.len || n >= sizeof(key)) {
		*bad = true;
		return false;
	}
	op = test.s[n];
	name = (struct str){ test.s, n };
	value = (struct str){ test.s + n + 1, test.len - n - 1 };
	if (op == '!' && value.len && value.s[0] == '=') {
		value.s++;
		value.len--;
	}
	if (value.len >= 2 && value.s[0] == '"' &&
	    value.s[value.len - 1] == '"') {
		value.s++;
		value.len -= 2;
	}
	if (str_is(name, "rule")) {
		for (i = 0; i < e->n_rules; i++)
			fits |= str_is(value,
				       schema(x)->rules->name[e->rules[i]]);
		return fits;
	}
	if (str_is(name, "audience"))
		return audience_fits(x, e, value);
	memcpy(key, name.s, n);
	key[n] = 0;
	i = event_field(k, key);
	if (i < 0) {
		*bad = true;
		return false;
	}
	buf_init(&plain, EVENT_MAX_JSON);
	field_plain(x, e, i, &plain);
	fits = op == '~' ? plain_has(buf_str(&plain), value)
			 : plain_equal(buf_str(&plain), value) == (op == '=');
	buf_release(&plain);
	return fits;
}

/* events called name that fit all tests; sums field `sum` of them */
static int count_events(struct running *x, struct str name,
			const struct str *test, int n, const char *sum,
			int64_t *total)
{
	int count = 0;
	bool known = false, bad = false;
	int end = EVENT_FIRST_OWN + schema(x)->n_kinds;

	for (int i = 0; i < end; i++) {
		const struct event_kind *k = event_kind(schema(x), i);

		known |= k && str_is(name, k->name);
	}
	if (!known) {
		fault(x, "there is no event %.*s", STR_ARG(name));
		return -1;
	}
	*total = 0;
	for (int i = x->n_set_up; i < x->events.n; i++) {
		const struct event *e = &x->events.v[i];
		const struct event_kind *k = event_kind(schema(x), e->kind);
		bool fits = str_is(name, k->name);

		for (int t = 0; fits && t < n; t++)
			fits = field_fits(x, e, test[t], &bad);
		if (bad) {
			fault(x, "no test of %.*s", STR_ARG(name));
			return -1;
		}
		if (!fits)
			continue;
		count++;
		if (sum) {
			int f = event_field(k, sum);

			if (f < 0) {
				fault(x, "%.*s has no %s", STR_ARG(name), sum);
				return -1;
			}
			*total += event_get(e, f);
		}
	}
	return count;
}

static bool compare(int64_t a, struct str op, int64_t b, bool *known)
{
	*known = true;
	if (str_is(op, "="))
		return a == b;
	if (str_is(op, "!="))
		return a != b;
	if (str_is(op, "<"))
		return a < b;
	if (str_is(op, "<="))
		return a <= b;
	if (str_is(op, ">"))
		return a > b;
	if (str_is(op, ">="))
		return a >= b;
	*known = false;
	return false;
}

/* event NAME test.., no event NAME test.. */
static void expect_event(struct running *x, struct str rest, bool none)
{
	struct str word[SETUP_MAX_WORDS];
	int n = split_fields(x, rest, word), count;
	int64_t sum;

	if (n < 1) {
		fault(x, "which event?");
		return;
	}
	count = count_events(x, word[0], word + 1, n - 1, NULL, &sum);
	if (count >= 0 && none != !count)
		fault(x,
		      none ? "there is such an event: %.*s"
			   : "no such event: %.*s",
		      STR_ARG(parse_trim(rest)));
}

/* count NAME test.. op n; sum NAME.field test.. op n */
static void expect_number(struct running *x, struct str rest, bool sum)
{
	struct str word[SETUP_MAX_WORDS];
	int n = split_fields(x, rest, word), count;
	int64_t total, value;
	char field[64] = "";
	bool known;

	if (n < 3 || !number_of(word[n - 1], &value)) {
		fault(x, "expected a name, tests, a sign and a number");
		return;
	}
	if (sum) {
		size_t dot = word[0].len;

		while (dot && word[0].s[dot - 1] != '.')
			dot--;
		if (!dot || word[0].len - dot >= sizeof(field)) {
			fault(x, "expected EVENT.FIELD");
			return;
		}
		memcpy(field, word[0].s + dot, word[0].len - dot);
		field[word[0].len - dot] = 0;
		word[0].len = dot - 1;
	}
	count = count_events(x, word[0], word + 1, n - 3, sum ? field : NULL,
			     &total);
	if (count < 0)
		return;
	if (!sum)
		total = count;
	if (!compare(total, word[n - 2], value, &known))
		fault(x,
		      known ? "it is %lld, expected %.*s"
			    : "no comparison (%lld): %.*s",
		      (long long)total, STR_ARG(word[n - 1]));
}

/* how order number n ended: UNQUEUED's why, or "" */
static const char *fate(struct running *x, int n, char *room, size_t size,
			int *refused_at)
{
	const char *last = "";

	*refused_at = -1;
	for (int i = x->n_set_up; i < x->events.n; i++) {
		const struct event *e = &x->events.v[i];
		int len;
		const int32_t *w;

		if (e->kind == COMMON_REFUSED &&
		    event_get(e, COMMON_REFUSED_LINE) == n)
			*refused_at = i;
		if (e->kind != COMMON_UNQUEUED ||
		    event_get(e, COMMON_UNQUEUED_LINE) != n)
			continue;
		w = event_words(e, COMMON_UNQUEUED_WHY, &len);
		text_unpack(w, len, room, size);
		last = room;
	}
	return last;
}

static int refusal_named(const struct system *sys, struct str name)
{
	for (int i = 0; i < sys->n_refusals; i++)
		if (str_is(name, sys->refusals[i].name))
			return i;
	return -1;
}

/* the text of a refusal with its arguments, as refusals.def has it */
static void refusal_text(const struct system *sys, int reason, const int32_t *w,
			 int n, struct buf *out)
{
	const struct refusal_kind *k = &sys->refusals[reason];
	struct buf arg[2];
	int at = 0;

	for (int i = 0; i < 2; i++) {
		buf_init(&arg[i], 4096);
		if (i >= k->n_args || at >= n)
			continue;
		switch (k->args[i]) {
		case FIELD_LABEL: label_render(&arg[i], w[at++]); break;
		case FIELD_TEXT: {
			char room[EVENT_TEXT_ROOM];

			buf_adds(&arg[i], text_unpack(w + at, n - at, room,
						      sizeof(room)));
			at = n;
			break;
		}
		case FIELD_ENUM:
			if (w[at] > 0 && w[at] < sys->n_refusals)
				refusal_text(sys, w[at], w + at + 1, n - at - 1,
					     &arg[i]);
			at = n;
			break;
		default: buf_addi(&arg[i], w[at++]);
		}
	}
	for (const char *p = k->text; *p; p++) {
		if (p[0] == '{' && (p[1] == '0' || p[1] == '1') &&
		    p[2] == '}') {
			buf_adds(out, buf_str(&arg[p[1] - '0']));
			p += 2;
		} else {
			buf_addc(out, *p);
		}
	}
	buf_release(&arg[0]);
	buf_release(&arg[1]);
}

/* reason and args of a REFUSED or ATTACK_REJECTED event as text */
static void event_refusal(struct running *x, const struct event *e, int reason,
			  int args, struct buf *out)
{
	char room[EVENT_TEXT_ROOM];
	const struct system *sys = x->sys->setup->sys;
	const int32_t *w;
	int n, i;

	w = event_words(e, reason, &n);
	i = refusal_named(sys, text_unpack(w, n, room, sizeof(room)));
	w = event_words(e, args, &n);
	if (i > 0)
		refusal_text(sys, i, w, n, out);
}

/* rejected by an attack of Charge or Bound: "text" */
static void expect_rejected_attack(struct running *x, struct str rest)
{
	struct str word[SETUP_MAX_WORDS];
	const struct event_schema *s = schema(x);
	int n = split(x, rest, word);
	bool found = false;

	if (n != 1) {
		fault(x, "expected one text");
		return;
	}
	for (int i = x->n_set_up; i < x->events.n; i++) {
		const struct event *e = &x->events.v[i];
		const struct event_kind *k = event_kind(s, e->kind);
		struct buf text;

		if (strcmp(k->name, "attack_rejected") != 0)
			continue;
		buf_init(&text, 8192);
		event_refusal(x, e, event_field(k, "reason"),
			      event_field(k, "args"), &text);
		found |= str_equal(buf_str(&text), word[0]);
		buf_release(&text);
	}
	if (!found)
		fault(x, "no attack was rejected so");
}

/* line FROM TO: why it is refused, "text" */
static void expect_line_refused(struct running *x, struct str rest)
{
	struct str word[SETUP_MAX_WORDS];
	const struct event_schema *s = schema(x);
	int n = split(x, rest, word);
	bool found = false, bad = false;

	if (n != 3) {
		fault(x, "expected two labels and a text");
		return;
	}
	for (int i = x->n_set_up; i < x->events.n; i++) {
		const struct event *e = &x->events.v[i];
		const struct event_kind *k = event_kind(s, e->kind);
		char test[2][64];
		struct buf text;

		if (strcmp(k->name, "line_checked") != 0)
			continue;
		snprintf(test[0], sizeof(test[0]), "firer=%.*s",
			 STR_ARG(word[0]));
		snprintf(test[1], sizeof(test[1]), "target=%.*s",
			 STR_ARG(word[1]));
		if (!field_fits(x, e, str_of(test[0]), &bad) ||
		    !field_fits(x, e, str_of(test[1]), &bad))
			continue;
		buf_init(&text, 8192);
		event_refusal(x, e, event_field(k, "reason"),
			      event_field(k, "args"), &text);
		found |= str_equal(buf_str(&text), word[2]);
		buf_release(&text);
	}
	if (!found)
		fault(x, "no line was checked with that answer");
}

/* refused N [RULE] ["text"] */
static void expect_refused(struct running *x, struct str rest)
{
	struct str word[SETUP_MAX_WORDS];
	const struct rule_table *rules = schema(x)->rules;
	char room[EVENT_TEXT_ROOM];
	int n = split(x, rest, word), order, at;
	const struct event *e;
	struct buf text;

	if (n < 1 || !whole(word[0], 1, CASE_MAX_ORDERS, &order)) {
		fault(x, "the number of which order?");
		return;
	}
	fate(x, order, room, sizeof(room), &at);
	if (at < 0) {
		fault(x, "order %d was not refused", order);
		return;
	}
	e = &x->events.v[at];
	buf_init(&text, 8192);
	event_refusal(x, e, COMMON_REFUSED_REASON, COMMON_REFUSED_ARGS, &text);
	for (int i = 1; i < n; i++) {
		if (str_equal(word[i], buf_str(&text)))
			continue;
		if (e->n_rules && str_is(word[i], rules->name[e->rules[0]]))
			continue;
		fault(x, "order %d was refused by %s: %s", order,
		      e->n_rules ? rules->name[e->rules[0]] : "no rule",
		      text.s ? text.s : "");
		break;
	}
	buf_release(&text);
}

/* done N, condition N, waits N, queued ..: what became of an order */
static void expect_fate(struct running *x, struct str rest, const char *what)
{
	char room[EVENT_TEXT_ROOM];
	const char *was;
	int order, at;

	if (!whole(parse_trim(rest), 1, CASE_MAX_ORDERS, &order)) {
		fault(x, "the number of which order?");
		return;
	}
	was = fate(x, order, room, sizeof(room), &at);
	if (x->complaint[order])
		was = "complaint";
	if (!strcmp(what, "waits") ? !*was && order <= x->n_orders
				   : !strcmp(was, what))
		return;
	if (at >= 0) {
		struct buf text;

		buf_init(&text, 8192);
		event_refusal(x, &x->events.v[at], COMMON_REFUSED_REASON,
			      COMMON_REFUSED_ARGS, &text);
		fault(x, "order %d was refused: %s", order,
		      text.s ? text.s : "");
		buf_release(&text);
		return;
	}
	fault(x, "order %d: %s", order, *was ? was : "waits");
}

/* complaint N [kind] */
static void expect_complaint(struct running *x, struct str rest)
{
	static const char *const names[N_COMPLAINTS] = {
		[COMPLAINT_EXPECTED] = "expected",
		[COMPLAINT_UNKNOWN] = "unknown",
		[COMPLAINT_AMBIGUOUS] = "ambiguous",
		[COMPLAINT_NAME] = "name",
		[COMPLAINT_CARD] = "card",
		[COMPLAINT_TOO_LONG] = "too_long",
		[COMPLAINT_TOO_MANY] = "too_many",
		[COMPLAINT_ELSE] = "else",
		[COMPLAINT_CONTINUES] = "continues",
		[COMPLAINT_NOT_STANDING] = "not_standing",
		[COMPLAINT_NOT_HERE] = "not_here",
		[COMPLAINT_HEAD] = "head",
	};
	struct str word[SETUP_MAX_WORDS];
	int n = split(x, rest, word), order;

	if (n < 1 || n > 2 || !whole(word[0], 1, CASE_MAX_ORDERS, &order)) {
		fault(x, "the number of which order?");
		return;
	}
	if (!x->complaint[order])
		fault(x, "order %d was understood", order);
	else if (n == 2 && !str_is(word[1], names[x->complaint[order] - 1]))
		fault(x, "order %d: complaint %s", order,
		      names[x->complaint[order] - 1]);
}

/* a number, a label, a player or "none" */
static bool value_of(struct running *x, struct str s, int64_t *out)
{
	int64_t n;

	if (number_of(s, out))
		return true;
	if (str_is(s, "none")) {
		*out = 0;
		return true;
	}
	if (s.len == 1 && s.s[0] >= 'A' &&
	    s.s[0] < 'A' + x->sys->setup->sys->max_seats) {
		*out = s.s[0] - 'A';
		return true;
	}
	if (s.len < 2 || s.s[0] < 'A' || s.s[0] > 'Z' ||
	    !parse_int((struct str){ s.s + 1, s.len - 1 }, 1, UINT16_MAX, &n))
		return false;
	*out = label_of(s.s[0], (int)n);
	return true;
}

/* [SEAT:] path op value [value] */
static void expect_value(struct running *x, struct str line)
{
	struct str word[SETUP_MAX_WORDS], what = { 0 };
	int n = split(x, line, word), from = 0, n_words = 0, view = -2;
	const struct system *sys = x->sys->setup->sys;
	int32_t w[16] = { 0 };
	const int32_t *state = x->run.game->state;

	if (n > 0 && word[0].len == 2 && word[0].s[1] == ':') {
		view = word[0].s[0] - 'A';
		from = 1;
	}
	if (n - from < 3 || n - from > 2 + (int)ARRAY_LEN(w) ||
	    view >= sys->max_seats) {
		fault(x, "not understood: %.*s", STR_ARG(line));
		return;
	}
	if (view >= -1) {
		sys->view(state, view, x->c->scratch->state);
		state = x->c->scratch->state;
	}
	if (!sys->get(state, word[from], w, &n_words, &what)) {
		fault(x, "there is no %.*s", STR_ARG(what));
		return;
	}
	if (n - from - 2 != n_words) {
		fault(x, "%.*s has %d values", STR_ARG(word[from]), n_words);
		return;
	}
	for (int i = 0; i < n_words; i++) {
		int64_t value;
		bool known = true;

		if (!value_of(x, word[from + 2 + i], &value)) {
			fault(x, "no value: %.*s", STR_ARG(word[from + 2 + i]));
			return;
		}
		if (compare(w[i], word[from + 1], value, &known))
			continue;
		fault(x, known ? "%.*s is %d" : "no comparison: %.*s (%d)",
		      STR_ARG(word[from]), (int)w[i]);
		return;
	}
}

/* --- lines ------------------------------------------------------------- */

/* the rest of the line behind a first word, if it is that word */
static bool begins(struct str line, const char *z, struct str *rest)
{
	size_t n = strlen(z);

	if (!str_starts(line, z) ||
	    (line.len > n && line.s[n] != ' ' && line.s[n] != '\t'))
		return false;
	*rest = parse_trim((struct str){ line.s + n, line.len - n });
	return true;
}

static void order_line(struct running *x, struct str line)
{
	orders_of(x, line.s[0] - 'A', (struct str){ line.s + 2, line.len - 2 },
		  1, true, line.s[1] == '!');
}

static bool expectation(struct running *x, struct str line)
{
	static const struct {
		const char *word, *what;
	} fates[] = { { "done", "done" },         { "condition", "condition" },
		      { "else", "else" },         { "waits", "waits" },
		      { "replaced", "replaced" }, { "cleared", "cleared" } };
	struct str rest;

	for (size_t i = 0; i < ARRAY_LEN(fates); i++)
		if (begins(line, fates[i].word, &rest)) {
			expect_fate(x, rest, fates[i].what);
			return true;
		}
	if (begins(line, "event", &rest))
		expect_event(x, rest, false);
	else if (begins(line, "no event", &rest))
		expect_event(x, rest, true);
	else if (begins(line, "count", &rest))
		expect_number(x, rest, false);
	else if (begins(line, "sum", &rest))
		expect_number(x, rest, true);
	else if (begins(line, "refused", &rest))
		expect_refused(x, rest);
	else if (begins(line, "attack rejected", &rest))
		expect_rejected_attack(x, rest);
	else if (begins(line, "line refused", &rest))
		expect_line_refused(x, rest);
	else if (begins(line, "complaint", &rest))
		expect_complaint(x, rest);
	else if (memchr(line.s, '=', line.len) ||
		 memchr(line.s, '<', line.len) || memchr(line.s, '>', line.len))
		expect_value(x, line);
	else
		return false;
	return true;
}

/* a line that expects something, not one of the position */
static bool expects(struct str line)
{
	static const char *const words[] = { "event",   "no",       "count",
					     "sum",     "refused",  "attack",
					     "line",    "done",     "condition",
					     "else",    "waits",    "replaced",
					     "cleared", "complaint" };
	struct str rest, word;
	int n = 0;

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (begins(line, words[i], &rest))
			return true;
	/* [SEAT:] path op value */
	for (rest = line; parse_field(&rest, ' ', &word) && n < 3; n++)
		if (n && word.len && word.len <= 2 && strchr("=!<>", word.s[0]))
			return true;
	return false;
}

/* which game; the first is meant if no line says so */
/* maps, chests and tables, for those games alone that have any */
static void catalog_load(struct running *x)
{
	struct cases *c = x->c;
	struct why why = { 0 };

	if (!c->catalog || c->figures.trove)
		return;
	if (trove_load(&c->trove,
		       arena_printf(&c->arena, "%s/dungeons", c->catalog),
		       &why))
		fault(x, "%s", why.text);
	else
		c->figures.trove = &c->trove;
}

static void line_system(struct running *x, struct str name)
{
	for (int i = 0; i < N_CASE_SYSTEMS; i++) {
		struct case_system *s = &x->c->systems[i];

		if (!str_is(name, s->setup->sys->name))
			continue;
		if (x->events.n || x->n_cards)
			fault(x, "the game is named before the position");
		else
			game_init(x->c->game, s->setup->sys);
		x->sys = s;
		if (s->catalog)
			catalog_load(x);
		return;
	}
	fault(x, "there is no game %.*s", STR_ARG(name));
}

/* a drawing of the position, line by line as it stands, to END */
static void drawing_line(struct running *x, struct str line)
{
	struct buf why;

	buf_adds(&x->block, line);
	buf_addc(&x->block, '\n');
	x->in_drawing = !str_is(parse_trim(line), "END");
	if (x->in_drawing)
		return;
	buf_init(&why, 1024);
	x->setup.fault = &why;
	x->drawing_refused =
		!x->sys->setup->block(&x->setup, buf_str(&x->block));
	x->drawing_fault = x->line;
	if (x->drawing_refused)
		buf_adds(&x->refusal, buf_str(&why));
	buf_release(&why);
}

static void case_line(struct running *x, struct str line)
{
	struct str rest, word;

	if (x->in_drawing) {
		drawing_line(x, line);
		return;
	}
	line = parse_trim(line);
	if (x->in_block) {
		if (str_is(line, "end")) {
			end_block(x);
			return;
		}
		buf_adds(&x->block, line);
		buf_addc(&x->block, '\n');
		x->block_line++;
		return;
	}
	if (!line.len || line.s[0] == '#')
		return;
	if (begins(line, "id", &rest)) {
		buf_adds(&x->out->id, rest);
	} else if (begins(line, "title", &rest)) {
		buf_adds(&x->out->title, rest);
	} else if (begins(line, "why", &rest)) {
		return;
	} else if (begins(line, "rules", &rest)) {
		const struct rule_table *t = schema(x)->rules;

		while (parse_field(&rest, ' ', &word)) {
			int i = 1;

			while (i < t->n && !str_is(word, t->name[i]))
				i++;
			if (word.len && i == t->n)
				fault(x, "there is no rule %.*s",
				      STR_ARG(word));
		}
	} else if (begins(line, "system", &rest)) {
		line_system(x, rest);
	} else if (begins(line, "dice", &rest)) {
		line_dice(x, rest);
	} else if (begins(line, "orders", &rest)) {
		start_block(x, rest, false);
	} else if (begins(line, "preview", &rest)) {
		start_block(x, rest, true);
	} else if (line.len > 2 && 'A' <= line.s[0] &&
		   line.s[0] < 'A' + x->sys->setup->sys->max_seats &&
		   (line.s[1] == '>' || line.s[1] == '!') && line.s[2] == ' ') {
		order_line(x, line);
	} else if (x->sys->setup->block && begins(line, "MAP", &rest)) {
		buf_clear(&x->block);
		drawing_line(x, line);
	} else if (x->drawing_refused && str_is(line, "map refused")) {
		x->out->n_checks++;
		x->drawing_refused = false;
	} else if (!expects(line)) {
		line_of_position(x, line);
	} else {
		finish_set_up(x);
		x->out->n_checks++;
		if (!expectation(x, line))
			fault(x, "not understood: %.*s", STR_ARG(line));
	}
}

/* --- what the run named ------------------------------------------------ */

static void see(struct running *x, int rule)
{
	if (0 < rule && rule < schema(x)->rules->n)
		x->sys->seen[rule] = true;
}

static void see_rules(struct running *x)
{
	for (int i = x->n_set_up; i < x->events.n; i++) {
		const struct event *e = &x->events.v[i];
		const struct event_kind *k = event_kind(schema(x), e->kind);

		for (int r = 0; r < e->n_rules; r++)
			see(x, e->rules[r]);
		for (int f = 0; f < e->n_fields; f++) {
			int n;
			const int32_t *w = event_words(e, f, &n);

			if (k->fields[f].type == FIELD_MODS)
				for (int m = 0; m + 1 < n; m += 2)
					see(x, w[m]);
		}
	}
}

static void write_json(struct running *x)
{
	struct buf *b = &x->out->json;

	buf_addz(b, "{\"id\":");
	json_string_render(b, buf_str(&x->out->id));
	buf_addf(b, ",\"holds\":%s,\"faults\":",
		 x->out->n_faults ? "false" : "true");
	json_string_render(b, buf_str(&x->out->faults));
	buf_addf(b, ",\"dice\":%u,\"events\":[", x->dice.n_rolls);
	for (int i = x->n_set_up; i < x->events.n; i++) {
		buf_addz(b, i > x->n_set_up ? ",\n" : "\n");
		event_render(b, schema(x), &x->events.v[i]);
	}
	buf_addz(b, "]}\n");
}

static void check_invariant(struct running *x)
{
	const struct system *sys = x->sys->setup->sys;
	const char *broken = sys->invariant(x->run.game->state);

	if (broken)
		fault(x, "the position is broken: %s", broken);
}

void case_run(struct cases *c, struct str text, bool json,
	      struct case_result *out)
{
	struct running *x = calloc(1, sizeof(*x));
	struct str line;

	if (!x)
		abort();
	memset(out, 0, sizeof(*out));
	buf_init(&out->id, 256);
	buf_init(&out->title, 1024);
	buf_init(&out->faults, CASE_MAX_FAULTS);
	buf_init(&out->json, 64u << 20);
	buf_init(&x->block, CASE_MAX_FILE);
	buf_init(&x->refusal, 1024);
	x->c = c;
	x->sys = &c->systems[0];
	x->out = out;
	x->events = (struct event_list){ c->events, 0, CASE_MAX_EVENTS };
	x->dice = (struct dice){ .bits = scripted, .source = x };
	x->catalog = (struct catalog){ .define = define, .source = x };
	x->secrets = (struct secrets){ .bits = hidden };
	x->run = (struct game_run){ .game = c->game,
				    .dice = &x->dice,
				    .catalog = &x->catalog,
				    .secrets = &x->secrets,
				    .out = &x->events };
	x->setup.run = &x->run;
	x->setup.scratch = c->scratch;
	game_init(c->game, x->sys->setup->sys);
	while (parse_line(&text, &line)) {
		x->line++;
		if (!utf8_is_valid(line))
			fault(x, "this is not UTF-8");
		else
			case_line(x, line);
	}
	if (x->in_block)
		fault(x, "the block of orders has no end");
	if (x->in_drawing)
		fault(x, "the drawing has no END");
	if (x->drawing_refused) {
		x->line = x->drawing_fault;
		fault(x, "the map is refused: %s",
		      x->refusal.s ? x->refusal.s : "");
	}
	finish_set_up(x);
	if (x->dice.n_rolls != (uint32_t)x->n_dice)
		fault(x, "%d dice are given, %u were rolled", x->n_dice,
		      x->dice.n_rolls);
	if (!out->n_faults)
		check_invariant(x);
	see_rules(x);
	if (json)
		write_json(x);
	buf_release(&x->block);
	buf_release(&x->refusal);
	arena_release(&x->arena);
	free(x);
}

void case_result_release(struct case_result *r)
{
	buf_release(&r->id);
	buf_release(&r->title);
	buf_release(&r->faults);
	buf_release(&r->json);
}

static enum err system_init(struct cases *c, struct case_system *s,
			    const char *templates, struct why *why)
{
	const struct system *sys = s->setup->sys;
	enum err e;

	vocabulary_init(&s->words, &c->arena);
	e = vocabulary_load(&s->words, templates, sys->name, why);
	if (!e)
		e = grammar_init(&s->grammar, sys, s->table, &s->words,
				 &c->arena, why);
	s->seen = ARENA_ARRAY(&c->arena, (size_t)sys->events.rules->n, bool);
	return e;
}

enum err cases_init(struct cases *c, const char *templates, const char *catalog,
		    struct why *why)
{
	static const struct case_system known[N_CASE_SYSTEMS] = {
		{ .setup = &setup_rebellion, .table = &grammar_rebellion },
		{ .setup = &setup_dungeons,
		  .table = &grammar_dungeons,
		  .catalog = dungeons_catalog },
	};
	enum err e = ERR_OK;

	memset(c, 0, sizeof(*c));
	for (int i = 0; !e && i < N_CASE_SYSTEMS; i++) {
		c->systems[i] = known[i];
		e = system_init(c, &c->systems[i], templates, why);
	}
	c->catalog = catalog;
	c->game = ARENA_NEW(&c->arena, struct game);
	c->scratch = ARENA_NEW(&c->arena, struct game);
	c->events = ARENA_ARRAY(&c->arena, CASE_MAX_EVENTS, struct event);
	if (e)
		cases_release(c);
	return e;
}

void cases_release(struct cases *c)
{
	trove_release(&c->trove);
	arena_release(&c->arena);
}

int cases_unseen(const struct cases *c, struct buf *out)
{
	int n = 0;

	for (int k = 0; k < N_CASE_SYSTEMS; k++) {
		const struct case_system *s = &c->systems[k];
		const struct rule_table *t = s->setup->sys->events.rules;

		for (int i = 1; i < t->n; i++) {
			if (s->seen[i])
				continue;
			buf_addz(out, t->name[i]);
			buf_addc(out, '\n');
			n++;
		}
	}
	return n;
}
