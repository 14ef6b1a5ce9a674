/*
 * tests/unit/judge_said.h - what tests of the table say: mails of the players
 * and of the master of a game, each with the next serial number of its author.
 */
#ifndef TESTS_JUDGE_SAID_H
#define TESTS_JUDGE_SAID_H
#include "judge_unit.h"

/* of each person; a test begins with 0 */
static int last_serial[4];

static inline void said_nothing(void)
{
	memset(last_serial, 0, sizeof(last_serial));
}

/* Orders of a player, signed and sent at this point; the verdict. */
static inline struct str say(int who, const char *lines)
{
	return fix_send(&f, fix_orders(&f, who, fix_point(&f),
				       ++last_serial[who], lines));
}

/* The same of a master, who is the third person. */
static inline struct str mastered(const char *lines)
{
	return fix_send(&f, fix_commands(&f, 2, fix_point(&f), ++last_serial[2],
					 lines));
}

#define TAKEN(who, lines) assert_str(say(who, lines), "adjudicated")

/* refused with this reason, and nothing has happened */
static inline void refused(int who, const char *lines, const char *reason)
{
	int64_t before = fix_point(&f);

	assert_str(say(who, lines), reason);
	assert_int_equal(fix_point(&f), before);
}

/* the judge does what is due by then */
static inline void time_passes(int64_t seconds)
{
	int n;

	f.now += seconds;
	OK(judge_tick(f.j, &n, &f.why));
}
#endif
