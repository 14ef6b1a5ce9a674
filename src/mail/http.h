/*
 * src/mail/http.h - one request to a web server: for OAuth's token servers and
 * for the settings that providers publish. https only, but for this machine
 * itself (tests). No redirection is followed, no proxy of the environment used.
 */
#ifndef MAIL_HTTP_H
#define MAIL_HTTP_H
#include "base/buf.h"
#include "base/err.h"

enum { HTTP_ANSWER_MAX = 1 << 18, HTTP_URL_MAX = 4096 };

struct http_request {
	const char *url;
	const char *form;    /* POST this application/..urlencoded; NULL: GET */
	const char *ca_file; /* PEM; NULL: what the system trusts */
	unsigned limit_s;    /* for all of it, 1.. */
};

/* Load the library: before a sandbox closes. */
void http_load(void);

/*
 * Ask. OK whatever *status the server gives; *body is made here, and released
 * by the caller, also after an error. ERR_CONFIG (no such URL), ERR_MAIL_DOWN,
 * ERR_MAIL_TLS.
 */
enum err http_ask(const struct http_request *r, long *status, struct buf *body,
		  struct why *why);

/* "name=value", with & before all but the first. */
void http_field(struct buf *form, const char *name, const char *value);

/* The host of a URL, in out; false if it is not one that http_ask takes. */
bool http_host(const char *url, char *out, size_t room);
#endif
