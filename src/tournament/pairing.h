/*
 * src/tournament/pairing.h - who plays whom in the next round of a campaign.
 * Pure integers: the same history gives the same pairs on every machine, so
 * that anybody can check a pairing. People are numbers 0..n-1 in the order of
 * their seeds, the best first; whoever calls keeps what they are called.
 */
#ifndef TOURNAMENT_PAIRING_H
#define TOURNAMENT_PAIRING_H
#include "base/base.h"

enum {
	PAIRING_MAX = 128, /* people of one campaign */
	PAIRING_BYE = -1,  /* nobody: the other one has a bye */
};

/* one game: who has the first side and who the second */
struct pair {
	int32_t first;
	int32_t second; /* PAIRING_BYE: first plays nobody */
};

/* the rounds in which 2..PAIRING_MAX people all meet once */
uint32_t berger_rounds(uint32_t n);

/*
 * Round 0, 1, .. of a round robin of 2..PAIRING_MAX people by Berger's tables.
 * With an odd number whoever would meet the last has a bye, which comes last.
 * From round berger_rounds(n) on all meet again with sides changed, then again
 * with the first ones. out has room for (n + 1) / 2. Returns how many.
 */
uint32_t berger_round(uint32_t n, uint32_t round, struct pair *out);

/*
 * The draw of a knock-out of 2..PAIRING_MAX people: slots[] in the order of the
 * bracket, neighbours meet, their winners are neighbours. The best two can meet
 * in the last game only, the best four in the two before it, ..; the best have
 * the byes (PAIRING_BYE in a slot). slots has room for PAIRING_MAX. Returns how
 * many are used: a power of two.
 */
uint32_t knockout_draw(uint32_t n, int32_t *slots);

/*
 * A round of a knock-out: each two neighbours of n slots (even) are a pair; the
 * first side is for whom firsts[] (by person: how often it had that side) has
 * less, then for the better seed. A slot whose neighbour is PAIRING_BYE has a
 * bye; of two empty ones comes first PAIRING_BYE as well. out has room for
 * n / 2, and pair k decides slot k of the next round. Returns n / 2.
 */
uint32_t knockout_round(const int32_t *slots, uint32_t n,
			const uint32_t *firsts, struct pair *out);

/* why a challenge on a ladder is refused */
enum ladder_verdict {
	LADDER_MAY,
	LADDER_NOT_ABOVE,  /* one may only challenge whoever stands above */
	LADDER_TOO_FAR,    /* further up than the campaign allows */
	LADDER_BUSY,       /* the challenger has an open challenge */
	LADDER_BUSY_ABOVE, /* the challenged one has */
};

/*
 * May the one at place from challenge the one at place to (0 is the top)?
 * reach: how many places up, 0 for any number. busy[]: by place, who has an
 * open challenge.
 */
enum ladder_verdict ladder_check(uint32_t from, uint32_t to, uint32_t reach,
				 const bool *busy);

/*
 * The challenger at place from has won against the one at to, above: it takes
 * that place, and those between go down one. order[]: by place, who stands
 * there.
 */
void ladder_won(int32_t *order, uint32_t from, uint32_t to);

/*
 * A Swiss tournament as it stands: what the next round depends on. People are
 * in the order of their seeds; nobody is ever taken out, who leaves is `out`.
 */
struct swiss {
	uint32_t n; /* 0..PAIRING_MAX */
	struct swiss_player {
		int32_t score;   /* any unit, 0 or more: more is better */
		int32_t balance; /* first sides less second sides */
		int32_t last;    /* side in the last game: 1, -1, or 0: none */
		uint32_t byes;   /* given by a pairing */
		uint32_t idle;   /* rounds without a game, byes among them */
		bool out;        /* is not paired: withdrawn, or absent */
	} at[PAIRING_MAX];
	uint8_t met[PAIRING_MAX][PAIRING_MAX]; /* how often, both ways */
};

/*
 * The results of a round enter: a game with the points of both, a bye with
 * those it gives, and a round in which somebody was absent or not here yet.
 */
void swiss_game(struct swiss *s, struct pair p, int32_t first, int32_t second);
void swiss_bye(struct swiss *s, int32_t who, int32_t points);
void swiss_idle(struct swiss *s, int32_t who);

/*
 * The pairs of the next round, best placed first, the bye last. Of all ways to
 * pair those who are not out this one is best, by these in this order:
 *   1. as few meet again as can be
 *   2. a bye for whoever has had the fewest of them
 *   3. and of those for the lowest score
 *   4. as few as can be have one side three times more than the other
 *   5. scores close together: sum of squares of the groups of scores between
 *   6. a bye for whoever was idle least
 *   7. as few as can be have the side that they have had more often
 *   8. by place: within a group of scores the upper half meets the lower one,
 *      between groups the last of the upper meets the first of the lower; a bye
 *      for the last
 * The first side is for whom its balance is lower, then for whom it was not the
 * last, then for the better placed if it had the other last, and in the first
 * round for every other seed. out has room for (n + 1) / 2. Returns how many.
 */
uint32_t swiss_round(const struct swiss *s, struct pair *out);
#endif
