/*
 * src/games/rebellion/rules/suggest.c - suggests orders for a seat's figures,
 * with their odds: close and ranged attacks, captures, formations, healing,
 * and moves to figures in reach.
 */
#include "games/rebellion/rules/system_private.h"
#include "games/rebellion/rules/decide.h"
#include "games/rebellion/rules/formation.h"
#include "engine/suggest.h"

enum {
	REACHED = 3, /* opponents that a move is offered to, the nearest */
	INCH = 100   /* u */
};

/* All that making them needs. */
struct offering {
	const struct rb_state *s;
	const struct rb_ground *b;
	int seat;
	uint64_t actors; /* figures that may act now, a bit each */
	struct trials *room;
	struct offers *out;
};

static uint64_t suggest_actors(const struct rb_state *s, int seat)
{
	uint64_t set = 0;
	struct refusal no;

	for (int f = 0; f < s->n_figs; f++)
		if (rb_commander(s, f) == seat && rb_is_free(s, f) &&
		    rb_check_actor(s, seat, s->fig[f].label, 0, &no) >= 0)
			set |= rb_bit(f);
	return set;
}

/* the number of figures that one action more pushes (RB-ACT-03); of a unit
 * one of its two dials is, as its player chose */
static int32_t suggest_pushed(const struct rb_state *s, uint64_t set)
{
	int32_t n = 0;

	for (; set; set &= set - 1) {
		const struct rb_fig *f = &s->fig[rb_first(set)];

		n += f->tokens == 1 && !f->rider;
	}
	return n;
}

static bool suggest_works(const struct offering *x, const struct decision *d)
{
	return dry_run_of(x->room, &system_rebellion, x->s, x->seat, d);
}

/* --- attacks and healing ----------------------------------------------- */

/* The attacks that name one figure, and what an order says to have each. */
static const struct way {
	int kind;
	bool shoot, heal;
	enum rb_ability ability; /* without which there is none */
	int tag, value;
	enum suggest_kind is;
} ways[] = {
	{ RB_ORDER_FIGHT, false, false, RB_NO_ABILITY, 0, 0, SUGGEST_STRIKE },
	{ RB_ORDER_FIGHT, false, false, RB_NO_ABILITY, RB_TAG_CAPTURE, 1,
	  SUGGEST_CAPTURE },
	{ RB_ORDER_SHOOT, true, false, RB_NO_ABILITY, 0, 0, SUGGEST_STRIKE },
	{ RB_ORDER_SHOOT, true, false, RB_ABILITY_BLAST, RB_TAG_USE,
	  RB_USE_BLAST, SUGGEST_STRIKE },
	{ RB_ORDER_SHOOT, true, false, RB_ABILITY_FLAME, RB_TAG_USE,
	  RB_USE_FLAME, SUGGEST_STRIKE },
	{ RB_ORDER_HEAL, false, true, RB_ABILITY_HEALING, 0, 0, SUGGEST_HEAL },
	{ RB_ORDER_HEAL, true, true, RB_ABILITY_MAGIC_HEALING, RB_TAG_MAGIC, 1,
	  SUGGEST_HEAL },
};

static void order_of(const struct offering *x, int f, int t,
		     const struct way *w, uint64_t with, struct decision *d)
{
	decision_start(d, w->kind);
	decision_add_int(d, RB_TAG_FIG, x->s->fig[f].label);
	decision_add_int(d, RB_TAG_TARGET, x->s->fig[t].label);
	if (w->tag)
		decision_add_int(d, w->tag, w->value);
	for (; with; with &= with - 1)
		decision_add_int(d, RB_TAG_WITH,
				 x->s->fig[rb_first(with)].label);
}

/* those whom the attack strikes although the order does not name them */
static void put_also(const struct offering *x, const struct decision *d,
		     const struct rb_attack *attack, struct suggest *o)
{
	for (int i = 0; i < attack->n_targets; i++) {
		int32_t label = x->s->fig[attack->target[i].fig].label;
		struct decision_arg a;
		bool named = false;

		for (int at = 0; decision_next(d, at, &a); at = a.next)
			named |= a.tag == RB_TAG_TARGET && a.w[0] == label;
		for (int k = 0; k < o->n_also; k++)
			named |= o->also[k] == label;
		if (!named && o->n_also < SUGGEST_NAMES)
			o->also[o->n_also++] = label;
	}
}

