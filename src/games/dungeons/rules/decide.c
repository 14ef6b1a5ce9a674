/*
 * src/games/dungeons/rules/decide.c - dispatches every order to the function
 * that executes it
 */
#include "games/dungeons/rules/ability.h"
#include "games/dungeons/rules/attack.h"
#include "games/dungeons/rules/board.h"
#include "games/dungeons/rules/chest.h"
#include "games/dungeons/rules/system_private.h"
#include "games/dungeons/rules/legal.h"
#include "games/dungeons/rules/move.h"
#include "games/dungeons/rules/setup.h"
#include "games/dungeons/rules/turn.h"

/* --- orders of any time ------------------------------------------------ */

static bool decide_check(struct run *r, int seat, const struct decision *d,
			 struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0);
	int32_t target = decision_int(d, DG_TAG_TARGET, 0), from, to;
	int f = dg_known(s, seat, label), g = dg_known(s, seat, target);
	struct dg_line line;
	struct event e;

	if (f < 0 || g < 0 || f == g || !dg_on_board(s, f) ||
	    !dg_on_board(s, g))
		return dg_no(no, DG_REFUSAL_NO_TARGET, DG_LOF_07, target);
	from = s->fig[f].sq;
	to = s->fig[g].sq;
	line = dg_line(s, from, to,
		       dg_has(s, g, DG_ABILITY_STEALTH) ? DG_LINE_STEALTH : 0,
		       -1);
	event_start(&e, DG_EV_LINE, DG_LOF_07);
	e.audience = AUDIENCE_SEAT(seat) | AUDIENCE_GM;
	event_put(&e, DG_EV_LINE_FIG, label);
	event_put(&e, DG_EV_LINE_TARGET, target);
	event_put(&e, DG_EV_LINE_CLEAR, line.clear);
	event_put(&e, DG_EV_LINE_RANGE, dg_range(from, to));
	event_put(&e, DG_EV_LINE_DEFENSE, line.hindered);
	event_put(&e, DG_EV_LINE_ADJACENT, dg_adjacent(s, from, to) >= 0);
	event_put(&e, DG_EV_LINE_FRONT, dg_in_front(s, f, to));
	event_put(&e, DG_EV_LINE_REAR, dg_in_rear(s, g, from));
	run_emit(r, &e);
	return true;
}

/* a shot and a blow, each as it would be now; of those that cannot be made why,
 * where neither can */
static bool decide_odds(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t target = decision_int(d, DG_TAG_TARGET, 0);
	int f = dg_known(s, seat, decision_int(d, DG_TAG_FIG, 0));
	int g = dg_known(s, seat, target);
	struct refusal why[2] = { { 0 }, { 0 } };
	bool any = false;

	if (f < 0 || g < 0 || f == g || !dg_on_board(s, f) ||
	    !dg_on_board(s, g))
		return dg_no(no, DG_REFUSAL_NO_TARGET, DG_ATT_03, target);
	for (int ranged = 1; ranged >= 0; ranged--)
		any |= dg_odds_emit(r, seat, d, ranged, &why[ranged]);
	for (int ranged = 1; !any && ranged >= 0; ranged--)
		dg_no_odds_emit(r, seat, d, ranged, &why[ranged]);
	return true;
}

/* what a standing order says: of which figure (0: of all), and its words */
struct standing {
	int32_t label, w[8];
	int n;
};

/* the Heroes to rise first, at most eight */
static int figures_read(const struct decision *d, int32_t w[8])
{
	struct decision_arg a;
	int n = 0;

	for (int at = 0; n < 8 && decision_next(d, at, &a); at = a.next)
		if (a.tag == DG_TAG_FIG)
			w[n++] = a.w[0];
	return n ? n : 1;
}

static struct standing standing_read(const struct decision *d)
{
	struct standing x = { .label = decision_int(d, DG_TAG_FIG, 0), .n = 2 };
	int32_t *w = x.w;

	w[0] = decision_int(d, DG_TAG_POLICY, DG_POLICY_DEFAULT);
	switch (d->kind) {
	case DG_ORDER_SPINS: w[1] = decision_int(d, DG_TAG_PREFER, 0); break;
	case DG_ORDER_COUNTERS:
		w[1] = decision_int(d, DG_TAG_WITHOUT, 0);
		break;
	case DG_ORDER_PLACING:
	case DG_ORDER_ON_CONVERT:
		w[0] = decision_int(d, DG_TAG_YES, 1);
		x.n = 1;
		x.label = 0;
		break;
	case DG_ORDER_ON_BREAK:
		w[0] = decision_int(d, DG_TAG_YES, 0);
		w[1] = decision_int(d, DG_TAG_COUNT, 0);
		x.label = 0;
		break;
	case DG_ORDER_LEVEL_FIRST:
		x.n = figures_read(d, w);
		x.label = 0;
		break;
	default:
		w[0] = decision_int(d, DG_TAG_WITH, 0);
		w[1] = decision_int(d, DG_TAG_YES, 1);
		break;
	}
	return x;
}

