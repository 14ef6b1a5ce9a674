/*
 * src/auth/signed_block.h - signed orders in a mail: where they are, and what
 * exactly was signed.
 *
 * Orders stand between two lines that read BEGIN HERALDO ORDERS and END
 * HERALDO ORDERS, with dashes around as mail programs leave them; the
 * signature stands right below, or is attached. Or the orders are an attached
 * file with its signature beside it. multipart/signed is checked over exact
 * bytes by auth/pgp.h; the blocks of such a mail are found here too, unsigned
 * in themselves.
 */
#ifndef AUTH_SIGNED_BLOCK_H
#define AUTH_SIGNED_BLOCK_H
#include "auth/canonical_text.h"
#include "auth/sig.h"

#define BLOCK_BEGIN "-----BEGIN HERALDO ORDERS-----"
#define BLOCK_END   "-----END HERALDO ORDERS-----"

enum {
	BLOCK_CANDIDATES_MAX = 32, /* looked at in one mail */
	BLOCK_PARTS_MAX = 64,
};

/* A piece of a mail, as the MIME reader gives it. */
struct block_part {
	struct str name;  /* file name of an attachment, else empty */
	struct str bytes; /* text: decoded, UTF-8; attachment: as it was */
	bool is_text;     /* what the reader of the mail sees */
};

enum block_origin {
	BLOCK_INLINE,   /* text with the signature below */
	BLOCK_ATTACHED, /* a file, signed by another file or by armour */
	BLOCK_MIXED,    /* marked text, its signature attached */
	BLOCK_EMBEDDED, /* signify -e: the text follows its signature */
};

/* Something that may turn out to be signed orders. All slices are borrowed. */
struct block {
	enum block_origin origin;
	unsigned part; /* that holds the text, index of block_find's parts */
	unsigned sig_part;   /* that holds the signature */
	enum fault fault;    /* FAULT_OK, or why it cannot be signed orders:
				FAULT_SIG_NONE for a block without signature;
				FAULT_BLOCK_OPEN with the text down to the
				signature, where one follows */
	bool joined;         /* by its markers too, into one line of the mail */
	bool marked;         /* it has the two marker lines */
	struct str whole;    /* as sent, marker lines included */
	struct str orders;   /* what is between them, or all */
	uint32_t first_line; /* line number of orders in its part, from 1 */
	struct canon canon;  /* of orders; lines counted in the part */
	struct sig sig;
	bool proved; /* block_prove: sig.key signed the canonical text */
};

/*
 * Find the candidates of a mail, those with a signature first, in the order in
 * which they should be tried; at most max of them. Gives their number.
 */
size_t block_find(struct arena *a, const struct block_part *parts,
		  size_t n_parts, struct block *out, size_t max);

/*
 * The costly part of block_verify before it is known whose key counts, and
 * maybe while something else is done: a signature of SSH names its key. Of
 * others, and of other forms of the text, it proves nothing.
 */
void block_prove(struct block *b);

/* What was proved. */
struct block_proof {
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
enum fault block_verify(struct arena *a, const struct block *b,
			const struct key *keys, size_t n_keys,
			const char *namespace, struct block_proof *out);

/* Is it the name of a form in which block_verify finds texts signed? */
bool block_is_form(struct str name);

/*
 * The canonical orders that signed bytes mean: what is between the marker
 * lines, or all if there are none. The same for the mail, for a replay and
 * for `heraldo sign`. FAULT_BLOCK_SEVERAL, _OPEN, _NONE, _TOO_LARGE.
 */
enum fault block_orders(struct arena *a, struct str verified,
			struct canon *out);
#endif
