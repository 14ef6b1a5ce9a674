/* src/judge/notify/json_values.c */
#include "judge/notify/json_values.h"

struct tval *tval_of_json(struct arena *a, json_t *j,
			  struct tval *(*text)(struct arena *a, struct str s))
{
	struct tval *v;
	const char *key;
	json_t *child;
	size_t i;

	switch (json_typeof(j)) {
	case JSON_OBJECT:
		v = tval_map(a);
		json_object_foreach(j, key, child)
			tval_put(a, v, arena_strdup(a, key),
				 tval_of_json(a, child, text));
		return v;
	case JSON_ARRAY:
		v = tval_list(a);
		json_array_foreach(j, i, child)
			tval_add(v, tval_of_json(a, child, text));
		return v;
	case JSON_STRING:
		return (text ? text : tval_text)(
			a, (struct str){ json_string_value(j),
					 json_string_length(j) });
	case JSON_INTEGER: return tval_int(a, json_integer_value(j));
	default: return tval_int(a, json_is_true(j));
	}
}
