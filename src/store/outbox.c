/* src/store/outbox.c */
#include "store/outbox.h"
#include "store/db.h"

enum { PRUNE_MAX = 500 };

static const char *const state_names[] = { "ready",  "sending", "sent",
					   "failed", "unknown", "withdrawn",
					   "bounced" };

const char *outbox_state_name(enum outbox_state s)
{
	return state_names[s];
}

/* By state, the states it may enter. */
static const unsigned may_follow[OUTBOX_STATES] = {
	[OUTBOX_READY] = 1u << OUTBOX_SENDING | 1u << OUTBOX_FAILED |
			 1u << OUTBOX_WITHDRAWN,
	[OUTBOX_SENDING] = 1u << OUTBOX_SENT | 1u << OUTBOX_READY |
			   1u << OUTBOX_FAILED | 1u << OUTBOX_UNKNOWN |
			   1u << OUTBOX_WITHDRAWN,
	[OUTBOX_SENT] = 1u << OUTBOX_BOUNCED,
	[OUTBOX_FAILED] = 1u << OUTBOX_READY | 1u << OUTBOX_WITHDRAWN,
	[OUTBOX_UNKNOWN] = 1u << OUTBOX_SENDING | 1u << OUTBOX_BOUNCED |
			   1u << OUTBOX_WITHDRAWN,
	[OUTBOX_WITHDRAWN] = 1u << OUTBOX_READY,
	[OUTBOX_BOUNCED] = 1u << OUTBOX_WITHDRAWN,
};

static enum err state_of(struct store *st, int64_t id, enum outbox_state *state,
			 bool *kept, struct why *why)
{
	struct query q;

	db_start(&q, st, "SELECT state, kept FROM outbox WHERE id = ?",
		 DB(db_int(id)), why);
	if (db_row(&q)) {
		*state = (enum outbox_state)db_get_small(&q, 0);
		*kept = db_get_int(&q, 1) != 0;
	}
	return db_end_found(&q);
}

/* Sole writer of the state. ERR_NOT_FOUND if the row cannot go there. */
static enum err outbox_enter(struct store *st, int64_t id,
			     enum outbox_state next, struct why *why)
{
	enum outbox_state state = OUTBOX_SENT;
	bool kept = false;
	enum err e = state_of(st, id, &state, &kept, why);

	if (e)
		return e;
	if (!(may_follow[state] & 1u << next))
		return ERR_NOT_FOUND;
	/* what goes out twice must be the same bytes */
	assert(next != OUTBOX_SENDING || kept);
	return db_change(st, "UPDATE outbox SET state = ? WHERE id = ?",
			 DB(db_int(next), db_int(id)), why);
}

enum err store_outbox_add(struct store *st, const struct outbox_row *r,
			  int64_t *id, struct why *why)
{
	enum err e = db_change(
		st,
		"INSERT INTO outbox (state, next_s, game, slot, point, "
		"first_event, last_event, kind, person, address, language, "
		"message_id, in_reply_to, matter, automatic, created_s, queued_s, "
		"again) "
		"VALUES (0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		DB(db_int(r->next_s), db_int_or_null(r->game, !r->game),
		   db_int_or_null(r->slot, r->slot < 0), db_int(r->point),
		   db_int(r->first_event), db_int(r->last_event),
		   db_text(r->kind), db_int_or_null(r->person, !r->person),
		   db_text(r->address), db_text(r->language),
		   db_text(r->message_id), db_text(r->in_reply_to),
		   db_text(r->matter), db_int(r->automatic),
		   db_int(r->created_s), db_int(r->queued_s),
		   db_int_or_null(r->again, !r->again)),
		why);
	if (!e)
		*id = db_last_id(st);
	return e;
}

#define OUTBOX_COLUMNS                                                         \
	"id, state, next_s, attempts, code, trouble, game, slot, point, "      \
	"first_event, last_event, kind, person, address, language, "           \
	"message_id, in_reply_to, matter, automatic, created_s, sent_s, "      \
	"renders, size, kept, again, form, queued_s, sent_id"

