/* src/report/picture/display_list.c */
#include "report/picture/display_list.h"
#include <math.h>

/* Letters of Latin, Greek or Cyrillic: what others are like nobody knows. */
static bool has_known_letters(const struct stroke *s)
{
	const unsigned char *c = (const unsigned char *)(s + 1);

	for (uint32_t i = 0; i < s->size; i++)
		if (c[i] >= 0xe0)
			return false;
	return true;
}

/* above and below the middle of its capitals: an accent, a tail */
static double text_reach(const struct stroke *s)
{
	double halo = s->ink == CANVAS_NO_HALO ? 0 : 3;

	return halo + (has_known_letters(s) ? 0.65 * s->r : s->r);
}

/* how far a stroke reaches beyond its points, up and down */
static double reach(const struct stroke *s)
{
	enum { RIM = 2 }; /* of half covered pixels */
	double r = s->width / 2 + RIM;

	switch (s->kind) {
	case STROKE_ARROW: return r + 1.5 * s->r;
	case STROKE_CAPSULE: return r + s->r;
	case STROKE_TEXT: return r + text_reach(s);
	default: return r;
	}
}

static struct box box_of(const struct canvas_point *p, int n)
{
	struct box b = { p->x, p->y, p->x, p->y };

	for (int i = 1; i < n; i++) {
		b.left = lesser(b.left, p[i].x);
		b.right = greater(b.right, p[i].x);
		b.top = lesser(b.top, p[i].y);
		b.bottom = greater(b.bottom, p[i].y);
	}
	return b;
}

/* no letter is as wide as 1.5 of its size */
static double text_width(const struct stroke *s)
{
	const unsigned char *c = (const unsigned char *)(s + 1);
	double width = 0;

	if (!has_known_letters(s))
		return 2 * CANVAS_MAX_SIDE;
	for (uint32_t i = 0; i < s->size; i++)
		if ((c[i] & 0xc0) != 0x80)
			width += 1.5 * s->r;
	return width;
}

/* its tip, its ends, and where it is farthest out between them */
static struct box box_of_sector(const struct stroke *s)
{
	const double turn = 3.14159265358979323846 / 180;
	struct canvas_point p[8] = { s->a };
	int n = 1;

	for (double at = s->b.x; n < (int)ARRAY_LEN(p); n++) {
		p[n].x = s->a.x + s->r * sin(at * turn);
		p[n].y = s->a.y - s->r * cos(at * turn);
		if (at >= s->b.y)
			break;
		at = lesser(floor(at / 90 + 1) * 90, s->b.y);
	}
	return box_of(p, n < (int)ARRAY_LEN(p) ? n + 1 : n);
}

/* the bounding box of a stroke; a clip concerns the whole picture */
struct box stroke_box(const struct stroke *s)
{
	struct canvas_point ends[] = { s->a, s->b };
	struct box b = box_of(ends, 2);
	double r = reach(s);

	if (s->kind == STROKE_CLIP)
		b = (struct box){ 0, 0, CANVAS_MAX_SIDE, CANVAS_MAX_SIDE };
	if (s->kind == STROKE_SECTOR)
		b = box_of_sector(s);
	if (s->kind == STROKE_TEXT)
		b = box_of(&s->a, 1);
	if (s->kind == STROKE_TEXT && s->align != CANVAS_RIGHT)
		b.right += text_width(s);
	if (s->kind == STROKE_TEXT && s->align != CANVAS_LEFT)
		b.left -= text_width(s);
	if (s->kind == STROKE_LINE || s->kind == STROKE_AREA)
		b = box_of(stroke_points(s), stroke_n_points(s));
	return (struct box){ b.left - r, b.top - r, b.right + r, b.bottom + r };
}

/* -- colours ---------------------------------------------------------------*/

enum { LAIN_MAX = 512 };

struct tallying {
	struct press *press;
	struct tally *out;
	const struct box *seen;
	/* what lies there, as it was laid: the last ones */
	struct lain {
		struct box at;
		const struct stroke *s;
	} v[LAIN_MAX];
	int n;
};

/* of one stroke */
struct mass {
	double area, rim; /* pixels filled, and along its outline */
	bool flat; /* an area, as wide as an eye needs to see its colour */
};

enum {
	EYE = 8,
	TOKEN = 5, /* a disc as small says something, too */
	BLENDS = 8 /* of one rim there are so many, the middle is one */
};

static double length_of(const struct canvas_point *p, int n)
{
	double sum = 0;

	for (int i = 1; i < n; i++)
		sum += hypot(p[i].x - p[i - 1].x, p[i].y - p[i - 1].y);
	return sum;
}

