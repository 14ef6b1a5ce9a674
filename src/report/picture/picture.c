/* src/report/picture/picture.c */
#include "report/picture/picture.h"
#include "report/picture/grid_board.h"
#include "report/picture/player_style.h"
#include "report/picture/zone_board.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
	INK = 0x222222,
	PAPER = 0xffffff,
	BOARD = 0xfcfaf3,
	GRID = 0xece7d8,
	GRID5 = 0xd2cab4,
	FAINT = 0x77705f,
	GOLD = 0xffd21f,
	HIT = 0xc01818,
	MISS = 0x808080,
	MEND = 0x1a7a3c,
	ITEM = 0x6a2c91
};

static const struct {
	uint32_t fill, ink;
	enum canvas_pattern pattern;
	double width;
} areas[N_SCENE_KINDS] = {
	[SCENE_HINDERING] = { 0xdcebc8, 0x4f7a34, CANVAS_TUFTS, 1.2 },
	[SCENE_BLOCKING] = { 0xb9b5ae, 0x4a4640, CANVAS_CROSS, 1.8 },
	[SCENE_ELEVATED] = { 0xf0dfb8, 0x9a7430, CANVAS_SLOPE, 1.5 },
	[SCENE_ABRUPT] = { 0xe9d2a4, 0x6b4a14, CANVAS_SLOPE, 3.0 },
	[SCENE_SHALLOW] = { 0xdff0fa, 0x3d86b8, CANVAS_RIPPLES, 1.2 },
	[SCENE_DEEP] = { 0xa9d0ea, 0x14557f, CANVAS_WAVES, 1.6 },
	[SCENE_WALL] = { 0xe3b49a, 0x8a4526, CANVAS_BRICKS, 1.2 },
	[SCENE_CONCEALING] = { 0xe7e0ee, 0x6d5a86, CANVAS_DOTS, 1.2 },
};

struct drawing {
	struct canvas *c;
	const struct scene *s;
	double scale;      /* pixels per u */
	double k;          /* of line widths and letters: 1 as designed */
	double around;     /* the same for the words around the board */
	double left, top;  /* of the board */
	double wide, high; /* of the board */
	bool lost; /* clicks that are, as everybody knows; not those left */
};

/* Tokens and plates already drawn: new ones keep clear of them. */
struct badges {
	int n;
	struct {
		struct canvas_point p;
		double r;
	} v[3 * SCENE_MAX_PIECES + 2 * SCENE_MAX_ITEMS];
};

static struct canvas_point at(const struct drawing *d, struct vec p)
{
	return (struct canvas_point){ d->left + p.x * d->scale,
				      d->top + (d->s->h - p.y) * d->scale };
}

/* Pieces and badges stand on whole pixels: those of a kind look alike, are
 * painted once, and are short in a mail. */
static struct canvas_point whole(struct canvas_point p)
{
	return (struct canvas_point){ round(p.x), round(p.y) };
}

/* Those that face about alike look alike, too. */
static double facing_of(const struct scene_piece *p)
{
	enum { STEP = 3 };

	return (p->facing + STEP / 2) / STEP * STEP;
}

static struct canvas_point toward(struct canvas_point p, double degrees,
				  double r)
{
	double a = degrees * 3.14159265358979323846 / 180;

	return (struct canvas_point){ p.x + r * sin(a), p.y - r * cos(a) };
}

/* -- the ground ------------------------------------------------------------*/

static void draw_grid(const struct drawing *d)
{
	double right = d->left + d->wide, bottom = d->top + d->high;

	canvas_bar(d->c, d->left, d->top, right, bottom, BOARD);
	for (int pass = 0; pass < 2; pass++) {
		uint32_t colour = pass ? GRID5 : GRID;

		for (int u = 100; u < d->s->w; u += 100) {
			double x = d->left + u * d->scale;

			if ((u % 500 == 0) == pass)
				canvas_bar(d->c, x, d->top, x + 1, bottom,
					   colour);
		}
		for (int u = 100; u < d->s->h; u += 100) {
			double y = d->top + (d->s->h - u) * d->scale;

			if ((u % 500 == 0) == pass)
				canvas_bar(d->c, d->left, y, right, y + 1,
					   colour);
		}
	}
}

/* words around the board have a letter size of their own */
static struct drawing written_round(const struct drawing *d)
{
	struct drawing out = *d;

	out.k = d->around;
	return out;
}

/* inches along all four edges, so that no eye has far to go */
static void draw_rulers(const struct drawing *d)
{
	double right = d->left + d->wide, bottom = d->top + d->high;
	double size = 10.5 * d->k, away = 9 * d->k;
	char text[16];

	for (int u = 0; u <= d->s->w; u += 500) {
		double x = d->left + u * d->scale;

		snprintf(text, sizeof(text), "%d", u / 100);
		canvas_text(d->c, x, bottom + away, CANVAS_CENTRE, size, false,
			    FAINT, CANVAS_NO_HALO, str_of(text));
		canvas_text(d->c, x, d->top - away, CANVAS_CENTRE, size, false,
			    FAINT, CANVAS_NO_HALO, str_of(text));
	}
	for (int u = 0; u <= d->s->h; u += 500) {
		double y = d->top + (d->s->h - u) * d->scale;

		snprintf(text, sizeof(text), "%d", u / 100);
		canvas_text(d->c, d->left - 5 * d->k, y, CANVAS_RIGHT, size,
			    false, FAINT, CANVAS_NO_HALO, str_of(text));
		canvas_text(d->c, right + 5 * d->k, y, CANVAS_LEFT, size, false,
			    FAINT, CANVAS_NO_HALO, str_of(text));
	}
}

/* so wide a bar along one edge of the board, in whole pixels about it */
static void draw_edge(const struct drawing *d, int side, double width,
		      uint32_t colour)
{
	double w = fmax(round(width), 1), l = round(d->left - w / 2);
	double t = round(d->top - w / 2), r = round(d->left + d->wide - w / 2);
	double b = round(d->top + d->high - w / 2);

	switch (side) {
	case 0: canvas_bar(d->c, l, b, r + w, b + w, colour); break;
	case 1: canvas_bar(d->c, l, t, l + w, b + w, colour); break;
	case 2: canvas_bar(d->c, l, t, r + w, t + w, colour); break;
	default: canvas_bar(d->c, r, t, r + w, b + w, colour); break;
	}
}

