/*
 * src/games/rebellion/rules/terrain_contact.h - computes contacts and overlaps
 * between bases and terrain.
 *
 * struct ground holds the bases and features of one question; the caller makes
 * it from the state. Indices identify bases and features, so the order of the
 * arrays is the order of reports: bases in id order, terrain in name order
 * (RB-ACT-08).
 */
#ifndef GAMES_REBELLION_RULES_TERRAIN_CONTACT_H
#define GAMES_REBELLION_RULES_TERRAIN_CONTACT_H
#include "engine/geometry.h"

enum {
	GROUND_MAX_BASES = 64,
	GROUND_MAX_FEATURES = 32,
	GROUND_MAX_STAIRS = 4, /* of one feature, RB-ABR-06 */
	GROUND_NONE = -1       /* no base, no feature */
};

/* kinds of terrain, RB-TER-01; concealing: CV-BRG-06; logs hold its numbers:
 * add at the end only */
enum feature_kind {
	FEATURE_HINDERING,
	FEATURE_BLOCKING,
	FEATURE_ELEVATED,
	FEATURE_SHALLOW,
	FEATURE_DEEP,
	FEATURE_WALL,
	FEATURE_CONCEALING
};

/* One feature, as it lies. Words only, so that a game state can hold it. */
struct feature {
	int32_t kind; /* enum feature_kind */
	struct polygon area;
	int32_t on;       /* the elevated feature it lies on, GROUND_NONE */
	int32_t abrupt;   /* elevated only: 0, 1 */
	int32_t n_stairs; /* abrupt only */
	struct segment stairs[GROUND_MAX_STAIRS];
	int32_t thickness; /* low walls: u, RB-WALL-01 */
};

/* One base on the board. */
struct body {
	struct spine spine;
	struct vec dot; /* the centre, from which all is measured */
};

/* Borrowed arrays: they outlive the ground. */
struct ground {
	int32_t w, h; /* u */
	int32_t n_bodies, n_features;
	const struct body *bodies;
	const struct feature *features;

	/* options of section 23; all false and lof_doubt 1 are the defaults */
	bool cliffs_part;      /* abrupt_contact = no, RB-GEO-10 */
	bool wide_paths;       /* path_width = base, RB-MOVE-02 */
	bool low_bases;        /* elevated_bases = no, RB-LOF-04 */
	int32_t lof_doubt;     /* u, RB-LOF-03 */
	bool clear_concealing; /* cv_concealing = off, CV-BRG-06 */
};

/* the elevated feature in which p lies, or GROUND_NONE. RB-TER-02 */
int32_t ground_hill(const struct ground *g, struct vec p);

/* the abrupt feature with one of the points in it and the other not, or
 * GROUND_NONE. RB-GEO-10, RB-ABR-02, RB-FORM-06 */
int32_t ground_cliff(const struct ground *g, struct vec p, struct vec q);

/*
 * The bases that may come within margin u of something inside the box, one bit
 * each: their own boxes do. Whoever looks for the few bases that matter begins
 * with these.
 */
uint64_t ground_near(const struct ground *g, struct box box, int32_t margin);

/* the box of a spine without its radius, for ground_near */
static inline struct box ground_box(const struct spine *s)
{
	struct vec p = s->p[0], q = s->p[s->n - 1];

	return (struct box){ p.x < q.x ? p.x : q.x, p.y < q.y ? p.y : q.y,
			     p.x < q.x ? q.x : p.x, p.y < q.y ? q.y : p.y };
}

/* bases there are in no contact, however near: option of RB-GEO-10 */
bool ground_parted(const struct ground *g, struct vec p, struct vec q);

/* bases a and b are in base contact. RB-GEO-09, option of RB-GEO-10 */
bool ground_touch(const struct ground *g, int32_t a, int32_t b);

/* the bases in contact with a, one bit each */
uint64_t ground_touching(const struct ground *g, int32_t a);

/* the low wall across which a and b are adjacent, or GROUND_NONE. RB-WALL-05 */
int32_t ground_wall(const struct ground *g, int32_t a, int32_t b);

/*
 * a, facing so, touches b with its front arc: in contact by the nearest point
 * of b's spine, across a low wall by the direction of the dots. False too if
 * they do not touch at all. RB-GEO-13, RB-WALL-05
 */
bool ground_front(const struct ground *g, int32_t a, int32_t facing,
		  int32_t arc, int32_t b);
#endif
