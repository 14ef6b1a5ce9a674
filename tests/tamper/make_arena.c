/*
 * tests/tamper/make_arena.c - a duel of Arena in full mode: sealed books and
 * plans, hidden enchantments, quickcasts, triggers and standing answers, what
 * nobody cast, and all of it opened at the end. `make_arena DIR` writes
 * DIR/running.A, DIR/all, DIR/A and DIR/GM (.jsonl), the same bytes in every
 * run. The keys are those of make_export.
 */
#include "out.h"
#include "games/arena/rules/arena.h"

static struct trials trials;

enum { TURNS = 40, HALF = 14 };

static struct fix f;
static struct play p;
static int serials[2];
static struct dice rng = { .bits = play_chance, .source = "mages" };

/* what a player writes beside what is drawn */
static const char *const rounds[][2] = {
	{ "PLAN Timber Wolf, Rhino Hide\n"
	  "QC FIRST Rhino Hide ON ME\n"
	  "WHEN ME ROLLED IF SAVES>=2 REVEAL Rhino Hide\n"
	  "ACT ME: CAST Timber Wolf PET | GUARD",
	  "PLAN Arcane Ring, Nullify\n"
	  "SHIELD ON\nDEFEND ME WITH BEST\n"
	  "ACT ME: MOVE TOWARD MAGE; CAST Arcane Ring ON ME | GUARD" },
	{ "PLAN Bear Strength, Feral Bobcat\n"
	  "REVEAL ALL AUTO\n"
	  "QC FIRST Bear Strength ON NEW Timber Wolf | ON ME\n"
	  "ACT ME: CAST Feral Bobcat | GUARD",
	  "PLAN Nullify, Lightning Bolt\n"
	  "QC FIRST Nullify ON ME\n"
	  "ACT ME: MOVE TOWARD MAGE; CAST Lightning Bolt ON MAGE | GUARD" },
};

/* Something legal for whoever is awaited, of what that seat sees; false: the
 * game is over. */
static bool step(void)
{
	static int written[2];
	struct game *view = arena_alloc(&f.arena, sizeof(*view));
	const struct ar_state *s = (const void *)view->state;
	struct decision d;
	const char *text = NULL;
	int seat = play_awaited(&f);

	if (seat < 0)
		return false;
	OK(judge_game_view(f.j, f.game, seat, view, &f.why));
	if (s->head.phase == AR_SETUP && !s->player[seat].mage_in)
		text = seat ? "MAGE WIZARD ELEMENT AIR" : "MAGE BEASTMASTER";
	else if (s->head.phase == AR_SETUP)
		text = "BOOK STARTING";
	else if (s->head.phase == AR_PLAN &&
		 written[seat] < (int)ARRAY_LEN(rounds))
		text = rounds[written[seat]++][seat];
	if (text) {
		text = play_lines(&f, str_of(text));
	} else {
		assert(system_arena.random_decision(view->state, seat, &trials,
						    &rng, &d));
		text = play_words(&p, &f, &d);
	}
	out_orders(&f, seat, &serials[seat], text);
	return true;
}

int main(int argc, char **argv)
{
	struct game_plan plan = { .name = STR("circle"),
				  .system = STR("arena"),
				  .n_players = 2,
				  .words_s = 86400 };

	if (argc != 2) {
		fprintf(stderr, "usage: make_arena DIR\n");
		return 2;
	}
	fix_init(&f, "make_arena");
	play_open(&p, &f, &system_arena);
	for (int i = 0; i < 2; i++)
		fix_person(&f, i);
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	out_words(&f, serials);
	OK(judge_game_start(f.j, f.game, &f.why));
	for (int i = 0; i < HALF && step(); i++)
		;
	out_export(&f, argv[1], "running.A", 0);
	for (int i = HALF; i < TURNS && step(); i++)
		;
	if (play_awaited(&f) >= 0)
		out_orders(&f, 1, &serials[1],
			   play_lines(&f, STR("RESIGN FORCE")));
	out_export(&f, argv[1], "all", EXPORT_FULL);
	out_export(&f, argv[1], "A", 0);
	out_export(&f, argv[1], "GM", SLOT_GM);
	play_release(&p, &f);
	return 0;
}
