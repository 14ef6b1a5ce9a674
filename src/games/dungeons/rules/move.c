/*
 * src/games/dungeons/rules/move.c - steps, passing through, breaking away, ways
 * in and out, doors, teleport and vortex (DG sections 7 and 8).
 */
#include "games/dungeons/rules/move.h"
#include "engine/field.h"
#include "games/dungeons/rules/attack.h"
#include "games/dungeons/rules/board.h"
#include "games/dungeons/rules/chest.h"
#include "games/dungeons/rules/map_place.h"

enum { MAX_PATH = 40 }; /* squares of one order */

/* --- breaking away ----------------------------------------------------- */

/* is the figure held, or would it be in that square? */
static bool held_at(const struct dg_state *s, int f, int32_t sq)
{
	for (int g = 0; g < s->n_figs; g++)
		if (dg_near(sq, s->fig[g].sq) && dg_on_board(s, g) &&
		    dg_enemies(s, f, g) &&
		    dg_adjacent(s, sq, s->fig[g].sq) >= 0 &&
		    dg_in_front(s, g, sq) &&
		    !RULE(DG_BREAK_05,
			  dg_bit(s->freed, g) && s->actor == s->fig[f].label))
			return RULE(DG_BREAK_01, true);
	return false;
}

bool dg_held(const struct dg_state *s, int f)
{
	return held_at(s, f, s->fig[f].sq);
}

/* what one step onto the square costs, without diagonal */
static int32_t square_cost(const struct dg_state *s, int f, int32_t sq)
{
	int32_t cost = dg_cost(s, sq);

	if (f < 0 || cost == 1) /* nothing makes it less */
		return cost;
	if (RULE(DG_SA_13, dg_comes_with(s, f, DG_ABILITY_FLIGHT)))
		return 1;
	if (s->square[sq].terrain == DG_WATER &&
	    RULE(DG_SA_14, dg_comes_with(s, f, DG_ABILITY_AQUATIC)))
		return 1;
	return cost;
}

static int exit_mouth(const struct dg_state *s, int f)
{
	const struct dg_fig *p = &s->fig[f];
	const struct dg_mouth *m;
	int k = p->owner < 0 ? -1 : s->player[p->owner].exit;

	if (k < 0 || k >= s->n_mouths)
		return -1;
	m = &s->mouth[k];
	if (dg_x(p->sq) < m->x0 || dg_x(p->sq) > m->x1 || dg_y(p->sq) < m->y0 ||
	    dg_y(p->sq) > m->y1)
		return -1;
	/* a turned chamber may have its wall there (DG-SPEC-05) */
	return s->square[p->sq].sides >> m->side / 2 & 1 ? k : -1;
}

static int32_t cheapest(const struct dg_state *s, int f)
{
	int32_t best = exit_mouth(s, f) >= 0 ? 1 : 0;

	/* nothing is cheaper than 1 */
	for (int face = 0; face < N_DG_FACES && best != 1; face++) {
		int32_t to = dg_beside(s->fig[f].sq, face);
		int32_t cost;

		if (to == DG_NOWHERE || !dg_joined(s, s->fig[f].sq, face) ||
		    !dg_enterable(s, to) || !dg_empty(s, to))
			continue;
		cost = square_cost(s, f, to) + face % 2;
		if (!best || cost < best)
			best = cost;
	}
	return best ? best : 1;
}

/* demoralized enemies hold like any other */
static bool held_by_weak(const struct dg_state *s, int f)
{
	for (int g = 0; g < s->n_figs; g++)
		if (dg_enemies(s, f, g) &&
		    dg_near(s->fig[f].sq, s->fig[g].sq) &&
		    dg_has(s, g, DG_ABILITY_DEMORALIZED) &&
		    dg_adjacent(s, s->fig[f].sq, s->fig[g].sq) >= 0 &&
		    dg_in_front(s, g, s->fig[f].sq))
			return true;
	return false;
}

static bool break_once(struct run *r, int f)
{
	const struct dg_state *s = dg_of(r);
	int die = dg_roll(r, 6), need = 4, n = 0;
	bool quick = RULE(DG_SA_13, dg_has(s, f, DG_ABILITY_FLIGHT)) ||
		     RULE(DG_SA_10, dg_has(s, f, DG_ABILITY_CHARGE)) ||
		     RULE(DG_SA_16, dg_has(s, f, DG_ABILITY_BOUND));
	int32_t freed[DG_MAX_FIGS];
	struct event e;
	bool ok;

	if (r->unknown)
		return false;
	if (quick)
		need = 2;
	ok = RULE(DG_BREAK_02, die >= need);
	for (int g = 0; ok && g < s->n_figs; g++)
		if (dg_on_board(s, g) && dg_enemies(s, f, g) &&
		    dg_adjacent(s, s->fig[f].sq, s->fig[g].sq) >= 0)
			freed[n++] = s->fig[g].label;
	event_start(&e, DG_EV_BREAK_AWAY, DG_BREAK_02);
	event_because(&e, DG_BREAK_03);
	event_because(&e, DG_X_03);
	if (held_by_weak(s, f))
		event_because(&e, DG_BREAK_06);
	if (quick)
		event_because(&e, dg_has(s, f, DG_ABILITY_FLIGHT)   ? DG_SA_13
				  : dg_has(s, f, DG_ABILITY_CHARGE) ? DG_SA_10
								    : DG_SA_16);
	event_put(&e, DG_EV_BREAK_AWAY_FIG, s->fig[f].label);
	event_put(&e, DG_EV_BREAK_AWAY_DIE, die);
	event_put(&e, DG_EV_BREAK_AWAY_NEED, need);
	event_put(&e, DG_EV_BREAK_AWAY_OK, ok);
	event_put_ints(&e, DG_EV_BREAK_AWAY_FROM, freed, n);
	event_put(&e, DG_EV_BREAK_AWAY_SP, s->fig[f].sp - 2);
	run_emit(r, &e);
	return ok;
}

static bool decide_break(struct run *r, int seat, const struct decision *d,
			 struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0), need;
	int32_t tries = decision_int(d, DG_TAG_COUNT, 1);
	int32_t more = s->player[seat].break_retry;
	int f = dg_find(s, label);
	struct event e;

	if (!dg_may_act(s, seat, label, DG_HOW_NORMAL, no))
		return false;
	if (f < 0 || !dg_on_board(s, f))
		return dg_no(no, DG_REFUSAL_NOT_ENTERED, DG_BREAK_02, label);
	if (RULE(DG_BREAK_04, !dg_held(s, f))) {
		event_start(&e, DG_EV_NOBODY_HOLDS, DG_BREAK_04);
		event_put(&e, DG_EV_NOBODY_HOLDS_FIG, label);
		run_emit(r, &e);
		return true;
	}
	need = 2;
	if (!dg_option(s, DG_OPTION_BREAK_RESERVE))
		need += RULE_VALUE(DG_R_58, cheapest(s, f));
	if (RULE(DG_ACT_03, dg_sp(s, label) < need))
		return dg_no_sp(no, DG_BREAK_02, label, need, dg_sp(s, label));
	if (tries < 1) /* not to be tried at all */
		return dg_no(no, DG_REFUSAL_MUST_BREAK_AWAY, DG_BREAK_02,
			     label);
	dg_begin(r, label, DG_HOW_NORMAL);
	/* as often as its SP last, whatever number that is */
	if (more > 0)
		tries = tries < INT32_MAX - more ? tries + more : INT32_MAX;
	for (int i = 0; i < tries && s->fig[f].sp >= need; i++)
		if (break_once(r, f) || r->unknown)
			return true;
	/* a die that fell is no refusal, unless ON BREAK FAIL STOP wants what
	 * was to follow not to be tried */
	return s->player[seat].break_stop != 1 ||
	       dg_no(no, DG_REFUSAL_MUST_BREAK_AWAY, DG_BREAK_02, label);
}

/* --- one leg of a path ------------------------------------------------- */

/* a square on the way that holds something: may it be passed through? */
static bool pass_check(const struct dg_state *s, int f, int32_t sq, bool first,
		       bool last, struct dg_leg *leg, struct refusal *no)
{
	int g = dg_fig_at(s, sq), t = dg_token_at(s, sq);
	bool enemy = g >= 0 && f >= 0 && dg_enemies(s, f, g);

	if (f >= 0 && t >= 0)
		return dg_no(no, DG_REFUSAL_OCCUPIED, DG_GEO_11,
			     s->token[t].label);
	if (f < 0 && g >= 0 && RULE(DG_TOKM_02, s->fig[g].owner >= 0))
		return dg_no(no, DG_REFUSAL_CANNOT_PASS, DG_TOKM_02,
			     s->fig[g].label);
	if (f >= 0 && g >= 0 && s->fig[f].owner < 0 &&
	    s->fig[g].owner == s->head.active && RULE(DG_SPAWN_02, true))
		return dg_no(no, DG_REFUSAL_OWN_HERO_SECTION, DG_SPAWN_02,
			     s->fig[g].label);
	if (last)
		return dg_no(no, DG_REFUSAL_OCCUPIED, DG_GEO_11,
			     g >= 0 ? s->fig[g].label : 0);
	if (f >= 0 && g < 0 && RULE(DG_PASS_03, leg->enemy >= 0))
		return dg_no(no, DG_REFUSAL_CANNOT_PASS, DG_PASS_03,
			     s->fig[f].label);
	if (f < 0 || g < 0)
		return true;
	if (RULE(DG_PASS_02, dg_enemy_beside(s, f, sq, g)))
		return dg_no(no, DG_REFUSAL_CANNOT_PASS, DG_PASS_02,
			     s->fig[g].label);
	if (RULE(DG_PASS_03, leg->enemy >= 0 || (enemy && !first)))
		return dg_no(no, DG_REFUSAL_CANNOT_PASS, DG_PASS_03,
			     s->fig[g].label);
	if (enemy)
		leg->enemy = g;
	return true;
}

