/*
 * src/games/dungeons/rules/map.h - parses maps and loose tiles (DG section 4):
 * turns a drawing made in a text editor into the event that places it.
 */
#ifndef GAMES_DUNGEONS_RULES_MAP_H
#define GAMES_DUNGEONS_RULES_MAP_H
#include "base/buf.h"
#include "games/dungeons/rules/dungeons.h"

/*
 * Take the next map or tile, up to its END, off *text; *line counts the lines
 * taken. A map is the event board_laid, its key "map/NAME"; a tile is
 * tile_defined. False at the end of the text, with fault empty; or after a
 * fault, which has the line and the reason (DG-MAP-04).
 */
bool dg_map_read(struct str *text, int *line, struct event *out,
		 struct buf *fault);

/* The map as it was read, of the board_laid that laid it in a game: where it
 * lay, and the names that another map before it took, are undone. */
void dg_map_lift(const struct event *laid, struct event *out);
#endif
