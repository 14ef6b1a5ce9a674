/*
 * src/engine/game.h - runs one game: the state of its rule system and the
 * queue of every seat (engine/queue.h). Only game_evolve changes a game, one
 * event at a time; all code that submits, executes, drops or refuses orders
 * emits events.
 *
 * How orders are taken. When the engine awaits a seat, the first order of its
 * queue of a kind that is awaited (or may always be sent) is tried; others
 * stay, so that answers to questions and the orders of a turn do not block one
 * another. The first legal alternative of an order is carried out. An order
 * whose conditions do not hold is dropped; that is no failure. A refused order
 * stops the queue (the rest is held until the player resumes or replaces it)
 * unless it says ON FAIL SKIP.
 *
 * A turn ends by the decision "end"; also when nothing is left in it, by the
 * system's `spent` or because ending it is the seat's only choice, unless its
 * last mail said WAIT. A phase before play, and each turn of a system without
 * `spent`, ends at the end of a mail all of whose orders were carried out or
 * had conditions that did not hold, unless it says WAIT. Rule systems call
 * their decisions so: "end" ends the turn or step, "withdraw" and "end_game"
 * leave the game.
 *
 * END belongs to the turn or phase it was written for (struct span): after an
 * order, to the turn or phase of this order; alone, to the one under way or
 * the next. END is never used in another turn or phase, and leaves the queue
 * when its own is over. The end of a mail ends only a turn that had begun when
 * the mail was taken: its player has seen no report of a later one.
 *
 * A mail with orders replaces those of the same seat that still wait, unless
 * it says KEEP, or nothing in it competes with them (standing orders, answers
 * to questions, an END alone). The event waiting lists the orders that still
 * wait, for their sender, with the reason.
 *
 * When an order leaves the queue for another reason than its condition, the
 * orders after ELSE leave with it. A system can change these defaults: struct
 * awaiting, struct awaited, enum verdict (engine/system.h). A system whose
 * triggers are decisions that it keeps in its own state awaits them always; a
 * decision may hold a whole activation, whose plan the engine keeps in its
 * frames.
 */
#ifndef ENGINE_GAME_H
#define ENGINE_GAME_H
#include "engine/queue.h"
#include "engine/dry_run.h"

enum {
	/* room that game_pump leaves in the list: more than one decision and
	 * what follows from it can fill */
	GAME_MARGIN = 512,
	GAME_MAX_STEPS = 4096 /* decisions of one pump */
};

struct game {
	const struct system *sys;
	struct queue queue[SEATS_MAX];
	int32_t state[SYSTEM_MAX_STATE / (int)sizeof(int32_t)];
};

/* What one adjudication works with; all borrowed. */
struct game_run {
	struct game *game;
	struct dice *dice; /* NULL: a preview */
	const struct catalog *catalog;
	const struct secrets *secrets; /* NULL: a preview, or none is drawn */
	struct trials *trials;         /* room for views and trials */
	struct event_list *out;
	bool dice_wait; /* no die is rolled yet, nothing hidden drawn; orders
			 * that need one stay in their queues:
			 * engine/dice_gate.h */
	bool unknown;   /* a preview met a die or something hidden */
	bool more;      /* the list is nearly full: call game_pump again */
	uint32_t acted; /* a bit for each seat that a decision was taken from */
	uint32_t moved; /* and of those, that it was awaited for */
	/*
	 * A step is one decision, or the work of the rules until some seat can
	 * choose. game_step_render gives the only data on which its rolls and
	 * draws depend. stepped is called after each step; or NULL.
	 */
	void (*stepped)(void *watcher);
	/* may rename the people in an event before it is emitted; or NULL */
	void (*names)(void *watcher, struct event *e);
	void *watcher;
	/* the game's own: the decision of the current step, NULL: none */
	const struct decision *step;
	int step_seat;
	/* a preview for this seat, 1 + its number: the WAITs of the other
	 * seats are unknown, so their turns do not end */
	int foresees;
	/* the mail whose waiting orders are to be reported */
	int told_seat; /* 1 + the seat, or 0 */
	int told_mail;
	uint32_t held; /* a bit for each seat whose next order needs a die */
	/*
	 * Replay: run an earlier game again up to one of its events. The run
	 * halts at the first choice between these two limits, which count the
	 * events of game_is_play from halt_from in `out`. At the halt the
	 * queue of the seat is held (event queue_stopped); other seats may
	 * still send orders. 0: no replay.
	 */
	int halt_behind, halt_before, halt_from;
	bool halted;
	bool roll_due; /* the rules themselves need one before all else */
};

enum { FORGET_AUTO = 0 }; /* the standing order AUTO, whatever its number */

/* A mail of orders, read (orders/orders.h makes it). */
struct submission {
	int seat;
	bool wait;   /* neither the end of the mail ends the turn, nor that
		      * nothing is left */
	bool hold;   /* nor does having no action left (cases) */
	bool keep;   /* the waiting orders stay, before the new orders */
	bool clear;  /* the waiting orders are dropped, whatever their kind */
	bool resume; /* what a stop holds may be tried again */
	int before;  /* with resume: so many of v are inserted before the
		      * waiting orders */
	int n;
	const struct queue_entry *v;
	int n_standing;
	const struct queue_entry *standing;
	int n_forget;
	/* numbers of standing orders, from 1, or FORGET_AUTO */
	const int32_t *forget;
	int n_drop;
	const int32_t *drop; /* numbers of orders that wait, from 1 */
};

