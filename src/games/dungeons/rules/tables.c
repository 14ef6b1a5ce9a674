/* src/games/dungeons/rules/tables.c - makes the tables from the .def files */
#include "games/dungeons/rules/tables.h"
#include "engine/field_types.h"

const char *const dg_phases[N_DG_PHASES] = { "before", "teams",   "first",
					     "board",  "terrain", "chests",
					     "tokens", "pool",    "doorways",
					     "play",   "over" };
static const char *const names_kind[] = { "hero", "spawn", "warrior" };
static const char *const names_form[] = { "single", "mounted", "multi-dial",
					  "dragon" };
static const char *const names_face[] = { "N", "NE", "E", "SE",
					  "S", "SW", "W", "NW" };
const char *const dg_terrains[N_DG_TERRAINS] = {
	"rock",   "clear",    "hindering", "water",  "blocking", "chasm",
	"shadow", "teleport", "vortex",    "stairs", "cost 3",   "cost 4",
	"cost 5", "cost 6",   "cost 7",    "cost 8", "cost 9"
};
static const char letters[N_DG_TERRAINS + 1] = "#.2~XOSTV%3456789";
static const char *const names_tier[] = { "weak", "standard", "tough" };
const char *const dg_door_kinds[DG_IRON + 1] = { "wood", "iron" };
const char *const dg_door_states[DG_DESTROYED + 1] = { "closed", "open",
						       "destroyed" };
const char *const dg_traps[DG_SPRUNG + 1] = { "unrevealed", "armed", "blank",
					      "disarmed", "sprung" };
static const char *const names_how[] = { "normal", "double", "quick", "zero",
					 "confused" };
static const char *const names_policy[] = { "default", "always", "never",
					    "if out", "prefer" };
static const char *const names_question[] = { "nothing", "spin",  "counter",
					      "place",   "level", "drop" };
const char *const dg_pieces[DG_PIECE_IRON + 1] = {
	"none",          "marker shadow", "marker vortex", "marker teleport",
	"marker stairs", "door wood",     "door iron"
};
static const char *const names_attack[] = { "close", "ranged",  "counter",
					    "free",  "healing", "chest" };
static const char *const names_result[] = { "miss", "hit", "critical hit",
					    "critical miss" };
static const char *const names_cause[] = { "attack", "critical miss", "ability",
					   "object" };
static const char *const names_heal_by[] = { "die", "value" };
static const char *const names_drop[] = { "none", "turn", "section",
					  "nearest" };
static const char *const names_section[] = { "corridor", "chamber" };
static const char *const names_side[] = { "left", "right" };
static const char *const names_standing[] = { "spin",    "counter", "place",
					      "convert", "levels",  "keep",
					      "break" };
static const char *const names_ability[] = {
	"",
#define ABILITY(sym, name, slot, optional, rule) name,
#include "games/dungeons/rules/abilities.def"
#undef ABILITY
};

NAMES_TO(names_kind, DG_WARRIOR);
NAMES_TO(names_form, DG_DRAGON);
NAMES_TO(names_face, DG_NW);
NAMES_TO(names_tier, DG_TOUGH);
NAMES_TO(names_how, DG_HOW_CONFUSED);
NAMES_TO(names_policy, DG_POLICY_PREFER);
NAMES_TO(names_question, DG_ASKS_DROP);
NAMES_TO(names_attack, DG_BY_CHEST);
NAMES_TO(names_result, DG_CRITICAL_MISS);
NAMES_TO(names_cause, DG_BY_OBJECT);
NAMES_TO(names_heal_by, DG_HEAL_VALUE);
NAMES_TO(names_drop, DG_DROP_NEAREST);
NAMES_TO(names_section, DG_CHAMBER);
NAMES_TO(names_side, DG_RIGHT);
NAMES_TO(names_standing, DG_STANDING_BREAK);
NAMES_TO(names_ability, N_DG_ABILITIES - 1);

