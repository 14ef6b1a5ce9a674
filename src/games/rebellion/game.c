/* src/games/rebellion/game.c - Mage Knight Rebellion, with Cavalry */
#include "games/games.h"
#include "games/rebellion/rules/rebellion.h"
#include "games/rebellion/rules/position_parse.h"

static const struct grammar_row rows[] = {
#include "orders/rows.inc"
#include "games/rebellion/grammar.def"
};
static const struct grammar_row said[] = {
#include "orders/said_rebellion.def"
};
const struct grammar_table grammar_rebellion = { .rows = rows,
						 .n = ARRAY_LEN(rows),
						 .said = said,
						 .n_said = ARRAY_LEN(said) };

/* the box around a piece of terrain */
static void thing_area(const struct polygon *p, struct grammar_thing *t)
{
	struct vec least = p->v[0], most = p->v[0];

	for (int i = 1; i < p->n; i++) {
		least.x = p->v[i].x < least.x ? p->v[i].x : least.x;
		least.y = p->v[i].y < least.y ? p->v[i].y : least.y;
		most.x = p->v[i].x > most.x ? p->v[i].x : most.x;
		most.y = p->v[i].y > most.y ? p->v[i].y : most.y;
	}
	t->half_x = (most.x - least.x) / 2;
	t->half_y = (most.y - least.y) / 2;
	t->x = least.x + t->half_x;
	t->y = least.y + t->half_y;
}

/* woods, walls and hills, at their middle; items and captives */
static void game_things(const struct rb_state *s, struct arena *a,
			struct grammar_names *out)
{
	static const char *const kinds[] = {
		[FEATURE_HINDERING] = "wood",  [FEATURE_BLOCKING] = "wall",
		[FEATURE_ELEVATED] = "hill",   [FEATURE_SHALLOW] = "water",
		[FEATURE_DEEP] = "water",      [FEATURE_WALL] = "wall",
		[FEATURE_CONCEALING] = "wood",
	};
	struct grammar_thing *v =
		ARENA_ARRAY(a, RB_MAX_TERRAIN * 2 + RB_MAX_ITEMS + RB_MAX_FIGS,
			    struct grammar_thing);
	int n = 0;

	for (int i = 0; i < s->n_terrain; i++) {
		v[n] = (struct grammar_thing){
			.label = s->terrain[i].label,
			.kind = kinds[s->feature[i].kind],
		};
		thing_area(&s->feature[i].area, &v[n++]);
	}
	for (int i = 0; i < s->n_pile; i++)
		v[n++] = (struct grammar_thing){
			.label = s->pile[i].item,
			.kind = kinds[s->pile_feature[i].kind],
		};
	for (int i = 0; i < s->n_figs; i++)
		if (s->fig[i].captive_of)
			v[n++] = (struct grammar_thing){
				.label = s->fig[i].label,
				.kind = "captive",
			};
	out->thing = v;
	out->n_thing = n;
}

static void names(const struct game *view, struct arena *a,
		  struct grammar_names *out)
{
	const struct rb_state *s = (const void *)view->state;
	struct grammar_name *v =
		ARENA_ARRAY(a, RB_MAX_FIGS, struct grammar_name);
	char room[EVENT_TEXT_ROOM];

	out->v = v;
	out->places = GRAMMAR_POINTS;
	out->width = s->board_w;
	out->height = s->board_h;
	for (int i = 0; i < s->n_figs; i++) {
		const struct rb_fig *f = &s->fig[i];

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
			.seat = 1 + f->owner,
			.there = f->status == RB_ON_BOARD,
			.x = f->at.x,
			.y = f->at.y,
			.facing = f->facing,
		};
	}
	game_things(s, a, out);
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
