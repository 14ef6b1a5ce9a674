/*
 * tests/unit/orders_fixture.h - the words and the grammar of a game as they
 * are in the source tree, for tests that read orders.
 */
#ifndef TESTS_ORDERS_FIXTURE_H
#define TESTS_ORDERS_FIXTURE_H
#include "games/games.h"
#include "tests/srcdir.h"
#include <stdio.h>

struct orders_fixture {
	struct arena arena;
	struct vocabulary words;
	struct system sys; /* nothing is played */
	struct grammar grammar;
};

static inline void orders_fixture_open(struct orders_fixture *f,
				       const struct game_kind *kind)
{
	struct why why = { 0 };
	enum err e;

	memset(f, 0, sizeof(*f));
	f->sys = *kind->rules;
	vocabulary_init(&f->words, &f->arena);
	e = vocabulary_load(&f->words, SRCDIR "/templates", f->sys.name, &why);
	if (!e)
		e = grammar_init(&f->grammar, &f->sys, kind->orders, &f->words,
				 &f->arena, &why);
	if (e)
		fprintf(stderr, "%s\n", why.text);
	assert(!e);
}
#endif
