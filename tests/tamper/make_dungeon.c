/*
 * tests/tamper/make_dungeon.c - a game of Dungeons with all that is drawn from
 * the second secret, dials of chests and values of tokens: one is undone and
 * drawn again. The dungeon is two maps. `make_dungeon DIR` writes
 * DIR/running.A, DIR/all, DIR/A and DIR/GM (.jsonl), the same bytes in every
 * run. The keys are those of make_export.
 */
#include "auth/chain.h"
#include "judge/trove.h"
#include "out.h"
#include "rules/dungeons/dungeons.h"

enum { TURNS = 60 };

static struct fix f;
static struct vocabulary vocabulary;
static struct grammar grammar;
static struct figures figures;
static struct trove trove;
static int serials[2];

static uint32_t chance(const void *source, uint32_t roll, uint32_t draw)
{
	struct hasher h;
	uint8_t out[32];

	(void)source;
	hasher_init(&h, STR(""), 32);
	hasher_addz(&h, "delvers");
	hasher_add_u32(&h, roll);
	hasher_add_u32(&h, draw);
	hasher_end(&h, out);
	return (uint32_t)out[0] << 24 | (uint32_t)out[1] << 16 |
	       (uint32_t)out[2] << 8 | out[3];
}

static struct dice rng = { .bits = chance };

static void house_open(void)
{
	fix_init(&f, "make_dungeon");
	judge_close(f.j);
	fix_forget(&f);
	for (int i = 0; i < judge_n_systems; i++)
		if (judge_systems[i].rules == &system_dungeons)
			f.config.systems[0] = judge_systems[i];
	vocabulary_init(&vocabulary, &f.arena);
	OK(vocabulary_load(&vocabulary, SRCDIR "/templates", "dungeons",
			   &f.why));
	OK(grammar_init(&grammar, &system_dungeons, f.config.systems[0].orders,
			&vocabulary, &f.arena, &f.why));
	OK(figures_load(&figures, SRCDIR "/db/catalog/figures", &f.why));
	OK(trove_load(&trove, SRCDIR "/db/catalog/dungeons", &f.why));
	figures.trove = &trove;
	f.config.figures = &figures;
	f.config.systems[0].grammar = &grammar;
	fix_open(&f);
}

static void orders(int who, const char *lines)
{
	struct str verdict = fix_send(
		&f, fix_orders(&f, who, fix_point(&f), ++serials[who], lines));

	if (!str_is(verdict, "adjudicated")) {
		fprintf(stderr, "%s: %.*s\n", lines, STR_ARG(verdict));
		exit(1);
	}
	f.now += 3600;
}

static void words(void)
{
	uint8_t word[WORD_SIZE], hash[WORD_HASH_SIZE];

	for (int i = 0; i < 4; i++) {
		memset(word, 0x30 + i % 2, sizeof(word));
		word_hash(word, hash);
		orders(i % 2,
		       i < 2 ? arena_printf(
				       &f.arena, "WORD %s",
				       hex_of(&f.arena, hash, sizeof(hash)).s)
			     : arena_printf(
				       &f.arena, "WORD OPEN %s",
				       hex_of(&f.arena, word, sizeof(word)).s));
	}
}

/* what nobody could draw: it comes of the catalog */
static const char *brought(const struct dg_state *s, int seat)
{
	static const char *const team[] = { "TEAM Amir 1, Shaman Og 1",
					    "TEAM Trollkiller 1, Carlana 2" };
	static const char *const pool[] = {
		"POOL pyramid/4, pyramid/25, pyramid/22, pyramid/19, "
		"pyramid/40, pyramid/32, pyramid/35",
		"POOL 2 x pyramid/7, pyramid/13, pyramid/21, pyramid/31, "
		"pyramid/52, pyramid/38"
	};

	if (s->phase == DG_TEAMS)
		return team[seat];
	if (s->phase == DG_POOL)
		return pool[seat];
	if (s->phase == DG_CHESTS && !s->player[seat].chests_in)
		return seat ? "CHESTS A C" : "CHESTS B D";
	return NULL;
}

/* Something legal for whoever is awaited, of what that seat sees; false: the
 * game is over. */
static bool step(void)
{
	struct judge_awaited w[16];
	struct game *view = arena_alloc(&f.arena, sizeof(*view));
	const struct dg_state *s = (const void *)view->state;
	struct decision d;
	struct buf line;
	const char *text;
	int n, seat = -1;

	OK(judge_game_awaiting(f.j, f.game, w, 16, &n, &f.why));
	for (int i = 0; i < n && seat < 0; i++)
		if (w[i].blocking)
			seat = w[i].seat;
	if (seat < 0)
		return false;
	OK(judge_game_view(f.j, f.game, seat, view, &f.why));
	text = brought(s, seat);
	buf_init(&line, 8192);
	for (int tries = 0; !text; tries++) {
		buf_clear(&line);
		if (tries == 30)
			text = "END";
		else if (system_dungeons.sample(view->state, seat, &rng, &d) &&
			 grammar_write(&grammar, 0, &d, &line))
			text = arena_printf(&f.arena, "%s", line.s);
	}
	buf_release(&line);
	orders(seat, out_lines(&f, str_of(text)));
	return true;
}

static int64_t logged(const char *event)
{
	struct str log = fix_log(&f);
	const char *mark = arena_printf(&f.arena, "{\"event\":\"%s\"", event);
	size_t len = strlen(mark);
	int64_t n = 0;

	for (size_t i = 0; i + len <= log.len; i++)
		n += !memcmp(log.s + i, mark, len);
	return n;
}

/* What was drawn hidden is taken back, and is drawn again by another order. */
static void undo_a_draw(void)
{
	int64_t point = 0, drawn = logged("drawn");

	while (logged("drawn") == drawn) {
		point = fix_point(&f);
		step();
	}
	OK(judge_game_undo(f.j, f.game, point, STR("misread"), &f.why));
}

int main(int argc, char **argv)
{
	struct game_option o[3];
	struct game_plan plan = { .name = STR("vault"),
				  .system = STR("dungeons"),
				  .n_players = 2,
				  .options = o,
				  .n_options = 2 };
	int left;

	if (argc != 2) {
		fprintf(stderr, "usage: make_dungeon DIR\n");
		return 2;
	}
	house_open();
	for (int i = 0; i < 2; i++)
		fix_person(&f, i);
	OK(judge_option_parse(f.j, plan.system, STR("limit=100"), &o[0],
			      &f.why));
	OK(judge_option_parse(f.j, plan.system, STR("map=map/crossing+sunken"),
			      &o[1], &f.why));
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	words();
	OK(judge_game_start(f.j, f.game, &f.why));
	undo_a_draw();
	for (int i = 0; i < TURNS && !logged("opened") && step(); i++)
		;
	out_export(&f, argv[1], "running.A", 0);
	for (left = TURNS; left && step(); left--)
		;
	if (!left)
		OK(judge_game_end(f.j, f.game, STR("the time is up"), &f.why));
	out_export(&f, argv[1], "all", EXPORT_FULL);
	out_export(&f, argv[1], "A", 0);
	out_export(&f, argv[1], "GM", SLOT_GM);
	fix_release(&f);
	figures_release(&figures);
	trove_release(&trove);
	return 0;
}
