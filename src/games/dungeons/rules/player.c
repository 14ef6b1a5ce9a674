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
#include "games/dungeons/rules/legal.h"
#include "games/dungeons/rules/move.h"
#include "games/dungeons/rules/system_private.h"

/* In the order of the table. */
enum weight {
	W_STORED, /* hundredths of a point for gold that is stored */
	W_HELD,   /* per cent of that for gold that is held */
	W_CARRY,  /* per cent less for each square to the exit */
	W_CLAIM,  /* per cent of W_STORED for a chest that lies, next to it */
	W_OPEN,   /* per cent more, where its trap is dealt with */
	W_WAY,    /* squares over which that falls by half */
	W_HERO,   /* hundredths of a point for a point of a Hero in play */
	W_OUT,    /* the same of one that has left */
	W_XP,     /* the same for a point of experience */
	W_SPAWN,  /* the same of a monster, against the Heroes next to it */
	W_FEAR,   /* per cent of the damage expected of others */
	W_HOPE,   /* per cent of the damage expected of the own next turn */
	W_NOW,    /* the same of the rest of the own turn */
	N_WEIGHTS
};

static const struct player_weight weights[N_WEIGHTS] = {
	[W_STORED] = { "stored", 200 }, [W_HELD] = { "held", 80 },
	[W_CARRY] = { "carry", 1 },     [W_CLAIM] = { "claim", 40 },
	[W_OPEN] = { "open", 30 },      [W_WAY] = { "way", 10 },
	[W_HERO] = { "hero", 100 },     [W_OUT] = { "out", 50 },
	[W_XP] = { "xp", 20 },          [W_SPAWN] = { "spawn", 60 },
	[W_FEAR] = { "fear", 60 },      [W_HOPE] = { "hope", 30 },
	[W_NOW] = { "now", 70 },
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

static void player_imagine(void *world, int seat, struct dice *rng)
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

/* From a mouth to the squares that the ways lead to. */
static int32_t mouth_steps(const struct dg_state *s, const struct ways *w,
			   int mouth)
{
	int32_t far;

	if (mouth < 0 || mouth >= s->n_mouths)
		return FAR;
	far = w->far[dg_square_of(s->mouth[mouth].x0, s->mouth[mouth].y0)];
	return far < FAR ? far + 1 : FAR;
}

/* Steps of a Hero to the squares that the ways lead to; one that is outside
 * comes in by its entrance. */
static int32_t steps_of(const struct dg_state *s, const struct ways *w, int f)
{
	const struct dg_fig *p = &s->fig[f];

	if (p->place == DG_ON_BOARD) /* to break away takes 4 SP */
		return w->far[p->sq] + (w->far[p->sq] && dg_held(s, f) ? 4 : 0);
	return p->place == DG_OUTSIDE
		       ? mouth_steps(s, w, s->player[p->owner].entrance)
		       : FAR;
}

/* Steps to the nearest Hero in play of one side. */
static int32_t hero_steps(const struct dg_state *s, const struct ways *w,
			  int seat, bool mine)
{
	int32_t least = FAR;

	for (int f = 0; f < s->n_figs; f++) {
		int32_t far;

		if (s->fig[f].owner < 0 ||
		    is_mine(s, s->fig[f].owner, seat) != mine)
			continue;
		far = steps_of(s, w, f);
		if (far < least)
			least = far;
	}
	return least;
}

/* The squares from which a Hero can open the chest: DG-TRS-01 */
static void ways_before(const struct dg_state *s, int c, struct ways *w)
{
	const struct dg_chest *chest = &s->chest[c];

	ways_begin(w);
	for (int turn = -1; turn <= 1; turn++) {
		int face = (chest->face + N_DG_FACES + turn) % N_DG_FACES;
		int32_t to = dg_beside(chest->sq, face);

		if (to != DG_NOWHERE && dg_joined(s, chest->sq, face) &&
		    dg_enterable(s, to))
			ways_from(w, to);
	}
	ways_spread(s, w);
}

/* A chest on the ground belongs more to the seat that is nearer. */
static int32_t lying_value(const struct dg_state *s, int c, int seat,
			   const struct player_weight *w)
{
	const struct dg_chest *chest = &s->chest[c];
	int32_t gold = gold_of(s, c) * w[W_STORED].value / 100 *
		       w[W_CLAIM].value,
		v = 0;
	struct ways ways;

	if (chest->trap != DG_UNREVEALED && chest->trap != DG_ARMED)
		gold += gold * w[W_OPEN].value / 100;
	else if (chest->trap == DG_ARMED)
		gold += gold * w[W_OPEN].value / 200;
	ways_before(s, c, &ways);
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

/* Can any chest still be carried out? */
static bool gold_left(const struct dg_state *s)
{
	for (int i = 0; i < s->n_chests; i++)
		if (s->chest[i].place == DG_CHEST_LIES ||
		    s->chest[i].place == DG_CHEST_HELD)
			return true;
	return false;
}

static void ways_out(const struct dg_state *s, int seat, struct ways *w)
{
	ways_begin(w);
	mouth_from(s, s->player[seat].exit, w);
	ways_spread(s, w);
}

static int32_t held_gold(const struct dg_state *s, int seat)
{
	int32_t gold = 0;

	for (int c = 0; c < s->n_chests; c++)
		if (s->chest[c].place == DG_CHEST_HELD &&
		    s->chest[c].holder == seat)
			gold += gold_of(s, c) + 1;
	return gold;
}

/* Gold that is held counts as far as a Hero can carry it out. */
static int32_t held_value(const struct dg_state *s, int seat, int32_t gold,
			  const struct ways *out, const struct player_weight *w)
{
	int32_t least = FAR, heroes = 0, share;

	for (int f = 0; f < s->n_figs; f++) {
		int32_t far;

		if (s->fig[f].owner != seat || !dg_in_play(s, f))
			continue;
		heroes++;
		far = steps_of(s, out, f);
		if (far < least)
			least = far;
	}
	if (!heroes)
		return 0;
	share = 100 - w[W_CARRY].value * (least < 60 ? least : 60);
	if (heroes == 1)
		share = share * 3 / 4;
	return gold * w[W_STORED].value / 100 * w[W_HELD].value * share / 100;
}

/* Is there gold that the seat does not have yet? */
static bool gold_to_get(const struct dg_state *s, int seat)
{
	for (int i = 0; i < s->n_chests; i++)
		if (s->chest[i].place == DG_CHEST_LIES ||
		    (s->chest[i].place == DG_CHEST_HELD &&
		     !is_mine(s, s->chest[i].holder, seat)))
			return true;
	return false;
}

/* What a Hero in play is worth by its dial. */
static int32_t hero_value(const struct dg_state *s, int f, int32_t share)
{
	int32_t left = s->card[f].n_clicks - s->fig[f].click;

	if (left > 6)
		left = 6;
	return dg_points(s, f) * share * (6 + left) / 12;
}

/* The Heroes of a seat, by their dials. Once there is no more gold to get they
 * go to the exit. */
static int32_t heroes_value(const struct dg_state *s, int seat, bool leaving,
			    const struct ways *out,
			    const struct player_weight *w)
{
	int32_t v = 0;

	for (int f = 0; f < s->n_figs; f++) {
		const struct dg_fig *p = &s->fig[f];

		if (p->owner != seat)
			continue;
		if (p->place == DG_EXITED)
			v += dg_points(s, f) * w[W_OUT].value;
		if (!dg_in_play(s, f))
			continue;
		v += hero_value(s, f, w[leaving ? W_OUT : W_HERO].value);
		if (leaving)
			v -= steps_of(s, out, f) * 20 + 200;
	}
	return v;
}

/* What a seat has: Heroes, held gold, experience. */
static int32_t seat_value(const struct dg_state *s, int seat,
			  const struct player_weight *w)
{
	bool leaving = !gold_to_get(s, seat);
	int32_t gold = held_gold(s, seat), v;
	const struct ways *out = NULL;
	struct ways ways;

	if (leaving || gold) {
		ways_out(s, seat, &ways);
		out = &ways;
	}
	v = heroes_value(s, seat, leaving, out, w) +
	    w[W_XP].value * s->player[seat].xp;
	return gold ? v + held_value(s, seat, gold, out, w) : v;
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

	if (sp < ATTACK_SP || steps >= FAR)
		return false;
	if (steps <= 1 || steps - 1 + ATTACK_SP <= sp)
		return true;
	if (!range)
		return false;
	if (far <= range && dg_line(s, s->fig[a].sq, s->fig[t].sq, 0, -1).clear)
		return true;
	/* a way that is short enough often ends in a line of fire */
	return steps - range / 2 + ATTACK_SP <= sp;
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

/* What a click of a figure's dial is worth. */
static int32_t click_value(const struct dg_state *s, int f,
			   const struct player_weight *w)
{
	int32_t n = s->card[f].n_clicks;

	if (s->fig[f].owner >= 0)
		return dg_points(s, f) * w[W_HERO].value / 12;
	return dg_points(s, f) * w[W_SPAWN].value / (n > 0 ? n : 1);
}

/* Activations of one side: DG-TURN-02 */
static int strikes_of(const struct dg_state *s, int seat, bool mine, bool now)
{
	int n = 0;

	if (now)
		return s->activations + (s->actor != 0);
	for (int i = 0; i < DG_MAX_SEATS; i++)
		if (s->head.seat[i].present && is_mine(s, i, seat) == mine &&
		    s->player[i].heroes > n)
			n = s->player[i].heroes;
	return n > 1 ? n : 2;
}

/* What one side can expect of its best attacks, hundredths of gold: its Heroes
 * strike opponents and monsters, monsters strike opponents. */
static int32_t strikes_value(const struct dg_state *s, int seat, bool mine,
			     bool now, const struct player_weight *w)
{
	int32_t best[DG_MAX_FIGS] = { 0 }, sum = 0;
	int count = strikes_of(s, seat, mine, now);
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
			v = strike_mean(s, a, t) * click_value(s, t, w) / 100;
			if (v > best[a])
				best[a] = v;
		}
	}
	for (int n = 0; n < count; n++) {
		int most = 0;

		for (int a = 1; a < s->n_figs; a++)
			if (best[a] > best[most])
				most = a;
		sum += best[most];
		best[most] = 0;
	}
	return sum;
}

enum { SPAWN_NEAR = 8 /* squares */ };

/* Monsters hinder the Heroes that they are near to; those may not be activated
 * by the owner of these Heroes (DG-SPAWN-01). */
static int32_t spawn_value(const struct dg_state *s, int seat,
			   const struct player_weight *w)
{
	int32_t harm[2] = { 0, 0 }, most[2] = { 0, 0 };

	for (int f = 0; f < s->n_figs; f++)
		if (s->fig[f].owner >= 0 && dg_in_play(s, f))
			most[is_mine(s, s->fig[f].owner, seat)] +=
				hero_value(s, f, w[W_HERO].value) / 2;
	for (int t = 0; t < s->n_figs; t++) {
		int32_t near[2] = { SPAWN_NEAR, SPAWN_NEAR }, left;

		if (s->fig[t].owner >= 0 || !dg_on_board(s, t))
			continue;
		for (int f = 0; f < s->n_figs; f++) {
			bool mine = is_mine(s, s->fig[f].owner, seat);
			int32_t far;

			if (s->fig[f].owner < 0 || !dg_on_board(s, f))
				continue;
			far = dg_range(s->fig[f].sq, s->fig[t].sq);
			if (far < near[mine])
				near[mine] = far;
		}
		left = s->card[t].n_clicks - s->fig[t].click;
		left = left * click_value(s, t, w) +
		       dg_points(s, t) * w[W_XP].value;
		for (int side = 0; side < 2; side++)
			harm[side] +=
				left * (SPAWN_NEAR - near[side]) / SPAWN_NEAR;
	}
	/* less than the Heroes: their end is better than to have them beset */
	for (int side = 0; side < 2; side++)
		if (harm[side] > most[side])
			harm[side] = most[side];
	return harm[false] - harm[true];
}

enum { WON_VALUE = 8000 };

/* DG-END-04: the cheaper team, then the more experienced one */
static int32_t tie_of(const struct dg_state *s, int seat)
{
	int32_t points = 0, xp = 0;

	for (int i = 0; i < DG_MAX_SEATS; i++) {
		int sign = is_mine(s, i, seat) ? 1 : -1;

		if (!s->head.seat[i].present)
			continue;
		points -= sign * s->player[i].points;
		xp += sign * s->player[i].xp;
	}
	return points ? points : xp;
}

/* The result, once it is settled: of a game that is over, in which nothing more
 * can be carried out, or in which the side that is behind has no Hero left. So
 * a side that has lost does not put off the end. */
static int32_t result_value(const struct dg_state *s, int seat)
{
	int32_t gold = 0;
	bool heroes[2] = { false, false };

	if (s->head.phase == DG_OVER && s->head.winners)
		return s->head.winners >> seat & 1 ? WON_VALUE : -WON_VALUE;
	for (int i = 0; i < s->n_chests; i++)
		if (s->chest[i].place == DG_CHEST_STORED)
			gold += (is_mine(s, s->chest[i].holder, seat) ? 1
								      : -1) *
				gold_of(s, i);
	if (!gold)
		gold = tie_of(s, seat);
	for (int f = 0; f < s->n_figs; f++)
		if (s->fig[f].owner >= 0 && dg_in_play(s, f))
			heroes[is_mine(s, s->fig[f].owner, seat)] = true;
	if (!gold ||
	    (s->head.phase != DG_OVER && gold_left(s) && heroes[gold < 0]))
		return 0;
	return gold > 0 ? WON_VALUE : -WON_VALUE;
}

/* --- the set-up ---------------------------------------------------------- */

/* Teams of four that cost little: as many activations as others have (DG-TURN-
 * 02), and a tie in gold is won (DG-END-04). */
static const char *const teams[][4] = {
	{ "dungeons/73", "dungeons/95", "dungeons/70", "pyramid/86" },
	{ "dungeons/73", "dungeons/95", "dungeons/69", "dungeons/70" },
};

static void setup_moves(const void *view, int seat, struct dice *rng,
			struct player_moves *out)
{
	const struct dg_state *s = view;

	(void)seat;
	(void)rng;
	for (size_t i = 0; s->head.phase == DG_TEAMS && i < ARRAY_LEN(teams);
	     i++) {
		struct decision d;

		decision_start(&d, DG_ORDER_TEAM);
		for (size_t k = 0; k < ARRAY_LEN(teams[0]); k++)
			decision_add_text(&d, DG_TAG_KEY, str_of(teams[i][k]));
		player_add(out, &d);
	}
}

/* A team by the values of its Heroes and its price. */
static int32_t team_value(const struct dg_state *s, int seat)
{
	int32_t v = 0;

	for (int f = 0; f < s->n_figs; f++)
		if (s->fig[f].owner == seat)
			v += 2 * (dg_value(s, f, DG_SPEED) +
				  dg_value(s, f, DG_ATTACK) +
				  dg_value(s, f, DG_DEFENSE) +
				  2 * dg_value(s, f, DG_DAMAGE)) -
			     4 * dg_points(s, f);
	return v;
}

/* Entrances and exits near the chests. */
static int32_t mouths_value(const struct dg_state *s, int seat)
{
	int32_t v = 0;
	struct ways w;

	for (int c = 0; c < s->n_chests; c++) {
		ways_before(s, c, &w);
		for (int i = 0; i < 2 * DG_MAX_SEATS; i++) {
			const struct dg_player *p = &s->player[i / 2];
			int mouth = i % 2 ? p->exit : p->entrance;

			if (!s->head.seat[i / 2].present || mouth < 0)
				continue;
			v += (is_mine(s, i / 2, seat) ? 1 : -1) * 1000 /
			     (10 + mouth_steps(s, &w, mouth));
		}
	}
	return v;
}

/* Gold and Heroes of both sides. */
static int32_t goods_value(const struct dg_state *s, int seat,
			   const struct player_weight *w)
{
	int32_t v = 0;

	for (int i = 0; i < s->n_chests; i++) {
		const struct dg_chest *c = &s->chest[i];

		if (c->place == DG_CHEST_STORED)
			v += (is_mine(s, c->holder, seat) ? 1 : -1) *
			     w[W_STORED].value * gold_of(s, i);
		else if (c->place == DG_CHEST_LIES)
			v += lying_value(s, i, seat, w);
	}
	for (int i = 0; i < DG_MAX_SEATS; i++)
		if (s->head.seat[i].present)
			v += (is_mine(s, i, seat) ? 1 : -1) *
			     seat_value(s, i, w);
	return v;
}

/* The damage that both sides can expect of the rest of this turn and of their
 * next turns. Own strikes of the next turn count now too, so ending this turn
 * early costs only the strikes left in it. */
static int32_t threats_value(const struct dg_state *s, int seat, bool blind,
			     const struct player_weight *w)
{
	int32_t v = strikes_value(s, seat, true, false, w) * w[W_HOPE].value;

	if (s->head.active >= 0 && is_mine(s, s->head.active, seat))
		v += strikes_value(s, seat, true, true, w) * w[W_NOW].value;
	if (!blind)
		v -= strikes_value(s, seat, false, false, w) * w[W_FEAR].value;
	return v / 100;
}

static int32_t player_value(const void *world, int seat, bool blind,
			    const struct player_weight *w)
{
	const struct dg_state *s = world;
	int32_t v;

	switch (s->head.phase) {
	case DG_TEAMS:
	case DG_FIRST: return team_value(s, seat);
	case DG_DOORWAYS: return mouths_value(s, seat);
	case DG_PLAY:
	case DG_OVER: break;
	default: return 0;
	}
	v = result_value(s, seat) + goods_value(s, seat, w);
	if (s->head.phase == DG_PLAY)
		v += spawn_value(s, seat, w) + threats_value(s, seat, blind, w);
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
static void chest_ways(const struct dg_state *s, int f, int kind,
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
			fig_start(s, f, kind, &d);
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
 * held cannot move before it breaks away. */
static void player_candidate(const struct dg_state *s, struct player_moves *out,
			     const struct decision *d)
{
	int f = dg_find(s, decision_int(d, DG_TAG_FIG, 0)), c;

	switch (d->kind) {
	case DG_ORDER_ASSIGN: /* once; to take it away again gains nothing */
		c = dg_find_chest(s, decision_int(d, DG_TAG_CHEST, 0));
		if (f < 0 || c < 0 || s->chest[c].fig)
			return;
		break;
	case DG_ORDER_TURN:
	case DG_ORDER_PASS:
	case DG_ORDER_FINISH: return;
	case DG_ORDER_BREAK:
		if (f < 0 || s->fig[f].owner < 0)
			return;
		break;
	case DG_ORDER_MOVE:
		if (f >= 0 && dg_on_board(s, f) && dg_held(s, f))
			return;
		break;
	default: break;
	}
	player_add(out, d);
}

static void break_order(const struct dg_state *s, int f,
			struct player_moves *out)
{
	struct decision d;

	fig_start(s, f, DG_ORDER_BREAK, &d);
	decision_add_int(&d, DG_TAG_COUNT, 9);
	player_add(out, &d);
}

static void moves(const void *view, int seat, struct trials *room,
		  struct dice *rng, int wide, struct player_moves *out)
{
	static const int draws[] = { 2, 24, 48 };
	const struct dg_state *s = view;
	struct suggest *v = trials_take(room);
	struct offers list = { v, 0 };
	struct decision d;

	static_assert(OFFERS_MAX * sizeof(*v) <= SYSTEM_MAX_STATE,
		      "suggestions have room");
	system_dungeons.offer(view, seat, room, &list);
	for (int i = 0; i < list.n; i++)
		player_candidate(s, out, &v[i].d);
	trials_give(room, v);
	for (int f = 0; f < s->n_figs; f++) {
		if (s->fig[f].owner == seat && s->fig[f].place == DG_OUTSIDE)
			chest_ways(s, f, DG_ORDER_ENTER, out);
		if (!dg_on_board(s, f))
			continue;
		if (s->fig[f].owner < 0 && wide)
			strike_orders(s, f, out);
		if (s->fig[f].owner != seat)
			continue;
		if (!wide) {
			leave_moves(s, seat, f, out);
			continue;
		}
		chest_orders(s, f, out);
		strike_orders(s, f, out);
		if (dg_held(s, f)) {
			break_order(s, f, out);
			continue;
		}
		leave_moves(s, seat, f, out);
		chest_ways(s, f, DG_ORDER_MOVE, out);
	}
	for (int i = 0; i < draws[wide]; i++)
		if (system_dungeons.random_decision(view, seat, room, rng, &d))
			player_candidate(s, out, &d);
}

static bool player_suggest(const void *view, int seat, struct trials *room,
			   const struct decision *d, const struct offers *list,
			   struct suggest *out)
{
	struct dg_trial t;
	bool found;

	dg_trial_begin(&t, room, &system_dungeons, view);
	found = dg_suggest(&t, seat, d, list, out);
	dg_trial_end(&t);
	return found;
}

/* --- the policy of play-outs -------------------------------------------- */

/* Is there an opponent that it can strike from where it stands? */
static bool has_target(const struct dg_state *s, int seat, int f)
{
	for (int t = 0; t < s->n_figs; t++) {
		int32_t far;

		if (!dg_on_board(s, t) || t == f || !dg_enemies(s, f, t) ||
		    (s->fig[t].owner >= 0 && is_mine(s, s->fig[t].owner, seat)))
			continue;
		far = dg_range(s->fig[f].sq, s->fig[t].sq);
		if (far <= 1 || far <= s->card[f].range)
			return true;
	}
	return false;
}

/* The orders of a Hero: the chest before it, a blow, out or to a chest. */
static void hero_quick(const struct dg_state *s, int seat, int f, bool out_now,
		       struct player_moves *out)
{
	chest_orders(s, f, out);
	if (has_target(s, seat, f))
		strike_orders(s, f, out);
	if (dg_held(s, f))
		break_order(s, f, out);
	else if (out_now)
		leave_moves(s, seat, f, out);
	else
		chest_ways(s, f, DG_ORDER_MOVE, out);
}

static void player_quick(const void *world, int seat, struct trials *room,
			 struct dice *rng, struct player_moves *out)
{
	const struct dg_state *s = world;
	bool out_now = holds_any(s, seat) || !any_lies(s);
	struct decision d;

	(void)room;
	(void)rng;
	if (dg_enter_default(s, seat, &d))
		player_add(out, &d);
	for (int f = 0; s->activations > 0 && f < s->n_figs; f++)
		if (s->fig[f].owner == seat && dg_on_board(s, f) &&
		    !s->fig[f].acted)
			hero_quick(s, seat, f, out_now, out);
	for (int f = 0; s->activations > 0 && f < s->n_figs; f++)
		if (s->fig[f].owner < 0 && dg_on_board(s, f) &&
		    !s->fig[f].acted && has_target(s, seat, f))
			strike_orders(s, f, out);
	decision_start(&d, DG_ORDER_END);
	if (out->n == out->max)
		out->n--;
	player_add(out, &d);
}

static int32_t player_turn(const void *state, int32_t *of)
{
	const struct dg_state *s = state;

	*of = s->head.active;
	return s->turn;
}

const struct player_rules player_dungeons = {
	.sys = &system_dungeons,
	.imagine = player_imagine,
	.setup = setup_moves,
	.moves = moves,
	.suggest = player_suggest,
	.quick = player_quick,
	.value = player_value,
	.turn = player_turn,
	.weights = weights,
	.n_weights = N_WEIGHTS,
};
