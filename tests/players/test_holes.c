/*
 * tests/players/test_holes.c - positions of Rebellion in which a greedy player
 * of a public simulator failed, one for each of its twelve faults, and
 * positions of Dungeons in which the computer did: at strong it avoids them. A
 * position is written as in a case (heraldo-case); the computer plays seat A's
 * turn.
 */
#include "../unit/unit.h"
#include "match.h"
#include "engine/position.h"
#include "games/dungeons/rules/dungeons.h"
#include "games/rebellion/rules/rebellion.h"
#include "tests/prop/chance.h"
#include "tests/srcdir.h"
#define T(f) cmocka_unit_test(f)

enum { TURN_ORDERS = 12 };

static struct games games;
static struct match match;
static struct game trial;
static struct trials trials;
static struct event events[4000];

/* The orders of the turn. */
static struct decision given[TURN_ORDERS];
static int n_given;

static const struct rb_state *after(void)
{
	return (const struct rb_state *)(const void *)match.game.state;
}

static int setup(void **unused)
{
	struct why why = { 0 };

	(void)unused;
	return games_open(&games, game_kinds, n_game_kinds, NULL, &why) ||
	       games_deal(&games, SRCDIR "/db/catalog", &why);
}

static int teardown(void **unused)
{
	(void)unused;
	games_release(&games);
	return 0;
}

static void match_prepare(const char *game, const char *options)
{
	const struct player_rules *rules = NULL;

	memset(&match, 0, sizeof(match));
	for (int i = 0; i < games.n; i++)
		if (!strcmp(games.kinds[i].rules->name, game))
			match.kind = &games.kinds[i];
	rules = players_find(match.kind->rules);
	match.options = options;
	match.seed = 11;
	for (int i = 0; i < 2; i++)
		match.side[i] = (struct match_side){
			.kind = MATCH_STRONG,
			.rules = rules,
			.how = player_levels[PLAYER_STRONG]
		};
}

static void position_of(const char *game, const char *text)
{
	struct dice dice = { .bits = chance_bits, .source = &match.seed };
	struct secrets secrets = { .bits = chance_bits, .source = &match.seed };
	struct event_list list = { events, 0, ARRAY_LEN(events) };
	struct game_run run = { .game = &match.game,
				.dice = &dice,
				.secrets = &secrets,
				.trials = trials_init(&trials),
				.out = &list };
	struct buf fault;
	struct position p = { .run = &run, .scratch = &trial, .fault = &fault };
	int line = 0;

	match_prepare(game, "");
	game_init(&match.game, match.kind->rules);
	buf_init(&fault, 1000);
	if (!position_text(&p, match.kind->setup, str_of(text), &line))
		fail_msg("line %d: %s", line, fault.s);
	buf_release(&fault);
	list.n = 0;
	game_pump(&run, true);
}

static void position_read(const char *text)
{
	position_of("rebellion", text);
}

/* One order of seat A. */
static bool one_order(struct decision *d)
{
	if (match_awaited(&match) != 0 || !match_choose(&match, 0, d))
		return false;
	assert_true(match_submit(&match, 0, d));
	return true;
}

/* Seat A plays its turn. */
static void turn_played(void)
{
	const struct common_state *h = (const void *)match.game.state;

	for (n_given = 0; n_given < TURN_ORDERS; n_given++)
		if (h->active != 0 || !one_order(&given[n_given]))
			break;
}

static void turn_of(const char *text)
{
	position_read(text);
	turn_played();
}

static int at(int number, char letter)
{
	return rb_find(after(), label_of(letter, number));
}

/* hundredths of an inch between the centres */
static int32_t apart(const struct rb_state *s, int f, int t)
{
	return (int32_t)(geo_len(s->fig[f].at, s->fig[t].at) / 1000);
}

/* orders of this kind; of the figure, or any if number is 0 */
static int orders_of(int kind, int number)
{
	int n = 0;

	for (int i = 0; i < n_given; i++)
		n += given[i].kind == kind &&
		     (!number || decision_int(&given[i], RB_TAG_FIG, 0) ==
					 label_of('A', number));
	return n;
}

