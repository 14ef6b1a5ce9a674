/*
 * tests/unit/test_meaning.c - the reader by meaning in positions of all games:
 * what it executes, what it asks about, and that its work is bounded. In the
 * tables "?" is any line that is asked about, "-" such a line or PASS.
 */
#include "unit.h"
#include "meaning_fixture.h"

enum { ENGLISH, SPANISH };

static struct meaning_fixture m;

static const char rebellion[] =
	"board 36 36\n"
	"figure A1 card \"Amotep Gunner ***\" at 22 12 face N\n"
	"figure A2 card \"Utem Guardsman ***\" at 15 12 face N\n"
	"figure A3 card \"Utem Guardsman *\" at 16.1 12 face N\n"
	"figure A4 card \"Utem Crossbowman ***\" at 17.2 12 face N\n"
	"figure A5 card \"Blade Golem ***\" at 26 12 face N\n"
	"figure B1 card \"Troll Brawler ***\" at 20 20 face S\n"
	"figure B2 card \"Shaman ***\" at 26 31 face S\n"
	"turn A first A round 1 actions 3\n";

static const char dungeons[] =
	"board 9x5\nplayer A\nplayer B\n"
	"figure A1 at C2 face E stats 7/8/15/2 name \"Trollkiller\"\n"
	"figure A2 at C4 face E stats 7/8/15/2 name \"Carlana\"\n"
	"figure B1 at D2 face W stats 7/8/15/2 name \"Stone Golem\"\n"
	"chest K1 at C3 face E\n"
	"turn A turn 3 activations 3\n";

static const char arena[] =
	"board 4x3\n"
	"player A warlock mana 24\n"
	"player B wizard mana 14 element fire\n"
	"mage #1 A at B2\nmage #2 B at D2\n"
	"object #3 A \"Goran, Werewolf Pet\" at B2 pet 1\n"
	"object #4 B \"Darkfenne Hydra\" at C2\n"
	"book A 2 \"Fireball\"\nbook A 1 \"Drain Life\"\n"
	"book A 2 \"Agony\"\nbook A 1 \"Enfeeble\"\nbook A 1 \"Dispel\"\n"
	"phase plan\nturn A init A round 3\n";

/* A line, and what it is read as, see meaning_of. */
struct sample {
	int lang;
	const char *line, *read;
};

static void samples(const char *game, const char *position,
		    const struct sample *v, size_t n)
{
	meaning_set(&m, game, position);
	for (size_t i = 0; i < n; i++) {
		const char *read = meaning_of(&m, v[i].lang, v[i].line);
		bool asked = !strcmp(v[i].read, "?");
		bool holds =
			!strcmp(v[i].read, "-") && !strncmp(read, "PASS", 4);

		if (holds)
			continue;
		if (asked || *v[i].read == '-' ? *read != '?'
					       : strcmp(read, v[i].read) != 0)
			fail_msg("%s: %s, not %s", v[i].line, read, v[i].read);
	}
}

#define SAMPLES(game, v) samples(#game, game, v, ARRAY_LEN(v))

static void what_is_clear_is_executed(void **unused)
{
	static const struct sample r[] = {
		{ ENGLISH, "please move A1 towards B1", "MOVE A1 TOWARD B1" },
		{ ENGLISH, "A5 8 north", "MOVE A5 8 BEARING N" },
		{ ENGLISH, "MOVE A1 forward 8", "MOVE A1 8 BEARING N" },
		{ ENGLISH, "A1 north 4 inches and then face the shaman",
		  "MOVE A1 4 BEARING N FACE B2" },
		{ ENGLISH, "don't move A1, A5 2 north", "MOVE A5 2 BEARING N" },
		{ SPANISH, "mover A2, A3 y A4 juntos 6 al norte",
		  "FORM A2 A3 A4 SHIFT 0 6" },
		{ SPANISH, "A1 se mueve hacia el trol", "MOVE A1 TOWARD B1" },
	};
	static const struct sample d[] = {
		{ ENGLISH, "A1 attacks B1", "ATTACK A1 B1" },
		{ ENGLISH, "instead of moving, A1 hits B1", "ATTACK A1 B1" },
		{ ENGLISH, "A1 hits B1 rather than moving", "ATTACK A1 B1" },
		{ SPANISH, "A1 pega a B1 en vez de moverse", "ATTACK A1 B1" },
		{ ENGLISH, "trollkiller hits the golem", "ATTACK A1 B1" },
		{ SPANISH, "A1 ataca al golem", "ATTACK A1 B1" },
	};
	static const struct sample a[] = {
		{ SPANISH, "planeo bola de fuego y agonia",
		  "PLAN Fireball, Agony" },
		{ SPANISH, "preparo agonia", "PLAN Agony" },
	};

	(void)unused;
	SAMPLES(rebellion, r);
	SAMPLES(dungeons, d);
	SAMPLES(arena, a);
}

