/*
 * src/games/rebellion/rules/setup.c - armies, terrain, the first player,
 * deployment (RB section 5).
 */
#include "games/rebellion/rules/carryover.h"
#include "games/rebellion/rules/move.h"
#include "games/rebellion/rules/turn.h"
#include "engine/rolloff.h"

static void phase_enter(struct run *r, int phase, int rule)
{
	run_emit_int(r, RB_EV_PHASE_ENTERED, rule, phase);
}

static void setup_turn(struct run *r, int seat, int rule)
{
	run_emit_int(r, RB_EV_SETUP_TURN, rule, seat);
}

/* --- ARMY -------------------------------------------------------------- */

/* Without the level of a Hero, "-1" .. "-4": another level of it is the same
 * Hero (DG-OUT-03). */
static struct str key_of(const struct decision_arg *arg, char *room)
{
	struct str key = text_unpack(arg->w, arg->n, room, EVENT_TEXT_ROOM);

	if (key.len > 2 && key.s[key.len - 2] == '-' &&
	    key.s[key.len - 1] >= '1' && key.s[key.len - 1] <= '4')
		key.len -= 2;
	return key;
}

static bool same_figure(const struct decision_arg *a,
			const struct decision_arg *b)
{
	char room[2][EVENT_TEXT_ROOM];

	return str_equal(key_of(a, room[0]), key_of(b, room[1]));
}

/* Of a campaign: figures of the game before, and what the purse can buy. */
static bool army_brought(const struct run *r, int seat,
			 const struct decision *d, struct refusal *no)
{
	char room[RB_MAX_FIGS][CARRYOVER_KEY_MAX];
	int32_t points[RB_MAX_FIGS];
	struct str keys[RB_MAX_FIGS];
	struct decision_arg a;
	struct event card;
	int n = 0;

	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		if (a.tag != RB_TAG_KEY || n == RB_MAX_FIGS)
			continue;
		rb_card_of(r, &a, &card, no);
		keys[n] = event_get_text(&card, RB_EV_FIGURE_DEFINED_KEY,
					 room[n], sizeof(room[n]));
		points[n] = event_get(&card, RB_EV_FIGURE_DEFINED_POINTS);
		n++;
	}
	return rb_army_carried(rb_of(r), seat, keys, points, n, no);
}

static bool army_check(const struct run *r, int seat, const struct decision *d,
		       int32_t *points, struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	struct decision_arg a, other;
	struct event card;
	int n = 0;

	*points = 0;
	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		if (a.tag != RB_TAG_KEY)
			continue;
		n++;
		if (!rb_card_of(r, &a, &card, no))
			return false;
		*points += event_get(&card, RB_EV_FIGURE_DEFINED_POINTS);
		if (event_get(&card, RB_EV_FIGURE_DEFINED_RANK))
			continue;
		for (int i = 0; i < at && decision_next(d, i, &other);
		     i = other.next) {
			char room[EVENT_TEXT_ROOM];
			int len;
			const int32_t *w = event_words(
				&card, RB_EV_FIGURE_DEFINED_NAME, &len);

			if (RULE(RB_ARMY_03, same_figure(&a, &other)))
				return rb_no_text(no, RB_REFUSAL_UNIQUE,
						  RB_ARMY_03, NULL, 0,
						  text_unpack(w, len, room,
							      sizeof(room)));
		}
	}
	if (!n)
		return rb_no(no, RB_REFUSAL_EMPTY_ARMY, RB_ARMY_02);
	if (n > RB_MAX_FIGS / common_state_seats(&s->head))
		return rb_no2(no, RB_REFUSAL_TOO_MANY_FIGURES, RB_ARMY_02, n,
			      RB_MAX_FIGS / common_state_seats(&s->head));
	if (RULE(RB_ARMY_02, *points > s->player[seat].build))
		return rb_no2(no, RB_REFUSAL_TOO_MANY_POINTS, RB_ARMY_02,
			      *points, s->player[seat].build);
	return army_brought(r, seat, d, no) &&
	       (!s->head.option[RB_OPTION_CAVALRY] || rb_army_rides(r, d, no));
}

static void army_points(struct run *r, int seat, int32_t points,
			uint32_t audience)
{
	struct event e;

	rb_event_army_accepted(&e, RB_ARMY_02, seat, points);
	event_because(&e, RB_ARMY_01);
	if (audience == AUDIENCE_ALL)
		event_because(&e, RB_ARMY_05);
	e.audience = audience;
	run_emit(r, &e);
}

