/* tests/unit/test_rush.c */
#include "unit.h"
#include "cli/send_throttle.h"

enum { MAX = 32 };

static void in_calm_all_that_is_due_goes_out(void **unused)
{
	(void)unused;
	struct send_throttle r = { 0 };

	send_throttle_came(&r, true, 5000);
	send_throttle_turn(&r, 5000);
	assert_int_equal(
		send_throttle_room(&r, false, MAX, 5000 + SEND_THROTTLE_MS + 1),
		SEND_THROTTLE_CALM);
	assert_int_equal(
		send_throttle_room(&r, false, 3, 5000 + SEND_THROTTLE_MS + 1),
		3);
	assert_int_equal(
		send_throttle_room(&r, false, 0, 5000 + SEND_THROTTLE_MS + 1),
		0);
}

static void while_mails_come_or_wait_a_few_go_out_now_and_then(void **unused)
{
	(void)unused;
	struct send_throttle r = { 0 };
	int64_t next = 5000 + SEND_THROTTLE_TURN_MS + 1;

	send_throttle_came(&r, true, 5000);
	send_throttle_turn(&r, 5000);
	assert_int_equal(
		send_throttle_room(&r, false, MAX, 5000 + SEND_THROTTLE_MS), 0);
	assert_int_equal(send_throttle_room(&r, true, MAX, next - 1), 0);
	/* the turn: no mail came since, but some still wait */
	assert_int_equal(send_throttle_room(&r, true, MAX, next),
			 SEND_THROTTLE_MAILS);
	assert_int_equal(
		send_throttle_room(&r, true, SEND_THROTTLE_MAILS - 1, next),
		SEND_THROTTLE_MAILS - 1);
	send_throttle_turn(&r, next);
	assert_int_equal(send_throttle_room(&r, true, MAX, next + 1), 0);
}

static void a_lone_mail_is_answered_at_once(void **unused)
{
	(void)unused;
	struct send_throttle r = { 0 };

	send_throttle_turn(&r, 4999);
	send_throttle_came(&r, false, 5000);
	assert_int_equal(send_throttle_room(&r, true, MAX, 5000), 0);
	/* judged, and nothing is behind it */
	assert_int_equal(send_throttle_room(&r, false, MAX, 5000),
			 SEND_THROTTLE_MAILS);
	send_throttle_turn(&r, 5000);
	assert_int_equal(send_throttle_room(&r, false, 1, 5001), 1);
	/* another comes while the letters are written: it goes first */
	send_throttle_came(&r, true, 5002);
	assert_int_equal(send_throttle_room(&r, false, MAX, 5003), 0);
	send_throttle_came(&r, false, 5004);
	assert_int_equal(send_throttle_room(&r, true, MAX, 5004), 0);
	assert_int_equal(send_throttle_room(&r, false, MAX, 5005),
			 SEND_THROTTLE_MAILS);
}

/* orders that come for a minute, ten a second; reports are due all the time */
static void no_rush_holds_reports_up_for_ever(void **unused)
{
	(void)unused;
	struct send_throttle r = { 0 };
	int64_t now = 100000, end = now + 60000, last = now;
	int sent = 0;

	for (; now < end; now += 10) {
		int n;

		if (now % 100 == 0)
			send_throttle_came(&r, true, now);
		n = send_throttle_room(&r, now % 100 < 50, MAX, now);
		if (!n)
			continue;
		assert_int_equal(n, SEND_THROTTLE_MAILS);
		assert_true(now - last <= SEND_THROTTLE_TURN_MS + 10);
		send_throttle_turn(&r, now);
		last = now;
		sent += n;
	}
	assert_in_range(sent, 55 * SEND_THROTTLE_MAILS,
			60 * SEND_THROTTLE_MAILS);
	/* the rush is over: the rest goes at once */
	assert_int_equal(
		send_throttle_room(&r, false, MAX, end + SEND_THROTTLE_MS),
		SEND_THROTTLE_CALM);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(in_calm_all_that_is_due_goes_out),
		cmocka_unit_test(
			while_mails_come_or_wait_a_few_go_out_now_and_then),
		cmocka_unit_test(a_lone_mail_is_answered_at_once),
		cmocka_unit_test(no_rush_holds_reports_up_for_ever),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
