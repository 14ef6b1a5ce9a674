/*
 * src/webapp/cards.c - lists the hand of cards of the current position,
 * with the orders that plan and cast them. Games without cards have none.
 */
#include "auth/sign.h"
#include "webapp/session.h"
#include "webapp/touch.h"
#include "report/report_game.h"
#include "engine/common.h"
#include "base/parse.h"

enum { PLANNED_MAX = 8, LABEL_BYTES = 16 };

struct cards {
	const struct report_game *tells;
	struct narrator n;
	struct tval *v;         /* of report_game.hand */
	struct str lines;       /* orders that are written already */
	struct order_text read; /* of them */
	bool is_read;
	struct str caster; /* label */
	bool first;        /* book of the hand: that of the leader */
	/* of the caster */
	int n_planned;
	struct str planned[PLANNED_MAX];
	unsigned replaced; /* bits of the lines that a new plan replaces */
	bool quick_used;
};

static int64_t number_of(const struct tval *v, const char *name)
{
	const struct tval *found = tval_get(v, str_of(name));

	return found ? found->n : 0;
}

static struct str text_of(const struct tval *v, const char *name)
{
	const struct tval *found = tval_get(v, str_of(name));

	return found ? found->text : STR("");
}

/* A member that may be the key of a message. */
static struct str word_of(const struct tval *v, const char *name)
{
	const struct tval *found = tval_get(v, str_of(name));

	if (!found || found->kind != TVAL_WORD)
		return text_of(v, name);
	return messages_line(
		&page.tmp, page.words,
		arena_printf(&page.tmp, "%.*s", STR_ARG(found->text)), v,
		TEMPLATE_MAX_BYTES);
}

static void hand_of(struct cards *c, const struct game *now)
{
	struct showing s = session_shown();

	s.view = now;
	show_narrator(&s, &c->n);
	c->v = tval_map(&page.tmp);
	c->tells->hand(&page.tmp, &c->n, now->state, hand.seat, c->v);
}

/* The first line of the input, and the cards after the others. */
static bool cards_begin(struct cards *c, size_t len, struct str *line)
{
	page_begin(len);
	*c = (struct cards){ .lines = page.in };
	if (!hand.kind || !parse_line(&c->lines, line))
		return false;
	c->tells = game_report(hand.kind);
	if (!c->tells->hand)
		return false;
	c->is_read = parse_trim(c->lines).len &&
		     !order_text_make(c->lines, false, &c->read);
	hand_of(c, &hand.view);
	/* a plan is not executed yet: its cards stay in the hand */
	if (!number_of(c->v, "plan"))
		hand_of(c, session_after(c->lines));
	return true;
}

/* The plan of a caster ------------------------------------------------------
 */

static int tag_of(const char *name)
{
	const struct decision_schema *s = &hand.kind->rules->decisions;

	for (int i = 0; i < s->n_tags; i++)
		if (strcmp(s->tags[i].name, name) == 0)
			return i;
	return -1;
}

static bool is_of(const struct cards *c, const struct decision *d)
{
	struct decision_arg a;
	struct str label;
	struct buf b;
	bool same;

	if (!decision_find(d, tag_of("target"), &a))
		return c->first;
	buf_init(&b, LABEL_BYTES);
	label_render(&b, a.w[a.n - 1]);
	label = buf_str(&b);
	same = str_equal(label, c->caster);
	buf_release(&b);
	return same;
}

static void plan_read(struct cards *c, const struct decision *d)
{
	struct decision_arg a;

	c->n_planned = 0;
	for (int at = 0; decision_next(d, at, &a); at = a.next)
		if (a.tag == tag_of("card") && c->n_planned < PLANNED_MAX)
			c->planned[c->n_planned++] =
				c->tells->card_name(&page.tmp, &c->n, a.w[0]);
}

