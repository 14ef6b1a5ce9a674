/*
 * src/games/catalog_cache.h - db/catalog, as far as games have asked for it:
 * what several of them deal their cards from is read once.
 */
#ifndef GAMES_CATALOG_CACHE_H
#define GAMES_CATALOG_CACHE_H
#include "games/card_index.h"
#include "games/figures.h"

struct library {
	struct arena arena;
	const char *dir; /* db/catalog */
	bool has_figures;
	struct figures figures;
};

/* Nothing is read yet. */
void library_init(struct library *l, const char *dir);
void library_release(struct library *l);

/* A path in it: "dungeons". */
const char *library_path(struct library *l, const char *name);

/* The figures, read when they are asked for first. */
enum err library_figures(struct library *l, const struct figures **out,
			 struct why *why);

/* One figure as a card of a deck; f outlives it. */
void figure_deal(struct deck *d, const struct figure *f,
		 void (*define)(const void *figure, struct event *out));

/* All figures as Rebellion plays them. */
enum err figures_deal(struct library *l, struct deck *d, struct why *why);
#endif
