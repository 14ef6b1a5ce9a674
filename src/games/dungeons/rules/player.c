/*
 * src/games/dungeons/rules/player.c - what the computer player knows of
 * Dungeons: candidate orders from the suggestions, the ways out and drawn legal
 * orders, a cheap policy, and the value of a position in gold.
 *
 * The value counts stored and held treasure, chests on the ground by the seat
 * with the nearest Hero, the way to the exit once there is something to carry
 * out, Heroes by their dials, and the damage that opponents and monsters can do
 * next.
 */
#include "games/dungeons/rules/player.h"
#include "engine/random_pick.h"
#include "engine/suggest.h"
#include "games/dungeons/rules/board.h"
#include "games/dungeons/rules/move.h"
#include "games/dungeons/rules/system_private.h"

/* In the order of the table. */
enum weight {
	W_HELD,  /* per cent of the gold of a chest that is held */
	W_CLAIM, /* per cent of the gold of one that lies, next to it */
	W_OPEN,  /* per cent more, where its trap is dealt with */
	W_WAY,   /* squares over which that falls by half */
	W_EXIT,  /* hundredths of gold for each square to the exit, with a chest
		  */
	W_HERO,  /* hundredths of gold for a point of a Hero in play */
	W_OUT,   /* the same of one that has left */
	W_XP,    /* hundredths of gold for a point of experience */
	W_FEAR,  /* per cent of the damage expected of others */
	W_HOPE,  /* per cent of the damage expected of the own next turn */
	W_NOW,   /* the same of the rest of the own turn */
	N_WEIGHTS
};

static const struct player_weight weights[N_WEIGHTS] = {
	[W_HELD] = { "held", 85 }, [W_CLAIM] = { "claim", 50 },
	[W_OPEN] = { "open", 30 }, [W_WAY] = { "way", 10 },
	[W_EXIT] = { "exit", 80 }, [W_HERO] = { "hero", 100 },
	[W_OUT] = { "out", 30 },   [W_XP] = { "xp", 40 },
	[W_FEAR] = { "fear", 50 }, [W_HOPE] = { "hope", 40 },
	[W_NOW] = { "now", 80 },
};

/* --- hidden values ------------------------------------------------------ */

static void imagine_dial(struct dg_state *s, int f, struct dice *rng)
{
	struct dg_card *c = &s->card[f];
	int click = s->fig[f].click, last;
	struct dg_click v = dg_click(c, click);

	last = click + 3 + draw(rng, 4);
	if (last > DG_MAX_CLICKS)
		last = DG_MAX_CLICKS;
	c->n_clicks = last;
	for (int i = 0; i < last; i++) {
		if (i > click)
			for (int slot = 0; slot < N_DG_SLOTS; slot++)
				if (v.value[slot] > 1 && chance(rng, 2))
					v.value[slot]--;
		if (i != click)
			dg_click_put(c, i, &v);
	}
}

static void imagine(void *world, int seat, struct dice *rng)
{
	struct dg_state *s = world;

	system_dungeons.suppose(s);
	for (int i = 0; i < s->n_figs; i++)
		if (s->card[i].n_clicks == DG_HIDDEN_CLICKS)
			imagine_dial(s, i, rng);
	for (int i = 0; i < s->n_chests; i++)
		if (s->chest[i].treasure == DG_UNKNOWN)
			s->chest[i].treasure = draw(rng, DG_POSITIONS);
	for (int i = 0; i < s->n_tokens; i++) {
		int32_t tier = s->token[i].tier, n = 0;

		if (s->token[i].table != DG_UNKNOWN)
			continue;
		s->token[i].table = 0;
		for (int k = 0; k < s->n_tables; k++)
			if (s->table[k].tier == tier && chance(rng, ++n))
				s->token[i].table = k;
	}
	for (int i = 0; i < SEATS_MAX; i++) {
		if (i != seat && s->head.seat[i].present)
			s->head.seat[i].last_ok = s->head.seat[i].last_hit = 0;
		if (i < DG_MAX_SEATS && s->player[i].points == DG_UNKNOWN)
			s->player[i].points = s->player[i].heroes = 0;
	}
}

/* --- ways --------------------------------------------------------------- */

enum { FAR = 200 }; /* squares: there is no way */

/* Steps to the nearest of some squares; doors count as open. */
struct ways {
	uint8_t far[DG_SQUARES];
	int16_t queue[DG_SQUARES];
	int n;
};

static void ways_begin(struct ways *w)
{
	memset(w->far, FAR, sizeof(w->far));
	w->n = 0;
}

