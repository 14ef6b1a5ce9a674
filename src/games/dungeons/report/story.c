/*
 * src/games/dungeons/report/story.c - merges events of Dungeons into one
 * sentence: a walk of many steps, an attack from its dice to its effects.
 */
#include "games/dungeons/report/report_private.h"
#include "report/text/event_merge.h"

int dungeons_chance(const struct event *e)
{
	int32_t roll = event_get(e, DG_EV_ATTACK_ROLL);
	int result = event_get(e, DG_EV_ATTACK_RESULT);
	/* a counterattack may know neither: DG-ATT-05 */
	bool plain = (roll == 2 && result != DG_CRITICAL_MISS) ||
		     (roll == 12 && result != DG_CRITICAL_HIT);

	return event_merge_chance(event_get(e, DG_EV_ATTACK_TOTAL) - roll,
				  event_get(e, DG_EV_ATTACK_AGAINST), plain);
}

/* the comparisons, and the odds before the dice fell */
static void take_results(struct event_merge *x)
{
	struct tval *list = tval_put(x->a, x->to, "results", tval_list(x->a));

	while (event_merge_next(x, DG_EV_ATTACK)) {
		const struct event *e = &x->v[x->at];
		struct tval *v = tval_add(list, event_merge_values(x));

		int result = event_get(e, DG_EV_ATTACK_RESULT);

		tval_puti(x->a, v, "chance", dungeons_chance(e));
		tval_puti(x->a, v, "missed",
			  result == DG_MISS || result == DG_CRITICAL_MISS);
		if (event_merge_next(x, DG_EV_DODGE_ROLL))
			tval_put(x->a, v, "dodge", event_merge_values(x));
	}
}

static void take_damage(struct event_merge *x)
{
	struct tval *list;

	event_merge_all(x, DG_EV_DAMAGE_DIE, "dice");
	list = tval_put(x->a, x->to, "hurt", tval_list(x->a));
	while (event_merge_next(x, DG_EV_DAMAGED)) {
		const struct event *e = &x->v[x->at];
		int32_t fig = event_get(e, DG_EV_DAMAGED_FIG);
		struct tval *v = tval_add(list, event_merge_values(x));
		int words;

		tval_puti(x->a, v, "by_attack",
			  event_get(e, DG_EV_DAMAGED_CAUSE) == DG_BY_ATTACK);
		event_words(e, DG_EV_DAMAGED_MODS, &words);
		tval_puti(x->a, v, "changed", words > 2);
		if (!event_merge_next(x, DG_EV_ELIMINATED) ||
		    event_get(&x->v[x->at], DG_EV_ELIMINATED_FIG) != fig)
			continue;
		x->at++;
		tval_puti(x->a, v, "lost", 1);
		if (event_merge_next(x, DG_EV_XP_GAINED))
			tval_put(x->a, v, "gained", event_merge_values(x));
	}
}

static void take_blow(struct event_merge *x)
{
	struct tval *whole = x->to, *dice;

	if (!event_merge_next(x, DG_EV_ATTACK_DICE))
		return;
	x->to = tval_put(x->a, whole, "blow", tval_map(x->a));
	dice = event_merge_values(x);
	tval_put(x->a, x->to, "rolled", dice);
	tval_put(x->a, x->to, "said", tval_word(x->a, "dungeons.blow"));
	take_results(x);
	take_damage(x);
	event_merge_all(x, DG_EV_HEALED, "healed");
	x->to = whole;
}

/* further steps of the same piece, each by its destination */
static void take_steps(struct event_merge *x)
{
	int32_t piece = event_get(x->v, DG_EV_STEPPED_PIECE);
	int32_t cost = event_get(x->v, DG_EV_STEPPED_COST);
	struct tval *list = tval_put(x->a, x->to, "steps", tval_list(x->a));
	const struct event *last = x->v;

	while (event_merge_next(x, DG_EV_STEPPED) &&
	       event_get(&x->v[x->at], DG_EV_STEPPED_PIECE) == piece) {
		last = &x->v[x->at];
		cost += event_get(last, DG_EV_STEPPED_COST);
		tval_add(list, event_merge_values(x));
	}
	tval_puti(x->a, x->to, "cost", cost);
	tval_puti(x->a, x->to, "sp", event_get(last, DG_EV_STEPPED_SP));
}

