/*
 * src/games/dungeons/rules/suggest.c - suggests orders for a seat's figures,
 * with their odds: attacks and healing, things in reach, and paths to figures
 * and things nearby.
 */
#include "games/dungeons/rules/attack.h"
#include "games/dungeons/rules/board.h"
#include "games/dungeons/rules/system_private.h"
#include "games/dungeons/rules/legal.h"
#include "games/dungeons/rules/move.h"
#include "engine/suggest.h"

enum {
	REACHED = 2, /* figures and things that a way is offered to */
	BREAKS = 9   /* so often it tries to break away, as long as it can */
};

/* All that making them needs. */
struct offering {
	const struct dg_state *s;
	int seat;
	struct dg_trial *trial;
	struct offers *out;
};

static const struct dg_state *suggest_after(const struct offering *x)
{
	return dg_of(&x->trial->t.run);
}

/* --- targets ----------------------------------------------------------- */

/* the odds as they are when the dice fall, the preparations done */
static bool suggest_weigh(const struct offering *x, struct suggest *o)
{
	struct dg_odds odds;

	if (!dg_strike_odds(suggest_after(x), o->then.kind ? &o->then : &o->d,
			    &odds))
		return false;
	o->hits = odds.hits;
	o->of = odds.of;
	o->clicks = (100 * odds.clicks + 648) / 1296;
	o->harm = (100 * odds.harm + 648) / 1296;
	return true;
}

/* the other targets of the attack, and the figures that may strike back */
static void put_struck(const struct offering *x, struct suggest *o)
{
	struct dg_struck struck = { .also = o->also, .back = o->back };

	dg_strike_struck(suggest_after(x), o->then.kind ? &o->then : &o->d,
			 SUGGEST_NAMES, &struck);
	o->n_also = struck.n_also;
	o->n_back = struck.n_back;
}

static void suggest_aim(struct offering *x, int32_t fig, int kind, int tag,
			int32_t target, enum suggest_kind is)
{
	struct suggest o = { .kind = is, .actor = fig };

	decision_start(&o.d, kind);
	decision_add_int(&o.d, DG_TAG_FIG, fig);
	decision_add_int(&o.d, tag, target);
	/* the next suggestion is about the same chest, if it can be disarmed */
	if (kind == DG_ORDER_REVEAL &&
	    dg_before_chest(x->s, dg_find_chest(x->s, target),
			    x->s->fig[dg_find(x->s, fig)].sq))
		o.about = target;
	if (dg_trial_known(x->trial, x->seat, &o.d)) {
		put_struck(x, &o);
		if (is == SUGGEST_DO || suggest_weigh(x, &o))
			suggest_add(x->out, &o);
		return;
	}
	o.then = o.d;
	if (is == SUGGEST_STRIKE &&
	    dg_trial_turned(x->trial, x->seat, &o.then, &o.d) &&
	    suggest_weigh(x, &o)) {
		put_struck(x, &o);
		suggest_add(x->out, &o);
	}
}

/* is it for the figure's good, or to its harm? */
static bool is_worth(const struct offering *x, int f, int g,
		     enum suggest_kind is)
{
	const struct dg_state *s = x->s;

	if (!dg_on_board(s, g))
		return false;
	if (is == SUGGEST_HEAL)
		return s->fig[g].click > dg_start_click(s, g);
	return dg_enemies(s, f, g) && s->fig[g].owner != x->seat;
}

static void suggest_aims(struct offering *x, int f)
{
	static const struct {
		int kind;
		enum suggest_kind is;
	} at_figures[] = {
		{ DG_ORDER_ATTACK, SUGGEST_STRIKE },
		{ DG_ORDER_SHOOT, SUGGEST_STRIKE },
		{ DG_ORDER_HEAL, SUGGEST_HEAL },
		{ DG_ORDER_STEAL, SUGGEST_DO },
	};
	static const int at_chests[] = { DG_ORDER_REVEAL, DG_ORDER_DISARM,
					 DG_ORDER_TAKE };
	const struct dg_state *s = x->s;
	int32_t fig = s->fig[f].label;

	for (size_t k = 0; k < ARRAY_LEN(at_figures); k++)
		for (int g = 0; g < s->n_figs; g++)
			if (is_worth(x, f, g, at_figures[k].is))
				suggest_aim(x, fig, at_figures[k].kind,
					    DG_TAG_TARGET, s->fig[g].label,
					    at_figures[k].is);
	for (size_t k = 0; k < ARRAY_LEN(at_chests); k++)
		for (int c = 0; c < s->n_chests; c++)
			if (s->chest[c].place == DG_CHEST_LIES)
				suggest_aim(x, fig, at_chests[k], DG_TAG_CHEST,
					    s->chest[c].label, SUGGEST_DO);
}

