/* src/games/arena/rules/board.c */
#include "games/arena/rules/board.h"

const struct ar_obj *ar_obj(const struct ar_state *s, int32_t handle)
{
	int lo = 0, hi = s->n_objects;

	while (lo < hi) {
		int mid = (lo + hi) / 2;

		if (s->obj[mid].handle < handle)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < s->n_objects && s->obj[lo].handle == handle && handle > 0
		       ? &s->obj[lo]
		       : NULL;
}

const struct ar_obj *ar_next(const struct ar_state *s, int32_t after)
{
	for (int i = 0; i < s->n_objects; i++)
		if (s->obj[i].handle > after)
			return &s->obj[i];
	return NULL;
}

/* --- zones ------------------------------------------------------------- */

bool ar_is_zone(const struct ar_state *s, int32_t zone)
{
	return zone > 0xffff && ar_x(zone) < s->width && ar_y(zone) >= 0 &&
	       ar_y(zone) < s->height;
}

int32_t ar_beside(const struct ar_state *s, int32_t zone, enum ar_dir d)
{
	static const int dx[] = { 0, 1, 0, -1 }, dy[] = { -1, 0, 1, 0 };
	int x = ar_x(zone) + dx[d], y = ar_y(zone) + dy[d];

	if (x < 0 || y < 0 || x >= s->width || y >= s->height)
		return 0;
	return ar_zone(x, y);
}

int ar_distance(int32_t a, int32_t b)
{
	int dx = ar_x(a) - ar_x(b), dy = ar_y(a) - ar_y(b);

	return (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
}

/* of adjacent zones, else -1 */
static int board_direction(int32_t from, int32_t to)
{
	int dx = ar_x(to) - ar_x(from), dy = ar_y(to) - ar_y(from);

	if (RULE(AR_DIST_01, ar_distance(from, to) != 1))
		return -1;
	return dx ? dx > 0 ? AR_EAST : AR_WEST : dy > 0 ? AR_SOUTH : AR_NORTH;
}

bool ar_border(const struct ar_state *s, int32_t a, int32_t b, int32_t out[2])
{
	if (!ar_is_zone(s, a) || !ar_is_zone(s, b) || board_direction(a, b) < 0)
		return false;
	out[0] = a < b ? a : b;
	out[1] = a < b ? b : a;
	return true;
}

const struct ar_obj *ar_wall(const struct ar_state *s, int32_t a, int32_t b)
{
	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];

		if (o->border[0] && ((o->border[0] == a && o->border[1] == b) ||
				     (o->border[0] == b && o->border[1] == a)))
			return o;
	}
	return NULL;
}

int32_t ar_zone_of(const struct ar_state *s, const struct ar_obj *o)
{
	for (int depth = 0; o && depth < 4; depth++) {
		if (o->zone || !o->host)
			return o->zone;
		o = ar_obj(s, o->host);
	}
	return 0;
}

/* the wall that it is, or is attached to */
static const struct ar_obj *on_border(const struct ar_state *s,
				      const struct ar_obj *o)
{
	if (o->host)
		o = ar_obj(s, o->host);
	return o && o->border[0] ? o : NULL;
}

int ar_reach(const struct ar_state *s, int32_t from, const struct ar_obj *o)
{
	const struct ar_obj *wall = on_border(s, o);
	int32_t zone = ar_zone_of(s, o);

	if (RULE(AR_WALL_11, wall)) {
		int a = ar_distance(from, wall->border[0]);
		int b = ar_distance(from, wall->border[1]);

		return a < b ? a : b;
	}
	return zone && from ? ar_distance(from, zone) : -1;
}

/* --- lines of sight: in half zones, so that corners are odd, odd -------- */

static bool board_opaque(const struct ar_state *s, int x0, int y0, int x1,
			 int y1, const int32_t except[2])
{
	int32_t a, b;
	const struct ar_obj *wall;

	if (x0 < 0 || y0 < 0 || x1 < 0 || y1 < 0 || x0 >= s->width ||
	    x1 >= s->width || y0 >= s->height || y1 >= s->height)
		return false;
	a = ar_zone(x0, y0);
	b = ar_zone(x1, y1);
	if (except && ((a == except[0] && b == except[1]) ||
		       (b == except[0] && a == except[1])))
		return false;
	wall = ar_wall(s, a, b);
	return wall && RULE(AR_LOS_06, ar_is(s, wall, AR_T_BLOCKS_LOS));
}

/* floor of n / d for d > 0 */
static int floor_div(int n, int d)
{
	return n >= 0 ? n / d : -((-n + d - 1) / d);
}

/* the corner at cx, cy (odd), met in this direction: AR-LOS-04 */
static bool corner_blocks(const struct ar_state *s, int cx, int cy, int sx,
			  int sy, const int32_t except[2])
{
	int px = (cx - sx) / 2, py = (cy - sy) / 2; /* zone before */
	int qx = (cx + sx) / 2, qy = (cy + sy) / 2; /* zone behind */
	bool r = board_opaque(s, px, py, qx, py, except) ||
		 board_opaque(s, qx, py, qx, qy, except);
	bool t = board_opaque(s, px, py, px, qy, except) ||
		 board_opaque(s, px, qy, qx, qy, except);

	return RULE(AR_LOS_04, r && t);
}

