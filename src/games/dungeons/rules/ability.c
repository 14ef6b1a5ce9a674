/*
 * src/games/dungeons/rules/ability.c - executes abilities that are orders of
 * their own, and the orders that end or pass an activation (DG section 15).
 */
#include "games/dungeons/rules/ability.h"
#include "games/dungeons/rules/attack.h"
#include "games/dungeons/rules/board.h"
#include "games/dungeons/rules/move.h"

static int32_t square_arg(const struct decision *d)
{
	struct decision_arg a;

	if (!decision_find(d, DG_TAG_TO, &a) || a.w[0] < 0 || a.w[1] < 0 ||
	    a.w[0] >= DG_WIDTH || a.w[1] >= DG_WIDTH)
		return DG_NOWHERE;
	return dg_square_of(a.w[0], a.w[1]);
}

static void used_emit(struct run *r, int32_t fig, enum dg_ability a,
		      int32_t target)
{
	struct event e;

	event_start(&e, DG_EV_ABILITY_USED, dg_abilities[a].rule);
	if (dg_find_chest(dg_of(r), target) >= 0) {
		event_because(&e, DG_TRS_14);
		event_because(&e, DG_D_26);
	}
	event_put(&e, DG_EV_ABILITY_USED_FIG, fig);
	event_put(&e, DG_EV_ABILITY_USED_ABILITY, a);
	event_put(&e, DG_EV_ABILITY_USED_TARGET, target);
	run_emit(r, &e);
}

/* DG-SA-12: at most 6 joined squares, over everything but walls */
static bool ability_floats(const struct dg_state *s, int32_t from, int32_t to)
{
	unsigned char steps[DG_SQUARES];
	int32_t queue[DG_SQUARES];
	int n = 0;

	memset(steps, 255, sizeof(steps));
	steps[from] = 0;
	queue[n++] = from;
	for (int k = 0; k < n; k++) {
		if (queue[k] == to)
			return true;
		if (!RULE(DG_SA_12, steps[queue[k]] < 6))
			continue;
		for (int face = 0; face < N_DG_FACES; face++) {
			int32_t next = dg_beside(queue[k], face);

			if (next == DG_NOWHERE || steps[next] != 255 ||
			    !dg_joined(s, queue[k], face) ||
			    (s->square[next].terrain == DG_BLOCKING &&
			     dg_option(s, DG_OPTION_X_CROSS)))
				continue;
			steps[next] = (unsigned char)(steps[queue[k]] + 1);
			queue[n++] = next;
		}
	}
	return false;
}

static bool ability_levitate(struct run *r, int f, const struct decision *d,
			     struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = s->fig[f].label, from, to = square_arg(d);
	int32_t target = decision_int(d, DG_TAG_TARGET, 0);
	int t = dg_find(s, target);
	struct dg_work w;
	struct event e;

	if (t < 0 || t == f || !dg_on_board(s, t) ||
	    RULE(DG_SA_32, dg_has(s, t, DG_ABILITY_IMMUNITY)))
		return dg_no(no, DG_REFUSAL_NO_TARGET, DG_SA_12, target);
	if (RULE(DG_SA_12,
		 !dg_bit(s->contact[f], t) ||
			 dg_adjacent(s, s->fig[f].sq, s->fig[t].sq) < 0))
		return dg_no(no, DG_REFUSAL_NOT_ADJACENT, DG_SA_12, target);
	if (to < 0 || !dg_enterable(s, to))
		return dg_no(no, DG_REFUSAL_BLOCKED, DG_SA_12, target);
	if (!dg_empty(s, to))
		return dg_no(no, DG_REFUSAL_OCCUPIED, DG_SA_12, target);
	if (!ability_floats(s, s->fig[t].sq, to))
		return dg_no(no, DG_REFUSAL_OUT_OF_RANGE, DG_SA_12, target);
	/* a Mage Spawn that moves another one moves it for its player */
	if (s->fig[f].owner < 0 && s->fig[t].owner < 0 &&
	    s->square[to].section != s->square[s->fig[t].sq].section &&
	    RULE(DG_SPAWN_02,
		 dg_own_hero_in(s, s->head.active, s->square[to].section)))
		return dg_no(no, DG_REFUSAL_OWN_HERO_SECTION, DG_SPAWN_02,
			     target);
	from = s->fig[t].sq;
	dg_begin(r, label, DG_HOW_ZERO);
	used_emit(r, label, DG_ABILITY_LEVITATION, target);
	event_start(&e, DG_EV_LEVITATED, DG_SA_12);
	event_because(&e, DG_D_25);
	event_put(&e, DG_EV_LEVITATED_FIG, target);
	event_put(&e, DG_EV_LEVITATED_BY, label);
	event_put_point(&e, DG_EV_LEVITATED_FROM, dg_x(from), dg_y(from));
	event_put_point(&e, DG_EV_LEVITATED_TO, dg_x(to), dg_y(to));
	event_put(&e, DG_EV_LEVITATED_FACE,
		  decision_int(d, DG_TAG_FACE, s->fig[t].facing));
	run_emit(r, &e);
	dg_work_init(&w, no);
	if (dg_has(s, t, DG_ABILITY_CURSED))
		dg_push(&w, DG_JOB_CURSE, target, label, 0, 0);
	dg_arrive(&w, target, s->square[from].section != s->square[to].section,
		  0, false);
	dg_work_run(r, &w);
	return true;
}

