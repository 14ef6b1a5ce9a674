/*
 * src/games/rebellion/rules/path.h - finds the path of a figure: the path of
 * its dot, the shortest way round, the terrain that stops it, and the places
 * for its base.
 */
#ifndef GAMES_REBELLION_RULES_PATH_H
#define GAMES_REBELLION_RULES_PATH_H
#include "games/rebellion/rules/terrain_contact.h"

enum {
	PATH_MAX_POINTS = 256, /* start and destination included */
	PATH_MAX_GOALS = 24    /* of one search: the sides of a base */
};

/* Who moves, and how. */
struct mover {
	int32_t self;    /* its own base, GROUND_NONE if not on the board */
	int32_t captive; /* the base it takes along, or GROUND_NONE */
	struct vec at;   /* the dot before the move */
	int32_t facing;  /* before the move */
	int32_t r, ahead, behind; /* its base, as of geo_base() */
	bool flight;              /* in use, RB-SPD-30 */
	bool aquatic;             /* in use, RB-SPD-40 */
	bool over_bases;          /* Trample: none is in its way, CV-PROF-08 */
	uint32_t avoids; /* features it goes round, one bit each: as if it could
			  * not enter them (RB-MOVE-13) */
};

/* p[0] is the start; the path of no movement has n = 1 */
struct path {
	int32_t n;
	struct vec p[PATH_MAX_POINTS];
};

/* faults of a path or a place, in the order of reports, RB-ACT-08 */
enum path_fault {
	PATH_OK,
	PATH_LEAVES_BOARD,   /* RB-GEO-18 */
	PATH_CROSSES_BASE,   /* RB-MOVE-03: of base a */
	PATH_BETWEEN_BASES,  /* RB-MOVE-04: a and b, which touch; a < b */
	PATH_ENTERS_TERRAIN, /* RB-MOVE-05: feature a */
	PATH_CLIMBS_CLIFF,   /* RB-ABR-04: of feature a */
	PLACE_OFF_BOARD,     /* RB-GEO-18 */
	PLACE_ON_BASE,       /* RB-MOVE-10: of base a */
	PLACE_IN_TERRAIN,    /* RB-MOVE-10: in feature a */
	PLACE_ON_EDGE        /* RB-ABR-05: of feature a */
};

struct path_block {
	enum path_fault fault;
	int32_t a, b; /* GROUND_NONE where there is none */
};

/*
 * May the dot go straight from p to q? RB-MOVE-03 to 05 and the option of
 * RB-MOVE-02; with Flight only the board limits it. block tells the first
 * fault, or PATH_OK.
 */
bool path_segment_check(const struct ground *g, const struct mover *m,
			struct vec p, struct vec q, struct path_block *block);

/* a path given point by point; the first fault of the order board, bases,
 * pairs, terrain over the whole of it. RB-MOVE-06 */
bool path_check(const struct ground *g, const struct mover *m,
		const struct path *path, struct path_block *block);

/* No way is too long. */
#define PATH_NO_LIMIT (INT64_MAX / 2)

/* What a search is kept in: lent, as it is too large for a stack. */
struct path_room {
	int64_t w[20 * 1024];
};

/*
 * The path from m->at to a destination, exactly as RB-MOVE-07 defines it: the
 * straight segment if that is legal, else the shortest chain over the corners
 * of bases and terrain. If there is none (or none of at most PATH_MAX_POINTS
 * points), false and the fault of the straight segment. A way round that is
 * longer than limit (thousandths of a u) is none.
 */
bool path_find(const struct ground *g, const struct mover *m, struct vec to,
	       int64_t limit, struct path_room *room, struct path *out,
	       struct path_block *block);

/* Its two parts: the straight segment alone, and, where that is not legal, the
 * way round. */
bool path_straight(const struct ground *g, const struct mover *m, struct vec to,
		   struct path *out, struct path_block *block);
bool path_round(const struct ground *g, const struct mover *m, struct vec to,
		int64_t limit, struct path_room *room, struct path *out);

