/* tests/unit/test_frame.c - actions that stop at a choice (engine/frame.h) */
#include "engine/frame.h"
#include "engine/system.h"
#include "unit.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ASKED = EVENT_FIRST_OWN, SUSPENDED, ANSWERED, ANSWERED_ALL };
enum { NO_QUESTION, SPIN, DEFEND, QUESTIONS };

/* between two words that nothing may touch */
struct state {
	struct common_state head;
	int32_t before;
	FRAME(frame_here, 3, 1500) frame;
	int32_t behind;
};

#define ANY_INT FIELD_INT, NULL, 0, INT32_MIN, INT32_MAX
static const struct field numbers[] = {
	{ "seat", ANY_INT },
	{ "what", ANY_INT },
	{ "fig", ANY_INT },
	{ "about", ANY_INT },
};
static const struct field words[] = {
	{ "at", FIELD_INT, NULL, 0, 0, 1500 },
	{ "words", FIELD_INTS, NULL, 0, INT32_MIN, INT32_MAX },
};
static const struct event_kind kinds[] = {
	{ "asked", numbers, 4, false, false },
	{ "suspended", words, 2, false, false },
	{ "answered", numbers, 1, false, false },
};
static const char *const no_rules[] = { "" };
static const struct rule_table rules = { no_rules, 1 };

static bool told(void *state, const struct event *e)
{
	(void)state;
	(void)e;
	return true;
}

static const struct system toy = {
	.state_size = sizeof(struct state),
	.max_seats = 2,
	.n_phases = 1,
	.events = { kinds, (int)ARRAY_LEN(kinds), &rules },
	.frames = { FRAME_IN(struct state, frame), QUESTIONS, ASKED, SUSPENDED,
		    ANSWERED, true },
	.evolve = told,
};

/* one question at a time is told apart by its seat, several by the figure */
static const struct frames plain = { FRAME_IN(struct state, frame),
				     QUESTIONS,
				     ASKED,
				     SUSPENDED,
				     ANSWERED_ALL,
				     false };

static bool ask(const struct frames *k, struct state *s, int seat, int what,
		int32_t fig)
{
	struct event e;

	event_start(&e, ASKED, 0);
	event_int(&e, seat);
	event_int(&e, what);
	event_int(&e, fig);
	event_int(&e, 77);
	return frame_evolve(k, s, &e);
}

static bool answer(struct state *s, int seat, int32_t fig, int32_t value)
{
	struct event e;

	event_start(&e, ANSWERED_ALL, 0);
	event_int(&e, seat);
	event_int(&e, SPIN);
	event_int(&e, fig);
	event_int(&e, value);
	return frame_evolve(&plain, s, &e);
}

static bool answer_any(struct state *s, int seat)
{
	struct event e;

	event_start(&e, ANSWERED, 0);
	event_int(&e, seat);
	return frame_evolve(&toy.frames, s, &e);
}

static bool keep(const struct frames *k, struct state *s, int at, int n)
{
	static const int32_t w[600] = { 1, 2, 3 };
	struct event e;

	event_start(&e, SUSPENDED, 0);
	event_int(&e, at);
	event_ints(&e, w, n);
	return frame_evolve(k, s, &e);
}

static void all_are_asked_at_once_and_the_last_answer_ends_it(void **unused)
{
	struct state s = { .before = 5, .behind = 6 };

	(void)unused;
	assert_true(ask(&plain, &s, 0, SPIN, 11));
	assert_true(ask(&plain, &s, 1, SPIN, 12));
	assert_true(ask(&plain, &s, 0, SPIN, 13));
	assert_true(keep(&plain, &s, 0, 3));
	assert_int_equal(s.frame.about, 77);
	assert_int_equal(frame_question_of(&plain, &s, 1), 1);
	assert_null(frame_validate(&plain, &s, 2));

	assert_true(answer(&s, 0, 13, 4)); /* the second of this seat */
	assert_int_equal(frame_question_of(&plain, &s, 0), 0);
	assert_int_equal(s.frame.asked[2].value, 4);
	assert_false(answer(&s, 0, 13, 4)); /* not twice */
	assert_false(answer(&s, 1, 11, 4)); /* another's */
	assert_true(answer(&s, 0, 11, 0));
	assert_int_equal(frame_question_of(&plain, &s, 0), -1);
	assert_int_equal(s.frame.n, 3);
	assert_true(answer(&s, 1, 12, -1));
	assert_int_equal(s.frame.what, NO_QUESTION);
	assert_int_equal(s.frame.n, 0);
	assert_int_equal(s.frame.w[2], 0);
	assert_int_equal(s.before, 5);
	assert_int_equal(s.behind, 6);
}