/* the border, and on it a bar along each owner's home edge */
static void draw_edges(const struct drawing *d)
{
	for (int side = 0; side < 4; side++)
		draw_edge(d, side, 1.2, INK);
	for (int i = 0; i < SCENE_MAX_OWNERS; i++) {
		const struct scene_owner *o = d->s->owner + i;
		const struct player_style_style *s = player_style_style(i);

		if (!o->present || o->side < 0)
			continue;
		draw_edge(d, o->side, 5.5 * d->k, s->edge);
		draw_edge(d, o->side, 3 * d->k, s->fill);
	}
}

/* starting areas, dashed in their owner's colour */
static void draw_zones(const struct drawing *d)
{
	for (int i = 0; i < SCENE_MAX_OWNERS; i++) {
		const struct polygon *g = &d->s->owner[i].zone;
		struct canvas_point p[GEO_MAX_VERTICES + 1];

		if (!g->n)
			continue;
		for (int k = 0; k <= g->n; k++)
			p[k] = at(d, g->v[k % g->n]);
		canvas_line(d->c, p, g->n + 1, 1.4 * d->k, 5 * d->k,
			    player_style_style(i)->edge);
	}
}

static struct canvas_point middle(const struct drawing *d,
				  const struct polygon *g)
{
	int64_t x = 0, y = 0;

	for (int i = 0; i < g->n; i++) {
		x += g->v[i].x;
		y += g->v[i].y;
	}
	return at(d, (struct vec){ (int32_t)(x / g->n), (int32_t)(y / g->n) });
}

/*
 * Near the corner at the top left: pieces tend to stand in the middle. A wall
 * is too thin for letters, they stand beside it.
 */
static struct canvas_point label_place(const struct drawing *d,
				       const struct scene_area *a)
{
	const struct polygon *g = &a->shape;
	struct canvas_point m = middle(d, g), c;
	int best = 0;
	double dx, dy, len;

	for (int i = 1; i < g->n; i++)
		if (g->v[i].x - g->v[i].y < g->v[best].x - g->v[best].y)
			best = i;
	c = at(d, g->v[best]);
	dx = m.x - c.x;
	dy = m.y - c.y;
	len = sqrt(dx * dx + dy * dy);
	if (a->kind == SCENE_WALL)
		return (struct canvas_point){
			fmax(c.x - 9 * d->k, d->left + 12 * d->k),
			fmax(c.y - 9 * d->k, d->top + 9 * d->k)
		};
	if (len < 18 * d->k)
		return m;
	return (struct canvas_point){ c.x + dx / len * 18 * d->k,
				      c.y + dy / len * 18 * d->k };
}

/* a flight of steps across the edge */
static void draw_steps(const struct drawing *d, struct canvas_point a,
		       struct canvas_point b)
{
	struct canvas_point p[2];
	double dx = b.x - a.x, dy = b.y - a.y, len = sqrt(dx * dx + dy * dy);
	double nx, ny;

	if (len < 1)
		return;
	nx = -dy / len * 4 * d->k;
	ny = dx / len * 4 * d->k;
	p[0] = a;
	p[1] = b;
	canvas_line(d->c, p, 2, 7 * d->k, 0, 0xffffff);
	for (double step = 0; step <= len; step += 4 * d->k) {
		p[0].x = a.x + dx * step / len + nx;
		p[0].y = a.y + dy * step / len + ny;
		p[1].x = p[0].x - 2 * nx;
		p[1].y = p[0].y - 2 * ny;
		canvas_line(d->c, p, 2, 1.2, 0, 0x6b4a14);
	}
}

static void draw_areas(const struct drawing *d)
{
	for (int i = 0; i < d->s->n_areas; i++) {
		const struct scene_area *a = d->s->area + i;
		struct canvas_point p[GEO_MAX_VERTICES];

		for (int k = 0; k < a->shape.n; k++)
			p[k] = at(d, a->shape.v[k]);
		canvas_group(d->c, a->label);
		canvas_area(d->c, p, a->shape.n, areas[a->kind].fill,
			    areas[a->kind].pattern, areas[a->kind].ink,
			    areas[a->kind].width * d->k);
		canvas_end(d->c);
		for (int k = 0; k < a->n_stairs; k++)
			draw_steps(d, at(d, a->stairs[k].a),
				   at(d, a->stairs[k].b));
	}
}

/* over the lines of what happened, under the pieces */
static void draw_area_labels(const struct drawing *d)
{
	for (int i = 0; i < d->s->n_areas; i++) {
		const struct scene_area *a = d->s->area + i;
		struct canvas_point p;

		if (!a->shape.n)
			continue;
		p = label_place(d, a);
		canvas_text(d->c, p.x, p.y, CANVAS_CENTRE, 10.5 * d->k, true,
			    areas[a->kind].ink,
			    a->kind == SCENE_WALL ? BOARD : areas[a->kind].fill,
			    a->label);
	}
}

/* -- what happened ---------------------------------------------------------*/

static uint32_t trace_colour(const struct scene_trace *t)
{
	return t->kind == SCENE_PATH   ? player_style_style(t->owner)->edge
	       : t->kind == SCENE_HIT  ? HIT
	       : t->kind == SCENE_MISS ? MISS
				       : MEND;
}

/* a third of a colour on the paper of the board */
static uint32_t pale(uint32_t colour)
{
	uint32_t out = 0;

	for (int shift = 0; shift < 24; shift += 8)
		out |= ((colour >> shift & 255) + 2 * (BOARD >> shift & 255)) /
			       3
		       << shift;
	return out;
}

/* The ribbon on which its members stand: first its rim, then its ground. */
static void draw_formations(const struct drawing *d)
{
	for (int pass = 0; pass < 2; pass++) {
		for (int i = 0; i < d->s->n_traces; i++) {
			const struct scene_trace *t = d->s->trace + i;
			const struct player_style_style *s =
				player_style_style(t->owner);
			struct canvas_point p[2];

			if (t->kind != SCENE_FORMATION)
				continue;
			p[0] = at(d, t->p[0]);
			p[1] = at(d, t->p[t->n - 1]);
			canvas_line(d->c, p, 2,
				    2 * t->r * d->scale +
					    (pass ? 8 : 11) * d->k,
				    0, pass ? pale(s->fill) : s->edge);
		}
	}
}

