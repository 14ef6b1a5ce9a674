/* tests/unit/test_judge.c - a game by signed mail */
#include "fairness/dice_chain.h"
#include "judge_unit.h"
#include <sys/wait.h>

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge");
	return 0;
}

/* both have picked; Ana is to roll */
static void picked(void)
{
	int64_t point;

	fix_started(&f, 0);
	point = fix_point(&f);
	assert_str(fix_send(&f, fix_orders(&f, 0, point, 1, "pick 3")),
		   "adjudicated");
	assert_str(fix_send(&f, fix_orders(&f, 1, point, 1, "pick 4")),
		   "adjudicated");
	assert_int_equal(fix_state(&f).head.phase, TOY_PLAY);
}

/* rolls in turn until somebody has won */
static void played(void)
{
	int serial = 2;

	picked();
	while (fix_state(&f).head.phase == TOY_PLAY) {
		int who = fix_state(&f).head.active;

		assert_str(fix_send(&f, fix_orders(&f, who, fix_point(&f),
						   serial++, "roll")),
			   "adjudicated");
	}
}

static void a_game_is_played_to_its_end_by_signed_mail(void **unused)
{
	(void)unused;
	struct game_row g;
	struct str log;

	played();
	OK(store_game_get(judge_store(f.j), f.game, &f.arena, &g, &f.why));
	assert_int_equal(g.state, GAME_ENDED);
	OK(judge_game_replay(f.j, f.game, &f.why));
	log = fix_log(&f);
	assert_int_equal(fix_count(log, "\"event\":\"secrets_opened\""), 1);
	assert_int_equal(fix_count(log, "\"event\":\"rolled\""),
			 fix_count(log, "\"event\":\"scored\""));
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 90, "roll")),
		   "game_ended");
}

static void every_roll_has_a_link_that_leads_to_the_commitment(void **unused)
{
	(void)unused;
	struct str log, line;
	struct hash known = { { 0 } }, link;
	struct game_id id = { { 0 } };
	int links = 0;

	played();
	log = fix_log(&f);
	while (parse_line(&log, &line)) {
		const char *at = strstr(line.s, "\"link\":\"");

		if (fix_holds(line, "game_created")) {
			at = strstr(line.s, "\"dice_commitment\":\"") + 19;
			assert_true(
				hex_parse((struct str){ at, 64 }, known.b, 32));
			at = strstr(line.s, "\"id\":\"") + 6;
			assert_true(
				hex_parse((struct str){ at, 32 }, id.b, 16));
		}
		if (!fix_holds(line, "link_opened"))
			continue;
		assert_true(hex_parse((struct str){ at + 8, 64 }, link.b, 32));
		links++;
		assert_true(dice_chain_check(&id, 0, (uint32_t)links, &link, 0,
					     &known));
	}
	assert_true(links >= 2);
}

static void a_mail_that_comes_twice_counts_once(void **unused)
{
	(void)unused;
	struct str mail, quoted, log;

	picked();
	mail = fix_orders(&f, 0, fix_point(&f), 2, "roll\nend");
	fix_send(&f, mail);
	log = fix_log(&f);
	/* the same bytes by another way are the same mail */
	fix_send(&f, mail);
	assert_true(str_equal(log, fix_log(&f)));
	/* the same orders in another mail are told what came of them, once */
	quoted = fix_mail(&f, f.p[1].address,
			  str_of(strstr(mail.s, "\r\n\r\n") + 4));
	fix_post(&f, NULL);
	assert_str(fix_send(&f, quoted), "repeated");
	assert_true(str_equal(log, fix_log(&f)));
	assert_int_equal(fix_post(&f, NULL), 1);
	assert_str(
		fix_send(&f, fix_mail(&f, f.p[1].address,
				      str_of(strstr(mail.s, "\r\n\r\n") + 4))),
		"repeated");
	assert_int_equal(fix_post(&f, NULL), 0);
}

static void orders_from_another_state_are_refused(void **unused)
{
	(void)unused;
	struct buf out;
	int64_t point;

	picked();
	point = fix_point(&f);
	fix_send(&f, fix_orders(&f, 0, point, 2, "end"));
	fix_post(&f, NULL);
	assert_str(fix_send(&f, fix_orders(&f, 0, point, 3, "roll")), "stale");
	assert_str(fix_send(&f, fix_orders(&f, 1, 99, 2, "roll")),
		   "seen_beyond");
	buf_init(&out, 1 << 20);
	assert_int_equal(fix_post(&f, &out), 2);
	assert_int_equal(fix_count(buf_str(&out), "\"reason\":\"stale\""), 1);
	buf_release(&out);
	/* what was refused is not used up */
	assert_str(fix_send(&f, fix_orders(&f, 1, fix_point(&f), 2, "roll")),
		   "adjudicated");
}

static void
a_refused_text_sent_on_and_on_is_not_answered_for_ever(void **unused)
{
	(void)unused;
	const char *text;

	picked();
	fix_post(&f, NULL);
	text = arena_printf(&f.arena, "ORDERS %.*s A 1 2\n%s\nroll\n",
			    STR_ARG(f.name), fix_seen(&f, 1));
	for (int i = 0; i < 6; i++)
		assert_str(fix_send(&f, fix_mail(&f, "eve@evil.test",
						 fix_signed(&f, 0, text))),
			   i ? "repeated" : "stale");
	assert_int_equal(fix_post(&f, NULL), 2);
	f.now += 86400;
	fix_send(&f, fix_mail(&f, "eve@evil.test", fix_signed(&f, 0, text)));
	assert_int_equal(fix_post(&f, NULL), 1);
}

static void nobody_orders_for_another_seat(void **unused)
{
	(void)unused;
	struct buf out;
	struct str log, text;

	picked();
	fix_post(&f, NULL);
	log = fix_log(&f);
	text = str_of(arena_printf(&f.arena, "ORDERS %.*s A %lld 2\nroll\n",
				   STR_ARG(f.name), (long long)fix_point(&f)));
	buf_init(&out, 1 << 20);
	for (int i = 0; i < 5; i++)
		assert_str(fix_send(&f, fix_mail(&f, "eve@evil.test",
						 fix_signed(&f, 1, text.s))),
			   i ? "repeated" : "seat_other");
	/* it is told to who signed it, and to no one else */
	assert_int_equal(fix_post(&f, &out), 2);
	assert_int_equal(fix_count(buf_str(&out), "not_an_order_mail to bob@"),
			 1);
	assert_int_equal(fix_count(buf_str(&out), "eve@evil.test"), 0);
	assert_true(str_equal(log, fix_log(&f)));
	buf_release(&out);
}

static void a_changed_line_breaks_the_signature(void **unused)
{
	(void)unused;
	struct str mail;
	char *at;

	picked();
	mail = fix_orders(&f, 0, fix_point(&f), 2, "roll");
	mail = arena_str(&f.arena, mail);
	at = strstr((char *)(uintptr_t)mail.s, "ROLL");
	assert_non_null(at);
	memcpy(at, "END ", 4);
	assert_str(fix_send(&f, mail), "unverified");
	assert_int_equal(fix_state(&f).head.active, 0);
}

static void a_mail_with_an_unreadable_line_executes_nothing(void **unused)
{
	(void)unused;
	struct buf out;
	struct str log;

	picked();
	fix_post(&f, NULL);
	log = fix_log(&f);
	assert_str(
		fix_send(&f, fix_orders(&f, 0, fix_point(&f), 2, "roll\nrlol")),
		"complaint");
	assert_true(str_equal(log, fix_log(&f)));
	buf_init(&out, 1 << 20);
	assert_int_equal(fix_post(&f, &out), 1);
	assert_int_equal(
		fix_count(buf_str(&out), "unreadable_lines to ana@one.test"),
		1);
	assert_true(fix_count(buf_str(&out), "RLOL") > 0);
	buf_release(&out);
}

