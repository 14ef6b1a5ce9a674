/*
 * src/report/picture/picture.h - draws a scene as a picture, for mails. Colour
 * and the shape of its plate show a figure's owner, notches its dial, textures
 * the kinds of terrain. Letters can be read where a picture for a mail is shown
 * 360 pixels wide. Margins where nothing is are left out.
 */
#ifndef REPORT_PICTURE_PICTURE_H
#define REPORT_PICTURE_PICTURE_H
#include "base/buf.h"
#include "base/err.h"
#include "report/picture/scene.h"

enum {
	PICTURE_WIDTH = 600,       /* pixels, of a mail: shown as it is drawn */
	PICTURE_PAGE_WIDTH = 960,  /* as SVG */
	PICTURE_MOST_WIDTH = 1920, /* of that, enlarged */
	PICTURE_MIN_WIDTH = 320,
	PICTURE_MAX_WIDTH = 2048,
	PICTURE_MAX_BYTES = 2 * 1024 * 1024
};

struct pictures;

/* Append a PNG of this width; its height follows from the board. kept: pictures
 * whose ground was painted lately (report/picture/canvas.h), or NULL. */
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

/* Where a point of a board of inches is drawn, and how many pixels long a u
 * is. False: another kind of board. */
bool picture_spot(const struct scene *s, int width, struct vec p, double *x,
		  double *y, double *scale);

/* The rectangle of a square or zone: left, top, width, height. False: there is
 * none. */
bool picture_cell(const struct scene *s, int width, int column, int row,
		  double out[4]);

/* Append the whole as SVG (canvas_svg), to be shown as wide as it is, with
 * letters that can be read. */
enum err picture_svg(struct buf *out, const struct scene *s, int width,
		     const char *prefix, struct why *why);
#endif