static void outbox_row_get(struct query *q, struct arena *a,
			   struct outbox_row *r)
{
	*r = (struct outbox_row){
		.id = db_get_int(q, 0),
		.next_s = db_get_int(q, 2),
		.attempts = db_get_small(q, 3),
		.code = db_get_small(q, 4),
		.trouble = db_get_str(q, 5, a),
		.game = db_get_int(q, 6),
		.slot = db_get_null(q, 7) ? -1 : db_get_small(q, 7),
		.point = db_get_int(q, 8),
		.first_event = db_get_int(q, 9),
		.last_event = db_get_int(q, 10),
		.kind = db_get_str(q, 11, a),
		.person = db_get_int(q, 12),
		.address = db_get_str(q, 13, a),
		.language = db_get_str(q, 14, a),
		.message_id = db_get_str(q, 15, a),
		.in_reply_to = db_get_str(q, 16, a),
		.matter = db_get_str(q, 17, a),
		.automatic = db_get_int(q, 18) != 0,
		.created_s = db_get_int(q, 19),
		.sent_s = db_get_int(q, 20),
		.renders = db_get_small(q, 21),
		.size = db_get_int(q, 22),
		.kept = db_get_int(q, 23) != 0,
		.again = db_get_int(q, 24),
		.form = db_get_small(q, 25),
		.queued_s = db_get_int(q, 26),
		.sent_id = db_get_str(q, 27, a),
	};
	r->state = (enum outbox_state)db_get_small(q, 1);
}

enum err store_outbox_get(struct store *st, int64_t id, struct arena *a,
			  struct outbox_row *r, struct why *why)
{
	struct query q;

	db_start(&q, st, "SELECT " OUTBOX_COLUMNS " FROM outbox WHERE id = ?",
		 DB(db_int(id)), why);
	if (db_row(&q))
		outbox_row_get(&q, a, r);
	return db_end_found(&q);
}

enum err store_outbox_bytes(struct store *st, int64_t id, struct arena *a,
			    struct str *bytes, struct why *why)
{
	struct query q;

	db_start(&q, st, "SELECT bytes FROM mail_bytes WHERE id = ?",
		 DB(db_int(id)), why);
	if (db_row(&q))
		*bytes = db_get_str(&q, 0, a);
	return db_end_found(&q);
}

enum err store_outbox_before(struct store *st, const struct outbox_row *row,
			     struct arena *a, struct outbox_row *r,
			     struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT " OUTBOX_COLUMNS " FROM outbox WHERE game = ? "
		 "AND id < ? AND person = ? AND point < ? "
		 "AND again IS NULL AND slot >= 0 "
		 "AND kind IN ('report', 'receipt', 'warning') "
		 "ORDER BY id DESC LIMIT 1",
		 DB(db_int(row->game), db_int(row->id ? row->id : INT64_MAX),
		    db_int(row->person), db_int(row->point)),
		 why);
	if (db_row(&q))
		outbox_row_get(&q, a, r);
	return db_end_found(&q);
}

enum err store_outbox_by_message_id(struct store *st, struct str message_id,
				    struct arena *a, struct outbox_row *r,
				    struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT " OUTBOX_COLUMNS " FROM outbox WHERE message_id = ?1 "
		 "OR (sent_id = ?1 AND sent_id <> '')",
		 DB(db_text(message_id)), why);
	if (db_row(&q))
		outbox_row_get(&q, a, r);
	return db_end_found(&q);
}

/* It would overtake one to the same person, of the same game or with news of
 * it, that was tried and is not known to have arrived; a digest, which awaits
 * nothing, any such. By tries, not by age: many a mail is kept before it. */
