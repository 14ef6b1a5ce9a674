/*
 * src/report/picture/canvas.h - records the shapes and letters of a picture,
 * to be painted as PNG (raster_cairo.c) or written as SVG (svg.c). The same
 * calls give the same bytes on the same machine.
 *
 * Units are pixels, the origin is the top left corner, y grows downwards.
 * Colours are 0xAARRGGBB; an opacity of 0 is none. A canvas is made and
 * released in one function.
 */
#ifndef REPORT_PICTURE_CANVAS_H
#define REPORT_PICTURE_CANVAS_H
#include "base/buf.h"
#include "base/err.h"

enum { CANVAS_MAX_SIDE = 4096 };

struct canvas;

/* The drawings of art.def. */
enum art {
	NO_ART,
#define ART(name, fill, ink, width, path) ART_##name,
#define OVER(fill, ink, width, path)
#include "report/picture/art.def"
#undef ART
#undef OVER
	N_ARTS
};

struct canvas *canvas_make(int width, int height, uint32_t paper);
void canvas_release(struct canvas *c);

/* Add to the path at hand, which canvas_paint ends. An arc goes from one
 * compass direction (degrees) to another, clockwise if that is more; a line
 * joins it to the path before it. */
void canvas_move(struct canvas *c, double x, double y);
void canvas_line(struct canvas *c, double x, double y);
void canvas_arc(struct canvas *c, double x, double y, double r, double from,
		double to);
void canvas_close(struct canvas *c);
void canvas_disc(struct canvas *c, double x, double y, double r);
void canvas_box(struct canvas *c, double x, double y, double w, double h);
/* all points within r of the line from one point to the other */
void canvas_capsule(struct canvas *c, double x0, double y0, double x1,
		    double y1, double r);

/* Fill the path (even-odd), then draw along it; dash > 0: dashes and gaps of
 * so many pixels. */
void canvas_paint(struct canvas *c, uint32_t fill, uint32_t ink, double width,
		  double dash);

/* A drawing of this size about x, y, turned clockwise by so many degrees. */
void canvas_art(struct canvas *c, enum art art, double x, double y, double size,
		double turn, uint32_t own);

/* A line to the rim of a disc of radius r about x1, y1, with a head there; it
 * continues the path at hand. */
struct canvas_arrow {
	double x0, y0, x1, y1, r;
	uint32_t colour;
	double dash;
};
void canvas_arrow(struct canvas *c, const struct canvas_arrow *a);

/* Bold text in DejaVu Sans about x; y is the middle of its capitals. */
enum canvas_align { CANVAS_LEFT, CANVAS_CENTRE, CANVAS_RIGHT };
struct canvas_letters {
	enum canvas_align align;
	double size;
	uint32_t colour, halo; /* halo: of a rim, readable on anything; or 0 */
};
void canvas_text(struct canvas *c, double x, double y,
		 const struct canvas_letters *how, struct str s);
double canvas_text_width(double size, struct str s);

/* Draw only inside this rectangle; a width of 0 lifts it. */
void canvas_clip(struct canvas *c, double x, double y, double w, double h);

/* All drawing up to canvas_end belongs to one thing of the board, named so:
 * "A3"; without a name these are the names of all. In SVG it can be tapped and
 * read; a PNG ignores it. Groups do not nest. */
void canvas_group(struct canvas *c, struct str label);
void canvas_end(struct canvas *c);

/* What was drawn so far changes seldom: it is painted once and kept. */
void canvas_ground(struct canvas *c);

/* A cache of the last grounds that were painted, by their strokes: a ground
 * whose strokes changed is painted again and replaces the oldest one. */
struct pictures;
struct pictures *pictures_make(void);
void pictures_release(struct pictures *p); /* NULL: nothing */

/*
 * For pictures that are painted elsewhere: what canvas_png appends with these
 * is no PNG but a sketch, the strokes as they are noted, from which
 * pictures_paint makes it in another process of the same program: the bytes
 * that canvas_png would have appended. False: out is full, or it is no sketch.
 */
struct pictures *pictures_sketched(void);
bool pictures_paint(struct pictures *kept, struct str sketch, struct buf *out);

/* Append the picture as PNG of few colours. kept may be NULL. ERR_TOO_LARGE if
 * out is full. */
enum err canvas_png(struct canvas *c, struct pictures *kept, struct buf *out,
		    struct why *why);

/* The same as SVG, whose ids begin with prefix: it must differ between pictures
 * of one page. Each thing of the board is a <g data-label="A3">. */
enum err canvas_svg(struct canvas *c, const char *prefix, struct buf *out,
		    struct why *why);
#endif
