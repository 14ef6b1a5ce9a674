/* src/auth/transfer_encoding.c */
#include "auth/transfer_encoding.h"
#include "base/ascii.h"
#include "auth/armor.h"
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

static int hex_digit(char c)
{
	return ascii_is_digit(c)      ? c - '0'
	       : 'A' <= c && c <= 'F' ? c - 'A' + 10
	       : 'a' <= c && c <= 'f' ? c - 'a' + 10
				      : -1;
}

struct str transfer_quoted(struct arena *a, struct str s)
{
	char *out = arena_alloc(a, s.len + 1);
	struct armor_line l = { 0 };
	size_t n = 0;

	while (armor_next(s, &l)) {
		struct str line = l.text;
		bool soft = false;

		while (line.len && (line.s[line.len - 1] == ' ' ||
				    line.s[line.len - 1] == '\t'))
			line.len--;
		if (line.len && line.s[line.len - 1] == '=') {
			soft = true;
			line.len--;
		}
		for (size_t i = 0; i < line.len; i++) {
			int hi = -1, lo = -1;

			if (line.s[i] == '=' && i + 3 <= line.len) {
				hi = hex_digit(line.s[i + 1]);
				lo = hex_digit(line.s[i + 2]);
			}
			if (hi >= 0 && lo >= 0) {
				out[n++] = (char)(16 * hi + lo);
				i += 2;
			} else {
				out[n++] = line.s[i];
			}
		}
		/* the line end of a soft line is dropped */
		if (!soft && l.next > l.start + l.text.len)
			out[n++] = '\n';
	}
	return (struct str){ out, n };
}
