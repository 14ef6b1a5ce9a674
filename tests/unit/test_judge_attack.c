/* tests/unit/test_judge_attack.c - mails that somebody sends to gain by them.
 */
#include "judge_unit.h"
#include "verifier/verify.h"
#include "auth/signed_block.h"
#include "orders/orders.h"

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_attack");
	return 0;
}

/* a signed block under any first line, from any address */
static struct str block_from(const char *from, int signer, const char *text)
{
	return fix_mail(&f, from, fix_signed(&f, signer, text));
}

static void a_serial_used_by_other_orders_is_refused_and_told(void **unused)
{
	(void)unused;
	int64_t point;
	struct str first;

	fix_started(&f, 0);
	point = fix_point(&f);
	first = fix_orders(&f, 0, point, 1, "pick 3");
	assert_str(fix_send(&f, first), "adjudicated");
	fix_posted(&f);
	/* the same again is nothing new */
	first.len -= 2;
	assert_str(fix_send(&f, first), "repeated");
	assert_int_equal(fix_count(fix_posted(&f), "duplicate to ana@one.test"),
			 1);
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, "pick 5")),
		   "serial_used");
	assert_int_equal(fix_count(fix_posted(&f), "refused to ana@one.test"),
			 1);
	/* who signed it hears that it is not their seat, and Ana nothing */
	assert_str(fix_send(&f, block_from("ana@one.test", 1,
					   arena_printf(&f.arena,
							"ORDERS %.*s A %lld 1\n"
							"pick 2\n",
							STR_ARG(f.name),
							(long long)point))),
		   "seat_other");
	assert_int_equal(
		fix_count(fix_posted(&f), "not_an_order_mail to bob@two.test"),
		1);
}

static void a_serial_of_zero_is_none(void **unused)
{
	(void)unused;

	fix_started(&f, 0);
	fix_posted(&f);
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 0, "pick 3")),
		   "serial_used");
	assert_int_equal(fix_count(fix_posted(&f), "refused to ana@one.test"),
			 1);
	assert_int_equal(fix_state(&f).in[0], 0);
}

static struct str keys_at(int who, int64_t point, int serial, const char *line)
{
	return block_from(
		f.p[who].address, who,
		arena_printf(&f.arena, "KEYS %.*s %c %lld %d\n%s\n%s\n",
			     STR_ARG(f.name), 'A' + who, (long long)point,
			     serial, fix_seen(&f, point), line));
}

static struct str keys_from(int who, int serial, const char *line)
{
	return keys_at(who, fix_point(&f), serial, line);
}

/* the number of the newest question of this kind in these mails */
static const char *number_in(struct str mails)
{
	const char *at = NULL, *next = mails.s;

	while (next && (next = strstr(next, "\"nonce\":\"")))
		if (next++[9] != '"')
			at = next - 1;
	assert_non_null(at);
	return arena_printf(&f.arena, "%.32s", at + 9);
}

/* the answer to what KEYS asked */
static struct str answer_from(int who, const char *number)
{
	return block_from(f.p[who].address, who,
			  arena_printf(&f.arena, "KEYS %.*s %c %s\n",
				       STR_ARG(f.name), 'A' + who, number));
}

/* an address is changed, with all that it takes */
static void moves(int who, int serial, const char *line)
{
	fix_posted(&f);
	assert_str(fix_send(&f, keys_from(who, serial, line)), "challenged");
	assert_str(fix_send(&f, answer_from(who, number_in(fix_posted(&f)))),
		   "adjudicated");
}

