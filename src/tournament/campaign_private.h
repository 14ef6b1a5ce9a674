/*
 * src/tournament/campaign_private.h - what the files of a campaign share
 */
#ifndef TOURNAMENT_CAMPAIGN_PRIVATE_H
#define TOURNAMENT_CAMPAIGN_PRIVATE_H
#include "tournament/campaign.h"
#include "judge/notify/notify.h"

/* how a house rule begins among the settings of a campaign */
#define CAMPAIGN_RULING "ruling "

/* Members, names, meetings and results of the row that is there. */
enum err campaign_fill(struct store *st, struct arena *a, struct campaign *c,
		       struct why *why);

/*
 * One that has ended, into its row: how it came out, who answered how often,
 * and what it leaves to its players.
 */
struct game_ctx;
enum err campaign_count(struct store *st, struct arena *a, struct campaign *c,
			const struct game_ctx *t, struct meeting_row *m,
			struct why *why);

/* Could a game be made by what it sets? */
enum err campaign_try(struct judge *j, const struct campaign_row *r,
		      struct why *why);

/* What is over, of its meetings as they are here. */
void campaign_results(struct campaign *c, struct arena *a);

/* Which of its members a person is, also one who has left; -1: none. */
int campaign_seed(const struct campaign *c, int64_t person);

/* Does nobody learn who plays until a game is over? */
bool campaign_is_masked(const struct campaign *c);

/* May this person never play in it: the master of games that are open to
 * masters (judge/policies/gm_sees_all.h)? */
bool campaign_is_closed_to(const struct campaign *c, int64_t person);

/* How many rounds it has, as many people as there are now; 0: it has none. */
int campaign_rounds(const struct campaign *c);

/* The pairs of round row.round, from 0, after those before it. */
int campaign_pairs(const struct campaign *c, struct pair *out);

/* To one who is in it, or to whoever else asks (reader -1). */
enum err campaign_write_one(struct judge *j, struct arena *a,
			    const struct campaign *c, int reader,
			    const struct notify *as, struct why *why);

/* Of the campaign that is there to all who are in it: how it stands. */
enum err campaign_write(struct judge *j, struct arena *a,
			const struct campaign *c, struct why *why);
#endif
