/*
 * src/games/rebellion/rules/player.c - what the computer player knows of
 * Rebellion: candidate orders from the legal groups and suggestions, a cheap
 * policy, and the value of a position in victory points.
 *
 * The value counts figures by their dials, and what each side's best attacks
 * can be expected to do next: at once where a target is in reach, less where
 * the attacker must move first.
 */
#include "games/rebellion/rules/player.h"
#include "engine/random_pick.h"
#include "engine/suggest.h"
#include "games/rebellion/rules/decide.h"
#include "games/rebellion/rules/system_private.h"

/* In the order of the table. */
enum weight {
	W_DIAL,     /* per cent of a figure's points that its clicks hold */
	W_FEAR,     /* per cent of the damage expected of opponents */
	W_HOPE,     /* per cent of the damage expected of own figures */
	W_NOW,      /* the same of the rest of the own turn */
	W_PUSHED,   /* per cent of an attack left when it pushes */
	W_MOVE,     /* per cent of an attack left when a move comes first */
	W_TURN,     /* the same of a turn without a move */
	W_NEAR,     /* for each inch out of reach of all opponents */
	W_TOGETHER, /* for a friend in contact that can form up */
	W_TOKEN,    /* for a figure that its next action pushes */
	W_SUPPORT,  /* per cent more for a figure that heals */
	W_COVER,    /* for a figure in hindering or elevated terrain */
	W_CAPTIVE,  /* per cent of a captive's points, for its captor */
	N_WEIGHTS
};

static const struct player_weight weights[N_WEIGHTS] = {
	[W_DIAL] = { "dial", 60 },         [W_FEAR] = { "fear", 55 },
	[W_HOPE] = { "hope", 45 },         [W_NOW] = { "now", 50 },
	[W_PUSHED] = { "pushed", 70 },     [W_MOVE] = { "move", 40 },
	[W_TURN] = { "turn", 50 },         [W_NEAR] = { "near", 12 },
	[W_TOGETHER] = { "together", 10 }, [W_TOKEN] = { "token", 60 },
	[W_SUPPORT] = { "support", 30 },   [W_COVER] = { "cover", 30 },
	[W_CAPTIVE] = { "captive", 160 },
};

/* --- hidden values ------------------------------------------------------ */

/* A dial that begins with the click shown: values sink, abilities fade. */
static void imagine_dial(struct rb_state *s, int f, struct dice *rng)
{
	struct rb_def *d = &s->def[f];
	int wounds = s->fig[f].wounds;
	int left = 1 + d->points / 16 + draw(rng, 4) - wounds / 2;

	if (left < 1)
		left = 1;
	d->n_clicks = wounds + left;
	if (d->n_clicks > RB_MAX_CLICKS)
		d->n_clicks = RB_MAX_CLICKS;
	for (int i = wounds + 1; i < d->n_clicks; i++) {
		d->click[i] = d->click[i - 1];
		for (int slot = 0; slot < N_RB_SLOTS; slot++) {
			int32_t least = slot == RB_DAMAGE ? 1 : 4;

			if (d->click[i].value[slot] > least &&
			    chance(rng, slot == RB_DAMAGE ? 3 : 2))
				d->click[i].value[slot]--;
			if (chance(rng, 3))
				d->click[i].ability[slot] = RB_NO_ABILITY;
		}
	}
	for (int i = wounds - 1; i >= 0; i--)
		d->click[i] = d->click[i + 1];
}

static void player_imagine(void *world, int seat, struct dice *rng)
{
	struct rb_state *s = world;

	for (int f = 0; f < s->n_figs; f++)
		if (s->def[f].n_clicks == RB_UNKNOWN)
			imagine_dial(s, f, rng);
	system_rebellion.suppose(s);
	for (int i = 0; i < RB_MAX_SEATS; i++)
		if (s->player[i].spent == RB_UNKNOWN)
			s->player[i].spent = s->player[i].build;
	for (int i = 0; i < SEATS_MAX; i++)
		if (i != seat && s->head.seat[i].present)
			s->head.seat[i].last_ok = s->head.seat[i].last_hit = 0;
}

