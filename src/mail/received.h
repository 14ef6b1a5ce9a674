/*
 * src/mail/received.h - finds the time when our own server received a mail: if
 * a mailbox gives no time of receipt, the topmost Received field does (RFC
 * 5321, 4.4).
 */
#ifndef MAIL_RECEIVED_H
#define MAIL_RECEIVED_H
#include "base/base.h"

/*
 * The time of the topmost Received field that this host wrote in a raw mail.
 * Fields below it came with the mail and prove nothing. False: no such field,
 * or one without a readable date.
 */
bool received_at(struct str raw, struct str by, int64_t *utc_s);

/* A date of RFC 5322, 3.3, and the old zones of 4.3; comments are passed over.
 * False: it is none. */
bool received_date(struct str text, int64_t *utc_s);
#endif
