/*
 * src/auth/signed_block.h - finds the signed orders in a mail and the exact
 * signed bytes.
 *
 * Orders are between two lines that read BEGIN HERALDO ORDERS and END HERALDO
 * ORDERS, with dashes around as mail programs leave them; the signature
 * follows directly, or is attached. Or the orders are an attached file with
 * its signature as another attachment. Or a text is signed in the cleartext
 * framework of OpenPGP. multipart/signed is checked over exact bytes by
 * auth/pgp.h; the blocks of such a mail are found here too, unsigned in
 * themselves.
 */
#ifndef AUTH_SIGNED_BLOCK_H
#define AUTH_SIGNED_BLOCK_H
#include "auth/canonical_text.h"
#include "auth/sig.h"

#define SIGNED_BLOCK_BEGIN "-----BEGIN HERALDO ORDERS-----"
#define SIGNED_BLOCK_END   "-----END HERALDO ORDERS-----"

enum {
	SIGNED_BLOCK_CANDIDATES_MAX = 32, /* looked at in one mail */
	SIGNED_BLOCK_PARTS_MAX = 64,
	SIGNED_BLOCKS_MAX = 8, /* that one signature covers */
};

/* A piece of a mail, as the MIME reader gives it. */
struct signed_block_part {
	struct str name;  /* file name of an attachment, else empty */
	struct str bytes; /* text: decoded, UTF-8; attachment: as it was */
	bool is_text;     /* what the reader of the mail sees */
};

enum signed_block_origin {
	SIGNED_BLOCK_INLINE,   /* text with the signature below */
	SIGNED_BLOCK_ATTACHED, /* a file, signed by another file or by armour */
	SIGNED_BLOCK_MIXED,    /* marked text, its signature attached */
	SIGNED_BLOCK_EMBEDDED, /* signify -e: the text follows its signature */
	SIGNED_BLOCK_CLEAR, /* OpenPGP's cleartext framework: auth/cleartext.h
			     */
};

/* Something that may turn out to be signed orders. All slices are borrowed. */
struct signed_block {
	enum signed_block_origin origin;
	unsigned part;     /* that holds the text, index of signed_block_find's
			      parts */
	unsigned sig_part; /* that holds the signature */
	enum sig_error fault; /* SIG_ERROR_OK, or why it cannot be signed
			     orders: FAULT_SIG_NONE for a block without
			     signature; FAULT_BLOCK_OPEN with the text down to
			     the signature, where one follows */
	unsigned number;      /* of several blocks that one signature covers:
				 which, from 1; else 0 */
	bool joined;         /* by its markers too, into one line of the mail */
	bool marked;         /* it has the two marker lines */
	struct str whole;    /* as sent, marker lines included */
	struct str orders;   /* the text between the markers, or all */
	uint32_t first_line; /* line number of orders in its part, from 1 */
	struct canon canon;  /* of orders; lines counted in the part */
	struct sig sig;
	bool proved; /* signed_block_prove: sig.key signed the canonical text */
	enum sig_error
		unfit;    /* why signed text cannot be taken, or SIG_ERROR_OK */
	struct str extra; /* FAULT_PART_WORDS: the lines to be deleted */
};

/*
 * Find the candidates of a mail, those with a signature first, in the order in
 * which they should be tried; at most max of them. Gives their number.
 */
size_t signed_block_find(struct arena *a, const struct signed_block_part *parts,
			 size_t n_parts, struct signed_block *out, size_t max);

/*
 * The costly part of signed_block_verify before it is known whose key counts,
 * and maybe while something else is done: a signature of SSH names its key. Of
 * others, and of other forms of the text, it proves nothing.
 */
void signed_block_prove(struct signed_block *b);

/* What was proved. */
struct signed_block_proof {
	struct str verified; /* exactly the bytes that were signed; they and
				the signature go into the log */
	size_t key;          /* index of the key that signed */
	const char *form;    /* which form of the text it was, for the log */
};

/*
 * Did one of these keys sign the block? Forms of the text are tried in order:
 * canonical, canonical with marker lines, as it is, with LF, with CRLF, each
 * with and without marker lines and last line end. The meaning of what
 * verified is the block's canonical text, whichever form it was. A fault is
 * that of the form that came nearest.
 */
enum sig_error signed_block_verify(struct arena *a,
				   const struct signed_block *b,
				   const struct key *keys, size_t n_keys,
				   const char *namespace,
				   struct signed_block_proof *out);

/*
 * Bytes that a signature of OpenPGP, which the caller checks, may be over: the
 * form `i` of the text. False: there is no such form. Empty bytes: they do not
 * mean what the block does.
 */
bool signed_block_form(struct arena *a, const struct signed_block *b, size_t i,
		       struct str *bytes, const char **name);

/* Is it the name of a form in which signed_block_verify finds texts signed? */
bool signed_block_is_form(struct str name);

/*
 * The canonical orders in signed bytes: the text between the marker lines, or
 * all if there are none. The same for the mail, for a replay and for `heraldo
 * sign`. FAULT_BLOCK_SEVERAL, _OPEN, _NONE, _TOO_LARGE.
 */
enum sig_error signed_block_orders(struct arena *a, struct str verified,
				   struct canon *out);

/* The same of one of several blocks, by its number from 1; 0: the only one. */
enum sig_error signed_block_number(struct arena *a, struct str verified,
				   unsigned number, struct canon *out);
#endif