static bool decide_standing(struct run *r, int seat, const struct decision *d,
			    struct refusal *no)
{
	static const int what[DG_ORDERS_END] = {
		[DG_ORDER_SPINS] = DG_STANDING_SPIN,
		[DG_ORDER_COUNTERS] = DG_STANDING_COUNTER,
		[DG_ORDER_PLACING] = DG_STANDING_PLACE,
		[DG_ORDER_ON_CONVERT] = DG_STANDING_CONVERT,
		[DG_ORDER_LEVEL_FIRST] = DG_STANDING_LEVELS,
		[DG_ORDER_KEEP] = DG_STANDING_KEEP,
		[DG_ORDER_ON_BREAK] = DG_STANDING_BREAK
	};
	const struct dg_state *s = dg_of(r);
	struct standing x = standing_read(d);
	struct event e;

	if (d->kind == DG_ORDER_KEEP && (!x.label || x.w[0] <= 0))
		return dg_no(no, DG_REFUSAL_NO_ABILITY, DG_D_24, x.label);
	if (x.label && dg_known(s, seat, x.label) < 0)
		return dg_no(no, DG_REFUSAL_UNKNOWN, DG_D_13, x.label);
	dg_event_policy_set(&e,
			    dg_order_kinds[d->kind - DECISION_FIRST_OWN].rule,
			    seat, what[d->kind], x.label, x.w, x.n);
	e.audience = AUDIENCE_SEAT(seat) | AUDIENCE_GM;
	run_emit(r, &e);
	return true;
}

/* --- orders of an activation ------------------------------------------- */

static bool decide_acting(struct run *r, int seat, const struct decision *d,
			  struct refusal *no)
{
	switch (d->kind) {
	case DG_ORDER_ENTER:
	case DG_ORDER_MOVE:
	case DG_ORDER_TURN:
	case DG_ORDER_BREAK:
	case DG_ORDER_LEAVE:
	case DG_ORDER_OPEN:
	case DG_ORDER_TELEPORT:
	case DG_ORDER_VORTEX: return dg_decide_move(r, seat, d, no);
	case DG_ORDER_ATTACK:
	case DG_ORDER_SHOOT: return dg_decide_attack(r, seat, d, no);
	case DG_ORDER_HEAL: return dg_decide_heal(r, seat, d, no);
	case DG_ORDER_REVEAL:
	case DG_ORDER_DISARM:
	case DG_ORDER_TAKE:
	case DG_ORDER_STEAL: return dg_decide_chest(r, seat, d, no);
	case DG_ORDER_USE:
	case DG_ORDER_DOUBLE:
	case DG_ORDER_PASS:
	case DG_ORDER_FINISH: return dg_decide_use(r, seat, d, no);
	default: return dg_no(no, DG_REFUSAL_BAD_TIME, DG_TURN_03, 0);
	}
}

/* what the order does to this one, in what its seat knows, turned to it if that
 * is free */
static bool worth_of(const struct run *r, struct dg_state *v, int seat,
		     const struct decision *d, struct dg_odds *out)
{
	int f = dg_find(v, decision_int(d, DG_TAG_FIG, 0));
	int32_t to = dg_aim_square(v, d), facing = v->fig[f].facing;
	struct decision turn;
	struct refusal no;
	struct dry_run t;
	bool known;

	if (dg_in_front(v, f, to) || dg_option(v, DG_OPTION_TURN_COST))
		return dg_strike_odds(v, d, out);
	/* most are out of reach however it turns: no copy is made for them */
	v->fig[f].facing = dg_direct(v->fig[f].sq, to);
	known = dg_strike_odds(v, d, out);
	v->fig[f].facing = facing;
	if (!known)
		return false;
	dry_run_begin(&t, r->trials, r->sys, v);
	dg_turn_to(v, f, to, &turn);
	known = dg_decide_move(&t.run, seat, &turn, &no) &&
		dg_strike_odds(dg_of(&t.run), d, out);
	dry_run_end(&t);
	return known;
}

/* ATTACK .. ANYBODY: the same at the target that it hurts most, by the odds
 * as the seat knows them; of equals the lowest label. False: there is no
 * target. */
