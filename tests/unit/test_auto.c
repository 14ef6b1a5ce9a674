/*
 * tests/unit/test_auto.c - AUTO: what the set-up asks is chosen for a seat, so
 * that a game can begin by one mail of each player; it is legal whatever the
 * options, the same for the same lot, and a preview shows it. And the way out
 * of a list that was refused.
 */
#include "unit.h"
#include "base/parse.h"
#include "games/games.h"
#include "engine/common.h"
#include "engine/auto_setup.h"
#include "engine/suggest_fix.h"
#include "tests/srcdir.h"
#define T(f) cmocka_unit_test(f)

enum { MAX_EVENTS = 6000, LOTS = 12 };

static struct games games;
static struct trials trials;
static struct game game;
static struct game_scratch scratch;
static struct event events[MAX_EVENTS], shown[MAX_EVENTS];
static struct event_list out;
static struct queue_pack pack;

static uint32_t mixed(const void *source, uint32_t roll, uint32_t draw)
{
	uint32_t x = *(const uint32_t *)source + 977 * roll + draw;

	x = (x ^ x >> 15) * 0x2c1b3c6du;
	x = (x ^ x >> 12) * 0x297a2d39u;
	return x ^ x >> 15;
}

static const uint32_t seed = 11;
static const struct dice dice_of = { .bits = mixed, .source = &seed };
static const struct secrets secrets = { .bits = mixed, .source = &seed };

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

static const struct game_kind *kind_of(const char *name)
{
	for (int i = 0; i < games.n; i++)
		if (!strcmp(games.kinds[i].rules->name, name))
			return &games.kinds[i];
	abort();
}

static void take_seat(struct game *g, int seat)
{
	struct event e;

	event_start(&e, COMMON_SEAT_TAKEN, 0);
	event_put(&e, COMMON_SEAT_TAKEN_SEAT, seat);
	event_put_text(&e, COMMON_SEAT_TAKEN_PERSON, STR("Ana"));
	event_put_text(&e, COMMON_SEAT_TAKEN_ROLE, STR("player"));
	event_put_text(&e, COMMON_SEAT_TAKEN_BY, STR(""));
	assert_true(game_evolve(g, &e));
}

/* A game that has begun, of so many players; options "build=100 ask=1". */
static void begin(const struct game_kind *k, const char *options, int players)
{
	struct str list = str_of(options), one, name;
	struct event e;

	game_init(&game, k->rules);
	while (list.len && parse_field(&list, ' ', &one)) {
		int64_t v = 0;
		int32_t w;

		assert_true(parse_field(&one, '=', &name));
		assert_true(parse_int(one, 0, 100000, &v));
		w = (int32_t)v;
		event_start(&e, COMMON_OPTION_SET, 0);
		event_put_text(&e, COMMON_OPTION_SET_NAME, name);
		event_put(&e, COMMON_OPTION_SET_SEAT, -1);
		event_put_ints(&e, COMMON_OPTION_SET_VALUE, &w, 1);
		assert_true(game_evolve(&game, &e));
	}
	for (int i = 0; i < players; i++)
		take_seat(&game, i);
	event_start(&e, COMMON_GAME_STARTED, 0);
	assert_true(game_evolve(&game, &e));
}

static int auto_kind(const struct system *sys)
{
	for (int i = 0; i < sys->decisions.n_kinds; i++)
		if (sys->decisions.kinds[i].is == CLASS_AUTO)
			return DECISION_FIRST_OWN + i;
	abort();
}

static int lot_tag(const struct system *sys)
{
	int tag = 0;

	while (strcmp(sys->decisions.tags[tag].name, "lot") != 0)
		tag++;
	return tag;
}

static struct queue_entry auto_line(const struct system *sys, int lot)
{
	struct decision d;

	decision_start(&d, auto_kind(sys));
	decision_add_int(&d, lot_tag(sys), lot);
	queue_pack_start(&pack, 1, 0);
	queue_pack_alternative(&pack, &d);
	return queue_pack_entry(&pack);
}

