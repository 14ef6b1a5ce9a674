/* tests/players/sparring.c */
#include "sparring.h"
#include "engine/auto_setup.h"
#include "engine/suggest.h"
#include "games/rebellion/rules/decide.h"
#include "games/rebellion/rules/system_private.h"

enum {
	GOOD_ODDS = 83, /* per cent of an attack that is worth its answer */
	FAIR_ODDS = 58, /* of one that nobody answers, or at a wounded one */
	REACH_SPARE = 100,
	ARMIES = 12 /* drawn */
};

/* --- the board ---------------------------------------------------------- */

static bool is_mine(const struct rb_state *s, int f, int seat)
{
	return rb_allied(s, rb_commander(s, f), seat);
}

static int32_t gap_at(const struct rb_state *s, int f, struct vec at, int t)
{
	return (int32_t)(geo_len(at, s->fig[t].at) / 1000) - s->def[f].radius -
	       s->def[t].radius;
}

static int32_t gap(const struct rb_state *s, int f, int t)
{
	return gap_at(s, f, s->fig[f].at, t);
}

static int left_of(const struct rb_state *s, int f)
{
	int n = s->def[f].n_clicks;

	return (n > 0 ? n : RB_MAX_CLICKS) - s->fig[f].wounds;
}

/* How far a figure strikes with its next action: shots without a move, since
 * a move and a shot are two actions; a charge. */
static int32_t reach(const struct rb_state *s, int f)
{
	int32_t range = 100 * s->def[f].range;
	int32_t speed = 100 * rb_value(s, f, RB_SPEED);

	if (rb_has(s, f, RB_ABILITY_CHARGE))
		return 2 * speed > range ? 2 * speed : range;
	if (rb_has(s, f, RB_ABILITY_BOUND))
		return speed + range;
	return range;
}

/* Mean clicks of a's attack at t, in hundredths, from two dice. */
static int32_t blow(const struct rb_state *s, int a, int t)
{
	static const int8_t rolls[] = {
		35, 35, 35, 33, 30, 26, 21, 15, 10, 6, 3
	};
	int32_t need = rb_value(s, t, RB_DEFENSE) - rb_value(s, a, RB_ATTACK);
	int32_t damage = rb_value(s, a, RB_DAMAGE);

	if (rb_has(s, t, RB_ABILITY_TOUGHNESS))
		damage--;
	if (rb_has(s, a, RB_ABILITY_DEMORALIZED) || damage <= 0)
		return 0;
	need = need < 1 ? 1 : need > 11 ? 11 : need;
	return 100 * damage * rolls[need - 1] / 36;
}

/* What opponents can do next turn to figure f if it stands there, in points:
 * the two worst blows. */
static int32_t danger_at(const struct rb_state *s, int seat, int f,
			 struct vec at)
{
	int32_t worst[2] = { 0, 0 };

	for (int t = 0; t < s->n_figs; t++) {
		int32_t v;

		if (!rb_is_free(s, t) || is_mine(s, t, seat) ||
		    gap_at(s, f, at, t) > reach(s, t) + REACH_SPARE)
			continue;
		v = blow(s, t, f) * s->def[f].points /
		    (s->def[f].n_clicks > 0 ? s->def[f].n_clicks : 8);
		if (v > worst[0]) {
			worst[1] = worst[0];
			worst[0] = v;
		} else if (v > worst[1]) {
			worst[1] = v;
		}
	}
	return worst[0] + worst[1];
}

/* Nobody of its side is near enough to answer for it. */
static bool is_alone(const struct rb_state *s, int t, int seat)
{
	for (int g = 0; g < s->n_figs; g++)
		if (g != t && rb_is_free(s, g) && !is_mine(s, g, seat) &&
		    gap(s, g, t) < 500)
			return false;
	return true;
}

/* --- the worth of a suggestion ------------------------------------------ */

/* May it act without harm? Figures with clicks left are pushed only, and never
 * onto a Demoralized click. */
