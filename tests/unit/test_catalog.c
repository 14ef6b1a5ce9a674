/* tests/unit/test_catalog.c */
#include "figures_fixture.h"
#include "base/buf.h"
#include "tests/srcdir.h"
#include <dirent.h>

static struct why why;

static void every_set_of_the_catalog_is_read(void **unused)
{
	(void)unused;
	assert_int_equal(figures->n, 176 + 174 + 120 + 90 + 174 + 120 + 119 +
					     96 + 15 + 18 + 4 * 74);
}

static void a_figure_is_found_by_its_key(void **unused)
{
	(void)unused;
	const struct figure *f = figures_find(figures, STR("rebellion/60"));

	assert_non_null(f);
	assert_str(f->name, "Altem Guardsman");
	assert_str(f->faction, "Atlantis Guild");
	assert_int_equal(f->points, 37);
	assert_false(f->elongated);
	assert_null(figures_find(figures, STR("rebellion/999")));
	assert_true(figures_find(figures, STR("lancers/85"))->elongated);
}

static void its_definition_holds_the_whole_card(void **unused)
{
	(void)unused;
	struct catalog c = card_index_catalog(&deck);
	struct event e;
	const int32_t *w;
	int n;

	assert_true(c.define(c.source, STR("rebellion/1"), &e));
	assert_int_equal(event_get(&e, RB_EV_FIGURE_DEFINED_POINTS), 10);
	assert_int_equal(event_get(&e, RB_EV_FIGURE_DEFINED_RANGE), 8);
	w = event_words(&e, RB_EV_FIGURE_DEFINED_DIAL, &n);
	assert_int_equal(n, 5 * RB_CLICK_WORDS);
	assert_int_equal(w[0], 8);
	assert_int_equal(w[2], 15);
	assert_int_equal(w[3 * 8 + 7], RB_ABILITY_DEMORALIZED);
	assert_false(c.define(c.source, STR("no/1"), &e));
}

static struct str file(struct arena *a, const char *path)
{
	char *text = arena_alloc(a, 65536);
	FILE *f = fopen(path, "r");
	size_t n;

	assert_non_null(f);
	n = fread(text, 1, 65536, f);
	fclose(f);
	return (struct str){ text, n };
}

static void the_armies_agree_with_the_catalog(void **unused)
{
	(void)unused;
	DIR *d = opendir(SRCDIR "/db/catalog/figures/armies");
	struct dirent *entry;
	struct arena a = { 0 };
	struct army army;
	int n = 0;

	assert_non_null(d);
	while ((entry = readdir(d))) {
		if (strncmp(entry->d_name, "rebellion-", 10))
			continue;
		assert_int_equal(
			army_parse(figures,
				   file(&a,
					arena_printf(&a,
						     SRCDIR "/db/catalog/"
							    "figures/armies/%s",
						     entry->d_name)),
				   &a, &army, &why),
			ERR_OK);
		assert_true(army.n > 0 && army.points <= 200);
		n++;
	}
	closedir(d);
	assert_int_equal(n, 12);
	arena_release(&a);
}

static void an_army_is_read_as_a_player_writes_it(void **unused)
{
	(void)unused;
	static const char *const same[] = {
		"2, rebellion, 3, Utem Crossbowman, 12\n",
		"2, REBELLION, 3, utem crossbowman, 12\n",
		"1,rebellion,3,UTEM CROSSBOWMAN ***,12\n"
		"1, rebellion, 3, Ut\xc3\xa9m Crossbowman, 12\ntotal: 24\n",
	};
	struct arena a = { 0 };
	struct army army;

	for (size_t i = 0; i < ARRAY_LEN(same); i++) {
		assert_int_equal(
			army_parse(figures, str_of(same[i]), &a, &army, &why),
			ERR_OK);
		assert_int_equal(army.n, 2);
		assert_true(str_is(army.key[1], "rebellion/3"));
	}
	/* a Hero is one and the same at every level */
	assert_int_equal(
		army_parse(figures,
			   STR("1, dungeons, 69-1, Daren Brakensword 1, 23\n"
			       "1, dungeons, 69-2, Daren Brakensword 2, 28\n"),
			   &a, &army, &why),
		ERR_FORMAT);
	assert_non_null(strstr(why.text, "unique"));
	why_clear(&why);
	arena_release(&a);
}

static void an_army_that_does_not_is_refused_by_its_line(void **unused)
{
	(void)unused;
	static const struct {
		const char *text, *says;
	} bad[] = {
		{ "1, rebellion, 3, Utem Crossbowman, 13\n", "line 1" },
		{ "# x\n1, rebellion, 3, Utem Bowman, 12\n", "line 2" },
		{ "1, rebellion, 777, Nobody, 12\n", "no figure" },
		{ "2, rebellion, 146, Maelstrom Golem, 1\n", "line 1" },
		{ "1, rebellion, 3, Utem Crossbowman, 12\ntotal: 13\n",
		  "cost 12" },
		{ "one\n", "expected" },
	};
	struct arena a = { 0 };
	struct army army;

	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		why_clear(&why);
		assert_int_equal(army_parse(figures, str_of(bad[i].text), &a,
					    &army, &why),
				 ERR_FORMAT);
		assert_non_null(strstr(why.text, bad[i].says));
	}
	why_clear(&why);
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_set_of_the_catalog_is_read),
		cmocka_unit_test(a_figure_is_found_by_its_key),
		cmocka_unit_test(its_definition_holds_the_whole_card),
		cmocka_unit_test(the_armies_agree_with_the_catalog),
		cmocka_unit_test(an_army_is_read_as_a_player_writes_it),
		cmocka_unit_test(an_army_that_does_not_is_refused_by_its_line),
	};

	return cmocka_run_group_tests(tests, figures_setup, figures_teardown);
}
