/*
 * src/store/relay.h - stores the state of the mail server that sends all mails.
 * One state for all mails: a fault of the server counts against no single mail.
 *
 *	OPEN -fault-> DOWN, HELD, LOGIN or RECIPIENTS -a mail accepted-> OPEN
 */
#ifndef STORE_RELAY_H
#define STORE_RELAY_H
#include "store/store.h"

/* numbers are stored */
enum relay_state {
	RELAY_OPEN,
	RELAY_DOWN,       /* no connection, 421, 4xx before MAIL */
	RELAY_HELD,       /* TLS, sender or relaying: the operator must act */
	RELAY_LOGIN,      /* the login is refused */
	RELAY_RECIPIENTS, /* several recipients refused alike, none accepted */
	RELAY_STATES
};

struct relay_row {
	enum relay_state state;
	int64_t since_s, next_s; /* UTC; next_s: of the next try */
	int tries;
	int code; /* of the last reply, 0: none */
	struct str words;
};

/* A store without a row: OPEN. */
enum err store_relay_get(struct store *st, struct arena *a, struct relay_row *r,
			 struct why *why);
enum err store_relay_put(struct store *st, const struct relay_row *r,
			 struct why *why);

/* "open", "down", .. for listings. */
const char *relay_state_name(enum relay_state s);
#endif
