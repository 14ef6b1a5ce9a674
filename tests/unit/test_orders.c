/* tests/unit/test_orders.c - reading and writing orders */
#include "games/rebellion/rules/tables.h"
#include "orders_trial.h"
#include "tests/srcdir.h"

#include "orders/grammar_snapshot.h"

static struct orders_fixture f;

/* the words that no game does without */
static const char rest_of_words[] =
	"dead = DEAD\ninch = IN\ndegree = DEG\ntimes = X\nlevel = LEVEL\n"
	"direction.n = N\ndirection.ne = NE\ndirection.e = E\n"
	"direction.se = SE\ndirection.s = S\ndirection.sw = SW\n"
	"direction.w = W\ndirection.nw = NW\n";
static struct arena arena;
static struct orders o;

static const struct grammar_name figures[] = {
	{ .label = 1 << 16 | 1, .name = { "Amazon Queen", 12 } },
	{ .label = 1 << 16 | 2, .name = { "Utem Guardsman **", 17 } },
	{ .label = 2 << 16 | 2, .name = { "Utem Guardsman *", 16 } },
};

static bool card(const void *unused, struct str text, struct buf *key,
		 struct buf *nearest)
{
	struct str folded = utf8_fold(&arena, text);

	(void)unused;
	if (str_is(folded, "AMAZON QUEEN"))
		return buf_addz(key, "rebellion/77");
	if (str_is(folded, "UTEM GUARDSMAN **"))
		return buf_addz(key, "rebellion/13");
	if (nearest)
		buf_addz(nearest, "Amazon Queen");
	return false;
}

static const struct grammar_names names = { .v = figures,
					    .n = ARRAY_LEN(figures),
					    .card = card };

static const struct orders *read_text(const char *text)
{
	orders_read(&arena, &f.grammar, &names, -1, str_of(text), &o);
	return &o;
}

/* the one line, as it is written in English */
static const char *in_english(const char *text)
{
	return trial_english(&f, read_text(text));
}

static int setup(void **unused)
{
	(void)unused;
	orders_fixture_open(&f, &game_rebellion);
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	arena_release(&arena);
	arena_release(&f.arena);
	return 0;
}

static void no_word_has_two_meanings_at_one_place(void **unused)
{
	(void)unused;
	trial_meanings(&f);
}

static void a_card_may_be_broken_between_two_lines(void **unused)
{
	static const char whole[] = "ARMY rebellion/13, rebellion/77";

	(void)unused;
	assert_string_equal(in_english("ARMY Utem Guardsman **, Amazon Queen"),
			    whole);
	assert_string_equal(in_english("ARMY Utem Guardsman\n+ **, Amazon\n"
				       "  +Queen"),
			    whole);
	/* a new line without + is a new order */
	assert_string_not_equal(in_english("ARMY Utem Guardsman\n**"), whole);
}

static void a_word_with_two_meanings_is_found(void **unused)
{
	struct vocabulary words;
	struct grammar g;
	struct why why = { 0 };
	struct buf faults;

	(void)unused;
	vocabulary_init(&words, &arena);
	assert_int_equal(
		vocabulary_load(&words, SRCDIR "/templates", "rebellion", &why),
		ERR_OK);
	assert_int_equal(vocabulary_add(&words, "en", STR("fight = MOVES\n"),
					"test", &why),
			 ERR_OK);
	assert_int_equal(grammar_init(&g, &f.sys, &grammar_rebellion, &words,
				      &arena, &why),
			 ERR_OK);
	buf_init(&faults, 65536);
	assert_int_equal(grammar_check(&g, orders_common_keys,
				       orders_n_common_keys,
				       orders_n_behind_keys, &faults, NULL),
			 1);
	assert_non_null(strstr(faults.s, "MOVE"));
	buf_release(&faults);
}

static void a_word_of_two_languages_with_two_meanings_is_listed(void **unused)
{
	struct vocabulary words;
	struct grammar g;
	struct why why = { 0 };
	struct buf faults, doubles;

	(void)unused;
	vocabulary_init(&words, &arena);
	assert_int_equal(
		vocabulary_load(&words, SRCDIR "/templates", "rebellion", &why),
		ERR_OK);
	assert_int_equal(vocabulary_add(&words, "es", STR("fight = MOVE\n"),
					"test", &why),
			 ERR_OK);
	assert_int_equal(grammar_init(&g, &f.sys, &grammar_rebellion, &words,
				      &arena, &why),
			 ERR_OK);
	buf_init(&faults, 65536);
	buf_init(&doubles, 65536);
	assert_int_equal(grammar_check(&g, orders_common_keys,
				       orders_n_common_keys,
				       orders_n_behind_keys, &faults, &doubles),
			 0);
	assert_string_equal(doubles.s, "MOVE\tes fight\ten move\n");
	buf_release(&faults);
	buf_release(&doubles);
}

static void a_language_is_added_without_a_line_of_c(void **unused)
{
	struct vocabulary words;
	struct grammar g;
	struct why why = { 0 };

	(void)unused;
	vocabulary_init(&words, &arena);
	assert_int_equal(
		vocabulary_load(&words, SRCDIR "/templates", "rebellion", &why),
		ERR_OK);
	assert_int_equal(vocabulary_add(&words, "de",
					STR("move = BEWEGE, ZIEHE\n"
					    "to = NACH\n"),
					"test", &why),
			 ERR_OK);
	assert_int_equal(grammar_init(&g, &f.sys, &grammar_rebellion, &words,
				      &arena, &why),
			 ERR_OK);
	orders_read(&arena, &g, NULL, -1, STR("ziehe A1 nach 3 4 face n"), &o);
	assert_int_equal(o.n_complaints, 0);
}

static void a_word_of_orders_comes_before_a_piece_of_a_name(void **unused)
{
	static const struct grammar_name minion[] = {
		{ .label = 2 << 16 | 7, .name = { "Flame Minion", 12 } },
	};
	static const struct grammar_names few = { .v = minion,
						  .n = 1,
						  .card = card };
	struct buf b;

	(void)unused;
	buf_init(&b, 1000);
	orders_read(&arena, &f.grammar, &few, -1,
		    STR("SHOOT A7 B4 FLAME\nSHOOT A7 FLAME MINION FLAME\n"
			"MOVE FLAME TO 1 2"),
		    &o);
	assert_int_equal(o.n_complaints, 0);
	for (int i = 0; i < o.n_lines; i++) {
		assert_true(orders_write_entry(&f.grammar, 0, o.lines[i].entry,
					       &b));
		buf_addc(&b, '\n');
	}
	assert_string_equal(b.s, "SHOOT A7 B4 FLAME\nSHOOT A7 B7 FLAME\n"
				 "MOVE B7 TO 1 2\n");
	buf_release(&b);
}

