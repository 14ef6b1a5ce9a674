/*
 * src/games/dungeons/rules/free_spin.c - reactions of neighbours to a
 * newcomer: free spins and Pole Arms (DG-FREE, DG-SA-31).
 */
#include "games/dungeons/rules/attack.h"
#include "games/dungeons/rules/board.h"
#include "games/dungeons/rules/move.h"

static bool free_spin_fronts(const struct dg_state *s, int f, int facing,
			     int32_t sq)
{
	return dg_front(s, s->card[f].arc, facing,
			dg_x(sq) - dg_x(s->fig[f].sq),
			dg_y(sq) - dg_y(s->fig[f].sq));
}

/* the adjacent squares with enemies of f; returns their number */
static int enemies_beside(const struct dg_state *s, int f,
			  int32_t v[DG_MAX_FIGS])
{
	int n = 0;

	for (int g = 0; g < s->n_figs; g++)
		if (dg_near(s->fig[f].sq, s->fig[g].sq) && dg_on_board(s, g) &&
		    dg_enemies(s, f, g) &&
		    dg_adjacent(s, s->fig[f].sq, s->fig[g].sq) >= 0)
			v[n++] = s->fig[g].sq;
	return n;
}

int dg_spin_facing(const struct dg_state *s, int f, int newcomer, int seat)
{
	const struct dg_fig *p = &s->fig[f];
	int policy = p->spin[seat] ? p->spin[seat] : s->player[seat].spin;
	int32_t keep = p->spin[seat] ? p->prefer[seat] : s->player[seat].prefer;
	int32_t to = s->fig[newcomer].sq;
	int direct, best = p->facing, most = -1, beside;
	int32_t enemies[DG_MAX_FIGS];
	int kept = keep ? dg_find(s, keep) : -1;

	if (policy == DG_POLICY_NEVER)
		return p->facing;
	if (policy != DG_POLICY_ALWAYS && free_spin_fronts(s, f, p->facing, to))
		return p->facing;
	direct = dg_direct(p->sq, to);
	beside = enemies_beside(s, f, enemies);
	for (int k = 0; k < N_DG_FACES; k++) { /* nearest first, clockwise */
		int off = k % 2 ? (k + 1) / 2 : -k / 2;
		int facing = (direct + off + 8) % 8;
		int n = 0;

		if (!free_spin_fronts(s, f, facing, to))
			continue;
		for (int i = 0; i < beside; i++)
			n += free_spin_fronts(s, f, facing, enemies[i]);
		if (kept >= 0 && dg_on_board(s, kept) &&
		    free_spin_fronts(s, f, facing, s->fig[kept].sq))
			n += 100;
		if (n > most) {
			most = n;
			best = facing;
		}
	}
	return best;
}

/* turned so, an enemy leaves its front arc */
static bool lets_go(const struct dg_state *s, int f, int face)
{
	for (int g = 0; g < s->n_figs; g++)
		if (dg_on_board(s, g) && dg_enemies(s, f, g) &&
		    dg_adjacent(s, s->fig[f].sq, s->fig[g].sq) >= 0 &&
		    free_spin_fronts(s, f, s->fig[f].facing, s->fig[g].sq) &&
		    !free_spin_fronts(s, f, face, s->fig[g].sq))
			return true;
	return false;
}

static void spin_emit(struct run *r, int f, int32_t about, int seat, int face,
		      bool by_default)
{
	const struct dg_fig *p = &dg_of(r)->fig[f];
	struct event e;

	dg_event_free_spin(&e, DG_FREE_01, p->label, about, seat, face,
			   face != p->facing);
	event_because(&e, DG_FREE_02);
	if (by_default)
		event_because(&e, DG_D_13);
	if (common_state_seats(&dg_of(r)->head) > 2 && p->owner < 0)
		event_because(&e, DG_MULTI_01);
	if (face != p->facing && lets_go(dg_of(r), f, face))
		event_because(&e, DG_FREE_04);
	run_emit(r, &e);
}

