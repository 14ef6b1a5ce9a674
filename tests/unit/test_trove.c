/*
 * tests/unit/test_trove.c - what Dungeons is played with: drawings of maps and
 * tiles, chests, tables; and a set-up in which nobody says anything.
 */
#include "unit.h"
#include "base/buf.h"
#include "games/dungeons/catalog.h"
#include "engine/common.h"
#include "games/dungeons/rules/board.h"
#include "games/dungeons/rules/map_place.h"
#include "games/dungeons/rules/move.h"
#include "games/dungeons/rules/map.h"
#include "games/rebellion/rules/rebellion.h"
#include "tests/srcdir.h"

static struct trials trials;

static struct catalog_cache library;
static const struct figures *figures;
static struct card_index deck;
static struct dg_state s;
static struct event event, events[4000];
static struct why why;

static int setup(void **unused)
{
	(void)unused;
	catalog_cache_init(&library, SRCDIR "/db/catalog");
	if (catalog_cache_figures(&library, &figures, &why) ||
	    dungeons_catalog_deal(&library, &deck, &why) ||
	    card_index_sort(&deck, &why)) {
		print_error("%s\n", why.text);
		return 1;
	}
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	card_index_release(&deck);
	catalog_cache_release(&library);
	return 0;
}

static bool part(const char *key)
{
	struct catalog c = card_index_catalog(&deck);

	return c.define(c.source, str_of(key), &event);
}

/* --- drawings ---------------------------------------------------------- */

#define TOP "MAP m\nSIZE 5 3\nSECTION H corridor A1-E3\nMOUTH m A1-A3 W\nGRID\n"
#define ROWS(first, edge, second)                                              \
	"      A   B   C   D   E\n"                                            \
	"    +---+---+---+---+---+\n" first "\n" edge "\n" second "\n"         \
	"    +   +   +   +   +   +\n"                                          \
	"  3 = .   .   .   .   . |\n"                                          \
	"    +---+---+---+---+---+\nEND\n"
#define OPEN "    +   +   +   +   +   +"
#define ROW1 "  1 = .   .   .   .   . |"
#define ROW2 "  2 = .   .   .   .   . |"

static void refused(const char *text, const char *because)
{
	struct str rest = str_of(text);
	struct buf fault;
	int line = 0;

	buf_init(&fault, 512);
	assert_false(dg_map_read(&rest, &line, &event, &fault));
	assert_non_null(fault.s);
	if (!strstr(fault.s, because))
		print_error("%s\n", fault.s);
	assert_non_null(strstr(fault.s, because));
	buf_release(&fault);
}

static void read_map(const char *text)
{
	struct str rest = str_of(text);
	struct buf fault;
	int line = 0;

	buf_init(&fault, 512);
	if (!dg_map_read(&rest, &line, &event, &fault))
		fail_msg("%s", fault.s);
	assert_int_equal(fault.len, 0);
	buf_release(&fault);
	system_init(&system_dungeons, &s);
	assert_true(system_evolve(&system_dungeons, &s, &event));
}

/* RULE: DG-MAP-01 DG-MAP-02 DG-MAP-03 */
static void a_drawing_is_read_square_by_square(void **unused)
{
	(void)unused;
	read_map("; a remark\n" TOP ROWS(
		"  1 = .   2 | ~   X   O |", "    +-w-+---+-i-+---+   +",
		"  2 = S   T | V   %   9 |") "; more\n");
	assert_int_equal(s.width, 5);
	assert_int_equal(s.height, 3);
	assert_int_equal(s.square[dg_square_of(1, 0)].terrain, DG_HINDERING);
	assert_int_equal(s.square[dg_square_of(2, 0)].terrain, DG_WATER);
	assert_int_equal(s.square[dg_square_of(3, 0)].terrain, DG_BLOCKING);
	assert_int_equal(s.square[dg_square_of(4, 0)].terrain, DG_CHASM);
	assert_int_equal(s.square[dg_square_of(0, 1)].terrain, DG_SHADOW);
	assert_int_equal(s.square[dg_square_of(1, 1)].terrain, DG_TELEPORT);
	assert_int_equal(s.square[dg_square_of(2, 1)].terrain, DG_VORTEX);
	assert_int_equal(s.square[dg_square_of(3, 1)].terrain, DG_STAIRS);
	assert_int_equal(dg_cost(&s, dg_square_of(4, 1)), 9);
	assert_false(dg_passage(&s, dg_square_of(1, 0), DG_E));
	assert_true(dg_passage(&s, dg_square_of(0, 0), DG_S));
	assert_int_equal(s.n_doors, 2);
	assert_int_equal(s.door[0].kind, DG_WOOD);
	assert_int_equal(s.door[0].state, DG_CLOSED);
	assert_int_equal(s.door[1].kind, DG_IRON);
	assert_int_equal(s.n_mouths, 1);
	assert_int_equal(s.mouth[0].side, DG_W);
}

