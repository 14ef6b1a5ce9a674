/*
 * tests/unit/test_judge_gallery.c - who watches a game: how far behind they
 * are, how often they hear of it, and what they never do.
 */
#include "verifier/verify.h"
#include "base/date.h"
#include "judge/policies/spectators.h"
#include "judge_unit.h"

static int serial[4];

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_gallery");
	memset(serial, 0, sizeof(serial));
	return 0;
}

static void policy(const char *name, const char *value)
{
	OK(judge_game_policy(f.j, f.game, str_of(name), str_of(value), &f.why));
}

/* Ana and Bob play, and Cy watches: of what policy says, or NULL. */
static void watched(const char *name, const char *value)
{
	fix_person(&f, 0);
	fix_person(&f, 1);
	fix_person(&f, 2);
	fix_game(&f, 0, 0);
	if (name)
		policy(name, value);
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	fix_post(&f, NULL);
	OK(judge_seat(f.j, f.game, SLOT_OBSERVER, f.p[2].person, &f.why));
}

static void starts(void)
{
	OK(judge_game_start(f.j, f.game, &f.why));
}

static void taken(int who, const char *lines)
{
	assert_str(fix_send(&f, fix_orders(&f, who, fix_point(&f),
					   ++serial[who], lines)),
		   "adjudicated");
}

/* What was mailed to Cy meanwhile; *n such mails. */
static const char *to_cy(int64_t seconds, int *n)
{
	static const char mark[] = "to cy@three.test: ";
	struct str all;
	struct buf own;
	const char *at, *next;
	int fired;

	f.now += seconds;
	OK(judge_tick(f.j, &fired, &f.why));
	all = fix_posted(&f);
	buf_init(&own, 4 << 20);
	*n = 0;
	at = strstr(arena_printf(&f.arena, "%.*s", STR_ARG(all)), mark);
	for (; at; at = next) {
		const char *other = strstr(at + 1, "\nto ");

		next = strstr(at + 1, mark);
		++*n;
		if (other)
			buf_add(&own, at, (size_t)(other - at));
		else
			buf_adds(&own, str_of(at));
	}
	at = arena_printf(&f.arena, "%.*s", STR_ARG(buf_str(&own)));
	buf_release(&own);
	return at;
}

#define HAS(mail, what)     assert_non_null(strstr(mail, what))
#define HAS_NOT(mail, what) assert_null(strstr(mail, what))

static void verified(void)
{
	static const int slots[] = { -1, 0, SLOT_GM, EXPORT_FULL };
	struct verify_means m = { .systems = f.config.systems, .n_systems = 1 };
	struct verify_result r;

	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	for (size_t i = 0; i < ARRAY_LEN(slots); i++) {
		verify_export(fix_export(&f, slots[i]), &m, &f.arena, &r);
		if (!r.good)
			print_error("%s\n", r.fault.what);
		assert_true(r.good);
	}
}

static void who_watches_hears_once_a_day(void **unused)
{
	const char *mail;
	int n;

	(void)unused;
	watched(NULL, NULL);
	mail = to_cy(0, &n);
	assert_int_equal(n, 1);
	HAS(mail, "\"person\":\"Cy\",\"role\":\"observer\"");
	starts();
	taken(0, "pick 3");
	taken(1, "pick 4");
	(void)to_cy(HOUR_S, &n);
	assert_int_equal(n, 0);
	mail = to_cy(DAY_S, &n);
	assert_int_equal(n, 1);
	HAS(mail, "\"event\":\"game_started\"");
	HAS(mail, "\"event\":\"revealed\"");
	/* and of nothing that has not happened */
	(void)to_cy(5 * DAY_S, &n);
	assert_int_equal(n, 0);
	taken(0, "roll");
	mail = to_cy(0, &n);
	assert_int_equal(n, 1);
	HAS_NOT(mail, "\"event\":\"revealed\"");
	verified();
}

static void a_game_says_more_often(void **unused)
{
	int n;

	(void)unused;
	watched("spectator-mails", "all");
	starts();
	(void)to_cy(0, &n);
	assert_int_equal(n, 1);
	taken(0, "pick 3");
	(void)to_cy(0, &n);
	assert_int_equal(n, 1);
	taken(1, "pick 4");
	(void)to_cy(0, &n);
	assert_int_equal(n, 1);
	verified();
}

static void what_a_game_says_later_holds_at_once(void **unused)
{
	int n;

	(void)unused;
	watched(NULL, NULL);
	starts();
	(void)to_cy(DAY_S, &n);
	assert_int_equal(n, 1);
	policy("spectator-mails", "all");
	(void)to_cy(0, &n);
	assert_int_equal(n, 1);
	taken(0, "pick 3");
	(void)to_cy(0, &n);
	assert_int_equal(n, 1);
	verified();
}

