/*
 * src/games/dungeons/rules/random_play.c - draws one decision of a seat at
 * random, often with an aim, so that random games come to an end.
 */
#include "games/dungeons/rules/board.h"
#include "games/dungeons/rules/system_private.h"
#include "games/dungeons/rules/legal.h"
#include "games/dungeons/rules/move.h"
#include "games/dungeons/rules/setup.h"
#include "games/dungeons/rules/tile.h"
#include "engine/random_pick.h"

static void sq_add(struct decision *d, int tag, int32_t sq)
{
	int32_t w[2] = { dg_x(sq), dg_y(sq) };

	decision_add(d, tag, w, 2);
}

/* --- one decision at random -------------------------------------------- */

static int32_t draw_square(const struct dg_state *s, struct dice *rng)
{
	/* the compiler may evaluate arguments in any order */
	int y = draw(rng, s->height), x = draw(rng, s->width);

	return dg_square_of(x, y);
}

/* a random walk of some squares from there */
static void draw_path(int32_t at, struct decision *d, struct dice *rng)
{
	int n = 1 + draw(rng, 5), face = draw(rng, 8);

	for (int k = 0; k < n; k++) {
		int32_t to;

		if (chance(rng, 3))
			face = (face + 7 + draw(rng, 3)) % 8;
		to = dg_beside(at, face);
		if (to == DG_NOWHERE)
			return;
		sq_add(d, DG_TAG_TO, to);
		at = to;
	}
}

static int32_t draw_fig(const struct dg_state *s, struct dice *rng)
{
	return s->n_figs ? s->fig[draw(rng, s->n_figs)].label : 0;
}

static int32_t draw_enemy(const struct dg_state *s, int f, struct dice *rng)
{
	int near = -1;

	/* often the nearest enemy */
	for (int g = 0; f >= 0 && dg_on_board(s, f) && g < s->n_figs; g++)
		if (dg_on_board(s, g) && dg_enemies(s, f, g) &&
		    (near < 0 ||
		     dg_range(s->fig[f].sq, s->fig[g].sq) <
			     dg_range(s->fig[f].sq, s->fig[near].sq)))
			near = g;
	if (near >= 0 && !chance(rng, 3))
		return s->fig[near].label;
	for (int tries = 0; f >= 0 && tries < 20; tries++) {
		int g = draw(rng, s->n_figs);

		if (dg_on_board(s, g) && dg_enemies(s, f, g))
			return s->fig[g].label;
	}
	return draw_fig(s, rng);
}

static int32_t draw_chest(const struct dg_state *s, struct dice *rng)
{
	return s->n_chests ? s->chest[draw(rng, s->n_chests)].label : 0;
}

/* a free adjacent square; or any */
static int32_t draw_beside(const struct dg_state *s, int32_t sq,
			   struct dice *rng)
{
	for (int tries = 0; tries < 8; tries++) {
		int32_t to = dg_beside(sq, draw(rng, N_DG_FACES));

		if (to != DG_NOWHERE && dg_enterable(s, to) && dg_empty(s, to))
			return to;
	}
	return draw_square(s, rng);
}

/* a figure that may come back by Necromancy; or any */
static int32_t draw_fallen(const struct dg_state *s, int f, struct dice *rng)
{
	int first = draw(rng, s->n_figs);

	for (int i = 0; i < s->n_figs; i++) {
		int g = (first + i) % s->n_figs;

		if (s->fig[g].owner == s->fig[f].owner &&
		    (s->fig[g].place == DG_ELIMINATED || s->fig[g].fallen))
			return s->fig[g].label;
	}
	return draw_fig(s, rng);
}

/* an adjacent figure; or any */
static int32_t draw_neighbour(const struct dg_state *s, int f, struct dice *rng)
{
	int first = draw(rng, s->n_figs);

	for (int i = 0; i < s->n_figs; i++) {
		int g = (first + i) % s->n_figs;

		if (dg_on_board(s, g) &&
		    dg_adjacent(s, s->fig[f].sq, s->fig[g].sq) >= 0)
			return s->fig[g].label;
	}
	return draw_fig(s, rng);
}

/* an ability that it shows, or that of a treasure in use; or any */
static int draw_ability(const struct dg_state *s, int f, struct dice *rng)
{
	int first = draw(rng, N_DG_SLOTS), a = DG_NO_ABILITY;

	for (int i = 0; i < N_DG_SLOTS && !a; i++)
		a = dg_shown(s, f, (enum dg_slot)((first + i) % N_DG_SLOTS));
	for (int c = 0; c < s->n_chests && chance(rng, 2); c++)
		if (dg_item_works(s, c, f) &&
		    dg_treasure(s, c)->ability[first % 3])
			a = dg_treasure(s, c)->ability[first % 3];
	return a ? a : 1 + draw(rng, N_DG_ABILITIES - 1);
}

static void draw_use(const struct dg_state *s, int f, struct decision *d,
		     struct dice *rng)
{
	int a = draw_ability(s, f, rng);

