/*
 * src/games/dungeons/rules/evolve_seat.c - applies events to the player whom
 * their first field names: set-up, turns, questions, points.
 */
#include "games/dungeons/rules/evolve.h"

/* --- teams, tiles, terrain, chests, tokens ------------------------------ */

static bool team_in(struct dg_state *s, int seat, const struct event *e)
{
	(void)e;
	s->player[seat].list_in = 1;
	return true;
}

static bool team_accepted(struct dg_state *s, int seat, const struct event *e)
{
	s->player[seat].points = GET(TEAM_ACCEPTED, POINTS);
	s->player[seat].heroes = GET(TEAM_ACCEPTED, HEROES);
	return true;
}

static bool setup_turn(struct dg_state *s, int seat, const struct event *e)
{
	(void)e;
	s->head.active = seat;
	return true;
}

static bool setup_passed(struct dg_state *s, int seat, const struct event *e)
{
	(void)e;
	s->player[seat].passed = 1;
	return true;
}

static bool first_player_roll(struct dg_state *s, int seat,
			      const struct event *e)
{
	s->player[seat].d1 = GET(FIRST_PLAYER_ROLL, D1);
	s->player[seat].d2 = GET(FIRST_PLAYER_ROLL, D2);
	return true;
}

static bool first_player(struct dg_state *s, int seat, const struct event *e)
{
	(void)e;
	s->head.first = s->head.active = seat;
	return true;
}

static bool tiles_chosen(struct dg_state *s, int seat, const struct event *e)
{
	struct dg_player *p = &s->player[seat];
	int n;
	const int32_t *w = event_words(e, DG_EV_TILES_CHOSEN_TILES, &n);

	if (n > DG_MAX_TILES)
		return false;
	memcpy(p->tile, w, (size_t)n * sizeof(*w));
	p->n_tiles = n;
	w = event_words(e, DG_EV_TILES_CHOSEN_CORRIDORS, &n);
	p->corridors = n ? w[0] : 0;
	dg_ev_tiles_aside(s, p);
	return true;
}

static bool tiles_in(struct dg_state *s, int seat, const struct event *e)
{
	(void)e;
	s->player[seat].tiles_in = 1;
	return true;
}

static bool tile_replaced(struct dg_state *s, int seat, const struct event *e)
{
	return dg_ev_tile_replaced(s, &s->player[seat], e);
}

static bool pieces_drawn(struct dg_state *s, int seat, const struct event *e)
{
	int32_t piece = GET(PIECES_DRAWN, PIECE);

	s->player[seat].piece = piece;
	if (piece < 0 || piece >= N_DG_PIECES)
		return false;
	if (s->n_pieces[piece])
		s->n_pieces[piece]--;
	return true;
}

static bool terrain_placed(struct dg_state *s, int seat, const struct event *e)
{
	int32_t sq = dg_point_of(e, DG_EV_TERRAIN_PLACED_AT);

	if (sq < 0 || s->square[sq].terrain == DG_ROCK)
		return false;
	s->square[sq].terrain = GET(TERRAIN_PLACED, TERRAIN);
	s->player[seat].piece = DG_PIECE_NONE;
	return true;
}

static bool door_placed(struct dg_state *s, int seat, const struct event *e)
{
	int32_t sq = dg_point_of(e, DG_EV_DOOR_PLACED_AT);

	if (s->n_doors == DG_MAX_DOORS || sq < 0)
		return false;
	s->door[s->n_doors++] =
		(struct dg_door){ .label = GET(DOOR_PLACED, DOOR),
				  .sq = sq,
				  .side = GET(DOOR_PLACED, SIDE),
				  .kind = GET(DOOR_PLACED, KIND),
				  .state = GET(DOOR_PLACED, STATE) };
	s->player[seat].piece = DG_PIECE_NONE;
	return true;
}

static bool chests_pooled(struct dg_state *s, int seat, const struct event *e)
{
	int n;
	const int32_t *w = event_words(e, DG_EV_CHESTS_POOLED_MODELS, &n);

	for (int i = 0; i < n; i++)
		for (int k = 0; k < s->n_models; k++)
			s->pooled[k] += s->model[k].letter == w[i];
	s->player[seat].chests_in = 1;
	return true;
}

static bool pool_added(struct dg_state *s, int seat, const struct event *e)
{
	struct dg_player *p = &s->player[seat];

	p->pool_in = 1;
	p->pool_n += GET(POOL_ADDED, N);
	p->pool_points += GET(POOL_ADDED, POINTS);
	return true;
}

static bool entrance_set(struct dg_state *s, int seat, const struct event *e)
{
	s->player[seat].entrance = GET(ENTRANCE_SET, MOUTH);
	return true;
}

static bool exit_set(struct dg_state *s, int seat, const struct event *e)
{
	s->player[seat].exit = GET(EXIT_SET, MOUTH);
	return true;
}

