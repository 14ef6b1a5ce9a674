/* src/rules/rebellion/values.c - values by path: "A1.wounds", "A.score" */
#include "rules/rebellion/engine.h"
#include "rules/value.h"

#define GAME(...)   VALUE(rb_state, __VA_ARGS__)
#define FIG(...)    VALUE(rb_fig, __VA_ARGS__)
#define PLAYER(...) VALUE(rb_player, __VA_ARGS__)
#define DEF(...)    VALUE(rb_def, __VA_ARGS__, 1, 0)

static const struct value_row game_values[] = {
	GAME("phase", head.phase, 0, RB_OVER),
	GAME("board_w", board_w, 1000, 7200),
	GAME("board_h", board_h, 1000, 7200),
	GAME("round", round, 0, 10000),
	GAME("starter", head.first, -1, RB_MAX_SEATS - 1),
	GAME("active", head.active, -1, RB_MAX_SEATS - 1),
	GAME("actions_left", actions_left, 0, 1000),
	GAME("turn_ready", turn_ready, 0, 1),
	GAME("end_reason", end_reason, 1, 0),
	GAME("winners", head.winners, 1, 0),
	GAME("figures", n_figs, 1, 0),
	GAME("terrain", n_terrain, 1, 0),
	GAME("pile", n_pile, 1, 0),
};

static const struct value_row fig_values[] = {
	FIG("owner", owner, 0, RB_MAX_SEATS - 1),
	FIG("status", status, RB_RESERVE, RB_REMOVED),
	FIG("wounds", wounds, 0, RB_MAX_CLICKS),
	FIG("x", at.x, 0, 7200),
	FIG("y", at.y, 0, 7200),
	FIG("facing", facing, 0, 359),
	FIG("tokens", tokens, 0, 2),
	FIG("acted", acted, 0, 1),
	FIG("passed", passed, 0, 1),
	FIG("captive", captive, 1, 0),
	FIG("last_damager", last_damager, -1, RB_MAX_SEATS - 1),
	FIG("on", on, 1, 0),
	FIG("rider", rider, 1, 0),
	FIG("control", control, -1, RB_MAX_SEATS - 1),
	FIG("unity", unity, 0, 1),
	FIG("push", push, 0, 2),
};

static const struct value_row def_values[] = {
	DEF("rank", rank),
	DEF("points", points),
	DEF("range", range),
	DEF("targets", targets),
	DEF("arc", arc),
	DEF("radius", radius),
	DEF("clicks", n_clicks),
	DEF("mount", cavalry.mount),
	DEF("level", cavalry.level),
	DEF("rider_bonus", cavalry.bonus),
	DEF("rides", cavalry.rides),
	DEF("proficiencies", cavalry.proficiencies),
	DEF("subfaction", cavalry.subfaction),
	DEF("item_slots", cavalry.slots),
};

static const char *const slot_names[] = { "speed", "attack", "defense",
					  "damage" };

static const struct value_row player_values[] = {
	PLAYER("side", side, -1, RB_EAST),
	PLAYER("build", build, 0, 100000),
	PLAYER("spent", spent, 0, 100000),
	PLAYER("list_in", list_in, 0, 1),
	PLAYER("pile_done", pile_done, 0, 1),
	PLAYER("items", items, 0, 24),
	PLAYER("d1", d1, 1, 0),
	PLAYER("d2", d2, 1, 0),
	PLAYER("score", score, 0, 1000000),
	PLAYER("land", land, RB_FRONT, RB_LEFT),
	PLAYER("against", against, RB_DIAL_RIDER, RB_DIAL_MOUNT),
	PLAYER("push", push, 0, 2),
	PLAYER("end_vote", end_vote, 0, 1),
	PLAYER("final", final_total, 1, 0),
};

static const struct value_row seat_values[] = {
	VALUE(head_seat, "present", present, 0, 1),
	VALUE(head_seat, "team", team, 0, 99),
	VALUE(head_seat, "withdrawn", withdrawn, 0, 1),
	VALUE(head_seat, "last_ok", last_ok, 0, 1),
	VALUE(head_seat, "last_hit", last_hit, 0, 1),
};

/* the word a path names, and what it may hold; NULL: no such path */
static int32_t *find(struct rb_state *s, struct str path,
		     const struct value_row **v, struct str *what)
{
	struct str rest, first = value_split(path, &rest);
	int f, i, seat = value_seat(first, RB_MAX_SEATS);
	int32_t label, *word;

	*v = NULL;
	*what = first;
	if (!rest.len)
		return value_word(game_values, ARRAY_LEN(game_values), s, path,
				  v);
	if (str_is(first, "option")) {
		*what = rest;
		i = option_find(rb_options, N_RB_OPTIONS, rest);
		return i < 0 ? NULL : &s->head.option[i];
	}
	if (seat >= 0) {
		*what = rest;
		word = value_word(player_values, ARRAY_LEN(player_values),
				  &s->player[seat], rest, v);
		return word ? word
			    : value_word(seat_values, ARRAY_LEN(seat_values),
					 &s->head.seat[seat], rest, v);
	}
	label = value_label(first);
	f = label ? rb_find(s, label) : -1;
	if (f < 0)
		return NULL;
	*what = rest;
	word = value_word(fig_values, ARRAY_LEN(fig_values), &s->fig[f], rest,
			  v);
	if (!word)
		word = value_word(def_values, ARRAY_LEN(def_values), &s->def[f],
				  rest, v);
	if (word)
		return word;
	for (int slot = 0; slot < N_RB_SLOTS; slot++) {
		static const struct value_row shown = { NULL, 0, 1, 0 };

		if (!str_is(rest, slot_names[slot]))
			continue;
		*v = &shown;
		return &s->def[f].click[s->fig[f].wounds].value[slot];
	}
	return NULL;
}

