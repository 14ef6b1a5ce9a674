/*
 * tests/unit/test_judge_relay.c - what a mail server's refusals mean for mails
 * and for marks on players: the server is one for all of them.
 */
#include "judge_unit.h"

static int n_said;
static char said[640];

static void tell(void *context, const char *words)
{
	(void)context;
	n_said++;
	snprintf(said, sizeof(said), "%s", words);
}

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_relay");
	f.j->c.env.tell = f.config.env.tell = tell;
	n_said = 0;
	return 0;
}

/* --- the server ------------------------------------------------------------
 */

static struct posting out[JUDGE_BATCH];
static int n_out;

/* what may leave now */
static int leave(int max)
{
	OK(judge_post(f.j, &f.arena, out, max, &n_out, &f.why));
	return n_out;
}

static void result(int64_t id, enum posting_fate fate, int code,
		   const char *words)
{
	struct posting_result r = { id, fate, code, str_of(words) };

	OK(judge_posted(f.j, &r, 1, &f.why));
}

/* the first is answered so, those behind it are not tried */
static void answer_first(enum posting_fate fate, int code, const char *words)
{
	assert_true(n_out > 0);
	result(out[0].id, fate, code, words);
	for (int i = 1; i < n_out; i++)
		result(out[i].id, POSTING_BACK, 0, "");
}

static void answer_all(enum posting_fate fate, int code, const char *words)
{
	for (int i = 0; i < n_out; i++)
		result(out[i].id, fate, code, words);
}

/* so many answers to strangers are due */
static void strangers(int first, int n)
{
	for (int i = first; i < first + n; i++)
		fix_take(&f,
			 fix_mail(&f,
				  arena_printf(&f.arena, "s%d@else.test", i),
				  STR("hello")));
	fix_work(&f);
}

static struct outbox_row row_of(int64_t id)
{
	struct outbox_row row;

	OK(store_outbox_get(judge_store(f.j), id, &f.arena, &row, &f.why));
	return row;
}

static enum relay_state state(void)
{
	struct relay_row r;

	OK(judge_relay(f.j, &f.arena, &r, &f.why));
	return r.state;
}

static int64_t next(void)
{
	int64_t at_s, timer_s;

	OK(judge_next(f.j, &at_s, &timer_s, &f.why));
	return at_s;
}

static bool is_marked(int64_t person)
{
	struct person_row p;

	OK(store_person_get(judge_store(f.j), person, &f.arena, &p, &f.why));
	return p.bounces > 0;
}

static void the_server_is_tried_by_one_mail_with_growing_pauses(void **unused)
{
	(void)unused;
	static const int pauses[] = { 2, 4, 8, 16, 32, 64, 128, 256, 300, 300 };

	strangers(0, 5);
	assert_int_equal(leave(8), 5);
	for (size_t i = 0; i < ARRAY_LEN(pauses); i++) {
		answer_first(POSTING_DOWN, 0, "Connection refused");
		assert_int_equal(state(), RELAY_DOWN);
		assert_int_equal(n_said, i + 1);
		assert_int_equal(leave(8), 0);
		assert_int_equal(next(), f.now + pauses[i]);
		f.now += pauses[i];
		assert_int_equal(leave(8), 1);
		/* nothing else leaves while it tries */
		assert_int_equal(
			judge_post(f.j, &f.arena, out + 1, 8, &n_out, &f.why),
			ERR_OK);
		assert_int_equal(n_out, 0);
		n_out = 1;
	}
	/* none has lost a try, and all leave when one was accepted */
	assert_int_equal(row_of(out[0].id).attempts, 1);
	answer_first(POSTING_SENT, 250, "250 ok");
	assert_int_equal(state(), RELAY_OPEN);
	assert_int_equal(leave(8), 4);
	for (int i = 0; i < 4; i++)
		assert_int_equal(row_of(out[i].id).attempts, 1);
	answer_all(POSTING_SENT, 250, "250 ok");
	assert_int_equal(leave(8), 0);
}

