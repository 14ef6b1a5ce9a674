/* tests/unit/test_judge_preferences.c - what somebody prefers of their mails */
#include "judge/notify/verp.h"
#include "verifier/verify.h"
#include "judge_unit.h"

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_preferences");
	return 0;
}

static struct person_row person(int who)
{
	struct person_row p;

	OK(store_person_get(judge_store(f.j), f.p[who].person, &f.arena, &p,
			    &f.why));
	return p;
}

/* below ORDERS of the present point */
static struct str prefer(int who, int serial, const char *lines)
{
	return fix_send(&f, fix_orders(&f, who, fix_point(&f), serial, lines));
}

static struct str headed(int who, const char *head, const char *lines)
{
	return fix_send(&f,
			fix_mail(&f, f.p[who].address,
				 fix_signed(&f, who,
					    arena_printf(&f.arena, "%s\n%s\n",
							 head, lines))));
}

static void verified(void)
{
	struct verify_means m = { .systems = f.config.systems,
				  .n_systems = f.config.n_systems };
	struct verify_result r;

	verify_export(fix_export(&f, EXPORT_FULL), &m, &f.arena, &r);
	if (!r.good)
		fprintf(stderr, "%s\n", r.fault.what);
	assert_true(r.good);
}

/* the number that a question brings */
static const char *number_in(struct str mails)
{
	const char *at = NULL, *next = mails.s;

	while (next && (next = strstr(next, "\"nonce\":\"")))
		if (next++[9] != '"')
			at = next - 1;
	assert_non_null(at);
	return arena_printf(&f.arena, "%.32s", at + 9);
}

/* --- saying --------------------------------------------------------------- */

static void all_is_said_among_orders_and_no_log_has_it(void **unused)
{
	(void)unused;
	struct person_row p;
	struct str told;
	int64_t point;

	fix_started(&f, 0);
	fix_posted(&f);
	point = fix_point(&f);
	assert_str(prefer(0, 1,
			  "PREFER LANGUAGE es, ZONE europe/madrid\n"
			  "prefer text short, rules off\n"
			  "PREFER DIGEST\nPREFER QUIET 22:00 TO 8"),
		   "preferred");
	p = person(0);
	assert_str(p.language, "es");
	assert_str(p.zone, "Europe/Madrid");
	assert_int_equal(p.preferences.form, MAIL_FORM_TEXT);
	assert_true(p.preferences.brief && p.preferences.unruled &&
		    p.preferences.digest);
	assert_int_equal(p.preferences.quiet_from, 22 * 60);
	assert_int_equal(p.preferences.quiet_until, 8 * 60);
	/* one answer, with all that holds, to her alone */
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to ana@one.test: preferences"), 1);
	assert_int_equal(fix_count(told, "to bob@two.test"), 0);
	assert_true(fix_holds(told, "\"language\":\"es\""));
	assert_true(fix_holds(told, "\"quiet_from\":\"22:00\""));
	assert_true(fix_holds(told, "\"quiet_until\":\"08:00\""));
	assert_true(fix_holds(told, "SEEN ") || fix_holds(told, "VISTO "));
	assert_int_equal(fix_point(&f), point);
	/* the plain word will do, and no other thing stands in its line */
	assert_str(prefer(0, 1, "LANGUAGE en"), "preferred");
	assert_str(person(0).language, "en");
	assert_str(prefer(0, 1, "LANGUAGE en es"), "complaint");
	assert_str(prefer(0, 1, "IDIOMA es"), "preferred");
	assert_str(person(0).language, "es");
	fix_posted(&f);
	/* and back, in the words of another language; the serial is unused */
	assert_str(prefer(0, 1,
			  "PREFERIR IMAGEN LARGO REGLAS SÍ SUELTOS\n"
			  "PREFIERO SILENCIO NO\nPREFERIR IDIOMA en"),
		   "preferred");
	p = person(0);
	assert_str(p.language, "en");
	assert_int_equal(p.preferences.form, MAIL_FORM_PICTURE);
	assert_false(p.preferences.brief || p.preferences.unruled ||
		     p.preferences.digest);
	assert_int_equal(p.preferences.quiet_from, p.preferences.quiet_until);
	assert_str(prefer(0, 1, "PREFER PICTURE NO"), "preferred");
	assert_int_equal(person(0).preferences.form, MAIL_FORM_HTML);
	assert_int_equal(fix_count(fix_log(&f), "PREFER"), 0);
}

/* A mail that prefers SHORT and holds something else: that is done, and told
 * once. Gives what was posted. */
static struct str shortened_by(const char *text, const char *verdict)
{
	struct str told;

	fix_started(&f, 0);
	fix_posted(&f);
	assert_str(prefer(0, 1, text), verdict);
	assert_true(person(0).preferences.brief);
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "preferences"), 1);
	return told;
}

static void orders_beside_it_are_done_and_verified(void **unused)
{
	struct str told = shortened_by("PREFER SHORT\nPICK 3", "adjudicated");

	(void)unused;
	/* with what the next begin, the report of the orders says */
	assert_int_equal(fix_count(told, "\"first_lines\":\"\""), 1);
	assert_str(prefer(1, 1, "PICK 2"), "adjudicated");
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	OK(judge_game_replay(f.j, f.game, &f.why));
	verified();
}

/* Nothing is done of a mail with a line that cannot be read but what its sender
 * prefers: both are told. */
static void beside_what_cannot_be_read_it_is_done_and_told(void **unused)
{
	struct str told =
		shortened_by("PREFER SHORT\nFROBNICATE 3", "complaint");

	(void)unused;
	assert_true(fix_holds(told, "FROBNICATE"));
	/* and with an order that is kept back for it */
	assert_str(prefer(0, 1, "PREFERIR LARGO\nPICK 3\nFROBNICATE"),
		   "complaint");
	assert_false(person(0).preferences.brief);
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "preferences"), 1);
	assert_true(fix_holds(told, "FROBNICATE"));
}

