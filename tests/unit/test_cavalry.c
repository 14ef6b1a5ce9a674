/*
 * tests/unit/test_cavalry.c - the project's own mounts and riders as the
 * catalog has them, and what of their rules no order can bring about.
 */
#include "figures_fixture.h"
#include "games/rebellion/rules/decide.h"
#include "games/rebellion/rules/evolve.h"

static struct trials trials;

enum { ROOM = 64 };

static struct rb_state state, seen;
static struct event events[ROOM];
static struct event_list out;
static struct run run;

/* a unit of seat 0, and somebody far away */
static void a_unit(const char *rider, const char *mount)
{
	int32_t label = label_of('A', 1), at[2] = { 1000, 1000 };
	struct str what;

	memset(&state, 0, sizeof(state));
	system_init(&system_rebellion, &state);
	state.head.option[RB_OPTION_CAVALRY] = 1;
	state.head.phase = RB_PLAY;
	state.head.active = state.head.first = 0;
	state.actions_left = 3;
	for (int seat = 0; seat < 2; seat++)
		state.head.seat[seat].present = 1;
	figures_define(&state, label, 0, rider);
	figures_define(&state, label_of('A', 5), 0, mount);
	assert_true(state_path_put(&system_rebellion, &state, STR("A5.at"), at,
				   2, &what));
	assert_true(state_path_put(&system_rebellion, &state, STR("A5.rider"),
				   &label, 1, &what));
	figures_define(&state, label_of('B', 1), 1, "rebellion/60");
	at[0] = 3000;
	assert_true(state_path_put(&system_rebellion, &state, STR("B1.at"), at,
				   2, &what));
	out = (struct event_list){ events, 0, ROOM };
	run = (struct run){ .trials = &trials,
			    .sys = &system_rebellion,
			    .state = &state,
			    .out = &out };
	assert_null(system_invariant(&system_rebellion, &state));
}

static int fig(char letter, int number)
{
	return rb_find(&state, label_of(letter, number));
}

static void standing(int kind, int tag, int32_t label, int32_t value)
{
	struct decision d;
	struct refusal no;

	decision_start(&d, kind);
	if (label)
		decision_add_int(&d, RB_TAG_FIG, label);
	decision_add_int(&d, tag, value);
	assert_int_equal(rb_decide(&run, 0, &d, &no), VERDICT_DONE);
}

static void the_catalog_has_mounts_and_riders(void **unused)
{
	const struct rb_saddlery *c;

	(void)unused;
	a_unit("cavalry-own/R2", "cavalry-own/M3");
	c = &state.def[fig('A', 5)].cavalry;
	assert_int_equal(c->mount, RB_CLOUD_GRIFFON);
	assert_int_equal(c->level, RB_MEAN);
	assert_int_equal(c->proficiencies,
			 1 << RB_PROF_CHARGE | 1 << RB_PROF_OVERWHELM);
	assert_int_equal(state.def[fig('A', 5)].behind, 2 * RB_RADIUS);
	c = &state.def[fig('A', 1)].cavalry;
	assert_int_equal(c->bonus, 3);
	assert_int_equal(c->rides, 1 << RB_PEGASUS | 1 << RB_CLOUD_GRIFFON);
	assert_int_equal(c->mount, RB_NO_MOUNT);
	c = &state.def[fig('B', 1)].cavalry;
	assert_int_equal(c->rides | c->bonus | c->mount, 0);
}

/* RULE: CV-DARK-01 */
static void numbers_bring_dark_riders_together(void **unused)
{
	struct refusal no;

	(void)unused;
	a_unit("cavalry-own/121a", "cavalry-own/121b");
	assert_true(rb_may_ride(&state, fig('A', 1), fig('A', 5), &no));
	a_unit("cavalry-own/121a", "cavalry-own/M1");
	assert_false(rb_may_ride(&state, fig('A', 1), fig('A', 5), &no));
	assert_int_equal(no.reason, RB_REFUSAL_NUMBERS_DIFFER);
}

/* nothing in these rules pushes a unit but this */
/* RULE: CV-ACT-07 */
static void a_pushed_unit_takes_it_on_the_dial_of_its_order(void **unused)
{
	int mount, rider;

	(void)unused;
	a_unit("cavalry-own/R1", "cavalry-own/M1");
	mount = fig('A', 5);
	rider = fig('A', 1);
	rb_push(&run, mount);
	assert_int_equal(state.fig[mount].wounds, 1);
	assert_int_equal(events[0].rules[1], CV_ACT_07);
	standing(RB_ORDER_PUSH, RB_TAG_USING, 0, RB_DIAL_RIDER);
	rb_push(&run, mount);
	assert_int_equal(state.fig[rider].wounds, 1);
	standing(RB_ORDER_PUSH, RB_TAG_USING, label_of('A', 1), RB_DIAL_MOUNT);
	rb_push(&run, mount);
	assert_int_equal(state.fig[mount].wounds, 2);
	/* who does not know the order cannot tell what comes */
	rb_view(&state, 1, &seen);
	assert_int_equal(rb_pushed_dial(&seen, mount), -1);
}

