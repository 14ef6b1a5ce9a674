/*
 * tests/unit/test_arena_engine.c - the rules of Arena as a whole: a game begins
 * with the cards of the catalog, and is played by chance; after every decision
 * what must hold of its state does.
 */
#include "arena_position.h"
#include "games/arena/rules/play.h"

enum { DECISIONS = 400, GAMES = 3 };

static uint32_t seed;

static uint32_t bits(const void *source, uint32_t roll, uint32_t draw)
{
	uint32_t x;

	(void)source;
	(void)roll;
	(void)draw;
	seed = seed * 1664525u + 1013904223u;
	x = seed ^ seed >> 15;
	x *= 0x2c1b3c6du;
	return x ^ x >> 12;
}

static void begin(struct game_run *run, struct event_list *out,
		  struct dice *dice, int seats)
{
	struct event e;

	game_init(game, &system_arena);
	*out = (struct event_list){ told, 0, MAX_EVENTS };
	*dice = (struct dice){ .bits = bits };
	memset(run, 0, sizeof(*run));
	run->game = game;
	run->dice = dice;
	run->catalog = &catalog;
	run->out = out;
	run->trials = trials_init(room);
	for (int seat = 0; seat < seats; seat++) {
		event_start(&e, COMMON_SEAT_TAKEN, 0);
		event_int(&e, seat);
		event_text(&e, STR("x"));
		event_text(&e, STR("player"));
		event_text(&e, STR(""));
		game_emit(run, &e);
	}
	event_start(&e, COMMON_GAME_STARTED, 0);
	event_text(&e, STR("x"));
	game_emit(run, &e);
	game_pump(run, false);
}

static void a_game_begins_with_all_cards_of_the_catalog(void **unused)
{
	const struct ar_state *s = (const struct ar_state *)game->state;
	struct event_list out;
	struct game_run run;
	struct dice dice;

	(void)unused;
	begin(&run, &out, &dice, 2);
	assert_int_equal(s->n_cards, 183);
	sound();
}

/* a decision of somebody who is waited for; false: there is none */
static bool decide(struct game_run *run)
{
	struct dice chance = { .bits = bits };
	struct submission mail = { .n = 1, .wait = true, .clear = true };
	struct queue_entry entry;
	struct queue_pack pack;
	struct awaiting waits = { .n = 0 };
	struct decision d;
	int seat;

	system_awaiting(&system_arena, game->state, &waits);
	if (!waits.n)
		return false;
	seat = waits.v[bits(NULL, 0, 0) % (uint32_t)waits.n].seat;
	game_view(game, seat, seen);
	/* now and then somebody is silent, so that plans are closed */
	if (bits(NULL, 0, 0) % 8 == 0 &&
	    system_arena.default_order(seen->state, seat, &d))
		;
	else if (!system_arena.random_decision(seen->state, seat, room, &chance,
					       &d) &&
		 !system_arena.default_order(seen->state, seat, &d))
		return false;
	queue_pack_start(&pack, 1, 0);
	queue_pack_alternative(&pack, &d);
	entry = queue_pack_entry(&pack);
	mail.seat = seat;
	mail.v = &entry;
	game_submit(run, &mail);
	while (run->more)
		game_pump(run, false);
	return true;
}

static void games_played_by_chance_stay_sound(void **unused)
{
	const struct ar_state *s = (const struct ar_state *)game->state;
	int32_t rounds = 0;

	(void)unused;
	for (uint32_t g = 0; g < GAMES; g++) {
		struct event_list out;
		struct game_run run;
		struct dice dice;
		uint32_t winners;

		seed = 7919 * g + 1;
		begin(&run, &out, &dice, 2);
		for (int i = 0; i < DECISIONS; i++) {
			if (system_over(&system_arena, game->state, &winners))
				break;
			if (out.n > MAX_EVENTS / 2)
				out.n = 0;
			if (!decide(&run))
				game_pump(&run, false);
			sound();
		}
		rounds += s->round;
	}
	assert_true(rounds > GAMES);
}

