/*
 * tests/unit/test_letters.c - the judge's letters as their readers get them:
 * a whole game by signed mail, with the words of templates/.
 */
#include "unit.h"
#include "play_fixture.h"
#include "engine/analysis.h"
#include "verifier/verify.h"
#include "auth/signed_block.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "protocol/webapp_payload.h"
#include "games/samples.h"
#include "webapp/api.h"
#include "base/file.h"
#include "base/inflate.h"
#include "tests/srcdir.h"
#include "../games/render.h"
#include "mail/charset.h"
#include "report/text/flow.h"

static struct fix f;
static struct play p;
static int serial;
static int64_t deadline_s; /* of the game to come, 0: none */
static bool anonymous;     /* is it one? */

#define OK(call) assert_int_equal(call, ERR_OK)

static void open_game(const char *system)
{
	fix_init(&f, "test_letters");
	play_open(&p, &f, game_kind_find(str_of(system))->rules);
	OK(render_open(&f.why));
	f.config.env.render = render_letter;
	judge_close(f.j);
	fix_open(&f);
	serial = 0;
	deadline_s = 0;
	anonymous = false;
}

static int open_rebellion(void **unused)
{
	(void)unused;
	open_game("rebellion");
	return 0;
}

static int open_dungeons(void **unused)
{
	(void)unused;
	open_game("dungeons");
	return 0;
}

static int open_arena(void **unused)
{
	(void)unused;
	open_game("arena");
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	render_close();
	play_release(&p, &f);
	return 0;
}

/* Ana and Bob in this position, Cy is game master */
static void start(const char *position)
{
	struct game_plan plan = { .name = STR("court"),
				  .system =
					  str_of(p.games.kinds[0].rules->name),
				  .n_players = 2,
				  .deadline_s = deadline_s,
				  .setup = str_of(position) };
	enum err e;

	for (int i = 0; i < 3; i++)
		fix_person(&f, i);
	plan.master = f.p[2].person;
	if (anonymous) {
		plan.policies[0].name = STR("anonymous");
		plan.policies[0].value = STR("yes");
		plan.n_policies = 1;
		for (int i = 0; i < 2; i++)
			plan.reserved[i] = str_of(f.p[i].address);
	}
	e = judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why);
	if (e)
		print_message("%s\n", f.why.text);
	assert_int_equal(e, ERR_OK);
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
	if (!deadline_s)
		fix_post(&f, NULL);
}

static struct str ordered(int who, const char *lines)
{
	return fix_send(&f,
			fix_orders(&f, who, fix_point(&f), ++serial, lines));
}

/* a text as a terminal shows it */
static struct str shown(struct str text)
{
	struct str seen, line;
	struct buf flowed, b;

	buf_init(&flowed, 1 << 20);
	buf_init(&b, 1 << 20);
	flow_render(&flowed, text);
	seen = buf_str(&flowed);
	while (parse_line(&seen, &line)) {
		if (str_starts(line, " "))
			line = (struct str){ line.s + 1, line.len - 1 };
		buf_adds(&b, line);
		buf_addc(&b, '\n');
	}
	buf_release(&flowed);
	seen = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return seen;
}

/* the text of the last mail that is due to this person, of those whose subject
 * holds this */
static struct str letter_to(int who, const char *subject)
{
	struct str text = STR("");
	struct posting v[JUDGE_BATCH];
	struct posting_result r[JUDGE_BATCH];
	int n;

	OK(judge_post(f.j, &f.arena, v, JUDGE_BATCH, &n, &f.why));
	for (int i = 0; i < n; i++) {
		struct message m = { 0 };

		r[i] = (struct posting_result){ .id = v[i].id,
						.fate = POSTING_SENT,
						.code = 250 };
		if (!str_is(v[i].recipient, f.p[who].address))
			continue;
		mime_parse(&fix_mime, &f.arena, v[i].bytes, &m);
		if (fix_holds(m.subject, subject))
			text = m.text;
	}
	OK(judge_posted(f.j, r, n, &f.why));
	return text;
}

/* the mail of that subject which answers a question */
static struct str told(int who, const char *question, const char *subject)
{
	assert_str(ordered(who, question), "answered");
	return letter_to(who, subject);
}

static void holds(struct str text, const char *what)
{
	if (!fix_holds(text, what))
		fprintf(stderr, "%.*s\nwants %s\n", STR_ARG(text), what);
	assert_true(fix_holds(text, what));
}

/* the orders between the markers of a letter, signed and sent */
static struct str answer(int who, struct str text)
{
	static const char begin[] = "-----BEGIN HERALDO ORDERS-----\n";
	const char *from = strstr(arena_str(&f.arena, text).s, begin), *to;

	assert_non_null(from);
	from += sizeof(begin) - 1;
	to = strstr(from, "-----END HERALDO ORDERS-----");
	assert_non_null(to);
	return fix_send(
		&f, fix_mail(&f, f.p[who].address,
			     fix_signed(&f, who,
					arena_printf(&f.arena, "%.*s",
						     (int)(to - from), from))));
}

/* Ana and Bob are invited, Bob is nobody this judge knows; the letter to each
 * is read before the next one is made */
static struct str invited(const char *language, const char *option,
			  const char *policy, int64_t time_s)
{
	struct game_plan plan = {
		.name = STR("court"),
		.system = str_of(p.games.kinds[0].rules->name),
		.n_players = 3,
		.deadline_s = time_s,
		.reserved = { str_of(f.p[0].address), STR("bob@guests.test") }
	};
	struct game_option options[3];
	int64_t eva;

	plan.master = f.p[2].person;
	plan.options = options;
	for (; *option; option += strlen(option) + 1)
		OK(judge_option_parse(f.j, plan.system, str_of(option),
				      &options[plan.n_options++], &f.why));
	if (*policy) {
		plan.policies[0].name = STR("deadline");
		plan.policies[0].value = str_of(policy);
		plan.n_policies = 1;
	}
	if (str_is(str_of(language), "es")) {
		f.p[0].address = "eva@one.test";
		plan.reserved[0] = str_of(f.p[0].address);
		OK(judge_person_add(f.j, STR("Eva"), plan.reserved[0],
				    str_of(language), STR("UTC"), &eva,
				    &f.why));
	}
	fix_post(&f, NULL);
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	return letter_to(0, "Invita");
}

/* all of these, each ended by NUL */
static void holds_all(struct str text, const char *what)
{
	for (; *what; what += strlen(what) + 1)
		holds(text, what);
}

static void an_invitation_says_all_that_it_takes(void **unused)
{
	struct str text;

	(void)unused;
	for (int i = 0; i < 3; i++)
		fix_person(&f, i);
	text = invited("en", "build=300\0rounds=12\0",
		       "mon thu 20:00 Europe/Madrid", 0);
	holds_all(text,
		  "a game of Mage Knight Rebellion\0"
		  "at most 300 points\0"
		  "    A  you\n    B  somebody else who is invited\n"
		  "    C  free\n\0"
		  "\n    rounds: 12\n\0"
		  "on Monday and Thursday at 20:00 (Europe/Madrid)\0"
		  "1. This judge knows your key, so you need no new one.\0"
		  "\n    SHA256:\0"
		  "2. Sign these lines with that key and send them to\0"
		  "-----BEGIN HERALDO ORDERS-----\nJOIN court-\0"
		  " A\n-----END HERALDO ORDERS-----\n\0");
	/* who else is invited is nobody's business by their address, and this
	 * judge has no place for keys of GnuPG */
	assert_false(fix_holds(text, "guests.test"));
	assert_false(fix_holds(text, "gpg"));
	assert_false(fix_holds(text, "ssh-keygen"));
	assert_false(fix_holds(text, "build: "));
	text = invited("es", "\0", "", 3 * 86400);
	holds_all(text, "una partida de Mage Knight Rebellion\0"
			"como mucho 200 puntos\0"
			"    A  t\303\272\n    B  otra persona invitada\n"
			"    C  libre\n\0"
			"Para cada turno tienes 3 d\303\255as.\n\0"
			"\n    minisign -G -W \0"
			"\nUNIRSE court-\0");
	assert_false(fix_holds(text, "no es como siempre"));
}

static void an_invitation_names_the_map(void **unused)
{
	struct str text;

	(void)unused;
	for (int i = 0; i < 3; i++)
		fix_person(&f, i);
	text = invited("en", "map=map/crossing\0trade=on\0", "", 0);
	holds_all(text, "a game of Mage Knight Dungeons: Pyramid\0"
			"at most 100 points\0the map crossing\0"
			"\n    trade: on\n\0There are no deadlines.\n\0");
	assert_false(fix_holds(text, "map: "));
	text = invited("es", "\0", "", 0);
	holds(text, "losetas");
}

static void an_invitation_tells_how_mages_meet(void **unused)
{
	struct str text;

	(void)unused;
	for (int i = 0; i < 3; i++)
		fix_person(&f, i);
	text = invited("en", "mode=apprentice\0format=ffa\0pace=split\0", "",
		       0);
	holds_all(text, "a game of Mage Wars Arena\0Apprentice game. "
			"Everybody against everybody.\0\n    pace: split\n\0");
	assert_false(fix_holds(text, "mode: "));
	text = invited("es", "format=ffa\0", "", 0);
	holds(text, "un Mago y un libro de hechizos. Todos contra todos.");
}

static const char hall[] = "board 5x5\n"
			   "section S1 chamber A1-E5\n"
			   "mouth W A3-A3 W\n"
			   "mouth E E3-E3 E\n"
			   "player A entrance W exit E points 150 acquired\n"
			   "player B entrance E exit W points 160 acquired\n"
			   "figure A1 at B2 face E stats 8/14/14/2 life 6 "
			   "name \"Warlock\"\n"
			   "figure A2 at A5 face E stats 8/14/14/2 life 6 "
			   "name \"Smith\"\n"
			   "figure B1 at D4 face W stats 8/14/14/2 life 6 "
			   "name \"Sentry\"\n"
			   "turn A turn 3 activations 6\n";

static void a_dispute_is_told_in_the_words_of_the_game(void **unused)
{
	(void)unused;
	struct str asked;
	int64_t point;

	start(hall);
	/* Bob's orders wait for his turn; Ana's mail lets them be done */
	assert_str(ordered(1, "MOVE B1 D3\nMOVE B1 Z9"), "adjudicated");
	assert_str(ordered(0, "MOVE A1 C2\nEND"), "adjudicated");
	point = fix_point(&f);
	fix_post(&f, NULL);
	/* the master has commanded since, so the next serial is another one */
	assert_str(fix_send(&f, fix_commands(&f, 2, point, 1,
					     "SET A1.marker 0\nto show it")),
		   "adjudicated");
	fix_post(&f, NULL);
	assert_str(ordered(0, arena_printf(&f.arena, "dispute %lld too far",
					   (long long)point)),
		   "disputed");
	asked = letter_to(2, "Dispute");
	holds(asked, "TOO FAR");
	/* squares and rules, in words */
	holds(asked, "A1 goes from B2 to C2");
	holds(asked, "[DG-MOVE-");
	/* what had waited is there, as it was done, and what was not */
	holds(asked, "Bob, line 3: MOVE B1 D3");
	holds(asked, "Bob, line 4: MOVE B1 Z9");
	holds(asked, "was not carried out");
	/* how it stood before */
	holds(asked, "HOW IT STOOD BEFORE");
	holds(asked, "B1 Sentry");
	holds(asked, " B1  Sentry               D4   west");
	/* and what it asks to be sent can be sent as it is */
	assert_str(answer(2, asked), "adjudicated");
}

/* what a mail of this kind in Ana's name would do */
static struct str previewed(const char *lines)
{
	const char *text =
		arena_printf(&f.arena, "PREVIEW %.*s A %lld 1\n%s\n",
			     STR_ARG(f.name), (long long)fix_point(&f), lines);

	assert_str(fix_send(&f, fix_mail(&f, f.p[0].address,
					 fix_signed(&f, 0, text))),
		   "preview");
	return letter_to(0, "What your orders would do");
}

#define PLAYERS                                                                \
	"player A side S build 200\n"                                          \
	"player B side N build 200\n"

static const char meadow[] =
	"board 36 36\n" PLAYERS "figure A1 at 10 10 face N "
	"stats 8/9/15/2 name \"Guard\"\n"
	"figure A2 at 20 10 face N "
	"stats 8/9/15/2 name \"Scout\"\n"
	"figure B1 at 10 16 face N "
	"stats 8/8/14/2 name \"Wolf\"\n"
	"turn A\n";

/* A program that knows format=flowed quotes a receipt, template and all, in its
 * own words; the judge reads the lines that are to be sent. */
static void a_flowed_quotation_keeps_the_orders(void **unused)
{
	(void)unused;
	struct str text, line, rest, flowed, read;
	struct buf b;
	bool orders = false;
	int n = 0;

	start(meadow);
	assert_str(ordered(0, "MOVE A1 TO 12 12"), "adjudicated");
	text = letter_to(0, "Still your move");
	buf_init(&b, 1 << 20);
	flow_render(&b, text);
	flowed = arena_str(&f.arena, buf_str(&b));
	buf_clear(&b);
	while (parse_line(&flowed, &line)) {
		bool stuffed = str_starts(line, " ");

		buf_addf(&b, "> %.*s\n", (int)line.len - stuffed,
			 line.s + stuffed);
	}
	read = charset_unflow(&f.arena, buf_str(&b), false);
	for (rest = text; parse_line(&rest, &line);) {
		orders |= str_starts(line, "-----BEGIN HERALDO");
		n += orders;
		if (orders)
			holds(read, arena_printf(&f.arena, "> %.*s\n",
						 STR_ARG(line)));
		orders &= !str_starts(line, "-----END HERALDO");
	}
	assert_true(n > 4);
	buf_release(&b);
}

/* Nobody can agree to what they are not asked for. */
static void the_other_player_is_asked_to_end_the_game(void **unused)
{
	(void)unused;
	struct str text;

	start(meadow);
	(void)ordered(0, "END GAME\nEND");
	text = letter_to(1, "");
	holds(text, "Ana agrees to end the game.");
	holds(text, "If you agree, too, send the line END GAME.");
}

static void a_preview_goes_on_behind_a_contact(void **unused)
{
	(void)unused;
	struct str text;
	const char *sure, *supposed, *second;

	start(meadow);
	text = previewed("MOVE A1 TOUCHING B1\nMOVE A2 TO 20 16");
	sure = strstr(text.s, "A1 Guard moves");
	supposed = strstr(text.s, "if nobody has ordered otherwise");
	second = strstr(text.s, "A2 Scout moves");
	if (!sure || !supposed || !second || supposed > second)
		fprintf(stderr, "%.*s\n", STR_ARG(text));
	assert_non_null(sure);
	assert_non_null(supposed);
	assert_non_null(second);
	assert_true(sure < supposed && supposed < second);
	assert_null(strstr(text.s, "depends on dice"));
	/* with the rules, at the end, as everywhere */
	assert_non_null(strstr(text.s, "\nRules: RB-"));
	assert_true(strstr(text.s, "RB-MOVE-") > second);
	assert_null(strchr(text.s, '['));
	/* and without, for who prefers so */
	assert_str(ordered(0, "PREFER RULES OFF"), "preferred");
	text = previewed("MOVE A1 TOUCHING B1\nMOVE A2 TO 20 15");
	assert_null(strstr(text.s, "RB-"));
}

static void speaks_spanish(int who)
{
	struct store *st = judge_store(f.j);

	OK(store_begin(st, &f.why));
	OK(store_person_set(st, f.p[who].person, STR("es"), STR("UTC"),
			    &f.why));
	OK(store_commit(st, &f.why));
}

/* A1 touches B1; A2 and B2 have nothing to do with them */
static const char brawl[] = "board 36 36\n"
			    "player A side S build 300\n"
			    "player B side N build 200\n"
			    "figure A1 at 10 10 face N "
			    "stats 8/9/15/2 name \"Guard\"\n"
			    "figure A2 at 20 10 face N "
			    "stats 8/9/15/2 name \"Scout\"\n"
			    "figure A3 at 30 10 face N "
			    "stats 8/9/15/2 name \"Brute\"\n"
			    "figure B1 at 10 11.1 face S "
			    "stats 8/8/16/2 name \"Wolf\"\n"
			    "figure B2 at 30 11.1 face S "
			    "stats 8/8/17/2 name \"Bear\"\n"
			    "turn A\n";

/* Ana comes last: what would open all that the others sent is not foreseen */
static void a_preview_of_who_comes_last_ends_before_the_others(void **unused)
{
	struct str text;

	(void)unused;
	start("");
	assert_str(ordered(1, "AUTO"), "adjudicated");
	text = previewed("AUTO");
	holds(text, "(AUTO: ");
	holds(text, "or on something that you cannot know.");
	assert_false(fix_holds(text, "Bob's"));
	assert_str(ordered(0, "AUTO"), "adjudicated");
	assert_true(fix_holds(letter_to(0, "court"), "Bob's"));
}

static void a_preview_goes_on_behind_the_dice(void **unused)
{
	(void)unused;
	struct str text;

	start(brawl);
	/* what the dice do not touch is told as ever */
	text = previewed("FIGHT A1 B1\nMOVE A2 TO 20 16\nFIGHT A3 B2");
	text = str_one_line(&f.arena, text);
	holds(text, "FIGHT A1 B1: the dice decide");
	/* 7 or more of two dice, but twice 6 and twice 1 do something else */
	holds(text, "- 56 %: A1 Guard, close combat on B1: attack 9 + ");
	holds(text, ": hit (58 %). B1 takes 2 clicks");
	holds(text, "- 39 %: ");
	holds(text, ": miss (58 %); A1 has 1 token");
	holds(text, "However they fall: - A2 Scout moves 6.00 of 8");
	holds(text, "FIGHT A3 B2: the dice decide");
	holds(text, ": hit (42 %). B2 takes 2 clicks");
	assert_null(strstr(text.s, "comes then depends"));
	/* whom it may kill is fought by nobody then */
	text = previewed("FIGHT A1 B1\nIF B1 DEAD: MOVE A2 TO 20 16\n"
			 "MOVE A3 TO 30 9");
	holds(text, "A1 Guard, close combat on B1");
	holds(text, "However they fall:");
	/* nothing has been rolled or done */
	fix_post(&f, NULL);
	assert_str(ordered(0, "MEASURE A2 B1"), "answered");
	holds(letter_to(0, ""), "10.06 inches");
}

