/*
 * src/games/arena/rules/view.c - functions of struct system: awaited seats,
 * views (AR section 21), the order of queued orders.
 */
#include "games/arena/rules/carryover.h"
#include "games/arena/rules/triggers.h"
#include "games/arena/rules/play.h"
#include "engine/queue.h"

static void state_init(void *state)
{
	struct ar_state *s = state;

	s->stopped = -1;
	s->next_handle = 1;
	s->n_cards = 1;
	s->n_pool = 1; /* place 0 is none */
	for (int i = 0; i < AR_MAX_SEATS; i++)
		s->player[i].element = -1;
}

/* --- whom it awaits --------------------------------------------------------
 */

static uint64_t view_bits(const int *kinds, int n)
{
	uint64_t all = 0;

	for (int i = 0; i < n; i++)
		all |= kind_bit(kinds[i]);
	return all;
}

#define KINDS(...)                                                             \
	view_bits((const int[]){ __VA_ARGS__ },                                \
		  (int)ARRAY_LEN(((const int[]){ __VA_ARGS__ })))

static void add_window(struct awaiting *a, int seat, uint64_t kinds)
{
	a->v[a->n++] = (struct awaited){ .seat = seat,
					 .kinds = kinds,
					 .window = true };
}

static void await_setup(const struct ar_state *s, struct awaiting *out)
{
	if (s->head.active >= 0) {
		if (s->head.first < 0)
			add_window(out, (int)s->head.active,
				   KINDS(AR_ORDER_INITIATIVE));
		return;
	}
	for (int i = 0; i < AR_MAX_SEATS; i++)
		if (s->head.seat[i].present &&
		    !(s->player[i].mage_in && s->player[i].book_in))
			awaiting_add(
				out, i,
				s->player[i].mage_in
					? KINDS(AR_ORDER_MAGE, AR_ORDER_BOOK)
					: KINDS(AR_ORDER_MAGE),
				true);
}

static bool in_game(const struct ar_state *s, int seat)
{
	return s->head.seat[seat].present && s->player[seat].alive;
}

static void await_turn(const struct ar_state *s, struct awaiting *out)
{
	uint64_t turn = KINDS(AR_ORDER_ACT, AR_ORDER_PASS, AR_ORDER_QC_BEFORE,
			      AR_ORDER_USE_BEFORE, AR_ORDER_STOP);

	if (s->step == AR_STEP_ASKED) {
		for (int i = 0; i < AR_MAX_SEATS; i++)
			if (in_game(s, i) && !s->player[i].plan_in)
				awaiting_add(out, i, KINDS(AR_ORDER_END), true);
	} else if (s->step == AR_STEP_AFTER) {
		add_window(out, (int)s->head.active,
			   KINDS(AR_ORDER_QC_AFTER, AR_ORDER_USE_AFTER));
	} else if (s->stopped >= 0 &&
		   s->stopped % AR_MAX_SEATS == s->head.active) {
		awaiting_add(out, (int)s->head.active, turn, false);
	} else {
		add_window(out, (int)s->head.active, turn);
		out->v[out->n - 1].askable = true;
	}
}

static void await_phase(const struct ar_state *s, struct awaiting *out)
{
	switch (s->head.phase) {
	case AR_SETUP: await_setup(s, out); return;
	case AR_PLAN:
		for (int i = 0; i < AR_MAX_SEATS; i++)
			if (in_game(s, i) && !s->player[i].plan_in)
				awaiting_add(out, i,
					     KINDS(AR_ORDER_PLAN, AR_ORDER_END),
					     true);
		return;
	case AR_DEPLOY:
		add_window(out, (int)s->head.active, KINDS(AR_ORDER_DEPLOY));
		return;
	case AR_FIRST:
		add_window(out, (int)s->head.active, KINDS(AR_ORDER_QC_FIRST));
		return;
	case AR_FINAL:
		add_window(out, (int)s->head.active, KINDS(AR_ORDER_QC_LAST));
		return;
	case AR_TURNS: await_turn(s, out); return;
	default: return;
	}
}

