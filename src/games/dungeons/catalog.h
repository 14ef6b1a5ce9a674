/*
 * src/games/dungeons/catalog.h - loads the catalog of Dungeons: Pyramid,
 * except its figures: maps, loose tiles, chest models, tables of wandering
 * monsters; read once at the start from db/catalog/dungeons. A folder in it
 * replaces some of its files (option tables = NAME of the folder). A game
 * takes a whole copy of all it uses into its log.
 *
 *	NAME.map	maps "map/NAME" and tiles "tile/1", .. in their order
 *	traps.csv	treasures.csv	models "chest/A", ..
 *	wandering.csv	tables "table/Y1", ..
 *
 * Entries of a folder have keys such as "FOLDER:chest/A".
 */
#ifndef GAMES_DUNGEONS_CATALOG_H
#define GAMES_DUNGEONS_CATALOG_H
#include "games/card_index.h"
#include "games/catalog_cache.h"

/* Deal its cards and figures as Dungeons plays them. ERR_CONFIG or ERR_FORMAT
 * with file and line. */
enum err dungeons_catalog_deal(struct catalog_cache *l, struct card_index *d,
			       struct why *why);

/* The way back, for a log that is checked without a catalog: a card, a map, a
 * tile, a model or a table as it was given to the game. See struct
 * game_kind. */
bool dungeons_catalog_given(const struct event *logged, int nth,
			    struct buf *key, struct event *out);
#endif
