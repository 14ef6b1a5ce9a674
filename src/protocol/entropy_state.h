/*
 * src/protocol/entropy_state.h - the state machine of the players' random words
 * (commit, then reveal) and of the dice that wait for them.
 *
 *	OPEN -every seat is taken-> SEALING -all have sealed, or time-> OPENING
 *	SEALING -nobody will seal, or time and nobody has sealed-> SETTLED
 *	OPENING -all that was sealed is opened-> SETTLED
 *	OPENING -time-> ASKED -all opened after all, or: on without-> SETTLED
 *	ASKED -anew-> SEALING
 *
 * One seat's silence cannot exclude another seat's word: each step has its
 * time, span_s, also in a game without deadlines. A seat that declines (WORD
 * NONE) is not waited for: like a silent seat, it adds nothing to the dice, and
 * it may still commit a word during SEALING. A seat that has committed a word
 * withdraws the word by declining; after SEALING, declining means to withhold
 * the word at once. Until SETTLED no die is rolled.
 *
 * A seat that committed a word but does not reveal it sees the others' words
 * first. Together with the judge's operator, it could so choose between two
 * courses of all dice. The judge logs this and asks the other seats: new words
 * (ANEW), or on without that word (WITHOUT). The default choice is made as soon
 * as one of them says it, the other choice only if all do. The default is ANEW;
 * it is WITHOUT if a seat has withheld a word before, else that seat could go
 * on choosing.
 *
 * If a report of another history arrives, the state was restored from a copy:
 * the committed words may have been revealed in the lost history. While the
 * dice still wait, these commitments are void, and all seats commit to new
 * words.
 *
 *	SEALING, OPENING, ASKED -lost-> SEALING
 *
 * Judge and verifier both use this file. It needs no store and no mail.
 */
#ifndef PROTOCOL_ENTROPY_STATE_H
#define PROTOCOL_ENTROPY_STATE_H
#include "protocol/judge_lines.h"
#include "engine/game.h"

enum entropy_round_phase { /* stored: never change a number */
			   ENTROPY_ROUND_NONE, /* the game has no words, its
						* dice never wait
						*/
			   ENTROPY_ROUND_OPEN,
			   ENTROPY_ROUND_SEALING,
			   ENTROPY_ROUND_OPENING,
			   ENTROPY_ROUND_ASKED,
			   ENTROPY_ROUND_SETTLED,
			   ENTROPY_ROUND_PHASES
};

enum entropy_round_said {
	ENTROPY_ROUND_SILENT,
	ENTROPY_ROUND_ANEW,
	ENTROPY_ROUND_WITHOUT
};

enum {
	ENTROPY_ROUND_ROUNDS = 8, /* of fresh seals; then it goes on without */
	ENTROPY_ROUND_LOST_MAX = 16, /* histories that were lost, likewise */
	ENTROPY_ROUND_OLD_MAX =
		(ENTROPY_ROUND_ROUNDS + ENTROPY_ROUND_LOST_MAX) * SEATS_MAX
};

struct entropy_round {
	enum entropy_round_phase phase;
	int64_t span_s;  /* for each step; 0: the game has no words */
	int64_t until_s; /* of the step under way, UTC; 0: it has no end */
	struct entropy words;
	uint8_t withheld[SEATS_MAX]; /* so often */
	uint8_t said[SEATS_MAX];     /* enum entropy_round_said */
	uint8_t declined[SEATS_MAX]; /* no word will come of it */
	bool anew;                   /* the default if no seat answers */
	/* seals of rounds that are void: none is taken again */
	int n_old;
	uint8_t old[ENTROPY_ROUND_OLD_MAX][WORD_HASH_SIZE];
};

void entropy_round_init(struct entropy_round *c, unsigned n_seats,
			int64_t span_s);

/* Do the dice wait? */
bool entropy_round_waits(const struct entropy_round *c);

/* Can the seat seal its word now, or open it? */
bool entropy_round_seals(const struct entropy_round *c, int seat);
bool entropy_round_opens(const struct entropy_round *c, int seat);
/* Is it asked whether to go on without a word that was withheld? */
bool entropy_round_asks(const struct entropy_round *c, int seat);
/* Is it a seat whose word is waited for, or whose answer? */
bool entropy_round_awaits(const struct entropy_round *c, int seat);

/* Why the lines of a seat cannot be taken, a name of reason.*; or NULL. */
const char *entropy_round_refuses(const struct entropy_round *c, int seat,
				  const struct word_lines *w);

/* Take them: entropy_round_refuses has nothing against it. */
void entropy_round_apply(struct entropy_round *c, struct game_run *run,
			 int seat, const struct word_lines *w);

/* No word will come of the seat: a piece of entropy_round_apply. */
void entropy_round_decline(struct entropy_round *c, int seat);

/* Has every seat committed or declined? Has every seat that committed and did
 * not reveal declined? */
bool entropy_round_all_sealed(const struct entropy_round *c);
bool entropy_round_none_opens(const struct entropy_round *c);

/* A new player takes the seat: the old player's commitment is void, and the new
 * one can commit during SEALING. */
void entropy_round_seated(struct entropy_round *c, int seat);

/*
 * The steps that are due. full: every seat is taken; time_up: until_s has
 * passed. True: now they are settled, and the rules can go on.
 */
bool entropy_round_step(struct entropy_round *c, struct game_run *run,
			int64_t at_s, bool full, bool time_up);

/*
 * A history was lost: all commitments are void, and if every seat was taken
 * already, the event gives the time until which all commit again. No effect
 * after SETTLED. False: more losses than a game can have, and nothing is
 * changed.
 */
bool entropy_round_lost(struct entropy_round *c, struct game_run *run,
			int64_t at_s);

/* Pieces of that, for who checks one. What the table says,
 * ENTROPY_ROUND_SILENT: not yet; fresh seals; may there be? */
enum entropy_round_said entropy_round_answer(const struct entropy_round *c,
					     bool time_up);
void entropy_round_void(struct entropy_round *c);
bool entropy_round_can_be_anew(const struct entropy_round *c);
bool entropy_round_can_be_lost(const struct entropy_round *c);

/* Its bytes, to be kept, and back; false: these are none. */
void entropy_round_render(const struct entropy_round *c, struct buf *out);
bool entropy_round_parse(struct entropy_round *c, struct str in);
enum { ENTROPY_ROUND_BYTES_MAX = 8192 };
#endif