/* RULE: CV-FORM-04 */
static void proficiencies_are_no_formation(void **unused)
{
	static const struct {
		int kind;
		const char *mount;
	} rides[] = { { RB_ORDER_CHARGE, "cavalry-own/M1" },
		      { RB_ORDER_TRAMPLE, "cavalry-own/M1" },
		      { RB_ORDER_OVERWHELM, "cavalry-own/M3" },
		      { RB_ORDER_BOUND, "cavalry-own/M5" } };

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(rides); i++) {
		struct decision d;
		struct refusal no;

		a_unit("cavalry-own/R2", rides[i].mount);
		decision_start(&d, rides[i].kind);
		decision_add_int(&d, RB_TAG_FIG, label_of('A', 1));
		decision_add_int(&d, RB_TAG_BEARING, 0);
		decision_add_int(&d, RB_TAG_WITH, label_of('A', 2));
		assert_int_equal(rb_decide(&run, 0, &d, &no), VERDICT_REFUSED);
		assert_int_equal(no.rule, CV_FORM_04);
	}
}

/* RULE: CV-UNIT-07 */
static void who_rides_is_no_ally_of_nature(void **unused)
{
	int rider;

	(void)unused;
	a_unit("cavalry-own/R8", "cavalry-own/M6");
	rider = fig('A', 1);
	assert_int_equal(state.def[rider].cavalry.subfaction, RB_WYLDEN_HOST);
	assert_false(rb_natures_ally(&state, rider));
	state.def[fig('A', 5)].cavalry.subfaction = RB_WYLDEN_HOST;
	assert_false(rb_natures_ally(&state, fig('A', 5)));
	rb_part(&state, rider);
	assert_true(rb_natures_ally(&state, fig('A', 5)));
	state.fig[rider].status = RB_ON_BOARD;
	state.fig[rider].at = (struct vec){ 2000, 2000 };
	assert_true(rb_natures_ally(&state, rider));
	state.head.option[RB_OPTION_CAVALRY] = 0;
	assert_false(rb_natures_ally(&state, rider));
}

static void a_seat_with_units_knows_what_it_can_do(void **unused)
{
	struct move_group v[64];
	int n, seen_kinds = 0;

	(void)unused;
	a_unit("cavalry-own/R2", "cavalry-own/M3");
	n = rb_legal(&state, 0, &trials, v, (int)ARRAY_LEN(v));
	for (int i = 0; i < n; i++) {
		assert_int_not_equal(v[i].kind, RB_ORDER_TRAMPLE);
		seen_kinds += v[i].kind == RB_ORDER_DISMOUNT ||
			      v[i].kind == RB_ORDER_CHARGE ||
			      v[i].kind == RB_ORDER_OVERWHELM;
	}
	assert_int_equal(seen_kinds, 3);
}

static bool has_way(const struct move_group *f, const char *way)
{
	for (int i = 0; i < f->n_ways; i++)
		if (!strcmp(f->ways[i], way))
			return true;
	return false;
}

/* the family of such orders; way NULL: with no word besides, or NULL */
static const struct move_group *offered(int kind, const char *way, bool mount)
{
	static struct move_group v[64];
	int n = rb_legal(&state, 0, &trials, v, (int)ARRAY_LEN(v));

	for (int i = 0; i < n; i++)
		if (v[i].kind == kind && has_way(&v[i], "mount") == mount &&
		    v[i].n_ways == mount + (way != NULL) &&
		    (!way || has_way(&v[i], way)))
			return &v[i];
	return NULL;
}

static void shows(int f, enum rb_ability a)
{
	state.def[f].click[0].ability[rb_abilities[a].slot] = (int32_t)a;
}

