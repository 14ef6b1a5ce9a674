/*
 * src/webapp/touch.c - what is touched on the board: who can act, on whom,
 * where to, and the orders for it. Each is tried by the rules of the game.
 */
#include "webapp/touch.h"
#include "auth/sign.h"
#include "webapp/argument_values.h"
#include "webapp/session.h"
#include "report/picture/picture.h"
#include "report/picture/zone_board.h"
#include "report/report_game.h"
#include "engine/common.h"
#include "engine/suggest.h"
#include "base/parse.h"
#include <math.h>
#include <stdlib.h>

enum {
	TENTHS = 10,   /* of a unit of an SVG */
	BEARINGS = 72, /* in which a way is tried */
	HALVINGS = 9,  /* until its length is known */
	GRID = 50,     /* u: steps over a board */
	RUNS = 24,     /* of a row: the rest of it is not lit */
	LABEL_BYTES = 16,
	PER_CENT = 100
};

static struct str label_text(int32_t label)
{
	struct str s;
	struct buf b;

	buf_init(&b, LABEL_BYTES);
	label_render(&b, label);
	s = arena_str(&page.tmp, buf_str(&b));
	buf_release(&b);
	return s;
}

bool touch_is(const struct touch *t, int32_t label)
{
	return label && str_equal(label_text(label), t->label);
}

struct scene *touch_scene(const void *state)
{
	const struct report_game *tells = game_report(hand.kind);
	struct scene *scene = ARENA_NEW(&page.tmp, struct scene);
	struct showing s = session_shown();
	struct narrator n;

	show_narrator(&s, &n);
	return tells->scene(&page.tmp, &n, state, scene) ? scene : NULL;
}

const struct scene_piece *touch_piece(const struct scene *s, struct str label)
{
	for (int i = 0; s && i < s->n_pieces; i++)
		if (str_equal(s->piece[i].label, label))
			return &s->piece[i];
	return NULL;
}

/* Is it on the board? Chests and tokens lie in squares. */
static bool is_drawn(const struct scene *s, struct str label)
{
	bool found = touch_piece(s, label);

	for (int i = 0; s->zones && i < s->zones->n; i++)
		found |= str_equal(s->zones->thing[i].label, label);
	for (int i = 0; s->floor && i < s->floor->n_things; i++)
		found |= str_equal(s->floor->thing[i].label, label);
	return found;
}

bool touch_begin(struct touch *t, size_t len, struct str *second)
{
	struct str rest;

	page_begin(len);
	rest = page.in;
	*t = (struct touch){ .n = 0 };
	if (!hand.kind || !parse_line(&rest, &t->label) ||
	    (second && !parse_line(&rest, second)))
		return false;
	t->now = session_after(rest);
	t->v = ARENA_ARRAY(&page.tmp, MOVE_GROUP_MAX, struct move_group);
	t->n = hand.kind->rules->legal(t->now->state, hand.seat,
				       trials_init(&session_room()->trials),
				       t->v, MOVE_GROUP_MAX);
	t->scene = touch_scene(t->now->state);
	t->piece = touch_piece(t->scene, t->label);
	return true;
}

bool touch_works(const struct touch *t, const struct decision *d)
{
	return decision_check(d, &hand.kind->rules->decisions) &&
	       dry_run_of(trials_init(&session_room()->trials),
			  hand.kind->rules, t->now->state, hand.seat, d);
}

const char *touch_kind(int kind)
{
	return decision_row(&hand.kind->rules->decisions, kind)->name;
}

/* An argument by its name; -1: the game has none. */
int touch_tag(const char *name)
{
	const struct decision_schema *s = &hand.kind->rules->decisions;

	for (int i = 0; i < s->n_tags; i++)
		if (strcmp(s->tags[i].name, name) == 0)
			return i;
	return -1;
}