static void ways_from(struct ways *w, int32_t sq)
{
	if (sq < 0 || w->far[sq] == 0)
		return;
	w->far[sq] = 0;
	w->queue[w->n++] = (int16_t)sq;
}

static void ways_spread(const struct dg_state *s, struct ways *w)
{
	for (int i = 0; i < w->n; i++) {
		int32_t sq = w->queue[i];

		for (int face = 0; face < N_DG_FACES; face += 2) {
			int32_t to = dg_beside(sq, face);

			if (to == DG_NOWHERE || w->far[to] != FAR ||
			    !dg_passage(s, sq, face))
				continue;
			w->far[to] =
				(uint8_t)(w->far[sq] + 1 < FAR ? w->far[sq] + 1
							       : FAR - 1);
			w->queue[w->n++] = (int16_t)to;
		}
	}
}

static void mouth_from(const struct dg_state *s, int mouth, struct ways *w)
{
	const struct dg_mouth *m;

	if (mouth < 0 || mouth >= s->n_mouths)
		return;
	m = &s->mouth[mouth];
	for (int32_t y = m->y0; y <= m->y1; y++)
		for (int32_t x = m->x0; x <= m->x1; x++)
			ways_from(w, dg_square_of(x, y));
}

/* --- the value of a position -------------------------------------------- */

/* The gold of a chest, as far as it is known. */
static int32_t gold_of(const struct dg_state *s, int c)
{
	const struct dg_model *m = &s->model[s->chest[c].model];
	const struct dg_treasure *t = dg_treasure(s, c);
	int32_t sum = 0;

	if (t)
		return t->gold;
	for (int i = 0; i < DG_POSITIONS; i++)
		sum += m->treasure[i].gold;
	return sum / DG_POSITIONS;
}

static bool is_mine(const struct dg_state *s, int owner, int seat)
{
	return owner >= 0 &&
	       s->head.seat[owner].team == s->head.seat[seat].team;
}

/* Steps from there to the nearest Hero in play of one side. */
static int32_t hero_steps(const struct dg_state *s, const struct ways *w,
			  int seat, bool mine)
{
	int32_t least = FAR;

	for (int f = 0; f < s->n_figs; f++) {
		const struct dg_fig *p = &s->fig[f];
		int32_t far = FAR;

		if (p->owner < 0 || is_mine(s, p->owner, seat) != mine)
			continue;
		if (p->place == DG_ON_BOARD)
			far = w->far[p->sq];
		else if (p->place == DG_OUTSIDE)
			far = 20;
		if (far < least)
			least = far;
	}
	return least;
}

/* A chest on the ground belongs more to the seat that is nearer. */
static int32_t lying_value(const struct dg_state *s, int c, int seat,
			   const struct player_weight *w)
{
	const struct dg_chest *chest = &s->chest[c];
	int32_t gold = gold_of(s, c) * w[W_CLAIM].value, v = 0;
	struct ways ways;

	if (chest->trap != DG_UNREVEALED && chest->trap != DG_ARMED)
		gold += gold * w[W_OPEN].value / 100;
	else if (chest->trap == DG_ARMED)
		gold += gold * w[W_OPEN].value / 200;
	ways_begin(&ways);
	ways_from(&ways, chest->sq);
	ways_spread(s, &ways);
	for (int mine = 0; mine < 2; mine++) {
		int32_t far = hero_steps(s, &ways, seat, mine);

		if (far < FAR)
			v += (mine ? 1 : -1) * gold * w[W_WAY].value /
			     (w[W_WAY].value + far);
	}
	return v;
}

static bool holds_any(const struct dg_state *s, int seat)
{
	for (int i = 0; i < s->n_chests; i++)
		if (s->chest[i].place == DG_CHEST_HELD &&
		    s->chest[i].holder == seat)
			return true;
	return false;
}

static bool any_lies(const struct dg_state *s)
{
	for (int i = 0; i < s->n_chests; i++)
		if (s->chest[i].place == DG_CHEST_LIES)
			return true;
	return false;
}

