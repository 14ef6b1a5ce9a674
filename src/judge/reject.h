/*
 * src/judge/reject.h - why a command is not done, by a name: the operator reads
 * the English of no.def, who has sent a mail the words of their own language.
 * Name and arguments travel in the `why` beside the text.
 */
#ifndef JUDGE_REJECT_H
#define JUDGE_REJECT_H
#include "base/arena.h"
#include "base/err.h"

enum no {
#define X(name, err, kinds, text) NO_##name,
#include "judge/reject.def"
#undef X
	N_NOS
};

enum { NO_ARGS = 3 };

/* The arguments of a reason, in a call; NULL: it has none. */
#define NO_OF(...) ((const struct str[NO_ARGS]){ __VA_ARGS__ })

/* Sets the text, unless there is one (why may be NULL); gives back the error of
 * the reason. */
enum err no_set(struct why *why, enum no what, const struct str *args);

/* The reason of that name, N_NOS: there is none. What is refused to a player by
 * a name of reason.* and to a game master by one of no.* has one name. */
enum no no_named(struct str name);

/* One argument, a number. */
enum err no_set_int(struct why *why, enum no what, int64_t n);

/* What was set, as it is kept in the matter of a letter; "" if it was no reason
 * of no.def. */
struct str no_kept(const struct why *why);

/* A reason as it was kept. */
struct no_said {
	enum no what;
	const char *name;
	struct str arg[NO_ARGS];
	char kind[NO_ARGS]; /* w, t, r; 0: there is no such argument */
};

/* False: it is none (of this program). */
bool no_parse(struct str kept, struct no_said *out);

/* The name under which messages have a text of the house: its letters and
 * digits, and a dash for all that stands between them. */
struct str no_text_name(struct arena *a, struct str text);
#endif
