/*
 * src/rules/arena/program.h - spells as data (AR-SDATA): the grammar of rows,
 * their one parser, and a row in words as the pool keeps it.
 *
 *	row    = "-" | clause { " ; " clause }
 *	clause = kind [ "(" option { "," option } ")" ] ": " action { ", "
 *action }
 *
 * The cost of a row is bounded when it is read: so many clauses, verbs in a
 * clause, words in all.
 */
#ifndef RULES_ARENA_PROGRAM_H
#define RULES_ARENA_PROGRAM_H
#include "rules/arena/card.h"

enum {
	AR_PROGRAM_MAX = 200, /* words of a row */
	AR_CLAUSES_MAX = 8,
	AR_VERBS_MAX = 6 /* of a clause */
};

enum ar_clause_kind {
	AR_CLAUSE_CAST,
	AR_CLAUSE_ANNOUNCE,
	AR_CLAUSE_GIVE,
	AR_CLAUSE_ON,
	AR_CLAUSE_MUST,
	AR_CLAUSE_MAY,
	AR_CLAUSE_USE,
	AR_CLAUSE_PERMIT,
	N_AR_CLAUSES
};

enum ar_on { /* AR-SDATA section 3 */
	     AR_ON_NONE,
	     AR_ON_UPKEEP,
	     AR_ON_ACTIVATE,
	     AR_ON_AROUND,
	     AR_ON_MOVE,
	     AR_ON_ENTER,
	     AR_ON_CASTING,
	     AR_ON_RESOLVED,
	     AR_ON_DECLARE,
	     AR_ON_AVOID,
	     AR_ON_ROLL,
	     AR_ON_HURT,
	     AR_ON_DAMAGES,
	     AR_ON_STRUCK,
	     AR_ON_DESTROYED,
	     AR_ON_REVEAL,
	     AR_ON_SUMMON,
	     N_AR_ONS
};

enum ar_use { AR_USE_QUICK, AR_USE_FULL, AR_USE_QUICKSPELL, AR_USE_FULLSPELL };

/* A clause, unpacked. Filters, conditions, selectors and actions are offsets
 * into the words of the row, 0: none. */
struct ar_clause {
	int kind;                             /* enum ar_clause_kind */
	int event;                            /* enum ar_on */
	int use;                              /* enum ar_use */
	int who, to, by, spell, attack, each; /* filters; attack: kind= */
	int at, min, max; /* use: at=, range=; max 99: arena; at 0: no target */
	int condition;
	int pay;       /* mana; -1: X, -2: level + 1, -3: removal */
	int per_round; /* 0: no limit */
	int counter;   /* which of ar_obj.used it counts in */
	int n_actions, actions;
};

/* The words of a row of program text; false with a fault and its column. */
bool ar_program_parse(struct str text, int32_t *w, int *n, int *column,
		      struct buf *fault);

/* The text again: parse(render(w)) = w. */
void ar_program_render(struct buf *out, const int32_t *w, int n);

/* How many clauses, and number i of them. */
int ar_clauses(const struct ar_state *s, int card);
void ar_clause_at(const struct ar_state *s, int card, int i,
		  struct ar_clause *out);
#endif
