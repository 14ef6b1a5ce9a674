/*
 * tests/unit/test_judge_words.c - the random words of the players, their time,
 * and the dice that wait for them; by real mails, and verified.
 */
#include "verifier/verify.h"
#include "judge_said.h"
#include "protocol/entropy_state.h"
#include "protocol/judge_lines.h"
#include "protocol/keywords.h"

enum { DAYS_S = 3 * 86400 };

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_words");
	f.words_s = DAYS_S;
	return 0;
}

/* the word of a player in a round, and the lines that seal and open it */
static void word_of(int who, int round, uint8_t word[WORD_SIZE])
{
	memset(word, 'a' + who, WORD_SIZE);
	word[0] = (uint8_t)round;
}

static const char *seal_line(int who, int round)
{
	uint8_t word[WORD_SIZE], hash[WORD_HASH_SIZE];

	word_of(who, round, word);
	word_hash(word, hash);
	return arena_printf(&f.arena, "word %s",
			    hex_of(&f.arena, hash, sizeof(hash)).s);
}

static const char *open_line(int who, int round)
{
	uint8_t word[WORD_SIZE];

	word_of(who, round, word);
	return arena_printf(&f.arena, "random reveal %s",
			    hex_of(&f.arena, word, sizeof(word)).s);
}

static int logged(const char *what)
{
	return fix_count(fix_log(&f), what);
}

#define EVENT(name) logged("\"event\":\"" name "\"")

static void started(int64_t deadline_s)
{
	said_nothing();
	fix_started(&f, deadline_s);
}

static struct verify_result verified(int slot)
{
	struct verify_means m = { .systems = f.config.systems, .n_systems = 1 };
	struct verify_result r;

	verify_export(fix_export(&f, slot), &m, &f.arena, &r);
	if (!r.good)
		print_error("%s (expected %s, found %s)\n", r.fault.what,
			    r.fault.expected, r.fault.found);
	assert_true(r.good);
	return r;
}

/* the log of everybody verifies; and when it has ended the rules do */
static struct verify_result ended_well(void)
{
	static const int slots[] = { -1, 0, 1, SLOT_GM };

	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	for (size_t i = 0; i < ARRAY_LEN(slots); i++)
		verified(slots[i]);
	OK(judge_game_replay(f.j, f.game, &f.why));
	return verified(EXPORT_FULL);
}

static void the_dice_wait_until_every_word_is_open(void **unused)
{
	(void)unused;
	struct str told;

	started(0);
	fix_post(&f, NULL);
	TAKEN(0, seal_line(0, 0));
	TAKEN(0, "pick 3");
	/* the set-up goes on; and what would roll is kept, and told */
	TAKEN(1, arena_printf(&f.arena, "pick 4\n%s", seal_line(1, 0)));
	assert_int_equal(EVENT("revealed"), 1);
	fix_post(&f, NULL);
	TAKEN(0, "roll\nend");
	told = fix_posted(&f);
	assert_int_equal(EVENT("rolled"), 0);
	assert_int_equal(fix_count(told, "\"event\":\"dice_wait\""), 1);
	assert_true(fix_holds(told, "\"lines\":[3,4]"));
	TAKEN(1, open_line(1, 0));
	assert_int_equal(EVENT("rolled"), 0);
	TAKEN(0, open_line(0, 0));
	assert_int_equal(EVENT("entropy_settled"), 1);
	assert_int_equal(EVENT("rolled"), 1);
	assert_int_equal(fix_state(&f).head.active, 1);
	assert_int_equal(ended_well().words, 2);
}

static void an_order_that_needs_no_die_is_refused_at_once(void **unused)
{
	(void)unused;

	started(0);
	TAKEN(0, "pick 3");
	TAKEN(1, "pick 12");
	assert_int_equal(EVENT("refused"), 1);
	ended_well();
}

static void nothing_overtakes_an_order_that_waits_for_the_dice(void **unused)
{
	(void)unused;

	started(0);
	TAKEN(0, "pick 3");
	TAKEN(1, "pick 4");
	TAKEN(0, "roll\nend");
	assert_int_equal(fix_state(&f).head.active, 0);
	assert_int_equal(EVENT("turn"), 1);
	ended_well();
}

