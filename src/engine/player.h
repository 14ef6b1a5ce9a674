/*
 * src/engine/player.h - the computer player: chooses orders for a seat from
 * the seat's view.
 *
 * The player sees a view, never the state. It fills in the hidden values at
 * random, in several worlds that are consistent with the view, tries each
 * candidate order in them with dice of its own, and takes the order whose
 * positions are worth most on average. The budget counts decisions of the
 * rules, not time: the same view, dice and strength give the same order on
 * every machine.
 *
 * What differs between games is a struct player_rules: candidates, a cheap
 * policy for play-outs, the value of a position.
 */
#ifndef ENGINE_PLAYER_H
#define ENGINE_PLAYER_H
#include "engine/dry_run.h"
#include "engine/suggest.h"

enum {
	PLAYER_MOVES = 320, /* candidates of one order */
	PLAYER_VERSION = 7, /* changes whenever a choice may change */
	PLAYER_WEIGHTS = 24 /* of one game, at most */
};

/* A candidate order. */
struct player_move {
	struct decision d;
	int64_t sum; /* of the values of its tries */
	int32_t n;   /* tries */
	int32_t score;
	bool sure; /* the order rolls no die: one try says it all */
};

struct player_moves {
	struct player_move *v; /* borrowed */
	int n, max;
};

/* One more, if there is room and the list does not have it yet. */
void player_add(struct player_moves *list, const struct decision *d);

struct player_weight {
	const char *name;
	int32_t value;
};

/* What the player knows of one game. Values are hundredths of a point of the
 * game, for the seat and against its opponents. */
struct player_rules {
	const struct system *sys;

	/* Replace every hidden value of a view by a plausible one. */
	void (*imagine)(void *world, int seat, struct dice *rng);

	/* Candidates for the set-up, besides drawn orders; or NULL. */
	void (*setup)(const void *view, int seat, struct dice *rng,
		      struct player_moves *out);

	/* Candidates for the seat's turn, from the groups and suggestions of
	 * the game; wide: a larger number brings more places to move to. They
	 * need not have been tried. */
	void (*moves)(const void *view, int seat, struct trials *room,
		      struct dice *rng, int wide, struct player_moves *out);

	/* A candidate as a suggestion: one of the list that it stands for, or
	 * a new one. False: the game does not suggest such orders. NULL: it
	 * suggests nothing. */
	bool (*suggest)(const void *view, int seat, struct trials *room,
			const struct decision *d, const struct offers *list,
			struct suggest *out);

	/* The answer to a question put to the seat; NULL, false: the default of
	 * a silent seat. */
	bool (*answer)(const void *view, int seat, struct decision *out);

	/* Standing orders that the seat needs and does not have yet; they go
	 * above its next order. NULL: none. */
	void (*standing)(const void *view, int seat, struct player_moves *out);

	/* A few orders for a play-out, best first, without a search. */
	void (*quick)(const void *world, int seat, struct trials *room,
		      struct dice *rng, struct player_moves *out);

	/* The value of a position for the seat. blind: without regard to what
	 * its opponents can do next. */
	int32_t (*value)(const void *world, int seat, bool blind,
			 const struct player_weight *w);

	/* The round or the turn as its mails count it; *of: the seat that has
	 * the turn, -1 if it belongs to all. */
	int32_t (*turn)(const void *state, int32_t *of);

	/* How far a play-out goes where the seats act by turns within a round:
	 * so many rounds. 0: the turns of the strength (spans). */
	int rounds;

	const struct player_weight *weights; /* for value */
	int n_weights;
};

/* How well it plays. */
struct player_strength {
	const char *name; /* "fair" */
	int wide;         /* of the candidates */
	int moves;        /* candidates that are looked at */
	int tries;        /* of each: worlds and dice */
	int finalists;    /* of which the play-outs go on; 0: none */
	int rounds;       /* of such play-outs; half the finalists drop out
			   * after each */
	int spans;        /* turns of a play-out: 3, own, reply, own */
	int decisions;    /* of the rules for one order, at most */
	bool blind;       /* does not look at what opponents can do */
};

enum player_level { PLAYER_EASY, PLAYER_FAIR, PLAYER_STRONG, PLAYER_LEVELS };

extern const struct player_strength player_levels[PLAYER_LEVELS];

/* The level called so; false: there is none. */
bool player_level_named(struct str name, enum player_level *out);

/* Dice that follow from a number. */
struct player_dice {
	uint64_t key;
	struct dice dice;
};

/* Dice for the next order of a seat: they follow from the seat's view, a seed
 * and a strength alone. The struct must not move. */
void player_dice_init(struct player_dice *p, const struct system *sys,
		      const void *view, int seat, uint64_t seed,
		      enum player_level level);

/* Room for one choice, lent by the caller; too large for a stack. */
struct player_room {
	struct trials trials;
	struct player_move move[PLAYER_MOVES], quick[16];
};

/* What it found. */
struct player_choice {
	struct decision d;
	int candidates; /* legal ones */
	int decisions;  /* of the rules that the search made */
	int32_t value;  /* of the order, hundredths of a point */
	int32_t second; /* of the next best; value if there is none */
};

/* What the player sees. */
struct player_position {
	const struct player_rules *rules;
	const void *view;
	int seat;
	const struct catalog *catalog; /* of the set-up's cards; may be NULL */
};

/*
 * Choose the next order of a seat that is awaited. False: the seat is not
 * awaited, or nothing is legal.
 */
bool player_choose(const struct player_position *at,
		   const struct player_strength *how, struct dice *rng,
		   struct player_room *room, struct player_choice *out);

/*
 * Put first in a list of suggestions the order that the search of PLAYER_FAIR
 * finds best, apart from the end of the turn. The result follows from the view
 * alone. The list may be empty, and then stays so where the seat has nothing to
 * order.
 */
void player_lead(const struct player_rules *rules, const void *view, int seat,
		 struct player_room *room, struct offers *list);
#endif
