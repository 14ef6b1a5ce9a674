/*
 * src/games/dungeons/rules/activate.c - activations: which pieces may act,
 * their speed points, and the effects of an activation's end (DG-ACT,
 * DG-SPAWN-01).
 */
#include "games/dungeons/rules/attack.h"
#include "games/dungeons/rules/board.h"
#include "games/dungeons/rules/move.h"

/* DG-SPAWN-01: too near a Hero of the seat */
static bool activate_banned(const struct dg_state *s, int seat, int f)
{
	int32_t at = s->fig[f].sq;
	int section = s->square[at].section;
	int option = dg_option(s, DG_OPTION_SPAWNBAN);

	for (int g = 0; g < s->n_figs; g++) {
		int other;

		if (s->fig[g].owner != seat || !dg_on_board(s, g))
			continue;
		other = s->square[s->fig[g].sq].section;
		if (other == section)
			return RULE(DG_SPAWN_01, true);
		if (option == 0 &&
		    RULE(DG_SPAWN_01, dg_connected(s, section, other)))
			return true;
		if (option == 1 &&
		    RULE(DG_R_16, dg_adjacent(s, at, s->fig[g].sq) >= 0))
			return true;
	}
	return false;
}

/* DG-SA-51: a piece with Frenzy must come first */
static bool activate_frenzied(const struct dg_state *s, int seat, int f)
{
	bool spawn = s->fig[f].owner < 0;

	if (dg_has(s, f, DG_ABILITY_FRENZY))
		return false;
	for (int g = 0; g < s->n_figs; g++) {
		const struct dg_fig *p = &s->fig[g];

		if (p->owner != s->fig[f].owner || p->acted || p->marker ||
		    p->frozen & DG_IS_FROZEN ||
		    !dg_has(s, g, DG_ABILITY_FRENZY))
			continue;
		if (!spawn || !activate_banned(s, seat, g))
			return RULE(DG_SA_51, true);
	}
	return false;
}

static bool heroes_outside(const struct dg_state *s, int seat)
{
	for (int f = 0; f < s->n_figs; f++)
		if (s->fig[f].owner == seat && s->fig[f].place == DG_OUTSIDE)
			return true;
	return false;
}

bool dg_may_act_spawn(const struct dg_state *s, int seat, int f,
		      struct refusal *no)
{
	int32_t label = s->fig[f].label;

	if (RULE(DG_TURN_06, heroes_outside(s, seat)))
		return dg_no(no, DG_REFUSAL_FIRST_TURN, DG_TURN_06, label);
	if (RULE(DG_MULTI_03, s->fig[f].marker))
		return dg_no(no, DG_REFUSAL_MARKED, DG_MULTI_03, label);
	if (activate_banned(s, seat, f))
		return dg_no(no, DG_REFUSAL_SPAWN_NEAR_OWN_HERO, DG_SPAWN_01,
			     label);
	return true;
}

static bool may_act_token(const struct dg_state *s, int seat, int i,
			  struct refusal *no)
{
	const struct dg_token *t = &s->token[i];

	if (t->sq == DG_NOWHERE)
		return dg_no(no, DG_REFUSAL_UNKNOWN, DG_TOKM_01, t->label);
	if (RULE(DG_TURN_03, t->acted))
		return dg_no(no, DG_REFUSAL_ALREADY_ACTIVATED, DG_TURN_03,
			     t->label);
	if (RULE(DG_TURN_06, heroes_outside(s, seat)))
		return dg_no(no, DG_REFUSAL_FIRST_TURN, DG_TURN_06, t->label);
	if (RULE(DG_MULTI_03, t->marker))
		return dg_no(no, DG_REFUSAL_MARKED, DG_MULTI_03, t->label);
	return true;
}

static bool may_act_figure(const struct dg_state *s, int seat, int f,
			   enum dg_how how, struct refusal *no)
{
	const struct dg_fig *p = &s->fig[f];

	if (p->owner >= 0 && p->owner != seat)
		return dg_no(no, DG_REFUSAL_NOT_YOURS, DG_TURN_03, p->label);
	if (!dg_in_play(s, f))
		return dg_no(no, DG_REFUSAL_UNKNOWN, DG_TURN_03, p->label);
	if (RULE(DG_TURN_03, p->acted))
		return dg_no(no, DG_REFUSAL_ALREADY_ACTIVATED, DG_TURN_03,
			     p->label);
	if (RULE(DG_SA_49, p->frozen & DG_IS_FROZEN))
		return dg_no(no, DG_REFUSAL_FROZEN, DG_SA_49, p->label);
	if (how == DG_HOW_QUICK && RULE(DG_TURN_06, s->player[seat].turns <= 1))
		return dg_no(no, DG_REFUSAL_FIRST_TURN, DG_TURN_06, p->label);
	if (p->owner < 0 && !dg_may_act_spawn(s, seat, f, no))
		return false;
	if (dg_on_board(s, f) && activate_frenzied(s, seat, f))
		return dg_no(no, DG_REFUSAL_FRENZY, DG_SA_51, p->label);
	return true;
}

bool dg_may_act(const struct dg_state *s, int seat, int32_t piece,
		enum dg_how how, struct refusal *no)
{
	int f = dg_find(s, piece), i = f < 0 ? dg_find_token(s, piece) : -1;

