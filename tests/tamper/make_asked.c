/*
 * tests/tamper/make_asked.c - a game in which players are asked in the middle
 * of an action, with standing orders and orders that wait: what stands in its
 * log as plain numbers (tests/logs/numbers). It ends while a question is open.
 * `make_asked DIR` plays the system whose name begins DIR's last part and
 * writes DIR/all, DIR/A and DIR/public (.jsonl), the same bytes in every run.
 * The keys are those of make_export. Short as these games are, the fuzzer of
 * logs begins with them (tests/fuzz/corpus/verify).
 */
#include "out.h"
#include "games/arena/rules/arena.h"
#include "games/dungeons/rules/dungeons.h"

static struct trials trials;

enum { TURNS = 400 };

/* what is played, and what each seat says first of all */
static const struct asked_game {
	const struct system *sys;
	const char *position;
	const char *first[2];
	int asked;                   /* so often, the last time at its end */
	const char *kept, *standing; /* its events of work that waits, and
				      * of what holds until it is forgotten */
} games[] = {
	{ &system_rebellion,
	  "board 36 36\n"
	  "player A side S build 200\n"
	  "player B side N build 200\n"
	  "figure A1 at 10 10 face 0 dial \"8/8/15/3\" \"8/8/15/2\" \"7/8/14/2\" "
	  "\"6/7/14/1\"\n"
	  "figure A2 at 14 10 face 0 dial \"8/8/15/3\" \"8/8/15/2\" \"7/8/14/2\" "
	  "\"6/7/14/1\"\n"
	  "figure B1 at 10 14 face 0 dial \"8/9/15/2 defend\" \"8/9/15/2\" "
	  "\"8/9/14/2\" \"7/8/14/1\"\n"
	  "figure B2 at 14 15 face 90 dial \"8/9/15/2 defend\" \"8/9/15/2\" "
	  "\"8/9/14/2\" \"7/8/14/1\"\n",
	  { "ALWAYS IF A1 DEAD: PASS A2\nALWAYS IF B1 TOUCHING A1: FIGHT A1 B1\n"
	    "SPIN A2 FACE 90",
	    "ALWAYS IF B1 DEAD: MOVE B2 TOUCHING A2\nDEFEND AUTO" },
	  4,
	  "suspended",
	  "standing_set" },
	{ &system_dungeons,
	  "board 9x9\n"
	  "figure A1 at C3 face N dial \"12/12/15/3\" \"10/12/15/2\" "
	  "\"9/11/14/2\" \"8/9/14/1\"\n"
	  "figure A2 at C7 face N dial \"12/12/15/3\" \"10/12/15/2\" "
	  "\"9/11/14/2\" \"8/9/14/1\"\n"
	  "figure B1 at G3 face W dial \"12/12/15/3\" \"10/12/15/2\" "
	  "\"9/11/14/2\" \"8/9/14/1\"\n"
	  "figure B2 at G7 face W dial \"12/12/15/3\" \"10/12/15/2\" "
	  "\"9/11/14/2\" \"8/9/14/1\"\n"
	  "figure S1 at E5 face S spawn stats 8/9/13/2\n"
	  "turn A\n"
	  "phase play\n",
	  { "ALWAYS IF A1 DEAD: PASS A2\nALWAYS SPIN A1",
	    "ALWAYS IF B1 ADJACENT A1: ATTACK B1 A1\nNEVER COUNTER ALL" },
	  4,
	  "suspended",
	  "standing_set" },
	{ &system_arena,
	  "board 4x3\n"
	  "player A beastmaster mana 20\n"
	  "player B warlock mana 20\n"
	  "mage #1 A at A1\n"
	  "mage #2 B at B1\n"
	  "object #4 A \"Steelclaw Grizzly\" at B1\n"
	  "object #6 B \"Darkfenne Hydra\" at B1\n"
	  "object #7 A \"Rhino Hide\" on #1 hidden\n"
	  "object #8 B \"Agony\" on #4 hidden\n"
	  "phase turns\n"
	  "turn A init A round 2\n",
	  { "ALWAYS WHEN #4 ROLLED STOP\nALWAYS WHEN #6 ROLLED STOP\n"
	    "ALWAYS WHEN #2 ROLLED STOP",
	    "ALWAYS WHEN #4 ROLLED STOP\nALWAYS WHEN #6 ROLLED STOP\n"
	    "ALWAYS WHEN #1 ROLLED STOP" },
	  2,
	  "suspended",
	  "line_set" },
};

