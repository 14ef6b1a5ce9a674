/* src/store/db.c */
#include "store/db.h"
#include "base/file.h"
#include "base/xalloc.h"
#include "base/parse.h"
#include "base/file_mode.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sqlite3.h>
#include <unistd.h>

enum {
	STATEMENTS = 512, /* a power of two, more than twice the SQL here */
	SCHEMA_MAX = 1 << 20,
	SCHEMAS_MAX = 999,
	BUSY_MS = 5000, /* so long it waits for the lock of another process */
	BUSY_STEP_MS = 10,
	/* In the header of the file: "Hrld" and how often what games keep has
	 * changed in a way that no schema carries over, which it does no more
	 * once a version is released. */
	APPLICATION_FIRST = 0x48726c64,
	APPLICATION = APPLICATION_FIRST + 2
};

struct statement {
	const char *sql;
	sqlite3_stmt *stmt;
};

struct store {
	sqlite3 *db;
	int version;
	bool in_transaction;
	bool relaxed;     /* commits do not wait for the disk now */
	bool lazy;        /* some did not, and what they wrote may be lost .. */
	bool unsure;      /* .. even by a disk that says it is there */
	int data_version; /* at the last look, of SQLite's count */
	int n_statements;
	struct statement statements[STATEMENTS];
	void (*step)(void *context);
	void *step_context;
};

/* The kind of a fault, and its words. */
static enum err db_fault(struct store *st, int rc, const char *doing,
			 struct why *why)
{
	int extended = sqlite3_extended_errcode(st->db);

	if (extended == SQLITE_CONSTRAINT_UNIQUE ||
	    extended == SQLITE_CONSTRAINT_PRIMARYKEY ||
	    extended == SQLITE_CONSTRAINT_ROWID)
		return why_set(why, ERR_EXISTS, "%s: %s", doing,
			       sqlite3_errmsg(st->db));
	if (rc == SQLITE_FULL || rc == SQLITE_IOERR || rc == SQLITE_CANTOPEN)
		return why_set(why, ERR_DISK, "%s: %s", doing,
			       sqlite3_errmsg(st->db));
	if (rc == SQLITE_CORRUPT || rc == SQLITE_NOTADB)
		return why_set(why, ERR_STORE,
			       "the database is damaged (%s): stop the "
			       "daemon, keep a copy of the state folder, and "
			       "put the newest backup in its place (heraldo "
			       "restore)",
			       sqlite3_errmsg(st->db));
	return why_set(why, ERR_STORE, "%s: %s", doing, sqlite3_errmsg(st->db));
}

static void step(struct store *st)
{
	if (st->step)
		st->step(st->step_context);
}

static enum err exec_sql(struct store *st, const char *sql, struct why *why)
{
	int rc = sqlite3_exec(st->db, sql, NULL, NULL, NULL);

	return rc ? db_fault(st, rc, sql, why) : ERR_OK;
}

/* The number that a pragma gives. */
static enum err db_pragma(struct store *st, const char *sql, int *out,
			  struct why *why)
{
	sqlite3_stmt *stmt;
	int rc = sqlite3_prepare_v2(st->db, sql, -1, &stmt, NULL);

	if (!rc && sqlite3_step(stmt) == SQLITE_ROW)
		*out = sqlite3_column_int(stmt, 0);
	else
		rc = rc ? rc : SQLITE_ERROR;
	sqlite3_finalize(stmt);
	return rc ? db_fault(st, rc, sql, why) : ERR_OK;
}

/* Schema --------------------------------------------------------------------*/

static int schema_number(const char *name)
{
	struct str s = str_of(name);
	int64_t n;

	if (s.len < 9 || name[3] != '-' || strcmp(name + s.len - 4, ".sql") ||
	    !parse_int((struct str){ name, 3 }, 1, SCHEMAS_MAX, &n))
		return 0;
	return (int)n;
}

/* The path of file `number` of the folder, into out; ERR_NOT_FOUND: none. */
static enum err schema_path(const char *dir, int number, struct buf *out,
			    int *newest, struct why *why)
{
	DIR *d = opendir(dir);
	struct dirent *entry;
	enum err e = ERR_NOT_FOUND;

	if (!d)
		return why_set(why, ERR_CONFIG,
			       "%s: %s; it should hold the schema of the "
			       "database",
			       dir, strerror(errno));
	*newest = 0;
	errno = 0;
	while ((entry = readdir(d))) {
		int n = schema_number(entry->d_name);

		if (n > *newest)
			*newest = n;
		if (n == number && n) {
			buf_clear(out);
			buf_addf(out, "%s/%s", dir, entry->d_name);
			e = ERR_OK;
		}
		errno = 0;
	}
	if (errno)
		e = why_set(why, ERR_DISK, "%s: %s", dir, strerror(errno));
	closedir(d);
	return e;
}

