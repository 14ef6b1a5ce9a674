/*
 * src/report/annals.h - games as static pages: what everybody may see of them,
 * told and drawn point by point. No page needs a script, and none asks for
 * anything that is not among the files.
 *
 *	index.html		the games, the latest news of them
 *	feed.xml		the same news, in Atom
 *	style.css
 *	GAME/index.html		a game: its story, board, dice, letters, rulings
 *	GAME/POINT.html		a point of it, with the board as it stood then
 *	GAME/POINT.svg		that board, where it differs from the one before
 *
 * Points at which nothing is told have no page. The same points give the same
 * bytes. Whoever hands them in hands in what everybody may see and no more: the
 * view of an observer, events for all.
 */
#ifndef REPORT_ANNALS_H
#define REPORT_ANNALS_H
#include "report/report.h"

enum { ANNALS_NEWS = 30 /* in the feed */, ANNALS_UID = 48 };

struct annals; /* all the games */

struct annals_wish {
	const struct words *words;
	struct str title; /* of the whole; "": what the words call it */
	struct str uid;   /* of the feed, an IRI that never changes */
	struct str link;  /* where it will be read, "https://..../", or "" */
	/* A file of the pages, "clash-7f3a/12.html"; path and bytes are
	 * borrowed for the call. */
	enum err (*write)(void *context, const char *path, struct str bytes,
			  struct why *why);
	void *context;
};

/* One adjudication. Borrowed for the call, but for sys and tells. */
struct annals_point {
	const struct system *sys;
	const struct report_game *tells; /* NULL: it has no reports */
	const void *view; /* of an observer, after it; NULL: not known */
	int64_t point, at_s;
	const struct event *events; /* for all, in order */
	int n_events;
	const struct str *letters; /* words of the letters among them, each in
				      one line; or NULL */
	int n_letters;
	char uid[ANNALS_UID]; /* of this point, an IRI, ended by NUL */
};

/* Everything lives in the arena, and borrows w until annals_end. */
struct annals *annals_begin(struct arena *a, const struct annals_wish *w);

/*
 * A game begins, its points follow in order, and it ends: its pages are
 * written. A slip in a template is told in why by annals_end with ERR_FORMAT;
 * other errors are those of write.
 */
void annals_game(struct annals *all, struct str name);
enum err annals_point(struct annals *all, const struct annals_point *p,
		      struct why *why);
enum err annals_game_end(struct annals *all, struct why *why);

/* The pages of all of them. */
enum err annals_end(struct annals *all, struct why *why);
#endif
