/*
 * src/report/picture/token.h - draws a figure as a token: base, dial, plate and
 * emblem. The plate's shape and its colours tell the seat, also to the
 * colour-blind.
 */
#ifndef REPORT_PICTURE_TOKEN_H
#define REPORT_PICTURE_TOKEN_H
#include "report/picture/canvas.h"
#include "report/picture/scene.h"

struct seat_style {
	enum art plate;
	uint32_t plain, dark, light, mark; /* mark: the emblem's */
};

/* owner: of a seat, or SCENE_NOBODY */
const struct seat_style *seat_style(int owner);

struct token {
	double x, y, r;
	double x2, y2; /* the other end of a long base, else as x, y */
	int owner;
	enum art emblem;
	int facing; /* degrees, -1: none */
	int left,
		wounds; /* clicks; left -1: unknown, then wounds are notches */
	int actions;    /* pips */
	bool captive, hit;
};
void token_draw(struct canvas *c, const struct token *t);

/* A label on a tag in the seat's colour, in letters of this size. */
double tag_width(double size, struct str label);
void tag_draw(struct canvas *c, double x, double y, double size, int owner,
	      struct str label);
#endif
