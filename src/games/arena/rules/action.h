/*
 * src/games/arena/rules/action.h - the actions of creatures: action phases,
 * moves, spells, attacks. The `check` functions change nothing; a step starts
 * only with their result.
 */
#ifndef GAMES_ARENA_RULES_ACTION_H
#define GAMES_ARENA_RULES_ACTION_H
#include "games/arena/rules/damage.h"
#include "games/arena/rules/target.h"

/* --- a step of a plan: activation_step.c
 * ------------------------------------------- */

/* One alternative: its verb and the place of its tags (from..to, words). */
struct ar_alt {
	enum ar_verb verb;
	const struct decision *d;
	int from, to;
	bool must;
	int words_from, words_to; /* of SAME: of the one that it repeats */
};
/* The next alternative from `at` on; *new_step: it begins a step. */
bool ar_alt_next(const struct decision *d, int at, struct ar_alt *out,
		 int *next, bool *new_step);
bool ar_alt_find(const struct ar_alt *a, int tag, struct decision_arg *out);
int32_t ar_alt_int(const struct ar_alt *a, int tag, int32_t fallback);

/* What a step would do, found legal. */
struct ar_choice {
	enum ar_verb verb;
	enum ar_done spends;   /* quick, full; NOTHING: a move action */
	bool there;            /* TOWARD: already there */
	struct ar_frame frame; /* to be pushed */
};
bool ar_check(struct ar_work *w, int32_t actor, const struct ar_alt *a,
	      struct ar_choice *out, struct refusal *no);
void ar_start(struct ar_work *w, int32_t actor, const struct ar_choice *c);

/* may it take a quick, full or move action now (AR-ACT-04 .. -11) */
bool ar_can(const struct ar_work *w, const struct ar_obj *o, enum ar_done what,
	    struct refusal *no);

/* the victim that AR-ACT-20 or -21 forces on the creature, 0 none */
int32_t ar_forced_any(const struct ar_work *w, const struct ar_obj *o);

/* --- moves: move.c ------------------------------------------------------ */

bool ar_check_move(const struct ar_work *w, const struct ar_obj *o, int32_t to,
		   enum ar_how how, struct refusal *no);
const struct ar_obj *ar_hinders(const struct ar_state *s,
				const struct ar_obj *mover, int32_t zone);
void ar_teleport(struct ar_work *w, int32_t obj, int32_t to, int32_t by,
		 enum ar_how how);
/* dir -1: away from the source; extra as in struct ar_shift */
void ar_push_away(struct ar_work *w, int32_t obj, int dir, int32_t by, int seat,
		  int extra);

/* --- attacks: attack.c -------------------------------------------------- */

bool ar_check_attack(const struct ar_work *w, const struct ar_attack *a,
		     struct refusal *no); /* step 1 */
/* as: of whom traits are asked; both may be one (Reverse Attack) */
void ar_blow_of(const struct ar_state *s, const struct ar_attack *a,
		enum ar_blow_as as, struct ar_blow *out);
/* the number of dice as of now (AR-ATK-20) and of the effect die's bonus */
int ar_attack_dice(const struct ar_state *s, const struct ar_attack *a,
		   struct ar_why *why);
int ar_effect_bonus(const struct ar_state *s, const struct ar_attack *a,
		    struct ar_why *why);
/* The damage on the dice of this attack, normal and critical, as one number:
 * all that matters of its faces. */
int32_t ar_dice_harm(const struct ar_state *s, const struct ar_attack *a);
/* projected damage of what is rolled; armor: added to the target's */
int ar_projected(const struct ar_state *s, const struct ar_attack *a,
		 int armor);
/* the profiles of the creature: its own, then of items; false: no more */
bool ar_profile_of(const struct ar_state *s, const struct ar_obj *o, int i,
		   int32_t *source, int32_t *card, int32_t *profile);
void ar_attack_start(struct ar_work *w, const struct ar_attack *a);
/* traps, Explode, Gate, walls, bashes: steps 5 and 6 (AR-ATK-40) */
void ar_attack_auto(struct ar_work *w, int32_t source, int32_t card,
		    int32_t profile, int32_t target, enum ar_attack_kind kind,
		    int seat);
/* every object of the zone, except one (AR-ZATK-03) */
void ar_attack_zone(struct ar_work *w, const struct ar_attack *a,
		    int32_t except);

/* --- spells: cast.c ----------------------------------------------------- */

/* K1 but for the words of the order: all of AR-CAST-03 */
bool ar_check_cast(const struct ar_work *w, const struct ar_cast *c,
		   struct refusal *no);
int32_t ar_cost(const struct ar_state *s, const struct ar_cast *c);
/* .. if it is cast now: what makes it cheaper is looked for (AR-CAST-10) */
int32_t ar_cost_now(const struct ar_state *s, struct ar_cast *c);

/* May it have its second target, and take away what it says? far: range and
 * sight are not asked for */
bool ar_choices_ok(const struct ar_state *s, const struct ar_cast *c, bool far);
/* the order's words as a cast of this caster, checked */
bool ar_read_cast(struct ar_work *w, int32_t caster, enum ar_by by,
		  const struct ar_alt *a, struct ar_cast *out,
		  struct refusal *no);
/* the slots that an item will take on the Mage */
int32_t ar_slots_for(const struct ar_state *s, const struct ar_cast *c,
		     int32_t mage);
void ar_cast_start(struct ar_work *w, const struct ar_cast *c);

/* --- abilities: ability.c (spells' part) -------------------------------- */

bool ar_check_use(struct ar_work *w, int32_t actor, enum ar_by by,
		  const struct ar_alt *a, struct ar_choice *out,
		  struct refusal *no);
#endif
