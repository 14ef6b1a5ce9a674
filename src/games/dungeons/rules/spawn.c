/*
 * src/games/dungeons/rules/spawn.c - wandering monster tokens and the placing
 * of Mage Spawn (DG section 9).
 */
#include "games/dungeons/rules/spawn.h"
#include "games/dungeons/rules/board.h"
#include "games/dungeons/rules/move.h"

enum { MAX_PLACED = 8, MAX_POINTS = 512 };

/* --- which tokens convert ---------------------------------------------- */

static bool spawn_meets(const struct dg_state *s, int hero, int token,
			bool new_section)
{
	int32_t at = s->token[token].sq;

	if (at == DG_NOWHERE)
		return false;
	if (dg_adjacent(s, s->fig[hero].sq, at) >= 0)
		return RULE(DG_CONV_01, true);
	if (!new_section ||
	    s->square[at].section != s->square[s->fig[hero].sq].section ||
	    RULE(DG_SA_39, dg_has(s, hero, DG_ABILITY_INVISIBILITY)))
		return false;
	return RULE(DG_CONV_01, true);
}

/* A Hero that comes into a section unseen by its tokens: this is an event, or
 * players would look for the monsters in vain. */
static void spawn_unnoticed(struct run *r, int hero)
{
	const struct dg_state *s = dg_of(r);
	int32_t from = s->fig[hero].sq, tokens[DG_MAX_TOKENS];
	struct event e;
	int n = 0;

	if (!dg_has(s, hero, DG_ABILITY_INVISIBILITY))
		return;
	for (int i = 0; i < s->n_tokens; i++) {
		int32_t at = s->token[i].sq;

		if (at != DG_NOWHERE && dg_adjacent(s, from, at) < 0 &&
		    s->square[at].section == s->square[from].section)
			tokens[n++] = s->token[i].label;
	}
	if (!n)
		return;
	dg_event_unnoticed(&e, DG_SA_39, s->fig[hero].label, tokens, n);
	run_emit(r, &e);
}

static void drop_steps(struct run *r, struct dg_work *w, int32_t piece,
		       int reason, int rule)
{
	struct refusal no;
	int kept = 0, dropped = -1;

	for (int i = 0; i < w->n; i++) {
		if (w->job[i][0] == DG_JOB_STEP && w->job[i][1] == piece) {
			dropped = w->job[i][2];
			continue;
		}
		memmove(w->job[kept++], w->job[i], sizeof(w->job[i]));
	}
	w->n = kept;
	if (dropped < 0)
		return;
	dg_no(&no, reason, rule, piece);
	dg_path_stopped(r, w, piece, dropped, rule, &no);
}

void dg_job_convert(struct run *r, struct dg_work *w, const int32_t *job)
{
	const struct dg_state *s = dg_of(r);
	int hero = dg_find(s, job[1]), best = -1, n = 0;
	int32_t from;

	if (hero < 0 || !dg_on_board(s, hero) || s->fig[hero].owner < 0)
		return;
	from = s->fig[hero].sq;
	if (job[2] && !job[3])
		spawn_unnoticed(r, hero);
	for (int i = 0; i < s->n_tokens; i++) {
		int32_t d, b;

		if (!spawn_meets(s, hero, i, job[2] != 0))
			continue;
		n++;
		if (best < 0) {
			best = i;
			continue;
		}
		d = dg_range(from, s->token[i].sq);
		b = dg_range(from, s->token[best].sq);
		if (RULE(DG_CONV_02, d < b) ||
		    (d == b && s->token[i].sq < s->token[best].sq))
			best = i;
	}
	if (best < 0)
		return;
	if (s->player[s->fig[hero].owner].convert_stop)
		drop_steps(r, w, job[1], DG_REFUSAL_BAD_TIME, DG_D_18);
	dg_push(w, DG_JOB_CONVERT, job[1], job[2], 1, 0);
	dg_push(w, DG_JOB_CONVERT_ONE, s->token[best].label, job[1], 0, n > 1);
}

static int dg_hero_met(const struct dg_state *s, int token)
{
	int32_t at = s->token[token].sq;
	int best = -1;

	for (int f = 0; f < s->n_figs; f++) {
		int32_t d, b;
		int turn, turn_b;

		if (s->fig[f].owner < 0 || !dg_on_board(s, f) ||
		    !spawn_meets(s, f, token, true))
			continue;
		if (best < 0) {
			best = f;
			continue;
		}
		d = dg_range(at, s->fig[f].sq);
		b = dg_range(at, s->fig[best].sq);
		/* tie: first in turn order after the active player */
		turn = (s->fig[f].owner - s->head.active - 1 + DG_MAX_SEATS) %
		       DG_MAX_SEATS;
		turn_b = (s->fig[best].owner - s->head.active - 1 +
			  DG_MAX_SEATS) %
			 DG_MAX_SEATS;
		if (d < b || (d == b && RULE(DG_CONV_03, turn < turn_b)))
			best = f;
	}
	return best;
}