/* --- turns -------------------------------------------------------------- */

static bool turn_started(struct dg_state *s, int seat, const struct event *e)
{
	s->head.phase = DG_PLAY;
	s->head.active = seat;
	s->turn = GET(TURN_STARTED, TURN);
	s->activations = GET(TURN_STARTED, ACTIVATIONS);
	s->ready = 0;
	s->player[seat].turns++;
	if (s->master == seat)
		s->master_turns++;
	dg_acting_over(s);
	for (int f = 0; f < s->n_figs; f++) {
		struct dg_fig *p = &s->fig[f];

		p->acted = 0;
		memset(p->cancelled, 0, sizeof(p->cancelled));
		memset(p->barred, 0, sizeof(p->barred));
		if (p->frozen & DG_FREEZES &&
		    (p->owner == seat || p->owner < 0))
			p->frozen = DG_IS_FROZEN;
	}
	for (int i = 0; i < s->n_tokens; i++)
		s->token[i].acted = 0;
	/* DG-TURN-01: what lasts until now is over */
	for (int i = 0; i < s->n_chests; i++) {
		struct dg_chest *c = &s->chest[i];

		if (c->place != DG_CHEST_HELD || c->holder != seat)
			continue;
		if (c->fig)
			c->last_fig = c->fig;
		c->fig = 0;
		if (c->potion == DG_POTION_WORKS)
			c->potion = DG_POTION_USED;
	}
	return true;
}

static bool turn_ready(struct dg_state *s, int seat, const struct event *e)
{
	(void)seat;
	s->ready = 1;
	s->activations = GET(TURN_READY, ACTIVATIONS);
	dg_contacts_note(s);
	return true;
}

static bool turn_ended(struct dg_state *s, int seat, const struct event *e)
{
	(void)seat;
	(void)e;
	dg_acting_over(s);
	for (int f = 0; f < s->n_figs; f++)
		s->fig[f].frozen &= ~DG_IS_FROZEN;
	if (s->head.option[DG_OPTION_ITEM_TIME])
		for (int i = 0; i < s->n_chests; i++)
			if (s->chest[i].place == DG_CHEST_HELD &&
			    s->chest[i].fig) {
				s->chest[i].last_fig = s->chest[i].fig;
				s->chest[i].fig = 0;
			}
	for (int i = 0; i < DG_MAX_SEATS; i++)
		s->player[i].swap_given = s->player[i].swap_wanted = 0;
	return true;
}

static bool monster_master(struct dg_state *s, int seat, const struct event *e)
{
	(void)e;
	s->master = seat;
	s->master_turns = 0;
	for (int f = 0; f < s->n_figs; f++)
		s->fig[f].marker = 0;
	for (int i = 0; i < s->n_tokens; i++)
		s->token[i].marker = 0;
	return true;
}

static bool evolve_seat_withdrawn(struct dg_state *s, int seat,
				  const struct event *e)
{
	(void)e;
	s->head.seat[seat].withdrawn = 1;
	for (int f = 0; f < s->n_figs; f++)
		if (s->fig[f].owner == seat && dg_in_play(s, f))
			dg_leave(s, f, DG_EXITED);
	return true;
}

/* --- what a player is offered, gains, is asked --------------------------- */

static bool swap_offered(struct dg_state *s, int seat, const struct event *e)
{
	s->player[seat].swap_given = GET(SWAP_OFFERED, GIVEN);
	s->player[seat].swap_wanted = GET(SWAP_OFFERED, WANTED);
	return true;
}

static bool xp_gained(struct dg_state *s, int seat, const struct event *e)
{
	s->player[seat].xp = GET(XP_GAINED, TOTAL);
	return true;
}

static bool levels_wait(struct dg_state *s, int seat, const struct event *e)
{
	s->player[seat].waiting = GET(LEVELS_WAIT, N);
	return true;
}

static bool levels_due(struct dg_state *s, int seat, const struct event *e)
{
	s->player[seat].due = GET(LEVELS_DUE, N);
	s->player[seat].due_first = GET(LEVELS_DUE, FIG);
	return true;
}

static bool gold_counted(struct dg_state *s, int seat, const struct event *e)
{
	s->player[seat].gold = GET(GOLD_COUNTED, GOLD);
	return true;
}

/* a question that is asked is not due any more */
static bool evolve_seat_asked(struct dg_state *s, int seat,
			      const struct event *e)
{
	struct dg_player *p = &s->player[seat];
	int c = dg_find_chest(s, s->frame.about);

	(void)e;
	if (s->frame.what == DG_ASKS_LEVEL)
		p->due = p->due_first = 0;
	if (s->frame.what == DG_ASKS_DROP && c >= 0)
		s->chest[c].drop_seat = -1 - s->chest[c].drop_seat;
	return true;
}