static void draw_trace(const struct drawing *d, const struct scene_trace *t)
{
	struct canvas_point p[SCENE_MAX_POINTS], tip, from;
	uint32_t colour = trace_colour(t);
	double dx, dy, len;

	if (t->kind == SCENE_FORMATION)
		return;
	for (int i = 0; i < t->n; i++)
		p[i] = at(d, t->p[i]);
	if (t->kind == SCENE_PATH) {
		/* where it stood, then its way */
		canvas_capsule(d->c, whole(p[0]), whole(at(d, t->tail)),
			       t->r * d->scale, 0xf2efe6, CANVAS_PLAIN, colour,
			       1.1, 3);
		canvas_line(d->c, p, t->n, 1.8 * d->k, 0, colour);
	} else {
		canvas_line(d->c, p, t->n, 1.8 * d->k,
			    t->kind == SCENE_MISS ? 3 * d->k : 6 * d->k,
			    colour);
	}
	/* the head stands at the rim of the base it points to */
	tip = p[t->n - 1];
	from = p[t->n - 2];
	dx = tip.x - from.x;
	dy = tip.y - from.y;
	len = sqrt(dx * dx + dy * dy);
	if (len > t->r * d->scale) {
		tip.x -= dx / len * t->r * d->scale;
		tip.y -= dy / len * t->r * d->scale;
	}
	canvas_arrow(d->c, from, tip, 9 * d->k, colour);
}

/* -- pieces ----------------------------------------------------------------*/

/* Its edge has the colour of the label, which stands out from every base. */
static void draw_nib(const struct drawing *d,
		     const struct player_style_style *s,
		     struct canvas_point rim, double facing, double size)
{
	struct canvas_point p[4], mid = toward(rim, facing, size * 0.35);

	switch (s->nib) {
	case NIB_TRIANGLE:
		/* slim, or nobody could tell its tip from its corners */
		p[0] = toward(rim, facing, size * 1.5);
		p[1] = toward(rim, facing + 110, size * 0.6);
		p[2] = toward(rim, facing - 110, size * 0.6);
		canvas_area(d->c, p, 3, s->fill, CANVAS_PLAIN, s->text, 1);
		break;
	case NIB_DISC:
		canvas_capsule(d->c, mid, mid, size * 0.62, s->fill,
			       CANVAS_PLAIN, s->text, 1, 0);
		break;
	case NIB_SQUARE:
	case NIB_DIAMOND:
		for (int i = 0; i < 4; i++)
			p[i] = toward(mid,
				      facing + 90 * i +
					      (s->nib == NIB_SQUARE ? 45 : 0),
				      size * 0.82);
		canvas_area(d->c, p, 4, s->fill, CANVAS_PLAIN, s->text, 1);
		break;
	}
}

static void draw_arc(const struct drawing *d, const struct scene_piece *p)
{
	const struct player_style_style *s = player_style_style(p->owner);
	struct canvas_point centre = whole(at(d, p->dot));
	double r = p->base.r * d->scale;
	double from = facing_of(p) - p->arc / 2.0, to = from + p->arc;

	/* those of nobody are white: their arcs would not show */
	canvas_sector(d->c, centre, r * 2.2, from, to,
		      p->owner == SCENE_NOBODY ? s->edge : s->fill,
		      p->owner == SCENE_NOBODY ? 0.12 : 0.22, s->edge,
		      p->arc < 360 ? 1 : 0);
}

static double clearance(struct canvas_point a, struct canvas_point b, double r)
{
	double dx = a.x - b.x, dy = a.y - b.y;

	return sqrt(dx * dx + dy * dy) - r;
}

/* how far a point is from the base of a piece, less r beyond its rim */
static double clearance_base(const struct drawing *d, struct canvas_point c,
			     const struct scene_piece *p, double r)
{
	struct canvas_point a = at(d, p->base.p[0]), near = a;
	struct canvas_point b = p->base.n > 1 ? at(d, p->base.p[1]) : a;
	double dx = b.x - a.x, dy = b.y - a.y, len2 = dx * dx + dy * dy, t;

	if (len2 > 0) {
		t = ((c.x - a.x) * dx + (c.y - a.y) * dy) / len2;
		t = fmin(fmax(t, 0), 1);
		near.x += t * dx;
		near.y += t * dy;
	}
	return clearance(c, near, p->base.r * d->scale + r);
}

/* Those whose bases are not farther away from c than this, at least; how many
 * they are. */
static int bases_about(const struct drawing *d, struct canvas_point c,
		       double far, const struct scene_piece **out)
{
	int n = 0;

	for (int i = 0; i < d->s->n_pieces; i++) {
		const struct scene_piece *p = d->s->piece + i;
		const struct vec *q = p->base.p;
		struct canvas_point a = at(d, q[0]);
		int k = p->base.n > 1 ? 1 : 0;
		double reach = far + (p->base.r + abs(q[k].x - q[0].x) +
				      abs(q[k].y - q[0].y)) *
					     d->scale;

		if (fabs(a.x - c.x) <= reach && fabs(a.y - c.y) <= reach)
			out[n++] = p;
	}
	return n;
}

/*
 * Where a badge of radius size goes, at this end of a piece's base: behind it
 * if nobody stands there, else beside it, and in no case where it hides more
 * than it must.
 */
static struct canvas_point place_badge(const struct drawing *d,
				       const struct scene_piece *p,
				       struct vec end, double size, int side,
				       struct badges *placed)
{
	static const int turns[] = { 138,  112, 165, -165, -138,
				     -112, 88,  -88, 62,   -62 };
	struct canvas_point centre = at(d, end), best = centre;
	const struct scene_piece *near[SCENE_MAX_PIECES];
	double most = -1e9;
	int n;

	n = bases_about(d, centre, p->base.r * d->scale + 2 * size, near);
	for (size_t i = 0; i < ARRAY_LEN(turns); i++) {
		struct canvas_point c =
			whole(toward(centre, p->facing + side * turns[i],
				     p->base.r * d->scale + size / 2));
		double room = 0; /* it has enough: 0; hides: below */

		for (int k = 0; k < n; k++) {
			const struct scene_piece *o = near[k];
			double free = clearance_base(
				d, c, o, o == p ? size / 2 - 1 : size - 1);

			if (free < room)
				room = free;
		}
		for (int k = 0; k < placed->n; k++) {
			double free = clearance(c, placed->v[k].p,
						placed->v[k].r + size - 1);

			if (free < room)
				room = free;
		}
		if (room > most) {
			most = room;
			best = c;
		}
	}
	if (placed->n < (int)ARRAY_LEN(placed->v)) {
		placed->v[placed->n].p = best;
		placed->v[placed->n++].r = size;
	}
	return best;
}