static bool ability_regenerate(struct run *r, int f)
{
	int32_t label = dg_of(r)->fig[f].label;
	int die;

	dg_begin(r, label, DG_HOW_ZERO);
	used_emit(r, label, DG_ABILITY_REGENERATION, 0);
	die = dg_damage_die(r, label, DG_ABILITY_REGENERATION, DG_X_15);
	if (!r->unknown)
		dg_heal(r, f, label,
			RULE_VALUE(DG_SA_35, die > 2 ? die - 2 : 0), DG_SA_35);
	return true;
}

/* names with the word Zombie or Skeleton come back whole */
static bool rises_whole(const struct dg_state *s, int f)
{
	static const char *const names[] = { "zombie", "zombi", "skeleton",
					     "esqueleto" };
	char room[4 * DG_NAME_WORDS];
	struct str name =
		text_unpack(s->card[f].name, DG_NAME_WORDS, room, sizeof(room));

	for (size_t at = 0; at < name.len; at++)
		for (size_t k = 0; k < ARRAY_LEN(names); k++) {
			size_t n = strlen(names[k]), i = 0;

			while (i < n && at + i < name.len &&
			       (name.s[at + i] | 0x20) == names[k][i])
				i++;
			if (i == n &&
			    (at + i == name.len || name.s[at + i] == ' '))
				return RULE(DG_SA_46, true);
		}
	return false;
}

static bool place_beside(const struct dg_state *s, int f, int32_t to, int rule,
			 struct refusal *no)
{
	if (to >= 0 && dg_enterable(s, to) && dg_empty(s, to) &&
	    dg_adjacent(s, s->fig[f].sq, to) >= 0)
		return true;
	return dg_no(no, DG_REFUSAL_BAD_PLACEMENT, rule, s->fig[f].label);
}

static bool ability_necromancy(struct run *r, int f, const struct decision *d,
			       struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = s->fig[f].label, to = square_arg(d), click;
	int32_t target = decision_int(d, DG_TAG_TARGET, 0);
	int t = dg_find(s, target), die = 0;
	struct dg_work w;
	struct event e;
	bool ok;

	if (RULE(DG_SA_46, dg_enemy_beside(s, f, s->fig[f].sq, -1)))
		return dg_no(no, DG_REFUSAL_ENEMY_ADJACENT, DG_SA_46, label);
	if (t < 0 || s->fig[t].owner != s->fig[f].owner ||
	    (s->fig[t].owner >= 0
		     ? s->fig[t].place != DG_ELIMINATED
		     : s->fig[t].place != DG_IN_POOL || !s->fig[t].fallen))
		return dg_no(no, DG_REFUSAL_NO_TARGET, DG_SA_46, target);
	if (!place_beside(s, f, to, DG_SA_46, no))
		return false;
	dg_begin(r, label, DG_HOW_ZERO);
	used_emit(r, label, DG_ABILITY_NECROMANCY, target);
	if (s->card[t].n_clicks == DG_HIDDEN_CLICKS)
		r->unknown = true;
	else if (!rises_whole(s, t))
		die = dg_roll(r, 6);
	if (r->unknown)
		return true;
	click = dg_start_click(s, t) + die;
	ok = click < s->card[t].n_clicks;
	event_start(&e, DG_EV_RETURNED, DG_SA_46);
	event_because(&e, DG_X_15);
	event_put(&e, DG_EV_RETURNED_FIG, target);
	event_put(&e, DG_EV_RETURNED_BY, label);
	event_put(&e, DG_EV_RETURNED_DIE, die);
	event_put(&e, DG_EV_RETURNED_OK, ok);
	event_put_point(&e, DG_EV_RETURNED_AT, dg_x(to), dg_y(to));
	event_put(&e, DG_EV_RETURNED_FACE,
		  decision_int(d, DG_TAG_FACE, s->fig[f].facing));
	event_put(&e, DG_EV_RETURNED_CLICK, ok ? click : s->card[t].n_clicks);
	run_emit(r, &e);
	dg_work_init(&w, no);
	if (ok)
		dg_arrive(&w, target, true, 0, false);
	dg_work_run(r, &w);
	return true;
}

