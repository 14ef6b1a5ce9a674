/*
 * src/mail/message.h - a parsed mail: the struct that leaves the parser's
 * process, its compact encoding, and checks that need no text: is it from a
 * robot, is it a bounce.
 *
 * Every text in it is valid UTF-8 without NUL; everything from a header is one
 * line without control characters. Slices live in the arena of the mail.
 */
#ifndef MAIL_MESSAGE_H
#define MAIL_MESSAGE_H
#include "base/arena.h"
#include "base/buf.h"

/* bounds of what one mail can make us keep; more is left out (truncated) */
enum {
	MESSAGE_MAX_ADDRS = 64,       /* in each address header */
	MESSAGE_MAX_IDS = 100,        /* in References: the newest */
	MESSAGE_MAX_PARTS = 64,       /* attachments */
	MESSAGE_MAX_FAILED = 16,      /* recipients in a bounce */
	MESSAGE_MAX_RESULTS = 16,     /* Authentication-Results: the topmost */
	MESSAGE_MAX_AUTOCRYPT = 2,    /* where there are two none counts */
	MESSAGE_MAX_LINE = 998,       /* bytes kept of any other header */
	MESSAGE_MAX_TEXT = 2 << 20,   /* bytes of text, decoded */
	MESSAGE_MAX_ENCODED = 8 << 20 /* bytes of an encoded message */
};

/* Why a mail was not parsed; the judge has a text for each. */
enum message_fault {
	MESSAGE_READ,          /* no fault */
	MESSAGE_TOO_LARGE,     /* the whole mail is over PRECHECK_MAX_MAIL */
	MESSAGE_HEADER_LINE,   /* a header line is too long */
	MESSAGE_HEADER_BLOCK,  /* the headers together are too long */
	MESSAGE_BOUNDARIES,    /* too many nested or announced parts */
	MESSAGE_NESTED,        /* too many mails inside the mail */
	MESSAGE_NO_HEADERS,    /* not a mail: no header at all */
	MESSAGE_HTML_TOO_DEEP, /* HTML alone, nested beyond reading */
	N_MESSAGE_FAULTS
};

struct mail_addr {
	struct str name; /* display name, may be empty */
	struct str addr; /* local@domain as written; addr_fault() is NULL */
};

struct mail_addrs {
	struct mail_addr *list;
	uint32_t n;
};

struct mail_strs {
	struct str *list;
	uint32_t n;
};

/* A part that is not the text of the mail. */
struct mail_part {
	struct str name;  /* file name, may be empty; never a path */
	struct str type;  /* "text/plain", lower case */
	struct str bytes; /* transfer encoding undone, otherwise exact */
	struct str text;  /* text/ types only: bytes as UTF-8, LF */
};

enum signed_place {
	SIGNED_NONE,
	SIGNED_TOP,  /* multipart/signed is the mail: slice and sig hold */
	SIGNED_BELOW /* wrapped by a list or a forwarder: cannot be used */
};

/*
 * What was signed is the slice and nothing else: after it has verified, the
 * slice is read as a mail of its own, and that mail counts. The text of this
 * one is for an answer at most.
 */
struct mail_signed {
	enum signed_place place;
	struct str slice;    /* the exact bytes of the first part */
	struct str sig;      /* the second part, transfer encoding undone */
	struct str protocol; /* "application/pgp-signature", lower case */
	struct str micalg;
};

/* One recipient in a delivery status notification, RFC 3464. */
struct mail_failed {
	struct str recipient; /* Original-Recipient if given, else Final- */
	struct str action;    /* "failed", "delayed", .. lower case */
	struct str status;    /* "5.1.1" */
	struct str diagnostic;
};

struct message {
	enum message_fault fault;

	struct str message_id; /* ids are without < > */
	struct mail_strs in_reply_to, references;
	struct mail_addrs from, sender, reply_to, to, cc;
	struct mail_strs delivered_to;
	struct str subject;
	bool has_date;
	int64_t date_utc_s;

	bool has_return_path; /* empty return_path then means "<>" */
	struct str return_path;
	struct str
		auto_submitted; /* lower case; "no" only if it is just that */
	struct mail_strs auth_results; /* Authentication-Results, unfolded */
	struct mail_strs autocrypt;    /* Autocrypt, unfolded: proves nothing */
	struct str precedence;         /* lower case */
	struct str list_id;            /* the text in < > */
	struct str content_identifier;
	struct mail_strs x_loop;
	bool has_auto_header; /* X-Autoreply and its like */
	bool has_list_header; /* List-Post, List-Unsubscribe, .. */
	uint32_t n_received;

	struct str type;      /* of the whole mail, "multipart/mixed" */
	struct str text;      /* the best reading of what was written */
	struct str html_text; /* the HTML alternative as text, if any */
	bool text_from_html;  /* there was no other */
	bool html_too_deep;   /* some HTML could not be read */
	bool charset_guessed; /* some label was missing, wrong or unknown */
	bool truncated;       /* a bound above cut something */

	struct mail_part *parts; /* attachments, in order */
	uint32_t n_parts;

	struct mail_signed sig;

	bool is_report; /* multipart/report of delivery */
	struct mail_failed *failed;
	uint32_t n_failed;
	struct str original_id; /* of the mail that came back */
};

/* Why a mail must not be answered (RFC 3834); MAIL_HUMAN if it may be. */
enum mail_automatic {
	MAIL_HUMAN,
	MAIL_BOUNCE,         /* a delivery report, or from the mailer */
	MAIL_NULL_SENDER,    /* Return-Path: <> */
	MAIL_AUTO_SUBMITTED, /* Auto-Submitted: other than no */
	MAIL_AUTO_REPLY,     /* another header of robots */
	MAIL_BULK,           /* Precedence: bulk, junk, auto_reply */
	MAIL_LIST,           /* came by a mailing list */
	MAIL_LOOP,           /* our own mail came back */
	MAIL_HOPS            /* 50 servers or more have handled it */
};

/*
 * Was it sent by a robot? own is the judge's address (may be empty): a mail
 * from it, or with it in X-Loop, is a loop.
 */
enum mail_automatic mail_is_automatic(const struct message *m, struct str own);

/* Is the sender's address one of mail servers' own, such as MAILER-DAEMON@? */
bool mail_is_mailer(const struct message *m);

/* Is it a robot's note of absence, by its subject or fields? */
bool mail_is_absence(const struct message *m);

/* "auto-submitted" and so on, for logs; never NULL. */
const char *mail_automatic_name(enum mail_automatic a);
const char *message_fault_name(enum message_fault f);

/* Do two addresses name the same mailbox, case aside? */
bool mail_addr_equal(struct str a, struct str b);

/* Raw mails to be parsed, and room for what becomes of them. */
struct mail_batch {
	const struct str *raw;
	int n;
	struct arena *a; /* owns the texts of m */
	struct message *m;
	enum err *each; /* ERR_POISON: mail i broke its reader */
	/* follows on each mail */
	void (*done)(void *of, int i);
	void *of;
};

/* Append the encoding; out->full tells if it did not fit. */
void message_encode(const struct message *m, struct buf *out);

/*
 * The message from an encoding. The bytes come from a process that may have
 * been taken over: every length, count and enum is checked, text is repaired.
 * False if they are not an encoding; *m is then all zero. The copy in *m is
 * complete: bytes may go away.
 */
bool message_decode(struct str bytes, struct arena *a, struct message *m);
#endif