static void a_refused_login_is_tried_every_quarter_of_an_hour(void **unused)
{
	(void)unused;
	strangers(0, 3);
	assert_int_equal(leave(8), 3);
	answer_first(POSTING_LOGIN, 535, "535 5.7.8 wrong password");
	assert_int_equal(n_said, 1);
	assert_non_null(strstr(said, "535 5.7.8 wrong password"));
	assert_int_equal(next(), f.now + 900);
	f.now += 899;
	assert_int_equal(leave(8), 0);
	f.now += 1;
	assert_int_equal(leave(8), 1);
	answer_first(POSTING_LOGIN, 535, "535 5.7.8 wrong password");
	assert_int_equal(n_said, 2);
	/* the operator changed something */
	OK(judge_relay_retry(f.j, &f.why));
	assert_int_equal(leave(8), 1);
	answer_first(POSTING_LOGIN, 535, "535 5.7.8 wrong password");
	assert_int_equal(leave(8), 0);
	/* or started the judge again */
	judge_close(f.j);
	fix_open(&f);
	assert_int_equal(state(), RELAY_LOGIN);
	assert_int_equal(leave(8), 1);
	answer_first(POSTING_LOGIN, 535, "535 5.7.8 wrong password");
	/* or asked for one mail from another process */
	OK(judge_outbox_again(f.j, out[0].id, &f.why));
	assert_int_equal(leave(8), 1);
	answer_first(POSTING_SENT, 250, "250 ok");
	assert_int_equal(leave(8), 2);
}

static void a_refused_sender_marks_no_player(void **unused)
{
	(void)unused;
	int64_t ana = fix_person(&f, 0);

	fix_person(&f, 1);
	fix_posted(&f);
	strangers(0, 2);
	fix_take(&f, fix_mail(&f, "ana@one.test", STR("hello")));
	fix_work(&f);
	assert_int_equal(leave(8), 3);
	answer_first(POSTING_RELAYING, 553, "553 5.1.8 no such sender domain");
	assert_int_equal(state(), RELAY_HELD);
	/* each in turn: those that were refused wait behind the others */
	for (int i = 0; i < 4; i++) {
		int64_t before = out[0].id;

		f.now = next();
		assert_int_equal(leave(8), 1);
		assert_true(i > 1 || out[0].id != before);
		answer_first(POSTING_RELAYING, 553,
			     "553 5.1.8 no such sender domain");
	}
	assert_false(is_marked(ana));
	assert_int_equal(n_said, 5);
	f.now = next();
	assert_int_equal(leave(8), 1);
	answer_first(POSTING_SENT, 250, "250 ok");
	/* at once: nobody waits for the pauses of refused mails */
	assert_int_equal(leave(8), 2);
	answer_all(POSTING_SENT, 250, "250 ok");
	assert_false(is_marked(ana));
}

static void who_alone_is_refused_by_policy_stops_no_other_mail(void **unused)
{
	(void)unused;
	int64_t id;

	strangers(0, 2);
	assert_int_equal(leave(8), 2);
	id = out[0].id;
	answer_first(POSTING_RELAYING, 550, "550 5.7.1 not from you");
	f.now = next();
	assert_int_equal(leave(8), 1);
	assert_true(out[0].id != id);
	answer_first(POSTING_SENT, 250, "250 ok");
	assert_int_equal(leave(8), 1);
	assert_int_equal(out[0].id, id);
	answer_first(POSTING_RELAYING, 550, "550 5.7.1 not from you");
	assert_int_equal(state(), RELAY_OPEN);
	assert_int_equal(row_of(id).state, OUTBOX_READY);
	assert_true(row_of(id).next_s >= f.now + 60);
	strangers(2, 3);
	assert_int_equal(leave(8), 3);
	answer_all(POSTING_SENT, 250, "250 ok");
	f.now += 6 * 86400;
	assert_int_equal(leave(8), 1);
	answer_first(POSTING_RELAYING, 550, "550 5.7.1 not from you");
	assert_int_equal(row_of(id).state, OUTBOX_FAILED);
}

/* two players and a stranger have an answer coming */
static void three_are_owed(int64_t *ana, int64_t *bob)
{
	*ana = fix_person(&f, 0);
	*bob = fix_person(&f, 1);
	fix_posted(&f);
	fix_take(&f, fix_mail(&f, "ana@one.test", STR("hello")));
	fix_take(&f, fix_mail(&f, "bob@two.test", STR("hello")));
	fix_work(&f);
	strangers(0, 1);
	assert_int_equal(leave(8), 3);
}

