/* tests/unit/toy.c */
#include "toy.h"
#include "engine/common.h"
#include "engine/field_types.h"
#include "engine/commitment.h"
#include "engine/state_path.h"

enum { ORDER_PICK = DECISION_FIRST_OWN, ORDER_ROLL, ORDER_END, TAG_N = 0 };

static const char *const rule_names[] = { "", "TOY-PICK-01", "TOY-ROLL-01" };
static const struct rule_table rules = { rule_names, 3 };

static const struct field picked[] = { { "seat", TYPE_SEAT },
				       { "n", TYPE_INT } };
static const struct field pick_in[] = { { "seat", TYPE_SEAT } };
static const struct field revealed[] = { { "picks", TYPE_INTS } };
static const struct field turn[] = { { "seat", TYPE_SEAT } };
static const struct field scored[] = { { "seat", TYPE_SEAT },
				       { "by", TYPE_INT } };
static const struct field over_fields[] = { { "winner", TYPE_SEAT } };
static const struct field bonus[] = { { "number", TYPE_INT },
				      { "value", TYPE_INT } };
static const struct event_kind kinds[N_TOY_EVENTS] = {
	{ "picked", picked, 2, false, false },
	{ "pick_in", pick_in, 1, false, false },
	{ "revealed", revealed, 1, false, false },
	{ "turn", turn, 1, false, false },
	{ "scored", scored, 2, false, false },
	{ "over", over_fields, 1, false, false },
	{ "bonus", bonus, 2, false, false },
};
static const struct decision_kind orders[] = {
	{ .name = "pick", .rule = 1, .is = CLASS_SETUP, .of = TOY_PICK },
	{ .name = "roll", .rule = 2, .is = CLASS_TURN },
	{ .name = "end", .rule = 2, .is = CLASS_TURN },
};
static const struct field tags[] = { { "n", TYPE_INT } };
static const struct refusal_kind refusals[] = {
	{ "", "", { 0 }, 0 },
	{ "not_now", "not now", { 0 }, 0 },
	{ "out_of_range", "pick 1 to 9", { 0 }, 0 },
};

static const char *const conditions[] = { "ahead" };
static const char *const phases[] = { "before", "pick", "play", "over" };

static void awaiting(const void *state, struct awaiting *out)
{
	const struct toy_state *s = state;

	for (int i = 0; i < 2 && s->head.phase == TOY_PICK; i++)
		if (!s->in[i])
			out->v[out->n++] =
				(struct awaited){ .seat = i,
						  .kinds = kind_bit(ORDER_PICK),
						  .blocking = true,
						  .sealed = true };
	if (s->head.phase == TOY_PLAY)
		out->v[out->n++] =
			(struct awaited){ .seat = s->head.active,
					  .kinds = kind_bit(ORDER_ROLL) |
						   kind_bit(ORDER_END),
					  .blocking = true };
}

static enum verdict no(struct refusal *out, int reason)
{
	*out = (struct refusal){ .reason = reason, .rule = 1 };
	return VERDICT_REFUSED;
}

static struct str bonus_text(const struct toy_state *s, int i)
{
	static const char *const texts[] = {
		"?", "1", "2", "3", "4", "5", "6"
	};

	return str_of(texts[s->bonus[i]]);
}

static void event_add_hash(struct event *e, const unsigned char hash[32])
{
	int32_t w[8];

	for (int i = 0; i < 8; i++)
		w[i] = (int32_t)((uint32_t)hash[4 * i] |
				 (uint32_t)hash[4 * i + 1] << 8 |
				 (uint32_t)hash[4 * i + 2] << 16 |
				 (uint32_t)hash[4 * i + 3] << 24);
	event_ints(e, w, 8);
}

/* draw the next bonus, which nobody sees */
static void bonus_hide(struct run *r)
{
	const struct toy_state *s = r->state;
	int n = s->n_hidden, value = commitment_draw(r, n, 6);
	unsigned char hash[32];
	struct event e;

	if (r->unknown)
		return;
	event_start(&e, TOY_EV_BONUS, 2);
	event_int(&e, n);
	event_int(&e, value);
	e.audience = AUDIENCE_GM;
	run_emit(r, &e);
	r->secrets->commit(r->secrets->source, (uint32_t)n, bonus_text(s, n),
			   hash);
	event_start(&e, COMMON_COMMITTED, 2);
	event_int(&e, -1);
	event_int(&e, n);
	event_add_hash(&e, hash);
	run_emit(r, &e);
}

