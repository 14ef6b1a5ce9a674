/* src/games/rebellion.c - Mage Knight Rebellion, with Cavalry */
#include "games/games.h"
#include "rules/rebellion/rebellion.h"
#include "rules/rebellion/setup_case.h"

static const struct grammar_row rows[] = {
#include "orders/rows.inc"
#include "orders/rebellion.def"
};
const struct grammar_table grammar_rebellion = { .rows = rows,
						 .n = ARRAY_LEN(rows) };

static void names(const struct game *view, struct arena *a,
		  struct grammar_names *out)
{
	const struct rb_state *s = (const void *)view->state;
	struct grammar_name *v =
		ARENA_ARRAY(a, RB_MAX_FIGS, struct grammar_name);
	char room[EVENT_TEXT_ROOM];

	out->v = v;
	for (int i = 0; i < s->n_figs; i++) {
		if (s->def[i].name[0] == RB_UNKNOWN)
			continue;
		v[out->n++] = (struct grammar_name){
			.label = s->fig[i].label,
			.name = arena_str(a, text_unpack(s->def[i].name,
							 RB_NAME_WORDS, room,
							 sizeof(room))),
			.card = arena_str(a, text_unpack(s->def[i].key,
							 RB_KEY_WORDS, room,
							 sizeof(room))),
		};
	}
}

static bool ability(int i, struct game_ability *out)
{
	static const char *const slots[] = { [RB_SPEED] = "speed",
					     [RB_ATTACK] = "attack",
					     [RB_DEFENSE] = "defense",
					     [RB_DAMAGE] = "damage" };

	if (i < 1 || i >= N_RB_ABILITIES)
		return false;
	*out = (struct game_ability){
		.name = rb_abilities[i].name,
		.rule = system_rebellion.events.rules
				->name[rb_abilities[i].rule],
		.slot = slots[rb_abilities[i].slot],
		.optional = rb_abilities[i].optional,
		.defined = rb_abilities[i].defined,
	};
	return true;
}

const struct game_kind game_rebellion = {
	.rules = &system_rebellion,
	.orders = &grammar_rebellion,
	.setup = &setup_rebellion,
	.names = names,
	.ability = ability,
	.deal = figures_deal,
};