/* --- ways -------------------------------------------------------------- */

/* Who goes: a figure, or a wandering monster. */
struct walker {
	int32_t label, sq;
	int f; /* -1: a wandering monster */
};

/* What a way may lead to. */
struct goal {
	int32_t sq, label;
	int face; /* of a chest: only before it can anything be done; or -1 */
};

/* figures that it is for the seat's good to come near */
static bool is_prey(const struct offering *x, const struct walker *who, int g)
{
	const struct dg_state *s = x->s;

	if (who->f >= 0)
		return is_worth(x, who->f, g, SUGGEST_STRIKE);
	return dg_on_board(s, g) && s->fig[g].kind == DG_HERO &&
	       s->fig[g].owner != x->seat;
}

/* enemies that are not the seat's own, and of a Hero chests that lie there;
 * gives how many */
static int suggest_goals(const struct offering *x, const struct walker *who,
			 struct goal *v)
{
	const struct dg_state *s = x->s;
	bool hero = who->f >= 0 && s->fig[who->f].kind == DG_HERO;
	int n = 0;

	for (int g = 0; g < s->n_figs; g++)
		if (is_prey(x, who, g))
			v[n++] = (struct goal){ s->fig[g].sq, s->fig[g].label,
						-1 };
	for (int c = 0; c < s->n_chests && hero; c++)
		if (s->chest[c].place == DG_CHEST_LIES)
			v[n++] = (struct goal){ s->chest[c].sq,
						s->chest[c].label,
						s->chest[c].face };
	return n;
}

/* is it usable from that adjacent square? DG-TRAP-03 */
static bool suggest_serves(const struct goal *to, int beside)
{
	return to->face < 0 ||
	       dg_front(NULL, 3, to->face, dg_dx(beside), dg_dy(beside));
}

/* the nearest of them is put first */
static void nearest_first(int32_t from, struct goal *v, int n)
{
	int best = 0;

	for (int i = 1; i < n; i++)
		if (dg_range(from, v[i].sq) < dg_range(from, v[best].sq))
			best = i;
	if (n) {
		struct goal first = v[best];

		v[best] = v[0];
		v[0] = first;
	}
}

/* still, when the preparations of the turn are done? */
static bool is_there(const struct offering *x, int32_t label)
{
	int g = dg_find(suggest_after(x), label);

	return g < 0 || dg_on_board(suggest_after(x), g);
}

/* MOVE fig TO sq: does it come there, as far as anybody can know? */
static bool suggest_go(struct offering *x, int32_t fig, int32_t sq,
		       struct suggest *o)
{
	decision_start(&o->d, DG_ORDER_MOVE);
	decision_add_int(&o->d, DG_TAG_FIG, fig);
	decision_add(&o->d, DG_TAG_TO, (int32_t[]){ dg_x(sq), dg_y(sq) }, 2);
	decision_add_int(&o->d, DG_TAG_WAY, 1);
	return dg_trial_arrives(x->trial, x->seat, &o->d);
}

/* or to the last square before the tried path meets hidden values */
static bool go_until(struct offering *x, const struct walker *who, int32_t sq,
		     struct suggest *o)
{
	int32_t until;

	if (suggest_go(x, who->label, sq, o))
		return true;
	until = dg_trial_square(x->trial, who->label);
	return x->trial->t.run.unknown && !x->trial->unforeseen &&
	       until != DG_NOWHERE && until != who->sq && until != sq &&
	       suggest_go(x, who->label, until, o);
}

/* to the first adjacent square, by distance, that can be reached */
static bool way_beside(struct offering *x, const struct walker *who,
		       const struct goal *to)
{
	const struct dg_state *s = x->s;
	int32_t fig = who->label, from = who->sq;
	uint32_t tried = 0;

	for (int k = 0; k < N_DG_FACES; k++) {
		struct suggest o = { .kind = SUGGEST_GO,
				     .actor = fig,
				     .have = dg_sp(s, fig),
				     .late = who->f < 0 };
		int32_t best = DG_NOWHERE;
		int face = 0;

		for (int i = 0; i < N_DG_FACES; i++) {
			int32_t sq = dg_beside(to->sq, i);

			if (sq == DG_NOWHERE || (tried & 1u << i) ||
			    !dg_joined(s, to->sq, i) || !dg_empty(s, sq) ||
			    !dg_enterable(s, sq) || !suggest_serves(to, i) ||
			    (best != DG_NOWHERE &&
			     dg_range(from, sq) >= dg_range(from, best)))
				continue;
			best = sq;
			face = i;
		}
		if (best == DG_NOWHERE)
			return false;
		tried |= 1u << face;
		o.way = dg_free_way(s, fig, best, dg_sp(s, fig));
		if (o.way >= 0 && suggest_go(x, fig, best, &o) &&
		    is_there(x, to->label)) {
			o.about = to->label;
			suggest_add(x->out, &o);
			return true;
		}
	}
	return false;
}