/* The Heroes of a seat: their dials, and how near the exit they are. */
static int32_t heroes_value(const struct dg_state *s, int seat,
			    const struct player_weight *w)
{
	bool out = holds_any(s, seat) || !any_lies(s);
	int32_t v = 0, least = FAR;
	struct ways ways;

	ways_begin(&ways);
	mouth_from(s, s->player[seat].exit, &ways);
	ways_spread(s, &ways);
	for (int f = 0; f < s->n_figs; f++) {
		const struct dg_fig *p = &s->fig[f];
		int32_t points = dg_points(s, f), left;

		if (p->owner != seat)
			continue;
		if (p->place == DG_EXITED)
			v += points * w[W_OUT].value;
		if (!dg_in_play(s, f))
			continue;
		left = s->card[f].n_clicks - p->click;
		if (left > 6)
			left = 6;
		v += points * w[W_HERO].value * (6 + left) / 12;
		if (p->place == DG_OUTSIDE) {
			v -= 2000;
		} else if (ways.far[p->sq] < FAR && out) {
			v -= w[W_EXIT].value * ways.far[p->sq] / 4;
			if (ways.far[p->sq] < least)
				least = ways.far[p->sq];
		}
	}
	if (out && least < FAR)
		v -= w[W_EXIT].value * least;
	return v;
}

/* The mean clicks of one attack, in hundredths. */
static int32_t strike_mean(const struct dg_state *s, int a, int t)
{
	static const int8_t of[] = { 35, 35, 35, 33, 30, 26, 21, 15, 10, 6, 3 };
	int32_t least = dg_value(s, t, DG_DEFENSE) - dg_value(s, a, DG_ATTACK);
	int32_t rolls = least < 3 ? 35 : least > 11 ? 1 : of[least - 1];

	return rolls * dg_value(s, a, DG_DAMAGE) * 100 / 36;
}

enum { ATTACK_SP = 4 /* DG-ATT-01 */ };

/* Has it the speed points to come to the target and strike? */
static bool can_strike(const struct dg_state *s, const struct ways *to, int a,
		       int t, int32_t sp)
{
	int32_t steps = to->far[s->fig[a].sq];
	int32_t far = dg_range(s->fig[a].sq, s->fig[t].sq);
	int32_t range = s->card[a].range;

	if (far <= 1)
		return sp >= ATTACK_SP;
	if (steps < FAR && steps - 1 + ATTACK_SP <= sp)
		return true;
	return range && far <= range + 8 &&
	       (far <= range ? 0 : far - range) + ATTACK_SP <= sp;
}

/* Speed points of a figure's next activation by this side: of the turn under
 * way, if it is that side's, else of the next. */
static int32_t sp_of(const struct dg_state *s, int a, bool now)
{
	if (now && s->actor == s->fig[a].label)
		return dg_sp(s, s->actor);
	if (now && (s->fig[a].acted || s->activations <= 0))
		return 0;
	return dg_value(s, a, DG_SPEED);
}

/* What one side can expect of its best attacks, hundredths of gold: its Heroes
 * strike opponents and monsters, monsters strike opponents. */
static int32_t strikes_value(const struct dg_state *s, int seat, bool mine,
			     bool now, const struct player_weight *w)
{
	int32_t best[DG_MAX_FIGS] = { 0 }, sum = 0;
	struct ways to;

	for (int t = 0; t < s->n_figs; t++) {
		bool hero = s->fig[t].owner >= 0;

		if (!dg_on_board(s, t) ||
		    (hero && is_mine(s, s->fig[t].owner, seat) == mine) ||
		    (!hero && !mine))
			continue;
		ways_begin(&to);
		ways_from(&to, s->fig[t].sq);
		ways_spread(s, &to);
		for (int a = 0; a < s->n_figs; a++) {
			int owner = s->fig[a].owner;
			int32_t v;

			if (a == t || !dg_on_board(s, a) ||
			    (owner < 0 ? !hero
				       : is_mine(s, owner, seat) != mine) ||
			    !can_strike(s, &to, a, t, sp_of(s, a, now)))
				continue;
			v = strike_mean(s, a, t) * dg_points(s, t) *
			    (hero ? w[W_HERO].value : w[W_XP].value) / 1200;
			if (v > best[a])
				best[a] = v;
		}
	}
	for (int n = 0; n < 3; n++) {
		int most = 0;

		for (int a = 1; a < s->n_figs; a++)
			if (best[a] > best[most])
				most = a;
		sum += best[most];
		best[most] = 0;
	}
	return sum;
}

enum { WON_VALUE = 5000 };

/* Can any chest still be carried out? */
static bool gold_left(const struct dg_state *s)
{
	for (int i = 0; i < s->n_chests; i++)
		if (s->chest[i].place == DG_CHEST_LIES ||
		    s->chest[i].place == DG_CHEST_HELD)
			return true;
	return false;
}

/* The result, once it is settled: of a game that is over, or in which nothing
 * more can be carried out. So a side that has lost does not stay for ever. */
