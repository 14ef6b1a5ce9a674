/*
 * src/games/rebellion/report/story.c - merges events of Rebellion into one
 * sentence: an army, its deployment, an action with its tokens and its move, an
 * attack from its dice to its effects, the end of a turn with its penalties.
 */
#include "games/rebellion/report/report_private.h"
#include "report/text/event_merge.h"

/* what the attack was compared with, and the odds before the dice fell */
static void take_results(struct event_merge *x, const struct event *attack)
{
	struct tval *list = tval_put(x->a, x->to, "results", tval_list(x->a));
	int32_t dice = event_get(attack, RB_EV_ATTACK_D1) +
		       event_get(attack, RB_EV_ATTACK_D2);

	while (event_merge_next(x, RB_EV_ATTACK_RESULT)) {
		const struct event *e = &x->v[x->at];
		int32_t against = event_get(e, RB_EV_ATTACK_RESULT_DEFENSE);
		struct tval *v = tval_add(list, event_merge_values(x));

		tval_puti(
			x->a, v, "chance",
			event_merge_chance(
				event_get(e, RB_EV_ATTACK_RESULT_TOTAL) - dice,
				against, false));
		tval_puti(x->a, v, "plain",
			  event_get(e, RB_EV_ATTACK_RESULT_VALUE) == against);
	}
}

/*
 * the clicks that follow, whatever their cause, and the figures eliminated by
 * them
 */
static void take_clicks(struct event_merge *x)
{
	struct tval *list;

	event_merge_all(x, RB_EV_DAMAGE_DIE, "dice");
	list = tval_put(x->a, x->to, "hurt", tval_list(x->a));
	while (event_merge_next(x, RB_EV_CLICKS)) {
		const struct event *e = &x->v[x->at];
		struct tval *v = tval_add(list, event_merge_values(x));

		tval_puti(x->a, v, "by_attack",
			  event_get(e, RB_EV_CLICKS_CAUSE) == RB_BY_ATTACK);
		if (!event_merge_next(x, RB_EV_ELIMINATED))
			continue;
		x->at++;
		tval_puti(x->a, v, "lost", 1);
		if (event_merge_next(x, RB_EV_SCORED))
			tval_put(x->a, v, "scored", event_merge_values(x));
	}
}

static void take_blow(struct event_merge *x)
{
	struct tval *whole = x->to;
	const struct event *attack;

	if (!event_merge_next(x, RB_EV_ATTACK))
		return;
	attack = &x->v[x->at];
	x->to = tval_put(x->a, whole, "blow", event_merge_values(x));
	tval_put(x->a, x->to, "said", tval_word(x->a, "rebellion.blow"));
	take_results(x, attack);
	take_clicks(x);
	event_merge_all(x, RB_EV_HEALED, "healed");
	x->to = whole;
}

/* Figures with the same new number of tokens, in one: {figs}, {tokens}. */
static void take_tokens(struct event_merge *x)
{
	struct tval *list = tval_put(x->a, x->to, "tokens", tval_list(x->a));
	struct tval *one = NULL, *figs = NULL;
	int32_t before = -1;

	while (event_merge_next(x, RB_EV_TOKEN)) {
		const struct event *e = &x->v[x->at++];
		int32_t tokens = event_get(e, RB_EV_TOKEN_TOKENS);

		if (tokens != before) {
			one = tval_add(list, tval_map(x->a));
			figs = tval_put(x->a, one, "figs", tval_list(x->a));
			tval_puti(x->a, one, "tokens", tokens);
			before = tokens;
		}
		tval_add(figs, narrate_label(x->a, x->n,
					     event_get(e, RB_EV_TOKEN_FIG)));
		tval_puti(x->a, one, "many", figs->n);
		tval_puti(x->a, one, "each", figs->n > 1);
	}
}

/* The figures of an army, after the first. */
static void take_army(struct event_merge *x)
{
	int32_t owner = event_get(x->v, RB_EV_FIGURE_DEFINED_OWNER);
	struct tval *list = tval_put(x->a, x->to, "more", tval_list(x->a));

	while (event_merge_next(x, RB_EV_FIGURE_DEFINED) &&
	       event_get(&x->v[x->at], RB_EV_FIGURE_DEFINED_OWNER) == owner)
		tval_add(list, event_merge_values(x));
}

