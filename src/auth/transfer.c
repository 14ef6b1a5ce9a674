/* src/auth/transfer.c */
#include "auth/transfer.h"
#include "base/arena.h"
#include "base/str.h"

struct str transfer_base64(struct arena *a, struct str body)
{
	char *letters = arena_alloc(a, body.len + 1);
	uint8_t *bytes = arena_alloc(a, body.len + 1);
	size_t n = 0, len = 0;

	for (size_t i = 0; i < body.len; i++)
		if ((unsigned char)body.s[i] > ' ')
			letters[n++] = body.s[i];
	return base64_parse((struct str){ letters, n }, bytes, body.len, &len)
		       ? bytes_of(bytes, len)
		       : STR("");
}

static int digit(char c)
{
	if ('0' <= c && c <= '9')
		return c - '0';
	if ('A' <= c && c <= 'F')
		return c - 'A' + 10;
	return 'a' <= c && c <= 'f' ? c - 'a' + 10 : -1;
}

struct str transfer_quoted(struct arena *a, struct str body)
{
	char *out = arena_alloc(a, body.len + 1);
	size_t n = 0;

	for (size_t i = 0; i < body.len; i++) {
		char c = body.s[i];
		struct str rest = { body.s + i, body.len - i };

		if (c != '=') {
			out[n++] = c;
		} else if (str_starts(rest, "=\n")) {
			i++;
		} else if (str_starts(rest, "=\r\n")) {
			i += 2;
		} else if (rest.len > 2 && digit(rest.s[1]) >= 0 &&
			   digit(rest.s[2]) >= 0) {
			out[n++] = (char)(digit(rest.s[1]) << 4 |
					  digit(rest.s[2]));
			i += 2;
		} else {
			out[n++] = c;
		}
	}
	return (struct str){ out, n };
}
