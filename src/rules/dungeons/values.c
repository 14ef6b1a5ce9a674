/* src/rules/dungeons/values.c - values by path: "A1.sp", "K1.trap", "A.xp" */
#include "rules/dungeons/engine.h"
#include "rules/value.h"

#define FIG(...)    VALUE(dg_fig, __VA_ARGS__)
#define CHEST(...)  VALUE(dg_chest, __VA_ARGS__)
#define TOKEN(...)  VALUE(dg_token, __VA_ARGS__)
#define DOOR(...)   VALUE(dg_door, __VA_ARGS__)
#define PLAYER(...) VALUE(dg_player, __VA_ARGS__)
#define STATE(...)  VALUE(dg_state, __VA_ARGS__)

static const struct value_row of_fig[] = {
	FIG("place", place, 0, DG_ELIMINATED),
	FIG("square", sq, -1, DG_SQUARES - 1),
	FIG("facing", facing, 0, 7),
	FIG("level", level, 0, DG_LEVELS),
	FIG("top_level", top_level, 0, DG_LEVELS),
	FIG("click", click, 0, DG_MAX_CLICKS),
	FIG("sp", sp, 0, 99),
	FIG("acted", acted, 0, 1),
	FIG("marker", marker, 0, 1),
	FIG("frozen", frozen, 0, DG_FREEZES | DG_IS_FROZEN),
	FIG("pending", pending, 0, N_DG_TERRAINS - 1),
};

static const struct value_row of_chest[] = {
	CHEST("place", place, 0, DG_CHEST_REMOVED),
	CHEST("square", sq, -1, DG_SQUARES - 1),
	CHEST("facing", face, 0, 6),
	CHEST("trap", trap, 0, DG_SPRUNG),
	CHEST("position", position, 0, DG_POSITIONS - 1),
	CHEST("treasure", treasure, 0, DG_POSITIONS - 1),
	CHEST("seen", seen, 0, 1),
	CHEST("holder", holder, -1, DG_MAX_SEATS - 1),
	CHEST("fig", fig, 0, INT32_MAX),
	CHEST("potion", potion, 0, DG_POTION_USED),
	CHEST("placed_by", seat, -1, DG_MAX_SEATS - 1),
};

static const struct value_row of_token[] = {
	TOKEN("square", sq, -1, DG_SQUARES - 1),
	TOKEN("table", table, 0, DG_MAX_TABLES - 1),
	TOKEN("acted", acted, 0, 1),
	TOKEN("marker", marker, 0, 1),
	TOKEN("sp", sp, 0, 99),
	TOKEN("placed_by", seat, -1, DG_MAX_SEATS - 1),
};

static const struct value_row of_door[] = {
	DOOR("kind", kind, 0, DG_IRON),
	DOOR("state", state, 0, DG_DESTROYED),
};

static const struct value_row of_player[] = {
	PLAYER("xp", xp, 0, 100000),
	PLAYER("waiting", waiting, 0, 1000),
	PLAYER("heroes", heroes, 0, 20),
	PLAYER("points", points, 0, 100000),
	PLAYER("entrance", entrance, -1, DG_MAX_MOUTHS - 1),
	PLAYER("exit", exit, -1, DG_MAX_MOUTHS - 1),
	PLAYER("acquired", acquired, 0, 1),
	PLAYER("turns", turns, 0, 100000),
	PLAYER("gold", gold, 0, 100000),
	PLAYER("team_in", list_in, 0, 1),
	PLAYER("chests_in", chests_in, 0, 1),
	PLAYER("pool_in", pool_in, 0, 1),
	PLAYER("chests_placed", chests_placed, 0, 100),
	PLAYER("tokens_placed", tokens_placed, 0, 100),
	PLAYER("piece", piece, 0, N_DG_PIECES - 1),
	PLAYER("tiles_in", tiles_in, 0, 1),
};

static const struct value_row of_state[] = {
	STATE("phase", head.phase, 0, DG_OVER),
	STATE("turn", turn, 0, 100000),
	STATE("active", head.active, -1, DG_MAX_SEATS - 1),
	STATE("first", head.first, -1, DG_MAX_SEATS - 1),
	STATE("ready", ready, 0, 1),
	STATE("activations", activations, 0, 100),
	STATE("lone_wolf", lone_wolf, 0, 1),
	STATE("master", master, -1, DG_MAX_SEATS - 1),
	STATE("master_turns", master_turns, 0, 100),
	STATE("actor", actor, 0, INT32_MAX),
	STATE("winners", head.winners, 0, 63),
};

static int32_t *find(struct dg_state *s, struct str path,
		     const struct value_row **which)
{
	struct str rest, first = value_split(path, &rest);
	int i, seat = value_seat(first, DG_MAX_SEATS);
	int32_t label;

	if (!rest.len)
		return value_word(of_state, ARRAY_LEN(of_state), s, path,
				  which);
	if (seat >= 0)
		return value_word(of_player, ARRAY_LEN(of_player),
				  &s->player[seat], rest, which);
	label = value_label(first);
	i = dg_find(s, label);
	if (i >= 0)
		return value_word(of_fig, ARRAY_LEN(of_fig), &s->fig[i], rest,
				  which);
	i = dg_find_chest(s, label);
	if (i >= 0)
		return value_word(of_chest, ARRAY_LEN(of_chest), &s->chest[i],
				  rest, which);
	i = dg_find_token(s, label);
	if (i >= 0)
		return value_word(of_token, ARRAY_LEN(of_token), &s->token[i],
				  rest, which);
	i = dg_find_door(s, label);
	if (i >= 0)
		return value_word(of_door, ARRAY_LEN(of_door), &s->door[i],
				  rest, which);
	return NULL;
}

