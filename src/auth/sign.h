/*
 * src/auth/sign.h - the player's side: from a file of orders to text that can
 * be mailed.
 */
#ifndef AUTH_SIGN_H
#define AUTH_SIGN_H
#include "auth/block.h"

/*
 * The canonical form of a file of orders, with or without marker lines: what
 * to sign. FAULT_BLOCK_LINE_TOO_LONG: out->long_line says which line of the
 * file; other faults as block_orders.
 */
enum fault sign_prepare(struct arena *a, struct str file, struct canon *out);

/*
 * Append the whole document: marker line, orders, marker line, and below them
 * the SSH signature for SIG_ORDERS. Ready to be pasted into a mail.
 */
bool sign_document(const struct key_secret *secret, const struct canon *orders,
		   struct buf *out);

/*
 * The same without a signature, for `ssh-keygen -Y sign` and others: append
 * the bytes to be signed, which are all of the canonical text.
 */
bool sign_render(const struct canon *orders, bool markers, struct buf *out);
#endif
