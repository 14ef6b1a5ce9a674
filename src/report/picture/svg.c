/* src/report/picture/svg.c */
#include "report/picture/svg.h"
#include "report/text/template.h"
#include <math.h>

enum { PATTERNS_MAX = 32 };

static const double turn = 3.14159265358979323846 / 180;

/* One picture being written. */
struct writing {
	struct buf *out;
	const char *prefix;
	int n_clips;
	bool clipped;
	bool filling; /* a path of this colour is open, for more of it */
	uint32_t fill;
	int n_patterns; /* that were defined so far */
	struct {
		enum canvas_pattern kind;
		uint32_t ink;
	} pattern[PATTERNS_MAX];
};

/* A tenth of a pixel: no eye sees more, and every machine writes the same. */
static void number(struct buf *out, double v)
{
	long tenths = lround(v * 10);
	long size = tenths < 0 ? -tenths : tenths;

	buf_addf(out, "%s%ld", tenths < 0 ? "-" : "", size / 10);
	if (size % 10)
		buf_addf(out, ".%ld", size % 10);
}

/* a command of a path: its letter and n pairs */
static void command(struct buf *out, char letter, const double *v, int n)
{
	buf_addc(out, letter);
	for (int i = 0; i < n; i++) {
		if (i)
			buf_addc(out, ' ');
		number(out, v[i]);
	}
}

static void point(struct buf *out, char letter, double x, double y)
{
	command(out, letter, (double[]){ x, y }, 2);
}

static void attribute(struct buf *out, const char *name, double v)
{
	buf_addf(out, " %s=\"", name);
	number(out, v);
	buf_addc(out, '"');
}

static void colour(struct buf *out, const char *name, uint32_t rgb)
{
	buf_addf(out, " %s=\"#%06x\"", name, (unsigned)rgb & 0xffffff);
}

static void outline(struct buf *out, double width, double dash, uint32_t rgb)
{
	colour(out, "stroke", rgb);
	attribute(out, "stroke-width", width);
	if (dash > 0)
		attribute(out, "stroke-dasharray", dash);
}

/* Plain shapes of one colour that follow each other are one path. Each goes
 * clockwise, so that where they overlap there is no hole. */
static void fill_end(struct writing *w)
{
	if (w->filling)
		buf_addz(w->out, "\"/>");
	w->filling = false;
}

static void fill_begin(struct writing *w, uint32_t rgb)
{
	if (w->filling && w->fill == rgb)
		return;
	fill_end(w);
	buf_addz(w->out, "<path");
	colour(w->out, "fill", rgb);
	buf_addz(w->out, " d=\"");
	w->filling = true;
	w->fill = rgb;
}

/* -- patterns: one tile, as paint.c has it ---------------------------------*/

static int pattern_step(enum canvas_pattern pattern)
{
	switch (pattern) {
	case CANVAS_CROSS: return 6;
	case CANVAS_SLOPE: return 12;
	case CANVAS_TUFTS: return 11;
	case CANVAS_RIPPLES: return 14;
	default: return 7;
	}
}

static void mark(struct buf *out, enum canvas_pattern pattern, double x,
		 double y, double step)
{
	switch (pattern) {
	case CANVAS_CROSS:
		point(out, 'M', x, y);
		point(out, 'L', x + step, y + step);
		point(out, 'M', x + step, y);
		point(out, 'L', x, y + step);
		break;
	case CANVAS_SLOPE:
		point(out, 'M', x + step, y);
		point(out, 'L', x, y + step);
		break;
	case CANVAS_TUFTS:
		point(out, 'M', x - 2.5, y - 3);
		point(out, 'L', x, y + 1);
		point(out, 'L', x + 2.5, y - 3);
		break;
	case CANVAS_RIPPLES:
	case CANVAS_WAVES:
		point(out, 'M', x, y);
		command(out, 'C',
			(double[]){ x + step / 4, y - 3, x + step / 4, y - 3,
				    x + step / 2, y },
			6);
		command(out, 'S',
			(double[]){ x + step * 3 / 4, y + 3, x + step, y }, 4);
		break;
	case CANVAS_BRICKS:
		point(out, 'M', x - step, y);
		point(out, 'L', x, y);
		point(out, 'L', x, y + step);
		break;
	default:
		point(out, 'M', x, y);
		point(out, 'L', x, y);
		break;
	}
}