/* --- attacks, roughly --------------------------------------------------- */

/* What the value of a position needs of a figure. */
struct piece {
	int f;
	struct vec at;
	int32_t facing, arc, radius;
	int32_t speed, attack, defense, damage, range;
	int32_t points, left, clicks; /* points: more of one that heals */
	int32_t cut;                  /* of each damage */
	bool mine, engaged, charges, weak;
	bool acted, token; /* in this turn; an action now pushes it */
	bool tired;        /* an action of its next turn pushes it */
};

struct board {
	struct piece v[RB_MAX_FIGS];
	int n;
	const struct player_weight *w;
};

/* of 36 rolls of two dice, those of so much or more; 2 misses, 12 hits */
static int32_t rolls_of(int32_t least)
{
	static const int8_t of[] = { 35, 35, 35, 33, 30, 26, 21, 15, 10, 6, 3 };

	return least < 3 ? 35 : least > 11 ? 1 : of[least - 1];
}

/* What it heals or raises comes back: its end is worth more than its points. */
static bool player_supports(const struct rb_state *s, int f)
{
	return rb_has(s, f, RB_ABILITY_HEALING) ||
	       rb_has(s, f, RB_ABILITY_MAGIC_HEALING) ||
	       rb_has(s, f, RB_ABILITY_NECROMANCY);
}

static void piece_read(const struct rb_state *s, int f, int seat,
		       struct piece *p)
{
	const struct rb_fig *fig = &s->fig[f];
	const struct rb_def *d = &s->def[f];

	*p = (struct piece){
		.f = f,
		.at = fig->at,
		.facing = fig->facing,
		.arc = d->arc,
		.radius = d->radius,
		.speed = 100 * rb_value(s, f, RB_SPEED),
		.attack = rb_value(s, f, RB_ATTACK),
		.defense = rb_value(s, f, RB_DEFENSE),
		.damage = rb_value(s, f, RB_DAMAGE),
		.range = 100 * d->range,
		.points = d->points,
		.clicks = d->n_clicks > 0 ? d->n_clicks : RB_MAX_CLICKS,
		.mine = rb_allied(s, rb_commander(s, f), seat),
		.charges = rb_has(s, f, RB_ABILITY_CHARGE) ||
			   rb_has(s, f, RB_ABILITY_BOUND),
		.weak = rb_has(s, f, RB_ABILITY_DEMORALIZED),
		.acted = fig->acted && !fig->passed,
		.token = fig->tokens > 0,
		/* a token goes where a figure rests for a turn: RB-ACT-02 */
		.tired = fig->tokens > 0 &&
			 (fig->acted || rb_commander(s, f) != s->head.active),
	};
	p->left = p->clicks - fig->wounds;
	if (rb_has(s, f, RB_ABILITY_TOUGHNESS))
		p->cut = 1;
	if (rb_has(s, f, RB_ABILITY_INVULNERABILITY))
		p->cut = 2;
}

/* Worth so many clicks from the end, hundredths of a point; at the end it is
 * its opponents'. */
static int32_t player_worth(const struct board *b, const struct piece *p,
			    int32_t left)
{
	int32_t dial = b->w[W_DIAL].value;

	if (left <= 0)
		return -100 * p->points;
	return p->points * (100 - dial) + p->points * dial * left / p->clicks;
}

static int32_t player_apart(const struct piece *a, const struct piece *t)
{
	return (int32_t)(geo_len(a->at, t->at) / 1000);
}

static bool in_arc(const struct piece *a, const struct piece *t)
{
	return geo_in_arc(a->at, a->facing, a->arc, t->at);
}

/* The mean of what one attack of a on t takes, hundredths of a point. now: by
 * its next action, without a move or a turn. */
