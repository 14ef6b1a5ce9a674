/* src/games/dungeons/report/tale.c - what the story of Dungeons says. */
#include "games/dungeons/report/report_private.h"
#include "report/text/event_merge.h"
#include "report/text/tale.h"

/* the last event of this kind before v[i]; NULL: none */
static const struct event *last_of(const struct event *v, int i, int kind)
{
	while (i-- > 0)
		if ((int)v[i].kind == kind)
			return v + i;
	return NULL;
}

/* does another attack or activation begin here? */
static bool is_next_matter(const struct event *e)
{
	return (int)e->kind == DG_EV_ATTACK_DECLARED ||
	       (int)e->kind == DG_EV_ACTIVATION_STARTED ||
	       (int)e->kind == DG_EV_TURN_ENDED;
}

static bool is_hit(const struct event *e)
{
	int r = event_get(e, DG_EV_ATTACK_RESULT);

	return r == DG_HIT || r == DG_CRITICAL_HIT;
}

/* Damage by the attack v[i]; NULL: none. */
static const struct event *damage_of(const struct event *v, int i, int count)
{
	for (int k = i + 1; k < count && !is_next_matter(v + k); k++)
		if ((int)v[k].kind == DG_EV_DAMAGED &&
		    event_get(v + k, DG_EV_DAMAGED_CAUSE) == DG_BY_ATTACK &&
		    event_get(v + k, DG_EV_DAMAGED_FIG) ==
			    event_get(v + i, DG_EV_ATTACK_TARGET))
			return v + k;
	return NULL;
}

static int tell_attack(struct arena *a, const struct narrator *n,
		       const struct event *v, int i, int count, struct tval *to)
{
	const struct event *e = v + i;
	const struct event *declared = last_of(v, i, DG_EV_ATTACK_DECLARED);
	const struct event *hurt = damage_of(v, i, count);
	int kind;

	if (!declared)
		return 0;
	kind = event_get(declared, DG_EV_ATTACK_DECLARED_KIND);
	tval_puti(a, to, "ranged", kind == DG_RANGED);
	tval_puti(a, to, "counter", kind == DG_COUNTER);
	tval_puti(a, to, "heals", kind == DG_HEALING);
	tval_puti(a, to, "trap", kind == DG_BY_CHEST);
	tval_put(a, to, "attack", narrate_values(a, n, declared));
	tval_puti(a, to, "special",
		  event_get(declared, DG_EV_ATTACK_DECLARED_ABILITY) != 0);
	tale_blow(a, is_hit(e),
		  event_get(e, DG_EV_ATTACK_TOTAL) -
			  event_get(e, DG_EV_ATTACK_AGAINST),
		  dungeons_chance(e), to);
	for (int k = i + 1; k < count && !is_next_matter(v + k); k++)
		if ((int)v[k].kind == DG_EV_DODGE_ROLL)
			tval_puti(a, to, "dodged",
				  event_get(v + k, DG_EV_DODGE_ROLL_OK));
	if (hurt)
		tval_put(a, to, "hurt", narrate_values(a, n, hurt));
	tale_hero(a, n, event_get(e, DG_EV_ATTACK_ATTACKER), to);
	return 1;
}

/* further steps of the same piece: where it ends */
static int tell_steps(struct arena *a, const struct narrator *n,
		      const struct event *v, int i, int count, struct tval *to)
{
	int32_t piece = event_get(v + i, DG_EV_STEPPED_PIECE);
	int used = 1, steps = 0;

	for (int k = i; k < count; k++) {
		if ((int)v[k].kind == DG_EV_STEPPED &&
		    event_get(v + k, DG_EV_STEPPED_PIECE) == piece) {
			used = k + 1 - i;
			steps++;
		} else if ((int)v[k].kind != COMMON_ROLLED &&
			   (int)v[k].kind != DG_EV_STOPPED) {
			break;
		}
	}
	tval_puti(a, to, "steps", steps);
	tval_put(a, to, "to",
		 tval_text(a, tval_get(narrate_values(a, n, v + i + used - 1),
				       STR("to"))
				      ->text));
	tale_hero(a, n, piece, to);
	return used;
}

/* Experience for the figure that is out. */
static void put_gained(struct arena *a, const struct narrator *n,
		       const struct event *v, int i, int count, struct tval *to)
{
	for (int k = i + 1; k < count && !is_next_matter(v + k) &&
			    (int)v[k].kind != DG_EV_ELIMINATED;
	     k++)
		if ((int)v[k].kind == DG_EV_XP_GAINED) {
			tval_put(a, to, "gained", narrate_values(a, n, v + k));
			return;
		}
}

