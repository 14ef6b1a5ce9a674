/*
 * src/games/dungeons/rules/view.c - functions of struct system: awaited seats,
 * views, conditions of orders.
 */
#include "games/dungeons/rules/carryover.h"
#include "games/dungeons/rules/system_private.h"
#include "games/dungeons/rules/legal.h"
#include "games/dungeons/rules/move.h"
#include "games/dungeons/rules/setup.h"

static void state_init(void *state)
{
	struct dg_state *s = state;

	s->master = -1;
	for (int i = 0; i < DG_MAX_SEATS; i++)
		s->player[i].entrance = s->player[i].exit = -1;
	for (int i = 0; i < DG_SQUARES; i++)
		s->square[i].section = -1;
}

/* --- awaiting ---------------------------------------------------------- */

static uint64_t view_kinds(const struct dg_state *s, enum order_class is,
			   int of)
{
	return kinds_of(&system_dungeons.decisions, is, of, s->head.option);
}

static uint64_t turn_kinds(const struct dg_state *s)
{
	uint64_t set =
		view_kinds(s, CLASS_TURN, -1) | view_kinds(s, CLASS_ACTION, -1);

	return s->ready ? set : set | view_kinds(s, CLASS_PREPARE, -1);
}

static void view_awaiting(const void *state, struct awaiting *out)
{
	const struct dg_state *s = state;

	out->past = 0; /* an order sent too late waits */
	/* but PLACE, which PLACING asks for */
	if (!dg_option(s, DG_OPTION_ASK))
		out->never |= view_kinds(s, CLASS_ANSWER, -1) &
			      ~kind_bit(DG_ORDER_PLACE);
	for (int seat = 0; seat < DG_MAX_SEATS; seat++) {
		uint64_t wanted;

		if (!s->head.seat[seat].present)
			continue;
		if (s->ready) /* DG-TRS-16: in a player's preparations */
			out->always[seat] &= ~kind_bit(DG_ORDER_SWAP);
		if (s->head.phase < DG_PLAY && dg_setup_seat(s, seat, &wanted))
			awaiting_add(out, seat, wanted,
				     s->head.phase == DG_TEAMS);
	}
	if (s->head.phase != DG_PLAY)
		return;
	awaiting_answers(&system_dungeons, s, out);
	if (!s->frame.what)
		awaiting_add(out, s->head.active, turn_kinds(s), false);
}

/* --- what an END belongs to --------------------------------------------- */

/* phases before play have two numbers each, turns those from here on */
enum { FIRST_SPAN_OF_TURNS = 1000 };

/* of the phases in which things are placed in turn: END is to place no more */
static int placing_phase(const struct dg_state *s, int seat, int kind)
{
	switch (kind) {
	case DG_ORDER_TERRAIN:
	case DG_ORDER_DOOR: return DG_TERRAIN;
	case DG_ORDER_CHEST: return DG_CHESTS;
	case DG_ORDER_TOKEN: return DG_TOKENS;
	default: break;
	}
	if (kind >= 0 || s->player[seat].passed ||
	    (s->head.phase != DG_TERRAIN && s->head.phase != DG_CHESTS &&
	     s->head.phase != DG_TOKENS))
		return DG_BEFORE;
	/* chests are chosen before they are placed: that ends by itself */
	for (int i = 0; i < DG_MAX_SEATS && s->head.phase == DG_CHESTS; i++)
		if (s->head.seat[i].present && !s->player[i].chests_in)
			return DG_BEFORE;
	return s->head.phase;
}

static void dg_span(const void *state, int seat, int kind, struct span *out)
{
	const struct dg_state *s = state;
	const struct dg_player *p = &s->player[seat];
	int phase = placing_phase(s, seat, kind);

	*out = (struct span){ .number = 0 };
	if (s->head.phase == DG_OVER || s->head.seat[seat].withdrawn)
		return;
	out->own = s->head.active == seat;
	out->at = 2 * s->head.phase + p->passed;
	if (s->head.phase == DG_PLAY)
		out->at = FIRST_SPAN_OF_TURNS + p->turns + !out->own;
	if (phase != DG_BEFORE) {
		out->number = 2 * phase;
		out->own &= s->head.phase == phase;
		return;
	}
	out->own &= s->head.phase == DG_PLAY;
	if (kind >= 0 ? decision_row(&system_dungeons.decisions, kind)->is ==
				CLASS_SETUP
		      : s->head.phase < DG_PLAY)
		return;
	out->number =
		s->head.phase == DG_PLAY ? out->at : FIRST_SPAN_OF_TURNS + 1;
	out->next = out->number + 1;
	out->at_mail = true;
}

