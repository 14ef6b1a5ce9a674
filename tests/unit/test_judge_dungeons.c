/*
 * tests/unit/test_judge_dungeons.c - games of Dungeons by signed mail: what is
 * sealed tells nothing, and what could never begin is not made.
 */
#include "unit.h"
#include "verifier/verify.h"
#include "judge/game/game_ctx.h"
#include "play_fixture.h"
#include "games/dungeons/rules/dungeons.h"
#include "games/dungeons/rules/state.h"

static struct fix f;
static struct play p;

#define OK(call) assert_int_equal(call, ERR_OK)

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_dungeons");
	play_open(&p, &f, &system_dungeons);
	fix_person(&f, 0);
	fix_person(&f, 1);
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	play_release(&p, &f);
	return 0;
}

static enum err make(const char *map)
{
	struct game_option o;
	struct game_plan plan = { .name = STR("pyramid"),
				  .system = STR("dungeons"),
				  .n_players = 2,
				  .options = &o,
				  .n_options = 1 };

	f.why.text[0] = 0;
	OK(judge_option_parse(f.j, plan.system, str_of(map), &o, &f.why));
	return judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why);
}

static void a_map_on_which_no_game_can_begin_is_refused(void **unused)
{
	(void)unused;
	assert_int_equal(make("map=map/tower"), ERR_USAGE);
	assert_non_null(strstr(f.why.text, "one mouth"));
	assert_int_equal(make("map=map/nowhere"), ERR_USAGE);
	assert_non_null(strstr(f.why.text, "no map of that name"));
	OK(make("map=map/crossing"));
}

static void sit_down(void)
{
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
}

static void start(void)
{
	OK(make("map=map/crossing"));
	sit_down();
}

/* a game that begins in this position */
/* open to game masters, whose log has all that is hidden */
static void start_in(const char *position)
{
	struct game_plan plan = { .name = STR("crypt"),
				  .system = STR("dungeons"),
				  .n_players = 2,
				  .n_policies = 1,
				  .setup = str_of(position) };

	plan.policies[0].name = STR("gm-sees-hidden");
	plan.policies[0].value = STR("yes");
	f.why.text[0] = 0;
	if (judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why))
		fail_msg("%s", f.why.text);
	sit_down();
}

/* What B hears of these orders while A's team is sealed. */
static const char *answer_to(const char *team, const char *orders)
{
	struct str log;
	struct buf out;
	const char *mine;

	start();
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, team)),
		   "adjudicated");
	fix_post(&f, NULL);
	assert_str(fix_send(&f, fix_orders(&f, 1, fix_point(&f), 1, orders)),
		   "adjudicated");
	buf_init(&out, 1 << 20);
	log = fix_log(&f);
	/* reason and arguments of every refusal, in order */
	for (const char *at = log.s; (at = strstr(at, "\"event\":\"refused\""));
	     at++) {
		const char *from = strstr(at, "\"line\"");
		const char *to = strstr(from, ",\"order\"");

		buf_add(&out, from, (size_t)(to - from));
	}
	mine = arena_str(&f.arena, buf_str(&out)).s;
	buf_release(&out);
	return mine;
}

static void a_sealed_team_answers_nothing(void **unused)
{
	(void)unused;
	static const char *const orders =
		"ON FAIL SKIP\nNEVER SPIN A1\nNEVER SPIN A2\nNEVER SPIN A3\n"
		"TEAM Trollkiller 5\nWAIT";
	static const char *const teams[] = { "TEAM Carlana 1",
					     "TEAM Trollkiller 1, Carlana 1",
					     "TEAM Amir 2" };
	const char *first = answer_to(teams[0], orders);

	assert_non_null(strstr(first, "\"line\":4"));
	assert_null(strstr(first, "\"line\":7")); /* the team was taken */
	for (size_t i = 1; i < ARRAY_LEN(teams); i++)
		assert_string_equal(answer_to(teams[i], orders), first);
}

/* --- what a log tells beside the board ------------------------------------ */

static const struct dg_state *seen_by(int seat)
{
	struct game *view = arena_alloc(&f.arena, sizeof(*view));

	OK(judge_game_view(f.j, f.game, seat, view, &f.why));
	return (const struct dg_state *)(const void *)view->state;
}

static void verified(void)
{
	struct verify_means m = { .systems = f.config.systems,
				  .n_systems = f.config.n_systems };
	struct verify_result r;

	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	verify_export(fix_export(&f, EXPORT_FULL), &m, &f.arena, &r);
	if (!r.good)
		fail_msg("line %zu: %s", r.fault.line, r.fault.what);
	assert_true(r.rules_run);
}

/* The log of a position gives away its chest (six times the same treasure) and
 * the table of its token: so the board gives them to everybody, too. What is
 * drawn in the game is in nobody's log, and no game master sets it. */
