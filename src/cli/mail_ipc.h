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
	MAIL_IPC_AT_ONCE = 16,    /* mails handed over and not yet told of */
	MAIL_IPC_AGAIN_MS = 5000, /* pause before a new mail process */
	MAIL_IPC_SECRET_MS = 5000 /* looks at a refused password's file */
};

struct mail_ipc {
	const struct config *config; /* borrowed */
	struct judge *judge;         /* borrowed */
	struct mail_process post;
	int64_t start_at_ms; /* while absent: when to start it */
	struct send_throttle rush;
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
	int64_t sent[MAIL_IPC_AT_ONCE]; /* outbox ids on their way, 0 free */
	int n_sent;
	/* what became of some, not yet on record; the words in `told` */
	struct posting_result results[MAIL_IPC_AT_ONCE];
	int n_results;
	struct arena told;
};

/*
 * Fork the mail process; before secrets are in this memory. It waits until
 * mail_ipc_open has told it where in the mailbox to go on. x is zeroed.
 */
enum err mail_ipc_start(struct mail_ipc *x, const struct config *c,
			struct why *why);
enum err mail_ipc_open(struct mail_ipc *x, struct judge *j, struct why *why);

/* End the mail process, within grace_ms, and forget what is on its way. */
void mail_ipc_release(struct mail_ipc *x, int grace_ms);

/*
 * All that it has said by now, without waiting; an absent one is started when
 * its pause is over. What goes wrong is told to the operator: .failed.
 */
void mail_ipc_hear(struct mail_ipc *x, int64_t now_ms);

/*
 * Tell it of mails that are stored, once they are so for good. Their letters
 * may be begun before: the disk and who paints them work at the same time.
 */
void mail_ipc_settle(struct mail_ipc *x, int64_t now_ms);

/*
 * The operator changed something (SIGHUP), perhaps a password: the mail server
 * is tried at once, and one that was not open is so by a new mail process.
 */
void mail_ipc_renew(struct mail_ipc *x);

/* How long it may wait before it looks at a password's file, -1: for ever. */
int mail_ipc_patience(const struct mail_ipc *x);

/* Ask it to look into the inbox now. */
void mail_ipc_look(struct mail_ipc *x);

/*
 * What is due goes to it, as much as the rush allows and it can take: *n mails,
 * in one transaction. -1: it was not asked, because there is no room.
 */
enum err mail_ipc_fill(struct mail_ipc *x, bool busy, int64_t now_ms, int *n,
		       struct why *why);

/*
 * Put what became of mails on record, in one transaction. An error that may
 * pass leaves them for the next call; after another they count as being sent
 * until the judge is opened again.
 */
enum err mail_ipc_keep(struct mail_ipc *x, struct why *why);

/* Nothing is coming in or going out, and the inbox is empty. */
bool mail_ipc_idle(const struct mail_ipc *x);
#endif
