/* src/store/games.c */
#include "store/games.h"
#include "store/db.h"

/* Games
 * ----------------------------------------------------------------------*/

enum err store_game_add(struct store *st, const struct game_row *g, int64_t *id,
			struct why *why)
{
	enum err e = db_change(
		st,
		"INSERT INTO games (name, system, version, state, head, "
		"deadline_s, dispute_s, created_s, grammar, beacon) "
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		DB(db_text(g->name), db_text(g->system), db_text(g->version),
		   db_int(g->state), db_hash(g->head), db_int(g->deadline_s),
		   db_int(g->dispute_s), db_int(g->created_s),
		   db_hash(g->grammar_hash), db_text(g->beacon)),
		why);
	if (!e)
		*id = db_last_id(st);
	return e;
}

static void game_row_get(struct query *q, struct arena *a, struct game_row *g)
{
	*g = (struct game_row){
		.id = db_get_int(q, 0),
		.name = db_get_str(q, 1, a),
		.system = db_get_str(q, 2, a),
		.version = db_get_str(q, 3, a),
		.state = (enum game_state)(db_get_int(q, 4) & 7),
		.paused_why = db_get_str(q, 5, a),
		.point = db_get_int(q, 6),
		.n_events = db_get_int(q, 7),
		.n_leaves = db_get_int(q, 8),
		.deadline_s = db_get_int(q, 10),
		.dispute_s = db_get_int(q, 11),
		.created_s = db_get_int(q, 12),
		.started = db_get_int(q, 13),
	};
	db_get_hash(q, 9, g->head);
	db_get_hash(q, 14, g->grammar_hash);
	g->beacon = db_get_str(q, 15, a);
}

#define GAME_COLUMNS                                                           \
	"id, name, system, version, state, paused_why, point, n_events, "      \
	"n_leaves, head, deadline_s, dispute_s, created_s, started, "          \
	"grammar, beacon"

enum err store_game_get(struct store *st, int64_t id, struct arena *a,
			struct game_row *g, struct why *why)
{
	struct query q;

	db_start(&q, st, "SELECT " GAME_COLUMNS " FROM games WHERE id = ?",
		 DB(db_int(id)), why);
	if (db_row(&q))
		game_row_get(&q, a, g);
	return db_end_found(&q);
}

enum err store_game_by_name(struct store *st, struct str name, struct arena *a,
			    struct game_row *g, struct why *why)
{
	struct query q;

	db_start(&q, st, "SELECT " GAME_COLUMNS " FROM games WHERE name = ?",
		 DB(db_text(name)), why);
	if (db_row(&q))
		game_row_get(&q, a, g);
	return db_end_found(&q);
}

enum err store_grammar_add(struct store *st,
			   const uint8_t hash[STORE_HASH_SIZE], struct str text,
			   struct why *why)
{
	return db_change(
		st,
		"INSERT INTO grammar_snapshots (hash, text) VALUES (?, ?) "
		"ON CONFLICT DO NOTHING",
		DB(db_hash(hash), db_text(text)), why);
}

enum err store_grammar_get(struct store *st,
			   const uint8_t hash[STORE_HASH_SIZE], struct arena *a,
			   struct str *text, struct why *why)
{
	struct query q;

	db_start(&q, st, "SELECT text FROM grammar_snapshots WHERE hash = ?",
		 DB(db_hash(hash)), why);
	if (db_row(&q))
		*text = db_get_str(&q, 0, a);
	return db_end_found(&q);
}

enum err store_game_update(struct store *st, const struct game_row *g,
			   struct why *why)
{
	return db_change_found(
		st,
		"UPDATE games SET state = ?, paused_why = ?, point = ?, "
		"n_events = ?, n_leaves = ?, head = ?, deadline_s = ?, "
		"started = ?, beacon = ? "
		"WHERE id = ?",
		DB(db_int(g->state), db_text(g->paused_why), db_int(g->point),
		   db_int(g->n_events), db_int(g->n_leaves), db_hash(g->head),
		   db_int(g->deadline_s), db_int(g->started),
		   db_text(g->beacon), db_int(g->id)),
		why);
}

