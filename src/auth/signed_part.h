/*
 * src/auth/signed_part.h - parses mail that a mail program signed: the exact
 * bytes of the first part of multipart/signed, which are header lines, an
 * empty line and a body (RFC 1847, 3156, 8551).
 *
 * The verifier of a log reads the same bytes years later and must find the
 * same orders; so this parser is small, strict, and uses no library. It
 * reads what mail programs send (text/plain, 7bit, 8bit, quoted-printable and
 * base64, format=flowed, protected headers, alternatives with HTML) and
 * refuses the rest with a reason. A program that signs by default signs
 * answers and forwarded mails too: quoted, forwarded or attached text is never
 * an order.
 */
#ifndef AUTH_SIGNED_PART_H
#define AUTH_SIGNED_PART_H
#include "auth/signed_block.h"
#include "fairness/log_chain.h"

enum {
	/* signed bytes; binary ones are logged in base64 */
	SIGNED_PART_MAX = LOG_CHAIN_TEXT_MAX / 2,
	SIGNED_PART_DEPTH = 6,  /* parts in parts */
	SIGNED_PART_PARTS = 24, /* of one multipart */
	SIGNED_PART_TO = 64,    /* addresses in its protected headers */
	SIGNED_PART_EXTRA_MAX = 2000
};

struct signed_part_block {
	struct canon canon;
	struct str whole; /* as it was written, with its markers */
	uint32_t line;    /* of its BEGIN, in its text */
};

struct signed_part {
	/* with FAULT_PART_WORDS, _OTHER and _QUOTED too where there are any */
	struct signed_part_block block[SIGNED_BLOCKS_MAX];
	size_t n_blocks;
	struct str extra; /* FAULT_PART_WORDS: the lines to be deleted */
	bool has_to;      /* its headers say to whom it was written */
	struct str to[SIGNED_PART_TO];
	size_t n_to;
};

/*
 * The orders in signed bytes. They come from the only text/plain part: alone,
 * of multipart/alternative, or of multipart/mixed with public keys and
 * attachments. It holds blocks, unquoted; blank lines, keys and signatures
 * in armour, and all lines after a line "-- " are skipped, any other word is
 * FAULT_PART_WORDS. Everything in out lives in the arena.
 *
 * A part with a fault has at most one block in out. FAULT_PART_NESTED: a mail,
 * or a signed or encrypted part, is in it; _SEVERAL: more than one text;
 * _NO_TEXT; _ENCODING: of a kind that is not known; _QUOTED: the block is
 * quoted; _BLOCK_SEVERAL: more blocks than SIGNED_BLOCKS_MAX; _BLOCK_*: as of
 * signed_block_orders.
 */
enum sig_error signed_part_read(struct arena *a, struct str bytes,
				struct signed_part *out);

/*
 * The same of a text that is signed alone, without header lines
 * (auth/cleartext.h). Where it has no line that begins a block, all of it is
 * one.
 */
enum sig_error signed_part_clear(struct arena *a, struct str text,
				 struct signed_part *out);

/* Was it written to this address? Where it does not say to whom: yes. */
bool signed_part_is_for(const struct signed_part *s, struct str address);

/*
 * The orders that signed bytes of a log mean: format, of orders_signed, says
 * how they were signed, and has "mime" if it was such a part, "clear" if it was
 * such a text. Then " block N" where the signature covers several blocks.
 */
enum sig_error signed_orders(struct arena *a, struct str text,
			     struct str format, struct canon *out);

/*
 * A format of a log ends with "joined" if the text came in one mail with the
 * text before it, of the same seat and point: both are one queue. Cuts that
 * off; was it there?
 */
#define SIGNED_JOINED " joined"
bool signed_joined(struct str *format);

/* Cut " block N" off a format without "joined"; gives N, or 0. */
#define SIGNED_NUMBER " block "
unsigned signed_number(struct str *format);
#endif
