/*
 * src/mail/smtp.h - sends mails: one connection to the judge's mail server,
 * kept open over some mails, one recipient in each transaction. The result of a
 * mail tells the caller what to do next.
 *
 * A mail must be stored as "sending" before smtp_send is called: if the
 * connection is lost after the last byte, the result is unknown.
 */
#ifndef MAIL_SMTP_H
#define MAIL_SMTP_H
#include "base/err.h"
#include "mail/conn.h"
#include "mail/login.h"

enum {
	SMTP_CONNECT_S = 10,
	SMTP_SILENCE_S = 60, /* without an answer to a command */
	SMTP_WHOLE_S = 300,  /* for one mail */
	SMTP_LINE_MAX = 998, /* bytes of a line, RFC 5321 4.5.3.1.6 */
	/* of one connection: Exim only queues mails after the tenth, and an
	 * idle connection takes a place from others */
	SMTP_CONNECTION_MAILS = 10,
	SMTP_IDLE_S = 2,
};

/* An empty string is as good as NULL everywhere. */
struct smtp_config {
	const char *host;
	uint16_t port;              /* 0: 587, or 465 for TLS_IMPLICIT */
	enum tls_mode tls;          /* never less than this */
	const char *ca_file;        /* PEM; NULL: what the system trusts */
	const char *user;           /* NULL: no login */
	const char *password;       /* where source.get is NULL */
	struct login_source source; /* asked before every login */
	enum login_method method;
	const char *name;   /* we are, in EHLO; NULL: "localhost" */
	unsigned silence_s; /* 0: SMTP_SILENCE_S */
};

enum smtp_result {
	SMTP_SENT,        /* the server has taken it over */
	SMTP_TEMPORARY,   /* not this mail, not now: later */
	SMTP_PERMANENT,   /* never this mail to this recipient */
	SMTP_TOO_LARGE,   /* never a mail of this size; a smaller one perhaps */
	SMTP_CONTENT,     /* never these bytes; says nothing of the recipient */
	SMTP_SERVER_DOWN, /* no mail now: try all of them later */
	SMTP_UNKNOWN,     /* lost after the last byte: it may have been taken;
			   * again, with the same Message-ID and bytes */
	SMTP_OPERATOR,  /* no mail until the operator changes the configuration:
			   certificate, sender, TLS, relaying */
	SMTP_LOGIN,     /* likewise, of the login */
	SMTP_RELAYING,  /* in answer to RCPT: the sender or relaying is
			 * refused, as far as the words tell */
	SMTP_NOT_TRIED, /* by the caller: another mail found the server so */
	N_SMTP_RESULTS
};

struct smtp_outcome {
	enum smtp_result result;
	int code;          /* the server's last reply, 0: it gave none */
	char enhanced[12]; /* "5.1.1" (RFC 3463), or empty */
	/*
	 * For the log and the game master: the server's last line, or what
	 * happened to the connection. No control characters, no secrets.
	 */
	char text[512];
};

struct smtp_mail {
	const char *from; /* envelope sender; empty: the null sender */
	const char *to;   /* the one recipient */
	/*
	 * The whole mail as it shall arrive: 7-bit, lines of at most
	 * SMTP_LINE_MAX bytes ending in LF or CRLF. Dots are our affair.
	 */
	struct str raw;
};

struct smtp;

/*
 * Check the configuration and copy it; nothing is sent. ERR_CONFIG describes
 * the fault: no TLS to another machine, an invalid name, half a login.
 */
enum err smtp_open(const struct smtp_config *config, struct smtp **out,
		   struct why *why);

/* Say goodbye, wipe the password, free; NULL is fine. */
void smtp_close(struct smtp *s);

/*
 * Send one mail. An address or bytes that may not go on the wire are
 * SMTP_PERMANENT with code 0, and nothing is sent. The connection is made if
 * there is none; one that the server dropped while it was idle is made again
 * without a word.
 */
enum smtp_result smtp_send(struct smtp *s, const struct smtp_mail *mail,
			   struct smtp_outcome *out);

/* Close the connection, if one is open; the next mail makes another. Waits for
 * the server's goodbye, at most SMTP_IDLE_S. */
void smtp_rest(struct smtp *s);

/* Is a connection open that the next mail may use? */
bool smtp_is_connected(const struct smtp *s);

/* Is it about the server, not about one mail? Then all mails wait. */
bool smtp_result_is_server(enum smtp_result r);

/* "sent", "temporary", ..: for logs. */
const char *smtp_result_name(enum smtp_result r);
#endif
