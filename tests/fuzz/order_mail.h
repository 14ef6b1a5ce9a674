/*
 * tests/fuzz/order_mail.h - any text as an order mail of any game, in any
 * language: it is read, complained about, read back; what was understood is
 * understood again when it is written.
 */
#ifndef TESTS_FUZZ_ORDER_MAIL_H
#define TESTS_FUZZ_ORDER_MAIL_H
#include "tests/unit/orders_fixture.h"

/* Rebellion with cavalry has the orders of Rebellion, about its own figures. */
struct order_game {
	const char *name, *rules;
	struct grammar_names names;
	struct orders_fixture f;
};

#define FIGURE(side, n, called)                                                \
	{                                                                      \
		.label = (side) << 16 | (n), .name = {                         \
			called,                                                \
			sizeof(called) - 1                                     \
		}                                                              \
	}

static const struct grammar_name order_units[] = {
	FIGURE(1, 1, "Amazon Queen"),
	FIGURE(1, 2, "Utem Guardsman **"),
	FIGURE(2, 2, "Utem Guardsman *"),
};
static const struct grammar_name order_riders[] = {
	FIGURE(1, 1, "Mounted Guardsman *"),
	FIGURE(1, 5, "Charging Ram"),
	FIGURE(2, 1, "Timber Wolf"),
	FIGURE(2, 5, "Wolf Rider **"),
};
static const struct grammar_name order_heroes[] = {
	FIGURE(1, 1, "Trollkiller"),
	FIGURE(1, 2, "Carlana"),
	FIGURE(2, 1, "Stone Golem *"),
};

#define NAMES(of)                                                              \
	{                                                                      \
		.v = (of), .n = ARRAY_LEN(of)                                  \
	}

static struct order_game order_games[] = {
	{ .name = "rebellion",
	  .rules = "rebellion",
	  .names = NAMES(order_units) },
	{ .name = "cavalry",
	  .rules = "rebellion",
	  .names = NAMES(order_riders) },
	{ .name = "dungeons",
	  .rules = "dungeons",
	  .names = NAMES(order_heroes) },
	{ .name = "arena", .rules = "arena", .names = NAMES(order_heroes) },
};

/* The words of all; each game that is known must be among them. */
static inline void order_games_open(void)
{
	uint32_t met = 0;

	for (size_t i = 0; i < ARRAY_LEN(order_games); i++) {
		struct order_game *g = &order_games[i];

		for (int k = 0; k < n_game_kinds; k++) {
			if (strcmp(game_kinds[k]->rules->name, g->rules) != 0)
				continue;
			orders_fixture_open(&g->f, game_kinds[k]);
			met |= 1u << k;
		}
	}
	assert(met == (1u << n_game_kinds) - 1);
}

/* written in a language and read again, an order is the same order */
static inline void order_read_back(struct arena *a, const struct order_game *g,
				   const struct order_line *l, int lang)
{
	struct orders *again = ARENA_NEW(a, struct orders);
	struct buf text;

	buf_init(&text, ORDERS_MAX_LINE);
	/* more than a line holds, and cards whose names hold our signs */
	if (orders_write_entry(&g->f.grammar, lang, l->entry, &text) &&
	    !strstr(text.s, "//")) {
		orders_read(a, &g->f.grammar, NULL, -1, buf_str(&text), again);
		for (int i = 0; i < again->n_lines; i++)
			assert(again->lines[i].kind == LINE_ORDER);
	}
	buf_release(&text);
}

/* One mail of who writes in lang (-1: unknown): how many orders it has. */
static inline int order_mail(const struct order_game *g, int lang,
			     struct str text)
{
	const struct system *sys = &g->f.sys;
	struct arena a = { 0 };
	struct orders *o = ARENA_NEW(&a, struct orders);
	struct submission s;
	struct order_head head;
	struct buf reading;
	int n = 0;

	text = utf8_repair(&a, text);
	orders_read_head(&a, &g->f.grammar, text, &head);
	orders_read(&a, &g->f.grammar, &g->names, lang, text, o);
	orders_submission(&a, o, 0, &s);
	buf_init(&reading, 1 << 20);
	orders_write_reading(&g->f.grammar, lang < 0 ? 0 : lang, o, NULL,
			     &reading);
	buf_release(&reading);
	for (int i = 0; i < o->n_lines; i++) {
		if (o->lines[i].kind != LINE_ORDER)
			continue;
		assert(queue_entry_check(o->lines[i].entry, &sys->decisions,
					 sys->n_conditions));
		order_read_back(&a, g, &o->lines[i], i % g->f.words.n_langs);
		n++;
	}
	arena_release(&a);
	return n;
}
#endif
