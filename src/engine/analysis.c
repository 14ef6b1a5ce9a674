/* src/engine/analysis.c */
#include "engine/analysis.h"
#include "engine/common.h"
#include <stdlib.h>

void analysis_begin(struct analysis *x, const struct player_rules *rules,
		    int tries)
{
	x->rules = rules;
	x->tries = tries;
	x->n = 0;
	x->begun = false;
	x->value = 0;
}

/* Where the game is over the value has no measure: that of before stays. */
static int32_t value_of(const struct analysis *x, const void *state)
{
	uint32_t winners;

	if (x->begun && system_over(x->rules->sys, state, &winners))
		return x->value;
	return x->rules->value(state, 0, false, x->rules->weights);
}

/* Two seats play, and the set-up is over. */
static bool is_weighed(const struct analysis *x, const void *state)
{
	const struct common_state *h = state;
	int seats = 0;

	if (!x->rules)
		return false;
	for (int i = 0; i < SEATS_MAX; i++)
		seats += h->seat[i].present != 0;
	return seats == 2 && h->seat[0].present &&
	       h->phase >= x->rules->sys->play;
}

/* The next step begins at this state. */
static void state_keep(struct analysis *x, const void *state, int32_t value)
{
	memcpy(x->state, state, x->rules->sys->state_size);
	x->value = value;
	x->begun = true;
}

void analysis_at(struct analysis *x, const void *state)
{
	if (is_weighed(x, state))
		state_keep(x, state, value_of(x, state));
	else
		x->begun = false;
}

/* The value after the order with other dice; false: it could not be tried. */
static bool try_order(struct analysis *x, const struct game_run *r, int number,
		      int64_t *sum)
{
	const struct system *sys = x->rules->sys;
	struct event_list out = { NULL, 0, INT32_MAX };
	struct player_dice dice;
	struct secrets secrets;
	struct refusal no;
	struct run run;

	player_dice_init(&dice, sys, x->state, r->step_seat,
			 (uint64_t)number + 1, PLAYER_EASY);
	secrets = (struct secrets){ .bits = dice.dice.bits,
				    .source = dice.dice.source };
	run = (struct run){ .sys = sys,
			    .state = x->trial,
			    .dice = &dice.dice,
			    .catalog = r->catalog,
			    .secrets = &secrets,
			    .trials = trials_init(&x->trials),
			    .out = &out,
			    .brief = true };
	memcpy(x->trial, x->state, sys->state_size);
	sys->advance(&run);
	if (sys->decide(&run, r->step_seat, r->step, &no) == VERDICT_REFUSED ||
	    run.unknown)
		return false;
	sys->advance(&run);
	*sum += value_of(x, x->trial);
	return !run.unknown;
}

/* The mean over dice of the value after the order. */
static int32_t analysis_expected(struct analysis *x, const struct game_run *r,
				 int32_t value)
{
	int64_t sum = 0;

	for (int i = 0; i < x->tries; i++)
		if (!try_order(x, r, i, &sum))
			return value;
	return (int32_t)(sum / x->tries);
}

void analysis_step(struct analysis *x, const struct game_run *r, int64_t point,
		   bool rolled)
{
	const void *state = r->game->state;
	struct analysis_step *s;
	int32_t value, mean, turn = 0, of = -1;

	if (!is_weighed(x, state) || !x->begun || x->n == ANALYSIS_STEPS) {
		analysis_at(x, state);
		return;
	}
	value = value_of(x, state);
	if (r->step)
		mean = rolled ? analysis_expected(x, r, value) : value;
	else
		mean = rolled ? x->value : value;
	if (x->rules->turn)
		turn = x->rules->turn(x->state, &of);
	if (r->step || value != x->value) {
		s = &x->v[x->n++];
		*s = (struct analysis_step){ .point = point,
					     .seat = r->step ? r->step_seat
							     : -1,
					     .value = value,
					     .order = mean - x->value,
					     .luck = value - mean,
					     .turn = turn,
					     .of = of };
	}
	state_keep(x, state, value);
}

