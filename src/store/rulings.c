/* src/store/rulings.c */
#include "store/rulings.h"
#include "store/db.h"

#define RULING_COLUMNS                                                         \
	"r.id, r.game, g.name, r.number, r.disputed, r.point, r.rules, "       \
	"r.ruled_by, r.verdict, r.words, r.language, r.undone "

enum err store_ruling_add(struct store *st, const struct precedent_row *r,
			  const struct str *rules, int n, struct why *why)
{
	int64_t id;
	enum err e = db_change(
		st,
		"INSERT INTO rulings (game, number, disputed, point, rules, "
		"ruled_by, verdict, words, language, undone) "
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
		DB(db_int(r->game), db_int(r->number), db_int(r->disputed),
		   db_int(r->point), db_text(r->rules), db_text(r->by),
		   db_text(r->verdict), db_text(r->words),
		   db_text(r->language)),
		why);
	id = db_last_id(st);
	for (int i = 0; !e && i < n; i++) {
		e = db_change(st,
			      "INSERT OR IGNORE INTO precedents VALUES (?, ?)",
			      DB(db_text(rules[i]), db_int(id)), why);
	}
	return e;
}

enum err store_ruling_doubt(struct store *st, int64_t game, struct why *why)
{
	return db_change(st, "UPDATE rulings SET undone = -1 WHERE game = ?",
			 DB(db_int(game)), why);
}

enum err store_ruling_set(struct store *st, int64_t id, bool undone,
			  struct why *why)
{
	return db_change(st, "UPDATE rulings SET undone = ? WHERE id = ?",
			 DB(db_int(undone), db_int(id)), why);
}

static enum err rows_get(struct query *q, struct arena *a,
			 struct precedent_row *out, int max, int *n)
{
	*n = 0;
	while (*n < max && db_row(q)) {
		struct precedent_row *r = &out[(*n)++];

		r->id = db_get_int(q, 0);
		r->game = db_get_int(q, 1);
		r->name = db_get_str(q, 2, a);
		r->number = db_get_int(q, 3);
		r->disputed = db_get_int(q, 4);
		r->point = db_get_int(q, 5);
		r->rules = db_get_str(q, 6, a);
		r->by = db_get_str(q, 7, a);
		r->verdict = db_get_str(q, 8, a);
		r->words = db_get_str(q, 9, a);
		r->language = db_get_str(q, 10, a);
		r->undone = db_get_small(q, 11);
	}
	return db_end(q);
}

enum err store_ruling_find(struct store *st, struct str rule, struct arena *a,
			   struct precedent_row *out, int max, int *n,
			   struct why *why)
{
	struct query q;

	db_start(
		&q, st,
		rule.len
			? "SELECT " RULING_COLUMNS
			  "FROM precedents p JOIN rulings r ON r.id = p.ruling "
			  "JOIN games g ON g.id = r.game WHERE p.rule = ? "
			  "ORDER BY p.ruling DESC LIMIT ?"
			: "SELECT " RULING_COLUMNS
			  "FROM rulings r JOIN games g ON g.id = r.game "
			  "ORDER BY r.id DESC LIMIT ?",
		rule.len ? DB(db_text(rule), db_int(max)) : DB(db_int(max)),
		why);
	return rows_get(&q, a, out, max, n);
}

enum err store_ruling_doubted(struct store *st, int64_t game, struct arena *a,
			      struct precedent_row *out, int max, int *n,
			      struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT " RULING_COLUMNS
		 "FROM rulings r JOIN games g ON g.id = r.game "
		 "WHERE r.game = ? AND r.undone < 0 ORDER BY r.id LIMIT ?",
		 DB(db_int(game), db_int(max)), why);
	return rows_get(&q, a, out, max, n);
}