static bool decide_aim(const struct run *r, int seat, const struct decision *d,
		       struct decision *out)
{
	int f = dg_find(dg_of(r), decision_int(d, DG_TAG_FIG, 0));
	struct dg_state *v;
	int32_t most = 0;
	bool any = false;

	if (f < 0 || !dg_on_board(dg_of(r), f))
		return false;
	v = trials_take(r->trials);
	r->sys->view(r->state, seat, v);
	for (int g = 0; g < v->n_figs; g++) {
		struct decision one = *d;
		struct dg_odds odds;

		if (!dg_on_board(v, g) || !dg_enemies(v, f, g) ||
		    v->fig[g].owner == seat)
			continue;
		decision_add_int(&one, DG_TAG_TARGET, v->fig[g].label);
		if (!worth_of(r, v, seat, &one, &odds) ||
		    (any && odds.clicks - odds.harm <= most))
			continue;
		most = odds.clicks - odds.harm;
		any = true;
		*out = one;
	}
	trials_give(r->trials, v);
	return any;
}

/*
 * The turn that an order means which needs its only target in front of the
 * figure, and says that it turns there (DG-ACT-06, which costs nothing); false:
 * none is needed, or it would be in vain. no: why it is in vain.
 */
static bool turn_first(const struct run *r, int seat, const struct decision *d,
		       struct decision *turn, struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int f = dg_find(s, decision_int(d, DG_TAG_FIG, 0)), targets = 0;
	struct decision_arg a;
	struct dry_run t;
	int32_t to;
	bool done;

	if (!decision_int(d, DG_TAG_TURNS, 0) || f < 0 || !dg_on_board(s, f) ||
	    dg_option(s, DG_OPTION_TURN_COST))
		return false;
	for (int at = 0; decision_next(d, at, &a); at = a.next)
		targets += a.tag == DG_TAG_TARGET;
	to = dg_aim_square(s, d);
	if (targets != 1 || to == DG_NOWHERE || dg_in_front(s, f, to))
		return false;
	dg_turn_to(s, f, to, turn);
	dry_run_begin(&t, r->trials, r->sys, r->state);
	done = dg_decide_move(&t.run, seat, turn, no);
	if (done && !t.run.unknown) {
		int before = t.out.n;

		t.run.asks = true;
		done = decide_acting(&t.run, seat, d, no) || t.run.unknown ||
		       t.out.n > before;
	}
	dry_run_end(&t);
	return done;
}

/* .. and what turns first for it */
static bool decide_turned(struct run *r, int seat, const struct decision *d,
			  struct refusal *no)
{
	struct decision turn, aimed;
	struct refusal vain = { 0 };

	/* these have no target, and may name many squares */
	if (d->kind == DG_ORDER_MOVE || d->kind == DG_ORDER_ENTER)
		return decide_acting(r, seat, d, no);
	if (decision_int(d, DG_TAG_ANY, 0)) {
		if (!decide_aim(r, seat, d, &aimed))
			return dg_no(no, DG_REFUSAL_NO_TARGET, DG_CLOSE_01,
				     decision_int(d, DG_TAG_FIG, 0));
		d = &aimed;
	}
	if (turn_first(r, seat, d, &turn, &vain)) {
		if (!dg_decide_move(r, seat, &turn, no))
			return false;
		if (r->unknown || dg_of(r)->head.phase != DG_PLAY)
			return true;
	} else if (vain.reason) {
		*no = vain;
		return false;
	}
	return decide_acting(r, seat, d, no);
}

/* the lowest face of every die: of those that preparations throw only the
 * highest of Command gives anything, and what it gives forbids no order */
static uint32_t decide_lowest(const void *source, uint32_t roll, uint32_t draw)
{
	(void)source;
	(void)roll;
	(void)draw;
	return 0;
}

void dg_turn_try(struct run *r)
{
	struct dice low = { .bits = decide_lowest };

	r->dice = &low;
	dg_turn_ready(r);
	r->dice = NULL;
}

static bool nimble_turn(const struct dg_state *s, const struct decision *d)
{
	int f = dg_find(s, decision_int(d, DG_TAG_FIG, 0));

	return d->kind == DG_ORDER_TURN && f >= 0 &&
	       dg_has_for(s, f, DG_ABILITY_NIMBLE, s->head.active);
}

bool dg_names_another(const struct dg_state *s, const struct decision *d)
{
	return s->actor && s->actor != decision_int(d, DG_TAG_FIG, 0) &&
	       d->kind != DG_ORDER_FINISH && !nimble_turn(s, d);
}

