/*
 * src/games/dungeons/rules/move.h - executes moves: activations, steps of a
 * path, entrances
 */
#ifndef GAMES_DUNGEONS_RULES_MOVE_H
#define GAMES_DUNGEONS_RULES_MOVE_H
#include "games/dungeons/rules/exec.h"

/* cancel the rest of the piece's path; before: the square it was to enter.
 * rule: of the event, besides that of the refusal */
void dg_path_stopped(struct run *r, struct dg_work *w, int32_t piece,
		     int32_t before, int rule, const struct refusal *no);

int32_t dg_start_sp(const struct dg_state *s, int f, enum dg_how how,
		    int32_t mods[DG_MOD_WORDS], int *n_mods);

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
bool dg_actor_now(const struct dg_state *s, int32_t piece);

/* must break away before it moves (DG-BREAK-01) */
bool dg_held(const struct dg_state *s, int f);

/* one leg of a path: the first n of v squares; what it costs */
struct dg_leg {
	int n; /* squares used: over them, then the last */
	int32_t to;
	int32_t cost;
	int32_t mods[DG_MOD_WORDS];
	int n_mods;
	int enemy; /* passed, or -1 */
	bool passes, stairs;
	int face; /* direction of the last step */
};

bool dg_leg_check(const struct dg_state *s, int32_t piece, const int32_t *v,
		  int n, struct dg_leg *leg, struct refusal *no);
/* the points of the cheapest path to the square (MOVE .. TO) on which no
 * piece could hold it earlier; -1: no such path is among the cheapest */
int32_t dg_free_way(const struct dg_state *s, int32_t piece, int32_t to,
		    int32_t points);
/* the farthest square that these points reach on the cheapest path to a
 * square, if possible such a free path; hope: else up to the piece or closed
 * door in the way; rest: the points of the whole path. DG_NOWHERE: no path,
 * or no progress */
int32_t dg_toward(const struct dg_state *s, int32_t piece, int32_t to,
		  int32_t points, bool hope, int32_t *rest);
/* the square that is called as a figure, chest or token on the board is, by
 * which TOWARDS means it; DG_NOWHERE: it is not there */
int32_t dg_named_square(const struct dg_state *s, int32_t label);
/* the squares from which a Hero may leave the dungeon; their number */
enum { DG_OUT_MAX = 8 };
int dg_ways_out(const struct dg_state *s, int f, int32_t v[DG_OUT_MAX]);
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

/* it is outside in its player's first turn, and has an entrance */
bool dg_must_enter(const struct dg_state *s, int f);

/* the activation under way may end: not while its Hero must still come in */
bool dg_may_leave_off(const struct dg_state *s, struct refusal *no);
int dg_spin_facing(const struct dg_state *s, int f, int newcomer, int seat);

/* a Hero of the seat is in the section (DG-SPAWN-02) */
bool dg_own_hero_in(const struct dg_state *s, int seat, int section);
#endif