	decision_start(d, chance(rng, 6) ? DG_ORDER_CANCEL : DG_ORDER_USE);
	decision_add_int(d, DG_TAG_FIG, s->fig[f].label);
	decision_add_int(d, DG_TAG_WITH, a);
	if (d->kind != DG_ORDER_USE)
		return;
	if (a == DG_ABILITY_LEVITATION)
		decision_add_int(d, DG_TAG_TARGET, draw_neighbour(s, f, rng));
	else if (a == DG_ABILITY_NECROMANCY)
		decision_add_int(d, DG_TAG_TARGET, draw_fallen(s, f, rng));
	else if (a == DG_ABILITY_SUMMON && chance(rng, 2))
		decision_add_int(d, DG_TAG_TARGET, draw_fig(s, rng));
	if (a != DG_ABILITY_LEVITATION && a != DG_ABILITY_NECROMANCY &&
	    a != DG_ABILITY_SUMMON)
		return;
	sq_add(d, DG_TAG_TO, draw_beside(s, s->fig[f].sq, rng));
	if (chance(rng, 2))
		decision_add_int(d, DG_TAG_FACE, draw(rng, N_DG_FACES));
}

/* f can shoot at g, as far as their squares show */
static bool in_sight(const struct dg_state *s, int f, int g)
{
	int32_t from = s->fig[f].sq, to = s->fig[g].sq;

	return dg_on_board(s, g) && dg_enemies(s, f, g) &&
	       dg_range(from, to) <= s->card[f].range &&
	       dg_in_front(s, f, to) && dg_adjacent(s, from, to) < 0 &&
	       !dg_friend_beside(s, f, to) && dg_line(s, from, to, 0, -1).clear;
}

/* as many as it may, beginning with any; gives how many */
static int targets_add(const struct dg_state *s, int f, int n,
		       struct decision *d, struct dice *rng)
{
	int first = draw(rng, s->n_figs), found = 0;

	for (int i = 0; i < s->n_figs && found < n; i++) {
		int g = (first + i) % s->n_figs;

		if (!in_sight(s, f, g))
			continue;
		decision_add_int(d, DG_TAG_TARGET, s->fig[g].label);
		found++;
	}
	return found;
}

static void draw_shot(const struct dg_state *s, int f, struct decision *d,
		      struct dice *rng)
{
	static const int shapes[] = { DG_ABILITY_BLAST, DG_ABILITY_FLAME,
				      DG_ABILITY_FREEZE };
	int n = 1 + draw(rng, s->card[f].targets), a;

	decision_start(d, DG_ORDER_SHOOT);
	decision_add_int(d, DG_TAG_FIG, s->fig[f].label);
	if (dg_has(s, f, DG_ABILITY_SHOCKWAVE) && chance(rng, 2))
		return;
	if (s->n_doors && chance(rng, 6)) {
		decision_add_int(d, DG_TAG_TARGET,
				 s->door[draw(rng, s->n_doors)].label);
		return;
	}
	if (!targets_add(s, f, n, d, rng))
		decision_add_int(d, DG_TAG_TARGET, draw_enemy(s, f, rng));
	a = shapes[draw(rng, ARRAY_LEN(shapes))];
	if (dg_has(s, f, DG_ABILITY_CONFUSION) && chance(rng, 2)) {
		decision_add_int(d, DG_TAG_WITH, DG_ABILITY_CONFUSION);
		sq_add(d, DG_TAG_TO, draw_square(s, rng));
	} else if (dg_has(s, f, (enum dg_ability)a) && chance(rng, 2)) {
		decision_add_int(
			d, chance(rng, 2) ? DG_TAG_WITH : DG_TAG_WITHOUT, a);
	}
}

static void draw_attack(const struct dg_state *s, int f, struct decision *d,
			struct dice *rng)
{
	static const int shapes[] = { DG_ABILITY_WEAPON_MASTER,
				      DG_ABILITY_SWEEP,
				      DG_ABILITY_SNEAK_ATTACK };
	int a = shapes[draw(rng, ARRAY_LEN(shapes))];

	decision_start(d, DG_ORDER_ATTACK);
	decision_add_int(d, DG_TAG_FIG, s->fig[f].label);
	decision_add_int(d, DG_TAG_TARGET,
			 s->n_doors && chance(rng, 8)
				 ? s->door[draw(rng, s->n_doors)].label
				 : draw_enemy(s, f, rng));
	if (dg_has(s, f, (enum dg_ability)a) && chance(rng, 2))
		decision_add_int(
			d, chance(rng, 2) ? DG_TAG_WITH : DG_TAG_WITHOUT, a);
}

/* of its own side, and hurt; or anybody */
static int32_t draw_hurt(const struct dg_state *s, int f, struct dice *rng)
{
	int first = draw(rng, s->n_figs);

	for (int i = 0; i < s->n_figs; i++) {
		int g = (first + i) % s->n_figs;

		if (dg_on_board(s, g) && g != f && !dg_enemies(s, f, g) &&
		    s->fig[g].click > dg_start_click(s, g))
			return s->fig[g].label;
	}
	return draw_fig(s, rng);
}