/*
 * The first order of a turn ends its preparations, one that names another
 * piece the activation under way; and the effects of that (venom, Ram, doors)
 * may change the legal orders. But a refused order ends nothing and rolls
 * nothing. Mostly no piece rolls or is hurt at this: then it is done, and
 * undone if the order is refused. Else the order is tried on a copy first.
 */

/* may the seat's treasures give a piece one of these? */
static bool may_bring(const struct dg_state *s, int seat, enum dg_ability a,
		      enum dg_ability b)
{
	for (int i = 0; i < s->n_chests; i++) {
		const struct dg_treasure *t = dg_treasure(s, i);

		if (s->chest[i].place != DG_CHEST_HELD ||
		    s->chest[i].holder != seat)
			continue;
		if (!t)
			return true;
		for (size_t k = 0; k < ARRAY_LEN(t->ability); k++)
			if (t->ability[k] == (int32_t)a ||
			    t->ability[k] == (int32_t)b)
				return true;
	}
	return false;
}

/* no piece rolls, is hurt, healed or raised when the turn of the active seat
 * is prepared */
static bool prepares_quietly(const struct dg_state *s)
{
	int seat = s->head.active;

	if (s->player[seat].waiting ||
	    may_bring(s, seat, DG_ABILITY_COMMAND, DG_ABILITY_VENOM))
		return false;
	for (int f = 0; f < s->n_figs; f++) {
		int32_t shown = s->card[f].dial[s->fig[f].click][1];

		if (s->fig[f].owner != seat && s->fig[f].owner >= 0)
			continue;
		if (dg_has_byte(shown, DG_ABILITY_COMMAND) ||
		    dg_has_byte(shown, DG_ABILITY_VENOM))
			return false;
	}
	return true;
}

/* nor when the activation under way ends */
static bool ends_quietly(const struct dg_state *s)
{
	int f = dg_find(s, s->actor);

	return f < 0 || !s->moved || !dg_has(s, f, DG_ABILITY_RAM);
}

/* what the events of both change then, and how many there were before */
struct before {
	int n_events;
	uint32_t n_rolls;
	int32_t turn[(offsetof(struct dg_state, player) -
		      offsetof(struct dg_state, ready)) /
		     sizeof(int32_t)];
	int32_t door[DG_MAX_DOORS], place[DG_MAX_CHESTS], fig[DG_MAX_CHESTS];
	int32_t contact[DG_MAX_FIGS][DG_FIG_WORDS];
	int32_t poled[DG_MAX_FIGS][DG_FIG_WORDS];
};

static void before_keep(struct before *b, const struct run *r)
{
	const struct dg_state *s = dg_of(r);

	b->n_events = r->out->n;
	b->n_rolls = r->dice ? r->dice->n_rolls : 0;
	memcpy(b->turn, (const char *)s + offsetof(struct dg_state, ready),
	       sizeof(b->turn));
	for (int i = 0; i < s->n_doors; i++)
		b->door[i] = s->door[i].state;
	for (int i = 0; i < s->n_chests; i++) {
		b->place[i] = s->chest[i].place;
		b->fig[i] = s->chest[i].fig;
	}
	memcpy(b->contact, s->contact,
	       (size_t)s->n_figs * sizeof(s->contact[0]));
	for (int f = 0; f < s->n_figs; f++)
		memcpy(b->poled[f], s->fig[f].poled, sizeof(b->poled[f]));
}

static void before_undo(const struct before *b, struct run *r)
{
	struct dg_state *s = dg_of(r);

	r->out->n = b->n_events;
	memcpy((char *)s + offsetof(struct dg_state, ready), b->turn,
	       sizeof(b->turn));
	for (int i = 0; i < s->n_doors; i++)
		s->door[i].state = b->door[i];
	for (int i = 0; i < s->n_chests; i++) {
		s->chest[i].place = b->place[i];
		s->chest[i].fig = b->fig[i];
	}
	memcpy(s->contact, b->contact,
	       (size_t)s->n_figs * sizeof(s->contact[0]));
	for (int f = 0; f < s->n_figs; f++)
		memcpy(s->fig[f].poled, b->poled[f], sizeof(b->poled[f]));
}

static bool would_be_done(const struct run *r, int seat,
			  const struct decision *d, bool another,
			  struct refusal *no)
{
	struct dry_run t;
	bool done = true;

