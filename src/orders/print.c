/*
 * src/orders/print.c - writes orders, complaints and suggested readings as text
 * for players
 */
#include "orders/orders.h"
#include "orders/bytecode.h"
#include "base/parse.h"
#include "base/utf8.h"
#include <stdio.h>

enum { SAY_MAX_EXPECTED = 24 };

static void word(const struct grammar *g, int lang, const char *key,
		 struct buf *out)
{
	buf_adds(out,
		 vocabulary_shown(g->words,
				  vocabulary_key(g->words, str_of(key)), lang));
}

static void write_on_fail(const struct grammar *g, int lang, int flags,
			  struct buf *out)
{
	word(g, lang, "on-fail", out);
	buf_addc(out, ' ');
	word(g, lang,
	     flags & QUEUE_FALLBACK ? "fallback"
	     : flags & QUEUE_SKIP   ? "skip"
				    : "stop",
	     out);
}

/* what it says of its own failure: flags. Of AUTO the last of them means that
 * it is for one step */
static int said_on_fail(const struct grammar *g, struct queue_entry e)
{
	int flags = queue_entry_flags(e) &
		    (QUEUE_SKIP | QUEUE_FALLBACK | QUEUE_STOPS);
	struct decision d;

	if (flags == QUEUE_ONWARD) /* nothing */
		return 0;
	queue_entry_alternative(e, 0, &d);
	if (d.kind >= DECISION_FIRST_OWN &&
	    decision_row(&g->sys->decisions, d.kind)->is == CLASS_AUTO)
		flags &= ~QUEUE_STOPS;
	return flags;
}

bool orders_write_entry(const struct grammar *g, int lang, struct queue_entry e,
			struct buf *out)
{
	int on_fail = said_on_fail(g, e);

	if (queue_entry_flags(e) & QUEUE_ELSE) {
		word(g, lang, "else", out);
		buf_addz(out, queue_entry_conditions(e) ? " " : ": ");
	}
	for (int i = 0; i < queue_entry_conditions(e); i++) {
		struct queue_condition c;

		queue_entry_condition(e, i, &c);
		if (i)
			buf_addc(out, ' ');
		word(g, lang, i ? "and" : "if", out);
		buf_addc(out, ' ');
		if (c.negated) {
			word(g, lang, "not", out);
			buf_addc(out, ' ');
		}
		if (!grammar_write_condition(g, lang, c.w, c.n, out))
			return false;
	}
	if (queue_entry_conditions(e))
		buf_addz(out, ": ");
	for (int i = 0; i < queue_entry_alternatives(e); i++) {
		struct decision d;

		if (i)
			buf_addz(out, " | ");
		queue_entry_alternative(e, i, &d);
		if (!grammar_write(g, lang, &d, out))
			return false;
	}
	if (on_fail) {
		buf_addc(out, ' ');
		write_on_fail(g, lang, on_fail, out);
	}
	return !out->full;
}

/* --- complaints -------------------------------------------------------- */

/* text with {0}, {1} for a, b */
static void fill(struct buf *out, struct str text, struct str a, struct str b)
{
	for (size_t i = 0; i < text.len; i++) {
		struct str rest = { text.s + i, text.len - i };

		if (str_starts(rest, "{0}") || str_starts(rest, "{1}")) {
			buf_adds(out, rest.s[1] == '0' ? a : b);
			i += 2;
		} else {
			buf_addc(out, text.s[i]);
		}
	}
}

static void print_message(const struct grammar *g, int lang, const char *key,
			  struct str a, struct str b, struct buf *out)
{
	fill(out, vocabulary_text(g->words, key, lang), a, b);
}

/* the text as it is: what was read is what was sent */
static void where_in_text(struct str text, size_t at, struct orders_place *out)
{
	struct str rest = text, line = { text.s, 0 };

	out->line = 0;
	out->column = 1;
	do {
		if (!parse_line(&rest, &line))
			break;
		out->line++;
		out->shown = line;
	} while ((size_t)(line.s - text.s) + line.len < at);
	if (at >= (size_t)(line.s - text.s)) {
		size_t n = at - (size_t)(line.s - text.s);

		out->column =
			1 + (int)utf8_length((struct str){
				    line.s, n < line.len ? n : line.len });
	}
}

static void list_expected(const struct grammar *g, int lang,
			  const struct complaint *c, struct buf *out)
{
	int n = 0;

	for (int i = 0; i < c->n_expected; i++) {
		struct str text =
			grammar_expected_text(g, lang, &c->expected[i]);

		if (!text.len)
			continue;
		if (n == SAY_MAX_EXPECTED) {
			buf_addz(out, ", ...");
			return;
		}
		if (n++)
			buf_addz(out, ", ");
		buf_adds(out, text);
	}
}