/* every point that a mail names, or tells events of */
static int64_t newest(const char *mail)
{
	static const char *const marks[] = { " point ", "\"point\":" };
	int64_t most = 0;

	for (size_t i = 0; i < ARRAY_LEN(marks); i++)
		for (const char *at = mail; (at = strstr(at, marks[i])); at++) {
			int64_t n = strtoll(at + strlen(marks[i]), NULL, 10);

			most = n > most ? n : most;
		}
	return most;
}

static void who_watches_is_so_many_points_behind(void **unused)
{
	static const char *const moves[] = { "pick 3", "pick 4", "roll",
					     "end" };
	struct str mail_games;
	int n, told = 0;

	(void)unused;
	watched("spectator-delay-points", "2");
	policy("spectator-mails", "all");
	starts();
	for (int i = 0; i < 4; i++) {
		const char *mail;

		taken(i == 1, moves[i]);
		mail = to_cy(3 * DAY_S, &n);
		assert_true(newest(mail) <= fix_point(&f) - 2);
		if (n)
			assert_int_equal(newest(mail), fix_point(&f) - 2);
		if (i == 2)
			HAS_NOT(mail, "\"event\":\"revealed\"");
		if (i == 3)
			HAS(mail, "\"event\":\"revealed\"");
		told += n;
	}
	assert_int_equal(told, 4);
	/* nor does GAMES tell whom it waits for now */
	fix_posted(&f);
	assert_str(fix_send(&f, fix_mail(&f, f.p[2].address,
					 fix_signed(&f, 2, "GAMES\n"))),
		   "answered");
	mail_games = fix_posted(&f);
	assert_true(fix_holds(mail_games, "\"watches\":1"));
	assert_false(fix_holds(mail_games, "\"who\""));
	assert_false(fix_holds(mail_games, "SEEN"));
	/* no more points come to a game that is over */
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	HAS(to_cy(0, &n), "\"event\":\"game_ended\"");
	assert_int_equal(n, 1);
}

static void who_watches_is_so_many_days_behind(void **unused)
{
	int64_t point;
	const char *mail;
	int n;

	(void)unused;
	watched("spectator-delay-days", "3");
	starts();
	assert_string_equal(to_cy(3 * DAY_S - 1, &n), "");
	point = fix_point(&f);
	taken(0, "pick 3");
	taken(1, "pick 4");
	mail = to_cy(1, &n);
	assert_int_equal(n, 1);
	assert_int_equal(newest(mail), point);
	/* another sits there by then, of whom nothing is to be heard yet */
	fix_player(&f, 3, "Dora", "dora@four.test");
	f.now += HOUR_S;
	OK(judge_seat(f.j, f.game, 1, fix_person(&f, 3), &f.why));
	mail = to_cy(2 * DAY_S, &n);
	assert_int_equal(n, 0);
	mail = to_cy(DAY_S - HOUR_S, &n);
	assert_int_equal(n, 1);
	HAS(mail, "\"event\":\"revealed\"");
	HAS_NOT(mail, "Dora");
	verified();
}

static void the_delay_stands_when_the_game_has_started(void **unused)
{
	static const char *const rows[] = { "spectator-delay-points",
					    "spectator-delay-days",
					    "spectators-hidden" };

	(void)unused;
	watched(NULL, NULL);
	starts();
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		assert_int_equal(judge_game_policy(f.j, f.game, str_of(rows[i]),
						   STR("0"), &f.why),
				 ERR_USAGE);
		why_clear(&f.why);
	}
}

static void who_watches_never_acts(void **unused)
{
	struct str text;
	const char *mail;
	int n;

	(void)unused;
	watched("spectator-delay-days", "3");
	starts();
	text = str_of(arena_printf(&f.arena, "ORDERS %.*s O1 1 1\n%s\npick 3\n",
				   STR_ARG(f.name), fix_seen(&f, 1)));
	text = fix_mail(&f, f.p[2].address, fix_signed(&f, 2, text.s));
	assert_str(fix_send(&f, text), "first_line");
	mail = to_cy(0, &n);
	HAS(mail, "not_an_order_mail to cy");
	assert_true(newest(mail) <= 1);
	HAS_NOT(mail, "\"now\":");
	verified();
}

static void players_learn_who_watches_unless_that_is_hidden(void **unused)
{
	struct buf key;
	int n;

	(void)unused;
	watched("spectators-hidden", "yes");
	starts();
	assert_false(fix_holds(fix_log(&f), "Cy"));
	assert_false(fix_holds(fix_posted(&f), "Cy"));
	HAS(to_cy(0, &n), "report to cy@three.test");
	/* nor by a new key */
	fix_player(&f, 3, "Dora", "dora@four.test");
	buf_init(&key, 1000);
	key_render(&f.p[3].key.key, STR("new"), &key);
	OK(judge_key_add(f.j, f.p[2].person, buf_str(&key), &f.why));
	buf_release(&key);
	assert_false(fix_holds(fix_log(&f), "Cy"));
	verified();
}

