/*
 * src/engine/field_types.h - macros for files that make tables of events.def
 * and orders.def: TYPE_x is the type, names, number of names and range of a
 * field of type x. A system adds TYPE_ENUM_x, of TYPE_NAMES, for names of its
 * own.
 *
 * Numbers of events have a range (RANGE and similar, or a name that a system
 * defines), because evolve and the rules trust events. Numbers of orders have
 * none: the rules check them and answer with a refusal.
 */
#ifndef ENGINE_FIELD_TYPES_H
#define ENGINE_FIELD_TYPES_H
#include "engine/event.h"

#define TYPE_ANY INT32_MIN, INT32_MAX

/* of events: each number from min to max */
#define TYPE_RANGE(min, max)     FIELD_INT, NULL, 0, min, max
#define TYPE_RANGES(min, max)    FIELD_INTS, NULL, 0, min, max
#define TYPE_POINT_IN(min, max)  FIELD_POINT, NULL, 0, min, max
#define TYPE_POINTS_IN(min, max) FIELD_POINTS, NULL, 0, min, max
#define TYPE_MODS_IN(min, max)   FIELD_MODS, NULL, 0, min, max
#define TYPE_COUNT               TYPE_RANGE(0, INT32_MAX)
/* words with a meaning of their own, which their reader checks */
#define TYPE_WORDS FIELD_INTS, NULL, 0, TYPE_ANY

/* of both */
#define TYPE_BOOL   FIELD_BOOL, NULL, 0, 0, 1
#define TYPE_SEAT   FIELD_SEAT, NULL, 0, -1, SEATS_MAX - 1
#define TYPE_SEATS  FIELD_SEATS, NULL, 0, 0, SEATS_MAX - 1
#define TYPE_LABEL  FIELD_LABEL, NULL, 0, TYPE_ANY
#define TYPE_LABELS FIELD_LABELS, NULL, 0, TYPE_ANY
#define TYPE_HASH   FIELD_HASH, NULL, 0, TYPE_ANY
#define TYPE_TEXT   FIELD_TEXT, NULL, 0, TYPE_ANY

/* of orders */
#define TYPE_INT    FIELD_INT, NULL, 0, TYPE_ANY
#define TYPE_POINT  FIELD_POINT, NULL, 0, TYPE_ANY
#define TYPE_INTS   FIELD_INTS, NULL, 0, TYPE_ANY
#define TYPE_POINTS FIELD_POINTS, NULL, 0, TYPE_ANY

/* names are those of an enum from 0 to last */
#define NAMES_TO(names, last)                                                  \
	static_assert(ARRAY_LEN(names) == (last) + 1, "a name for each")

#define TYPE_NAMES(names) FIELD_ENUM, names, ARRAY_LEN(names), 0, 0
#endif
