/*
 * tests/unit/test_judge_deputy.c - somebody gives a player's orders for a
 * while: what they may, what they see, and how it ends; and each log verified.
 */
#include "verifier/verify.h"
#include "base/date.h"
#include "games/games.h"
#include "protocol/proposal_parse.h"
#include "judge_unit.h"

enum { ANA, BOB, CY, DORA };

static int serial[4];

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_deputy");
	fix_player(&f, DORA, "Dora", "dora@four.test");
	memset(serial, 0, sizeof(serial));
	return 0;
}

/* "ORDERS game A ..", which is not always signed by who has the seat */
static struct str orders(int who, char seat, int number, const char *lines)
{
	int64_t point = fix_point(&f);
	const char *text = arena_printf(
		&f.arena, "ORDERS %.*s %c %lld %d\n%s\n%s\n", STR_ARG(f.name),
		seat, (long long)point, number, fix_seen(&f, point), lines);

	return fix_mail(&f, f.p[who].address, fix_signed(&f, who, text));
}

static struct str say(int who, const char *lines)
{
	return fix_send(
		&f, orders(who, who == BOB ? 'B' : 'A', ++serial[who], lines));
}

#define TAKEN(who, lines) assert_str(say(who, lines), "adjudicated")

static void refused(int who, const char *lines, const char *reason)
{
	int64_t before = fix_point(&f);

	assert_str(say(who, lines), reason);
	assert_int_equal(fix_point(&f), before);
}

static void time_passes(int64_t seconds)
{
	int n;

	f.now += seconds;
	OK(judge_tick(f.j, &n, &f.why));
}

static bool logged(const char *what)
{
	return fix_holds(fix_log(&f), what);
}

/* Ana and Bob play, and Dora is known to the judge. */
static void begun(void)
{
	fix_person(&f, DORA);
	fix_started(&f, 5 * DAY_S);
	for (int seat = ANA; seat <= BOB; seat++) {
		fix_wishes(&f, DORA, seat);
	}
	fix_post(&f, NULL);
}

static void deputized(void)
{
	begun();
	/* in capitals, as heraldo sign has it */
	TAKEN(ANA, "DEPUTY DORA UNTIL 2025-12-10");
}

static void verified(void)
{
	static const int slots[] = { -1, 0, 1, SLOT_GM, EXPORT_FULL };
	struct verify_means m = { .systems = f.config.systems, .n_systems = 1 };
	struct verify_result r;

	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	OK(judge_game_replay(f.j, f.game, &f.why));
	for (size_t i = 0; i < ARRAY_LEN(slots); i++) {
		verify_export(fix_export(&f, slots[i]), &m, &f.arena, &r);
		if (!r.good)
			print_error("%s (expected %s, found %s)\n",
				    r.fault.what, r.fault.expected,
				    r.fault.found);
		assert_true(r.good);
	}
}

/* the mails to somebody, of all that went out meanwhile */
static const char *to(const char *address, int *n)
{
	const char *mark = arena_printf(&f.arena, "to %s: ", address);
	struct str sent = fix_posted(&f);
	const char *at = arena_printf(&f.arena, "\n%.*s", STR_ARG(sent));
	const char *out = "";

	*n = 0;
	while ((at = strstr(at, mark))) {
		const char *end = strstr(at + 1, "\nto ");

		out = arena_printf(&f.arena, "%s%.*s", out,
				   end ? (int)(end - at) : (int)strlen(at), at);
		++*n;
		at++;
	}
	return out;
}

#define HAS(mail, what)     assert_non_null(strstr(mail, what))
#define HAS_NOT(mail, what) assert_null(strstr(mail, what))

/* --- */

static void a_deputy_gives_the_orders_of_the_seat(void **unused)
{
	int n;
	const char *mail;

	(void)unused;
	deputized();
	assert_true(logged("\"event\":\"proxy_named\",\"for\":\"all\","
			   "\"rules\":[],\"seat\":\"A\",\"person\":\"Dora\","
			   "\"until\":\"2025-12-11T00:00:00Z\","
			   "\"press\":false"));
	assert_true(logged("\"event\":\"key_added\",\"for\":\"all\","
			   "\"rules\":[],\"person\":\"Dora\""));
	mail = to("dora@four.test", &n);
	assert_int_equal(n, 1);
	HAS(mail, "point 5 serial 1");
	/* with a serial that Ana has used: it is one of her own */
	TAKEN(DORA, "pick 3");
	assert_int_equal(serial[DORA], serial[ANA]);
	TAKEN(BOB, "pick 4");
	assert_int_equal(fix_count(fix_log(&f), "\"event\":\"revealed\""), 1);
	mail = to("dora@four.test", &n);
	HAS(mail, "\"event\":\"revealed\"");
	HAS(mail, "serial 2");
	/* and once */
	assert_str(fix_send(&f, orders(DORA, 'A', 1, "roll")), "serial_used");
	verified();
}

