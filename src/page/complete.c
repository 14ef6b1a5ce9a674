/* src/page/complete.c - what can follow in a line of orders */
#include "auth/sign.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "page/hand.h"

enum { WORDS_SAID = 200, LINE_BYTES = 4096 };

/* a word that no vocabulary has, behind what is there */
#define NO_WORD "QZXQZX"

struct completing {
	struct str above; /* the line before, which ELSE may belong to */
	struct str line;  /* up to the word at hand */
	struct str typed; /* of that word, folded */
	int n;
};

static void word_offer(struct completing *c, struct str word)
{
	struct str folded = utf8_fold(&page.tmp, word);

	if (!word.len || folded.len < c->typed.len ||
	    memcmp(folded.s, c->typed.s, c->typed.len) != 0 ||
	    c->n >= WORDS_SAID)
		return;
	if (c->n++)
		buf_addc(&page.said, ',');
	json_string_render(&page.said, word);
}

static bool is_named(int slot)
{
	return slot == SLOT_FIGURE || slot == SLOT_HANDLE ||
	       slot == SLOT_TARGET || slot == SLOT_AIM || slot == SLOT_SUBJECT;
}

static void labels_offer(struct completing *c)
{
	struct grammar_names names = { 0 };
	int32_t last = 0;

	game_names(hand.kind, &hand.view, &page.tmp, &names);
	for (int i = 0; i < names.n; i++) {
		struct buf b;

		if (names.v[i].label == last)
			continue;
		last = names.v[i].label;
		buf_init(&b, LINE_BYTES);
		label_render(&b, last);
		word_offer(c, arena_str(&page.tmp, buf_str(&b)));
		buf_release(&b);
	}
}

static void expected_say(struct completing *c, const struct complaint *x)
{
	const struct grammar *g = hand.kind->grammar;
	bool labels = false, first = true;

	show_list("words");
	for (int i = 0; x && i < x->n_expected; i++) {
		if (x->expected[i].what == EXPECT_KEY)
			word_offer(c, grammar_expected_text(g, hand_lang(),
							    &x->expected[i]));
		labels |= x->expected[i].what == EXPECT_SLOT &&
			  is_named(x->expected[i].number);
	}
	if (labels)
		labels_offer(c);
	buf_addc(&page.said, ']');
	show_list("want");
	for (int i = 0; x && i < x->n_expected; i++) {
		if (x->expected[i].what == EXPECT_KEY)
			continue;
		if (!first)
			buf_addc(&page.said, ',');
		first = false;
		json_string_render(
			&page.said,
			grammar_expected_text(g, hand_lang(), &x->expected[i]));
	}
	buf_addc(&page.said, ']');
}

/*
 * Read the line with these words behind it, and one that nobody knows; what is
 * wrong with it first, or NULL. *last: that is the word that nobody knows, and
 * all before it may stand there.
 */
static const struct complaint *probe(const struct completing *c,
				     struct str words, bool *last)
{
	const struct complaint *first = NULL;
	size_t from = 0;
	struct reading r;
	struct buf b;
	int before;

	buf_init(&b, ORDERS_MAX_TEXT);
	if (c->above.len)
		buf_addf(&b, "%.*s\n", STR_ARG(c->above));
	buf_addf(&b, "%.*s %.*s " NO_WORD "\n", STR_ARG(c->line),
		 STR_ARG(words));
	if (!reading_make(arena_str(&page.tmp, buf_str(&b)), false, &r)) {
		const struct str text = r.orders->text;
		const char *at =
			memmem(text.s, text.len, NO_WORD, sizeof(NO_WORD) - 1);

		from = at ? (size_t)(at - text.s) : text.len;
		before = r.above + (c->above.len != 0);
		for (int i = r.orders->n_complaints; i-- > 0;)
			if (i < ORDERS_MAX_COMPLAINTS &&
			    r.orders->complaints[i].line > before)
				first = &r.orders->complaints[i];
	}
	buf_release(&b);
	*last = first && first->at >= from;
	return first;
}

/* A word that joins orders or begins a line, if it can stand here; sure: it
 * can. */
static void join_offer(struct completing *c, const char *key, struct str word,
		       bool sure)
{
	struct str folded = utf8_fold(&page.tmp, word);

	if (!word.len || folded.len < c->typed.len ||
	    memcmp(folded.s, c->typed.s, c->typed.len) != 0)
		return;
	if (!sure)
		probe(c, word, &sure);
	if (!sure)
		return;
	show_object(page.said.s[page.said.len - 1] == '[');
	page_text("key", str_of(key));
	page_text("word", word);
	buf_addc(&page.said, '}');
}

/* What is no word of an order: it joins them, or begins a line of its own. */
static void joins_say(struct completing *c)
{
	static const char *const keys[] = { "else",     "if",     "on-fail",
					    "and",      "always", "forget",
					    "wait",     "keep",   "clear",
					    "continue", "report", "luck" };
	enum { BEHIND = 4, AND = 3 }; /* of these also behind an order */
	const struct vocabulary *v = hand.kind->grammar->words;
	const bool begins = !parse_trim(c->line).len;

	show_list("joins");
	if (!begins)
		join_offer(c, "or", STR("|"), false);
	for (int i = 0; i < (begins ? (int)ARRAY_LEN(keys) : BEHIND); i++)
		if (!begins || i != AND)
			join_offer(c, keys[i],
				   vocabulary_shown(
					   v,
					   vocabulary_key(v, str_of(keys[i])),
					   hand_lang()),
				   begins && i > 0);
	buf_addc(&page.said, ']');
}

/* The line that ends before byte `end`, and where it begins. */
static struct str line_before(size_t end, size_t *start)
{
	for (*start = end; *start && page.in.s[*start - 1] != '\n'; --*start)
		;
	return (struct str){ page.in.s + *start, end - *start };
}

/* What stands before byte `at` of the input: its line, and the word begun in
 * it, which starts at *from. */
static bool completing_begin(struct completing *c, int at, size_t *from)
{
	size_t start, above;

	if (!hand.kind || at < 0 || (size_t)at > page.in.len)
		return false;
	*c = (struct completing){ .n = 0 };
	for (*from = (size_t)at;
	     *from && !strchr(" \n\t:|", page.in.s[*from - 1]); --*from)
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
	const struct complaint *x;
	struct completing c;
	size_t from;
	bool last;

	page_begin(len);
	if (!completing_begin(&c, at, &from))
		return page_end(1);
	x = probe(&c, STR(""), &last);
	buf_addc(&page.said, '{');
	page_number("from", (int64_t)from);
	expected_say(&c, x);
	if (last)
		joins_say(&c);
	else
		buf_addz(&page.said, ",\"joins\":[]");
	buf_addc(&page.said, '}');
	return page_end(0);
}

int page_stands(size_t len, int at)
{
	struct completing c;
	struct str word;
	size_t from;
	bool stands = false;

	page_begin(len);
	if (!parse_line(&page.in, &word) || !completing_begin(&c, at, &from))
		return page_end(1);
	if (parse_trim(c.line).len)
		probe(&c, word, &stands);
	buf_addf(&page.said, "%zu", from);
	return page_end(!stands);
}