static void draw_heal(const struct dg_state *s, int f, struct decision *d,
		      struct dice *rng)
{
	decision_start(d, DG_ORDER_HEAL);
	decision_add_int(d, DG_TAG_FIG, s->fig[f].label);
	decision_add_int(d, DG_TAG_TARGET, draw_hurt(s, f, rng));
	if (chance(rng, 2))
		decision_add_int(d, DG_TAG_HEAL_BY, draw(rng, 2));
}

static void draw_steal(const struct dg_state *s, int f, struct decision *d,
		       struct dice *rng)
{
	decision_start(d, DG_ORDER_STEAL);
	decision_add_int(d, DG_TAG_FIG, s->fig[f].label);
	decision_add_int(d, DG_TAG_TARGET, draw_enemy(s, f, rng));
	if (chance(rng, 4))
		decision_add_int(d, DG_TAG_CHEST, draw_chest(s, rng));
}

/* what a square near it, or what it declared, allows */
static void draw_vortex(const struct dg_state *s, int f, struct decision *d,
			struct dice *rng)
{
	const struct dg_fig *p = &s->fig[f];
	int first = draw(rng, N_DG_FACES);
	bool vortex = p->pending ? p->pending == DG_VORTEX : chance(rng, 2);

	decision_start(d, vortex ? DG_ORDER_VORTEX : DG_ORDER_TELEPORT);
	decision_add_int(d, DG_TAG_FIG, p->label);
	if (vortex && p->pending) {
		decision_add_int(d, DG_TAG_SIDE, draw(rng, 2));
		return;
	}
	for (int tries = 0; tries < 60; tries++) {
		int way = first + tries;
		int32_t sq = p->pending || tries > N_DG_FACES
				     ? draw_square(s, rng)
			     : tries ? dg_beside(p->sq, way % N_DG_FACES)
				     : p->sq;

		if (sq == DG_NOWHERE ||
		    s->square[sq].terrain != (vortex ? DG_VORTEX : DG_TELEPORT))
			continue;
		sq_add(d, DG_TAG_TO, sq);
		return;
	}
}

/* an order that a figure is named in, and nothing yet */
static void fig_order(const struct dg_state *s, int f, int kind,
		      struct decision *d)
{
	decision_start(d, kind);
	decision_add_int(d, DG_TAG_FIG, s->fig[f].label);
}

static void draw_entry(const struct dg_state *s, int f, struct decision *d,
		       struct dice *rng)
{
	int owner = s->fig[f].owner, x, y;
	const struct dg_mouth *m;

	fig_order(s, f, DG_ORDER_ENTER, d);
	if (owner < 0 || s->player[owner].entrance < 0)
		return;
	m = &s->mouth[s->player[owner].entrance];
	y = m->y0 + draw(rng, m->y1 - m->y0 + 1);
	x = m->x0 + draw(rng, m->x1 - m->x0 + 1);
	sq_add(d, DG_TAG_TO, dg_square_of(x, y));
	draw_path(dg_square_of(x, y), d, rng);
}

static void draw_move(const struct dg_state *s, int f, struct decision *d,
		      struct dice *rng)
{
	fig_order(s, f, DG_ORDER_MOVE, d);
	if (chance(rng, 8)) {
		sq_add(d, DG_TAG_TO, draw_square(s, rng));
		decision_add_int(d, DG_TAG_WAY, 1);
	} else {
		draw_path(s->fig[f].sq, d, rng);
	}
}

static void draw_at_chest(const struct dg_state *s, int f, struct decision *d,
			  struct dice *rng)
{
	static const int on_chest[] = { DG_ORDER_REVEAL, DG_ORDER_DISARM,
					DG_ORDER_TAKE };

	fig_order(s, f, on_chest[draw(rng, 3)], d);
	decision_add_int(d, DG_TAG_CHEST, draw_chest(s, rng));
	if (d->kind == DG_ORDER_DISARM)
		decision_add_int(d, DG_TAG_SLOW, draw(rng, 2));
}

static void draw_break(const struct dg_state *s, int f, struct decision *d,
		       struct dice *rng)
{
	fig_order(s, f, DG_ORDER_BREAK, d);
	decision_add_int(d, DG_TAG_COUNT, 1 + draw(rng, 3));
}

static void draw_turn(const struct dg_state *s, int f, struct decision *d,
		      struct dice *rng)
{
	fig_order(s, f, DG_ORDER_TURN, d);
	decision_add_int(d, DG_TAG_FACE, draw(rng, 8));
}

static void draw_open(const struct dg_state *s, int f, struct decision *d,
		      struct dice *rng)
{
	fig_order(s, f, DG_ORDER_OPEN, d);
	decision_add_int(d, DG_TAG_TARGET,
			 s->n_doors ? s->door[draw(rng, s->n_doors)].label : 0);
}

