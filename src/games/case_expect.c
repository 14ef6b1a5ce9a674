/* src/games/case_expect.c - checks the expectations of a case */
#include "games/case_run.h"
#include "report/report_game.h"
#include "base/utf8.h"
#include "engine/state_path.h"
#include "base/parse.h"
#include "engine/common.h"
#include <stdio.h>

const struct event_schema *case_schema(const struct running *x)
{
	return &x->sys->setup->sys->events;
}

/* a field's JSON without quotes and brackets: B1,B2 */
static void field_plain(const struct running *x, const struct event *e, int i,
			struct buf *out)
{
	const struct event_kind *k = event_kind(case_schema(x), e->kind);
	struct buf json;
	const int32_t *w;
	int n;

	buf_init(&json, EVENT_MAX_JSON);
	w = event_words(e, i, &n);
	field_render(&json, &k->fields[i], case_schema(x)->rules, w, n);
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
	if (!position_parse_length(s, &v, &point) || !point)
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
	event_render(&json, case_schema(x), e);
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
static bool expected_fits(struct running *x, const struct event *e,
			  struct str test, bool *bad)
{
	const struct event_kind *k = event_kind(case_schema(x), e->kind);
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
			fits |= str_is(
				value,
				case_schema(x)->rules->name[e->rules[i]]);
		return fits;
	}
	if (str_is(name, "audience"))
		return audience_fits(x, e, value);
	memcpy(key, name.s, n);
	key[n] = 0;
	i = event_field(k, key);
	/* in case files the field `cause` may also be written `why` */
	if (i < 0 && !strcmp(key, "why"))
		i = event_field(k, "cause");
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
	int end = EVENT_FIRST_OWN + case_schema(x)->n_kinds;

	for (int i = 0; i < end; i++) {
		const struct event_kind *k = event_kind(case_schema(x), i);

		known |= k && str_is(name, k->name);
	}
	if (!known) {
		case_fault(x, "there is no event %.*s", STR_ARG(name));
		return -1;
	}
	*total = 0;
	for (int i = x->n_set_up; i < x->events.n; i++) {
		const struct event *e = &x->events.v[i];
		const struct event_kind *k =
			event_kind(case_schema(x), e->kind);
		bool fits = str_is(name, k->name);

		for (int t = 0; fits && t < n; t++)
			fits = expected_fits(x, e, test[t], &bad);
		if (bad) {
			case_fault(x, "no test of %.*s", STR_ARG(name));
			return -1;
		}
		if (!fits)
			continue;
		count++;
		if (sum) {
			int f = event_field(k, sum);

			if (f < 0) {
				case_fault(x, "%.*s has no %s", STR_ARG(name),
					   sum);
				return -1;
			}
			*total += event_get(e, f);
		}
	}
	return count;
}

static bool case_expect_compare(int64_t a, struct str op, int64_t b,
				bool *known)
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
void case_expect_event(struct running *x, struct str rest, bool none)
{
	struct str word[POSITION_MAX_WORDS];
	int n = case_split_fields(x, rest, word), count;
	int64_t sum;

	if (n < 1) {
		case_fault(x, "which event?");
		return;
	}
	count = count_events(x, word[0], word + 1, n - 1, NULL, &sum);
	if (count >= 0 && none != !count)
		case_fault(x,
			   none ? "there is such an event: %.*s"
				: "no such event: %.*s",
			   STR_ARG(parse_trim(rest)));
}

