/*
 * src/judge/game/anonymity.h - hides the players' identities in the log and
 * the mails of an anonymous game until its end.
 *
 * If the policy `anonymous` is set (only before the first player joins), an
 * event of the log has
 *
 * - in `person` and `by`, of a person, "~" and the first 8 digits of
 *   H[salts]("heraldo mask 1" ‖ game ‖ "person " ‖ the judge's number of them);
 * - in `fingerprint` and `by`, of a key, "SEALED:" and the commitment
 *   (fairness/log_chain.h) of the fingerprint's characters, whose salt is
 *   H[salts]("heraldo mask 1" ‖ game ‖ fingerprint);
 * - in `key` nothing, nor in `format` of a signed text, which would tell by
 * what program a player signs; in `at` of one the last full quarter of an hour;
 *
 * salts being that of fairness/dice_chain.h. A person has the same mask
 * everywhere in one log and other masks in other logs. The opening of the
 * second secret opens the masks, by an event key_opened for each key in the
 * log.
 *
 * A signature shows its key. So signed texts are exported only with the whole
 * log, at the end: signatures are checked then.
 */
#ifndef JUDGE_GAME_ANONYMITY_H
#define JUDGE_GAME_ANONYMITY_H
#include "judge/game/adjudicate.h"

enum { ANONYMITY_ROUND_S = 900, ANONYMITY_NAME_BYTES = 4 };

/* Is it an anonymous game, from its start on? */
bool anonymity_is_on(const struct game_ctx *t);

/* Is the game anonymous and not over, so that players must not be named? */
bool anonymity_hides(const struct game_ctx *t);

/* The time of what was signed, as others may know it; and when press that it
 * brings to others may leave. */
int64_t anonymity_before(int64_t at_s);
int64_t anonymity_after(int64_t at_s);

/* By whose clocks the days of a player begin at this table: an anonymous one
 * has those of the judge, for a zone tells where a player lives. "": none. */
struct str anonymity_zone(const struct game_ctx *t, struct str own);

/* What a log calls a person. */
enum err anonymity_name(const struct game_ctx *t, int64_t person,
			struct arena *a, struct str *out, struct why *why);

/* Watches an adjudication's events (struct game_run): whom they name is
 * masked. watcher is the adjudication, which keeps what goes wrong. */
void anonymity_event(void *watcher, struct event *e);

/* KEY_OPENED for every key of the log. */
enum err anonymity_open(struct adjudication *x, struct why *why);

/*
 * How mails name those of a table: while they are hidden by their places,
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
