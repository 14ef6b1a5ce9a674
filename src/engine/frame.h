/*
 * src/engine/frame.h - interrupted actions: an action that waits for choices
 * of other seats keeps its questions and its remaining steps, as words of its
 * game, in the state. So no C stack survives a decision. Three events write
 * and delete them; every game has a row for each in its events.def, with its
 * own questions and reasons:
 *
 *	asked {seat, what, fig, about}		one for each who may choose
 *	suspended {.., words}			all remaining steps
 *	answered {seat [, what, fig, value]}	the last one deletes everything
 *
 * Where actions nest deeply the remaining steps are a stack of words:
 * suspended {at, words} replaces the words after the first `at`, and answers
 * do not change it.
 *
 * The game sets the number of questions and words: FRAME declares them in its
 * state, struct frames (in its struct system) has the offsets, and
 * system_evolve applies the events before the game gets them.
 */
#ifndef ENGINE_FRAME_H
#define ENGINE_FRAME_H
#include "engine/event.h"

struct run;

struct frame_asked {
	int32_t seat; /* the seat that must choose */
	int32_t fig;  /* label: the figure in question, 0: none */
	int32_t open;
	int32_t value; /* once it is answered */
};

/* The member of a state. what: the open question of all seats, 0: none.
 * about: label of the mover, the attacker. n: words used,
 * COMMON_STATE_UNKNOWN if they are hidden in a view. */
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

/* Apply one of the three events; ignore all others. False: no such question
 * is open or exists, or there is no room (a foreign log). */
bool frame_evolve(const struct frames *k, void *state, const struct event *e);

/* The first open question to the seat, or -1. */
int frame_question_of(const struct frames *k, const void *state, int seat);

/* Set the stack to these words: emits the changes for game masters only, in
 * as many events as needed. */
void frame_suspend(struct run *r, int rule, const int32_t *w, int n);

/* Hide the remaining steps from the view of a seat that may not know them. */
void frame_hide(const struct frames *k, void *view);

/* What the rules rely on: see system.validate. */
const char *frame_validate(const struct frames *k, const void *state,
			   int max_seats);
#endif
