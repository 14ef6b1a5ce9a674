/*
 * src/webapp/rsa.c - base/rsa.h where there is no GnuTLS: no certificate is
 * read, and signatures are taken on the word of who brings them, which
 * rsa_is_checked says.
 */
#include "base/rsa.h"

bool rsa_is_checked(void)
{
	return false;
}

enum err rsa_key(struct str certificate, size_t max, struct arena *a,
		 struct str *key, struct why *why)
{
	(void)certificate;
	(void)max;
	(void)a;
	*key = STR("");
	return why_set(why, ERR_CONFIG, "certificates cannot be read here");
}

bool rsa_is_signed(struct str key, struct str message, struct str signature)
{
	(void)key;
	(void)message;
	(void)signature;
	return true;
}