static void a_preview_ends_nobody_elses_turn(void **unused)
{
	(void)unused;
	struct str text;

	start(meadow);
	assert_str(ordered(0, "MOVE A1 TO 10 12\nEND"), "adjudicated");
	/* Bob has done all that he can, and keeps his turn open */
	assert_str(ordered(1, "MOVE B1 TO 12 20\nWAIT"), "adjudicated");
	assert_str(ordered(1, "TURN B1 N\nWAIT"), "adjudicated");
	fix_post(&f, NULL);
	text = previewed("MOVE A2 TO 20 12");
	holds(text, "Kept for the next turn of Ana");
	assert_null(strstr(text.s, "A2 moves"));
}

static void questions_of_a_preview_are_about_the_board_to_come(void **unused)
{
	(void)unused;
	struct str text;
	const char *before, *after;

	start(meadow);
	text = previewed("MEASURE A2 B1\nMOVE A2 TO 18 16\nMEASURE A2 B1");
	before = strstr(text.s, "11.66 inches between");
	after = strstr(text.s, "8.00 inches between");
	if (!before || !after)
		fprintf(stderr, "%.*s\n", STR_ARG(text));
	assert_true(before && after && before < after);
}

/* so many letters are due to each, and the text of the last that Bob is sent */
static struct str due_to_bob(int due[3])
{
	struct str text = STR("");
	struct posting v[JUDGE_BATCH];
	struct posting_result r[JUDGE_BATCH];
	int n;

	memset(due, 0, 3 * sizeof(*due));
	OK(judge_post(f.j, &f.arena, v, JUDGE_BATCH, &n, &f.why));
	for (int i = 0; i < n; i++) {
		struct message m = { 0 };

		r[i] = (struct posting_result){ .id = v[i].id,
						.fate = POSTING_SENT,
						.code = 250 };
		for (int k = 0; k < 3; k++)
			due[k] += str_is(v[i].recipient, f.p[k].address);
		mime_parse(&fix_mime, &f.arena, v[i].bytes, &m);
		if (str_is(v[i].recipient, f.p[1].address))
			text = m.text;
	}
	OK(judge_posted(f.j, r, n, &f.why));
	return text;
}

static void what_only_waits_or_is_refused_is_told_to_its_sender(void **unused)
{
	(void)unused;
	struct str text;
	int due[3];

	start(meadow);
	assert_str(ordered(1, "MOVE B1 TO 10 18\nEND"), "adjudicated");
	text = due_to_bob(due);
	assert_true(!due[0] && due[1] == 1 && !due[2]);
	holds(text, "nobody else is told");
	holds(text, "Kept for the next turn of Bob");
	holds(text, "MOVE B1 TO 10 18");
	assert_null(strstr(text.s, "WHAT HAPPENED"));
	assert_true(text.len < 1200);

	/* it comes to its turn, and is seen by all */
	assert_str(ordered(0, "END"), "adjudicated");
	text = due_to_bob(due);
	assert_true(due[0] == 1 && due[1] == 1 && due[2] == 1);
	holds(text, "B1 Wolf moves");

	/* a refusal is Ana's alone, with the order as she would write it */
	assert_str(ordered(0, "MOVE A1 TO 10 39\nWAIT"), "adjudicated");
	(void)due_to_bob(due);
	assert_true(due[0] == 1 && !due[1] && !due[2]);
	assert_str(ordered(0, "MOVE A1 TO 10 39\nWAIT"), "adjudicated");
	text = letter_to(0, "Not carried out");
	holds(text, "Line 3 of Ana, MOVE A1 TO 10 39, was not carried out");
}

/* the line that Ana is told she can give in the place of this one */
static const char *way_out(const char *line, const char *why)
{
	static const char begin[] = "What can be done: ";
	struct str text;
	const char *from, *end;
	size_t n = 0;
	char *one;

	assert_str(ordered(0, arena_printf(&f.arena, "%s\nWAIT", line)),
		   "adjudicated");
	text = letter_to(0, "Not carried out");
	/* in one line, however the letter breaks it */
	one = arena_strdup(&f.arena, arena_str(&f.arena, text).s);
	for (const char *c = one; *c; c++)
		if (*c > ' ' || (n && one[n - 1] != ' '))
			one[n++] = *c > ' ' || *c < 0 ? *c : ' ';
	one[n] = 0;
	holds(str_of(one), why);
	from = strstr(one, begin);
	assert_non_null(from);
	from += sizeof(begin) - 1;
	end = strstr(from, " Waiting for Ana (you): "); /* nothing is kept */
	assert_non_null(end);
	return arena_printf(&f.arena, "%.*s", (int)(end - from), from);
}

static void a_refusal_has_its_numbers_and_a_way_out(void **unused)
{
	(void)unused;
	static const char *const ways[][3] = {
		{ "MOVE A2 TO 20 30", "too far: 20.00 of 8.00 inches",
		  "MOVE A2 TOWARD 20 30" },
		{ "MOVE A1 TO 10 60", "off the board", "MOVE A1 TOWARD 10 36" },
		{ "SHOOT A2 B1", "", "MOVE A2" },
		{ "FIGHT A1 B1", "does not touch", "MOVE A1 TOUCHING B1" },
		{ "MOVE A1 TOUCHING B1 THEN FIGHT B1", "does not have Charge",
		  "MOVE A1 TOUCHING B1" },
		/* who is to fight whom, the other way round */
		{ "FIGHT B1 WITH A1", "not yours", "MOVE A1 TOUCHING B1" },
	};
	const char *line;

	start(meadow);
	for (size_t i = 0; i < ARRAY_LEN(ways); i++) {
		line = way_out(ways[i][0], ways[i][1]);
		holds(str_of(line), ways[i][2]);
	}
	/* it is an order as it stands */
	line = way_out("MOVE A1 TO 10 30", "too far");
	assert_str(ordered(0, arena_printf(&f.arena, "%s\nWAIT", line)),
		   "adjudicated");
	holds(letter_to(0, ""), "A1 Guard moves");
	/* of who can do nothing more it is what another can */
	line = way_out("FIGHT A1 B1", "already");
	holds(str_of(line), "MOVE A2 T");
	assert_str(ordered(0, line), "adjudicated");
}

/* what Ana is told who asks this alone */
static struct str asked(const char *question)
{
	fix_post(&f, NULL);
	return told(0, question, "");
}

static void a_free_spin_says_how_it_could_be_another(void **unused)
{
	(void)unused;
	start(meadow);
	assert_str(ordered(0, "MOVE A1 TOUCHING B1\nEND"), "adjudicated");
	holds(letter_to(1, ""), "(HELP SPIN: how else it");
	/* whose it was not is not told */
	fix_post(&f, NULL);
	assert_str(ordered(0, "REPORT"), "answered");
	assert_false(fix_holds(letter_to(0, ""), "HELP SPIN"));
}

static void help_on_a_word_is_the_grammar_of_that_order(void **unused)
{
	(void)unused;
	struct str text;

	start(meadow);
	text = asked("HELP MOVE");
	holds(text, "MOVE <figure>");
	holds(text, "For example: MOVE ");
	assert_false(fix_holds(text, "TO THE TABLE"));
	assert_false(fix_holds(text, "SHOOT <figure>"));
	/* and of what it is made up, and that of what: each once */
	holds(text, "<destination> = TO <x y>");
	holds(text, "<attack> = ");
	holds(text, "<dial attacked> = AGAINST");
	assert_null(strstr(strstr(text.s, "<facing> = ") + 1, "<facing> = "));
	/* what IF asks is no part of it; where it looks unless it is said is */
	assert_false(fix_holds(text, "<figure> DEAD"));
	holds(text, "who steps back turns round");
	assert_true(fix_count(text, "\n") <= 40);
	/* which can be asked for, too */
	text = asked("HELP destination");
	holds(text, "<destination> = TO <x y>");
	assert_false(fix_holds(text, "MOVE <figure>"));
	holds(asked("HELP <dial attacked>"), "<dial attacked> = AGAINST");
	holds(asked("AYUDA destino"), "<destination> = TO <x y>");
	/* a word of another language is known, too */
	text = asked("AYUDA mover");
	holds(text, "MOVE <figure>");
	/* and a word within one */
	holds(asked("HELP CAPTURE"), "FIGHT <figure>");
	holds(asked("AYUDA CAPTURAR"), "FIGHT <figure>");
	/* a game master's command, which is near an order's word */
	holds(asked("HELP PAUSE"), "game master: no orders are taken");
	holds(asked("HELP EXTEND"), "EXTEND 2d");
	text = asked("HELP FROBNICATE");
	holds(text, "No order begins so. These do: ");
	holds(text, "SHOOT");
	/* nothing but what begins an order, each once */
	assert_false(fix_holds(text, ", ,"));
	/* what is nearly one is answered like it, and said to be only near */
	text = asked("HELP SHOT A1");
	holds(text, "the nearest is SHOOT.");
	holds(text, "SHOOT <figure>");
	/* another word for it is as good */
	text = asked("AYUDA FORMACION");
	holds(text, "FORM ");
	holds(text, "as a formation");
	assert_false(fix_holds(text, "nearest"));
	/* the whole of it shows orders of this game alone */
	text = asked("HELP");
	/* and with what orders of this game begin */
	holds(text, "THE ORDERS OF THIS GAME");
	holds(text, "CARD name");
	holds(text, "TO THE TABLE");
	holds(text, "FIGHT A2 B1");
	assert_false(fix_holds(text, "BREAK A2"));
	/* it fits a screen and a half */
	assert_true(fix_count(text, "\n") <= 40);
}

/* remarks of its order template that begin an order of a figure of Ana's */
static int offered(struct str text)
{
	int n = 0;

	for (const char *at = text.s; (at = strstr(at, "\n// ")) != NULL; at++)
		n += !strncmp(at, "\n// MOVE A", 10) ||
		     !strncmp(at, "\n// SHOOT A", 11) ||
		     !strncmp(at, "\n// FIGHT A", 11);
	return n;
}

/* Another game in this position, of the same people. */
static void start_another(const char *position)
{
	struct game_plan plan = { .name = STR("ford"),
				  .system =
					  str_of(p.games.kinds[0].rules->name),
				  .n_players = 2,
				  .master = f.p[2].person,
				  .setup = str_of(position) };

	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
	fix_post(&f, NULL);
}

static void a_digest_tells_of_each_game_what_its_report_would(void **unused)
{
	(void)unused;
	struct str first, text;
	int n;

	start(meadow);
	first = f.name;
	assert_str(ordered(1, "PREFER DIGEST"), "preferred");
	assert_str(ordered(0, "MOVE A1 TO 12 12\nWAIT"), "adjudicated");
	assert_str(ordered(0, "SAY TO B: well?"), "letter");
	start_another(meadow);
	assert_str(ordered(0, "MOVE A2 TO 22 12\nWAIT"), "adjudicated");
	fix_post(&f, NULL);
	f.now += 24 * 3600;
	OK(judge_tick(f.j, &n, &f.why));
	text = letter_to(1, "News of 2 games");
	holds(text, "[court] ");
	holds(text, "[ford] ");
	holds(text, "A1 Guard moves");
	holds(text, "A2 ");
	holds(text, "WELL?");
	holds(text, arena_printf(&f.arena, "ORDERS %.*s B ", STR_ARG(first)));
	holds(text, arena_printf(&f.arena, "ORDERS %.*s B ", STR_ARG(f.name)));
	/* RB- may end four digits of SEEN */
	assert_false(fix_holds(text, " RB-"));
	assert_false(fix_holds(text, "[RB-"));
	text = shown(text);
	for (struct str line; parse_line(&text, &line);)
		assert_true(utf8_width(line) < 80);
}

/* What a telephone makes of an answer: the report below it, template and all.
 */
static struct str unsigned_help(const char *words, const char *quoted)
{
	f.now += 86400; /* who signs nothing is answered a few times a day */
	assert_str(fix_send(&f, fix_mail(&f, f.p[0].address,
					 str_of(arena_printf(
						 &f.arena,
						 "%s\r\n\r\nEnviado desde mi "
						 "tel\303\251fono\r\n\r\n%s",
						 words, quoted)))),
		   "helped");
	return letter_to(0, "How to play");
}

static void
help_that_nobody_signed_is_answered_above_what_is_quoted(void **unused)
{
	(void)unused;
	struct str text;
	const char *quoted;

	start(meadow);
	fix_post(&f, NULL);
	quoted = arena_printf(
		&f.arena,
		"El lun, Heraldo escribi\303\263:\r\n" SIGNED_BLOCK_BEGIN
		"\r\nORDERS %.*s A %lld 1\r\n%s\r\n// SHOOT A1 "
		"B1\r\n" SIGNED_BLOCK_END "\r\n",
		STR_ARG(f.name), (long long)fix_point(&f),
		fix_seen(&f, fix_point(&f)));
	text = unsigned_help("ayuda mover", quoted);
	holds(text, "> ayuda mover");
	holds(text, "MOVE <figure>");
	assert_false(fix_holds(text, "TO THE TABLE"));
	assert_false(fix_holds(text, "no signature"));
	/* how the next one should begin */
	holds(text, arena_printf(&f.arena, "ORDERS %.*s A", STR_ARG(f.name)));
	/* two of them, and without any template */
	text = unsigned_help("Help Move!\r\nHELP SHOT", "");
	holds(text, "MOVE <figure>");
	holds(text, "the nearest is SHOOT.");
	text = unsigned_help("Ayuda", quoted);
	holds(text, "TO THE TABLE");
	assert_false(fix_holds(text, "held no signed orders"));
	/* the END of a template that nobody filled in orders nothing */
	quoted = arena_printf(&f.arena,
			      SIGNED_BLOCK_BEGIN
			      "\r\nORDERS %.*s A %lld 1\r\n%s\r\n"
			      "// SHOOT A1 B1\r\n\r\nEND\r\n" SIGNED_BLOCK_END
			      "\r\n",
			      STR_ARG(f.name), (long long)fix_point(&f),
			      fix_seen(&f, fix_point(&f)));
	/* a template that nobody filled in, and what is signed wrong, are told
	 * so */
	assert_str(fix_send(&f, fix_mail(&f, f.p[0].address,
					 str_of(arena_printf(&f.arena,
							     "Here:\r\n%s",
							     quoted)))),
		   "nothing_ordered");
	quoted = arena_printf(&f.arena, "ORDERS %.*s A %lld 1\n%s\n",
			      STR_ARG(f.name), (long long)fix_point(&f),
			      fix_seen(&f, fix_point(&f)));
	quoted = arena_printf(&f.arena, "help\r\n%.*s",
			      STR_ARG(fix_signed(&f, 1, quoted)));
	assert_str(fix_send(&f, fix_mail(&f, f.p[0].address, str_of(quoted))),
		   "seat_other");
}

/* all games' words for who plays none */
static void help_on_a_word_is_answered_outside_games(void **unused)
{
	static const struct {
		const char *asks, *told;
	} rows[] = {
		{ "HELP PAUSE", "game master: no orders are taken" },
		{ "help move", "Mage Knight Rebellion:" },
		{ "ayuda mover", "MOVER <figura>" },
		{ "HELP FROBNICATE", "No order begins so." },
	};

	(void)unused;
	start(meadow);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const char *from =
			arena_printf(&f.arena, "new%d@where.test", (int)i);

		f.p[2].address = from;
		assert_str(
			fix_send(&f, fix_mail(&f, from, str_of(rows[i].asks))),
			"helped");
		holds(letter_to(2, ""), rows[i].told);
	}
}

static void who_takes_a_seat_is_told_with_who_had_it(void **unused)
{
	(void)unused;
	fix_player(&f, 3, "Dora", "dora@four.test");
	start(meadow);
	fix_person(&f, 3);
	fix_post(&f, NULL);
	OK(judge_seat(f.j, f.game, 1, f.p[3].person, &f.why));
	f.now += 86400;
	holds(str_one_line(&f.arena, letter_to(0, "court")),
	      "Dora takes seat B in place of Bob, who leaves the game");
}

static void a_full_report_offers_every_order(void **unused)
{
	(void)unused;
	struct str text;

	start(PLAYERS
	      "figure A1 at 10 10 face N stats 9/9/15/2 range 12 targets 1\n"
	      "figure A2 at 14 10 face N stats 9/9/15/2 range 12 targets 1\n"
	      "figure A3 at 18 10 face N stats 9/9/15/2 range 12 targets 1\n"
	      "figure B1 at 10 18 face S stats 9/9/15/2\n"
	      "figure B2 at 14 18 face S stats 9/9/15/2\n"
	      "figure B3 at 18 18 face S stats 9/9/15/2\n"
	      "turn A\nphase start\n");
	text = told(0, "REPORT", "court");
	assert_int_equal(offered(text), 8);
	holds(text, " can be given: REPORT FULL");
	text = told(0, "INFORME COMPLETO", "court");
	assert_true(offered(text) > 8);
	assert_false(fix_holds(text, "REPORT FULL"));
	/* and what each figure can do */
	holds(text, "\n// A1");
	assert_str(ordered(0, "REPORT WHATEVER"), "complaint");
}

/* where one line stands in a text that has it */
static const char *place_of(struct str text, const char *what)
{
	holds(text, what);
	return strstr(text.s, what);
}

