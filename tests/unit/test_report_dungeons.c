/*
 * tests/unit/test_report_dungeons.c - the report of a turn in a dungeon, whole:
 * against golden files.
 */
#include "unit.h"
#include "base/str.h"
#include "games/games.h"
#include "report/picture/picture.h"
#include "report/text/report.h"
#include "engine/common.h"
#include "games/dungeons/rules/dungeons.h"
#include "games/dungeons/rules/position.h"
#include "engine/suggest_fix.h"
#include "engine/suggest.h"
#include "golden.h"
#include <stdio.h>
#include <stdlib.h>

static struct trials trials;

static struct arena arena;
static struct game game, scratch;
static struct event events[512];
static struct event_list list = { events, 0, ARRAY_LEN(events) };

/* two Heroes, Mage Spawn, a chest with a trap, a token, a door, every ground */
static const char position[] =
	"board 7x5\n"
	"terrain 2 B2\nterrain ~ B3\nterrain X D2\nterrain O E2\n"
	"terrain S F2\nterrain T A5\nterrain V D4\nterrain % G5\n"
	"terrain 5 F5\n"
	"wall C4|D4 C5|D5\n"
	"door D1 E3|E4 wood closed\n"
	"mouth w A3-A3 W\nmouth e G3-G3 E\n"
	"player A\nplayer B\n"
	"figure A1 at C3 face E\n"
	"figure B1 at G1 face W\n"
	"figure S1 spawn at D3 face W\n"
	"trap K1 5 attack H 8 1 disarm 8\n"
	"treasure K1 gold 30\n"
	"chest K1 at C2 face S\n"
	"token W1 at G4\n";

static const uint8_t faces[] = { 5, 4, 5 };

static uint32_t scripted(const void *source, uint32_t roll, uint32_t draw)
{
	(void)source;
	(void)draw;
	return roll < ARRAY_LEN(faces) ? faces[roll] - 1u : 0;
}

static uint32_t hidden(const void *source, uint32_t number, uint32_t draw)
{
	(void)source;
	return number + draw;
}

static struct dice dice = { .bits = scripted };
static const struct secrets secrets = { .bits = hidden };
static struct game_run run = { .trials = &trials,
			       .game = &game,
			       .dice = &dice,
			       .secrets = &secrets,
			       .out = &list };

static void set_up_as(const char *lines)
{
	struct buf fault;
	struct position s = { .run = &run,
			      .scratch = &scratch,
			      .fault = &fault };
	int line;

	game_init(&game, &system_dungeons);
	buf_init(&fault, 1024);
	if (!position_text(&s, &setup_dungeons, str_of(lines), &line))
		fail_msg("line %d: %s", line, fault.s);
	buf_release(&fault);
	list.n = 0;
}

static void set_up(void)
{
	set_up_as(position);
}

/* A1 reveals the trap with a 5, and attacks S1 with 4 + 5 */
static void play(void)
{
	struct decision d;

	decision_start(&d, DG_ORDER_REVEAL);
	decision_add_int(&d, DG_TAG_FIG, label_of('A', 1));
	decision_add_int(&d, DG_TAG_CHEST, label_of('K', 1));
	assert_true(game_try(&run, 0, 1, &d));
	decision_start(&d, DG_ORDER_ATTACK);
	decision_add_int(&d, DG_TAG_FIG, label_of('A', 1));
	decision_add_int(&d, DG_TAG_TARGET, label_of('S', 1));
	assert_true(game_try(&run, 0, 2, &d));
}

/* .. and so often more that all of it is too long for a mail */
static void play_long(void)
{
	int first = list.n, n;

	play();
	n = list.n - first;
	for (int i = 0; i < 8; i++) {
		assert_true(list.n + n <= (int)ARRAY_LEN(events));
		memcpy(events + list.n, events + first,
		       (size_t)n * sizeof(*events));
		list.n += n;
	}
}

/* RULE: DG-MAP-06 */
static void a_turn_in_a_dungeon_reads_as_the_golden_files_do(void **unused)
{
	static const char *const langs[] = { "en", "es" };
	static struct game view;

	(void)unused;
	set_up();
	play();
	game_view(&game, 0, &view);
	for (int i = 0; i < 2; i++) {
		struct report_owed owed = { .seat = 0 };
		struct report_input in = {
			.sys = &system_dungeons,
			.tells = &report_dungeons,
			.view = view.state,
			.seat = 0,
			.game = STR("crypt-7f3a"),
			.point = 31,
			.serial = 12,
			.seen = STR("7ZZ3-RYNR-YWTQ-7CFG-5SPA-NT97-CPD"),
			.seat_name = { STR("Ana"), STR("Bruno <b>") },
			.events = list.v,
			.n_events = list.n,
			.owed = &owed,
			.n_owed = 1,
			.rule_link =
				STR("mailto:judge@example.org?body=rule%20"),
			.picture_id = STR("board.31@crypt-7f3a"),
			.near_id = STR("near.31@crypt-7f3a"),
		};
		struct report out;
		struct messages *words;
		struct why why = { 0 };

		if (messages_load(&arena, SRCDIR "/templates", langs[i], &words,
				  &why))
			fail_msg("%s", why.text);
		in.words = words;
		if (report_render(&arena, &in, &out, &why))
			fail_msg("%s", why.text);
		golden(&arena,
		       arena_printf(&arena, "dungeons-%s.txt", langs[i]),
		       out.text);
		golden(&arena,
		       arena_printf(&arena, "dungeons-full-%s.txt", langs[i]),
		       out.full);
		golden(&arena,
		       arena_printf(&arena, "dungeons-%s.html", langs[i]),
		       out.html);
		assert_true(out.png.len > 4000);
	}
	arena_release(&arena);
}

static int times_in(struct str s, const char *what)
{
	const char *at = arena_str(&arena, s).s;
	int n = 0;

	while ((at = strstr(at, what))) {
		n++;
		at += strlen(what);
	}
	return n;
}