static void a_vocabulary_names_the_line_of_its_fault(void **unused)
{
	struct vocabulary words;
	struct why why = { 0 };

	(void)unused;
	vocabulary_init(&words, &arena);
	assert_int_equal(vocabulary_add(&words, "en", STR("a = B\nrubbish\n"),
					"some file", &why),
			 ERR_FORMAT);
	assert_string_equal(why.text,
			    "some file line 2: expected KEY = WORD, WORD, ..");
}

/* what players write, and how it is written back */
static void orders_are_read_forgivingly(void **unused)
{
	static const char *const pairs[][2] = {
		{ "move a1 to 10 18", "MOVE A1 TO 10 18" },
		{ "Move A 1 to (10, 18).", "MOVE A1 TO 10 18" },
		{ "MOVE A1 TO 10.5,18.25", "MOVE A1 TO 10.5 18.25" },
		{ "MOVER A1 A 12,5 8 MIRANDO NE", "MOVE A1 TO 12.5 8 FACE NE" },
		{ "mover a1 a 12,5\" 8\" mirando 45\xc2\xba",
		  "MOVE A1 TO 12.5 8 FACE NE" },
		{ "MOVER A1 A 12,5 8 MIRANDO 46O",
		  "MOVE A1 TO 12.5 8 FACE 46" },
		{ "MOVE A1 TO 12.345 8", "MOVE A1 TO 12.35 8" },
		{ "MOVE A1 TO 12.344 -8", "MOVE A1 TO 12.34 -8" },
		{ "MOVE A1 TO 10 in 18 inches", "MOVE A1 TO 10 18" },
		{ "- MOVE A1 TO 10 18;", "MOVE A1 TO 10 18" },
		{ "MOVE A1 TO 10 18 FACE N VIA 3 4 VIA 5 6",
		  "MOVE A1 TO 10 18 VIA 3 4 VIA 5 6 FACE N" },
		{ "MOVE A1 TOUCHING B2 BEHIND", "MOVE A1 TOUCHING B2 BACK" },
		{ "mover a1 tocando a b2 por detr\xc3\xa1s",
		  "MOVE A1 TOUCHING B2 BACK" },
		{ "MOVE A1 6 BEARING 30", "MOVE A1 6 BEARING 30" },
		{ "MOVE amazon queen TO 3 4", "MOVE A1 TO 3 4" },
		{ "MOVE Queen TO 3 4", "MOVE A1 TO 3 4" },
		{ "MOVE A1 TO 3 4 CAPTIVE AT 200 FACE W",
		  "MOVE A1 TO 3 4 CAPTIVE AT 200 FACE W" },
		{ "MOVE A1 TOUCHING B2 THEN FIGHT B2 CAPTURE",
		  "MOVE A1 TOUCHING B2 THEN FIGHT B2 CAPTURE" },
		{ "DISPARA A1 contra B1 y B2", "SHOOT A1 B1 B2" },
		{ "SHOOT A1 B1 WITH A2, A3 and A4 BLAST",
		  "SHOOT A1 B1 BLAST WITH A2 A3 A4" },
		{ "FORM A1 TO 3 4 / A2 STAY / A3 TO 5 6 FACE N",
		  "FORM A1 TO 3 4 / A2 STAY / A3 TO 5 6 FACE N" },
		{ "PILE HILL RECT 0 0 2 2 + WALL RECT 0 0 1 0.5",
		  "PILE ELEVATED POLY 0 0 2 0 2 2 0 2 WALL POLY 0 0 1 0 1 "
		  "0.5 0 0.5" },
		{ "ARMY amazon queen, 2 x Utem Guardsman **",
		  "ARMY rebellion/77, rebellion/13, rebellion/13" },
		/* a number without its sign, or behind the name */
		{ "ARMY amazon queen, 2 Utem Guardsman **",
		  "ARMY rebellion/77, rebellion/13, rebellion/13" },
		{ "ARMY amazon queen, Utem Guardsman ** x2",
		  "ARMY rebellion/77, rebellion/13, rebellion/13" },
		{ "A1 toward B2", "MOVE A1 TOWARD B2" },
		{ "A1 hacia B2", "MOVE A1 TOWARD B2" },
		/* a list that was broken at a comma */
		{ "ARMY amazon queen, // first\nUtem Guardsman **,\n"
		  "2 Utem Guardsman **\nPASS A1",
		  "ARMY rebellion/77, rebellion/13, rebellion/13, "
		  "rebellion/13\nPASS A1" },
		{ "si no b1 muerto: disparar a4 b1 rayo",
		  "IF NOT B1 DEAD: SHOOT A4 B1 BLAST" },
		{ "IF LAST OK AND NOT B1 CAPTIVE THEN PASS A1 ELSE PASS A2",
		  "IF LAST OK AND NOT B1 CAPTIVE: PASS A1\nELSE: PASS A2" },
		{ "SHOOT A1 B1 | FIGHT A1 B1 ON FAIL SKIP",
		  "SHOOT A1 B1 | FIGHT A1 B1 ON FAIL SKIP" },
		{ "MOVE A1 // first\n+ TO 3 4 // then\n+ FACE N",
		  "MOVE A1 TO 3 4 FACE N" },
		{ "GIRO LIBRE B1 MIRAR N", "FREE SPIN B1 FACE N" },
		{ "GIRO B1 NUNCA", "SPIN B1 NEVER" },
		{ "QUITAR A1 rayo m\xc3\xa1gico", "CANCEL A1 MAGIC BLAST" },
		{ "MEDIR A1 A 12 8", "MEASURE A1 12 8" },
		{ "MOVE the amazon queen TO 3 4", "MOVE A1 TO 3 4" },
		{ "disparar la amazon queen contra el b1", "SHOOT A1 B1" },
		{ "END TURN", "END" },
		{ "fin partida", "END GAME" },
	};

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(pairs); i++)
		assert_string_equal(in_english(pairs[i][0]), pairs[i][1]);
}

static void numbers_are_written_as_the_reader_writes_them(void **unused)
{
	int es = vocabulary_lang(&f.words, STR("es"));
	static const char english[] = "FORM A1 A2 SHIFT -3.5 0.07";
	static const char spanish[] = "FORMAR A1 A2 DESPLAZAR -3,5 0,07";

	(void)unused;
	assert_string_equal(in_english(english), english);
	assert_string_equal(trial_written(&f, &o, es), spanish);
	assert_string_equal(in_english(spanish), english);
}

