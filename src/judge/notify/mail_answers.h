/*
 * src/judge/notify/mail_answers.h - the template values of answers to questions
 * (judge/notify/notify.h), from the payload of the row: events outside the log,
 * rulings, rules, cards and help.
 */
#ifndef JUDGE_NOTIFY_MAIL_ANSWERS_H
#define JUDGE_NOTIFY_MAIL_ANSWERS_H
#include "judge/notify/render_ctx.h"
#include <jansson.h>

/* Events of the mail's game, in words as report_events writes them; other
 * values are left out. A preview continues its text, each list after the one
 * before. */
struct tval *mail_events_values(struct render_ctx *w, json_t *list);

/* For the list "events" of a preview, put {plan}: its orders read back as a
 * plan after the events have queued all of them; empty if the game makes no
 * plans.
 */
void mail_preview_plan(struct render_ctx *w, const char *key, json_t *events,
		       struct tval *to);

/* What the dice may bring, of a preview: each {order}, one of {is_dice},
 * {is_sure} and {is_hangs}, {outcomes} of {chance} and {text}, {others}. */
struct tval *mail_forks_values(struct render_ctx *w, json_t *list);

/* Rulings, each with its verdict, who gave it and its language in words. */
struct tval *mail_precedents_values(struct render_ctx *w, json_t *list);

/* The questions: each {question}, {is_KIND}, and {events}, {cards}, {rules},
 * {text} or what help_values puts; {precedents}; {again}. */
struct tval *mail_answers_values(struct render_ctx *w, json_t *list);
#endif
