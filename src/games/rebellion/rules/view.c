/*
 * src/games/rebellion/rules/view.c - functions of struct system: awaited seats,
 * views, conditions of orders.
 */
#include "games/rebellion/rules/decide.h"
#include "games/rebellion/rules/exec.h"
#include "games/rebellion/rules/carryover.h"
#include "games/rebellion/rules/system_private.h"
#include "games/rebellion/rules/refuse.h"
#include "games/rebellion/rules/turn.h"

static void state_init(void *state)
{
	struct rb_state *s = state;

	s->board_w = s->board_h = 3937;
	s->round = 1;
	for (int seat = 0; seat < RB_MAX_SEATS; seat++) {
		s->player[seat].side = -1;
		s->player[seat].build = 200;
	}
}

/* --- awaiting ---------------------------------------------------------- */

static uint64_t view_kinds(const struct rb_state *s, enum order_class is,
			   int of)
{
	return kinds_of(&system_rebellion.decisions, is, of, s->head.option);
}

static void setup_awaits(const struct rb_state *s, struct awaiting *out)
{
	uint64_t now = view_kinds(s, CLASS_SETUP, s->head.phase);

	if (s->head.phase == RB_TERRAIN || s->head.phase == RB_DEPLOY)
		awaiting_add(out, s->head.active, now, false);
	for (int seat = 0; seat < RB_MAX_SEATS; seat++) {
		const struct rb_player *p = &s->player[seat];

		if (!s->head.seat[seat].present)
			continue;
		if (s->head.phase == RB_ARMY && !p->list_in)
			awaiting_add(out, seat, now, true);
		if (s->head.phase == RB_PILE && !p->pile_done)
			awaiting_add(out, seat, now | kind_bit(RB_ORDER_END),
				     false);
	}
}

static void view_awaiting(const void *state, struct awaiting *out)
{
	const struct rb_state *s = state;

	if (!s->head.option[RB_OPTION_ASK])
		out->never |= view_kinds(s, CLASS_ANSWER, -1);
	if (s->head.phase != RB_PLAY) {
		setup_awaits(s, out);
		return;
	}
	awaiting_answers(&system_rebellion, s, out);
	if (!s->frame.what)
		awaiting_add(out, s->head.active,
			     view_kinds(s, CLASS_TURN, -1) |
				     view_kinds(s, CLASS_ACTION, -1),
			     false);
}

/* --- what an END belongs to --------------------------------------------- */

/* phases before play have two numbers each, turns those from here on */
enum { FIRST_SPAN_OF_TURNS = 1000 };

/* turns that the seat has begun: one in each round, clockwise */
static int32_t turns_begun(const struct rb_state *s, int seat)
{
	int seats[RB_MAX_SEATS], n = rb_clockwise(s, seats), first = 0;
	bool begun = false;

	while (first < n - 1 && seats[first] != s->head.first)
		first++;
	for (int i = 0; i < n; i++) {
		begun |= seats[(first + i) % n] == seat;
		if (seats[(first + i) % n] == s->head.active)
			break;
	}
	return s->round - 1 + begun;
}

/* The other players can agree to end the game (RB-END-03). */
static bool rb_asks(int kind)
{
	return kind == RB_EV_END_VOTE;
}

/* neither an action nor a move by Quickness is left */
static bool view_spent(const void *state, int seat)
{
	const struct rb_state *s = state;
	struct refusal no;

	if (s->head.active != seat || s->actions_left > 0)
		return false;
	for (int f = 0; f < s->n_figs; f++)
		if (rb_has(s, f, RB_ABILITY_QUICKNESS) &&
		    rb_check_actor(s, seat, s->fig[f].label, RB_CHECK_FREE,
				   &no) >= 0)
			return false;
	return true;
}

