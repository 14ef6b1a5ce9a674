/*
 * src/report/picture/zone_board.h - a board of a few large zones, each holding
 * many things: the arena. A zone lists what is in it; walls stand on the
 * borders. As a picture every thing is a card with its life as a bar, what it
 * carries beneath it; as text a line.
 */
#ifndef REPORT_PICTURE_ZONE_BOARD_H
#define REPORT_PICTURE_ZONE_BOARD_H
#include "base/buf.h"
#include "base/err.h"
#include "report/picture/picture.h"

enum {
	ZONES_MAX_SIDE = 6,
	ZONES_MAX_THINGS = 128,
	ZONES_MAX_NOTES = 12,
	ZONES_COLUMNS = 79 /* of the text, at most */
};

enum zones_shape {
	ZONES_LEADER, /* a Mage */
	ZONES_CREATURE,
	ZONES_FIXED, /* a conjuration: it never moves */
	ZONES_CARD,  /* an enchantment on the zone itself */
	N_ZONES_SHAPES
};

enum zones_place { ZONES_INSIDE, ZONES_EAST, ZONES_SOUTH };

/* What hangs on a thing: an enchantment, an item. */
struct zones_note {
	struct str label, name; /* name empty: face down */
	int owner;
	bool hidden;
};

struct zones_thing {
	enum zones_shape shape;
	enum zones_place place; /* a wall: which border of its zone */
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
	struct zones_note note[ZONES_MAX_NOTES];
};

/* Signs that stand for what a thing is doing, in both forms. */
enum zones_sign {
	ZONES_ACTIVE,
	ZONES_GUARD,
	ZONES_FLYING,
	ZONES_HIDDEN,
	ZONES_MANA,
	ZONES_CAME,
	ZONES_WALL,
	N_ZONES_SIGNS
};
extern const char *const zones_signs[N_ZONES_SIGNS];

struct zones {
	int columns, rows; /* column 0 is A, row 0 is 1, the northernmost */
	int n;
	struct zones_thing thing[ZONES_MAX_THINGS]; /* by label */
	struct str sign_word[N_ZONES_SIGNS];
};

/* Append the board, no line longer than ZONES_COLUMNS. */
void zones_text(struct buf *out, const struct scene *s);

/* Does any thing show this sign? */
bool zones_show(const struct zones *z, enum zones_sign sign);

struct canvas;

/* The picture of a scene that has zones, drawn; to be released. Where its
 * letters are to be read and zones are narrow, each thing takes more lines, and
 * names are cut. NULL: it is too large, told in why. */
struct canvas *zones_draw(const struct scene *s, int width,
			  enum picture_letters letters, struct why *why);

/* Which zone is at x, y of one whose letters are to be read? False: none. */
bool zones_at(const struct scene *s, int width, double x, double y, int *column,
	      int *row);
#endif