/* Marks of the neighbours reach into a tile of two by two steps. */
static void pattern_define(struct writing *w, enum canvas_pattern pattern,
			   uint32_t ink, int number_of_it)
{
	int step = pattern_step(pattern);
	bool shifted = pattern != CANVAS_CROSS && pattern != CANVAS_SLOPE;

	buf_addf(w->out,
		 "<pattern id=\"%sp%d\" width=\"%d\" height=\"%d\" "
		 "patternUnits=\"userSpaceOnUse\"><path d=\"",
		 w->prefix, number_of_it, 2 * step, 2 * step);
	for (int row = -2; row < 4; row++)
		for (int i = -2; i < 4; i++) {
			/* ripples leave out every other place */
			if (pattern == CANVAS_RIPPLES && (i & 1))
				continue;
			mark(w->out, pattern,
			     i * step + (shifted && (row & 1) ? step / 2.0 : 0),
			     row * step, step);
		}
	buf_addz(w->out, "\" fill=\"none\" stroke-opacity=\".75\"");
	outline(w->out, pattern == CANVAS_DOTS ? 1.6 : 0.8, 0, ink);
	buf_addz(w->out, "/></pattern>");
}

/* Its number; defined where it is first met. -1: there is no room. */
static int pattern_of(struct writing *w, enum canvas_pattern kind, uint32_t ink)
{
	int i = 0;

	while (i < w->n_patterns &&
	       (w->pattern[i].kind != kind || w->pattern[i].ink != ink))
		i++;
	if (i < w->n_patterns)
		return i;
	if (i == PATTERNS_MAX)
		return -1;
	w->pattern[i].kind = kind;
	w->pattern[i].ink = ink;
	w->n_patterns++;
	pattern_define(w, kind, ink, i);
	return i;
}

/* -- shapes: the path is written by draw, once for each of its fills --------*/

static void area_path(struct buf *out, const struct stroke *s)
{
	const struct canvas_point *p = stroke_points(s);

	for (int i = 0; i < stroke_n_points(s); i++)
		point(out, i ? 'L' : 'M', p[i].x, p[i].y);
	if (s->kind == STROKE_AREA)
		buf_addc(out, 'Z');
}

static void arc_to(struct buf *out, double r, bool large, double x, double y)
{
	command(out, 'A', (double[]){ r, r }, 2);
	buf_addf(out, " 0 %d 1 ", large);
	number(out, x);
	buf_addc(out, ' ');
	number(out, y);
}

/* two half circles about a and b; of a disc the halves of one */
static void capsule_path(struct buf *out, const struct stroke *s)
{
	double across = atan2(s->b.y - s->a.y, s->b.x - s->a.x) + 90 * turn;
	double dx = s->r * cos(across), dy = s->r * sin(across);

	point(out, 'M', s->a.x + dx, s->a.y + dy);
	arc_to(out, s->r, false, s->a.x - dx, s->a.y - dy);
	point(out, 'L', s->b.x - dx, s->b.y - dy);
	arc_to(out, s->r, false, s->b.x + dx, s->b.y + dy);
	buf_addc(out, 'Z');
}

