/*
 * src/games/dungeons/rules/attack.h - checks and resolves attacks: attack.c,
 * attack_events.c and damage.c
 */
#ifndef GAMES_DUNGEONS_RULES_ATTACK_H
#define GAMES_DUNGEONS_RULES_ATTACK_H
#include "games/dungeons/rules/exec.h"

bool dg_decide_attack(struct run *r, int seat, const struct decision *d,
		      struct refusal *no);
bool dg_decide_heal(struct run *r, int seat, const struct decision *d,
		    struct refusal *no);
void dg_job_free(struct run *r, struct dg_work *w, const int32_t *job);
void dg_job_counter(struct run *r, struct dg_work *w, const int32_t *job,
		    const struct decision *answer);

/* roll the die of an ability for its clicks; 0, and r->unknown, in a preview.
 * rule: the reason of the roll, besides the ability's own */
int dg_damage_die(struct run *r, int32_t label, enum dg_ability a, int rule);

/* clicks of damage; mods explain them. award: XP for who did it */

/* A loss of clicks. */
struct dg_wound {
	int32_t clicks;
	int32_t by; /* a label */
	enum dg_cause cause;
	const int32_t *mods; /* n_mods words, as in the event */
	int n_mods;
	bool award; /* an elimination gives experience */
};
void dg_hurt(struct run *r, int f, const struct dg_wound *x);
void dg_heal(struct run *r, int f, int32_t by, int32_t clicks, int rule);
int32_t dg_reduce(const struct dg_state *s, int f, int32_t clicks, bool ability,
		  int32_t mods[DG_MOD_WORDS], int *n_mods);

/* One comparison of a roll with a defense. */
struct dg_blow {
	int32_t attacker, target; /* labels; also of chests and doors */
	int32_t value;            /* printed attack value */
	int roll;
	int32_t mods[DG_MOD_WORDS];
	int n_mods;
	int32_t defense;
	int32_t dmods[DG_MOD_WORDS];
	int n_dmods;
	int rule;
	bool plain; /* 2 and 12 mean nothing */
};

/* What a total does against a defense. */
enum dg_result dg_blow_result(const struct dg_blow *b, int32_t total,
			      int32_t against);
enum dg_result dg_blow_emit(struct run *r, const struct dg_blow *b);

/* The amounts of a list of pairs (rule, amount). */
int32_t dg_mods_sum(const int32_t *mods, int n);

/* The ability changes how an attack of this kind is made. */
bool dg_ability_shapes(enum dg_ability a, bool ranged);
/*
 * The defense of f and what changes it. pierced: by an attack that minds no
 * armor (DG-SA-48); bare: by one that minds no ability at all (DG-SA-25).
 */
void dg_blow_defense(const struct dg_state *s, int f, bool ranged, bool pierced,
		     bool bare, struct dg_blow *b);
int dg_dice_emit(struct run *r, int32_t attacker); /* 2..12; 0 unknown */

/* An attack that is declared. */
struct dg_declared {
	int32_t attacker; /* a label */
	const int32_t *targets;
	int n;
	enum dg_attack_kind kind;
	int ability; /* 0: none */
	int32_t cost;
	int rule;
};
void dg_declare_emit(struct run *r, const struct dg_declared *x);

/*
 * What the dice of an attack or a healing may bring, counted over all of them:
 * it hits its first target in `hits` of `of` equally likely rolls, of two dice
 * and one of Dodge. clicks, harm: sums over the 216 and the six faces of a die
 * of damage, so 1296 times their mean, to all enemies and friends, if no dial
 * ends before; 0 of a healing. Asked of the state in which the dice are about
 * to fall; false: it would be refused there.
 */
struct dg_odds {
	int32_t hits, of;
	int32_t clicks, harm;
};
bool dg_strike_odds(const struct dg_state *s, const struct decision *d,
		    struct dg_odds *o);

/*
 * Whom else an attack strikes (Sweep, Flame/Lightning), the order's own target
 * left out, and who may strike back, as far as the position shows; also of
 * STEAL. At most max labels each; what the defenders hold back is not known.
 */
struct dg_struck {
	int32_t n_also, n_back;
	int32_t *also, *back; /* borrowed */
};
void dg_strike_struck(const struct dg_state *s, const struct decision *d,
		      int max, struct dg_struck *out);

/* Answer ODDS, about an attack of the decision's FIG on its TARGET in the
 * current position, or emit the reason that there is none. False: emits
 * nothing; the attack is impossible, and `why` has the reason. */
bool dg_odds_emit(struct run *r, int seat, const struct decision *d,
		  bool ranged, struct refusal *why);
void dg_no_odds_emit(struct run *r, int seat, const struct decision *d,
		     bool ranged, const struct refusal *why);

void dg_job_curse(struct run *r, const int32_t *job);
void dg_xp(struct run *r, int seat, int32_t points, int32_t fig, int rule);
void dg_levels_waited(struct run *r, int seat); /* of its turn before */
bool dg_level_check(const struct dg_state *s, int seat,
		    const struct decision *d, struct refusal *no);
void dg_job_level(struct run *r, struct dg_work *w, const int32_t *job,
		  const struct decision *answer);
#endif