static void an_old_mail_brings_no_old_address_back(void **unused)
{
	(void)unused;
	struct person_row p;
	struct str old, answer;

	fix_started(&f, 0);
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	fix_posted(&f);
	old = keys_from(0, 5, "address ana@lost.test");
	assert_str(fix_send(&f, old), "challenged");
	answer = answer_from(0, number_in(fix_posted(&f)));
	assert_str(fix_send(&f, answer), "adjudicated");
	moves(0, 6, "address ana@safe.test");
	/* who reads the lost mailbox sends what they found there */
	old.len -= 2;
	assert_str(fix_send(&f, old), "repeated");
	answer.len -= 2;
	assert_str(fix_send(&f, answer), "repeated");
	OK(store_person_get(judge_store(f.j), f.p[0].person, &f.arena, &p,
			    &f.why));
	assert_str(p.address, "ana@safe.test");
	assert_str(fix_send(&f, keys_from(0, 7, "language es")), "adjudicated");
	assert_str(fix_send(&f, keys_from(0, 7, "language es")), "repeated");
}

/* A key changes at two tables, at which its holder has different seats. */
static void a_key_changes_nothing_for_the_seats_of_another_game(void **unused)
{
	(void)unused;
	struct str here, log;
	int64_t there, other, point;

	fix_started(&f, 0);
	there = f.game;
	here = f.name;
	fix_game(&f, 0, 0);
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[!i].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
	point = fix_point(&f);
	log = f.name; /* Ana, A at the first table, is B here */
	f.name = here;
	other = f.game;
	f.game = there;
	moves(0, 5, "address ana@new.test");
	f.game = other;
	f.name = log;
	log = fix_log(&f);
	assert_int_equal(fix_count(log, "\"event\":\"address_changed\""), 1);
	assert_int_equal(fix_count(log, "\"cause\":\"mail\",\"seat\":\"A\""),
			 0);
	assert_int_equal(fix_count(log, "\"event\":\"orders_signed\""), 0);
	assert_int_equal(fix_point(&f), point + 1);
	/* nor does it make orders stale that were written before */
	for (int i = 0; i < 2; i++)
		assert_str(
			fix_send(
				&f,
				fix_mail(
					&f, f.p[!i].address,
					fix_signed(
						&f, !i,
						arena_printf(
							&f.arena,
							"ORDERS %.*s %c %lld 1\n%s\npick 3\n",
							STR_ARG(f.name),
							'A' + i,
							(long long)point,
							fix_seen(&f, point))))),
			"adjudicated");
	OK(judge_game_replay(f.j, f.game, &f.why));
	OK(judge_game_replay(f.j, there, &f.why));
}

static struct str join_from(const char *from, int who, const char *seat,
			    const char *nonce)
{
	struct str block = fix_signed(
		&f, who,
		arena_printf(&f.arena, "JOIN %.*s %s %s\n%s\n", STR_ARG(f.name),
			     seat, nonce, fix_seen(&f, 0)));
	struct buf b;
	struct str s;

	buf_init(&b, 1 << 20);
	buf_adds(&b, block);
	buf_addz(&b, "\nMy key:\n\n");
	key_render(&f.p[who].key.key, STR("me"), &b);
	s = fix_mail(&f, from, arena_str(&f.arena, buf_str(&b)));
	buf_release(&b);
	return s;
}

static void a_forged_sender_gets_few_challenges(void **unused)
{
	(void)unused;

	fix_game(&f, 0, 0);
	fix_posted(&f);
	for (int i = 0; i < 10; i++)
		fix_send(&f, join_from("victim@far.test", 0, "A", ""));
	assert_int_equal(
		fix_count(fix_posted(&f), "challenge to victim@far.test"), 1);
	f.now += 86400;
	fix_send(&f, join_from("victim@far.test", 0, "A", ""));
	assert_int_equal(
		fix_count(fix_posted(&f), "challenge to victim@far.test"), 1);
}

