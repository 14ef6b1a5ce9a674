/*
 * tests/unit/test_arena_bounds.c - what no printed card shows of Arena's rules:
 * bounds, what a position keeps in the middle of an action, pushes at random,
 * cards of several schools or printed otherwise, and the layout that replays
 * rest on.
 */
#include "arena_position.h"
#include "games/arena/rules/action.h"
#include "games/arena/rules/spell_clause.h"
#include "games/arena/rules/triggers.h"
#include "games/arena/rules/state.h"
#include "games/arena/rules/exec.h"

/* the state under test, to be changed as no event would */
static struct ar_state *state(void)
{
	return (struct ar_state *)game->state;
}

/* work in the position, with the dice of the script */
static void working(struct arena_position *p, struct run *r, struct ar_work *w,
		    const int *dice, int n)
{
	script = dice;
	n_script = n;
	p->dice.n_rolls = 0;
	*r = (struct run){ .sys = &system_arena,
			   .state = game->state,
			   .dice = &p->dice,
			   .catalog = &catalog,
			   .trials = trials_init(room),
			   .out = &p->out };
	memset(w, 0, sizeof(*w));
	ar_work_load(w, r);
}

/* RULE: AR-PUSH-03, AR-DICE-21 */
static void a_push_at_random_goes_where_the_die_says(void **unused)
{
	static const struct {
		int die;
		char column;
		int row;
	} pushed[] = { { 1, 'B', 1 },  { 3, 'B', 1 }, { 4, 'C', 2 },
		       { 6, 'C', 2 },  { 7, 'B', 3 }, { 9, 'B', 3 },
		       { 10, 'A', 2 }, { 12, 'A', 2 } };
	static struct ar_work w;
	struct arena_position p;
	struct run r;

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(pushed); i++) {
		start(&p, "object #3 B \"Timber Wolf\" at B2\n");
		working(&p, &r, &w, &pushed[i].die, 1);
		ar_push_away(&w, object(3)->handle, -2, 0, 0, 0);
		ar_work_run(&w);
		assert_int_equal(object(3)->zone,
				 label_of(pushed[i].column, pushed[i].row));
		assert_int_equal(p.dice.n_rolls, 1);
	}
}

/* RULE: AR-STATE-11 */
static void an_action_under_way_is_kept_with_all_its_locals(void **unused)
{
	static struct ar_work w, again;
	struct arena_position p;
	struct run r;

	(void)unused;
	start(&p, "object #3 B \"Timber Wolf\" at B1\n");
	working(&p, &r, &w, NULL, 0);
	for (int kind = AR_FRAME_CAST; kind <= AR_FRAME_SWING; kind++) {
		struct ar_frame *f = ar_push(&w, (enum ar_frame_kind)kind);

		f->step = 3;
		for (int i = 0; i < AR_FRAME_WORDS; i++)
			f->w[i] = 100 * kind + i;
	}
	assert_int_equal(w.n, 3);
	ar_work_save(&w);
	working(&p, &r, &again, NULL, 0);
	assert_int_equal(again.n, 3);
	assert_memory_equal(again.f, w.f, 3 * sizeof(w.f[0]));
}

/* a line is sent; false: it is refused by that rule */
static bool taken(struct arena_position *p, const struct decision *d, int rule)
{
	struct submission mail = { .n = 1, .keep = true, .hold = true };
	struct queue_entry entry;
	struct queue_pack pack;
	int from = p->out.n;

	queue_pack_start(&pack, 1, 0);
	queue_pack_alternative(&pack, d);
	entry = queue_pack_entry(&pack);
	mail.v = &entry;
	game_submit(&p->run, &mail);
	sound();
	for (int i = from; i < p->out.n; i++)
		if (p->out.v[i].kind == COMMON_REFUSED) {
			assert_int_equal(p->out.v[i].rules[0], rule);
			return false;
		}
	return true;
}

static void defend(struct decision *d, int n, int policy)
{
	decision_start(d, AR_ORDER_DEFEND);
	name(d, AR_TAG_SUBJECT, AR_NAMES_OBJECT, label_of('#', n));
	decision_add_int(d, AR_TAG_POLICY, policy);
}

