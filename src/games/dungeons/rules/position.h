/*
 * src/games/dungeons/rules/position.h - parses positions of Dungeons, line by
 * line:
 *
 *	board 7x7			(all clear, walls around)
 *	terrain ~ C3 D4			(letters of DG-GEO-03)
 *	wall C2|D2 C3|D3
 *	door D1 C5|D5 wood closed
 *	section S1 chamber A1-E5	(without: one chamber)
 *	mouth W A3-A5 W
 *	map crossing			(of the catalog)
 *	stairs C2 D9			(they join these squares)
 *	tile C1 K10 90 by A		(laid; of the catalog)
 *	player A entrance W exit E xp 25 acquired points 97 heroes 2 turns 3
 *	option trade on
 *	figure A1 at D4 face N stats 8/8/15/2 life 5
 *	figure S1 spawn at F2 dial "8/8/15/2 charge" "7/8/14/2" click 1
 *	chest K1 at G4 face S state armed position 2 by A
 *	chest K2 held A assigned A1
 *	trap K1 2 spawn 1 15 attack H 8 2 range 6 disarm 7
 *	treasure K1 type weapon gold 20 speed 2 abilities "healing" potion
 *	token W1 at H4 weak table Y4 by A
 *	token W2 at H5 rolls 7 1 20 8 2 30		(total, number, points)
 *	pooled A C C D			(models of the chests that A gave)
 *	tiles A C1 C2 C3 C4 H1		(chosen)
 *	drawn A teleport		(terrain piece)
 *	lone_wolf
 *	master B 1			(turns begun as Monster Master)
 *	phase play | start | teams | first | board | terrain | chests |
 *		tokens | pool | doorways
 *	turn A first A turn 3 activations 2
 *
 * Also a whole drawing, from MAP to END as a map file has it. More about a
 * figure: abilities "charge" (on every click), range, targets, arc, points,
 * name, key, owner, warrior, mounted, multi_dial, dragon, level, levels 4 3 2
 * 1 0 (clicks), costs 20 25 30 35 40, top_level, outside, left, eliminated,
 * pool, teleport, vortex (declared), marker. A card has the same words after
 * its quoted name.
 */
#ifndef GAMES_DUNGEONS_RULES_POSITION_H
#define GAMES_DUNGEONS_RULES_POSITION_H
#include "engine/position.h"

extern const struct position_system setup_dungeons;
#endif
