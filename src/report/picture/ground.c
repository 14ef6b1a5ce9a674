/* src/report/picture/ground.c - open ground: grass, woods, hills, water */
#include "report/picture/board.h"
#include <math.h>
#include <stdio.h>

enum { INCH = 100, FINE = 24 /* pixels of an inch: details show */ };

/* What an area looks like: drawings strewn over it, so far apart and so large,
 * in u. */
static const struct look {
	uint32_t fill, ink;
	double width, dash;
	enum art art;
	int n_arts, apart, large;
	double hachures; /* how long, in u */
} looks[N_SCENE_KINDS] = {
	[SCENE_HINDERING] = { 0xffb9c98b, 0xff6f8a4b, 1.6, 5, ART_TREE1, 3, 105,
			      130, 0 },
	[SCENE_BLOCKING] = { 0xffb9ab8f, 0xff5b554e, 2.4, 0, ART_ROCKS, 1, 125,
			     105, 0 },
	[SCENE_ELEVATED] = { 0xffd9c592, 0xffa88d52, 1.2, 0, NO_ART, 0, 0, 0,
			     45 },
	[SCENE_ABRUPT] = { 0xffd9c592, 0xff6b4a2c, 2.6, 0, NO_ART, 0, 0, 0,
			   60 },
	[SCENE_SHALLOW] = { 0xff9cc7e2, 0xff5f9cc8, 1.2, 0, ART_WAVE, 1, 130,
			    70, 0 },
	[SCENE_DEEP] = { 0xff5f9cc8, 0xff2c64b0, 1.8, 0, ART_WAVE, 1, 95, 70,
			 0 },
	[SCENE_WALL] = { 0xffa9a297, 0xff5b554e, 1.4, 0, NO_ART, 0, 0, 0, 0 },
	[SCENE_CONCEALING] = { 0xffcfc3d6, 0xff6d5a86, 1.4, 5, ART_BUSH, 1, 110,
			       70, 0 },
};

/* the same for the same place, on every machine */
static uint32_t ground_chance(int32_t x, int32_t y)
{
	uint32_t h = (uint32_t)x * 0x9e3779b1u ^ (uint32_t)y * 0x85ebca77u;

	h = (h ^ h >> 15) * 0x2c1b3c6du;
	return h ^ h >> 13;
}

void polygon_trace(const struct board *b, const struct polygon *g)
{
	for (int i = 0; i < g->n; i++) {
		struct spot p = spot_of(b, g->v[i]);

		canvas_line(b->c, p.x, p.y);
	}
	canvas_close(b->c);
}

/* tufts, and dots at whole inches; of a whole board every fifth */
static void draw_grass(const struct board *b)
{
	const struct box *p = &b->part;
	bool fine = b->scale * INCH >= FINE;
	int step = fine ? INCH : 5 * INCH;

	canvas_box(b->c, 0, 0, b->left + (p->x1 - p->x0) * b->scale,
		   b->top + (p->y1 - p->y0) * b->scale);
	canvas_paint(b->c, 0xffe6dcb6, 0, 0, 0);
	for (int x = (p->x0 / step) * step; x <= p->x1; x += step) {
		/* a column is one path: a browser draws few paths faster */
		for (int y = (p->y0 / step) * step; y <= p->y1; y += step) {
			struct spot at = spot_of(b, (struct vec){ x, y });
			bool five = x % (5 * INCH) == 0 && y % (5 * INCH) == 0;

			canvas_disc(b->c, round(at.x), round(at.y),
				    five ? 3 : 1.6);
		}
		canvas_paint(b->c, 0xffc3b78a, 0, 0, 0);
		for (int y = (p->y0 / step) * step; fine && y <= p->y1;
		     y += step) {
			struct spot at = spot_of(b, (struct vec){ x, y });
			uint32_t h = ground_chance(x, y);

			if (h % 4 == 0)
				canvas_art(b->c, ART_TUFT, at.x + (h >> 4 & 31),
					   at.y + (h >> 9 & 31), 15, 0, 0);
		}
	}
}

/* Drawings all over an area, but inside it. They have few sizes and begin at
 * whole pixels, because equal drawings deflate to few bytes. */
static void ground_strew(const struct board *b, const struct scene_area *a,
			 const struct look *l)
{
	struct box in = geo_polygon_box(&a->shape);
	/* of a whole board fewer and larger: a mail has little room */
	double few = b->scale * INCH < FINE ? 1.4 : 1.1;
	int apart = (int)(l->apart * few), row = 0;

	for (int y = in.y1 - apart / 3; y > in.y0; y -= apart * 4 / 5, row++)
		for (int x = in.x0 + apart / (row % 2 ? 1 : 2); x < in.x1;
		     x += apart) {
			uint32_t h = ground_chance(x, y);
			struct vec v = { x + (int)(h % 31) - 15,
					 y + (int)(h / 31 % 31) - 15 };
			struct spot at = spot_of(b, v);
			enum art art = l->art;

			if (!geo_polygon_has(&a->shape, v))
				continue;
			art += h / 961 % (uint32_t)l->n_arts;
			canvas_art(b->c, art, round(at.x), round(at.y),
				   round(l->large * few * b->scale *
					 (0.85 + h / 2883 % 3 * 0.15)),
				   0, 0);
		}
}

