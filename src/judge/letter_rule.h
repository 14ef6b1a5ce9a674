/*
 * src/judge/letter_rule.h - what a letter says of the rules in words
 * (report/reference.h): of the one that is asked for, or those that are named.
 */
#ifndef JUDGE_LETTER_RULE_H
#define JUDGE_LETTER_RULE_H
#include "judge/writing.h"
#include <jansson.h>

/*
 * RULE RB-MOVE-01, or RULE BREAK, of which what the game's orders call the same
 * is sought too: {rules} of {id} {said} {foreign}, {others}: ids of more,
 * {sought}; or {none}.
 */
void letter_rule_told(struct writing *w, struct str asked, struct tval *to);

/* The rules of this array of ids as {laws}, each as above; what is no rule is
 * left out. NULL: of none. */
void letter_laws_told(struct writing *w, json_t *ids, struct tval *to);
#endif
