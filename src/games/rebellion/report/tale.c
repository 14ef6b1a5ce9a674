/* src/games/rebellion/report/tale.c - what the story of Rebellion says. */
#include "games/rebellion/report/report_private.h"
#include "report/text/event_merge.h"
#include "report/text/tale.h"

enum { MOVERS_MAX = 16, SHORT_U = 200 };

/* the last event of this kind before v[i]; NULL: none */
static const struct event *last_of(const struct event *v, int i, int kind)
{
	while (i-- > 0)
		if ((int)v[i].kind == kind)
			return v + i;
	return NULL;
}

/* does another action or attack begin here? */
static bool is_next_matter(const struct event *e)
{
	return (int)e->kind == RB_EV_ACTION || (int)e->kind == RB_EV_ATTACK ||
	       (int)e->kind == RB_EV_TURN_END;
}

static bool is_hit(const struct event *result)
{
	int r = event_get(result, RB_EV_ATTACK_RESULT_RESULT);

	return r == RB_HIT || r == RB_CRITICAL_HIT;
}

/* Clicks of the attack whose result is v[i]; NULL: none. */
static const struct event *clicks_of(const struct event *v, int i, int count)
{
	int32_t by = event_get(v + i, RB_EV_ATTACK_RESULT_ATTACKER);
	int32_t on = event_get(v + i, RB_EV_ATTACK_RESULT_TARGET);

	for (int k = i + 1; k < count && !is_next_matter(v + k); k++)
		if ((int)v[k].kind == RB_EV_CLICKS &&
		    event_get(v + k, RB_EV_CLICKS_CAUSE) == RB_BY_ATTACK &&
		    event_get(v + k, RB_EV_CLICKS_BY) == by &&
		    event_get(v + k, RB_EV_CLICKS_FIG) == on)
			return v + k;
	return NULL;
}

static bool has_event(const struct event *v, int count, int kind)
{
	for (int i = 0; i < count; i++)
		if (v[i].kind == kind)
			return true;
	return false;
}

/* a miss by the attacker's own blunder, or a hit, with what it cost */
static int tell_result(struct arena *a, const struct narrator *n,
		       const struct event *v, int i, int count, struct tval *to)
{
	const struct event *e = v + i, *attack = last_of(v, i, RB_EV_ATTACK);
	const struct event *hurt = clicks_of(v, i, count);
	int32_t total = event_get(e, RB_EV_ATTACK_RESULT_TOTAL);
	int32_t defense = event_get(e, RB_EV_ATTACK_RESULT_DEFENSE);
	int words;
	const int32_t *w;

	if (!attack)
		return 0;
	tval_put(a, to, "attack", narrate_values(a, n, attack));
	w = event_words(attack, RB_EV_ATTACK_MEMBERS, &words);
	tale_names(a, n, "members", w, words, to);
	tval_puti(a, to, "ranged",
		  event_get(attack, RB_EV_ATTACK_KIND) == RB_RANGED);
	tval_puti(a, to, "capture", event_get(attack, RB_EV_ATTACK_CAPTURE));
	tval_puti(a, to, "special",
		  event_get(attack, RB_EV_ATTACK_ABILITY) != 0);
	tale_blow(
		a, is_hit(e), total - defense,
		event_merge_chance(total - event_get(attack, RB_EV_ATTACK_D1) -
					   event_get(attack, RB_EV_ATTACK_D2),
				   defense, false),
		to);
	if (hurt)
		tval_put(a, to, "hurt", narrate_values(a, n, hurt));
	tale_hero(a, n, event_get(e, RB_EV_ATTACK_RESULT_ATTACKER), to);
	return 1;
}

/* moves in succession, with the actions that they are: one sentence */
static int tell_moves(struct arena *a, const struct narrator *n,
		      const struct event *v, int i, int count, struct tval *to)
{
	int32_t label[MOVERS_MAX] = { 0 };
	int movers = 0, used = 0;
	int64_t length = event_get(v + i, RB_EV_MOVED_LENGTH) / 1000;

	for (int k = i; k < count && movers < MOVERS_MAX; k++) {
		int kind = (int)v[k].kind;
		bool stops = kind == RB_EV_MOVED &&
			     event_get(v + k, RB_EV_MOVED_STOPPED_BY);

		if (kind == RB_EV_MOVED && (!stops || k == i)) {
			label[movers++] = event_get(v + k, RB_EV_MOVED_FIG);
			used = k + 1 - i;
			if (stops)
				break;
		} else if (kind != COMMON_ROLLED && kind != RB_EV_TOKEN &&
			   (kind != RB_EV_ACTION ||
			    event_get(v + k, RB_EV_ACTION_KIND) !=
				    RB_ACTION_MOVE)) {
			break;
		}
	}
	tale_names(a, n, "movers", label, movers, to);
	tval_puti(a, to, "many", movers > 1);
	tval_puti(a, to, "short", length <= SHORT_U);
	tale_hero(a, n, movers > 1 ? 0 : label[0], to);
	return used;
}

