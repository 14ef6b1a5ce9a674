/*
 * src/judge/game/timezone_names.h - the names of time zones, apart from the
 * moments in them (zone.h), which are words of reports.
 */
#ifndef JUDGE_GAME_TIMEZONE_NAMES_H
#define JUDGE_GAME_TIMEZONE_NAMES_H
#include "base/arena.h"

/* Is there such a time zone ("Europe/Madrid")? A name of the list that comes
 * with the zones, and not every file that lies beside them. */
bool timezone_exists(struct str name);

/* Its name as it is written, from any case; "": there is none. */
struct str timezone_named(struct arena *a, struct str said);
#endif
