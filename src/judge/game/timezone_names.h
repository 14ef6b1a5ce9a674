/*
 * src/judge/game/timezone_names.h - checks names of time zones. It is separate
 * from timezone.h, which needs the report module.
 */
#ifndef JUDGE_GAME_TIMEZONE_NAMES_H
#define JUDGE_GAME_TIMEZONE_NAMES_H
#include "base/arena.h"

/* Is there such a time zone ("Europe/Madrid")? Only names of the installed list
 * count, not every file in its folder. */
bool timezone_exists(struct str name);

/* Its name as it is written, from any case; "": there is none. */
struct str timezone_named(struct arena *a, struct str said);
#endif
