/*
 * src/rules/rebellion/numbers.h - the numbers of Rebellion: RB_EV_..,
 * RB_ORDER_.., as the .def files beside this list them; rules/numbers.inc says
 * how.
 */
#ifndef RULES_REBELLION_NUMBERS_H
#define RULES_REBELLION_NUMBERS_H
#include "rules/system.h"

#include "rules/rebellion/defs.inc"
#include "rules/numbers.inc"
#endif