static enum submit_result submit(const struct game_kind *k,
				 const struct submission *s)
{
	struct dice dice = dice_of;
	struct catalog cards = card_index_catalog(k->cards);
	struct game_run run = { .game = &game,
				.dice = &dice,
				.catalog = &cards,
				.secrets = &secrets,
				.trials = trials_init(&trials),
				.out = &out };

	enum submit_result result;

	out = (struct event_list){ events, 0, MAX_EVENTS };
	result = game_submit(&run, s);
	assert_false(run.more);
	return result;
}

/* ALWAYS AUTO lot */
static void say_auto(const struct game_kind *k, int seat, int lot)
{
	struct queue_entry e = auto_line(k->rules, lot);
	struct submission s = { .seat = seat, .n_standing = 1, .standing = &e };

	assert_int_equal(submit(k, &s), SUBMIT_DONE);
}

/* AUTO lot */
static void say_once(const struct game_kind *k, int seat, int lot)
{
	struct queue_entry e = auto_line(k->rules, lot);
	struct submission s = { .seat = seat, .n_standing = 1, .standing = &e };

	pack.w[1] |= QUEUE_ONCE;
	assert_int_equal(submit(k, &s), SUBMIT_DONE);
}

static int count(const struct event_list *list, int kind)
{
	int n = 0;

	for (int i = 0; i < list->n; i++)
		n += list->v[i].kind == kind;
	return n;
}

static bool is_begun(void)
{
	return ((const struct common_state *)game.state)->phase >=
	       game.sys->play;
}

static void plays(const char *name, const char *options, int players)
{
	const struct game_kind *k = kind_of(name);

	for (int lot = 0; lot < LOTS; lot++) {
		begin(k, options, players);
		for (int i = 0; i < players; i++) {
			assert_false(is_begun());
			say_auto(k, i, 1000 + lot);
			assert_int_equal(count(&out, COMMON_REFUSED), 0);
		}
		if (!is_begun())
			fail_msg("%s %s, lot %d: it does not begin", name,
				 options, lot);
		for (int i = 0; i < players; i++)
			assert_int_equal(queue_count_standing(&game.queue[i]),
					 0);
		assert_int_equal(count(&out, COMMON_AUTO_OVER), players);
		assert_null(system_invariant(game.sys, game.state));
	}
}

static void one_mail_of_each_begins_a_game_of_rebellion(void **unused)
{
	(void)unused;
	plays("rebellion", "", 2);
	plays("rebellion", "build=100", 2);
	plays("rebellion", "build=1000", 2);
	plays("rebellion", "terrain_items=2 elevated_allowed=1", 2);
	plays("rebellion", "", 4);
	plays("rebellion", "cavalry=1", 2);
}

static void one_mail_of_each_begins_a_game_of_dungeons(void **unused)
{
	(void)unused;
	plays("dungeons", "", 2);
	plays("dungeons", "terrain_pieces=1", 2);
	plays("dungeons", "limit=40", 2);
	plays("dungeons", "limit=300", 2);
	plays("dungeons", "tokens_per_player=0 chests_per_player=0", 2);
	plays("dungeons", "", 4);
}

static void one_mail_of_each_begins_a_game_of_arena(void **unused)
{
	(void)unused;
	plays("arena", "", 2);
	plays("arena", "mode=1", 2);
	plays("arena", "format=1", 4);
}

/* the first order that it stood for, and so all of them */
static struct str first_chosen(const struct event_list *list, char *room)
{
	for (int i = 0; i < list->n; i++)
		if (list->v[i].kind == COMMON_AUTO_CHOSE)
			return event_get_text(&list->v[i],
					      COMMON_AUTO_CHOSE_ORDER, room,
					      EVENT_TEXT_ROOM);
	fail_msg("nothing was chosen");
	return STR("");
}

