/*
 * tests/unit/toy.h - a small game for tests of what stands around the rules:
 * both players secretly pick a number, then take turns rolling a die and adding
 * it, and whoever first has TOY_GOAL has won. It has a sealed phase, private
 * events, dice, defaults and an end.
 */
#ifndef TESTS_TOY_H
#define TESTS_TOY_H
#include "orders/orders.h"
#include "engine/system.h"

enum { TOY_GOAL = 12, TOY_HALF = 6 };

enum toy_phase { TOY_BEFORE, TOY_PICK, TOY_PLAY, TOY_OVER };

struct toy_state {
	struct common_state head;
	int32_t pick[2]; /* 0: none yet; -1: unknown to this reader */
	int32_t in[2];
	int32_t score[2];
	/* with the option treasure: a hidden bonus, worth a number of 1..6 */
	int32_t treasure;
	int32_t n_hidden;
	int32_t bonus[2]; /* 0: not drawn; -1: unknown to this reader */
	int32_t open;     /* so many of them are */
};

enum {
	TOY_EV_PICKED = EVENT_FIRST_OWN,
	TOY_EV_PICK_IN,
	TOY_EV_REVEALED,
	TOY_EV_TURN,
	TOY_EV_SCORED,
	TOY_EV_OVER,
	TOY_EV_BONUS,
	N_TOY_EVENTS = 7
};

extern const struct system system_toy;
extern const struct grammar_table grammar_toy;

/* words of the toy, on top of the common ones */
extern const char toy_words[];
#endif
