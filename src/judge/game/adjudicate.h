/*
 * src/judge/game/adjudicate.h - runs one adjudication: an accepted mail, an
 * expired timer or a command, and all its consequences until a seat can choose.
 *
 *	adjudication_begin	loads the game; event ADJUDICATION is first
 *	game_emit, game_submit, game_pump on .run	what happens
 *	adjudication_end	the log, the snapshot, timers and reports
 *
 * All calls run in one transaction of the store, which the caller began.
 *
 * The log. Events have numbers 1, 2, .. in the order they happened. The events
 * for everybody are leaves of the chain (fairness/log_chain.h), in that order.
 * After them each player's seat, and then the game master, has exactly one
 * sealed leaf: the bundle of the events that this reader may see and everybody
 * may not. The salt of a leaf is hidden_leaf_salt of its number.
 */
#ifndef JUDGE_GAME_ADJUDICATE_H
#define JUDGE_GAME_ADJUDICATE_H
#include "judge/game/dice_source.h"
#include "judge/game/hidden_draws.h"

/* Why it came about; the words of ADJUDICATION.cause. */
enum cause {
	CAUSE_MAIL, /* a player's orders */
	CAUSE_TIMER,
	CAUSE_GM,       /* a game master's signed mail */
	CAUSE_OPERATOR, /* the command line; signed by the judge */
	CAUSE_REROLL,   /* a player's orders once more, by a ruling */
	N_CAUSES
};

struct adjudication {
	struct judge *j;
	struct game_ctx *t;
	struct arena *a;
	struct event_list list;
	struct game_run run;
	struct dice dice;
	struct dice_source dice_source;
	struct hidden_draws hidden_draws;
	struct catalog catalog;
	int64_t at_s;
	int64_t point;
	enum cause cause;
	int slot;          /* the acting slot, -1: none */
	int roller;        /* the player's seat whose dice they are, -1 */
	int64_t serial;    /* that is used up, 0: none */
	bool serial_taken; /* it was used up before, for this */
	bool by_deputy;    /* it is a serial of the slot's deputy */
	const struct signed_row *signed_by; /* or NULL */
	bool quiet;    /* no reports: the caller adds the mails */
	bool finished; /* the game was over before */
	bool pumped;   /* all was tried that can be */
	/* several commands make it: the game goes on after the last one */
	bool together, goes_on;
	bool went_back;      /* to an earlier state of the game */
	bool has_pulse;      /* of the beacon on which its dice rest */
	struct str reply_to; /* Message-ID of the mail that caused it */
	struct {
		enum err e; /* the first error, not yet returned */
		struct why why;
	} masking;                     /* judge/game/anonymity.h */
	bool words_moved;              /* the course of the random words */
	struct table_state agreements; /* as it was before */
	struct awaiting before;        /* whom it awaited */
	struct span span[SEATS_MAX];   /* in what turn or phase each seat was */
};

/* slot -1 and serial 0: none. t must have been loaded in this transaction. */
enum err adjudication_begin(struct adjudication *x, struct game_ctx *t,
			    struct arena *a, enum cause cause, int slot,
			    int64_t serial, struct why *why);

/* The event ADJUDICATION; _begin does it, but for the first of a game, which
 * comes after GAME_CREATED. */
void adjudication_open(struct adjudication *x, enum cause cause,
		       int64_t serial);

/* Log the signed text that caused it; s must live until the end. */
void adjudication_signed(struct adjudication *x, const struct signed_row *s);

/* The slot of who sent the mail: the seat's, or that of its deputy. */
static inline int adjudication_sender(const struct adjudication *x)
{
	return x->by_deputy ? SLOT_DEPUTY + x->slot : x->slot;
}

/* Run the game (game_pump) until a seat must choose. */
enum err adjudication_pump(struct adjudication *x, struct why *why);

/*
 * Several commands make one adjudication: between adjudication_gather and
 * adjudication_together, which runs the game on if one of the commands asked
 * for it. adjudication_goes_on is game_pump after a single command.
 */
void adjudication_gather(struct adjudication *x);
enum err adjudication_goes_on(struct adjudication *x, struct why *why);
enum err adjudication_together(struct adjudication *x, struct why *why);

/* Make room for the events of one more order; ERR_TOO_LARGE. */
enum err adjudication_room(struct adjudication *x, struct why *why);

/* Write all of it; releases x. After an error the caller rolls back. */
enum err adjudication_end(struct adjudication *x, struct why *why);

/* Give x up without writing anything. */
void adjudication_drop(struct adjudication *x);

/* Shorthand for events of one or two texts. */
void emit_by(struct adjudication *x, int kind, const char *by);
#endif
