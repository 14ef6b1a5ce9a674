/* src/judge/policies/entropy_timer.c */
#include "judge/policies/entropy_timer.h"
#include "judge/game/entropy.h"
#include "judge/game/game_txn.h"
#include "judge/notify/notify.h"

enum err entropy_time(struct game_ctx *t, struct arena *a, struct why *why)
{
	struct adjudication x;
	enum err e;

	if (!entropy_round_waits(&t->entropy))
		return ERR_OK;
	e = adjudication_begin(&x, t, a, CAUSE_TIMER, -1, 0, why);
	if (e)
		return e;
	entropy_step(&x, true);
	if (t->row.state == GAME_RUNNING)
		e = adjudication_pump(&x, why);
	return game_txn_finish(&x, e, why);
}

enum err entropy_warn(const struct game_ctx *t, struct arena *a,
		      struct why *why)
{
	enum err e = ERR_OK;

	for (int i = 0; !e && i < t->n_players; i++)
		e = notify_words_warning(t, i, a, why);
	return e;
}
