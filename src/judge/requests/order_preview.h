/*
 * src/judge/requests/order_preview.h - mails what the orders of a mail would do
 * up to the first die, and what they would do if each die came out as is most
 * likely.
 */
#ifndef JUDGE_REQUESTS_ORDER_PREVIEW_H
#define JUDGE_REQUESTS_ORDER_PREVIEW_H
#include "judge/requests/order_request.h"

enum err order_preview_answer(struct delivery *d, struct order_request *r,
			      struct why *why);
#endif
