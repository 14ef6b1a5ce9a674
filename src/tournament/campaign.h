/*
 * src/tournament/campaign.h - runs a campaign (a season of games): roster,
 * rounds, creating and starting games, results, carry-over, and standings that
 * are mailed on each change.
 *
 * Nothing is updated from round to round: standings, pairings, bracket and
 * ladder are recomputed from the rows of store/campaigns.h, so anybody with
 * these rows gets the same. Each function does all or nothing. ERR_USAGE says,
 * in a text for the sender, why a command cannot be executed.
 *
 *	Swiss		so many rounds as configured, else as many as find one
 *			winner of all (the logarithm of their number); people
 *			come and go between rounds
 *	round robin	Berger's tables, once or as often as rounds say; an
 *			opponent of a withdrawn person has a bye
 *	knock-out	until one is left; more points win a draw,
 *			by the game's own rules, else the better seed
 *	ladder		a challenged person must answer; a challenger from below
 *			who wins takes the place; it ends by command
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
 * The settings of a new campaign, with the same names on the command line and
 * by mail: system, option, policy, deadline and words as for a game
 * (judge/requests/game_spec.h), and
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

/* ERR_USAGE, with a reason of judge/game/reject.h: it is no value of that.
 * ERR_NOT_FOUND without words: nothing is called so. */
enum err campaign_plan_set(struct campaign_plan *p, struct str name,
			   struct str value, struct why *why);

/* The path of the standard carry-over table of a game, in the folder of these
 * tables. */
const char *campaign_carry_path(const char *folder, struct str system,
				struct arena *a);
enum err campaign_carry_standard(const char *folder, struct str system,
				 struct arena *a, struct str *out,
				 struct why *why);

/* Create a campaign, open for joining. Checks the carry-over table, and the
 * settings as if a game of it were created. */
enum err campaign_new(struct judge *j, const struct campaign_row *c,
		      struct why *why);

enum err campaign_load(struct judge *j, struct str name, struct arena *a,
		       struct campaign *out, struct why *why);
enum err campaign_list(struct judge *j, struct arena *a,
		       bool (*each)(void *context,
				    const struct campaign_row *c),
		       void *context, struct why *why);

/* Add a person: before the start, or, if late entries can be paired, from the
 * next round on. campaign_add also mails the added person. */
enum err campaign_enter(struct judge *j, struct str name, int64_t person,
			struct why *why);
enum err campaign_add(struct judge *j, struct str name, int64_t person,
		      struct why *why);
/* Withdraw a person: no further pairings; begun games go on. */
enum err campaign_leave(struct judge *j, struct str name, int64_t person,
			struct why *why);
/*
 * Make the ruling on a dispute of a game a house rule: mails and pages of the
 * campaign list it, and option, "NAME=VALUE" or "", is set in new games.
 * ERR_USAGE also if there is no such ruling, an undo went back before it, it is
 * of another system, or no game could have this option.
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

/* Replace the carry-over table from the next result on, "": carry nothing.
 * ERR_FORMAT names line and column. */
enum err campaign_carryover_set(struct judge *j, struct str name,
				struct str table, struct why *why);

/* The first round, or on a ladder nothing but that people may challenge. */
enum err campaign_start(struct judge *j, struct str name, struct why *why);
/* On a ladder. */
enum err campaign_challenge(struct judge *j, struct str name, int64_t who,
			    int64_t whom, struct why *why);
/* It is over; games that are played go on and count no more. */
enum err campaign_end(struct judge *j, struct str name, struct why *why);

/*
 * Do all due work: count ended games and keep what they carry over, start the
 * next round after a complete one, mail standings. *n: number of campaigns with
 * changes. An error in one campaign is reported to the operator and does not
 * delay the others.
 */
enum err campaign_tend(struct judge *j, int *n, struct why *why);

/* Execute a CAMPAIGN command by mail (judge_env.campaign) in the open
 * transaction and answer the sender with the standings. */
struct campaign_mail_wish;
enum err campaign_asked(struct judge *j, int64_t person,
			const struct campaign_mail_wish *w, struct why *why);

/* Those that are played are looked at by the next campaign_tend: one that stood
 * still may go on. */
enum err campaign_nudge(struct judge *j, struct why *why);

/* Members in the order of the table, *n of them. On a ladder by their places on
 * it, in a knock-out by how far they came. */
void campaign_table(const struct campaign *c, struct standing *out);

/* The order of a ladder: seeds, the top first, without withdrawn people. */
int campaign_ladder(const struct campaign *c, int32_t *order);

/* Glicko-2 ratings by seed; a round is a period, on a ladder each game. A
 * person without games has the initial rating. */
void campaign_ratings(const struct campaign *c, struct glicko2 *out);

/*
 * Write the campaign's web pages (report/site/site.h): table, rounds, games, as
 * far as spectators may see them by now. Existing pages are not written again.
 * w: title "" is the campaign's name.
 */
struct site_files_wish;
enum err campaign_pages(struct judge *j, struct str name,
			const struct site_files_wish *w, struct arena *a,
			uint64_t *n_files, uint64_t *n_written,
			struct why *why);

/* The same as its letters tell it, lines of text in columns. */
void campaign_render(const struct campaign *c, struct buf *out);
#endif
