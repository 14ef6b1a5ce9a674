/*
 * src/store/game_log.h - stores a game's log: its events in order, their leaves
 * in the hash chain, the head after each adjudication, and signed texts. Rows
 * of the log are never changed and never deleted; the database itself refuses
 * both.
 *
 * Also stored, but not part of the log: a snapshot of the state (a cache,
 * checked against its hash) and the link of the dice that each adjudication
 * used.
 */
#ifndef STORE_GAME_LOG_H
#define STORE_GAME_LOG_H
#include "store/store.h"

struct event_row {
	int64_t game;
	int64_t n;         /* 1.., in the order they happened */
	int64_t point;     /* of its adjudication */
	uint32_t audience; /* as in engine/event.h */
	struct str json;   /* the canonical form */
	int64_t leaf;      /* its number; 0: it lies in sealed leaves */
	uint8_t salt[STORE_HASH_SIZE]; /* of its leaf, if it has one */
	uint8_t hash[STORE_HASH_SIZE]; /* the leaf, if it has one */
};

struct sealed_row {
	int64_t game;
	int64_t leaf;
	int64_t point;
	int slot;
	uint8_t salt[STORE_HASH_SIZE];
	uint8_t hash[STORE_HASH_SIZE];
};

struct head_row {
	int64_t game;
	int64_t point;
	int64_t n_events; /* of the game, after this adjudication */
	int64_t n_leaves;
	uint8_t head[STORE_HASH_SIZE];
	uint8_t state_hash[STORE_HASH_SIZE];
	int state; /* of the game: enum game_state */
	int64_t at_s;
	bool sealed; /* a sealed choice was awaited before it */
};

struct signed_row {
	int64_t game;
	int64_t point;
	int slot;
	struct str fingerprint;
	struct str format;
	struct str text; /* the bytes that were signed */
	struct str signature;
};

struct roll_row {
	int64_t game;
	int64_t point;
	int64_t chain;
	int64_t link;
	uint8_t step[STORE_HASH_SIZE];  /* what it was for:
					   judge/game/dice_source.h */
	uint8_t words[STORE_HASH_SIZE]; /* what entered the dice with it */
};

enum err store_event_add(struct store *st, const struct event_row *r,
			 struct why *why);
enum err store_sealed_add(struct store *st, const struct sealed_row *r,
			  struct why *why);
enum err store_head_add(struct store *st, const struct head_row *r,
			struct why *why);
/* Until when a slot was awaited after it; and all of them, by slot below n. */
enum err store_deadline_add(struct store *st, int64_t game, int64_t point,
			    int slot, int64_t due_s, struct why *why);
enum err store_deadline_list(struct store *st, int64_t game, int64_t point,
			     int64_t *due_s, int n, struct why *why);
enum err store_signed_add(struct store *st, const struct signed_row *r,
			  struct why *why);

/* Signed orders on hold (HOLD): game, slot and signed text; point is 0. */
struct hold_row {
	struct signed_row orders;
	int64_t person;
	int64_t until_s;
	struct str message_id; /* of the mail */
};
/* In place of what the slot had waiting. */
enum err store_hold_put(struct store *st, const struct hold_row *h,
			struct why *why);
/* ERR_NOT_FOUND: nothing waits. */
enum err store_hold_get(struct store *st, int64_t game, int slot,
			struct arena *a, struct hold_row *h, struct why *why);
enum err store_hold_drop(struct store *st, int64_t game, int slot,
			 struct why *why);

/* Press of a player as it was written, by its place in its mail; _get:
 * ERR_NOT_FOUND without text. */
enum err store_said_add(struct store *st, int64_t game, int64_t point, int at,
			struct str text, struct why *why);
enum err store_said_get(struct store *st, int64_t game, int64_t point, int at,
			struct arena *a, struct str *text, struct why *why);

/*
 * The events first..last in order, to each; it gives false to stop early. The
 * row lives until each returns.
 */