/* how many clicks are left, or how many are lost, in a small plate */
static void draw_clicks(const struct drawing *d, const struct scene_piece *p,
			struct vec end, int left, int wounds,
			struct badges *placed)
{
	char text[16];
	double w;
	struct canvas_point a, b;

	if (left >= 0 && !d->lost)
		snprintf(text, sizeof(text), "%d", left);
	else if (wounds > 0)
		snprintf(text, sizeof(text), "-%d", wounds);
	else
		return;
	a = b = place_badge(d, p, end, 6 * d->k, -1, placed);
	/* one digit has room */
	w = text[1] ? canvas_text_width(d->c, 8.5 * d->k, true, str_of(text)) /
				      2 -
			      4 * d->k
		    : 0;
	a.x -= w > 0 ? ceil(w) : 0;
	b.x += w > 0 ? ceil(w) : 0;
	canvas_capsule(d->c, a, b, 6 * d->k, 0xffffff, CANVAS_PLAIN, INK, 0.8,
		       0);
	canvas_text(d->c, (a.x + b.x) / 2, a.y, CANVAS_CENTRE, 8.5 * d->k, true,
		    INK, CANVAS_NO_HALO, str_of(text));
}

static void draw_tokens(const struct drawing *d, const struct scene_piece *p,
			struct badges *placed)
{
	for (int i = 0; i < p->tokens && i < 2; i++) {
		struct canvas_point c =
			place_badge(d, p, p->dot, 4 * d->k, 1, placed);

		canvas_capsule(d->c, c, c, 4 * d->k, GOLD, CANVAS_PLAIN, INK, 1,
			       0);
	}
}

/* the rider's plate in front, the mount's behind */
static void draw_dials(const struct drawing *d, const struct scene_piece *p,
		       struct badges *placed)
{
	struct vec back = p->base.p[p->base.n > 1 ? 1 : 0];

	if (p->rider.len)
		draw_clicks(d, p, p->base.p[0], p->rider_left, p->rider_wounds,
			    placed);
	draw_clicks(d, p, back, p->clicks_left, p->wounds, placed);
}

/* bases, then nibs, then labels: in a melee none may hide under another */
enum layer { LAYER_BASE, LAYER_NIB, LAYER_LABEL, N_LAYERS };

static double label_size(struct str label, double r)
{
	return label.len > 2 ? 0.68 * r : 0.88 * r;
}

static void draw_piece(const struct drawing *d, const struct scene_piece *p,
		       enum layer layer)
{
	struct player_style_style s = *player_style_style(p->owner);
	struct canvas_point a = whole(at(d, p->base.p[0]));
	struct canvas_point b = p->base.n > 1 ? whole(at(d, p->base.p[1])) : a;
	struct canvas_point dot = whole(at(d, p->dot));
	double r = p->base.r * d->scale;
	uint32_t halo = s.pattern == CANVAS_PLAIN ? CANVAS_NO_HALO : s.fill;

	if (p->holder >= 0) { /* a captive is hollow */
		s.fill = 0xffffff;
		s.text = s.edge;
	}
	switch (layer) {
	case LAYER_BASE:
		canvas_group(d->c, p->label);
		canvas_capsule(d->c, a, b, r - s.rim * d->k / 2, s.fill,
			       s.pattern, s.edge, s.rim * d->k,
			       p->holder >= 0 ? 3 : 0);
		canvas_end(d->c);
		break;
	case LAYER_NIB:
		draw_nib(d, &s, toward(a, facing_of(p), r - 1), facing_of(p),
			 r * 0.58);
		break;
	default:
		if (p->rider.len) {
			/* the saddle: where the rider's base sits */
			canvas_capsule(d->c, a, a, r * 0.8, s.fill, s.pattern,
				       s.text, 1.1 * d->k, 0);
			canvas_text(d->c, a.x, a.y, CANVAS_CENTRE,
				    label_size(p->rider, 0.85 * r), true,
				    s.text, halo, p->rider);
			dot = b;
		}
		canvas_text(d->c, dot.x, dot.y, CANVAS_CENTRE,
			    label_size(p->label, r), true, s.text, halo,
			    p->label);
		break;
	}
}

/* Two links where a captive and its captor touch. */
static void draw_chains(const struct drawing *d)
{
	for (int i = 0; i < d->s->n_pieces; i++) {
		const struct scene_piece *p = d->s->piece + i;
		struct canvas_point from = at(d, p->dot), to, link;
		double dx, dy, len, way, r = p->base.r * d->scale;

		if (p->holder < 0)
			continue;
		to = at(d, d->s->piece[p->holder].dot);
		dx = to.x - from.x;
		dy = to.y - from.y;
		len = sqrt(dx * dx + dy * dy);
		for (int k = -1; len > 1 && k <= 1; k += 2) {
			way = (r + 0.18 * k * r) / len;
			link = (struct canvas_point){ from.x + dx * way,
						      from.y + dy * way };
			canvas_capsule(d->c, link, link, 0.26 * r, PAPER,
				       CANVAS_PLAIN, INK, 1.6 * d->k, 0);
		}
	}
}

/* a ring about a lozenge: no base and no token looks like it */
static void draw_item_sign(const struct drawing *d, struct canvas_point c,
			   double r)
{
	struct canvas_point p[4];

	canvas_capsule(d->c, c, c, r, PAPER, CANVAS_PLAIN, ITEM, 1.3 * d->k, 0);
	for (int i = 0; i < 4; i++)
		p[i] = toward(c, 90 * i, r * 0.75);
	canvas_area(d->c, p, 4, ITEM, CANVAS_PLAIN, ITEM, 0.5);
}

/* its letters stand on the side where most room is */
static struct canvas_point item_letters(const struct drawing *d,
					struct canvas_point c, double r)
{
	static const int sides[] = { 90, 270, 180, 0 };
	struct canvas_point best = c;
	double most = -1e9;

	for (size_t i = 0; i < ARRAY_LEN(sides); i++) {
		struct canvas_point p =
			toward(c, sides[i], r + (i < 2 ? 10 : 8) * d->k);
		double room = fmin(fmin(p.x - d->left, d->left + d->wide - p.x),
				   fmin(p.y - d->top, d->top + d->high - p.y)) -
			      8 * d->k;

		for (int k = 0; k < d->s->n_pieces; k++)
			room = fmin(room, clearance_base(d, p, d->s->piece + k,
							 8 * d->k));
		if (room > most) {
			most = room;
			best = p;
		}
	}
	return best;
}