/* RULE: AR-MAIL-08, AR-STATE-13 */
static void a_seat_has_sixty_four_lines_and_no_more(void **unused)
{
	struct arena_position p;
	struct decision d;

	(void)unused;
	start(&p, "");
	for (int i = 1; i <= AR_MAX_LINES; i++) {
		defend(&d, i, AR_POLICY_NEVER);
		assert_true(taken(&p, &d, 0));
	}
	defend(&d, AR_MAX_LINES + 1, AR_POLICY_NEVER);
	assert_false(taken(&p, &d, AR_MAIL_08));
	/* one in the place of another still has room */
	defend(&d, AR_MAX_LINES, AR_POLICY_BEST);
	assert_true(taken(&p, &d, 0));
	assert_int_equal(AR_MAX_SEATS, 4);
}

/* the profile of a printed card, to be printed anew */
static struct ar_profile *reprinted(const char *key)
{
	return (struct ar_profile *)(uintptr_t)ar_profile(state(), number(key),
							  0);
}

/* RULE: AR-TYPE-06 */
static void lightning_is_ethereal_though_not_printed(void **unused)
{
	static const int dice[] = { 4, 4, 1, 1, 1, 1 };
	struct arena_position p;
	struct decision d;
	struct ar_profile *bolt;

	(void)unused;
	start(&p, "object #3 B \"Whirling Spirit\" at B1\n"
		  "plan A #1 \"Lightning Bolt\"\n");
	bolt = reprinted("lightning-bolt");
	assert_true(bolt->flags & AR_PROFILE_ETHEREAL);
	bolt->flags &= ~AR_PROFILE_ETHEREAL;
	step(&d, AR_ORDER_ACT, label_of('#', 1), AR_DO_CAST);
	decision_add_int(&d, AR_TAG_CARD, number("lightning-bolt"));
	name(&d, AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 3));
	sent(&p, 0, &d, dice, (int)ARRAY_LEN(dice));
	assert_int_equal(object(3)->damage, 4);
}

/* RULE: AR-ZATK-01 */
static void a_zone_that_is_not_seen_is_not_attacked(void **unused)
{
	static const char *const walls[] = {
		"", "object #4 B \"Wall of Stone\" border A1 B1\n"
	};
	static const int dice[] = { 1, 1, 1, 1 };
	struct arena_position p;
	struct decision d;

	(void)unused;
	for (int wall = 0; wall < 2; wall++) {
		start(&p, arena_printf(&a,
				       "object #3 A \"Flaming Hellion\" at A1\n"
				       "object #5 B \"Timber Wolf\" at B1\n%s",
				       walls[wall]));
		reprinted("flaming-hellion")->flags |= AR_PROFILE_ZONE;
		step(&d, AR_ORDER_ACT, label_of('#', 3), AR_DO_ATTACK);
		name(&d, AR_TAG_TARGET, AR_NAMES_ZONE, label_of('B', 1));
		script = dice;
		n_script = (int)ARRAY_LEN(dice);
		assert_int_equal(taken(&p, &d, AR_LOS_01), !wall);
		assert_int_equal(p.dice.n_rolls, wall ? 0 : 4);
	}
}

/* RULE: AR-MOVE-07 */
static void who_is_stunned_on_its_way_stays_where_it_is(void **unused)
{
	static const int dice[] = { 1, 1, 1, 1, 1, 12 };
	struct ar_profile *flames;
	struct arena_position p;
	struct decision d;

	(void)unused;
	for (int stun = 0; stun < 2; stun++) {
		start(&p, "object #3 A \"Timber Wolf\" at A1\n"
			  "object #4 B \"Wall of Fire\" border A1 B1\n");
		flames = reprinted("wall-of-fire");
		for (int i = 0; stun && i < AR_EFFECT_ROWS; i++)
			flames->row[i].effect[0] = AR_STUN;
		step(&d, AR_ORDER_ACT, label_of('#', 3), AR_DO_MOVE);
		name(&d, AR_TAG_TARGET, AR_NAMES_ZONE, label_of('B', 1));
		sent(&p, 0, &d, dice, (int)ARRAY_LEN(dice));
		assert_int_equal(object(3)->zone,
				 label_of(stun ? 'A' : 'B', 1));
	}
}