/* half a schema would be taken for one that is shorter */
static enum err schema_read(const char *path, struct buf *out, struct why *why)
{
	buf_release(out);
	return file_read(path, out->max, out, why);
}

static enum err schema_apply(struct store *st, const char *path, int number,
			     struct buf *sql, struct why *why)
{
	char version[64];
	enum err e = schema_read(path, sql, why);

	if (!e)
		e = exec_sql(st, "BEGIN IMMEDIATE", why);
	if (e)
		return e;
	/* another process may have applied it since the version was read */
	e = db_pragma(st, "PRAGMA user_version", &st->version, why);
	if (!e && st->version >= number)
		return exec_sql(st, "ROLLBACK", why);
	if (!e)
		e = exec_sql(st, sql->s, why);
	if (!e) {
		snprintf(version, sizeof(version), "PRAGMA user_version = %d",
			 number);
		e = exec_sql(st, version, why);
	}
	if (!e) {
		snprintf(version, sizeof(version), "PRAGMA application_id = %d",
			 APPLICATION);
		e = exec_sql(st, version, why);
	}
	if (!e)
		e = exec_sql(st, "COMMIT", why);
	if (e)
		sqlite3_exec(st->db, "ROLLBACK", NULL, NULL, NULL);
	else
		st->version = number;
	return e;
}

/* Every file from the database's version to the newest, in order. */
static enum err schema_upgrade(struct store *st, const char *path,
			       const char *dir, struct why *why)
{
	int application = 0, newest = 0, tables = 0;
	struct buf name, sql;
	enum err e;

	/* of one moment: another process may be making the database */
	e = exec_sql(st, "BEGIN", why);
	if (!e)
		e = db_pragma(st, "PRAGMA user_version", &st->version, why);
	if (!e)
		e = db_pragma(st, "PRAGMA application_id", &application, why);
	if (!e)
		e = db_pragma(st, "SELECT count(*) FROM sqlite_master", &tables,
			      why);
	if (!e)
		e = exec_sql(st, "COMMIT", why);
	if (e)
		return e;
	if (tables && APPLICATION_FIRST <= application &&
	    application < APPLICATION)
		return why_set(why, ERR_STORE_VERSION,
			       "%s is of a Heraldo before the first release, "
			       "whose games this one cannot go on with; it is "
			       "as it was: end and export them with the one "
			       "that began them, and begin a new state folder "
			       "here",
			       path);
	if (tables && application != APPLICATION)
		return why_set(why, ERR_STORE_VERSION,
			       "%s is a database, but none of Heraldo", path);
	buf_init(&name, PATH_MAX);
	buf_init(&sql, SCHEMA_MAX);
	e = schema_path(dir, 1, &name, &newest, why);
	if (e == ERR_NOT_FOUND)
		e = why_set(why, ERR_CONFIG, "%s holds no schema", dir);
	if (!e && st->version > newest)
		e = why_set(why, ERR_STORE_VERSION,
			    "%s has version %d, this program knows up to %d: "
			    "install a newer Heraldo",
			    path, st->version, newest);
	while (!e && st->version < newest) {
		e = schema_path(dir, st->version + 1, &name, &newest, why);
		if (e == ERR_NOT_FOUND)
			e = why_set(why, ERR_CONFIG, "%s lacks schema %03d",
				    dir, st->version + 1);
		if (!e)
			e = schema_apply(st, name.s, st->version + 1, &sql,
					 why);
	}
	buf_release(&name);
	buf_release(&sql);
	return e;
}

/*
 * Write ahead. SQLite does not wait for a lock here, but gives up at once where
 * two processes begin with a new database, so this waits as it does elsewhere.
 */
static enum err wal_start(struct store *st, struct why *why)
{
	static const char sql[] = "PRAGMA journal_mode = WAL";

	int ms = 0, rc;

