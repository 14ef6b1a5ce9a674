/*
 * tests/unit/test_judge_rebellion.c - a game of Rebellion by signed mail, each
 * decision drawn from what is legal in the player's own view, written as an
 * order, signed, mailed, read and adjudicated.
 */
#include "unit.h"
#include <time.h>
#include "verifier/verify.h"
#include "play_fixture.h"
#include "verifier/verify.h"

static struct trials trials;

enum { MAILS_MAX = 220 };

static struct fix f;
static struct play p;
static struct dice rng = { .bits = play_chance, .source = "players" };

#define OK(call) assert_int_equal(call, ERR_OK)

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_rebellion");
	play_open(&p, &f, &system_rebellion);
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	play_release(&p, &f);
	return 0;
}

static void start_with(int64_t deadline_s)
{
	struct game_option o[2];
	struct game_plan plan = { .name = STR("skirmish"),
				  .system = STR("rebellion"),
				  .n_players = 2,
				  .options = o,
				  .n_options = 2,
				  .deadline_s = deadline_s };

	OK(judge_option_parse(f.j, plan.system, STR("build=100"), &o[0],
			      &f.why));
	OK(judge_option_parse(f.j, plan.system, STR("terrain_items=0..2"),
			      &o[1], &f.why));
	fix_person(&f, 0);
	fix_person(&f, 1);
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
}

static void start(void)
{
	start_with(0);
}

static const char *lines_of(const struct decision *d)
{
	const char *text = play_words(&p, &f, d);
	struct buf b;

	if (text)
		return text;
	buf_init(&b, 8192);
	decision_render(&b, &system_rebellion.decisions, d);
	fail_msg("no words for %s", b.s);
	return NULL;
}

static void a_game_of_rebellion_is_played_by_signed_mail(void **unused)
{
	(void)unused;
	struct game *view = arena_alloc(&f.arena, sizeof(*view));
	struct rb_state *s = (struct rb_state *)(void *)view->state;
	struct str log;
	int n = 0, seat;

	start();
	while (n < MAILS_MAX && (seat = play_awaited(&f)) >= 0) {
		struct decision d;
		const char *text;
		struct str verdict;

		OK(judge_game_view(f.j, f.game, seat, view, &f.why));
		if (s->head.phase == RB_ARMY)
			play_army(seat, &d);
		else
			assert_true(system_rebellion.random_decision(
				view->state, seat, &trials, &rng, &d));
		text = lines_of(&d);
		if (n % 2)
			text = arena_printf(&f.arena, "%s\nWAIT", text);
		verdict = fix_send(
			&f, fix_orders(&f, seat, fix_point(&f), ++n, text));
		if (!str_is(verdict, "adjudicated")) {
			struct buf b;

			buf_init(&b, 1 << 20);
			fix_post(&f, &b);
			fprintf(stderr, "%s\n%s\n", text, b.s);
		}
		assert_str(verdict, "adjudicated");
		if (n % 20 == 0)
			fix_post(&f, NULL);
	}
	fix_post(&f, NULL);
	log = fix_log(&f);
	print_message("%d mails, phase %d, %zu bytes of log\n", n,
		      s->head.phase, log.len);
	OK(judge_game_view(f.j, f.game, 0, view, &f.why));
	assert_true(s->head.phase >= RB_PLAY);
	assert_true(fix_holds(log, "\"event\":\"link_opened\""));
	OK(judge_game_replay(f.j, f.game, &f.why));
}

static enum game_state state_now(void)
{
	struct game_row g;

	OK(store_game_get(judge_store(f.j), f.game, &f.arena, &g, &f.why));
	return g.state;
}

