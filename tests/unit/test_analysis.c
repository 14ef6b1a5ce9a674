/*
 * tests/unit/test_analysis.c - the steps that the analysis finds in the events
 * of a log, in the toy: the value is the lead of seat A in points.
 */
#include "unit.h"
#include "engine/analysis.h"
#include "engine/common.h"
#include "toy.h"

static struct analysis_log found;
static struct toy_state *now; /* of the log so far */
static struct event e;

static int32_t lead(const void *world, int seat, bool blind,
		    const struct player_weight *w)
{
	const struct toy_state *s = world;

	(void)blind;
	(void)w;
	return 100 * (s->score[seat] - s->score[!seat]);
}

static const struct player_rules rules = { .sys = &system_toy, .value = lead };

/* A game that plays. */
static int setup(void **unused)
{
	(void)unused;
	analysis_log_begin(&found, &system_toy, &rules, ANALYSIS_TRIES);
	now = (struct toy_state *)(void *)found.game.state;
	now->head.phase = TOY_PLAY;
	now->head.active = 0;
	now->head.seat[0].present = now->head.seat[1].present = 1;
	return 0;
}

static void told(int64_t point)
{
	analysis_log_event(&found, &e, point);
}

static void turn_of(int seat, int64_t point)
{
	event_start(&e, TOY_EV_TURN, 0);
	event_int(&e, seat);
	told(point);
}

static void queued(int seat, const char *order)
{
	struct queue_pack p;
	struct decision d;
	int kind = DECISION_FIRST_OWN;

	while (strcmp(decision_row(&system_toy.decisions, kind)->name, order))
		kind++;
	decision_start(&d, kind);
	queue_pack_start(&p, 1, 0);
	queue_pack_alternative(&p, &d);
	event_start(&e, COMMON_QUEUED, 0);
	event_put(&e, COMMON_QUEUED_SEAT, seat);
	event_put(&e, COMMON_QUEUED_LINE, 1);
	event_put_ints(&e, COMMON_QUEUED_ENTRY, queue_pack_entry(&p).w,
		       queue_pack_entry(&p).n);
	told(1);
}

static void unqueued(int seat, const char *cause, int64_t point)
{
	event_start(&e, COMMON_UNQUEUED, 0);
	event_put(&e, COMMON_UNQUEUED_SEAT, seat);
	event_put(&e, COMMON_UNQUEUED_LINE, 1);
	event_put_text(&e, COMMON_UNQUEUED_CAUSE, str_of(cause));
	event_put(&e, COMMON_UNQUEUED_AT, 0);
	told(point);
}

static void scored(int seat, int points, int64_t point)
{
	static const uint8_t link[EVENT_HASH_SIZE];

	event_start(&e, TOY_EV_SCORED, 0);
	event_int(&e, seat);
	event_int(&e, points);
	told(point);
	event_start(&e, COMMON_LINK_OPENED, 0);
	event_put(&e, COMMON_LINK_OPENED_CHAIN, 0);
	event_put(&e, COMMON_LINK_OPENED_NUMBER, 0);
	event_put_hash(&e, COMMON_LINK_OPENED_LINK, link);
	event_put(&e, COMMON_LINK_OPENED_ROLLS, 1);
	told(point);
}

/* ROLL of the seat, which gives so many points. */
static void rolled(int seat, int points, int64_t point)
{
	queued(seat, "roll");
	scored(seat, points, point);
	unqueued(seat, "done", point);
}

/* A first order only tells where the game stands. */
static void begun(void)
{
	queued(0, "end");
	turn_of(1, 2);
	unqueued(0, "done", 2);
	assert_int_equal(found.x.n, 0);
}

static void an_order_with_dice_is_one_step(void **unused)
{
	const struct analysis_step *s = found.x.v;

	(void)unused;
	begun();
	rolled(1, 6, 3);
	assert_int_equal(found.x.n, 1);
	assert_int_equal(s->point, 3);
	assert_int_equal(s->seat, 1);
	assert_int_equal(s->value, -600);
	/* a die gives 3.5 points; 24 of them nearly so */
	assert_in_range(-s->order, 250, 450);
	assert_int_equal(s->order + s->luck, -600);
	assert_false(found.lost);
}

static void an_order_that_was_not_carried_out_is_none(void **unused)
{
	(void)unused;
	begun();
	queued(1, "roll");
	unqueued(1, "refused", 3);
	assert_int_equal(found.x.n, 0);
	assert_false(found.lost);
}

/* The next event of the rules ends their step. */
static void dice_of_the_rules_are_luck(void **unused)
{
	(void)unused;
	begun();
	scored(0, 4, 3);
	turn_of(0, 4);
	assert_int_equal(found.x.n, 1);
	assert_int_equal(found.x.v[0].seat, -1);
	assert_int_equal(found.x.v[0].order, 0);
	assert_int_equal(found.x.v[0].luck, 400);
	assert_false(found.lost);
}

/* Whatever it is: of a kind that this game does not have. */
static void an_event_may_have_no_fields(void **unused)
{
	(void)unused;
	begun();
	scored(0, 4, 3);
	event_start(&e, EVENT_FIRST_OWN + N_TOY_EVENTS, 0);
	told(3);
	assert_int_equal(found.x.n, 1);
	assert_true(found.lost);
}

/* What follows an event that does not fit is left out. */
static void an_event_that_does_not_fit_ends_it(void **unused)
{
	(void)unused;
	begun();
	rolled(1, 2, 3);
	assert_false(found.lost);
	unqueued(1, "done", 4); /* nothing is queued */
	assert_true(found.lost);
	rolled(1, 4, 5);
	assert_int_equal(found.x.n, 1);
	assert_int_equal(now->score[1], 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(an_order_with_dice_is_one_step, setup),
		cmocka_unit_test_setup(
			an_order_that_was_not_carried_out_is_none, setup),
		cmocka_unit_test_setup(dice_of_the_rules_are_luck, setup),
		cmocka_unit_test_setup(an_event_may_have_no_fields, setup),
		cmocka_unit_test_setup(an_event_that_does_not_fit_ends_it,
				       setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