/* the kinds that the seat may send at any time */
static uint64_t always_of(const struct ar_state *s, int i)
{
	const struct decision_schema *d = &system_arena.decisions;
	uint64_t kinds = kinds_of(d, CLASS_QUERY, -1, s->head.option);

	if (s->head.phase > AR_SETUP && s->player[i].alive)
		kinds |= kinds_of(d, CLASS_STANDING, -1, s->head.option) |
			 KINDS(AR_ORDER_WITHDRAW);
	/* AR-QC-08: kept until a team-mate's creature acts; of an own creature
	 * only in the own turn */
	if (s->head.phase > AR_PLAN && s->head.active != i &&
	    RULE(AR_QC_08, ar_helps_mates(s, i)))
		kinds |= KINDS(AR_ORDER_USE_BEFORE, AR_ORDER_USE_AFTER);
	/* a second book is answered, and does not wait */
	if (s->head.phase == AR_SETUP && s->player[i].mage_in &&
	    s->player[i].book_in)
		kinds |= KINDS(AR_ORDER_MAGE, AR_ORDER_BOOK);
	/* the round mail is in, and may be sent anew */
	if (s->head.phase == AR_PLAN && s->step == AR_STEP_MAIN &&
	    s->player[i].plan_in)
		kinds |= KINDS(AR_ORDER_PLAN, AR_ORDER_END);
	return kinds;
}

static void ar_awaiting(const void *state, struct awaiting *out)
{
	const struct ar_state *s = state;
	uint64_t written = KINDS(
		AR_ORDER_ACT, AR_ORDER_PASS, AR_ORDER_STOP, AR_ORDER_QC_FIRST,
		AR_ORDER_QC_LAST, AR_ORDER_QC_BEFORE, AR_ORDER_QC_AFTER,
		AR_ORDER_USE_BEFORE, AR_ORDER_USE_AFTER, AR_ORDER_DEPLOY);
	const struct decision_schema *d = &system_arena.decisions;

	out->keeps = written;
	out->bound = written;
	out->ahead = written;
	out->side =
		KINDS(AR_ORDER_QC_FIRST, AR_ORDER_QC_LAST, AR_ORDER_QC_BEFORE,
		      AR_ORDER_QC_AFTER, AR_ORDER_USE_BEFORE,
		      AR_ORDER_USE_AFTER, AR_ORDER_DEPLOY);
	/*
	 * planning comes again in every round; a fallen Mage's player sends
	 * nothing
	 */
	out->past = s->head.phase > AR_SETUP
			    ? kinds_of(d, CLASS_SETUP, AR_SETUP, s->head.option)
			    : 0;
	memset(out->always, 0, sizeof(out->always));
	if (s->head.phase == AR_BEFORE || s->head.phase == AR_OVER)
		return;
	if (ar_asked(s) >= 0) {
		uint64_t kinds = KINDS(AR_ORDER_NOTHING);

		if (ar_answering(s))
			kinds |= KINDS(ar_answering(s));

		if (!s->frame.n && s->head.phase == AR_TURNS)
			kinds |= KINDS(AR_ORDER_ACT, AR_ORDER_PASS,
				       AR_ORDER_QC_BEFORE);
		awaiting_add(out, ar_asked(s), kinds, false);
	} else if (s->step == AR_STEP_MAIN || s->step == AR_STEP_BOUND ||
		   s->step == AR_STEP_AFTER || s->step == AR_STEP_ASKED ||
		   s->head.phase == AR_SETUP) {
		await_phase(s, out);
	}
	for (int i = 0; i < AR_MAX_SEATS; i++)
		if (s->head.seat[i].present)
			out->always[i] = always_of(s, i);
}

/* Planning of round r is span 2r, the play of it 2r + 1. */
static void view_span(const void *state, int seat, int kind, struct span *out)
{
	const struct ar_state *s = state;
	bool planning = s->head.phase <= AR_PLAN;
	bool plan = kind < 0 ? planning
			     : kind == AR_ORDER_PLAN || kind == AR_ORDER_END;
	int32_t now = 2 * s->round + !planning;

	memset(out, 0, sizeof(*out));
	if (s->head.phase < AR_INITIATIVE || s->head.phase == AR_OVER)
		return;
	out->at = now;
	if (s->step == AR_STEP_ASKED && !s->player[seat].plan_in) {
		out->number = now;
		out->own = out->at_mail = true;
	} else if (plan) {
		out->number = planning ? now : now + 1;
		out->own = s->head.phase == AR_PLAN &&
			   s->step == AR_STEP_MAIN && !s->player[seat].plan_in;
		out->at_mail = true;
	} else {
		out->number = 2 * s->round + 1;
		out->own = !planning;
	}
	out->next = out->number + 2;
}