static void orders_of_cavalry_are_read_in_five_languages(void **unused)
{
	static const char *const pairs[][2] = {
		{ "deploy a1+a5 at 18 2 face n",
		  "DEPLOY A1 ON A5 AT 18 2 FACE N" },
		{ "desplegar a1 sobre a5 en 18 2", "DEPLOY A1 ON A5 AT 18 2" },
		{ "move a1+a5 to 3 4", "MOVE A1 TO 3 4" },
		{ "fight A1+A5 B2+B7 using mount against rider",
		  "FIGHT A1 USING MOUNT B2 AGAINST RIDER" },
		{ "LUCHAR A1 B1 CONTRA MONTURA", "FIGHT A1 B1 AGAINST MOUNT" },
		{ "fight a1 against b1 against mount",
		  "FIGHT A1 B1 AGAINST MOUNT" },
		{ "shoot a1 b1 against mount b2 with a2 using mount a3",
		  "SHOOT A1 B1 AGAINST MOUNT B2 WITH A2 USING MOUNT A3" },
		{ "CHARGE A1 TOUCHING B2 THEN FIGHT B2 USING RIDER AGAINST MOUNT",
		  "CHARGE A1 TOUCHING B2 THEN FIGHT B2 AGAINST MOUNT USING "
		  "RIDER" },
		{ "carga a1 tocando a b2 luego luchar b2 usando jinete",
		  "CHARGE A1 TOUCHING B2 THEN FIGHT B2 USING RIDER" },
		{ "sturmangriff a1 touching b2 then fight b2 gegen reittier",
		  "CHARGE A1 TOUCHING B2 THEN FIGHT B2 AGAINST MOUNT" },
		{ "Enchaînement A1 to 3 4 then shoot B1 contre cavalier",
		  "BOUND A1 TO 3 4 THEN SHOOT B1 AGAINST RIDER" },
		{ "travolgere a1 to 3 4 contro cavalcatura",
		  "TRAMPLE A1 TO 3 4 AGAINST MOUNT" },
		{ "überwältigen a1 touching b2", "OVERWHELM A1 TOUCHING B2" },
		{ "dismount a3 back", "DISMOUNT A3 AT BACK" },
		{ "smontare a3 dietro", "DISMOUNT A3 AT BACK" },
		{ "absitzen a3 at e", "DISMOUNT A3 AT E" },
		{ "montar a1 sobre a5", "MOUNT A1 ON A5" },
		{ "mount a1+a5", "MOUNT A1 ON A5" },
		{ "UNIDAD A1 NO", "UNITY A1 OFF" },
		{ "push rider", "PUSH RIDER" },
		{ "presi\xc3\xb3n a1 montura", "PUSH A1 MOUNT" },
		{ "caer espalda", "LAND BACK" },
		{ "against mount", "AGAINST MOUNT" },
		{ "fight a1 sweep", "FIGHT A1 SWEEP" },
		{ "take a1 i1", "TAKE A1 I1" },
		{ "dejar a1 i1 en e", "DROP A1 I1 AT E" },
		{ "if a1+a5 touching b1: pass a1+a5",
		  "IF A1 TOUCHING B1: PASS A1" },
	};

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(pairs); i++)
		assert_string_equal(in_english(pairs[i][0]), pairs[i][1]);
	/* two labels side by side are no unit */
	read_text("DEPLOY A1 A5 AT 18 2");
	assert_int_equal(o.n_complaints, 1);
}

static void every_card_of_a_line_that_is_none_is_told(void **unused)
{
	struct buf b;

	(void)unused;
	read_text("ARMY Amazon Quen, Utem Guardsman **,\n"
		  "+ 3 Utem Guardsmen **, Nobody, Amazon Queen\nPASS");
	assert_int_equal(o.n_lines, 0);
	assert_int_equal(o.n_complaints, 4);
	for (int i = 0; i < 3; i++)
		assert_int_equal(o.complaints[i].kind, COMPLAINT_CARD);
	assert_int_equal(o.complaints[0].at, 5);
	assert_str(orders_nearest(&f.grammar, 0, &o.complaints[1]),
		   "3 x Amazon Queen");
	assert_int_equal(o.complaints[3].kind, COMPLAINT_EXPECTED);
	buf_init(&b, 4096);
	orders_write_complaint(&f.grammar, 0, &o, &o.complaints[2], NULL, &b);
	assert_non_null(strstr(b.s, "Line 2, column 24: "));
	buf_release(&b);
}

static void names_printed_with_a_stroke_are_understood(void **unused)
{
	static const char *const texts[][2] = {
		{ "SHOOT A1 B1 Flame/Lightning", "SHOOT A1 B1 FLAME" },
		{ "CANCEL A1 Flame/Lightning", "CANCEL A1 FLAME LIGHTNING" },
		{ "DISPARAR A1 B1 Llama/Rayo", "SHOOT A1 B1 FLAME" },
		/* a formation's stroke, with blanks or without */
		{ "FORM A1 TO 3 4/A2 STAY/A4 STAY",
		  "FORM A1 TO 3 4 / A2 STAY / A4 STAY" },
	};

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(texts); i++)
		assert_string_equal(in_english(texts[i][0]), texts[i][1]);
}

static void a_line_in_doubt_is_never_guessed(void **unused)
{
	static const struct trial_doubt faults[] = {
		{ "MOVE A1 TO 10", COMPLAINT_EXPECTED, 13, "" },
		{ "MOVE A1 TO 10-18", COMPLAINT_EXPECTED, 13, "" },
		{ "MOVE A1 TO 10 18 home", COMPLAINT_EXPECTED, 17, "" },
		{ "MOVE A1", COMPLAINT_EXPECTED, 7, "" },
		{ "MOVE Guardsman TO 3 4", COMPLAINT_NAME, 5, "" },
		{ "ARMY Amazon Quen", COMPLAINT_CARD, 5, "Amazon Queen" },
		{ "ARMY 3 Amazon Quen", COMPLAINT_CARD, 5, "3 x Amazon Queen" },
		{ "TURN A1 361", COMPLAINT_EXPECTED, 8, "" },
		{ "IF B1 DED: PASS A1", COMPLAINT_EXPECTED, 6, "DEAD" },
		{ "ELSE: PASS A1", COMPLAINT_ELSE, 0, "" },
		{ "+ FACE N", COMPLAINT_CONTINUES, 2, "" },
		{ "ALWAYS END", COMPLAINT_NOT_STANDING, 7, "" },
		{ "IF B1 DEAD: LINE A1 B1", COMPLAINT_NOT_HERE, 12, "" },
		{ "PASS A1 ON FAIL MAYBE", COMPLAINT_EXPECTED, 16, "" },
		{ "WAIT A MINUTE", COMPLAINT_EXPECTED, 5, "" },
		{ "PASS @1", COMPLAINT_EXPECTED, 5, "" },
	};

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
		read_text(faults[i].text);
		trial_doubt(&f, &faults[i], &o);
	}
}

/* REST is a word of two languages, and of two orders */
struct two_meanings {
	struct vocabulary words;
	struct grammar grammar;
};

