/* src/base/rsa.c - by GnuTLS */
#include "base/rsa.h"
#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include "base/rsa.inc"

static gnutls_datum_t rsa_datum(struct str s)
{
	return (gnutls_datum_t){ (void *)(uintptr_t)s.s, (unsigned)s.len };
}

bool rsa_is_checked(void)
{
	return true;
}

static enum err key_export(gnutls_pubkey_t key, size_t max, struct arena *a,
			   struct str *out, struct why *why)
{
	gnutls_datum_t der = { NULL, 0 };
	enum err e = ERR_OK;

	if (gnutls_pubkey_get_pk_algorithm(key, NULL) != GNUTLS_PK_RSA)
		return why_set(why, ERR_FORMAT,
			       "the beacon's certificate is not of RSA");
	if (gnutls_pubkey_export2(key, GNUTLS_X509_FMT_DER, &der) ||
	    der.size > max)
		e = why_set(why, ERR_FORMAT,
			    "the beacon's certificate has no key to use");
	else
		*out = arena_str(a, (struct str){ (char *)der.data, der.size });
	gnutls_free(der.data);
	return e;
}

enum err rsa_key(struct str certificate, size_t max, struct arena *a,
		 struct str *out, struct why *why)
{
	gnutls_datum_t bytes = rsa_datum(certificate);
	gnutls_x509_crt_t crt;
	gnutls_pubkey_t key;
	enum err e = ERR_FORMAT;

	calls_load();
	gnutls_x509_crt_init(&crt);
	gnutls_pubkey_init(&key);
	if ((gnutls_x509_crt_import(crt, &bytes, GNUTLS_X509_FMT_PEM) &&
	     gnutls_x509_crt_import(crt, &bytes, GNUTLS_X509_FMT_DER)) ||
	    gnutls_pubkey_import_x509(key, crt, 0))
		why_set(why, e, "this is no certificate of a beacon");
	else
		e = key_export(key, max, a, out, why);
	gnutls_pubkey_deinit(key);
	gnutls_x509_crt_deinit(crt);
	return e;
}

bool rsa_is_signed(struct str key, struct str message, struct str signature)
{
	gnutls_datum_t der = rsa_datum(key), text = rsa_datum(message),
		       sig = rsa_datum(signature);
	gnutls_pubkey_t k;
	bool good;

	calls_load();
	gnutls_pubkey_init(&k);
	good = !gnutls_pubkey_import(k, &der, GNUTLS_X509_FMT_DER) &&
	       gnutls_pubkey_verify_data2(k, GNUTLS_SIGN_RSA_SHA512, 0, &text,
					  &sig) >= 0;
	gnutls_pubkey_deinit(k);
	return good;
}
