/*
 * src/store/db.h - runs SQL statements for the files of this folder, one at a
 * time. Only db.c knows SQLite. Errors collect in the statement and are
 * returned once, by db_end, so a function reads as: start, rows, end. A change
 * is one call (db_change).
 *
 *	struct query q;
 *
 *	db_start(&q, st, "SELECT id FROM games WHERE name = ?",
 *		 DB(db_text(name)), why);
 *	if (db_row(&q))
 *		*id = db_get_int(&q, 0);
 *	return db_end_found(&q);
 *
 * The text of a statement must be a string literal: its address is the key of
 * the cache of prepared statements. A statement is not used again before it
 * has ended.
 */
#ifndef STORE_DB_H
#define STORE_DB_H
#include "base/arena.h"
#include "store/store.h"

struct query {
	struct store *st;
	void *stmt; /* of the library */
	struct why *why;
	enum err e; /* the first one */
	int n_bound;
	bool changes; /* a statement that writes */
	bool any;     /* it gave a row */
};

/* A value for a parameter; its bytes are borrowed until db_end. */
struct db_value {
	enum { DB_NONE, DB_NULL, DB_INT, DB_TEXT, DB_BLOB } type;
	int64_t n;
	struct str s;
};

static inline struct db_value db_int(int64_t n)
{
	return (struct db_value){ .type = DB_INT, .n = n };
}

static inline struct db_value db_int_or_null(int64_t n, bool null)
{
	return (struct db_value){ .type = null ? DB_NULL : DB_INT, .n = n };
}

static inline struct db_value db_text(struct str s)
{
	return (struct db_value){ .type = DB_TEXT, .s = s };
}

static inline struct db_value db_blob(struct str s)
{
	return (struct db_value){ .type = DB_BLOB, .s = s };
}

static inline struct db_value db_hash(const uint8_t hash[STORE_HASH_SIZE])
{
	return db_blob((struct str){ (const char *)hash, STORE_HASH_SIZE });
}

/* The values of all parameters, in their order. */
#define DB(...) ((const struct db_value[]){ __VA_ARGS__, { .type = DB_NONE } })

/* ?1 to ?8 of a choice of mails (mail_choice.h). */
#define DB_CHOICE(w)                                                           \
	DB(db_int((w)->state), db_int((w)->before ? (w)->before : INT64_MAX),  \
	   db_int((w)->game), db_int((w)->person), db_int((w)->since_s),       \
	   db_int((w)->until_s ? (w)->until_s : INT64_MAX),                    \
	   db_text((w)->words), db_int((w)->max))

/* values: DB(..), or NULL for a statement without parameters. */
void db_start(struct query *q, struct store *st, const char *sql,
	      const struct db_value *values, struct why *why);

/* A statement without rows. _found: ERR_NOT_FOUND, without text, if it changed
 * nothing. */
enum err db_change(struct store *st, const char *sql,
		   const struct db_value *values, struct why *why);
enum err db_change_found(struct store *st, const char *sql,
			 const struct db_value *values, struct why *why);

/* The first column of the first row, else out is kept: ERR_NOT_FOUND, without
 * text. */
enum err db_find_int(struct store *st, const char *sql,
		     const struct db_value *values, int64_t *out,
		     struct why *why);

/* The next row: false at the end or after an error. */
bool db_row(struct query *q);

/* Columns of the row, from 0; texts and blobs are copied into the arena. */
int64_t db_get_int(struct query *q, int col);
int db_get_small(struct query *q, int col); /* an int that must fit */
bool db_get_null(struct query *q, int col);
struct str db_get_str(struct query *q, int col, struct arena *a);
/* exactly 32 bytes, else the database is damaged: ERR_TAMPERED */
void db_get_hash(struct query *q, int col, uint8_t out[STORE_HASH_SIZE]);

/* Into out, which has room for max bytes; longer ones are ERR_TOO_LARGE. */
void db_get_bytes(struct query *q, int col, void *out, size_t max, size_t *len);

/* End the statement; _found says ERR_NOT_FOUND, without text, for no row. */
enum err db_end(struct query *q);
enum err db_end_found(struct query *q);

/* How many there are of each of n states: rows (state, count). */
enum err db_counts(struct store *st, const char *sql, int64_t *counts, int n,
		   struct why *why);

/*
 * For work on many tables: SQL made by sqlite3_mprintf (%Q quotes), run at once
 * and not cached; and a query that gives a number.
 */
enum err db_exec_format(struct store *st, struct why *why, const char *format,
			...);
enum err db_number(struct store *st, int64_t *out, struct why *why,
		   const char *format, ...);

/* Attach another database file as "archive", outside of a transaction. made:
 * create it now, for its owner alone; it must be new (ERR_EXISTS). */
enum err db_attach(struct store *st, const char *path, bool made,
		   struct why *why);
void db_detach(struct store *st);

/* Of the last INSERT; of the last statement that ran. */
int64_t db_last_id(struct store *st);
int db_changes(struct store *st);
#endif
