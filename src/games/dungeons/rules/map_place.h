/*
 * src/games/dungeons/rules/map_place.h - places maps of the catalog on the
 * board
 */
#ifndef GAMES_DUNGEONS_RULES_MAP_PLACE_H
#define GAMES_DUNGEONS_RULES_MAP_PLACE_H
#include "games/dungeons/rules/run.h"

/* what the catalog has under a key, if it is of this kind */
bool dg_define(const struct run *r, struct str key, int kind,
	       struct event *out);
bool dg_maps_lay(struct run *r); /* true: they lie */

/* stairs join these two squares */
bool dg_stairs(const struct dg_state *s, int32_t a, int32_t b);
#endif