/* CV-ACT-04: an order names the dial that is not meant anyway */
static void both_dials_of_a_unit_are_offered(void **unused)
{
	int32_t at[2] = { 1000, 1110 };
	struct str what;
	int rider, mount;

	(void)unused;
	a_unit("cavalry-own/R2", "cavalry-own/M3");
	figures_define(&state, label_of('A', 2), 0, "rebellion/60");
	assert_true(state_path_put(&system_rebellion, &state, STR("A2.at"), at,
				   2, &what));
	rider = fig('A', 1);
	mount = fig('A', 5);
	memset(state.def[rider].click[0].ability, 0,
	       sizeof(state.def[rider].click[0].ability));
	memset(state.def[mount].click[0].ability, 0,
	       sizeof(state.def[mount].click[0].ability));
	state.fig[mount].facing = 0;
	state.def[rider].range = state.def[mount].range = 0;
	assert_null(offered(RB_ORDER_HEAL, NULL, false));
	shows(mount, RB_ABILITY_HEALING);
	assert_null(offered(RB_ORDER_HEAL, NULL, false));
	assert_int_equal(offered(RB_ORDER_HEAL, NULL, true)->targets[0],
			 label_of('A', 2));
	shows(rider, RB_ABILITY_BLAST);
	state.fig[mount].facing = 90;
	assert_null(offered(RB_ORDER_SHOOT, NULL, false));
	state.def[rider].range = 20;
	assert_int_equal(offered(RB_ORDER_SHOOT, NULL, false)->targets[0],
			 label_of('B', 1));
	assert_int_equal(offered(RB_ORDER_SHOOT, "blast", false)->n_targets, 1);
	assert_null(offered(RB_ORDER_SHOOT, NULL, true));
	/* special actions are of either dial */
	shows(rider, RB_ABILITY_REGENERATION);
	assert_non_null(offered(RB_ORDER_REGENERATE, NULL, false));
	assert_null(offered(RB_ORDER_REGENERATE, NULL, true));
	state.head.option[RB_OPTION_CV_SPECIAL_ABILITIES] = 1;
	assert_null(offered(RB_ORDER_REGENERATE, NULL, false));
	shows(mount, RB_ABILITY_REGENERATION);
	assert_non_null(offered(RB_ORDER_REGENERATE, NULL, false));
}

/* An attack that names nobody is offered if it reaches anybody. */
static void attacks_are_offered_with_their_words(void **unused)
{
	int32_t at[2] = { 1300, 1000 };
	struct str what;
	int rider;

	(void)unused;
	a_unit("cavalry-own/R2", "cavalry-own/M3");
	rider = fig('A', 1);
	state.def[rider].range = 8;
	shows(rider, RB_ABILITY_SHOCKWAVE);
	assert_null(offered(RB_ORDER_SHOOT, "wave", false));
	assert_true(state_path_put(&system_rebellion, &state, STR("B1.at"), at,
				   2, &what));
	assert_int_equal(offered(RB_ORDER_SHOOT, "wave", false)->n_targets, 0);
	shows(rider, RB_ABILITY_SWEEP);
	assert_null(offered(RB_ORDER_FIGHT, "sweep", false));
	state.fig[fig('A', 5)].facing = 90;
	state.fig[fig('B', 1)].at.x = 1110;
	assert_non_null(offered(RB_ORDER_FIGHT, "sweep", false));
	assert_null(offered(RB_ORDER_SHOOT, "wave", false));
}

/* RB-SPD-21, RB-TGT-03, RB-DEF-30, CV-UNIT-06; CV-BRG-13 */
static void only_whom_it_could_move_or_raise_is_offered(void **unused)
{
	int32_t at[2] = { 1110, 1000 };
	struct str what;
	int f, t;

	(void)unused;
	a_unit("cavalry-own/R2", "cavalry-own/M3");
	figures_define(&state, label_of('A', 2), 0, "rebellion/60");
	assert_true(state_path_put(&system_rebellion, &state, STR("A2.at"), at,
				   2, &what));
	f = fig('A', 2);
	t = fig('B', 1);
	state.fig[t].at = (struct vec){ 1220, 1000 };
	memset(state.def[f].click[0].ability, 0,
	       sizeof(state.def[f].click[0].ability));
	memset(state.def[t].click[0].ability, 0,
	       sizeof(state.def[t].click[0].ability));
	shows(f, RB_ABILITY_LEVITATION);
	shows(f, RB_ABILITY_NECROMANCY);
	assert_null(offered(RB_ORDER_LEVITATE, NULL, false));
	rb_set_put(state.contact[f], rb_bit(t) | rb_bit(fig('A', 5)));
	assert_int_equal(offered(RB_ORDER_LEVITATE, NULL, false)->n_targets, 1);
	shows(t, RB_ABILITY_IMMUNITY);
	assert_null(offered(RB_ORDER_LEVITATE, NULL, false));
	state.fig[t].at.x = 3000;
	figures_define(&state, label_of('A', 6), 0, "cavalry-own/M3");
	figures_define(&state, label_of('A', 7), 0, "rebellion/60");
	state.fig[fig('A', 6)].status = RB_ELIMINATED;
	assert_null(offered(RB_ORDER_RAISE, NULL, false));
	state.fig[fig('A', 7)].status = RB_ELIMINATED;
	assert_int_equal(offered(RB_ORDER_RAISE, NULL, false)->n_targets, 1);
}

