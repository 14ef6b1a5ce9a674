/*
 * src/games/arena/rules/target.h - the words by which orders name objects and
 * zones (AR-MAIL-16), and the legal targets.
 *
 * In a decision a target is INTS: enum ar_target_word, enum ar_side_word, and
 * one word (a border: two).
 */
#ifndef GAMES_ARENA_RULES_TARGET_H
#define GAMES_ARENA_RULES_TARGET_H
#include "games/arena/rules/exec.h"

/* Of orders; they are logged: add at the end only. */
enum ar_target_word {
	AR_NAMES_OBJECT, /* a handle */
	AR_NAMES_CARD,   /* a card: where exactly one legal object fits */
	AR_NAMES_NEW,    /* a card: entered last in this round */
	AR_NAMES_ME,
	AR_NAMES_MAGE, /* the enemy's, the nearest */
	AR_NAMES_NEAREST,
	AR_NAMES_WEAKEST,
	AR_NAMES_ANY,
	AR_NAMES_MINE,   /* any own creature: subjects */
	AR_NAMES_ENEMY,  /* any enemy creature */
	AR_NAMES_ZONE,   /* its label */
	AR_NAMES_BORDER, /* two labels */
	AR_NAMES_WALL,   /* WALL B1-B2: the wall there */
	N_AR_TARGET_WORDS
};

/*
 * the argument of HAS, after the target; logs hold its numbers: add at the end
 * only
 */
enum ar_has_word {
	AR_CARRIES_COND,
	AR_CARRIES_TOKEN,
	AR_CARRIES_TRAIT,
	AR_CARRIES_CARD,
	N_AR_HAS_WORDS
};

enum ar_side_word { AR_SIDE_NONE, AR_SIDE_MINE, AR_SIDE_ENEMY };

/* A search for a target: does this object fit? */
struct ar_wanted {
	bool (*fits)(const struct ar_work *w, const void *about,
		     const struct ar_obj *o, struct refusal *no);
	const void *about;
	int32_t from; /* handle: distances are counted from it */
	int seat;     /* whose words they are */
	bool enemies; /* NEAREST .. mean enemies unless a side says otherwise */
};

/*
 * The handle (or zone) that the words name, ties by lowest handle; 0 and the
 * refusal if none does. b: the other zone of a border.
 */
int32_t ar_aim(const struct ar_work *w, const struct decision_arg *a,
	       const struct ar_wanted *want, int32_t *b, struct refusal *no);

/*
 * The zone that the words of a line mean: itself, or that of the object that
 * they name other than `from`, from which NEAREST counts; 0: there is none.
 */
int32_t ar_place(const struct ar_work *w, int seat, int32_t from,
		 const struct decision_arg *a);

/* Is the object the subject of a line of this seat? How special the words are
 * (AR-MAIL-51): 0 they do not fit, 3 a handle, 2 a name, 1 any. */
int ar_subject(const struct ar_state *s, int seat, const int32_t *words, int n,
	       const struct ar_obj *o);

/* Zones of TOWARD and AWAY (AR-MAIL-16): 0 with the refusal; *there: already
 * there, the step counts as done. */
int32_t ar_toward(const struct ar_work *w, const struct ar_obj *mover,
		  int32_t goal, bool away, bool *there, struct refusal *no);

/* A legal target of the spell's words (AR-CAST-04), range and sight apart. */
bool ar_spell_target(const struct ar_state *s, int card, int seat,
		     const struct ar_obj *o, struct refusal *no);

/* May the enchantment be attached there: words of its card, immunity, another
 * of its name that the seat knows of (AR-ENCH-05)? host: object or zone. */
bool ar_host_ok(const struct ar_state *s, int card, int seat, int32_t host,
		int32_t except, struct refusal *no);

/* AR-BOOK-13: may the seat's Mage cast or control it */
bool ar_may_control(const struct ar_state *s, int seat, int card);

/* The Mage that ME names, and the one that MAGE names. */
const struct ar_obj *ar_mage(const struct ar_state *s, int seat);
const struct ar_obj *ar_enemy_mage(const struct ar_state *s, int seat,
				   int32_t from);
#endif
