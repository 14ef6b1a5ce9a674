/*
 * src/games/rebellion/rules/paths.c - names the values of the state by path:
 * "A1.wounds", "A.score"
 */
#include "games/rebellion/rules/evolve.h"
#include "engine/state_path.h"
#include "games/rebellion/rules/system_private.h"

#define GAME(...)   VALUE(rb_state, __VA_ARGS__)
#define FIG(...)    VALUE(rb_fig, __VA_ARGS__)
#define PLAYER(...) VALUE(rb_player, __VA_ARGS__)
#define DEF(...)    STATE_PATH_SHOWN(rb_def, __VA_ARGS__)

static const char *const statuses[] = { "reserve",   "board",  "eliminated",
					"withdrawn", "saddle", "removed" };
static_assert(ARRAY_LEN(statuses) == RB_REMOVED + 1, "a name for each");
static const char *const edges[] = { "south", "west", "north", "east" };
static const char *const pushes[] = { "default", "rider", "mount" };

static const struct state_path_row game_values[] = {
	STATE_PATH_AS(STATE_PATH_LENGTH, rb_state, "board_w", board_w, 1000,
		      7200),
	STATE_PATH_AS(STATE_PATH_LENGTH, rb_state, "board_h", board_h, 1000,
		      7200),
	GAME("round", round, 0, 10000),
	STATE_PATH_SEATS(rb_state, "starter", head.first),
	GAME("actions_left", actions_left, 0, 1000),
	STATE_PATH_FLAG(rb_state, "turn_ready", turn_ready),
	STATE_PATH_SHOWN(rb_state, "end_reason", end_reason),
	STATE_PATH_SHOWN(rb_state, "figures", n_figs),
	STATE_PATH_SHOWN(rb_state, "terrain", n_terrain),
	STATE_PATH_SHOWN(rb_state, "pile", n_pile),
};

static const struct state_path_row fig_values[] = {
	STATE_PATH_AS(STATE_PATH_SEAT, rb_fig, "owner", owner, 0,
		      RB_MAX_SEATS - 1),
	STATE_PATH_NAMES(rb_fig, "status", status, statuses),
	FIG("wounds", wounds, 0, RB_MAX_CLICKS),
	STATE_PATH_AS(STATE_PATH_LENGTH, rb_fig, "x", at.x, 0, 7200),
	STATE_PATH_AS(STATE_PATH_LENGTH, rb_fig, "y", at.y, 0, 7200),
	STATE_PATH_AS(STATE_PATH_DEGREES, rb_fig, "facing", facing, 0, 359),
	FIG("tokens", tokens, 0, 2),
	STATE_PATH_FLAG(rb_fig, "acted", acted),
	STATE_PATH_FLAG(rb_fig, "passed", passed),
	STATE_PATH_AS(STATE_PATH_LABEL, rb_fig, "captive", captive, 1, 0),
	STATE_PATH_SEATS(rb_fig, "last_damager", last_damager),
	STATE_PATH_AS(STATE_PATH_LABEL, rb_fig, "on", on, 1, 0),
	/* these two tell another figure, too: put */
	STATE_PATH_AS(STATE_PATH_LABEL, rb_fig, "rider", rider, 1, 0),
	STATE_PATH_AS(STATE_PATH_LABEL, rb_fig, "captive_of", captive_of, 1, 0),
	STATE_PATH_SEATS(rb_fig, "control", control),
	STATE_PATH_FLAG(rb_fig, "unity", unity),
	STATE_PATH_NAMES(rb_fig, "push", push, pushes),
	STATE_PATH_ELSEWHERE(STATE_PATH_LENGTH, "at"),
};

static const struct state_path_row def_values[] = {
	DEF("rank", rank),
	DEF("points", points),
	DEF("range", range),
	DEF("targets", targets),
	DEF("arc", arc),
	STATE_PATH_AS(STATE_PATH_LENGTH, rb_def, "radius", radius, 1, 0),
	DEF("clicks", n_clicks),
	DEF("mount", cavalry.mount),
	DEF("level", cavalry.level),
	DEF("rider_bonus", cavalry.bonus),
	DEF("rides", cavalry.rides),
	DEF("proficiencies", cavalry.proficiencies),
	DEF("subfaction", cavalry.subfaction),
	DEF("item_slots", cavalry.slots),
};

