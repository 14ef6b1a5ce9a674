/* src/rules/option.c */
#include "rules/option.h"

int option_find(const struct option_row *row, int n, struct str name)
{
	for (int i = 0; i < n; i++)
		if (str_is(name, row[i].name))
			return i;
	return -1;
}

bool option_fits(const struct option_row *row, const int32_t *w, int n)
{
	return n == 1 && row->min <= w[0] && w[0] <= row->max;
}
