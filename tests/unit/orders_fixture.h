/*
 * tests/unit/orders_fixture.h - the words and the grammar of Rebellion or of
 * Dungeons as they are in the source tree, for tests that read orders.
 */
#ifndef TESTS_ORDERS_FIXTURE_H
#define TESTS_ORDERS_FIXTURE_H
#include "orders/orders.h"
#include "rules/dungeons/tables.h"
#include "rules/rebellion/tables.h"

struct orders_fixture {
	struct arena arena;
	struct vocabulary words;
	struct system sys; /* its tables only: nothing is played */
	struct grammar grammar;
};

static inline void orders_fixture_open(struct orders_fixture *f,
				       const struct grammar_table *table)
{
	struct why why = { { 0 } };
	enum err e;

	vocabulary_init(&f->words, &f->arena);
	e = vocabulary_load(&f->words, SRCDIR "/templates", f->sys.name, &why);
	if (!e)
		e = grammar_init(&f->grammar, &f->sys, table, &f->words,
				 &f->arena, &why);
	if (e)
		fprintf(stderr, "%s\n", why.text);
	assert(!e);
}

static inline void orders_fixture_init(struct orders_fixture *f)
{
	memset(f, 0, sizeof(*f));
	f->sys.name = "rebellion";
	f->sys.decisions = (struct decision_schema){
		.kinds = rb_order_kinds,
		.n_kinds = N_RB_ORDERS,
		.tags = rb_tags,
		.n_tags = N_RB_TAGS,
		.rules = &rb_rules,
	};
	f->sys.conditions = rb_conditions;
	f->sys.n_conditions = N_RB_CONDITIONS;
	orders_fixture_open(f, &grammar_rebellion);
}

static inline void orders_fixture_dungeons(struct orders_fixture *f)
{
	memset(f, 0, sizeof(*f));
	f->sys.name = "dungeons";
	f->sys.decisions = (struct decision_schema){
		.kinds = dg_order_kinds,
		.n_kinds = N_DG_ORDERS,
		.tags = dg_tags,
		.n_tags = N_DG_TAGS,
		.rules = &dg_rules,
	};
	f->sys.conditions = dg_conditions;
	f->sys.n_conditions = N_DG_CONDITIONS;
	orders_fixture_open(f, &grammar_dungeons);
}
#endif
