/*
 * src/judge/policies/precedents.h - rulings become precedents: each names rules
 * in its reason, and is found by them.
 *
 * A reason may say the same in several languages, each behind its name and a
 * colon: "EN: the wall blocks ES: el muro tapa"; what stands before the first
 * is in the game master's own. Where an option of the game says the same it may
 * name that, NAME=VALUE; else it is applied by hand.
 */
#ifndef JUDGE_POLICIES_PRECEDENTS_H
#define JUDGE_POLICIES_PRECEDENTS_H
#include "judge/game/lifecycle.h"
#include "store/rulings.h"

enum { PRECEDENTS_TOLD = 10, PRECEDENTS_BESIDE = 3 /* beside a rule */ };

/* A ruling is given: it is found from now on. */
enum err precedent_note(const struct adjudication *x, const struct actor *h,
			const struct dispute_row *d, struct str verdict,
			struct str words, struct why *why);

/* Those that name this rule, in any case, "": all; the newest first. Of each it
 * is known whether it stands. */
enum err precedent_find(struct judge *j, struct str rule, struct arena *a,
			struct precedent_row *out, int max, int *n,
			struct why *why);

/* The log of this game goes away: whether its rulings stand is looked at. */
enum err precedent_settle(struct judge *j, int64_t game, struct why *why);

/* Its words for who reads that language. *foreign: in which they are, "": in
 * that, or it is not known. */
struct str precedent_words(const struct judge *j, const struct precedent_row *r,
			   struct str language, struct str *foreign,
			   struct arena *a);

/* All of it, for a letter (judge/notify/notify.h). */
struct str precedent_matter(struct judge *j, const struct precedent_row *r,
			    struct str language, struct arena *a);
#endif
