/*
 * src/mail/transport.h - what each kind of mailbox provides to mail/mailbox.c,
 * and to nobody else. The calls mean what those of mailbox.h mean; arguments
 * are checked already.
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
	enum err (*acknowledge)(struct mailbox *m,
				const struct mailbox_key *keys, size_t n,
				struct why *why);
	enum err (*wait)(struct mailbox *m, unsigned seconds, int interrupt_fd,
			 enum mailbox_wake *wake, struct why *why);
	/* drop the session; politely: with a goodbye to the server */
	void (*disconnect)(struct mailbox *m, bool politely);
	size_t size; /* of the struct that begins with struct mailbox */
};

struct mailbox {
	const struct transport *transport;
	struct mailbox_config config; /* own copies of its strings */
};

extern const struct transport transport_imap;
extern const struct transport transport_pop3;
extern const struct transport transport_maildir;

/* The connection of a network mailbox, by its configuration. */
enum err transport_wire(const struct mailbox *m, struct wire **out,
			struct why *why);

/* How long the header of a mail is, with its empty line; all if it has none. */
size_t transport_header_len(struct str raw);
#endif
