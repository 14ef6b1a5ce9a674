/* src/games/players.c */
#include "games/players.h"
#include "base/crypto.h"
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

uint64_t players_seed(const uint8_t secret[PLAYERS_SECRET], int seat)
{
	struct hasher hash;
	uint8_t out[32];
	uint64_t seed = 0;

	hasher_init(&hash, STR(""), sizeof(out));
	hasher_addz(&hash, "heraldo player 1");
	hasher_add(&hash, secret, PLAYERS_SECRET);
	hasher_add_u32(&hash, (uint32_t)seat);
	hasher_end(&hash, out);
	for (int i = 0; i < 8; i++)
		seed = seed << 8 | out[i];
	return seed;
}

bool players_choose(const struct game *view, int seat, enum player_level level,
		    uint64_t seed, const struct catalog *cards,
		    struct player_room *room, struct player_choice *out)
{
	const struct player_rules *rules = players_find(view->sys);
	struct player_dice dice;

	/* the last order was refused, for a reason that the view does not show:
	 * the same choice would be refused again */
	if (view->queue[seat].stopped)
		return view->sys->default_order &&
		       view->sys->default_order(view->state, seat, &out->d);
	player_dice_init(&dice, view->sys, view->state, seat, seed, level);
	return rules &&
	       player_choose(&(struct player_position){ rules, view->state,
							seat, cards },
			     &player_levels[level], &dice.dice, room, out);
}

static bool line_write(const struct grammar *g, const struct decision *d,
		       struct buf *out)
{
	if (!grammar_write(g, vocabulary_lang(g->words, STR("en")), d, out))
		return false;
	buf_addc(out, '\n');
	return true;
}

bool players_lines(const struct grammar *g, const struct game *view, int seat,
		   const struct decision *d, struct player_room *room,
		   struct buf *out)
{
	const struct system *sys = view->sys;
	const struct player_rules *rules = players_find(sys);
	struct player_moves list = { room->quick, 0, ARRAY_LEN(room->quick) };

	if (rules && rules->standing)
		rules->standing(view->state, seat, &list);
	for (int i = 0; i < list.n; i++)
		if (!line_write(g, &list.v[i].d, out))
			return false;
	if (!line_write(g, d, out))
		return false;
	if (strcmp(decision_row(&sys->decisions, d->kind)->name, "end") != 0)
		buf_addz(out, "WAIT\n");
	return true;
}