static void draw_plain(const struct dg_state *s, int f, struct decision *d,
		       struct dice *rng)
{
	static const int plain[] = { DG_ORDER_PASS, DG_ORDER_FINISH,
				     DG_ORDER_LEAVE, DG_ORDER_DOUBLE };

	fig_order(s, f, plain[draw(rng, 4)], d);
}

/* an order of the turn for a figure; it need not be legal */
static void draw_order(const struct dg_state *s, int f, struct decision *d,
		       struct dice *rng)
{
	/* of thirty draws, those below this and not below the one before */
	static const struct {
		int below;
		void (*draw)(const struct dg_state *s, int f,
			     struct decision *d, struct dice *rng);
	} orders[] = {
		{ 10, draw_move },     { 13, draw_attack }, { 16, draw_shot },
		{ 19, draw_at_chest }, { 20, draw_break },  { 21, draw_turn },
		{ 22, draw_open },     { 23, draw_heal },   { 24, draw_steal },
		{ 26, draw_vortex },   { 28, draw_use },    { 30, draw_plain },
	};
	int what = draw(rng, 30), i = 0;

	if (s->fig[f].place == DG_OUTSIDE) {
		draw_entry(s, f, d, rng);
		return;
	}
	while (what >= orders[i].below)
		i++;
	orders[i].draw(s, f, d, rng);
}

/* Use the surroundings: an enemy, a hurt friend, a chest, an ability. False:
 * there are none. */
static bool draw_near(const struct dg_state *s, int f, struct decision *d,
		      struct dice *rng)
{
	const struct dg_fig *p = &s->fig[f];
	bool hero = p->owner >= 0, enemy = dg_enemy_beside(s, f, p->sq, -1);

	switch (draw(rng, 7)) {
	case 0:
	case 1:
		if (enemy)
			draw_attack(s, f, d, rng);
		else if (s->card[f].range)
			draw_shot(s, f, d, rng);
		return enemy || s->card[f].range;
	case 2:
		if (hero && enemy)
			draw_steal(s, f, d, rng);
		return hero && enemy;
	case 3:
		if (!dg_has(s, f, DG_ABILITY_HEALING) &&
		    !dg_has(s, f, DG_ABILITY_MAGIC_HEALING))
			return false;
		draw_heal(s, f, d, rng);
		return true;
	case 4: draw_use(s, f, d, rng); return true;
	case 5: draw_vortex(s, f, d, rng); return true;
	default:
		if ((!enemy && !s->card[f].range) || !chance(rng, 3))
			return false;
		/* it faces the nearest enemy */
		decision_start(d, DG_ORDER_TURN);
		decision_add_int(d, DG_TAG_FIG, p->label);
		for (int g = 0; g < s->n_figs; g++)
			if (dg_on_board(s, g) && dg_enemies(s, f, g) &&
			    dg_range(p->sq, s->fig[g].sq) < 8 &&
			    !dg_in_front(s, f, s->fig[g].sq)) {
				decision_add_int(
					d, DG_TAG_FACE,
					dg_direct(p->sq, s->fig[g].sq));
				return true;
			}
		return false;
	}
}

/* a chest that the seat holds; or any */
static int draw_held(const struct dg_state *s, int seat, struct dice *rng)
{
	int first = draw(rng, s->n_chests);

	for (int i = 0; i < s->n_chests; i++) {
		int c = (first + i) % s->n_chests;

		if (s->chest[c].place == DG_CHEST_HELD &&
		    s->chest[c].holder == seat)
			return c;
	}
	return first;
}

/* one of its Heroes, in the dungeon or out of it; or any */
static int32_t draw_own(const struct dg_state *s, int seat, int place,
			struct dice *rng)
{
	int first = draw(rng, s->n_figs);

	for (int i = 0; i < s->n_figs; i++) {
		int f = (first + i) % s->n_figs;

		if (s->fig[f].owner == seat && (int)s->fig[f].place == place)
			return s->fig[f].label;
	}
	return draw_fig(s, rng);
}

static void draw_items(const struct dg_state *s, int seat, struct decision *d,
		       struct dice *rng)
{
	static const int kinds[] = { DG_ORDER_ASSIGN, DG_ORDER_ASSIGN,
				     DG_ORDER_STORE,  DG_ORDER_DRINK,
				     DG_ORDER_DRINK,  DG_ORDER_GIVE_UP,
				     DG_ORDER_SWAP };
	int c = draw_held(s, seat, rng);
	int32_t label = s->chest[c].label;

