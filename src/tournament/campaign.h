/*
 * src/tournament/campaign.h - a season of games that runs itself: a roster,
 * rounds, games that are made, seated and started, results from their own ends,
 * what is carried over, standings that are mailed when they change.
 *
 * Nothing is counted on from round to round: standings, pairings, the bracket
 * and the ladder are made anew of the rows of store/campaigns.h, so whoever has
 * these finds the same. Each function is whole or not done at all. ERR_USAGE
 * says, in words for who commanded it, what cannot be done.
 *
 *	Swiss		so many rounds as were said, else as many as find one
 *			winner of all (the logarithm of their number); people
 *			come and go between rounds
 *	round robin	Berger's tables, once or as often as rounds say; who
 *			leaves is met as by a bye
 *	knock-out	until one is left; a draw is won by who has more points
 *			by the game's own rules, else by the better seed
 *	ladder		who is challenged must answer; the winner of a challenge
 *			from below takes the place; it ends when it is ended
 */
#ifndef TOURNAMENT_CAMPAIGN_H
#define TOURNAMENT_CAMPAIGN_H
#include "tournament/pairing.h"
#include "tournament/glicko2.h"
#include "tournament/standings.h"
#include "judge/judge.h"
#include "store/campaigns.h"

enum {
	CAMPAIGN_NAME_MAX = 14, /* the names of its games begin with it */
	CAMPAIGN_MEETINGS = 8192,
	CAMPAIGN_SETTINGS = 32
};

/* "swiss", "round-robin", "knock-out", "ladder" */
const char *campaign_kind_name(enum campaign_kind k);
bool campaign_kind_parse(struct str text, enum campaign_kind *out);

/* All of it, in an arena. */
struct campaign {
	struct campaign_row row;
	int n;
	struct member_row member[PAIRING_MAX]; /* by seed */
	struct str name[PAIRING_MAX];          /* of the persons */
	int n_meetings;
	struct meeting_row *meeting; /* in the order of their numbers */
	uint32_t n_results;
	struct result *result; /* of those that are over */
};

/*
 * What a new campaign is to be, said word by word, with the same names on the
 * command line and by mail: system, option, policy, deadline and words as of a
 * game (judge/requests/game_spec.h), and
 *
 *	kind	swiss|round-robin|knock-out|ladder
 *	rounds	1 to 127
 *	reach	of a challenge, 1 to PAIRING_MAX places; else any
 *	worth	WON,DRAWN,LOST,BYE, each 0 to 100; else 2,1,0,2
 */
struct campaign_plan {
	struct campaign_row row;
	struct arena *a;
};
extern const char *const campaign_plan_names[];
extern const size_t n_campaign_plan_names;

void campaign_plan_begin(struct campaign_plan *p, struct arena *a,
			 struct str system, int64_t words_s);

/* ERR_USAGE, with a reason of judge/reject.h: it is no value of that.
 * ERR_NOT_FOUND without words: nothing is called so. */
enum err campaign_plan_say(struct campaign_plan *p, struct str name,
			   struct str value, struct why *why);

/* The table of what is carried that comes with a game, in the folder of these.
 */
const char *campaign_carry_path(const char *folder, struct str system,
				struct arena *a);
enum err campaign_carry_standard(const char *folder, struct str system,
				 struct arena *a, struct str *out,
				 struct why *why);

/* A new one, open to people. The table of what is carried is checked, and so
 * are the settings, as if a game of it were made. */
enum err campaign_new(struct judge *j, const struct campaign_row *c,
		      struct why *why);

enum err campaign_load(struct judge *j, struct str name, struct arena *a,
		       struct campaign *out, struct why *why);
enum err campaign_list(struct judge *j, struct arena *a,
		       bool (*each)(void *context,
				    const struct campaign_row *c),
		       void *context, struct why *why);

/* Somebody enters: before the start, and where a late one can be paired, from
 * the next round on. campaign_add: who was not the one to say so, hears of it.
 */
enum err campaign_enter(struct judge *j, struct str name, int64_t person,
			struct why *why);
enum err campaign_add(struct judge *j, struct str name, int64_t person,
		      struct why *why);
/* Somebody leaves: is not paired any more, and plays on what has begun. */
enum err campaign_leave(struct judge *j, struct str name, int64_t person,
			struct why *why);
/*
 * A ruling on a dispute of a game becomes a house rule: letters and pages of
 * the campaign tell it, and option, "NAME=VALUE" or "", is set in new games.
 * ERR_USAGE too: there is no such ruling, play went back behind it, it is of
 * another system, no game could be made so.
 */
enum err campaign_adopt(struct judge *j, struct str name,
			const struct game_row *game, int64_t dispute,
			struct str option, struct why *why);

struct house_rule {
	struct str game, number; /* of the dispute */
	struct str option;       /* that it sets, or "" */
	struct str by, words;
};

/* House rules, oldest first, at most CAMPAIGN_SETTINGS; how many. */
int campaign_house(const struct campaign_row *r, struct house_rule *out);

/* Another table of what is carried over, "": nothing is, from the next result
 * on. ERR_FORMAT names line and column. */
enum err campaign_carry(struct judge *j, struct str name, struct str table,
			struct why *why);

/* The first round, or on a ladder nothing but that people may challenge. */
enum err campaign_start(struct judge *j, struct str name, struct why *why);
/* On a ladder. */
enum err campaign_challenge(struct judge *j, struct str name, int64_t who,
			    int64_t whom, struct why *why);
/* It is over; games that are played go on and count no more. */
enum err campaign_end(struct judge *j, struct str name, struct why *why);

/*
 * What is due: ended games are counted and what they leave is kept, a round
 * that is complete is followed by the next one, standings are mailed. *n: in
 * how many campaigns something was done. What cannot be done in one is told to
 * the operator, and does not hold up the others.
 */
enum err campaign_tend(struct judge *j, int *n, struct why *why);

/* What somebody says by mail (judge_env.campaign): done in the transaction that
 * is open, and answered to them with how it stands. */
struct campaign_mail_wish;
enum err campaign_asked(struct judge *j, int64_t person,
			const struct campaign_mail_wish *w, struct why *why);

/* Those that are played are looked at by the next campaign_tend: one that stood
 * still may go on. */
enum err campaign_nudge(struct judge *j, struct why *why);

/* Members in the order of the table, *n of them. On a ladder by their places on
 * it, in a knock-out by how far they came. */
void campaign_table(const struct campaign *c, struct standing *out);

/* Who stands where on a ladder: seeds, the top first; those who are here. */
int campaign_ladder(const struct campaign *c, int32_t *order);

/* Glicko-2, by seed, each round a period; on a ladder each game is one. Who has
 * not played is new. */
void campaign_ratings(const struct campaign *c, struct glicko2 *out);

/*
 * Its chronicle (report/site/site.h): table, rounds, games, as far as everybody
 * may see them by now. What stands there is not told again. w: title "" is its
 * name.
 */
struct site_files_wish;
enum err campaign_pages(struct judge *j, struct str name,
			const struct site_files_wish *w, struct arena *a,
			uint64_t *n_files, uint64_t *n_written,
			struct why *why);

/* The same as its letters tell it, lines of text in columns. */
void campaign_render(const struct campaign *c, struct buf *out);
#endif
