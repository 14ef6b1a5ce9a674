/*
 * src/rules/frame.h - an action that stopped at choices of others: who is asked
 * what, and what is left of the action, as words of its game. It stands in the
 * state, so that no C stack survives a decision; events of the game put it
 * there and take it away:
 *
 *	asked .. suspended	all who may choose are asked at once
 *	answered .. answered	one each; with the last the rest goes on
 */
#ifndef RULES_FRAME_H
#define RULES_FRAME_H
#include "rules/system.h"

enum {
	FRAME_ASKED = 16, /* questions at once */
	FRAME_WORDS = 576 /* of what is left; its event has room for them */
};

struct frame_asked {
	int32_t seat; /* who is to choose */
	int32_t fig;  /* label: for whom, 0 for nobody */
	int32_t open;
	int32_t value; /* once it is answered */
};

struct frame {
	int32_t what;  /* the question of all, of the game's; 0: no frame */
	int32_t about; /* label: the mover, the attacker */
	int32_t n_asked;
	struct frame_asked asked[FRAME_ASKED];
	int32_t n; /* HEAD_UNKNOWN: hidden in a view */
	int32_t w[FRAME_WORDS];
};

/* One more question; false: it is none, another is being asked, or there are
 * too many. n: how many questions the game has. */
bool frame_ask(struct frame *f, int what, int n, int seat, int32_t fig,
	       int32_t about);

/* An answer to an open question; the last ends the frame. False: nobody asked
 * that. */
bool frame_answer(struct frame *f, int seat, int32_t fig, int32_t value);

/* What is left of the action: the words of this field. */
bool frame_keep(struct frame *f, const struct event *e, int field);

/* The first open question to the seat, or -1. */
int frame_question_of(const struct frame *f, int seat);

/* Awaits an answer of everybody who is asked. */
void frame_awaits(const struct frame *f, const struct system *sys,
		  const int32_t *option, struct awaiting *out);

/* In the view of a reader who may not know what is left. */
void frame_hide(struct frame *f);

/* What the rules rely on: see system.sound. */
const char *frame_sound(const struct frame *f, int n, int max_seats);
#endif
