/*
 * src/judge/requests/order_questions.h - answers the questions of an order
 * mail: reports, rules, history, dice, queries to the rules. Questions change
 * nothing in a game.
 */
#ifndef JUDGE_REQUESTS_ORDER_QUESTIONS_H
#define JUDGE_REQUESTS_ORDER_QUESTIONS_H
#include "judge/requests/order_request.h"

/* Events that are no part of the log, as a JSON list. */
struct str order_events_json(struct arena *a, const struct system *sys,
			     const struct event_list *list);
bool order_line_asks(const struct order_line *l);
bool order_questions_any(const struct order_request *r);

/* Answer in one mail, and in the mails that some questions get for themselves.
 */
enum err order_questions_answer(struct delivery *d, struct order_request *r,
				bool *any, struct why *why);

/* Only the questions that get a mail for themselves. */
enum err order_questions_mails(struct delivery *d, struct order_request *r,
			       bool *any, struct why *why);

/* The answers to the other questions, a JSON list; "": it has none, or they
 * are too long together. */
enum err order_questions_json(struct delivery *d, struct order_request *r,
			      struct str *out, bool *any, struct why *why);

/* One of these answers, on the board of g; NULL: the question must be repeated.
 * beside: rulings on the rule, a list, or "" */
struct str order_question_json(struct delivery *d, struct order_request *r,
			       const struct game *g, const struct order_line *l,
			       struct str beside);
#endif