static void a_deputy_gives_orders_and_nothing_else(void **unused)
{
	static const char *const others[] = {
		"propose draw",
		"agree 1",
		"away 2025-12-04",
		"deputy Cy until 2025-12-05",
		"deputy nobody\npick 3",
		"block B",
		"say to B: I am Ana",
		"letters",
		"resend 2",
		"dispute 2 it was another",
		"history",
		"why 3",
		"pick 3\nhold 30m",
	};
	struct str text;

	(void)unused;
	deputized();
	fix_person(&f, CY);
	TAKEN(BOB, "propose pause");
	for (size_t i = 0; i < ARRAY_LEN(others); i++)
		refused(DORA, others[i], "deputy_only");
	/* nor keys of the seat's */
	text = str_of(arena_printf(
		&f.arena, "KEYS %.*s A %lld 50\n%s\nADDRESS DORA@FIVE.TEST\n",
		STR_ARG(f.name), (long long)fix_point(&f),
		fix_seen(&f, fix_point(&f))));
	text = fix_mail(&f, f.p[DORA].address, fix_signed(&f, DORA, text.s));
	assert_str(fix_send(&f, text), "seat_other");
	/* nor another seat's */
	assert_str(fix_send(&f, orders(DORA, 'B', 9, "pick 4")), "seat_other");
	TAKEN(DORA, "pick 3");
	verified();
}

/* What has ended is no place: the log does not tell when it did. */
static void who_watched_or_led_once_can_be_a_deputy(void **unused)
{
	(void)unused;
	begun();
	fix_person(&f, CY);
	OK(judge_seat(f.j, f.game, SLOT_OBSERVER, f.p[DORA].person, &f.why));
	refused(ANA, "deputy dora until 2025-12-10", "deputy_unwilling");
	OK(judge_seat(f.j, f.game, SLOT_OBSERVER, f.p[CY].person, &f.why));
	TAKEN(ANA, "deputy dora until 2025-12-10");
	TAKEN(ANA, "proxy nobody");
	OK(judge_seat(f.j, f.game, SLOT_GM, f.p[DORA].person, &f.why));
	OK(judge_seat(f.j, f.game, SLOT_GM, f.p[BOB].person, &f.why));
	TAKEN(ANA, "deputy dora until 2025-12-10");
	verified();
}

/* Whoever sits there now has what was sealed; a letter that is sent again to
 * who sat there has it no more. */
static void who_had_a_seat_gets_nothing_hidden_any_more(void **unused)
{
	struct outbox_row row;
	const char *mail;
	int n;

	(void)unused;
	begun();
	TAKEN(ANA, "pick 3");
	mail = to("ana@one.test", &n);
	HAS(mail, "{\"event\":\"picked\"");
	OK(judge_seat(f.j, f.game, 0, f.p[DORA].person, &f.why));
	fix_post(&f, NULL);
	for (int64_t id = 1; id < 50; id++)
		if (!store_outbox_get(judge_store(f.j), id, &f.arena, &row,
				      &f.why) &&
		    row.person == f.p[ANA].person && row.slot == 0)
			judge_outbox_again(f.j, id, &f.why);
	why_clear(&f.why);
	mail = to("ana@one.test", &n);
	assert_true(n > 0);
	HAS_NOT(mail, "{\"event\":\"picked\"");
	verified();
}

/* Orders on hold are of who has the seat; a deputy's are no matter of theirs.
 */