enum err store_game_set_state(struct store *st, int64_t id,
			      enum game_state state, struct why *why)
{
	return db_change_found(st, "UPDATE games SET state = ? WHERE id = ?",
			       DB(db_int(state), db_int(id)), why);
}

enum err store_game_list(struct store *st, const struct game_choice *w,
			 struct arena *a,
			 bool (*each)(void *context, const struct game_row *g),
			 void *context, struct why *why)
{
	struct query q;
	struct game_row g;

	db_start(&q, st,
		 "SELECT " GAME_COLUMNS " FROM games "
		 "WHERE (?1 < 0 OR state = ?1) AND id > ?2 "
		 "ORDER BY id LIMIT ?3",
		 DB(db_int(w->state), db_int(w->after), db_int(w->max)), why);
	while (db_row(&q)) {
		game_row_get(&q, a, &g);
		if (!each(context, &g))
			break;
	}
	return db_end(&q);
}

enum err store_game_list_free(struct store *st,
			      const struct game_free_choice *w, struct arena *a,
			      bool (*each)(void *context,
					   const struct game_row *g),
			      void *context, struct why *why)
{
	struct query q;
	struct game_row g;

	db_start(&q, st,
		 "SELECT " GAME_COLUMNS " FROM games WHERE state = 0 "
		 "AND EXISTS (SELECT 1 FROM seats WHERE game = games.id "
		 "AND slot < ?2 AND person IS NULL AND reserved = '') "
		 "AND NOT EXISTS (SELECT 1 FROM seats WHERE game = games.id "
		 "AND person = ?1) ORDER BY id DESC LIMIT ?3",
		 DB(db_int(w->person), db_int(w->slots), db_int(w->max)), why);
	while (db_row(&q)) {
		game_row_get(&q, a, &g);
		if (!each(context, &g))
			break;
	}
	return db_end(&q);
}

enum err store_game_counts(struct store *st, int64_t counts[GAME_STATES],
			   struct why *why)
{
	return db_counts(st, "SELECT state, count(*) FROM games GROUP BY state",
			 counts, GAME_STATES, why);
}

/* Seats
 * ----------------------------------------------------------------------*/

static enum err kept_put(struct store *st, const char *sql, int64_t game,
			 int64_t point, struct str bytes, struct why *why)
{
	return db_change(st, sql,
			 DB(db_int(game), db_int(point), db_blob(bytes)), why);
}

static enum err kept_get(struct store *st, const char *sql, int64_t game,
			 int64_t point, struct arena *a, struct str *bytes,
			 struct why *why)
{
	struct query q;

	*bytes = STR("");
	db_start(&q, st, sql, DB(db_int(game), db_int(point)), why);
	if (db_row(&q))
		*bytes = db_get_str(&q, 0, a);
	return db_end(&q);
}

enum err store_entropy_put(struct store *st, int64_t game, int64_t point,
			   struct str entropy, struct why *why)
{
	return kept_put(
		st,
		"INSERT INTO entropy_rounds (game, point, entropy) VALUES (?, ?, ?)",
		game, point, entropy, why);
}

enum err store_entropy_get(struct store *st, int64_t game, int64_t point,
			   struct arena *a, struct str *entropy,
			   struct why *why)
{
	return kept_get(st,
			"SELECT entropy FROM entropy_rounds "
			"WHERE game = ? AND point <= ? "
			"ORDER BY point DESC LIMIT 1",
			game, point, a, entropy, why);
}

enum err store_agreements_put(struct store *st, int64_t game, int64_t point,
			      struct str agreements, struct why *why)
{
	return kept_put(
		st,
		"INSERT INTO table_states (game, point, state) VALUES (?, ?, ?)",
		game, point, agreements, why);
}