static void a_log_tells_nothing_that_the_board_does_not(void **unused)
{
	(void)unused;
	static const int readers[] = { -1, 0, 1, SLOT_OBSERVER };

	start_in("map crossing\nplayer A\nplayer B\n"
		 "treasure K1 gold 30\nchest K1 at M12 face N\n"
		 "token W1 at J7 weak rolls 7 1 15\n"
		 "pooled A C C\npooled B C C\nphase chests\n");
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1,
					   "CHEST C G4 S")),
		   "adjudicated");
	assert_int_equal(fix_count(fix_log(&f), "\"event\":\"secret\""), 1);
	for (size_t i = 0; i < ARRAY_LEN(readers); i++) {
		struct str log = fix_export(&f, readers[i]);

		assert_int_equal(fix_count(log, "\"treasures\":[0,30,"), 1);
		assert_int_equal(fix_count(log, "\"rows\":[0,0,0,0,0,0,0,0,0,0,"
						"1,15,"),
				 1);
		assert_int_equal(fix_count(log, "\"event\":\"committed\""), 1);
		assert_int_equal(fix_count(log, "\"event\":\"secret\""), 0);
	}
	for (int seat = -1; seat < 2; seat++) {
		const struct dg_state *s = seen_by(seat);

		assert_int_equal(s->n_chests, 2);
		assert_int_equal(s->chest[0].treasure, 0);
		assert_int_equal(s->token[0].table, 0);
		assert_int_equal(s->chest[1].treasure, DG_UNKNOWN);
	}
	/* SET mails its value to all, so it sets nothing that is hidden */
	fix_posted(&f);
	assert_int_equal(judge_game_override(f.j, f.game, STR("K2.treasure"),
					     STR("3"), STR("so it is"), &f.why),
			 ERR_USAGE);
	assert_non_null(strstr(f.why.text, "cannot see"));
	assert_int_equal(fix_posted(&f).len, 0);
	for (int seat = -1; seat < 2; seat++)
		assert_int_equal(seen_by(seat)->chest[1].treasure, DG_UNKNOWN);
	OK(judge_game_override(f.j, f.game, STR("K1.treasure"), STR("0"),
			       STR("all see it"), &f.why));
	OK(judge_game_replay(f.j, f.game, &f.why));
	verified();
}

/* of how many clicks of this figure the log of a slot tells, at most */
static int clicks_told(int slot, const char *fig)
{
	const char *of = arena_printf(&f.arena, "\"fig\":\"%s\",\"kind\"", fig);
	struct str log = fix_export(&f, slot), line;
	int most = 0;

	while (parse_line(&log, &line)) {
		const char *at;
		int n = 1;

		if (!fix_holds(line, "\"event\":\"figure_defined\"") ||
		    !fix_holds(line, of))
			continue;
		at = memmem(line.s, line.len, "\"dial\":[", 8);
		assert_non_null(at);
		for (; *at != ']'; at++)
			n += *at == ',';
		assert_int_equal(n % DG_CLICK_WORDS, 0);
		n /= DG_CLICK_WORDS;
		most = n > most ? n : most;
	}
	return most;
}

/* it shows one click to this seat, -1 an observer */
static void shows_one_click(int seat, int32_t label)
{
	const struct dg_state *s = seen_by(seat);
	int found = 0;

	for (int i = 0; i < s->n_figs; i++) {
		if (s->fig[i].label != label)
			continue;
		found++;
		assert_int_equal(s->card[i].n_clicks, DG_HIDDEN_CLICKS);
		for (int k = 0; k < DG_MAX_CLICKS; k++)
			if (k != s->fig[i].click)
				assert_int_equal(
					dg_click(&s->card[i], k).value[0], 0);
	}
	assert_int_equal(found, 1);
}

static void with_dials_current_nobody_reads_on(int32_t label, int owner)
{
	static const int slots[] = { -1, 0, 1, SLOT_OBSERVER };
	const char *fig = arena_printf(&f.arena, "%c%d", label_letter(label),
				       label_number(label));

	for (size_t i = 0; i < ARRAY_LEN(slots); i++)
		if (slots[i] != owner)
			assert_int_equal(clicks_told(slots[i], fig), 1);
	for (int seat = -1; seat < 2; seat++)
		if (seat != owner || owner < 0)
			shows_one_click(seat, label);
	assert_true(clicks_told(owner < 0 ? SLOT_GM : owner, fig) > 1);
}