/* RULE: AR-BOOK-02, AR-BOOK-03, AR-BOOK-04, AR-BOOK-05, AR-BOOK-18 */
static void a_spell_costs_points_by_the_schools_of_its_mage(void **unused)
{
	static const struct {
		const char *spell;
		int class, element, points;
	} paid[] = {
		{ "adramelech-lord-of-fire", AR_WARLOCK, -1, 6 },
		{ "adramelech-lord-of-fire", AR_WIZARD, AR_FIRE, 10 },
		{ "highland-unicorn", AR_BEASTMASTER, -1, 6 },
		{ "highland-unicorn", AR_WARLOCK, -1, 9 },
		{ "highland-unicorn", AR_PRIESTESS, -1, 3 },
		{ "firestorm", AR_BEASTMASTER, -1, 9 },
		{ "firestorm", AR_WIZARD, AR_FIRE, 3 },
		{ "firestorm", AR_WIZARD, AR_AIR, 6 },
		{ "tarok-the-skyhunter", AR_BEASTMASTER, -1, 3 },
		{ "elemental-wand", AR_WARLOCK, -1, 2 },
		{ "elemental-wand", AR_WIZARD, AR_EARTH, 2 },
		{ "elemental-wand", AR_PRIESTESS, -1, 4 },
		{ "perfect-strike", AR_WIZARD, AR_AIR, 1 },
		{ "perfect-strike", AR_PRIESTESS, -1, 1 },
		{ "battle-forge", AR_BEASTMASTER, -1, 5 },
	};
	struct arena_position p;

	(void)unused;
	start(&p, "");
	for (size_t i = 0; i < ARRAY_LEN(paid); i++)
		assert_int_equal(
			ar_book_points((const struct ar_state *)game->state,
				       paid[i].class, paid[i].element,
				       number(paid[i].spell)),
			paid[i].points);
}

/* RULE: AR-BOOK-15, AR-BOOK-16, AR-RUL-11 */
static void the_starting_books_use_up_their_points(void **unused)
{
	static const struct {
		int class, cards;
	} books[] = { { AR_BEASTMASTER, 68 },
		      { AR_PRIESTESS, 55 },
		      { AR_WARLOCK, 59 },
		      { AR_WIZARD, 59 } };
	const struct ar_state *s = (const struct ar_state *)game->state;
	struct arena_position p;

	(void)unused;
	start(&p, "");
	for (size_t i = 0; i < ARRAY_LEN(books); i++) {
		int element = books[i].class == AR_WIZARD ? AR_AIR : -1;
		int32_t copies[AR_MAX_CARDS], cards = 0, points = 0;
		struct refusal no;

		assert_true(ar_book_starting(s, books[i].class, copies));
		for (int k = 1; k < s->n_cards; k++) {
			cards += copies[k];
			points += copies[k] *
				  ar_book_points(s, books[i].class, element, k);
		}
		assert_int_equal(cards, books[i].cards);
		assert_int_equal(points, 120);
		assert_true(ar_book_check(s, books[i].class, element, 0, copies,
					  &no));
	}
}