enum submit_result {
	SUBMIT_DONE,
	SUBMIT_QUEUE_FULL,    /* too many orders wait; nothing was taken */
	SUBMIT_STANDING_FULL, /* too many standing orders; the same */
	SUBMIT_NO_STANDING,   /* there is no standing order of that number */
	SUBMIT_NO_WAITING     /* no order of that number waits */
};

void game_init(struct game *g, const struct system *sys);
void game_copy(struct game *to, const struct game *from);

/*
 * Check the position of a game without players, as if its n_seats were taken
 * (system.invariant): the text of the fault, or NULL. scratch is overwritten.
 */
const char *game_position_check(const struct game *g, int n_seats,
				struct game *scratch);

/* Is an event of this kind about the orders that wait, not the state? */
bool game_is_of_queue(int kind);

/*
 * Does the event come of a step, and is it for everybody? Those of an
 * adjudication come again, as many and in the same order, where the same
 * orders are given in the same state with the same dice.
 */
bool game_is_play(int kind, uint32_t audience);

/* After a halt: ask the seats that can act in a window there (system.ask). */
void game_ask(struct game_run *r);

/* Is the set-up under way, or not even begun? */
bool game_is_before_play(const struct game *g);

/* Apply one event. False: it does not fit (a foreign or broken log). */
bool game_evolve(struct game *g, const struct event *e);

/* Store the event and apply it. For the judge's own events, too. */
void game_emit(struct game_run *r, const struct event *e);
/* The same in two steps, for callers that read the event in between:
 * game_call names its people as the run does, game_emit_as emits it
 * unchanged. */
void game_call(struct game_run *r, struct event *e);
void game_emit_as(struct game_run *r, const struct event *e);

/*
 * The input of chance for the current step, as bytes: the state as every seat
 * sees it, the seat of the decision and the decision. The same decision in the
 * same state gives the same bytes, whatever text, remarks or waiting came with
 * it; queues, standing orders and hidden values have no part. For the source
 * of dice or draws, during its call.
 */
void game_step_render(const struct game_run *r, struct buf *out);

/* Does it touch the seat's queue or standing orders at all? */
bool game_orders_something(const struct submission *s);

/* Does any of them leave the game ("withdraw")? Only the player of the seat
 * may order that. */
bool game_gives_up(const struct system *sys, const struct submission *s);

/* Queue the orders of a mail and try all that can be tried. */
enum submit_result game_submit(struct game_run *r, const struct submission *s);

/* The seat gets another player: drop the orders that the previous player left
 * in the queue. */
void game_vacate(struct game_run *r, int seat);

/*
 * Do all that can be done without anybody's new order. hold: see struct
 * submission. While the dice wait, what would roll is left as it is, and of
 * each seat's orders all from there on (event dice_wait tells who sent them).
 */
void game_pump(struct game_run *r, bool hold);

/*
 * Try one decision of a seat now, past its queue; true if it was carried out.
 * A refusal is an event for that seat. game_pump should follow.
 */
bool game_try(struct game_run *r, int seat, int line, const struct decision *d);

/* What a question or a preview works on, lent by the caller: overwritten. */
struct game_scratch {
	struct game game;
	struct trials trials;
};

/*
 * Ask a question (line of fire, distance): on the seat's view, without dice.
 * The answers are appended to the list and are no part of the game.
 */
bool game_query(const struct game *g, int seat, const struct decision *d,
		struct game_scratch *scratch, struct event_list *answers);

/*
 * Check the orders that a seat has in its queue in the set-up: each is tried
 * on the seat's view, in order; a refusal of each order that fails is appended
 * to the list and is not part of the game. Orders under a condition are left
 * out. The list needs room for the events of a decision, too.
 */
void game_held_faults(const struct game *g, int seat,
		      struct game_scratch *scratch, struct event_list *faults);

/* The documented default of a seat that stays silent; false: there is none. */
bool game_silent(struct game_run *r, int seat);

/* What the seat knows: its view of the state, its own queue and no other. */
void game_view(const struct game *g, int seat, struct game *out);

/*
 * Preview: execute the orders on the seat's view, without dice. scratch is
 * overwritten and holds the resulting game; the events in out are not part of
 * the game. True if every order was executed, false if the preview met a die
 * or a hidden value and stopped there.
 *
 * sure, if not NULL: where unknown orders of other seats stop the preview, it
 * continues as if these seats had ordered nothing (system.suppose). The first
 * *sure events of out do not depend on that.
 */
bool game_preview(const struct game *g, const struct submission *s,
		  const struct catalog *catalog, struct game_scratch *scratch,
		  struct event_list *out, int *sure);

/*
 * The canonical form: the words of the queues and of the state, one after the
 * other, each as its value in zigzag (0, -1, 1, -2 are 0, 1, 2, 3) and LEB128
 * (seven bits to a byte, the lowest first, the others marked by 0x80). A zero
 * is followed by the number of further zeroes in its list, in LEB128. The same
 * game gives the same bytes, a few kB.
 */
enum { GAME_ENCODED_MAX = 1 << 20 };
void game_encode(const struct game *g, struct buf *out);

/* Back; sys is known from the log. False: not the canonical form. */
bool game_decode(struct game *g, const struct system *sys, struct str in);

bool game_equal(const struct game *a, const struct game *b);
#endif
