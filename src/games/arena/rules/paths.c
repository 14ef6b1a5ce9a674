/*
 * src/games/arena/rules/paths.c - names the values of the state by path, for
 * cases and game masters: "round", "A.mana", "#3.damage", "#3.burn",
 * "#3.armor".
 */
#include "games/arena/rules/play.h"
#include "engine/state_path.h"

static const struct state_path_row game_rows[] = {
	VALUE(ar_state, "step", step, 0, N_AR_STEPS - 1),
	VALUE(ar_state, "round", round, 0, 10000),
	STATE_PATH_SEATS(ar_state, "initiative", head.first),
	STATE_PATH_SEATS(ar_state, "turn", head.active),
	STATE_PATH_AS(STATE_PATH_LABEL, ar_state, "actor", actor, 0, 0xffff),
	STATE_PATH_AS(STATE_PATH_SEAT, ar_state, "waits", stopped, 1, 0),
	STATE_PATH_SHOWN(ar_state, "objects", n_objects),
	STATE_PATH_SHOWN(ar_state, "width", width),
	STATE_PATH_SHOWN(ar_state, "height", height)
};

static const struct state_path_row player_rows[] = {
	VALUE(ar_player, "mana", mana, 0, 1000),
	STATE_PATH_FLAG(ar_player, "quickcast", quickcast),
	VALUE(ar_player, "once", once, 0, 31),
	STATE_PATH_FLAG(ar_player, "alive", alive),
	STATE_PATH_NAMES(ar_player, "class", class, ar_class_names),
	STATE_PATH_NAMES_OR_NONE(ar_player, "element", element,
				 ar_school_names),
	VALUE(ar_player, "stops", stops, 0, 1000),
	STATE_PATH_FLAG(ar_player, "plan_in", plan_in),
	STATE_PATH_AS(STATE_PATH_LABEL, ar_player, "mage", mage, 1, 0),
	STATE_PATH_SHOWN(ar_player, "pile", n_pile),
	STATE_PATH_SHOWN(ar_player, "roll", roll),
	STATE_PATH_SHOWN(ar_player, "reserve", reserve),
	STATE_PATH_SHOWN(ar_player, "ask", ask)
};

static const struct state_path_row seat_rows[] = {
	VALUE(common_state_seat, "side", team, 0, AR_MAX_SEATS - 1),
};

static const struct state_path_row object_rows[] = {
	VALUE(ar_obj, "damage", damage, 0, 1000),
	VALUE(ar_obj, "mana", mana, 0, 1000),
	STATE_PATH_FLAG(ar_obj, "active", active),
	STATE_PATH_FLAG(ar_obj, "guard", guard),
	VALUE(ar_obj, "summoned", summoned, 0, 10000),
	VALUE(ar_obj, "moves", moves, 0, 10),
	VALUE(ar_obj, "attacks", attacks, 0, 100),
	VALUE(ar_obj, "defended", defended, 0, INT32_MAX),
	VALUE(ar_obj, "lost", lost, -1000, 1000),
	VALUE(ar_obj, "stamp", stamp, 0, INT32_MAX),
	VALUE(ar_obj, "born", born, 0, INT32_MAX),
	STATE_PATH_AS(STATE_PATH_SQUARE, ar_obj, "last_zone", last_zone, 0,
		      INT32_MAX),
	STATE_PATH_AS(STATE_PATH_SQUARE, ar_obj, "zone", zone, 0, INT32_MAX),
	STATE_PATH_AS(STATE_PATH_LABEL, ar_obj, "chosen", chosen, 0, 0xffff),
	STATE_PATH_FLAG(ar_obj, "bound_used", bound_used),
	STATE_PATH_FLAG(ar_obj, "bound_seen", bound_seen),
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
	STATE_PATH_FLAG(ar_obj, "taunt", token[AR_TAUNT]),
	VALUE(ar_obj, "rage", token[AR_RAGE], 0, 100),
	VALUE(ar_obj, "wrath", token[AR_WRATH], 0, 4),
	VALUE(ar_obj, "armor_tokens", token[AR_ARMOR], 0, 100),
	STATE_PATH_FLAG(ar_obj, "pet", token[AR_PET]),
	STATE_PATH_FLAG(ar_obj, "reaper", token[AR_REAPER]),
	VALUE(ar_obj, "banish", token[AR_BANISH], 0, 3),
	STATE_PATH_FLAG(ar_obj, "open", token[AR_OPEN]),
	STATE_PATH_FLAG(ar_obj, "shield", token[AR_SHIELD]),
	STATE_PATH_AS(STATE_PATH_SEAT, ar_obj, "owner", owner, 0,
		      AR_MAX_SEATS - 1),
	STATE_PATH_AS(STATE_PATH_SEAT, ar_obj, "ctl", ctl, 0, AR_MAX_SEATS - 1),
	STATE_PATH_SHOWN(ar_obj, "hidden", hidden),
	STATE_PATH_AS(STATE_PATH_LABEL, ar_obj, "host", host, 1, 0),
	STATE_PATH_SHOWN(ar_obj, "card", card),
	STATE_PATH_SHOWN(ar_obj, "bound", bound),
	STATE_PATH_SHOWN(ar_obj, "planned", planned),
	STATE_PATH_SHOWN(ar_obj, "moved", moved),
	STATE_PATH_SHOWN(ar_obj, "slots", slots),
	STATE_PATH_SHOWN(ar_obj, "seen", seen)
};

static int find_object(const void *state, int32_t label)
{
	const struct ar_state *s = state;
	const struct ar_obj *o = ar_obj(s, label);

	return o ? (int)(o - s->obj) : -1;
}

const struct state_path_list ar_values[N_AR_VALUES] = {
	STATE_PATH_LIST_GAME(game_rows),
	STATE_PATH_LIST(ar_state, player, player_rows, STATE_PATH_OF_SEAT, NULL,
			NULL),
	STATE_PATH_LIST(ar_state, head.seat, seat_rows, STATE_PATH_OF_SEAT,
			NULL, NULL),
	STATE_PATH_LIST(ar_state, obj, object_rows, STATE_PATH_OF_LABEL,
			find_object, "#"),
};

/* Computed values of an object. */
static bool paths_computed(const struct ar_state *s, const struct ar_obj *o,
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

bool ar_get(const void *view, struct str path, int32_t *w, int *n)
{
	const struct ar_state *s = view;
	struct str member;
	int32_t handle = state_path_label(state_path_split(path, &member));
	const struct ar_obj *o = handle ? ar_obj(s, handle) : NULL;

	*n = 1;
	if (str_is(path, "asked")) {
		*w = ar_asked(s);
		return true;
	}
	if (o)
		return paths_computed(s, o, member, w);
	/* an object out of play has the value 0 */
	*w = 0;
	return handle && str_is(member, "in_play");
}

enum value_fate ar_put(void *state, struct str path, const int32_t *w, int n)
{
	const struct ar_state *s = state;
	struct str member;
	int32_t handle = state_path_label(state_path_split(path, &member));

	if (handle && str_is(member, "zone") && n == 1 && *w &&
	    !ar_is_zone(s, *w))
		return VALUE_WRONG;
	/* before the game and after its end there is no position */
	return str_is(path, "phase") && n == 1 &&
			       (*w < AR_SETUP || *w > AR_ROUND_END)
		       ? VALUE_WRONG
		       : VALUE_PLAIN;
}