static bool may_push(const struct rb_state *s, int f)
{
	const struct rb_def *d = &s->def[f];
	int next = s->fig[f].wounds + 1;

	if (f < 0 || !s->fig[f].tokens)
		return true;
	return left_of(s, f) > 2 && next < d->n_clicks &&
	       d->click[next].ability[RB_SPEED] != RB_ABILITY_DEMORALIZED &&
	       d->click[next].ability[RB_ATTACK] != RB_ABILITY_DEMORALIZED &&
	       d->click[next].ability[RB_DEFENSE] != RB_ABILITY_DEMORALIZED &&
	       d->click[next].ability[RB_DAMAGE] != RB_ABILITY_DEMORALIZED;
}

/* Attacks at good odds; at fair ones where the target is alone, wounded, or
 * the last clicks are struck. 0: not this one. */
static int32_t strike_worth(const struct rb_state *s, int seat,
			    const struct suggest *o)
{
	int t = rb_find(s, decision_int(&o->d, RB_TAG_TARGET, 0));
	int32_t odds, v;
	bool weak;

	if (t < 0 || o->of <= 0)
		return 0;
	odds = suggest_per_cent(o->hits, o->of);
	weak = s->fig[t].wounds || is_alone(s, t, seat) || !o->n_back;
	if (odds < (weak ? FAIR_ODDS : GOOD_ODDS) || o->clicks <= o->harm)
		return 0;
	v = (o->clicks - o->harm) * s->def[t].points /
	    (s->def[t].n_clicks > 0 ? s->def[t].n_clicks : 8);
	if (100 * left_of(s, t) <= o->clicks + 100)
		v += 20 * s->def[t].points;
	if (rb_has(s, t, RB_ABILITY_HEALING) ||
	    rb_has(s, t, RB_ABILITY_MAGIC_HEALING) ||
	    rb_has(s, t, RB_ABILITY_NECROMANCY))
		v = v * 3 / 2;
	return v + 1000;
}

/* Forward in formation, as long as no member ends in more danger than it can
 * answer. */
static int32_t march_worth(const struct rb_state *s, int seat,
			   const struct decision *d)
{
	struct decision_arg a;
	struct vec by = { 0, 0 };
	int32_t v = 400;

	if (decision_find(d, RB_TAG_SHIFT, &a))
		by = (struct vec){ a.w[0], a.w[1] };
	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		int f = a.tag == RB_TAG_MEMBER ? rb_find(s, a.w[0]) : -1;

		if (f < 0)
			continue;
		if (s->fig[f].tokens ||
		    danger_at(s, seat, f, vec_add(s->fig[f].at, by)) >
			    100 * s->def[f].points / 6)
			return 0;
		v += 20;
	}
	return v;
}

static int32_t offer_worth(const struct rb_state *s, int seat,
			   const struct suggest *o)
{
	int f = rb_find(s, o->actor);

	if (f < 0 || (o->pushed && !may_push(s, f)))
		return 0;
	switch (o->kind) {
	case SUGGEST_STRIKE:
	case SUGGEST_CAPTURE: return strike_worth(s, seat, o);
	case SUGGEST_HEAL:
		return s->fig[f].tokens || o->clicks < 50 ? 0
							  : 1300 + o->clicks;
	case SUGGEST_DO: return s->fig[f].tokens ? 0 : 1200;
	default:
		return o->d.kind == RB_ORDER_FORM ? march_worth(s, seat, &o->d)
						  : 0;
	}
}

static int32_t best_offer(const struct rb_state *s, int seat,
			  struct trials *room, struct decision *d)
{
	struct suggest *v = trials_take(room);
	struct offers list = { v, 0 };
	int32_t most = 0;

	rb_offer(s, seat, room, &list);
	for (int i = 0; i < list.n; i++) {
		int32_t worth = offer_worth(s, seat, &v[i]);

		if (worth > most) {
			most = worth;
			*d = v[i].d;
		}
	}
	trials_give(room, v);
	return most;
}

/* --- moves of its own --------------------------------------------------- */

