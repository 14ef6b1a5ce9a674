/*
 * src/report/dungeons_inside.h - the parts of a report of Dungeons: its events
 * in words, and the dungeon (dungeons.c).
 */
#ifndef REPORT_DUNGEONS_INSIDE_H
#define REPORT_DUNGEONS_INSIDE_H
#include "report/game.h"
#include "rules/common.h"
#include "rules/dungeons/dungeons.h"

/* report_game.fold: which events are one sentence */
int dungeons_fold(struct arena *a, const struct narrator *n,
		  const struct event *v, int count, struct tval *to);

/* report_game.tally */
void dungeons_tally(struct tally *t, const struct event *e);

/* A tile as a text board (report/textboard.h), of the event that defines it:
 * how it lies before it is turned. */
struct str dungeons_tile_drawn(struct arena *a, const struct event *e);
#endif
