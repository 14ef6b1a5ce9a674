/*
 * src/mail/retry.h - counts the retries of mails that a mailbox failed to give,
 * and schedules the next ones.
 *
 *	(unknown) -fails-> TRYING -fails RETRY_TRIES times-> PASSED_BY
 *	TRYING, PASSED_BY -given, or gone-> (unknown)
 *
 * The pauses double from 2 seconds up to an hour. Deadlines wait for a mail
 * that is TRYING, never for one that is PASSED_BY.
 */
#ifndef MAIL_RETRY_H
#define MAIL_RETRY_H
#include "base/err.h"

enum {
	RETRY_TRIES = 5,        /* failures before a mail is passed by: 30 s */
	RETRY_FIRST_S = 2,      /* the first pause */
	RETRY_MAX_S = 3600,     /* the longest */
	RETRY_MAILS_MAX = 1000, /* more means that the mailbox is at fault */
	RETRY_NAME_MAX = 320
};

struct retry_mail {
	char name[RETRY_NAME_MAX]; /* the mailbox's own, for the operator too */
	unsigned tries;
	int64_t next_s;      /* monotonic: no try before */
	int64_t since_utc_s; /* all that came before was fetched */
	/* the caller's: the operator knows of it, and that it is passed by */
	bool told, told_passed;
	bool over;      /* given or gone; retry_sweep removes it */
	bool listed;    /* by the list that is being read */
	struct why why; /* of the last failure */
};

struct retry {
	struct retry_mail *mails;
	size_t n;
};

void retry_release(struct retry *r);

/* The mail of this name, if it failed before; else NULL. */
struct retry_mail *retry_find(const struct retry *r, const char *name);

/* It failed before, and its next try is not due. */
bool retry_waits(const struct retry *r, const char *name);

bool retry_is_passed_by(const struct retry_mail *m);

/*
 * The mailbox failed to give this mail. False: there are too many such mails.
 * since_utc_s: see above; of the first failure only.
 */
bool retry_fail(struct retry *r, const char *name, int64_t since_utc_s,
		const struct why *why);

/* The mail was given, or is not in the mailbox any more. */
void retry_end(struct retry *r, const char *name);

/* Begin to read a list of all mails; each is marked, the others are gone. */
void retry_list_begin(struct retry *r);
void retry_list_mail(struct retry *r, const char *name);
void retry_list_end(struct retry *r);

/* Drop entries that are over. */
void retry_sweep(struct retry *r);

/* Monotonic: when the next try is due; INT64_MAX if there is none. */
int64_t retry_next_s(const struct retry *r);

/* The least since_utc_s of the mails that are TRYING; INT64_MAX: none is. */
int64_t retry_since(const struct retry *r);
#endif
