/*
 * src/games/dungeons/rules/evolve.c - applies events, except those of a figure
 * (evolve_figure.c) and of a player (evolve_seat.c); has the tables that map
 * kinds of events to functions.
 */
#include "games/dungeons/rules/evolve.h"
#include "games/dungeons/rules/system_private.h"
#include "games/dungeons/rules/board.h"

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

/* it is known; now to everybody, and at the level that it has now */
static bool defined_again(struct dg_state *s, int f, const struct event *e)
{
	int n = GET(FIGURE_DEFINED, LEVEL);

	s->fig[f].open |= e->audience == AUDIENCE_ALL;
	if (!s->card[f].n_levels || n == s->fig[f].level)
		return true;
	if (n < 1 || n > DG_LEVELS)
		return false;
	s->fig[f].level = s->fig[f].top_level = n;
	s->fig[f].click = dg_start_click(s, f);
	return true;
}

static bool card_fits(const struct dg_card *c)
{
	return c->points >= 0 && c->points <= 100000 && c->range >= 0 &&
	       c->range <= 100 && c->targets >= 1 && c->targets <= 4 &&
	       (c->arc == 3 || c->arc == 5 || c->arc == 7);
}

static bool fig_fits(const struct dg_fig *p, const struct dg_card *c)
{
	return p->kind >= DG_HERO && p->kind <= DG_WARRIOR && p->level >= 0 &&
	       p->level <= DG_LEVELS && (!c->n_levels || p->level) &&
	       (p->kind == DG_SPAWN ? p->owner == -1 : dg_seat_ok(p->owner));
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
	if (f >= 0)
		return defined_again(s, f, e);
	w = event_words(e, DG_EV_FIGURE_DEFINED_DIAL, &n);
	if (!dial_keep(&c, w, n))
		return false;
	w = event_words(e, DG_EV_FIGURE_DEFINED_LEVELS, &n);
	if (!levels_keep(&c, w, n) ||
	    !event_copy_words(e, DG_EV_FIGURE_DEFINED_KEY, c.key,
			      DG_KEY_WORDS) ||
	    !event_copy_words(e, DG_EV_FIGURE_DEFINED_NAME, c.name,
			      DG_NAME_WORDS))
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
	if (!card_fits(&c) || !fig_fits(&p, &c))
		return false;
	f = make_room(s, label);
	if (f < 0)
		return false;
	s->fig[f] = p;
	s->card[f] = c;
	s->fig[f].click = dg_start_click(s, f);
	return true;
}

/* --- turns and activations --------------------------------------------- */

void dg_acting_over(struct dg_state *s)
{
	s->actor = s->how = s->attacked = s->moved = s->rammed = 0;
	s->confuser = 0;
	memset(s->freed, 0, sizeof(s->freed));
	for (int f = 0; f < s->n_figs; f++)
		memset(s->fig[f].poled, 0, sizeof(s->fig[f].poled));
}

void dg_last_ok(struct dg_state *s, int32_t ok)
{
	if (dg_seat_ok(s->head.active))
		s->head.seat[s->head.active].last_ok = ok;
}

static bool command_roll(struct dg_state *s, const struct event *e)
{
	s->activations = GET(COMMAND_ROLL, ACTIVATIONS);
	return true;
}

static bool activation_started(struct dg_state *s, const struct event *e)
{
	int32_t piece = GET(ACTIVATION_STARTED, PIECE);
	int f = dg_find(s, piece), i = f < 0 ? dg_find_token(s, piece) : -1;

	dg_acting_over(s);
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

static bool evolve_stepped(struct dg_state *s, const struct event *e)
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
		dg_place(s, f, to, -1);
		s->fig[f].sp = GET(STEPPED, SP);
	} else if (i >= 0) {
		s->token[i].sq = to;
		s->token[i].sp = GET(STEPPED, SP);
	}
	return f >= 0 || i >= 0;
}

/* of a figure or a token */
static bool marker_set(struct dg_state *s, const struct event *e)
{
	int32_t piece = GET(MARKER_SET, PIECE);
	int f = dg_find(s, piece), i = f < 0 ? dg_find_token(s, piece) : -1;

	if (f >= 0)
		s->fig[f].marker = 1;
	else if (i >= 0)
		s->token[i].marker = 1;
	return f >= 0 || i >= 0;
}

static bool is_piece(const struct dg_state *s, const struct event *e)
{
	return dg_find(s, event_get(e, 0)) >= 0 ||
	       dg_find_token(s, event_get(e, 0)) >= 0;
}

/* it tells of a piece, and changes nothing */
static bool of_a_piece(struct dg_state *s, const struct event *e)
{
	return is_piece(s, e);
}