static void what_is_sealed_is_told_to_its_seat_alone(void **unused)
{
	(void)unused;
	struct buf out;
	struct str text, line;
	int told = 0;

	fix_started(&f, 0);
	fix_post(&f, NULL);
	fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, "pick 7"));
	buf_init(&out, 1 << 20);
	assert_int_equal(fix_post(&f, &out), 2);
	text = buf_str(&out);
	for (bool to_ana = false; parse_line(&text, &line);) {
		if (str_starts(line, "to "))
			to_ana = str_starts(line, "to ana");
		if (fix_holds(line, "\"picked\"")) {
			assert_true(to_ana);
			told++;
		}
	}
	assert_int_equal(told, 1);
	buf_release(&out);
}

static void sealed_orders_may_come_in_any_order(void **unused)
{
	(void)unused;
	struct toy_state one, two;
	int64_t point;

	picked();
	one = fix_state(&f);
	fix_release(&f);
	fix_init(&f, "test_judge");
	fix_started(&f, 0);
	point = fix_point(&f);
	fix_take(&f, fix_orders(&f, 1, point, 1, "pick 4"));
	fix_take(&f, fix_orders(&f, 0, point, 1, "pick 3"));
	fix_work(&f);
	two = fix_state(&f);
	assert_memory_equal(&one, &two, sizeof(one));
	OK(judge_game_replay(f.j, f.game, &f.why));
}

static void a_preview_changes_nothing_and_uses_nothing_up(void **unused)
{
	(void)unused;
	struct buf out;
	struct str log;
	const char *text;

	picked();
	fix_post(&f, NULL);
	log = fix_log(&f);
	text = arena_printf(&f.arena, "PREVIEW %.*s A %lld 2\nend\n",
			    STR_ARG(f.name), (long long)fix_point(&f));
	assert_str(fix_send(&f, fix_mail(&f, f.p[0].address,
					 fix_signed(&f, 0, text))),
		   "preview");
	assert_true(str_equal(log, fix_log(&f)));
	buf_init(&out, 1 << 20);
	assert_int_equal(fix_post(&f, &out), 1);
	assert_int_equal(fix_count(buf_str(&out), "\"event\":\"turn\""), 1);
	buf_release(&out);
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 2, "end")),
		   "adjudicated");
}

static void strangers_are_answered_once_a_day(void **unused)
{
	(void)unused;
	struct buf out;

	fix_started(&f, 0);
	fix_post(&f, NULL);
	buf_init(&out, 1 << 20);
	for (int i = 0; i < 3; i++)
		assert_str(fix_send(&f, fix_mail(&f, "who@where.test",
						 STR("Hello?\r\n"))),
			   "no_orders");
	assert_int_equal(fix_post(&f, &out), 1);
	assert_int_equal(fix_count(buf_str(&out), "help to who@where.test"), 1);
	f.now += 86400;
	fix_send(&f, fix_mail(&f, "who@where.test", STR("Hello again\r\n")));
	assert_int_equal(fix_post(&f, NULL), 1);
	buf_release(&out);
}

static bool keep_id(void *context, const struct outbox_row *r)
{
	struct str *s = context;

	if (str_is(r->address, s[0].s)) {
		s[1] = arena_str(&f.arena, r->message_id);
		return false;
	}
	return true;
}

/* the Message-ID of the last mail there */
static const char *id_of(const char *address)
{
	struct str s[2] = { str_of(address), { 0 } };

	OK(store_outbox_choose(judge_store(f.j),
			       &(struct mail_choice){ .state = -1, .max = 50 },
			       &f.arena, keep_id, s, &f.why));
	return arena_copy(&f.arena, s[1].s, s[1].len);
}

static void robots_are_never_answered(void **unused)
{
	(void)unused;
	static const char robot[] =
		"From: away@where.test\r\nTo: judge@court.test\r\n"
		"Auto-Submitted: auto-replied\r\nSubject: away\r\n\r\nAway.";
	static const char bounce[] =
		"From: MAILER-DAEMON@two.test\r\nTo: judge@court.test\r\n"
		"Subject: failed\r\nMIME-Version: 1.0\r\n"
		"Content-Type: multipart/report; boundary=b; "
		"report-type=delivery-status\r\n\r\n--b\r\n\r\nNo.\r\n--b\r\n"
		"Content-Type: message/delivery-status\r\n\r\n"
		"Reporting-MTA: dns; two.test\r\n\r\n"
		"Final-Recipient: rfc822; bob@two.test\r\nAction: failed\r\n"
		"Status: 5.1.1\r\n\r\n--b\r\n"
		"Content-Type: text/rfc822-headers\r\n\r\n"
		"Message-ID: <%s>\r\n\r\n--b--\r\n";
	const char *id;
	struct person_row p;

	fix_started(&f, 0);
	fix_post(&f, NULL);
	assert_str(fix_send(&f, str_of(robot)), "auto-submitted");
	/* of a letter that nobody was sent: anybody could have written it */
	assert_str(fix_send(&f, str_of(arena_printf(&f.arena, bounce, "x@y"))),
		   "bounce");
	OK(store_person_get(judge_store(f.j), f.p[1].person, &f.arena, &p,
			    &f.why));
	assert_int_equal(p.bounces, 0);
	id = id_of("bob@two.test");
	assert_true(str_starts(
		fix_send(&f, str_of(arena_printf(&f.arena, bounce, id))),
		"bounce of mail "));
	assert_int_equal(fix_post(&f, NULL), 0);
	OK(store_person_get(judge_store(f.j), f.p[1].person, &f.arena, &p,
			    &f.why));
	assert_int_equal(p.bounces, 1);
}

/* the sender of the letter that is due to this address */
static struct str envelope_of(const char *address)
{
	struct posting v[JUDGE_BATCH];
	struct posting_result r[JUDGE_BATCH];
	struct str sender = STR("none");
	int n;

	OK(judge_post(f.j, &f.arena, v, JUDGE_BATCH, &n, &f.why));
	for (int i = 0; i < n; i++) {
		r[i] = (struct posting_result){ .id = v[i].id,
						.fate = POSTING_SENT,
						.code = 250 };
		if (str_is(v[i].recipient, address))
			sender = v[i].sender;
	}
	OK(judge_posted(f.j, r, n, &f.why));
	return sender;
}

static int bounces_of(int who)
{
	struct person_row p;

	OK(store_person_get(judge_store(f.j), f.p[who].person, &f.arena, &p,
			    &f.why));
	return p.bounces;
}

/* What a server writes that could not deliver a letter. */
static void comes_back(struct str to, const char *action)
{
	static const char text[] =
		"From: MAILER-DAEMON@two.test\r\nTo: <%.*s>\r\n"
		"Subject: failed\r\nMIME-Version: 1.0\r\n"
		"Content-Type: multipart/report; boundary=b; "
		"report-type=delivery-status\r\n\r\n--b\r\n\r\nNo. %lld\r\n"
		"--b\r\n"
		"Content-Type: message/delivery-status\r\n\r\n"
		"Reporting-MTA: dns; two.test\r\n\r\n"
		"Final-Recipient: rfc822; sent-on@two.test\r\nAction: %s\r\n"
		"Status: 5.1.1\r\n\r\n--b--\r\n";

	f.now++;
	fix_send(&f, str_of(arena_printf(&f.arena, text, STR_ARG(to),
					 (long long)f.now, action)));
}

static void a_bounce_is_believed_by_its_own_address(void **unused)
{
	struct str own, other;
	struct buf out;

	(void)unused;
	judge_close(f.j);
	f.config.plus = true;
	fix_open(&f);
	fix_started(&f, 0);
	fix_person(&f, 2);
	OK(judge_seat(f.j, f.game, SLOT_GM, f.p[2].person, &f.why));
	fix_post(&f, NULL);
	OK(judge_game_pause(f.j, f.game, STR("so"), &f.why));
	own = envelope_of("bob@two.test");
	assert_true(str_starts(own, "judge+b="));
	other = arena_str(&f.arena, own);
	/* another letter, and another MAC */
	((char *)(uintptr_t)other.s)[strcspn(own.s, ".") + 1] ^= 1;
	comes_back(other, "failed");
	comes_back(STR("judge@court.test"), "failed");
	comes_back(own, "delayed");
	assert_int_equal(bounces_of(1), 0);
	comes_back(own, "failed");
	assert_int_equal(bounces_of(1), 1);
	/* who has no other address: the master hears of it, once */
	buf_init(&out, 1 << 20);
	fix_post(&f, &out);
	assert_int_equal(
		fix_count(buf_str(&out), "account_change to cy@three.test"), 1);
	assert_int_equal(fix_count(buf_str(&out), "\"unreachable\":1"), 1);
	comes_back(own, "failed");
	assert_int_equal(bounces_of(1), 1);
	assert_int_equal(fix_post(&f, NULL), 0);
	buf_release(&out);
	/* an answer has none */
	fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, "preview"));
	assert_str(envelope_of("ana@one.test"), "");
	/* a week later nothing is believed any more */
	f.now += 8 * 86400;
	comes_back(own, "failed");
	assert_int_equal(bounces_of(1), 1);
}

