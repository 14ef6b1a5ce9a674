/*
 * src/games/rebellion/rules/cavalry.h - the rules of cavalry (CV, with the
 * option `cavalry`). Private to the files of games/rebellion/rules.
 *
 * A unit on the board is its mount: the mount's index, its *body*, identifies
 * the unit for position, moves, contact and targets. Its rider is a second
 * *dial*: values, abilities and clicks go by the index of the figure that has
 * them. For all other figures body and dial are the same.
 */
#ifndef GAMES_REBELLION_RULES_CAVALRY_H
#define GAMES_REBELLION_RULES_CAVALRY_H
#include "games/rebellion/rules/rebellion.h"

struct rb_args;
struct rb_action;
struct rb_ground;
struct rb_move;

/* --- cavalry_dials.c: units and their dials ----------------------------- */

/* one dial of this body; the body's own if it has no rider */
static inline int rb_dial(const struct rb_state *s, int body, enum rb_dial d)
{
	int rider = d == RB_DIAL_RIDER ? rb_rider(s, body) : -1;

	return rider >= 0 ? rider : body;
}

/* the other half of the unit that f is part of, or -1 */
static inline int rb_partner(const struct rb_state *s, int f)
{
	int32_t label = s->fig[f].on ? s->fig[f].on : s->fig[f].rider;

	return label ? rb_find(s, label) : -1;
}

/* bits of figures: these bodies and their riders (CV-UNIT-04) */
uint64_t rb_with_riders(const struct rb_state *s, uint64_t bodies);

/* base is long, so that turning moves its other end (CV-GEO-04) */
static inline bool rb_is_long(const struct rb_state *s, int f)
{
	return s->def[f].ahead || s->def[f].behind;
}

/* without a rider, on the board, of that level (CV-INT-01) */
bool rb_is_riderless(const struct rb_state *s, int f, enum rb_level level);

/* the dial that an order names; its enum rb_dial, or -1 for the default */
bool rb_dial_named(const struct rb_state *s, int body, int said, int *dial,
		   struct refusal *no);

/* the dial a special action of this figure uses: USING (CV-BRG-03) */
bool rb_dial_special(const struct rb_state *s, int body,
		     const struct decision *d, int *dial, struct refusal *no);

/* a special action, or the move action it is without them (CV-BRG-02, 03) */
enum rb_action_kind rb_special_kind(const struct rb_state *s, int body,
				    bool of_ability);

void rb_dial_used_emit(struct run *r, int body, int dial, int rule);
void rb_dial_attacked_emit(struct run *r, int body, int dial, int rule);

/* the proficiency of a mount that carries a rider */
bool rb_is_proficient(const struct rb_state *s, int f,
		      enum rb_proficiency proficiency);
bool rb_proficiency_check(const struct rb_state *s, int f,
			  enum rb_proficiency proficiency, struct refusal *no);

/* Nature's Ally in use (CV-SUB-03) */
bool rb_natures_ally(const struct rb_state *s, int f);

/* the dial of f that its side's standing order sends a push to (CV-ACT-07);
 * -1: the reader of this view may not know */
int rb_pushed_dial(const struct rb_state *s, int f);

/* the dial of body that seat's Pole Arm, Venom strikes (CV-TGT-05), or -1 */
int rb_struck_dial(const struct rb_state *s, int body, int seat);

/* CV-FORM-01: units with units, riderless mounts with no other figure */
bool rb_units_form(const struct rb_state *s, const int *fig, int n,
		   struct refusal *no);

/* what must always hold of figure f as part of a unit, or NULL */
const char *rb_unit_invariant(const struct rb_state *s, int f);

/* --- cavalry_army.c: armies and deployment ----------------------------- */

/* may this rider sit on that mount at all: symbols, numbers */
bool rb_may_ride(const struct rb_state *s, int rider, int mount,
		 struct refusal *no);

/* every mount of an army list finds a rider of its own (CV-UNIT-02) */
bool rb_army_rides(const struct run *r, const struct decision *d,
		   struct refusal *no);

/*
 * The figure that this order deploys: the body, its rider in *rider or -1.
 * Refused if a mount would be left without any rider.
 */
int rb_deployed(const struct rb_state *s, int seat, const struct decision *d,
		int *rider, struct refusal *no);
void rb_unit_emit(struct run *r, int rider, int mount);

/* --- cavalry_mount.c: in and out of the saddle ------------------------ */

/* a dial has come to its end: who leaves, who lands (CV-ELIM, CV-DARK) */
void rb_dial_ends(struct run *r, int f, enum rb_cause cause, int by);

/* the rider leaves the saddle against its will; false: there is no place */
bool rb_unhorse(struct run *r, int mount, enum rb_fall cause, int rule);

bool rb_decide_dismount(struct run *r, int seat, const struct decision *d,
			struct refusal *no);
/* this figure takes the saddle of that mount: check 9 of MOUNT */
bool rb_may_mount(const struct rb_state *s, int f, int t, struct refusal *no);

bool rb_decide_mount(struct run *r, int seat, const struct decision *d,
		     struct refusal *no);

/* --- cavalry_actions.c: the proficiencies that are actions ---------------- */

bool rb_decide_ride(struct run *r, int seat, const struct decision *d,
		    struct refusal *no); /* BOUND and CHARGE */
bool rb_decide_overwhelm(struct run *r, int seat, const struct decision *d,
			 struct refusal *no);
bool rb_decide_trample(struct run *r, int seat, const struct decision *d,
		       struct refusal *no);

/* the steps after free spins and Pole Arm of OVERWHELM */
void rb_overwhelm(struct run *r, const struct rb_action *a);

/* --- cavalry_turn.c: command phase, end phase -------------------------- */

void rb_command_phase(struct run *r, int seat); /* control, Unity, Venom */
void rb_skittish_leave(struct run *r);

/* --- cavalry_item.c: things to wield, CV-BRG-07 ------------------------ */

enum rb_gift {
	RB_GIVES_ATTACK,
	RB_GIVES_DEFENSE,
	RB_GIVES_DAMAGE,
	RB_GIVES_RANGE
};

/* what the items of this dial add */
int32_t rb_gift(const struct rb_state *s, int f, enum rb_gift what);

static inline int32_t rb_range(const struct rb_state *s, int dial)
{
	return s->def[dial].range +
	       (s->n_items ? rb_gift(s, dial, RB_GIVES_RANGE) : 0);
}

/* the item lies at its base, and who of a unit has hands has one free */
bool rb_can_take(const struct rb_state *s, int f, const struct rb_item *item);

void rb_items_fall(struct run *r, int f); /* it leaves the board */
bool rb_decide_take(struct run *r, int seat, const struct decision *d,
		    struct refusal *no);
bool rb_decide_drop(struct run *r, int seat, const struct decision *d,
		    struct refusal *no);

/* --- cavalry_order.c: standing orders ---------------------------------- */

bool rb_decide_standing(struct run *r, int seat, const struct decision *d,
			struct refusal *no);
#endif