static void a_preview_shows_what_will_be_chosen(void **unused)
{
	static const char *const names[] = { "rebellion", "dungeons", "arena" };

	(void)unused;
	for (size_t g = 0; g < ARRAY_LEN(names); g++)
		for (int lot = 1; lot < 30; lot++) {
			const struct game_kind *k = kind_of(names[g]);
			struct catalog cards = card_index_catalog(k->cards);
			struct queue_entry e = auto_line(k->rules, lot);
			struct submission s = { .n_standing = 1,
						.standing = &e };
			struct event_list seen = { shown, 0, MAX_EVENTS };
			char a[EVENT_TEXT_ROOM], b[EVENT_TEXT_ROOM];

			begin(k, "", 2);
			game_preview(&game, &s, &cards, &scratch, &seen, NULL);
			say_auto(k, 0, lot);
			assert_true(str_equal(first_chosen(&seen, a),
					      first_chosen(&out, b)));
		}
}

static void another_lot_and_another_seat_choose_otherwise(void **unused)
{
	const struct game_kind *k = kind_of("rebellion");
	char a[EVENT_TEXT_ROOM], b[EVENT_TEXT_ROOM];
	int by_lot = 0, by_seat = 0;
	struct str first;

	(void)unused;
	for (int lot = 1; lot <= 20; lot++) {
		begin(k, "", 2);
		say_auto(k, 0, lot);
		first = first_chosen(&out, a);
		say_auto(k, 1, lot);
		by_seat += !str_equal(first, first_chosen(&out, b));
		begin(k, "", 2);
		say_auto(k, 0, lot + 1);
		by_lot += !str_equal(first, first_chosen(&out, b));
	}
	assert_in_range(by_lot, 10, 20);
	assert_in_range(by_seat, 10, 20);
}

/* without cards nothing is chosen, and nothing is refused either */
/* of cards, a report shows what AUTO would choose: teams, armies */
static void what_it_would_choose_is_shown_as_it_is_ordered(void **unused)
{
	static const char *const names[] = { "dungeons", "rebellion" };
	struct decision v[DRAFTS_MAX];

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		const struct game_kind *k = kind_of(names[i]);
		struct catalog cards = card_index_catalog(k->cards);

		begin(k, "", 2);
		assert_int_equal(auto_setup_orders(k->rules, game.state, 0,
						   trials_init(&trials), 3, v),
				 0);
		assert_int_equal(auto_setup_autos(k->rules, game.state, 0,
						  &cards, trials_init(&trials),
						  v),
				 DRAFTS_MAX);
		for (int a = 0; a < DRAFTS_MAX; a++)
			for (int b = 0; b < a; b++)
				assert_false(decision_equal(v + a, v + b));
	}
}

static void without_a_catalog_it_waits(void **unused)
{
	struct game_kind bare = *kind_of("rebellion");

	(void)unused;
	bare.cards = NULL;
	begin(&bare, "", 2);
	say_auto(&bare, 0, 5);
	assert_int_equal(count(&out, COMMON_AUTO_CHOSE), 0);
	assert_int_equal(count(&out, COMMON_REFUSED), 0);
	assert_int_equal(queue_count_standing(&game.queue[0]), 1);
}

static void a_second_one_takes_the_place_of_the_first(void **unused)
{
	const struct game_kind *k = kind_of("rebellion");

	(void)unused;
	begin(k, "", 2);
	say_auto(k, 0, 5);
	say_auto(k, 0, 6);
	assert_int_equal(queue_count_standing(&game.queue[0]), 1);
}

/* each chooses for the step in which it is sent, and is gone */
static void without_always_it_is_for_one_step(void **unused)
{
	static const struct {
		const char *name, *options;
	} games_of[] = { { "rebellion", "terrain_items=2" },
			 { "dungeons", "" },
			 { "arena", "" } };

	(void)unused;
	for (size_t g = 0; g < ARRAY_LEN(games_of); g++) {
		const struct game_kind *k = kind_of(games_of[g].name);
		int mails = 0;

		begin(k, games_of[g].options, 2);
		while (!is_begun() && mails < 60) {
			int phase = ((const struct common_state *)game.state)
					    ->phase;

			say_once(k, mails++ % 2, 7);
			assert_int_equal(count(&out, COMMON_REFUSED), 0);
			if (phase == ((const struct common_state *)game.state)
					     ->phase &&
			    count(&out, COMMON_AUTO_CHOSE))
				assert_int_equal(count(&out, COMMON_AUTO_DONE),
						 1);
		}
		assert_true(is_begun());
		assert_true(mails > 3 || g == 2); /* one step */
	}
}