/* RULE: AR-SDATA-06 */
static void what_has_no_object_leaves_nothing_for_the_next_verb(void **unused)
{
	static const char *const apes[] = {
		"", "object #4 B \"Mountain Gorilla\" at D3\n"
	};
	static const int dice[] = { 4, 4, 1, 1, 1 };
	struct arena_position p;
	struct decision d;

	(void)unused;
	changed_key = "drain-life";
	changed_program = "cast: direct(5d,target), "
			  "direct(2,each(creature.ape)), heal(done,caster)";
	arena_rows("spells.csv", 1, keep);
	for (int ape = 0; ape < 2; ape++) {
		start(&p, arena_printf(&a,
				       "object #3 B \"Timber Wolf\" at B1\n%s"
				       "plan A #1 \"Drain Life\"\n",
				       apes[ape]));
		state()->obj[at(1) - state()->obj].damage = 8;
		step(&d, AR_ORDER_ACT, label_of('#', 1), AR_DO_CAST);
		decision_add_int(&d, AR_TAG_CARD, number("drain-life"));
		name(&d, AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 3));
		sent(&p, 0, &d, dice, (int)ARRAY_LEN(dice));
		assert_int_equal(object(3)->damage, 4);
		assert_int_equal(object(1)->damage, ape ? 6 : 8);
	}
	changed_key = NULL;
	arena_rows("spells.csv", 1, keep);
}

/* RULE: AR-BOOK-14, AR-RUL-34 */
static void a_spell_of_two_schools_is_of_each(void **unused)
{
	static const int dice[] = { 1, 1, 1, 1, 1 };
	struct ar_card *heal;
	struct arena_position p;
	struct decision d;
	int life;

	(void)unused;
	for (int holy = 0; holy < 2; holy++) {
		position(&p, "board 4x3\n"
			     "player A priestess mana 30\n"
			     "player B wizard mana 30\n"
			     "mage #1 A at A1\n"
			     "mage #2 B at D3\n"
			     "plan A #1 \"Minor Heal\"\n"
			     "phase turns\nturn A init A round 2\n");
		heal = &state()->card[number("minor-heal")];
		heal->schools = 1 << 3 * AR_NATURE | holy << 3 * AR_HOLY;
		assert_true(ar_of_school(heal, AR_NATURE));
		assert_int_equal(ar_of_school(heal, AR_HOLY), holy);
		life = ar_life(state(), object(1));
		step(&d, AR_ORDER_ACT, label_of('#', 1), AR_DO_CAST);
		decision_add_int(&d, AR_TAG_CARD, number("minor-heal"));
		name(&d, AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 1));
		sent(&p, 0, &d, dice, (int)ARRAY_LEN(dice));
		assert_int_equal(ar_life(state(), object(1)), life + holy);
	}
}

/* RULE: AR-MAND-06 */
static void what_is_turned_down_later_was_not_there(void **unused)
{
	static struct ar_work w;
	struct ar_roles about = { 0 };
	struct arena_position p;
	struct run r;

	(void)unused;
	start(&p, "object #3 A \"Timber Wolf\" at B2\n"
		  "object #4 B \"Teleport Trap\" at B2 hidden\n"
		  "object #5 B \"Teleport Trap\" at B2\n");
	about.who = object(3)->handle;
	about.to = label_of('B', 2);
	working(&p, &r, &w, NULL, 0);
	ar_must(&w, AR_ON_ENTER, &about, -1);
	assert_int_equal(w.n, 1);
	state()->obj[at(5) - state()->obj].hidden = 1;
	assert_int_equal(w.f[0].must.n, 1);
	assert_int_equal(w.f[0].must.obj[0], object(4)->handle);
}

/* RULE: AR-FX-07 */
static void a_trait_is_computed_from_what_is_face_up(void **unused)
{
	struct arena_position p;

	(void)unused;
	for (int hidden = 0; hidden < 2; hidden++) {
		int bare;

		start(&p, "object #3 A \"Timber Wolf\" at B1\n"
			  "object #4 A \"Rhino Hide\" on #3 hidden\n");
		bare = ar_trait(state(), object(3), AR_T_ARMOR, NULL, NULL);
		state()->obj[at(4) - state()->obj].hidden = hidden;
		assert_int_equal(
			ar_trait(state(), object(3), AR_T_ARMOR, NULL, NULL),
			bare + (hidden ? 0 : 2));
	}
}

