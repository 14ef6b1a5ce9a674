/* src/report/text/order_choices.c - see order_choices.h */
#include "report/text/order_choices.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "engine/common.h"
#include "engine/player.h"

enum {
	FAMILIES_PER_FIGURE = 24,
	OFFERS_SHOWN = 8, /* the best; of the rest their number */
	OFFERS_OF_RECEIPT = 3,
	ORDER_ROOM = 4096
};

static struct tval *move_group_value(struct arena *a, const struct narrator *n,
				     const struct move_group *f)
{
	const struct decision_schema *d = &n->sys->decisions;
	struct tval *v = tval_map(a), *targets, *ways;
	int k = f->kind - DECISION_FIRST_OWN;

	assert(0 <= k && k < d->n_kinds);
	tval_put(a, v, "what",
		 tval_word(a, "%s.do.%s", n->sys->name, d->kinds[k].name));
	tval_puti(a, v, "ends", !strcmp(d->kinds[k].name, "end"));
	tval_put(a, v, "fig", narrate_label(a, n, f->actor));
	tval_puti(a, v, "allowance", f->allowance);
	targets = tval_put(a, v, "targets", tval_list(a));
	for (int i = 0; i < f->n_targets; i++)
		tval_add(targets, narrate_label(a, n, f->targets[i]));
	ways = tval_put(a, v, "ways", tval_list(a));
	for (int i = 0; i < f->n_ways; i++)
		tval_add(ways,
			 tval_word(a, "%s.way.%s", n->sys->name, f->ways[i]));
	return v;
}

/* as its reader would write it; empty: there are no words for it */
static struct str order_written(struct arena *a, const struct report_input *in,
				const struct decision *d)
{
	struct str line = STR("");
	struct buf b;

	buf_init(&b, ORDER_ROOM);
	if (in->write(in->writer, d, &b))
		line = arena_str(a, buf_str(&b));
	buf_release(&b);
	return line;
}

/* It is what its figure does; an item that it is given is not. */
static bool is_deed(const struct suggest *o)
{
	struct decision_arg a;

	return decision_next(&o->d, 0, &a) && a.n && a.w[0] == o->actor;
}

/* how many before it are deeds of the same figure */
static int deeds_before(const struct suggest *v, int i)
{
	int n = 0;

	for (int k = 0; k < i && is_deed(v + i); k++)
		n += v[k].actor == v[i].actor && is_deed(v + k);
	return n;
}

/* A figure carries out only one of its suggestions: its third one comes after
 * the first two of the others. */
static void offers_spread(struct arena *a, struct offers *o)
{
	struct suggest *v = ARENA_ARRAY(a, OFFERS_MAX, struct suggest);
	int n = 0;

	for (int later = 0; later < 2; later++)
		for (int i = 0; i < o->n; i++)
			if ((deeds_before(o->v, i) > 1) == later)
				v[n++] = o->v[i];
	o->v = v;
}

/* orders that can be given as they are printed */
static void offers_find(struct arena *a, const struct report_input *in,
			struct player_room *room, struct choices *c)
{
	int shown = !in->receipt  ? OFFERS_SHOWN
		    : in->n_queue ? 1
				  : OFFERS_OF_RECEIPT;

	c->offers.v = ARENA_ARRAY(a, OFFERS_MAX, struct suggest);
	in->sys->offer(in->view, in->seat, trials_init(&room->trials),
		       &c->offers);
	if (in->tells && in->tells->player)
		player_lead(in->tells->player, in->view, in->seat, room,
			    &c->offers);
	offers_spread(a, &c->offers);
	for (int i = 0; i < c->offers.n && (in->all || i < shown); i++) {
		const struct suggest *o = c->offers.v + i;

		c->line[i] = order_written(a, in, &o->d);
		if (o->then.kind)
			c->then[i] = order_written(a, in, &o->then);
		c->n_lines = i + 1;
	}
}

/* examples of what a set-up asks for; of cards, what AUTO would choose */
static void drafts_find(struct arena *a, const struct report_input *in,
			struct trials *room, struct choices *c)
{
	struct decision *v = ARENA_ARRAY(a, DRAFTS_MAX, struct decision);
	int n = auto_setup_orders(in->sys, in->view, in->seat,
				  trials_init(room), (uint32_t)in->point, v);

