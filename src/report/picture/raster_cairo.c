/*
 * src/report/picture/raster_cairo.c - paints strokes by cairo; no other file
 * uses cairo. The last KEPT grounds of boards are cached (ground_of).
 */
#include "base/xalloc.h"
#include "report/picture/png_write.h"
#include "report/picture/stroke.h"
#include <cairo.h>
#include <stdlib.h>
#include "report/picture/raster_cairo.inc"

enum { KEPT = 6, TEXT_MAX = 512, SKETCH_MAX = 32 << 20 };

struct pictures {
	bool sketched; /* painted elsewhere: no ground is kept */
	int next;      /* to be replaced */
	struct ground {
		struct buf strokes; /* that made it */
		cairo_surface_t *surface;
	} v[KEPT];
};

struct pictures *pictures_make(void)
{
	struct pictures *p = xalloc_check(calloc(1, sizeof(*p)));

	for (int i = 0; i < KEPT; i++)
		buf_init(&p->v[i].strokes, SKETCH_MAX);
	return p;
}

struct pictures *pictures_sketched(void)
{
	struct pictures *p = pictures_make();

	p->sketched = true;
	return p;
}

void pictures_release(struct pictures *p)
{
	for (int i = 0; p && i < KEPT; i++) {
		buf_release(&p->v[i].strokes);
		if (p->v[i].surface)
			cairo_surface_destroy(p->v[i].surface);
	}
	free(p);
}

/* -- strokes ---------------------------------------------------------------*/

static void raster_cairo_colour(cairo_t *cr, uint32_t argb)
{
	cairo_set_source_rgba(cr, (argb >> 16 & 255) / 255.0,
			      (argb >> 8 & 255) / 255.0, (argb & 255) / 255.0,
			      (argb >> 24) / 255.0);
}

static void raster_cairo_trace(cairo_t *cr, const struct step *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		switch ((enum step_kind)s[i].kind) {
		case STEP_MOVE: cairo_move_to(cr, s[i].x, s[i].y); break;
		case STEP_LINE: cairo_line_to(cr, s[i].x, s[i].y); break;
		case STEP_CLOSE: cairo_close_path(cr); break;
		case STEP_CURVE:
			if (i + 2 >= n)
				return;
			cairo_curve_to(cr, s[i].x, s[i].y, s[i + 1].x,
				       s[i + 1].y, s[i + 2].x, s[i + 2].y);
			i += 2;
			break;
		}
}

static void paint_path(cairo_t *cr, const struct stroke *s, const void *body)
{
	double dash = (double)s->w;

	raster_cairo_trace(cr, body, s->size / sizeof(struct step));
	if (s->fill >> 24) {
		raster_cairo_colour(cr, s->fill);
		cairo_fill_preserve(cr);
	}
	if (s->ink >> 24 && s->r > 0) {
		raster_cairo_colour(cr, s->ink);
		cairo_set_line_width(cr, (double)s->r);
		cairo_set_dash(cr, &dash, dash > 0 ? 1 : 0, 0);
		cairo_stroke_preserve(cr);
	}
	cairo_new_path(cr);
}

static void paint_text(cairo_t *cr, const struct stroke *s, const void *body)
{
	char text[TEXT_MAX + 1];
	size_t n = s->size < TEXT_MAX ? s->size : TEXT_MAX;
	cairo_text_extents_t e;
	double x;

	memcpy(text, body, n);
	/* not in the middle of a letter */
	while (n < s->size && n && ((unsigned char)text[n - 1] & 0xc0) == 0x80)
		n--;
	text[n] = 0;
	cairo_set_font_size(cr, (double)s->r);
	cairo_text_extents(cr, text, &e);
	x = (double)s->x - (s->align == CANVAS_LEFT     ? 0
			    : s->align == CANVAS_CENTRE ? e.x_advance / 2
							: e.x_advance);
	/* capitals of DejaVu are 0.73 of the size */
	cairo_move_to(cr, x, (double)s->y + (double)s->r * 0.365);
	if (s->ink >> 24) {
		cairo_text_path(cr, text);
		raster_cairo_colour(cr, s->ink);
		cairo_set_line_width(cr, 3);
		cairo_set_dash(cr, NULL, 0, 0);
		cairo_stroke_preserve(cr);
		raster_cairo_colour(cr, s->fill);
		cairo_fill(cr);
	} else {
		raster_cairo_colour(cr, s->fill);
		cairo_show_text(cr, text);
	}
	/* or the next arc would be joined to the end of the text */
	cairo_new_path(cr);
}