enum err store_agreements_get(struct store *st, int64_t game, int64_t point,
			      struct arena *a, struct str *agreements,
			      struct why *why)
{
	return kept_get(st,
			"SELECT state FROM table_states "
			"WHERE game = ? AND point <= ? "
			"ORDER BY point DESC LIMIT 1",
			game, point, a, agreements, why);
}

enum err store_seat_put(struct store *st, const struct seat_row *s,
			struct why *why)
{
	return db_change(
		st,
		"INSERT INTO seats (game, slot, person, reserved) "
		"VALUES (?, ?, ?, ?) "
		"ON CONFLICT (game, slot) DO UPDATE SET "
		"person = excluded.person, reserved = excluded.reserved, "
		"stopped = 0",
		DB(db_int(s->game), db_int(s->slot),
		   db_int_or_null(s->person, !s->person), db_text(s->reserved)),
		why);
}

#define SEAT_COLUMNS "game, slot, person, reserved, floor, stopped"

static void seat_row_get(struct query *q, struct arena *a, struct seat_row *s)
{
	*s = (struct seat_row){
		.game = db_get_int(q, 0),
		.slot = db_get_small(q, 1),
		.person = db_get_int(q, 2),
		.reserved = db_get_str(q, 3, a),
		.floor = db_get_int(q, 4),
		.stopped = db_get_int(q, 5) != 0,
	};
}

enum err store_seat_stop(struct store *st, int64_t game, int slot, bool stopped,
			 struct why *why)
{
	return db_change(
		st, "UPDATE seats SET stopped = ? WHERE game = ? AND slot = ?",
		DB(db_int(stopped), db_int(game), db_int(slot)), why);
}

enum err store_seat_floor(struct store *st, int64_t game, int slot,
			  int64_t floor, struct why *why)
{
	return db_change(
		st, "UPDATE seats SET floor = ? WHERE game = ? AND slot = ?",
		DB(db_int(floor), db_int(game), db_int(slot)), why);
}

enum err store_seat_get(struct store *st, int64_t game, int slot,
			struct arena *a, struct seat_row *s, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT " SEAT_COLUMNS
		 " FROM seats WHERE game = ? AND slot = ?",
		 DB(db_int(game), db_int(slot)), why);
	if (db_row(&q))
		seat_row_get(&q, a, s);
	return db_end_found(&q);
}

enum err store_seat_list(struct store *st, int64_t game, struct arena *a,
			 struct seat_row *seats, int max, int *n,
			 struct why *why)
{
	struct query q;

	*n = 0;
	db_start(&q, st,
		 "SELECT " SEAT_COLUMNS
		 " FROM seats WHERE game = ? ORDER BY slot LIMIT ?",
		 DB(db_int(game), db_int(max)), why);
	while (*n < max && db_row(&q))
		seat_row_get(&q, a, &seats[(*n)++]);
	return db_end(&q);
}

enum err store_seat_of_person(struct store *st, int64_t person, struct arena *a,
			      struct seat_row *seats, int max, int *n,
			      struct why *why)
{
	struct query q;

	*n = 0;
	db_start(&q, st,
		 "SELECT " SEAT_COLUMNS
		 " FROM seats WHERE person = ? ORDER BY game, slot LIMIT ?",
		 DB(db_int(person), db_int(max)), why);
	while (*n < max && db_row(&q))
		seat_row_get(&q, a, &seats[(*n)++]);
	return db_end(&q);
}

enum err store_seat_count(struct store *st, int64_t person, struct str begin,
			  struct str system, int64_t *of_system,
			  int64_t *running, struct why *why)
{
	struct query q;

	*of_system = *running = 0;
	db_start(&q, st,
		 "SELECT g.system = ?3, g.state FROM seats s "
		 "JOIN games g ON g.id = s.game WHERE s.person = ?1 "
		 "AND substr(g.name, 1, length(?2)) = ?2",
		 DB(db_int(person), db_text(begin), db_text(system)), why);
	while (db_row(&q)) {
		*of_system += db_get_int(&q, 0);
		*running += !game_is_over((enum game_state)db_get_int(&q, 1));
	}
	return db_end(&q);
}

