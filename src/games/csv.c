/* src/games/csv.c */
#include "games/csv.h"
#include "base/file.h"
#include "base/parse.h"

enum { FILE_MAX = 4 << 20 };

enum err csv_file_read(const char *path, struct arena *a, struct str *out,
		       struct why *why)
{
	struct buf b;
	enum err e = file_read(path, FILE_MAX, &b, why);

	if (!e)
		*out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return e;
}

bool csv_next(struct csv *t)
{
	struct str line;
	int n;

	if (t->e || !parse_line(&t->rest, &line))
		return false;
	t->line++;
	n = parse_csv(arena_copy(t->a, line.s, line.len), t->cell, CSV_COLUMNS);
	if (n < 0 || (t->n_columns && n != t->n_columns)) {
		t->e = why_set(t->why, ERR_FORMAT, "%s:%d: %d columns expected",
			       t->path, t->line, t->n_columns);
		return false;
	}
	if (!t->n_columns) {
		t->n_columns = n;
		memcpy(t->column, t->cell, sizeof(t->column));
		return csv_next(t);
	}
	return true;
}

struct str csv_text(struct csv *t, const char *column)
{
	/* most readers ask for columns in their order */
	for (int k = 0; k < t->n_columns; k++) {
		int i = (t->next + k) % t->n_columns;

		if (!str_is(t->column[i], column))
			continue;
		t->next = i + 1;
		return t->cell[i];
	}
	if (!t->e)
		t->e = why_set(t->why, ERR_FORMAT, "%s: no column %s", t->path,
			       column);
	return STR("");
}

int csv_number(struct csv *t, const char *column, int min, int max)
{
	struct str s = csv_text(t, column);
	int64_t n = min;

	if (!parse_int(s, min, max, &n) && !t->e)
		t->e = why_set(t->why, ERR_FORMAT,
			       "%s:%d: %s is '%.*s', expected %d to %d",
			       t->path, t->line, column, STR_ARG(s), min, max);
	return (int)n;
}

enum err csv_open(struct csv *t, struct arena *a, const char *path,
		  struct why *why)
{
	*t = (struct csv){ .path = path, .a = a, .why = why };
	t->e = csv_file_read(path, a, &t->rest, why);
	return t->e;
}
