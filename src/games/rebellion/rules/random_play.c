/*
 * src/games/rebellion/rules/random_play.c - draws one legal decision as in
 * real games: comrades stay together, attackers look for a target in reach,
 * and figures with rare abilities use them. Each draw is tried first.
 */
#include "games/rebellion/rules/attack.h"
#include "games/rebellion/rules/system_private.h"
#include "engine/random_pick.h"

/* Would it be carried out? */
static bool would_do(struct trials *room, const struct rb_state *view, int seat,
		     const struct decision *d)
{
	return dry_run_of(room, &system_rebellion, view, seat, d);
}

/* a figure of the board; there always is one when it is drawn */
static int draw_figure(const struct rb_state *s, struct dice *rng)
{
	int f = draw(rng, s->n_figs);

	for (int tries = 0; tries < 20 && !rb_on_board(s, f); tries++)
		f = draw(rng, s->n_figs);
	while (!rb_on_board(s, f))
		f = (f + 1) % s->n_figs;
	return f;
}

static int draw_opponent(const struct rb_state *s, int f, struct dice *rng)
{
	int nearest = -1;

	for (int g = 0; g < s->n_figs && rb_on_board(s, f); g++)
		if (rb_is_free(s, g) && rb_opposing(s, f, g) &&
		    (nearest < 0 ||
		     geo_dist2(s->fig[f].at, s->fig[g].at) <
			     geo_dist2(s->fig[f].at, s->fig[nearest].at)))
			nearest = g;
	if (nearest >= 0 && chance(rng, 2))
		return nearest;
	for (int tries = 0; tries < 20; tries++) {
		int g = draw_figure(s, rng);

		if (rb_opposing(s, f, g))
			return g;
	}
	return draw_figure(s, rng);
}

static bool same_faction(const struct rb_state *s, int f, int g)
{
	return s->def[f].faction[0] &&
	       !memcmp(s->def[f].faction, s->def[g].faction,
		       sizeof(s->def[f].faction));
}

/* another figure of its own for a formation */
static int draw_comrade(const struct rb_state *s, int f, struct dice *rng)
{
	int g = draw_figure(s, rng);

	for (int tries = 0; tries < 20 && (g == f || !same_faction(s, f, g) ||
					   s->fig[g].owner != s->fig[f].owner);
	     tries++)
		g = draw_figure(s, rng);
	return g;
}

static void draw_face(struct decision *d, struct dice *rng)
{
	if (chance(rng, 3))
		decision_add_int(d, RB_TAG_FACE, draw(rng, 360));
}

static void order_start(const struct rb_state *s, int f, int kind,
			struct decision *d)
{
	decision_start(d, kind);
	decision_add_int(d, RB_TAG_FIG, s->fig[f].label);
}

/* of a unit perhaps the dial that it uses */
static void draw_using(const struct rb_state *s, int f, struct decision *d,
		       struct dice *rng)
{
	if (rb_is_unit(s, f) && chance(rng, 2))
		decision_add_int(d, RB_TAG_USING, draw(rng, 2));
}

/* a target; of a unit perhaps the dial that is attacked */
static void draw_target(const struct rb_state *s, int t, struct decision *d,
			struct dice *rng)
{
	decision_add_int(d, RB_TAG_TARGET, s->fig[t].label);
	if (rb_is_unit(s, t) && chance(rng, 2))
		decision_add_int(d, RB_TAG_AGAINST, draw(rng, 2));
}

/* its straight way to x is longer than it may go */
static bool is_beyond(const struct rb_state *s, int f, int x, int32_t inches)
{
	int64_t reach = 100 * inches + s->def[f].radius + s->def[x].radius +
			s->def[f].behind + s->def[x].behind;

	return geo_dist2(s->fig[f].at, s->fig[x].at) > reach * reach;
}

/* a destination: contacts and limits of the allowance among them */
static void draw_destination(const struct rb_state *s, int f, int32_t inches,
			     struct decision *d, struct dice *rng)
{
	int x = draw_opponent(s, f, rng);
	int32_t reach = 100 * inches;
	struct vec at = s->fig[f].at, via;
	int bearing;

	switch (draw(rng, 7)) {
	case 0:
	case 1: /* as far as it goes */
		decision_add_int(d, RB_TAG_BEARING, draw(rng, 360));
		return;
	case 2:
	case 3:
		if (chance(rng, 3))
			x = draw_comrade(s, f, rng);
		if (is_beyond(s, f, x, inches) && !chance(rng, 12)) {
			decision_add_int(d, RB_TAG_TOWARD, s->fig[x].label);
			return;
		}
		decision_add_int(d, RB_TAG_TOUCHING, s->fig[x].label);
		if (chance(rng, 2))
			decision_add_int(d, RB_TAG_AT_BEARING, draw(rng, 360));
		else if (chance(rng, 4))
			decision_add_int(d, RB_TAG_AT_SIDE, draw(rng, 4));
		return;
	case 4:
		if (chance(rng, 4))
			decision_add_int(d, RB_TAG_DISTANCE, draw(rng, reach));
		decision_add_int(d, RB_TAG_TOWARD, s->fig[x].label);
		return;
	case 5:
		decision_add_int(d, RB_TAG_DISTANCE, draw(rng, reach + 1));
		decision_add_int(d, RB_TAG_BEARING, draw(rng, 360));
		return;
	default:
		via.x = at.x + draw(rng, 201) - 100;
		via.y = at.y + draw(rng, 201) - 100;
		/* the compiler may evaluate arguments in any order */
		bearing = draw(rng, 360);
		at = vec_add(at,
			     geo_offset(draw(rng, reach + 1), bearing, GEO_HA));
		/* as an order says it: where to, then by which way */
		rb_add_point(d, RB_TAG_TO, at);
		if (chance(rng, 4))
			rb_add_point(d, RB_TAG_VIA, via);
	}
}