	decision_start(d, kinds[draw(rng, s->ready ? 5 : 7)]);
	/* its holder may keep it */
	if (d->kind == DG_ORDER_ASSIGN && s->chest[c].fig && !chance(rng, 8))
		decision_start(d, DG_ORDER_DRINK);
	decision_add_int(d, DG_TAG_CHEST, label);
	switch (d->kind) {
	case DG_ORDER_ASSIGN:
		if (!chance(rng, 6))
			decision_add_int(d, DG_TAG_FIG,
					 draw_own(s, seat, DG_ON_BOARD, rng));
		break;
	case DG_ORDER_STORE:
		decision_add_int(d, DG_TAG_FIG,
				 draw_own(s, seat, DG_EXITED, rng));
		break;
	case DG_ORDER_GIVE_UP:
		sq_add(d, DG_TAG_AT, draw_square(s, rng));
		decision_add_int(d, DG_TAG_FACE, 2 * draw(rng, 4));
		break;
	case DG_ORDER_SWAP:
		decision_add_int(d, DG_TAG_CHEST, draw_chest(s, rng));
		/* the offer of another seat */
		for (int i = 0; i < DG_MAX_SEATS; i++) {
			const struct dg_player *p = &s->player[i];

			if (i == seat || !p->swap_given)
				continue;
			decision_start(d, DG_ORDER_SWAP);
			decision_add_int(d, DG_TAG_CHEST, p->swap_wanted);
			decision_add_int(d, DG_TAG_CHEST, p->swap_given);
		}
		break;
	default: break;
	}
}

/* --- with an aim ------------------------------------------------------- */

enum { FAR = 10000 };

/* squares to the aim from every square, through doors, past figures */
static void random_play_distances(const struct dg_state *s, const bool *aim,
				  int16_t out[DG_SQUARES])
{
	int32_t queue[DG_SQUARES];
	int n = 0;

	for (int32_t sq = 0; sq < DG_SQUARES; sq++) {
		out[sq] = aim[sq] ? 0 : FAR;
		if (aim[sq])
			queue[n++] = sq;
	}
	for (int i = 0; i < n; i++)
		for (int face = 0; face < N_DG_FACES; face += 2) {
			int32_t to = dg_beside(queue[i], face);

			if (to == DG_NOWHERE || out[to] != FAR ||
			    !dg_enterable(s, to) ||
			    !dg_passage(s, queue[i], face))
				continue;
			out[to] = (int16_t)(out[queue[i]] + 1);
			queue[n++] = to;
		}
}

/* the front squares of chests that can be dealt with */
static int aim_chests(const struct dg_state *s, bool *aim)
{
	int n = 0;

	for (int c = 0; c < s->n_chests; c++)
		for (int k = -1; s->chest[c].place == DG_CHEST_LIES && k <= 1;
		     k++) {
			int way = (s->chest[c].face + k + 8) % 8;
			int32_t sq = dg_beside(s->chest[c].sq, way);

			if (sq == DG_NOWHERE || !dg_enterable(s, sq) ||
			    !dg_joined(s, s->chest[c].sq, way))
				continue;
			aim[sq] = true;
			n++;
		}
	return n;
}

static void aim_exit(const struct dg_state *s, int seat, bool *aim)
{
	int k = s->player[seat].exit;

	if (k < 0)
		return;
	for (int y = s->mouth[k].y0; y <= s->mouth[k].y1; y++)
		for (int x = s->mouth[k].x0; x <= s->mouth[k].x1; x++)
			aim[dg_square_of(x, y)] = true;
}

/* next to an enemy of the figure */
static void aim_enemies(const struct dg_state *s, int f, bool *aim)
{
	for (int g = 0; g < s->n_figs; g++)
		for (int face = 0; dg_on_board(s, g) && dg_enemies(s, f, g) &&
				   face < N_DG_FACES;
		     face++) {
			int32_t sq = dg_beside(s->fig[g].sq, face);

			if (sq != DG_NOWHERE && dg_enterable(s, sq) &&
			    dg_joined(s, s->fig[g].sq, face))
				aim[sq] = true;
		}
}

/* a path that comes nearer, as far as the speed points reach */
static void random_play_nearer(const struct dg_state *s, int f,
			       const int16_t *far, struct decision *d)
{
	int32_t at = s->fig[f].sq, sp = dg_sp(s, s->fig[f].label);

	decision_start(d, DG_ORDER_MOVE);
	decision_add_int(d, DG_TAG_FIG, s->fig[f].label);
	for (int k = 0; k < 8 && far[at]; k++) {
		int best = -1;

		for (int face = 0; face < N_DG_FACES; face++) {
			int32_t to = dg_beside(at, face);

			if (to == DG_NOWHERE || far[to] >= far[at] ||
			    !dg_joined(s, at, face) || !dg_enterable(s, to) ||
			    !dg_empty(s, to))
				continue;
			if (best < 0 ||
			    far[to] + face % 2 <
				    far[dg_beside(at, best)] + best % 2)
				best = face;
		}
		if (best < 0)
			return;
		at = dg_beside(at, best);
		sp -= dg_cost(s, at) + best % 2;
		if (sp < 0)
			return;
		sq_add(d, DG_TAG_TO, at);
	}
}

