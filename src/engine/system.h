/*
 * src/engine/system.h - the interface of a game: the functions and tables that
 * every rule system provides, after the pattern of event sourcing.
 *
 * State is one flat struct without pointers, at most SYSTEM_MAX_STATE bytes,
 * made of int32_t only (so it has no padding and its canonical encoding is
 * that of its words). Cloning is assignment of state_size bytes. It begins
 * with a struct common_state (engine/common_state.h), which is the same in
 * every game.
 *
 * decide and advance run until some seat can choose, then return. Unfinished
 * actions are a bounded stack of frames in the state; no C stack survives a
 * decision.
 *
 * evolve applies one event; nothing else changes state. run_emit stores an
 * event and evolves at once, so decide sees the consequences of what it
 * emitted.
 */
#ifndef ENGINE_SYSTEM_H
#define ENGINE_SYSTEM_H
#include "engine/decision.h"
#include "engine/dice.h"
#include "engine/frame.h"
#include "engine/common_state.h"
#include "engine/option.h"

enum {
	SYSTEM_MAX_STATE = 160 * 1024, /* bytes */
	REFUSAL_MAX_ARGS = 8,
	MOVE_GROUP_MAX = 512,
	MOVE_GROUP_TARGETS = 64
};

/*
 * The reason why an order was not carried out. A value of the rules; players
 * read it in the words of templates/LANG/messages under the reason's name;
 * args fill its placeholders, in the types that the reason's row in
 * refusals.def gives.
 */
struct refusal {
	int reason; /* row of the system's refusals; 0 = none */
	int rule;   /* row of the system's rules */
	int n_args;
	int32_t args[REFUSAL_MAX_ARGS];
};

struct refusal_kind {
	const char *name; /* "too_far" */
	const char *text; /* English, as cases compare it: "too far" */
	enum field_type args[REFUSAL_MAX_ARGS];
	int n_args;
};

/* Sets of a system's own kinds of decision, of which it has at most 64. */
static inline uint64_t kind_bit(int kind)
{
	return UINT64_C(1) << (kind - DECISION_FIRST_OWN);
}
bool kinds_have(uint64_t kinds, int kind); /* of any kind */

/*
 * The kinds of a class (orders.def), without those that need an option which is
 * 0 in this list. of: only those of this phase or question, or -1 for all.
 */
uint64_t kinds_of(const struct decision_schema *s, enum order_class is, int of,
		  const int32_t *option);

/* The kinds of all phases before this one. */
uint64_t kinds_past(const struct decision_schema *s, int phase);

/* The kind that answers the question. */
int kind_answering(const struct decision_schema *s, int question);

/* Whom the engine awaits. */
struct system;

struct awaited {
	int seat;
	uint64_t kinds;
	bool blocking; /* the game cannot go on without it */
	bool sealed;   /* kept from the others until all are in */
	/* no seat is asked: the orders in the seat's queue are tried, and if
	 * none fits, system.close goes on */
	bool window;
	bool askable; /* a window whose seat can be asked: system.ask */
};

struct awaiting {
	struct awaited v[SEATS_MAX * 2];
	int n;
	uint64_t always[SEATS_MAX]; /* kinds a seat may send at any time */
	uint64_t past; /* kinds that no seat will be awaited for any more */
	/* Kinds that no seat will ever be asked for, because the game's
	 * options exclude the question: orders of these kinds are refused,
	 * standing ones too. */
	uint64_t never;
	/*
	 * Kinds of orders with their own queue rules. keeps: an entry whose
	 * conditions do not hold is skipped and stays. side: a refused order
	 * is dropped and reported, stops no other order, and an executed one
	 * does not let the end of its mail end a turn. bound: orders belong to
	 * the span they were written for, as END does, and lapse with it.
	 * ahead: players normally write them ahead; no report lists them as
	 * waiting, and the end of their mail waits for none.
	 */
	uint64_t keeps, side, bound, ahead;
};

