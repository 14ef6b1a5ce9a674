/* src/store/game_log.c */
#include "store/game_log.h"
#include "store/db.h"
#include "store/games.h"

static const struct str none = { "", 0 };

enum err store_event_add(struct store *st, const struct event_row *r,
			 struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "INSERT INTO events (game, n, point, audience, json, leaf, "
		 "salt, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		 why);
	db_int(&q, r->game);
	db_int(&q, r->n);
	db_int(&q, r->point);
	db_int(&q, r->audience);
	db_text(&q, r->json);
	db_int(&q, r->leaf);
	if (r->leaf) {
		db_hash(&q, r->salt);
		db_hash(&q, r->hash);
	} else {
		db_blob(&q, none);
		db_blob(&q, none);
	}
	return db_run(&q);
}

enum err store_sealed_add(struct store *st, const struct sealed_row *r,
			  struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "INSERT INTO sealed (game, leaf, point, slot, salt, hash) "
		 "VALUES (?, ?, ?, ?, ?, ?)",
		 why);
	db_int(&q, r->game);
	db_int(&q, r->leaf);
	db_int(&q, r->point);
	db_int(&q, r->slot);
	db_hash(&q, r->salt);
	db_hash(&q, r->hash);
	return db_run(&q);
}

enum err store_head_add(struct store *st, const struct head_row *r,
			struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "INSERT INTO heads (game, point, n_events, n_leaves, head, "
		 "state_hash, state, at_s, sealed) "
		 "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		 why);
	db_int(&q, r->game);
	db_int(&q, r->point);
	db_int(&q, r->n_events);
	db_int(&q, r->n_leaves);
	db_hash(&q, r->head);
	db_hash(&q, r->state_hash);
	db_int(&q, r->state);
	db_int(&q, r->at_s);
	db_int(&q, r->sealed);
	return db_run(&q);
}

enum err store_deadline_add(struct store *st, int64_t game, int64_t point,
			    int slot, int64_t due_s, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "INSERT INTO deadlines (game, point, slot, due_s) "
		 "VALUES (?, ?, ?, ?)",
		 why);
	db_int(&q, game);
	db_int(&q, point);
	db_int(&q, slot);
	db_int(&q, due_s);
	return db_run(&q);
}

enum err store_deadline_list(struct store *st, int64_t game, int64_t point,
			     int64_t *due_s, int n, struct why *why)
{
	struct query q;

	memset(due_s, 0, (size_t)n * sizeof(*due_s));
	db_start(&q, st,
		 "SELECT slot, due_s FROM deadlines WHERE game = ? "
		 "AND point = ? AND slot < ?",
		 why);
	db_int(&q, game);
	db_int(&q, point);
	db_int(&q, n);
	while (db_row(&q))
		due_s[db_get_int(&q, 0)] = db_get_int(&q, 1);
	return db_end(&q);
}

enum err store_signed_add(struct store *st, const struct signed_row *r,
			  struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "INSERT INTO signed_orders (game, point, slot, fingerprint, "
		 "format, text, signature) VALUES (?, ?, ?, ?, ?, ?, ?)",
		 why);
	db_int(&q, r->game);
	db_int(&q, r->point);
	db_int(&q, r->slot);
	db_text(&q, r->fingerprint);
	db_text(&q, r->format);
	db_blob(&q, r->text);
	db_blob(&q, r->signature);
	return db_run(&q);
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
		 why);
	db_int(&q, game);
	db_int(&q, first);
	db_int(&q, last);
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
		 why);
	db_int(&q, leaves->game);
	db_int(&q, leaves->first);
	db_int(&q, leaves->last);
	db_int(&q, max);
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
		 why);
	db_int(&q, game);
	db_int(&q, point);
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
	struct query q;

	db_start(&q, st,
		 "SELECT point FROM heads WHERE game = ? AND point < ? "
		 "AND sealed ORDER BY point DESC LIMIT 1",
		 why);
	db_int(&q, game);
	db_int(&q, point);
	if (db_row(&q))
		*found = db_get_int(&q, 0);
	return db_end_found(&q);
}

