/*
 * src/games/rebellion/rules/refuse.h - builds the refusals of Rebellion
 */
#ifndef GAMES_REBELLION_RULES_REFUSE_H
#define GAMES_REBELLION_RULES_REFUSE_H
#include "games/rebellion/rules/position.h"

/* Each gives false, so that checks read `return rb_no(..)`. */
bool rb_no(struct refusal *no, int reason, int rule);
bool rb_no1(struct refusal *no, int reason, int rule, int32_t a);
bool rb_no2(struct refusal *no, int reason, int rule, int32_t a, int32_t b);
/* with n words, and a text after them */
bool rb_no_text(struct refusal *no, int reason, int rule, const int32_t *w,
		int n, struct str text);
bool rb_no_ability(struct refusal *no, int reason, int rule, int32_t label,
		   enum rb_ability a);
/* a name of the tables as it is printed: "Magic Blast" */
struct str rb_printed(const char *name, char *room, size_t size);
/* a member of an attack formation is at fault: puts its name in front */
void rb_no_member(struct refusal *no, int32_t label);
#endif
