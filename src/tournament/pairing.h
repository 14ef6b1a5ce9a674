/*
 * src/tournament/pairing.h - computes the pairs of the next round of a
 * campaign. Pure integers: the same history gives the same pairs on every
 * machine, so that anybody can check a pairing. People are numbers 0..n-1 in
 * the order of their seeds, the best first; the caller keeps their names.
 */
#ifndef TOURNAMENT_PAIRING_H
#define TOURNAMENT_PAIRING_H
#include "base/base.h"

enum {
	PAIRING_MAX = 128, /* people of one campaign */
	PAIRING_BYE = -1,  /* no opponent: the other has a bye */
};

/* one game: the people on the first and the second side */
struct pair {
	int32_t first;
	int32_t second; /* PAIRING_BYE: first has a bye */
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
	LADDER_NOT_ABOVE,  /* only a higher place may be challenged */
	LADDER_TOO_FAR,    /* further up than the campaign allows */
	LADDER_BUSY,       /* the challenger has an open challenge */
	LADDER_BUSY_ABOVE, /* the challenged one has */
};

/*
 * May place from challenge place to (0 is the top)? reach: how many places up,
 * 0 for any number. busy[]: by place, has an open challenge.
 */
enum ladder_verdict ladder_check(uint32_t from, uint32_t to, uint32_t reach,
				 const bool *busy);

/*
 * The challenger at place from has won against place to, above: the challenger
 * takes that place, and the places between move down one. order[]: the person
 * at each place.
 */
void ladder_won(int32_t *order, uint32_t from, uint32_t to);

/*
 * The state of a Swiss tournament, on which the next round depends. People are
 * in the order of their seeds; a withdrawn person stays in the list and is
 * `out`.
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
 * Add the results of a round: a game with the points of both, a bye with its
 * points, and a round that a person did not play.
 */
void swiss_game(struct swiss *s, struct pair p, int32_t first, int32_t second);
void swiss_bye(struct swiss *s, int32_t who, int32_t points);
void swiss_idle(struct swiss *s, int32_t who);

/*
 * The pairs of the next round, best placed first, the bye last. Of all pairings
 * of the people that are not out, the result is the best by these criteria in
 * this order:
 *   1. as few meet again as can be
 *   2. a bye for a person with the fewest byes
 *   3. and of those for the lowest score
 *   4. as few as can be have one side three times more than the other
 *   5. scores close together: sum of squares of the groups of scores between
 *   6. a bye for the person with the fewest idle rounds
 *   7. as few as can be have the side that they have had more often
 *   8. by place: within a group of scores the upper half meets the lower one,
 *      between groups the last of the upper meets the first of the lower; a bye
 *      for the last
 * The first side goes to the person with the lower balance of it, then to the
 * person without it in the last game, then to the better placed if that one had
 * the other side last, and in the first round to every other seed. out has room
 * for (n + 1) / 2. Returns the number of pairs.
 */
uint32_t swiss_round(const struct swiss *s, struct pair *out);
#endif