static void two_meanings_init(struct two_meanings *x)
{
	struct why why = { 0 };

	vocabulary_init(&x->words, &arena);
	assert_int_equal(vocabulary_load(&x->words, SRCDIR "/templates",
					 "rebellion", &why),
			 ERR_OK);
	assert_int_equal(vocabulary_add(&x->words, "en", STR("pass = REST\n"),
					"en", &why),
			 ERR_OK);
	assert_int_equal(vocabulary_add(&x->words, "es",
					STR("regenerate = REST\n"), "es", &why),
			 ERR_OK);
	assert_int_equal(grammar_init(&x->grammar, &f.sys, &grammar_rebellion,
				      &x->words, &arena, &why),
			 ERR_OK);
}

static void a_line_is_read_in_its_writers_language_first(void **unused)
{
	static const struct {
		const char *lang, *text;
		int lines; /* 0: it is asked about */
		const char *first, *langs;
	} mails[] = {
		{ "en", "REST A1", 1, "PASS A1", "" },
		{ "es", "REST A1", 1, "REGENERATE A1", "" },
		/* the writer's own language has no such word */
		{ "de", "REST A1\nMOVER A1 A 3 4", 2, "REGENERATE A1",
		  "1-2 es" },
		{ "de", "REST A1\nHEAL A1 A2\nMOVER A1 A 3 4\nTURN A1 N", 4,
		  "PASS A1", "1-2 en, 3 es, 4 en" },
		{ "de", "REST A1", 0, "", "" },
		{ "", "REST A1\nMOVER A1 A 3 4", 2, "REGENERATE A1", "1-2 es" },
		/* words of two languages in one line */
		{ "es", "MOVER A1 TOUCHING B2\nREST A1", 2,
		  "MOVE A1 TOUCHING B2", "1 *" },
		{ "en", "PASAR A1\nREST A1", 2, "PASS A1", "1 es" },
		/* what stands between lines is kept: IF above, ON FAIL */
		{ "en", "ON FAIL SKIP\nIF A1 DEAD: PASS A2\nSINO: PASAR A3", 3,
		  "", "3 es" },
	};
	struct two_meanings x;

	(void)unused;
	two_meanings_init(&x);
	for (size_t i = 0; i < ARRAY_LEN(mails); i++) {
		struct buf b;

		buf_init(&b, 4096);
		orders_read(&arena, &x.grammar, &names,
			    vocabulary_lang(&x.words, str_of(mails[i].lang)),
			    str_of(mails[i].text), &o);
		if (!mails[i].lines) {
			assert_int_equal(o.n_complaints, 1);
			assert_int_equal(o.complaints[0].kind,
					 COMPLAINT_AMBIGUOUS);
			buf_release(&b);
			continue;
		}
		if (o.n_complaints || o.n_lines != mails[i].lines)
			fail_msg("%s: %s", mails[i].text,
				 trial_english(&f, &o));
		if (*mails[i].first) {
			orders_write_entry(&x.grammar, 0, o.lines[0].entry, &b);
			assert_string_equal(b.s, mails[i].first);
			buf_clear(&b);
		}
		orders_write_languages(&x.grammar, &o, &b);
		assert_str(buf_str(&b), mails[i].langs);
		buf_release(&b);
	}
}

static struct grammar *kept(const struct grammar *g, const char **text)
{
	struct why why = { 0 };
	struct grammar *again;
	struct buf b;

	buf_init(&b, GRAMMAR_SNAPSHOT_MAX);
	grammar_snapshot_render(g->table, g->words, &b);
	assert_false(b.full);
	*text = arena_strdup(&arena, b.s);
	buf_release(&b);
	if (grammar_snapshot_compile(str_of(*text), g->sys, &f.grammar, &arena,
				     &again, &why))
		fail_msg("%s", why.text);
	return again;
}

static void what_reads_a_game_is_kept_as_a_text(void **unused)
{
	const char *text, *again;
	struct two_meanings x;
	struct grammar *old = kept(&f.grammar, &text);
	struct buf b;

	(void)unused;
	/* the text says all of it: made of what it made, it is the same */
	kept(old, &again);
	assert_string_equal(text, again);
	two_meanings_init(&x);
	kept(&x.grammar, &again);
	assert_string_not_equal(text, again);
	/* a word of today is none of the game that began yesterday, where
	 * nothing is read by meaning .. */
	old->meaning = NULL;
	orders_read(&arena, old, &names, 0, STR("REST A1"), &o);
	assert_int_equal(o.n_complaints, 1);
	orders_read(&arena, &x.grammar, &names, 0, STR("REST A1"), &o);
	assert_int_equal(o.n_complaints, 0);
	/* .. and what is said of it is said in the words of today */
	orders_read(&arena, old, &names, 0, STR("PASAR A1 YA"), &o);
	buf_init(&b, 4096);
	orders_write_complaint(old, vocabulary_lang(old->words, STR("es")), &o,
			       &o.complaints[0], NULL, &b);
	assert_non_null(strstr(b.s, "No esperaba"));
	buf_clear(&b);
	grammar_describe(old, 0, &b);
	assert_non_null(strstr(b.s, "MOVE A1 TOUCHING B2"));
	buf_release(&b);
}

/* what stands above CONTINUE comes first, but not in a game that began when all
 * beside it came behind */
static void continue_stands_where_it_stands(void **unused)
{
	static const struct str mail =
		STR("PASS A1\nPASS A2\nCONTINUE\nPASS A3");
	struct submission s;
	struct grammar *old;
	const char *text;

	(void)unused;
	old = kept(&f.grammar, &text);
	orders_read(&arena, old, &names, 0, mail, &o);
	orders_submission(&arena, &o, 0, &s);
	assert_int_equal(s.n, 3);
	assert_int_equal(s.before, 2);
	assert_true(!strncmp(text, "grammar 1\n", 10));
}

static void any_decision_is_written_and_read_by_what_was_kept(void **unused)
{
	static const int32_t labels[] = { 1 << 16 | 1, 2 << 16 | 12 };
	struct orders_fixture g = f;
	const char *text;

	(void)unused;
	g.grammar = *kept(&f.grammar, &text);
	trial_drawn(&g, 1000, labels, 2);
}

