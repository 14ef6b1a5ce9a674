/*
 * src/games/dungeons/rules/suggest_fix.c - finds the nearest legal order to a
 * refused one: the legal part of the path, the path to a target that is too
 * far, or the nearest square from which it is legal.
 */
#include "games/dungeons/rules/board.h"
#include "games/dungeons/rules/system_private.h"
#include "games/dungeons/rules/legal.h"
#include "games/dungeons/rules/move.h"
#include "games/dungeons/rules/state.h"

enum {
	RINGS = 12,   /* of squares around the one that was named */
	WAY_RINGS = 4 /* of those that a way is looked for to */
};

/* all arguments of d, with another square, and another way to lie */
static void suggest_fix_moved(const struct decision *d, int32_t x, int32_t y,
			      int face_tag, int32_t face, struct decision *out)
{
	struct decision_arg a;

	decision_start(out, d->kind);
	for (int at = 0; decision_next(d, at, &a); at = a.next)
		if (a.tag == DG_TAG_AT)
			decision_add(out, a.tag, (int32_t[]){ x, y }, 2);
		else if (a.tag == face_tag)
			decision_add_int(out, a.tag, face);
		else
			decision_add(out, a.tag, a.w, a.n);
}

/* on that square, as it was to lie or in another way */
static bool lies_at(struct dg_trial *t, int seat, const struct decision *d,
		    int32_t x, int32_t y, struct decision *out)
{
	bool turns = decision_has(d, DG_TAG_ANGLE);
	int tag = turns ? DG_TAG_ANGLE : DG_TAG_FACE;
	int ways = !decision_has(d, tag) ? 1 : turns ? 4 : N_DG_FACES;
	int32_t first = decision_int(d, tag, 0);

	for (int k = 0; k < ways; k++) {
		suggest_fix_moved(d, x, y, tag,
				  turns ? (first + 90 * k) % 360
					: (first + k) % N_DG_FACES,
				  out);
		if (dg_trial_sure(t, seat, out))
			return true;
	}
	return false;
}

/* Is dx, dy one of the squares of ring k? */
static bool is_ring(int k, int dx, int dy)
{
	return dy == -k || dy == k || dx == -k || dx == k;
}

static bool suggest_fix_nearby(struct dg_trial *t, int seat,
			       const struct decision *d, struct decision *out)
{
	struct decision_arg at;

	if (!decision_find(d, DG_TAG_AT, &at))
		return false;
	for (int k = 0; k <= RINGS; k++)
		for (int dy = -k; dy <= k; dy++)
			for (int dx = -k; dx <= k; dx++)
				if (is_ring(k, dx, dy) &&
				    lies_at(t, seat, d, at.w[0] + dx,
					    at.w[1] + dy, out))
					return true;
	return false;
}

/* squares from..to-1 of the way, as they were named */
static void suggest_fix_cut(const struct decision *d, int from, int to,
			    struct decision *out)
{
	struct decision_arg a;
	int n = 0;

	decision_start(out, d->kind);
	for (int at = 0; decision_next(d, at, &a); at = a.next)
		if (a.tag != DG_TAG_TO || (n++ >= from && n <= to))
			decision_add(out, a.tag, a.w, a.n);
}

/* how many squares of the path the piece has passed, if it is on one */
static int suggest_fix_gone(const struct dg_state *s, const struct decision *d)
{
	int f = dg_find(s, decision_int(d, DG_TAG_FIG, 0)), n = 0, last = 0;
	struct decision_arg a;

	if (f < 0 || !dg_on_board(s, f))
		return 0;
	for (int at = 0; decision_next(d, at, &a); at = a.next)
		if (a.tag == DG_TAG_TO) {
			n++;
			if (a.w[0] == dg_x(s->fig[f].sq) &&
			    a.w[1] == dg_y(s->fig[f].sq))
				last = n;
		}
	return last;
}

static bool suggest_fix_goes(struct dg_trial *t, int seat, int kind,
			     int32_t fig, const int32_t *to,
			     struct decision *out)
{
	decision_start(out, kind);
	decision_add_int(out, DG_TAG_FIG, fig);
	decision_add(out, DG_TAG_TO, to, 2);
	decision_add_int(out, DG_TAG_WAY, 1);
	return dg_trial_arrives(t, seat, out);
}

