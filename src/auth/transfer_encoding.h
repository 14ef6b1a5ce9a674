/*
 * src/auth/transfer_encoding.h - the transfer encodings of mails (RFC 2045, 6.7
 * and 6.8) for those who have no reader of mails: the page, and a judge with a
 * mail that its reader died of.
 */
#ifndef AUTH_TRANSFER_ENCODING_H
#define AUTH_TRANSFER_ENCODING_H
#include "base/crypto.h"

/* The bytes of base64 in lines; empty if it is none. They live in the arena. */
struct str transfer_base64(struct arena *a, struct str body);

/* The bytes of quoted-printable; what is none of it stays as it is. They live
 * in the arena. */
struct str transfer_quoted(struct arena *a, struct str body);
#endif
