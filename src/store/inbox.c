/* src/store/inbox.c */
#include "store/inbox.h"
#include "store/db.h"

enum { PRUNE_MAX = 500 };

/* as the index inbox_stray has it */
#define STRAY                                                                  \
	"state = 2 AND size > 0 AND (slot IS NULL OR verdict = 'unverified')"

static const char *const state_names[] = { "new", "trying", "done",
					   "quarantined" };

const char *inbox_state_name(enum inbox_state s)
{
	return state_names[s];
}

static enum err hash_find(struct store *st, const uint8_t hash[STORE_HASH_SIZE],
			  int64_t *id, struct why *why)
{
	return db_find_int(st, "SELECT id FROM inbox WHERE hash = ?",
			   DB(db_hash(hash)), id, why);
}

enum err store_inbox_add(struct store *st, const struct inbox_row *row,
			 bool tried, int64_t *id, bool *known, struct why *why)
{
	enum err e = hash_find(st, row->hash, id, why);

	*known = true;
	if (e != ERR_NOT_FOUND)
		return e;
	*known = false;
	e = db_change(
		st,
		"INSERT INTO inbox (hash, received_s, guessed, raw, size, "
		"cut, state, attempts) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		DB(db_hash(row->hash), db_int(row->received_s),
		   db_int(row->guessed), db_blob(row->raw),
		   db_int((int64_t)row->raw.len), db_int(row->cut),
		   db_int(tried ? INBOX_TRYING : INBOX_NEW), db_int(tried)),
		why);
	if (!e)
		*id = db_last_id(st);
	return e;
}

static void row_get(struct query *q, struct arena *a, struct inbox_row *row)
{
	*row = (struct inbox_row){
		.id = db_get_int(q, 0),
		.received_s = db_get_int(q, 2),
		.attempts = db_get_small(q, 4),
		.poison = db_get_int(q, 5) != 0,
		.verdict = db_get_str(q, 6, a),
		.game = db_get_int(q, 7),
		.slot = db_get_null(q, 8) ? -1 : db_get_small(q, 8),
	};
	db_get_hash(q, 1, row->hash);
	row->state = (enum inbox_state)(db_get_int(q, 3) & 3);
}

enum err store_inbox_get(struct store *st, int64_t id, struct arena *a,
			 struct inbox_row *row, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT id, hash, received_s, state, attempts, poison, "
		 "verdict, game, slot, raw, cut, size, guessed FROM inbox "
		 "WHERE id = ?",
		 DB(db_int(id)), why);
	if (db_row(&q)) {
		row_get(&q, a, row);
		row->raw = db_get_str(&q, 9, a);
		row->cut = db_get_int(&q, 10) != 0;
		row->pruned = !db_get_int(&q, 11);
		row->guessed = db_get_int(&q, 12) != 0;
	}
	return db_end_found(&q);
}

enum err store_inbox_open(struct store *st, const struct inbox_open *after,
			  int64_t until_s, struct inbox_open *out, int max,
			  int *n, struct why *why)
{
	static const struct inbox_open all = { .received_s = INT64_MIN };
	struct query q;

	*n = 0;
	if (!after)
		after = &all;
	db_start(&q, st,
		 "SELECT received_s, id, attempts FROM inbox WHERE state < 2 "
		 "AND (received_s, id) > (?, ?) AND received_s <= ? "
		 "ORDER BY received_s, id LIMIT ?",
		 DB(db_int(after->received_s), db_int(after->id),
		    db_int(until_s), db_int(max)),
		 why);
	while (*n < max && db_row(&q))
		out[(*n)++] = (struct inbox_open){
			.received_s = db_get_int(&q, 0),
			.id = db_get_int(&q, 1),
			.attempts = db_get_small(&q, 2),
		};
	return db_end(&q);
}

enum err store_inbox_guessed(struct store *st, int64_t game, bool *yes,
			     struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT 1 FROM inbox WHERE game = ? AND guessed = 1 LIMIT 1",
		 DB(db_int(game)), why);
	*yes = db_row(&q);
	return db_end(&q);
}

enum err store_inbox_next(struct store *st, int64_t since_s, int64_t *at_s,
			  struct why *why)
{
	struct query q;

	*at_s = INT64_MAX;
	db_start(&q, st,
		 "SELECT received_s FROM inbox WHERE state < 2 "
		 "AND received_s > ? ORDER BY received_s LIMIT 1",
		 DB(db_int(since_s)), why);
	if (db_row(&q))
		*at_s = db_get_int(&q, 0);
	return db_end(&q);
}