static bool decide_army(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	uint32_t secret = RULE(RB_ARMY_05, true)
				  ? AUDIENCE_SEAT(seat) | AUDIENCE_GM
				  : AUDIENCE_ALL;
	struct decision_arg a;
	struct event e;
	int32_t points;
	int n = 0;

	if (s->player[seat].list_in)
		return rb_no(no, RB_REFUSAL_ARMY_IS_IN, RB_ARMY_05);
	if (!army_check(r, seat, d, &points, no))
		return false;
	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		if (a.tag != RB_TAG_KEY)
			continue;
		rb_card_of(r, &a, &e, no);
		e.audience = secret;
		e.w[0] = label_of((char)('A' + seat), ++n);
		e.w[1] = seat;
		run_emit(r, &e);
	}
	army_points(r, seat, points, secret);
	rb_event_army_in(&e, RB_ARMY_05, seat);
	run_emit(r, &e);
	return true;
}

/* a card for everybody: what the table shows of it, RB-ETQ-01 */
static void card_open(struct run *r, int f)
{
	const struct rb_state *s = rb_of(r);
	const struct rb_def *d = &s->def[f];
	bool all = !RULE(RB_ETQ_01, !s->head.option[RB_OPTION_OPEN_DIALS]);
	int n = all ? d->n_clicks : 1;
	int32_t dial[RB_MAX_CLICKS * RB_CLICK_WORDS];
	int32_t spine[2] = { d->ahead, d->behind };
	struct event e;

	for (int i = 0; i < n; i++) {
		memcpy(dial + i * RB_CLICK_WORDS, d->click[i].value,
		       sizeof(d->click[i].value));
		memcpy(dial + i * RB_CLICK_WORDS + N_RB_SLOTS,
		       d->click[i].ability, sizeof(d->click[i].ability));
	}
	event_start(&e, RB_EV_FIGURE_DEFINED, RB_ARMY_05);
	event_because(&e, RB_ETQ_01);
	event_put(&e, RB_EV_FIGURE_DEFINED_FIG, s->fig[f].label);
	event_put(&e, RB_EV_FIGURE_DEFINED_OWNER, s->fig[f].owner);
	event_put_ints(&e, RB_EV_FIGURE_DEFINED_KEY, d->key,
		       text_words((size_t)d->key[0]));
	event_put_ints(&e, RB_EV_FIGURE_DEFINED_NAME, d->name,
		       text_words((size_t)d->name[0]));
	event_put_ints(&e, RB_EV_FIGURE_DEFINED_FACTION, d->faction,
		       text_words((size_t)d->faction[0]));
	event_put(&e, RB_EV_FIGURE_DEFINED_RANK, d->rank);
	event_put(&e, RB_EV_FIGURE_DEFINED_POINTS, d->points);
	event_put(&e, RB_EV_FIGURE_DEFINED_RANGE, d->range);
	event_put(&e, RB_EV_FIGURE_DEFINED_TARGETS, d->targets);
	event_put(&e, RB_EV_FIGURE_DEFINED_ARC, d->arc);
	event_put(&e, RB_EV_FIGURE_DEFINED_RADIUS, d->radius);
	event_put_ints(&e, RB_EV_FIGURE_DEFINED_SPINE, spine, 2);
	event_put_ints(&e, RB_EV_FIGURE_DEFINED_DIAL, dial, n * RB_CLICK_WORDS);
	event_put_ints(&e, RB_EV_FIGURE_DEFINED_CAVALRY,
		       (const int32_t *)&d->cavalry,
		       rb_is_cavalry(s, f) ? RB_SADDLERY_WORDS : 0);
	run_emit(r, &e);
}

static void armies_open(struct run *r)
{
	const struct rb_state *s = rb_of(r);

	/* the last seat cannot foresee the armies of the others */
	for (int seat = 0; seat < RB_MAX_SEATS; seat++)
		r->unknown |= s->head.seat[seat].present &&
			      s->player[seat].spent == RB_UNKNOWN;
	if (r->unknown)
		return;
	for (int f = 0; f < s->n_figs; f++)
		if (!s->fig[f].open)
			card_open(r, f);
	for (int seat = 0; seat < RB_MAX_SEATS; seat++)
		if (s->head.seat[seat].present)
			army_points(r, seat, s->player[seat].spent,
				    AUDIENCE_ALL);
	phase_enter(r, RB_PILE, RB_SETUP_02);
}

/* --- PILE -------------------------------------------------------------- */

void rb_item_limits(const struct rb_state *s, int *least, int *most)
{
	*least = s->head.option[RB_OPTION_TERRAIN_ITEMS] == 0 ? 2 : 0;
	*most = s->head.option[RB_OPTION_TERRAIN_ITEMS] == 2 ? 4 : 2;
}

static void pile_done(struct run *r, int seat)
{
	struct event e;

	rb_event_pile_done(&e, RB_SETUP_02, seat);
	run_emit(r, &e);
}

