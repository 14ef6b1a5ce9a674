/*
 * src/engine/slot.h - places at a table, and what they are called: SLOT_PLAYER
 * + 0.. players, who are the seats of the rules, SLOT_GM + 0.. game masters,
 * SLOT_OBSERVER + 0.. observers, SLOT_DEPUTY + 0.. deputies of the players.
 */
#ifndef ENGINE_SLOT_H
#define ENGINE_SLOT_H
#include "base/base.h"

enum {
	SLOT_PLAYER = 0,
	SLOT_GM = 100,
	SLOT_OBSERVER = 200,
	SLOT_END = 300, /* of those who have a place */
	SLOT_DEPUTY = 300
};

enum { SLOT_NAME_MAX = 8 };

/* "A".."H" for players, "GM", "GM2".. for masters, "O1".. for observers, "DA"
 * for the deputy of A; "-" for a number below 0. */
void slot_name(int slot, char out[SLOT_NAME_MAX]);

/* The seat of the rules for which who is there sees and orders: a player's own
 * or that of whom they are deputy; -1: none. */
int slot_seat(int slot);

/* Is it a game master's? */
static inline bool slot_is_master(int slot)
{
	return SLOT_GM <= slot && slot < SLOT_OBSERVER;
}

/* The slot of such a name, -1 if it is none. */
int slot_parse(struct str name);
#endif