	while ((rc = sqlite3_exec(st->db, sql, NULL, NULL, NULL)) ==
		       SQLITE_BUSY &&
	       (ms += BUSY_STEP_MS) <= BUSY_MS)
		sqlite3_sleep(BUSY_STEP_MS);
	return rc ? db_fault(st, rc, sql, why) : ERR_OK;
}

/* Open, close, transactions
 * --------------------------------------------------*/

enum err store_open(struct store **out, const char *path,
		    const char *schema_dir, struct why *why)
{
	struct store *st = xalloc_check(calloc(1, sizeof(*st)));
	enum err e = ERR_OK;
	int rc, pages = 0;

	*out = NULL;
	/* One thread uses the library here, and nobody asks how much memory it
	 * has: it need not lock and count at every allocation. It refuses once
	 * it has begun, and is as it was told before. */
	sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	/* its journal gets the same mode */
	e = private_make(path, why);
	if (e)
		goto fail;
	rc = sqlite3_open_v2(path, &st->db,
			     SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
				     SQLITE_OPEN_NOMUTEX,
			     NULL);
	if (rc) {
		e = db_fault(st, rc, path, why);
		goto fail;
	}
	sqlite3_extended_result_codes(st->db, 0);
	sqlite3_busy_timeout(st->db, BUSY_MS);
	e = db_pragma(st, "PRAGMA page_count", &pages, why);
	/* of a new file, and only before its first write */
	if (!e && !pages)
		e = exec_sql(st, "PRAGMA auto_vacuum = INCREMENTAL", why);
	if (!e)
		e = wal_start(st, why);
	if (e)
		goto fail;
	e = exec_sql(st,
		     "PRAGMA synchronous = FULL;"
		     "PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = ON;"
		     /* a batch of mails fits, and is not written twice */
		     "PRAGMA cache_size = -16384;"
		     "PRAGMA wal_autocheckpoint = 4000;"
		     "PRAGMA trusted_schema = OFF",
		     why);
	if (!e)
		e = schema_upgrade(st, path, schema_dir, why);
	if (e)
		goto fail;
	*out = st;
	return ERR_OK;
fail:
	store_close(st);
	return e;
}

void store_close(struct store *st)
{
	if (!st)
		return;
	store_rollback(st);
	if (st->unsure)
		store_sync(st, NULL);
	for (int i = 0; i < STATEMENTS; i++)
		sqlite3_finalize(st->statements[i].stmt);
	sqlite3_close(st->db);
	free(st);
}

void store_names(const char *path, enum store_names of, int max,
		 void (*each)(void *context, const char *name), void *context)
{
	static const char *const sql[] = {
		[STORE_GAME_NAMES] = "SELECT name FROM games"
				     " ORDER BY id DESC LIMIT ?",
		[STORE_PERSON_NAMES] = "SELECT name FROM persons"
				       " ORDER BY id DESC LIMIT ?",
		[STORE_CAMPAIGN_NAMES] = "SELECT name FROM campaigns"
					 " ORDER BY id DESC LIMIT ?",
	};
	sqlite3 *db;
	sqlite3_stmt *st = NULL;

	if (!sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) &&
	    !sqlite3_prepare_v2(db, sql[of], -1, &st, NULL) &&
	    !sqlite3_bind_int(st, 1, max))
		while (sqlite3_step(st) == SQLITE_ROW)
			each(context, (const char *)sqlite3_column_text(st, 0));
	sqlite3_finalize(st);
	sqlite3_close(db);
}

/* How a transaction ends can be said only before it begins. */
static enum err db_begin(struct store *st, bool relaxed, struct why *why)
{
	enum err e = ERR_OK;

	assert(!st->in_transaction);
	/* durable data must not depend on data that may be lost */
	if (!relaxed && st->unsure)
		e = store_sync(st, why);
	if (!e && relaxed != st->relaxed)
		e = exec_sql(st,
			     relaxed ? "PRAGMA synchronous = NORMAL"
				     : "PRAGMA synchronous = FULL",
			     why);
	if (!e) {
		st->relaxed = relaxed;
		e = exec_sql(st, "BEGIN IMMEDIATE", why);
	}
	st->in_transaction = !e;
	return e;
}

enum err store_begin(struct store *st, struct why *why)
{
	return db_begin(st, false, why);
}

enum err store_begin_lazily(struct store *st, struct why *why)
{
	return db_begin(st, true, why);
}

enum err store_commit(struct store *st, struct why *why)
{
	enum err e;

