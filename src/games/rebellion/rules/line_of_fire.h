/*
 * src/games/rebellion/rules/line_of_fire.h - tests lines of fire: clear,
 * blocked or doubtful, why, and the target's bonus. Sections 12 and 18 of the
 * rules.
 */
#ifndef GAMES_REBELLION_RULES_LINE_OF_FIRE_H
#define GAMES_REBELLION_RULES_LINE_OF_FIRE_H
#include "games/rebellion/rules/terrain_contact.h"

enum { LINE_MAX_CAUSES = GROUND_MAX_BASES + 2 * GROUND_MAX_FEATURES };

/* What an attack asks of a line, and what it does not care for. */
enum line_flag {
	LINE_ANY_ARC = 1 << 0,  /* Shockwave: in any direction */
	LINE_NO_BASES = 1 << 1, /* Shockwave: bases never block */
	/* Magic Blast: nothing blocks or hinders, height still counts */
	LINE_NO_OBSTACLES = 1 << 2,
	LINE_STEALTH = 1 << 3,      /* the target has Stealth in use */
	LINE_NO_HINDERING = 1 << 4, /* firer with Nature's Ally, CV-SUB-03 */
	/* what gives no modifier to a firer at its edge blocks for Stealth all
	 * the same: option stealth_edge */
	LINE_STEALTH_EDGE = 1 << 5
};

struct line_query {
	int32_t firer, target; /* bases */
	int32_t facing, arc;   /* of the firer */
	int32_t range;         /* u: 100 an inch; Shockwave 50 an inch */
	unsigned flags;        /* enum line_flag */
};

/* reasons, in the order in which they are reported, RB-LOF-10 */
enum line_reason {
	LINE_OK,
	LINE_NOT_IN_ARC,   /* RB-LOF-02 */
	LINE_OUT_OF_RANGE, /* RB-LOF-02 */
	LINE_BASE,         /* RB-LOF-03: base index */
	LINE_TERRAIN,      /* RB-BLK-01, RB-ELV-03 to 05: feature index */
	LINE_STEALTHY      /* RB-SPD-50: hindering feature index */
};

struct line_cause {
	enum line_reason why;
	int32_t index; /* of the base or feature, else GROUND_NONE */
};

enum line_verdict { LINE_CLEAR, LINE_DOUBTFUL, LINE_BLOCKED };

struct line {
	enum line_verdict verdict;
	/* in u, from dot to dot, and how long it may be: RB-LOF-02 */
	int32_t length, range;
	struct line_cause block; /* why, if blocked */
	/* why, if doubtful (RB-LOF-03, RB-LOF-05), in the same order */
	int32_t n_causes;
	struct line_cause causes[LINE_MAX_CAUSES];
	/* +1 defense each; set if the line is not blocked */
	bool hindering;      /* RB-HIN-04, RB-WALL-04 */
	int32_t hindered_by; /* the first such feature, or GROUND_NONE */
	bool height;         /* RB-ELV-07 */
};

/* judge one line of fire */
void line_check(const struct ground *g, const struct line_query *q,
		struct line *out);
#endif
