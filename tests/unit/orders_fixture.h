/*
 * tests/unit/orders_fixture.h - the words and the grammar of Rebellion as they
 * are in the source tree, for tests that read orders.
 */
#ifndef TESTS_ORDERS_FIXTURE_H
#define TESTS_ORDERS_FIXTURE_H
#include "orders/orders.h"
#include "rules/rebellion/tables.h"

struct orders_fixture {
	struct arena arena;
	struct vocabulary words;
	struct system sys; /* its tables only: nothing is played */
	struct grammar grammar;
};

static inline void orders_fixture_init(struct orders_fixture *f)
{
	struct why why = { { 0 } };
	enum err e;

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
	vocabulary_init(&f->words, &f->arena);
	e = vocabulary_load(&f->words, SRCDIR "/templates", "rebellion", &why);
	if (!e)
		e = grammar_init(&f->grammar, &f->sys, &grammar_rebellion,
				 &f->words, &f->arena, &why);
	if (e)
		fprintf(stderr, "%s\n", why.text);
	assert(!e);
}
#endif
