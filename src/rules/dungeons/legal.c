/*
 * src/rules/dungeons/legal.c - what a seat can do: families of decisions, one
 * drawn at random, and what silence means.
 */
#include "rules/dungeons/engine.h"

enum { TRIAL_EVENTS = 200 };

static bool would_do(const struct dg_state *view, int seat,
		     const struct decision *d)
{
	struct event events[TRIAL_EVENTS];
	struct event_list out = { events, 0, TRIAL_EVENTS };
	struct dg_state trial = *view;
	struct run r = { .sys = &system_dungeons,
			 .state = &trial,
			 .out = &out };
	struct refusal no;

	return dg_decide(&r, seat, d, &no) != VERDICT_REFUSED;
}

static bool has_kind(const struct awaiting *a, int seat, int kind)
{
	uint64_t bit = UINT64_C(1) << (kind - DECISION_FIRST_OWN);

	for (int i = 0; i < a->n; i++)
		if (a->v[i].seat == seat && a->v[i].kinds & bit)
			return true;
	return false;
}

static void sq_add(struct decision *d, int tag, int32_t sq)
{
	int32_t w[2] = { dg_x(sq), dg_y(sq) };

	decision_add(d, tag, w, 2);
}

/* --- families ---------------------------------------------------------- */

struct families {
	struct family *v;
	int n, max;
};

static struct family *family_add(struct families *fs, int kind, int32_t actor)
{
	struct family *f;

	if (fs->n == fs->max)
		return NULL;
	f = &fs->v[fs->n++];
	memset(f, 0, sizeof(*f));
	f->kind = kind;
	f->actor = actor;
	return f;
}

/* decisions of the figure on one target each, if any is legal */
static void targets_family(const struct dg_state *s, struct families *fs,
			   int seat, int kind, int32_t fig)
{
	bool chests = kind == DG_ORDER_REVEAL || kind == DG_ORDER_DISARM ||
		      kind == DG_ORDER_TAKE;
	int n = chests ? s->n_chests : s->n_figs;
	struct family *out = NULL;

	for (int i = 0; i < n; i++) {
		int32_t label = chests ? s->chest[i].label : s->fig[i].label;
		struct decision d;

		if (chests ? s->chest[i].place != DG_CHEST_LIES :
			     !dg_on_board(s, i))
			continue;
		decision_start(&d, kind);
		decision_add_int(&d, DG_TAG_FIG, fig);
		decision_add_int(&d, chests ? DG_TAG_CHEST : DG_TAG_TARGET,
				 label);
		if (!would_do(s, seat, &d))
			continue;
		if (!out)
			out = family_add(fs, kind, fig);
		if (out && out->n_targets < (int)ARRAY_LEN(out->targets))
			out->targets[out->n_targets++] = label;
	}
}

static void move_family(const struct dg_state *s, struct families *fs,
			int32_t piece, int32_t at)
{
	struct family *out = family_add(fs, DG_ORDER_MOVE, piece);
	int32_t sp = dg_sp(s, piece);

	if (!out)
		return;
	out->allowance = sp;
	out->area[0] = dg_x(at) > sp ? dg_x(at) - sp : 0;
	out->area[1] = dg_y(at) > sp ? dg_y(at) - sp : 0;
	out->area[2] = dg_x(at) + sp < s->width ? dg_x(at) + sp : s->width - 1;
	out->area[3] = dg_y(at) + sp < s->height ? dg_y(at) + sp :
						   s->height - 1;
}