/* it waits for what is asked next, and can be ended without its number */
static void it_is_ended_by_its_name(void **unused)
{
	static const int32_t none = FORGET_AUTO;
	const struct game_kind *k = kind_of("rebellion");
	struct submission s = { .n_forget = 1, .forget = &none };

	(void)unused;
	begin(k, "build=100", 2);
	assert_int_equal(submit(k, &s), SUBMIT_NO_STANDING);
	say_once(k, 0, 5);
	assert_int_equal(count(&out, COMMON_AUTO_DONE), 1);
	assert_int_equal(queue_count_standing(&game.queue[0]), 0);
	say_once(k, 0, 5);
	assert_int_equal(count(&out, COMMON_AUTO_CHOSE), 0);
	assert_int_equal(queue_count_standing(&game.queue[0]), 1);
	assert_int_equal(submit(k, &s), SUBMIT_DONE);
	assert_int_equal(queue_count_standing(&game.queue[0]), 0);
}

static void in_play_it_is_refused(void **unused)
{
	static const char *const names[] = { "rebellion", "dungeons", "arena" };

	(void)unused;
	for (size_t g = 0; g < ARRAY_LEN(names); g++) {
		const struct game_kind *k = kind_of(names[g]);

		begin(k, "", 2);
		say_auto(k, 0, 1);
		say_auto(k, 1, 2);
		assert_true(is_begun());
		say_auto(k, 0, 3);
		assert_int_equal(count(&out, COMMON_REFUSED), 1);
		assert_true(event_text_is(&out.v[0], COMMON_REFUSED_REASON,
					  "auto_late"));
		assert_int_equal(queue_count_standing(&game.queue[0]), 0);
	}
}

/* --- lists that are refused -------------------------------------------- */

/* A blank stands for a hyphen, and what is told has the rank that was meant. */
static void a_card_is_found_by_its_rank(void **unused)
{
	static const struct {
		const char *text, *key, *nearest;
	} cases[] = {
		{ "Half-Troll Hacker ***", "rebellion/120", "" },
		{ "half troll hacker ***", "rebellion/120", "" },
		{ "Half-Trol Hacker ***", "",
		  "Half-Troll Hacker *** (rebellion/120)" },
		{ "Half-Trol Hacker **", "",
		  "Half-Troll Hacker ** (rebellion/119)" },
		{ "Half-Trol Hacker", "",
		  "Half-Troll Hacker * (rebellion/118)" },
	};
	const struct game_kind *k = kind_of("rebellion");
	struct buf key, nearest;

	(void)unused;
	buf_init(&key, 64);
	buf_init(&nearest, 256);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		buf_clear(&key);
		buf_clear(&nearest);
		card_index_named(k->cards, str_of(cases[i].text), &key,
				 &nearest);
		if (!str_is(buf_str(&key), cases[i].key) ||
		    !str_is(buf_str(&nearest), cases[i].nearest))
			fail_msg("%s: '%.*s', nearest '%.*s'", cases[i].text,
				 STR_ARG(buf_str(&key)),
				 STR_ARG(buf_str(&nearest)));
	}
	buf_release(&key);
	buf_release(&nearest);
}

static int kind_called(const struct system *sys, const char *name)
{
	for (int i = 0; i < sys->decisions.n_kinds; i++)
		if (!strcmp(sys->decisions.kinds[i].name, name))
			return DECISION_FIRST_OWN + i;
	abort();
}

static int tag_called(const struct system *sys, const char *name)
{
	int tag = 0;

	while (strcmp(sys->decisions.tags[tag].name, name) != 0)
		tag++;
	return tag;
}

