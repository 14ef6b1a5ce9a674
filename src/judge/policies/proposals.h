/*
 * src/judge/policies/proposals.h - takes proposals, votes, absences and notices
 * of players, as protocol/proposal_parse.h has parsed them: checks them, logs
 * them in an adjudication, stores the table state. An accepted proposal is
 * carried out by proposal_effects.h. Game masters set policies by
 * proposals_set.
 */
#ifndef JUDGE_POLICIES_PROPOSALS_H
#define JUDGE_POLICIES_PROPOSALS_H
#include "judge/policies/lifecycle.h"
#include "protocol/proposal_parse.h"

/* Find the seat of a player that a line names. *no: a name of reason.*, if no
 * player has that name; players of an anonymous game cannot be named. */
enum err proposals_names(const struct game_ctx *t, struct arena *a,
			 struct table_requests *m, const char **no,
			 struct why *why);

/*
 * Why a seat's motions cannot be taken now, a name of reason.*; or NULL.
 * orders: there are orders of the game in the same mail. Days are those of the
 * zone.
 */
const char *proposals_refuses(const struct game_ctx *t, int seat,
			      struct str zone, const struct table_requests *m,
			      bool orders, int64_t at_s);

/*
 * Resolve the names of a proposal and write its text for all readers. *no: why
 * the current game does not allow the proposal or its effect, or NULL.
 */
enum err proposals_validate(const struct adjudication *x, struct str zone,
			    struct table_requests *m, const char **no,
			    struct why *why);

/* The first moment of a day on the clocks of the zone. */
int64_t proposals_day(struct str zone, int32_t day);

/* Take them: neither of these has anything against it. */
enum err proposals_apply(struct adjudication *x, const struct table_requests *m,
			 const struct actor *h, struct str person,
			 struct str zone, struct why *why);

/* An absence, or its end, in the other games of a person: those of `but`
 * aside, 0 for none. from_s == until_s: back. */
enum err proposals_absent(struct judge *j, int64_t person, int64_t but,
			  int64_t from_s, int64_t until_s,
			  const struct actor *h, struct why *why);
/* The same of days on their own clocks. */
enum err proposals_away(struct judge *j, int64_t person, int32_t from,
			int32_t until, struct why *why);
/* The same for the motions of a mail, once it is adjudicated. */
enum err proposals_elsewhere(struct judge *j, int64_t person, int64_t but,
			     const struct table_requests *m, struct str zone,
			     const struct actor *h, struct why *why);

/* The fault in the value of a policy, in English; NULL: none. A calendar must
 * be readable by every program that computes deadlines. */
const char *proposals_value_wrong(int row, struct str value);

/* How the table plays: the event, in an adjudication; why it cannot be. */
enum err proposals_set(struct adjudication *x, struct str name,
		       struct str value, struct str by, struct why *why);

/* Save the table state and set the timer of proposals; at the end of each
 * adjudication. */
enum err proposals_save(struct adjudication *x, struct why *why);

/* A proposal lapses: in a transaction of its caller's. */
enum err proposals_lapse(struct game_ctx *t, struct arena *a, struct why *why);
#endif