static void who_never_seals_keeps_nobodys_word_out(void **unused)
{
	(void)unused;
	struct verify_result r;

	started(0);
	TAKEN(0, arena_printf(&f.arena, "%s\npick 3", seal_line(0, 0)));
	TAKEN(1, "pick 4");
	assert_str(say(0, open_line(0, 0)), "word_early");
	time_passes(DAYS_S + 1);
	assert_int_equal(EVENT("entropy_reveals_due"), 1);
	/* too late to choose by what others say */
	assert_str(say(1, seal_line(1, 0)), "word_sealing_over");
	TAKEN(0, arena_printf(&f.arena, "%s\nroll", open_line(0, 0)));
	assert_int_equal(EVENT("entropy_settled"), 1);
	assert_int_equal(EVENT("rolled"), 1);
	assert_int_equal(logged("\"seat\":\"B\",\"sent\":false"), 1);
	r = ended_well();
	assert_int_equal(r.words, 1);
	assert_false(r.seats[1].sent);
}

static void where_nobody_seals_the_dice_wait_for_the_time_alone(void **unused)
{
	(void)unused;

	started(0);
	TAKEN(0, "pick 3");
	TAKEN(1, "pick 4");
	TAKEN(0, "roll");
	time_passes(DAYS_S - 1);
	assert_int_equal(EVENT("rolled"), 0);
	time_passes(2);
	assert_int_equal(EVENT("entropy_settled"), 1);
	assert_int_equal(EVENT("rolled"), 1);
	assert_str(say(1, seal_line(1, 0)), "word_late");
	assert_int_equal(ended_well().words, 0);
}

static void who_gives_none_is_not_waited_for(void **unused)
{
	(void)unused;
	struct verify_result r;

	started(0);
	TAKEN(0, arena_printf(&f.arena, "%s\npick 3", seal_line(0, 0)));
	fix_post(&f, NULL);
	assert_str(say(1, arena_printf(&f.arena, "word none\n%s",
				       seal_line(1, 0))),
		   "word_unreadable");
	TAKEN(1, "pick 4\npalabra ninguna");
	assert_int_equal(EVENT("entropy_reveals_due"), 1);
	assert_str(say(1, "word none"), "word_sealing_over");
	/* it outlives the process */
	judge_close(f.j);
	fix_open(&f);
	TAKEN(0, arena_printf(&f.arena, "%s\nroll", open_line(0, 0)));
	assert_int_equal(EVENT("rolled"), 1);
	r = ended_well();
	assert_int_equal(r.words, 1);
	assert_true(r.seats[0].sent && !r.seats[1].sent);
}

static void where_all_give_none_the_dice_do_not_wait(void **unused)
{
	(void)unused;

	started(0);
	TAKEN(0, "random none\npick 3");
	TAKEN(1, "pick 4");
	TAKEN(0, "roll");
	assert_int_equal(EVENT("rolled"), 0);
	TAKEN(1, "word none");
	assert_int_equal(EVENT("entropy_settled"), 1);
	assert_int_equal(EVENT("rolled"), 1);
	assert_int_equal(ended_well().words, 0);
}

/* until all have sealed nobody has chosen anything */
static void a_seal_can_be_taken_back_and_another_given(void **unused)
{
	(void)unused;

	started(0);
	TAKEN(0, seal_line(0, 0));
	TAKEN(0, "word none");
	TAKEN(0, seal_line(0, 1));
	assert_int_equal(EVENT("entropy_reveals_due"), 0);
	TAKEN(1, seal_line(1, 0));
	assert_int_equal(EVENT("entropy_reveals_due"), 1);
	assert_str(say(0, open_line(0, 0)), "word_different");
	TAKEN(0, open_line(0, 1));
	TAKEN(1, open_line(1, 0));
	assert_int_equal(ended_well().words, 2);
}