bool touch_line_read(const char *line, struct decision *out)
{
	struct arena rest = page.tmp;
	struct order_text r;
	bool good;

	/* many lines are read in one call: each needs a megabyte */
	arena_init(&page.tmp);
	good = !order_text_make(str_of(line), false, &r) &&
	       !r.orders->n_complaints && r.orders->n_lines == 1 &&
	       r.orders->lines[0].kind == LINE_ORDER;
	if (good)
		queue_entry_alternative(r.orders->lines[0].entry, 0, out);
	arena_release(&page.tmp);
	page.tmp = rest;
	return good;
}

/* Orders that bring something to a place: the tags of thing and place. */
static const struct placing {
	const char *kind, *who, *where;
} placings[] = { { "move", "fig", "to" },
		 { "enter", "fig", "to" },
		 { "deploy", "fig", "at" },
		 { "place", "fig", "at" } };

static const struct placing *placing_of(int kind)
{
	for (size_t i = 0; i < ARRAY_LEN(placings); i++)
		if (strcmp(placings[i].kind, touch_kind(kind)) == 0)
			return &placings[i];
	return NULL;
}

/* Whom an order names --------------------------------------------------------
 */

static int32_t named_by(const struct decision *d)
{
	static const char *const names[] = { "target", "touching", "toward",
					     "chest", "item" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		int tag = touch_tag(names[i]);
		int32_t label =
			tag < 0 || hand.kind->rules->decisions.tags[tag].type !=
						FIELD_LABEL
				? 0
				: decision_int(d, tag, 0);

		if (label)
			return label;
	}
	return 0;
}

static void aim_write(int *said, struct str target, struct str order,
		      const char *kind, const struct suggest *o)
{
	show_object(!(*said)++);
	page_text("target", target);
	page_text("order", order);
	page_text("kind", str_of(kind));
	page_number("per_cent",
		    o && o->of ? suggest_per_cent(o->hits, o->of) : -1);
	page_number("clicks", o ? o->clicks : 0);
	page_number("harm", o ? o->harm : 0);
	buf_addc(&page.said, '}');
}

/* Suggestions of this figure, with their odds; which of a kind name a target
 * is kept in v. */
static int offers_aim(const struct touch *t, struct offers *list, int *said)
{
	int n = 0;

	list->v = ARENA_ARRAY(&page.tmp, OFFERS_MAX, struct suggest);
	if (hand.kind->rules->offer)
		hand.kind->rules->offer(t->now->state, hand.seat,
					trials_init(&session_room()->trials),
					list);
	for (int i = 0; i < list->n; i++) {
		const struct suggest *o = &list->v[i];
		int32_t named = named_by(&o->d);

		if (o->then.kind || !touch_is(t, o->actor))
			continue;
		list->v[n] = *o;
		list->v[n++].about = named ? named : o->about;
		aim_write(said, label_text(list->v[n - 1].about),
			  session_order(&o->d), touch_kind(o->d.kind), o);
	}
	return n;
}

/* An action of a game whose figures have one verb for several of them: on one
 * of its targets, or towards a zone that it does not reach. */
static bool act_on(const struct touch *t, const struct move_group *f,
		   int32_t target, struct decision *out)
{
	const char *verb =
		label_letter(target) == '#' ? "ATTACK" : "MOVE TOWARD";

	for (int i = 0; i < f->n_targets; i++)
		if (f->targets[i] == target && label_letter(target) != '#')
			verb = "MOVE";
	return touch_line_read(arena_printf(&page.tmp, "ACT %.*s: %s %.*s",
					    STR_ARG(t->label), verb,
					    STR_ARG(label_text(target))),
			       out);
}

/* The order of a group on one of its targets, by the first argument with
 * which the rules carry it out. */
static bool family_order(const struct touch *t, const struct move_group *f,
			 int32_t target, struct decision *out)
{
	static const char *const names[] = { "target", "chest", "item", "on" };
	int fig = touch_tag("fig");

	if (strcmp(touch_kind(f->kind), "act") == 0)
		return act_on(t, f, target, out);
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		int tag = touch_tag(names[i]);

		decision_start(out, f->kind);
		if (f->actor && fig >= 0)
			decision_add_int(out, fig, f->actor);
		if (tag < 0 ||
		    hand.kind->rules->decisions.tags[tag].type != FIELD_LABEL)
			continue;
		decision_add_int(out, tag, target);
		if (touch_works(t, out))
			return true;
	}
	return false;
}

