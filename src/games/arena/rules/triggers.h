/*
 * src/games/arena/rules/triggers.h - triggers and standing answers in force (AR
 * section 18), kept in the state word by word as the decisions that set them,
 * and the windows in which triggers fire.
 */
#ifndef GAMES_ARENA_RULES_TRIGGERS_H
#define GAMES_ARENA_RULES_TRIGGERS_H
#include "games/arena/rules/exec.h"

enum { AR_MAX_LINES = 64 };

/* Number i of a seat's lines, from 0; false: there are no more. */
bool ar_line(const struct ar_state *s, int seat, int i, struct decision *out);
int ar_lines(const struct ar_state *s, int seat);

/*
 * The line of this kind that fits best (AR-MAIL-51): its subject is the object
 * (NULL: it has none), its conditions hold; a: the attack it is about, or NULL.
 * Its number, -1 none.
 */
int ar_line_find(const struct ar_work *w, int seat, int kind,
		 const struct ar_obj *subject, const struct ar_attack *a,
		 struct decision *out);

/* Its conditions (tags COND) hold. */
bool ar_line_holds(const struct ar_state *s, int seat, const struct decision *d,
		   const struct ar_obj *subject, const struct ar_attack *a);

/* Take the order into force, in the place of one like it. */
/* Handles of what one event is about, taken in the order of the seat's
 * ZORDER; the others follow these in their old order. */
void ar_in_zorder(struct ar_work *w, int seat, int32_t *v, int n);

bool ar_line_set(struct ar_work *w, int seat, const struct decision *d,
		 struct refusal *no);
void ar_line_drop(struct ar_work *w, int seat, int i, enum ar_line_end why);

/* Drop lines about objects that are gone (AR-MAIL-37). */
void ar_lines_tidy(struct ar_work *w);

/* The round is over: drop abilities for a team-mate's creature that did not act
 * (AR-QC-08). */
void ar_lines_of_round(struct ar_work *w);

/* It has been revealed: AUTO lines that have nothing left to reveal are used up
 * (AR-MAIL-07). */
void ar_lines_spent(struct ar_work *w, int32_t obj);

/* Open a window (AR-REV): a frame, if anybody could reveal or stop there. */
void ar_open_window(struct ar_work *w, enum ar_window word, int32_t subject);
void ar_open_window2(struct ar_work *w, enum ar_window word, int32_t subject,
		     enum ar_window also, int32_t other, int32_t zone);
void ar_open_phase_end(struct ar_work *w, enum ar_phase phase);

/* Has the card a built-in trigger (AR-MAIL-35)? When it fires; of END, of which
 * phase. */
bool ar_auto_known(const struct ar_state *s, int card, enum ar_window *when,
		   enum ar_phase *phase);

/* Is the reveal legal now, and what is its cost? (AR-REV-05) */
bool ar_check_reveal(const struct ar_work *w, int seat, int32_t obj, bool force,
		     struct refusal *no);
int32_t ar_reveal_cost(const struct ar_state *s, const struct ar_obj *o,
		       int32_t host);
/* .. now, with what makes it cheaper; by, or NULL: its handle, 0 none */
int32_t ar_reveal_cost_now(const struct ar_state *s, const struct ar_obj *o,
			   int32_t host, int32_t *by);
void ar_reveal_start(struct ar_work *w, int32_t obj, int32_t to, bool force);

/* A condition of AR-MAIL-32 or -38, on the seat's own view of things. */
bool ar_holds_now(const struct ar_state *s, int seat, const int32_t *w, int n,
		  const struct ar_obj *subject, const struct ar_attack *a);

/* consent.c: a stop of the seat (AR-MAIL-43): true, and the work stops, if it
 * has one left. */
bool ar_stop_for(struct ar_work *w, int seat, enum ar_question what,
		 int32_t about, enum ar_window window);

/*
 * Must the seat be asked before a choice that no line of its own settles
 * (AR-MAIL-52)? True: the work stops, and the step that asks, which has
 * emitted nothing so far and returns at once, runs again after the answer;
 * then this is false, and the answer is one of the seat's lines, or there is
 * none (NOTHING). about: a handle, or 0.
 */
bool ar_wants_asked(struct ar_work *w, int seat, enum ar_question what,
		    int32_t about);

/* The kind of order that answers the question that is open, 0: none is. */
int ar_answering(const struct ar_state *s);

/* The seat that is asked answers with this order. */
bool ar_answer(struct ar_work *w, int seat, const struct decision *d,
	       struct refusal *no);

/* What answered a question is not in force beyond its step. */
void ar_answer_used(struct ar_work *w);
#endif