static void rb_span(const void *state, int seat, int kind, struct span *out)
{
	const struct rb_state *s = state;
	const struct rb_player *p = &s->player[seat];
	bool pile = kind == RB_ORDER_SIDE || kind == RB_ORDER_PILE ||
		    (kind < 0 && s->head.phase == RB_PILE && !p->pile_done);

	*out = (struct span){ .number = 0 };
	if (s->head.phase == RB_OVER || s->head.seat[seat].withdrawn)
		return;
	out->at = 2 * s->head.phase + p->pile_done;
	if (s->head.phase == RB_PLAY)
		out->at = FIRST_SPAN_OF_TURNS + turns_begun(s, seat) +
			  (s->head.active != seat);
	if (pile) {
		out->number = 2 * RB_PILE;
		out->own = s->head.phase == RB_PILE && !p->pile_done;
		out->at_mail = true;
		return;
	}
	/* before play an END after orders of a turn is for the first turn,
	 * any other for no turn */
	if (kind >= 0 ? decision_row(&system_rebellion.decisions, kind)->is ==
				CLASS_SETUP
		      : s->head.phase < RB_START)
		return;
	out->number =
		s->head.phase == RB_PLAY ? out->at : FIRST_SPAN_OF_TURNS + 1;
	out->next = out->number + 1;
	out->own = s->head.phase == RB_PLAY && s->head.active == seat;
	out->at_mail = true;
}

/* --- what a seat may know ---------------------------------------------- */

static void figure_hide(struct rb_state *s, int f)
{
	struct rb_def *d = &s->def[f];
	struct rb_click shown = d->click[s->fig[f].wounds];

	s->fig[f].spin = s->fig[f].spin_face = RB_UNKNOWN;
	s->fig[f].push = s->fig[f].unity = RB_UNKNOWN;
	if (s->head.option[RB_OPTION_OPEN_DIALS])
		return;
	/* RB-ETQ-01: dials are never turned to look ahead */
	memset(d->click, 0, sizeof(d->click));
	d->click[s->fig[f].wounds] = shown;
	d->n_clicks = RB_UNKNOWN;
}

void rb_view(const void *state, int seat, void *out)
{
	struct rb_state *s = out;
	int kept = 0, was;

	memcpy(s, state, sizeof(*s));
	was = s->n_figs;
	for (int f = 0; f < was; f++) {
		/* a list that is not open: nothing tells that it is there */
		if (!s->fig[f].open && s->fig[f].owner != seat)
			continue;
		if (kept != f) {
			s->fig[kept] = s->fig[f];
			s->def[kept] = s->def[f];
		}
		if (s->fig[kept].owner != seat)
			figure_hide(s, kept);
		kept++;
	}
	memset(s->fig + kept, 0, (size_t)(was - kept) * sizeof(s->fig[0]));
	memset(s->def + kept, 0, (size_t)(was - kept) * sizeof(s->def[0]));
	s->n_figs = kept;
	for (int i = 0; i < RB_MAX_SEATS; i++) {
		struct rb_player *p = &s->player[i];

		if (i == seat || !s->head.seat[i].present)
			continue;
		p->spin = p->spin_face = p->defend = RB_UNKNOWN;
		p->land = p->against = p->push = RB_UNKNOWN;
		if (s->head.phase == RB_ARMY)
			p->spent = RB_UNKNOWN;
	}
	common_state_hide(&s->head, seat);
	/* the rest of an action is known to the player who ordered it */
	if (s->frame.what && seat != s->head.active)
		frame_hide(&system_rebellion.frames, s);
}

/* as if no seat had standing orders for its figures, and hidden dials had
 * clicks enough: the values on those clicks are unknown, and stay nothing */
static void view_suppose(void *view)
{
	struct rb_state *s = view;

	for (int f = 0; f < s->n_figs; f++) {
		if (s->def[f].n_clicks == RB_UNKNOWN)
			s->def[f].n_clicks = RB_MAX_CLICKS;
		if (s->fig[f].spin != RB_UNKNOWN)
			continue;
		s->fig[f].spin = RB_POLICY_INHERIT;
		s->fig[f].spin_face = s->fig[f].push = s->fig[f].unity = 0;
	}
	for (int i = 0; i < RB_MAX_SEATS; i++) {
		struct rb_player *p = &s->player[i];

		if (p->spin == RB_UNKNOWN)
			p->spin = p->spin_face = p->defend = p->land =
				p->against = p->push = 0;
	}
}

/* --- conditions -------------------------------------------------------- */

