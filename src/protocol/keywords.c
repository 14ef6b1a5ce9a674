/* src/protocol/keywords.c */
#include "protocol/keywords.h"
#include "base/utf8.h"

static const char *const keys[N_SPOKEN] = {
#define X(name) "judge." #name,
#include "protocol/keywords.def"
#undef X
};

static int key_of(const struct vocabulary *v, enum keyword_word what)
{
	int key = v ? vocabulary_key(v, str_of(keys[what])) : -1;

	return key >= 0 && v->keys[key].words ? key : -1;
}

/*
 * Is it written so, or without its accents? Another accent is another word: who
 * reads a log with less of Unicode would not know it for the same.
 */
static bool is_plain(struct arena *a, struct str word, struct str listed)
{
	for (size_t i = 0; i < word.len; i++)
		if ((unsigned char)word.s[i] >= 0x80)
			return str_equal(utf8_upper(a, word),
					 utf8_upper(a, listed));
	return true;
}

bool keyword_is(struct arena *a, const struct vocabulary *v,
		enum keyword_word what, struct str word)
{
	struct str fold = utf8_fold(a, word);
	int key = key_of(v, what);

	if (key < 0)
		return false;
	for (const struct vocabulary_word *w = v->keys[key].words; w;
	     w = w->next)
		if (w->n == 1 && str_equal(fold, w->part[0]) &&
		    is_plain(a, word, w->shown))
			return true;
	return false;
}

struct str keyword_shown(const struct vocabulary *v, enum keyword_word what,
			 struct str lang)
{
	int key = key_of(v, what);

	return key < 0 ? STR("")
		       : vocabulary_shown(v, key, vocabulary_lang(v, lang));
}
