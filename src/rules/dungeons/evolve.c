/* src/rules/dungeons/evolve.c - what each event does to the state */
#include "rules/dungeons/evolve.h"

/* --- figures ----------------------------------------------------------- */

static int make_room(struct dg_state *s, int32_t label)
{
	int at = 0;

	if (s->n_figs >= DG_MAX_FIGS)
		return -1;
	while (at < s->n_figs && s->fig[at].label < label)
		at++;
	memmove(s->fig + at + 1, s->fig + at,
		(size_t)(s->n_figs - at) * sizeof(s->fig[0]));
	memmove(s->card + at + 1, s->card + at,
		(size_t)(s->n_figs - at) * sizeof(s->card[0]));
	memset(s->fig + at, 0, sizeof(s->fig[0]));
	memset(s->card + at, 0, sizeof(s->card[0]));
	s->n_figs++;
	/* these name figures by index */
	memset(s->contact, 0, sizeof(s->contact));
	memset(s->freed, 0, sizeof(s->freed));
	for (int f = 0; f < s->n_figs; f++) {
		memset(s->fig[f].barred, 0, sizeof(s->fig[f].barred));
		memset(s->fig[f].poled, 0, sizeof(s->fig[f].poled));
	}
	return at;
}

static bool dial_keep(struct dg_card *c, const int32_t *w, int n)
{
	c->n_clicks = n / DG_CLICK_WORDS;
	if (n % DG_CLICK_WORDS || c->n_clicks < 1 ||
	    c->n_clicks > DG_MAX_CLICKS)
		return false;
	for (int i = 0; i < n; i++) {
		bool ability = i % DG_CLICK_WORDS >= N_DG_SLOTS;

		if (w[i] < 0 || w[i] >= (ability ? N_DG_ABILITIES : 256))
			return false;
	}
	for (int i = 0; i < c->n_clicks; i++) {
		struct dg_click v;

		memcpy(&v, w + i * DG_CLICK_WORDS, sizeof(v));
		dg_click_put(c, i, &v);
	}
	return true;
}

static bool levels_keep(struct dg_card *c, const int32_t *w, int n)
{
	if (n && n != 2 * DG_LEVELS)
		return false;
	c->n_levels = n ? DG_LEVELS : 0;
	for (int i = 0; 2 * i < n; i++) {
		if (w[2 * i] < 0 || w[2 * i] >= c->n_clicks ||
		    w[2 * i + 1] < 0 || w[2 * i + 1] > 100000)
			return false;
		c->level_click[i] = w[2 * i];
		c->level_cost[i] = w[2 * i + 1];
	}
	return true;
}

static bool figure_defined(struct dg_state *s, const struct event *e)
{
	int32_t label = GET(FIGURE_DEFINED, FIG);
	struct dg_card c = { 0 };
	struct dg_fig p = { 0 };
	const int32_t *w;
	int n, f = dg_find(s, label);

	if (label <= 0)
		return false;
	if (f >= 0) { /* it is known; now to everybody */
		n = GET(FIGURE_DEFINED, LEVEL);
		s->fig[f].open |= e->audience == AUDIENCE_ALL;
		if (!s->card[f].n_levels || n == s->fig[f].level)
			return true;
		if (n < 1 || n > DG_LEVELS)
			return false;
		s->fig[f].level = s->fig[f].top_level = n;
		s->fig[f].click = dg_start_click(s, f);
		return true;
	}
	w = event_words(e, DG_EV_FIGURE_DEFINED_DIAL, &n);
	if (!dial_keep(&c, w, n))
		return false;
	w = event_words(e, DG_EV_FIGURE_DEFINED_LEVELS, &n);
	if (!levels_keep(&c, w, n) ||
	    !event_keep(e, DG_EV_FIGURE_DEFINED_KEY, c.key, DG_KEY_WORDS) ||
	    !event_keep(e, DG_EV_FIGURE_DEFINED_NAME, c.name, DG_NAME_WORDS))
		return false;
	c.form = GET(FIGURE_DEFINED, FORM);
	c.points = GET(FIGURE_DEFINED, POINTS);
	c.range = GET(FIGURE_DEFINED, RANGE);
	c.targets = GET(FIGURE_DEFINED, TARGETS);
	c.arc = GET(FIGURE_DEFINED, ARC);
	p.label = label;
	p.kind = GET(FIGURE_DEFINED, KIND);
	p.owner = GET(FIGURE_DEFINED, OWNER);
	p.level = p.top_level = c.n_levels ? GET(FIGURE_DEFINED, LEVEL) : 0;
	p.place = p.kind == DG_SPAWN ? DG_IN_POOL : DG_OUTSIDE;
	p.open = e->audience == AUDIENCE_ALL;
	p.sq = DG_NOWHERE;
	if (c.points < 0 || c.points > 100000 || c.range < 0 || c.range > 100 ||
	    c.targets < 1 || c.targets > 4 ||
	    (c.arc != 3 && c.arc != 5 && c.arc != 7) || p.kind < DG_HERO ||
	    p.kind > DG_WARRIOR || p.level < 0 || p.level > DG_LEVELS ||
	    (c.n_levels && !p.level) ||
	    (p.kind == DG_SPAWN ? p.owner != -1 : !dg_seat_ok(p.owner)))
		return false;
	f = make_room(s, label);
	if (f < 0)
		return false;
	s->fig[f] = p;
	s->card[f] = c;
	s->fig[f].click = dg_start_click(s, f);
	return true;
}

