/*
 * tests/fuzz/fuzz_meaning.c - any text as lines of a seat in a position of a
 * game, which the sum of its bytes tells, read by meaning: nothing is both
 * executed and asked about, what is executed or proposed is written, read by
 * the grammar and written again as it was, and the work is bounded.
 */
#include "fuzz.h"
#include "base/utf8.h"
#include "tests/unit/meaning_fixture.h"

enum { STEPS_OF_LINE = 4000000 };

static const char *const positions[][2] = {
	{ "rebellion", "board 36 36\n"
		       "figure A1 card \"Amotep Gunner ***\" at 22 12 face N\n"
		       "figure A2 card \"Utem Guardsman ***\" at 15 12 face N\n"
		       "figure A5 card \"Leech Medic ***\" at 26 12 face N\n"
		       "figure B1 card \"Troll Brawler ***\" at 20 20 face S\n"
		       "figure B2 card \"Shaman ***\" at 26 31 face S\n"
		       "turn A first A round 1 actions 3\n" },
	{ "dungeons", "board 9x5\nplayer A\nplayer B\n"
		      "figure A1 at C2 face E stats 7/8/15/2 name "
		      "\"Trollkiller\"\n"
		      "figure B1 at D2 face W stats 7/8/15/2 name \"Golem\"\n"
		      "chest K1 at C3 face E\n"
		      "turn A turn 3 activations 3\n" },
	{ "arena", "board 4x3\n"
		   "player A warlock mana 24\n"
		   "player B wizard mana 14 element fire\n"
		   "mage #1 A at B2\nmage #2 B at D2\n"
		   "object #3 A \"Goran, Werewolf Pet\" at B2 pet 1\n"
		   "object #4 B \"Darkfenne Hydra\" at C2\n"
		   "book A 2 \"Fireball\"\nbook A 1 \"Drain Life\"\n"
		   "phase plan\nturn A init A round 3\n" },
};

static struct meaning_fixture games[ARRAY_LEN(positions)];

/* all orders among the lines, in one language; false: one has no words */
static bool written(const struct grammar *g, int lang,
		    const struct order_line *v, int n, struct buf *out)
{
	for (int i = 0; i < n; i++) {
		if (v[i].kind != LINE_ORDER && v[i].kind != LINE_STANDING)
			continue;
		if (!orders_write_entry(g, lang, v[i].entry, out))
			return false;
		buf_addc(out, '\n');
	}
	return true;
}

/* lines again, from their own words */
static void again(struct arena *a, const struct meaning_fixture *m, int lang,
		  const struct order_line *v, int n)
{
	const struct grammar *g = m->kind->grammar;
	struct orders *o = ARENA_NEW(a, struct orders);
	struct buf first, second;

	buf_init(&first, ORDERS_MAX_TEXT);
	buf_init(&second, ORDERS_MAX_TEXT);
	if (written(g, lang, v, n, &first) && first.len &&
	    !strstr(first.s, "//")) {
		orders_read(a, g, NULL, lang, buf_str(&first), o);
		if (o->n_complaints ||
		    !written(g, lang, o->lines, o->n_lines, &second))
			meaning_die("not read again:", first.s);
		if (!str_equal(buf_str(&first), buf_str(&second)))
			meaning_die("read otherwise:", first.s);
	}
	buf_release(&first);
	buf_release(&second);
}

static void lines_check(struct meaning_fixture *m, int lang, struct str text)
{
	struct arena a;
	struct orders *o;
	struct buf told;
	size_t n_lines = 1;

	arena_init(&a);
	o = ARENA_NEW(&a, struct orders);
	m->work.steps = 0;
	orders_read(&a, m->kind->grammar, &m->names, lang, text, o);
	for (size_t i = 0; i < text.len; i++)
		n_lines += text.s[i] == '\n';
	if (m->work.steps > n_lines * STEPS_OF_LINE)
		meaning_die("a line costs too much:", m->kind->rules->name);
	buf_init(&told, 1 << 22);
	orders_write_reading(m->kind->grammar, lang, o, NULL, &told);
	buf_release(&told);
	lang = lang < 0 ? 0 : lang;
	again(&a, m, lang, o->lines, o->n_lines);
	for (int i = 0; i < o->n_complaints && i < ORDERS_MAX_COMPLAINTS; i++)
		for (int k = 0; k < o->complaints[i].n_instead; k++)
			again(&a, m, lang, o->complaints[i].instead[k].v,
			      o->complaints[i].instead[k].n);
	arena_release(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	static bool open;
	const struct str text = { (const char *)bytes, len };
	uint32_t sum = 0;

	for (size_t i = 0; !open && i < ARRAY_LEN(positions); i++)
		meaning_set(&games[i], positions[i][0], positions[i][1]);
	open = true;
	for (size_t i = 0; i < len; i++)
		sum += bytes[i];
	if (utf8_is_valid(text))
		lines_check(&games[sum % ARRAY_LEN(games)],
			    (int)(sum / ARRAY_LEN(games) % 3) - 1, text);
	return 0;
}
