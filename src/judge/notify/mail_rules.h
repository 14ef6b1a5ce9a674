/*
 * src/judge/notify/mail_rules.h - the template values of rules in words
 * (report/text/rules_text.h): the rule that was asked for, or a list of named
 * rules.
 */
#ifndef JUDGE_NOTIFY_MAIL_RULES_H
#define JUDGE_NOTIFY_MAIL_RULES_H
#include "judge/notify/render_ctx.h"
#include <jansson.h>

/*
 * RULE RB-MOVE-01, or RULE BREAK, searched also under the word of the game's
 * orders: {rules} of {id} {said} {foreign}, {others}: ids of more, {sought}; or
 * {none}.
 */
void mail_rule_values(struct render_ctx *w, struct str asked, struct tval *to);

/* The rules of this array of ids as {laws}, each as above; unknown ids are left
 * out. NULL: no rules. */
void mail_rules_values(struct render_ctx *w, json_t *ids, struct tval *to);
#endif
