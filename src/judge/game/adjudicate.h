/*
 * src/judge/game/adjudicate.h - one adjudication: an accepted mail, an expired
 * timer or a command, and all that comes of it until somebody could choose.
 *
 *	adjudication_begin	the game on the table; ADJUDICATION opens it
 *	game_emit, game_submit, game_pump on .run	what happens
 *	adjudication_end	the log, the snapshot, timers and reports
 *
 * all within one transaction of the store, which its caller began.
 *
 * How it lies in the log. Events have numbers 1, 2, .. in the order they
 * happened. Those for everybody are leaves of the chain (fairness/log_chain.h),
 * in that order; behind them follows for each player's seat and then for the
 * game master exactly one sealed leaf: the bundle of the events that they and
 * not everybody may see. The salt of a leaf is hidden_leaf_salt of its number.
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
	struct dice_source luck;
	struct hidden_draws veil;
	struct catalog catalog;
	int64_t at_s;
	int64_t point;
	enum cause cause;
	int slot;          /* who acted, -1: nobody */
	int roller;        /* the player's seat whose dice they are, -1 */
	int64_t serial;    /* that is used up, 0: none */
	bool serial_taken; /* it was used up before, for this */
	bool by_deputy;    /* it is a serial of the slot's deputy */
	const struct signed_row *signed_by; /* or NULL */
	bool quiet;    /* no reports: the caller writes what is to be said */
	bool finished; /* the game was over before */
	bool pumped;   /* all was tried that can be */
	/* several commands make it: the game goes on behind the last of them */
	bool together, goes_on;
	bool went_back;      /* to an earlier state of the game */
	bool has_pulse;      /* of the beacon on which its dice rest */
	struct str reply_to; /* Message-ID of the mail that caused it */
	struct {
		enum err e; /* what went wrong, and was not told yet */
		struct why why;
	} masking;                 /* judge/policies/anonymity.h */
	bool words_moved;          /* the course of the random words */
	struct table_state agenda; /* as it was before */
	struct awaiting before;    /* whom it awaited */
};

/* slot -1 and serial 0: none. t must have been loaded in this transaction. */
enum err adjudication_begin(struct adjudication *x, struct game_ctx *t,
			    struct arena *a, enum cause cause, int slot,
			    int64_t serial, struct why *why);

/* The event ADJUDICATION; _begin does it, but for the first of a game, which
 * comes after GAME_CREATED. */
void adjudication_open(struct adjudication *x, enum cause cause,
		       int64_t serial);

/* What verified, for all to check; s must live until the end. */
void adjudication_signed(struct adjudication *x, const struct signed_row *s);

/* The slot of who sent the mail: the seat's, or that of its deputy. */
static inline int adjudication_sender(const struct adjudication *x)
{
	return x->by_deputy ? SLOT_DEPUTY + x->slot : x->slot;
}

/* game_pump until it stops of its own. */
enum err adjudication_pump(struct adjudication *x, struct why *why);

/*
 * Several commands make one adjudication: between adjudication_gather and
 * adjudication_together, which lets the game go on where one of them does that.
 * adjudication_goes_on is game_pump behind a command that stands alone.
 */
void adjudication_gather(struct adjudication *x);
enum err adjudication_goes_on(struct adjudication *x, struct why *why);
enum err adjudication_together(struct adjudication *x, struct why *why);

/* Is there room for the events of one more? */
enum err adjudication_room(struct adjudication *x, struct why *why);

/* Write all of it; releases x. After an error the caller rolls back. */
enum err adjudication_end(struct adjudication *x, struct why *why);

/* Give x up without writing anything. */
void adjudication_drop(struct adjudication *x);

/* Shorthand for events of one or two texts. */
void emit_by(struct adjudication *x, int kind, const char *by);
#endif