bool dg_own_hero_in(const struct dg_state *s, int seat, int section)
{
	for (int g = 0; g < s->n_figs; g++)
		if (s->fig[g].owner == seat && dg_on_board(s, g) &&
		    s->square[s->fig[g].sq].section == section)
			return true;
	return false;
}

static bool barred(const struct dg_state *s, int f, int32_t to)
{
	static const int32_t none[DG_FIG_WORDS];

	if (!memcmp(s->fig[f].barred, none, sizeof(none)))
		return false;
	for (int g = 0; g < s->n_figs; g++)
		if (dg_bit(s->fig[f].barred, g) && dg_on_board(s, g) &&
		    dg_adjacent(s, to, s->fig[g].sq) >= 0)
			return RULE(DG_SA_41, true);
	return false;
}

/* DG-SPAWN-02: no Mage Spawn goes into a section with an own Hero in it */
static bool section_barred(const struct dg_state *s, int f, int32_t from,
			   int32_t to)
{
	const struct dg_fig *p = &s->fig[f];

	return p->owner < 0 &&
	       !(s->how == DG_HOW_CONFUSED && s->actor == p->label) &&
	       s->square[to].section != s->square[from].section &&
	       RULE(DG_SPAWN_02,
		    dg_own_hero_in(s, s->head.active, s->square[to].section));
}

/* checks of the destination square of a figure */
static bool arrival_check(const struct dg_state *s, int f, int32_t to,
			  struct refusal *no)
{
	const struct dg_fig *p = &s->fig[f];
	bool confused = s->how == DG_HOW_CONFUSED && s->actor == p->label;
	int by = confused ? dg_find(s, s->confuser) : -1;

	if (section_barred(s, f, p->sq, to))
		return dg_no(no, DG_REFUSAL_OWN_HERO_SECTION, DG_SPAWN_02,
			     p->label);
	if (dg_comes_with(s, f, DG_ABILITY_DEMORALIZED) &&
	    RULE(DG_SA_45, dg_enemy_beside(s, f, to, -1)))
		return dg_no(no, DG_REFUSAL_DEMORALIZED, DG_SA_45, p->label);
	if (by >= 0 && RULE(DG_SA_50, dg_friend_beside(s, by, to)))
		return dg_no(no, DG_REFUSAL_BLOCKED, DG_SA_50, p->label);
	if (barred(s, f, to))
		return dg_no(no, DG_REFUSAL_BLOCKED, DG_SA_41, p->label);
	return true;
}

static void leg_cost(const struct dg_state *s, int f, bool flight,
		     struct dg_leg *leg, int diagonals)
{
	leg->cost = 0;
	if (flight) {
		leg->cost = leg->n + diagonals;
		dg_mod(leg->mods, &leg->n_mods, DG_SA_13, leg->n);
	} else {
		int32_t cost = square_cost(s, f, leg->to);

		if (leg->n > 1) {
			leg->cost = RULE_VALUE(DG_PASS_01, 3 * (leg->n - 1));
			dg_mod(leg->mods, &leg->n_mods, DG_PASS_01, leg->cost);
		}
		leg->cost += cost;
		dg_mod(leg->mods, &leg->n_mods,
		       cost < dg_cost(s, leg->to) ? DG_SA_14 : DG_MOVE_01,
		       cost);
		diagonals = leg->face % 2;
		leg->cost += RULE_VALUE(DG_MOVE_01, diagonals);
	}
	if (diagonals)
		dg_mod(leg->mods, &leg->n_mods, DG_MOVE_02, diagonals);
}

/* the square of a figure, or of a token, f < 0 */
static int32_t stands_at(const struct dg_state *s, int f, int32_t piece)
{
	return f >= 0 ? s->fig[f].sq : s->token[dg_find_token(s, piece)].sq;
}

static int32_t square_of(const struct dg_state *s, int32_t piece)
{
	return stands_at(s, dg_find(s, piece), piece);
}

/* the points of figure f, or of a token */
static int32_t points_of(const struct dg_state *s, int f, int32_t piece)
{
	return f >= 0 && s->actor == piece ? s->fig[f].sp : dg_sp(s, piece);
}

/* The way of one step, N_DG_FACES: there is none; stairs lead straight on. */
static int face_to(const struct dg_state *s, int32_t at, int32_t to,
		   bool *stairs)
{
	int face = dg_face_to(at, to);

	*stairs = face < 0 && to >= 0 && dg_stairs(s, at, to);
	return *stairs ? DG_N : face < 0 ? N_DG_FACES : face;
}

/* The ground of one step from `at`, without the pieces on it. */
static bool ground_check(const struct dg_state *s, int32_t piece, int32_t at,
			 int32_t to, bool may_fly_over, struct dg_leg *leg,
			 struct refusal *no)
{
	bool stairs;
	int face = face_to(s, at, to, &stairs);

	leg->stairs |= stairs;
	if (face == N_DG_FACES || to == DG_NOWHERE ||
	    (!stairs && RULE(DG_MOVE_01, !dg_joined(s, at, face))))
		return dg_no(no, DG_REFUSAL_BLOCKED, DG_MOVE_01, piece);
	if (RULE(DG_MOVE_03, !dg_enterable(s, to) && !may_fly_over))
		return dg_no(no, DG_REFUSAL_BLOCKED, DG_MOVE_03, piece);
	if (s->square[to].terrain == DG_BLOCKING &&
	    RULE(DG_R_10, dg_option(s, DG_OPTION_X_CROSS)))
		return dg_no(no, DG_REFUSAL_BLOCKED, DG_R_10, piece);
	leg->face = face;
	return true;
}

/* A leg that ends where it may end: may it be walked at all, and paid? */
static bool walk_check(const struct dg_state *s, int f, int32_t piece,
		       bool flight, struct dg_leg *leg, int diagonals,
		       struct refusal *no)
{
	int32_t points;

	if (f >= 0 && leg->passes && s->how == DG_HOW_CONFUSED &&
	    s->actor == piece)
		return dg_no(no, DG_REFUSAL_CANNOT_PASS, DG_SA_50, piece);
	if (f >= 0 && !arrival_check(s, f, leg->to, no))
		return false;
	if (f >= 0 && !RULE(DG_PASS_05, leg->passes) && dg_held(s, f))
		return dg_no(no, DG_REFUSAL_MUST_BREAK_AWAY, DG_BREAK_01,
			     piece);
	leg_cost(s, f, flight, leg, diagonals);
	points = points_of(s, f, piece);
	if (RULE(DG_ACT_03, leg->cost > points))
		return dg_no_sp(no, DG_ACT_03, piece, leg->cost, points);
	return true;
}

/* of a figure, f, or a token */
static bool leg_check(const struct dg_state *s, int f, int32_t piece,
		      const int32_t *v, int n, struct dg_leg *leg,
		      struct refusal *no)
{
	int32_t start = stands_at(s, f, piece), at = start;
	bool flight = f >= 0 &&
		      RULE(DG_SA_13,
			   dg_has_for(s, f, DG_ABILITY_FLIGHT, s->head.active));
	int diagonals = 0;

	*leg = (struct dg_leg){ .enemy = -1 };
	for (int k = 0; k < n; k++) {
		int32_t to = v[k];
		bool last = k + 1 == n;

		if (to == start && k)
			return dg_no(no, DG_REFUSAL_CANNOT_PASS, DG_PASS_04,
				     piece);
		if (!ground_check(s, piece, at, to, flight && !last, leg, no))
			return false;
		leg->n = k + 1;
		leg->to = to;
		diagonals += leg->face % 2;
		if (dg_enterable(s, to) && dg_empty(s, to))
			break;
		if (last && dg_enterable(s, to))
			return pass_check(s, f, to, k == 0, true, leg, no);
		if (!flight && !pass_check(s, f, to, k == 0, false, leg, no))
			return false;
		leg->passes |= !flight;
		at = to;
	}
	return walk_check(s, f, piece, flight, leg, diagonals, no);
}

bool dg_leg_check(const struct dg_state *s, int32_t piece, const int32_t *v,
		  int n, struct dg_leg *leg, struct refusal *no)
{
	return leg_check(s, dg_find(s, piece), piece, v, n, leg, no);
}

