/*
 * src/games/dungeons/rules/turn.h - runs turns and the end of the game
 */
#ifndef GAMES_DUNGEONS_RULES_TURN_H
#define GAMES_DUNGEONS_RULES_TURN_H
#include "games/dungeons/rules/run.h"

void dg_turn_start(struct run *r, int seat);
void dg_turn_ready(struct run *r);
/* the same on a copy, to see what could be done then: the dice that it throws
 * forbid nothing (decide.c) */
void dg_turn_try(struct run *r);
void dg_ready_emit(struct run *r); /* its preparations are over */
/* an order that ends the activation under way and begins with another piece */
bool dg_names_another(const struct dg_state *s, const struct decision *d);
void dg_turn_end(struct run *r);
void dg_turn_done(struct run *r);              /* as its player orders it */
bool dg_nobody_left(const struct dg_state *s); /* no Hero in play */
bool dg_check_over(struct run *r);             /* DG-END-01; true: it is */
void dg_withdraw(struct run *r, int seat);
#endif