static void what_is_offered_says_who_is_pushed_and_who_marches(void **unused)
{
	(void)unused;
	struct str text;

	start(PLAYERS "figure A1 card rebellion/60 at 12 15 face N tokens 1\n"
		      "figure A2 card rebellion/4 at 20 15 face N\n"
		      "figure A3 card rebellion/5 at 21.1 15 face N\n"
		      "figure A4 card rebellion/3 at 22.2 15 face N\n"
		      "figure A5 card rebellion/30 at 23.3 15 face N\n"
		      "figure A6 card rebellion/57 at 5 20 face N tokens 1\n"
		      "figure B1 at 5 21.1 face S\n"
		      "figure B2 at 20 26 face S\n"
		      "turn A\nphase start\n");
	text = told(0, "REPORT", "court");
	/* each of them was tried; who is of another faction stays */
	assert_true(place_of(text, "// FORM A2 A3 A4 SHIFT 0 8 "
				   "// together, 8.00 inches\n") <
		    place_of(text, "// MOVE A5 TOWARD B2 // from 11.48 "
				   "to 3.49 inches\n"));
	holds(text, "// FIGHT A6 B1 // ");
	holds(text, " clicks, pushing: 1 click");
	/* a step that costs a click stands behind those that cost none, though
	 * it is shorter */
	assert_true(place_of(text, "// MOVE A4 TOWARD B2 // ") <
		    place_of(text, "// MOVE A1 TOWARD B1 // from 9.28 to "
				   "1.45 inches, "
				   "pushing: 1 click\n"));
	assert_str(ordered(0, "PREFER LANGUAGE es"), "preferred");
	text = told(0, "INFORME", "court");
	holds(text, "// FORMAR A2 A3 A4 DESPLAZAR 0 8 // a una, 8,00 pulgadas");
	holds(text, "pulgadas, presión: 1 click\n");
	assert_str(ordered(0, "FORMAR A2 A3 A4 DESPLAZAR 0 8 // a una"),
		   "adjudicated");
	holds(letter_to(0, "court"), "A4 se mueve 8,00 de 8 pulgadas");
}

static void who_deploys_is_told_where_and_how_wide_bases_are(void **unused)
{
	(void)unused;
	struct str text;

	start(PLAYERS "figure A1 card rebellion/5\nfigure A2 card rebellion/5\n"
		      "figure B1 card rebellion/5\nphase deploy\n");
	text = told(0, "REPORT", "court");
	holds(text, "\nYour area: x from 8.00 to 31.37, y from 0.00 to 3.00. ");
	holds(text, "they touch at 1.10 from");
	holds(text, "\nIn reserve: A1 Utem Guardsman, A2 Utem Guardsman.\n");
	assert_false(fix_holds(text, "Not in play"));
	assert_str(ordered(0, "PREFER LANGUAGE es"), "preferred");
	text = told(0, "INFORME", "court");
	holds(text, "\nTu zona: x de 8,00 a 31,37, y de 0,00 a 3,00, ");
	holds(text, "tocan a 1,10 de centro a centro");
	holds(text, "\nEn reserva: A1 Guardia Utem, A2 Guardia Utem.\n");
	/* what it says holds */
	assert_str(ordered(0, "DEPLOY A1 AT 8 0.55\nDEPLOY A2 AT 9.1 0.55"),
		   "adjudicated");
	text = told(0, "INFORME", "court");
	holds(text, "A1: Toca a A2.");
	assert_false(fix_holds(text, "Tu zona"));
	text = told(1, "REPORT", "court");
	holds(text, "y from 36.37 to 39.37");
}

/* what stands behind the first fault is told its own in the same mail */
static void all_faults_of_a_set_up_are_told_at_once(void **unused)
{
	struct str text;

	(void)unused;
	start(PLAYERS "figure A1 card rebellion/5\nfigure A2 card rebellion/5\n"
		      "figure A3 card rebellion/5\nfigure A4 card rebellion/5\n"
		      "figure B1 card rebellion/5\nphase deploy\n");
	assert_str(ordered(0, "DEPLOY A1 AT 10 2\nDEPLOY A2 AT 10 2.5\n"
			      "DEPLOY A3 AT 12 2\nDEPLOY A4 AT 12 2.5"),
		   "adjudicated");
	text = letter_to(0, "court");
	holds(text, "Line 4 of Ana, DEPLOY A2 AT 10 2.5, was not");
	holds(text, "Line 6 of Ana, DEPLOY A4 AT 12 2.5, was not");
	holds(text, "of A3.\n");
	assert_false(fix_holds(text, "Line 5 of Ana"));
	holds(text, "1  DEPLOY A3 AT 12 2");
	/* nothing of it has happened */
	assert_str(ordered(0, "DEPLOY A2 AT 11.5 2\nDEPLOY A3 AT 12.6 2\n"
			      "DEPLOY A4 AT 13.7 2"),
		   "adjudicated");
	text = letter_to(0, "court");
	holds(text, "A4 Utem Guardsman is deployed");
	assert_false(fix_holds(text, "was not carried out"));
}

/* bookkeeping that is the same for many is told once */
static void what_is_alike_is_told_in_one_sentence(void **unused)
{
	(void)unused;
	struct str text;

	start(PLAYERS "figure A1 card rebellion/4 at 20 15 face N\n"
		      "figure A2 card rebellion/5 at 21.1 15 face N\n"
		      "figure A3 card rebellion/3 at 22.2 15 face N tokens 1\n"
		      "figure B1 at 20 30 face S\n"
		      "turn A\nphase start\n");
	assert_str(ordered(0, "FORM A1 A2 A3 SHIFT 0 2"), "adjudicated");
	text = str_one_line(&f.arena, letter_to(1, "court"));
	holds(text, "; A1 and A2 have 1 token each; A3 has 2 tokens; ");
}

/* tokens of the dead are nobody's news */
static void who_is_out_of_play_loses_no_tokens(void **unused)
{
	(void)unused;
	struct str text;

	start(PLAYERS "figure A1 at 10 10 face N stats 8/20/15/9\n"
		      "figure B1 at 10 11.1 face S stats 8/8/2/2 tokens 1\n"
		      "figure B2 at 20 30 face S stats 8/8/14/2 tokens 1\n"
		      "turn A\nphase start\n");
	assert_str(ordered(0, "FIGHT A1 B1\nEND"), "adjudicated");
	holds(letter_to(0, "court"), "eliminated: 10 points for Ana");
	assert_str(ordered(1, "END"), "adjudicated");
	text = letter_to(0, "court");
	holds(text, "Bob's turn is over; the action tokens of B2 are removed.");
}

/* the foremost of a formation moves first, who leads it or not */
static void each_of_a_formation_is_told_where_it_went(void **unused)
{
	(void)unused;
	struct str text;

	start(PLAYERS "figure A1 card rebellion/4 at 20 15 face N\n"
		      "figure A2 card rebellion/5 at 21.1 15 face N\n"
		      "figure A3 card rebellion/4 at 22.2 15 face N\n"
		      "figure B1 at 20 30 face S\n"
		      "turn A\nphase start\n");
	assert_str(ordered(0, "FORM A1 A2 A3 SHIFT 2 0"), "adjudicated");
	text = letter_to(1, "court");
	holds(text, "A1 Utem Guardsman: move with A2 and A3; ");
	holds(text, "A3 moves 2.00 of 8 inches to 24.20 15.00, ");
	holds(text, "A1 moves 2.00 of 8 inches to 22.00 15.00, ");
}

static void an_army_and_its_deployment_are_a_sentence_each(void **unused)
{
	(void)unused;
	struct str text;

	start("");
	assert_str(ordered(0, "ARMY 2 x Utem Guardsman *, Brass Golem *\n"
			      "ALWAYS AUTO"),
		   "adjudicated");
	text = str_one_line(&f.arena, letter_to(0, "court"));
	holds(text, "Ana has A1 Utem Guardsman: 11 points; A2 Utem Guardsman: "
		    "11; A3 Brass");
	serial = 0;
	assert_str(ordered(1, "ARMY Amotep Gunner *, Utem Guardsman *\n"
			      "ALWAYS AUTO"),
		   "adjudicated");
	text = str_one_line(&f.arena, letter_to(1, "court"));
	holds(text, "Bob has B1 Amotep Gunner: 19 points, range 8; "
		    "B2 Utem");
	holds(text, "A1 Utem Guardsman is deployed at ");
	holds(text, ", facing 0°.");
	assert_false(fix_holds(text, "AUTO: DEPLOY"));
	assert_false(fix_holds(text, "A2 Utem Guardsman is deployed"));
}

/* a stop with nothing kept behind it holds nothing that comes later */
static void what_waits_anew_is_not_said_to_be_held(void **unused)
{
	(void)unused;
	struct str text;

	start(meadow);
	assert_str(ordered(0, "FIGHT A1 B1"), "adjudicated");
	assert_str(ordered(0, "MOVE A1 TO 10 12\nEND\nMOVE A1 TO 10 13"),
		   "adjudicated");
	text = letter_to(0, "court");
	holds(text, "1  MOVE A1 TO 10 13");
	holds(text, "Your next orders replace them");
	assert_false(fix_holds(text, "CONTINUE does"));
}

/* orders in a mail with questions are done, and told apart */
static void an_answer_says_nothing_of_what_its_mail_orders(void **unused)
{
	(void)unused;
	struct str text;

	start(meadow);
	assert_str(ordered(0, "HELP MOVE\nMOVE A1 TO 10 12"), "adjudicated");
	text = str_one_line(&f.arena, letter_to(0, "answer"));
	holds(text, "court-");
	holds(text, "as it was when your mail came");
	assert_false(fix_holds(text, "Nothing was done"));
	text = str_one_line(&f.arena, told(0, "HELP MOVE", "court"));
	holds(text, "Nothing was done");
}

/* three shoot together, where two may not */
static void who_shoots_together_is_offered_it_first(void **unused)
{
	(void)unused;
	struct str text;

	start(PLAYERS "figure A1 card rebellion/51 at 10 10 face N\n"
		      "figure A2 card rebellion/51 at 11.1 10 face N\n"
		      "figure A3 card rebellion/51 at 12.2 10 face N\n"
		      "figure B1 card rebellion/74 at 11.1 18 face S\n"
		      "turn A\nphase start\n");
	text = told(0, "REPORT", "court");
	assert_true(place_of(text, "// SHOOT A1 B1 WITH A2 A3 // 72 %, ") <
		    place_of(text, "// SHOOT A2 B1 // 42 %, "));
}

static void no_figure_fills_the_offers_alone(void **unused)
{
	(void)unused;
	struct str text;

	start(PLAYERS "figure A1 card rebellion/51 at 10 10 face N\n"
		      "figure A2 card rebellion/4 at 30 4 face N\n"
		      "figure B1 at 9 18 face S\nfigure B2 at 11 18 face S\n"
		      "figure B3 at 7 18 face S\nfigure B4 at 13 18 face S\n"
		      "turn A\nphase start\n");
	text = told(0, "REPORT", "court");
	assert_true(place_of(text, "// MOVE A2 TOWARD ") <
		    place_of(text, "// SHOOT A1 B2"));
}

/* base to base there is always a way toward somebody */
static void who_reaches_nobody_is_offered_the_way(void **unused)
{
	(void)unused;
	struct str text;

	start(PLAYERS "figure A1 at 10 10 face N stats 8/9/15/2\n"
		      "figure B1 at 10 16 face S stats 8/9/15/2\n"
		      "figure B2 at 10 30 face S stats 8/9/15/2\n"
		      "terrain W1 blocking rect 4 12 16 13\n"
		      "turn A\nphase start\n");
	text = told(0, "REPORT", "court");
	holds(text, "// MOVE A1 TOWARD B1 // from 6.00 to 4.55 inches\n");
	assert_false(fix_holds(text, "TOUCHING"));
}

/* what ends far short of where it could go is no good offer */
static void who_is_stopped_halfway_is_offered_a_way_round(void **unused)
{
	(void)unused;
	struct str text;

	start(PLAYERS "figure A1 at 10 10 face N stats 8/9/15/2\n"
		      "figure B1 at 10 30 face S stats 8/9/15/2\n"
		      "terrain W1 blocking rect 8 14 12 15\n"
		      "turn A\nphase start\n");
	text = told(0, "REPORT", "court");
	holds(text, "// MOVE A1 BEARING 330 // from 20.00 to 13.68 inches\n");
}

/* columns of the widest line */
static int widest(struct str text)
{
	struct str line;
	size_t most = 0;

	while (parse_line(&text, &line))
		most = utf8_width(line) > most ? utf8_width(line) : most;
	return (int)most;
}

static void the_catalog_tells_what_there_is_to_choose(void **unused)
{
	(void)unused;
	struct str text;

	start(meadow);
	/* each of the words, and no more points than that */
	text = asked("FIGURES utem atlantis UP TO 10");
	holds(text, "Utem Crossbowman * (rebellion/1): 10 points");
	holds(text, "8/7/15/1");
	assert_false(fix_holds(text, "rebellion/2)"));
	assert_false(fix_holds(text, "Magus"));
	/* more than a few have a line each, under their set and faction */
	text = asked("FIGURES atlantis UP TO 25");
	holds(text,
	      "rebellion/   Atlantis Guild      pts rng clk spd/att/def/dmg\n"
	      "   1 Utem Crossbowman *           10   8   5 8/7/15/1\n"
	      "   2 Utem Crossbowman **          11   8   6 8/7/15/1\n");
	holds(text,
	      "\n  10 Demi-Magus *                 22  10   6 8/7/14/2   Magic "
	      "Blast, ..\n");
	holds(text, "   9 Brass Golem ***              23   -   8 6/8/15/3   "
		    "Battle Armor\n");
	assert_true(widest(shown(text)) <= 79);
	holds(text, "** standard");
	/* a name of our own in another language, and the whole dial */
	text = asked("FICHA Ballestero Utem **");
	holds(text, "Utem Crossbowman ** (rebellion/2): 11 points");
	holds(text, "as they turn");
	text = asked("FIGURES");
	holds(text, "more: ask for fewer");
	/* by their numbers */
	holds(text, "\n   2 ");
	holds(text, "\n  10 ");
	assert_true(strstr(text.s, "\n   2 ") < strstr(text.s, "\n  10 "));
	holds(asked("FIGURES frobnicator"), "has nothing of the kind");
	/* a name that is nearly one */
	text = str_one_line(&f.arena, asked("CARD Utem Gardsman **"));
	holds(text, "has nothing of the kind. Did you mean");
	holds(text, "Utem Guardsman ** (rebellion/5)");
	holds(asked("CARD frobnicator"), "has nothing of the kind.\n");
}

static void a_dungeon_tells_its_heroes_and_spawn(void **unused)
{
	(void)unused;
	struct str text;

	start(hall);
	text = asked("CATALOG HEROES UP TO 23");
	holds(text,
	      "Daren Brakensword (dungeons/69), Hero: 23/28/37/49/63 points");
	assert_false(fix_holds(text, "Mage Spawn:"));
	/* what it begins with, which is not the top of its dial */
	holds(text, ": level 1: ");
	assert_false(fix_holds(text, "level 5: "));
	text = asked("CARD Daren Brakensword");
	holds(text, ": level 5: ");
	holds(text, "; level 1: ");
	/* what the game is made for, before warriors on horses */
	text = asked("FIGURES UP TO 200");
	holds(text, "Mage Spawn: ");
	assert_false(fix_holds(text, "(cavalry"));
	text = asked("FIGURES TILES");
	holds(text, "C1 Crossroads");
	/* as it is drawn: what it is, and where it opens */
	holds(text, "+------===------+\n");
	holds(text, "3 = .  .  .  .  . | 3\n");
	holds(text, "4 | ~  ~  .  .  . | 4\n");
	holds(text, "=== and = are open sides");
	text = asked("FIGURES CHESTS");
	holds(text, "Chest model A");
	holds(text, "Poison needle");
	/* which have no ranks */
	assert_false(fix_holds(text, "stars of a rank"));
	/* and are called in Spanish what events call them in Spanish */
	speaks_spanish(1);
	fix_post(&f, NULL);
	text = told(1, "FIGURES CHESTS", "");
	holds(str_one_line(&f.arena, text), "Aguja envenenada");
	assert_false(fix_holds(text, "Poison needle"));
	fix_post(&f, NULL);
	assert_str(ordered(1, "FIGURES TILES"), "answered");
	holds(str_one_line(&f.arena, letter_to(1, "")), "Encrucijada");
	text = asked("FIGURAS gnoll CRIATURAS");
	holds(text, "Gnoll Hunter * (dungeons/1), Mage Spawn: 8 points");
	assert_false(fix_holds(text, "Hero:"));
}

/* what Ana is told of lines that cannot be read */
static struct str misread(const char *lines)
{
	fix_post(&f, NULL);
	assert_str(ordered(0, lines), "complaint");
	/* lines are broken at blanks */
	return str_one_line(&f.arena, letter_to(0, ""));
}

/* a line that cannot be read is no reason to answer none of the others */
static void questions_beside_what_cannot_be_read_are_answered(void **unused)
{
	(void)unused;
	struct str text;

	start(meadow);
	text = misread(
		"HELP MOVE\nODDS A1 B1\nXYZZY A1\nCARD Utem Guardsman *");
	holds(text, "1 line of your mail for court-");
	holds(text, "I am not sure what you mean here");
	holds(text, "> HELP MOVE  MOVE <figure> <destination>");
	holds(text, "> ODDS A1 B1 ");
	holds(text, "Utem Guardsman * (rebellion/4): 11 points");
	/* a list that was broken at a comma is one line */
	text = misread("ARMY Blade Golem *,\nNightblade ***,\n2 Leech Medic "
		       "*\nXYZZY A1");
	holds(text, "3 ARMY rebellion/55, rebellion/30, rebellion/43, "
		    "rebellion/43 ");
	holds(text, "could not be read in 1 place");
	/* orders among them are not carried out */
	text = misread("MOVE A1 TO 10 11\nHELP MOVE\nXYZZY A1");
	holds(text, "Nothing was done");
	holds(text, "> HELP MOVE  MOVE");
	/* without any there is no more than the complaint */
	text = misread("MOVE A1 TO 10 11\nXYZZY A1");
	holds(text, "could not be read in 1 place. Nothing was done");
	assert_false(fix_holds(text, "YOUR QUESTIONS"));
	speaks_spanish(0);
	fix_post(&f, NULL);
	assert_str(ordered(0, "AYUDA MOVER\nXYZZY A1\nZYXXY"), "complaint");
	text = str_one_line(&f.arena, letter_to(0, "2 líneas sin leer"));
	holds(text, "2 líneas de tu correo para court-");
	holds(text, "> AYUDA MOVER  MOVER <figura> <destino>");
}

static void games_are_asked_for_by_one_word(void **unused)
{
	(void)unused;

	start(meadow);
	fix_post(&f, NULL);
	assert_str(ordered(0, "GAMES OPEN"), "games_unreadable");
	holds(letter_to(0, ""), "GAMES has nothing behind it");
	assert_str(ordered(0, "GAMES"), "answered");
	speaks_spanish(0);
	fix_post(&f, NULL);
	assert_str(ordered(0, "PARTIDAS ABIERTAS"), "games_unreadable");
	holds(letter_to(0, ""), "PARTIDAS va sola");
}

