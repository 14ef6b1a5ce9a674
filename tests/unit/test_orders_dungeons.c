/* tests/unit/test_orders_dungeons.c - the orders of Dungeons, read and written
 */
#include "orders_trial.h"
#include "orders/grammar_snapshot.h"
#include <strings.h>

static struct orders_fixture f;
static struct arena arena;
static struct orders o;

/* figures of a view; Carlana and Trollkiller are in one team */
static const struct grammar_name figures[] = {
	{ .label = 1 << 16 | 1, .name = { "Trollkiller", 11 } },
	{ .label = 1 << 16 | 2, .name = { "Carlana", 7 } },
	{ .label = 1 << 16 | 3, .name = { "Amir", 4 } },
	{ .label = 2 << 16 | 1, .name = { "Geddion", 7 } },
	{ .label = 2 << 16 | 2, .name = { "Raydan", 6 } },
	{ .label = 2 << 16 | 3, .name = { "Og", 2 } },
	{ .label = 16 << 16 | 1, .name = { "Gnoll", 5 } },
	{ .label = 16 << 16 | 3, .name = { "Stone Golem", 11 } },
	{ .label = 16 << 16 | 4, .name = { "Vine Golem", 10 } },
};
static const int32_t chests[] = { 11 << 16 | 3 };
static const struct grammar_thing things[] = {
	{ .label = 11 << 16 | 1, .kind = "chest" },
	{ .label = 11 << 16 | 2, .kind = "chest" },
	{ .label = 11 << 16 | 3, .kind = "chest" },
	{ .label = 4 << 16 | 1, .kind = "door" },
};
static const struct grammar_names names = { .v = figures,
					    .n = ARRAY_LEN(figures),
					    .things = chests,
					    .n_things = 1,
					    .thing = things,
					    .n_thing = ARRAY_LEN(things),
					    .places = GRAMMAR_SQUARES,
					    .width = 40,
					    .height = 40 };

static int setup(void **unused)
{
	(void)unused;
	orders_fixture_open(&f, &game_dungeons);
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	arena_release(&arena);
	arena_release(&f.arena);
	return 0;
}

/* what was read, written back in English, a line an entry */
static const char *in_english(const char *text)
{
	orders_read(&arena, &f.grammar, &names, -1, str_of(text), &o);
	return trial_english(&f, &o);
}

static void no_word_has_two_meanings_at_one_place(void **unused)
{
	(void)unused;
	trial_meanings(&f);
}

