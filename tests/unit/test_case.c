/* tests/unit/test_case.c - a case that does not hold must say so */
#include "unit.h"
#include "games/case.h"
#include "tests/srcdir.h"

static struct cases cases;

static int setup(void **unused)
{
	struct why why = { 0 };

	(void)unused;
	return cases_init(&cases, game_kinds, n_game_kinds, SRCDIR "/templates",
			  SRCDIR "/db/catalog", &why) != ERR_OK;
}

static int teardown(void **unused)
{
	(void)unused;
	cases_release(&cases);
	return 0;
}

#define POSITION                                                               \
	"id test\nsystem rebellion\nboard 36 36\n"                             \
	"figure A1 at 10 10 range 10\nfigure B1 at 10 18 face S\n"             \
	"figure B2 at 30 30\n"

/* faults of the case, and the first of them */
static int faults(const char *text, char *first, size_t size)
{
	struct case_result r;
	struct str all;
	int n;

	case_run(&cases, str_of(text), false, &r);
	n = r.n_faults;
	all = buf_str(&r.faults);
	if (first) {
		size_t len = all.len < size - 1 ? all.len : size - 1;

		memcpy(first, all.len ? all.s : "", len);
		first[len] = 0;
	}
	case_result_release(&r);
	return n;
}

static void a_case_that_holds_has_no_fault(void **unused)
{
	char first[1024];

	(void)unused;
	if (faults(POSITION
		   "dice 6 5\nA> SHOOT A1 B1\ndone 1\n"
		   "event attack_result target=B1 total=19 result=hit\n"
		   "B1.wounds = 2\nA1.tokens = 1\nA1.x = 10.00\n"
		   "A1.x < 10.01\nA1.at = 10.00 10.00\n"
		   "B: B1.wounds = 2\nsum clicks.n fig=B1 = 2\n"
		   "count attack = 1\nno event eliminated\n",
		   first, sizeof(first)))
		fail_msg("%s", first);
}

static void every_die_must_be_given_and_used(void **unused)
{
	char first[1024];

	(void)unused;
	assert_int_equal(faults(POSITION "dice 6 5 4\nA> SHOOT A1 B1\n", first,
				sizeof(first)),
			 1);
	assert_non_null(strstr(first, "3 dice are given, 2 were rolled"));
	assert_int_equal(faults(POSITION "dice 6\nA> SHOOT A1 B1\n", first,
				sizeof(first)),
			 1);
	assert_non_null(strstr(first, "1 dice are given, 2 were rolled"));
}

/* one line each that is wrong behind a shot that hits for two clicks */
static void a_wrong_expectation_is_found(void **unused)
{
	static const char *const wrong[] = {
		"B1.wounds = 3",
		"B1.wounds != 2",
		"B1.wounds > 2",
		"A1.x = 10.01",
		"A1.at = 10.00 10.01",
		"A1.at = 10.00",
		"A1.captive_of = B1",
		"active = B",
		"B: B1.wounds = 1",
		"event moved",
		"event attack_result result=miss",
		"event attack_result total=18",
		"event attack rule=RB-CLS-02",
		"event attack bonus~RB-CLS-02",
		"event attack targets!=B1",
		"no event attack",
		"no event attack_result target=B1",
		"count attack = 2",
		"sum clicks.n fig=B1 = 1",
		"refused 1",
		"condition 1",
		"waits 1",
		"complaint 1",
		"done 2",
		"attack rejected \"too far\"",
		"line refused A1 B1 \"out of range\"",
	};

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
		char text[1024];

		snprintf(text, sizeof(text),
			 POSITION "dice 6 5\nA> SHOOT A1 B1\n%s\n", wrong[i]);
		if (faults(text, NULL, 0) != 1)
			fail_msg("%s", wrong[i]);
	}
}

static void what_the_notation_has_not_is_a_fault(void **unused)
{
	static const char *const unknown[] = {
		"nonsense",
		"figure A1",
		"figure A3 at 1",
		"figure A3 at 1 1 stats 8/8/15",
		"figure A3 at 1 1 abilities \"swimming\"",
		"figure A3 at 1 1 abilities charge,flight",
		"figure A3 at 1 1 hat",
		"figure A3 at 99 1",
		"figure 3 at 1 1",
		"figure A3 at 1 1 name \"open",
		"terrain T1 lava rect 0 0 1 1",
		"terrain T1 hindering rect 0 0 1",
		"terrain T1 hindering",
		"option gravity no",
		"option lof_doubt 9",
		"option formation_split maybe",
		"player F side S",
		"player A side X",
		"phase lunch",
		"turn E",
		"board 1 1",
		"dice 0",
		"dice six",
		"rules RB-NONE-01",
		"system chess",
		"E> PASS A1",
		"orders Q",
		"orders A",
		"event nothing",
		"event attack colour=red",
		"event attack colour",
		"A1.hat = 1",
		"A9.x = 1",
		"A1.x = one",
		"A1.x ~ 1",
		"count attack",
		"sum attack = 1",
		"sum attack.colour = 1",
		"refused x",
		"done x",
		"complaint x",
	};

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(unknown); i++) {
		char text[1024];

		snprintf(text, sizeof(text), POSITION "%s\n", unknown[i]);
		if (strcmp(unknown[i], "sum attack.colour = 1") == 0)
			snprintf(text, sizeof(text),
				 POSITION "dice 6 5\nA> SHOOT A1 B1\n%s\n",
				 unknown[i]);
		if (strncmp(unknown[i], "event attack c", 14) == 0)
			snprintf(text, sizeof(text),
				 POSITION "dice 6 5\nA> SHOOT A1 B1\n%s\n",
				 unknown[i]);
		if (!faults(text, NULL, 0))
			fail_msg("%s", unknown[i]);
	}
}