/* RULE: DG-MAP-04 */
static void a_map_that_is_none_is_refused_with_its_line(void **unused)
{
	(void)unused;
	refused("TITLE t\nEND\n", "begins with MAP");
	refused("MAP m\nSIZE 5 3\nSECTION H corridor A1-E2\nGRID\n" ROWS(
			ROW1, OPEN, ROW2),
		"not of the size");
	refused("MAP m\nSIZE 5 6\nSECTION H corridor A1-E3\n"
		"SECTION I corridor A3-E5\n",
		"another section");
	refused("MAP m\nSIZE 6 3\nSECTION H corridor A1-E3\nGRID\n"
		"\n    +---+---+---+---+---+---+\n"
		"  1 | .   .   .   .   . | . |\n"
		"    +   +   +   +   +   +   +\n"
		"  2 | .   .   .   .   . | . |\n"
		"    +   +   +   +   +   +   +\n"
		"  3 | .   .   .   .   . | . |\n"
		"    +---+---+---+---+---+---+\nEND\n",
		"in no section");
	refused(TOP ROWS(ROW1, OPEN, "  2 = .   . : .   .   . |"),
		"limit of sections");
	refused(TOP ROWS(ROW1, OPEN, "  2 = .   . w .   .   . |"),
		"stands free");
	refused(TOP ROWS(ROW1, OPEN, "  2 = .   .   .   .   . w"),
		"a door leads into rock");
	refused(TOP ROWS(ROW1, OPEN, "  2 | .   .   .   .   . |"),
		"not drawn there");
	refused(TOP ROWS(ROW1, OPEN, "  2 = .   . = .   .   . |"),
		"lies inside");
	refused(TOP ROWS("  1 = .   . | . | .   . |",
			 "    +   +   +---+   +   +", ROW2),
		"C1 cannot be reached");
	refused(TOP ROWS(ROW1, OPEN, "  2 = .   .   ?   .   . |"),
		"no terrain '?'");
	refused(TOP ROWS(ROW1, "    +   +-x-+   +   +   +", ROW2),
		"not drawn as one");
	refused(TOP "      A\n", "ends too early");
	refused("MAP m\nGRID\n", "SIZE stands before");
	refused("MAP m\nSIZE 41 3\n", "at most 40");
	refused("MAP m\nSIZE 5 3\nMOUTH m A1-A3 Q\n", "a side is N, E, S or W");
	refused("MAP m\nSIZE 5 3\nLAKE A1\n", "a map has no LAKE");
	refused("MAP m\nSIZE 5 3\n", "END is missing");
	refused("TILE toolong\n", "at most 3 letters");
}

/* RULE: DG-MAP-07 DG-MAP-05 */
static void the_maps_are_the_same_after_half_a_turn(void **unused)
{
	static const char *const maps[] = { "map/crossing", "map/sunken" };

	(void)unused;
	for (size_t m = 0; m < ARRAY_LEN(maps); m++) {
		assert_true(part(maps[m]));
		system_init(&system_dungeons, &s);
		assert_true(system_evolve(&system_dungeons, &s, &event));
		assert_int_equal(s.width, 20);
		assert_int_equal(s.height, 13);
		assert_int_equal(s.n_sections, 12);
		assert_int_equal(s.n_mouths, 4);
		for (int y = 0; y < 13; y++)
			for (int x = 0; x < 20; x++) {
				const struct dg_square *a =
					&s.square[dg_square_of(x, y)];
				const struct dg_square *b =
					&s.square[dg_square_of(19 - x, 12 - y)];

				assert_int_equal(a->terrain, b->terrain);
				assert_int_equal(
					(a->sides << 2 | a->sides >> 2) & 15,
					b->sides);
			}
	}
	assert_true(part("tile/12"));
	assert_int_equal(event.kind, DG_EV_TILE_DEFINED);
	assert_false(part("tile/13"));
}

/* --- stairs of a campaign ---------------------------------------------- */

static const char upstairs[] =
	"MAP up\nSIZE 5 3\nSECTION H corridor A1-E3\n"
	"MOUTH m A1-A3 W\nSTAIRS a C2 down D2\nGRID\n" ROWS(
		ROW1, OPEN, "  2 = .   .   %   .   . |");
