/*
 * src/judge/policies/proposals.h - what players say to the table
 * (protocol/proposal_parse.h), at the judge: within an adjudication, kept in
 * the store, and carried out.
 */
#ifndef JUDGE_POLICIES_PROPOSALS_H
#define JUDGE_POLICIES_PROPOSALS_H
#include "judge/game/lifecycle.h"
#include "protocol/proposal_parse.h"

/* Whom a line names by their name is found by their seat; *no: nobody here, a
 * name of reason.*, as all are where nobody is named. */
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
 * What a proposal names is found, and written as all will read it; *no: why it,
 * or what is agreed on, cannot be done as the game stands, or NULL.
 */
enum err proposals_settle(const struct game_ctx *t, int seat, struct arena *a,
			  struct str zone, struct table_requests *m,
			  int64_t at_s, const char **no, struct why *why);

/* The first moment of a day on the clocks of the zone. */
int64_t proposals_day(struct str zone, int32_t day);

/* Take them: neither of these has anything against it. */
enum err proposals_take(struct adjudication *x, const struct table_requests *m,
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

/* What is wrong with the value of a policy, in English; NULL: nothing. What a
 * calendar says must be understood by who goes by it. */
const char *proposals_value_wrong(int row, struct str value);

/* How the table plays: the event, in an adjudication; why it cannot be. */
enum err proposals_set(struct adjudication *x, struct str name,
		       struct str value, struct str by, struct why *why);

/* How it stands, and the timer of proposals; at the end of each. */
enum err proposals_save(struct adjudication *x, struct why *why);

/* A proposal lapses: in a transaction of its caller's. */
enum err proposals_lapse(struct game_ctx *t, struct arena *a, struct why *why);
#endif
