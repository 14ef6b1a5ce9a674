/* tests/unit/tokens.h - a source of tokens for logins, one after the other. */
#ifndef TESTS_TOKENS_H
#define TESTS_TOKENS_H
#include "mail/login.h"

struct tokens {
	const char *const *list; /* up to NULL; the last one is repeated */
	int n_asked, n_rejected;
	enum err fails; /* when a rejected one is asked for */
};

static inline enum err tokens_get(void *context, bool rejected,
				  struct login *out, struct why *why)
{
	struct tokens *t = context;

	t->n_asked++;
	t->n_rejected += rejected;
	if (rejected && t->fails)
		return why_set(why, t->fails, "invalid_grant: withdrawn");
	if (rejected && t->list[1])
		t->list++;
	out->is_token = true;
	snprintf(out->secret, sizeof(out->secret), "%s", *t->list);
	return ERR_OK;
}
#endif
