/*
 * src/auth/cms.h - extracts the certificate of an S/MIME signature (RFC 5652)
 * from foreign bytes. GnuPG would store every certificate that it reads, so
 * certificates of unknown senders do not reach GnuPG. This file checks no
 * signature: it finds the bytes and names them.
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
