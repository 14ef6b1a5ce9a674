/*
 * src/games/rebellion/rules/formation.c - checks movement formations (RB-FORM,
 * RB-FMOV). attack_check.c checks attack formations.
 */
#include "games/rebellion/rules/formation.h"
#include "games/rebellion/rules/action.h"

/* all moves one after the other on a board of their own, RB-FMOV-05 */
static bool rb_formation_plan(const struct rb_state *s,
			      const struct rb_ground *b,
			      const struct rb_action *a,
			      const struct decision *d, uint64_t *breaks,
			      struct rb_march *march, struct refusal *no)
{
	struct rb_ground trial = *b;
	int fig[RB_MAX_MEMBERS];

	trial.g.bodies = trial.body;
	*march = (struct rb_march){ INT32_MAX, 0 };
	for (int i = 0; i < a->n; i++) {
		struct rb_move m;

		fig[i] = rb_find(s, a->mover[i]);
		breaks[i] = 0;
		if (a->stuck & 1 << i)
			continue;
		if (!rb_member_plan(s, &trial, fig[i], d, a->inches, &m, no))
			return false;
		breaks[i] = m.breaks;
		if (m.walk.len / 1000 < march->least)
			march->least = (int32_t)(m.walk.len / 1000);
		if (m.walk.stopped_by >= 0 && !march->stopped_by)
			march->stopped_by = s->terrain[m.walk.stopped_by].label;
		if (!m.moves && !rb_is_long(s, fig[i]))
			continue;
		rb_ground_put(s, &trial, fig[i], m.end, m.facing);
		if (m.captive >= 0)
			rb_ground_put(s, &trial, m.captive, m.captive_at,
				      m.captive_facing);
	}
	if (RULE(RB_FMOV_05, !rb_grouped(s, &trial, fig, a->n)))
		return rb_no(no, RB_REFUSAL_FORM_END_APART, RB_FMOV_05);
	return true;
}

/* SHIFT: the foremost first, RB-FMOV-03 */
static void order_of_march(const struct rb_state *s, const struct decision *d,
			   struct rb_action *a)
{
	struct decision_arg arg;

	if (!decision_find(d, RB_TAG_SHIFT, &arg))
		return;
	for (int i = 1; i < a->n; i++) {
		for (int j = i; j > 0; j--) {
			struct vec p = s->fig[rb_find(s, a->mover[j])].at;
			struct vec q = s->fig[rb_find(s, a->mover[j - 1])].at;
			struct vec v = { arg.w[0], arg.w[1] };
			int32_t label = a->mover[j];

			if (geo_dot(p, v) <= geo_dot(q, v))
				break;
			a->mover[j] = a->mover[j - 1];
			a->mover[j - 1] = label;
		}
	}
}

static bool members_check(const struct rb_state *s, int seat,
			  const struct decision *d, struct rb_action *a,
			  int *fig, struct refusal *no)
{
	static const enum rb_ability none[] = { RB_ABILITY_CHARGE,
						RB_ABILITY_QUICKNESS,
						RB_ABILITY_FLIGHT,
						RB_ABILITY_BOUND };
	struct decision_arg arg;
	int n = 0;

	for (int at = 0; decision_next(d, at, &arg); at = arg.next)
		n += arg.tag == RB_TAG_MEMBER;
	a->n = 0;
	for (int at = 0; decision_next(d, at, &arg); at = arg.next) {
		int f;

		if (arg.tag != RB_TAG_MEMBER)
			continue;
		f = rb_check_actor(s, seat, arg.w[0], 0, no);
		if (f < 0)
			return false;
		if (a->n < RB_MAX_MEMBERS) {
			fig[a->n] = f;
			a->mover[a->n++] = s->fig[f].label;
		}
	}
	for (int i = 0; i < a->n; i++)
		for (size_t k = 0; k < ARRAY_LEN(none); k++)
			if (RULE(RB_FMOV_01, rb_has(s, fig[i], none[k])))
				return rb_no_ability(no, RB_REFUSAL_HAS_ABILITY,
						     RB_FMOV_01, a->mover[i],
						     none[k]);
	if (RULE(RB_FMOV_01, n < 3) || n < 1 || n > RB_MAX_MEMBERS)
		return rb_no(no, RB_REFUSAL_FORM_MOVE_SIZE, RB_FMOV_01);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++)
			if (fig[i] == fig[j])
				return rb_no(no, RB_REFUSAL_NAMED_TWICE,
					     RB_FORM_01);
	return true;
}