/* RULE: AR-FX-08 */
static void what_spells_did_is_done_again_by_their_events(void **unused)
{
	static const struct {
		const char *key, *called;
	} spells[] = { { "banish", "Banish" },
		       { "sleep", "Sleep" },
		       { "force-push", "Force Push" },
		       { "rhino-hide", "Rhino Hide" } };
	struct arena_position p;
	struct decision d;

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(spells); i++) {
		int from;

		start(&p, arena_printf(&a,
				       "object #3 B \"Timber Wolf\" at B1\n"
				       "object #4 A \"Tanglevine\" on #3\n"
				       "plan A #1 \"%s\"\n",
				       spells[i].called));
		memcpy(seen->state, game->state, system_arena.state_size);
		from = p.out.n;
		step(&d, AR_ORDER_ACT, label_of('#', 1), AR_DO_CAST);
		decision_add_int(&d, AR_TAG_CARD, number(spells[i].key));
		name(&d, AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 3));
		decision_add_int(&d, AR_TAG_DIR, AR_EAST);
		sent(&p, 0, &d, NULL, 0);
		assert_memory_not_equal(seen->state, game->state,
					system_arena.state_size);
		for (int k = from; k < p.out.n; k++)
			system_evolve(&system_arena, seen->state, &p.out.v[k]);
		assert_memory_equal(seen->state, game->state,
				    system_arena.state_size);
	}
}

/* RULE: AR-SDATA-30 */
static void seven_spells_have_code_of_their_own(void **unused)
{
	static const struct {
		const char *word, *keys;
	} own[] = { { "chain(", "chain-lightning " },
		    { "banish(", "banish " },
		    { "Fury,", "battle-fury " },
		    { "reflect(attack)", "reverse-attack " },
		    { "reflect(spell)", "reverse-magic " },
		    { "reroll(", "temple-of-the-dawnbreaker " },
		    { ": thorns", "wall-of-thorns " } };
	const char *found[ARRAY_LEN(own)] = { 0 };
	struct str rest = str_of(file_text("programs.txt")), line, key;

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(own); i++)
		found[i] = "";
	while (parse_line(&rest, &line)) {
		const char *program;

		if (!line.len || line.s[0] == '#')
			continue;
		parse_field(&line, '|', &key);
		key = parse_trim(key);
		program = arena_printf(&a, "%.*s", STR_ARG(line));
		for (size_t i = 0; i < ARRAY_LEN(own); i++)
			if (strstr(program, own[i].word))
				found[i] = arena_printf(&a, "%s%.*s ", found[i],
							STR_ARG(key));
	}
	for (size_t i = 0; i < ARRAY_LEN(own); i++)
		assert_string_equal(found[i], own[i].keys);
}

static const struct move_group *family_of(const struct move_group *v, int n,
					  int kind, int32_t actor)
{
	for (int i = 0; i < n; i++)
		if (v[i].kind == kind && v[i].actor == actor)
			return v + i;
	return NULL;
}

static bool aims_at(const struct move_group *f, int32_t label)
{
	for (int i = 0; f && i < f->n_targets; i++)
		if (f->targets[i] == label)
			return true;
	return false;
}

/* what a round mail may say is there while it is written; a turn has whom its
 * creatures reach, and where they can go; and nothing is changed by looking */