static void draw_attack(const struct rb_state *s, int f, bool shoot,
			struct decision *d, struct dice *rng)
{
	int n = 1;

	if (shoot && rb_has(s, f, RB_ABILITY_SHOCKWAVE) && chance(rng, 2)) {
		decision_add_int(d, RB_TAG_USE, RB_USE_WAVE);
		return;
	}
	if (shoot && s->def[f].targets > 1)
		n += draw(rng, s->def[f].targets);
	if (rb_has(s, f, RB_ABILITY_BLAST) || rb_has(s, f, RB_ABILITY_FLAME))
		n = 1;
	for (int i = 0; i < n; i++)
		draw_target(s, draw_opponent(s, f, rng), d, rng);
	if (shoot && rb_has(s, f, RB_ABILITY_BLAST) && chance(rng, 2))
		decision_add_int(d, RB_TAG_USE, RB_USE_BLAST);
	if (shoot && rb_has(s, f, RB_ABILITY_FLAME) && chance(rng, 2))
		decision_add_int(d, RB_TAG_USE, RB_USE_FLAME);
	if (!shoot && chance(rng, 4))
		decision_add_int(d, RB_TAG_CAPTURE, 1);
	if (!shoot && chance(rng, 8))
		decision_add_int(d, RB_TAG_PLAIN, 1);
}

/* RB-FMOV-01 */
static bool moves_alone(const struct rb_state *s, int f)
{
	return rb_has(s, f, RB_ABILITY_CHARGE) ||
	       rb_has(s, f, RB_ABILITY_QUICKNESS) ||
	       rb_has(s, f, RB_ABILITY_FLIGHT) ||
	       rb_has(s, f, RB_ABILITY_BOUND);
}

/* The comrades to draw. */
struct group_wish {
	int most;
	int target; /* all touch it; -1: none */
	bool moves;
};

/* f and comrades that could act with it and form a group with it. Now and then
 * with a stranger, or with one that does not move with others. */
static int draw_group(const struct rb_state *s, const struct rb_ground *b,
		      int f, struct group_wish w, struct dice *rng, int *out)
{
	uint64_t set = rb_friends_touching(s, b, f), chosen = rb_bit(f);
	bool strict = !chance(rng, 12);
	int n = 0;

	out[n++] = f;
	while (n < w.most && set) {
		uint64_t left = set;
		int g;

		for (int skip = draw(rng, __builtin_popcountll(set)); skip;
		     skip--)
			left &= left - 1;
		g = rb_first(left);
		set &= ~rb_bit(g);
		chosen |= rb_bit(g);
		if (s->fig[g].owner != s->fig[f].owner ||
		    (strict && (!same_faction(s, f, g) || s->fig[g].acted ||
				s->fig[g].tokens > 1)) ||
		    (w.moves && strict && moves_alone(s, g)) ||
		    (w.target >= 0 && strict && !rb_touch(s, g, w.target)))
			continue;
		out[n++] = g;
		set |= rb_friends_touching(s, b, g) & ~chosen;
	}
	return n;
}

/* who joins in an attack; it need not be legal */
static void draw_members(const struct rb_state *s, int f, int target,
			 bool shoot, struct decision *d, struct dice *rng)
{
	int member[RB_MAX_MEMBERS], n;
	struct rb_ground b;

	rb_ground_build(s, &b);
	n = draw_group(s, &b, f,
		       (struct group_wish){ shoot ? 3 + draw(rng, 3)
						  : 2 + draw(rng, 2),
					    shoot ? -1 : target, false },
		       rng, member);
	for (int i = 1; i < n; i++) {
		decision_add_int(d, RB_TAG_WITH, s->fig[member[i]].label);
		draw_using(s, member[i], d, rng);
	}
}

/* a magic attack, where it has one */
static int near_use(const struct rb_state *s, int f, bool shoot)
{
	if (shoot && rb_has(s, f, RB_ABILITY_BLAST))
		return RB_USE_BLAST;
	return shoot && rb_has(s, f, RB_ABILITY_FLAME) ? RB_USE_FLAME
						       : RB_USE_PLAIN;
}

/* whom it could attack; gives their number */
static int in_reach(const struct rb_state *s, int f, bool shoot, int use,
		    int target[RB_MAX_FIGS])
{
	struct rb_ground b;
	int n = 0;

	rb_ground_build(s, &b);
	for (int t = 0; t < s->n_figs; t++) {
		struct rb_attack attack;
		struct decision d;
		struct refusal no;

		if (!rb_on_board(s, t) || !rb_opposing(s, f, t))
			continue;
		decision_start(&d, shoot ? RB_ORDER_SHOOT : RB_ORDER_FIGHT);
		decision_add_int(&d, RB_TAG_FIG, s->fig[f].label);
		decision_add_int(&d, RB_TAG_TARGET, s->fig[t].label);
		if (use)
			decision_add_int(&d, RB_TAG_USE, use);
		if (rb_attack_plan(s, &b, &d,
				   (struct rb_attack_as){ f, shoot, false },
				   &attack, &no))
			target[n++] = t;
	}
	return n;
}