static struct fix f;
static struct play p;
static int serials[2];
static struct dice rng = { .bits = play_chance, .source = "askers" };

static const struct asked_game *game_of(const char *dir)
{
	const char *name = strrchr(dir, '/');

	name = name ? name + 1 : dir;
	for (size_t i = 0; i < ARRAY_LEN(games); i++)
		if (!strncmp(name, games[i].sys->name,
			     strlen(games[i].sys->name)))
			return &games[i];
	return NULL;
}

static int logged(const char *event)
{
	struct str log = fix_log(&f);
	const char *mark = arena_printf(&f.arena, "{\"event\":\"%s\"", event);
	size_t len = strlen(mark);
	int n = 0;

	for (size_t i = 0; i + len <= log.len; i++)
		n += !memcmp(log.s + i, mark, len);
	return n;
}

/* Something legal for whoever is awaited, of what that seat sees; false: the
 * game is over. */
static bool step(const struct asked_game *g)
{
	struct game *view = arena_alloc(&f.arena, sizeof(*view));
	const char *text = NULL;
	struct decision d;
	int seat = play_awaited(&f);

	if (seat < 0)
		return false;
	OK(judge_game_view(f.j, f.game, seat, view, &f.why));
	for (int tries = 0; !text; tries++) {
		if (tries == 30)
			text = "END";
		else if (g->sys->random_decision(view->state, seat, &trials,
						 &rng, &d))
			text = play_words(&p, &f, &d);
	}
	/* an answer ends no turn */
	if (strcmp(text, "END") && logged("asked") == logged("answered"))
		text = arena_printf(&f.arena, "%s\nEND", text);
	out_orders(&f, seat, &serials[seat], text);
	return true;
}

int main(int argc, char **argv)
{
	const struct asked_game *g = argc == 2 ? game_of(argv[1]) : NULL;
	struct game_option option;
	struct game_plan plan = { .name = STR("asked"),
				  .n_players = 2,
				  .options = &option,
				  .n_options = 1,
				  .words_s = 86400 };
	int asked = 0;

	if (!g) {
		fprintf(stderr, "usage: make_asked DIR/SYSTEM..\n");
		return 2;
	}
	plan.system = str_of(g->sys->name);
	plan.setup = str_of(g->position);
	fix_init(&f, "make_asked");
	play_open(&p, &f, g->sys);
	for (int i = 0; i < 2; i++)
		fix_person(&f, i);
	OK(judge_option_parse(f.j, plan.system, STR("ask=always"), &option,
			      &f.why));
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	out_words(&f, serials);
	OK(judge_game_start(f.j, f.game, &f.why));
	for (int i = 0; i < 2; i++)
		out_orders(&f, i, &serials[i], g->first[i]);
	for (int i = 0; i < TURNS && asked < g->asked && step(g); i++)
		asked = logged("asked");
	if (asked < g->asked || logged("answered") < g->asked - 1 ||
	    logged(g->kept) < g->asked || logged(g->standing) < 2) {
		fprintf(stderr, "asked %d, answered %d, kept %d, standing %d\n",
			asked, logged("answered"), logged(g->kept),
			logged(g->standing));
		return 1;
	}
	OK(judge_game_end(f.j, f.game, STR("enough was asked"), &f.why));
	out_export(&f, argv[1], "all", EXPORT_FULL);
	out_export(&f, argv[1], "A", 0);
	out_export(&f, argv[1], "public", -1);
	play_release(&p, &f);
	return 0;
}