static bool activation_ended(struct dg_state *s, const struct event *e)
{
	if (!is_piece(s, e))
		return false;
	dg_acting_over(s);
	return true;
}

static bool path_stopped(struct dg_state *s, const struct event *e)
{
	(void)e;
	dg_last_ok(s, 0);
	return true;
}

static bool token_converted(struct dg_state *s, const struct event *e)
{
	int i = dg_find_token(s, GET(TOKEN_CONVERTED, TOKEN));

	if (i >= 0)
		s->token[i].sq = DG_NOWHERE;
	return i >= 0;
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
		if (dg_seat_ok(s->head.active))
			s->head.seat[s->head.active].last_hit = 0;
	}
	return true;
}

static bool evolve_attack(struct dg_state *s, const struct event *e)
{
	int result = GET(ATTACK, RESULT);

	if (dg_seat_ok(s->head.active) && GET(ATTACK, ATTACKER) == s->actor &&
	    (result == DG_HIT || result == DG_CRITICAL_HIT))
		s->head.seat[s->head.active].last_hit = 1;
	return true;
}

/* --- chests ------------------------------------------------------------ */

/* deduct from the figure's points; false: it has too few */
static bool evolve_spent(struct dg_state *s, int32_t fig, int32_t sp)
{
	int f = dg_find(s, fig);

	if (f >= 0)
		s->fig[f].sp = sp;
	return f >= 0;
}

static bool disarm_roll(struct dg_state *s, const struct event *e)
{
	evolve_spent(s, GET(DISARM_ROLL, FIG), GET(DISARM_ROLL, SP));
	dg_last_ok(s, GET(DISARM_ROLL, OK));
	return dg_ev_chest_event(s, e);
}

static bool chest_opened(struct dg_state *s, const struct event *e)
{
	evolve_spent(s, GET(CHEST_OPENED, FIG), GET(CHEST_OPENED, SP));
	return dg_ev_chest_event(s, e);
}

static bool steal_roll(struct dg_state *s, const struct event *e)
{
	dg_last_ok(s, GET(STEAL_ROLL, OK));
	return evolve_spent(s, GET(STEAL_ROLL, FIG), GET(STEAL_ROLL, SP));
}

static bool evolve_secret(struct dg_state *s, const struct event *e)
{
	if (GET(SECRET, NUMBER) >= s->n_secrets)
		s->n_secrets = GET(SECRET, NUMBER) + 1;
	return dg_ev_secret(s, e);
}

/* --- events of all games ----------------------------------------------- */

void dg_contacts_note(struct dg_state *s)
{
	memset(s->contact, 0, sizeof(s->contact));
	/* whatever joins two squares joins them both ways */
	for (int f = 1; f < s->n_figs; f++) {
		int32_t at = s->fig[f].sq;

		if (!dg_on_board(s, f))
			continue;
		for (int g = 0; g < f; g++)
			/* while a position is written it may have no square */
			if (dg_near(at, s->fig[g].sq) && dg_on_board(s, g) &&
			    dg_adjacent(s, at, s->fig[g].sq) >= 0) {
				dg_bit_set(s->contact[f], g);
				dg_bit_set(s->contact[g], f);
			}
	}
}

/* DG-TILE-01: which map or tiles, and whose chests and tables */
bool dg_text_option(void *state, struct str name, int seat, const int32_t *w,
		    int n)
{
	struct dg_state *s = state;
	int32_t *text = str_is(name, "map")      ? s->map
			: str_is(name, "tables") ? s->tables
						 : NULL;

	(void)seat;
	if (!text || n > DG_KEY_WORDS)
		return false;
	memset(text, 0, sizeof(s->map));
	memcpy(text, w, (size_t)n * sizeof(*w));
	return true;
}

bool dg_common(void *state, const struct event *e)
{
	struct dg_state *s = state;
	int n;

	if (e->kind != COMMON_COMMITTED)
		return true; /* nothing to the board */
	n = event_get(e, COMMON_COMMITTED_NUMBER);
	if (n >= s->n_secrets)
		s->n_secrets = n + 1;
	return n <= HIDDEN_MAX;
}

/* --- the game ----------------------------------------------------------- */

static bool phase_entered(struct dg_state *s, const struct event *e)
{
	s->head.phase = GET(PHASE_ENTERED, PHASE);
	for (int i = 0; i < DG_MAX_SEATS; i++)
		s->player[i].passed = 0;
	return s->head.phase >= 0 && s->head.phase < N_DG_PHASES;
}