/* what players write, and how it is written back */
static void orders_are_read_forgivingly(void **unused)
{
	static const char *const pairs[][2] = {
		{ "enter a1 a7", "ENTER A1 A7" },
		{ "enter a1 to c7", "ENTER A1 TO C7" },
		{ "entra H1 en A7, B7", "ENTER H1 A7 B7" },
		{ "Move A1 c7, d6, e6.", "MOVE A1 C7 D6 E6" },
		{ "mueve W2 F7 G7", "MOVE W2 F7 G7" },
		{ "move H1 to E6", "MOVE H1 TO E6" },
		{ "mueve h1 a e6", "MOVE H1 TO E6" },
		{ "move H1 to E6 F6", "MOVE H1 E6 F6" },
		{ "move carlana AA12", "MOVE A2 AA12" },
		{ "gira A1 NO", "TURN A1 NW" },
		{ "TURN A1 facing north east", "TURN A1 NE" },
		{ "break a1 3 times", "BREAK A1 3" },
		{ "separa A1 mientras pueda", "BREAK A1 9" },
		{ "break away A1", "BREAK A1" },
		{ "BREAK A1 2 ELSE ATTACK A1 P3",
		  "BREAK A1 2 ON FAIL SKIP\n"
		  "IF NOT LAST OK: ATTACK A1 P3" },
		{ "separa A1 sino ataca A1 P3 sino pasa A1",
		  "BREAK A1 ON FAIL SKIP\n"
		  "IF NOT LAST OK: ATTACK A1 P3 ON FAIL SKIP\n"
		  "IF NOT LAST OK: PASS A1" },
		{ "IF A1 HAS 6 SP: DISARM A1 K1 SLOW ELSE DISARM A1 K1",
		  "IF A1 HAS 6 SP: DISARM A1 K1 SLOW\nELSE: DISARM A1 K1" },
		{ "si A1 tiene 3 puntos: desarma A1 K1 r\xc3\xa1pido",
		  "IF A1 HAS 3 SP: DISARM A1 K1 QUICK" },
		{ "leave A1 with K1 and K4", "LEAVE A1 WITH K1 K4" },
		{ "sale A1 con K1", "LEAVE A1 WITH K1" },
		{ "attack H1 S2 without weapon master",
		  "ATTACK H1 S2 WITHOUT WEAPON MASTER" },
		{ "dispara H1 D2 con rayo m\xc3\xa1gico",
		  "SHOOT H1 D2 WITH MAGIC BLAST" },
		{ "shoot H1 at S2 and S3", "SHOOT H1 S2 S3" },
		{ "shoot H1 with shockwave", "SHOOT H1 WITH SHOCKWAVE" },
		{ "shoot H1 S2 with magic confusion then F2 G3 N",
		  "SHOOT H1 S2 WITH MAGIC CONFUSION THEN F2 G3 N" },
		{ "cura H1 H2 valor", "HEAL H1 H2 VALUE" },
		{ "abre H1 J3|K3", "OPEN H1 J3|K3" },
		{ "open H1 j3 k3", "OPEN H1 J3|K3" },
		{ "open H1 D2", "OPEN H1 D2" },
		{ "reveal the K1", "" },
		{ "coge A1 K1", "TAKE A1 K1" },
		{ "steal H1 from B2 K3", "STEAL H1 B2 K3" },
		{ "v\xc3\xb3rtice H1 derecha", "VORTEX H1 RIGHT" },
		{ "vortex H1 P3", "VORTEX H1 P3" },
		{ "use H1 quickness", "USE H1 QUICKNESS" },
		{ "usa H1 levitaci\xc3\xb3n m\xc3\xa1gica S2 D4 N",
		  "USE H1 MAGIC LEVITATION S2 D4 N" },
		{ "use H1 necromancy H3 C2", "USE H1 NECROMANCY H3 C2" },
		{ "use H1 summon C2", "USE H1 SUMMON C2" },
		{ "pass stone golem", "PASS P3" },
		{ "fin", "DONE" },
		{ "end", "DONE" },
		{ "termina A1", "END A1" },
		{ "asigna K1 nadie", "ASSIGN K1 NOBODY" },
		{ "assign K1 H2", "ASSIGN K1 TO H2" },
		{ "bebe K4", "DRINK K4" },
		{ "abandona K1 C2 S", "GIVE UP K1 C2 S" },
		{ "cambia K1 con K2", "SWAP K1 WITH K2" },
		{ "spin S1 W", "SPIN S1 W" },
		{ "encara S1 quieto", "SPIN S1 STAY" },
		{ "always spin S1", "ALWAYS SPIN S1" },
		{ "ALWAYS SPIN ALL", "ALWAYS SPIN" },
		{ "nunca encara todos", "NEVER SPIN" },
		{ "spin s1 if out", "SPIN S1 IF OUT" },
		{ "never counter A1", "NEVER COUNTER A1" },
		{ "contra S1 no", "COUNTER S1 NO" },
		{ "coloca P3 F7 O", "PLACE P3 F7 W" },
		{ "coloca pregunta", "PLACE ASK" },
		{ "al convertir para", "" },
		{ "on convert stop", "ON CONVERT STOP" },
		{ "si no separa repite 2", "ON BREAK FAIL RETRY 2" },
		{ "nivel primero A2 A1", "LEVEL FIRST A2 A1" },
		{ "nunca usa A1 esquivar", "NEVER USE A1 DODGE" },
		{ "check H1 S2", "CHECK H1 S2" },
		{ "team Trollkiller 1, Carlana level 2",
		  "TEAM Trollkiller 1, Carlana 2" },
		{ "equipo pyramid/87, pyramid/69 nivel 2",
		  "TEAM pyramid/87, pyramid/69 2" },
		{ "POOL Stone Golem, 2 x Vine Golem",
		  "POOL Stone Golem, Vine Golem, Vine Golem" },
		{ "chests c d", "CHEST C D" },
		{ "tiles C1 C2 C3 C4 H1", "TILE C1 C2 C3 C4 H1" },
		{ "tile C1 at K10 turned 90", "" },
		{ "MOVE P3 towards A1", "MOVE P3 TOWARDS A1" },
		{ "A1 goes towards A2", "MOVE A1 TOWARDS A2" },
		{ "P3 walks beside A1", "MOVE P3 TOWARDS A1" },
		{ "B2 comes in at AA9 and walks to X10", "ENTER B2 AA9 X10" },
		{ "A1 entra por K18 y anda hasta O20", "ENTER A1 K18 O20" },
		{ "Carlana attacks P3", "ATTACK A2 P3" },
		{ "Trollkiller moves to C7", "MOVE A1 TO C7" },
		{ "si K1 armada: A1 desactiva K1",
		  "IF K1 ARMED: DISARM A1 K1" },
		{ "A1 mira la trampa de K1", "REVEAL A1 K1" },
		{ "A1 looks for the trap of K1", "REVEAL A1 K1" },
		{ "Move P3 next to A2", "MOVE P3 TOWARDS A2" },
		{ "mover W1 hacia T18", "MOVE W1 TOWARDS T18" },
		{ "move A1 towards my exit", "MOVE A1 TOWARDS MY EXIT" },
		{ "A1 enters towards K2", "ENTER A1 TOWARDS K2" },
		{ "A2 attacks whoever is there", "ATTACK A2 ANYBODY" },
		{ "atacar A1 cualquiera", "ATTACK A1 ANYBODY" },
		{ "A1 dispara a quien sea", "SHOOT A1 ANYBODY" },
		{ "shoot A1 at anyone without stealth",
		  "SHOOT A1 ANYBODY WITHOUT STEALTH" },
		{ "entra A2 hacia B3", "ENTER A2 TOWARDS B3" },
		{ "ENTRAR A1 HACIA MI SALIDA", "ENTER A1 TOWARDS MY EXIT" },
		{ "mueve A1 hacia la salida", "MOVE A1 TOWARDS MY EXIT" },
		{ "enter A1 T15 then go on to V17", "ENTER A1 T15 V17" },
		{ "loseta C1 K10 90", "TILE C1 K10 90" },
		{ "terrain H12 vortex", "TERRAIN H12 VORTEX" },
		{ "puerta H5|H6", "DOOR H5|H6" },
		{ "cofre C H3 S", "CHEST C H3 S" },
		{ "chest H3 facing S", "CHEST H3 S" },
		{ "marcador d\xc3\xa9"
		  "bil H2",
		  "TOKEN WEAK H2" },
		{ "entrance w", "ENTRANCE W" },
		{ "exit of B: n", "EXIT B N" },
		{ "salida de A: n", "EXIT A N" },
		{ "salida o", "EXIT W" },
		{ "entrada o2", "ENTRANCE W2" },
		{ "IF K1 ARMED: DISARM A1 K1", "IF K1 ARMED: DISARM A1 K1" },
		{ "IF NOT A1 FREE: BREAK A1", "IF NOT A1 FREE: BREAK A1" },
	};

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(pairs); i++) {
		const char *read = in_english(pairs[i][0]);

		if (!*pairs[i][1])
			assert_true(o.n_complaints > 0);
		else
			assert_string_equal(read, pairs[i][1]);
	}
}

