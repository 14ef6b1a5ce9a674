/* src/games/players.c */
#include "games/players.h"
#include "games/arena/rules/player.h"
#include "games/dungeons/rules/player.h"
#include "games/rebellion/rules/player.h"

static const struct player_rules *const players[] = {
	&player_rebellion,
	&player_dungeons,
	&player_arena,
};

const struct player_rules *players_find(const struct system *sys)
{
	for (size_t i = 0; i < ARRAY_LEN(players); i++)
		if (players[i]->sys == sys)
			return players[i];
	return NULL;
}