static void a_silent_player_gives_the_default(void **unused)
{
	(void)unused;
	struct buf out;
	int fired;

	fix_started(&f, 4 * 86400);
	fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, "pick 3"));
	fix_post(&f, NULL);
	f.now += 3 * 86400;
	OK(judge_tick(f.j, &fired, &f.why));
	assert_int_equal(fired, 1); /* Bob is warned, Ana is not */
	buf_init(&out, 1 << 20);
	assert_int_equal(fix_post(&f, &out), 1);
	assert_int_equal(fix_count(buf_str(&out), "warning to bob@two.test"),
			 1);
	buf_release(&out);
	f.now += 86400;
	OK(judge_tick(f.j, &fired, &f.why));
	assert_int_equal(fired, 1);
	assert_int_equal(fix_state(&f).head.phase, TOY_PLAY);
	assert_int_equal(fix_state(&f).pick[1], 1);
	assert_int_equal(
		fix_count(fix_log(&f), "\"event\":\"deadline_passed\""), 1);
	OK(judge_game_replay(f.j, f.game, &f.why));
}

static void a_pause_stops_the_clock(void **unused)
{
	(void)unused;
	int fired;

	fix_started(&f, 86400);
	OK(judge_game_pause(f.j, f.game, STR("holidays"), &f.why));
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, "pick 3")),
		   "game_paused");
	f.now += 10 * 86400;
	OK(judge_tick(f.j, &fired, &f.why));
	assert_int_equal(fired, 0);
	OK(judge_game_resume(f.j, f.game, &f.why));
	assert_int_equal(judge_game_resume(f.j, f.game, &f.why), ERR_USAGE);
	why_clear(&f.why);
	f.now += 86400;
	OK(judge_tick(f.j, &fired, &f.why));
	assert_true(fired >= 2);
	assert_int_equal(fix_state(&f).head.phase, TOY_PLAY);
}

/* the next permutation in the order of the dictionary; false after the last */
static bool next_order(int *v, int n)
{
	int i = n - 2, k = n - 1, t;

	while (i >= 0 && v[i] > v[i + 1])
		i--;
	if (i < 0)
		return false;
	while (v[k] < v[i])
		k--;
	t = v[i];
	v[i] = v[k];
	v[k] = t;
	for (i++, k = n - 1; i < k; i++, k--) {
		t = v[i];
		v[i] = v[k];
		v[k] = t;
	}
	return true;
}

static int32_t last_score(void)
{
	struct toy_state s = fix_state(&f);

	return s.score[0] * 100 + s.score[1];
}

static void undoing_gives_the_same_dice_to_the_same_orders(void **unused)
{
	(void)unused;
	int32_t first;
	int64_t before;

	picked();
	before = fix_point(&f);
	fix_send(&f, fix_orders(&f, 0, before, 2, "roll"));
	first = last_score();
	assert_true(first > 0);
	OK(judge_game_undo(f.j, f.game, before, false, STR("a slip"), &f.why));
	assert_int_equal(last_score(), 0);
	OK(judge_game_replay(f.j, f.game, &f.why));
	fix_send(&f, fix_orders(&f, 0, fix_point(&f), 3, "roll"));
	assert_int_equal(last_score(), first);
	assert_int_equal(fix_count(fix_log(&f), "\"number\":1,\"link\""), 2);
	OK(judge_game_undo(f.j, f.game, before, false, STR("again"), &f.why));
	/* other orders: another link */
	fix_send(&f, fix_orders(&f, 0, fix_point(&f), 4, "roll\nroll"));
	assert_int_equal(fix_count(fix_log(&f), "\"number\":2,\"link\""), 1);
	OK(judge_game_replay(f.j, f.game, &f.why));
}

static void a_correction_is_an_event_like_any_other(void **unused)
{
	(void)unused;

	picked();
	OK(judge_game_override(f.j, f.game, STR("score_a"), STR("11"),
			       STR("forgotten points"), &f.why));
	assert_int_equal(fix_state(&f).score[0], 11);
	assert_int_equal(judge_game_override(f.j, f.game, STR("score_x"),
					     STR("11"), STR(""), &f.why),
			 ERR_USAGE);
	why_clear(&f.why);
	assert_int_equal(judge_game_override(f.j, f.game, STR("score_a"),
					     STR("-1"), STR(""), &f.why),
			 ERR_USAGE);
	why_clear(&f.why);
	OK(judge_game_replay(f.j, f.game, &f.why));
}

static void a_game_master_commands_by_signed_mail(void **unused)
{
	(void)unused;
	struct game_row g;
	struct buf out;

	fix_person(&f, 0);
	fix_person(&f, 1);
	fix_game(&f, 0, fix_person(&f, 2));
	fix_post(&f, NULL);
	/* a seat is free yet: it is said, and nothing happens */
	assert_str(fix_send(&f, fix_commands(&f, 2, fix_point(&f), 1, "start")),
		   "master_refused");
	buf_init(&out, 1 << 20);
	fix_post(&f, &out);
	assert_int_equal(fix_count(buf_str(&out), "seat_free\\u0009A"), 1);
	buf_release(&out);
	fix_wishes(&f, 0, 0);
	fix_wishes(&f, 1, 1);
	assert_str(fix_send(&f, fix_commands(&f, 2, fix_point(&f), 2,
					     "seat A ana@one.test")),
		   "adjudicated");
	assert_str(fix_send(&f, fix_commands(&f, 2, fix_point(&f), 3,
					     "seat B bob@two.test")),
		   "adjudicated");
	assert_str(fix_send(&f, fix_commands(&f, 2, fix_point(&f), 4, "start")),
		   "adjudicated");
	assert_str(fix_send(&f, fix_commands(&f, 2, fix_point(&f), 4, "pause")),
		   "serial_used");
	assert_str(fix_send(&f, fix_commands(&f, 2, 1, 5, "pause")), "stale");
	assert_str(fix_send(&f, fix_commands(&f, 2, fix_point(&f), 6,
					     "pause\nsummer\nholidays")),
		   "adjudicated");
	OK(store_game_get(judge_store(f.j), f.game, &f.arena, &g, &f.why));
	assert_int_equal(g.state, GAME_PAUSED);
	assert_str(g.paused_why, "SUMMER HOLIDAYS");
	/* a player is no game master */
	assert_int_equal(fix_count(fix_log(&f), "\"cause\":\"gm\""), 4);
	OK(judge_game_replay(f.j, f.game, &f.why));
}

/* so they play; the point of it */
static int64_t led(void)
{
	fix_led(&f);
	fix_posted(&f);
	return fix_point(&f);
}

/* A signature of SSH holds its key: who signs the wish need not send it. */
static void a_signed_wish_brings_its_key_along(void **unused)
{
	(void)unused;
	const char *text;
	struct str post;

	fix_game(&f, 0, 0);
	text = arena_printf(&f.arena, "JOIN %.*s\n", STR_ARG(f.name));
	assert_str(fix_send(&f, fix_mail(&f, f.p[0].address,
					 fix_signed(&f, 0, text))),
		   "challenged");
	post = fix_posted(&f);
	assert_true(fix_holds(post, "challenge to ana@one.test"));
	/* and one without any is told so */
	text = arena_printf(&f.arena,
			    "-----BEGIN HERALDO ORDERS-----\nJOIN %.*s\n"
			    "-----END HERALDO ORDERS-----\n",
			    STR_ARG(f.name));
	assert_str(fix_send(&f, fix_mail(&f, f.p[1].address, str_of(text))),
		   "key-none");
}

