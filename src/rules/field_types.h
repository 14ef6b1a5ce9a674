/*
 * src/rules/field_types.h - for files that make tables of events.def and
 * orders.def: TYPE_x is the type, names and number of names of a field of type
 * x. A system adds TYPE_ENUM_x, of TYPE_NAMES, for names of its own.
 */
#ifndef RULES_FIELD_TYPES_H
#define RULES_FIELD_TYPES_H
#include "rules/field.h"

#define TYPE_INT    FIELD_INT, NULL, 0
#define TYPE_BOOL   FIELD_BOOL, NULL, 0
#define TYPE_SEAT   FIELD_SEAT, NULL, 0
#define TYPE_LABEL  FIELD_LABEL, NULL, 0
#define TYPE_POINT  FIELD_POINT, NULL, 0
#define TYPE_TEXT   FIELD_TEXT, NULL, 0
#define TYPE_INTS   FIELD_INTS, NULL, 0
#define TYPE_LABELS FIELD_LABELS, NULL, 0
#define TYPE_SEATS  FIELD_SEATS, NULL, 0
#define TYPE_POINTS FIELD_POINTS, NULL, 0
#define TYPE_MODS   FIELD_MODS, NULL, 0

#define TYPE_NAMES(names) FIELD_ENUM, names, ARRAY_LEN(names)
#endif
