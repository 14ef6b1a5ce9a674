/*
 * src/judge/courier.h - letters of players (judge/press.h) at the judge: into
 * the log, and to who reads them.
 */
#ifndef JUDGE_COURIER_H
#define JUDGE_COURIER_H
#include "judge/press.h"
#include "judge/station.h"

/*
 * Take the letters of a mail, in which nothing else stands: adjudicated, and
 * mailed at once to who reads them and to who wrote them. Nobody else gets a
 * mail for it.
 */
enum err courier_take(struct delivery *d, struct table *t,
		      const struct press *p, struct why *why);
#endif