/* the cheapest way to the square, or to one near it that can be reached */
static bool way_near(struct dg_trial *t, int seat, const struct decision *d,
		     const int32_t *to, struct decision *out)
{
	int32_t fig = decision_int(d, DG_TAG_FIG, 0);
	int rings = d->kind == DG_ORDER_ENTER ? RINGS : WAY_RINGS;

	for (int k = 0; k <= rings; k++)
		for (int dy = -k; dy <= k; dy++)
			for (int dx = -k; dx <= k; dx++)
				if (is_ring(k, dx, dy) &&
				    suggest_fix_goes(t, seat, d->kind, fig,
						     (int32_t[]){ to[0] + dx,
								  to[1] + dy },
						     out))
					return true;
	return false;
}

/* the way to the nearest of these squares, as far as its points bring it or as
 * anybody can know */
static bool as_far(struct dg_trial *t, int seat, const struct dg_state *s,
		   int32_t fig, const int32_t *sq, int n, struct decision *out)
{
	int32_t best = DG_NOWHERE, least = 0, until;

	for (int i = 0; i < n; i++) {
		int32_t rest;
		int32_t at =
			dg_toward(s, fig, sq[i], dg_sp(s, fig), true, &rest);

		if (at == DG_NOWHERE || (best != DG_NOWHERE && rest >= least))
			continue;
		best = at;
		least = rest;
	}
	if (best == DG_NOWHERE)
		return false;
	if (suggest_fix_goes(t, seat, DG_ORDER_MOVE, fig,
			     (int32_t[]){ dg_x(best), dg_y(best) }, out))
		return true;
	until = dg_trial_square(t, fig);
	return t->t.run.unknown && until != DG_NOWHERE && until != best &&
	       suggest_fix_goes(t, seat, DG_ORDER_MOVE, fig,
				(int32_t[]){ dg_x(until), dg_y(until) }, out);
}

static bool is_on_board(const struct dg_state *s, int32_t piece)
{
	int f = dg_find(s, piece), i = dg_find_token(s, piece);

	return f >= 0 ? dg_on_board(s, f)
		      : i >= 0 && s->token[i].sq != DG_NOWHERE;
}

static bool suggest_fix_shorter(struct dg_trial *t, int seat,
				const struct dg_state *s,
				const struct decision *d, struct decision *out)
{
	int32_t last[2] = { 0, 0 }, fig = decision_int(d, DG_TAG_FIG, 0), to;
	struct decision_arg a;
	int n = 0, from = suggest_fix_gone(s, d);

	for (int at = 0; decision_next(d, at, &a); at = a.next)
		if (a.tag == DG_TAG_TO) {
			memcpy(last, a.w, sizeof(last));
			n++;
		}
	for (int k = n - 1; k > from; k--) {
		suggest_fix_cut(d, from, k, out);
		if (dg_trial_arrives(t, seat, out))
			return true;
	}
	to = dg_square_of(last[0], last[1]);
	if (n && d->kind == DG_ORDER_MOVE && is_on_board(s, fig) &&
	    as_far(t, seat, s, fig, &to, 1, out))
		return true;
	return n && way_near(t, seat, d, last, out);
}

/* LEAVE, and it is not at its exit: the way there, as far as it goes */
static bool out_of(struct dg_trial *t, int seat, const struct dg_state *s,
		   const struct decision *d, struct decision *move)
{
	int32_t fig = decision_int(d, DG_TAG_FIG, 0), sq[DG_OUT_MAX];
	int f = dg_find(s, fig);

	return f >= 0 && dg_on_board(s, f) &&
	       as_far(t, seat, s, fig, sq, dg_ways_out(s, f, sq), move);
}

/* the chest that is disarmed or opened, which is done from before it; -1: none
 */
static int chest_worked(const struct dg_state *s, const struct decision *d)
{
	if (d->kind != DG_ORDER_DISARM && d->kind != DG_ORDER_TAKE)
		return -1;
	return dg_find_chest(s, decision_int(d, DG_TAG_CHEST, 0));
}

