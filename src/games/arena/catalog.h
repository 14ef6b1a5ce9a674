/*
 * src/games/arena/catalog.h - loads the catalog of Arena, its spells and
 * Mages, once at the start from db/catalog/arena. A game takes a whole copy of
 * each into its log when it begins.
 *
 *	spells.csv	"arena/1", .. in the order of the rows
 *	mages.csv	the following numbers
 *	programs.txt	the effects of spells and of Mages' abilities
 *	house.csv	numbers of a game master's own spells, as in spells.csv
 *	house-programs.txt	their effects
 * The last two are optional.
 */
#ifndef GAMES_ARENA_CATALOG_H
#define GAMES_ARENA_CATALOG_H
#include "games/card_index.h"
#include "games/catalog_cache.h"

/* Deal its cards. ERR_CONFIG, or ERR_FORMAT with file, line and column. */
enum err arena_catalog_deal(struct catalog_cache *l, struct card_index *d,
			    struct why *why);

/* The way back, for a log that is checked without a catalog: see struct
 * game_kind. */
bool arena_catalog_given(const struct event *logged, int nth, struct buf *key,
			 struct event *out);
#endif