/* The seat is awaited for these kinds, and the game cannot go on without. */
void awaiting_add(struct awaiting *a, int seat, uint64_t kinds, bool sealed);

/* Await an answer of every seat that is asked (engine/frame.h). */
void awaiting_answers(const struct system *sys, const void *state,
		      struct awaiting *out);

/* Is any seat awaited for a choice that stays secret until all have chosen? */
bool awaiting_sealed(const struct awaiting *a);

/* Is the seat awaited for a decision of this kind? */
bool awaiting_has(const struct awaiting *a, int seat, int kind);

/* Is it awaited for a decision of this class (engine/decision.h)? */
bool awaiting_class(const struct system *sys, const struct awaiting *a,
		    int seat, enum order_class class);

/* Figures, spells, tables of outside, by key; the answer is an event that
 * holds a whole copy (so a log never needs the catalog again). */
struct catalog {
	bool (*define)(const void *source, struct str key, struct event *out);
	const void *source; /* borrowed */
};

/*
 * The second source of chance: values drawn now and shown later (treasures,
 * tables of tokens); engine/commitment.h draws and opens them. Each has a
 * number of its own; no information that is public before the opening lets
 * anybody compute it. The judge lends the game's second secret; an engine logs
 * the value for the game master alone, the commitment (common event committed)
 * for all, and later the salt (opened).
 */
struct secrets {
	/* 32 bits for draw `draw` of hidden value `number`; NULL: none is drawn
	 * yet (engine/dice_gate.h) */
	uint32_t (*bits)(const void *source, uint32_t number, uint32_t draw);
	/* the commitment to these bytes under the number's salt; NULL: none is
	 * logged (tests) */
	void (*commit)(const void *source, uint32_t number, struct str bytes,
		       unsigned char hash[32]);
	void (*salt)(const void *source, uint32_t number,
		     unsigned char salt[32]);
	const void *source; /* borrowed */
	/* called after every draw, to log the value; or NULL */
	void (*drawn)(void *watcher, uint32_t number, unsigned sides,
		      unsigned value);
	void *watcher;
};

/* One finite group of legal decisions: an actor, a kind and its targets. */
struct move_group {
	int kind;      /* of decision */
	int32_t actor; /* label, 0 if none */
	int n_targets;
	int32_t targets[MOVE_GROUP_TARGETS]; /* labels */
	int32_t allowance; /* in the units of the game, 0 if it has none */
	int32_t area[4];   /* where it can lead: x0 y0 x1 y1; all 0 if none */
	/* what the order has to say besides: static names, in the game's
	 * messages GAME.way.NAME */
	int n_ways;
	const char *ways[2];
};

/* A list of them, bounded by who asked. */
struct move_groups {
	struct move_group *v; /* borrowed */
	int n, max;
};

/* One more, of the actor's without targets; NULL if there is no room. */
struct move_group *move_group_add(struct move_groups *fs, int kind,
				  int32_t actor);

/* One more target, as long as there is room. */
void move_group_aim(struct move_group *f, int32_t label);

struct carryover; /* engine/carryover.h */
struct carryover_list;
struct trials;          /* engine/dry_run.h */
struct state_path_list; /* engine/state_path.h */
struct offers;          /* engine/suggest.h */

/* What became of a value that was to be set. */
enum value_fate { VALUE_PLAIN, VALUE_SET, VALUE_WRONG };

/*
 * What one call of decide or advance works with. The events go to `out`; if
 * it would overflow the engine has been given too little room by its caller.
 */
struct run {
	const struct system *sys;
	void *state;                   /* state_size bytes, borrowed */
	struct dice *dice;             /* NULL: a preview; see `unknown` */
	const struct catalog *catalog; /* may be NULL where none is needed */
	const struct secrets *secrets; /* NULL: a preview, or none is drawn */
	struct trials *trials;         /* room to try a decision on a copy */
	struct event_list *out;
	bool brief;   /* a trial: the reason of a refusal is not needed */
	bool asks;    /* a trial that only asks whether a decision would be
		       * refused: state is undefined afterwards */
	bool on_view; /* state is a seat's view: hidden values are unknown */
	bool unknown; /* a preview met a die or something hidden and stopped */
	bool skipped; /* a step of a decision was not carried out */
	uint32_t stopped; /* close: bits of seats whose orders a refusal stopped
			   */
};

