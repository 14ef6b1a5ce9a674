/* src/games/arena/rules/tables.c - makes the tables from the .def files */
#include "games/arena/rules/tables.h"
#include "engine/field_types.h"

const char *const ar_phase_names[N_AR_PHASES] = {
	"before", "setup",     "initiative", "reset",     "channel",
	"upkeep", "plan",      "deploy",     "quickcast", "turns",
	"final",  "round_end", "over"
};
const char *const ar_school_names[N_AR_SCHOOLS] = { "dark",   "holy",  "mind",
						    "arcane", "war",   "nature",
						    "earth",  "water", "air",
						    "fire" };
/* of a Mage: the fourth of a Wizard, "" for all others */
static const char *const element_names[] = { "dark",   "holy",  "mind",
					     "arcane", "war",   "nature",
					     "earth",  "water", "air",
					     "fire",   "" };
const char *const ar_class_names[N_AR_CLASSES] = { "none", "beastmaster",
						   "priestess", "warlock",
						   "wizard" };
const char *const ar_type_names[N_AR_TYPES] = {
	"untyped", "flame",   "hydro", "light", "lightning",
	"poison",  "psychic", "wind",  "frost", "acid"
};
const char *const ar_cond_names[N_AR_CONDS] = { "burn", "rot",  "weak",
						"daze", "stun", "cripple",
						"sleep" };
const char *const ar_token_names[N_AR_TOKENS] = { "taunt",  "rage", "wrath",
						  "armor",  "pet",  "reaper",
						  "banish", "open", "shield" };
const char *const ar_slot_names[N_AR_SLOTS] = { "helmet", "amulet", "cloak",
						"ring",   "ring2",  "chest",
						"belt",   "gloves", "boots",
						"weapon", "shield" };
const char *const ar_kind_names[N_AR_KINDS] = {
	"none",        "attack",    "incantation", "creature", "conjuration",
	"enchantment", "equipment", "mage",        "ability"
};
const char *const ar_window_names[N_AR_WINDOWS] = {
	"none",     "end",      "activates", "moves",    "leaves",    "crosses",
	"enters",   "targeted", "casts",     "resolved", "cast_done", "attacks",
	"attacked", "exposed",  "unavoided", "rolled",   "hit",       "barrier",
	"struck",   "ended",    "damaged",   "acted"
};
static const char *const names_step[] = { "begin", "main",   "bound", "acting",
					  "after", "window", "asked" };
static_assert(ARRAY_LEN(names_step) == N_AR_STEPS, "a name for each");
static const char *const names_verb[] = { "nothing", "move",    "climb",
					  "cross",   "attack",  "cast",
					  "use",     "restore", "rebind",
					  "guard",   "boost",   "same" };
static_assert(ARRAY_LEN(names_verb) == N_AR_VERBS, "a name for each");
static const char *const names_dir[] = { "N", "E", "S", "W" };
static_assert(ARRAY_LEN(names_dir) == N_AR_DIRS, "a name for each");
static const char *const names_pick[] = { "armor", "melee", "heal" };
static_assert(ARRAY_LEN(names_pick) == N_AR_PICKS, "a name for each");
static const char *const names_policy[] = { "always",    "never", "best",
					    "important", "wall",  "list",
					    "stop",      "skip",  "guard" };
static_assert(ARRAY_LEN(names_policy) == N_AR_POLICIES, "a name for each");
static const char *const names_mana[] = {
	"spell", "reveal", "upkeep", "tax", "ability", "drain", "gain", "back"
};
static_assert(ARRAY_LEN(names_mana) == N_AR_MANA_WHYS, "a name for each");
static const char *const names_cause[] = { "damage",  "life",     "spell",
					   "host",    "used",     "unpaid",
					   "illegal", "replaced", "cost",
					   "player" };
static_assert(ARRAY_LEN(names_cause) == N_AR_CAUSES, "a name for each");
static const char *const names_place[] = { "pile", "book", "nowhere" };
static_assert(ARRAY_LEN(names_place) == N_AR_PLACES, "a name for each");
static const char *const names_fizzle[] = {
	"unpaid", "host", "duplicate", "late", "unavoidable", "gone", "refused"
};
static_assert(ARRAY_LEN(names_fizzle) == N_AR_FIZZLES, "a name for each");
static const char *const names_how[] = { "move", "climb",    "cross", "blink",
					 "push", "teleport", "return" };