/* A's army is sealed, of 3, 5 or 8: B hears the same of each of its labels. */
static void a_sealed_army_answers_nothing(void **unused)
{
	(void)unused;
	static const char *const armies[] = { "ARMY 3 x rebellion/1",
					      "ARMY 5 x rebellion/1",
					      "ARMY 8 x rebellion/1" };
	struct buf told[ARRAY_LEN(armies)];

	for (size_t i = 0; i < ARRAY_LEN(armies); i++) {
		struct str log;

		if (i) {
			teardown(NULL);
			setup(NULL);
		}
		start();
		buf_init(&told[i], 1 << 14);
		assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1,
						   armies[i])),
			   "adjudicated");
		assert_str(fix_send(&f, fix_orders(&f, 1, fix_point(&f), 1,
						   "ON FAIL SKIP\n"
						   "SPIN A1 NEVER\n"
						   "SPIN A4 NEVER\n"
						   "SPIN A6 NEVER\n"
						   "SPIN A9 NEVER\nWAIT")),
			   "adjudicated");
		log = fix_log(&f);
		for (const char *at = log.s;
		     (at = strstr(at, "\"event\":\"refused\"")); at++) {
			const char *from = strstr(at, "\"reason\"");

			buf_add(&told[i], from,
				(size_t)(strstr(from, ",\"args\"") - from));
		}
		assert_int_equal(fix_count(buf_str(&told[i]), "no_figure"), 4);
		assert_string_equal(told[i].s, told[0].s);
	}
	for (size_t i = 0; i < ARRAY_LEN(armies); i++)
		buf_release(&told[i]);
}

/* Nobody's silence makes an army: the game is paused for that alone. */
static void a_late_army_lets_the_game_go_on(void **unused)
{
	(void)unused;
	struct verify_means m = { .systems = f.config.systems,
				  .n_systems = f.config.n_systems };
	struct verify_result r;
	struct str army[2];
	struct decision d;
	int n;

	start_with(3600);
	for (int i = 0; i < 2; i++) {
		play_army(i, &d);
		army[i] = fix_orders(&f, i, fix_point(&f), 1, lines_of(&d));
	}
	f.now += 3601;
	OK(judge_tick(f.j, &n, &f.why));
	assert_int_equal(state_now(), GAME_PAUSED);
	/* written before the pause, and good all the same */
	assert_str(fix_send(&f, army[0]), "adjudicated");
	assert_int_equal(state_now(), GAME_RUNNING);
	/* the other one has time again, and then not */
	OK(judge_tick(f.j, &n, &f.why));
	assert_int_equal(state_now(), GAME_RUNNING);
	f.now += 3601;
	OK(judge_tick(f.j, &n, &f.why));
	assert_int_equal(state_now(), GAME_PAUSED);
	assert_str(fix_send(&f, army[1]), "adjudicated");
	assert_int_equal(state_now(), GAME_RUNNING);
	/* what is paused by somebody stays so */
	OK(judge_game_pause(f.j, f.game, STR("tea"), &f.why));
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 2, "WAIT")),
		   "game_paused");
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	verify_export(fix_export(&f, EXPORT_FULL), &m, &f.arena, &r);
	if (!r.good)
		fprintf(stderr, "%s\n", r.fault.what);
	assert_true(r.good);
}

static void an_option_that_the_rules_do_not_have_is_named(void **unused)
{
	(void)unused;
	struct game_option o;
	struct game_plan plan = { .name = STR("typo"),
				  .system = STR("rebellion"),
				  .n_players = 2,
				  .options = &o,
				  .n_options = 1 };

	OK(judge_option_parse(f.j, plan.system, STR("biuld=100"), &o, &f.why));
	assert_int_equal(
		judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why),
		ERR_USAGE);
	assert_non_null(strstr(f.why.text, "'biuld'"));
	assert_non_null(strstr(f.why.text, "heraldo-rebellion(7)"));
}

static enum err begin_in(const char *position)
{
	struct game_plan plan = { .name = STR("hill"),
				  .system = STR("rebellion"),
				  .n_players = 2,
				  .setup = str_of(position) };

	f.why.text[0] = 0;
	return judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why);
}