static bool ability_summon(struct run *r, int f, const struct decision *d,
			   struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = s->fig[f].label, to = square_arg(d), points;
	int32_t named = decision_int(d, DG_TAG_TARGET, 0), target;
	int best = -1;
	struct dg_work w;
	struct event e;

	for (int g = 0; g < s->n_figs; g++) {
		if (s->fig[g].place != DG_IN_POOL)
			continue;
		points = s->card[g].points;
		if (best < 0 || RULE(DG_SA_52, points < s->card[best].points) ||
		    (points == s->card[best].points &&
		     s->fig[g].label == named))
			best = g;
	}
	if (best < 0)
		return dg_no(no, DG_REFUSAL_NO_TARGET, DG_SA_52, label);
	if (!place_beside(s, f, to, DG_SA_52, no))
		return false;
	target = s->fig[best].label;
	dg_begin(r, label, DG_HOW_ZERO);
	used_emit(r, label, DG_ABILITY_SUMMON, target);
	event_start(&e, DG_EV_SPAWN_PLACED, DG_SA_52);
	event_put(&e, DG_EV_SPAWN_PLACED_FIG, target);
	event_put_point(&e, DG_EV_SPAWN_PLACED_AT, dg_x(to), dg_y(to));
	event_put(&e, DG_EV_SPAWN_PLACED_FACE,
		  decision_int(d, DG_TAG_FACE, s->fig[f].facing));
	event_put(&e, DG_EV_SPAWN_PLACED_SEAT, s->head.active);
	event_put(&e, DG_EV_SPAWN_PLACED_WAITS, 1);
	event_put(&e, DG_EV_SPAWN_PLACED_OWNER, s->fig[f].owner);
	run_emit(r, &e);
	dg_work_init(&w, no);
	dg_arrive(&w, target, true, 0, false);
	dg_work_run(r, &w);
	return true;
}

/* DG-TRS-14: another treasure's ability in the same cell */
static bool item_used(struct run *r, int f, enum dg_ability a)
{
	const struct dg_state *s = dg_of(r);

	for (int c = 0; c < s->n_chests; c++) {
		if (!dg_item_works(s, c, f))
			continue;
		for (int cell = 0; cell < 3; cell++)
			if (dg_treasure(s, c)->ability[cell] == (int32_t)a) {
				used_emit(r, s->fig[f].label, a,
					  s->chest[c].label);
				return true;
			}
	}
	return false;
}