/* Store the event and evolve the state by it. */
void run_emit(struct run *r, const struct event *e);

/* The same of an event that says one number: a phase, a seat. */
void run_emit_int(struct run *r, int kind, int rule, int32_t v);

/* One die of the run: 1..sides; 0, and r->unknown, in a preview. */
int run_roll(struct run *r, int sides);

/* The next rolls of the run are such dice. Nothing comes of saying so but that
 * whoever counts all ways in which they may fall has less to count. */
void run_alike(struct run *r, const struct dice_alike *how);

/* Two dice of six, of which the sum alone matters. */
void run_roll_two(struct run *r, int *d1, int *d2);

enum verdict {
	VERDICT_DONE,    /* carried out; events tell what came of it */
	VERDICT_REFUSED, /* nothing changed; the refusal says why */
	VERDICT_UNKNOWN, /* preview only: it depends on a die or a secret */
	/* Of orders that wait in a queue: */
	VERDICT_STAYS, /* carried out, and it stays in its place */
	VERDICT_LATER, /* nothing changed, and that is no failure: the order
			* stays in its place, later orders are tried */
	VERDICT_GONE   /* nothing changed, for it is about something that is not
			* there any more: it is dropped, which is no failure */
};

/*
 * The stretch of play that the decision `end` ends: a turn, or a phase. An END
 * belongs to the span for which it was written and never ends another.
 */
struct span {
	int32_t number; /* of the span; 0: there is nothing that END could end.
			 * Numbers grow as the game goes on */
	int32_t next;   /* the one after it, for a second END; 0: none */
	int32_t at;     /* the current span: all lower numbers are over */
	bool own;       /* it has begun, and is the seat's to end */
	bool at_mail;   /* the end of a mail ends it, too, once it has begun */
};

struct system {
	const char *name; /* "rebellion" */
	/* version of the rules: "rebellion 1"; a version named in a log plays
	 * and verifies that log for ever, in a row of its own in
	 * games/games.def */
	const char *version;
	size_t state_size;
	int max_seats;
	struct event_schema events;
	struct decision_schema decisions;
	const struct refusal_kind *refusals;
	int n_refusals;
	const char *const *conditions; /* names of the kinds of condition */
	int n_conditions;
	const struct option_row *options; /* at most COMMON_STATE_OPTIONS */
	int n_options;
	const char *const *phases; /* names: before the start, .., over */
	int n_phases;
	/* Of each phase, bits of those that an engine may go to from there;
	 * drawn where its phases are listed. NULL: it is not asserted. */
	const uint32_t *follows;
	int play; /* the first phase in which orders of CLASS_ANY may be given
		   */
	/* offsets of its questions and of interrupted actions */
	struct frames frames;

	/* Set the non-zero values of an empty state, except its head, which
	 * is filled in. NULL: none. */
	void (*init)(void *state);

	/* Whom it awaits: into *out, where system_awaiting has written what
	 * follows from the classes of orders. */
	void (*awaiting)(const void *state, struct awaiting *out);

	/*
	 * Check the decision of a seat, roll what it needs, emit events. A
	 * refusal leaves state and dice untouched, except where a rule says
	 * otherwise; then events tell of it too. d has passed decision_check.
	 */
	enum verdict (*decide)(struct run *r, int seat,
			       const struct decision *d, struct refusal *no);

	/*
	 * Do all work that needs no decision; return when some seat can
	 * choose.
	 */
	void (*advance)(struct run *r);

	/*
	 * Run the rest of an action; `work` is a struct of the game. A file of
	 * the rules that leaves something to be done calls it through run.sys
	 * and so needs no call to the file above it that knows every kind of
	 * step. NULL: the game has none.
	 */
	void (*resume)(struct run *r, void *work);