enum err store_seat_namesake(struct store *st, int64_t person, int64_t game,
			     struct str begin, bool *yes, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT 1 FROM seats s JOIN games g ON g.id = s.game "
		 "WHERE s.person = ?1 AND s.game <> ?2 "
		 "AND substr(g.name, 1, length(?3)) = ?3 LIMIT 1",
		 DB(db_int(person), db_int(game), db_text(begin)), why);
	*yes = db_row(&q);
	return db_end(&q);
}

/* Serials
 * --------------------------------------------------------------------*/

enum err store_serial_find(struct store *st, int64_t game, int slot,
			   int64_t serial, int64_t *point, struct why *why)
{
	return db_find_int(st,
			   "SELECT point FROM serials "
			   "WHERE game = ? AND slot = ? AND serial = ?",
			   DB(db_int(game), db_int(slot), db_int(serial)),
			   point, why);
}

enum err store_serial_use(struct store *st, int64_t game, int slot,
			  int64_t serial, int64_t point, int64_t *taken_by,
			  struct why *why)
{
	enum err e;

	e = store_serial_find(st, game, slot, serial, taken_by, why);
	if (e != ERR_NOT_FOUND)
		return e ? e : ERR_EXISTS;
	return db_change(
		st,
		"INSERT INTO serials (game, slot, serial, point) "
		"VALUES (?, ?, ?, ?)",
		DB(db_int(game), db_int(slot), db_int(serial), db_int(point)),
		why);
}

enum err store_serial_last(struct store *st, int64_t game, int slot,
			   int64_t point, int64_t *serial, struct why *why)
{
	struct query q;

	*serial = 0;
	db_start(&q, st,
		 "SELECT serial FROM serials WHERE game = ? AND slot = ? "
		 "AND point <= ? ORDER BY serial DESC LIMIT 1",
		 DB(db_int(game), db_int(slot), db_int(point)), why);
	if (db_row(&q))
		*serial = db_get_int(&q, 0);
	return db_end(&q);
}

/* Joining
 * --------------------------------------------------------------------*/

enum err store_join_add(struct store *st, const struct join_row *j, int64_t *id,
			struct why *why)
{
	enum err e = db_change(
		st,
		"INSERT INTO joins (game, slot, state, address, name, "
		"language, fingerprint, key, nonce, expires_s) "
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		DB(db_int(j->game), db_int(j->slot), db_int(j->state),
		   db_text(j->address), db_text(j->name), db_text(j->language),
		   db_text(j->fingerprint), db_text(j->key), db_text(j->nonce),
		   db_int(j->expires_s)),
		why);
	if (!e)
		*id = db_last_id(st);
	return e;
}

#define JOIN_COLUMNS                                                           \
	"id, game, slot, state, address, name, language, fingerprint, key, "   \
	"nonce, expires_s, word"
enum { JOIN_NEXT = 12 }; /* the first column behind them */

static void join_row_get(struct query *q, struct arena *a, struct join_row *j)
{
	*j = (struct join_row){
		.id = db_get_int(q, 0),
		.game = db_get_int(q, 1),
		.slot = db_get_small(q, 2),
		.address = db_get_str(q, 4, a),
		.name = db_get_str(q, 5, a),
		.language = db_get_str(q, 6, a),
		.fingerprint = db_get_str(q, 7, a),
		.key = db_get_str(q, 8, a),
		.nonce = db_get_str(q, 9, a),
		.expires_s = db_get_int(q, 10),
		.word = db_get_str(q, 11, a),
	};
	j->state = (enum join_state)db_get_small(q, 3);
}

