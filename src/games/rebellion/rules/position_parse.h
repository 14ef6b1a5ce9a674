/*
 * src/games/rebellion/rules/position_parse.h - parses positions of Rebellion,
 * line by line:
 *
 *	board 36 36
 *	player A side S build 200 spent 150 team 1 score 11
 *	option lof_doubt 0
 *	terrain H1 elevated rect 0 0 8 8 abrupt stairs 0 2 0 4
 *	terrain T1 hindering poly 1 1 4 1 4 4 on H1
 *	item T2 blocking rect -1 -1 1 1			(on the pile)
 *	figure A1 at 10 10 face NE stats 8/9/16/3 life 6
 *	figure B1 at 9 9 dial "8/8/15/2 charge" "7/8/14/2" wounds 1 tokens 1
 *	figure A2 eliminated
 *	figure A3 card "Amazon Queen" at 12 10	(of the catalog)
 *	phase play | start | army | pile | roll | terrain | deploy
 *	turn A first A round 1 actions 2
 *
 * Lengths are in inches. More about a figure: abilities "charge, flight" (on
 * every click), range, targets, arc, radius, faction, points, rank, name, key,
 * acted, passed, captive_of, last_by, owner. A figure without a place is in
 * reserve. A card has the same words after its quoted name.
 */
#ifndef GAMES_REBELLION_RULES_POSITION_PARSE_H
#define GAMES_REBELLION_RULES_POSITION_PARSE_H
#include "engine/position.h"

extern const struct position_system setup_rebellion;
#endif
