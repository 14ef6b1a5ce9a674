/*
 * src/auth/armor.h - reads lines as mail programs leave them: quoted, indented,
 * with typographic dashes and blanks. Shared by the parsers of order markers
 * and of signature armour.
 */
#ifndef AUTH_ARMOR_H
#define AUTH_ARMOR_H
#include "base/base.h"

/* one line of a text, and its offsets */
struct armor_line {
	struct str text;    /* without its line end */
	size_t start, next; /* offsets of its first byte and of the next line */
	size_t number;      /* from 1 */
	bool cut;  /* a marker within a line counts as a line, as does the text
		    * before and after it: all have one number */
	bool rest; /* more of the same line follows */
};

/*
 * The line after *l (start with { 0 }); LF, CRLF and a lone CR end lines.
 * False at the end of the text.
 */
bool armor_next(struct str text, struct armor_line *l);

/* Without quote marks and every kind of blank at both ends. */
struct str armor_trim(struct str line);

/* How many times the line is quoted. */
unsigned armor_quote_depth(struct str line);

/* The line without its first `depth` quote marks, or as many as it has. */
struct str armor_unquote(struct str line, unsigned depth);

/*
 * Is the line, dashes and quote marks and blanks aside, these words? `words`
 * in capitals, single blanks between.
 */
bool armor_is(struct str line, const char *words);

/*
 * Copy the base64 characters of a line; blanks, quote marks and characters
 * outside ASCII are passed over, but for the fractions 1/2, 1/4 and 3/4 in one
 * character, which are spelt out. Gives their number, 0 for an empty line; -1
 * if there is anything else in it or they are more than room.
 */
int armor_base64(struct str line, char *out, size_t room);
#endif
