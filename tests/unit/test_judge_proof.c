/*
 * tests/unit/test_judge_proof.c - what a player signs binds what he saw, and
 * nobody chooses a die: heads, words, undone rolls, by real mails.
 */
#include "verifier/verify.h"
#include "auth/sign.h"
#include "judge_unit.h"
#include <stdio.h>

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_proof");
	return 0;
}

/* all that is due, as text */
static struct str posted(void)
{
	struct buf out;
	struct str s;

	buf_init(&out, 1 << 20);
	fix_post(&f, &out);
	s = arena_str(&f.arena, buf_str(&out));
	buf_release(&out);
	return s;
}

/* What a head says ----------------------------------------------------------
 */

/* a mail of Ana's for this point, with these lines below its first one */
static struct str said(const char *word, int64_t point, int serial,
		       const char *lines)
{
	const char *text =
		arena_printf(&f.arena, "%s %.*s A %lld %d\n%s\n", word,
			     STR_ARG(f.name), (long long)point, serial, lines);

	return fix_mail(&f, f.p[0].address, fix_signed(&f, 0, text));
}

static void orders_without_a_head_are_told_the_right_one(void **unused)
{
	(void)unused;
	int64_t point;
	struct str told;
	const char *mistyped;

	fix_started(&f, 0);
	point = fix_point(&f);
	posted();
	assert_str(fix_send(&f, said("ORDERS", point, 1, "pick 3")),
		   "seen_absent");
	told = posted();
	assert_int_equal(fix_count(told, "refused to ana@one.test"), 1);
	assert_true(fix_holds(told, fix_seen(&f, point)));
	mistyped = arena_strdup(&f.arena, fix_seen(&f, point));
	*(char *)(uintptr_t)(mistyped + 7) =
		(char)(mistyped[7] == '5' ? '6' : '5');
	assert_str(fix_send(&f, said("ORDERS", point, 2,
				     arena_printf(&f.arena, "%s\npick 3",
						  mistyped))),
		   "seen_mistyped");
	told = posted();
	assert_true(fix_holds(told, fix_seen(&f, point)));
	/* with the line that was told they are taken, in any case, with any
	 * blanks, below a remark */
	assert_str(fix_send(&f, said("ORDERS", point, 3,
				     arena_printf(&f.arena,
						  "// so be it\n%s\npick 3",
						  fix_seen(&f, point)))),
		   "adjudicated");
	OK(judge_game_replay(f.j, f.game, &f.why));
}

static void what_changes_no_game_needs_no_head(void **unused)
{
	(void)unused;
	int64_t point;

	fix_started(&f, 0);
	point = fix_point(&f);
	assert_str(fix_send(&f, said("PREVIEW", point, 1, "pick 3")),
		   "preview");
	assert_str(fix_send(&f, said("ORDERS", point, 1, "rule 1")),
		   "answered");
}

static int n_told;

static void count_told(void *context, const char *words)
{
	(void)context;
	n_told += strstr(words, "another history") != NULL;
}

static void another_history_is_told_to_sender_and_operator(void **unused)
{
	(void)unused;
	struct hash head = { { 77 } };
	struct head_token seen = head_token_of(head.b);
	char other[HEAD_TOKEN_TEXT];
	struct str told;
	int64_t point;

	judge_close(f.j);
	f.config.env.tell = count_told;
	fix_open(&f);
	fix_started(&f, 0);
	point = fix_point(&f);
	posted();
	n_told = 0;
	head_token_render(&seen, other);
	assert_str(fix_send(&f, said("ORDERS", point, 1,
				     arena_printf(&f.arena, "LOG %s\npick 3",
						  other))),
		   "seen_other");
	told = posted();
	assert_int_equal(fix_count(told, "refused to ana@one.test"), 1);
	assert_true(fix_holds(told, other));
	assert_true(fix_holds(told, fix_seen(&f, point)));
	assert_str(fix_send(&f, said("ORDERS", point + 5, 1,
				     arena_printf(&f.arena, "SEEN %s\npick 3",
						  other))),
		   "seen_beyond");
	assert_true(fix_holds(posted(), fix_seen(&f, point)));
	assert_int_equal(n_told, 2);
	assert_int_equal(fix_point(&f), point);
}

