/*
 * tests/unit/test_judge_again.c - play goes back to an event inside a point: it
 * is played again up to there with the same dice, and halts.
 */
#include "verifier/verify.h"
#include "base/parse.h"
#include "judge_said.h"
#include "judge_verified.h"
#include "engine/common.h"

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_again");
	said_nothing();
	return 0;
}

/* --- what the log says of a point ----------------------------------------- */

struct looking {
	const char *kind; /* whose n-th event is looked for */
	int n;
	int64_t number, all; /* its place among those for all; all of them */
	struct buf dice;     /* what was rolled, and with which links */
};

static bool look(void *context, const struct event_row *r)
{
	struct looking *l = context;
	const char *begin =
		arena_printf(&f.arena, "{\"event\":\"%s\"", l->kind);

	if (r->audience != AUDIENCE_ALL)
		return true;
	l->all++;
	if (str_starts(r->json, begin) && !--l->n)
		l->number = l->all;
	if (str_starts(r->json, "{\"event\":\"rolled\"") ||
	    str_starts(r->json, "{\"event\":\"link_opened\""))
		buf_addf(&l->dice, "%.*s\n", STR_ARG(r->json));
	return true;
}

/* dice: to be released */
static struct looking looked(int64_t point, const char *kind, int n)
{
	struct looking l = { .kind = kind, .n = n };
	struct head_row from, to;

	buf_init(&l.dice, 1 << 16);
	OK(store_head_get(judge_store(f.j), f.game, point - 1, &from, &f.why));
	OK(store_head_get(judge_store(f.j), f.game, point, &to, &f.why));
	OK(store_event_list(judge_store(f.j), f.game, from.n_events + 1,
			    to.n_events, look, &l, &f.why));
	return l;
}

static int64_t number_of(int64_t point, const char *kind, int n)
{
	struct looking l = looked(point, kind, n);

	buf_release(&l.dice);
	assert_true(l.number > 0);
	return l.number;
}

static struct str dice_of(int64_t point)
{
	struct looking l = looked(point, "", 0);
	struct str dice = arena_str(&f.arena, buf_str(&l.dice));

	buf_release(&l.dice);
	return dice;
}

/* so many for all */
static int64_t events_of(int64_t point)
{
	struct looking l = looked(point, "", 0);

	buf_release(&l.dice);
	return l.all;
}

static const char *at(const char *fmt, int64_t point, int64_t event)
{
	struct buf b;
	const char *s;

	/* fmt: where # stands, the point and its event */
	buf_init(&b, 1000);
	for (; *fmt; fmt++)
		if (*fmt == '#')
			buf_addf(&b, "%lld.%lld", (long long)point,
				 (long long)event);
		else
			buf_addc(&b, *fmt);
	s = arena_copy(&f.arena, b.s, b.len + 1);
	buf_release(&b);
	return s;
}

/* ends the game; its log must verify, as everybody has it */
static void verified(void)
{
	static const int slots[] = { EXPORT_FULL, -1, 1 };

	fix_verified(&f, slots, ARRAY_LEN(slots));
}

/* Ana rolls twice, then Bob, whose order has waited for that; the point. */
static int64_t round_played(void)
{
	TAKEN(0, "pick 3");
	TAKEN(1, "pick 4");
	TAKEN(1, "roll");
	TAKEN(0, "roll\nroll\nend");
	fix_posted(&f);
	assert_true(fix_state(&f).score[1] > 0);
	return fix_point(&f);
}

/* --- back, and what comes then -------------------------------------------- */