/* twice what a polygon holds is the sum of what its edges do */
static double polygon_area(const struct canvas_point *p, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++) {
		const struct canvas_point *q = &p[(i + 1) % n];

		sum += p[i].x * q->y - q->x * p[i].y;
	}
	return fabs(sum) / 2;
}

static struct mass mass_of(const struct stroke *s)
{
	const double pi = 3.14159265358979323846;
	const struct canvas_point *p = stroke_points(s);
	double dx = fabs(s->b.x - s->a.x), dy = fabs(s->b.y - s->a.y);
	double d = 2 * s->r, len;

	switch (s->kind) {
	case STROKE_BAR: return (struct mass){ dx * dy, 0, true };
	case STROKE_LINE:
		len = length_of(p, stroke_n_points(s));
		return (struct mass){ len * s->width, 2 * len,
				      s->width >= EYE && !(s->dash > 0) };
	case STROKE_ARROW: return (struct mass){ 0.45 * s->r * s->r, d, false };
	case STROKE_AREA:
		len = polygon_area(p, stroke_n_points(s));
		return (struct mass){ len, length_of(p, stroke_n_points(s)),
				      len >= EYE * EYE };
	case STROKE_CAPSULE:
		len = hypot(dx, dy);
		return (struct mass){ pi * s->r * s->r + d * len,
				      pi * d + 2 * len, d > TOKEN };
	case STROKE_SECTOR:
		len = fabs(s->b.y - s->b.x) / 360;
		return (struct mass){ len * pi * s->r * s->r, d, d > EYE };
	case STROKE_TEXT:
		return (struct mass){ 0.2 * s->r * s->r * s->size,
				      0.2 * s->r * s->r * s->size, false };
	default: return (struct mass){ 0, 0, false };
	}
}

static double span(double a, double b, double from, double to)
{
	return lesser(b, to) - greater(a, from);
}

/* the part of it that is seen, 0..1 */
static double share_seen(const struct tallying *t, const struct box *b)
{
	double wide = span(b->left, b->right, t->seen->left, t->seen->right);
	double high = span(b->top, b->bottom, t->seen->top, t->seen->bottom);

	if (wide <= 0 || high <= 0)
		return 0;
	return wide * high / ((b->right - b->left) * (b->bottom - b->top));
}

static bool polygon_holds(const struct stroke *s, struct canvas_point at)
{
	const struct canvas_point *p = stroke_points(s);
	bool in = false;

	for (int n = stroke_n_points(s), i = 0, k = n - 1; i < n; k = i++)
		if ((p[i].y > at.y) != (p[k].y > at.y) &&
		    at.x < (p[k].x - p[i].x) * (at.y - p[i].y) /
					    (p[k].y - p[i].y) +
				    p[i].x)
			in = !in;
	return in;
}

static bool holds(const struct lain *l, struct canvas_point p)
{
	double dx, dy;

	if (p.x <= l->at.left || p.x >= l->at.right || p.y <= l->at.top ||
	    p.y >= l->at.bottom)
		return false;
	if (l->s->kind == STROKE_AREA)
		return polygon_holds(l->s, p);
	dx = p.x - l->s->a.x;
	dy = p.y - l->s->a.y;
	return l->s->kind == STROKE_BAR ||
	       dx * dx + dy * dy < l->s->r * l->s->r;
}

/* what was laid there last, or the paper */
static uint32_t colour_under(const struct tallying *t, struct canvas_point p)
{
	for (int i = 1; i <= t->n && i <= LAIN_MAX; i++) {
		const struct lain *l = &t->v[(t->n - i) % LAIN_MAX];

		if (holds(l, p))
			return l->s->fill;
	}
	return 0xffffff;
}

/* what is too small for others to stand on is not remembered */
static void lay(struct tallying *t, const struct stroke *s,
		const struct mass *m, const struct box *at)
{
	if (m->flat && (s->kind == STROKE_BAR || s->kind == STROKE_AREA ||
			s->kind == STROKE_CAPSULE))
		t->v[t->n++ % LAIN_MAX] = (struct lain){ *at, s };
}

/* so much of a in b */
static uint32_t blend(uint32_t a, uint32_t b, double share)
{
	uint32_t out = 0;

	for (int shift = 0; shift < 24; shift += 8)
		out |= (uint32_t)(share * (a >> shift & 255) +
				  (1 - share) * (b >> shift & 255) + 0.5)
		       << shift;
	return out;
}

static void note(const struct tallying *t, uint32_t rgb, double count,
		 bool flat)
{
	if (count >= 1)
		tally_note(t->press, rgb, (uint32_t)count, flat, t->out);
}

static struct canvas_point place_of(const struct stroke *s)
{
	return s->kind == STROKE_LINE || s->kind == STROKE_AREA
		       ? *stroke_points(s)
		       : s->a;
}

/* along rows and columns, or without a rim: no blending with the colour
 * below */