/* the position is made all the same, to find what else is wrong */
static void a_phase_that_nobody_knows_ends_no_program(void **unused)
{
	char first[1024];

	(void)unused;
	assert_int_equal(faults("id test\nsystem arena\nboard 4x3\n"
				"player A wizard\nplayer B wizard\n"
				"mage #1 A at A1\nmage #2 B at D3\n"
				"phase first\nturn A init A round 2\n"
				"A> ACT ME: NOTHING\n",
				first, sizeof(first)),
			 1);
	assert_non_null(strstr(first, "first is not known here"));
}

static void orders_that_cannot_be_read_have_a_complaint(void **unused)
{
	char first[1024];

	(void)unused;
	assert_int_equal(
		faults(POSITION "A> FLY A1\ncomplaint 1 unknown\n", NULL, 0),
		0);
	assert_int_equal(
		faults(POSITION "A> FLY A1\ncomplaint 1 card\n", NULL, 0), 1);
	/* a slip of its author would else be an order that does nothing */
	assert_int_equal(faults(POSITION "A> FLY A1\n", first, sizeof(first)),
			 1);
	assert_non_null(strstr(first, "order 1: Line 1, column 2: "
				      "I am not sure what you mean here"));
}

static void a_refusal_is_named_by_its_reason_or_its_words(void **unused)
{
	char first[400];

	(void)unused;
	assert_int_equal(faults(POSITION "A> MOVE A1 TO 10 30\n"
					 "refused 1 too_far\n"
					 "refused 1 \"too far\"\n"
					 "refused 1 \"that is too far\"\n"
					 "refused 1 \"está demasiado "
					 "lejos\"\n",
				first, sizeof(first)),
			 0);
	assert_int_equal(faults(POSITION "A> MOVE A1 TO 10 30\n"
					 "refused 1 too_fat\n",
				first, sizeof(first)),
			 1);
	assert_non_null(strstr(first, "near is too_far"));
	assert_int_equal(faults(POSITION "A> MOVE A1 TO 10 30\n"
					 "refused 1 off_board\n",
				first, sizeof(first)),
			 1);
}

static void values_are_named_as_players_name_them(void **unused)
{
	char first[400];

	(void)unused;
	if (faults(POSITION "A1.status = board\nB1.facing = S\n"
			    "A1.acted = no\nactive = A\nA1.owner = A\n"
			    "A1.on = none\nA1.facing = 0\n",
		   first, sizeof(first)))
		fail_msg("%s", first);
	assert_int_equal(
		faults(POSITION "A1.status = saddle\n", first, sizeof(first)),
		1);
	assert_non_null(strstr(first, "A1.status is board"));
}

static void numbers_are_shown_as_players_write_them(void **unused)
{
	char first[400];

	(void)unused;
	assert_int_equal(
		faults(POSITION "A1.x = 10.01\n", first, sizeof(first)), 1);
	assert_non_null(strstr(first, "A1.x is 10.00"));
}

static void the_outcome_is_json(void **unused)
{
	struct case_result r;

	(void)unused;
	case_run(&cases, STR(POSITION "A> PASS A1\n"), true, &r);
	assert_int_equal(r.n_faults, 0);
	assert_non_null(strstr(r.json.s, "{\"id\":\"test\",\"holds\":true,"));
	assert_non_null(strstr(r.json.s, "\n{\"event\":\"action\","));
	case_result_release(&r);
}

static void rules_that_no_run_named_are_listed(void **unused)
{
	struct buf before, after;

	(void)unused;
	buf_init(&before, 65536);
	buf_init(&after, 65536);
	cases_unseen(&cases, &before);
	faults(POSITION "A> MOVE A1 TO 10 30\n", NULL, 0);
	cases_unseen(&cases, &after);
	/* a refusal counts */
	assert_non_null(strstr(before.s, "RB-MOVE-09\n"));
	assert_null(strstr(after.s, "RB-MOVE-09\n"));
	buf_release(&before);
	buf_release(&after);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rules_that_no_run_named_are_listed),
		cmocka_unit_test(a_case_that_holds_has_no_fault),
		cmocka_unit_test(every_die_must_be_given_and_used),
		cmocka_unit_test(a_wrong_expectation_is_found),
		cmocka_unit_test(what_the_notation_has_not_is_a_fault),
		cmocka_unit_test(a_phase_that_nobody_knows_ends_no_program),
		cmocka_unit_test(orders_that_cannot_be_read_have_a_complaint),
		cmocka_unit_test(a_refusal_is_named_by_its_reason_or_its_words),
		cmocka_unit_test(values_are_named_as_players_name_them),
		cmocka_unit_test(numbers_are_shown_as_players_write_them),
		cmocka_unit_test(the_outcome_is_json),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