static void so_many_watch_and_no_more(void **unused)
{
	int64_t id;

	(void)unused;
	watched(NULL, NULL);
	for (int i = 1; i <= SPECTATORS_MAX; i++) {
		char *name = arena_printf(&f.arena, "W%d", i);
		char *at = arena_printf(&f.arena, "w%d@far.test", i);

		OK(judge_person_add(f.j, str_of(name), str_of(at), STR("en"),
				    STR("UTC"), &id, &f.why));
		assert_int_equal(
			judge_seat(f.j, f.game, SLOT_OBSERVER + i, id, &f.why),
			i < SPECTATORS_MAX ? ERR_OK : ERR_USAGE);
	}
	why_clear(&f.why);
	/* who asks for a place hears why there is none */
	assert_str(
		fix_send(&f,
			 fix_mail(&f, "new@far.test",
				  fix_signed(&f, 2,
					     arena_printf(&f.arena,
							  "JOIN %.*s "
							  "OBSERVER\n%s\n",
							  STR_ARG(f.name),
							  fix_seen(&f, 0))))),
		"gallery_full");
	/* in the place of another there is room */
	OK(judge_seat(f.j, f.game, SLOT_OBSERVER + 1, id, &f.why));
}

static void letters_to_all_are_read_in_their_time(void **unused)
{
	const char *mail;
	int n;

	(void)unused;
	watched("spectator-delay-days", "3");
	starts();
	(void)to_cy(3 * DAY_S, &n);
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), ++serial[0],
					   "SAY TO OBSERVERS: Good evening")),
		   "letter");
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), ++serial[0],
					   "SAY TO B: hush")),
		   "letter");
	HAS_NOT(to_cy(2 * DAY_S, &n), "EVENING");
	mail = to_cy(2 * DAY_S, &n);
	assert_int_equal(n, 1);
	HAS(mail, "GOOD EVENING");
	HAS_NOT(mail, "HUSH");
	verified();
}

/* The letters at a point, as somebody on no seat of the game reads them. */
static enum err read_letters(void *context, const struct mail_content *l,
			     struct why *why)
{
	struct buf *out = context;

	(void)why;
	for (int i = 0; i < l->n_said; i++)
		buf_addf(out, "%.*s\n", STR_ARG(l->said[i].text));
	for (int i = 0; i < l->n_events; i++)
		assert_int_equal(l->events[i].audience, AUDIENCE_ALL);
	return ERR_OK;
}

/* Of all points of which those who watch may know. */
static const char *pages_letters(int64_t *last)
{
	struct buf b;
	const char *out;

	OK(judge_game_watched(f.j, f.game, last, &f.why));
	buf_init(&b, 4096);
	for (int64_t i = 1; i <= *last; i++)
		OK(judge_game_mail(f.j, f.game, SLOT_OBSERVER, i, read_letters,
				   &b, &f.why));
	out = arena_printf(&f.arena, "%.*s", STR_ARG(buf_str(&b)));
	buf_release(&b);
	return out;
}

static void what_is_published_is_as_late_as_what_is_mailed(void **unused)
{
	int64_t last, now;

	(void)unused;
	watched("spectator-delay-days", "3");
	(void)pages_letters(&last);
	assert_int_equal(last, 0);
	starts();
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), ++serial[0],
					   "SAY TO ALL: Good evening")),
		   "letter");
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), ++serial[0],
					   "SAY TO B: hush")),
		   "letter");
	now = fix_point(&f);
	f.now += 2 * DAY_S;
	HAS_NOT(pages_letters(&last), "GOOD EVENING");
	assert_true(last < now);
	f.now += 2 * DAY_S;
	HAS(pages_letters(&last), "GOOD EVENING");
	HAS_NOT(pages_letters(&last), "HUSH");
	assert_int_equal(last, now);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
		T(who_watches_hears_once_a_day),
		T(a_game_says_more_often),
		T(what_a_game_says_later_holds_at_once),
		T(who_watches_is_so_many_points_behind),
		T(who_watches_is_so_many_days_behind),
		T(the_delay_stands_when_the_game_has_started),
		T(who_watches_never_acts),
		T(players_learn_who_watches_unless_that_is_hidden),
		T(so_many_watch_and_no_more),
		T(letters_to_all_are_read_in_their_time),
		T(what_is_published_is_as_late_as_what_is_mailed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
