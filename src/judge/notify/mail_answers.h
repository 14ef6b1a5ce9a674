/*
 * src/judge/notify/mail_answers.h - what a letter answers to the questions of a
 * mail (judge/notify/notify.h), out of the matter of its row: events that are
 * no part of the log, rulings, rules, cards and help.
 */
#ifndef JUDGE_NOTIFY_MAIL_ANSWERS_H
#define JUDGE_NOTIFY_MAIL_ANSWERS_H
#include "judge/notify/render_ctx.h"
#include <jansson.h>

/* Events of the letter's game, in words as report_events has them; what is none
 * is left out. A preview tells them on, each list behind the one before. */
struct tval *mail_events_values(struct render_ctx *w, json_t *list);

/* What the dice may bring, of a preview: each {order}, one of {is_dice},
 * {is_sure} and {is_hangs}, {outcomes} of {chance} and {text}, {others}. */
struct tval *mail_forks_values(struct render_ctx *w, json_t *list);

/* Rulings, each with its verdict, who gave it and its language in words. */
struct tval *mail_precedents_values(struct render_ctx *w, json_t *list);

/* The questions: each {question}, {is_KIND}, and {events}, {cards}, {rules},
 * {text} or what help_values puts; {precedents}; {again}. */
struct tval *mail_answers_values(struct render_ctx *w, json_t *list);
#endif