/* badges of the pieces keep clear of the items */
static void draw_items(const struct drawing *d, struct badges *placed)
{
	for (int i = 0; i < d->s->n_items; i++) {
		const struct scene_item *item = d->s->item + i;
		struct canvas_point c = at(d, item->at), p;
		double r = item->r * d->scale;

		p = item_letters(d, c, r);
		draw_item_sign(d, c, r);
		canvas_text(d->c, p.x, p.y, CANVAS_CENTRE, 10.5 * d->k, true,
			    ITEM, BOARD, item->label);
		placed->v[placed->n].p = c;
		placed->v[placed->n++].r = r;
		placed->v[placed->n].p = p;
		placed->v[placed->n++].r = 7 * d->k;
	}
}

static void draw_pieces(const struct drawing *d)
{
	const struct scene *s = d->s;
	struct badges placed = { 0 };

	for (int i = 0; i < s->n_pieces; i++)
		if (s->piece[i].holder < 0)
			draw_arc(d, s->piece + i);
	draw_items(d, &placed);
	for (int layer = 0; layer < N_LAYERS; layer++) {
		if (layer == LAYER_LABEL)
			draw_chains(d);
		for (int i = 0; i < s->n_pieces; i++)
			draw_piece(d, s->piece + i, (enum layer)layer);
	}
	for (int i = 0; i < s->n_pieces; i++) {
		const struct scene_piece *p = s->piece + i;

		draw_tokens(d, p, &placed);
		draw_dials(d, p, &placed);
	}
}

/* -- a board of squares ----------------------------------------------------*/

static struct grid_board_frame floor_frame(const struct drawing *d)
{
	return (struct grid_board_frame){ .c = d->c,
					  .f = d->s->floor,
					  .left = d->left,
					  .top = d->top,
					  .square = SCENE_SQUARE * d->scale,
					  .k = d->k };
}

static void draw_floor(const struct drawing *d)
{
	struct grid_board_frame f = floor_frame(d);

	grid_board_draw_ground(&f);
	grid_board_draw_things(&f);
	for (int i = 0; i < d->s->n_traces; i++)
		draw_trace(d, d->s->trace + i);
	grid_board_draw_edges(&f);
	draw_pieces(d);
}

/* -- around the board ------------------------------------------------------*/

enum { LEGEND_MAX = 64 };
struct legend {
	const struct drawing *d;
	double x, y, row;
	/* it is drawn twice, first for its height: words measured then, and
	 * drawn this time */
	int measured, n;
	double width[LEGEND_MAX];
};

static double legend_width(struct legend *l, double size, struct str word)
{
	int i = l->n++;

	assert(i < LEGEND_MAX);
	if (i >= l->measured)
		l->width[l->measured++] =
			canvas_text_width(l->d->c, size, false, word);
	return l->width[i];
}

/* Room for a swatch and a word; gives the swatch's place. */
static struct canvas_point legend_next(struct legend *l, double swatch,
				       struct str word)
{
	const struct drawing *d = l->d;
	double size = 11.5 * d->k;
	double w = swatch + 6 * d->k + legend_width(l, size, word) + 20 * d->k;
	struct canvas_point p;

	if (l->x > d->left && l->x + w > d->left + d->wide + 20 * d->k) {
		l->x = d->left;
		l->y += l->row;
	}
	p = (struct canvas_point){ l->x, l->y };
	l->x += w;
	canvas_text(d->c, p.x + swatch + 6 * d->k, p.y, CANVAS_LEFT, size,
		    false, INK, CANVAS_NO_HALO, word);
	return p;
}

static void legend_floor(struct legend *l)
{
	const struct drawing *d = l->d;
	const struct floor *f = d->s->floor;
	double w = GRID_BOARD_SWATCH * d->k;

	for (int i = 0; i < N_FLOOR_SIGNS; i++)
		if (grid_board_has_sign(f, (enum floor_sign)i))
			grid_board_swatch_sign(
				d->c, d->k, legend_next(l, w, f->sign_word[i]),
				(enum floor_sign)i);
	for (int i = 0; i < N_FLOOR_EDGES; i++)
		if (i != FLOOR_OPEN &&
		    grid_board_has_edge(f, (enum floor_edge)i))
			grid_board_swatch_edge(
				d->c, d->k, legend_next(l, w, f->edge_word[i]),
				(enum floor_edge)i);
	for (int i = 0; i < N_FLOOR_GROUNDS; i++)
		if (i != FLOOR_CLEAR &&
		    grid_board_has_ground(f, (enum floor_ground)i))
			grid_board_swatch_ground(
				d->c, d->k,
				legend_next(l, w, f->ground_word[i]),
				(enum floor_ground)i);
}

/* what of a kind the picture has, so that the legend explains it */
struct present {
	bool kinds[N_SCENE_KINDS], traces[N_SCENE_TRACES];
	bool tokens, clicks, captives, stairs, zones, riders, nobody;
};

static bool shows_clicks(const struct scene_piece *p)
{
	return p->clicks_left >= 0 || p->wounds > 0 ||
	       (p->rider.len && (p->rider_left >= 0 || p->rider_wounds > 0));
}

static struct present present_in(const struct scene *s)
{
	struct present has = { .nobody = false };

	for (int i = 0; i < s->n_areas; i++) {
		has.kinds[s->area[i].kind] = true;
		has.stairs |= s->area[i].n_stairs > 0;
	}
	for (int i = 0; i < s->n_traces; i++)
		has.traces[s->trace[i].kind] = true;
	for (int i = 0; i < s->n_pieces; i++) {
		const struct scene_piece *p = &s->piece[i];

		has.tokens |= p->tokens > 0;
		has.clicks |= shows_clicks(p);
		has.riders |= p->rider.len > 0;
		has.captives |= p->holder >= 0;
		has.nobody |= p->owner == SCENE_NOBODY;
	}
	for (int i = 0; i < SCENE_NOBODY; i++)
		has.zones |= s->owner[i].present && s->owner[i].zone.n > 0;
	return has;
}

/* radius of a base in the legend */
static double legend_radius(const struct legend *l)
{
	return 8 * l->d->k;
}

