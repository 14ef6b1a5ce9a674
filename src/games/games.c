/* src/games/games.c */
#include "games/games.h"
#include "base/xalloc.h"
#include "base/parse.h"
#include "engine/common.h"
#include <stdio.h>
#include <stdlib.h>

const struct game_kind *const game_kinds[] = {
#define GAME(name) &game_##name,
#include "games/games.def"
#undef GAME
};
const int n_game_kinds = ARRAY_LEN(game_kinds);
static_assert(ARRAY_LEN(game_kinds) <= GAME_KINDS_MAX, "room for each");

const struct game_kind *game_kind_find(struct str name)
{
	for (int i = 0; i < n_game_kinds; i++)
		if (str_is(name, game_kinds[i]->rules->name))
			return game_kinds[i];
	return NULL;
}

/* Loaded games --------------------------------------------------------------
 */

/* the grammar of one game, over the words of all languages */
static enum err words_read(struct games *g, struct game_kind *k,
			   const char *templates, struct why *why)
{
	struct vocabulary *v = ARENA_NEW(&g->arena, struct vocabulary);
	struct grammar *made = ARENA_NEW(&g->arena, struct grammar);
	enum err e;

	vocabulary_init(v, &g->arena);
	e = vocabulary_load(v, templates, k->rules->name, why);
	if (!e)
		e = grammar_init(made, k->rules, k->orders, v, &g->arena, why);
	k->grammar = e ? NULL : made;
	return e;
}

enum err games_open(struct games *g, const struct game_kind *const *kinds,
		    int n, const char *templates, struct why *why)
{
	enum err e = ERR_OK;

	assert(n <= GAME_KINDS_MAX);
	*g = (struct games){ .n = n };
	for (int i = 0; !e && i < n; i++) {
		g->kinds[i] = *kinds[i];
		if (templates)
			e = words_read(g, &g->kinds[i], templates, why);
	}
	return e;
}

static enum err deal(struct games *g, int i, struct why *why)
{
	enum err e;

	if (!g->kinds[i].deal)
		return ERR_OK;
	e = g->kinds[i].deal(&g->library, &g->decks[i], why);
	if (!e)
		e = card_index_sort(&g->decks[i], why);
	g->kinds[i].cards = e ? NULL : &g->decks[i];
	return e;
}

enum err games_open_one(struct games *g, int i, const char *templates,
			struct why *why)
{
	assert(0 <= i && i < g->n);
	return words_read(g, &g->kinds[i], templates, why);
}

enum err games_deal_one(struct games *g, int i, const char *catalog,
			struct why *why)
{
	assert(0 <= i && i < g->n);
	if (g->kinds[i].cards)
		return ERR_OK;
	if (!g->library.dir)
		catalog_cache_init(&g->library, catalog);
	return deal(g, i, why);
}

enum err games_deal(struct games *g, const char *catalog, struct why *why)
{
	enum err e = ERR_OK;

	catalog_cache_init(&g->library, catalog);
	for (int i = 0; !e && i < g->n; i++)
		e = deal(g, i, why);
	for (int i = 0; e && i < g->n; i++)
		g->kinds[i].cards = NULL;
	return e;
}

void games_release(struct games *g)
{
	for (int i = 0; i < g->n; i++)
		card_index_release(&g->decks[i]);
	catalog_cache_release(&g->library);
	arena_release(&g->arena);
	*g = (struct games){ 0 };
}

/* One game ------------------------------------------------------------------
 */

void game_names(const struct game_kind *k, const struct game *view,
		struct arena *a, struct grammar_names *out)
{
	*out = (struct grammar_names){ .view = view };
	if (k->names)
		k->names(view, a, out);
	if (!out->card && k->cards) {
		out->card = card_index_named;
		out->source = k->cards;
	}
	if (k->parts)
		k->parts(view, k->cards, a, out);
}

struct catalog game_cards(const struct game_kind *k)
{
	return card_index_catalog(k->cards);
}

void game_dealt(const struct game_kind *k, struct buf *out)
{
	const struct catalog cards = game_cards(k);
	struct game *g;

	if (!k->dealt || !k->cards)
		return;
	g = xalloc_check(calloc(1, sizeof(*g)));
	game_init(g, k->rules);
	k->dealt(&cards, g->state);
	game_encode(g, out);
	free(g);
}

/* the value of a word or number: one of the names (a|b|c), or a number
 * between min and max */
static bool value_of(const struct option_row *o, struct str value, int32_t *out)
{
	struct str rest = str_of(o->names), word;
	char room[OPTION_SAID_MAX];
	int64_t n;

	value = option_value_text(value, room);
	for (n = 0; parse_field(&rest, '|', &word); n++) {
		if (!str_equal(word, value))
			continue;
		*out = (int32_t)n;
		return true;
	}
	if (!parse_int(value, o->min, o->max, &n))
		return false;
	*out = (int32_t)n;
	return true;
}

bool game_option_value(const struct game_kind *k, struct str name,
		       struct str value, int32_t *out)
{
	int i = option_find(k->rules->options, k->rules->n_options, name);

	return i >= 0 && value_of(&k->rules->options[i], value, out);
}

bool game_option_event(const struct game_kind *k, const struct game *g,
		       const struct game_option_change *c, struct game *trial,
		       struct event *out)
{
	char path[64];
	int32_t value;

	if (c->name.len > sizeof(path) / 2 ||
	    !game_option_value(k, c->name, c->value, &value))
		return false;
	snprintf(path, sizeof(path), "option.%.*s", STR_ARG(c->name));
	common_event_override(out, 0, c->by, c->why, str_of(path), &value, 1);
	game_copy(trial, g);
	return game_evolve(trial, out) &&
	       !(system_invariant(k->rules, g->state)
			 ? system_validate(k->rules, trial->state)
			 : system_invariant(k->rules, trial->state));
}

bool game_option_is_text(const struct game_kind *k, struct str name)
{
	for (const char *const *t = k->texts; t && *t; t++)
		if (str_is(name, *t))
			return true;
	return false;
}