/* with the click of the rider and what the mount heals */
static int tell_unity(struct arena *a, const struct narrator *n,
		      const struct event *v, int i, int count, struct tval *to)
{
	int used = 1;

	if (i + used < count && (int)v[i + used].kind == RB_EV_CLICKS)
		used++;
	if (i + used < count && (int)v[i + used].kind == RB_EV_HEALED)
		used++;
	tale_hero(a, n, event_get(v + i, RB_EV_UNITY_RIDER), to);
	return used;
}

/* of what the figure was worth, where the next events say so */
static void put_scored(struct arena *a, const struct narrator *n,
		       const struct event *v, int i, int count, struct tval *to)
{
	for (int k = i + 1; k < count && !is_next_matter(v + k); k++)
		if ((int)v[k].kind == RB_EV_SCORED &&
		    event_get(v + k, RB_EV_SCORED_FIG) ==
			    event_get(v + i, RB_EV_ELIMINATED_FIG)) {
			tval_put(a, to, "scored", narrate_values(a, n, v + k));
			return;
		}
}

/* whose deed it is, by the field `of` of its event; 0: there is none */
static int32_t doer_of(const struct event *e)
{
	switch ((int)e->kind) {
	case RB_EV_CLICKS: return event_get(e, RB_EV_CLICKS_FIG);
	case RB_EV_HEALED: return event_get(e, RB_EV_HEALED_BY);
	case RB_EV_BREAK_AWAY: return event_get(e, RB_EV_BREAK_AWAY_FIG);
	case RB_EV_FREE_SPIN: return event_get(e, RB_EV_FREE_SPIN_FIG);
	case RB_EV_CAPTURED: return event_get(e, RB_EV_CAPTURED_BY);
	case RB_EV_CAPTIVE_MOVED: return event_get(e, RB_EV_CAPTIVE_MOVED_BY);
	case RB_EV_ELIMINATED: return event_get(e, RB_EV_ELIMINATED_FIG);
	case RB_EV_FREED: return event_get(e, RB_EV_FREED_FIG);
	case RB_EV_RETURNED: return event_get(e, RB_EV_RETURNED_FIG);
	case RB_EV_LEVITATED: return event_get(e, RB_EV_LEVITATED_BY);
	case RB_EV_TURNED: return event_get(e, RB_EV_TURNED_FIG);
	default: return 0;
	}
}

int rebellion_tale(struct arena *a, const struct narrator *n,
		   const struct event *v, int i, int count, struct tval *to)
{
	const struct event *e = v + i;

	switch ((int)e->kind) {
	case RB_EV_ATTACK_RESULT: return tell_result(a, n, v, i, count, to);
	case RB_EV_MOVED: return tell_moves(a, n, v, i, count, to);
	case RB_EV_UNITY: return tell_unity(a, n, v, i, count, to);
	case RB_EV_CLICKS:
		/* the result of the attack tells them */
		if (event_get(e, RB_EV_CLICKS_CAUSE) == RB_BY_ATTACK)
			return 0;
		break;
	case RB_EV_HEALED:
		tval_puti(a, to, "other",
			  event_get(e, RB_EV_HEALED_BY) !=
				  event_get(e, RB_EV_HEALED_FIG));
		break;
	case RB_EV_ELIMINATED: put_scored(a, n, v, i, count, to); break;
	case RB_EV_END_VOTE:
		tval_puti(a, to, "asks",
			  n->seat >= 0 &&
				  n->seat != event_get(e, RB_EV_END_VOTE_SEAT));
		/* the last one to agree */
		tval_puti(a, to, "over", has_event(v, count, RB_EV_GAME_OVER));
		break;
	case RB_EV_BREAK_AWAY:
		tale_event_names(a, n, "foes", e, RB_EV_BREAK_AWAY_OPPONENTS,
				 to);
		break;
	case RB_EV_FORMATION_HOLDS:
		tale_event_names(a, n, "group", e, RB_EV_FORMATION_HOLDS_FIGS,
				 to);
		break;
	case RB_EV_WITHDRAWN:
		tale_event_names(a, n, "group", e, RB_EV_WITHDRAWN_FIGS, to);
		break;
	default: break;
	}
	tale_hero(a, n, doer_of(e), to);
	return 1;
}