/* the odds of an order that has passed all checks; false: it does not */
static bool suggest_weigh(const struct offering *x, int f, const struct way *w,
			  const struct decision *d, struct suggest *o)
{
	struct rb_attack attack;
	struct rb_odds odds;
	struct refusal no;
	uint64_t who = rb_bit(f);

	if (!rb_attack_plan(x->s, x->b, d,
			    (struct rb_attack_as){ f, w->shoot, w->heal },
			    &attack, &no) ||
	    !rb_attack_odds(x->s, x->b, &attack, &odds))
		return false;
	for (int i = 0; i < attack.n_members; i++)
		who |= rb_bit(attack.member[i]);
	*o = (struct suggest){ .d = *d,
			       .kind = w->is,
			       .actor = x->s->fig[f].label,
			       .hits = odds.hits,
			       .of = odds.of,
			       .doubts = attack.n_doubts,
			       .pushed = suggest_pushed(x->s, who) };
	put_also(x, d, &attack, o);
	/* 216 rolls of 36 * 6, and of those in which no line fails */
	o->clicks = (100 * odds.clicks + 108) / 216 * 36 / odds.of;
	o->harm = (100 * odds.harm + 108) / 216 * 36 / odds.of;
	return true;
}

/* does a do more than b, or hit more often? */
static bool is_better(const struct suggest *a, const struct suggest *b)
{
	if (a->clicks != b->clicks)
		return a->clicks > b->clicks;
	return a->hits * b->of > b->hits * a->of;
}

/* may these attack t with f? */
static bool suggest_join(const struct offering *x, int f, int t,
			 const struct way *w, uint64_t with)
{
	struct rb_attack attack;
	struct decision d;
	struct refusal no;

	order_of(x, f, t, w, with, &d);
	return rb_attack_plan(x->s, x->b, &d,
			      (struct rb_attack_as){ f, w->shoot, w->heal },
			      &attack, &no);
}

/* two figures that can join f, where one alone is too few (RB-FRNG) */
static uint64_t first_two(const struct offering *x, int f, int t,
			  const struct way *w, uint64_t able)
{
	uint64_t beside = able & rb_friends_touching(x->s, x->b, f);

	for (uint64_t set = beside; set; set &= set - 1) {
		int g = rb_first(set);
		uint64_t two =
			beside | (able & rb_friends_touching(x->s, x->b, g));

		for (two &= ~(rb_bit(f) | rb_bit(g)); two; two &= two - 1) {
			uint64_t with = rb_bit(g) | rb_bit(rb_first(two));

			if (suggest_join(x, f, t, w, with))
				return with;
		}
	}
	return 0;
}

/* of the figures that may attack t themselves, all that can join f, by label */
static uint64_t suggest_comrades(const struct offering *x, int f, int t,
				 const struct way *w, uint64_t able)
{
	uint64_t with = w->shoot ? first_two(x, f, t, w, able) : 0;
	int n = with ? 2 : 0;

	able &= ~(with | rb_bit(f));
	for (; able && n < RB_MAX_MEMBERS; able &= able - 1) {
		uint64_t one = rb_bit(rb_first(able));

		if (!suggest_join(x, f, t, w, with | one))
			continue;
		with |= one;
		n++;
	}
	return with;
}

/* who together attack t: the same ones are offered once, the best to roll */
static void suggest_formation(const struct offering *x, int t,
			      const struct way *w, uint64_t able)
{
	struct suggest best = { .kind = w->is }, o;
	bool any = false;

	for (uint64_t set = able; set; set &= set - 1) {
		int f = rb_first(set);
		uint64_t with = suggest_comrades(x, f, t, w, able);
		struct decision d;

		if (!with)
			continue;
		order_of(x, f, t, w, with, &d);
		if (!suggest_weigh(x, f, w, &d, &o) ||
		    (any && !is_better(&o, &best)) || !suggest_works(x, &d))
			continue;
		best = o;
		any = true;
	}
	if (any)
		suggest_add(x->out, &best);
}

