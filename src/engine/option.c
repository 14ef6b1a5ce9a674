/* src/engine/option.c */
#include "engine/option.h"

int option_find(const struct option_row *row, int n, struct str name)
{
	for (int i = 0; i < n; i++)
		if (str_is(name, row[i].name))
			return i;
	return -1;
}

struct str option_value_text(struct str value, char *room)
{
	size_t n = 0;

	if (value.len > OPTION_SAID_MAX)
		return value;
	for (size_t i = 0; i < value.len; i++) {
		struct str rest = { value.s + i, value.len - i };

		if (!str_starts(rest, "..."))
			room[n++] = value.s[i];
	}
	return (struct str){ room, n };
}

/* May the option hold these words? It holds one. */
static bool option_fits(const struct option_row *row, const int32_t *w, int n)
{
	return n == 1 && row->min <= w[0] && w[0] <= row->max;
}

bool option_put(const struct option_row *row, int n, struct str name,
		const int32_t *w, int n_w, int32_t *values)
{
	int i = option_find(row, n, name);

	if (i < 0 || !option_fits(&row[i], w, n_w))
		return false;
	values[i] = w[0];
	return true;
}
