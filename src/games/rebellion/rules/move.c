/*
 * src/games/rebellion/rules/move.c - moves figures: paths, obstacles, breaking
 * away, free spins (RB sections 9 to 11, 16, 18).
 */
#include "games/rebellion/rules/move.h"
#include "games/rebellion/rules/action.h"
#include "games/rebellion/rules/exec.h"

struct rb_args rb_all_args(const struct decision *d)
{
	return (struct rb_args){ d, 0, d->n };
}

bool rb_arg(const struct rb_args *args, int tag, struct decision_arg *out)
{
	for (int at = args->from;
	     at < args->to && decision_next(args->d, at, out); at = out->next)
		if (out->tag == tag)
			return true;
	return false;
}

static int32_t arg_int(const struct rb_args *args, int tag, int32_t fallback)
{
	struct decision_arg a;

	return rb_arg(args, tag, &a) ? a.w[0] : fallback;
}

/* --- naming the fault -------------------------------------------------- */

bool rb_refuse_place(const struct rb_state *s, const struct rb_ground *b,
		     const struct path_block *block, struct refusal *no)
{
	int32_t fa = 0, fb = 0, ta = 0;

	if (block->fault == PATH_CROSSES_BASE ||
	    block->fault == PLACE_ON_BASE || block->fault == PATH_BETWEEN_BASES)
		fa = s->fig[b->fig[block->a]].label;
	if (block->fault == PATH_BETWEEN_BASES)
		fb = s->fig[b->fig[block->b]].label;
	if (block->fault == PATH_ENTERS_TERRAIN ||
	    block->fault == PATH_CLIMBS_CLIFF ||
	    block->fault == PLACE_IN_TERRAIN || block->fault == PLACE_ON_EDGE)
		ta = s->terrain[block->a].label;
	switch (block->fault) {
	case PATH_OK: return true;
	case PATH_LEAVES_BOARD:
	case PLACE_OFF_BOARD: return rb_no(no, RB_REFUSAL_OFF_BOARD, RB_GEO_18);
	case PATH_CROSSES_BASE:
		return rb_no1(no, RB_REFUSAL_PATH_CROSSES, RB_MOVE_03, fa);
	case PATH_BETWEEN_BASES:
		return rb_no2(no, RB_REFUSAL_PATH_BETWEEN, RB_MOVE_04, fa, fb);
	case PATH_ENTERS_TERRAIN:
		return rb_no1(no, RB_REFUSAL_PATH_ENTERS,
			      s->feature[block->a].kind == FEATURE_DEEP
				      ? RB_WAT_02
				      : RB_MOVE_05,
			      ta);
	case PATH_CLIMBS_CLIFF:
		return rb_no1(no, RB_REFUSAL_PATH_CLIMBS, RB_ABR_04, ta);
	case PLACE_ON_BASE:
		return rb_no1(no, RB_REFUSAL_ON_BASE, RB_MOVE_10, fa);
	case PLACE_IN_TERRAIN:
		return rb_no1(no, RB_REFUSAL_IN_TERRAIN,
			      s->feature[block->a].kind == FEATURE_DEEP
				      ? RB_WAT_02
				      : RB_BLK_01,
			      ta);
	case PLACE_ON_EDGE:
		return rb_no1(no, RB_REFUSAL_ON_EDGE, RB_ABR_05, ta);
	}
	return rb_no(no, RB_REFUSAL_NO_ROOM, RB_MOVE_10);
}

/* --- arcs and facings -------------------------------------------------- */

bool rb_fronts(const struct rb_state *s, const struct rb_ground *b, int f,
	       int32_t facing, int g)
{
	return ground_front(&b->g, b->body_of[f], facing, s->def[f].arc,
			    b->body_of[g]);
}

/* the bearing from a base there to the nearest point of figure g's spine */
static int32_t move_toward(const struct rb_state *s, const struct rb_ground *b,
			   int f, struct vec at, int32_t facing, int g)
{
	struct spine from = rb_spine_at(s, f, at, facing);
	struct vec to = geo_nearest(&b->body[b->body_of[g]].spine, &from);

	return geo_bearing(vec_sub(to, at));
}

bool rb_face_named(const struct rb_state *s, struct vec from,
		   const struct rb_args *args, int32_t *face,
		   struct refusal *no)
{
	struct decision_arg a;
	int32_t named = 0;
	bool by_figure = false;
	int g;

	*face = -1;
	for (int at = args->from;
	     at < args->to && decision_next(args->d, at, &a); at = a.next) {
		if (a.tag == RB_TAG_FACE) {
			if (a.w[0] < 0 || a.w[0] > 359)
				return rb_no(no, RB_REFUSAL_BAD_FACING,
					     RB_GEO_03);
			*face = a.w[0];
			return true;
		}
		if (a.tag == RB_TAG_FACE_FIG && !by_figure) {
			by_figure = true;
			named = a.w[0];
		}
	}
	if (!by_figure)
		return true;
	g = rb_check_named(s, named, no);
	if (g < 0)
		return false;
	*face = geo_bearing(vec_sub(s->fig[g].at, from));
	return true;
}

/* --- destinations, RB-MOVE-13 to 15 ------------------------------------ */

struct aim {
	struct vec to;
	int touching;        /* figure named by TOUCHING, or -1 */
	bool none;           /* no destination is named */
	bool near;           /* TOUCHING alone: another side will do */
	bool brief;          /* the caller needs no reason for a bad
			      * destination */
	int rule;            /* of the form of destination, or 0 */
	struct sides *sides; /* sought together; NULL: it alone */
	int side;            /* which of them this is */
};

/* The sides of a figure, the near one first, then those of RB-MOVE-13. */
struct sides {
	struct path_goals to;     /* none until they are needed */
	struct path_room *within; /* a search within the allowance */
	struct path_room *beyond; /* the room for ways beyond it */
	bool any;                 /* for any way */
};

static bool on_board(const struct rb_state *s, struct vec p)
{
	return p.x >= 0 && p.x <= s->board_w && p.y >= 0 && p.y <= s->board_h;
}

static bool aim_touching(const struct rb_state *s, const struct rb_ground *b,
			 int f, const struct rb_args *args,
			 const struct mover *mover, struct aim *aim,
			 struct refusal *no)
{
	struct decision_arg a;
	int x, y, bearing = -1;

