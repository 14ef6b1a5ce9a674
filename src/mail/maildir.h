/*
 * src/mail/maildir.h - mail as files: the embedded default, in and out. The
 * format is the usual one: a mail is written in tmp/, and is there for all to
 * see when it has been renamed into new/. Reading is mail/mailbox.h.
 */
#ifndef MAIL_MAILDIR_H
#define MAIL_MAILDIR_H
#include "base/err.h"

/* Make PATH and its tmp/, new/ and cur/, mode 700, where they are missing. */
enum err maildir_create(const char *path, struct why *why);

/*
 * Deliver a mail; the Maildir is made if it is missing. When it gives back
 * ERR_OK the mail survives a power cut, and nobody ever sees half of it.
 * CRLF becomes LF, as programs that read Maildirs expect.
 *
 * unique names the file: letters, digits and ._=+-, at most 200. Delivering
 * the same name again while the mail is still in new/ replaces it. NULL makes a
 * new name.
 */
enum err maildir_deliver(const char *path, const char *unique, struct str mail,
			 struct why *why);
#endif