static int32_t attack_mean(const struct board *b, const struct piece *a,
			   const struct piece *t, bool now, bool *close)
{
	int32_t far = player_apart(a, t), gap = far - a->radius - t->radius;
	int32_t share = 100, least = t->defense - a->attack, damage = a->damage;
	bool touch = gap <= GEO_TOUCH;

	*close = touch;
	if (a->weak || damage <= t->cut)
		return 0;
	if (a->engaged || touch) {
		if (!touch)
			return 0;
		if (!in_arc(a, t))
			share = b->w[W_TURN].value;
		least -= !in_arc(t, a); /* RB-CLS: rear arc */
	} else if (a->range && far <= a->range) {
		if (!in_arc(a, t))
			share = b->w[W_TURN].value;
	} else if (gap <= a->speed) {
		share = a->charges ? 100 : b->w[W_MOVE].value;
		*close = true;
	} else if (a->range && far <= a->range + a->speed) {
		share = b->w[W_MOVE].value;
	} else {
		return 0;
	}
	if (now && (share < 100 || a->acted))
		return 0;
	if (now ? a->token : a->tired)
		share = share * b->w[W_PUSHED].value / 100;
	damage -= t->cut;
	return (player_worth(b, t, t->left) -
		player_worth(b, t, t->left - damage)) *
	       rolls_of(least) / 36 * share / 100;
}

/* The sum of the best attacks of one side, one for each of its actions. No
 * target counts for more than the points that it has left. */
static int32_t side_mean(const struct board *b, bool mine, int actions,
			 bool now)
{
	int32_t best[RB_MAX_FIGS], sum = 0;
	int n = 0;

	for (int i = 0; i < b->n; i++) {
		int32_t most = 0;

		if (b->v[i].mine != mine)
			continue;
		for (int t = 0; t < b->n; t++) {
			int32_t mean;
			bool close;

			if (b->v[t].mine == mine)
				continue;
			mean = attack_mean(b, &b->v[i], &b->v[t], now, &close);
			if (mean > most)
				most = mean;
		}
		best[n++] = most;
	}
	for (; actions > 0; actions--) {
		int at = -1;

		for (int i = 0; i < n; i++)
			if (best[i] > 0 && (at < 0 || best[i] > best[at]))
				at = i;
		if (at < 0)
			break;
		sum += best[at];
		best[at] = 0;
	}
	return sum;
}

static void board_read(const struct rb_state *s, int seat,
		       const struct player_weight *w, struct board *b)
{
	b->n = 0;
	b->w = w;
	for (int f = 0; f < s->n_figs; f++) {
		struct piece *p = &b->v[b->n];

		if (!rb_is_free(s, f))
			continue;
		piece_read(s, f, seat, p);
		if (player_supports(s, f))
			p->points += p->points * w[W_SUPPORT].value / 100;
		b->n++;
	}
	for (int i = 0; i < b->n; i++)
		for (int k = 0; k < i; k++)
			if (b->v[i].mine != b->v[k].mine &&
			    player_apart(&b->v[i], &b->v[k]) <=
				    b->v[i].radius + b->v[k].radius + GEO_TOUCH)
				b->v[i].engaged = b->v[k].engaged = true;
}

/* actions of the seat's turn: RB-TURN */
static int actions_of(const struct rb_state *s, int seat)
{
	int n = s->player[seat].build / 100;

	return n > 0 ? n : 1;
}

/* --- the value of a position -------------------------------------------- */

/* Inches that an own figure is out of reach of all it could attack. */
static int32_t out_of_reach(const struct board *b, const struct piece *p)
{
	int32_t least = INT32_MAX, reach = p->speed;

	if (p->range)
		reach += p->range;
	for (int t = 0; t < b->n; t++) {
		int32_t gap;

		if (b->v[t].mine == p->mine)
			continue;
		gap = player_apart(p, &b->v[t]) - p->radius - b->v[t].radius;
		if (gap < least)
			least = gap;
	}
	if (least == INT32_MAX || p->weak)
		return 0;
	/* nearer is better within reach, too, but less */
	return least > reach ? least / 100 : least / 300;
}