static void shape(struct writing *w, const struct stroke *s,
		  void (*path)(struct buf *out, const struct stroke *s))
{
	int pattern = s->pattern == CANVAS_PLAIN
			      ? -1
			      : pattern_of(w, s->pattern, s->ink);

	for (int over = 0; over < (pattern < 0 ? 1 : 2); over++) {
		bool last = over || pattern < 0;

		buf_addz(w->out, "<path d=\"");
		path(w->out, s);
		buf_addc(w->out, '"');
		if (over)
			buf_addf(w->out, " fill=\"url(#%sp%d)\"", w->prefix,
				 pattern);
		else
			colour(w->out, "fill", s->fill);
		if (last && s->width > 0)
			outline(w->out, s->width, s->dash, s->ink);
		buf_addz(w->out, "/>");
	}
}

static void write_line(struct writing *w, const struct stroke *s)
{
	buf_addz(w->out, "<path d=\"");
	area_path(w->out, s);
	buf_addz(w->out, "\" fill=\"none\"");
	outline(w->out, s->width, s->dash, s->ink);
	buf_addz(w->out, "/>");
}

static void write_bar(struct writing *w, const struct stroke *s)
{
	double x = floor(s->a.x), y = floor(s->a.y);

	if (floor(s->b.x) <= x || floor(s->b.y) <= y)
		return;
	fill_begin(w, s->fill);
	point(w->out, 'M', x, y);
	command(w->out, 'H', (double[]){ floor(s->b.x) }, 1);
	command(w->out, 'V', (double[]){ floor(s->b.y) }, 1);
	command(w->out, 'H', (double[]){ x }, 1);
	buf_addc(w->out, 'Z');
}

static void write_arrow(struct writing *w, const struct stroke *s)
{
	struct canvas_point p[3];

	if (!stroke_arrow(s, p))
		return;
	buf_addz(w->out, "<path d=\"");
	for (int i = 0; i < 3; i++)
		point(w->out, i ? 'L' : 'M', p[i].x, p[i].y);
	buf_addz(w->out, "Z\"");
	colour(w->out, "fill", s->fill);
	buf_addz(w->out, "/>");
}

/* Twice the area within, above 0 if it goes clockwise. */
static double signed_area(const struct canvas_point *p, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++) {
		const struct canvas_point *next = &p[(i + 1) % n];

		sum += p[i].x * next->y - next->x * p[i].y;
	}
	return sum;
}

/* A plain shape without an outline, of which more may be one path? */
static bool is_plain(const struct stroke *s)
{
	if (s->kind == STROKE_BAR)
		return true;
	return s->kind == STROKE_AREA && s->pattern == CANVAS_PLAIN &&
	       s->width <= 0 &&
	       signed_area(stroke_points(s), stroke_n_points(s)) > 0;
}

static void write_area(struct writing *w, const struct stroke *s)
{
	if (!is_plain(s)) {
		shape(w, s, area_path);
		return;
	}
	fill_begin(w, s->fill);
	area_path(w->out, s);
}

static void write_capsule(struct writing *w, const struct stroke *s)
{
	shape(w, s, capsule_path);
}

static void write_sector(struct writing *w, const struct stroke *s)
{
	double from = (s->b.x - 90) * turn, to = (s->b.y - 90) * turn;
	double x0 = s->a.x + s->r * cos(from), y0 = s->a.y + s->r * sin(from);
	double x1 = s->a.x + s->r * cos(to), y1 = s->a.y + s->r * sin(to);
	struct canvas_point sides[3];

	if (s->b.y - s->b.x >= 360) {
		buf_addz(w->out, "<circle");
		attribute(w->out, "cx", s->a.x);
		attribute(w->out, "cy", s->a.y);
		attribute(w->out, "r", s->r);
	} else {
		buf_addz(w->out, "<path d=\"");
		point(w->out, 'M', s->a.x, s->a.y);
		point(w->out, 'L', x0, y0);
		arc_to(w->out, s->r, s->b.y - s->b.x > 180, x1, y1);
		buf_addz(w->out, "Z\"");
	}
	colour(w->out, "fill", s->fill);
	buf_addf(w->out, " fill-opacity=\".%02d\"/>",
		 (int)lround(s->opacity * 100) % 100);
	if (!(s->width > 0))
		return;
	stroke_sides(s, sides);
	buf_addz(w->out, "<path d=\"");
	for (int i = 0; i < 3; i++)
		point(w->out, i ? 'L' : 'M', sides[i].x, sides[i].y);
	buf_addz(w->out, "\" fill=\"none\"");
	colour(w->out, "stroke", s->ink);
	attribute(w->out, "stroke-width", s->width);
	buf_addz(w->out, "/>");
}