/* an attack on a target in reach, if there is one */
static bool draw_near_attack(const struct rb_state *s, int f, bool shoot,
			     struct decision *d, struct dice *rng)
{
	int use = near_use(s, f, shoot), first;
	int target[RB_MAX_FIGS], n = in_reach(s, f, shoot, use, target);

	if (!n)
		return false;
	order_start(s, f, shoot ? RB_ORDER_SHOOT : RB_ORDER_FIGHT, d);
	draw_using(s, f, d, rng);
	first = draw(rng, n);
	for (int i = first, more = 1; i < n && more <= 3; i++, more++) {
		draw_target(s, target[i], d, rng);
		if (!shoot || use || more == s->def[f].targets ||
		    chance(rng, 3))
			break;
	}
	if (use)
		decision_add_int(d, RB_TAG_USE, use);
	if (!shoot && !rb_is_unit(s, f) && chance(rng, 3))
		decision_add_int(d, RB_TAG_CAPTURE, 1);
	if (!shoot && chance(rng, 8))
		decision_add_int(d, RB_TAG_PLAIN, 1);
	if (chance(rng, 2))
		draw_members(s, f, target[first], shoot, d, rng);
	return true;
}

/* false: no figure can join it */
static bool draw_formation(const struct rb_state *s, int f, struct decision *d,
			   struct dice *rng)
{
	int member[RB_MAX_MEMBERS], n, inches = rb_value(s, f, RB_SPEED);
	int x = draw_opponent(s, f, rng);
	int32_t bearing =
		chance(rng, 2)
			? geo_bearing(vec_sub(s->fig[x].at, s->fig[f].at))
			: draw(rng, 360);
	struct vec shift;
	struct rb_ground b;

	rb_ground_build(s, &b);
	n = draw_group(s, &b, f,
		       (struct group_wish){ 3 + draw(rng, 3), -1, true }, rng,
		       member);
	if ((n < 3 || moves_alone(s, f)) && !chance(rng, 20))
		return false;
	for (int i = 1; i < n; i++)
		if (rb_value(s, member[i], RB_SPEED) < inches)
			inches = rb_value(s, member[i], RB_SPEED);
	shift = geo_offset(draw(rng, 100 * inches + 1), geo_degrees(bearing),
			   GEO_HA);
	decision_start(d, RB_ORDER_FORM);
	if (chance(rng, 2)) {
		for (int i = 0; i < n; i++)
			decision_add_int(d, RB_TAG_MEMBER,
					 s->fig[member[i]].label);
		rb_add_point(d, RB_TAG_SHIFT, shift);
		draw_face(d, rng);
		return true;
	}
	if (chance(rng, 2)) /* a step, so that who stays is near */
		shift = geo_offset(draw(rng, 60), geo_degrees(bearing), GEO_HA);
	for (int i = 0; i < n; i++) {
		int g = member[i];

		decision_add_int(d, RB_TAG_MEMBER, s->fig[g].label);
		if (chance(rng, 4))
			decision_add_int(d, RB_TAG_STAY, 1);
		else if (i && chance(rng, 3))
			decision_add_int(d, RB_TAG_TOUCHING,
					 s->fig[member[i - 1]].label);
		else
			rb_add_point(d, RB_TAG_TO,
				     vec_add(s->fig[g].at, shift));
		draw_face(d, rng);
	}
	return true;
}

static int draw_of(uint64_t set, struct dice *rng)
{
	for (int skip = draw(rng, __builtin_popcountll(set)); skip; skip--)
		set &= set - 1;
	return rb_first(set);
}

/* the figure that may need it most */
static int draw_patient(const struct rb_state *s, int f, bool near,
			struct dice *rng)
{
	uint64_t set = 0;

	for (int g = 0; g < s->n_figs; g++)
		if (g != f && rb_is_free(s, g) && !rb_opposing(s, f, g) &&
		    s->fig[g].wounds && (!near || rb_touch(s, f, g)))
			set |= rb_bit(g);
	return set && !chance(rng, 8) ? draw_of(set, rng) : draw_figure(s, rng);
}

static void draw_raise(const struct rb_state *s, int f, struct decision *d,
		       struct dice *rng)
{
	uint64_t set = 0;

	for (int g = 0; g < s->n_figs; g++)
		if (s->fig[g].owner == s->fig[f].owner &&
		    s->fig[g].status == RB_ELIMINATED)
			set |= rb_bit(g);
	decision_start(d, RB_ORDER_RAISE);
	decision_add_int(d, RB_TAG_FIG, s->fig[f].label);
	decision_add_int(
		d, RB_TAG_TARGET,
		s->fig[set ? draw_of(set, rng) : draw_figure(s, rng)].label);
	if (chance(rng, 3))
		decision_add_int(d, RB_TAG_AT_BEARING, draw(rng, 360));
	else if (chance(rng, 3))
		decision_add_int(d, RB_TAG_AT_FIG,
				 s->fig[draw_figure(s, rng)].label);
	draw_face(d, rng);
	draw_using(s, f, d, rng);
}

/* a figure that it touched: anywhere near, or next to another figure */
static void draw_levitation(const struct rb_state *s, int f, struct decision *d,
			    struct dice *rng)
{
	uint64_t touched = rb_set(s->contact[f]);
	int x = touched && !chance(rng, 8) ? draw_of(touched, rng)
					   : draw_figure(s, rng);
	int beside = draw_figure(s, rng);
	struct vec to = s->fig[x].at;