/* The plan of this caster, by the lines or by the position. */
static void caster_begin(struct cards *c, struct str label, bool first)
{
	const struct tval *list = tval_get(c->v, STR("planned"));

	c->caster = label;
	c->first = first;
	c->n_planned = 0;
	c->replaced = 0;
	c->quick_used = !number_of(c->v, "quick");
	for (const struct tval *t = list->first;
	     first && t && c->n_planned < PLANNED_MAX; t = t->next)
		c->planned[c->n_planned++] = t->text;
	for (int i = 0; c->is_read && i < c->read.orders->n_lines; i++) {
		const struct order_line *l = &c->read.orders->lines[i];
		struct decision d;
		const char *kind;

		if (l->kind != LINE_ORDER)
			continue;
		queue_entry_alternative(l->entry, 0, &d);
		kind = decision_row(&hand.kind->rules->decisions, d.kind)->name;
		c->quick_used |= strncmp(kind, "qc_", 3) == 0;
		if (strcmp(kind, "plan") == 0 && is_of(c, &d)) {
			uint32_t line, column;

			plan_read(c, &d);
			canon_locate(c->read.canon, l->at, &line, &column);
			line -= (uint32_t)c->read.above;
			if (line < 32)
				c->replaced |= 1u << line;
		}
	}
}

static int planned_at(const struct cards *c, struct str name)
{
	for (int i = 0; i < c->n_planned; i++)
		if (str_equal(c->planned[i], name))
			return i;
	return -1;
}

/* The lines without the plan, then the plan. */
static void plan_lines(const struct cards *c, struct str name, struct buf *b,
		       struct str *order)
{
	int had = planned_at(c, name), slots = 1, n = 0;
	struct str rest = c->lines, line;
	struct decision d;
	struct buf plan;

	if (c->first)
		slots = (int)number_of(c->v, "slots");
	buf_init(&plan, ORDERS_MAX_TEXT);
	buf_addz(&plan, "PLAN ");
	if (!c->first)
		buf_addf(&plan, "%.*s: ", STR_ARG(c->caster));
	for (int i = 0; i < c->n_planned; i++)
		if (i != had && (had >= 0 || n < slots - 1))
			buf_addf(&plan, "%s%.*s", n++ ? ", " : "",
				 STR_ARG(c->planned[i]));
	if (had < 0)
		buf_addf(&plan, "%s%.*s", n++ ? ", " : "", STR_ARG(name));
	if (!n)
		buf_addz(&plan, "NOTHING");
	*order = STR("");
	if (touch_line_read(
		    arena_printf(&page.tmp, "%.*s", STR_ARG(buf_str(&plan))),
		    &d))
		*order = session_order(&d);
	buf_release(&plan);
	/* the plan comes first, as the judge writes it */
	buf_addf(b, "%.*s\n", STR_ARG(*order));
	for (unsigned i = 1; parse_line(&rest, &line); i++)
		if (parse_trim(line).len && !(i < 32 && c->replaced >> i & 1))
			buf_addf(b, "%.*s\n", STR_ARG(line));
}

/* The hand --------------------------------------------------
 */

static void card_write(const struct cards *c, const struct tval *card,
		       struct str kind, int64_t left, bool first)
{
	static const char *const numbers[] = { "copies", "cost", "most",
					       "full",   "min",  "max",
					       "reveal", "open" };
	bool planned = planned_at(c, text_of(card, "name")) >= 0;
	int64_t lacks = number_of(card, "cost") - left;

	show_object(first);
	page_text("name", text_of(card, "name"));
	page_text("kind", kind);
	page_text("school", text_of(card, "school"));
	for (size_t i = 0; i < ARRAY_LEN(numbers); i++)
		page_number(numbers[i], number_of(card, numbers[i]));
	page_number("planned", planned);
	page_number("lacks", !planned && lacks > 0 ? lacks : 0);
	buf_addc(&page.said, '}');
}

/* The mana that the planned cards leave. */
static int64_t mana_left(const struct cards *c, const struct tval *book)
{
	const struct tval *kinds = tval_get(book, STR("kinds"));
	int64_t left = number_of(c->v, "mana");

	for (const struct tval *k = kinds->first; k; k = k->next)
		for (const struct tval *s = tval_get(k, STR("spells"))->first;
		     s; s = s->next)
			if (planned_at(c, text_of(s, "name")) >= 0)
				left -= number_of(s, "cost");
	return left;
}