static_assert(ARRAY_LEN(names_how) == N_AR_HOWS, "a name for each");
static const char *const names_stop[] = {
	"unpaid", "restrained", "incapacitated", "gone", "moved", "helm", "wall"
};
static_assert(ARRAY_LEN(names_stop) == N_AR_STOPS, "a name for each");
static const char *const names_by[] = { "quick", "full", "quickcast",
					"deploy" };
static_assert(ARRAY_LEN(names_by) == N_AR_BYS, "a name for each");
static const char *const names_spell[] = { "resolved", "countered",
					   "cancelled" };
static_assert(ARRAY_LEN(names_spell) == N_AR_SPELL_ENDS, "a name for each");
static const char *const names_attack[] = { "melee",   "ranged",  "auto",
					    "barrier", "passage", "bash",
					    "zone" };
static_assert(ARRAY_LEN(names_attack) == N_AR_ATTACK_KINDS, "a name for each");
static const char *const names_roll[] = { "miss",   "helm", "defense",
					  "cancel", "push", "clause" };
static_assert(ARRAY_LEN(names_roll) == N_AR_ROLLS, "a name for each");
static const char *const names_strike[] = { "hit", "missed", "avoided" };
static_assert(ARRAY_LEN(names_strike) == N_AR_STRIKE_ENDS, "a name for each");
static const char *const names_line[] = { "used", "replaced", "forgotten",
					  "gone" };
static_assert(ARRAY_LEN(names_line) == N_AR_LINE_ENDS, "a name for each");
static const char *const names_note[] = {
	"active",       "moves",    "attacks",    "roused", "fury",
	"defended",     "flight",   "dying",      "sealed", "chosen",
	"bound_used",   "used0",    "used1",      "used2",  "act_moves",
	"act_hindered", "act_done", "act_charge", "zone",   "last_zone"
};
static_assert(ARRAY_LEN(names_note) == N_AR_NOTES, "a name for each");
static const char *const names_seat_note[] = { "quickcast", "once",
					       "stops",     "silent",
					       "ask",       "reserve",
					       "paced",     "plan_touched" };
static_assert(ARRAY_LEN(names_seat_note) == N_AR_SEAT_NOTES, "a name for each");
static const char *const names_pair[] = { "none",  "struck",  "attacked",
					  "melee", "counted", "defended" };
static_assert(ARRAY_LEN(names_pair) == AR_PAIR_DEFENDED + 1, "a name for each");
static const char *const names_duration[] = { "next", "action", "round", "wake",
					      "game" };
static_assert(ARRAY_LEN(names_duration) == AR_GAME + 1, "a name for each");
static const char *const names_effect[] = { "burn",  "rot",  "weak",
					    "daze",  "stun", "cripple",
					    "sleep", "push", "taunt" };
static_assert(ARRAY_LEN(names_effect) == N_AR_EFFECTS, "a name for each");
static const char *const names_question[] = {
	"nothing", "window", "upkeep",  "defense",    "counter",  "pay",
	"tax",     "trap",   "push-to", "curse-kept", "reversed", "reroll"
};
static_assert(ARRAY_LEN(names_question) == N_AR_QUESTIONS, "a name for each");
static const char *const names_trait[] = {
	"",
#define TRAIT(sym, word, kind) word,
#include "games/arena/rules/traits.def"
#undef TRAIT
};
const unsigned char ar_trait_kinds[N_AR_TRAITS] = {
	AR_TRAIT_ON,
#define TRAIT(sym, word, kind) AR_TRAIT_##kind,
#include "games/arena/rules/traits.def"
#undef TRAIT
};

