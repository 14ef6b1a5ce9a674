/*
 * src/auth/canonical_text.h - the canonical form of signed orders,
 * "orders-text-1".
 *
 * Mail programs rewrite text: they capitalise, quote, indent, wrap, replace
 * quotes and dashes by prettier ones. The text that is signed and parsed
 * therefore has the form below, which most such changes do not affect. The
 * form is permanent: texts signed today must verify in years.
 *
 *  1. The text is Unicode. Lines end at LF, CRLF or CR; every line is treated
 *     by itself.
 *  2. These characters are left out: U+00AD, U+034F, U+061C, U+180E,
 *     U+200B-200F, U+202A-202E, U+2060-206F, U+FE00-FE0F, U+FEFF.
 *  3. These are replaced: U+2010-2015 and U+2212 by `-`; U+2018-201B, U+2032,
 *     U+00B4 and U+02BC by `'`; U+201C-201F, U+2033, U+00AB and U+00BB by `"`;
 *     U+2044 by `/`; U+2190 by `<-`, U+2192 by `->`, U+21D2 by `=>`; U+00A9 by
 *     `(C)`, U+00AE by `(R)`, U+2122 by `(TM)`. a-z become A-Z, and
 *     U+00E0-00FE but U+00F7 become U+00C0-00DE.
 *  4. The line is brought into normal form NFKC of Unicode 14.0; after that
 *     U+2010-2015 and U+2044 that came of it are replaced as in 3. Characters
 *     that Unicode 14.0 had not assigned (auth/unicode14.def) stay as they are,
 *     and part what stands before them from what follows, as they did then:
 *     normal forms of assigned characters never change, so that it is the same
 *     with the tables of any later version.
 *  5. White space is U+0000-0020, U+007F-00A0, U+1680, U+2028 and U+2029. All
 *     white space and all `>` before the first other character are left out,
 *     so is white space at the end; any other run of white space becomes one
 *     blank.
 *  6. A run of `-` becomes one `-`; a run of two or more `.` becomes `...`.
 *  7. What came of step 4 in small letters becomes capital, as in 3.
 *  8. Empty lines are left out. Each line ends with one LF; UTF-8.
 *
 * A line should have at most CANON_LINE_MAX characters: longer ones are broken
 * by mail programs that wrap at 72.
 */
#ifndef AUTH_CANONICAL_TEXT_H
#define AUTH_CANONICAL_TEXT_H
#include "auth/sig_error.h"
#include "base/arena.h"

enum {
	CANON_LINE_MAX = 68,       /* characters */
	CANON_TEXT_MAX = 64 << 10, /* bytes of the text as it was sent */
	CANON_LINES_MAX = 2000,
};

/* a line of canonical text, and where it came from */
struct canon_line {
	size_t start, len;    /* in text, without the LF */
	uint32_t source_line; /* from 1 */
	struct str source;    /* that line as it was sent, borrowed */
};

struct canon {
	struct str text; /* in the arena */
	struct canon_line *lines;
	size_t n_lines;
	const uint32_t *columns; /* of each byte of text, in the source */
	uint32_t long_line;      /* source line of the first too long, or 0 */
};

/*
 * Bring a text into canonical form. It should be UTF-8 (bytes that are not are
 * taken for windows-1252); its first line has the number first_line. Fails
 * with FAULT_BLOCK_TOO_LARGE only; a text without orders gives an empty one.
 */
enum sig_error canon_make(struct arena *a, struct str text, uint32_t first_line,
			  struct canon *out);

/*
 * Map a byte at `offset` of the canonical text to the original: line and
 * column, both from 1, columns counted in characters. An offset at or past the
 * end gives the end of the last line.
 */
void canon_locate(const struct canon *c, size_t offset, uint32_t *line,
		  uint32_t *column);

/* The canonical line that holds the offset; NULL if there is none. */
const struct canon_line *canon_line_at(const struct canon *c, size_t offset);
#endif
