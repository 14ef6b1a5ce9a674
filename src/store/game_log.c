/* src/store/game_log.c */
#include "store/game_log.h"
#include "store/db.h"
#include "store/games.h"

static const struct str none = { "", 0 };

enum err store_event_add(struct store *st, const struct event_row *r,
			 struct why *why)
{
	return db_change(
		st,
		"INSERT INTO events (game, n, point, audience, json, leaf, "
		"salt, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		DB(db_int(r->game), db_int(r->n), db_int(r->point),
		   db_int(r->audience), db_text(r->json), db_int(r->leaf),
		   r->leaf ? db_hash(r->salt) : db_blob(none),
		   r->leaf ? db_hash(r->hash) : db_blob(none)),
		why);
}

enum err store_sealed_add(struct store *st, const struct sealed_row *r,
			  struct why *why)
{
	return db_change(
		st,
		"INSERT INTO sealed (game, leaf, point, slot, salt, hash) "
		"VALUES (?, ?, ?, ?, ?, ?)",
		DB(db_int(r->game), db_int(r->leaf), db_int(r->point),
		   db_int(r->slot), db_hash(r->salt), db_hash(r->hash)),
		why);
}

enum err store_head_add(struct store *st, const struct head_row *r,
			struct why *why)
{
	return db_change(
		st,
		"INSERT INTO heads (game, point, n_events, n_leaves, head, "
		"state_hash, state, at_s, sealed) "
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		DB(db_int(r->game), db_int(r->point), db_int(r->n_events),
		   db_int(r->n_leaves), db_hash(r->head),
		   db_hash(r->state_hash), db_int(r->state), db_int(r->at_s),
		   db_int(r->sealed)),
		why);
}

enum err store_deadline_add(struct store *st, int64_t game, int64_t point,
			    int slot, int64_t due_s, struct why *why)
{
	return db_change(
		st,
		"INSERT INTO deadlines (game, point, slot, due_s) "
		"VALUES (?, ?, ?, ?)",
		DB(db_int(game), db_int(point), db_int(slot), db_int(due_s)),
		why);
}

enum err store_deadline_list(struct store *st, int64_t game, int64_t point,
			     int64_t *due_s, int n, struct why *why)
{
	struct query q;

	memset(due_s, 0, (size_t)n * sizeof(*due_s));
	db_start(&q, st,
		 "SELECT slot, due_s FROM deadlines WHERE game = ? "
		 "AND point = ? AND slot < ?",
		 DB(db_int(game), db_int(point), db_int(n)), why);
	while (db_row(&q))
		due_s[db_get_int(&q, 0)] = db_get_int(&q, 1);
	return db_end(&q);
}

enum err store_signed_add(struct store *st, const struct signed_row *r,
			  struct why *why)
{
	return db_change(
		st,
		"INSERT INTO signed_orders (game, point, slot, fingerprint, "
		"format, text, signature) VALUES (?, ?, ?, ?, ?, ?, ?)",
		DB(db_int(r->game), db_int(r->point), db_int(r->slot),
		   db_text(r->fingerprint), db_text(r->format),
		   db_blob(r->text), db_blob(r->signature)),
		why);
}

enum err
store_event_list(struct store *st, int64_t game, int64_t first, int64_t last,
		 bool (*each)(void *context, const struct event_row *r),
		 void *context, struct why *why)
{
	struct query q;
	struct event_row r;
	struct arena a;
	bool more = true;

	arena_init(&a);
	db_start(&q, st,
		 "SELECT n, point, audience, leaf, json, salt, hash "
		 "FROM events WHERE game = ? AND n BETWEEN ? AND ? ORDER BY n",
		 DB(db_int(game), db_int(first), db_int(last)), why);
	while (more && db_row(&q)) {
		r = (struct event_row){
			.game = game,
			.n = db_get_int(&q, 0),
			.point = db_get_int(&q, 1),
			.audience = (uint32_t)db_get_int(&q, 2),
			.leaf = db_get_int(&q, 3),
			.json = db_get_str(&q, 4, &a),
		};
		if (r.leaf) {
			db_get_hash(&q, 5, r.salt);
			db_get_hash(&q, 6, r.hash);
		}
		more = !q.e && each(context, &r);
		arena_release(&a);
	}
	return db_end(&q);
}