static void several_values_are_set_together_or_none(void **unused)
{
	(void)unused;
	int64_t point = led();
	struct str post;

	/* the second one cannot be */
	assert_str(fix_send(&f, fix_commands(&f, 2, point, 1,
					     "set score_a 5\nset score_b 1\n"
					     "a slip")),
		   "master_refused");
	assert_int_equal(fix_state(&f).score[0], 0);
	assert_int_equal(fix_point(&f), point);
	/* what it would do, and nothing is done */
	assert_str(fix_send(&f, fix_commands(&f, 2, point, 1,
					     "preview\nset score_a 5\n"
					     "policy max-missed-deadlines 4\n"
					     "set score_a 3\na slip")),
		   "preview");
	post = fix_posted(&f);
	assert_true(fix_holds(post, "preview to cy@"));
	assert_int_equal(fix_count(post, "\"event\":\"override\""), 2);
	assert_int_equal(fix_count(post, "\"event\":\"table_policy\""), 1);
	assert_int_equal(fix_count(post, "to ana@"), 0);
	assert_int_equal(fix_state(&f).score[0], 0);
	assert_int_equal(fix_point(&f), point);
	assert_int_equal(fix_count(fix_log(&f), "\"event\":\"override\""), 0);
	/* the same serial: nothing was used up */
	assert_str(fix_send(&f, fix_commands(&f, 2, point, 1,
					     "set score_a 5\n"
					     "policy max-missed-deadlines 4\n"
					     "set score_a 3\na slip\nof mine")),
		   "adjudicated");
	assert_int_equal(fix_state(&f).score[0], 3);
	assert_int_equal(fix_point(&f), point + 1);
	assert_int_equal(fix_count(fix_log(&f), "\"cause\":\"A SLIP OF MINE\""),
			 2);
	/* what cannot be is told, too, and so is a bad line */
	assert_str(fix_send(&f, fix_commands(&f, 2, point + 1, 2,
					     "preview\nresume")),
		   "master_refused");
	assert_str(
		fix_send(&f,
			 fix_commands(
				 &f, 2, point + 1, 2,
				 "set score_a 5\npolicy max-missed-deadlines")),
		"master_refused");
	assert_str(fix_send(&f, fix_commands(&f, 2, point + 1, 2, "preview")),
		   "master_nothing");
	OK(judge_game_replay(f.j, f.game, &f.why));
}

/* the word behind key in the newest mail to this address */
static struct str told(struct str mails, const char *to, const char *key)
{
	const char *at = strstr(mails.s, to), *end;
	char pattern[40];

	assert_non_null(at);
	snprintf(pattern, sizeof(pattern), "\"%s\":\"", key);
	at = strstr(at, pattern);
	assert_non_null(at);
	at += strlen(pattern);
	end = strchr(at, '"');
	return (struct str){ at, (size_t)(end - at) };
}

static struct str join_mail(int who, const char *seat, struct str nonce)
{
	bool watch = !strcmp(seat, "WATCH");
	const char *text = arena_printf(&f.arena, "%s %.*s %s %.*s\n%s\n",
					watch ? seat : "JOIN", STR_ARG(f.name),
					watch ? "" : seat, STR_ARG(nonce),
					fix_seen(&f, 0));
	struct str block = fix_signed(&f, who, text);
	struct buf b;
	struct str s;

	buf_init(&b, 1 << 20);
	buf_adds(&b, block);
	buf_addz(&b, "\nMy key:\n\n");
	key_render(&f.p[who].key.key, STR("me"), &b);
	s = fix_mail(&f,
		     arena_printf(&f.arena, "%s <%s>", f.p[who].name,
				  f.p[who].address),
		     arena_str(&f.arena, buf_str(&b)));
	buf_release(&b);
	return s;
}

static void people_join_by_proving_address_and_key(void **unused)
{
	(void)unused;
	struct game_plan plan = { .name = STR("toys"),
				  .system = STR("toy"),
				  .n_players = 2,
				  .reserved = { STR("ana@one.test") } };
	struct seat_row seat;
	struct str nonce;
	struct buf out;

	plan.master = fix_person(&f, 2);
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	fix_post(&f, NULL);
	buf_init(&out, 1 << 20);
	/* Ana's seat is reserved: with the proof she has it */
	assert_str(fix_send(&f, join_mail(0, "", STR(""))), "challenged");
	fix_post(&f, &out);
	nonce = told(buf_str(&out), "challenge to ana@one.test", "nonce");
	/* somebody else cannot answer for her */
	assert_str(fix_send(&f, join_mail(1, "A", nonce)), "unverified");
	assert_str(fix_send(&f, join_mail(0, "A", nonce)), "joined");
	OK(store_seat_get(judge_store(f.j), f.game, 0, &f.arena, &seat,
			  &f.why));
	assert_true(seat.person != 0);
	assert_str(
		fix_send(&f,
			 fix_mail(&f, f.p[0].address,
				  fix_signed(&f, 0,
					     arena_printf(&f.arena,
							  "JOIN %.*s A %.*s\n",
							  STR_ARG(f.name),
							  STR_ARG(nonce))))),
		"nonce_used");
	/* Bob must be admitted */
	buf_clear(&out);
	assert_str(fix_send(&f, join_mail(1, "B", STR(""))), "challenged");
	fix_post(&f, &out);
	nonce = told(buf_str(&out), "challenge to bob@two.test", "nonce");
	assert_str(fix_send(&f, join_mail(1, "B", nonce)), "join_proven");
	buf_clear(&out);
	fix_post(&f, &out);
	assert_int_equal(
		fix_count(buf_str(&out), "join_request to cy@three.test"), 1);
	assert_str(
		fix_send(&f, fix_commands(&f, 2, fix_point(&f), 1, "admit 2")),
		"adjudicated");
	OK(store_seat_get(judge_store(f.j), f.game, 1, &f.arena, &seat,
			  &f.why));
	assert_true(seat.person != 0);
	assert_str(fix_send(&f, fix_commands(&f, 2, fix_point(&f), 2, "start")),
		   "adjudicated");
	assert_str(fix_send(&f, fix_orders(&f, 1, fix_point(&f), 1, "pick 4")),
		   "adjudicated");
	OK(judge_game_replay(f.j, f.game, &f.why));
	buf_release(&out);
}

/* Dora asks for this seat and proves who she is */
static void dora_asks(const char *seat)
{
	struct str nonce;
	struct buf out;

	f.now += 86400; /* one challenge a day */
	buf_init(&out, 1 << 20);
	assert_str(fix_send(&f, join_mail(3, seat, STR(""))), "challenged");
	fix_post(&f, &out);
	nonce = told(buf_str(&out), "challenge to dora@four.test", "nonce");
	assert_str(fix_send(&f, join_mail(3, seat, nonce)), "join_proven");
	buf_release(&out);
}

static void who_watches_or_goes_on_for_somebody_joins_by_mail(void **unused)
{
	(void)unused;
	struct str mails;

	fix_player(&f, 3, "Dora", "dora@four.test");
	fix_led(&f);
	/* orders of Bob's that wait go with him */
	assert_str(fix_send(&f, fix_orders(&f, 1, fix_point(&f), 1,
					   "pick 4\nroll")),
		   "adjudicated");
	/* in either of two ways */
	assert_str(fix_send(&f, join_mail(3, "OBSERVER", STR(""))),
		   "challenged");
	assert_true(fix_holds(fix_posted(&f), "\"seat\":\"O1\""));
	dora_asks("WATCH");
	mails = fix_posted(&f);
	assert_true(fix_holds(mails, "join_received to dora@four.test"));
	assert_true(fix_holds(mails, "join_request to cy@three.test"));
	assert_true(fix_holds(mails, "\"watches\":1"));
	assert_str(
		fix_send(&f, fix_commands(&f, 2, fix_point(&f), 1, "admit 2")),
		"adjudicated");
	assert_true(fix_holds(fix_log(&f), "\"person\":\"Dora\",\"role\":"
					   "\"observer\""));
	fix_posted(&f);
	dora_asks("B");
	mails = fix_posted(&f);
	assert_true(fix_holds(mails, "\"holder\":\"Bob\""));
	assert_str(
		fix_send(&f, fix_commands(&f, 2, fix_point(&f), 2, "admit 3")),
		"master_refused");
	assert_str(fix_send(&f, fix_commands(&f, 2, fix_point(&f), 3,
					     "admit 3 replace")),
		   "adjudicated");
	mails = fix_posted(&f);
	assert_true(fix_holds(mails, "seat_replaced to bob@two.test"));
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, "pick 3")),
		   "adjudicated");
	/* she signs for B now, and Bob does not */
	f.p[3].address = "dora@four.test";
	assert_str(
		fix_send(
			&f,
			fix_mail(&f, f.p[3].address,
				 fix_signed(&f, 3,
					    arena_printf(
						    &f.arena,
						    "ORDERS %.*s B %lld 2\n"
						    "%s\nroll\n",
						    STR_ARG(f.name),
						    (long long)fix_point(&f),
						    fix_seen(&f,
							     fix_point(&f)))))),
		"adjudicated");
	OK(judge_game_replay(f.j, f.game, &f.why));
}

