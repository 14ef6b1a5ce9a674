/*
 * tests/page/chance.c - what the dice may bring of an order, as the page counts
 * it, against trying each way in which they can fall.
 *
 *	page_chance TEMPLATES LOG...	of every seventh point of each log, what
 *					both seats are offered, or might attack:
 *					a line a log
 */
#include "auth/sig_error.h"
#include "engine/outcome_enum.h"
#include "base/file.h"
#include "webapp/session.h"
#include "engine/suggest.h"
#include <stdio.h>

enum { WAYS = 1300, LABELS = 10, OF_POINTS = 7 };

static struct game_scratch room;
static struct {
	long counted, fewer, outcomes, most, each;
} seen;

static size_t put(struct str s)
{
	memcpy(page_room(s.len), s.s, s.len);
	return s.len;
}

static bool same(const struct chances *c, const struct chances *each)
{
	size_t size = hand.view.sys->state_size;

	if (c->n != each->n || c->of != each->of)
		return false;
	for (int i = 0; i < c->n; i++) {
		int k = 0;

		while (k < each->n &&
		       (each->v[k].hidden != c->v[i].hidden ||
			memcmp(each->v[k].state, c->v[i].state, size) != 0))
			k++;
		if (k == each->n || each->v[k].ways != c->v[i].ways)
			return false;
	}
	return true;
}

static bool compare(const struct decision *d)
{
	const struct catalog catalog = game_cards(hand.kind);
	struct chances *c, *each;
	struct arena a;
	bool good = true;

	arena_init(&a);
	c = ARENA_NEW(&a, struct chances);
	each = ARENA_NEW(&a, struct chances);
	if (chances_of(&a, &hand.view, hand.seat, d, &catalog, &room, c)) {
		seen.counted++;
		seen.outcomes += c->n;
		if (c->tried > seen.most)
			seen.most = c->tried;
		if (chances_of_each(&a,
				    &(struct chances_try){ &hand.view,
							   hand.seat, d,
							   &catalog, WAYS },
				    &room, each)) {
			good = same(c, each);
			seen.fewer += each->tried > c->tried;
			if (each->tried > seen.each)
				seen.each = each->tried;
		} else {
			good = each->too_many;
		}
	}
	arena_release(&a);
	return good;
}

static bool offered(void)
{
	struct offers list = { .n = 0 };
	bool good = true;

	if (!hand.kind->rules->offer)
		return true;
	page_begin(0);
	list.v = ARENA_ARRAY(&page.tmp, OFFERS_MAX, struct suggest);
	hand.kind->rules->offer(hand.view.state, hand.seat,
				trials_init(&hand.scratch.trials), &list);
	for (int i = 0; i < list.n; i++)
		good &= compare(&list.v[i].d);
	page_end(0);
	return good;
}

/* What was written, if it can be read. */
static bool is_read(void)
{
	struct submission s;
	struct order_text r;
	struct decision d;

	if (order_text_make(page.in, true, &r) || r.orders->n_complaints)
		return true;
	orders_submission(&page.tmp, r.orders, hand.seat, &s);
	if (s.n != 1)
		return true;
	queue_entry_alternative(s.v[0], 0, &d);
	return compare(&d);
}

static bool written(const char *text)
{
	bool good;

	page_begin(put(str_of(text)));
	good = is_read();
	page_end(0);
	return good;
}

static bool attacks(void)
{
	bool good = true;

	for (int by = 1; by < LABELS; by++)
		for (int to = 1; to < LABELS; to++) {
			char text[64];

			snprintf(text, sizeof(text), "ACT #%d: ATTACK #%d", by,
				 to);
			good &= written(text);
		}
	return good;
}

static bool position(int point, int seat)
{
	if (page_take(point, seat))
		return true;
	return strcmp(hand.kind->rules->name, "arena") != 0 ? offered()
							    : attacks();
}

int main(int argc, char **argv)
{
	bool good = true;

	if (argc < 3 || page_open(put(str_of(argv[1]))))
		return 2;
	page_language(put(STR("en")));
	for (int i = 2; i < argc; i++) {
		struct why why = { 0 };
		struct buf log;
		int point = 1;

		memset(&seen, 0, sizeof(seen));
		if (file_read(argv[i], 64 << 20, &log, &why))
			return 2;
		page_verify(put(buf_str(&log)));
		buf_release(&log);
		for (; good && !page_story(point, -1); point += OF_POINTS)
			for (int seat = 0; seat <= 1; seat++)
				good &= position(point, seat);
		printf("%s: %ld decisions, %ld outcomes; of %ld fewer ways were "
		       "tried than there are, at most %ld of %ld\n",
		       argv[i], seen.counted, seen.outcomes, seen.fewer,
		       seen.most, seen.each);
		good &= seen.fewer > 0;
		if (!good)
			printf("%s: point %d: they differ\n", argv[i],
			       point - OF_POINTS);
	}
	return good ? 0 : 1;
}
