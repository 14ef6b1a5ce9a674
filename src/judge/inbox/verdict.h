/*
 * src/judge/inbox/verdict.h - every word for what became of a mail, with its
 * meaning: the rows of verdict.def, and the faults of keys and signatures. The
 * inbox stores "WORD", "bounce of mail N", "delay of mail N", and after any of
 * these ", dropped by the operator".
 */
#ifndef JUDGE_VERDICT_H
#define JUDGE_VERDICT_H
#include "base/base.h"

struct verdict_word {
	const char *word, *meaning;
};

/* Word number i; false: there are no more. */
bool verdict_word(size_t i, struct verdict_word *out);

/* Is this a verdict that the inbox may hold? "" is: not judged yet. */
bool verdict_is_known(struct str verdict);

/* Can a verdict contain this text? If not, *near is the nearest word, or
 * empty. */
bool verdict_may_contain(struct str text, struct str *near);
#endif
