/*
 * src/store/store.h - the judge's database: one SQLite file with one writer,
 * WAL, foreign keys. All writes between store_begin and store_commit are there
 * after a crash either completely or not at all.
 *
 * The store knows bytes, numbers and states, not games: the callers know
 * events, signers and hashes. Files:
 *	inbox.h		raw mails and their results
 *	people.h	persons, addresses, keys
 *	passports.h	people at other judges
 *	games.h		games, seats, serials, joins, secrets, timers
 *	game_log.h	events, leaves, heads, signed orders, snapshots
 *	outbox.h	reports and answers, and the state of their sending
 *	relay.h		the state of the mail server
 *	campaigns.h	campaigns, their people and games
 *	rulings.h	rulings on disputes, by rule
 *	values.h	single values of the judge
 *	archive.h	ended games in files of their own
 *
 * Functions of all files give ERR_OK; ERR_NOT_FOUND without text in `why`
 * where a single row was asked for and there is none; ERR_EXISTS where a name
 * or number that must be unique is taken; ERR_STORE or ERR_DISK for faults of
 * the database. Rows are copied into the caller's arena.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H
#include "base/arena.h"
#include "base/err.h"

enum { STORE_HASH_SIZE = 32 };

struct store;

/*
 * Open or create the database and bring it up to the newest version by the
 * files NNN-*.sql of schema_dir. A database of a newer version, one whose games
 * no schema carries over (from before the first release), or a file
 * that is none of ours, is refused with ERR_STORE_VERSION.
 */
enum err store_open(struct store **out, const char *path,
		    const char *schema_dir, struct why *why);
void store_close(struct store *st); /* NULL is allowed */

/* Names in a database, for a shell to complete, the newest first, at most max.
 * The file is only read, whatever its version; none if that is impossible. */
enum store_names { STORE_GAME_NAMES, STORE_PERSON_NAMES, STORE_CAMPAIGN_NAMES };
void store_names(const char *path, enum store_names of, int max,
		 void (*each)(void *context, const char *name), void *context);

/* One transaction at a time; all that writes needs one. */
enum err store_begin(struct store *st, struct why *why);

/*
 * Begin a transaction with a commit that does not wait for the disk, for data
 * that leaves this machine only after store_sync. It survives a crash of any
 * process; but a loss of power may undo it, with all later lazy commits. A
 * commit that is not lazy makes all earlier ones durable, too.
 */
enum err store_begin_lazily(struct store *st, struct why *why);

/* All that was committed stays, whatever happens. Outside a transaction. */
enum err store_sync(struct store *st, struct why *why);

/* Has another connection changed the database since the last call? The first
 * call, and one that cannot know, say no. */
bool store_changed_by_others(struct store *st);
enum err store_commit(struct store *st, struct why *why);
void store_rollback(struct store *st); /* nothing it could say matters more */

/*
 * A part of a transaction that can be given up alone: nest, then keep or drop
 * it. Parts lie within each other like brackets.
 */
enum err store_nest(struct store *st, struct why *why);
enum err store_nest_keep(struct store *st, struct why *why);
void store_nest_drop(struct store *st);
bool store_in_transaction(const struct store *st);

/*
 * Called before each statement that changes something, and before and after
 * each commit: the steps at which a test can let the process die.
 */
void store_on_step(struct store *st, void (*step)(void *context),
		   void *context);

/*
 * Give pages that nothing uses back to the file system, at most `pages` of
 * them, and none of the first `spare`, which are used again. *more: there are
 * still such. Outside a transaction.
 */
enum err store_shrink(struct store *st, int spare, int pages, bool *more,
		      struct why *why);

/*
 * A whole and consistent copy of the database into the new file `path`, for its
 * owner alone, while it is being used. Outside a transaction.
 */
enum err store_copy(struct store *st, const char *path, struct why *why);

/* The version of the schema, from 1. */
int store_version(const struct store *st);

/* Look over the whole file: ERR_STORE with the first fault it finds. */
enum err store_check(struct store *st, struct why *why);
#endif
