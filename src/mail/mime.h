/*
 * src/mail/mime.h - parses the bytes of a mail into a struct message. Wraps
 * GMime. Meant to run in the worker (mail/sandbox_pool.h), on mails that passed
 * precheck_mail(); it has limits of its own all the same.
 */
#ifndef MAIL_MIME_H
#define MAIL_MIME_H
#include "mail/message.h"
#include "mail/charset.h"

struct mime {
	struct charset_charsets charsets;
	void *options; /* GMimeParserOptions */
};

/* Load the libraries; mime_init does so, too. */
void mime_load(void);

/*
 * Load everything that is loaded from files: afterwards mime_parse() needs
 * memory and nothing else. The libraries keep state of the process, so one
 * struct mime at a time.
 */
void mime_init(struct mime *m);
void mime_release(struct mime *m);

/*
 * Read a mail, or the slice of a signed part (a part may have no headers: it
 * then begins with an empty line). *out is filled in any case; out->fault says
 * what could not be read. Everything in *out lives in the arena.
 *
 * The text is the body as its writer saw it: text/plain of alternatives, else
 * the HTML as text; several bodies (Apple Mail writes one on each side of a
 * picture) are joined. Parts with a file name are attachments; a text part
 * that is shown inline is both. Of a mail inside the mail only the fact is
 * kept, unless there is no other text: then its text is read.
 */
void mime_parse(struct mime *m, struct arena *a, struct str raw,
		struct message *out);
#endif
