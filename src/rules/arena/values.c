/*
 * src/rules/arena/values.c - values by path, as cases and game masters name
 * them: "round", "A.mana", "#3.damage", "#3.burn", "#3.armor".
 */
#include "rules/arena/play.h"
#include "rules/value.h"

static const struct value_row game_rows[] = {
	VALUE(ar_state, "phase", head.phase, AR_SETUP, AR_ROUND_END),
	VALUE(ar_state, "step", step, 0, N_AR_STEPS - 1),
	VALUE(ar_state, "round", round, 0, 10000),
	VALUE(ar_state, "initiative", head.first, -1, AR_MAX_SEATS - 1),
	VALUE(ar_state, "turn", head.active, -1, AR_MAX_SEATS - 1),
	VALUE(ar_state, "actor", actor, 0, 0xffff),
	VALUE(ar_state, "waits", stopped, 1, 0),
	VALUE(ar_state, "asked", asked_seat, 1, 0),
	VALUE(ar_state, "objects", n_objects, 1, 0),
	VALUE(ar_state, "width", width, 1, 0),
	VALUE(ar_state, "height", height, 1, 0)
};

static const struct value_row player_rows[] = {
	VALUE(ar_player, "mana", mana, 0, 1000),
	VALUE(ar_player, "quickcast", quickcast, 0, 1),
	VALUE(ar_player, "once", once, 0, 31),
	VALUE(ar_player, "alive", alive, 0, 1),
	VALUE(ar_player, "class", class, 0, N_AR_CLASSES - 1),
	VALUE(ar_player, "element", element, -1, N_AR_SCHOOLS - 1),
	VALUE(ar_player, "stops", stops, 0, 1000),
	VALUE(ar_player, "plan_in", plan_in, 0, 1),
	VALUE(ar_player, "mage", mage, 1, 0),
	VALUE(ar_player, "pile", n_pile, 1, 0),
	VALUE(ar_player, "roll", roll, 1, 0),
	VALUE(ar_player, "reserve", reserve, 1, 0),
	VALUE(ar_player, "ask", ask, 1, 0)
};

static const struct value_row seat_rows[] = {
	VALUE(head_seat, "side", team, 0, AR_MAX_SEATS - 1),
};

static const struct value_row object_rows[] = {
	VALUE(ar_obj, "damage", damage, 0, 1000),
	VALUE(ar_obj, "mana", mana, 0, 1000),
	VALUE(ar_obj, "active", active, 0, 1),
	VALUE(ar_obj, "guard", guard, 0, 1),
	VALUE(ar_obj, "summoned", summoned, 0, 10000),
	VALUE(ar_obj, "moves", moves, 0, 10),
	VALUE(ar_obj, "attacks", attacks, 0, 100),
	VALUE(ar_obj, "defended", defended, 0, INT32_MAX),
	VALUE(ar_obj, "lost", lost, -1000, 1000),
	VALUE(ar_obj, "stamp", stamp, 0, INT32_MAX),
	VALUE(ar_obj, "born", born, 0, INT32_MAX),
	VALUE(ar_obj, "last_zone", last_zone, 0, INT32_MAX),
	VALUE(ar_obj, "zone", zone, 0, INT32_MAX),
	VALUE(ar_obj, "chosen", chosen, 0, 0xffff),
	VALUE(ar_obj, "bound_used", bound_used, 0, 1),
	VALUE(ar_obj, "bound_seen", bound_seen, 0, 1),
	VALUE(ar_obj, "used0", used[0], 0, 100),
	VALUE(ar_obj, "used1", used[1], 0, 100),
	VALUE(ar_obj, "used2", used[2], 0, 100),
	VALUE(ar_obj, "burn", cond[AR_BURN], 0, 100),
	VALUE(ar_obj, "rot", cond[AR_ROT], 0, 100),
	VALUE(ar_obj, "weak", cond[AR_WEAK], 0, 100),
	VALUE(ar_obj, "daze", cond[AR_DAZE], 0, 100),
	VALUE(ar_obj, "stun", cond[AR_STUN], 0, 100),
	VALUE(ar_obj, "cripple", cond[AR_CRIPPLE], 0, 100),
	VALUE(ar_obj, "sleep", cond[AR_SLEEP], 0, 100),
	VALUE(ar_obj, "taunt", token[AR_TAUNT], 0, 1),
	VALUE(ar_obj, "rage", token[AR_RAGE], 0, 100),
	VALUE(ar_obj, "wrath", token[AR_WRATH], 0, 4),
	VALUE(ar_obj, "armor_tokens", token[AR_ARMOR], 0, 100),
	VALUE(ar_obj, "pet", token[AR_PET], 0, 1),
	VALUE(ar_obj, "reaper", token[AR_REAPER], 0, 1),
	VALUE(ar_obj, "banish", token[AR_BANISH], 0, 3),
	VALUE(ar_obj, "open", token[AR_OPEN], 0, 1),
	VALUE(ar_obj, "shield", token[AR_SHIELD], 0, 1),
	VALUE(ar_obj, "owner", owner, 0, AR_MAX_SEATS - 1),
	VALUE(ar_obj, "ctl", ctl, 0, AR_MAX_SEATS - 1),
	VALUE(ar_obj, "hidden", hidden, 1, 0),
	VALUE(ar_obj, "host", host, 1, 0),
	VALUE(ar_obj, "card", card, 1, 0),
	VALUE(ar_obj, "bound", bound, 1, 0),
	VALUE(ar_obj, "planned", planned, 1, 0),
	VALUE(ar_obj, "moved", moved, 1, 0),
	VALUE(ar_obj, "slots", slots, 1, 0),
	VALUE(ar_obj, "seen", seen, 1, 0)
};