/* PREFER alone asks what holds */
static void it_may_stand_below_any_first_line(void **unused)
{
	(void)unused;
	const char *head;
	struct str told;

	fix_person(&f, 0);
	fix_person(&f, 1);
	fix_person(&f, 2);
	fix_game(&f, 0, f.p[2].person);
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	fix_posted(&f);
	head = arena_printf(&f.arena, "KEYS %.*s A 1 1", STR_ARG(f.name));
	assert_str(headed(0, head, "PREFER HTML"), "preferred");
	assert_int_equal(person(0).preferences.form, MAIL_FORM_HTML);
	head = arena_printf(&f.arena, "PREVIEW %.*s A %lld 1", STR_ARG(f.name),
			    (long long)fix_point(&f));
	assert_str(headed(0, head, "PREFER"), "preferred");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to ana@one.test: preferences"), 2);
	assert_int_equal(fix_count(told, "preview"), 0);
	head = arena_printf(&f.arena, "GM %.*s %lld 1", STR_ARG(f.name),
			    (long long)fix_point(&f));
	assert_str(headed(2, head, "PREFER DIGEST"), "preferred");
	assert_true(person(2).preferences.digest);
	assert_str(headed(2, head, "PREFER SINGLE\nSTART"), "prefer_alone");
	assert_true(person(2).preferences.digest);
}

static void a_language_is_known_by_its_names(void **unused)
{
	static const char *const said[][2] = {
		{ "PREFER LANGUAGE Spanish", "es" },
		{ "PREFER LANGUAGE English", "en" },
		{ "PREFER LANGUAGE espa\303\261ol", "es" },
		{ "PREFER LANGUAGE EN", "en" },
	};

	(void)unused;
	fix_started(&f, 0);
	for (size_t i = 0; i < ARRAY_LEN(said); i++) {
		assert_str(prefer(0, 1, said[i][0]), "preferred");
		assert_str(person(0).language, said[i][1]);
	}
}

/* and nothing of the mail is done */
static void what_cannot_be_read_or_is_not_there_is_refused(void **unused)
{
	(void)unused;
	static const struct {
		const char *line, *verdict;
	} v[] = {
		{ "PREFER SOMETHING", "prefer_unreadable" },
		{ "PREFER QUIET 22:00 TO", "prefer_unreadable" },
		{ "PREFER QUIET 25:00 TO 8:00", "prefer_unreadable" },
		{ "PREFER QUIET 8:00 TO 8:00", "prefer_unreadable" },
		{ "PREFER TEXT\nPREFER LANGUAGE xx", "prefer_refused" },
		{ "PREFER TEXT ZONE Europe/Atlantis", "prefer_refused" },
		{ "PREFER TEXT ADDRESS nobody", "prefer_refused" },
		{ "PREFER TEXT ADDRESS judge@court.test", "prefer_refused" },
	};

	fix_started(&f, 0);
	for (size_t i = 0; i < ARRAY_LEN(v); i++) {
		assert_str(
			prefer(0, 1,
			       arena_printf(&f.arena, "PICK 3\n%s", v[i].line)),
			v[i].verdict);
		assert_int_equal(person(0).preferences.form, MAIL_FORM_PICTURE);
	}
	assert_int_equal(fix_count(fix_log(&f), "picked"), 0);
	assert_true(fix_holds(fix_posted(&f), "PREFER SOMETHING"));
}

static void a_game_that_is_over_hinders_nobody(void **unused)
{
	(void)unused;
	fix_started(&f, 0);
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	assert_str(prefer(0, 1, "PREFER TEXT"), "preferred");
	assert_int_equal(person(0).preferences.form, MAIL_FORM_TEXT);
}

/* --- a second address ------------------------------------------------------
 */

static void a_second_address_is_asked_first(void **unused)
{
	(void)unused;
	const char *number, *text;
	struct str told;

	fix_started(&f, 0);
	fix_posted(&f);
	assert_str(prefer(0, 1, "PREFER ADDRESS ana@second.test"), "preferred");
	assert_str(person(0).second, "");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to ana@second.test: confirm"), 1);
	assert_int_equal(fix_count(told, "to ana@one.test: account_change"), 1);
	assert_true(fix_holds(told, "\"asked\":\"ana@second.test\""));
	number = number_in(told);
	text = arena_printf(&f.arena, "KEYS %.*s A %s\n", STR_ARG(f.name),
			    number);
	/* Bob has read the question */
	assert_str(fix_send(&f, fix_mail(&f, "bob@two.test",
					 fix_signed(&f, 1, text))),
		   "seat_other");
	assert_str(person(0).second, "");
	assert_str(fix_send(&f, fix_mail(&f, "ana@second.test",
					 fix_signed(&f, 0, text))),
		   "adjudicated");
	assert_str(person(0).second, "ana@second.test");
	assert_str(person(0).address, "ana@one.test");
	/* it is nobody's business */
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to ana@one.test: account_change"), 1);
	assert_int_equal(fix_count(told, "to bob@two.test: report"), 0);
	assert_str(prefer(0, 1, "PREFER ADDRESS NONE"), "preferred");
	assert_str(person(0).second, "");
}

/* all that is due to this address is refused, the rest is sent; told: as
 * fix_posted */
static struct str refused_at(const char *address)
{
	struct posting v[JUDGE_BATCH];
	struct posting_result r[JUDGE_BATCH];
	struct buf b;
	struct str told;
	int n;

	buf_init(&b, 1 << 20);
	OK(judge_post(f.j, &f.arena, v, JUDGE_BATCH, &n, &f.why));
	for (int i = 0; i < n; i++) {
		bool bad = str_is(v[i].recipient, address);

		r[i] = (struct posting_result){ .id = v[i].id,
						.fate = bad ? POSTING_REFUSED
							    : POSTING_SENT,
						.code = bad ? 550 : 250 };
		buf_addf(&b, "to %.*s: %.*s\n", STR_ARG(v[i].recipient),
			 STR_ARG(v[i].bytes));
	}
	OK(judge_posted(f.j, r, n, &f.why));
	told = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return told;
}

static void second_of_ana(void)
{
	const char *number;

	fix_started(&f, 0);
	assert_str(prefer(0, 1, "PREFER ADDRESS ana@second.test"), "preferred");
	number = number_in(fix_posted(&f));
	assert_str(fix_send(&f,
			    fix_mail(&f, "ana@one.test",
				     fix_signed(&f, 0,
						arena_printf(&f.arena,
							     "KEYS %.*s A %s\n",
							     STR_ARG(f.name),
							     number)))),
		   "adjudicated");
	fix_posted(&f);
}

