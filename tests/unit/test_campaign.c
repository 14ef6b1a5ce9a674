/*
 * tests/unit/test_campaign.c - a season runs itself: who comes and goes,
 * rounds, results from the games' own ends, byes, ladders, brackets, standings
 * by mail.
 */
#include "tournament/campaign.h"
#include "base/date.h"
#include "base/parse.h"
#include "tournament/rating_list.h"
#include "judge/requests/campaign_mail_parse.h"
#include "judge_unit.h"
#include <sqlite3.h>

enum { PEOPLE = 5 };

static int64_t people[PEOPLE];
static struct campaign now;

/* a key of their own, with which they can sit down */
static void key_give(int64_t person, int n)
{
	struct key_secret secret = { .seed = { (uint8_t)(100 + n) } };
	struct buf line;

	uint8_t point[ED25519_SIZE];

	ed25519_public(secret.seed, point);
	secret.key = key_of_point(point);
	buf_init(&line, 1000);
	key_render(&secret.key, STR("key"), &line);
	OK(judge_key_add(f.j, person, buf_str(&line), &f.why));
	buf_release(&line);
}

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_campaign");
	for (int i = 0; i < PEOPLE; i++) {
		char name[] = "Pat-A", address[] = "a@one.test";

		name[4] = (char)('A' + i);
		address[0] = (char)('a' + i);
		OK(judge_person_add(f.j, str_of(name), str_of(address),
				    STR("en"), STR("UTC"), &people[i], &f.why));
		key_give(people[i], i);
	}
	return 0;
}

static struct campaign_row plan(enum campaign_kind kind, int rounds)
{
	return (struct campaign_row){ .name = STR("spring"),
				      .system = STR("toy"),
				      .kind = kind,
				      .rounds = rounds,
				      .won = 2,
				      .drawn = 1,
				      .bye = 2,
				      .settings = STR(""),
				      .carry = STR("") };
}

static void begun(enum campaign_kind kind, int rounds, int n)
{
	struct campaign_row r = plan(kind, rounds);

	OK(campaign_new(f.j, &r, &f.why));
	for (int i = 0; i < n; i++)
		OK(campaign_enter(f.j, r.name, people[i], &f.why));
	OK(campaign_start(f.j, r.name, &f.why));
}

static const struct campaign *look(void)
{
	OK(campaign_load(f.j, STR("spring"), &f.arena, &now, &f.why));
	return &now;
}

static void tend(void)
{
	int n;

	OK(campaign_tend(f.j, &n, &f.why));
	look();
}

/* The value of a seat: who has TOY_GOAL wins. */
static void ended(int meeting, const char *words)
{
	OK(judge_game_end(f.j, look()->meeting[meeting - 1].game, str_of(words),
			  &f.why));
}

/* what is refused, and by which reason */
static void refused(enum err e, const char *reason)
{
	assert_int_equal(e, ERR_USAGE);
	assert_string_equal(f.why.text, reason);
	why_clear(&f.why);
}

/* else a round could never be made of them */
static void who_leads_open_games_does_not_play_in_them(void **unused)
{
	(void)unused;
	struct campaign_row r = plan(CAMPAIGN_SWISS, 2);

	r.master = people[0];
	r.settings = STR("policy gm-sees-hidden=yes\n");
	OK(campaign_new(f.j, &r, &f.why));
	refused(campaign_enter(f.j, r.name, people[0], &f.why),
		"who leads a game that is open to masters has no other place "
		"in it");
	for (int i = 1; i < 4; i++)
		OK(campaign_enter(f.j, r.name, people[i], &f.why));
	OK(campaign_start(f.j, r.name, &f.why));
	assert_int_equal(look()->n_meetings, 2);
	/* who leads games that are not open may */
	r.name = STR("summer");
	r.settings = STR("");
	OK(campaign_new(f.j, &r, &f.why));
	OK(campaign_enter(f.j, r.name, people[0], &f.why));
}

