/* src/judge/game/language.c */
#include "judge/judge_private.h"
#include "base/utf8.h"

bool judge_has_language(const struct judge *j, struct str language)
{
	return j->c.n_systems &&
	       vocabulary_lang(j->c.systems[0].grammar->words, language) >= 0;
}

struct str judge_language_named(struct arena *a, struct str said)
{
	static const char *const names[][2] = {
		{ "ENGLISH", "en" },    { "INGLES", "en" },
		{ "SPANISH", "es" },    { "ESPANOL", "es" },
		{ "CASTELLANO", "es" }, { "CASTILIAN", "es" },
	};
	struct str fold = utf8_fold(a, said);

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (str_is(fold, names[i][0]))
			return str_of(names[i][1]);
	return str_lower(a, said);
}