static int32_t place_value(const struct rb_state *s, const struct board *b,
			   const struct piece *p)
{
	int32_t v = -b->w[W_NEAR].value * out_of_reach(b, p);

	for (int i = 0; i < b->n; i++) {
		const struct piece *q = &b->v[i];

		if (q != p && q->mine == p->mine &&
		    !memcmp(s->def[p->f].faction, s->def[q->f].faction,
			    sizeof(s->def[0].faction)) &&
		    player_apart(p, q) <= p->radius + q->radius + GEO_TOUCH) {
			v += b->w[W_TOGETHER].value;
			break;
		}
	}
	for (int i = 0; i < s->n_terrain; i++)
		if ((s->feature[i].kind == FEATURE_HINDERING ||
		     s->feature[i].kind == FEATURE_ELEVATED) &&
		    geo_polygon_has(&s->feature[i].area, p->at)) {
			v += b->w[W_COVER].value;
			break;
		}
	if (s->fig[p->f].tokens)
		v -= b->w[W_TOKEN].value * p->points / 20;
	return v;
}

static int32_t over_value(const struct rb_state *s, int seat)
{
	int32_t v = 0, won = s->head.winners >> seat & 1 ? 5000 : 0;

	for (int i = 0; i < RB_MAX_SEATS; i++) {
		if (!s->head.seat[i].present)
			continue;
		v += (rb_allied(s, i, seat) ? 100 : -100) *
		     s->player[i].final_total;
	}
	return v + (s->head.winners ? 2 * won - 5000 : 0);
}

/* The armies of ready.def by their first figure, with the games that they won
 * of a hundred: selfplay rebellion fair fair --games 400 --list 1. */
static const struct army_rate {
	const char *key;
	int32_t won;
} army_rates[] = {
	{ "rebellion/60", 76 },  { "rebellion/151", 73 },
	{ "rebellion/148", 57 }, { "rebellion/155", 46 },
	{ "rebellion/154", 43 }, { "rebellion/149", 42 },
	{ "rebellion/153", 34 }, { "rebellion/158", 29 },
};

/* Of an army that is chosen: by experience, then by what it spends. */
static int32_t army_value(const struct rb_state *s, int seat)
{
	int32_t v = 0;
	bool first = true;

	for (int f = 0; f < s->n_figs; f++) {
		char room[4 * RB_KEY_WORDS];
		struct str key = rb_text(s->def[f].key, RB_KEY_WORDS, room,
					 sizeof(room));

		if (s->fig[f].owner != seat)
			continue;
		v += s->def[f].points;
		for (size_t i = 0; first && i < ARRAY_LEN(army_rates); i++)
			if (str_is(key, army_rates[i].key))
				v += 1000 * army_rates[i].won;
		first = false;
	}
	return v;
}

/* Points scored, and captives. */
static int32_t scored_value(const struct rb_state *s, int seat,
			    const struct player_weight *w)
{
	int32_t v = 0;

	for (int i = 0; i < RB_MAX_SEATS; i++)
		if (s->head.seat[i].present)
			v += (rb_allied(s, i, seat) ? 100 : -100) *
			     s->player[i].score;
	for (int f = 0; f < s->n_figs; f++) {
		int by = s->fig[f].captive_of ? rb_find(s, s->fig[f].captive_of)
					      : -1;

		if (by >= 0 && rb_on_board(s, f))
			v += (rb_allied(s, rb_commander(s, by), seat) ? 1
								      : -1) *
			     w[W_CAPTIVE].value * s->def[f].points;
	}
	return v;
}

/* actions of the opponents' next turn */
static int their_actions(const struct rb_state *s, int seat)
{
	int n = 1;

	for (int i = 0; i < RB_MAX_SEATS; i++)
		if (s->head.seat[i].present && !rb_allied(s, i, seat))
			n = actions_of(s, i);
	return n;
}

