/*
 * src/cli/mail_ipc.h - the judge's side of the mail process
 * (mail/mail_agent.h): stores and acknowledges fetched mails, hands out due
 * mails, and records their results.
 *
 *	absent -start-> running -its end, or an invalid message-> absent
 *
 * A mail process that ends is restarted after a pause. Mails in sending may
 * have arrived, so they are sent again with the same bytes; mails in fetching
 * were not acknowledged and are fetched again. The process is not trusted:
 * counts, names and lengths of its messages are checked before use.
 */
#ifndef CLI_MAIL_IPC_H
#define CLI_MAIL_IPC_H
#include "cli/mail_log.h"
#include "cli/mail_process.h"
#include "cli/send_throttle.h"
#include "judge/judge.h"

enum {
	MAIL_IPC_AT_ONCE = 16,    /* mails handed over without a result yet */
	MAIL_IPC_AGAIN_MS = 5000, /* pause before a new mail process */
	MAIL_IPC_SECRET_MS = 5000 /* looks at a refused password's file */
};

struct mail_ipc {
	const struct config *config; /* borrowed */
	struct judge *judge;         /* borrowed */
	struct mail_process post;
	char mark[MAILBOX_MARK_ROOM]; /* of the judge, in its mailbox */
	bool heard;       /* the mailbox has been looked at: mails may go out */
	bool foreign;     /* the mailbox is another judge's: end */
	struct why whose; /* what to tell of that */
	int64_t start_at_ms; /* while absent: when to start it */
	struct send_throttle rush;
	bool stored;     /* set when mails were; the loop clears it */
	bool failed;     /* set when it went wrong in or out; likewise */
	int n_faults;    /* reported to the operator so far */
	bool empty;      /* the inbox was seen empty since the last mail .. */
	int64_t empty_s; /* .. UTC: of what had come by then */
	bool unsettled;  /* a range is stored and not yet acknowledged */
	/* the range that is coming in */
	struct arena range;
	struct raw_mail *mails;
	int n_mails;
	/* on record: where a new mail process begins to read */
	uint64_t validity, uid;
	uint64_t round; /* of the mails that are handed over now */
	/* the password files when they were read */
	int64_t secret_seen, inbox_seen;
	bool refused_login; /* by the last mail that tried it */
	bool inbox_refused; /* the mailbox refused the last login */
	bool renew;         /* the mail process reads its passwords anew */
	const struct mail_log *log; /* borrowed; NULL: mails out are not told */
	/* for heraldo status: UTC of the last contact, 0: none; mails */
	int64_t mailbox_s, server_s, n_in, n_out;
	int64_t sent[MAIL_IPC_AT_ONCE]; /* outbox ids on their way, 0 free */
	int n_sent;
	/* results not yet recorded; their text is in `told` */
	struct posting_result results[MAIL_IPC_AT_ONCE];
	int n_results;
	struct arena told;
};

/*
 * Fork the mail process, before secrets are in this memory. The process waits
 * until mail_ipc_open sends the mailbox position. x is zeroed.
 */
enum err mail_ipc_start(struct mail_ipc *x, const struct config *c,
			struct why *why);
/* `mark` as of mailbox_mark; empty: the mailbox is not marked. */
enum err mail_ipc_open(struct mail_ipc *x, struct judge *j, const char *mark,
		       struct why *why);

/* End the mail process, within grace_ms, and drop its pending work. */
void mail_ipc_release(struct mail_ipc *x, int grace_ms);

/*
 * Handle all messages of the process so far, without waiting; an absent process
 * is started when its pause is over. Faults are reported to the operator:
 * .failed.
 */
void mail_ipc_hear(struct mail_ipc *x, int64_t now_ms);

/*
 * Tell it of mails that are stored, once they are so for good. Their mails
 * may be begun before: the disk and who paints them work at the same time.
 */
void mail_ipc_acknowledge(struct mail_ipc *x, int64_t now_ms);

/*
 * The operator changed something (SIGHUP), perhaps a password: the mail server
 * is tried at once, and one that was not open is so by a new mail process.
 */
void mail_ipc_renew(struct mail_ipc *x);

/* Milliseconds until the file of a password must be looked at; -1: never. */
int mail_ipc_timeout(const struct mail_ipc *x);

/* Ask it to look into the inbox now. */
void mail_ipc_look(struct mail_ipc *x);

/*
 * Hand over due mails, as many as the throttle allows and the process can take:
 * *n mails, in one transaction. -1: nothing was tried, because there is no
 * room.
 */
enum err mail_ipc_fill(struct mail_ipc *x, bool busy, int64_t now_ms, int *n,
		       struct why *why);

/*
 * Put what became of mails on record, in one transaction. An error that may
 * pass leaves them for the next call; after another they count as being sent
 * until the judge is opened again.
 */
enum err mail_ipc_record(struct mail_ipc *x, struct why *why);

/* Nothing is coming in or going out, and the inbox is empty. */
bool mail_ipc_idle(const struct mail_ipc *x);
#endif