/* --- the step happens -------------------------------------------------- */

void dg_path_stopped(struct run *r, struct dg_work *w, int32_t piece,
		     int32_t before, int rule, const struct refusal *no)
{
	struct event e;

	/* where it was to go on, and what stops it, is for its player alone */
	event_start(&e, DG_EV_STOPPED, DG_MOVE_07);
	event_put(&e, DG_EV_STOPPED_PIECE, piece);
	run_emit(r, &e);
	event_start(&e, DG_EV_PATH_STOPPED, rule);
	e.audience = AUDIENCE_SEAT(dg_of(r)->head.active) | AUDIENCE_GM;
	event_because(&e, no->rule);
	event_put(&e, DG_EV_PATH_STOPPED_PIECE, piece);
	event_put_point(&e, DG_EV_PATH_STOPPED_BEFORE, dg_x(before),
			dg_y(before));
	event_put_text(&e, DG_EV_PATH_STOPPED_REASON,
		       str_of(dg_refusals[no->reason].name));
	run_emit(r, &e);
	w->refused = true;
	if (w->no)
		*w->no = *no;
}

/* Terrify: false if an enemy keeps the figure from stepping there */
static bool terrify(struct run *r, int f, int32_t to)
{
	const struct dg_state *s = dg_of(r);

	for (int g = 0; g < s->n_figs; g++) {
		struct event e;
		int die;

		if (!dg_near(to, s->fig[g].sq) || !dg_enemies(s, f, g) ||
		    !RULE(DG_SA_41, dg_has(s, g, DG_ABILITY_TERRIFY)) ||
		    dg_adjacent(s, to, s->fig[g].sq) < 0)
			continue;
		if (dg_comes_with(s, f, DG_ABILITY_TERRIFY))
			return true;
		die = dg_roll(r, 6);
		if (r->unknown)
			return false;
		event_start(&e, DG_EV_TERRIFY, DG_SA_41);
		event_because(&e, DG_X_08);
		event_put(&e, DG_EV_TERRIFY_FIG, s->fig[f].label);
		event_put(&e, DG_EV_TERRIFY_BY, s->fig[g].label);
		event_put(&e, DG_EV_TERRIFY_DIE, die);
		event_put(&e, DG_EV_TERRIFY_OK, die > 2);
		run_emit(r, &e);
		if (die <= 2)
			return false;
	}
	return true;
}

/* the same for arrivals other than by a step */
static bool comes_near(struct run *r, struct dg_work *w, int f, int32_t to)
{
	int32_t label = dg_of(r)->fig[f].label;
	struct refusal no;

	if (terrify(r, f, to))
		return true;
	if (!r->unknown) {
		dg_no(&no, DG_REFUSAL_BLOCKED, DG_SA_41, label);
		dg_path_stopped(r, w, label, to, DG_MOVE_07, &no);
	}
	return false;
}

static void iron_closes(struct run *r, int32_t from, int32_t to)
{
	const struct dg_state *s = dg_of(r);
	struct event e;

	for (int face = 0; s->n_doors && face < N_DG_FACES; face += 2) {
		int door;

		if (dg_beside(from, face) != to)
			continue;
		door = dg_door_at(s, from, face);
		if (door < 0 || s->door[door].kind != DG_IRON ||
		    s->door[door].state != DG_OPEN)
			continue;
		event_start(&e, DG_EV_DOOR_CLOSED, DG_DOOR_03);
		event_put(&e, DG_EV_DOOR_CLOSED_DOOR, s->door[door].label);
		run_emit(r, &e);
	}
}

/* what a newcomer brings about, pushed in the order of DG-MOVE-06 */
void dg_arrive(struct dg_work *w, int32_t piece, bool new_section,
	       int32_t cause, bool own_move)
{
	if (own_move)
		dg_push(w, DG_JOB_POLE, piece, 0, 0, 0);
	dg_push(w, DG_JOB_SPINS, piece, -1, cause, own_move);
	dg_push(w, DG_JOB_CONVERT, piece, new_section, 0, 0);
}

static bool more_steps(const struct dg_work *w, int32_t piece)
{
	return w->n && w->job[w->n - 1][0] == DG_JOB_STEP &&
	       w->job[w->n - 1][1] == piece;
}

/* an enemy it broke away from, or passed, has it in front and holds it not */
static bool walks_free(const struct dg_state *s, int f)
{
	static const int32_t none[DG_FIG_WORDS];

	if (!memcmp(s->freed, none, sizeof(none)))
		return false;
	for (int g = 0; g < s->n_figs; g++)
		if (dg_bit(s->freed, g) && dg_on_board(s, g) &&
		    dg_adjacent(s, s->fig[f].sq, s->fig[g].sq) >= 0 &&
		    dg_in_front(s, g, s->fig[f].sq))
			return true;
	return false;
}

static void step_emit(struct run *r, int f, int32_t piece, int32_t from,
		      const int32_t *v, const struct dg_leg *leg)
{
	const struct dg_state *s = dg_of(r);
	int32_t over[2 * MAX_PATH];
	struct event e;
	int n = 0;

	for (int k = 0; k + 1 < leg->n; k++) {
		over[n++] = dg_x(v[k]);
		over[n++] = dg_y(v[k]);
	}
	event_start(&e, DG_EV_STEPPED, leg->passes ? DG_PASS_01 : DG_MOVE_01);
	event_because(&e, DG_MOVE_06);
	if (leg->enemy >= 0 && RULE(DG_PASS_05, true)) {
		event_because(&e, DG_PASS_05);
		event_because(&e, DG_PASS_08);
	}
	if (f >= 0 && walks_free(s, f))
		event_because(&e, DG_BREAK_05);
	if (f < 0)
		event_because(&e, DG_TOKM_02);
	if (leg->stairs)
		event_because(&e, DG_SPEC_06);
	event_put(&e, DG_EV_STEPPED_PIECE, piece);
	event_put_ints(&e, DG_EV_STEPPED_OVER, over, n);
	event_put_point(&e, DG_EV_STEPPED_FROM, dg_x(from), dg_y(from));
	event_put_point(&e, DG_EV_STEPPED_TO, dg_x(leg->to), dg_y(leg->to));
	event_put(&e, DG_EV_STEPPED_COST, leg->cost);
	event_put_ints(&e, DG_EV_STEPPED_MODS, leg->mods, leg->n_mods);
	event_put(&e, DG_EV_STEPPED_SP, points_of(s, f, piece) - leg->cost);
	run_emit(r, &e);
}

static void steps_drop(struct dg_work *w, int32_t piece)
{
	while (more_steps(w, piece))
		w->n--;
}

/* the squares of the way that is still to be gone; gives their number */
static int squares_left(const struct dg_work *w, const int32_t *job,
			int32_t v[MAX_PATH + 1])
{
	int n = 0;

	v[n++] = job[2];
	for (int k = w->n; k && w->job[k - 1][0] == DG_JOB_STEP &&
			   w->job[k - 1][1] == job[1] && n <= MAX_PATH;
	     k--)
		v[n++] = w->job[k - 1][2];
	return n;
}

/* what a figure has to do where it has come to; enemy: passed on the way */
static void arrived(struct run *r, struct dg_work *w, int32_t piece,
		    int32_t enemy, bool new_section)
{
	const struct dg_state *s = dg_of(r);

	if (!dg_option(s, DG_OPTION_SPIN) || !more_steps(w, piece)) {
		dg_push(w, DG_JOB_POLE, piece, 0, 0, 0);
		dg_push(w, DG_JOB_SPINS, piece, -1, 0, 1);
	}
	if (enemy && RULE(DG_PASS_06, true))
		dg_push(w, DG_JOB_FREE, enemy, piece, 0, 0);
	dg_push(w, DG_JOB_CONVERT, piece, new_section, 0, 0);
}

void dg_job_step(struct run *r, struct dg_work *w, const int32_t *job)
{
	const struct dg_state *s = dg_of(r);
	int32_t piece = job[1], v[MAX_PATH + 1], from, enemy;
	int f = dg_find(s, piece), n = squares_left(w, job, v);
	bool new_section, known;
	struct refusal no = { 0 };
	struct dg_leg leg;

	if (f >= 0 && !dg_on_board(s, f)) { /* it did not live to go on */
		steps_drop(w, piece);
		return;
	}
	from = stands_at(s, f, piece);
	if (w->first) /* the first leg of a path may be known */
		leg = *w->first;
	known = w->first != NULL;
	w->first = NULL;
	if ((!known && !leg_check(s, f, piece, v, n, &leg, &no)) ||
	    (f >= 0 && !terrify(r, f, leg.to))) {
		if (r->unknown)
			return;
		if (!no.reason)
			dg_no(&no, DG_REFUSAL_BLOCKED, DG_SA_41, piece);
		steps_drop(w, piece);
		dg_path_stopped(r, w, piece, job[2], DG_MOVE_07, &no);
		return;
	}
	w->n -= leg.n - 1; /* squares of this leg */
	enemy = leg.enemy >= 0 ? s->fig[leg.enemy].label : 0;
	step_emit(r, f, piece, from, v, &leg);
	for (int k = 0; k < leg.n; k++)
		iron_closes(r, k ? v[k - 1] : from, v[k]);
	new_section = s->square[from].section != s->square[leg.to].section;
	if (f < 0)
		dg_push(w, DG_JOB_TOKEN, piece, 0, 0, 0);
	else
		arrived(r, w, piece, enemy, new_section);
}