enum err store_signed_get(struct store *st, int64_t game, int64_t point,
			  struct arena *a, struct signed_row *r,
			  struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT slot, fingerprint, format, text, signature "
		 "FROM signed_orders WHERE game = ? AND point = ?",
		 why);
	db_int(&q, game);
	db_int(&q, point);
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
	struct query q;
	enum err e;

	db_start(&q, st,
		 "INSERT INTO snapshots (game, point, state) VALUES (?, ?, ?) "
		 "ON CONFLICT (game, point) DO UPDATE SET "
		 "state = excluded.state",
		 why);
	db_int(&q, game);
	db_int(&q, point);
	db_blob(&q, state);
	e = db_run(&q);
	if (e)
		return e;
	db_start(&q, st,
		 "DELETE FROM snapshots WHERE game = ? AND point < ? "
		 "AND 2 * (point & -point) < ? - point",
		 why);
	db_int(&q, game);
	db_int(&q, point);
	db_int(&q, point);
	return db_run(&q);
}

enum err store_snapshot_before(struct store *st, int64_t game, int64_t point,
			       int64_t *found, struct why *why)
{
	struct query q;

	*found = 0;
	db_start(&q, st,
		 "SELECT point FROM snapshots WHERE game = ? AND point <= ? "
		 "ORDER BY point DESC LIMIT 1",
		 why);
	db_int(&q, game);
	db_int(&q, point);
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
		 why);
	db_int(&q, game);
	db_int(&q, point);
	if (db_row(&q))
		*state = db_get_str(&q, 0, a);
	return db_end_found(&q);
}

enum err store_snapshot_prune(struct store *st, int64_t before_s, int most,
			      int *n, struct why *why)
{
	struct query q;
	enum err e;

	db_start(&q, st,
		 "DELETE FROM snapshots WHERE rowid IN "
		 "(SELECT s.rowid FROM games g "
		 "JOIN heads h ON h.game = g.id AND h.point = g.point "
		 "JOIN snapshots s ON s.game = g.id "
		 "WHERE g.state = ? AND h.at_s < ? LIMIT ?)",
		 why);
	db_int(&q, GAME_ENDED);
	db_int(&q, before_s);
	db_int(&q, most);
	e = db_run(&q);
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
	struct query q;

	db_start(&q, st,
		 "INSERT INTO rolls (game, point, chain, link, step, words) "
		 "VALUES (?, ?, ?, ?, ?, ?)",
		 why);
	db_int(&q, r->game);
	db_int(&q, r->point);
	db_int(&q, r->chain);
	db_int(&q, r->link);
	db_hash(&q, r->step);
	db_hash(&q, r->words);
	return db_run(&q);
}

enum err store_roll_idle(struct store *st, int64_t game,
			 const uint8_t step[STORE_HASH_SIZE],
			 struct roll_row *out, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT chain, link, words FROM rolls AS r WHERE game = ? "
		 "AND step = ? AND " ROLL_IDLE " ORDER BY chain, link LIMIT 1",
		 why);
	db_int(&q, game);
	db_hash(&q, step);
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
		 why);
	db_int(&q, game);
	db_int(&q, point);
	if (db_row(&q))
		*out = (struct roll_count){ .n = db_get_int(&q, 0),
					    .spent = db_get_int(&q, 1),
					    .replaced = db_get_int(&q, 2) };
	return db_end_found(&q);
}

enum err store_roll_spend(struct store *st, int64_t game, int64_t point,
			  struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "UPDATE rolls SET spent = 1 WHERE game = ?1 AND "
		 "(chain, link) IN (SELECT chain, link FROM rolls AS r "
		 "WHERE game = ?1 AND point = ?2 AND " ROLL_IDLE ")",
		 why);
	db_int(&q, game);
	db_int(&q, point);
	return db_run(&q);
}

