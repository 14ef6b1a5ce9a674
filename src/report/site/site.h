/*
 * src/report/site/site.h - writes games as a static web site: their public
 * events, in words and pictures, point by point. No page needs a script or a
 * file from elsewhere.
 *
 *	index.html		the games, the latest news of them
 *	feed.xml		the same news, in Atom
 *	style.css
 *	GAME/index.html		a game: its story, board, dice, press, rulings
 *	GAME/POINT.html		a point of it, with the board at that point
 *	GAME/POINT.svg		that board, where it differs from the one before
 *	round-N.html		of a campaign: the games of a round
 *
 * Points without a sentence have no page. The same points give the same bytes.
 * Callers must pass public data only: the view of a spectator, events for all.
 */
#ifndef REPORT_SITE_SITE_H
#define REPORT_SITE_SITE_H
#include "report/text/report.h"

enum { SITE_NEWS = 30 /* in the feed */, SITE_UID = 48 };

struct site; /* all the games */

/* A participant of a campaign and the standing. */
struct site_place {
	struct str name;
	int64_t place, score, played, points;
	bool gone;
};

/* Who meets whom. */
struct site_meeting {
	int64_t page;             /* its round page, from 1 */
	struct str first, second; /* second "": first has a bye; both "": the
				   * pairing is not public yet */
	struct str winner;        /* "": no winner, or not over */
	struct str game;          /* "": it has none, or it is not named */
	bool over, drawn, none;   /* none: without a result */
};

/* A ruling that all its games are played by. */
struct site_house {
	struct str words, game, number, by; /* of the dispute; who ruled */
};

/* A campaign, that all the games are of. */
struct site_season {
	struct str system, kind; /* "arena", "swiss" */
	int64_t rounds, round;   /* 0: it has none */
	bool over;
	int n_places, n_meetings;
	const struct site_place *places;     /* in order of standings */
	const struct site_meeting *meetings; /* in the order of their pages */
	const struct site_house *house;
	int n_house;
};

/* What front pages tell of a game, as a text that its caller can read. */
struct site_card {
	struct str name, mark, text;
};

struct site_wish {
	const struct messages *words;
	struct str title; /* of the whole; "": what the words call it */
	struct str uid;   /* of the feed, an IRI that never changes */
	struct str link;  /* where it will be read, "https://..../", or "" */
	/* A file of the pages, "clash-7f3a/12.html"; path and bytes are
	 * borrowed for the call. */
	enum err (*write)(void *context, const char *path, struct str bytes,
			  struct why *why);
	/* A value of texts, markup, words and numbers, in lists and maps, as a
	 * text of one line, the same for the same value; and back. */
	struct str (*text)(void *context, struct arena *a,
			   const struct tval *v);
	struct tval *(*value)(void *context, struct arena *a, struct str text);
	void *context;
	const struct site_season *season; /* or NULL */
};

/* One adjudication. Borrowed for the call, but for sys and tells. */
struct site_point {
	const struct system *sys;
	const struct report_game *tells; /* NULL: it has no reports */
	const void *view; /* of an observer, after it; NULL: not known */
	int64_t point, at_s;
	const struct event *events; /* for all, in order */
	int n_events;
	const struct str *letters; /* words of the press among them, each in
				      one line; or NULL */
	int n_letters;
	char uid[SITE_UID]; /* of this point, an IRI, ended by NUL */
};

/* Everything lives in the arena, and borrows w until site_end. */
struct site *site_begin(struct arena *a, const struct site_wish *w);

/*
 * Begin a game, add its points in order, and end it: its pages are written.
 * site_end reports a fault in a template with ERR_FORMAT; other errors are
 * those of write. mark: the progress of the game; any text.
 */
void site_game(struct site *all, struct str name, struct str mark);
enum err site_point(struct site *all, const struct site_point *p,
		    struct why *why);
enum err site_game_end(struct site *all, struct why *why);

/* The pages of all of them. */
enum err site_end(struct site *all, struct why *why);

/*
 * The memory for the next update: after site_end, a map for site_recall, and
 * the cards of all games. The next update keeps a game whose pages are
 * current, using its card, and does not render it again. Unless a game is
 * removed, the pages are the same to the byte as after a complete rendering;
 * pages of unchanged rounds are not written.
 */
struct tval *site_memory(const struct site *all, struct arena *a);
const struct site_card *site_cards(const struct site *all, size_t *n);

/* Before the first game; memory, which may be NULL, and what it holds are
 * borrowed. */
void site_recall(struct site *all, const struct tval *memory);
void site_remember(struct site *all, const struct site_card *card);
#endif
