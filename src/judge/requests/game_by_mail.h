/*
 * src/judge/requests/game_by_mail.h - games are made by mail, by who may
 * (hosts, heraldo.conf(5)): a text that they have signed with any key of
 * theirs, alone:
 *
 *	GAME name NEW
 *	SYSTEM dungeons		what it is to be, a line each (game_spec.h)
 *	RESERVE A ana@example.org
 *	MASTER NOBODY		else who asks is its game master; or an address
 *
 * Like all that is signed and of no game each text is worked on once.
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
	struct str name, below; /* the lines behind the first */
};

/* May this person make games and campaigns here? */
enum err game_by_mail_may(struct judge *j, int64_t person, struct arena *a,
			  bool *yes, struct why *why);

/* A person by name or by address. ERR_USAGE: nobody is known by that. */
enum err game_by_mail_person(struct judge *j, struct str who, struct arena *a,
			     int64_t *person, struct why *why);

/* The same of who is to be game master: NOBODY is 0. */
enum err game_by_mail_master(struct judge *j, const struct vocabulary *v,
			     struct str who, struct arena *a, int64_t *person,
			     struct why *why);

/* Does the text begin so? v: may be NULL, then it does not. */
bool game_by_mail_asked(struct arena *a, const struct vocabulary *v,
			struct str text, struct game_by_mail_wish *out);

/* It is made, or refused with why not. */
enum err game_by_mail_do(struct delivery *d, const struct game_by_mail_wish *w,
			 struct why *why);
#endif