/* A mouth named after the west has the letter of the reader's west. */
static void a_mouth_is_written_in_the_readers_language(void **unused)
{
	int es = vocabulary_lang(&f.words, STR("es"));

	(void)unused;
	assert_string_equal(in_english("ENTRADA O"), "ENTRANCE W");
	assert_string_equal(trial_written(&f, &o, es), "ENTRADA O");
	assert_string_equal(in_english("SALIDA DE B W2"), "EXIT B W2");
	assert_string_equal(trial_written(&f, &o, es), "SALIDA B O2");
	assert_string_equal(in_english("ENTRADA E"), "ENTRANCE E");
}

/* the words of the first complaint of a line */
static void complained(const struct grammar_names *with, int lang,
		       const char *line, const char *words)
{
	struct buf b;

	orders_read(&arena, &f.grammar, with, -1, str_of(line), &o);
	assert_true(o.n_complaints > 0);
	buf_init(&b, 4096);
	orders_write_complaint(&f.grammar, lang, &o, &o.complaints[0], NULL,
			       &b);
	if (!strstr(b.s, words))
		fail_msg("%s\nwants %s", b.s, words);
	buf_release(&b);
}

/* as newcomers wrote them: read in other words, if these say the same */
static void what_newcomers_write_is_read(void **unused)
{
	static const char *const pairs[][2] = {
		{ "please move A1 to I30", "MOVE A1 TO I30" },
		{ "MOVE A1 to I30 please", "MOVE A1 TO I30" },
		{ "Por favor, mover A1 a I30", "MOVE A1 TO I30" },
		{ "B3: ATTACK A1", "ATTACK B3 A1" },
		{ "B3 attacks A1", "ATTACK B3 A1" },
		{ "A2 se separa", "BREAK A2" },
		{ "Attack A3 with P1", "ATTACK P1 A3" },
		{ "HIT A2 with B1", "ATTACK B1 A2" },
		{ "Ataca con A3 a P1", "ATTACK A3 P1" },
		{ "attack A1 P3 with weapon master",
		  "ATTACK A1 P3 WITH WEAPON MASTER" },
		{ "Pick up B1 K1", "TAKE B1 K1" },
		{ "COJER A1 K3", "TAKE A1 K3" },
		{ "MOVE B1 back to I31", "MOVE B1 TO I31" },
		{ "Move B2 to F33 then F34 then E34", "MOVE B2 F33 F34 E34" },
		{ "Move A1 to J33 facing west", "MOVE A1 TO J33\nTURN A1 W" },
		{ "entra A2 P30 T30 mirando norte",
		  "ENTER A2 P30 T30\nTURN A2 N" },
		{ "entra A2 por P30 y ve a T30", "ENTER A2 P30 T30" },
		{ "B1 enters at P30 and goes to J33", "ENTER B1 P30 J33" },
		{ "SEPARAR A3 2 y MOVER A3 a U22",
		  "BREAK A3 2\nMOVE A3 TO U22" },
		{ "break A3 2 then move to U22", "BREAK A3 2\nMOVE A3 TO U22" },
		{ "move A1 to T16, reveal K3", "MOVE A1 TO T16\nREVEAL A1 K3" },
		{ "move A2 to S16, turn SE, attack P3",
		  "MOVE A2 TO S16\nTURN A2 SE\nATTACK A2 P3" },
		{ "move A1 to R14 and turn S and attack P3",
		  "MOVE A1 TO R14\nTURN A1 S\nATTACK A1 P3" },
		{ "entra A2 A7 B7, dispara a P3",
		  "ENTER A2 A7 B7\nSHOOT A2 P3" },
		{ "A1 to U22", "MOVE A1 TO U22" },
		{ "A2: a U22", "MOVE A2 TO U22" },
		{ "A2 va a P26", "MOVE A2 TO P26" },
		{ "A2 va a P26 mirando al este", "MOVE A2 TO P26\nTURN A2 E" },
		{ "A2 mueve a Q26 y ataca a P3",
		  "MOVE A2 TO Q26\nATTACK A2 P3" },
		{ "STORE K1 and K2 with B3",
		  "STORE K1 WITH B3\nSTORE K2 WITH B3" },
		{ "if P3 not dead: attack A1 P3",
		  "IF NOT P3 DEAD: ATTACK A1 P3" },
		{ "if P3 alive: attack A1 P3", "IF NOT P3 DEAD: ATTACK A1 P3" },
		{ "si P3 sigue vivo: ataca A1 P3",
		  "IF NOT P3 DEAD: ATTACK A1 P3" },
		{ "If K2 has a trap: disarm A1 K2",
		  "IF K2 ARMED: DISARM A1 K2" },
		{ "DESACTIVAR A1 K3 r\xc3\xa1pida", "DISARM A1 K3 QUICK" },
		{ "Exit A1", "LEAVE A1" },
		{ "Que suba de nivel A3", "LEVEL FIRST A3" },
		{ "level up A2", "LEVEL FIRST A2" },
		{ "exit A", "EXIT A" },
		{ "Y ya est\xc3\xa1.", "DONE" },
	};

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(pairs); i++)
		assert_string_equal(in_english(pairs[i][0]), pairs[i][1]);
}

