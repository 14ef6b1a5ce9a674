/*
 * tests/prop/play.h - random games by mail, whatever the rule system: most
 * decisions are sampled legal ones, one in ten is drawn from the grammar
 * instead, one in ten nearly fits. Orders go the way of a mail (court.h).
 *
 * Checked: no refusal changes the state or uses dice; every sample is carried
 * out; what must always hold holds after every event; every event is read back
 * from its canonical form; the log alone gives the same state; and each game
 * is verified as `heraldo verify` does it. All is counted (tally.h); in a long
 * run (PLAY_LONG games) a zero fails unless it has its reason, and so does a
 * reason for what was met. A hash over all events is printed: the same seeds
 * play the same games for as long as the rules decide alike, so two programs
 * are compared by it (tests/prop/diff_builds).
 */
#ifndef TESTS_PROP_PLAY_H
#define TESTS_PROP_PLAY_H
#include "chance.h"
#include "court.h"
#include "tally.h"
#include <stdio.h>

enum {
	PLAY_LONG = 10000,
	PLAY_MAX_OPTIONS = 64,
	PLAY_MAX_CARRIED = 64,
	PLAY_STRANGERS = 3, /* labels of nobody among those of the game */
	PLAY_MAX_LABELS = 200
};

struct play;

/* What is the game's own. All borrowed; what may be NULL says so. */
struct play_house {
	const char *name;      /* of the program */
	struct game_kind sys;  /* its grammar is made of sys.orders */
	const char *templates; /* NULL: those of the source tree */
	const struct card_index *deck;
	const struct catalog *catalog; /* NULL: the deck's */
	const struct zero *zeroes;
	int n_zeroes;
	int within; /* see struct tally; so are the next three */
	bool rules_by_cases;
	const struct tally_words *words;
	int n_words;
	int max_mails; /* after as many a game is stopped */

	/* Players, options (play_option), position of a new game. */
	void (*begin)(struct play *p, struct dice *rng);
	/* Cards are awaited, of which sample knows nothing: draws some, that
	 * would be legal if `legal`. False: sample may draw. NULL: never. */
	bool (*cards)(struct play *p, int seat, bool legal, struct dice *rng,
		      struct decision *d);
	/* What the grammar drew: makes some sense of it, or gives false for
	 * what is to be drawn again. NULL: all is well. */
	bool (*mend)(struct play *p, int seat, struct dice *rng,
		     struct decision *d);
	/* Changes a view, so that what is sampled on it would be legal if the
	 * world were a little different. NULL: it is as it is. */
	void (*world_change)(struct play *p, void *view, struct dice *rng);
	/* Appends lines that are written ahead, behind the order of a mail,
	 * each after a line end; false: none. NULL: never. */
	bool (*ahead)(struct play *p, int seat, const struct decision *with,
		      struct dice *rng, struct buf *out);
	/* More to try than what is sent (play_probe). NULL: nothing. */
	void (*probe)(struct play *p, int seat, struct dice *rng);
	/* Labels of what is there, their number: at most PLAY_MAX_LABELS
	 * without PLAY_STRANGERS. */
	int (*labels)(const void *state, int32_t *out);
	/* Kinds of events that tell how far an order went that could not be
	 * carried out whole. With one of them a refusal leaves events behind,
	 * else it leaves nothing and rolls nothing. */
	const int *went;
	int n_went;
	/* Between the parts of one happening, before an event of this kind,
	 * what must always hold need not. */
	bool (*passing)(int kind);
	/* An event is looked at, before and after it is applied. NULL: not */
	void (*before)(const void *state);
	void (*after)(struct play *p, const void *state, const struct event *e,
		      const char *text);
};

struct play {
	const struct play_house *house;
	struct court court;
	struct tally tally;
	uint64_t seed; /* of the game */

	/* of a new game: begin fills it in */
	int n_players;
	struct game_option option[PLAY_MAX_OPTIONS];
	int n_options;
	struct str position; /* "": the rules' own set-up */
	struct carryover carried[PLAY_MAX_CARRIED]; /* from a game before */
	int n_carried;
	int max_mails; /* the house's, if it sets no other */

	/* the game as its log alone gives it; what is tried; what is seen */
	struct game replayed;
	int32_t probe[SYSTEM_MAX_STATE / (int)sizeof(int32_t)];
	int32_t view[SYSTEM_MAX_STATE / (int)sizeof(int32_t)];
	bool unsettled;     /* the last event is a part of something */
	struct hash events; /* of all games so far, a chain */
	FILE *listing;      /* they are written to it, or NULL */

	struct {
		long games, over, mails, drawn, refused, samples;
		long complaints, questions, verified, rolls, signatures;
	} n;
};

/* The program: --n GAMES, --seed SEED, --events FILE (a line for each event,
 * to see where two runs part), --keep FILE (a run that is broken off goes on
 * from it, and tells in the end what one run would, but for the offers); its
 * exit status. */
int play_main(const struct play_house *house, int argc, char **argv);

void play_option(struct play *p, const char *name, int seat, int32_t value);

/* A fault: tells it with the seed, leaves the log behind, ends the program. */
void play_fail(const struct play *p, const char *what, const char *more);

/*
 * The decision tried at once, past the queue, on a copy: what is refused must
 * leave all as it was. rng lends its seed to the dice.
 */
void play_probe(struct play *p, int seat, const struct decision *d,
		struct dice *rng);

/* Would it be carried out now? Nothing is rolled. */
bool play_is_legal(struct play *p, int seat, const struct decision *d);

/* What an order may say, sense or nonsense. */
void play_garbage(struct play *p, int seat, struct dice *rng,
		  struct decision *d);
#endif