/* RULE: AR-STATE-01, AR-STATE-03, AR-STATE-04, AR-STATE-06 */
/* RULE: AR-STATE-07, AR-STATE-09, AR-STATE-10 */
static void a_position_holds_what_is_said_of_it(void **unused)
{
	const struct ar_state *s = (const struct ar_state *)game->state;
	const struct ar_player *a_player = &s->player[0];
	const struct ar_obj *o;
	struct arena_position p;

	(void)unused;
	start(&p, "object #3 A \"Timber Wolf\" at B1 damage 2 burn 1 rot 2 "
		  "weak 3 daze 4 cripple 1 rage 1 guard\n"
		  "object #4 B \"Ghoul Rot\" on #3 hidden\n"
		  "object #5 B \"Mage Wand\" on #2 slot weapon bound "
		  "\"Heal\"\n"
		  "object #6 B \"Demonhide Armor\" on #2\n"
		  "pair struck #6 #3\n");
	assert_int_equal(s->head.phase, AR_TURNS);
	assert_int_equal(s->head.first, 0);
	assert_int_equal(s->head.active, 0);
	assert_int_equal(s->round, 2);
	assert_int_equal(a_player->mana, 30);
	assert_int_equal(a_player->mage, label_of('#', 1));
	assert_int_equal(a_player->class, AR_WARLOCK);
	assert_true(a_player->alive && a_player->quickcast);
	o = object(3);
	assert_int_equal(o->damage, 2);
	assert_int_equal(o->cond[AR_BURN], 1);
	assert_int_equal(o->cond[AR_ROT], 2);
	assert_int_equal(o->cond[AR_WEAK], 3);
	assert_int_equal(o->cond[AR_DAZE], 4);
	assert_int_equal(o->cond[AR_CRIPPLE], 1);
	assert_int_equal(o->token[AR_RAGE], 1);
	assert_true(o->guard && o->active);
	assert_int_equal(object(4)->host, o->handle);
	assert_true(object(4)->hidden && !object(4)->stamp);
	assert_int_equal(object(5)->bound, number("heal"));
	assert_false(object(5)->bound_seen || object(5)->bound_used);
	assert_int_equal(s->n_pairs, 1);
	assert_int_equal(s->pair[0].b, o->handle);
}

/* RULE: AR-STATE-02, AR-STATE-05, AR-STATE-08, AR-STATE-12 */
static void what_a_creature_does_is_kept_with_it(void **unused)
{
	static const int dice[] = { 5, 1, 1, 1, 1 };
	const struct ar_state *s = (const struct ar_state *)game->state;
	const struct ar_obj *wolf;
	struct arena_position p;
	struct decision d;

	(void)unused;
	start(&p, "object #3 A \"Timber Wolf\" at B1\n"
		  "object #4 A \"Wall of Stone\" border C1 C2\n"
		  "object #7 B \"Bitterwood Fox\" at C1 damage 4\n"
		  "mod #3 Melee +1 round\n");
	assert_int_equal(s->width, 4);
	assert_int_equal(s->height, 3);
	assert_int_equal(object(4)->border[0], label_of('C', 1));
	assert_int_equal(object(4)->border[1], label_of('C', 2));
	assert_int_equal(s->n_mods, 1);
	assert_int_equal(s->mod[0].handle, label_of('#', 3));
	assert_int_equal(s->mod[0].trait, AR_T_MELEE);
	assert_int_equal(s->mod[0].amount, 1);
	assert_int_equal(s->mod[0].duration, AR_ROUND);
	assert_int_equal(s->next_handle, label_of('#', 8));
	step(&d, AR_ORDER_ACT, label_of('#', 3), AR_DO_MOVE);
	name(&d, AR_TAG_TARGET, AR_NAMES_ZONE, label_of('C', 1));
	decision_add_int(&d, AR_TAG_STEP, AR_DO_ATTACK);
	name(&d, AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 7));
	sent(&p, 0, &d, dice, ARRAY_LEN(dice));
	wolf = object(3);
	assert_int_equal(wolf->zone, label_of('C', 1));
	assert_int_equal(wolf->moved, 1);
	assert_int_equal(wolf->moves, 1);
	assert_int_equal(wolf->attacks, 1);
	assert_false(wolf->active || wolf->guard || wolf->summoned);
	/* what has left gives its handle to nobody */
	assert_null(at(7));
	assert_int_equal(s->next_handle, label_of('#', 8));
	assert_int_equal(s->n_mods, 1);
}

/* what stands on a border and blocks no sight hides nothing; a line through a
 * corner is told exactly: it takes walls on both ways round */
