/*
 * src/mail/compose.h - writes a mail (RFC 5322, MIME). The same draft always
 * gives the same bytes: a mail sent again after an unknown outcome must equal
 * the first one. The caller passes Date, Message-ID and the seed of the
 * boundaries; this file uses no clock and no random numbers.
 *
 * All bytes are 7 bits, lines end with CRLF and are at most 78 long, except
 * where a single address or message id is longer (never over 998). No value can
 * begin a header line of its own: texts lose their control characters, exact
 * values with control characters are refused.
 *
 *	multipart/mixed				if there are attachments
 *	  multipart/alternative			if there is HTML
 *	    text/plain
 *	    multipart/related			if there are pictures
 *	      text/html
 *	      image/png ..			shown by <img src="cid:..">
 *	  attachment ..
 */
#ifndef MAIL_COMPOSE_H
#define MAIL_COMPOSE_H
#include "base/err.h"
#include "mail/message.h"

enum {
	COMPOSE_MAX = 8 << 20,     /* bytes of a whole mail */
	COMPOSE_MAX_ADDRS = 64,    /* in one header */
	COMPOSE_MAX_NAME = 200,    /* bytes of a display or file name */
	COMPOSE_MAX_SUBJECT = 400, /* bytes; longer ones are cut */
	COMPOSE_MAX_ID = 250       /* bytes of a message id, without < > */
};

/* Auto-Submitted, RFC 3834: a judge's mails are never from a person. */
enum compose_auto {
	COMPOSE_GENERATED, /* a report: auto-generated */
	COMPOSE_REPLIED    /* an answer to one mail: auto-replied */
};

struct mail_draft_file {
	struct str name;   /* file name; for a picture, may be empty */
	struct str type;   /* "image/png", a plain type without parameters;
			    * text types are sent as UTF-8 */
	struct str method; /* of text/calendar: "PUBLISH"; else empty */
	struct str cid;    /* pictures: content id, without < > */
	struct str bytes;  /* kept exactly, .. */
	bool is_text;      /* .. but for line ends, which may become those of
			    * whoever keeps it */
};

/* one more header without a member of its own: "List-Help" */
struct mail_draft_header {
	struct str name;  /* letters, digits and dashes */
	struct str value; /* text */
};

struct mail_draft {
	struct mail_addr from;
	struct mail_addrs to, reply_to;
	struct str subject;     /* UTF-8 text */
	int64_t date_utc_s;     /* years 1970..9999 */
	struct str message_id;  /* ids are without < > */
	struct str in_reply_to; /* may be empty */
	struct mail_strs references;
	struct str list_id;    /* "weald-7f3a.games.example", may be empty */
	struct str list_name;  /* text in front of it, may be empty */
	struct str list_leave; /* List-Unsubscribe: a URI, may be empty */
	struct str x_loop;     /* the judge's address */
	enum compose_auto automatic;
	const struct mail_draft_header *headers;
	uint32_t n_headers;

	struct str text; /* UTF-8, LF; complete in itself */
	bool flowed;     /* text is format=flowed, RFC 3676 */
	struct str html; /* may be empty */
	const struct mail_draft_file *pictures; /* inline; only with html */
	uint32_t n_pictures;
	const struct mail_draft_file *files; /* attachments */
	uint32_t n_files;
};

/* Can it be written as a Message-ID? Some programs make ids that cannot. */
bool compose_is_id(struct str s);

/*
 * The mail into *out, which it initialises and the caller releases.
 * ERR_FORMAT: an address, id, type or header name cannot be written (why says
 * which). ERR_TOO_LARGE: it came to more than COMPOSE_MAX bytes. *out is empty
 * then.
 */
enum err compose_mail(const struct mail_draft *d, struct buf *out,
		      struct why *why);
#endif
