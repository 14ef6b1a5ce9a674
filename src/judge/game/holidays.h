/*
 * src/judge/game/holidays.h - reads the operator's files of days off, so that a
 * game names a list instead of its days: off = sat sun @madrid.
 *
 *	// the file madrid
 *	01-01
 *	2026-04-02..2026-04-05
 *
 * The words are those of protocol/calendar.h, separated by blanks or line ends;
 * // starts a remark. The judge writes the days into the log when the policy is
 * set: a later change of the file moves no deadline.
 */
#ifndef JUDGE_GAME_HOLIDAYS_H
#define JUDGE_GAME_HOLIDAYS_H
#include "base/arena.h"
#include "base/err.h"

enum { HOLIDAYS_FILE_MAX = 16 << 10 };

/*
 * The value with the days of the lists that it names, without those before
 * today (base/date.h), in the arena. dir: their folder, "" or NULL for none.
 * *missing: the first name of which there is no list, or ""; ERR_DISK: one
 * cannot be read.
 */
enum err holidays_expand(struct arena *a, const char *dir, struct str value,
			 int32_t today, struct str *out, struct str *missing,
			 struct why *why);
#endif