/* "A1.at": a square as it is called, in the form of a label (D4); 0 none */
static bool is_at(struct str path, struct str *square, char room[32])
{
	static const char at[] = ".at", value[] = ".square";
	size_t n = path.len - (sizeof(at) - 1);

	if (path.len < sizeof(at) || path.len > 16 ||
	    memcmp(path.s + n, at, sizeof(at) - 1) != 0)
		return false;
	memcpy(room, path.s, n);
	memcpy(room + n, value, sizeof(value) - 1);
	*square = (struct str){ room, n + sizeof(value) - 1 };
	return true;
}

/* "A.entrance", "B.exit": the mouth's name, 0 none */
static bool is_mouth(struct str path)
{
	struct str rest, first = value_split(path, &rest);

	return value_seat(first, DG_MAX_SEATS) >= 0 &&
	       (str_is(rest, "entrance") || str_is(rest, "exit"));
}

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

bool dg_get(const void *view, struct str path, int32_t *w, int *n,
	    struct str *what)
{
	/* find gives what could be written; nothing is */
	struct dg_state *s = (struct dg_state *)(uintptr_t)view;
	const struct value_row *v;
	struct str square = path;
	char room[32];
	bool name = is_at(path, &square, room);
	int32_t *at = find(s, square, &v);

	*what = path;
	if (!at)
		return false;
	w[0] = name ? square_name(*at) : *at;
	if (is_mouth(path))
		w[0] = *at < 0 ? 0 : s->mouth[*at].id;
	*n = 1;
	return true;
}

/* where something is set to is where it is: on a square, or on none */
static void belongs(struct dg_state *s, struct str path, bool square)
{
	struct str rest, first = value_split(path, &rest);
	int32_t label = value_label(first);
	int f = dg_find(s, label), k = dg_find_chest(s, label);

	if (f >= 0 && square && s->fig[f].sq != DG_NOWHERE)
		s->fig[f].place = DG_ON_BOARD;
	if (f >= 0 && str_is(rest, "place") && !dg_on_board(s, f))
		s->fig[f].sq = DG_NOWHERE;
	if (k >= 0 && square && s->chest[k].sq != DG_NOWHERE) {
		s->chest[k].place = DG_CHEST_LIES;
		s->chest[k].holder = -1;
		s->chest[k].fig = 0;
	}
	if (k >= 0 && str_is(rest, "place") &&
	    s->chest[k].place != DG_CHEST_LIES)
		s->chest[k].sq = DG_NOWHERE;
}

bool dg_put_value(struct dg_state *s, struct str path, const int32_t *w, int n,
		  struct str *what)
{
	const struct value_row *v;
	struct str square = path;
	char room[32];
	bool name = is_at(path, &square, room);
	int32_t *at = find(s, square, &v), to;

	*what = path;
	if (!at || n != 1)
		return false;
	to = name ? square_named(w[0]) : w[0];
	if (is_mouth(path)) {
		to = dg_find_mouth(s, w[0]);
		if (w[0] && to < 0)
			return false;
	}
	if (to < v->min || to > v->max)
		return false;
	*at = to;
	belongs(s, path, name);
	if (s->head.phase == DG_PLAY)
		dg_contacts_note(s);
	return true;
}

bool dg_set_event(const void *state, struct str path, const int32_t *w, int n,
		  struct event *out, struct str *what)
{
	struct dg_state s = *(const struct dg_state *)state;

	if (path.len >= EVENT_TEXT_ROOM || !dg_put_value(&s, path, w, n, what))
		return false;
	value_override(out, path, w, n);
	return true;
}

static const char *const places[] = { "pool", "outside", "board", "exited",
				      "eliminated" };
static const char *const chest_places[] = { "none", "board", "held", "stored",
					    "removed" };
static const char *const potions[] = { "full", "works", "used" };
static const char *const frosts[] = { "no", "next", "now", "still" };
static const char *const traps[] = { "unrevealed", "armed", "blank", "disarmed",
				     "sprung" };
static const char *const doors[] = { "wood", "iron" };
static const char *const door_states[] = { "closed", "open", "destroyed" };

#define NAMED(name, names)                                                     \
	{                                                                      \
		name, VALUE_NAME, names, ARRAY_LEN(names)                      \
	}
#define IS(name, is)                                                           \
	{                                                                      \
		name, VALUE_##is, NULL, 0                                      \
	}

const struct value_form dg_forms[N_DG_FORMS] = {
	IS("at", SQUARE),
	IS("holder", SEAT),
	IS("placed_by", SEAT),
	IS("active", SEAT),
	IS("first", SEAT),
	IS("master", SEAT),
	IS("fig", LABEL),
	IS("actor", LABEL),
	IS("entrance", WORD),
	IS("exit", WORD),
	IS("facing", EIGHTH),
	IS("acted", YES),
	IS("marker", YES),
	IS("seen", YES),
	IS("ready", YES),
	IS("lone_wolf", YES),
	IS("acquired", YES),
	IS("team_in", YES),
	IS("chests_in", YES),
	IS("pool_in", YES),
	IS("tiles_in", YES),
	NAMED("phase", dg_phases),
	NAMED("K.place", chest_places),
	NAMED("place", places),
	NAMED("trap", traps),
	NAMED("potion", potions),
	NAMED("frozen", frosts),
	NAMED("kind", doors),
	NAMED("state", door_states),
};
