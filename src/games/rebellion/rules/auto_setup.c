/*
 * src/games/rebellion/rules/auto_setup.c - makes the orders of AUTO in the
 * set-up: an army of one faction, the edge opposite the enemy's, two pieces of
 * terrain, and a line of battle. Places of terrain are drawn as in random
 * play.
 */
#include "engine/auto_setup.h"
#include "engine/random_pick.h"
#include "games/rebellion/rules/system_private.h"
#include "games/rebellion/rules/move.h"
#include "games/rebellion/rules/turn.h"

#define READY(sym)  static const char *const army_##sym[] = {
#define RIDERS(sym) READY(sym)
#define FIGURE(key) key,
#define END(sym)                                                               \
	}                                                                      \
	;
#include "games/rebellion/rules/ready.def"
#undef READY
#undef RIDERS
#undef FIGURE
#undef END

struct army {
	const char *const *keys;
	int n;
	bool rides;
};

static const struct army armies[] = {
#define READY(sym)  { army_##sym, ARRAY_LEN(army_##sym), false },
#define RIDERS(sym) { army_##sym, ARRAY_LEN(army_##sym), true },
#define FIGURE(key)
#define END(sym)
#include "games/rebellion/rules/ready.def"
#undef READY
#undef RIDERS
#undef FIGURE
#undef END
};

/* RB-ARMY-01: any but those for whom this game has no rules */
static bool choose_army(struct run *r, int seat, struct dice *lot,
			struct decision *d)
{
	const struct rb_state *s = r->state;
	int n = ARRAY_LEN(armies);

	while (n && !s->head.option[RB_OPTION_CAVALRY] && armies[n - 1].rides)
		n--;
	decision_start(d, RB_ORDER_ARMY);
	n = draw(lot, n);
	auto_setup_cards(r, seat, RB_TAG_KEY, armies[n].keys, armies[n].n, d);
	return d->n > 0;
}

/* --- the pile of terrain --------------------------------------------- */

enum { ITEMS = 2, LEAST = 300, MORE = 300 /* u, of an edge */ };

/* RB-SETUP-01: opposite a player with an edge, else any free edge */
static void choose_side(const struct rb_state *s, int seat, struct decision *d)
{
	bool taken[4] = { false };
	int side = RB_SOUTH;

	for (int i = 0; i < RB_MAX_SEATS; i++)
		if (i != seat && s->head.seat[i].present &&
		    s->player[i].side >= 0) {
			taken[s->player[i].side] = true;
			side = (s->player[i].side + 2) % 4;
		}
	while (taken[side])
		side = (side + 1) % 4;
	decision_start(d, RB_ORDER_SIDE);
	decision_add_int(d, RB_TAG_SIDE, side);
}

/* a wood, a rock, or a hill where there may be one */
static void choose_piece(const struct rb_state *s, struct dice *lot,
			 struct decision *d)
{
	static const int kinds[] = { FEATURE_HINDERING, FEATURE_BLOCKING,
				     FEATURE_ELEVATED };
	int hills = s->head.option[RB_OPTION_ELEVATED_ALLOWED] != 0;
	int32_t w = LEAST + draw(lot, MORE), h = LEAST + draw(lot, MORE);
	int32_t poly[8] = { 0, 0, w, 0, w, h, 0, h };

	decision_start(d, RB_ORDER_PILE);
	decision_add_int(d, RB_TAG_KIND, kinds[draw(lot, 2 + hills)]);
	decision_add(d, RB_TAG_POLY, poly, 8);
}

static bool choose_pile(struct run *r, int seat, struct dice *lot,
			struct decision *d)
{
	const struct rb_state *s = r->state;
	const struct rb_player *p = &s->player[seat];

	if (p->side < 0)
		choose_side(s, seat, d);
	else if (p->items < ITEMS)
		choose_piece(s, lot, d);
	else
		decision_start(d, RB_ORDER_END);
	return true;
}

/* --- deployment -------------------------------------------------------- */

enum {
	BASE = 110,  /* u, from centre to centre of bases that touch */
	FRONT = 300, /* u, from the own edge: as far as one may start */
	ROWS = 3,    /* that have room before the edge */
	SHIFTS = 9,  /* by so many places the middle may lie aside */
	PLACES = 24  /* of a row that are looked at */
};

/*
 * place number k of a row, left and right of the middle by turns; `aside` of
 * the middle
 */
static struct vec auto_setup_place(const struct rb_state *s, int seat, int row,
				   int k, int aside)
{
	int side = s->player[seat].side;
	bool along_x = side == RB_SOUTH || side == RB_NORTH;
	int32_t along = along_x ? s->board_w : s->board_h;
	int32_t across = along_x ? s->board_h : s->board_w;
	int32_t step = (k + 1) / 2 * (k % 2 ? 1 : -1);
	int32_t x = along / 2 + BASE * (aside + step), y = FRONT - BASE * row;

	if (side == RB_NORTH || side == RB_EAST)
		y = across - y;
	return along_x ? (struct vec){ x, y } : (struct vec){ y, x };
}

/* The first that waits, in the first place of the line that is free. */
static bool choose_place(struct run *r, int seat, struct dice *lot,
			 struct decision *d)
{
	const struct rb_state *s = r->state;
	int aside = draw(lot, SHIFTS) - SHIFTS / 2, f = 0;

	while (f < s->n_figs &&
	       (s->fig[f].owner != seat || s->fig[f].status != RB_RESERVE))
		f++;
	/* riders go with their mounts, whose bases are longer */
	if (f == s->n_figs || s->head.option[RB_OPTION_CAVALRY])
		return false;
	for (int i = 0; i < ROWS * PLACES; i++) {
		decision_start(d, RB_ORDER_DEPLOY);
		decision_add_int(d, RB_TAG_FIG, s->fig[f].label);
		rb_add_point(d, RB_TAG_AT,
			     auto_setup_place(s, seat, i / PLACES, i % PLACES,
					      aside));
		if (dry_run_of(r->trials, r->sys, s, seat, d))
			return true;
	}
	return false;
}

bool rb_choose(struct run *r, int seat, struct dice *lot, struct decision *out)
{
	const struct rb_state *s = r->state;

	switch (s->head.phase) {
	case RB_ARMY: return choose_army(r, seat, lot, out);
	case RB_PILE: return choose_pile(r, seat, lot, out);
	case RB_DEPLOY: return choose_place(r, seat, lot, out);
	default: return false;
	}
}