enum err store_inbox_try(struct store *st, int64_t id, int *attempts,
			 struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "UPDATE inbox SET state = 1, attempts = attempts + 1 "
		 "WHERE id = ? AND state < 2 RETURNING attempts",
		 DB(db_int(id)), why);
	while (db_row(&q))
		*attempts = db_get_small(&q, 0);
	return db_end_found(&q);
}

enum err store_inbox_finish(struct store *st, int64_t id,
			    const struct inbox_end *end, struct why *why)
{
	assert(end->next != INBOX_TRYING);
	return db_change_found(
		st,
		"UPDATE inbox SET state = ?, verdict = ?, game = ?, slot = ?, "
		"poison = ? WHERE id = ? AND state = 1",
		DB(db_int(end->next), db_text(end->verdict),
		   db_int_or_null(end->game, !end->game),
		   db_int_or_null(end->slot, end->slot < 0),
		   db_int(end->poison), db_int(id)),
		why);
}

/* Mails whose text is to be deleted. */
struct stray {
	int64_t ids[PRUNE_MAX];
	int n;
	int64_t bytes;
};

/* the oldest, until the rest is small and young enough */
static enum err stray_list(struct store *st, int64_t before_s,
			   int64_t max_bytes, int most, struct stray *out,
			   struct why *why)
{
	int64_t left = 0;
	struct query q;
	enum err e;

	db_start(&q, st, "SELECT sum(size) FROM inbox WHERE " STRAY, NULL, why);
	if (db_row(&q) && !db_get_null(&q, 0))
		left = db_get_int(&q, 0);
	e = db_end(&q);
	if (e)
		return e;
	db_start(&q, st,
		 "SELECT id, received_s, size FROM inbox WHERE " STRAY
		 " ORDER BY id",
		 NULL, why);
	while (out->n < most && db_row(&q)) {
		if (db_get_int(&q, 1) >= before_s && left <= max_bytes)
			break;
		out->ids[out->n++] = db_get_int(&q, 0);
		left -= db_get_int(&q, 2);
		out->bytes += db_get_int(&q, 2);
	}
	return db_end(&q);
}

/* the text; what became of it stays on record */
static enum err inbox_forget(struct store *st, const int64_t *ids, int n,
			     struct why *why)
{
	enum err e = ERR_OK;

	for (int i = 0; !e && i < n; i++) {
		e = db_change(
			st, "UPDATE inbox SET raw = x'', size = 0 WHERE id = ?",
			DB(db_int(ids[i])), why);
	}
	return e;
}

enum err store_inbox_prune(struct store *st, int64_t before_s,
			   int64_t max_bytes, int most, int *n, int64_t *bytes,
			   struct why *why)
{
	struct stray s = { .n = 0 };
	enum err e = stray_list(st, before_s, max_bytes,
				most < PRUNE_MAX ? most : PRUNE_MAX, &s, why);

	*n = s.n;
	*bytes = s.bytes;
	return e ? e : inbox_forget(st, s.ids, s.n, why);
}

enum err store_inbox_forget(struct store *st, int64_t before_s, int64_t now_s,
			    int most, int *n, int64_t *bytes, struct why *why)
{
	int64_t ids[PRUNE_MAX];
	struct query q;
	enum err e;

	*n = 0;
	*bytes = 0;
	/* the index inbox_mail, and what it cannot know */
	db_start(&q, st,
		 "SELECT i.id, i.size FROM inbox i "
		 "LEFT JOIN games g ON g.id = i.game "
		 "WHERE i.state = 2 AND i.size > 0 AND i.slot IS NOT NULL "
		 "AND i.verdict <> 'unverified' AND i.received_s < ?1 "
		 "AND i.received_s < ?2 - coalesce(g.dispute_s, 0) "
		 "ORDER BY i.received_s, i.id LIMIT ?3",
		 DB(db_int(before_s), db_int(now_s),
		    db_int(most < PRUNE_MAX ? most : PRUNE_MAX)),
		 why);
	while (*n < PRUNE_MAX && db_row(&q)) {
		ids[(*n)++] = db_get_int(&q, 0);
		*bytes += db_get_int(&q, 1);
	}
	e = db_end(&q);
	return e ? e : inbox_forget(st, ids, *n, why);
}

