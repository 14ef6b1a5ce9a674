/*
 * src/engine/frame.h - an action that stopped at choices of others: who is
 * asked what, and what is left of the action, as words of its game. It stands
 * in the state, so that no C stack survives a decision; three events put it
 * there and take it away, of which every game has a row each in its events.def,
 * for its own questions and its own reasons:
 *
 *	asked {seat, what, fig, about}		one for each who may choose
 *	suspended {.., words}			what is left, all of it
 *	answered {seat [, what, fig, value]}	with the last all of it is gone
 *
 * Where actions nest deeply what is left is a stack of words: suspended {at,
 * words} says what stands above the first `at` words, and answers leave it.
 *
 * How many may be asked at once and how many words are kept is the game's:
 * FRAME declares them in its state, struct frames (in its struct system) says
 * where, and system_evolve does the events before the game hears of them.
 */
#ifndef ENGINE_FRAME_H
#define ENGINE_FRAME_H
#include "engine/event.h"

struct run;

struct frame_asked {
	int32_t seat; /* who is to choose */
	int32_t fig;  /* label: for whom, 0 for nobody */
	int32_t open;
	int32_t value; /* once it is answered */
};

/* The member of a state: what is the question of all, 0: none is open. about:
 * label of the mover, the attacker. n: words used, COMMON_STATE_UNKNOWN if they
 * are hidden in a view. */
#define FRAME(tag, questions, words)                                           \
	struct tag {                                                           \
		int32_t what, about, n_asked;                                  \
		struct frame_asked asked[questions];                           \
		int32_t n;                                                     \
		int32_t w[words];                                              \
	}

struct frames {
	size_t at;        /* of the FRAME in the state */
	int asked, words; /* its room */
	int questions;    /* of the game, none included; 0: it has no frame */
	int kind_asked, kind_suspended, kind_answered; /* of event */
	bool stack;
};

/* the first three of struct frames */
#define FRAME_IN(state, member)                                                \
	offsetof(state, member),                                               \
		(int)ARRAY_LEN(((state *)NULL)->member.asked),                 \
		(int)ARRAY_LEN(((state *)NULL)->member.w)

/* One of the three events; others are none of its business. False: nobody asked
 * that, there is no such question or no room (a foreign log). */
bool frame_evolve(const struct frames *k, void *state, const struct event *e);

/* The first open question to the seat, or -1. */
int frame_question_of(const struct frames *k, const void *state, int seat);

/* The stack is now these words: tells what has changed, for nobody but game
 * masters, in as many events as it takes. */
void frame_suspend(struct run *r, int rule, const int32_t *w, int n);

/* In the view of a reader who may not know what is left. */
void frame_hide(const struct frames *k, void *view);

/* What the rules rely on: see system.sound. */
const char *frame_sound(const struct frames *k, const void *state,
			int max_seats);
#endif
