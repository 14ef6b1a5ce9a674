/*
 * tests/unit/test_judge_mask.c - anonymous games: what one seat gets, in mails
 * and in its log, names nobody else until the end, which names them all; and
 * each log verified.
 */
#include "verifier/verify.h"
#include "base/date.h"
#include "games/games.h"
#include "tool.h"
/* behind it: it has a global f */
#include "judge_unit.h"
#include <stdio.h>
#include <unistd.h>

enum { ANA, BOB, CY, DORA };

static int serial[4];
/* all that went to each of them */
static struct buf got[4];

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_mask");
	/* names that no base64 has */
	fix_player(&f, ANA, "Ana María", "ana@one.test");
	fix_player(&f, BOB, "Bob Brown", "bob@two.test");
	fix_player(&f, CY, "Cy Twombly", "cy@three.test");
	fix_player(&f, DORA, "Dora", "dora@four.test");
	memset(serial, 0, sizeof(serial));
	for (int i = 0; i < 4; i++)
		buf_init(&got[i], 8 << 20);
	return 0;
}

static int clean(void **state)
{
	for (int i = 0; i < 4; i++)
		buf_release(&got[i]);
	return teardown(state);
}

/* Send what is due, and keep it by who gets it. */
static void post(void)
{
	struct str sent = fix_posted(&f);
	const char *at = arena_printf(&f.arena, "\n%.*s", STR_ARG(sent));

	for (int i = 0; i < 4; i++) {
		const char *mark =
			arena_printf(&f.arena, "\nto %s: ", f.p[i].address);

		for (const char *p = at; (p = strstr(p, mark)); p++) {
			const char *end = strstr(p + 1, "\nto ");

			buf_add(&got[i], p,
				end ? (size_t)(end - p) : strlen(p));
		}
	}
}

static struct str say(int who, char seat, const char *lines)
{
	int64_t point = fix_point(&f);
	const char *text =
		arena_printf(&f.arena, "ORDERS %.*s %c %lld %d\n%s\n%s\n",
			     STR_ARG(f.name), seat, (long long)point,
			     ++serial[who], fix_seen(&f, point), lines);
	struct str verdict = fix_send(
		&f, fix_mail(&f, f.p[who].address, fix_signed(&f, who, text)));

	post();
	return verdict;
}

static void time_passes(int64_t seconds)
{
	int n;

	f.now += seconds;
	OK(judge_tick(f.j, &n, &f.why));
	post();
}