static void a_round_follows_when_all_its_games_are_over(void **unused)
{
	(void)unused;
	struct str told;

	begun(CAMPAIGN_SWISS, 2, 4);
	assert_int_equal(look()->row.round, 1);
	assert_int_equal(now.n_meetings, 2);
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "standings to "), 4);
	assert_int_equal(fix_count(told, "\"game\":\"spring-1-"), 4);
	/* both who sit there were told that their game has begun */
	assert_true(fix_holds(told, "report to a@one.test"));

	ended(1, "the judge has to");
	tend();
	assert_int_equal(now.row.round, 1);
	assert_int_equal(now.meeting[0].outcome, OUTCOME_VOID);
	/* one letter a day, where nothing but a result is new */
	assert_int_equal(fix_count(fix_posted(&f), "standings to "), 0);
	f.now += DAY_S - 1;
	tend();
	assert_int_equal(fix_count(fix_posted(&f), "standings to "), 0);
	f.now += 1;
	tend();
	assert_int_equal(fix_count(fix_posted(&f), "standings to "), 4);
	tend();
	assert_int_equal(fix_count(fix_posted(&f), "standings to "), 0);
	ended(2, "the same");
	tend();
	assert_int_equal(now.row.round, 2);
	assert_int_equal(now.n_meetings, 4);
	ended(3, "x");
	ended(4, "x");
	tend();
	assert_int_equal(now.row.state, CAMPAIGN_OVER);
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "\"over\":1"), 4);
	refused(campaign_enter(f.j, STR("spring"), people[4], &f.why),
		"the campaign is over");
}

static void who_comes_late_is_paired_from_the_next_round_on(void **unused)
{
	(void)unused;
	int byes = 0;

	begun(CAMPAIGN_SWISS, 3, 4);
	OK(campaign_enter(f.j, STR("spring"), people[4], &f.why));
	refused(campaign_enter(f.j, STR("spring"), people[4], &f.why),
		"they are in the campaign already");
	OK(campaign_leave(f.j, STR("spring"), people[0], &f.why));
	refused(campaign_leave(f.j, STR("spring"), people[0], &f.why),
		"they are not in the campaign");
	refused(campaign_enter(f.j, STR("spring"), people[0], &f.why),
		"who has left a campaign does not come back");
	ended(1, "x");
	ended(2, "x");
	tend();
	assert_int_equal(now.row.round, 2);
	for (int i = 2; i < now.n_meetings; i++) {
		assert_int_not_equal(now.meeting[i].first, 0);
		assert_int_not_equal(now.meeting[i].second, 0);
	}
	/* a fifth leaves three for the next round */
	OK(campaign_leave(f.j, STR("spring"), people[1], &f.why));
	ended(3, "x");
	ended(4, "x");
	tend();
	for (int i = 0; i < now.n_meetings; i++)
		byes += now.meeting[i].second == MEETING_BYE;
	assert_int_equal(byes, 1);
	assert_int_equal(now.n_meetings, 6);
}

static void two_alone_who_leave_end_it(void **unused)
{
	(void)unused;
	begun(CAMPAIGN_ROBIN, 0, 3);
	/* one has a bye in each round */
	assert_int_equal(look()->n_meetings, 2);
	refused(campaign_enter(f.j, STR("spring"), people[4], &f.why),
		"the campaign has begun, and nobody can enter any more");
	OK(campaign_leave(f.j, STR("spring"), people[0], &f.why));
	OK(campaign_leave(f.j, STR("spring"), people[1], &f.why));
	for (int i = 0; i < now.n_meetings; i++)
		if (now.meeting[i].game)
			ended(i + 1, "x");
	tend();
	assert_int_equal(now.row.state, CAMPAIGN_OVER);
}

/* Play of the game of a meeting: one of its seats wins, by signed mails. */
static int serial;

static void won_by_play(int meeting)
{
	struct game_row g;
	int64_t turn = 0;

	f.game = look()->meeting[meeting - 1].game;
	OK(store_game_get(judge_store(f.j), f.game, &f.arena, &g, &f.why));
	f.name = g.name;
	fix_send(&f, fix_orders(&f, 0, fix_point(&f), ++serial, "pick 3"));
	fix_send(&f, fix_orders(&f, 1, fix_point(&f), ++serial, "pick 4"));
	for (int i = 0; i < 40; i++, turn = !turn) {
		OK(store_game_get(judge_store(f.j), f.game, &f.arena, &g,
				  &f.why));
		if (g.state == GAME_ENDED)
			return;
		fix_send(&f, fix_orders(&f, (int)turn, fix_point(&f), ++serial,
					"roll"));
	}
	fail_msg("nobody has won");
}