	assert(st->in_transaction);
	step(st);
	e = exec_sql(st, "COMMIT", why);
	if (e) {
		st->unsure |= st->lazy;
		return e;
	}
	st->in_transaction = false;
	st->lazy = st->relaxed;
	step(st);
	return ERR_OK;
}

/* What a disk could not take it may have dropped, and say the next time that
 * all is there: so all of the journal is written once more. */
static int db_rewrite(sqlite3_file *f)
{
	char bytes[16384];
	sqlite3_int64 size = 0, at = 0;
	int rc = f->pMethods->xFileSize(f, &size);

	while (!rc && at < size) {
		int n = size - at < (int)sizeof(bytes) ? (int)(size - at)
						       : (int)sizeof(bytes);

		rc = f->pMethods->xRead(f, bytes, n, at);
		if (!rc)
			rc = f->pMethods->xWrite(f, bytes, n, at);
		at += n;
	}
	return rc;
}

enum err store_sync(struct store *st, struct why *why)
{
	sqlite3_file *f = NULL;
	int rc;

	assert(!st->in_transaction);
	if (!st->lazy)
		return ERR_OK;
	rc = sqlite3_file_control(st->db, NULL, SQLITE_FCNTL_JOURNAL_POINTER,
				  &f);
	if (!rc && f->pMethods && st->unsure)
		rc = db_rewrite(f);
	if (!rc && f->pMethods)
		rc = f->pMethods->xSync(f, SQLITE_SYNC_NORMAL);
	st->lazy = st->unsure = rc;
	return rc ? why_set(why, ERR_DISK, "the journal of the database: %s",
			    sqlite3_errstr(rc))
		  : ERR_OK;
}

bool store_changed_by_others(struct store *st)
{
	int before = st->data_version;

	if (db_pragma(st, "PRAGMA data_version", &st->data_version, NULL))
		return false;
	return before && st->data_version != before;
}

void store_rollback(struct store *st)
{
	if (!st->in_transaction)
		return;
	sqlite3_exec(st->db, "ROLLBACK", NULL, NULL, NULL);
	st->in_transaction = false;
}

bool store_in_transaction(const struct store *st)
{
	return st->in_transaction;
}

void store_on_step(struct store *st, void (*on_step)(void *context),
		   void *context)
{
	st->step = on_step;
	st->step_context = context;
}

enum err store_shrink(struct store *st, int spare, int pages, bool *more,
		      struct why *why)
{
	char sql[64];
	int room = 0;
	enum err e = db_pragma(st, "PRAGMA freelist_count", &room, why);

	*more = room > spare + pages;
	if (e || room <= spare)
		return e;
	snprintf(sql, sizeof(sql), "PRAGMA incremental_vacuum(%d)",
		 *more ? pages : room - spare);
	return exec_sql(st, sql, why);
}

enum err store_copy(struct store *st, const char *path, struct why *why)
{
	char *sql;
	enum err e = private_new(path, why);

	if (e)
		return e;
	sql = xalloc_check(sqlite3_mprintf("VACUUM INTO %Q", path));
	e = exec_sql(st, sql, why);
	sqlite3_free(sql);
	return e;
}

static char *db_formatted(const char *format, va_list args)
{
	return xalloc_check(sqlite3_vmprintf(format, args));
}

enum err db_exec_format(struct store *st, struct why *why, const char *format,
			...)
{
	va_list args;
	char *sql;
	enum err e;

	va_start(args, format);
	sql = db_formatted(format, args);
	va_end(args);
	step(st);
	e = exec_sql(st, sql, why);
	sqlite3_free(sql);
	return e;
}

enum err db_number(struct store *st, int64_t *out, struct why *why,
		   const char *format, ...)
{
	sqlite3_stmt *stmt = NULL;
	va_list args;
	char *sql;
	int rc;
	enum err e;

	va_start(args, format);
	sql = db_formatted(format, args);
	va_end(args);
	rc = sqlite3_prepare_v2(st->db, sql, -1, &stmt, NULL);
	if (!rc && sqlite3_step(stmt) == SQLITE_ROW)
		*out = sqlite3_column_int64(stmt, 0);
	else
		rc = rc ? rc : SQLITE_ERROR;
	e = rc ? db_fault(st, rc, sql, why) : ERR_OK;
	sqlite3_finalize(stmt);
	sqlite3_free(sql);
	return e;
}