static void a_game_begins_in_the_position_of_its_master(void **unused)
{
	(void)unused;
	struct game *view = arena_alloc(&f.arena, sizeof(*view));
	struct rb_state *s = (struct rb_state *)(void *)view->state;

	fix_person(&f, 0);
	fix_person(&f, 1);
	OK(begin_in("# a hill between two\n"
		    "player A side S\nplayer B side N build 100\n"
		    "terrain T1 elevated rect 10 10 20 20\n"
		    "figure A1 card \"Amazon Queen\" at 15 5 face N\n"
		    "figure B1 card rebellion/60 at 15 30 face S wounds 1\n"
		    "turn B round 2\nphase start\n"));
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	assert_int_equal(play_awaited(&f), -1); /* not before it begins */
	OK(judge_game_start(f.j, f.game, &f.why));
	assert_int_equal(play_awaited(&f), 1);
	OK(judge_game_view(f.j, f.game, 0, view, &f.why));
	assert_int_equal(s->head.phase, RB_PLAY);
	assert_int_equal(s->round, 2);
	assert_int_equal(s->actions_left, 1);
	assert_int_equal(s->n_terrain, 1);
	assert_int_equal(s->fig[0].at.x, 1500);
	assert_int_equal(s->fig[1].wounds, 1);
	/* what its dial hides is its owner's alone */
	assert_true(s->def[0].n_clicks > 1);
	assert_int_equal(s->def[1].n_clicks, RB_UNKNOWN);
	assert_str(fix_send(&f, fix_orders(&f, 1, fix_point(&f), 1,
					   "move b1 to 15 26")),
		   "adjudicated");
	OK(judge_game_replay(f.j, f.game, &f.why));
}

static void a_position_that_cannot_be_tells_its_line(void **unused)
{
	(void)unused;
	static const struct {
		const char *text, *why;
	} faults[] = {
		{ "player A\n", "the game has 2 players" },
		{ "player A\nplayer B\n\nfigure A1 card Slasher at 1 1\n",
		  "line 4 of the position: no one figure is called Slasher: "
		  "Slasher *" },
		{ "player A\nfigure A1 \"card\n",
		  "line 2 of the position: a quote is not closed" },
		{ "hill 3 4\n", "line 1 of the position: a position has no "
				"hill" },
	};

	for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
		assert_int_equal(begin_in(faults[i].text), ERR_USAGE);
		if (!strstr(f.why.text, faults[i].why))
			fail_msg("%s", f.why.text);
	}
}

/* what both are asked at once, each answers for the state that was told */
static void both_sides_answer_the_same_question_in_any_order(void **unused)
{
	(void)unused;
	static const char *const answers[2] = { "side s\nend", "side n\nend" };
	struct game *view = arena_alloc(&f.arena, sizeof(*view));
	struct rb_state *s = (struct rb_state *)(void *)view->state;
	struct decision d;
	int64_t point;

	start();
	point = fix_point(&f);
	for (int seat = 1; seat >= 0; seat--) {
		play_army(seat, &d);
		assert_str(fix_send(&f, fix_orders(&f, seat, point, 1,
						   lines_of(&d))),
			   "adjudicated");
	}
	/* what came before the question is no answer to it */
	assert_str(fix_send(&f, fix_orders(&f, 0, point, 2, answers[0])),
		   "stale");
	point = fix_point(&f);
	for (int seat = 0; seat < 2; seat++) {
		OK(judge_game_view(f.j, f.game, seat, view, &f.why));
		assert_int_equal(s->head.phase, RB_PILE);
		assert_str(fix_send(&f, fix_orders(&f, seat, point, 3,
						   answers[seat])),
			   "adjudicated");
	}
	OK(judge_game_view(f.j, f.game, 0, view, &f.why));
	assert_true(s->head.phase > RB_PILE);
	/* the same answer would have been for the question before */
	assert_str(fix_send(&f, fix_orders(&f, 1, point, 4, "end")), "stale");
	OK(judge_game_replay(f.j, f.game, &f.why));
}