	/* Apply one of the system's own events, with as many fields as its row.
	 * False if it does not fit the state (a foreign log). */
	bool (*evolve)(void *state, const struct event *e);

	/* A common event that the head has taken: what else it does. False as
	 * above. NULL: nothing. */
	bool (*common)(void *state, const struct event *e);

	/* An option that has no row in options: set it. False: there is none
	 * of that name, or it may not hold these words. NULL: none at all. */
	bool (*option)(void *state, struct str name, int seat, const int32_t *w,
		       int n);

	/* The state with what the seat may not know set to unknown; seat -1 is
	 * an observer, who knows what everybody knows. */
	void (*view)(const void *state, int seat, void *out);

	/*
	 * For previews, in a view: secret orders of other seats for their
	 * figures' reactions (whether a figure turns to face a newcomer)
	 * become no order, and hidden numbers of how much damage a piece can
	 * bear become enough. No other hidden value changes. NULL: the game
	 * has no such values.
	 */
	void (*suppose)(void *view);

	/* Does a condition hold for this seat? w: its words, first its kind;
	 * last_ok and last_hit are answered by system_holds. */
	bool (*holds)(const void *view, int seat, const int32_t *w, int n);

	/* Groups of legal decisions; gives their number, at most max. */
	int (*legal)(const void *view, int seat, struct trials *room,
		     struct move_group *out, int max);

	/* Orders that the seat can give now, best first: engine/suggest.h. The
	 * list is empty before. NULL: the game offers none. */
	void (*offer)(const void *view, int seat, struct trials *room,
		      struct offers *out);

	/*
	 * The legal order nearest to a refused one, made from its words: a
	 * shorter path, a neighbouring place. It need not have been tried.
	 * NULL, false: none (engine/suggest_fix.h).
	 */
	bool (*instead)(const void *view, int seat, struct trials *room,
			const struct decision *d, struct decision *out);

	/* Draw one concrete legal decision; false if there is none. */
	bool (*random_decision)(const void *view, int seat, struct trials *room,
				struct dice *rng, struct decision *out);

	/*
	 * Choose the order for AUTO in the set-up where the system knows more
	 * than sample draws: cards, which come from r->catalog, and sensible
	 * places. r is of the seat's view; only the lot varies the result. It
	 * need not have been tried. False, NULL: use sample.
	 */
	bool (*choose)(struct run *r, int seat, struct dice *lot,
		       struct decision *out);

	/*
	 * May the list of cards that this seat is asked for hold this one?
	 * False for each where none is asked. NULL: it is not known before.
	 */
	bool (*takes)(const void *view, int seat, const struct event *card);

	/*
	 * The decision that a seat which stays silent at its deadline gives
	 * (the documented default); false: there is none, the game must wait.
	 */
	bool (*default_order)(const void *view, int seat, struct decision *out);

	/*
	 * The span of an END of this seat that follows an order of this kind;
	 * kind -1: follows no order, so the current span, or the next. Made
	 * from public values. NULL: every END is alike.
	 */
	void (*span)(const void *state, int seat, int kind, struct span *out);

	/* Does an event of this kind ask the other players for an answer?
	 * NULL: none does. */
	bool (*asks)(int kind);

	/*
	 * ON FAIL with the system's own fallback: the decision that is tried
	 * in the place of one that is refused; false: there is none for it.
	 * NULL: no order has one.
	 */
	bool (*fallback)(const void *view, int seat, const struct decision *d,
			 struct decision *out);

	/*
	 * Does d need an order like `with` in the same queue: is d skipped as
	 * long as the conditions of all such orders do not hold? with NULL: is
	 * d of this kind at all? NULL: no order is.
	 */
	bool (*leans)(const void *state, int seat, const struct decision *d,
		      const struct decision *with);

	/*
	 * Do the later orders go on after a refused order that orders.def
	 * marks ONWARD? came: it was carried out in part. NULL: never.
	 */
	bool (*goes_on)(const struct decision *d, const struct refusal *no,
			bool came);