/* all who attack or heal t that way, alone and together */
static void attacks_on(const struct offering *x, int t, const struct way *w)
{
	uint64_t able = 0;

	for (uint64_t set = x->actors & ~rb_bit(t); set; set &= set - 1) {
		int f = rb_first(set);
		struct decision d;
		struct suggest o;

		if ((w->ability && !rb_has(x->s, f, w->ability)) ||
		    rb_opposing(x->s, f, t) == w->heal)
			continue;
		order_of(x, f, t, w, 0, &d);
		if (!suggest_weigh(x, f, w, &d, &o) || !suggest_works(x, &d))
			continue;
		able |= rb_bit(f);
		suggest_add(x->out, &o);
	}
	if (!w->heal && !w->ability && able & (able - 1))
		suggest_formation(x, t, w, able);
}

static void suggest_attacks(const struct offering *x)
{
	for (size_t k = 0; k < ARRAY_LEN(ways); k++)
		for (int t = 0; t < x->s->n_figs; t++)
			if (rb_on_board(x->s, t) &&
			    (!ways[k].heal || x->s->fig[t].wounds))
				attacks_on(x, t, &ways[k]);
}

static void suggest_regenerations(const struct offering *x)
{
	for (uint64_t set = x->actors; set; set &= set - 1) {
		int f = rb_first(set), wounds = x->s->fig[f].wounds;
		struct suggest o = { .kind = SUGGEST_DO,
				     .actor = x->s->fig[f].label,
				     .pushed =
					     suggest_pushed(x->s, rb_bit(f)) };

		if (wounds <= 0 || !rb_has(x->s, f, RB_ABILITY_REGENERATION))
			continue;
		for (int die = 1; die <= 6; die++)
			o.clicks += die < wounds ? die : wounds;
		o.clicks = (100 * o.clicks + 3) / 6;
		decision_start(&o.d, RB_ORDER_REGENERATE);
		decision_add_int(&o.d, RB_TAG_FIG, o.actor);
		if (suggest_works(x, &o.d))
			suggest_add(x->out, &o);
	}
}

/* --- moves ------------------------------------------------------------- */

/* hundredths of an inch between two bases, as if nothing lay between */
static int32_t suggest_gap(const struct rb_state *s, int f, int t)
{
	int64_t far = (geo_len(s->fig[f].at, s->fig[t].at) + 500) / 1000;

	return (int32_t)far - s->def[f].radius - s->def[t].radius;
}

/* hundredths of an inch between their centres */
static int32_t suggest_centres(const struct rb_state *s, int f, int t)
{
	return (int32_t)((geo_len(s->fig[f].at, s->fig[t].at) + 500) / 1000);
}

/* the next nearest opponent that is not yet in `done`, or -1 */
static int suggest_nearest(const struct rb_state *s, int f, uint64_t done)
{
	int best = -1;

	for (int t = 0; t < s->n_figs; t++)
		if (rb_is_free(s, t) && rb_opposing(s, f, t) &&
		    !(done & rb_bit(t)) &&
		    (best < 0 ||
		     suggest_gap(s, f, t) < suggest_gap(s, f, best)))
			best = t;
	return best;
}

/* how the move goes, as far as that is known without dice */
static bool suggest_foresee(const struct offering *x, int f,
			    const struct decision *d, struct suggest *o)
{
	struct rb_args args = rb_all_args(d);
	struct rb_move_wish w = { x->s, x->b, f, &args,
				  rb_speed(x->s, x->b, f, NULL) };
	struct rb_move m = { .gait = RB_GAIT_FREE };
	struct refusal no;

	if (!rb_move_plan(&w, false, &m, &no))
		return false;
	o->way = (int32_t)((m.walk.len + 500) / 1000);
	o->stops = m.walk.stopped_by >= 0
			   ? x->s->terrain[m.walk.stopped_by].label
			   : 0;
	/* RB-DEF-20, unless they turn away */
	o->n_back = 0;
	for (uint64_t set = rb_with_riders(x->s, m.arrives_at); set;
	     set &= set - 1)
		if (rb_has(x->s, rb_first(set), RB_ABILITY_POLE_ARM) &&
		    o->n_back < SUGGEST_NAMES)
			o->back[o->n_back++] = x->s->fig[rb_first(set)].label;
	return true;
}

