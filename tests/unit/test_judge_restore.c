/*
 * tests/unit/test_judge_restore.c - the same mails give the same log: a judge
 * is backed up at every point of a game, restored, and has the mails again.
 */
#include "judge_unit.h"
#include "judge_verified.h"
#include "base/date.h"
#include "base/file.h"
#include "store/outbox.h"

enum {
	N_MAILS = 12,
	TURN_S = 2 * 86400,
	END_S = 400 * 3600, /* when it is looked at, after the start */
	LAG_S = 7           /* between receipt and work */
};

/* at this hour, from this player; an empty text makes a game by mail */
static const struct {
	int hour, who;
	const char *lines, *verdict;
} mails[N_MAILS] = {
	{ 1, 0, "pick 3", "adjudicated" },
	{ 2, 1, "pick 4\nAWAY 2025-12-20 TO 2025-12-22", "adjudicated" },
	{ 3, 1, "roll", "adjudicated" },
	{ 4, 0, "", "made" },
	/* Bob is silent: a deadline */
	{ 60, 0, "roll\nend", "adjudicated" },
	{ 61, 1, "roll\nHOLD 2h", "held" },
	{ 70, 1, "PROPOSE PAUSE", "adjudicated" },
	{ 71, 0, "AGAINST 1", "adjudicated" },
	{ 72, 1, "end", "adjudicated" },
	/* Ana is silent: another */
	{ 130, 1, "roll\nroll", "adjudicated" },
	{ 131, 1, "end", "adjudicated" },
	{ 132, 0, "roll", "adjudicated" },
};

static struct raw_mail came[N_MAILS];

/* --- what is compared ----------------------------------------------------- */

static struct str log_of(struct fix *g)
{
	struct game_row row;
	struct buf b;
	struct str s;

	buf_init(&b, 8 << 20);
	for (int64_t game = 1;; game++) {
		enum err e = store_game_get(judge_store(g->j), game, &g->arena,
					    &row, &g->why);

		if (e)
			break;
		g->game = game;
		g->name = row.name;
		buf_addf(&b, "%.*s\n%.*s\n", STR_ARG(row.name),
			 STR_ARG(fix_log(g)));
	}
	why_clear(&g->why);
	g->game = 1;
	OK(store_game_get(judge_store(g->j), 1, &g->arena, &row, &g->why));
	g->name = row.name;
	s = arena_str(&g->arena, buf_str(&b));
	buf_release(&b);
	return s;
}

struct sent {
	struct str id, bytes;
};
struct sent_list {
	struct fix *g;
	struct sent v[200];
	int n;
};

static bool sent_note(void *context, const struct outbox_row *r)
{
	struct sent_list *l = context;
	struct sent *s = &l->v[l->n];

	if (!r->sent_id.len)
		return true;
	assert_true(l->n < (int)ARRAY_LEN(l->v));
	s->id = arena_str(&l->g->arena, r->sent_id);
	OK(store_outbox_bytes(judge_store(l->g->j), r->id, &l->g->arena,
			      &s->bytes, &l->g->why));
	l->n++;
	return true;
}

static struct sent_list *sent_by(struct fix *g)
{
	struct sent_list *l = ARENA_NEW(&g->arena, struct sent_list);

	l->g = g;
	l->n = 0;
	OK(store_outbox_choose(
		judge_store(g->j),
		&(struct mail_choice){ .state = -1, .max = 1000 }, &g->arena,
		sent_note, l, &g->why));
	return l;
}

/* How many of b's were sent by a, too: they must be the same. */
static int same_letters(const struct sent_list *a, const struct sent_list *b)
{
	int n = 0;

	for (int i = 0; i < b->n; i++)
		for (int k = 0; k < a->n; k++)
			if (str_equal(a->v[k].id, b->v[i].id)) {
				assert_true(str_equal(a->v[k].bytes,
						      b->v[i].bytes));
				n++;
			}
	return n;
}

/* --- the game ------------------------------------------------------------- */

static const char *copy_name(int i)
{
	return arena_printf(&f.arena, "%s.copy%d", f.path, i);
}

static void ticked(struct fix *g)
{
	int n;

	OK(judge_tick_until(g->j, g->now - 1, &n, &g->why));
}

/* What a daemon does at this time with one mail. */
static void given(struct fix *g, const struct raw_mail *m, int64_t now)
{
	int n;

	g->now = now;
	if (m)
		OK(judge_mails_store(g->j, m, 1, NULL, &n, &g->why));
	fix_work(g);
	ticked(g);
	fix_post(g, NULL);
}

static struct str signed_mail(int i, int serial)
{
	if (mails[i].lines[0])
		return fix_orders(&f, mails[i].who, fix_point(&f), serial,
				  mails[i].lines);
	return fix_mail(
		&f, f.p[0].address,
		fix_signed(&f, 0,
			   "GAME spare NEW\nSYSTEM toy\nMASTER NOBODY\n"));
}

