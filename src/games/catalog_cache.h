/*
 * src/games/catalog_cache.h - reads db/catalog on demand, each file once, for
 * all games.
 */
#ifndef GAMES_CATALOG_CACHE_H
#define GAMES_CATALOG_CACHE_H
#include "games/card_index.h"
#include "games/figures.h"

struct catalog_cache {
	struct arena arena;
	const char *dir; /* db/catalog */
	bool has_figures;
	struct figures figures;
};

/* Nothing is read yet. */
void catalog_cache_init(struct catalog_cache *l, const char *dir);
void catalog_cache_release(struct catalog_cache *l);

/* A path in it: "dungeons". */
const char *catalog_cache_path(struct catalog_cache *l, const char *name);

/* The figures, read when they are asked for first. */
enum err catalog_cache_figures(struct catalog_cache *l,
			       const struct figures **out, struct why *why);

/* One figure as a card of a deck; f outlives it. */
void figure_deal(struct card_index *d, const struct figure *f,
		 void (*define)(const void *figure, struct event *out));

/* All figures as Rebellion plays them. */
enum err figures_deal(struct catalog_cache *l, struct card_index *d,
		      struct why *why);
#endif
