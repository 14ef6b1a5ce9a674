/* src/report/picture/picture.c - draws the pieces of a board and the moves of a
 * turn */
#include "report/picture/picture.h"
#include "report/picture/board.h"
#include "report/picture/token.h"
#include "report/picture/zone_board.h"
#include <math.h>
#include <stdio.h>

enum {
	SIZE = 15, /* of letters: 9 where 600 pixels are shown as 360 */
	RULER = 5  /* inches */
};

static const uint32_t wood = 0xff6b4a2c, white = 0xffffffff, blood = 0xffa3191d,
		      grey = 0xff6b645a, dark_red = 0xff6e1010,
		      green = 0xff1d6a34;

/* -- what happened ---------------------------------------------------------*/

static void draw_trace(const struct board *b, const struct scene_trace *t)
{
	struct spot p[SCENE_MAX_POINTS], tail = spot_of(b, t->tail);
	uint32_t dark = seat_style(t->owner)->dark;
	const struct {
		uint32_t colour;
		double dash;
	} ways[N_SCENE_TRACES] = { [SCENE_PATH] = { dark, 0 },
				   [SCENE_HIT] = { blood, 8 },
				   [SCENE_MISS] = { grey, 3 },
				   [SCENE_MEND] = { green, 8 } };
	double r = t->r * b->scale;

	for (int i = 0; i < t->n; i++)
		p[i] = spot_of(b, t->p[i]);
	if (t->kind == SCENE_FORMATION) {
		canvas_capsule(b->c, p[0].x, p[0].y, p[t->n - 1].x,
			       p[t->n - 1].y, r + 5);
		canvas_paint(b->c, 0x60ffffff & seat_style(t->owner)->light,
			     dark, 1.5, 0);
		return;
	}
	if (t->kind == SCENE_PATH) { /* where it stood, then its way */
		canvas_capsule(b->c, p[0].x, p[0].y, tail.x, tail.y, r);
		canvas_paint(b->c, 0x40ffffff, dark, 1.6, 4);
	}
	for (int i = 0; i + 2 < t->n; i++)
		canvas_line(b->c, p[i].x, p[i].y);
	canvas_arrow(b->c, &(struct canvas_arrow){ p[t->n - 2].x, p[t->n - 2].y,
						   p[t->n - 1].x, p[t->n - 1].y,
						   r, ways[t->kind].colour,
						   ways[t->kind].dash });
}

/* Over the figures: a burst where a blow hit, a cross where one was healed. */
static void draw_marks(const struct board *b)
{
	for (int i = 0; i < b->s->n_traces; i++) {
		const struct scene_trace *t = b->s->trace + i;
		struct spot p = spot_of(b, t->p[t->n - 1]);
		double r = fmax(t->r * b->scale, 8);
		char text[16];

		if (t->kind == SCENE_HIT) {
			double size = t->loss ? 2.4 * b->size : b->size;

			p.x += 0.5 * r + 0.3 * size;
			p.y -= 0.5 * r + 0.3 * size;
			snprintf(text, sizeof(text), "\xe2\x88\x92%d", t->loss);
			canvas_art(b->c, ART_BURST, p.x, p.y, size, 0, 0);
			if (t->loss)
				canvas_text(b->c, p.x, p.y,
					    &(struct canvas_letters){
						    CANVAS_CENTRE, b->size,
						    dark_red, 0 },
					    str_of(text));
		}
		if (t->kind == SCENE_MEND)
			canvas_art(b->c, ART_HEAL, p.x + 0.8 * r,
				   p.y - 0.75 * r, fmax(0.9 * r, 13), 0, green);
	}
}

/* -- figures ---------------------------------------------------------------*/

static void draw_front(const struct board *b, const struct scene_piece *p)
{
	struct spot at = spot_of(b, p->dot);
	double from = p->facing - p->arc / 2.0;
	const struct seat_style *s = seat_style(p->owner);

	canvas_move(b->c, at.x, at.y);
	canvas_arc(b->c, at.x, at.y, 2.15 * p->base.r * b->scale, from,
		   from + p->arc);
	canvas_close(b->c);
	canvas_paint(b->c, 0x42ffffff & s->plain, 0, 0, 0);
}

