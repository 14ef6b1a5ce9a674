/* tests/unit/test_rebellion.c - the state of a game of Rebellion */
#include "unit.h"
#include "engine/common.h"
#include "games/rebellion/rules/rebellion.h"
#include "engine/state_path.h"
#include "engine/dry_run.h"

static struct trials trials;

static struct rb_state state, other, seen;
static struct event events[200];
static const int *faces;
static int n_faces;

static uint32_t scripted(const void *source, uint32_t roll, uint32_t again)
{
	(void)source;
	(void)again;
	assert_true((int)roll < n_faces);
	return (uint32_t)faces[roll] - 1;
}

static struct dice dice = { .bits = scripted };
static struct event_list out = { events, 0, 200 };

static struct run run_of(struct rb_state *s)
{
	out.n = 0;
	dice.n_rolls = 0;
	return (struct run){ .trials = &trials,
			     .sys = &system_rebellion,
			     .state = s,
			     .dice = &dice,
			     .out = &out };
}

static void tell(struct rb_state *s, const struct event *e)
{
	assert_true(system_evolve(&system_rebellion, s, e));
}

static void put(struct rb_state *s, const char *path, int32_t value)
{
	struct str what;

	assert_true(state_path_put(&system_rebellion, s, str_of(path), &value,
				   1, &what));
}

static void put_at(struct rb_state *s, const char *path, int32_t x, int32_t y)
{
	int32_t w[2] = { x, y };
	struct str what;

	assert_true(state_path_put(&system_rebellion, s, str_of(path), w, 2,
				   &what));
}

static int32_t value(const struct rb_state *s, const char *path)
{
	int32_t w[4] = { 0 };
	struct str what;
	int n = 0;

	assert_true(state_path_get(&system_rebellion, s, str_of(path), w, &n,
				   &what));
	return w[0];
}

/* a figure with so many clicks 8/8/15/2; ability on all of them */
static void card(struct event *e, int32_t label, int clicks, int ability)
{
	int32_t dial[RB_MAX_CLICKS * RB_CLICK_WORDS] = { 0 };
	int32_t spine[2] = { 0, 0 };

	for (int i = 0; i < clicks; i++) {
		int32_t *w = dial + i * RB_CLICK_WORDS;

		w[RB_SPEED] = 8;
		w[RB_ATTACK] = 8;
		w[RB_DEFENSE] = 15;
		w[RB_DAMAGE] = 2;
		if (ability)
			w[N_RB_SLOTS + rb_abilities[ability].slot] = ability;
	}
	event_start(e, RB_EV_FIGURE_DEFINED, RB_FIG_01);
	event_int(e, label);
	event_int(e, label_letter(label) - 'A');
	event_text(e, STR("test/1"));
	event_text(e, STR("Figure"));
	event_text(e, STR("Draconum"));
	event_int(e, 1);
	event_int(e, 10);
	event_int(e, 8);
	event_int(e, 1);
	event_int(e, 90);
	event_int(e, RB_RADIUS);
	event_ints(e, spine, 2);
	event_ints(e, dial, clicks * RB_CLICK_WORDS);
	event_ints(e, NULL, 0);
}

static void add(struct rb_state *s, int32_t label, int32_t x, int32_t y,
		int32_t facing, int clicks, int ability)
{
	char path[32];
	struct event e;

	card(&e, label, clicks, ability);
	tell(s, &e);
	snprintf(path, sizeof(path), "%c%d.at", label_letter(label),
		 label_number(label));
	put_at(s, path, x, y);
	snprintf(path, sizeof(path), "%c%d.facing", label_letter(label),
		 label_number(label));
	put(s, path, facing);
}

#define A(n) label_of('A', n)
#define B(n) label_of('B', n)

/* two players, nobody on the board yet */
static void begin(struct rb_state *s)
{
	system_init(&system_rebellion, s);
	put(s, "A.present", 1);
	put(s, "B.present", 1);
	put(s, "A.side", RB_SOUTH);
	put(s, "B.side", RB_NORTH);
}

