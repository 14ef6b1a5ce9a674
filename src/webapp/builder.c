/*
 * src/webapp/builder.c - builds an army, team or pool from the cards of the
 * catalog; the rules say which further card fits.
 */
#include "auth/sign.h"
#include "webapp/book.h"
#include "webapp/session.h"
#include "webapp/touch.h"
#include "report/report_game.h"
#include "games/card_index.h"
#include "engine/auto_setup.h"
#include "engine/common.h"
#include "base/parse.h"

struct builder {
	int kind, tag;          /* of the order, and its cards */
	struct decision chosen; /* the order so far */
	int n;                  /* cards of it */
	struct str lines;       /* of orders */
	uint32_t line;          /* of the order among them, 0: none */
};

static int tag_of(const char *name)
{
	const struct decision_schema *s = &hand.kind->rules->decisions;

	for (int i = 0; i < s->n_tags; i++)
		if (strcmp(s->tags[i].name, name) == 0)
			return i;
	return -1;
}

/* The awaited order that lists cards by their keys; 0: none. */
static int awaited_kind(void)
{
	static const char *const names[] = { "army", "team", "pool" };
	struct move_group *v =
		ARENA_ARRAY(&page.tmp, MOVE_GROUP_MAX, struct move_group);
	int n = hand.kind->rules->legal(hand.view.state, hand.seat,
					trials_init(&session_room()->trials), v,
					MOVE_GROUP_MAX);

	for (int i = 0; i < n; i++)
		for (size_t k = 0; k < ARRAY_LEN(names); k++)
			if (strcmp(decision_row(&hand.kind->rules->decisions,
						v[i].kind)
					   ->name,
				   names[k]) == 0)
				return v[i].kind;
	return 0;
}

static void chosen_read(struct builder *b)
{
	struct decision_arg a;

	if (!order_text_find(b->lines, b->kind, &b->chosen, &b->line))
		return;
	for (int at = 0; decision_next(&b->chosen, at, &a); at = a.next)
		b->n += a.tag == b->tag;
}

static bool builder_begin(struct builder *b, size_t len, struct str *line)
{
	page_begin(len);
	*b = (struct builder){ .lines = page.in };
	if (!hand.kind || !hand.kind->cards || !parse_line(&b->lines, line))
		return false;
	b->kind = awaited_kind();
	b->tag = tag_of("key");
	if (!b->kind || b->tag < 0)
		return false;
	decision_start(&b->chosen, b->kind);
	chosen_read(b);
	return true;
}

/* Cards ---------------------------------------------------------------------
 */

/* The definition of a card; false: it has no points. */
static bool card_defined(const struct card *card, struct event *e,
			 const struct event_kind **kind, int *points)
{
	if (!card->name.len)
		return false;
	card->define(card->of, e);
	*kind = event_kind(&hand.kind->rules->events, e->kind);
	for (int i = 0; i < (*kind)->n_fields; i++)
		if (strcmp((*kind)->fields[i].name, "points") == 0) {
			*points = event_get(e, i);
			return *points > 0;
		}
	return false;
}

static struct str text_field(const struct event *e, const struct event_kind *k,
			     const char *name)
{
	char room[EVENT_TEXT_ROOM];

	for (int i = 0; i < k->n_fields; i++)
		if (strcmp(k->fields[i].name, name) == 0)
			return arena_str(
				&page.tmp,
				event_get_text(e, i, room, sizeof(room)));
	return STR("");
}

static int copies_of(const struct builder *b, const struct card *card)
{
	struct decision one;
	struct decision_arg its, a;
	int n = 0;

	decision_start(&one, b->kind);
	if (!decision_add_text(&one, b->tag, card->key) ||
	    !decision_find(&one, b->tag, &its))
		return 0;
	for (int at = 0; decision_next(&b->chosen, at, &a); at = a.next)
		n += a.tag == b->tag && a.n == its.n &&
		     !memcmp(a.w, its.w, (size_t)a.n * sizeof(*a.w));
	return n;
}

/* By the rules: may it be added? */
static bool fits(const struct builder *b, struct dry_run *t,
		 const struct card *card)
{
	struct decision more = b->chosen;

	if (!decision_add_text(&more, b->tag, card->key))
		return false;
	dry_run_again(t, hand.view.state);
	return dry_run_do(t, hand.seat, &more);
}

static void card_write(const struct builder *b, struct dry_run *t,
		       const struct card *card, int *said, int *spent)
{
	struct event *e = ARENA_NEW(&page.tmp, struct event);
	const struct event_kind *kind;
	int points, n;
	bool may;

	if (!card_defined(card, e, &kind, &points))
		return;
	n = copies_of(b, card);
	may = fits(b, t, card);
	*spent += n * points;
	if (!n && !may)
		return;
	show_object(!(*said)++);
	page_text("key", card->key);
	page_text("name", card->name);
	page_text("faction", text_field(e, kind, "faction"));
	page_number("stars", card->stars);
	page_number("points", points);
	page_number("n", n);
	page_number("fits", may);
	buf_addc(&page.said, '}');
}

static int64_t budget(void)
{
	const struct report_game *tells = game_report(hand.kind);
	struct showing s = session_shown();
	struct tval *v = tval_map(&page.tmp);
	const struct tval *points;
	struct narrator n;

	if (!tells->terms)
		return 0;
	show_narrator(&s, &n);
	(void)tells->terms(&page.tmp, &n, hand.view.state, v);
	points = tval_get(v, STR("points"));
	return points ? points->n : 0;
}