static bool is_hit(const struct scene *s, const struct scene_piece *p)
{
	for (int i = 0; i < s->n_traces; i++) {
		const struct scene_trace *t = s->trace + i;

		if (t->kind == SCENE_HIT && vec_equal(t->p[t->n - 1], p->dot))
			return true;
	}
	return false;
}

/* At whole pixels: two equal figures take few bytes more than one. */
static void draw_piece(const struct board *b, const struct scene_piece *p)
{
	struct spot at = spot_of(b, p->base.p[0]);
	struct spot back = spot_of(b, p->base.p[p->base.n > 1 ? 1 : 0]);
	double dx = round(at.x) - at.x, dy = round(at.y) - at.y;
	bool rides = p->rider.len > 0;

	canvas_group(b->c, p->label);
	token_draw(b->c, &(struct token){
				 .x = at.x + dx,
				 .y = at.y + dy,
				 .x2 = back.x + dx,
				 .y2 = back.y + dy,
				 .r = p->base.r * b->scale,
				 .owner = p->owner,
				 .emblem = p->emblem,
				 .facing = p->facing,
				 .left = rides ? p->rider_left : p->clicks_left,
				 .wounds = rides ? p->rider_wounds : p->wounds,
				 .actions = p->tokens,
				 .captive = p->holder >= 0,
				 .hit = is_hit(b->s, p) });
	canvas_end(b->c);
}

static void draw_item(const struct board *b, const struct scene_item *i)
{
	struct spot p = spot_of(b, i->at);
	double r = fmax(i->r * b->scale, 7);

	canvas_disc(b->c, p.x, p.y, r);
	canvas_paint(b->c, white, 0xff5b2a78, 1.5, 0);
	canvas_art(b->c, ART_MANA, p.x, p.y, 1.6 * r, 0, 0xff5b2a78);
}

/* -- names on tags ---------------------------------------------------------*/

enum { TAGS_MAX = 2 * (SCENE_MAX_PIECES + SCENE_MAX_ITEMS) };

/* What tags keep clear of: figures, and other tags. */
struct taken {
	int n;
	struct rectangle {
		double x0, y0, x1, y1;
	} v[TAGS_MAX];
};

static double picture_shared(const struct rectangle *a,
			     const struct rectangle *b)
{
	double w = fmin(a->x1, b->x1) - fmax(a->x0, b->x0);
	double h = fmin(a->y1, b->y1) - fmax(a->y0, b->y0);

	return w > 0 && h > 0 ? w * h : 0;
}

static struct rectangle picture_about(double x, double y, double w, double h)
{
	return (struct rectangle){ x - w / 2, y - h / 2, x + w / 2, y + h / 2 };
}

/* On that of eight sides where it hides least; own: its figure's place. */
static void put_tag(const struct board *b, struct vec dot, double r, int owner,
		    struct str label, struct taken *taken, int own)
{
	static const int sides[8][2] = { { 0, 1 },  { 0, -1 }, { 1, 0 },
					 { -1, 0 }, { 1, 1 },  { -1, 1 },
					 { 1, -1 }, { -1, -1 } };
	double w = tag_width(b->size, label), h = 1.2 * b->size, least = 1e9;
	struct spot at = spot_of(b, dot), best = at;
	struct rectangle all = { b->left, b->top,
				 b->left + (b->part.x1 - b->part.x0) * b->scale,
				 b->top +
					 (b->part.y1 - b->part.y0) * b->scale };

