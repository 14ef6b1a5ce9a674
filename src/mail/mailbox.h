/*
 * src/mail/mailbox.h - reads the judge's mailbox: one interface for IMAP, POP3
 * and a Maildir.
 *
 * Mail is fetched in ranges, stored by the caller, and acknowledged after it is
 * stored durably. After a crash in between the same mails come again. The
 * caller identifies a mail by its bytes alone: servers reuse their names for
 * mails (UID, UIDL, file name), repeat them and leave them empty.
 *
 * A mail that the mailbox fails to give delays no other. It is retried with
 * growing pauses (mail/retry.h), and skipped after some tries.
 *
 *	while (running) {
 *		do {
 *			mailbox_fetch(...);	store, commit
 *			mailbox_acknowledge(...);	remember range.position
 *		} while (range.more);
 *		mailbox_wait(...);
 *	}
 *
 * After any error the connection is gone and the next call makes a new one;
 * when to call again is the caller's affair (err_is_temporary). No password
 * is ever part of a why.
 */
#ifndef MAIL_MAILBOX_H
#define MAIL_MAILBOX_H
#include "base/buf.h"
#include "base/err.h"
#include "mail/retry.h"
#include "mail/conn.h"
#include "mail/login.h"

enum mailbox_kind { MAILBOX_MAILDIR, MAILBOX_IMAP, MAILBOX_POP3 };

enum {
	MAILBOX_MAX_BYTES = 1 << 20,  /* of one mail, unless configured */
	MAILBOX_HEADER_MAX = 1 << 16, /* of a mail that is too large */
	MAILBOX_RANGE_MAX = 256,      /* mails in one fetch */
	MAILBOX_SILENCE_S = 60,
	MAILBOX_NAME_MAX = 255,       /* bytes of a file name */
	MAILBOX_IDLE_MAX_S = 28 * 60, /* servers drop an IDLE of 30 minutes */
};

/* An empty string is as good as NULL everywhere. */
struct mailbox_config {
	enum mailbox_kind kind;
	const char *account; /* its name in messages; never NULL */
	const char *path;    /* Maildir: its folder */
	const char *host;    /* IMAP, POP3: .. */
	uint16_t port;       /* 0: the usual one for kind and tls */
	enum tls_mode tls;
	const char *ca_file; /* PEM; NULL: what the system trusts */
	const char *user;
	const char *password;       /* where source.get is NULL */
	struct login_source source; /* asked before every login */
	enum login_method method;
	const char *folder; /* IMAP: in UTF-8; NULL: INBOX */
	const char *done;   /* IMAP: folder for stored mail; NULL: it stays */
	const char *received_by; /* POP3: our own server, as Received has it */
	size_t max_bytes;        /* of one mail; 0: MAILBOX_MAX_BYTES */
	int64_t since_s; /* IMAP: mails received before it stay alone; UTC, 0:
			  * none */
	unsigned silence_s; /* without an answer; 0: MAILBOX_SILENCE_S */
};

/*
 * Names one mail towards its mailbox, from fetch to acknowledge. It does not
 * say which mail it is. IMAP, POP3: the session, and the uid or the number of
 * the mail in it; a key of another session acknowledges nothing, and the mail
 * comes again. Maildir: the file's name in new/, and which file.
 */
struct mailbox_key {
	uint32_t uidvalidity, uid;
	uint32_t session, number;
	uint64_t inode, size;
	int64_t mtime_ns;
	char name[MAILBOX_NAME_MAX + 1];
};

/* One mail, borrowed for the time of the call that delivers it. */
struct mailbox_mail {
	const struct mailbox_key *key;
	struct str raw; /* line ends as they came */
	uint64_t size;  /* what the server says the whole mail has */
	/*
	 * By the server's clock, but never later than the fetch. The time of
	 * the fetch if the server's cannot be read. POP3 tells none: it is that
	 * of the topmost Received of received_by, but never earlier than the
	 * last fetch that did not see the mail; where there is no such field it
	 * is the latter.
	 */
	int64_t received_utc_s;
	bool too_large; /* raw is the head of its header, no more */
};

/* Not OK ends the fetch; the mail and those after it will come again. */
typedef enum err mailbox_deliver(void *ctx, const struct mailbox_mail *mail,
				 struct why *why);

/*
 * How far an IMAP folder has been read and acknowledged. All zero in the
 * beginning, and always for Maildir, which deletes finished mails. For POP3 uid
 * is the time of the last complete listing (UTC seconds), uidvalidity zero.
 */
struct mailbox_position {
	uint32_t uidvalidity, uid;
};