static bool view_holds(const void *view, int seat, const int32_t *w, int n)
{
	const struct rb_state *s = view;
	int f = n > 1 ? rb_find(s, w[1]) : -1;
	int g = n > 2 ? rb_find(s, w[2]) : -1;

	(void)seat;
	switch (w[0]) {
	case RB_COND_DEAD: return f >= 0 && s->fig[f].status == RB_ELIMINATED;
	case RB_COND_CAPTIVE: return f >= 0 && s->fig[f].captive_of;
	case RB_COND_TOUCHING: return f >= 0 && g >= 0 && rb_touch(s, f, g);
	default: return false;
	}
}

#define TO(phase) (UINT32_C(1) << RB_##phase)
static const uint32_t follows[N_RB_PHASES] = {
	[RB_BEFORE] = TO(ARMY),    [RB_ARMY] = TO(PILE),
	[RB_PILE] = TO(ROLL),      [RB_ROLL] = TO(TERRAIN),
	[RB_TERRAIN] = TO(DEPLOY), [RB_DEPLOY] = TO(START),
	[RB_START] = TO(PLAY),     [RB_PLAY] = TO(OVER),
};

/* An answer is about a figure that there is; it turns for its owner, who stays
 * the same but for a mount that loses its rider. */
static bool view_possible(const void *view, int seat, const struct decision *d,
			  struct refusal *no)
{
	const struct rb_state *s = view;
	bool spins = d->kind == RB_ORDER_FREE_SPIN;
	int32_t label = decision_int(d, spins ? RB_TAG_FIG : RB_TAG_TARGET, 0);
	int f = rb_find(s, label);

	if (s->head.phase != RB_PLAY || (!spins && d->kind != RB_ORDER_LEND))
		return true;
	if (RULE(RB_SPIN_03, f < 0))
		return rb_no1(no, RB_REFUSAL_NO_FIGURE,
			      spins ? RB_SPIN_03 : RB_DEF_50, label);
	if (RULE(RB_SPIN_03, spins && s->fig[f].owner != seat &&
				     !s->head.option[RB_OPTION_CAVALRY]))
		return rb_no1(no, RB_REFUSAL_NOT_YOURS, RB_SPIN_03, label);
	return true;
}

/* The list of an army: one card of it, the others aside. */
static bool view_takes(const void *view, int seat, const struct event *card)
{
	const struct rb_state *s = view;
	struct refusal no;

	return s->head.phase == RB_ARMY && !s->player[seat].list_in &&
	       rb_card_check(s, card, &no);
}

static int32_t view_points(const void *state, int seat)
{
	int32_t n = ((const struct rb_state *)state)->player[seat].final_total;

	return n > 0 ? n : 0;
}

const struct system system_rebellion = {
	.name = "rebellion",
	.version = "rebellion 1",
	.state_size = sizeof(struct rb_state),
	.max_seats = RB_MAX_SEATS,
	SYSTEM_TABLES(rb, RB),
	.phases = rb_phases,
	.n_phases = N_RB_PHASES,
	.follows = follows,
	.play = RB_PLAY,
	.frames = { FRAME_IN(struct rb_state, frame), N_RB_QUESTIONS,
		    RB_EV_ASKED, RB_EV_SUSPENDED, RB_EV_ANSWERED, false },
	.init = state_init,
	.awaiting = view_awaiting,
	.span = rb_span,
	.asks = rb_asks,
	.possible = view_possible,
	.decide = rb_decide,
	.spent = view_spent,
	.advance = rb_advance,
	.evolve = rb_evolve,
	.option = rb_option,
	.view = rb_view,
	.suppose = view_suppose,
	.holds = view_holds,
	.legal = rb_legal,
	.offer = rb_offer,
	.instead = rb_instead,
	.random_decision = rb_random_decision,
	.choose = rb_choose,
	.takes = view_takes,
	.default_order = rb_default_order,
	.values = rb_values,
	.n_values = N_RB_VALUES,
	.get = rb_get,
	.put = rb_put,
	.was_put = rb_was_put,
	.validate = rb_validate,
	.invariant = rb_invariant,
	.is_creation_event = rb_is_creation_event,
	.carry = rb_carryover_apply,
	.leaves = rb_leaves,
	.points = view_points,
};