int page_builder(size_t len)
{
	int said = 0, spent = 0;
	struct catalog catalog;
	struct builder b;
	struct dry_run t;
	struct str line;

	if (!builder_begin(&b, len, &line))
		return page_end(!book_builder());
	catalog = game_cards(hand.kind);
	buf_addc(&page.said, '{');
	page_text("kind",
		  str_of(decision_row(&hand.kind->rules->decisions, b.kind)
				 ->name));
	show_list("cards");
	dry_run_begin(&t, trials_init(&session_room()->trials),
		      hand.kind->rules, hand.view.state);
	t.run.catalog = &catalog;
	for (int i = 0; i < hand.kind->cards->n; i++)
		card_write(&b, &t, &hand.kind->cards->v[i], &said, &spent);
	dry_run_end(&t);
	buf_addc(&page.said, ']');
	page_number("spent", spent);
	page_number("budget", budget());
	buf_addc(&page.said, '}');
	return page_end(0);
}

/* One card more or less ------------------------------------------------------
 */

/* The card whose key begins there, as a word; NULL: none. */
static const struct card *key_at(struct str s)
{
	const struct card_index *d = hand.kind->cards;

	for (int i = 0; i < d->n; i++) {
		size_t n = d->v[i].key.len;

		if (d->v[i].name.len && s.len >= n &&
		    !memcmp(s.s, d->v[i].key.s, n) &&
		    (s.len == n || s.s[n] == ',' || s.s[n] == ' '))
			return &d->v[i];
	}
	return NULL;
}

/* The order with names in the place of keys, if it means the same. */
static struct str named(const struct decision *d)
{
	static const char stars[] = "*****";
	struct str order = session_order(d), said = order;
	struct decision same;
	struct buf b;

	if (!order.len || !hand.kind->cards)
		return order;
	buf_init(&b, 2 * ORDERS_MAX_TEXT);
	for (size_t i = 0; i < order.len; i++) {
		const struct card *c =
			i && order.s[i - 1] == ' '
				? key_at((struct str){ order.s + i,
						       order.len - i })
				: NULL;

		if (!c) {
			buf_addc(&b, order.s[i]);
			continue;
		}
		buf_addf(&b, "%.*s", STR_ARG(c->name));
		if (c->stars)
			buf_addf(&b, " %.*s", c->stars, stars);
		i += c->key.len - 1;
	}
	if (touch_line_read(
		    arena_printf(&page.tmp, "%.*s", STR_ARG(buf_str(&b))),
		    &same) &&
	    decision_equal(d, &same))
		said = arena_str(&page.tmp, buf_str(&b));
	buf_release(&b);
	return said;
}

static void without(const struct builder *b, struct str key,
		    struct decision *out)
{
	struct decision one;
	struct decision_arg its, a;
	bool gone = false, skips = false;

	decision_start(&one, b->kind);
	decision_start(out, b->kind);
	if (!decision_add_text(&one, b->tag, key) ||
	    !decision_find(&one, b->tag, &its))
		return;
	for (int at = 0; decision_next(&b->chosen, at, &a); at = a.next) {
		/* its level goes with a card */
		skips = a.tag == b->tag ? false : skips;
		if (a.tag == b->tag && !gone && a.n == its.n &&
		    !memcmp(a.w, its.w, (size_t)a.n * sizeof(*a.w)))
			gone = skips = true;
		if (!skips)
			decision_add(out, a.tag, a.w, a.n);
	}
}

int page_build(size_t len)
{
	struct str line, order, rest, one;
	struct decision d;
	struct builder b;
	struct buf text;
	struct decision_arg a;

	if (!builder_begin(&b, len, &line))
		return page_end(!book_build());
	if (line.len < 2)
		return page_end(1);
	one = (struct str){ line.s + 1, line.len - 1 };
	d = b.chosen;
	if (*line.s == '-')
		without(&b, one, &d);
	else if (!decision_add_text(&d, b.tag, one))
		return page_end(1);
	order = decision_find(&d, b.tag, &a) ? named(&d) : STR("");
	buf_init(&text, 2 * ORDERS_MAX_TEXT);
	rest = b.lines;
	for (uint32_t i = 1; parse_line(&rest, &one); i++)
		if (parse_trim(one).len && i != b.line)
			buf_addf(&text, "%.*s\n", STR_ARG(one));
	if (order.len)
		buf_addf(&text, "%.*s\n", STR_ARG(order));
	buf_addc(&page.said, '{');
	page_text("order", order);
	page_text("text", buf_str(&text));
	buf_addc(&page.said, '}');
	buf_release(&text);
	return page_end(0);
}

void builder_drafts(void)
{
	struct decision *d =
		ARENA_ARRAY(&page.tmp, DRAFTS_MAX, struct decision);
	struct catalog catalog = game_cards(hand.kind);
	int n = auto_setup_autos(hand.kind->rules, hand.view.state, hand.seat,
				 &catalog, trials_init(&session_room()->trials),
				 d);

	for (int i = 0, said = 0; i < n; i++) {
		struct str order = named(&d[i]);

		if (!order.len)
			continue;
		if (said++)
			buf_addc(&page.said, ',');
		json_string_render(&page.said, order);
	}
}