static void a_bad_address_leads_to_the_second(void **unused)
{
	(void)unused;
	struct str told;

	second_of_ana();
	assert_str(prefer(0, 2, "REPORT"), "answered");
	assert_int_equal(fix_count(refused_at("ana@one.test"),
				   "to ana@one.test: report"),
			 1);
	/* that letter goes on, with word of it */
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to ana@second.test: report"), 1);
	assert_int_equal(fix_count(told, "to ana@second.test: account_change"),
			 1);
	assert_int_equal(fix_count(told, "sent again, first at"), 1);
	assert_int_equal(fix_count(told, "to ana@one.test"), 0);
	/* and so do all that follow */
	assert_str(prefer(0, 3, "PREFER"), "preferred");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to ana@second.test: preferences"), 1);
	assert_true(fix_holds(told, "\"address_bad\":1"));
	/* until she says that it is good again */
	assert_str(prefer(0, 3, "PREFER ADDRESS ana@one.test"), "preferred");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to ana@one.test: preferences"), 1);
	assert_true(fix_holds(told, "\"address_bad\":0"));
}

static bool keep_ana_report(void *context, const struct outbox_row *r)
{
	if (!str_is(r->address, "ana@one.test"))
		return true;
	*(const char **)context =
		arena_copy(&f.arena, r->message_id.s, r->message_id.len);
	return false;
}

/* twice told, and once sent on */
static void so_does_a_mail_that_comes_back(void **unused)
{
	(void)unused;
	static const char bounce[] =
		"From: MAILER-DAEMON@one.test\r\nTo: judge@court.test\r\n"
		"Subject: failed\r\nMIME-Version: 1.0\r\n"
		"Content-Type: multipart/report; boundary=b; "
		"report-type=delivery-status\r\n\r\n--b\r\n\r\nNo %d.\r\n"
		"--b\r\nContent-Type: message/delivery-status\r\n\r\n"
		"Reporting-MTA: dns; one.test\r\n\r\n"
		"Final-Recipient: rfc822; ana@one.test\r\n"
		"Action: failed\r\nStatus: 5.1.1\r\n\r\n--b\r\n"
		"Content-Type: text/rfc822-headers\r\n\r\n"
		"Message-ID: <%s>\r\n\r\n--b--\r\n";
	struct str told;
	const char *id = "";

	second_of_ana();
	assert_str(prefer(0, 2, "PICK 1"), "adjudicated");
	assert_int_equal(fix_count(fix_posted(&f), "to ana@one.test: "), 1);
	OK(store_outbox_choose(
		judge_store(f.j),
		&(struct mail_choice){ .state = OUTBOX_SENT, .max = 50 },
		&f.arena, keep_ana_report, &id, &f.why));
	for (int i = 0; i < 2; i++)
		assert_true(str_starts(
			fix_send(&f,
				 str_of(arena_printf(&f.arena, bounce, i, id))),
			"bounce of mail "));
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to ana@second.test: receipt"), 1);
	assert_int_equal(fix_count(told, "to ana@second.test: account_change"),
			 1);
}

static void two_bad_addresses_are_no_circle(void **unused)
{
	(void)unused;
	struct str told;

	second_of_ana();
	assert_str(prefer(0, 2, "REPORT"), "answered");
	refused_at("ana@one.test");
	refused_at("ana@second.test");
	assert_int_equal(fix_posted(&f).len, 0);
	assert_str(prefer(0, 3, "REPORT"), "answered");
	told = refused_at("ana@one.test");
	assert_int_equal(fix_count(told, "to ana@one.test: report"), 1);
	assert_int_equal(fix_posted(&f).len, 0);
}

/* --- quiet hours and digests -----------------------------------------------
 */

enum { HOUR = 3600 };

/* so that now Ana rolls */
static void both_pick(void)
{
	assert_str(prefer(0, 1, "PICK 1"), "adjudicated");
	assert_str(prefer(1, 1, "PICK 2"), "adjudicated");
	fix_posted(&f);
}

/* one more, at hand from now on */
static void another_game(void)
{
	fix_game(&f, 0, 0);
	fix_begun(&f);
	both_pick();
}

/* Bob prefers this; then both have picked, and Ana rolls and ends */
static void bob_prefers(const char *what, int64_t deadline_s)
{
	int serial = 1;

	fix_started(&f, deadline_s);
	assert_str(prefer(1, serial, arena_printf(&f.arena, "PREFER %s", what)),
		   "preferred");
	both_pick();
}

static int to_bob(const char *what)
{
	return fix_count(fix_posted(&f),
			 arena_printf(&f.arena, "to bob@two.test: %s", what));
}

static void tick(int64_t at)
{
	int n;

	f.now = FIX_START + at;
	OK(judge_tick(f.j, &n, &f.why));
}

static void a_digest_joins_what_awaits_nothing(void **unused)
{
	(void)unused;
	struct str told;
	int64_t at, timer;

	bob_prefers("DIGEST", 0);
	assert_str(prefer(0, 2, "ROLL\nWAIT"), "adjudicated");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to ana@one.test: report"), 1);
	assert_int_equal(fix_count(told, "to bob@two.test"), 0);
	tick(2 * HOUR);
	assert_str(prefer(0, 3, "ROLL\nWAIT"), "adjudicated");
	assert_int_equal(to_bob(""), 0);
	OK(judge_next(f.j, &at, &timer, &f.why));
	assert_int_equal(at, FIX_START + 7 * HOUR);
	tick(7 * HOUR - 1);
	assert_int_equal(to_bob(""), 0);
	tick(7 * HOUR);
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to bob@two.test: report"), 1);
	assert_int_equal(fix_count(told, "\"event\":\"scored\""), 2);
	assert_int_equal(fix_count(told, "\"event\":\"link_opened\""), 2);
	/* what awaits him comes at once, with what was kept */
	assert_str(prefer(0, 4, "ROLL\nWAIT"), "adjudicated");
	assert_int_equal(to_bob(""), 0);
	assert_str(prefer(0, 5, "END"), "adjudicated");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to bob@two.test: report"), 1);
	assert_int_equal(fix_count(told, "\"event\":\"scored\""), 1);
	tick(99 * HOUR);
	assert_int_equal(to_bob(""), 0);
}

/* Ana rolls in that game, in which her last serial was this. */
static void rolls_in(int64_t game, struct str name, int serial)
{
	f.game = game;
	f.name = name;
	assert_str(prefer(0, serial + 1, "ROLL\nWAIT"), "adjudicated");
}