static void keys_masters_and_disputes_say_what_they_saw(void **unused)
{
	(void)unused;
	int64_t point;

	fix_person(&f, 0);
	fix_person(&f, 1);
	fix_person(&f, 2);
	fix_game(&f, 0, f.p[2].person);
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
	point = fix_point(&f);
	assert_str(fix_send(&f, said("KEYS", point, 1, "language es")),
		   "seen_absent");
	assert_str(fix_send(&f, said("ORDERS", point, 1, "dispute 1 no")),
		   "seen_absent");
	assert_str(
		fix_send(&f,
			 fix_mail(&f, f.p[2].address,
				  fix_signed(&f, 2,
					     arena_printf(&f.arena,
							  "GM %.*s %lld 1\n"
							  "pause\n",
							  STR_ARG(f.name),
							  (long long)point)))),
		"seen_absent");
	assert_int_equal(fix_point(&f), point);
}

/* the public key beside, as the first mail to a game has it */
static struct str wish(const char *lines)
{
	struct buf key;
	struct str s;

	buf_init(&key, 1000);
	key_render(&f.p[0].key.key, STR("key"), &key);
	s = str_of(arena_printf(&f.arena, "%.*s\n%.*s\n",
				STR_ARG(fix_signed(&f, 0, lines)),
				STR_ARG(buf_str(&key))));
	buf_release(&key);
	return fix_mail(&f, f.p[0].address, s);
}

static void who_joins_signs_the_judge_and_the_dice(void **unused)
{
	(void)unused;
	const char *nonce, *line;
	struct hash head = { { 1 } };
	struct head_token seen = head_token_of(head.b);
	char other[HEAD_TOKEN_TEXT];
	struct str told;

	fix_game(&f, 0, 0);
	posted();
	line = arena_printf(&f.arena, "JOIN %.*s A", STR_ARG(f.name));
	assert_str(fix_send(&f, wish(line)), "challenged");
	told = posted();
	assert_true(fix_holds(told, fix_seen(&f, 0) + strlen("SEEN ")));
	nonce = arena_printf(&f.arena, "%.20s",
			     strstr(told.s, "\"nonce\":\"") + 9);
	line = arena_printf(&f.arena, "%s %s", line, nonce);
	assert_str(fix_send(&f, wish(line)), "seen_absent");
	assert_true(fix_holds(posted(), fix_seen(&f, 0) + strlen("SEEN ")));
	head_token_render(&seen, other);
	assert_str(fix_send(&f, wish(arena_printf(&f.arena, "%s\nSEEN %s", line,
						  other))),
		   "seen_other");
	assert_str(fix_send(&f, wish(arena_printf(&f.arena, "%s\n%s", line,
						  fix_seen(&f, 0)))),
		   "join_proven");
}

static int n_late;

static void count_late(void *context, const char *words)
{
	(void)context;
	n_late += strstr(words, "stands still") != NULL;
}

static void a_clock_that_jumps_back_is_held_and_told(void **unused)
{
	(void)unused;

	judge_close(f.j);
	f.config.env.tell = count_late;
	fix_open(&f);
	n_late = 0;
	fix_started(&f, 0);
	assert_int_equal(n_late, 0);
	f.now -= 3600;
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, "pick 3")),
		   "adjudicated");
	assert_int_equal(n_late, 1);
	assert_false(fix_holds(fix_log(&f), "2025-11-30T23"));
}

/* A copy of the state that is put back --------------------------------------
 */

static struct str state_read(void)
{
	FILE *from = fopen(f.path, "rb");
	char *bytes = arena_alloc(&f.arena, 4 << 20);
	size_t n;

	assert_non_null(from);
	n = fread(bytes, 1, 4 << 20, from);
	fclose(from);
	return (struct str){ bytes, n };
}

static struct str state_copy(void)
{
	struct str s;

	judge_close(f.j);
	s = state_read();
	fix_open(&f);
	return s;
}