static const struct state_path_row player_values[] = {
	STATE_PATH_NAMES_OR_NONE(rb_player, "side", side, edges),
	PLAYER("build", build, 0, 100000),
	PLAYER("spent", spent, 0, 100000),
	STATE_PATH_FLAG(rb_player, "list_in", list_in),
	STATE_PATH_FLAG(rb_player, "pile_done", pile_done),
	PLAYER("items", items, 0, 24),
	STATE_PATH_SHOWN(rb_player, "d1", d1),
	STATE_PATH_SHOWN(rb_player, "d2", d2),
	PLAYER("score", score, 0, 1000000),
	STATE_PATH_NAMES(rb_player, "land", land, rb_quarters),
	STATE_PATH_NAMES(rb_player, "against", against, rb_dials),
	STATE_PATH_NAMES(rb_player, "push", push, pushes),
	STATE_PATH_FLAG(rb_player, "end_vote", end_vote),
	STATE_PATH_SHOWN(rb_player, "final", final_total),
};

static int find_fig(const void *state, int32_t label)
{
	return rb_find(state, label);
}

const struct state_path_list rb_values[N_RB_VALUES] = {
	STATE_PATH_LIST_GAME(game_values),
	STATE_PATH_LIST(rb_state, player, player_values, STATE_PATH_OF_SEAT,
			NULL, NULL),
	STATE_PATH_LIST(rb_state, fig, fig_values, STATE_PATH_OF_LABEL,
			find_fig, NULL),
	STATE_PATH_LIST(rb_state, def, def_values, STATE_PATH_OF_LABEL,
			find_fig, NULL),
};

/* the figure and its member of a path; -1: it names none */
static int figure_of(const struct rb_state *s, struct str path,
		     struct str *member)
{
	int32_t label = state_path_label(state_path_split(path, member));

	return label ? rb_find(s, label) : -1;
}

bool rb_get(const void *view, struct str path, int32_t *w, int *n)
{
	static const char *const slots[] = { "speed", "attack", "defense",
					     "damage" };
	const struct rb_state *s = view;
	struct str member;
	int f = figure_of(s, path, &member);

	if (f < 0)
		return false;
	if (str_is(member, "at")) {
		w[0] = s->fig[f].at.x;
		w[1] = s->fig[f].at.y;
		*n = 2;
		return true;
	}
	for (int slot = 0; slot < N_RB_SLOTS; slot++)
		if (str_is(member, slots[slot])) {
			w[0] = s->def[f].click[s->fig[f].wounds].value[slot];
			return true;
		}
	return false;
}

static bool captive_put(struct rb_state *s, int f, int32_t label)
{
	int by = label ? rb_find(s, label) : -1;
	int old = rb_find(s, s->fig[f].captive_of);

	if (label && (by < 0 || by == f || s->fig[by].captive))
		return false;
	if (old >= 0)
		s->fig[old].captive = 0;
	s->fig[f].captive_of = label;
	if (by >= 0)
		s->fig[by].captive = s->fig[f].label;
	return true;
}

/* A5.rider: its rider, 0 for none; on the board or in reserve */
static bool rider_put(struct rb_state *s, int m, int32_t label)
{
	int r = label ? rb_find(s, label) : -1;
	int old = rb_rider(s, m);

	if (!rb_is_mount(s, m) ||
	    (label && (r < 0 || rb_is_mount(s, r) || s->fig[r].on ||
		       s->fig[r].owner != s->fig[m].owner)))
		return false;
	if (old >= 0) {
		rb_part(s, m);
		if (rb_rides(s, old))
			s->fig[old].status = RB_RESERVE;
	}
	if (r < 0)
		return true;
	s->fig[r].on = s->fig[m].label;
	s->fig[m].rider = label;
	if (rb_on_board(s, m))
		rb_seat_rider(s, r);
	return true;
}

static bool place_put(struct rb_state *s, int f, const int32_t *w, int n)
{
	if (n != 2 || w[0] < 0 || w[0] > s->board_w || w[1] < 0 ||
	    w[1] > s->board_h)
		return false;
	s->fig[f].at = (struct vec){ w[0], w[1] };
	s->fig[f].status = RB_ON_BOARD;
	return true;
}

enum value_fate rb_put(void *state, struct str path, const int32_t *w, int n)
{
	struct rb_state *s = state;
	struct str member;
	int f = figure_of(s, path, &member);
	bool set;

	if (f < 0)
		return VALUE_PLAIN;
	if (str_is(member, "at"))
		set = place_put(s, f, w, n);
	else if (str_is(member, "captive_of"))
		set = n == 1 && captive_put(s, f, w[0]);
	else if (str_is(member, "rider"))
		set = n == 1 && rider_put(s, f, w[0]);
	else
		return str_is(member, "wounds") && n == 1 &&
				       w[0] > s->def[f].n_clicks
			       ? VALUE_WRONG
			       : VALUE_PLAIN;
	return set ? VALUE_SET : VALUE_WRONG;
}

void rb_was_put(void *state, struct str path)
{
	struct rb_state *s = state;

	(void)path;
	if (s->head.phase == RB_PLAY)
		rb_contacts_note(s);
}