/* and now it is A's turn with two actions */
static void play(struct rb_state *s)
{
	put(s, "active", 0);
	put(s, "starter", 0);
	put(s, "actions_left", 2);
	put(s, "turn_ready", 1);
	put(s, "phase", RB_PLAY);
	assert_null(system_invariant(&system_rebellion, s));
}

static struct decision order(int kind, int32_t fig)
{
	struct decision d;

	decision_start(&d, kind);
	decision_add_int(&d, RB_TAG_FIG, fig);
	return d;
}

static struct decision move_to(int32_t fig, int32_t x, int32_t y)
{
	struct decision d = order(RB_ORDER_MOVE, fig);
	int32_t w[2] = { x, y };

	decision_add(&d, RB_TAG_TO, w, 2);
	return d;
}

static struct decision fight(int32_t fig, int32_t target)
{
	struct decision d = order(RB_ORDER_FIGHT, fig);

	decision_add_int(&d, RB_TAG_TARGET, target);
	return d;
}

static int give(struct rb_state *s, int seat, const struct decision *d,
		const int *script, int n)
{
	struct run r = run_of(s);
	struct refusal no;
	enum verdict v;

	faces = script;
	n_faces = n;
	v = system_rebellion.decide(&r, seat, d, &no);
	if (v == VERDICT_DONE)
		system_rebellion.advance(&r);
	assert_int_equal(dice.n_rolls, n);
	return v == VERDICT_REFUSED ? no.reason : 0;
}

/* the i-th event of this kind of the last order */
static const struct event *told(int kind, int i)
{
	for (int k = 0; k < out.n; k++)
		if (events[k].kind == kind && !i--)
			return &events[k];
	return NULL;
}

/* RULE: RB-FIG-01, RB-FIG-05, RB-FIG-06 */
static void a_card_has_its_printed_values_and_its_front_arc(void **unused)
{
	(void)unused;
	begin(&state);
	add(&state, A(1), 1000, 1000, 0, 6, RB_ABILITY_FLIGHT);
	assert_int_equal(value(&state, "A1.speed"), 8);
	assert_int_equal(value(&state, "A1.attack"), 8);
	assert_int_equal(value(&state, "A1.defense"), 15);
	assert_int_equal(value(&state, "A1.damage"), 2);
	assert_int_equal(value(&state, "A1.range"), 8);
	assert_int_equal(value(&state, "A1.rank"), 1);
	assert_int_equal(value(&state, "A1.points"), 10);
	assert_int_equal(value(&state, "A1.targets"), 1);
	assert_int_equal(value(&state, "A1.arc"), 90);
	assert_int_equal(value(&state, "A1.clicks"), 6);
}

/* RULE: RB-FIG-07 */
static void figures_of_one_faction_form_and_mage_spawn_never(void **unused)
{
	struct decision d;
	static const char spawn[] = "Mage Spawn";

	(void)unused;
	begin(&state);
	for (int i = 1; i <= 3; i++)
		add(&state, A(i), 1000 + 110 * i, 1000, 0, 6, 0);
	add(&state, B(1), 3000, 3000, 0, 6, 0);
	play(&state);
	decision_start(&d, RB_ORDER_FORM);
	for (int i = 1; i <= 3; i++)
		decision_add_int(&d, RB_TAG_MEMBER, A(i));
	decision_add(&d, RB_TAG_SHIFT, (int32_t[]){ 0, 100 }, 2);
	other = state;
	assert_int_equal(give(&other, 0, &d, NULL, 0), 0);
	for (int i = 0; i < 3; i++) {
		memset(state.def[i].faction, 0, sizeof(state.def[i].faction));
		text_pack(state.def[i].faction, RB_KEY_WORDS, str_of(spawn));
	}
	assert_int_equal(give(&state, 0, &d, NULL, 0), RB_REFUSAL_MAGE_SPAWN);
}

