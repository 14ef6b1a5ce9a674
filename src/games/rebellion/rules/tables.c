/* src/games/rebellion/rules/tables.c - makes the tables from the .def files */
#include "games/rebellion/rules/tables.h"
#include "base/ascii.h"
#include "engine/field_types.h"

const char *const rb_phases[N_RB_PHASES] = { "before", "army",    "pile",
					     "roll",   "terrain", "deploy",
					     "start",  "play",    "over" };
static const char *const names_side[] = { "S", "W", "N", "E" };
static const char *const names_terrain[] = { "hindering", "blocking",
					     "elevated",  "shallow",
					     "deep",      "lowwall",
					     "concealing" };
static const char *const names_where[] = { "pile", "board" };
static const char *const names_action[] = { "move", "ranged", "close", "pass",
					    "special" };
static const char *const names_attack[] = { "ranged", "close" };
static const char *const names_result[] = { "miss", "hit", "critical hit",
					    "critical miss" };
static const char *const names_cause[] = {
	"attack",     "pushing", "critical miss", "pole arm", "berserk",
	"necromancy", "trample", "venom",         "no room"
};
static const char *const names_question[] = { "nothing", "spin", "defend" };
static const char *const names_policy[] = { "auto", "direct", "never", "fixed",
					    "inherit" };
static const char *const names_line[] = { "clear", "doubtful", "refused" };
static const char *const names_reason[] = { "not over", "one side left",
					    "time limit", "agreement" };
static const char *const names_then[] = { "fight", "shoot" };
static const char *const names_use[] = { "plain", "blast", "flame", "wave" };
static const char *const names_heal_by[] = { "die", "value" };
const char *const rb_quarters[RB_LEFT + 1] = { "front", "right", "back",
					       "left" };
const char *const rb_dials[RB_DIAL_MOUNT + 1] = { "rider", "mount" };
static const char *const names_fall[] = { "order", "mount eliminated",
					  "overwhelm" };
static const char *const names_removal[] = { "skittish", "no place" };
static const char *const names_ability[] = {
	"",
#define ABILITY(sym, name, slot, optional, rule, defined) name,
#include "games/rebellion/rules/abilities.def"
#undef ABILITY
};

NAMES_TO(names_side, RB_EAST);
NAMES_TO(names_terrain, FEATURE_CONCEALING);
NAMES_TO(names_where, RB_LIES);
NAMES_TO(names_action, RB_ACTION_SPECIAL);
NAMES_TO(names_attack, RB_CLOSE);
NAMES_TO(names_result, RB_CRITICAL_MISS);
NAMES_TO(names_cause, RB_BY_NO_ROOM);
NAMES_TO(names_question, RB_ASKS_DEFEND);
NAMES_TO(names_policy, RB_POLICY_INHERIT);
NAMES_TO(names_line, RB_LINE_REFUSED);
NAMES_TO(names_reason, RB_AGREEMENT);
NAMES_TO(names_then, RB_THEN_SHOOT);
NAMES_TO(names_use, RB_USE_WAVE);
NAMES_TO(names_heal_by, RB_HEAL_VALUE);
NAMES_TO(names_fall, RB_FALL_OVERWHELM);
NAMES_TO(names_removal, RB_REMOVED_NO_PLACE);
NAMES_TO(names_ability, N_RB_ABILITIES - 1);

#define TYPE_ENUM_PHASE    TYPE_NAMES(rb_phases)
#define TYPE_ENUM_SIDE     TYPE_NAMES(names_side)
#define TYPE_ENUM_TERRAIN  TYPE_NAMES(names_terrain)
#define TYPE_ENUM_WHERE    TYPE_NAMES(names_where)
#define TYPE_ENUM_ACTION   TYPE_NAMES(names_action)
#define TYPE_ENUM_ATTACK   TYPE_NAMES(names_attack)
#define TYPE_ENUM_RESULT   TYPE_NAMES(names_result)
#define TYPE_ENUM_CAUSE    TYPE_NAMES(names_cause)
#define TYPE_ENUM_QUESTION TYPE_NAMES(names_question)
#define TYPE_ENUM_POLICY   TYPE_NAMES(names_policy)
#define TYPE_ENUM_LINE     TYPE_NAMES(names_line)
#define TYPE_ENUM_REASON   TYPE_NAMES(names_reason)
#define TYPE_ENUM_THEN     TYPE_NAMES(names_then)
#define TYPE_ENUM_USE      TYPE_NAMES(names_use)
#define TYPE_ENUM_HEAL_BY  TYPE_NAMES(names_heal_by)
#define TYPE_ENUM_QUARTER  TYPE_NAMES(rb_quarters)
#define TYPE_ENUM_ABILITY  TYPE_NAMES(names_ability)
#define TYPE_ENUM_DIAL     TYPE_NAMES(rb_dials)
#define TYPE_ENUM_FALL     TYPE_NAMES(names_fall)
#define TYPE_ENUM_REMOVAL  TYPE_NAMES(names_removal)