/* A refusal stops the later orders that depend on it, or all where the mail
 * says so. */
static void a_failure_stops_what_depends_on_it(void **unused)
{
	static const char text[] = "MOVE A1 C7\nDISARM A1 K3\nATTACK A1 P3\n"
				   "BREAK A2 ELSE MOVE A2 C8\nDONE\n"
				   "ON FAIL STOP\nMOVE A2 C9\nDONE\n"
				   "MOVE A2 C9 ON FAIL SKIP";
	static const int flags[] = { QUEUE_ONWARD, QUEUE_ONWARD, 0, QUEUE_SKIP,
				     QUEUE_ONWARD, QUEUE_ONWARD, 0, 0,
				     QUEUE_SKIP };
	struct submission s;

	(void)unused;
	orders_read(&arena, &f.grammar, &names, -1, str_of(text), &o);
	assert_int_equal(o.n_complaints, 0);
	orders_submission(&arena, &o, 0, &s);
	assert_int_equal(s.n, ARRAY_LEN(flags));
	for (int i = 0; i < s.n; i++)
		assert_int_equal(queue_entry_flags(s.v[i]), flags[i]);
	/* flags that the mail does not name are not printed */
	assert_string_equal(in_english("MOVE A1 C7"), "MOVE A1 C7");
}