static void figures_stand_in_id_order_however_they_come(void **unused)
{
	struct event e;

	(void)unused;
	begin(&state);
	card(&e, B(1), 6, 0);
	tell(&state, &e);
	card(&e, A(10), 6, 0);
	tell(&state, &e);
	card(&e, A(9), 6, 0);
	tell(&state, &e);
	assert_int_equal(state.fig[0].label, A(9));
	assert_int_equal(state.fig[1].label, A(10));
	assert_int_equal(state.fig[2].label, B(1));
	assert_null(system_invariant(&system_rebellion, &state));
}

static void events_that_do_not_fit_the_state_are_told_apart(void **unused)
{
	struct event e;

	(void)unused;
	begin(&state);
	event_start(&e, RB_EV_TOKEN, RB_ACT_01);
	event_int(&e, A(1));
	event_int(&e, 1);
	assert_false(system_evolve(&system_rebellion, &state, &e));
	card(&e, A(1), 6, 0);
	e.w[e.end[RB_EV_FIGURE_DEFINED_DIAL - 1] + N_RB_SLOTS] =
		RB_ABILITY_TOUGHNESS; /* in the slot of speed */
	assert_false(system_evolve(&system_rebellion, &state, &e));
	event_start(&e, RB_EV_FREED, RB_CAP_11);
	event_int(&e, A(7));
	event_int(&e, 0);
	assert_false(system_evolve(&system_rebellion, &state, &e));
}

static void values_out_of_range_and_unknown_paths_are_refused(void **unused)
{
	struct str what;
	int32_t w[2] = { 7, 0 };
	int n;

	(void)unused;
	begin(&state);
	add(&state, A(1), 1000, 1000, 0, 6, 0);
	assert_false(state_path_put(&system_rebellion, &state, STR("A1.wounds"),
				    w, 1, &what));
	assert_false(state_path_put(&system_rebellion, &state, STR("A1.colour"),
				    w, 1, &what));
	assert_str(what, "colour");
	assert_false(state_path_put(&system_rebellion, &state, STR("A1.points"),
				    w, 1, &what));
	assert_false(state_path_get(&system_rebellion, &state, STR("A2.x"), w,
				    &n, &what));
	assert_str(what, "A2");
	assert_false(state_path_put(&system_rebellion, &state,
				    STR("option.lof_doubt"), w, 1, &what));
	w[0] = 5;
	assert_true(state_path_put(&system_rebellion, &state,
				   STR("option.lof_doubt"), w, 1, &what));
}

/* RULE: RB-ACT-05 */
static void who_dies_of_its_own_action_is_not_pushed_too(void **unused)
{
	static const int script[] = { 1, 1 };
	struct decision d = fight(A(1), B(1));

	(void)unused;
	begin(&state);
	add(&state, A(1), 1000, 1000, 0, 2, 0);
	add(&state, A(2), 2000, 2000, 0, 2, 0);
	add(&state, B(1), 1000, 1110, 180, 2, 0);
	put(&state, "A1.wounds", 1);
	put(&state, "A1.tokens", 1);
	play(&state);
	assert_int_equal(give(&state, 0, &d, script, 2), 0);
	assert_int_equal(value(&state, "A1.status"), RB_ELIMINATED);
	assert_non_null(told(RB_EV_CLICKS, 0));
	assert_null(told(RB_EV_CLICKS, 1));
}

