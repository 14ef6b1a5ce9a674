/* src/judge/inbox/verdict.c */
#include "judge/inbox/verdict.h"
#include "base/ascii.h"
#include "base/nearest.h"
#include "base/parse.h"
#include "base/str.h"
#include "auth/sig_error.h"
#include <string.h>

static const struct verdict_word words[] = {
#define X(word, meaning) { word, meaning },
#include "judge/inbox/verdict.def"
#undef X
};

static const char of_mail[] = " of mail ";
static const char dropped[] = ", dropped by the operator";

bool verdict_word(size_t i, struct verdict_word *out)
{
	enum sig_error fault;

	if (i < ARRAY_LEN(words)) {
		*out = words[i];
		return true;
	}
	i = i - ARRAY_LEN(words) + 1;
	if (i >= N_FAULTS)
		return false;
	fault = (enum sig_error)i;
	*out = (struct verdict_word){ sig_error_name(fault),
				      sig_error_text(fault) };
	return true;
}

/* "bounce of mail 12" */
static bool verdict_names_mail(struct str verdict)
{
	static const char *const kinds[] = { "bounce", "delay" };
	int64_t number;

	for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
		struct str rest = verdict;

		if (!str_starts(rest, kinds[i]))
			continue;
		rest.s += strlen(kinds[i]);
		rest.len -= strlen(kinds[i]);
		if (!str_starts(rest, of_mail))
			continue;
		rest.s += sizeof(of_mail) - 1;
		rest.len -= sizeof(of_mail) - 1;
		if (parse_int(rest, 1, INT64_MAX, &number))
			return true;
	}
	return false;
}

bool verdict_is_known(struct str verdict)
{
	struct verdict_word w;

	if (str_ends(verdict, dropped))
		verdict.len -= sizeof(dropped) - 1;
	if (!verdict.len || verdict_names_mail(verdict))
		return true;
	for (size_t i = 0; verdict_word(i, &w); i++)
		if (str_is(verdict, w.word))
			return true;
	return false;
}

static bool verdict_contains(const char *whole, struct str text)
{
	return memmem(whole, strlen(whole), text.s, text.len) != NULL;
}

bool verdict_may_contain(struct str text, struct str *near)
{
	struct str plain = text;
	struct verdict_word w;
	struct nearest n;

	*near = STR("");
	nearest_init(&n, text, NEAREST_FAR);
	while (plain.len && ascii_is_digit(plain.s[plain.len - 1]))
		plain.len--;
	if (verdict_contains("bounce of mail ", plain) ||
	    verdict_contains("delay of mail ", plain) ||
	    verdict_contains(dropped, text))
		return true;
	for (size_t i = 0; verdict_word(i, &w); i++) {
		if (verdict_contains(w.word, text))
			return true;
		nearest_try(&n, str_of(w.word));
	}
	*near = n.name;
	return verdict_is_known(text);
}