	rb_arg(args, RB_TAG_TOUCHING, &a);
	x = rb_check_named(s, a.w[0], no);
	if (x < 0)
		return false;
	if (x == f)
		return rb_no(no, RB_REFUSAL_NO_DESTINATION, RB_MOVE_13);
	aim->touching = x;
	aim->rule = RB_MOVE_13;
	if (rb_arg(args, RB_TAG_AND, &a)) {
		y = rb_check_named(s, a.w[0], no);
		if (y < 0)
			return false;
		if (y == f || y == x ||
		    !geo_touching_both(&b->body[b->body_of[x]].spine,
				       &b->body[b->body_of[y]].spine, mover->r,
				       mover->at, &aim->to))
			return rb_no(no, RB_REFUSAL_CANNOT_TOUCH_BOTH,
				     RB_MOVE_13);
		return true;
	}
	if (rb_arg(args, RB_TAG_AT_BEARING, &a))
		bearing = geo_degrees(a.w[0]);
	else if (rb_arg(args, RB_TAG_AT_SIDE, &a))
		bearing = geo_degrees(s->fig[x].facing + 90 * a.w[0]);
	else if (rb_arg(args, RB_TAG_AT_FIG, &a)) {
		y = rb_check_named(s, a.w[0], no);
		if (y < 0)
			return false;
		bearing = geo_bearing(vec_sub(b->body[b->body_of[y]].dot,
					      b->body[b->body_of[x]].dot));
	}
	if (bearing >= 0) {
		aim->to = geo_touching(b->body[b->body_of[x]].dot,
				       s->def[x].radius, mover->r, bearing);
		return true;
	}
	/* who touches it stays where it is */
	if (ground_touch(&b->g, mover->self, b->body_of[x]))
		return true;
	aim->to = path_touching(&b->g, mover, b->body_of[x]);
	aim->near = true;
	return true;
}

static bool aim_toward(const struct rb_state *s, const struct rb_ground *b,
		       const struct rb_args *args, const struct mover *mover,
		       int32_t inches, struct aim *aim, struct refusal *no)
{
	struct decision_arg a;
	struct vec to;
	int64_t limit = (int64_t)inches * 100000;
	int64_t d = (int64_t)arg_int(args, RB_TAG_DISTANCE, INT32_MAX) * 1000;
	int x;

	if (rb_arg(args, RB_TAG_TOWARD, &a)) {
		x = rb_check_named(s, a.w[0], no);
		if (x < 0)
			return false;
		to = b->body[b->body_of[x]].dot;
	} else {
		rb_arg(args, RB_TAG_TOWARD_POINT, &a);
		to = (struct vec){ a.w[0], a.w[1] };
		if (!on_board(s, to))
			return rb_no(no, RB_REFUSAL_OFF_BOARD, RB_GEO_18);
	}
	if (d < 0)
		d = 0;
	aim->rule = RB_MOVE_15;
	if (!path_toward(&b->g, mover, to, d < limit ? d : limit, &aim->to))
		return rb_no(no, RB_REFUSAL_NO_ROOM, RB_MOVE_15);
	return true;
}

static bool aim_find(const struct rb_move_wish *w, const struct mover *mover,
		     struct aim *aim, struct refusal *no)
{
	const struct rb_state *s = w->s;
	const struct rb_ground *b = w->b;
	const struct rb_args *args = w->args;
	int32_t inches = w->inches;
	int f = w->f;
	struct decision_arg a;
	int x;
	int32_t d;

	aim->touching = -1;
	aim->none = aim->near = aim->brief = false;
	aim->sides = NULL;
	aim->rule = RB_NO_RULE;
	aim->to = mover->at;
	if (rb_arg(args, RB_TAG_TO, &a)) {
		aim->to = (struct vec){ a.w[0], a.w[1] };
		return true;
	}
	if (rb_arg(args, RB_TAG_TOUCHING, &a))
		return aim_touching(s, b, f, args, mover, aim, no);
	if (rb_arg(args, RB_TAG_TOWARD, &a) ||
	    rb_arg(args, RB_TAG_TOWARD_POINT, &a))
		return aim_toward(s, b, args, mover, inches, aim, no);
	d = arg_int(args, RB_TAG_DISTANCE, 100 * inches);
	if (d < 0 || d > GEO_MAX / 2)
		return rb_no2(no, RB_REFUSAL_TOO_FAR, RB_MOVE_14, d,
			      100 * inches);
	aim->rule = RB_MOVE_14;
	if (rb_arg(args, RB_TAG_BEARING, &a)) {
		aim->to = path_bearing(mover->at, d, geo_degrees(a.w[0]));
		return true;
	}
	if (rb_arg(args, RB_TAG_BEARING_FIG, &a)) {
		x = rb_check_named(s, a.w[0], no);
		if (x < 0)
			return false;
		aim->to = path_bearing(
			mover->at, d,
			geo_bearing(vec_sub(b->body[b->body_of[x]].dot,
					    mover->at)));
		return true;
	}
	aim->none = true;
	aim->rule = RB_NO_RULE;
	return true;
}

/* --- the allowance ----------------------------------------------------- */

static struct mover move_gaited(const struct rb_state *s,
				const struct rb_ground *b, int f,
				enum rb_gait gait)
{
	struct mover mover = rb_mover(s, b, f);

	if (RULE(CV_PROF_06, gait == RB_GAIT_PLAIN))
		mover.flight = mover.aquatic = false;
	if (gait == RB_GAIT_TRAMPLE) {
		mover.flight = false; /* its hooves are on the ground */
		mover.over_bases = true;
	}
	return mover;
}

static void move_mod(struct rb_move *m, int rule, int32_t amount)
{
	if (!m || !amount || m->n_mods + 2 > (int)ARRAY_LEN(m->mods))
		return;
	m->mods[m->n_mods++] = rule;
	m->mods[m->n_mods++] = amount;
}

int32_t rb_speed(const struct rb_state *s, const struct rb_ground *b, int f,
		 struct rb_move *m)
{
	struct mover mover;
	int32_t speed = rb_value(s, f, RB_SPEED), other;
	int captive = s->fig[f].captive ? rb_find(s, s->fig[f].captive) : -1;

