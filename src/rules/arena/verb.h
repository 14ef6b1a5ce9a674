/*
 * src/rules/arena/verb.h - what the verbs of spells do (AR-SDATA section 4): a
 * function for each, on one object.
 */
#ifndef RULES_ARENA_VERB_H
#define RULES_ARENA_VERB_H
#include "rules/arena/filter.h"
#include "rules/arena/strike.h"

/* the clause that runs, as its verbs see it */
struct ar_doing {
	struct ar_work *w;
	struct ar_clause_frame *x;
	const struct ar_action *a;
	const struct ar_asking *ask;
	struct ar_cast *cast;     /* what the order named, or NULL */
	bool spell;               /* .. of a spell */
	struct ar_attack *attack; /* .. about an attack, or NULL */
	bool use;                 /* an ability */
};

/* The verb on the object, 0: on none. False: the clause ends. */
bool ar_verb(struct ar_doing *d, int32_t who);
#endif