static void who_prefers_what_there_is_not_is_told_what_there_is(void **unused)
{
	(void)unused;
	static const struct {
		const char *line;
		const char *words[14];
	} said[] = {
		{ "PREFER ANCHOVIES",
		  { "LANGUAGE", "ZONE", "TEXT", "HTML", "PICTURE", "SHORT",
		    "LONG", "RULES", "DIGEST", "SINGLE", "LETTERS",
		    "SUBSTITUTE", "QUIET", "ADDRESS" } },
		{ "PREFERIR ANCHOAS",
		  { "IDIOMA", "ZONA", "TEXTO", "HTML", "IMAGEN", "BREVE",
		    "LARGO", "REGLAS", "RESUMEN", "SUELTOS", "CARTAS",
		    "SUSTITUTO", "SILENCIO", "DIRECCI\303\223N" } },
	};

	start(meadow);
	for (size_t i = 0; i < ARRAY_LEN(said); i++) {
		struct str text;

		if (i)
			speaks_spanish(0);
		fix_post(&f, NULL);
		assert_str(ordered(0, said[i].line), "prefer_unreadable");
		text = letter_to(0, "");
		for (size_t k = 0; k < ARRAY_LEN(said[i].words); k++)
			holds(text, said[i].words[k]);
	}
}

static void what_the_catalog_has_not_is_told_with_what_there_is(void **unused)
{
	(void)unused;
	struct str text;

	start(hall);
	text = misread("CHESTS A Q");
	holds(text, "Line 3, column 10: There is no \"Q\" here. There are: A, "
		    "B, C, D, ");
	text = misread("POOL Stone Golm *\nTEAM Alsin Vale 1");
	holds(text, "Line 3, column 6: This does not name one card of the "
		    "catalog. Did you mean \"Stone Golem * (pyramid/");
	holds(text, "Line 4, column 6:");
	holds(text, "Did you mean \"Alsyn Vale");
	/* no name is near, but some are called so in part */
	holds(misread("POOL Golem of stone"), "Did you mean \"");
	holds(misread("POOL Xyzzyblob"), "FIGURES and a word of a name");
	speaks_spanish(0);
	holds(misread("COFRE Q C3 S"), "no hay «Q». Hay: A, B, C, D, ");
	holds(misread("RESERVA Golem de piedra rara"), "¿Querías decir «");
}

/* who looks away turns, and who has done all that it can ends the turn */
static void who_looks_away_is_told_to_turn(void **unused)
{
	(void)unused;

	start("board 36 36\nplayer A side S build 100\n"
	      "player B side N build 100\n"
	      "figure A1 at 10 10 face S stats 8/9/15/2\n"
	      "figure B1 at 10 11.1 face S stats 8/8/14/2\n"
	      "figure B2 at 10 30 face S stats 8/8/14/2\nturn A\n");
	holds(str_of(way_out("FIGHT A1 B1", "not in the front arc")),
	      "TURN A1 B1");
	assert_str(ordered(0, "TURN A1 B1\nWAIT"), "adjudicated");
	(void)letter_to(0, "");
	holds(str_of(way_out("FIGHT A1 B1", "already")), "END");
	assert_str(ordered(0, "END"), "adjudicated");
}

/* the same blow on whom it faces; the same march as far as it goes */
static void what_is_near_to_an_order_is_of_its_kind(void **unused)
{
	(void)unused;

	start("board 36 36\nplayer A side S build 100\n"
	      "player B side N build 100\n"
	      "figure A1 at 10 10 face N stats 8/9/15/2\n"
	      "figure A2 card rebellion/4 at 20 10 face N\n"
	      "figure A3 card rebellion/4 at 21.1 10 face N\n"
	      "figure A4 card rebellion/4 at 22.2 10 face N\n"
	      "figure B1 at 10 11.1 face S stats 8/8/14/2\n"
	      "figure B2 at 10 8.9 face S stats 8/8/14/2\n"
	      "terrain W1 blocking rect 18 15 19.9 17\nturn A\n");
	holds(str_of(way_out("FIGHT A1 B2", "not in the front arc")),
	      "FIGHT A1 B1");
	holds(str_of(way_out("FORM A2 A3 A4 SHIFT 0 6", "W1")),
	      "FORM A2 A3 A4 SHIFT 0 4.");
	assert_str(ordered(0, "FORM A2 A3 A4 SHIFT 0 4.12"), "adjudicated");
}

/* who cannot go straight on is offered a way past what stands there */
static void who_is_blocked_is_told_a_way_past(void **unused)
{
	(void)unused;
	const char *line;

	start("board 36 36\nplayer A side S build 100\n"
	      "player B side N build 100\n"
	      "figure A1 at 10 10 face N stats 8/9/15/2 range 12\n"
	      "figure B1 at 10 30 face S stats 8/8/14/2\n"
	      "terrain W1 blocking rect 8 10.55 12 13\nturn A\n");
	assert_str(ordered(0, "REPORT"), "answered");
	holds(letter_to(0, ""), "// MOVE A1 4 BEARING N");
	line = way_out("MOVE A1 TOWARD B1", "there is no room");
	holds(str_of(line), "MOVE A1 4 BEARING N");
	/* who shoots too far goes there */
	line = way_out("SHOOT A1 B1", "out of range");
	holds(str_of(line), "MOVE A1 4 BEARING N");
	assert_str(ordered(0, arena_printf(&f.arena, "%.*s",
					   (int)strcspn(line, "["), line)),
		   "adjudicated");
	holds(letter_to(0, ""), "A1 moves");
}

/* what players write to one another */
static void letters_are_read_by_whom_they_name(void **unused)
{
	(void)unused;
	struct str text;

	start(meadow);
	/* who has none is told so */
	assert_str(ordered(0, "LETTERS"), "answered");
	holds(letter_to(0, "The letters"),
	      "You have neither written nor got a letter in court-");
	assert_str(ordered(0, "SAY TO B: shall we stop?\n+\n+ it is late."),
		   "letter");
	text = letter_to(1, "A letter from Ana");
	holds(text, "Ana to Bob (point ");
	holds(text, "\n    SHALL WE STOP?\n\n    IT IS LATE.\n");
	/* to who wrote it, as who reads it would write */
	holds(text, "Answer with a mail of its own:  SAY TO A: your words");
	assert_false(fix_holds(text, "Your next orders"));
	assert_str(ordered(1, "SAY TO ALL: no"), "letter");
	holds(letter_to(0, "A letter from Bob"), "Bob to ");
	/* who wrote has used a serial */
	assert_str(ordered(0, "SAY TO B: no?"), "letter");
	holds(letter_to(0, "A letter from Ana"),
	      "Your next orders should begin with:\n\nORDERS court-");
	speaks_spanish(0);
	assert_str(ordered(1, "SAY TO A: yes"), "letter");
	holds(letter_to(0, "Una carta de Bob"),
	      "Responde con un correo aparte:  DECIR A B: tus palabras");
	text = told(0, "CARTAS", "Las cartas");
	holds(text, "Ana a Bob (punto ");
	holds(text, "    SHALL WE STOP?");
	holds(text, "Bob a ");
	holds(text, "    NO\n");
	holds(text, "DECIR A B: tus palabras");
	assert_str(ordered(1, "LETTERS"), "answered");
	holds(letter_to(1, "The letters"), "Ana to Bob (point ");
}

/* the signature is of capitals alone */
static void words_are_shown_as_they_were_typed(void **unused)
{
	(void)unused;
	deadline_s = 3 * 86400;
	start(meadow);
	fix_post(&f, NULL);
	assert_str(fix_send(&f,
			    fix_typed(&f,
				      fix_orders(&f, 0, fix_point(&f), ++serial,
						 "say to b: Shall We go?"),
				      "SHALL WE GO?", "Shall We go?")),
		   "letter");
	holds(letter_to(1, "A letter from Ana"), "\n    Shall We go?\n");
	/* the reason of a SKIP, too */
	assert_str(fix_send(&f, fix_typed(&f,
					  fix_commands(&f, 2, fix_point(&f), 1,
						       "skip A\nAna is at Sea"),
					  "ANA IS AT SEA", "Ana is at Sea")),
		   "adjudicated");
	holds(letter_to(1, ""), "Ana is at Sea");
}

/* one statement: what was done, and whether the silent player can still send */
static void a_missed_deadline_is_told_in_one_way(void **unused)
{
	struct str text;
	int n;

	(void)unused;
	deadline_s = 86400;
	start(meadow);
	fix_post(&f, NULL);
	f.now += deadline_s + 60;
	OK(judge_tick(f.j, &n, &f.why));
	text = letter_to(0, "");
	holds(text, "The deadline of Ana has passed");
	holds(text, "Ana's turn is over.");
	holds(text, "Orders that you send wait until your move.");
	/* there is no default, and none is named */
	assert_false(fix_holds(text, "default"));
	assert_false(fix_holds(text, "Nobody has to send anything"));
}

static void a_report_is_sent_once_more_as_it_was(void **unused)
{
	(void)unused;
	struct str text;
	int64_t point;

	start(meadow);
	assert_str(ordered(0, "MOVE A1 TO 12 12\nEND"), "adjudicated");
	point = fix_point(&f);
	assert_str(ordered(0, "MOVE A2 TO 22 12\nEND"), "adjudicated");
	fix_post(&f, NULL);
	assert_str(ordered(1, arena_printf(&f.arena, "RESEND %lld",
					   (long long)point)),
		   "answered");
	assert_int_equal(fix_point(&f), point + 1);
	text = letter_to(1, "");
	holds(text, "Sent again: this mail was first written on");
	holds(text, arena_printf(&f.arena, "Point %lld", (long long)point));
	holds(text, "A1");
	assert_str(ordered(1, "RESEND 99"), "resend_point");
	assert_str(ordered(1, "RESEND ALL"), "resend_unreadable");
	speaks_spanish(1);
	assert_str(ordered(1, "REENVIAR 1"), "answered");
	holds(letter_to(1, ""), "Punto 1");
}

/* in the words of players, by its id or by what it is about */
static void a_rule_is_told_in_the_words_of_its_reader(void **unused)
{
	(void)unused;
	struct str text;

	start(meadow);
	text = told(0, "RULE RB-BRK-02", "The answer");
	holds(text, "1, 2, 3: it fails");
	holds(text, "(RB-BRK-02)");
	text = told(0, "RULE rb-move-1", "The answer");
	holds(text, "up to its speed value in inches");
	assert_false(fix_holds(text, "000:"));
	text = told(0, "RULE BREAK", "The answer");
	holds(text, "is to change its place by a move");
	holds(text, "(RB-BRK-01)");
	holds(text, "(RB-BRK-04)");
	assert_str(ordered(0, "RULE xylophone"), "answered");
	holds(letter_to(0, "The answer"), "XYLOPHONE: there is no such rule");
	/* no name of a rule, and no word */
	text = told(0, "RULE", "The answer");
	holds(text, "RULE has a word behind it");
	assert_false(fix_holds(text, "no such rule"));
	speaks_spanish(0);
	text = told(0, "REGLA RB-BRK-02", "Respuesta");
	holds(text, "1, 2 o 3: no lo consigue; este turno");
	holds(text, "(RB-BRK-02)");
	text = told(0, "REGLA destrabarse", "Respuesta");
	holds(text, "(RB-BRK-01)");
	assert_false(fix_holds(text, "en ingl"));
}

/* what happened, all or only one's own, and nothing that was undone */
static void the_history_is_told_to_who_asks(void **unused)
{
	(void)unused;
	struct str text;
	int64_t point;

	start(meadow);
	assert_str(ordered(0, "MOVE A1 TO 12 12\nWAIT"), "adjudicated");
	point = fix_point(&f);
	assert_str(ordered(0, "MOVE A2 TO 22 12\nEND"), "adjudicated");
	assert_str(ordered(1, "MOVE B1 TO 12 22\nMOVE B1 TO 12 35"),
		   "adjudicated");
	fix_post(&f, NULL);
	text = told(1, "HISTORY 60", "The history up to point");
	holds(text, arena_printf(&f.arena, "Point %lld, ", (long long)point));
	holds(text, "A1");
	holds(text, "A2");
	holds(text, "B1");
	holds(text, "Nothing was before.");
	holds(text, "HISTORY MINE 60");
	holds(text, "12 35");
	text = told(1, "HISTORY MINE", "Your history");
	holds(text, "B1");
	assert_false(fix_holds(text, "A1"));
	assert_false(fix_holds(text, "A2"));
	/* as far as is asked, and how to see more */
	text = told(1,
		    arena_printf(&f.arena, "HISTORY 1 UNTIL %lld",
				 (long long)point),
		    "The history up to point");
	holds(text, "A1");
	assert_false(fix_holds(text, "A2"));
	holds(text, "What was before:  HISTORY 1 UNTIL ");
	assert_str(ordered(1, "HISTORY 900"), "history_unreadable");
	assert_str(ordered(1, "HISTORY 3 UNTIL 900"), "resend_point");
	speaks_spanish(0);
	/* nor what others were refused */
	text = told(0, "HISTORIA", "La historia");
	holds(text, "B1 Wolf");
	assert_false(fix_holds(text, "12 35"));
	text = told(0, "HISTORIA MIAS 60", "Tu historia hasta el punto");
	holds(text, "A1");
	assert_false(fix_holds(text, "B1"));
	/* what was undone is no part of it, but that it was */
	OK(judge_game_undo(f.j, f.game, point, false, STR("mistyped"), &f.why));
	text = told(0, "HISTORIA 60", "La historia");
	holds(text, "A1");
	holds(text, "12,00 12,00");
	assert_false(fix_holds(text, "22,00 12,00"));
	holds(text, "vuelve al estado posterior al punto");
}

/* The last report tells of the blows that count. */
static void a_blow_counts_again_once_its_undo_is_undone(void **unused)
{
	int64_t before, after;
	struct str text;

	(void)unused;
	start(brawl);
	before = fix_point(&f);
	assert_str(ordered(0, "FIGHT A1 B1\nWAIT"), "adjudicated");
	after = fix_point(&f);
	OK(judge_game_undo(f.j, f.game, before, false, STR("no"), &f.why));
	OK(judge_game_undo(f.j, f.game, after, false, STR("yes"), &f.why));
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	text = told(0, "REPORT", "court");
	holds(text, "Ana: 1 blow, ");
}

static int n_analysed;

static enum err analysed(void *context, int64_t game, struct analysis *out,
			 struct why *why)
{
	(void)context;
	(void)game;
	(void)why;
	n_analysed++;
	out->n = 1;
	out->v[0] = (struct analysis_step){ .point = fix_point(&f),
					    .value = 300,
					    .order = 100,
					    .luck = 200,
					    .turn = 1 };
	return ERR_OK;
}

static void the_log_of_an_ended_game_is_analysed_once(void **unused)
{
	(void)unused;
	start(brawl);
	n_analysed = 0;
	f.j->c.env.analyse = analysed;
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	holds(letter_to(0, "court"), "The turns that decided it:");
	holds(told(1, "REPORT", "court"), "The turns that decided it:");
	assert_int_equal(n_analysed, 1);
	f.j->c.env.analyse = NULL;
}

static void another_table(const char *name, const char *reserved)
{
	struct game_plan plan = { .name = str_of(name),
				  .system = STR("rebellion"),
				  .n_players = 2,
				  .reserved = { str_of(reserved) } };
	struct str made;
	int64_t game;

	OK(judge_game_new(f.j, &plan, &f.arena, &made, &game, &f.why));
}

/* also where nothing else is said, and of no game */
static void how_a_point_came_about_is_told_to_who_asks(void **unused)
{
	(void)unused;
	struct str text;
	long long point;

	start(meadow);
	assert_str(ordered(0, "MOVE A1 TO 10 12\nEND"), "adjudicated");
	point = fix_point(&f);
	text = asked(arena_printf(&f.arena, "WHY %lld", point));
	holds(text, "WHAT HAPPENED AT POINT");
	holds(text, "A1 Guard moves");
	holds(text, "THE RULES, IN WORDS");
	holds(text, "(RB-");
	holds(text, "HOW IT STOOD BEFORE");
	holds(text, "line 3: MOVE A1");
	assert_false(fix_holds(text, "WHAT WAS RULED"));
	/* who levitates may ask for what is noted then, and nobody has */
	assert_false(fix_holds(text, "RB-SPD-21"));
	/* the rules of one event */
	fix_post(&f, NULL);
	text = asked(arena_printf(&f.arena, "WHY %lld.3", point));
	holds(text, arena_printf(&f.arena, "THE RULES OF %lld.3, IN", point));
	holds(text, "(RB-MOVE");
	fix_post(&f, NULL);
	text = asked(arena_printf(&f.arena, "WHY %lld.1", point));
	assert_false(fix_holds(text, "THE RULES"));
	assert_str(ordered(0, arena_printf(&f.arena, "WHY %lld.99", point)),
		   "why_event");
	fix_post(&f, NULL);
	/* in another's mail her orders are not among his */
	fix_post(&f, NULL);
	text = told(1, arena_printf(&f.arena, "WHY %lld", point), "");
	holds(text, "A1 Guard moves");
	assert_false(fix_holds(text, "THAT WERE DEALT WITH"));
	assert_str(ordered(0, "WHY 99"), "resend_point");
	assert_str(ordered(0, "WHY"), "why_unreadable");
}