/* Help and errors share the one answer; an invited address gets three. */
static void unsigned_wishes_get_one_answer_a_day(void **unused)
{
	(void)unused;
	struct game_plan plan = { .name = STR("toys"),
				  .system = STR("toy"),
				  .n_players = 2,
				  .reserved = { STR("guest@far.test") } };
	struct str wish, told;

	plan.master = fix_person(&f, 2);
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	fix_posted(&f);
	/* a block without key and signature */
	wish = str_of(
		arena_printf(&f.arena,
			     "-----BEGIN HERALDO ORDERS-----\nJOIN %.*s A\n"
			     "-----END HERALDO ORDERS-----\n",
			     STR_ARG(f.name)));
	for (int i = 0; i < 5; i++) {
		f.now += 60;
		fix_send(&f, fix_mail(&f, "victim@far.test", wish));
		fix_send(&f, fix_mail(&f, "victim@far.test", STR("Hello?")));
	}
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "join_refused to victim@far.test"), 1);
	assert_int_equal(fix_count(told, "help to victim@far.test"), 0);
	for (int i = 0; i < 5; i++) {
		f.now += 60;
		fix_send(&f, fix_mail(&f, "guest@far.test", wish));
	}
	assert_int_equal(
		fix_count(fix_posted(&f), "join_refused to guest@far.test"), 3);
}

/* the nonce of the newest challenge */
static const char *nonce_in(struct str mails)
{
	const char *at = strstr(mails.s, "\"nonce\":\"");

	assert_non_null(at);
	return arena_printf(&f.arena, "%.20s", at + 9);
}

/* so many more addresses of one domain ask, each with a key of its own */
static void strangers_join(int first, int n)
{
	for (int i = first; i < first + n; i++) {
		struct player *p = &f.p[0];
		const char *from = arena_printf(&f.arena, "eve%d@eve.test", i);

		memset(p->key.seed, 100 + i, sizeof(p->key.seed));
		ed25519_public(p->key.seed, p->key.key.b);
		fix_send(&f, join_from(from, 0, "A", ""));
		fix_send(&f, join_from(from, 0, "A", nonce_in(fix_posted(&f))));
		assert_str(fix_verdict(&f), "join_proven");
	}
}

static void a_domain_of_strangers_cannot_flood_a_game_master(void **unused)
{
	(void)unused;
	struct str told;
	int n;

	judge_close(f.j);
	f.config.joins_a_day = 3;
	fix_open(&f);
	fix_game(&f, 0, fix_person(&f, 2));
	strangers_join(0, 3);
	assert_int_equal(fix_count(fix_posted(&f), "join_request to cy@"), 1);
	strangers_join(3, 4);
	assert_int_equal(fix_count(fix_posted(&f), " to cy@"), 0);
	/* of the others the master hears once, and of all who wait */
	f.now += 86400;
	OK(judge_tick(f.j, &n, &f.why));
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "join_requests to cy@three.test"), 1);
	assert_int_equal(fix_count(told, "\"waiting\":7"), 1);
	assert_int_equal(fix_count(told, "eve6@eve.test"), 1);
	f.now += 86400;
	OK(judge_tick(f.j, &n, &f.why));
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, " to cy@"), 1);
	assert_true(fix_holds(told, "gm_summary to cy@"));
	/* and the next day's first ones as before */
	strangers_join(7, 1);
	assert_int_equal(fix_count(fix_posted(&f), "join_request to cy@"), 1);
	assert_str(
		fix_send(&f, fix_commands(&f, 2, fix_point(&f), 1, "admit 6")),
		"adjudicated");
}

static void a_name_cannot_speak_for_the_judge(void **unused)
{
	(void)unused;
	static const char *const names[][2] = {
		{ "=?utf-8?q?Eve=E2=80=AE_=E2=80=8B_Adams?=", "Eve Adams" },
		{ "Operator", "bob" },
		{ "judge", "cy" },
	};

	for (int i = 0; i < 3; i++) {
		struct person_row p;
		const char *from = arena_printf(&f.arena, "%s <%s>",
						names[i][0], f.p[i].address);
		const char *nonce;
		struct game_plan plan = { .name = STR("toys"),
					  .system = STR("toy"),
					  .n_players = 1,
					  .reserved = {
						  str_of(f.p[i].address) } };
		bool current;

		OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game,
				  &f.why));
		fix_posted(&f);
		fix_send(&f, join_from(from, i, "A", ""));
		nonce = nonce_in(fix_posted(&f));
		assert_str(fix_send(&f, join_from(from, i, "A", nonce)),
			   "joined");
		OK(store_person_by_address(judge_store(f.j),
					   str_of(f.p[i].address), &f.arena, &p,
					   &current, &f.why));
		assert_str(p.name, names[i][1]);
	}
}