static void the_same_dice_fall_up_to_the_event_and_there_it_halts(void **unused)
{
	(void)unused;
	struct toy_state then, now;
	struct str dice, again, told;
	int64_t point;

	fix_led(&f);
	point = round_played();
	then = fix_state(&f);
	dice = dice_of(point);
	assert_str(mastered(at("undo #\nthe second die rolled off the table",
			       point, number_of(point, "scored", 1))),
		   "adjudicated");
	now = fix_state(&f);
	assert_true(now.score[0] > 0 && now.score[0] < then.score[0]);
	assert_int_equal(now.score[1], 0);
	assert_int_equal(now.head.active, 0);
	again = dice_of(fix_point(&f));
	assert_true(again.len > 0 && again.len < dice.len);
	assert_memory_equal(again.s, dice.s, again.len);
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "\"event\":\"point_replayed\""), 3);
	assert_int_equal(fix_count(told, "\"event\":\"halted\""), 3);
	/* what waits of who is asked is held, and only they hear of it */
	assert_int_equal(fix_count(told, "\"event\":\"queue_stopped\""), 1);
	TAKEN(0, "continue");
	now = fix_state(&f);
	assert_memory_equal(now.score, then.score, sizeof(now.score));
	told = dice_of(fix_point(&f));
	assert_int_equal(again.len + told.len, dice.len);
	assert_memory_equal(told.s, dice.s + again.len, told.len);
	verified();
}

static void another_decision_has_other_dice(void **unused)
{
	(void)unused;
	int64_t point, links;

	fix_led(&f);
	point = round_played();
	assert_str(mastered(at("UNDO #\nso", point,
			       number_of(point, "scored", 1))),
		   "adjudicated");
	links = fix_count(fix_log(&f), "link_opened");
	/* Bob's roll comes in another state: Ana has rolled once */
	TAKEN(0, "end");
	assert_int_equal(fix_count(fix_log(&f), "link_opened"), links + 1);
	assert_int_equal(fix_count(fix_log(&f), "\"number\":4,\"link\""), 1);
	verified();
}

static void
orders_without_continue_take_the_place_of_what_was_held(void **unused)
{
	(void)unused;
	int64_t point;
	struct str log;

	fix_led(&f);
	point = round_played();
	assert_str(mastered(at("UNDO #\nso", point,
			       number_of(point, "scored", 1))),
		   "adjudicated");
	TAKEN(0, "roll\nwait");
	log = fix_log(&f);
	assert_true(fix_holds(log, "\"cause\":\"replaced\""));
	/* it is the roll of then */
	assert_int_equal(fix_count(log, "\"number\":2,\"link\""), 2);
	assert_int_equal(fix_state(&f).head.active, 0);
	verified();
}

static void what_was_played_again_can_be_gone_back_to_itself(void **unused)
{
	(void)unused;
	int64_t point, second, third;
	struct str dice;

	fix_led(&f);
	point = round_played();
	dice = dice_of(point);
	assert_str(mastered(at("undo #\none", point,
			       number_of(point, "scored", 2))),
		   "adjudicated");
	second = fix_point(&f);
	assert_int_equal(fix_state(&f).score[1], 0);
	/* by its own numbers */
	assert_str(mastered(at("undo #\ntwo", second,
			       number_of(second, "scored", 1))),
		   "adjudicated");
	third = fix_point(&f);
	assert_memory_equal(dice_of(third).s, dice.s, dice_of(third).len);
	assert_true(dice_of(third).len < dice_of(second).len);
	/* and to what was undone, by its own */
	assert_str(mastered(at("undo #\nthree", point,
			       number_of(point, "scored", 2))),
		   "adjudicated");
	assert_true(str_equal(dice_of(fix_point(&f)), dice_of(second)));
	assert_str(mastered(at("undo #\nfour", point,
			       number_of(point, "scored", 3))),
		   "adjudicated");
	assert_true(str_equal(dice_of(fix_point(&f)), dice));
	verified();
}

static void a_deadline_is_gone_back_into_like_orders(void **unused)
{
	(void)unused;
	struct toy_state then;
	int64_t point;
	int fired;

	fix_started(&f, 86400);
	TAKEN(0, "pick 3");
	TAKEN(1, "pick 4");
	TAKEN(1, "roll\nroll\nend");
	f.now += 86400;
	/* Ana is silent: her turn ends, and Bob's orders come */
	OK(judge_tick(f.j, &fired, &f.why));
	point = fix_point(&f);
	then = fix_state(&f);
	assert_true(then.score[1] > 0);
	OK(judge_game_undo_event(f.j, f.game, point,
				 number_of(point, "scored", 1), false,
				 STR("a slip"), &f.why));
	assert_true(fix_state(&f).score[1] < then.score[1]);
	assert_int_equal(fix_state(&f).head.active, 1);
	TAKEN(1, "continue");
	assert_int_equal(fix_state(&f).score[1], then.score[1]);
	/* before anything of it was played there is no deadline any more */
	assert_int_equal(judge_game_undo_event(f.j, f.game, point, 1, false,
					       STR("no"), &f.why),
			 ERR_USAGE);
	why_clear(&f.why);
	verified();
}

