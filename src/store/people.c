/* src/store/people.c */
#include "store/people.h"
#include "base/utf8.h"
#include "store/db.h"

/* as the current or the second one */
static enum err address_add(struct store *st, int64_t person,
			    struct str address, bool second, int64_t now_s,
			    struct why *why)
{
	enum err e = db_change(
		st,
		"DELETE FROM addresses WHERE address = ? AND NOT current "
		"AND NOT second AND left_s <= ?",
		DB(db_text(address), db_int(now_s - ADDRESS_LAPSE_S)), why);
	if (e)
		return e;
	return db_change(
		st,
		"INSERT INTO addresses (address, person, current, second) "
		"VALUES (?, ?, ?, ?)",
		DB(db_text(address), db_int(person), db_int(!second),
		   db_int(second)),
		why);
}

enum err store_person_add(struct store *st, const struct person_row *p,
			  int64_t now_s, int64_t *id, struct why *why)
{
	enum err e = db_change(
		st,
		"INSERT INTO persons (name, language, zone, created_s) "
		"VALUES (?, ?, ?, ?)",
		DB(db_text(p->name), db_text(p->language), db_text(p->zone),
		   db_int(now_s)),
		why);
	if (e)
		return e;
	*id = db_last_id(st);
	return address_add(st, *id, p->address, false, now_s, why);
}

#define PERSON_COLUMNS(address)                                                \
	"p.id, p.name, p.language, p.zone, " address ".address, " address      \
	".bounces, " address ".bounced_s, p.form, p.brief, p.unruled, "        \
	"p.digest, p.quiet_from, p.quiet_until, s.address, s.bounces, "        \
	"p.standin, p.press_next "
#define PERSON_SECOND "LEFT JOIN addresses s ON s.person = p.id AND s.second "
enum { PERSON_NEXT = 17 }; /* the first column behind them */

static void person_row_get(struct query *q, struct arena *a,
			   struct person_row *p)
{
	*p = (struct person_row){
		.id = db_get_int(q, 0),
		.name = db_get_str(q, 1, a),
		.language = db_get_str(q, 2, a),
		.zone = db_get_str(q, 3, a),
		.address = db_get_str(q, 4, a),
		.bounces = db_get_small(q, 5),
		.bounced_s = db_get_int(q, 6),
		.preferences = { .form = (enum mail_form)db_get_small(q, 7),
				 .brief = db_get_int(q, 8) != 0,
				 .unruled = db_get_int(q, 9) != 0,
				 .digest = db_get_int(q, 10) != 0,
				 .quiet_from = db_get_small(q, 11),
				 .quiet_until = db_get_small(q, 12),
				 .standin = db_get_int(q, 15) != 0,
				 .press_next = db_get_int(q, 16) != 0 },
		.second = db_get_null(q, 13) ? STR("") : db_get_str(q, 13, a),
		.second_bounces = db_get_null(q, 14) ? 0 : db_get_small(q, 14),
	};
}

enum err store_person_get(struct store *st, int64_t id, struct arena *a,
			  struct person_row *p, struct why *why)
{
	struct query q;

	db_start(
		&q, st,
		"SELECT " PERSON_COLUMNS(
			"a") "FROM persons p "
			     "JOIN addresses a ON a.person = p.id AND a.current " PERSON_SECOND
			     "WHERE p.id = ?",
		DB(db_int(id)), why);
	if (db_row(&q))
		person_row_get(&q, a, p);
	return db_end_found(&q);
}

enum err store_person_by_name(struct store *st, struct str name,
			      struct arena *a, struct person_row *p,
			      struct why *why)
{
	struct query q;

	db_start(
		&q, st,
		"SELECT " PERSON_COLUMNS(
			"a") "FROM persons p "
			     "JOIN addresses a ON a.person = p.id AND a.current " PERSON_SECOND
			     "WHERE p.name = ?",
		DB(db_text(name)), why);
	if (db_row(&q))
		person_row_get(&q, a, p);
	return db_end_found(&q);
}

