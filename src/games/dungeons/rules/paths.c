/*
 * src/games/dungeons/rules/paths.c - names the values of the state by path:
 * "A1.sp", "K1.trap", "A.xp"
 */
#include "games/dungeons/rules/system_private.h"
#include "games/dungeons/rules/evolve.h"
#include "engine/state_path.h"

#define FIG(...)    VALUE(dg_fig, __VA_ARGS__)
#define CHEST(...)  VALUE(dg_chest, __VA_ARGS__)
#define TOKEN(...)  VALUE(dg_token, __VA_ARGS__)
#define PLAYER(...) VALUE(dg_player, __VA_ARGS__)
#define STATE(...)  VALUE(dg_state, __VA_ARGS__)

static const char *const places[] = { "pool", "outside", "board", "exited",
				      "eliminated" };
static_assert(ARRAY_LEN(places) == DG_ELIMINATED + 1, "a name for each");
static const char *const chest_places[] = { "none", "board", "held", "stored",
					    "removed" };
static_assert(ARRAY_LEN(chest_places) == DG_CHEST_REMOVED + 1,
	      "a name for each");
static const char *const frosts[] = { "no", "next", "now", "still" };
static const char *const potions[] = { "full", "works", "used" };
static_assert(ARRAY_LEN(potions) == DG_POTION_USED + 1, "a name for each");

static const struct state_path_row of_fig[] = {
	STATE_PATH_NAMES(dg_fig, "place", place, places),
	FIG("square", sq, -1, DG_SQUARES - 1),
	STATE_PATH_ELSEWHERE(STATE_PATH_SQUARE, "at"),
	STATE_PATH_AS(STATE_PATH_EIGHTH, dg_fig, "facing", facing, 0, 7),
	FIG("level", level, 0, DG_LEVELS),
	FIG("top_level", top_level, 0, DG_LEVELS),
	FIG("click", click, 0, DG_MAX_CLICKS),
	FIG("sp", sp, 0, 99),
	STATE_PATH_FLAG(dg_fig, "acted", acted),
	STATE_PATH_FLAG(dg_fig, "marker", marker),
	STATE_PATH_NAMES(dg_fig, "frozen", frozen, frosts),
	STATE_PATH_NAMES(dg_fig, "pending", pending, dg_terrains),
};

static const struct state_path_row of_chest[] = {
	STATE_PATH_NAMES(dg_chest, "place", place, chest_places),
	CHEST("square", sq, -1, DG_SQUARES - 1),
	STATE_PATH_ELSEWHERE(STATE_PATH_SQUARE, "at"),
	STATE_PATH_AS(STATE_PATH_EIGHTH, dg_chest, "facing", face, 0, 6),
	STATE_PATH_NAMES(dg_chest, "trap", trap, dg_traps),
	CHEST("position", position, 0, DG_POSITIONS - 1),
	CHEST("treasure", treasure, 0, DG_POSITIONS - 1),
	STATE_PATH_FLAG(dg_chest, "seen", seen),
	STATE_PATH_SEATS(dg_chest, "holder", holder),
	STATE_PATH_AS(STATE_PATH_LABEL, dg_chest, "fig", fig, 0, INT32_MAX),
	STATE_PATH_NAMES(dg_chest, "potion", potion, potions),
	STATE_PATH_SEATS(dg_chest, "placed_by", seat),
};

static const struct state_path_row of_token[] = {
	TOKEN("square", sq, -1, DG_SQUARES - 1),
	STATE_PATH_ELSEWHERE(STATE_PATH_SQUARE, "at"),
	TOKEN("table", table, 0, DG_MAX_TABLES - 1),
	STATE_PATH_FLAG(dg_token, "acted", acted),
	STATE_PATH_FLAG(dg_token, "marker", marker),
	TOKEN("sp", sp, 0, 99),
	STATE_PATH_SEATS(dg_token, "placed_by", seat),
};

static const struct state_path_row of_door[] = {
	STATE_PATH_NAMES(dg_door, "kind", kind, dg_door_kinds),
	STATE_PATH_NAMES(dg_door, "state", state, dg_door_states),
};

static const struct state_path_row of_player[] = {
	PLAYER("xp", xp, 0, 100000),
	PLAYER("waiting", waiting, 0, 1000),
	PLAYER("heroes", heroes, 0, 20),
	PLAYER("points", points, 0, 100000),
	STATE_PATH_ELSEWHERE(STATE_PATH_WORD, "entrance"),
	STATE_PATH_ELSEWHERE(STATE_PATH_WORD, "exit"),
	STATE_PATH_FLAG(dg_player, "acquired", acquired),
	PLAYER("turns", turns, 0, 100000),
	PLAYER("gold", gold, 0, 100000),
	STATE_PATH_FLAG(dg_player, "team_in", list_in),
	STATE_PATH_FLAG(dg_player, "chests_in", chests_in),
	STATE_PATH_FLAG(dg_player, "pool_in", pool_in),
	PLAYER("chests_placed", chests_placed, 0, 100),
	PLAYER("tokens_placed", tokens_placed, 0, 100),
	STATE_PATH_NAMES(dg_player, "piece", piece, dg_pieces),
	STATE_PATH_FLAG(dg_player, "tiles_in", tiles_in),
};

static const struct state_path_row of_state[] = {
	STATE("turn", turn, 0, 100000),
	STATE_PATH_SEATS(dg_state, "first", head.first),
	STATE_PATH_FLAG(dg_state, "ready", ready),
	STATE("activations", activations, 0, 100),
	STATE_PATH_FLAG(dg_state, "lone_wolf", lone_wolf),
	STATE_PATH_SEATS(dg_state, "master", master),
	STATE("master_turns", master_turns, 0, 100),
	STATE_PATH_AS(STATE_PATH_LABEL, dg_state, "actor", actor, 0, INT32_MAX),
};