static const char downstairs[] =
	"MAP down\nSIZE 5 3\nSECTION H corridor A1-E3\nMOUTH m A1-A3 W\n"
	"STAIRS a D2 up C2\nGRID\n" ROWS(ROW1, OPEN,
					 "  2 = .   .   .   %   . |");

static bool two_maps(const void *source, struct str key, struct event *out)
{
	struct str text = str_is(key, "map/up")     ? str_of(upstairs)
			  : str_is(key, "map/down") ? str_of(downstairs)
						    : STR("");
	struct buf fault;
	int line = 0;
	bool found;

	(void)source;
	buf_init(&fault, 512);
	found = dg_map_read(&text, &line, out, &fault);
	buf_release(&fault);
	return found;
}

/* RULE: DG-SPEC-06 DG-R-38 */
static void stairs_join_the_maps_of_a_campaign(void **unused)
{
	struct event_list out = { events, 0, ARRAY_LEN(events) };
	struct catalog c = { .define = two_maps };
	struct run r = { .trials = &trials,
			 .sys = &system_dungeons,
			 .state = &s,
			 .catalog = &c,
			 .out = &out };
	int32_t from = dg_square_of(2, 1), to = dg_square_of(3, 5);
	struct dg_leg leg;
	struct refusal no;

	(void)unused;
	system_init(&system_dungeons, &s);
	text_pack(s.map, DG_KEY_WORDS, STR("map/up+down"));
	assert_true(dg_maps_lay(&r));
	assert_int_equal(s.n_sections, 2);
	assert_int_equal(s.n_stairs, 1);
	assert_true(dg_stairs(&s, from, to));
	assert_int_equal(dg_find_mouth(&s, dg_id(STR("m2"))), 1);
	s.head.phase = DG_PLAY;
	s.head.active = 0;
	s.head.seat[0].present = 1;
	s.n_figs = 1;
	s.fig[0] = (struct dg_fig){ .label = label_of('A', 1),
				    .place = DG_ON_BOARD,
				    .sq = from };
	s.card[0].n_clicks = 1;
	dg_click_put(&s.card[0], 0, &(struct dg_click){ .value = { 5 } });
	assert_true(dg_leg_check(&s, label_of('A', 1), &to, 1, &leg, &no));
	assert_int_equal(leg.cost, 1);
	/* beside each other they are not */
	assert_int_equal(dg_adjacent(&s, from, to), -1);
}

/* --- chests, tables, figures ------------------------------------------- */

static void chests_and_tables_are_those_of_the_files(void **unused)
{
	int n;
	const int32_t *w;

	(void)unused;
	assert_true(part("chest/H"));
	w = event_words(&event, DG_EV_MODEL_DEFINED_TRAPS, &n);
	assert_int_equal(n, 42);
	assert_int_equal(w[7 * 5], 3); /* Hell mouth: three for 60 */
	assert_int_equal(w[7 * 5 + 1], 60);
	assert_int_equal(w[7 * 5 + 6], 11);
	assert_false(part("chest/I"));
	assert_true(part("table/Y4"));
	w = event_words(&event, DG_EV_TABLE_DEFINED_ROWS, &n);
	assert_int_equal(n, 22);
	assert_int_equal(w[2 * 5], 2); /* a 7: two for 30 */
	assert_int_equal(w[2 * 5 + 1], 30);
}

/* RULE: DG-GEN-08 DG-R-29 DG-R-43 */
static void a_hero_has_its_levels_on_its_card(void **unused)
{
	int n;
	const int32_t *w;

	(void)unused;
	assert_true(part("dungeons/69"));
	assert_int_equal(event_get(&event, DG_EV_FIGURE_DEFINED_KIND), DG_HERO);
	w = event_words(&event, DG_EV_FIGURE_DEFINED_LEVELS, &n);
	assert_int_equal(n, 10);
	assert_int_equal(w[0], 4); /* level 1 starts on click 4 */
	assert_int_equal(w[1], 23);
	assert_int_equal(w[8], 0);
	assert_int_equal(w[9], 63);
	assert_true(part("dungeons/1"));
	assert_int_equal(event_get(&event, DG_EV_FIGURE_DEFINED_KIND),
			 DG_SPAWN);
	assert_true(part("rebellion/60"));
	assert_int_equal(event_get(&event, DG_EV_FIGURE_DEFINED_KIND),
			 DG_WARRIOR);
	/* every figure that the catalog has fits a game */
	for (int i = 0; i < figures->n; i++) {
		struct catalog c = card_index_catalog(&deck);

		if (figures->v[i].level)
			continue;
		assert_true(c.define(c.source, figures->v[i].key, &event));
		system_init(&system_dungeons, &s);
		event.w[0] = label_of('A', 1);
		if (event_get(&event, DG_EV_FIGURE_DEFINED_KIND) != DG_SPAWN)
			event.w[event.end[DG_EV_FIGURE_DEFINED_OWNER - 1]] = 0;
		if (!system_evolve(&system_dungeons, &s, &event))
			print_error("%.*s\n", STR_ARG(figures->v[i].key));
		assert_int_equal(s.n_figs, 1);
	}
}

