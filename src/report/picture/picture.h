/*
 * src/report/picture/picture.h - draws a scene as a picture in the style of a
 * printed map, for mails. Colour, lightness, rim and the shape of the facing
 * nib show a piece's owner; patterns show kinds of terrain.
 */
#ifndef REPORT_PICTURE_PICTURE_H
#define REPORT_PICTURE_PICTURE_H
#include "base/buf.h"
#include "base/err.h"
#include "report/picture/scene.h"

enum {
	PICTURE_WIDTH = 960,        /* pixels, unless asked otherwise */
	PICTURE_NEAR_WIDTH = 384,   /* of a part: for a telephone, too .. */
	PICTURE_BESIDE_WIDTH = 608, /* .. and of the whole with it .. */
	PICTURE_ALONE_WIDTH = 768,  /* .. or in a mail without one */
	PICTURE_ZONES_WIDTH = 800,  /* of a board of zones, which are few */
	PICTURE_FLOOR_WIDTH =
		560, /* of one of squares, which show as well .. */
	PICTURE_FLOOR_BESIDE_WIDTH = 480, /* .. and of the same next to its
					   * part */
	PICTURE_MIN_WIDTH = 320,
	PICTURE_MAX_WIDTH = 2048,
	PICTURE_MAX_BYTES = 2 * 1024 * 1024
};

struct pictures;

/* How large letters are: as wide as the picture is, or, where it is shown as
 * wide as it is drawn, never smaller than can be read. Letters on figures go
 * with these. */
enum picture_letters { PICTURE_SCALED, PICTURE_READ_HERE };

/* Append a PNG of this width; its height follows from the board. kept: pictures
 * that were made lately (report/picture/canvas.h), or NULL. */
enum err picture_render(struct buf *out, const struct scene *s, int width,
			struct pictures *kept, struct why *why);

/* Append a PNG of the part of the board where something happened (scene_near),
 * nearer and without words around it; nothing where there is none. */
enum err picture_near(struct buf *out, const struct scene *s,
		      struct pictures *kept, struct why *why);

/* Which point of the board is at x, y of an SVG of this width? False: none,
 * or the board is one of squares or zones, which have names. */
bool picture_at(const struct scene *s, int width, double x, double y,
		struct vec *out);

/* Which square or zone is there, column 0 being A, row 0 being 1? False: none,
 * or the board is one of inches. */
bool picture_place(const struct scene *s, int width, double x, double y,
		   int *column, int *row);

/* Append the whole as SVG (canvas_svg), to be shown as wide as it is, with
 * letters that can be read. */
enum err picture_svg(struct buf *out, const struct scene *s, int width,
		     const char *prefix, struct why *why);
#endif