/* two chests of a model, and a Hero told to its owner and then to all */
static void what_a_card_is_stands_in_a_report_once(void **unused)
{
	static struct game view;
	struct report_input in = { .sys = &system_dungeons,
				   .tells = &report_dungeons,
				   .view = view.state,
				   .game = STR("crypt-7f3a"),
				   .seat_name = { STR("Ana"), STR("Bruno") },
				   .events = list.v };
	struct why why = { 0 };
	struct report out;
	struct messages *words;
	int kinds = 0;

	(void)unused;
	set_up();
	/* the definitions of the position, each twice */
	for (int i = 0; events[i].kind; i++)
		if (events[i].kind == DG_EV_FIGURE_DEFINED ||
		    events[i].kind == DG_EV_MODEL_DEFINED)
			events[kinds++] = events[i];
	assert_true(kinds > 1);
	memcpy(events + kinds, events, (size_t)kinds * sizeof(*events));
	list.n = 2 * kinds;
	play_long();
	in.n_events = list.n;
	game_view(&game, 0, &view);
	if (messages_load(&arena, SRCDIR "/templates", "en", &words, &why))
		fail_msg("%s", why.text);
	in.words = words;
	if (report_render(&arena, &in, &out, &why))
		fail_msg("%s", why.text);
	assert_int_equal(times_in(out.full, "Chest model"), 1);
	assert_int_equal(times_in(out.full, " of Ana, level "), 1);
	/* a model is asked for by CARD: it does not make the mail too long */
	assert_int_equal(times_in(out.text, "Chest model"), 0);
	assert_int_equal(times_in(out.text, "report.txt"), 1);
	list.n = 0;
	arena_release(&arena);
}

/* Who did nothing is a line where a report is long, and all are in the whole.
 */
static void a_long_report_has_no_rows_of_what_did_not_change(void **unused)
{
	static struct game view;
	struct report_owed owed = { .seat = 0 };
	struct report_input in = { .sys = &system_dungeons,
				   .tells = &report_dungeons,
				   .view = view.state,
				   .game = STR("crypt-7f3a"),
				   .seat_name = { STR("Ana"), STR("Bruno") },
				   .owed = &owed,
				   .n_owed = 1,
				   .events = list.v };
	struct buf lines;
	struct why why = { 0 };
	struct report out;

	(void)unused;
	buf_init(&lines, 2000);
	buf_addz(&lines, position);
	buf_addz(&lines, "figure S2 spawn at E5 face W\n"
			 "figure S3 spawn at G5 face W abilities \"defend\"\n");
	set_up_as(buf_str(&lines).s);
	buf_release(&lines);
	play_long();
	game_view(&game, 0, &view);
	in.n_events = list.n;
	for (int seat = 0; seat < 2; seat++) {
		struct messages *words;

		in.seat = seat;
		if (messages_load(&arena, SRCDIR "/templates", "en", &words,
				  &why))
			fail_msg("%s", why.text);
		in.words = words;
		if (report_render(&arena, &in, &out, &why))
			fail_msg("%s", why.text);
		assert_int_equal(times_in(out.text, "\n*S1 "), 1);
		assert_int_equal(times_in(out.text, "\n S2 "), 0);
		assert_int_equal(times_in(out.text, "S3 at G5 (Defend)."), 1);
		assert_int_equal(times_in(out.full, "\n S3 "), 1);
		assert_int_equal(times_in(out.html, "<strong>S3"), 0);
		/* who is asked for nothing is told so */
		assert_int_equal(times_in(out.text, "TO ANSWER"), !seat);
		assert_int_equal(times_in(out.text, "Nothing is asked of you"),
				 seat);
	}
	list.n = 0;
	arena_release(&arena);
}

static void label_add(struct buf *b, int32_t label)
{
	if (label)
		buf_addf(b, " %c%d", label_letter(label), label_number(label));
}

/* who does what to whom is enough to see what is offered */
static bool any_words(const void *writer, const struct decision *d,
		      struct buf *b)
{
	(void)writer;
	buf_addf(b, "<%s",
		 decision_row(&system_dungeons.decisions, d->kind)->name);
	label_add(b, decision_int(d, DG_TAG_FIG, 0));
	label_add(b, decision_int(d, DG_TAG_TARGET, 0));
	buf_addz(b, ">");
	return true;
}

/* the report of seat A of what there is now */
static void reported(const char *lang, struct report *out)
{
	static const struct str waits = STR("<pass>");
	static struct game view;
	struct report_input in = {
		.sys = &system_dungeons,
		.tells = &report_dungeons,
		.view = view.state,
		.start = REPORT_BEGUN,
		.game = STR("crypt-7f3a"),
		.seat_name = { STR("Ana"), STR("Bruno") },
		.events = list.v,
		.n_events = list.n,
		.write = any_words,
		.queue = &waits,
		.n_queue = 1,
	};
	struct why why = { 0 };
	struct messages *words;

	game_view(&game, 0, &view);
	if (messages_load(&arena, SRCDIR "/templates", lang, &words, &why))
		fail_msg("%s", why.text);
	in.words = words;
	if (report_render(&arena, &in, out, &why))
		fail_msg("%s", why.text);
}

/* An order is tried as it would go when its turn's preparations are done: the
 * reader sees what they will do, and nothing that they make impossible.
 * RULE: DG-SA-28 */
static void venom_that_waits_is_told(void **unused)
{
	struct report out;
	struct decision d;

	(void)unused;
	set_up_as("board 7x3\nplayer A\nplayer B\n"
		  "figure A1 at B2 face E abilities \"venom\"\n"
		  "figure A2 at F2 face W\n"
		  "figure B1 at A3 face N\n"
		  "figure S1 spawn at C2 face W life 1\n"
		  "chest K1 held A\n"
		  "phase start\nturn A turn 3\n");
	decision_start(&d, DG_ORDER_ATTACK);
	decision_add_int(&d, DG_TAG_FIG, label_of('A', 1));
	decision_add_int(&d, DG_TAG_TARGET, label_of('S', 1));
	assert_false(game_try(&run, 0, 1, &d));
	reported("en", &out);
	assert_int_equal(times_in(str_one_line(&arena, out.text),
				  "A1 does S1 1 click, which"),
			 1);
	assert_int_equal(times_in(out.text, "the Venom of A1 comes"), 1);
	assert_int_equal(times_in(out.text, "beside S1"), 0);
	reported("es", &out);
	assert_int_equal(times_in(str_one_line(&arena, out.text),
				  "A1 hace 1 click a S1, que"),
			 1);
	assert_int_equal(times_in(out.text, "el Veneno de A1"), 1);
	list.n = 0;
	arena_release(&arena);
}

