/*
 * src/judge/addressee.h - to whom a signed text is addressed that is of no
 * single game: a judge, by its key, in a line of its own anywhere in the text,
 *
 *	JUDGE <27 digits>
 *
 * whose digits are those of fairness/head_token.h, of the hash of its key. Who
 * carries the text to another judge gets nothing done there. Texts of a game
 * name that, and the history that their author saw.
 */
#ifndef JUDGE_ADDRESSEE_H
#define JUDGE_ADDRESSEE_H
#include "auth/key.h"
#include "base/arena.h"
#include "orders/vocabulary.h"

/* The line of the judge with this key, in a language (its name). v may be NULL.
 */
struct str addressee_line(struct arena *a, const struct vocabulary *v,
			  const struct key *judge, struct str lang);

/*
 * Take such lines out of a canonical text. Returns why it is not addressed to
 * this judge, a name of reason.*; or NULL: it is.
 */
const char *addressee_take(struct arena *a, const struct vocabulary *v,
			   const struct key *judge, struct str *text);
#endif
