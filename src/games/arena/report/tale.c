/* src/games/arena/report/tale.c - what the story of Arena says. */
#include "games/arena/report/report_private.h"
#include "engine/common.h"
#include "report/text/tale.h"

enum { TALE_HITS = 16 };

static bool is_mage(const struct ar_state *s, int32_t label)
{
	const struct ar_obj *o = s ? ar_obj(s, label) : NULL;

	return o && ar_kind(s, o) == AR_MAGE;
}

/* {hero}, {mage} if it is one, {side} of who controls it */
static void put_hero(struct arena *a, const struct narrator *n, int32_t label,
		     struct tval *to)
{
	const struct ar_obj *o = n->of && label ? ar_obj(n->of, label) : NULL;

	tale_hero(a, n, label, to);
	tval_puti(a, to, "mage", is_mage(n->of, label));
	if (o && 0 <= o->ctl && o->ctl < SEATS_MAX)
		tval_putz(a, to, "side",
			  arena_printf(a, "%c", (char)('A' + o->ctl)));
}

/* {on}, the targets; {self}: the only one is the doer */
static void put_on(struct arena *a, const struct narrator *n,
		   const struct event *e, int field, int32_t doer,
		   struct tval *to)
{
	int count;
	const int32_t *w = event_words(e, field, &count);

	tale_event_names(a, n, "on", e, field, to);
	tval_puti(a, to, "self", doer && count == 1 && w[0] == doer);
}

/* --- attacks --------------------------------------------------------------*/

static bool is_of(const struct event *attack, const struct event *e, int by,
		  int on)
{
	return event_get(e, by) == event_get(attack, AR_EV_ATTACK_ATTACKER) &&
	       event_get(e, on) == event_get(attack, AR_EV_ATTACK_TARGET);
}

/* The end of the attack v[i], or the next attack; count: neither is here. */
static int end_of(const struct event *v, int i, int count)
{
	for (int k = i + 1; k < count; k++)
		if ((int)v[k].kind == AR_EV_ATTACK ||
		    ((int)v[k].kind == AR_EV_ATTACK_ENDED &&
		     is_of(v + i, v + k, AR_EV_ATTACK_ENDED_ATTACKER,
			   AR_EV_ATTACK_ENDED_TARGET)))
			return k;
	return count;
}

/* The attack to which v[i] belongs, -1: to none of these events. */
static int attack_at(const struct event *v, int i)
{
	for (int k = i - 1; k >= 0; k--) {
		if ((int)v[k].kind == AR_EV_ATTACK)
			return end_of(v, k, i + 1) >= i ? k : -1;
		if ((int)v[k].kind == AR_EV_ATTACK_ENDED)
			return -1;
	}
	return -1;
}

/* Another sentence comes between the attack and its outcome. */
static bool is_broken(const struct event *v, int i, int end)
{
	for (int k = i + 1; k < end; k++)
		if ((int)v[k].kind == AR_EV_REVEALED ||
		    (int)v[k].kind == AR_EV_CAST ||
		    (int)v[k].kind == AR_EV_FIZZLED)
			return true;
	return false;
}

/* Of an interrupted attack that destroyed something: each damage and effect
 * has a sentence of its own, which comes before the destruction. */
static bool is_told_apart(const struct event *v, int i, int count)
{
	int at = attack_at(v, i), end;

	if (at < 0)
		return false;
	end = end_of(v, at, count);
	if (!is_broken(v, at, end))
		return false;
	for (int k = at + 1; k < end; k++)
		if ((int)v[k].kind == AR_EV_LEFT)
			return true;
	return false;
}

/* {brings}: what a strike has brought, as often as it came */
static void put_effect(struct arena *a, const struct narrator *n,
		       const struct event *e, struct tval *brings)
{
	struct tval *v;

	if (!event_get(e, AR_EV_EFFECT_COUNT))
		return;
	v = tval_add(brings, tval_map(a));
	tval_puti(a, v, "n", event_get(e, AR_EV_EFFECT_COUNT));
	tval_put(a, v, "what",
		 arena_effect(a, n, event_get(e, AR_EV_EFFECT_EFFECT)));
}

/* Damage of one target, added up. */
struct hurt {
	int32_t target, total;
	struct tval *brings;
};

