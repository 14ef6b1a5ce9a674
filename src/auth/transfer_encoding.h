/*
 * src/auth/transfer_encoding.h - decodes the transfer encodings of mails (RFC
 * 2045, 6.7 and 6.8) without a mail library: for the page, and for a judge
 * whose mail parser crashed on a mail.
 */
#ifndef AUTH_TRANSFER_ENCODING_H
#define AUTH_TRANSFER_ENCODING_H
#include "base/crypto.h"

/* The bytes of base64 in lines; empty if it is none. They live in the arena. */
struct str transfer_base64(struct arena *a, struct str body);

/* Decode quoted-printable; invalid sequences stay unchanged. The result lives
 * in the arena. */
struct str transfer_quoted(struct arena *a, struct str body);
#endif
