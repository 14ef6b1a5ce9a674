/*
 * tests/prop/court.h - a judge in memory, for games by the thousand: orders are
 * written as text, signed, read again and played as the judge does it
 * (judge/game/adjudicate.h), and the log grows in the form of
 * verifier/export.h; but there is no mail and no store. At its end a game is
 * given to verify_export, the very code of `heraldo verify`.
 *
 * Every event is told in its order, as the log has it, once its adjudication
 * is over. All games of one court share the chain of the dice; the players'
 * words, which differ, make other dice of it.
 */
#ifndef TESTS_PROP_COURT_H
#define TESTS_PROP_COURT_H
#include "verifier/export.h"
#include "protocol/entropy_state.h"
#include "judge/judge_private.h"
#include "verifier/verify.h"
#include "engine/carryover.h"

enum { COURT_ORDER_LINE = 3 }; /* of a mail: behind ORDERS and SEEN */

struct court {
	struct game_kind sys;
	struct catalog catalog; /* of the cards of armies */

	/* json: as the log has it; empty for the answer to a question, which
	 * is no part of the game. last: the adjudication has no more */
	void (*told)(void *context, const struct event *e, struct str json,
		     bool last);
	void *context;

	struct str position; /* of a new game, as a game master's file has it;
			      * "": the rules' own set-up */
	/* of a new game, what its seats bring from one before */
	const struct carryover *carried;
	int n_carried;

	/* the game */
	int n_players;
	struct game *game;
	int64_t point;
	bool started, ended, stopped; /* stopped: by the operator */
	struct event_list list;       /* the last adjudication */
	int n_rolls;                  /* made in it */
	struct buf file;              /* the export so far */

	/* the court's own */
	struct arena forever, arena;
	struct vocabulary words;
	struct grammar grammar;
	struct str reading; /* it, as the log has it */
	struct key_secret judge, keys[SEATS_MAX];
	struct game_id id;
	struct hash origin; /* head(0) */
	char name[32];
	uint8_t secret[HASH_SIZE];
	struct hash *links;
	struct entropy_round entropy; /* of the random words */
	uint32_t n_links;
	int serial[SEATS_MAX];
	int64_t due_s[SEATS_MAX]; /* until when a seat is awaited, or 0 */
	struct event *room;
	int n_room; /* events that it holds; each adjudication begins with few
		     */
	struct dice dice;
	struct secrets secrets;
	struct game_run run;
	struct export x;
	int seat; /* who acts in the adjudication, -1 */
	struct dice_chain_source luck;
	bool lacks; /* the last mail plans a card that is not in the book */
};

/* The words of all languages, the keys, the chain; ends the program if it
 * cannot. The grammar of sys is made of its orders; cards may be NULL. */
void court_open(struct court *c, const struct game_kind *sys,
		const char *templates, const struct card_index *cards);
void court_close(struct court *c);

/*
 * A new game: its options, everybody's seat and key, words of all players
 * made from seed, of which `opened` (bits by seat) are told; then it starts.
 */
void court_begin(struct court *c, int n_players, const struct game_option *o,
		 int n_options, uint64_t seed, unsigned opened);

/* A decision as an order in a language; false: it has no words for it. */
bool court_write(struct court *c, int lang, const struct decision *d,
		 struct buf *out);

enum court_fate {
	COURT_PLAYED,    /* an adjudication came of it */
	COURT_COMPLAINT, /* it could not be read: nothing happened */
	COURT_QUESTION,  /* it held nothing but questions */
	COURT_FULL       /* the queue cannot hold it */
};

/*
 * Orders of a seat; lines may be of any length. Questions in them are answered
 * to told, alone, before the rest is played.
 */
enum court_fate court_orders(struct court *c, int seat, const char *lines);

/* The time of a seat that blocks the game is up; false: it has no default. */
bool court_silence(struct court *c, int seat);

/* The operator ends the game. */
void court_stop(struct court *c);

/* The game is over: the file ends, and is verified. */
void court_verify(struct court *c, struct verify_result *out);
#endif
