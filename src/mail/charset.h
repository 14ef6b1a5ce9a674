/*
 * src/mail/charset.h - converts the bytes of a mail to text: charsets as mails
 * really use them, and format=flowed. Pure apart from the iconv handles in the
 * struct.
 */
#ifndef MAIL_CHARSET_H
#define MAIL_CHARSET_H
#include "base/arena.h"

enum { CHARSET_MAX_CHARSETS = 48, CHARSET_MAX_NAMES = 6 };

/*
 * An open converter for every charset we accept. Opened before the reader
 * gives up its rights and kept open: a charset's tables are files, and later
 * they cannot be loaded. The first of a row is what we convert with; the
 * charset's other names are open for the sake of the library that reads the
 * words in headers, because a second name may be a second table.
 */
struct charset_charsets {
	/* iconv_t, NULL where there is none */
	void *cd[CHARSET_MAX_CHARSETS][CHARSET_MAX_NAMES];
};

void charset_charsets_init(struct charset_charsets *c);
void charset_charsets_release(struct charset_charsets *c);

/*
 * Bytes labelled `label` (empty: no label) as valid UTF-8 with LF line ends
 * and without NUL or a leading byte order mark. Labels are mended: what calls
 * itself ISO-8859-1 or US-ASCII is read as windows-1252, what the mail
 * programs mean by it; no or an unknown label is UTF-8 where the bytes are,
 * else windows-1252. *guessed is set to true (never to false) where the label
 * did not decide. A byte that means nothing becomes U+FFFD.
 */
struct str charset_from_charset(struct charset_charsets *c, struct arena *a,
				struct str bytes, struct str label,
				bool *guessed);

/*
 * Undo format=flowed (RFC 3676): joins soft-broken lines of the same quote
 * depth, removes space-stuffing, and the trailing blank where del_sp; the
 * signature separator "-- " stays a line of its own. Quoted lines come out
 * with their marks closed up, ">> text".
 */
struct str charset_unflow(struct arena *a, struct str text, bool del_sp);

/*
 * Bytes of which nothing is known as valid UTF-8 without NUL, to be quoted:
 * UTF-16 by its byte order mark, else UTF-8 or, where it is not valid, Latin-1.
 */
struct str charset_readable(struct arena *a, struct str bytes);

/*
 * Lines that a program quotes by "| " or "Ana> ", lists or emphasises, with
 * "> " instead: of a text in which two marker lines have the same mark.
 */
struct str charset_quotes(struct arena *a, struct str text);

/* One line: control characters and line ends become single blanks. */
struct str charset_line(struct arena *a, struct str text, size_t max);
#endif
