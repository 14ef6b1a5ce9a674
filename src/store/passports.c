/* src/store/passports.c */
#include "store/passports.h"
#include "store/db.h"

enum err store_passport_out(struct store *st, const struct passport_row *p,
			    struct why *why)
{
	return db_change(
		st,
		"INSERT INTO passports_out (person, judge, dated_s) "
		"VALUES (?, ?, ?) ON CONFLICT (person, judge) "
		"DO UPDATE SET dated_s = max(dated_s, excluded.dated_s)",
		DB(db_int(p->person), db_text(p->judge), db_int(p->dated_s)),
		why);
}

enum err store_passport_in(struct store *st, const struct passport_row *p,
			   struct why *why)
{
	return db_change(
		st,
		"INSERT INTO passports_in (person, judge, dated_s) "
		"VALUES (?, ?, ?) ON CONFLICT (person, judge) "
		"DO UPDATE SET dated_s = max(dated_s, excluded.dated_s)",
		DB(db_int(p->person), db_text(p->judge), db_int(p->dated_s)),
		why);
}

static enum err passports_list(struct query *q, int64_t person, struct arena *a,
			       struct passport_row *rows, int max, int *n)
{
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
		 DB(db_int(person)), why);
	return passports_list(&q, person, a, rows, max, n);
}

enum err store_passport_ins(struct store *st, int64_t person, struct arena *a,
			    struct passport_row *rows, int max, int *n,
			    struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT judge, dated_s FROM passports_in WHERE person = ? "
		 "ORDER BY judge",
		 DB(db_int(person)), why);
	return passports_list(&q, person, a, rows, max, n);
}

enum err store_ring_dated(struct store *st, int64_t person, int64_t *dated_s,
			  struct why *why)
{
	return db_find_int(
		st,
		"SELECT ifnull(max(at_s), 0) FROM ("
		"SELECT max(added_s, revoked_s) AS at_s FROM keys "
		"WHERE person = ?1 UNION ALL "
		"SELECT dated_s FROM passports_in WHERE person = ?1)",
		DB(db_int(person)), dated_s, why);
}

enum err store_passport_ask(struct store *st, const struct passport_asked *p,
			    int64_t now_s, struct why *why)
{
	enum err e =
		db_change(st, "DELETE FROM passports_asked WHERE expires_s < ?",
			  DB(db_int(now_s)), why);
	if (e)
		return e;
	return db_change(st,
			 "INSERT OR REPLACE INTO passports_asked "
			 "(address, nonce, name, passport, asked_s, expires_s) "
			 "VALUES (?, ?, ?, ?, ?, ?)",
			 DB(db_text(p->address), db_hash(p->nonce),
			    db_text(p->name), db_text(p->passport),
			    db_int(p->asked_s), db_int(p->expires_s)),
			 why);
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
		 DB(db_text(address)), why);
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
		 DB(db_hash(nonce)), why);
	return asked_get(&q, a, out);
}

enum err store_passport_answered(struct store *st, struct str address,
				 struct why *why)
{
	return db_change(st, "DELETE FROM passports_asked WHERE address = ?",
			 DB(db_text(address)), why);
}