static void caster_write(struct cards *c, const struct tval *book, bool first)
{
	const struct tval *kinds = tval_get(book, STR("kinds"));
	bool plan = number_of(c->v, "plan");
	int said = 0;
	int64_t left;

	caster_begin(c, tval_get(book, STR("caster"))->text, first);
	left = plan ? mana_left(c, book) : number_of(c->v, "mana");
	show_object(first);
	page_text("label", c->caster);
	page_number("slots", first ? number_of(c->v, "slots") : 1);
	page_number("left", left);
	show_list("planned");
	for (int i = 0; i < c->n_planned; i++) {
		if (i)
			buf_addc(&page.said, ',');
		json_string_render(&page.said, c->planned[i]);
	}
	buf_addc(&page.said, ']');
	show_list("cards");
	for (const struct tval *k = kinds->first; k; k = k->next)
		for (const struct tval *s = tval_get(k, STR("spells"))->first;
		     s; s = s->next)
			card_write(c, s, word_of(k, "kind"), left, !said++);
	buf_addz(&page.said, "]}");
}

int page_cards(size_t len)
{
	const struct tval *books;
	struct cards c;
	struct str line;

	if (!cards_begin(&c, len, &line))
		return page_end(1);
	books = tval_get(c.v, STR("books"));
	buf_addc(&page.said, '{');
	page_number("plan", number_of(c.v, "plan"));
	page_number("mana", number_of(c.v, "mana"));
	show_list("casters");
	for (const struct tval *b = books->first; b; b = b->next)
		caster_write(&c, b, b == books->first);
	buf_addz(&page.said, "]}");
	return page_end(0);
}

/* Targets of a card -----------------------------------------------
 */

static const struct tval *card_of(const struct tval *book, struct str name)
{
	const struct tval *kinds = tval_get(book, STR("kinds"));

	for (const struct tval *k = kinds->first; k; k = k->next)
		for (const struct tval *s = tval_get(k, STR("spells"))->first;
		     s; s = s->next)
			if (str_equal(text_of(s, "name"), name))
				return s;
	return NULL;
}

static void aim_write(int *said, struct str target, struct str order,
		      const char *kind, struct str text, const struct tval *t)
{
	show_object(!(*said)++);
	page_text("target", target);
	page_text("order", order);
	page_text("kind", str_of(kind));
	page_text("text", text);
	page_number("per_cent", -1);
	page_number("clicks", t ? number_of(t, "mean") : 0);
	page_number("kills", t ? number_of(t, "kills") : 0);
	buf_addc(&page.said, '}');
}

/* One way to cast it; before: the lines above it. */
static void cast_write(int *said, const char *verb, struct str name,
		       const struct tval *t, struct str before)
{
	struct str what = t ? text_of(t, "what") : STR("");
	struct str beyond = t ? text_of(t, "beyond") : STR("");
	const char *line = arena_printf(&page.tmp, "%s %.*s%s%.*s%s%.*s", verb,
					STR_ARG(name), what.len ? " ON " : "",
					STR_ARG(what), beyond.len ? "-" : "",
					STR_ARG(beyond));
	struct decision d;
	struct str order;

	if (!touch_line_read(line, &d))
		return;
	order = session_order(&d);
	if (order.len)
		aim_write(said, what, order, "cast",
			  str_of(arena_printf(&page.tmp, "%.*s%.*s\n",
					      STR_ARG(before), STR_ARG(order))),
			  t);
}

static void casts_write(const struct cards *c, const struct tval *card,
			int *said, struct str before)
{
	const struct tval *targets = tval_get(card, STR("targets"));
	struct str name = text_of(card, "name");
	const char *act =
		arena_printf(&page.tmp, "ACT %.*s: CAST", STR_ARG(c->caster));
	const struct tval *t = targets ? targets->first : NULL;

	if (number_of(card, "open"))
		return;
	do {
		if (!number_of(card, "full") && !c->quick_used)
			cast_write(said, "QC FIRST", name, t, before);
		cast_write(said, act, name, t, before);
		t = t ? t->next : NULL;
	} while (t);
}