	if (at.x < all.x0 || at.x > all.x1 || at.y < all.y0 || at.y > all.y1)
		return;
	for (size_t i = 0; i < ARRAY_LEN(sides); i++) {
		bool beside = sides[i][0] != 0;
		double x = at.x + sides[i][0] * (0.8 * r + w / 2);
		double y =
			at.y + sides[i][1] * (beside ? 0.8 * r : r + 0.3 * h);
		struct rectangle me = picture_about(x, y, w, h);
		double hides =
			4 * (w * h - picture_shared(&me, &all)) + (double)i;

		for (int k = 0; k < taken->n; k++)
			if (k != own)
				hides += picture_shared(&me, taken->v + k);
		if (hides < least) {
			least = hides;
			best = (struct spot){ x, y };
		}
	}
	if (taken->n < TAGS_MAX)
		taken->v[taken->n++] = picture_about(best.x, best.y, w, h);
	tag_draw(b->c, round(best.x), round(best.y), b->size, owner, label);
}

static void draw_tags(const struct board *b)
{
	const struct scene *s = b->s;
	struct taken taken = { 0 };
	char text[32];

	for (int i = 0; i < s->n_pieces; i++) {
		struct spot p = spot_of(b, s->piece[i].dot);
		double r = s->piece[i].base.r * b->scale;

		taken.v[taken.n++] = picture_about(p.x, p.y, 1.7 * r, 1.7 * r);
	}
	canvas_group(b->c, STR(""));
	for (int i = 0; i < s->n_pieces; i++) {
		const struct scene_piece *p = s->piece + i;

		snprintf(text, sizeof(text), "%.*s%s%.*s", STR_ARG(p->rider),
			 p->rider.len && p->label.len ? "/" : "",
			 STR_ARG(p->label));
		put_tag(b, p->dot, p->base.r * b->scale, p->owner, str_of(text),
			&taken, i);
	}
	for (int i = 0; i < s->n_items; i++)
		put_tag(b, s->item[i].at, s->item[i].r * b->scale, SCENE_NOBODY,
			s->item[i].label, &taken, -1);
	canvas_end(b->c);
}

/* -- around the board ------------------------------------------------------*/

static void draw_number(const struct board *b, double x, double y, int n)
{
	char text[16];
	double half;

	snprintf(text, sizeof(text), "%d", n);
	half = canvas_text_width(b->size, str_of(text)) / 2;
	canvas_capsule(b->c, x - half + 3, y, x + half - 3, y, 0.7 * b->size);
	canvas_paint(b->c, 0xff5a4327, 0, 0, 0);
	canvas_text(
		b->c, x, y,
		&(struct canvas_letters){ CANVAS_CENTRE, b->size, white, 0 },
		str_of(text));
}

/* inches along two edges, a frame, and on it each owner's home edge */
static void draw_edges(const struct board *b)
{
	const struct box *p = &b->part;
	double w = (p->x1 - p->x0) * b->scale, h = (p->y1 - p->y0) * b->scale;
	double away = 1.1 * b->size;
	int step = RULER * 100;

	for (int u = (p->x0 / step + 1) * step; u < p->x1; u += step)
		if ((u - p->x0) * b->scale > 2.5 * away)
			draw_number(b, b->left + (u - p->x0) * b->scale,
				    b->top + away, u / 100);
	for (int u = (p->y0 / step + 1) * step; u < p->y1; u += step)
		if ((p->y1 - u) * b->scale > 2.5 * away)
			draw_number(b, b->left + 1.2 * away,
				    b->top + (p->y1 - u) * b->scale, u / 100);
	canvas_box(b->c, b->left + 1.5, b->top + 1.5, w - 3, h - 3);
	canvas_paint(b->c, 0, wood, 3, 0);
	for (int i = 0; i < SCENE_MAX_OWNERS; i++) {
		const struct scene_owner *o = b->s->owner + i;
		bool south = o->side == 0, north = o->side == 2;
		bool west = o->side == 1;

		if (!o->present || o->side < 0 || (south && p->y0 > 0) ||
		    (west && p->x0 > 0) || (north && p->y1 < b->s->h) ||
		    (o->side == 3 && p->x1 < b->s->w))
			continue;
		if (south || north)
			canvas_box(b->c, b->left, b->top + (south ? h - 6 : 0),
				   w, 6);
		else
			canvas_box(b->c, b->left + (west ? 0 : w - 6), b->top,
				   6, h);
		canvas_paint(b->c, seat_style(i)->plain, 0, 0, 0);
	}
}