	to.x += draw(rng, 1401) - 700;
	to.y += draw(rng, 1401) - 700;
	if (chance(rng, 2))
		to = geo_touching(s->fig[beside].at, s->def[beside].radius,
				  s->def[x].radius, draw(rng, 360));
	decision_start(d, RB_ORDER_LEVITATE);
	decision_add_int(d, RB_TAG_FIG, s->fig[f].label);
	decision_add_int(d, RB_TAG_TARGET, s->fig[x].label);
	rb_add_point(d, RB_TAG_TO, to);
	draw_face(d, rng);
	draw_using(s, f, d, rng);
}

/* what an ability of its own lets it do; false: it has none of these */
static bool draw_ability(const struct rb_state *s, int f, struct decision *d,
			 struct dice *rng)
{
	int dial =
		rb_dial(s, f, chance(rng, 3) ? RB_DIAL_MOUNT : RB_DIAL_RIDER);
	bool magic = rb_has(s, dial, RB_ABILITY_MAGIC_HEALING);
	bool raises = rb_has(s, dial, RB_ABILITY_NECROMANCY);
	bool lifts = rb_has(s, dial, RB_ABILITY_LEVITATION);

	if (rb_shows(s, dial, RB_ABILITY_SWEEP) && chance(rng, 2)) {
		order_start(s, f, RB_ORDER_FIGHT, d);
		draw_using(s, f, d, rng);
		decision_add_int(d, RB_TAG_SWEEP, 1);
		if (chance(rng, 3))
			decision_add_int(d, RB_TAG_AGAINST, draw(rng, 2));
		return true;
	}
	if (raises && chance(rng, 2)) {
		draw_raise(s, f, d, rng);
		return true;
	}
	if (lifts && chance(rng, 2)) {
		draw_levitation(s, f, d, rng);
		return true;
	}
	if (magic || rb_has(s, dial, RB_ABILITY_HEALING)) {
		order_start(s, f, RB_ORDER_HEAL, d);
		draw_using(s, f, d, rng);
		draw_target(s, draw_patient(s, f, !magic, rng), d, rng);
		if (magic)
			decision_add_int(d, RB_TAG_MAGIC, 1);
		else
			decision_add_int(d, RB_TAG_HEAL_BY, draw(rng, 2));
		return true;
	}
	if (rb_has(s, dial, RB_ABILITY_REGENERATION) && s->fig[dial].wounds) {
		order_start(s, f, RB_ORDER_REGENERATE, d);
		draw_using(s, f, d, rng);
		return true;
	}
	return false;
}

static void draw_switch(const struct rb_state *s, int f, struct decision *d,
			struct dice *rng)
{
	decision_start(d, chance(rng, 3) ? RB_ORDER_RESTORE : RB_ORDER_CANCEL);
	decision_add_int(d, RB_TAG_FIG, s->fig[f].label);
	decision_add_int(d, RB_TAG_ABILITY,
			 rb_click(s, f)->ability[draw(rng, 4)]);
}

/* where the captive goes along */
static void draw_prisoner(struct decision *d, struct dice *rng)
{
	if (chance(rng, 2))
		decision_add_int(d, RB_TAG_CAPTIVE_AT, draw(rng, 360));
	if (chance(rng, 2))
		decision_add_int(d, RB_TAG_CAPTIVE_FACE, draw(rng, 360));
}

/* a move and then an attack: Charge and Bound */
static void draw_assault(const struct rb_state *s, int f, struct decision *d,
			 struct dice *rng)
{
	bool shoot = rb_has(s, f, RB_ABILITY_BOUND);
	int x = draw_opponent(s, f, rng);

	if (shoot) {
		draw_destination(s, f, rb_value(s, f, RB_SPEED), d, rng);
		draw_face(d, rng);
		decision_add_int(d, RB_TAG_THEN, RB_THEN_SHOOT);
		draw_attack(s, f, true, d, rng);
		return;
	}
	decision_add_int(d, RB_TAG_TOUCHING, s->fig[x].label);
	if (chance(rng, 3))
		decision_add_int(d, RB_TAG_AT_BEARING, draw(rng, 360));
	decision_add_int(d, RB_TAG_THEN, RB_THEN_FIGHT);
	decision_add_int(d, RB_TAG_TARGET, s->fig[x].label);
	if (chance(rng, 4))
		decision_add_int(d, RB_TAG_CAPTURE, 1);
}

/* --- cavalry ----------------------------------------------------------- */

/* a riderless mount in the field, touched by f; or -1 */
static int draw_free_mount(const struct rb_state *s, int f, struct dice *rng)
{
	uint64_t set = 0;

	for (int m = 0; m < s->n_figs; m++)
		if (m != f && rb_is_mount(s, m) && !s->fig[m].rider &&
		    rb_is_free(s, m) && rb_touch(s, f, m))
			set |= rb_bit(m);
	return set ? draw_of(set, rng) : -1;
}

static void draw_ride(const struct rb_state *s, int f, int kind,
		      struct decision *d, struct dice *rng)
{
	int x = draw_opponent(s, f, rng);
	bool shoot = kind == RB_ORDER_BOUND;

