/*
 * src/games/dungeons/rules/move.h - executes moves: activations, steps of a
 * path, entrances
 */
#ifndef GAMES_DUNGEONS_RULES_MOVE_H
#define GAMES_DUNGEONS_RULES_MOVE_H
#include "games/dungeons/rules/exec.h"
#include "games/dungeons/rules/path.h"

/* cancel the rest of the piece's path; before: the square it was to enter.
 * rule: of the event, besides that of the refusal */
void dg_path_stopped(struct run *r, struct dg_work *w, int32_t piece,
		     int32_t before, int rule, const struct refusal *no);

/* may this seat activate the piece, or go on with it? (checks only) */
bool dg_may_act(const struct dg_state *s, int seat, int32_t piece,
		enum dg_how how, struct refusal *no);
/* its activation is for more than moving: not doubled, Quickness, 0 points */
bool dg_does_more(const struct dg_state *s, int f, struct refusal *no);
/* of that: what keeps a player from activating a Mage Spawn */
bool dg_may_act_spawn(const struct dg_state *s, int seat, int f,
		      struct refusal *no);
/* the piece acts now, if it did not; false: that it would was all that was
 * asked (run.asks) */
bool dg_begin(struct run *r, int32_t piece, enum dg_how how);
void dg_ram(struct run *r);
/* DG-SA-19: clicks of damage that a Ram of figure f does to g in the current
 * position, with their modifiers; 0: f does not reach g, or does none */
int32_t dg_ram_clicks(const struct dg_state *s, int f, int g,
		      int32_t mods[DG_MOD_WORDS], int *n);
void dg_end_activation(struct run *r);

bool dg_decide_move(struct run *r, int seat, const struct decision *d,
		    struct refusal *no);
void dg_job_step(struct run *r, struct dg_work *w, const int32_t *job);
void dg_job_spins(struct run *r, struct dg_work *w, const int32_t *job,
		  const struct decision *answer);
void dg_job_pole(struct run *r, const int32_t *job);
void dg_arrive(struct dg_work *w, int32_t piece, bool new_section,
	       int32_t cause, bool own_move);
void dg_job_enter(struct run *r, struct dg_work *w, const int32_t *job);

/* how the next Hero of the seat goes in by itself (DG-D-11); false: none can */
bool dg_enter_default(const struct dg_state *s, int seat, struct decision *d);

int dg_spin_facing(const struct dg_state *s, int f, int newcomer, int seat);
#endif
