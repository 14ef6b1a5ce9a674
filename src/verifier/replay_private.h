/*
 * src/verifier/replay_private.h - struct replay and the helpers of the files
 * that replay the rules:
 *
 *	replay.c	creates the game, replays a point, checks its end
 *	replay_tools.c	reports a difference, takes inputs from the log
 *	replay_dice.c	links and values of the second secret, by step
 *	replay_kept.c	reading of orders, and those of past points
 *	replay_orders.c	a player's signed orders
 *	replay_press.c	press, and its publication
 *	replay_table.c	proposals, and their effects
 *	replay_time.c	pulses, words, expired deadlines
 *	replay_due.c	the deadlines of seats
 *	replay_undo.c	back to an earlier state
 *	replay_command.c	commands of game masters and the operator
 */
#ifndef VERIFIER_REPLAY_PRIVATE_H
#define VERIFIER_REPLAY_PRIVATE_H
#include "verifier/logged_defs.h"
#include "verifier/replay.h"
#include "verifier/signed_commands.h"
#include "protocol/table_state.h"
#include "protocol/entropy_state.h"
#include "protocol/log_events.h"

/* Where a game is in its life; LIFE_ANY: any but ended. */
enum life { LIFE_OPEN, LIFE_RUNNING, LIFE_PAUSED, LIFE_ENDED, LIFE_ANY };

/* A link that was used, and the step it is for (judge/game/dice_source.h). */
struct link {
	uint64_t at; /* in the order of chains and links, from 0 */
	struct hash step;
	bool counts; /* at a point that led to where the game is */
	bool spent;
};

struct used {
	uint64_t point;
	size_t link; /* its place among the links */
};

/* A value of the second secret, and the step that drew it. */
struct drawn {
	uint64_t point, round;
	uint32_t number;
	struct hash step;
	bool counts, spent;
};

/* Orders of a player, or that they were silent, by the point that decided
 * them. */
struct kept {
	uint64_t point;
	uint64_t of; /* the point they were signed for: an undo plays them again
		      */
	int seat;
	bool silent;
	bool joined; /* to what waited */
	struct str text;
	size_t body;
	struct str language; /* in which they were read */
};

/* Orders that were played last. */
struct last_orders {
	uint64_t point;
	int seat;
	int64_t claim_point;
	bool by_deputy;
};

/* Which events for all of a point are its play: a byte each. */
struct played {
	const uint8_t *is;
	int n;
};

/* Press messages of a player. */
struct posted {
	uint64_t point;
	struct table_state_press letters;
	struct str to[PRESS_MAX]; /* as the log names their readers */
	int n;
};

/* A player's dispute of an adjudication. */
struct dispute {
	uint64_t point;
	bool ruled, undo; /* undo: it is yet to be taken back */
};

struct replay {
	const struct game_kind *sys;
	struct arena *a;
	int n_seats;

	struct game *game;
	struct trials *trials;
	struct event *room;
	int n_room;
	struct last_orders last_orders;
	enum life state;
	struct entropy_round entropy;
	struct table_state agreements;
	uint32_t taken;             /* a bit for each seat */
	struct str sits[SEATS_MAX]; /* who, as the log names them */
	int64_t floors[SEATS_MAX];
	struct str *states; /* packed, by point */
	size_t n_states, room_states;
	uint64_t *from; /* the point that each point went on from */
	size_t n_from, room_from;
	bool *sealed; /* was a sealed choice awaited after each point? */
	size_t n_sealed, room_sealed;
	struct link *links;
	size_t n_links, room_links;
	struct used *used;
	size_t n_used, room_used;
	struct drawn *drawn;
	size_t n_drawn, room_drawn;
	uint64_t round; /* of new draws */
	uint64_t started;
	struct kept *kept;
	size_t n_kept, room_kept;
	struct played *played; /* by point */
	size_t n_played, room_played;
	struct posted *posted;
	size_t n_posted, room_posted;
	struct dispute *disputes; /* by number */
	size_t n_disputes, room_disputes;
	bool by_dispute;          /* that is why the game is paused */
	bool by_deadline;         /* paused by a silence without a default */
	bool pauses;              /* must this adjudication pause it? */
	bool corrected;           /* by a game master, as the rules would not */
	uint64_t reroll_point;    /* the point to roll again, 0: none */
	uint64_t fresh;           /* the next unused link, as struct link.at */
	int64_t turn_s;           /* plain length of a turn, 0: none */
	int64_t due_s[SEATS_MAX]; /* until when each is awaited, 0: it is not */
	/* waits for a pulse: a bit for each seat, and the rules */
	uint32_t held;
	bool rules_held;
	struct logged_defs *cards;
	uint64_t n_refused; /* orders, for cards that the log has not */

	/* the current adjudication */
	const struct replay_point *p;
	struct verify_fault *f;
	struct arena tmp;
	int next; /* of the log's events for all: not yet taken as input */
	int seat; /* who acted, -1 */
	struct str cause;
	struct event_list list;
	struct game_run run;
	const struct verify_means *means; /* or NULL */
	struct dice dice;
	struct catalog catalog;
	struct secrets secrets;
	struct dispute *ruling;
	struct drawn *at_hand; /* the number that is drawn */
	struct awaiting before;
	struct table_state agreements_before;
	bool pumped, has_pulse;
	/* the current step: its hash, its link, and its events in the log */
	bool is_known, lent;
	struct hash step;
	size_t link; /* its place; n_links: it is the next unused one */
	const struct dice_chain_source *dice_link;
	size_t n_dice_links; /* links of the log that were taken */
	bool no_link;        /* it rolled, and the log has no link */
	bool no_secret;
	/* of a game whose dice rest on a beacon: whose default needs dice */
	bool beacon;
	uint32_t silent;
	struct signed_command_script script; /* what a game master commands */
};