static void games_are_told_to_who_asks(void **unused)
{
	(void)unused;
	struct str text, mail;

	deadline_s = 3 * 86400;
	start(meadow);
	another_table("lone", "");
	another_table("secret", "");
	OK(judge_seat(f.j, f.game + 2, 0, f.p[2].person, &f.why));
	OK(judge_seat(f.j, f.game + 2, 1, f.p[1].person, &f.why));
	another_table("half", "");
	OK(judge_seat(f.j, f.game + 3, 1, f.p[1].person, &f.why));
	another_table("kept", "zed@example.org");
	OK(judge_seat(f.j, f.game + 4, 1, f.p[2].person, &f.why));
	fix_post(&f, NULL);
	text = told(0, "GAMES", "Your games");
	holds(text, "court-");
	holds(text,
	      ", Mage Knight Rebellion: seat A.\nIt waits for you, until ");
	holds(text, "    ORDERS court-");
	holds(text, "    SEEN ");
	holds(text, "2 of 2 seats free");
	holds(text, "    JOIN lone-");
	holds(text, "    JOIN half-");
	assert_false(fix_holds(text, "secret"));
	assert_false(fix_holds(text, "kept"));
	/* a text of no game, which may be sent again */
	speaks_spanish(1);
	for (int i = 0; i < 2; i++) {
		mail = fix_mail(&f, f.p[1].address,
				fix_signed(&f, 1, "GAMES\n"));
		assert_str(fix_send(&f, mail), "answered");
		text = letter_to(1, "Tus partidas");
		holds(text, "Espera a Ana, hasta el ");
		holds(text, "secret");
		holds(text, "No ha empezado.");
		holds(text, "    UNIRSE lone-");
		/* their own is none to join */
		holds(text, "half-");
		assert_false(fix_holds(text, "UNIRSE half-"));
	}
	/* of a stranger's nothing is told */
	mail = fix_mail(&f, "eve@example.org", STR("GAMES\n"));
	fix_send(&f, mail);
	assert_int_equal(letter_to(0, "Your games").len, 0);
}

/* what the table gives beside the deadlines, to each their own */
static void a_report_begins_with_what_its_reader_has_left(void **unused)
{
	(void)unused;
	struct str text;

	start(meadow);
	OK(judge_game_policy(f.j, f.game, STR("grace-hours"), STR("6"),
			     &f.why));
	assert_str(ordered(0, "AWAY 2026-01-01 TO 2026-01-07"), "adjudicated");
	text = str_one_line(&f.arena, letter_to(0, ""));
	/* the words of moments are those of the reader's clock */
	holds(text, "is away from Thursday 1 January 2026, 00:00");
	holds(text, "You have left: 6 hours of grace behind a deadline, "
		    "23 days of absence.");
	speaks_spanish(0);
	OK(judge_game_policy(f.j, f.game, STR("time-bank-days"), STR("1"),
			     &f.why));
	OK(judge_game_policy(f.j, f.game, STR("absence-days"), STR("20"),
			     &f.why));
	holds(str_one_line(&f.arena, letter_to(0, "")),
	      "Te quedan: 6 horas de gracia tras un plazo, 1 día de tu "
	      "reserva, 13 días de ausencia.");
	OK(judge_game_policy(f.j, f.game, STR("absence-days"), STR("30"),
			     &f.why));
	holds(str_one_line(&f.arena, letter_to(1, "")),
	      "You have left: 6 hours of grace behind a deadline, 1 day of "
	      "your reserve.");
	/* and what the table asks them */
	assert_str(ordered(0, "PROPONGO TABLAS"), "adjudicated");
	holds(str_one_line(&f.arena, letter_to(1, "")),
	      "1 day of your reserve. Your answer is awaited, AGREE or AGAINST "
	      "and the number, to proposal 1.");
	assert_false(fix_holds(letter_to(0, ""), "Se espera tu respuesta"));
}

/* Cy commands; what the game is told of it, or why it was not done */
static struct str mastered(const char *lines)
{
	static int n;

	fix_post(&f, NULL);
	f.why.text[0] = 0;
	fix_send(&f, fix_commands(&f, 2, fix_point(&f), 100 + ++n, lines));
	/* lines are broken at blanks */
	return str_one_line(&f.arena, letter_to(2, ""));
}

/* what its players signed and what was done are the same, for everybody */
static void verified(void)
{
	struct verify_means m = { .systems = f.config.systems,
				  .n_systems = f.config.n_systems };
	struct verify_result r;

	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	verify_export(fix_export(&f, EXPORT_FULL), &m, &f.arena, &r);
	if (!r.good)
		fprintf(stderr, "line %zu: %s\n%s\n%s\n", r.fault.line,
			r.fault.what, r.fault.expected, r.fault.found);
	assert_true(r.good);
}

static void a_dungeon_is_set_in_the_words_of_players(void **unused)
{
	(void)unused;
	static const char *const ways[][2] = {
		{ "SET A1.FACING W\nso", "sets A1.facing to W" },
		{ "FIJAR A1.ORIENTACIÓN NOROESTE\nasí",
		  "sets A1.facing to NW" },
		{ "SET A1.AT C4\nso", "sets A1.at to C4" },
		{ "FIJAR A1.LUGAR FUERA\nasí", "sets A1.place to outside" },
		{ "SET A1.PLACE BOARD\nso", "a figure off the table" },
		{ "SET A1.AT B2\nso", "sets A1.at to B2" },
		{ "SET A1.AT D4\nso", "two figures in a square" },
		{ "FIJAR A.SALIDA NADIE\nasí", "sets A.exit to none" },
		{ "SET A.EXIT E\nso", "sets A.exit to E" },
		{ "FIJAR A2.ACTUÓ SÍ\nasí", "sets A2.acted to yes" },
		{ "SET ACTIVE B\nso", "sets active to B" },
		/* what is no such word is told those that are */
		{ "SET A1.FACING UP\nso", "it is one of N, NE, E, SE" },
		{ "SET A1.PLACE ATTIC\nso", "it is one of pool, outside" },
		{ "SET A.EXIT Q\nso", "no value of this game" },
	};

	start(hall);
	for (size_t i = 0; i < ARRAY_LEN(ways); i++)
		holds(mastered(ways[i][0]), ways[i][1]);
	verified();
}

static void a_field_is_set_in_the_words_of_players(void **unused)
{
	(void)unused;
	static const char *const ways[][2] = {
		{ "SET A1.FACING SE\nso", "sets A1.facing to 135" },
		{ "FIJAR A1.ORIENTACION 90\nasí", "sets A1.facing to 90" },
		{ "SET A1.AT 10.5 12\nso", "sets A1.at to 10.50 12.00" },
		{ "FIJAR A1.ESTADO ELIMINADO\nasí",
		  "sets A1.status to eliminated" },
		{ "SET A1.STATUS BOARD\nso", "sets A1.status to board" },
		{ "SET A.SCORE 12\nso", "sets A.score to 12" },
		{ "SET A.LAND BACK\nso", "Players cannot see 'A.land'" },
		{ "FIJAR B1.HERIDAS 1\nasí", "sets B1.wounds to 1" },
		{ "SET A1.STATUS FLOATING\nso", "it is one of reserve, board" },
		{ "SET A1.ATTIC 1\nso", "no value of this game" },
		{ "SET A1.AT 10 16.5\nso", "overlapping bases" },
		{ "SET A1.AT 0.2 12\nso", "a base off the board" },
	};

	start(meadow);
	for (size_t i = 0; i < ARRAY_LEN(ways); i++)
		holds(mastered(ways[i][0]), ways[i][1]);
	verified();
}

static void who_asks_in_spanish_is_answered_in_spanish(void **unused)
{
	static const struct {
		const char *name, *address, *asks;
	} rows[] = { { "Dora", "dora@four.test", "UNIRSE %.*s A" },
		     { "Eva", "eva@five.test", "OBSERVAR %.*s" } };

	(void)unused;
	start(meadow);
	for (int i = 0; i < 2; i++) {
		const char *line =
			arena_printf(&f.arena, rows[i].asks, STR_ARG(f.name));

		fix_player(&f, 3, rows[i].name, rows[i].address);
		fix_send(&f, fix_mail(&f, f.p[3].address,
				      str_of(arena_printf(
					      &f.arena,
					      SIGNED_BLOCK_BEGIN
					      "\n%s\n" SIGNED_BLOCK_END "\n",
					      line))));
		holds(letter_to(3, ""), "aquí no hay ninguna clave pública");
	}
}

/* an answer on a telephone quotes the invitation; what is attached is meant */
static void an_attached_wish_comes_before_the_one_that_is_quoted(void **unused)
{
	static const char part[] = "--b\r\nContent-Type: text/plain\r\n"
				   "Content-Disposition: attachment; "
				   "filename=";
	struct buf key;

	(void)unused;
	start(meadow);
	fix_player(&f, 3, "Dora", "dora@four.test");
	buf_init(&key, 1000);
	key_render(&f.p[3].key.key, STR("key"), &key);
	fix_send(&f,
		 str_of(arena_printf(
			 &f.arena,
			 "From: dora@four.test\r\nTo: judge@court.test\r\n"
			 "Message-ID: <%d@mail.test>\r\nMIME-Version: 1.0\r\n"
			 "Content-Type: multipart/mixed; boundary=b\r\n\r\n"
			 "--b\r\nContent-Type: text/plain\r\n\r\nHola\r\n"
			 "> " SIGNED_BLOCK_BEGIN "\r\n> JOIN %.*s A\r\n"
			 "> " SIGNED_BLOCK_END "\r\n"
			 "%so.txt\r\n\r\n" SIGNED_BLOCK_BEGIN
			 "\r\nJOIN %.*s A\r\n"
			 "LANGUAGE es\r\n" SIGNED_BLOCK_END "\r\n"
			 "%sk.pub\r\n\r\n%.*s\r\n--b--\r\n",
			 ++f.n_mails, STR_ARG(f.name), part, STR_ARG(f.name),
			 part, STR_ARG(buf_str(&key)))));
	buf_release(&key);
	holds(letter_to(3, ""), "Si has sido tú");
}

/* what a person who reads Spanish is told of a signed mail that is refused */
static void refused_in_spanish(int who, struct str mail, const char *words)
{
	struct str told;

	assert_true(fix_holds(fix_send(&f, mail), "_refused"));
	told = letter_to(who, "");
	/* lines are broken at blanks */
	holds(str_one_line(&f.arena, told), words);
	/* and how the next mail begins, in the same language */
	holds(told, who == 2 ? "\nDJ court-" : "\nCLAVES court-");
	holds(told, "\nVISTO ");
}

static struct str keys_of_ana(const char *line)
{
	int64_t point = fix_point(&f);

	return fix_mail(
		&f, f.p[0].address,
		fix_signed(&f, 0,
			   arena_printf(&f.arena,
					"KEYS %.*s A %lld %d\n%s\n%s\n",
					STR_ARG(f.name), (long long)point,
					++serial, fix_seen(&f, point), line)));
}

static void why_a_command_is_not_done_is_told_in_the_readers_language(void **un)
{
	(void)un;
	static const char *const ways[][2] = {
		{ "start", "La partida ya ha comenzado." },
		{ "resume", "La partida no está en pausa." },
		{ "bailar", "BAILAR no es ninguna orden de un director" },
		{ "ampliar mucho", "Se esperaba AMPLIAR y un tiempo, como" },
		{ "extend 4", "No se espera a nadie hasta una hora fija." },
		{ "undo 99", "Solo vuelve atrás una partida que se está" },
		{ "rule 7 stands", "La disputa 7 no está abierta." },
		{ "admit 7", "Nadie ha pedido unirse con el número 7." },
		{ "seat A nadie@x.test",
		  "nadie@x.test no ha pedido el puesto A" },
		{ "seat ZZ",
		  "Se esperaba ASIENTO, un puesto y una dirección." },
		{ "readmit H", "Nadie ocupa ese puesto." },
		{ "set A1.attic 1", "«attic» no es un valor de esta" },
		{ "set A1.at 0.2 12", "habría una peana fuera del tablero." },
		{ "set A1.status azul", "es uno de estos: reserve, board" },
		{ "norma press 7", "«7» es un valor que no puede tener: " },
		{ "norma absurda 7", "«absurda» no es ninguna norma; son: " },
	};
	static const char *const keys[][2] = {
		{ "language xx", "No hay palabras en «xx»." },
		{ "zona Ningún/Sitio", "No existe el huso horario «NINGÚN/" },
		{ "address ana@one.test", "Esa ya es tu dirección." },
		{ "address x...y@a.test",
		  "x...y@a.test: un punto donde no puede haberlo." },
		{ "address postmaster@a.test", "la dirección de una máquina." },
		{ "revoke SHA256:nada", "no es una clave válida de esta" },
		{ "add SHA256:nada", "la huella SHA256:NADA no está en el" },
		{ "quitar", "Se esperaba AÑADIR, REVOCAR, DIRECCIÓN," },
	};
	int n = 0;

	start(meadow);
	for (int i = 0; i < 3; i++)
		speaks_spanish(i);
	for (size_t i = 0; i < ARRAY_LEN(ways); i++)
		refused_in_spanish(
			2, fix_commands(&f, 2, fix_point(&f), ++n, ways[i][0]),
			ways[i][1]);
	for (size_t i = 0; i < ARRAY_LEN(keys); i++)
		refused_in_spanish(0, keys_of_ana(keys[i][0]), keys[i][1]);
}

/* Ana, Bob, who reads Spanish, and Cy in this position */
static void start_of_three(const char *position)
{
	struct game_plan plan = { .name = STR("court"),
				  .system =
					  str_of(p.games.kinds[0].rules->name),
				  .n_players = 3,
				  .setup = str_of(position) };

	for (int i = 0; i < 3; i++)
		fix_person(&f, i);
	speaks_spanish(1);
	f.why.text[0] = 0;
	if (judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why))
		fail_msg("%s", f.why.text);
	for (int i = 0; i < 3; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
	fix_post(&f, NULL);
}

/* what each of them is told last, lines not broken */
static void told_to_three(struct str text[3])
{
	struct posting v[JUDGE_BATCH];
	struct posting_result r[JUDGE_BATCH];
	int n;

	OK(judge_post(f.j, &f.arena, v, JUDGE_BATCH, &n, &f.why));
	for (int i = 0; i < n; i++) {
		struct message m = { 0 };

		r[i] = (struct posting_result){ .id = v[i].id,
						.fate = POSTING_SENT,
						.code = 250 };
		mime_parse(&fix_mime, &f.arena, v[i].bytes, &m);
		for (int k = 0; k < 3; k++)
			if (str_is(v[i].recipient, f.p[k].address))
				text[k] = str_one_line(&f.arena, m.text);
	}
	OK(judge_posted(f.j, r, n, &f.why));
}

/* of one it is awaited, and all are told so, each in their language */
static void awaited_of(int who, const char *en, const char *es)
{
	struct str text[3] = { STR(""), STR(""), STR("") };

	told_to_three(text);
	for (int k = 0; k < 3; k++) {
		bool spanish = k == 1;
		const char *you = k != who ? "" : spanish ? " (tú)" : " (you)";

		holds(text[k],
		      arena_printf(&f.arena, "%s%s: %s.", f.p[who].name, you,
				   spanish ? es : en));
	}
}

/* with more than two players it is the neighbour who gives the exit */
static void of_three_it_is_said_whose_doorway_is_asked_for(void **unused)
{
	(void)unused;
	static const struct {
		int who;
		const char *line;
		int next;
		const char *en, *es;
	} steps[] = {
		{ 0, "ENTRANCE W", 2, "an exit for the Heroes of Ana",
		  "una salida para los Héroes de Ana" },
		{ 2, "EXIT OF A N", 1, "an entrance for the Heroes of Bob",
		  "una entrada para los Héroes de Bob" },
		{ 1, "ENTRADA E", 0, "an exit for the Heroes of Bob",
		  "una salida para los Héroes de Bob" },
		{ 0, "EXIT OF B N", 2, "an entrance for the Heroes of Cy",
		  "una entrada para los Héroes de Cy" },
		{ 2, "ENTRANCE E", 1, "an exit for the Heroes of Cy",
		  "una salida para los Héroes de Cy" },
	};

	start_of_three("map crossing\nplayer A\nplayer B\nplayer C\n"
		       "phase doorways\n");
	for (size_t i = 0; i < ARRAY_LEN(steps); i++) {
		assert_str(ordered(steps[i].who, steps[i].line), "adjudicated");
		awaited_of(steps[i].next, steps[i].en, steps[i].es);
	}
}

/* two are asked at once, each about their own figure */
static void of_three_each_is_asked_about_their_own_figure(void **unused)
{
	(void)unused;
	struct str text[3] = { STR(""), STR(""), STR("") };

	start_of_three("board 36 36\noption ask always\n"
		       "player A side S\nplayer B side N\nplayer C side E\n"
		       "figure A1 at 10 8 face N name Guard\n"
		       "figure B1 at 10 13.10 face N name Wolf\n"
		       "figure C1 at 11.10 12 face E name Lynx\n"
		       "turn A\n");
	assert_str(ordered(0, "MOVE A1 TO 10 12"), "adjudicated");
	told_to_three(text);
	for (int k = 0; k < 3; k++) {
		bool spanish = k == 1;

		holds(text[k], spanish ? "Bob (tú): un giro libre de B1"
				       : "Bob: a free spin of B1");
		holds(text[k], spanish  ? "Cy: un giro libre de C1"
			       : k == 2 ? "Cy (you): a free spin of C1"
					: "Cy: a free spin of C1");
	}
}

/* the deadline that a mail which is due to each of two has attached, or "" */
static void calendars(struct str out[2])
{
	struct posting v[JUDGE_BATCH];
	struct posting_result r[JUDGE_BATCH];
	int n;

	out[0] = out[1] = STR("");
	OK(judge_post(f.j, &f.arena, v, JUDGE_BATCH, &n, &f.why));
	for (int i = 0; i < n; i++) {
		struct message m = { 0 };

		r[i] = (struct posting_result){ .id = v[i].id,
						.fate = POSTING_SENT,
						.code = 250 };
		mime_parse(&fix_mime, &f.arena, v[i].bytes, &m);
		for (uint32_t k = 0; k < m.n_parts; k++)
			for (int who = 0; who < 2; who++)
				if (str_is(m.parts[k].name, "deadline.ics") &&
				    str_is(v[i].recipient, f.p[who].address)) {
					assert_str(m.parts[k].type,
						   "text/calendar");
					/* never two in a letter, nor two
					 * letters at once */
					assert_str(out[who], "");
					out[who] = m.parts[k].bytes;
				}
	}
	OK(judge_posted(f.j, r, n, &f.why));
}

/* what stands behind the name of a line, to its end */
static const char *line_of(struct str file, const char *name)
{
	const char *at = strstr(arena_str(&f.arena, file).s, name);

	assert_non_null(at);
	at += strlen(name);
	return arena_printf(&f.arena, "%.*s", (int)strcspn(at, "\r"), at);
}

static int64_t sequence(struct str file)
{
	int64_t n;

	assert_true(parse_int(str_of(line_of(file, "SEQUENCE:")), 0, INT32_MAX,
			      &n));
	return n;
}