enum err store_sealed_list(struct store *st, const struct leaf_range *leaves,
			   struct sealed_row *rows, int max, int *n,
			   struct why *why)
{
	struct query q;

	*n = 0;
	db_start(&q, st,
		 "SELECT leaf, point, slot, salt, hash FROM sealed "
		 "WHERE game = ? AND leaf BETWEEN ? AND ? ORDER BY leaf "
		 "LIMIT ?",
		 DB(db_int(leaves->game), db_int(leaves->first),
		    db_int(leaves->last), db_int(max)),
		 why);
	while (*n < max && db_row(&q)) {
		struct sealed_row *r = &rows[(*n)++];

		*r = (struct sealed_row){
			.game = leaves->game,
			.leaf = db_get_int(&q, 0),
			.point = db_get_int(&q, 1),
			.slot = db_get_small(&q, 2),
		};
		db_get_hash(&q, 3, r->salt);
		db_get_hash(&q, 4, r->hash);
	}
	return db_end(&q);
}

enum err store_head_get(struct store *st, int64_t game, int64_t point,
			struct head_row *r, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT n_events, n_leaves, at_s, head, state_hash, state, "
		 "sealed FROM heads WHERE game = ? AND point = ?",
		 DB(db_int(game), db_int(point)), why);
	if (db_row(&q)) {
		*r = (struct head_row){
			.game = game,
			.point = point,
			.n_events = db_get_int(&q, 0),
			.n_leaves = db_get_int(&q, 1),
			.at_s = db_get_int(&q, 2),
			.state = db_get_small(&q, 5),
			.sealed = db_get_int(&q, 6) != 0,
		};
		db_get_hash(&q, 3, r->head);
		db_get_hash(&q, 4, r->state_hash);
	}
	return db_end_found(&q);
}

enum err store_head_sealed(struct store *st, int64_t game, int64_t point,
			   int64_t *found, struct why *why)
{
	return db_find_int(
		st,
		"SELECT point FROM heads WHERE game = ? AND point < ? "
		"AND sealed ORDER BY point DESC LIMIT 1",
		DB(db_int(game), db_int(point)), found, why);
}

enum err store_signed_get(struct store *st, int64_t game, int64_t point,
			  struct arena *a, struct signed_row *r,
			  struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT slot, fingerprint, format, text, signature "
		 "FROM signed_orders WHERE game = ? AND point = ?",
		 DB(db_int(game), db_int(point)), why);
	if (db_row(&q))
		*r = (struct signed_row){
			.game = game,
			.point = point,
			.slot = db_get_small(&q, 0),
			.fingerprint = db_get_str(&q, 1, a),
			.format = db_get_str(&q, 2, a),
			.text = db_get_str(&q, 3, a),
			.signature = db_get_str(&q, 4, a),
		};
	return db_end_found(&q);
}

/* Snapshots
 * ------------------------------------------------------------------*/

enum err store_snapshot_put(struct store *st, int64_t game, int64_t point,
			    struct str state, struct why *why)
{
	enum err e = db_change(
		st,
		"INSERT INTO snapshots (game, point, state) VALUES (?, ?, ?) "
		"ON CONFLICT (game, point) DO UPDATE SET "
		"state = excluded.state",
		DB(db_int(game), db_int(point), db_blob(state)), why);
	if (e)
		return e;
	return db_change(st,
			 "DELETE FROM snapshots WHERE game = ? AND point < ? "
			 "AND 2 * (point & -point) < ? - point",
			 DB(db_int(game), db_int(point), db_int(point)), why);
}

enum err store_snapshot_before(struct store *st, int64_t game, int64_t point,
			       int64_t *found, struct why *why)
{
	struct query q;

	*found = 0;
	db_start(&q, st,
		 "SELECT point FROM snapshots WHERE game = ? AND point <= ? "
		 "ORDER BY point DESC LIMIT 1",
		 DB(db_int(game), db_int(point)), why);
	if (db_row(&q))
		*found = db_get_int(&q, 0);
	return db_end(&q);
}

enum err store_snapshot_get(struct store *st, int64_t game, int64_t point,
			    struct arena *a, struct str *state, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT state FROM snapshots WHERE game = ? AND point = ?",
		 DB(db_int(game), db_int(point)), why);
	if (db_row(&q))
		*state = db_get_str(&q, 0, a);
	return db_end_found(&q);
}

