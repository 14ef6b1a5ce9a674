/* tests/unit/test_reference.c */
#include "unit.h"
#include "report/text/rules_text.h"
#include "games/arena/rules/arena.h"
#include "games/dungeons/rules/dungeons.h"
#include "games/rebellion/rules/rebellion.h"
#include "tests/srcdir.h"

static const char dir[] = SRCDIR "/db/rules";

static void a_rule_is_found_however_its_id_is_typed(void **unused)
{
	(void)unused;
	static const char *const typed[] = { "RB-BRK-02", "rb-brk-02",
					     " rb brk 2 ", "RB_BRK_02" };
	struct arena a = { 0 };
	struct rules_text_rule r;

	for (size_t i = 0; i < ARRAY_LEN(typed); i++) {
		struct why why = { 0 };

		assert_int_equal(
			rules_text_find(dir, str_of(typed[i]), &a, &r, &why),
			ERR_OK);
		assert_str(r.id, "RB-BRK-02");
		assert_true(str_starts(r.section, "10. Break away"));
		assert_true(str_starts(r.text, "1, 2, 3: it fails:"));
	}
	arena_release(&a);
}

static void a_ruling_is_read_from_its_table(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	struct rules_text_rule r;

	assert_int_equal(rules_text_find(dir, STR("RB-R-38"), &a, &r, NULL),
			 ERR_OK);
	assert_str(r.text, "Quickness: may another action follow? - no: one "
			   "action per figure and turn (2001 card)");
	arena_release(&a);
}

static void every_game_has_its_reference(void **unused)
{
	(void)unused;
	static const char *const ids[] = { "RB-GEO-01", "CV-BRG-01",
					   "DG-GEN-01", "AR-TEAM-01" };
	struct arena a = { 0 };
	struct rules_text_rule r;

	for (size_t i = 0; i < ARRAY_LEN(ids); i++) {
		assert_int_equal(
			rules_text_find(dir, str_of(ids[i]), &a, &r, NULL),
			ERR_OK);
		assert_true(r.text.len > 20);
	}
	arena_release(&a);
}

static void an_unknown_id_gets_its_neighbours(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	struct rules_text_rule r;
	struct why why = { 0 };

	assert_int_equal(rules_text_find(dir, STR("RB-MOVE-99"), &a, &r, &why),
			 ERR_NOT_FOUND);
	assert_non_null(strstr(why.text, "RB-MOVE-0"));
	why_clear(&why);
	assert_int_equal(rules_text_find(dir, STR("ZZ-1"), &a, &r, &why),
			 ERR_NOT_FOUND);
	assert_non_null(strstr(why.text, "RB- rebellion.md"));
	why_clear(&why);
	assert_int_equal(
		rules_text_find(dir, STR("../etc/passwd"), &a, &r, &why),
		ERR_NOT_FOUND);
	why_clear(&why);
	assert_int_equal(rules_text_find("/nonexistent", STR("RB-MOVE-01"), &a,
					 &r, &why),
			 ERR_SYSTEM);
	arena_release(&a);
}

static void players_are_told_a_rule_in_their_language(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	struct rules_text_rule r;
	bool foreign;

	assert_int_equal(rules_text_translated(dir, STR("en"), STR("RB-VP-02"),
					       &a, &r, &foreign, NULL),
			 ERR_OK);
	assert_false(foreign);
	assert_true(str_starts(r.text, "A figure eliminated by its own side "
				       "(pushing, critical miss,"));
	assert_null(memmem(r.text.s, r.text.len, "FAQ", 3));
	assert_int_equal(rules_text_translated(dir, STR("es"), STR("rb-vp-2"),
					       &a, &r, &foreign, NULL),
			 ERR_OK);
	assert_false(foreign);
	assert_str(r.id, "RB-VP-02");
	assert_true(str_starts(r.text, "La figura que elimina su propio"));
	/* bars that are no table's, and cells that say nothing to a player */
	assert_int_equal(rules_text_translated(dir, STR("en"), STR("DG-ARC-01"),
					       &a, &r, &foreign, NULL),
			 ERR_OK);
	assert_non_null(strstr(r.text.s, "cross = |fx\u00b7dy"));
	assert_int_equal(rules_text_translated(dir, STR("en"), STR("DG-SA-33"),
					       &a, &r, &foreign, NULL),
			 ERR_OK);
	assert_non_null(strstr(r.text.s, "orange square - \u22121 click"));
	assert_null(strstr(r.text.s, "analogy"));
	/* sources stand in brackets of two kinds */
	assert_int_equal(rules_text_translated(dir, STR("en"),
					       STR("DG-BREAK-03"), &a, &r,
					       &foreign, NULL),
			 ERR_OK);
	assert_str(r.text,
		   "One roll is enough for all adjacent enemies together.");
	/* a language that there is none of */
	assert_int_equal(rules_text_translated(dir, STR("../x"),
					       STR("RB-VP-02"), &a, &r,
					       &foreign, NULL),
			 ERR_OK);
	assert_true(foreign);
	arena_release(&a);
}