static int32_t result_value(const struct dg_state *s, int seat)
{
	int32_t gold = 0;

	if (s->head.phase == DG_OVER && s->head.winners)
		return s->head.winners >> seat & 1 ? WON_VALUE : -WON_VALUE;
	if (s->head.phase != DG_OVER && gold_left(s))
		return 0;
	for (int i = 0; i < s->n_chests; i++)
		if (s->chest[i].place == DG_CHEST_STORED)
			gold += (is_mine(s, s->chest[i].holder, seat) ? 1
								      : -1) *
				gold_of(s, i);
	return gold > 0 ? WON_VALUE : gold < 0 ? -WON_VALUE : 0;
}

static int32_t value(const void *world, int seat, bool blind,
		     const struct player_weight *w)
{
	const struct dg_state *s = world;
	bool over = s->head.phase == DG_OVER;
	int32_t v;

	if (s->head.phase != DG_PLAY && !over)
		return 0;
	v = result_value(s, seat);
	for (int i = 0; i < s->n_chests; i++) {
		const struct dg_chest *c = &s->chest[i];
		int32_t gold = gold_of(s, i);
		int32_t sign = is_mine(s, c->holder, seat) ? 1 : -1;

		if (c->place == DG_CHEST_STORED)
			v += sign * 100 * gold;
		else if (c->place == DG_CHEST_HELD)
			v += sign * w[W_HELD].value * gold;
		else if (c->place == DG_CHEST_LIES)
			v += lying_value(s, i, seat, w);
	}
	for (int i = 0; i < DG_MAX_SEATS; i++) {
		bool mine = is_mine(s, i, seat);

		if (!s->head.seat[i].present)
			continue;
		v += (mine ? 1 : -1) *
		     (heroes_value(s, i, w) + w[W_XP].value * s->player[i].xp);
	}
	if (over)
		return v;
	if (s->head.active >= 0 && is_mine(s, s->head.active, seat))
		v += strikes_value(s, seat, true, true, w) * w[W_NOW].value /
		     100;
	else
		v += strikes_value(s, seat, true, false, w) * w[W_HOPE].value /
		     100;
	if (!blind)
		v -= strikes_value(s, seat, false, false, w) * w[W_FEAR].value /
		     100;
	return v;
}

/* --- candidates --------------------------------------------------------- */

static void fig_start(const struct dg_state *s, int f, int kind,
		      struct decision *d)
{
	decision_start(d, kind);
	decision_add_int(d, DG_TAG_FIG, s->fig[f].label);
}

/* Out of the dungeon, with two chests at most. */
static void leave_moves(const struct dg_state *s, int seat, int f,
			struct player_moves *out)
{
	struct decision d;
	int n = 0;

	fig_start(s, f, DG_ORDER_MOVE, &d);
	decision_add_int(&d, DG_TAG_TOWARD, 1);
	decision_add_int(&d, DG_TAG_WAY, 1);
	player_add(out, &d);
	fig_start(s, f, DG_ORDER_LEAVE, &d);
	for (int i = 0; i < s->n_chests && n < 2; i++)
		if (s->chest[i].place == DG_CHEST_HELD &&
		    s->chest[i].holder == seat) {
			decision_add_int(&d, DG_TAG_CHEST, s->chest[i].label);
			n++;
		}
	player_add(out, &d);
}

static void chest_orders(const struct dg_state *s, int f,
			 struct player_moves *out)
{
	static const int kinds[] = { DG_ORDER_TAKE, DG_ORDER_DISARM,
				     DG_ORDER_REVEAL };

	for (int c = 0; c < s->n_chests; c++) {
		if (s->chest[c].place != DG_CHEST_LIES ||
		    !dg_near(s->chest[c].sq, s->fig[f].sq))
			continue;
		for (size_t k = 0; k < ARRAY_LEN(kinds); k++) {
			struct decision d;

			fig_start(s, f, kinds[k], &d);
			decision_add_int(&d, DG_TAG_CHEST, s->chest[c].label);
			if (kinds[k] == DG_ORDER_DISARM) {
				decision_add_int(&d, DG_TAG_SLOW, 1);
				player_add(out, &d);
				fig_start(s, f, kinds[k], &d);
				decision_add_int(&d, DG_TAG_CHEST,
						 s->chest[c].label);
			}
			player_add(out, &d);
		}
	}
}

static void strike_orders(const struct dg_state *s, int f,
			  struct player_moves *out)
{
	struct decision d;

