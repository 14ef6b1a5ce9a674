/*
 * src/rules/dungeons/lay.h - maps out of the catalog
 */
#ifndef RULES_DUNGEONS_LAY_H
#define RULES_DUNGEONS_LAY_H
#include "rules/dungeons/run.h"

/* what the catalog has under a key, if it is of this kind */
bool dg_define(const struct run *r, struct str key, int kind,
	       struct event *out);
bool dg_maps_lay(struct run *r); /* true: they lie */

/* stairs join these two squares */
bool dg_stairs(const struct dg_state *s, int32_t a, int32_t b);
#endif