static struct str played(void)
{
	static int serial[2];
	struct str end;

	memset(serial, 0, sizeof(serial));
	fix_started(&f, TURN_S);
	fix_post(&f, NULL);
	for (int i = 0; i < N_MAILS; i++) {
		int64_t at = FIX_START + mails[i].hour * HOUR_S;
		struct str verdict;

		given(&f, NULL, at);
		OK(store_copy(judge_store(f.j), copy_name(i), &f.why));
		came[i] = (struct raw_mail){
			.received_s = at,
			.bytes = signed_mail(i, ++serial[mails[i].who]),
		};
		given(&f, &came[i], at + LAG_S);
		verdict = fix_verdict(&f);
		if (!str_is(verdict, mails[i].verdict))
			fail_msg("mail %d: %.*s", i + 1, STR_ARG(verdict));
	}
	given(&f, NULL, FIX_START + END_S);
	end = log_of(&f);
	assert_true(fix_count(end, "\"deadline_passed\"") >= 2);
	assert_true(fix_holds(end, "spare-"));
	return end;
}

/* --- restored ------------------------------------------------------------- */

static int house(void **unused)
{
	(void)unused;
	fix_init(&f, "restore");
	judge_close(f.j);
	f.config.hosts = STR("ana@one.test");
	fix_open(&f);
	return 0;
}

static int leave(void **unused)
{
	for (int i = 0; i < N_MAILS; i++)
		unlink(copy_name(i));
	return teardown(unused);
}

/* from the copy before mail i, with other chance and another clock */
static void restored(struct fix *g, int i)
{
	*g = f;
	g->arena = (struct arena){ 0 };
	snprintf(g->path, sizeof(g->path), "%s", copy_name(i));
	g->config.database = g->path;
	g->config.env.context = g;
	g->n_random = 1000000;
	g->now = FIX_START + END_S;
	fix_open(g);
}

static void all_at_once(struct fix *g, int from)
{
	int n;

	/* a mailbox tells them in any order */
	for (int i = N_MAILS - 1; i >= from; i--)
		OK(judge_mails_store(g->j, &came[i], 1, NULL, &n, &g->why));
	given(g, NULL, g->now);
}

static void one_by_one(struct fix *g, int from)
{
	for (int i = from; i < N_MAILS; i++)
		given(g, &came[i], came[i].received_s + 50 * 60);
	given(g, NULL, FIX_START + END_S);
}

static void same_log(void (*fetch)(struct fix *g, int from), int i,
		     struct str before, const struct sent_list *letters)
{
	struct fix g;
	struct str now;

	restored(&g, i);
	fetch(&g, i);
	now = log_of(&g);
	if (!str_equal(now, before))
		print_message("from mail %d:\n%.*s\nwas:\n%.*s\n", i + 1,
			      STR_ARG(now), STR_ARG(before));
	assert_true(str_equal(now, before));
	assert_true(same_letters(letters, sent_by(&g)) > 0);
	if (!i)
		fix_verified(&g, (int[]){ EXPORT_FULL, 0, 1 }, 3);
	fix_release(&g);
}

static void a_restored_judge_writes_the_same_log(void **unused)
{
	(void)unused;
	struct str before = played();
	const struct sent_list *letters = sent_by(&f);

	for (int i = 0; i < N_MAILS; i++) {
		char *path = arena_strdup(&f.arena, copy_name(i));
		struct buf b;

		/* a copy for each way */
		buf_init(&b, 64 << 20);
		OK(file_read(path, 64 << 20, &b, &f.why));
		same_log(all_at_once, i, before, letters);
		{
			FILE *to = fopen(path, "wb");

			assert_non_null(to);
			assert_int_equal(fwrite(b.s, 1, b.len, to), b.len);
			fclose(to);
		}
		buf_release(&b);
		same_log(one_by_one, i, before, letters);
	}
}

/* A script of another language verifies the log. */
static void second_verifies(void)
{
	const char *name = arena_printf(&f.arena, "%s.log", f.path);
	struct str log = fix_export(&f, EXPORT_FULL);
	FILE *to;

	to = fopen(name, "wb");
	assert_non_null(to);
	assert_int_equal(fwrite(log.s, 1, log.len, to), log.len);
	fclose(to);
	assert_int_equal(
		system(arena_printf(&f.arena,
				    "/usr/bin/python3 %s/contrib/verify.py %s "
				    ">/dev/null",
				    SRCDIR, name)),
		0);
	unlink(name);
}

static void the_second_verifier_agrees(void **unused)
{
	(void)unused;
	played();
	second_verifies();
}

/* opens it with what f.config says now; the error */
static enum err opened(void)
{
	judge_close(f.j);
	f.j = NULL;
	return judge_open(&f.j, &f.config, &f.why);
}