/* Two figures each, far apart; A's turn. */
static void far_apart(int64_t deadline_s)
{
	struct game_plan plan = {
		.name = STR("far"),
		.system = STR("rebellion"),
		.n_players = 2,
		.deadline_s = deadline_s,
		.setup = STR("player A side S\nplayer B side N\n"
			     "figure A1 at 5 5\nfigure A2 at 10 5\n"
			     "figure B1 at 5 30\nfigure B2 at 10 30\nturn A\n")
	};

	fix_person(&f, 0);
	fix_person(&f, 1);
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
}

static void orders_of_any_time_give_no_new_time(void **unused)
{
	(void)unused;
	static const char *const idle[] = { "spin never\nwait",
					    "spin auto\nwait",
					    "end game\nwait" };
	int fired;

	far_apart(2 * 86400);
	for (int day = 0; day < 3; day++) {
		assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f),
						   day + 1, idle[day])),
			   "adjudicated");
		fix_post(&f, NULL);
		f.now += 16 * 3600;
	}
	OK(judge_tick(f.j, &fired, &f.why));
	assert_int_equal(
		fix_count(fix_log(&f), "\"event\":\"deadline_passed\""), 1);
	assert_int_equal(play_awaited(&f), 1);
}

static void what_others_do_in_secret_makes_nothing_stale(void **unused)
{
	(void)unused;
	int64_t point;

	far_apart(0);
	point = fix_point(&f);
	assert_str(
		fix_send(&f, fix_orders(&f, 0, point, 1, "spin never\nwait")),
		"adjudicated");
	assert_str(fix_send(&f, fix_orders(&f, 1, point, 1, "spin auto")),
		   "adjudicated");
	/* what everybody sees does */
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 2,
					   "move a1 to 5 8")),
		   "adjudicated");
	assert_str(fix_send(&f, fix_orders(&f, 1, point, 2, "spin never")),
		   "stale");
}

static void values_are_set_as_players_write_them(void **unused)
{
	(void)unused;
	static const struct {
		const char *path, *value;
	} bad[] = { { "A1.at", "F4" },      { "A1.x", "9,2,1" },
		    { "A1.wounds", "two" }, { "A1.captive_of", "A" },
		    { "A1.x", "9.255" },    { "active", "Z" } };
	struct game *view = arena_alloc(&f.arena, sizeof(*view));
	struct rb_state *s = (struct rb_state *)(void *)view->state;
	struct str post;

	far_apart(0);
	fix_post(&f, NULL);
	OK(judge_game_override(f.j, f.game, STR("A1.at"), STR("10.5 12"),
			       STR("it slid"), &f.why));
	OK(judge_game_override(f.j, f.game, STR("A1.x"), STR("9.25"),
			       STR("and again"), &f.why));
	OK(judge_game_override(f.j, f.game, STR("active"), STR("b"),
			       STR("his turn"), &f.why));
	OK(judge_game_view(f.j, f.game, 0, view, &f.why));
	assert_int_equal(s->fig[0].at.x, 925);
	assert_int_equal(s->fig[0].at.y, 1200);
	assert_int_equal(s->head.active, 1);
	post = fix_posted(&f);
	assert_true(fix_holds(post, "\"value\":[1050,1200]") ||
		    fix_holds(post, "10.50 12.00"));
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		why_clear(&f.why);
		assert_int_equal(judge_game_override(
					 f.j, f.game, str_of(bad[i].path),
					 str_of(bad[i].value), STR(""), &f.why),
				 ERR_USAGE);
	}
	OK(judge_game_replay(f.j, f.game, &f.why));
}