static void a_deadline_that_moves_is_the_same_appointment(void **unused)
{
	(void)unused;
	struct str first[2], moved[2], bobs[2];

	deadline_s = 86400;
	start(hall);
	calendars(first);
	/* who is not awaited has none */
	assert_str(first[1], "");
	holds(first[0], "BEGIN:VCALENDAR\r\n");
	holds(first[0], "SUMMARY:court-");
	holds(first[0], ": your orders are due\r\n");
	OK(judge_game_extend(f.j, f.game, 3600, &f.why));
	calendars(moved);
	assert_string_equal(line_of(first[0], "UID:"),
			    line_of(moved[0], "UID:"));
	assert_string_not_equal(line_of(first[0], "DTSTART:"),
				line_of(moved[0], "DTSTART:"));
	assert_true(sequence(moved[0]) > sequence(first[0]));
	/* Bob's is another */
	assert_str(ordered(0, "MOVE A1 C2\nEND"), "adjudicated");
	calendars(bobs);
	assert_string_not_equal(line_of(bobs[1], "UID:"),
				line_of(moved[0], "UID:"));
	/* and hers is over: once */
	assert_string_equal(line_of(bobs[0], "METHOD:"), "CANCEL");
	assert_string_equal(line_of(bobs[0], "UID:"),
			    line_of(moved[0], "UID:"));
	assert_string_equal(line_of(bobs[0], "DTSTART:"),
			    line_of(moved[0], "DTSTART:"));
	assert_true(sequence(bobs[0]) > sequence(moved[0]));
	OK(judge_game_extend(f.j, f.game, 3600, &f.why));
	calendars(first);
	assert_str(first[0], "");
	assert_string_equal(line_of(first[1], "METHOD:"), "PUBLISH");
}

static void who_is_awaited_no_more_has_no_appointment(void **unused)
{
	(void)unused;
	struct str first[2], now[2];
	int fired;

	deadline_s = 86400;
	start(hall);
	calendars(first);
	/* reminded of it: the same */
	f.now += 86400 * 3 / 4 + 1;
	OK(judge_tick(f.j, &fired, &f.why));
	/* and the morning of who leads the game */
	assert_int_equal(fired, 2);
	calendars(now);
	assert_string_equal(line_of(now[0], "METHOD:"), "PUBLISH");
	assert_string_equal(line_of(now[0], "UID:"), line_of(first[0], "UID:"));
	assert_string_equal(line_of(now[0], "DTSTART:"),
			    line_of(first[0], "DTSTART:"));
	assert_true(sequence(now[0]) >= sequence(first[0]));
	OK(judge_game_pause(f.j, f.game, STR("tea"), &f.why));
	calendars(now);
	assert_string_equal(line_of(now[0], "METHOD:"), "CANCEL");
	assert_str(now[1], "");
	OK(judge_game_resume(f.j, f.game, &f.why));
	calendars(first);
	assert_string_equal(line_of(first[0], "METHOD:"), "PUBLISH");
	assert_true(sequence(first[0]) > sequence(now[0]));
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	calendars(now);
	assert_string_equal(line_of(now[0], "METHOD:"), "CANCEL");
	assert_true(sequence(now[0]) > sequence(first[0]));
	assert_str(now[1], "");
}

/* no orders are asked for that would not be taken */
static void a_pause_is_in_the_subject_and_offers_nothing(void **unused)
{
	(void)unused;
	struct str text;

	start(meadow);
	letter_to(0, "court");
	OK(judge_game_pause(f.j, f.game, STR("tea"), &f.why));
	text = letter_to(0, "Paused: tea");
	holds(text, "\nThe game is paused: nobody has to send anything.\n");
	holds(text, "\nNo orders are taken before the game goes on; ");
	assert_false(fix_holds(text, "MOVE A1"));
	assert_false(fix_holds(text, "WHAT YOU CAN DO"));
	assert_str(ordered(0, "MOVE A1 TO 10 11"), "game_paused");
	assert_str(ordered(0, "PREFER LANGUAGE es"), "preferred");
	text = told(0, "INFORME", "En pausa");
	holds(text, "La partida está en pausa: nadie tiene que enviar nada.\n");
	holds(text, "\nNo se admiten órdenes hasta que la partida siga;");
	assert_false(fix_holds(text, "MOVER A1"));
	OK(judge_game_resume(f.j, f.game, &f.why));
	holds(letter_to(0, "Te toca"), "MOVER A1");
}

/* another has the seat: the appointment is theirs */
static void who_is_replaced_has_no_appointment(void **unused)
{
	(void)unused;
	struct str first[2], now[2];

	deadline_s = 86400;
	start(hall);
	calendars(first);
	OK(judge_seat(f.j, f.game, 0, f.p[2].person, &f.why));
	calendars(now);
	assert_string_equal(line_of(now[0], "METHOD:"), "CANCEL");
	assert_string_equal(line_of(now[0], "UID:"), line_of(first[0], "UID:"));
}

static void who_is_to_begin_the_game_is_told_and_how(void **unused)
{
	(void)unused;
	struct game_plan plan = { .name = STR("court"),
				  .system = STR("rebellion"),
				  .n_players = 2,
				  .setup = STR(meadow) };
	struct str text, master;

	for (int i = 0; i < 3; i++)
		fix_person(&f, i);
	plan.master = f.p[2].person;
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	OK(judge_seat(f.j, f.game, 0, f.p[0].person, &f.why));
	text = letter_to(2, "court");
	holds(text, "Nobody has to send anything.");
	assert_null(strstr(text.s, "START"));
	OK(judge_seat(f.j, f.game, 1, f.p[1].person, &f.why));
	f.now += 600; /* unless the operator starts it at once */
	master = letter_to(2, "court");
	text = told(1, "REPORT", "court");
	holds(text, "begins as soon as the game master sends START");
	/* nothing is offered that would not be taken */
	assert_false(fix_holds(text, "MOVE B1"));
	assert_str(ordered(1, "MOVE B1 TO 10 17"), "game_open");
	text = master;
	holds(text, "Every seat is taken.");
	/* what it asks to be sent can be sent as it is */
	assert_str(answer(2, text), "adjudicated");
	text = letter_to(0, "Your move");
	holds(text, "MOVE A1");
	/* its turn ends unless its player deletes that line */
	holds(text, "\n\nEND\n" SIGNED_BLOCK_END);
	assert_false(fix_holds(text, "Every seat is taken"));
}

/* --- as its reader prefers it ----------------------------------------------
 */

/* the last report that is due to this person, whole */
static struct message report_to(int who)
{
	struct message m = { 0 };
	struct posting v[JUDGE_BATCH];
	struct posting_result r[JUDGE_BATCH];
	int n;

	OK(judge_post(f.j, &f.arena, v, JUDGE_BATCH, &n, &f.why));
	for (int i = 0; i < n; i++) {
		struct message one = { 0 };

		r[i] = (struct posting_result){ .id = v[i].id,
						.fate = POSTING_SENT,
						.code = 250 };
		if (!str_is(v[i].recipient, f.p[who].address))
			continue;
		mime_parse(&fix_mime, &f.arena, v[i].bytes, &one);
		if (fix_holds(one.subject, "court"))
			m = one;
	}
	OK(judge_posted(f.j, r, n, &f.why));
	assert_true(m.text.len > 0);
	return m;
}

/* what Ana is sent when she prefers this */
static struct message preferred(const char *what)
{
	assert_str(ordered(0, arena_printf(&f.arena, "PREFER %s", what)),
		   "preferred");
	assert_str(ordered(0, "REPORT"), "answered");
	return report_to(0);
}

static int pictures(const struct message *m)
{
	int n = 0;

	for (uint32_t i = 0; i < m->n_parts; i++)
		n += str_is(m->parts[i].type, "image/png");
	return n;
}

/* report.txt, which is kept */
static struct str file_of(const struct message *m, const char *name)
{
	for (uint32_t i = 0; i < m->n_parts; i++)
		if (str_is(m->parts[i].name, name))
			return m->parts[i].bytes;
	return STR("");
}

static struct str kept(const struct message *m)
{
	struct str text = file_of(m, "report.txt");

	if (!text.len)
		text = file_of(m, "answer.txt");
	assert_true(text.len > 0);
	return text;
}

static void a_mail_has_the_form_that_its_reader_prefers(void **unused)
{
	(void)unused;
	struct message m;

	start(meadow);
	m = preferred("PICTURE");
	assert_true(m.html_text.len > 0);
	assert_int_equal(pictures(&m), 1);
	m = preferred("PICTURE NO");
	assert_true(m.html_text.len > 0);
	assert_int_equal(pictures(&m), 0);
	m = preferred("TEXT");
	assert_int_equal(m.html_text.len, 0);
	assert_int_equal(pictures(&m), 0);
	holds(m.text, "FIGURES OF");
}

static void where_something_happened_is_a_picture_of_its_own(void **unused)
{
	(void)unused;
	struct message m;

	start(meadow);
	assert_str(ordered(0, "MOVE A1 TO 10 12\nEND"), "adjudicated");
	m = report_to(1);
	assert_int_equal(pictures(&m), 2);
	assert_str(ordered(0, "PREFER HTML"), "preferred");
	assert_str(ordered(1, "MOVE B1 TO 12 20\nEND"), "adjudicated");
	m = report_to(0);
	assert_int_equal(pictures(&m), 0);
}

static void an_army_that_is_not_chosen_has_no_list(void **unused)
{
	(void)unused;
	struct message m;

	start("");
	assert_str(ordered(0, "REPORT"), "answered");
	m = report_to(0);
	holds(m.text, "// ARMY name");
	assert_false(fix_holds(m.text, "FIGURES OF"));
	assert_false(fix_holds(m.html_text, "points scored"));
}

static void the_list_of_an_army_comes_with_what_may_be_in_it(void **unused)
{
	(void)unused;
	struct message m;
	struct str file;

	deadline_s = 3 * 86400;
	start("");
	deadline_s = 0;
	m = report_to(0);
	file = file_of(&m, "figures.txt");
	holds(m.text, "// figures.txt lists them");
	holds(file, "   1 Utem Crossbowman *           10   8   5 8/7/15/1");
	holds(file, " 176 Torengor                     31   -   7 ");
	assert_false(fix_holds(file, "more: ask for fewer"));
	assert_true(widest(file) <= 79);
	/* what these rules do not know can be in none, and is in no list */
	assert_str(ordered(0, "ARMY Khamsin Peacekeeper *"), "adjudicated");
	holds(letter_to(0, "court"), "Forced March");
	file = told(0, "FIGURES minions black powder", "court");
	holds(file, "  40 Dwarven Bombard *");
	assert_false(fix_holds(file, "Peacekeeper"));
	holds(str_one_line(&f.arena, file),
	      "8 more have what these rules do not know");
	/* a card is told whatever it is */
	holds(told(0, "CARD Khamsin Peacekeeper *", "court"), "Forced March");
	/* it is sent once, and none where no army is asked */
	assert_str(ordered(0, "REPORT"), "answered");
	m = report_to(0);
	assert_int_equal(file_of(&m, "figures.txt").len, 0);
}

static void no_list_comes_where_none_is_asked(void **unused)
{
	(void)unused;
	struct message m;

	deadline_s = 3 * 86400;
	start(meadow);
	deadline_s = 0;
	m = report_to(0);
	assert_true(kept(&m).len > 0);
	assert_int_equal(file_of(&m, "figures.txt").len, 0);
}

static void a_set_up_comes_with_examples_that_can_be_sent(void **unused)
{
	(void)unused;
	struct message m;
	const char *said;
	struct str rest, line;

	start("option chests_per_player 1\noption tokens_per_player 0\n"
	      "map crossing\nfigure A1 at G5 face N\n"
	      "figure B1 at T7 face W\npooled A C\npooled B C\n"
	      "phase chests\n");
	assert_str(ordered(0, "REPORT"), "answered");
	m = report_to(0);
	holds(m.text, "// CHEST model square facing\n");
	said = memmem(m.text.s, m.text.len, "// Examples, ", 13);
	assert_non_null(said);
	rest = (struct str){ said, m.text.len - (size_t)(said - m.text.s) };
	assert_true(parse_line(&rest, &line));
	for (int i = 0; i < 3; i++) {
		assert_true(parse_line(&rest, &line));
		assert_memory_equal(line.s, "// CHEST ", 9);
	}
	assert_str(ordered(0, arena_printf(&f.arena, "%.*s", (int)line.len - 3,
					   line.s + 3)),
		   "adjudicated");
	/* nothing is asked of who waits */
	m = report_to(0);
	assert_false(fix_holds(m.text, "For example"));
}

static void a_short_report_leaves_out_the_figures(void **unused)
{
	(void)unused;
	struct message m;

	start(meadow);
	m = preferred("LONG");
	holds(m.text, "FIGURES OF");
	holds(m.html_text, "Figures of");
	m = preferred("SHORT");
	assert_false(fix_holds(m.text, "FIGURES OF"));
	assert_false(fix_holds(m.html_text, "Figures of"));
	assert_int_equal(pictures(&m), 0);
	holds(m.text, "WHAT HAPPENED");
	holds(m.text, "-----BEGIN HERALDO ORDERS-----");
	holds(m.html_text, "-----BEGIN HERALDO ORDERS-----");
	holds(kept(&m), "FIGURES OF");
}

static void so_does_a_short_one_of_a_dungeon(void **unused)
{
	(void)unused;
	struct message m;

	start(hall);
	m = preferred("LONG");
	holds(m.text, "Warlock ");
	holds(m.html_text, "B1 Sentry");
	m = preferred("SHORT");
	assert_false(fix_holds(m.html_text, "B1 Sentry"));
	assert_int_equal(pictures(&m), 0);
	holds(m.html_text, "-----BEGIN HERALDO ORDERS-----");
}

static void ids_of_rules_are_left_out_for_who_prefers_so(void **unused)
{
	(void)unused;
	struct message m;

	start(meadow);
	assert_str(ordered(0, "MOVE A1 TO 10 9\nEND"), "adjudicated");
	assert_str(ordered(0, "REPORT"), "answered");
	m = report_to(0);
	holds(m.text, "\nRules: ");
	holds(m.html_text, "Rules: ");
	m = preferred("RULES OFF");
	assert_false(fix_holds(m.text, "\nRules: "));
	assert_false(fix_holds(m.html_text, "Rules: "));
	holds(kept(&m), "\nRules: ");
}

/* What stands on the right of the lines of an answer, each sent as it is. */
static void said_as_printed(struct str text, const char *verb)
{
	struct str line;
	int n = 0;

	while (parse_line(&text, &line)) {
		const char *at = strstr(arena_str(&f.arena, line).s, verb);
		const char *both, *offer;

		assert_true(widest(shown(line)) <= 79);
		if (!at || at == line.s || at[strlen(verb)] != ' ')
			continue;
		offer = arena_printf(&f.arena, "%s", at);
		both = strchr(offer, ',');
		if (both)
			offer = arena_printf(&f.arena, "%.*s",
					     (int)(both - offer), offer);
		n++;
		assert_str(ordered(0, offer), "preferred");
	}
	assert_int_equal(n, 10);
}

static void what_holds_is_told_with_lines_that_change_it(void **unused)
{
	(void)unused;
	struct str text;

	start(meadow);
	assert_str(ordered(0, "PREFER QUIET 22:00 TO 8:00"), "preferred");
	text = letter_to(0, "What you prefer");
	holds(text, "22:00 to 08:00       PREFER QUIET OFF\n");
	holds(text, "en                   PREFER LANGUAGE es\n");
	holds(text, "ORDERS court-");
	said_as_printed(text, "PREFER");
	fix_post(&f, NULL);
	assert_str(ordered(0, "PREFERIR"), "preferred");
	text = letter_to(0, "Lo que prefieres");
	holds(text, "PREFERIR IDIOMA en\n");
	said_as_printed(text, "PREFERIR");
}

/* what is asked has not been done: the letter does not say that it was */
static void what_is_only_asked_is_not_told_as_done(void **unused)
{
	(void)unused;
	struct str text;

	start(meadow);
	assert_str(ordered(0, "PREFER ADDRESS other@court.test"), "preferred");
	text = letter_to(0, "Somebody asks to change");
	assert_true(str_starts(text, "Nothing of what the judge has on record "
				     "of you has changed yet"));
	holds(text, "\nBy: SHA256:");
	assert_str(ordered(0, "PREFERIR IDIOMA es"), "preferred");
	assert_str(ordered(0, "PREFERIR DIRECCION otra@court.test"),
		   "preferred");
	text = letter_to(0, "Alguien pide cambiar");
	assert_true(str_starts(text, "Tus datos en el"));
}

/* the header of the last mail of the game to Ana, without its line ends */
static const char *leave_header(void)
{
	struct posting v[JUDGE_BATCH];
	struct posting_result r[JUDGE_BATCH];
	const char *found = NULL;
	int n;

	OK(judge_post(f.j, &f.arena, v, JUDGE_BATCH, &n, &f.why));
	for (int i = 0; i < n; i++) {
		const char *at = strstr(v[i].bytes.s, "\r\nList-Unsubscribe:");

		r[i] = (struct posting_result){ .id = v[i].id,
						.fate = POSTING_SENT,
						.code = 250 };
		if (at && str_is(v[i].recipient, f.p[0].address))
			found = strchr(at, '<');
	}
	OK(judge_posted(f.j, r, n, &f.why));
	return found ? arena_printf(&f.arena, "%.*s", (int)strcspn(found, "\r"),
				    found)
		     : NULL;
}

/* what a mail program makes of it is answered, and does nothing */
static void the_button_of_a_mail_program_is_answered(void **unused)
{
	(void)unused;
	const char *to = "<mailto:judge@court.test?subject=LEAVE%20";
	const char *uri, *game;
	struct str text;

	start(meadow);
	assert_str(ordered(0, "REPORT"), "answered");
	uri = leave_header();
	assert_non_null(uri);
	assert_memory_equal(uri, to, strlen(to));
	game = uri + strlen(to);
	assert_string_equal(strchr(game, '%'), "%20A>");
	assert_str(fix_send(&f, str_of(arena_printf(
					&f.arena,
					"From: ana@one.test\r\n"
					"To: judge@court.test\r\n"
					"Subject: LEAVE %.*s A\r\n\r\n",
					(int)strcspn(game, "%"), game))),
		   "leave");
	text = letter_to(0, "fewer mails");
	holds(text, "PROPOSE SURRENDER");
	/* the lines are ready to be signed */
	assert_str(answer(0, text), "preferred");
	/* what is of no game belongs to no list */
	assert_null(leave_header());
}

