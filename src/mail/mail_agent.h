/*
 * src/mail/mail_agent.h - the mail process, which owns the network and the mail
 * password and has no database: it fetches mails for the judge and sends the
 * judge's mails.
 *
 *	WAITING -range-> DELIVERED -stored-> WAITING	(fetching)
 *
 * A channel connects it to the judge's process. It acknowledges a mail to the
 * mail server only after the judge has reported that the mail is stored
 * durably; after a crash on either side the same mails are fetched again.
 */
#ifndef MAIL_MAIL_AGENT_H
#define MAIL_MAIL_AGENT_H
#include "base/ipc.h"
#include "mail/mailbox.h"
#include "mail/smtp.h"

enum {
	/* from the judge; payloads as packed by base/ipc.h */
	/* u64 uidvalidity, u64 uid, str mark: fetch later mails, from a mailbox
	 * that has this mark or takes it; an empty mark: from any */
	POST_GO = 'G',
	POST_STORED = 'A', /* the last range is stored for good */
	/* u64 id, u64 round, str from, str to, str raw: once a mail finds the
	 * server closed to all, no mail of its round or before is tried */
	POST_SEND = 'S',
	POST_LOOK = 'N', /* look into the inbox now */
	POST_QUIT = 'Q',
	/* to the judge */
	POST_MAIL = 'M',  /* u64 received, u64 too_large, str raw */
	POST_RANGE = 'E', /* u64 n, u64 more, u64 uidvalidity, u64 uid: these n
			   * mails have come. All before the position is
			   * acknowledged: where to go on after a restart */
	POST_EMPTY = 'I', /* the same, n 0, and u64 utc_s: nothing is left of
			   * what had come until then */
	POST_OLD = 'O',   /* u64 n: so many mails are too old, and stay alone */
	POST_TROUBLE = 'T', /* u64 enum post_trouble, str subject, str text: of
			       the mailbox, until a message without text */
	POST_RESULT = 'R',  /* u64 id, u64 enum smtp_result, u64 code,
			     * str enhanced, str text */
	POST_MARKED = 'K',  /* str text: the mailbox is another judge's. Nothing
			     * is fetched from it */
	POST_FAULT = 'F',   /* u64 enum err, str text: for the operator */
};

/* a fault of the mailbox; the subject is empty, or a mail's name */
enum post_trouble {
	POST_UNREADABLE,  /* no mail can be fetched: deadlines wait */
	POST_PASSED_BY,   /* one mail cannot be fetched */
	POST_UNWRITABLE,  /* stored mails cannot be moved or flagged */
	POST_TRIED_AGAIN, /* one mail failed: only to be logged, it has no end
			   */
	POST_UNMARKED,    /* it takes no mark: a second judge is not noticed */
	POST_TROUBLES
};

struct mail_agent_config {
	struct mailbox_config inbox;
	/* where mail goes: a server, or if out_path is set a folder that has
	 * one Maildir for each address */
	struct smtp_config smtp;
	const char *out_path;
	unsigned poll_s;        /* how often the inbox is looked at, 1.. */
	unsigned range;         /* mails in one range, 1..MAILBOX_RANGE_MAX */
	bool relaxed;           /* confine_enter, mail/sandbox.h */
	const char *more_ca[3]; /* certificates of token servers; NULL ends */
};

/*
 * Serve until the judge sends POST_QUIT or is gone. ERR_CONFIG if the
 * configuration is impossible; faults of the network are reported by POST_FAULT
 * and retried with growing pauses.
 */
enum err mail_agent_run(const struct mail_agent_config *config,
			struct ipc *judge, struct why *why);

/*
 * The name of an address's Maildir below out_path: the address in lower case,
 * with every byte that is no letter, digit or one of @._+- as %XX, so that no
 * address can name another folder. At most room - 1 bytes; false if longer.
 */
bool mail_agent_folder(struct str address, char *out, size_t room);
#endif
