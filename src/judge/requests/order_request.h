/*
 * src/judge/requests/order_request.h - the lines of a player's order mail, read
 * but not executed. order_mail.c executes them, order_questions.c answers its
 * questions, order_preview.c previews its orders.
 */
#ifndef JUDGE_REQUESTS_ORDER_REQUEST_H
#define JUDGE_REQUESTS_ORDER_REQUEST_H
#include "judge/policies/dispute.h"
#include "judge/policies/press_send.h"
#include "judge/policies/proposals.h"
#include "judge/requests/delayed_orders.h"
#include "judge/requests/preferences.h"
#include "orders/orders.h"
#include "protocol/log_events.h"

enum { ORDER_ANSWER_MAX = 128 << 10 }; /* bytes of what an answer lists */

struct order_request {
	struct game_ctx t;
	struct orders *orders;
	struct submission sub;
	struct word_lines words;
	struct dispute_line dispute;
	struct table_requests motions;
	struct press press;
	struct preference_lines preferences;
	struct holding hold;
	struct person_row person; /* who wrote it */
	struct grammar_work work; /* what it costs to read */
	int n_queries;            /* that were asked of the rules */
	bool page;                /* HELP PAGE: it is to be sent */
	bool late; /* the game is paused for want of these orders alone */
	struct orders_map map;
	int lang;
	/* the cards of the catalog, and what they are called here */
	struct grammar_names cards;
	struct log_event_names named;
	struct arena *a;
};

/* Read the lines of the mail d, in the language of r->person first. */
void order_request_read(struct delivery *d, struct order_request *r);

/* Read them as at that point of the log, in the language used then. */
enum err order_request_read_again(struct delivery *d, struct order_request *r,
				  int64_t point, struct why *why);

/* It has press, or lines that look like press. */
bool order_request_writes(const struct order_request *r);

/* It says something to the table, or about the dice. */
bool order_request_speaks(const struct order_request *r);

/* It has something that may change the game. */
bool order_request_changes(const struct order_request *r);
#endif