static void players_refused_alike_are_not_to_blame(void **unused)
{
	(void)unused;
	int64_t ana, bob, ids[3];

	three_are_owed(&ana, &bob);
	for (int i = 0; i < 3; i++)
		ids[i] = out[i].id;
	result(ids[0], POSTING_REFUSED, 550, "550 Go away: <ana@one.test> 77");
	assert_true(is_marked(ana));
	assert_int_equal(row_of(ids[0]).state, OUTBOX_FAILED);
	result(ids[1], POSTING_REFUSED, 550, "550 Go away: <bob@two.test> 78");
	assert_false(is_marked(ana));
	assert_false(is_marked(bob));
	assert_int_equal(state(), RELAY_RECIPIENTS);
	assert_int_equal(row_of(ids[0]).state, OUTBOX_READY);
	result(ids[2], POSTING_REFUSED, 550, "550 Go away: <s0@else.test> 79");
	assert_int_equal(n_said, 1);
	/* the server is mended */
	f.now = next();
	assert_int_equal(leave(8), 1);
	answer_first(POSTING_SENT, 250, "250 ok");
	assert_int_equal(state(), RELAY_OPEN);
	assert_int_equal(leave(8), 2);
	answer_all(POSTING_SENT, 250, "250 ok");
	assert_false(is_marked(ana));
	assert_false(is_marked(bob));
}

static void
players_who_are_gone_are_marked_once_others_are_served(void **unused)
{
	(void)unused;
	int64_t ana, bob, ids[3];

	three_are_owed(&ana, &bob);
	for (int i = 0; i < 3; i++)
		ids[i] = out[i].id;
	result(ids[0], POSTING_REFUSED, 550, "550 5.1.1 no such user");
	result(ids[1], POSTING_REFUSED, 550, "550 5.1.1 no such user");
	result(ids[2], POSTING_BACK, 0, "");
	f.now = next();
	assert_int_equal(leave(8), 1);
	assert_int_equal(out[0].id, ids[2]);
	answer_first(POSTING_SENT, 250, "250 ok");
	assert_int_equal(leave(8), 2);
	answer_all(POSTING_REFUSED, 550, "550 5.1.1 no such user");
	assert_int_equal(state(), RELAY_OPEN);
	assert_true(is_marked(ana));
	assert_true(is_marked(bob));
	assert_int_equal(row_of(ids[0]).state, OUTBOX_FAILED);
	assert_int_equal(row_of(ids[1]).state, OUTBOX_FAILED);
	/* a known one is no evidence against the server */
	f.now += 86400;
	fix_take(&f, fix_mail(&f, "ana@one.test", STR("hello")));
	fix_take(&f, fix_mail(&f, "bob@two.test", STR("hello")));
	fix_work(&f);
	assert_int_equal(leave(8), 2);
	answer_all(POSTING_REFUSED, 550, "550 5.1.1 no such user");
	assert_int_equal(state(), RELAY_OPEN);
}

static void refusals_that_differ_are_the_recipients(void **unused)
{
	(void)unused;
	int64_t ana, bob;

	three_are_owed(&ana, &bob);
	result(out[0].id, POSTING_REFUSED, 550, "550 5.1.1 no such user");
	result(out[1].id, POSTING_REFUSED, 550, "550 5.2.1 mailbox is closed");
	result(out[2].id, POSTING_REFUSED, 554, "554 5.2.1 mailbox is closed");
	assert_int_equal(state(), RELAY_OPEN);
	assert_true(is_marked(ana));
	assert_true(is_marked(bob));
}

static void one_mail_that_is_put_off_delays_no_other(void **unused)
{
	(void)unused;
	int64_t id;

	strangers(0, 2);
	assert_int_equal(leave(1), 1);
	id = out[0].id;
	answer_first(POSTING_LATER, 451, "451 4.7.1 greylisted");
	assert_int_equal(state(), RELAY_OPEN);
	assert_int_equal(leave(8), 1);
	answer_first(POSTING_SENT, 250, "250 ok");
	f.now += 60;
	assert_int_equal(leave(8), 1);
	assert_int_equal(out[0].id, id);
	answer_first(POSTING_LATER, 451, "451 4.7.1 greylisted");
	assert_int_equal(row_of(id).next_s, f.now + 120);
}

