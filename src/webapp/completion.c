/* src/webapp/completion.c - completes a line of orders */
#include "auth/sign.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "webapp/argument_values.h"

enum { LINE_BYTES = 4096 };

/* a sign that no argument can be, added to the line */
#define NO_WORD "^"

struct completing {
	struct str above; /* the line before, which ELSE may belong to */
	struct str line;  /* up to the current word */
	struct str typed; /* of that word, folded */
};

static bool is_typed(const struct completing *c, struct str word)
{
	struct str folded = utf8_fold(&page.tmp, word);

	return word.len && folded.len >= c->typed.len &&
	       memcmp(folded.s, c->typed.s, c->typed.len) == 0;
}

static void texts_write(const char *name, const struct complaint *x)
{
	bool first = true;

	show_list(name);
	for (int i = 0; x && i < x->n_expected; i++) {
		if (x->expected[i].what == EXPECT_KEY ||
		    x->expected[i].what == EXPECT_SIGN)
			continue;
		if (!first)
			buf_addc(&page.said, ',');
		first = false;
		json_string_render(&page.said,
				   grammar_expected_text(hand.kind->grammar,
							 session_lang(),
							 &x->expected[i]));
	}
	buf_addc(&page.said, ']');
}

static void words_add(struct argument_values *all, const struct complaint *x)
{
	if (x)
		argument_values_expected(all, x->expected, x->n_expected);
}

/* x: what was expected; beyond: what else, if a bar belongs to the order. */
static void expected_write(struct completing *c, const struct complaint *x,
			   const struct complaint *beyond)
{
	struct argument_values all = { .typed = c->typed };

	buf_init(&all.letters, LINE_BYTES);
	show_list("words");
	words_add(&all, beyond);
	if (x && x->kind == COMPLAINT_CARD) {
		all.digits = true;
		argument_values_cards(&all);
	} else {
		words_add(&all, x);
	}
	buf_addc(&page.said, ']');
	page_text("letters", all.n > ARGUMENT_VALUES_SAID
				     ? buf_str(&all.letters)
				     : STR(""));
	page_number("digits", all.digits);
	texts_write("want", x);
	buf_release(&all.letters);
}

/* A line parsed with that impossible sign at its end. */
struct probed {
	const struct complaint *first; /* the fault of the line, or NULL */
	const struct complaint
		*beyond; /* orders.beyond, of that sign; or NULL */
	bool last; /* the fault is that sign, and all text before it is valid:
		    * at the end of the line, or with a bar that belongs to the
		    * order */
};

static void probe(const struct completing *c, struct str words,
		  struct probed *out)
{
	size_t from = 0;
	struct order_text r;
	struct buf b;
	int before;

	*out = (struct probed){ 0 };
	buf_init(&b, ORDERS_MAX_TEXT);
	if (c->above.len)
		buf_addf(&b, "%.*s\n", STR_ARG(c->above));
	buf_addf(&b, "%.*s %.*s " NO_WORD "\n", STR_ARG(c->line),
		 STR_ARG(words));
	if (!order_text_make(arena_str(&page.tmp, buf_str(&b)), false, &r)) {
		const struct str text = r.orders->text;
		const char *at =
			memmem(text.s, text.len, NO_WORD, sizeof(NO_WORD) - 1);

		from = at ? (size_t)(at - text.s) : text.len;
		before = r.above + (c->above.len != 0);
		for (int i = r.orders->n_complaints; i-- > 0;)
			if (i < ORDERS_MAX_COMPLAINTS &&
			    r.orders->complaints[i].line > before)
				out->first = &r.orders->complaints[i];
		if (r.orders->beyond.n_expected &&
		    r.orders->beyond.line > before &&
		    r.orders->beyond.at == from)
			out->beyond = &r.orders->beyond;
	}
	buf_release(&b);
	out->last = out->first && out->first->at >= from;
	if (!out->last && out->beyond) {
		/* as another order it would have ended before */
		out->last = true;
		out->first = out->beyond;
	}
}

/* Offer a word that joins orders or begins a line, if it fits here; sure: it
 * does. */
static void join_offer(struct completing *c, const char *key, struct str word,
		       bool sure)
{
	if (!is_typed(c, word))
		return;
	if (!sure) {
		struct probed p;

		probe(c, word, &p);
		sure = p.last;
	}
	if (!sure)
		return;
	show_object(page.said.s[page.said.len - 1] == '[');
	page_text("key", str_of(key));
	page_text("word", word);
	buf_addc(&page.said, '}');
}

