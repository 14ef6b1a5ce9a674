/*
 * src/games/dungeons/rules/path.h - paths: what holds a piece, what a leg
 * costs, the cheapest way of an order to move, the way in and out. All of it
 * only reads the state.
 */
#ifndef GAMES_DUNGEONS_RULES_PATH_H
#define GAMES_DUNGEONS_RULES_PATH_H
#include "games/dungeons/rules/run.h"

enum { DG_MAX_PATH = 40 }; /* squares of one order */

/* must break away before it moves (DG-BREAK-01) */
bool dg_held(const struct dg_state *s, int f);

/* what one step onto the square costs figure f (-1: a token), without diagonal
 */
int32_t dg_square_cost(const struct dg_state *s, int f, int32_t sq);

/* the square of figure f, or if f < 0 of the token */
int32_t dg_stands_at(const struct dg_state *s, int f, int32_t piece);

/* may the figure end its movement there? */
bool dg_arrival_check(const struct dg_state *s, int f, int32_t to,
		      struct refusal *no);

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

/* can the piece take such a leg? at least one square; leg is set if it can */
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
/* the mouth by which the Hero can leave from where it stands, or -1 */
int dg_exit_mouth(const struct dg_state *s, int f);

/* a Hero of the seat is in the section (DG-SPAWN-02) */
bool dg_own_hero_in(const struct dg_state *s, int seat, int section);

/* --- of orders --- */

/* the squares that the order names; -1: too many */
int dg_path_of(const struct decision *d, int32_t v[DG_MAX_PATH]);
/* the possible squares of an order to move; 0: none, -1: too many */
int dg_way_of(const struct dg_state *s, int32_t label, const struct decision *d,
	      int32_t v[DG_MAX_PATH]);
/* it has TOWARDS: to come nearer is enough */
bool dg_only_nears(const struct decision *d);
/* it names a figure or chest as its goal that is not on the board */
bool dg_is_gone(const struct dg_state *s, const struct decision *d);
/* it goes TOWARDS a goal without a path, and the obstacle is next to the piece
 */
bool dg_is_before(const struct dg_state *s, int32_t piece,
		  const struct decision *d);

/* --- the way in --- */

/* the square lies in the mouth by which the Hero comes in */
bool dg_is_mouth(const struct dg_state *s, int f, int32_t sq);
/* the squares of ENTER, or those that lead to its only square */
int dg_path_in(const struct dg_state *s, int f, const struct decision *d,
	       int32_t v[DG_MAX_PATH + 1]);
/* how the Hero would go in by itself (DG-D-11); false: it cannot */
bool dg_enter_way(const struct dg_state *s, int f, struct decision *d);

/* it is outside in its player's first turn, and has an entrance */
bool dg_must_enter(const struct dg_state *s, int f);

/* the activation under way may end: not while its Hero must still come in */
bool dg_may_leave_off(const struct dg_state *s, struct refusal *no);
#endif