	/*
	 * Is nothing left of the seat's turn that its END could cut off? Then
	 * a refused order does not hold back the END after it. NULL: there
	 * always is.
	 */
	bool (*spent)(const void *state, int seat);

	/*
	 * What ON FAIL is for orders of the seat that say nothing of it: 0
	 * (STOP), QUEUE_SKIP or QUEUE_FALLBACK. NULL: STOP.
	 */
	int (*on_fail)(const void *state, int seat);

	/*
	 * Could the decision be carried out at any time? Asked of the seat's
	 * view when an order arrives, a standing one too; one that never can is
	 * refused then, and does not wait. NULL: nothing is refused so.
	 */
	bool (*possible)(const void *view, int seat, const struct decision *d,
			 struct refusal *no);

	/*
	 * Windows are open (struct awaited) and nothing that waits fits them:
	 * go on. It emits an event at least. NULL: there are no windows.
	 */
	void (*close)(struct run *r);

	/*
	 * An askable window is open where play halts (game_run.halted): its
	 * seat is asked, and awaited like any other from then on. It emits an
	 * event. NULL: no window is askable.
	 */
	void (*ask)(struct run *r);

	/* Values by path: engine/state_path.h finds, reads and sets the
	 * values in these lists, and those of common_state. */
	const struct state_path_list *values;
	int n_values;
	/* Values that are more than a word, or worked out; NULL: there are
	 * none. put comes first, of every value: what it does not know is
	 * plain. was_put: what else follows from a value that was set. */
	bool (*get)(const void *view, struct str path, int32_t *w, int *n);
	enum value_fate (*put)(void *state, struct str path, const int32_t *w,
			       int n);
	void (*was_put)(void *state, struct str path);

	/*
	 * The invariants that the rules rely on, checked for any state that
	 * events of a foreign log make: they must hold before any function
	 * above is called, and after each event of an engine. The text of the
	 * violated invariant, or NULL. system_validate checks common_state.
	 */
	const char *(*validate)(const void *state);

	/* What holds besides between two decisions, of a state that only the
	 * rules made; asked of a sound one. */
	const char *(*invariant)(const void *state);

	/*
	 * With these options, could a game ever begin? Called when the game is
	 * created, with a copy of the state that it may change; returns the
	 * text of the obstacle, or NULL. NULL: no check.
	 */
	const char *(*hopeless)(struct run *r);

	/*
	 * What a seat brings from a game before (carryover.h): take it in,
	 * before the start; false: there is nothing of that name, or it does
	 * not fit. And what the seats of a game that is over take with them,
	 * each by its own. NULL, both: nothing is ever carried over.
	 */
	bool (*carry)(void *state, const struct carryover *c);
	void (*leaves)(const void *state, struct carryover_list *out);

	/* The seat's result when the game is over, as its own rules rank
	 * seats: points, gold; 0 or more. NULL: they count nothing. */
	int32_t (*points)(const void *state, int seat);

	/* Is it a kind of event that a game can be made of: cards, the board, a
	 * written position? All others only the rules emit. */
	bool (*is_creation_event)(int kind);
};

/*
 * Functions that are the same in every game, built on its tables and its head.
 */

/* An empty state: no seats, the phase before everything. */
void system_init(const struct system *sys, void *state);

/* Apply one event, common ones too. False: it does not fit. */
bool system_evolve(const struct system *sys, void *state,
		   const struct event *e);

void system_awaiting(const struct system *sys, const void *state,
		     struct awaiting *out);
bool system_holds(const struct system *sys, const void *view, int seat,
		  const int32_t *w, int n);

/* Over? Fills winners (a bit for each seat, 0 a draw) if so. */
bool system_over(const struct system *sys, const void *state,
		 uint32_t *winners);

/* The invariants that the rules rely on, head included; and those that hold
 * between two decisions. The text of the violated one, or NULL. */
const char *system_validate(const struct system *sys, const void *state);
const char *system_invariant(const struct system *sys, const void *state);
#endif
