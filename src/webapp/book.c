/*
 * src/webapp/book.c - builds a list of numbered cards, each several times: a
 * spellbook. The game tells the cards and their points, its rules which one
 * more fits.
 */
#include "webapp/book.h"
#include "auth/sign.h"
#include "webapp/touch.h"
#include "report/report_game.h"
#include "base/parse.h"

enum { COPIES = 16, CARD = 0xffff }; /* of the argument: bits, mask */

struct book {
	int kind, tag;
	struct decision chosen;
	struct str lines;       /* of the input */
	uint32_t line;          /* the order among them, 0: none */
	struct str rest;        /* the other lines */
	const struct game *now; /* after them */
	struct tval *v;
};

static int kind_of(const char *name)
{
	const struct decision_schema *s = &hand.kind->rules->decisions;

	for (int i = 0; i < s->n_kinds; i++)
		if (s->kinds[i].name && strcmp(s->kinds[i].name, name) == 0)
			return DECISION_FIRST_OWN + i;
	return 0;
}

static void rest_take(struct book *b)
{
	struct str rest = b->lines, one;
	struct buf text;

	buf_init(&text, 2 * ORDERS_MAX_TEXT);
	for (uint32_t i = 1; parse_line(&rest, &one); i++)
		if (parse_trim(one).len && i != b->line)
			buf_addf(&text, "%.*s\n", STR_ARG(one));
	b->rest = arena_str(&page.tmp, buf_str(&text));
	buf_release(&text);
}

/* The first line of the input is for the caller. */
static bool book_begin(struct book *b, struct str *line)
{
	const struct report_game *tells;
	struct showing s;
	struct narrator n;

	*b = (struct book){ .lines = page.in };
	if (!hand.kind || !parse_line(&b->lines, line))
		return false;
	tells = game_report(hand.kind);
	b->kind = kind_of("book");
	b->tag = touch_tag("card");
	if (!tells->book || !b->kind || b->tag < 0)
		return false;
	decision_start(&b->chosen, b->kind);
	order_text_find(b->lines, b->kind, &b->chosen, &b->line);
	rest_take(b);
	b->now = session_after(b->rest);
	s = session_shown();
	s.view = b->now;
	show_narrator(&s, &n);
	b->v = tval_map(&page.tmp);
	tells->book(&page.tmp, &n, b->now->state, hand.seat, b->v);
	return tval_get(b->v, STR("cards"))->first;
}

static int copies_of(const struct book *b, int32_t card)
{
	struct decision_arg a;
	int n = 0;

	for (int at = 0; decision_next(&b->chosen, at, &a); at = a.next)
		if (a.tag == b->tag && (a.w[0] & CARD) == card)
			n += a.w[0] >> COPIES;
	return n;
}

/* With so many copies of that card. */
static bool with(const struct book *b, int32_t card, int copies,
		 struct decision *out)
{
	struct decision_arg a;

	decision_start(out, b->kind);
	for (int at = 0; decision_next(&b->chosen, at, &a); at = a.next)
		if (a.tag == b->tag && (a.w[0] & CARD) != card &&
		    !decision_add_int(out, b->tag, a.w[0]))
			return false;
	return !copies ||
	       decision_add_int(out, b->tag, card | copies << COPIES);
}

static int64_t number_of(const struct tval *v, const char *name)
{
	return tval_get(v, str_of(name))->n;
}

static struct str word_of(const struct tval *v)
{
	return messages_line(&page.tmp, page.words,
			     arena_printf(&page.tmp, "%.*s", STR_ARG(v->text)),
			     NULL, TEMPLATE_MAX_BYTES);
}

bool book_builder(void)
{
	int said = 0;
	int64_t spent = 0;
	struct dry_run t;
	struct str line;
	struct book b;

	if (!book_begin(&b, &line))
		return false;
	buf_addc(&page.said, '{');
	page_text("kind", STR("book"));
	show_list("cards");
	dry_run_begin(&t, trials_init(&session_room()->trials),
		      hand.kind->rules, b.now->state);
	for (const struct tval *c = tval_get(b.v, STR("cards"))->first; c;
	     c = c->next) {
		int32_t card = (int32_t)number_of(c, "number");
		int n = copies_of(&b, card);
		struct decision more;
		bool fits;

		dry_run_again(&t, b.now->state);
		fits = with(&b, card, n + 1, &more) &&
		       dry_run_do(&t, hand.seat, &more);
		spent += n * number_of(c, "points");
		if (!n && !fits)
			continue;
		show_object(!said++);
		page_text("key",
			  str_of(arena_printf(&page.tmp, "#%d", (int)card)));
		page_text("name", tval_get(c, STR("name"))->text);
		page_text("faction", word_of(tval_get(c, STR("kind"))));
		page_text("school", tval_get(c, STR("school"))->text);
		page_number("stars", 0);
		page_number("points", number_of(c, "points"));
		page_number("n", n);
		page_number("fits", fits);
		buf_addc(&page.said, '}');
	}
	dry_run_end(&t);
	buf_addc(&page.said, ']');
	page_number("spent", spent);
	page_number("budget", number_of(b.v, "budget"));
	buf_addc(&page.said, '}');
	return true;
}

bool book_build(void)
{
	struct str line, order;
	struct decision_arg a;
	struct decision d;
	struct book b;
	int64_t card;
	int n;

	if (!book_begin(&b, &line) || line.len < 3 ||
	    !parse_int((struct str){ line.s + 2, line.len - 2 }, 1, CARD,
		       &card))
		return false;
	n = copies_of(&b, (int32_t)card) + (*line.s == '-' ? -1 : 1);
	if (!with(&b, (int32_t)card, n < 0 ? 0 : n, &d))
		return false;
	order = decision_find(&d, b.tag, &a) ? session_order(&d) : STR("");
	buf_addc(&page.said, '{');
	page_text("order", order);
	page_text("text",
		  str_of(arena_printf(&page.tmp, "%.*s%.*s%s", STR_ARG(b.rest),
				      STR_ARG(order), order.len ? "\n" : "")));
	buf_addc(&page.said, '}');
	return true;
}