static void an_answer_to_a_nonce_names_its_seat(void **unused)
{
	(void)unused;
	const char *nonce;

	fix_game(&f, 0, 0);
	fix_posted(&f);
	fix_send(&f, join_from("Ana@One.test", 0, "A", ""));
	nonce = nonce_in(fix_posted(&f));
	assert_str(fix_send(&f, join_from("ana@one.test", 0, "B", nonce)),
		   "nonce_unknown");
	assert_str(fix_send(&f, join_from("ana@one.test", 0, "A", nonce)),
		   "join_proven");
}

static void who_takes_any_seat_gets_one_that_nobody_waits_for(void **unused)
{
	(void)unused;
	const char *nonce[2];
	struct game_row g;

	fix_game(&f, 0, 0);
	fix_posted(&f);
	for (int i = 0; i < 2; i++) {
		fix_send(&f, join_from(f.p[i].address, i, "ANY", ""));
		nonce[i] = nonce_in(fix_posted(&f));
	}
	/* who asks again is offered the same, the next day */
	f.now += 86400;
	fix_send(&f, join_from(f.p[1].address, 1, "any", ""));
	assert_int_equal(fix_count(fix_posted(&f), "\"seat\":\"B\""), 1);
	for (int i = 0; i < 2; i++) {
		assert_str(fix_send(&f, join_from(f.p[i].address, i, "ANY",
						  nonce[i])),
			   "join_proven");
		OK(judge_join_admit(f.j, i + 1, false, &f.why));
	}
	OK(judge_game_start(f.j, f.game, &f.why));
	OK(store_game_get(judge_store(f.j), f.game, &f.arena, &g, &f.why));
	assert_int_equal(g.state, GAME_RUNNING);
}

static void nobody_is_two_persons_by_a_capital(void **unused)
{
	(void)unused;

	fix_person(&f, 0);
	fix_game(&f, 0, 0);
	fix_posted(&f);
	assert_str(fix_send(&f, join_from("ANA@one.test", 1, "A", "")),
		   "challenged");
	assert_str(fix_send(&f, join_from("ANA@one.test", 1, "A",
					  nonce_in(fix_posted(&f)))),
		   "key_new");
}

static void an_odd_message_id_costs_nobody_the_answer(void **unused)
{
	(void)unused;
	struct outbox_row row;
	int64_t ids[8];
	int n;

	fix_started(&f, 0);
	fix_posted(&f);
	fix_send(&f, STR("From: who@where.test\r\nMessage-ID: <a:b[1]@x>\r\n"
			 "Subject: hello\r\n\r\nHello?\r\n"));
	fix_send(&f, STR("From: you@where.test\r\n"
			 "Subject: hello\r\n\r\nHello?\r\n"));
	OK(store_outbox_due(judge_store(f.j), f.now, ids, 8, &n, &f.why));
	assert_int_equal(n, 2);
	for (int i = 0; i < n; i++) {
		OK(store_outbox_get(judge_store(f.j), ids[i], &f.arena, &row,
				    &f.why));
		assert_str(row.in_reply_to, "");
		assert_true(row.automatic); /* the null sender */
	}
}