	order_start(s, f, kind, d);
	if (kind == RB_ORDER_TRAMPLE) {
		/* ahead, and over another figure if there is one */
		decision_add_int(d, RB_TAG_BEARING,
				 chance(rng, 2)
					 ? geo_bearing(vec_sub(s->fig[x].at,
							       s->fig[f].at))
					 : geo_degrees(s->fig[f].facing +
						       draw(rng, 91) - 45));
		if (chance(rng, 3))
			decision_add_int(d, RB_TAG_AGAINST, draw(rng, 2));
		return;
	}
	if (kind == RB_ORDER_OVERWHELM || !shoot)
		decision_add_int(d, RB_TAG_TOUCHING, s->fig[x].label);
	else
		draw_destination(s, f, rb_value(s, f, RB_SPEED), d, rng);
	draw_face(d, rng);
	if (kind == RB_ORDER_OVERWHELM || chance(rng, 6))
		return;
	decision_add_int(d, RB_TAG_THEN, shoot ? RB_THEN_SHOOT : RB_THEN_FIGHT);
	draw_target(s, x, d, rng);
	if (!shoot && chance(rng, 4))
		decision_add_int(d, RB_TAG_PLAIN, 1);
	draw_using(s, f, d, rng);
}

/* an item in its reach is taken up, a wielded one may be dropped */
static bool draw_item(const struct rb_state *s, int f, struct decision *d,
		      struct dice *rng)
{
	int32_t hand = s->fig[rb_dial(s, f, RB_DIAL_RIDER)].label;

	for (int i = 0; i < s->n_items; i++) {
		const struct rb_item *item = &s->item[i];
		bool wields = item->holder == hand;

		if (wields ? draw(rng, 4) : !rb_can_take(s, f, item))
			continue;
		order_start(s, f, wields ? RB_ORDER_DROP : RB_ORDER_TAKE, d);
		decision_add_int(d, RB_TAG_ITEM, item->label);
		if (wields && chance(rng, 2))
			decision_add_int(d, RB_TAG_AT_BEARING, draw(rng, 360));
		else if (wields && chance(rng, 2))
			decision_add_int(d, RB_TAG_AT_SIDE, draw(rng, 4));
		return true;
	}
	return false;
}

/* what only cavalry does; false: f has nothing of it */
static bool draw_cavalry(const struct rb_state *s, int f, struct decision *d,
			 struct dice *rng)
{
	static const struct {
		enum rb_proficiency proficiency;
		int kind;
	} rides[] = { { RB_PROF_BOUND, RB_ORDER_BOUND },
		      { RB_PROF_CHARGE, RB_ORDER_CHARGE },
		      { RB_PROF_OVERWHELM, RB_ORDER_OVERWHELM },
		      { RB_PROF_TRAMPLE, RB_ORDER_TRAMPLE } };
	int m = draw_free_mount(s, f, rng), way;

	if (chance(rng, 2) && draw_item(s, f, d, rng))
		return true;
	if (m >= 0 && !rb_is_mount(s, f)) {
		order_start(s, f, RB_ORDER_MOUNT, d);
		decision_add_int(d, RB_TAG_ON, s->fig[m].label);
		return true;
	}
	if (!rb_is_unit(s, f))
		return false;
	if (chance(rng, 8)) {
		order_start(s, f, RB_ORDER_DISMOUNT, d);
		if (chance(rng, 3))
			decision_add_int(d, RB_TAG_AT_SIDE, draw(rng, 4));
		else if (chance(rng, 3))
			decision_add_int(d, RB_TAG_AT_BEARING, draw(rng, 360));
		draw_face(d, rng);
		return true;
	}
	way = draw(rng, ARRAY_LEN(rides));
	if (!rb_is_proficient(s, f, rides[way].proficiency))
		return false;
	draw_ride(s, f, rides[way].kind, d, rng);
	return true;
}

/* the standing orders of cavalry */
static void draw_standing(const struct rb_state *s, int seat,
			  struct decision *d, struct dice *rng)
{
	int f = draw(rng, s->n_figs);

	switch (draw(rng, 4)) {
	case 0:
		decision_start(d, RB_ORDER_AGAINST);
		decision_add_int(d, RB_TAG_AGAINST, draw(rng, 2));
		return;
	case 1:
		decision_start(d, RB_ORDER_LAND);
		decision_add_int(d, RB_TAG_AT_SIDE, draw(rng, 4));
		return;
	case 2:
		decision_start(d, RB_ORDER_PUSH);
		if (s->fig[f].owner == seat && chance(rng, 2))
			decision_add_int(d, RB_TAG_FIG, s->fig[f].label);
		decision_add_int(d, RB_TAG_USING, draw(rng, 2));
		return;
	default:
		for (int tries = 0;
		     tries < 60 &&
		     (s->fig[f].owner != seat ||
		      s->def[f].cavalry.subfaction != RB_DARK_RIDERS);
		     tries++)
			f = draw(rng, s->n_figs);
		decision_start(d, RB_ORDER_UNITY);
		decision_add_int(d, RB_TAG_FIG, s->fig[f].label);
		if (chance(rng, 4))
			decision_add_int(d, RB_TAG_YES, 0);
	}
}

/* --- an order of the turn ---------------------------------------------- */

static void draw_move(const struct rb_state *s, int f, struct decision *d,
		      struct dice *rng)
{
	bool charges = rb_has(s, f, RB_ABILITY_CHARGE) ||
		       rb_has(s, f, RB_ABILITY_BOUND);