static void bonus_open(struct run *r)
{
	const struct toy_state *s = r->state;
	int n = s->open;
	unsigned char salt[32];
	struct event e;

	r->secrets->salt(r->secrets->source, (uint32_t)n, salt);
	event_start(&e, COMMON_OPENED, 2);
	event_int(&e, n);
	event_add_hash(&e, salt);
	event_text(&e, bonus_text(s, n));
	run_emit(r, &e);
}

static enum verdict decide(struct run *r, int seat, const struct decision *d,
			   struct refusal *out)
{
	const struct toy_state *s = r->state;
	int n = decision_int(d, TAG_N, 0);
	struct event e;

	if (d->kind == ORDER_PICK) {
		if (s->head.phase != TOY_PICK || s->in[seat])
			return no(out, 1);
		if (n < 1 || n > 9)
			return no(out, 2);
		event_start(&e, TOY_EV_PICKED, 1);
		event_int(&e, seat);
		event_int(&e, n);
		e.audience = AUDIENCE_SEAT(seat);
		run_emit(r, &e);
		run_emit_int(r, TOY_EV_PICK_IN, 1, seat);
		return VERDICT_DONE;
	}
	if (s->head.phase != TOY_PLAY || s->head.active != seat)
		return no(out, 1);
	if (d->kind == ORDER_END) {
		run_emit_int(r, TOY_EV_TURN, 1, !seat);
		return VERDICT_DONE;
	}
	if (!r->dice) {
		r->unknown = true;
		return VERDICT_UNKNOWN;
	}
	n = (int)dice_roll(r->dice, 6);
	event_start(&e, TOY_EV_SCORED, 2);
	event_int(&e, seat);
	event_int(&e, n);
	run_emit(r, &e);
	if (s->treasure && !s->open && s->score[seat] >= TOY_HALF) {
		bonus_open(r);
		bonus_hide(r);
	}
	if (s->score[seat] >= TOY_GOAL)
		run_emit_int(r, TOY_EV_OVER, 1, seat);
	return VERDICT_DONE;
}

static void advance(struct run *r)
{
	const struct toy_state *s = r->state;
	struct event e;

	if (s->head.phase != TOY_PICK || !s->in[0] || !s->in[1])
		return;
	/* in a view the other's pick is hidden: what follows is too */
	if (s->pick[0] < 0 || s->pick[1] < 0) {
		r->unknown = true;
		return;
	}
	event_start(&e, TOY_EV_REVEALED, 1);
	event_ints(&e, s->pick, 2);
	run_emit(r, &e);
	run_emit_int(r, TOY_EV_TURN, 1, 0);
	if (s->treasure)
		bonus_hide(r);
}

static bool evolve(void *state, const struct event *e)
{
	struct toy_state *s = state;
	const int32_t *w;
	int n;

	switch (e->kind) {
	case TOY_EV_BONUS:
		if (event_get(e, 0) < 0 || event_get(e, 0) > 1 ||
		    event_get(e, 1) < 1 || event_get(e, 1) > 6)
			return false;
		s->n_hidden = event_get(e, 0) + 1;
		s->bonus[event_get(e, 0)] = event_get(e, 1);
		break;
	case TOY_EV_PICKED: s->pick[event_get(e, 0)] = event_get(e, 1); break;
	case TOY_EV_PICK_IN: s->in[event_get(e, 0)] = 1; break;
	case TOY_EV_REVEALED:
		w = event_words(e, 0, &n);
		s->pick[0] = w[0];
		s->pick[1] = w[1];
		s->head.phase = TOY_PLAY;
		break;
	case TOY_EV_TURN: s->head.active = event_get(e, 0); break;
	case TOY_EV_SCORED: s->score[event_get(e, 0)] += event_get(e, 1); break;
	case TOY_EV_OVER:
		w = event_words(e, 0, &n);
		common_state_end(&s->head, TOY_OVER, w, n);
		break;
	}
	return true;
}

