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

/* --- who is answered ------------------------------------------------------ */

/* a mail that claims to be from anybody; what Ana is told of it */
static struct str told_ana(const char *from, struct str body, const char *what)
{
	struct str told;

	assert_str(fix_send(&f, fix_mail(&f, from, body)), what);
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to ana@one.test: "), 1);
	assert_int_equal(fix_count(told, "eve@"), 0);
	return told;
}

static void every_mail_that_somebody_known_signed_is_answered(void **unused)
{
	(void)unused;
	static const struct {
		const char *first, *verdict;
	} bad[] = {
		{ "ORDRES toys A 1 1", "first_line" },
		{ "ORDERS %s A 3", "first_line" },
		{ "ORDERS %s A 3 1 1 1", "first_line" },
		{ "that cannot have hit!", "first_line" },
		{ "ORDERS toys A 3 2", "unknown_game" },
		{ "ORDERS rapido A 3 2", "unknown_game" },
		{ "ORDERS %s B 3 2", "seat_other" },
		{ "GM %s 3 2", "seat_other" },
		{ "PREVIEW %s A", "first_line" },
		{ "KEYS %s A", "first_line" },
	};
	const char *line;

	fix_started(&f, 0);
	fix_posted(&f);
	line = arena_printf(&f.arena, "ORDERS %.*s A %lld 1\\u000a%s\\u000a",
			    STR_ARG(f.name), (long long)fix_point(&f),
			    fix_seen(&f, fix_point(&f)));
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		char name[64], text[200];
		struct str told;

		snprintf(name, sizeof(name), "%.*s", STR_ARG(f.name));
		snprintf(text, sizeof(text), bad[i].first, name);
		/* also when it comes from elsewhere */
		told = told_ana(i % 2 ? "eve@far.test" : "ana@one.test",
				fix_signed(&f, 0,
					   arena_printf(&f.arena,
							"%s\npick 3\n", text)),
				bad[i].verdict);
		assert_int_equal(fix_count(told, "misread to ana@"), 1);
		assert_int_equal(fix_count(told, line), 1);
		assert_int_equal(fix_count(told, "PICK 3"), 1);
	}
	assert_int_equal(fix_state(&f).in[0], 0);
}

static void a_block_without_its_end_is_told(void **unused)
{
	(void)unused;
	struct str body;
	char *end;

	fix_started(&f, 0);
	fix_posted(&f);
	body = fix_signed(&f, 0,
			  arena_printf(&f.arena, "ORDERS %.*s A 3 1\npick 3\n",
				       STR_ARG(f.name)));
	end = strstr((char *)(uintptr_t)body.s, BLOCK_END);
	memset(end, ' ', strlen(BLOCK_END));
	told_ana("ana@one.test", body, "block-open");
	assert_int_equal(fix_state(&f).in[0], 0);
}

static void what_came_before_is_told_once_a_day(void **unused)
{
	(void)unused;
	const char *text;
	struct str told;

	fix_started(&f, 0);
	fix_posted(&f);
	/* what was refused is no other mail when it comes again */
	text = arena_printf(&f.arena, "ORDERS %.*s A 999 1\npick 3\n",
			    STR_ARG(f.name));
	told_ana("ana@one.test", fix_signed(&f, 0, text), "stale");
	told = told_ana("eve@far.test", fix_signed(&f, 0, text), "repeated");
	assert_int_equal(fix_count(told, "\"reason\":\"stale\""), 1);
	for (int i = 0; i < 5; i++) {
		assert_str(fix_send(&f, fix_mail(&f, "eve@far.test",
						 fix_signed(&f, 0, text))),
			   "repeated");
		assert_int_equal(fix_posted(&f).len, 0);
	}
	f.now += 86400;
	told_ana("ana@one.test", fix_signed(&f, 0, text), "repeated");
	/* and so is a preview, which uses no serial */
	text = arena_printf(&f.arena, "PREVIEW %.*s A %lld 1\npick 3\n",
			    STR_ARG(f.name), (long long)fix_point(&f));
	told_ana("ana@one.test", fix_signed(&f, 0, text), "preview");
	told_ana("ana@one.test", fix_signed(&f, 0, text), "repeated");
	fix_send(&f, fix_mail(&f, "ana@one.test", fix_signed(&f, 0, text)));
	assert_int_equal(fix_posted(&f).len, 0);
}

static struct str robot_mail(const char *header, struct str body)
{
	return str_of(arena_printf(
		&f.arena,
		"From: ana@one.test\r\nTo: judge@court.test\r\n%s\r\n"
		"Message-ID: <%d@mail.test>\r\n\r\n%.*s",
		header, ++f.n_mails, STR_ARG(body)));
}

static void a_robot_that_signs_well_is_obeyed_and_answered_once(void **unused)
{
	(void)unused;
	static const char *const headers[] = {
		"Auto-Submitted: auto-generated",
		"Return-Path: <>",
		"X-Autoreply: yes",
		"Precedence: bulk",
	};
	const char *text;

	fix_started(&f, 0);
	fix_posted(&f);
	for (size_t i = 0; i < ARRAY_LEN(headers); i++) {
		text = arena_printf(&f.arena, "ORDERS %.*s A 999 %d\npick 3\n",
				    STR_ARG(f.name), 1 + (int)i);

		assert_str(fix_send(&f, robot_mail(headers[i],
						   fix_signed(&f, 0, text))),
			   "stale");
		assert_int_equal(fix_count(fix_posted(&f), "refused to ana@"),
				 i == 0);
	}
	text = arena_printf(&f.arena, "ORDERS %.*s A %lld 9\n%s\npick 3\n",
			    STR_ARG(f.name), (long long)fix_point(&f),
			    fix_seen(&f, fix_point(&f)));
	assert_str(
		fix_send(&f, robot_mail(headers[0], fix_signed(&f, 0, text))),
		"adjudicated");
	/* nothing else of a robot is looked at */
	fix_posted(&f);
	fix_send(&f, robot_mail(headers[0], STR("I am away\r\n")));
	assert_int_equal(fix_posted(&f).len, 0);
}

