/*
 * src/engine/game_private.h - shared by the files of game.h: game.c runs the
 * turn loop; game_submit.c queues submitted orders; game_execute.c executes
 * queued orders; game_events.c emits the queue's events; game_evolve.c applies
 * events. Private to the files of game.h.
 */
#ifndef ENGINE_GAME_PRIVATE_H
#define ENGINE_GAME_PRIVATE_H
#include "engine/game.h"

/* what the engine wants from one seat: bits of kinds */
struct wanted {
	uint64_t awaited, always, past;
	uint64_t never, keeps, side, bound, ahead;
	bool asked; /* not by windows alone */
};

/* An entry with its words, which move when the queue changes. */
struct entry_copy {
	struct queue_entry e;
	int32_t w[QUEUE_MAX_ENTRY];
};

/* --- game_evolve.c --- */

/* It says AUTO: then its decision is *d. */
bool game_is_auto(const struct system *sys, struct queue_entry e,
		  struct decision *d);

/* The number of the standing order AUTO of a seat; 0: there is none. */
int game_auto_standing(const struct game *g, int seat, struct decision *d);

/* --- game_events.c --- */

/* what stood at that place of the queue has left it; why: "done", .. */
void game_emit_unqueued(struct game_run *r, int seat, int at, int line,
			const char *why);

/* EXPIRED or LAPSED */
void game_emit_over(struct game_run *r, int kind, int seat, int at, int line);

/* of what the queue remembers: "end_armed", "open", .. */
void game_emit_set(struct game_run *r, int seat, const char *what, int value);

/* QUEUE_STOPPED, STANDING_REMOVED, AUTO_OVER or AUTO_DONE, for the seat alone
 */
void game_emit_number(struct game_run *r, int kind, int seat, int number);

/* an order too long for an event is known by its line, or by what it did */
void game_put_order(const struct system *sys, struct event *e, int field,
		    const struct decision *d);

/* to the seat alone; line: of its mail, 0 if it stood in none */
void game_emit_refused(struct game_run *r, int seat, int line,
		       const struct decision *d, const struct refusal *no);

/* --- game_execute.c --- */

/* the kind of decision that this system calls name, or -1 */
int game_kind_named(const struct system *sys, const char *name);

/* the kind that ends a turn, as a set */
uint64_t game_end_bit(const struct system *sys);

/* into one for each seat, SEATS_MAX */
void game_wanted(const struct game *g, struct wanted *w);

/* is an alternative of it of these kinds? */
bool game_entry_wanted(struct queue_entry e, uint64_t kinds);

/* END, without a condition; end: that kind */
bool game_is_end_alone(struct queue_entry e, int end);

/* the seat's current span; a system without spans has one span */
void game_span_now(const struct game *g, int seat, int kind, struct span *out);

/* .. which *to then holds itself */
void game_entry_copy(struct entry_copy *to, struct queue_entry e);

/* what the rules do from here on comes of this decision, NULL: of none */
void game_step_begin(struct game_run *r, int seat, const struct decision *d);

void game_step_end(struct game_run *r);

/* to hand to the rules */
struct run game_run_of(const struct game_run *r);

/* UNKNOWN, and the seat is held: it needs a die, and the dice wait. */
enum verdict game_try_decision(struct game_run *r, int seat,
			       const struct decision *d, struct refusal *no);

/* Try the queue of one seat; true if something came of it. */
bool game_try_queue(struct game_run *r, int seat,
		    const struct wanted wanted[SEATS_MAX], int end);

/* Orders that can never be tried any more do not wait. */
bool game_drop_over(struct game_run *r, int seat, const struct wanted *w);

/* .. of its standing orders the first that can be done */
bool game_try_standing(struct game_run *r, int seat, const struct wanted *w);

/* The turn under way is in play, and its system says when it is spent. */
bool game_has_spent(const struct game *g);

/* its next order needs a die: no later order may overtake it */
bool game_is_held(const struct game_run *r, int seat);

/* --- game.c --- */

/* More orders follow, and their mail has an end of its own. */
void game_drop_auto_end(struct game_run *r, int seat);
#endif
