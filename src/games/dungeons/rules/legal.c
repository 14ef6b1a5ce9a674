/*
 * src/games/dungeons/rules/legal.c - lists the decisions that a seat can make,
 * by groups, and the default of a silent seat.
 */
#include "games/dungeons/rules/legal.h"
#include "games/dungeons/rules/board.h"
#include "games/dungeons/rules/system_private.h"
#include "games/dungeons/rules/move.h"
#include "games/dungeons/rules/setup.h"
#include "games/dungeons/rules/turn.h"

static enum order_class class_of(const struct dg_trial *t, int kind)
{
	return decision_row(&t->t.run.sys->decisions, kind)->is;
}

/* what decide.c would do before it looks at the order itself */
static enum dg_stage stage_of(const struct dg_trial *t, int seat,
			      const struct decision *d)
{
	const struct dg_state *s = t->view;

	if (s->head.phase != DG_PLAY || s->head.active != seat ||
	    s->frame.what || class_of(t, d->kind) != CLASS_ACTION)
		return DG_STAGE_AS_IS;
	if (dg_names_another(s, d))
		return DG_STAGE_ENDED;
	return s->ready ? DG_STAGE_AS_IS : DG_STAGE_READY;
}

void dg_trial_begin(struct dg_trial *t, struct trials *room,
		    const struct system *sys, const struct dg_state *view)
{
	t->view = view;
	t->stage = DG_STAGE_NONE;
	dry_run_begin(&t->t, room, sys, view);
}

void dg_trial_end(struct dg_trial *t)
{
	dry_run_end(&t->t);
}

static void trial_prepare(struct dg_trial *t, enum dg_stage stage)
{
	struct run *r = &t->t.run;

	dry_run_again(&t->t, t->view);
	if (stage >= DG_STAGE_READY && !dg_of(r)->ready)
		dg_turn_try(r);
	if (r->unknown)
		dg_ready_emit(r);
	if (stage == DG_STAGE_ENDED && dg_of(r)->head.phase == DG_PLAY)
		dg_end_activation(r);
	t->unforeseen = r->unknown;
	r->unknown = false;
	t->stage = stage;
}

int32_t dg_aim_square(const struct dg_state *s, const struct decision *d)
{
	int32_t chest = decision_int(d, DG_TAG_CHEST, 0);
	int i = chest ? dg_find_chest(s, chest)
		      : dg_find(s, decision_int(d, DG_TAG_TARGET, 0));

	if (i < 0)
		return DG_NOWHERE;
	if (chest)
		return s->chest[i].place == DG_CHEST_LIES ? s->chest[i].sq
							  : DG_NOWHERE;
	return dg_on_board(s, i) ? s->fig[i].sq : DG_NOWHERE;
}

/* Most figures are too far from each other for adjacent actions, or for their
 * range: such orders are refused in any case, and need no trial. */
static bool is_too_far(const struct dg_state *s, const struct decision *d)
{
	bool shoots = d->kind == DG_ORDER_SHOOT;
	int32_t to;
	int f;

	switch (d->kind) {
	case DG_ORDER_ATTACK:
	case DG_ORDER_SHOOT:
	case DG_ORDER_REVEAL:
	case DG_ORDER_DISARM:
	case DG_ORDER_TAKE: break;
	/* not STEAL: the chest that it may name need not be the one it gets */
	default: return false;
	}
	f = dg_find(s, decision_int(d, DG_TAG_FIG, 0));
	to = dg_aim_square(s, d);
	if (f < 0 || !dg_on_board(s, f) || to == DG_NOWHERE)
		return false;
	return shoots ? dg_range(s->fig[f].sq, to) > s->card[f].range
		      : dg_adjacent(s, s->fig[f].sq, to) < 0;
}

/* whether a target is to be seen is another's to say, and not known */
static bool is_veiled(const struct dg_trial *t, const struct decision *d)
{
	const struct dg_state *s = dg_of(&t->t.run);
	struct decision_arg a;
	bool veiled = false;

	for (int at = 0; d->kind == DG_ORDER_SHOOT && decision_next(d, at, &a);
	     at = a.next) {
		int g = a.tag == DG_TAG_TARGET ? dg_find(s, a.w[0]) : -1;

		veiled |= g >= 0 && dg_is_unsure(s, g, DG_ABILITY_INVISIBILITY);
	}
	return veiled;
}

bool dg_trial_do(struct dg_trial *t, int seat, const struct decision *d)
{
	enum dg_stage stage = stage_of(t, seat, d);
	bool done;
	int before;

	if (t->stage != stage)
		trial_prepare(t, stage);
	if (stage > DG_STAGE_AS_IS && dg_of(&t->t.run)->head.phase != DG_PLAY)
		return true;
	if (is_too_far(dg_of(&t->t.run), d) || is_veiled(t, d))
		return false;
	before = t->t.out.n;
	done = dry_run_do(&t->t, seat, d);
	if (done || t->t.out.n > before)
		t->stage = DG_STAGE_NONE;
	return done;
}

