/*
 * src/rules/arena/numbers.h - the numbers of Arena: AR_EV_..,
 * AR_ORDER_.., as the .def files beside this list them; rules/numbers.inc says
 * how.
 */
#ifndef RULES_ARENA_NUMBERS_H
#define RULES_ARENA_NUMBERS_H
#include "rules/system.h"

#include "rules/arena/defs.inc"
#include "rules/numbers.inc"
#endif