/* RULE: AR-LOS-06, AR-LOS-08 */
static void a_line_through_a_corner_is_told_exactly(void **unused)
{
	const struct ar_state *s = (const struct ar_state *)game->state;
	int32_t a1 = ar_zone(0, 0), d1 = ar_zone(3, 0), d2 = ar_zone(3, 1);
	struct arena_position p;

	(void)unused;
	start(&p, "object #3 A \"Lair\" border B1 C1\n");
	assert_true(ar_sees_zone(s, a1, d1));
	start(&p, "object #3 A \"Wall of Stone\" border B1 C1\n");
	assert_false(ar_sees_zone(s, a1, d1));
	/* from A1 to D2 through the corner of B1, C1, B2, C2 alone */
	assert_true(ar_sees_zone(s, a1, d2));
	start(&p, "object #3 A \"Wall of Stone\" border B1 C1\n"
		  "object #4 A \"Wall of Stone\" border B2 C2\n");
	assert_false(ar_sees_zone(s, a1, d2));
	assert_false(ar_sees_zone(s, d2, a1));
}

/* RULE: AR-SDATA-32 */
static void what_is_banished_leaves_its_conjurations(void **unused)
{
	struct arena_position p;
	struct decision d;

	(void)unused;
	start(&p, "object #3 B \"Timber Wolf\" at B1\n"
		  "object #4 A \"Tanglevine\" on #3\n"
		  "object #5 A \"Rhino Hide\" on #3\n"
		  "plan A #1 \"Banish\"\n");
	step(&d, AR_ORDER_ACT, label_of('#', 1), AR_DO_CAST);
	decision_add_int(&d, AR_TAG_CARD, number("banish"));
	name(&d, AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 3));
	sent(&p, 0, &d, NULL, 0);
	assert_int_equal(object(3)->zone, 0);
	assert_int_equal(object(3)->last_zone, label_of('B', 1));
	assert_int_equal(object(3)->token[AR_BANISH], 3);
	assert_null(at(4));
	assert_non_null(at(5));
}

/* RULE: AR-SPELL-resurrection */
static void a_creature_comes_back_out_of_the_pile(void **unused)
{
	struct arena_position p;
	struct decision d;

	(void)unused;
	start(&p, "discard A \"Timber Wolf\"\n"
		  "plan A #1 \"Resurrection\"\n");
	step(&d, AR_ORDER_ACT, label_of('#', 1), AR_DO_CAST);
	decision_add_int(&d, AR_TAG_CARD, number("resurrection"));
	name(&d, AR_TAG_ITEM, AR_NAMES_CARD, number("timber-wolf"));
	sent(&p, 0, &d, NULL, 0);
	assert_int_equal(object(3)->card, number("timber-wolf"));
	assert_int_equal(object(3)->zone, label_of('A', 1));
	assert_int_equal(object(3)->active, 0);
}

/* RULE: AR-SPELL-sacrificial-altar */
static void an_altar_takes_a_life_and_gives_its_level(void **unused)
{
	const struct ar_state *s = (const struct ar_state *)game->state;
	struct arena_position p;
	struct decision d;

	(void)unused;
	start(&p, "object #3 A \"Sacrificial Altar\" at A1\n"
		  "object #4 A \"Timber Wolf\" at B1\n"
		  "object #5 A \"Firebrand Imp\" at B1\n");
	step(&d, AR_ORDER_USE_BEFORE, label_of('#', 5), AR_DO_USE);
	name(&d, AR_TAG_ITEM, AR_NAMES_OBJECT, label_of('#', 3));
	name(&d, AR_TAG_KILL, AR_NAMES_OBJECT, label_of('#', 4));
	name(&d, AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 5));
	sent(&p, 0, &d, NULL, 0);
	assert_null(at(4));
	assert_int_equal(ar_trait(s, object(5), AR_T_MELEE, NULL, NULL), 2);
	assert_int_equal(ar_trait(s, object(5), AR_T_PIERCING, NULL, NULL), 2);
	assert_int_equal(object(3)->used[0], 1);
}

