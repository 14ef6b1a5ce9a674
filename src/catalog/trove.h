/*
 * src/catalog/trove.h - what Dungeons: Pyramid is played with beside its
 *figures: maps, loose tiles, chest models, tables of wandering monsters; read
 *once at the start from db/catalog/dungeons. A folder in it replaces some of
 *its files (option tables = NAME of the folder). A game takes a whole copy of
 *all it uses into its log.
 *
 *	NAME.map	maps "map/NAME" and tiles "tile/1", .. in their order
 *	traps.csv	treasures.csv	models "chest/A", ..
 *	wandering.csv	tables "table/Y1", ..
 *
 * What a folder has is found as "FOLDER:chest/A".
 */
#ifndef CATALOG_TROVE_H
#define CATALOG_TROVE_H
#include "catalog/figures.h"

struct trove_part {
	struct str key;
	const struct event *event; /* as it is defined: for nobody yet */
};

struct trove {
	struct arena arena;
	struct trove_part *v;
	int n;
	size_t room;
	int n_tiles; /* read so far of the folder at hand */
};

/* ERR_CONFIG or ERR_FORMAT with file and line. Release in any case. */
enum err trove_load(struct trove *b, const char *dir, struct why *why);
void trove_release(struct trove *b);

/* NULL: there is no such part. */
const struct event *trove_find(const struct trove *b, struct str key);

/* What the engine is given: figures as Dungeons plays them, and the trove that
 * the catalog carries. source is a struct figures. */
struct catalog dungeons_catalog(const struct figures *f);

/* The way back, for a log that is checked without a catalog: a card, a map, a
 * tile, a model or a table as it was given to the game. See struct
 * game_kind. */
bool dungeons_given(const struct event *logged, int nth, struct buf *key,
		    struct event *out);
#endif