static void a_text_that_is_no_grammar_is_refused(void **unused)
{
	static const struct {
		const char *text, *why;
	} wrong[] = {
		{ "", "no such grammar" },
		{ "grammar 2\n", "no such grammar" },
		{ "grammar 1\nORDER\tmove\n", "row 1" },
		{ "grammar 1\nORDER\tmove\tMOVE\n", "no vocabulary" },
		{ "grammar 1\nlanguage en\nmove = MOVE\n", "no vocabulary" },
	};
	static const struct {
		const char *pattern, *why;
	} patterns[] = {
		{ "MOVE nobody=figure", "a tag that the game has not" },
		{ "MOVE fig=nothing", "no kind of argument" },
		{ "MOVE fig=word", "the names of what has none" },
		{ "MOVE (fig=figure", "a closing sign" },
		{ "MOVE fig=figure)", "a sign too many" },
		{ "MOVE face", "names no part" },
		{ "MOVE capture:maybe", "a value that its tag has not" },
		{ "MOVE at_side=word(nowhere)", "no name to choose" },
		{ "MOVE ?", "no name" },
		{ "MOVE at_side=word(front", "no name to choose" },
		{ "MOVE <| | | | | | | | | | | | | | | | |>", "more in a set" },
	};
	struct why why = { 0 };
	struct grammar *g;

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
		why = (struct why){ 0 };
		assert_int_not_equal(
			grammar_snapshot_compile(str_of(wrong[i].text), &f.sys,
						 NULL, &arena, &g, &why),
			ERR_OK);
		if (!strstr(why.text, wrong[i].why))
			fail_msg("%zu: %s", i, why.text);
	}
	for (size_t i = 0; i < ARRAY_LEN(patterns); i++) {
		const char *text = arena_printf(
			&arena,
			"grammar 1\nORDER\tmove\t%s\nCONDITION\tdead\tDEAD\n"
			"language en\nmove = MOVE\n%s",
			patterns[i].pattern, rest_of_words);

		why = (struct why){ 0 };
		assert_int_not_equal(grammar_snapshot_compile(str_of(text),
							      &f.sys, NULL,
							      &arena, &g, &why),
				     ERR_OK);
		if (!strstr(why.text, patterns[i].why))
			fail_msg("%s: %s", patterns[i].pattern, why.text);
	}
}

/* A part of itself, and one that doubles at each step. */
static void a_pattern_without_end_is_refused(void **unused)
{
	struct buf b;
	struct why why = { 0 };
	struct grammar *g;

	(void)unused;
	buf_init(&b, 65536);
	for (int kind = 0; kind < 3; kind++) {
		const char *own = "PART\tx\tx\n";

		buf_clear(&b);
		buf_addz(&b, "grammar 1\n");
		if (!kind)
			buf_addz(&b, own);
		for (int i = 0; kind == 1 && i < 20; i++)
			buf_addf(&b, "PART\t%c\t%c %c\n", 'a' + i, 'b' + i,
				 'b' + i);
		buf_addz(&b, "ORDER\tmove\tMOVE ");
		if (kind == 2)
			for (int i = 0; i < 1000; i++)
				buf_addc(&b, '(');
		buf_addz(&b, kind ? "a\n" : "x\n");
		buf_addf(&b, "language en\nmove = MOVE\n%s", rest_of_words);
		why = (struct why){ 0 };
		assert_int_not_equal(grammar_snapshot_compile(buf_str(&b),
							      &f.sys, NULL,
							      &arena, &g, &why),
				     ERR_OK);
	}
	/* one that goes round without reading anything comes to its end */
	buf_clear(&b);
	buf_addf(
		&b,
		"grammar 1\nORDER\tmove\tMOVE {{[DEAD]}} {fig=figure {[DEAD]}}\n"
		"CONDITION\tdead\tDEAD\nlanguage en\nmove = MOVE\n%s",
		rest_of_words);
	if (grammar_snapshot_compile(buf_str(&b), &f.sys, NULL, &arena, &g,
				     &why))
		fail_msg("%s", why.text);
	orders_read(&arena, g, NULL, 0, STR("MOVE A1 A2 A3"), &o);
	assert_int_equal(o.n_complaints, 1);
	assert_int_equal(o.complaints[0].kind, COMPLAINT_TOO_LONG);
	buf_release(&b);
}

static void of_equally_near_words_the_readers_own_is_shown(void **unused)
{
	int en = vocabulary_lang(&f.words, STR("en"));
	int es = vocabulary_lang(&f.words, STR("es"));
	const struct complaint *c = &o.complaints[0];

	(void)unused;
	/* one letter from both; the place is not told */
	read_text("MOVR A1 A 12");
	assert_int_equal(o.n_complaints, 1);
	assert_str(orders_nearest(&f.grammar, en, c), "MOVE");
	assert_str(orders_nearest(&f.grammar, es, c), "MOVER");
	/* nearer than any Spanish word */
	read_text("FIGTH A1");
	assert_str(orders_nearest(&f.grammar, es, c), "FIGHT");
}

/* WAIT holds nothing back: HOLD does */
static void to_wait_so_long_is_to_hold(void **unused)
{
	int es = vocabulary_lang(&f.words, STR("es"));

	(void)unused;
	orders_read(&arena, &f.grammar, &names, 0, STR("WAIT 2h"), &o);
	assert_int_equal(o.n_complaints, 1);
	assert_str(orders_nearest(&f.grammar, 0, &o.complaints[0]), "HOLD 2h");
	orders_read(&arena, &f.grammar, &names, es, STR("ESPERA 90m"), &o);
	assert_int_equal(o.n_complaints, 1);
	assert_str(orders_nearest(&f.grammar, es, &o.complaints[0]),
		   "RETENER 90m");
	orders_read(&arena, &f.grammar, &names, 0, STR("WAIT X9"), &o);
	assert_int_equal(o.n_complaints, 1);
	assert_int_equal(o.complaints[0].meant.len, 0);
}

/* what cannot be taken back is done by its own word alone */
static void who_concedes_is_asked_first(void **unused)
{
	static const char *const words[][3] = {
		{ "concede", "en", "send this line: WITHDRAW\n" },
		{ "I give up", "en", "send this line: WITHDRAW\n" },
		{ "resign", "en", "send this line: WITHDRAW\n" },
		{ "surrender", "en", "send this line: WITHDRAW\n" },
		{ "me rindo", "es", "esta l\xc3\xadnea: RETIRADA\n" },
		{ "abandono", "es", "esta l\xc3\xadnea: RETIRADA\n" },
		{ "nos rendimos", "es", "esta l\xc3\xadnea: RETIRADA\n" },
	};

	(void)unused;
	assert_string_equal(in_english("withdraw"), "WITHDRAW");
	assert_string_equal(in_english("Retirada."), "WITHDRAW");
	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		struct str by = str_of(words[i][1]);
		struct buf b;

		read_text(words[i][0]);
		assert_int_equal(o.n_complaints, 1);
		assert_int_equal(o.n_lines, 0);
		buf_init(&b, 8192);
		orders_write_complaint(&f.grammar,
				       vocabulary_lang(&f.words, by), &o,
				       &o.complaints[0], NULL, &b);
		if (!strstr(b.s, words[i][2]))
			fail_msg("%s", b.s);
		buf_release(&b);
	}
}

