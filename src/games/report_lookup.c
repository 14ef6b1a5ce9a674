/* src/games/report_lookup.c - the reports of the games in the list */
#include "games/games.h"
#include "report/report_game.h"

static const struct {
	const struct game_kind *kind;
	const struct report_game *report;
} told[] = {
#define GAME(name) { &game_##name, &report_##name },
#include "games/games.def"
#undef GAME
};

const struct report_game *game_report(const struct game_kind *k)
{
	/* its rules are one version of one game, in copies of the row too */
	for (size_t i = 0; i < ARRAY_LEN(told); i++)
		if (told[i].kind->rules == k->rules)
			return told[i].report;
	return k->report;
}
