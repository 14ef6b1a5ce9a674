/*
 * src/engine/carryover.h - values carried from game to game: Heroes with their
 * levels, survivors with their wounds, a spellbook. One common event
 * `carried_over` for each thing, before the game starts, names the thing and
 * the log of its origin; a game without carried values has none. Such a game
 * may begin in a position that its book does not allow; all its rules hold
 * afterwards.
 *
 * tournament/carryover.h chooses what is carried.
 */
#ifndef ENGINE_CARRYOVER_H
#define ENGINE_CARRYOVER_H
#include "engine/event.h"

enum { CARRYOVER_VALUES = 4, CARRYOVER_KEY_MAX = 40, CARRYOVER_NAME_MAX = 64 };

/* One thing. key and name are those of a card of the catalog, or empty. */
struct carryover {
	int32_t seat;
	char what[16];                 /* "hero", of the system's own names */
	char key[CARRYOVER_KEY_MAX];   /* "pyramid/12" */
	char name[CARRYOVER_NAME_MAX]; /* as its card has it, in English */
	int32_t value[CARRYOVER_VALUES];
	int n; /* values: which, the system's header says */
};

/* A list of them, bounded by the caller; more are dropped, and `full` is set.
 */
struct carryover_list {
	struct carryover *v; /* borrowed */
	int n, max;
	bool full;
};

/* One more, without key and name; NULL: there is no room. */
struct carryover *carryover_add(struct carryover_list *l, int32_t seat,
				const char *what, int32_t value);

/* Its card, from words of a state (text_unpack). */
void carryover_card(struct carryover *c, const int32_t *key, int key_words,
		    const int32_t *name, int name_words);

/* From the event and back. False: it is longer than one can be. from: the head
 * of the log it came from (zero: of none), game: what that was called. */
bool carryover_read(const struct event *e, struct carryover *out);
void carryover_write(struct event *e, const struct carryover *c,
		     struct str game, const uint8_t from[EVENT_HASH_SIZE]);

/* Is it one of this name with n values, each from min to max? */
bool carryover_is(const struct carryover *c, const char *what, int n,
		  int32_t min, int32_t max);
#endif