static void pile_full(struct run *r, int seat)
{
	const struct rb_player *p = &rb_of(r)->player[seat];
	int least, most;

	rb_item_limits(rb_of(r), &least, &most);
	if (p->side >= 0 && p->items >= most && !p->pile_done)
		pile_done(r, seat);
}

static bool decide_side(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	int side = decision_int(d, RB_TAG_SIDE, RB_SOUTH);
	struct event e;

	for (int i = 0; i < RB_MAX_SEATS; i++)
		if (RULE(RB_SETUP_01, i != seat && s->head.seat[i].present &&
					      s->player[i].side == side))
			return rb_no(no, RB_REFUSAL_SIDE_TAKEN, RB_SETUP_01);
	rb_event_side_chosen(&e, RB_SETUP_01, seat, side);
	run_emit(r, &e);
	pile_full(r, seat);
	return true;
}

/* one KIND group of PILE */
struct piece {
	struct feature g;
	const int32_t *stairs;
	int n_stairs; /* words */
};

static int pieces_read(const struct decision *d, struct piece *v, int max,
		       struct refusal *no)
{
	struct decision_arg a;
	int n = 0;

	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		struct piece *p = n ? &v[n - 1] : NULL;

		if (a.tag == RB_TAG_KIND) {
			if (n == max) {
				rb_no(no, RB_REFUSAL_TOO_MANY_ITEMS,
				      RB_SETUP_02);
				return -1;
			}
			v[n] = (struct piece){ .g.kind = a.w[0],
					       .g.on = GROUND_NONE };
			n++;
		} else if (p && a.tag == RB_TAG_ABRUPT) {
			p->g.abrupt = a.w[0];
		} else if (p && a.tag == RB_TAG_POLY) {
			if (a.n < 6 || a.n > 2 * GEO_MAX_VERTICES) {
				rb_no(no, RB_REFUSAL_BAD_SHAPE, RB_SETUP_10);
				return -1;
			}
			p->g.area.n = a.n / 2;
			memcpy(p->g.area.v, a.w, (size_t)a.n * sizeof(a.w[0]));
		} else if (p && a.tag == RB_TAG_STAIRS) {
			p->stairs = a.w;
			p->n_stairs = a.n;
		}
	}
	return n;
}

/* RB-ABR-06: stairs lie on one edge of the boundary */
static bool stair_ok(const struct polygon *g, struct segment x)
{
	for (int i = 0; i < g->n; i++) {
		struct vec a = g->v[i], b = g->v[(i + 1) % g->n];

		if (!geo_turn(a, b, x.a) && !geo_turn(a, b, x.b) &&
		    geo_polygon_side(g, x.a) == GEO_BOUNDARY &&
		    geo_polygon_side(g, x.b) == GEO_BOUNDARY)
			return !vec_equal(x.a, x.b);
	}
	return false;
}

enum { SHAPE_MAX = 7200 }; /* u, of any coordinate of a shape */

static bool is_within(int32_t v)
{
	return v >= -SHAPE_MAX && v <= SHAPE_MAX;
}

/* the outline of a piece */
static bool shape_check(const struct rb_state *s, struct piece *p,
			struct refusal *no)
{
	struct polygon *g = &p->g.area;

	if (!g->n)
		return rb_no(no, RB_REFUSAL_BAD_SHAPE, RB_SETUP_10);
	for (int i = 0; i < g->n; i++)
		if (!is_within(g->v[i].x) || !is_within(g->v[i].y))
			return rb_no(no, RB_REFUSAL_BAD_SIZE, RB_SETUP_10);
	if (!geo_polygon_is_simple(g))
		return rb_no(no, RB_REFUSAL_BAD_SHAPE, RB_SETUP_10);
	if (p->g.kind == FEATURE_WALL) {
		if (!geo_polygon_is_rectangle(g))
			return rb_no(no, RB_REFUSAL_NOT_RECTANGLE, RB_WALL_01);
		p->g.thickness = geo_polygon_thickness(g);
		if (RULE(RB_WALL_01,
			 p->g.thickness < 10 || p->g.thickness > 100))
			return rb_no(no, RB_REFUSAL_NOT_RECTANGLE, RB_WALL_01);
	} else if (!s->head.option[RB_OPTION_TERRAIN_SIZE] &&
		   RULE(RB_SETUP_10, !geo_polygon_size_ok(g))) {
		return rb_no(no, RB_REFUSAL_BAD_SIZE, RB_SETUP_10);
	}
	return true;
}