struct str orders_nearest(const struct grammar *g, int lang,
			  const struct complaint *c)
{
	return c->meant.len ? c->meant
			    : grammar_nearest(g, lang, c->expected,
					      c->n_expected, c->found);
}

/* "Line 3, column 10:" */
static void write_place(const struct grammar *g, int lang,
			const struct orders_place *place, struct buf *out)
{
	struct buf number[2];

	buf_init(&number[0], 16);
	buf_init(&number[1], 16);
	buf_addi(&number[0], place->line);
	buf_addi(&number[1], place->column);
	print_message(g, lang, "say.where", buf_str(&number[0]),
		      buf_str(&number[1]), out);
	buf_release(&number[0]);
	buf_release(&number[1]);
}

/* s without its first n characters, or these alone */
static struct str print_characters(struct str s, int n, bool without)
{
	struct str rest = s;
	size_t len;

	for (; n > 0 && rest.len; n--) {
		utf8_next(rest, &len);
		rest.s += len;
		rest.len -= len;
	}
	return without ? rest : (struct str){ s.s, s.len - rest.len };
}

/* The line, and a caret below; of a long line, which a mail would break, the
 * part with the fault. */
static void write_caret(const struct orders_place *place, struct buf *out)
{
	enum { WIDTH = 70, BEFORE = 50 };
	int skipped = place->column > WIDTH ? place->column - BEFORE : 0;
	struct str shown = print_characters(place->shown, skipped, true);

	buf_addz(out, "\n    ");
	buf_adds(out, print_characters(shown, WIDTH, false));
	buf_addz(out, "\n    ");
	for (int i = skipped + 1; i < place->column; i++)
		buf_addc(out, ' ');
	buf_addz(out, "^\n");
}

static void list_named(const struct complaint *c, struct buf *out)
{
	for (int i = 0; i < c->n_named; i++) {
		if (i)
			buf_addz(out, ", ");
		label_render(out, c->named[i]);
	}
}

static void write_line(const struct grammar *g, int lang,
		       const struct orders *o, const struct order_line *l,
		       struct buf *out)
{
	static const char *const keys[] = {
		[LINE_FORGET] = "forget",   [LINE_REPORT] = "report",
		[LINE_LUCK] = "luck",       [LINE_RULE] = "rule",
		[LINE_HELP] = "help",       [LINE_WAIT] = "wait",
		[LINE_CARD] = "card",       [LINE_KEEP] = "keep",
		[LINE_CLEAR] = "clear",     [LINE_CONTINUE] = "continue",
		[LINE_ON_FAIL] = "on-fail", [LINE_FIGURES] = "figures",
	};
	size_t len = out->len;
	bool ok = true;

	switch (l->kind) {
	case LINE_STANDING:
		if (!(queue_entry_flags(l->entry) & QUEUE_ONCE)) {
			word(g, lang, "always", out);
			buf_addc(out, ' ');
		}
		ok = orders_write_entry(g, lang, l->entry, out);
		break;
	case LINE_ORDER: ok = orders_write_entry(g, lang, l->entry, out); break;
	case LINE_QUERY: ok = grammar_write(g, lang, l->query, out); break;
	case LINE_ON_FAIL: write_on_fail(g, lang, l->number, out); break;
	case LINE_FORGET:
		word(g, lang, l->number ? "forget" : "auto-off", out);
		if (!l->number)
			break;
		buf_addc(out, ' ');
		buf_addi(out, l->number);
		break;
	default:
		word(g, lang, keys[l->kind], out);
		if (l->kind == LINE_CLEAR && l->number)
			buf_addf(out, " %d", l->number);
		if (l->kind == LINE_REPORT && l->number) {
			buf_addc(out, ' ');
			word(g, lang, "full", out);
		}
		if (l->text.len) {
			buf_addc(out, ' ');
			buf_adds(out, l->text);
		}
	}
	if (ok)
		return;
	/* no words for it in the table: as it was sent */
	out->len = len;
	buf_adds(out, (struct str){ o->text.s + l->at, l->len });
}

/* what cannot be taken back is asked about in words of its own, say.row.NAME;
 * false: it is no such thing */