static void a_mistyped_name_is_told_with_the_nearest(void **unused)
{
	static const char *const lines[][2] = {
		{ "FIGHT Gardsman B1", "Utem Guardsman ** (A2)" },
		{ "FIGHT Amazn A2", "Amazon Queen (A1)" },
		{ "FIGHT A1 Quen", "Amazon Queen (A1)" },
		{ "FIGHT A1 Wizzard", "" },
		{ "FIGHT A1 Quer", "" }, /* two letters off a short one */
	};

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		read_text(lines[i][0]);
		assert_int_equal(o.n_complaints, 1);
		assert_str(orders_nearest(&f.grammar, 0, &o.complaints[0]),
			   lines[i][1]);
	}
}

static void a_complaint_shows_line_column_and_what_was_expected(void **unused)
{
	struct buf b;

	(void)unused;
	read_text("PASS A1\nIF \xc3\xa1: PASS A2\nPASAR A2 KK");
	assert_int_equal(o.n_complaints, 2);
	buf_init(&b, 4096);
	orders_write_complaint(&f.grammar, vocabulary_lang(&f.words, STR("es")),
			       &o, &o.complaints[1], NULL, &b);
	assert_string_equal(b.s,
			    "L\xc3\xadnea 3, columna 10: No s\xc3\xa9 bien "
			    "qu\xc3\xa9 quieres decir, y no hago nada hasta "
			    "saberlo.\n"
			    "    PASAR A2 KK\n"
			    "             ^\n"
			    "\xc2\xbfQuieres esto? Entonces env\xc3\xad"
			    "alo "
			    "en una l\xc3\xadnea propia:\n"
			    "  PASAR A2\n");
	buf_release(&b);
}

/* A mail breaks lines of 79 columns: the caret would be in another row. */
static void a_caret_is_below_its_word_in_a_long_line(void **unused)
{
	const char *mark, *row;
	struct buf b;

	(void)unused;
	for (int blanks = 1; blanks < 200; blanks += 33) {
		read_text(arena_printf(&arena, "PASS A1%*sKK", blanks, ""));
		assert_int_equal(o.n_complaints, 1);
		buf_init(&b, 4096);
		orders_write_complaint(&f.grammar, 0, &o, &o.complaints[0],
				       NULL, &b);
		mark = strstr(b.s, "^\n");
		assert_non_null(mark);
		for (row = mark; row[-1] != '\n';)
			row--;
		assert_true(mark - row < 79);
		/* the row above it is as far away as the K is on its left */
		assert_memory_equal(row - 3, "KK\n", 3);
		assert_int_equal(mark - row,
				 (row - 3) - (strstr(b.s, "\n    ") + 1));
		buf_release(&b);
	}
}

static void the_whole_reading_comes_back(void **unused)
{
	struct buf b;

	(void)unused;
	read_text("ORDERS club-7q A 12 3\nmove a1 to 3 4\nBRUMBLE\nfin\n");
	assert_int_equal(o.n_complaints, 1);
	buf_init(&b, 65536);
	orders_write_reading(&f.grammar, 0, &o, NULL, &b);
	assert_string_equal(b.s,
			    "  2 MOVE A1 TO 3 4\n"
			    "Line 3, column 1: I know no order that begins "
			    "with \"BRUMBLE\".\n"
			    "    BRUMBLE\n    ^\n"
			    "  4 END\n");
	buf_release(&b);
}

static void the_head_binds_game_seat_point_and_serial(void **unused)
{
	struct order_head h;

	(void)unused;
	assert_true(orders_read_head(&arena, &f.grammar,
				     STR("\n// hello\n  orders Club-7q b 12 3 "
					 "\nEND\n"),
				     &h));
	assert_int_equal(h.kind, HEAD_ORDERS);
	assert_str(h.game, "Club-7q");
	assert_int_equal(h.seat, 1);
	assert_int_equal(h.point, 12);
	assert_int_equal(h.serial, 3);
	assert_true(orders_read_head(&arena, &f.grammar,
				     STR("ENSAYO Club-7q A 0 0"), &h));
	assert_int_equal(h.kind, HEAD_PREVIEW);
	assert_true(orders_read_head(&arena, &f.grammar,
				     STR("JOIN Club-7q B abc def"), &h));
	assert_int_equal(h.kind, HEAD_JOIN);
	assert_str(h.rest, "B abc def");
	assert_false(orders_read_head(&arena, &f.grammar,
				      STR("ORDERS Club-7q A 12"), &h));
	assert_int_equal(h.kind, HEAD_ORDERS);
	assert_false(orders_read_head(&arena, &f.grammar,
				      STR("ORDERS Club-7q A 12 3 4"), &h));
	assert_false(orders_read_head(&arena, &f.grammar, STR("END"), &h));
	assert_int_equal(h.kind, HEAD_NONE);
	assert_false(orders_read_head(&arena, &f.grammar, STR(""), &h));
}

static void what_is_no_order_becomes_part_of_the_submission(void **unused)
{
	struct submission s;

	(void)unused;
	read_text("ON FAIL SKIP\nPASS A1\nON FAIL STOP\nPASS A2\nWAIT\nFORGET "
		  "2\nALWAYS IF B1 DEAD: PASS A3\nCLEAR\nRULE RB-FIG-01\n"
		  "LINE A1 B1\nHELP\n");
	assert_int_equal(o.n_complaints, 0);
	orders_submission(&arena, &o, 1, &s);
	assert_int_equal(s.seat, 1);
	assert_int_equal(s.n, 2);
	assert_int_equal(queue_entry_flags(s.v[0]), QUEUE_SKIP);
	assert_int_equal(queue_entry_line(s.v[0]), 2);
	assert_int_equal(queue_entry_flags(s.v[1]), 0);
	assert_true(s.wait);
	assert_true(s.clear);
	assert_false(s.keep);
	assert_int_equal(s.n_standing, 1);
	assert_int_equal(s.n_forget, 1);
	assert_int_equal(s.forget[0], 2);
	assert_int_equal(o.lines[8].kind, LINE_RULE);
	assert_str(o.lines[8].text, "RB-FIG-01");
	assert_int_equal(o.lines[9].kind, LINE_QUERY);
}

static void what_costs_too_much_ends_where_it_does(void **unused)
{
	static const char text[] = "PASS A1\nPASS A1\nPASS A1\nPASS A1\n";
	struct grammar_work work = { .max = UINT64_MAX };
	struct grammar_names few = names;

	(void)unused;
	few.work = &work;
	orders_read(&arena, &f.grammar, &few, -1, str_of(text), &o);
	assert_int_equal(o.n_complaints, 0);
	assert_int_equal(o.n_lines, 4);
	assert_true(work.steps > 4);
	work = (struct grammar_work){ .max = work.steps / 2 };
	orders_read(&arena, &f.grammar, &few, -1, str_of(text), &o);
	assert_int_equal(o.n_complaints, 1);
	assert_int_equal(o.complaints[0].kind, COMPLAINT_COSTLY);
	assert_true(0 < o.n_lines && o.n_lines < 4);
}

