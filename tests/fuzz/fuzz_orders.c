/*
 * tests/fuzz/fuzz_orders.c - any text as an order mail: it is read, complained
 * about, read back; what was understood is understood again when it is written.
 */
#include "fuzz.h"
#include "games/games.h"
#include "orders/orders.h"
#include "rules/rebellion/rebellion.h"
#include "tests/srcdir.h"
#include <stdio.h>
#include <stdlib.h>

static struct arena forever;
static struct vocabulary words;
static struct grammar grammar;

static void prepare(void)
{
	struct why why = { 0 };
	enum err e;

	vocabulary_init(&words, &forever);
	e = vocabulary_load(&words, SRCDIR "/templates", "rebellion", &why);
	if (!e)
		e = grammar_init(&grammar, &system_rebellion,
				 &grammar_rebellion, &words, &forever, &why);
	if (e) {
		fprintf(stderr, "%s\n", why.text);
		abort();
	}
}

/* written in a language and read again, an order is the same order */
static void read_back(struct arena *a, const struct order_line *l, int lang)
{
	struct orders *again = ARENA_NEW(a, struct orders);
	struct buf text;

	buf_init(&text, ORDERS_MAX_LINE);
	/* more than a line holds, and cards whose names hold our signs */
	if (orders_write_entry(&grammar, lang, l->entry, &text) &&
	    !strstr(text.s, "//")) {
		orders_read(a, &grammar, NULL, -1, buf_str(&text), again);
		for (int i = 0; i < again->n_lines; i++)
			assert(again->lines[i].kind == LINE_ORDER);
	}
	buf_release(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	static const struct grammar_name figures[] = {
		{ 1 << 16 | 1, { "Amazon Queen", 12 }, { "", 0 }, false },
		{ 1 << 16 | 2, { "Utem Guardsman **", 17 }, { "", 0 }, false },
		{ 2 << 16 | 2, { "Utem Guardsman *", 16 }, { "", 0 }, false },
	};
	static const struct grammar_names names = { .v = figures,
						    .n = ARRAY_LEN(figures) };
	struct arena a = { 0 };
	struct orders *o = ARENA_NEW(&a, struct orders);
	struct submission s;
	struct order_head head;
	struct buf reading;
	struct str text;

	if (!words.n_keys)
		prepare();
	text = utf8_repair(&a, (struct str){ (const char *)bytes, len });
	orders_read_head(&a, &grammar, text, &head);
	orders_read(&a, &grammar, &names, -1, text, o);
	orders_submission(&a, o, 0, &s);
	buf_init(&reading, 1 << 20);
	orders_write_reading(&grammar, 0, o, NULL, &reading);
	buf_release(&reading);
	for (int i = 0; i < o->n_lines; i++) {
		if (o->lines[i].kind != LINE_ORDER)
			continue;
		assert(queue_entry_check(o->lines[i].entry,
					 &system_rebellion.decisions,
					 system_rebellion.n_conditions));
		read_back(&a, &o->lines[i], i % words.n_langs);
	}
	arena_release(&a);
	return 0;
}