static void what_the_seat_holds_back_a_deputy_leaves_alone(void **unused)
{
	int n;
	const char *mail;

	(void)unused;
	deputized();
	assert_str(say(ANA, "pick 3\nhold 2h"), "held");
	to("ana@one.test", &n);
	TAKEN(DORA, "pick 5");
	mail = to("dora@four.test", &n);
	HAS_NOT(mail, "held to");
	assert_true(logged("\"event\":\"proxy_named\""));
	assert_false(logged("\"event\":\"proxy_ended\""));
	time_passes(2 * HOUR_S);
	/* the state is another by now: who sent them hears of it */
	mail = to("ana@one.test", &n);
	HAS(mail, "\"reason\":\"stale\"");
	HAS(mail, "PICK 3");
	verified();
}

/* an order of each kind, in each of the games: one is to leave it */
static void only_who_has_the_seat_gives_up(void **unused)
{
	(void)unused;
	for (int i = 0; i < n_game_kinds; i++) {
		const struct system *sys = game_kinds[i]->rules;
		int n = 0;

		for (int k = 0; k < sys->decisions.n_kinds; k++) {
			struct queue_pack p;
			struct decision d;
			struct queue_entry e;
			struct submission s = { .n = 1, .v = &e };
			struct submission always = { .n_standing = 1,
						     .standing = &e };

			queue_pack_start(&p, 1, 0);
			decision_start(&d, DECISION_FIRST_OWN + k);
			queue_pack_alternative(&p, &d);
			e = queue_pack_entry(&p);
			assert_int_equal(game_gives_up(sys, &s),
					 game_gives_up(sys, &always));
			n += game_gives_up(sys, &s);
		}
		assert_int_equal(n, 1);
	}
}

static void it_ends_by_its_date(void **unused)
{
	(void)unused;
	deputized();
	OK(judge_game_extend(f.j, f.game, 30 * DAY_S, &f.why));
	f.now += 10 * DAY_S;
	/* before the clock had its turn */
	refused(DORA, "pick 3", "deputy_over");
	time_passes(0);
	assert_true(logged("\"event\":\"proxy_ended\",\"for\":\"all\","
			   "\"rules\":[],\"seat\":\"A\",\"cause\":\"date\""));
	refused(DORA, "pick 3", "seat_other");
	TAKEN(ANA, "pick 3");
	verified();
}

static void it_ends_when_the_seat_says_so(void **unused)
{
	(void)unused;
	deputized();
	refused(ANA, "SUPLENTE NADIE\npick 3", "motion_alone");
	TAKEN(ANA, "SUPLENTE NADIE");
	assert_true(logged("\"cause\":\"recall\""));
	refused(ANA, "deputy nobody", "deputy_none");
	refused(DORA, "pick 3", "seat_other");
	verified();
}

static void a_deputy_leaves_by_one_signed_mail(void **unused)
{
	int n;

	(void)unused;
	deputized();
	TAKEN(DORA, "pick 3");
	fix_posted(&f);
	TAKEN(DORA, "deputy nobody");
	assert_true(logged("\"seat\":\"A\",\"cause\":\"resigned\""));
	HAS(to("dora@four.test", &n), "proxy_ended");
	refused(DORA, "pick 3", "seat_other");
	verified();
}

static void who_returns_is_first_shown_what_waits(void **unused)
{
	(void)unused;
	deputized();
	TAKEN(DORA, "pick 3\nroll\nend");
	assert_str(say(ANA, "pick 5"), "deputy_waits");
	assert_true(logged("\"cause\":\"return\",\"waits\":true"));
	TAKEN(BOB, "pick 4");
	/* nothing that the deputy has ordered is lost, nor what comes now */
	TAKEN(ANA, "roll\nend");
	refused(DORA, "roll", "seat_other");
	verified();
}

/* whoever was to play for the seat: an order may have been lost */
static void a_mail_of_a_deputy_that_is_set_aside_pauses_the_game(void **unused)
{
	(void)unused;
	struct game_row g;
	const char *body;

	deputized();
	f.poison = true;
	body = arena_printf(&f.arena, "POISON\r\nORDERS %.*s A 9 1\r\n",
			    STR_ARG(f.name));
	for (int who = 2; who <= DORA; who += DORA - 2) {
		fix_take(&f, fix_mail(&f, f.p[who].address, str_of(body)));
		fix_work(&f);
		OK(store_game_get(judge_store(f.j), f.game, &f.arena, &g,
				  &f.why));
		assert_int_equal(g.state,
				 who == DORA ? GAME_PAUSED : GAME_RUNNING);
	}
	verified();
}