enum err db_attach(struct store *st, const char *path, bool made,
		   struct why *why)
{
	enum err e = made ? private_new(path, why) : ERR_OK;

	/* it would be made by being attached */
	if (!made && access(path, F_OK))
		e = why_set(why, ERR_DISK, "%s: %s", path, strerror(errno));
	return e ? e
		 : db_exec_format(st, why,
				  "ATTACH %Q AS archive; "
				  "PRAGMA archive.synchronous = FULL",
				  path);
}

void db_detach(struct store *st)
{
	sqlite3_exec(st->db, "DETACH archive", NULL, NULL, NULL);
}

int store_version(const struct store *st)
{
	return st->version;
}

enum err store_check(struct store *st, struct why *why)
{
	sqlite3_stmt *stmt;
	enum err e = ERR_OK;

	if (sqlite3_prepare_v2(st->db, "PRAGMA integrity_check(1)", -1, &stmt,
			       NULL))
		return db_fault(st, SQLITE_ERROR, "integrity check", why);
	if (sqlite3_step(stmt) != SQLITE_ROW)
		e = db_fault(st, SQLITE_ERROR, "integrity check", why);
	else if (strcmp((const char *)sqlite3_column_text(stmt, 0), "ok"))
		e = why_set(why, ERR_STORE, "the database is damaged: %s",
			    (const char *)sqlite3_column_text(stmt, 0));
	sqlite3_finalize(stmt);
	return e;
}

/* Statements
 * -----------------------------------------------------------------*/

static sqlite3_stmt *db_prepared(struct store *st, const char *sql,
				 struct why *why, enum err *e)
{
	size_t at = ((uintptr_t)sql >> 2) * 2654435761u % STATEMENTS;
	sqlite3_stmt *stmt;
	int rc;

	while (st->statements[at].sql && st->statements[at].sql != sql)
		at = (at + 1) % STATEMENTS;
	if (st->statements[at].sql)
		return st->statements[at].stmt;
	assert(st->n_statements < STATEMENTS / 2);
	rc = sqlite3_prepare_v3(st->db, sql, -1, SQLITE_PREPARE_PERSISTENT,
				&stmt, NULL);
	if (rc) {
		*e = db_fault(st, rc, sql, why);
		return NULL;
	}
	st->statements[at] = (struct statement){ sql, stmt };
	st->n_statements++;
	return stmt;
}

static int db_bind(sqlite3_stmt *stmt, int at, const struct db_value *v)
{
	const char *bytes = v->s.len ? v->s.s : "";

	switch (v->type) {
	case DB_INT: return sqlite3_bind_int64(stmt, at, v->n);
	case DB_TEXT:
		return sqlite3_bind_text64(stmt, at, bytes, v->s.len,
					   SQLITE_STATIC, SQLITE_UTF8);
	case DB_BLOB:
		return sqlite3_bind_blob64(stmt, at, bytes, v->s.len,
					   SQLITE_STATIC);
	default: return sqlite3_bind_null(stmt, at);
	}
}

void db_start(struct query *q, struct store *st, const char *sql,
	      const struct db_value *values, struct why *why)
{
	*q = (struct query){ .st = st, .why = why };
	q->stmt = db_prepared(st, sql, why, &q->e);
	if (q->e)
		return;
	/* one use at a time, or the rows of the other would change */
	assert(!sqlite3_stmt_busy(q->stmt));
	q->changes = !sqlite3_stmt_readonly(q->stmt);
	assert(!q->changes || st->in_transaction);
	for (const struct db_value *v = values; v && v->type != DB_NONE; v++) {
		int rc = db_bind(q->stmt, ++q->n_bound, v);

		assert(rc != SQLITE_RANGE && rc != SQLITE_MISUSE);
		if (rc && !q->e)
			q->e = db_fault(st, rc, sql, why);
	}
}

bool db_row(struct query *q)
{
	int rc;

	if (q->e)
		return false;
	if (q->changes)
		step(q->st);
	assert(q->n_bound == sqlite3_bind_parameter_count(q->stmt));
	rc = sqlite3_step(q->stmt);
	if (rc == SQLITE_ROW) {
		q->any = true;
		return true;
	}
	if (rc != SQLITE_DONE)
		q->e = db_fault(q->st, rc, sqlite3_sql(q->stmt), q->why);
	return false;
}