/* --- ENTER, MOVE, TURN, LEAVE, OPEN ------------------------------------ */

static int path_of(const struct decision *d, int32_t v[MAX_PATH])
{
	struct decision_arg a;
	int n = 0;

	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		if (a.tag != DG_TAG_TO)
			continue;
		if (n == MAX_PATH)
			return -1;
		v[n++] = a.w[0] < 0 || a.w[0] >= DG_WIDTH || a.w[1] < 0 ||
					 a.w[1] >= DG_WIDTH
				 ? DG_NOWHERE
				 : dg_square_of(a.w[0], a.w[1]);
	}
	return n;
}

/* a piece there would be held, or an enemy may turn to hold it */
static bool would_be_held(const struct dg_state *s, int f, int32_t sq)
{
	for (int g = 0; f >= 0 && g < s->n_figs; g++)
		if (dg_on_board(s, g) && dg_enemies(s, f, g) &&
		    dg_adjacent(s, sq, s->fig[g].sq) >= 0 &&
		    !(dg_bit(s->freed, g) && s->actor == s->fig[f].label))
			return true;
	return false;
}

enum {
	POINT = 64,           /* of costs, which count steps below it */
	HOPED = 1000 * POINT, /* more than any path costs: an obstacle */
	NO_WAY = 0x3f3f3f3f   /* four bytes that are alike */
};

/* which ways count */
enum by {
	BY_FREE, /* past no enemy that could hold it */
	BY_ALL,
	BY_HOPE /* through pieces and closed doors, too */
};

/* state of a square, bits */
enum { ASKED = 1, OPEN = 2, WAITS = 4 /* in the ring */ };

/* a way to some square, backwards from it */
struct way {
	const struct dg_state *s;
	int f;            /* who goes, -1 a token */
	int32_t from, to; /* squares */
	enum by by;
	int32_t most; /* what the whole way may cost */
	int first, n_queue;
	/* made by way_costs */
	int32_t cost[DG_SQUARES];  /* to the end: points and steps */
	int32_t queue[DG_SQUARES]; /* squares to look at again, a ring */
	unsigned char known[DG_SQUARES];
};

static void way_init(struct way *w, const struct dg_state *s, int32_t piece,
		     int32_t from, int32_t to, int32_t most)
{
	w->s = s;
	w->f = dg_find(s, piece);
	w->from = from;
	w->to = to;
	w->by = BY_FREE;
	w->most = most;
}

/* one may go on through it */
static bool is_open(struct way *w, int32_t sq)
{
	if (!(w->known[sq] & ASKED) && dg_enterable(w->s, sq) &&
	    (w->by == BY_HOPE || dg_empty(w->s, sq)) &&
	    (w->by != BY_FREE || !would_be_held(w->s, w->f, sq)))
		w->known[sq] |= OPEN;
	w->known[sq] |= ASKED;
	return w->known[sq] & OPEN;
}

/* from one square to the next, whoever goes */
static bool is_step(const struct way *w, int32_t from, int32_t to, int face)
{
	bool joined = dg_joined(w->s, from, face) ||
		      (w->by == BY_HOPE && face % 2 == 0 &&
		       dg_passage(w->s, from, face));

	return joined && (w->f < 0 || !section_barred(w->s, w->f, from, to));
}

/* the cost of the path from a neighbour of sq through sq; diagonally a point
 * more */
static int32_t cost_by(const struct way *w, int32_t sq)
{
	bool taken = w->by == BY_HOPE && !dg_empty(w->s, sq);

	return w->cost[sq] + POINT * square_cost(w->s, w->f, sq) + 1 +
	       (taken ? HOPED : 0);
}

/* and what that step costs more */
static int32_t cost_of(const struct way *w, int32_t from, int face)
{
	bool shut = w->by == BY_HOPE && !dg_joined(w->s, from, face);

	return POINT * (face % 2) + (shut ? HOPED : 0);
}

/* neighbours of sq that are cheaper through sq */
static void way_spread(struct way *w, int32_t sq)
{
	int32_t by = cost_by(w, sq);

	for (int face = 0; face < N_DG_FACES; face++) {
		int32_t p = dg_beside(sq, face), c;
		int back = (face + 4) % 8;

		if (p == DG_NOWHERE)
			continue;
		c = by + cost_of(w, p, back);
		/* no square is entered for less than a point */
		if (c >= w->cost[p] ||
		    c + POINT * dg_range(p, w->from) > w->most ||
		    !is_step(w, p, sq, back) ||
		    (p != w->from && !is_open(w, p)))
			continue;
		w->cost[p] = c;
		/* no path leads on through its square */
		if (p == w->from || w->known[p] & WAITS)
			continue;
		w->known[p] |= WAITS;
		w->queue[(w->first + w->n_queue++) % DG_SQUARES] = p;
	}
}

static void way_costs(struct way *w)
{
	memset(w->cost, NO_WAY & 0xff, sizeof(w->cost));
	memset(w->known, 0, sizeof(w->known));
	w->cost[w->to] = 0;
	w->first = w->n_queue = 0;
	w->queue[w->n_queue++] = w->to;
	while (w->n_queue) {
		int32_t sq = w->queue[w->first];

		w->first = (w->first + 1) % DG_SQUARES;
		w->n_queue--;
		w->known[sq] &= (unsigned char)~WAITS;
		way_spread(w, sq);
	}
}

/* the next square on the way, DG_NOWHERE if there is none */
static int32_t way_next(const struct way *w, int32_t at)
{
	for (int face = 0; face < N_DG_FACES; face++) {
		int32_t p = dg_beside(at, face);

		if (p != DG_NOWHERE && is_step(w, at, p, face) &&
		    w->cost[p] < NO_WAY &&
		    cost_by(w, p) + cost_of(w, at, face) == w->cost[at])
			return p;
	}
	return DG_NOWHERE;
}

/* what a way costs at most that takes so many points */
static int32_t at_most(int32_t points)
{
	return POINT * points + POINT - 1;
}

/* the cheapest way, past enemies or not at all, of those that cost no more;
 * gives its length, 0 if none */
static int way_from(struct way *w, int32_t v[MAX_PATH])
{
	const struct dg_state *s = w->s;
	int32_t at = w->from, to = w->to;
	int n = 0;

	if (to < 0 || to == at || !dg_enterable(s, to) ||
	    (w->by != BY_HOPE && !dg_empty(s, to)))
		return 0;
	way_costs(w);
	while (at != to && w->cost[at] < NO_WAY && n < MAX_PATH) {
		at = way_next(w, at);
		if (at == DG_NOWHERE)
			return 0;
		v[n++] = at;
	}
	return at == to ? n : 0;
}

/* .. by ways that count least first, up to those of `last` */
static int way_by(struct way *w, enum by last, int32_t v[MAX_PATH])
{
	int n = 0;

	for (int by = BY_FREE; by <= (int)last && !n; by++) {
		w->by = (enum by)by;
		n = way_from(w, v);
	}
	return n;
}

static int way_to(const struct dg_state *s, int32_t piece, int32_t to,
		  enum by last, int32_t most, int32_t v[MAX_PATH])
{
	struct way w;

	way_init(&w, s, piece, square_of(s, piece), to, most);
	return way_by(&w, last, v);
}

/* a way that has n squares, with these in between: the cheapest to each to
 * which no step leads from the one before it; a square that no way leads to
 * stays, and stops it there. Gives its length, as far as it has room */
static int by_stops(const struct dg_state *s, int32_t piece, int32_t from,
		    const int32_t *stop, int count, int n, int32_t v[MAX_PATH])
{
	for (int i = 0; i < count && n < MAX_PATH; i++) {
		int32_t way[MAX_PATH];
		struct way w;
		int steps = 1;
		bool stairs;

		way_init(&w, s, piece, from, stop[i], NO_WAY);
		way[0] = stop[i];
		if (stop[i] == from) {
			steps = 0;
		} else if (stop[i] >= 0 &&
			   face_to(s, from, stop[i], &stairs) == N_DG_FACES) {
			steps = way_by(&w, BY_ALL, way);
			if (!steps) {
				way[0] = stop[i];
				steps = 1;
			}
		}
		for (int k = 0; k < steps && n < MAX_PATH; k++)
			v[n++] = way[k];
		from = stop[i];
	}
	return n;
}

int32_t dg_free_way(const struct dg_state *s, int32_t piece, int32_t to,
		    int32_t points)
{
	struct way w;

	way_init(&w, s, piece, square_of(s, piece), to, at_most(points));
	if (to < 0 || to == w.from || !dg_enterable(s, to) || !dg_empty(s, to))
		return -1;
	way_costs(&w);
	return w.cost[w.from] < NO_WAY ? w.cost[w.from] / POINT : -1;
}

