/*
 * src/judge/policies/anonymity.h - anonymous games: until the end no log and no
 * letter tells who plays.
 *
 * Where the policy `anonymous` says so, which it does before anybody comes to
 * the table or never, an event of the log has
 *
 * - in `person` and `by`, of a person, "~" and the first 8 digits of
 *   H[salts]("heraldo mask 1" ‖ game ‖ "person " ‖ the judge's number of them);
 * - in `fingerprint` and `by`, of a key, "SEALED:" and the commitment
 *   (fairness/log_chain.h) of the fingerprint's characters, whose salt is
 *   H[salts]("heraldo mask 1" ‖ game ‖ fingerprint);
 * - in `key` nothing; in `at` of what was signed the last full quarter of an
 *   hour;
 *
 * salts being that of fairness/dice_chain.h. The same person is called the same
 * in one log, and otherwise in every other. What opens the second secret opens
 * them, by an event key_opened for each key that the log has.
 *
 * What was signed shows its key. So it is exported only with the whole log, at
 * the end: signatures are checked then.
 */
#ifndef JUDGE_POLICIES_ANONYMITY_H
#define JUDGE_POLICIES_ANONYMITY_H
#include "judge/game/adjudicate.h"

enum { ANONYMITY_ROUND_S = 900, ANONYMITY_NAME_BYTES = 4 };

/* Is it an anonymous game, from its start on? */
bool anonymity_is_on(const struct game_ctx *t);

/* And is it not over, so that nobody is named to others? */
bool anonymity_hides(const struct game_ctx *t);

/* The time of what was signed, as others may know it; and when letters that it
 * brings to others may leave. */
int64_t anonymity_before(int64_t at_s);
int64_t anonymity_after(int64_t at_s);

/* What a log calls a person. */
enum err anonymity_name(const struct game_ctx *t, int64_t person,
			struct arena *a, struct str *out, struct why *why);

/* Watches an adjudication's events (struct game_run): whom they name is
 * masked. watcher is the adjudication, which keeps what goes wrong. */
void anonymity_event(void *watcher, struct event *e);

/* KEY_OPENED for every key of the log. */
enum err anonymity_open(struct adjudication *x, struct why *why);

/*
 * How letters name those of a table: while they are hidden by their places,
 * afterwards by their names. _init for a game that is none: nothing is named.
 */
struct anonymity_names {
	int n;
	struct {
		struct str mask, shown;
	} v[JUDGE_SLOTS];
};

enum err anonymity_names_init(struct anonymity_names *m,
			      const struct game_ctx *t, struct arena *a,
			      struct why *why);
void anonymity_names_show(const struct anonymity_names *m,
			  const struct event_schema *s, struct event *e);
#endif