/* ON FAIL GUARD: the creature guards instead */
static bool view_fallback(const void *view, int seat, const struct decision *d,
			  struct decision *out)
{
	if (d->kind != AR_ORDER_ACT)
		return false;
	decision_start(out, AR_ORDER_ACT);
	decision_add_int(out, AR_TAG_FIG, ar_fig(view, seat, d));
	decision_add_int(out, AR_TAG_STEP, AR_DO_GUARD);
	return true;
}

/* a quickcast before a creature that no line lets act yet (AR-MAIL-13) */
static bool view_leans(const void *state, int seat, const struct decision *d,
		       const struct decision *with)
{
	const struct ar_state *s = state;
	struct decision_arg a;
	int32_t fig = ar_fig(s, seat, d);
	int acts = decision_row(&system_arena.decisions, d->kind)->before;

	if (!acts || !with)
		return acts;
	for (int at = 0; decision_next(with, at, &a); at = a.next)
		if (RULE(AR_MAIL_13, with->kind == acts) &&
		    a.tag == AR_TAG_FIG &&
		    (a.w[0] ? a.w[0] : s->player[seat].mage) == fig)
			return true;
	return false;
}

/* ON FAIL of the orders that say nothing of it (AR-MAIL-07) */
static int on_fail(const void *state, int seat)
{
	struct decision d;
	int policy = AR_POLICY_STOP;

	for (int i = 0; ar_line(state, seat, i, &d); i++)
		if (d.kind == AR_ORDER_ON_FAIL)
			policy = decision_int(&d, AR_TAG_POLICY, policy);
	if (!RULE(AR_MAIL_12, policy != AR_POLICY_STOP))
		return 0;
	return policy == AR_POLICY_SKIP ? QUEUE_SKIP : QUEUE_FALLBACK;
}

/* --- what a seat sees ------------------------------------------------------
 */

/* what is in the book: what is planned is not; where it is not known, as it
 * was */
static int32_t n_left(const struct ar_player *p, int n_cards)
{
	int32_t n = 0;
	bool known = false;

	for (int i = 0; i < (int)ARRAY_LEN(p->first_book); i++)
		known |= p->first_book[i] != 0;
	for (int i = 0; i < n_cards; i++)
		n += p->book[i] > 0 ? p->book[i] : 0;
	return known ? n : p->left;
}

/* spells that are planned, and taken out of the book */
static int32_t n_planned(const struct ar_state *s, int seat)
{
	int32_t n = 0;

	for (int k = 0; k < AR_PLANNED; k++)
		n += s->player[seat].planned[k] > 0;
	for (int i = 0; i < s->n_objects; i++)
		n += s->obj[i].ctl == seat && s->obj[i].planned > 0;
	return n;
}

static void hide_player(struct ar_state *s, int i, int reader)
{
	struct ar_player *p = &s->player[i];
	bool closed = s->head.phase > AR_PLAN;

	/* how many are planned is seen when all have planned */
	p->left += closed ? 0 : n_planned(s, i);
	memset(p->book, 0, sizeof(p->book));
	memset(p->first_book, 0, sizeof(p->first_book));
	for (int k = 0; k < AR_PLANNED; k++)
		p->planned[k] = p->planned[k] && closed ? AR_UNKNOWN : 0;
	p->plan_touched = 0;
	memset(p->planned_secret, 0, sizeof(p->planned_secret));
	if (!s->head.option[AR_OPTION_BOOK_COUNT_PUBLIC])
		p->left = 0;
	(void)reader;
}

static void hide_lines(struct ar_player *p, struct ar_kept *kept)
{
	memset(kept, 0, sizeof(*kept));
	p->n_lines = 0;
	memset(p->lines, 0, sizeof(p->lines));
	p->ask = p->reserve = 0;
}

