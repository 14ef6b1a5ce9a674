/*
 * src/report/picture/scene.h - a board to be shown, for any game: pieces,
 * areas, moves and shots. The picture, the text board and the table of
 * distances are made from it; a game makes it from a view.
 *
 * Coordinates are in u (0.01 inch), x to the east, y to the north, as in the
 * rules; facings are compass degrees. Words are in the reader's language.
 *
 * A board of squares has a floor: a square is SCENE_SQUARE u wide, and its
 * rows are counted from the north.
 */
#ifndef REPORT_PICTURE_SCENE_H
#define REPORT_PICTURE_SCENE_H
#include "base/arena.h"
#include "engine/geometry.h"
#include "report/picture/canvas.h"

enum {
	SCENE_MAX_PIECES = 72,
	SCENE_MAX_AREAS = 32,
	SCENE_MAX_ITEMS = 8,
	SCENE_MAX_TRACES = 96,
	SCENE_MAX_SPOTS = 32,
	SCENE_MAX_POINTS = 44,
	SCENE_MAX_OWNERS = 8,
	SCENE_NOBODY = SCENE_MAX_OWNERS, /* owner of things without an owner */
	SCENE_SQUARE = 100,              /* u */
	FLOOR_MAX = 40,                  /* squares, each way */
	FLOOR_MAX_THINGS = 64,
	FLOOR_MAX_DOORS = 24,
	FLOOR_MAX_SECTIONS = 48,
	FLOOR_MAX_MOUTHS = 64
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
	SCENE_PATH, /* a piece moved along the points */
	SCENE_HIT,
	SCENE_MISS,      /* an attack, from the first to the last */
	SCENE_MEND,      /* a healing */
	SCENE_FORMATION, /* two of a formation that acted, side by side */
	N_SCENE_TRACES
};

struct scene_piece {
	struct str label; /* "A3" */
	struct str rider; /* of who sits on it, or "": its base is longer */
	int owner;
	struct spine base;
	struct vec dot;  /* where it is measured from */
	int facing, arc; /* degrees */
	int tokens;
	int clicks_left; /* -1: the reader may not know */
	int wounds;
	int rider_left, rider_wounds; /* the same of the rider */
	int holder;                   /* of a captive: the piece, else -1 */
	enum art emblem;
};

struct scene_area {
	enum scene_kind kind;
	struct polygon shape;
	struct str label;
	int n_stairs;
	struct segment stairs[4];
};

/* Something that lies there to be taken up. */
struct scene_item {
	struct str label;
	struct vec at;
	int r; /* of its base */
};

struct scene_trace {
	enum scene_trace_kind kind;
	int owner;
	int loss; /* of a hit: clicks */
	int r;    /* of the base that moved */
	int n;
	struct vec p[SCENE_MAX_POINTS];
	struct vec tail; /* of a long base where it stood; else p[0] */
};

struct scene_owner {
	bool present;
	struct str name;     /* for the legend: "A Ana" */
	int side;            /* home edge: 0 S, 1 W, 2 N, 3 E, -1 none */
	struct polygon zone; /* starting area, while it matters; n 0: none */
};

enum floor_ground {
	FLOOR_ROCK, /* no square */
	FLOOR_CLEAR,
	FLOOR_HINDERING,
	FLOOR_WATER,
	FLOOR_BLOCKING,
	FLOOR_CHASM,
	FLOOR_SHADOW,
	FLOOR_TELEPORT,
	FLOOR_VORTEX,
	FLOOR_STAIRS,
	FLOOR_COST, /* nothing but a printed number */
	N_FLOOR_GROUNDS
};

enum floor_edge {
	FLOOR_OPEN,
	FLOOR_LIMIT, /* open, between two sections */
	FLOOR_WALL,
	FLOOR_MOUTH,
	FLOOR_DOOR_WOOD, /* closed */
	FLOOR_DOOR_IRON,
	FLOOR_DOOR_OPEN, /* or destroyed */
	N_FLOOR_EDGES
};

struct floor_cell {
	enum floor_ground ground;
	int cost; /* of FLOOR_COST */
	enum floor_edge east, south;
};

/* A chest or a token: it is in a square, and is no figure. */
struct floor_thing {
	bool chest;
	int column, row;
	struct str label;
	int facing;        /* degrees, of a chest */
	bool reachable[3]; /* its front squares: left, middle, right */
	int rank;          /* of a token: 1..3 */
	struct str mark;   /* of a chest: the known state of its trap */
};

struct floor {
	int columns, rows;
	int first_column, first_row; /* what they are called: 0 is A, 1 */
	/* a row and a column more, for the outer edges: cell [0][0] lies to the
	 * north-west of the first square, and only its edges count */
	struct floor_cell cell[FLOOR_MAX + 1][FLOOR_MAX + 1];
	int n_things, n_doors, n_sections, n_mouths;
	struct floor_thing thing[FLOOR_MAX_THINGS];
	struct {
		int column, row;
		bool south; /* its south edge, else the east one */
		struct str label;
	} door[FLOOR_MAX_DOORS];
	struct {
		int column, row, columns, rows;
		struct str name;
	} section[FLOOR_MAX_SECTIONS];
	struct {
		double x, y; /* squares, middle of its edge */
		int facing;  /* degrees: outside is there */
		bool taken;  /* its name would cover a piece or thing */
		struct str name;
	} mouth[FLOOR_MAX_MOUTHS];
	struct str ground_word[N_FLOOR_GROUNDS];
};

struct zone_board;
struct scene {
	int w, h;                 /* u */
	struct floor *floor;      /* NULL: open ground */
	struct zone_board *zones; /* NULL: not made of zones
				(report/picture/zone_board.h) */
	struct str area_word[N_SCENE_KINDS];
	struct scene_owner owner[SCENE_MAX_OWNERS];
	int n_pieces, n_areas, n_items, n_traces;
	struct scene_piece piece[SCENE_MAX_PIECES]; /* by label */
	struct scene_area area[SCENE_MAX_AREAS];    /* lower ones first */
	struct scene_item item[SCENE_MAX_ITEMS];
	struct scene_trace trace[SCENE_MAX_TRACES]; /* oldest first */
	/* of attackers whose opponent has no place any more */
	int n_spots;
	struct vec spot[SCENE_MAX_SPOTS];
};

/*
 * Add a trace if there is room; more than is room for is clutter anyway. NULL:
 * there was none, or nothing to show.
 */
struct scene_trace *scene_trace(struct scene *s, enum scene_trace_kind kind,
				int owner, int r, const struct vec *p, int n);

/* Marks the figure at this place: its last hit cost it so many clicks. */
void scene_loss(struct scene *s, struct vec at, int loss);

/*
 * A fight here, against an opponent without a place: no line can be drawn. As
 * scene_trace.
 */
void scene_spot(struct scene *s, struct vec p);

/* Where anything is, with some room, in steps of five inches; squares: all. */
struct box scene_used(const struct scene *s);

/*
 * Where something moved or was fought, with room about it: a part of the board
 * that is wider than high. False: nowhere, or so far apart that the whole board
 * shows it as well; a board of zones has no parts.
 */
bool scene_near(const struct scene *s, struct box *out);

/* Does the floor have such squares? */
bool scene_has_ground(const struct floor *f, enum floor_ground g);

/* What a column of squares is called: "A", "AA"; at most 2 letters, a NUL. */
void scene_column_name(int column, char out[3]);
#endif