static void hidden_dials_are_in_no_log_of_teams(void **unused)
{
	(void)unused;
	static const char *const teams[] = { "TEAM Carlana 1", "TEAM Amir 2" };
	struct game_option o[2];
	struct game_plan plan = { .name = STR("pyramid"),
				  .system = STR("dungeons"),
				  .n_players = 2,
				  .options = o,
				  .n_options = 2 };

	OK(judge_option_parse(f.j, plan.system, STR("map=map/crossing"), &o[0],
			      &f.why));
	OK(judge_option_parse(f.j, plan.system, STR("dials=current"), &o[1],
			      &f.why));
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	sit_down();
	for (int i = 0; i < 2; i++)
		assert_str(fix_send(&f, fix_orders(&f, i, fix_point(&f), 1,
						   teams[i])),
			   "adjudicated");
	with_dials_current_nobody_reads_on(label_of('A', 1), 0);
	with_dials_current_nobody_reads_on(label_of('B', 1), 1);
	verified();
}

static void hidden_dials_are_in_no_log_of_positions_and_pools(void **unused)
{
	(void)unused;

	start_in("option dials current\nmap crossing\n"
		 "figure A1 outside dial 8/8/14/2 7/7/13/1\n"
		 "figure B1 outside dial 8/8/14/2 7/7/13/1\n"
		 "figure P1 at J7 spawn dial 8/8/14/2 7/7/13/1\nphase pool\n");
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1,
					   "POOL 13 x dungeons/1")),
		   "adjudicated");
	with_dials_current_nobody_reads_on(label_of('A', 1), 0);
	with_dials_current_nobody_reads_on(label_of('B', 1), 1);
	/* Mage Spawn is nobody's: of a position, and of the pool */
	with_dials_current_nobody_reads_on(label_of('P', 1), -1);
	with_dials_current_nobody_reads_on(label_of('P', 9), -1);
	verified();
}

/* The n-th commitment of the log, as digits. */
static struct str committed(int n)
{
	struct str log = fix_log(&f), line;
	const char *at;

	while (parse_line(&log, &line)) {
		if (!fix_holds(line, "\"event\":\"committed\"") || n--)
			continue;
		at = memmem(line.s, line.len, "\"hash\":\"", 8);
		assert_non_null(at);
		return (struct str){ at + 8, 64 };
	}
	return STR("");
}

static void ordered(int who, const char *lines)
{
	static int serial;

	assert_str(fix_send(&f, fix_orders(&f, who, fix_point(&f), ++serial,
					   lines)),
		   "adjudicated");
}

/* What everybody has seen is not laid into a chest that is placed once more;
 * what nobody has seen is. */
static void a_treasure_that_was_opened_is_drawn_anew(void **unused)
{
	(void)unused;
	static const struct {
		int who;
		const char *lines;
	} way[] = {
		{ 1, "DONE" },
		{ 0, "POOL 13 x dungeons/1" },
		{ 1, "POOL 13 x dungeons/1" },
		{ 0, "ENTRANCE W" },
		{ 1, "EXIT OF A N" },
		{ 1, "ENTRANCE E" },
		{ 0, "EXIT OF B S" },
	};
	int64_t before;

	start_in("option chests_per_player 1\noption tokens_per_player 0\n"
		 "map crossing\nfigure A1 at G5 face N\n"
		 "figure B1 at T7 face W\npooled A C\npooled B C\n"
		 "phase chests\n");
	before = fix_point(&f);
	for (int i = 0; i < 2; i++) {
		if (i)
			OK(judge_game_undo(f.j, f.game, before, false,
					   STR("it fell"), &f.why));
		ordered(0, "CHEST C G4 S");
	}
	assert_int_equal(committed(1).len, 64);
	assert_true(str_equal(committed(0), committed(1)));
	for (size_t i = 0; i < ARRAY_LEN(way); i++)
		ordered(way[i].who, way[i].lines);
	OK(judge_game_override(f.j, f.game, STR("K1.trap"), STR("disarmed"),
			       STR("to see it"), &f.why));
	ordered(0, "TAKE A1 K1\nWAIT");
	assert_int_equal(fix_count(fix_log(&f), "\"event\":\"opened\""), 1);
	OK(judge_game_undo(f.j, f.game, before, false, STR("it fell"), &f.why));
	ordered(0, "CHEST C G4 S");
	assert_int_equal(committed(2).len, 64);
	assert_false(str_equal(committed(0), committed(2)));
	OK(judge_game_replay(f.j, f.game, &f.why));
	verified();
}

#define TEST(t) cmocka_unit_test_setup_teardown(t, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_map_on_which_no_game_can_begin_is_refused),
		TEST(a_sealed_team_answers_nothing),
		TEST(a_log_tells_nothing_that_the_board_does_not),
		TEST(a_treasure_that_was_opened_is_drawn_anew),
		TEST(hidden_dials_are_in_no_log_of_teams),
		TEST(hidden_dials_are_in_no_log_of_positions_and_pools),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
