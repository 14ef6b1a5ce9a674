/* tests/unit/test_carry.c - from what a game leaves to what the next begins
 * with */
#include "unit.h"
#include "base/crypto.h"
#include "tournament/carryover.h"

static struct hash head;

static const struct carryover left[] = {
	{ 0, "hero", "pyramid/12", "Amir", { 3 }, 1 },
	{ 0, "fallen", "pyramid/13", "Nyk", { 1 }, 1 },
	{ 0, "fallen", "pyramid/14", "Og, \"the\" Shaman", { 4 }, 1 },
	{ 1, "mage", "", "", { 2, -1 }, 2 },
	{ 1, "treasure", "chest/A", "", { 5 }, 1 },
};

static int apply(const char *table, struct game_carried *out, int max)
{
	static struct campaign_carryover_table t;
	struct why why = { 0 };

	memset(&head, 7, sizeof(head));
	assert_int_equal(campaign_carryover_table_read(str_of(table), &t, &why),
			 ERR_OK);
	return campaign_carryover_apply(
		&t,
		&(struct campaign_carryover_from){ left, (int)ARRAY_LEN(left),
						   STR("crypt-1"), &head, 2 },
		out, max);
}

static void a_card_has_key_and_name(void **unused)
{
	static struct carryover v[1];
	struct carryover_list l = { .v = v, .max = 1 };
	int32_t key[8], name[8];
	int key_words = text_pack(key, 8, STR("pyramid/12"));
	int name_words = text_pack(name, 8, STR("Amir"));

	(void)unused;
	carryover_card(carryover_add(&l, 0, "hero", 3), key, key_words, name,
		       name_words);
	assert_string_equal(v[0].key, "pyramid/12");
	assert_string_equal(v[0].name, "Amir");
}

static void a_table_says_what_becomes_of_what_is_left(void **unused)
{
	struct game_carried v[16];

	(void)unused;
	assert_int_equal(apply("# of Heroes\n"
			       "hero keep\n"
			       "fallen\tless 2 least 1 as hero\n"
			       "mage lose\n\n"
			       "purse give 50\n",
			       v, 16),
			 5);
	assert_string_equal(v[0].thing.what, "hero");
	assert_int_equal(v[0].thing.value[0], 3);
	assert_true(str_is(v[0].game, "crypt-1"));
	assert_memory_equal(&v[0].from, &head, sizeof(head));
	/* not below the first level; 4 - 2 */
	assert_string_equal(v[1].thing.what, "hero");
	assert_int_equal(v[1].thing.value[0], 1);
	assert_int_equal(v[2].thing.value[0], 2);
	assert_string_equal(v[2].thing.key, "pyramid/14");
	/* a purse for both, of no game */
	assert_string_equal(v[3].thing.what, "purse");
	assert_int_equal(v[3].thing.seat, 0);
	assert_int_equal(v[4].thing.seat, 1);
	assert_int_equal(v[4].thing.value[0], 50);
	assert_int_equal(v[4].game.len, 0);
}

static void more_than_there_is_room_for_is_said(void **unused)
{
	struct game_carried v[2];

	(void)unused;
	assert_int_equal(apply("fallen keep\n", v, 2), 2);
	assert_int_equal(apply("fallen keep\nhero keep\n", v, 2), -1);
	assert_int_equal(apply("fallen keep\npurse give 1\n", v, 2), -1);
}

static void faults_of_a_table_have_line_and_column(void **unused)
{
	static const struct {
		const char *text, *fault;
	} v[] = {
		{ "hero keep\nhero keeps\n", "line 2, column 6" },
		{ "hero\n", "line 1, column 5" },
		{ "hero less\n", "line 1, column 10" },
		{ "hero less two\n", "line 1, column 11" },
		{ "hero less 1 least\n", "line 1, column 18" },
		{ "hero keep as\n", "line 1, column 13" },
		{ "hero lose as fallen\n", "line 1, column 11" },
		{ "hero keep as hero now\n", "line 1, column 19" },
		{ "a_name_of_many_letters keep\n", "line 1, column 1" },
	};
	struct campaign_carryover_table t;

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(v); i++) {
		struct why why = { 0 };

		assert_int_equal(campaign_carryover_table_read(
					 str_of(v[i].text), &t, &why),
				 ERR_FORMAT);
		assert_non_null(strstr(why.text, v[i].fault));
	}
}

static void lines_are_read_as_they_are_written(void **unused)
{
	struct game_carried v[8], w[8];
	struct arena a = { 0 };
	struct why why = { 0 };
	struct buf b;
	int n = apply("hero keep\nfallen keep\nmage keep\npurse give 9\n", v,
		      8),
	    m;

	(void)unused;
	buf_init(&b, 4096);
	campaign_carryover_write(v, n, &a, &b);
	assert_int_equal(
		campaign_carryover_read(buf_str(&b), &a, w, 8, &m, &why),
		ERR_OK);
	assert_int_equal(m, n);
	for (int i = 0; i < n; i++) {
		assert_memory_equal(&v[i].thing, &w[i].thing,
				    sizeof(v[i].thing));
		assert_memory_equal(&v[i].from, &w[i].from, sizeof(v[i].from));
		assert_true(str_equal(v[i].game, w[i].game));
	}
	buf_release(&b);
	arena_release(&a);
}

static void faults_of_a_line_name_its_field(void **unused)
{
	static const struct {
		const char *line, *fault;
	} v[] = {
		{ "A,hero,3,k,n,g", "line 2: the fields are" },
		{ "Z,hero,3,k,n,,", "line 2, field 1" },
		{ "A,,3,k,n,,", "line 2, field 2" },
		{ "A,hero,,k,n,,", "line 2, field 3" },
		{ "A,hero,1 2 3 4 5,k,n,,", "line 2, field 3" },
		{ "A,hero,3x,k,n,,", "line 2, field 3" },
		{ "A,hero,3,0123456789012345678901234567890123456789,n,,",
		  "line 2, field 4" },
		{ "A,hero,3,k,n,game,", "line 2, field 7" },
		{ "A,hero,3,k,n,,abc", "line 2, field 7" },
		{ "A,hero,3,k,\"n,,", "line 2: the fields are" },
	};

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(v); i++) {
		struct arena a = { 0 };
		struct why why = { 0 };
		struct game_carried out[2];
		int n;
		char *text = arena_printf(
			&a, "seat,what,value,key,name,game,from\n%s\n",
			v[i].line);

		assert_int_equal(campaign_carryover_read(str_of(text), &a, out,
							 2, &n, &why),
				 ERR_FORMAT);
		if (!strstr(why.text, v[i].fault))
			fail_msg("%s: %s", v[i].line, why.text);
		arena_release(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_card_has_key_and_name),
		cmocka_unit_test(a_table_says_what_becomes_of_what_is_left),
		cmocka_unit_test(more_than_there_is_room_for_is_said),
		cmocka_unit_test(faults_of_a_table_have_line_and_column),
		cmocka_unit_test(lines_are_read_as_they_are_written),
		cmocka_unit_test(faults_of_a_line_name_its_field),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
