/*
 * src/games/rebellion/rules/damage.h - turns dials: damage, healing and
 * elimination
 */
#ifndef GAMES_REBELLION_RULES_DAMAGE_H
#define GAMES_REBELLION_RULES_DAMAGE_H
#include "games/rebellion/rules/position.h"

/* one field: the click a figure shows with so many wounds, [] for skulls */
void rb_shown(struct event *e, int field, const struct rb_state *s, int f,
	      int wounds);

/* Damage on its way to a dial. */
struct rb_blow {
	enum rb_cause cause;
	int by;   /* body of who deals it, or -1 */
	int base; /* clicks before Toughness and the like */
	int n_more;
	struct {
		int rule, amount;
	} more[4];            /* more bases after this one */
	int critical;         /* added after Toughness, RB-CRIT-02 */
	int rules[2];         /* more that it names, or 0 */
	bool ignores_defense; /* RB-ATK-51 */
};

/* clicks that a dial takes of a blow, however many it has left: RB-DMG-02 */
int rb_clicks_of(const struct rb_state *s, int f, const struct rb_blow *blow);

/* gives the clicks turned */
int rb_damage(struct run *r, int f, const struct rb_blow *blow);
void rb_heal(struct run *r, int f, enum rb_ability cause, int by, int base,
	     int extra);
void rb_capture(struct run *r, int f, int by, int rule);
void rb_eliminate(struct run *r, int f, enum rb_cause cause, int by);
void rb_score(struct run *r, int seat, int points, int32_t label, int rule);
void rb_free_captive(struct run *r, int controller, int rule);
#endif