static void a_challenge_lives_seven_days(void **unused)
{
	(void)unused;
	struct str nonce;
	struct buf out;

	fix_game(&f, 0, 0);
	buf_init(&out, 1 << 20);
	fix_send(&f, join_mail(0, "A", STR("")));
	fix_post(&f, &out);
	nonce = told(buf_str(&out), "challenge to", "nonce");
	f.now += JUDGE_JOIN_S + 1;
	assert_str(fix_send(&f, join_mail(0, "A", nonce)), "expired");
	buf_release(&out);
}

static struct str keys_mail(int who, int signer, int serial, const char *line,
			    const struct key *extra)
{
	struct str block = fix_signed(
		&f, signer,
		arena_printf(&f.arena, "KEYS %.*s %c %lld %d\n%s\n%s\n",
			     STR_ARG(f.name), 'A' + who,
			     (long long)fix_point(&f), serial,
			     fix_seen(&f, fix_point(&f)), line));
	struct buf b;
	struct str s;

	buf_init(&b, 1 << 20);
	buf_adds(&b, block);
	buf_addz(&b, "\n\n");
	if (extra)
		key_render(extra, STR("new"), &b);
	s = fix_mail(&f, f.p[who].address, arena_str(&f.arena, buf_str(&b)));
	buf_release(&b);
	return s;
}

static void a_key_is_changed_by_the_one_before_it(void **unused)
{
	(void)unused;
	char hex[65], line[100];
	const char *number;
	struct key_secret old;
	struct buf out;

	picked();
	fix_post(&f, NULL);
	old = f.p[0].key;
	key_fingerprint_hex(&f.p[2].key.key, hex);
	snprintf(line, sizeof(line), "add %s", hex);
	/* the last one cannot be thrown away */
	key_fingerprint_hex(&old.key, hex);
	assert_str(fix_send(&f,
			    keys_mail(0, 0, 2,
				      arena_printf(&f.arena, "revoke\n%s", hex),
				      NULL)),
		   "keys_refused");
	fix_post(&f, NULL);
	assert_str(fix_send(&f, keys_mail(0, 0, 3, line, &f.p[2].key.key)),
		   "challenged");
	number = strstr(fix_posted(&f).s, "\"nonce\":\"") + 9;
	assert_str(
		fix_send(&f,
			 fix_mail(&f, f.p[0].address,
				  fix_signed(&f, 2,
					     arena_printf(&f.arena,
							  "KEYS %.*s A %.32s\n",
							  STR_ARG(f.name),
							  number)))),
		"adjudicated");
	assert_str(fix_send(&f,
			    keys_mail(0, 2, 4,
				      arena_printf(&f.arena, "revoke\n%s", hex),
				      NULL)),
		   "adjudicated");
	/* all at the table are told, and Ana beside */
	buf_init(&out, 1 << 20);
	fix_post(&f, &out);
	assert_int_equal(fix_count(buf_str(&out), "\"event\":\"key_revoked\""),
			 2);
	assert_int_equal(
		fix_count(buf_str(&out), "account_change to ana@one.test"), 2);
	buf_release(&out);
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 5, "roll")),
		   "unverified");
	f.p[0].key = f.p[2].key;
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 5, "roll")),
		   "adjudicated");
	OK(judge_game_replay(f.j, f.game, &f.why));
}

static void the_old_address_hears_of_the_new_one(void **unused)
{
	(void)unused;
	struct buf out;

	picked();
	fix_post(&f, NULL);
	OK(judge_address_set(f.j, f.p[0].person, STR("ana@new.test"), &f.why));
	buf_init(&out, 1 << 20);
	fix_post(&f, &out);
	assert_int_equal(
		fix_count(buf_str(&out), "account_change to ana@one.test"), 1);
	assert_int_equal(fix_count(buf_str(&out), "report to ana@new.test"), 1);
	assert_int_equal(fix_count(fix_log(&f), "ana@new.test"), 0);
	buf_release(&out);
}

static bool is_first_seat(void *context, const struct inbox_row *r)
{
	int *n = context;

	assert_int_equal(r->slot, 0);
	(*n)++;
	return true;
}

/* Mails that are set aside, of the first seat of the game. */
static int set_aside(void)
{
	const struct mail_choice of_game = { .state = INBOX_QUARANTINED,
					     .game = f.game,
					     .max = 10 };
	int n = 0;

	OK(store_inbox_choose(judge_store(f.j), &of_game, &f.arena,
			      is_first_seat, &n, &f.why));
	return n;
}

static void a_mail_that_kills_its_reader_pauses_its_game(void **unused)
{
	(void)unused;
	struct inbox_row row;
	struct game_row g;
	int64_t counts[INBOX_STATES];
	const char *body;

	picked();
	f.poison = true;
	body = arena_printf(&f.arena, "POISON\r\nORDERS %.*s A %lld 2\r\n",
			    STR_ARG(f.name), (long long)fix_point(&f));
	fix_take(&f, fix_mail(&f, "eve@evil.test", str_of(body)));
	fix_take(&f, fix_orders(&f, 0, fix_point(&f), 2, "roll"));
	fix_work(&f);
	OK(store_inbox_counts(judge_store(f.j), counts, &f.why));
	assert_int_equal(counts[INBOX_QUARANTINED], 1);
	/* a stranger cannot stop a game so, and the mail beside it counts */
	OK(store_game_get(judge_store(f.j), f.game, &f.arena, &g, &f.why));
	assert_int_equal(g.state, GAME_RUNNING);
	assert_true(last_score() > 0);
	assert_int_equal(set_aside(), 0);
	fix_take(&f, fix_mail(&f, f.p[0].address, str_of(body)));
	fix_work(&f);
	assert_int_equal(set_aside(), 1);
	OK(store_game_get(judge_store(f.j), f.game, &f.arena, &g, &f.why));
	assert_int_equal(g.state, GAME_PAUSED);
	OK(store_inbox_get(judge_store(f.j), 3, &f.arena, &row, &f.why));
	assert_true(row.state == INBOX_QUARANTINED || row.state == INBOX_DONE);
}

/* a mail of the first seat's that breaks its reader has paused the game */
static void assert_pauses(const char *body)
{
	struct game_row g;

	fix_take(&f, fix_mail(&f, f.p[0].address,
			      str_of(arena_printf(&f.arena, "POISON\r\n\r\n%s",
						  body))));
	fix_work(&f);
	OK(store_game_get(judge_store(f.j), f.game, &f.arena, &g, &f.why));
	assert_int_equal(g.state, GAME_PAUSED);
	OK(judge_game_resume(f.j, f.game, &f.why));
}

static void its_game_is_found_however_it_is_encoded(void **unused)
{
	(void)unused;
	const char *head;
	struct buf coded;

	picked();
	f.poison = true;
	head = arena_printf(&f.arena, "orders %.*s A %lld 2", STR_ARG(f.name),
			    (long long)fix_point(&f));
	assert_pauses(head);
	assert_pauses(arena_printf(&f.arena, "hello\r\n=4F%s=20=\r\n\r\nroll",
				   head + 1));
	buf_init(&coded, 4096);
	base64_render(&coded, str_of(head));
	assert_true(buf_addc(&coded, 0));
	assert_pauses(arena_printf(
		&f.arena,
		"--part\r\nContent-Type: x/y\r\n\r\n%.9s\r\n%s\r\n\r\n--part--",
		buf_str(&coded).s, buf_str(&coded).s + 9));
	buf_release(&coded);
}

