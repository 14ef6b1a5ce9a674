/*
 * src/judge/notify/mail_rules.h - what a letter says of the rules in words
 * (report/text/rules_text.h): of the one that is asked for, or those that are
 * named.
 */
#ifndef JUDGE_NOTIFY_MAIL_RULES_H
#define JUDGE_NOTIFY_MAIL_RULES_H
#include "judge/notify/render_ctx.h"
#include <jansson.h>

/*
 * RULE RB-MOVE-01, or RULE BREAK, of which what the game's orders call the same
 * is sought too: {rules} of {id} {said} {foreign}, {others}: ids of more,
 * {sought}; or {none}.
 */
void mail_rule_values(struct render_ctx *w, struct str asked, struct tval *to);

/* The rules of this array of ids as {laws}, each as above; what is no rule is
 * left out. NULL: of none. */
void mail_rules_values(struct render_ctx *w, json_t *ids, struct tval *to);
#endif