/* Destinations of which one will do. */
struct path_goals {
	int32_t n; /* at least 1 */
	struct vec p[PATH_MAX_GOALS];
	struct vec middle;
	int32_t around; /* none lies farther from the middle, u */
};

/*
 * Ways round to several destinations: one search finds them all, as each is
 * asked for. path_sought gives that to number i, as path_find would with this
 * limit if no straight segment were legal; or, sooner, any chain over the
 * corners that is within the limit, and is then not sure that there is none.
 * The ground and the mover stay where they are until the last was asked for.
 */
void path_seek(const struct ground *g, const struct mover *m,
	       const struct path_goals *to, int64_t limit, bool any,
	       struct path_room *room);
enum path_found { PATH_FOUND, PATH_BEYOND /* the limit */, PATH_NONE };
enum path_found path_sought(struct path_room *room, int32_t i,
			    struct path *out);

/*
 * Terrain ends no move of at most `limit` on a way to this destination that is
 * shorter than this, both in thousandths of a u. PATH_NO_LIMIT: on none,
 * however long it would be.
 */
int64_t path_unstopped(const struct ground *g, const struct mover *m,
		       struct vec to, int64_t limit);

/*
 * The features that would end a move at a stop and that the dot can go round:
 * it is not strictly inside of them at the start.
 */
uint32_t path_stops(const struct ground *g, const struct mover *m);

/* How far a path is walked. */
struct walk {
	struct vec end;     /* of the dot */
	int32_t legs;       /* segments walked, the last perhaps in part */
	int64_t len;        /* thousandths of a u, RB-GEO-06 */
	int32_t facing;     /* bearing of the last segment, else unchanged */
	int32_t stopped_by; /* the feature, or GROUND_NONE */
};

/*
 * Follow the track points of a path to its end or to the first terrain stop:
 * RB-MOVE-08 with RB-HIN-01 and 02, RB-ELV-01, RB-WAT-01, RB-WALL-02. A long
 * base faces along the segment it is on (CV-GEO-05). Where several features
 * stop it at one point the first of them is named.
 */
struct walk path_walk(const struct ground *g, const struct mover *m,
		      const struct path *path);

/* terrain under the base at the start halves the speed value. RB-HIN-03 */
bool path_halved(const struct ground *g, const struct mover *m);

/* What forbids a place: the end of a move (RB-MOVE-10: board, bases, blocking
 * terrain, deep water, cliff edges), of a levitation (RB-SPD-20: no water, no
 * edges), of a deployment (RB-SETUP-07: no edges). */
enum place_use { PLACE_MOVE, PLACE_LEVITATE, PLACE_DEPLOY };

/* may the mover's base be at a place, facing so? Its own base and its
 * captive's do not count; Aquatic may be in deep water. */
bool place_check(const struct ground *g, const struct mover *m, struct vec at,
		 int32_t facing, enum place_use use, struct path_block *block);

/* The same for its base there, with the bodies that may be in its way: at least
 * those that ground_near gives for its radius. */
bool place_check_near(const struct ground *g, const struct mover *m,
		      const struct spine *base, uint64_t near,
		      enum place_use use, struct path_block *block);

/* --- destinations ------------------------------------------------------ */

/* d u along bearing b: rounded toward the start. RB-MOVE-14 */
struct vec path_bearing(struct vec from, int32_t d, int32_t b);

/* straight at x: the touching position at the bearing from x's nearest spine
 * point to the start. RB-MOVE-13, CV-GEO-07 */
struct vec path_touching(const struct ground *g, const struct mover *m,
			 int32_t x);

/*
 * The last track point toward a point that is at most limit (thousandths of a
 * u) away, can be reached straight, and has room for the base, facing along
 * the line. RB-MOVE-15. False if only the start qualifies.
 */
bool path_toward(const struct ground *g, const struct mover *m, struct vec to,
		 int64_t limit, struct vec *out);
#endif
