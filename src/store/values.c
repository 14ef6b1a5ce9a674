/* src/store/values.c */
#include "store/values.h"
#include "store/db.h"

enum err store_value_get(struct store *st, const char *name, struct arena *a,
			 struct str *value, struct why *why)
{
	struct query q;

	db_start(&q, st, "SELECT value FROM judge_values WHERE name = ?",
		 DB(db_text(str_of(name))), why);
	if (db_row(&q))
		*value = db_get_str(&q, 0, a);
	return db_end_found(&q);
}

enum err store_value_set(struct store *st, const char *name, struct str value,
			 struct why *why)
{
	return db_change(
		st,
		"INSERT INTO judge_values (name, value) VALUES (?, ?) "
		"ON CONFLICT (name) DO UPDATE SET value = excluded.value",
		DB(db_text(str_of(name)), db_blob(value)), why);
}