int dungeons_fold(struct arena *a, const struct narrator *n,
		  const struct event *v, int count, struct tval *to)
{
	struct event_merge x = { a, n, v, 1, count, to };

	switch ((int)v->kind) {
	case DG_EV_ATTACK_DECLARED: take_blow(&x); break;
	case DG_EV_STEPPED: take_steps(&x); break;
	case DG_EV_FIGURE_DEFINED:
		/* a pool is one sentence */
		if (event_get(v, DG_EV_FIGURE_DEFINED_KIND) == DG_SPAWN)
			event_merge_all(&x, DG_EV_FIGURE_DEFINED, "more");
		break;
	case DG_EV_STOPPED: /* narrated by its next step */
		tval_puti(a, to, "path",
			  event_merge_next(&x, DG_EV_PATH_STOPPED));
		x.at = 1;
		break;
	default: break;
	}
	return x.at;
}

int dungeons_weight(const struct event *e)
{
	switch ((int)e->kind) {
	case DG_EV_GAME_OVER: return 1000;
	case DG_EV_WITHDRAWN: return 900;
	case DG_EV_ELIMINATED: return 700;
	case DG_EV_LEFT: return 650;
	case DG_EV_CHEST_STORED: return 620;
	case DG_EV_LEVEL_RAISED: return 600;
	case DG_EV_CHEST_STOLEN: return 580;
	case DG_EV_CHEST_OPENED: return 560;
	case DG_EV_RETURNED: return event_get(e, DG_EV_RETURNED_OK) ? 540 : 140;
	case DG_EV_TRAP_REVEALED: return 500;
	case DG_EV_SPAWN_PLACED: return 400;
	case DG_EV_DAMAGED:
		return event_get(e, DG_EV_DAMAGED_CLICKS)
			       ? 300 + event_get(e, DG_EV_DAMAGED_CLICKS)
			       : 20;
	case DG_EV_DOOR_DESTROYED: return 250;
	case DG_EV_HEALED: return 180 + event_get(e, DG_EV_HEALED_CLICKS);
	case DG_EV_ATTACK: return 160;
	case DG_EV_BREAK_AWAY:
		return event_get(e, DG_EV_BREAK_AWAY_OK) ? 60 : 150;
	case DG_EV_DOOR_OPENED:
	case DG_EV_TELEPORTED: return 140;
	case DG_EV_FIRST_PLAYER: return 120;
	case DG_EV_TEAM_ACCEPTED: return 110;
	case DG_EV_ENTERED: return 100;
	case DG_EV_STEPPED:
	case DG_EV_ACTIVATION_STARTED: return 50;
	default: return 20;
	}
}

void dungeons_tally(struct combat_stats *t, const struct event *e)
{
	int result;

	switch ((int)e->kind) {
	case DG_EV_ATTACK:
		result = event_get(e, DG_EV_ATTACK_RESULT);
		combat_stats_result(
			t, event_get(e, DG_EV_ATTACK_ATTACKER),
			event_get(e, DG_EV_ATTACK_TARGET), dungeons_chance(e),
			result == DG_HIT || result == DG_CRITICAL_HIT);
		break;
	case DG_EV_DAMAGED:
		if (event_get(e, DG_EV_DAMAGED_CAUSE) == DG_BY_ATTACK)
			combat_stats_clicks(t, event_get(e, DG_EV_DAMAGED_BY),
					    event_get(e, DG_EV_DAMAGED_FIG),
					    event_get(e, DG_EV_DAMAGED_CLICKS));
		break;
	case DG_EV_ELIMINATED:
		combat_stats_lost(t, event_get(e, DG_EV_ELIMINATED_FIG),
				  event_get(e, DG_EV_ELIMINATED_BY));
		break;
	case DG_EV_TURN_STARTED:
		t->round = event_get(e, DG_EV_TURN_STARTED_TURN);
		break;
	default: break;
	}
}