/* Ana and Bob play, Cy is the master, and Dora is known to the judge. */
static void begun(void)
{
	fix_person(&f, ANA);
	fix_person(&f, BOB);
	fix_person(&f, CY);
	fix_person(&f, DORA);
	fix_game(&f, 5 * DAY_S, 0);
	OK(judge_game_policy(f.j, f.game, STR("anonymous"), STR("yes"),
			     &f.why));
	OK(judge_seat(f.j, f.game, SLOT_GM, f.p[CY].person, &f.why));
	OK(judge_seat(f.j, f.game, ANA, f.p[ANA].person, &f.why));
	OK(judge_seat(f.j, f.game, BOB, f.p[BOB].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
	time_passes(0);
	time_passes(HOUR_S);
}

/* Does it have a name, an address or a fingerprint of theirs? */
static void knows(struct str text, int who, bool does)
{
	char print[KEY_FINGERPRINT_MAX];
	struct buf line;
	struct str key;

	key_fingerprint(&f.p[who].key.key, print);
	buf_init(&line, 1000);
	key_render(&f.p[who].key.key, STR(""), &line);
	key = parse_trim(buf_str(&line));
	assert_int_equal(fix_holds(text, f.p[who].name), does);
	assert_int_equal(fix_holds(text, print), does);
	assert_int_equal(
		fix_holds(text, arena_printf(&f.arena, "%.*s", STR_ARG(key))),
		does);
	assert_false(fix_holds(text, f.p[who].address));
	buf_release(&line);
}

/* and by the other verifier */
static void verify_second(struct str log)
{
	tool_write("log.jsonl", log);
	tool_must("/usr/bin/python3 " SRCDIR "/contrib/verify.py log.jsonl");
}

static void verify(int slot, uint64_t signatures)
{
	struct verify_means m = { .systems = f.config.systems, .n_systems = 1 };
	struct verify_result r;

	struct str log = fix_export(&f, slot);

	verify_export(log, &m, &f.arena, &r);
	if (!r.good)
		print_error("%s (expected %s, found %s)\n", r.fault.what,
			    r.fault.expected, r.fault.found);
	assert_true(r.good);
	assert_int_equal(r.signatures, signatures);
	verify_second(log);
}

/* What Ana and the observers may have tells of nobody. */
static void hidden(void)
{
	static const int slots[] = { -1, ANA, BOB, SLOT_GM };

	for (size_t i = 0; i < ARRAY_LEN(slots); i++) {
		struct str log = fix_export(&f, slots[i]);

		for (int who = 0; who < 4; who++)
			knows(log, who, false);
		/* nor the kind of their keys */
		assert_false(fix_holds(log, "\"format\":\"ssh"));
		verify(slots[i], 0);
	}
	for (int who = 0; who < 4; who++)
		for (int of = 0; of < 4; of++)
			if (of != who && got[who].len)
				knows(buf_str(&got[who]), of, false);
}

/* --- */

static void nobody_is_named_until_the_end(void **unused)
{
	struct str log;

	(void)unused;
	begun();
	assert_true(got[ANA].len && got[BOB].len);
	assert_str(say(ANA, 'A', "pick 3"), "adjudicated");
	assert_str(say(BOB, 'B', "pick 4"), "adjudicated");
	assert_str(say(ANA, 'A', "say to b: who are you?"), "letter");
	assert_str(say(BOB, 'B', "propose draw"), "adjudicated");
	assert_str(say(BOB, 'B', "away 2025-12-20 to 2025-12-24"),
		   "adjudicated");
	time_passes(HOUR_S);
	hidden();
	log = fix_log(&f);
	assert_true(fix_holds(log, "\"fingerprint\":\"SEALED:"));
	assert_true(fix_holds(log, "\"person\":\"~"));
	assert_true(fix_holds(buf_str(&got[BOB]), "WHO ARE YOU?"));

	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	OK(judge_game_replay(f.j, f.game, &f.why));
	time_passes(HOUR_S);
	log = fix_export(&f, EXPORT_FULL);
	assert_int_equal(fix_count(log, "\"event\":\"key_opened\""), 3);
	for (int who = 0; who < 3; who++)
		knows(log, who, true);
	knows(log, DORA, false);
	assert_int_equal(fix_count(log, "\"format\":\"ssh"), 4);
	/* the letter is closed for good */
	verify(EXPORT_FULL, 4);
	verify(ANA, 0);
	verify(-1, 0);
	knows(buf_str(&got[ANA]), BOB, true);
}

/* not in what is asked of it, nor in a morning's mail */
static void a_ruling_names_nobody(void **unused)
{
	(void)unused;
	const char *line;

	begun();
	assert_str(say(ANA, 'A', "pick 3"), "adjudicated");
	assert_str(say(BOB, 'B', "pick 4"), "adjudicated");
	line = arena_printf(&f.arena, "dispute %lld not so",
			    (long long)fix_point(&f));
	assert_str(say(ANA, 'A', line), "disputed");
	assert_str(fix_send(&f, fix_commands(&f, CY, fix_point(&f), 1,
					     "rule 1 stands\nby TY-WIN-2")),
		   "adjudicated");
	time_passes(HOUR_S);
	assert_str(say(BOB, 'B', "precedents ty-win-2"), "answered");
	assert_str(say(ANA, 'A', "rule ty-win-2"), "answered");
	assert_str(say(ANA, 'A', "why 5"), "answered");
	assert_str(fix_send(&f, fix_mail(&f, f.p[CY].address,
					 fix_signed(&f, CY, "STATUS\n"))),
		   "answered");
	time_passes(2 * DAY_S);
	assert_true(fix_holds(buf_str(&got[BOB]), "\"by\":\"GM\""));
	hidden();
	OK(judge_game_replay(f.j, f.game, &f.why));
}

static void a_deputy_is_named_to_nobody(void **unused)
{
	(void)unused;
	begun();
	/* one answer for all who cannot be it: who plays, who is known, nobody
	 */
	assert_str(say(ANA, 'A', "deputy bob until 2025-12-10"),
		   "deputy_unwilling");
	assert_str(say(ANA, 'A', "deputy dora until 2025-12-10"),
		   "deputy_unwilling");
	assert_str(say(ANA, 'A', "deputy zorro until 2025-12-10"),
		   "deputy_unwilling");
	fix_wishes(&f, DORA, ANA);
	assert_str(say(ANA, 'A', "deputy dora until 2025-12-10"),
		   "adjudicated");
	time_passes(HOUR_S);
	assert_true(got[DORA].len);
	assert_str(say(DORA, 'A', "pick 3"), "adjudicated");
	assert_str(say(BOB, 'B', "pick 4"), "adjudicated");
	time_passes(HOUR_S);
	hidden();
	time_passes(10 * DAY_S);
	assert_true(fix_holds(fix_log(&f), "\"event\":\"proxy_ended\""));
	hidden();
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	OK(judge_game_replay(f.j, f.game, &f.why));
	knows(fix_export(&f, EXPORT_FULL), DORA, true);
	verify(EXPORT_FULL, 3);
}

/* Twin games: Bob plays the one and Dora the other, both are known. What Ana is
 * told by any verb with either's name, address or key must be the same. */

/* without what the names of a table change: its masks and its history */
static const char *without_heads(const char *text)
{
	char *out = arena_strdup(&f.arena, text);

	for (char *p = out; *p; p++) {
		size_t n = strspn(p, "0123456789ABCDEFGHJKMNPQRSTVWXYZ-");
		size_t mask = *p == '~'
				      ? 1 + strspn(p + 1, "0123456789abcdefghij"
							  "klmnopqrstuvwxyz")
				      : 0;

		size_t hex = strspn(p, "0123456789abcdef");

		/* a head is 27 digits in groups of four, a hash hangs on it */
		if (n == 33 && p[4] == '-' && p[9] == '-')
			memset(p, 'h', n);
		else if (mask > 4)
			memset(p, 'm', mask);
		else if (hex >= 32)
			memset(p, 'x', hex);
		n = n > hex ? n : hex;
		p += n > mask ? n : mask;
		if (!*p)
			break;
	}
	return out;
}

static struct str command(const char *lines)
{
	struct str verdict = fix_send(
		&f, fix_commands(&f, CY, fix_point(&f), ++serial[CY], lines));

	post();
	return verdict;
}

/* What Ana or Cy gets: the verdict, and mails; what others get is theirs. */
static void ask_twin(struct buf *out, int who, const char *lines)
{
	struct str verdict = who == CY ? command(lines) : say(who, 'A', lines);

	buf_addf(out, "== %s\n%.*s\n", lines, STR_ARG(verdict));
	buf_addz(out, without_heads(arena_printf(&f.arena, "%.*s",
						 STR_ARG(buf_str(&got[who])))));
	got[who].len = 0;
}

/* %s: a name. Each is sent in a game of its own point, refused or not. */
static const char *const twin_verbs[] = {
	"DEPUTY %s UNTIL 2025-12-10",
	"DEPUTY %s UNTIL 2025-12-10 WITH LETTERS",
	"BLOCK %s",
	"UNBLOCK %s",
	"SAY TO %s: hello",
	"PROPOSE REPLACE B BY %s",
	"PROPOSE SKIP %s",
	"PROPOSE POLICY absence %s",
	"AGREE %s",
	"UNSEAL %s",
	"DISPUTE 1 %s cheats",
	"WHY %s",
	"HISTORY %s",
	"PRECEDENTS %s",
	"RESEND %s",
	"HELP %s",
	"RULE %s",
	"GAMES",
	"GAMES %s",
	"LETTERS",
	"PREFER ADDRESS %s",
	"pick 3 // %s",
	"STATUS %s",
	"REPORT %s",
	"PREVIEW %s",
	"PROPOSE DRAW",
	"AGAINST %s",
	"PROPOSE REST 2026-02-01 TO 2026-02-03",
	"PROPOSE EXTENSION 48h",
	"PROPOSE OPTION %s 1",
	"AWAY 2025-12-20 TO 2025-12-21",
	"BACK",
	"REMATCH",
	"PREFER STANDIN %s",
	"RESERVE %s",
	"DEPUTY NOBODY",
};

/* And what the game master commands. */
static const char *const master_verbs[] = {
	"SEAT B %s",  "REPLACE B %s",  "INVITE %s",
	"ADMIT 1 %s", "REFUSE 1 %s",   "EXTEND 24 %s",
	"READMIT %s", "SHORTEN 1",     "SKIP %s",
	"PAUSE %s",   "RESUME",        "SET %s 1",
	"UNDO 2",     "RULE 1 STANDS", "POLICY absence %s",
	"UNSEAL %s",  "MASTER %s",     "LEAVE %s",
	"STATUS",     "OBSERVER %s",
};

static const char *const twin_names[] = {
	"Bob Brown",      "Dora", "Zed Zorro", "bob@two.test",
	"dora@four.test", "B",    "~B"
};

/* the verb with that name in place of %s */
static const char *named(const char *verb, const char *name)
{
	const char *at = strstr(verb, "%s");

	return at ? arena_printf(&f.arena, "%.*s%s%s", (int)(at - verb), verb,
				 name, at + 2)
		  : verb;
}

/* All that Ana or Cy asks, where that person has seat B. */
static struct str twin(int other, int who, const char *const *verbs, size_t n)
{
	struct buf out;
	struct str s;

	fix_person(&f, ANA);
	fix_person(&f, BOB);
	fix_person(&f, CY);
	fix_person(&f, DORA);
	fix_game(&f, 0, 0);
	OK(judge_game_policy(f.j, f.game, STR("anonymous"), STR("yes"),
			     &f.why));
	OK(judge_seat(f.j, f.game, SLOT_GM, f.p[CY].person, &f.why));
	OK(judge_seat(f.j, f.game, ANA, f.p[ANA].person, &f.why));
	OK(judge_seat(f.j, f.game, BOB, f.p[other].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
	time_passes(0);
	time_passes(HOUR_S);
	got[who].len = 0;
	buf_init(&out, 16 << 20);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < ARRAY_LEN(twin_names); k++) {
			/* the limits of a day are no part of this */
			if (k == 0)
				time_passes(DAY_S);
			ask_twin(&out, who, named(verbs[i], twin_names[k]));
		}
	s = arena_str(&f.arena, buf_str(&out));
	buf_release(&out);
	return s;
}

static void twins_are_alike(void **state, int who, const char *const *verbs,
			    size_t n)
{
	char *first = strdup(twin(BOB, who, verbs, n).s), *a, *b, *next_a,
	     *next_b;
	const char *said = "";

	clean(state);
	setup(state);
	b = arena_strdup(&f.arena, twin(DORA, who, verbs, n).s);
	a = first;
	for (; *a && *b; a = next_a, b = next_b) {
		next_a = strchrnul(a, '\n');
		next_b = strchrnul(b, '\n');
		next_a += *next_a ? (*next_a = '\0', 1) : 0;
		next_b += *next_b ? (*next_b = '\0', 1) : 0;
		if (!strncmp(a, "==", 2))
			said = a;
		if (strcmp(a, b))
			fail_msg("%s:\n%s\n%s", said, a, b);
	}
	assert_true(!*a && !*b);
	free(first);
}

static void no_verb_tells_twins_apart(void **state)
{
	twins_are_alike(state, ANA, twin_verbs, ARRAY_LEN(twin_verbs));
}

static void no_command_tells_twins_apart(void **state)
{
	twins_are_alike(state, CY, master_verbs, ARRAY_LEN(master_verbs));
}

/* A time zone shows where a player lives; an absence that begins in two games
 * at once shows who the player is. */
static void an_absence_tells_no_zone_and_no_other_game(void **unused)
{
	int64_t hidden_game;
	struct str name;

	(void)unused;
	begun();
	hidden_game = f.game;
	name = f.name;
	OK(store_begin(judge_store(f.j), &f.why));
	OK(store_person_set(judge_store(f.j), f.p[BOB].person, STR("en"),
			    STR("Asia/Tokyo"), &f.why));
	OK(store_commit(judge_store(f.j), &f.why));
	assert_str(say(BOB, 'B', "away 2025-12-20 to 2025-12-21"),
		   "adjudicated");
	assert_true(fix_holds(fix_log(&f),
			      "\"from\":\"2025-12-20T00:00:00Z\","
			      "\"until\":\"2025-12-22T00:00:00Z\""));
	fix_game(&f, 5 * DAY_S, 0);
	OK(judge_seat(f.j, f.game, ANA, f.p[ANA].person, &f.why));
	OK(judge_seat(f.j, f.game, BOB, f.p[BOB].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
	serial[BOB] = 0;
	assert_str(say(BOB, 'B', "away 2025-12-24"), "adjudicated");
	assert_int_equal(fix_count(fix_log(&f), "absence_announced"), 1);
	f.game = hidden_game;
	f.name = name;
	assert_int_equal(fix_count(fix_log(&f), "absence_announced"), 1);
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	OK(judge_game_replay(f.j, f.game, &f.why));
	verify(EXPORT_FULL, 1);
}

/* Keys come and go; who had the seat is not told, nor who has it. */
/* by a mail of the master's */
static void who_is_replaced_hears_no_name(void **unused)
{
	(void)unused;
	begun();
	fix_wishes(&f, DORA, BOB);
	assert_str(fix_send(&f, fix_commands(&f, CY, fix_point(&f), 1,
					     "seat B dora@four.test")),
		   "adjudicated");
	time_passes(HOUR_S);
	assert_true(
		fix_holds(buf_str(&got[BOB]), "seat_replaced to bob@two.test"));
	knows(buf_str(&got[BOB]), CY, false);
	knows(buf_str(&got[BOB]), DORA, false);
	OK(judge_game_replay(f.j, f.game, &f.why));
}

static void another_player_and_other_keys_are_sealed(void **unused)
{
	struct key_secret more = f.p[ANA].key;
	char print[KEY_FINGERPRINT_MAX];
	struct buf line;

	(void)unused;
	begun();
	more.seed[0] ^= 1;
	ed25519_public(more.seed, more.key.b);
	buf_init(&line, 1000);
	key_render(&more.key, STR("more"), &line);
	OK(judge_key_add(f.j, f.p[ANA].person, buf_str(&line), &f.why));
	buf_release(&line);
	key_fingerprint(&f.p[ANA].key.key, print);
	OK(judge_key_revoke(f.j, str_of(print), &f.why));
	OK(judge_seat(f.j, f.game, BOB, f.p[DORA].person, &f.why));
	time_passes(HOUR_S);
	key_fingerprint(&more.key, print);
	assert_false(fix_holds(fix_log(&f), print));
	assert_false(fix_holds(buf_str(&got[BOB]), print));
	hidden();
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	OK(judge_game_replay(f.j, f.game, &f.why));
	assert_int_equal(fix_count(fix_log(&f), "\"event\":\"key_opened\""), 5);
	verify(EXPORT_FULL, 0);
}

static void times_are_told_to_the_quarter_of_an_hour(void **unused)
{
	struct buf now;
	int n;

	(void)unused;
	begun();
	f.now = FIX_START + DAY_S + 17 * 60 + 5;
	assert_str(say(ANA, 'A', "pick 3"), "adjudicated");
	assert_str(say(BOB, 'B', "pick 4"), "adjudicated");
	assert_true(fix_holds(fix_log(&f), "\"at\":\"2025-12-02T00:15:00Z\""));
	assert_false(fix_holds(fix_log(&f), "T00:17:"));
	/* who sent it is answered at once, the other at the full quarter */
	assert_true(fix_holds(buf_str(&got[BOB]), "\"revealed\""));
	assert_false(fix_holds(buf_str(&got[ANA]), "\"revealed\""));
	f.now = FIX_START + DAY_S + 30 * 60 - 1;
	OK(judge_tick(f.j, &n, &f.why));
	buf_init(&now, 1 << 20);
	assert_int_equal(fix_post(&f, &now), 0);
	buf_release(&now);
	time_passes(1);
	assert_true(fix_holds(buf_str(&got[ANA]), "\"revealed\""));
}

static void it_stands_from_the_first_person_on(void **unused)
{
	(void)unused;
	fix_person(&f, ANA);
	fix_person(&f, BOB);
	fix_game(&f, 0, 0);
	OK(judge_seat(f.j, f.game, ANA, f.p[ANA].person, &f.why));
	assert_int_equal(judge_game_policy(f.j, f.game, STR("anonymous"),
					   STR("yes"), &f.why),
			 ERR_USAGE);
	why_clear(&f.why);
	assert_false(fix_holds(fix_log(&f), "SEALED:"));
}

/* The name of who is to come would be told. */
static void nobody_is_proposed_by_name(void **unused)
{
	(void)unused;
	begun();
	assert_str(say(ANA, 'A', "propose replace b by dora"),
		   "replace_anonymous");
}

/* --- who is forgotten --- */

/* all that the judge's database holds, without what was there once */
static struct str kept(void)
{
	const char *copy = arena_printf(&f.arena, "%s-copy", f.path);
	struct str all = { 0 };
	char *bytes;
	FILE *file;
	long len;

	unlink(copy);
	OK(store_copy(judge_store(f.j), copy, &f.why));
	file = fopen(copy, "r");
	assert_non_null(file);
	fseek(file, 0, SEEK_END);
	len = ftell(file);
	rewind(file);
	bytes = arena_alloc_raw(&f.arena, (size_t)len);
	assert_int_equal(fread(bytes, 1, (size_t)len, file), len);
	all = (struct str){ bytes, (size_t)len };
	fclose(file);
	unlink(copy);
	return all;
}

static void only_keys_and_logs_stay_of_who_is_forgotten(void **unused)
{
	char print[KEY_FINGERPRINT_MAX];
	int mails, letters;
	struct person_row p;
	size_t before;

	(void)unused;
	begun();
	assert_str(say(ANA, 'A', "pick 3"), "adjudicated");
	assert_str(say(ANA, 'A', "say to b: good luck"), "letter");
	assert_str(say(BOB, 'B', "pick 4"), "adjudicated");
	/* not while they play */
	assert_int_equal(judge_person_forget(f.j, f.p[ANA].person, &mails,
					     &letters, &f.why),
			 ERR_USAGE);
	why_clear(&f.why);
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	assert_true(fix_holds(kept(), "ana@one.test"));
	OK(judge_person_forget(f.j, f.p[ANA].person, &mails, &letters, &f.why));
	assert_int_equal(mails, 2);
	assert_true(letters > 0);
	assert_false(fix_holds(kept(), "ana@one.test"));
	assert_true(fix_holds(kept(), "bob@two.test"));
	key_fingerprint(&f.p[ANA].key.key, print);
	assert_true(fix_holds(kept(), print));
	OK(store_person_get(judge_store(f.j), f.p[ANA].person, &f.arena, &p,
			    &f.why));
	assert_int_equal(p.name.s[0], '~');
	/* the log is what it was */
	OK(judge_game_replay(f.j, f.game, &f.why));
	verify(EXPORT_FULL, 2);
	/* whoever comes back as nobody is answered nothing, the others are */
	before = got[ANA].len;
	(void)say(ANA, 'A', "pick 2");
	assert_int_equal(got[ANA].len, before);
	(void)say(BOB, 'B', "history");
	assert_true(fix_holds(buf_str(&got[BOB]), "\"revealed\""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(nobody_is_named_until_the_end,
						setup, clean),
		cmocka_unit_test_setup_teardown(a_ruling_names_nobody, setup,
						clean),
		cmocka_unit_test_setup_teardown(who_is_replaced_hears_no_name,
						setup, clean),
		cmocka_unit_test_setup_teardown(a_deputy_is_named_to_nobody,
						setup, clean),
		cmocka_unit_test_setup_teardown(no_command_tells_twins_apart,
						setup, clean),
		cmocka_unit_test_setup_teardown(no_verb_tells_twins_apart,
						setup, clean),
		cmocka_unit_test_setup_teardown(
			an_absence_tells_no_zone_and_no_other_game, setup,
			clean),
		cmocka_unit_test_setup_teardown(
			another_player_and_other_keys_are_sealed, setup, clean),
		cmocka_unit_test_setup_teardown(
			times_are_told_to_the_quarter_of_an_hour, setup, clean),
		cmocka_unit_test_setup_teardown(
			it_stands_from_the_first_person_on, setup, clean),
		cmocka_unit_test_setup_teardown(
			only_keys_and_logs_stay_of_who_is_forgotten, setup,
			clean),
		cmocka_unit_test_setup_teardown(nobody_is_proposed_by_name,
						setup, clean),
	};

	return cmocka_run_group_tests(tests, tool_enter, tool_leave);
}