static void a_table_takes_back_to_an_event(void **unused)
{
	(void)unused;
	int64_t point, event;
	struct str told;

	fix_started(&f, 86400);
	point = round_played();
	event = number_of(point, "scored", 1);
	assert_str(say(0, at("propose takeback #0", point, event)),
		   "takeback_event");
	assert_str(say(0, at("propose takeback #", point - 2, 3)),
		   "takeback_whole");
	assert_str(say(0, at("propose takeback #", point, 1)),
		   "takeback_event");
	TAKEN(0, at("propose takeback #", point, event));
	told = fix_posted(&f);
	assert_true(fix_holds(told, arena_printf(&f.arena,
						 "\"of\":%lld,\"value\":"
						 "\"%lld\"",
						 (long long)point,
						 (long long)event)));
	TAKEN(1, "agree 1");
	assert_int_equal(fix_count(fix_posted(&f), "\"event\":\"halted\""), 2);
	assert_int_equal(fix_state(&f).score[1], 0);
	assert_int_equal(fix_count(fix_log(&f), "\"number\":1,\"link\""), 2);
	/* whoever agreed has not rolled: the dice are of who gave the orders */
	assert_true(str_equal(
		dice_of(fix_point(&f)),
		(struct str){ dice_of(point).s, dice_of(fix_point(&f)).len }));
	/* nobody's orders made that point, so none are rolled again by a
	 * ruling */
	assert_str(say(1, arena_printf(&f.arena, "dispute %lld no",
				       (long long)fix_point(&f))),
		   "disputed");
	assert_int_equal(judge_game_rule(f.j, f.game, 1, STR("reroll"),
					 STR("no"), &f.why),
			 ERR_USAGE);
	why_clear(&f.why);
	OK(judge_game_rule(f.j, f.game, 1, STR("stands"), STR("no"), &f.why));
	verified();
}

/* --- fresh dice ----------------------------------------------------------- */

static void fresh_are_the_dice_behind_the_event_and_no_others(void **unused)
{
	(void)unused;
	int64_t point, event;
	struct str first, log;

	fix_led(&f);
	point = round_played();
	event = number_of(point, "scored", 1);
	assert_str(mastered(at("undo # fresh\na cup fell", point, event)),
		   "adjudicated");
	first = dice_of(fix_point(&f));
	assert_memory_equal(first.s, dice_of(point).s, first.len);
	TAKEN(0, "continue");
	log = fix_log(&f);
	/* the first link twice, and of the others none again */
	assert_int_equal(fix_count(log, "\"number\":1,\"link\""), 2);
	assert_int_equal(fix_count(log, "\"number\":2,\"link\""), 1);
	assert_int_equal(fix_count(log, "\"number\":3,\"link\""), 1);
	assert_int_equal(fix_count(log, "\"number\":4,\"link\""), 1);
	/* once, and what was to fall no more is not played again */
	assert_str(mastered(at("undo # newdice\nonce more", fix_point(&f),
			       number_of(fix_point(&f), "scored", 1))),
		   "master_refused");
	assert_str(mastered(at("undo #\nback", point, event)),
		   "master_refused");
	verified();
}

/* --- what cannot be ------------------------------------------------------- */

static void refuses(int64_t point, int64_t event, const char *words)
{
	struct why why = { 0 };
	int64_t before = fix_point(&f);
	enum err e = judge_game_undo_event(f.j, f.game, point, event, false,
					   STR("no"), &why);

	assert_int_equal(e, ERR_USAGE);
	if (!strstr(why.text, words))
		print_message("%s\n", why.text);
	assert_non_null(strstr(why.text, words));
	assert_int_equal(fix_point(&f), before);
}

