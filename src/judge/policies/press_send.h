/*
 * src/judge/policies/press_send.h - letters of players (protocol/press_parse.h)
 * at the judge: into the log, and to who reads them.
 */
#ifndef JUDGE_POLICIES_PRESS_SEND_H
#define JUDGE_POLICIES_PRESS_SEND_H
#include "protocol/press_parse.h"
#include "judge/handlers.h"

/*
 * Take the letters of a mail, in which nothing else stands: adjudicated, and
 * mailed at once to who reads them and to who wrote them. Nobody else gets a
 * mail for it.
 */
enum err press_send_apply(struct delivery *d, struct game_ctx *t,
			  const struct press *p, struct why *why);
#endif
