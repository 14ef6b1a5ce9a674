/*
 * src/games/dungeons/rules/setup.h - runs the phases before play
 */
#ifndef GAMES_DUNGEONS_RULES_SETUP_H
#define GAMES_DUNGEONS_RULES_SETUP_H
#include "games/dungeons/rules/run.h"

/* FIGURE_DEFINED of a figure that is known, at this level, as the table sees
 * its card: with option dials current the one click that it shows */
void dg_card_event(const struct dg_state *s, int f, int32_t level, int rule,
		   struct event *e);

const char *dg_hopeless(struct run *r);
bool dg_setup_decide(struct run *r, int seat, const struct decision *d,
		     struct refusal *no);
void dg_advance(struct run *r);
bool dg_setup_seat(const struct dg_state *s, int seat, uint64_t *kinds);
bool dg_setup_silent(const struct dg_state *s, int seat, struct decision *d);
#endif