/* Telling: all give false. At the end of the point; at an event of the log,
 * with what was expected or NULL; at the event that is the next input, or the
 * end of those for all. */
bool replay_at_end(struct replay *r, const char *what);
bool replay_at_event(struct replay *r, const struct replay_event *e,
		     const struct str *expected, const char *what);
bool replay_at_input(struct replay *r, const char *what);

/* A text of an event, in the arena of the adjudication. */
struct str replay_text(struct replay *r, const struct event *e, int field);

/* Take and apply the next event of the log if it has this kind and fits;
 * otherwise report a difference. _table: an event of the table's agreements. */
bool replay_input(struct replay *r, int kind, struct event **out);
bool replay_input_table(struct replay *r, int kind, struct event **out);
/* Is the log's next event of this kind? */
bool replay_next_is(const struct replay *r, int kind);
/* Skip the events for all that were made so far. */
void replay_skip_emitted(struct replay *r);

/* What the rules rely on, before they are asked anything: the log is foreign.
 * What they keep to besides, a game master's correction may leave. */
bool replay_validate(struct replay *r);
/* A list that runs full grows just as the judge's did: see adjudicate.c. */
bool replay_make_room(struct replay *r);
/* The rules go on as far as they can. */
bool replay_pump(struct replay *r);
/* The judge lets the game go on; is it to of itself, for all is ruled? */
void replay_go_on(struct replay *r);
bool replay_all_ruled(const struct replay *r);
/* Run the steps of the random words after a seat's WORD lines; time_up: after a
 * timer. */
void replay_words_step(struct replay *r, bool time_up);

/* Chance of this adjudication; at its end, was there a link for each roll? */
void replay_dice_begin(struct replay *r);
bool replay_dice_end(struct replay *r);
/* What was rolled and drawn counts if its point led to where the game is. */
void replay_dice_undo(struct replay *r);
/* Spend the dice after an undo to that point if it was fresh: its author may
 * ask for that, and it is always fresh if it undid a sealed choice. */
bool replay_dice_fresh(struct replay *r, uint64_t to, bool fresh, bool wanted,
		       bool unsealed);
/* Were the dice of this point to fall no more? */
bool replay_dice_is_spent(const struct replay *r, uint64_t point);
/* What a point rolled is rolled again: once and no more. */
bool replay_dice_again(struct replay *r, uint64_t point);
/* Links are passed over: others may know them. */
void replay_dice_pass(struct replay *r);
/* An event of the log with something that only its judge knew: taken as it is,
 * verify.c has checked it. An empty one, which differs, if it is not there. */
void replay_emit_known(struct replay *r, int kind, int field, int32_t number);

/* What the causes of a point make of it: orders; press alone; orders once
 * more, by a ruling; time; commands. */
bool replay_orders(struct replay *r);
bool replay_press_only(struct replay *r);
bool replay_again(struct replay *r);
bool replay_timer(struct replay *r);
bool replay_commands(struct replay *r);

/* What made a point is kept, found (NULL: nothing did), and done once more. */
void replay_point_save(struct replay *r, const struct kept *k);
const struct kept *replay_point_find(const struct replay *r, uint64_t point);
bool replay_point_repeat(struct replay *r, const struct kept *old);

/* Read the orders of a text in this language. */
bool replay_read(struct replay *r, struct str text, struct str language,
		 struct orders **read, struct submission *out);

/* Replay table lines, with or without orders; and at the end of the point the
 * deadlines that they moved. */
bool replay_motions(struct replay *r, struct table_requests *all, bool orders);
bool replay_moved(struct replay *r);
/* A reader agreed to publish the press, as the last one or not; seat -1: a
 * game master. */
bool replay_unseal(struct replay *r, int seat, int64_t point);

/* Undo to an earlier state. said: the signed or agreed target; NULL:
 * neither. */
bool replay_undo(struct replay *r, const struct event *e,
		 const struct way_back *said);
/* The points that led to the state after `point`, in the arena of the
 * adjudication. */
bool *replay_points_to(struct replay *r, uint64_t point);

/* A person takes a seat: returns the player's seat, -1: none; and replays the
 * effects of the word, committed or declined with the proof of the person. */
int replay_seat_join(struct replay *r, const struct event *e);
bool replay_seated(struct replay *r, int seat);

/* Deadlines, at the end of an adjudication. */
bool replay_deadlines(struct replay *r);
/* Seats that the game cannot go on without, a bit each. */
uint32_t replay_blocking(const struct replay *r);
/* The table gives so much more time. */
bool replay_extension(struct replay *r, int64_t span_s);
/* The event "deadline_set": false: the game does not allow it. */
bool replay_deadline_set(struct replay *r, const struct event *e);
/* The deadline of the seat that acts passes: it is given more time; or, is that
 * its deadline? Then it has none. */
bool replay_respite(struct replay *r, const char *kind, int64_t span_s);
bool replay_is_due(struct replay *r, struct str deadline);
#endif