static void a_digest_is_of_all_games(void **unused)
{
	(void)unused;
	int64_t one, two;
	struct str first, second, told;

	bob_prefers("DIGEST", 0);
	one = f.game;
	first = f.name;
	another_game();
	two = f.game;
	second = f.name;
	rolls_in(one, first, 2);
	rolls_in(two, second, 1);
	rolls_in(one, first, 3);
	assert_str(prefer(0, 5, "SAY TO B: a bridge"), "letter");
	assert_int_equal(to_bob(""), 0);
	tick(7 * HOUR);
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to bob@two.test: "), 1);
	assert_int_equal(fix_count(told, "to bob@two.test: digest"), 1);
	assert_int_equal(fix_count(told, "of it: report to bob@two.test"), 2);
	/* in the order of each game, its letters, and how orders begin there */
	assert_int_equal(fix_count(told, "\"event\":\"scored\""), 3);
	assert_int_equal(fix_count(told, ": A BRIDGE\n"), 1);
	assert_int_equal(
		fix_count(told, arena_printf(&f.arena, "\nORDERS %.*s B ",
					     STR_ARG(first))),
		1);
	assert_int_equal(
		fix_count(told, arena_printf(&f.arena, "\nORDERS %.*s B ",
					     STR_ARG(second))),
		1);
	/* what awaits him comes at once and alone, with nothing twice */
	rolls_in(two, second, 2);
	assert_int_equal(to_bob(""), 0);
	f.game = one;
	f.name = first;
	assert_str(prefer(0, 6, "END"), "adjudicated");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to bob@two.test: report"), 1);
	assert_int_equal(fix_count(told, "\"event\":\"scored\""), 0);
	/* one game alone needs no digest */
	tick(31 * HOUR);
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to bob@two.test: report"), 1);
	assert_int_equal(fix_count(told, "to bob@two.test: digest"), 0);
	OK(judge_game_replay(f.j, one, &f.why));
	OK(judge_game_replay(f.j, two, &f.why));
}

/* What is sent now; the mails to Bob have this fate. How many they are, and
 * the kind of the last. */
static int fate_of_bobs(enum posting_fate fate, struct str *kind)
{
	struct posting v[16];
	struct posting_result r[16];
	struct outbox_row row;
	int n, bobs = 0;

	OK(judge_post(f.j, &f.arena, v, 16, &n, &f.why));
	for (int i = 0; i < n; i++) {
		bool his = str_is(v[i].recipient, "bob@two.test");

		r[i] = (struct posting_result){ v[i].id,
						his ? fate : POSTING_SENT, 0,
						STR("") };
		if (!his)
			continue;
		OK(store_outbox_get(judge_store(f.j), v[i].id, &f.arena, &row,
				    &f.why));
		*kind = row.kind;
		bobs++;
	}
	OK(judge_posted(f.j, r, n, &f.why));
	return bobs;
}

/* Of which Bob has his news once a day; both have picked. */
static void three_games(int64_t game[3], struct str name[3])
{
	bob_prefers("DIGEST", 0);
	for (int i = 0; i < 3; i++) {
		if (i)
			another_game();
		game[i] = f.game;
		name[i] = f.name;
	}
}

/* but those of a third game do */
static void nothing_of_its_games_overtakes_a_digest_that_is_tried(void **unused)
{
	(void)unused;
	int64_t game[3];
	struct str name[3], kind;

	three_games(game, name);
	rolls_in(game[0], name[0], 2);
	rolls_in(game[1], name[1], 1);
	tick(7 * HOUR);
	assert_int_equal(fate_of_bobs(POSTING_LATER, &kind), 1);
	assert_str(kind, "digest");
	/* what awaits him in its second game, and in another */
	assert_str(prefer(0, 3, "END"), "adjudicated");
	assert_int_equal(fate_of_bobs(POSTING_SENT, &kind), 0);
	rolls_in(game[2], name[2], 1);
	assert_str(prefer(0, 3, "END"), "adjudicated");
	assert_int_equal(fate_of_bobs(POSTING_SENT, &kind), 1);
	assert_str(kind, "report");
	/* in the order of their making */
	f.now += 60;
	assert_int_equal(fate_of_bobs(POSTING_SENT, &kind), 1);
	assert_str(kind, "digest");
	assert_int_equal(fate_of_bobs(POSTING_SENT, &kind), 1);
	assert_str(kind, "report");
	assert_int_equal(fate_of_bobs(POSTING_SENT, &kind), 0);
}

/* what was kept for the digest is one letter, as it is of one game: what comes
 * then does not overtake it, however long it was kept */
static void nothing_overtakes_what_was_kept_and_is_tried(void **unused)
{
	(void)unused;
	struct str kind;

	bob_prefers("DIGEST", 0);
	assert_str(prefer(0, 2, "ROLL\nWAIT"), "adjudicated");
	tick(7 * HOUR);
	assert_int_equal(fate_of_bobs(POSTING_LATER, &kind), 1);
	assert_str(kind, "report");
	assert_str(prefer(0, 3, "END"), "adjudicated");
	assert_int_equal(fate_of_bobs(POSTING_SENT, &kind), 0);
	f.now += 60;
	assert_int_equal(fate_of_bobs(POSTING_SENT, &kind), 1);
	assert_int_equal(fate_of_bobs(POSTING_SENT, &kind), 1);
}

/* A digest awaits nothing: it comes behind all that is tried. */
static void a_digest_overtakes_nothing(void **unused)
{
	(void)unused;
	int64_t game[3];
	struct str name[3], kind;

	three_games(game, name);
	rolls_in(game[0], name[0], 2);
	rolls_in(game[1], name[1], 1);
	rolls_in(game[2], name[2], 1);
	f.now = FIX_START + 7 * HOUR - 30;
	assert_str(prefer(0, 3, "END"), "adjudicated");
	assert_int_equal(fate_of_bobs(POSTING_LATER, &kind), 1);
	assert_str(kind, "report");
	tick(7 * HOUR);
	assert_int_equal(fate_of_bobs(POSTING_SENT, &kind), 0);
	f.now += 30;
	assert_int_equal(fate_of_bobs(POSTING_SENT, &kind), 1);
	assert_str(kind, "report");
	assert_int_equal(fate_of_bobs(POSTING_SENT, &kind), 1);
	assert_str(kind, "digest");
}