static void state_restore(struct str s)
{
	FILE *to;

	judge_close(f.j);
	fix_forget(&f);
	to = fopen(f.path, "wb");
	assert_non_null(to);
	assert_int_equal(fwrite(s.s, 1, s.len, to), s.len);
	fclose(to);
	fix_open(&f);
}

/* What a report of this point says of itself, and the signature of it. */
static struct str report_at(int64_t point)
{
	return str_of(arena_printf(
		&f.arena, "HERALDO REPORT %.*s %lld %s\n\nA report.\n",
		STR_ARG(f.name), (long long)point, fix_seen(&f, point)));
}

static struct str signed_for(const char *namespace, struct str text,
			     const struct key_secret *by)
{
	struct sig sig;
	struct buf b;
	struct str s;

	sig_make(by, namespace, text, &sig);
	buf_init(&b, SIG_ARMOUR_MAX);
	sig_render(&sig, &b);
	s = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return s;
}

static struct str report_signed(struct str report, const struct key_secret *by)
{
	return signed_for(SIG_REPORT, report, by);
}

static const char *base64_of(struct str bytes)
{
	struct buf b;
	const char *s;

	buf_init(&b, 1 << 16);
	base64_render(&b, bytes);
	s = arena_str(&f.arena, buf_str(&b)).s;
	buf_release(&b);
	return s;
}

static struct verify_result verified(struct str file)
{
	struct verify_means m = { .systems = f.config.systems, .n_systems = 1 };
	struct verify_result r;

	verify_export(file, &m, &f.arena, &r);
	if (!r.good)
		print_error("line %zu: %s\n", r.fault.line, r.fault.what);
	return r;
}

static struct str with_report(struct str report, struct str signature)
{
	return str_of(arena_printf(
		&f.arena,
		"From: bob@two.test\r\nTo: judge@court.test\r\n"
		"Message-ID: <%d@mail.test>\r\nMIME-Version: 1.0\r\n"
		"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
		"--b\r\nContent-Type: text/plain\r\n\r\nHere it is.\r\n"
		"--b\r\nContent-Type: text/plain; name=report.txt\r\n"
		"Content-Disposition: attachment; filename=report.txt\r\n"
		"Content-Transfer-Encoding: base64\r\n\r\n%s\r\n"
		"--b\r\nContent-Type: text/plain; name=report.txt.sig\r\n"
		"Content-Disposition: attachment; filename=report.txt.sig\r\n"
		"\r\n%.*s\r\n--b--\r\n",
		++f.n_mails, base64_of(report), STR_ARG(signature)));
}

static void a_lost_history_is_shown_by_its_report_and_costs_links(void **unused)
{
	(void)unused;
	struct str copy, report, told;
	struct verify_result r;
	int64_t point;
	int serial = 20;

	fix_started(&f, 0);
	point = fix_point(&f);
	fix_send(&f, fix_orders(&f, 0, point, 1, "pick 3"));
	fix_send(&f, fix_orders(&f, 1, point, 1, "pick 4"));
	copy = state_copy();
	fix_send(&f, fix_orders(&f, 0, fix_point(&f), 2, "roll"));
	point = fix_point(&f);
	report = report_at(point);
	state_restore(copy);
	assert_int_equal(fix_point(&f), point - 1);
	posted();
	/* nobody else's signature, and nothing that we have ourselves */
	assert_string_not_equal(
		fix_send(&f, with_report(report,
					 report_signed(report, &f.p[1].key)))
			.s,
		"fork_found");
	assert_string_not_equal(
		fix_send(&f, with_report(report_at(point - 1),
					 report_signed(report_at(point - 1),
						       &f.config.key)))
			.s,
		"fork_found");
	assert_int_equal(fix_point(&f), point - 1);
	posted();
	assert_str(
		fix_send(&f, with_report(report,
					 report_signed(report, &f.config.key))),
		"fork_found");
	assert_int_equal(fix_point(&f), point);
	told = posted();
	assert_true(fix_holds(told, "to ana@one.test"));
	assert_true(fix_holds(told, "to bob@two.test"));
	assert_int_equal(fix_count(fix_log(&f), "\"links_skipped\""), 1);
	assert_str(fix_send(&f, fix_orders(&f, 0, point, 3, "roll")),
		   "game_paused");
	/* pasted, and known by now */
	assert_str(
		fix_send(&f,
			 fix_mail(&f, f.p[0].address,
				  str_of(arena_printf(
					  &f.arena, "See:\n\n%.*s\n%.*s",
					  STR_ARG(report),
					  STR_ARG(report_signed(
						  report, &f.config.key)))))),
		"fork_found");
	assert_int_equal(fix_point(&f), point);
	OK(judge_game_resume(f.j, f.game, &f.why));
	while (fix_state(&f).head.phase == TOY_PLAY)
		fix_send(&f, fix_orders(&f, fix_state(&f).head.active,
					fix_point(&f), ++serial, "roll"));
	assert_int_equal(fix_count(fix_log(&f), "\"number\":1,\"link\""), 0);
	assert_int_equal(fix_count(fix_log(&f), "\"number\":1025,\"link\""), 1);
	OK(judge_game_replay(f.j, f.game, &f.why));
	r = verified(fix_export(&f, EXPORT_FULL));
	assert_true(r.good && r.rules_run);
	assert_int_equal(r.histories, 1);
}