enum err store_join_get(struct store *st, int64_t id, struct arena *a,
			struct join_row *j, struct why *why)
{
	struct query q;

	db_start(&q, st, "SELECT " JOIN_COLUMNS " FROM joins WHERE id = ?",
		 DB(db_int(id)), why);
	if (db_row(&q))
		join_row_get(&q, a, j);
	return db_end_found(&q);
}

enum err store_join_by_nonce(struct store *st, struct str nonce,
			     struct arena *a, struct join_row *j,
			     struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT " JOIN_COLUMNS " FROM joins "
		 "WHERE nonce = ?",
		 DB(db_text(nonce)), why);
	if (db_row(&q))
		join_row_get(&q, a, j);
	return db_end_found(&q);
}

enum err store_join_set(struct store *st, int64_t id, enum join_state state,
			struct why *why)
{
	return db_change_found(st, "UPDATE joins SET state = ? WHERE id = ?",
			       DB(db_int(state), db_int(id)), why);
}

enum err store_join_word(struct store *st, int64_t id, struct str word,
			 struct why *why)
{
	return db_change_found(st, "UPDATE joins SET word = ? WHERE id = ?",
			       DB(db_blob(word), db_int(id)), why);
}

enum err store_join_list(struct store *st, int64_t game, struct arena *a,
			 struct join_row *joins, int max, int *n,
			 struct why *why)
{
	struct query q;

	*n = 0;
	db_start(&q, st,
		 "SELECT " JOIN_COLUMNS " FROM joins "
		 "WHERE game = ? ORDER BY id LIMIT ?",
		 DB(db_int(game), db_int(max)), why);
	while (*n < max && db_row(&q))
		join_row_get(&q, a, &joins[(*n)++]);
	return db_end(&q);
}

enum err store_join_waiting(struct store *st, int64_t game, struct arena *a,
			    struct join_list *list, struct why *why)
{
	struct query q;

	list->n = 0;
	list->waiting = 0;
	db_start(&q, st,
		 "SELECT " JOIN_COLUMNS ", count(*) OVER () "
		 "FROM joins WHERE game = ? AND state = ? "
		 "ORDER BY id LIMIT ?",
		 DB(db_int(game), db_int(JOIN_PROVEN),
		    db_int(list->max ? list->max : 1)),
		 why);
	while ((!list->max || list->n < list->max) && db_row(&q)) {
		list->waiting = db_get_int(&q, JOIN_NEXT);
		if (list->max)
			join_row_get(&q, a, &list->rows[list->n++]);
	}
	return db_end(&q);
}

static enum err join_count(struct store *st, const struct join_wish *w,
			   enum join_state state, int64_t since_s, int *others,
			   bool *mine, struct why *why)
{
	struct query q;

	*others = 0;
	db_start(&q, st,
		 "SELECT address = ? FROM joins WHERE game = ? AND slot = ? "
		 "AND state = ? AND expires_s >= ? ORDER BY expires_s DESC "
		 "LIMIT ?",
		 DB(db_text(w->address), db_int(w->game), db_int(w->slot),
		    db_int(state), db_int(since_s), db_int(w->max)),
		 why);
	while (db_row(&q)) {
		bool own = db_get_int(&q, 0) != 0;

		*mine |= own;
		*others += !own;
	}
	return db_end(&q);
}

enum err store_join_open(struct store *st, const struct join_wish *w,
			 struct join_requests *out, struct why *why)
{
	enum err e;

	*out = (struct join_requests){ .proven = 0 };
	e = join_count(st, w, JOIN_PROVEN, 0, &out->proven, &out->mine, why);
	return e ? e
		 : join_count(st, w, JOIN_CHALLENGED, w->now_s,
			      &out->challenged, &out->mine, why);
}

/* Disputes
 * --------------------------------------------------------------------*/

#define DISPUTE_COLUMNS "game, number, point, slot, why, ruled"