static bool is_legal(const struct rb_state *s, int seat, struct trials *room,
		     const struct decision *d)
{
	return dry_run_of(room, &system_rebellion, s, seat, d);
}

static bool may_act(const struct rb_state *s, int seat, int f)
{
	struct refusal no;

	return rb_is_free(s, f) && rb_commander(s, f) == seat &&
	       !s->fig[f].tokens &&
	       rb_check_actor(s, seat, s->fig[f].label, 0, &no) >= 0;
}

/* A necromancer raises a fallen figure. */
static int32_t raise_one(const struct rb_state *s, int seat,
			 struct trials *room, struct decision *d)
{
	struct move_group *v = trials_take(room);
	int n = rb_legal(s, seat, room, v, MOVE_GROUP_MAX);
	bool found = false;

	for (int i = 0; i < n && !found; i++)
		for (int t = 0; v[i].kind == RB_ORDER_RAISE && !found &&
				t < v[i].n_targets;
		     t++) {
			decision_start(d, RB_ORDER_RAISE);
			decision_add_int(d, RB_TAG_FIG, v[i].actor);
			decision_add_int(d, RB_TAG_TARGET, v[i].targets[t]);
			found = may_act(s, seat, rb_find(s, v[i].actor)) &&
				is_legal(s, seat, room, d);
		}
	trials_give(room, v);
	return found ? 1400 : 0;
}

static bool touches(const struct rb_state *s, int f, int seat, bool mine)
{
	for (int t = 0; t < s->n_figs; t++)
		if (t != f && rb_is_free(s, t) && is_mine(s, t, seat) == mine &&
		    rb_touch(s, f, t))
			return true;
	return false;
}

/* Move a cheap figure into an opponent's front, or a dear one to the rear of an
 * opponent that is pinned. */
static int32_t pin_or_strike(const struct rb_state *s, int seat,
			     struct trials *room, struct decision *d)
{
	int32_t most = 0;

	for (int t = 0; t < s->n_figs; t++)
		for (int f = 0; f < s->n_figs; f++) {
			struct decision one;
			bool pinned;
			int32_t v;

			if (!rb_is_free(s, t) || is_mine(s, t, seat) ||
			    !may_act(s, seat, f) ||
			    touches(s, f, seat, false) ||
			    gap(s, f, t) > 100 * rb_value(s, f, RB_SPEED))
				continue;
			pinned = touches(s, t, seat, true);
			v = pinned ? 500 + blow(s, f, t) * 2 - blow(s, t, f)
				   : 450 - 4 * s->def[f].points +
					     2 * s->def[t].points;
			if (v <= most || (!pinned && !is_alone(s, t, seat)))
				continue;
			decision_start(&one, RB_ORDER_MOVE);
			decision_add_int(&one, RB_TAG_FIG, s->fig[f].label);
			decision_add_int(&one, RB_TAG_TOUCHING,
					 s->fig[t].label);
			if (pinned) {
				decision_add_int(&one, RB_TAG_AT_SIDE, RB_BACK);
				decision_add_int(&one, RB_TAG_FACE_FIG,
						 s->fig[t].label);
			}
			if (!is_legal(s, seat, room, &one))
				continue;
			most = v;
			*d = one;
		}
	return most;
}

static int nearest(const struct rb_state *s, int f, int seat)
{
	int best = -1;

	for (int t = 0; t < s->n_figs; t++)
		if (rb_is_free(s, t) && !is_mine(s, t, seat) &&
		    (best < 0 || gap(s, f, t) < gap(s, f, best)))
			best = t;
	return best;
}

/* A move of one figure along a bearing: out of reach, or up to it. */
static int32_t step_one(const struct rb_state *s, int seat, struct trials *room,
			struct decision *d)
{
	int32_t most = 0;

