/*
 * src/report/site/site_private.h - structs and functions shared by the files
 * of the web site. Private to the files of site.h.
 */
#ifndef REPORT_SITE_SITE_PRIVATE_H
#define REPORT_SITE_SITE_PRIVATE_H
#include "report/site/site.h"
#include "report/text/story.h"

enum { PAGE_MAX = 8 << 20, PERCENT = 100, GAME_NEWS = 3 };

/* a point that has a page */
struct leaf {
	int64_t point, at_s;
	struct tval *lines; /* sentences, with {text} {main} {rules} {kind} */
	struct tval *story; /* paragraphs */
	struct str turn;    /* markup */
	struct str board;   /* file name, "": there is none yet */
	struct str words;   /* the same board in words */
	const char *uid;
	bool undone;
};

/* news of a game */
struct news {
	int64_t at_s;
	struct tval *v;
	struct str game; /* of those of the last time */
};

struct site {
	struct arena *a;
	const struct site_wish *w;
	struct str title;
	struct site_card *cards;
	size_t n_cards, room_cards;
	size_t card;               /* where one is looked for first */
	struct tval *rounds;       /* sums of the values on their pages */
	const struct tval *before; /* the same of the last time, or NULL */
	struct news news[SITE_NEWS], had[SITE_NEWS]; /* had: last time */
	size_t n_news, n_had;
	enum err slip;
	struct why told; /* the first slip of a template */

	/* the current game, which has its own arena */
	struct arena g;
	struct str name, mark;
	struct narrator n;
	struct leaf *v;
	size_t len, room;
	int64_t point; /* the last one */
	struct str board, board_file;
	bool taken[SEATS_MAX];
	int64_t rolled[SEATS_MAX][6];
	struct combat_stats tally, *tallies; /* after each point */
	const struct report_game *tells;     /* of the last point; NULL */
	size_t n_tallies, room_tallies;
	bool over, ended; /* by the rules; by a person */
	struct tval *winners, *players, *letters, *rulings;
	struct tval *went; /* sentences of the tally */
};

/* The card of a game, or NULL. */
const struct site_card *site_card_of(struct site *x, struct str name);

/* what every page has */
struct tval *site_values(struct site *x, struct arena *a);

/* A template of that name, as the file path. */
enum err site_page(struct site *x, const char *path, const char *name,
		   enum template_format format, const struct tval *values,
		   struct why *why);

/* The front of a campaign and the pages of its rounds; v has the news. */
enum err site_season_pages(struct site *x, struct tval *v, struct why *why);
#endif
