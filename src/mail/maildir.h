/*
 * src/mail/maildir.h - writes mails to a Maildir, the embedded default for both
 * directions. The format is the usual one: a mail is written in tmp/ and
 * becomes visible by a rename into new/. Reading is mail/mailbox.h.
 */
#ifndef MAIL_MAILDIR_H
#define MAIL_MAILDIR_H
#include "base/err.h"

enum { MAILDIR_NAME = 256, MAILDIR_PATH = 4096 };

/* Make PATH and its tmp/, new/ and cur/, mode 700, where they are missing. */
enum err maildir_create(const char *path, struct why *why);

/*
 * Deliver a mail; the Maildir is made if it is missing. After ERR_OK the mail
 * survives a power cut, and no reader ever sees half of it. CRLF becomes LF, as
 * programs that read Maildirs expect.
 *
 * unique names the file: letters, digits and ._=+-, at most 200. Delivering
 * the same name again while the mail is still in new/ replaces it. NULL makes a
 * new name.
 */
enum err maildir_deliver(const char *path, const char *unique, struct str mail,
			 struct why *why);

/*
 * The same in two steps, for several mails: each is written to tmp/, then all
 * are synced and renamed together, which takes a disk hardly longer than one.
 */
struct maildir_mail {
	int dir, file; /* open until it has landed */
	bool made;     /* the folder is new */
	char path[MAILDIR_PATH], name[MAILDIR_NAME];
};

enum err maildir_write(struct maildir_mail *m, const char *path,
		       const char *unique, struct str mail, struct why *why);

/* each[i] is what maildir_deliver would have given; the reason in why[i]. */
void maildir_land(struct maildir_mail *m, int n, enum err *each,
		  struct why *why);
#endif