int64_t db_get_int(struct query *q, int col)
{
	return sqlite3_column_int64(q->stmt, col);
}

int db_get_small(struct query *q, int col)
{
	int64_t v = sqlite3_column_int64(q->stmt, col);

	if ((v < INT_MIN || v > INT_MAX) && !q->e)
		q->e = why_set(q->why, ERR_STORE, "a number out of range in %s",
			       sqlite3_sql(q->stmt));
	return (int)v;
}

bool db_get_null(struct query *q, int col)
{
	return sqlite3_column_type(q->stmt, col) == SQLITE_NULL;
}

struct str db_get_str(struct query *q, int col, struct arena *a)
{
	const void *bytes = sqlite3_column_blob(q->stmt, col);
	int len = sqlite3_column_bytes(q->stmt, col);
	struct str s = { bytes ? bytes : "", (size_t)len };

	return (struct str){ arena_copy(a, s.s, s.len), s.len };
}

void db_get_hash(struct query *q, int col, uint8_t out[STORE_HASH_SIZE])
{
	const void *bytes = sqlite3_column_blob(q->stmt, col);

	if (bytes && sqlite3_column_bytes(q->stmt, col) == STORE_HASH_SIZE) {
		memcpy(out, bytes, STORE_HASH_SIZE);
		return;
	}
	memset(out, 0, STORE_HASH_SIZE);
	if (!q->e)
		q->e = why_set(q->why, ERR_TAMPERED,
			       "a hash of the wrong length in %s",
			       sqlite3_sql(q->stmt));
}

void db_get_bytes(struct query *q, int col, void *out, size_t max, size_t *len)
{
	const void *bytes = sqlite3_column_blob(q->stmt, col);

	*len = (size_t)sqlite3_column_bytes(q->stmt, col);
	if (*len <= max) {
		if (*len)
			memcpy(out, bytes, *len);
		return;
	}
	*len = 0;
	if (!q->e)
		q->e = why_set(q->why, ERR_TOO_LARGE, "too many bytes in %s",
			       sqlite3_sql(q->stmt));
}

enum err db_end(struct query *q)
{
	if (q->stmt) {
		sqlite3_reset(q->stmt);
		sqlite3_clear_bindings(q->stmt);
	}
	return q->e;
}

enum err db_end_found(struct query *q)
{
	enum err e = db_end(q);

	return e ? e : q->any ? ERR_OK : ERR_NOT_FOUND;
}

enum err db_change(struct store *st, const char *sql,
		   const struct db_value *values, struct why *why)
{
	struct query q;

	db_start(&q, st, sql, values, why);
	while (db_row(&q))
		;
	return db_end(&q);
}

enum err db_change_found(struct store *st, const char *sql,
			 const struct db_value *values, struct why *why)
{
	enum err e = db_change(st, sql, values, why);

	return !e && !sqlite3_changes(st->db) ? ERR_NOT_FOUND : e;
}

enum err db_find_int(struct store *st, const char *sql,
		     const struct db_value *values, int64_t *out,
		     struct why *why)
{
	struct query q;

	db_start(&q, st, sql, values, why);
	if (db_row(&q))
		*out = db_get_int(&q, 0);
	return db_end_found(&q);
}

/* Parts of a transaction
 * ------------------------------------------------------*/

enum err store_nest(struct store *st, struct why *why)
{
	assert(st->in_transaction);
	return db_change(st, "SAVEPOINT part", NULL, why);
}

enum err store_nest_keep(struct store *st, struct why *why)
{
	return db_change(st, "RELEASE part", NULL, why);
}

void store_nest_drop(struct store *st)
{
	sqlite3_exec(st->db, "ROLLBACK TO part; RELEASE part", NULL, NULL,
		     NULL);
}

int64_t db_last_id(struct store *st)
{
	return sqlite3_last_insert_rowid(st->db);
}

int db_changes(struct store *st)
{
	return sqlite3_changes(st->db);
}

enum err db_counts(struct store *st, const char *sql, int64_t *counts, int n,
		   struct why *why)
{
	struct query q;

	memset(counts, 0, (size_t)n * sizeof(*counts));
	db_start(&q, st, sql, NULL, why);
	while (db_row(&q)) {
		int state = db_get_small(&q, 0);

		if (0 <= state && state < n)
			counts[state] = db_get_int(&q, 1);
	}
	return db_end(&q);
}
