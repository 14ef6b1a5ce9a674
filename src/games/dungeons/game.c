/* src/games/dungeons/game.c - Mage Knight Dungeons: Pyramid */
#include "games/games.h"
#include "games/dungeons/catalog.h"
#include "games/dungeons/rules/dungeons.h"
#include "games/dungeons/rules/position.h"
#include "games/dungeons/rules/state.h"
#include <stdio.h>
#include <strings.h>

static const struct grammar_row rows[] = {
#include "orders/rows.inc"
#include "games/dungeons/grammar.def"
};
static const struct grammar_row said[] = {
#include "orders/said_dungeons.def"
};
const struct grammar_table grammar_dungeons = { .rows = rows,
						.n = ARRAY_LEN(rows),
						.said = said,
						.n_said = ARRAY_LEN(said) };

/* A held treasure in words: by its name, or by its effect. */
static const char *treasure_kind(const struct dg_state *s, int chest)
{
	static const struct {
		const char *word, *kind;
	} kinds[] = { { "ring", "ring" },     { "boots", "boots" },
		      { "sandals", "boots" }, { "amulet", "amulet" },
		      { "armor", "armor" },   { "armour", "armor" },
		      { "sword", "weapon" },  { "axe", "weapon" } };
	const struct dg_treasure *t = dg_treasure(s, chest);
	const struct dg_chest *c = &s->chest[chest];
	char room[8 * DG_THING_WORDS + 2];
	struct str name;

	if (!t || c->treasure < 0 || c->treasure >= DG_POSITIONS)
		return "treasure";
	if (t->potion > 0)
		return "potion";
	name = text_unpack(s->model[c->model].name[DG_POSITIONS + c->treasure],
			   DG_THING_WORDS, room, sizeof(room));
	for (size_t k = 0; k < ARRAY_LEN(kinds); k++)
		for (size_t at = 0; at + strlen(kinds[k].word) <= name.len;
		     at++)
			if (!strncasecmp(name.s + at, kinds[k].word,
					 strlen(kinds[k].word)))
				return kinds[k].kind;
	return !name.len && t->bonus[0] > 0 ? "boots" : "treasure";
}

/* doors, chests, and the mouths of each seat, at their middle */
static void game_things(const struct game *view, struct arena *a,
			struct grammar_names *out)
{
	const struct dg_state *s = (const void *)view->state;
	struct grammar_thing *v =
		ARENA_ARRAY(a, DG_MAX_CHESTS + DG_MAX_DOORS + 2 * DG_MAX_SEATS,
			    struct grammar_thing);
	int n = 0;

	for (int i = 0; i < s->n_chests; i++) {
		const struct dg_chest *c = &s->chest[i];
		bool lies = c->place == DG_CHEST_LIES && c->sq >= 0;

		v[n++] = (struct grammar_thing){
			.label = c->label,
			.kind = c->holder >= 0 ? treasure_kind(s, i) : "chest",
			.there = lies,
			.x = lies ? dg_x(c->sq) : 0,
			.y = lies ? dg_y(c->sq) : 0,
			.holder = c->holder < 0 ? 0 : 1 + c->holder,
		};
	}
	for (int i = 0; i < s->n_doors; i++)
		v[n++] = (struct grammar_thing){
			.label = s->door[i].label,
			.kind = "door",
			.there = true,
			.x = dg_x(s->door[i].sq),
			.y = dg_y(s->door[i].sq),
		};
	for (int seat = 0; seat < DG_MAX_SEATS; seat++)
		for (int out_of = 0; out_of < 2; out_of++) {
			int m = out_of ? s->player[seat].exit
				       : s->player[seat].entrance;

			if (m < 0 || m >= s->n_mouths ||
			    !common_state_present(&s->head, seat))
				continue;
			v[n++] = (struct grammar_thing){
				.kind = out_of ? "exit" : "entrance",
				.there = true,
				.x = (s->mouth[m].x0 + s->mouth[m].x1) / 2,
				.y = (s->mouth[m].y0 + s->mouth[m].y1) / 2,
				.holder = 1 + seat,
			};
		}
	out->thing = v;
	out->n_thing = n;
}

static void names(const struct game *view, struct arena *a,
		  struct grammar_names *out)
{
	const struct dg_state *s = (const void *)view->state;
	struct grammar_name *v = ARENA_ARRAY(a, DG_MAX_FIGS + DG_MAX_TOKENS,
					     struct grammar_name);
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
	/* what wanders has a label and no name */
	for (int i = 0; i < s->n_tokens; i++)
		v[out->n++] = (struct grammar_name){
			.label = s->token[i].label,
			.seat = GRAMMAR_NOBODYS,
			.there = s->token[i].sq >= 0,
			.x = s->token[i].sq >= 0 ? dg_x(s->token[i].sq) : 0,
			.y = s->token[i].sq >= 0 ? dg_y(s->token[i].sq) : 0,
		};
	for (int i = 0; i < s->n_figs; i++) {
		const struct dg_fig *f = &s->fig[i];

		v[i].seat = f->owner < 0 ? GRAMMAR_NOBODYS : 1 + f->owner;
		v[i].there = f->place == DG_ON_BOARD && f->sq >= 0;
		v[i].x = v[i].there ? dg_x(f->sq) : 0;
		v[i].y = v[i].there ? dg_y(f->sq) : 0;
		v[i].facing = f->facing * 45;
	}
	out->places = GRAMMAR_SQUARES;
	out->width = s->width;
	out->height = s->height;
	game_things(view, a, out);
}

/* Is there a chest of this model, by the tables of this game or others? */
static bool has_model(const struct dg_state *s, const struct card_index *cards,
		      char letter)
{
	char room[8 * DG_KEY_WORDS + 2], key[sizeof(room) + 16];
	struct str tables =
		text_unpack(s->tables, DG_KEY_WORDS, room, sizeof(room));

	for (int i = 0; i < s->n_models; i++)
		if (s->model[i].letter == letter)
			return true;
	snprintf(key, sizeof(key), "%.*s:chest/%c", STR_ARG(tables), letter);
	return card_index_find(cards, str_of(key)) ||
	       card_index_find(cards, str_of(key + tables.len + 1));
}

/* models of chests, and the tiles of the box once they are defined */
static void game_parts(const struct game *view, const struct card_index *cards,
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
	.parts = game_parts,
	.ability = ability,
	.deal = dungeons_catalog_deal,
	.given = dungeons_catalog_given,
};
