/* src/games/arena/rules/round.c - runs rounds and phases (AR section 3) */
#include "games/arena/rules/spell_clause.h"
#include "games/arena/rules/play.h"

void ar_enter_phase(struct ar_work *w, enum ar_phase phase)
{
	const struct ar_state *s = ar_state_of(w);

	AR_EMIT(w, AR_EV_PHASE, AR_RND_01, (int32_t)phase,
		phase == AR_INITIATIVE ? s->round + 1 : s->round);
}

void ar_enter_step(struct ar_work *w, enum ar_step step, int seat,
		   int32_t actor)
{
	AR_EMIT(w, AR_EV_STEP, AR_RND_01, (int32_t)step, seat, actor);
}

/* the seat at number i in the order from the init player; -1: no more */
static int in_order(const struct ar_state *s, int i)
{
	for (int k = 0; k < AR_MAX_SEATS; k++) {
		int seat = ((int)s->head.first + k) % AR_MAX_SEATS;

		if (s->head.seat[seat].present && i-- == 0)
			return seat;
	}
	return -1;
}

static int ar_next_seat(const struct ar_state *s, int seat, int after)
{
	for (int i = 1; i <= AR_MAX_SEATS; i++) {
		int next = (seat + i) % AR_MAX_SEATS;

		if (s->head.seat[next].present && s->player[next].alive &&
		    next != after)
			return next;
	}
	return seat;
}

/*
 * the next living seat after this one (-1: the first) in init order; -1: none
 */
static int next_in_phase(const struct ar_state *s, int seat)
{
	bool past = seat < 0;

	for (int i = 0;; i++) {
		int next = in_order(s, i);

		if (next < 0)
			return -1;
		if (past && s->player[next].alive)
			return next;
		past |= next == seat;
	}
}

bool ar_may_pass(const struct ar_state *s, int seat, int *own, int *most)
{
	*own = ar_active(s, seat);
	*most = 0;
	for (int i = 0; i < AR_MAX_SEATS; i++)
		if (i != seat && s->head.seat[i].present &&
		    RULE(AR_PASS_01, s->player[i].alive)) {
			int n = ar_active(s, i);

			if (n > *most)
				*most = n;
		}
	return RULE(AR_PASS_01, *most > *own);
}

/* --- P1 to P3
 * ------------------------------------------------------------------ */

static void round_initiative(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);

	if (RULE(AR_RND_02, s->round > 1))
		AR_EMIT(w, AR_EV_INITIATIVE, AR_TEAM_03,
			ar_next_seat(s, (int)s->head.first, -1));
}

static void round_channel(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o;

	for (int32_t at = 0; (o = ar_next(s, at)) != NULL;) {
		struct ar_why why = { .n = 0 };
		int32_t n = ar_channeling(s, o, &why), now;
		struct event e;

		at = o->handle;
		if (n < 0 || o->hidden ||
		    (ar_kind(s, o) == AR_MAGE && !s->player[o->ctl].alive))
			continue;
		now = ar_kind(s, o) == AR_MAGE ? s->player[o->ctl].mana
					       : o->mana;
		ar_event_channeled(&e, AR_RND_06, at, n, now + n, why.mod,
				   2 * why.n);
		ar_event_emit(w, &e);
	}
}

/* --- creature turns
 * -------------------------------------------------------------- */

static bool any_active(const struct ar_state *s)
{
	for (int i = 0; i < AR_MAX_SEATS; i++)
		if (s->head.seat[i].present && s->player[i].alive &&
		    ar_active(s, i))
			return true;
	return false;
}

/* the next seat with an active creature, from this one on */
static int next_turn(const struct ar_state *s, int from)
{
	for (int i = 0; i < AR_MAX_SEATS; i++) {
		int seat = (from + i) % AR_MAX_SEATS;

		if (s->head.seat[seat].present && s->player[seat].alive &&
		    RULE(AR_RND_15, ar_active(s, seat) > 0))
			return seat;
	}
	return -1;
}

