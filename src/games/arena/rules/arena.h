/*
 * src/games/arena/rules/arena.h - the public interface of Mage Wars Arena: the
 * system, its tables and the values of event fields. The numbers of rules,
 * events, orders, refusals, conditions and options are in numbers.h.
 */
#ifndef GAMES_ARENA_RULES_ARENA_H
#define GAMES_ARENA_RULES_ARENA_H
#include "engine/option.h"
#include "games/arena/rules/state.h"

/* values of enumerated fields and tags; their names are in tables.c */

/* AR-MAIL-31: the words of windows; a window without one is NONE */
enum ar_window {
	AR_WIN_NONE,
	AR_WIN_END, /* of a phase */
	AR_WIN_ACTIVATES,
	AR_WIN_MOVES,     /* M1 */
	AR_WIN_LEAVES,    /* M3 */
	AR_WIN_CROSSES,   /* M4 */
	AR_WIN_ENTERS,    /* M6 */
	AR_WIN_TARGETED,  /* K1 */
	AR_WIN_CASTS,     /* K2 */
	AR_WIN_RESOLVED,  /* K4 of the enchantment itself */
	AR_WIN_CAST_DONE, /* K4 */
	AR_WIN_ATTACKS,   /* 1, of the attacker */
	AR_WIN_ATTACKED,  /* 1, of the defender */
	AR_WIN_EXPOSED,   /* 3 */
	AR_WIN_UNAVOIDED, /* 4 */
	AR_WIN_ROLLED,    /* 5 */
	AR_WIN_HIT,       /* 6 */
	AR_WIN_BARRIER,   /* 7 */
	AR_WIN_STRUCK,    /* 8 */
	AR_WIN_ENDED,     /* 10 */
	AR_WIN_DAMAGED,
	AR_WIN_ACTED,
	N_AR_WINDOWS
};

/* of steps; they are logged: add at the end only */
enum ar_verb {
	AR_DO_NOTHING,
	AR_DO_MOVE,
	AR_DO_CLIMB,
	AR_DO_CROSS,
	AR_DO_ATTACK,
	AR_DO_CAST,
	AR_DO_USE,
	AR_DO_RESTORE,
	AR_DO_REBIND,
	AR_DO_GUARD,
	AR_DO_BOOST,
	AR_DO_SAME,
	N_AR_VERBS
};

enum ar_dir { AR_NORTH, AR_EAST, AR_SOUTH, AR_WEST, N_AR_DIRS };
enum ar_pick { AR_PICK_ARMOR, AR_PICK_MELEE, AR_PICK_HEAL, N_AR_PICKS };

enum ar_policy {
	AR_POLICY_ALWAYS, /* also PAY, ALL, FIRST */
	AR_POLICY_NEVER,  /* also DROP, NONE, LAST */
	AR_POLICY_BEST,
	AR_POLICY_IMPORTANT,
	AR_POLICY_WALL, /* PUSH INTO WALL */
	AR_POLICY_LIST, /* MOLOCH #4,#5 */
	AR_POLICY_STOP, /* ON FAIL STOP, SKIP, GUARD */
	AR_POLICY_SKIP,
	AR_POLICY_GUARD,
	N_AR_POLICIES
};

enum ar_mana_why {
	AR_MANA_SPELL,
	AR_MANA_REVEAL,
	AR_MANA_UPKEEP,
	AR_MANA_TAX,
	AR_MANA_ABILITY,
	AR_MANA_DRAIN,
	AR_MANA_GAIN,
	AR_MANA_BACK,
	N_AR_MANA_WHYS
};

enum ar_cause { /* of leaving play */
		AR_CAUSE_DAMAGE,
		AR_CAUSE_LIFE, /* its life fell */
		AR_CAUSE_SPELL,
		AR_CAUSE_HOST,
		AR_CAUSE_USED, /* one use, mandatory */
		AR_CAUSE_UNPAID,
		AR_CAUSE_ILLEGAL,
		AR_CAUSE_REPLACED,
		AR_CAUSE_COST, /* destroyed as a price */
		AR_CAUSE_PLAYER,
		N_AR_CAUSES
};

enum ar_place { AR_TO_PILE, AR_TO_BOOK, AR_TO_NOWHERE, N_AR_PLACES };