/* "#12": the handle, or 0 */
static int32_t handle_of(struct str word)
{
	int32_t n = 0;

	if (word.len < 2 || word.len > 6 || word.s[0] != '#')
		return 0;
	for (size_t i = 1; i < word.len; i++) {
		if (word.s[i] < '0' || word.s[i] > '9')
			return 0;
		n = 10 * n + word.s[i] - '0';
	}
	return n;
}

/* What is worked out from several things, of an object. */
static bool computed(const struct ar_state *s, const struct ar_obj *o,
		     struct str name, int32_t *w)
{
	int trait;

	if (str_is(name, "armor")) {
		*w = ar_armor(s, o, NULL);
	} else if (str_is(name, "life")) {
		*w = ar_life(s, o);
	} else if (str_is(name, "left")) {
		*w = ar_life_left(s, o);
	} else if (str_is(name, "channeling")) {
		*w = ar_channeling(s, o, NULL);
	} else if (str_is(name, "place")) {
		*w = ar_zone_of(s, o);
	} else if (str_is(name, "border")) {
		*w = o->border[0];
	} else if (str_is(name, "level")) {
		*w = ar_card_of(s, o)->level;
	} else {
		trait = ar_trait_named(name);
		if (!trait)
			return false;
		*w = ar_trait(s, o, (enum ar_trait)trait, NULL, NULL);
		if (trait == AR_T_FLYING)
			*w = ar_is_creature(s, o) && ar_flying(s, o);
		else if (trait == AR_T_RESTRAINED)
			*w = ar_restrained(s, o);
		else if (trait == AR_T_INCAPACITATED)
			*w = ar_incapacitated(s, o);
		else if (trait == AR_T_LIVING)
			*w = ar_living(s, o);
	}
	return true;
}

/* The word that the path names, and its row; NULL: none does. */
static int32_t *word_of(struct ar_state *s, struct str path,
			const struct value_row **row, struct str *rest,
			struct ar_obj **obj)
{
	struct str first = value_split(path, rest);
	int32_t handle = handle_of(first), *at;
	int seat;

	*obj = NULL;
	if (!rest->len)
		return value_word(game_rows, ARRAY_LEN(game_rows), s, first,
				  row);
	if (handle) {
		*obj = (struct ar_obj *)ar_obj(s, handle);
		return *obj ? value_word(object_rows, ARRAY_LEN(object_rows),
					 *obj, *rest, row)
			    : NULL;
	}
	seat = value_seat(first, AR_MAX_SEATS);
	if (seat < 0)
		return NULL;
	at = value_word(player_rows, ARRAY_LEN(player_rows), &s->player[seat],
			*rest, row);
	return at ? at
		  : value_word(seat_rows, ARRAY_LEN(seat_rows),
			       &s->head.seat[seat], *rest, row);
}

bool ar_get(const void *view, struct str path, int32_t *w, int *n,
	    struct str *what)
{
	/* the state is not changed by reading it */
	struct ar_state *s = (struct ar_state *)(uintptr_t)view;
	const struct value_row *row = NULL;
	struct str rest;
	struct ar_obj *o;
	int32_t *at = word_of(s, path, &row, &rest, &o), handle;

	*n = 1;
	*what = path;
	if (at) {
		*w = *at;
		return true;
	}
	if (o)
		return computed(s, o, rest, w);
	/* what is not in play is told so */
	handle = handle_of(value_split(path, &rest));
	if (handle && str_is(rest, "in_play")) {
		*w = 0;
		return true;
	}
	return false;
}

bool ar_put_value(struct ar_state *s, struct str path, const int32_t *w, int n,
		  struct str *what)
{
	const struct value_row *row = NULL;
	struct str rest;
	struct ar_obj *o;
	int32_t *at = word_of(s, path, &row, &rest, &o);

	*what = path;
	if (!at || n != 1 || row->min > row->max || *w < row->min ||
	    *w > row->max)
		return false;
	if (at == (o ? &o->zone : NULL) && *w && !ar_is_zone(s, *w))
		return false;
	*at = *w;
	return true;
}

bool ar_set(const void *state, struct str path, const int32_t *w, int n,
	    struct event *out, struct str *what)
{
	struct ar_state *s = (struct ar_state *)(uintptr_t)state;
	const struct value_row *row = NULL;
	struct str rest;
	struct ar_obj *o;

	*what = path;
	if (!word_of(s, path, &row, &rest, &o) || n != 1 ||
	    row->min > row->max || *w < row->min || *w > row->max ||
	    path.len >= EVENT_TEXT_ROOM)
		return false;
	value_override(out, path, w, n);
	return true;
}
