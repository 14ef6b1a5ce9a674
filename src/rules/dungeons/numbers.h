/*
 * src/rules/dungeons/numbers.h - the numbers of Dungeons: DG_EV_..,
 * DG_ORDER_.., as the .def files beside this list them; rules/numbers.inc says
 * how.
 */
#ifndef RULES_DUNGEONS_NUMBERS_H
#define RULES_DUNGEONS_NUMBERS_H
#include "rules/system.h"

#include "rules/dungeons/defs.inc"
#include "rules/numbers.inc"
#endif