#define OVERTAKES                                                              \
	"(o.again IS NULL AND EXISTS (SELECT 1 FROM outbox b "                 \
	"WHERE b.person = o.person AND b.id < o.id AND b.state IN (0, 1, 4) "  \
	"AND b.attempts > 0 AND b.attempts <= ?1 AND b.again IS NULL "         \
	"AND (b.game = o.game OR o.kind = 'digest' OR CASE b.kind "            \
	"WHEN 'digest' THEN o.game IN (SELECT p.game FROM outbox p "           \
	"JOIN json_each(b.matter, '$.of') k ON p.id = k.value) END))) "

enum err store_outbox_due(struct store *st, int64_t now_s, int64_t *ids,
			  int max, int *n, struct why *why)
{
	struct query q;

	*n = 0;
	db_start(&q, st,
		 "SELECT o.id FROM outbox o WHERE o.state IN (0, 4) "
		 "AND o.next_s <= ?2 AND NOT " OVERTAKES
		 "ORDER BY o.next_s, o.id LIMIT ?3",
		 DB(db_int(OUTBOX_ORDER_TRIES), db_int(now_s), db_int(max)),
		 why);
	while (*n < max && db_row(&q))
		ids[(*n)++] = db_get_int(&q, 0);
	return db_end(&q);
}

enum err store_outbox_news(struct store *st, int64_t now_s, int slot,
			   struct outbox_news *out, int max, int *n,
			   struct why *why)
{
	struct query q;

	*n = 0;
	db_start(&q, st,
		 "SELECT o.id, o.person, o.game FROM outbox o "
		 "JOIN persons p ON p.id = o.person "
		 "WHERE o.state IN (0, 4) AND o.state = 0 AND o.next_s <= ?2 "
		 "AND o.next_s > o.created_s AND o.kind = 'report' "
		 "AND o.size = 0 AND o.renders = 0 AND o.attempts = 0 "
		 "AND o.again IS NULL AND o.slot < ?3 AND p.digest = 1 "
		 "AND NOT " OVERTAKES "ORDER BY o.person, o.id LIMIT ?4",
		 DB(db_int(OUTBOX_ORDER_TRIES), db_int(now_s), db_int(slot),
		    db_int(max)),
		 why);
	while (*n < max && db_row(&q))
		out[(*n)++] = (struct outbox_news){ db_get_int(&q, 0),
						    db_get_int(&q, 1),
						    db_get_int(&q, 2) };
	return db_end(&q);
}

enum err store_outbox_latest(struct store *st, int64_t now_s, int64_t *ids,
			     int max, int *n, struct why *why)
{
	struct query q;

	*n = 0;
	/* by the index outbox_due, and of a long line its end alone */
	db_start(&q, st,
		 "SELECT o.id FROM (SELECT id, person, state, size, renders, "
		 "again FROM outbox WHERE state IN (0, 4) AND next_s <= ?1 "
		 "ORDER BY next_s DESC, id DESC LIMIT 40) o "
		 "WHERE o.state = 0 AND o.size = 0 AND o.renders = 0 "
		 "AND o.again IS NULL AND o.person IS NOT NULL "
		 "AND NOT EXISTS (SELECT 1 FROM outbox b WHERE b.state = 0 "
		 "AND b.size = 0 AND b.person = o.person AND b.id < o.id) "
		 "AND NOT EXISTS (SELECT 1 FROM outbox b "
		 "WHERE b.attempts > 0 AND b.state IN (0, 1, 4) "
		 "AND b.again IS NULL AND b.person = o.person) LIMIT ?2",
		 DB(db_int(now_s), db_int(max)), why);
	while (*n < max && db_row(&q))
		ids[(*n)++] = db_get_int(&q, 0);
	return db_end(&q);
}

enum err store_outbox_next(struct store *st, int64_t *next_s, struct why *why)
{
	struct query q;

	*next_s = INT64_MAX;
	db_start(&q, st,
		 "SELECT o.next_s FROM outbox o WHERE o.state IN (0, 4) "
		 "AND NOT " OVERTAKES "ORDER BY o.next_s, o.id LIMIT 1",
		 DB(db_int(OUTBOX_ORDER_TRIES)), why);
	if (db_row(&q))
		*next_s = db_get_int(&q, 0);
	return db_end(&q);
}