/* Figures of an army deployed in succession and facing the same way; an order
 * that AUTO made counts as such. */
static void take_deployed(struct event_merge *x)
{
	char army = label_letter(event_get(x->v, RB_EV_DEPLOYED_FIG));
	int32_t face = event_get(x->v, RB_EV_DEPLOYED_FACE);
	struct tval *list = tval_put(x->a, x->to, "more", tval_list(x->a));

	for (;;) {
		const struct event *e;

		if (event_merge_next(x, COMMON_AUTO_CHOSE))
			x->at++;
		e = &x->v[x->at];
		if (!event_merge_next(x, RB_EV_DEPLOYED) ||
		    label_letter(event_get(e, RB_EV_DEPLOYED_FIG)) != army ||
		    event_get(e, RB_EV_DEPLOYED_FACE) != face)
			break;
		tval_add(list, event_merge_values(x));
	}
}

/* The move of the acting figure; of a formation the foremost goes first,
 * maybe another figure. */
static void take_move(struct event_merge *x)
{
	int32_t fig = event_get(x->v, RB_EV_ACTION_FIG);
	int members;
	struct tval *v;

	(void)event_words(x->v, RB_EV_ACTION_MEMBERS, &members);
	if (!event_merge_next(x, RB_EV_MOVED) ||
	    (members && event_get(&x->v[x->at], RB_EV_MOVED_FIG) != fig))
		return;
	v = tval_put(x->a, x->to, "moved", event_merge_values(x));
	tval_put(x->a, v, "said", tval_word(x->a, "rebellion.moves"));
}

/* {figs} that lose tokens, without those out of play: their tokens do not
 * matter any more */
static void put_freed(struct event_merge *x)
{
	const struct rb_state *s = x->n->of;
	struct tval *figs = tval_list(x->a);
	int words;
	const int32_t *w = event_words(x->v, RB_EV_TOKENS_REMOVED_FIGS, &words);

	if (!s)
		return;
	for (int i = 0; i < words; i++) {
		int f = rb_find(s, w[i]);

		if (f < 0 || s->fig[f].status == RB_ON_BOARD ||
		    s->fig[f].status == RB_RIDING)
			tval_add(figs, narrate_label(x->a, x->n, w[i]));
	}
	tval_put(x->a, x->to, "figs", figs);
}

int rebellion_fold(struct arena *a, const struct narrator *n,
		   const struct event *v, int count, struct tval *to)
{
	struct event_merge x = { a, n, v, 1, count, to };

	switch ((int)v->kind) {
	case RB_EV_ACTION:
		take_tokens(&x);
		if (event_get(v, RB_EV_ACTION_KIND) == RB_ACTION_MOVE)
			take_move(&x);
		else
			take_blow(&x);
		break;
	case RB_EV_ATTACK:
		x.at = 0;
		take_blow(&x);
		break;
	case RB_EV_FIGURE_DEFINED: take_army(&x); break;
	case RB_EV_DEPLOYED: take_deployed(&x); break;
	case RB_EV_TOKENS_REMOVED:
		put_freed(&x);
		if (event_merge_next(&x, RB_EV_TURN_END))
			tval_put(a, to, "ended", event_merge_values(&x));
		break;
	default: break;
	}
	return x.at;
}

