/*
 * src/judge/notify/relay.h - retries sending after the mail server refused. One
 * state for all mails (store/relay.h): while the server is not open, one mail
 * at a time tries it, after pauses of 2 seconds to 5 minutes; a refused login
 * is retried every 15 minutes. The first mail that the server accepts opens it
 * for all.
 *
 * A refused recipient counts against the recipient's address, unless the server
 * refused another recipient in the same way since the last accepted mail: then
 * both count against the server, and the marks of the first refusal are
 * removed. A refusal that repeats after the server accepted another mail counts
 * against the recipient.
 */
#ifndef JUDGE_NOTIFY_RELAY_H
#define JUDGE_NOTIFY_RELAY_H
#include "judge/judge.h"

enum {
	RELAY_FIRST_S = 2,
	RELAY_MOST_S = 300,
	RELAY_LOGIN_S = 900,
	RELAY_REFUSED_MAX = 16, /* refused mails that are compared */
};

/* In memory; what operators see of it is in the store. */
struct relay {
	enum relay_state state;
	int64_t since_s, next_s;
	int tries;
	bool probing; /* a mail is under way that tries it */
	/* mails that were refused since the last one was accepted */
	int64_t refused[RELAY_REFUSED_MAX];
	int n_refused;
};

/* How many mails may leave now, at most max. */
int relay_room(const struct judge *j, int max);
/* One of them has left. */
void relay_leaves(struct judge *j);
/* When mails that are due at mail_s may leave. */
int64_t relay_next(const struct judge *j, int64_t mail_s);

/* The operator may have asked, from another process, for a try now. */
enum err relay_refresh(struct judge *j, struct why *why);
/* The same, within a transaction. */
enum err relay_retry(struct judge *j, struct why *why);

/* A result that is no fault of the server: it is open. */
enum err relay_answered(struct judge *j, bool accepted, struct why *why);
/* Record a fault of the server and notify the operator. */
enum err relay_fault(struct judge *j, enum relay_state state,
		     const struct posting_result *r, struct why *why);

/* Is this refusal of a recipient put down to the server? */
enum err relay_suspected(struct judge *j, const struct outbox_row *row,
			 const struct posting_result *r, bool *yes,
			 struct why *why);
#endif
