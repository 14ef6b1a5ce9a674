/*
 * src/judge/notify/catalog_query.h - answers FIGURES and CARD from the
 * judge's current catalog. The answer stores the cards as they were at the time
 * of the question.
 */
#ifndef JUDGE_NOTIFY_CATALOG_QUERY_H
#define JUDGE_NOTIFY_CATALOG_QUERY_H
#include "base/arena.h"
#include "games/games.h"

enum {
	CATALOG_QUERY_TOLD = 60
}; /* of one question; of the rest their number */

/* A search in the catalog. */
struct catalog_query_wish {
	const struct game_kind *kind;
	/* of figures those only that the list which is asked of this seat may
	 * hold; NULL, or where none is asked: all */
	const struct game *view;
	int seat;
	/*
	 * Words that the name, faction or key has, each; a number behind UP TO
	 * is the most that it costs; HERO, SPAWN, CHEST, TILE and their like
	 * say of what kind. Figures, if nothing else is said.
	 */
	struct str asked;
	bool own; /* of the set alone that is called as the game */
	int most; /* the answer only counts the others */
};

/*
 * {"cards":[{"stars":n,"card":event}, ..],"more":n,"barred":n,"near":names};
 * barred: that fit, and that the list may not hold. Of none: those whose names
 * are near.
 */
struct str catalog_query_found(const struct catalog_query_wish *w,
			       struct arena *a);

/* Those of the game's own set that a list may hold which is asked of this seat;
 * without a card where none is asked, or any may be in it. */
struct str catalog_query_asked(const struct game_kind *k,
			       const struct game *view, int seat,
			       struct arena *a);
#endif