/* RULE: DG-OUT-01 DG-OUT-02 DG-OUT-03 */
static void a_hero_goes_to_battle_at_the_cost_of_its_level(void **unused)
{
	const struct figure *hero = figures_find(figures, STR("dungeons/69-2"));
	int n;

	(void)unused;
	assert_non_null(hero);
	figure_define(hero, &event);
	assert_int_equal(event_get(&event, RB_EV_FIGURE_DEFINED_POINTS), 28);
	event_words(&event, RB_EV_FIGURE_DEFINED_DIAL, &n);
	/* the three clicks above level 2 are not on it: nothing heals it there
	 */
	assert_int_equal(n, 8 * (11 - 3));
	assert_true(hero->unique);
	assert_str(hero->faction, "Heroes");
	figure_define(figures_find(figures, STR("dungeons/69")), &event);
	assert_int_equal(event_get(&event, RB_EV_FIGURE_DEFINED_POINTS), 63);
	/* in a dungeon there is one card of it */
	assert_false(part("dungeons/69-2"));
}

/* --- silence ----------------------------------------------------------- */

static uint32_t bits(const void *source, uint32_t roll, uint32_t draw)
{
	(void)source;
	return (roll * UINT32_C(2654435761) ^ draw * UINT32_C(40503)) >> 8;
}

static void order(struct run *r, int seat, const struct decision *d)
{
	struct refusal no;

	r->out->n = 0;
	if (system_dungeons.decide(r, seat, d, &no) != VERDICT_DONE)
		print_error("order %u: %s by %s\n", d->kind,
			    dg_refusals[no.reason].text,
			    dg_rules.name[no.rule]);
	assert_int_equal(no.reason, 0);
	system_dungeons.advance(r);
}

static void text_order(struct run *r, int seat, int kind, const char *a,
		       const char *b)
{
	struct decision d;

	decision_start(&d, kind);
	decision_add_text(&d, DG_TAG_KEY, str_of(a));
	if (b && kind == DG_ORDER_TEAM)
		decision_add_int(&d, DG_TAG_LEVEL, 1);
	if (b)
		decision_add_text(&d, DG_TAG_KEY, str_of(b));
	if (b && kind == DG_ORDER_TEAM)
		decision_add_int(&d, DG_TAG_LEVEL, 1);
	order(r, seat, &d);
}

static void begin(struct run *r, const char *map)
{
	int32_t w[DG_KEY_WORDS];

	system_init(&system_dungeons, &s);
	for (int seat = 0; seat < 2; seat++) {
		char name[] = "A";

		name[0] = (char)('A' + seat);
		event_start(&event, COMMON_SEAT_TAKEN, 0);
		event_int(&event, seat);
		event_text(&event, str_of(name));
		event_text(&event, STR("player"));
		event_text(&event, STR(""));
		run_emit(r, &event);
	}
	event_start(&event, COMMON_OPTION_SET, 0);
	event_text(&event, STR("map"));
	event_int(&event, -1);
	event_ints(&event, w, text_pack(w, DG_KEY_WORDS, str_of(map)));
	run_emit(r, &event);
	event_start(&event, COMMON_OPTION_SET, 0);
	event_text(&event, STR("terrain_pieces"));
	event_int(&event, -1);
	w[0] = 1;
	event_ints(&event, w, 1);
	run_emit(r, &event);
	event_start(&event, COMMON_GAME_STARTED, 0);
	event_text(&event, STR(""));
	run_emit(r, &event);
}

static void lies_at(const struct dg_chest *c, int x, int y)
{
	assert_int_equal(c->sq, dg_square_of(x, y));
	assert_int_equal(c->face, DG_S);
}