enum err store_snapshot_prune(struct store *st, int64_t before_s, int most,
			      int *n, struct why *why)
{
	enum err e = db_change(
		st,
		"DELETE FROM snapshots WHERE rowid IN "
		"(SELECT s.rowid FROM games g "
		"JOIN heads h ON h.game = g.id AND h.point = g.point "
		"JOIN snapshots s ON s.game = g.id "
		"WHERE g.state = ? AND h.at_s < ? LIMIT ?)",
		DB(db_int(GAME_ENDED), db_int(before_s), db_int(most)), why);
	*n = e ? 0 : db_changes(st);
	return e;
}

/* Links used
 * -----------------------------------------------------------------*/

/* nothing that counts came of it */
#define ROLL_IDLE                                                              \
	"undone AND NOT spent AND NOT EXISTS (SELECT 1 FROM rolls AS o WHERE " \
	"o.game = r.game AND o.chain = r.chain AND o.link = r.link "           \
	"AND NOT o.undone)"
#define DRAW_IDLE                                                              \
	"undone AND NOT spent AND NOT EXISTS (SELECT 1 FROM draws AS o WHERE " \
	"o.game = d.game AND o.number = d.number AND o.round = d.round "       \
	"AND NOT o.undone)"

enum err store_roll_add(struct store *st, const struct roll_row *r,
			struct why *why)
{
	return db_change(
		st,
		"INSERT INTO rolls (game, point, chain, link, step, words) "
		"VALUES (?, ?, ?, ?, ?, ?)",
		DB(db_int(r->game), db_int(r->point), db_int(r->chain),
		   db_int(r->link), db_hash(r->step), db_hash(r->words)),
		why);
}

enum err store_roll_idle(struct store *st, int64_t game,
			 const uint8_t step[STORE_HASH_SIZE],
			 struct roll_row *out, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT chain, link, words FROM rolls AS r WHERE game = ? "
		 "AND step = ? AND " ROLL_IDLE " ORDER BY chain, link LIMIT 1",
		 DB(db_int(game), db_hash(step)), why);
	if (db_row(&q)) {
		out->chain = db_get_int(&q, 0);
		out->link = db_get_int(&q, 1);
		db_get_hash(&q, 2, out->words);
	}
	return db_end_found(&q);
}

enum err store_roll_count(struct store *st, int64_t game, int64_t point,
			  struct roll_count *out, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT count(*), coalesce(sum(spent), 0), "
		 "coalesce(sum(NOT spent AND EXISTS (SELECT 1 FROM rolls AS s "
		 "WHERE s.game = r.game AND s.step = r.step AND s.spent)), 0) "
		 "FROM rolls AS r WHERE game = ? AND point = ?",
		 DB(db_int(game), db_int(point)), why);
	if (db_row(&q))
		*out = (struct roll_count){ .n = db_get_int(&q, 0),
					    .spent = db_get_int(&q, 1),
					    .replaced = db_get_int(&q, 2) };
	return db_end_found(&q);
}

enum err store_roll_spend(struct store *st, int64_t game, int64_t point,
			  struct why *why)
{
	return db_change(st,
			 "UPDATE rolls SET spent = 1 WHERE game = ?1 AND "
			 "(chain, link) IN (SELECT chain, link FROM rolls AS r "
			 "WHERE game = ?1 AND point = ?2 AND " ROLL_IDLE ")",
			 DB(db_int(game), db_int(point)), why);
}

enum err store_draw_forget(struct store *st, int64_t game, int64_t point,
			   struct why *why)
{
	return db_change(
		st,
		"UPDATE draws SET spent = 1 WHERE game = ?1 AND "
		"(number, round) IN (SELECT number, round FROM draws AS d "
		"WHERE game = ?1 AND point = ?2 AND " DRAW_IDLE ")",
		DB(db_int(game), db_int(point)), why);
}

enum err store_draw_add(struct store *st, const struct draw_row *r,
			struct why *why)
{
	return db_change(st,
			 "INSERT INTO draws (game, point, number, round, step) "
			 "VALUES (?, ?, ?, ?, ?)",
			 DB(db_int(r->game), db_int(r->point),
			    db_int(r->number), db_int(r->round),
			    db_hash(r->step)),
			 why);
}