static bool decide_use(struct run *r, int seat, const struct decision *d,
		       struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0);
	int a = decision_int(d, DG_TAG_WITH, 0), f = dg_find(s, label);
	enum dg_how how =
		a == DG_ABILITY_QUICKNESS ? DG_HOW_QUICK : DG_HOW_ZERO;

	if (a > 0 && f >= 0 && s->fig[f].owner == seat && dg_on_board(s, f) &&
	    a != DG_ABILITY_QUICKNESS && a != DG_ABILITY_LEVITATION &&
	    a != DG_ABILITY_REGENERATION && a != DG_ABILITY_NECROMANCY &&
	    a != DG_ABILITY_SUMMON && item_used(r, f, (enum dg_ability)a))
		return true;
	if (!dg_may_act(s, seat, label, how, no))
		return false;
	if (f < 0 || (how != DG_HOW_QUICK && !dg_on_board(s, f)))
		return dg_no(no, DG_REFUSAL_NOT_ENTERED, DG_SA_01, label);
	if (a <= 0 || !dg_comes_with(s, f, (enum dg_ability)a))
		return dg_no(no, DG_REFUSAL_NO_ABILITY, DG_SA_01, label);
	switch (a) {
	case DG_ABILITY_QUICKNESS:
		dg_begin(r, label, DG_HOW_QUICK);
		return true;
	case DG_ABILITY_LEVITATION: return ability_levitate(r, f, d, no);
	case DG_ABILITY_REGENERATION: return ability_regenerate(r, f);
	case DG_ABILITY_NECROMANCY: return ability_necromancy(r, f, d, no);
	case DG_ABILITY_SUMMON: return ability_summon(r, f, d, no);
	default:
		return dg_no(no, DG_REFUSAL_NO_ABILITY, dg_abilities[a].rule,
			     label);
	}
}

static bool decide_cancel(struct run *r, int seat, const struct decision *d,
			  struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0);
	int a = decision_int(d, DG_TAG_WITH, 0), f = dg_find(s, label), who;
	struct event e;

	if (f < 0)
		return dg_no(no, DG_REFUSAL_UNKNOWN, DG_SA_02, label);
	who = s->fig[f].owner >= 0 ? s->fig[f].owner
	      : s->head.active < 0 ? -1
	      : s->actor == label  ? s->head.active
				   : dg_opponent(s, s->head.active);
	if (who != seat)
		return dg_no(no, DG_REFUSAL_NOT_YOURS, DG_SA_02, label);
	if (a <= 0 || !dg_abilities[a].optional ||
	    !dg_has(s, f, (enum dg_ability)a))
		return dg_no(no, DG_REFUSAL_NO_ABILITY, DG_SA_02, label);
	dg_event_ability_cancelled(&e, DG_SA_02, label, a);
	event_because(&e, a == DG_ABILITY_DEFEND ? DG_D_16 : DG_D_15);
	if (s->fig[f].owner < 0)
		event_because(&e, DG_SA_07);
	run_emit(r, &e);
	return true;
}

static bool decide_double(struct run *r, int seat, const struct decision *d,
			  struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0);
	int f = dg_find(s, label);

	if (!dg_may_act(s, seat, label, DG_HOW_DOUBLE, no))
		return false;
	if (f < 0 || dg_option(s, DG_OPTION_CHARGE_DOUBLE) ||
	    (!RULE(DG_SA_10, dg_comes_with(s, f, DG_ABILITY_CHARGE)) &&
	     !RULE(DG_SA_16, dg_comes_with(s, f, DG_ABILITY_BOUND))))
		return dg_no(no, DG_REFUSAL_NO_ABILITY, DG_SA_10, label);
	dg_begin(r, label, DG_HOW_DOUBLE);
	return true;
}

bool dg_decide_use(struct run *r, int seat, const struct decision *d,
		   struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0);
	int f = dg_find(s, label);
	struct event e;

	switch (d->kind) {
	case DG_ORDER_USE: return decide_use(r, seat, d, no);
	case DG_ORDER_CANCEL: return decide_cancel(r, seat, d, no);
	case DG_ORDER_DOUBLE: return decide_double(r, seat, d, no);
	case DG_ORDER_PASS:
		if (!dg_may_act(s, seat, label, DG_HOW_NORMAL, no))
			return false;
		if (f >= 0 && RULE(DG_TURN_05, dg_must_enter(s, f)))
			return dg_no(no, DG_REFUSAL_FIRST_TURN, DG_TURN_05,
				     label);
		dg_begin(r, label, DG_HOW_NORMAL);
		dg_event_passed(&e, DG_TURN_04, label);
		run_emit(r, &e);
		dg_end_activation(r);
		return true;
	default:
		if (s->actor != label)
			return dg_no(no, DG_REFUSAL_BAD_TIME, DG_TURN_04,
				     label);
		if (!dg_may_leave_off(s, no))
			return false;
		dg_end_activation(r);
		return true;
	}
}