static void raster_cairo_paint(cairo_t *cr, const struct stroke *s,
			       const void *body)
{
	switch ((enum stroke_kind)s->kind) {
	case STROKE_PAINT: paint_path(cr, s, body); break;
	case STROKE_TEXT: paint_text(cr, s, body); break;
	case STROKE_CLIP:
		cairo_reset_clip(cr);
		cairo_rectangle(cr, (double)s->x, (double)s->y, (double)s->r,
				(double)s->w);
		if (s->r > 0)
			cairo_clip(cr);
		cairo_new_path(cr);
		break;
	case STROKE_GROUP:
	case STROKE_END: break;
	default: abort();
	}
}

/* -- pictures --------------------------------------------------------------*/

static cairo_t *raster_cairo_painter(cairo_surface_t *surface)
{
	cairo_t *cr = cairo_create(surface);

	if (cairo_status(cr))
		abort();
	/* no eye sees a difference, and it is a quarter faster */
	cairo_set_antialias(cr, CAIRO_ANTIALIAS_FAST);
	cairo_set_tolerance(cr, 0.25);
	cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
	cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD);
	cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_BOLD);
	return cr;
}

static void paint_all(cairo_surface_t *on, struct str list)
{
	cairo_t *cr = raster_cairo_painter(on);
	const struct stroke *s;
	const void *body;
	size_t at = 0;

	while ((s = stroke_next(list, &at, &body)))
		raster_cairo_paint(cr, s, body);
	if (cairo_status(cr))
		abort();
	cairo_destroy(cr);
}

static cairo_surface_t *raster_cairo_paper(const struct picture_head *h)
{
	return cairo_image_surface_create(CAIRO_FORMAT_RGB24, h->width,
					  h->height);
}

/* The ground of these strokes; it is kept, painted now or earlier. Strokes
 * begin with the paper, whose size they tell. */
static cairo_surface_t *ground_of(struct pictures *kept,
				  const struct picture_head *h,
				  struct str strokes)
{
	struct ground *g;

	for (int i = 0; i < KEPT; i++)
		if (str_equal(buf_str(&kept->v[i].strokes), strokes))
			return kept->v[i].surface;
	g = &kept->v[kept->next];
	kept->next = (kept->next + 1) % KEPT;
	if (g->surface)
		cairo_surface_destroy(g->surface);
	buf_clear(&g->strokes);
	buf_adds(&g->strokes, strokes);
	g->surface = raster_cairo_paper(h);
	paint_all(g->surface, strokes);
	return g->surface;
}

static bool paint_png(struct pictures *kept, const struct picture *p,
		      struct buf *out)
{
	size_t end = kept ? p->head.ground : 0;
	cairo_surface_t *s;

	calls_load();
	s = raster_cairo_paper(&p->head);
	if (end) {
		struct str ground = { p->strokes.s, end };
		cairo_t *cr = raster_cairo_painter(s);

		cairo_set_source_surface(cr, ground_of(kept, &p->head, ground),
					 0, 0);
		cairo_paint(cr);
		cairo_destroy(cr);
	}
	paint_all(s, (struct str){ p->strokes.s + end, p->strokes.len - end });
	cairo_surface_flush(s);
	png_write(out, p->head.width, p->head.height,
		  (const void *)cairo_image_surface_get_data(s),
		  (size_t)cairo_image_surface_get_stride(s) / 4);
	cairo_surface_destroy(s);
	return !out->full;
}

bool pictures_paint(struct pictures *kept, struct str sketch, struct buf *out)
{
	struct picture p;
	size_t room = sizeof(p.head);

	if (sketch.len <= room)
		return false;
	memcpy(&p.head, sketch.s, room);
	p.strokes = (struct str){ sketch.s + room, sketch.len - room };
	return 0 < p.head.width && p.head.width <= CANVAS_MAX_SIDE &&
	       0 < p.head.height && p.head.height <= CANVAS_MAX_SIDE &&
	       p.head.ground <= p.strokes.len && paint_png(kept, &p, out);
}

enum err canvas_png(struct canvas *c, struct pictures *kept, struct buf *out,
		    struct why *why)
{
	struct picture p = canvas_picture(c);
	bool ok = p.strokes.len;

	if (kept && kept->sketched)
		ok = buf_add(out, &p.head, sizeof(p.head)) &&
		     buf_adds(out, p.strokes) && ok;
	else
		ok = ok && paint_png(kept, &p, out);
	return ok ? ERR_OK : canvas_too_large(c, out, why);
}