/* Attacks that the game's report counts, behind the suggestions. */
static int strikes_aim(const struct touch *t, struct offers *list, int n,
		       int *said)
{
	const struct report_game *tells = game_report(hand.kind);
	struct tval *found = tval_list(&page.tmp);
	struct showing s = session_shown();
	struct narrator narrator;
	int32_t who = 0;

	for (int i = 0; i < t->n; i++)
		if (touch_is(t, t->v[i].actor))
			who = t->v[i].actor;
	if (!tells->strikes || !who)
		return n;
	s.view = t->now;
	show_narrator(&s, &narrator);
	tells->strikes(&page.tmp, &narrator, t->now->state, hand.seat, who,
		       found);
	for (const struct tval *v = found->first; v && n < OFFERS_MAX;
	     v = v->next) {
		struct suggest *o = &list->v[n];

		*o = (struct suggest){
			.kind = SUGGEST_STRIKE,
			.actor = who,
			.about = (int32_t)tval_get(v, STR("target"))->n,
			.hits = (int32_t)tval_get(v, STR("per_cent"))->n,
			.of = PER_CENT,
			.clicks = (int32_t)tval_get(v, STR("mean"))->n
		};
		if (!touch_line_read(
			    arena_printf(
				    &page.tmp, "%.*s",
				    STR_ARG(tval_get(v, STR("line"))->text)),
			    &o->d))
			continue;
		aim_write(said, label_text(o->about), session_order(&o->d),
			  touch_kind(o->d.kind), o);
		n++;
	}
	return n;
}

/* The order of a group that names its actor alone. */
static bool alone_order(const struct touch *t, const struct move_group *f,
			struct decision *out)
{
	const char *name = touch_kind(f->kind);
	int fig = touch_tag("fig");

	if (strcmp(name, "act") == 0)
		return touch_line_read(arena_printf(&page.tmp,
						    "ACT %.*s: GUARD",
						    STR_ARG(t->label)),
				       out);
	if (strcmp(name, "reveal") == 0)
		return touch_line_read(arena_printf(&page.tmp, "REVEAL %.*s",
						    STR_ARG(t->label)),
				       out);
	decision_start(out, f->kind);
	if (fig >= 0)
		decision_add_int(out, fig, f->actor);
	return !f->n_targets && !placing_of(f->kind) && touch_works(t, out);
}

/* Orders of a game of squares that no group lists: each is tried. */
static void unlisted_aims(const struct touch *t, int *said)
{
	static const struct {
		const char *verb, *rest;
	} lines[] = { { "LEAVE", "" },
		      { "MOVE", " TOWARD MY EXIT" },
		      { "DOUBLE", "" },
		      { "END", "" } };
	struct decision d;

	for (size_t i = 0; i < ARRAY_LEN(lines); i++)
		if (touch_line_read(
			    arena_printf(&page.tmp, "%s %.*s%s", lines[i].verb,
					 STR_ARG(t->label), lines[i].rest),
			    &d) &&
		    touch_works(t, &d))
			aim_write(said, STR(""), session_order(&d),
				  touch_kind(d.kind), NULL);
}

/* Doors beside it: the square behind one is the target. */
static void door_aims(const struct touch *t, int *said)
{
	static const int beside[4][2] = {
		{ 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 }
	};
	const struct floor *f = t->scene->floor;
	int x = f->first_column + t->piece->dot.x / SCENE_SQUARE;
	int y = f->first_row + f->rows - 1 - t->piece->dot.y / SCENE_SQUARE;
	const char *here = argument_values_place(x, y);

	for (size_t i = 0; i < ARRAY_LEN(beside); i++) {
		const char *there = argument_values_place(x + beside[i][0],
							  y + beside[i][1]);
		struct decision d;

		if (touch_line_read(arena_printf(&page.tmp, "OPEN %.*s %s|%s",
						 STR_ARG(t->label), here,
						 there),
				    &d) &&
		    touch_works(t, &d))
			aim_write(said, str_of(there), session_order(&d),
				  touch_kind(d.kind), NULL);
	}
}