/* as far on the way to the nearest of these squares as its points bring it */
static bool suggest_toward(struct offering *x, const struct walker *who,
			   const int32_t *sq, int n, int32_t about)
{
	struct suggest o = { .kind = SUGGEST_GO,
			     .actor = who->label,
			     .about = about,
			     .far = true,
			     .late = who->f < 0 };
	int32_t points = dg_sp(x->s, o.actor), best = DG_NOWHERE, least = 0;

	for (int i = 0; i < n; i++) {
		int32_t rest;
		int32_t at =
			dg_toward(x->s, o.actor, sq[i], points, true, &rest);

		if (at == DG_NOWHERE || (best != DG_NOWHERE && rest >= least))
			continue;
		best = at;
		least = rest;
		o.way = rest;
	}
	if (best == DG_NOWHERE || !go_until(x, who, best, &o))
		return false;
	suggest_add(x->out, &o);
	return true;
}

/* A Hero with treasure goes out with it. */
static bool has_treasure(const struct dg_state *s, int seat)
{
	for (int c = 0; c < s->n_chests; c++)
		if (s->chest[c].place == DG_CHEST_HELD &&
		    s->chest[c].holder == seat)
			return true;
	return false;
}

/* The nearest goals are too far for this turn: go towards them. */
static void far_ways(struct offering *x, const struct walker *who,
		     const struct goal *v, int n)
{
	for (int i = 0; i < n && i < REACHED; i++) {
		int32_t sq[N_DG_FACES];
		int count = 0;

		if (dg_adjacent(x->s, who->sq, v[i].sq) >= 0)
			return;
		for (int k = 0; k < N_DG_FACES; k++)
			if (dg_beside(v[i].sq, k) != DG_NOWHERE &&
			    dg_joined(x->s, v[i].sq, k) &&
			    suggest_serves(v + i, k))
				sq[count++] = dg_beside(v[i].sq, k);
		if (suggest_toward(x, who, sq, count, v[i].label))
			return;
	}
}

static void out(struct offering *x, const struct walker *who)
{
	int32_t sq[DG_OUT_MAX];

	if (who->f >= 0 && has_treasure(x->s, x->seat))
		suggest_toward(x, who, sq, dg_ways_out(x->s, who->f, sq), 0);
}

static void suggest_ways(struct offering *x, const struct walker *who)
{
	struct goal v[DG_MAX_FIGS + DG_MAX_CHESTS];
	int n = suggest_goals(x, who, v), found = 0;

	for (int i = 0; i < n && found < REACHED; i++) {
		nearest_first(who->sq, v + i, n - i);
		if (dg_range(who->sq, v[i].sq) > dg_sp(x->s, who->label) + 1)
			break;
		if (dg_adjacent(x->s, who->sq, v[i].sq) < 0)
			found += way_beside(x, who, v + i);
	}
	if (!found)
		far_ways(x, who, v, n);
	out(x, who);
}

static void break_away(struct offering *x, int32_t fig)
{
	struct suggest o = { .kind = SUGGEST_DO, .actor = fig };

	decision_start(&o.d, DG_ORDER_BREAK);
	decision_add_int(&o.d, DG_TAG_FIG, fig);
	decision_add_int(&o.d, DG_TAG_COUNT, BREAKS);
	if (dg_trial_known(x->trial, x->seat, &o.d) &&
	    dg_held(suggest_after(x), dg_find(suggest_after(x), fig)))
		suggest_add(x->out, &o);
}

static void suggest_leave(struct offering *x, int32_t fig)
{
	struct suggest o = { .kind = SUGGEST_DO, .actor = fig };

	decision_start(&o.d, DG_ORDER_LEAVE);
	decision_add_int(&o.d, DG_TAG_FIG, fig);
	if (dg_trial_known(x->trial, x->seat, &o.d))
		suggest_add(x->out, &o);
}