/* off the board; treasures assigned to it are nobody's */
static void leave(struct dg_state *s, int f, int place)
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

static void put(struct dg_state *s, int f, int32_t sq, int face)
{
	struct dg_fig *p = &s->fig[f];

	if (p->sq != sq)
		p->pending = 0;
	p->place = DG_ON_BOARD;
	p->sq = sq;
	if (face >= 0)
		p->facing = face;
}

static bool eliminated(struct dg_state *s, int f)
{
	if (s->fig[f].kind != DG_SPAWN) {
		leave(s, f, DG_ELIMINATED);
		return true;
	}
	leave(s, f, DG_IN_POOL);
	s->fig[f].click = 0;
	s->fig[f].owner = -1;
	s->fig[f].fallen = 1;
	return true;
}

/* --- turns and activations --------------------------------------------- */

static void acting_over(struct dg_state *s)
{
	s->actor = s->how = s->attacked = s->moved = s->rammed = 0;
	s->confuser = 0;
	memset(s->freed, 0, sizeof(s->freed));
	for (int f = 0; f < s->n_figs; f++)
		memset(s->fig[f].poled, 0, sizeof(s->fig[f].poled));
}

static bool turn_started(struct dg_state *s, const struct event *e)
{
	int32_t seat = GET(TURN_STARTED, SEAT);

	if (!dg_seat_ok(seat))
		return false;
	s->phase = DG_PLAY;
	s->active = seat;
	s->turn = GET(TURN_STARTED, TURN);
	s->activations = GET(TURN_STARTED, ACTIVATIONS);
	s->ready = 0;
	s->player[seat].turns++;
	if (s->master == seat)
		s->master_turns++;
	acting_over(s);
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

static bool turn_ended(struct dg_state *s)
{
	acting_over(s);
	for (int f = 0; f < s->n_figs; f++)
		s->fig[f].frozen &= ~DG_IS_FROZEN;
	if (s->option[DG_OPTION_ITEM_TIME])
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

static bool activation_started(struct dg_state *s, const struct event *e)
{
	int32_t piece = GET(ACTIVATION_STARTED, PIECE);
	int f = dg_find(s, piece), i = f < 0 ? dg_find_token(s, piece) : -1;

	acting_over(s);
	s->actor = piece;
	s->how = GET(ACTIVATION_STARTED, HOW);
	s->activations = GET(ACTIVATION_STARTED, LEFT);
	if (f >= 0) {
		s->fig[f].acted = 1;
		s->fig[f].sp = GET(ACTIVATION_STARTED, SP);
	} else if (i >= 0) {
		s->token[i].acted = 1;
		s->token[i].sp = GET(ACTIVATION_STARTED, SP);
	}
	return f >= 0 || i >= 0;
}

/* DG-PASS-05: the enemy just passed through holds it no more */
static void over_freed(struct dg_state *s, const struct event *e, int f)
{
	int n;
	const int32_t *w = event_words(e, DG_EV_STEPPED_OVER, &n);

	for (int k = 0; k + 1 < n; k += 2) {
		int g = dg_fig_at(s, dg_square_of(w[k], w[k + 1]));

		if (g >= 0 && dg_enemies(s, f, g))
			dg_bit_set(s->freed, g);
	}
}

static bool stepped(struct dg_state *s, const struct event *e)
{
	int32_t piece = GET(STEPPED, PIECE);
	int32_t to = dg_point_of(e, DG_EV_STEPPED_TO);
	int f = dg_find(s, piece), i = f < 0 ? dg_find_token(s, piece) : -1;

	if (to < 0)
		return false;
	if (s->actor == piece)
		s->moved = 1;
	for (int k = 0; f >= 0 && k < e->n_rules; k++)
		if (e->rules[k] == DG_PASS_05)
			over_freed(s, e, f);
	if (f >= 0) {
		put(s, f, to, -1);
		s->fig[f].sp = GET(STEPPED, SP);
	} else if (i >= 0) {
		s->token[i].sq = to;
		s->token[i].sp = GET(STEPPED, SP);
	}
	return f >= 0 || i >= 0;
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

/* --- events about one figure: its field is the first -------------------- */

static bool figure_event(struct dg_state *s, const struct event *e)
{
	int f = dg_find(s, event_get(e, 0)), g;
	struct dg_fig *p;
	int32_t sq;
	int a;

	if (f < 0)
		return false;
	p = &s->fig[f];
	switch (e->kind) {
	case DG_EV_ENTERED:
		sq = dg_point_of(e, DG_EV_ENTERED_TO);
		put(s, f, sq, GET(ENTERED, FACE));
		p->sp = GET(ENTERED, SP);
		s->moved = 1;
		return sq >= 0;
	case DG_EV_TURNED:
		p->facing = GET(TURNED, FACE);
		p->sp = GET(TURNED, SP);
		return true;
	case DG_EV_FREE_SPIN: p->facing = GET(FREE_SPIN, FACE); return true;
	case DG_EV_BREAK_AWAY:
		p->sp = GET(BREAK_AWAY, SP);
		labels_set(s, e, DG_EV_BREAK_AWAY_FROM, s->freed);
		if (dg_seat_ok(s->active))
			s->player[s->active].last_ok = GET(BREAK_AWAY, OK);
		return true;
	case DG_EV_TERRIFY:
		g = dg_find(s, GET(TERRIFY, BY));
		if (g >= 0 && !GET(TERRIFY, OK))
			dg_bit_set(p->barred, g);
		return g >= 0;
	case DG_EV_LEFT:
		p->sp = GET(LEFT, SP);
		leave(s, f, DG_EXITED);
		return true;
	case DG_EV_DECLARED: p->pending = GET(DECLARED, TERRAIN); return true;
	case DG_EV_TELEPORTED:
		sq = dg_point_of(e, DG_EV_TELEPORTED_TO);
		put(s, f, sq, -1);
		p->sp = 0;
		return sq >= 0;
	case DG_EV_SECTION_TURNED:
		p->pending = p->sp = 0;
		return dg_ev_section_turned(s, e);
	case DG_EV_LEVITATED:
		sq = dg_point_of(e, DG_EV_LEVITATED_TO);
		put(s, f, sq, GET(LEVITATED, FACE));
		p->acted = 1;
		return sq >= 0;
	case DG_EV_SPAWN_PLACED:
		sq = dg_point_of(e, DG_EV_SPAWN_PLACED_AT);
		put(s, f, sq, GET(SPAWN_PLACED, FACE));
		p->acted = GET(SPAWN_PLACED, WAITS);
		p->marker = 0;
		p->click = 0;
		p->owner = GET(SPAWN_PLACED, OWNER);
		if (p->owner >= 0)
			p->kind = DG_WARRIOR;
		return sq >= 0;
	case DG_EV_DAMAGED:
		p->click = GET(DAMAGED, CLICK);
		return p->click >= 0;
	case DG_EV_HEALED: p->click = GET(HEALED, CLICK); return p->click >= 0;
	case DG_EV_ELIMINATED: return eliminated(s, f);
	case DG_EV_FROZEN:
		p->frozen |= GET(FROZEN, OK) ? DG_FREEZES : 0;
		return true;
	case DG_EV_CONFUSED:
		p->sp = GET(CONFUSED, SP);
		s->actor = p->label;
		s->how = DG_HOW_CONFUSED;
		/* what its confuser broke away from holds it none the less */
		memset(s->freed, 0, sizeof(s->freed));
		s->confuser = GET(CONFUSED, BY);
		return true;
	case DG_EV_CONFUSION_OVER:
		s->actor = GET(CONFUSION_OVER, BY);
		s->how = DG_HOW_NORMAL;
		s->confuser = 0;
		return true;
	case DG_EV_ABILITY_USED: /* of a treasure: that one from now on */
		a = dg_abilities[GET(ABILITY_USED, ABILITY)].slot;
		if (dg_find_chest(s, GET(ABILITY_USED, TARGET)) >= 0 &&
		    a < N_DG_SLOTS)
			p->item[a] = GET(ABILITY_USED, TARGET);
		return true;
	case DG_EV_ABILITY_CANCELLED:
		a = GET(ABILITY_CANCELLED, ABILITY);
		p->cancelled[a / 32] =
			(int32_t)((uint32_t)p->cancelled[a / 32] |
				  UINT32_C(1) << a % 32);
		return true;
	case DG_EV_RETURNED:
		if (!GET(RETURNED, OK))
			return true;
		sq = dg_point_of(e, DG_EV_RETURNED_AT);
		put(s, f, sq, GET(RETURNED, FACE));
		p->click = GET(RETURNED, CLICK);
		return sq >= 0;
	case DG_EV_RAMMED: s->rammed = 1; return true;
	case DG_EV_POLE_ARMED:
		g = dg_find(s, GET(POLE_ARMED, BY));
		if (g >= 0)
			dg_bit_set(p->poled, g);
		return g >= 0;
	case DG_EV_LEVEL_RAISED:
		p->level = GET(LEVEL_RAISED, LEVEL);
		if (p->level > p->top_level)
			p->top_level = p->level;
		p->click = GET(LEVEL_RAISED, CLICK);
		return true;
	default: return false;
	}
}

static bool attack_declared(struct dg_state *s, const struct event *e)
{
	int f = dg_find(s, GET(ATTACK_DECLARED, ATTACKER));
	int kind = GET(ATTACK_DECLARED, KIND);

	if (f < 0)
		return true; /* a chest */
	if (kind == DG_CLOSE || kind == DG_RANGED || kind == DG_HEALING) {
		s->fig[f].sp = GET(ATTACK_DECLARED, SP);
		s->attacked = 1;
		if (dg_seat_ok(s->active))
			s->player[s->active].last_hit = 0;
	}
	return true;
}

static bool attack(struct dg_state *s, const struct event *e)
{
	int result = GET(ATTACK, RESULT);

	if (dg_seat_ok(s->active) && GET(ATTACK, ATTACKER) == s->actor &&
	    (result == DG_HIT || result == DG_CRITICAL_HIT))
		s->player[s->active].last_hit = 1;
	return true;
}

/* --- seats ------------------------------------------------------------- */

/* what is asked is not due any more */
static bool asked(struct dg_state *s, struct dg_player *p)
{
	int c = dg_find_chest(s, s->frame.about);

	if (s->frame.what == DG_ASKS_LEVEL)
		p->due = p->due_first = 0;
	if (s->frame.what == DG_ASKS_DROP && c >= 0)
		s->chest[c].drop_seat = -1 - s->chest[c].drop_seat;
	return s->frame.what > DG_ASKS_NOTHING &&
	       s->frame.what < N_DG_QUESTIONS;
}

static bool seat_event(struct dg_state *s, const struct event *e)
{
	int32_t seat = event_get(e, 0);
	struct dg_player *p;
	const int32_t *w;
	int n;

	if (!dg_seat_ok(seat))
		return false;
	p = &s->player[seat];
	switch (e->kind) {
	case DG_EV_TEAM_IN: p->list_in = 1; return true;
	case DG_EV_TEAM_ACCEPTED:
		p->points = GET(TEAM_ACCEPTED, POINTS);
		p->heroes = GET(TEAM_ACCEPTED, HEROES);
		return true;
	case DG_EV_SETUP_TURN: s->active = seat; return true;
	case DG_EV_SETUP_PASSED: p->passed = 1; return true;
	case DG_EV_FIRST_PLAYER_ROLL:
		p->d1 = GET(FIRST_PLAYER_ROLL, D1);
		p->d2 = GET(FIRST_PLAYER_ROLL, D2);
		return true;
	case DG_EV_FIRST_PLAYER: s->first = s->active = seat; return true;
	case DG_EV_TILES_CHOSEN:
		w = event_words(e, DG_EV_TILES_CHOSEN_TILES, &n);
		if (n > DG_MAX_TILES)
			return false;
		memcpy(p->tile, w, (size_t)n * sizeof(*w));
		p->n_tiles = n;
		w = event_words(e, DG_EV_TILES_CHOSEN_CORRIDORS, &n);
		p->corridors = n ? w[0] : 0;
		dg_ev_tiles_aside(s, p);
		return true;
	case DG_EV_TILES_IN: p->tiles_in = 1; return true;
	case DG_EV_TILE_LAID: return dg_ev_tile_laid(s, seat, e);
	case DG_EV_TILE_REPLACED: return dg_ev_tile_replaced(s, p, e);
	case DG_EV_PIECES_DRAWN:
		p->piece = GET(PIECES_DRAWN, PIECE);
		if (p->piece < 0 || p->piece >= N_DG_PIECES)
			return false;
		if (s->n_pieces[p->piece])
			s->n_pieces[p->piece]--;
		return true;
	case DG_EV_TERRAIN_PLACED: {
		int32_t sq = dg_point_of(e, DG_EV_TERRAIN_PLACED_AT);

		if (sq < 0 || s->square[sq].terrain == DG_ROCK)
			return false;
		s->square[sq].terrain = GET(TERRAIN_PLACED, TERRAIN);
		p->piece = DG_PIECE_NONE;
		return true;
	}
	case DG_EV_DOOR_PLACED:
		if (s->n_doors == DG_MAX_DOORS ||
		    dg_point_of(e, DG_EV_DOOR_PLACED_AT) < 0)
			return false;
		s->door[s->n_doors++] =
			(struct dg_door){ GET(DOOR_PLACED, DOOR),
					  dg_point_of(e, DG_EV_DOOR_PLACED_AT),
					  GET(DOOR_PLACED, SIDE),
					  GET(DOOR_PLACED, KIND),
					  GET(DOOR_PLACED, STATE) };
		p->piece = DG_PIECE_NONE;
		return true;
	case DG_EV_CHESTS_POOLED:
		w = event_words(e, DG_EV_CHESTS_POOLED_MODELS, &n);
		for (int i = 0; i < n; i++)
			for (int k = 0; k < s->n_models; k++)
				s->pooled[k] += s->model[k].letter == w[i];
		p->chests_in = 1;
		return true;
	case DG_EV_POOL_ADDED:
		p->pool_in = 1;
		p->pool_n += GET(POOL_ADDED, N);
		p->pool_points += GET(POOL_ADDED, POINTS);
		return true;
	case DG_EV_ENTRANCE_SET:
		p->entrance = GET(ENTRANCE_SET, MOUTH);
		return true;
	case DG_EV_EXIT_SET: p->exit = GET(EXIT_SET, MOUTH); return true;
	case DG_EV_TURN_STARTED: return turn_started(s, e);
	case DG_EV_TURN_READY:
		s->ready = 1;
		s->activations = GET(TURN_READY, ACTIVATIONS);
		dg_contacts_note(s);
		return true;
	case DG_EV_TURN_ENDED: return turn_ended(s);
	case DG_EV_MONSTER_MASTER:
		s->master = seat;
		s->master_turns = 0;
		for (int f = 0; f < s->n_figs; f++)
			s->fig[f].marker = 0;
		for (int i = 0; i < s->n_tokens; i++)
			s->token[i].marker = 0;
		return true;
	case DG_EV_SWAP_OFFERED:
		p->swap_given = GET(SWAP_OFFERED, GIVEN);
		p->swap_wanted = GET(SWAP_OFFERED, WANTED);
		return true;
	case DG_EV_XP_GAINED: p->xp = GET(XP_GAINED, TOTAL); return true;
	case DG_EV_LEVELS_WAIT: p->waiting = GET(LEVELS_WAIT, N); return true;
	case DG_EV_LEVELS_DUE:
		p->due = GET(LEVELS_DUE, N);
		p->due_first = GET(LEVELS_DUE, FIG);
		return true;
	case DG_EV_GOLD_COUNTED: p->gold = GET(GOLD_COUNTED, GOLD); return true;
	case DG_EV_ANSWERED:
		memset(&s->frame, 0, sizeof(s->frame));
		return true;
	case DG_EV_ASKED:
		memset(&s->frame, 0, sizeof(s->frame));
		s->frame.seat = seat;
		s->frame.what = GET(ASKED, WHAT);
		s->frame.fig = GET(ASKED, FIG);
		s->frame.about = GET(ASKED, ABOUT);
		return asked(s, p);
	case DG_EV_WITHDRAWN:
		p->withdrawn = 1;
		for (int f = 0; f < s->n_figs; f++)
			if (s->fig[f].owner == seat && dg_in_play(s, f))
				leave(s, f, DG_EXITED);
		return true;
	default: return false;
	}
}

static bool policy_set(struct dg_state *s, const struct event *e)
{
	int32_t seat = GET(POLICY_SET, SEAT), label = GET(POLICY_SET, FIG);
	int n, f = label ? dg_find(s, label) : -1;
	const int32_t *w = event_words(e, DG_EV_POLICY_SET_VALUE, &n);
	struct dg_player *p;

	if (!dg_seat_ok(seat) || n < 1 || (label && f < 0))
		return false;
	p = &s->player[seat];
	switch (GET(POLICY_SET, WHAT)) {
	case DG_STANDING_SPIN:
		*(f < 0 ? &p->spin : &s->fig[f].spin[seat]) = w[0];
		*(f < 0 ? &p->prefer : &s->fig[f].prefer[seat]) =
			n > 1 ? w[1] : 0;
		return true;
	case DG_STANDING_COUNTER:
		if (f < 0) {
			p->counter = w[0];
			return true;
		}
		s->fig[f].counter[seat] = w[0];
		s->fig[f].counter_without[seat] = n > 1 ? w[1] : 0;
		return true;
	case DG_STANDING_BREAK:
		p->break_retry = n > 1 ? w[1] : 0;
		p->break_stop = !w[0] && !p->break_retry;
		return true;
	case DG_STANDING_PLACE: p->place_ask = w[0]; return true;
	case DG_STANDING_CONVERT: p->convert_stop = w[0]; return true;
	case DG_STANDING_LEVELS:
		memset(p->level_first, 0, sizeof(p->level_first));
		for (int i = 0; i < n && i < (int)ARRAY_LEN(p->level_first);
		     i++)
			p->level_first[i] = w[i];
		return true;
	case DG_STANDING_KEEP:
		if (f < 0 || n < 2 || w[0] <= 0 || w[0] >= N_DG_ABILITIES)
			return false;
		if (w[1])
			s->fig[f].off[seat][w[0] / 32] =
				(int32_t)((uint32_t)s->fig[f]
						  .off[seat][w[0] / 32] &
					  ~(UINT32_C(1) << w[0] % 32));
		else
			s->fig[f].off[seat][w[0] / 32] =
				(int32_t)((uint32_t)s->fig[f]
						  .off[seat][w[0] / 32] |
					  UINT32_C(1) << w[0] % 32);
		return true;
	default: return false;
	}
}

/* --- events of all games ----------------------------------------------- */

void dg_contacts_note(struct dg_state *s)
{
	memset(s->contact, 0, sizeof(s->contact));
	for (int f = 0; f < s->n_figs; f++)
		for (int g = 0; g < s->n_figs; g++)
			/* while a position is written it may have no square */
			if (f != g && dg_on_board(s, f) && dg_on_board(s, g) &&
			    s->fig[f].sq >= 0 && s->fig[g].sq >= 0 &&
			    dg_adjacent(s, s->fig[f].sq, s->fig[g].sq) >= 0)
				dg_bit_set(s->contact[f], g);
}

static bool option_set(struct dg_state *s, const struct event *e)
{
	char room[EVENT_TEXT_ROOM];
	struct str name =
		event_get_text(e, COMMON_OPTION_SET_NAME, room, sizeof(room));
	int n;
	const int32_t *w = event_words(e, COMMON_OPTION_SET_VALUE, &n);

	if (str_is(name, "map") || str_is(name, "tables")) {
		int32_t *text = str_is(name, "map") ? s->map : s->tables;

		if (n > DG_KEY_WORDS)
			return false;
		memset(text, 0, sizeof(s->map));
		memcpy(text, w, (size_t)n * sizeof(*w));
		return true;
	}
	return option_put(dg_options, N_DG_OPTIONS, name, w, n, s->option);
}

static bool common(struct dg_state *s, const struct event *e)
{
	char room[EVENT_TEXT_ROOM];
	struct str what;
	int32_t seat;
	const int32_t *w;
	int n;

	switch (e->kind) {
	case COMMON_OPTION_SET: return option_set(s, e);
	case COMMON_SEAT_TAKEN:
		seat = event_get(e, COMMON_SEAT_TAKEN_SEAT);
		if (!event_text_is(e, COMMON_SEAT_TAKEN_ROLE, "player"))
			return true;
		if (!dg_seat_ok(seat))
			return false;
		s->player[seat].present = 1;
		return true;
	case COMMON_GAME_STARTED:
		if (s->phase == DG_BEFORE)
			s->phase = DG_TEAMS;
		return true;
	case COMMON_REFUSED:
		seat = event_get(e, COMMON_REFUSED_SEAT);
		if (dg_seat_ok(seat))
			s->player[seat].last_ok = s->player[seat].last_hit = 0;
		return true;
	case COMMON_COMMITTED:
		n = event_get(e, COMMON_COMMITTED_NUMBER);
		if (n >= s->n_secrets)
			s->n_secrets = n + 1;
		return n <= HIDDEN_MAX;
	case COMMON_OVERRIDE:
		what = event_get_text(e, COMMON_OVERRIDE_PATH, room,
				      sizeof(room));
		w = event_words(e, COMMON_OVERRIDE_VALUE, &n);
		return dg_put_value(s, what, w, n, &what);
	default: return true; /* nothing to the board */
	}
}

static bool phase_entered(struct dg_state *s, const struct event *e)
{
	s->phase = GET(PHASE_ENTERED, PHASE);
	for (int i = 0; i < DG_MAX_SEATS; i++)
		s->player[i].passed = 0;
	return s->phase >= 0 && s->phase < N_DG_PHASES;
}

static bool piece_event(struct dg_state *s, const struct event *e)
{
	int f = dg_find(s, event_get(e, 0));
	int i = f < 0 ? dg_find_token(s, event_get(e, 0)) : -1;

	if (f < 0 && i < 0)
		return false;
	switch (e->kind) {
	case DG_EV_MARKER_SET:
		*(f < 0 ? &s->token[i].marker : &s->fig[f].marker) = 1;
		return true;
	case DG_EV_PASSED: return true;
	case DG_EV_ACTIVATION_ENDED: acting_over(s); return true;
	default: return false;
	}
}

static bool door_event(struct dg_state *s, const struct event *e)
{
	int d = dg_find_door(s, event_get(e, 0));
	int32_t by = e->kind == DG_EV_DOOR_OPENED ? GET(DOOR_OPENED, BY) : 0;
	int f = dg_find(s, by), i = f < 0 ? dg_find_token(s, by) : -1;

	if (d < 0)
		return false;
	s->door[d].state = e->kind == DG_EV_DOOR_OPENED      ? DG_OPEN
			   : e->kind == DG_EV_DOOR_DESTROYED ? DG_DESTROYED
							     : DG_CLOSED;
	if (f >= 0)
		s->fig[f].sp = GET(DOOR_OPENED, SP);
	else if (i >= 0)
		s->token[i].sp = GET(DOOR_OPENED, SP);
	return true;
}

static bool suspended(struct dg_state *s, const struct event *e)
{
	int n;
	const int32_t *w = event_words(e, DG_EV_SUSPENDED_JOBS, &n);

	if (n > (int)ARRAY_LEN(s->frame.w) || n % DG_JOB_WORDS)
		return false;
	s->frame.n = n;
	memcpy(s->frame.w, w, (size_t)n * sizeof(*w));
	return true;
}

/* An order of the turn is being carried out; what fails in it comes later. */
static bool is_carried_out(int kind)
{
	switch (kind) {
	case DG_EV_ENTERED:
	case DG_EV_STEPPED:
	case DG_EV_TURNED:
	case DG_EV_PASSED:
	case DG_EV_NOBODY_HOLDS:
	case DG_EV_LEFT:
	case DG_EV_DOOR_OPENED:
	case DG_EV_DECLARED:
	case DG_EV_TELEPORTED:
	case DG_EV_SECTION_TURNED:
	case DG_EV_ATTACK_DECLARED:
	case DG_EV_ABILITY_USED:
	case DG_EV_TRAP_REVEALED:
	case DG_EV_CHEST_OPENED: return true;
	default: return false;
	}
}

bool dg_evolve(void *state, const struct event *e)
{
	struct dg_state *s = state;
	const int32_t *w;
	int i, n;

	if (e->kind < EVENT_FIRST_OWN)
		return common(s, e);
	if (e->kind >= DG_EVENTS_END ||
	    e->n_fields != dg_event_kinds[e->kind - EVENT_FIRST_OWN].n_fields)
		return false;
	if (is_carried_out(e->kind) && dg_seat_ok(s->active))
		s->player[s->active].last_ok = 1;
	switch (e->kind) {
	case DG_EV_FIGURE_DEFINED: return figure_defined(s, e);
	case DG_EV_MODEL_DEFINED: return dg_ev_model_defined(s, e);
	case DG_EV_TABLE_DEFINED: return dg_ev_table_defined(s, e);
	case DG_EV_BOARD_LAID: return dg_ev_board_laid(s, e);
	case DG_EV_TILE_DEFINED: return dg_ev_tile_defined(s, e);
	case DG_EV_STAIRS_JOINED: return dg_ev_stairs_joined(s, e);
	case DG_EV_DROP_DUE: return dg_ev_drop_due(s, e);
	case DG_EV_PHASE_ENTERED: return phase_entered(s, e);
	case DG_EV_LONE_WOLF: s->lone_wolf = 1; return true;
	case DG_EV_CHEST_PLACED: return dg_ev_chest_placed(s, e);
	case DG_EV_TOKEN_PLACED: return dg_ev_token_placed(s, e);
	case DG_EV_SECRET:
		if (GET(SECRET, NUMBER) >= s->n_secrets)
			s->n_secrets = GET(SECRET, NUMBER) + 1;
		return dg_ev_secret(s, e);
	case DG_EV_COMMAND_ROLL:
		s->activations = GET(COMMAND_ROLL, ACTIVATIONS);
		return true;
	case DG_EV_ACTIVATION_STARTED: return activation_started(s, e);
	case DG_EV_MARKER_SET:
	case DG_EV_PASSED:
	case DG_EV_ACTIVATION_ENDED: return piece_event(s, e);
	case DG_EV_NOBODY_HOLDS: return true;
	case DG_EV_STEPPED: return stepped(s, e);
	case DG_EV_STOPPED:
		return dg_find(s, GET(STOPPED, PIECE)) >= 0 ||
		       dg_find_token(s, GET(STOPPED, PIECE)) >= 0;
	case DG_EV_PATH_STOPPED:
		if (dg_seat_ok(s->active))
			s->player[s->active].last_ok = 0;
		return true;
	case DG_EV_DOOR_OPENED:
	case DG_EV_DOOR_CLOSED:
	case DG_EV_DOOR_DESTROYED: return door_event(s, e);
	case DG_EV_TOKEN_CONVERTED:
		i = dg_find_token(s, GET(TOKEN_CONVERTED, TOKEN));
		if (i >= 0)
			s->token[i].sq = DG_NOWHERE;
		return i >= 0;
	case DG_EV_ATTACK_DECLARED: return attack_declared(s, e);
	case DG_EV_ATTACK: return attack(s, e);
	case DG_EV_DISARM_ROLL: {
		int f = dg_find(s, GET(DISARM_ROLL, FIG));

		if (f >= 0)
			s->fig[f].sp = GET(DISARM_ROLL, SP);
		if (dg_seat_ok(s->active))
			s->player[s->active].last_ok = GET(DISARM_ROLL, OK);
		return dg_ev_chest_event(s, e);
	}
	case DG_EV_CHEST_OPENED: {
		int f = dg_find(s, GET(CHEST_OPENED, FIG));

		if (f >= 0)
			s->fig[f].sp = GET(CHEST_OPENED, SP);
		return dg_ev_chest_event(s, e);
	}
	case DG_EV_STEAL_ROLL: {
		int f = dg_find(s, GET(STEAL_ROLL, FIG));

		if (f >= 0)
			s->fig[f].sp = GET(STEAL_ROLL, SP);
		if (dg_seat_ok(s->active))
			s->player[s->active].last_ok = GET(STEAL_ROLL, OK);
		return f >= 0;
	}
	case DG_EV_TRAP_REVEALED:
	case DG_EV_CHEST_REMOVED:
	case DG_EV_CHEST_ASSIGNED:
	case DG_EV_CHEST_STORED:
	case DG_EV_POTION_USED:
	case DG_EV_CHEST_DROPPED:
	case DG_EV_CHEST_STOLEN:
	case DG_EV_SWAPPED: return dg_ev_chest_event(s, e);
	case DG_EV_GAME_OVER:
		w = event_words(e, DG_EV_GAME_OVER_WINNERS, &n);
		s->winners = 0;
		for (i = 0; i < n; i++)
			s->winners |= dg_seat_ok(w[i]) ? 1 << w[i] : 0;
		s->phase = DG_OVER;
		memset(&s->frame, 0, sizeof(s->frame));
		acting_over(s);
		return true;
	case DG_EV_SUSPENDED: return suspended(s, e);
	case DG_EV_POLICY_SET: return policy_set(s, e);
	case DG_EV_SPAWN_SHORT:
	case DG_EV_ATTACK_DICE:
	case DG_EV_DODGE_ROLL:
	case DG_EV_DAMAGE_DIE:
	case DG_EV_COUNTER:
	case DG_EV_LINE: return true; /* told, no change */
	case DG_EV_ENTERED:
	case DG_EV_TURNED:
	case DG_EV_FREE_SPIN:
	case DG_EV_BREAK_AWAY:
	case DG_EV_TERRIFY:
	case DG_EV_LEFT:
	case DG_EV_DECLARED:
	case DG_EV_TELEPORTED:
	case DG_EV_SECTION_TURNED:
	case DG_EV_LEVITATED:
	case DG_EV_SPAWN_PLACED:
	case DG_EV_DAMAGED:
	case DG_EV_HEALED:
	case DG_EV_ELIMINATED:
	case DG_EV_FROZEN:
	case DG_EV_CONFUSED:
	case DG_EV_CONFUSION_OVER:
	case DG_EV_ABILITY_USED:
	case DG_EV_ABILITY_CANCELLED:
	case DG_EV_RETURNED:
	case DG_EV_RAMMED:
	case DG_EV_POLE_ARMED:
	case DG_EV_LEVEL_RAISED: return figure_event(s, e);
	default: return seat_event(s, e);
	}
}