static bool say_final(const struct grammar *g, int lang, const struct orders *o,
		      const struct complaint *c, struct buf *out)
{
	const struct order_line *l = &c->instead[0].v[0];
	struct decision d;
	struct buf b;
	char key[64];

	if (c->n_instead != 1 || c->instead[0].n != 1 || l->kind != LINE_ORDER)
		return false;
	queue_entry_alternative(l->entry, 0, &d);
	if (d.kind < DECISION_FIRST_OWN)
		return false;
	snprintf(key, sizeof(key), "say.row.%s",
		 decision_row(&g->sys->decisions, d.kind)->name);
	if (vocabulary_key(g->words, str_of(key)) < 0)
		return false;
	buf_init(&b, 4096);
	write_line(g, lang, o, l, &b);
	print_message(g, lang, key, buf_str(&b), buf_str(&b), out);
	buf_addc(out, '\n');
	buf_release(&b);
	return true;
}

/* What might have been meant, of a line that cannot be read. */
static void print_instead(const struct grammar *g, int lang,
			  const struct orders *o, const struct complaint *c,
			  struct buf *out)
{
	if (c->table.len) {
		print_message(g, lang, "say.instead", STR(""), STR(""), out);
		buf_addz(out, "\n  ");
		buf_adds(out, c->table);
		buf_addc(out, '\n');
		return;
	}
	if (say_final(g, lang, o, c, out))
		return;
	print_message(g, lang,
		      c->n_instead > 1      ? "say.one-of"
		      : c->instead[0].n > 1 ? "say.lines"
					    : "say.instead",
		      STR(""), STR(""), out);
	buf_addc(out, '\n');
	for (int i = 0; i < c->n_instead; i++)
		for (int k = 0; k < c->instead[i].n; k++) {
			buf_addz(out, "  ");
			write_line(g, lang, o, &c->instead[i].v[k], out);
			buf_addc(out, '\n');
		}
}

/* the nearest words */
static void print_near(const struct grammar *g, int lang,
		       const struct complaint *c, struct buf *out)
{
	struct str nearest = orders_nearest(g, lang, c);

	/* the form of the nearest order replaces it */
	if (c->kind == COMPLAINT_UNKNOWN && c->n_rows)
		nearest = STR("");

	if (c->n_instead || c->table.len) {
		/* shown below the line */
	} else if (nearest.len) {
		buf_addc(out, ' ');
		print_message(g, lang, "say.nearest", nearest, STR(""), out);
	} else if (c->kind == COMPLAINT_CARD && !c->there.len) {
		/* how to ask for the cards, in games where one can */
		nearest = vocabulary_text(g->words, "say.cards", lang);
		buf_addz(out, nearest.len ? " " : "");
		buf_adds(out, nearest);
	}
}

/* is there such a sign in what was written on the line? */
static bool asks(const struct orders *o, const struct complaint *c)
{
	size_t from = c->at, to = c->at;

	while (from && o->text.s[from - 1] != '\n')
		from--;
	while (to < o->text.len && o->text.s[to] != '\n')
		to++;
	return memchr(o->text.s + from, '?', to - from) != NULL;
}

/* say.row.NAME, where an order is asked for in words of its own: what cannot be
 * taken back is not done by any word that is like it; or say.form */
static const char *form_key(const struct grammar *g,
			    const struct grammar_row *row, char key[64])
{
	int n = snprintf(key, 64, "say.row.%s", row->name);

	return n < 64 && vocabulary_key(g->words, str_of(key)) >= 0
		       ? key
		       : "say.form";
}

/* "MOVE figure ..  For example: MOVE A1 C7", of each order that begins so */
static void say_rows(const struct grammar *g, int lang,
		     const struct complaint *c, struct buf *out)
{
	for (int i = 0; i < c->n_rows; i++) {
		const struct grammar_row *row = &g->table->rows[c->rows[i]];
		char key[64];
		struct buf form, example;

		buf_init(&form, 4096);
		buf_init(&example, 4096);
		grammar_describe_row(g, lang, row, &form);
		if (!c->example[i] ||
		    !grammar_write(g, lang, c->example[i], &example)) {
			buf_clear(&example);
			grammar_describe_example(g, lang, row, &example);
		}
		if (example.len) {
			print_message(g, lang, form_key(g, row, key),
				      buf_str(&form), buf_str(&example), out);
			buf_addc(out, '\n');
		}
		buf_release(&form);
		buf_release(&example);
	}
}