enum err store_outbox_render(struct store *st, int64_t id, struct str bytes,
			     const uint8_t hash[STORE_HASH_SIZE],
			     struct why *why)
{
	enum err e = db_change_found(
		st,
		"UPDATE outbox SET size = ?, hash = ?, kept = 1 "
		"WHERE id = ? AND size = 0",
		DB(db_int((int64_t)bytes.len), db_hash(hash), db_int(id)), why);
	if (e)
		return e;
	return db_change(st, "INSERT INTO mail_bytes (id, bytes) VALUES (?, ?)",
			 DB(db_int(id), db_blob(bytes)), why);
}

enum err store_outbox_name(struct store *st, int64_t id, struct str sent_id,
			   struct why *why)
{
	return db_change(st, "UPDATE outbox SET sent_id = ? WHERE id = ?",
			 DB(db_text(sent_id), db_int(id)), why);
}

static enum err outbox_forget(struct store *st, int64_t id, struct why *why)
{
	enum err e = db_change(st, "UPDATE outbox SET kept = 0 WHERE id = ?",
			       DB(db_int(id)), why);
	if (e)
		return e;
	return db_change(st, "DELETE FROM mail_bytes WHERE id = ?",
			 DB(db_int(id)), why);
}

enum err store_outbox_prune(struct store *st, int64_t before_s, int most,
			    int *n, int64_t *bytes, struct why *why)
{
	int64_t ids[PRUNE_MAX];
	struct query q;
	enum err e;

	*n = 0;
	*bytes = 0;
	/* the bound of the index outbox_kept, and then ours */
	db_start(&q, st,
		 "SELECT id, size FROM outbox WHERE kept AND done_s > 0 "
		 "AND done_s < ? ORDER BY done_s, id LIMIT ?",
		 DB(db_int(before_s),
		    db_int(most < PRUNE_MAX ? most : PRUNE_MAX)),
		 why);
	while (*n < PRUNE_MAX && db_row(&q)) {
		ids[(*n)++] = db_get_int(&q, 0);
		*bytes += db_get_int(&q, 1);
	}
	e = db_end(&q);
	for (int i = 0; !e && i < *n; i++)
		e = outbox_forget(st, ids[i], why);
	return e;
}

enum err store_outbox_defer(struct store *st, int64_t id, struct str trouble,
			    int64_t next_s, struct why *why)
{
	return db_change(
		st,
		"UPDATE outbox SET trouble = ?, next_s = ?, renders = 0 "
		"WHERE id = ?",
		DB(db_text(trouble), db_int(next_s), db_int(id)), why);
}

enum err store_outbox_held(struct store *st, const struct outbox_reader *to,
			   int64_t now_s, int64_t *id, int64_t *first_event,
			   struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT id, first_event FROM outbox WHERE state = 0 "
		 "AND size = 0 AND person = ? AND next_s > ? AND game = ? "
		 "AND slot = ? AND kind = 'report' AND renders = 0 "
		 "AND again IS NULL ORDER BY id LIMIT 1",
		 DB(db_int(to->person), db_int(now_s), db_int(to->game),
		    db_int(to->slot)),
		 why);
	if (db_row(&q)) {
		*id = db_get_int(&q, 0);
		*first_event = db_get_int(&q, 1);
	}
	return db_end_found(&q);
}

enum err store_outbox_release(struct store *st, int64_t person, int64_t now_s,
			      int *n, struct why *why)
{
	enum err e = db_change(
		st,
		"UPDATE outbox SET next_s = ?1 WHERE state = 0 AND size = 0 "
		"AND person = ?2 AND next_s > ?1 AND renders = 0",
		DB(db_int(now_s), db_int(person)), why);
	*n = e ? 0 : db_changes(st);
	return e;
}