static void orders_on_hold_are_told_with_their_time(void **unused)
{
	(void)unused;
	struct str text;

	start(meadow);
	assert_str(ordered(0, "MOVE A1 TO 10 9\nHOLD 2h"), "held");
	text = letter_to(0, "Your orders wait");
	holds(text, "wait until\nMonday 1 December 2025, 02:00");
	assert_str(ordered(0, "PREFER LANGUAGE es"), "preferred");
	assert_str(ordered(0, "BORRAR"), "adjudicated");
	text = letter_to(0, "Lo retenido se ha retirado");
	holds(text, "Lo que estaba retenido antes se ha retirado.\n");
}

/* --- anonymous games ------------------------------------------------------ */

/* All that goes to this person, as sent and as it is read. */
static void collect(int who, struct buf *out)
{
	struct posting v[JUDGE_BATCH];
	struct posting_result r[JUDGE_BATCH];
	int n;

	do {
		OK(judge_post(f.j, &f.arena, v, JUDGE_BATCH, &n, &f.why));
		for (int i = 0; i < n; i++) {
			struct message m = { 0 };

			r[i] = (struct posting_result){ .id = v[i].id,
							.fate = POSTING_SENT,
							.code = 250 };
			if (!str_is(v[i].recipient, f.p[who].address))
				continue;
			buf_adds(out, v[i].bytes);
			mime_parse(&fix_mime, &f.arena, v[i].bytes, &m);
			buf_adds(out, m.text);
			buf_adds(out, m.html_text);
			for (uint32_t k = 0; k < m.n_parts; k++)
				buf_adds(out, m.parts[k].bytes);
		}
		OK(judge_posted(f.j, r, n, &f.why));
	} while (n);
}

static void names(struct str text, int who, bool does)
{
	char print[KEY_FINGERPRINT_MAX];
	struct str parts[4];
	struct buf key;

	key_fingerprint(&f.p[who].key.key, print);
	buf_init(&key, 1000);
	key_render(&f.p[who].key.key, STR(""), &key);
	parts[0] = str_of(f.p[who].name);
	parts[1] = str_of(f.p[who].address);
	parts[2] = str_of(print + strlen("SHA256:"));
	parts[3] = parse_trim(buf_str(&key));
	for (int i = 0; i < 4; i++) {
		const char *z =
			arena_printf(&f.arena, "%.*s", STR_ARG(parts[i]));

		/* at the end the name and the fingerprint are told */
		if (does && i % 2)
			continue;
		if (fix_holds(text, z) != does)
			print_error("%s is there: %d\n", z, !does);
		assert_int_equal(fix_holds(text, z), does);
	}
	buf_release(&key);
}

static void quarter(struct buf *out)
{
	int n;

	f.now += 900;
	OK(judge_tick(f.j, &n, &f.why));
	collect(0, out);
}

static void an_anonymous_game_tells_nobody_who_plays(void **unused)
{
	static const char *const said[] = {
		"MOVE A1 TO 12 12\nEND",
		"HISTORY 60",
		"GAMES",
		"LETTERS",
		"RESEND 3",
		"DICE",
	};
	struct str verdict;
	struct buf got;

	(void)unused;
	f.p[0].name = "Anastasia";
	f.p[1].name = "Bobbington";
	f.p[2].name = "Cyprian";
	anonymous = true;
	deadline_s = 5 * 86400;
	buf_init(&got, 64 << 20);
	start(meadow);
	quarter(&got);
	assert_str(ordered(1, "SAY TO ALL: hello"), "letter");
	assert_str(ordered(1, "PROPOSE DRAW"), "adjudicated");
	assert_str(ordered(1, "AWAY 2025-12-20 TO 2025-12-24"), "adjudicated");
	quarter(&got);
	for (size_t i = 0; i < ARRAY_LEN(said); i++) {
		verdict = ordered(0, said[i]);
		if (!str_is(verdict, "adjudicated"))
			assert_str(verdict, "answered");
		quarter(&got);
	}
	assert_str(ordered(1, "MOVE B1 TO 12 35\nEND"), "adjudicated");
	assert_str(ordered(1, arena_printf(&f.arena, "DISPUTE %lld it is wrong",
					   (long long)fix_point(&f))),
		   "disputed");
	quarter(&got);
	assert_str(
		fix_send(&f, fix_mail(&f, f.p[2].address,
				      fix_commands(&f, 2, fix_point(&f), 1,
						   "RULE 1 STANDS\nso it is"))),
		"adjudicated");
	quarter(&got);
	f.now += 5 * 86400;
	quarter(&got);
	names(buf_str(&got), 1, false);
	names(buf_str(&got), 2, false);
	holds(buf_str(&got), "HELLO");
	holds(buf_str(&got), "BEGIN:VCALENDAR");
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	quarter(&got);
	names(buf_str(&got), 1, true);
	buf_release(&got);
}

/* ssh-keygen reads a signature with no other line ends, whoever keeps it. */
static int n_signatures;

static void signature_stands(const struct message *m)
{
	for (uint32_t i = 0; i < m->n_parts; i++) {
		struct str bytes = m->parts[i].bytes;
		bool report = str_is(m->parts[i].name, "report.txt.sig");
		const char *text = report ? "report.txt" : "answer.txt";
		struct str kept = file_of(m, text);
		struct sig sig;

		if (!report && !str_is(m->parts[i].name, "answer.txt.sig"))
			continue;
		assert_true(
			str_starts(bytes, "-----BEGIN SSH SIGNATURE-----\n"));
		assert_null(memchr(bytes.s, '\r', bytes.len));
		assert_int_equal(sig_parse(&f.arena, bytes, &sig, NULL),
				 SIG_ERROR_OK);
		assert_int_equal(sig_check(&sig, &f.config.key.key,
					   report ? SIG_REPORT : SIG_ANSWER,
					   kept),
				 SIG_ERROR_OK);
		/* only reports prove a history, by their first line */
		assert_int_equal(str_starts(kept, "HERALDO REPORT "), report);
		n_signatures++;
	}
}

static bool ends_so(struct str s, const char *end)
{
	size_t n = strlen(end);

	return s.len >= n && !memcmp(s.s + s.len - n, end, n);
}

/* The attachment for the page of the mail that is due to each of two, or "" */
static void glimpses(struct str out[2])
{
	struct posting v[JUDGE_BATCH];
	struct posting_result r[JUDGE_BATCH];
	int n;

	out[0] = out[1] = STR("");
	OK(judge_post(f.j, &f.arena, v, JUDGE_BATCH, &n, &f.why));
	for (int i = 0; i < n; i++) {
		struct message m = { 0 };

		r[i] = (struct posting_result){ .id = v[i].id,
						.fate = POSTING_SENT,
						.code = 250 };
		mime_parse(&fix_mime, &f.arena, v[i].bytes, &m);
		signature_stands(&m);
		for (uint32_t k = 0; k < m.n_parts; k++)
			for (int who = 0; who < 2; who++)
				if (ends_so(m.parts[k].name,
					    WEBAPP_PAYLOAD_SUFFIX) &&
				    str_is(v[i].recipient, f.p[who].address))
					out[who] = m.parts[k].bytes;
	}
	OK(judge_posted(f.j, r, n, &f.why));
}

/* What the page of a seat has, and that it is no more than the seat knows. */
static void glimpse_is_of(struct str text, int seat, const char *url)
{
	const struct system *sys = p.games.kinds[0].rules;
	struct game *game = arena_alloc_raw(&f.arena, sizeof(*game));
	struct game *view = arena_alloc_raw(&f.arena, sizeof(*view));
	struct event *e = ARENA_NEW(&f.arena, struct event);
	struct webapp_payload_known known;
	struct webapp_payload g;
	struct key key;
	struct str line, sample, events;

	assert_int_equal(webapp_payload_read(&f.arena, text, &g, &key),
			 WEBAPP_PAYLOAD_OK);
	assert_true(key_equal(&key, &f.config.key.key));
	game_samples(&f.arena, &p.games.kinds[0], &sample, &events);
	webapp_payload_know(&f.arena, sys, sample, STR(""), events, &known);
	assert_true(webapp_payload_unpack(&f.arena, &g, &known));
	assert_int_equal(g.seat.s[0] - 'A', seat);
	assert_str(g.url, url);
	assert_int_equal(g.point, fix_point(&f));
	assert_true(game_decode(game, sys, g.view));
	/* twins that differ in what is hidden have the same view of it */
	game_view(game, seat, view);
	assert_true(game_equal(game, view));
	assert_true(g.events.len > 0);
	while (parse_line(&g.events, &line)) {
		assert_true(event_parse(line, &sys->events, e));
		assert_true(e->audience == AUDIENCE_ALL ||
			    e->audience & AUDIENCE_SEAT(seat));
	}
}

static void a_report_has_what_a_page_needs(void **unused)
{
	struct str text[2];

	(void)unused;
	deadline_s = 86400;
	start(str_is(str_of(p.games.kinds[0].rules->name), "dungeons")
		      ? hall
		      : meadow);
	glimpses(text);
	for (int who = 0; who < 2; who++)
		if (text[who].len)
			glimpse_is_of(text[who], who, "");
	assert_true(text[0].len + text[1].len > 0);
	assert_true(n_signatures > 0);
}

/* where the judge has one */
static void a_page_is_named_before_all_else(void **unused)
{
	static const char url[] = "https://games.example/heraldo.html";
	struct str text;

	(void)unused;
	f.config.page_url = STR("https://games.example/heraldo.html");
	f.config.page_hash = STR("00112233");
	judge_close(f.j);
	fix_open(&f);
	for (int i = 0; i < 3; i++)
		fix_person(&f, i);
	text = invited("en", "\0", "", 0);
	holds_all(text, "https://games.example/heraldo.html\0"
			"\n    00112233\n\0");
	assert_true(strstr(arena_str(&f.arena, text).s, url) <
		    strstr(arena_str(&f.arena, text).s, "1. This judge"));
	text = invited("es", "\0", "", 0);
	holds(text, "O con tus propios programas:");
}

/* A mail that is due to a person, of those whose subject holds this. */
struct due_mail {
	struct message m;
	struct str raw; /* as it is sent, quoted-printable undone */
};

static struct str unquoted(struct str raw)
{
	char *out = arena_alloc(&f.arena, raw.len + 1);
	size_t n = 0;

	for (size_t i = 0; i < raw.len; i++) {
		struct str rest = { raw.s + i, raw.len - i };

		if (str_starts(rest, "=\r\n")) {
			i += 2;
		} else if (str_starts(rest, "=3D")) {
			out[n++] = '=';
			i += 2;
		} else {
			out[n++] = *rest.s;
		}
	}
	out[n] = 0;
	return (struct str){ out, n };
}

static struct due_mail mail_to(int who, const char *subject)
{
	struct due_mail out = { 0 };
	struct posting v[JUDGE_BATCH];
	struct posting_result r[JUDGE_BATCH];
	int n;

	OK(judge_post(f.j, &f.arena, v, JUDGE_BATCH, &n, &f.why));
	for (int i = 0; i < n; i++) {
		struct message m = { 0 };

		r[i] = (struct posting_result){ .id = v[i].id,
						.fate = POSTING_SENT,
						.code = 250 };
		if (!str_is(v[i].recipient, f.p[who].address))
			continue;
		mime_parse(&fix_mime, &f.arena, v[i].bytes, &m);
		if (!fix_holds(m.subject, subject))
			continue;
		out.m = m;
		out.raw = unquoted(v[i].bytes);
	}
	OK(judge_posted(f.j, r, n, &f.why));
	return out;
}

static bool has(struct str s, const char *part)
{
	return memmem(s.s, s.len, part, strlen(part));
}

static struct str part_named(const struct message *m, const char *end)
{
	for (uint32_t i = 0; i < m->n_parts; i++)
		if (ends_so(m->parts[i].name, end))
			return m->parts[i].bytes;
	return STR("");
}

/* Its position is read from this text, and is the one of the attachment. */
static void position_is_in(struct str text, const struct message *m)
{
	struct webapp_payload g, of_file;
	struct key key;

	assert_int_equal(webapp_payload_read(&f.arena, text, &g, &key),
			 WEBAPP_PAYLOAD_OK);
	assert_true(key_equal(&key, &f.config.key.key));
	assert_int_equal(webapp_payload_read(&f.arena,
					     part_named(m, ".heraldo"),
					     &of_file, &key),
			 WEBAPP_PAYLOAD_OK);
	assert_true(str_equal(g.packed_view, of_file.packed_view));
}

/* What a player sees ends with the position, as text and as HTML; the copy that
 * the judge signs does not repeat it. Lines of a block are short. */
static void a_report_ends_with_its_position(void **unused)
{
	static const char end[] = "-----END HERALDO BOARD-----";
	struct due_mail d;
	struct str rest, line;
	int lines = 0;

	(void)unused;
	deadline_s = 86400;
	start(meadow);
	d = mail_to(0, "");
	position_is_in(d.m.text, &d.m);
	position_is_in(d.m.html_text, &d.m);
	assert_false(has(part_named(&d.m, "report.txt"), "HERALDO BOARD"));
	signature_stands(&d.m);
	assert_true(ends_so(parse_trim(d.m.text), end));
	assert_true(ends_so(parse_trim(d.m.html_text), end));
	rest = d.m.text;
	rest.s = memmem(rest.s, rest.len, "-----BEGIN HERALDO BOARD", 24);
	rest.len -= (size_t)(rest.s - d.m.text.s);
	for (; parse_line(&rest, &line); lines++)
		assert_true(line.len <= WEBAPP_PAYLOAD_LINE);
	assert_true(lines <= WEBAPP_PAYLOAD_LINES);
	/* the file has a name of its own in every mail */
	assert_true(part_named(&d.m, arena_printf(&f.arena, "-%d-A.heraldo",
						  (int)fix_point(&f)))
			    .len);
	/* no address is configured: there is no link */
	assert_false(has(d.raw, "#b="));
}

/* a block without a board says how the next orders begin, signed by the judge
 */
static void head_is_signed(struct str text)
{
	struct webapp_payload_known known;
	struct webapp_payload g;
	struct key key;

	assert_int_equal(webapp_payload_read(&f.arena, text, &g, &key),
			 WEBAPP_PAYLOAD_OK);
	assert_true(key_equal(&key, &f.config.key.key));
	assert_int_equal(g.packed_view.len, 0);
	webapp_payload_know(&f.arena, NULL, STR(""), STR(""), STR(""), &known);
	assert_true(webapp_payload_unpack(&f.arena, &g, &known));
	assert_true(str_is(g.seat, "A"));
	assert_true(has(text, arena_printf(&f.arena, "%.*s A %d %d\nSEEN %.*s",
					   STR_ARG(g.game), (int)g.point,
					   (int)g.serial, STR_ARG(g.seen))));
}

/* Others may write lines like those of a receipt into a letter. */
static void a_receipt_tells_signed_how_orders_begin(void **unused)
{
	struct due_mail d;

	(void)unused;
	deadline_s = 86400;
	start(meadow);
	(void)mail_to(0, "");
	ordered(0, "LINE A1 B1\n");
	d = mail_to(0, "");
	/* answers tell no beginning */
	assert_false(has(d.m.text, "HERALDO BOARD"));
	assert_false(has(d.m.text, "\nORDERS "));
	ordered(0, "MOVE A1 TOWARD B1\n");
	d = mail_to(0, "");
	head_is_signed(d.m.text);
}

/* L1, L3, L4, L5 and L9 of links: in HTML alone, on a button, short enough,
 * readable; nothing that is signed has it. */
static void a_report_has_a_link_to_the_page(void **unused)
{
	static const char before[] =
		"href=\"https://games.example/heraldo.html?#b=";
	struct webapp_payload g;
	struct str link, signed_;
	struct due_mail d;
	struct key key;
	char *end;

	(void)unused;
	f.config.page_url = STR("https://games.example/heraldo.html");
	judge_close(f.j);
	fix_open(&f);
	deadline_s = 86400;
	start(meadow);
	d = mail_to(0, "");
	link.s = memmem(d.raw.s, d.raw.len, before, sizeof(before) - 1);
	assert_non_null(link.s);
	link.s += strlen("href=\"");
	end = memchr(link.s, '"', d.raw.len - (size_t)(link.s - d.raw.s));
	assert_non_null(end);
	link.len = (size_t)(end - link.s);
	assert_true(link.len <= WEBAPP_PAYLOAD_LINK_MAX);
	assert_int_equal(webapp_payload_read_link(&f.arena, link, &g, &key),
			 WEBAPP_PAYLOAD_OK);
	assert_true(key_equal(&key, &f.config.key.key));
	assert_false(has(d.m.text, "#b="));
	signed_ = part_named(&d.m, "report.txt");
	assert_true(signed_.len > 0);
	assert_false(has(signed_, "#b="));
	assert_true(has(d.m.html_text, "Play this turn"));
}

/* An invitation and the question that follows a JOIN tell the page where the
 * answer goes, and by which key the judge is known. */
static void an_invitation_names_its_judge_to_the_page(void **unused)
{
	struct webapp_payload_known known;
	struct webapp_payload g;
	struct key key;

	(void)unused;
	for (int i = 0; i < 3; i++)
		fix_person(&f, i);
	webapp_payload_know(&f.arena, NULL, STR(""), STR(""), STR(""), &known);
	assert_int_equal(webapp_payload_read(&f.arena,
					     invited("en", "\0", "", 0), &g,
					     &key),
			 WEBAPP_PAYLOAD_OK);
	assert_true(key_equal(&key, &f.config.key.key));
	assert_true(webapp_payload_unpack(&f.arena, &g, &known));
	assert_true(str_equal(g.judge, f.config.address));
	assert_true(g.game.len && !g.seat.len);
	assert_int_equal(g.dice.len, 64);
}