	if (m)
		m->n_mods = 0;
	move_mod(m, RB_MOVE_01, speed);
	if (!s->n_terrain && captive < 0)
		return speed;
	mover = move_gaited(s, b, f, m ? m->gait : RB_GAIT_FREE);
	if (RULE(RB_HIN_03, path_halved(&b->g, &mover))) {
		move_mod(m, RB_HIN_03, (speed + 1) / 2 - speed);
		speed = (speed + 1) / 2;
	}
	if (captive < 0)
		return speed;
	other = rb_value(s, captive, RB_SPEED);
	/* the controller's abilities serve both */
	mover.self = b->body_of[captive];
	mover.captive = b->body_of[f];
	mover.at = s->fig[captive].at;
	mover.facing = s->fig[captive].facing;
	mover.r = s->def[captive].radius;
	mover.ahead = s->def[captive].ahead;
	mover.behind = s->def[captive].behind;
	if (path_halved(&b->g, &mover))
		other = (other + 1) / 2;
	if (RULE(RB_CAP_07, other < speed)) {
		move_mod(m, RB_CAP_07, other - speed);
		speed = other;
	}
	return speed;
}

/* --- the captive's place, RB-CAP-08 ------------------------------------ */

/* with a long base: the two touch, none lies on the other, both on free
 * ground; discs were put so */
static bool side_by_side(const struct rb_state *s, const struct rb_ground *b,
			 const struct rb_move *m)
{
	int c = m->captive;
	struct spine by = rb_spine_at(s, m->fig, m->end, m->facing);
	struct spine base = rb_spine_at(s, c, m->captive_at, m->captive_facing);
	struct mover taken;
	struct path_block block;

	if (!rb_is_long(s, m->fig) && !rb_is_long(s, c))
		return true;
	taken = rb_mover(s, b, c);
	taken.captive = b->body_of[m->fig];
	/* the controller's abilities serve both */
	taken.aquatic |= rb_mover(s, b, m->fig).aquatic;
	return !RULE(CV_GEO_04, geo_bases_overlap(&by, &base)) &&
	       geo_bases_touch(&by, &base) &&
	       place_check(&b->g, &taken, m->captive_at, m->captive_facing,
			   PLACE_LEVITATE, &block);
}

static bool captive_place(const struct rb_state *s, const struct rb_ground *b,
			  int f, const struct rb_args *args,
			  const struct mover *mover, struct rb_move *m,
			  struct refusal *no)
{
	int c = m->captive;
	struct mover taken = *mover;
	struct path_block block;
	struct decision_arg a;
	int32_t bearing;
	int tries = 24;

	m->captive_facing = s->fig[c].facing;
	if (rb_arg(args, RB_TAG_CAPTIVE_FACE, &a)) {
		if (a.w[0] < 0 || a.w[0] > 359)
			return rb_no(no, RB_REFUSAL_BAD_FACING, RB_CAP_09);
		m->captive_facing = a.w[0];
	}
	if (!m->moves) {
		/* a captive goes with its controller, never about it */
		if (RULE(RB_CAP_08, rb_arg(args, RB_TAG_CAPTIVE_AT, &a)))
			return rb_no(no, RB_REFUSAL_NO_DESTINATION, RB_CAP_08);
		m->captive_at = s->fig[c].at;
		if (side_by_side(s, b, m))
			return true;
		return rb_no1(no, RB_REFUSAL_NO_ROOM_CAPTIVE, CV_GEO_04,
			      s->fig[c].label);
	}
	taken.self = b->body_of[c];
	taken.captive = b->body_of[f];
	taken.r = s->def[c].radius;
	taken.ahead = s->def[c].ahead;
	taken.behind = s->def[c].behind;
	bearing = geo_bearing(vec_sub(s->fig[c].at, mover->at));
	if (rb_arg(args, RB_TAG_CAPTIVE_AT, &a)) {
		bearing = geo_degrees(a.w[0]);
		tries = 1;
	}
	for (int i = 0; i < tries; i++) {
		struct vec at = geo_touching(m->end, mover->r, taken.r,
					     geo_degrees(bearing + 15 * i));

		taken.at = at;
		if (!place_check(&b->g, &taken, at, m->captive_facing,
				 PLACE_MOVE, &block) ||
		    RULE(RB_GEO_10, ground_parted(&b->g, m->end, at)))
			continue;
		m->captive_at = at;
		if (!side_by_side(s, b, m))
			continue;
		return true;
	}
	return rb_no1(no, RB_REFUSAL_NO_ROOM_CAPTIVE, RB_CAP_08,
		      s->fig[c].label);
}

/* --- the whole move ---------------------------------------------------- */

/* the opponents among the bodies near it that this base would touch */
static uint64_t opponents_near(const struct rb_state *s,
			       const struct rb_ground *b, int f, struct vec at,
			       struct spine base, uint64_t near)
{
	uint64_t set = 0;

	for (; near; near &= near - 1) {
		int i = rb_first(near), g = b->fig[i];

		if (g == f || RULE(RB_CON_02, s->fig[g].captive_of) ||
		    !rb_opposing(s, f, g) ||
		    !geo_bases_touch(&base, &b->body[i].spine))
			continue;
		if (ground_parted(&b->g, at, b->body[i].dot))
			continue;
		set |= rb_bit(g);
	}
	return set;
}

/* bases that may touch a base in one of two places */
static uint64_t touch_near(const struct rb_ground *b, const struct spine *one,
			   const struct spine *other)
{
	struct box x = ground_box(one), y = ground_box(other);

	x.x0 = x.x0 < y.x0 ? x.x0 : y.x0;
	x.y0 = x.y0 < y.y0 ? x.y0 : y.y0;
	x.x1 = x.x1 > y.x1 ? x.x1 : y.x1;
	x.y1 = x.y1 > y.y1 ? x.y1 : y.y1;
	return ground_near(&b->g, x, one->r + GEO_TOUCH);
}

/* opponents that a base there would touch */
static uint64_t opponents_there(const struct rb_state *s,
				const struct rb_ground *b, int f, struct vec at,
				int32_t facing)
{
	struct spine base = rb_spine_at(s, f, at, facing);

	return opponents_near(s, b, f, at, base, touch_near(b, &base, &base));
}

/* RB-MOVE-13: after the near side come the others, in steps of 15 degrees,
 * clockwise first. A long figure has but one. */