enum ar_fizzle {
	AR_FIZZLE_UNPAID,
	AR_FIZZLE_HOST,
	AR_FIZZLE_DUPLICATE,
	AR_FIZZLE_LATE, /* mandatory, at another time */
	AR_FIZZLE_UNAVOIDABLE,
	AR_FIZZLE_GONE, /* nothing to act on any more */
	AR_FIZZLE_REFUSED,
	N_AR_FIZZLES
};

enum ar_how { /* of getting from zone to zone */
	      AR_HOW_MOVE,
	      AR_HOW_CLIMB,
	      AR_HOW_CROSS,
	      AR_HOW_BLINK,
	      AR_HOW_PUSH,
	      AR_HOW_TELEPORT,
	      AR_HOW_RETURN, /* from Banish */
	      N_AR_HOWS
};

enum ar_stop { /* why a move or attack ended early */
	       AR_STOP_UNPAID,
	       AR_STOP_RESTRAINED,
	       AR_STOP_INCAPACITATED,
	       AR_STOP_GONE,
	       AR_STOP_MOVED,
	       AR_STOP_HELM,
	       AR_STOP_WALL,
	       N_AR_STOPS
};

enum ar_by { AR_BY_QUICK, AR_BY_FULL, AR_BY_QUICKCAST, AR_BY_DEPLOY, N_AR_BYS };

enum ar_spell_end {
	AR_SPELL_RESOLVED,
	AR_SPELL_COUNTERED,
	AR_SPELL_CANCELLED,
	N_AR_SPELL_ENDS
};

enum ar_attack_kind {
	AR_MELEE,
	AR_RANGED,
	AR_AUTO, /* trap, Explode, Gate: untyped */
	AR_BARRIER,
	AR_PASSAGE,
	AR_BASH,
	AR_ZONE, /* a zone attack */
	N_AR_ATTACK_KINDS
};

enum ar_roll {
	AR_ROLL_MISS,
	AR_ROLL_HELM,
	AR_ROLL_DEFENSE,
	AR_ROLL_CANCEL,
	AR_ROLL_PUSH,
	AR_ROLL_CLAUSE,
	N_AR_ROLLS
};

enum ar_strike_end {
	AR_STRIKE_HIT,
	AR_STRIKE_MISSED,
	AR_STRIKE_AVOIDED,
	N_AR_STRIKE_ENDS
};

enum ar_line_end {
	AR_LINE_USED,
	AR_LINE_REPLACED,
	AR_LINE_FORGOTTEN,
	AR_LINE_GONE, /* what it is about left play */
	N_AR_LINE_ENDS
};

/* NOTED: members of struct ar_obj that only book-keeping changes */
enum ar_note {
	AR_NOTE_ACTIVE,
	AR_NOTE_MOVES,
	AR_NOTE_ATTACKS,
	AR_NOTE_ROUSED,
	AR_NOTE_FURY,
	AR_NOTE_DEFENDED,
	AR_NOTE_FLIGHT,
	AR_NOTE_DYING,
	AR_NOTE_SEALED,
	AR_NOTE_CHOSEN,
	AR_NOTE_BOUND_USED,
	AR_NOTE_USED0,
	AR_NOTE_USED1,
	AR_NOTE_USED2,
	AR_NOTE_ACT_MOVES,
	AR_NOTE_ACT_HINDERED,
	AR_NOTE_ACT_DONE,
	AR_NOTE_ACT_CHARGE,
	AR_NOTE_ZONE,
	AR_NOTE_LAST_ZONE,
	N_AR_NOTES
};

enum ar_seat_note {
	AR_SEAT_QUICKCAST,
	AR_SEAT_ONCE,
	AR_SEAT_STOPS,
	AR_SEAT_SILENT,
	AR_SEAT_ASK,
	AR_SEAT_RESERVE,
	AR_SEAT_PACED,
	AR_SEAT_PLAN_TOUCHED,
	N_AR_SEAT_NOTES
};

extern const struct system system_arena;
extern const struct option_row ar_options[N_AR_OPTIONS];

/* The words of a trait, and its number by them (0: none). */
const char *ar_trait_word(int trait);
int ar_trait_named(struct str word);

/* The number of a condition, token or trait (enum ar_has_word) by its word, -1
 * if there is none. */
int ar_carried_named(int what, struct str word);

/* "animal", "high elf" ..: the number of a subtype, -1 if there is none. */
int ar_subtype_named(struct str word);
const char *ar_subtype_word(int subtype);
enum { AR_SUBTYPES = 96 }; /* bits for them */
#endif
