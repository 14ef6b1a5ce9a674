/* src/judge/game/entropy.c */
#include "judge/game/entropy.h"
#include "base/date.h"
#include "judge/notify/notify.h"
#include "judge/game/beacon_wait.h"
#include "judge/game/deadline.h"
#include "judge/policies/lifecycle.h"

static bool is_full(const struct game_ctx *t)
{
	for (int i = 0; i < t->n_players; i++)
		if (!t->seats[i].person)
			return false;
	return true;
}

void entropy_apply(struct adjudication *x, int seat, const struct word_lines *w)
{
	entropy_round_apply(&x->t->entropy, &x->run, seat, w);
	x->words_moved = true;
}

void entropy_seated(struct adjudication *x, int seat)
{
	entropy_round_seated(&x->t->entropy, seat);
	x->words_moved = entropy_round_waits(&x->t->entropy);
}

void entropy_step(struct adjudication *x, bool time_up)
{
	struct entropy_round *c = &x->t->entropy;
	enum entropy_round_phase before = c->phase;

	if (entropy_round_step(c, &x->run, x->at_s, is_full(x->t), time_up)) {
		/* they enter the keys of the rolls to come */
		x->run.dice_wait = beacon_wait_holds(x->t);
		x->dice_source.words = entropy_digest(&c->words);
		hidden_draws_words(&x->hidden_draws);
	}
	x->words_moved |= c->phase != before || time_up;
}

bool entropy_lost(struct adjudication *x)
{
	x->words_moved |= entropy_round_waits(&x->t->entropy);
	return entropy_round_lost(&x->t->entropy, &x->run, x->at_s);
}

static enum err timer_put(const struct adjudication *x, int kind, int64_t due_s,
			  struct why *why)
{
	struct timer_row t = { .game = x->t->row.id,
			       .kind = kind,
			       .due_s = due_s };

	return x->t->entropy.until_s && x->t->row.state != GAME_ENDED
		       ? store_timer_set(x->j->st, &t, why)
		       : store_timer_clear(x->j->st, t.game, kind, 0, why);
}

/* the end of the step, and the reminder before it */
static enum err timers_set(const struct adjudication *x, struct why *why)
{
	const struct entropy_round *c = &x->t->entropy;
	enum err e = timer_put(x, TIMER_WORDS, c->until_s, why);

	return e ? e
		 : timer_put(
			   x, TIMER_WORDS_WARNING,
			   deadline_warning(c->until_s - c->span_s, c->until_s),
			   why);
}

enum err entropy_save(struct adjudication *x, struct why *why)
{
	struct buf b;
	enum err e;

	if (!x->words_moved)
		return ERR_OK;
	buf_init(&b, ENTROPY_ROUND_BYTES_MAX);
	entropy_round_render(&x->t->entropy, &b);
	e = store_entropy_put(x->j->st, x->t->row.id, x->point, buf_str(&b),
			      why);
	buf_release(&b);
	return e ? e : timers_set(x, why);
}
