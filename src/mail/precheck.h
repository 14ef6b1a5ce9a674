/*
 * src/mail/precheck.h - checks the raw bytes of a mail before any parser sees
 * them. Mail parsers were measured to crash or to stall on mails that no mail
 * program writes; such a mail is refused here, in plain C, and answered.
 */
#ifndef MAIL_PRECHECK_H
#define MAIL_PRECHECK_H
#include "mail/message.h"

enum {
	PRECHECK_MAX_MAIL = 1 << 20,   /* bytes of the whole mail */
	PRECHECK_MAX_LINE = 16 << 10,  /* bytes of a header line */
	PRECHECK_MAX_BLOCK = 64 << 10, /* bytes of the headers, or of a field */
	PRECHECK_MAX_BOUNDARIES = 200, /* "boundary=" anywhere */
	PRECHECK_MAX_NESTED = 20       /* "message/rfc822" anywhere */
};

/*
 * MESSAGE_READ if a parser may see the mail, else the limit it breaks. The
 * limits on headers hold for whatever looks like a header anywhere in the
 * mail: a mail inside the mail has headers too.
 */
enum message_fault precheck_mail(struct str raw);

/*
 * A small, harmless mail made of the refused one: those fields of its header
 * that tell whom to answer and whether to, where each is of reasonable length,
 * and no body. At most 16 KiB; empty if there is nothing to keep.
 */
struct str precheck_salvage(struct arena *a, struct str raw);
#endif
