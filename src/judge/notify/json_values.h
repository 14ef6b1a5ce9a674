/*
 * src/judge/notify/json_values.h - converts JSON to template values
 * (report/text/template_value.h): the payload of mails, and the state of the
 * last annals.
 */
#ifndef JUDGE_NOTIFY_JSON_VALUES_H
#define JUDGE_NOTIFY_JSON_VALUES_H
#include "report/text/template_value.h"
#include <jansson.h>

/*
 * Objects become maps, arrays lists, true 1, false and null 0, a real 0. A
 * string becomes what `text` makes of it, which may cut it up: NULL, the text
 * itself. All of it lives in the arena; j is only read.
 */
struct tval *tval_of_json(struct arena *a, json_t *j,
			  struct tval *(*text)(struct arena *a, struct str s));
#endif
