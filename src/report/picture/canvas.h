/*
 * src/report/picture/canvas.h - records the lines, shapes and letters of a
 * picture, and paints them when the complete picture is requested. The same
 * calls give the same bytes on the same machine, so a picture for a second
 * reader who may see the same is not painted again.
 *
 * Units are pixels, the origin is the top left corner, y grows downwards.
 * Colours are 0xRRGGBB. A canvas is made and released in one function.
 */
#ifndef REPORT_PICTURE_CANVAS_H
#define REPORT_PICTURE_CANVAS_H
#include "base/buf.h"
#include "base/err.h"

enum { CANVAS_MAX_SIDE = 4096, CANVAS_MAX_POINTS = 64 };

struct canvas;

struct canvas_point {
	double x, y;
};

/* Fillings of a shape, to tell kinds apart without colours. */
enum canvas_pattern {
	CANVAS_PLAIN,
	CANVAS_TUFTS,   /* small v marks: scrub */
	CANVAS_CROSS,   /* crossed lines: solid things */
	CANVAS_SLOPE,   /* wide slanted lines: high ground */
	CANVAS_RIPPLES, /* sparse waves */
	CANVAS_WAVES,   /* dense waves */
	CANVAS_BRICKS,
	CANVAS_DOTS
};

enum canvas_align { CANVAS_LEFT, CANVAS_CENTRE, CANVAS_RIGHT };

struct canvas *canvas_make(int width, int height, uint32_t paper);
void canvas_release(struct canvas *c);

/* At most sixteen colours: half the bytes. Shapes show all that tints show. */
void canvas_few_colours(struct canvas *c);

/* A line through n points; dash > 0: dashes and gaps of so many pixels. */
void canvas_line(struct canvas *c, const struct canvas_point *p, int n,
		 double width, double dash, uint32_t colour);

/* A rectangle of whole pixels: crisp, for grids and borders. */
void canvas_bar(struct canvas *c, double x0, double y0, double x1, double y1,
		uint32_t colour);

/* An arrow head whose tip is at `tip`, coming from `from`. */
void canvas_arrow(struct canvas *c, struct canvas_point from,
		  struct canvas_point tip, double size, uint32_t colour);

/* A polygon: filled with fill and the pattern in ink, then outlined. An
 * outline of width 0 is none. */
void canvas_area(struct canvas *c, const struct canvas_point *p, int n,
		 uint32_t fill, enum canvas_pattern pattern, uint32_t ink,
		 double width);

/* All points within r of the segment ab (a = b: a disc). */
void canvas_capsule(struct canvas *c, struct canvas_point a,
		    struct canvas_point b, double r, uint32_t fill,
		    enum canvas_pattern pattern, uint32_t ink, double width,
		    double dash);

/* A sector of radius r about p between compass degrees from..to, clockwise,
 * see-through (opacity 0..1), between two lines in ink; a width of 0: without
 * them. */
void canvas_sector(struct canvas *c, struct canvas_point p, double r,
		   double from, double to, uint32_t colour, double opacity,
		   uint32_t ink, double width);

/* Text in DejaVu Sans; y is the middle of its capitals. halo: the colour of a
 * rim that keeps it readable on anything, or CANVAS_NO_HALO. */
#define CANVAS_NO_HALO UINT32_MAX
void canvas_text(struct canvas *c, double x, double y, enum canvas_align align,
		 double size, bool bold, uint32_t colour, uint32_t halo,
		 struct str s);
double canvas_text_width(struct canvas *c, double size, bool bold,
			 struct str s);

/* Draw only inside this rectangle; a width of 0 lifts it. */
void canvas_clip(struct canvas *c, double x, double y, double w, double h);

/*
 * All drawing up to canvas_end belongs to one thing of the board, named so:
 * "A3". In SVG it can be tapped and read; a PNG ignores it. Groups do not
 * nest.
 */
void canvas_group(struct canvas *c, struct str label);
void canvas_end(struct canvas *c);

/* What follows are words around the picture: they get the colours it has, so
 * that the same picture with other words shares all else. */
void canvas_caption(struct canvas *c);

/* The words above the board take up so many rows: they change with each
 * picture, and the part below them is kept separately. */
enum { CANVAS_HEAD_MAX = 64 };
void canvas_head(struct canvas *c, int rows);

/* What was painted lately, with the calls that made it:
 * report/picture/png_cache.h. */
struct pictures;
struct pictures *pictures_make(void);
void pictures_release(struct pictures *p); /* NULL: nothing */

/*
 * For pictures that are painted elsewhere: what canvas_png appends with these
 * is no PNG but a sketch, the strokes as they are noted, from which
 * pictures_paint makes it in another process of the same program.
 */
struct pictures *pictures_sketched(void);

/*
 * Append the PNG of a sketch, the bytes that canvas_png would have appended.
 * Its strokes follow its head. sketch is aligned as memory from malloc. False:
 * out is full, or its head is none of a sketch; out may then hold a part.
 */
enum { CANVAS_SKETCH_HEAD = 16 };
bool pictures_paint(struct pictures *kept, struct str sketch, struct buf *out);

/*
 * Append the picture as PNG, of sixteen colours: those that would be missed
 * most. kept, if not NULL, is asked first and remembers it. ERR_TOO_LARGE if
 * out is full.
 */
enum err canvas_png(struct canvas *c, struct pictures *kept, struct buf *out,
		    struct why *why);

/*
 * The same as SVG, whose ids begin with prefix: it must differ between pictures
 * of one page. Each thing of the board is a <g data-label="A3">. Errors as
 * above.
 */
enum err canvas_svg(struct canvas *c, const char *prefix, struct buf *out,
		    struct why *why);
#endif
