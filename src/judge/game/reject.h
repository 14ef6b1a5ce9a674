/*
 * src/judge/game/reject.h - the reasons why a command is not executed, by name.
 * The operator reads the English text of reject.def; a sender reads the text in
 * their own language. Name and arguments travel in struct why, next to the
 * text.
 */
#ifndef JUDGE_GAME_REJECT_H
#define JUDGE_GAME_REJECT_H
#include "base/arena.h"
#include "base/err.h"

enum reject {
#define X(name, err, kinds, text) REJECT_##name,
#include "judge/game/reject.def"
#undef X
	N_REJECTS
};

enum { REJECT_ARGS = 3 };

/* The arguments of a reason, in a call; NULL: it has none. */
#define REJECT_OF(...) ((const struct str[REJECT_ARGS]){ __VA_ARGS__ })

/* Sets the text, unless there is one (why may be NULL); gives back the error of
 * the reason. */
enum err reject_set(struct why *why, enum reject what, const struct str *args);

/* The reason of that name, N_REJECTS: there is none. A refusal that players see
 * as reason.* and game masters as no.* has one name. */
enum reject reject_named(struct str name);

/* One argument, a number. */
enum err reject_set_int(struct why *why, enum reject what, int64_t n);

/* The reason in the form stored in an outbox row; "" if why holds no reason of
 * reject.def. */
struct str reject_stored(const struct why *why);

/* A reason as it was kept. */
struct reject_said {
	enum reject what;
	const char *name;
	struct str arg[REJECT_ARGS];
	char kind[REJECT_ARGS]; /* w, t, r; 0: there is no such argument */
};

/* False: it is none (of this program). */
bool reject_parse(struct str kept, struct reject_said *out);

/* The key of a fixed text in the messages: the text's letters and digits, with
 * a dash for each run of other characters. */
struct str reject_text_name(struct arena *a, struct str text);
#endif
