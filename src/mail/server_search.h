/*
 * src/mail/server_search.h - finds the mail servers of an address: by SRV
 * records of its domain (RFC 6186, RFC 8314), and by the settings file that
 * providers publish for mail programs (Thunderbird's "autoconfig").
 */
#ifndef MAIL_SERVER_SEARCH_H
#define MAIL_SERVER_SEARCH_H
#include "base/err.h"
#include "mail/addr.h"

struct mail_server {
	char host[ADDR_DOMAIN_MAX + 1]; /* empty: none was found */
	uint16_t port;
	bool implicit;           /* TLS from the first byte; else STARTTLS */
	char user[ADDR_MAX + 1]; /* the login; empty: not named */
};

struct server_search {
	const char *address;
	bool pop3;               /* a server of POP3 is wanted, not of IMAP */
	const char *name_server; /* "ADDRESS:PORT" (IPv4); NULL: the system's */
	const char *settings_url; /* NULL: the usual places, by domain */
	const char *ca_file;      /* PEM, for these; NULL: the system's */
};

/*
 * Ask the DNS. OK although a server or both are not found. *foreign: one of
 * them is outside the domain of the address, so a forged answer could have
 * chosen it: a person must confirm it before a password goes there (RFC 6186,
 * 6). ERR_MAIL_DOWN: no name server answers; ERR_USAGE for name_server.
 */
enum err server_search_srv(const struct server_search *s,
			   struct mail_server *in, struct mail_server *out,
			   bool *foreign, struct why *why);

/* Read an answer of the DNS (RFC 1035): host and port of its best SRV record,
 * of the lowest priority, then of the greatest weight. Without any out stays as
 * it is. */
void server_srv_parse(const uint8_t *answer, size_t len,
		      struct mail_server *out);

/*
 * Ask for the settings file, over https. ERR_NOT_FOUND if none is published;
 * source gets the host that does.
 */
enum err server_search_settings(const struct server_search *s,
				struct mail_server *in, struct mail_server *out,
				char source[ADDR_DOMAIN_MAX + 1],
				struct why *why);

/*
 * Read a settings file: the first server of each kind that speaks TLS. False
 * if it is no such file, or names none.
 */
bool server_settings_parse(struct str xml, const struct server_search *s,
			   struct mail_server *in, struct mail_server *out);
#endif