static bool stairs_check(const struct piece *p, struct refusal *no)
{
	if (p->n_stairs && (!p->g.abrupt || p->n_stairs % 4 ||
			    p->n_stairs > 4 * GROUND_MAX_STAIRS))
		return rb_no(no, RB_REFUSAL_BAD_STAIRS, RB_ABR_06);
	for (int i = 0; i < p->n_stairs; i += 4) {
		const int32_t *w = p->stairs + i;
		struct segment x = { { w[0], w[1] }, { w[2], w[3] } };

		for (int k = 0; k < 4; k++)
			if (!is_within(w[k]))
				return rb_no(no, RB_REFUSAL_BAD_STAIRS,
					     RB_ABR_06);
		if (RULE(RB_ABR_06, !stair_ok(&p->g.area, x)))
			return rb_no(no, RB_REFUSAL_BAD_STAIRS, RB_ABR_06);
	}
	return true;
}

static bool piece_check(const struct rb_state *s, struct piece *p,
			const struct piece *under, struct refusal *no)
{
	if (!shape_check(s, p, no))
		return false;
	if (p->g.kind == FEATURE_ELEVATED &&
	    RULE(RB_SETUP_09, !s->head.option[RB_OPTION_ELEVATED_ALLOWED]))
		return rb_no(no, RB_REFUSAL_NOT_ALLOWED, RB_SETUP_09);
	if (p->g.abrupt && p->g.kind != FEATURE_ELEVATED)
		return rb_no(no, RB_REFUSAL_NOT_ALLOWED, RB_ABR_01);
	if (!stairs_check(p, no))
		return false;
	if (under &&
	    (under->g.kind != FEATURE_ELEVATED ||
	     (p->g.kind != FEATURE_HINDERING &&
	      p->g.kind != FEATURE_BLOCKING) ||
	     RULE(RB_TER_01, !geo_polygon_within(&p->g.area, &under->g.area))))
		return rb_no(no, RB_REFUSAL_NOT_ON_ITEM, RB_TER_01);
	return true;
}

static bool label_used(const struct rb_state *s, int32_t label)
{
	for (int i = 0; i < s->n_pile; i++)
		if (s->pile[i].label == label)
			return true;
	return rb_find_terrain(s, label) >= 0;
}

static void piece_emit(struct run *r, int seat, const struct piece *p,
		       int32_t label, int32_t item)
{
	struct event e;

	event_start(&e, RB_EV_TERRAIN_DEFINED, RB_SETUP_02);
	event_because(&e, RB_TER_01);
	if (p->g.kind == FEATURE_WALL)
		event_because(&e, RB_WALL_01);
	if (p->g.abrupt)
		event_because(&e, RB_ABR_01);
	event_put(&e, RB_EV_TERRAIN_DEFINED_TERRAIN, label);
	event_put(&e, RB_EV_TERRAIN_DEFINED_ITEM, item);
	event_put(&e, RB_EV_TERRAIN_DEFINED_SEAT, seat);
	event_put(&e, RB_EV_TERRAIN_DEFINED_WHERE, RB_ON_PILE);
	event_put(&e, RB_EV_TERRAIN_DEFINED_KIND, p->g.kind);
	event_put(&e, RB_EV_TERRAIN_DEFINED_ABRUPT, p->g.abrupt);
	event_put(&e, RB_EV_TERRAIN_DEFINED_ON, label == item ? 0 : item);
	event_put_ints(&e, RB_EV_TERRAIN_DEFINED_POLY,
		       (const int32_t *)p->g.area.v, 2 * p->g.area.n);
	event_put_ints(&e, RB_EV_TERRAIN_DEFINED_STAIRS, p->stairs,
		       p->n_stairs);
	run_emit(r, &e);
}

static bool decide_pile(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	struct piece v[8];
	int n = pieces_read(d, v, (int)ARRAY_LEN(v), no);
	int32_t item = 0, label = label_of('T', 1);
	int least, most;

	if (n < 0)
		return false;
	if (!n)
		return rb_no(no, RB_REFUSAL_BAD_SHAPE, RB_SETUP_10);
	rb_item_limits(s, &least, &most);
	if (RULE(RB_SETUP_02, s->player[seat].items >= most) ||
	    s->player[seat].pile_done ||
	    s->n_pile + s->n_terrain + n > RB_MAX_TERRAIN)
		return rb_no(no, RB_REFUSAL_TOO_MANY_ITEMS, RB_SETUP_02);
	for (int i = 0; i < n; i++)
		if (!piece_check(s, &v[i], i ? &v[0] : NULL, no))
			return false;
	for (int i = 0; i < n; i++) {
		while (label_used(s, label))
			label++;
		if (!i)
			item = label;
		piece_emit(r, seat, &v[i], label, item);
	}
	pile_full(r, seat);
	return true;
}

