/*
 * src/judge/policies/precedents.h - finds earlier rulings by the rules that
 * their reasons name.
 *
 * A reason may have the same text in several languages, each after its code and
 * a colon: "EN: the wall blocks ES: el muro tapa"; text before the first code
 * is in the game master's own language. If an option of the game has the same
 * effect, the reason may name the option, NAME=VALUE; otherwise masters apply
 * the ruling by hand.
 */
#ifndef JUDGE_POLICIES_PRECEDENTS_H
#define JUDGE_POLICIES_PRECEDENTS_H
#include "judge/policies/lifecycle.h"
#include "store/rulings.h"

enum { PRECEDENTS_TOLD = 10, PRECEDENTS_BESIDE = 3 /* listed with a rule */ };

/* A ruling is given: it is found from now on. */
enum err precedent_note(const struct adjudication *x, const struct actor *h,
			const struct dispute_row *d, struct str verdict,
			struct str words, struct why *why);

/* The rulings that name this rule, in any letter case, "": all; the newest
 * first. Each result has a flag for rulings that were undone. */
enum err precedent_find(struct judge *j, struct str rule, struct arena *a,
			struct precedent_row *out, int max, int *n,
			struct why *why);

/* The log of this game goes away: whether its rulings stand is looked at. */
enum err precedent_log_removed(struct judge *j, int64_t game, struct why *why);

/* Its words for who reads that language. *foreign: in which they are, "": in
 * that, or it is not known. */
struct str precedent_words(const struct judge *j, const struct precedent_row *r,
			   struct str language, struct str *foreign,
			   struct arena *a);

/* All of it, for a mail (judge/notify/notify.h). */
struct str precedent_matter(struct judge *j, const struct precedent_row *r,
			    struct str language, struct arena *a);
#endif
