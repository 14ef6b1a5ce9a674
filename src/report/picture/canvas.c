/* src/report/picture/canvas.c - records a picture as a list of strokes */
#include "report/picture/canvas.h"
#include "base/xalloc.h"
#include "report/picture/png_cache.h"
#include "report/picture/raster_cairo.h"
#include "report/picture/svg.h"
#include <math.h>
#include <stdlib.h>

enum { LIST_MAX = 32 << 20 };

struct canvas {
	int width, height, head;
	struct buf list;         /* of struct stroke, with points or letters */
	struct measure *measure; /* made when a width is first asked for */
	bool caption, few;
};

struct canvas *canvas_make(int width, int height, uint32_t paper)
{
	struct canvas *c = xalloc_check(calloc(1, sizeof(*c)));

	assert(0 < width && width <= CANVAS_MAX_SIDE);
	assert(0 < height && height <= CANVAS_MAX_SIDE);
	c->width = width;
	c->height = height;
	buf_init(&c->list, LIST_MAX);
	canvas_bar(c, 0, 0, width, height, paper);
	return c;
}

void canvas_few_colours(struct canvas *c)
{
	c->few = true;
}

void canvas_release(struct canvas *c)
{
	buf_release(&c->list);
	measure_release(c->measure);
	free(c);
}

/* the gaps of the struct are zero, too: lists are compared as bytes */
static struct stroke *begin(struct stroke *s, enum stroke_kind kind)
{
	memset(s, 0, sizeof(*s));
	s->kind = kind;
	return s;
}

static void add(struct canvas *c, struct stroke *s, const void *with,
		size_t size)
{
	static const char gap[STROKE_ALIGN];

	s->size = (uint32_t)size;
	s->caption = c->caption;
	buf_add(&c->list, s, sizeof(*s));
	buf_add(&c->list, with, size);
	buf_add(&c->list, gap, stroke_room(s) - sizeof(*s) - size);
}

void canvas_line(struct canvas *c, const struct canvas_point *p, int n,
		 double width, double dash, uint32_t colour)
{
	struct stroke s;

	begin(&s, STROKE_LINE);
	s.width = width;
	s.dash = dash;
	s.ink = colour;
	add(c, &s, p, (size_t)n * sizeof(*p));
}

void canvas_bar(struct canvas *c, double x0, double y0, double x1, double y1,
		uint32_t colour)
{
	struct stroke s;

	begin(&s, STROKE_BAR);
	s.a = (struct canvas_point){ x0, y0 };
	s.b = (struct canvas_point){ x1, y1 };
	s.fill = colour;
	add(c, &s, "", 0);
}

void canvas_arrow(struct canvas *c, struct canvas_point from,
		  struct canvas_point tip, double size, uint32_t colour)
{
	struct stroke s;

	begin(&s, STROKE_ARROW);
	s.a = from;
	s.b = tip;
	s.r = size;
	s.fill = colour;
	add(c, &s, "", 0);
}

void canvas_area(struct canvas *c, const struct canvas_point *p, int n,
		 uint32_t fill, enum canvas_pattern pattern, uint32_t ink,
		 double width)
{
	struct stroke s;

	begin(&s, STROKE_AREA);
	s.fill = fill;
	s.pattern = pattern;
	s.ink = ink;
	s.width = width;
	add(c, &s, p, (size_t)n * sizeof(*p));
}

void canvas_capsule(struct canvas *c, struct canvas_point a,
		    struct canvas_point b, double r, uint32_t fill,
		    enum canvas_pattern pattern, uint32_t ink, double width,
		    double dash)
{
	struct stroke s;

	begin(&s, STROKE_CAPSULE);
	s.a = a;
	s.b = b;
	s.r = r;
	s.fill = fill;
	s.pattern = pattern;
	s.ink = ink;
	s.width = width;
	s.dash = dash;
	add(c, &s, "", 0);
}