/* pace: after so many activations of each player all send their queues */
static bool round_paced(const struct ar_state *s)
{
	int n = s->head.option[AR_OPTION_PACE] == AR_PACE_EACH
			? 1
			: (int)s->head.option[AR_OPTION_PACE_N];

	if (s->head.option[AR_OPTION_PACE] < AR_PACE_N)
		return false;
	for (int i = 0; i < AR_MAX_SEATS; i++)
		if (s->head.seat[i].present && s->player[i].alive &&
		    ar_active(s, i) && s->player[i].paced < n)
			return false;
	return true;
}

static void ask_all(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);

	for (int i = 0; i < AR_MAX_SEATS; i++) {
		ar_seat_note(w, i, AR_SEAT_PACED, 0);
		if (s->head.seat[i].present && s->player[i].plan_in)
			AR_EMIT(w, AR_EV_PLAN_IN, AR_MAIL_05, i, 0);
	}
	ar_enter_step(w, AR_STEP_ASKED, (int)s->head.active, 0);
}

/*
 * Has the active seat a choice? The creatures of a fallen Mage have no turns.
 */
static bool round_chooses(const struct ar_state *s)
{
	return s->player[s->head.active].alive &&
	       ar_active(s, (int)s->head.active) > 0;
}

static bool round_turns(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);
	int seat;

	switch (s->step) {
	case AR_STEP_BEGIN:
		if (s->head.option[AR_OPTION_PACE] && s->head.active < 0 &&
		    RULE(AR_MAIL_05, !s->turns_over)) {
			ask_all(w);
			return true;
		}
		seat = next_turn(s, (int)s->head.first);
		break;
	case AR_STEP_ASKED:
		for (int i = 0; i < AR_MAX_SEATS; i++)
			if (s->head.seat[i].present && s->player[i].alive &&
			    !s->player[i].plan_in)
				return false;
		seat = next_turn(s, s->head.active >= 0 ? (int)s->head.active
							: (int)s->head.first);
		break;
	case AR_STEP_MAIN:
	case AR_STEP_BOUND:
		/* the seat's choice, unless it fell in its own turn */
		if (RULE(AR_RND_15, round_chooses(s)))
			return false;
		ar_turn_done(w);
		return true;
	case AR_STEP_ACTING: /* its frames are done */
		ar_enter_step(w, AR_STEP_AFTER, (int)s->head.active, s->actor);
		return true;
	case AR_STEP_AFTER: return false; /* quickcasts after it, or none */
	default: ar_enter_phase(w, AR_FINAL); return true;
	}
	if (seat < 0 || !RULE(AR_RND_14, any_active(s)))
		ar_enter_phase(w, AR_FINAL);
	else
		ar_enter_step(w, AR_STEP_MAIN, seat, 0);
	return true;
}

/* the turn is over: the next seat's, or that of the phase */
static void turn_done(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);
	int seat;

	if (!any_active(s)) {
		ar_enter_phase(w, AR_FINAL);
		return;
	}
	seat = next_turn(s, ((int)s->head.active + 1) % AR_MAX_SEATS);
	if (RULE(AR_MAIL_05, round_paced(s))) {
		ask_all(w);
		return;
	}
	ar_enter_step(w, AR_STEP_MAIN, seat, 0);
}

void ar_turn_done(struct ar_work *w)
{
	turn_done(w);
}

/* --- Q1, P6, Q2: seat by seat
 * ------------------------------------------------------ */

/* a spawnpoint of the seat was given a spell: all know that */
static bool round_deploys(const struct ar_state *s, int seat)
{
	for (int i = 0; i < s->n_objects; i++)
		if (s->obj[i].ctl == seat && s->obj[i].planned &&
		    ar_is_spawnpoint(s, &s->obj[i]))
			return true;
	return false;
}