/* CV-UNIT-02: no mount without a rider, and a rider as its mount needs */
static void mounts_are_deployed_by_those_who_ride_them(void **unused)
{
	const struct move_group *f;
	int rider, mount;

	(void)unused;
	a_unit("cavalry-own/R2", "cavalry-own/M3");
	rider = fig('A', 1);
	mount = fig('A', 5);
	rb_part(&state, rider);
	state.fig[rider].status = state.fig[mount].status = RB_RESERVE;
	state.head.phase = RB_DEPLOY;
	f = offered(RB_ORDER_DEPLOY, NULL, false);
	assert_int_equal(f->actor, label_of('A', 1));
	assert_int_equal(f->n_targets, 1);
	assert_int_equal(f->targets[0], label_of('A', 5));
	/* alone it stands on its own feet */
	state.fig[mount].status = RB_ELIMINATED;
	f = offered(RB_ORDER_DEPLOY, NULL, false);
	assert_int_equal(f->n_targets, 0);
}

/* how many items the unit is told that it can take */
static int takes(void)
{
	const struct move_group *f = offered(RB_ORDER_TAKE, NULL, false);

	return f ? f->n_targets : 0;
}

/* RULE: CV-BRG-07 */
static void an_item_is_offered_to_whom_it_touches_and_has_a_hand(void **unused)
{
	const struct rb_fig *body;

	(void)unused;
	a_unit("cavalry-own/R2", "cavalry-own/M3");
	body = &state.fig[fig('A', 5)];
	state.head.option[RB_OPTION_CV_ITEMS] = 1;
	state.def[fig('A', 1)].cavalry.slots = 1;
	state.n_items = 2;
	state.item[0].label = label_of('I', 1);
	state.item[1].label = label_of('I', 2);
	state.item[0].at = state.item[1].at = body->at;
	state.item[0].at.x += RB_RADIUS + RB_ITEM_RADIUS + 1;
	state.item[1].at.x += RB_RADIUS + RB_ITEM_RADIUS + 200;
	assert_int_equal(takes(), 1);
	state.item[0].at.x += 200;
	assert_int_equal(takes(), 0);
	state.item[0].at.x -= 200;
	/* one hand, and the other item is in it */
	state.item[1].holder = label_of('A', 1);
	assert_int_equal(takes(), 0);
	state.def[fig('A', 1)].cavalry.slots = 2;
	assert_int_equal(takes(), 1);
	/* to let it go takes no action, and none is left */
	state.actions_left = 0;
	assert_int_equal(takes(), 0);
	assert_int_equal(offered(RB_ORDER_DROP, NULL, false)->n_targets, 1);
	state.actions_left = 3;
	state.head.option[RB_OPTION_CV_ITEMS] = 0;
	assert_int_equal(takes(), 0);
	assert_null(offered(RB_ORDER_DROP, NULL, false));
}

static void every_kind_of_event_has_one_place_in_evolve(void **unused)
{
	(void)unused;
	for (int kind = EVENT_FIRST_OWN; kind < RB_EVENTS_END; kind++)
		assert_int_equal(rb_event_homes(kind), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_of_event_has_one_place_in_evolve),
		cmocka_unit_test(the_catalog_has_mounts_and_riders),
		cmocka_unit_test(numbers_bring_dark_riders_together),
		cmocka_unit_test(
			a_pushed_unit_takes_it_on_the_dial_of_its_order),
		cmocka_unit_test(proficiencies_are_no_formation),
		cmocka_unit_test(who_rides_is_no_ally_of_nature),
		cmocka_unit_test(a_seat_with_units_knows_what_it_can_do),
		cmocka_unit_test(both_dials_of_a_unit_are_offered),
		cmocka_unit_test(attacks_are_offered_with_their_words),
		cmocka_unit_test(only_whom_it_could_move_or_raise_is_offered),
		cmocka_unit_test(mounts_are_deployed_by_those_who_ride_them),
		cmocka_unit_test(
			an_item_is_offered_to_whom_it_touches_and_has_a_hand),
	};

	return cmocka_run_group_tests(tests, figures_setup, figures_teardown);
}
