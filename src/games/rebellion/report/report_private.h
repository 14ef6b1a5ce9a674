/*
 * src/games/rebellion/report/report_private.h - the parts of a Rebellion
 * report: its events in words, and the position (story.c).
 */
#ifndef GAMES_REBELLION_REPORT_REPORT_PRIVATE_H
#define GAMES_REBELLION_REPORT_REPORT_PRIVATE_H
#include "report/report_game.h"
#include "engine/common.h"
#include "games/rebellion/rules/rebellion.h"

/* report_game.fold: which events are one sentence */
int rebellion_fold(struct arena *a, const struct narrator *n,
		   const struct event *v, int count, struct tval *to);

/* report_game.weight: what its rules value, then what cost most */
int rebellion_weight(const struct event *e);

/* report_game.tale */
int rebellion_tale(struct arena *a, const struct narrator *n,
		   const struct event *v, int i, int count, struct tval *to);

/* report_game.tally */
void rebellion_tally(struct combat_stats *t, const struct event *e);

/* The numbers of a refusal: {far} of {of} inches and the {mods} that made it,
 * {gap}, the area from {west} {south} to {east} {north}, points {over}. */
void rebellion_refusal(struct arena *a, const struct narrator *n, int reason,
		       const int32_t *args, int n_args, struct tval *to);
#endif