int dg_legal(const void *view, int seat, struct family *v, int max)
{
	static const int on_target[] = { DG_ORDER_ATTACK, DG_ORDER_SHOOT,
					 DG_ORDER_HEAL,	  DG_ORDER_REVEAL,
					 DG_ORDER_DISARM, DG_ORDER_TAKE,
					 DG_ORDER_STEAL };
	const struct dg_state *s = view;
	struct families fs = { v, 0, max };
	struct awaiting waits;
	struct refusal no;

	dg_awaiting(s, &waits);
	for (int kind = DECISION_FIRST_OWN; kind < DG_ORDERS_END; kind++)
		if (has_kind(&waits, seat, kind) &&
		    (kind < DG_ORDER_ENTER || kind > DG_ORDER_FINISH))
			family_add(&fs, kind,
				   s->frame.what ? s->frame.fig : 0);
	if (!has_kind(&waits, seat, DG_ORDER_MOVE))
		return fs.n;
	for (int f = 0; f < s->n_figs; f++) {
		int32_t label = s->fig[f].label;

		if (!dg_may_act(s, seat, label, DG_HOW_NORMAL, &no))
			continue;
		if (s->fig[f].place == DG_OUTSIDE) {
			family_add(&fs, DG_ORDER_ENTER, label);
			continue;
		}
		move_family(s, &fs, label, s->fig[f].sq);
		family_add(&fs, DG_ORDER_TURN, label);
		if (dg_held(s, f))
			family_add(&fs, DG_ORDER_BREAK, label);
		for (size_t k = 0; k < ARRAY_LEN(on_target); k++)
			targets_family(s, &fs, seat, on_target[k], label);
	}
	for (int i = 0; i < s->n_tokens; i++)
		if (dg_may_act(s, seat, s->token[i].label, DG_HOW_NORMAL, &no))
			move_family(s, &fs, s->token[i].label, s->token[i].sq);
	return fs.n;
}

/* --- one decision at random -------------------------------------------- */

static int draw(struct dice *rng, int n)
{
	return n < 2 ? 0 : (int)dice_roll(rng, (unsigned)n) - 1;
}

static bool chance(struct dice *rng, int one_in)
{
	return !draw(rng, one_in);
}

static int32_t draw_square(const struct dg_state *s, struct dice *rng)
{
	return dg_square_of(draw(rng, s->width), draw(rng, s->height));
}

/* a random walk of some squares from there */
static void draw_path(const struct dg_state *s, int32_t at,
		      struct decision *d, struct dice *rng)
{
	int n = 1 + draw(rng, 5), face = draw(rng, 8);

	(void)s;
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

static void draw_use(const struct dg_state *s, int f, struct decision *d,
		     struct dice *rng)
{
	int a = dg_shown(s, f, (enum dg_slot)draw(rng, N_DG_SLOTS));
	int32_t to;

	decision_start(d, chance(rng, 4) ? DG_ORDER_CANCEL : DG_ORDER_USE);
	decision_add_int(d, DG_TAG_FIG, s->fig[f].label);
	decision_add_int(d, DG_TAG_WITH, a);
	if (d->kind != DG_ORDER_USE)
		return;
	decision_add_int(d, DG_TAG_TARGET, draw_fig(s, rng));
	to = dg_beside(s->fig[f].sq, draw(rng, 8));
	sq_add(d, DG_TAG_TO,
	       to == DG_NOWHERE || chance(rng, 2) ? draw_square(s, rng) : to);
}

static void draw_shot(const struct dg_state *s, int f, struct decision *d,
		      struct dice *rng)
{
	int n = 1 + draw(rng, s->card[f].targets);

	if (dg_has(s, f, DG_ABILITY_SHOCKWAVE) && chance(rng, 2))
		n = 0;
	for (int k = 0; k < n; k++)
		decision_add_int(d, DG_TAG_TARGET, draw_enemy(s, f, rng));
	if (dg_has(s, f, DG_ABILITY_CONFUSION) && chance(rng, 2)) {
		decision_add_int(d, DG_TAG_WITH, DG_ABILITY_CONFUSION);
		sq_add(d, DG_TAG_TO, draw_square(s, rng));
	} else if (s->n_doors && chance(rng, 6)) {
		decision_start(d, DG_ORDER_SHOOT);
		decision_add_int(d, DG_TAG_FIG, s->fig[f].label);
		decision_add_int(d, DG_TAG_TARGET,
				 s->door[draw(rng, s->n_doors)].label);
	}
}

static void draw_vortex(const struct dg_state *s, int f, struct decision *d,
			struct dice *rng)
{
	bool vortex = s->fig[f].sq >= 0 && chance(rng, 2);