/* to an opponent, and with Charge to strike at once; false: it is refused */
static bool go_to(const struct offering *x, int f, int t)
{
	struct suggest o = { .kind = SUGGEST_GO,
			     .actor = x->s->fig[f].label,
			     .pushed = suggest_pushed(x->s, rb_bit(f)) };

	decision_start(&o.d, RB_ORDER_MOVE);
	decision_add_int(&o.d, RB_TAG_FIG, o.actor);
	decision_add_int(&o.d, RB_TAG_TOUCHING, x->s->fig[t].label);
	if (!suggest_foresee(x, f, &o.d, &o))
		return false;
	if (rb_has(x->s, f, RB_ABILITY_CHARGE)) {
		struct suggest charge = o;

		decision_add_int(&charge.d, RB_TAG_THEN, RB_THEN_FIGHT);
		decision_add_int(&charge.d, RB_TAG_TARGET, x->s->fig[t].label);
		if (suggest_works(x, &charge.d))
			suggest_add(x->out, &charge);
	}
	if (!suggest_works(x, &o.d))
		return false;
	suggest_add(x->out, &o);
	return true;
}

/* how much nearer to the target this move brings f, u; 0: it is refused */
static int32_t suggest_nearer(const struct rb_state *s, int seat,
			      struct trials *room, int f, int t,
			      const struct decision *d)
{
	const struct rb_state *then;
	struct dry_run tried;
	int64_t won = 0;

	dry_run_begin(&tried, room, &system_rebellion, s);
	then = tried.run.state;
	if (dry_run_do(&tried, seat, d))
		won = geo_len(s->fig[f].at, s->fig[t].at) -
		      geo_len(then->fig[f].at, s->fig[t].at);
	dry_run_end(&tried);
	return (int32_t)(won / 1000);
}

enum {
	STEP = 15, /* degrees */
	STEPS = 5, /* to each side */
	DETOURS = 3 * (2 * STEPS + 1)
};

/* A move past something, and by how much it brings the figure nearer, u. */
struct detour {
	struct decision d;
	int32_t won; /* at most; tried: 0 */
};

/* All of them. Where no terrain stops a move, each ends where it leads, or is
 * refused: what it wins is known before. */
static void detours_list(const struct rb_state *s, int f, int t,
			 struct detour *v)
{
	static const int far[] = { 0, 400, 200 }; /* u; 0: its speed */
	struct vec at = s->fig[f].at, to = s->fig[t].at;
	int32_t ahead = geo_bearing(vec_sub(to, at)), full;
	struct rb_ground b;
	struct mover mover;
	bool sure;

	rb_ground_build(s, &b);
	mover = rb_mover(s, &b, f);
	full = 100 * rb_speed(s, &b, f, NULL);
	/* a pushed figure may not survive: then it is eliminated */
	sure = !s->fig[f].tokens &&
	       path_unstopped(&b.g, &mover, at, (int64_t)full * 1000) ==
		       PATH_NO_LIMIT;
	for (size_t i = 0; i < ARRAY_LEN(far); i++)
		for (int k = -STEPS; k <= STEPS; k++, v++) {
			int32_t bearing = (ahead + STEP * k + 360) % 360;
			struct vec end = path_bearing(
				at, far[i] ? far[i] : full, bearing);
			int64_t won = geo_len(at, to) - geo_len(end, to);

			decision_start(&v->d, RB_ORDER_MOVE);
			decision_add_int(&v->d, RB_TAG_FIG, s->fig[f].label);
			if (far[i])
				decision_add_int(&v->d, RB_TAG_DISTANCE,
						 far[i]);
			decision_add_int(&v->d, RB_TAG_BEARING, bearing);
			v->won = sure ? (int32_t)(won / 1000) : INT32_MAX;
		}
}

/* of those that may win more than that; the first of equals, or NULL */
static struct detour *detour_next(struct detour *v, int32_t than)
{
	struct detour *most = NULL;

	for (int i = 0; i < DETOURS; i++)
		if (v[i].won > (most ? most->won : than))
			most = &v[i];
	return most;
}

bool rb_detour(const struct rb_state *s, int seat, struct trials *room, int f,
	       int t, struct decision *out)
{
	struct detour *v = trials_take(room), *next;
	int32_t best = INCH; /* less is no way */

	static_assert(DETOURS * sizeof(*v) <= SYSTEM_MAX_STATE,
		      "they have room");
	detours_list(s, f, t, v);
	while ((next = detour_next(v, best))) {
		int32_t won = suggest_nearer(s, seat, room, f, t, &next->d);

		next->won = 0;
		if (won <= best)
			continue;
		best = won;
		*out = next->d;
	}
	trials_give(room, v);
	return best > INCH;
}

