/*
 * tests/tamper/make_dungeon.c - a game of Dungeons with all that is drawn from
 * the second secret, dials of chests and values of tokens: one is undone and
 * drawn again. The dungeon is two maps. `make_dungeon DIR` writes
 * DIR/running.A, DIR/all, DIR/A and DIR/GM (.jsonl), the same bytes in every
 * run; and DIR/calendar, the beginning of a game whose deadlines follow the
 * clocks of Madrid while they change. The keys are those of make_export.
 */
#include "out.h"
#include "base/date.h"
#include "games/dungeons/rules/dungeons.h"

static struct trials trials;

enum { TURNS = 60, CALENDAR_TURNS = 24, MARCH_DAYS = 110 };

static struct fix f;
static struct play p;
static int serials[2];
static struct dice rng = { .bits = play_chance, .source = "delvers" };

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

	if (s->head.phase == DG_TEAMS)
		return team[seat];
	if (s->head.phase == DG_POOL)
		return pool[seat];
	if (s->head.phase == DG_CHESTS && !s->player[seat].chests_in)
		return seat ? "CHESTS A C" : "CHESTS B D";
	return NULL;
}

/* Something legal for whoever is awaited, of what that seat sees; false: the
 * game is over. */
static bool step(void)
{
	struct game *view = arena_alloc(&f.arena, sizeof(*view));
	const struct dg_state *s = (const void *)view->state;
	struct decision d;
	const char *text;
	int seat = play_awaited(&f);

	if (seat < 0)
		return false;
	OK(judge_game_view(f.j, f.game, seat, view, &f.why));
	text = brought(s, seat);
	if (text)
		text = play_lines(&f, str_of(text));
	for (int tries = 0; !text; tries++) {
		if (tries == 30)
			text = "END";
		else if (system_dungeons.random_decision(view->state, seat,
							 &trials, &rng, &d))
			text = play_words(&p, &f, &d);
	}
	out_orders(&f, seat, &serials[seat], text);
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
	OK(judge_game_undo(f.j, f.game, point, false, STR("misread"), &f.why));
}

static void policy(const char *name, const char *value)
{
	OK(judge_game_policy(f.j, f.game, str_of(name), str_of(value), &f.why));
}

static void begin(bool calendar)
{
	struct game_option o[3];
	struct game_plan plan = { .name = STR("vault"),
				  .system = STR("dungeons"),
				  .n_players = 2,
				  .options = o,
				  .n_options = 2,
				  .words_s = 86400 };

	fix_init(&f, "make_dungeon");
	if (calendar)
		f.now += MARCH_DAYS * DAY_S;
	serials[0] = serials[1] = 0;
	play_open(&p, &f, &system_dungeons);
	for (int i = 0; i < 2; i++)
		fix_person(&f, i);
	OK(judge_option_parse(f.j, plan.system, STR("limit=100"), &o[0],
			      &f.why));
	OK(judge_option_parse(f.j, plan.system, STR("map=map/crossing+sunken"),
			      &o[1], &f.why));
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	if (calendar) {
		policy("deadline", "wed sun 20:00 Europe/Madrid");
		policy("days-off", "03-25 2026-04-05..2026-04-06");
		policy("min-hours", "24");
	}
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	out_words(&f, serials);
	OK(judge_game_start(f.j, f.game, &f.why));
}

/* Each seat acts within a day; one is away for some days. */
static void write_calendar(const char *dir)
{
	begin(true);
	for (int i = 0; i < CALENDAR_TURNS && step(); i++) {
		f.now += 19 * HOUR_S;
		if (i == CALENDAR_TURNS / 2)
			out_orders(&f, 0, &serials[0],
				   "AWAY 2026-04-03 TO 2026-04-05");
		if (i == CALENDAR_TURNS - 6) {
			policy("deadline", "60h");
			policy("days-off", "thu 03-25");
		}
	}
	OK(judge_game_end(f.j, f.game, STR("the time is up"), &f.why));
	out_export(&f, dir, "calendar", EXPORT_FULL);
	play_release(&p, &f);
}

int main(int argc, char **argv)
{
	int left;

	if (argc != 2) {
		fprintf(stderr, "usage: make_dungeon DIR\n");
		return 2;
	}
	begin(false);
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
	play_release(&p, &f);
	write_calendar(argv[1]);
	return 0;
}