static void what_no_game_of_ours_tells_is_refused(void **unused)
{
	struct state s = { 0 };

	(void)unused;
	assert_false(ask(&plain, &s, 0, NO_QUESTION, 1));
	assert_false(ask(&plain, &s, 0, QUESTIONS, 1));
	assert_false(ask(&plain, &s, -1, SPIN, 1));
	assert_false(ask(&plain, &s, SEATS_MAX, SPIN, 1));
	assert_false(answer(&s, 0, 1, 0)); /* nobody asked */
	for (int i = 0; i < 3; i++)
		assert_true(ask(&plain, &s, 0, SPIN, i));
	assert_false(ask(&plain, &s, 0, SPIN, 3));   /* no room for a fourth */
	assert_false(ask(&plain, &s, 0, DEFEND, 1)); /* not two questions */
	assert_false(keep(&toy.frames, &s, 1, 3));   /* above nothing */
	for (int at = 0; at < 1200; at += 600)
		assert_true(keep(&toy.frames, &s, at, 600));
	assert_false(keep(&toy.frames, &s, 1200, 600)); /* no room */
}

/* Does it find this fault, or none, where one word of a sound frame is so? */
static bool finds(const char *fault, struct state *s, int32_t *word,
		  int32_t value)
{
	int32_t was = *word;
	const char *said;

	*word = value;
	said = frame_validate(&plain, s, 2);
	*word = was;
	return fault ? said && !strcmp(said, fault) : !said;
}

static void a_frame_that_no_game_makes_is_not_sound(void **unused)
{
	static const char question[] = "no such question",
			  nobody[] = "a question to nobody",
			  room[] = "more work than there is room for";
	struct state s = { 0 };

	(void)unused;
	assert_null(frame_validate(&plain, &s, 2));
	assert_true(finds(question, &s, &s.frame.what, SPIN));
	assert_true(finds(question, &s, &s.frame.n_asked, 1));
	assert_true(ask(&plain, &s, 0, SPIN, 1));
	assert_true(ask(&plain, &s, 1, SPIN, 2));
	assert_null(frame_validate(&plain, &s, 2));
	assert_true(finds(question, &s, &s.frame.what, -1));
	assert_true(finds(question, &s, &s.frame.what, QUESTIONS));
	assert_true(finds(NULL, &s, &s.frame.what, DEFEND));
	assert_true(finds(question, &s, &s.frame.n_asked, -1));
	assert_true(finds(NULL, &s, &s.frame.n_asked, 3));
	assert_true(finds(question, &s, &s.frame.n_asked, 4));
	for (int i = 0; i < 2; i++) {
		assert_true(finds(nobody, &s, &s.frame.asked[i].seat, 2));
		assert_true(finds(nobody, &s, &s.frame.asked[i].seat, -1));
	}
	assert_true(finds(room, &s, &s.frame.n, -1));
	assert_true(finds(NULL, &s, &s.frame.n, 1500));
	assert_true(finds(room, &s, &s.frame.n, 1501));
}

static void a_game_without_a_frame_has_no_event_of_it(void **unused)
{
	static const struct frames none = { .at = 0 };
	struct state s = { .before = 5 };

	(void)unused;
	assert_true(ask(&none, &s, 0, SPIN, 1));
	assert_null(frame_validate(&none, &s, 2));
	assert_int_equal(s.head.phase, 0);
}

static void an_answer_to_all_leaves_no_word(void **unused)
{
	struct state s = { .behind = 6 };

	(void)unused;
	for (int i = 0; i < 3; i++)
		assert_true(ask(&plain, &s, 0, SPIN, i + 1));
	assert_true(keep(&plain, &s, 0, 2));
	/* behind the questions stand the words: none of them is a question */
	assert_int_equal(frame_question_of(&plain, &s, 2), -1);
	s.frame.n = 1500;
	s.frame.w[1499] = 9;
	for (int i = 0; i < 3; i++)
		assert_true(answer(&s, 0, i + 1, 0));
	assert_int_equal(s.frame.w[1499], 0);
	assert_int_equal(s.behind, 6);
}