struct mailbox_range {
	unsigned n; /* mails delivered */
	bool more;  /* there are others: fetch again without waiting */
	/*
	 * IMAP: the folder was made anew, or its uids begin again. All of it
	 * comes again.
	 */
	bool renewed;
	bool has_failed; /* a mail: it is in mailbox_retry now */
	struct mailbox_position position; /* after it is acknowledged */
};

struct mailbox;

/*
 * Check the configuration, copy it, and connect (Maildir: look at the folder;
 * it is made if it is missing). ERR_CONFIG, ERR_MAIL_*, ERR_NOT_FOUND for an
 * IMAP folder that is not there. *out is NULL on error.
 */
enum err mailbox_open(const struct mailbox_config *config, struct mailbox **out,
		      struct why *why);

/* The same without connecting: ERR_CONFIG, or OK. */
enum err mailbox_new(const struct mailbox_config *config, struct mailbox **out,
		     struct why *why);

/* Say goodbye, wipe the password, free; NULL is fine. */
void mailbox_close(struct mailbox *m);

/*
 * Deliver up to max (1..MAILBOX_RANGE_MAX) mails that come after `from`. IMAP:
 * the lowest uids above it, and unread ones below. POP3, Maildir: from is
 * ignored; the mails not delivered since the mailbox was opened or failed, the
 * oldest first. *range is always filled. After an error, too, the delivered
 * mails are complete: store and acknowledge them.
 */
enum err mailbox_fetch(struct mailbox *m, const struct mailbox_position *from,
		       unsigned max, mailbox_deliver *deliver, void *ctx,
		       struct mailbox_range *range, struct why *why);

/* The mails that the mailbox failed to give. The caller may set `told` and
 * sweep. */
struct retry *mailbox_retry(struct mailbox *m);

/*
 * Where to go on after a restart, if all up to `position` is acknowledged:
 * before the first mail that is still to be fetched or moved.
 */
struct mailbox_position
mailbox_restart(const struct mailbox *m,
		const struct mailbox_position *position);

/*
 * The mails with these keys are stored for good. IMAP: flagged \Seen, then
 * moved to the `done` folder (which is made if it is missing). POP3: deleted,
 * and only when the server confirms the end of the session is this OK. Maildir:
 * moved to cur/ as seen. A mail that is gone, or another than was fetched, is
 * left alone and is no error. IMAP: if the folder cannot be written, this is OK
 * all the same (mailbox_folder_fault): the mails are moved later.
 */
enum err mailbox_acknowledge(struct mailbox *m, const struct mailbox_key *keys,
			     size_t n, struct why *why);

/* How many mails were there and too old when the folder was first searched. */
uint32_t mailbox_left_alone(const struct mailbox *m);

/* Why stored mails cannot be moved into the `done` folder; NULL: they can. */
const char *mailbox_folder_fault(const struct mailbox *m);

/*
 * The mark of the judge that reads a mailbox: two judges would answer each mail
 * twice. It is an empty file in the Maildir, or an empty IMAP folder; POP3 has
 * none. Its name ends in `mark`: FINGERPRINT-PLACE, both of letters, digits, _
 * and =. A mark of the same place is the judge's own; it is renewed if the
 * fingerprint is another.
 */
enum { MAILBOX_MARK_ROOM = 96, MAILBOX_MARK_PLACE = 16 };
#define MAILBOX_MARK "heraldo-judge-"

/*
 * Write the mark if the mailbox has none. ERR_EXISTS: the mailbox has the mark
 * of another judge, *why names it; `take` replaces it. ERR_MAIL_REFUSED: the
 * mailbox takes no mark.
 */
enum err mailbox_mark(struct mailbox *m, const char *mark, bool take,
		      struct why *why);

enum mailbox_wake {
	MAILBOX_WOKE_TIMEOUT,
	MAILBOX_WOKE_MAIL,      /* there may be mail: reported only once */
	MAILBOX_WOKE_INTERRUPT, /* interrupt_fd can be read, or a signal */
};

/*
 * Wait up to `seconds`: for IMAP's IDLE, for a new file in the Maildir, or
 * just for the time to pass. Fetch afterwards, whatever woke it: a server may
 * forget to wake us.
 */
enum err mailbox_wait(struct mailbox *m, unsigned seconds, int interrupt_fd,
		      enum mailbox_wake *wake, struct why *why);

/*
 * Try what the configuration asks for and change nothing but this: the `done`
 * folder is made if it is missing. Reports the same errors as mailbox_open, and
 * ERR_MAIL_TEMPORARY if a quota is nearly used up.
 */
enum err mailbox_check(struct mailbox *m, struct why *why);

/*
 * A folder's name as IMAP wants it: modified UTF-7 (RFC 3501, 5.1.3). ASCII
 * that is such a name already stays as it is. False: no valid UTF-8.
 */
bool mailbox_folder_encode(const char *name, struct buf *out);
#endif