enum err store_person_folded(struct store *st, struct str folded,
			     struct arena *a, struct person_row *p,
			     struct why *why)
{
	struct query q;
	struct str name = STR("");
	int found = 0;
	enum err e;

	db_start(&q, st, "SELECT name FROM persons", NULL, why);
	while (db_row(&q)) {
		struct str one = db_get_str(&q, 0, a);

		if (!str_equal(utf8_fold(a, one), folded))
			continue;
		name = one;
		found++;
	}
	e = db_end(&q);
	if (e)
		return e;
	return found == 1 ? store_person_by_name(st, name, a, p, why)
			  : ERR_NOT_FOUND;
}

enum err store_person_by_address(struct store *st, struct str address,
				 struct arena *a, struct person_row *p,
				 bool *current, struct why *why)
{
	struct query q;

	db_start(
		&q, st,
		"SELECT " PERSON_COLUMNS(
			"now") ", was.current OR was.second, was.left_s "
			       "FROM addresses was JOIN persons p ON p.id = was.person "
			       "JOIN addresses now ON now.person = p.id AND now.current " PERSON_SECOND
			       "WHERE was.address = ?",
		DB(db_text(address)), why);
	if (db_row(&q)) {
		person_row_get(&q, a, p);
		*current = db_get_int(&q, PERSON_NEXT) != 0;
		p->left_s = *current ? 0 : db_get_int(&q, PERSON_NEXT + 1);
	}
	return db_end_found(&q);
}

enum err store_person_set(struct store *st, int64_t id, struct str language,
			  struct str zone, struct why *why)
{
	return db_change_found(
		st, "UPDATE persons SET language = ?, zone = ? WHERE id = ?",
		DB(db_text(language), db_text(zone), db_int(id)), why);
}

enum err store_preferences_set(struct store *st, int64_t id,
			       const struct preferences *w, struct why *why)
{
	return db_change_found(
		st,
		"UPDATE persons SET form = ?, brief = ?, unruled = ?, "
		"digest = ?, quiet_from = ?, quiet_until = ?, standin = ?, "
		"press_next = ? WHERE id = ?",
		DB(db_int(w->form), db_int(w->brief), db_int(w->unruled),
		   db_int(w->digest), db_int(w->quiet_from),
		   db_int(w->quiet_until), db_int(w->standin),
		   db_int(w->press_next), db_int(id)),
		why);
}

enum err store_standin_list(struct store *st, int64_t game, int max,
			    int64_t *out, int *n, struct why *why)
{
	struct query q;

	*n = 0;
	db_start(&q, st,
		 "SELECT id FROM persons WHERE standin AND id NOT IN "
		 "(SELECT person FROM seats WHERE game = ? AND "
		 "person IS NOT NULL) ORDER BY id LIMIT ?",
		 DB(db_int(game), db_int(max)), why);
	while (*n < max && db_row(&q))
		out[(*n)++] = db_get_int(&q, 0);
	return db_end(&q);
}

enum err store_second_set(struct store *st, int64_t person, struct str address,
			  int64_t now_s, struct why *why)
{
	enum err e = db_change(st,
			       "UPDATE addresses SET second = 0, left_s = ? "
			       "WHERE person = ? AND second",
			       DB(db_int(now_s), db_int(person)), why);
	if (e || !address.len)
		return e;
	/* one of their own that was in use before */
	e = db_change_found(st,
			    "UPDATE addresses SET second = 1, bounces = 0 "
			    "WHERE address = ? AND person = ? AND NOT current",
			    DB(db_text(address), db_int(person)), why);
	return e == ERR_NOT_FOUND
		       ? address_add(st, person, address, true, now_s, why)
		       : e;
}

enum err store_address_good(struct store *st, int64_t person, struct why *why)
{
	return db_change(st,
			 "UPDATE addresses SET bounces = 0 WHERE person = ? "
			 "AND (current OR second)",
			 DB(db_int(person)), why);
}

