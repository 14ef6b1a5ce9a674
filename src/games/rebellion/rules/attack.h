/*
 * src/games/rebellion/rules/attack.h - checks and resolves attacks:
 * attack_check.c, attack.c
 */
#ifndef GAMES_REBELLION_RULES_ATTACK_H
#define GAMES_REBELLION_RULES_ATTACK_H
#include "games/rebellion/rules/move.h"

enum { RB_MAX_DOUBT_CAUSES = 24 };

struct rb_target {
	int fig;         /* its body */
	int dial;        /* whose values and clicks: CV-TGT-01 */
	bool area;       /* an area effect reached both: CV-TGT-03 */
	bool doubtful;   /* of Shockwave: a die decides about the line */
	bool rear;       /* of Sweep: the attacker touches its rear arc */
	bool hindering;  /* RB-HIN-04 */
	int hindered_by; /* the feature, or GROUND_NONE */
	bool height;     /* RB-ELV-07, RB-ELV-09 */
	bool spread;     /* a neighbour of Flame/Lightning */
};

struct rb_attack {
	int attacker;         /* its body */
	int dial;             /* that it uses: CV-ACT-04 */
	enum rb_dial against; /* the dial of a unit that the order does not
			       * name */
	enum rb_attack_kind kind;
	enum rb_ability ability; /* that makes it special */
	bool capture, plain, heals, by_value;
	int granted[3]; /* rules that grant it after a move, or 0 */
	int n_members;
	int member[RB_MAX_MEMBERS], member_dial[RB_MAX_MEMBERS];
	bool rear; /* an attacker touches the target's rear arc */
	int n_targets;
	struct rb_target target[RB_MAX_FIGS];
	/* doubtful lines to be settled, in order */
	int n_doubts;
	struct {
		int firer, target;
		int n;
		int32_t label[RB_MAX_DOUBT_CAUSES];
	} doubt[RB_MAX_FIGS];
};

/* may it make that kind of attack at all, with that dial: check 8 */
bool rb_may_shoot(const struct rb_state *s, const struct rb_ground *b, int f,
		  int dial, struct refusal *no);
bool rb_may_fight(const struct rb_state *s, int f, int dial,
		  struct refusal *no);

/* Which attack of which figure. */
struct rb_attack_as {
	int f;
	bool shoot, heal;
};

/* Check 8 alone, whatever the target: may there be such an attack at all? Then
 * *a is what it is but for whom it concerns. */
bool rb_attack_ready(const struct rb_state *s, const struct rb_ground *b,
		     const struct decision *d, struct rb_attack_as as,
		     struct rb_attack *a, struct refusal *no);

/* The other checks, of one that is ready: at these targets, by these members.
 * Of another order that differs in no more than those it may be asked again. */
bool rb_attack_aim(const struct rb_state *s, const struct rb_ground *b,
		   const struct decision *d, struct rb_attack *a,
		   struct refusal *no);

/*
 * Work out an attack or a healing from the arguments: all checks from 8 on.
 */
bool rb_attack_plan(const struct rb_state *s, const struct rb_ground *b,
		    const struct decision *d, struct rb_attack_as as,
		    struct rb_attack *a, struct refusal *no);

/* it strikes with the lance, not with its weapon: CV-PROF-02 */
bool rb_impales(const struct rb_state *s, const struct rb_attack *a);

/* the members form one group, RB-FORM-05 */
bool rb_grouped(const struct rb_state *s, const struct rb_ground *b,
		const int *fig, int n);

/* what holds for all formations: faction, cliffs, group (RB-FORM) */
bool rb_formation_check(const struct rb_state *s, const struct rb_ground *b,
			const int *fig, int n, bool grouped,
			struct refusal *no);

/* a line of fire from dial to dial as this attack needs it; why it is blocked
 */
void rb_line_ask(const struct rb_state *s, const struct rb_ground *b, int f,
		 int t, enum rb_ability ability, struct line *line);
bool rb_line_refuse(const struct rb_state *s, const struct rb_ground *b,
		    const struct line *line, struct refusal *no);

/* roll for the doubtful lines; false: one is not allowed */
bool rb_attack_roll_lines(struct run *r, struct rb_attack *a,
			  struct refusal *no);

/* dials of its side that this dial touches; of a unit the other half too */
uint64_t rb_comrades(const struct rb_state *s, const struct rb_ground *b,
		     int dial);

/* who lends its defense to that dial, or -1 (RB-DEF-50) */
int rb_lender(const struct rb_state *s, const struct rb_ground *b, int target);

/* roll, hit, hurt; figures in `own` use their own defense */
void rb_attack_roll(struct run *r, const struct rb_ground *b,
		    const struct rb_attack *a, uint64_t own);

/*
 * The odds of an attack, counted over all rolls: it hits its first target in
 * `hits` of `of` equally likely rolls. clicks, harm: sums over the 36 rolls of
 * the two dice and the six faces of a die of damage, so 216 times their mean,
 * to opponents (or healed) and to friends, if no line is in doubt and no dial
 * ends before.
 */
struct rb_odds {
	int32_t hits, of;
	int32_t clicks, harm;
};

/* Of an attack or a healing that was planned; every Defend that can be lent is
 * lent. False: more dice than these decide. */
bool rb_attack_odds(const struct rb_state *s, const struct rb_ground *b,
		    const struct rb_attack *a, struct rb_odds *o);

/* The answer to ODDS about an attack that was planned: what each side adds,
 * what the dice must show, how likely that is. */
void rb_odds_emit(struct run *r, int seat, const struct rb_ground *b,
		  const struct rb_attack *a);
#endif
