/*
 * src/games/arena/rules/position.h - parses positions of Arena, line by line:
 *
 *	option mode apprentice
 *	board 4x3				(auto, as the options say)
 *	player A beastmaster mana 10 side A element air quickcast used
 *	mage #1 A at A1 damage 3		(a player's Mage)
 *	object #3 A "Timber Wolf" at B1 damage 2 burn 1 guard inactive
 *	object #4 B "Force Hold" on #3 hidden
 *	object #5 A "Mage Wand" on #1 slot weapon bound "Minor Heal"
 *	object #6 B "Wall of Stone" border B1 B2
 *	book A 2 "Rhino Hide" 1 Dispel
 *	plan A #1 "Minor Heal"			(of the Mage, two at most)
 *	discard A "Timber Wolf"			(a creature destroyed in play)
 *	mod #3 Melee 1 round			(next action round wake game)
 *	pair struck #3 #4			(attacked melee counted)
 *	phase turns
 *	turn A init B round 2
 *
 * Handles grow from line to line. More about an object: owner A, hidden,
 * inactive, summoned N, seen A (who was shown a hidden one), and any value that
 * can be set by its path (paths.c): rot 2, mana 3, stamp 5, last_zone ..
 */
#ifndef GAMES_ARENA_RULES_POSITION_H
#define GAMES_ARENA_RULES_POSITION_H
#include "engine/position.h"

extern const struct position_system setup_arena;
#endif