static void who_wants_single_mails_gets_no_digest(void **unused)
{
	(void)unused;
	int64_t one;
	struct str first;

	bob_prefers("QUIET 22:00 TO 8:00", 0);
	one = f.game;
	first = f.name;
	another_game();
	rolls_in(f.game, f.name, 1);
	rolls_in(one, first, 2);
	assert_int_equal(to_bob(""), 0);
	tick(8 * HOUR);
	assert_int_equal(to_bob("report"), 2);
}

static void news_keep_out_of_the_hours_of_ones_own_clock(void **unused)
{
	(void)unused;
	struct str told;

	/* it is one in the morning there */
	bob_prefers("ZONE Europe/Madrid QUIET 22:00 TO 8:00", 0);
	assert_str(prefer(0, 2, "ROLL\nWAIT"), "adjudicated");
	assert_int_equal(to_bob(""), 0);
	tick(7 * HOUR - 1);
	assert_int_equal(to_bob(""), 0);
	tick(7 * HOUR);
	assert_int_equal(to_bob("report"), 1);
	tick(20 * HOUR);
	assert_str(prefer(0, 3, "ROLL\nWAIT"), "adjudicated");
	assert_int_equal(to_bob("report"), 1);
	tick(21 * HOUR);
	assert_str(prefer(0, 4, "ROLL\nWAIT"), "adjudicated");
	assert_str(prefer(0, 5, "ROLL\nWAIT"), "adjudicated");
	assert_int_equal(to_bob(""), 0);
	assert_str(prefer(0, 6, "END"), "adjudicated");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to bob@two.test: report"), 1);
	assert_int_equal(fix_count(told, "\"event\":\"scored\""), 2);
}

static void who_writes_is_awake(void **unused)
{
	(void)unused;
	struct str told;

	bob_prefers("QUIET 22:00 TO 8:00 DIGEST", 0);
	assert_str(prefer(0, 2, "ROLL\nWAIT"), "adjudicated");
	assert_int_equal(to_bob(""), 0);
	/* what waits for his turn brings what was kept, too */
	assert_str(prefer(1, 2, "ROLL"), "adjudicated");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to bob@two.test: report"), 1);
	assert_int_equal(fix_count(told, "\"event\":\"scored\""), 1);
	assert_str(prefer(0, 3, "ROLL\nWAIT"), "adjudicated");
	assert_int_equal(to_bob(""), 0);
	assert_str(prefer(1, 3, "PREFER SINGLE QUIET OFF"), "preferred");
	assert_int_equal(to_bob("report"), 1);
}

/* of forty hours a quarter before the end */
static void a_reminder_waits_only_for_what_is_due_later(void **unused)
{
	(void)unused;
	const int64_t awaited[] = { 17 * HOUR, 16 * HOUR + HOUR / 2 };

	for (int i = 0; i < 2; i++) {
		if (i) {
			fix_release(&f);
			fix_init(&f, "test_judge_preferences");
		}
		bob_prefers("QUIET 22:00 TO 8:00", 40 * HOUR);
		f.now = FIX_START + awaited[i];
		assert_str(prefer(0, 2, "END"), "adjudicated");
		assert_int_equal(to_bob("report"), 1);
		/* at eleven at night, and at half past ten */
		tick(awaited[i] + 30 * HOUR - 1);
		assert_int_equal(to_bob("warning"), 0);
		tick(awaited[i] + 30 * HOUR);
		assert_int_equal(to_bob("warning"), i);
		tick(56 * HOUR - 1);
		assert_int_equal(to_bob("warning"), 0);
		/* due at nine, and at half past eight */
		tick(56 * HOUR);
		assert_int_equal(to_bob("warning"), !i);
	}
}

static void a_ruling_a_key_and_a_pause_wait_for_nobody(void **unused)
{
	(void)unused;
	const char *text;

	bob_prefers("QUIET 22:00 TO 8:00", 0);
	OK(judge_game_pause(f.j, f.game, STR("tea"), &f.why));
	assert_int_equal(to_bob("report"), 1);
	OK(judge_game_resume(f.j, f.game, &f.why));
	assert_int_equal(to_bob("report"), 1);
	text = "PROPOSE PAUSE";
	assert_str(prefer(0, 2, text), "adjudicated");
	assert_int_equal(to_bob("report"), 1);
	assert_str(prefer(1, 2, "AGAINST 1"), "adjudicated");
	fix_posted(&f);
	assert_str(prefer(0, 3, "ROLL\nWAIT"), "adjudicated");
	assert_int_equal(to_bob(""), 0);
	/* a letter of a player waits for the morning */
	assert_str(prefer(0, 4, "SAY TO B: asleep?"), "letter");
	assert_int_equal(to_bob(""), 0);
	tick(8 * HOUR);
	assert_int_equal(to_bob("press"), 1);
}

static void letters_of_a_digest_are_on_top_of_the_next_report(void **unused)
{
	(void)unused;
	struct str told;

	bob_prefers("DIGEST", 0);
	assert_str(prefer(0, 2, "SAY TO B: a bridge"), "letter");
	assert_int_equal(to_bob(""), 0);
	assert_str(prefer(0, 3, "END"), "adjudicated");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to bob@two.test: "), 1);
	assert_true(fix_holds(told, "A writes for 2, not 0: A BRIDGE\n"));
	/* who has them at once is not told again */
	assert_str(prefer(1, 2, "SAY TO A: a ford"), "letter");
	assert_true(fix_holds(fix_posted(&f), "press to ana@one.test"));
	assert_str(prefer(1, 3, "END"), "adjudicated");
	assert_false(fix_holds(fix_posted(&f), "A FORD"));
}

