/*
 * src/rules/rebellion/rebellion.h - Mage Knight Rebellion for those outside:
 * the system, and the numbers of its rules, events, decisions, refusals,
 * conditions and their parts, as the .def files beside this list them:
 *	RB_CLS_02				a rule
 *	RB_EV_MOVED, RB_EV_MOVED_PATH		a kind of event, its field
 *	RB_ORDER_MOVE, RB_TAG_TO		a kind of decision, a tag
 *	RB_REFUSAL_TOO_FAR			a refusal
 *	RB_COND_DEAD				a condition
 */
#ifndef RULES_REBELLION_REBELLION_H
#define RULES_REBELLION_REBELLION_H
#include "rules/option.h"
#include "rules/rebellion/state.h"

enum rb_rule {
	RB_NO_RULE,
#define X(sym, id) sym,
#include "rules/rebellion/rules.def"
#undef X
	N_RB_RULES
};

enum rb_event {
	RB_EVENT_BEFORE_FIRST = EVENT_FIRST_OWN - 1,
#define EVENT(sym, name) RB_EV_##sym,
#define FIELD(sym, f, name, type)
#define END(sym)
#include "rules/rebellion/events.def"
#undef EVENT
#undef FIELD
#undef END
	RB_EVENTS_END,
	N_RB_EVENTS = RB_EVENTS_END - EVENT_FIRST_OWN
};

#define EVENT(sym, name)          enum {
#define FIELD(sym, f, name, type) RB_EV_##sym##_##f,
#define END(sym)                                                               \
	N_RB_FIELDS_##sym                                                      \
	}                                                                      \
	;
#include "rules/rebellion/events.def"
#undef EVENT
#undef FIELD
#undef END

enum rb_order {
	RB_ORDER_BEFORE_FIRST = DECISION_FIRST_OWN - 1,
#define ORDER(sym, name, rule) RB_ORDER_##sym,
#define TAG(sym, name, type)
#include "rules/rebellion/orders.def"
#undef ORDER
#undef TAG
	RB_ORDERS_END,
	N_RB_ORDERS = RB_ORDERS_END - DECISION_FIRST_OWN
};

enum rb_tag {
#define ORDER(sym, name, rule)
#define TAG(sym, name, type) RB_TAG_##sym,
#include "rules/rebellion/orders.def"
#undef ORDER
#undef TAG
	N_RB_TAGS
};

enum rb_refusal {
#define REFUSAL0(sym, name, text)       RB_REFUSAL_##sym,
#define REFUSAL1(sym, name, text, a)    RB_REFUSAL_##sym,
#define REFUSAL2(sym, name, text, a, b) RB_REFUSAL_##sym,
#include "rules/rebellion/refusals.def"
#undef REFUSAL0
#undef REFUSAL1
#undef REFUSAL2
	N_RB_REFUSALS
};

enum rb_condition {
#define CONDITION(sym, name) RB_COND_##sym,
#include "rules/rebellion/conditions.def"
#undef CONDITION
	N_RB_CONDITIONS
};

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
enum rb_then { RB_THEN_FIGHT, RB_THEN_SHOOT };
enum rb_use { RB_USE_PLAIN, RB_USE_BLAST, RB_USE_FLAME, RB_USE_WAVE };
enum rb_heal_by { RB_HEAL_DIE, RB_HEAL_VALUE };
enum rb_quarter { RB_FRONT, RB_RIGHT, RB_BACK, RB_LEFT };
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
extern const struct rb_ability_row rb_abilities[N_RB_ABILITIES];

/* What is printed on mounts: bit 1 << its number on cards. */
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