static void suggest_figure(struct offering *x, int f)
{
	int32_t fig = x->s->fig[f].label;

	if (!dg_on_board(x->s, f))
		return;
	suggest_aims(x, f);
	suggest_leave(x, fig);
	if (dg_held(x->s, f))
		break_away(x, fig);
	else
		suggest_ways(x, &(struct walker){ fig, x->s->fig[f].sq, f });
}

/* Will it be given as in its last turn, without a word? DG-D-09 */
static bool stays_given(const struct dg_state *s, const struct dg_chest *c)
{
	int f = c->last_fig ? dg_find(s, c->last_fig) : -1;

	return f >= 0 && s->fig[f].owner == c->holder && dg_on_board(s, f);
}

/* chests that no Hero uses yet, each for a Hero that may use it */
static void suggest_assignments(struct offering *x)
{
	const struct dg_state *s = x->s;

	for (int c = 0; c < s->n_chests; c++) {
		bool given = s->chest[c].place != DG_CHEST_HELD ||
			     s->chest[c].holder != x->seat || s->chest[c].fig ||
			     stays_given(s, s->chest + c);

		for (int f = 0; f < s->n_figs && !given; f++) {
			struct suggest o = { .kind = SUGGEST_DO,
					     .actor = s->fig[f].label };

			if (s->fig[f].owner != x->seat || !dg_on_board(s, f))
				continue;
			decision_start(&o.d, DG_ORDER_ASSIGN);
			decision_add_int(&o.d, DG_TAG_CHEST, s->chest[c].label);
			decision_add_int(&o.d, DG_TAG_FIG, o.actor);
			given = dg_trial_sure(x->trial, x->seat, &o.d);
			if (given)
				suggest_add(x->out, &o);
		}
	}
}

/* of the chests that are not taken, the one nearest to a square; -1: none */
static int nearest_chest(const struct dg_state *s, int32_t from,
			 const bool taken[DG_MAX_CHESTS])
{
	int best = -1;

	for (int c = 0; c < s->n_chests; c++)
		if (!taken[c] && s->chest[c].place == DG_CHEST_LIES &&
		    dg_named_square(s, s->chest[c].label) != DG_NOWHERE &&
		    (best < 0 || dg_range(from, s->chest[c].sq) <
					 dg_range(from, s->chest[best].sq)))
			best = c;
	return best;
}

/* ENTER .. TOWARDS the nearest chest to which there is a way, and which none
 * before it goes to */
static bool suggest_inward(struct offering *x, const struct decision *in,
			   bool taken[DG_MAX_CHESTS], struct suggest *o)
{
	bool tried[DG_MAX_CHESTS];
	struct decision_arg a;
	int32_t from;
	int c;

	if (!decision_find(in, DG_TAG_TO, &a))
		return false;
	from = dg_square_of(a.w[0], a.w[1]);
	memcpy(tried, taken, sizeof(tried));
	while ((c = nearest_chest(x->s, from, tried)) >= 0) {
		int32_t to = dg_named_square(x->s, x->s->chest[c].label);

		tried[c] = true;
		decision_start(&o->d, DG_ORDER_ENTER);
		decision_add_int(&o->d, DG_TAG_FIG, o->actor);
		decision_add(&o->d, DG_TAG_TO,
			     (int32_t[]){ dg_x(to), dg_y(to) }, 2);
		decision_add_int(&o->d, DG_TAG_TOWARD, 1);
		decision_add_int(&o->d, DG_TAG_WAY, 1);
		if (dg_trial_known(x->trial, x->seat, &o->d))
			return taken[c] = true;
	}
	return false;
}

/* the ways in of all Heroes outside, each of them after those before it */
static void ways_in(struct offering *x)
{
	const struct run *r = &x->trial->t.run;
	struct dg_state *inside = trials_take(r->trials);
	bool taken[DG_MAX_CHESTS] = { false };

	memcpy(inside, x->s, sizeof(*inside));
	for (int k = 0; k < x->s->n_figs; k++) {
		struct suggest o = { .kind = SUGGEST_DO };
		struct decision in;
		struct dry_run t;
		bool done;

		if (!dg_enter_default(inside, x->seat, &in))
			break;
		o.actor = decision_int(&in, DG_TAG_FIG, 0);
		if (suggest_inward(x, &in, taken, &o)) {
			suggest_add(x->out, &o);
		} else {
			o.d = in;
			if (dg_trial_arrives(x->trial, x->seat, &o.d))
				suggest_add(x->out, &o);
		}
		/* as far as known, its square afterwards */
		dry_run_begin(&t, r->trials, r->sys, inside);
		done = dry_run_do(&t, x->seat, &o.d);
		memcpy(inside, t.run.state, sizeof(*inside));
		dry_run_end(&t);
		if (!done)
			break;
	}
	trials_give(r->trials, inside);
}

