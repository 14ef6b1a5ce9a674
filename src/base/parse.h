/*
 * src/base/parse.h - parses integers, lines, fields and CSV records, the
 * same in every locale.
 */
#ifndef BASE_PARSE_H
#define BASE_PARSE_H
#include "base/base.h"

/*
 * The whole slice as a decimal integer, an optional sign first; false if there
 * is anything else in it, or if it is outside min..max.
 */
bool parse_int(struct str s, int64_t min, int64_t max, int64_t *out);

/*
 * Take the next line off *rest, without its LF or CRLF; false at the end. The
 * last line needs no line end.
 */
bool parse_line(struct str *rest, struct str *line);

/*
 * Take the text before the first `sep` off *rest, and the separator; false
 * when *rest is used up (an empty last field is given once).
 */
bool parse_field(struct str *rest, char sep, struct str *field);

/* Without ASCII white space at both ends. */
struct str parse_trim(struct str s);

/*
 * One record of comma-separated values (RFC 4180, on one line) into fields,
 * at most max; quoted fields are unquoted in place, so line must be writable.
 * Gives the number of fields, or -1 for a quote left open or too many fields.
 */
int parse_csv(char *line, struct str *fields, int max);
#endif