/* RULE: AR-SPELL-gate-to-hell */
static void an_open_gate_burns_all_that_do_not_fly(void **unused)
{
	static const int dice[] = {
		3, 1, 1, 1, 1, 4, 1, 1, 1, 1, 3, 1, 1, 1, 1
	};
	struct arena_position p;
	struct decision d;

	(void)unused;
	start(&p, "object #3 A \"Gate to Hell\" at A1\n"
		  "object #4 B \"Mana Leech\" at C1\n"
		  "object #5 B \"Thunderift Falcon\" at C1\n");
	step(&d, AR_ORDER_ACT, label_of('#', 1), AR_DO_USE);
	name(&d, AR_TAG_ITEM, AR_NAMES_OBJECT, label_of('#', 3));
	sent(&p, 0, &d, dice, (int)ARRAY_LEN(dice));
	assert_int_equal(object(3)->token[AR_OPEN], 1);
	assert_int_equal(object(1)->damage, 1);
	assert_int_equal(object(2)->damage, 2);
	assert_int_equal(object(5)->damage, 0);
}

static void turned_back(struct arena_position *p, const char *spell)
{
	struct decision d;

	start(p, arena_printf(&a,
			      "object #3 B \"Timber Wolf\" at B1\n"
			      "object #4 B \"Reverse Magic\" on #3 hidden\n"
			      "plan A #1 \"%s\"\n",
			      spell));
	step(&d, AR_ORDER_ACT, label_of('#', 1), AR_DO_CAST);
	decision_add_int(&d, AR_TAG_CARD,
			 number(str_is(str_of(spell), "Drain Life")
					? "drain-life"
					: "force-push"));
	name(&d, AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 3));
	decision_add_int(&d, AR_TAG_DIR, AR_EAST);
	sent(p, 0, &d, NULL, 0);
	assert_null(at(4));
}

/* RULE: AR-SDATA-34, AR-DP-30 */
static void a_spell_turned_back_hits_its_caster(void **unused)
{
	struct arena_position p;

	(void)unused;
	turned_back(&p, "Force Push");
	assert_int_equal(object(1)->zone, label_of('B', 1));
	assert_int_equal(object(3)->zone, label_of('B', 1));
}

/* RULE: AR-BOOK-13 */
static void a_spell_that_its_new_master_may_not_cast_is_countered(void **unused)
{
	struct arena_position p;

	(void)unused;
	turned_back(&p, "Drain Life"); /* of Dark Mages alone */
	assert_int_equal(object(1)->damage, 0);
	assert_int_equal(object(3)->damage, 0);
}

/* RULE: AR-SPELL-staff-of-beasts */
static void an_option_is_picked_by_its_word(void **unused)
{
	static const int dice[] = { 3, 4 };
	struct arena_position p;
	struct decision d;

	(void)unused;
	start(&p, "object #3 A \"Timber Wolf\" at B1 damage 5\n"
		  "object #4 A \"Staff of Beasts\" on #1\n");
	step(&d, AR_ORDER_QC_BEFORE, label_of('#', 3), AR_DO_USE);
	name(&d, AR_TAG_ITEM, AR_NAMES_OBJECT, label_of('#', 4));
	name(&d, AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 3));
	decision_add_int(&d, AR_TAG_PICK, AR_PICK_HEAL);
	sent(&p, 0, &d, dice, (int)ARRAY_LEN(dice));
	assert_int_equal(object(3)->damage, 2);
}

/* RULE: AR-MAGE-40, AR-DP-04 */
static void a_shield_is_paid_for_as_its_line_says(void **unused)
{
	const struct ar_state *s = (const struct ar_state *)game->state;
	struct arena_position p;
	struct decision d;

	(void)unused;
	for (int on = 0; on < 2; on++) {
		start(&p, "");
		decision_start(&d, AR_ORDER_SHIELD);
		decision_add_int(&d, AR_TAG_YES, on);
		sent(&p, 1, &d, NULL, 0);
		for (int seat = 0; seat < 2; seat++) {
			step(&d, AR_ORDER_ACT, label_of('#', seat + 1),
			     AR_DO_NOTHING);
			sent(&p, seat, &d, NULL, 0);
		}
		assert_int_equal(s->round, 3);
		assert_int_equal(object(2)->token[AR_SHIELD], on);
		/* Channeling of a Wizard: 10 */
		assert_int_equal(s->player[1].mana, 40 - 2 * on);
	}
}

