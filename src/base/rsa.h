/*
 * src/base/rsa.h - checks the RSA signatures of an outside beacon. Besides
 * src/mail only its source uses GnuTLS. The browser page has another
 * implementation of this header (webapp/rsa.c).
 */
#ifndef BASE_RSA_H
#define BASE_RSA_H
#include "base/arena.h"
#include "base/err.h"

/* Are signatures checked at all, or taken on the word of who brings them? */
bool rsa_is_checked(void);

/* The public key of a certificate (PEM or DER), in DER, at most max bytes, in
 * the arena. ERR_FORMAT: it is none, or not of RSA. */
enum err rsa_key(struct str certificate, size_t max, struct arena *a,
		 struct str *key, struct why *why);

/* Is it the key's signature of the message, over its SHA-512? */
bool rsa_is_signed(struct str key, struct str message, struct str signature);
#endif