/* "A1.at" and "A1.captive_of" are more than a word */
static int figure_of(const struct rb_state *s, struct str path,
		     const char *name)
{
	struct str rest, first = value_split(path, &rest);
	int32_t label = value_label(first);

	return label && str_is(rest, name) ? rb_find(s, label) : -1;
}

bool rb_get(const void *view, struct str path, int32_t *w, int *n,
	    struct str *what)
{
	/* find only looks */
	struct rb_state *s = (struct rb_state *)(uintptr_t)view;
	const struct value_row *v;
	const int32_t *word;
	int f = figure_of(s, path, "at");

	if (f >= 0) {
		w[0] = s->fig[f].at.x;
		w[1] = s->fig[f].at.y;
		*n = 2;
		return true;
	}
	f = figure_of(s, path, "captive_of");
	if (f >= 0) {
		w[0] = s->fig[f].captive_of;
		*n = 1;
		return true;
	}
	word = find(s, path, &v, what);
	if (!word)
		return false;
	w[0] = *word;
	*n = 1;
	return true;
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

/* A5.rider: who sits on it, 0 for nobody; on the board or in reserve */
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

bool rb_put_value(struct rb_state *s, struct str path, const int32_t *w, int n,
		  struct str *what)
{
	const struct value_row *v;
	int32_t *word;
	int f = figure_of(s, path, "at");

	*what = path;
	if (f >= 0) {
		if (n != 2 || w[0] < 0 || w[0] > s->board_w || w[1] < 0 ||
		    w[1] > s->board_h)
			return false;
		s->fig[f].at = (struct point){ w[0], w[1] };
		s->fig[f].status = RB_ON_BOARD;
		return true;
	}
	f = figure_of(s, path, "captive_of");
	if (f >= 0)
		return n == 1 && captive_put(s, f, w[0]);
	f = figure_of(s, path, "rider");
	if (f >= 0)
		return n == 1 && rider_put(s, f, w[0]);
	word = find(s, path, &v, what);
	if (!word || n != 1)
		return false;
	if (v ? w[0] < v->min || w[0] > v->max
	      : !option_fits(&rb_options[word - s->head.option], w, n))
		return false;
	f = rb_find(s, value_label(value_split(path, what)));
	if (f >= 0 && word == &s->fig[f].wounds && w[0] > s->def[f].n_clicks)
		return false;
	*word = w[0];
	return true;
}

bool rb_set_event(const void *state, struct str path, const int32_t *w, int n,
		  struct event *out, struct str *what)
{
	struct rb_state trial = *(const struct rb_state *)state;

	if (path.len >= EVENT_TEXT_ROOM ||
	    !rb_put_value(&trial, path, w, n, what))
		return false;
	value_override(out, path, w, n);
	return true;
}

static const char *const statuses[] = { "reserve",   "board",  "eliminated",
					"withdrawn", "saddle", "removed" };
static const char *const edges[] = { "south", "west", "north", "east" };
static const char *const quarters[] = { "front", "right", "back", "left" };
static const char *const dials[] = { "rider", "mount" };
static const char *const pushes[] = { "default", "rider", "mount" };

#define NAMED(name, names)                                                     \
	{                                                                      \
		name, VALUE_NAME, names, ARRAY_LEN(names)                      \
	}
#define IS(name, is)                                                           \
	{                                                                      \
		name, VALUE_##is, NULL, 0                                      \
	}

const struct value_form rb_forms[N_RB_FORMS] = {
	IS("at", LENGTH),          IS("x", LENGTH),
	IS("y", LENGTH),           IS("board_w", LENGTH),
	IS("board_h", LENGTH),     IS("radius", LENGTH),
	IS("on", LABEL),           IS("captive_of", LABEL),
	IS("captive", LABEL),      IS("rider", LABEL),
	IS("active", SEAT),        IS("starter", SEAT),
	IS("owner", SEAT),         IS("last_damager", SEAT),
	IS("control", SEAT),       IS("facing", DEGREES),
	IS("turn_ready", YES),     IS("acted", YES),
	IS("passed", YES),         IS("unity", YES),
	IS("present", YES),        IS("list_in", YES),
	IS("pile_done", YES),      IS("withdrawn", YES),
	IS("end_vote", YES),       IS("last_ok", YES),
	IS("last_hit", YES),       NAMED("phase", rb_phases),
	NAMED("status", statuses), NAMED("side", edges),
	NAMED("land", quarters),   NAMED("against", dials),
	NAMED("push", pushes),
};