void dg_job_token(struct run *r, struct dg_work *w, const int32_t *job)
{
	const struct dg_state *s = dg_of(r);
	int i = dg_find_token(s, job[1]), hero;

	if (i < 0 || s->token[i].sq == DG_NOWHERE)
		return;
	hero = dg_hero_met(s, i);
	if (hero < 0 || !RULE(DG_TOKM_03, true))
		return;
	drop_steps(r, w, job[1], DG_REFUSAL_ACTIVATION_ENDED, DG_TOKM_03);
	dg_push(w, DG_JOB_END_ACTIVATION, job[1], 0, 0, 0);
	dg_push(w, DG_JOB_CONVERT_ONE, job[1], s->fig[hero].label, 1, 0);
}

/* --- the table --------------------------------------------------------- */

/* what was drawn for it: which of the tables of its tier */
static int drawn_value(const struct dg_state *s, int token)
{
	int n = 0;

	for (int i = 0; i <= s->token[token].table; i++)
		n += s->table[i].tier == s->token[token].tier;
	return n;
}

/* what becomes of a token: by which table, with which dice, so many Mage Spawn
 * of so many points */
struct conversion {
	int seat; /* who places them */
	const struct dg_table *table;
	int d1, d2;
	int32_t n, points, changed;
};

static void converted_emit(struct run *r, const int32_t *job,
			   const struct conversion *x)
{
	const struct dg_state *s = dg_of(r);
	struct event e;

	event_start(&e, DG_EV_TOKEN_CONVERTED, DG_CONV_01);
	event_because(&e, DG_CONV_03);
	event_because(&e, DG_CONV_04);
	event_because(&e, DG_X_09);
	if (common_state_seats(&s->head) > 2)
		event_because(&e, DG_MULTI_01);
	if (job[4])
		event_because(&e, DG_CONV_02);
	if (job[DG_CONVERT_BY_TRAP])
		event_because(&e, DG_TRAP_15);
	event_put(&e, DG_EV_TOKEN_CONVERTED_TOKEN, job[1]);
	event_put(&e, DG_EV_TOKEN_CONVERTED_ABOUT, job[2]);
	event_put(&e, DG_EV_TOKEN_CONVERTED_SEAT, x->seat);
	event_put_ints(&e, DG_EV_TOKEN_CONVERTED_TABLE, x->table->name,
		       text_words((size_t)x->table->name[0]));
	event_put(&e, DG_EV_TOKEN_CONVERTED_D1, x->d1);
	event_put(&e, DG_EV_TOKEN_CONVERTED_D2, x->d2);
	event_put(&e, DG_EV_TOKEN_CONVERTED_NUMBER, x->n);
	event_put(&e, DG_EV_TOKEN_CONVERTED_POINTS, x->points);
	event_put(&e, DG_EV_TOKEN_CONVERTED_CHANGED, x->changed);
	run_emit(r, &e);
}

/* job: token, Hero, waits (DG-SPAWN-05), one of several, by a trap */
void dg_job_convert_one(struct run *r, struct dg_work *w, const int32_t *job)
{
	const struct dg_state *s = dg_of(r);
	int i = dg_find_token(s, job[1]), hero = dg_find(s, job[2]);
	struct conversion x = { .changed = 0 };
	const struct dg_table *t;
	int32_t at, *place;

	if (i < 0 || s->token[i].sq == DG_NOWHERE || hero < 0)
		return;
	if (s->token[i].table < 0) { /* a view does not know it */
		r->unknown = true;
		return;
	}
	x.seat = dg_opponent(s, s->fig[hero].owner);
	x.d1 = dg_roll(r, 6);
	x.d2 = dg_roll(r, 6);
	if (r->unknown)
		return;
	x.table = t = &s->table[s->token[i].table];
	at = s->token[i].sq;
	x.n = t->number[x.d1 + x.d2 - 2];
	x.points = t->points[x.d1 + x.d2 - 2];
	if (x.n && dg_option(s, DG_OPTION_VARIABLE_VALUES)) {
		int more = dg_roll(r, 6) + dg_roll(r, 6);

		if (r->unknown)
			return;
		x.changed = more - 7;
		x.points = x.points + x.changed < 0 ? 0 : x.points + x.changed;
	}
	dg_open_secret(r, s->token[i].secret, job[1], drawn_value(s, i));
	converted_emit(r, job, &x);
	if (!RULE(DG_CONV_04, x.n))
		return;
	dg_push(w, DG_JOB_PLACED, 0, 0, 0, 0);
	place = dg_push(w, DG_JOB_PLACE, x.seat, job[2], x.n, x.points);
	place[DG_PLACE_SQUARE] = at;
	place[DG_PLACE_WAITS] = job[3];
}