static void alone_aim(const struct touch *t, const struct move_group *f,
		      int *said)
{
	struct decision d;
	struct str order;

	if (!alone_order(t, f, &d))
		return;
	order = session_order(&d);
	if (order.len)
		aim_write(said, STR(""), order, touch_kind(f->kind), NULL);
}

static void family_aims(const struct touch *t, const struct move_group *f,
			const struct suggest *told, int n_told, int *said)
{
	for (int i = 0; i < f->n_targets; i++) {
		struct decision d;
		struct str order;
		bool is_told = false;

		for (int k = 0; k < n_told; k++)
			is_told |= told[k].about == f->targets[i] &&
				   told[k].d.kind == f->kind;
		if (is_told || !family_order(t, f, f->targets[i], &d))
			continue;
		order = session_order(&d);
		if (order.len)
			aim_write(said, label_text(f->targets[i]), order,
				  touch_kind(f->kind), NULL);
	}
}

int page_aims(size_t len)
{
	struct offers list = { .n = 0 };
	struct touch t;
	int said = 0, n;

	if (!touch_begin(&t, len, NULL))
		return page_end(1);
	buf_addc(&page.said, '[');
	n = offers_aim(&t, &list, &said);
	n = strikes_aim(&t, &list, n, &said);
	for (int i = 0; i < t.n; i++)
		if (touch_is(&t, t.v[i].actor))
			family_aims(&t, &t.v[i], list.v, n, &said);
	for (int i = 0; i < t.n; i++)
		if (touch_is(&t, t.v[i].actor))
			alone_aim(&t, &t.v[i], &said);
	if (t.piece && t.scene->floor) {
		door_aims(&t, &said);
		unlisted_aims(&t, &said);
	}
	buf_addc(&page.said, ']');
	return page_end(0);
}

/* Who ------------------------------------------------------------------------
 */

/* Of something without a figure that orders it: terrain that waits. */
static bool places_targets(const struct move_group *f)
{
	return !f->actor && f->n_targets && placing_of(f->kind);
}

static void hand_write(const struct touch *t, int32_t label, bool on_board,
		       int *said)
{
	struct str text = label_text(label);

	if ((!t->scene || is_drawn(t->scene, text)) != on_board)
		return;
	if ((*said)++)
		buf_addc(&page.said, ',');
	json_string_render(&page.said, text);
}

static void hands_write(const struct touch *t, bool on_board)
{
	int32_t last = 0;
	int said = 0;

	for (int i = 0; i < t->n; i++) {
		const struct move_group *f = &t->v[i];

		if (f->actor && f->actor != last)
			hand_write(t, f->actor, on_board, &said);
		if (f->actor)
			last = f->actor;
		for (int k = 0; places_targets(f) && k < f->n_targets; k++)
			hand_write(t, f->targets[k], on_board, &said);
	}
}

/* Figures with an order among the lines. */
static void done_write(struct str lines)
{
	struct order_text r;
	int fig = touch_tag("fig"), said = 0;

	show_list("done");
	if (fig >= 0 && parse_trim(lines).len &&
	    !order_text_make(lines, false, &r))
		for (int i = 0; i < r.orders->n_lines; i++) {
			const struct order_line *l = &r.orders->lines[i];
			struct decision_arg a;
			struct decision d;

			if (l->kind != LINE_ORDER)
				continue;
			queue_entry_alternative(l->entry, 0, &d);
			for (int at = 0; decision_next(&d, at, &a);
			     at = a.next) {
				if (a.tag != fig)
					continue;
				if (said++)
					buf_addc(&page.said, ',');
				json_string_render(&page.said,
						   label_text(a.w[0]));
			}
		}
	buf_addc(&page.said, ']');
}