static void what_can_be_ordered_is_told_by_who_does_it(void **unused)
{
	static struct move_group v[MOVE_GROUP_MAX];
	static const char lines[] =
		"object #3 A \"Royal Archer\" at A2\n"
		"object #4 A \"Timber Wolf\" at B1\n"
		"object #5 B \"Timber Wolf\" at B1\n"
		"object #6 A \"Lair\" at A1\n"
		"object #7 A \"Huginn, Raven Familiar\" at A1 inactive\n"
		"object #8 A \"Rhino Hide\" on #4 hidden\n"
		"object #9 B \"Rhino Hide\" on #5 hidden\n"
		"object #10 A \"Hand of Bim-Shalla\" at A1\n"
		"object #11 B \"Wall of Stone\" border B1 C1\n";
	const int32_t me = label_of('#', 1);
	struct decision d;
	struct arena_position p;
	int n;

	(void)unused;
	start(&p, lines);
	system_arena.view(game->state, 0, seen->state);
	n = system_arena.legal(seen->state, 0, NULL, v, MOVE_GROUP_MAX);
	/* an arrow flies one zone, not into its own; a bite stays in it */
	assert_true(aims_at(family_of(v, n, AR_ORDER_ACT, 3), 5));
	assert_true(aims_at(family_of(v, n, AR_ORDER_ACT, 4), 5));
	assert_false(aims_at(family_of(v, n, AR_ORDER_ACT, me), 5));
	assert_true(aims_at(family_of(v, n, AR_ORDER_ACT, 4), ar_zone(0, 0)));
	assert_false(aims_at(family_of(v, n, AR_ORDER_ACT, 4), ar_zone(2, 0)));
	assert_null(family_of(v, n, AR_ORDER_ACT, 7));
	assert_non_null(family_of(v, n, AR_ORDER_QC_BEFORE, 4));
	assert_true(aims_at(family_of(v, n, AR_ORDER_USE_BEFORE, 4), 10));
	assert_non_null(family_of(v, n, AR_ORDER_REVEAL, 8));
	assert_null(family_of(v, n, AR_ORDER_REVEAL, 9));
	assert_null(family_of(v, n, AR_ORDER_PLAN, me));
	assert_int_equal(
		system_arena.legal(seen->state, 1, NULL, v, MOVE_GROUP_MAX), 0);
	/* while another is asked nobody acts */
	decision_start(&d, AR_ORDER_WHEN);
	name(&d, AR_TAG_SUBJECT, AR_NAMES_ENEMY, 0);
	decision_add_int(&d, AR_TAG_EVENT, AR_WIN_ATTACKS);
	decision_add_int(&d, AR_TAG_STOPS, 1);
	submitted(&p, 1, &d);
	step(&d, AR_ORDER_ACT, label_of('#', 4), AR_DO_ATTACK);
	name(&d, AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 5));
	sent(&p, 0, &d, NULL, 0);
	system_arena.view(game->state, 0, seen->state);
	n = system_arena.legal(seen->state, 0, NULL, v, MOVE_GROUP_MAX);
	assert_null(family_of(v, n, AR_ORDER_ACT, me));
	assert_non_null(family_of(v, n, AR_ORDER_REVEAL, 8));
	system_arena.view(game->state, 1, seen->state);
	n = system_arena.legal(seen->state, 1, NULL, v, MOVE_GROUP_MAX);
	assert_non_null(family_of(v, n, AR_ORDER_NOTHING, 0));

	position(&p, arena_printf(&a, "%s%sphase plan\nturn A init A round 2\n",
				  two_mages, lines));
	game_pump(&p.run, false);
	system_arena.view(game->state, 0, seen->state);
	n = system_arena.legal(seen->state, 0, NULL, v, MOVE_GROUP_MAX);
	assert_non_null(family_of(v, n, AR_ORDER_PLAN, me));
	assert_non_null(family_of(v, n, AR_ORDER_PLAN, 6));
	assert_non_null(family_of(v, n, AR_ORDER_PLAN, 7));
	assert_non_null(family_of(v, n, AR_ORDER_DEPLOY, 6));
	assert_null(family_of(v, n, AR_ORDER_DEPLOY, 7));
	assert_non_null(family_of(v, n, AR_ORDER_QC_FIRST, 0));
	assert_true(aims_at(family_of(v, n, AR_ORDER_ACT, 3), 5));
	assert_non_null(family_of(v, n, AR_ORDER_QC_AFTER, 4));
	assert_non_null(family_of(v, n, AR_ORDER_PASS, 0));
	assert_non_null(family_of(v, n, AR_ORDER_END, 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_push_at_random_goes_where_the_die_says),
		cmocka_unit_test(
			an_action_under_way_is_kept_with_all_its_locals),
		cmocka_unit_test(a_seat_has_sixty_four_lines_and_no_more),
		cmocka_unit_test(lightning_is_ethereal_though_not_printed),
		cmocka_unit_test(a_zone_that_is_not_seen_is_not_attacked),
		cmocka_unit_test(who_is_stunned_on_its_way_stays_where_it_is),
		cmocka_unit_test(
			what_has_no_object_leaves_nothing_for_the_next_verb),
		cmocka_unit_test(a_spell_of_two_schools_is_of_each),
		cmocka_unit_test(what_is_turned_down_later_was_not_there),
		cmocka_unit_test(a_trait_is_computed_from_what_is_face_up),
		cmocka_unit_test(what_spells_did_is_done_again_by_their_events),
		cmocka_unit_test(seven_spells_have_code_of_their_own),
		cmocka_unit_test(what_can_be_ordered_is_told_by_who_does_it),
	};

	return cmocka_run_group_tests(tests, before, after);
}
