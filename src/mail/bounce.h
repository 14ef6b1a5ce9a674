/*
 * src/mail/bounce.h - parses delivery reports (RFC 3464) and the texts of
 * servers that write none. The caller must prove which mail bounced: the report
 * may be forged.
 */
#ifndef MAIL_BOUNCE_H
#define MAIL_BOUNCE_H
#include "mail/message.h"

enum bounce_kind {
	BOUNCE_NONE,
	BOUNCE_DELAYED, /* still tried by the server */
	BOUNCE_FAILED
};

/*
 * own: it came to a return address that only the mail in question had, and by
 * a null sender; then it needs no more to be a bounce. Answers of robots of the
 * recipient are none.
 */
enum bounce_kind bounce_kind(const struct message *m, bool own);

/* Who sent it back and why, one line for the operator. */
struct str bounce_words(const struct message *m, struct arena *a);

/*
 * The next word with an @ in a text, without brackets and quotation marks: a
 * Message-ID or an address. False at its end.
 */
bool bounce_word(struct str *text, struct str *word);
#endif