static void legend_owners(struct legend *l, bool nobody)
{
	const struct drawing *d = l->d;
	const struct scene *s = d->s;
	double r = legend_radius(l);

	for (int i = 0; i <= SCENE_NOBODY; i++) {
		struct player_style_style st = *player_style_style(i);
		struct canvas_point p;

		if (i == SCENE_NOBODY ? !nobody : !s->owner[i].present)
			continue;
		p = legend_next(l, 3.4 * r,
				i == SCENE_NOBODY
					? s->floor->sign_word[FLOOR_SPAWN]
					: s->owner[i].name);
		p.x += r;
		canvas_capsule(d->c, p, p, r - st.rim * d->k / 2, st.fill,
			       st.pattern, st.edge, st.rim * d->k, 0);
		draw_nib(d, &st, toward(p, 90, r - 1), 90, r * 0.5);
	}
}

static void legend_rider(struct legend *l)
{
	const struct drawing *d = l->d;
	double r = legend_radius(l);
	struct canvas_point p = legend_next(l, 4 * r, d->s->unit_word), back;

	p.x += 3 * r;
	back = (struct canvas_point){ p.x - 2 * r, p.y };
	canvas_capsule(d->c, p, back, r - 1, PAPER, CANVAS_PLAIN, INK, 1.5, 0);
	canvas_capsule(d->c, p, p, r * 0.7, PAPER, CANVAS_PLAIN, INK, 1, 0);
}

static void legend_token(struct legend *l)
{
	const struct drawing *d = l->d;
	struct canvas_point p = legend_next(l, 9 * d->k, d->s->token_word);

	p.x += 4 * d->k;
	canvas_capsule(d->c, p, p, 4 * d->k, GOLD, CANVAS_PLAIN, INK, 1, 0);
}

static void legend_clicks(struct legend *l)
{
	const struct drawing *d = l->d;
	struct canvas_point p = legend_next(l, 12 * d->k, d->s->clicks_word);

	p.x += 6 * d->k;
	canvas_capsule(d->c, p, p, 6 * d->k, 0xffffff, CANVAS_PLAIN, INK, 0.8,
		       0);
	canvas_text(d->c, p.x, p.y, CANVAS_CENTRE, 8.5 * d->k, true, INK,
		    CANVAS_NO_HALO, STR("5"));
}

static void legend_item(struct legend *l)
{
	const struct drawing *d = l->d;
	struct canvas_point p = legend_next(l, 12 * d->k, d->s->item_word);

	p.x += 6 * d->k;
	draw_item_sign(d, p, 6 * d->k);
}

static void legend_captive(struct legend *l)
{
	const struct drawing *d = l->d;
	double r = legend_radius(l);
	struct canvas_point p = legend_next(l, 2 * r, d->s->captive_word);

	p.x += r;
	canvas_capsule(d->c, p, p, r - 1, 0xffffff, CANVAS_PLAIN, INK, 1.5, 3);
}

static void legend_trace(struct legend *l, enum scene_trace_kind kind)
{
	const struct drawing *d = l->d;
	struct scene_trace t = { .kind = kind };
	struct canvas_point p =
		legend_next(l, 30 * d->k, d->s->trace_word[kind]);
	struct canvas_point line[2] = { p, p };
	bool is_path = kind == SCENE_PATH;

	line[1].x += 28 * d->k;
	if (kind == SCENE_FORMATION) {
		line[0].x += 8 * d->k;
		line[1].x -= 8 * d->k;
		canvas_line(d->c, line, 2, 15 * d->k, 0, INK);
		canvas_line(d->c, line, 2, 12 * d->k, 0, pale(FAINT));
		return;
	}
	canvas_line(d->c, line, 2, 1.8 * d->k,
		    is_path              ? 0
		    : kind == SCENE_MISS ? 3 * d->k
					 : 6 * d->k,
		    is_path ? INK : trace_colour(&t));
	canvas_arrow(d->c, line[0], line[1], 8 * d->k,
		     is_path ? INK : trace_colour(&t));
}

static void legend_area(struct legend *l, int kind)
{
	const struct drawing *d = l->d;
	struct canvas_point p =
		legend_next(l, 26 * d->k, d->s->area_word[kind]);
	double left = p.x, right = p.x + 26 * d->k;
	double top = p.y - 7 * d->k, bottom = p.y + 7 * d->k;
	struct canvas_point box[4] = { { left, top },
				       { right, top },
				       { right, bottom },
				       { left, bottom } };

	canvas_area(d->c, box, 4, areas[kind].fill, areas[kind].pattern,
		    areas[kind].ink, areas[kind].width * d->k);
}

static void legend_zone(struct legend *l)
{
	const struct drawing *d = l->d;
	struct canvas_point p = legend_next(l, 26 * d->k, d->s->zone_word);
	struct canvas_point line[2] = { p, { p.x + 26 * d->k, p.y } };

	canvas_line(d->c, line, 2, 1.4 * d->k, 5 * d->k, INK);
}

static void legend_stairs(struct legend *l)
{
	const struct drawing *d = l->d;
	struct canvas_point p = legend_next(l, 26 * d->k, d->s->stairs_word);

	draw_steps(d, p, (struct canvas_point){ p.x + 26 * d->k, p.y });
}

static void draw_legend(struct legend *l)
{
	const struct scene *s = l->d->s;
	struct present has = present_in(s);

	legend_owners(l, has.nobody);
	if (has.riders)
		legend_rider(l);
	if (has.tokens)
		legend_token(l);
	if (has.clicks)
		legend_clicks(l);
	if (s->n_items)
		legend_item(l);
	if (has.captives)
		legend_captive(l);
	for (int i = 0; i < N_SCENE_TRACES; i++)
		if (has.traces[i])
			legend_trace(l, (enum scene_trace_kind)i);
	for (int i = 0; i < N_SCENE_KINDS; i++)
		if (has.kinds[i])
			legend_area(l, i);
	if (has.zones)
		legend_zone(l);
	if (s->floor)
		legend_floor(l);
	if (has.stairs)
		legend_stairs(l);
}

/* a bar of five inches, with a mark at each */
static void draw_scale(const struct drawing *d)
{
	double right = d->left + d->wide, y = d->top - 30 * d->k;
	double inch = 100 * d->scale;
	char text[64];

	canvas_caption(d->c);
	for (int i = 0; i < 5; i++) {
		struct canvas_point box[4] = {
			{ right - (5 - i) * inch, y - 3 * d->k },
			{ right - (4 - i) * inch, y - 3 * d->k },
			{ right - (4 - i) * inch, y + 3 * d->k },
			{ right - (5 - i) * inch, y + 3 * d->k },
		};

		canvas_area(d->c, box, 4, i % 2 ? PAPER : INK, CANVAS_PLAIN,
			    INK, 0.8);
	}
	snprintf(text, sizeof(text), "5 %.*s", STR_ARG(d->s->units));
	canvas_text(d->c, right - 5 * inch - 7 * d->k, y, CANVAS_RIGHT,
		    10.5 * d->k, false, FAINT, CANVAS_NO_HALO, str_of(text));
}