/* --- a log ---------------------------------------------------------------- */

void analysis_log_begin(struct analysis_log *l, const struct system *sys,
			const struct player_rules *rules, int tries)
{
	analysis_begin(&l->x, rules, tries);
	game_init(&l->game, sys);
	l->lost = l->rolled = false;
}

/* The order that leaves its queue carried out; false: none does. */
static bool order_done(const struct analysis_log *l, const struct event *e,
		       struct decision *d)
{
	struct queue_entry entry;
	int seat;

	if (e->kind != COMMON_UNQUEUED ||
	    !event_text_is(e, COMMON_UNQUEUED_CAUSE, "done"))
		return false;
	seat = event_get(e, COMMON_UNQUEUED_SEAT);
	if (seat < 0 || seat >= SEATS_MAX ||
	    !queue_at(&l->game.queue[seat], event_get(e, COMMON_UNQUEUED_AT),
		      &entry) ||
	    !queue_entry_alternatives(entry))
		return false;
	queue_entry_alternative(entry, 0, d);
	return true;
}

void analysis_log_event(struct analysis_log *l, const struct event *e,
			int64_t point)
{
	struct game_run run = { .game = &l->game };
	struct decision d;

	if (l->lost)
		return;
	if (order_done(l, e, &d)) {
		run.step = &d;
		run.step_seat = event_get(e, COMMON_UNQUEUED_SEAT);
		analysis_step(&l->x, &run, point, l->rolled);
		l->rolled = false;
	} else if (l->rolled &&
		   (e->kind >= EVENT_FIRST_OWN || e->kind == COMMON_ROLLED)) {
		analysis_step(&l->x, &run, point, true);
		l->rolled = false;
	}
	l->rolled |= e->kind == COMMON_LINK_OPENED;
	l->lost = !game_evolve(&l->game, e);
}

/* --- turns ---------------------------------------------------------------- */

static bool is_same_turn(const struct analysis_turn *t,
			 const struct analysis_step *s)
{
	if (s->turn)
		return t->number == s->turn && t->seat == s->of;
	return s->seat < 0 || t->seat < 0 || t->seat == s->seat;
}

int analysis_turns(const struct analysis_step *v, int n,
		   struct analysis_turn *out, int max)
{
	int turns = 0;

	for (int i = 0; i < n; i++) {
		struct analysis_turn *t = turns ? &out[turns - 1] : NULL;

		if (!t || !is_same_turn(t, &v[i])) {
			if (turns == max)
				break;
			t = &out[turns++];
			*t = (struct analysis_turn){
				.number = v[i].turn ? v[i].turn : turns,
				.seat = v[i].turn ? v[i].of : -1
			};
		}
		if (t->seat < 0 && !v[i].turn)
			t->seat = v[i].seat;
		if (0 <= v[i].seat && v[i].seat < 2)
			t->by[v[i].seat] += v[i].order;
		t->point = v[i].point;
		t->value = v[i].value;
		t->order += v[i].order;
		t->luck += v[i].luck;
	}
	return turns;
}

static int32_t analysis_change(const struct analysis_turn *t)
{
	return abs(t->order + t->luck);
}

int analysis_key(const struct analysis_turn *v, int n, int key[ANALYSIS_KEY])
{
	int found = 0;

	for (int i = 0; i < n; i++) {
		int k = found < ANALYSIS_KEY ? found : ANALYSIS_KEY - 1;

		if (found == ANALYSIS_KEY &&
		    analysis_change(&v[i]) <= analysis_change(&v[key[k]]))
			continue;
		if (!analysis_change(&v[i]))
			continue;
		if (found < ANALYSIS_KEY)
			found++;
		for (; k &&
		       analysis_change(&v[key[k - 1]]) < analysis_change(&v[i]);
		     k--)
			key[k] = key[k - 1];
		key[k] = i;
	}
	return found;
}
