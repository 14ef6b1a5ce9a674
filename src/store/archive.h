/*
 * src/store/archive.h - moves an ended game's log from the database to a file
 * of its own, and back. The game's row, its seats, its keys and the results of
 * its mails stay.
 *
 * Writing the file is never part of the transaction that deletes the rows,
 * because a crash can separate two files: first the file is complete and on the
 * disk, then the rows are deleted if they are unchanged.
 *
 *	store_archive_write	the file, which must be new
 *	store_archive_open	attaches the file to the database
 *	store_begin
 *	  store_archive_out, or store_archive_back
 *	store_commit
 *	store_archive_close
 */
#ifndef STORE_ARCHIVE_H
#define STORE_ARCHIVE_H
#include "base/arena.h"
#include "base/err.h"

struct store;

/* Outside of a transaction. ERR_EXISTS: there is such a file. */
enum err store_archive_write(struct store *st, int64_t game, const char *path,
			     struct why *why);

/* Outside of a transaction. ERR_FORMAT: it is no such file. Once at a time. */
enum err store_archive_open(struct store *st, const char *path,
			    struct why *why);
void store_archive_close(struct store *st);

/*
 * Take out the rows of this game, which the open file must hold as they are now
 * (ERR_TAMPERED), and note where they are. The row of the game is its caller's
 * to change.
 */
enum err store_archive_out(struct store *st, int64_t game, const char *path,
			   int64_t at_s, struct why *why);

/* The game of the open file: ERR_USAGE if its log is not out of here. */
enum err store_archive_game(struct store *st, struct arena *a, int64_t *game,
			    struct str *name, struct why *why);

/* Its rows are here again. */
enum err store_archive_back(struct store *st, int64_t game, struct why *why);

/* Where the log of this game is; ERR_NOT_FOUND, without text: here. */
enum err store_archive_file(struct store *st, int64_t game, struct arena *a,
			    struct str *file, struct why *why);
#endif