/* CLEAR and numbers: of what waits; CANCEL with a number is no ability's */
static void one_order_that_waits_is_dropped_by_its_number(void **unused)
{
	static const char *const lines[] = { "CLEAR 3 1", "BORRAR 3, 1",
					     "CANCELAR 3\nCANCEL 1" };
	struct submission s;

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		orders_read(&arena, &f.grammar, &names, -1, str_of(lines[i]),
			    &o);
		assert_int_equal(o.n_complaints, 0);
		orders_submission(&arena, &o, 0, &s);
		assert_int_equal(s.n_drop, 2);
		assert_int_equal(s.drop[0], 3);
		assert_int_equal(s.drop[1], 1);
		assert_true(s.keep && !s.clear && !s.n);
	}
	assert_string_equal(in_english("CANCEL A1 STEALTH"),
			    "CANCEL A1 STEALTH");
}

/* a catalog of three */
static bool three_cards(const void *source, struct str text, struct buf *out,
			struct buf *nearest)
{
	static const char *const cards[] = { "geddion longblade", "shaman og",
					     "amir" };
	bool found = false;

	(void)source;
	(void)nearest;
	for (size_t i = 0; i < ARRAY_LEN(cards) && !found; i++)
		found = text.len == strlen(cards[i]) &&
			!strncasecmp(text.s, cards[i], text.len) &&
			buf_adds(out, text);
	return found;
}

