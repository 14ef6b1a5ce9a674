/*
 * src/base/err.h - errors of the environment: a value for the kind of error,
 * and text for the operator. An illegal order is a struct refusal of the rules
 * instead; a programming error is an assertion.
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H
#include "base/base.h"

enum err {
	ERR_OK = 0,
#define X(sym, retry, text) ERR_##sym,
#include "base/err.def"
#undef X
	N_ERRS
};

enum { WHY_MAX = 1024 };

/*
 * Text for the operator: one line, what happened and what to do next. The
 * first error wins: a why that has a text is not overwritten, so cleanup
 * cannot hide the cause. Initialise with { 0 }. `kept` holds the name of a
 * reason that the judge mails to players too (judge/game/reject.h).
 */
struct why {
	char text[WHY_MAX];
	char kept[WHY_MAX];
};

/* Set the text, unless there is one (why may be NULL); gives back e. */
enum err why_set(struct why *why, enum err e, const char *fmt, ...)
	PRINTF_LIKE(3, 4);

/* Forget the text: for a caller that goes on after an error. */
void why_clear(struct why *why);

/* The general text of an error, never NULL. */
const char *err_text(enum err e);

/* May the same call work later without anybody changing anything? */
bool err_is_temporary(enum err e);
#endif