/* engine/frame.h has done it */
static bool evolve_seat_answered(struct dg_state *s, int seat,
				 const struct event *e)
{
	(void)s;
	(void)seat;
	(void)e;
	return true;
}

/* --- standing orders ----------------------------------------------------- */

static void bit_put(int32_t set[2], int i, bool on)
{
	uint32_t bit = UINT32_C(1) << i % 32, was = (uint32_t)set[i / 32];

	set[i / 32] = (int32_t)(on ? was | bit : was & ~bit);
}

/* for one figure of the seat, or another that it commands */
static bool figure_policy(struct dg_state *s, int seat, int f, int what,
			  const int32_t w[2])
{
	struct dg_fig *p = &s->fig[f];

	switch (what) {
	case DG_STANDING_SPIN:
		p->spin[seat] = w[0];
		p->prefer[seat] = w[1];
		return true;
	case DG_STANDING_COUNTER:
		p->counter[seat] = w[0];
		p->counter_without[seat] = w[1];
		return true;
	case DG_STANDING_KEEP:
		if (w[0] <= 0 || w[0] >= N_DG_ABILITIES)
			return false;
		bit_put(p->off[seat], w[0], !w[1]);
		return true;
	default: return false;
	}
}

static void player_policy(struct dg_player *p, int what, const int32_t w[2])
{
	switch (what) {
	case DG_STANDING_SPIN:
		p->spin = w[0];
		p->prefer = w[1];
		break;
	case DG_STANDING_COUNTER: p->counter = w[0]; break;
	case DG_STANDING_BREAK:
		p->break_retry = w[1];
		p->break_stop = !w[0] && !w[1];
		break;
	case DG_STANDING_PLACE: p->place_ask = w[0]; break;
	default: p->convert_stop = w[0]; break;
	}
}

static bool policy_set(struct dg_state *s, int seat, const struct event *e)
{
	int32_t label = GET(POLICY_SET, FIG), what = GET(POLICY_SET, WHAT);
	int n, f = label ? dg_find(s, label) : -1;
	const int32_t *w = event_words(e, DG_EV_POLICY_SET_VALUE, &n);
	struct dg_player *p = &s->player[seat];
	int32_t value[2] = { n ? w[0] : 0, n > 1 ? w[1] : 0 };

	if (n < 1 || (label && f < 0) || what < 0 || what > DG_STANDING_BREAK)
		return false;
	if (what == DG_STANDING_LEVELS) {
		memset(p->level_first, 0, sizeof(p->level_first));
		for (int i = 0; i < n && i < (int)ARRAY_LEN(p->level_first);
		     i++)
			p->level_first[i] = w[i];
		return true;
	}
	if (what == DG_STANDING_KEEP && n < 2)
		return false;
	if (f >= 0)
		return figure_policy(s, seat, f, what, value);
	if (what == DG_STANDING_KEEP)
		return false;
	player_policy(p, what, value);
	return true;
}

#define DOES(sym, function) [DG_EV_##sym - EVENT_FIRST_OWN] = function
dg_seat_event *const dg_seat_events[N_DG_EVENTS] = {
	DOES(TEAM_IN, team_in),
	DOES(TEAM_ACCEPTED, team_accepted),
	DOES(SETUP_TURN, setup_turn),
	DOES(SETUP_PASSED, setup_passed),
	DOES(FIRST_PLAYER_ROLL, first_player_roll),
	DOES(FIRST_PLAYER, first_player),
	DOES(TILES_CHOSEN, tiles_chosen),
	DOES(TILES_IN, tiles_in),
	DOES(TILE_LAID, dg_ev_tile_laid),
	DOES(TILE_REPLACED, tile_replaced),
	DOES(PIECES_DRAWN, pieces_drawn),
	DOES(TERRAIN_PLACED, terrain_placed),
	DOES(DOOR_PLACED, door_placed),
	DOES(CHESTS_POOLED, chests_pooled),
	DOES(POOL_ADDED, pool_added),
	DOES(ENTRANCE_SET, entrance_set),
	DOES(EXIT_SET, exit_set),
	DOES(TURN_STARTED, turn_started),
	DOES(TURN_READY, turn_ready),
	DOES(TURN_ENDED, turn_ended),
	DOES(MONSTER_MASTER, monster_master),
	DOES(WITHDRAWN, evolve_seat_withdrawn),
	DOES(SWAP_OFFERED, swap_offered),
	DOES(XP_GAINED, xp_gained),
	DOES(LEVELS_WAIT, levels_wait),
	DOES(LEVELS_DUE, levels_due),
	DOES(GOLD_COUNTED, gold_counted),
	DOES(ASKED, evolve_seat_asked),
	DOES(ANSWERED, evolve_seat_answered),
	DOES(POLICY_SET, policy_set),
	DOES(TREASURE_CARRIED, dg_ev_treasure_carried),
};