static int32_t player_value(const void *world, int seat, bool blind,
			    const struct player_weight *w)
{
	const struct rb_state *s = world;
	struct board b;
	int32_t v, fear;

	if (s->head.phase < RB_ROLL)
		return blind ? 0 : army_value(s, seat);
	if (s->head.phase == RB_OVER)
		return over_value(s, seat);
	board_read(s, seat, w, &b);
	v = scored_value(s, seat, w);
	for (int i = 0; i < b.n; i++) {
		const struct piece *p = &b.v[i];
		int32_t is = player_worth(&b, p, p->left);

		if (p->weak)
			is /= 3;
		v += p->mine ? is + place_value(s, &b, p) : -is;
	}
	v += side_mean(&b, true, actions_of(s, seat), false) * w[W_HOPE].value /
	     100;
	if (s->actions_left > 0 && rb_allied(s, s->head.active, seat))
		v += side_mean(&b, true, s->actions_left, true) *
		     w[W_NOW].value / 100;
	if (blind)
		return v;
	fear = side_mean(&b, false, their_actions(s, seat), false);
	return v - fear * w[W_FEAR].value / 100;
}

/* --- candidates --------------------------------------------------------- */

enum { INCH = 100, FACINGS = 24 };

/* The orders of a group of attacks. */
static void attack_moves(const struct move_group *f, struct player_moves *out)
{
	for (int i = 0; i < (f->n_targets ? f->n_targets : 1); i++) {
		struct decision d;

		decision_start(&d, f->kind);
		decision_add_int(&d, RB_TAG_FIG, f->actor);
		if (f->n_targets)
			decision_add_int(&d, RB_TAG_TARGET, f->targets[i]);
		for (int k = 0; k < f->n_ways; k++) {
			const char *way = f->ways[k];

			if (!strcmp(way, "sweep"))
				decision_add_int(&d, RB_TAG_SWEEP, 1);
			else if (!strcmp(way, "blast"))
				decision_add_int(&d, RB_TAG_USE, RB_USE_BLAST);
			else if (!strcmp(way, "flame"))
				decision_add_int(&d, RB_TAG_USE, RB_USE_FLAME);
			else if (!strcmp(way, "wave"))
				decision_add_int(&d, RB_TAG_USE, RB_USE_WAVE);
			else if (!strcmp(way, "magic"))
				decision_add_int(&d, RB_TAG_MAGIC, 1);
			else if (!strcmp(way, "mount"))
				decision_add_int(&d, RB_TAG_USING,
						 RB_DIAL_MOUNT);
		}
		player_add(out, &d);
	}
}

/* the opponent nearest to a place, or -1 */
static int player_nearest(const struct board *b, const struct piece *p,
			  struct vec at)
{
	int best = -1;

	for (int t = 0; t < b->n; t++)
		if (b->v[t].mine != p->mine &&
		    (best < 0 ||
		     geo_dist2(at, b->v[t].at) < geo_dist2(at, b->v[best].at)))
			best = t;
	return best;
}

static void move_start(const struct rb_state *s, const struct piece *p,
		       int kind, struct decision *d)
{
	decision_start(d, kind);
	decision_add_int(d, RB_TAG_FIG, s->fig[p->f].label);
}

/* Into contact with an opponent: on the near side, behind it, beside it. */
static void contact_moves(const struct rb_state *s, const struct piece *p,
			  const struct piece *t, int kind, int wide,
			  struct player_moves *out)
{
	int32_t label = s->fig[t->f].label;
	struct decision d;

	move_start(s, p, kind, &d);
	decision_add_int(&d, RB_TAG_TOUCHING, label);
	player_add(out, &d);
	for (int side = RB_RIGHT; wide && side <= RB_LEFT; side++) {
		if (wide < 2 && side != RB_BACK)
			continue;
		move_start(s, p, kind, &d);
		decision_add_int(&d, RB_TAG_TOUCHING, label);
		decision_add_int(&d, RB_TAG_AT_SIDE, side);
		decision_add_int(&d, RB_TAG_FACE_FIG, label);
		player_add(out, &d);
	}
}

