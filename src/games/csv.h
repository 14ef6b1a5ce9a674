/*
 * src/games/csv.h - reads catalog files row by row: comma-separated values
 * with a header line. It keeps the first fault, with file and line; all later
 * cells are then empty or their minimum.
 */
#ifndef GAMES_CSV_H
#define GAMES_CSV_H
#include "base/arena.h"
#include "base/err.h"

enum { CSV_COLUMNS = 40 };

struct csv {
	const char *path; /* borrowed */
	int line;
	struct str rest;
	int n_columns;
	int next; /* the column that is probably asked for now */
	struct str column[CSV_COLUMNS];
	struct str cell[CSV_COLUMNS]; /* of the current row */
	struct arena *a;
	struct why *why;
	enum err e;
};

/* The whole file, in the arena; at most 4 MiB. ERR_CONFIG: it is not there. */
enum err csv_file_read(const char *path, struct arena *a, struct str *out,
		       struct why *why);

enum err csv_open(struct csv *t, struct arena *a, const char *path,
		  struct why *why);

/* The next row; false at the end or after a fault (t->e). */
bool csv_next(struct csv *t);

/* A cell of the row by its column. */
struct str csv_text(struct csv *t, const char *column);
int csv_number(struct csv *t, const char *column, int min, int max);
#endif
