/*
 * src/report/picture/svg.c - writes a picture as SVG. Each thing on the board
 * is a group with a name, so that scripts and screen readers find it. There is
 * neither a style attribute nor anything remote in it.
 */
#include "report/picture/stroke.h"
#include "report/text/template.h"
#include <math.h>

/* A tenth of a pixel: no eye sees more, and every machine writes the same. */
static void svg_number(struct buf *out, double v)
{
	long tenths = lround(v * 10);
	long size = tenths < 0 ? -tenths : tenths;

	if (tenths < 0)
		buf_addc(out, '-');
	buf_addi(out, size / 10);
	if (size % 10) {
		buf_addc(out, '.');
		buf_addi(out, size % 10);
	}
}

static void svg_attribute(struct buf *out, const char *name, float v)
{
	buf_addc(out, ' ');
	buf_addz(out, name);
	buf_addz(out, "=\"");
	svg_number(out, (double)v);
	buf_addc(out, '"');
}

static void svg_colour(struct buf *out, const char *name, uint32_t argb)
{
	buf_addf(out, " %s=\"#%06x\"", name, (unsigned)argb & 0xffffff);
	if (argb >> 24 < 255)
		buf_addf(out, " %s-opacity=\".%02u\"", name,
			 (unsigned)(argb >> 24) * 100 / 255);
}

static void svg_outline(struct buf *out, const struct stroke *s, float width)
{
	svg_colour(out, "stroke", s->ink);
	svg_attribute(out, "stroke-width", width);
}

static void write_paint(struct buf *out, const struct stroke *s,
			const void *body)
{
	static const char letters[] = "MLCZ";
	const struct step *p = body;
	size_t n = s->size / sizeof(*p);

	buf_addz(out, "<path d=\"");
	for (size_t i = 0; i < n; i++) {
		bool more = i && p[i].kind == STEP_CURVE &&
			    p[i - 1].kind == STEP_CURVE;

		buf_addc(out, more ? ' ' : letters[p[i].kind]);
		if (p[i].kind == STEP_CLOSE)
			continue;
		svg_number(out, (double)p[i].x);
		buf_addc(out, ' ');
		svg_number(out, (double)p[i].y);
	}
	buf_addc(out, '"');
	if (s->fill >> 24)
		svg_colour(out, "fill", s->fill);
	else
		buf_addz(out, " fill=\"none\"");
	if (s->ink >> 24 && s->r > 0) {
		svg_outline(out, s, s->r);
		if (s->w > 0)
			svg_attribute(out, "stroke-dasharray", s->w);
	}
	buf_addz(out, "/>");
}

static void write_text(struct buf *out, const struct stroke *s,
		       const void *body)
{
	static const char *const anchors[] = { NULL, "middle", "end" };

	buf_addz(out, "<text");
	svg_attribute(out, "x", s->x);
	/* capitals of DejaVu are 0.73 of the size */
	svg_attribute(out, "y", s->y + s->r * 0.365f);
	svg_attribute(out, "font-size", s->r);
	if (anchors[s->align])
		buf_addf(out, " text-anchor=\"%s\"", anchors[s->align]);
	svg_colour(out, "fill", s->fill);
	if (s->ink >> 24) {
		svg_outline(out, s, 3);
		buf_addz(out, " paint-order=\"stroke\"");
	}
	buf_addc(out, '>');
	template_escape(out, TEMPLATE_HTML, (struct str){ body, s->size });
	buf_addz(out, "</text>");
}

static void write_clip(struct buf *out, const struct stroke *s,
		       const char *prefix, int number_of_it)
{
	buf_addf(out, "<clipPath id=\"%sc%d\"><rect", prefix, number_of_it);
	svg_attribute(out, "x", s->x);
	svg_attribute(out, "y", s->y);
	svg_attribute(out, "width", s->r);
	svg_attribute(out, "height", s->w);
	buf_addf(out, "/></clipPath><g clip-path=\"url(#%sc%d)\">", prefix,
		 number_of_it);
}

/* of a thing, or of the names of all */
static void write_group(struct buf *out, struct str label)
{
	if (!label.len) {
		buf_addz(out, "<g class=\"tags\">");
		return;
	}
	buf_addz(out, "<g data-label=\"");
	template_escape(out, TEMPLATE_HTML, label);
	buf_addz(out, "\">");
}

enum err canvas_svg(struct canvas *c, const char *prefix, struct buf *out,
		    struct why *why)
{
	struct picture p = canvas_picture(c);
	const struct stroke *s;
	const void *body;
	bool clipped = false;
	size_t at = 0;
	int n_clips = 0;

	buf_addf(out,
		 "<svg xmlns=\"http://www.w3.org/2000/svg\" "
		 "viewBox=\"0 0 %d %d\" font-family=\"DejaVu Sans, Verdana, "
		 "sans-serif\" font-weight=\"bold\" fill-rule=\"evenodd\" "
		 "stroke-linejoin=\"round\">",
		 (int)p.head.width, (int)p.head.height);
	while ((s = stroke_next(p.strokes, &at, &body))) {
		if (s->kind == STROKE_PAINT)
			write_paint(out, s, body);
		else if (s->kind == STROKE_TEXT)
			write_text(out, s, body);
		else if (s->kind == STROKE_GROUP)
			write_group(out, (struct str){ body, s->size });
		else if (s->kind == STROKE_END)
			buf_addz(out, "</g>");
		if (s->kind != STROKE_CLIP)
			continue;
		if (clipped)
			buf_addz(out, "</g>");
		clipped = s->r > 0;
		if (clipped)
			write_clip(out, s, prefix, n_clips++);
	}
	buf_addz(out, clipped ? "</g></svg>" : "</svg>");
	return !p.strokes.len || out->full ? canvas_too_large(c, out, why)
					   : ERR_OK;
}
