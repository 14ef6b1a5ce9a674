/*
 * src/games/dungeons/rules/dungeons.h - the public interface of Dungeons:
 * Pyramid: the system, its tables and the values of event fields. The numbers
 * of rules, events, orders, refusals, conditions and options are in numbers.h.
 */
#ifndef GAMES_DUNGEONS_RULES_DUNGEONS_H
#define GAMES_DUNGEONS_RULES_DUNGEONS_H
#include "engine/option.h"
#include "games/dungeons/rules/state.h"

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
/* logs hold its numbers: add at the end only */
enum dg_heal_by { DG_HEAL_DIE, DG_HEAL_VALUE };
/* logs hold its numbers: add at the end only */
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
extern const char *const dg_phases[N_DG_PHASES];
extern const struct option_row dg_options[N_DG_OPTIONS];

/* Values of a board for reports, besides the state itself. */

/* may be entered by whoever walks (DG-GEO-03) */
bool dg_enterable(const struct dg_state *s, int32_t sq);

/* DG-GEO-07; gives the direction from a to b, or -1. Of two that are near each
 * other (dg_near) dg_joins tells. */
int dg_joins(const struct dg_state *s, int32_t a, int32_t b);

static inline int dg_adjacent(const struct dg_state *s, int32_t a, int32_t b)
{
	return dg_near(a, b) ? dg_joins(s, a, b) : -1;
}

/* SP of the piece: left, or those it would start with */
int32_t dg_sp(const struct dg_state *s, int32_t piece);

/* the player whose entrance, then exit, is chosen now; -1: none */
int dg_doorway(const struct dg_state *s);

/* chests that the seat may hold (DG-TRS-04), and holds, stored ones apart */
int dg_limit(const struct dg_state *s, int seat);
int dg_holding(const struct dg_state *s, int seat);

/* Clicks of Venom (DG-SA-28) that the first order of this turn brings to the
 * figure, before it is done itself; *by: whose. 0: none, *by is kept. */
int32_t dg_venom_waits(const struct dg_state *s, int target, int *by);

/* The number of the ability with this keyword ("magic blast"), 0 if none. */
int dg_ability_named(struct str name);

/* The terrain for a letter of a map (DG-GEO-03), -1 if none. */
int dg_terrain_of(char letter);
#endif