/* A square by its name, or inches from two sides. */
static const char *place_name(const struct touch *t, struct vec dot, double x,
			      double y)
{
	int column, row;

	if (!t->scene->floor && !t->scene->zones)
		return arena_printf(&page.tmp, "%d.%02d %d.%02d", dot.x / 100,
				    dot.x % 100, dot.y / 100, dot.y % 100);
	return picture_place(t->scene, show_width(), x, y, &column, &row)
		       ? argument_values_place(column, row)
		       : "";
}

/* Where the pieces are in the picture. */
static void pieces_write(const struct touch *t)
{
	double x, y, scale;
	bool first = true;

	show_list("pieces");
	for (int i = 0; t->scene && i < t->scene->n_pieces; i++) {
		const struct scene_piece *p = &t->scene->piece[i];

		if (!picture_spot(t->scene, show_width(), p->dot, &x, &y,
				  &scale))
			continue;
		show_object(first);
		first = false;
		page_text("label", p->label);
		page_number("x", lround(x * TENTHS));
		page_number("y", lround(y * TENTHS));
		page_number("r", lround(p->base.r * scale * TENTHS));
		page_text("at", str_of(place_name(t, p->dot, x, y)));
		page_number("face", p->facing);
		buf_addc(&page.said, '}');
	}
	buf_addc(&page.said, ']');
}

/* Where the zones are. */
static void cells_write(const struct touch *t)
{
	const struct zone_board *z = t->scene ? t->scene->zones : NULL;
	bool first = true;
	double r[4];

	show_list("cells");
	for (int x = 0; z && x < z->columns; x++)
		for (int y = 0; y < z->rows; y++) {
			if (!picture_cell(t->scene, show_width(), x, y, r))
				continue;
			show_object(first);
			first = false;
			page_text("label",
				  label_text(label_of((char)('A' + x), y + 1)));
			page_number("x", lround(r[0] * TENTHS));
			page_number("y", lround(r[1] * TENTHS));
			page_number("w", lround(r[2] * TENTHS));
			page_number("h", lround(r[3] * TENTHS));
			buf_addc(&page.said, '}');
		}
	buf_addc(&page.said, ']');
}

/* Can figures be ordered to move as one? */
static bool has_forms(const struct touch *t)
{
	return touch_tag("member") >= 0 && touch_tag("shift") >= 0 &&
	       t->scene && !t->scene->floor && !t->scene->zones;
}

int page_hands(size_t len)
{
	struct str line;
	struct touch t;

	if (!touch_begin(&t, len, NULL))
		return page_end(1);
	buf_addc(&page.said, '{');
	show_list("can");
	hands_write(&t, true);
	buf_addc(&page.said, ']');
	show_list("wait");
	hands_write(&t, false);
	buf_addc(&page.said, ']');
	if (parse_line(&page.in, &line))
		done_write(page.in);
	page_number("zones", t.scene && t.scene->zones);
	page_number("forms", has_forms(&t));
	pieces_write(&t);
	cells_write(&t);
	buf_addc(&page.said, '}');
	return page_end(0);
}

/* Where ----------------------------------------------------------------------
 */

/* The order that brings what is touched to a place: its kind, and where the
 * place stands in it. */
struct going {
	int kind;
	int32_t who;
	int who_tag, where_tag, way_tag;
	int32_t allowance;            /* of squares */
	int32_t far;                  /* u */
	const struct move_group *act; /* its zones; NULL: it names places */
};

/* How far from where it is the area of an order reaches. */
static int32_t far_of(const struct touch *t, const struct move_group *f)
{
	struct vec at = t->piece ? t->piece->dot : (struct vec){ 0, 0 };
	int32_t far = 0;

	for (int i = 0; i < 4; i++) {
		int32_t d = abs(f->area[i] - (i % 2 ? at.y : at.x));

		far = d > far ? d : far;
	}
	return far;
}