/* two of them with keys */
static void two_who_sign(enum campaign_kind kind, int rounds)
{
	struct campaign_row r = plan(kind, rounds);

	fix_person(&f, 0);
	fix_person(&f, 1);
	OK(campaign_new(f.j, &r, &f.why));
	OK(campaign_enter(f.j, r.name, f.p[0].person, &f.why));
	OK(campaign_enter(f.j, r.name, f.p[1].person, &f.why));
	OK(campaign_start(f.j, r.name, &f.why));
}

/* seat A's player is p[0]: sides change from game to game */
static void sit_as(int meeting)
{
	struct player p = f.p[0];

	if (look()->meeting[meeting - 1].first == 0)
		return;
	f.p[0] = f.p[1];
	f.p[1] = p;
}

/* one game that counts, by all campaigns of the system */
static void rated_once(int64_t winner)
{
	struct rated_game won = { GLICKO2_NEW, 1000, 1000 };
	struct glicko2 is = glicko2_after(GLICKO2_NEW, &won, 1, GLICKO2_TAU);
	struct rated_person *p;
	int n;

	OK(rating_list_of(f.j, STR("toy"), &f.arena, &p, &n, &f.why));
	assert_int_equal(n, 2);
	assert_int_equal(p[0].person, winner);
	assert_int_equal(p[0].games, 1);
	assert_memory_equal(&p[0].rating, &is, sizeof(is));
	assert_true(p[1].rating.rating < 150000);
	assert_ptr_equal(rating_list_find(p, n, winner), &p[0]);
	assert_null(rating_list_find(p, n, 99));
	/* without deadlines nobody is late, nor in time */
	assert_int_equal(rating_list_in_time(&p[0]), -1);
	OK(rating_list_of(f.j, STR("chess"), &f.arena, &p, &n, &f.why));
	assert_int_equal(n, 0);
}

static void a_result_comes_from_the_game_itself(void **unused)
{
	(void)unused;
	struct standing v[PAIRING_MAX];
	int outcome;

	serial = 0;
	two_who_sign(CAMPAIGN_ROBIN, 2);
	sit_as(1);
	won_by_play(1);
	tend();
	assert_int_equal(now.row.round, 2);
	outcome = now.meeting[0].outcome;
	assert_true(outcome == OUTCOME_FIRST || outcome == OUTCOME_SECOND);
	/* what the operator ends counts for nobody */
	ended(2, "enough");
	tend();
	assert_int_equal(now.meeting[1].outcome, OUTCOME_VOID);
	assert_int_equal(now.row.state, CAMPAIGN_OVER);
	campaign_table(&now, v);
	assert_int_equal(v[0].score, 2);
	assert_int_equal(v[0].who, outcome == OUTCOME_FIRST
					   ? now.meeting[0].first
					   : now.meeting[0].second);
	rated_once(now.member[v[0].who].person);
}

static void the_table_may_agree_on_how_it_ends(void **unused)
{
	(void)unused;
	serial = 0;
	two_who_sign(CAMPAIGN_ROBIN, 2);
	sit_as(1);
	f.game = look()->meeting[0].game;
	f.name = now.meeting[0].name;
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1,
					   "propose draw")),
		   "adjudicated");
	assert_str(fix_send(&f, fix_orders(&f, 1, fix_point(&f), 1, "agree 1")),
		   "adjudicated");
	tend();
	assert_int_equal(now.meeting[0].outcome, OUTCOME_DRAWN);
	assert_int_equal(now.row.round, 2);
	sit_as(2);
	f.game = now.meeting[1].game;
	f.name = now.meeting[1].name;
	assert_str(fix_send(&f, fix_orders(&f, 1, fix_point(&f), 1,
					   "propose surrender")),
		   "adjudicated");
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, "agree 1")),
		   "adjudicated");
	tend();
	assert_int_equal(now.meeting[1].outcome, OUTCOME_FIRST);
	assert_int_equal(now.row.state, CAMPAIGN_OVER);
}