int rebellion_weight(const struct event *e)
{
	int32_t n;

	switch ((int)e->kind) {
	case RB_EV_GAME_OVER: return 1000;
	case RB_EV_WITHDRAWN: return 900;
	case RB_EV_END_VOTE: return 850;
	case RB_EV_CAPTURED: return 800;
	case RB_EV_ELIMINATED: return 700;
	case RB_EV_FREED: return 650;
	case RB_EV_RETURNED: return event_get(e, RB_EV_RETURNED_OK) ? 600 : 150;
	case RB_EV_DISMOUNTED: return 500;
	case RB_EV_CLICKS:
		n = event_get(e, RB_EV_CLICKS_N);
		if (!n)
			return 20;
		return event_get(e, RB_EV_CLICKS_CAUSE) == RB_BY_ATTACK
			       ? 300 + n
			       : 200 + n;
	case RB_EV_HEALED: return 180 + event_get(e, RB_EV_HEALED_N);
	case RB_EV_ATTACK_RESULT: return 160;
	case RB_EV_BREAK_AWAY:
		return event_get(e, RB_EV_BREAK_AWAY_OK) ? 40 : 150;
	case RB_EV_FIRST_PLAYER: return 120;
	case RB_EV_ARMY_ACCEPTED: return 110;
	case RB_EV_DEPLOYED:
	case RB_EV_ITEM_TAKEN: return 90;
	case RB_EV_MOVED: return 60;
	case RB_EV_ACTION: return 50;
	default: return 20;
	}
}

void rebellion_tally(struct combat_stats *t, const struct event *e)
{
	int result;

	switch ((int)e->kind) {
	case RB_EV_ATTACK:
		t->dice = event_get(e, RB_EV_ATTACK_D1) +
			  event_get(e, RB_EV_ATTACK_D2);
		break;
	case RB_EV_ATTACK_RESULT:
		result = event_get(e, RB_EV_ATTACK_RESULT_RESULT);
		combat_stats_result(
			t, event_get(e, RB_EV_ATTACK_RESULT_ATTACKER),
			event_get(e, RB_EV_ATTACK_RESULT_TARGET),
			event_merge_chance(
				event_get(e, RB_EV_ATTACK_RESULT_TOTAL) -
					t->dice,
				event_get(e, RB_EV_ATTACK_RESULT_DEFENSE),
				false),
			result == RB_HIT || result == RB_CRITICAL_HIT);
		break;
	case RB_EV_CLICKS:
		if (event_get(e, RB_EV_CLICKS_CAUSE) == RB_BY_ATTACK)
			combat_stats_clicks(t, event_get(e, RB_EV_CLICKS_BY),
					    event_get(e, RB_EV_CLICKS_FIG),
					    event_get(e, RB_EV_CLICKS_N));
		break;
	case RB_EV_ELIMINATED:
		combat_stats_lost(t, event_get(e, RB_EV_ELIMINATED_FIG),
				  event_get(e, RB_EV_ELIMINATED_BY));
		break;
	case RB_EV_CAPTURED:
		combat_stats_captured(t, event_get(e, RB_EV_CAPTURED_FIG),
				      event_get(e, RB_EV_CAPTURED_BY));
		break;
	case RB_EV_TURN_START:
		t->round = event_get(e, RB_EV_TURN_START_ROUND);
		break;
	default: break;
	}
}

void rebellion_refusal(struct arena *a, const struct narrator *n, int reason,
		       const int32_t *args, int n_args, struct tval *to)
{
	static const char *const sides[] = { "west", "south", "east", "north" };

	switch (reason) {
	case RB_REFUSAL_TOO_FAR:
	case RB_REFUSAL_OUT_OF_RANGE:
		if (n_args < 2)
			return;
		tval_put(a, to, "far", tval_inches(a, args[0]));
		tval_put(a, to, "of", tval_inches(a, args[1]));
		/* the speed alone says nothing new */
		tval_puti(a, to, "halved", n_args > 4);
		tval_put(a, to, "mods",
			 narrate_mods(a, n, args + 2, n_args - 2));
		break;
	case RB_REFUSAL_STOPS_SHORT:
		if (n_args > 2)
			tval_put(a, to, "way", tval_inches(a, args[2]));
		break;
	case RB_REFUSAL_TOO_MANY_POINTS:
		if (n_args > 1)
			tval_puti(a, to, "over", args[0] - args[1]);
		break;
	case RB_REFUSAL_TOO_CLOSE:
		if (n_args > 1)
			tval_put(a, to, "gap", tval_inches(a, args[1]));
		break;
	case RB_REFUSAL_OUTSIDE_AREA:
		for (int i = 0; i < n_args && i < 4; i++)
			tval_put(a, to, sides[i], tval_inches(a, args[i]));
		break;
	default: break;
	}
}