/* --- what a seat may know ---------------------------------------------- */

static void figure_hide(struct dg_state *s, int f, int seat)
{
	struct dg_fig *p = &s->fig[f];

	for (int i = 0; i < DG_MAX_SEATS; i++) {
		if (i == seat)
			continue;
		p->spin[i] = p->prefer[i] = DG_UNKNOWN;
		p->counter[i] = p->counter_without[i] = DG_UNKNOWN;
		p->off[i][0] = p->off[i][1] = DG_UNKNOWN;
	}
	if (dg_option(s, DG_OPTION_DIALS) &&
	    (p->owner < 0 || p->owner != seat)) {
		struct dg_card *c = &s->card[f];
		struct dg_click shown = dg_click(c, p->click);

		memset(c->dial, 0, sizeof(c->dial));
		dg_click_put(c, p->click, &shown);
		c->n_clicks = DG_HIDDEN_CLICKS;
	}
}

static void player_hide(const struct dg_state *s, struct dg_player *p)
{
	p->spin = p->prefer = p->counter = DG_UNKNOWN;
	p->place_ask = p->convert_stop = DG_UNKNOWN;
	p->break_stop = p->break_retry = DG_UNKNOWN;
	for (size_t i = 0; i < ARRAY_LEN(p->level_first); i++)
		p->level_first[i] = DG_UNKNOWN;
	for (int i = 0; i < DG_MAX_TILES; i++)
		p->tile[i] = i < p->n_tiles ? DG_UNKNOWN : 0;
	p->aside = p->corridors = DG_UNKNOWN;
	if (s->head.phase == DG_TEAMS)
		p->heroes = p->points = DG_UNKNOWN;
}

/* The rest of an action is known to the player who ordered it. The asked
 * player sees it without the rest of the figure's path. */
static void steps_hide(struct dg_frame *fr)
{
	int n = 0;

	for (int i = 0; i < fr->n; i += DG_JOB_WORDS) {
		if (fr->w[i] == DG_JOB_STEP)
			continue;
		memmove(fr->w + n, fr->w + i, DG_JOB_WORDS * sizeof(fr->w[0]));
		n += DG_JOB_WORDS;
	}
	memset(fr->w + n, 0, sizeof(fr->w) - (size_t)n * sizeof(fr->w[0]));
	fr->n = n;
}

void dg_view(const void *state, int seat, void *out)
{
	struct dg_state *s = out;
	int kept = 0, was;

	memcpy(s, state, sizeof(*s));
	was = s->n_figs;
	for (int f = 0; f < was; f++) {
		if (!s->fig[f].open && s->fig[f].owner != seat)
			continue; /* a team that is not open */
		if (kept != f) {
			s->fig[kept] = s->fig[f];
			s->card[kept] = s->card[f];
		}
		figure_hide(s, kept++, seat);
	}
	memset(s->fig + kept, 0, (size_t)(was - kept) * sizeof(s->fig[0]));
	memset(s->card + kept, 0, (size_t)(was - kept) * sizeof(s->card[0]));
	s->n_figs = kept;
	for (int i = 0; i < DG_MAX_SEATS; i++)
		if (i != seat && s->head.seat[i].present)
			player_hide(s, &s->player[i]);
	common_state_hide(&s->head, seat);
	/* what was drawn in secret: a position or a game master that gives a
	 * value tells it to all */
	for (int i = 0; i < s->n_chests; i++)
		if (!s->chest[i].seen && s->chest[i].secret >= 0)
			s->chest[i].treasure = DG_UNKNOWN;
	for (int i = 0; i < s->n_tokens; i++)
		if (s->token[i].sq != DG_NOWHERE && s->token[i].secret >= 0 &&
		    !dg_option(s, DG_OPTION_TOKENS_OPEN))
			s->token[i].table = DG_UNKNOWN;
	if (s->frame.what && seat == s->frame.asked[0].seat &&
	    seat != s->head.active)
		steps_hide(&s->frame);
	else if (s->frame.what && seat != s->head.active)
		frame_hide(&system_dungeons.frames, s);
}