/* without a digest: other reports come at once, and bring them */
static void letters_wait_for_the_next_report_if_one_prefers_it(void **unused)
{
	(void)unused;
	struct str told;

	bob_prefers("LETTERS NEXT", 0);
	assert_str(prefer(0, 2, "SAY TO B: a bridge"), "letter");
	assert_int_equal(to_bob(""), 0);
	assert_str(prefer(0, 3, "ROLL\nWAIT"), "adjudicated");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to bob@two.test: "), 1);
	assert_int_equal(fix_count(told, "\"event\":\"scored\""), 2);
	assert_true(fix_holds(told, "A writes for 2, not 0: A BRIDGE\n"));
	/* no report comes: the next morning they do */
	assert_str(prefer(0, 4, "SAY TO B: a ferry"), "letter");
	tick(7 * HOUR - 1);
	assert_int_equal(to_bob(""), 0);
	tick(7 * HOUR);
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to bob@two.test: "), 1);
	assert_true(fix_holds(told, "A writes for 2, not 0: A FERRY\n"));
	/* nor is one lost whose author is blocked behind it */
	assert_str(prefer(0, 5, "SAY TO B: a ship"), "letter");
	assert_str(prefer(1, 2, "BLOCK A"), "adjudicated");
	assert_true(
		fix_holds(fix_posted(&f), "A writes for 2, not 0: A SHIP\n"));
	assert_str(prefer(1, 3, "UNBLOCK A"), "adjudicated");
	fix_posted(&f);
	assert_str(prefer(0, 6, "SAY TO B: a raft"), "letter");
	assert_int_equal(to_bob(""), 0);
	/* who says so has what waits, and the next ones at once */
	assert_str(prefer(1, 4, "PREFER LETTERS NOW"), "preferred");
	assert_true(fix_holds(fix_posted(&f), "A RAFT"));
	assert_str(prefer(0, 7, "SAY TO B: a swim"), "letter");
	assert_int_equal(to_bob("press"), 1);
	assert_str(prefer(1, 4, "PREFER LETTERS SOON"), "prefer_unreadable");
}

static void a_digest_says_it_of_letters_unless_they_are_named(void **unused)
{
	(void)unused;
	bob_prefers("DIGEST LETTERS NOW", 0);
	assert_true(person(1).preferences.digest &&
		    !person(1).preferences.press_next);
	assert_str(prefer(0, 2, "SAY TO B: a bridge"), "letter");
	assert_int_equal(to_bob("press"), 1);
	assert_str(prefer(1, 2, "PREFERIR RESUMEN"), "preferred");
	assert_true(person(1).preferences.press_next);
	assert_str(prefer(1, 2, "PREFERIR SUELTOS, CARTAS SIGUIENTE"),
		   "preferred");
	assert_true(!person(1).preferences.digest &&
		    person(1).preferences.press_next);
	assert_true(fix_holds(fix_posted(&f), "\"press_next\":1"));
	assert_str(prefer(1, 2, "PREFER SINGLE"), "preferred");
	assert_false(person(1).preferences.press_next);
}

/* else what is read a day later could be disputed no more */
static void short_times_for_disputes_are_short_for_news(void **unused)
{
	(void)unused;
	struct game_plan plan = { .name = STR("toys"),
				  .system = STR("toy"),
				  .n_players = 2,
				  .dispute_s = 24 * HOUR };

	for (int i = 0; i < 2; i++)
		fix_person(&f, i);
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
	assert_str(prefer(1, 1, "PREFER DIGEST QUIET 22:00 TO 8:00"),
		   "preferred");
	both_pick();
	assert_str(prefer(0, 2, "ROLL\nWAIT"), "adjudicated");
	assert_int_equal(to_bob("report"), 1);
}

static void the_end_waits_for_no_digest(void **unused)
{
	(void)unused;
	int serial = 2;

	bob_prefers("DIGEST", 0);
	while (fix_state(&f).head.phase == TOY_PLAY)
		assert_str(prefer(0, serial++, "ROLL\nWAIT"), "adjudicated");
	assert_int_equal(to_bob("report"), 1);
}

/* --- the button of a mail program ------------------------------------------
 */

/* an answer quotes what it answers */
static struct str button(const char *from, const char *subject)
{
	const char *quoted =
		arena_printf(&f.arena,
			     "> -----BEGIN HERALDO ORDERS-----\r\n"
			     "> KEYS %.*s O1 1 1\r\n> PREFER DIGEST\r\n"
			     "> -----END HERALDO ORDERS-----\r\n",
			     STR_ARG(f.name));

	return fix_send(&f, str_of(arena_printf(
				    &f.arena,
				    "From: %s\r\nTo: judge@court.test\r\n"
				    "Message-ID: <%d@mail.test>\r\n"
				    "Subject: %s\r\n\r\n%s",
				    from, ++f.n_mails, subject,
				    strstr(subject, "Re:") ? quoted : "\r\n")));
}

static const char *leaving(const char *rest)
{
	return arena_printf(&f.arena, "LEAVE %.*s %s", STR_ARG(f.name), rest);
}

static void a_button_does_nothing_for_a_seat(void **unused)
{
	(void)unused;
	struct str told, log;

	fix_started(&f, 0);
	fix_posted(&f);
	log = fix_log(&f);
	assert_str(button("Ana <ana@one.test>", leaving("A")), "leave");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to ana@one.test: unsubscribe"), 1);
	assert_true(fix_holds(told, "\"first_lines\":\"ORDERS "));
	assert_false(fix_holds(told, "nonce"));
	assert_true(str_equal(fix_log(&f), log));
	assert_false(person(0).preferences.digest);
	assert_str(prefer(0, 1, "PICK 1"), "adjudicated");
	assert_int_equal(fix_count(fix_posted(&f), "to ana@one.test: "), 1);
	/* from elsewhere, and for a seat that is another's: a stranger's */
	assert_str(button("eve@far.test", leaving("A")), "no_orders");
	assert_str(button("bob@two.test", leaving("A")), "no_orders");
	assert_str(button("ana@one.test", leaving("Z9")), "no_orders");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "leave to"), 0);
	assert_int_equal(fix_count(told, "to eve@far.test: help"), 1);
}

/* A deputy has mails of the seat's row of its own: DA. */
static void a_deputy_ends_the_mails_by_the_button(void **unused)
{
	(void)unused;
	const char *number;
	struct str told;

	fix_person(&f, 2);
	fix_started(&f, 5 * 86400);
	fix_wishes(&f, 2, 0);
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1,
					   arena_printf(&f.arena,
							"DEPUTY %s UNTIL "
							"2025-12-10",
							f.p[2].name))),
		   "adjudicated");
	fix_posted(&f);
	assert_str(button("ana@one.test", leaving("DA")), "no_orders");
	assert_str(button("cy@three.test", leaving("DA")), "leave");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to cy@three.test: unsubscribe"), 1);
	assert_true(fix_holds(told, "\"deputy\":1"));
	number = number_in(told);
	assert_str(button("cy@three.test",
			  leaving(arena_printf(&f.arena, "DA %s", number))),
		   "left");
	fix_posted(&f);
	assert_str(prefer(0, 2, "PICK 1"), "adjudicated");
	assert_int_equal(fix_count(fix_posted(&f), "to cy@three.test: report"),
			 0);
}

