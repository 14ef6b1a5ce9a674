/*
 * src/mail/received.h - when our own server took a mail in: where a mailbox
 * tells no time of receipt, its topmost Received field does (RFC 5321, 4.4).
 */
#ifndef MAIL_RECEIVED_H
#define MAIL_RECEIVED_H
#include "base/base.h"

/*
 * The time of the topmost Received field of a raw mail that was written by this
 * host. What is below it was there when it came and proves nothing. False: no
 * such field, or one without a date that can be read.
 */
bool received_at(struct str raw, struct str by, int64_t *utc_s);

/* A date of RFC 5322, 3.3, and the old zones of 4.3; comments are passed over.
 * False: it is none. */
bool received_date(struct str text, int64_t *utc_s);
#endif
