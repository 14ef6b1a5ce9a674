/*
 * src/mail/authres.h - reads Authentication-Results (RFC 8601): the checks of
 * our own mail server on a mail's sender. Fields of other servers prove
 * nothing: anybody can write them, and our server must remove foreign fields
 * with its own name (RFC 8601, 5).
 */
#ifndef MAIL_AUTHRES_H
#define MAIL_AUTHRES_H
#include "base/base.h"

/* The result of a method (RFC 8601, 2.7). */
enum authres_said {
	AUTHRES_ABSENT, /* nothing: it was not tried */
	AUTHRES_NONE,
	AUTHRES_PASS,
	AUTHRES_FAIL,
	AUTHRES_SOFTFAIL,
	AUTHRES_NEUTRAL,
	AUTHRES_POLICY,
	AUTHRES_TEMPERROR,
	AUTHRES_PERMERROR,
	AUTHRES_OTHER,
	AUTHRES_WORDS
};

/* What the fields of one mail say together; all zero to begin with. */
struct authres {
	/* the domain of From, set before the first field: a pass of spf or dkim
	 * counts only for this domain, one above or one below. Empty: any */
	struct str from;
	bool dmarc_fail, dmarc_pass;
	bool tried;  /* there is a result of spf or dkim */
	bool pass;   /* one of them */
	bool unsure; /* one of them could not be had: temperror */
	/* of each the first, or that it passed */
	enum authres_said spf, dkim, dmarc;
};

/*
 * Take in one field, unfolded, without its name, if the server `id` (an
 * authserv-id, without case) wrote it. What cannot be read, or is of another
 * version than 1, says nothing.
 */
void authres_add(struct authres *r, struct str field, struct str id);

/* "pass", "softfail", ..: as servers write it. */
const char *authres_word(enum authres_said said);

/* The server that wrote the field, or empty if it cannot be read; at most room
 * - 1 bytes. */
void authres_server(struct str field, char *out, size_t room);

/*
 * Is the mail not from whom it says? dmarc decides alone; without it neither
 * spf nor dkim passed, and both were tried.
 */
bool authres_is_forged(const struct authres *r);
#endif