static void and_stands_before_the_last_of_a_team(void **unused)
{
	static const struct grammar_names with = { .card = three_cards };

	(void)unused;
	orders_read(&arena, &f.grammar, &with, 1,
		    STR("EQUIPO Geddion Longblade 2, Shaman Og 2 y Amir nivel "
			"1"),
		    &o);
	assert_string_equal(trial_english(&f, &o),
			    "TEAM Geddion Longblade 2, Shaman Og 2, Amir 1");
	/* what is wrong is told alone */
	orders_read(&arena, &f.grammar, &with, 1,
		    STR("EQUIPO Gedion Longblade 2, Shaman Og 2 y Amir 1"), &o);
	assert_int_equal(o.n_complaints, 1);
	assert_int_equal(o.complaints[0].at, strlen("EQUIPO "));
	orders_read(&arena, &f.grammar, &with, 0,
		    STR("TEAM Gedion Longblade 2, Shaman Og 2 and Amyr 1"), &o);
	assert_int_equal(o.n_complaints, 2);
	orders_read(&arena, &f.grammar, &with, 0,
		    STR("Please team Shaman Og 2, Amir 1, thanks"), &o);
	assert_string_equal(trial_english(&f, &o), "TEAM Shaman Og 2, Amir 1");
}

/* what might be meant is told, and not done */
static void what_might_be_meant_is_offered(void **unused)
{
	static const char *const pairs[][3] = {
		{ "ATTACK A2 the ghoulish P3", "\n  ATTACK A2 P3\n",
		  "not sure" },
		{ "Can A2 attack P3?", "\n  ATTACK A2 P3\n", "not sure" },
		{ "MOVE A2 S16 with P3", "\n  MOVE A2 TO S16\n", "" },
		{ "MOVE A2 S16 with K3", "\n  MOVE A2 TO S16\n", "" },
		{ "A3 K1", "\n  REVEAL A3 K1\n", "\n  TAKE A3 K1\n" },
		{ "me rindo", "send this line: WITHDRAW\n", "" },
	};

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(pairs); i++) {
		complained(&names, 0, pairs[i][0], pairs[i][1]);
		complained(&names, 0, pairs[i][0], pairs[i][2]);
	}
	/* by who acted above */
	orders_read(&arena, &f.grammar, &names, -1,
		    STR("MOVE A2 C7\nREVEAL K3"), &o);
	assert_int_equal(o.n_complaints, 1);
	assert_true(o.complaints[0].n_instead > 0);
	assert_int_equal(o.n_lines, 1);
}

static void a_line_in_doubt_is_never_guessed(void **unused)
{
	static const struct trial_doubt faults[] = {
		{ "MOVE A1 C7|D7", COMPLAINT_EXPECTED, 10, "" },
		{ "MOVE golem C7", COMPLAINT_NAME, 5, "" },
		{ "MOVE A1 7C", COMPLAINT_EXPECTED, 8, "C7" },
		{ "MOVE A1 C7 D7 11H", COMPLAINT_EXPECTED, 14, "H11" },
		{ "MOVE 1A C7", COMPLAINT_EXPECTED, 5, "A1" },
		{ "MOVE A1 C0", COMPLAINT_EXPECTED, 8, "" },
		{ "TURN A1 45", COMPLAINT_EXPECTED, 8, "" },
		{ "DISARM A1 K1 SLOWER", COMPLAINT_EXPECTED, 13, "SLOW" },
		{ "USE A1 SUMMON", COMPLAINT_EXPECTED, 13, "" },
		{ "ELSE PASS A1", COMPLAINT_ELSE, 0, "" },
		{ "ALWAYS DONE", COMPLAINT_NOT_STANDING, 7, "" },
		{ "ALWAYS CHECK A1 P3", COMPLAINT_NOT_HERE, 7, "" },
		{ "TOKEN STRONG H2", COMPLAINT_EXPECTED, 6, "" },
		{ "CHEST C H3", COMPLAINT_EXPECTED, 10, "" },
	};

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
		orders_read(&arena, &f.grammar, &names, -1,
			    str_of(faults[i].text), &o);
		trial_doubt(&f, &faults[i], &o);
	}
}