/* Turning is free: an attack behind one's back is offered with the turn before
 * it, and so is the way out of its refusal; nobody unhurt is healed.
 * RULE: DG-ACT-06 */
static void what_is_behind_is_turned_to(void **unused)
{
	struct report out;
	struct decision d;

	(void)unused;
	set_up_as("board 13x3\nplayer A\nplayer B\n"
		  "figure A1 at B2 face W abilities \"healing\"\n"
		  "figure A2 at B3 face N\n"
		  "figure B1 at M1 face N\n"
		  "figure S1 spawn at C2 face E\n"
		  "phase play\nturn A turn 3\n");
	decision_start(&d, DG_ORDER_ATTACK);
	decision_add_int(&d, DG_TAG_FIG, label_of('A', 1));
	decision_add_int(&d, DG_TAG_TARGET, label_of('S', 1));
	assert_false(game_try(&run, 0, 1, &d));
	reported("en", &out);
	assert_int_equal(times_in(out.text, "be done: <turn A1>, then <attack"),
			 1);
	assert_int_equal(times_in(out.text,
				  "// <turn A1> // for the next line\n"
				  "// <attack A1 S1> // "),
			 1);
	assert_int_equal(times_in(out.text, "<heal"), 0);
	list.n = 0;
	arena_release(&arena);
}

/* What the rules chose for somebody says, once, how to be asked.
 * RULE: DG-D-17 DG-D-19 */
static void a_choice_that_was_the_readers_says_so(void **unused)
{
	struct report out;
	struct event e;

	(void)unused;
	set_up_as("board 9x3\nplayer A heroes 2\nplayer B\n"
		  "figure A1 at B2 face W\nfigure A2 at B3 face N\n"
		  "figure B1 at I1 face N\n"
		  "figure S1 spawn at C2 face E\n"
		  "figure S2 spawn at F1 face W\n"
		  "phase play\nturn A turn 3\n");
	for (int i = 0; i < 3; i++) { /* the last is another's */
		event_start(&e, DG_EV_SPAWN_PLACED, DG_CONV_06);
		event_because(&e, DG_D_17);
		event_put(&e, DG_EV_SPAWN_PLACED_FIG, label_of('S', 1 + i % 2));
		event_put_point(&e, DG_EV_SPAWN_PLACED_AT, 2, 1);
		event_put(&e, DG_EV_SPAWN_PLACED_FACE, DG_E);
		event_put(&e, DG_EV_SPAWN_PLACED_SEAT, i == 2);
		event_put(&e, DG_EV_SPAWN_PLACED_WAITS, 0);
		event_put(&e, DG_EV_SPAWN_PLACED_OWNER, -1);
		events[list.n++] = e;
	}
	event_start(&e, DG_EV_LEVEL_RAISED, DG_XP_08);
	event_because(&e, DG_D_19);
	event_put(&e, DG_EV_LEVEL_RAISED_FIG, label_of('A', 1));
	event_put(&e, DG_EV_LEVEL_RAISED_LEVEL, 2);
	event_put(&e, DG_EV_LEVEL_RAISED_CLICK, 0);
	events[list.n++] = e;
	reported("en", &out);
	assert_int_equal(times_in(out.text, "(PLACE ASK"), 1);
	assert_int_equal(times_in(out.text, "(LEVEL FIRST"), 1);
	reported("es", &out);
	assert_int_equal(times_in(out.text, "(COLOCAR PREGUNTA"), 1);
	assert_int_equal(times_in(out.text, "(NIVEL PRIMERO"), 1);
	list.n = 0;
	arena_release(&arena);
}

/* The name of a mouth stands outside where a piece or thing is beside it; of
 * the part of the board around what happened no square is cut. */
static void the_name_of_a_mouth_covers_nobody(void **unused)
{
	static struct game view;
	struct narrator n = { .sys = &system_dungeons };
	struct scene *out = ARENA_NEW(&arena, struct scene);
	struct why why = { 0 };
	struct messages *words;

	(void)unused;
	set_up_as("board 9x5\nmouth E I2-I2 E\nmouth W A2-A2 W\n"
		  "mouth N E1-E1 N\nplayer A\nplayer B\n"
		  "figure A1 at B2 face W\nfigure B1 at E5 face N\n"
		  "phase play\nturn A turn 3\n");
	if (messages_load(&arena, SRCDIR "/templates", "en", &words, &why))
		fail_msg("%s", why.text);
	n.words = words;
	game_view(&game, 0, &view);
	assert_true(report_dungeons.scene(&arena, &n, view.state, out));
	assert_int_equal(out->floor->n_mouths, 3);
	for (int i = 0; i < 3; i++)
		assert_int_equal(out->floor->mouth[i].taken,
				 out->floor->mouth[i].facing == 270);
	list.n = 0;
	arena_release(&arena);
}

/* A trap that is looked for need not be there: DISARM is told with its IF. */
static void who_reveals_is_told_how_to_disarm(void **unused)
{
	struct report out;

	(void)unused;
	set_up_as("board 9x3\nplayer A\nplayer B\n"
		  "figure A1 at B2 face E stats 6/8/15/2\n"
		  "figure B1 at I2 face N\nchest K1 at C2 face W\n"
		  "phase play\nturn A turn 3\n");
	reported("en", &out);
	assert_int_equal(times_in(out.text,
				  "<reveal A1> // and below it: IF K1 "
				  "ARMED: DISARM A1 K1\n"),
			 1);
	reported("es", &out);
	assert_int_equal(times_in(out.text, "SI K1 ARMADO: DESACTIVAR A1 K1\n"),
			 1);
	list.n = 0;
	arena_release(&arena);
}