/* In so many directions, as far as it goes and half of that, facing the
 * opponent nearest to the end. */
static void way_moves(const struct rb_state *s, const struct board *b,
		      const struct piece *p, int kind, int wide,
		      int32_t allowance, struct player_moves *out)
{
	int near = player_nearest(b, p, p->at), step = wide > 1 ? 30 : 60;
	int32_t ahead = 0;

	if (near >= 0)
		ahead = geo_bearing(vec_sub(b->v[near].at, p->at));
	for (int far = 2; far >= (wide > 1 ? 1 : 2); far--)
		for (int k = 0; k < 360 / step; k++) {
			/* ahead, then by turns to both sides */
			int turn = (k + 1) / 2 * (k % 2 ? step : -step);
			int32_t bearing = geo_degrees(ahead + turn);
			int32_t way = allowance * INCH * far / 2;
			struct vec end = vec_add(
				p->at, geo_offset(way, bearing, GEO_TZ));
			int t = player_nearest(b, p, end);
			struct decision d;

			move_start(s, p, kind, &d);
			if (far < 2)
				decision_add_int(&d, RB_TAG_DISTANCE, way);
			decision_add_int(&d, RB_TAG_BEARING, bearing);
			if (t >= 0)
				decision_add_int(&d, RB_TAG_FACE_FIG,
						 s->fig[b->v[t].f].label);
			player_add(out, &d);
		}
}

static void figure_moves(const struct rb_state *s, const struct board *b,
			 const struct move_group *f, int wide,
			 struct player_moves *out)
{
	const struct piece *p = NULL;
	int at = rb_find(s, f->actor);
	int near;

	for (int i = 0; i < b->n; i++)
		if (b->v[i].f == at)
			p = &b->v[i];
	if (!p)
		return;
	for (int t = 0; t < b->n; t++) {
		int32_t gap =
			player_apart(p, &b->v[t]) - p->radius - b->v[t].radius;

		if (!b->v[t].mine && gap > GEO_TOUCH &&
		    gap <= f->allowance * INCH)
			contact_moves(s, p, &b->v[t], f->kind, wide, out);
	}
	near = player_nearest(b, p, p->at);
	if (near >= 0 && f->kind == RB_ORDER_MOVE && !in_arc(p, &b->v[near])) {
		struct decision d;

		move_start(s, p, RB_ORDER_TURN, &d);
		decision_add_int(&d, RB_TAG_FACE_FIG,
				 s->fig[b->v[near].f].label);
		player_add(out, &d);
	}
	if (wide && f->allowance > 0)
		way_moves(s, b, p, f->kind, wide, f->allowance, out);
}

/* A suggested formation, in other directions and shorter. */
static void formation_moves(const struct decision *from, int wide,
			    struct player_moves *out)
{
	static const int turns[] = { -30, 30, -60, 60, 180 };
	struct decision_arg a;
	struct vec way;
	int32_t far, bearing;

	if (!decision_find(from, RB_TAG_SHIFT, &a))
		return;
	way = (struct vec){ a.w[0], a.w[1] };
	far = (int32_t)(geo_len((struct vec){ 0, 0 }, way) / 1000);
	bearing = geo_bearing(way);
	for (size_t k = 0; k < ARRAY_LEN(turns); k++)
		for (int part = 2; part >= (wide > 1 ? 1 : 2); part--) {
			struct decision d;
			struct decision_arg m;

			decision_start(&d, RB_ORDER_FORM);
			for (int at = 0; decision_next(from, at, &m);
			     at = m.next)
				if (m.tag == RB_TAG_MEMBER)
					decision_add_int(&d, RB_TAG_MEMBER,
							 m.w[0]);
			rb_add_point(&d, RB_TAG_SHIFT,
				     geo_offset(far * part / 2,
						geo_degrees(bearing + turns[k]),
						GEO_TZ));
			player_add(out, &d);
		}
}