/* RULE: AR-MAIL-37 */
static void what_is_tried_with_what_nobody_knows_comes_to_an_end(void **unused)
{
	struct arena_position p;
	struct decision d;

	(void)unused;
	start(&p, "object #3 B \"Timber Wolf\" at A1\n"
		  "object #4 B \"Rhino Hide\" on #3 hidden\n"
		  "plan A #1 \"Seeking Dispel\"\n");
	decision_start(&d, AR_ORDER_DEFEND);
	name(&d, AR_TAG_SUBJECT, AR_NAMES_OBJECT, label_of('#', 9));
	decision_add_int(&d, AR_TAG_POLICY, AR_POLICY_NEVER);
	sent(&p, 0, &d, NULL, 0);
	/* the line is about nothing; what would lie there has to be shown */
	step(&d, AR_ORDER_ACT, label_of('#', 1), AR_DO_CAST);
	decision_add_int(&d, AR_TAG_CARD, number("seeking-dispel"));
	name(&d, AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 4));
	system_arena.view(game->state, 0, seen->state);
	assert_true(dry_run_of(room, &system_arena, seen->state, 0, &d));
}

/* RULE: AR-MAIL-42. Where play was taken back to: what is refused leaves the
 * halt, what is done ends it. */
static void a_halt_ends_with_what_is_done(void **unused)
{
	static const enum ar_verb verbs[] = { AR_DO_CAST, AR_DO_GUARD };
	struct ar_state *s = (struct ar_state *)game->state;
	struct arena_position p;

	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct refusal no;
		struct decision d;
		struct run r = { .sys = &system_arena,
				 .state = s,
				 .dice = &p.dice,
				 .catalog = &catalog,
				 .out = &p.out };
		enum verdict verdict;
		int steps = 0;

		start(&p, "");
		s->stopped = AR_MAX_SEATS;
		p.out.n = 0;
		step(&d, AR_ORDER_ACT, label_of('#', 1), verbs[i]);
		if (!i) /* it is not planned */
			decision_add_int(&d, AR_TAG_CARD, number("fireball"));
		verdict = system_arena.decide(&r, 0, &d, &no);
		assert_int_equal(verdict, i ? VERDICT_DONE : VERDICT_REFUSED);
		for (int k = 0; k < p.out.n; k++)
			steps += p.out.v[k].kind == AR_EV_STEP;
		assert_int_equal(steps > 0, i);
		assert_int_equal(s->stopped, i ? -1 : AR_MAX_SEATS);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_game_begins_with_all_cards_of_the_catalog),
		cmocka_unit_test(games_played_by_chance_stay_sound),
		cmocka_unit_test(
			a_spell_costs_points_by_the_schools_of_its_mage),
		cmocka_unit_test(the_starting_books_use_up_their_points),
		cmocka_unit_test(a_position_holds_what_is_said_of_it),
		cmocka_unit_test(a_halt_ends_with_what_is_done),
		cmocka_unit_test(what_a_creature_does_is_kept_with_it),
		cmocka_unit_test(a_line_through_a_corner_is_told_exactly),
		cmocka_unit_test(what_is_banished_leaves_its_conjurations),
		cmocka_unit_test(a_creature_comes_back_out_of_the_pile),
		cmocka_unit_test(an_altar_takes_a_life_and_gives_its_level),
		cmocka_unit_test(an_open_gate_burns_all_that_do_not_fly),
		cmocka_unit_test(a_spell_turned_back_hits_its_caster),
		cmocka_unit_test(
			a_spell_that_its_new_master_may_not_cast_is_countered),
		cmocka_unit_test(an_option_is_picked_by_its_word),
		cmocka_unit_test(a_shield_is_paid_for_as_its_line_says),
		cmocka_unit_test(
			what_is_tried_with_what_nobody_knows_comes_to_an_end),
	};

	return cmocka_run_group_tests(tests, before, after);
}
