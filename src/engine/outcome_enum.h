/*
 * src/engine/outcome_enum.h - what the dice may bring of one decision, exactly:
 * every way in which they can fall is tried by the rules, on a copy of the
 * view. Of ways that come to the same, as the rules say (struct dice_alike),
 * one is tried, and counts for all of them.
 */
#ifndef ENGINE_OUTCOME_ENUM_H
#define ENGINE_OUTCOME_ENUM_H
#include "base/arena.h"
#include "engine/game.h"

enum {
	CHANCE_OUTCOMES = 64, /* that differ in what they lead to */
	CHANCE_EVENTS = 64,   /* of one of them */
	CHANCE_WAYS = 1500    /* of the dice that are tried */
};

struct chance_outcome {
	struct event *v; /* of the first way that leads there */
	int n;
	const void *state; /* that it leads to */
	uint64_t ways;     /* of struct chances.of equally likely ones */
	bool hidden; /* what comes of it depends on what the seat cannot know
		      */
};

struct chances {
	struct chance_outcome v[CHANCE_OUTCOMES];
	int n;
	uint64_t of;   /* at most CHANCE_OF */
	int tried;     /* ways */
	bool too_many; /* ways or outcomes: that is why there are none */
};
#define CHANCE_OF (UINT64_C(1) << 48)

/*
 * What becomes of the decision of this seat, and of what the rules do behind it
 * if it rolls nothing itself, the likeliest first. False:
 * no die has a part in it, or something hidden before it, or the dice fall in
 * too many ways. room: its game is overwritten. All in the arena.
 */
bool chances_of(struct arena *a, const struct game *view, int seat,
		const struct decision *d, const struct catalog *catalog,
		struct game_scratch *room, struct chances *out);

/* The same by trying each way, of at most so many: what it must come to. */
bool chances_of_each(struct arena *a, const struct game *view, int seat,
		     const struct decision *d, const struct catalog *catalog,
		     int ways, struct game_scratch *room, struct chances *out);
#endif
