/* tests/players/metrics.c */
#include "metrics.h"
#include "games/rebellion/rules/rebellion.h"
#include <stdio.h>

static int side_of(int32_t label)
{
	return label_letter(label) == 'B';
}

static bool names_rear(const struct event *e, int field)
{
	int n;
	const int32_t *w = event_words(e, field, &n);

	for (int i = 0; i + 1 < n; i += 2)
		if (w[i] == RB_CLS_02 && w[i + 1] > 0)
			return true;
	return false;
}

static void action_add(struct metrics *m, const struct event *e)
{
	int n;

	m->actions += event_get(e, RB_EV_ACTION_COST) > 0;
	event_words(e, RB_EV_ACTION_MEMBERS, &n);
	switch (event_get(e, RB_EV_ACTION_KIND)) {
	case RB_ACTION_MOVE: m->formations += n > 0; break;
	case RB_ACTION_PASS: m->passes++; break;
	default: break;
	}
}

static bool heals(const struct event *e)
{
	int32_t a = event_get(e, RB_EV_ATTACK_ABILITY);

	return a == RB_ABILITY_HEALING || a == RB_ABILITY_MAGIC_HEALING;
}

static void attack_add(struct metrics *m, const struct event *e)
{
	if (heals(e))
		return;
	m->attacks++;
	m->rear += names_rear(e, RB_EV_ATTACK_BONUS);
}

/* of 36 rolls of two dice, those of so much or more */
static int rolls_of(int least)
{
	int n = 0;

	for (int a = 1; a <= 6; a++)
		for (int b = 1; b <= 6; b++)
			n += a + b == 12 || (a + b > 2 && a + b >= least);
	return n;
}

static void result_add(struct metrics *m, const struct event *e, int roll)
{
	int least = event_get(e, RB_EV_ATTACK_RESULT_DEFENSE) -
		    (event_get(e, RB_EV_ATTACK_RESULT_TOTAL) - roll);

	m->odds += 100 * rolls_of(least) / 36;
	m->targets++;
	m->rear += names_rear(e, RB_EV_ATTACK_RESULT_CHANGES);
}

static void clicks_add(struct metrics *const side[2], const struct event *e)
{
	int owner = side_of(event_get(e, RB_EV_CLICKS_FIG));
	int64_t n = event_get(e, RB_EV_CLICKS_N);

	if (event_get(e, RB_EV_CLICKS_CAUSE) == RB_BY_PUSHING) {
		side[owner]->pushed += n;
		return;
	}
	side[owner]->taken += n;
	if (side_of(event_get(e, RB_EV_CLICKS_BY)) != owner)
		side[1 - owner]->dealt += n;
}

void metrics_add(struct metrics *const side[2], const struct event *e)
{
	static int roll;     /* of the attack whose results follow */
	static bool healing; /* it is none */

	switch (e->kind) {
	case RB_EV_ACTION:
		action_add(side[event_get(e, RB_EV_ACTION_SEAT) == 1], e);
		break;
	case RB_EV_ATTACK:
		roll = event_get(e, RB_EV_ATTACK_D1) +
		       event_get(e, RB_EV_ATTACK_D2);
		healing = heals(e);
		attack_add(side[side_of(event_get(e, RB_EV_ATTACK_ATTACKER))],
			   e);
		break;
	case RB_EV_ATTACK_RESULT:
		if (!healing)
			result_add(side[side_of(event_get(
					   e, RB_EV_ATTACK_RESULT_ATTACKER))],
				   e, roll);
		break;
	case RB_EV_CLICKS: clicks_add(side, e); break;
	case RB_EV_HEALED:
		side[side_of(event_get(e, RB_EV_HEALED_FIG))]->healed +=
			event_get(e, RB_EV_HEALED_N);
		break;
	default: break;
	}
}

static double mean(int64_t sum, int64_t n)
{
	return n ? (double)sum / (double)n : 0.0;
}

void metrics_print(const struct metrics *m, const char *name)
{
	printf("%s: a game: %.1f net points, %.1f actions, %.2f attacks for "
	       "each, odds %.0f %%, %.1f clicks dealt, %.1f taken, %.1f by own "
	       "pushes (%.0f %% of lost), %.1f healed, %.1f rear attacks, "
	       "%.1f formation moves, %.1f passes\n",
	       name, mean(m->points, m->games), mean(m->actions, m->games),
	       mean(m->attacks, m->actions), mean(m->odds, m->targets),
	       mean(m->dealt, m->games), mean(m->taken, m->games),
	       mean(m->pushed, m->games),
	       mean(100 * m->pushed, m->pushed + m->taken),
	       mean(m->healed, m->games), mean(m->rear, m->games),
	       mean(m->formations, m->games), mean(m->passes, m->games));
}
