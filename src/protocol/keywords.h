/*
 * src/protocol/keywords.h - the keywords of lines to the judge: first lines,
 * game masters' commands, key commands. They are data like the words of orders:
 * judge.NAME in templates/LANG/vocabulary, stored in the grammar snapshot of a
 * game.
 */
#ifndef PROTOCOL_KEYWORDS_H
#define PROTOCOL_KEYWORDS_H
#include "base/arena.h"
#include "orders/vocabulary.h"

enum keyword_word {
#define X(name) SPOKEN_##name,
#include "protocol/keywords.def"
#undef X
	N_SPOKEN
};

/* Is the word, in any case, one for this? v may be NULL: no word is. */
bool keyword_is(struct arena *a, const struct vocabulary *v,
		enum keyword_word what, struct str word);

/* How it is written in a language (its name), or in English. "": v is NULL or
 * has no word for it. */
struct str keyword_shown(const struct vocabulary *v, enum keyword_word what,
			 struct str lang);
#endif
