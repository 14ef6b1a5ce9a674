/* src/engine/analysis.c */
#include "engine/analysis.h"
#include "engine/dice_ways.h"
#include <stdlib.h>

enum {
	ANALYSIS_WAYS = 400, /* ways of the dice that are tried */
	ANALYSIS_DRAWS = 48, /* drawn ones, where there are more */
	SETTLE_STEPS = 64,   /* answers to what the rules ask */
	WHOLE_BITS = 30      /* of a probability of 1 */
};

void analysis_begin(struct analysis *x, const struct player_rules *rules)
{
	x->rules = rules;
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

/* --- the mean over dice -------------------------------------------------- */

/* The change whose outcomes are averaged: a decision of a seat, or none. */
struct analysis_work {
	const struct decision *d; /* of the seat, or NULL */
	int seat;
	bool closes; /* the rules close windows */
	const struct catalog *catalog;
};

/* The answer of a silent seat to a question; false: none is asked. */
static bool question_settle(struct run *run)
{
	const struct system *sys = run->sys;
	struct awaiting waits;
	struct refusal no;
	struct decision d;

	system_awaiting(sys, run->state, &waits);
	for (int i = 0; i < waits.n; i++) {
		int seat = waits.v[i].seat;
		enum order_class is;

		if (waits.v[i].window || !sys->default_order ||
		    !sys->default_order(run->state, seat, &d) ||
		    awaiting_class(sys, &waits, seat, CLASS_TURN))
			continue;
		is = decision_row(&sys->decisions, d.kind)->is;
		if (is == CLASS_ANSWER || is == CLASS_ANY)
			return sys->decide(run, seat, &d, &no) == VERDICT_DONE;
	}
	return false;
}

/* The value where a seat has the choice of its turn again. */
static int32_t work_try(struct analysis *x, const struct analysis_work *w,
			struct dice *dice, const struct secrets *secrets)
{
	const struct system *sys = x->rules->sys;
	struct event_list out = { NULL, 0, INT32_MAX };
	struct run run = { .sys = sys,
			   .state = x->trial,
			   .dice = dice,
			   .catalog = w->catalog,
			   .secrets = secrets,
			   .trials = trials_init(&x->trials),
			   .out = &out,
			   .brief = true };
	struct refusal no;

	memcpy(x->trial, x->state, sys->state_size);
	if (w->closes)
		sys->close(&run);
	else if (w->d)
		(void)sys->decide(&run, w->seat, w->d, &no);
	sys->advance(&run);
	for (int i = 0; i < SETTLE_STEPS && question_settle(&run); i++)
		sys->advance(&run);
	return value_of(x, x->trial);
}

/* The mean over drawn dice. */
static int32_t mean_drawn(struct analysis *x, const struct analysis_work *w,
			  const struct secrets *secrets)
{
	struct player_dice dice;
	int64_t sum = 0;

	for (int i = 0; i < ANALYSIS_DRAWS; i++) {
		player_dice_init(&dice, x->rules->sys, x->state, w->seat,
				 (uint64_t)i + 1, PLAYER_EASY);
		sum += work_try(x, w, &dice.dice, secrets);
	}
	return (int32_t)(sum / ANALYSIS_DRAWS);
}

/* The mean over all ways of the dice; false: there are too many. */
static bool mean_exact(struct analysis *x, const struct analysis_work *w,
		       const struct secrets *secrets, int32_t *mean)
{
	const int64_t whole = INT64_C(1) << WHOLE_BITS;
	struct arena a = { 0 };
	struct dice_ways *dice = dice_ways_new(&a);
	uint64_t ways, of;
	int64_t sum = 0;
	bool exact = true, more = true;

	for (int i = 0; more && exact; i++) {
		struct dice now = dice_ways_dice(dice, false);
		int64_t value = work_try(x, w, &now, secrets);

		exact = i < ANALYSIS_WAYS && !dice_ways_too_many(dice) &&
			dice_ways_weight(dice, &ways, &of) && of <= UINT32_MAX;
		if (exact)
			sum += value * (int64_t)((ways << WHOLE_BITS) / of);
		more = dice_ways_next(dice);
	}
	arena_release(&a);
	*mean = (int32_t)((sum + (sum < 0 ? -whole : whole) / 2) / whole);
	return exact;
}

/* The mean over the dice of the value that the work on x->state leads to. */
static int32_t work_mean(struct analysis *x, const struct analysis_work *w)
{
	struct player_dice hidden;
	struct secrets secrets;
	int32_t mean;

	player_dice_init(&hidden, x->rules->sys, x->state, 0, 0, PLAYER_EASY);
	secrets = (struct secrets){ .bits = hidden.dice.bits,
				    .source = hidden.dice.source };
	return mean_exact(x, w, &secrets, &mean) ? mean
						 : mean_drawn(x, w, &secrets);
}

/* --- steps --------------------------------------------------------------- */

/* The next step begins at this state. */
static void state_keep(struct analysis *x, const void *state,
		       const struct catalog *catalog)
{
	memcpy(x->state, state, x->rules->sys->state_size);
	x->value = work_mean(x, &(struct analysis_work){ .catalog = catalog });
	x->begun = true;
}

void analysis_at(struct analysis *x, const void *state)
{
	if (!is_weighed(x, state))
		x->begun = false;
	else if (!x->begun ||
		 memcmp(x->state, state, x->rules->sys->state_size) != 0)
		state_keep(x, state, NULL);
}

/* No seat is awaited, but windows are open. */
static bool only_windows(const struct analysis *x)
{
	struct awaiting waits;

	system_awaiting(x->rules->sys, x->state, &waits);
	for (int i = 0; i < waits.n; i++)
		if (!waits.v[i].window)
			return false;
	return waits.n && x->rules->sys->close;
}

/* The mean over its dice of the value after a step; of what the rules do of
 * themselves the value before has it. */
static int32_t step_mean(struct analysis *x, const struct game_run *r)
{
	struct analysis_work w = { .d = r->step,
				   .seat = r->step ? r->step_seat : 0,
				   .closes = !r->step && only_windows(x),
				   .catalog = r->catalog };

	return r->step || w.closes ? work_mean(x, &w) : x->value;
}

void analysis_step(struct analysis *x, const struct game_run *r, int64_t point,
		   bool rolled)
{
	const void *state = r->game->state;
	struct analysis_step s = { .point = point,
				   .seat = r->step ? r->step_seat : -1,
				   .of = -1 };
	int32_t before = x->value, mean;

	if (!is_weighed(x, state) || !x->begun || x->n == ANALYSIS_STEPS) {
		analysis_at(x, state);
		return;
	}
	mean = rolled ? step_mean(x, r) : 0;
	if (x->rules->turn)
		s.turn = x->rules->turn(x->state, &s.of);
	state_keep(x, state, r->catalog);
	s.value = x->value;
	s.order = (rolled ? mean : s.value) - before;
	s.luck = s.value - before - s.order;
	if (r->step || s.value != before)
		x->v[x->n++] = s;
}

void analysis_undo(struct analysis *x, int64_t to, int64_t point)
{
	int kept = 0;

	for (int i = 0; i < x->n; i++)
		if (x->v[i].point <= to || x->v[i].point >= point)
			x->v[kept++] = x->v[i];
	x->n = kept;
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
