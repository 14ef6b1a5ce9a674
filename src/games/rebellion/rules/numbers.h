/*
 * src/games/rebellion/rules/numbers.h - the numbers of Rebellion: RB_EV_..,
 * RB_ORDER_.., generated from the .def files of this folder
 * by engine/gen_enums.inc.
 */
#ifndef GAMES_REBELLION_RULES_NUMBERS_H
#define GAMES_REBELLION_RULES_NUMBERS_H
#include "engine/system.h"
#include "games/rebellion/rules/events.h"

#include "games/rebellion/rules/gen_config.inc"
#include "engine/gen_enums.inc"
#endif