enum err store_draw_round(struct store *st, int64_t game, int64_t number,
			  int64_t *round, struct why *why)
{
	return db_find_int(
		st,
		"SELECT round FROM draws WHERE game = ? AND number = ? "
		"AND NOT undone ORDER BY point DESC LIMIT 1",
		DB(db_int(game), db_int(number)), round, why);
}

enum err store_draw_idle(struct store *st, const struct draw_row *r,
			 int64_t *round, struct why *why)
{
	return db_find_int(
		st,
		"SELECT round FROM draws AS d WHERE game = ? AND number = ? "
		"AND step = ? AND " DRAW_IDLE " ORDER BY round LIMIT 1",
		DB(db_int(r->game), db_int(r->number), db_hash(r->step)), round,
		why);
}

enum err store_draw_spend(struct store *st, int64_t game, int64_t number,
			  int64_t round, struct why *why)
{
	return db_change(
		st,
		"UPDATE draws SET spent = 1 WHERE game = ? AND number = ? "
		"AND round = ?",
		DB(db_int(game), db_int(number), db_int(round)), why);
}

enum err store_luck_undo(struct store *st, int64_t game, int64_t after,
			 int64_t until, bool undone, struct why *why)
{
	static const char *const tables[] = {
		"UPDATE rolls SET undone = ? WHERE game = ? AND point > ? "
		"AND point < ?",
		"UPDATE draws SET undone = ? WHERE game = ? AND point > ? "
		"AND point < ?",
	};
	enum err e = ERR_OK;

	for (size_t i = 0; !e && i < ARRAY_LEN(tables); i++) {

		e = db_change(st, tables[i],
			      DB(db_int(undone), db_int(game), db_int(after),
				 db_int(until)),
			      why);
	}
	return e;
}

enum err store_hold_put(struct store *st, const struct hold_row *h,
			struct why *why)
{
	return db_change(
		st,
		"INSERT OR REPLACE INTO delayed_orders (game, slot, person, until_s, "
		"fingerprint, format, text, signature, message_id) "
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		DB(db_int(h->orders.game), db_int(h->orders.slot),
		   db_int(h->person), db_int(h->until_s),
		   db_text(h->orders.fingerprint), db_text(h->orders.format),
		   db_blob(h->orders.text), db_blob(h->orders.signature),
		   db_text(h->message_id)),
		why);
}

enum err store_hold_get(struct store *st, int64_t game, int slot,
			struct arena *a, struct hold_row *h, struct why *why)
{
	struct query q;

	*h = (struct hold_row){ .orders = { .game = game, .slot = slot } };
	db_start(&q, st,
		 "SELECT person, until_s, fingerprint, format, text, "
		 "signature, message_id FROM delayed_orders "
		 "WHERE game = ? AND slot = ?",
		 DB(db_int(game), db_int(slot)), why);
	if (db_row(&q)) {
		h->person = db_get_int(&q, 0);
		h->until_s = db_get_int(&q, 1);
		h->orders.fingerprint = db_get_str(&q, 2, a);
		h->orders.format = db_get_str(&q, 3, a);
		h->orders.text = db_get_str(&q, 4, a);
		h->orders.signature = db_get_str(&q, 5, a);
		h->message_id = db_get_str(&q, 6, a);
	}
	return db_end_found(&q);
}

enum err store_hold_drop(struct store *st, int64_t game, int slot,
			 struct why *why)
{
	return db_change(
		st, "DELETE FROM delayed_orders WHERE game = ? AND slot = ?",
		DB(db_int(game), db_int(slot)), why);
}

enum err store_said_add(struct store *st, int64_t game, int64_t point, int at,
			struct str text, struct why *why)
{
	return db_change(
		st,
		"INSERT INTO press (game, point, at, text) VALUES (?, ?, ?, ?)",
		DB(db_int(game), db_int(point), db_int(at), db_text(text)),
		why);
}

enum err store_said_get(struct store *st, int64_t game, int64_t point, int at,
			struct arena *a, struct str *text, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT text FROM press WHERE game = ? AND point = ? "
		 "AND at = ?",
		 DB(db_int(game), db_int(point), db_int(at)), why);
	if (db_row(&q))
		*text = db_get_str(&q, 0, a);
	return db_end_found(&q);
}