/* RULE: RB-CAP-10, RB-CON-02 */
static void a_captive_hinders_nobody_of_its_controllers_side(void **unused)
{
	struct decision d = move_to(A(1), 1000, 600);
	struct str what;
	int32_t by = A(1);

	(void)unused;
	begin(&state);
	add(&state, A(1), 1000, 1000, 0, 6, 0);
	add(&state, B(1), 1000, 1110, 180, 6, 0);
	add(&state, B(2), 3000, 3000, 180, 6, 0);
	assert_true(state_path_put(&system_rebellion, &state,
				   STR("B1.captive_of"), &by, 1, &what));
	play(&state);
	assert_int_equal(give(&state, 0, &d, NULL, 0), 0);
	assert_null(told(RB_EV_BREAK_AWAY, 0));
	assert_null(told(RB_EV_FREE_SPIN, 0));
	assert_int_equal(value(&state, "B1.y"), 710);
}

/* RULE: RB-CON-01 */
static void allies_are_friends_and_everybody_else_is_not(void **unused)
{
	(void)unused;
	begin(&state);
	put(&state, "C.present", 1);
	put(&state, "C.team", 0);
	add(&state, A(1), 1000, 1000, 0, 6, 0);
	add(&state, B(1), 2000, 1000, 0, 6, 0);
	add(&state, label_of('C', 1), 3000, 1000, 0, 6, 0);
	assert_true(rb_opposing(&state, 0, 1));
	assert_false(rb_opposing(&state, 0, 2));
	assert_true(rb_opposing(&state, 1, 2));
}

/* RULE: RB-CLS-05 */
static void an_enemy_behind_does_not_prevent_an_attack(void **unused)
{
	static const int script[] = { 3, 4 };
	struct decision d = fight(A(1), B(1));

	(void)unused;
	begin(&state);
	add(&state, A(1), 1000, 1000, 0, 6, 0);
	add(&state, B(1), 1000, 1110, 180, 6, 0);
	add(&state, B(2), 1000, 890, 0, 6, 0);
	play(&state);
	assert_int_equal(give(&state, 0, &d, script, 2), 0);
	assert_non_null(told(RB_EV_ATTACK, 0));
}

/* RULE: RB-RNG-08 */
static void attack_7_and_dice_8_miss_16_and_hit_15_for_a_click(void **unused)
{
	static const int script[] = { 5, 3 };
	struct decision d = order(RB_ORDER_SHOOT, A(1));

	(void)unused;
	begin(&state);
	add(&state, A(1), 1000, 1000, 0, 6, 0);
	add(&state, B(1), 900, 1500, 180, 6, 0);
	add(&state, B(2), 1100, 1500, 180, 6, 0);
	state.def[0].targets = 2;
	state.def[0].click[0].value[RB_ATTACK] = 7;
	state.def[1].click[0].value[RB_DEFENSE] = 16;
	play(&state);
	decision_add_int(&d, RB_TAG_TARGET, B(1));
	decision_add_int(&d, RB_TAG_TARGET, B(2));
	assert_int_equal(give(&state, 0, &d, script, 2), 0);
	assert_int_equal(value(&state, "B1.wounds"), 0);
	assert_int_equal(value(&state, "B2.wounds"), 1);
}

/* RULE: RB-ETQ-02, RB-MOVE-17, RB-SPIN-06 */
static void only_a_mover_moves_and_turning_lets_nobody_spin(void **unused)
{
	struct decision d = order(RB_ORDER_TURN, A(1));

	(void)unused;
	begin(&state);
	add(&state, A(1), 1000, 1000, 0, 6, 0);
	add(&state, B(1), 1000, 1110, 90, 6, 0);
	play(&state);
	decision_add_int(&d, RB_TAG_FACE, 180);
	assert_int_equal(give(&state, 0, &d, NULL, 0), 0);
	assert_null(told(RB_EV_FREE_SPIN, 0));
	assert_null(told(RB_EV_MOVED, 0));
	assert_int_equal(value(&state, "A1.facing"), 180);
	assert_int_equal(value(&state, "A1.y"), 1000);
	assert_int_equal(value(&state, "B1.facing"), 90);
}