/* --- which Mage Spawn: DG-CONV-05 -------------------------------------- */

/* The most of n figures of the pool whose points fit within p, and the
 * greatest total of so many; without: a figure left out, or -1. */
static int best_set(const struct dg_state *s, int n, int32_t p, int without,
		    int32_t *total)
{
	/* can k figures make exactly q points? */
	unsigned char can[MAX_PLACED + 1][MAX_POINTS];

	if (n > MAX_PLACED)
		n = MAX_PLACED;
	if (n < 0)
		n = 0;
	if (p >= MAX_POINTS)
		p = MAX_POINTS - 1;
	memset(can, 0, (size_t)(n + 1) * sizeof(can[0]));
	can[0][0] = 1;
	for (int f = 0; f < s->n_figs; f++) {
		int32_t v = s->card[f].points;

		if (s->fig[f].place != DG_IN_POOL || f == without || v > p)
			continue;
		for (int k = n; k-- > 0;)
			for (int32_t q = p - v; q >= 0; q--)
				if (can[k][q])
					can[k + 1][q + v] = 1;
	}
	for (int k = n; k > 0; k--)
		for (int32_t q = p; q >= 0; q--)
			if (can[k][q]) {
				*total = q;
				return RULE(DG_CONV_05, true) ? k : 0;
			}
	*total = 0;
	return 0;
}

/* may this one be among them? Then the rest still makes the best set */
static bool may_choose(const struct dg_state *s, int f, int n, int32_t p)
{
	int32_t total, rest;
	int most = best_set(s, n, p, -1, &total);
	int32_t v = s->card[f].points;

	if (s->fig[f].place != DG_IN_POOL || !most || v > total)
		return false;
	return best_set(s, most - 1, total - v, f, &rest) == most - 1 &&
	       rest == total - v;
}

static int default_choice(const struct dg_state *s, int n, int32_t p)
{
	int best = -1;

	for (int f = 0; f < s->n_figs; f++)
		if (s->fig[f].place == DG_IN_POOL &&
		    (best < 0 || s->card[f].points > s->card[best].points) &&
		    may_choose(s, f, n, p))
			best = f;
	return best;
}

/* --- where: DG-CONV-06, 08 --------------------------------------------- */

/* the squares of those placed before, on the board; gives their number */
static int squares_placed(const struct dg_state *s, const int32_t *placed,
			  int n_placed, int32_t at[MAX_PLACED])
{
	int n = 0;

	for (int i = 0; i < n_placed; i++) {
		int f = dg_find(s, placed[i]);

		if (f >= 0 && dg_on_board(s, f))
			at[n++] = s->fig[f].sq;
	}
	return n;
}

static bool is_beside(const struct dg_state *s, const int32_t *at, int n,
		      int32_t sq)
{
	for (int i = 0; i < n; i++)
		if (dg_adjacent(s, at[i], sq) >= 0)
			return RULE(DG_CONV_06, true);
	return false;
}

static bool may_occupy(const struct dg_state *s, const int32_t *job,
		       const int32_t *placed, int n_placed, int32_t sq)
{
	int32_t at[MAX_PLACED];
	int hero, c;

	if (n_placed &&
	    !is_beside(s, at, squares_placed(s, placed, n_placed, at), sq))
		return false;
	if (sq < 0 || !dg_enterable(s, sq) || !dg_empty(s, sq))
		return false;
	if (n_placed)
		return true;
	if (!job[DG_PLACE_CHEST]) /* where the token was */
		return RULE(DG_CONV_06, sq == job[DG_PLACE_SQUARE]);
	hero = dg_find(s, job[2]);
	if (hero >= 0 && dg_on_board(s, hero) &&
	    dg_adjacent(s, s->fig[hero].sq, sq) >= 0)
		return RULE(DG_CONV_08, true);
	c = dg_find_chest(s, job[DG_PLACE_CHEST]);
	return c >= 0 && s->chest[c].sq >= 0 &&
	       dg_adjacent(s, s->chest[c].sq, sq) >= 0 &&
	       RULE(DG_CONV_08, true);
}