/* the Ram that the order begun with hurts its target, which may be there no
 * more then: its clicks are not seen */
static bool ram_decides(const struct dg_trial *t, const struct decision *d)
{
	const struct dg_state *s = dg_of(&t->t.run);
	int g = dg_find(s, decision_int(d, DG_TAG_TARGET, 0));
	int32_t mods[DG_MOD_WORDS];
	int n;

	return s->rammed && s->actor == decision_int(d, DG_TAG_FIG, 0) &&
	       !(t->view->rammed && t->view->actor == s->actor) && g >= 0 &&
	       s->card[g].n_clicks == DG_HIDDEN_CLICKS &&
	       dg_ram_clicks(s, dg_find(s, s->actor), g, mods, &n) > 0;
}

bool dg_trial_known(struct dg_trial *t, int seat, const struct decision *d)
{
	return dg_trial_do(t, seat, d) && !t->unforeseen && !ram_decides(t, d);
}

bool dg_trial_sure(struct dg_trial *t, int seat, const struct decision *d)
{
	return dg_trial_known(t, seat, d) && !t->t.run.unknown;
}

int32_t dg_trial_square(const struct dg_trial *t, int32_t piece)
{
	const struct dg_state *s = dg_of(&t->t.run);
	int f = dg_find(s, piece), i = dg_find_token(s, piece);

	if (f >= 0)
		return dg_on_board(s, f) ? s->fig[f].sq : DG_NOWHERE;
	return i >= 0 ? s->token[i].sq : DG_NOWHERE;
}

bool dg_trial_arrives(struct dg_trial *t, int seat, const struct decision *d)
{
	int32_t fig = decision_int(d, DG_TAG_FIG, 0), last = DG_NOWHERE;
	struct decision_arg a;

	if (!dg_trial_known(t, seat, d))
		return false;
	for (int at = 0; decision_next(d, at, &a); at = a.next)
		if (a.tag == DG_TAG_TO)
			last = dg_square_of(a.w[0], a.w[1]);
	return !t->t.run.unknown ||
	       (last != DG_NOWHERE && dg_trial_square(t, fig) == last);
}

/* near enough to be worth a trial */
static bool legal_within(const struct dg_state *s, int f, int32_t to, int kind)
{
	int32_t at = s->fig[f].sq;

	return kind == DG_ORDER_SHOOT ? s->card[f].range && dg_range(at, to) > 1
				      : dg_adjacent(s, at, to) >= 0;
}

void dg_turn_to(const struct dg_state *s, int f, int32_t to,
		struct decision *out)
{
	decision_start(out, DG_ORDER_TURN);
	decision_add_int(out, DG_TAG_FIG, s->fig[f].label);
	decision_add_int(out, DG_TAG_FACE, dg_direct(s->fig[f].sq, to));
}

bool dg_trial_turned(struct dg_trial *t, int seat, const struct decision *d,
		     struct decision *turn)
{
	int32_t fig = decision_int(d, DG_TAG_FIG, 0),
		to = dg_aim_square(t->view, d);
	int f = dg_find(t->view, fig);
	bool done;

	if (f < 0 || to == DG_NOWHERE || !dg_on_board(t->view, f) ||
	    !legal_within(t->view, f, to, d->kind) ||
	    dg_in_front(t->view, f, to))
		return false;
	dg_turn_to(t->view, f, to, turn);
	done = dg_trial_sure(t, seat, turn) && dry_run_do(&t->t, seat, d) &&
	       !ram_decides(t, d);
	t->stage = DG_STAGE_NONE;
	return done;
}

/* --- groups ---------------------------------------------------------- */

/* decisions of the figure on one target each, if any is legal */
static void targets_group(struct dg_trial *t, struct move_groups *fs, int seat,
			  int kind, int32_t fig)
{
	const struct dg_state *s = t->view;
	bool chests = kind == DG_ORDER_REVEAL || kind == DG_ORDER_DISARM ||
		      kind == DG_ORDER_TAKE;
	int n = chests ? s->n_chests : s->n_figs;
	struct move_group *out = NULL;

	for (int i = 0; i < n; i++) {
		int32_t label = chests ? s->chest[i].label : s->fig[i].label;
		struct decision d;

		if (chests ? s->chest[i].place != DG_CHEST_LIES
			   : !dg_on_board(s, i))
			continue;
		decision_start(&d, kind);
		decision_add_int(&d, DG_TAG_FIG, fig);
		decision_add_int(&d, chests ? DG_TAG_CHEST : DG_TAG_TARGET,
				 label);
		if (!dg_trial_do(t, seat, &d))
			continue;
		if (!out)
			out = move_group_add(fs, kind, fig);
		if (out)
			move_group_aim(out, label);
	}
}

