/*
 * tests/tamper/make_hidden.c - a small game that draws from its second secret,
 * undoes it and draws again: `make_hidden DIR` writes DIR/running.A, while one
 * value is still closed, DIR/all and DIR/GM (.jsonl), the same bytes in every
 * run. The keys are those of make_export.
 */
#include "out.h"

static struct fix f;
static int serials[2];

static void orders(int who, const char *lines)
{
	out_orders(&f, who, &serials[who], lines);
}

int main(int argc, char **argv)
{
	struct game_option treasure = { .name = STR("treasure"), .seat = -1 };
	struct game_plan plan = { .name = STR("veiled"),
				  .system = STR("toy"),
				  .n_players = 2,
				  .options = &treasure,
				  .n_options = 1,
				  .words_s = 86400 };
	int64_t point;

	if (argc != 2) {
		fprintf(stderr, "usage: make_hidden DIR\n");
		return 2;
	}
	fix_init(&f, "make_hidden");
	for (int i = 0; i < 2; i++)
		fix_person(&f, i);
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	out_words(&f, serials);
	OK(judge_game_start(f.j, f.game, &f.why));
	orders(0, "pick 3");
	point = fix_point(&f);
	orders(1, "pick 4");
	OK(judge_game_undo(f.j, f.game, point, false, STR("misread"), &f.why));
	orders(1, "pick 5");
	/* the first value is opened, the second one closed to the end */
	while (fix_state(&f).open < 1)
		orders(fix_state(&f).head.active, "roll");
	out_export(&f, argv[1], "running.A", 0);
	while (fix_state(&f).head.phase == TOY_PLAY)
		orders(fix_state(&f).head.active, "roll");
	out_export(&f, argv[1], "all", EXPORT_FULL);
	out_export(&f, argv[1], "GM", SLOT_GM);
	fix_release(&f);
	return 0;
}