static void sides_lay(const struct rb_state *s, const struct rb_ground *b,
		      const struct mover *mover, const struct aim *near)
{
	struct path_goals *to = &near->sides->to;
	int32_t r = s->def[near->touching].radius, first;

	if (to->n)
		return;
	*to = (struct path_goals){ .n = 1,
				   .p = { near->to },
				   .middle = near->to };
	if (!RULE(RB_MOVE_13, !rb_is_long(s, near->touching)))
		return;
	to->middle = b->body[b->body_of[near->touching]].dot;
	to->around = r + mover->r + 2; /* they are rounded */
	first = geo_bearing(vec_sub(near->to, to->middle));
	for (; to->n < PATH_MAX_GOALS; to->n++) {
		int turn = (to->n + 1) / 2 * (to->n % 2 ? 15 : -15);

		to->p[to->n] = geo_touching(to->middle, r, mover->r,
					    geo_degrees(first + turn));
	}
}

/* Even without terrain in its way the place has no room, or is too far. */
static bool is_hopeless(const struct rb_ground *b, const struct mover *mover,
			struct vec to, int64_t limit)
{
	struct path_block block;
	bool turns = mover->ahead || mover->behind;

	/* legs are rounded down */
	return geo_len(mover->at, to) > limit + 1000 ||
	       (!turns && !place_check(&b->g, mover, to, mover->facing,
				       PLACE_MOVE, &block));
}

static int64_t path_len(const struct path *path)
{
	int64_t len = 0;

	for (int32_t i = 0; i + 1 < path->n; i++)
		len += geo_len(path->p[i], path->p[i + 1]);
	return len;
}

/*
 * A side that is farther than the figure may go: it is none, unless terrain
 * stops the figure on the shortest way there. On one that is shorter than
 * `unstopped` none does, and if any way is that short, so is the shortest.
 */
static bool way_stopped(const struct rb_ground *b, const struct mover *mover,
			const struct aim *aim, int64_t limit, int64_t unstopped,
			struct path *out)
{
	struct sides *all = aim->sides;

	if (!all->beyond) {
		all->beyond = trials_take(b->room);
		all->any = true;
		path_seek(&b->g, mover, &all->to, limit / 2 * 3, true,
			  all->beyond);
	}
	if (all->any) {
		if (path_sought(all->beyond, aim->side, out) == PATH_FOUND &&
		    path_len(out) < unstopped)
			return false;
		all->any = false;
		path_seek(&b->g, mover, &all->to, PATH_NO_LIMIT, false,
			  all->beyond);
	}
	return path_sought(all->beyond, aim->side, out) == PATH_FOUND;
}

/* a way round, with those to the other sides */
static bool way_beside(const struct rb_ground *b, const struct mover *mover,
		       const struct aim *aim, int64_t limit, int64_t unstopped,
		       struct path *out)
{
	struct sides *all = aim->sides;
	enum path_found found;

	if (!all->within) {
		all->within = trials_take(b->room);
		path_seek(&b->g, mover, &all->to, limit, false, all->within);
	}
	found = path_sought(all->within, aim->side, out);
	if (found != PATH_BEYOND || unstopped == PATH_NO_LIMIT)
		return found == PATH_FOUND;
	return way_stopped(b, mover, aim, limit, unstopped, out);
}

/*
 * The path of an order without VIA. A place farther than the figure may go is
 * searched for only if terrain may stop it before, or to report the distance.
 */
static bool find_way(const struct rb_state *s, const struct rb_ground *b,
		     const struct mover *mover, const struct aim *aim,
		     struct rb_move *m, struct path_block *block)
{
	int64_t limit = (int64_t)m->inches * 100000, unstopped;
	bool brief = b->brief || aim->brief, found;
	struct path_room *room;

	if (path_straight(&b->g, mover, aim->to, &m->path, block))
		return true;
	if (block->fault == PATH_LEAVES_BOARD)
		return false;
	unstopped = path_unstopped(&b->g, mover, aim->to, limit);
	if (brief && unstopped == PATH_NO_LIMIT &&
	    is_hopeless(b, mover, aim->to, limit))
		return false;
	if (aim->sides) {
		sides_lay(s, b, mover, aim);
		return way_beside(b, mover, aim, limit, unstopped, &m->path);
	}
	room = trials_take(b->room);
	found = path_round(&b->g, mover, aim->to, limit, room, &m->path);
	if (!found && !(brief && unstopped == PATH_NO_LIMIT))
		found = path_round(&b->g, mover, aim->to, PATH_NO_LIMIT, room,
				   &m->path);
	trials_give(b->room, room);
	return found;
}

/* the path and how far it is walked */
static bool plan_path(const struct rb_state *s, const struct rb_ground *b,
		      const struct rb_args *args, const struct mover *mover,
		      const struct aim *aim, struct rb_move *m,
		      struct refusal *no)
{
	struct vec to = aim->to;
	struct path_block block;
	struct decision_arg a;
	bool legal;

	m->via = rb_arg(args, RB_TAG_VIA, &a);
	m->path.n = 1;
	m->path.p[0] = mover->at;
	if (!m->via && vec_equal(to, mover->at)) {
		m->walk = (struct walk){ to, 0, 0, mover->facing, GROUND_NONE };
		return true;
	}
	if (!on_board(s, to))
		return rb_no(no, RB_REFUSAL_OFF_BOARD, RB_GEO_18);
	if (m->via) {
		for (int at = args->from;
		     at < args->to && decision_next(args->d, at, &a);
		     at = a.next) {
			struct vec p;

			if (a.tag != RB_TAG_VIA)
				continue;
			p = (struct vec){ a.w[0], a.w[1] };
			if (!on_board(s, p))
				return rb_no(no, RB_REFUSAL_OFF_BOARD,
					     RB_GEO_18);
			m->path.p[m->path.n++] = p;
		}
		m->path.p[m->path.n++] = to;
		legal = path_check(&b->g, mover, &m->path, &block);
	} else if (m->gait == RB_GAIT_TRAMPLE) { /* CV-PROF-08 */
		m->path.p[m->path.n++] = to;
		legal = path_check(&b->g, mover, &m->path, &block);
	} else {
		legal = find_way(s, b, mover, aim, m, &block);
	}
	if (!legal)
		return rb_refuse_place(s, b, &block, no);
	m->walk = path_walk(&b->g, mover, &m->path);
	return true;
}

/* they touch; one that lies on the other, as a long base may before it is
 * turned, does not */
static bool in_contact(const struct spine *a, const struct spine *b)
{
	return geo_bases_touch(a, b) &&
	       !RULE(CV_GEO_04, geo_bases_overlap(a, b));
}