static void nothing_negated_is_executed(void **unused)
{
	static const struct sample r[] = {
		{ ENGLISH, "A1 5 north. Just kidding.", "?" },
		{ ENGLISH, "A1 aims at B1 but holds fire", "?" },
		{ SPANISH, "A1 apunta a B1 sin disparar", "?" },
		{ ENGLISH, "A1 moves 3 north, or whoever is nearer", "?" },
		{ ENGLISH, "example: A1 5 north", "?" },
		{ ENGLISH, "A1 talks to A5", "?" },
		{ ENGLISH, "A1 shoots B1 usually", "?" },
		{ SPANISH, "por ejemplo, A1 5 al norte", "?" },
		{ ENGLISH, "anybody but A1 moves 3 north", "?" },
		{ ENGLISH, "don't move A1 towards B1", "-" },
		{ ENGLISH, "do not shoot B1 with A1", "-" },
		{ ENGLISH, "A1 never attacks B1", "-" },
		{ ENGLISH, "A1 should not move 3 north", "-" },
		{ SPANISH, "A1 no dispara a B1", "-" },
		{ SPANISH, "que A1 no se mueva hacia B1", "-" },
		{ SPANISH, "no muevas A5 8 al norte", "-" },
	};
	static const struct sample d[] = {
		{ ENGLISH, "don't attack B1 with A1", "-" },
		{ ENGLISH, "don't open K1", "-" },
		{ SPANISH, "A1 no ataca a B1", "-" },
	};
	static const struct sample a[] = {
		{ ENGLISH, "don't plan fireball", "-" },
		{ SPANISH, "no planeo bola de fuego", "-" },
	};

	(void)unused;
	SAMPLES(rebellion, r);
	SAMPLES(dungeons, d);
	SAMPLES(arena, a);
}

static void a_question_executes_nothing(void **unused)
{
	static const struct sample r[] = {
		{ ENGLISH, "should A1 shoot B1?", "?" },
		{ ENGLISH, "can A5 move 8 north?", "?" },
		{ SPANISH, "\xc2\xbfpuede A1 ir hacia B1?", "?" },
	};
	static const struct sample d[] = {
		{ ENGLISH, "should A1 attack B1?", "?" },
		{ SPANISH,
		  "\xc2\xbf"
		  "debe A1 atacar a B1?",
		  "?" },
	};
	static const struct sample a[] = {
		{ ENGLISH, "should I plan fireball?", "?" },
	};

	(void)unused;
	SAMPLES(rebellion, r);
	SAMPLES(dungeons, d);
	SAMPLES(arena, a);
}

/* Who acts is the writer's, who is attacked is not. */
static void sides_are_never_swapped(void **unused)
{
	static const struct sample r[] = {
		{ ENGLISH, "B1 moves 3 north", "?" },
		{ ENGLISH, "A1 shoots A5", "?" },
		{ SPANISH, "B1 dispara a A1", "?" },
		{ SPANISH, "A1 dispara a B1 y A5 a B2", "?" },
	};
	static const struct sample d[] = {
		{ ENGLISH, "B1 attacks A1", "?" },
		{ ENGLISH, "A1 attacks A2", "?" },
		{ SPANISH, "B1 ataca a A1", "?" },
	};

	(void)unused;
	SAMPLES(rebellion, r);
	SAMPLES(dungeons, d);
	/* seen from the other side of the table the same line is an order */
	meaning_set(&m, "dungeons", dungeons);
	meaning_sees(&m, 1);
	assert_int_equal(*meaning_of(&m, ENGLISH, "A1 attacks B1"), '?');
}

static void pronouns_mean_what_was_spoken_of(void **unused)
{
	static const struct sample r[] = {
		{ ENGLISH, "A5 moves towards B1 and A2 moves towards it",
		  "MOVE A5 TOWARD B1\nMOVE A2 TOWARD B1" },
		{ ENGLISH, "it moves 2 north", "?" },
	};

	(void)unused;
	SAMPLES(rebellion, r);
}

