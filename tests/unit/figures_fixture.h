/*
 * tests/unit/figures_fixture.h - the figures of the catalog in the source tree,
 * for the tests of one group.
 */
#ifndef TESTS_FIGURES_FIXTURE_H
#define TESTS_FIGURES_FIXTURE_H
#include "unit.h"
#include "games/catalog_cache.h"
#include "games/rebellion/rules/system_private.h"
#include "games/rebellion/rules/exec.h"
#include "tests/srcdir.h"

static struct catalog_cache library;
static struct card_index deck;
static const struct figures *figures;

static inline int figures_setup(void **unused)
{
	struct why why = { 0 };

	(void)unused;
	catalog_cache_init(&library, SRCDIR "/db/catalog");
	return catalog_cache_figures(&library, &figures, &why) ||
	       figures_deal(&library, &deck, &why) ||
	       card_index_sort(&deck, &why);
}

static inline int figures_teardown(void **unused)
{
	(void)unused;
	card_index_release(&deck);
	catalog_cache_release(&library);
	return 0;
}

/* a figure of the seat's as the catalog has it; its number in the state */
static inline int figures_define(struct rb_state *s, int32_t label,
				 int32_t seat, const char *key)
{
	struct catalog c = card_index_catalog(&deck);
	struct event e;

	assert_true(c.define(c.source, str_of(key), &e));
	e.w[RB_EV_FIGURE_DEFINED_FIG] = label;
	e.w[RB_EV_FIGURE_DEFINED_OWNER] = seat;
	assert_true(rb_evolve(s, &e));
	return rb_find(s, label);
}
#endif