/* short lines across the edge, downhill */
static void draw_hachures(const struct board *b, const struct polygon *g,
			  const struct look *l)
{
	double long_by = (geo_polygon_area2(g) > 0 ? -1 : 1) * l->hachures;

	for (int i = 0; i < g->n; i++) {
		struct spot p = spot_of(b, g->v[i]);
		struct spot q = spot_of(b, g->v[(i + 1) % g->n]);
		double len = hypot(q.x - p.x, q.y - p.y);
		double nx = (q.y - p.y) / len * long_by * b->scale;
		double ny = (p.x - q.x) / len * long_by * b->scale;

		for (double t = 4; len > 1 && t < len; t += 8) {
			double x = p.x + (q.x - p.x) * t / len;
			double y = p.y + (q.y - p.y) * t / len;

			canvas_move(b->c, x, y);
			canvas_line(b->c, x - nx, y - ny);
		}
	}
	canvas_paint(b->c, 0, l->ink, l->width / 1.2, 0);
}

/* joints of stones: across along the longest side, one row along it */
static void draw_stones(const struct board *b, const struct polygon *g)
{
	int at = 0, n = g->n;
	double best = 0;

	for (int i = 0; i < n; i++) {
		double d2 = (double)geo_dist2(g->v[i], g->v[(i + 1) % n]);

		if (d2 > best) {
			best = d2;
			at = i;
		}
	}
	for (double t = 0.25; n == 4 && t < sqrt(best) / 35; t += 1) {
		struct spot p[4];
		double u = t * 35 / sqrt(best);

		for (int k = 0; k < 4; k++)
			p[k] = spot_of(b, g->v[(at + k) % 4]);
		canvas_move(b->c, p[0].x + (p[1].x - p[0].x) * u,
			    p[0].y + (p[1].y - p[0].y) * u);
		canvas_line(b->c, p[3].x + (p[2].x - p[3].x) * u,
			    p[3].y + (p[2].y - p[3].y) * u);
	}
	canvas_paint(b->c, 0, 0xff5b554e, 1, 0);
}

static void draw_stairs(const struct board *b, const struct segment *s)
{
	struct spot p = spot_of(b, s->a), q = spot_of(b, s->b);

	canvas_move(b->c, p.x, p.y);
	canvas_line(b->c, q.x, q.y);
	canvas_paint(b->c, 0, 0xfffff8e8, 9, 0);
	canvas_move(b->c, p.x, p.y);
	canvas_line(b->c, q.x, q.y);
	canvas_paint(b->c, 0, 0xff6b4a2c, 9, 2.5);
}

static void draw_area(const struct board *b, const struct scene_area *a)
{
	const struct look *l = looks + a->kind;
	struct board shadow = *b;

	canvas_group(b->c, a->label);
	if (l->hachures > 0 || a->kind == SCENE_WALL) {
		shadow.left += 3;
		shadow.top += 5;
		polygon_trace(&shadow, &a->shape);
		canvas_paint(b->c, 0x40281a0a, 0, 0, 0);
	}
	polygon_trace(b, &a->shape);
	canvas_paint(b->c, l->fill, l->ink, l->width, l->dash);
	if (l->art)
		ground_strew(b, a, l);
	if (l->hachures > 0)
		draw_hachures(b, &a->shape, l);
	if (a->kind == SCENE_WALL)
		draw_stones(b, &a->shape);
	for (int i = 0; i < a->n_stairs; i++)
		draw_stairs(b, a->stairs + i);
	canvas_end(b->c);
}

void ground_draw(const struct board *b)
{
	draw_grass(b);
	for (int i = 0; i < b->s->n_areas; i++)
		draw_area(b, b->s->area + i);
}

/* below its middle, as far as it is in the picture */
void ground_names(const struct board *b)
{
	for (int i = 0; i < b->s->n_areas; i++) {
		const struct scene_area *a = b->s->area + i;
		struct box in = geo_polygon_box(&a->shape);
		struct spot p;
		char text[80];

		if (in.x1 < b->part.x0 + 20 || in.x0 > b->part.x1 - 20 ||
		    in.y1 < b->part.y0 + 20 || in.y0 > b->part.y1 - 20)
			continue;
		snprintf(text, sizeof(text), "%.*s", STR_ARG(a->label));
		if (b->scale * INCH >= FINE)
			snprintf(text, sizeof(text), "%.*s %.*s",
				 STR_ARG(a->label),
				 STR_ARG(b->s->area_word[a->kind]));
		p = spot_of(b, (struct vec){ (in.x0 + in.x1) / 2, in.y0 });
		p.y -= 0.2 * b->size;
		p.x = fmin(
			fmax(p.x,
			     canvas_text_width(b->size, str_of(text)) / 2 + 6),
			b->left + (b->part.x1 - b->part.x0) * b->scale -
				canvas_text_width(b->size, str_of(text)) / 2 -
				6);
		p.y = fmin(fmax(p.y, b->size),
			   b->top + (b->part.y1 - b->part.y0) * b->scale -
				   b->size);
		canvas_text(b->c, p.x, p.y,
			    &(struct canvas_letters){ CANVAS_CENTRE, b->size,
						      0xff231a12, 0xfff1e4bd },
			    str_of(text));
	}
}