/* as if no seat had standing orders for its figures */
static void view_suppose(void *view)
{
	struct dg_state *s = view;

	for (int f = 0; f < s->n_figs; f++) {
		struct dg_fig *p = &s->fig[f];

		for (int i = 0; i < DG_MAX_SEATS; i++) {
			if (p->spin[i] != DG_UNKNOWN)
				continue;
			p->spin[i] = p->prefer[i] = 0;
			p->counter[i] = p->counter_without[i] = 0;
			p->off[i][0] = p->off[i][1] = 0;
		}
	}
	for (int i = 0; i < DG_MAX_SEATS; i++) {
		struct dg_player *p = &s->player[i];

		if (p->spin != DG_UNKNOWN)
			continue;
		p->spin = p->prefer = p->counter = 0;
		p->place_ask = p->convert_stop = 0;
		p->break_stop = p->break_retry = 0;
		memset(p->level_first, 0, sizeof(p->level_first));
	}
}

/* --- conditions -------------------------------------------------------- */

static bool view_holds(const void *view, int seat, const int32_t *w, int n)
{
	const struct dg_state *s = view;
	int f = n > 1 ? dg_find(s, w[1]) : -1;
	int g = n > 2 ? dg_find(s, w[2]) : -1;
	int c = n > 1 ? dg_find_chest(s, w[1]) : -1;

	switch (w[0]) {
	case DG_COND_DEAD:
		return f >= 0 && (s->fig[f].place == DG_ELIMINATED ||
				  s->fig[f].place == DG_IN_POOL);
	case DG_COND_ADJACENT:
		return f >= 0 && g >= 0 && dg_on_board(s, f) &&
		       dg_on_board(s, g) &&
		       dg_adjacent(s, s->fig[f].sq, s->fig[g].sq) >= 0;
	case DG_COND_FREE: return f >= 0 && dg_on_board(s, f) && !dg_held(s, f);
	case DG_COND_SP: return n > 2 && dg_sp(s, w[1]) >= w[2];
	case DG_COND_HELD:
		return c >= 0 && s->chest[c].place == DG_CHEST_HELD &&
		       s->chest[c].holder == seat;
	case DG_COND_ARMED: return c >= 0 && s->chest[c].trap == DG_ARMED;
	default: return false;
	}
}

#define TO(phase) (UINT32_C(1) << DG_##phase)
static const uint32_t follows[N_DG_PHASES] = {
	[DG_BEFORE] = TO(TEAMS),   [DG_TEAMS] = TO(FIRST),
	[DG_FIRST] = TO(BOARD),    [DG_BOARD] = TO(TERRAIN) | TO(CHESTS),
	[DG_TERRAIN] = TO(CHESTS), [DG_CHESTS] = TO(TOKENS),
	[DG_TOKENS] = TO(POOL),    [DG_POOL] = TO(DOORWAYS),
	[DG_DOORWAYS] = TO(PLAY),  [DG_PLAY] = TO(OVER),
};

/* An answer is about a figure that turns for its seat, or strikes back: its
 * own, or Mage Spawn, which may still come. */
static bool view_possible(const void *view, int seat, const struct decision *d,
			  struct refusal *no)
{
	const struct dg_state *s = view;
	int32_t label = decision_int(d, DG_TAG_FIG, 0);
	int f = dg_find(s, label);
	int owner = label_letter(label) - 'A';

	if (s->head.phase != DG_PLAY ||
	    (d->kind != DG_ORDER_SPIN && d->kind != DG_ORDER_COUNTER))
		return true;
	if (f >= 0)
		owner = s->fig[f].owner;
	else if (RULE(DG_D_13, owner >= 0 && owner < DG_MAX_SEATS))
		return dg_no(no, DG_REFUSAL_UNKNOWN, DG_D_13, label);
	else
		return true;
	if (RULE(DG_D_13, owner >= 0 && owner != seat))
		return dg_no(no, DG_REFUSAL_NOT_YOURS, DG_D_13, label);
	return true;
}

