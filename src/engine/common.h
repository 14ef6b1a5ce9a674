/*
 * src/engine/common.h - numbers of the common events and of their fields:
 * COMMON_REFUSED, COMMON_REFUSED_REASON, ..
 */
#ifndef ENGINE_COMMON_H
#define ENGINE_COMMON_H
#include "base/base.h"

enum {
#define EVENT(sym, name) COMMON_##sym,
#define FIELD(sym, f, name, type)
#define END(sym)
#include "engine/common.def"
#undef EVENT
#undef FIELD
#undef END
	N_COMMON
};

/* the fields of each kind, from 0 */
enum {
#define EVENT(sym, name)          COMMON_##sym##_BEFORE_FIRST = -1,
#define FIELD(sym, f, name, type) COMMON_##sym##_##f,
#define END(sym)                  N_COMMON_##sym,
#include "engine/common.def"
#undef EVENT
#undef FIELD
#undef END
};
#endif
