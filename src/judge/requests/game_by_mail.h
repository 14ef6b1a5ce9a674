/*
 * src/judge/requests/game_by_mail.h - creates games by mail for the addresses
 * in `game-creators` (heraldo.conf(5)): a signed text by any key of its author,
 * alone:
 *
 *	GAME name NEW
 *	SYSTEM dungeons		one setting a line (game_spec.h)
 *	RESERVE A ana@example.org
 *	MASTER NOBODY		or the author's own address, the default
 *
 * Each text is executed once, like all signed texts outside a game.
 */
#ifndef JUDGE_REQUESTS_GAME_BY_MAIL_H
#define JUDGE_REQUESTS_GAME_BY_MAIL_H
#include "base/arena.h"
#include "base/err.h"
#include "orders/vocabulary.h"

struct delivery;
struct judge;

enum { GAME_BY_MAIL_A_DAY = 50 }; /* games of one person */

struct game_by_mail_wish {
	const struct vocabulary *v;
	struct str name, below; /* the lines after the first */
};

/* May this person make games and campaigns here? */
enum err game_by_mail_may(struct judge *j, int64_t person, struct arena *a,
			  bool *yes, struct why *why);

/* A person by name or by address. ERR_USAGE: no such person. */
enum err game_by_mail_person(struct judge *j, struct str who, struct arena *a,
			     int64_t *person, struct why *why);

/* The same for the game master: NOBODY is 0; else the author, the signer of
 * the text, else ERR_USAGE. */
enum err game_by_mail_master(struct judge *j, const struct vocabulary *v,
			     struct str who, int64_t author, struct arena *a,
			     int64_t *person, struct why *why);

/* Does the text begin so? v: may be NULL, then it does not. */
bool game_by_mail_asked(struct arena *a, const struct vocabulary *v,
			struct str text, struct game_by_mail_wish *out);

/* It is made, or refused with why not. */
enum err game_by_mail_execute(struct delivery *d,
			      const struct game_by_mail_wish *w,
			      struct why *why);
#endif
