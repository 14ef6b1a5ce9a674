/*
 * src/webapp/practise.h - calls of the page (api.h) for a practice game: one
 * seat, A, is a person's, the others are the computer's. The page keeps the
 * state as text between calls; several instances of the module (a worker) can
 * so work on one game.
 *
 * KEY is a line of 96 hex digits, random bytes of the browser: the dice of that
 * call follow from the first 64, the hidden draws from the others, which are
 * the same in all calls of a game and which its case has (line `draws`).
 * OUTCOME are members of an object: "refused": 1 if an order was, "happened": 1
 * if the rules did anything, "game": the state, hex digits, "awaits": bits of
 * the seats that must act, "over":0|1, "winners": bits, "play": 1 after the
 * set-up, "points":[A,B], "events":[canonical events that A may see],
 * "faces":[of all dice], "steps": lines for page_analysis.
 */
#ifndef WEBAPP_PRACTISE_H
#define WEBAPP_PRACTISE_H
#include "webapp/session.h"

/* Begin a game: KEY, then a position as cases have it. Says {"system":..,
 * OUTCOME}. Not 0: the fault of the position in words. */
int page_practise_begin(size_t len) PAGE_CALL(page_practise_begin);

/*
 * Make a state the current game, and its view of A the current position. The
 * input is a line with the system, a line with the state before the events
 * (may be empty), a line with the state, then events, one a line. Says
 * {"system","rules","awaits","over","winners","play","points"}.
 */
int page_practise_take(size_t len, int point) PAGE_CALL(page_practise_take);

/* Execute lines of orders of A: KEY, then the lines. Says {OUTCOME}; not 0:
 * the lines have faults. page_practise_take must follow. */
int page_practise_play(size_t len) PAGE_CALL(page_practise_play);

/* Choose and execute the next order of a seat by the computer, level 0 to 2:
 * KEY. Says {"order","candidates","decisions","value","second" (hundredths of
 * a point),"seat", OUTCOME}. Not 0: it finds none. page_practise_take must
 * follow. */
int page_practise_move(size_t len, int seat, int level)
	PAGE_CALL(page_practise_move);

/* Does this case hold (games/case.h)? Not 0: its faults in words, one a line. A
 * lesson is won when its position, the orders and dice so far and its
 * expectations hold. */
int page_practise_won(size_t len) PAGE_CALL(page_practise_won);

/* The order that the computer would give for A: KEY. Says as above, without
 * OUTCOME. */
int page_practise_advice(size_t len, int level) PAGE_CALL(page_practise_advice);
#endif