/* open ground, measured in inches */
static void draw_ground(const struct drawing *d)
{
	const struct drawing around = written_round(d);

	draw_grid(d);
	canvas_clip(d->c, d->left, d->top, d->wide, d->high);
	draw_areas(d);
	draw_zones(d);
	draw_formations(d);
	for (int i = 0; i < d->s->n_traces; i++)
		draw_trace(d, d->s->trace + i);
	draw_area_labels(d);
	canvas_clip(d->c, 0, 0, 0, 0);
	draw_edges(d);
	draw_pieces(d);
	draw_rulers(&around);
	draw_scale(&around);
}

static void legend_begin(struct legend *l, const struct drawing *d, double y)
{
	l->d = d;
	l->x = d->left;
	l->y = y;
	l->row = 21 * d->k;
	l->n = 0;
}

/* Height of the legend: drawn on a scrap that is thrown away. */
static double legend_height(struct legend *l, struct drawing d)
{
	d.c = canvas_make(1, 1, PAPER);
	legend_begin(l, &d, 0);
	draw_legend(l);
	canvas_release(d.c);
	return l->y + l->row;
}

/* Squares say by letters what they are, and their lines are straight. */
static void draw_board(const struct drawing *d)
{
	if (d->s->floor) {
		const struct drawing around = written_round(d);
		struct grid_board_frame f = floor_frame(&around);

		canvas_few_colours(d->c);
		draw_floor(d);
		grid_board_draw_rulers(&f);
	} else {
		draw_ground(d);
	}
}

/*
 * Squares of as many whole pixels as have room, an even number of them: they
 * have no seams, and each is the same in the bytes of the picture, of which two
 * pixels have one.
 */
static double whole_square(double room, int32_t u)
{
	int squares = u / SCENE_SQUARE, side = (int)(room / squares);

	side -= side > 2 ? side % 2 : 0;
	return (double)side / SCENE_SQUARE;
}

static void whole_pixels(struct drawing *d, int width)
{
	d->scale = whole_square(d->wide, d->s->w);
	d->wide = d->s->w * d->scale;
	d->left = 2 * floor((width - d->wide) / 4);
	d->top = floor(d->top);
}

/* An inch is whole pixels, as near to what has room as the numbers beside the
 * board allow: then the lines of the grid are alike. */
static void whole_inches(struct drawing *d, int width)
{
	double inches = d->s->w / 100.0, inch = round(d->wide / inches);

	if (width - inch * inches < 2 * 22 * d->around)
		inch--;
	if (inch < 1)
		return;
	d->scale = inch / 100;
	d->wide = d->s->w * d->scale;
	d->left = round((width - d->wide) / 2);
	d->top = round(d->top);
}

/* where the board is on a picture of this width */
static void frame(struct drawing *d, int width, enum picture_letters letters)
{
	d->k = width / 960.0;
	d->around = letters == PICTURE_READ_HERE ? fmax(1, d->k) : d->k;
	d->left = 28 * d->around;
	/* without a title there is the scale alone */
	d->top = (d->s->title.len ? 62 : 40) * d->around;
	d->wide = width - 2 * d->left;
	d->scale = d->wide / d->s->w;
	if (d->s->floor)
		whole_pixels(d, width);
	else if (letters == PICTURE_SCALED)
		whole_inches(d, width);
	d->high = d->s->h * d->scale;
}

bool picture_at(const struct scene *s, int width, double x, double y,
		struct vec *out)
{
	struct drawing d = { .s = s };

	if (s->zones || s->floor || s->w <= 0)
		return false;
	frame(&d, width, PICTURE_READ_HERE);
	*out = (struct vec){ (int32_t)lround((x - d.left) / d.scale),
			     (int32_t)lround(s->h - (y - d.top) / d.scale) };
	return 0 <= out->x && out->x <= s->w && 0 <= out->y && out->y <= s->h;
}

bool picture_place(const struct scene *s, int width, double x, double y,
		   int *column, int *row)
{
	struct drawing d = { .s = s };
	struct grid_board_frame f;

	if (s->zones)
		return zone_board_at(s, width, x, y, column, row);
	if (!s->floor || s->w <= 0)
		return false;
	frame(&d, width, PICTURE_READ_HERE);
	f = floor_frame(&d);
	x = floor((x - f.left) / f.square);
	y = floor((y - f.top) / f.square);
	*column = (int)x + s->floor->first_column;
	*row = (int)y + s->floor->first_row;
	return 0 <= x && x < s->floor->columns && 0 <= y && y < s->floor->rows;
}

/* a canvas with all of it, to be released; NULL: it is too large */
static struct canvas *draw(const struct scene *s, int width,
			   enum picture_letters letters, struct why *why)
{
	struct drawing d = { .s = s }, round;
	struct legend legend = { .measured = 0 };
	int height;

	assert(PICTURE_MIN_WIDTH <= width && width <= PICTURE_MAX_WIDTH);
	if (s->zones)
		return zone_board_draw(s, width, letters, why);
	assert(s->w > 0 && s->h > 0);
	frame(&d, width, letters);
	round = written_round(&d);
	height = (int)(d.top + d.high + 36 * round.k +
		       legend_height(&legend, round));
	if (height > CANVAS_MAX_SIDE) {
		why_set(why, ERR_TOO_LARGE,
			"a picture %d pixels high is too large", height);
		return NULL;
	}
	d.c = canvas_make(width, height, PAPER);
	/* the title, and what of the letters under it reaches down */
	canvas_head(d.c, (int)fmin(ceil(44 * d.k + 3), CANVAS_HEAD_MAX));
	draw_board(&d);
	canvas_caption(d.c);
	round = written_round(&d);
	canvas_text(d.c, d.left, 17 * round.k, CANVAS_LEFT, 16 * round.k, true,
		    INK, CANVAS_NO_HALO, s->title);
	canvas_text(d.c, d.left, 36 * round.k, CANVAS_LEFT, 11.5 * round.k,
		    false, FAINT, CANVAS_NO_HALO, s->subtitle);
	legend_begin(&legend, &round, d.top + d.high + 32 * round.k);
	draw_legend(&legend);
	return d.c;
}

