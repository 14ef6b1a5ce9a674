/* src/store/archive.c */
#include "store/archive.h"
#include "base/buf.h"
#include "store/db.h"

/* what the log of a game lies in, and what is needed to go on with it */
static const char *const tables[] = {
	"events",       "sealed",        "heads",     "entropy_rounds",
	"deadlines",    "signed_orders", "snapshots", "secrets",
	"rolls",        "disputes",      "draws",     "timers",
	"table_states", "press",         "serials",
};

enum { FORM = 0x48657261 }; /* application_id of the file, "Hera" */

/* The file -------------------------------------------------------------------
 */

static enum err archive_fill(struct store *st, int64_t game, struct why *why)
{
	enum err e = db_exec_format(
		st, why,
		"CREATE TABLE archive.game AS "
		"SELECT id, name FROM main.games WHERE id = %lld",
		(long long)game);

	for (size_t i = 0; !e && i < ARRAY_LEN(tables); i++)
		e = db_exec_format(st, why,
				   "CREATE TABLE archive.%s AS "
				   "SELECT * FROM main.%s WHERE game = %lld",
				   tables[i], tables[i], (long long)game);
	return e ? e
		 : db_exec_format(st, why, "PRAGMA archive.application_id = %d",
				  FORM);
}

enum err store_archive_write(struct store *st, int64_t game, const char *path,
			     struct why *why)
{
	enum err e = db_attach(st, path, true, why);

	if (e)
		return e;
	e = store_begin(st, why);
	if (!e)
		e = archive_fill(st, game, why);
	if (!e)
		e = store_commit(st, why);
	store_rollback(st);
	db_detach(st);
	return e;
}

enum err store_archive_open(struct store *st, const char *path, struct why *why)
{
	int64_t form = 0;
	enum err e = db_attach(st, path, false, why);

	if (e)
		return e;
	e = db_number(st, &form, why, "PRAGMA archive.application_id");
	if (e || form != FORM) {
		db_detach(st);
		e = why_set(why, ERR_FORMAT, "%s is no archived game", path);
	}
	return e;
}

void store_archive_close(struct store *st)
{
	db_detach(st);
}

/* Out and back ---------------------------------------------------------------
 */

/* Has one of both what the other lacks? */
static enum err archive_compare(struct store *st, int64_t game,
				const char *table, struct why *why)
{
	int64_t other = 0;
	enum err e = db_number(
		st, &other, why,
		"SELECT (SELECT count(*) FROM (SELECT * FROM main.%s "
		"WHERE game = %lld EXCEPT SELECT * FROM archive.%s)) + "
		"abs((SELECT count(*) FROM main.%s WHERE game = %lld) - "
		"(SELECT count(*) FROM archive.%s))",
		table, (long long)game, table, table, (long long)game, table);

	if (!e && other)
		e = why_set(why, ERR_TAMPERED,
			    "the file does not hold what the database has (%s)",
			    table);
	return e;
}

enum err store_archive_out(struct store *st, int64_t game, const char *path,
			   int64_t at_s, struct why *why)
{
	enum err e = ERR_OK;

	for (size_t i = 0; !e && i < ARRAY_LEN(tables); i++)
		e = archive_compare(st, game, tables[i], why);
	if (!e)
		e = db_exec_format(
			st, why,
			"INSERT INTO main.archives (game, file, at_s) "
			"VALUES (%lld, %Q, %lld)",
			(long long)game, path, (long long)at_s);
	for (size_t i = 0; !e && i < ARRAY_LEN(tables); i++)
		e = db_exec_format(st, why,
				   "DELETE FROM main.%s WHERE game = %lld",
				   tables[i], (long long)game);
	return e;
}

enum err store_archive_game(struct store *st, struct arena *a, int64_t *game,
			    struct str *name, struct why *why)
{
	struct query q;
	enum err e;

	db_start(&q, st,
		 "SELECT archives.game, games.name FROM archive.game AS g "
		 "JOIN games ON games.name = g.name AND games.id = g.id "
		 "JOIN archives ON archives.game = g.id",
		 NULL, why);
	if (db_row(&q)) {
		*game = db_get_int(&q, 0);
		*name = db_get_str(&q, 1, a);
	}
	e = db_end_found(&q);
	if (e == ERR_NOT_FOUND)
		e = why_set(why, ERR_USAGE,
			    "it is no game that this judge has archived");
	return e;
}

/* A column that the file lacks is newer than the file. */
static enum err archive_columns(struct store *st, const char *table,
				struct buf *out, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT name FROM pragma_table_info(?1, 'archive') "
		 "ORDER BY cid",
		 DB(db_text(str_of(table))), why);
	buf_clear(out);
	while (db_row(&q)) {
		struct arena a;
		struct str name;

		arena_init(&a);
		name = db_get_str(&q, 0, &a);
		buf_addf(out, "%s\"%.*s\"", out->len ? ", " : "",
			 STR_ARG(name));
		arena_release(&a);
	}
	return db_end(&q);
}

enum err store_archive_back(struct store *st, int64_t game, struct why *why)
{
	struct buf names;
	enum err e = ERR_OK;

	buf_init(&names, 4096);
	for (size_t i = 0; !e && i < ARRAY_LEN(tables); i++) {
		e = archive_columns(st, tables[i], &names, why);
		if (!e && names.len)
			e = db_exec_format(st, why,
					   "INSERT INTO main.%s (%s) "
					   "SELECT %s FROM archive.%s",
					   tables[i], names.s, names.s,
					   tables[i]);
	}
	buf_release(&names);
	return e ? e
		 : db_exec_format(st, why,
				  "DELETE FROM main.archives WHERE game = %lld",
				  (long long)game);
}

enum err store_archive_file(struct store *st, int64_t game, struct arena *a,
			    struct str *file, struct why *why)
{
	struct query q;

	db_start(&q, st, "SELECT file FROM archives WHERE game = ?",
		 DB(db_int(game)), why);
	if (db_row(&q))
		*file = db_get_str(&q, 0, a);
	return db_end_found(&q);
}