	order_start(s, f,
		    rb_has(s, f, RB_ABILITY_QUICKNESS) ? RB_ORDER_QUICK
						       : RB_ORDER_MOVE,
		    d);
	if (charges && !chance(rng, 3)) {
		draw_assault(s, f, d, rng);
		return;
	}
	draw_destination(s, f, rb_value(s, f, RB_SPEED), d, rng);
	draw_face(d, rng);
	if (charges)
		decision_add_int(d, RB_TAG_DOUBLE, 1);
	if (s->fig[f].captive)
		draw_prisoner(d, rng);
}

/* an attack on anybody */
static void draw_any_attack(const struct rb_state *s, int f, bool shoot,
			    struct decision *d, struct dice *rng)
{
	decision_start(d, shoot ? RB_ORDER_SHOOT : RB_ORDER_FIGHT);
	decision_add_int(d, RB_TAG_FIG, s->fig[f].label);
	draw_attack(s, f, shoot, d, rng);
	if (chance(rng, 3))
		draw_members(s, f, -1, shoot, d, rng);
}

static void draw_turn(const struct rb_state *s, int f, struct decision *d,
		      struct dice *rng)
{
	decision_start(d, RB_ORDER_TURN);
	decision_add_int(d, RB_TAG_FIG, s->fig[f].label);
	decision_add_int(d, RB_TAG_FACE, draw(rng, 360));
	if (s->fig[f].captive && chance(rng, 2))
		decision_add_int(d, RB_TAG_CAPTIVE_FACE, draw(rng, 360));
}

/* an order of the turn for figure f; it need not be legal */
static void draw_order(const struct rb_state *s, int f, struct decision *d,
		       struct dice *rng)
{
	int what = draw(rng, 20);

	if (s->head.option[RB_OPTION_CAVALRY] && chance(rng, 2) &&
	    draw_cavalry(s, f, d, rng))
		return;
	/* a long base turns its other end to another figure */
	if (rb_is_long(s, f) && chance(rng, 8))
		what = 19;
	else if (chance(rng, 2) && draw_ability(s, f, d, rng))
		return;
	if (what >= 6 && what < 19 &&
	    (draw_near_attack(s, f, chance(rng, 2), d, rng) ||
	     draw_near_attack(s, f, false, d, rng) ||
	     draw_near_attack(s, f, true, d, rng)))
		return;
	if (what < 9)
		draw_move(s, f, d, rng);
	else if (what < 13)
		draw_any_attack(s, f, what >= 11, d, rng);
	else if (what >= 18)
		draw_turn(s, f, d, rng);
	else if (what >= 15 || !draw_formation(s, f, d, rng))
		draw_switch(s, f, d, rng);
}

/* several shoot at one; or move so that they could */
static bool draw_volley(const struct rb_state *s, int f, struct decision *d,
			struct dice *rng)
{
	int member[RB_MAX_MEMBERS], n, x = draw_opponent(s, f, rng);
	int32_t bearing = geo_bearing(vec_sub(s->fig[x].at, s->fig[f].at));
	int able = 0;
	bool far = false;
	struct vec shift;
	struct rb_ground b;

	rb_ground_build(s, &b);
	n = draw_group(s, &b, f, (struct group_wish){ 5, -1, false }, rng,
		       member);
	for (int i = 0; i < n; i++) {
		int64_t inches = s->def[member[i]].range;

		if (!inches) /* it cannot join in */
			continue;
		member[able++] = member[i];
		far |= geo_dist2(s->fig[member[i]].at, s->fig[x].at) >
		       10000 * inches * inches;
	}
	n = able;
	if (n < 3 || member[0] != f)
		return false;
	if (far || chance(rng, 3)) {
		shift = geo_offset(draw(rng, 600), bearing, GEO_HA);
		decision_start(d, RB_ORDER_FORM);
		for (int i = 0; i < n; i++)
			decision_add_int(d, RB_TAG_MEMBER,
					 s->fig[member[i]].label);
		rb_add_point(d, RB_TAG_SHIFT, shift);
		decision_add_int(d, RB_TAG_FACE, bearing);
		return true;
	}
	order_start(s, f, RB_ORDER_SHOOT, d);
	draw_using(s, f, d, rng);
	draw_target(s, x, d, rng);
	if (rb_has(s, f, RB_ABILITY_BLAST) && chance(rng, 2))
		decision_add_int(d, RB_TAG_USE, RB_USE_BLAST);
	for (int i = 1; i < n; i++) {
		decision_add_int(d, RB_TAG_WITH, s->fig[member[i]].label);
		draw_using(s, member[i], d, rng);
	}
	return true;
}

/* two or three against one whom they all touch */
static bool draw_gang(const struct rb_state *s, int f, struct decision *d,
		      struct dice *rng)
{
	int member[RB_MAX_MEMBERS], n = 0, x;
	uint64_t enemies;
	struct rb_ground b;

	rb_ground_build(s, &b);
	enemies = rb_opponents_touching(s, &b, f);
	if (!enemies)
		return false;
	x = draw_of(enemies, rng);
	n = draw_group(s, &b, f,
		       (struct group_wish){ 2 + draw(rng, 2), x, false }, rng,
		       member);
	if (n < 2)
		return false;
	order_start(s, f, RB_ORDER_FIGHT, d);
	draw_using(s, f, d, rng);
	draw_target(s, x, d, rng);
	if (chance(rng, 3))
		decision_add_int(d, RB_TAG_CAPTURE, 1);
	for (int i = 1; i < n; i++) {
		decision_add_int(d, RB_TAG_WITH, s->fig[member[i]].label);
		draw_using(s, member[i], d, rng);
	}
	return true;
}