static void a_report_names_the_page(void **unused)
{
	struct str text[2];

	(void)unused;
	f.config.page_url = STR("https://games.example/heraldo.html");
	judge_close(f.j);
	fix_open(&f);
	deadline_s = 86400;
	start(meadow);
	holds(letter_to(0, ""), "https://games.example/heraldo.html");
	ordered(0, "END\n");
	glimpses(text);
	glimpse_is_of(text[1], 1, "https://games.example/heraldo.html");
}

static size_t put(struct str s)
{
	memcpy(page_room(s.len), s.s, s.len);
	return s.len;
}

/* A text that the page said in JSON, by the name of its member. */
static struct str page_member(const char *name)
{
	struct str all = { page_result(), page_said_len() }, in, text;
	char *mark = arena_printf(&f.arena, "\"%s\":", name);
	struct buf b;

	in.s = memmem(all.s, all.len, mark, strlen(mark));
	assert_non_null(in.s);
	in.s += strlen(mark);
	in.len = all.len - (size_t)(in.s - all.s);
	buf_init(&b, 1 << 20);
	assert_true(json_string_parse(&in, &b));
	text = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return text;
}

/* its words, one blank between: mails fold long lines */
static struct str in_a_row(struct str text)
{
	char *out = arena_alloc(&f.arena, text.len + 1);
	size_t n = 0;

	for (size_t i = 0; i < text.len; i++)
		if (!strchr(" \n", text.s[i]))
			out[n++] = text.s[i];
		else if (n && out[n - 1] != ' ')
			out[n++] = ' ';
	out[n] = 0;
	return (struct str){ out, n };
}

static void a_page_complains_as_the_judge_does(void **unused)
{
	static const char dir[] = SRCDIR "/templates";
	static const char lines[] = "MOVE A1 TOO 3 3\nATACK B1\nLINE A1\n";
	struct str text[2], letter;
	int who;

	(void)unused;
	deadline_s = 86400;
	start(meadow);
	glimpses(text);
	who = text[0].len ? 0 : 1;
	assert_true(text[who].len > 0);
	assert_int_equal(page_open(put(STR(dir))), 0);
	assert_int_equal(page_report(put(text[who])), 0);
	assert_str(page_member("fault"), "");
	assert_int_equal(page_position(-1), 0);
	assert_true(page_said_len() > 0);
	assert_int_equal(page_values(), 0);
	assert_int_equal(page_legal(), 0);
	assert_true(page_said_len() > 2);
	assert_int_equal(page_check(put(STR(lines))), 0);
	ordered(who, lines);
	letter = letter_to(who, "");
	holds(in_a_row(letter), in_a_row(page_member("reading")).s);
}

/* Put a report of the meadow at hand; whose it is. */
static int reported_to_the_page(void)
{
	static const char dir[] = SRCDIR "/templates";
	struct str text[2];
	int who;

	deadline_s = 86400;
	start(meadow);
	glimpses(text);
	who = text[0].len ? 0 : 1;
	assert_int_equal(page_open(put(STR(dir))), 0);
	assert_int_equal(page_report(put(text[who])), 0);
	return who;
}

/* Every die of a report follows from its link, the words and the commitment; of
 * another face, word or commitment it does not. */
static void a_page_proves_the_dice_of_a_report(void **unused)
{
	static const char dir[] = SRCDIR "/templates";
	struct str text[2], news, at;
	int n = 0, upto;

	(void)unused;
	start(brawl);
	glimpses(text);
	assert_str(ordered(0, "FIGHT A1 B1\nEND"), "adjudicated");
	glimpses(text);
	assert_true(text[1].len > 0);
	assert_int_equal(page_open(put(STR(dir))), 0);
	assert_int_equal(page_report(put(text[1])), 0);
	assert_int_equal(page_news(), 0);
	news = arena_str(&f.arena,
			 (struct str){ page_result(), page_said_len() });
	at.s = memmem(news.s, news.len, "\"dice\":", 7);
	assert_non_null(at.s);
	while ((at.s = strstr(at.s, "\"upto\":"))) {
		at.s += strlen("\"upto\":");
		for (upto = 0; '0' <= *at.s && *at.s <= '9'; at.s++)
			upto = upto * 10 + *at.s - '0';
		assert_int_equal(page_proof(upto), 0);
		at.len = page_said_len();
		assert_true(has((struct str){ page_result(), page_said_len() },
				"\"why\":\"\",\"proved\":1,\"committed\":1,"));
		n++;
	}
	assert_true(n >= 2);
	/* an event that is no die has no proof */
	assert_int_not_equal(page_proof(0), 0);
	assert_int_not_equal(page_proof(999), 0);
}

/* Takes a receipt of this seat, point and serial, signed by this key; false:
 * the page does not. */
static bool receipt_taken(const struct key_secret *key, struct str game,
			  int seat, int point, int n)
{
	const char letter[] = { (char)('A' + seat), 0 };
	struct webapp_payload g = { .judge = STR("judge@club.example"),
				    .game = game,
				    .rules = STR("rebellion 1"),
				    .program = STR("1"),
				    .language = STR("en"),
				    .seat = str_of(letter),
				    .point = point,
				    .serial = n,
				    .seen = STR("AAAA-BBBB") };
	struct webapp_payload_known known;
	struct webapp_payload_forms forms;
	struct why why;

	webapp_payload_know(&f.arena, NULL, STR(""), STR(""), STR(""), &known);
	assert_int_equal(webapp_payload_write(&f.arena, &g, &known, key, 0,
					      &forms, &why),
			 ERR_OK);
	return !page_receipt(put(forms.block));
}

/* Only what the judge has signed moves the point, and only forward. */
static void a_page_begins_as_a_receipt_tells(void **unused)
{
	const struct key_secret *judge = &f.config.key;
	struct key_secret other;
	struct str game;
	int who;

	(void)unused;
	who = reported_to_the_page();
	game = page_member("game");
	key_secret_new(&other);
	assert_int_not_equal(
		page_receipt(put(str_of(arena_printf(
			&f.arena,
			"Too late.\n\nORDERS %.*s %c 900 7\nSEEN AAAA-BBBB\n\n"
			"-----BEGIN HERALDO ORDERS-----\nORDERS %.*s %c 999 9\n",
			STR_ARG(game), 'A' + who, STR_ARG(game), 'A' + who)))),
		0);
	assert_false(receipt_taken(&other, game, who, 900, 7));
	assert_false(receipt_taken(judge, STR("no-game"), who, 900, 7));
	assert_false(receipt_taken(judge, game, !who, 900, 7));
	assert_false(receipt_taken(judge, game, who, 0, 7));
	assert_true(receipt_taken(judge, game, who, 900, 7));
	assert_false(receipt_taken(judge, game, who, 900, 6));
	key_secret_release(&other);
	assert_int_equal(page_orders(put(STR("END")), 0), 0);
	holds((struct str){ page_result(), page_said_len() },
	      " 900 7\nSEEN AAAA-BBBB\nEND\n");
}

static void said_of(const char *orders, const char *part)
{
	struct str said;

	assert_int_equal(
		page_complete(put(str_of(orders)), (int)strlen(orders)), 0);
	said = (struct str){ page_result(), page_said_len() };
	holds(arena_str(&f.arena, said), part);
}

static void what_arguments_can_be_is_said(void **unused)
{
	(void)unused;
	reported_to_the_page();
	said_of("MOVE A1 BEARING S", "\"words\":[\"SE\",\"S\",\"SW\"]");
	said_of("ARMY ", "\"letters\":\"");
	said_of("ARMY Slasher *, SLASH",
		"\"from\":16,\"words\":[\"Slasher *\"");
	said_of("ARMY Slasher *", "\"joined\":");
	said_of("ARMY Slasher * ", "\"joins\":[{\"key\":\"comma\"");
	said_of("MOVE A1 TO ", "\"digits\":1");
	said_of("FIGHT A1 ", "\"digits\":0");
}

static void what_lies_between_two_is_said(void **unused)
{
	struct str said;

	(void)unused;
	reported_to_the_page();
	assert_int_equal(page_between(put(STR("A1\nB1"))), 0);
	said = arena_str(&f.arena,
			 (struct str){ page_result(), page_said_len() });
	holds(said, "{\"order\":\"LINE A1 B1\",\"events\":[{\"text\":\"");
	holds(said, "{\"order\":\"MEASURE A1 B1\",\"events\":[{\"text\":\"");
	assert_int_equal(page_between(put(STR("A1\nT9"))), 0);
	assert_int_equal(page_said_len(), 2);
}

/* heraldo.zip of the mail that is due to this address, or "" */
static struct str zip_to(const char *address)
{
	struct str zip = STR("");
	struct posting v[JUDGE_BATCH];
	struct posting_result r[JUDGE_BATCH];
	int n;

	OK(judge_post(f.j, &f.arena, v, JUDGE_BATCH, &n, &f.why));
	for (int i = 0; i < n; i++) {
		struct message m = { 0 };

		r[i] = (struct posting_result){ .id = v[i].id,
						.fate = POSTING_SENT,
						.code = 250 };
		mime_parse(&fix_mime, &f.arena, v[i].bytes, &m);
		for (uint32_t k = 0; k < m.n_parts; k++)
			if (str_is(m.parts[k].name, "heraldo.zip") &&
			    str_is(v[i].recipient, address))
				zip = m.parts[k].bytes;
	}
	OK(judge_posted(f.j, r, n, &f.why));
	return zip;
}

static struct str zip_to_ana(void)
{
	return zip_to(f.p[0].address);
}

static void the_page_is_sent_once_a_day(void **unused)
{
	enum { HEADER = 30, NAME = 12, SIZE_AT = 18 };
	static const char file[] = SRCDIR "/src/webapp/page.html";
	struct buf sent, unpacked;
	struct str zip, packed;

	(void)unused;
	start(meadow);
	ordered(0, "HELP PAGE\n");
	assert_str(zip_to_ana(), "");
	f.config.page_file = file;
	judge_close(f.j);
	fix_open(&f);
	ordered(0, "HELP P\303\201GINA\n");
	zip = zip_to_ana();
	assert_true(zip.len > HEADER && !memcmp(zip.s, "PK\3\4", 4));
	assert_false(memcmp(zip.s + HEADER, "heraldo.html", NAME));
	packed.s = zip.s + HEADER + NAME;
	packed.len = (size_t)(uint8_t)zip.s[SIZE_AT] |
		     (size_t)(uint8_t)zip.s[SIZE_AT + 1] << 8;
	OK(file_read(file, 1 << 20, &sent, &f.why));
	buf_init(&unpacked, 1 << 20);
	assert_true(inflate_known(&unpacked, packed, STR("")));
	assert_true(str_equal(buf_str(&sent), buf_str(&unpacked)));
	buf_release(&sent);
	buf_release(&unpacked);
	ordered(0, "HELP PAGE\n");
	assert_str(zip_to_ana(), "");
	f.now += 86400;
	/* whom nobody knows gets the help, and no page */
	fix_send(&f, fix_mail(&f, "who@where.test", STR("HELP PAGE\r\n")));
	assert_str(zip_to("who@where.test"), "");
	ordered(0, "HELP PAGE\n");
	assert_true(zip_to_ana().len > 0);
}

int main(void)
{
#define T(name, open) cmocka_unit_test_setup_teardown(name, open, teardown)
	const struct CMUnitTest tests[] = {
		T(a_dispute_is_told_in_the_words_of_the_game, open_dungeons),
		T(who_is_to_begin_the_game_is_told_and_how, open_rebellion),
		T(an_invitation_says_all_that_it_takes, open_rebellion),
		T(an_invitation_names_the_map, open_dungeons),
		T(an_invitation_tells_how_mages_meet, open_arena),
		T(a_report_has_what_a_page_needs, open_rebellion),
		T(a_report_has_what_a_page_needs, open_dungeons),
		T(a_page_is_named_before_all_else, open_rebellion),
		T(a_report_names_the_page, open_rebellion),
		T(a_report_ends_with_its_position, open_rebellion),
		T(a_receipt_tells_signed_how_orders_begin, open_rebellion),
		T(a_report_has_a_link_to_the_page, open_rebellion),
		T(an_invitation_names_its_judge_to_the_page, open_rebellion),
		T(the_page_is_sent_once_a_day, open_rebellion),
		T(a_page_complains_as_the_judge_does, open_rebellion),
		T(a_page_proves_the_dice_of_a_report, open_rebellion),
		T(a_page_begins_as_a_receipt_tells, open_rebellion),
		T(what_arguments_can_be_is_said, open_rebellion),
		T(what_lies_between_two_is_said, open_rebellion),
		T(who_is_awaited_no_more_has_no_appointment, open_dungeons),
		T(who_is_replaced_has_no_appointment, open_dungeons),
		T(a_pause_is_in_the_subject_and_offers_nothing, open_rebellion),
		T(a_deadline_that_moves_is_the_same_appointment, open_dungeons),
		T(a_mail_has_the_form_that_its_reader_prefers, open_rebellion),
		T(where_something_happened_is_a_picture_of_its_own,
		  open_rebellion),
		T(a_short_report_leaves_out_the_figures, open_rebellion),
		T(an_army_that_is_not_chosen_has_no_list, open_rebellion),
		T(the_list_of_an_army_comes_with_what_may_be_in_it,
		  open_rebellion),
		T(no_list_comes_where_none_is_asked, open_rebellion),
		T(a_set_up_comes_with_examples_that_can_be_sent, open_dungeons),
		T(so_does_a_short_one_of_a_dungeon, open_dungeons),
		T(ids_of_rules_are_left_out_for_who_prefers_so, open_rebellion),
		T(what_holds_is_told_with_lines_that_change_it, open_rebellion),
		T(a_flowed_quotation_keeps_the_orders, open_rebellion),
		T(the_other_player_is_asked_to_end_the_game, open_rebellion),
		T(the_log_of_an_ended_game_is_analysed_once, open_rebellion),
		T(what_is_only_asked_is_not_told_as_done, open_rebellion),
		T(what_is_near_to_an_order_is_of_its_kind, open_rebellion),
		T(who_is_blocked_is_told_a_way_past, open_rebellion),
		T(who_looks_away_is_told_to_turn, open_rebellion),
		T(questions_beside_what_cannot_be_read_are_answered,
		  open_rebellion),
		T(games_are_asked_for_by_one_word, open_rebellion),
		T(who_prefers_what_there_is_not_is_told_what_there_is,
		  open_rebellion),
		T(the_button_of_a_mail_program_is_answered, open_rebellion),
		T(orders_on_hold_are_told_with_their_time, open_rebellion),
		T(a_dungeon_is_set_in_the_words_of_players, open_dungeons),
		T(a_field_is_set_in_the_words_of_players, open_rebellion),
		T(a_preview_of_who_comes_last_ends_before_the_others,
		  open_rebellion),
		T(a_preview_of_who_comes_last_ends_before_the_others,
		  open_dungeons),
		T(a_preview_of_who_comes_last_ends_before_the_others,
		  open_arena),
		T(a_preview_goes_on_behind_a_contact, open_rebellion),
		T(a_preview_goes_on_behind_the_dice, open_rebellion),
		T(a_preview_ends_nobody_elses_turn, open_rebellion),
		T(a_free_spin_says_how_it_could_be_another, open_rebellion),
		T(help_on_a_word_is_the_grammar_of_that_order, open_rebellion),
		T(what_only_waits_or_is_refused_is_told_to_its_sender,
		  open_rebellion),
		T(a_full_report_offers_every_order, open_rebellion),
		T(what_is_offered_says_who_is_pushed_and_who_marches,
		  open_rebellion),
		T(who_deploys_is_told_where_and_how_wide_bases_are,
		  open_rebellion),
		T(all_faults_of_a_set_up_are_told_at_once, open_rebellion),
		T(what_is_alike_is_told_in_one_sentence, open_rebellion),
		T(who_is_out_of_play_loses_no_tokens, open_rebellion),
		T(each_of_a_formation_is_told_where_it_went, open_rebellion),
		T(an_army_and_its_deployment_are_a_sentence_each,
		  open_rebellion),
		T(what_waits_anew_is_not_said_to_be_held, open_rebellion),
		T(an_answer_says_nothing_of_what_its_mail_orders,
		  open_rebellion),
		T(who_shoots_together_is_offered_it_first, open_rebellion),
		T(no_figure_fills_the_offers_alone, open_rebellion),
		T(who_reaches_nobody_is_offered_the_way, open_rebellion),
		T(who_is_stopped_halfway_is_offered_a_way_round,
		  open_rebellion),
		T(the_catalog_tells_what_there_is_to_choose, open_rebellion),
		T(a_dungeon_tells_its_heroes_and_spawn, open_dungeons),
		T(what_the_catalog_has_not_is_told_with_what_there_is,
		  open_dungeons),
		T(letters_are_read_by_whom_they_name, open_rebellion),
		T(words_are_shown_as_they_were_typed, open_rebellion),
		T(a_missed_deadline_is_told_in_one_way, open_rebellion),
		T(a_report_is_sent_once_more_as_it_was, open_rebellion),
		T(a_rule_is_told_in_the_words_of_its_reader, open_rebellion),
		T(the_history_is_told_to_who_asks, open_rebellion),
		T(a_blow_counts_again_once_its_undo_is_undone, open_rebellion),
		T(how_a_point_came_about_is_told_to_who_asks, open_rebellion),
		T(games_are_told_to_who_asks, open_rebellion),
		T(a_report_begins_with_what_its_reader_has_left,
		  open_rebellion),
		T(a_refusal_has_its_numbers_and_a_way_out, open_rebellion),
		T(of_three_it_is_said_whose_doorway_is_asked_for,
		  open_dungeons),
		T(of_three_each_is_asked_about_their_own_figure,
		  open_rebellion),
		T(who_asks_in_spanish_is_answered_in_spanish, open_rebellion),
		T(an_attached_wish_comes_before_the_one_that_is_quoted,
		  open_rebellion),
		T(a_digest_tells_of_each_game_what_its_report_would,
		  open_rebellion),
		T(help_that_nobody_signed_is_answered_above_what_is_quoted,
		  open_rebellion),
		T(help_on_a_word_is_answered_outside_games, open_rebellion),
		T(who_takes_a_seat_is_told_with_who_had_it, open_rebellion),
		T(why_a_command_is_not_done_is_told_in_the_readers_language,
		  open_rebellion),
		T(an_anonymous_game_tells_nobody_who_plays, open_rebellion),
		T(questions_of_a_preview_are_about_the_board_to_come,
		  open_rebellion),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
