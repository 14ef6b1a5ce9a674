/*
 * src/rules/dungeons/dungeons.h - Dungeons: Pyramid for those outside:
 * the system, and the numbers of its rules, events, decisions, refusals,
 * conditions and their parts, as the .def files beside this list them:
 *	DG_CLOSE_02				a rule
 *	DG_EV_STEPPED, DG_EV_STEPPED_TO		a kind of event, its field
 *	DG_ORDER_MOVE, DG_TAG_TO		a kind of decision, a tag
 *	DG_REFUSAL_NO_SP			a refusal
 *	DG_COND_DEAD				a condition
 */
#ifndef RULES_DUNGEONS_DUNGEONS_H
#define RULES_DUNGEONS_DUNGEONS_H
#include "rules/option.h"
#include "rules/dungeons/state.h"

enum dg_rule {
	DG_NO_RULE,
#define X(sym, id) sym,
#include "rules/dungeons/rules.def"
#undef X
	N_DG_RULES
};

enum dg_event {
	DG_EVENT_BEFORE_FIRST = EVENT_FIRST_OWN - 1,
#define EVENT(sym, name) DG_EV_##sym,
#define FIELD(sym, f, name, type)
#define END(sym)
#include "rules/dungeons/events.def"
#undef EVENT
#undef FIELD
#undef END
	DG_EVENTS_END,
	N_DG_EVENTS = DG_EVENTS_END - EVENT_FIRST_OWN
};

#define EVENT(sym, name)          enum {
#define FIELD(sym, f, name, type) DG_EV_##sym##_##f,
#define END(sym)                                                               \
	N_DG_FIELDS_##sym                                                      \
	}                                                                      \
	;
#include "rules/dungeons/events.def"
#undef EVENT
#undef FIELD
#undef END

enum dg_order {
	DG_ORDER_BEFORE_FIRST = DECISION_FIRST_OWN - 1,
#define ORDER(sym, name, rule) DG_ORDER_##sym,
#define TAG(sym, name, type)
#include "rules/dungeons/orders.def"
#undef ORDER
#undef TAG
	DG_ORDERS_END,
	N_DG_ORDERS = DG_ORDERS_END - DECISION_FIRST_OWN
};

enum dg_tag {
#define ORDER(sym, name, rule)
#define TAG(sym, name, type) DG_TAG_##sym,
#include "rules/dungeons/orders.def"
#undef ORDER
#undef TAG
	N_DG_TAGS
};

enum dg_refusal {
#define REFUSAL0(sym, name, text)    DG_REFUSAL_##sym,
#define REFUSAL1(sym, name, text, a) DG_REFUSAL_##sym,
#include "rules/dungeons/refusals.def"
#undef REFUSAL0
#undef REFUSAL1
	N_DG_REFUSALS
};

enum dg_condition {
#define CONDITION(sym, name) DG_COND_##sym,
#include "rules/dungeons/conditions.def"
#undef CONDITION
	N_DG_CONDITIONS
};

/* values of enumerated fields and tags; their names are in tables.c */
enum dg_attack_kind {
	DG_CLOSE,
	DG_RANGED,
	DG_COUNTER,
	DG_FREE,
	DG_HEALING,
	DG_BY_CHEST
};
enum dg_result { DG_MISS, DG_HIT, DG_CRITICAL_HIT, DG_CRITICAL_MISS };
enum dg_cause { /* of clicks and eliminations */
		DG_BY_ATTACK,
		DG_BY_CRITICAL_MISS,
		DG_BY_ABILITY,
		DG_BY_OBJECT
};
enum dg_heal_by { DG_HEAL_DIE, DG_HEAL_VALUE };
enum dg_side { DG_LEFT, DG_RIGHT };
enum dg_standing {
	DG_STANDING_SPIN,
	DG_STANDING_COUNTER,
	DG_STANDING_PLACE,
	DG_STANDING_CONVERT,
	DG_STANDING_LEVELS,
	DG_STANDING_KEEP,
	DG_STANDING_BREAK
};

extern const struct system system_dungeons;

/* The abilities: keyword, slot, optional, rule. Row 0 is none. */
struct dg_ability_row {
	const char *name;
	int slot;
	bool optional;
	int rule;
};
extern const struct dg_ability_row dg_abilities[N_DG_ABILITIES];

/* The options of section 21. */
extern const struct option_row dg_options[N_DG_OPTIONS];

/* What a report tells of a board beside the state itself. */

/* may be entered by whoever walks (DG-GEO-03) */
bool dg_enterable(const struct dg_state *s, int32_t sq);

/* DG-GEO-07; gives the direction from a to b, or -1 */
int dg_adjacent(const struct dg_state *s, int32_t a, int32_t b);

/* SP of the piece: left, or those it would start with */
int32_t dg_sp(const struct dg_state *s, int32_t piece);

/* chests that the seat may hold (DG-TRS-04), and holds, stored ones apart */
int dg_limit(const struct dg_state *s, int seat);
int dg_holding(const struct dg_state *s, int seat);

/* The number of the ability with this keyword ("magic blast"), 0 if none. */
int dg_ability_named(struct str name);

/* The terrain that a letter of a map stands for (DG-GEO-03), -1 if none. */
int dg_terrain_of(char letter);
#endif
