/*
 * src/games/dungeons/rules/tile.h - places the loose tiles of the box
 */
#ifndef GAMES_DUNGEONS_RULES_TILE_H
#define GAMES_DUNGEONS_RULES_TILE_H
#include "games/dungeons/rules/run.h"

bool dg_decide_tiles(struct run *r, int seat, const struct decision *d,
		     struct refusal *no);
bool dg_decide_tile(struct run *r, int seat, const struct decision *d,
		    struct refusal *no);
bool dg_tiles_advance(struct run *r); /* true: all lie */
bool dg_tile_lay(struct dg_state *s, int seat, int32_t id, int32_t at,
		 int turns, bool last);
void dg_tiles_default(const struct dg_state *s, struct decision *d);
void dg_tiles_sample(const struct dg_state *s, struct dice *rng,
		     struct decision *d);
bool dg_tile_sample(const struct dg_state *s, int seat, struct dice *rng,
		    struct decision *d);
#endif
