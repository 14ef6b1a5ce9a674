/* src/rules/value.c */
#include "rules/value.h"
#include "rules/common.h"

int32_t *value_word(const struct value_row *rows, size_t n, void *base,
		    struct str name, const struct value_row **row)
{
	for (size_t i = 0; i < n; i++)
		if (str_is(name, rows[i].name)) {
			*row = &rows[i];
			return (int32_t *)(void *)((char *)base + rows[i].at);
		}
	return NULL;
}

struct str value_split(struct str path, struct str *rest)
{
	size_t n = 0;

	while (n < path.len && path.s[n] != '.')
		n++;
	*rest = n < path.len ? (struct str){ path.s + n + 1, path.len - n - 1 }
			     : (struct str){ path.s + n, 0 };
	return (struct str){ path.s, n };
}

int32_t value_label(struct str word)
{
	int number = 0;

	if (word.len < 2 || word.len > 6 || !is_label_letter(word.s[0]) ||
	    word.s[1] == '0')
		return 0;
	for (size_t i = 1; i < word.len; i++) {
		if (word.s[i] < '0' || word.s[i] > '9')
			return 0;
		number = number * 10 + (word.s[i] - '0');
	}
	return number <= 0xffff ? label_of(word.s[0], number) : 0;
}

int value_seat(struct str word, int n)
{
	return word.len == 1 && 'A' <= word.s[0] && word.s[0] < 'A' + n
		       ? word.s[0] - 'A'
		       : -1;
}

void value_override(struct event *out, struct str path, const int32_t *w, int n)
{
	event_start(out, COMMON_OVERRIDE, 0);
	event_put_text(out, COMMON_OVERRIDE_BY, STR(""));
	event_put_text(out, COMMON_OVERRIDE_WHY, STR(""));
	event_put_text(out, COMMON_OVERRIDE_PATH, path);
	event_put_ints(out, COMMON_OVERRIDE_VALUE, w, n);
}