static void a_judge_that_is_moved_tells_every_game(void **unused)
{
	(void)unused;
	const struct str old = f.config.address;
	int n;

	fix_started(&f, TURN_S);
	f.config.address = STR("judge@new.test");
	assert_int_equal(opened(), ERR_CONFIG);
	assert_non_null(strstr(f.why.text, "heraldo judge move"));
	why_clear(&f.why);
	f.config.moves = true;
	OK(opened());
	OK(judge_move(f.j, &n, &f.why));
	assert_int_equal(n, 1);
	assert_int_equal(judge_move(f.j, &n, &f.why), ERR_USAGE);
	why_clear(&f.why);
	f.config.moves = false;
	OK(opened());
	assert_true(fix_holds(fix_log(&f), "\"event\":\"judge_moved\""));
	assert_true(fix_holds(fix_posted(&f), "judge@new.test"));
	fix_verified(&f, (int[]){ EXPORT_FULL, 0 }, 2);
	second_verifies();
	f.config.address = old;
	assert_int_equal(opened(), ERR_CONFIG);
	why_clear(&f.why);
	f.config.address = STR("judge@new.test");
	OK(opened());
}

/* The log is verified, and so is a report by each key. */
static void a_judge_that_has_another_key_tells_every_game(void **unused)
{
	(void)unused;
	struct key_secret next, third;
	int n;

	fix_started(&f, TURN_S);
	key_secret_new(&next);
	key_secret_new(&third);
	OK(judge_rekey(f.j, &next.key, &n, &f.why));
	assert_int_equal(n, 1);
	assert_int_equal(opened(), ERR_CONFIG);
	why_clear(&f.why);
	f.config.key = next;
	OK(opened());
	assert_true(fix_holds(fix_log(&f), "\"event\":\"judge_key\""));
	assert_true(fix_holds(fix_posted(&f), "\"event\":\"judge_key\""));
	fix_verified(&f, (int[]){ EXPORT_FULL, 0 }, 2);
	second_verifies();
	/* lost: by the operator's word */
	assert_int_equal(judge_rekey(f.j, NULL, &n, &f.why), ERR_USAGE);
	why_clear(&f.why);
	f.config.key = third;
	f.config.rekeys = true;
	OK(opened());
	assert_int_equal(judge_rekey(f.j, &next.key, &n, &f.why), ERR_USAGE);
	why_clear(&f.why);
	OK(judge_rekey(f.j, NULL, &n, &f.why));
	f.config.rekeys = false;
	OK(opened());
	fix_verified(&f, (int[]){ EXPORT_FULL, 0 }, 2);
	second_verifies();
}

static char restored_words[300];

static void keep_words(void *context, const char *words)
{
	(void)context;
	if (strstr(words, "restored backup"))
		snprintf(restored_words, sizeof(restored_words), "%s", words);
}

static void the_first_start_names_games_that_may_differ(void **unused)
{
	(void)unused;
	struct raw_mail m = { .guessed = true };
	int n;

	fix_started(&f, TURN_S);
	m.received_s = f.now;
	m.bytes = fix_orders(&f, 0, fix_point(&f), 1, "pick 3");
	OK(judge_mails_store(f.j, &m, 1, NULL, &n, &f.why));
	fix_work(&f);
	f.config.env.tell = keep_words;
	OK(opened());
	assert_int_equal(restored_words[0], 0);
	OK(judge_copied(f.j, true, &f.why));
	OK(opened());
	assert_non_null(strstr(restored_words, "before of: toys-"));
	restored_words[0] = 0;
	OK(opened());
	assert_int_equal(restored_words[0], 0);
}

static void another_judges_key_stops_the_start(void **unused)
{
	(void)unused;
	const struct key_secret own = f.config.key;

	fix_started(&f, TURN_S);
	f.config.key = f.p[2].key;
	assert_int_equal(opened(), ERR_CONFIG);
	assert_non_null(strstr(f.why.text, "another judge's key"));
	why_clear(&f.why);
	f.config.key = own;
	OK(opened());
}

/* the text of the mail has its own name in its header */
static void other_bytes_have_another_message_id(void **unused)
{
	(void)unused;
	struct sent_list *l;

	played();
	l = sent_by(&f);
	assert_true(l->n > 10);
	for (int i = 0; i < l->n; i++)
		for (int k = 0; k < i; k++)
			assert_false(str_equal(l->v[i].id, l->v[k].id));
}

int main(void)
{
#define T(test) cmocka_unit_test_setup_teardown(test, house, leave)
	const struct CMUnitTest tests[] = {
		T(a_restored_judge_writes_the_same_log),
		T(the_second_verifier_agrees),
		T(a_judge_that_is_moved_tells_every_game),
		T(a_judge_that_has_another_key_tells_every_game),
		T(the_first_start_names_games_that_may_differ),
		T(another_judges_key_stops_the_start),
		T(other_bytes_have_another_message_id),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
