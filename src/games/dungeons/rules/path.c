/*
 * src/games/dungeons/rules/path.c - finds the paths of pieces and checks each
 * leg of them; changes nothing (DG sections 7 and 8).
 */
#include "games/dungeons/rules/path.h"
#include "games/dungeons/rules/board.h"
#include "games/dungeons/rules/map_place.h"

/* --- held ------------------------------------------------------------- */

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
int32_t dg_square_cost(const struct dg_state *s, int f, int32_t sq)
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

int dg_exit_mouth(const struct dg_state *s, int f)
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

static bool path_barred(const struct dg_state *s, int f, int32_t to)
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
bool dg_arrival_check(const struct dg_state *s, int f, int32_t to,
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
	if (path_barred(s, f, to))
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
		int32_t cost = dg_square_cost(s, f, leg->to);

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
int32_t dg_stands_at(const struct dg_state *s, int f, int32_t piece)
{
	return f >= 0 ? s->fig[f].sq : s->token[dg_find_token(s, piece)].sq;
}

static int32_t square_of(const struct dg_state *s, int32_t piece)
{
	return dg_stands_at(s, dg_find(s, piece), piece);
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
	if (f >= 0 && !dg_arrival_check(s, f, leg->to, no))
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
	int32_t start = dg_stands_at(s, f, piece), at = start;
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

/* --- the cheapest way --------------------------------------------------- */

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

	return w->cost[sq] + POINT * dg_square_cost(w->s, w->f, sq) + 1 +
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
static int way_from(struct way *w, int32_t v[DG_MAX_PATH])
{
	const struct dg_state *s = w->s;
	int32_t at = w->from, to = w->to;
	int n = 0;

	if (to < 0 || to == at || !dg_enterable(s, to) ||
	    (w->by != BY_HOPE && !dg_empty(s, to)))
		return 0;
	way_costs(w);
	while (at != to && w->cost[at] < NO_WAY && n < DG_MAX_PATH) {
		at = way_next(w, at);
		if (at == DG_NOWHERE)
			return 0;
		v[n++] = at;
	}
	return at == to ? n : 0;
}

/* .. by ways that count least first, up to those of `last` */
static int way_by(struct way *w, enum by last, int32_t v[DG_MAX_PATH])
{
	int n = 0;

	for (int by = BY_FREE; by <= (int)last && !n; by++) {
		w->by = (enum by)by;
		n = way_from(w, v);
	}
	return n;
}

static int way_to(const struct dg_state *s, int32_t piece, int32_t to,
		  enum by last, int32_t most, int32_t v[DG_MAX_PATH])
{
	struct way w;

	way_init(&w, s, piece, square_of(s, piece), to, most);
	return way_by(&w, last, v);
}

/* a way that has n squares, with these in between: the cheapest to each to
 * which no step leads from the one before it; a square that no way leads to
 * stays, and stops it there. Gives its length, as far as it has room */
static int by_stops(const struct dg_state *s, int32_t piece, int32_t from,
		    const int32_t *stop, int count, int n,
		    int32_t v[DG_MAX_PATH])
{
	for (int i = 0; i < count && n < DG_MAX_PATH; i++) {
		int32_t way[DG_MAX_PATH];
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
		for (int k = 0; k < steps && n < DG_MAX_PATH; k++)
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
	int32_t way[DG_MAX_PATH], best = DG_NOWHERE, at;
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
			int32_t v[DG_MAX_PATH])
{
	int n = way_to(s, piece, to, BY_FREE, at_most(dg_sp(s, piece)), v);

	return n ? n : way_to(s, piece, to, BY_ALL, NO_WAY, v);
}

/* --- the way of an order to move ---------------------------------------- */

int dg_path_of(const struct decision *d, int32_t v[DG_MAX_PATH])
{
	struct decision_arg a;
	int n = 0;

	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		if (a.tag != DG_TAG_TO)
			continue;
		if (n == DG_MAX_PATH)
			return -1;
		v[n++] = a.w[0] < 0 || a.w[0] >= DG_WIDTH || a.w[1] < 0 ||
					 a.w[1] >= DG_WIDTH
				 ? DG_NOWHERE
				 : dg_square_of(a.w[0], a.w[1]);
	}
	return n;
}

/* The piece with the name of the square, if it is on the board: its square.
 * TOWARDS B1 means the Hero rather than the square. */
static int32_t path_namesake(const struct dg_state *s, int32_t sq, int *chest)
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
			       path_namesake(s, sq, &chest) != DG_NOWHERE
		       ? sq
		       : DG_NOWHERE;
}

/* TOWARDS, as newer games have it */
bool dg_only_nears(const struct decision *d)
{
	return decision_int(d, DG_TAG_TOWARD, 0) &&
	       decision_int(d, DG_TAG_WAY, 0);
}

/* Is a figure or a chest called so that is not on the board any more? Newer
 * games do not take the square for it. */
bool dg_is_gone(const struct dg_state *s, const struct decision *d)
{
	int32_t v[DG_MAX_PATH], label;
	int chest;

	if (!dg_only_nears(d) || dg_path_of(d, v) < 1 || v[0] == DG_NOWHERE ||
	    dg_x(v[0]) >= 26 || path_namesake(s, v[0], &chest) != DG_NOWHERE)
		return false;
	label = label_of((char)('A' + dg_x(v[0])), dg_y(v[0]) + 1);
	return dg_find(s, label) >= 0 || dg_find_chest(s, label) >= 0;
}

/* the squares that MOVE .. TOWARDS leads to: from which something can be done
 * to whom or what it names; none named: those of its exit. Gives how many */
static int ends_of(const struct dg_state *s, int f, const struct decision *d,
		   int32_t v[DG_MAX_PATH])
{
	int n = dg_path_of(d, v), chest;
	int32_t to;

	if (n < 1)
		return f >= 0 ? dg_ways_out(s, f, v) : 0;
	to = v[0] == DG_NOWHERE ? DG_NOWHERE : path_namesake(s, v[0], &chest);
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
bool dg_is_before(const struct dg_state *s, int32_t piece,
		  const struct decision *d)
{
	int32_t ends[DG_MAX_PATH], way[DG_MAX_PATH];
	int n = ends_of(s, dg_find(s, piece), d, ends);

	for (int i = 0; i < n && dg_only_nears(d); i++) {
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
		      const struct decision *d, int32_t v[DG_MAX_PATH])
{
	int32_t ends[DG_MAX_PATH];
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
int dg_way_of(const struct dg_state *s, int32_t label, const struct decision *d,
	      int32_t v[DG_MAX_PATH])
{
	int32_t stop[DG_MAX_PATH];
	int n = dg_path_of(d, v);

	if (decision_int(d, DG_TAG_TOWARD, 0))
		return way_toward(s, label, d, v);
	if (decision_int(d, DG_TAG_WAY, 0))
		return cheapest_way(s, label, n > 0 ? v[0] : DG_NOWHERE, v);
	if (n < 1 || !decision_int(d, DG_TAG_STOPS, 0))
		return n;
	memcpy(stop, v, (size_t)n * sizeof(*v));
	return by_stops(s, label, square_of(s, label), stop, n, 0, v);
}

/* --- the way in --------------------------------------------------------- */

/* may it come in on that square of its mouth? */
static bool is_way_in(const struct dg_state *s, int f, int32_t sq)
{
	struct refusal no;

	return dg_enterable(s, sq) && dg_empty(s, sq) &&
	       dg_square_cost(s, f, sq) <= dg_sp(s, s->fig[f].label) &&
	       dg_arrival_check(s, f, sq, &no);
}

/* what a step costs, slantwise a point more */
static int32_t step_cost(const struct dg_state *s, int f, int32_t from,
			 int32_t to)
{
	bool slant = dg_x(from) != dg_x(to) && dg_y(from) != dg_y(to);

	return dg_square_cost(s, f, to) + slant;
}

/* ENTER .. TO: by the square of its mouth from which the way is cheapest, of
 * those that cost less than *least, which is then its cost; gives its length,
 * 0 if there is none */
static int way_in(const struct dg_state *s, int f, int32_t to, enum by by,
		  int32_t *least, int32_t v[DG_MAX_PATH + 1])
{
	const struct dg_mouth *m =
		&s->mouth[s->player[s->fig[f].owner].entrance];
	int32_t way[DG_MAX_PATH];
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
			cost = POINT * dg_square_cost(s, f, sq) +
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
		      int count, enum by last, int32_t v[DG_MAX_PATH + 1])
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
		     int32_t v[DG_MAX_PATH + 1])
{
	int32_t ends[DG_MAX_PATH], points = dg_sp(s, s->fig[f].label);
	int count = ends_of(s, f, d, ends), k = 0;
	int n = nearest_in(s, f, ends, count, BY_HOPE, v);

	while (k < n && (!k || is_clear(s, v[k - 1], v[k]))) {
		points -= k ? step_cost(s, f, v[k - 1], v[k])
			    : dg_square_cost(s, f, v[k]);
		if (points < 0)
			break;
		k++;
	}
	return k;
}

bool dg_is_mouth(const struct dg_state *s, int f, int32_t sq)
{
	const struct dg_mouth *m =
		&s->mouth[s->player[s->fig[f].owner].entrance];

	return dg_x(sq) >= m->x0 && dg_x(sq) <= m->x1 && dg_y(sq) >= m->y0 &&
	       dg_y(sq) <= m->y1;
}

/* the squares of the order, or those that lead to its only one, or towards what
 * it names; 0: none do */
int dg_path_in(const struct dg_state *s, int f, const struct decision *d,
	       int32_t v[DG_MAX_PATH + 1])
{
	int32_t stop[DG_MAX_PATH];
	int n = dg_path_of(d, v);
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

/* how the Hero would go in by itself: DG-D-11 */
bool dg_enter_way(const struct dg_state *s, int f, struct decision *d)
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

bool dg_must_enter(const struct dg_state *s, int f)
{
	struct decision d;

	return s->fig[f].owner >= 0 && s->fig[f].place == DG_OUTSIDE &&
	       s->player[s->fig[f].owner].turns == 1 && dg_enter_way(s, f, &d);
}

bool dg_may_leave_off(const struct dg_state *s, struct refusal *no)
{
	int f = dg_find(s, s->actor);

	if (f >= 0 && RULE(DG_TURN_05, dg_must_enter(s, f)))
		return dg_no(no, DG_REFUSAL_FIRST_TURN, DG_TURN_05, s->actor);
	return true;
}