enum err store_outbox_tries(struct store *st, int64_t id, int *tries,
			    struct why *why)
{
	struct query q;

	*tries = 0;
	db_start(&q, st, "SELECT renders FROM outbox WHERE id = ? AND size = 0",
		 DB(db_int(id)), why);
	while (db_row(&q))
		*tries = db_get_small(&q, 0);
	return db_end(&q);
}

enum err store_outbox_try(struct store *st, int64_t id, int64_t next_s,
			  int *tries, struct why *why)
{
	struct query q;

	*tries = 0;
	db_start(&q, st,
		 "UPDATE outbox SET renders = renders + 1, "
		 "next_s = max(next_s, ?) "
		 "WHERE id = ? AND size = 0 RETURNING renders",
		 DB(db_int(next_s), db_int(id)), why);
	while (db_row(&q))
		*tries = db_get_small(&q, 0);
	return db_end(&q);
}

enum err store_outbox_back(struct store *st, int64_t id, struct why *why)
{
	return db_change(st,
			 "UPDATE outbox SET renders = renders - 1 "
			 "WHERE id = ? AND size = 0 AND renders > 0",
			 DB(db_int(id)), why);
}

enum err store_outbox_take(struct store *st, int64_t id, struct why *why)
{
	enum err e = outbox_enter(st, id, OUTBOX_SENDING, why);

	if (e)
		return e;
	return db_change(
		st, "UPDATE outbox SET attempts = attempts + 1 WHERE id = ?",
		DB(db_int(id)), why);
}

enum err store_outbox_finish(struct store *st, int64_t id,
			     const struct outbox_end *end, struct why *why)
{
	enum outbox_state next = end->next;
	enum err e;

	assert(next != OUTBOX_SENDING);
	e = outbox_enter(st, id, next, why);
	if (e)
		return e;
	return db_change(
		st,
		"UPDATE outbox SET code = ?, trouble = ?, next_s = ?, "
		"sent_s = ?, done_s = ? WHERE id = ?",
		DB(db_int(end->code), db_text(end->trouble),
		   db_int(end->next_s),
		   db_int(next == OUTBOX_SENT ? end->now_s : 0),
		   db_int(next == OUTBOX_SENT || next == OUTBOX_FAILED ||
					  next == OUTBOX_WITHDRAWN
				  ? end->now_s
				  : 0),
		   db_int(id)),
		why);
}

enum err store_outbox_withdraw(struct store *st, int64_t id, const char *words,
			       int64_t now_s, struct why *why)
{
	const struct outbox_end end = { .next = OUTBOX_WITHDRAWN,
					.trouble = str_of(words),
					.now_s = now_s };

	return store_outbox_finish(st, id, &end, why);
}

enum err store_outbox_recover(struct store *st, int *n, struct why *why)
{
	enum { BATCH = 64 };
	struct query q;
	int64_t ids[BATCH];
	int got;
	enum err e = ERR_OK;

	*n = 0;
	do {
		got = 0;
		db_start(&q, st,
			 "SELECT id FROM outbox WHERE state = 1 LIMIT ?",
			 DB(db_int(BATCH)), why);
		while (got < BATCH && db_row(&q))
			ids[got++] = db_get_int(&q, 0);
		e = db_end(&q);
		for (int i = 0; !e && i < got; i++)
			e = outbox_enter(st, ids[i], OUTBOX_UNKNOWN, why);
		*n += got;
	} while (!e && got);
	return e;
}

enum err store_outbox_hold(struct store *st, int64_t id, int code,
			   struct str trouble, bool counted, int64_t next_s,
			   struct why *why)
{
	enum err e = outbox_enter(st, id, OUTBOX_READY, why);

	if (e)
		return e;
	return db_change(
		st,
		"UPDATE outbox SET code = ?1, trouble = ?2, next_s = ?3, "
		"attempts = CASE ?4 WHEN 0 THEN attempts - 1 "
		"ELSE min(attempts, 1) END WHERE id = ?5",
		DB(db_int(code), db_text(trouble), db_int(next_s),
		   db_int(counted), db_int(id)),
		why);
}