/* The lines above a line that casts it: planned, with an end of line. */
static struct str lines_before(const struct cards *c, struct str name,
			       bool plan, struct str *order)
{
	struct str lines;
	struct buf b;

	buf_init(&b, 2 * ORDERS_MAX_TEXT);
	*order = STR("");
	if (plan && planned_at(c, name) < 0) {
		plan_lines(c, name, &b, order);
	} else {
		buf_adds(&b, c->lines);
		if (b.len && b.s[b.len - 1] != '\n')
			buf_addc(&b, '\n');
	}
	lines = arena_str(&page.tmp, buf_str(&b));
	buf_release(&b);
	return lines;
}

static void toggle_write(const struct cards *c, struct str name, int *said)
{
	struct str order;
	struct buf b;

	buf_init(&b, 2 * ORDERS_MAX_TEXT);
	plan_lines(c, name, &b, &order);
	if (order.len)
		aim_write(said, STR(""), order, "plan",
			  arena_str(&page.tmp, buf_str(&b)), NULL);
	buf_release(&b);
}

int page_card_aims(size_t len)
{
	const struct tval *books, *book, *card;
	struct str line, caster, order, before;
	struct cards c;
	bool plan;
	int said = 0;

	if (!cards_begin(&c, len, &line) || !line.len)
		return page_end(1);
	/* the caster, a blank, and the name */
	caster = line;
	for (caster.len = 0;
	     caster.len < line.len && line.s[caster.len] != ' ';)
		caster.len++;
	line.s += caster.len;
	line.len -= caster.len;
	line = parse_trim(line);
	plan = number_of(c.v, "plan");
	books = tval_get(c.v, STR("books"));
	for (book = books->first; book; book = book->next)
		if (str_equal(tval_get(book, STR("caster"))->text, caster))
			break;
	card = book ? card_of(book, line) : NULL;
	if (!card)
		return page_end(1);
	caster_begin(&c, caster, book == books->first);
	buf_addc(&page.said, '[');
	if (plan)
		toggle_write(&c, line, &said);
	before = lines_before(&c, line, plan, &order);
	if (c.first)
		casts_write(&c, card, &said, before);
	buf_addc(&page.said, ']');
	return page_end(0);
}

/* Lines that are ready ------------------------------------------------------
 */

static void ready_write(const char *name, const struct tval *list, bool offered)
{
	int said = 0;

	show_list(name);
	for (const struct tval *l = list ? list->first : NULL; l; l = l->next) {
		struct decision d;
		struct str line = text_of(l, "line");

		if ((number_of(l, "offered") != 0) != offered ||
		    !touch_line_read(
			    arena_printf(&page.tmp, "%.*s", STR_ARG(line)), &d))
			continue;
		if (said++)
			buf_addc(&page.said, ',');
		json_string_render(&page.said, line);
	}
	buf_addc(&page.said, ']');
}

static bool is_done(const struct decision *d)
{
	return decision_check(d, &hand.kind->rules->decisions) &&
	       dry_run_of(trials_init(&session_room()->trials),
			  hand.kind->rules, hand.view.state, hand.seat, d);
}

static void answer_write(const struct decision *d, int *said)
{
	struct str order = is_done(d) ? session_order(d) : STR("");

	if (!order.len)
		return;
	if ((*said)++)
		buf_addc(&page.said, ',');
	json_string_render(&page.said, order);
}

/* Answers to the question that the seat is asked: the default, then others. */
static void answers_write(void)
{
	static const struct {
		const char *verb, *rest;
	} ways[] = { { "LEND", " YES" },       { "LEND", " NO" },
		     { "FREE SPIN", " STAY" }, { "COUNTER", " YES" },
		     { "COUNTER", " NO" },     { "SPIN", " STAY" },
		     { "LEVEL", "" } };
	const struct system *rules = hand.kind->rules;
	struct decision silent = { .n = 0 }, d;
	struct awaiting waits;
	struct move_group *v =
		ARENA_ARRAY(&page.tmp, MOVE_GROUP_MAX, struct move_group);
	int n, said = 0;

	system_awaiting(rules, hand.view.state, &waits);
	if (!awaiting_class(rules, &waits, hand.seat, CLASS_ANSWER))
		return;
	if (rules->default_order &&
	    rules->default_order(hand.view.state, hand.seat, &silent))
		answer_write(&silent, &said);
	n = rules->legal(hand.view.state, hand.seat,
			 trials_init(&session_room()->trials), v,
			 MOVE_GROUP_MAX);
	for (int i = 0; i < n; i++)
		for (size_t k = 0; k < ARRAY_LEN(ways); k++) {
			struct buf label;

			buf_init(&label, LABEL_BYTES);
			label_render(&label,
				     v[i].actor ? v[i].actor : v[i].targets[0]);
			if (touch_line_read(
				    arena_printf(&page.tmp, "%s %.*s%s",
						 ways[k].verb,
						 STR_ARG(buf_str(&label)),
						 ways[k].rest),
				    &d) &&
			    d.kind == v[i].kind && !decision_equal(&d, &silent))
				answer_write(&d, &said);
			buf_release(&label);
		}
}

