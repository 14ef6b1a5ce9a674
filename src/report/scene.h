/*
 * src/report/scene.h - a board as it is shown, whatever the game: pieces,
 * areas, what moved and what was shot. The picture, the text board and the
 * table of distances are made from it; a game makes it from a view.
 *
 * Coordinates are in u (0.01 inch), x to the east, y to the north, as in the
 * rules; facings are compass degrees. Words are in the reader's language.
 */
#ifndef REPORT_SCENE_H
#define REPORT_SCENE_H
#include "base/arena.h"
#include "rules/geometry.h"

enum {
	SCENE_MAX_PIECES = 64,
	SCENE_MAX_AREAS = 32,
	SCENE_MAX_TRACES = 96,
	SCENE_MAX_POINTS = 44,
	SCENE_MAX_OWNERS = 8
};

enum scene_kind { /* of areas */
		  SCENE_HINDERING,
		  SCENE_BLOCKING,
		  SCENE_ELEVATED,
		  SCENE_ABRUPT,
		  SCENE_SHALLOW,
		  SCENE_DEEP,
		  SCENE_WALL,
		  SCENE_CONCEALING,
		  N_SCENE_KINDS
};

enum scene_trace_kind {
	SCENE_PATH, /* somebody moved along the points */
	SCENE_HIT,
	SCENE_MISS, /* an attack, from the first to the last */
	SCENE_MEND, /* a healing */
	SCENE_FORMATION, /* two of a formation that acted, side by side */
	N_SCENE_TRACES
};

struct scene_piece {
	struct str label; /* "A3" */
	struct str rider; /* of who sits on it, or "": its base is longer */
	int owner;
	struct spine base;
	struct point dot; /* where it is measured from */
	int facing, arc;  /* degrees */
	int tokens;
	int clicks_left; /* -1: the reader may not know */
	int wounds;
	int rider_left, rider_wounds; /* the same of the rider */
	int holder; /* of a captive: the piece, else -1 */
};

struct scene_area {
	enum scene_kind kind;
	struct polygon shape;
	struct str label;
	int n_stairs;
	struct segment stairs[4];
};

struct scene_trace {
	enum scene_trace_kind kind;
	int owner;
	int r; /* of the base that moved */
	int n;
	struct point p[SCENE_MAX_POINTS];
	struct point tail; /* of a long base where it stood; else p[0] */
};

struct scene_owner {
	bool present;
	struct str name; /* for the legend: "A Ana" */
	int side;        /* home edge: 0 S, 1 W, 2 N, 3 E, -1 none */
	struct polygon zone; /* starting area, while it matters; n 0: none */
};

struct scene {
	int w, h; /* u */
	struct str title;
	struct str subtitle;
	struct str units; /* "inches" */
	struct str token_word, clicks_word, captive_word, stairs_word;
	struct str zone_word, unit_word;
	struct str area_word[N_SCENE_KINDS];
	struct str trace_word[N_SCENE_TRACES];
	struct scene_owner owner[SCENE_MAX_OWNERS];
	int n_pieces, n_areas, n_traces;
	struct scene_piece piece[SCENE_MAX_PIECES]; /* by label */
	struct scene_area area[SCENE_MAX_AREAS];    /* lower ones first */
	struct scene_trace trace[SCENE_MAX_TRACES]; /* oldest first */
};

/*
 * Add a trace if there is room; more than is room for is clutter anyway. NULL:
 * there was none, or nothing to show.
 */
struct scene_trace *scene_trace(struct scene *s, enum scene_trace_kind kind,
				int owner, int r, const struct point *p, int n);
#endif