/* RULE: RB-ETQ-03 */
static void bases_within_two_hundredths_touch_and_farther_not(void **unused)
{
	(void)unused;
	begin(&state);
	add(&state, A(1), 1000, 1000, 0, 6, 0);
	add(&state, B(1), 1000, 1112, 0, 6, 0);
	add(&state, B(2), 1000, 887, 0, 6, 0);
	assert_true(rb_touch(&state, 0, 1));
	assert_false(rb_touch(&state, 0, 2));
}

/* RULE: RB-HEAL-02 */
static void the_dead_are_not_healed(void **unused)
{
	struct decision d = order(RB_ORDER_HEAL, A(1));

	(void)unused;
	begin(&state);
	add(&state, A(1), 1000, 1000, 0, 6, RB_ABILITY_HEALING);
	add(&state, A(2), 1000, 1110, 0, 6, 0);
	add(&state, B(1), 3000, 3000, 0, 6, 0);
	put(&state, "A2.status", RB_ELIMINATED);
	play(&state);
	decision_add_int(&d, RB_TAG_TARGET, A(2));
	assert_int_equal(give(&state, 0, &d, NULL, 0), RB_REFUSAL_NOT_ON_BOARD);
}

/* RULE: RB-SA-04 */
static void a_captive_and_the_dead_have_no_ability(void **unused)
{
	(void)unused;
	begin(&state);
	add(&state, A(1), 1000, 1000, 0, 6, RB_ABILITY_TOUGHNESS);
	add(&state, B(1), 1000, 1110, 0, 6, 0);
	assert_true(rb_has(&state, 0, RB_ABILITY_TOUGHNESS));
	state.fig[0].captive_of = B(1);
	assert_false(rb_has(&state, 0, RB_ABILITY_TOUGHNESS));
	state.fig[0].captive_of = 0;
	state.fig[0].status = RB_ELIMINATED;
	assert_false(rb_has(&state, 0, RB_ABILITY_TOUGHNESS));
}

/* RULE: RB-SA-05 */
static void an_ability_goes_with_the_click_that_shows_it(void **unused)
{
	(void)unused;
	begin(&state);
	add(&state, A(1), 1000, 1000, 0, 6, RB_ABILITY_TOUGHNESS);
	state.def[0].click[1].ability[RB_DEFENSE] = 0;
	assert_true(rb_has(&state, 0, RB_ABILITY_TOUGHNESS));
	put(&state, "A1.wounds", 1);
	assert_false(rb_has(&state, 0, RB_ABILITY_TOUGHNESS));
}

/* RULE: RB-SETUP-11 */
static void an_item_that_fits_nowhere_is_put_aside(void **unused)
{
	int32_t wide[8] = { 0, 0, 1000, 0, 1000, 600, 0, 600 };
	struct run r = run_of(&state);
	struct event e;

	(void)unused;
	begin(&state);
	put(&state, "board_w", 1000);
	put(&state, "board_h", 1000);
	put(&state, "active", 0);
	put(&state, "starter", 0);
	for (int i = 1; i <= 2; i++) {
		event_start(&e, RB_EV_TERRAIN_DEFINED, RB_SETUP_02);
		event_int(&e, label_of('T', i));
		event_int(&e, label_of('T', i));
		event_int(&e, 0);
		event_int(&e, i == 1 ? RB_LIES : RB_ON_PILE);
		event_int(&e, FEATURE_HINDERING);
		event_int(&e, 0);
		event_int(&e, 0);
		event_ints(&e, wide, 8);
		event_ints(&e, NULL, 0);
		tell(&state, &e);
	}
	put(&state, "phase", RB_TERRAIN);
	system_rebellion.advance(&r);
	assert_non_null(told(RB_EV_TERRAIN_ASIDE, 0));
	assert_int_equal(value(&state, "pile"), 0);
}

