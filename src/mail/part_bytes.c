/* src/mail/part_bytes.c */
#include "mail/part_bytes.h"

enum { MAX_BOUNDARY = 70 }; /* RFC 2046, 5.1.1 */

enum delimiter { DELIMITER_NONE, DELIMITER_NEXT, DELIMITER_LAST };

static enum delimiter read_line(const char *line, size_t len,
				struct str boundary)
{
	enum delimiter d = DELIMITER_NEXT;
	size_t i = 2 + boundary.len;

	if (len < i || line[0] != '-' || line[1] != '-' ||
	    memcmp(line + 2, boundary.s, boundary.len))
		return DELIMITER_NONE;
	if (len >= i + 2 && line[i] == '-' && line[i + 1] == '-') {
		d = DELIMITER_LAST;
		i += 2;
	}
	while (i < len &&
	       (line[i] == ' ' || line[i] == '\t' || line[i] == '\r'))
		i++;
	return i == len ? d : DELIMITER_NONE;
}

bool part_bytes_first_part(struct str raw, struct str boundary,
			   struct str *part)
{
	size_t begin = 0, len;
	bool found = false;

	if (!boundary.len || boundary.len > MAX_BOUNDARY)
		return false;
	for (size_t i = 0; i < raw.len; i += len + 1) {
		const char *line = raw.s + i;
		const char *lf = memchr(line, '\n', raw.len - i);
		size_t end = i;
		enum delimiter d;

		len = lf ? (size_t)(lf - line) : raw.len - i;
		d = read_line(line, len, boundary);
		if (d == DELIMITER_NONE)
			continue;
		if (!found && d == DELIMITER_LAST)
			return false;
		if (!found) {
			found = true;
			begin = i + len + 1;
			continue;
		}
		/* the line end belongs to the boundary that follows it */
		if (end > begin && raw.s[end - 1] == '\n')
			end--;
		if (end > begin && raw.s[end - 1] == '\r')
			end--;
		*part = (struct str){ raw.s + begin, end - begin };
		return true;
	}
	return false;
}

struct str part_bytes_crlf(struct arena *a, struct str part)
{
	size_t n = 0, out = 0;
	char *p;

	for (size_t i = 0; i < part.len; i++)
		n += part.s[i] == '\n';
	p = arena_alloc(a, part.len + n + 1);
	for (size_t i = 0; i < part.len; i++) {
		if (part.s[i] == '\n' && (!i || part.s[i - 1] != '\r'))
			p[out++] = '\r';
		p[out++] = part.s[i];
	}
	return (struct str){ p, out };
}
