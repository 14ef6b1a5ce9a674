/*
 * src/report/picture/zone_board.h - draws a board of a few large zones, each
 * holding many things: the arena. A zone lists its things; walls are on the
 * borders. As a picture every thing is a token with its name, life and mana; as
 * text a line.
 */
#ifndef REPORT_PICTURE_ZONE_BOARD_H
#define REPORT_PICTURE_ZONE_BOARD_H
#include "base/buf.h"
#include "base/err.h"
#include "report/picture/picture.h"

enum {
	ZONE_BOARD_MAX_SIDE = 6,
	ZONE_BOARD_MAX_THINGS = 128,
	ZONE_BOARD_MAX_NOTES = 12,
	ZONE_BOARD_COLUMNS = 79 /* of the text, at most */
};

enum zone_board_shape {
	ZONE_BOARD_LEADER, /* a Mage */
	ZONE_BOARD_CREATURE,
	ZONE_BOARD_FIXED, /* a conjuration: it never moves */
	ZONE_BOARD_CARD,  /* an enchantment on the zone itself */
	N_ZONES_SHAPES
};

enum zone_board_place { ZONE_BOARD_INSIDE, ZONE_BOARD_EAST, ZONE_BOARD_SOUTH };

/* What hangs on a thing: an enchantment, an item. */
struct zone_board_note {
	struct str label, name; /* name empty: face down */
	int owner;
	bool hidden;
};

struct zone_board_thing {
	enum zone_board_shape shape;
	enum zone_board_place place; /* a wall: which border of its zone */
	struct str label, name;
	struct str came;  /* the zone it came from since, or "" */
	struct str marks; /* conditions and tokens: "Burn 2, Daze" */
	int owner;
	int column, row;
	bool active, guard, flying;
	int damage, life; /* life 0: has none */
	int mana;         /* -1: none is counted */
	int armor;
	int n_notes; /* those that there is no room for are counted */
	struct zone_board_note note[ZONE_BOARD_MAX_NOTES];
	enum art emblem;
};

/* Signs for the state of a thing, in both forms. */
enum zone_board_sign {
	ZONE_BOARD_ACTIVE,
	ZONE_BOARD_GUARD,
	ZONE_BOARD_FLYING,
	ZONE_BOARD_HIDDEN,
	ZONE_BOARD_MANA,
	ZONE_BOARD_CAME,
	ZONE_BOARD_WALL,
	N_ZONES_SIGNS
};
extern const char *const zones_signs[N_ZONES_SIGNS];

struct zone_board {
	int columns, rows; /* column 0 is A, row 0 is 1, the northernmost */
	int n;
	struct zone_board_thing thing[ZONE_BOARD_MAX_THINGS]; /* by label */
	struct str sign_word[N_ZONES_SIGNS];
};

/* Append the board, no line longer than ZONE_BOARD_COLUMNS. */
void zone_board_text(struct buf *out, const struct scene *s);

/* Does any thing show this sign? */
bool zone_board_show(const struct zone_board *z, enum zone_board_sign sign);

/* The picture of a scene that has zones, drawn with letters of this size; to
 * be released. on_page: as SVG, with zones that have room, and larger tokens
 * where it is wide enough. NULL: it is too large, with the reason in why. */
struct canvas *zone_board_draw(const struct scene *s, int width, double size,
			       bool on_page, struct why *why);

/* Which zone is at x, y of an SVG of this width? False: none. */
bool zone_board_at(const struct scene *s, int width, double x, double y,
		   int *column, int *row);

/* picture_cell for it. */
bool zone_board_cell(const struct scene *s, int width, int column, int row,
		     double out[4]);
#endif
