/*
 * src/auth/cleartext.h - finds OpenPGP signatures in a text, and texts signed
 * in the cleartext framework (RFC 4880, sections 6.2 and 7).
 *
 * Such a text begins with the line BEGIN PGP SIGNED MESSAGE, header lines and
 * an empty line, and ends before BEGIN PGP SIGNATURE. Lines that begin with a
 * dash have "- " in front. The signature is over the lines without this prefix
 * and without blanks at their ends, joined by CRLF. A quoted text is parsed
 * after the quote marks of its first line were removed from all lines.
 */
#ifndef AUTH_CLEARTEXT_H
#define AUTH_CLEARTEXT_H
#include "base/arena.h"

/* The form of such a text in a log. */
#define CLEARTEXT_FORM "clear"

struct cleartext {
	struct str text; /* that is signed, in the arena */
	size_t begin;    /* of its BEGIN line */
	uint32_t first_line;
};

/*
 * Look for the next signature of OpenPGP from *at on, in armour; a file
 * (!is_text) may be one without armour. False: there is none. *start is the
 * offset of its first line, *at moves behind its last. *packets, in the arena,
 * is empty if it cannot be read.
 */
bool openpgp_find(struct arena *a, struct str text, bool is_text, size_t *at,
		  size_t *start, struct str *packets);

/* Does the signature that begins at `end` sign a text in clear that begins at
 * `from` or later? */
bool cleartext_find(struct arena *a, struct str text, size_t from, size_t end,
		    struct cleartext *out);
#endif
