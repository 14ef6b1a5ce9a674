/*
 * src/mail/conn.h - one TCP connection to a mail server, with or without TLS,
 * with time-outs and byte limits. The mail library speaks its protocol through
 * it (mail/imap_session.c), because the library's own sockets check no
 * certificate and know no limits.
 *
 * Everything done between two calls of conn_arm is one operation: it may stay
 * silent for `silence_s` at most, must bring 1,000 bytes a second on average
 * after that, and no more bytes than its budget. The first thing that goes
 * wrong breaks the wire: every later call fails at once, and conn_error says
 * what it was.
 */
#ifndef MAIL_CONN_H
#define MAIL_CONN_H
#include "base/err.h"

/* How a server is reached safely; also for mail/smtp.h. */
enum tls_mode {
	TLS_IMPLICIT, /* TLS from the first byte */
	TLS_STARTTLS, /* a command turns it on; nothing is sent before */
	TLS_NONE,     /* only to this machine itself */
};

struct conn_config {
	const char *host; /* checked against the certificate, sent as SNI */
	uint16_t port;
	enum tls_mode tls;
	const char *ca_file; /* PEM, to trust in place of the system's; NULL */
	unsigned silence_s;  /* 1.. */
};

struct conn;

/* Load the library that speaks TLS: before a sandbox closes. */
void conn_load(void);

/*
 * Connect; with TLS_IMPLICIT the handshake is part of it. Every address of the
 * host is tried. ERR_CONFIG for a host or port that is none, or TLS_NONE to
 * another machine (nothing is sent then); ERR_MAIL_DOWN, ERR_MAIL_TLS. The
 * caller closes what it got; *out is NULL on error. The strings of the config
 * are copied.
 */
enum err conn_open(const struct conn_config *config, struct conn **out,
		   struct why *why);

/* Close and free; NULL is fine. */
void conn_close(struct conn *w);

/*
 * The TLS handshake (after a STARTTLS command was answered): the certificate
 * must be trusted, be for a server, and bear the host's name. ERR_MAIL_TLS if
 * it is not; nothing of ours was sent then.
 */
enum err conn_secure(struct conn *w, struct why *why);

/* Begin an operation that may bring up to budget bytes. */
void conn_arm(struct conn *w, size_t budget);

/* Read 1..len bytes; 0 at the end of the connection, -1 if the wire broke. */
long conn_read(struct conn *w, void *out, size_t len);

/* Write all of it; false if the wire broke. */
bool conn_write(struct conn *w, const void *bytes, size_t len);

/* Why it broke, ERR_OK if it did not; the text goes to why. */
enum err conn_error(const struct conn *w, struct why *why);

/* Break it by hand: nothing more is sent or read. */
void conn_break(struct conn *w, enum err e, const char *text);

enum conn_event { CONN_DATA, CONN_TIMEOUT, CONN_INTERRUPT, CONN_BROKEN };

/*
 * Wait up to seconds until there is something to read, or until interrupt_fd
 * (-1: none) can be read; nothing is taken from either.
 */
enum conn_event conn_wait(struct conn *w, unsigned seconds, int interrupt_fd);

/* Just sleep, until interrupt_fd can be read: CONN_TIMEOUT, CONN_INTERRUPT. */
enum conn_event conn_sleep(unsigned seconds, int interrupt_fd);
#endif
