/*
 * tests/players/match.h - plays whole games between computer players, by the
 * game's own queue: each order is submitted as a mail's would be.
 */
#ifndef TESTS_PLAYERS_MATCH_H
#define TESTS_PLAYERS_MATCH_H
#include "engine/player.h"
#include "games/games.h"
#include "games/players.h"

/* What plays a seat. */
enum match_kind {
	MATCH_EASY,
	MATCH_FAIR,
	MATCH_STRONG,
	MATCH_RANDOM,    /* a sampled order */
	MATCH_FIRST,     /* the first suggestion, else the end of the turn */
	MATCH_SUGGESTED, /* the suggestion that a report puts first */
	MATCH_SPARRING,  /* sparring.h, in Rebellion; elsewhere as first */
	MATCH_KINDS
};

enum { MATCH_TURNS = 1000 /* of a game, whose times are kept */ };

extern const char *const match_names[MATCH_KINDS];

struct match_side {
	enum match_kind kind;
	const struct player_rules *rules; /* with its weights */
	struct player_strength how;       /* of one that searches */
	/* sums of the game */
	int orders, decisions, candidates;
	int64_t ns, slowest_ns;
	int64_t turn_ns; /* of the turn under way */
	int32_t turn_us[MATCH_TURNS];
	int n_turns;
	int32_t points;
};

struct match {
	const struct game_kind *kind;
	const char *options; /* "build=100 rounds=20" */
	int rounds;          /* after so many turns of a seat it is stopped */
	uint64_t seed;
	struct match_side side[2];
	struct game game;
	int events;
	int winner; /* 0, 1; -1: a draw, or stopped */
	bool over;
	/* called for every order before it is submitted; or NULL */
	void (*ordered)(void *context, const struct match *m, int seat,
			const struct decision *d);
	/* called for every event; or NULL */
	void (*told)(void *context, const struct match *m,
		     const struct event *e);
	void *context;
};

/* Begin the game: two players, no order yet. */
void match_begin(struct match *m);

/* The seat that is awaited; -1: none, the game is over or stuck. */
int match_awaited(const struct match *m);

/* Choose the seat's next order; false: there is none. */
bool match_choose(struct match *m, int seat, struct decision *d);

/* The candidates of the seat's last order, the best first; of a seat that
 * searches. */
struct player_moves match_candidates(const struct match *m, int seat);

/* The time of the processor so far. */
int64_t match_ns(void);

/* Submit it; false: it was refused. */
bool match_submit(struct match *m, int seat, const struct decision *d);

/* Play to the end; false: an order was refused, or nobody could go on, which
 * is printed. */
bool match_play(struct match *m);
#endif