enum err picture_render(struct buf *out, const struct scene *s, int width,
			struct pictures *kept, struct why *why)
{
	struct canvas *c = draw(s, width, PICTURE_SCALED, why);
	enum err e = c ? canvas_png(c, kept, out, why) : ERR_TOO_LARGE;

	if (c)
		canvas_release(c);
	return e;
}

/* -- a part of the board ---------------------------------------------------*/

/* the numbers of the inches along two edges: every second one, for they stand
 * close by what is drawn */
static void draw_near_rulers(const struct drawing *d, const struct box *part)
{
	double away = 9 * d->k, size = 10.5 * d->k;
	char text[16];

	for (int u = (part->x0 / 200 + 1) * 200; u < part->x1; u += 200) {
		snprintf(text, sizeof(text), "%d", u / 100);
		canvas_text(d->c, d->left + u * d->scale, away, CANVAS_CENTRE,
			    size, false, FAINT, BOARD, str_of(text));
	}
	for (int u = (part->y0 / 200 + 1) * 200; u < part->y1; u += 200) {
		snprintf(text, sizeof(text), "%d", u / 100);
		canvas_text(d->c, away, d->top + (d->s->h - u) * d->scale,
			    CANVAS_CENTRE, size, false, FAINT, BOARD,
			    str_of(text));
	}
}

/* whole patches, of which none is painted for a strip of it */
enum { NEAR_STEP = 64, NEAR_MARGIN = 20 };

/* from a's square on to the end of b's; both u from an edge of the board */
static void whole_squares(int32_t *a, int32_t *b, int32_t most)
{
	*a -= *a % SCENE_SQUARE;
	*b += SCENE_SQUARE - 1;
	*b -= *b % SCENE_SQUARE;
	if (*b > most)
		*b = most;
}

/*
 * A part of a board of squares: none of them is cut, and what they are called
 * stands beside them. Gives the height of the picture.
 */
static int squares_near(struct drawing *d, const struct box *part, double *x1,
			double *y1)
{
	const struct scene *s = d->s;
	double margin = NEAR_MARGIN, room;
	int32_t left = part->x0, right = part->x1;
	int32_t top = s->h - part->y1, bottom = s->h - part->y0;
	int height, more;

	whole_squares(&left, &right, s->w);
	whole_squares(&top, &bottom, s->h);
	d->scale = whole_square(PICTURE_NEAR_WIDTH - margin, right - left);
	height = (int)ceil((margin + (bottom - top) * d->scale) / NEAR_STEP) *
		 NEAR_STEP;
	/* as many rows as have room, those below first */
	room = (height - margin) / d->scale - (bottom - top);
	more = (int)(room / SCENE_SQUARE) * SCENE_SQUARE;
	bottom += more;
	if (bottom > s->h) {
		top -= bottom - s->h;
		bottom = s->h;
	}
	if (top < 0)
		top = 0;
	d->left = margin - left * d->scale;
	d->top = margin - top * d->scale;
	*x1 = (right - left) * d->scale;
	*y1 = (bottom - top) * d->scale;
	return height;
}

static void draw_squares_near(struct drawing *d, double wide, double high)
{
	struct grid_board_frame f = floor_frame(d);
	double margin = NEAR_MARGIN;

	canvas_few_colours(d->c);
	canvas_clip(d->c, margin, margin, wide, high);
	draw_floor(d);
	canvas_clip(d->c, margin, 0, wide, margin);
	grid_board_draw_names(&f, margin / 2, -1);
	canvas_clip(d->c, 0, margin, margin, high);
	grid_board_draw_names(&f, -1, margin / 2);
	canvas_clip(d->c, 0, 0, 0, 0);
}

/* from where len are shown of what is from a to b, whole inches, on the board
 */
static int32_t inch_before(int32_t a, int32_t b, int32_t len, int32_t most)
{
	int32_t from = (int32_t)lround((a + b - len) / 200.0) * 100;

	from = from + len > most ? (most - len + 99) / 100 * 100 : from;
	return from < 0 ? 0 : from;
}

/*
 * A part of an open board, in one of a few sizes and from a whole inch on, so
 * that figures look as in other pictures. Gives the height of this one.
 */
static int inches_near(struct drawing *d, struct box *part)
{
	/* pixels of an inch */
	static const int sizes[] = { 38, 32, 27, 23, 20, 17, 15, 13 };
	const struct scene *s = d->s;
	int inch, height, i = 0;
	int32_t wide, high;

	wide = part->x1 - part->x0;
	while (i + 1 < (int)ARRAY_LEN(sizes) &&
	       wide * sizes[i] > 100 * PICTURE_NEAR_WIDTH)
		i++;
	inch = sizes[i];
	height = (int)lround((part->y1 - part->y0) * inch / 100.0 / NEAR_STEP) *
		 NEAR_STEP;
	wide = 100 * PICTURE_NEAR_WIDTH / inch;
	high = 100 * height / inch;
	part->x0 = inch_before(part->x0, part->x1, wide, s->w);
	part->x1 = part->x0 + wide;
	part->y0 = inch_before(part->y0, part->y1, high, s->h);
	part->y1 = part->y0 + high;
	d->scale = inch / 100.0;
	d->left = -part->x0 * d->scale;
	d->top = round(height - (s->h - part->y0) * d->scale);
	return height;
}

enum err picture_near(struct buf *out, const struct scene *s,
		      struct pictures *kept, struct why *why)
{
	struct drawing d = { .s = s, .k = 1.1, .around = 1.1, .lost = true };
	int width = PICTURE_NEAR_WIDTH;
	double wide = 0, high = 0;
	struct box part;
	int height;
	enum err e;

	if (!scene_near(s, &part))
		return ERR_OK;
	if (s->floor) {
		height = squares_near(&d, &part, &wide, &high);
	} else {
		height = inches_near(&d, &part);
	}
	d.wide = s->w * d.scale;
	d.high = s->h * d.scale;
	d.c = canvas_make(width, height, PAPER);
	if (s->floor) {
		draw_squares_near(&d, wide, high);
	} else {
		draw_board(&d);
		draw_near_rulers(&d, &part);
	}
	e = canvas_png(d.c, kept, out, why);
	canvas_release(d.c);
	return e;
}

enum err picture_svg(struct buf *out, const struct scene *s, int width,
		     const char *prefix, struct why *why)
{
	struct canvas *c = draw(s, width, PICTURE_READ_HERE, why);
	enum err e = c ? canvas_svg(c, prefix, out, why) : ERR_TOO_LARGE;

	if (c)
		canvas_release(c);
	return e;
}
