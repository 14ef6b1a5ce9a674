/*
 * src/mail/mend.h - repairs the outside of a mail before it is parsed, as mail
 * programs do: line ends, and header fields that servers and programs spoil.
 */
#ifndef MAIL_MEND_H
#define MAIL_MEND_H
#include "base/arena.h"

/*
 * The mail with
 * - CR CR LF as CR LF, and a CR alone as a line end where there is no LF,
 * - an empty line between header and body where there is none,
 * - no Content-Type field without a value,
 * - runs of encoded words that GMime would cut off as one (encoded_words.h),
 * - the boundary of a multipart as its body has it, where the field does not
 *   name it; text/plain where the body has none.
 * A sound mail is returned as it is.
 */
struct str mend_mail(struct arena *a, struct str raw);

/*
 * Undo base64, also of several streams that were joined. False where something
 * else follows the end of the first.
 */
bool mend_base64(struct arena *a, struct str text, struct str *out);

/*
 * The base64 at the start of text, up to its padding or to the line where other
 * text begins (a footer that a list added). All of text where base64 follows.
 */
struct str mend_base64_stream(struct str text);

/* Is each = in it one of quoted-printable, and one of them that of a byte? */
bool mend_is_quoted(struct str text);

/* Does it hold a marker line of signed orders? */
bool mend_has_orders(struct str text);
#endif
