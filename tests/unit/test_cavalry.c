/*
 * tests/unit/test_cavalry.c - the project's own mounts and riders as the
 * catalog has them, and what of their rules no order can bring about.
 */
#include "unit.h"
#include "judge/catalog.h"
#include "rules/rebellion/engine.h"

enum { ROOM = 64 };

static struct figures figures;
static struct rb_state state, seen;
static struct event events[ROOM];
static struct event_list out;
static struct run run;
static struct why why;

static int setup(void **unused)
{
	(void)unused;
	return figures_load(&figures, SRCDIR "/db/catalog/figures", &why);
}

static int teardown(void **unused)
{
	(void)unused;
	figures_release(&figures);
	return 0;
}

static int defined(int32_t label, int32_t seat, const char *key)
{
	struct catalog c = figures_catalog(&figures);
	struct event e;

	assert_true(c.define(c.source, str_of(key), &e));
	e.w[RB_EV_FIGURE_DEFINED_FIG] = label;
	e.w[RB_EV_FIGURE_DEFINED_OWNER] = seat;
	assert_true(rb_evolve(&state, &e));
	return rb_find(&state, label);
}

/* a unit of seat 0, and somebody far away */
static void a_unit(const char *rider, const char *mount)
{
	int32_t label = label_of('A', 1), at[2] = { 1000, 1000 };
	struct str what;

	memset(&state, 0, sizeof(state));
	system_rebellion.init(&state);
	state.option[RB_OPTION_CAVALRY] = 1;
	state.phase = RB_PLAY;
	state.active = state.starter = 0;
	state.actions_left = 3;
	for (int seat = 0; seat < 2; seat++)
		state.player[seat].present = 1;
	defined(label, 0, rider);
	defined(label_of('A', 5), 0, mount);
	assert_true(rb_put_value(&state, STR("A5.at"), at, 2, &what));
	assert_true(rb_put_value(&state, STR("A5.rider"), &label, 1, &what));
	defined(label_of('B', 1), 1, "rebellion/60");
	at[0] = 3000;
	assert_true(rb_put_value(&state, STR("B1.at"), at, 2, &what));
	out = (struct event_list){ events, 0, ROOM };
	run = (struct run){ .sys = &system_rebellion,
			    .state = &state,
			    .out = &out };
	assert_null(rb_invariant(&state));
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
	rb_part(&state, rider);
	state.fig[rider].status = RB_ON_BOARD;
	state.fig[rider].at = (struct point){ 2000, 2000 };
	assert_true(rb_natures_ally(&state, rider));
	state.option[RB_OPTION_CAVALRY] = 0;
	assert_false(rb_natures_ally(&state, rider));
}

static void a_seat_with_units_knows_what_it_can_do(void **unused)
{
	struct family v[64];
	int n, seen_kinds = 0;

	(void)unused;
	a_unit("cavalry-own/R2", "cavalry-own/M3");
	n = rb_legal(&state, 0, v, (int)ARRAY_LEN(v));
	for (int i = 0; i < n; i++) {
		assert_int_not_equal(v[i].kind, RB_ORDER_TRAMPLE);
		seen_kinds += v[i].kind == RB_ORDER_DISMOUNT ||
			      v[i].kind == RB_ORDER_CHARGE ||
			      v[i].kind == RB_ORDER_OVERWHELM;
	}
	assert_int_equal(seen_kinds, 3);
}

/* how many items the unit is told that it can take */
static int takes(void)
{
	struct family v[64];
	int n = rb_legal(&state, 0, v, (int)ARRAY_LEN(v)), found = 0;

	for (int i = 0; i < n; i++)
		if (v[i].kind == RB_ORDER_TAKE)
			found += v[i].n_targets;
	return found;
}

/* RULE: CV-BRG-07 */
static void an_item_is_offered_to_whom_it_touches_and_has_a_hand(void **unused)
{
	const struct rb_fig *body;

	(void)unused;
	a_unit("cavalry-own/R2", "cavalry-own/M3");
	body = &state.fig[fig('A', 5)];
	state.option[RB_OPTION_CV_ITEMS] = 1;
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
	state.option[RB_OPTION_CV_ITEMS] = 0;
	assert_int_equal(takes(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_catalog_has_mounts_and_riders),
		cmocka_unit_test(numbers_bring_dark_riders_together),
		cmocka_unit_test(
			a_pushed_unit_takes_it_on_the_dial_of_its_order),
		cmocka_unit_test(proficiencies_are_no_formation),
		cmocka_unit_test(who_rides_is_no_ally_of_nature),
		cmocka_unit_test(a_seat_with_units_knows_what_it_can_do),
		cmocka_unit_test(
			an_item_is_offered_to_whom_it_touches_and_has_a_hand),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