	if (!n && in->cards)
		n = auto_setup_autos(in->sys, in->view, in->seat, in->cards,
				     trials_init(room), v);
	for (int i = 0; i < n; i++) {
		c->draft[c->n_drafts] = order_written(a, in, &v[i]);
		c->n_drafts += c->draft[c->n_drafts].len > 0;
	}
}

void choices_find(struct arena *a, const struct report_input *in,
		  struct choices *c)
{
	struct player_room *room;
	struct trials *trials;

	/* what would not be taken is not offered */
	if (in->seat < 0 || in->paused || in->ended)
		return;
	room = arena_alloc_raw(a, sizeof(*room));
	trials = &room->trials;
	if (in->sys->legal && in->start == REPORT_BEGUN) {
		c->v = ARENA_ARRAY(a, MOVE_GROUP_MAX, struct move_group);
		c->n = in->sys->legal(in->view, in->seat, trials_init(trials),
				      c->v, MOVE_GROUP_MAX);
	}
	/* nothing is taken before it begins */
	if (!in->sys->offer || !in->write || in->start != REPORT_BEGUN)
		return;
	offers_find(a, in, room, c);
	c->auto_helps = auto_setup_may_auto(in->sys, in->view, in->seat);
	if (!c->offers.n)
		drafts_find(a, in, trials, c);
}

/* Its figure has a line already, and does but one of the two. */
static bool is_instead(const struct choices *c, int i)
{
	if (!is_deed(c->offers.v + i))
		return false;
	for (int k = 0; k < i; k++)
		if (c->line[k].len && is_deed(c->offers.v + k) &&
		    c->offers.v[k].actor == c->offers.v[i].actor &&
		    (c->offers.v[k].kind != SUGGEST_DO ||
		     c->offers.v[i].kind != SUGGEST_DO))
			return true;
	return false;
}

static void put_labels(struct arena *a, const struct narrator *n,
		       const char *key, const int32_t *label, int count,
		       struct tval *to)
{
	struct tval *list = tval_put(a, to, key, tval_list(a));

	for (int i = 0; i < count; i++)
		tval_add(list, narrate_label(a, n, label[i]));
}

static struct tval *offer_value(struct arena *a, const struct narrator *n,
				const struct choices *c, int i)
{
	const struct suggest *o = c->offers.v + i;
	static const char *const kinds[] = { "strikes", "captures", "heals",
					     "does", "goes" };
	struct tval *v = tval_map(a), *is = tval_put(a, v, "is", tval_map(a));
	const char *kind = decision_row(&n->sys->decisions, o->d.kind)->name;
	const char *key;
	struct why why = { 0 };

	tval_puti(a, is, narrate_key(a, kind).s, 1);
	tval_puts(a, v, "line", c->line[i]);
	tval_puts(a, v, "then", c->then[i]);
	tval_puti(a, v, "again", is_instead(c, i));
	tval_puti(a, v, kinds[o->kind], 1);
	tval_put(a, v, "fig", narrate_label(a, n, o->actor));
	if (o->of)
		tval_puti(a, v, "chance", suggest_per_cent(o->hits, o->of));
	tval_put(a, v, "clicks", tval_inches(a, o->clicks));
	tval_puti(a, v, "hurts", o->clicks);
	tval_puti(a, v, "pushed", o->pushed);
	tval_put(a, v, "harm",
		 o->harm ? tval_inches(a, o->harm)
			 : tval_text(a, (struct str){ 0 }));
	tval_put(a, v, "inches", tval_inches(a, o->way));
	tval_puti(a, v, "way", o->way);
	tval_puti(a, v, "have", o->have);
	tval_put(a, v, "from", tval_inches(a, o->have));
	tval_put(a, v, "after",
		 o->after ? tval_inches(a, o->after)
			  : tval_text(a, (struct str){ 0 }));
	tval_put(a, v, "stops", narrate_label(a, n, o->stops));
	tval_puti(a, v, "doubts", o->doubts);
	put_labels(a, n, "also", o->also, o->n_also, v);
	put_labels(a, n, "back", o->back, o->n_back, v);
	tval_puti(a, v, "far", o->far);
	tval_puti(a, v, "out", o->far && !o->about);
	tval_put(a, v, "about", narrate_label(a, n, o->about));
	key = arena_printf(a, "%s.offer.%s", n->sys->name, kinds[o->kind]);
	tval_put(a, v, "said", narrate_message(a, n, key, v, &why));
	return v;
}