static void a_knock_out_ends_with_one(void **unused)
{
	(void)unused;
	struct standing v[PAIRING_MAX];

	/* five: three byes in the first round; where nobody wins, the seed */
	begun(CAMPAIGN_KNOCKOUT, 0, 5);
	for (int round = 0; round < 8 && look()->row.state != CAMPAIGN_OVER;
	     round++) {
		for (int i = 0; i < now.n_meetings; i++)
			if (now.meeting[i].outcome == MEETING_OPEN)
				ended(i + 1, "x");
		tend();
	}
	assert_int_equal(now.row.state, CAMPAIGN_OVER);
	assert_int_equal(now.row.round, 3);
	campaign_table(&now, v);
	assert_int_equal(v[0].who, 0);
	assert_int_equal(v[0].place, 1);
}

static void a_ladder_is_climbed_by_challenges(void **unused)
{
	(void)unused;
	struct campaign_row r = plan(CAMPAIGN_LADDER, 0);
	int32_t order[PAIRING_MAX];
	int64_t top = people[0], low = people[2];

	r.reach = 1;
	OK(campaign_new(f.j, &r, &f.why));
	for (int i = 0; i < 3; i++)
		OK(campaign_enter(f.j, r.name, people[i], &f.why));
	refused(campaign_challenge(f.j, r.name, low, people[1], &f.why),
		"challenges are for a ladder that has begun");
	OK(campaign_start(f.j, r.name, &f.why));
	refused(campaign_challenge(f.j, r.name, low, top, &f.why),
		"they stand too far above; places that a challenge may go up: 1");
	refused(campaign_challenge(f.j, r.name, top, low, &f.why),
		"only who stands above can be challenged");
	refused(campaign_challenge(f.j, r.name, low, people[4], &f.why),
		"both must stand on the ladder");
	OK(campaign_challenge(f.j, r.name, low, people[1], &f.why));
	refused(campaign_challenge(f.j, r.name, people[1], top, &f.why),
		"who challenges has a game on the ladder that is played");
	ended(1, "x");
	tend();
	assert_int_equal(campaign_ladder(&now, order), 3);
	assert_int_equal(order[1], 1); /* nothing came of it */
	OK(campaign_end(f.j, r.name, &f.why));
}

static char *told_operator;

static void tell(void *context, const char *words)
{
	(void)context;
	told_operator = arena_strdup(&f.arena, words);
}