	if (f < 0 && i < 0)
		return dg_no(no, DG_REFUSAL_UNKNOWN, DG_TURN_03, piece);
	if (s->actor == piece && how == DG_HOW_NORMAL)
		return true;
	if (s->actor == piece)
		return dg_no(no, DG_REFUSAL_ALREADY_ACTIVATED, DG_TURN_03,
			     piece);
	if (!dg_may_leave_off(s, no))
		return false;
	if (f >= 0 && !may_act_figure(s, seat, f, how, no))
		return false;
	if (i >= 0 && !may_act_token(s, seat, i, no))
		return false;
	if (how != DG_HOW_QUICK && RULE(DG_TURN_02, s->activations <= 0))
		return dg_no(no, DG_REFUSAL_NO_ACTIVATION, DG_TURN_02, piece);
	return true;
}

bool dg_does_more(const struct dg_state *s, int f, struct refusal *no)
{
	int32_t label = s->fig[f].label;

	if (!dg_actor_now(s, label))
		return true;
	if (s->how == DG_HOW_QUICK)
		return dg_no(no, DG_REFUSAL_BAD_TIME, DG_SA_11, label);
	if (s->how == DG_HOW_DOUBLE)
		return dg_no(no, DG_REFUSAL_BAD_TIME,
			     dg_has(s, f, DG_ABILITY_CHARGE) ? DG_SA_10
							     : DG_SA_16,
			     label);
	return RULE(DG_SA_05, s->how != DG_HOW_ZERO) ||
	       dg_no(no, DG_REFUSAL_NO_SP, DG_SA_05, label);
}

bool dg_begin(struct run *r, int32_t piece, enum dg_how how)
{
	const struct dg_state *s = dg_of(r);
	int f = dg_find(s, piece);
	int32_t mods[DG_MOD_WORDS], sp = 4;
	int n = 0;
	struct event e;

	if (s->actor == piece)
		return true;
	if (f >= 0)
		sp = dg_start_sp(s, f, how, mods, &n);
	else
		dg_mod(mods, &n, DG_TOKM_01, 4);
	event_start(&e, DG_EV_ACTIVATION_STARTED, DG_TURN_03);
	event_because(&e, f >= 0 ? DG_ACT_01 : DG_TOKM_01);
	if (how == DG_HOW_QUICK)
		event_because(&e, DG_SA_11);
	if (f >= 0 && s->fig[f].owner < 0)
		event_because(&e, DG_SPAWN_04);
	event_put(&e, DG_EV_ACTIVATION_STARTED_PIECE, piece);
	event_put(&e, DG_EV_ACTIVATION_STARTED_HOW, how);
	event_put(&e, DG_EV_ACTIVATION_STARTED_SP, sp);
	event_put_ints(&e, DG_EV_ACTIVATION_STARTED_MODS, mods, n);
	event_put(&e, DG_EV_ACTIVATION_STARTED_LEFT,
		  s->activations - (how != DG_HOW_QUICK));
	run_emit(r, &e);
	r->unknown |= r->asks;
	if (r->asks || common_state_seats(&s->head) < 3 ||
	    (f >= 0 && s->fig[f].owner >= 0))
		return !r->asks;
	dg_event_marker_set(&e, DG_MULTI_03, piece);
	run_emit(r, &e);
	return true;
}

int32_t dg_ram_clicks(const struct dg_state *s, int f, int g,
		      int32_t mods[DG_MOD_WORDS], int *n)
{
	*n = 0;
	if (!dg_on_board(s, g) || !dg_enemies(s, f, g) ||
	    dg_adjacent(s, s->fig[f].sq, s->fig[g].sq) < 0 ||
	    !dg_in_front(s, f, s->fig[g].sq) ||
	    (s->lone_wolf && s->fig[f].owner >= 0 && s->fig[g].owner >= 0 &&
	     RULE(DG_LW_03, true)))
		return 0;
	dg_mod(mods, n, DG_SA_19, 1);
	return dg_reduce(s, g, 1, true, mods, n);
}

/* DG-SA-19 */
void dg_ram(struct run *r)
{
	const struct dg_state *s = dg_of(r);
	int f = dg_find(s, s->actor);
	int32_t mods[DG_MOD_WORDS];
	struct event e;
	int n;

	if (f < 0 || !s->moved || s->rammed || s->attacked ||
	    !RULE(DG_SA_19, dg_has(s, f, DG_ABILITY_RAM)))
		return;
	dg_event_rammed(&e, DG_SA_19, s->actor);
	event_because(&e, DG_D_23);
	run_emit(r, &e);
	for (int g = 0; g < s->n_figs && dg_on_board(s, f); g++) {
		int32_t clicks = dg_ram_clicks(s, f, g, mods, &n);

		if (clicks > 0)
			dg_hurt(r, g,
				&(struct dg_wound){
					clicks, s->fig[f].label, DG_BY_ABILITY,
					mods, n,
					!dg_option(s, DG_OPTION_ABILITY_XP) });
	}
}

void dg_end_activation(struct run *r)
{
	const struct dg_state *s = dg_of(r);
	int f = dg_find(s, s->actor), i = dg_find_token(s, s->actor);
	struct event e;

	if (!s->actor)
		return;
	dg_ram(r);
	for (int d = 0; d < s->n_doors; d++) {
		if (s->door[d].kind != DG_IRON || s->door[d].state != DG_OPEN ||
		    !RULE(DG_DOOR_03, true))
			continue;
		dg_event_door_closed(&e, DG_DOOR_03, s->door[d].label);
		run_emit(r, &e);
	}
	dg_event_activation_ended(&e, DG_ACT_01, s->actor,
				  f >= 0   ? s->fig[f].sp
				  : i >= 0 ? s->token[i].sp
					   : 0);
	if (s->attacked)
		event_because(&e, DG_ACT_04);
	run_emit(r, &e);
}