static struct hurt *hurt_of(struct arena *a, struct hurt *h, int *n,
			    int32_t target)
{
	int i = 0;

	while (i < *n && h[i].target != target)
		i++;
	if (i == TALE_HITS)
		return h + TALE_HITS - 1;
	if (i == *n) {
		h[i] = (struct hurt){ target, 0, tval_list(a) };
		++*n;
	}
	return h + i;
}

/*
 * {hits}: {who} {total} {brings} of each target that took damage or an effect
 * ({own}: it is the target that was named); {avoided} {missed}: a strike was;
 * {vain}: nothing came of the attack; {open}: its outcome comes later.
 */
static void put_outcome(struct arena *a, const struct narrator *n,
			const struct event *v, int i, int end, struct tval *to)
{
	struct tval *list = tval_put(a, to, "hits", tval_list(a));
	bool struck = false, avoided = false, missed = false;
	struct hurt h[TALE_HITS];
	int hurts = 0;

	for (int k = i + 1; k < end; k++) {
		const struct event *e = v + k;
		int result;

		switch ((int)e->kind) {
		case AR_EV_DAMAGE:
			struck = true;
			hurt_of(a, h, &hurts, event_get(e, AR_EV_DAMAGE_TARGET))
				->total += event_get(e, AR_EV_DAMAGE_TOTAL);
			break;
		case AR_EV_EFFECT:
			struck = true;
			put_effect(a, n, e,
				   hurt_of(a, h, &hurts,
					   event_get(e, AR_EV_EFFECT_TARGET))
					   ->brings);
			break;
		case AR_EV_STRIKE:
			result = event_get(e, AR_EV_STRIKE_RESULT);
			avoided |= result == AR_STRIKE_AVOIDED;
			missed |= result == AR_STRIKE_MISSED;
			struck |= result == AR_STRIKE_HIT;
			break;
		default: break;
		}
	}
	for (int k = 0; k < hurts; k++) {
		struct tval *one;

		if (!h[k].total && !h[k].brings->n)
			continue;
		one = tval_add(list, tval_map(a));
		tval_put(a, one, "who", narrate_label(a, n, h[k].target));
		tval_puti(a, one, "own",
			  h[k].target == event_get(v + i, AR_EV_ATTACK_TARGET));
		tval_puti(a, one, "total", h[k].total);
		tval_put(a, one, "brings", h[k].brings);
	}
	tval_puti(a, to, "avoided", avoided);
	tval_puti(a, to, "missed", missed);
	tval_puti(a, to, "vain", struck && !list->n);
}

static bool is_cast_of(const struct event *cast, const struct event *attack)
{
	return event_get(cast, AR_EV_CAST_CARD) ==
		       event_get(attack, AR_EV_ATTACK_CARD) &&
	       event_get(cast, AR_EV_CAST_CASTER) ==
		       event_get(attack, AR_EV_ATTACK_ATTACKER);
}

/* The cast of the spell whose attack v[i] is; -1: it is no spell's. */
static int cast_of(const struct event *v, int i)
{
	for (int k = i - 1; k >= 0; k--) {
		if ((int)v[k].kind == AR_EV_CAST)
			return is_cast_of(v + k, v + i) ? k : -1;
		if ((int)v[k].kind == AR_EV_ATTACK ||
		    (int)v[k].kind == AR_EV_ACTIVATED)
			return -1;
	}
	return -1;
}

static int tell_attack(struct arena *a, const struct narrator *n,
		       const struct event *v, int i, int count, struct tval *to)
{
	int end = end_of(v, i, count);
	bool open = is_broken(v, i, end);

	put_outcome(a, n, v, i, open ? i + 1 : end, to);
	tval_puti(a, to, "spell", cast_of(v, i) >= 0);
	put_hero(a, n, event_get(v + i, AR_EV_ATTACK_ATTACKER), to);
	return 1;
}

/* only where another sentence came before the outcome */
static int tell_outcome(struct arena *a, const struct narrator *n,
			const struct event *v, int i, struct tval *to)
{
	int at = attack_at(v, i);

	if (at < 0 || !is_broken(v, at, i) || is_told_apart(v, i, i + 1))
		return 0;
	put_outcome(a, n, v, at, i, to);
	put_hero(a, n, event_get(v + at, AR_EV_ATTACK_ATTACKER), to);
	return 1;
}