/* is t struck by an order of any of these kinds? */
static bool struck(int number)
{
	for (int i = 0; i < n_given; i++)
		if (decision_int(&given[i], RB_TAG_TARGET, 0) ==
		    label_of('B', number))
			return true;
	return false;
}

/* --- 1: incoming fire --------------------------------------------------- */

static void a_figure_does_not_walk_into_the_fire_of_three(void **unused)
{
	(void)unused;
	turn_of("board 36 36\n"
		"figure A1 at 18 6 face N stats 8/9/14/2 life 5 points 25\n"
		"figure A2 at 2 2 face N stats 6/8/14/2 life 5 points 15\n"
		"figure B1 at 16 24 face S stats 6/11/15/3 life 6 range 12\n"
		"figure B2 at 18 24 face S stats 6/11/15/3 life 6 range 12\n"
		"figure B3 at 20 24 face S stats 6/11/15/3 life 6 range 12\n");
	assert_true(apart(after(), at(1, 'A'), at(2, 'B')) > 1200);
}

/* --- 2: formations around terrain --------------------------------------- */

static void three_march_together_past_an_obstacle(void **unused)
{
	(void)unused;
	turn_of("board 36 36\n"
		"terrain H1 blocking rect 16 9 20 11\n"
		"figure A1 at 16.9 6 face N faction \"Draconum\" points 20\n"
		"figure A2 at 18 6 face N faction \"Draconum\" points 20\n"
		"figure A3 at 19.1 6 face N faction \"Draconum\" points 20\n"
		"figure B1 at 18 33 face S points 30\n"
		"turn A actions 1\n");
	assert_int_equal(orders_of(RB_ORDER_FORM, 0), 1);
}

/* --- 3: pushing onto a Demoralized click --------------------------------- */

static void no_figure_is_pushed_onto_a_demoralized_click(void **unused)
{
	(void)unused;
	turn_of("board 36 36\n"
		"figure A1 at 18 18 face N dial \"8/9/15/2\" \"6/6/12/1 "
		"demoralized\" \"5/5/11/1 demoralized\" points 40 range 10 "
		"tokens 1\n"
		"figure A2 at 5 5 face N points 10\n"
		"figure B1 at 18 26 face S stats 0/4/16/1 life 8 points 20\n");
	assert_int_equal(orders_of(RB_ORDER_SHOOT, 1), 0);
	assert_int_equal(after()->fig[at(1, 'A')].wounds, 0);
}

/* --- 4: healers ---------------------------------------------------------- */

static void a_healer_is_shot_before_another_of_the_same_points(void **unused)
{
	(void)unused;
	turn_of("board 36 36\n"
		"figure A1 at 18 10 face N stats 6/10/15/3 range 12 points 25\n"
		"figure B1 at 15 20 face S stats 6/8/15/1 life 6 points 20\n"
		"figure B2 at 21 20 face S stats 6/8/15/1 life 6 points 20 "
		"abilities necromancy\n"
		"turn A actions 1\n");
	assert_true(struck(2));
	assert_false(struck(1));
}

/* --- 5: the set-up ------------------------------------------------------- */

static void an_army_spends_its_points(void **unused)
{
	const struct rb_state *s = after();
	int32_t points = 0;

	(void)unused;
	match_prepare("rebellion", "build=200 rounds=8");
	match_begin(&match);
	for (int n = 0; n < 10 && s->head.phase < RB_PILE; n++) {
		struct decision d;
		int seat = match_awaited(&match);

		if (!match_choose(&match, seat, &d))
			break;
		assert_true(match_submit(&match, seat, &d));
	}
	for (int f = 0; f < s->n_figs; f++)
		if (s->fig[f].owner == 0)
			points += s->def[f].points;
	assert_in_range(points, 190, 200);
}

/* --- 6: free spins ------------------------------------------------------- */