int dg_ways_out(const struct dg_state *s, int f, int32_t v[DG_OUT_MAX])
{
	int k = s->fig[f].owner < 0 ? -1 : s->player[s->fig[f].owner].exit;
	const struct dg_mouth *m;
	int n = 0;

	if (k < 0 || k >= s->n_mouths)
		return 0;
	m = &s->mouth[k];
	for (int32_t y = m->y0; y <= m->y1; y++)
		for (int32_t x = m->x0; x <= m->x1 && n < DG_OUT_MAX; x++)
			v[n++] = dg_square_of(x, y);
	return n;
}

/* can one go on from a square to the next of a way that was hoped for? */
static bool is_clear(const struct dg_state *s, int32_t from, int32_t to)
{
	bool stairs;
	int face = face_to(s, from, to, &stairs);

	return face < N_DG_FACES && dg_joined(s, from, face) && dg_empty(s, to);
}

int32_t dg_toward(const struct dg_state *s, int32_t piece, int32_t to,
		  int32_t points, bool hope, int32_t *rest)
{
	int32_t way[MAX_PATH], best = DG_NOWHERE, at;
	struct way w;
	int n;

	way_init(&w, s, piece, square_of(s, piece), to, NO_WAY);
	at = w.from;
	n = way_by(&w, hope ? BY_HOPE : BY_ALL, way);
	*rest = n ? w.cost[w.from] % HOPED / POINT : 0;
	for (int i = 0;
	     i < n && w.cost[w.from] - w.cost[way[i]] <= at_most(points) &&
	     is_clear(s, at, way[i]);
	     at = way[i++])
		best = way[i];
	return best;
}

/* MOVE .. TO: without breaking away where that can be, however far it is; most
 * are as near as it can go, which is found with less work */
static int cheapest_way(const struct dg_state *s, int32_t piece, int32_t to,
			int32_t v[MAX_PATH])
{
	int n = way_to(s, piece, to, BY_FREE, at_most(dg_sp(s, piece)), v);

	return n ? n : way_to(s, piece, to, BY_ALL, NO_WAY, v);
}

/* The piece with the name of the square, if it is on the board: its square.
 * TOWARDS B1 means the Hero rather than the square. */
static int32_t namesake(const struct dg_state *s, int32_t sq, int *chest)
{
	char column = (char)('A' + dg_x(sq));
	int32_t label = dg_x(sq) < 26 ? label_of(column, dg_y(sq) + 1) : 0;
	int f = dg_find(s, label), i = dg_find_token(s, label);
	int c = dg_find_chest(s, label);

	*chest = -1;
	if (f >= 0 && dg_on_board(s, f))
		return s->fig[f].sq;
	if (c >= 0 && s->chest[c].place == DG_CHEST_LIES) {
		*chest = c;
		return s->chest[c].sq;
	}
	return i >= 0 ? s->token[i].sq : DG_NOWHERE;
}

int32_t dg_named_square(const struct dg_state *s, int32_t label)
{
	int32_t sq = dg_square_of(label_letter(label) - 'A',
				  label_number(label) - 1);
	int chest;

	return sq >= 0 && sq < DG_SQUARES &&
			       namesake(s, sq, &chest) != DG_NOWHERE
		       ? sq
		       : DG_NOWHERE;
}

/* TOWARDS, as newer games have it */
static bool only_nears(const struct decision *d)
{
	return decision_int(d, DG_TAG_TOWARD, 0) &&
	       decision_int(d, DG_TAG_WAY, 0);
}

/* Is a figure or a chest called so that is not on the board any more? Newer
 * games do not take the square for it. */
static bool is_gone(const struct dg_state *s, const struct decision *d)
{
	int32_t v[MAX_PATH], label;
	int chest;

	if (!only_nears(d) || path_of(d, v) < 1 || v[0] == DG_NOWHERE ||
	    dg_x(v[0]) >= 26 || namesake(s, v[0], &chest) != DG_NOWHERE)
		return false;
	label = label_of((char)('A' + dg_x(v[0])), dg_y(v[0]) + 1);
	return dg_find(s, label) >= 0 || dg_find_chest(s, label) >= 0;
}

/* the squares that MOVE .. TOWARDS leads to: from which something can be done
 * to whom or what it names; none named: those of its exit. Gives how many */
static int ends_of(const struct dg_state *s, int f, const struct decision *d,
		   int32_t v[MAX_PATH])
{
	int n = path_of(d, v), chest;
	int32_t to;

	if (n < 1)
		return f >= 0 ? dg_ways_out(s, f, v) : 0;
	to = v[0] == DG_NOWHERE ? DG_NOWHERE : namesake(s, v[0], &chest);
	if (to == DG_NOWHERE && (v[0] == DG_NOWHERE || dg_empty(s, v[0])))
		return 1;
	if (to == DG_NOWHERE)
		to = v[0];
	n = 0;
	for (int k = 0; k < N_DG_FACES; k++)
		if (dg_beside(to, k) != DG_NOWHERE && dg_joined(s, to, k) &&
		    (chest < 0 || dg_front(NULL, 3, s->chest[chest].face,
					   dg_dx(k), dg_dy(k))))
			v[n++] = dg_beside(to, k);
	return n;
}

/* The piece goes TOWARDS a goal without a path, and the obstacle is next */
static bool is_before(const struct dg_state *s, int32_t piece,
		      const struct decision *d)
{
	int32_t ends[MAX_PATH], way[MAX_PATH];
	int n = ends_of(s, dg_find(s, piece), d, ends);

	for (int i = 0; i < n && only_nears(d); i++) {
		struct way w;

		way_init(&w, s, piece, square_of(s, piece), ends[i], NO_WAY);
		w.by = BY_HOPE;
		if (way_from(&w, way) && !is_clear(s, w.from, way[0]))
			return true;
	}
	return false;
}

/* MOVE .. TOWARDS: the cheapest way as far as the points bring it, 0: nowhere
 */
static int way_toward(const struct dg_state *s, int32_t piece,
		      const struct decision *d, int32_t v[MAX_PATH])
{
	int32_t ends[MAX_PATH];
	int n = ends_of(s, dg_find(s, piece), d, ends);
	int32_t best = DG_NOWHERE, least = 0;
	bool hope = decision_int(d, DG_TAG_WAY, 0) != 0;

	for (int i = 0; i < n; i++) {
		int32_t rest;
		int32_t at = ends[i] == DG_NOWHERE
				     ? DG_NOWHERE
				     : dg_toward(s, piece, ends[i],
						 dg_sp(s, piece), hope, &rest);

		if (at == DG_NOWHERE || (best != DG_NOWHERE && rest >= least))
			continue;
		best = at;
		least = rest;
	}
	return best == DG_NOWHERE ? 0 : cheapest_way(s, piece, best, v);
}

/* the possible squares of an order to move; 0: none, -1: too many */
static int way_of(const struct dg_state *s, int32_t label,
		  const struct decision *d, int32_t v[MAX_PATH])
{
	int32_t stop[MAX_PATH];
	int n = path_of(d, v);

	if (decision_int(d, DG_TAG_TOWARD, 0))
		return way_toward(s, label, d, v);
	if (decision_int(d, DG_TAG_WAY, 0))
		return cheapest_way(s, label, n > 0 ? v[0] : DG_NOWHERE, v);
	if (n < 1 || !decision_int(d, DG_TAG_STOPS, 0))
		return n;
	memcpy(stop, v, (size_t)n * sizeof(*v));
	return by_stops(s, label, square_of(s, label), stop, n, 0, v);
}

/* leg: the first, checked before its piece began to act; that it does changes
 * nothing that a leg is checked for */
static bool walk(struct run *r, int32_t piece, const int32_t *v, int n,
		 const struct dg_leg *leg, struct refusal *no)
{
	struct dg_work w;

	dg_work_init(&w, no);
	w.first = leg;
	for (int k = n; k-- > 0;)
		dg_push(&w, DG_JOB_STEP, piece, v[k], 0, 0);
	dg_work_run(r, &w);
	return !w.refused;
}

static bool decide_move(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0), v[MAX_PATH];
	int f = dg_find(s, label), n;
	struct dg_leg leg;

	if (f >= 0 && s->fig[f].place == DG_OUTSIDE)
		return dg_no(no, DG_REFUSAL_NOT_ENTERED, DG_MOVE_04, label);
	if (!dg_may_act(s, seat, label, DG_HOW_NORMAL, no))
		return false;
	if (is_gone(s, d))
		return dg_no(no, DG_REFUSAL_NO_TARGET, DG_MOVE_01, label);
	n = way_of(s, label, d, v);
	if (!n && is_before(s, label, d)) {
		dg_begin(r, label, DG_HOW_NORMAL); /* as near as it comes */
		return true;
	}
	if (n < 1)
		return dg_no(no, n ? DG_REFUSAL_NO_SP : DG_REFUSAL_BLOCKED,
			     DG_MOVE_01, label);
	if (!dg_leg_check(s, label, v, n, &leg, no))
		return false;
	/* what only wants to come nearer has done so, whatever it meets */
	return !dg_begin(r, label, DG_HOW_NORMAL) ||
	       walk(r, label, v, n, &leg, no) || only_nears(d);
}