/* A position need not say what an armed trap does. */
static void an_armed_trap_without_numbers_is_only_armed(void **unused)
{
	struct report out;

	(void)unused;
	set_up_as("board 9x3\nplayer A\nplayer B\n"
		  "figure A1 at B2 face E stats 6/8/15/2\n"
		  "figure B1 at I2 face N\n"
		  "chest K1 at C2 face S state armed position 1\n"
		  "trap K2 1 attack H 8 2 disarm 7\n"
		  "chest K2 at D2 face S state armed position 1\n"
		  "phase play\nturn A turn 3\n");
	reported("en", &out);
	assert_int_equal(times_in(out.text, "trap armed"), 2);
	assert_int_equal(times_in(out.text, "disarms it"), 1);
	list.n = 0;
	arena_release(&arena);
}

/* Who has walked is marked, as who was hit is. */
static void who_walked_is_marked_as_changed(void **unused)
{
	struct report out;
	struct decision d;

	(void)unused;
	set_up_as("board 9x3\nplayer A\nplayer B\n"
		  "figure A1 at B2 face W stats 6/8/15/2\n"
		  "figure A2 at A1 face W\nfigure B1 at I2 face N\n"
		  "phase play\nturn A turn 3\n");
	decision_start(&d, DG_ORDER_MOVE);
	decision_add_int(&d, DG_TAG_FIG, label_of('A', 1));
	decision_add(&d, DG_TAG_TO, (int32_t[]){ 2, 1 }, 2);
	assert_true(game_try(&run, 0, 1, &d));
	reported("en", &out);
	assert_int_equal(times_in(out.text, "\n*A1 "), 1);
	assert_int_equal(times_in(out.text, "\n A2 "), 1);
	list.n = 0;
	arena_release(&arena);
}

/* Whatever is too far for this turn a way leads towards: to the nearest enemy
 * or chest, and with treasure to the exit; and treasure that nobody uses is
 * offered to a Hero. All other orders are one line away. */
static void what_is_far_is_gone_towards(void **unused)
{
	struct report out;
	struct decision d;

	(void)unused;
	set_up_as("board 20x3\nmouth E T1-T3 E\nmouth W A1-A3 W\n"
		  "player A entrance W exit E\nplayer B entrance E exit W\n"
		  "figure A1 at B2 face W stats 6/8/15/2\n"
		  "figure B1 at P2 face N\nchest K1 held A\n"
		  "phase start\nturn A turn 3\n");
	reported("en", &out);
	assert_int_equal(times_in(out.text, "// <assign A1>\n"), 1);
	assert_int_equal(
		times_in(out.text, "<move A1> // towards B1, 13 points in all"),
		1);
	assert_int_equal(
		times_in(out.text, "// All other moves, turns and orders: "),
		1);
	list.n = 0;
	arena_release(&arena);
	set_up_as("board 20x3\nmouth E T1-T3 E\nmouth W A1-A3 W\n"
		  "player A entrance W exit E\nplayer B entrance E exit W\n"
		  "figure A1 at B2 face W stats 6/8/15/2\n"
		  "figure B1 outside\nchest K1 held A\n"
		  "phase play\nturn A turn 3\n");
	reported("en", &out);
	assert_int_equal(times_in(out.text, "<move A1> // towards your exit, "
					    "18 points in all"),
			 1);
	/* .. and to who would leave from afar */
	decision_start(&d, DG_ORDER_LEAVE);
	decision_add_int(&d, DG_TAG_FIG, label_of('A', 1));
	assert_false(game_try(&run, 0, 1, &d));
	reported("en", &out);
	assert_int_equal(times_in(out.text, "done: <move A1>"), 1);
	reported("es", &out);
	assert_int_equal(times_in(out.text, "// hacia tu salida, 18 puntos"),
			 1);
	assert_int_equal(times_in(out.text, "INFORME COMPLETO"), 1);
	list.n = 0;
	arena_release(&arena);
}

/* Orders wait for a turn that may come. */
static void nothing_waits_when_all_is_over(void **unused)
{
	struct report out;

	(void)unused;
	set_up_as("board 3x3\nplayer A\nplayer B\n"
		  "figure A1 at B2 face W\nfigure B1 at A1 face N\n"
		  "phase play\nturn A turn 3\n");
	reported("en", &out);
	assert_int_equal(times_in(out.text, "<pass>"), 1);
	((struct dg_state *)game.state)->head.phase = DG_OVER;
	reported("en", &out);
	assert_int_equal(times_in(out.text, "<pass>"), 0);
	assert_int_equal(times_in(out.html, "&lt;pass"), 0);
	list.n = 0;
	arena_release(&arena);
}

/* What a Hero can do is known before it comes in. */
static void who_is_outside_has_values(void **unused)
{
	struct report out;

	(void)unused;
	set_up_as("board 3x3\nplayer A\nplayer B\n"
		  "figure A1 at B2 stats 8/9/14/2 life 5 abilities \"charge\" "
		  "outside\nfigure B1 at A1 face N\n"
		  "phase play\nturn A\n");
	reported("en", &out);
	assert_int_equal(times_in(out.text, "(outside, speed 8, attack 9,"), 1);
	assert_int_equal(times_in(out.text, "Charge)"), 1);
	list.n = 0;
	arena_release(&arena);
}

/* An ability that a click takes, or brings, is in the event itself. */
static void clicks_tell_what_abilities_they_turn(void **unused)
{
	struct report out;
	struct event e;

	(void)unused;
	set_up_as(
		"board 5x3\nplayer A\nplayer B\n"
		"figure A1 at B2 dial \"8/8/15/2 charge\" \"8/8/14/2 flight\" "
		"\"7/7/13/1 flight\"\n"
		"figure B1 at E1 face N\n"
		"phase play\nturn A turn 3\n");
	for (int click = 1; click <= 2; click++) {
		event_start(&e, DG_EV_DAMAGED, DG_ATT_07);
		event_put(&e, DG_EV_DAMAGED_FIG, label_of('A', 1));
		event_put(&e, DG_EV_DAMAGED_BY, label_of('B', 1));
		event_put(&e, DG_EV_DAMAGED_CAUSE, DG_BY_ABILITY);
		event_put_ints(&e, DG_EV_DAMAGED_MODS, NULL, 0);
		event_put(&e, DG_EV_DAMAGED_CLICKS, 1);
		event_put(&e, DG_EV_DAMAGED_CLICK, click);
		events[list.n++] = e;
	}
	reported("en", &out);
	assert_int_equal(times_in(out.text, "; it loses Charge; it gains"), 1);
	assert_int_equal(times_in(out.text, "it loses"), 1);
	reported("es", &out);
	assert_int_equal(times_in(out.text, "; pierde Carga; gana Vuelo."), 1);
	list.n = 0;
	arena_release(&arena);
}

