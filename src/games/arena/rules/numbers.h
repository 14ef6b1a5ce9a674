/*
 * src/games/arena/rules/numbers.h - the numbers of Arena: AR_EV_..,
 * AR_ORDER_.., generated from the .def files of this folder
 * by engine/gen_enums.inc.
 */
#ifndef GAMES_ARENA_RULES_NUMBERS_H
#define GAMES_ARENA_RULES_NUMBERS_H
#include "engine/system.h"
#include "games/arena/rules/events.h"

#include "games/arena/rules/gen_config.inc"
#include "engine/gen_enums.inc"
#endif
