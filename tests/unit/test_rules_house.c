/* tests/unit/test_rules_house.c - what the engines share */
#include "unit.h"
#include "engine/common.h"
#include "games/dungeons/rules/dungeons.h"
#include "games/arena/rules/arena.h"
#include "games/rebellion/rules/rebellion.h"
#include "engine/rolloff.h"
#include "engine/commitment.h"
#include "engine/dry_run.h"
#include "engine/state_path.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct system *const systems[] = { &system_rebellion,
						&system_dungeons };
static struct trials trials;
static struct event events[64];
static struct event_list list;

static uint32_t scripted(const void *source, uint32_t roll, uint32_t draw)
{
	(void)draw;
	return ((const uint32_t *)source)[roll] - 1; /* of a d6: that face */
}

static int thrown[8][3], n_thrown;

static void note(struct run *r, int seat, const int face[])
{
	(void)r;
	thrown[n_thrown][0] = seat;
	thrown[n_thrown][1] = face[0];
	thrown[n_thrown++][2] = face[1];
}

static const struct rolloff two_dice = { 2, 6, note };

static void the_highest_throw_again_until_one_is_alone(void **unused)
{
	(void)unused;
	static const uint32_t faces[] = { 3, 4, 1, 1, 5, 2, 6, 6, 1, 2 };
	struct dice dice = { .bits = scripted, .source = faces };
	struct run r = { .dice = &dice };
	int seats[] = { 2, 0, 1 };

	n_thrown = 0;
	assert_int_equal(rolloff(&r, &two_dice, true, seats, 3), 2);
	assert_int_equal(dice.n_rolls, 10);
	assert_int_equal(n_thrown, 5);
	assert_int_equal(thrown[3][0], 2); /* 7 and 7: seats 2 and 1 again */
	assert_int_equal(thrown[4][0], 1);
	assert_int_equal(thrown[4][2], 2);
}

static void without_dice_nobody_comes_first(void **unused)
{
	(void)unused;
	struct run r = { 0 };
	int seats[] = { 0, 1 }, alone[] = { 3 };

	n_thrown = 0;
	assert_int_equal(rolloff(&r, &two_dice, true, seats, 2), -1);
	assert_true(r.unknown);
	assert_int_equal(rolloff(&r, &two_dice, true, alone, 1), 3);
	assert_int_equal(n_thrown, 0);
}

static void a_handle_is_a_label_without_a_letter(void **unused)
{
	(void)unused;
	struct buf b;

	assert_int_equal(label_of('#', 5), 5);
	assert_int_equal(label_letter(5), '#');
	assert_int_equal(label_number(5), 5);
	assert_int_equal(label_letter(label_of('Z', 65535)), 'Z');
	buf_init(&b, 64);
	label_render(&b, 5);
	label_render(&b, 0);
	label_render(&b, label_of('B', 12));
	assert_string_equal(b.s, "#5B12");
	buf_release(&b);
	assert_int_equal(state_path_label(STR("#5")), 5);
	assert_int_equal(state_path_label(STR("#0")), 0);
	assert_int_equal(state_path_label(STR("@5")), 0);
}

static void a_label_is_read_as_it_is_written(void **unused)
{
	(void)unused;
	static const struct field label = { .name = "fig",
					    .type = FIELD_LABEL };
	static const char *const good[] = { "\"\"", "\"A1\"", "\"#65535\"" };
	static const char *const bad[] = { "\"#\"", "\"#0\"", "\"#65536\"",
					   "\"@1\"", "\"##1\"" };
	int32_t w;

	for (size_t i = 0; i < ARRAY_LEN(good); i++) {
		struct str in = str_of(good[i]);
		struct buf b;

		assert_int_equal(field_parse(&in, &label, NULL, &w, 1), 1);
		buf_init(&b, 64);
		field_render(&b, &label, NULL, &w, 1);
		assert_string_equal(b.s, good[i]);
		buf_release(&b);
	}
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		struct str in = str_of(bad[i]);

		assert_int_equal(field_parse(&in, &label, NULL, &w, 1), -1);
	}
}

static void every_question_has_one_kind_of_answer(void **unused)
{
	(void)unused;
	for (size_t k = 0; k < ARRAY_LEN(systems); k++) {
		const struct decision_schema *s = &systems[k]->decisions;

		for (int i = 0; i < s->n_kinds; i++)
			if (s->kinds[i].is == CLASS_ANSWER)
				assert_int_equal(
					kind_answering(s, s->kinds[i].of),
					DECISION_FIRST_OWN + i);
	}
}

static void a_kind_that_needs_an_option_is_left_out_without_it(void **unused)
{
	(void)unused;
	int32_t option[N_RB_OPTIONS] = { 0 };
	const struct decision_schema *s = &system_rebellion.decisions;

	assert_false(kinds_have(kinds_of(s, CLASS_ACTION, -1, option),
				RB_ORDER_TRAMPLE));
	assert_true(kinds_have(kinds_of(s, CLASS_ACTION, -1, option),
			       RB_ORDER_MOVE));
	option[RB_OPTION_CAVALRY] = 1;
	assert_true(kinds_have(kinds_of(s, CLASS_ACTION, -1, option),
			       RB_ORDER_TRAMPLE));
	assert_true(kinds_past(s, RB_PILE) == kind_bit(RB_ORDER_ARMY));
}

