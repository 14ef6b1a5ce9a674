/*
 * src/mail/part_bytes.h - cuts the exact bytes of the first part out of a
 * multipart mail. A signature is over these bytes, and parsers that write a
 * part out again were measured to change some of them.
 */
#ifndef MAIL_PART_BYTES_H
#define MAIL_PART_BYTES_H
#include "base/arena.h"

/*
 * The bytes after the first line "--boundary" and before the line end of the
 * next one (RFC 2046, 5.1.1): the first part with its headers. Blanks after a
 * boundary are allowed. False if there are not two such lines, or the boundary
 * is empty or over 70 bytes. *part borrows from raw.
 */
bool part_bytes_first_part(struct str raw, struct str boundary,
			   struct str *part);

/*
 * The slice with every line end as CRLF, as it was signed: a Maildir and some
 * servers hand out LF. A CR that ends no line stays.
 */
struct str part_bytes_crlf(struct arena *a, struct str part);
#endif