/* an action of several figures together, from those that can form a group */
static bool sample_together(struct trials *room, const struct rb_state *s,
			    int seat, const int *able, int n, struct dice *rng,
			    struct decision *d)
{
	int member[RB_MAX_MEMBERS], close[RB_MAX_FIGS], n_close = 0;
	struct rb_ground b;

	rb_ground_build(s, &b);
	for (int i = 0; i < n; i++)
		if (draw_group(s, &b, able[i],
			       (struct group_wish){ 2, -1, false }, rng,
			       member) > 1)
			close[n_close++] = able[i];
	for (int tries = 0; n_close && tries < 12; tries++) {
		int f = close[draw(rng, n_close)], what = draw(rng, 3);
		bool drawn = what == 0   ? draw_gang(s, f, d, rng)
			     : what == 1 ? draw_volley(s, f, d, rng)
					 : draw_formation(s, f, d, rng);

		if (drawn && would_do(room, s, seat, d))
			return true;
	}
	return false;
}

static bool sample_turn(struct trials *room, const struct rb_state *s, int seat,
			struct dice *rng, struct decision *d)
{
	int able[RB_MAX_FIGS], n = 0;

	if (chance(rng, 2000)) {
		decision_start(d, chance(rng, 2) ? RB_ORDER_WITHDRAW
						 : RB_ORDER_END_GAME);
		return true;
	}
	for (int f = 0; f < s->n_figs; f++)
		if (rb_commander(s, f) == seat && rb_is_free(s, f) &&
		    !s->fig[f].acted)
			able[n++] = f;
	if (s->actions_left <= 0 && !chance(rng, 4))
		n = 0;
	if (n && !chance(rng, 3) &&
	    sample_together(room, s, seat, able, n, rng, d))
		return true;
	for (int tries = 0; n && tries < 12; tries++) {
		int f = able[draw(rng, n)];

		if (chance(rng, 60)) {
			decision_start(d, RB_ORDER_PASS);
			decision_add_int(d, RB_TAG_FIG, s->fig[f].label);
		} else {
			draw_order(s, f, d, rng);
		}
		if (would_do(room, s, seat, d))
			return true;
	}
	decision_start(d, RB_ORDER_END);
	return true;
}

/* anywhere where the seat's figures may start */
static struct vec draw_start(const struct rb_state *s, int seat,
			     struct dice *rng)
{
	int side = s->player[seat].side;
	bool along_x = side == RB_SOUTH || side == RB_NORTH;
	int32_t along = along_x ? s->board_w : s->board_h;
	int32_t across = along_x ? s->board_h : s->board_w;
	int32_t x = 800 + draw(rng, along - 1599), y = 55 + draw(rng, 246);

	if (side == RB_NORTH || side == RB_EAST)
		y = across - y;
	return along_x ? (struct vec){ x, y } : (struct vec){ y, x };
}

static bool sample_deploy(struct trials *room, const struct rb_state *s,
			  int seat, struct dice *rng, struct decision *d)
{
	uint64_t waiting = 0, placed = 0, mounts = 0;

	for (int f = 0; f < s->n_figs; f++) {
		if (s->fig[f].owner == seat && s->fig[f].status == RB_RESERVE)
			waiting |= rb_bit(f);
		if (waiting & rb_bit(f) && rb_is_mount(s, f))
			mounts |= rb_bit(f);
		if (s->fig[f].owner == seat && rb_on_board(s, f))
			placed |= rb_bit(f);
	}
	for (int tries = 0; waiting && tries < 60; tries++) {
		int f = draw_of(waiting, rng);
		int g = placed ? draw_of(placed, rng) : f;
		struct vec at = draw_start(s, seat, rng);

		/* most often next to a comrade */
		if (g != f && same_faction(s, f, g) && !chance(rng, 6))
			at = geo_touching(s->fig[g].at, s->def[g].radius,
					  s->def[f].radius, draw(rng, 360));
		order_start(s, f, RB_ORDER_DEPLOY, d);
		if (mounts && !rb_is_mount(s, f) && chance(rng, 2))
			decision_add_int(d, RB_TAG_ON,
					 s->fig[draw_of(mounts, rng)].label);
		rb_add_point(d, RB_TAG_AT, at);
		if (chance(rng, 8))
			draw_face(d, rng);
		if (would_do(room, s, seat, d))
			return true;
	}
	return rb_default_order(s, seat, d);
}

static bool sample_place(struct trials *room, const struct rb_state *s,
			 int seat, struct dice *rng, struct decision *d)
{
	for (int tries = 0; s->n_pile && tries < 50; tries++) {
		struct vec at;

		at.x = draw(rng, s->board_w);
		at.y = draw(rng, s->board_h);
		decision_start(d, RB_ORDER_PLACE);
		decision_add_int(d, RB_TAG_FIG,
				 s->pile[draw(rng, s->n_pile)].item);
		rb_add_point(d, RB_TAG_AT, at);
		decision_add_int(d, RB_TAG_ANGLE, draw(rng, 360));
		if (would_do(room, s, seat, d))
			return true;
	}
	return rb_default_order(s, seat, d);
}

static void add_rect(struct decision *d, int kind, int32_t w, int32_t h)
{
	int32_t poly[8] = { 0, 0, w, 0, w, h, 0, h };

	decision_add_int(d, RB_TAG_KIND, kind);
	decision_add(d, RB_TAG_POLY, poly, 8);
}

