/*
 * src/store/rulings.h - stores the game masters' rulings on disputes, indexed
 * by rules.
 */
#ifndef STORE_RULINGS_H
#define STORE_RULINGS_H
#include "store/games.h"

enum { RULINGS_RULES = 8 /* that one names and is found by */ };

struct precedent_row {
	int64_t id;
	int64_t game;
	struct str name;    /* of the game, where it is read */
	int64_t number;     /* of the dispute */
	int64_t disputed;   /* point */
	int64_t point;      /* of the ruling */
	struct str rules;   /* "rebellion 1" */
	struct str by;      /* as the log has it */
	struct str verdict; /* stands, undone, rerolled */
	struct str words;
	struct str language; /* of these, "": not known */
	int undone;          /* 0 or 1; -1: play went back since, to be seen */
};

/* A new one, and the rules by which it is found, in capitals. */
enum err store_ruling_add(struct store *st, const struct precedent_row *r,
			  const struct str *rules, int n, struct why *why);

/* Play of a game went back: whether its rulings stand is to be looked at. */
enum err store_ruling_doubt(struct store *st, int64_t game, struct why *why);
enum err store_ruling_set(struct store *st, int64_t id, bool undone,
			  struct why *why);

/* Those that name this rule, in capitals, "": all; the newest first. */
enum err store_ruling_find(struct store *st, struct str rule, struct arena *a,
			   struct precedent_row *out, int max, int *n,
			   struct why *why);

/* Those of a game of which it is to be looked at. */
enum err store_ruling_doubted(struct store *st, int64_t game, struct arena *a,
			      struct precedent_row *out, int max, int *n,
			      struct why *why);
#endif