static bool decide_pile_end(struct run *r, int seat, struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	const struct rb_player *p = &s->player[seat];
	int least, most;

	rb_item_limits(s, &least, &most);
	if (p->side < 0)
		return rb_no(no, RB_REFUSAL_NO_SIDE, RB_SETUP_01);
	if (RULE(RB_SETUP_02, p->items < least))
		return rb_no(no, RB_REFUSAL_TOO_FEW_ITEMS, RB_SETUP_02);
	if (p->pile_done)
		return rb_no(no, RB_REFUSAL_NOT_NOW, RB_SETUP_02);
	pile_done(r, seat);
	return true;
}

/* --- ROLL -------------------------------------------------------------- */

static void throw_emit(struct run *r, int seat, const int face[])
{
	struct event e;

	rb_event_first_player_roll(&e, RB_SETUP_03, seat, face[0], face[1]);
	run_emit(r, &e);
}

/* RB-SETUP-03: two dice each, the highest again until one is alone */
static void first_player(struct run *r)
{
	static const struct rolloff how = { 2, 6, throw_emit };
	int seats[RB_MAX_SEATS], n = rb_clockwise(rb_of(r), seats);
	int first = rolloff(r, &how, RULE(RB_SETUP_03, true), seats, n);
	struct event e;

	if (first < 0)
		return;
	rb_event_first_player(&e, RB_SETUP_03, first);
	run_emit(r, &e);
}

/* --- TERRAIN ----------------------------------------------------------- */

/* the starting area of a side as a polygon, RB-SETUP-07 */
struct polygon rb_zone(const struct rb_state *s, int side)
{
	int32_t w = s->board_w, h = s->board_h;
	struct box z = { 800, 0, w - 800, 300 };

	if (side == RB_NORTH)
		z = (struct box){ 800, h - 300, w - 800, h };
	else if (side == RB_WEST)
		z = (struct box){ 0, 800, 300, h - 800 };
	else if (side == RB_EAST)
		z = (struct box){ w - 300, 800, w, h - 800 };
	return (struct polygon){ 4,
				 { { z.x0, z.y0 },
				   { z.x1, z.y0 },
				   { z.x1, z.y1 },
				   { z.x0, z.y1 } } };
}

static bool zone_check(const struct rb_state *s, int seat, int32_t item,
		       const struct polygon *g, struct refusal *no)
{
	int option = s->head.option[RB_OPTION_TERRAIN_IN_ZONES];

	for (int i = 0; option && i < RB_MAX_SEATS; i++) {
		struct polygon zone;

		if (!s->head.seat[i].present ||
		    (option == 1 && rb_allied(s, i, seat)))
			continue;
		zone = rb_zone(s, s->player[i].side);
		if (geo_polygons_nearer(g, &zone, 1))
			return rb_no1(no, RB_REFUSAL_IN_ZONE, RB_SETUP_04,
				      item);
	}
	return true;
}

bool rb_item_place(const struct rb_state *s, int32_t item, int seat,
		   struct vec at, int32_t angle, struct refusal *no)
{
	int found = 0;

	if (at.x < -7200 || at.x > 14400 || at.y < -7200 || at.y > 14400)
		return rb_no(no, RB_REFUSAL_OFF_BOARD, RB_SETUP_04);
	for (int i = 0; i < s->n_pile; i++) {
		struct polygon g;

		if (s->pile[i].item != item)
			continue;
		found++;
		g = geo_polygon_place(&s->pile_feature[i].area,
				      geo_degrees(angle), at);
		if (!geo_polygon_on_board(&g, s->board_w, s->board_h))
			return rb_no(no, RB_REFUSAL_OFF_BOARD, RB_SETUP_04);
		for (int k = 0; k < s->n_terrain; k++)
			if (RULE(RB_SETUP_04,
				 geo_polygons_nearer(
					 &g, &s->feature[k].area,
					 s->head.option
						 [RB_OPTION_TERRAIN_GAP])))
				return rb_no2(
					no, RB_REFUSAL_TOO_CLOSE, RB_SETUP_04,
					s->terrain[k].item,
					s->head.option[RB_OPTION_TERRAIN_GAP]);
		/* rotation rounds corners: it must still be a polygon */
		if (!geo_polygon_is_simple(&g))
			return rb_no(no, RB_REFUSAL_BAD_SHAPE, RB_SETUP_05);
		if (!zone_check(s, seat, item, &g, no))
			return false;
	}
	if (!found)
		return rb_no1(no, RB_REFUSAL_NO_ITEM, RB_SETUP_04, item);
	return true;
}

bool rb_item_scan(const struct rb_state *s, int32_t item, int seat,
		  struct vec *at, int32_t *angle)
{
	struct vec mid = { s->board_w / 2, s->board_h / 2 };
	int rings = (s->board_w > s->board_h ? s->board_w : s->board_h) / 200;
	struct refusal no;

