/*
 * src/engine/slot.h - numbers for the places at a table: SLOT_PLAYER + 0..
 * players, which are the seats of the rules, SLOT_GM + 0.. game masters,
 * SLOT_OBSERVER + 0.. spectators, SLOT_DEPUTY + 0.. proxies of the players.
 */
#ifndef ENGINE_SLOT_H
#define ENGINE_SLOT_H
#include "base/base.h"

enum {
	SLOT_PLAYER = 0,
	SLOT_GM = 100,
	SLOT_OBSERVER = 200,
	SLOT_END = 300, /* end of the numbers in use */
	SLOT_DEPUTY = 300
};

enum { SLOT_NAME_MAX = 8 };

/* "A".."H" for players, "GM", "GM2".. for masters, "O1".. for observers, "DA"
 * for the deputy of A; "-" for a number below 0. */
void slot_name(int slot, char out[SLOT_NAME_MAX]);

/* The seat whose view and orders this place has: a player's own, or a proxy's
 * player's; -1: none. */
int slot_seat(int slot);

/* Is it a game master's? */
static inline bool slot_is_master(int slot)
{
	return SLOT_GM <= slot && slot < SLOT_OBSERVER;
}

/* The slot of such a name, -1 if it is none. */
int slot_parse(struct str name);
#endif