	for (int f = 0; f < s->n_figs; f++) {
		int t = nearest(s, f, seat);
		int32_t now, speed;

		if (t < 0 || !may_act(s, seat, f) || touches(s, f, seat, false))
			continue;
		now = danger_at(s, seat, f, s->fig[f].at);
		speed = 100 * rb_value(s, f, RB_SPEED);
		for (int k = 0; k < 16; k++) {
			int32_t bearing =
				geo_degrees(geo_bearing(vec_sub(s->fig[t].at,
								s->fig[f].at)) +
					    45 * (k / 2));
			int32_t way = k % 2 ? speed / 2 : speed;
			struct vec end = vec_add(
				s->fig[f].at, geo_offset(way, bearing, GEO_TZ));
			int32_t then = danger_at(s, seat, f, end);
			int32_t far = gap_at(s, f, end, t);
			int32_t v =
				(now - then) / 10 +
				(then < 100 * s->def[f].points / 8
					 ? (gap(s, f, t) - far) / 20
					 : -200) +
				(far > 0 && far <= 100 * s->def[f].range ? 60
									 : 0);
			struct decision one;

			if (v <= most || v < 20)
				continue;
			decision_start(&one, RB_ORDER_MOVE);
			decision_add_int(&one, RB_TAG_FIG, s->fig[f].label);
			if (k % 2)
				decision_add_int(&one, RB_TAG_DISTANCE, way);
			decision_add_int(&one, RB_TAG_BEARING, bearing);
			decision_add_int(&one, RB_TAG_FACE_FIG,
					 s->fig[t].label);
			if (!is_legal(s, seat, room, &one))
				continue;
			most = v;
			*d = one;
		}
	}
	return most > 390 ? 390 : most;
}

/* --- the set-up --------------------------------------------------------- */

/* The points of an army with somebody who heals, as far as drawn. */
static int32_t army_worth(const struct rb_state *s, int seat)
{
	int32_t points = 0;
	bool heals = false;

	for (int f = 0; f < s->n_figs; f++) {
		if (s->fig[f].owner != seat)
			continue;
		points += s->def[f].points;
		for (int slot = 0; slot < N_RB_SLOTS; slot++) {
			int a = s->def[f].click[0].ability[slot];

			heals |= a == RB_ABILITY_HEALING ||
				 a == RB_ABILITY_MAGIC_HEALING ||
				 a == RB_ABILITY_NECROMANCY;
		}
	}
	return points + (heals ? 1000 : 0);
}

static bool setup_choose(const struct rb_state *s, int seat,
			 const struct catalog *cards, struct trials *room,
			 struct dice *rng, struct decision *d)
{
	int32_t most = -1;

	for (int i = 0; i < (s->head.phase == RB_ARMY ? ARMIES : 1); i++) {
		struct decision one;
		struct dry_run t;
		int32_t v;

		if (!auto_setup_auto(&system_rebellion, s, seat, cards, room,
				     dice_roll(rng, DICE_MAX_SIDES), &one))
			continue;
		dry_run_begin(&t, room, &system_rebellion, s);
		t.run.catalog = cards;
		v = dry_run_do(&t, seat, &one) ? army_worth(t.run.state, seat)
					       : -1;
		dry_run_end(&t);
		if (v > most || most < 0) {
			most = v;
			*d = one;
		}
	}
	return most >= 0;
}

bool sparring_choose(const void *view, int seat, const struct catalog *cards,
		     struct trials *room, struct dice *rng, struct decision *d)
{
	static int32_t (*const plans[])(
		const struct rb_state *s, int seat, struct trials *room,
		struct decision *d) = { raise_one, best_offer, pin_or_strike,
					step_one };
	const struct rb_state *s = view;
	struct awaiting waits;
	int32_t most = 0;

	if (s->head.phase < RB_START)
		return setup_choose(s, seat, cards, room, rng, d);
	system_awaiting(&system_rebellion, view, &waits);
	if (!awaiting_has(&waits, seat, RB_ORDER_MOVE))
		return false;
	for (size_t i = 0; s->actions_left > 0 && i < ARRAY_LEN(plans); i++) {
		struct decision one;
		int32_t v = plans[i](s, seat, room, &one);

		if (v > most) {
			most = v;
			*d = one;
		}
	}
	return most > 0;
}