enum err store_address_set(struct store *st, int64_t person, struct str address,
			   int64_t now_s, struct why *why)
{
	enum err e = db_change(st,
			       "UPDATE addresses SET current = 0, left_s = ? "
			       "WHERE person = ? AND current",
			       DB(db_int(now_s), db_int(person)), why);
	if (e)
		return e;
	/* back to an address of one's own that was in use before */
	e = db_change_found(
		st,
		"UPDATE addresses SET current = 1, second = 0, bounces = 0 "
		"WHERE address = ? AND person = ?",
		DB(db_text(address), db_int(person)), why);
	return e == ERR_NOT_FOUND
		       ? address_add(st, person, address, false, now_s, why)
		       : e;
}

enum err store_address_bounced(struct store *st, struct str address,
			       int64_t now_s, struct why *why)
{
	return db_change_found(
		st,
		"UPDATE addresses SET bounces = bounces + 1, bounced_s = ? "
		"WHERE address = ?",
		DB(db_int(now_s), db_text(address)), why);
}

enum err
store_person_list(struct store *st, struct str after, int max, struct arena *a,
		  bool (*each)(void *context, const struct person_row *p),
		  void *context, struct why *why)
{
	struct query q;
	struct person_row p;

	db_start(
		&q, st,
		"SELECT " PERSON_COLUMNS(
			"a") "FROM persons p "
			     "JOIN addresses a ON a.person = p.id AND a.current " PERSON_SECOND
			     "WHERE p.name > ? "
			     "ORDER BY p.name LIMIT ?",
		DB(db_text(after), db_int(max)), why);
	while (db_row(&q)) {
		person_row_get(&q, a, &p);
		if (!each(context, &p))
			break;
	}
	return db_end(&q);
}

enum err store_key_add(struct store *st, const struct key_row *k,
		       struct why *why)
{
	return db_change(st,
			 "INSERT INTO keys (fingerprint, person, key, added_s) "
			 "VALUES (?, ?, ?, ?)",
			 DB(db_text(k->fingerprint), db_int(k->person),
			    db_text(k->key), db_int(k->added_s)),
			 why);
}

#define KEY_COLUMNS "fingerprint, person, key, added_s, revoked_s"

static void key_row_get(struct query *q, struct arena *a, struct key_row *k)
{
	*k = (struct key_row){
		.fingerprint = db_get_str(q, 0, a),
		.person = db_get_int(q, 1),
		.key = db_get_str(q, 2, a),
		.added_s = db_get_int(q, 3),
		.revoked_s = db_get_int(q, 4),
	};
}

enum err store_key_get(struct store *st, struct str fingerprint,
		       struct arena *a, struct key_row *k, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT " KEY_COLUMNS " FROM keys WHERE fingerprint = ?",
		 DB(db_text(fingerprint)), why);
	if (db_row(&q))
		key_row_get(&q, a, k);
	return db_end_found(&q);
}

enum err store_key_revoke(struct store *st, struct str fingerprint,
			  int64_t now_s, struct why *why)
{
	return db_change_found(
		st,
		"UPDATE keys SET revoked_s = ? WHERE fingerprint = ? "
		"AND revoked_s = 0",
		DB(db_int(now_s), db_text(fingerprint)), why);
}

enum err store_person_has_keys(struct store *st, int64_t person, bool *has,
			       struct why *why)
{
	struct query q;

	*has = false;
	db_start(&q, st, "SELECT 1 FROM keys WHERE person = ? LIMIT 1",
		 DB(db_int(person)), why);
	while (db_row(&q))
		*has = true;
	return db_end(&q);
}

/* What the started statement gives of a person's keys, at most max. */
static enum err keys_of(struct query *q, struct arena *a, struct key_row *keys,
			int max, int *n)
{
	*n = 0;
	while (*n < max && db_row(q))
		key_row_get(q, a, &keys[(*n)++]);
	return db_end(q);
}

enum err store_key_list(struct store *st, int64_t person, struct arena *a,
			struct key_row *keys, int max, int *n, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT " KEY_COLUMNS " FROM keys WHERE person = ? "
		 "ORDER BY added_s, fingerprint LIMIT ?",
		 DB(db_int(person), db_int(max)), why);
	return keys_of(&q, a, keys, max, n);
}

