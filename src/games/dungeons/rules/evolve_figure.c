/*
 * src/games/dungeons/rules/evolve_figure.c - applies events to the figure that
 * their first field names.
 */
#include "games/dungeons/rules/evolve.h"

void dg_leave(struct dg_state *s, int f, int place)
{
	struct dg_fig *p = &s->fig[f];

	p->place = place;
	p->sq = DG_NOWHERE;
	p->pending = p->frozen = 0;
	memset(p->cancelled, 0, sizeof(p->cancelled));
	memset(p->item, 0, sizeof(p->item));
	for (int i = 0; i < s->n_chests; i++)
		if (s->chest[i].place == DG_CHEST_HELD &&
		    s->chest[i].fig == p->label)
			s->chest[i].fig = s->chest[i].last_fig = 0;
}

void dg_place(struct dg_state *s, int f, int32_t sq, int face)
{
	struct dg_fig *p = &s->fig[f];

	if (p->sq != sq)
		p->pending = 0;
	p->place = DG_ON_BOARD;
	p->sq = sq;
	if (face >= 0)
		p->facing = face;
}

static void labels_set(const struct dg_state *s, const struct event *e,
		       int field, int32_t set[DG_FIG_WORDS])
{
	int n;
	const int32_t *w = event_words(e, field, &n);

	for (int i = 0; i < n; i++) {
		int f = dg_find(s, w[i]);

		if (f >= 0)
			dg_bit_set(set, f);
	}
}

/* --- moves -------------------------------------------------------------- */

static bool evolve_figure_entered(struct dg_state *s, int f,
				  const struct event *e)
{
	int32_t sq = dg_point_of(e, DG_EV_ENTERED_TO);

	dg_place(s, f, sq, GET(ENTERED, FACE));
	s->fig[f].sp = GET(ENTERED, SP);
	s->moved = 1;
	return sq >= 0;
}

static bool evolve_figure_turned(struct dg_state *s, int f,
				 const struct event *e)
{
	s->fig[f].facing = GET(TURNED, FACE);
	s->fig[f].sp = GET(TURNED, SP);
	return true;
}

static bool free_spin(struct dg_state *s, int f, const struct event *e)
{
	s->fig[f].facing = GET(FREE_SPIN, FACE);
	return true;
}

static bool break_away(struct dg_state *s, int f, const struct event *e)
{
	s->fig[f].sp = GET(BREAK_AWAY, SP);
	labels_set(s, e, DG_EV_BREAK_AWAY_FROM, s->freed);
	dg_last_ok(s, GET(BREAK_AWAY, OK));
	return true;
}

static bool evolve_figure_terrify(struct dg_state *s, int f,
				  const struct event *e)
{
	int by = dg_find(s, GET(TERRIFY, BY));

	if (by >= 0 && !GET(TERRIFY, OK))
		dg_bit_set(s->fig[f].barred, by);
	return by >= 0;
}

static bool evolve_figure_left(struct dg_state *s, int f, const struct event *e)
{
	s->fig[f].sp = GET(LEFT, SP);
	dg_leave(s, f, DG_EXITED);
	return true;
}

static bool evolve_figure_declared(struct dg_state *s, int f,
				   const struct event *e)
{
	s->fig[f].pending = GET(DECLARED, TERRAIN);
	return true;
}

static bool evolve_figure_teleported(struct dg_state *s, int f,
				     const struct event *e)
{
	int32_t sq = dg_point_of(e, DG_EV_TELEPORTED_TO);

	dg_place(s, f, sq, -1);
	s->fig[f].sp = 0;
	return sq >= 0;
}

static bool section_turned(struct dg_state *s, int f, const struct event *e)
{
	s->fig[f].pending = s->fig[f].sp = 0;
	return dg_ev_section_turned(s, e);
}

static bool evolve_figure_levitated(struct dg_state *s, int f,
				    const struct event *e)
{
	int32_t sq = dg_point_of(e, DG_EV_LEVITATED_TO);

	dg_place(s, f, sq, GET(LEVITATED, FACE));
	s->fig[f].acted = 1;
	return sq >= 0;
}

static bool evolve_figure_rammed(struct dg_state *s, int f,
				 const struct event *e)
{
	(void)f;
	(void)e;
	s->rammed = 1;
	return true;
}

static bool pole_armed(struct dg_state *s, int f, const struct event *e)
{
	int by = dg_find(s, GET(POLE_ARMED, BY));

	if (by >= 0)
		dg_bit_set(s->fig[f].poled, by);
	return by >= 0;
}

/* --- dials -------------------------------------------------------------- */

static bool evolve_figure_damaged(struct dg_state *s, int f,
				  const struct event *e)
{
	s->fig[f].click = GET(DAMAGED, CLICK);
	return s->fig[f].click >= 0;
}

static bool evolve_figure_healed(struct dg_state *s, int f,
				 const struct event *e)
{
	s->fig[f].click = GET(HEALED, CLICK);
	return s->fig[f].click >= 0;
}