static void mails_of_a_seat_are_taken_by_serial(void **unused)
{
	(void)unused;
	int64_t point;

	picked();
	point = fix_point(&f);
	/* the first ends the turn; the second is for the state before it and
	 * has come to late, whichever of them came first */
	fix_take(&f, fix_orders(&f, 0, point, 3, "roll"));
	fix_take(&f, fix_orders(&f, 0, point, 2, "end"));
	fix_work(&f);
	assert_int_equal(fix_state(&f).head.active, 1);
	assert_int_equal(last_score(), 0);
}

static void a_damaged_snapshot_costs_time_and_nothing_else(void **unused)
{
	(void)unused;
	struct store *st;
	struct toy_state before, after;

	picked();
	st = judge_store(f.j);
	before = fix_state(&f);
	OK(store_begin(st, &f.why));
	OK(store_snapshot_put(st, f.game, fix_point(&f), STR("garbage"),
			      &f.why));
	OK(store_commit(st, &f.why));
	after = fix_state(&f);
	assert_memory_equal(&before, &after, sizeof(before));
	OK(judge_game_replay(f.j, f.game, &f.why));
}

static void a_failed_mail_is_tried_again_with_growing_pauses(void **unused)
{
	(void)unused;
	struct posting v[4];
	struct posting_result r;
	struct outbox_row row;
	int n;
	int64_t first;

	fix_game(&f, 0, fix_person(&f, 2));
	OK(judge_post(f.j, &f.arena, v, 1, &n, &f.why));
	assert_int_equal(n, 1);
	first = v[0].id;
	r = (struct posting_result){ first, POSTING_LATER, 450, STR("busy") };
	OK(judge_posted(f.j, &r, 1, &f.why));
	OK(store_outbox_get(judge_store(f.j), first, &f.arena, &row, &f.why));
	assert_int_equal(row.state, OUTBOX_READY);
	assert_int_equal(row.next_s, f.now + 60);
	assert_int_equal(row.code, 450);
	f.now += 61;
	OK(judge_post(f.j, &f.arena, v, 4, &n, &f.why));
	assert_int_equal(v[n - 1].id, first);
	r.fate = POSTING_LATER;
	OK(judge_posted(f.j, &r, 1, &f.why));
	OK(store_outbox_get(judge_store(f.j), first, &f.arena, &row, &f.why));
	assert_int_equal(row.next_s, f.now + 120);
	f.now += 6 * 86400;
	OK(judge_post(f.j, &f.arena, v, 4, &n, &f.why));
	OK(judge_posted(f.j, &r, 1, &f.why));
	OK(store_outbox_get(judge_store(f.j), first, &f.arena, &row, &f.why));
	assert_int_equal(row.state, OUTBOX_FAILED);
	OK(judge_outbox_again(f.j, first, &f.why));
}

/* what is sent now, of so many letters; n of them are Bob's reports */
static int posted_to_bob(struct posting *v, int max, int *all)
{
	int n = 0;

	OK(judge_post(f.j, &f.arena, v, max, all, &f.why));
	for (int i = 0; i < *all; i++)
		n += str_is(v[i].recipient, "bob@two.test");
	return n;
}

static void no_letter_overtakes_one_whose_fate_is_unknown(void **unused)
{
	(void)unused;
	struct posting v[8];
	struct posting_result r[8];
	int64_t first = 0, at_s, timer_s;
	int n;

	fix_started(&f, 0);
	fix_posted(&f);
	for (int i = 0; i < 2; i++) {
		assert_str(fix_send(&f, fix_orders(&f, i, fix_point(&f), 1,
						   "pick 3")),
			   "adjudicated");
		/* the report of the second point waits for the first */
		assert_int_equal(posted_to_bob(v, 8, &n), !i);
		for (int k = 0; k < n; k++) {
			bool bobs = str_is(v[k].recipient, "bob@two.test");

			first = bobs ? v[k].id : first;
			r[k] = (struct posting_result){ v[k].id,
							bobs ? POSTING_UNKNOWN
							     : POSTING_SENT,
							0, STR("") };
		}
		OK(judge_posted(f.j, r, n, &f.why));
	}
	/* and nobody is woken for it before its time */
	OK(judge_next(f.j, &at_s, &timer_s, &f.why));
	assert_int_equal(at_s, f.now + 60);
	f.now += 60;
	assert_int_equal(posted_to_bob(v, 8, &n), 1);
	assert_int_equal(v[0].id, first);
	r[0] = (struct posting_result){ first, POSTING_SENT, 250, STR("ok") };
	OK(judge_posted(f.j, r, 1, &f.why));
	assert_int_equal(posted_to_bob(v, 8, &n), 1);
	assert_true(v[0].id > first);
	/* but not for ever */
	first = v[0].id;
	assert_str(
		fix_send(&f, fix_orders(&f, 0, fix_point(&f), 2, "roll\nwait")),
		"adjudicated");
	for (int i = 0; i < OUTBOX_ORDER_TRIES; i++) {
		r[0] = (struct posting_result){ first, POSTING_LATER, 450,
						STR("busy") };
		OK(judge_posted(f.j, r, 1, &f.why));
		assert_int_equal(posted_to_bob(v, 8, &n), 0);
		OK(judge_next(f.j, &at_s, &timer_s, &f.why));
		f.now = at_s;
		assert_int_equal(posted_to_bob(v, 8, &n), 1);
		assert_int_equal(v[0].id, first);
	}
	OK(judge_posted(f.j, r, 1, &f.why));
	assert_int_equal(posted_to_bob(v, 8, &n), 1);
	assert_true(v[0].id > first);
}

static enum err break_on_reports(void *context, const struct mail_content *l,
				 struct buf *out, struct why *why)
{
	(void)context;
	if (str_is(l->row->kind, "report"))
		return why_set(why, ERR_FORMAT, "a slip in a template");
	buf_addz(out, "fine");
	return ERR_OK;
}

static void a_letter_that_cannot_be_written_holds_up_no_other(void **unused)
{
	(void)unused;
	struct outbox_row row;
	struct posting v[8];
	int n;

	fix_game(&f, 0, fix_person(&f, 2));
	fix_send(&f, fix_mail(&f, "who@where.test", STR("Hello?\r\n")));
	judge_close(f.j);
	f.config.env.render = break_on_reports;
	fix_open(&f);
	OK(judge_post(f.j, &f.arena, v, 8, &n, &f.why));
	assert_int_equal(n, 2); /* a notice of the key, and help */
	assert_str(v[1].bytes, "fine");
	OK(store_outbox_get(judge_store(f.j), v[0].id + 1, &f.arena, &row,
			    &f.why));
	assert_str(row.kind, "report");
	assert_str(row.trouble, "a slip in a template");
	assert_int_equal(row.state, OUTBOX_READY);
	assert_true(row.next_s > f.now);
}

/* the form in which the letter that kills its writer can be written at last */
static enum mail_richness survived;

static enum err die_of_reports(void *context, const struct mail_content *l,
			       struct buf *out, struct why *why)
{
	(void)context;
	(void)why;
	if (str_is(l->row->kind, "report") && l->form < survived)
		_exit(3);
	assert_true(l->form == MAIL_PLAIN || !l->row->game || l->view);
	buf_addz(out, l->form == MAIL_WHOLE        ? "fine"
		      : l->form == MAIL_NO_PICTURE ? "no picture"
						   : "plain: ");
	buf_add(out, l->lines.s, l->lines.len);
	return ERR_OK;
}

/* how often the process dies until all letters are out */
static int deaths_of_the_writer(void)
{
	int deaths = 0, status;

	fix_game(&f, 0, fix_person(&f, 2));
	fix_send(&f, fix_mail(&f, "who@where.test", STR("Hello?\r\n")));
	judge_close(f.j);
	f.config.env.render = die_of_reports;
	do {
		pid_t pid = fork();

		if (!pid) {
			fix_open(&f);
			fix_post(&f, NULL);
			judge_close(f.j);
			_exit(0);
		}
		assert_int_equal(waitpid(pid, &status, 0), pid);
		deaths += WEXITSTATUS(status) == 3;
	} while (WEXITSTATUS(status) == 3 && deaths < 20);
	fix_open(&f);
	return deaths;
}