/* a mail of Ana's that its program has changed, or that is not hers */
static struct str broken_from(const char *from, int serial)
{
	struct str body = fix_signed(
		&f, 0,
		arena_printf(&f.arena, "ORDERS %.*s A %lld %d\npick 3\n",
			     STR_ARG(f.name), (long long)fix_point(&f),
			     serial));

	*strchr(strstr((char *)(uintptr_t)body.s, "PICK"), '3') = '4';
	return fix_mail(&f, from, body);
}

static void strangers_use_up_no_answers_of_a_player(void **unused)
{
	(void)unused;
	int told = 0;

	fix_started(&f, 0);
	fix_posted(&f);
	for (int i = 0; i < 10; i++) {
		assert_str(fix_send(&f, broken_from("eve@far.test", 1 + i)),
			   "unverified");
		told += fix_count(fix_posted(&f), "unverified to ana@");
	}
	assert_int_equal(told, JUDGE_FAILED_A_DAY);
	assert_str(fix_send(&f, broken_from("ana@one.test", 20)), "unverified");
	assert_int_equal(fix_count(fix_posted(&f), "unverified to ana@"), 1);
}

static void all_strangers_together_have_one_bound(void **unused)
{
	(void)unused;
	int told = 0;

	judge_close(f.j);
	f.config.strangers_a_day = 3;
	fix_open(&f);
	fix_started(&f, 0);
	fix_posted(&f);
	for (int i = 0; i < 8; i++) {
		const char *from = arena_printf(&f.arena, "eve%d@far.test", i);

		/* mails without orders, and wishes to join */
		fix_send(&f, i % 2 ? fix_mail(&f, from, STR("Hello?\r\n"))
				   : join_from(from, 2, "A", ""));
		told += fix_count(fix_posted(&f), "far.test\n");
	}
	assert_int_equal(told, 3);
	for (int i = 0; i < 2; i++) {
		fix_send(&f, fix_mail(&f, f.p[i].address, STR("Hello?\r\n")));
		assert_int_equal(fix_count(fix_posted(&f), "help to "), 1);
	}
}

static void a_forged_sender_gets_no_answer(void **unused)
{
	(void)unused;
	static const char forged[] =
		"Authentication-Results: mx.court.test; dmarc=fail";

	judge_close(f.j);
	f.config.authserv_id = STR("mx.court.test");
	fix_open(&f);
	fix_started(&f, 0);
	fix_posted(&f);
	fix_send(&f, robot_mail(forged, STR("Hello?\r\n")));
	assert_int_equal(fix_posted(&f).len, 0);
	fix_send(&f,
		 robot_mail("Authentication-Results: mx.far.test; dmarc=fail",
			    STR("Hello?\r\n")));
	assert_int_equal(fix_count(fix_posted(&f), "help to ana@"), 1);
	/* a signature of hers outweighs it */
	assert_str(
		fix_send(&f, robot_mail(forged,
					fix_signed(&f, 0,
						   arena_printf(
							   &f.arena,
							   "ORDERS %.*s A 999 1"
							   "\npick 3\n",
							   STR_ARG(f.name))))),
		"stale");
	assert_int_equal(fix_count(fix_posted(&f), "refused to ana@"), 1);
}

static void questions_have_a_bound_that_is_told(void **unused)
{
	(void)unused;
	int told = 0;

	fix_started(&f, 0);
	fix_posted(&f);
	for (int i = 0; i < JUDGE_QUESTIONS_A_DAY + 5; i++) {
		const char *text = arena_printf(
			&f.arena, "PREVIEW %.*s A %lld %d\npick 3\n",
			STR_ARG(f.name), (long long)fix_point(&f), 1 + i);
		struct str v = fix_send(&f, fix_mail(&f, "ana@one.test",
						     fix_signed(&f, 0, text)));

		assert_str(v, i < JUDGE_QUESTIONS_A_DAY ? "preview"
							: "too_many_questions");
		told += fix_count(fix_posted(&f), " to ana@one.test");
	}
	assert_int_equal(told, JUDGE_QUESTIONS_A_DAY + 1);
	/* orders are no questions */
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, "pick 3")),
		   "adjudicated");
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(a_person_made_known_without_a_key_joins_as_anybody),
		T(who_asks_with_a_public_key_of_others_learns_nothing),
		T(what_is_wrong_with_a_key_is_told_as_a_fault),
		T(every_mail_that_somebody_known_signed_is_answered),
		T(a_block_without_its_end_is_told),
		T(what_came_before_is_told_once_a_day),
		T(a_robot_that_signs_well_is_obeyed_and_answered_once),
		T(strangers_use_up_no_answers_of_a_player),
		T(all_strangers_together_have_one_bound),
		T(a_forged_sender_gets_no_answer),
		T(questions_have_a_bound_that_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