#define TYPE_ENUM_PHASE     FIELD_ENUM, ar_phase_names, N_AR_PHASES, 0, 0
#define TYPE_ENUM_SCHOOL    FIELD_ENUM, ar_school_names, N_AR_SCHOOLS, 0, 0
#define TYPE_ENUM_ELEMENT   TYPE_NAMES(element_names)
#define TYPE_ENUM_CLASS     FIELD_ENUM, ar_class_names, N_AR_CLASSES, 0, 0
#define TYPE_ENUM_TYPE      FIELD_ENUM, ar_type_names, N_AR_TYPES, 0, 0
#define TYPE_ENUM_COND      FIELD_ENUM, ar_cond_names, N_AR_CONDS, 0, 0
#define TYPE_ENUM_TOKEN     FIELD_ENUM, ar_token_names, N_AR_TOKENS, 0, 0
#define TYPE_ENUM_SLOT      FIELD_ENUM, ar_slot_names, N_AR_SLOTS, 0, 0
#define TYPE_ENUM_KIND      FIELD_ENUM, ar_kind_names, N_AR_KINDS, 0, 0
#define TYPE_ENUM_WINDOW    FIELD_ENUM, ar_window_names, N_AR_WINDOWS, 0, 0
#define TYPE_ENUM_STEP      TYPE_NAMES(names_step)
#define TYPE_ENUM_VERB      TYPE_NAMES(names_verb)
#define TYPE_ENUM_DIR       TYPE_NAMES(names_dir)
#define TYPE_ENUM_PICK      TYPE_NAMES(names_pick)
#define TYPE_ENUM_POLICY    TYPE_NAMES(names_policy)
#define TYPE_ENUM_MANA      TYPE_NAMES(names_mana)
#define TYPE_ENUM_CAUSE     TYPE_NAMES(names_cause)
#define TYPE_ENUM_PLACE     TYPE_NAMES(names_place)
#define TYPE_ENUM_FIZZLE    TYPE_NAMES(names_fizzle)
#define TYPE_ENUM_HOW       TYPE_NAMES(names_how)
#define TYPE_ENUM_STOP      TYPE_NAMES(names_stop)
#define TYPE_ENUM_BY        TYPE_NAMES(names_by)
#define TYPE_ENUM_SPELL     TYPE_NAMES(names_spell)
#define TYPE_ENUM_ATTACK    TYPE_NAMES(names_attack)
#define TYPE_ENUM_ROLL      TYPE_NAMES(names_roll)
#define TYPE_ENUM_STRIKE    TYPE_NAMES(names_strike)
#define TYPE_ENUM_LINE      TYPE_NAMES(names_line)
#define TYPE_ENUM_NOTE      TYPE_NAMES(names_note)
#define TYPE_ENUM_SEAT_NOTE TYPE_NAMES(names_seat_note)
#define TYPE_ENUM_PAIR      TYPE_NAMES(names_pair)
#define TYPE_ENUM_DURATION  TYPE_NAMES(names_duration)
#define TYPE_ENUM_EFFECT    TYPE_NAMES(names_effect)
#define TYPE_ENUM_QUESTION  TYPE_NAMES(names_question)
#define TYPE_ENUM_TRAIT     TYPE_NAMES(names_trait)

#define TYPE_CARD  TYPE_RANGE(0, AR_MAX_CARDS - 1)
#define TYPE_VALUE TYPE_RANGE(-100000, 100000)
#define TYPE_MODS  TYPE_MODS_IN(-100000, 100000)

#include "games/arena/rules/gen_config.inc"
#include "engine/gen_tables.inc"

const char *ar_trait_word(int trait)
{
	return names_trait[trait];
}

int ar_trait_named(struct str word)
{
	for (int i = 1; i < N_AR_TRAITS; i++)
		if (str_is(word, names_trait[i]))
			return i;
	return AR_NO_TRAIT;
}

int ar_carried_named(int what, struct str word)
{
	int n = what == 0 ? (int)N_AR_CONDS : what == 1 ? (int)N_AR_TOKENS : 0;
	const char *const *names = what == 0 ? ar_cond_names : ar_token_names;

	for (int i = 0; i < n; i++)
		if (str_is(word, names[i]))
			return i;
	n = what > 1 ? ar_trait_named(word) : 0;
	return n ? n : -1;
}

static const char *const subtypes[] = {
	"light",      "lightning",   "flame",     "hydro",     "wind",
	"teleport",   "command",     "metamagic", "acid",      "vampiric",
	"mana",       "force",       "healing",   "psychic",   "demon",
	"cleric",     "animal",      "canine",    "gremlin",   "knight",
	"soldier",    "cat",         "bat",       "serpent",   "reptile",
	"faerie",     "lycanthrope", "angel",     "horse",     "bird",
	"worm",       "ape",         "vampire",   "high elf",  "undead",
	"skeleton",   "bear",        "lizard",    "totem",     "structure",
	"artifact",   "cloud",       "portal",    "temple",    "plant",
	"tree",       "obelisk",     "rune",      "poison",    "vine",
	"stone",      "curse",       "defense",   "barrier",   "illusion",
	"protection", "aegis",       "trap",      "transform", "wood elf",
	"human"
};
static_assert(ARRAY_LEN(subtypes) <= AR_SUBTYPES, "a bit for each");

const char *ar_subtype_word(int subtype)
{
	return 0 <= subtype && subtype < (int)ARRAY_LEN(subtypes)
		       ? subtypes[subtype]
		       : "";
}

int ar_subtype_named(struct str word)
{
	for (int i = 0; i < (int)ARRAY_LEN(subtypes); i++)
		if (str_is(word, subtypes[i]))
			return i;
	return -1;
}