static void a_view_hides_clicks_and_standing_orders_of_others(void **unused)
{
	(void)unused;
	begin(&state);
	add(&state, A(1), 1000, 1000, 0, 6, 0);
	add(&state, B(1), 2000, 2000, 0, 6, 0);
	play(&state);
	other = state;
	other.player[1].spin = RB_POLICY_NEVER;
	other.player[1].defend = RB_POLICY_NEVER;
	other.fig[1].spin = RB_POLICY_DIRECT;
	other.def[1].click[3].value[RB_ATTACK] = 1;
	other.def[1].n_clicks = 4;
	system_rebellion.view(&state, 0, &seen);
	assert_int_equal(seen.player[1].spin, RB_UNKNOWN);
	assert_int_equal(seen.def[1].n_clicks, RB_UNKNOWN);
	assert_int_equal(seen.def[0].n_clicks, 6);
	state = seen;
	system_rebellion.view(&other, 0, &seen);
	assert_memory_equal(&state, &seen, sizeof(seen));
}

static void a_list_that_is_not_open_leaves_no_trace_in_a_view(void **unused)
{
	struct event e;

	(void)unused;
	begin(&state);
	put(&state, "phase", RB_ARMY);
	card(&e, B(1), 6, 0);
	tell(&state, &e);
	other = state;
	card(&e, A(1), 3, RB_ABILITY_FLIGHT);
	e.audience = AUDIENCE_SEAT(0);
	tell(&other, &e);
	other.player[0].spent = 10;
	system_rebellion.view(&state, 1, &seen);
	state = seen;
	system_rebellion.view(&other, 1, &seen);
	assert_memory_equal(&state, &seen, sizeof(seen));
	system_rebellion.view(&other, 0, &seen);
	assert_int_equal(seen.n_figs, 2);
}

static void a_question_stops_an_action_and_the_answer_goes_on(void **unused)
{
	static const int script[] = { 3, 4 };
	struct decision d = move_to(A(1), 1000, 1290), no, yes;
	struct awaiting waits;

	(void)unused;
	begin(&state);
	add(&state, A(1), 1000, 1000, 0, 6, RB_ABILITY_CHARGE);
	add(&state, B(1), 1000, 1400, 0, 6, 0);
	put(&state, "option.ask", 1);
	play(&state);
	decision_add_int(&d, RB_TAG_THEN, RB_THEN_FIGHT);
	decision_add_int(&d, RB_TAG_TARGET, B(1));
	assert_int_equal(give(&state, 0, &d, NULL, 0), 0);
	assert_non_null(told(RB_EV_ASKED, 0));
	assert_int_equal(told(RB_EV_SUSPENDED, 0)->audience,
			 AUDIENCE_SEAT(0) | AUDIENCE_GM);
	system_awaiting(&system_rebellion, &state, &waits);
	assert_int_equal(waits.n, 1);
	assert_int_equal(waits.v[0].seat, 1);
	/* nobody else goes on, and no facing that does not touch the mover */
	d = order(RB_ORDER_PASS, A(1));
	assert_int_equal(give(&state, 0, &d, NULL, 0), RB_REFUSAL_WAITING);
	no = order(RB_ORDER_FREE_SPIN, B(1));
	decision_add_int(&no, RB_TAG_FACE, 0);
	assert_int_equal(give(&state, 1, &no, NULL, 0), RB_REFUSAL_NOT_FACING);
	/* the state as bytes is all there is: a copy goes on as well */
	memcpy(&other, &state, sizeof(other));
	yes = order(RB_ORDER_FREE_SPIN, B(1));
	decision_add_int(&yes, RB_TAG_FACE, 180);
	assert_int_equal(give(&other, 1, &yes, script, 2), 0);
	assert_int_equal(value(&other, "B1.facing"), 180);
	assert_non_null(told(RB_EV_ATTACK_RESULT, 0));
	assert_int_equal(event_get(told(RB_EV_ATTACK_RESULT, 0),
				   RB_EV_ATTACK_RESULT_TOTAL),
			 15);
	system_awaiting(&system_rebellion, &other, &waits);
	assert_int_equal(waits.v[0].seat, 0);
	/* silence is the standing order */
	assert_true(system_rebellion.default_order(&state, 1, &yes));
	assert_int_equal(give(&state, 1, &yes, script, 2), 0);
	assert_int_equal(value(&state, "B1.facing"), 135);
}

