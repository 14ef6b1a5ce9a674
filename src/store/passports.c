/* src/store/passports.c */
#include "store/passports.h"
#include "store/db.h"

static void put(struct query *q, const struct passport_row *p)
{
	db_int(q, p->person);
	db_text(q, p->judge);
	db_int(q, p->dated_s);
}

enum err store_passport_out(struct store *st, const struct passport_row *p,
			    struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "INSERT INTO passports_out (person, judge, dated_s) "
		 "VALUES (?, ?, ?) ON CONFLICT (person, judge) "
		 "DO UPDATE SET dated_s = max(dated_s, excluded.dated_s)",
		 why);
	put(&q, p);
	return db_run(&q);
}

enum err store_passport_in(struct store *st, const struct passport_row *p,
			   struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "INSERT INTO passports_in (person, judge, dated_s) "
		 "VALUES (?, ?, ?) ON CONFLICT (person, judge) "
		 "DO UPDATE SET dated_s = max(dated_s, excluded.dated_s)",
		 why);
	put(&q, p);
	return db_run(&q);
}

static enum err list(struct query *q, int64_t person, struct arena *a,
		     struct passport_row *rows, int max, int *n)
{
	db_int(q, person);
	for (*n = 0; *n < max && db_row(q); (*n)++)
		rows[*n] = (struct passport_row){ .person = person,
						  .judge = db_get_str(q, 0, a),
						  .dated_s = db_get_int(q, 1) };
	return db_end(q);
}

enum err store_passport_outs(struct store *st, int64_t person, struct arena *a,
			     struct passport_row *rows, int max, int *n,
			     struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT judge, dated_s FROM passports_out WHERE person = ? "
		 "ORDER BY judge",
		 why);
	return list(&q, person, a, rows, max, n);
}

enum err store_passport_ins(struct store *st, int64_t person, struct arena *a,
			    struct passport_row *rows, int max, int *n,
			    struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT judge, dated_s FROM passports_in WHERE person = ? "
		 "ORDER BY judge",
		 why);
	return list(&q, person, a, rows, max, n);
}

enum err store_ring_dated(struct store *st, int64_t person, int64_t *dated_s,
			  struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT ifnull(max(at_s), 0) FROM ("
		 "SELECT max(added_s, revoked_s) AS at_s FROM keys "
		 "WHERE person = ?1 UNION ALL "
		 "SELECT dated_s FROM passports_in WHERE person = ?1)",
		 why);
	db_int(&q, person);
	if (db_row(&q))
		*dated_s = db_get_int(&q, 0);
	return db_end(&q);
}

enum err store_passport_ask(struct store *st, const struct passport_asked *p,
			    int64_t now_s, struct why *why)
{
	struct query q;
	enum err e;

	db_start(&q, st, "DELETE FROM passports_asked WHERE expires_s < ?",
		 why);
	db_int(&q, now_s);
	e = db_run(&q);
	if (e)
		return e;
	db_start(&q, st,
		 "INSERT OR REPLACE INTO passports_asked "
		 "(address, nonce, name, passport, asked_s, expires_s) "
		 "VALUES (?, ?, ?, ?, ?, ?)",
		 why);
	db_text(&q, p->address);
	db_hash(&q, p->nonce);
	db_text(&q, p->name);
	db_text(&q, p->passport);
	db_int(&q, p->asked_s);
	db_int(&q, p->expires_s);
	return db_run(&q);
}

#define ASKED_COLUMNS "address, nonce, name, passport, asked_s, expires_s "

static enum err asked_get(struct query *q, struct arena *a,
			  struct passport_asked *out)
{
	if (db_row(q)) {
		*out = (struct passport_asked){
			.address = db_get_str(q, 0, a),
			.name = db_get_str(q, 2, a),
			.passport = db_get_str(q, 3, a),
			.asked_s = db_get_int(q, 4),
			.expires_s = db_get_int(q, 5),
		};
		db_get_hash(q, 1, out->nonce);
	}
	return db_end_found(q);
}

enum err store_passport_asked(struct store *st, struct str address,
			      struct arena *a, struct passport_asked *out,
			      struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT " ASKED_COLUMNS "FROM passports_asked "
		 "WHERE address = ?",
		 why);
	db_text(&q, address);
	return asked_get(&q, a, out);
}

enum err store_passport_by_nonce(struct store *st,
				 const uint8_t nonce[STORE_HASH_SIZE],
				 struct arena *a, struct passport_asked *out,
				 struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT " ASKED_COLUMNS "FROM passports_asked WHERE nonce = ?",
		 why);
	db_hash(&q, nonce);
	return asked_get(&q, a, out);
}

enum err store_passport_answered(struct store *st, struct str address,
				 struct why *why)
{
	struct query q;

	db_start(&q, st, "DELETE FROM passports_asked WHERE address = ?", why);
	db_text(&q, address);
	return db_run(&q);
}