/* a closed door next to it on its path, or -1 */
static int door_ahead(const struct dg_state *s, int f, const int16_t *far)
{
	int32_t at = s->fig[f].sq;

	for (int face = 0; face < N_DG_FACES; face += 2) {
		int32_t to = dg_beside(at, face);
		int door = to == DG_NOWHERE ? -1 : dg_door_at(s, at, face);

		if (door >= 0 && s->door[door].state == DG_CLOSED &&
		    far[to] < far[at])
			return door;
	}
	return -1;
}

static void chest_order(const struct dg_state *s, int f, struct decision *d,
			struct dice *rng)
{
	for (int c = 0; c < s->n_chests; c++) {
		int trap = s->chest[c].trap;

		if (s->chest[c].place != DG_CHEST_LIES ||
		    dg_adjacent(s, s->chest[c].sq, s->fig[f].sq) < 0)
			continue;
		decision_start(d, trap == DG_UNREVEALED ? DG_ORDER_REVEAL
				  : trap == DG_ARMED    ? DG_ORDER_DISARM
							: DG_ORDER_TAKE);
		decision_add_int(d, DG_TAG_FIG, s->fig[f].label);
		decision_add_int(d, DG_TAG_CHEST, s->chest[c].label);
		if (trap == DG_ARMED)
			decision_add_int(d, DG_TAG_SLOW, draw(rng, 2));
		return;
	}
}

/* what a player would do who wants treasure out of here, or a fight */
static void draw_aimed(const struct dg_state *s, int f, int seat,
		       struct decision *d, struct dice *rng)
{
	bool aim[DG_SQUARES] = { false }, hero = s->fig[f].owner == seat;
	bool out = hero && (s->player[seat].acquired ? !chance(rng, 3)
						     : chance(rng, 20));
	int16_t far[DG_SQUARES];
	int32_t label = s->fig[f].label;
	int door;

	if (!hero || chance(rng, 8))
		aim_enemies(s, f, aim);
	else if (out || !aim_chests(s, aim))
		aim_exit(s, seat, aim);
	random_play_distances(s, aim, far);
	door = door_ahead(s, f, far);
	if (hero && out && !far[s->fig[f].sq]) {
		decision_start(d, DG_ORDER_LEAVE);
		decision_add_int(d, DG_TAG_FIG, label);
	} else if (hero && !far[s->fig[f].sq]) {
		chest_order(s, f, d, rng);
	} else if (dg_held(s, f) && !chance(rng, 3)) {
		decision_start(d, DG_ORDER_BREAK);
		decision_add_int(d, DG_TAG_FIG, label);
		decision_add_int(d, DG_TAG_COUNT, 3);
	} else if (door >= 0) {
		decision_start(d, DG_ORDER_OPEN);
		decision_add_int(d, DG_TAG_FIG, label);
		decision_add_int(d, DG_TAG_TARGET, s->door[door].label);
	} else {
		random_play_nearer(s, f, far, d);
	}
}

static void leave_with(const struct dg_state *s, int seat, struct decision *d,
		       struct dice *rng)
{
	for (int i = 0; i < 2 && s->n_chests && chance(rng, 2); i++) {
		int c = draw_held(s, seat, rng);

		if (s->chest[c].place == DG_CHEST_HELD &&
		    decision_int(d, DG_TAG_CHEST, 0) != s->chest[c].label)
			decision_add_int(d, DG_TAG_CHEST, s->chest[c].label);
	}
}

/* where there is nothing to move to, no door, no chest, there is no order */
static bool is_whole(const struct decision *d)
{
	switch (d->kind) {
	case DG_ORDER_MOVE:
	case DG_ORDER_ENTER:
	case DG_ORDER_TELEPORT: return decision_has(d, DG_TAG_TO);
	case DG_ORDER_VORTEX:
		return decision_has(d, DG_TAG_TO) ||
		       decision_has(d, DG_TAG_SIDE);
	case DG_ORDER_OPEN: return decision_int(d, DG_TAG_TARGET, 0) != 0;
	case DG_ORDER_REVEAL:
	case DG_ORDER_DISARM:
	case DG_ORDER_TAKE: return decision_int(d, DG_TAG_CHEST, 0) != 0;
	default: return true;
	}
}

/* A new activation would ram enemies whose next clicks are hidden: legal
 * orders cannot be foreseen then. */
static bool rams_unseen(const struct dg_state *s)
{
	int f = dg_find(s, s->actor);

	return f >= 0 && dg_option(s, DG_OPTION_DIALS) &&
	       dg_has(s, f, DG_ABILITY_RAM);
}

/* the piece that goes on, or begins: most often a Hero; -1: none may */
static int draw_actor(const struct dg_state *s, int seat, struct dice *rng)
{
	int best = -1, n = 0;
	struct refusal no;

	if (s->actor &&
	    ((dg_sp(s, s->actor) > 0 && !chance(rng, 8)) || rams_unseen(s)))
		return dg_find(s, s->actor);
	for (int f = 0; f < s->n_figs; f++) {
		int weight = s->fig[f].owner == seat ? 3 : 1;

		if (!dg_in_play(s, f) ||
		    !dg_may_act(s, seat, s->fig[f].label, DG_HOW_NORMAL, &no))
			continue;
		n += weight;
		if (draw(rng, n) < weight)
			best = f;
	}
	return best;
}