static void too_much_is_refused_politely(void **unused)
{
	struct buf b;

	(void)unused;
	buf_init(&b, 1 << 20);
	for (int i = 0; i < 5000; i++)
		buf_addz(&b, "A1 ");
	read_text(b.s);
	assert_int_equal(o.n_complaints, 1);
	assert_int_equal(o.complaints[0].kind, COMPLAINT_TOO_LONG);
	buf_clear(&b);
	for (int i = 0; i < 300; i++)
		buf_addz(&b, "PASS A1\n");
	read_text(b.s);
	assert_int_equal(o.complaints[0].kind, COMPLAINT_TOO_MANY);
	buf_clear(&b);
	buf_addz(&b, "SHOOT A1");
	for (int i = 1; i < 130; i++)
		buf_addf(&b, " B%d", i);
	read_text(b.s);
	assert_int_equal(o.n_complaints, 1);
	assert_int_equal(o.complaints[0].kind, COMPLAINT_TOO_LONG);
	buf_release(&b);
}

static void politeness_alone_is_told_to_be_no_order(void **unused)
{
	static const char *const lines[] = {
		"please",    "Thanks!", "thank you",
		"por favor", "gracias", "please please, thanks"
	};

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		read_text(lines[i]);
		assert_int_equal(o.n_lines, 0);
		assert_int_equal(o.n_complaints, 1);
	}
}

/* lines whose words can be left out in very many ways */
static void other_words_are_tried_within_bounds(void **unused)
{
	size_t used;
	struct buf b;

	(void)unused;
	buf_init(&b, 1 << 20);
	for (int i = 0; i < 38; i++) {
		for (int k = 0; k < 46; k++)
			buf_addz(&b, "move ");
		buf_addz(&b, "\n");
	}
	used = arena.used;
	read_text(b.s);
	assert_int_equal(o.n_complaints, 38);
	assert_true(arena.used - used < 32u << 20);
	assert_int_equal(read_text("please PASS A1")->n_lines, 1);
	buf_addz(&b, "please PASS A1\n");
	read_text(b.s);
	assert_int_equal(o.n_complaints, 38);
	buf_release(&b);
}

static void every_example_of_the_help_is_understood(void **unused)
{
	int n = 0;

	(void)unused;
	for (int i = 0; i < grammar_rebellion.n; i++) {
		const struct grammar_row *row = &grammar_rebellion.rows[i];

		if (row->type == GRAMMAR_PART || row->type == GRAMMAR_CONDITION)
			continue;
		orders_read(&arena, &f.grammar, NULL, -1, str_of(row->example),
			    &o);
		if (o.n_complaints)
			fail_msg("%s", row->example);
		n++;
	}
	assert_int_equal(n, N_RB_ORDERS);
}

static void the_help_has_no_empty_place(void **unused)
{
	struct buf b;

	(void)unused;
	buf_init(&b, 1 << 20);
	for (int lang = 0; lang < f.words.n_langs; lang++) {
		buf_clear(&b);
		grammar_describe(&f.grammar, lang, &b);
		assert_null(strstr(b.s, "<>"));
		assert_null(strstr(b.s, "\t\t"));
		assert_null(strstr(b.s, "()"));
	}
	buf_release(&b);
}

/* --- property: parse(render(d)) = d ------------------------------------ */

static uint32_t seed = 88172645;

static int draw(int below)
{
	seed ^= seed << 13;
	seed ^= seed >> 17;
	seed ^= seed << 5;
	return (int)(seed % (uint32_t)below);
}

/* a random order text from the pattern itself, in random words */
static void random_text(const char **p, bool skip, struct buf *out);

static void random_item(const char **p, bool skip, struct buf *out)
{
	const char *from = *p;
	size_t len;

	while ((**p >= 'a' && **p <= 'z') || (**p >= 'A' && **p <= 'Z') ||
	       **p == '_' || **p == '-')
		++*p;
	len = (size_t)(*p - from);
	if (**p == ':') {
		while (**p && !strchr(" |)]}>", **p))
			++*p;
		return;
	}
	if (**p == '=' || len == 0) {
		const char *slot = ++*p, *list;
		int tag = 0;

		while (**p >= 'a' && **p <= 'z')
			++*p;
		list = *p;
		if (**p == '(')
			while (*(*p)++ != ')')
				;
		if (skip)
			return;
		buf_addc(out, ' ');
		if (!strncmp(slot, "figure", 6))
			buf_addf(out, "%c%d", 'A' + draw(4), 1 + draw(30));
		else if (!strncmp(slot, "point", 5))
			buf_addf(out, "%d.%02d %d", draw(40), draw(100),
				 draw(40));
		else if (!strncmp(slot, "inches", 6) ||
			 !strncmp(slot, "circle", 6))
			buf_addf(out, "%d,%d", draw(20), draw(10));
		else if (!strncmp(slot, "degrees", 7))
			buf_addf(out, "%d", draw(360));
		else if (!strncmp(slot, "number", 6))
			buf_addf(out, "%d", draw(1000));
		else if (!strncmp(slot, "card", 4))
			buf_addz(out, draw(2) ? "Amazon Queen,"
					      : "Utem Guardsman **,");
		else if (!strncmp(slot, "word", 4)) {
			const struct field *t;
			struct str w = { 0 };

			while (strncmp(rb_tags[tag].name, from, len) ||
			       rb_tags[tag].name[len])
				tag++;
			t = &rb_tags[tag];
			while (!w.len) {
				char key[64];
				int i = draw(t->n_names);

				if (*list == '(' && !strstr(list, t->names[i]))
					continue;
				snprintf(key, sizeof(key), "%s.%s", t->name,
					 t->names[i]);
				i = vocabulary_key(&f.words, str_of(key));
				w = vocabulary_shown(&f.words, i, draw(2));
			}
			buf_adds(out, w);
		} else { /* corners, rectangle, segments */
			for (int i = 0; i < 4; i++)
				buf_addf(out, " %d", draw(10));
			if (!strncmp(slot, "corners", 7))
				buf_addz(out, " 7 7");
		}
		return;
	}
	if (*from >= 'A' && *from <= 'Z') {
		char key[64];

		if (skip)
			return;
		for (size_t i = 0; i < len; i++)
			key[i] = (char)(*from >= 'A' && from[i] != '-'
						? from[i] - 'A' + 'a'
						: from[i]);
		buf_addc(out, ' ');
		buf_adds(out, vocabulary_shown(
				      &f.words,
				      vocabulary_key(&f.words,
						     (struct str){ key, len }),
				      draw(2)));
		return;
	}
	for (int i = 0; i < grammar_rebellion.n; i++) {
		const struct grammar_row *row = &grammar_rebellion.rows[i];
		const char *part = row->pattern;

		if (row->type == GRAMMAR_PART && strlen(row->name) == len &&
		    !strncmp(row->name, from, len)) {
			random_text(&part, skip, out);
			return;
		}
	}
	fail_msg("%s", from);
}