/* what silence gives on the Crossing, whose entrances are W and E */
static void the_crossing_is_set_up(void)
{
	const struct dg_player *one = &s.player[s.head.first];
	const struct dg_player *two = &s.player[1 - s.head.first];

	/* models A, B, .. in turn, as many as Heroes */
	assert_int_equal(s.n_models, 2);
	assert_int_equal(s.model[0].letter, 'A');
	assert_int_equal(s.model[1].letter, 'B');
	/* T2 and T3 are the first sections that may have one: their middle;
	 * that of T4 is a chasm, so its first square */
	lies_at(&s.chest[0], 7, 2);
	lies_at(&s.chest[1], 12, 2);
	lies_at(&s.chest[2], 15, 0);
	/* weak, beside a chest, in reading order */
	assert_int_equal(s.token[0].tier, DG_WEAK);
	assert_int_equal(s.token[0].sq, dg_square_of(5, 0));
	assert_int_equal(s.token[1].sq, dg_square_of(6, 0));
	assert_int_equal(s.token[2].sq, dg_square_of(10, 0));
	/* the first free corridor, and out at the far end */
	assert_int_equal(one->entrance, dg_find_mouth(&s, dg_id(STR("W"))));
	assert_int_equal(one->exit, dg_find_mouth(&s, dg_id(STR("E"))));
	assert_int_equal(two->entrance, one->exit);
	assert_int_equal(two->exit, one->entrance);
	for (int i = 0; i < s.width * s.height; i++) /* no piece is placed */
		assert_int_not_equal(
			s.square[dg_square_of(i % s.width, i / s.width)]
				.terrain,
			DG_VORTEX);
}

/* RULE: DG-D-01 DG-D-02 DG-D-03 DG-D-04 DG-D-05 DG-D-06 DG-D-07 */
/* RULE: DG-D-10 DG-D-12 DG-D-28 */
static void a_silent_set_up_goes_by_the_defaults(void **unused)
{
	static const char *const maps[] = { "map/crossing", "" };
	struct catalog c = card_index_catalog(&deck);
	struct dice dice = { .bits = bits };
	struct secrets secrets = { .bits = bits };

	(void)unused;
	for (size_t m = 0; m < ARRAY_LEN(maps); m++) {
		struct event_list out = { events, 0, ARRAY_LEN(events) };
		struct run r = { .trials = &trials,
				 .sys = &system_dungeons,
				 .state = &s,
				 .dice = &dice,
				 .secrets = &secrets,
				 .catalog = &c,
				 .out = &out };
		struct awaiting waits;
		struct decision d;
		int chests = 0, seat;

		begin(&r, maps[m]);
		system_dungeons.advance(&r);
		/* a team is nobody's default but the game master's */
		assert_false(system_dungeons.default_order(&s, 0, &d));
		text_order(&r, 0, DG_ORDER_TEAM, "dungeons/69", "dungeons/70");
		text_order(&r, 1, DG_ORDER_TEAM, "dungeons/81", "dungeons/95");
		while (s.head.phase < DG_PLAY) {
			system_awaiting(&system_dungeons, &s, &waits);
			assert_true(waits.n > 0);
			if (s.head.phase == DG_POOL) {
				assert_false(system_dungeons.default_order(
					&s, waits.v[0].seat, &d));
				text_order(&r, waits.v[0].seat, DG_ORDER_POOL,
					   "dungeons/66", "dungeons/67");
				continue;
			}
			assert_true(system_dungeons.default_order(
				&s, waits.v[0].seat, &d));
			chests += d.kind == DG_ORDER_CHEST;
			if (s.head.phase == DG_TERRAIN)
				assert_int_equal(d.kind, DG_ORDER_END);
			order(&r, waits.v[0].seat, &d);
			assert_null(system_invariant(&system_dungeons, &s));
		}
		assert_true(chests > 0);
		assert_int_equal(s.n_chests, chests);
		assert_true(s.n_tokens > 0);
		assert_int_not_equal(s.player[0].entrance,
				     s.player[1].entrance);
		if (!m)
			the_crossing_is_set_up();
		/* and the first turn is over: in goes by itself who is outside
		 */
		seat = s.head.active;
		assert_true(system_dungeons.default_order(&s, seat, &d));
		assert_int_equal(d.kind, DG_ORDER_END);
		order(&r, seat, &d);
		for (int f = 0; f < s.n_figs; f++)
			if (s.fig[f].owner == seat)
				assert_true(dg_on_board(&s, f));
		assert_int_equal(s.actor, 0);
		assert_int_not_equal(s.head.active, seat);
		assert_int_equal(s.turn, 2);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_drawing_is_read_square_by_square),
		cmocka_unit_test(a_map_that_is_none_is_refused_with_its_line),
		cmocka_unit_test(the_maps_are_the_same_after_half_a_turn),
		cmocka_unit_test(stairs_join_the_maps_of_a_campaign),
		cmocka_unit_test(chests_and_tables_are_those_of_the_files),
		cmocka_unit_test(a_hero_has_its_levels_on_its_card),
		cmocka_unit_test(
			a_hero_goes_to_battle_at_the_cost_of_its_level),
		cmocka_unit_test(a_silent_set_up_goes_by_the_defaults),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