/* Who cannot be activated any more is marked, however short the report. */
static void who_was_activated_is_marked(void **unused)
{
	struct report out;
	struct event e;

	(void)unused;
	set_up_as("board 5x3\nplayer A\nplayer B\n"
		  "figure A1 at B2 face W abilities \"charge\"\n"
		  "figure A2 at B3 face W abilities \"flight\"\n"
		  "figure B1 at E1 face N\nphase play\nturn A turn 3\n");
	((struct dg_state *)game.state)->fig[0].acted = 1;
	for (int i = 0; i < 70; i++) { /* too long to tell all of figures */
		event_start(&e, DG_EV_PASSED, DG_TURN_04);
		event_put(&e, DG_EV_PASSED_PIECE, label_of('A', 1));
		events[list.n++] = e;
	}
	reported("en", &out);
	assert_int_equal(times_in(out.text, "A1: Charge. Was activated"), 1);
	assert_int_equal(times_in(out.text, "A2: Flight"), 1);
	list.n = 0;
	arena_release(&arena);
}

/* Whom an order names and who is out by then, and nobody at all. */
static void who_is_gone_is_named_and_how_to_plan_for_it(void **unused)
{
	static const char *const told[] = { "ANYBODY, plans",
					    "there is nobody" };
	struct report out;

	(void)unused;
	for (int any = 0; any < 2; any++) {
		struct decision d;

		set_up_as("board 5x3\nplayer A\nplayer B\n"
			  "figure A1 at C2 face W\nfigure B1 outside\n"
			  "phase play\nturn A turn 3\n");
		decision_start(&d, DG_ORDER_ATTACK);
		decision_add_int(&d, DG_TAG_FIG, label_of('A', 1));
		if (any)
			decision_add_int(&d, DG_TAG_ANY, 1);
		else
			decision_add_int(&d, DG_TAG_TARGET, label_of('B', 1));
		assert_false(game_try(&run, 0, 1, &d));
		reported("en", &out);
		assert_int_equal(times_in(out.text, told[any]), 1);
		assert_int_equal(times_in(out.text, told[!any]), 0);
		list.n = 0;
	}
	arena_release(&arena);
}

/* A chest that somebody else has, or that is stored, is not taken along. */
static void what_is_not_in_hand_is_not_taken_out(void **unused)
{
	static const char *const told[][2] = {
		{ "en", "K1 is not in your hands" },
		{ "es", "K1 no está en tus manos" }
	};
	struct decision d;
	struct report out;

	(void)unused;
	set_up_as("board 5x3\nmouth E E1-E3 E\nplayer A exit E\nplayer B\n"
		  "figure A1 at E2 face E\nfigure B1 at A2 face W\n"
		  "chest K1 held B\nphase play\nturn A turn 3\n");
	((struct dg_state *)game.state)->player[0].acquired = 1;
	decision_start(&d, DG_ORDER_LEAVE);
	decision_add_int(&d, DG_TAG_FIG, label_of('A', 1));
	decision_add_int(&d, DG_TAG_CHEST, label_of('K', 1));
	assert_false(game_try(&run, 0, 1, &d));
	for (size_t i = 0; i < ARRAY_LEN(told); i++) {
		reported(told[i][0], &out);
		assert_int_equal(
			times_in(str_one_line(&arena, out.text), told[i][1]),
			1);
	}
	list.n = 0;
	arena_release(&arena);
}

/* Who comes into the pool is told in one sentence. */
static void a_pool_is_one_sentence(void **unused)
{
	static const struct {
		struct str name;
		int32_t points;
	} pool[] = { { STR("Stone Boar"), 35 }, { STR("Gnoll Robber"), 10 } };
	const int32_t none = 0;
	struct report out;

	(void)unused;
	set_up_as("board 5x3\nplayer A\nplayer B\n"
		  "figure A1 at C2 face W\nphase play\nturn A turn 3\n");
	for (int i = 0; i < 2; i++) {
		struct event e;

		event_start(&e, DG_EV_FIGURE_DEFINED, 0);
		event_put(&e, DG_EV_FIGURE_DEFINED_FIG, label_of('P', i + 1));
		event_put(&e, DG_EV_FIGURE_DEFINED_KIND, DG_SPAWN);
		event_put(&e, DG_EV_FIGURE_DEFINED_OWNER, -1);
		event_put_text(&e, DG_EV_FIGURE_DEFINED_KEY, STR("x/1"));
		event_put_text(&e, DG_EV_FIGURE_DEFINED_NAME, pool[i].name);
		event_put(&e, DG_EV_FIGURE_DEFINED_FORM, 0);
		event_put(&e, DG_EV_FIGURE_DEFINED_POINTS, pool[i].points);
		event_put(&e, DG_EV_FIGURE_DEFINED_LEVEL, 1);
		event_put_ints(&e, DG_EV_FIGURE_DEFINED_LEVELS, &none, 1);
		event_put(&e, DG_EV_FIGURE_DEFINED_RANGE, 0);
		event_put(&e, DG_EV_FIGURE_DEFINED_TARGETS, 1);
		event_put(&e, DG_EV_FIGURE_DEFINED_ARC, 3);
		event_put_ints(&e, DG_EV_FIGURE_DEFINED_DIAL, &none, 1);
		events[list.n++] = e;
	}
	reported("en", &out);
	assert_int_equal(times_in(str_one_line(&arena, out.text),
				  "P1 is Stone Boar (Mage Spawn): 35 points; "
				  "P2 Gnoll Robber: 10."),
			 1);
	list.n = 0;
	arena_release(&arena);
}