static void what_is_too_large_goes_out_smaller(void **unused)
{
	(void)unused;
	int64_t ana = fix_person(&f, 0), id;

	fix_posted(&f);
	fix_take(&f, fix_mail(&f, "ana@one.test", STR("hello")));
	fix_work(&f);
	for (int form = MAIL_WHOLE; form <= MAIL_PLAIN; form++) {
		assert_int_equal(leave(8), 1);
		assert_int_equal(out[0].form, form);
		assert_int_equal(out[0].too_large, form > MAIL_WHOLE);
		id = out[0].id;
		answer_first(POSTING_TOO_LARGE, 552, "552 too large");
	}
	assert_int_equal(row_of(id).state, OUTBOX_FAILED);
	assert_false(is_marked(ana));
	assert_int_equal(state(), RELAY_OPEN);
	strangers(0, 1);
	assert_int_equal(leave(8), 1);
	id = out[0].id;
	answer_first(POSTING_CONTENT, 554, "554 5.7.1 spam");
	assert_int_equal(row_of(id).state, OUTBOX_FAILED);
	assert_int_equal(state(), RELAY_OPEN);
}

static void the_operator_retries_and_drops_in_any_state(void **unused)
{
	(void)unused;
	int64_t ids[6];

	strangers(0, 6);
	assert_int_equal(leave(6), 6);
	for (int i = 0; i < 6; i++)
		ids[i] = out[i].id;
	result(ids[0], POSTING_SENT, 250, "250 ok");
	result(ids[1], POSTING_LATER, 451, "451 later");
	result(ids[2], POSTING_CONTENT, 554, "554 spam");
	result(ids[3], POSTING_UNKNOWN, 0, "lost");
	/* being sent: it may arrive, and what is said of it then is ignored */
	assert_int_equal(judge_outbox_again(f.j, ids[4], &f.why), ERR_EXISTS);
	OK(judge_outbox_drop(f.j, ids[4], &f.why));
	result(ids[4], POSTING_LATER, 451, "451 later");
	assert_int_equal(row_of(ids[4]).state, OUTBOX_WITHDRAWN);
	result(ids[5], POSTING_LATER, 451, "451 later");
	OK(judge_outbox_drop(f.j, ids[5], &f.why));
	assert_int_equal(judge_outbox_drop(f.j, ids[0], &f.why), ERR_EXISTS);
	assert_int_equal(leave(8), 0);
	for (int i = 1; i < 6; i++)
		OK(judge_outbox_again(f.j, ids[i], &f.why));
	assert_int_equal(leave(8), 5);
	answer_all(POSTING_CONTENT, 554, "554 spam");
	for (int i = 1; i < 6; i++)
		OK(judge_outbox_drop(f.j, ids[i], &f.why));
	for (int i = 1; i < 6; i++)
		assert_int_equal(row_of(ids[i]).state, OUTBOX_WITHDRAWN);
	/* what was sent goes out anew, under a name of its own */
	OK(judge_outbox_again(f.j, ids[0], &f.why));
	assert_int_equal(leave(8), 1);
	assert_true(out[0].id > ids[5]);
}

#define TEST(t) cmocka_unit_test_setup_teardown(t, setup, teardown)

int main(void)
{
	static const struct CMUnitTest tests[] = {
		TEST(the_server_is_tried_by_one_mail_with_growing_pauses),
		TEST(a_refused_login_is_tried_every_quarter_of_an_hour),
		TEST(a_refused_sender_marks_no_player),
		TEST(who_alone_is_refused_by_policy_stops_no_other_mail),
		TEST(players_refused_alike_are_not_to_blame),
		TEST(players_who_are_gone_are_marked_once_others_are_served),
		TEST(refusals_that_differ_are_the_recipients),
		TEST(one_mail_that_is_put_off_delays_no_other),
		TEST(what_is_too_large_goes_out_smaller),
		TEST(the_operator_retries_and_drops_in_any_state),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
