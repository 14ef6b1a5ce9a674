/*
 * src/mail/login.h - the secret of a login, and the forms in which a token is
 * sent. A secret is asked for before every login: passwords are changed, and
 * tokens live about an hour. A server's refusal of a token makes one more try,
 * if there is another token by then.
 */
#ifndef MAIL_LOGIN_H
#define MAIL_LOGIN_H
#include "base/buf.h"
#include "base/err.h"

enum login_method {
	LOGIN_ANY, /* what the server offers */
	LOGIN_PASSWORD,
	LOGIN_XOAUTH2,     /* Google's and Microsoft's */
	LOGIN_OAUTHBEARER, /* RFC 7628 */
};

enum { LOGIN_SECRET_ROOM = 8192, LOGIN_WORDS = 256 };

struct login {
	bool is_token; /* else it is a password */
	char secret[LOGIN_SECRET_ROOM];
};

/*
 * Where secrets come from. rejected: the server refused the last one. Errors:
 * ERR_MAIL_DOWN if it may work later, ERR_MAIL_LOGIN, ERR_CONFIG.
 */
struct login_source {
	enum err (*get)(void *context, bool rejected, struct login *out,
			struct why *why);
	void *context;
};

/* The logins of one account, one after the other; starts zeroed. */
struct login_state {
	struct login_source source; /* get is NULL: `now` stays as it is */
	enum login_method method;
	struct login now; /* of the coming login, or of the last one */
	bool ready;       /* it was not tried yet */
	bool renewed;     /* it is the second try already */
	bool plain_form;  /* OAUTHBEARER failed for its form: XOAUTH2 is next */
};

/* "password", "xoauth2", "oauthbearer"; else LOGIN_ANY. */
enum login_method login_method_parse(const char *name);

/* Can a login by this method use such a secret? ERR_CONFIG. */
enum err login_method_check(enum login_method m, bool is_token,
			    struct why *why);

/* Get the secret for the coming login. Errors of login_source. */
enum err login_next(struct login_state *l, struct why *why);

/*
 * After a refused login: is there another token to try at once? What the token
 * server says, if it refuses, is added to why.
 */
bool login_again(struct login_state *l, struct why *why);

/*
 * The method for a server that offers these; LOGIN_ANY if none fits. A secret
 * that is a password is LOGIN_PASSWORD.
 */
enum login_method login_select(const struct login_state *l, bool xoauth2,
			       bool oauthbearer);

/* "XOAUTH2", "OAUTHBEARER", "PASSWORD", "any". */
const char *login_method_name(enum login_method m);

/* What AUTH sends, in base64: appended to out. */
void login_bearer(enum login_method m, const char *user, const char *host,
		  uint16_t port, const char *token, struct buf *out);

/* The answer to a challenge after a refused token: in base64, may be empty. */
const char *login_refused_answer(enum login_method m);

/*
 * A challenge after a refused token (JSON in base64), as text for a log. False
 * if it is not base64. *form: it says that the request was malformed.
 */
bool login_challenge(struct str base64, char out[LOGIN_WORDS], bool *form);

/* Does a text hold the secret, plain or in any base64? Servers echo logins. */
bool login_leaks(const struct login_state *l, const char *text);

/*
 * Whose token it is and what it allows, if it is a JWT: "for alice@example.org
 * (scopes IMAP.AccessAsUser.All)"; else empty.
 */
void login_token_owner(const char *token, char out[LOGIN_WORDS]);

/* Overwrite the secret. */
void login_wipe(struct login_state *l);
#endif