/* something of the turn; false: draw again */
static bool draw_some(const struct dg_state *s, int seat, int round,
		      struct dice *rng, struct decision *d)
{
	bool items = s->n_chests && dg_holding(s, seat);
	int f;

	if (items && chance(rng, s->ready ? 20 : 2)) {
		draw_items(s, seat, d, rng);
		return true;
	}
	if (s->n_tokens && chance(rng, 12)) {
		int i = draw(rng, s->n_tokens);

		if (s->token[i].sq == DG_NOWHERE)
			return false;
		decision_start(d, DG_ORDER_MOVE);
		decision_add_int(d, DG_TAG_FIG, s->token[i].label);
		draw_path(s->token[i].sq, d, rng);
		return true;
	}
	f = draw_actor(s, seat, rng);
	if (f < 0)
		return false;
	decision_start(d, DG_ORDER_FINISH);
	decision_add_int(d, DG_TAG_FIG, s->fig[f].label);
	if (!dg_on_board(s, f) || round % 6 == 5)
		draw_order(s, f, d, rng);
	else if (round % 3 == 0)
		return draw_near(s, f, d, rng);
	else
		draw_aimed(s, f, seat, d, rng);
	if (d->kind == DG_ORDER_LEAVE)
		leave_with(s, seat, d, rng);
	return true;
}

static bool sample_turn(struct dg_trial *t, int seat, struct dice *rng,
			struct decision *d)
{
	int first = draw(rng, 6);

	for (int tries = 0; tries < 25; tries++)
		if (draw_some(t->view, seat, first + tries, rng, d) &&
		    is_whole(d) && dg_trial_known(t, seat, d))
			return true;
	decision_start(d, DG_ORDER_END);
	return true;
}

static void draw_chest_place(const struct dg_state *s, struct dice *rng,
			     struct decision *d)
{
	decision_start(d, DG_ORDER_CHEST);
	sq_add(d, DG_TAG_AT, draw_square(s, rng));
	decision_add_int(d, DG_TAG_FACE, 2 * draw(rng, 4));
}

static void draw_token(const struct dg_state *s, struct dice *rng,
		       struct decision *d)
{
	decision_start(d, DG_ORDER_TOKEN);
	decision_add_int(d, DG_TAG_TIER, draw(rng, N_DG_TIERS));
	sq_add(d, DG_TAG_AT, draw_square(s, rng));
}

/* the piece that the seat has drawn; false: it has no place there */
static bool draw_piece(const struct dg_state *s, int seat, struct dice *rng,
		       struct decision *d)
{
	int32_t sq = draw_square(s, rng);

	if (s->player[seat].piece < DG_PIECE_WOOD) {
		decision_start(d, DG_ORDER_TERRAIN);
		sq_add(d, DG_TAG_AT, sq);
		decision_add_int(d, DG_TAG_TERRAIN, DG_SHADOW + draw(rng, 4));
		return true;
	}
	decision_start(d, DG_ORDER_DOOR);
	sq_add(d, DG_TAG_AT, sq);
	if (dg_beside(sq, DG_E) < 0)
		return false;
	sq_add(d, DG_TAG_AT, dg_beside(sq, DG_E));
	return true;
}

static bool sample_setup(struct dg_trial *t, int seat, struct dice *rng,
			 struct decision *d)
{
	const struct dg_state *s = t->view;
	bool chest = s->head.phase == DG_CHESTS && s->player[seat].chests_in;

	if (s->head.phase == DG_BOARD && s->player[seat].tiles_in) {
		if (dg_tile_sample(s, seat, rng, d))
			return true;
	} else if (s->head.phase == DG_BOARD) {
		dg_tiles_sample(s, rng, d);
		return true;
	}
	if (!chest && s->head.phase != DG_TOKENS && s->head.phase != DG_TERRAIN)
		return dg_setup_silent(s, seat, d);
	for (int tries = 0; tries < 30; tries++) {
		bool drawn = true;

		if (chest)
			draw_chest_place(s, rng, d);
		else if (s->head.phase == DG_TOKENS)
			draw_token(s, rng, d);
		else
			drawn = draw_piece(s, seat, rng, d);
		if (drawn && dg_trial_do(t, seat, d))
			return true;
	}
	return dg_setup_silent(s, seat, d);
}

