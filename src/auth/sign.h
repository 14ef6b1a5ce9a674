/*
 * src/auth/sign.h - signs a file of orders: makes text that a player can mail.
 */
#ifndef AUTH_SIGN_H
#define AUTH_SIGN_H
#include "auth/signed_block.h"

/*
 * The canonical form of a file of orders, with or without marker lines: what
 * to sign. FAULT_BLOCK_LINE_TOO_LONG: out->long_line says which line of the
 * file; other faults as signed_block_orders.
 */
enum sig_error sign_prepare(struct arena *a, struct str file,
			    struct canon *out);

/*
 * Break lines that mail programs would break, as orders may be broken: a line
 * that begins with + continues the one before. A line with a remark is left to
 * its writer, for what would continue it is no remark any more.
 */
struct str sign_break(struct arena *a, struct str text);

/*
 * Append the whole document: marker line, orders, marker line, and below them
 * the SSH signature for SIG_ORDERS. Ready to be pasted into a mail.
 */
bool sign_document(const struct key_secret *secret, const struct canon *orders,
		   struct buf *out);

/* The same for another purpose of auth/sig.h. */
bool sign_document_for(const struct key_secret *secret, const char *purpose,
		       const struct canon *orders, struct buf *out);

/* The same with a signature that was made elsewhere. */
bool sign_with(const struct sig *s, const struct canon *orders,
	       struct buf *out);

/*
 * The same without a signature, for `ssh-keygen -Y sign` and others: append
 * the bytes to be signed, which are all of the canonical text.
 */
bool sign_render(const struct canon *orders, bool markers, struct buf *out);
#endif