static void draw_zones(const struct board *b)
{
	for (int i = 0; i < SCENE_MAX_OWNERS; i++) {
		if (!b->s->owner[i].zone.n)
			continue;
		polygon_trace(b, &b->s->owner[i].zone);
		canvas_paint(b->c, 0x30ffffff & seat_style(i)->plain,
			     seat_style(i)->dark, 1.6, 5);
	}
}

static void draw_board(const struct board *b)
{
	const struct scene *s = b->s;

	if (s->floor)
		grid_board_draw(b);
	else
		ground_draw(b);
	canvas_ground(b->c);
	canvas_clip(b->c, b->left, b->top, (b->part.x1 - b->part.x0) * b->scale,
		    (b->part.y1 - b->part.y0) * b->scale);
	if (s->floor)
		grid_board_things(b);
	draw_zones(b);
	for (int i = 0; i < s->n_pieces; i++)
		if (s->piece[i].holder < 0)
			draw_front(b, s->piece + i);
	for (int i = 0; i < s->n_traces; i++)
		draw_trace(b, s->trace + i);
	for (int i = 0; i < s->n_items; i++)
		draw_item(b, s->item + i);
	if (!s->floor) {
		ground_names(b);
		draw_edges(b);
	}
	for (int i = 0; i < s->n_pieces; i++)
		draw_piece(b, s->piece + i);
	draw_marks(b);
	draw_tags(b);
	canvas_clip(b->c, 0, 0, 0, 0);
	if (s->floor)
		grid_board_rulers(b);
}

/* Where the part is in a picture of this width; gives its height. */
static double picture_frame(struct board *b, int width)
{
	double wide = b->part.x1 - b->part.x0, room = width;

	if (b->s->floor) { /* whole pixels, and names in the margin */
		double margin = 1.6 * b->size;
		double square = floor((width - margin) / wide * SCENE_SQUARE);

		b->scale = square / SCENE_SQUARE;
		b->left =
			margin + floor((width - margin - wide * b->scale) / 2);
		b->top = margin;
	} else {
		b->scale = room / wide;
	}
	return ceil(b->top + (b->part.y1 - b->part.y0) * b->scale);
}

static double picture_letters(int width)
{
	return fmax(SIZE, SIZE * width / (double)PICTURE_WIDTH);
}

/* Longer parts are made wider, so that no picture is much higher than wide. */
static void picture_widen(const struct scene *s, struct box *part)
{
	int32_t wide = part->x1 - part->x0, high = part->y1 - part->y0;
	int32_t want = high < s->w ? high : s->w;

	if (wide >= want)
		return;
	part->x0 = (part->x0 + part->x1 - want) / 2;
	part->x0 = part->x0 < 0 ? 0 : part->x0;
	if (part->x0 + want > s->w)
		part->x0 = s->w - want;
	part->x1 = part->x0 + want;
}

/* To be released; NULL: it is too large. */
static struct canvas *picture_draw(const struct scene *s, struct box part,
				   int width, double size, struct why *why)
{
	struct board b = { .s = s, .part = part, .size = size };
	double height = picture_frame(&b, width);

	if (height > CANVAS_MAX_SIDE) {
		why_set(why, ERR_TOO_LARGE,
			"a picture %.0f pixels high is too large", height);
		return NULL;
	}
	b.c = canvas_make(width, (int)height, 0xff2b2622);
	draw_board(&b);
	return b.c;
}

static enum err as_png(struct canvas *c, struct buf *out, struct pictures *kept,
		       struct why *why)
{
	enum err e = c ? canvas_png(c, kept, out, why) : ERR_TOO_LARGE;

	if (c)
		canvas_release(c);
	return e;
}

enum err picture_render(struct buf *out, const struct scene *s, int width,
			struct pictures *kept, struct why *why)
{
	struct box part = scene_used(s);

