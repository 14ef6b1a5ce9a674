/*
 * src/games/dungeons/rules/numbers.h - the numbers of Dungeons: DG_EV_..,
 * DG_ORDER_.., generated from the .def files of this folder
 * by engine/gen_enums.inc.
 */
#ifndef GAMES_DUNGEONS_RULES_NUMBERS_H
#define GAMES_DUNGEONS_RULES_NUMBERS_H
#include "engine/system.h"
#include "games/dungeons/rules/events.h"

#include "games/dungeons/rules/gen_config.inc"
#include "engine/gen_enums.inc"
#endif
