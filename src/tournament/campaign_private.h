/*
 * src/tournament/campaign_private.h - struct campaign and the helpers that the
 * campaign's files share
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

/* Collect the results of the loaded meetings that are over. */
void campaign_results(struct campaign *c, struct arena *a);

/* The seed of a person, also after a withdrawal; -1: none. */
int campaign_seed(const struct campaign *c, int64_t person);

/* Are the players' identities hidden until a game is over? */
bool campaign_is_masked(const struct campaign *c);

/* May this person never play in it: the master of games that are open to
 * masters (judge/game/gm_sees_all.h)? */
bool campaign_is_closed_to(const struct campaign *c, int64_t person);

/* How many rounds it has, as many people as there are now; 0: it has none. */
int campaign_rounds(const struct campaign *c);

/* The pairs of round row.round, from 0, after those before it. */
int campaign_pairs(const struct campaign *c, struct pair *out);

/* To one member, or to another person who asks (reader -1). */
enum err campaign_write_one(struct judge *j, struct arena *a,
			    const struct campaign *c, int reader,
			    const struct notify *as, struct why *why);

/* Mail the standings of the loaded campaign to all members. */
enum err campaign_write(struct judge *j, struct arena *a,
			const struct campaign *c, struct why *why);
#endif