/* Who tells the table something is bounded in a day; orders are not. */
static void so_many_mails_a_day_are_told_to_the_table(void **unused)
{
	(void)unused;
	int told = 0, serial = 0;

	fix_started(&f, 5 * 86400);
	for (; serial < 2 * JUDGE_TOLD_A_DAY; serial++) {
		struct str v = prefer(0, serial + 1,
				      serial % 2 ? "PROPOSE PAUSE" : "RETRACT");

		told += str_is(v, "adjudicated");
	}
	assert_true(told <= JUDGE_TOLD_A_DAY);
	assert_str(prefer(0, ++serial, "PROPOSE PAUSE"), "told_often");
	fix_posted(&f);
	assert_str(prefer(0, ++serial, "PROPOSE PAUSE"), "told_often");
	assert_int_equal(fix_posted(&f).len, 0);
	assert_str(prefer(0, ++serial, "PICK 1"), "adjudicated");
	f.now += 86400;
	assert_str(prefer(1, 1, "PROPOSE PAUSE"), "adjudicated");
}

/* whatever is refused, and why */
static void answers_to_one_person_have_a_bound(void **unused)
{
	(void)unused;
	int answers = 0;

	fix_started(&f, 0);
	fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, "pick 1"));
	fix_posted(&f);
	for (int i = 0; i < JUDGE_ANSWERS_A_DAY + 20; i++) {
		const char *line = arena_printf(&f.arena, "pick 2 // %d", i);

		assert_str(
			fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, line)),
			"serial_used");
		answers +=
			fix_count(fix_posted(&f), "to ana@one.test: refused");
	}
	assert_int_equal(answers, JUDGE_ANSWERS_A_DAY + 1);
	/* orders are taken, and told */
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 2, "roll")),
		   "adjudicated");
	assert_true(fix_posted(&f).len > 0);
	f.now += 86400;
	fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, "pick 3"));
	assert_int_equal(fix_count(fix_posted(&f), "to ana@one.test: refused"),
			 1);
}

/* who watches is told once a day */
static struct str posted_a_day_later(void)
{
	int n;

	f.now += 86400 + 1;
	OK(judge_tick(f.j, &n, &f.why));
	return fix_posted(&f);
}

static void who_watches_is_asked_and_answers_by_the_subject(void **unused)
{
	(void)unused;
	const char *number, *head;
	struct str told;

	fix_started(&f, 0);
	fix_person(&f, 2);
	OK(judge_seat(f.j, f.game, SLOT_OBSERVER, f.p[2].person, &f.why));
	fix_posted(&f);
	assert_str(button("cy@three.test", leaving("O1")), "leave");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to cy@three.test: unsubscribe"), 1);
	assert_true(fix_holds(told, "\"first_lines\":\"KEYS "));
	number = number_in(told);
	/* not yet, nor by a number that is made up, nor by another's mail */
	assert_str(button("cy@three.test", leaving("O1 0123456789abcdef")),
		   "leave");
	fix_posted(&f);
	assert_str(button("ana@one.test",
			  leaving(arena_printf(&f.arena, "O1 %s", number))),
		   "no_orders");
	assert_str(prefer(0, 1, "PICK 1"), "adjudicated");
	assert_int_equal(
		fix_count(posted_a_day_later(), "to cy@three.test: report"), 1);
	assert_str(button("cy@three.test",
			  arena_printf(&f.arena, "Re: %s",
				       leaving(arena_printf(&f.arena, "O1 %s",
							    number)))),
		   "left");
	assert_int_equal(
		fix_count(fix_posted(&f), "to cy@three.test: unsubscribed"), 1);
	assert_str(prefer(1, 1, "PICK 2"), "adjudicated");
	told = posted_a_day_later();
	assert_int_equal(fix_count(told, "to cy@three.test"), 0);
	assert_int_equal(fix_count(told, "to ana@one.test: "), 1);
	/* the number is used up; and what is signed brings mails back */
	head = arena_printf(&f.arena, "KEYS %.*s O1 %lld 1", STR_ARG(f.name),
			    (long long)fix_point(&f));
	assert_str(headed(2, head, "PREFER"), "preferred");
	assert_str(button("cy@three.test",
			  leaving(arena_printf(&f.arena, "O1 %s", number))),
		   "leave");
	fix_posted(&f);
	assert_str(prefer(0, 2, "ROLL\nWAIT"), "adjudicated");
	assert_int_equal(
		fix_count(posted_a_day_later(), "to cy@three.test: report"), 1);
}

/* The number in the header of a mail to a place. */
static const char *token(int slot, int who)
{
	return verp_leave_token(&f.config.key, f.game, slot, f.p[who].person,
				&f.arena)
		.s;
}

/* The header of a spectator's or deputy's mail proves that they had it. */
static void one_mail_of_the_button_is_enough(void **unused)
{
	(void)unused;
	struct str told;

	fix_started(&f, 5 * 86400);
	fix_person(&f, 2);
	OK(judge_seat(f.j, f.game, SLOT_OBSERVER, f.p[2].person, &f.why));
	fix_posted(&f);
	/* the number of another place, another person's mail, a player's seat
	 */
	assert_str(button("cy@three.test",
			  leaving(arena_printf(&f.arena, "O1 %s",
					       token(SLOT_OBSERVER + 1, 2)))),
		   "leave");
	assert_str(button("ana@one.test",
			  leaving(arena_printf(&f.arena, "O1 %s",
					       token(SLOT_OBSERVER, 2)))),
		   "no_orders");
	assert_str(button("ana@one.test",
			  leaving(arena_printf(&f.arena, "A %s", token(0, 0)))),
		   "leave");
	fix_posted(&f);
	assert_str(button("Cy <cy@three.test>",
			  leaving(arena_printf(&f.arena, "O1 %s",
					       token(SLOT_OBSERVER, 2)))),
		   "left");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to cy@three.test: unsubscribed"), 1);
	assert_str(prefer(0, 1, "PICK 1"), "adjudicated");
	assert_int_equal(fix_count(posted_a_day_later(), "to cy@three.test"),
			 0);
}