/* crossings of the lines x = odd; steep: x and y have changed places */
static bool crossing_blocks(const struct ar_state *s, int x0, int y0, int x1,
			    int y1, bool steep, const int32_t except[2])
{
	int sx = x1 > x0 ? 1 : -1, sy = y1 > y0 ? 1 : -1;
	int d = (x1 - x0) * sx;

	for (int x = x0 + sx; x != x1; x += sx) {
		int n, row;

		if (!(x & 1))
			continue;
		n = y0 * d + (y1 - y0) * (x - x0) * sx; /* y = n / d */
		if (n % d == 0 && (n / d) & 1) {
			if (!steep &&
			    corner_blocks(s, x, n / d, sx, sy, except))
				return true;
			continue;
		}
		row = floor_div(n + d, 2 * d);
		if (steep ? board_opaque(s, row, (x - sx) / 2, row,
					 (x + sx) / 2, except)
			  : board_opaque(s, (x - sx) / 2, row, (x + sx) / 2,
					 row, except))
			return true;
	}
	return false;
}

static bool board_sees(const struct ar_state *s, int x0, int y0, int x1, int y1,
		       const int32_t except[2])
{
	return !RULE(AR_LOS_03,
		     (x0 != x1 &&
		      crossing_blocks(s, x0, y0, x1, y1, false, except)) ||
			     (y0 != y1 && crossing_blocks(s, y0, x0, y1, x1,
							  true, except)));
}

bool ar_sees_zone(const struct ar_state *s, int32_t from, int32_t to)
{
	return board_sees(s, 2 * ar_x(from), 2 * ar_y(from), 2 * ar_x(to),
			  2 * ar_y(to), NULL);
}

bool ar_sees_border(const struct ar_state *s, int32_t from,
		    const int32_t border[2])
{
	return board_sees(s, 2 * ar_x(from), 2 * ar_y(from),
			  ar_x(border[0]) + ar_x(border[1]),
			  ar_y(border[0]) + ar_y(border[1]), border);
}

static bool sees_from(const struct ar_state *s, int32_t from,
		      const struct ar_obj *to)
{
	const struct ar_obj *wall = on_border(s, to);
	int32_t zone = ar_zone_of(s, to);

	if (RULE(AR_LOS_05, wall))
		return ar_sees_border(s, from, wall->border);
	return zone && ar_sees_zone(s, from, zone);
}

bool ar_sees(const struct ar_state *s, const struct ar_obj *from,
	     const struct ar_obj *to)
{
	const struct ar_obj *wall = on_border(s, from);
	int32_t zone = ar_zone_of(s, from);

	if (!wall && !zone)
		return false;
	if (RULE(AR_LOS_07, ar_is_creature(s, from) && ar_flying(s, from)) ||
	    RULE(AR_LOS_07, ar_is_creature(s, to) && ar_flying(s, to)))
		return ar_zone_of(s, to) || to->border[0];
	if (wall)
		return sees_from(s, wall->border[0], to) ||
		       sees_from(s, wall->border[1], to);
	return sees_from(s, zone, to);
}

static int32_t pair_of(const struct ar_state *s, int32_t a, int32_t b)
{
	for (int i = 0; i < s->n_pairs; i++)
		if (s->pair[i].a == a && s->pair[i].b == b)
			return s->pair[i].what;
	return 0;
}

bool ar_paired(const struct ar_state *s, enum ar_pair_kind what, int32_t a,
	       int32_t b)
{
	return pair_of(s, a, b) >> what & 1;
}

int32_t ar_pair_defended(const struct ar_state *s, int32_t a, int32_t b)
{
	return pair_of(s, a, b) >> AR_PAIR_USES;
}

bool ar_is_active(const struct ar_state *s, int seat, const struct ar_obj *o)
{
	return o->ctl == seat && o->active && o->zone && ar_is_creature(s, o) &&
	       !o->dying;
}

int ar_active(const struct ar_state *s, int seat)
{
	int n = 0;

	for (int i = 0; i < s->n_objects; i++)
		n += ar_is_active(s, seat, &s->obj[i]);
	return n;
}

const struct ar_obj *ar_committed(const struct ar_state *s)
{
	const struct ar_obj *o =
		s->step == AR_STEP_BOUND ? ar_obj(s, s->actor) : NULL;

	return o && ar_is_active(s, (int)s->head.active, o) ? o : NULL;
}

int32_t ar_fig(const struct ar_state *s, int seat, const struct decision *d)
{
	struct decision_arg a;

	if (!decision_find(d, AR_TAG_FIG, &a) || !a.n)
		return 0;
	return a.w[0] ? a.w[0] : s->player[seat].mage;
}
