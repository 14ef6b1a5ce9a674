/*
 * src/tournament/site_files.h - writes the web site (report/site/site.h) to a
 * folder. Each file is replaced atomically, and unchanged files are not
 * written.
 */
#ifndef TOURNAMENT_SITE_FILES_H
#define TOURNAMENT_SITE_FILES_H
#include "judge/judge.h"
#include "report/site/site.h"

struct site_files; /* of one folder */

struct site_files_wish {
	const char *dir; /* made if it is not there */
	const struct messages *words;
	struct str title, link;           /* as site_wish has them */
	const struct site_season *season; /* or NULL */
	/* Skip games whose pages are up to date; the caller must then pass
	 * every game of this folder again. */
	bool goes_on;
	void (*step)(void *context, uint64_t files); /* or NULL */
	void *context;
};

/* A folder that everybody may read, whatever else its maker keeps to itself; if
 * it is not there yet. */
enum err site_files_folder(const char *path, struct why *why);

/* Lives in the arena, and borrows w. ERR_DISK: the folder cannot be made. */
enum err site_files_open(struct arena *a, const struct site_files_wish *w,
			 struct site_files **out, struct why *why);

/*
 * Write a game: begin, point by point, end. Its pages have a folder of its
 * name, so two games cannot share a name: ERR_USAGE. mark: how far the pages
 * go. *known: the pages exist up to mark, and there is nothing to write.
 */
enum err site_files_begin(struct site_files *p, struct str name,
			  struct str mark, bool *known, struct why *why);
/* Write the events for all among the n events, which also give p times and
 * words; a: other data of the point. */
enum err site_files_point(struct site_files *p, struct site_point *a,
			  const struct event *v, int n, struct why *why);
enum err site_files_end(struct site_files *p, struct why *why);

/* Do complete pages of an ended game of that name, up to that point, exist?
 * Then there is nothing to write. False: see site_files_game. */
bool site_files_complete(struct site_files *p, struct str name, int64_t point);

/*
 * Write a game of the judge, as far as its spectators know it by now. *whole:
 * up to its end. The pages of an archived game stay unchanged; if there are
 * none, ERR_ARCHIVED.
 */
enum err site_files_game(struct site_files *p, struct judge *j,
			 const struct game_row *g, bool *whole,
			 struct why *why);

/* The pages of all of them. Files in all, and those that were written. */
enum err site_files_close(struct site_files *p, uint64_t *n_files,
			  uint64_t *n_written, struct why *why);
#endif
