/*
 * src/store/campaigns.h - rows of campaigns, their people and their games.
 * Their meaning is in tournament/campaign.h.
 */
#ifndef STORE_CAMPAIGNS_H
#define STORE_CAMPAIGNS_H
#include "store/store.h"

/* Stored: never change a number. */
enum campaign_kind {
	CAMPAIGN_SWISS,
	CAMPAIGN_ROBIN,
	CAMPAIGN_KNOCKOUT,
	CAMPAIGN_LADDER,
	CAMPAIGN_KINDS
};
enum campaign_state {
	CAMPAIGN_OPEN, /* people enter */
	CAMPAIGN_RUNNING,
	CAMPAIGN_OVER,
	CAMPAIGN_STATES
};

struct campaign_row {
	int64_t id;
	struct str name; /* unique */
	struct str system;
	enum campaign_kind kind;
	enum campaign_state state;
	int rounds; /* to be played; 0: as many as its kind has */
	int round;  /* that is played, from 1; 0: none yet */
	int won, drawn, lost, bye;
	int reach; /* of a challenge; 0: any */
	int64_t deadline_s, words_s;
	struct str settings; /* "option NAME=VALUE", "policy NAME=VALUE" */
	struct str carry;    /* the table of tournament/carryover.h; "": none */
	int64_t master;      /* 0: the operator */
	int64_t created_s;
	int64_t told_s; /* when its standings were last news; set apart */
};

struct member_row {
	int64_t campaign;
	int seed; /* from 0 */
	int64_t person;
	int from;          /* the first round that it is here for, from 0 */
	int until;         /* the first one after it left; -1: it is here */
	struct str brings; /* to the next game (tournament/carryover.h) */
};

enum { MEETING_BYE = -1, MEETING_OPEN = -1 };

struct meeting_row {
	int64_t campaign;
	int number;        /* from 1 */
	int round;         /* from 0 */
	int first, second; /* seeds; second MEETING_BYE */
	int64_t game;      /* 0: none */
	/* of the game, "" and 0: none; not written */
	struct str name;
	int game_state;
	int64_t game_point;
	int outcome; /* tournament/standings.h, or MEETING_OPEN */
	int points_first, points_second;
	int64_t ended_s;
	/* by the first and the second, where there are deadlines: orders that
	 * were signed, and deadlines that passed without them */
	int32_t answered[2], missed[2];
};

/* A game of any campaign of a system, that is over and no bye. */
struct rated_row {
	int64_t first, second; /* persons */
	int outcome;           /* tournament/standings.h */
	int64_t ended_s;
	int32_t answered[2], missed[2];
};

/* ERR_EXISTS: there is one of that name. */
enum err store_campaign_add(struct store *st, const struct campaign_row *c,
			    int64_t *id, struct why *why);
enum err store_campaign_get(struct store *st, int64_t id, struct arena *a,
			    struct campaign_row *c, struct why *why);
enum err store_campaign_by_name(struct store *st, struct str name,
				struct arena *a, struct campaign_row *c,
				struct why *why);
/* State and round. */
enum err store_campaign_set(struct store *st, const struct campaign_row *c,
			    struct why *why);
/* Settings and table. */
enum err store_campaign_settings(struct store *st, const struct campaign_row *c,
				 struct why *why);
/* All, by name. */
enum err store_campaign_list(struct store *st, struct arena *a,
			     bool (*each)(void *context,
					  const struct campaign_row *c),
			     void *context, struct why *why);

/* Due items other than games: the campaign itself, changed standings, a new
 * result, which may wait. */
enum { CAMPAIGN_ITSELF = 0, CAMPAIGN_NEWS = -1, CAMPAIGN_RESULT = -2 };

/* Take the due items of one campaign: *n, at most max, games or the items
 * above. ERR_NOT_FOUND: none. */
enum err store_campaign_due(struct store *st, int64_t now_s, int64_t *campaign,
			    int64_t *games, int max, int *n, struct why *why);
/* Is there anything? */
enum err store_campaign_is_due(struct store *st, int64_t now_s, bool *is,
			       struct why *why);
/* Mail the results at that time, unless another mail does it earlier; the first
 * such time counts. */
enum err store_campaign_wait(struct store *st, int64_t campaign, int64_t due_s,
			     struct why *why);
/* The standings are mailed now: clear the waiting time. */
enum err store_campaign_mailed(struct store *st, int64_t campaign,
			       int64_t now_s, struct why *why);
enum err store_campaign_make_due(struct store *st, int64_t campaign,
				 int64_t what, struct why *why);

/* A new one, or another state of one that is there. */
enum err store_member_put(struct store *st, const struct member_row *m,
			  struct why *why);
/* In the order of their seeds, at most max; *n of them. */
enum err store_member_list(struct store *st, int64_t campaign, struct arena *a,
			   struct member_row *out, int max, int *n,
			   struct why *why);

enum err store_meeting_put(struct store *st, const struct meeting_row *m,
			   struct why *why);
/* Of all campaigns of a system, by their ends. */
enum err store_rated_list(struct store *st, struct str system,
			  bool (*each)(void *context,
				       const struct rated_row *r),
			  void *context, struct why *why);

/* In the order of their numbers, at most max. */
enum err store_meeting_list(struct store *st, int64_t campaign, struct arena *a,
			    struct meeting_row *out, int max, int *n,
			    struct why *why);
#endif
