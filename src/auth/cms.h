/*
 * src/auth/cms.h - the certificate that a signature of S/MIME carries (RFC
 * 5652), cut out of foreign bytes. GnuPG would keep whatever it is shown; of
 * strangers, who have proved nothing yet, it is shown nothing. This believes
 * nothing and checks nothing: it finds the bytes and names them.
 */
#ifndef AUTH_CMS_H
#define AUTH_CMS_H
#include "auth/key.h"

enum {
	CMS_CERTIFICATES = 16, /* that are looked at in one signature */
	CMS_DEPTH = 12,        /* values in values that have no length */
	CMS_CERTIFICATE_MAX = 16 << 10
};

/*
 * The certificate of the one who signed: *der borrows from signature, which is
 * BER or DER as mail programs write it. FAULT_KEY_NONE: it holds none of the
 * signer's; _SEVERAL: several signed; _DAMAGED: it is no such signature.
 */
enum sig_error cms_signer(struct str signature, struct str *der);

/* The key that GnuPG calls this certificate: its SHA-1, which names it and
 * protects nothing. */
struct key cms_key(struct str der);

/* Append it as text, for pgp_import. */
void cms_render(struct str der, struct buf *out);
#endif