/* what a plan of its own would not have, a hand in the database may */
static void set_row(const char *sql)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(f.path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

static void one_that_cannot_go_on_keeps_its_results(void **unused)
{
	(void)unused;
	judge_close(f.j);
	f.config.env.tell = tell;
	fix_open(&f);
	begun(CAMPAIGN_SWISS, 2, 2);
	set_row("UPDATE campaigns SET settings = 'option nonsense=1'");
	ended(1, "x");
	told_operator = NULL;
	tend();
	assert_int_equal(now.meeting[0].outcome, OUTCOME_VOID);
	assert_int_equal(now.row.round, 1);
	assert_non_null(told_operator);
	assert_true(fix_holds(str_of(told_operator),
			      "campaign spring stands still: "));
	told_operator = NULL;
	tend();
	assert_null(told_operator);
	set_row("UPDATE campaigns SET settings = ''");
	OK(campaign_nudge(f.j, &f.why));
	tend();
	assert_int_equal(now.row.round, 2);
}

/* what could not be counted when it ended is counted once it can be */
static void one_that_cannot_be_counted_waits_for_its_table(void **unused)
{
	(void)unused;
	judge_close(f.j);
	f.config.env.tell = tell;
	fix_open(&f);
	serial = 0;
	two_who_sign(CAMPAIGN_ROBIN, 1);
	set_row("UPDATE campaigns SET carry = 'hero nonsense'");
	sit_as(1);
	won_by_play(1);
	told_operator = NULL;
	tend();
	assert_non_null(told_operator);
	assert_true(fix_holds(str_of(told_operator),
			      "campaign spring stands still: "));
	assert_int_equal(now.meeting[0].outcome, MEETING_OPEN);
	assert_int_equal(campaign_carryover_set(f.j, STR("spring"),
						STR("hero is"), &f.why),
			 ERR_FORMAT);
	why_clear(&f.why);
	OK(campaign_carryover_set(f.j, STR("spring"), STR("hero keep"),
				  &f.why));
	tend();
	assert_int_not_equal(now.meeting[0].outcome, MEETING_OPEN);
	assert_int_equal(now.row.state, CAMPAIGN_OVER);
}

/* Who has no key yet is invited; the game begins when they have joined. */
static void who_has_no_key_is_invited_first(void **unused)
{
	(void)unused;
	struct campaign_row r = plan(CAMPAIGN_ROBIN, 1);
	struct game_row g;
	struct str told;
	int64_t zoe;
	int seat;

	OK(judge_person_add(f.j, STR("Zoe"), STR("zoe@one.test"), STR("en"),
			    STR("UTC"), &zoe, &f.why));
	OK(campaign_new(f.j, &r, &f.why));
	OK(campaign_enter(f.j, r.name, people[0], &f.why));
	OK(campaign_enter(f.j, r.name, zoe, &f.why));
	OK(campaign_start(f.j, r.name, &f.why));
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "invitation to zoe@one.test"), 1);
	OK(store_game_get(judge_store(f.j), look()->meeting[0].game, &f.arena,
			  &g, &f.why));
	assert_int_equal(g.state, GAME_OPEN);
	tend();
	assert_int_equal(now.meeting[0].outcome, MEETING_OPEN);
	/* only who can sign sits down, as a proof of her key does it */
	seat = now.meeting[0].first == 0 ? 1 : 0;
	assert_int_equal(judge_seat(f.j, g.id, seat, zoe, &f.why), ERR_NO_KEY);
	why_clear(&f.why);
	key_give(zoe, PEOPLE);
	OK(judge_seat(f.j, g.id, seat, zoe, &f.why));
	tend();
	OK(store_game_get(judge_store(f.j), g.id, &f.arena, &g, &f.why));
	assert_int_equal(g.state, GAME_RUNNING);
	assert_int_equal(now.meeting[0].outcome, MEETING_OPEN);
	assert_true(fix_holds(fix_posted(&f), "report to zoe@one.test"));
}

/* a signed mail of no game */
static struct str say(int who, const char *text)
{
	return fix_send(
		&f, fix_mail(&f, f.p[who].address, fix_signed(&f, who, text)));
}

static enum err asked(void *context, struct judge *j, int64_t person,
		      const struct campaign_mail_wish *w, struct why *why)
{
	(void)context;
	return campaign_asked(j, person, w, why);
}

static void people_come_and_go_by_mail(void **unused)
{
	(void)unused;
	struct campaign_row r = plan(CAMPAIGN_LADDER, 0);
	struct str told;

	fix_person(&f, 0);
	fix_person(&f, 1);
	assert_str(say(0, "CAMPAIGN spring\n"), "campaign_none");
	judge_close(f.j);
	f.config.env.campaign = asked;
	fix_open(&f);
	assert_str(say(0, "CAMPAIGN spring JOIN\n"), "campaign_refused");
	assert_true(fix_holds(fix_posted(&f), "campaign_unknown"));
	OK(campaign_new(f.j, &r, &f.why));
	assert_str(say(0, "// please\nCampaign SPRING join\n"), "answered");
	told = fix_posted(&f);
	assert_true(fix_holds(told, "standings to ana@one.test"));
	assert_int_equal(fix_count(told, "\"you\":1"), 1);
	/* the same text is worked on once, whoever sends it */
	assert_str(say(0, "// please\nCampaign SPRING join\n"), "repeated");
	assert_str(say(0, "CAMPAIGN spring JOIN again\n"), "first_line");
	assert_str(say(1, "CAMPAIGN spring CHALLENGE ana\n"),
		   "campaign_refused");
	assert_str(say(1, "CAMPAÑA spring UNIRSE\n"), "answered");
	assert_int_equal(look()->n, 2);
	OK(campaign_start(f.j, STR("spring"), &f.why));
	fix_posted(&f);
	assert_str(say(1, "CAMPAIGN spring CHALLENGE Zoe\n"),
		   "campaign_refused");
	assert_true(fix_holds(fix_posted(&f), "campaign_no_rung"));
	assert_str(say(1, "CAMPAIGN spring CHALLENGE aNa\n// the second one\n"),
		   "answered");
	told = fix_posted(&f);
	assert_int_equal(look()->n_meetings, 1);
	assert_true(fix_holds(told, "report to ana@one.test"));
	/* how it stands may be asked again, five times with the one above */
	for (int i = 0; i < 7; i++)
		assert_str(say(0, "CAMPAIGN spring\n"), "answered");
	assert_int_equal(fix_count(fix_posted(&f), "standings to ana"), 4);
	assert_str(say(0, "CAMPAIGN spring WITHDRAW\n"), "answered");
	assert_int_equal(look()->member[0].until, 1);
}