/* what one has ordered oneself one knows */
static void ones_own_orders_that_wait_are_not_the_deputys(void **unused)
{
	(void)unused;
	begun();
	TAKEN(ANA, "pick 3\nroll\nend");
	TAKEN(ANA, "DEPUTY DORA UNTIL 2025-12-10");
	TAKEN(ANA, "roll\nend");
	assert_true(logged("\"cause\":\"return\",\"waits\":false"));
	/* beside them the deputy's are */
	TAKEN(ANA, "DEPUTY DORA UNTIL 2025-12-10");
	TAKEN(DORA, "roll\nend");
	assert_str(say(ANA, "roll"), "deputy_waits");
	verified();
}

/* mails are counted anew where nothing waits any more */
static void what_waits_behind_orders_that_are_done_is_the_deputys(void **unused)
{
	(void)unused;
	begun();
	TAKEN(ANA, "pick 3\nroll\nend");
	TAKEN(ANA, "DEPUTY DORA UNTIL 2025-12-10");
	TAKEN(BOB, "pick 4");
	TAKEN(DORA, "roll\nend");
	assert_str(say(ANA, "roll"), "deputy_waits");
	verified();
}

static void who_returns_where_nothing_waits_is_heard_at_once(void **unused)
{
	int n;

	(void)unused;
	deputized();
	TAKEN(ANA, "away 2025-12-02");
	assert_false(logged("\"event\":\"proxy_ended\""));
	(void)to("dora@four.test", &n);
	TAKEN(ANA, "pick 5");
	assert_true(logged("\"cause\":\"return\",\"waits\":false"));
	/* who was it hears so, and nothing of these orders */
	HAS(to("dora@four.test", &n), "proxy_ended to dora@four.test");
	assert_int_equal(n, 1);
	TAKEN(BOB, "pick 4");
	assert_int_equal(fix_count(fix_log(&f), "\"event\":\"revealed\""), 1);
	verified();
}

static void letters_are_the_seats_own_unless_it_says_more(void **unused)
{
	const char *mail;
	int n;

	(void)unused;
	deputized();
	(void)to("dora@four.test", &n);
	assert_str(say(BOB, "SAY TO A: THE BRIDGE AT DAWN"), "letter");
	/* nor is there one in the report of that point */
	assert_str(say(ANA, "report"), "answered");
	HAS(to("ana@one.test", &n), "\"event\":\"press_sent\"");
	assert_str(say(DORA, "report"), "answered");
	HAS_NOT(to("dora@four.test", &n), "\"event\":\"press_sent\"");
	assert_int_equal(n, 1);
	TAKEN(DORA, "pick 3");
	mail = to("dora@four.test", &n);
	assert_true(n >= 1);
	HAS_NOT(mail, "BRIDGE");
	HAS_NOT(mail, "\"event\":\"press_sent\"");
	TAKEN(ANA, "deputy nobody");
	TAKEN(ANA, "deputy dora until 2025-12-10 with letters");
	(void)to("dora@four.test", &n);
	assert_str(say(BOB, "SAY TO A: THE FORD AT NOON"), "letter");
	mail = to("dora@four.test", &n);
	assert_int_equal(n, 1);
	HAS(mail, "FORD");
	HAS_NOT(mail, "BRIDGE");
	verified();
}

static void who_cannot_be_a_deputy(void **unused)
{
	int64_t id;

	(void)unused;
	begun();
	OK(judge_person_add(f.j, STR("Eve"), STR("eve@far.test"), STR("en"),
			    STR("UTC"), &id, &f.why));
	refused(ANA, "deputy Zoe until 2025-12-10", "deputy_unwilling");
	refused(ANA, "deputy Eve until 2025-12-10", "deputy_unwilling");
	refused(ANA, "deputy Bob until 2025-12-10", "deputy_unwilling");
	refused(ANA, "deputy Dora until 2025-11-10", "deputy_past");
	refused(ANA, "deputy Dora until 2027-11-10", "deputy_past");
	refused(ANA, "deputy Dora", "deputy_unreadable");
	refused(ANA, "deputy Dora until tomorrow", "deputy_unreadable");
	TAKEN(ANA, "deputy Dora until 2025-12-10");
	refused(ANA, "deputy Dora until 2025-12-12", "deputy_has");
	/* of another seat she would sit at the table */
	refused(BOB, "deputy Dora until 2025-12-10", "deputy_unwilling");
	verified();
}