/* how the process dies that suspends so many words in this way */
static int died_of(const struct frames *k, int n)
{
	static struct event v[8];
	static const int32_t w[1600] = { 1 };
	struct event_list out = { v, 0, 8 };
	struct system sys = toy;
	struct state s = { 0 };
	struct run r = { .sys = &sys, .state = &s, .out = &out };
	pid_t child;
	int status;

	sys.frames = *k;
	child = fork();
	if (!child) {
		int quiet = open("/dev/null", O_WRONLY);

		dup2(quiet, 2);
		frame_suspend(&r, 0, w, n);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void what_is_no_stack_or_too_high_is_asserted(void **unused)
{
	(void)unused;
	assert_int_equal(died_of(&toy.frames, 1500), 0);
	assert_int_equal(died_of(&toy.frames, 1501), SIGABRT);
	assert_int_equal(died_of(&plain, 1), SIGABRT);
}

static void a_stack_is_told_from_where_it_changed(void **unused)
{
	static struct event v[8];
	struct event_list out = { v, 0, 8 };
	struct dice dice = { 0 };
	struct state s = { .behind = 6 };
	struct run r = { .sys = &toy, .state = &s, .dice = &dice, .out = &out };
	int32_t w[1500];

	(void)unused;
	for (int i = 0; i < 1500; i++)
		w[i] = i + 1;
	frame_suspend(&r, 0, w, 1500); /* more than an event holds */
	assert_int_equal(out.n, 3);
	assert_memory_equal(s.frame.w, w, sizeof(w));
	assert_int_equal(out.v[0].audience, AUDIENCE_GM);

	out.n = 0;
	frame_suspend(&r, 0, w, 1500);
	assert_int_equal(out.n, 0);

	w[1498] = 0;
	frame_suspend(&r, 0, w, 1500);
	assert_int_equal(out.n, 1);
	assert_int_equal(event_get(&out.v[0], 0), 1498);
	assert_memory_equal(s.frame.w, w, sizeof(w));

	out.n = 0;
	frame_suspend(&r, 0, w, 7); /* what is gone is zero */
	assert_int_equal(out.n, 1);
	assert_int_equal(event_get(&out.v[0], 0), 7);
	assert_int_equal(s.frame.n, 7);
	assert_int_equal(s.frame.w[7], 0);
	w[7] = 0; /* one more, though it looks like what is not there */
	frame_suspend(&r, 0, w, 8);
	assert_int_equal(s.frame.n, 8);
	frame_suspend(&r, 0, w, 0);
	assert_int_equal(s.frame.n, 0);
	assert_int_equal(s.behind, 6);
}

static void an_answer_leaves_a_stack(void **unused)
{
	struct state s = { 0 };

	(void)unused;
	assert_true(keep(&toy.frames, &s, 0, 3));
	assert_true(ask(&toy.frames, &s, 1, DEFEND, 1));
	assert_false(answer_any(&s, 0));
	assert_true(answer_any(&s, 1));
	assert_int_equal(s.frame.what, NO_QUESTION);
	assert_int_equal(s.frame.asked[0].seat, 0);
	assert_int_equal(s.frame.n, 3);
	assert_int_equal(s.frame.w[1], 2);
	s.frame.w[1499] = 9;
	frame_hide(&toy.frames, &s);
	assert_int_equal(s.frame.n, COMMON_STATE_UNKNOWN);
	assert_int_equal(s.frame.w[1], 0);
	assert_int_equal(s.frame.w[1499], 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			all_are_asked_at_once_and_the_last_answer_ends_it),
		cmocka_unit_test(what_no_game_of_ours_tells_is_refused),
		cmocka_unit_test(a_frame_that_no_game_makes_is_not_sound),
		cmocka_unit_test(a_game_without_a_frame_has_no_event_of_it),
		cmocka_unit_test(an_answer_to_all_leaves_no_word),
		cmocka_unit_test(what_is_no_stack_or_too_high_is_asserted),
		cmocka_unit_test(a_stack_is_told_from_where_it_changed),
		cmocka_unit_test(an_answer_leaves_a_stack),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
