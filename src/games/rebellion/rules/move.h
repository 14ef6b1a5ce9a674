/*
 * src/games/rebellion/rules/move.h - checks and executes moves of figures and
 * formations
 */
#ifndef GAMES_REBELLION_RULES_MOVE_H
#define GAMES_REBELLION_RULES_MOVE_H
#include "games/rebellion/rules/refuse.h"

/* A part of a decision: the arguments from `from` up to `to`. */
struct rb_args {
	const struct decision *d;
	int from, to;
};

bool rb_arg(const struct rb_args *args, int tag, struct decision_arg *out);
struct rb_args rb_all_args(const struct decision *d);

/* kind of move: OVERWHELM without speed abilities, TRAMPLE straight and over
 * the figures in the way (CV-PROF-06, 08) */
enum rb_gait { RB_GAIT_FREE, RB_GAIT_PLAIN, RB_GAIT_TRAMPLE };

/* What one figure is going to do, worked out before anything happens. */
struct rb_move {
	enum rb_gait gait; /* to be set before all else */
	int fig;
	bool moves; /* it changes its place */
	bool face_named;
	struct vec end;
	int32_t facing;  /* at the end */
	int32_t turn_to; /* if it cannot move: named facing or present */
	int32_t inches;  /* allowance */
	struct walk walk;
	struct path path;
	int captive; /* figure it takes along, or -1 */
	struct vec captive_at;
	int32_t captive_facing;
	int32_t mods[8]; /* rule, amount: what made the allowance */
	int n_mods;
	bool via; /* the path was given */
	/* opponents it touches at the end; of who only turns: that it did not
	 * touch before (CV-GEO-08) */
	uint64_t arrives_at;
	uint64_t held;   /* of who only turns: those it goes on touching */
	uint64_t breaks; /* opponents to break away from */
	int aim_rule;    /* the form of the destination */
	int order_rule;  /* of a formation's order of march, or 0 */
};

/* the speed value in inches as its terrain and its captive leave it; m can be
 * NULL, or its gait is set */
int32_t rb_speed(const struct rb_state *s, const struct rb_ground *b, int f,
		 struct rb_move *m);

/* A move to be worked out. */
struct rb_move_wish {
	const struct rb_state *s;
	const struct rb_ground *b;
	int f;
	const struct rb_args *args;
	int32_t inches; /* the allowance */
};

/*
 * Work out a move from its arguments: RB-MOVE and RB-CAP. `may_stay`: no
 * destination means it stays (TURN, STAY).
 */
bool rb_move_plan(const struct rb_move_wish *w, bool may_stay,
		  struct rb_move *m, struct refusal *no);

/* the same toward a point: SHIFT */
bool rb_move_plan_to(const struct rb_move_wish *w, struct vec to,
		     struct rb_move *m, struct refusal *no);

/* the facing that the arguments name, or -1; false: a bad one */
bool rb_face_named(const struct rb_state *s, struct vec from,
		   const struct rb_args *args, int32_t *face,
		   struct refusal *no);

/* tell the world: moved, turned, captive_moved */
void rb_move_emit(struct run *r, const struct rb_move *m);
void rb_turn_emit(struct run *r, int f, int32_t facing);

/* may the figure turn so, even if it cannot move? Long bases: CV-GEO-08 */
bool rb_may_turn(const struct rb_state *s, const struct rb_ground *b, int f,
		 int32_t facing);

/*
 * What follows from a planned move that has happened, or not (goes: it broke
 * away), and the attack of the decision. act: and the move before it.
 */
void rb_move_follow(struct run *r, int seat, const struct decision *d,
		    const struct rb_move *m, bool goes);
void rb_move_act(struct run *r, int seat, const struct decision *d,
		 const struct rb_move *m, bool goes);

/* one die of break away; true: it got away. rule: one more, or 0 */
bool rb_break_away(struct run *r, int f, uint64_t opponents, int rule);

bool rb_refuse_place(const struct rb_state *s, const struct rb_ground *b,
		     const struct path_block *block, struct refusal *no);

/* the facing a standing order gives a free spin (RB-SPIN-05) */
int32_t rb_spin_facing(const struct rb_state *s, const struct rb_ground *b,
		       int f, int mover, int policy, int32_t fixed);

/* facing f so, it touches g with its front arc */
bool rb_fronts(const struct rb_state *s, const struct rb_ground *b, int f,
	       int32_t facing, int g);
#endif