/* all dice before the first movement, in the listed order; RB-FMOV-06 */
static void break_aways(struct run *r, struct rb_action *a, const int *fig,
			int n, const uint64_t *breaks)
{
	const struct rb_state *s = rb_of(r);

	for (int i = 0; i < n && !r->unknown; i++) {
		int k = 0; /* its place in the order of march */

		while (a->mover[k] != s->fig[fig[i]].label)
			k++;
		if (!RULE(RB_FMOV_06, breaks[k]))
			continue;
		if (!rb_break_away(r, fig[i], breaks[k], RB_FMOV_06))
			a->stuck |= 1 << k;
	}
}

/* RB-FMOV-02 */
static int32_t formation_slowest(const struct rb_state *s,
				 const struct rb_ground *b, const int *fig,
				 int n)
{
	int32_t inches = 0;

	for (int i = 0; i < n; i++) {
		int32_t speed = rb_speed(s, b, fig[i], NULL);

		if (!i || RULE(RB_FMOV_02, speed < inches))
			inches = speed;
	}
	return inches;
}

bool rb_form_foresee(const struct rb_state *s, const struct rb_ground *b,
		     int seat, const struct decision *d, struct rb_march *out)
{
	uint64_t breaks[RB_MAX_MEMBERS];
	int fig[RB_MAX_MEMBERS];
	struct rb_action a;
	struct refusal no;

	rb_action_init(&a, seat, 0, d, RB_STEP_MOVE);
	if (!members_check(s, seat, d, &a, fig, &no))
		return false;
	a.inches = formation_slowest(s, b, fig, a.n);
	order_of_march(s, d, &a);
	return rb_formation_plan(s, b, &a, d, breaks, out, &no);
}

bool rb_form(struct run *r, int seat, const struct decision *d,
	     struct refusal *no)
{
	const struct rb_state *s = rb_of(r);
	int fig[RB_MAX_MEMBERS];
	uint64_t breaks[RB_MAX_MEMBERS];
	struct rb_march march;
	struct rb_ground b;
	struct rb_action a;
	struct event e;
	int n;

	rb_action_init(&a, seat, 0, d, RB_STEP_MOVE);
	if (!members_check(s, seat, d, &a, fig, no))
		return false;
	n = a.n;
	rb_ground_for(r, &b);
	if (!rb_formation_check(s, &b, fig, n, true, no))
		return false;
	a.fig = a.mover[0];
	a.n_pushed = n;
	memcpy(a.pushed, a.mover, sizeof(a.mover));
	a.inches = formation_slowest(s, &b, fig, n);
	order_of_march(s, d, &a);
	if (!rb_formation_plan(s, &b, &a, d, breaks, &march, no))
		return false;
	rb_action_declare(r, fig[0], RB_ACTION_MOVE, fig + 1, n - 1, 1,
			  RB_FMOV_01);
	break_aways(r, &a, fig, n, breaks);
	if (r->unknown)
		return true;
	if (a.stuck) {
		struct refusal out;

		rb_ground_for(r, &b);
		a.holds = RULE(
			RB_FMOV_07,
			!rb_formation_plan(s, &b, &a, d, breaks, &march, &out));
	}
	if (a.holds) {
		rb_event_formation_holds(&e, RB_FMOV_07, a.pushed, n);
		run_emit(r, &e);
	}
	rb_action_run(r, &a, NULL);
	return true;
}