enum err store_key_ring(struct store *st, int64_t person, struct arena *a,
			struct key_row *keys, int max, int *n, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT " KEY_COLUMNS
		 " FROM keys WHERE person = ? AND revoked_s = 0 "
		 "ORDER BY added_s, fingerprint LIMIT ?",
		 DB(db_int(person), db_int(max)), why);
	return keys_of(&q, a, keys, max, n);
}

enum err store_key_gnupg(struct store *st, struct arena *a,
			 struct key_row *keys, int max, int *n, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT " KEY_COLUMNS
		 " FROM keys WHERE revoked_s = 0 AND (fingerprint GLOB "
		 "'OPENPGP:*' OR fingerprint GLOB 'SMIME:*') "
		 "ORDER BY added_s, fingerprint LIMIT ?",
		 DB(db_int(max)), why);
	return keys_of(&q, a, keys, max, n);
}

enum err store_ring_add(struct store *st, const struct ring_row *r,
			struct why *why)
{
	return db_change(
		st,
		"INSERT INTO key_rings (game, person, fingerprint, added) "
		"VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
		DB(db_int(r->game), db_int(r->person), db_text(r->fingerprint),
		   db_int(r->added)),
		why);
}

enum err store_ring_revoke(struct store *st, const struct ring_row *r,
			   struct why *why)
{
	return db_change_found(
		st,
		"UPDATE key_rings SET revoked = ? "
		"WHERE game = ? AND person = ? AND fingerprint = ?",
		DB(db_int(r->revoked), db_int(r->game), db_int(r->person),
		   db_text(r->fingerprint)),
		why);
}

enum err store_ring_list(struct store *st, int64_t game, struct arena *a,
			 struct ring_row *rows, int max, int *n,
			 struct why *why)
{
	struct query q;

	*n = 0;
	db_start(&q, st,
		 "SELECT person, fingerprint, added, revoked FROM key_rings "
		 "WHERE game = ? ORDER BY added, person, fingerprint LIMIT ?",
		 DB(db_int(game), db_int(max)), why);
	while (*n < max && db_row(&q))
		rows[(*n)++] = (struct ring_row){
			.game = game,
			.person = db_get_int(&q, 0),
			.fingerprint = db_get_str(&q, 1, a),
			.added = db_get_int(&q, 2),
			.revoked = db_get_int(&q, 3),
		};
	return db_end(&q);
}

enum err store_ring_changed(struct store *st, int64_t game, int64_t person,
			    int64_t *point, struct why *why)
{
	struct query q;

	*point = 0;
	db_start(&q, st,
		 "SELECT coalesce(max(max(added, revoked)), 0) FROM key_rings "
		 "WHERE game = ? AND person = ? AND fingerprint <> ''",
		 DB(db_int(game), db_int(person)), why);
	while (db_row(&q))
		*point = db_get_int(&q, 0);
	return db_end(&q);
}

enum err store_change_add(struct store *st, const struct change_row *c,
			  int64_t now_s, struct why *why)
{
	enum err e = db_change(st, "DELETE FROM changes WHERE expires_s < ?",
			       DB(db_int(now_s)), why);
	if (e)
		return e;
	return db_change(
		st,
		"INSERT INTO changes (nonce, kind, person, game, slot, point, "
		"serial, address, fingerprint, key, signer, format, text, "
		"signature, expires_s) "
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		DB(db_hash(c->nonce), db_int(c->kind), db_int(c->person),
		   db_int(c->game), db_int(c->slot), db_int(c->point),
		   db_int(c->serial), db_text(c->address),
		   db_text(c->fingerprint), db_text(c->key), db_text(c->signer),
		   db_text(c->format), db_blob(c->text), db_blob(c->signature),
		   db_int(c->expires_s)),
		why);
}

enum err store_change_get(struct store *st,
			  const uint8_t nonce[STORE_HASH_SIZE], struct arena *a,
			  struct change_row *c, struct why *why)
{
	struct query q;