/* How it is written: a way out of every line that was not understood. */
static void say_form(const struct grammar *g, int lang, const struct orders *o,
		     const struct complaint *c, struct buf *out)
{
	if (asks(o, c)) {
		print_message(g, lang, "say.question", STR(""), STR(""), out);
		buf_addc(out, '\n');
	}
	if (c->n_rows <= GRAMMAR_MAX_ROWS)
		say_rows(g, lang, c, out);
}

void orders_write_complaint(const struct grammar *g, int lang,
			    const struct orders *o, const struct complaint *c,
			    const struct orders_map *map, struct buf *out)
{
	static const char *const keys[N_COMPLAINTS] = {
		[COMPLAINT_EXPECTED] = "say.expected",
		[COMPLAINT_UNKNOWN] = "say.unknown",
		[COMPLAINT_AMBIGUOUS] = "say.ambiguous",
		[COMPLAINT_NAME] = "say.name",
		[COMPLAINT_CARD] = "say.card",
		[COMPLAINT_BOOK] = "say.book",
		[COMPLAINT_TOO_LONG] = "say.too_long",
		[COMPLAINT_TOO_MANY] = "say.too_many",
		[COMPLAINT_COSTLY] = "say.costly",
		[COMPLAINT_ELSE] = "say.else",
		[COMPLAINT_CONTINUES] = "say.continues",
		[COMPLAINT_NOT_STANDING] = "say.not_standing",
		[COMPLAINT_NOT_HERE] = "say.not_here",
		[COMPLAINT_HEAD] = "say.head",
	};
	struct orders_place place = { 1, 1, STR("") };
	struct str got = { o->text.s + c->at, c->len };
	struct buf list;

	if (map)
		map->where(map->source, c->at, &place);
	else
		where_in_text(o->text, c->at, &place);
	write_place(g, lang, &place, out);
	buf_addc(out, ' ');
	buf_init(&list, 4096);
	if (c->n_instead || c->table.len)
		; /* its likely meaning is shown instead */
	else if (c->kind == COMPLAINT_NAME)
		list_named(c, &list);
	else if (c->there.len)
		buf_adds(&list, c->there);
	else
		list_expected(g, lang, c, &list);
	if (c->n_instead || c->table.len)
		print_message(g, lang, "say.meaning", got, got, out);
	else if (!got.len && c->kind == COMPLAINT_EXPECTED)
		print_message(g, lang, "say.missing", got, buf_str(&list), out);
	else if (!list.len && c->kind == COMPLAINT_EXPECTED)
		print_message(g, lang, "say.surplus", got, got, out);
	else if (c->there.len)
		print_message(g, lang, "say.there", got, buf_str(&list), out);
	else
		print_message(g, lang, keys[c->kind], got, buf_str(&list), out);
	buf_release(&list);
	print_near(g, lang, c, out);
	write_caret(&place, out);
	if (c->n_instead || c->table.len)
		print_instead(g, lang, o, c, out);
	else
		say_form(g, lang, o, c, out);
}

bool orders_next_meant(const struct grammar *g, int lang,
		       const struct orders *o, int *i, struct str *said,
		       struct buf *order)
{
	int first;

	while (*i < o->n_lines && !o->lines[*i].meant)
		++*i;
	first = *i;
	if (first == o->n_lines)
		return false;
	*said = (struct str){ o->text.s + o->lines[first].at,
			      o->lines[first].len };
	*said = parse_trim(*said);
	for (; *i < o->n_lines && o->lines[*i].line == o->lines[first].line;
	     ++*i) {
		if (*i > first)
			buf_addz(order, "; ");
		write_line(g, lang, o, &o->lines[*i], order);
	}
	return true;
}

void orders_write_reading(const struct grammar *g, int lang,
			  const struct orders *o, const struct orders_map *map,
			  struct buf *out)
{
	int line = 0, c = 0;
	struct orders_place place;
	int n = o->n_complaints < ORDERS_MAX_COMPLAINTS ? o->n_complaints
							: ORDERS_MAX_COMPLAINTS;

	for (int i = 0; i < o->n_lines || c < n;) {
		if (c < n && (i == o->n_lines ||
			      o->complaints[c].line <= o->lines[i].line)) {
			orders_write_complaint(g, lang, o, &o->complaints[c++],
					       map, out);
			continue;
		}
		/* by the same number as a fault would be */
		place.line = o->lines[i].line;
		if (map)
			map->where(map->source, o->lines[i].at, &place);
		if (o->lines[i].line == line)
			buf_addz(out, "    ");
		else
			buf_addf(out, "%3d ", place.line);
		line = o->lines[i].line;
		write_line(g, lang, o, &o->lines[i++], out);
		buf_addc(out, '\n');
	}
}