/* Why there is no way is told apart by the rule.
 * RULE: DG-MOVE-01 DG-MOVE-03 */
static void what_bars_the_way_is_named(void **unused)
{
	static const char *const to[] = { "a wall or a", "enter that" };
	struct report out;

	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct decision d;

		set_up_as("board 5x3\nterrain X C1\nwall C2|C3\n"
			  "player A\nplayer B\nfigure A1 at C2 face W\n"
			  "figure B1 at E1 face N\nphase play\n"
			  "turn A turn 3\n");
		decision_start(&d, DG_ORDER_MOVE);
		decision_add_int(&d, DG_TAG_FIG, label_of('A', 1));
		decision_add(&d, DG_TAG_TO, (int32_t[]){ 2, i ? 0 : 2 }, 2);
		assert_false(game_try(&run, 0, 1, &d));
		reported("en", &out);
		assert_int_equal(times_in(out.text, to[i]), 1);
		assert_int_equal(times_in(out.text, to[!i]), 0);
		list.n = 0;
	}
	arena_release(&arena);
}

/* What can be done in the place of a way leads on from where one stands. */
static void nobody_is_told_to_go_back_where_he_stands(void **unused)
{
	struct decision d, out;

	(void)unused;
	set_up_as("board 8x3\nwall C2|D2\nplayer A\nplayer B\n"
		  "figure A1 at C2 face W\nfigure B1 at H3 face N\n"
		  "phase play\nturn A turn 3\n");
	decision_start(&d, DG_ORDER_MOVE);
	decision_add_int(&d, DG_TAG_FIG, label_of('A', 1));
	for (int x = 1; x < 5; x++)
		decision_add(&d, DG_TAG_TO, (int32_t[]){ x, 1 }, 2);
	assert_false(game_try(&run, 0, 1, &d));
	assert_true(suggest_fix_of(&system_dungeons, game.state, 0, NULL,
				   &trials, &d, &out));
	decision_start(&d, DG_ORDER_MOVE);
	decision_add_int(&d, DG_TAG_FIG, label_of('A', 1));
	decision_add(&d, DG_TAG_TO, (int32_t[]){ 4, 1 }, 2);
	decision_add_int(&d, DG_TAG_WAY, 1);
	assert_true(decision_equal(&d, &out));
	list.n = 0;
	arena_release(&arena);
}

/* what seat A may see of the position */
static const void *seen_by_a(const char *lines)
{
	static int32_t view[SYSTEM_MAX_STATE / (int)sizeof(int32_t)];

	set_up_as(lines);
	system_dungeons.view(game.state, 0, view);
	return view;
}

/* as its player would write it, in a mail's English */
static void assert_order(const struct decision *d, int kind, int32_t label,
			 int32_t x, int32_t y)
{
	struct decision_arg to;

	assert_int_equal(d->kind, kind);
	assert_int_equal(decision_int(d, DG_TAG_FIG, 0), label);
	assert_true(decision_find(d, DG_TAG_TO, &to));
	assert_int_equal(to.w[0], x);
	assert_int_equal(to.w[1], y);
}

static bool offers_way(const void *view, int32_t label, int32_t x, int32_t y)
{
	static struct suggest room[OFFERS_MAX];
	struct offers list_of = { .v = room };
	struct decision_arg to;

	system_dungeons.offer(view, 0, trials_init(&trials), &list_of);
	for (int i = 0; i < list_of.n; i++) {
		const struct decision *d = &room[i].d;

		if (d->kind == DG_ORDER_MOVE &&
		    decision_int(d, DG_TAG_FIG, 0) == label &&
		    decision_find(d, DG_TAG_TO, &to) && to.w[0] == x &&
		    to.w[1] == y)
			return true;
	}
	return false;
}

/* What another may do when it has come, and what the dice bring then, does not
 * keep a way from being offered; what they bring before that ends it. */
static void ways_to_what_nobody_can_know_are_offered(void **unused)
{
	const void *view;

	(void)unused;
	/* whether B1 turns round is for its player to know */
	view = seen_by_a("board 9x3\nplayer A\nplayer B\n"
			 "figure A1 at B2 face E stats 8/8/15/2\n"
			 "figure B1 at H2 face E\nphase play\n"
			 "turn A turn 3\n");
	assert_true(offers_way(view, label_of('A', 1), 6, 0) ||
		    offers_way(view, label_of('A', 1), 6, 1) ||
		    offers_way(view, label_of('A', 1), 6, 2));
	/* a wandering monster goes to the other's Heroes until it turns */
	view = seen_by_a("board 20x3\nplayer A\nplayer B\n"
			 "figure A1 at A1 face E\nfigure B1 at T2 face E\n"
			 "token W1 at H2\nphase play\nturn A turn 3\n");
	assert_true(offers_way(view, label_of('W', 1), 8, 1));
	list.n = 0;
	arena_release(&arena);
}

/* Monsters go behind the seat's own figures, and no more than two of them. */
static void few_monsters_are_offered_and_late(void **unused)
{
	static struct suggest room[OFFERS_MAX];
	struct offers o = { .v = room };
	int n = 0;

	(void)unused;
	system_dungeons.offer(
		seen_by_a("board 20x3\nwall E1|F1 E2|F2 E3|F3\n"
			  "player A\nplayer B\n"
			  "figure A1 at A1 face E stats 8/8/15/2\n"
			  "figure B1 at T2 face E\nchest K1 at D2 face W\n"
			  "token W1 at G1\n"
			  "token W2 at G2\ntoken W3 at G3\ntoken W4 at H1\n"
			  "phase play\nturn A turn 3\n"),
		0, trials_init(&trials), &o);
	for (int i = 0; i < o.n; i++) {
		bool monster = label_letter(room[i].actor) == 'W';

		assert_true(monster || !n);
		n += monster;
	}
	assert_int_equal(room[0].actor, label_of('A', 1));
	assert_int_equal(n, 2);
	list.n = 0;
	arena_release(&arena);
}

/* Too far away: the way there. No more to do with it: what another can do, and
 * where nobody can do anything, that the turn ends. */