	decision_start(d, vortex ? DG_ORDER_VORTEX : DG_ORDER_TELEPORT);
	decision_add_int(d, DG_TAG_FIG, s->fig[f].label);
	if (vortex && s->fig[f].pending) {
		decision_add_int(d, DG_TAG_SIDE, draw(rng, 2));
		return;
	}
	for (int tries = 0; tries < 60; tries++) {
		int32_t sq = draw_square(s, rng);

		if (s->square[sq].terrain !=
		    (vortex ? DG_VORTEX : DG_TELEPORT))
			continue;
		sq_add(d, DG_TAG_TO, sq);
		return;
	}
}

/* an order of the turn for a figure; it need not be legal */
static void draw_order(const struct dg_state *s, int f, struct decision *d,
		       struct dice *rng)
{
	static const int on_chest[] = { DG_ORDER_REVEAL, DG_ORDER_DISARM,
					DG_ORDER_TAKE };
	int32_t label = s->fig[f].label;
	int what = draw(rng, 30);

	if (s->fig[f].place == DG_OUTSIDE) {
		const struct dg_mouth *m;

		decision_start(d, DG_ORDER_ENTER);
		decision_add_int(d, DG_TAG_FIG, label);
		if (s->fig[f].owner < 0 ||
		    s->player[s->fig[f].owner].entrance < 0)
			return;
		m = &s->mouth[s->player[s->fig[f].owner].entrance];
		what = dg_square_of(m->x0 + draw(rng, m->x1 - m->x0 + 1),
				    m->y0 + draw(rng, m->y1 - m->y0 + 1));
		sq_add(d, DG_TAG_TO, what);
		draw_path(s, what, d, rng);
		return;
	}
	if (what < 12) {
		decision_start(d, DG_ORDER_MOVE);
		decision_add_int(d, DG_TAG_FIG, label);
		if (chance(rng, 3)) {
			sq_add(d, DG_TAG_TO, draw_square(s, rng));
			decision_add_int(d, DG_TAG_WAY, 1);
		} else {
			draw_path(s, s->fig[f].sq, d, rng);
		}
	} else if (what < 16) {
		decision_start(d, DG_ORDER_ATTACK);
		decision_add_int(d, DG_TAG_FIG, label);
		decision_add_int(d, DG_TAG_TARGET,
				 s->n_doors && chance(rng, 8) ?
					 s->door[draw(rng, s->n_doors)].label :
					 draw_enemy(s, f, rng));
	} else if (what < 19) {
		decision_start(d, DG_ORDER_SHOOT);
		decision_add_int(d, DG_TAG_FIG, label);
		draw_shot(s, f, d, rng);
	} else if (what < 22) {
		decision_start(d, on_chest[draw(rng, 3)]);
		decision_add_int(d, DG_TAG_FIG, label);
		decision_add_int(d, DG_TAG_CHEST, draw_chest(s, rng));
		if (d->kind == DG_ORDER_DISARM)
			decision_add_int(d, DG_TAG_SLOW, draw(rng, 2));
	} else if (what < 23) {
		decision_start(d, DG_ORDER_BREAK);
		decision_add_int(d, DG_TAG_FIG, label);
		decision_add_int(d, DG_TAG_COUNT, 1 + draw(rng, 3));
	} else if (what < 24) {
		decision_start(d, DG_ORDER_TURN);
		decision_add_int(d, DG_TAG_FIG, label);
		decision_add_int(d, DG_TAG_FACE, draw(rng, 8));
	} else if (what < 25) {
		decision_start(d, DG_ORDER_OPEN);
		decision_add_int(d, DG_TAG_FIG, label);
		decision_add_int(d, DG_TAG_TARGET,
				 s->n_doors ? s->door[draw(rng, s->n_doors)]
						      .label : 0);
	} else if (what < 26) {
		static const int kinds[] = { DG_ORDER_STEAL, DG_ORDER_HEAL,
					     DG_ORDER_LEAVE, DG_ORDER_DOUBLE };

		decision_start(d, kinds[draw(rng, 4)]);
		decision_add_int(d, DG_TAG_FIG, label);
		if (d->kind == DG_ORDER_STEAL || d->kind == DG_ORDER_HEAL)
			decision_add_int(d, DG_TAG_TARGET, draw_fig(s, rng));
	} else if (what < 27) {
		draw_vortex(s, f, d, rng);
	} else if (what < 29) {
		draw_use(s, f, d, rng);
	} else {
		decision_start(d, chance(rng, 2) ? DG_ORDER_PASS :
						   DG_ORDER_FINISH);
		decision_add_int(d, DG_TAG_FIG, label);
	}
}

static void draw_items(const struct dg_state *s, struct decision *d,
		       struct dice *rng)
{
	static const int kinds[] = { DG_ORDER_ASSIGN, DG_ORDER_ASSIGN,
				     DG_ORDER_STORE, DG_ORDER_DRINK };

