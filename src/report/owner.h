/*
 * src/report/owner.h - how what belongs to somebody looks in a picture: told by
 * colour, by lightness, by the rim and by a shape.
 */
#ifndef REPORT_OWNER_H
#define REPORT_OWNER_H
#include "report/canvas.h"
#include "report/scene.h"

enum nib { NIB_TRIANGLE, NIB_SQUARE, NIB_DISC, NIB_DIAMOND };

struct owner_style {
	uint32_t fill, text, edge;
	double rim; /* pixels, at the usual width */
	enum canvas_pattern pattern;
	enum nib nib;
};

/* owner: of a seat, or SCENE_NOBODY */
const struct owner_style *owner_style(int owner);
#endif
