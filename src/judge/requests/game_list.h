/*
 * src/judge/requests/game_list.h - answers GAMES: the games of the sender, and
 * open games with a free seat. The question comes among orders, or as a signed
 * text with this line alone.
 *
 * Other people's games are listed only if they have not begun and have a seat
 * that is not reserved.
 */
#ifndef JUDGE_REQUESTS_GAME_LIST_H
#define JUDGE_REQUESTS_GAME_LIST_H
#include "judge/handlers.h"

enum {
	GAME_LIST_OWN =
		12, /* games listed in full, the newest; more are counted */
	GAME_LIST_OPEN = 20, /* open ones, likewise the newest */
	GAME_LIST_A_DAY = 5  /* answers to the line alone, of a person */
};

/* Does the text say GAMES and nothing else? v: may be NULL, then it does not.
 */
bool game_list_asked(struct arena *a, const struct vocabulary *v,
		     struct str text);

/* "JOIN game B", with the word of the language. */
struct str game_list_join(struct judge *j, struct str game, int slot,
			  struct str lang, struct arena *a);

/* The answer to d->f.person: a mail of kind games. */
enum err game_list_answer(struct delivery *d, struct why *why);

/* The same to the line alone, as often as it may be asked in a day. */
enum err game_list_alone(struct delivery *d, struct why *why);
#endif
