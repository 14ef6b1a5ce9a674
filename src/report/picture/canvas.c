/* src/report/picture/canvas.c - records a picture as a list of strokes */
#include "report/picture/canvas.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "report/picture/stroke.h"
#include <math.h>
#include <stdlib.h>

enum { LIST_MAX = 32 << 20, ART_SIDE = 24 };

static const double degree = 3.14159265358979323846 / 180;

struct canvas {
	int width, height;
	size_t ground;   /* where the strokes of the ground end */
	struct buf list; /* of struct stroke, with steps or letters */
	struct buf path; /* of struct step, not yet painted */
};

struct canvas *canvas_make(int width, int height, uint32_t paper)
{
	struct canvas *c = xalloc_check(calloc(1, sizeof(*c)));

	assert(0 < width && width <= CANVAS_MAX_SIDE);
	assert(0 < height && height <= CANVAS_MAX_SIDE);
	c->width = width;
	c->height = height;
	buf_init(&c->list, LIST_MAX);
	buf_init(&c->path, LIST_MAX);
	canvas_box(c, 0, 0, width, height);
	canvas_paint(c, paper, 0, 0, 0);
	return c;
}

void canvas_release(struct canvas *c)
{
	buf_release(&c->list);
	buf_release(&c->path);
	free(c);
}

struct picture canvas_picture(const struct canvas *c)
{
	struct picture p = { { c->width, c->height, (uint32_t)c->ground },
			     buf_str(&c->list) };

	if (c->list.full)
		p.strokes = STR("");
	return p;
}

enum err canvas_too_large(const struct canvas *c, const struct buf *out,
			  struct why *why)
{
	return why_set(why, ERR_TOO_LARGE,
		       "a picture of %d by %d takes more than %zu bytes",
		       c->width, c->height, out->max);
}

/* -- paths -----------------------------------------------------------------*/

static void canvas_step(struct canvas *c, enum step_kind kind, double x,
			double y)
{
	struct step s = { kind, (float)x, (float)y };

	buf_add(&c->path, &s, sizeof(s));
}

void canvas_move(struct canvas *c, double x, double y)
{
	canvas_step(c, STEP_MOVE, x, y);
}

void canvas_line(struct canvas *c, double x, double y)
{
	canvas_step(c, c->path.len ? STEP_LINE : STEP_MOVE, x, y);
}

void canvas_close(struct canvas *c)
{
	canvas_step(c, STEP_CLOSE, 0, 0);
}

/* curves of at most a right angle each */
void canvas_arc(struct canvas *c, double x, double y, double r, double from,
		double to)
{
	int n = (int)ceil(fabs(to - from) / 90 - 1e-6);
	double a = from * degree, each = n ? (to - from) * degree / n : 0;
	double k = r * 4 / 3 * tan(each / 4);

	canvas_line(c, x + r * sin(a), y - r * cos(a));
	for (int i = 0; i < n; i++, a += each) {
		double b = a + each, bx = x + r * sin(b), by = y - r * cos(b);

		canvas_step(c, STEP_CURVE, x + r * sin(a) + k * cos(a),
			    y - r * cos(a) + k * sin(a));
		canvas_step(c, STEP_CURVE, bx - k * cos(b), by - k * sin(b));
		canvas_step(c, STEP_CURVE, bx, by);
	}
}

void canvas_disc(struct canvas *c, double x, double y, double r)
{
	canvas_move(c, x, y - r);
	canvas_arc(c, x, y, r, 0, 360);
	canvas_close(c);
}

void canvas_box(struct canvas *c, double x, double y, double w, double h)
{
	canvas_move(c, x, y);
	canvas_line(c, x + w, y);
	canvas_line(c, x + w, y + h);
	canvas_line(c, x, y + h);
	canvas_close(c);
}

void canvas_capsule(struct canvas *c, double x0, double y0, double x1,
		    double y1, double r)
{
	double along = atan2(x1 - x0, y0 - y1) / degree;

	canvas_move(c, x1 + r * sin((along - 90) * degree),
		    y1 - r * cos((along - 90) * degree));
	canvas_arc(c, x1, y1, r, along - 90, along + 90);
	canvas_arc(c, x0, y0, r, along + 90, along + 270);
	canvas_close(c);
}

/* -- strokes ---------------------------------------------------------------*/

static void canvas_add(struct canvas *c, struct stroke s, const void *body,
		       size_t size)
{
	static const char gap[4];

	s.size = (uint32_t)size;
	buf_add(&c->list, &s, sizeof(s));
	buf_add(&c->list, body, size);
	buf_add(&c->list, gap, (4 - size % 4) % 4);
}

/* as canvas_paint, but the path stays */
static void paint(struct canvas *c, uint32_t fill, uint32_t ink, double width,
		  double dash)
{
	struct stroke s = { .kind = STROKE_PAINT, .fill = fill, .ink = ink };

	s.r = (float)width;
	s.w = (float)dash;
	canvas_add(c, s, c->path.s, c->path.len);
}

void canvas_paint(struct canvas *c, uint32_t fill, uint32_t ink, double width,
		  double dash)
{
	paint(c, fill, ink, width, dash);
	buf_clear(&c->path);
}