/* The last of the tries to break away that follow each other; -1: v[i] is it.
 */
static int last_try(const struct event *v, int i, int count)
{
	int32_t fig = event_get(v + i, DG_EV_BREAK_AWAY_FIG);
	int last = -1;

	for (int k = i + 1; k < count && !is_next_matter(v + k) &&
			    (int)v[k].kind != DG_EV_STEPPED;
	     k++)
		if ((int)v[k].kind == DG_EV_BREAK_AWAY &&
		    event_get(v + k, DG_EV_BREAK_AWAY_FIG) == fig)
			last = k;
	return last;
}

static int32_t doer_of(const struct event *e)
{
	switch ((int)e->kind) {
	case DG_EV_DAMAGED: return event_get(e, DG_EV_DAMAGED_FIG);
	case DG_EV_HEALED: return event_get(e, DG_EV_HEALED_FIG);
	case DG_EV_ELIMINATED: return event_get(e, DG_EV_ELIMINATED_FIG);
	case DG_EV_ENTERED: return event_get(e, DG_EV_ENTERED_FIG);
	case DG_EV_BREAK_AWAY: return event_get(e, DG_EV_BREAK_AWAY_FIG);
	case DG_EV_LEFT: return event_get(e, DG_EV_LEFT_FIG);
	case DG_EV_DOOR_OPENED: return event_get(e, DG_EV_DOOR_OPENED_BY);
	case DG_EV_DOOR_DESTROYED: return event_get(e, DG_EV_DOOR_DESTROYED_BY);
	case DG_EV_TELEPORTED: return event_get(e, DG_EV_TELEPORTED_FIG);
	case DG_EV_RETURNED: return event_get(e, DG_EV_RETURNED_FIG);
	case DG_EV_DISARM_ROLL: return event_get(e, DG_EV_DISARM_ROLL_FIG);
	case DG_EV_CHEST_OPENED: return event_get(e, DG_EV_CHEST_OPENED_FIG);
	case DG_EV_CHEST_STORED: return event_get(e, DG_EV_CHEST_STORED_FIG);
	case DG_EV_LEVEL_RAISED: return event_get(e, DG_EV_LEVEL_RAISED_FIG);
	default: return 0;
	}
}

/* {hero_of} and {rank}: whose Hero is lost, and its level */
static void put_lost(struct arena *a, const struct narrator *n,
		     const struct event *e, struct tval *to)
{
	const struct dg_state *s = n->of;
	int f = s ? dg_find(s, event_get(e, DG_EV_ELIMINATED_FIG)) : -1;

	if (f < 0 || s->fig[f].kind != DG_HERO)
		return;
	tval_put(a, to, "hero_of", narrate_seat(a, n, s->fig[f].owner));
	tval_puti(a, to, "rank", s->fig[f].level);
}

int dungeons_tale(struct arena *a, const struct narrator *n,
		  const struct event *v, int i, int count, struct tval *to)
{
	const struct event *e = v + i;

	switch ((int)e->kind) {
	case DG_EV_ATTACK: return tell_attack(a, n, v, i, count, to);
	case DG_EV_STEPPED: return tell_steps(a, n, v, i, count, to);
	case DG_EV_DAMAGED:
		/* the attack tells it */
		if (event_get(e, DG_EV_DAMAGED_CAUSE) == DG_BY_ATTACK)
			return 0;
		break;
	case DG_EV_HEALED:
		tval_puti(a, to, "other",
			  event_get(e, DG_EV_HEALED_BY) !=
				  event_get(e, DG_EV_HEALED_FIG));
		break;
	case DG_EV_ELIMINATED:
		put_gained(a, n, v, i, count, to);
		put_lost(a, n, e, to);
		break;
	case DG_EV_BREAK_AWAY:
		if (last_try(v, i, count) >= 0)
			return 0;
		tale_event_names(a, n, "foes", e, DG_EV_BREAK_AWAY_FROM, to);
		break;
	case DG_EV_WITHDRAWN:
		tale_event_names(a, n, "group", e, DG_EV_WITHDRAWN_FIGS, to);
		break;
	default: break;
	}
	tale_hero(a, n, doer_of(e), to);
	return 1;
}