static void a_free_spin_does_not_show_the_back_to_the_worse_one(void **unused)
{
	static const char *const text =
		"board 36 36\n"
		"option ask always\n"
		"figure A1 at 18 18 face N stats 6/8/15/2 life 6 points 30\n"
		"figure B1 at 18 19.1 face S stats 8/10/15/4 life 6 points 40\n"
		"figure B2 at 18 10 face N stats 8/6/13/1 life 3 points 8\n"
		"turn B actions 1\n";
	struct decision d;

	(void)unused;
	position_read(text);
	decision_start(&d, RB_ORDER_MOVE);
	decision_add_int(&d, RB_TAG_FIG, label_of('B', 2));
	decision_add_int(&d, RB_TAG_TOUCHING, label_of('A', 1));
	decision_add_int(&d, RB_TAG_AT_SIDE, RB_BACK);
	assert_true(match_submit(&match, 1, &d));
	assert_true(one_order(&d));
	assert_int_equal(d.kind, RB_ORDER_FREE_SPIN);
	assert_int_equal(after()->fig[at(1, 'A')].facing, 0);
}

/* --- 7: flanks ----------------------------------------------------------- */

/* A free spin must show its front to the figure that came last: the cheap one
 * comes behind it, the dear one strikes its back. */
static void
a_cheap_figure_turns_an_opponent_for_a_blow_at_its_back(void **unused)
{
	(void)unused;
	turn_of("board 36 36\n"
		"figure A1 at 22 18 face W stats 8/6/14/1 life 4 points 8\n"
		"figure A2 at 18 16.9 face N stats 8/8/16/4 life 8 points 45\n"
		"figure B1 at 18 18 face S stats 8/9/17/3 life 8 points 40\n"
		"turn A actions 2\n");
	assert_int_equal(orders_of(RB_ORDER_MOVE, 1), 1);
	assert_int_equal(given[0].kind, RB_ORDER_MOVE);
	assert_int_equal(orders_of(RB_ORDER_FIGHT, 2), 1);
}

/* --- 8: attacks without odds --------------------------------------------- */

static void a_push_is_not_spent_on_a_blow_that_misses(void **unused)
{
	(void)unused;
	turn_of("board 36 36\n"
		"figure A1 at 18 18 face N dial \"8/7/15/1\" \"6/5/13/1\" "
		"\"6/4/12/1\" points 30 tokens 1\n"
		"figure B1 at 18 19.1 face S stats 8/6/18/1 life 9 points 12\n");
	assert_int_equal(orders_of(RB_ORDER_FIGHT, 1), 0);
}

/* --- 9: shooters --------------------------------------------------------- */

static void an_enemy_shooter_is_based(void **unused)
{
	(void)unused;
	turn_of("board 36 36\n"
		"figure A1 at 18 12 face N stats 10/9/16/3 life 8 points 30\n"
		"figure B1 at 18 19 face S stats 6/11/14/3 life 6 range 12 "
		"points 35\n"
		"turn A actions 1\n");
	assert_true(rb_touch(after(), at(1, 'A'), at(1, 'B')));
}

static void a_based_shooter_does_not_stay_idle(void **unused)
{
	(void)unused;
	turn_of("board 36 36\n"
		"figure A1 at 18 18 face N stats 8/10/14/3 life 6 range 12 "
		"points 35\n"
		"figure B1 at 18 19.1 face S stats 8/9/15/3 life 6 points 30\n");
	assert_true(orders_of(RB_ORDER_FIGHT, 1) + orders_of(RB_ORDER_MOVE, 1) >
		    0);
}

/* --- 10: terrain --------------------------------------------------------- */

static void a_shooter_waits_in_cover(void **unused)
{
	const struct rb_state *s = after();

	(void)unused;
	turn_of("board 36 36\n"
		"terrain H1 hindering rect 16 8 20 11\n"
		"figure A1 at 18 6 face N stats 8/9/14/2 life 6 range 10 "
		"points 25\n"
		"figure B1 at 18 30 face S stats 6/9/15/2 life 6 range 10 "
		"points 25\n"
		"turn A actions 1\n");
	assert_in_range(s->fig[at(1, 'A')].at.y, 800, 1100);
	assert_in_range(s->fig[at(1, 'A')].at.x, 1600, 2000);
}

/* --- 11: back and forth -------------------------------------------------- */

