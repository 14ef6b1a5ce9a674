/*
 * src/tournament/site_files.h - a folder of annals (report/site/site.h), kept
 * as files: each is there whole or as it was, and none is written that stands
 * there already.
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
	/* Games that stand there as they are told now are not told again: all
	 * that was told in this folder must be told this time, too. */
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
 * A game is told: begun, point by point, ended. Its pages have a folder of its
 * name, so no two may have one: ERR_USAGE. mark: how far it is told. *known: it
 * stands there so, and there is nothing to tell.
 */
enum err site_files_begin(struct site_files *p, struct str name,
			  struct str mark, bool *known, struct why *why);
/* What is for all among the n events, whose times and words p takes from them;
 * a: what else is known of the point. */
enum err site_files_point(struct site_files *p, struct site_point *a,
			  const struct event *v, int n, struct why *why);
enum err site_files_end(struct site_files *p, struct why *why);

/* Of that name one that is over stands there to its end, at that point: there
 * is nothing to tell. False: see site_files_game. */
bool site_files_stands(struct site_files *p, struct str name, int64_t point);

/*
 * A game of the judge, as far as those who watch it know it by now. *whole:
 * that is to its very end. One that is put away stands as it was told; else
 * ERR_ARCHIVED.
 */
enum err site_files_game(struct site_files *p, struct judge *j,
			 const struct game_row *g, bool *whole,
			 struct why *why);

/* The pages of all of them. Files in all, and those that were written. */
enum err site_files_close(struct site_files *p, uint64_t *n_files,
			  uint64_t *n_written, struct why *why);
#endif
