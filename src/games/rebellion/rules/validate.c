/*
 * src/games/rebellion/rules/validate.c - checks the invariants on which the
 * rules rely: every number used as an index, every label that is looked up.
 * They hold after each event; a state made of foreign events is checked before
 * it is used.
 */
#include "games/rebellion/rules/system_private.h"

static bool validate_in(int32_t v, int32_t min, int32_t max)
{
	return min <= v && v <= max;
}

static bool seat_or_none(int32_t seat)
{
	return validate_in(seat, -1, RB_MAX_SEATS - 1);
}

static bool fig_or_none(const struct rb_state *s, int32_t label)
{
	return !label || rb_find(s, label) >= 0;
}

static bool point_in(struct vec p)
{
	return validate_in(p.x, -GEO_MAX, GEO_MAX) &&
	       validate_in(p.y, -GEO_MAX, GEO_MAX);
}

static const char *table_validate(const struct rb_state *s)
{
	if (!validate_in(s->board_w, 1000, 7200) ||
	    !validate_in(s->board_h, 1000, 7200))
		return "no such board";
	if (s->actions_left < 0)
		return "fewer than no actions";
	if (!validate_in(s->n_terrain, 0, RB_MAX_TERRAIN) ||
	    !validate_in(s->n_pile, 0, RB_MAX_TERRAIN) ||
	    !validate_in(s->n_figs, 0, RB_MAX_FIGS) ||
	    !validate_in(s->n_doubts, 0, RB_MAX_DOUBTS) ||
	    !validate_in(s->n_items, 0, RB_MAX_ITEMS))
		return "more than there is room for";
	return NULL;
}

static bool feature_in(const struct feature *g, int32_t n)
{
	if (!validate_in(g->kind, FEATURE_HINDERING, FEATURE_CONCEALING) ||
	    !validate_in(g->area.n, 3, GEO_MAX_VERTICES) ||
	    !validate_in(g->on, GROUND_NONE, n - 1) ||
	    !validate_in(g->n_stairs, 0, GROUND_MAX_STAIRS))
		return false;
	for (int i = 0; i < g->area.n; i++)
		if (!point_in(g->area.v[i]))
			return false;
	for (int i = 0; i < g->n_stairs; i++)
		if (!point_in(g->stairs[i].a) || !point_in(g->stairs[i].b))
			return false;
	return true;
}

static const char *terrain_validate(const struct rb_state *s)
{
	for (int i = 0; i < s->n_terrain; i++)
		if (!feature_in(&s->feature[i], s->n_terrain) ||
		    !seat_or_none(s->terrain[i].seat))
			return "no such terrain";
	for (int i = 0; i < s->n_pile; i++)
		if (!feature_in(&s->pile_feature[i], s->n_pile) ||
		    !seat_or_none(s->pile[i].seat))
			return "no such terrain on the pile";
	for (int i = 0; i < s->n_items; i++)
		if (!fig_or_none(s, s->item[i].holder) ||
		    !point_in(s->item[i].at))
			return "an item of nobody";
	return NULL;
}

static const char *card_validate(const struct rb_def *d)
{
	if (!validate_in(d->n_clicks, 1, RB_MAX_CLICKS) ||
	    !validate_in(d->targets, 1, RB_MAX_ARROWS) ||
	    !validate_in(d->arc, 2, 360) || !validate_in(d->radius, 10, 500) ||
	    !validate_in(d->ahead, 0, 500) || !validate_in(d->behind, 0, 500))
		return "no such card";
	if (!validate_in(d->cavalry.mount, 0, N_RB_MOUNTS - 1) ||
	    !validate_in(d->cavalry.level, 0, N_RB_LEVELS - 1) ||
	    !validate_in(d->cavalry.subfaction, 0, N_RB_SUBFACTIONS - 1))
		return "no such card of cavalry";
	for (int i = 0; i < d->n_clicks; i++)
		for (int slot = 0; slot < N_RB_SLOTS; slot++)
			if (!validate_in(d->click[i].ability[slot], 0,
					 N_RB_ABILITIES - 1))
				return "no such ability";
	return NULL;
}

static const char *figure_validate(const struct rb_state *s, int f)
{
	const struct rb_fig *p = &s->fig[f];

	if (!validate_in(p->owner, 0, RB_MAX_SEATS - 1) ||
	    !validate_in(p->status, RB_RESERVE, RB_REMOVED) ||
	    !seat_or_none(p->last_damager) || !seat_or_none(p->control))
		return "no such figure";
	if (!validate_in(p->wounds, 0, s->def[f].n_clicks))
		return "a dial beyond its clicks";
	if (!validate_in(p->facing, 0, 359) ||
	    !validate_in(p->spin_face, 0, 359))
		return "a facing that is no degree";
	if (!point_in(p->at))
		return "a figure far off the board";
	if (!validate_in(p->spin, RB_POLICY_AUTO, RB_POLICY_INHERIT) ||
	    !validate_in(p->push, 0, 2))
		return "no such standing order";
	if (!fig_or_none(s, p->captive_of) || !fig_or_none(s, p->captive) ||
	    !fig_or_none(s, p->on) || !fig_or_none(s, p->rider))
		return "a figure that belongs to nobody";
	return card_validate(&s->def[f]);
}

static const char *player_validate(const struct rb_player *p)
{
	if (!validate_in(p->side, -1, RB_EAST))
		return "no such side";
	if (!validate_in(p->spin, RB_POLICY_AUTO, RB_POLICY_INHERIT) ||
	    !validate_in(p->spin_face, 0, 359) ||
	    !validate_in(p->defend, RB_POLICY_AUTO, RB_POLICY_INHERIT) ||
	    !validate_in(p->land, RB_FRONT, RB_LEFT) ||
	    !validate_in(p->against, RB_DIAL_RIDER, RB_DIAL_MOUNT) ||
	    !validate_in(p->push, 0, 2))
		return "no such standing order";
	return NULL;
}

const char *rb_validate(const void *state)
{
	const struct rb_state *s = state;
	const char *what = table_validate(s);

	if (!what)
		what = terrain_validate(s);
	for (int f = 0; f < s->n_figs && !what; f++)
		what = figure_validate(s, f);
	for (int i = 0; i < RB_MAX_SEATS && !what; i++)
		what = player_validate(&s->player[i]);
	return what;
}

bool rb_is_creation_event(int kind)
{
	switch (kind) {
	case RB_EV_FIGURE_DEFINED:
	case RB_EV_TERRAIN_DEFINED:
	case RB_EV_ITEM_DEFINED:
	case RB_EV_PHASE_ENTERED: return true;
	default: return false;
	}
}