static bool common(void *state, const struct event *e)
{
	struct toy_state *s = state;

	if (e->kind == COMMON_OPENED)
		s->open = event_get(e, COMMON_OPENED_NUMBER) + 1;
	return true;
}

/* colour: of which nothing comes */
static bool option(void *state, struct str name, int seat, const int32_t *w,
		   int n)
{
	struct toy_state *s = state;

	(void)seat;
	(void)w;
	(void)n;
	s->treasure |= str_is(name, "treasure");
	return s->treasure || str_is(name, "colour");
}

static void view(const void *state, int seat, void *out)
{
	struct toy_state *s = out;

	memcpy(s, state, sizeof(*s));
	for (int i = 0; i < 2 && s->head.phase == TOY_PICK; i++)
		if (i != seat && s->in[i])
			s->pick[i] = -1;
	for (int i = s->open; i < 2; i++)
		if (s->bonus[i])
			s->bonus[i] = -1;
}

/* IF AHEAD: more points than the other */
static bool holds(const void *v, int seat, const int32_t *w, int n)
{
	const struct toy_state *s = v;

	(void)w;
	(void)n;
	return s->score[seat] > s->score[!seat];
}

static int legal(const void *v, int seat, struct trials *room,
		 struct move_group *out, int max)
{
	const struct toy_state *s = v;

	(void)room;
	if (s->head.phase != TOY_PLAY || s->head.active != seat || max < 2)
		return 0;
	out[0] = (struct move_group){ .kind = ORDER_ROLL };
	out[1] = (struct move_group){ .kind = ORDER_END };
	return 2;
}

static bool random_decision(const void *v, int seat, struct trials *room,
			    struct dice *rng, struct decision *out)
{
	struct move_group f[2];

	(void)rng;
	if (!legal(v, seat, room, f, 2))
		return false;
	decision_start(out, ORDER_ROLL);
	return true;
}

static bool default_order(const void *v, int seat, struct decision *out)
{
	const struct toy_state *s = v;

	(void)seat;
	if (s->head.phase != TOY_PICK) {
		decision_start(out, ORDER_END);
		return s->head.phase == TOY_PLAY;
	}
	decision_start(out, ORDER_PICK);
	return decision_add_int(out, TAG_N, 1);
}

/* of which nothing comes, either */
static const struct option_row options[] = {
	{ "gap", "narrow|wide", 0, 1, 0, 0 },
};

static const struct state_path_row rows_of_game[] = {
	VALUE(toy_state, "score_a", score[0], 0, INT32_MAX),
};
static const struct state_path_list values[] = { STATE_PATH_LIST_GAME(
	rows_of_game) };

static bool is_creation_event(int kind)
{
	(void)kind;
	return false;
}

const struct system system_toy = {
	.name = "toy",
	.version = "toy 1",
	.state_size = sizeof(struct toy_state),
	.max_seats = 2,
	.events = { kinds, N_TOY_EVENTS, &rules },
	.decisions = { orders, 3, tags, 1, &rules },
	.refusals = refusals,
	.n_refusals = 3,
	.conditions = conditions,
	.n_conditions = 1,
	.phases = phases,
	.n_phases = ARRAY_LEN(phases),
	.play = TOY_PLAY,
	.awaiting = awaiting,
	.decide = decide,
	.advance = advance,
	.evolve = evolve,
	.common = common,
	.options = options,
	.n_options = ARRAY_LEN(options),
	.option = option,
	.view = view,
	.holds = holds,
	.legal = legal,
	.random_decision = random_decision,
	.default_order = default_order,
	.values = values,
	.n_values = ARRAY_LEN(values),
	.is_creation_event = is_creation_event,
};

static const struct grammar_row rows[] = {
	{ GRAMMAR_ORDER, "pick", "PICK n=degrees", "PICK 3" },
	{ GRAMMAR_ORDER, "roll", "ROLL", "ROLL" },
	{ GRAMMAR_ORDER, "end", "END", "END" },
	{ GRAMMAR_CONDITION, "ahead", "AHEAD", "AHEAD" },
};
const struct grammar_table grammar_toy = { .rows = rows, .n = ARRAY_LEN(rows) };

const char toy_words[] = "pick = PICK\nroll = ROLL\nend = END\n"
			 "ahead = AHEAD\n";