static void to_resign_is_asked_about(void **unused)
{
	static const struct sample all[] = {
		{ ENGLISH, "I give up", "? WITHDRAW" },
		{ ENGLISH, "I resign", "?" },
		{ ENGLISH, "I surrender, well played", "?" },
		{ SPANISH, "me rindo", "? WITHDRAW" },
		{ SPANISH, "abandono la partida", "?" },
	};

	(void)unused;
	SAMPLES(rebellion, all);
	SAMPLES(dungeons, all);
	/* the exact line is one */
	meaning_set(&m, "rebellion", rebellion);
	assert_string_equal(meaning_of(&m, ENGLISH, "WITHDRAW"), "WITHDRAW");
	assert_string_equal(meaning_of(&m, SPANISH, "RETIRADA"), "WITHDRAW");
}

/* One of two figures of that name: it is asked which. */
static void two_readings_are_both_proposed(void **unused)
{
	const char *read;

	(void)unused;
	meaning_set(&m, "rebellion", rebellion);
	read = meaning_of(&m, ENGLISH, "the guardsman moves 2 north");
	assert_int_equal(*read, '?');
	assert_non_null(strstr(read, "MOVE A2 2 BEARING N"));
	assert_non_null(strstr(read, "MOVE A3 2 BEARING N"));
	read = meaning_of(&m, ENGLISH, "one guardsman moves 5 north");
	assert_non_null(strstr(read, "MOVE A2 5 BEARING N / MOVE A3 5"));
	read = meaning_of(&m, SPANISH, "un guardia avanza 5");
	assert_non_null(strstr(read, "MOVE A2 5 BEARING N / MOVE A3 5"));
}

/* What is proposed of lines that are asked about: all orders of a line; whom
 * THE ONE .. means; in the set-up AUTO; nothing that ends a turn by its first
 * word. */
static void what_is_proposed_is_what_was_meant(void **unused)
{
	static const struct {
		const char *game, *position;
		int lang;
		const char *line, *read;
	} v[] = {
		{ "rebellion", rebellion, ENGLISH,
		  "A5 moves 3 north, then end turn",
		  "? MOVE A5 3 BEARING N; END" },
		{ "rebellion", rebellion, ENGLISH,
		  "move A5 toward the one on the left", "? MOVE A5 TOWARD B1" },
		{ "rebellion", "phase army\nturn A\n", ENGLISH, "my army",
		  "? AUTO" },
		{ "arena", arena, ENGLISH, "no quickcast", "? NOTHING" },
		{ "arena", arena, ENGLISH,
		  "drain first up and a fireball nearby",
		  "? PLAN Drain Life, Fireball" },
		{ "dungeons", dungeons, ENGLISH, "A1 hits B1, then done",
		  "? ATTACK A1 B1; DONE" },
	};

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(v); i++) {
		const char *read;

		meaning_set(&m, v[i].game, v[i].position);
		read = meaning_of(&m, v[i].lang, v[i].line);
		if (strncmp(read, v[i].read, strlen(v[i].read)) != 0)
			fail_msg("%s: %s, not %s", v[i].line, read, v[i].read);
	}
}

/* A line of 79 words costs no more than some steps; a longer one is bounded. */
static void the_work_is_bounded(void **unused)
{
	static const char *const games[][2] = { { "rebellion", rebellion },
						{ "dungeons", dungeons },
						{ "arena", arena } };
	static const char *const words[] = {
		"A1 ",  "shoots ", "B1 ", "and ",     "then ", "the ", "golem ",
		"not ", "north ",  "3 ",  "towards ", "or ",   "it ",  "with "
	};
	enum { STEPS = 3000000 };
	struct buf text;

	(void)unused;
	buf_init(&text, ORDERS_MAX_LINE);
	for (size_t g = 0; g < ARRAY_LEN(games); g++) {
		meaning_set(&m, games[g][0], games[g][1]);
		for (int n = 79; n < 600; n += 260) {
			buf_clear(&text);
			for (int i = 0; i < n; i++)
				buf_addz(&text, words[(i * 7 + i / 5) %
						      (int)ARRAY_LEN(words)]);
			m.work.steps = 0;
			(void)meaning_of(&m, ENGLISH, text.s);
			assert_in_range(m.work.steps, 0, STEPS);
		}
	}
	buf_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_clear_is_executed),
		cmocka_unit_test(nothing_negated_is_executed),
		cmocka_unit_test(a_question_executes_nothing),
		cmocka_unit_test(sides_are_never_swapped),
		cmocka_unit_test(pronouns_mean_what_was_spoken_of),
		cmocka_unit_test(to_resign_is_asked_about),
		cmocka_unit_test(two_readings_are_both_proposed),
		cmocka_unit_test(what_is_proposed_is_what_was_meant),
		cmocka_unit_test(the_work_is_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