#define TYPE_ENUM_PHASE      TYPE_NAMES(dg_phases)
#define TYPE_ENUM_KIND       TYPE_NAMES(names_kind)
#define TYPE_ENUM_FORM       TYPE_NAMES(names_form)
#define TYPE_ENUM_FACE       TYPE_NAMES(names_face)
#define TYPE_ENUM_TERRAIN    TYPE_NAMES(dg_terrains)
#define TYPE_ENUM_TIER       TYPE_NAMES(names_tier)
#define TYPE_ENUM_DOOR       TYPE_NAMES(dg_door_kinds)
#define TYPE_ENUM_DOOR_STATE TYPE_NAMES(dg_door_states)
#define TYPE_ENUM_TRAP       TYPE_NAMES(dg_traps)
#define TYPE_ENUM_HOW        TYPE_NAMES(names_how)
#define TYPE_ENUM_POLICY     TYPE_NAMES(names_policy)
#define TYPE_ENUM_QUESTION   TYPE_NAMES(names_question)
#define TYPE_ENUM_PIECE      TYPE_NAMES(dg_pieces)
#define TYPE_ENUM_ATTACK     TYPE_NAMES(names_attack)
#define TYPE_ENUM_RESULT     TYPE_NAMES(names_result)
#define TYPE_ENUM_CAUSE      TYPE_NAMES(names_cause)
#define TYPE_ENUM_HEAL_BY    TYPE_NAMES(names_heal_by)
#define TYPE_ENUM_DROP       TYPE_NAMES(names_drop)
#define TYPE_ENUM_SECTION    TYPE_NAMES(names_section)
#define TYPE_ENUM_SIDE       TYPE_NAMES(names_side)
#define TYPE_ENUM_STANDING   TYPE_NAMES(names_standing)
#define TYPE_ENUM_ABILITY    TYPE_NAMES(names_ability)

/* numbers of events.def */
#define TYPE_SQUARE      TYPE_POINT_IN(-1, DG_WIDTH - 1) /* -1, -1: none */
#define TYPE_SQUARES     TYPE_POINTS_IN(0, DG_WIDTH - 1)
#define TYPE_DIE         TYPE_RANGE(0, 6) /* 0: not rolled */
#define TYPE_SCORE       TYPE_RANGE(0, 10000000)
#define TYPE_LEVEL       TYPE_RANGE(0, DG_LEVELS)
#define TYPE_MODEL       TYPE_RANGE(1, 1023) /* letter; 256.. of a case */
#define TYPE_MODELS      TYPE_RANGES(1, 1023)
#define TYPE_MOUTH       TYPE_RANGE(-1, DG_MAX_MOUTHS - 1) /* -1: none */
#define TYPE_SP          TYPE_RANGE(0, 100000)
#define TYPE_VALUE       TYPE_RANGE(-100000, 100000)
#define TYPE_MODS        TYPE_MODS_IN(-100000, 100000)
#define TYPE_WORD        TYPE_RANGE(0, INT32_MAX) /* up to 4 letters */
#define TYPE_ACTIVATIONS TYPE_RANGE(0, 1000)

#include "games/dungeons/rules/gen_config.inc"
#include "engine/gen_tables.inc"

const struct dg_ability_row dg_abilities[N_DG_ABILITIES] = {
	{ "", N_DG_SLOTS, false, DG_NO_RULE },
#define ABILITY(sym, name, slot, optional, rule)                               \
	{ name, DG_##slot, optional, rule },
#include "games/dungeons/rules/abilities.def"
#undef ABILITY
};
static_assert(N_DG_ABILITIES <= 64, "abilities are bits of two words");

int dg_ability_named(struct str name)
{
	for (int i = 1; i < N_DG_ABILITIES; i++)
		if (str_is(name, dg_abilities[i].name))
			return i;
	return DG_NO_ABILITY;
}

int dg_terrain_of(char letter)
{
	for (int i = 0; i < N_DG_TERRAINS; i++)
		if (letters[i] == letter)
			return i;
	return -1;
}