static void offered_moves(const struct rb_state *s, int seat,
			  struct trials *room, int wide,
			  struct player_moves *out)
{
	struct suggest *v = trials_take(room);
	struct offers list = { v, 0 };

	static_assert(OFFERS_MAX * sizeof(*v) <= SYSTEM_MAX_STATE,
		      "suggestions have room");
	rb_offer(s, seat, room, &list);
	for (int i = 0; i < list.n; i++)
		player_add(out, &v[i].d);
	for (int i = 0; wide && i < list.n; i++)
		if (v[i].d.kind == RB_ORDER_FORM)
			formation_moves(&v[i].d, wide, out);
	trials_give(room, v);
}

/* RB-DAM-50: back beside its healer */
static void raise_moves(const struct move_group *f, struct player_moves *out)
{
	for (int i = 0; i < f->n_targets; i++) {
		struct decision d;

		decision_start(&d, RB_ORDER_RAISE);
		decision_add_int(&d, RB_TAG_FIG, f->actor);
		decision_add_int(&d, RB_TAG_TARGET, f->targets[i]);
		player_add(out, &d);
	}
}

static bool is_move(int kind)
{
	return kind == RB_ORDER_MOVE || kind == RB_ORDER_QUICK ||
	       kind == RB_ORDER_CHARGE || kind == RB_ORDER_BOUND;
}

enum { MANY_MOVERS = 9 };

static void moves(const void *view, int seat, struct trials *room,
		  struct dice *rng, int wide, struct player_moves *out)
{
	const struct rb_state *s = view;
	struct move_group *v = trials_take(room);
	struct board b;
	int n = rb_legal(view, seat, room, v, MOVE_GROUP_MAX), movers = 0;

	(void)rng;
	board_read(s, seat, weights, &b);
	offered_moves(s, seat, room, wide, out);
	for (int i = 0; i < n; i++) {
		switch (v[i].kind) {
		case RB_ORDER_FIGHT:
		case RB_ORDER_SHOOT:
		case RB_ORDER_HEAL:
		case RB_ORDER_REGENERATE: attack_moves(&v[i], out); break;
		case RB_ORDER_RAISE: raise_moves(&v[i], out); break;
		default: break;
		}
	}
	for (int i = 0; i < n; i++)
		movers += is_move(v[i].kind);
	/* the list has room for each figure's moves */
	if (movers > MANY_MOVERS && wide > 1)
		wide = 1;
	for (int i = 0; i < n; i++)
		if (is_move(v[i].kind))
			figure_moves(s, &b, &v[i], wide, out);
	trials_give(room, v);
}

/* --- answers ------------------------------------------------------------ */

/* The worst blows at a piece in contact, if it faces so. */
static int32_t blows_at(const struct board *b, struct piece *p, int32_t facing)
{
	int32_t sum = 0;

	p->facing = facing;
	for (int i = 0; i < b->n; i++) {
		bool close;

		if (b->v[i].mine != p->mine)
			sum += attack_mean(b, &b->v[i], p, false, &close);
	}
	return sum;
}

/* A free spin, unless it turns the back to the worse of those in contact. */
static bool player_answer(const void *view, int seat, struct decision *out)
{
	const struct rb_state *s = view;
	struct board b;
	struct decision_arg face;
	int f;

	if (!rb_default_order(view, seat, out) ||
	    out->kind != RB_ORDER_FREE_SPIN ||
	    !decision_find(out, RB_TAG_FACE, &face))
		return out->kind == RB_ORDER_FREE_SPIN;
	f = rb_find(s, decision_int(out, RB_TAG_FIG, 0));
	board_read(s, seat, weights, &b);
	for (int i = 0; i < b.n; i++) {
		struct piece p = b.v[i];

		if (p.f != f || blows_at(&b, &p, s->fig[f].facing) >=
					blows_at(&b, &p, face.w[0]))
			continue;
		decision_start(out, RB_ORDER_FREE_SPIN);
		decision_add_int(out, RB_TAG_FIG, s->fig[f].label);
	}
	return true;
}