	/* from the centre outward in squares; y, then x */
	for (int turn = 0; turn < 180; turn += 45)
		for (int k = 0; k <= rings; k++)
			for (int y = -k; y <= k; y++)
				for (int x = -k; x <= k; x++) {
					if (y > -k && y < k && x > -k && x < k)
						continue;
					at->x = mid.x + 100 * x;
					at->y = mid.y + 100 * y;
					*angle = turn;
					if (rb_item_place(s, item, seat, *at,
							  turn, &no))
						return true;
				}
	return false;
}

static bool is_present(const struct rb_state *s, int seat)
{
	return s->head.seat[seat].present != 0;
}

static bool decide_place(struct run *r, int seat, const struct decision *d,
			 struct refusal *no)
{
	int32_t item = decision_int(d, RB_TAG_FIG, 0);
	int32_t angle = geo_degrees(decision_int(d, RB_TAG_ANGLE, 0));
	struct decision_arg a;
	struct event e;

	if (!decision_find(d, RB_TAG_AT, &a))
		return rb_no(no, RB_REFUSAL_COORDINATES_MISSING, RB_SETUP_04);
	if (!rb_item_place(rb_of(r), item, seat, (struct vec){ a.w[0], a.w[1] },
			   angle, no))
		return false;
	rb_event_terrain_placed(&e, RB_SETUP_04, seat, item, a.w[0], a.w[1],
				angle);
	if (angle)
		event_because(&e, RB_SETUP_05);
	run_emit(r, &e);
	setup_turn(r, rb_next_seat(rb_of(r), seat, is_present), RB_SETUP_04);
	return true;
}

/* RB-SETUP-11: what fits nowhere is put aside */
static void items_aside(struct run *r)
{
	const struct rb_state *s = rb_of(r);
	int i = 0;

	while (i < s->n_pile) {
		int32_t item = s->pile[i].item, angle;
		struct vec at;
		struct event e;

		if (rb_item_scan(s, item, s->head.active, &at, &angle)) {
			i++;
			continue;
		}
		rb_event_terrain_aside(&e, RB_SETUP_11, item);
		run_emit(r, &e);
		i = 0;
	}
}

/* --- DEPLOY ------------------------------------------------------------ */

bool rb_in_zone(const struct rb_state *s, int seat, struct vec p)
{
	struct polygon zone = rb_zone(s, s->player[seat].side);

	return p.x >= zone.v[0].x && p.x <= zone.v[2].x && p.y >= zone.v[0].y &&
	       p.y <= zone.v[2].y;
}

/* with the corners of the area, in which the middle of a base must be */
static bool setup_outside(const struct rb_state *s, int seat,
			  struct refusal *no)
{
	struct polygon zone = rb_zone(s, s->player[seat].side);
	const int32_t corners[] = { zone.v[0].x, zone.v[0].y, zone.v[2].x,
				    zone.v[2].y };

	rb_no(no, RB_REFUSAL_OUTSIDE_AREA, RB_SETUP_07);
	for (size_t i = 0; i < ARRAY_LEN(corners); i++)
		no->args[no->n_args++] = corners[i];
	return false;
}

bool rb_may_deploy(const struct rb_state *s, const struct rb_ground *b, int f,
		   struct vec at, int32_t facing, struct refusal *no)
{
	struct mover mover = rb_mover(s, b, f);
	struct path_block block;

	if (!RULE(RB_SETUP_07, !rb_in_zone(s, s->fig[f].owner, at)) ||
	    at.x < 0 || at.x > s->board_w || at.y < 0 || at.y > s->board_h) {
		mover.at = at;
	} else {
		return setup_outside(s, s->fig[f].owner, no);
	}
	/* a figure in reserve has no ability in effect, but Aquatic may start
	 * in deep water */
	mover.aquatic = RULE(RB_SETUP_07, rb_shows(s, f, RB_ABILITY_AQUATIC));
	mover.self = GROUND_NONE;
	mover.captive = GROUND_NONE;
	if (at.x < 0 || at.x > s->board_w || at.y < 0 || at.y > s->board_h)
		return rb_no(no, RB_REFUSAL_OFF_BOARD, RB_GEO_18);
	if (!place_check(&b->g, &mover, at, facing, PLACE_DEPLOY, &block))
		return rb_refuse_place(s, b, &block, no);
	return true;
}

static int32_t rb_inward(const struct rb_state *s, int seat)
{
	int side = s->player[seat].side;

	return side < 0 ? 0 : 90 * side;
}

static bool has_reserve(const struct rb_state *s, int seat)
{
	for (int f = 0; f < s->n_figs; f++)
		if (s->fig[f].owner == seat && s->fig[f].status == RB_RESERVE)
			return true;
	return false;
}

