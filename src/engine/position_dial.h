/*
 * src/engine/position_dial.h - parses a figure's dial in the lines of a
 * position:
 *	dial "8/8/15/2 charge" "7/8/14/2"	click by click
 *	stats 8/9/16/3 life 6			the same click six times
 *	abilities "charge, flight"		on every click
 */
#ifndef ENGINE_POSITION_DIAL_H
#define ENGINE_POSITION_DIAL_H
#include "engine/position.h"

enum { POSITION_SLOTS = 4, POSITION_CLICKS = 12 };

/* as the event that defines a figure holds it */
struct position_click {
	int32_t value[POSITION_SLOTS], ability[POSITION_SLOTS];
};

struct position_dial {
	int n_clicks; /* 0: the first, life times */
	int32_t life;
	struct position_click click[POSITION_CLICKS];
	int32_t slots[POSITION_SLOTS]; /* abilities of every click */
};

/* What the dials of a system may hold. */
struct position_dial_kind {
	int32_t max_value;
	/* the ability of this name and its slot; false after a fault */
	bool (*ability)(struct position *s, struct str name, int32_t *ability,
			int *slot);
};

/* A dial of 8/8/15/2. */
void position_dial_init(struct position_dial *d, int32_t life);

/* The next words, if they are of a dial, then *known; false after a fault. */
bool words_dial(struct position_words *w, const struct position_dial_kind *kind,
		struct position_dial *d, bool *known);

/* "charge, flight" into their slots, which are 0 where they are free. */
bool position_abilities(struct position *s,
			const struct position_dial_kind *kind, struct str list,
			int32_t *slots);

/* The whole dial, click by click; gives how many there are. */
int position_dial_clicks(const struct position_dial *d,
			 struct position_click out[POSITION_CLICKS]);
#endif