/* All that events, refusals and options of the games name. */
static void no_rule_is_told_in_english_to_who_reads_spanish(void **unused)
{
	(void)unused;
	static const struct system *const games[] = { &system_rebellion,
						      &system_dungeons,
						      &system_arena };
	int n = 0;

	for (size_t i = 0; i < ARRAY_LEN(games); i++) {
		const struct rule_table *t = games[i]->events.rules;
		struct arena a = { 0 };

		for (int k = 0; k < t->n; k++) {
			struct str id = str_of(t->name[k]);
			struct rules_text_rule r;
			bool foreign;

			/* an ability is told by CARD, or has a rule; what is
			 * no rule has no digits */
			if (!id.len || id.s[id.len - 1] > '9')
				continue;
			if (rules_text_translated(dir, STR("es"), id, &a, &r,
						  &foreign, NULL) ||
			    foreign || !r.text.len)
				fail_msg("%s", t->name[k]);
			n++;
		}
		arena_release(&a);
	}
	assert_true(n > 1000);
}

static void rules_are_found_by_what_they_are_about(void **unused)
{
	(void)unused;
	static const struct {
		const char *lang, *word, *first;
	} asked[] = {
		{ "en", "break away", "RB-BRK-01" },
		{ "en", "Pole Arm", "RB-DEF-20" },
		{ "es", "giro libre", "RB-SPIN-01" },
		{ "es", "destrabarse", "RB-BRK-01" },
		{ "es", "PRESIÓN", "RB-ACT-03" },
		{ "es", "Vuelo", "RB-SPD-30" },
		{ "es", "desmontar", "CV-DIS-01" },
		{ "es", "xilófono", "" },
	};
	struct str prefixes[] = { STR("RB-"), STR("CV-") };
	struct arena a = { 0 };

	for (size_t i = 0; i < ARRAY_LEN(asked); i++) {
		struct str terms[RULES_TEXT_TERMS] = { str_of(asked[i].word) };
		struct rules_text_hits hits;
		bool found = false;

		assert_int_equal(
			rules_text_search(dir,
					  &(struct rules_text_query){
						  str_of(asked[i].lang),
						  prefixes, 2, terms, 1 },
					  &a, &hits, NULL),
			ERR_OK);
		for (int k = 0; k < hits.n; k++)
			found |= str_is(hits.rule[k].id, asked[i].first);
		if (!found && hits.n + (int)strlen(asked[i].first))
			fail_msg("%s: %d rules, %.*s first", asked[i].word,
				 hits.n, STR_ARG(hits.rule[0].id));
		/* nothing of other games */
		for (int k = 0; k < hits.n; k++)
			assert_true(str_starts(hits.rule[k].id, "RB-") ||
				    str_starts(hits.rule[k].id, "CV-"));
	}
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_rule_is_found_however_its_id_is_typed),
		cmocka_unit_test(a_ruling_is_read_from_its_table),
		cmocka_unit_test(every_game_has_its_reference),
		cmocka_unit_test(an_unknown_id_gets_its_neighbours),
		cmocka_unit_test(players_are_told_a_rule_in_their_language),
		cmocka_unit_test(
			no_rule_is_told_in_english_to_who_reads_spanish),
		cmocka_unit_test(rules_are_found_by_what_they_are_about),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
