/*
 * src/games/arena/rules/board.h - zones, borders, distances, lines of sight
 * (AR section 7). Directions are enum ar_dir; no zone is 0.
 */
#ifndef GAMES_ARENA_RULES_BOARD_H
#define GAMES_ARENA_RULES_BOARD_H
#include "games/arena/rules/trait.h"
#include "engine/rule.h"

bool ar_is_zone(const struct ar_state *s, int32_t zone);
int32_t ar_beside(const struct ar_state *s, int32_t zone, enum ar_dir d);
int ar_distance(int32_t a, int32_t b); /* AR-DIST-01 */

/* Two zones name a border; in order, so that equal borders are equal. */
bool ar_border(const struct ar_state *s, int32_t a, int32_t b, int32_t out[2]);
const struct ar_obj *ar_wall(const struct ar_state *s, int32_t a, int32_t b);

/* The zone of an object: its own or that of its host; 0 for walls, objects
 * out of play, and zones that do not exist. */
int32_t ar_zone_of(const struct ar_state *s, const struct ar_obj *o);

/* The nearest distance from a zone to it; walls count from both sides. */
int ar_reach(const struct ar_state *s, int32_t from, const struct ar_obj *o);

/* Line of sight from zone to zone (AR-LOS-02 to -04), to the middle of a
 * border, and between objects (flyers, AR-LOS-07). */
bool ar_sees_zone(const struct ar_state *s, int32_t from, int32_t to);
bool ar_sees_border(const struct ar_state *s, int32_t from,
		    const int32_t border[2]);
bool ar_sees(const struct ar_state *s, const struct ar_obj *from,
	     const struct ar_obj *to);

/* The next object after this handle (0: the first), in order; NULL: no more. */
const struct ar_obj *ar_next(const struct ar_state *s, int32_t after);

/* Is it noted of the two in this round? */
bool ar_paired(const struct ar_state *s, enum ar_pair_kind what, int32_t a,
	       int32_t b);
/* How often has a used the defense that b gives it? */
int32_t ar_pair_defended(const struct ar_state *s, int32_t a, int32_t b);

/* Is it an active creature of the seat, in the arena? And how many are
 * (AR-PASS-01)? */
bool ar_is_active(const struct ar_state *s, int seat, const struct ar_obj *o);
int ar_active(const struct ar_state *s, int seat);

/* The creature that the active seat has to activate, for a quickcast before its
 * turn named it; NULL: there is none, or it can no longer be activated, so that
 * any other will do (AR-QC-05). */
const struct ar_obj *ar_committed(const struct ar_state *s);

/* The creature of an order (tag FIG): a handle, the seat's Mage for ME, 0:
 * the order names none. */
int32_t ar_fig(const struct ar_state *s, int seat, const struct decision *d);
#endif