/*
 * Words that are not part of an order: they join orders, or begin a line
 * without one.
 */
static void joins_write(struct completing *c)
{
	static const char *const keys[] = { "else",     "if",     "on-fail",
					    "and",      "always", "forget",
					    "wait",     "keep",   "clear",
					    "continue", "report", "luck" };
	enum { BEHIND = 4, AND = 3 }; /* of these also after an order */
	const struct vocabulary *v = hand.kind->grammar->words;
	const bool begins = !parse_trim(c->line).len;

	if (!begins)
		join_offer(c, "or", STR("|"), false);
	for (int i = 0; i < (begins ? (int)ARRAY_LEN(keys) : BEHIND); i++)
		if (!begins || i != AND)
			join_offer(c, keys[i],
				   vocabulary_shown(
					   v,
					   vocabulary_key(v, str_of(keys[i])),
					   session_lang()),
				   begins && i > 0);
}

/*
 * Find the start of a card's name in the input. Cards are texts: all text
 * between two commas, or between the word of the order and a comma, is the
 * name being typed.
 */
static size_t card_begins(struct completing *c, size_t from, size_t at)
{
	size_t i = from - c->line.len, word;

	while (i < from && page.in.s[i] != ' ')
		i++;
	for (size_t k = i; k < from; k++)
		if (page.in.s[k] == ',')
			i = k + 1;
	while (i < from && page.in.s[i] == ' ')
		i++;
	/* "2 x " */
	for (word = i; word < from && strchr("0123456789 x", page.in.s[word]);
	     word++)
		if (page.in.s[word] == ' ')
			i = word + 1;
	c->typed = utf8_fold(&page.tmp, (struct str){ page.in.s + i, at - i });
	return i;
}

/* The line that ends before byte `end`, and where it begins. */
static struct str line_before(size_t end, size_t *start)
{
	for (*start = end; *start && page.in.s[*start - 1] != '\n'; --*start)
		;
	return (struct str){ page.in.s + *start, end - *start };
}

/* The text before byte `at` of the input: its line, and the word begun in it,
 * which starts at *from. */
static bool completing_begin(struct completing *c, int at, size_t *from)
{
	size_t start, above;

	if (!hand.kind || at < 0 || (size_t)at > page.in.len)
		return false;
	*c = (struct completing){ 0 };
	for (*from = (size_t)at;
	     *from && !strchr(" \n\t:|,", page.in.s[*from - 1]); --*from)
		;
	c->line = line_before(*from, &start);
	c->above = start && start == *from
			   ? parse_trim(line_before(start - 1, &above))
			   : STR("");
	c->typed = utf8_fold(&page.tmp, (struct str){ page.in.s + *from,
						      (size_t)at - *from });
	return true;
}

int page_complete(size_t len, int at)
{
	struct completing c;
	struct probed p;
	size_t from, joined;
	bool card;

	page_begin(len);
	if (!completing_begin(&c, at, &from))
		return page_end(1);
	probe(&c, STR(""), &p);
	joined = from;
	card = p.first && p.first->kind == COMPLAINT_CARD && c.line.len;
	if (card)
		from = card_begins(&c, from, (size_t)at);
	buf_addc(&page.said, '{');
	page_number("from", (int64_t)from);
	expected_write(&c, p.first, p.beyond);
	while (card && !p.last && joined && page.in.s[joined - 1] == ' ')
		joined--;
	page_number("joined", (int64_t)joined);
	show_list("joins");
	if (card && !p.last) {
		c.typed = STR("");
		join_offer(&c, "comma", STR(","), true);
	} else if (p.last) {
		joins_write(&c);
	}
	buf_addz(&page.said, "]}");
	return page_end(0);
}

int page_place(size_t len, int at)
{
	struct completing c;
	struct probed p = { 0 };
	struct str word;
	size_t from;

	page_begin(len);
	if (!parse_line(&page.in, &word) || !completing_begin(&c, at, &from))
		return page_end(1);
	if (parse_trim(c.line).len)
		probe(&c, word, &p);
	buf_addf(&page.said, "%zu", from);
	return page_end(!p.last);
}