static void dispute_row_get(struct query *q, struct arena *a,
			    struct dispute_row *d)
{
	*d = (struct dispute_row){ .game = db_get_int(q, 0),
				   .number = db_get_int(q, 1),
				   .point = db_get_int(q, 2),
				   .slot = (int)db_get_int(q, 3),
				   .why = db_get_str(q, 4, a),
				   .ruled = db_get_int(q, 5) };
}

enum err store_dispute_add(struct store *st, const struct dispute_row *d,
			   struct why *why)
{
	return db_change(st,
			 "INSERT INTO disputes (" DISPUTE_COLUMNS
			 ") VALUES (?, ?, ?, ?, ?, ?)",
			 DB(db_int(d->game), db_int(d->number),
			    db_int(d->point), db_int(d->slot), db_text(d->why),
			    db_int(d->ruled)),
			 why);
}

enum err store_dispute_get(struct store *st, int64_t game, int64_t number,
			   struct arena *a, struct dispute_row *d,
			   struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT " DISPUTE_COLUMNS
		 " FROM disputes WHERE game = ? AND number = ?",
		 DB(db_int(game), db_int(number)), why);
	if (db_row(&q))
		dispute_row_get(&q, a, d);
	return db_end_found(&q);
}

enum err store_dispute_rule(struct store *st, int64_t game, int64_t number,
			    int64_t ruled, struct why *why)
{
	return db_change(
		st,
		"UPDATE disputes SET ruled = ? WHERE game = ? AND number = ?",
		DB(db_int(ruled), db_int(game), db_int(number)), why);
}

enum err store_dispute_list(struct store *st, int64_t game, struct arena *a,
			    struct dispute_row *rows, int max, int *n,
			    struct why *why)
{
	struct query q;

	*n = 0;
	db_start(&q, st,
		 "SELECT " DISPUTE_COLUMNS
		 " FROM disputes WHERE game = ? ORDER BY number DESC LIMIT ?",
		 DB(db_int(game), db_int(max)), why);
	while (*n < max && db_row(&q))
		dispute_row_get(&q, a, &rows[(*n)++]);
	return db_end(&q);
}

enum err store_dispute_count(struct store *st, int64_t game, int64_t *last,
			     int64_t *n_open, struct why *why)
{
	struct query q;

	*last = *n_open = 0;
	db_start(&q, st,
		 "SELECT coalesce(max(number), 0), "
		 "coalesce(sum(ruled = 0), 0) FROM disputes WHERE game = ?",
		 DB(db_int(game)), why);
	if (db_row(&q)) {
		*last = db_get_int(&q, 0);
		*n_open = db_get_int(&q, 1);
	}
	return db_end(&q);
}

/* Secrets
 * --------------------------------------------------------------------*/

enum err store_secret_add(struct store *st, int64_t game, enum secret_kind kind,
			  int64_t number, struct str secret, int64_t next,
			  struct why *why)
{
	assert(secret.len <= SECRET_MAX);
	return db_change(
		st,
		"INSERT INTO secrets (game, kind, number, secret, next) "
		"VALUES (?, ?, ?, ?, ?)",
		DB(db_int(game), db_int(kind), db_int(number), db_blob(secret),
		   db_int(next)),
		why);
}

enum err store_secret_get(struct store *st, const struct secret_id *id,
			  void *out, size_t *len, int64_t *next,
			  struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT secret, next FROM secrets "
		 "WHERE game = ? AND kind = ? AND number = ?",
		 DB(db_int(id->game), db_int(id->kind), db_int(id->number)),
		 why);
	if (db_row(&q)) {
		db_get_bytes(&q, 0, out, SECRET_MAX, len);
		*next = db_get_int(&q, 1);
	}
	return db_end_found(&q);
}