static void what_can_be_done_instead_is_near_to_it(void **unused)
{
	const void *view = seen_by_a("board 20x3\nplayer A\nplayer B\n"
				     "figure A1 at B2 face E stats 8/8/15/2\n"
				     "figure A2 at N3 face E stats 8/8/15/2\n"
				     "figure B1 at O2 face E\nphase play\n"
				     "turn A turn 3\n");
	struct decision d, out;

	(void)unused;
	decision_start(&d, DG_ORDER_ATTACK);
	decision_add_int(&d, DG_TAG_FIG, label_of('A', 1));
	decision_add_int(&d, DG_TAG_TARGET, label_of('B', 1));
	assert_true(suggest_fix_of(&system_dungeons, view, 0, NULL, &trials, &d,
				   &out));
	assert_order(&out, DG_ORDER_MOVE, label_of('A', 1), 9, 1);
	/* A1 was activated: A2 can attack */
	((struct dg_state *)view)->fig[0].acted = 1;
	assert_true(suggest_fix_of(&system_dungeons, view, 0, NULL, &trials, &d,
				   &out));
	assert_int_equal(out.kind, DG_ORDER_ATTACK);
	assert_int_equal(decision_int(&out, DG_TAG_FIG, 0), label_of('A', 2));
	((struct dg_state *)view)->fig[1].acted = 1;
	assert_true(suggest_fix_of(&system_dungeons, view, 0, NULL, &trials, &d,
				   &out));
	assert_int_equal(out.kind, DG_ORDER_END);
	list.n = 0;
	arena_release(&arena);
}

/* A chest is looked at from every side, and disarmed from before it alone: the
 * way there, and no promise of what could not be done from the side. */
static void a_chest_is_worked_on_from_before_it(void **unused)
{
	static const char *const sides[] = { "D3", "E2" };
	struct decision d, out;
	struct report told;
	const void *view;

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(sides); i++) {
		set_up_as(arena_printf(
			&arena,
			"board 9x5\nplayer A\nplayer B\n"
			"figure A1 at %s face E stats 8/8/15/2\n"
			"figure B1 at I5 face N\nchest K1 at D2 face E\n"
			"phase play\nturn A turn 3\n",
			sides[i]));
		reported("en", &told);
		assert_int_equal(times_in(told.text, "<reveal A1>"), 1);
		assert_int_equal(times_in(told.text, "below it: IF K1"), i);
		list.n = 0;
	}
	view = seen_by_a("board 9x5\nplayer A\nplayer B\n"
			 "figure A1 at D3 face E stats 8/8/15/2\n"
			 "chest K1 at D2 face E\nphase play\nturn A turn 3\n");
	decision_start(&d, DG_ORDER_DISARM);
	decision_add_int(&d, DG_TAG_FIG, label_of('A', 1));
	decision_add_int(&d, DG_TAG_CHEST, label_of('K', 1));
	assert_true(suggest_fix_of(&system_dungeons, view, 0, NULL, &trials, &d,
				   &out));
	assert_order(&out, DG_ORDER_MOVE, label_of('A', 1), 4, 2);
	list.n = 0;
	arena_release(&arena);
}

/* A way says how many of its points it takes, for an attack takes some, too; a
 * chest that is given again by itself is not asked about. */
static void what_a_way_leaves_is_told_and_what_stays_is_not_asked(void **unused)
{
	struct report out;

	(void)unused;
	for (int stays = 0; stays < 2; stays++) {
		set_up_as("board 9x3\nplayer A\nplayer B\n"
			  "figure A1 at A2 face E stats 7/8/15/2\n"
			  "figure B1 at F2 face N\nchest K1 held A\n"
			  "phase start\nturn A turn 3\n");
		if (stays)
			((struct dg_state *)game.state)->chest[0].last_fig =
				label_of('A', 1);
		reported("en", &out);
		assert_int_equal(times_in(out.text, "<assign A1>"), !stays);
		assert_int_equal(
			times_in(out.text, "beside B1, 5 of 7 points\n"), 1);
		reported("es", &out);
		assert_int_equal(
			times_in(out.text, "junto a B1, 5 de 7 puntos\n"), 1);
		list.n = 0;
	}
	arena_release(&arena);
}

/* Two attacks of one figure do not go together: the second is another way. */
static void a_figure_has_one_line_and_others_instead(void **unused)
{
	struct report out;

	(void)unused;
	set_up_as("board 7x3\nplayer A\nplayer B\n"
		  "figure A1 at C2 face E stats 8/8/15/2\n"
		  "figure A2 at F2 face W stats 8/8/15/2\n"
		  "figure B1 at D1 face N\nfigure B2 at D3 face N\n"
		  "chest K1 held A\nphase start\nturn A turn 3\n");
	reported("en", &out);
	/* what it is given takes nothing from it */
	assert_int_equal(times_in(out.text, "// <assign A1>\n"), 1);
	assert_int_equal(times_in(out.text, "<attack A1 B1> // 72 %, "
					    "1.47 clicks\n"),
			 1);
	assert_int_equal(times_in(out.text,
				  "<attack A1 B2> // 58 %, "
				  "1.19 clicks, may strike back: B2; or "
				  "this\n"),
			 1);
	assert_int_equal(times_in(out.text, "one for each figure"), 1);
	reported("es", &out);
	assert_int_equal(
		times_in(out.text, "clicks, puede responder: B2; o esto\n"), 1);
	assert_int_equal(times_in(out.html, "una l\xc3\xadnea por figura"), 1);
	list.n = 0;
	arena_release(&arena);
}

/* Sweep strikes all in front: the line names the others, and who may strike
 * back. */
static void sweep_names_all_it_strikes(void **unused)
{
	struct report out;

	(void)unused;
	set_up_as("board 7x3\nplayer A\nplayer B\n"
		  "figure A1 at C2 face E stats 8/8/15/2 abilities \"sweep\"\n"
		  "figure B1 at D1 face W\nfigure B2 at D2 face W\n"
		  "turn A turn 3\n");
	reported("en", &out);
	assert_int_equal(times_in(out.text, "<attack A1 B1> // 58 %, 2.39 "
					    "clicks, also strikes B2"),
			 1);
	assert_int_equal(times_in(out.text, "back: B1, B2; or"), 1);
	reported("es", &out);
	assert_int_equal(times_in(out.text, "alcanza tambi\xc3\xa9n a B2"), 1);
	list.n = 0;
	arena_release(&arena);
}