static bool is_crisp(const struct stroke *s)
{
	const struct canvas_point *p = stroke_points(s);

	return (s->kind == STROKE_AREA && s->width <= 0) ||
	       (s->kind == STROKE_LINE && stroke_n_points(s) == 2 &&
		(p[0].x == p[1].x || p[0].y == p[1].y));
}

/* a box whose sides, between two pixels, are of one blend all along */
static bool is_box(const struct stroke *s)
{
	const struct canvas_point *p = stroke_points(s);

	if (s->kind != STROKE_AREA || stroke_n_points(s) != 4)
		return false;
	for (int i = 0; i < 4; i++)
		if (p[i].x != p[(i + 1) % 4].x && p[i].y != p[(i + 1) % 4].y)
			return false;
	return true;
}

/* the fill, its pattern, its outline, and how they end */
static void shape_tally(const struct tallying *t, const struct stroke *s,
			const struct mass *m, double share, uint32_t under)
{
	double area = m->area * share;
	double rim = m->rim * share / (is_box(s) ? 1 : BLENDS);
	bool outlined = s->width > 0;

	note(t, s->fill, area, m->flat);
	if (s->pattern != CANVAS_PLAIN) {
		note(t, blend(s->ink, s->fill, 0.75), area / BLENDS, false);
		note(t, blend(s->ink, s->fill, 0.4), area / BLENDS, false);
	}
	if (is_crisp(s))
		return;
	if (outlined) {
		note(t, s->ink, m->rim * share * s->width, false);
		note(t, blend(s->ink, s->fill, 0.5), rim, false);
	}
	note(t, blend(outlined ? s->ink : s->fill, under, 0.5), rim, false);
}

/* the lines beside a sector */
static void sides_tally(const struct tallying *t, const struct stroke *s,
			double share, uint32_t under)
{
	double len = s->width > 0 ? 2 * s->r * share : 0;

	note(t, s->ink, len * s->width, false);
	note(t, blend(s->ink, under, 0.5), 2 * len / BLENDS, false);
}

/* the board covers most of the paper */
static void bar_tally(struct tallying *t, const struct stroke *s,
		      const struct mass *m, const struct box *b, double area)
{
	struct canvas_point middle = { (s->a.x + s->b.x) / 2,
				       (s->a.y + s->b.y) / 2 };

	if (lesser(fabs(s->b.x - s->a.x), fabs(s->b.y - s->a.y)) >= EYE) {
		tally_hide(t->press, colour_under(t, middle), (uint32_t)area,
			   t->out);
		lay(t, s, m, b);
	}
	note(t, s->fill, area, m->flat);
}

static void stroke_tally(struct tallying *t, const struct stroke *s)
{
	struct mass m = mass_of(s);
	struct box b = stroke_box(s);
	double share = share_seen(t, &b);
	uint32_t under;

	if (share <= 0)
		return;
	if (s->kind == STROKE_BAR) {
		bar_tally(t, s, &m, &b, m.area * share);
		return;
	}
	under = is_crisp(s) ? s->fill : colour_under(t, place_of(s));
	lay(t, s, &m, &b);
	if (s->kind == STROKE_SECTOR) {
		note(t, blend(s->fill, under, s->opacity), m.area * share,
		     m.flat);
		sides_tally(t, s, share, under);
	} else if (s->kind == STROKE_TEXT || s->kind == STROKE_LINE) {
		uint32_t ink = s->kind == STROKE_TEXT ? s->fill : s->ink;

		if (s->kind == STROKE_TEXT && s->ink != CANVAS_NO_HALO)
			under = s->ink;
		note(t, ink, m.area * share, m.flat);
		if (is_crisp(s))
			return;
		note(t, blend(ink, under, 0.5), m.rim * share / BLENDS, false);
	} else {
		shape_tally(t, s, &m, share, under);
	}
}

static void drawn_tally(const struct tallying *t, const struct stroke *s)
{
	if (s->kind != STROKE_LINE)
		tally_drawn(t->press, s->fill, t->out);
	if (s->ink != CANVAS_NO_HALO)
		tally_drawn(t->press, s->ink, t->out);
}

void strokes_tally(struct press *p, const struct box *seen, struct str list,
		   struct tally *out)
{
	struct tallying t = { .press = p, .out = out, .seen = seen };
	const struct stroke *s;

	tally_begin(p, out);
	for (size_t at = 0; at < list.len; at += stroke_room(s)) {
		s = (const struct stroke *)(const void *)(list.s + at);
		if (s->caption && s->kind == STROKE_TEXT)
			tally_colour(p, s->fill, out);
		if (s->caption)
			continue;
		stroke_tally(&t, s);
		drawn_tally(&t, s);
	}
	tally_end(p, out);
}