static bool decide_deploy(struct run *r, int seat, const struct decision *d,
			  struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	int32_t face;
	struct rb_args args = rb_all_args(d);
	struct decision_arg a;
	struct rb_ground b;
	struct vec at;
	struct event e;
	int rider, f = rb_deployed(s, seat, d, &rider, no);

	if (f < 0)
		return false;
	if (!decision_find(d, RB_TAG_AT, &a))
		return rb_no(no, RB_REFUSAL_COORDINATES_MISSING, RB_SETUP_07);
	at = (struct vec){ a.w[0], a.w[1] };
	if (!rb_face_named(s, at, &args, &face, no))
		return false;
	if (face < 0)
		face = rb_inward(s, seat);
	rb_ground_build(s, &b);
	if (!rb_may_deploy(s, &b, f, at, face, no))
		return false;
	if (rider >= 0)
		rb_unit_emit(r, rider, f);
	rb_event_deployed(&e, RB_SETUP_07, s->fig[f].label, at.x, at.y, face);
	if (s->fig[f].rider)
		event_because(&e, CV_UNIT_03);
	run_emit(r, &e);
	return true;
}

/* --- the phases -------------------------------------------------------- */

bool rb_setup_decide(struct run *r, int seat, const struct decision *d,
		     struct refusal *no)
{
	const struct rb_state *s = rb_of(r);

	if (s->head.phase == RB_ARMY && d->kind == RB_ORDER_ARMY)
		return decide_army(r, seat, d, no);
	if (s->head.phase == RB_PILE && d->kind == RB_ORDER_SIDE)
		return decide_side(r, seat, d, no);
	if (s->head.phase == RB_PILE && d->kind == RB_ORDER_PILE)
		return decide_pile(r, seat, d, no);
	if (s->head.phase == RB_PILE && d->kind == RB_ORDER_END)
		return decide_pile_end(r, seat, no);
	if (s->head.phase != RB_TERRAIN && s->head.phase != RB_DEPLOY)
		return rb_no(no, RB_REFUSAL_NOT_NOW, RB_ACT_08);
	if (s->head.active != seat)
		return rb_no(no, RB_REFUSAL_NOT_YOUR_TURN, RB_ACT_08);
	if (s->head.phase == RB_TERRAIN && d->kind == RB_ORDER_PLACE)
		return decide_place(r, seat, d, no);
	if (s->head.phase == RB_DEPLOY && d->kind == RB_ORDER_DEPLOY)
		return decide_deploy(r, seat, d, no);
	return rb_no(no, RB_REFUSAL_NOT_NOW, RB_ACT_08);
}

static bool list_in(const void *state, int seat)
{
	return ((const struct rb_state *)state)->player[seat].list_in;
}

static bool pile_in(const void *state, int seat)
{
	return ((const struct rb_state *)state)->player[seat].pile_done;
}

static void terrain_next(struct run *r)
{
	const struct rb_state *s = rb_of(r);
	struct event e;

	items_aside(r);
	if (s->n_pile)
		return;
	event_start(&e, RB_EV_DIALS_SET, RB_SETUP_06);
	event_because(&e, RB_DAM_01);
	run_emit(r, &e);
	rb_wounds_carried(r);
	phase_enter(r, RB_DEPLOY, RB_SETUP_07);
	setup_turn(r, s->head.first, RB_SETUP_07);
}

/* RB-SETUP-12: those for whom there is no place are not in this game */
static void left_out(struct run *r, int seat)
{
	const struct rb_state *s = rb_of(r);
	struct event e;

	for (int f = 0; f < s->n_figs; f++) {
		if (s->fig[f].owner != seat || s->fig[f].status != RB_RESERVE)
			continue;
		rb_event_removed(&e, RB_SETUP_12, s->fig[f].label,
				 RB_REMOVED_NO_PLACE);
		run_emit(r, &e);
	}
}

static void deploy_next(struct run *r)
{
	const struct rb_state *s = rb_of(r);
	int next = rb_next_seat(s, s->head.active, has_reserve);
	int first = rb_seat_alive(s, s->head.first)
			    ? s->head.first
			    : rb_next_seat(s, s->head.first, rb_seat_alive);

	if (next >= 0) {
		setup_turn(r, next, RB_SETUP_07);
		return;
	}
	phase_enter(r, RB_START, RB_SETUP_08);
	rb_turn_start(r, first < 0 ? s->head.first : first, 1);
}