static void team_accepted(int seat, uint32_t audience)
{
	struct event *e = &events[list.n++];

	event_start(e, DG_EV_TEAM_ACCEPTED, DG_TEAM_01);
	if (audience)
		e->audience = audience;
	event_put(e, DG_EV_TEAM_ACCEPTED_SEAT, seat);
	event_put(e, DG_EV_TEAM_ACCEPTED_POINTS, 66);
	event_put(e, DG_EV_TEAM_ACCEPTED_HEROES, 2);
}

/* What a seat is told when its team comes and everybody when all have come is
 * told once; and what waits at the end of a game waits for nothing. */
static void nothing_is_told_twice_or_in_vain(void **unused)
{
	static const int32_t line[] = { 4 }, winner[] = { 0 };
	struct report out;

	(void)unused;
	set_up_as("board 3x3\nplayer A\nplayer B\n"
		  "figure A1 at B2 face W\nfigure B1 at A1 face N\n"
		  "phase play\nturn A turn 3\n");
	team_accepted(0, AUDIENCE_SEAT(0) | AUDIENCE_GM);
	team_accepted(0, 0);
	team_accepted(1, 0);
	for (int over = 0; over < 2; over++) {
		struct event *e;

		if (over) {
			e = &events[list.n++];
			event_start(e, DG_EV_GAME_OVER, DG_END_01);
			event_put_ints(e, DG_EV_GAME_OVER_WINNERS, winner, 1);
		}
		e = &events[list.n++];
		event_start(e, COMMON_WAITING, 0);
		e->audience = AUDIENCE_SEAT(0) | AUDIENCE_GM;
		event_put(e, COMMON_WAITING_SEAT, 0);
		event_put_ints(e, COMMON_WAITING_LINES, line, 1);
		event_put(e, COMMON_WAITING_TURN, 1);
		event_put(e, COMMON_WAITING_OPEN, 0);
		reported("en", &out);
		assert_int_equal(times_in(out.text, "Kept for the next"), 1);
	}
	assert_int_equal(times_in(out.text, "Ana's Heroic team is accepted"),
			 1);
	assert_int_equal(times_in(out.text, "Bruno's Heroic team is accepted"),
			 1);
	list.n = 0;
	arena_release(&arena);
}

/* who and where may be placed, of each rule by which something cannot be */
static void a_place_that_is_none_is_told_what_is_one(void **unused)
{
	static const int rules[] = {
		DG_CONV_05,  DG_CONV_06,  DG_TEAM_01, DG_TEAM_02, DG_TEAM_03,
		DG_MKW_03,   DG_TERR_02,  DG_TERR_03, DG_TERR_04, DG_CHEST_01,
		DG_CHEST_05, DG_CHEST_06, DG_TOK_02,  DG_TOK_05,  DG_POOL_01,
	};
	static const char *const langs[] = { "en", "es" };
	const int32_t who[] = { label_of('P', 3) };

	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct narrator n = { .sys = &system_dungeons,
				      .format = TEMPLATE_LINE };
		struct messages *words;
		struct why why = { 0 };
		struct str plain;

		if (messages_load(&arena, SRCDIR "/templates", langs[i], &words,
				  &why))
			fail_msg("%s", why.text);
		n.words = words;
		plain = narrate_refusal(&arena, &n, DG_REFUSAL_BAD_PLACEMENT, 0,
					who, 1, &why)
				->text;
		assert_true(plain.len > 0);
		for (size_t k = 0; k < ARRAY_LEN(rules); k++) {
			struct str text =
				narrate_refusal(&arena, &n,
						DG_REFUSAL_BAD_PLACEMENT,
						rules[k], who, 1, &why)
					->text;

			if (!text.len || str_equal(text, plain))
				fail_msg("%s: %.*s", langs[i], STR_ARG(text));
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_place_that_is_none_is_told_what_is_one),
		cmocka_unit_test(
			a_turn_in_a_dungeon_reads_as_the_golden_files_do),
		cmocka_unit_test(what_a_card_is_stands_in_a_report_once),
		cmocka_unit_test(
			a_long_report_has_no_rows_of_what_did_not_change),
		cmocka_unit_test(venom_that_waits_is_told),
		cmocka_unit_test(what_is_behind_is_turned_to),
		cmocka_unit_test(a_choice_that_was_the_readers_says_so),
		cmocka_unit_test(the_name_of_a_mouth_covers_nobody),
		cmocka_unit_test(who_reveals_is_told_how_to_disarm),
		cmocka_unit_test(an_armed_trap_without_numbers_is_only_armed),
		cmocka_unit_test(who_walked_is_marked_as_changed),
		cmocka_unit_test(what_is_far_is_gone_towards),
		cmocka_unit_test(nothing_waits_when_all_is_over),
		cmocka_unit_test(who_is_outside_has_values),
		cmocka_unit_test(clicks_tell_what_abilities_they_turn),
		cmocka_unit_test(who_was_activated_is_marked),
		cmocka_unit_test(nobody_is_told_to_go_back_where_he_stands),
		cmocka_unit_test(a_chest_is_worked_on_from_before_it),
		cmocka_unit_test(
			what_a_way_leaves_is_told_and_what_stays_is_not_asked),
		cmocka_unit_test(a_figure_has_one_line_and_others_instead),
		cmocka_unit_test(sweep_names_all_it_strikes),
		cmocka_unit_test(nothing_is_told_twice_or_in_vain),
		cmocka_unit_test(ways_to_what_nobody_can_know_are_offered),
		cmocka_unit_test(few_monsters_are_offered_and_late),
		cmocka_unit_test(what_can_be_done_instead_is_near_to_it),
		cmocka_unit_test(who_is_gone_is_named_and_how_to_plan_for_it),
		cmocka_unit_test(what_is_not_in_hand_is_not_taken_out),
		cmocka_unit_test(a_pool_is_one_sentence),
		cmocka_unit_test(what_bars_the_way_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