/* Ana may make campaigns. */
static void hosted(void)
{
	fix_person(&f, 0);
	fix_person(&f, 1);
	judge_close(f.j);
	f.config.env.campaign = asked;
	f.config.hosts = STR("nobody@one.test  ANA@one.test ");
	f.config.tables = "db/campaign";
	fix_open(&f);
}

static void not_done(int who, const char *text, const char *reason)
{
	assert_str(say(who, text), "campaign_refused");
	assert_true(fix_holds(fix_posted(&f), reason));
}

static void done(int who, const char *text)
{
	assert_str(say(who, text), "answered");
	look();
}

static void one_is_made_by_mail(void **unused)
{
	(void)unused;
	struct str told;

	hosted();
	not_done(1, "CAMPAIGN spring NEW\nKIND swiss\n", "no_host");
	not_done(0, "CAMPAIGN spring NEW\nKIND chess\n", "want_kind");
	not_done(0, "CAMPAIGN spring NEW\nGOALS 3\n",
		 "campaign_line\\u0009GOALS 3");
	not_done(0, "CAMPAIGN spring NEW\nROUNDS 0\n",
		 "want_number\\u0009rounds");
	not_done(0, "CAMPAIGN spring NEW\nWORTH 2,1\n", "want_worth");
	not_done(0, "CAMPAIGN spring NEW\nDEADLINE 3\n", "want_duration");
	not_done(0, "CAMPAIGN spring NEW\nOPTION goal\n", "want_setting");
	not_done(0, "CAMPAIGN spring NEW\nSYSTEM toy\nCARRY\nhero fly\n",
		 "line 1");
	assert_str(say(0, "CAMPAÑA spring NUEVA\n\n// ours\nSISTEMA toy\n"
			  "tipo ROUND-ROBIN\nrondas 2\nWORTH 3, 1, 0, 3\n"
			  "NORMA absence extend\nPLAZO 14d\nWORDS 0d\n"
			  "LLEVAR\nhero keep\n"),
		   "answered");
	told = fix_posted(&f);
	assert_true(fix_holds(told, "standings to ana@one.test"));
	assert_true(fix_holds(told, "\"open\":1"));
	assert_int_equal(look()->row.kind, CAMPAIGN_ROBIN);
	assert_int_equal(now.row.rounds, 2);
	assert_int_equal(now.row.won, 3);
	assert_int_equal(now.row.bye, 3);
	assert_int_equal(now.row.deadline_s, 14 * DAY_S);
	assert_int_equal(now.row.words_s, 0);
	assert_str(now.row.settings, "policy absence=extend\n");
	assert_str(parse_trim(now.row.carry), "hero keep");
	not_done(0, "CAMPAIGN spring NEW\nSYSTEM toy\n", "campaign_exists");
}