	*c = (struct change_row){ 0 };
	memcpy(c->nonce, nonce, STORE_HASH_SIZE);
	db_start(&q, st,
		 "SELECT kind, person, game, slot, point, serial, address, "
		 "fingerprint, key, signer, format, text, signature, "
		 "expires_s, done FROM changes WHERE nonce = ?",
		 DB(db_hash(nonce)), why);
	if (db_row(&q)) {
		c->kind = db_get_small(&q, 0);
		c->person = db_get_int(&q, 1);
		c->game = db_get_int(&q, 2);
		c->slot = db_get_small(&q, 3);
		c->point = db_get_int(&q, 4);
		c->serial = db_get_int(&q, 5);
		c->address = db_get_str(&q, 6, a);
		c->fingerprint = db_get_str(&q, 7, a);
		c->key = db_get_str(&q, 8, a);
		c->signer = db_get_str(&q, 9, a);
		c->format = db_get_str(&q, 10, a);
		c->text = db_get_str(&q, 11, a);
		c->signature = db_get_str(&q, 12, a);
		c->expires_s = db_get_int(&q, 13);
		c->done = db_get_int(&q, 14) != 0;
	}
	return db_end_found(&q);
}

enum err store_change_done(struct store *st,
			   const uint8_t nonce[STORE_HASH_SIZE],
			   struct why *why)
{
	return db_change_found(st,
			       "UPDATE changes SET done = 1 WHERE nonce = ?",
			       DB(db_hash(nonce)), why);
}

enum err store_change_drop(struct store *st, int64_t person, int kind, int *n,
			   struct why *why)
{
	enum err e =
		db_change(st,
			  "DELETE FROM changes WHERE person = ? AND kind = ? "
			  "AND NOT done",
			  DB(db_int(person), db_int(kind)), why);
	*n = e ? 0 : db_changes(st);
	return e;
}

enum err store_heard_add(struct store *st, const struct heard_row *h,
			 struct why *why)
{
	return db_change(
		st,
		"INSERT INTO signed_texts (person, hash, at_s, verdict, told) "
		"VALUES (?, ?, ?, ?, ?)",
		DB(db_int(h->person), db_hash(h->hash), db_int(h->at_s),
		   db_text(h->verdict), db_int(h->told)),
		why);
}

enum err store_heard_get(struct store *st, int64_t person,
			 const uint8_t hash[STORE_HASH_SIZE], struct arena *a,
			 struct heard_row *h, struct why *why)
{
	struct query q;

	*h = (struct heard_row){ .person = person };
	memcpy(h->hash, hash, STORE_HASH_SIZE);
	db_start(&q, st,
		 "SELECT at_s, verdict, told FROM signed_texts "
		 "WHERE person = ? AND hash = ?",
		 DB(db_int(person), db_hash(hash)), why);
	if (db_row(&q)) {
		h->at_s = db_get_int(&q, 0);
		h->verdict = db_get_str(&q, 1, a);
		h->told = db_get_int(&q, 2);
	}
	return db_end_found(&q);
}

enum err store_heard_set(struct store *st, const struct heard_row *h,
			 struct why *why)
{
	return db_change_found(
		st,
		"UPDATE signed_texts SET told = ? WHERE person = ? AND hash = ?",
		DB(db_int(h->told), db_int(h->person), db_hash(h->hash)), why);
}

enum err store_answer_count(struct store *st, struct str whom, int64_t day,
			    int *before, struct why *why)
{
	struct query q;
	enum err e = db_change(st, "DELETE FROM answers WHERE day < ?",
			       DB(db_int(day)), why);
	if (e)
		return e;
	db_start(&q, st,
		 "INSERT INTO answers (whom, day, n) VALUES (?, ?, 1) "
		 "ON CONFLICT (whom, day) DO UPDATE SET n = n + 1 RETURNING n",
		 DB(db_text(whom), db_int(day)), why);
	while (db_row(&q))
		*before = db_get_small(&q, 0) - 1;
	return db_end(&q);
}
