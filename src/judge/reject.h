/*
 * src/judge/reject.h - why a command is not done, by a name: the operator reads
 * the English of no.def, who has sent a mail the words of their own language.
 * Name and arguments travel in the `why` beside the text.
 */
#ifndef JUDGE_REJECT_H
#define JUDGE_REJECT_H
#include "base/arena.h"
#include "base/err.h"

enum reject {
#define X(name, err, kinds, text) REJECT_##name,
#include "judge/reject.def"
#undef X
	N_REJECTS
};

enum { REJECT_ARGS = 3 };

/* The arguments of a reason, in a call; NULL: it has none. */
#define REJECT_OF(...) ((const struct str[REJECT_ARGS]){ __VA_ARGS__ })

/* Sets the text, unless there is one (why may be NULL); gives back the error of
 * the reason. */
enum err reject_set(struct why *why, enum reject what, const struct str *args);

/* The reason of that name, N_REJECTS: there is none. What is refused to a
 * player by a name of reason.* and to a game master by one of no.* has one
 * name. */
enum reject reject_named(struct str name);

/* One argument, a number. */
enum err reject_set_int(struct why *why, enum reject what, int64_t n);

/* What was set, as it is kept in the matter of a letter; "" if it was no reason
 * of no.def. */
struct str reject_kept(const struct why *why);

/* A reason as it was kept. */
struct reject_said {
	enum reject what;
	const char *name;
	struct str arg[REJECT_ARGS];
	char kind[REJECT_ARGS]; /* w, t, r; 0: there is no such argument */
};

/* False: it is none (of this program). */
bool reject_parse(struct str kept, struct reject_said *out);

/* The name under which messages have a text of the house: its letters and
 * digits, and a dash for all that stands between them. */
struct str reject_text_name(struct arena *a, struct str text);
#endif