/* Who has made it leads it, whole lines or nothing of them. */
static void one_is_led_by_mail(void **unused)
{
	(void)unused;

	hosted();
	done(0, "CAMPAIGN spring NEW\nSYSTEM toy\nCARRY\nhero keep\n");
	not_done(0, "CAMPAIGN spring ADD bob@two.test x@one.test\n",
		 "address_unknown\\u0009X@ONE.TEST");
	assert_int_equal(look()->n, 0);
	not_done(1, "CAMPAIGN spring ADD bob@two.test\n", "campaign_not_led");
	done(0, "CAMPAIGN spring ADD Bob@two.test Pat-C  d@one.test\n");
	assert_int_equal(now.n, 3);
	done(0, "CAMPAIGN spring WITHDRAW Pat-C\n");
	assert_int_equal(now.member[1].until, 0);
	done(0, "CAMPAIGN spring CARRY none\n");
	assert_int_equal(now.row.carry.len, 0);
	not_done(0, "CAMPAIGN spring CARRY some\n", "want_carry");
	not_done(0, "CAMPAIGN spring ADOPT spring-1 x\n", "want_adopt");
	not_done(1, "CAMPAIGN spring START\n", "campaign_not_led");
	fix_posted(&f);
	done(0, "CAMPAIGN spring START\n");
	assert_int_equal(now.row.state, CAMPAIGN_RUNNING);
	assert_int_equal(now.n_meetings, 1);
	/* its games are theirs, too */
	assert_true(fix_holds(fix_posted(&f), "report to ana@one.test"));
	done(0, "CAMPAIGN spring END\n");
	assert_int_equal(now.row.state, CAMPAIGN_OVER);
	/* one without a master is led by who may make them */
	assert_str(say(0, "CAMPAIGN autumn NEW\nSYSTEM toy\nMASTER nobody\n"),
		   "answered");
	not_done(1, "CAMPAIGN autumn ADD Pat-C\n", "campaign_not_led");
	assert_str(say(0, "CAMPAIGN autumn ADD Pat-C\n"), "answered");
	/* two in one mail, each with its answer; all lines or none */
	fix_posted(&f);
	assert_str(say(0, "CAMPAIGN autumn ADD bob@two.test\n"
			  "CAMPAIGN winter NEW\nSYSTEM toy\n"),
		   "answered");
	assert_int_equal(
		fix_count(fix_posted(&f), "to ana@one.test: standings"), 2);
	not_done(0,
		 "CAMPAIGN winter ADD bob@two.test\n"
		 "CAMPAIGN autumn ADD x@one.test\n",
		 "address_unknown");
	done(0, "CAMPAIGN winter ADD bob@two.test\n");
}

static void what_cannot_be_is_refused_when_it_is_made(void **unused)
{
	(void)unused;
	struct campaign_row r = plan(CAMPAIGN_SWISS, 2);

	r.name = STR("Spring!");
	assert_int_equal(campaign_new(f.j, &r, &f.why), ERR_USAGE);
	why_clear(&f.why);
	r.name = STR("spring");
	r.settings = STR("option nonsense=1\n");
	assert_int_not_equal(campaign_new(f.j, &r, &f.why), ERR_OK);
	why_clear(&f.why);
	r.settings = STR("policy absence=never\n");
	assert_int_not_equal(campaign_new(f.j, &r, &f.why), ERR_OK);
	why_clear(&f.why);
	r.settings = STR("");
	r.carry = STR("hero fly\n");
	assert_int_equal(campaign_new(f.j, &r, &f.why), ERR_FORMAT);
	assert_true(fix_holds(str_of(f.why.text), "line 1"));
	why_clear(&f.why);
	r.carry = STR("");
	OK(campaign_new(f.j, &r, &f.why));
	assert_int_equal(campaign_new(f.j, &r, &f.why), ERR_USAGE);
	why_clear(&f.why);
	refused(campaign_start(f.j, r.name, &f.why),
		"a campaign begins with two people at least");
	refused(campaign_start(f.j, STR("autumn"), &f.why),
		"there is no campaign autumn; heraldo campaign list names them");
}

int main(void)
{
#define T(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(who_leads_open_games_does_not_play_in_them),
		T(a_round_follows_when_all_its_games_are_over),
		T(who_comes_late_is_paired_from_the_next_round_on),
		T(two_alone_who_leave_end_it),
		T(a_result_comes_from_the_game_itself),
		T(the_table_may_agree_on_how_it_ends),
		T(a_knock_out_ends_with_one),
		T(a_ladder_is_climbed_by_challenges),
		T(one_that_cannot_go_on_keeps_its_results),
		T(one_that_cannot_be_counted_waits_for_its_table),
		T(who_has_no_key_is_invited_first),
		T(people_come_and_go_by_mail),
		T(one_is_made_by_mail),
		T(one_is_led_by_mail),
		T(what_cannot_be_is_refused_when_it_is_made),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