static bool going_of(const struct touch *t, struct going *g)
{
	for (int i = 0; i < t->n; i++) {
		const struct move_group *f = &t->v[i];
		const struct placing *p = placing_of(f->kind);
		bool own = touch_is(t, f->actor), given = false;

		for (int k = 0; places_targets(f) && k < f->n_targets; k++)
			given |= touch_is(t, f->targets[k]);
		if (own && strcmp(touch_kind(f->kind), "act") == 0) {
			*g = (struct going){ .kind = f->kind, .act = f };
			return true;
		}
		if (!p || !(own || given) || (own && f->n_targets))
			continue;
		*g = (struct going){ .kind = f->kind,
				     .who = f->actor,
				     .who_tag = touch_tag(p->who),
				     .where_tag = touch_tag(p->where),
				     .way_tag = touch_tag("way"),
				     .allowance = f->allowance,
				     .far = far_of(t, f) };
		for (int k = 0; given && k < f->n_targets; k++)
			if (touch_is(t, f->targets[k]))
				g->who = f->targets[k];
		return g->who_tag >= 0 && g->where_tag >= 0;
	}
	return false;
}

/* To x, y in the units of orders: u of an inch, or column and row. */
static void go_to(const struct going *g, int32_t x, int32_t y,
		  struct decision *out)
{
	decision_start(out, g->kind);
	decision_add_int(out, g->who_tag, g->who);
	decision_add(out, g->where_tag, (int32_t[]){ x, y }, 2);
	if (g->way_tag >= 0 && strcmp(touch_kind(g->kind), "place") != 0)
		decision_add_int(out, g->way_tag, 1);
}

static bool goes_to(const struct touch *t, const struct going *g, int32_t x,
		    int32_t y)
{
	struct decision d;

	go_to(g, x, y, &d);
	return touch_works(t, &d);
}

static void point_write(char letter, double x, double y)
{
	buf_addf(&page.said, "%c%ld %ld", letter, lround(x), lround(y));
}

/* A point of the board, in the path. */
static void spot_write(const struct touch *t, char letter, struct vec p)
{
	double x, y, scale;

	if (picture_spot(t->scene, show_width(), p, &x, &y, &scale))
		point_write(letter, x, y);
}

static void box_write(double left, double top, double right, double bottom)
{
	point_write('M', left, top);
	point_write('L', right, top);
	point_write('L', right, bottom);
	point_write('L', left, bottom);
	buf_addc(&page.said, 'Z');
}

/* As far as it can go on foot in each direction. */
static void around_write(const struct touch *t, const struct going *g)
{
	const double turn = 3.14159265358979323846 / 180;
	struct vec at = t->piece->dot;
	int n = 0;

	for (int i = 0; i < BEARINGS; i++) {
		double a = i * 360.0 / BEARINGS * turn;
		int32_t near = 0, far = g->far + 1;

		for (int k = 0; k < HALVINGS + 4 && far - near > 2; k++) {
			int32_t r = k ? (near + far) / 2 : far - 1;

			if (goes_to(t, g, at.x + (int32_t)lround(r * sin(a)),
				    at.y + (int32_t)lround(r * cos(a))))
				near = r;
			else
				far = r;
		}
		spot_write(
			t, n++ ? 'L' : 'M',
			(struct vec){ at.x + (int32_t)lround(near * sin(a)),
				      at.y + (int32_t)lround(near * cos(a)) });
	}
	buf_addc(&page.said, 'Z');
}

/* The places of a row where it may be put, from left to right. */
struct runs {
	int n;
	int32_t from[RUNS], to[RUNS];
};

static void runs_find(const struct touch *t, const struct going *g, int32_t y,
		      struct box b, struct runs *r)
{
	bool open = false;

	*r = (struct runs){ 0 };
	for (int32_t x = b.x0; x <= b.x1; x += GRID) {
		bool good = goes_to(t, g, x, y);

		if (good && !open && r->n == RUNS)
			return;
		if (good && !open)
			r->from[r->n++] = x;
		if (good)
			r->to[r->n - 1] = x;
		open = good;
	}
}

