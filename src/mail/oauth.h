/*
 * src/mail/oauth.h - tokens for mail from an OAuth2 server (RFC 6749): by a
 * code and PKCE (RFC 7636, 8252), by a device code (RFC 8628), by a refresh
 * token. Only processes that hold neither database nor judge's key ask.
 */
#ifndef MAIL_OAUTH_H
#define MAIL_OAUTH_H
#include "base/buf.h"
#include "base/err.h"
#include "mail/login.h"

enum {
	OAUTH_LIMIT_S = 20,   /* for one request */
	OAUTH_MARGIN_S = 120, /* a token that ends within it is refreshed */
	OAUTH_WORD = 1024,
	OAUTH_LIFE_S = 3600, /* of a token whose server does not say */
};

/* What a person has granted, as it is stored; an empty string: not known. */
struct oauth_grant {
	char account[256]; /* the address that gave consent */
	char provider[64];
	char token_url[OAUTH_WORD], ca_file[OAUTH_WORD];
	char client_id[OAUTH_WORD], client_secret[OAUTH_WORD];
	char scope[OAUTH_WORD];
	char refresh[LOGIN_SECRET_ROOM], access[LOGIN_SECRET_ROOM];
	int64_t granted_s;   /* UTC: consent was given, .. */
	int64_t refreshed_s; /* .. the last refresh succeeded, .. */
	int64_t expires_s;   /* .. and access ends */
	char fault[512];     /* of the last refresh; empty: it succeeded */
	int64_t fault_s;
};

/* What the server answered. */
struct oauth_answer {
	char access[LOGIN_SECRET_ROOM];
	char refresh[LOGIN_SECRET_ROOM]; /* empty: the old one stays */
	char scope[OAUTH_WORD];          /* what was granted; empty: all */
	int64_t life_s;
	char error[128]; /* "authorization_pending": go on asking */
};

/*
 * Get a new access token. ERR_MAIL_DOWN: later. ERR_MAIL_LOGIN: the server
 * refuses; why has its words and what to do.
 */
enum err oauth_refresh(const struct oauth_grant *g, struct oauth_answer *out,
		       struct why *why);

/* Exchange a code. ERR_MAIL_LOGIN: out->error has the server's word. */
enum err oauth_exchange(const struct oauth_grant *g, const char *code,
			const char *verifier, const char *redirect,
			struct oauth_answer *out, struct why *why);

/* A device code, and what the person has to do with it. */
struct oauth_device {
	char code[LOGIN_SECRET_ROOM];
	char user_code[64], url[OAUTH_WORD];
	int64_t life_s, interval_s;
};
enum err oauth_device_begin(const struct oauth_grant *g, const char *device_url,
			    struct oauth_device *out, struct why *why);
/* ERR_MAIL_DOWN and error "authorization_pending" or "slow_down": ask again */
enum err oauth_device_ask(const struct oauth_grant *g,
			  const struct oauth_device *d,
			  struct oauth_answer *out, struct why *why);

/* A verifier of PKCE (43 characters and NUL) and its challenge. */
enum { OAUTH_VERIFIER = 44 };
void oauth_verifier_make(char verifier[OAUTH_VERIFIER],
			 char challenge[OAUTH_VERIFIER]);

/* Take an answer over into the grant. */
void oauth_answer_apply(struct oauth_grant *g, const struct oauth_answer *a,
			int64_t now_s);
#endif