/* it waits, as if its fate had never been known */
static enum err outbox_undone(struct store *st, int64_t id, int attempts,
			      int64_t next_s, struct why *why)
{
	return db_change(
		st,
		"UPDATE outbox SET next_s = ?, attempts = ?, done_s = 0 "
		"WHERE id = ?",
		DB(db_int(next_s), db_int(attempts), db_int(id)), why);
}

enum err store_outbox_revive(struct store *st, int64_t id, int64_t next_s,
			     struct why *why)
{
	enum outbox_state state = OUTBOX_SENT;
	bool kept = false;
	enum err e = state_of(st, id, &state, &kept, why);

	if (!e && (state != OUTBOX_FAILED || !kept))
		return ERR_NOT_FOUND;
	if (!e)
		e = outbox_enter(st, id, OUTBOX_READY, why);
	return e ? e : outbox_undone(st, id, 1, next_s, why);
}

enum err store_outbox_release_held(struct store *st, int64_t now_s,
				   struct why *why)
{
	/* 552 is a full mailbox: the recipient's */
	return db_change(st,
			 "UPDATE outbox SET next_s = ?1 WHERE state IN (0, 4) "
			 "AND state = 0 AND next_s > ?1 AND attempts = 1 "
			 "AND code BETWEEN 500 AND 599 AND code <> 552",
			 DB(db_int(now_s)), why);
}

enum err store_outbox_shrink(struct store *st, int64_t id, int form,
			     struct why *why)
{
	enum err e = outbox_forget(st, id, why);

	if (e)
		return e;
	return db_change(st,
			 "UPDATE outbox SET size = 0, hash = NULL, form = ? "
			 "WHERE id = ?",
			 DB(db_int(form), db_int(id)), why);
}

enum err store_outbox_bounce(struct store *st, int64_t id, struct str words,
			     struct why *why)
{
	enum err e = outbox_enter(st, id, OUTBOX_BOUNCED, why);

	if (e)
		return e;
	return db_change(st,
			 "UPDATE outbox SET trouble = ?1, next_s = 0, "
			 "done_s = max(done_s, sent_s, 1) WHERE id = ?2",
			 DB(db_text(words), db_int(id)), why);
}

enum err store_outbox_drop(struct store *st, int64_t id, struct str words,
			   int64_t now_s, struct why *why)
{
	enum outbox_state state = OUTBOX_SENT;
	bool kept = false;
	enum err e = state_of(st, id, &state, &kept, why);

	if (e)
		return e;
	if (state == OUTBOX_SENT)
		return ERR_EXISTS;
	if (state != OUTBOX_WITHDRAWN)
		e = outbox_enter(st, id, OUTBOX_WITHDRAWN, why);
	if (e)
		return e;
	return db_change(
		st,
		"UPDATE outbox SET trouble = ?, next_s = 0, done_s = ? "
		"WHERE id = ?",
		DB(db_text(words), db_int(now_s), db_int(id)), why);
}

enum err store_outbox_recall(struct store *st, int64_t person,
			     struct str message_id_begins, int64_t now_s,
			     struct why *why)
{
	enum { MOST = 32 };
	int64_t ids[MOST];
	struct query q;
	enum err e;
	int n = 0;

	db_start(&q, st,
		 "SELECT id FROM outbox WHERE state IN (0, 4) AND state = 0 "
		 "AND (?1 = 0 OR person = ?1) "
		 "AND substr(message_id, 1, length(?2)) = ?2 LIMIT ?3",
		 DB(db_int(person), db_text(message_id_begins), db_int(MOST)),
		 why);
	while (n < MOST && db_row(&q))
		ids[n++] = db_get_int(&q, 0);
	e = db_end(&q);
	for (int i = 0; !e && i < n; i++)
		e = store_outbox_withdraw(st, ids[i], "recalled", now_s, why);
	return e;
}