static void a_flood_of_wishes_hides_none(void **unused)
{
	(void)unused;
	struct join_row row = { .state = JOIN_CHALLENGED,
				.address = STR("x@y.test"),
				.name = STR("X"),
				.language = STR("en"),
				.fingerprint = STR("F"),
				.key = STR("K") };
	const char *nonce;
	int64_t id;

	fix_game(&f, 0, fix_person(&f, 2));
	row.game = f.game;
	OK(store_begin(judge_store(f.j), &f.why));
	for (int i = 0; i < 300; i++) {
		row.nonce = str_of(arena_printf(&f.arena, "n%d", i));
		OK(store_join_add(judge_store(f.j), &row, &id, &f.why));
	}
	OK(store_commit(judge_store(f.j), &f.why));
	fix_posted(&f);
	fix_send(&f, join_from("ana@one.test", 0, "A", ""));
	nonce = nonce_in(fix_posted(&f));
	assert_str(fix_send(&f, join_from("ana@one.test", 0, "A", nonce)),
		   "join_proven");
	assert_str(fix_send(&f,
			    fix_commands(&f, 2, fix_point(&f), 1, "admit 301")),
		   "adjudicated");
}

/* the clock of the test stands still: all of them in one second */
static void many_are_invited_in_one_second(void **unused)
{
	(void)unused;
	struct str told;

	fix_game(&f, 0, fix_person(&f, 2));
	fix_posted(&f);
	OK(judge_invite(f.j, f.game, 1, STR("bob@two.test"), &f.why));
	OK(judge_invite(f.j, f.game, 1, STR("zoe@far.test"), &f.why));
	OK(judge_invite(f.j, f.game, 1, STR("zoe@far.test"), &f.why));
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "invitation to bob@two.test"), 1);
	assert_int_equal(fix_count(told, "invitation to zoe@far.test"), 2);
}

static void who_has_a_reserved_seat_is_invited(void **unused)
{
	(void)unused;
	struct game_plan plan = { .name = STR("toys"),
				  .system = STR("toy"),
				  .n_players = 2,
				  .reserved = { [1] = STR("Bob@Two.test") } };
	const char *line;
	struct str told;

	plan.master = fix_person(&f, 2);
	fix_posted(&f);
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "invitation to "), 1);
	assert_int_equal(fix_count(told, "invitation to bob@two.test"), 1);
	assert_int_equal(fix_count(told, "\"master\":\"Cy\""), 1);
	line = arena_printf(&f.arena, "\"join\":\"JOIN %.*s B\"",
			    STR_ARG(f.name));
	assert_int_equal(fix_count(told, line), 1);
	/* the line is all that it takes */
	assert_str(fix_send(&f, join_from("bob@two.test", 1, "B", "")),
		   "challenged");
	plan.reserved[0] = STR("nobody at all");
	assert_int_equal(
		judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why),
		ERR_USAGE);
	why_clear(&f.why);
}

static void every_line_with_a_word_must_be_good(void **unused)
{
	(void)unused;
	static const char hash[] =
		"word 0123456789abcdef0123456789abcdef0123456789abcdef";
	const char *lines[] = {
		arena_printf(&f.arena, "%s\nword 12xy\npick 3", hash),
		arena_printf(&f.arena, "word 12xy\n%s\npick 3", hash),
		arena_printf(&f.arena, "%s\n%s\npick 3", hash, hash),
	};

	fix_started(&f, 0);
	for (int i = 0; i < 3; i++)
		assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1 + i,
						   lines[i])),
			   "word_unreadable");
	assert_int_equal(fix_state(&f).in[0], 0);
}

/* Limits ---------------------------------------------------------------------
 */

/* so many lines of a remark, of so many times a character, in orders of Ana's
 * that are signed as they stand */
static struct str remarked(int64_t number, int lines, const char *what, int n)
{
	const char *first =
		arena_printf(&f.arena, "ORDERS %.*s A %lld %lld\n%s\npick 3\n",
			     STR_ARG(f.name), (long long)fix_point(&f),
			     (long long)number, fix_seen(&f, fix_point(&f)));
	struct buf text, mail;
	struct str s;
	struct sig sig;