/* "a/1 a/2=3 a/4": cards, and what stands behind = is the level */
static void list_of(const struct system *sys, const char *kind,
		    const char *text, struct decision *d)
{
	struct str list = str_of(text), one, key;
	int64_t level;

	decision_start(d, kind_called(sys, kind));
	while (list.len && parse_field(&list, ' ', &one)) {
		assert_true(parse_field(&one, '=', &key));
		decision_add_text(d, tag_called(sys, "key"), key);
		if (one.len && parse_int(one, 1, 9, &level))
			decision_add_int(d, tag_called(sys, "level"),
					 (int32_t)level);
	}
}

/* Ordered, it is refused; and this can be ordered instead of it. */
static void leads_to(const char *name, const char *kind, const char *text,
		     const char *other)
{
	const struct game_kind *k = kind_of(name);
	struct catalog cards = card_index_catalog(k->cards);
	struct decision d, out_of_it, wanted;

	list_of(k->rules, kind, text, &d);
	list_of(k->rules, kind, other, &wanted);
	if (!suggest_fix_of(k->rules, game.state, 0, &cards,
			    trials_init(&trials), &d, &out_of_it))
		fail_msg("%s: nothing can be done", text);
	if (!decision_equal(&out_of_it, &wanted))
		fail_msg("%s: not %s", text, other);
}

static void an_army_that_is_refused_comes_back_smaller(void **unused)
{
	(void)unused;
	begin(kind_of("rebellion"), "build=100", 2);
	/* 124 of 100 points: without the last one */
	leads_to("rebellion", "army",
		 "rebellion/60 rebellion/57 rebellion/12 rebellion/51",
		 "rebellion/60 rebellion/57 rebellion/12");
	/* 161: without two */
	leads_to("rebellion", "army",
		 "rebellion/60 rebellion/57 rebellion/60 rebellion/12 "
		 "rebellion/51",
		 "rebellion/60 rebellion/57");
	/* twice a figure that there is once */
	leads_to("rebellion", "army", "rebellion/155 rebellion/155",
		 "rebellion/155");
}

static void a_team_that_is_refused_comes_back_lower_or_smaller(void **unused)
{
	(void)unused;
	begin(kind_of("dungeons"), "", 2);
	/* 121 of 100 points */
	leads_to("dungeons", "team",
		 "dungeons/70 dungeons/69 dungeons/81 dungeons/87 dungeons/95",
		 "dungeons/70 dungeons/69 dungeons/81 dungeons/87");
	/* level 3 is for who plays alone */
	leads_to("dungeons", "team", "dungeons/70=3 dungeons/69",
		 "dungeons/70 dungeons/69");
}

static void where_no_list_helps_auto_does(void **unused)
{
	const struct game_kind *k = kind_of("rebellion");
	struct catalog cards = card_index_catalog(k->cards);
	struct decision d, other;

	(void)unused;
	begin(k, "build=100", 2);
	list_of(k->rules, "army", "nobody/1", &d);
	assert_true(suggest_fix_of(k->rules, game.state, 0, &cards,
				   trials_init(&trials), &d, &other));
	assert_int_equal(other.kind, auto_kind(k->rules));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		T(one_mail_of_each_begins_a_game_of_rebellion),
		T(one_mail_of_each_begins_a_game_of_dungeons),
		T(one_mail_of_each_begins_a_game_of_arena),
		T(a_preview_shows_what_will_be_chosen),
		T(another_lot_and_another_seat_choose_otherwise),
		T(what_it_would_choose_is_shown_as_it_is_ordered),
		T(without_a_catalog_it_waits),
		T(a_second_one_takes_the_place_of_the_first),
		T(without_always_it_is_for_one_step),
		T(it_is_ended_by_its_name),
		T(in_play_it_is_refused),
		T(a_card_is_found_by_its_rank),
		T(an_army_that_is_refused_comes_back_smaller),
		T(a_team_that_is_refused_comes_back_lower_or_smaller),
		T(where_no_list_helps_auto_does),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