/* The Hero comes in and goes on; by itself it stops where it must. */
static void enter(struct run *r, struct dg_work *w, int f, const int32_t *v,
		  int n, bool by_itself)
{
	const struct dg_state *s = dg_of(r);
	const struct dg_fig *p = &s->fig[f];
	const struct dg_mouth *m = &s->mouth[s->player[p->owner].entrance];
	int32_t cost = square_cost(s, f, v[0]);
	struct event e;

	if (!dg_begin(r, p->label, DG_HOW_NORMAL) || !comes_near(r, w, f, v[0]))
		return;
	event_start(&e, DG_EV_ENTERED, DG_MOVE_04);
	event_because(&e, DG_ACT_02);
	if (s->player[p->owner].turns == 1)
		event_because(&e, DG_TURN_05);
	if (by_itself)
		event_because(&e, DG_D_11);
	event_put(&e, DG_EV_ENTERED_FIG, p->label);
	event_put_point(&e, DG_EV_ENTERED_TO, dg_x(v[0]), dg_y(v[0]));
	event_put(&e, DG_EV_ENTERED_FACE, (m->side + 4) % 8);
	event_put(&e, DG_EV_ENTERED_COST, cost);
	event_put(&e, DG_EV_ENTERED_SP, p->sp - cost);
	run_emit(r, &e);
	for (int k = n; k-- > 1;)
		dg_push(w, DG_JOB_STEP, p->label, v[k], 0, 0);
	dg_arrive(w, p->label, true, 0, true);
}

/* may it come in on that square of its mouth? */
static bool is_way_in(const struct dg_state *s, int f, int32_t sq)
{
	struct refusal no;

	return dg_enterable(s, sq) && dg_empty(s, sq) &&
	       square_cost(s, f, sq) <= dg_sp(s, s->fig[f].label) &&
	       arrival_check(s, f, sq, &no);
}

/* what a step costs, slantwise a point more */
static int32_t step_cost(const struct dg_state *s, int f, int32_t from,
			 int32_t to)
{
	bool slant = dg_x(from) != dg_x(to) && dg_y(from) != dg_y(to);

	return square_cost(s, f, to) + slant;
}

/* ENTER .. TO: by the square of its mouth from which the way is cheapest, of
 * those that cost less than *least, which is then its cost; gives its length,
 * 0 if there is none */
static int way_in(const struct dg_state *s, int f, int32_t to, enum by by,
		  int32_t *least, int32_t v[MAX_PATH + 1])
{
	const struct dg_mouth *m =
		&s->mouth[s->player[s->fig[f].owner].entrance];
	int32_t way[MAX_PATH];
	int n = 0;

	for (int32_t y = m->y0; y <= m->y1; y++)
		for (int32_t x = m->x0; x <= m->x1; x++) {
			int32_t sq = dg_square_of(x, y), cost;
			struct way w;
			int steps;

			if (!is_way_in(s, f, sq))
				continue;
			way_init(&w, s, s->fig[f].label, sq, to, NO_WAY);
			w.by = by;
			steps = sq == to ? 0 : way_from(&w, way);
			if (sq != to && !steps)
				continue;
			cost = POINT * square_cost(s, f, sq) +
			       (steps ? w.cost[sq] : 0);
			if (cost >= *least)
				continue;
			*least = cost;
			v[0] = sq;
			memcpy(v + 1, way, (size_t)steps * sizeof(*v));
			n = steps + 1;
		}
	return n;
}

/* .. to the nearest of these squares, by ways as way_by has them */
static int nearest_in(const struct dg_state *s, int f, const int32_t *to,
		      int count, enum by last, int32_t v[MAX_PATH + 1])
{
	int32_t least = NO_WAY;
	int n = 0;

	for (int by = BY_FREE; by <= (int)last && !n; by++)
		for (int i = 0; i < count; i++) {
			int steps = to[i] < 0 ? 0
					      : way_in(s, f, to[i], (enum by)by,
						       &least, v);

			n = steps ? steps : n;
		}
	return n;
}

/* ENTER .. TOWARDS: as far as the points bring it */
static int toward_in(const struct dg_state *s, int f, const struct decision *d,
		     int32_t v[MAX_PATH + 1])
{
	int32_t ends[MAX_PATH], points = dg_sp(s, s->fig[f].label);
	int count = ends_of(s, f, d, ends), k = 0;
	int n = nearest_in(s, f, ends, count, BY_HOPE, v);

	while (k < n && (!k || is_clear(s, v[k - 1], v[k]))) {
		points -= k ? step_cost(s, f, v[k - 1], v[k])
			    : square_cost(s, f, v[k]);
		if (points < 0)
			break;
		k++;
	}
	return k;
}

static bool is_mouth(const struct dg_state *s, int f, int32_t sq)
{
	const struct dg_mouth *m =
		&s->mouth[s->player[s->fig[f].owner].entrance];

	return dg_x(sq) >= m->x0 && dg_x(sq) <= m->x1 && dg_y(sq) >= m->y0 &&
	       dg_y(sq) <= m->y1;
}

/* the squares of the order, or those that lead to its only one, or towards what
 * it names; 0: none do */
static int path_in(const struct dg_state *s, int f, const struct decision *d,
		   int32_t v[MAX_PATH + 1])
{
	int32_t stop[MAX_PATH];
	int n = path_of(d, v);
	int32_t to = n > 0 ? v[0] : DG_NOWHERE;

	if (decision_int(d, DG_TAG_TOWARD, 0))
		return toward_in(s, f, d, v);
	if (n < 1 || to < 0)
		return n;
	if (decision_int(d, DG_TAG_STOPS, 0)) {
		memcpy(stop, v + 1, (size_t)(n - 1) * sizeof(*v));
		return by_stops(s, s->fig[f].label, to, stop, n - 1, 1, v);
	}
	if (!decision_int(d, DG_TAG_WAY, 0))
		return n;
	return nearest_in(s, f, &to, 1, BY_ALL, v);
}

static bool decide_enter(struct run *r, int seat, const struct decision *d,
			 struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0), v[MAX_PATH + 1];
	int f = dg_find(s, label), n;
	struct dg_work w;

	if (!dg_may_act(s, seat, label, DG_HOW_NORMAL, no))
		return false;
	if (f < 0 || s->fig[f].owner < 0)
		return dg_no(no, DG_REFUSAL_NOT_HERO, DG_ACT_05, label);
	if (s->fig[f].place != DG_OUTSIDE)
		return dg_no(no, DG_REFUSAL_BAD_TIME, DG_MOVE_04, label);
	if (s->player[seat].entrance < 0)
		return dg_no(no, DG_REFUSAL_BLOCKED, DG_MOVE_04, label);
	if (is_gone(s, d))
		return dg_no(no, DG_REFUSAL_NO_TARGET, DG_MOVE_04, label);
	n = path_in(s, f, d, v);
	if (n < 1 || v[0] < 0)
		return dg_no(no, DG_REFUSAL_BLOCKED, DG_MOVE_04, label);
	if (RULE(DG_MOVE_04, !is_mouth(s, f, v[0])) || !dg_enterable(s, v[0]))
		return dg_no(no, DG_REFUSAL_BLOCKED, DG_MOVE_04, label);
	if (RULE(DG_GEO_11, !dg_empty(s, v[0])))
		return dg_no(no, DG_REFUSAL_OCCUPIED, DG_GEO_11, label);
	if (RULE(DG_ACT_03, square_cost(s, f, v[0]) > dg_sp(s, label)))
		return dg_no_sp(no, DG_ACT_03, label, square_cost(s, f, v[0]),
				dg_sp(s, label));
	if (!arrival_check(s, f, v[0], no))
		return false;
	dg_work_init(&w, no);
	enter(r, &w, f, v, n, false);
	dg_work_run(r, &w);
	return !w.refused || only_nears(d);
}

/* how the Hero would go in by itself: DG-D-11 */
static bool enter_way(const struct dg_state *s, int f, struct decision *d)
{
	const struct dg_mouth *m;
	int32_t best = DG_NOWHERE, far = 0;
	int seat = s->fig[f].owner, in;

	if (s->player[seat].entrance < 0)
		return false;
	m = &s->mouth[s->player[seat].entrance];
	in = (m->side + 4) % 8;
	for (int32_t y = m->y0; y <= m->y1; y++)
		for (int32_t x = m->x0; x <= m->x1; x++) {
			int32_t sq = dg_square_of(x, y);
			/* twice the way from the middle of the mouth */
			int32_t off =
				2 * x - m->x0 - m->x1 + (2 * y - m->y0 - m->y1);

			if (off < 0)
				off = -off;
			if (!is_way_in(s, f, sq) ||
			    (best != DG_NOWHERE && off >= far))
				continue;
			best = sq;
			far = off;
		}
	if (best == DG_NOWHERE)
		return false;
	decision_start(d, DG_ORDER_ENTER);
	decision_add_int(d, DG_TAG_FIG, s->fig[f].label);
	for (int k = 0; k < 3; k++) {
		int32_t at[2] = { dg_x(best), dg_y(best) };

		decision_add(d, DG_TAG_TO, at, 2);
		if (!dg_joined(s, best, in) || held_at(s, f, best))
			break;
		best = dg_beside(best, in);
		if (!dg_enterable(s, best) || !dg_empty(s, best))
			break;
	}
	return true;
}

