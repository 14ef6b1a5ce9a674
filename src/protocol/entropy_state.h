/*
 * src/protocol/entropy_state.h - the random words of the players, from the
 * first seal to the last word, and the dice that wait for them.
 *
 *	OPEN -every seat is taken-> SEALING -all have sealed, or time-> OPENING
 *	SEALING -nobody will seal, or time and nobody has sealed-> SETTLED
 *	OPENING -all that was sealed is opened-> SETTLED
 *	OPENING -time-> ASKED -all opened after all, or: on without-> SETTLED
 *	ASKED -anew-> SEALING
 *
 * Nobody's silence keeps another's word out: each step has its time, span_s,
 * also in a game without deadlines. Who has said that no word will come is not
 * waited for: nothing of theirs enters the dice, as by their silence, and while
 * words are sealed they may still seal one. Who has sealed one takes it back
 * so; when the sealing is over, that is to withhold it at once. Until SETTLED
 * no die is rolled.
 *
 * Who sealed and does not open sees the others' words first, and so could
 * choose, with the judge's operator, between two courses of all dice. That is
 * told, and the others are asked: anew with fresh seals, or on without that
 * word. What is done if nobody says anything is done as soon as one of them
 * says it, the other only if all do. It is: anew; but on without it where a
 * seat has withheld its word before, else it could go on choosing.
 *
 * Where a report of another history comes, the state was restored from a copy:
 * what is sealed in it may have been opened in the history that was lost. While
 * the dice still wait these seals are void, and all seal fresh words.
 *
 *	SEALING, OPENING, ASKED -lost-> SEALING
 *
 * The judge goes by this, and who runs a log again. Needs no store and no mail.
 */
#ifndef PROTOCOL_ENTROPY_STATE_H
#define PROTOCOL_ENTROPY_STATE_H
#include "protocol/judge_lines.h"
#include "engine/game.h"

enum course_phase {              /* stored: never change a number */
		    COURSE_NONE, /* the game has no words, its dice never wait
				  */
		    COURSE_OPEN,
		    COURSE_SEALING,
		    COURSE_OPENING,
		    COURSE_ASKED,
		    COURSE_SETTLED,
		    COURSE_PHASES
};

enum course_said { COURSE_SILENT, COURSE_ANEW, COURSE_WITHOUT };

enum {
	COURSE_ROUNDS = 8,    /* of fresh seals; then it goes on without */
	COURSE_LOST_MAX = 16, /* histories that were lost, likewise */
	COURSE_OLD_MAX = (COURSE_ROUNDS + COURSE_LOST_MAX) * SEATS_MAX
};

struct course {
	enum course_phase phase;
	int64_t span_s;  /* for each step; 0: the game has no words */
	int64_t until_s; /* of the step under way, UTC; 0: it has no end */
	struct spoken words;
	uint8_t withheld[SEATS_MAX]; /* so often */
	uint8_t said[SEATS_MAX];     /* enum course_said */
	uint8_t declined[SEATS_MAX]; /* no word will come of it */
	bool anew;                   /* what is done if nobody says anything */
	/* seals of rounds that are void: none is taken again */
	int n_old;
	uint8_t old[COURSE_OLD_MAX][WORD_HASH_SIZE];
};

void course_init(struct course *c, unsigned n_seats, int64_t span_s);

/* Do the dice wait? */
bool course_waits(const struct course *c);

/* Can the seat seal its word now, or open it? */
bool course_seals(const struct course *c, int seat);
bool course_opens(const struct course *c, int seat);
/* Is it asked whether to go on without a word that was withheld? */
bool course_asks(const struct course *c, int seat);
/* Is it a seat whose word is waited for, or whose answer? */
bool course_awaits(const struct course *c, int seat);

/* Why the lines of a seat cannot be taken, a name of reason.*; or NULL. */
const char *course_refuses(const struct course *c, int seat,
			   const struct word_lines *w);

/* Take them: course_refuses has nothing against it. */
void course_take(struct course *c, struct game_run *run, int seat,
		 const struct word_lines *w);

/* No word will come of the seat: a piece of course_take. */
void course_decline(struct course *c, int seat);

/* Has every seat sealed its word, or said that none will come? Has every one
 * that has sealed and not opened it said that it will not? */
bool course_all_sealed(const struct course *c);
bool course_none_opens(const struct course *c);

/* Somebody sits down: what was sealed there before is not theirs, and they can
 * seal while that goes on. */
void course_seated(struct course *c, int seat);

/*
 * The steps that are due. full: every seat is taken; time_up: until_s has
 * passed. True: now they are settled, and the rules can go on.
 */
bool course_step(struct course *c, struct game_run *run, int64_t at_s,
		 bool full, bool time_up);

/*
 * A history was lost: what is sealed is void, and it is told until when all
 * seal anew if every seat was taken already. Nothing once they are settled.
 * False: it was lost more often than a game can be, and nothing is changed.
 */
bool course_lost(struct course *c, struct game_run *run, int64_t at_s);

/* Pieces of that, for who checks one. What the table says, COURSE_SILENT: not
 * yet; fresh seals; may there be? */
enum course_said course_answer(const struct course *c, bool time_up);
void course_void(struct course *c);
bool course_can_be_anew(const struct course *c);
bool course_can_be_lost(const struct course *c);

/* Its bytes, to be kept, and back; false: these are none. */
void course_render(const struct course *c, struct buf *out);
bool course_parse(struct course *c, struct str in);
enum { COURSE_BYTES_MAX = 8192 };
#endif