static void hide_object(struct ar_state *s, struct ar_obj *o, int reader)
{
	bool friendly = reader >= 0 && ar_friends(s, o->ctl, reader);
	bool closed = s->head.phase > AR_PLAN;

	if (!ar_knows(s, reader, o))
		o->card = AR_UNKNOWN;
	if (!friendly) {
		if (o->bound && !o->bound_seen)
			o->bound = AR_UNKNOWN;
		o->planned = o->planned && closed ? AR_UNKNOWN : 0;
		o->sealed = 0;
	}
	o->secret = 0;
}

static void ar_view(const void *state, int seat, void *out)
{
	struct ar_state *s = out;

	memcpy(out, state, sizeof(*s));
	for (int i = 0; i < AR_MAX_SEATS; i++) {
		s->player[i].left = n_left(&s->player[i], (int)s->n_cards);
		if (seat < 0 || !ar_friends(s, i, seat))
			hide_player(s, i, seat);
		if (i != seat && !(seat >= 0 && ar_friends(s, i, seat) &&
				   s->head.option[AR_OPTION_TEAM_QUEUES]))
			hide_lines(&s->player[i], &s->kept[i]);
	}
	for (int i = 0; i < s->n_objects; i++)
		hide_object(s, &s->obj[i], seat);
	if (s->frame.what && ar_asked(s) != seat) {
		s->frame.what = s->frame.about = AR_UNKNOWN;
		s->frame.asked[0].fig = AR_UNKNOWN;
	}
	/* unfinished actions reveal more than the reader may know */
	memset(s->sealed, 0, sizeof(s->sealed));
	if (s->frame.n)
		frame_hide(&system_arena.frames, s);
	s->n_plan = 0;
	memset(s->plan, 0, sizeof(s->plan));
}

#define TO(phase) (UINT32_C(1) << AR_##phase)
static const uint32_t follows[N_AR_PHASES] = {
	[AR_BEFORE] = TO(SETUP),
	[AR_SETUP] = TO(INITIATIVE) | TO(OVER),
	[AR_INITIATIVE] = TO(RESET) | TO(OVER),
	[AR_RESET] = TO(CHANNEL) | TO(OVER),
	[AR_CHANNEL] = TO(UPKEEP) | TO(OVER),
	[AR_UPKEEP] = TO(PLAN) | TO(OVER),
	[AR_PLAN] = TO(DEPLOY) | TO(OVER),
	[AR_DEPLOY] = TO(FIRST) | TO(OVER),
	[AR_FIRST] = TO(TURNS) | TO(OVER),
	[AR_TURNS] = TO(FINAL) | TO(OVER),
	[AR_FINAL] = TO(ROUND_END) | TO(OVER),
	[AR_ROUND_END] = TO(INITIATIVE) | TO(OVER),
};

const struct system system_arena = {
	.name = "arena",
	.version = "arena 1",
	.state_size = sizeof(struct ar_state),
	.max_seats = AR_MAX_SEATS,
	SYSTEM_TABLES(ar, AR),
	.phases = ar_phase_names,
	.n_phases = N_AR_PHASES,
	.follows = follows,
	.play = AR_INITIATIVE,
	.frames = { FRAME_IN(struct ar_state, frame), N_AR_QUESTIONS,
		    AR_EV_ASKED, AR_EV_SUSPENDED, AR_EV_ANSWERED, true },
	.init = state_init,
	.awaiting = ar_awaiting,
	.span = view_span,
	.fallback = view_fallback,
	.leans = view_leans,
	.on_fail = on_fail,
	.possible = ar_possible,
	.close = ar_close,
	.ask = ar_ask,
	.decide = ar_decide,
	.advance = ar_advance,
	.evolve = ar_evolve,
	.common = ar_common,
	.view = ar_view,
	.holds = ar_holds,
	.legal = ar_legal,
	.instead = ar_instead,
	.random_decision = ar_random_decision,
	.choose = ar_auto,
	.default_order = ar_default_order,
	.values = ar_values,
	.n_values = N_AR_VALUES,
	.get = ar_get,
	.put = ar_put,
	.validate = ar_validate,
	.invariant = ar_invariant,
	.is_creation_event = ar_is_creation_event,
	.carry = ar_carryover_apply,
	.leaves = ar_leaves,
};