/* the next enemy of the newcomer in reading order, after this square */
static int next_spinner(const struct dg_state *s, int newcomer, int32_t after)
{
	int best = -1;

	for (int g = 0; g < s->n_figs; g++)
		if (dg_near(s->fig[newcomer].sq, s->fig[g].sq) &&
		    dg_on_board(s, g) && dg_enemies(s, newcomer, g) &&
		    s->fig[g].sq > after &&
		    dg_adjacent(s, s->fig[newcomer].sq, s->fig[g].sq) >= 0 &&
		    (best < 0 || s->fig[g].sq < s->fig[best].sq))
			best = g;
	return best;
}

/* DG-GEN-03: who decides for figure f in a reaction to the mover's player */
static int free_spin_reacts(const struct dg_state *s, int f, int cause)
{
	return s->fig[f].owner >= 0 ? s->fig[f].owner : dg_opponent(s, cause);
}

void dg_job_spins(struct run *r, struct dg_work *w, const int32_t *job,
		  const struct decision *answer)
{
	const struct dg_state *s = dg_of(r);
	int newcomer = dg_find(s, job[1]), f, seat, cause, face;

	if (newcomer < 0 || !dg_on_board(s, newcomer))
		return;
	f = next_spinner(s, newcomer, job[2]);
	if (f < 0 || !RULE(DG_FREE_01, true))
		return;
	if (job[4] &&
	    RULE(DG_SA_29, dg_has(s, newcomer, DG_ABILITY_SNEAK_ATTACK)))
		return;
	cause = s->fig[newcomer].owner >= 0 ? s->fig[newcomer].owner
					    : s->head.active;
	seat = free_spin_reacts(s, f, cause);
	/* whether and how it turns is for its player to know */
	if (!answer && s->fig[f].spin[seat] == DG_UNKNOWN) {
		r->unknown = true;
		return;
	}
	face = dg_spin_facing(s, f, newcomer, seat);
	if (answer) {
		int32_t named = decision_int(answer, DG_TAG_FACE, -1);

		face = named >= 0 ? named : s->fig[f].facing;
	} else if (dg_option(s, DG_OPTION_ASK) && !s->fig[f].spin[seat] &&
		   !s->player[seat].spin &&
		   !free_spin_fronts(s, f, s->fig[f].facing,
				     s->fig[newcomer].sq)) {
		dg_push(w, DG_JOB_SPINS, job[1], job[2], job[3], job[4]);
		dg_ask(r, w, DG_ASKS_SPIN, seat, s->fig[f].label, job[1]);
		return;
	}
	dg_push(w, DG_JOB_SPINS, job[1], s->fig[f].sq, job[3], job[4]);
	spin_emit(r, f, job[1], seat, face,
		  !answer && !s->fig[f].spin[seat] && !s->player[seat].spin);
}

void dg_job_pole(struct run *r, const int32_t *job)
{
	const struct dg_state *s = dg_of(r);
	int f = dg_find(s, job[1]);
	int32_t mods[DG_MOD_WORDS];
	struct event e;

	for (int g = 0; f >= 0 && g < s->n_figs; g++) {
		int32_t clicks = 1;
		int n = 0;

		if (!dg_near(s->fig[f].sq, s->fig[g].sq) ||
		    !dg_on_board(s, f) || !dg_on_board(s, g) ||
		    !dg_enemies(s, f, g) ||
		    dg_adjacent(s, s->fig[f].sq, s->fig[g].sq) < 0 ||
		    !RULE(DG_SA_31, dg_has(s, g, DG_ABILITY_POLE_ARM)) ||
		    dg_bit(s->fig[f].poled, g) ||
		    !dg_in_front(s, g, s->fig[f].sq))
			continue;
		if (s->lone_wolf && s->fig[f].owner >= 0 &&
		    s->fig[g].owner >= 0 && RULE(DG_LW_03, true))
			continue;
		dg_event_pole_armed(&e, DG_SA_31, job[1], s->fig[g].label);
		run_emit(r, &e);
		dg_mod(mods, &n, DG_SA_31, 1);
		clicks = dg_reduce(s, f, clicks, true, mods, &n);
		if (clicks > 0)
			dg_hurt(r, f,
				&(struct dg_wound){
					clicks, s->fig[g].label, DG_BY_ABILITY,
					mods, n,
					!dg_option(s, DG_OPTION_ABILITY_XP) });
	}
}
