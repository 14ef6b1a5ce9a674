/*
 * tests/unit/test_shelf.c - versions of a game side by side: each is played to
 * its end, and verified, by the rules and the words that it began with.
 */
#include "unit.h"
#include "judge_fixture.h"
#include "verifier/verify.h"
#include "judge/game/rule_versions.h"
#include "tests/srcdir.h"

#define OK(call) assert_int_equal(call, ERR_OK)

enum { MANY = 3 + RULE_VERSIONS_MAX };

static struct fix f;
static struct vocabulary words[MANY];
static struct grammar grammars[MANY];

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_shelf");
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	fix_release(&f);
	return 0;
}

/* The judge begins anew with these words more. */
static void words_change(int i, const char *lang, const char *more)
{
	vocabulary_init(&words[i], &f.arena);
	OK(vocabulary_load(&words[i], SRCDIR "/templates", NULL, &f.why));
	OK(vocabulary_add(&words[i], "en", str_of(toy_words), "toy", &f.why));
	OK(vocabulary_add(&words[i], lang, str_of(more), "more", &f.why));
	OK(grammar_init(&grammars[i], f.config.systems[0].rules, &grammar_toy,
			&words[i], &f.arena, &f.why));
	judge_close(f.j);
	for (int k = 0; k < f.config.n_systems; k++)
		f.config.systems[k].grammar = &grammars[i];
	fix_open(&f);
}

struct played {
	int64_t game;
	struct str name;
	int serial[2];
};

static void on(const struct played *p)
{
	f.game = p->game;
	f.name = p->name;
}

static struct played begin(void)
{
	struct played p = { .game = 0 };

	fix_game(&f, 0, 0);
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
	p.game = f.game;
	p.name = f.name;
	return p;
}

static const char *send(struct played *p, int who, const char *lines)
{
	struct str verdict;

	on(p);
	verdict = fix_send(&f, fix_orders(&f, who, fix_point(&f),
					  ++p->serial[who], lines));
	return arena_str(&f.arena, verdict).s;
}

/* both have picked; whoever begins is to roll */
static struct played begun(void)
{
	struct played p = begin();

	assert_string_equal(send(&p, 0, "pick 3"), "adjudicated");
	assert_string_equal(send(&p, 1, "pick 4"), "adjudicated");
	return p;
}

static struct verify_result verified(const struct played *p,
				     const struct game_kind *kinds, int n)
{
	struct verify_means m = { .systems = kinds, .n_systems = n };
	struct verify_result r;

	on(p);
	verify_export(fix_export(&f, EXPORT_FULL), &m, &f.arena, &r);
	return r;
}

static void good(const struct played *p)
{
	struct verify_result r =
		verified(p, f.config.systems, f.config.n_systems);

	if (!r.good)
		fail_msg("line %zu: %s\nexpected %s\nfound    %s", r.fault.line,
			 r.fault.what, r.fault.expected, r.fault.found);
	assert_true(r.rules_run);
}

static void end(const struct played *p)
{
	on(p);
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
}

static int total(const struct played *p)
{
	on(p);
	return fix_state(&f).score[0] + fix_state(&f).score[1];
}

static int active(const struct played *p)
{
	on(p);
	return fix_state(&f).head.active;
}

static void
a_word_with_a_second_meaning_changes_no_game_and_no_log(void **unused)
{
	struct played old, ended, new;
	int who;

	(void)unused;
	fix_person(&f, 0);
	fix_person(&f, 1);
	words_change(0, "en", "roll = THROW\n");
	ended = begun();
	assert_string_equal(send(&ended, active(&ended), "throw"),
			    "adjudicated");
	end(&ended);
	old = begun();
	/* THROW ends a turn from now on, and ROLL is no word any more */
	words_change(1, "en", "end = THROW\nroll = CAST\n");
	for (struct vocabulary_word *w =
		     words[1].keys[vocabulary_key(&words[1], STR("roll"))]
			     .words;
	     w; w = w->next)
		w->part[0] = w->shown = STR("CAST");
	judge_close(f.j);
	fix_open(&f);
	new = begun();

	who = active(&old);
	assert_string_equal(send(&old, who, "throw"), "adjudicated");
	assert_true(total(&old) > 0);
	assert_string_equal(send(&old, active(&old), "cast"), "complaint");

	who = active(&new);
	assert_string_equal(send(&new, who, "throw"), "adjudicated");
	assert_int_equal(total(&new), 0);
	assert_int_equal(active(&new), 1 - who);
	assert_string_equal(send(&new, active(&new), "roll"), "complaint");
	assert_string_equal(send(&new, active(&new), "cast"), "adjudicated");
	assert_true(total(&new) > 0);

	end(&old);
	end(&new);
	good(&ended);
	good(&old);
	good(&new);
	assert_true(verified(&old, f.config.systems, 1).words_changed > 0);
	assert_int_equal(verified(&new, f.config.systems, 1).words_changed, 0);
}

static void the_words_of_a_first_line_are_those_of_its_game(void **unused)
{
	struct played p;
	struct str mail;

	(void)unused;
	fix_person(&f, 0);
	fix_person(&f, 1);
	words_change(0, "en", "orders = MOVES\n");
	p = begun();
	words_change(1, "en", "orders = COMMANDS\n");
	mail = fix_mail(
		&f, f.p[active(&p)].address,
		fix_signed(&f, active(&p),
			   arena_printf(&f.arena,
					"MOVES %.*s %c %lld 2\n%s\nroll\n",
					STR_ARG(p.name), 'A' + active(&p),
					(long long)fix_point(&f),
					fix_seen(&f, fix_point(&f)))));
	assert_str(fix_send(&f, mail), "adjudicated");
	end(&p);
	good(&p);
}

