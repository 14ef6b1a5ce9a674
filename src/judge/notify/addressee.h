/*
 * src/judge/notify/addressee.h - the JUDGE line of a signed text of no single
 * game. The line names the addressed judge by its key, anywhere in the text:
 *
 *	JUDGE <27 digits>
 *
 * The digits are those of fairness/head_token.h, of the hash of the judge's
 * key. Another judge does not execute the text, even if a person carries the
 * text there. Texts of a game need no such line: they name the game and the
 * history that their author saw.
 */
#ifndef JUDGE_NOTIFY_ADDRESSEE_H
#define JUDGE_NOTIFY_ADDRESSEE_H
#include "auth/key.h"
#include "base/arena.h"
#include "orders/vocabulary.h"

/* The line of the judge with this key, in a language (its name). v may be NULL.
 */
struct str addressee_line(struct arena *a, const struct vocabulary *v,
			  const struct key *judge, struct str lang);

/*
 * Remove JUDGE lines from a canonical text. Returns NULL if the text is
 * addressed to this judge, else the reason as a name of reason.*.
 */
const char *addressee_strip(struct arena *a, const struct vocabulary *v,
			    const struct key *judge, struct str *text);
#endif