/* who sealed what nobody can open need not let the table wait for days */
static void who_cannot_open_says_so_and_the_others_are_asked(void **unused)
{
	(void)unused;
	struct verify_result r;

	started(0);
	TAKEN(0, arena_printf(&f.arena, "%s\npick 3", seal_line(0, 0)));
	TAKEN(1, arena_printf(&f.arena, "%s\npick 4", seal_line(1, 0)));
	TAKEN(1, "word none");
	assert_int_equal(EVENT("entropy_withheld"), 0); /* A has yet to open */
	TAKEN(0, open_line(0, 0));
	assert_int_equal(EVENT("entropy_withheld"), 1);
	assert_int_equal(EVENT("entropy_asked"), 1);
	assert_str(say(1, "word none"), "word_sealing_over");
	/* silence would mean anew: then they are waited for again */
	TAKEN(0, "word anew");
	TAKEN(0, seal_line(0, 1));
	assert_int_equal(EVENT("entropy_reveals_due"), 1);
	TAKEN(1, "word none");
	assert_int_equal(EVENT("entropy_reveals_due"), 2);
	TAKEN(0, open_line(0, 1));
	r = ended_well();
	assert_int_equal(r.words, 1);
	assert_int_equal(r.anew, 1);
	assert_int_equal(r.seats[1].withheld, 1);
}

static void both_sealed_and_b_withholds(void)
{
	started(0);
	TAKEN(0, arena_printf(&f.arena, "%s\npick 3", seal_line(0, 0)));
	TAKEN(1, arena_printf(&f.arena, "%s\npick 4", seal_line(1, 0)));
	TAKEN(0, open_line(0, 0));
	TAKEN(0, "roll");
	time_passes(DAYS_S + 1);
	assert_int_equal(EVENT("entropy_withheld"), 1);
	assert_int_equal(EVENT("entropy_asked"), 1);
	assert_int_equal(EVENT("rolled"), 0);
}

static void a_word_withheld_is_named_and_fresh_ones_are_sealed(void **unused)
{
	(void)unused;
	struct verify_result r;

	both_sealed_and_b_withholds();
	assert_str(say(1, "word anew"), "word_not_yours");
	time_passes(DAYS_S + 1); /* nobody says anything */
	assert_int_equal(EVENT("entropy_restarted"), 1);
	/* what was opened is known: it hides nothing any more */
	assert_str(say(0, seal_line(0, 0)), "word_used");
	TAKEN(0, seal_line(0, 1));
	TAKEN(1, seal_line(1, 1));
	TAKEN(1, open_line(1, 1));
	TAKEN(0, open_line(0, 1));
	assert_int_equal(EVENT("entropy_settled"), 1);
	assert_int_equal(EVENT("rolled"), 1);
	r = ended_well();
	assert_int_equal(r.words, 2);
	assert_int_equal(r.anew, 1);
	assert_int_equal(r.seats[1].withheld, 1);
	assert_int_equal(r.seats[0].withheld, 0);
}

static void one_who_says_anew_has_what_silence_would_bring(void **unused)
{
	(void)unused;

	both_sealed_and_b_withholds();
	TAKEN(0, "word anew");
	assert_int_equal(EVENT("entropy_restarted"), 1);
	ended_well();
}

static void all_others_can_go_on_without_it(void **unused)
{
	(void)unused;
	struct verify_result r;

	both_sealed_and_b_withholds();
	TAKEN(0, "palabra sin");
	assert_int_equal(EVENT("entropy_settled"), 1);
	assert_int_equal(logged("\"seat\":\"B\",\"sent\":true"), 1);
	assert_int_equal(EVENT("rolled"), 1);
	r = ended_well();
	assert_int_equal(r.words, 1);
	assert_int_equal(r.seats[1].withheld, 1);
}

static void a_word_that_comes_late_still_counts_while_they_are_asked(void **u)
{
	(void)u;

	both_sealed_and_b_withholds();
	TAKEN(1, open_line(1, 0));
	assert_int_equal(EVENT("entropy_settled"), 1);
	assert_int_equal(EVENT("rolled"), 1);
	assert_int_equal(ended_well().words, 2);
}