/* one line, broken at blanks to fit an order template: it goes on after `on` */
static void fold_line(struct str line, const char *on, struct buf *b)
{
	size_t column = 0;
	struct str word;

	while (parse_field(&line, ' ', &word)) {
		size_t len = utf8_length(word);

		if (column && column + 1 + len > REPORT_ORDER_LINE) {
			buf_addf(b, "\n%s", on);
			column = strlen(on);
		} else if (column) {
			buf_addc(b, ' ');
			column++;
		}
		buf_adds(b, word);
		column += len;
	}
	buf_addc(b, '\n');
}

/* An order after //, unchanged: once the // are gone the broken line goes on
 * by +. */
static struct str order_remark(struct arena *a, struct str line)
{
	const char *aside = arena_printf(a, "// %.*s", STR_ARG(line));
	struct str out;
	struct buf b;

	buf_init(&b, ORDER_ROOM);
	fold_line(str_of(aside), "// + ", &b);
	out = arena_str(a, parse_trim(buf_str(&b)));
	buf_release(&b);
	return out;
}

void choices_offer_values(struct arena *a, const struct narrator *n,
			  const struct choices *c, struct tval *to)
{
	struct tval *list = tval_put(a, to, "offers", tval_list(a));

	for (int i = 0; i < c->n_lines; i++)
		if (c->line[i].len)
			tval_add(list, offer_value(a, n, c, i));
	tval_puti(a, to, "offers_more", c->offers.n - list->n);
	tval_puti(a, to, "auto", c->auto_helps);
	list = tval_put(a, to, "drafts", tval_list(a));
	for (int i = 0; i < c->n_drafts; i++)
		tval_puts(a, tval_add(list, tval_map(a)), "line",
			  order_remark(a, c->draft[i]));
}

/*
 * The order that leaves the game is not suggested: a player could give it by
 * mistake.
 */
static bool is_offered(const struct narrator *n, const struct move_group *f)
{
	return strcmp(decision_row(&n->sys->decisions, f->kind)->name,
		      "withdraw") != 0;
}

void choices_legal_values(struct arena *a, const struct narrator *n,
			  const struct choices *c, struct tval *to)
{
	struct tval *actors = tval_put(a, to, "can", tval_list(a));
	struct tval *general = tval_put(a, to, "can_general", tval_list(a));
	const struct move_group *f = c->v;
	int count = c->n;

	for (int i = 0; i < count; i++) {
		struct tval *v, *list;
		bool seen = false;

		if (!f[i].actor) {
			if (is_offered(n, f + i))
				tval_add(general,
					 move_group_value(a, n, f + i));
			continue;
		}
		for (int k = 0; k < i && !seen; k++)
			seen = f[k].actor == f[i].actor;
		if (seen)
			continue;
		v = tval_add(actors, tval_map(a));
		tval_put(a, v, "fig", narrate_label(a, n, f[i].actor));
		list = tval_put(a, v, "orders", tval_list(a));
		for (int k = i; k < count; k++)
			if (f[k].actor == f[i].actor &&
			    list->n < FAMILIES_PER_FIGURE)
				tval_add(list, move_group_value(a, n, f + k));
		/* one order, which says whose it is */
		tval_puti(a, v, "alone", list->n == 1);
	}
}

struct str order_lines_fold(struct arena *a, struct str text)
{
	struct buf b;
	struct str line, out;

	buf_init(&b, 2 * REPORT_MAX_BYTES);
	while (parse_line(&text, &line)) {
		if (utf8_length(line) <= REPORT_ORDER_LINE) {
			buf_adds(&b, line);
			buf_addc(&b, '\n');
		} else {
			fold_line(line,
				  str_starts(line, "//") ? "//     " : "+ ",
				  &b);
		}
	}
	out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return out;
}
