/*
 * src/games/dungeons/report/report_private.h - the parts of a Dungeons report:
 * its events in words, and the dungeon (story.c).
 */
#ifndef GAMES_DUNGEONS_REPORT_REPORT_PRIVATE_H
#define GAMES_DUNGEONS_REPORT_REPORT_PRIVATE_H
#include "report/report_game.h"
#include "engine/common.h"
#include "games/dungeons/rules/dungeons.h"

/* report_game.fold: which events are one sentence */
int dungeons_fold(struct arena *a, const struct narrator *n,
		  const struct event *v, int count, struct tval *to);

/* report_game.weight: what its rules value, then what cost most */
int dungeons_weight(const struct event *e);

/* report_game.tale */
int dungeons_tale(struct arena *a, const struct narrator *n,
		  const struct event *v, int i, int count, struct tval *to);

/* the odds of an attack before the dice fell, in per cent */
int dungeons_chance(const struct event *e);

/* report_game.tally */
void dungeons_tally(struct combat_stats *t, const struct event *e);

/* A tile as a text board (report/picture/ascii_board.h), of the event that
 * defines it: how it lies before it is turned. */
struct str dungeons_tile_drawn(struct arena *a, const struct event *e);
#endif
