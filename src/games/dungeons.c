/* src/games/dungeons.c - Mage Knight Dungeons: Pyramid */
#include "games/games.h"
#include "catalog/trove.h"
#include "rules/dungeons/dungeons.h"
#include "rules/dungeons/setup_case.h"
#include "rules/dungeons/state.h"
#include <stdio.h>

static const struct grammar_row rows[] = {
#include "orders/rows.inc"
#include "orders/dungeons.def"
};
const struct grammar_table grammar_dungeons = { .rows = rows,
						.n = ARRAY_LEN(rows) };

static void names(const struct game *view, struct arena *a,
		  struct grammar_names *out)
{
	const struct dg_state *s = (const void *)view->state;
	struct grammar_name *v =
		ARENA_ARRAY(a, DG_MAX_FIGS, struct grammar_name);
	int32_t *chests = ARENA_ARRAY(a, DG_MAX_CHESTS, int32_t);
	char room[EVENT_TEXT_ROOM];

	for (int i = 0; i < s->n_chests; i++)
		chests[i] = s->chest[i].label;
	out->things = chests;
	out->n_things = s->n_chests;
	for (int i = 0; i < s->n_figs; i++)
		v[i] = (struct grammar_name){
			.label = s->fig[i].label,
			.name = arena_str(a, text_unpack(s->card[i].name,
							 DG_NAME_WORDS, room,
							 sizeof(room))),
			.card = arena_str(a, text_unpack(s->card[i].key,
							 DG_KEY_WORDS, room,
							 sizeof(room))),
		};
	out->v = v;
	out->n = s->n_figs;
}

/* Is there a chest of this model, by the tables of this game or others? */
static bool has_model(const struct dg_state *s, const struct deck *cards,
		      char letter)
{
	char room[8 * DG_KEY_WORDS + 2], key[sizeof(room) + 16];
	struct str tables =
		text_unpack(s->tables, DG_KEY_WORDS, room, sizeof(room));

	for (int i = 0; i < s->n_models; i++)
		if (s->model[i].letter == letter)
			return true;
	snprintf(key, sizeof(key), "%.*s:chest/%c", STR_ARG(tables), letter);
	return deck_find(cards, str_of(key)) ||
	       deck_find(cards, str_of(key + tables.len + 1));
}

/* models of chests, and the tiles of the box once they are told */
static void parts(const struct game *view, const struct deck *cards,
		  struct arena *a, struct grammar_names *out)
{
	const struct dg_state *s = (const void *)view->state;
	struct str *v = ARENA_ARRAY(a, 26 + DG_MAX_BOX, struct str);
	char room[5];

	for (char c = 'A'; cards && c <= 'Z'; c++)
		if (has_model(s, cards, c))
			v[out->n_parts++] =
				str_of(arena_printf(a, "chest/%c", c));
	for (int i = 0; i < s->n_tiles; i++) {
		struct str id = dg_id_text(s->tile[i].id, room);

		v[out->n_parts++] =
			str_of(arena_printf(a, "tile/%.*s", STR_ARG(id)));
	}
	out->parts = v;
}

static bool ability(int i, struct game_ability *out)
{
	static const char *const slots[] = { [DG_SPEED] = "speed",
					     [DG_ATTACK] = "attack",
					     [DG_DEFENSE] = "defense",
					     [DG_DAMAGE] = "damage" };

	if (i < 1 || i >= N_DG_ABILITIES)
		return false;
	*out = (struct game_ability){
		.name = dg_abilities[i].name,
		.rule = system_dungeons.events.rules
				->name[dg_abilities[i].rule],
		.slot = slots[dg_abilities[i].slot],
		.optional = dg_abilities[i].optional,
		.defined = true,
	};
	return true;
}

/* the key of a map, the folder of replaced tables */
static const char *const texts[] = { "map", "tables", NULL };

const struct game_kind game_dungeons = {
	.rules = &system_dungeons,
	.orders = &grammar_dungeons,
	.setup = &setup_dungeons,
	.texts = texts,
	.names = names,
	.parts = parts,
	.ability = ability,
	.deal = trove_deal,
	.given = trove_given,
};