	dry_run_begin(&t, r->trials, r->sys, r->state);
	t.run.asks = true;
	if (!dg_of(&t.run)->ready)
		dg_turn_try(&t.run);
	if (another && dg_of(&t.run)->head.phase == DG_PLAY)
		dg_end_activation(&t.run);
	if (!t.run.unknown && dg_of(&t.run)->head.phase == DG_PLAY) {
		int before = t.out.n;

		done = decide_turned(&t.run, seat, d, no) || t.run.unknown ||
		       t.out.n > before;
	}
	dry_run_end(&t);
	return done;
}

/* an order that ends the turn's preparations or an activation */
static bool decide_after(struct run *r, int seat, const struct decision *d,
			 bool another, struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	bool quiet = (s->ready || prepares_quietly(s)) &&
		     (!another || ends_quietly(s));
	struct before b;
	int done;

	if (quiet)
		before_keep(&b, r);
	else if (!would_be_done(r, seat, d, another, no))
		return false;
	if (!s->ready)
		dg_turn_ready(r);
	if (r->unknown || s->head.phase != DG_PLAY)
		return true;
	if (another)
		dg_end_activation(r);
	if (s->head.phase != DG_PLAY)
		return true;
	done = r->out->n;
	if (decide_turned(r, seat, d, no))
		return true;
	if (quiet && !r->unknown && r->out->n == done &&
	    (!r->dice || r->dice->n_rolls == b.n_rolls))
		before_undo(&b, r);
	return false;
}

static bool decide_turn(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	bool another;

	switch (d->kind) {
	case DG_ORDER_STORE:
	case DG_ORDER_ASSIGN:
	case DG_ORDER_GIVE_UP:
	case DG_ORDER_DRINK: return dg_decide_items(r, seat, d, no);
	default: break;
	}
	if (d->kind == DG_ORDER_END) {
		if (!s->ready)
			dg_turn_ready(r);
		if (!r->unknown && s->head.phase == DG_PLAY)
			dg_turn_done(r);
		return true;
	}
	another = dg_names_another(s, d);
	if (another && !dg_may_leave_off(s, no))
		return false;
	if (!(another || !s->ready ? decide_after(r, seat, d, another, no)
				   : decide_turned(r, seat, d, no)))
		return false;
	if (!r->unknown)
		dg_check_over(r);
	return true;
}

static bool decide_any_time(struct run *r, int seat, const struct decision *d,
			    struct refusal *no)
{
	const struct dg_state *s = dg_of(r);

	switch (d->kind) {
	case DG_ORDER_CANCEL: return dg_decide_use(r, seat, d, no);
	case DG_ORDER_SWAP: return dg_decide_items(r, seat, d, no);
	default: break;
	}
	assert(d->kind == DG_ORDER_WITHDRAW);
	if (s->frame.what || s->head.seat[seat].withdrawn)
		return dg_no(no, DG_REFUSAL_BAD_TIME, DG_TURN_01, 0);
	dg_withdraw(r, seat);
	return true;
}

/* by its class (orders.def) before anything is looked at */
static bool decide(struct run *r, int seat, const struct decision *d,
		   struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	enum order_class is = decision_row(&r->sys->decisions, d->kind)->is;

	if (is == CLASS_QUERY)
		return d->kind == DG_ORDER_ODDS ? decide_odds(r, seat, d, no)
						: decide_check(r, seat, d, no);
	if (is == CLASS_STANDING)
		return decide_standing(r, seat, d, no);
	if (s->head.phase == DG_OVER)
		return dg_no(no, DG_REFUSAL_BAD_TIME, DG_END_01, 0);
	if (s->head.phase < DG_PLAY)
		return dg_setup_decide(r, seat, d, no);
	if (is == CLASS_ANSWER)
		return dg_answer(r, seat, d, no);
	if (is == CLASS_ANY)
		return decide_any_time(r, seat, d, no);
	if (s->head.active != seat || s->frame.what || is == CLASS_SETUP)
		return dg_no(no, DG_REFUSAL_BAD_TIME, DG_TURN_01, 0);
	return decide_turn(r, seat, d, no);
}

enum verdict dg_decide(struct run *r, int seat, const struct decision *d,
		       struct refusal *no)
{
	const struct dg_state *s = dg_of(r);

	*no = (struct refusal){ 0 };
	if (seat < 0 || seat >= DG_MAX_SEATS || !s->head.seat[seat].present) {
		dg_no(no, DG_REFUSAL_BAD_TIME, DG_TURN_01, 0);
		return VERDICT_REFUSED;
	}
	if (!decide(r, seat, d, no) && !r->unknown)
		return VERDICT_REFUSED;
	return r->unknown ? VERDICT_UNKNOWN : VERDICT_DONE;
}