	decision_start(d, kinds[draw(rng, 4)]);
	decision_add_int(d, DG_TAG_CHEST, draw_chest(s, rng));
	if (d->kind != DG_ORDER_DRINK)
		decision_add_int(d, DG_TAG_FIG, draw_fig(s, rng));
}

static bool sample_turn(const struct dg_state *s, int seat, struct dice *rng,
			struct decision *d)
{
	for (int tries = 0; tries < 25; tries++) {
		struct refusal no;
		int f = s->actor && !chance(rng, 8) ? dg_find(s, s->actor) :
						      draw(rng, s->n_figs);

		if (s->n_chests && chance(rng, s->ready ? 30 : 2)) {
			draw_items(s, d, rng);
		} else if (s->n_tokens && chance(rng, 12)) {
			int i = draw(rng, s->n_tokens);

			if (s->token[i].sq == DG_NOWHERE)
				continue;
			decision_start(d, DG_ORDER_MOVE);
			decision_add_int(d, DG_TAG_FIG, s->token[i].label);
			draw_path(s, s->token[i].sq, d, rng);
		} else {
			if (f < 0 || !dg_in_play(s, f) ||
			    !dg_may_act(s, seat, s->fig[f].label,
					DG_HOW_NORMAL, &no))
				continue;
			draw_order(s, f, d, rng);
		}
		if (would_do(s, seat, d))
			return true;
	}
	decision_start(d, DG_ORDER_END);
	return true;
}

static bool sample_setup(const struct dg_state *s, int seat, struct dice *rng,
			 struct decision *d)
{
	for (int tries = 0; tries < 30; tries++) {
		if (s->phase == DG_CHESTS && s->player[seat].chests_in) {
			decision_start(d, DG_ORDER_CHEST);
			sq_add(d, DG_TAG_AT, draw_square(s, rng));
			decision_add_int(d, DG_TAG_FACE, 2 * draw(rng, 4));
		} else if (s->phase == DG_TOKENS) {
			decision_start(d, DG_ORDER_TOKEN);
			decision_add_int(d, DG_TAG_TIER, draw(rng, N_DG_TIERS));
			sq_add(d, DG_TAG_AT, draw_square(s, rng));
		} else if (s->phase == DG_TERRAIN) {
			int piece = s->player[seat].piece;
			int32_t sq = draw_square(s, rng);

			if (piece >= DG_PIECE_WOOD) {
				decision_start(d, DG_ORDER_DOOR);
				sq_add(d, DG_TAG_AT, sq);
				if (dg_beside(sq, DG_E) < 0)
					continue;
				sq_add(d, DG_TAG_AT, dg_beside(sq, DG_E));
			} else {
				decision_start(d, DG_ORDER_TERRAIN);
				sq_add(d, DG_TAG_AT, sq);
				decision_add_int(d, DG_TAG_TERRAIN,
						 DG_SHADOW + draw(rng, 4));
			}
		} else {
			break;
		}
		if (would_do(s, seat, d))
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
		decision_add_int(d, DG_TAG_FIG, s->frame.fig);
		if (chance(rng, 2))
			decision_add_int(d, DG_TAG_FACE, draw(rng, 8));
		return true;
	case DG_ASKS_COUNTER:
		decision_start(d, DG_ORDER_COUNTER);
		decision_add_int(d, DG_TAG_FIG, s->frame.fig);
		decision_add_int(d, DG_TAG_YES, draw(rng, 2));
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

static void draw_standing(const struct dg_state *s, struct decision *d,
			  struct dice *rng)
{
	decision_start(d, DG_ORDER_SPINS + draw(rng, 4));
	if (d->kind == DG_ORDER_PLACING || d->kind == DG_ORDER_ON_CONVERT) {
		decision_add_int(d, DG_TAG_YES, draw(rng, 2));
		return;
	}
	if (chance(rng, 2))
		decision_add_int(d, DG_TAG_FIG, draw_fig(s, rng));
	decision_add_int(d, DG_TAG_POLICY, draw(rng, 4));
}

bool dg_sample(const void *view, int seat, struct dice *rng,
	       struct decision *out)
{
	const struct dg_state *s = view;
	struct awaiting waits;

	dg_awaiting(s, &waits);
	if (s->phase == DG_OVER)
		return false;
	if (s->frame.what && s->frame.seat == seat) {
		for (int tries = 0; tries < 20; tries++) {
			sample_answer(s, rng, out);
			if (would_do(s, seat, out))
				return true;
		}
		return dg_silent(s, seat, out);
	}
	if (!has_kind(&waits, seat, DG_ORDER_END) && s->phase == DG_PLAY)
		return false;
	if (s->phase == DG_PLAY && chance(rng, 40)) {
		draw_standing(s, out, rng);
		return would_do(s, seat, out) || dg_silent(s, seat, out);
	}
	if (s->phase == DG_PLAY)
		return sample_turn(s, seat, rng, out);
	return sample_setup(s, seat, rng, out);
}

/* --- silence ----------------------------------------------------------- */

bool dg_silent(const void *view, int seat, struct decision *out)
{
	static const int answers[N_DG_QUESTIONS] = {
		0, DG_ORDER_SPIN, DG_ORDER_COUNTER, DG_ORDER_PLACE,
		DG_ORDER_LEVEL, DG_ORDER_DROP
	};
	const struct dg_state *s = view;

	if (s->phase < DG_PLAY)
		return dg_setup_silent(s, seat, out);
	if (s->phase == DG_OVER)
		return false;
	if (s->frame.what && s->frame.seat == seat) {
		int f = dg_find(s, s->frame.fig);
		int about = dg_find(s, s->frame.about);

		decision_start(out, answers[s->frame.what]);
		if (s->frame.what == DG_ASKS_SPIN ||
		    s->frame.what == DG_ASKS_COUNTER)
			decision_add_int(out, DG_TAG_FIG, s->frame.fig);
		if (s->frame.what == DG_ASKS_SPIN && f >= 0 && about >= 0)
			decision_add_int(out, DG_TAG_FACE,
					 dg_spin_facing(s, f, about, seat));
		return true;
	}
	if (s->frame.what || s->active != seat)
		return false;
	if (s->player[seat].turns == 1 && dg_enter_default(s, seat, out))
		return true;
	decision_start(out, DG_ORDER_END);
	return true;
}
