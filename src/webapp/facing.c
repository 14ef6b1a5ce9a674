/*
 * src/webapp/facing.c - turns a figure that is touched, and moves a formation.
 */
#include "webapp/touch.h"
#include "auth/sign.h"
#include "report/picture/picture.h"
#include "engine/common.h"
#include "base/parse.h"
#include <math.h>

enum { CIRCLE = 360, FACE_STEP = 5, COMPASS = 8, TENTHS = 10 };

/* The piece as it stands after that order. */
static struct scene_piece piece_after(const struct touch *t,
				      const struct decision *d)
{
	struct scene_piece after = *t->piece;
	const struct scene_piece *p;
	struct dry_run run;

	dry_run_begin(&run, trials_init(&session_room()->trials),
		      hand.kind->rules, t->now->state);
	if (dry_run_do(&run, hand.seat, d)) {
		p = touch_piece(touch_scene(run.run.state), t->label);
		if (p)
			after = *p;
	}
	dry_run_end(&run);
	return after;
}

/* Degrees clockwise from north, from the piece to a place of the picture. */
static bool bearing_to(const struct touch *t, const struct scene_piece *from,
		       double x, double y, int *degrees)
{
	const double half = CIRCLE / 2.0 / 3.14159265358979323846;
	const struct floor *f = t->scene->floor;
	double east, north;
	int column, row;
	struct vec p;

	if (f) {
		if (!picture_place(t->scene, show_width(), x, y, &column, &row))
			return false;
		east = column - f->first_column - from->dot.x / SCENE_SQUARE;
		north = f->rows - 1 - from->dot.y / SCENE_SQUARE -
			(row - f->first_row);
	} else if (picture_at(t->scene, show_width(), x, y, &p)) {
		east = p.x - from->dot.x;
		north = p.y - from->dot.y;
	} else {
		return false;
	}
	*degrees = (int)lround(atan2(east, north) * half + CIRCLE) % CIRCLE;
	return east != 0 || north != 0;
}

/* The same order, looking there. */
static bool with_face(const struct touch *t, const struct decision *d,
		      int degrees, struct decision *out)
{
	int face = touch_tag("face"), fig = touch_tag("face_fig");
	struct decision_arg a;

	if (face < 0)
		return false;
	decision_start(out, d->kind);
	for (int at = 0; decision_next(d, at, &a); at = a.next)
		if (a.tag != face && a.tag != fig)
			decision_add(out, a.tag, a.w, a.n);
	degrees = t->scene->floor
			  ? (degrees * COMPASS + CIRCLE / 2) / CIRCLE % COMPASS
			  : (degrees + FACE_STEP / 2) / FACE_STEP * FACE_STEP %
				    CIRCLE;
	decision_add_int(out, face, degrees);
	return touch_works(t, out);
}

/* Orders that only turn, the first that can be given. */
static bool turn_to(const struct touch *t, int degrees, struct decision *out)
{
	static const char *const kinds[] = { "turn", "free_spin", "spin" };
	const struct decision_schema *s = &hand.kind->rules->decisions;
	int32_t who = 0;

	for (int i = 0; i < t->n; i++)
		if (touch_is(t, t->v[i].actor))
			who = t->v[i].actor;
	for (size_t i = 0; who && i < ARRAY_LEN(kinds); i++)
		for (int k = 0; k < s->n_kinds; k++) {
			struct decision d;

			if (strcmp(s->kinds[k].name, kinds[i]) != 0)
				continue;
			decision_start(&d, DECISION_FIRST_OWN + k);
			decision_add_int(&d, touch_tag("fig"), who);
			if (with_face(t, &d, degrees, out))
				return true;
		}
	return false;
}

const char *touch_turns(const struct touch *t)
{
	struct decision d;

	/* it may look there already */
	for (int degrees = 0; t->piece && degrees < CIRCLE;
	     degrees += CIRCLE / 2)
		if (turn_to(t, degrees, &d))
			return touch_kind(d.kind);
	return "";
}

int page_face(size_t len, int x, int y)
{
	struct decision aimed, d;
	struct scene_piece from;
	struct str order;
	struct touch t;
	int degrees;
	bool had;

	if (!touch_begin(&t, len, &order) || !t.scene || !t.piece)
		return page_end(1);
	had = order.len &&
	      touch_line_read(arena_printf(&page.tmp, "%.*s", STR_ARG(order)),
			      &aimed);
	from = had ? piece_after(&t, &aimed) : *t.piece;
	if (!bearing_to(&t, &from, (double)x / TENTHS, (double)y / TENTHS,
			&degrees))
		return page_end(1);
	if (!(had && with_face(&t, &aimed, degrees, &d)) &&
	    !turn_to(&t, degrees, &d))
		return page_end(1);
	order = session_order(&d);
	buf_addc(&page.said, '{');
	page_text("order", order);
	page_number("short", 0);
	touch_ghost_write(&t, &d);
	buf_addc(&page.said, '}');
	return page_end(!order.len);
}

/* Formations ----------------------------------------------------------------
 */

/* The labels of a line, as members; the first one is t->label then. */
static bool members_read(struct touch *t, struct decision *out, int kind)
{
	struct str rest = t->label;
	int n = 0;

	decision_start(out, kind);
	while (rest.len) {
		struct str label = rest;

		for (label.len = 0;
		     label.len < rest.len && rest.s[label.len] != ' ';)
			label.len++;
		rest.s += label.len;
		rest.len -= label.len;
		rest = parse_trim(rest);
		t->label = label;
		for (int i = 0; i < t->n; i++)
			if (touch_is(t, t->v[i].actor)) {
				decision_add_int(out, touch_tag("member"),
						 t->v[i].actor);
				n++;
				break;
			}
		if (n == 1 && !t->piece)
			t->piece = touch_piece(t->scene, label);
	}
	return n > 1 && t->piece;
}

static bool shifted(const struct touch *t, const struct decision *members,
		    int32_t dx, int32_t dy, struct decision *out)
{
	*out = *members;
	decision_add(out, touch_tag("shift"), (int32_t[]){ dx, dy }, 2);
	return touch_works(t, out);
}

int page_form(size_t len, int x, int y)
{
	enum { PARTS = 32 };
	const struct decision_schema *s;
	struct decision members, d;
	struct touch t;
	struct vec to;
	struct str order;
	int kind = 0, part = PARTS;

	if (!touch_begin(&t, len, NULL) || !t.scene)
		return page_end(1);
	s = &hand.kind->rules->decisions;
	for (int k = 0; k < s->n_kinds; k++)
		if (strcmp(s->kinds[k].name, "form") == 0)
			kind = DECISION_FIRST_OWN + k;
	if (!kind || !members_read(&t, &members, kind) ||
	    !picture_at(t.scene, show_width(), (double)x / TENTHS,
			(double)y / TENTHS, &to))
		return page_end(1);
	to.x -= t.piece->dot.x;
	to.y -= t.piece->dot.y;
	while (part && !shifted(&t, &members, to.x * part / PARTS,
				to.y * part / PARTS, &d))
		part--;
	if (!part)
		return page_end(1);
	t.label = t.piece->label;
	order = session_order(&d);
	buf_addc(&page.said, '{');
	page_text("order", order);
	page_number("short", part < PARTS);
	touch_ghost_write(&t, &d);
	buf_addc(&page.said, '}');
	return page_end(!order.len);
}
