/*
 * src/games/dungeons/rules/map.h - maps and loose tiles as text (DG section 4):
 * the drawing that a person makes in an editor, read into the event that lays
 * it.
 */
#ifndef GAMES_DUNGEONS_RULES_MAP_H
#define GAMES_DUNGEONS_RULES_MAP_H
#include "base/buf.h"
#include "games/dungeons/rules/dungeons.h"

/*
 * Take the next map or tile, up to its END, off *text; *line counts the lines
 * taken. A map is the event board_laid, its key "map/NAME"; a tile is
 * tile_defined. False at the end of the text, with fault empty; or after a
 * fault, which names the line and what is wrong with it (DG-MAP-04).
 */
bool dg_map_read(struct str *text, int *line, struct event *out,
		 struct buf *fault);

/* The map as it was read, of the board_laid that laid it in a game: where it
 * lay, and the names that another map before it took, are undone. */
void dg_map_lift(const struct event *laid, struct event *out);
#endif
