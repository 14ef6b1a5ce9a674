/*
 * src/cli/mail_ipc.h - the judge's side of the mail process
 * (mail/mail_agent.h): what it brings is stored and then acknowledged, what is
 * due is handed to it and what became of that put on record.
 *
 *	absent -start-> running -its end, or a word that is none-> absent
 *
 * A mail process that ends is started again after a pause. What it was sending
 * may or may not have arrived, so it goes out again with the same bytes; what
 * it was fetching was not acknowledged and comes again. Its words are not
 * trusted: counts, names and lengths are checked before they are used.
 */
#ifndef CLI_MAIL_IPC_H
#define CLI_MAIL_IPC_H
#include "cli/mail_process.h"
#include "cli/send_throttle.h"
#include "judge/judge.h"

enum {
	EXCHANGE_AT_ONCE = 16,    /* mails handed over and not yet told of */
	EXCHANGE_AGAIN_MS = 5000, /* pause before a new mail process */
	EXCHANGE_SECRET_MS = 5000 /* looks at a refused password's file */
};

struct exchange {
	const struct config *config; /* borrowed */
	struct judge *judge;         /* borrowed */
	struct post post;
	int64_t start_at_ms; /* while absent: when to start it */
	struct rush rush;
	bool stored;     /* set when mails were; the loop clears it */
	bool failed;     /* set when it went wrong in or out; likewise */
	int n_faults;    /* told to the operator so far */
	bool empty;      /* the inbox was seen empty since the last mail .. */
	int64_t empty_s; /* .. UTC: of what had come by then */
	bool unsettled;  /* a range is stored, and the post not yet told */
	/* the range that is coming in */
	struct arena range;
	struct raw_mail *mails;
	int n_mails;
	/* on record: where a new mail process begins to read */
	uint64_t validity, uid;
	uint64_t round;      /* of the mails that are handed over now */
	int64_t secret_seen; /* the password file of [outbox] when it was read
			      */
	bool refused_login;  /* by the last mail that tried it */
	bool renew;          /* the mail process reads its passwords anew */
	int64_t sent[EXCHANGE_AT_ONCE]; /* outbox ids on their way, 0 free */
	int n_sent;
	/* what became of some, not yet on record; the words in `told` */
	struct posting_result results[EXCHANGE_AT_ONCE];
	int n_results;
	struct arena told;
};

/*
 * Fork the mail process; before secrets are in this memory. It waits until
 * exchange_open has told it where in the mailbox to go on. x is zeroed.
 */
enum err exchange_start(struct exchange *x, const struct config *c,
			struct why *why);
enum err exchange_open(struct exchange *x, struct judge *j, struct why *why);

/* End the mail process, within grace_ms, and forget what is on its way. */
void exchange_release(struct exchange *x, int grace_ms);

/*
 * All that it has said by now, without waiting; an absent one is started when
 * its pause is over. What goes wrong is told to the operator: .failed.
 */
void exchange_hear(struct exchange *x, int64_t now_ms);

/*
 * Tell it of mails that are stored, once they are so for good. Their letters
 * may be begun before: the disk and who paints them work at the same time.
 */
void exchange_settle(struct exchange *x, int64_t now_ms);

/*
 * The operator changed something (SIGHUP), perhaps a password: the mail server
 * is tried at once, and one that was not open is so by a new mail process.
 */
void exchange_renew(struct exchange *x);

/* How long it may wait before it looks at a password's file, -1: for ever. */
int exchange_patience(const struct exchange *x);

/* Ask it to look into the inbox now. */
void exchange_look(struct exchange *x);

/*
 * What is due goes to it, as much as the rush allows and it can take: *n mails,
 * in one transaction. -1: it was not asked, because there is no room.
 */
enum err exchange_fill(struct exchange *x, bool busy, int64_t now_ms, int *n,
		       struct why *why);

/*
 * Put what became of mails on record, in one transaction. An error that may
 * pass leaves them for the next call; after another they count as being sent
 * until the judge is opened again.
 */
enum err exchange_keep(struct exchange *x, struct why *why);

/* Nothing is coming in or going out, and the inbox is empty. */
bool exchange_idle(const struct exchange *x);
#endif
