/*
 * tests/unit/judge_verified.h - the game of a fixture is ended, if it is not,
 * and its log must verify as everybody has it; included behind judge_fixture.h.
 */
#ifndef TESTS_JUDGE_VERIFIED_H
#define TESTS_JUDGE_VERIFIED_H
#include "judge_fixture.h"
#include "verifier/verify.h"

/* As each of n slots may see it; the rules are run again where all is seen. */
static inline void fix_verified(struct fix *at, const int *slots, size_t n)
{
	struct verify_means m = { .systems = at->config.systems,
				  .n_systems = at->config.n_systems };
	struct game_row g;

	assert_int_equal(judge_game_replay(at->j, at->game, &at->why), ERR_OK);
	assert_int_equal(store_game_get(judge_store(at->j), at->game,
					&at->arena, &g, &at->why),
			 ERR_OK);
	if (g.state != GAME_ENDED)
		assert_int_equal(judge_game_end(at->j, at->game, STR("enough"),
						&at->why),
				 ERR_OK);
	for (size_t i = 0; i < n; i++) {
		struct verify_result r;

		verify_export(fix_export(at, slots[i]), &m, &at->arena, &r);
		if (!r.good)
			print_message("line %zu: %s\n%s\n%s\n", r.fault.line,
				      r.fault.what, r.fault.expected,
				      r.fault.found);
		assert_true(r.good);
		assert_int_equal(r.rules_run, slots[i] == EXPORT_FULL);
	}
}
#endif