/* One signed LEAVE ends watching, and leading a game. */
static void one_signed_mail_ends_a_place(void **unused)
{
	(void)unused;
	const char *head;
	struct str told;

	fix_started(&f, 5 * 86400);
	fix_person(&f, 2);
	fix_player(&f, 3, "Dora", "dora@four.test");
	fix_person(&f, 3);
	OK(judge_seat(f.j, f.game, SLOT_OBSERVER, f.p[2].person, &f.why));
	OK(judge_seat(f.j, f.game, SLOT_GM, f.p[3].person, &f.why));
	fix_posted(&f);
	head = arena_printf(&f.arena, "KEYS %.*s O1 %lld 1", STR_ARG(f.name),
			    (long long)fix_point(&f));
	assert_str(headed(2, head, "LEAVE"), "left");
	assert_int_equal(
		fix_count(fix_posted(&f), "to cy@three.test: unsubscribed"), 1);
	assert_str(fix_send(&f, fix_commands(&f, 3, fix_point(&f), 1,
					     "LEAVE\nPAUSE")),
		   "master_refused");
	fix_posted(&f);
	assert_str(fix_send(&f, fix_commands(&f, 3, fix_point(&f), 2, "LEAVE")),
		   "adjudicated");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "\"what\":\"unled\""), 2);
	assert_int_equal(fix_count(told, "to cy@three.test"), 0);
	/* the master commands nothing more */
	assert_string_not_equal(
		fix_send(&f, fix_commands(&f, 3, fix_point(&f), 3, "PAUSE")).s,
		"adjudicated");
}

/* A game master's SEAT lets those in who have signed a wish for the place. */
static void nobody_gets_a_place_without_signing(void **unused)
{
	(void)unused;

	fix_started(&f, 5 * 86400);
	fix_person(&f, 2);
	fix_player(&f, 3, "Dora", "dora@four.test");
	fix_person(&f, 3);
	OK(judge_seat(f.j, f.game, SLOT_GM, f.p[3].person, &f.why));
	fix_posted(&f);
	assert_str(fix_send(&f, fix_commands(&f, 3, fix_point(&f), 1,
					     "SEAT O1 cy@three.test")),
		   "master_refused");
	assert_true(fix_holds(fix_posted(&f), "seat_unsigned"));
	assert_str(fix_send(&f, fix_commands(&f, 3, fix_point(&f), 2,
					     "SEAT GM2 cy@three.test")),
		   "master_refused");
	assert_str(fix_send(&f, fix_commands(&f, 3, fix_point(&f), 3,
					     "SEAT B cy@three.test")),
		   "master_refused");
	fix_wishes(&f, 2, 1);
	assert_str(fix_send(&f, fix_commands(&f, 3, fix_point(&f), 4,
					     "SEAT B cy@three.test")),
		   "adjudicated");
}

/* What is of no game says for which judge it is, or could be carried on. */
static void a_text_of_no_game_names_its_judge(void **unused)
{
	(void)unused;
	struct key_secret other = f.config.key;
	struct str line;

	fix_started(&f, 0);
	other.seed[0] ^= 1;
	ed25519_public(other.seed, other.key.b);
	line = addressee_line(&f.arena, NULL, &other.key, STR("en"));
	assert_str(headed(0, "PREFER TEXT", "JUDGE none"), "judge_mistyped");
	assert_str(headed(0, "PREFER TEXT", line.s), "judge_other");
	assert_str(headed(0, "GAME duel NEW", line.s), "judge_other");
	assert_str(headed(0, "CAMPAIGN spring WITHDRAW", line.s),
		   "judge_other");
	/* and one that names both is for neither */
	line = addressee_line(&f.arena, NULL, &f.config.key.key, STR("es"));
	assert_str(headed(0, "PREFER TEXT",
			  arena_printf(&f.arena, "%s\nJUDGE none", line.s)),
		   "judge_mistyped");
	assert_str(headed(0, "PREFER TEXT", line.s), "preferred");
	/* nobody is told anything else by a text without the line */
	assert_str(fix_send(&f,
			    fix_mail(&f, f.p[0].address,
				     fix_signed_plain(&f, 0, "PREFER HTML\n"))),
		   "judge_absent");
	assert_true(fix_holds(fix_posted(&f), "judge_absent"));
}

#define T(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(a_language_is_known_by_its_names),
		T(all_is_said_among_orders_and_no_log_has_it),
		T(orders_beside_it_are_done_and_verified),
		T(beside_what_cannot_be_read_it_is_done_and_told),
		T(it_may_stand_below_any_first_line),
		T(what_cannot_be_read_or_is_not_there_is_refused),
		T(a_game_that_is_over_hinders_nobody),
		T(a_second_address_is_asked_first),
		T(a_bad_address_leads_to_the_second),
		T(so_does_a_mail_that_comes_back),
		T(two_bad_addresses_are_no_circle),
		T(a_digest_joins_what_awaits_nothing),
		T(a_digest_is_of_all_games),
		T(nothing_of_its_games_overtakes_a_digest_that_is_tried),
		T(nothing_overtakes_what_was_kept_and_is_tried),
		T(a_digest_overtakes_nothing),
		T(who_wants_single_mails_gets_no_digest),
		T(news_keep_out_of_the_hours_of_ones_own_clock),
		T(who_writes_is_awake),
		T(a_reminder_waits_only_for_what_is_due_later),
		T(a_ruling_a_key_and_a_pause_wait_for_nobody),
		T(letters_of_a_digest_are_on_top_of_the_next_report),
		T(letters_wait_for_the_next_report_if_one_prefers_it),
		T(a_digest_says_it_of_letters_unless_they_are_named),
		T(short_times_for_disputes_are_short_for_news),
		T(the_end_waits_for_no_digest),
		T(a_button_does_nothing_for_a_seat),
		T(who_watches_is_asked_and_answers_by_the_subject),
		T(a_deputy_ends_the_mails_by_the_button),
		T(so_many_mails_a_day_are_told_to_the_table),
		T(answers_to_one_person_have_a_bound),
		T(one_mail_of_the_button_is_enough),
		T(one_signed_mail_ends_a_place),
		T(nobody_gets_a_place_without_signing),
		T(a_text_of_no_game_names_its_judge),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
