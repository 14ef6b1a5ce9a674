/*
 * src/report/site/site_campaign.c - writes the pages of a campaign: its table,
 * and one page for each round
 */
#include "report/site/site_private.h"

static void table_put(const struct site_season *s, struct arena *a,
		      struct tval *v)
{
	struct tval *table = tval_put(a, v, "table", tval_list(a));

	for (int i = 0; i < s->n_places; i++) {
		const struct site_place *p = &s->places[i];
		struct tval *t = tval_add(table, tval_map(a));

		tval_puti(a, t, "place", p->place);
		tval_puts(a, t, "name", p->name);
		tval_puti(a, t, "score", p->score);
		tval_puti(a, t, "played", p->played);
		tval_puti(a, t, "points", p->points);
		tval_puti(a, t, "gone", p->gone);
	}
}

static void house_put(const struct site_season *s, struct arena *a,
		      struct tval *v)
{
	struct tval *house = tval_put(a, v, "house", tval_list(a));

	for (int i = 0; i < s->n_house; i++) {
		struct tval *t = tval_add(house, tval_map(a));

		tval_puts(a, t, "words", s->house[i].words);
		tval_puts(a, t, "game", s->house[i].game);
		tval_puts(a, t, "number", s->house[i].number);
		tval_puts(a, t, "by", s->house[i].by);
	}
}

/* The meetings of a page, and cards of their games. */
static void round_put(struct site *x, struct arena *a, struct tval *v,
		      int64_t page)
{
	const struct site_season *s = x->w->season;
	struct tval *meetings = tval_put(a, v, "meetings", tval_list(a));
	struct tval *games = tval_put(a, v, "games", tval_list(a));

	for (int i = 0; i < s->n_meetings; i++) {
		const struct site_meeting *m = &s->meetings[i];
		const struct site_card *g;
		struct tval *t;

		if (m->page != page)
			continue;
		g = m->game.len ? site_card_of(x, m->game) : NULL;
		if (g)
			tval_add(games, x->w->value(x->w->context, a, g->text));
		if (!m->first.len)
			continue;
		t = tval_add(meetings, tval_map(a));
		tval_puts(a, t, "first", m->first);
		tval_puts(a, t, "second", m->second);
		tval_puti(a, t, "bye", !m->second.len);
		tval_puts(a, t, "winner", m->winner);
		tval_puti(a, t, "over", m->over);
		tval_puti(a, t, "drawn", m->drawn);
		tval_puti(a, t, "none", m->none);
		tval_puts(a, t, "game", g ? m->game : STR(""));
	}
	tval_puti(a, v, "page", page);
}

static int64_t last_page(const struct site_season *s)
{
	return s->n_meetings ? s->meetings[s->n_meetings - 1].page : 0;
}

static void season_put(const struct site_season *s, struct arena *a,
		       struct tval *v)
{
	tval_put(a, v, "system",
		 tval_word(a, "chronicle.system.%.*s", STR_ARG(s->system)));
	tval_put(a, v, "kind",
		 tval_word(a, "chronicle.kind.%.*s", STR_ARG(s->kind)));
	tval_puti(a, v, "round", s->round);
	tval_puti(a, v, "rounds", s->rounds);
	tval_puti(a, v, "over", s->over);
	tval_puti(a, v, "pages", last_page(s));
}

#define SUM_START UINT64_C(0xcbf29ce484222325)

/* FNV-1a, which needs no security here: it only decides whether a page must
 * be written. */
static uint64_t sum_text(uint64_t sum, struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		sum = (sum ^ (uint8_t)s.s[i]) * UINT64_C(0x100000001b3);
	return (sum ^ 0xff) * UINT64_C(0x100000001b3);
}

static uint64_t sum_number(uint64_t sum, int64_t n)
{
	for (int i = 0; i < 64; i += 8)
		sum = (sum ^ (uint8_t)(n >> i)) * UINT64_C(0x100000001b3);
	return sum;
}

/* Of all that is on the page of a round. */
static uint64_t round_sum(struct site *x, int64_t page)
{
	const struct site_season *s = x->w->season;
	uint64_t sum = sum_number(SUM_START, s->rounds);

	sum = sum_number(sum, page < last_page(s));
	for (int i = 0; i < s->n_meetings; i++) {
		const struct site_meeting *m = &s->meetings[i];
		const struct site_card *g;

		if (m->page != page)
			continue;
		g = m->game.len ? site_card_of(x, m->game) : NULL;
		sum = sum_text(sum, m->first);
		sum = sum_text(sum, m->second);
		sum = sum_text(sum, m->winner);
		sum = sum_number(sum, m->over | m->drawn << 1 | m->none << 2);
		sum = sum_text(sum, g ? g->text : STR(""));
	}
	return sum;
}

/* Is the page current? */
static bool round_is_current(struct site *x, int64_t page)
{
	int64_t sum = (int64_t)(round_sum(x, page) >> 1);
	const struct tval *had = x->before ? x->before->first : NULL;

	for (int64_t i = 0; had && i < x->rounds->n; i++)
		had = had->next;
	tval_add(x->rounds, tval_int(x->a, sum));
	return had && had->n == sum;
}

static enum err round_page(struct site *x, int64_t page, struct why *why)
{
	struct tval *v;
	struct arena a;
	enum err e;

	if (round_is_current(x, page))
		return ERR_OK;
	arena_init(&a);
	v = site_values(x, &a);
	tval_puti(&a, v, "rounds", x->w->season->rounds);
	round_put(x, &a, v, page);
	tval_puti(&a, v, "before", page - 1);
	tval_puti(&a, v, "behind",
		  page < last_page(x->w->season) ? page + 1 : 0);
	e = site_page(x, arena_printf(&a, "round-%lld.html", (long long)page),
		      "site_round", TEMPLATE_HTML, v, why);
	arena_release(&a);
	return e;
}

enum err site_season_pages(struct site *x, struct tval *v, struct why *why)
{
	const struct site_season *s = x->w->season;
	struct tval *rounds = tval_put(x->a, v, "all", tval_list(x->a));
	enum err e = ERR_OK;

	season_put(s, x->a, v);
	table_put(s, x->a, v);
	house_put(s, x->a, v);
	round_put(x, x->a, v, last_page(s));
	for (int64_t i = 1; !e && i <= last_page(s); i++) {
		tval_add(rounds, tval_int(x->a, i));
		e = round_page(x, i, why);
	}
	return e ? e
		 : site_page(x, "index.html", "site_season", TEMPLATE_HTML, v,
			     why);
}