static void move_group(const struct dg_state *s, struct move_groups *fs,
		       int32_t piece, int32_t at)
{
	struct move_group *out = move_group_add(fs, DG_ORDER_MOVE, piece);
	int32_t sp = dg_sp(s, piece);

	if (!out)
		return;
	out->allowance = sp;
	out->area[0] = dg_x(at) > sp ? dg_x(at) - sp : 0;
	out->area[1] = dg_y(at) > sp ? dg_y(at) - sp : 0;
	out->area[2] = dg_x(at) + sp < s->width ? dg_x(at) + sp : s->width - 1;
	out->area[3] =
		dg_y(at) + sp < s->height ? dg_y(at) + sp : s->height - 1;
}

/* potions that wait to be drunk */
static void drink_group(struct dg_trial *t, struct move_groups *fs, int seat)
{
	struct move_group *out = NULL;

	for (int i = 0; i < t->view->n_chests; i++) {
		int32_t label = t->view->chest[i].label;
		struct decision d;

		decision_start(&d, DG_ORDER_DRINK);
		decision_add_int(&d, DG_TAG_CHEST, label);
		if (t->view->chest[i].place != DG_CHEST_HELD ||
		    !dg_trial_do(t, seat, &d))
			continue;
		if (!out)
			out = move_group_add(fs, DG_ORDER_DRINK, 0);
		if (out)
			move_group_aim(out, label);
	}
}

/* what a figure can do that acts now */
static void figure_groups(struct dg_trial *t, struct move_groups *fs, int seat,
			  int f)
{
	static const int on_target[] = { DG_ORDER_ATTACK, DG_ORDER_SHOOT,
					 DG_ORDER_HEAL,   DG_ORDER_REVEAL,
					 DG_ORDER_DISARM, DG_ORDER_TAKE,
					 DG_ORDER_STEAL };
	const struct dg_state *s = t->view;
	int32_t label = s->fig[f].label;

	if (s->fig[f].place == DG_OUTSIDE) {
		move_group_add(fs, DG_ORDER_ENTER, label);
		return;
	}
	move_group(s, fs, label, s->fig[f].sq);
	move_group_add(fs, DG_ORDER_TURN, label);
	if (dg_held(s, f))
		move_group_add(fs, DG_ORDER_BREAK, label);
	for (size_t k = 0; k < ARRAY_LEN(on_target); k++)
		targets_group(t, fs, seat, on_target[k], label);
}

int dg_legal(struct dg_trial *t, int seat, struct move_group *v, int max)
{
	const struct dg_state *s = t->view;
	struct move_groups fs = { v, 0, max };
	struct awaiting waits;
	struct refusal no;

	system_awaiting(t->t.run.sys, s, &waits);
	for (int kind = DECISION_FIRST_OWN; kind < DG_ORDERS_END; kind++)
		if (awaiting_has(&waits, seat, kind) &&
		    kind != DG_ORDER_DRINK && class_of(t, kind) != CLASS_ACTION)
			move_group_add(&fs, kind,
				       s->frame.what ? s->frame.asked[0].fig
						     : 0);
	if (!awaiting_has(&waits, seat, DG_ORDER_MOVE))
		return fs.n;
	drink_group(t, &fs, seat);
	for (int f = 0; f < s->n_figs && fs.n < max; f++)
		if (dg_may_act(s, seat, s->fig[f].label, DG_HOW_NORMAL, &no))
			figure_groups(t, &fs, seat, f);
	for (int i = 0; i < s->n_tokens; i++)
		if (dg_may_act(s, seat, s->token[i].label, DG_HOW_NORMAL, &no))
			move_group(s, &fs, s->token[i].label, s->token[i].sq);
	return fs.n;
}

/* --- silence ----------------------------------------------------------- */

bool dg_default_order(const struct system *sys, const struct dg_state *s,
		      int seat, struct decision *out)
{
	if (s->head.phase < DG_PLAY)
		return dg_setup_silent(s, seat, out);
	if (s->head.phase == DG_OVER)
		return false;
	if (s->frame.what && s->frame.asked[0].seat == seat) {
		int f = dg_find(s, s->frame.asked[0].fig);
		int about = dg_find(s, s->frame.about);

		decision_start(out,
			       kind_answering(&sys->decisions, s->frame.what));
		if (s->frame.what == DG_ASKS_SPIN ||
		    s->frame.what == DG_ASKS_COUNTER)
			decision_add_int(out, DG_TAG_FIG,
					 s->frame.asked[0].fig);
		if (s->frame.what == DG_ASKS_SPIN && f >= 0 && about >= 0)
			decision_add_int(out, DG_TAG_FACE,
					 dg_spin_facing(s, f, about, seat));
		return true;
	}
	if (s->frame.what || s->head.active != seat)
		return false;
	/* at its end pieces that can enter do so by themselves: DG-D-11 */
	decision_start(out, DG_ORDER_END);
	return true;
}