/* It is too far from what it aims at, or not before the chest: the way to it.
 */
static bool suggest_fix_nearer(struct dg_trial *t, int seat,
			       const struct dg_state *s,
			       const struct decision *d, struct decision *move)
{
	int32_t fig = decision_int(d, DG_TAG_FIG, 0);
	int32_t to = dg_aim_square(s, d), sq[N_DG_FACES];
	int f = dg_find(s, fig), n = 0, chest = chest_worked(s, d);
	bool shoots = d->kind == DG_ORDER_SHOOT;

	if (f < 0 || !dg_on_board(s, f) || to == DG_NOWHERE)
		return false;
	if (shoots ? dg_range(s->fig[f].sq, to) <= s->card[f].range ||
			     !s->card[f].range
	    : chest >= 0 ? dg_before_chest(s, chest, s->fig[f].sq)
			 : dg_adjacent(s, s->fig[f].sq, to) >= 0)
		return false;
	for (int k = 0; k < N_DG_FACES; k++)
		if (dg_beside(to, k) != DG_NOWHERE && dg_joined(s, to, k) &&
		    (chest < 0 || dg_before_chest(s, chest, dg_beside(to, k))))
			sq[n++] = dg_beside(to, k);
	return as_far(t, seat, s, fig, sq, n, move);
}

/* OPEN, and it is not beside the door: the way to the nearer of its squares */
static bool to_door(struct dg_trial *t, int seat, const struct dg_state *s,
		    const struct decision *d, struct decision *move)
{
	int32_t fig = decision_int(d, DG_TAG_FIG, 0);
	int f = dg_find(s, fig);
	int i = dg_find_door(s, decision_int(d, DG_TAG_TARGET, 0));
	int32_t sq;

	if (f < 0 || i < 0 || !dg_on_board(s, f))
		return false;
	sq = dg_door_near(s, i, s->fig[f].sq);
	return sq != s->fig[f].sq && as_far(t, seat, s, fig, &sq, 1, move);
}

/* with the answer to a question: as given, or that it does not strike back */
static bool suggest_fix_answered(struct dg_trial *t, int seat,
				 const struct dg_state *s,
				 const struct decision *d, struct decision *out)
{
	if (s->frame.what != DG_ASKS_COUNTER || s->frame.asked[0].seat != seat)
		return false;
	for (int yes = decision_int(d, DG_TAG_YES, 0); yes >= 0; yes--) {
		decision_start(out, DG_ORDER_COUNTER);
		decision_add_int(out, DG_TAG_FIG, s->frame.asked[0].fig);
		decision_add_int(out, DG_TAG_YES, yes);
		if (dg_trial_do(t, seat, out))
			return true;
	}
	return false;
}

bool dg_instead(struct dg_trial *t, int seat, const struct decision *d,
		struct decision *out)
{
	const struct dg_state *s = t->view;

	switch (d->kind) {
	case DG_ORDER_MOVE:
	case DG_ORDER_ENTER: return suggest_fix_shorter(t, seat, s, d, out);
	case DG_ORDER_COUNTER: return suggest_fix_answered(t, seat, s, d, out);
	case DG_ORDER_LEAVE: return out_of(t, seat, s, d, out);
	case DG_ORDER_ATTACK:
	case DG_ORDER_SHOOT:
	case DG_ORDER_HEAL:
	case DG_ORDER_STEAL:
		return dg_trial_turned(t, seat, d, out) ||
		       suggest_fix_nearer(t, seat, s, d, out);
	case DG_ORDER_OPEN: return to_door(t, seat, s, d, out);
	case DG_ORDER_REVEAL:
	case DG_ORDER_DISARM:
	case DG_ORDER_TAKE: return suggest_fix_nearer(t, seat, s, d, out);
	case DG_ORDER_TERRAIN:
	case DG_ORDER_TILE:
	case DG_ORDER_CHEST:
	case DG_ORDER_TOKEN:
	case DG_ORDER_GIVE_UP:
	case DG_ORDER_PLACE:
	case DG_ORDER_DROP: return suggest_fix_nearby(t, seat, d, out);
	default: return false;
	}
}