static void what_is_no_event_of_play_is_refused_with_a_way_out(void **unused)
{
	(void)unused;
	int64_t point, last;

	fix_led(&f);
	point = round_played();
	last = events_of(point);
	refuses(point, last + 1, "has no event");
	refuses(point + 1, 1, "has no event");
	refuses(point + 1000, 1, "has no event");
	/* its head: what was signed, and by whom */
	refuses(point, 2,
		arena_printf(&f.arena, "UNDO %lld", (long long)point - 1));
	/* the set-up; the start; before it */
	refuses(point - 2, 3, "set-up");
	refuses(point - 4, 1, "set-up");
	refuses(1, 1, "set-up");
	/* a command of the master's */
	assert_str(mastered("set score_a 2\nso"), "adjudicated");
	refuses(fix_point(&f), 3, "orders or a deadline");
	assert_str(mastered("undo 7.\nno"), "master_refused");
	assert_str(mastered("undo 7.0\nno"), "master_refused");
	assert_str(mastered("undo .7\nno"), "master_refused");
	assert_str(mastered("undo 7.x\nno"), "master_refused");
	assert_str(mastered("undo 7.3.1\nno"), "master_refused");
	assert_true(fix_holds(fix_posted(&f), "want_undo"));
	/* the last event is the end of the point */
	OK(judge_game_undo_event(f.j, f.game, point, last, false, STR("yes"),
				 &f.why));
	assert_int_equal(fix_state(&f).score[1] > 0, 1);
	verified();
}

static void what_was_drawn_hidden_is_not_played_again(void **unused)
{
	(void)unused;
	const struct game_option treasure = {
		.name = { "treasure", 8 }, .seat = -1, .n = 1, .value = { 1 }
	};
	struct game_plan plan = { .name = STR("hidden"),
				  .system = STR("toy"),
				  .n_players = 2,
				  .n_options = 1,
				  .options = &treasure };
	int64_t point, drawn = 0;

	fix_person(&f, 0);
	fix_person(&f, 1);
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	OK(judge_seat(f.j, f.game, 0, f.p[0].person, &f.why));
	OK(judge_seat(f.j, f.game, 1, f.p[1].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
	TAKEN(0, "pick 3");
	TAKEN(1, "pick 4");
	while (!fix_state(&f).open) {
		TAKEN(0, "roll\nwait");
		drawn = fix_point(&f);
	}
	refuses(drawn, number_of(drawn, "scored", 1), "nothing hidden");
	/* where none was, it is */
	if (fix_state(&f).head.phase != TOY_OVER) {
		TAKEN(0, "end");
		TAKEN(1, "roll\nwait");
		point = fix_point(&f);
		OK(judge_game_undo_event(f.j, f.game, point,
					 number_of(point, "scored", 1), false,
					 STR("yes"), &f.why));
	}
	verified();
}

static void a_preview_stops_at_the_first_die(void **unused)
{
	(void)unused;
	int64_t point, before;

	fix_led(&f);
	point = round_played();
	before = fix_point(&f);
	fix_posted(&f);
	assert_str(mastered(at("preview\nundo #\nwhat if", point,
			       number_of(point, "scored", 1))),
		   "preview");
	assert_true(fix_holds(fix_posted(&f), "point_replayed"));
	assert_int_equal(fix_point(&f), before);
	verified();
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(the_same_dice_fall_up_to_the_event_and_there_it_halts),
		T(another_decision_has_other_dice),
		T(orders_without_continue_take_the_place_of_what_was_held),
		T(what_was_played_again_can_be_gone_back_to_itself),
		T(a_deadline_is_gone_back_into_like_orders),
		T(a_table_takes_back_to_an_event),
		T(fresh_are_the_dice_behind_the_event_and_no_others),
		T(what_is_no_event_of_play_is_refused_with_a_way_out),
		T(what_was_drawn_hidden_is_not_played_again),
		T(a_preview_stops_at_the_first_die),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