bool dg_enter_default(const struct dg_state *s, int seat, struct decision *d)
{
	struct refusal no;

	for (int f = 0; f < s->n_figs; f++)
		if (s->fig[f].owner == seat && s->fig[f].place == DG_OUTSIDE &&
		    dg_may_act(s, seat, s->fig[f].label, DG_HOW_NORMAL, &no) &&
		    enter_way(s, f, d))
			return true;
	return false;
}

bool dg_must_enter(const struct dg_state *s, int f)
{
	struct decision d;

	return s->fig[f].owner >= 0 && s->fig[f].place == DG_OUTSIDE &&
	       s->player[s->fig[f].owner].turns == 1 && enter_way(s, f, &d);
}

bool dg_may_leave_off(const struct dg_state *s, struct refusal *no)
{
	int f = dg_find(s, s->actor);

	if (f >= 0 && RULE(DG_TURN_05, dg_must_enter(s, f)))
		return dg_no(no, DG_REFUSAL_FIRST_TURN, DG_TURN_05, s->actor);
	return true;
}

/* job: seat. In its first turn all pieces that can enter do so (DG-TURN-05) */
void dg_job_enter(struct run *r, struct dg_work *w, const int32_t *job)
{
	const struct dg_state *s = dg_of(r);
	int32_t v[MAX_PATH], label;
	struct decision d;
	int n;

	if (s->player[job[1]].turns != 1 ||
	    !RULE(DG_TURN_05, dg_enter_default(s, job[1], &d)))
		return;
	n = path_of(&d, v);
	label = decision_int(&d, DG_TAG_FIG, 0);
	if (!dg_actor_now(s, label)) /* DOUBLE began with it outside */
		dg_end_activation(r);
	if (s->head.phase != DG_PLAY)
		return;
	dg_push(w, DG_JOB_ENTER, job[1], 0, 0, 0);
	enter(r, w, dg_find(s, label), v, n, true);
}

static bool decide_turn(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0);
	int32_t cost = dg_option(s, DG_OPTION_TURN_COST);
	int face = decision_int(d, DG_TAG_FACE, -1), f = dg_find(s, label);
	bool nimble = f >= 0 && !dg_actor_now(s, label) &&
		      (s->fig[f].owner == seat || s->fig[f].owner < 0) &&
		      RULE(DG_SA_18, dg_has_for(s, f, DG_ABILITY_NIMBLE, seat));
	struct event e;

	/* a player who may not activate it may not turn it away from his
	 * Heroes either */
	if (nimble && s->fig[f].owner < 0 && !dg_may_act_spawn(s, seat, f, no))
		return false;
	if (nimble)
		cost = 0;
	else if (!dg_may_act(s, seat, label, DG_HOW_NORMAL, no))
		return false;
	if (f < 0 || !dg_on_board(s, f))
		return dg_no(no, DG_REFUSAL_NOT_ENTERED, DG_ACT_06, label);
	if (face < 0 || face >= N_DG_FACES)
		return dg_no(no, DG_REFUSAL_UNKNOWN, DG_ACT_06, label);
	if (cost && RULE(DG_R_55, cost > dg_sp(s, label)))
		return dg_no_sp(no, DG_R_55, label, cost, dg_sp(s, label));
	if (!nimble)
		dg_begin(r, label, DG_HOW_NORMAL);
	event_start(&e, DG_EV_TURNED, nimble ? DG_SA_18 : DG_ACT_06);
	event_because(&e, DG_FREE_03);
	event_put(&e, DG_EV_TURNED_FIG, label);
	event_put(&e, DG_EV_TURNED_FACE, face);
	event_put(&e, DG_EV_TURNED_SP, s->fig[f].sp - cost);
	run_emit(r, &e);
	return true;
}

/* DG-END-02: the team has had a chest, or can get none any more */
static bool may_leave(const struct dg_state *s, int seat)
{
	if (!RULE(DG_END_02, !s->player[seat].acquired))
		return true;
	if (dg_option(s, DG_OPTION_EXIT_WAIVER))
		return false;
	for (int i = 0; i < s->n_chests; i++) {
		const struct dg_chest *c = &s->chest[i];

		if (c->place == DG_CHEST_LIES)
			return false;
		if (c->place == DG_CHEST_HELD && c->holder != seat &&
		    !s->head.seat[c->holder].withdrawn && !s->lone_wolf)
			return false;
	}
	return RULE(DG_R_32, true);
}

/* chests that are named to be stored: held, and two at most */
static bool stored_check(const struct dg_state *s, int seat,
			 const struct decision *d, struct refusal *no)
{
	struct decision_arg a;
	int named = 0;

	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		int c = a.tag == DG_TAG_CHEST ? dg_find_chest(s, a.w[0]) : -1;

		if (a.tag != DG_TAG_CHEST)
			continue;
		if (c < 0 || s->chest[c].place != DG_CHEST_HELD ||
		    s->chest[c].holder != seat)
			return dg_no(no, DG_REFUSAL_NO_CHEST, DG_STORE_01,
				     a.w[0]);
		if (RULE(DG_STORE_01, ++named > 2))
			return dg_no(no, DG_REFUSAL_TWO_ITEMS, DG_STORE_01,
				     a.w[0]);
	}
	return true;
}

static void leave_emit(struct run *r, const struct decision *d, int f,
		       int mouth)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = s->fig[f].label;
	struct decision_arg a;
	struct event e;

	event_start(&e, DG_EV_LEFT, DG_MOVE_05);
	event_because(&e, DG_END_02);
	event_put(&e, DG_EV_LEFT_FIG, label);
	event_put(&e, DG_EV_LEFT_MOUTH, mouth);
	event_put(&e, DG_EV_LEFT_SP, s->fig[f].sp - 1);
	run_emit(r, &e);
	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		if (a.tag != DG_TAG_CHEST)
			continue;
		event_start(&e, DG_EV_CHEST_STORED, DG_STORE_01);
		event_put(&e, DG_EV_CHEST_STORED_CHEST, a.w[0]);
		event_put(&e, DG_EV_CHEST_STORED_FIG, label);
		run_emit(r, &e);
	}
}

static bool decide_leave(struct run *r, int seat, const struct decision *d,
			 struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0);
	int f = dg_find(s, label), mouth;

	if (!dg_may_act(s, seat, label, DG_HOW_NORMAL, no))
		return false;
	if (f < 0 || s->fig[f].owner < 0)
		return dg_no(no, DG_REFUSAL_NOT_HERO, DG_ACT_05, label);
	if (!dg_on_board(s, f))
		return dg_no(no, DG_REFUSAL_NOT_ENTERED, DG_MOVE_05, label);
	mouth = exit_mouth(s, f);
	if (RULE(DG_MOVE_05, mouth < 0))
		return dg_no(no, DG_REFUSAL_WRONG_EXIT, DG_MOVE_05, label);
	if (!may_leave(s, seat))
		return dg_no(no, DG_REFUSAL_NO_TREASURE_YET, DG_END_02, label);
	if (dg_held(s, f))
		return dg_no(no, DG_REFUSAL_MUST_BREAK_AWAY, DG_BREAK_01,
			     label);
	if (RULE(DG_ACT_03, dg_sp(s, label) < 1))
		return dg_no_sp(no, DG_MOVE_05, label, 1, dg_sp(s, label));
	if (!stored_check(s, seat, d, no))
		return false;
	dg_begin(r, label, DG_HOW_NORMAL);
	leave_emit(r, d, f, mouth);
	dg_store_default(r, seat, label);
	dg_end_activation(r);
	return true;
}

static int door_named(const struct dg_state *s, const struct decision *d)
{
	int32_t label = decision_int(d, DG_TAG_TARGET, 0);
	struct decision_arg a;
	int32_t sq[2];
	int n = 0;

	if (label)
		return dg_find_door(s, label);
	for (int at = 0; decision_next(d, at, &a) && n < 2; at = a.next)
		if (a.tag == DG_TAG_AT && a.w[0] >= 0 && a.w[1] >= 0 &&
		    a.w[0] < DG_WIDTH && a.w[1] < DG_WIDTH)
			sq[n++] = dg_square_of(a.w[0], a.w[1]);
	for (int face = 0; n == 2 && face < N_DG_FACES; face += 2)
		if (dg_beside(sq[0], face) == sq[1])
			return dg_door_at(s, sq[0], face);
	return -1;
}