/* Rows with the same runs, as one box for each run. */
static void runs_write(const struct touch *t, const struct runs *r, int32_t low,
		       int32_t high)
{
	double x0, y0, x1, y1, scale;

	for (int i = 0; i < r->n; i++)
		if (picture_spot(t->scene, show_width(),
				 (struct vec){ r->from[i] - GRID / 2,
					       high + GRID / 2 },
				 &x0, &y0, &scale) &&
		    picture_spot(
			    t->scene, show_width(),
			    (struct vec){ r->to[i] + GRID / 2, low - GRID / 2 },
			    &x1, &y1, &scale))
			box_write(x0, y0, x1, y1);
}

static void anywhere_write(const struct touch *t, const struct going *g)
{
	const struct polygon *z = &t->scene->owner[hand.seat].zone;
	struct box b = { 0, 0, t->scene->w, t->scene->h };
	struct runs now, same = { 0 };
	int32_t low = 0, high = 0;

	if (z->n && strcmp(touch_kind(g->kind), "deploy") == 0)
		b = geo_polygon_box(z);
	for (int32_t y = b.y0; y <= b.y1; y += GRID) {
		runs_find(t, g, y, b, &now);
		if (memcmp(&now, &same, sizeof(now)) != 0) {
			runs_write(t, &same, low, high);
			same = now;
			low = y;
		}
		high = y;
	}
	runs_write(t, &same, low, high);
}

/* A square or zone by its label, such as C7, or by column and row. */
static void cell_write(const struct touch *t, int column, int row)
{
	double r[4];

	if (picture_cell(t->scene, show_width(), column, row, r))
		box_write(r[0], r[1], r[0] + r[2], r[1] + r[3]);
}

static void squares_write(const struct touch *t, const struct going *g)
{
	const struct floor *f = t->scene->floor;
	int far = g->allowance ? g->allowance : FLOOR_MAX;
	int x0 = t->piece ? t->piece->dot.x / SCENE_SQUARE : 0;
	int y0 = t->piece ? f->rows - 1 - t->piece->dot.y / SCENE_SQUARE : 0;

	for (int x = 0; x < f->columns; x++)
		for (int y = 0; y < f->rows; y++) {
			int column = f->first_column + x;
			int row = f->first_row + y;
			bool near = !t->piece ||
				    (abs(x - x0) <= far && abs(y - y0) <= far);

			if (near &&
			    f->cell[y + 1][x + 1].ground != FLOOR_ROCK &&
			    goes_to(t, g, column, row))
				cell_write(t, column, row);
		}
}

static void reach_write(const struct touch *t, const struct going *g)
{
	if (t->scene->zones) {
		for (int i = 0; g->act && i < g->act->n_targets; i++) {
			int32_t label = g->act->targets[i];

			if (label_letter(label) != '#')
				cell_write(t, label_letter(label) - 'A',
					   label_number(label) - 1);
		}
	} else if (t->scene->floor) {
		squares_write(t, g);
	} else if (t->piece && g->allowance) {
		around_write(t, g);
	} else {
		anywhere_write(t, g);
	}
}

/* An inch, or a square, in the picture; 0: neither. */
static double step_of(const struct touch *t)
{
	enum { INCH = 100 };
	double x, y, scale, r[4];

	if (t->scene->floor &&
	    picture_cell(t->scene, show_width(), t->scene->floor->first_column,
			 t->scene->floor->first_row, r))
		return r[2];
	return picture_spot(t->scene, show_width(), (struct vec){ 0, 0 }, &x,
			    &y, &scale)
		       ? scale * INCH
		       : 0;
}

