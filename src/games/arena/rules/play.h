/*
 * src/games/arena/rules/play.h - the functions of struct system and their
 * parts: rounds and phases, set-up, decisions, evolve, views, legal moves,
 * values.
 */
#ifndef GAMES_ARENA_RULES_PLAY_H
#define GAMES_ARENA_RULES_PLAY_H
#include "games/arena/rules/action.h"
#include "games/arena/rules/triggers.h"
#include "games/arena/rules/tables.h"
#include "engine/dry_run.h"
#include "engine/state_path.h"

/* state.c: the member that a note is about */
int32_t *ar_note_word(struct ar_obj *o, enum ar_note what);
int32_t *ar_seat_word(struct ar_player *p, enum ar_seat_note what);
/* the team that a seat will play in, before its Mage is chosen, too */
int ar_side(const struct ar_state *s, int seat);

/* round.c: continue the phase; true: something was done */
bool ar_round(struct ar_work *w);
/* the turn of the seat is over; the seat of this phase is done */
void ar_turn_done(struct ar_work *w);
void ar_seat_done(struct ar_work *w);
void ar_enter_phase(struct ar_work *w, enum ar_phase phase);
void ar_enter_step(struct ar_work *w, enum ar_step step, int seat,
		   int32_t actor);
bool ar_may_pass(const struct ar_state *s, int seat, int *own, int *most);

/* action_phase.c */
bool ar_check_act(struct ar_work *w, int seat, const struct decision *d,
		  struct refusal *no);
void ar_act_start(struct ar_work *w, int32_t actor, const struct decision *d);

/* legal.c: AR-QC-08 */
/* The seat plays in a team and has an ability that is used before or after the
 * action phase of a friendly creature. */
bool ar_helps_mates(const struct ar_state *s, int seat);

/* plan.c: P5 and P6 */
bool ar_decide_plan(struct ar_work *w, int seat, const struct decision *d,
		    struct refusal *no);
void ar_plan_close(struct ar_work *w);
void ar_unplan_all(struct ar_work *w);
bool ar_decide_deploy(struct ar_work *w, int seat, const struct decision *d,
		      struct refusal *no);
bool ar_deploy_default(struct ar_work *w, int seat);

/* game_setup.c: before round 1 */
bool ar_setup(struct ar_work *w);
void ar_setup_close(struct ar_work *w);
bool ar_decide_setup(struct ar_work *w, int seat, const struct decision *d,
		     struct refusal *no);

/* spellbook.c: AR-BOOK */
int ar_book_points(const struct ar_state *s, int class, int element, int card);
/* more: spell points above those of the Mage's card (carryover.h) */
bool ar_book_check(const struct ar_state *s, int class, int element,
		   int32_t more, const int32_t copies[AR_MAX_CARDS],
		   struct refusal *no);
bool ar_book_starting(const struct ar_state *s, int class, int32_t *copies);

/* the contract, one file each */
enum verdict ar_decide(struct run *r, int seat, const struct decision *d,
		       struct refusal *no);
void ar_advance(struct run *r);
void ar_close(struct run *r);
void ar_ask(struct run *r);
bool ar_evolve(void *state, const struct event *e);
bool ar_common(void *state, const struct event *e);
bool ar_holds(const void *view, int seat, const int32_t *w, int n);
int ar_legal(const void *view, int seat, struct trials *room,
	     struct move_group *out, int max);
bool ar_instead(const void *view, int seat, struct trials *room,
		const struct decision *d, struct decision *out);
bool ar_auto(struct run *r, int seat, struct dice *lot, struct decision *out);
bool ar_random_decision(const void *view, int seat, struct trials *room,
			struct dice *rng, struct decision *out);
/* Can it be done at any time, as the seat sees things when it arrives
 * (AR-MAIL-04, -16)? */
bool ar_possible(const void *view, int seat, const struct decision *d,
		 struct refusal *no);
bool ar_default_order(const void *view, int seat, struct decision *out);
bool ar_get(const void *view, struct str path, int32_t *w, int *n);
enum value_fate ar_put(void *state, struct str path, const int32_t *w, int n);
enum { N_AR_VALUES = 4 };
extern const struct state_path_list ar_values[N_AR_VALUES];
const char *ar_validate(const void *state);
bool ar_is_creation_event(int kind);
const char *ar_invariant(const void *state);
#endif