int page_ready(void)
{
	const struct report_game *tells;
	const struct tval *mail;
	struct tval *v;
	struct showing s = session_shown();
	struct narrator n;

	page_begin(0);
	if (!hand.kind)
		return page_end(1);
	tells = game_report(hand.kind);
	show_narrator(&s, &n);
	v = tval_map(&page.tmp);
	tells->values(&page.tmp, &n, hand.view.state, hand.seat, v);
	mail = tval_get(v, STR("mail"));
	buf_addc(&page.said, '{');
	ready_write("lines", mail, false);
	ready_write("offers", mail, true);
	show_list("drafts");
	if (!mail)
		builder_drafts();
	buf_addc(&page.said, ']');
	show_list("answers");
	if (!mail)
		answers_write();
	buf_addz(&page.said, "]}");
	return page_end(0);
}

/* A figure ------------------------------------------------------------------
 */

static const struct tval *figure_in(const struct tval *list, struct str label)
{
	for (const struct tval *f = list ? list->first : NULL; f; f = f->next) {
		const struct tval *fig = tval_get(f, STR("fig"));

		if (fig && str_equal(fig->text, label))
			return f;
	}
	return NULL;
}

/* The values of a figure: of a player, or of nobody. */
static const struct tval *figure_of(const struct tval *v, struct str label)
{
	static const char *const lists[] = { "figures", "out" };
	const struct tval *players = tval_get(v, STR("players"));
	const struct tval *found = figure_in(tval_get(v, STR("spawn")), label);

	for (const struct tval *p = players ? players->first : NULL;
	     p && !found; p = p->next)
		for (size_t i = 0; i < ARRAY_LEN(lists) && !found; i++)
			found = figure_in(tval_get(p, str_of(lists[i])), label);
	return found;
}

static void stats_write(const struct tval *f)
{
	static const char *const names[] = { "speed",  "attack", "defense",
					     "damage", "range",  "life",
					     "armor" };
	bool has_life = tval_get(f, STR("life"));
	bool first = true;

	show_list("stats");
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		const struct tval *n = tval_get(f, str_of(names[i]));

		/* where there is life, damage is what it has taken */
		if (!n || n->kind != TVAL_INT ||
		    (has_life && strcmp(names[i], "damage") == 0))
			continue;
		show_object(first);
		first = false;
		page_text("name", str_of(names[i]));
		page_number("n", n->n);
		buf_addc(&page.said, '}');
	}
	buf_addc(&page.said, ']');
}

int page_stats(size_t len)
{
	const struct report_game *tells;
	const struct tval *f, *abilities;
	struct showing s = session_shown();
	struct narrator n;
	struct tval *v;
	int said = 0;

	page_begin(len);
	if (!hand.kind)
		return page_end(1);
	tells = game_report(hand.kind);
	show_narrator(&s, &n);
	v = tval_map(&page.tmp);
	tells->values(&page.tmp, &n, hand.view.state, hand.seat, v);
	f = figure_of(v, page.in);
	if (!f)
		return page_end(1);
	buf_addc(&page.said, '{');
	page_number("points", number_of(f, "points"));
	stats_write(f);
	show_list("abilities");
	abilities = tval_get(f, STR("abilities"));
	for (const struct tval *a = abilities ? abilities->first : NULL; a;
	     a = a->next) {
		if (said++)
			buf_addc(&page.said, ',');
		json_string_render(&page.said, word_of(a, "what"));
	}
	buf_addz(&page.said, "]}");
	return page_end(0);
}