/* --- spells ---------------------------------------------------------------*/

/* Has the attack that this cast makes the sentence of both? */
static bool is_attack_spell(const struct event *v, int i, int count)
{
	for (int k = i + 1; k < count; k++) {
		if ((int)v[k].kind == AR_EV_ATTACK)
			return cast_of(v, k) == i;
		if ((int)v[k].kind == AR_EV_CAST ||
		    (int)v[k].kind == AR_EV_ACTIVATED)
			return false;
	}
	return false;
}

static int tell_cast(struct arena *a, const struct narrator *n,
		     const struct event *v, int i, int count, struct tval *to)
{
	int used;

	if (is_attack_spell(v, i, count))
		return 0;
	used = arena_fold(a, n, v + i, count - i, to);
	put_on(a, n, v + i, AR_EV_CAST_TARGET,
	       event_get(v + i, AR_EV_CAST_CASTER), to);
	put_hero(a, n, event_get(v + i, AR_EV_CAST_CASTER), to);
	return used;
}

/* --- the whole ------------------------------------------------------------*/

static int tell_moved(struct arena *a, const struct narrator *n,
		      const struct event *v, int i, int count, struct tval *to)
{
	int used = arena_fold(a, n, v + i, count - i, to);
	int last = i + used - 1;

	while (last > i && (int)v[last].kind != AR_EV_MOVED)
		last--;
	tval_put(a, to, "goal",
		 narrate_label(a, n, event_get(v + last, AR_EV_MOVED_TO)));
	put_hero(a, n, event_get(v + i, AR_EV_MOVED_OBJ), to);
	return used;
}

/* what an attack brings is in its own sentence */
static bool is_outcome(const struct event *v, int i, int count)
{
	return attack_at(v, i) >= 0 && !is_told_apart(v, i, count);
}

static int32_t doer_of(const struct event *e)
{
	switch ((int)e->kind) {
	case AR_EV_LEFT: return event_get(e, AR_EV_LEFT_BY);
	case AR_EV_CONTROL: return event_get(e, AR_EV_CONTROL_OBJ);
	case AR_EV_GUARD: return event_get(e, AR_EV_GUARD_OBJ);
	case AR_EV_DAMAGE: return event_get(e, AR_EV_DAMAGE_TARGET);
	case AR_EV_DIRECT: return event_get(e, AR_EV_DIRECT_TARGET);
	case AR_EV_HEALED: return event_get(e, AR_EV_HEALED_TARGET);
	case AR_EV_COND: return event_get(e, AR_EV_COND_OBJ);
	case AR_EV_ABILITY: return event_get(e, AR_EV_ABILITY_OBJ);
	case AR_EV_MOVE_STOPPED: return event_get(e, AR_EV_MOVE_STOPPED_OBJ);
	case AR_EV_ATTACK_CANCELLED:
		return event_get(e, AR_EV_ATTACK_CANCELLED_ATTACKER);
	default: return 0;
	}
}

int arena_tale(struct arena *a, const struct narrator *n, const struct event *v,
	       int i, int count, struct tval *to)
{
	const struct event *e = v + i;
	int used = 1;

	switch ((int)e->kind) {
	case AR_EV_ATTACK: return tell_attack(a, n, v, i, count, to);
	case AR_EV_ATTACK_ENDED: return tell_outcome(a, n, v, i, to);
	case AR_EV_CAST: return tell_cast(a, n, v, i, count, to);
	case AR_EV_MOVED: return tell_moved(a, n, v, i, count, to);
	case AR_EV_DAMAGE:
		if (is_outcome(v, i, count))
			return 0;
		break;
	case AR_EV_COND:
		if (event_get(e, AR_EV_COND_DELTA) > 0 &&
		    is_outcome(v, i, count))
			return 0;
		break;
	case AR_EV_REDIRECTED:
		put_on(a, n, e, AR_EV_REDIRECTED_TO, 0, to);
		break;
	case AR_EV_ABILITY:
		put_on(a, n, e, AR_EV_ABILITY_TARGET,
		       event_get(e, AR_EV_ABILITY_OBJ), to);
		break;
	case AR_EV_DIRECT:
	case AR_EV_ENTERED: used = arena_fold(a, n, e, count - i, to); break;
	default: break;
	}
	put_hero(a, n, doer_of(e), to);
	return used;
}
