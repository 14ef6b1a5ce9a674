/*
 * src/report/picture/player_style.h - defines the style of each player's pieces
 * in a picture: colour, lightness, rim and shape.
 */
#ifndef REPORT_PICTURE_PLAYER_STYLE_H
#define REPORT_PICTURE_PLAYER_STYLE_H
#include "report/picture/canvas.h"
#include "report/picture/scene.h"

enum nib { NIB_TRIANGLE, NIB_SQUARE, NIB_DISC, NIB_DIAMOND };

struct player_style_style {
	uint32_t fill, text, edge;
	double rim; /* pixels, at the usual width */
	enum canvas_pattern pattern;
	enum nib nib;
};

/* owner: of a seat, or SCENE_NOBODY */
const struct player_style_style *player_style_style(int owner);
#endif