/* the free opponent nearest to a place, or -1 */
static int nearest_opponent(const struct rb_state *s, int f, struct vec at)
{
	int64_t least = INT64_MAX;
	int best = -1;

	for (int g = 0; g < s->n_figs; g++)
		if (rb_is_free(s, g) && rb_opposing(s, f, g) &&
		    geo_dist2(at, s->fig[g].at) < least) {
			least = geo_dist2(at, s->fig[g].at);
			best = g;
		}
	return best;
}

/*
 * RB-MOVE-11: who goes away from the nearest opponent, or to a friend, does not
 * turn the back on that opponent. A long base that lies along its way stays so
 * if it has no room to turn, or would touch others then.
 */
static int32_t keep_facing(const struct rb_state *s, const struct rb_ground *b,
			   int f, const struct aim *aim,
			   const struct mover *mover, const struct rb_move *m)
{
	int g = nearest_opponent(s, f, m->end);
	int32_t to, turn;
	struct path_block block;

	if (g < 0 ||
	    (aim->touching < 0 && geo_dist2(m->end, s->fig[g].at) <=
					  geo_dist2(mover->at, s->fig[g].at)))
		return m->walk.facing;
	to = geo_bearing(vec_sub(s->fig[g].at, m->end));
	turn = (to - m->walk.facing + 540) % 360 - 180;
	if (2 * (turn < 0 ? -turn : turn) <= s->def[f].arc)
		return m->walk.facing;
	if (rb_is_long(s, f) &&
	    (!place_check(&b->g, mover, m->end, to, PLACE_MOVE, &block) ||
	     opponents_there(s, b, f, m->end, to) != m->arrives_at))
		return m->walk.facing;
	return to;
}

/* RB-MOVE-11 */
static int32_t end_facing(const struct rb_state *s, const struct rb_ground *b,
			  int f, const struct aim *aim,
			  const struct mover *mover, struct rb_move *m)
{
	struct spine base = rb_spine_at(s, f, m->walk.end, m->walk.facing);
	uint64_t touched = 0;

	if (aim->none) /* it only turns, or stays */
		return mover->facing;
	if (aim->touching >= 0 && rb_opposing(s, f, aim->touching) &&
	    in_contact(&base, &b->body[b->body_of[aim->touching]].spine))
		return move_toward(s, b, f, m->end, m->walk.facing,
				   aim->touching);
	for (uint64_t set = m->arrives_at; set; set &= set - 1)
		if (in_contact(&base,
			       &b->body[b->body_of[rb_first(set)]].spine))
			touched |= rb_bit(rb_first(set));
	if (touched)
		return move_toward(s, b, f, m->end, m->walk.facing,
				   rb_first(touched));
	return m->moves && RULE(RB_MOVE_11, true)
		       ? keep_facing(s, b, f, aim, mover, m)
		       : m->walk.facing;
}

/* a long base turns on the spot: its other end moves, CV-GEO-04, 08 */
static bool plan_turn(const struct rb_state *s, const struct rb_ground *b,
		      int f, const struct mover *mover, struct rb_move *m,
		      struct refusal *no)
{
	uint64_t touched = rb_opponents_touching(s, b, f);
	uint64_t then = opponents_there(s, b, f, mover->at, m->facing);
	struct path_block block;

	if (RULE(CV_GEO_04, !place_check(&b->g, mover, mover->at, m->facing,
					 PLACE_MOVE, &block)))
		return rb_refuse_place(s, b, &block, no);
	if (RULE(CV_GEO_09,
		 then & ~touched && rb_has(s, f, RB_ABILITY_DEMORALIZED)))
		return rb_no1(no, RB_REFUSAL_DEMORALIZED, CV_GEO_09,
			      s->fig[f].label);
	m->breaks = RULE_VALUE(CV_GEO_08, touched & ~then);
	m->held = touched & then;
	m->arrives_at = then & ~touched;
	return true;
}

bool rb_may_turn(const struct rb_state *s, const struct rb_ground *b, int f,
		 int32_t facing)
{
	struct mover mover = rb_mover(s, b, f);
	struct rb_move m = {
		.fig = f, .end = mover.at, .facing = facing, .captive = -1
	};
	struct path_block block;
	int c = s->fig[f].captive ? rb_find(s, s->fig[f].captive) : -1;

	if (!rb_is_long(s, f))
		return true;
	if (c >= 0) {
		m.captive = c;
		m.captive_at = s->fig[c].at;
		m.captive_facing = s->fig[c].facing;
		if (!side_by_side(s, b, &m))
			return false;
	}
	return place_check(&b->g, &mover, mover.at, facing, PLACE_MOVE,
			   &block) &&
	       RULE(CV_GEO_08, opponents_there(s, b, f, mover.at, facing) ==
				       rb_opponents_touching(s, b, f));
}

/* Where a move ends. */
struct landing {
	struct spine base;
	uint64_t near; /* bodies near it or near the start of the move */
};

/* the base at the end of the way, turned so, and the opponents it touches */
static struct landing land_facing(const struct rb_move_wish *w,
				  const struct mover *mover, struct rb_move *m,
				  int32_t facing)
{
	struct landing to;

	to.base = rb_spine_at(w->s, w->f, m->end, facing);
	to.near = touch_near(w->b, &to.base, &w->b->body[mover->self].spine);
	m->arrives_at =
		opponents_near(w->s, w->b, w->f, m->end, to.base, to.near);
	return to;
}

/* where the move ends, and its facing there: as ordered, or RB-MOVE-11 */
static bool plan_end(const struct rb_move_wish *w, const struct mover *mover,
		     const struct aim *aim, struct rb_move *m,
		     struct landing *to, struct refusal *no)
{
	int32_t named;

	*to = land_facing(w, mover, m, m->walk.facing);
	if (!rb_face_named(w->s, m->end, w->args, &named, no))
		return false;
	m->face_named = named >= 0;
	m->facing = named >= 0 ? named
			       : end_facing(w->s, w->b, w->f, aim, mover, m);
	m->held = m->breaks = 0;
	if (!m->moves)
		m->arrives_at = 0;
	else if (rb_is_long(w->s, w->f)) /* with its final facing: CV-GEO-05 */
		*to = land_facing(w, mover, m, m->facing);
	return true;
}