static bool by_seat(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);
	int seat;

	if (s->step == AR_STEP_MAIN)
		return false; /* the seat's choice */
	if (s->step == AR_STEP_BEGIN) {
		seat = next_in_phase(s, (int)s->head.active);
		while (seat >= 0 && s->head.phase == AR_DEPLOY &&
		       !round_deploys(s, seat))
			seat = next_in_phase(s, seat);
		if (seat >= 0) {
			ar_enter_step(w, AR_STEP_MAIN, seat, 0);
		} else {
			ar_enter_step(w, AR_STEP_WINDOW, -1, 0);
			ar_open_phase_end(w, (enum ar_phase)s->head.phase);
		}
		return true;
	}
	ar_enter_phase(w, (enum ar_phase)(s->head.phase + 1));
	return true;
}

void ar_seat_done(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);

	ar_enter_step(w, AR_STEP_BEGIN, (int)s->head.active, 0);
}

/* --- the end of a round
 * ----------------------------------------------------------- */

static void round_end(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o;

	AR_EMIT(w, AR_EV_ROUND_ENDED, AR_END_01, s->round);
	ar_lines_of_round(w);
	ar_mods_end(w, 0, AR_ROUND);
	ar_mods_end(w, 0, AR_NEXT);
	ar_mods_end(w, 0, AR_WAKE);
	ar_mods_end(w, 0, AR_ACTION);
	for (int32_t at = 0; (o = ar_next(s, at)) != NULL;) {
		at = o->handle;
		if (RULE(AR_MAGE_42, o->token[AR_SHIELD]))
			ar_token(w, at, AR_SHIELD, -1, AR_MAGE_42);
	}
	ar_check_all(w);
}

/* a phase without choices: done, then its window */
static bool round_plain(struct ar_work *w, void (*body)(struct ar_work *w))
{
	const struct ar_state *s = ar_state_of(w);
	enum ar_phase phase = (enum ar_phase)s->head.phase;

	if (s->step != AR_STEP_BEGIN) {
		ar_enter_phase(w, phase == AR_ROUND_END
					  ? AR_INITIATIVE
					  : (enum ar_phase)(phase + 1));
		return true;
	}
	ar_enter_step(w, AR_STEP_WINDOW, -1, 0);
	body(w);
	if (s->head.phase != AR_OVER && phase != AR_ROUND_END)
		ar_open_phase_end(w, phase);
	return true;
}

static void round_reset(struct ar_work *w)
{
	ar_emit(w, AR_EV_RESET, AR_RND_04, NULL, 0);
}

static bool round_upkeep(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);

	switch (s->step) {
	case AR_STEP_BEGIN:
		ar_enter_step(w, AR_STEP_MAIN, -1, 0);
		ar_push(w, AR_FRAME_UPKEEP);
		return true;
	case AR_STEP_MAIN:
		ar_enter_step(w, AR_STEP_WINDOW, -1, 0);
		ar_open_phase_end(w, AR_UPKEEP);
		return true;
	default: ar_enter_phase(w, AR_PLAN); return true;
	}
}

static bool round_planning(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);

	switch (s->step) {
	case AR_STEP_BEGIN:
		ar_unplan_all(w);
		ar_enter_step(w, AR_STEP_MAIN, -1, 0);
		return true;
	case AR_STEP_MAIN:
		for (int i = 0; i < AR_MAX_SEATS; i++)
			if (s->head.seat[i].present && s->player[i].alive &&
			    !s->player[i].plan_in)
				return false;
		ar_plan_close(w);
		ar_enter_step(w, AR_STEP_WINDOW, -1, 0);
		ar_open_phase_end(w, AR_PLAN);
		return true;
	default: ar_enter_phase(w, AR_DEPLOY); return true;
	}
}

bool ar_round(struct ar_work *w)
{
	switch (ar_state_of(w)->head.phase) {
	case AR_SETUP: return ar_setup(w);
	case AR_INITIATIVE: return round_plain(w, round_initiative);
	case AR_RESET: return round_plain(w, round_reset);
	case AR_CHANNEL: return round_plain(w, round_channel);
	case AR_UPKEEP: return round_upkeep(w);
	case AR_PLAN: return round_planning(w);
	case AR_DEPLOY:
	case AR_FIRST:
	case AR_FINAL: return by_seat(w);
	case AR_TURNS: return round_turns(w);
	case AR_ROUND_END: return round_plain(w, round_end);
	default: return false;
	}
}