static void who_withholds_again_does_not_choose_for_ever(void **unused)
{
	(void)unused;
	struct verify_result r;

	both_sealed_and_b_withholds();
	TAKEN(0, "word anew");
	TAKEN(0, seal_line(0, 1));
	TAKEN(1, seal_line(1, 1));
	TAKEN(0, open_line(0, 1));
	time_passes(DAYS_S + 1);
	assert_int_equal(logged("\"times\":2"), 1);
	time_passes(DAYS_S + 1);
	/* on without it, if nobody says anything */
	assert_int_equal(EVENT("entropy_restarted"), 1);
	assert_int_equal(EVENT("entropy_settled"), 1);
	assert_int_equal(EVENT("rolled"), 1);
	r = ended_well();
	assert_int_equal(r.seats[1].withheld, 2);
	assert_int_equal(r.words, 1);
}

static void no_deadline_passes_while_the_dice_wait(void **unused)
{
	(void)unused;

	started(3600);
	TAKEN(0, seal_line(0, 0));
	time_passes(2 * 86400);
	assert_int_equal(EVENT("deadline_passed"), 0);
	TAKEN(1, seal_line(1, 0));
	TAKEN(1, open_line(1, 0));
	TAKEN(0, open_line(0, 0));
	time_passes(3000);
	assert_int_equal(EVENT("deadline_passed"), 0);
	time_passes(1000);
	assert_int_equal(EVENT("deadline_passed"), 2);
	ended_well();
}

static void who_is_waited_for_is_reminded_in_time(void **unused)
{
	(void)unused;
	struct str told;

	started(0);
	TAKEN(0, seal_line(0, 0));
	fix_posted(&f);
	time_passes(DAYS_S * 3 / 4 - 1);
	assert_false(fix_holds(fix_posted(&f), "warning to"));
	time_passes(2);
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "warning to"), 1);
	assert_true(fix_holds(told, "warning to bob@two.test"));
	assert_true(fix_holds(told, "\"word_seal\":1"));
	TAKEN(1, seal_line(1, 0));
	TAKEN(1, open_line(1, 0));
	fix_posted(&f);
	time_passes(DAYS_S * 3 / 4 + 1);
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "warning to"), 1);
	assert_true(fix_holds(told, "warning to ana@one.test"));
	assert_true(fix_holds(told, "\"word_open\":1"));
	TAKEN(0, open_line(0, 0));
	fix_posted(&f);
	time_passes(DAYS_S);
	assert_false(fix_holds(fix_posted(&f), "warning to"));
	ended_well();
}

static void a_word_can_be_opened_while_the_game_is_paused(void **unused)
{
	(void)unused;

	started(0);
	TAKEN(0, seal_line(0, 0));
	TAKEN(1, arena_printf(&f.arena, "%s\npick 4", seal_line(1, 0)));
	TAKEN(0, "pick 3\nroll");
	OK(judge_game_pause(f.j, f.game, STR("rest"), &f.why));
	TAKEN(1, open_line(1, 0));
	assert_str(say(0, arena_printf(&f.arena, "%s\nroll", open_line(0, 0))),
		   "game_paused");
	TAKEN(0, open_line(0, 0));
	assert_int_equal(EVENT("entropy_settled"), 1);
	assert_int_equal(EVENT("rolled"), 0);
	OK(judge_game_resume(f.j, f.game, &f.why));
	assert_int_equal(EVENT("rolled"), 1);
	ended_well();
}

/* it had come before: what the clock did not do yet is done first */
static void a_mail_counts_by_the_time_at_which_it_came(void **unused)
{
	(void)unused;

	started(0);
	TAKEN(0, seal_line(0, 0));
	f.now += DAYS_S - 60;
	fix_take(&f, fix_orders(&f, 1, fix_point(&f), ++last_serial[1],
				seal_line(1, 0)));
	f.now += 120;
	fix_work(&f);
	assert_str(fix_verdict(&f), "adjudicated");
	assert_int_equal(EVENT("entropy_reveals_due"), 1);
	TAKEN(0, open_line(0, 0));
	f.now += DAYS_S + 1;
	/* and this one too late, though no timer has told yet */
	fix_take(&f, fix_orders(&f, 1, fix_point(&f), ++last_serial[1],
				open_line(1, 0)));
	fix_work(&f);
	assert_int_equal(EVENT("entropy_withheld"), 1);
	assert_int_equal(EVENT("entropy_settled"), 1);
	ended_well();
}