static void a_trial_leaves_the_state_and_keeps_no_event(void **unused)
{
	(void)unused;
	static struct rb_state s, before;
	struct dry_run t;
	struct decision d;

	system_init(&system_rebellion, &s);
	s.head.phase = RB_PLAY;
	s.head.active = 0;
	s.head.seat[0].present = s.head.seat[1].present = 1;
	before = s;
	decision_start(&d, RB_ORDER_DEFEND);
	decision_add_int(&d, RB_TAG_POLICY, RB_POLICY_NEVER);
	trials_init(&trials);
	dry_run_begin(&t, &trials, &system_rebellion, &s);
	for (int i = 0; i < 600; i++) /* more than a decision may emit */
		assert_true(dry_run_do(&t, 0, &d));
	assert_int_equal(t.out.n, 600);
	assert_int_equal(
		((const struct rb_state *)t.run.state)->player[0].defend,
		RB_POLICY_NEVER);
	dry_run_end(&t);
	assert_int_equal(trials.n, 0);
	assert_memory_equal(&s, &before, sizeof(s));
}

static void salt(const void *source, uint32_t number, unsigned char out[32])
{
	(void)source;
	memset(out, (int)number, 32);
}

static void what_was_hidden_is_opened_with_its_salt(void **unused)
{
	(void)unused;
	static struct dg_state s;
	struct secrets x = { .salt = salt };
	struct run r = { .sys = &system_dungeons,
			 .state = &s,
			 .secrets = &x,
			 .out = &list };
	char room[COMMITMENT_TEXT_ROOM];

	list = (struct event_list){ events, 0, ARRAY_LEN(events) };
	commitment_open(&r, 7, commitment_of_piece(label_of('K', 12), 30, room),
			DG_R_14);
	assert_int_equal(list.n, 1);
	assert_true(event_text_is(&events[0], COMMON_OPENED_TEXT, "K12 30"));
	assert_int_equal(event_get(&events[0], COMMON_OPENED_SALT), 0x07070707);
	r.secrets = NULL;
	assert_int_equal(commitment_draw(&r, 8, 6), 0);
	assert_true(r.unknown);
}