	fig_start(s, f, DG_ORDER_ATTACK, &d);
	decision_add_int(&d, DG_TAG_ANY, 1);
	decision_add_int(&d, DG_TAG_TURNS, 1);
	player_add(out, &d);
	if (!s->card[f].range)
		return;
	fig_start(s, f, DG_ORDER_SHOOT, &d);
	decision_add_int(&d, DG_TAG_ANY, 1);
	decision_add_int(&d, DG_TAG_TURNS, 1);
	player_add(out, &d);
}

/* As far as it goes toward the squares before each chest that lies. */
static void chest_ways(const struct dg_state *s, int f,
		       struct player_moves *out)
{
	for (int c = 0; c < s->n_chests; c++) {
		const struct dg_chest *chest = &s->chest[c];

		if (chest->place != DG_CHEST_LIES)
			continue;
		for (int turn = 0; turn < 3; turn++) {
			static const int aside[] = { 0, 1, 7 };
			int face = (chest->face + aside[turn]) % N_DG_FACES;
			int32_t to = dg_beside(chest->sq, face);
			struct decision d;

			if (to == DG_NOWHERE || !dg_empty(s, to))
				continue;
			fig_start(s, f, DG_ORDER_MOVE, &d);
			decision_add(&d, DG_TAG_TO,
				     (int32_t[]){ dg_x(to), dg_y(to) }, 2);
			decision_add_int(&d, DG_TAG_TOWARD, 1);
			decision_add_int(&d, DG_TAG_WAY, 1);
			player_add(out, &d);
			break;
		}
	}
}

/* Turning is free and never ends; attacks turn by themselves. A figure that is
 * held strikes; it breaks away only to carry something out. */
static void candidate(const struct dg_state *s, int seat, bool leaves,
		      struct player_moves *out, const struct decision *d)
{
	int f = dg_find(s, decision_int(d, DG_TAG_FIG, 0));

	switch (d->kind) {
	case DG_ORDER_TURN:
	case DG_ORDER_PASS:
	case DG_ORDER_FINISH: return;
	case DG_ORDER_BREAK:
		if (!leaves || f < 0 || s->fig[f].owner != seat)
			return;
		break;
	default: break;
	}
	player_add(out, d);
}

static void moves(const void *view, int seat, struct trials *room,
		  struct dice *rng, int wide, struct player_moves *out)
{
	static const int draws[] = { 2, 24, 48 };
	const struct dg_state *s = view;
	struct suggest *v = trials_take(room);
	struct offers list = { v, 0 };
	bool leaves = holds_any(s, seat) || !any_lies(s);
	struct decision d;

	static_assert(OFFERS_MAX * sizeof(*v) <= SYSTEM_MAX_STATE,
		      "suggestions have room");
	dg_offer(view, seat, room, &list);
	for (int i = 0; i < list.n; i++)
		candidate(s, seat, leaves, out, &v[i].d);
	trials_give(room, v);
	for (int f = 0; f < s->n_figs; f++) {
		if (s->fig[f].owner != seat || !dg_on_board(s, f))
			continue;
		leave_moves(s, seat, f, out);
		if (!wide)
			continue;
		chest_orders(s, f, out);
		strike_orders(s, f, out);
		chest_ways(s, f, out);
	}
	for (int i = 0; i < draws[wide]; i++)
		if (dg_sample(view, seat, room, rng, &d))
			candidate(s, seat, leaves, out, &d);
}

/* --- the policy of play-outs -------------------------------------------- */

static void quick(const void *world, int seat, struct trials *room,
		  struct dice *rng, struct player_moves *out)
{
	const struct dg_state *s = world;
	bool out_now = holds_any(s, seat) || !any_lies(s);
	struct decision d;

	(void)room;
	(void)rng;
	if (dg_enter_default(s, seat, &d))
		player_add(out, &d);
	for (int f = 0; s->activations > 0 && f < s->n_figs; f++) {
		if (s->fig[f].owner != seat || !dg_on_board(s, f) ||
		    s->fig[f].acted)
			continue;
		chest_orders(s, f, out);
		strike_orders(s, f, out);
		if (out_now)
			leave_moves(s, seat, f, out);
		else
			chest_ways(s, f, out);
	}
	decision_start(&d, DG_ORDER_END);
	if (out->n == out->max)
		out->n--;
	player_add(out, &d);
}

const struct player_rules player_dungeons = {
	.sys = &system_dungeons,
	.imagine = imagine,
	.moves = moves,
	.quick = quick,
	.value = value,
	.weights = weights,
	.n_weights = N_WEIGHTS,
};