/* it has room there, and may come; from whom it breaks away */
static bool plan_place(const struct rb_move_wish *w, const struct mover *mover,
		       const struct landing *to, struct rb_move *m,
		       struct refusal *no)
{
	const struct rb_state *s = w->s;
	const struct rb_ground *b = w->b;
	int f = w->f;
	const struct spine *start = &b->body[mover->self].spine;
	struct path_block block;

	if (!place_check_near(&b->g, mover, &to->base, to->near, PLACE_MOVE,
			      &block))
		return rb_refuse_place(s, b, &block, no);
	if (RULE(RB_DAM_41,
		 m->arrives_at && rb_has(s, f, RB_ABILITY_DEMORALIZED)))
		return rb_no1(no, RB_REFUSAL_DEMORALIZED, RB_DAM_41,
			      s->fig[f].label);
	m->breaks = opponents_near(s, b, f, mover->at, *start, to->near);
	return true;
}

/* how far it would be, how far it may go, and what made that so */
static bool too_far(const struct rb_move *m, struct refusal *no)
{
	rb_no2(no, RB_REFUSAL_TOO_FAR, RB_MOVE_09,
	       (int32_t)((m->walk.len + 999) / 1000), 100 * m->inches);
	for (int i = 0; i < m->n_mods && no->n_args < REFUSAL_MAX_ARGS; i++)
		no->args[no->n_args++] = m->mods[i];
	return false;
}

static bool move_plan(const struct rb_move_wish *w, const struct mover *mover,
		      const struct aim *aim, struct rb_move *m,
		      struct refusal *no)
{
	const struct rb_state *s = w->s;
	const struct rb_ground *b = w->b;
	const struct rb_args *args = w->args;
	int32_t inches = w->inches;
	int f = w->f;
	struct landing to;

	m->fig = f;
	m->inches = inches;
	m->aim_rule = aim->rule;
	m->order_rule = RB_NO_RULE;
	m->captive = s->fig[f].captive ? rb_find(s, s->fig[f].captive) : -1;
	if (!plan_path(s, b, args, mover, aim, m, no))
		return false;
	if (RULE(RB_MOVE_09, m->walk.len > (int64_t)inches * 100000))
		return too_far(m, no);
	m->end = m->walk.end;
	m->moves = !vec_equal(m->end, mover->at);
	if (!plan_end(w, mover, aim, m, &to, no))
		return false;
	/* if it stays: toward a figure from its place */
	if (!rb_face_named(s, mover->at, args, &m->turn_to, no))
		return false;
	if (m->turn_to < 0)
		m->turn_to = mover->facing;
	if (m->moves ? !plan_place(w, mover, &to, m, no)
		     : rb_is_long(s, f) && m->facing != mover->facing &&
			       !plan_turn(s, b, f, mover, m, no))
		return false;
	return m->captive < 0 || captive_place(s, b, f, args, mover, m, no);
}

/* RB-MOVE-13: the near side is taken; the next free one. The refusal is that of
 * the near side. */
static bool plan_beside(const struct rb_move_wish *w, const struct mover *mover,
			struct aim *aim, struct rb_move *m, struct refusal *no)
{
	const struct rb_state *s = w->s;
	const struct rb_ground *b = w->b;
	const struct path_goals *to = &aim->sides->to;
	struct refusal other;

	if (no->reason == RB_REFUSAL_DEMORALIZED)
		return false;
	sides_lay(s, b, mover, aim);
	aim->brief = true;
	for (aim->side = 1; aim->side < to->n; aim->side++) {
		aim->to = to->p[aim->side];
		if (move_plan(w, mover, aim, m, &other))
			return true;
	}
	return false;
}

/* to a figure, on whatever side */
static bool plan_touching(const struct rb_move_wish *w,
			  const struct mover *mover, struct aim *aim,
			  struct rb_move *m, struct refusal *no)
{
	const struct rb_ground *b = w->b;
	struct sides sides = { .to = { .n = 0 } };
	bool planned;

	aim->side = 0;
	/* the way to the near side gives the reason of the refusal */
	aim->sides = b->brief ? &sides : NULL;
	planned = move_plan(w, mover, aim, m, no);
	aim->sides = &sides;
	planned = planned || plan_beside(w, mover, aim, m, no);
	if (sides.beyond)
		trials_give(b->room, sides.beyond);
	if (sides.within)
		trials_give(b->room, sides.within);
	aim->sides = NULL;
	return planned;
}

/* the move ends in contact with the figure that TOUCHING names */
static bool move_arrives(const struct rb_state *s, const struct rb_ground *b,
			 const struct aim *aim, const struct rb_move *m)
{
	const struct body *x = &b->body[b->body_of[aim->touching]];
	struct spine base = rb_spine_at(s, m->fig, m->end, m->facing);

	return in_contact(&base, &x->spine) &&
	       !ground_parted(&b->g, m->end, x->dot);
}

/* the features of the set that do not have this place strictly inside */
static uint32_t clear_of(const struct rb_ground *b, uint32_t set, struct vec at)
{
	for (int32_t i = 0; i < b->g.n_features; i++)
		if (geo_polygon_side(&b->g.features[i].area, at) == GEO_INSIDE)
			set &= ~((uint32_t)1 << i);
	return set;
}

/* One of the sides, in their order, on a way round these features. */
static bool plan_round(const struct rb_move_wish *w, struct mover *mover,
		       struct aim *aim, uint32_t avoids, struct rb_move *m)
{
	const struct rb_state *s = w->s;
	const struct rb_ground *b = w->b;
	struct sides sides = { .to = { .n = 0 } };
	struct refusal no;
	bool found = false;

	mover->avoids = avoids;
	aim->brief = true;
	aim->sides = aim->near ? &sides : NULL;
	aim->side = 0;
	if (aim->near)
		sides_lay(s, b, mover, aim);
	do {
		if (aim->near)
			aim->to = sides.to.p[aim->side];
		found = move_plan(w, mover, aim, m, &no) &&
			move_arrives(s, b, aim, m);
	} while (!found && aim->near && ++aim->side < sides.to.n);
	if (sides.beyond)
		trials_give(b->room, sides.beyond);
	if (sides.within)
		trials_give(b->room, sides.within);
	aim->sides = NULL;
	return found;
}

/*
 * RB-MOVE-13: terrain stops the figure before it touches, or parts the two at
 * the end. It goes to another side, round what would stop it, or, where the
 * target is in the middle of that, at least round all else; if no such way is
 * short enough, the order is refused.
 */