static bool evolve_figure_eliminated(struct dg_state *s, int f,
				     const struct event *e)
{
	(void)e;
	if (s->fig[f].kind != DG_SPAWN) {
		dg_leave(s, f, DG_ELIMINATED);
		return true;
	}
	dg_leave(s, f, DG_IN_POOL);
	s->fig[f].click = 0;
	s->fig[f].owner = -1;
	s->fig[f].fallen = 1;
	return true;
}

static bool evolve_figure_returned(struct dg_state *s, int f,
				   const struct event *e)
{
	int32_t sq = dg_point_of(e, DG_EV_RETURNED_AT);

	if (!GET(RETURNED, OK))
		return true;
	dg_place(s, f, sq, GET(RETURNED, FACE));
	s->fig[f].click = GET(RETURNED, CLICK);
	return sq >= 0;
}

static bool spawn_placed(struct dg_state *s, int f, const struct event *e)
{
	struct dg_fig *p = &s->fig[f];
	int32_t sq = dg_point_of(e, DG_EV_SPAWN_PLACED_AT);

	dg_place(s, f, sq, GET(SPAWN_PLACED, FACE));
	p->acted = GET(SPAWN_PLACED, WAITS);
	p->marker = 0;
	p->click = 0;
	p->owner = GET(SPAWN_PLACED, OWNER);
	if (p->owner >= 0)
		p->kind = DG_WARRIOR;
	return sq >= 0;
}

static bool level_raised(struct dg_state *s, int f, const struct event *e)
{
	struct dg_fig *p = &s->fig[f];

	p->level = GET(LEVEL_RAISED, LEVEL);
	if (p->level > p->top_level)
		p->top_level = p->level;
	p->click = GET(LEVEL_RAISED, CLICK);
	return true;
}

/* --- abilities ---------------------------------------------------------- */

static bool evolve_figure_frozen(struct dg_state *s, int f,
				 const struct event *e)
{
	s->fig[f].frozen |= GET(FROZEN, OK) ? DG_FREEZES : 0;
	return true;
}

static bool evolve_figure_confused(struct dg_state *s, int f,
				   const struct event *e)
{
	s->fig[f].sp = GET(CONFUSED, SP);
	s->actor = s->fig[f].label;
	s->how = DG_HOW_CONFUSED;
	/* what its confuser broke away from holds it none the less */
	memset(s->freed, 0, sizeof(s->freed));
	s->confuser = GET(CONFUSED, BY);
	return true;
}

static bool confusion_over(struct dg_state *s, int f, const struct event *e)
{
	(void)f;
	s->actor = GET(CONFUSION_OVER, BY);
	s->how = DG_HOW_NORMAL;
	s->confuser = 0;
	return true;
}

/* of a treasure: that one from now on */
static bool ability_used(struct dg_state *s, int f, const struct event *e)
{
	int32_t item = GET(ABILITY_USED, TARGET);
	int slot = dg_abilities[GET(ABILITY_USED, ABILITY)].slot;

	if (dg_find_chest(s, item) >= 0 && slot < N_DG_SLOTS)
		s->fig[f].item[slot] = item;
	return true;
}

static bool ability_cancelled(struct dg_state *s, int f, const struct event *e)
{
	dg_bit_set(s->fig[f].cancelled, GET(ABILITY_CANCELLED, ABILITY));
	return true;
}

#define DOES(sym, function) [DG_EV_##sym - EVENT_FIRST_OWN] = function
dg_figure_event *const dg_figure_events[N_DG_EVENTS] = {
	DOES(ENTERED, evolve_figure_entered),
	DOES(TURNED, evolve_figure_turned),
	DOES(FREE_SPIN, free_spin),
	DOES(BREAK_AWAY, break_away),
	DOES(TERRIFY, evolve_figure_terrify),
	DOES(LEFT, evolve_figure_left),
	DOES(DECLARED, evolve_figure_declared),
	DOES(TELEPORTED, evolve_figure_teleported),
	DOES(SECTION_TURNED, section_turned),
	DOES(LEVITATED, evolve_figure_levitated),
	DOES(RAMMED, evolve_figure_rammed),
	DOES(POLE_ARMED, pole_armed),
	DOES(DAMAGED, evolve_figure_damaged),
	DOES(HEALED, evolve_figure_healed),
	DOES(ELIMINATED, evolve_figure_eliminated),
	DOES(RETURNED, evolve_figure_returned),
	DOES(SPAWN_PLACED, spawn_placed),
	DOES(LEVEL_RAISED, level_raised),
	DOES(FROZEN, evolve_figure_frozen),
	DOES(CONFUSED, evolve_figure_confused),
	DOES(CONFUSION_OVER, confusion_over),
	DOES(ABILITY_USED, ability_used),
	DOES(ABILITY_CANCELLED, ability_cancelled),
};