static int find_fig(const void *state, int32_t label)
{
	return dg_find(state, label);
}

static int find_chest(const void *state, int32_t label)
{
	return dg_find_chest(state, label);
}

static int find_token(const void *state, int32_t label)
{
	return dg_find_token(state, label);
}

static int find_door(const void *state, int32_t label)
{
	return dg_find_door(state, label);
}

const struct state_path_list dg_values[N_DG_VALUES] = {
	STATE_PATH_LIST_GAME(of_state),
	STATE_PATH_LIST(dg_state, player, of_player, STATE_PATH_OF_SEAT, NULL,
			NULL),
	STATE_PATH_LIST(dg_state, chest, of_chest, STATE_PATH_OF_LABEL,
			find_chest, "K"),
	STATE_PATH_LIST(dg_state, fig, of_fig, STATE_PATH_OF_LABEL, find_fig,
			NULL),
	STATE_PATH_LIST(dg_state, token, of_token, STATE_PATH_OF_LABEL,
			find_token, NULL),
	STATE_PATH_LIST(dg_state, door, of_door, STATE_PATH_OF_LABEL, find_door,
			"D"),
};

/* --- values that are worked out ----------------------------------------- */

/* the square of a piece, NULL if there is no such piece */
static int32_t *square_at(struct dg_state *s, int32_t label)
{
	int f = dg_find(s, label), c = dg_find_chest(s, label);
	int i = dg_find_token(s, label);

	return f >= 0   ? &s->fig[f].sq
	       : c >= 0 ? &s->chest[c].sq
	       : i >= 0 ? &s->token[i].sq
			: NULL;
}

/* "A1.at": a square as it is called, in the form of a label (D4); 0 none */
static int32_t square_name(int32_t sq)
{
	return sq < 0 ? 0 : label_of((char)('A' + dg_x(sq)), dg_y(sq) + 1);
}

static int32_t square_named(int32_t name)
{
	int x = label_letter(name) - 'A', y = label_number(name) - 1;

	if (x < 0 || y < 0 || x >= DG_WIDTH || y >= DG_WIDTH)
		return DG_NOWHERE;
	return dg_square_of(x, y);
}

/* "A.entrance", "B.exit": as the map calls them */
static int32_t *mouth_at(struct dg_state *s, struct str first,
			 struct str member)
{
	int seat = state_path_seat(first, DG_MAX_SEATS);

	if (seat < 0)
		return NULL;
	return str_is(member, "entrance") ? &s->player[seat].entrance
	       : str_is(member, "exit")   ? &s->player[seat].exit
					  : NULL;
}

bool dg_get(const void *view, struct str path, int32_t *w, int *n)
{
	/* what could be written is found; nothing is */
	struct dg_state *s = (struct dg_state *)(uintptr_t)view;
	struct str member, first = state_path_split(path, &member);
	int32_t *at = str_is(member, "at")
			      ? square_at(s, state_path_label(first))
			      : NULL;
	int32_t *mouth = mouth_at(s, first, member);

	*n = 1;
	if (at)
		w[0] = square_name(*at);
	else if (mouth)
		w[0] = *mouth < 0 ? 0 : s->mouth[*mouth].id;
	return at || mouth;
}

enum value_fate dg_put(void *state, struct str path, const int32_t *w, int n)
{
	struct dg_state *s = state;
	struct str member, first = state_path_split(path, &member);
	int32_t *at = str_is(member, "at")
			      ? square_at(s, state_path_label(first))
			      : NULL;
	int32_t *mouth = mouth_at(s, first, member);

	if (!at && !mouth)
		return VALUE_PLAIN;
	if (n != 1)
		return VALUE_WRONG;
	if (at) {
		*at = square_named(w[0]);
		return VALUE_SET;
	}
	if (w[0] && dg_find_mouth(s, w[0]) < 0)
		return VALUE_WRONG;
	*mouth = w[0] ? dg_find_mouth(s, w[0]) : -1;
	return VALUE_SET;
}

/* where something is set to is where it is: on a square, or on none */
static void paths_belongs(struct dg_state *s, struct str path)
{
	struct str member, first = state_path_split(path, &member);
	int32_t label = state_path_label(first);
	int f = dg_find(s, label), k = dg_find_chest(s, label);
	bool square = str_is(member, "at"), place = str_is(member, "place");

	if (f >= 0 && square && s->fig[f].sq != DG_NOWHERE)
		s->fig[f].place = DG_ON_BOARD;
	if (f >= 0 && place && !dg_on_board(s, f))
		s->fig[f].sq = DG_NOWHERE;
	if (k >= 0 && square && s->chest[k].sq != DG_NOWHERE) {
		s->chest[k].place = DG_CHEST_LIES;
		s->chest[k].holder = -1;
		s->chest[k].fig = 0;
	}
	if (k >= 0 && place && s->chest[k].place != DG_CHEST_LIES)
		s->chest[k].sq = DG_NOWHERE;
}

/*
 * A value set by a game master is public: it is no secret any more, and the
 * draw committed before is never opened in its place.
 */
static void value_publish(struct dg_state *s, struct str path)
{
	struct str member, first = state_path_split(path, &member);
	int32_t label = state_path_label(first);
	int k = dg_find_chest(s, label), i = dg_find_token(s, label);

	if (k >= 0 && str_is(member, "treasure"))
		s->chest[k].secret = -1;
	if (i >= 0 && str_is(member, "table"))
		s->token[i].secret = -1;
}

void dg_was_put(void *state, struct str path)
{
	struct dg_state *s = state;

	paths_belongs(s, path);
	value_publish(s, path);
	if (s->head.phase == DG_PLAY)
		dg_contacts_note(s);
}