void canvas_text(struct canvas *c, double x, double y,
		 const struct canvas_letters *how, struct str text)
{
	struct stroke s = { .kind = STROKE_TEXT,
			    .fill = how->colour,
			    .ink = how->halo,
			    .align = how->align };

	s.x = (float)x;
	s.y = (float)y;
	s.r = (float)how->size;
	if (text.len)
		canvas_add(c, s, text.s, text.len);
}

double canvas_text_width(double size, struct str s)
{
	/* hundredths of the size that letters from ' ' to '~' go on by; others
	 * are as wide as a capital, roughly */
	enum { FIRST = ' ', LAST = '~', OTHER = 77 };
	static const unsigned char widths[LAST - FIRST + 1] = {
#include "report/picture/letter_widths.inc"
	};
	unsigned sum = 0;
	size_t len;

	for (; s.len; s.s += len, s.len -= len) {
		uint32_t letter = utf8_next(s, &len);

		sum += FIRST <= letter && letter <= LAST
			       ? widths[letter - FIRST]
			       : OTHER;
	}
	return sum * size / 100;
}

void canvas_clip(struct canvas *c, double x, double y, double w, double h)
{
	struct stroke s = { .kind = STROKE_CLIP };

	s.x = (float)x;
	s.y = (float)y;
	s.r = (float)w;
	s.w = (float)h;
	canvas_add(c, s, "", 0);
}

void canvas_group(struct canvas *c, struct str label)
{
	canvas_add(c, (struct stroke){ .kind = STROKE_GROUP }, label.s,
		   label.len);
}

void canvas_end(struct canvas *c)
{
	canvas_add(c, (struct stroke){ .kind = STROKE_END }, "", 0);
}

void canvas_ground(struct canvas *c)
{
	c->ground = c->list.len;
}

void canvas_arrow(struct canvas *c, const struct canvas_arrow *a)
{
	enum { LONG = 13, HALF = 7 }; /* pixels, of the head */
	double len = hypot(a->x1 - a->x0, a->y1 - a->y0), dx, dy, r, x1, y1;

	if (len < 1) {
		buf_clear(&c->path);
		return;
	}
	dx = (a->x1 - a->x0) / len;
	dy = (a->y1 - a->y0) / len;
	r = len > a->r + LONG ? a->r : 0;
	x1 = a->x1 - dx * r;
	y1 = a->y1 - dy * r;
	canvas_line(c, a->x0, a->y0);
	canvas_line(c, x1 - dx * (LONG - 2), y1 - dy * (LONG - 2));
	paint(c, 0, 0xb3ffffff, 6, 0);
	canvas_paint(c, 0, a->colour, 3, a->dash);
	canvas_move(c, x1, y1);
	canvas_line(c, x1 - dx * LONG - dy * HALF, y1 - dy * LONG + dx * HALF);
	canvas_line(c, x1 - dx * LONG + dy * HALF, y1 - dy * LONG - dx * HALF);
	canvas_close(c);
	canvas_paint(c, a->colour, 0xffffffff, 1, 0);
}

/* -- drawings --------------------------------------------------------------*/

enum { OWN = 1 }; /* the colour of the caller */

static const struct layer {
	enum art art; /* NO_ART: of the one before */
	uint32_t fill, ink;
	double width;
	const char *path;
} layers[] = {
#define ART(name, fill, ink, width, path)                                      \
	{ ART_##name, fill, ink, width, path },
#define OVER(fill, ink, width, path) { NO_ART, fill, ink, width, path },
#include "report/picture/art.def"
#undef ART
#undef OVER
};

/* a number of a path, with at most one decimal */
static double canvas_number(const char **p)
{
	double v = 0, sign = 1;

	while (**p == ' ')
		(*p)++;
	if (**p == '-') {
		sign = -1;
		(*p)++;
	}
	for (; '0' <= **p && **p <= '9'; (*p)++)
		v = 10 * v + (**p - '0');
	if (**p == '.' && (*p)++)
		v += (*(*p)++ - '0') / 10.0;
	return sign * v;
}

static void path_of(struct canvas *c, const char *p, double x, double y,
		    double scale, double turn)
{
	double sine = scale * sin(turn * degree);
	double cosine = scale * cos(turn * degree);
	enum step_kind kind = STEP_MOVE;

	while (*p) {
		double u, v;

		if (*p == 'Z') {
			canvas_close(c);
			p++;
			continue;
		}
		if (*p == 'M' || *p == 'L' || *p == 'C')
			kind = *p == 'M'   ? STEP_MOVE
			       : *p == 'L' ? STEP_LINE
					   : STEP_CURVE;
		p += *p >= 'A';
		u = canvas_number(&p) - ART_SIDE / 2;
		v = canvas_number(&p) - ART_SIDE / 2;
		canvas_step(c, kind, x + u * cosine - v * sine,
			    y + u * sine + v * cosine);
	}
}

void canvas_art(struct canvas *c, enum art art, double x, double y, double size,
		double turn, uint32_t own)
{
	const struct layer *l = layers, *end = layers + ARRAY_LEN(layers);
	double scale = size / ART_SIDE;
	bool seen = x > -size && x < c->width + size && y > -size &&
		    y < c->height + size;

	while (l < end && l->art != art)
		l++;
	for (; seen && art != NO_ART && l < end &&
	       (l->art == art || l->art == NO_ART);
	     l++) {
		path_of(c, l->path, x, y, scale, turn);
		canvas_paint(c, l->fill == OWN ? own : l->fill,
			     l->ink == OWN ? own : l->ink, l->width * scale, 0);
	}
}