enum err store_inbox_back(struct store *st, int64_t id, struct why *why)
{
	return db_change_found(
		st,
		"UPDATE inbox SET state = 0, attempts = attempts - 1 "
		"WHERE id = ? AND state = 1",
		DB(db_int(id)), why);
}

enum err store_inbox_again(struct store *st, int64_t id, struct why *why)
{
	return db_change_found(
		st,
		"UPDATE inbox SET state = 0, attempts = 0, poison = 0 "
		"WHERE id = ? AND state = 3",
		DB(db_int(id)), why);
}

enum err store_inbox_drop(struct store *st, int64_t id, struct why *why)
{
	return db_change_found(
		st,
		"UPDATE inbox SET state = 2, "
		"verdict = verdict || ', dropped by the operator' "
		"WHERE id = ? AND state = 3",
		DB(db_int(id)), why);
}

enum err store_inbox_choose(struct store *st, const struct mail_choice *w,
			    struct arena *a,
			    bool (*each)(void *context,
					 const struct inbox_row *row),
			    void *context, struct why *why)
{
	struct query q;
	struct inbox_row row;

	db_start(&q, st,
		 "SELECT id, hash, received_s, state, attempts, poison, "
		 "verdict, game, slot FROM inbox "
		 "WHERE (?1 < 0 OR state = ?1) AND id < ?2 "
		 "AND (?3 = 0 OR game = ?3) AND (?4 = 0 OR EXISTS (SELECT 1 "
		 "FROM seats WHERE seats.game = inbox.game "
		 "AND seats.slot = inbox.slot AND seats.person = ?4)) "
		 "AND received_s >= ?5 AND received_s < ?6 "
		 "AND (?7 = '' OR instr(verdict, ?7)) "
		 "ORDER BY id DESC LIMIT ?8",
		 DB_CHOICE(w), why);
	while (db_row(&q)) {
		row_get(&q, a, &row);
		if (!each(context, &row))
			break;
	}
	return db_end(&q);
}

enum err store_inbox_counts(struct store *st, int64_t counts[INBOX_STATES],
			    struct why *why)
{
	return db_counts(st, "SELECT state, count(*) FROM inbox GROUP BY state",
			 counts, INBOX_STATES, why);
}

enum err store_cursor_get(struct store *st, struct str mailbox, struct arena *a,
			  struct str *position, struct why *why)
{
	struct query q;

	*position = STR("");
	db_start(&q, st, "SELECT position FROM cursors WHERE mailbox = ?",
		 DB(db_text(mailbox)), why);
	if (db_row(&q))
		*position = db_get_str(&q, 0, a);
	return db_end(&q);
}

enum err store_cursor_set(struct store *st, struct str mailbox,
			  struct str position, struct why *why)
{
	return db_change(
		st,
		"INSERT INTO cursors (mailbox, position) VALUES (?, ?) "
		"ON CONFLICT (mailbox) DO UPDATE SET position = "
		"excluded.position",
		DB(db_text(mailbox), db_text(position)), why);
}

enum err store_trouble_set(struct store *st, enum inbox_trouble kind,
			   struct str subject, int64_t now_s, struct str words,
			   struct why *why)
{
	if (!words.len)
		return db_change(st,
				 "DELETE FROM mailbox_troubles "
				 "WHERE kind = ? AND subject = ?",
				 DB(db_int(kind), db_text(subject)), why);
	return db_change(
		st,
		"INSERT INTO mailbox_troubles (kind, subject, since_s, words) "
		"VALUES (?, ?, ?, ?) ON CONFLICT (kind, subject) DO UPDATE "
		"SET words = excluded.words",
		DB(db_int(kind), db_text(subject), db_int(now_s),
		   db_text(words)),
		why);
}

enum err store_trouble_clear(struct store *st, struct why *why)
{
	return db_change(st, "DELETE FROM mailbox_troubles", NULL, why);
}

enum err store_trouble_list(struct store *st, struct arena *a,
			    void (*each)(void *context, enum inbox_trouble kind,
					 struct str subject, int64_t since_s,
					 struct str words),
			    void *context, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT kind, subject, since_s, words FROM mailbox_troubles "
		 "WHERE kind BETWEEN 0 AND ? ORDER BY kind, since_s, subject",
		 DB(db_int(INBOX_TROUBLES - 1)), why);
	while (db_row(&q))
		each(context, (enum inbox_trouble)db_get_int(&q, 0),
		     db_get_str(&q, 1, a), db_get_int(&q, 2),
		     db_get_str(&q, 3, a));
	return db_end(&q);
}