static void what_is_no_model_or_tile_is_told_those_there_are(void **unused)
{
	static const struct str parts[] = { STR("chest/A"), STR("chest/B"),
					    STR("tile/C1"), STR("tile/H2") };
	struct grammar_names with = names;

	(void)unused;
	with.parts = parts;
	with.n_parts = ARRAY_LEN(parts);
	complained(&with, 0, "CHESTS A Q B",
		   "Line 1, column 10: There is no \"Q\" here. "
		   "There are: A, B.");
	complained(&with, 1, "COFRES A Q B",
		   "L\xc3\xadnea 1, columna 10: Aqu\xc3\xad no hay "
		   "\xc2\xabQ\xc2\xbb. Hay: A, B.");
	complained(&with, 0, "CHEST Q H3 S",
		   "column 7: There is no \"Q\" here. There are: A, B.");
	complained(&with, 0, "TILES C1 C9 H2",
		   "column 10: There is no \"C9\" here. "
		   "There are: C1, H2.");
	/* each that is none, in one go */
	orders_read(&arena, &f.grammar, &with, -1, STR("CHESTS Q A R"), &o);
	assert_int_equal(o.n_complaints, 2);
	orders_read(&arena, &f.grammar, &with, -1, STR("CHEST A H3 S"), &o);
	assert_int_equal(o.n_complaints, 0);
	orders_read(&arena, &f.grammar, &with, -1, STR("CHEST H3 S"), &o);
	assert_int_equal(o.n_complaints, 0);
	/* before the box is told every tile may be in it */
	with.n_parts = 2;
	orders_read(&arena, &f.grammar, &with, -1, STR("TILES C1 C9 H2"), &o);
	assert_int_equal(o.n_complaints, 0);
}

/* a catalog that has none of it */
static bool no_card(const void *source, struct str text, struct buf *out,
		    struct buf *nearest)
{
	(void)source;
	(void)out;
	if (nearest && str_starts(text, "Gol"))
		buf_addz(nearest, "Stone Golem *, Vine Golem");
	return false;
}

static void how_to_ask_for_figures_is_told_who_knows_none(void **unused)
{
	struct grammar_names with = { .card = no_card };

	(void)unused;
	complained(&with, 0, "POOL Golms",
		   "column 6: This does not name one card of the catalog. "
		   "Did you mean \"Stone Golem *, Vine Golem\"?");
	complained(&with, 0, "TEAM Nobody 1",
		   "column 6: This does not name one card of the catalog. "
		   "FIGURES and a word of a name");
	complained(&with, 1, "EQUIPO Nadie 1", "FIGURAS y una palabra");
}

static void every_example_of_the_help_is_understood(void **unused)
{
	(void)unused;
	trial_help(&f, 4000);
}

static void any_decision_of_the_grammar_is_written_and_read_back(void **unused)
{
	static const int32_t labels[] = { 1 << 16 | 1, 11 << 16 | 12 };

	(void)unused;
	trial_drawn(&f, 4000, labels, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_word_has_two_meanings_at_one_place),
		cmocka_unit_test(orders_are_read_forgivingly),
		cmocka_unit_test(a_mouth_is_written_in_the_readers_language),
		cmocka_unit_test(what_newcomers_write_is_read),
		cmocka_unit_test(a_failure_stops_what_depends_on_it),
		cmocka_unit_test(one_order_that_waits_is_dropped_by_its_number),
		cmocka_unit_test(and_stands_before_the_last_of_a_team),
		cmocka_unit_test(what_might_be_meant_is_offered),
		cmocka_unit_test(a_line_in_doubt_is_never_guessed),
		cmocka_unit_test(
			what_is_no_model_or_tile_is_told_those_there_are),
		cmocka_unit_test(how_to_ask_for_figures_is_told_who_knows_none),
		cmocka_unit_test(every_example_of_the_help_is_understood),
		cmocka_unit_test(
			any_decision_of_the_grammar_is_written_and_read_back),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