/* The rules of tomorrow: who picks has picked one more. */
static struct system newer;

static enum verdict one_more(struct run *r, int seat, const struct decision *d,
			     struct refusal *no)
{
	struct decision more = *d;
	int32_t n = decision_int(d, 0, 0);

	if (d->kind == DECISION_FIRST_OWN) {
		decision_start(&more, d->kind);
		decision_add_int(&more, 0, n + 1);
	}
	return system_toy.decide(r, seat, &more, no);
}

static void two_versions_of_a_game_are_played_side_by_side(void **unused)
{
	struct played old, new;
	struct verify_result r;

	(void)unused;
	fix_person(&f, 0);
	fix_person(&f, 1);
	old = begin();
	assert_string_equal(send(&old, 0, "pick 3"), "adjudicated");
	/* an upgrade: the newest version stands first */
	newer = system_toy;
	newer.version = "toy 2";
	newer.decide = one_more;
	judge_close(f.j);
	f.config.systems[1] = f.config.systems[0];
	f.config.systems[0].rules = &newer;
	f.config.n_systems = 2;
	fix_open(&f);

	new = begin();
	for (int i = 0; i < 2; i++)
		assert_string_equal(send(&new, i, "pick 4"), "adjudicated");
	assert_string_equal(send(&old, 1, "pick 4"), "adjudicated");
	on(&old);
	assert_int_equal(fix_state(&f).pick[1], 4);
	on(&new);
	assert_int_equal(fix_state(&f).pick[1], 5);
	for (int i = 0; i < 3; i++) {
		assert_string_equal(send(&old, active(&old), "roll"),
				    "adjudicated");
		assert_string_equal(send(&new, active(&new), "roll"),
				    "adjudicated");
	}
	/* what the store keeps of each is of its version, too */
	on(&old);
	OK(judge_game_replay(f.j, f.game, &f.why));
	on(&new);
	OK(judge_game_replay(f.j, f.game, &f.why));
	end(&old);
	end(&new);
	good(&old);
	good(&new);
	/* a program that has one of them alone says so */
	assert_true(verified(&new, &f.config.systems[0], 1).good);
	assert_true(verified(&old, &f.config.systems[1], 1).good);
	r = verified(&new, &f.config.systems[1], 1);
	assert_false(r.good);
	assert_true(fix_holds(str_of(r.fault.what), "toy 2"));
}

static void more_readings_than_are_held_at_a_time_are_read_again(void **unused)
{
	struct played p[MANY];

	(void)unused;
	fix_person(&f, 0);
	fix_person(&f, 1);
	for (int i = 0; i < MANY; i++) {
		words_change(
			i, "en",
			arena_printf(&f.arena, "pick = PICK%c\n", 'A' + i));
		p[i] = begin();
	}
	for (int who = 0; who < 2; who++)
		for (int i = 0; i < MANY; i++)
			assert_string_equal(
				send(&p[i], who,
				     arena_printf(&f.arena, "PICK%c 5",
						  'A' + i)),
				"adjudicated");
	assert_string_equal(send(&p[0], active(&p[0]), "PICKB 5"), "complaint");
	end(&p[0]);
	good(&p[0]);
}

static void a_mail_of_two_languages_verifies(void **unused)
{
	struct played p;
	struct str log;

	(void)unused;
	words_change(1, "en", "roll = TIRO\n");
	OK(vocabulary_add(&words[1], "es",
			  STR("pick = ELEGIR\nend = TIRO\nroll = TIRAR\n"),
			  "more", &f.why));
	OK(grammar_init(&grammars[1], &system_toy, &grammar_toy, &words[1],
			&f.arena, &f.why));
	judge_close(f.j);
	fix_open(&f);
	fix_person(&f, 0);
	fix_person(&f, 1);
	p = begin();
	assert_string_equal(send(&p, 0, "elegir 3"), "adjudicated");
	assert_string_equal(send(&p, 1, "pick 3"), "adjudicated");
	/* the writer's language is English: a roll, no end */
	assert_string_equal(send(&p, active(&p), "tiro"), "adjudicated");
	assert_true(total(&p) > 0);
	end(&p);
	good(&p);
	on(&p);
	log = fix_export(&f, EXPORT_FULL);
	assert_true(fix_holds(log, "\"language\":\"en\",\"lines\":\"3 es\""));
	assert_true(fix_holds(log, "\"language\":\"en\",\"lines\":\"\""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			a_word_with_a_second_meaning_changes_no_game_and_no_log,
			setup, teardown),
		cmocka_unit_test_setup_teardown(
			the_words_of_a_first_line_are_those_of_its_game, setup,
			teardown),
		cmocka_unit_test_setup_teardown(
			two_versions_of_a_game_are_played_side_by_side, setup,
			teardown),
		cmocka_unit_test_setup_teardown(
			more_readings_than_are_held_at_a_time_are_read_again,
			setup, teardown),
		cmocka_unit_test_setup_teardown(
			a_mail_of_two_languages_verifies, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