static bool sample_answer(const struct dg_state *s, struct dice *rng,
			  struct decision *d)
{
	switch (s->frame.what) {
	case DG_ASKS_SPIN:
		decision_start(d, DG_ORDER_SPIN);
		decision_add_int(d, DG_TAG_FIG, s->frame.asked[0].fig);
		if (chance(rng, 2))
			decision_add_int(d, DG_TAG_FACE, draw(rng, 8));
		return true;
	case DG_ASKS_COUNTER:
		decision_start(d, DG_ORDER_COUNTER);
		decision_add_int(d, DG_TAG_FIG, s->frame.asked[0].fig);
		decision_add_int(d, DG_TAG_YES, draw(rng, 2));
		if (decision_int(d, DG_TAG_YES, 0) && chance(rng, 4))
			decision_add_int(d, DG_TAG_WITHOUT,
					 1 + draw(rng, N_DG_ABILITIES - 1));
		return true;
	case DG_ASKS_LEVEL:
		decision_start(d, DG_ORDER_LEVEL);
		if (!chance(rng, 3))
			decision_add_int(d, DG_TAG_FIG, draw_fig(s, rng));
		return true;
	case DG_ASKS_DROP:
		decision_start(d, DG_ORDER_DROP);
		decision_add_int(d, DG_TAG_CHEST, s->frame.about);
		sq_add(d, DG_TAG_AT, draw_square(s, rng));
		decision_add_int(d, DG_TAG_FACE, 2 * draw(rng, 4));
		return true;
	default:
		decision_start(d, DG_ORDER_PLACE);
		if (chance(rng, 2)) {
			decision_add_int(d, DG_TAG_FIG, draw_fig(s, rng));
			sq_add(d, DG_TAG_AT, draw_square(s, rng));
			decision_add_int(d, DG_TAG_FACE, draw(rng, 8));
		}
		return true;
	}
}

static void draw_policy(const struct dg_state *s, struct decision *d,
			struct dice *rng)
{
	bool spins = chance(rng, 2);
	int policy = DG_POLICY_ALWAYS + draw(rng, spins ? 4 : 2);

	decision_start(d, spins ? DG_ORDER_SPINS : DG_ORDER_COUNTERS);
	if (chance(rng, 2))
		decision_add_int(d, DG_TAG_FIG, draw_fig(s, rng));
	decision_add_int(d, DG_TAG_POLICY, policy);
	if (policy == DG_POLICY_PREFER)
		decision_add_int(d, DG_TAG_PREFER, draw_fig(s, rng));
	else if (!spins && policy == DG_POLICY_ALWAYS && chance(rng, 2))
		decision_add_int(d, DG_TAG_WITHOUT,
				 1 + draw(rng, N_DG_ABILITIES - 1));
}

static void draw_standing(const struct dg_state *s, struct decision *d,
			  struct dice *rng)
{
	switch (draw(rng, 8)) {
	case 0:
		decision_start(d, DG_ORDER_ON_BREAK);
		if (chance(rng, 2))
			decision_add_int(d, DG_TAG_YES, draw(rng, 2));
		else
			decision_add_int(d, DG_TAG_COUNT, 1 + draw(rng, 3));
		return;
	case 1:
	case 2:
		decision_start(d, chance(rng, 2) ? DG_ORDER_PLACING
						 : DG_ORDER_ON_CONVERT);
		decision_add_int(d, DG_TAG_YES, draw(rng, 2));
		return;
	case 3:
		decision_start(d, DG_ORDER_LEVEL_FIRST);
		for (int n = 1 + draw(rng, 3); n > 0; n--)
			decision_add_int(d, DG_TAG_FIG, draw_fig(s, rng));
		return;
	case 4:
		decision_start(d, DG_ORDER_KEEP);
		decision_add_int(d, DG_TAG_FIG, draw_fig(s, rng));
		decision_add_int(d, DG_TAG_WITH,
				 1 + draw(rng, N_DG_ABILITIES - 1));
		decision_add_int(d, DG_TAG_YES, draw(rng, 2));
		return;
	default: draw_policy(s, d, rng); return;
	}
}

bool dg_random_decision(struct dg_trial *t, int seat, struct dice *rng,
			struct decision *out)
{
	const struct dg_state *s = t->view;
	struct awaiting waits;

	system_awaiting(t->t.run.sys, s, &waits);
	if (s->head.phase == DG_OVER)
		return false;
	if (s->frame.what && s->frame.asked[0].seat == seat) {
		for (int tries = 0; tries < 20; tries++) {
			sample_answer(s, rng, out);
			if (dg_trial_do(t, seat, out))
				return true;
		}
		return dg_default_order(t->t.run.sys, s, seat, out);
	}
	if (!awaiting_has(&waits, seat, DG_ORDER_END) &&
	    s->head.phase == DG_PLAY)
		return false;
	if (s->head.phase == DG_PLAY && chance(rng, 60)) {
		draw_standing(s, out, rng);
		return dg_trial_do(t, seat, out) ||
		       dg_default_order(t->t.run.sys, s, seat, out);
	}
	if (s->head.phase == DG_PLAY)
		return sample_turn(t, seat, rng, out);
	return sample_setup(t, seat, rng, out);
}