/* a piece of terrain with right angles, which is no hill */
static void draw_rect(struct decision *d, int kind, struct dice *rng)
{
	bool wall = kind == FEATURE_WALL;
	int32_t depth = wall ? 10 + draw(rng, 91) : 200 + draw(rng, 400);

	add_rect(d, kind, 200 + draw(rng, 400), depth);
}

/* a hill: a plain one, or abrupt with stairs; perhaps something lies on it */
static void draw_hill(struct decision *d, struct dice *rng)
{
	int32_t w = 300 + draw(rng, 400), h = 300 + draw(rng, 400);
	int32_t x = 40 + draw(rng, 60), y = 40 + draw(rng, 60);
	int32_t on[8] = { x, y, w - 60, y, w - 60, h - 60, x, h - 60 };
	int32_t stairs[8] = { 50, 0, 170, 0, w, 60, w, 180 };
	int32_t poly[8] = { 0, 0, w, 0, w, h, 0, h };
	bool abrupt = chance(rng, 2);

	decision_add_int(d, RB_TAG_KIND, FEATURE_ELEVATED);
	if (abrupt)
		decision_add_int(d, RB_TAG_ABRUPT, 1);
	decision_add(d, RB_TAG_POLY, poly, 8);
	if (abrupt && !chance(rng, 4))
		decision_add(d, RB_TAG_STAIRS, stairs, chance(rng, 2) ? 4 : 8);
	if (chance(rng, 2))
		return;
	decision_add_int(d, RB_TAG_KIND,
			 chance(rng, 2) ? FEATURE_HINDERING : FEATURE_BLOCKING);
	decision_add(d, RB_TAG_POLY, on, 8);
}

static bool sample_pile(struct trials *room, const struct rb_state *s, int seat,
			struct dice *rng, struct decision *d)
{
	bool hills = s->head.option[RB_OPTION_ELEVATED_ALLOWED] != 0;

	for (int tries = 0; tries < 20; tries++) {
		int kind = draw(rng, FEATURE_CONCEALING + 1);

		if (chance(rng, 4)) {
			decision_start(d, RB_ORDER_SIDE);
			decision_add_int(d, RB_TAG_SIDE, draw(rng, 4));
		} else if (chance(rng, 8)) {
			decision_start(d, RB_ORDER_END);
		} else {
			decision_start(d, RB_ORDER_PILE);
			if (kind == FEATURE_ELEVATED ||
			    (hills && chance(rng, 2)))
				draw_hill(d, rng);
			else
				draw_rect(d, kind, rng);
		}
		if (would_do(room, s, seat, d))
			return true;
	}
	return rb_default_order(s, seat, d);
}

static bool sample_answer(struct trials *room, const struct rb_state *s,
			  int seat, struct dice *rng, struct decision *d)
{
	int32_t fig = s->frame.asked[frame_question_of(&system_rebellion.frames,
						       s, seat)]
			      .fig;

	for (int tries = 0; tries < 20; tries++) {
		if (s->frame.what == RB_ASKS_SPIN) {
			decision_start(d, RB_ORDER_FREE_SPIN);
			decision_add_int(d, RB_TAG_FIG, fig);
			if (!chance(rng, 4))
				decision_add_int(d, RB_TAG_FACE,
						 draw(rng, 360));
		} else {
			decision_start(d, RB_ORDER_LEND);
			decision_add_int(d, RB_TAG_TARGET, fig);
			decision_add_int(d, RB_TAG_YES, draw(rng, 2));
		}
		if (would_do(room, s, seat, d))
			return true;
	}
	return rb_default_order(s, seat, d);
}

bool rb_random_decision(const void *view, int seat, struct trials *room,
			struct dice *rng, struct decision *out)
{
	const struct rb_state *s = view;
	struct awaiting waits;

	system_awaiting(&system_rebellion, s, &waits);
	if (awaiting_has(&waits, seat, RB_ORDER_FREE_SPIN) ||
	    awaiting_has(&waits, seat, RB_ORDER_LEND))
		return sample_answer(room, s, seat, rng, out);
	if (awaiting_has(&waits, seat, RB_ORDER_MOVE)) {
		if (chance(rng, 30)) {
			decision_start(out, RB_ORDER_SPIN);
			decision_add_int(out, RB_TAG_POLICY, draw(rng, 3));
			return true;
		}
		if (s->head.option[RB_OPTION_CAVALRY] && chance(rng, 30)) {
			draw_standing(s, seat, out, rng);
			if (would_do(room, s, seat, out))
				return true;
		}
		if (chance(rng, 60)) {
			decision_start(out, RB_ORDER_DEFEND);
			decision_add_int(out, RB_TAG_POLICY,
					 chance(rng, 2) ? RB_POLICY_AUTO
							: RB_POLICY_NEVER);
			return true;
		}
		return sample_turn(room, s, seat, rng, out);
	}
	if (awaiting_has(&waits, seat, RB_ORDER_DEPLOY))
		return sample_deploy(room, s, seat, rng, out);
	if (awaiting_has(&waits, seat, RB_ORDER_PLACE))
		return sample_place(room, s, seat, rng, out);
	if (awaiting_has(&waits, seat, RB_ORDER_PILE))
		return sample_pile(room, s, seat, rng, out);
	return false; /* armies come from a catalog */
}