static int32_t spawn_around(const struct dg_state *s, const int32_t *job,
			    int32_t centre)
{
	for (int face = 0; face < N_DG_FACES; face++) {
		int32_t sq = dg_beside(centre, face);

		if (sq != DG_NOWHERE && dg_joined(s, centre, face) &&
		    may_occupy(s, job, NULL, 0, sq))
			return sq;
	}
	return DG_NOWHERE;
}

/* DG-CONV-09 */
static int32_t default_square(const struct dg_state *s, const int32_t *job,
			      const int32_t *placed, int n_placed)
{
	int hero = dg_find(s, job[2]),
	    c = dg_find_chest(s, job[DG_PLACE_CHEST]);
	int32_t best = DG_NOWHERE, from = job[DG_PLACE_SQUARE];
	int32_t at[MAX_PLACED];
	int n;

	if (!n_placed && !job[DG_PLACE_CHEST])
		return may_occupy(s, job, placed, 0, from) ? from : DG_NOWHERE;
	if (!n_placed) {
		if (hero >= 0 && dg_on_board(s, hero))
			best = spawn_around(s, job, s->fig[hero].sq);
		if (best == DG_NOWHERE && c >= 0 && s->chest[c].sq >= 0)
			best = spawn_around(s, job, s->chest[c].sq);
		return best;
	}
	if (hero >= 0 && dg_on_board(s, hero))
		from = s->fig[hero].sq;
	n = squares_placed(s, placed, n_placed, at);
	for (int32_t sq = 0; sq < s->height * DG_WIDTH; sq++)
		if (is_beside(s, at, n, sq) &&
		    (best == DG_NOWHERE ||
		     dg_range(from, sq) < dg_range(from, best)) &&
		    may_occupy(s, job, placed, n_placed, sq))
			best = sq;
	return best;
}

static void short_emit(struct run *r, int n)
{
	struct event e;

	dg_event_spawn_short(&e, DG_CONV_06, n);
	run_emit(r, &e);
}

/* Where one of the pool is placed. */
struct placement {
	int f; /* index; -1: by the default */
	int32_t sq;
	int face;
};

/* job: of dg_job_place */
static void place_emit(struct run *r, const struct placement *p,
		       const int32_t *job, bool by_default)
{
	bool waits = job[DG_PLACE_WAITS] != 0, trap = job[DG_PLACE_CHEST] != 0;
	struct event e;

	event_start(&e, DG_EV_SPAWN_PLACED, DG_CONV_06);
	event_because(&e, DG_CONV_05);
	event_because(&e, DG_CONV_07);
	if (by_default) {
		event_because(&e, DG_CONV_09);
		event_because(&e, DG_D_17);
	}
	if (waits)
		event_because(&e, DG_SPAWN_05);
	if (trap)
		event_because(&e, DG_CONV_08);
	event_put(&e, DG_EV_SPAWN_PLACED_FIG, dg_of(r)->fig[p->f].label);
	event_put_point(&e, DG_EV_SPAWN_PLACED_AT, dg_x(p->sq), dg_y(p->sq));
	event_put(&e, DG_EV_SPAWN_PLACED_FACE, p->face);
	event_put(&e, DG_EV_SPAWN_PLACED_SEAT, job[1]);
	event_put(&e, DG_EV_SPAWN_PLACED_WAITS, RULE(DG_SPAWN_05, waits));
	event_put(&e, DG_EV_SPAWN_PLACED_OWNER, -1);
	run_emit(r, &e);
}

/* the list of those placed is beneath; labels in words 1.. */
static int placed_list(struct dg_work *w, int32_t out[MAX_PLACED], bool pop)
{
	int n = 0;

	if (!w->n || w->job[w->n - 1][0] != DG_JOB_PLACED)
		return 0;
	for (int i = 1; i < DG_JOB_WORDS && w->job[w->n - 1][i]; i++)
		out[n++] = w->job[w->n - 1][i];
	if (pop)
		w->n--;
	return n;
}

/* a choice in an answer, checked; p->f < 0: the default is to be taken */
static bool spawn_choice(const struct dg_state *s, const int32_t *job,
			 const int32_t *placed, int n_placed,
			 const struct decision *d, struct placement *p,
			 struct refusal *no)
{
	int32_t label = decision_int(d, DG_TAG_FIG, 0);
	struct decision_arg a;