enum err store_draw_forget(struct store *st, int64_t game, int64_t point,
			   struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "UPDATE draws SET spent = 1 WHERE game = ?1 AND "
		 "(number, round) IN (SELECT number, round FROM draws AS d "
		 "WHERE game = ?1 AND point = ?2 AND " DRAW_IDLE ")",
		 why);
	db_int(&q, game);
	db_int(&q, point);
	return db_run(&q);
}

enum err store_draw_add(struct store *st, const struct draw_row *r,
			struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "INSERT INTO draws (game, point, number, round, step) "
		 "VALUES (?, ?, ?, ?, ?)",
		 why);
	db_int(&q, r->game);
	db_int(&q, r->point);
	db_int(&q, r->number);
	db_int(&q, r->round);
	db_hash(&q, r->step);
	return db_run(&q);
}

enum err store_draw_round(struct store *st, int64_t game, int64_t number,
			  int64_t *round, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT round FROM draws WHERE game = ? AND number = ? "
		 "AND NOT undone ORDER BY point DESC LIMIT 1",
		 why);
	db_int(&q, game);
	db_int(&q, number);
	if (db_row(&q))
		*round = db_get_int(&q, 0);
	return db_end_found(&q);
}

enum err store_draw_idle(struct store *st, const struct draw_row *r,
			 int64_t *round, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT round FROM draws AS d WHERE game = ? AND number = ? "
		 "AND step = ? AND " DRAW_IDLE " ORDER BY round LIMIT 1",
		 why);
	db_int(&q, r->game);
	db_int(&q, r->number);
	db_hash(&q, r->step);
	if (db_row(&q))
		*round = db_get_int(&q, 0);
	return db_end_found(&q);
}

enum err store_draw_spend(struct store *st, int64_t game, int64_t number,
			  int64_t round, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "UPDATE draws SET spent = 1 WHERE game = ? AND number = ? "
		 "AND round = ?",
		 why);
	db_int(&q, game);
	db_int(&q, number);
	db_int(&q, round);
	return db_run(&q);
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
		struct query q;

		db_start(&q, st, tables[i], why);
		db_int(&q, undone);
		db_int(&q, game);
		db_int(&q, after);
		db_int(&q, until);
		e = db_run(&q);
	}
	return e;
}

enum err store_hold_put(struct store *st, const struct hold_row *h,
			struct why *why)
{
	struct query q;

	db_start(
		&q, st,
		"INSERT OR REPLACE INTO delayed_orders (game, slot, person, until_s, "
		"fingerprint, format, text, signature, message_id) "
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		why);
	db_int(&q, h->orders.game);
	db_int(&q, h->orders.slot);
	db_int(&q, h->person);
	db_int(&q, h->until_s);
	db_text(&q, h->orders.fingerprint);
	db_text(&q, h->orders.format);
	db_blob(&q, h->orders.text);
	db_blob(&q, h->orders.signature);
	db_text(&q, h->message_id);
	return db_run(&q);
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
		 why);
	db_int(&q, game);
	db_int(&q, slot);
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
	struct query q;

	db_start(&q, st,
		 "DELETE FROM delayed_orders WHERE game = ? AND slot = ?", why);
	db_int(&q, game);
	db_int(&q, slot);
	return db_run(&q);
}

enum err store_said_add(struct store *st, int64_t game, int64_t point, int at,
			struct str text, struct why *why)
{
	struct query q;

	db_start(
		&q, st,
		"INSERT INTO press (game, point, at, text) VALUES (?, ?, ?, ?)",
		why);
	db_int(&q, game);
	db_int(&q, point);
	db_int(&q, at);
	db_text(&q, text);
	return db_run(&q);
}

enum err store_said_get(struct store *st, int64_t game, int64_t point, int at,
			struct arena *a, struct str *text, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT text FROM press WHERE game = ? AND point = ? "
		 "AND at = ?",
		 why);
	db_int(&q, game);
	db_int(&q, point);
	db_int(&q, at);
	if (db_row(&q))
		*text = db_get_str(&q, 0, a);
	return db_end_found(&q);
}