static void a_report_offers_what_can_be_done_with_the_word(void **unused)
{
	(void)unused;

	started(0);
	assert_true(fix_holds(fix_posted(&f), "the word can be sealed"));
	TAKEN(0, seal_line(0, 0));
	assert_int_equal(fix_count(fix_posted(&f), "the word can be sealed"),
			 1);
	TAKEN(1, seal_line(1, 0));
	assert_int_equal(fix_count(fix_posted(&f), "the word can be opened"),
			 2);
	TAKEN(0, open_line(0, 0));
	assert_int_equal(fix_count(fix_posted(&f), "the word can be opened"),
			 1);
	time_passes(DAYS_S + 1);
	assert_int_equal(fix_count(fix_posted(&f), "the word can be asked"), 1);
	TAKEN(0, "word without");
	assert_int_equal(fix_count(fix_posted(&f), "the word can be"), 0);
}

static void who_gives_no_word_is_not_offered_to(void **unused)
{
	(void)unused;

	started(0);
	assert_true(fix_holds(fix_posted(&f), "the word can be sealed"));
	TAKEN(0, "word none");
	assert_int_equal(fix_count(fix_posted(&f), "the word can be sealed"),
			 1);
}

static void a_game_without_words_rolls_at_once_and_says_so(void **unused)
{
	(void)unused;
	struct verify_result r;

	f.words_s = 0;
	started(0);
	assert_str(say(0, seal_line(0, 0)), "word_none");
	TAKEN(0, "pick 3");
	TAKEN(1, "pick 4");
	TAKEN(0, "roll");
	assert_int_equal(EVENT("rolled"), 1);
	assert_int_equal(EVENT("entropy_missing"), 0);
	r = ended_well();
	assert_int_equal(r.words_s, 0);
	assert_int_equal(r.words, 0);
}

