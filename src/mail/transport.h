/*
 * src/mail/transport.h - the interface of a kind of mailbox to mail/mailbox.c.
 * The calls mean what those of mailbox.h mean; arguments are checked already.
 */
#ifndef MAIL_TRANSPORT_H
#define MAIL_TRANSPORT_H
#include "mail/mailbox.h"

struct transport {
	/* load its libraries: before a sandbox closes */
	void (*load)(void);
	/* make sure there is a session; OK at once if there is one */
	enum err (*connect)(struct mailbox *m, struct why *why);
	enum err (*fetch)(struct mailbox *m,
			  const struct mailbox_position *from, unsigned max,
			  mailbox_deliver *deliver, void *ctx,
			  struct mailbox_range *range, struct why *why);
	/* makes no session: unacknowledged mails of another session come
	 * again */
	enum err (*acknowledge)(struct mailbox *m,
				const struct mailbox_key *keys, size_t n,
				struct why *why);
	enum err (*wait)(struct mailbox *m, unsigned seconds, int interrupt_fd,
			 enum mailbox_wake *wake, struct why *why);
	/* these may be NULL: as mailbox_restart, mailbox_folder_fault, ..  */
	struct mailbox_position (*restart)(const struct mailbox *m,
					   struct mailbox_position position);
	const char *(*folder_fault)(const struct mailbox *m);
	enum err (*check)(struct mailbox *m, struct why *why);
	enum err (*mark)(struct mailbox *m, const char *mark, bool take,
			 struct why *why);
	void (*release)(struct mailbox *m); /* what outlives a session */
	/* drop the session; politely: with a goodbye to the server */
	void (*disconnect)(struct mailbox *m, bool politely);
	size_t size; /* of the struct that begins with struct mailbox */
};

struct mailbox {
	const struct transport *transport;
	struct mailbox_config config; /* own copies of its strings */
	struct login_state login;
	uint32_t left_alone; /* mails before since_s, at the first search */
	struct retry retry;
	char lost[RETRY_NAME_MAX]; /* the mail that the last connection that
				    * was lost did not give; or "" */
};

enum { TRANSPORT_WORDS = 256 };

/* What a mark found in a mailbox is to the judge whose mark is `own`. */
enum mark_of { MARK_NONE, MARK_OWN, MARK_OLD, MARK_OTHER };
enum mark_of transport_mark_of(const char *found, const char *own);

/* ERR_EXISTS and the words for it. */
enum err transport_marked(const struct mailbox *m, const char *found,
			  struct why *why);

extern const struct transport transport_imap;
extern const struct transport transport_pop3;
extern const struct transport transport_maildir;

/* The connection of a network mailbox, by its configuration. */
enum err transport_wire(const struct mailbox *m, struct conn **out,
			struct why *why);

/* The method of the coming login, after login_next; ERR_MAIL_LOGIN if the
 * server offers none that fits. */
enum err transport_method(const struct mailbox *m, bool xoauth2,
			  bool oauthbearer, enum login_method *out,
			  struct why *why);

/* How a token was refused. */
struct transport_refusal {
	char words[TRANSPORT_WORDS]; /* of the challenge, may be empty */
	bool form;                   /* the form of the login, not the token */
};
void transport_challenge(struct str base64, struct transport_refusal *out);

/*
 * After a session whose login failed with e: should another one be tried at
 * once, with another token or in XOAUTH2's form?
 */
bool transport_login_again(struct mailbox *m, enum err e, bool form,
			   struct why *why);

/* How long the header of a mail is, with its empty line; all if it has none. */
size_t transport_header_len(struct str raw);

/*
 * A server's text, safe for a terminal: printable ASCII, cut, without the
 * password. "" for NULL.
 */
const char *transport_words(const struct mailbox *m, const char *said,
			    char out[TRANSPORT_WORDS]);

/*
 * A text that a server gives in place of a mail that it cannot give: Courier's
 * "message unavailable" and "Cannot display Unicode content". *why: which.
 */
bool transport_is_substitute(struct str raw, struct why *why);

/*
 * The connection was lost, and the mail of this name did not come. True: the
 * one before it was lost at the same mail, so the mail is the likely cause;
 * else the mails are fetched again in their order.
 */
bool transport_is_lost_again(struct mailbox *m, const char *name);

/*
 * The mailbox failed to give the mail of this name. ERR_OK: it is tried again
 * later. An error: too many fail, so the mailbox is at fault.
 */
enum err transport_retry(struct mailbox *m, const char *name,
			 int64_t since_utc_s, struct mailbox_range *range,
			 const struct why *words, struct why *why);
#endif