/* how a process ends that writes this field first */
static int died_of(int field)
{
	pid_t child = fork();
	int status = 0;

	assert_true(child >= 0);
	if (!child) {
		struct event e;
		int nowhere = open("/dev/null", O_WRONLY);

		dup2(nowhere, 2);
		event_start(&e, DG_EV_TURNED, DG_ACT_06);
		event_put(&e, field, 1);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void a_field_out_of_its_place_is_asserted(void **unused)
{
	(void)unused;
	assert_int_equal(died_of(DG_EV_TURNED_FIG), 0);
	assert_int_equal(died_of(DG_EV_TURNED_FACE), SIGABRT);
}

/* how the process dies whose engine enters this phase from DEPLOY; 0: not */
static int died_of_phase(int to)
{
	static struct rb_state s;
	struct run run = { .sys = &system_rebellion,
			   .state = &s,
			   .out = &list };
	pid_t child;
	int status;

	system_init(&system_rebellion, &s);
	s.head.phase = RB_DEPLOY;
	list = (struct event_list){ events, 0, ARRAY_LEN(events) };
	child = fork();
	if (!child) {
		int quiet = open("/dev/null", O_WRONLY);

		dup2(quiet, 2);
		run_emit_int(&run, RB_EV_PHASE_ENTERED, RB_SETUP_08, to);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void a_phase_that_may_not_follow_is_asserted(void **unused)
{
	static struct rb_state s;
	struct event e;

	(void)unused;
	assert_int_equal(died_of_phase(RB_START), 0);
	assert_int_equal(died_of_phase(RB_PILE), SIGABRT);
	/* a written position begins where it likes, and a foreign log */
	system_init(&system_rebellion, &s);
	event_start(&e, RB_EV_PHASE_ENTERED, 0);
	event_int(&e, RB_PLAY);
	assert_true(system_evolve(&system_rebellion, &s, &e));
	s.head.phase = N_RB_PHASES;
	assert_non_null(system_validate(&system_rebellion, &s));
}

/* --- values --------------------------------------------------------------- */

static void written_is_read(const struct system *sys, const char *path,
			    int32_t v)
{
	struct str bad;
	struct buf text;
	int32_t w = INT32_MIN;
	int n = 0;

	buf_init(&text, 64);
	state_path_write(sys, str_of(path), v, &text);
	if (!state_path_read(sys, str_of(path), buf_str(&text), &w, 1, &n,
			     &bad) ||
	    w != v)
		fail_msg("%s %s: %d is written %.*s and read as %d", sys->name,
			 path, (int)v, STR_ARG(buf_str(&text)), (int)w);
	buf_release(&text);
}

static void row_is_read(const struct system *sys,
			const struct state_path_list *l,
			const struct state_path_row *row)
{
	static const int32_t plain[] = { 0, 7, 1240 };
	char path[64];
	const char *who = l->of == STATE_PATH_OF_SEAT   ? "B."
			  : l->of == STATE_PATH_OF_GAME ? ""
			  : !l->letters                 ? "A2."
			  : l->letters[0] == '#'        ? "#2."
			  : l->letters[0] == 'D'        ? "D2."
							: "K2.";

	snprintf(path, sizeof(path), "%s%s", who, row->name);
	switch (row->form.is) {
	case STATE_PATH_NAME:
		for (int32_t v = row->min; v <= row->max; v++)
			written_is_read(sys, path, v);
		break;
	case STATE_PATH_SEAT:
		for (int32_t v = -1; v < sys->max_seats; v++)
			written_is_read(sys, path, v);
		break;
	case STATE_PATH_LABEL:
	case STATE_PATH_SQUARE:
		written_is_read(sys, path, 0);
		written_is_read(sys, path, label_of('F', 12));
		break;
	case STATE_PATH_WORD:
		written_is_read(sys, path, 0);
		written_is_read(sys, path, 'M' | '2' << 8);
		break;
	case STATE_PATH_YES:
		written_is_read(sys, path, 0);
		written_is_read(sys, path, 1);
		break;
	case STATE_PATH_EIGHTH: written_is_read(sys, path, 5); break;
	case STATE_PATH_DEGREES: written_is_read(sys, path, 315); break;
	default:
		for (size_t i = 0; i < ARRAY_LEN(plain); i++)
			written_is_read(sys, path, plain[i]);
	}
}

static void every_value_is_read_as_it_is_written(void **unused)
{
	static const struct system *const games[] = { &system_rebellion,
						      &system_dungeons,
						      &system_arena };
	char path[64];

	(void)unused;
	for (size_t g = 0; g < ARRAY_LEN(games); g++) {
		const struct system *sys = games[g];

		for (int i = 0; i < sys->n_values; i++)
			for (int k = 0; k < sys->values[i].n_rows; k++)
				row_is_read(sys, &sys->values[i],
					    &sys->values[i].rows[k]);
		for (int32_t v = 0; v < sys->n_phases; v++)
			written_is_read(sys, "phase", v);
		for (int i = 0; i < sys->n_options; i++) {
			snprintf(path, sizeof(path), "option.%s",
				 sys->options[i].name);
			written_is_read(sys, path, sys->options[i].min);
			written_is_read(sys, path, sys->options[i].max);
		}
	}
}

static void values_are_called_as_players_call_them(void **unused)
{
	struct buf text;
	struct str bad;
	int32_t w = 0;
	int n = 0;

	(void)unused;
	buf_init(&text, 64);
	state_path_write(&system_dungeons, STR("K1.trap"), DG_ARMED, &text);
	buf_addc(&text, ' ');
	state_path_write(&system_dungeons, STR("K1.place"), DG_CHEST_HELD,
			 &text);
	buf_addc(&text, ' ');
	state_path_write(&system_dungeons, STR("A1.place"), DG_ON_BOARD, &text);
	buf_addc(&text, ' ');
	state_path_write(&system_dungeons, STR("A1.facing"), DG_SW, &text);
	assert_str(buf_str(&text), "armed held board SW");
	buf_release(&text);
	assert_true(state_path_read(&system_rebellion, STR("phase"),
				    STR("DEPLOY"), &w, 1, &n, &bad));
	assert_int_equal(w, RB_DEPLOY);
	assert_true(state_path_read(&system_rebellion, STR("A1.status"),
				    STR("saddle"), &w, 1, &n, &bad));
	assert_int_equal(w, RB_RIDING);
	assert_false(state_path_read(&system_rebellion, STR("A1.status"),
				     STR("asleep"), &w, 1, &n, &bad));
	assert_str(bad, "asleep");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_value_is_read_as_it_is_written),
		cmocka_unit_test(values_are_called_as_players_call_them),
		cmocka_unit_test(the_highest_throw_again_until_one_is_alone),
		cmocka_unit_test(without_dice_nobody_comes_first),
		cmocka_unit_test(a_handle_is_a_label_without_a_letter),
		cmocka_unit_test(a_label_is_read_as_it_is_written),
		cmocka_unit_test(every_question_has_one_kind_of_answer),
		cmocka_unit_test(
			a_kind_that_needs_an_option_is_left_out_without_it),
		cmocka_unit_test(a_trial_leaves_the_state_and_keeps_no_event),
		cmocka_unit_test(a_field_out_of_its_place_is_asserted),
		cmocka_unit_test(a_phase_that_may_not_follow_is_asserted),
		cmocka_unit_test(what_was_hidden_is_opened_with_its_salt),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
