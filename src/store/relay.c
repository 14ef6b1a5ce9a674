/* src/store/relay.c */
#include "store/relay.h"
#include "store/db.h"

const char *relay_state_name(enum relay_state s)
{
	static const char *const names[RELAY_STATES] = {
		[RELAY_OPEN] = "open",
		[RELAY_DOWN] = "down",
		[RELAY_HELD] = "held",
		[RELAY_LOGIN] = "login",
		[RELAY_RECIPIENTS] = "recipients",
	};

	return names[s];
}

enum err store_relay_get(struct store *st, struct arena *a, struct relay_row *r,
			 struct why *why)
{
	struct query q;

	*r = (struct relay_row){ .words = STR("") };
	db_start(&q, st,
		 "SELECT state, since_s, next_s, tries, code, words "
		 "FROM relay WHERE id = 1",
		 NULL, why);
	while (db_row(&q)) {
		int state = db_get_small(&q, 0);

		r->state = 0 <= state && state < RELAY_STATES
				   ? (enum relay_state)state
				   : RELAY_OPEN;
		r->since_s = db_get_int(&q, 1);
		r->next_s = db_get_int(&q, 2);
		r->tries = db_get_small(&q, 3);
		r->code = db_get_small(&q, 4);
		r->words = db_get_str(&q, 5, a);
	}
	return db_end(&q);
}

enum err store_relay_put(struct store *st, const struct relay_row *r,
			 struct why *why)
{
	if (r->state == RELAY_OPEN) {
		return db_change(st, "DELETE FROM relay WHERE id = 1", NULL,
				 why);
	}
	return db_change(
		st,
		"INSERT OR REPLACE INTO relay (id, state, since_s, next_s, "
		"tries, code, words) VALUES (1, ?, ?, ?, ?, ?, ?)",
		DB(db_int(r->state), db_int(r->since_s), db_int(r->next_s),
		   db_int(r->tries), db_int(r->code), db_text(r->words)),
		why);
}
