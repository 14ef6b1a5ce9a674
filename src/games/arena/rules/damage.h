/*
 * src/games/arena/rules/damage.h - changes objects: damage, healing,
 * conditions, tokens, mana, entering and leaving play. Each function emits its
 * events at once and pushes frames for the consequences (triggers, windows).
 */
#ifndef GAMES_ARENA_RULES_DAMAGE_H
#define GAMES_ARENA_RULES_DAMAGE_H
#include "games/arena/rules/exec.h"

enum { AR_DIE_BLANK, AR_DIE_1, AR_DIE_2, AR_DIE_1C = 11, AR_DIE_2C = 12 };

/* The value on that side of an attack die, 1..6; -1 for 0. */
int ar_face(int die);

/* One attack die: 0 1 2 11 12 (AR-DICE-01); -1 in a preview. */
int ar_attack_die(struct ar_work *w);
/* n of them for healing or direct damage: all faces counted; their sum, -1 */
int ar_dice_sum(struct ar_work *w, int n, int32_t *faces);

/*
 * Direct damage (AR-DMG-05). It wakes sleepers and destroys (AR-OBJ-06).
 * Returns what was marked.
 */
struct ar_direct_damage {
	int32_t target;
	int n;
	int type;             /* or 0 */
	int32_t by;           /* its source, or 0 */
	int32_t card;         /* of what, or 0 */
	const int32_t *faces; /* of its dice */
	int n_faces;
	int rule;
};
int ar_direct(struct ar_work *w, const struct ar_direct_damage *x);
int ar_heal(struct ar_work *w, int32_t target, int32_t n, int32_t by,
	    const int32_t *faces, int n_faces, int rule); /* healed */

/* Marked damage of an attack; the rest of AR-DMG-08 is the attack's. */
void ar_hurt(struct ar_work *w, int32_t target, int32_t n);

/* n > 0 puts markers if the object can have them (AR-TYPE-05, AR-CONJ-01);
 * gives how many. n < 0 takes them away, INT32_MIN all. */
int ar_cond(struct ar_work *w, int32_t obj, enum ar_cond c, int32_t n,
	    int32_t by, bool keep, int rule);
bool ar_cond_ok(const struct ar_state *s, const struct ar_obj *o,
		enum ar_cond c, int *rule);
int ar_removal_cost(const struct ar_state *s, const struct ar_obj *o,
		    enum ar_cond c); /* AR-COND-01.. */
void ar_token(struct ar_work *w, int32_t obj, enum ar_token t, int32_t n,
	      int rule);

/* Mana of a seat's pool, or on an object; never below 0: what was changed. */
int32_t ar_mana(struct ar_work *w, int seat, int32_t n, enum ar_mana_why why,
		int32_t about, int rule);
int32_t ar_mana_on(struct ar_work *w, int32_t obj, int32_t n,
		   enum ar_mana_why why, int rule);
/* for triggers and abilities: what the seat may spend (AR-MAIL-19, -33) */
int32_t ar_spare(const struct ar_work *w, int seat, bool owed);

void ar_mod_add(struct ar_work *w, int32_t obj, int trait, int32_t amount,
		int32_t filter, enum ar_duration d, int32_t card);
void ar_mods_end(struct ar_work *w, int32_t obj, enum ar_duration d);

/* Something enters play; its handle. What it is when hidden goes to its side
 * with a commitment. */
struct ar_entry {
	int32_t card, owner, ctl;
	int32_t zone, border[2], host;
	int32_t slots;
	bool hidden, summoned;
};
int32_t ar_enter(struct ar_work *w, const struct ar_entry *e, int rule);

/*
 * Leaves play with all that is attached; to: its own card's place. Destroyed
 * hooks (AR-ON_DESTROYED, Curseweaving) are pushed. by: the attacker of the
 * attack that did it, or 0. A Mage falls, and the game may end.
 */
void ar_destroy(struct ar_work *w, int32_t obj, enum ar_cause cause, int32_t by,
		int rule);
void ar_leave(struct ar_work *w, int32_t obj, enum ar_cause cause, int32_t by,
	      enum ar_place to, int rule);

/* Destroyed where damage >= life (AR-OBJ-06): life may have changed */
void ar_check_all(struct ar_work *w);

void ar_fall(struct ar_work *w, int seat, bool resigned); /* its Mage */

/* cards of the seat's book, plans and piles */
void ar_book(struct ar_work *w, int seat, int card, int delta);
void ar_unplan(struct ar_work *w, int seat, int32_t obj, int card);
void ar_discard(struct ar_work *w, int seat, int card);
void ar_bind(struct ar_work *w, int32_t item, int card); /* 0: nothing */

/* Commit to a hidden card for all to check later; its number, 0: none. */
int32_t ar_commit(struct ar_work *w, int seat, int card);
void ar_open(struct ar_work *w, int32_t secret, int card);
int32_t ar_commit_book(struct ar_work *w, int seat);
#endif
