/* src/games/dungeons.c - Mage Knight Dungeons: Pyramid */
#include "games/games.h"
#include "catalog/trove.h"
#include "rules/dungeons/dungeons.h"
#include "rules/dungeons/setup_case.h"

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
	char room[EVENT_TEXT_ROOM];

	for (int i = 0; i < s->n_figs; i++)
		v[i] = (struct grammar_name){
			.label = s->fig[i].label,
			.name = arena_str(a, text_unpack(s->card[i].name,
							 DG_NAME_WORDS, room,
							 sizeof(room))),
		};
	out->v = v;
	out->n = s->n_figs;
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
	.ability = ability,
	.deal = trove_deal,
	.given = trove_given,
};
