/* src/base/parse.c */
#include "base/parse.h"

bool parse_int(struct str s, int64_t min, int64_t max, int64_t *out)
{
	bool minus = false;
	uint64_t n = 0;
	size_t i = 0;

	if (s.len && (s.s[0] == '-' || s.s[0] == '+'))
		minus = s.s[i++] == '-';
	if (i == s.len)
		return false;
	for (; i < s.len; i++) {
		unsigned digit = (unsigned)(s.s[i] - '0');

		if (digit > 9 || n > ((uint64_t)INT64_MAX - digit) / 10)
			return false;
		n = n * 10 + digit;
	}
	*out = minus ? -(int64_t)n : (int64_t)n;
	return min <= *out && *out <= max;
}

bool parse_line(struct str *rest, struct str *line)
{
	const char *lf;

	if (!rest->len)
		return false;
	lf = memchr(rest->s, '\n', rest->len);
	line->s = rest->s;
	line->len = lf ? (size_t)(lf - rest->s) : rest->len;
	rest->s += line->len + (lf ? 1 : 0);
	rest->len -= line->len + (lf ? 1 : 0);
	if (line->len && line->s[line->len - 1] == '\r')
		line->len--;
	return true;
}

bool parse_field(struct str *rest, char sep, struct str *field)
{
	const char *end;

	if (!rest->s)
		return false;
	end = rest->len ? memchr(rest->s, sep, rest->len) : NULL;
	field->s = rest->s;
	if (end) {
		field->len = (size_t)(end - rest->s);
		rest->s = end + 1;
		rest->len -= field->len + 1;
	} else {
		field->len = rest->len;
		*rest = (struct str){ NULL, 0 };
	}
	return true;
}

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

struct str parse_trim(struct str s)
{
	while (s.len && is_space(s.s[0])) {
		s.s++;
		s.len--;
	}
	while (s.len && is_space(s.s[s.len - 1]))
		s.len--;
	return s;
}

int parse_csv(char *line, struct str *fields, int max)
{
	int n = 0;
	char *in = line;

	for (;;) {
		char *out = in;

		if (n == max)
			return -1;
		fields[n].s = out;
		if (*in == '"') {
			for (in++;; in++) {
				if (!*in)
					return -1;
				if (*in == '"' && *++in != '"')
					break;
				*out++ = *in;
			}
		}
		while (*in && *in != ',')
			*out++ = *in++;
		fields[n].len = (size_t)(out - fields[n].s);
		n++;
		if (!*in)
			return n;
		in++;
	}
}