/* --- the policy of play-outs -------------------------------------------- */

struct quick_order {
	int32_t mean;
	int a, t;
	bool close, go;
};

/* the best first */
static void quick_put(struct quick_order *v, int *n, int max,
		      const struct quick_order *q)
{
	int k = *n < max ? (*n)++ : max - 1;

	if (k == max - 1 && *n == max && v[k].mean >= q->mean && k != *n - 1)
		return;
	for (; k && v[k - 1].mean < q->mean; k--)
		v[k] = v[k - 1];
	v[k] = *q;
}

static void quick_write(const struct rb_state *s, const struct board *b,
			const struct quick_order *q, struct player_moves *out)
{
	int32_t actor = s->fig[b->v[q->a].f].label;
	int32_t target = s->fig[b->v[q->t].f].label;
	struct decision d;

	decision_start(&d, q->go      ? RB_ORDER_MOVE
			   : q->close ? RB_ORDER_FIGHT
				      : RB_ORDER_SHOOT);
	decision_add_int(&d, RB_TAG_FIG, actor);
	decision_add_int(&d,
			 !q->go     ? RB_TAG_TARGET
			 : q->close ? RB_TAG_TOUCHING
				    : RB_TAG_TOWARD,
			 target);
	player_add(out, &d);
}

static void player_quick(const void *world, int seat, struct trials *room,
			 struct dice *rng, struct player_moves *out)
{
	const struct rb_state *s = world;
	struct quick_order v[8];
	struct decision end;
	struct board b;
	int n = 0;

	(void)room;
	(void)rng;
	board_read(s, seat, weights, &b);
	for (int i = 0; s->actions_left > 0 && i < b.n; i++) {
		const struct piece *p = &b.v[i];
		struct refusal no;
		int near;

		if (!p->mine ||
		    rb_check_actor(s, seat, s->fig[p->f].label, 0, &no) < 0)
			continue;
		for (int t = 0; t < b.n; t++) {
			struct quick_order q = { .a = i, .t = t };

			if (b.v[t].mine)
				continue;
			q.mean = attack_mean(&b, p, &b.v[t], true, &q.close);
			/* a charge is written as a move */
			if (!p->engaged && q.close &&
			    player_apart(p, &b.v[t]) >
				    p->radius + b.v[t].radius + GEO_TOUCH)
				q.go = true;
			if (s->fig[p->f].tokens)
				q.mean -= p->points * 8;
			if (q.mean > 0)
				quick_put(v, &n, ARRAY_LEN(v), &q);
		}
		near = player_nearest(&b, p, p->at);
		if (near >= 0 && !p->engaged && !s->fig[p->f].tokens) {
			struct quick_order q = { .a = i,
						 .t = near,
						 .go = true };
			int32_t gap = player_apart(p, &b.v[near]) - p->radius -
				      b.v[near].radius;

			q.close = gap <= p->speed;
			q.mean = p->range && gap < p->range
					 ? 0
					 : 1 + p->points - gap / 100;
			if (q.mean > 0)
				quick_put(v, &n, ARRAY_LEN(v), &q);
		}
	}
	for (int i = 0; i < n; i++)
		quick_write(s, &b, &v[i], out);
	decision_start(&end, RB_ORDER_END);
	player_add(out, &end);
}

static int32_t player_turn(const void *state, int32_t *of)
{
	const struct rb_state *s = state;

	*of = s->head.active;
	return s->round;
}

const struct player_rules player_rebellion = {
	.sys = &system_rebellion,
	.imagine = player_imagine,
	.moves = moves,
	.suggest = rb_suggest,
	.answer = player_answer,
	.quick = player_quick,
	.value = player_value,
	.turn = player_turn,
	.weights = weights,
	.n_weights = N_WEIGHTS,
};