	buf_init(&text, 1 << 18);
	buf_init(&mail, 1 << 19);
	buf_addz(&text, first);
	for (int i = 3; i < lines; i++) {
		buf_addz(&text, "// ");
		for (int k = 0; k < n; k++)
			buf_addz(&text, what);
		buf_addc(&text, '\n');
	}
	sig_make(&f.p[0].key, SIG_ORDERS, buf_str(&text), &sig);
	buf_addf(&mail, SIGNED_BLOCK_BEGIN "\n%.*s" SIGNED_BLOCK_END "\n",
		 (int)text.len, text.s);
	sig_render(&sig, &mail);
	assert_false(text.full || mail.full);
	s = fix_mail(&f, "ana@one.test", arena_str(&f.arena, buf_str(&mail)));
	buf_release(&text);
	buf_release(&mail);
	return s;
}

/* The judge and who checks it have their limits from one place: what the one
 * takes, and it is as much as may be, the other reads. */
static void what_is_as_much_as_may_be_is_in_a_log_that_verifies(void **unused)
{
	(void)unused;
	enum { HEAD = 120 }; /* more than the first three lines have */
	static const struct {
		int64_t number;
		int lines;
		const char *what;
		int n;
		const char *verdict;
	} mails[] = {
		{ INT32_MAX, 3, "", 0, "adjudicated" },
		{ INT64_C(1) + INT32_MAX, 3, "", 0, "first_line" },
		{ 1, 4 * ORDERS_MAX_LINES, "x", 1, "adjudicated" },
		{ 1, 4 * ORDERS_MAX_LINES + 1, "x", 1, "complaint" },
		{ 1, CANON_LINES_MAX + 1, "x", 1, "block-too-large" },
		/* 64 letters of two bytes, three before and one behind them */
		{ 1, 3 + (CANON_TEXT_MAX - HEAD) / 132, "\xc3\xa1", 64,
		  "adjudicated" },
		{ 1, 4 + CANON_TEXT_MAX / 132, "\xc3\xa1", 64,
		  "block-too-large" },
		/* a letter that becomes eighteen in the form that is read */
		{ 1, 120, "\xef\xb7\xba", 60, "adjudicated" },
		{ 1, 150, "\xef\xb7\xba", 60, "block-too-large" },
	};
	struct verify_means m = { 0 };
	struct verify_result r;

	for (size_t i = 0; i < ARRAY_LEN(mails); i++) {
		bool taken = !strcmp(mails[i].verdict, "adjudicated");

		if (i)
			fix_init(&f, "test_judge_attack");
		fix_started(&f, 0);
		assert_str(
			fix_send(&f, remarked(mails[i].number, mails[i].lines,
					      mails[i].what, mails[i].n)),
			mails[i].verdict);
		assert_int_equal(fix_state(&f).in[0], taken);
		OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
		m.systems = f.config.systems;
		m.n_systems = f.config.n_systems;
		verify_export(fix_export(&f, EXPORT_FULL), &m, &f.arena, &r);
		if (!r.good)
			print_message("%s\n", r.fault.what);
		assert_true(r.good);
		assert_int_equal(r.signatures, taken);
		if (i + 1 < ARRAY_LEN(mails))
			fix_release(&f);
	}
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(a_serial_used_by_other_orders_is_refused_and_told),
		T(a_serial_of_zero_is_none),
		T(an_old_mail_brings_no_old_address_back),
		T(a_key_changes_nothing_for_the_seats_of_another_game),
		T(a_forged_sender_gets_few_challenges),
		T(unsigned_wishes_get_one_answer_a_day),
		T(a_domain_of_strangers_cannot_flood_a_game_master),
		T(a_name_cannot_speak_for_the_judge),
		T(an_answer_to_a_nonce_names_its_seat),
		T(who_takes_any_seat_gets_one_that_nobody_waits_for),
		T(nobody_is_two_persons_by_a_capital),
		T(an_odd_message_id_costs_nobody_the_answer),
		T(a_flood_of_wishes_hides_none),
		T(many_are_invited_in_one_second),
		T(who_has_a_reserved_seat_is_invited),
		T(every_line_with_a_word_must_be_good),
		T(what_is_as_much_as_may_be_is_in_a_log_that_verifies),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