	p->f = -1;
	if (!label)
		return true;
	p->f = dg_find(s, label);
	p->sq = DG_NOWHERE;
	if (decision_find(d, DG_TAG_AT, &a) && a.w[0] >= 0 && a.w[1] >= 0 &&
	    a.w[0] < DG_WIDTH && a.w[1] < DG_WIDTH)
		p->sq = dg_square_of(a.w[0], a.w[1]);
	p->face = decision_int(d, DG_TAG_FACE, DG_N);
	if (p->f < 0 || !may_choose(s, p->f, job[3], job[4]))
		return dg_no(no, DG_REFUSAL_BAD_PLACEMENT, DG_CONV_05, label);
	if (!may_occupy(s, job, placed, n_placed, p->sq))
		return dg_no(no, DG_REFUSAL_BAD_PLACEMENT, DG_CONV_06, label);
	return true;
}

/* those that are placed already, for the job above */
static void placed_keep(struct dg_work *w, const int32_t *placed, int n)
{
	memcpy(dg_push(w, DG_JOB_PLACED, 0, 0, 0, 0) + 1, placed,
	       (size_t)n * sizeof(*placed));
}

/* would the answer to the job on top be taken? */
static void place_check(const struct dg_state *s, struct dg_work *w,
			const struct decision *answer)
{
	const int32_t *job = w->job[w->n - 1];
	struct placement p = { .f = -1, .face = DG_N };
	int32_t placed[MAX_PLACED];
	int n_placed;
	struct dg_work beneath;
	struct refusal no;

	memset(&beneath, 0, sizeof(beneath));
	memcpy(beneath.job[0], w->job[w->n > 1 ? w->n - 2 : 0],
	       sizeof(beneath.job[0]));
	beneath.n = 1;
	n_placed = placed_list(&beneath, placed, false);
	if (!spawn_choice(s, job, placed, n_placed, answer, &p, &no)) {
		w->refused = true;
		*w->no = no;
	}
}

/* the job again, once its seat has chosen the place */
static void place_ask(struct run *r, struct dg_work *w, const int32_t *job,
		      const int32_t *placed, int n_placed)
{
	int32_t again[DG_JOB_WORDS];

	memcpy(again, job, sizeof(again));
	placed_keep(w, placed, n_placed);
	memcpy(dg_push(w, DG_JOB_PLACE, 0, 0, 0, 0), again, sizeof(again));
	dg_ask(r, w, DG_ASKS_PLACE, again[1], 0, again[2]);
}

/* job: seat, Hero, n, points, square, chest, waits. Without a job it only
 * checks the answer to the one on top. */
void dg_job_place(struct run *r, struct dg_work *w, const int32_t *job,
		  const struct decision *answer)
{
	const struct dg_state *s = dg_of(r);
	struct placement p = { .f = -1, .face = DG_N };
	bool by_default;
	int32_t placed[MAX_PLACED], total, stand;
	int n_placed, hero, most;

	if (!job) {
		place_check(s, w, answer);
		return;
	}
	n_placed = placed_list(w, placed, true);
	most = best_set(s, job[3], job[4], -1, &total);
	p.sq = stand = default_square(s, job, placed, n_placed);
	if (!most || p.sq == DG_NOWHERE || n_placed >= DG_JOB_WORDS - 1) {
		short_emit(r, job[3]);
		return;
	}
	if (!answer && s->player[job[1]].place_ask == 1) {
		place_ask(r, w, job, placed, n_placed);
		return;
	}
	if (answer) {
		struct refusal no;

		spawn_choice(s, job, placed, n_placed, answer, &p, &no);
	}
	hero = dg_find(s, job[2]);
	by_default = p.f < 0;
	if (p.f < 0) {
		p.f = default_choice(s, job[3], job[4]);
		p.sq = stand;
		p.face = hero >= 0 && dg_on_board(s, hero)
				 ? dg_direct(p.sq, s->fig[hero].sq)
				 : DG_N;
	}
	if (p.f < 0 || p.sq < 0) {
		short_emit(r, job[3]);
		return;
	}
	if (most > 1) {
		int32_t left = job[4] - s->card[p.f].points, *next;

		placed_keep(w, placed, n_placed);
		w->job[w->n - 1][1 + n_placed] = s->fig[p.f].label;
		next = dg_push(w, DG_JOB_PLACE, job[1], job[2], most - 1, left);
		memcpy(next + DG_PLACE_SQUARE, job + DG_PLACE_SQUARE,
		       3 * sizeof(*job));
	} else if (job[3] > 1) {
		short_emit(r, job[3] - 1);
	}
	place_emit(r, &p, job, by_default);
	/* Heroes next to it may turn to it */
	dg_push(w, DG_JOB_SPINS, s->fig[p.f].label, -1, 0, 0);
}
