/*
 * src/games/rebellion/rules/rebellion.h - the public interface of Mage Knight
 * Rebellion: the system, its tables and the values of event fields. The
 * numbers of rules, events, orders, refusals, conditions and options are in
 * numbers.h.
 */
#ifndef GAMES_REBELLION_RULES_REBELLION_H
#define GAMES_REBELLION_RULES_REBELLION_H
#include "engine/option.h"
#include "games/rebellion/rules/state.h"

/* values of enumerated fields and tags; their names are in tables.c */
enum rb_action_kind {
	RB_ACTION_MOVE,
	RB_ACTION_RANGED,
	RB_ACTION_CLOSE,
	RB_ACTION_PASS,
	RB_ACTION_SPECIAL /* CV-BRG-02 */
};
enum rb_attack_kind { RB_RANGED, RB_CLOSE };
enum rb_result { RB_MISS, RB_HIT, RB_CRITICAL_HIT, RB_CRITICAL_MISS };
enum rb_cause { /* of clicks and eliminations */
		RB_BY_ATTACK,
		RB_BY_PUSHING,
		RB_BY_CRITICAL_MISS,
		RB_BY_POLE_ARM,
		RB_BY_BERSERK,
		RB_BY_NECROMANCY,
		RB_BY_TRAMPLE,
		RB_BY_VENOM,
		RB_BY_NO_ROOM /* a rider for whom there is no place */
};
enum rb_line_result { RB_LINE_CLEAR, RB_LINE_DOUBTFUL, RB_LINE_REFUSED };
/* logs hold its numbers: add at the end only */
enum rb_then { RB_THEN_FIGHT, RB_THEN_SHOOT };
/* logs hold its numbers: add at the end only */
enum rb_use { RB_USE_PLAIN, RB_USE_BLAST, RB_USE_FLAME, RB_USE_WAVE };
/* logs hold its numbers: add at the end only */
enum rb_heal_by { RB_HEAL_DIE, RB_HEAL_VALUE };
/* logs hold its numbers: add at the end only */
enum rb_quarter { RB_FRONT, RB_RIGHT, RB_BACK, RB_LEFT };
/* logs hold its numbers: add at the end only */
enum rb_dial { RB_DIAL_RIDER, RB_DIAL_MOUNT }; /* of a unit */
enum rb_fall { RB_FALL_ORDER, RB_FALL_MOUNT_LOST, RB_FALL_OVERWHELM };
enum rb_removal { RB_REMOVED_SKITTISH, RB_REMOVED_NO_PLACE };

extern const struct system system_rebellion;

/* The cards' abilities: keyword, slot, optional, rule. Row 0 is none. */
struct rb_ability_row {
	const char *name;
	int slot;
	bool optional;
	int rule;
	bool defined;
};
extern const char *const rb_phases[N_RB_PHASES];
extern const struct rb_ability_row rb_abilities[N_RB_ABILITIES];

/* The proficiencies printed on mounts: bit 1 << number on cards. */
struct rb_proficiency_row {
	const char *name;
	int rule;
};
extern const struct rb_proficiency_row rb_proficiencies[N_RB_PROFICIENCIES];

/* Names of the words of figure_defined.cavalry. */
extern const char *const rb_mount_names[N_RB_MOUNTS];
extern const char *const rb_level_names[N_RB_LEVELS];
extern const char *const rb_subfaction_names[N_RB_SUBFACTIONS];

/* The options of section 23. */
extern const struct option_row rb_options[N_RB_OPTIONS];

/*
 * A refusal in English as cases compare it, e.g. "path crosses B2". n words of
 * args; reason is a row of refusals.def.
 */
void rb_refusal_render(struct buf *out, int reason, const int32_t *args, int n);

/* The starting area at a side of the board (RB-SETUP-07). */
struct polygon rb_zone(const struct rb_state *s, int side);

/* The number of the ability called so ("Magic Blast"), 0 if none. */
int rb_ability_named(struct str name);
#endif