int page_reach(size_t len)
{
	double x = -1, y = -1, scale;
	struct going g = { 0 };
	struct touch t;
	bool can;

	if (!touch_begin(&t, len, NULL) || !t.scene)
		return page_end(1);
	can = going_of(&t, &g);
	buf_addc(&page.said, '{');
	page_text("kind", str_of(can ? touch_kind(g.kind) : ""));
	if (t.piece)
		(void)picture_spot(t.scene, show_width(), t.piece->dot, &x, &y,
				   &scale);
	page_number("x", lround(x * TENTHS));
	page_number("y", lround(y * TENTHS));
	page_number("face", t.piece ? t.piece->facing : -1);
	page_number("step", lround(step_of(&t) * TENTHS));
	page_text("turns", str_of(touch_turns(&t)));
	buf_addz(&page.said, ",\"path\":\"");
	if (can)
		reach_write(&t, &g);
	buf_addz(&page.said, "\"}");
	return page_end(0);
}

/* To one place
 * -----------------------------------------------------------------
 */

/* The legal order nearest to this one, by the rules themselves, or on the
 * straight way to it. */
static bool nearest(const struct touch *t, const struct going *g, int32_t x,
		    int32_t y, struct decision *d)
{
	struct decision wish = *d;
	int32_t near = 0, far = 256;
	struct vec at;

	if (hand.kind->rules->instead &&
	    hand.kind->rules->instead(t->now->state, hand.seat,
				      trials_init(&session_room()->trials),
				      &wish, d) &&
	    touch_works(t, d))
		return true;
	if (!t->piece || t->scene->floor)
		return false;
	at = t->piece->dot;
	while (far - near > 1) {
		int32_t k = (near + far) / 2;

		if (goes_to(t, g, at.x + (x - at.x) * k / 256,
			    at.y + (y - at.y) * k / 256))
			near = k;
		else
			far = k;
	}
	go_to(g, at.x + (x - at.x) * near / 256, at.y + (y - at.y) * near / 256,
	      d);
	return near && touch_works(t, d);
}

/* Where it would be, in the picture. */
void touch_ghost_write(const struct touch *t, const struct decision *d)
{
	double x = -1, y = -1, scale = 0;
	const struct scene_piece *p = NULL;
	struct dry_run run;

	dry_run_begin(&run, trials_init(&session_room()->trials),
		      hand.kind->rules, t->now->state);
	if (dry_run_do(&run, hand.seat, d)) {
		const struct scene *then = touch_scene(run.run.state);

		p = touch_piece(then, t->label);
		if (p)
			(void)picture_spot(then, show_width(), p->dot, &x, &y,
					   &scale);
	}
	dry_run_end(&run);
	page_number("x", lround(x * TENTHS));
	page_number("y", lround(y * TENTHS));
	page_number("r", p ? lround(p->base.r * scale * TENTHS) : 0);
	page_number("face", p ? p->facing : -1);
}

/* The order for that place; *less: it does not get there. */
static bool go_find(const struct touch *t, const struct going *g, double x,
		    double y, struct decision *d, bool *less)
{
	int column, row;
	struct vec p;

	*less = false;
	if (picture_at(t->scene, show_width(), x, y, &p)) {
		column = p.x;
		row = p.y;
	} else if (!picture_place(t->scene, show_width(), x, y, &column,
				  &row)) {
		return false;
	}
	if (g->act)
		return act_on(t, g->act,
			      label_of((char)('A' + column), row + 1), d);
	go_to(g, column, row, d);
	if (touch_works(t, d))
		return true;
	*less = true;
	return nearest(t, g, column, row, d);
}

int page_go(size_t len, int x, int y)
{
	struct going g = { 0 };
	struct decision d;
	struct str order;
	struct touch t;
	bool less;

	if (!touch_begin(&t, len, NULL) || !t.scene || !going_of(&t, &g) ||
	    !go_find(&t, &g, (double)x / TENTHS, (double)y / TENTHS, &d, &less))
		return page_end(1);
	order = session_order(&d);
	buf_addc(&page.said, '{');
	page_text("order", order);
	page_number("short", less);
	touch_ghost_write(&t, &d);
	buf_addc(&page.said, '}');
	return page_end(!order.len);
}