/* toward an opponent, or past the obstacle if that brings it nearer by an
 * inch or more */
static void go_near(const struct offering *x, int f, int t)
{
	struct suggest o = { .kind = SUGGEST_GO,
			     .actor = x->s->fig[f].label,
			     .pushed = suggest_pushed(x->s, rb_bit(f)) };
	struct suggest past = o;
	int32_t full = 100 * rb_speed(x->s, x->b, f, NULL), won, around = 0;
	int32_t apart = suggest_gap(x->s, f, t);

	past.about = x->s->fig[t].label;
	past.far = true;
	decision_start(&o.d, RB_ORDER_MOVE);
	decision_add_int(&o.d, RB_TAG_FIG, o.actor);
	decision_add_int(&o.d, RB_TAG_TOWARD, past.about);
	won = suggest_nearer(x->s, x->seat, x->room, f, t, &o.d);
	if (won < full - INCH && won < apart - INCH &&
	    rb_detour(x->s, x->seat, x->room, f, t, &past.d))
		around = suggest_nearer(x->s, x->seat, x->room, f, t, &past.d);
	if (around >= won + INCH) {
		o = past;
		won = around;
	}
	if (!won || !suggest_works(x, &o.d) || !suggest_foresee(x, f, &o.d, &o))
		return;
	/* between the centres, as ranges are */
	o.have = suggest_centres(x->s, f, t);
	o.after = o.have - won;
	suggest_add(x->out, &o);
}

/* a figure in contact must break away: not suggested */
static void suggest_moves(const struct offering *x, int f)
{
	int32_t inches = rb_speed(x->s, x->b, f, NULL);
	uint64_t done = 0;
	int first = suggest_nearest(x->s, f, 0);
	bool any = false;

	if (first < 0 || inches <= 0 || rb_opponents_touching(x->s, x->b, f))
		return;
	if (suggest_gap(x->s, f, first) > 100 * inches) {
		go_near(x, f, first);
		return;
	}
	for (int k = 0; k < REACHED; k++) {
		int t = suggest_nearest(x->s, f, done);

		if (t < 0 || suggest_gap(x->s, f, t) > 100 * inches)
			break;
		done |= rb_bit(t);
		any |= go_to(x, f, t);
	}
	/* each of them has an obstacle in its way */
	if (!any)
		go_near(x, f, first);
}

/* may it move with others, as far as it alone decides that (RB-FMOV-01)? */
static bool suggest_marches(const struct offering *x, int f)
{
	static const enum rb_ability alone[] = { RB_ABILITY_CHARGE,
						 RB_ABILITY_QUICKNESS,
						 RB_ABILITY_FLIGHT,
						 RB_ABILITY_BOUND };

	for (size_t k = 0; k < ARRAY_LEN(alone); k++)
		if (rb_has(x->s, f, alone[k]))
			return false;
	return !rb_opponents_touching(x->s, x->b, f);
}

/* f and its friends of `able` in contact, the lowest labels first */
static int suggest_group(const struct offering *x, int f, uint64_t able,
			 int *fig)
{
	uint64_t set = able & rb_friends_touching(x->s, x->b, f);
	int n = 0;

	fig[n++] = f;
	able &= ~rb_bit(f);
	while (set && n < RB_MAX_MEMBERS) {
		struct refusal no;

		fig[n] = rb_first(set);
		able &= ~rb_bit(fig[n]);
		if (rb_formation_check(x->s, x->b, fig, n + 1, true, &no)) {
			set |= rb_friends_touching(x->s, x->b, fig[n]);
			n++;
		}
		set &= able;
	}
	return n;
}

/* these so far toward a place */
static void march_order(const struct offering *x, const int *fig, int n,
			int32_t far, struct vec to, struct decision *d)
{
	decision_start(d, RB_ORDER_FORM);
	for (int i = 0; i < n; i++)
		decision_add_int(d, RB_TAG_MEMBER, x->s->fig[fig[i]].label);
	rb_add_point(d, RB_TAG_SHIFT, geo_offset(far, geo_bearing(to), GEO_TZ));
}

/* these, toward the opponent that is nearest to one of them, as far as the
 * slowest goes, or half of that at least; false: it is no way */