static void a_seat_names_so_many_in_a_game(void **unused)
{
	(void)unused;
	begun();
	for (int i = 0; i < 8; i++) {
		TAKEN(ANA, "deputy Dora until 2025-12-04");
		TAKEN(ANA, "deputy nobody");
	}
	refused(ANA, "deputy Dora until 2025-12-04", "deputy_many");
	verified();
}

/* a log holds so many keys and no more: then nothing of it happens */
static void what_no_log_can_hold_is_refused(void **unused)
{
	struct buf key;
	enum err e = ERR_OK;

	(void)unused;
	begun();
	buf_init(&key, 1000);
	for (int i = 0; !e && i < 300; i++) {
		char print[KEY_FINGERPRINT_MAX];
		struct key_secret k = f.p[CY].key;

		memset(k.seed, 100 + i % 100, sizeof(k.seed));
		k.seed[0] = (uint8_t)(i / 100);
		ed25519_public(k.seed, k.key.b);
		buf_clear(&key);
		key_render(&k.key, STR("more"), &key);
		key_fingerprint(&k.key, print);
		e = judge_key_add(f.j, f.p[BOB].person, buf_str(&key), &f.why);
		if (!e)
			OK(judge_key_revoke(f.j, str_of(print), &f.why));
	}
	assert_int_equal(e, ERR_USAGE);
	why_clear(&f.why);
	buf_release(&key);
	refused(ANA, "deputy Dora until 2025-12-10", "table_refused");
	refused(ANA, "deputy nobody", "deputy_none");
	assert_str(fix_send(&f, orders(DORA, 'A', 1, "pick 3")), "seat_other");
	TAKEN(ANA, "pick 3");
	verified();
}

static void who_gets_a_place_is_no_deputy_any_more(void **unused)
{
	(void)unused;
	deputized();
	OK(judge_seat(f.j, f.game, SLOT_OBSERVER, f.p[DORA].person, &f.why));
	refused(DORA, "pick 3", "seat_other");
	TAKEN(ANA, "pick 3");
	assert_false(logged("\"event\":\"proxy_ended\""));
	verified();
}

static void a_seat_that_is_anothers_has_no_deputy(void **unused)
{
	(void)unused;
	deputized();
	OK(judge_seat(f.j, f.game, ANA, fix_person(&f, CY), &f.why));
	refused(DORA, "pick 3", "seat_other");
	verified();
}

static void a_deputy_is_reminded_where_the_player_is_away(void **unused)
{
	int n;

	(void)unused;
	begun();
	OK(judge_game_policy(f.j, f.game, STR("absence"), STR("ignore"),
			     &f.why));
	TAKEN(ANA, "away 2025-12-01 to 2025-12-20");
	TAKEN(ANA, "deputy Dora until 2025-12-20");
	fix_post(&f, NULL);
	time_passes(5 * DAY_S - HOUR_S);
	HAS(to("dora@four.test", &n), "warning to dora");
	assert_int_equal(n, 1);
	verified();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
		T(a_deputy_gives_the_orders_of_the_seat),
		T(a_deputy_gives_orders_and_nothing_else),
		T(only_who_has_the_seat_gives_up),
		T(it_ends_by_its_date),
		T(it_ends_when_the_seat_says_so),
		T(a_deputy_leaves_by_one_signed_mail),
		T(who_returns_is_first_shown_what_waits),
		T(a_mail_of_a_deputy_that_is_set_aside_pauses_the_game),
		T(ones_own_orders_that_wait_are_not_the_deputys),
		T(what_waits_behind_orders_that_are_done_is_the_deputys),
		T(who_returns_where_nothing_waits_is_heard_at_once),
		T(who_watched_or_led_once_can_be_a_deputy),
		T(who_had_a_seat_gets_nothing_hidden_any_more),
		T(what_the_seat_holds_back_a_deputy_leaves_alone),
		T(letters_are_the_seats_own_unless_it_says_more),
		T(who_cannot_be_a_deputy),
		T(a_seat_names_so_many_in_a_game),
		T(what_no_log_can_hold_is_refused),
		T(who_gets_a_place_is_no_deputy_any_more),
		T(a_seat_that_is_anothers_has_no_deputy),
		T(a_deputy_is_reminded_where_the_player_is_away),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