void canvas_sector(struct canvas *c, struct canvas_point p, double r,
		   double from, double to, uint32_t colour, double opacity,
		   uint32_t ink, double width)
{
	struct stroke s;

	begin(&s, STROKE_SECTOR);
	s.a = p;
	s.b = (struct canvas_point){ from, to };
	s.r = r;
	s.fill = colour;
	s.opacity = opacity;
	s.ink = ink;
	s.width = width;
	add(c, &s, "", 0);
}

void stroke_sides(const struct stroke *s, struct canvas_point out[3])
{
	const double turn = 3.14159265358979323846 / 180;

	out[1] = s->a;
	for (int i = 0; i < 3; i += 2) {
		double a = (i ? s->b.y : s->b.x) * turn;

		out[i] = (struct canvas_point){ s->a.x + s->r * sin(a),
						s->a.y - s->r * cos(a) };
	}
}

void canvas_text(struct canvas *c, double x, double y, enum canvas_align align,
		 double size, bool bold, uint32_t colour, uint32_t halo,
		 struct str text)
{
	struct stroke s;

	if (!text.len)
		return;
	begin(&s, STROKE_TEXT);
	s.a = (struct canvas_point){ x, y };
	s.r = size;
	s.align = align;
	s.bold = bold;
	s.fill = colour;
	s.ink = halo;
	add(c, &s, text.s, text.len);
}

double canvas_text_width(struct canvas *c, double size, bool bold, struct str s)
{
	if (!s.len)
		return 0;
	if (!c->measure)
		c->measure = measure_make();
	return measure_text(c->measure, size, bold, s);
}

void canvas_caption(struct canvas *c)
{
	c->caption = true;
}

void canvas_head(struct canvas *c, int rows)
{
	assert(0 < rows && rows <= CANVAS_HEAD_MAX);
	c->head = rows < c->height ? rows : 0;
}

void canvas_group(struct canvas *c, struct str label)
{
	struct stroke s;

	begin(&s, STROKE_GROUP);
	add(c, &s, label.s, label.len);
}

void canvas_end(struct canvas *c)
{
	struct stroke s;

	begin(&s, STROKE_END);
	add(c, &s, "", 0);
}

void canvas_clip(struct canvas *c, double x, double y, double w, double h)
{
	struct stroke s;

	begin(&s, STROKE_CLIP);
	s.a = (struct canvas_point){ x, y };
	s.b = (struct canvas_point){ w, h };
	add(c, &s, "", 0);
}

static enum err too_large(const struct canvas *c, const struct buf *out,
			  struct why *why)
{
	return why_set(why, ERR_TOO_LARGE,
		       "a picture of %d by %d takes more than %zu bytes",
		       c->width, c->height, out->max);
}

enum err canvas_svg(struct canvas *c, const char *prefix, struct buf *out,
		    struct why *why)
{
	if (!c->list.full)
		svg_write(out, c->width, c->height, buf_str(&c->list), prefix);
	return c->list.full || out->full ? too_large(c, out, why) : ERR_OK;
}

enum err canvas_png(struct canvas *c, struct pictures *kept, struct buf *out,
		    struct why *why)
{
	struct paper paper = { c->width, c->height, c->few, c->head };

	if (!c->list.full && bands_png(kept, &paper, buf_str(&c->list), out))
		return ERR_OK;
	return too_large(c, out, why);
}

bool stroke_arrow(const struct stroke *s, struct canvas_point out[3])
{
	struct canvas_point tip = s->b;
	double dx = tip.x - s->a.x, dy = tip.y - s->a.y;
	double len = sqrt(dx * dx + dy * dy);

	if (len < 0.5)
		return false;
	dx *= s->r / len;
	dy *= s->r / len;
	out[0] = tip;
	out[1] = (struct canvas_point){ tip.x - dx - dy * 0.45,
					tip.y - dy + dx * 0.45 };
	out[2] = (struct canvas_point){ tip.x - dx + dy * 0.45,
					tip.y - dy - dx * 0.45 };
	return true;
}
