/*
 * src/judge/policies/press_send.h - logs the players' press
 * (protocol/press_parse.h) and mails it to its readers.
 */
#ifndef JUDGE_POLICIES_PRESS_SEND_H
#define JUDGE_POLICIES_PRESS_SEND_H
#include "protocol/press_parse.h"
#include "judge/handlers.h"

/*
 * Take the press of a mail that holds nothing else: adjudicate it and mail it
 * at once to its readers and its author. No other person gets a mail for it.
 */
enum err press_send_apply(struct delivery *d, struct game_ctx *t,
			  const struct press *p, struct why *why);
#endif
