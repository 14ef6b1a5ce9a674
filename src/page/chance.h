/*
 * src/page/chance.h - what the dice may bring of one decision, exactly: every
 * way in which they can fall is tried by the rules, on a copy of the view.
 */
#ifndef PAGE_CHANCE_H
#define PAGE_CHANCE_H
#include "base/arena.h"
#include "rules/game.h"

enum {
	CHANCE_OUTCOMES = 24, /* that differ in what they lead to */
	CHANCE_EVENTS = 64,   /* of one of them */
	CHANCE_WAYS = 1500    /* of the dice, at most */
};

struct outcome {
	struct event *v; /* of the first way that leads there */
	int n;
	const void *state; /* that it leads to */
	uint64_t ways;     /* of struct chances.of equally likely ones */
	bool hidden; /* what comes of it depends on what the seat cannot know
		      */
};

struct chances {
	struct outcome v[CHANCE_OUTCOMES];
	int n;
	uint64_t of;
};

/*
 * What becomes of the decision of this seat, and of what the rules do behind it
 * if it rolls nothing itself, the likeliest first. False:
 * no die has a part in it, or something hidden before it, or the dice fall in
 * too many ways. room: its game is overwritten. All in the arena.
 */
bool chances_of(struct arena *a, const struct game *view, int seat,
		const struct decision *d, const struct catalog *catalog,
		struct game_scratch *room, struct chances *out);
#endif