static bool lone_wolf(struct dg_state *s, const struct event *e)
{
	(void)e;
	s->lone_wolf = 1;
	return true;
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

static bool evolve_suspended(struct dg_state *s, const struct event *e)
{
	(void)e; /* engine/frame.h has kept the jobs */
	return s->frame.n % DG_JOB_WORDS == 0;
}

static bool game_over(struct dg_state *s, const struct event *e)
{
	int n;
	const int32_t *w = event_words(e, DG_EV_GAME_OVER_WINNERS, &n);

	common_state_end(&s->head, DG_OVER, w, n);
	memset(&s->frame, 0, sizeof(s->frame));
	dg_acting_over(s);
	return true;
}

/* it explains, and changes nothing */
static bool no_change(struct dg_state *s, const struct event *e)
{
	(void)s;
	(void)e;
	return true;
}

/* --- by kind ------------------------------------------------------------ */

typedef bool dg_state_event(struct dg_state *s, const struct event *e);

#define DOES(sym, function) [DG_EV_##sym - EVENT_FIRST_OWN] = function
static dg_state_event *const state_events[N_DG_EVENTS] = {
	DOES(FIGURE_DEFINED, figure_defined),
	DOES(MODEL_DEFINED, dg_ev_model_defined),
	DOES(TABLE_DEFINED, dg_ev_table_defined),
	DOES(BOARD_LAID, dg_ev_board_laid),
	DOES(TILE_DEFINED, dg_ev_tile_defined),
	DOES(STAIRS_JOINED, dg_ev_stairs_joined),
	DOES(DROP_DUE, dg_ev_drop_due),
	DOES(PHASE_ENTERED, phase_entered),
	DOES(LONE_WOLF, lone_wolf),
	DOES(CHEST_PLACED, dg_ev_chest_placed),
	DOES(TOKEN_PLACED, dg_ev_token_placed),
	DOES(SECRET, evolve_secret),
	DOES(COMMAND_ROLL, command_roll),
	DOES(ACTIVATION_STARTED, activation_started),
	DOES(MARKER_SET, marker_set),
	DOES(PASSED, of_a_piece),
	DOES(ACTIVATION_ENDED, activation_ended),
	DOES(NOBODY_HOLDS, no_change),
	DOES(STEPPED, evolve_stepped),
	DOES(STOPPED, of_a_piece),
	DOES(UNNOTICED, of_a_piece),
	DOES(PATH_STOPPED, path_stopped),
	DOES(DOOR_OPENED, door_event),
	DOES(DOOR_CLOSED, door_event),
	DOES(DOOR_DESTROYED, door_event),
	DOES(TOKEN_CONVERTED, token_converted),
	DOES(ATTACK_DECLARED, attack_declared),
	DOES(ATTACK, evolve_attack),
	DOES(DISARM_ROLL, disarm_roll),
	DOES(CHEST_OPENED, chest_opened),
	DOES(STEAL_ROLL, steal_roll),
	DOES(TRAP_REVEALED, dg_ev_chest_event),
	DOES(CHEST_REMOVED, dg_ev_chest_event),
	DOES(CHEST_ASSIGNED, dg_ev_chest_event),
	DOES(CHEST_STORED, dg_ev_chest_event),
	DOES(POTION_USED, dg_ev_chest_event),
	DOES(CHEST_DROPPED, dg_ev_chest_event),
	DOES(CHEST_STOLEN, dg_ev_chest_event),
	DOES(SWAPPED, dg_ev_chest_event),
	DOES(GAME_OVER, game_over),
	DOES(SUSPENDED, evolve_suspended),
	DOES(SPAWN_SHORT, no_change),
	DOES(ATTACK_DICE, no_change),
	DOES(DODGE_ROLL, no_change),
	DOES(DAMAGE_DIE, no_change),
	DOES(COUNTER, no_change),
	DOES(LINE, no_change),
	DOES(ODDS, no_change),
};

int dg_event_homes(int kind)
{
	int i = kind - EVENT_FIRST_OWN;

	return !!state_events[i] + !!dg_figure_events[i] + !!dg_seat_events[i];
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
	int i = e->kind - EVENT_FIRST_OWN, f, seat;

	if (is_carried_out(e->kind))
		dg_last_ok(s, 1);
	if (state_events[i])
		return state_events[i](s, e);
	if (dg_figure_events[i]) {
		f = dg_find(s, event_get(e, 0));
		return f >= 0 && dg_figure_events[i](s, f, e);
	}
	seat = event_get(e, 0);
	assert(dg_seat_events[i]);
	return dg_seat_ok(seat) && dg_seat_events[i](s, seat, e);
}