/* Whoever makes the judge quote such a line gets no proof from it. */
static void what_the_judge_quotes_proves_no_history(void **unused)
{
	(void)unused;
	const struct key_secret *judge = &f.config.key;
	struct str line, quoted;
	int64_t point;

	fix_started(&f, 0);
	point = fix_point(&f);
	line = report_at(point + 7);
	quoted = str_of(arena_printf(&f.arena, "What you sent:\n\n%.*s",
				     STR_ARG(line)));
	fix_send(&f, with_report(quoted, report_signed(quoted, judge)));
	fix_send(&f, with_report(line, signed_for(SIG_ANSWER, line, judge)));
	fix_send(&f, with_report(line, signed_for(SIG_LOG, line, judge)));
	assert_int_equal(fix_point(&f), point);
	assert_int_equal(fix_count(fix_log(&f), "\"fork_found\""), 0);
	/* and a report that is one is taken */
	assert_str(fix_send(&f, with_report(line, report_signed(line, judge))),
		   "fork_found");
}

/* The second verifier knows the judge's words as they are listed. */
static void an_accent_makes_another_word_of_the_judges(void **unused)
{
	(void)unused;
	int64_t point;
	const char *seen;

	fix_started(&f, 0);
	point = fix_point(&f);
	seen = fix_seen(&f, point);
	for (int i = 0; i < 2; i++) {
		const char *text = arena_printf(
			&f.arena, "ORDERS %.*s A %lld 1\n%s%s\npick 3\n",
			STR_ARG(f.name), (long long)point,
			i ? "SEEN" : "S\u00c9EN", seen + 4);

		assert_str(fix_send(&f, fix_mail(&f, f.p[0].address,
						 fix_signed(&f, 0, text))),
			   i ? "adjudicated" : "complaint");
	}
}

/* Each costs an answer: after so many a day one more is answered, and no more.
 */
static void orders_that_cannot_be_read_are_answered_so_often(void **unused)
{
	(void)unused;
	int64_t point;
	int told = 0;

	fix_started(&f, 0);
	point = fix_point(&f);
	for (int i = 1; i <= JUDGE_QUESTIONS_A_DAY + 3; i++) {
		struct str out = fix_send(
			&f,
			fix_orders(&f, 0, point, i,
				   arena_printf(&f.arena, "nonsense %d", i)));

		assert_str(out, i <= JUDGE_QUESTIONS_A_DAY
					? "complaint"
					: "too_many_questions");
		if (i > JUDGE_QUESTIONS_A_DAY)
			told += fix_count(fix_posted(&f), "refused to");
		else
			fix_posted(&f);
	}
	assert_int_equal(told, 1);
}

static enum err nothing_to_check(void *context, int64_t game, struct why *why)
{
	(void)context;
	(void)game;
	(void)why;
	return ERR_OK;
}