enum err store_outbox_again(struct store *st, int64_t id, int64_t now_s,
			    struct why *why)
{
	enum outbox_state state = OUTBOX_SENT;
	struct outbox_row row;
	struct arena a = { 0 };
	bool kept = false;
	enum err e = state_of(st, id, &state, &kept, why);

	if (!e)
		e = store_outbox_get(st, id, &a, &row, why);
	arena_release(&a);
	if (e)
		return e;
	if (state == OUTBOX_SENT || state == OUTBOX_SENDING ||
	    state == OUTBOX_BOUNCED || (row.size && !kept))
		return ERR_NOT_FOUND;
	if (state == OUTBOX_FAILED || state == OUTBOX_WITHDRAWN)
		e = outbox_enter(st, id, OUTBOX_READY, why);
	return e ? e : outbox_undone(st, id, 0, now_s, why);
}

enum err store_outbox_choose(struct store *st, const struct mail_choice *w,
			     struct arena *a,
			     bool (*each)(void *context,
					  const struct outbox_row *r),
			     void *context, struct why *why)
{
	struct query q;
	struct outbox_row r;

	db_start(&q, st,
		 "SELECT " OUTBOX_COLUMNS " FROM outbox "
		 "WHERE (?1 < 0 OR state = ?1) AND id < ?2 "
		 "AND (?3 = 0 OR game = ?3) AND (?4 = 0 OR person = ?4) "
		 "AND created_s >= ?5 AND created_s < ?6 "
		 "AND (?7 = '' OR instr(kind || ' ' || address || ' ' || "
		 "trouble, ?7)) ORDER BY id DESC LIMIT ?8",
		 DB_CHOICE(w), why);
	while (db_row(&q)) {
		outbox_row_get(&q, a, &r);
		if (!each(context, &r))
			break;
	}
	return db_end(&q);
}

enum err store_outbox_late(struct store *st, int64_t now_s, int64_t *n,
			   int64_t *oldest_s, struct why *why)
{
	struct query q;

	*n = *oldest_s = 0;
	db_start(&q, st,
		 "SELECT count(*), ifnull(min(queued_s), 0) FROM outbox "
		 "WHERE state IN (0, 4) AND (next_s <= ? OR attempts > 0)",
		 DB(db_int(now_s)), why);
	if (db_row(&q)) {
		*n = db_get_int(&q, 0);
		*oldest_s = db_get_int(&q, 1);
	}
	return db_end(&q);
}

enum err store_outbox_worn(struct store *st, int tries, int64_t *n,
			   struct why *why)
{
	/* the bound of the index outbox_worn, and then ours */
	return db_find_int(st,
			   "SELECT count(*) FROM outbox "
			   "WHERE renders > 1 AND renders > ?",
			   DB(db_int(tries)), n, why);
}

enum err store_outbox_waiting(struct store *st, int64_t game, int64_t *n,
			      struct why *why)
{
	return db_find_int(st,
			   "SELECT count(*) FROM outbox "
			   "WHERE game = ? AND state IN (0, 1, 4)",
			   DB(db_int(game)), n, why);
}

enum err store_outbox_counts(struct store *st, int64_t counts[OUTBOX_STATES],
			     struct why *why)
{
	return db_counts(st,
			 "SELECT state, count(*) FROM outbox GROUP BY state",
			 counts, OUTBOX_STATES, why);
}

enum err store_outbox_unmailed(struct store *st, int64_t game, int64_t point,
			       bool *any, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT 1 FROM outbox WHERE game = ? AND point = ? "
		 "AND kind IN ('report', 'receipt') AND next_s <= created_s "
		 "AND sent_s = 0 AND attempts = 0 LIMIT 1",
		 DB(db_int(game), db_int(point)), why);
	*any = db_row(&q);
	return db_end(&q);
}
