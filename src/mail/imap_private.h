/*
 * src/mail/imap_private.h - an IMAP mailbox in use. Private to the files of
 * mail/imap*.c, the only ones that know libetpan: imap.c calls imap_fetch.c,
 * this imap_acknowledge.c, and all of them imap_session.c. libetpan never
 * decides how many bytes it may read, how long it may wait, or whether a failed
 * command is repeated on the same connection (never).
 */
#ifndef MAIL_IMAP_PRIVATE_H
#define MAIL_IMAP_PRIVATE_H
#include "mail/transport.h"
#include <libetpan/libetpan.h>

enum {
	COMMAND_BUDGET = 1 << 20, /* bytes of an ordinary answer */
	FOLDER_ROOM = 4 * MAILBOX_NAME_MAX + 8
};

struct imap {
	struct mailbox base;
	struct mailimap *etpan;
	struct conn *wire;
	char folder[FOLDER_ROOM], done[FOLDER_ROOM]; /* encoded */
	uint32_t uidvalidity;
	uint32_t session;   /* counts them: a server may number mails anew */
	uint32_t failed_in; /* the session in which a mail failed last */
	uint32_t uidnext;   /* of SELECT; 0: none, or it was looked at */
	/* to be fetched: a search found these, ascending; fetched up to next */
	uint32_t *uids;
	size_t n_uids, next;
	uint32_t listed_to;   /* where the caller goes on, if nothing fails */
	uint32_t n_exists;    /* when it was searched */
	int64_t list_s;       /* UTC: when the search began, and .. */
	int64_t whole_s;      /* .. the last of which all was fetched */
	bool is_fresh;        /* nothing was asked since SELECT */
	bool has_grown;       /* while it was searched */
	bool idle_is_refused; /* by this server: it is polled */
	unsigned n_odd;       /* answers with a date that cannot be read */
	uint32_t acked[MAILBOX_RANGE_MAX]; /* the last, in this session */
	size_t n_acked;
	bool flags_are_lost; /* the server does not keep \Seen */
	/* stored, and not yet moved to the done folder */
	uint32_t *unmoved;
	size_t n_unmoved;
	uint32_t rewind;   /* the first of them when a session ended; or 0 */
	size_t move_step;  /* so many at once */
	int64_t move_at_s; /* monotonic: no try before */
	int64_t move_pause_s;
	struct why folder_fault;
	struct transport_refusal refusal; /* of the last token */
};

/* Load what each file calls of libetpan. */
void imap_session_load(void);
void imap_fetch_load(void);
void imap_acknowledge_load(void);

/* imap_session.c: as struct transport has them */
enum err imap_connect(struct mailbox *m, struct why *why);
void imap_disconnect(struct mailbox *m, bool politely);

/* Why a command failed: what names it, r is the answer of libetpan. */
enum err imap_failed(struct imap *im, int r, const char *what, struct why *why);
bool imap_is_unreadable(int r);

/* the server's last text, safe for a terminal */
const char *imap_words(const struct imap *im, char out[TRANSPORT_WORDS]);

/* where this server has the user's folders, as a hint for the operator */
void imap_prefix_hint(struct imap *im, const char *key, const char *folder,
		      char *out, size_t room);
int64_t imap_now_s(void); /* monotonic */

/* imap_fetch.c */
enum err imap_fetch(struct mailbox *m, const struct mailbox_position *from,
		    unsigned max, mailbox_deliver *deliver, void *ctx,
		    struct mailbox_range *range, struct why *why);
uint32_t imap_retry_uid(const struct retry_mail *m);

/* imap_acknowledge.c: mark stored mails as seen, and move those that
 * are due */
enum err imap_acknowledge(struct mailbox *m, const struct mailbox_key *keys,
			  size_t n, struct why *why);
void imap_move_some(struct imap *im);
enum err imap_ensure_done(struct imap *im, struct why *why);
struct mailimap_set *imap_uid_set(const uint32_t *uids, size_t n);
int imap_uid_order(const void *a, const void *b); /* for qsort */
#endif