enum err
store_event_list(struct store *st, int64_t game, int64_t first, int64_t last,
		 bool (*each)(void *context, const struct event_row *r),
		 void *context, struct why *why);
/* The leaves of an adjudication. */
struct leaf_range {
	int64_t game, first, last;
};

/* The sealed leaves of one adjudication in order, at most max. */
enum err store_sealed_list(struct store *st, const struct leaf_range *leaves,
			   struct sealed_row *rows, int max, int *n,
			   struct why *why);
enum err store_head_get(struct store *st, int64_t game, int64_t point,
			struct head_row *r, struct why *why);
/* The last sealed one before `point`; ERR_NOT_FOUND. */
enum err store_head_sealed(struct store *st, int64_t game, int64_t point,
			   int64_t *found, struct why *why);
enum err store_signed_get(struct store *st, int64_t game, int64_t point,
			  struct arena *a, struct signed_row *r,
			  struct why *why);

/*
 * Keep a state. Of the older ones those stay whose point can be divided by a
 * power of two that is at least half their age in points: some two for each
 * doubling of the age, and before any point there is one that is less than
 * twice its age further back.
 */
enum err store_snapshot_put(struct store *st, int64_t game, int64_t point,
			    struct str state, struct why *why);
/* The newest point up to `point` whose state is kept; 0: none. */
enum err store_snapshot_before(struct store *st, int64_t game, int64_t point,
			       int64_t *found, struct why *why);
enum err store_snapshot_get(struct store *st, int64_t game, int64_t point,
			    struct arena *a, struct str *state,
			    struct why *why);
/* Forget those of games whose last adjudication was before before_s and ended
 * them, at most `most`: the log comes to them again. *n: how many. */
enum err store_snapshot_prune(struct store *st, int64_t before_s, int most,
			      int *n, struct why *why);

enum err store_roll_add(struct store *st, const struct roll_row *r,
			struct why *why);
/* The first link of this step that lies idle: undone wherever it was used, and
 * not spent; with its chain and words. ERR_NOT_FOUND. */
enum err store_roll_idle(struct store *st, int64_t game,
			 const uint8_t step[STORE_HASH_SIZE],
			 struct roll_row *out, struct why *why);
/* How many links an adjudication used; of these, how many are spent, and of how
 * many others another link of the same step is. */
struct roll_count {
	int64_t n, spent, replaced;
};
enum err store_roll_count(struct store *st, int64_t game, int64_t point,
			  struct roll_count *out, struct why *why);
/* Those of its links that lie idle are spent. */
enum err store_roll_spend(struct store *st, int64_t game, int64_t point,
			  struct why *why);

/* A value of the second secret that an adjudication drew. */
struct draw_row {
	int64_t game;
	int64_t point;
	int64_t number;
	int64_t round;
	uint8_t step[STORE_HASH_SIZE]; /* as of a roll */
};
enum err store_draw_add(struct store *st, const struct draw_row *r,
			struct why *why);
/* The round in which `number` was drawn and counts; ERR_NOT_FOUND. */
enum err store_draw_round(struct store *st, int64_t game, int64_t number,
			  int64_t *round, struct why *why);
/* That of a draw of r->number in the same step that lies idle. */
enum err store_draw_idle(struct store *st, const struct draw_row *r,
			 int64_t *round, struct why *why);
/* Those of an adjudication's draws that lie idle are spent. */
enum err store_draw_forget(struct store *st, int64_t game, int64_t point,
			   struct why *why);
/* It was opened: spent. */
enum err store_draw_spend(struct store *st, int64_t game, int64_t number,
			  int64_t round, struct why *why);

/*
 * Rolls and draws of adjudications after `after` and before `until` are undone,
 * or count again.
 */
enum err store_luck_undo(struct store *st, int64_t game, int64_t after,
			 int64_t until, bool undone, struct why *why);
#endif