/* does the phase go on by itself? one step of it, if so */
static bool advance_step(struct run *r)
{
	const struct rb_state *s = rb_of(r);

	switch (s->head.phase) {
	case RB_ARMY:
		if (!common_state_everybody(s, list_in))
			return false;
		armies_open(r);
		return !r->unknown;
	case RB_PILE:
		if (!common_state_everybody(s, pile_in))
			return false;
		phase_enter(r, RB_ROLL, RB_SETUP_03);
		return true;
	case RB_ROLL:
		first_player(r);
		if (r->unknown)
			return false;
		phase_enter(r, RB_TERRAIN, RB_SETUP_04);
		return true;
	case RB_TERRAIN: terrain_next(r); return s->head.phase != RB_TERRAIN;
	case RB_DEPLOY:
		if (has_reserve(s, s->head.active)) {
			struct decision d;
			bool tried;

			if (!RULE(RB_SETUP_12,
				  !rb_deploy_find(s, s->head.active, &d,
						  &tried) &&
					  tried))
				return false;
			left_out(r, s->head.active);
		}
		deploy_next(r);
		return true;
	case RB_START: rb_turn_start(r, s->head.active, s->round); return false;
	default: return false;
	}
}

void rb_advance(struct run *r)
{
	while (!r->unknown && advance_step(r))
		;
}

/* --- deployment of a silent seat ---------------------------------------- */

bool rb_in_reserve(const struct rb_state *s, int seat, int f)
{
	return s->fig[f].owner == seat && s->fig[f].status == RB_RESERVE;
}

/* in a row from the middle of the zone, 1.50 inch apart, facing inward */
static bool deploy_in_row(const struct rb_state *s, const struct rb_ground *b,
			  int seat, int body, struct vec *at, int32_t *face)
{
	static const int32_t depths[] = { 150, 270, 60 };
	int side = s->player[seat].side;
	bool along_x = side == RB_SOUTH || side == RB_NORTH || side < 0;
	int32_t along = along_x ? s->board_w : s->board_h;
	int32_t across = along_x ? s->board_h : s->board_w;
	struct refusal no;

	*face = rb_inward(s, seat);
	for (size_t row = 0; row < ARRAY_LEN(depths); row++) {
		int32_t deep = side == RB_NORTH || side == RB_EAST
				       ? across - depths[row]
				       : depths[row];

		for (int k = 0; 75 * k < along; k++) {
			int32_t step = k % 2 ? 75 * (k + 1) : -75 * k;
			int32_t x = along / 2 + step;

			*at = along_x ? (struct vec){ x, deep }
				      : (struct vec){ deep, x };
			if (rb_may_deploy(s, b, body, *at, *face, &no))
				return true;
		}
	}
	return false;
}

/* RB-SETUP-12: each quarter of an inch of the zone, each eighth of a turn */
static bool deploy_anywhere(const struct rb_state *s, const struct rb_ground *b,
			    int seat, int body, struct vec *at, int32_t *face)
{
	struct polygon zone = rb_zone(s, s->player[seat].side);
	int turns = rb_is_long(s, body) ? 8 : 1;
	struct refusal no;

	for (at->y = zone.v[0].y; at->y <= zone.v[2].y; at->y += 25)
		for (at->x = zone.v[0].x; at->x <= zone.v[2].x; at->x += 25)
			for (int k = 0; k < turns; k++) {
				*face = geo_degrees(rb_inward(s, seat) +
						    45 * k);
				if (rb_may_deploy(s, b, body, *at, *face, &no))
					return true;
			}
	return false;
}

/* DEPLOY of the first figure, on a mount if it must be, that finds a place;
 * tried: there is one that may be deployed at all */
static bool deploy_first(const struct rb_state *s, const struct rb_ground *b,
			 int seat, bool anywhere, struct decision *d,
			 bool *tried)
{
	for (int f = 0; f < s->n_figs; f++) {
		for (int m = -1; rb_in_reserve(s, seat, f) && m < s->n_figs;
		     m++) {
			struct refusal no;
			struct vec at;
			int32_t face;
			int rider, body;

			if (m >= 0 && (m == f || !rb_in_reserve(s, seat, m) ||
				       !rb_is_mount(s, m)))
				continue;
			decision_start(d, RB_ORDER_DEPLOY);
			decision_add_int(d, RB_TAG_FIG, s->fig[f].label);
			if (m >= 0)
				decision_add_int(d, RB_TAG_ON, s->fig[m].label);
			body = rb_deployed(s, seat, d, &rider, &no);
			*tried |= body >= 0;
			if (body < 0 ||
			    !(anywhere ? deploy_anywhere : deploy_in_row)(
				    s, b, seat, body, &at, &face))
				continue;
			rb_add_point(d, RB_TAG_AT, at);
			decision_add_int(d, RB_TAG_FACE, face);
			return true;
		}
	}
	return false;
}

bool rb_deploy_find(const struct rb_state *s, int seat, struct decision *d,
		    bool *tried)
{
	struct rb_ground b;

	*tried = false;
	rb_ground_build(s, &b);
	return deploy_first(s, &b, seat, false, d, tried) ||
	       deploy_first(s, &b, seat, true, d, tried);
}