static void of_an_archived_game_no_history_is_other(void **unused)
{
	(void)unused;
	char file[] = "test_judge_proof.away.XXXXXX";
	struct str copy, report, verdict;

	fix_started(&f, 0);
	copy = state_copy();
	fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, "pick 3"));
	fix_send(&f, fix_orders(&f, 1, fix_point(&f), 1, "pick 4"));
	fix_send(&f, fix_orders(&f, 0, fix_point(&f), 2, "roll"));
	report = report_at(fix_point(&f));
	state_restore(copy);
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	posted();
	close(mkstemp(file));
	unlink(file);
	OK(judge_game_archive(f.j, f.game, file, nothing_to_check, NULL,
			      &f.why));
	verdict = fix_send(
		&f, with_report(report, report_signed(report, &f.config.key)));
	unlink(file);
	assert_str(verdict, "no_orders");
}

static const char *word_line(const char *verb, int who, int round)
{
	uint8_t word[WORD_SIZE] = { (uint8_t)who, (uint8_t)round };
	uint8_t hash[WORD_HASH_SIZE];

	word_hash(word, hash);
	return arena_printf(&f.arena, "word %s%s", verb,
			    *verb ? hex_of(&f.arena, word, sizeof(word)).s
				  : hex_of(&f.arena, hash, sizeof(hash)).s);
}

static struct str words(int who, int serial, const char *line)
{
	return fix_send(&f, fix_orders(&f, who, fix_point(&f), serial, line));
}

/* What the lost history opened is known: nobody seals beside it, or opens it
 * again while another can still choose. */
static void words_that_a_lost_history_may_have_opened_are_void(void **unused)
{
	(void)unused;
	struct str copy, report;
	struct verify_result r;

	f.words_s = 86400;
	fix_started(&f, 0);
	assert_str(words(0, 1, word_line("", 0, 0)), "adjudicated");
	copy = state_copy();
	assert_str(words(1, 1, word_line("", 1, 0)), "adjudicated");
	assert_str(words(0, 2, word_line("open ", 0, 0)), "adjudicated");
	report = report_at(fix_point(&f));
	state_restore(copy);
	assert_str(
		fix_send(&f, with_report(report,
					 report_signed(report, &f.config.key))),
		"fork_found");
	assert_int_equal(fix_count(fix_log(&f), "\"entropy_restarted\""), 1);
	/* the game is paused, and words are sealed all the same */
	assert_str(words(0, 3, word_line("", 0, 0)), "word_used");
	assert_str(words(0, 4, word_line("", 0, 1)), "adjudicated");
	assert_str(words(1, 5, word_line("", 1, 1)), "adjudicated");
	assert_str(words(1, 6, word_line("open ", 1, 1)), "adjudicated");
	assert_str(words(0, 7, word_line("open ", 0, 1)), "adjudicated");
	assert_int_equal(fix_count(fix_log(&f), "\"entropy_settled\""), 1);
	OK(judge_game_resume(f.j, f.game, &f.why));
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	OK(judge_game_replay(f.j, f.game, &f.why));
	r = verified(fix_export(&f, EXPORT_FULL));
	assert_true(r.good && r.rules_run);
	assert_int_equal(r.histories, 1);
	assert_int_equal(r.words, 2);
}

#define T(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(orders_without_a_head_are_told_the_right_one),
		T(what_changes_no_game_needs_no_head),
		T(another_history_is_told_to_sender_and_operator),
		T(keys_masters_and_disputes_say_what_they_saw),
		T(who_joins_signs_the_judge_and_the_dice),
		T(a_clock_that_jumps_back_is_held_and_told),
		T(a_lost_history_is_shown_by_its_report_and_costs_links),
		T(what_the_judge_quotes_proves_no_history),
		T(an_accent_makes_another_word_of_the_judges),
		T(orders_that_cannot_be_read_are_answered_so_often),
		T(of_an_archived_game_no_history_is_other),
		T(words_that_a_lost_history_may_have_opened_are_void),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