static bool plan_past(const struct rb_move_wish *w, const struct mover *mover,
		      const struct aim *aim, struct rb_move *m,
		      struct refusal *no)
{
	const struct rb_state *s = w->s;
	const struct rb_ground *b = w->b;
	uint32_t stops = path_stops(&b->g, mover), seen = 0;
	struct vec middle = b->body[b->body_of[aim->touching]].dot;
	const uint32_t avoid[] = { stops, clear_of(b, stops, middle),
				   clear_of(b, stops, aim->to) };
	int32_t target = s->fig[aim->touching].label;
	int32_t by = m->walk.stopped_by < 0
			     ? 0
			     : s->terrain[m->walk.stopped_by].label;
	int32_t len = (int32_t)((m->walk.len + 500) / 1000);

	for (size_t i = 0; !m->via && i < ARRAY_LEN(avoid); i++) {
		struct mover other = *mover;
		struct aim to = *aim;

		if (i && avoid[i] == seen)
			continue;
		seen = avoid[i];
		if (plan_round(w, &other, &to, avoid[i], m))
			return true;
	}
	if (!by)
		return rb_no1(no, RB_REFUSAL_PARTED, RB_MOVE_13, target);
	rb_no2(no, RB_REFUSAL_STOPS_SHORT, RB_MOVE_13, by, target);
	no->args[no->n_args++] = len;
	return false;
}

bool rb_move_plan(const struct rb_move_wish *w, bool may_stay,
		  struct rb_move *m, struct refusal *no)
{
	struct mover mover = move_gaited(w->s, w->b, w->f, m->gait);
	struct aim aim;
	bool planned;

	if (!aim_find(w, &mover, &aim, no))
		return false;
	if (aim.none && !may_stay)
		return rb_no(no, RB_REFUSAL_NO_DESTINATION, RB_MOVE_13);
	planned = aim.near ? plan_touching(w, &mover, &aim, m, no)
			   : move_plan(w, &mover, &aim, m, no);
	if (planned && aim.touching >= 0 && m->moves &&
	    m->gait != RB_GAIT_TRAMPLE &&
	    RULE(RB_MOVE_13, !move_arrives(w->s, w->b, &aim, m)))
		return plan_past(w, &mover, &aim, m, no);
	return planned;
}

bool rb_move_plan_to(const struct rb_move_wish *w, struct vec to,
		     struct rb_move *m, struct refusal *no)
{
	struct mover mover = move_gaited(w->s, w->b, w->f, m->gait);
	struct aim aim = { .to = to, .touching = -1 };

	return move_plan(w, &mover, &aim, m, no);
}

/* --- telling it -------------------------------------------------------- */

static int stop_rule(int kind)
{
	switch (kind) {
	case FEATURE_ELEVATED: return RB_ELV_01;
	case FEATURE_SHALLOW: return RB_WAT_01;
	case FEATURE_WALL: return RB_WALL_02;
	default: return RB_HIN_01;
	}
}

void rb_turn_emit(struct run *r, int f, int32_t facing)
{
	const struct rb_fig *p = &rb_of(r)->fig[f];
	struct event e;

	rb_event_turned(&e, RB_MOVE_12, p->label, p->facing, facing);
	if (rb_is_long(rb_of(r), f))
		event_because(&e, CV_GEO_04);
	run_emit(r, &e);
}

static void captive_emit(struct run *r, const struct rb_move *m)
{
	const struct rb_state *s = rb_of(r);
	const struct rb_fig *p = &s->fig[m->captive];
	struct event e;

	if (vec_equal(p->at, m->captive_at) && p->facing == m->captive_facing)
		return;
	rb_event_captive_moved(&e, RB_CAP_07, p->label, s->fig[m->fig].label,
			       m->captive_at.x, m->captive_at.y,
			       m->captive_facing);
	if (m->moves)
		event_because(&e, RB_CAP_08);
	if (p->facing != m->captive_facing)
		event_because(&e, RB_CAP_09);
	run_emit(r, &e);
}

/* rules that let it pass where others would be stopped or slowed */
static void move_terrain_rules(const struct rb_state *s,
			       const struct rb_move *m, struct event *e)
{
	struct spine base;

	if (!s->n_terrain)
		return;
	if (m->gait == RB_GAIT_FREE && rb_has(s, m->fig, RB_ABILITY_FLIGHT))
		rb_because(e, RB_SPD_30);
	if (m->gait != RB_GAIT_PLAIN && rb_has(s, m->fig, RB_ABILITY_AQUATIC))
		rb_because(e, RB_SPD_40);
	base = rb_spine(s, m->fig);
	for (int i = 0; i < s->n_terrain; i++) {
		int kind = s->feature[i].kind;

		if ((kind == FEATURE_HINDERING || kind == FEATURE_SHALLOW) &&
		    geo_base_inside(&s->feature[i].area, &base))
			rb_because(e, RB_HIN_02);
	}
}

/* events of long bases: the way of one, and contact with another's */
static void long_rules(const struct rb_state *s, const struct rb_move *m,
		       struct event *e)
{
	if (m->aim_rule == RB_MOVE_13 && s->head.option[RB_OPTION_CAVALRY])
		rb_because(e, CV_GEO_07);
	if (m->path.n > 2 && s->head.option[RB_OPTION_CAVALRY])
		rb_because(e, CV_GEO_06);
	if (!rb_is_long(s, m->fig))
		return;
	rb_because(e, CV_GEO_05);
	rb_because(e, CV_GEO_04);
}