	assert(PICTURE_MIN_WIDTH <= width && width <= PICTURE_MAX_WIDTH);
	if (s->zones)
		return as_png(zone_board_draw(s, width, picture_letters(width),
					      false, why),
			      out, kept, why);
	if (!s->floor)
		picture_widen(s, &part);
	return as_png(picture_draw(s, part, width, picture_letters(width), why),
		      out, kept, why);
}

/* whole squares */
static void round_part(const struct scene *s, struct box *p)
{
	if (!s->floor)
		return;
	p->x0 -= p->x0 % SCENE_SQUARE;
	p->y0 -= p->y0 % SCENE_SQUARE;
	p->x1 = (p->x1 + SCENE_SQUARE - 1) / SCENE_SQUARE * SCENE_SQUARE;
	p->y1 = (p->y1 + SCENE_SQUARE - 1) / SCENE_SQUARE * SCENE_SQUARE;
}

enum err picture_near(struct buf *out, const struct scene *s,
		      struct pictures *kept, struct why *why)
{
	struct box part;

	if (!scene_near(s, &part))
		return ERR_OK;
	round_part(s, &part);
	return as_png(picture_draw(s, part, PICTURE_WIDTH, SIZE, why), out,
		      kept, why);
}

enum err picture_svg(struct buf *out, const struct scene *s, int width,
		     const char *prefix, struct why *why)
{
	struct box all = { 0, 0, s->w, s->h };
	struct canvas *c = s->zones ? zone_board_draw(s, width, SIZE, true, why)
				    : picture_draw(s, all, width, SIZE, why);
	enum err e = c ? canvas_svg(c, prefix, out, why) : ERR_TOO_LARGE;

	if (c)
		canvas_release(c);
	return e;
}

/* -- from a picture to the board -------------------------------------------*/

bool picture_at(const struct scene *s, int width, double x, double y,
		struct vec *out)
{
	struct board b = { .s = s, .part = { 0, 0, s->w, s->h }, .size = SIZE };

	if (s->zones || s->floor || s->w <= 0)
		return false;
	picture_frame(&b, width);
	*out = (struct vec){ (int32_t)lround((x - b.left) / b.scale),
			     (int32_t)lround(s->h - (y - b.top) / b.scale) };
	return 0 <= out->x && out->x <= s->w && 0 <= out->y && out->y <= s->h;
}

bool picture_place(const struct scene *s, int width, double x, double y,
		   int *column, int *row)
{
	struct board b = { .s = s, .part = { 0, 0, s->w, s->h }, .size = SIZE };

	if (s->zones)
		return zone_board_at(s, width, x, y, column, row);
	if (!s->floor || s->w <= 0)
		return false;
	picture_frame(&b, width);
	x = floor((x - b.left) / b.scale / SCENE_SQUARE);
	y = floor((y - b.top) / b.scale / SCENE_SQUARE);
	*column = (int)x + s->floor->first_column;
	*row = (int)y + s->floor->first_row;
	return 0 <= x && x < s->floor->columns && 0 <= y && y < s->floor->rows;
}

bool picture_spot(const struct scene *s, int width, struct vec p, double *x,
		  double *y, double *scale)
{
	struct board b = { .s = s, .part = { 0, 0, s->w, s->h }, .size = SIZE };

	if (s->zones || s->w <= 0)
		return false;
	picture_frame(&b, width);
	*x = b.left + p.x * b.scale;
	*y = b.top + (s->h - p.y) * b.scale;
	*scale = b.scale;
	return true;
}

bool picture_cell(const struct scene *s, int width, int column, int row,
		  double out[4])
{
	struct board b = { .s = s, .part = { 0, 0, s->w, s->h }, .size = SIZE };

	if (s->zones)
		return zone_board_cell(s, width, column, row, out);
	if (!s->floor || s->w <= 0)
		return false;
	picture_frame(&b, width);
	column -= s->floor->first_column;
	row -= s->floor->first_row;
	out[2] = out[3] = SCENE_SQUARE * b.scale;
	out[0] = b.left + column * out[2];
	out[1] = b.top + row * out[2];
	return 0 <= column && column < s->floor->columns && 0 <= row &&
	       row < s->floor->rows;
}