/* count NAME test.. op n; sum NAME.field test.. op n */
void case_expect_number(struct running *x, struct str rest, bool sum)
{
	struct str word[POSITION_MAX_WORDS];
	int n = case_split_fields(x, rest, word), count;
	int64_t total, value;
	char field[64] = "";
	bool known;

	if (n < 3 || !number_of(word[n - 1], &value)) {
		case_fault(x, "expected a name, tests, a sign and a number");
		return;
	}
	if (sum) {
		size_t dot = word[0].len;

		while (dot && word[0].s[dot - 1] != '.')
			dot--;
		if (!dot || word[0].len - dot >= sizeof(field)) {
			case_fault(x, "expected EVENT.FIELD");
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
	if (!case_expect_compare(total, word[n - 2], value, &known))
		case_fault(x,
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
		w = event_words(e, COMMON_UNQUEUED_CAUSE, &len);
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
void case_expect_rejected_attack(struct running *x, struct str rest)
{
	struct str word[POSITION_MAX_WORDS];
	const struct event_schema *s = case_schema(x);
	int n = case_split(x, rest, word);
	bool found = false;

	if (n != 1) {
		case_fault(x, "expected one text");
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
		case_fault(x, "no attack was rejected so");
}

/* line FROM TO: why it is refused, "text" */
void case_expect_line_refused(struct running *x, struct str rest)
{
	struct str word[POSITION_MAX_WORDS];
	const struct event_schema *s = case_schema(x);
	int n = case_split(x, rest, word);
	bool found = false, bad = false;

	if (n != 3) {
		case_fault(x, "expected two labels and a text");
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
		if (!expected_fits(x, e, str_of(test[0]), &bad) ||
		    !expected_fits(x, e, str_of(test[1]), &bad))
			continue;
		buf_init(&text, 8192);
		event_refusal(x, e, event_field(k, "reason"),
			      event_field(k, "args"), &text);
		found |= str_equal(buf_str(&text), word[2]);
		buf_release(&text);
	}
	if (!found)
		case_fault(x, "no line was checked with that answer");
}

/* "too_far": the name of a reason, in one word of small letters */
static bool is_reason_name(struct str word)
{
	for (size_t i = 0; i < word.len; i++)
		if (word.s[i] != '_' && (word.s[i] < 'a' || word.s[i] > 'z'))
			return false;
	return word.len > 0;
}

static bool reason_known(const struct running *x, struct str word)
{
	const struct system *sys = x->run.game->sys;

	for (int i = 0; i < sys->n_refusals; i++)
		if (str_is(word, sys->refusals[i].name) ||
		    str_is(word, sys->refusals[i].text))
			return true;
	return false;
}

static const char *reason_near(const struct running *x, struct str word)
{
	const struct system *sys = x->run.game->sys;
	unsigned best = 40;
	const char *near = "";

	for (int i = 1; i < sys->n_refusals; i++) {
		const char *name = sys->refusals[i].name;
		unsigned d = utf8_distance(word, str_of(name), best);

		if (d < best) {
			best = d;
			near = name;
		}
	}
	return near;
}

/* the languages in which players read; one that cannot be read is none here */
static void words_read(struct cases *c, const struct vocabulary *v)
{
	struct why none = { 0 };

	if (c->words_read)
		return;
	c->words_read = true;
	for (int i = 0; i < v->n_langs; i++) {
		const char *lang = arena_str(&c->arena, v->lang[i]).s;

		if (!messages_load(&c->arena, c->templates, lang,
				   &c->words[c->n_words], &none))
			c->n_words++;
	}
}

/* Is this what players read, or all of it before its numbers? */
static bool is_narrated(struct str text, struct str told)
{
	return told.len >= text.len && text.len &&
	       !memcmp(told.s, text.s, text.len) &&
	       (told.len == text.len || told.s[text.len] == ':' ||
		told.s[text.len] == ',');
}

/* The reason of a refusal as players read it, in any language? */
static bool is_told_so(struct running *x, const struct event *e,
		       struct str text)
{
	const struct system *sys = x->run.game->sys;
	char room[EVENT_TEXT_ROOM];
	int reason = refusal_named(sys, event_get_text(e, COMMON_REFUSED_REASON,
						       room, sizeof(room)));
	int n;
	const int32_t *args = event_words(e, COMMON_REFUSED_ARGS, &n);

	words_read(x->c, x->sys->grammar->words);
	for (int i = 0; reason > 0 && i < x->c->n_words; i++) {
		struct narrator told = { .words = x->c->words[i],
					 .sys = sys,
					 .format = TEMPLATE_TEXT };
		struct why none = { 0 };

		report_game_tells(&told, game_report(x->sys),
				  x->run.game->state);
		if (is_narrated(text, narrate_refusal(&x->arena, &told, reason,
						      0, args, n, &none)
					      ->text))
			return true;
	}
	return false;
}

/* refused N [RULE] [reason] ["text"] */
void case_expect_refused(struct running *x, struct str rest)
{
	struct str word[POSITION_MAX_WORDS];
	const struct rule_table *rules = case_schema(x)->rules;
	char room[EVENT_TEXT_ROOM], name[EVENT_TEXT_ROOM];
	int n = case_split(x, rest, word), order, at;
	const struct event *e;
	struct buf text;

	if (n < 1 || !case_whole(word[0], 1, CASE_MAX_ORDERS, &order)) {
		case_fault(x, "the number of which order?");
		return;
	}
	fate(x, order, room, sizeof(room), &at);
	if (at < 0) {
		case_fault(x, "order %d was not refused", order);
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
		if (str_equal(word[i], event_get_text(e, COMMON_REFUSED_REASON,
						      name, sizeof(name))))
			continue;
		if (is_told_so(x, e, word[i]))
			continue;
		if (is_reason_name(word[i]) && !reason_known(x, word[i])) {
			case_fault(x, "there is no refusal %.*s; near is %s",
				   STR_ARG(word[i]), reason_near(x, word[i]));
			break;
		}
		case_fault(x, "order %d was refused by %s: %s", order,
			   e->n_rules ? rules->name[e->rules[0]] : "no rule",
			   text.s ? text.s : "");
		break;
	}
	buf_release(&text);
}

/* done N, condition N, waits N, queued ..: what became of an order */
void case_expect_fate(struct running *x, struct str rest, const char *what)
{
	char room[EVENT_TEXT_ROOM];
	const char *was;
	int order, at;

	if (!case_whole(parse_trim(rest), 1, CASE_MAX_ORDERS, &order)) {
		case_fault(x, "the number of which order?");
		return;
	}
	was = fate(x, order, room, sizeof(room), &at);
	if (x->complaint[order].kind)
		was = "complaint";
	if (!strcmp(what, "waits") ? !*was && order <= x->n_orders
				   : !strcmp(was, what))
		return;
	if (at >= 0) {
		struct buf text;

		buf_init(&text, 8192);
		event_refusal(x, &x->events.v[at], COMMON_REFUSED_REASON,
			      COMMON_REFUSED_ARGS, &text);
		case_fault(x, "order %d was refused: %s", order,
			   text.s ? text.s : "");
		buf_release(&text);
		return;
	}
	case_fault(x, "order %d: %s", order, *was ? was : "waits");
}

/* complaint N [kind] */
void case_expect_complaint(struct running *x, struct str rest)
{
	static const char *const names[N_COMPLAINTS] = {
		[COMPLAINT_EXPECTED] = "expected",
		[COMPLAINT_UNKNOWN] = "unknown",
		[COMPLAINT_AMBIGUOUS] = "ambiguous",
		[COMPLAINT_NAME] = "name",
		[COMPLAINT_CARD] = "card",
		[COMPLAINT_BOOK] = "book",
		[COMPLAINT_TOO_LONG] = "too_long",
		[COMPLAINT_TOO_MANY] = "too_many",
		[COMPLAINT_COSTLY] = "costly",
		[COMPLAINT_ELSE] = "else",
		[COMPLAINT_CONTINUES] = "continues",
		[COMPLAINT_NOT_STANDING] = "not_standing",
		[COMPLAINT_NOT_HERE] = "not_here",
		[COMPLAINT_HEAD] = "head",
	};
	struct str word[POSITION_MAX_WORDS];
	int n = case_split(x, rest, word), order, kind;

	if (n < 1 || n > 2 ||
	    !case_whole(word[0], 1, CASE_MAX_ORDERS, &order)) {
		case_fault(x, "the number of which order?");
		return;
	}
	kind = x->complaint[order].kind;
	x->complaint[order].expected = true;
	if (!kind)
		case_fault(x, "order %d was understood", order);
	else if (n == 2 && !str_is(word[1], names[kind - 1]))
		case_fault(x, "order %d: complaint %s", order, names[kind - 1]);
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
void case_expect_value(struct running *x, struct str line)
{
	struct str word[POSITION_MAX_WORDS], what = { 0 };
	int n = case_split(x, line, word), from = 0, n_words = 0, view = -2;
	const struct system *sys = x->sys->setup->sys;
	int32_t w[16] = { 0 };
	const int32_t *state = x->run.game->state;

	if (n > 0 && word[0].len == 2 && word[0].s[1] == ':') {
		view = word[0].s[0] - 'A';
		from = 1;
	}
	if (n - from < 3 || n - from > 2 + (int)ARRAY_LEN(w) ||
	    view >= sys->max_seats) {
		case_fault(x, "not understood: %.*s", STR_ARG(line));
		return;
	}
	if (view >= -1) {
		sys->view(state, view, x->c->scratch->state);
		state = x->c->scratch->state;
	}
	if (!state_path_get(sys, state, word[from], w, &n_words, &what)) {
		case_fault(x, "there is no %.*s", STR_ARG(what));
		return;
	}
	if (n - from - 2 != n_words) {
		case_fault(x, "%.*s has %d values", STR_ARG(word[from]),
			   n_words);
		return;
	}
	for (int i = 0; i < n_words; i++) {
		int64_t value;
		int32_t read;
		int n_read;
		bool known = true;
		struct buf text;

		/* as players write it, or any number, label or seat */
		if (state_path_read(sys, word[from], word[from + 2 + i], &read,
				    1, &n_read, &what)) {
			value = read;
		} else if (!value_of(x, word[from + 2 + i], &value)) {
			case_fault(x, "no value: %.*s",
				   STR_ARG(word[from + 2 + i]));
			return;
		}
		if (case_expect_compare(w[i], word[from + 1], value, &known))
			continue;
		buf_init(&text, 256);
		state_path_write(sys, word[from], w[i], &text);
		case_fault(x,
			   known ? "%.*s is %.*s"
				 : "no comparison: %.*s (%.*s)",
			   STR_ARG(word[from]), STR_ARG(buf_str(&text)));
		buf_release(&text);
		return;
	}
}