static bool suggest_march(const struct offering *x, const int *fig, int n)
{
	int32_t inches = INT32_MAX;
	struct suggest o = { .kind = SUGGEST_GO };
	struct rb_march goes;
	int32_t apart = INT32_MAX;
	int lead = -1, to = -1;
	uint64_t set = 0;

	for (int i = 0; i < n; i++) {
		int t = suggest_nearest(x->s, fig[i], 0);
		int32_t speed = rb_speed(x->s, x->b, fig[i], NULL);

		if (t < 0)
			return false;
		set |= rb_bit(fig[i]);
		inches = speed < inches ? speed : inches;
		if (suggest_gap(x->s, fig[i], t) < apart) {
			apart = suggest_gap(x->s, fig[i], t);
			lead = fig[i];
			to = t;
		}
	}
	/* each target in reach has its own way */
	if (apart <= 100 * inches || inches <= 0)
		return false;
	o.pushed = suggest_pushed(x->s, set);
	o.actor = x->s->fig[fig[0]].label;
	for (int part = 4; part >= 2; part--) {
		march_order(x, fig, n, 25 * inches * part,
			    vec_sub(x->s->fig[to].at, x->s->fig[lead].at),
			    &o.d);
		if (rb_form_foresee(x->s, x->b, x->seat, &o.d, &goes) &&
		    goes.least > INCH && suggest_works(x, &o.d)) {
			o.way = goes.least;
			o.stops = goes.stopped_by;
			suggest_add(x->out, &o);
			return true;
		}
	}
	return false;
}

/* figures in contact may move with one action (RB-FMOV) */
static void suggest_marching(const struct offering *x)
{
	uint64_t able = 0;

	for (uint64_t set = x->actors; set; set &= set - 1)
		if (suggest_marches(x, rb_first(set)))
			able |= rb_bit(rb_first(set));
	while (able) {
		int fig[RB_MAX_MEMBERS + 1];
		int n = suggest_group(x, rb_first(able), able, fig);

		for (int i = 0; i < n; i++)
			able &= ~rb_bit(fig[i]);
		if (n >= 3)
			suggest_march(x, fig, n);
	}
}

void rb_offer(const void *view, int seat, struct trials *room,
	      struct offers *out)
{
	struct rb_ground b;
	struct offering x = {
		.s = view, .b = &b, .seat = seat, .room = room, .out = out
	};
	struct awaiting waits;

	system_awaiting(&system_rebellion, view, &waits);
	if (!awaiting_has(&waits, seat, RB_ORDER_MOVE))
		return;
	x.actors = suggest_actors(x.s, seat);
	rb_ground_build(x.s, &b);
	b.room = room;
	suggest_attacks(&x);
	suggest_regenerations(&x);
	suggest_marching(&x);
	for (uint64_t set = x.actors; set; set &= set - 1)
		suggest_moves(&x, rb_first(set));
}

bool rb_suggest(const void *view, int seat, struct trials *room,
		const struct decision *d, const struct offers *list,
		struct suggest *out)
{
	struct rb_ground b;
	struct offering x = { .s = view, .b = &b, .seat = seat, .room = room };
	struct rb_march goes;
	uint64_t set = 0;
	struct decision_arg a;
	int first = -1;

	(void)list;
	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		int f = a.tag == RB_TAG_FIG || a.tag == RB_TAG_MEMBER
				? rb_find(x.s, a.w[0])
				: -1;

		if (f < 0)
			continue;
		first = first < 0 ? f : first;
		set |= rb_bit(f);
	}
	if (first < 0)
		return false;
	rb_ground_build(x.s, &b);
	b.room = room;
	*out = (struct suggest){ .d = *d,
				 .kind = SUGGEST_GO,
				 .actor = x.s->fig[first].label,
				 .pushed = suggest_pushed(x.s, set) };
	switch (d->kind) {
	case RB_ORDER_TURN: return true;
	case RB_ORDER_MOVE:
		return !rb_opponents_touching(x.s, &b, first) &&
		       suggest_foresee(&x, first, d, out);
	case RB_ORDER_FORM:
		if (!rb_form_foresee(x.s, &b, seat, d, &goes))
			return false;
		out->way = goes.least;
		out->stops = goes.stopped_by;
		return true;
	default: return false;
	}
}