/* The standing orders of a player, whose opponents do not see them. */
static void values_that_players_cannot_see_are_not_set(void **unused)
{
	(void)unused;
	static const char *const hidden[][2] = { { "A.land", "back" },
						 { "A.push", "mount" },
						 { "A1.unity", "yes" } };

	far_apart(0);
	fix_posted(&f);
	for (size_t i = 0; i < ARRAY_LEN(hidden); i++) {
		why_clear(&f.why);
		assert_int_equal(judge_game_override(f.j, f.game,
						     str_of(hidden[i][0]),
						     str_of(hidden[i][1]),
						     STR("so"), &f.why),
				 ERR_USAGE);
		assert_non_null(strstr(f.why.text, "cannot see"));
	}
	assert_int_equal(fix_posted(&f).len, 0);
	OK(judge_game_override(f.j, f.game, STR("A.score"), STR("12"),
			       STR("so"), &f.why));
}

static void a_second_mail_is_good_while_the_first_waits(void **unused)
{
	(void)unused;
	struct game *view = arena_alloc(&f.arena, sizeof(*view));
	struct rb_state *s = (struct rb_state *)(void *)view->state;
	int64_t point;

	far_apart(0);
	point = fix_point(&f);
	assert_str(fix_send(&f, fix_orders(&f, 1, point, 1, "move b1 to 5 27")),
		   "adjudicated");
	assert_int_equal(fix_count(fix_log(&f), "\"event\":\"waiting\""), 1);
	assert_str(fix_send(&f, fix_orders(&f, 1, point, 2,
					   "move b1 to 5 28\nend")),
		   "adjudicated");
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, "end")),
		   "adjudicated");
	OK(judge_game_view(f.j, f.game, 0, view, &f.why));
	assert_int_equal(s->head.active, 0);
	assert_int_equal(s->fig[2].at.y, 2800);
	OK(judge_game_replay(f.j, f.game, &f.why));
}

/* Two archers in range of one another, A's turn; the point of it. */
static int64_t in_range(void)
{
	struct game_plan plan = {
		.name = STR("near"),
		.system = STR("rebellion"),
		.n_players = 2,
		.setup = STR("player A side S\nplayer B side N\n"
			     "figure A1 at 11 10 face 0 range 14\n"
			     "figure A2 at 30 10\n"
			     "figure B1 at 11 20 face 180 range 14\n"
			     "figure B2 at 30 30\nturn A\n")
	};

	fix_person(&f, 0);
	fix_person(&f, 1);
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
	return fix_point(&f);
}

static void ordered(int who, int serial, const char *lines)
{
	assert_str(
		fix_send(&f, fix_orders(&f, who, fix_point(&f), serial, lines)),
		"adjudicated");
}

/* How many dice fell by link n, in all courses of play. */
static int links(int n)
{
	return fix_count(fix_log(&f),
			 arena_printf(&f.arena, "\"number\":%d,\"link\"", n));
}

static void the_same_decision_rolls_the_same_whatever_brings_it(void **unused)
{
	(void)unused;
	static const char *const texts[] = {
		"shoot a1 b1", "// let it be better\nshoot a1 b1 // x",
		"wait\nshoot a1 at b1", "disparar a1 b1\nspin auto",
		"spin never\nshoot a1 b1 | move a1 to 11 11\nmove a2 to 30 12"
	};
	int64_t before = in_range();

	for (int i = 0; i < (int)ARRAY_LEN(texts); i++) {
		ordered(0, i + 1, texts[i]);
		assert_int_equal(links(1), i + 1);
		OK(judge_game_undo(f.j, f.game, before, false, STR("no"),
				   &f.why));
	}
	assert_int_equal(links(2), 0);
	/* another decision, or another state, is another roll */
	ordered(0, 10, "move a1 to 11 10.5\nwait");
	OK(judge_game_undo(f.j, f.game, before, false, STR("no"), &f.why));
	ordered(0, 11, "move a2 to 30 12\nshoot a1 b1\nwait");
	assert_int_equal(links(1), (int)ARRAY_LEN(texts));
	assert_int_equal(links(2), 1);
	OK(judge_game_replay(f.j, f.game, &f.why));
}