static void three_turns_lead_toward_a_target_that_stands_still(void **unused)
{
	int32_t far;

	(void)unused;
	position_read("board 36 36\n"
		      "figure A1 at 18 3 face N stats 6/9/15/2 life 6\n"
		      "figure A2 at 10 3 face N stats 6/9/15/2 life 6\n"
		      "figure B1 at 18 33 face S stats 0/6/15/1 life 6\n");
	far = apart(after(), at(1, 'A'), at(1, 'B'));
	for (int n = 0; n < 3; n++) {
		struct decision end;

		turn_played();
		assert_int_equal(orders_of(RB_ORDER_PASS, 0), 0);
		decision_start(&end, RB_ORDER_END);
		assert_true(match_submit(&match, 1, &end));
	}
	assert_true(apart(after(), at(1, 'A'), at(1, 'B')) <= far - 1000);
}

/* --- 12: alone ----------------------------------------------------------- */

static void a_fast_figure_does_not_arrive_alone(void **unused)
{
	(void)unused;
	turn_of("board 36 36\n"
		"figure A1 at 18 8 face N stats 12/9/15/2 life 6 points 25\n"
		"figure A2 at 16 4 face N stats 6/9/15/2 life 6 points 25\n"
		"figure A3 at 20 4 face N stats 6/9/15/2 life 6 points 25\n"
		"figure B1 at 16 20 face S stats 8/10/16/3 life 8 points 30\n"
		"figure B2 at 18 20 face S stats 8/10/16/3 life 8 points 30\n"
		"figure B3 at 20 20 face S stats 8/10/16/3 life 8 points 30\n");
	for (int k = 1; k <= 3; k++)
		assert_false(rb_touch(after(), at(1, 'A'), at(k, 'B')));
}

/* --- Dungeons ------------------------------------------------------------ */

/* orders of this kind in the turn of seat A */
static int dungeons_orders(const char *text, int kind)
{
	int n = 0;

	position_of("dungeons", text);
	turn_played();
	for (int i = 0; i < n_given; i++)
		n += given[i].kind == kind;
	return n;
}

static void a_hero_leaves_once_no_gold_is_left(void **unused)
{
	(void)unused;
	assert_int_equal(
		dungeons_orders("mouth E G3-G3 E\n"
				"player A exit E acquired heroes 1\n"
				"player B heroes 1\n"
				"figure A1 at F3 face E stats 8/8/15/2\n"
				"figure B1 at A7\n"
				"treasure K1 gold 40\n"
				"chest K1 held A\n",
				DG_ORDER_LEAVE),
		1);
}

static void a_hero_goes_to_a_chest_and_looks_for_its_trap(void **unused)
{
	(void)unused;
	assert_true(dungeons_orders("mouth E G3-G3 E\n"
				    "player A exit E heroes 1\n"
				    "player B heroes 1\n"
				    "figure A1 at A4 face E stats 8/8/15/2\n"
				    "figure B1 at G7\n"
				    "trap K1 1 attack H 7 1 disarm 7\n"
				    "treasure K1 gold 40\n"
				    "chest K1 at D2 face S\n",
				    DG_ORDER_REVEAL) > 0);
}

static void a_hero_strikes_the_monster_beside_it(void **unused)
{
	(void)unused;
	assert_true(dungeons_orders("mouth E G3-G3 E\n"
				    "player A exit E heroes 1\n"
				    "player B heroes 1\n"
				    "figure A1 at C3 face N stats 8/10/16/3\n"
				    "figure B1 at G7\n"
				    "figure S1 spawn at C2 face S life 2 "
				    "points 20\n",
				    DG_ORDER_ATTACK) > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(a_figure_does_not_walk_into_the_fire_of_three),
		T(three_march_together_past_an_obstacle),
		T(no_figure_is_pushed_onto_a_demoralized_click),
		T(a_healer_is_shot_before_another_of_the_same_points),
		T(an_army_spends_its_points),
		T(a_free_spin_does_not_show_the_back_to_the_worse_one),
		T(a_cheap_figure_turns_an_opponent_for_a_blow_at_its_back),
		T(a_push_is_not_spent_on_a_blow_that_misses),
		T(an_enemy_shooter_is_based),
		T(a_based_shooter_does_not_stay_idle),
		T(a_shooter_waits_in_cover),
		T(three_turns_lead_toward_a_target_that_stands_still),
		T(a_fast_figure_does_not_arrive_alone),
		T(a_hero_leaves_once_no_gold_is_left),
		T(a_hero_goes_to_a_chest_and_looks_for_its_trap),
		T(a_hero_strikes_the_monster_beside_it),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
