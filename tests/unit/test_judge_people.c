/* tests/unit/test_judge_people.c - who somebody is, and who may change it */
#include "unit.h"
#include "judge_fixture.h"

#define OK(e) assert_int_equal(e, ERR_OK)

static struct fix f;

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_people");
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	fix_release(&f);
	return 0;
}

/* the public key of a player, as its program wrote it */
static struct str key_text(int who)
{
	struct buf b;
	struct str s;

	buf_init(&b, 1000);
	key_render(&f.p[who].key.key, STR("key"), &b);
	s = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return s;
}

/* lines signed by a player with their public key below, from any address */
static struct str keyed_from(const char *from, int who, const char *text)
{
	return fix_mail(&f, from,
			str_of(arena_printf(&f.arena, "%.*s\nMy key:\n\n%.*s",
					    STR_ARG(fix_signed(&f, who, text)),
					    STR_ARG(key_text(who)))));
}

static struct str join_from(const char *from, int who, const char *seat,
			    const char *nonce)
{
	return keyed_from(from, who,
			  arena_printf(&f.arena, "JOIN %.*s %s %s\n%s\n",
				       STR_ARG(f.name), seat, nonce,
				       fix_seen(&f, 0)));
}

/* the nonce of the newest challenge */
static const char *nonce_in(struct str mails)
{
	const char *at = NULL, *next = mails.s;

	while (next && (next = strstr(next, "\"nonce\":\"")))
		at = next++;
	assert_non_null(at);
	return arena_printf(&f.arena, "%.20s", at + 9);
}

/* --- coming --------------------------------------------------------------- */

static void a_person_made_known_without_a_key_joins_as_anybody(void **unused)
{
	(void)unused;
	struct game_plan plan = { .name = STR("toys"),
				  .system = STR("toy"),
				  .n_players = 2,
				  .reserved = { STR("ana@one.test") } };
	struct person_row p;
	int64_t id;
	bool current;

	OK(judge_person_add(f.j, STR("Ana"), STR("ana@one.test"), STR("es"),
			    STR("UTC"), &id, &f.why));
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	fix_posted(&f);
	assert_str(fix_send(&f, join_from("ana@one.test", 0, "A", "")),
		   "challenged");
	assert_str(fix_send(&f, join_from("ana@one.test", 0, "A",
					  nonce_in(fix_posted(&f)))),
		   "joined");
	OK(store_person_by_address(judge_store(f.j), STR("ana@one.test"),
				   &f.arena, &p, &current, &f.why));
	assert_int_equal(p.id, id);
	assert_str(p.language, "es");
	assert_int_equal(fix_count(fix_log(&f), "\"event\":\"key_added\""), 1);
}

static void who_asks_with_a_public_key_of_others_learns_nothing(void **unused)
{
	(void)unused;
	struct str told[2];

	fix_person(&f, 0);
	fix_game(&f, 0, 0);
	fix_posted(&f);
	for (int i = 0; i < 2; i++) {
		/* Ana plays here, Cy does not; neither sent this */
		assert_str(
			fix_send(&f, join_from("eve@far.test", 2 * i, "A", "")),
			"challenged");
		told[i] = fix_posted(&f);
	}
	assert_int_equal(told[0].len, told[1].len);
	assert_int_equal(fix_count(told[0], "challenge to eve@far.test"), 1);
}

/* --- what is told --------------------------------------------------------- */

static void what_is_wrong_with_a_key_is_told_as_a_fault(void **unused)
{
	(void)unused;
	struct str told;

	fix_game(&f, 0, 0);
	assert_str(
		fix_send(&f,
			 fix_mail(&f, "ana@one.test",
				  fix_signed(&f, 0,
					     arena_printf(&f.arena,
							  "JOIN %.*s A\n",
							  STR_ARG(f.name))))),
		"key-none");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "\"fault\":\"key-none\""), 1);
	assert_int_equal(fix_count(told, "\"reason\""), 0);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(a_person_made_known_without_a_key_joins_as_anybody),
		T(who_asks_with_a_public_key_of_others_learns_nothing),
		T(what_is_wrong_with_a_key_is_told_as_a_fault),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