void rb_move_emit(struct run *r, const struct rb_move *m)
{
	const struct rb_state *s = rb_of(r);
	const struct rb_fig *p = &s->fig[m->fig];
	struct event e;
	int32_t path[2 * PATH_MAX_POINTS];
	int n = 0;

	if (!m->moves) {
		if (m->face_named || m->facing != p->facing)
			rb_turn_emit(r, m->fig, m->facing);
		if (m->captive >= 0)
			captive_emit(r, m);
		return;
	}
	for (int i = 0; i < m->walk.legs; i++) {
		path[n++] = m->path.p[i].x;
		path[n++] = m->path.p[i].y;
	}
	path[n++] = m->end.x;
	path[n++] = m->end.y;
	event_start(&e, RB_EV_MOVED, RB_MOVE_01);
	if (m->via)
		event_because(&e, RB_MOVE_06);
	else
		event_because(&e, m->path.n > 2 ? RB_MOVE_07 : RB_MOVE_02);
	if (m->walk.stopped_by >= 0) {
		event_because(&e, RB_MOVE_08);
		event_because(&e,
			      stop_rule(s->feature[m->walk.stopped_by].kind));
	}
	if (m->gait == RB_GAIT_TRAMPLE)
		event_because(&e, CV_PROF_08);
	rb_because(&e, m->order_rule);
	rb_because(&e, m->aim_rule);
	long_rules(s, m, &e);
	if (!m->face_named)
		rb_because(&e, RB_MOVE_11);
	if (m->arrives_at)
		rb_because(&e, RB_MOVE_16);
	move_terrain_rules(s, m, &e);
	event_put(&e, RB_EV_MOVED_FIG, p->label);
	event_put_ints(&e, RB_EV_MOVED_PATH, path, n);
	event_put(&e, RB_EV_MOVED_LENGTH, (int32_t)m->walk.len);
	event_put(&e, RB_EV_MOVED_ALLOWANCE, m->inches);
	event_put_ints(&e, RB_EV_MOVED_SPEED, m->mods, m->n_mods);
	event_put(&e, RB_EV_MOVED_FROM_FACE, p->facing);
	event_put(&e, RB_EV_MOVED_FACE, m->facing);
	event_put(&e, RB_EV_MOVED_STOPPED_BY,
		  m->walk.stopped_by >= 0 ? s->terrain[m->walk.stopped_by].label
					  : 0);
	run_emit(r, &e);
	if (m->captive >= 0)
		captive_emit(r, m);
}

void rb_move_act(struct run *r, int seat, const struct decision *d,
		 const struct rb_move *m, bool goes)
{
	if (goes)
		rb_move_emit(r, m);
	rb_move_follow(r, seat, d, m, goes);
}

void rb_move_follow(struct run *r, int seat, const struct decision *d,
		    const struct rb_move *m, bool goes)
{
	const struct rb_state *s = rb_of(r);
	int32_t label = s->fig[m->fig].label;
	struct rb_action a;
	struct rb_ground b;

	if (!goes && m->face_named) {
		rb_ground_build(s, &b);
		if (rb_may_turn(s, &b, m->fig, m->turn_to))
			rb_turn_emit(r, m->fig, m->turn_to);
	}
	rb_action_init(&a, seat, label, d, RB_STEP_THEN);
	a.kept = !goes;
	a.pushed[a.n_pushed++] = label;
	if (goes && m->arrives_at) {
		a.step = RB_STEP_SPINS;
		a.moved = label;
		rb_set_put(a.held, m->held);
	}
	rb_action_run(r, &a, NULL);
}

/* --- break away, RB section 10 ----------------------------------------- */

bool rb_break_away(struct run *r, int f, uint64_t opponents, int rule)
{
	const struct rb_state *s = rb_of(r);
	bool easy = RULE(RB_BRK_03, rb_has(s, f, RB_ABILITY_CHARGE) ||
					    rb_has(s, f, RB_ABILITY_FLIGHT) ||
					    rb_has(s, f, RB_ABILITY_BOUND));
	int fails_to = easy ? 1 : 3;
	int32_t labels[RB_MAX_FIGS];
	int n = 0, die = rb_roll(r);
	bool ok = !RULE(RB_BRK_02, die <= fails_to);
	struct event e;

	if (r->unknown)
		return false;
	for (; opponents; opponents &= opponents - 1)
		labels[n++] = s->fig[rb_first(opponents)].label;
	event_start(&e, RB_EV_BREAK_AWAY, RB_BRK_01);
	event_because(&e, easy ? RB_BRK_03 : RB_BRK_02);
	event_because(&e, RB_BRK_05);
	rb_because(&e, rule);
	if (easy && rb_has(s, f, RB_ABILITY_FLIGHT))
		event_because(&e, RB_SPD_31);
	if (easy && rb_has(s, f, RB_ABILITY_CHARGE))
		event_because(&e, RB_SPD_02);
	if (n > 1)
		event_because(&e, RB_BRK_04);
	event_put(&e, RB_EV_BREAK_AWAY_FIG, s->fig[f].label);
	event_put_ints(&e, RB_EV_BREAK_AWAY_OPPONENTS, labels, n);
	event_put(&e, RB_EV_BREAK_AWAY_DIE, die);
	event_put(&e, RB_EV_BREAK_AWAY_FAILS_TO, fails_to);
	event_put(&e, RB_EV_BREAK_AWAY_OK, ok);
	run_emit(r, &e);
	return ok;
}

/* --- free spin, RB-SPIN-05 --------------------------------------------- */

static int32_t spin_auto(const struct rb_state *s, const struct rb_ground *b,
			 int f, int mover)
{
	int32_t now = s->fig[f].facing, best = now;
	uint64_t all = rb_opponents_touching(s, b, f);
	int best_count = -1, most = __builtin_popcountll(all);

	if (rb_fronts(s, b, f, now, mover))
		return now;
	/* from the present facing outward, clockwise first: the first of
	 * equally many is the smallest turn */
	for (int turn = 1; turn <= 180 && best_count < most; turn++) {
		for (int way = 0; way < (turn < 180 ? 2 : 1); way++) {
			int32_t a = geo_degrees(way ? now - turn : now + turn);
			int count = 0;

			if (!rb_fronts(s, b, f, a, mover))
				continue;
			for (uint64_t set = all; set; set &= set - 1)
				count += rb_fronts(s, b, f, a, rb_first(set));
			if (count <= best_count)
				continue;
			best_count = count;
			best = a;
		}
	}
	return best;
}

int32_t rb_spin_facing(const struct rb_state *s, const struct rb_ground *b,
		       int f, int mover, int policy, int32_t fixed)
{
	int32_t now = s->fig[f].facing;

	switch (policy) {
	case RB_POLICY_AUTO: return spin_auto(s, b, f, mover);
	case RB_POLICY_DIRECT:
		return move_toward(s, b, f, s->fig[f].at, now, mover);
	case RB_POLICY_FIXED:
		return RULE(RB_SPIN_03,
			    rb_fronts(s, b, f, geo_degrees(fixed), mover))
			       ? geo_degrees(fixed)
			       : now;
	default: return now;
	}
}