static struct str report_found(void)
{
	struct outbox_row row = { 0 };
	int64_t counts[OUTBOX_STATES], worn;
	struct str bytes;

	OK(store_outbox_counts(judge_store(f.j), counts, &f.why));
	assert_int_equal(counts[OUTBOX_FAILED], 0);
	assert_int_equal(counts[OUTBOX_READY], 0);
	assert_int_equal(counts[OUTBOX_SENT], 3);
	OK(store_outbox_worn(judge_store(f.j), JUDGE_ATTEMPTS, &worn, &f.why));
	assert_int_equal(worn, 1);
	for (int64_t id = 1; !str_is(row.kind, "report"); id++)
		OK(store_outbox_get(judge_store(f.j), id, &f.arena, &row,
				    &f.why));
	OK(store_outbox_bytes(judge_store(f.j), row.id, &f.arena, &bytes,
			      &f.why));
	return bytes;
}

static void a_letter_whose_picture_kills_its_writer_goes_without(void **unused)
{
	(void)unused;

	survived = MAIL_NO_PICTURE;
	assert_int_equal(deaths_of_the_writer(), JUDGE_ATTEMPTS);
	assert_str(report_found(), "no picture");
}

static void a_letter_that_kills_its_writer_goes_as_plain_text(void **unused)
{
	(void)unused;

	survived = MAIL_PLAIN;
	assert_int_equal(deaths_of_the_writer(), 2 * JUDGE_ATTEMPTS);
	assert_true(str_starts(report_found(), "plain: {\"event\":"));
}

/* nothing is given up: the letter is tried once an hour for ever */
static void a_letter_that_cannot_be_plain_waits_for_its_cure(void **unused)
{
	(void)unused;
	int64_t counts[OUTBOX_STATES], next_s;

	survived = MAIL_PLAIN + 1;
	assert_int_equal(deaths_of_the_writer(), 3 * JUDGE_ATTEMPTS + 1);
	OK(store_outbox_counts(judge_store(f.j), counts, &f.why));
	assert_int_equal(counts[OUTBOX_READY], 1);
	OK(store_outbox_next(judge_store(f.j), &next_s, &f.why));
	assert_true(next_s > f.now && next_s <= f.now + 3600);
	survived = MAIL_PLAIN;
	f.now = next_s;
	fix_post(&f, NULL);
	assert_true(report_found().len > 0);
}

/* a row behind others that are due is not tried, and not counted, before it
 * is its turn */
static void only_tries_that_are_made_are_counted(void **unused)
{
	(void)unused;
	struct store *st;
	struct posting v[8];
	int64_t last = 0;
	int tries, n = 0;

	fix_game(&f, 0, fix_person(&f, 2));
	fix_send(&f, fix_mail(&f, "who@where.test", STR("Hello?\r\n")));
	st = judge_store(f.j);
	/* the last one was being written when the process died */
	while (!store_outbox_tries(st, last + 1, &tries, &f.why) && last < 3)
		last++;
	OK(store_begin(st, &f.why));
	OK(store_outbox_try(st, last, 0, &tries, &f.why));
	OK(store_commit(st, &f.why));
	OK(judge_post(f.j, &f.arena, v, 8, &n, &f.why));
	assert_int_equal(n, 2);
	OK(store_outbox_tries(st, last, &tries, &f.why));
	assert_int_equal(tries, 1);
}

static void the_next_chain_is_committed_before_the_last_links(void **unused)
{
	(void)unused;
	struct store *st;
	struct str log;

	picked();
	st = judge_store(f.j);
	OK(store_begin(st, &f.why));
	OK(store_secret_use(st, f.game, SECRET_CHAIN, 0,
			    DICE_CHAIN_LAST - DICE_CHAIN_SPARE, &f.why));
	OK(store_commit(st, &f.why));
	fix_send(&f, fix_orders(&f, 0, fix_point(&f), 2, "roll\nend"));
	log = fix_log(&f);
	assert_int_equal(fix_count(log, "\"event\":\"chain_committed\""), 1);
	/* the links that are left are used first */
	fix_send(&f, fix_orders(&f, 1, fix_point(&f), 2, "roll\nend"));
	assert_int_equal(fix_count(fix_log(&f), "\"chain\":0,\"number\":65280"),
			 1);
	OK(store_begin(st, &f.why));
	OK(store_secret_use(st, f.game, SECRET_CHAIN, 0, DICE_CHAIN_LAST,
			    &f.why));
	OK(store_commit(st, &f.why));
	/* nobody is to win before the end of the chain */
	OK(judge_game_override(f.j, f.game, STR("score_a"), STR("0"),
			       STR("for the test"), &f.why));
	fix_send(&f, fix_orders(&f, 0, fix_point(&f), 3, "roll\nend"));
	fix_send(&f, fix_orders(&f, 1, fix_point(&f), 3, "roll\nend"));
	log = fix_log(&f);
	assert_int_equal(fix_count(log, "\"chain\":0,\"number\":65535"), 1);
	assert_int_equal(fix_count(log, "\"chain\":1,\"number\":1,"), 1);
	assert_int_equal(fix_count(log, "\"event\":\"chain_committed\""), 1);
	OK(judge_game_replay(f.j, f.game, &f.why));
}

static void more_time_is_told_to_all(void **unused)
{
	(void)unused;
	struct judge_awaited w[4];
	int n, fired;

	fix_started(&f, 86400);
	OK(judge_game_extend(f.j, f.game, 3600, &f.why));
	OK(judge_game_awaiting(f.j, f.game, w, 4, &n, &f.why));
	assert_int_equal(n, 2);
	assert_int_equal(w[0].deadline_s, f.now + 86400 + 3600);
	assert_int_equal(fix_count(fix_log(&f), "\"event\":\"deadline_set\""),
			 2);
	f.now += 86400 + 60;
	OK(judge_tick(f.j, &fired, &f.why));
	assert_int_equal(fix_state(&f).head.phase, TOY_PICK);
	f.now += 3600;
	OK(judge_tick(f.j, &fired, &f.why));
	assert_int_equal(fix_state(&f).head.phase, TOY_PLAY);
}

/*
 * Five mails in all 120 orders: whatever comes of them, the log is whole and
 * comes to its state, and the picks, which do not depend on one another, come
 * to the same wherever they are both first.
 */
static void mails_may_come_in_every_order(void **unused)
{
	(void)unused;
	int order[5] = { 0, 1, 2, 3, 4 };
	struct toy_state first;
	int n = 0, alike = 0;
	bool any = false;

	fix_person(&f, 0);
	fix_person(&f, 1);
	do {
		struct str mail[5];
		struct toy_state s;
		int64_t p;

		f.n_mails = 1000 * n;
		fix_game(&f, 0, 0);
		for (int i = 0; i < 2; i++)
			OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
		OK(judge_game_start(f.j, f.game, &f.why));
		p = fix_point(&f);
		mail[0] = fix_orders(&f, 0, p, 1, "pick 3");
		mail[1] = fix_orders(&f, 1, p, 1, "pick 4");
		mail[2] = fix_orders(&f, 0, p + 2, 2, "end");
		mail[3] = fix_orders(&f, 1, p + 3, 2, "end");
		mail[4] = fix_orders(&f, 0, p, 3, "pick 5");
		for (int i = 0; i < 5; i++)
			fix_send(&f, mail[order[i]]);
		OK(judge_game_replay(f.j, f.game, &f.why));
		s = fix_state(&f);
		if (order[0] < 2 && order[1] < 2 && order[2] == 2 &&
		    order[3] == 3) {
			if (any)
				assert_memory_equal(&s, &first, sizeof(s));
			first = s;
			any = true;
			alike++;
		}
		n++;
	} while (next_order(order, 5));
	assert_int_equal(n, 120);
	assert_int_equal(alike, 2);
}