static void a_preview_stops_at_the_first_die(void **unused)
{
	struct decision d = fight(A(1), B(1));
	struct run r;
	struct refusal no;

	(void)unused;
	begin(&state);
	add(&state, A(1), 1000, 1000, 0, 6, 0);
	add(&state, B(1), 1000, 1110, 0, 6, 0);
	play(&state);
	system_rebellion.view(&state, 0, &seen);
	r = run_of(&seen);
	r.dice = NULL;
	assert_int_equal(system_rebellion.decide(&r, 0, &d, &no),
			 VERDICT_UNKNOWN);
	/* whether B1 spins is known to B only */
	system_rebellion.view(&state, 0, &seen);
	put(&seen, "A1.facing", 0);
	put_at(&seen, "A1.at", 1000, 700);
	r = run_of(&seen);
	r.dice = NULL;
	d = move_to(A(1), 1000, 1000);
	assert_int_equal(system_rebellion.decide(&r, 0, &d, &no),
			 VERDICT_UNKNOWN);
}

static void refusals_are_told_as_cases_compare_them(void **unused)
{
	int32_t nested[4] = { A(1), RB_REFUSAL_BLOCKED, A(2), 0 };
	struct buf text;

	(void)unused;
	buf_init(&text, 200);
	rb_refusal_render(&text, RB_REFUSAL_MEMBER, nested, 3);
	assert_str(buf_str(&text), "A1: blocked by A2");
	buf_clear(&text);
	nested[1] = B(2);
	rb_refusal_render(&text, RB_REFUSAL_PATH_BETWEEN, nested, 2);
	assert_str(buf_str(&text), "path passes between A1 and B2");
	buf_release(&text);
	assert_int_equal(rb_ability_named(STR("Magic Blast")),
			 RB_ABILITY_BLAST);
	assert_int_equal(rb_ability_named(STR("magic")), RB_NO_ABILITY);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_card_has_its_printed_values_and_its_front_arc),
		cmocka_unit_test(
			figures_of_one_faction_form_and_mage_spawn_never),
		cmocka_unit_test(figures_stand_in_id_order_however_they_come),
		cmocka_unit_test(
			events_that_do_not_fit_the_state_are_told_apart),
		cmocka_unit_test(
			values_out_of_range_and_unknown_paths_are_refused),
		cmocka_unit_test(who_dies_of_its_own_action_is_not_pushed_too),
		cmocka_unit_test(
			a_captive_hinders_nobody_of_its_controllers_side),
		cmocka_unit_test(allies_are_friends_and_everybody_else_is_not),
		cmocka_unit_test(an_enemy_behind_does_not_prevent_an_attack),
		cmocka_unit_test(
			attack_7_and_dice_8_miss_16_and_hit_15_for_a_click),
		cmocka_unit_test(
			only_a_mover_moves_and_turning_lets_nobody_spin),
		cmocka_unit_test(
			bases_within_two_hundredths_touch_and_farther_not),
		cmocka_unit_test(the_dead_are_not_healed),
		cmocka_unit_test(a_captive_and_the_dead_have_no_ability),
		cmocka_unit_test(an_ability_goes_with_the_click_that_shows_it),
		cmocka_unit_test(an_item_that_fits_nowhere_is_put_aside),
		cmocka_unit_test(
			a_view_hides_clicks_and_standing_orders_of_others),
		cmocka_unit_test(
			a_list_that_is_not_open_leaves_no_trace_in_a_view),
		cmocka_unit_test(
			a_question_stops_an_action_and_the_answer_goes_on),
		cmocka_unit_test(a_preview_stops_at_the_first_die),
		cmocka_unit_test(refusals_are_told_as_cases_compare_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
