/*
 * src/games/rebellion/rules/numbers.h - the numbers of Rebellion: RB_EV_..,
 * RB_ORDER_.., as the .def files of this folder list them;
 * engine/gen_enums.inc says how.
 */
#ifndef GAMES_REBELLION_RULES_NUMBERS_H
#define GAMES_REBELLION_RULES_NUMBERS_H
#include "engine/system.h"

#include "games/rebellion/rules/gen_config.inc"
#include "engine/gen_enums.inc"
#endif