/* numbers of events.def */
#define TYPE_PLACE   TYPE_POINT_IN(-GEO_MAX, GEO_MAX)
#define TYPE_PLACES  TYPE_POINTS_IN(-GEO_MAX, GEO_MAX)
#define TYPE_DEGREE  TYPE_RANGE(0, 359)
#define TYPE_DIE     TYPE_RANGE(0, 6) /* 0: not rolled */
#define TYPE_SCORE   TYPE_RANGE(0, 10000000)
#define TYPE_VALUE   TYPE_RANGE(-100000, 100000)
#define TYPE_MODS    TYPE_MODS_IN(-100000, 100000)
#define TYPE_ACTIONS TYPE_RANGE(0, 1000)

#include "games/rebellion/rules/gen_config.inc"
#include "engine/gen_tables.inc"

const struct rb_ability_row rb_abilities[N_RB_ABILITIES] = {
	{ "", N_RB_SLOTS, false, RB_NO_RULE, false },
#define ABILITY(sym, name, slot, optional, rule, defined)                      \
	{ name, RB_##slot, optional, rule, defined },
#include "games/rebellion/rules/abilities.def"
#undef ABILITY
};
static_assert(N_RB_ABILITIES <= 64, "abilities are bits of two words");

const struct rb_proficiency_row rb_proficiencies[N_RB_PROFICIENCIES] = {
#define PROFICIENCY(sym, name, rule) { name, rule },
#include "games/rebellion/rules/proficiencies.def"
#undef PROFICIENCY
};

const char *const rb_mount_names[N_RB_MOUNTS] = {
	"none",           "battle horse", "cloud griffon",
	"desert warbird", "horned stag",  "pegasus",
	"salamander",     "sky dragon",   "technocat"
};
const char *const rb_level_names[N_RB_LEVELS] = { "skittish", "independent",
						  "mean" };
const char *const rb_subfaction_names[N_RB_SUBFACTIONS] = {
	"none", "dark riders", "wylden host", "other"
};

int rb_ability_named(struct str name)
{
	for (int i = 1; i < N_RB_ABILITIES; i++) {
		size_t n = strlen(rb_abilities[i].name), k = 0;

		while (n == name.len && k < n &&
		       ascii_lower(name.s[k]) == rb_abilities[i].name[k])
			k++;
		if (k == n)
			return i;
	}
	return RB_NO_ABILITY;
}

/* one argument; gives how many words it took */
static int argument_render(struct buf *out, enum field_type type,
			   const int32_t *w, int n)
{
	char room[4 * REFUSAL_MAX_ARGS + 1];

	switch (type) {
	case FIELD_LABEL: label_render(out, w[0]); return 1;
	case FIELD_TEXT:
		buf_adds(out, text_unpack(w, n, room, sizeof(room)));
		return n;
	case FIELD_ENUM: rb_refusal_render(out, w[0], w + 1, n - 1); return n;
	default: buf_addi(out, w[0]); return 1;
	}
}

void rb_refusal_render(struct buf *out, int reason, const int32_t *args, int n)
{
	const struct refusal_kind *k;

	if (reason <= 0 || reason >= N_RB_REFUSALS)
		return;
	k = &rb_refusals[reason];
	for (const char *c = k->text; *c; c++) {
		if (c[0] == '{' && c[1] >= '0' && c[1] < '0' + k->n_args &&
		    c[2] == '}') {
			int i = c[1] - '0'; /* each is one word but the last */

			if (i < n)
				argument_render(out, k->args[i], args + i,
						n - i);
			c += 2;
		} else {
			buf_addc(out, *c);
		}
	}
}
