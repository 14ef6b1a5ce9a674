/*
 * tests/unit/test_rebellion_rules.c - the figures of the basic set are printed
 * as the rules say, and the rules take them so.
 */
#include "figures_fixture.h"

static struct rb_state state;

/* figure n of the basic set: 1..160 */
static const struct figure *printed(int n)
{
	char key[24];
	const struct figure *f;

	snprintf(key, sizeof(key), "rebellion/%d", n);
	f = figures_find(figures, str_of(key));
	assert_non_null(f);
	return f;
}

/* a figure of the catalog stands on the board of a new game */
static void stand(int32_t label, int32_t seat, const char *key, int32_t x)
{
	int f = figures_define(&state, label, seat, key);

	state.fig[f].status = RB_ON_BOARD;
	state.fig[f].at = (struct vec){ x, 1000 };
}

static void a_new_game(void)
{
	memset(&state, 0, sizeof(state));
	system_init(&system_rebellion, &state);
	state.head.phase = RB_PLAY;
	for (int seat = 0; seat < 2; seat++)
		state.head.seat[seat].present = 1;
	state.actions_left = 2;
}

/* RULE: RB-FIG-05, RB-FIG-06 */
static void all_bases_of_the_basic_set_are_as_the_rules_say(void **unused)
{
	int wide = 0;

	(void)unused;
	for (int n = 1; n <= 160; n++) {
		const struct figure *f = printed(n);

		assert_true(f->name.len > 0);
		assert_true(f->points >= 1);
		assert_true(f->range >= 0);
		assert_in_range(f->rank, 0, 3);
		assert_in_range(f->targets, 1, 3);
		assert_int_equal(f->unique, f->rank == 0);
		assert_false(f->elongated);
		assert_true(f->arc == 90 || f->arc == 180);
		wide += f->arc == 180;
	}
	assert_int_equal(wide, 4);
}

/* RULE: RB-FIG-01, RB-FIG-03, RB-DAM-01 */
static void every_dial_ends_in_skulls_and_holds_its_abilities(void **unused)
{
	(void)unused;
	for (int n = 1; n <= 160; n++) {
		const struct figure *f = printed(n);

		assert_in_range(f->n_clicks, 1, 11);
		for (int i = 0; i < f->n_clicks; i++)
			for (int slot = 0; slot < N_RB_SLOTS; slot++) {
				int a = f->dial[i][N_RB_SLOTS + slot];

				assert_true(f->dial[i][slot] >= 0);
				assert_true(!a || rb_abilities[a].slot == slot);
				assert_true(!a || rb_abilities[a].defined);
			}
	}
}

/* RULE: RB-FIG-07 */
static void seven_factions_have_a_symbol_and_mage_spawn_none(void **unused)
{
	static const char *const names[] = {
		"Atlantis Guild",   "Black Powder Rebels",
		"Draconum",         "Elemental League",
		"Knights Immortal", "Necropolis Sect",
		"Orc Raiders",      ""
	};
	int count[ARRAY_LEN(names)] = { 0 };

	(void)unused;
	for (int n = 1; n <= 160; n++) {
		size_t i = 0;

		while (i < ARRAY_LEN(names) &&
		       !str_is(printed(n)->faction, names[i]))
			i++;
		assert_true(i < ARRAY_LEN(names));
		count[i]++;
	}
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		assert_true(count[i] > 0);
}

/* RULE: RB-FORM-02 */
static void printed_mage_spawn_form_nothing_and_guardsmen_do(void **unused)
{
	struct rb_ground b;
	struct refusal no;
	const int fig[] = { 0, 1, 2 };
	char spawn[24] = "";

	(void)unused;
	for (int n = 1; n <= 160 && !*spawn; n++)
		if (!printed(n)->faction.len)
			snprintf(spawn, sizeof(spawn), "rebellion/%d", n);
	for (int of_guild = 0; of_guild < 2; of_guild++) {
		a_new_game();
		for (int i = 0; i < 3; i++)
			stand(label_of('A', i + 1), 0,
			      of_guild ? "rebellion/60" : spawn,
			      1000 + 110 * i);
		rb_ground_build(&state, &b);
		assert_int_equal(
			rb_formation_check(&state, &b, fig, 3, true, &no),
			of_guild);
		if (!of_guild)
			assert_int_equal(no.reason, RB_REFUSAL_MAGE_SPAWN);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			all_bases_of_the_basic_set_are_as_the_rules_say),
		cmocka_unit_test(
			every_dial_ends_in_skulls_and_holds_its_abilities),
		cmocka_unit_test(
			seven_factions_have_a_symbol_and_mage_spawn_none),
		cmocka_unit_test(
			printed_mage_spawn_form_nothing_and_guardsmen_do),
	};

	return cmocka_run_group_tests(tests, figures_setup, figures_teardown);
}
