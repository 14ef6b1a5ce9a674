/*
 * tests/bench/lines.c - how long it takes to read a line by meaning: one of 79
 * words, which no pattern matches, in a position of each game.
 */
#include "bench.h"
#include "tests/unit/meaning_fixture.h"

enum { LINES = 100, WORDS = 79 };

static struct meaning_fixture at;

static const char *const positions[][2] = {
	{ "rebellion", "board 36 36\n"
		       "figure A1 card \"Amotep Gunner ***\" at 22 12 face N\n"
		       "figure A2 card \"Utem Guardsman ***\" at 15 12 face N\n"
		       "figure A3 card \"Leech Medic ***\" at 26 12 face N\n"
		       "figure B1 card \"Troll Brawler ***\" at 20 20 face S\n"
		       "figure B2 card \"Shaman ***\" at 26 31 face S\n"
		       "turn A first A round 1 actions 3\n" },
	{ "dungeons", "board 9x5\nplayer A\nplayer B\n"
		      "figure A1 at C2 face E stats 7/8/15/2\n"
		      "figure A2 at C4 face E stats 7/8/15/2\n"
		      "figure B1 at D2 face W stats 7/8/15/2\n"
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

/* As people write: a few orders among many words. */
static const char *const said[] = {
	"please", "move",   "A1",   "towards", "B1",    "and", "then",
	"shoot",  "him",    "with", "it",      "if",    "not", "go",
	"back",   "3",      "to",   "the",     "north", "or",  "heal",
	"A2",     "thanks", "a",    "lot"
};

static void line_of(int first, struct buf *out)
{
	buf_clear(out);
	for (int i = 0; i < WORDS; i++) {
		buf_addz(out, i ? " " : "");
		buf_addz(out, said[(first + i) % (int)ARRAY_LEN(said)]);
	}
}

int bench_lines(int argc, char **argv)
{
	struct buf line;

	(void)argv;
	if (argc)
		bench_die("lines takes no arguments");
	buf_init(&line, WORDS * 16);
	for (size_t g = 0; g < ARRAY_LEN(positions); g++) {
		double run[BENCH_RUNS];
		char figure[80];

		meaning_set(&at, positions[g][0], positions[g][1]);
		for (int i = 0; i < BENCH_RUNS; i++) {
			double since = bench_cpu();

			for (int k = 0; k < LINES; k++) {
				line_of(k, &line);
				(void)meaning_of(&at, 0, line.s);
			}
			run[i] = (bench_cpu() - since) / LINES * 1000;
		}
		snprintf(figure, sizeof(figure),
			 "%s: a line of 79 words, read by meaning",
			 positions[g][0]);
		bench_print(&(struct bench_row){
			.figure = figure,
			.ours = bench_median(run, BENCH_RUNS),
			.unit = "ms",
			.aim = "1 ms" });
	}
	buf_release(&line);
	return 0;
}