enum err store_secret_use(struct store *st, int64_t game, enum secret_kind kind,
			  int64_t number, int64_t next, struct why *why)
{
	return db_change_found(
		st,
		"UPDATE secrets SET next = ? "
		"WHERE game = ? AND kind = ? AND number = ?",
		DB(db_int(next), db_int(game), db_int(kind), db_int(number)),
		why);
}

enum err store_secret_left(struct store *st, int64_t game,
			   enum secret_kind kind, int64_t last, int64_t *number,
			   int64_t *next, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT number, next FROM secrets WHERE game = ? AND kind = ? "
		 "AND next <= ? ORDER BY number LIMIT 1",
		 DB(db_int(game), db_int(kind), db_int(last)), why);
	if (db_row(&q)) {
		*number = db_get_int(&q, 0);
		*next = db_get_int(&q, 1);
	}
	return db_end_found(&q);
}

/* Timers
 * ---------------------------------------------------------------------*/

enum err store_timer_set(struct store *st, const struct timer_row *t,
			 struct why *why)
{
	return db_change(st,
			 "INSERT INTO timers (game, kind, slot, due_s) "
			 "VALUES (?, ?, ?, ?) ON CONFLICT (game, kind, slot) "
			 "DO UPDATE SET due_s = excluded.due_s",
			 DB(db_int(t->game), db_int(t->kind), db_int(t->slot),
			    db_int(t->due_s)),
			 why);
}

enum err store_timer_clear(struct store *st, int64_t game, int kind, int slot,
			   struct why *why)
{
	return db_change(
		st,
		"DELETE FROM timers WHERE game = ? AND kind = ? AND slot = ?",
		DB(db_int(game), db_int(kind), db_int(slot)), why);
}

enum err store_timer_due(struct store *st, int64_t now_s,
			 const struct timer_row *after, struct timer_row *t,
			 struct why *why)
{
	static const struct timer_row all = { .due_s = INT64_MIN };
	struct query q;

	if (!after)
		after = &all;
	db_start(&q, st,
		 "SELECT game, kind, slot, due_s FROM timers WHERE due_s <= ? "
		 "AND (due_s, game, kind, slot) > (?, ?, ?, ?) "
		 "ORDER BY due_s, game, kind, slot LIMIT 1",
		 DB(db_int(now_s), db_int(after->due_s), db_int(after->game),
		    db_int(after->kind), db_int(after->slot)),
		 why);
	if (db_row(&q))
		*t = (struct timer_row){
			.game = db_get_int(&q, 0),
			.kind = db_get_small(&q, 1),
			.slot = db_get_small(&q, 2),
			.due_s = db_get_int(&q, 3),
		};
	return db_end_found(&q);
}

enum err store_timer_next(struct store *st, int64_t *due_s, struct why *why)
{
	struct query q;

	*due_s = INT64_MAX;
	db_start(&q, st, "SELECT due_s FROM timers ORDER BY due_s LIMIT 1",
		 NULL, why);
	if (db_row(&q))
		*due_s = db_get_int(&q, 0);
	return db_end(&q);
}

enum err store_timers_of(struct store *st, int64_t game, int kind,
			 int64_t *due_s, int n, struct why *why)
{
	struct query q;

	memset(due_s, 0, (size_t)n * sizeof(*due_s));
	db_start(&q, st,
		 "SELECT slot, due_s FROM timers WHERE game = ? AND kind = ?",
		 DB(db_int(game), db_int(kind)), why);
	while (db_row(&q)) {
		int slot = db_get_small(&q, 0);

		if (0 <= slot && slot < n)
			due_s[slot] = db_get_int(&q, 1);
	}
	return db_end(&q);
}

enum err store_timer_get(struct store *st, int64_t game, int kind, int slot,
			 int64_t *due_s, struct why *why)
{
	return db_find_int(st,
			   "SELECT due_s FROM timers "
			   "WHERE game = ? AND kind = ? AND slot = ?",
			   DB(db_int(game), db_int(kind), db_int(slot)), due_s,
			   why);
}