/* who has answered the first report when others have come meanwhile */
static void what_is_said_of_a_word_is_never_stale(void **unused)
{
	(void)unused;
	int64_t point;

	said_nothing();
	fix_game(&f, 0, 0);
	fix_person(&f, 0);
	fix_person(&f, 1);
	OK(judge_seat(f.j, f.game, 0, f.p[0].person, &f.why));
	point = fix_point(&f);
	OK(judge_seat(f.j, f.game, 1, f.p[1].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
	assert_true(fix_point(&f) > point);
	assert_str(fix_send(&f, fix_orders(&f, 0, point, 1, "pick 3")),
		   "stale");
	assert_str(
		fix_send(&f, fix_orders(&f, 0, point, 1, "word none\npick 3")),
		"stale");
	assert_str(fix_send(&f, fix_orders(&f, 0, point, 1, "word none")),
		   "adjudicated");
	assert_int_equal(EVENT("entropy_declined"), 1);
	TAKEN(1, seal_line(1, 0));
	TAKEN(1, open_line(1, 0));
	ended_well();
}

/* lines signed by a player with their public key below */
static struct str keyed(int who, const char *text)
{
	struct buf b;
	struct str mail;

	buf_init(&b, 4000);
	buf_addf(&b, "%.*s\nMy key:\n\n", STR_ARG(fix_signed(&f, who, text)));
	key_render(&f.p[who].key.key, STR("key"), &b);
	mail = fix_mail(&f, f.p[who].address, buf_str(&b));
	buf_release(&b);
	return mail;
}

static const char *nonce_in(struct str mails)
{
	const char *at = strstr(mails.s, "\"nonce\":\"");

	assert_non_null(at);
	return arena_printf(&f.arena, "%.20s", at + 9);
}

/* Somebody asks for their seat; gives the number of the challenge. */
static const char *challenged(int who)
{
	fix_post(&f, NULL);
	fix_send(&f, keyed(who, arena_printf(&f.arena, "JOIN %.*s %c\n",
					     STR_ARG(f.name), 'A' + who)));
	return nonce_in(fix_posted(&f));
}

/* .. and answers it, with this line below; gives the verdict. */
static struct str answers(int who, const char *nonce, const char *line)
{
	return fix_send(
		&f,
		keyed(who, arena_printf(&f.arena, "JOIN %.*s %c %s\n%s\n%s\n",
					STR_ARG(f.name), 'A' + who, nonce,
					fix_seen(&f, 0), line)));
}

static void a_word_is_sealed_with_the_answer_to_the_challenge(void **unused)
{
	(void)unused;
	const char *nonce;

	said_nothing();
	fix_game(&f, 0, 0);
	for (int i = 0; i < 2; i++) {
		nonce = challenged(i);
		/* it seals, and opens nothing */
		assert_str(answers(i, nonce, open_line(i, 0)), "word_early");
		assert_str(answers(i, nonce, seal_line(i, 0)), "join_proven");
		OK(judge_join_admit(f.j, i + 1, false, &f.why));
		assert_int_equal(EVENT("entropy_committed"), i + 1);
	}
	/* all have sealed: the words can go with the first orders */
	assert_int_equal(EVENT("entropy_reveals_due"), 1);
	OK(judge_game_start(f.j, f.game, &f.why));
	TAKEN(0, arena_printf(&f.arena, "%s\npick 3", open_line(0, 0)));
	TAKEN(1, arena_printf(&f.arena, "%s\npick 4", open_line(1, 0)));
	TAKEN(0, "roll");
	assert_int_equal(EVENT("rolled"), 1);
	assert_int_equal(ended_well().words, 2);
}

static void none_is_given_with_the_answer_to_the_challenge(void **unused)
{
	(void)unused;

	said_nothing();
	fix_game(&f, 0, 0);
	for (int i = 0; i < 2; i++) {
		const char *nonce;

		nonce = challenged(i);
		assert_str(answers(i, nonce, i ? "word none" : seal_line(0, 0)),
			   "join_proven");
		OK(judge_join_admit(f.j, i + 1, false, &f.why));
	}
	assert_int_equal(EVENT("entropy_declined"), 1);
	assert_int_equal(EVENT("entropy_reveals_due"), 1);
	OK(judge_game_start(f.j, f.game, &f.why));
	TAKEN(0, open_line(0, 0));
	assert_int_equal(EVENT("entropy_settled"), 1);
	assert_int_equal(ended_well().words, 1);
}

static void who_takes_over_a_seat_seals_a_word_of_their_own(void **unused)
{
	(void)unused;

	started(0);
	TAKEN(0, seal_line(0, 0));
	fix_person(&f, 2);
	OK(judge_seat(f.j, f.game, 0, f.p[2].person, &f.why));
	TAKEN(1, seal_line(1, 0));
	assert_int_equal(EVENT("entropy_reveals_due"), 0);
	f.p[0] = f.p[2];
	TAKEN(0, seal_line(0, 1));
	assert_int_equal(EVENT("entropy_reveals_due"), 1);
	TAKEN(0, open_line(0, 1));
	TAKEN(1, open_line(1, 0));
	assert_int_equal(ended_well().words, 2);
}

static void words_outlast_an_undo(void **unused)
{
	(void)unused;
	int64_t point;

	started(0);
	TAKEN(0, seal_line(0, 0));
	point = fix_point(&f);
	TAKEN(1, seal_line(1, 0));
	TAKEN(0, arena_printf(&f.arena, "%s\npick 3", open_line(0, 0)));
	TAKEN(1, arena_printf(&f.arena, "%s\npick 4", open_line(1, 0)));
	TAKEN(0, "roll");
	OK(judge_game_undo(f.j, f.game, point, false, STR("again"), &f.why));
	assert_str(say(0, seal_line(0, 1)), "word_late");
	TAKEN(0, "pick 3");
	TAKEN(1, "pick 4");
	TAKEN(0, "roll");
	assert_int_equal(EVENT("rolled"), 2);
	assert_int_equal(ended_well().words, 2);
}

static void the_course_outlives_its_process(void **unused)
{
	(void)unused;

	started(0);
	TAKEN(0, seal_line(0, 0));
	judge_close(f.j);
	fix_open(&f);
	assert_str(say(0, seal_line(0, 0)), "word_twice");
	TAKEN(1, seal_line(1, 0));
	judge_close(f.j);
	fix_open(&f);
	time_passes(DAYS_S + 1);
	judge_close(f.j);
	fix_open(&f);
	assert_int_equal(EVENT("entropy_withheld"), 2);
	TAKEN(0, open_line(0, 0));
	TAKEN(1, open_line(1, 0));
	assert_int_equal(ended_well().words, 2);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

static void words_to_the_judge_are_those_of_the_vocabularies(void **unused)
{
	(void)unused;
	static const char said[] =
		"SEHEN 5AEK-VFT0-XZD2-Z7W3-TBT1-PAWR-D75\n"
		"Wort öffnen 00112233445566778899aabbccddeeff\n";
	struct dispute_line dispute;
	struct word_lines w;
	struct seen_line seen;
	struct vocabulary v;
	size_t body = 0;

	vocabulary_init(&v, &f.arena);
	assert_int_equal(vocabulary_add(&v, "de",
					STR("judge.word = WORT\n"
					    "judge.open = ÖFFNEN\n"
					    "judge.seen = SEHEN\n"),
					"de", &f.why),
			 ERR_OK);
	judge_lines_seen(&f.arena, &v, str_of(said), &body, &seen);
	assert_true(seen.has);
	judge_lines_parse(&f.arena, &v, str_of(said), &w, &dispute);
	assert_true(w.has_word && !w.bad);
	/* and of no other language */
	judge_lines_parse(&f.arena, &v, STR("WORD ANEW\n"), &w, &dispute);
	assert_false(word_lines_any(&w));
	/* without a vocabulary no word is a keyword */
	assert_false(keyword_is(&f.arena, NULL, SPOKEN_word, STR("WORD")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(the_dice_wait_until_every_word_is_open),
		T(words_to_the_judge_are_those_of_the_vocabularies),
		T(an_order_that_needs_no_die_is_refused_at_once),
		T(nothing_overtakes_an_order_that_waits_for_the_dice),
		T(who_never_seals_keeps_nobodys_word_out),
		T(where_nobody_seals_the_dice_wait_for_the_time_alone),
		T(who_gives_none_is_not_waited_for),
		T(where_all_give_none_the_dice_do_not_wait),
		T(a_seal_can_be_taken_back_and_another_given),
		T(who_cannot_open_says_so_and_the_others_are_asked),
		T(a_word_withheld_is_named_and_fresh_ones_are_sealed),
		T(one_who_says_anew_has_what_silence_would_bring),
		T(all_others_can_go_on_without_it),
		T(a_word_that_comes_late_still_counts_while_they_are_asked),
		T(who_withholds_again_does_not_choose_for_ever),
		T(no_deadline_passes_while_the_dice_wait),
		T(who_is_waited_for_is_reminded_in_time),
		T(a_word_can_be_opened_while_the_game_is_paused),
		T(a_mail_counts_by_the_time_at_which_it_came),
		T(a_report_offers_what_can_be_done_with_the_word),
		T(who_gives_no_word_is_not_offered_to),
		T(a_game_without_words_rolls_at_once_and_says_so),
		T(a_word_is_sealed_with_the_answer_to_the_challenge),
		T(none_is_given_with_the_answer_to_the_challenge),
		T(what_is_said_of_a_word_is_never_stale),
		T(who_takes_over_a_seat_seals_a_word_of_their_own),
		T(words_outlast_an_undo),
		T(the_course_outlives_its_process),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