static int32_t view_points(const void *state, int seat)
{
	int32_t n = ((const struct dg_state *)state)->player[seat].gold;

	return n > 0 ? n : 0;
}

/* What came short on its way did what it could, unless its player wanted to be
 * asked there; and who wanted a trap away has it so. */
static bool goes_on(const struct decision *d, const struct refusal *no,
		    bool came)
{
	if (d->kind == DG_ORDER_DISARM)
		return no->reason == DG_REFUSAL_NO_TRAP;
	return came && no->rule != DG_D_18 &&
	       (d->kind == DG_ORDER_MOVE || d->kind == DG_ORDER_ENTER);
}

/* no activation is left, nor speed points in the one under way */
static bool view_spent(const void *state, int seat)
{
	const struct dg_state *s = state;

	if (s->head.active != seat || s->activations > 0 ||
	    (s->actor && dg_sp(s, s->actor) > 0))
		return false;
	for (int f = 0; f < s->n_figs; f++)
		if (s->fig[f].owner == seat && !s->fig[f].acted &&
		    dg_on_board(s, f) && dg_has(s, f, DG_ABILITY_QUICKNESS))
			return false;
	return true;
}

static bool default_order(const void *view, int seat, struct decision *out)
{
	return dg_default_order(&system_dungeons, view, seat, out);
}

/* --- trials of a view --------------------------------------------------- */

static int view_legal(const void *view, int seat, struct trials *room,
		      struct move_group *out, int max)
{
	struct dg_trial t;
	int n;

	dg_trial_begin(&t, room, &system_dungeons, view);
	n = dg_legal(&t, seat, out, max);
	dg_trial_end(&t);
	return n;
}

static void view_offer(const void *view, int seat, struct trials *room,
		       struct offers *out)
{
	struct dg_trial t;

	dg_trial_begin(&t, room, &system_dungeons, view);
	dg_offer(&t, seat, out);
	dg_trial_end(&t);
}

static bool view_instead(const void *view, int seat, struct trials *room,
			 const struct decision *d, struct decision *out)
{
	struct dg_trial t;
	bool found;

	dg_trial_begin(&t, room, &system_dungeons, view);
	found = dg_instead(&t, seat, d, out);
	dg_trial_end(&t);
	return found;
}

static bool random_decision(const void *view, int seat, struct trials *room,
			    struct dice *rng, struct decision *out)
{
	struct dg_trial t;
	bool drawn;

	dg_trial_begin(&t, room, &system_dungeons, view);
	drawn = dg_random_decision(&t, seat, rng, out);
	dg_trial_end(&t);
	return drawn;
}

const struct system system_dungeons = {
	.name = "dungeons",
	.version = "dungeons 1",
	.state_size = sizeof(struct dg_state),
	.max_seats = DG_MAX_SEATS,
	SYSTEM_TABLES(dg, DG),
	.phases = dg_phases,
	.n_phases = N_DG_PHASES,
	.follows = follows,
	.play = DG_PLAY,
	.frames = { FRAME_IN(struct dg_state, frame), N_DG_QUESTIONS,
		    DG_EV_ASKED, DG_EV_SUSPENDED, DG_EV_ANSWERED, false },
	.init = state_init,
	.awaiting = view_awaiting,
	.span = dg_span,
	.possible = view_possible,
	.decide = dg_decide,
	.goes_on = goes_on,
	.spent = view_spent,
	.advance = dg_advance,
	.resume = dg_resume,
	.evolve = dg_evolve,
	.common = dg_common,
	.option = dg_text_option,
	.view = dg_view,
	.suppose = view_suppose,
	.holds = view_holds,
	.legal = view_legal,
	.offer = view_offer,
	.instead = view_instead,
	.random_decision = random_decision,
	.choose = dg_choose,
	.default_order = default_order,
	.values = dg_values,
	.n_values = N_DG_VALUES,
	.get = dg_get,
	.put = dg_put,
	.was_put = dg_was_put,
	.validate = dg_validate,
	.invariant = dg_invariant,
	.hopeless = dg_hopeless,
	.is_creation_event = dg_is_creation_event,
	.carry = dg_carryover_apply,
	.leaves = dg_leaves,
	.points = view_points,
};