static int alternatives_of(const char *p)
{
	int depth = 0, n = 1;

	for (; *p && depth >= 0; p++) {
		depth += strchr("([{<", *p) != NULL;
		depth -= strchr(")]}>", *p) != NULL;
		n += *p == '|' && !depth;
	}
	return n;
}

static void random_text(const char **p, bool skip, struct buf *out)
{
	int chosen = draw(alternatives_of(*p)), now = 0;

	while (**p && !strchr(")]}>", **p)) {
		bool not_this = skip || now != chosen;

		switch (**p) {
		case ' ':
		case '!':
		case '*': ++*p; break;
		case '|':
			now++;
			++*p;
			break;
		case '/':
			if (!not_this)
				buf_addz(out, " /");
			++*p;
			break;
		case '+': /* ON says the same between blanks */
			if (!not_this)
				buf_addz(out, " ON");
			++*p;
			break;
		case '?':
		case '~':
			++*p;
			random_item(p, not_this || draw(2), out);
			break;
		case '(':
		case '<':
			++*p;
			random_text(p, not_this, out);
			++*p;
			break;
		case '[':
			++*p;
			random_text(p, not_this || draw(2), out);
			++*p;
			break;
		case '{': {
			const char *again = *p + 1;

			for (int i = draw(3); i > 0 && !not_this; i--) {
				const char *q = again;

				random_text(&q, false, out);
			}
			++*p;
			random_text(p, true, out);
			++*p;
			break;
		}
		default: random_item(p, not_this, out);
		}
	}
}

/* one random order of this row, read, written and read again */
static void read_back(const struct grammar_row *row, int *understood)
{
	struct arena a = { 0 };
	struct token_list *t = ARENA_NEW(&a, struct token_list);
	struct grammar_result *r = ARENA_NEW(&a, struct grammar_result);
	struct grammar_result *again = ARENA_NEW(&a, struct grammar_result);
	const char *p = row->pattern;
	struct buf text, back;

	buf_init(&text, 8192);
	buf_init(&back, 8192);
	random_text(&p, false, &text);
	token_split(&a, buf_str(&text), t);
	grammar_read(&f.grammar, &a, &names, t->v, t->n, r);
	if (r->fault == GRAMMAR_FAULT_EXPECTED ||
	    r->fault == GRAMMAR_FAULT_CARD)
		fail_msg("%s", text.s);
	for (int lang = 0; r->fault == GRAMMAR_FAULT_NONE && lang < 2; lang++) {
		buf_clear(&back);
		assert_true(grammar_write(&f.grammar, lang, &r->d, &back));
		token_split(&a, buf_str(&back), t);
		/* keys of cards are read as they are */
		grammar_read(&f.grammar, &a, NULL, t->v, t->n, again);
		if (again->fault != GRAMMAR_FAULT_NONE ||
		    !decision_equal(&r->d, &again->d))
			fail_msg("%s\n%s", text.s, back.s);
	}
	*understood += r->fault == GRAMMAR_FAULT_NONE;
	buf_release(&text);
	buf_release(&back);
	arena_release(&a);
}

static void what_is_written_is_read_back_the_same(void **unused)
{
	int understood = 0, total = 0;

	(void)unused;
	for (int round = 0; round < 60; round++)
		for (int i = 0; i < grammar_rebellion.n; i++) {
			const struct grammar_row *row =
				&grammar_rebellion.rows[i];

			if (row->type == GRAMMAR_PART ||
			    row->type == GRAMMAR_CONDITION)
				continue;
			read_back(row, &understood);
			total++;
		}
	/* the rest can be understood in two ways */
	assert_true(understood * 100 > total * 95);
}

static void any_decision_of_the_grammar_is_written_and_read_back(void **unused)
{
	static const int32_t labels[] = { 1 << 16 | 1, 2 << 16 | 12 };

	(void)unused;
	trial_drawn(&f, 3000, labels, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_word_has_two_meanings_at_one_place),
		cmocka_unit_test(a_card_may_be_broken_between_two_lines),
		cmocka_unit_test(a_mistyped_name_is_told_with_the_nearest),
		cmocka_unit_test(to_wait_so_long_is_to_hold),
		cmocka_unit_test(who_concedes_is_asked_first),
		cmocka_unit_test(a_word_with_two_meanings_is_found),
		cmocka_unit_test(
			a_word_of_two_languages_with_two_meanings_is_listed),
		cmocka_unit_test(a_language_is_added_without_a_line_of_c),
		cmocka_unit_test(
			a_word_of_orders_comes_before_a_piece_of_a_name),
		cmocka_unit_test(numbers_are_written_as_the_reader_writes_them),
		cmocka_unit_test(orders_of_cavalry_are_read_in_five_languages),
		cmocka_unit_test(a_vocabulary_names_the_line_of_its_fault),
		cmocka_unit_test(orders_are_read_forgivingly),
		cmocka_unit_test(names_printed_with_a_stroke_are_understood),
		cmocka_unit_test(every_card_of_a_line_that_is_none_is_told),
		cmocka_unit_test(a_line_in_doubt_is_never_guessed),
		cmocka_unit_test(a_line_is_read_in_its_writers_language_first),
		cmocka_unit_test(continue_stands_where_it_stands),
		cmocka_unit_test(what_reads_a_game_is_kept_as_a_text),
		cmocka_unit_test(
			any_decision_is_written_and_read_by_what_was_kept),
		cmocka_unit_test(a_text_that_is_no_grammar_is_refused),
		cmocka_unit_test(a_pattern_without_end_is_refused),
		cmocka_unit_test(
			of_equally_near_words_the_readers_own_is_shown),
		cmocka_unit_test(
			a_complaint_shows_line_column_and_what_was_expected),
		cmocka_unit_test(a_caret_is_below_its_word_in_a_long_line),
		cmocka_unit_test(the_whole_reading_comes_back),
		cmocka_unit_test(the_head_binds_game_seat_point_and_serial),
		cmocka_unit_test(
			what_is_no_order_becomes_part_of_the_submission),
		cmocka_unit_test(too_much_is_refused_politely),
		cmocka_unit_test(what_costs_too_much_ends_where_it_does),
		cmocka_unit_test(politeness_alone_is_told_to_be_no_order),
		cmocka_unit_test(other_words_are_tried_within_bounds),
		cmocka_unit_test(every_example_of_the_help_is_understood),
		cmocka_unit_test(the_help_has_no_empty_place),
		cmocka_unit_test(what_is_written_is_read_back_the_same),
		cmocka_unit_test(
			any_decision_of_the_grammar_is_written_and_read_back),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
