/* src/report/picture/token.c */
#include "report/picture/token.h"
#include <math.h>

enum { MAX_NOTCHES = 24, UNKNOWN_NOTCHES = 12 };

static const uint32_t rim = 0xff1c1712, white = 0xffffffff, blood = 0xffc1121f;

/* From the fifth seat on the same again, with a white rim. */
const struct seat_style *seat_style(int owner)
{
	static const struct seat_style styles[] = {
		{ ART_PLATE_A, 0xff1e5aa8, 0xff123b73, 0xffa9d0ff, 0xffffffff },
		{ ART_PLATE_B, 0xfff0a51e, 0xff7a4a00, 0xffffe3a3, 0xff2a1900 },
		{ ART_PLATE_C, 0xff58c9b9, 0xff0f5d55, 0xffd7fff8, 0xff06302b },
		{ ART_PLATE_D, 0xff8c1d4f, 0xff560c2e, 0xffffb8d6, 0xffffffff },
		{ ART_PLATE_M, 0xffe9e1cf, 0xff26211b, 0xfffff8e8, 0xff26211b },
	};

	assert(0 <= owner && owner <= SCENE_NOBODY);
	return owner == SCENE_NOBODY ? styles + 4 : styles + owner % 4;
}

/* notches of the dial, from..to of n, beginning at the north */
static void token_notches(struct canvas *c, const struct token *t, int from,
			  int to, int n)
{
	double each = 360.0 / n, gap = n > 14 ? 2.5 : 4;

	for (int i = from; i < to; i++) {
		double a = (i * each + gap / 2) * 0.0174533;

		canvas_move(c, t->x + 0.865 * t->r * sin(a),
			    t->y - 0.865 * t->r * cos(a));
		canvas_arc(c, t->x, t->y, 0.865 * t->r, i * each + gap / 2,
			   (i + 1) * each - gap / 2);
	}
}

/* What is left is full, what is lost is hollow; of others losses alone. */
static void token_dial(struct canvas *c, const struct token *t)
{
	const struct seat_style *s = seat_style(t->owner);
	int lost = t->wounds < UNKNOWN_NOTCHES ? t->wounds : UNKNOWN_NOTCHES;
	int n = t->left + t->wounds;

	if (t->left >= 0 && 0 < n && n <= MAX_NOTCHES) {
		token_notches(c, t, 0, t->left, n);
		canvas_paint(c, 0, s->light, 0.17 * t->r, 0);
		return;
	}
	canvas_disc(c, t->x, t->y, 0.865 * t->r);
	canvas_paint(c, 0, s->light & 0x8cffffff, 0.1 * t->r, 0);
	token_notches(c, t, UNKNOWN_NOTCHES - lost, UNKNOWN_NOTCHES,
		      UNKNOWN_NOTCHES);
	canvas_paint(c, 0, blood, 0.22 * t->r, 0);
}

static bool is_crippled(const struct token *t)
{
	return t->left >= 0 ? t->left + t->wounds > 1 && t->wounds >= t->left
			    : t->wounds >= 4;
}

void token_draw(struct canvas *c, const struct token *t)
{
	const struct seat_style *s = seat_style(t->owner);
	double r = t->r;
	bool small = r < 12; /* of a board as a whole: no dial */

	canvas_capsule(c, t->x + 0.09 * r, t->y + 0.16 * r, t->x2 + 0.09 * r,
		       t->y2 + 0.16 * r, 1.03 * r);
	canvas_paint(c, 0x52281a0a, 0, 0, 0);
	canvas_capsule(c, t->x, t->y, t->x2, t->y2, r);
	canvas_paint(c, t->captive ? 0 : s->dark, t->hit ? blood : rim,
		     t->hit ? 0.3 * r : 1, t->captive ? 3 : 0);
	if (t->owner >= 4 && t->owner != SCENE_NOBODY) {
		canvas_disc(c, t->x, t->y, 0.98 * r);
		canvas_paint(c, 0, white, 1.5, 0);
	}
	if (t->facing >= 0)
		canvas_art(c, ART_PROW, t->x, t->y, 2.4 * r, t->facing,
			   s->light);
	if (!small)
		token_dial(c, t);
	canvas_art(c, s->plate, t->x, t->y, (small ? 2.1 : 1.68) * r, 0,
		   s->plain);
	canvas_art(c, t->emblem, t->x, t->y - 0.05 * r,
		   (small ? 1.3 : 1.02) * r, 0, s->mark);
	if (is_crippled(t))
		canvas_art(c, ART_CRACK, t->x, t->y, 2 * r, 0, 0);
	for (int i = 0; i < t->actions && i < 2; i++) {
		canvas_disc(c, t->x + 0.78 * r, t->y + (0.42 * i - 0.78) * r,
			    0.25 * r);
		canvas_paint(c, 0xffffd84d, 0xff4a3000, 1.2, 0);
	}
	if (!t->captive)
		return;
	canvas_disc(c, t->x - 0.85 * r, t->y - 0.85 * r, 0.4 * r);
	canvas_paint(c, white, rim, 1, 0);
	canvas_art(c, ART_CHAIN, t->x - 0.85 * r, t->y - 0.85 * r, 0.7 * r, 0,
		   rim);
}

double tag_width(double size, struct str label)
{
	return canvas_text_width(size, label) + 0.9 * size;
}

void tag_draw(struct canvas *c, double x, double y, double size, int owner,
	      struct str label)
{
	double half = (tag_width(size, label) - 1.1 * size) / 2;

	canvas_capsule(c, x - half, y, x + half, y, 0.57 * size);
	canvas_paint(c, seat_style(owner)->dark, white, 1, 0);
	canvas_text(c, x, y,
		    &(struct canvas_letters){ CANVAS_CENTRE, size, white, 0 },
		    label);
}