static bool decide_open(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0), at;
	int f = dg_find(s, label), i = dg_find_token(s, label);
	int door = door_named(s, d);
	struct event e;

	if (!dg_may_act(s, seat, label, DG_HOW_NORMAL, no))
		return false;
	if (f >= 0 && !dg_on_board(s, f))
		return dg_no(no, DG_REFUSAL_NOT_ENTERED, DG_DOOR_02, label);
	at = f >= 0 ? s->fig[f].sq : s->token[i].sq;
	if (door < 0 ||
	    RULE(DG_DOOR_02, at != s->door[door].sq &&
				     at != dg_beside(s->door[door].sq,
						     s->door[door].side)) ||
	    !dg_passage(s, s->door[door].sq, s->door[door].side))
		return dg_no(no, DG_REFUSAL_NO_DOOR, DG_DOOR_02, label);
	if (s->door[door].state != DG_CLOSED)
		return dg_no(no, DG_REFUSAL_ALREADY_OPEN, DG_DOOR_03,
			     s->door[door].label);
	if (RULE(DG_ACT_03, dg_sp(s, label) < 2))
		return dg_no_sp(no, DG_DOOR_02, label, 2, dg_sp(s, label));
	dg_begin(r, label, DG_HOW_NORMAL);
	event_start(&e, DG_EV_DOOR_OPENED, DG_DOOR_02);
	event_put(&e, DG_EV_DOOR_OPENED_DOOR, s->door[door].label);
	event_put(&e, DG_EV_DOOR_OPENED_BY, label);
	event_put(&e, DG_EV_DOOR_OPENED_SP, dg_sp(s, label) - 2);
	run_emit(r, &e);
	return true;
}

/* --- teleport, vortex -------------------------------------------------- */

static bool declare(struct run *r, int f, int32_t to, int terrain,
		    struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = s->fig[f].label;
	struct dg_leg leg;
	struct event e;

	if (to < 0 || s->square[to].terrain != terrain)
		return dg_no(no, DG_REFUSAL_NO_DESTINATION, DG_SPEC_02, label);
	if (s->fig[f].sq != to && !dg_leg_check(s, label, &to, 1, &leg, no))
		return false;
	dg_begin(r, label, DG_HOW_NORMAL);
	if (s->fig[f].sq != to && !walk(r, label, &to, 1, &leg, no))
		return false;
	if (r->unknown || s->frame.what || !dg_on_board(s, f) ||
	    s->fig[f].sq != to)
		return true;
	event_start(&e, DG_EV_DECLARED,
		    terrain == DG_TELEPORT ? DG_SPEC_02 : DG_SPEC_04);
	if (s->fig[f].owner < 0)
		event_because(&e, DG_SPEC_07);
	event_put(&e, DG_EV_DECLARED_FIG, label);
	event_put(&e, DG_EV_DECLARED_TERRAIN, terrain);
	run_emit(r, &e);
	dg_end_activation(r);
	return true;
}

/* it takes all the points that a figure has: none may be gone */
static bool spent(const struct dg_state *s, int f)
{
	int32_t mods[DG_MOD_WORDS];
	int n;

	return dg_actor_now(s, s->fig[f].label) &&
	       s->fig[f].sp < dg_start_sp(s, f, s->how, mods, &n);
}

/* DG-SPEC-02: it takes all that the figure began with */
static bool no_all_points(const struct dg_state *s, int f, struct refusal *no)
{
	int32_t mods[DG_MOD_WORDS];
	int n;

	return dg_no_sp(no, DG_SPEC_02, s->fig[f].label,
			dg_start_sp(s, f, s->how, mods, &n), s->fig[f].sp);
}

/* DG-SPEC-07: a token neither teleports nor turns a section */
static bool may_declare(const struct dg_state *s, int seat, int32_t label,
			int f, struct refusal *no)
{
	return dg_may_act(s, seat, label, DG_HOW_NORMAL, no) &&
	       (!RULE(DG_SPEC_07, f < 0) ||
		dg_no(no, DG_REFUSAL_NOT_HERO, DG_SPEC_07, label));
}

static bool decide_teleport(struct run *r, int seat, const struct decision *d,
			    struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0), v[MAX_PATH], from;
	int f = dg_find(s, label), n = path_of(d, v);
	struct dg_work w;
	struct event e;

	if (!may_declare(s, seat, label, f, no))
		return false;
	if (!dg_on_board(s, f) || n < 1 || v[0] < 0)
		return dg_no(no, DG_REFUSAL_NO_DESTINATION, DG_SPEC_02, label);
	if (s->fig[f].pending == DG_TELEPORT && spent(s, f) &&
	    dg_adjacent(s, s->fig[f].sq, v[0]) < 0)
		return no_all_points(s, f, no);
	if (s->fig[f].pending != DG_TELEPORT || spent(s, f))
		return declare(r, f, v[0], DG_TELEPORT, no);
	if (s->square[v[0]].terrain != DG_TELEPORT || v[0] == s->fig[f].sq ||
	    RULE(DG_SPEC_03, !dg_empty(s, v[0])))
		return dg_no(no, DG_REFUSAL_NO_DESTINATION, DG_SPEC_03, label);
	if (!arrival_check(s, f, v[0], no))
		return false;
	from = s->fig[f].sq;
	dg_begin(r, label, DG_HOW_NORMAL);
	dg_work_init(&w, no);
	if (!comes_near(r, &w, f, v[0]))
		return r->unknown;
	event_start(&e, DG_EV_TELEPORTED, DG_SPEC_02);
	event_because(&e, DG_SPEC_03);
	event_put(&e, DG_EV_TELEPORTED_FIG, label);
	event_put_point(&e, DG_EV_TELEPORTED_FROM, dg_x(from), dg_y(from));
	event_put_point(&e, DG_EV_TELEPORTED_TO, dg_x(v[0]), dg_y(v[0]));
	run_emit(r, &e);
	dg_push(&w, DG_JOB_END_ACTIVATION, label, 0, 0, 0);
	dg_arrive(&w, label, s->square[from].section != s->square[v[0]].section,
		  0, false);
	dg_work_run(r, &w);
	return true;
}

static bool decide_vortex(struct run *r, int seat, const struct decision *d,
			  struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0), v[MAX_PATH];
	int32_t pieces[DG_MAX_FIGS];
	int f = dg_find(s, label), n = path_of(d, v), section;
	struct dg_work w;
	struct event e;

	if (!may_declare(s, seat, label, f, no))
		return false;
	if (!dg_on_board(s, f))
		return dg_no(no, DG_REFUSAL_NOT_ENTERED, DG_SPEC_04, label);
	if (n > 0)
		return declare(r, f, v[0], DG_VORTEX, no);
	section = s->square[s->fig[f].sq].section;
	if (s->fig[f].pending != DG_VORTEX || spent(s, f) ||
	    RULE(DG_R_37,
		 s->section[section].kind != DG_CHAMBER ||
			 s->section[section].x1 - s->section[section].x0 != 4 ||
			 s->section[section].y1 - s->section[section].y0 != 4))
		return dg_no(no, DG_REFUSAL_BAD_TIME, DG_SPEC_04, label);
	n = 0;
	for (int g = 0; g < s->n_figs; g++)
		if (dg_on_board(s, g) &&
		    s->square[s->fig[g].sq].section == section)
			pieces[n++] = s->fig[g].label;
	dg_begin(r, label, DG_HOW_NORMAL);
	event_start(&e, DG_EV_SECTION_TURNED, DG_SPEC_04);
	event_because(&e, DG_FREE_03);
	event_because(&e, DG_SPEC_05);
	event_put(&e, DG_EV_SECTION_TURNED_FIG, label);
	event_put(&e, DG_EV_SECTION_TURNED_SECTION, section);
	event_put(&e, DG_EV_SECTION_TURNED_SIDE,
		  decision_int(d, DG_TAG_SIDE, DG_RIGHT));
	event_put_ints(&e, DG_EV_SECTION_TURNED_PIECES, pieces, n);
	run_emit(r, &e);
	dg_work_init(&w, no);
	dg_push(&w, DG_JOB_END_ACTIVATION, label, 0, 0, 0);
	for (int g = s->n_figs; g-- > 0;)
		if (dg_on_board(s, g) && s->fig[g].owner >= 0)
			dg_push(&w, DG_JOB_CONVERT, s->fig[g].label, 0, 0, 0);
	dg_work_run(r, &w);
	return true;
}

bool dg_decide_move(struct run *r, int seat, const struct decision *d,
		    struct refusal *no)
{
	switch (d->kind) {
	case DG_ORDER_ENTER: return decide_enter(r, seat, d, no);
	case DG_ORDER_MOVE: return decide_move(r, seat, d, no);
	case DG_ORDER_TURN: return decide_turn(r, seat, d, no);
	case DG_ORDER_BREAK: return decide_break(r, seat, d, no);
	case DG_ORDER_LEAVE: return decide_leave(r, seat, d, no);
	case DG_ORDER_OPEN: return decide_open(r, seat, d, no);
	case DG_ORDER_TELEPORT: return decide_teleport(r, seat, d, no);
	default: return decide_vortex(r, seat, d, no);
	}
}