static void
what_another_keeps_for_himself_repeats_and_changes_no_roll(void **unused)
{
	(void)unused;
	static const char *const secret[] = { "spin never", "move b2 to 30 28",
					      "fight b1 a2\nspin auto",
					      "clear" };
	int64_t before = in_range();
	int n = (int)ARRAY_LEN(secret);

	ordered(0, 1, "shoot a1 b1\nwait");
	for (int i = 0; i < n; i++) {
		OK(judge_game_undo(f.j, f.game, before, false, STR("no"),
				   &f.why));
		ordered(1, i + 1, secret[i]);
		ordered(0, i + 2, "shoot a1 b1\nwait");
		assert_int_equal(links(1), i + 2);
	}
	assert_int_equal(links(2), 0);
	OK(judge_game_replay(f.j, f.game, &f.why));
}

/* So many are asked of the rules; the others are to be asked again. */
static void so_many_questions_of_a_mail_are_asked_of_the_rules(void **unused)
{
	(void)unused;
	enum { ASKED = 60, ANSWERED = 40 };
	struct buf b;

	far_apart(0);
	fix_posted(&f);
	buf_init(&b, 4096);
	for (int i = 0; i < ASKED; i++)
		buf_addf(&b, "%sODDS A1 B1", i ? "\n" : "");
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1,
					   arena_str(&f.arena, buf_str(&b)).s)),
		   "answered");
	buf_release(&b);
	assert_int_equal(fix_count(fix_posted(&f), "\"again\":1"),
			 ASKED - ANSWERED);
}

enum { CROWD = 24, LINES = 199, COST_MAX_S = 10 /* 0.7 is measured */ };

/* Each side in a block, all of them figures of the catalog. */
static void crowded(void)
{
	struct game_plan plan = { .name = STR("crowd"),
				  .system = STR("rebellion"),
				  .n_players = 2 };
	struct buf b;

	buf_init(&b, 1 << 16);
	buf_addz(&b, "player A side S\nplayer B side N\n");
	for (int i = 0; i < 2 * CROWD; i++)
		buf_addf(&b, "figure %c%d at %d %d face %d range 14\n",
			 i < CROWD ? 'A' : 'B', i % CROWD + 1,
			 3 + i % CROWD % 12 * 3,
			 (i < CROWD ? 8 : 20) + i % CROWD / 12 * 3,
			 i < CROWD ? 0 : 180);
	buf_addz(&b, "turn A\n");
	plan.setup = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	fix_person(&f, 0);
	fix_person(&f, 1);
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
}

/* Mails that cost 46 seconds and more before their steps were counted. */
static void no_mail_costs_more_than_some_seconds(void **unused)
{
	(void)unused;
	static const char *const attacks[] = {
		"ODDS SHOOT UTEM CROSSBOWMAN TIMBER WOLF AND SHAMAN OF THE A1\n+ B1",
		"ODDS A1 B1",
		"the wolf and shaman of the crossbowman go with the archer to\n+ the left of the wolf and shoot the shaman",
		"move a1 a2 a3 to b1 b2 b3 then shoot b4 b5 b6 from a4 a5 and\n+ fight a7 b7 a8 b8",
		"if a1 then move a2 to b2 else shoot a3 at b3 or fight a4 b4\n+ and turn a5 to b5 and go north 3 inches left",
	};

	crowded();
	for (size_t i = 0; i < ARRAY_LEN(attacks); i++) {
		clock_t from = clock();
		double spent;
		struct buf b;

		buf_init(&b, 1 << 20);
		for (int k = 0; k < LINES; k++)
			buf_addf(&b, "%s%s", k ? "\n" : "", attacks[i]);
		fix_send(&f, fix_orders(&f, 0, fix_point(&f), (int)i + 1,
					arena_str(&f.arena, buf_str(&b)).s));
		buf_release(&b);
		spent = (double)(clock() - from) / CLOCKS_PER_SEC;
		print_message("%.2f s: %s\n", spent, attacks[i]);
		assert_true(spent < COST_MAX_S);
	}
}