/* the distance to the nearest goal; DG_WIDTH: there is none */
static int32_t suggest_away(const struct offering *x, const struct walker *who)
{
	struct goal v[DG_MAX_FIGS + DG_MAX_CHESTS];
	int n = suggest_goals(x, who, v);
	int32_t least = DG_WIDTH;

	for (int i = 0; i < n; i++)
		if (dg_range(who->sq, v[i].sq) < least)
			least = dg_range(who->sq, v[i].sq);
	return least;
}

/* ways of the wandering monsters that are nearest to a Hero of another */
static void suggest_monsters(struct offering *x)
{
	const struct dg_state *s = x->s;
	bool done[DG_MAX_TOKENS] = { false };

	for (int k = 0; k < REACHED; k++) {
		int32_t least = DG_WIDTH;
		struct walker best = { .label = 0 };
		int at = -1;

		for (int i = 0; i < s->n_tokens; i++) {
			struct walker who = { s->token[i].label, s->token[i].sq,
					      -1 };
			struct refusal no;
			int32_t far;

			if (done[i] || who.sq == DG_NOWHERE ||
			    !dg_may_act(s, x->seat, who.label, DG_HOW_NORMAL,
					&no))
				continue;
			far = suggest_away(x, &who);
			if (far >= least)
				continue;
			least = far;
			best = who;
			at = i;
		}
		if (at < 0)
			return;
		done[at] = true;
		suggest_ways(x, &best);
	}
}

void dg_offer(struct dg_trial *t, int seat, struct offers *out)
{
	const struct dg_state *s = t->view;
	struct offering x = { .s = s, .trial = t, .seat = seat, .out = out };
	struct awaiting waits;
	struct refusal no;

	system_awaiting(t->t.run.sys, s, &waits);
	if (!awaiting_has(&waits, seat, DG_ORDER_MOVE))
		return;
	suggest_assignments(&x);
	ways_in(&x);
	for (int f = 0; f < s->n_figs; f++)
		if (dg_may_act(s, seat, s->fig[f].label, DG_HOW_NORMAL, &no))
			suggest_figure(&x, f);
	suggest_monsters(&x);
}

/* The attack of the list by the same figure, on the same target if the order
 * names one: those of player.c name none. */
static bool strike_in(const struct offers *list, const struct decision *d,
		      struct suggest *out)
{
	int32_t fig = decision_int(d, DG_TAG_FIG, 0);
	int32_t target = decision_int(d, DG_TAG_TARGET, 0);

	for (int i = 0; i < list->n; i++) {
		const struct suggest *o = list->v + i;
		const struct decision *blow = o->then.kind ? &o->then : &o->d;

		if (o->kind == SUGGEST_STRIKE && o->actor == fig &&
		    blow->kind == d->kind &&
		    (!target ||
		     decision_int(blow, DG_TAG_TARGET, 0) == target)) {
			*out = *o;
			return true;
		}
	}
	return false;
}

static bool suggest_tried(struct offering *x, struct suggest *o)
{
	if (o->d.kind != DG_ORDER_MOVE)
		return dg_trial_known(x->trial, x->seat, &o->d);
	if (!dg_trial_arrives(x->trial, x->seat, &o->d))
		return false;
	o->kind = SUGGEST_GO;
	o->have = dg_sp(x->s, o->actor);
	o->way = o->have - dg_sp(suggest_after(x), o->actor);
	return true;
}

bool dg_suggest(struct dg_trial *t, int seat, const struct decision *d,
		const struct offers *list, struct suggest *out)
{
	struct offering x = { .s = t->view, .trial = t, .seat = seat };

	*out = (struct suggest){ .d = *d,
				 .kind = SUGGEST_DO,
				 .actor = decision_int(d, DG_TAG_FIG, 0) };
	switch (d->kind) {
	case DG_ORDER_ATTACK:
	case DG_ORDER_SHOOT: return strike_in(list, d, out);
	case DG_ORDER_MOVE:
	case DG_ORDER_ENTER:
	case DG_ORDER_TAKE:
	case DG_ORDER_REVEAL:
	case DG_ORDER_DISARM:
	case DG_ORDER_LEAVE: return suggest_tried(&x, out);
	default: return false;
	}
}