static void write_text(struct writing *w, const struct stroke *s)
{
	static const char *const anchors[] = { NULL, "middle", "end" };
	struct str letters = { (const char *)(s + 1), s->size };

	buf_addz(w->out, "<text");
	attribute(w->out, "x", s->a.x);
	/* capitals of DejaVu are 0.73 of the size */
	attribute(w->out, "y", s->a.y + s->r * 0.365);
	attribute(w->out, "font-size", s->r);
	if (s->bold)
		buf_addz(w->out, " font-weight=\"bold\"");
	if (anchors[s->align])
		buf_addf(w->out, " text-anchor=\"%s\"", anchors[s->align]);
	colour(w->out, "fill", s->fill);
	if (s->ink != CANVAS_NO_HALO) {
		outline(w->out, 2.5, 0, s->ink);
		buf_addz(w->out, " paint-order=\"stroke\"");
	}
	buf_addc(w->out, '>');
	template_escape(w->out, TEMPLATE_HTML, letters);
	buf_addz(w->out, "</text>");
}

static void write_clip(struct writing *w, const struct stroke *s)
{
	if (w->clipped)
		buf_addz(w->out, "</g>");
	w->clipped = s->b.x > 0;
	if (!w->clipped)
		return;
	buf_addf(w->out, "<clipPath id=\"%sc%d\"><rect", w->prefix, w->n_clips);
	attribute(w->out, "x", s->a.x);
	attribute(w->out, "y", s->a.y);
	attribute(w->out, "width", s->b.x);
	attribute(w->out, "height", s->b.y);
	buf_addf(w->out, "/></clipPath><g clip-path=\"url(#%sc%d)\">",
		 w->prefix, w->n_clips++);
}

static void write_group(struct writing *w, const struct stroke *s)
{
	buf_addz(w->out, "<g data-label=\"");
	template_escape(w->out, TEMPLATE_HTML,
			(struct str){ (const char *)(s + 1), s->size });
	buf_addz(w->out, "\">");
}

static void write_end(struct writing *w, const struct stroke *s)
{
	(void)s;
	buf_addz(w->out, "</g>");
}

void svg_write(struct buf *out, int width, int height, struct str list,
	       const char *prefix)
{
	static void (*const writers[N_STROKES])(struct writing * w,
						const struct stroke *s) = {
		[STROKE_LINE] = write_line,
		[STROKE_BAR] = write_bar,
		[STROKE_ARROW] = write_arrow,
		[STROKE_AREA] = write_area,
		[STROKE_CAPSULE] = write_capsule,
		[STROKE_SECTOR] = write_sector,
		[STROKE_TEXT] = write_text,
		[STROKE_CLIP] = write_clip,
		[STROKE_GROUP] = write_group,
		[STROKE_END] = write_end,
	};
	struct writing w = { .out = out, .prefix = prefix };
	const struct stroke *one;

	buf_addf(out,
		 "<svg xmlns=\"http://www.w3.org/2000/svg\" "
		 "viewBox=\"0 0 %d %d\" font-family=\"DejaVu Sans, Verdana, "
		 "sans-serif\" stroke-linecap=\"round\" "
		 "stroke-linejoin=\"round\">",
		 width, height);
	for (size_t at = 0; at < list.len; at += stroke_room(one)) {
		one = (const struct stroke *)(const void *)(list.s + at);
		if (!is_plain(one))
			fill_end(&w);
		writers[one->kind](&w, one);
	}
	fill_end(&w);
	buf_addz(out, w.clipped ? "</g></svg>" : "</svg>");
}