static void end_game_is_told_so_often_a_day(void **unused)
{
	(void)unused;
	int told = 0;

	far_apart(0);
	for (int i = 1; i <= 2 * JUDGE_TOLD_A_DAY; i++)
		told += str_is(fix_send(&f, fix_orders(&f, 1, fix_point(&f), i,
						       "END GAME")),
			       "adjudicated");
	assert_int_equal(told, JUDGE_TOLD_A_DAY);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

static void an_army_named_in_spanish_verifies_without_a_catalog(void **unused)
{
	(void)unused;
	struct game_kind bare;
	struct verify_means m = { .systems = &bare, .n_systems = 1 };
	struct verify_result r;
	struct str log;

	start();
	assert_str(
		fix_send(&f,
			 fix_orders(&f, 0, fix_point(&f), 1,
				    "EJERCITO Guardia Altemo ***,\n"
				    "+ guardia altemo *, Utem Crossbowman *")),
		"adjudicated");
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	log = fix_export(&f, EXPORT_FULL);
	assert_int_equal(fix_count(log, "\"event\":\"card_named\""), 3);
	assert_int_equal(fix_count(log, "\"name\":\"GUARDIA ALTEMO ***\","
					"\"key\":\"rebellion/60\""),
			 1);
	bare = f.config.systems[0];
	bare.cards = NULL;
	verify_export(log, &m, &f.arena, &r);
	if (!r.good)
		fail_msg("line %zu: %s %s %s", r.fault.line, r.fault.what,
			 r.fault.expected, r.fault.found);
	assert_true(r.rules_run);
}

/* the log of the game so far, by itself */
static void verify_bare(struct verify_result *r)
{
	struct game_kind bare = f.config.systems[0];
	struct verify_means m = { .systems = &bare, .n_systems = 1 };
	struct str log;

	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	log = fix_export(&f, EXPORT_FULL);
	bare.cards = NULL;
	verify_export(log, &m, &f.arena, r);
	if (!r->good)
		fail_msg("line %zu: %s %s %s", r->fault.line, r->fault.what,
			 r->fault.expected, r->fault.found);
	assert_true(r->rules_run);
}

static void
a_refused_army_that_no_log_has_verifies_without_a_catalog(void **unused)
{
	(void)unused;
	struct verify_result r;

	start();
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1,
					   "ON FAIL SKIP\n"
					   "ARMY 4 x Altem Guardsman ***\n"
					   "ARMY 9 x rebellion/58 | ARMY 8 x "
					   "guardia altemo **\n"
					   "ARMY 2 x Utem Crossbowman *")),
		   "adjudicated");
	assert_int_equal(fix_count(fix_export(&f, 0), "\"event\":\"refused\""),
			 3);
	verify_bare(&r);
	assert_int_equal(r.cards.refused, 3);
	assert_int_equal(r.cards.renamed, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_refused_army_that_no_log_has_verifies_without_a_catalog),
		TEST(a_late_army_lets_the_game_go_on),
		TEST(a_sealed_army_answers_nothing),
		TEST(an_option_that_the_rules_do_not_have_is_named),
		TEST(an_army_named_in_spanish_verifies_without_a_catalog),
		TEST(a_game_begins_in_the_position_of_its_master),
		TEST(a_position_that_cannot_be_tells_its_line),
		TEST(both_sides_answer_the_same_question_in_any_order),
		TEST(orders_of_any_time_give_no_new_time),
		TEST(what_others_do_in_secret_makes_nothing_stale),
		TEST(values_are_set_as_players_write_them),
		TEST(values_that_players_cannot_see_are_not_set),
		TEST(so_many_questions_of_a_mail_are_asked_of_the_rules),
		TEST(end_game_is_told_so_often_a_day),
		TEST(no_mail_costs_more_than_some_seconds),
		TEST(a_second_mail_is_good_while_the_first_waits),
		TEST(the_same_decision_rolls_the_same_whatever_brings_it),
		TEST(what_another_keeps_for_himself_repeats_and_changes_no_roll),
		TEST(a_game_of_rebellion_is_played_by_signed_mail),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
