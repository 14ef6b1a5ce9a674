/* src/base/str.c */
#include "base/str.h"
#include "base/ascii.h"
#include "base/parse.h"

struct str str_lower(struct arena *a, struct str s)
{
	char *z = arena_copy(a, s.s, s.len);

	for (size_t i = 0; i < s.len; i++)
		z[i] = ascii_lower(z[i]);
	return (struct str){ z, s.len };
}

struct str str_upper(struct arena *a, struct str s)
{
	char *z = arena_copy(a, s.s, s.len);

	for (size_t i = 0; i < s.len; i++)
		z[i] = ascii_upper(z[i]);
	return (struct str){ z, s.len };
}

struct str str_one_line(struct arena *a, struct str s)
{
	char *z = arena_copy(a, s.s, s.len);

	for (size_t i = 0; i < s.len; i++)
		if (z[i] == '\n')
			z[i] = ' ';
	return parse_trim((struct str){ z, s.len });
}