/* a whole mail whose first part is signed as it stands, RFC 1847 */
static struct str multipart(struct str part, struct str signature)
{
	return str_of(arena_printf(
		&f.arena,
		"From: ana@one.test\r\nTo: judge@court.test\r\n"
		"Message-ID: <%d@mail.test>\r\nMIME-Version: 1.0\r\n"
		"Content-Type: multipart/signed; boundary=b; micalg=sha512; "
		"protocol=\"application/x-ssh-signature\"\r\n\r\n"
		"--b\r\n%.*s\r\n--b\r\n"
		"Content-Type: application/x-ssh-signature\r\n\r\n%.*s\r\n"
		"--b--\r\n",
		++f.n_mails, STR_ARG(part), STR_ARG(signature)));
}

static void the_signed_part_of_a_mail_counts_byte_for_byte(void **unused)
{
	(void)unused;
	struct str part, wrong;
	struct sig sig;
	struct buf b;

	picked();
	part = str_of(arena_printf(
		&f.arena,
		"Content-Type: text/plain; charset=utf-8\r\n\r\n" SIGNED_BLOCK_BEGIN
		"\r\nORDERS %.*s A %lld 2\r\n%s\r\nroll\r\n" SIGNED_BLOCK_END
		"\r\n",
		STR_ARG(f.name), (long long)fix_point(&f),
		fix_seen(&f, fix_point(&f))));
	sig_make(&f.p[0].key, SIG_ORDERS, part, &sig);
	buf_init(&b, SIG_ARMOUR_MAX);
	sig_render(&sig, &b);
	wrong = arena_str(&f.arena, part);
	memcpy(strstr((char *)(uintptr_t)wrong.s, "roll"), "end ", 4);
	assert_str(fix_send(&f, multipart(wrong, buf_str(&b))), "unverified");
	assert_str(fix_send(&f, multipart(part, buf_str(&b))), "adjudicated");
	assert_true(last_score() > 0);
	assert_int_equal(fix_count(fix_log(&f), "\"format\":\"ssh mime\""), 1);
	buf_release(&b);
}

static void options_are_read_by_name_and_refused_by_the_rules(void **unused)
{
	(void)unused;
	struct game_option o[1];
	struct game_plan plan = { .name = STR("toys"),
				  .system = STR("toy"),
				  .n_players = 2,
				  .options = o,
				  .n_options = 1 };

	OK(judge_option_parse(f.j, STR("toy"), STR("colour:B=3,4"), o, &f.why));
	assert_int_equal(o[0].seat, 1);
	assert_int_equal(o[0].n, 2);
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	/* what holds for all is not taken for one of them */
	assert_int_equal(judge_option_parse(f.j, STR("rebellion"),
					    STR("ask:B=never"), o, &f.why),
			 ERR_USAGE);
	why_clear(&f.why);
	OK(judge_option_parse(f.j, STR("toy"), STR("size=3"), o, &f.why));
	plan.name = STR("other");
	assert_int_equal(
		judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why),
		ERR_USAGE);
	why_clear(&f.why);
	assert_int_equal(
		judge_option_parse(f.j, STR("toy"), STR("x"), o, &f.why),
		ERR_USAGE);
}

static void the_report_and_the_luck_can_be_asked_for(void **unused)
{
	(void)unused;
	struct game_dice_stats luck;
	int64_t point, all = 0;
	struct buf out;
	struct str line;

	played();
	fix_post(&f, NULL);
	point = fix_point(&f);
	assert_str(fix_send(&f, fix_orders(&f, 0, point, 90, "report\nluck")),
		   "answered");
	assert_int_equal(fix_point(&f), point);
	buf_init(&out, 1 << 20);
	assert_int_equal(fix_post(&f, &out), 2);
	assert_int_equal(fix_count(buf_str(&out), "report to ana@one.test"), 1);
	/* of the last adjudication alone */
	assert_int_equal(fix_count(buf_str(&out), "\"event\":\"adjudication\""),
			 1);
	assert_int_equal(fix_count(buf_str(&out), "dice_stats to ana@one.test"),
			 1);
	OK(judge_game_dice_stats(f.j, f.game, &luck, &f.why));
	assert_int_equal(luck.mean, 0);
	for (int i = 0; i < 6; i++)
		all += luck.face[0][i] + luck.face[1][i];
	assert_int_equal(all, fix_count(fix_log(&f), "\"event\":\"rolled\""));
	line = str_of(arena_printf(
		&f.arena, "%lld %lld %lld %lld %lld %lld ",
		(long long)luck.face[0][0], (long long)luck.face[0][1],
		(long long)luck.face[0][2], (long long)luck.face[0][3],
		(long long)luck.face[0][4], (long long)luck.face[0][5]));
	assert_true(fix_holds(buf_str(&out), line.s));
	buf_release(&out);
}

static void
lines_of_a_fault_are_counted_from_the_first_of_the_orders(void **unused)
{
	(void)unused;
	struct str told, block;

	fix_started(&f, 0);
	block = fix_signed(&f, 0,
			   arena_printf(&f.arena,
					"ORDERS %.*s A %lld 1\n%s\npick 3\n"
					"picc 4\n",
					STR_ARG(f.name),
					(long long)fix_point(&f),
					fix_seen(&f, fix_point(&f))));
	assert_str(
		fix_send(&f,
			 fix_mail(&f, f.p[0].address,
				  str_of(arena_printf(&f.arena,
						      "Dear judge,\r\n\r\n%.*s",
						      STR_ARG(block))))),
		"complaint");
	told = fix_posted(&f);
	/* the line that is good, and the one that is not */
	assert_true(fix_holds(told, "  3 PICK 3\\u000a"));
	assert_true(fix_holds(told, "Line 4, column 1: "));
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(a_game_is_played_to_its_end_by_signed_mail),
		T(every_roll_has_a_link_that_leads_to_the_commitment),
		T(a_mail_that_comes_twice_counts_once),
		T(orders_from_another_state_are_refused),
		T(a_refused_text_sent_on_and_on_is_not_answered_for_ever),
		T(nobody_orders_for_another_seat),
		T(a_changed_line_breaks_the_signature),
		T(lines_of_a_fault_are_counted_from_the_first_of_the_orders),
		T(a_mail_with_an_unreadable_line_executes_nothing),
		T(what_is_sealed_is_told_to_its_seat_alone),
		T(sealed_orders_may_come_in_any_order),
		T(a_preview_changes_nothing_and_uses_nothing_up),
		T(strangers_are_answered_once_a_day),
		T(robots_are_never_answered),
		T(a_bounce_is_believed_by_its_own_address),
		T(a_silent_player_gives_the_default),
		T(a_pause_stops_the_clock),
		T(undoing_gives_the_same_dice_to_the_same_orders),
		T(a_correction_is_an_event_like_any_other),
		T(a_game_master_commands_by_signed_mail),
		T(several_values_are_set_together_or_none),
		T(a_signed_wish_brings_its_key_along),
		T(people_join_by_proving_address_and_key),
		T(who_watches_or_goes_on_for_somebody_joins_by_mail),
		T(a_challenge_lives_seven_days),
		T(a_key_is_changed_by_the_one_before_it),
		T(the_old_address_hears_of_the_new_one),
		T(a_mail_that_kills_its_reader_pauses_its_game),
		T(its_game_is_found_however_it_is_encoded),
		T(mails_of_a_seat_are_taken_by_serial),
		T(a_damaged_snapshot_costs_time_and_nothing_else),
		T(a_failed_mail_is_tried_again_with_growing_pauses),
		T(no_letter_overtakes_one_whose_fate_is_unknown),
		T(a_letter_that_cannot_be_written_holds_up_no_other),
		T(a_letter_whose_picture_kills_its_writer_goes_without),
		T(a_letter_that_kills_its_writer_goes_as_plain_text),
		T(a_letter_that_cannot_be_plain_waits_for_its_cure),
		T(only_tries_that_are_made_are_counted),
		T(the_next_chain_is_committed_before_the_last_links),
		T(more_time_is_told_to_all),
		T(mails_may_come_in_every_order),
		T(the_signed_part_of_a_mail_counts_byte_for_byte),
		T(options_are_read_by_name_and_refused_by_the_rules),
		T(the_report_and_the_luck_can_be_asked_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
