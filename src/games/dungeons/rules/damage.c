/*
 * src/games/dungeons/rules/damage.c - clicks of damage and healing,
 * elimination, experience and levels (DG sections 10 and 12).
 */
#include "games/dungeons/rules/attack.h"
#include "games/dungeons/rules/chest.h"

/* --- damage and healing ------------------------------------------------ */

int32_t dg_reduce(const struct dg_state *s, int f, int32_t clicks, bool ability,
		  int32_t mods[DG_MOD_WORDS], int *n_mods)
{
	int32_t least = ability ? 0 : dg_option(s, DG_OPTION_TOUGHNESS_MIN);
	int32_t was = clicks;

	if (RULE(DG_SA_33, dg_has(s, f, DG_ABILITY_TOUGHNESS)) &&
	    clicks > least) {
		clicks--;
		dg_mod(mods, n_mods, DG_SA_33, clicks - was);
	}
	least = ability ? 0 : 1;
	was = clicks;
	if (RULE(DG_SA_36, dg_has(s, f, DG_ABILITY_INVULNERABILITY)) &&
	    clicks > least) {
		clicks = clicks - 2 < least ? least : clicks - 2;
		dg_mod(mods, n_mods, DG_SA_36, clicks - was);
	}
	return clicks;
}

int dg_damage_die(struct run *r, int32_t label, enum dg_ability a, int rule)
{
	int die = dg_roll(r, 6);
	struct event e;

	if (r->unknown)
		return 0;
	dg_event_damage_die(&e, dg_abilities[a].rule, label, a, die);
	event_because(&e, rule);
	run_emit(r, &e);
	return die;
}

static bool has_items(const struct dg_state *s, int f)
{
	for (int c = 0; c < s->n_chests; c++)
		if (s->chest[c].place == DG_CHEST_HELD &&
		    s->chest[c].fig == s->fig[f].label)
			return true;
	return false;
}

static void damage_eliminate(struct run *r, int f, int32_t by,
			     enum dg_cause cause, bool award)
{
	const struct dg_state *s = dg_of(r);
	int killer = dg_find(s, by);
	int32_t points = dg_points(s, f), at = s->fig[f].sq;
	int owner = s->fig[f].owner;
	bool enemy = killer >= 0 && dg_enemies(s, f, killer);
	struct event e;

	dg_event_eliminated(&e, DG_ATT_08, s->fig[f].label, by, cause, dg_x(at),
			    dg_y(at));
	if (owner < 0)
		event_because(&e, DG_POOL_02);
	if (cause == DG_BY_OBJECT)
		event_because(&e, DG_OBJ_03);
	if (!award || !enemy || s->fig[killer].owner < 0)
		event_because(&e, DG_XP_05);
	if (has_items(s, f))
		event_because(&e, DG_LOSS_04);
	run_emit(r, &e);
	if (owner >= 0)
		dg_chests_lost(r, owner, at);
	if (award && enemy && s->fig[killer].owner >= 0 &&
	    (cause == DG_BY_ATTACK || cause == DG_BY_ABILITY) &&
	    RULE(DG_XP_05, true))
		dg_xp(r, s->fig[killer].owner, points, by,
		      owner < 0 ? DG_XP_02 : DG_XP_03);
}

void dg_hurt(struct run *r, int f, const struct dg_wound *x)
{
	const struct dg_state *s = dg_of(r);
	int32_t most = s->card[f].n_clicks, click = s->fig[f].click + x->clicks;
	struct event e;

	if (x->clicks <= 0 || !dg_on_board(s, f))
		return;
	if (most == DG_HIDDEN_CLICKS) { /* what it turns to is not seen */
		r->unknown = true;
		return;
	}
	if (click > most)
		click = most;
	event_start(&e, DG_EV_DAMAGED,
		    x->cause == DG_BY_CRITICAL_MISS ? DG_ATT_04
		    : x->cause == DG_BY_OBJECT      ? DG_OBJ_02
						    : DG_ATT_07);
	event_because(&e, DG_SA_08);
	event_put(&e, DG_EV_DAMAGED_FIG, s->fig[f].label);
	event_put(&e, DG_EV_DAMAGED_BY, x->by);
	event_put(&e, DG_EV_DAMAGED_CAUSE, x->cause);
	event_put_ints(&e, DG_EV_DAMAGED_MODS, x->mods, x->n_mods);
	event_put(&e, DG_EV_DAMAGED_CLICKS, x->clicks);
	event_put(&e, DG_EV_DAMAGED_CLICK, click);
	run_emit(r, &e);
	if (RULE(DG_ATT_08, click >= most))
		damage_eliminate(r, f, x->by, x->cause, x->award);
}

void dg_heal(struct run *r, int f, int32_t by, int32_t clicks, int rule)
{
	const struct dg_state *s = dg_of(r);
	int32_t start = dg_start_click(s, f), click = s->fig[f].click;
	struct event e;

	if (RULE(DG_SA_36, dg_has(s, f, DG_ABILITY_INVULNERABILITY)))
		clicks = 0;
	if (RULE(DG_HEAL_01, clicks > click - start))
		clicks = click > start ? click - start : 0;
	if (clicks > click)
		clicks = click;
	if (clicks && s->card[f].n_clicks == DG_HIDDEN_CLICKS) {
		r->unknown = true;
		return;
	}
	dg_event_healed(&e, rule, s->fig[f].label, by, clicks, click - clicks);
	event_because(&e, DG_HEAL_01);
	run_emit(r, &e);
}

/* --- experience -------------------------------------------------------- */

static bool raised_now(const int32_t *done, int n, int32_t label)
{
	for (int i = 0; i < n; i++)
		if (done[i] == label)
			return true;
	return false;
}

/* who could take a level now, of those not raised yet */
static int level_takers(const struct dg_state *s, int seat, const int32_t *done,
			int n)
{
	int takers = 0;

	for (int f = 0; f < s->n_figs; f++)
		takers += s->fig[f].owner == seat && dg_in_play(s, f) &&
			  !raised_now(done, n, s->fig[f].label);
	return takers;
}

/* DG-D-19: the named ones first, the Hero that earned it, the lowest level */
static int next_raised(const struct dg_state *s, int seat, int32_t first,
		       const int32_t *done, int n)
{
	int best = -1;

	for (size_t i = 0; i < ARRAY_LEN(s->player[seat].level_first); i++) {
		int f = dg_find(s, s->player[seat].level_first[i]);

		if (f >= 0 && s->fig[f].owner == seat && dg_in_play(s, f) &&
		    !raised_now(done, n, s->fig[f].label))
			return f;
	}
	for (int f = 0; f < s->n_figs; f++) {
		if (s->fig[f].owner != seat || !dg_in_play(s, f) ||
		    RULE(DG_XP_07, raised_now(done, n, s->fig[f].label)))
			continue;
		if (s->fig[f].label == first)
			return f;
		if (best < 0 || s->fig[f].level < s->fig[best].level)
			best = f;
	}
	return best;
}

/* named: its player chose it */
static void raise_emit(struct run *r, int f, bool several, bool named)
{
	const struct dg_state *s = dg_of(r);
	int32_t level = s->fig[f].level, click = 0;
	struct event e;

	if (s->card[f].n_levels) {
		if (RULE(DG_XP_08, level < DG_LEVELS))
			level++;
		click = s->card[f].level_click[level - 1];
	}
	dg_event_level_raised(&e, s->card[f].n_levels ? DG_XP_08 : DG_MKW_05,
			      s->fig[f].label, level, click);
	event_because(&e, DG_XP_06);
	if (s->actor == s->fig[f].label)
		event_because(&e, DG_XP_10);
	if (several)
		event_because(&e, DG_XP_07);
	if (!named)
		event_because(&e, DG_D_19);
	run_emit(r, &e);
}

/* what an event can say; a position may bring nearly as many, and the rest of
 * them is lost */
static int levels_bounded(int n)
{
	enum { LEVELS_MAX = 1000 };

	return n < LEVELS_MAX ? n : LEVELS_MAX;
}

/* the rest of the levels just given joins those that wait, or is lost */
static void levels_left(struct run *r, int seat, int n, bool taken)
{
	const struct dg_state *s = dg_of(r);
	bool lost = !taken || dg_option(s, DG_OPTION_EXTRA_LEVELS);
	int waiting = taken ? s->player[seat].waiting : 0, waits;
	struct event e;

	if (!taken)
		n += s->player[seat].waiting; /* no Hero is in play: DG-XP-09 */
	if (!n)
		return;
	event_start(&e, DG_EV_LEVELS_WAIT, DG_XP_09);
	if (s->lone_wolf)
		event_because(&e, DG_LW_04);
	event_put(&e, DG_EV_LEVELS_WAIT_SEAT, seat);
	waits = lost ? waiting : levels_bounded(waiting + n);
	event_put(&e, DG_EV_LEVELS_WAIT_N, waits);
	event_put(&e, DG_EV_LEVELS_WAIT_LOST,
		  levels_bounded(waiting + n - waits));
	run_emit(r, &e);
}

/* give levels without a question; done: Heroes that have one */
static void levels_give(struct run *r, int seat, int n, int32_t first,
			int32_t *done, int n_done)
{
	const struct dg_state *s = dg_of(r);

	while (n) {
		int f = next_raised(s, seat, first, done, n_done);

		/* a lone wolf has no other Hero to raise: DG-LW-04 */
		if (f < 0 || n_done == DG_MAX_FIGS)
			break;
		raise_emit(r, f, n_done > 0, false);
		done[n_done++] = s->fig[f].label;
		n--;
	}
	levels_left(r, seat, n, n_done > 0);
}

/* so many levels are due, and the player is asked; 0: no question */
static void levels_due(struct run *r, int seat, int n, int32_t first)
{
	struct event e;

	dg_event_levels_due(&e, DG_XP_06, seat, levels_bounded(n), first);
	run_emit(r, &e);
}

static void damage_levels(struct run *r, int seat, int n, int32_t first)
{
	const struct dg_state *s = dg_of(r);
	int32_t done[DG_MAX_FIGS];

	if (!dg_option(s, DG_OPTION_ASK) || s->player[seat].level_first[0] ||
	    level_takers(s, seat, NULL, 0) < 2) {
		levels_give(r, seat, n, first, done, 0);
		return;
	}
	levels_due(r, seat, n + s->player[seat].due, first);
}

/* job: seat, levels left, who earned them, up to four raised before */
static int job_raised(const int32_t *job, int32_t *done)
{
	int n = 0;

	while (n < DG_JOB_WORDS - 4 && job[4 + n]) {
		done[n] = job[4 + n];
		n++;
	}
	return n;
}

/* the answer names one of them, that has no level of these yet */
bool dg_level_check(const struct dg_state *s, int seat,
		    const struct decision *d, struct refusal *no)
{
	const int32_t *job = s->frame.w + s->frame.n - DG_JOB_WORDS;
	int32_t label = decision_int(d, DG_TAG_FIG, 0), done[DG_JOB_WORDS];
	int f = dg_find(s, label), n = job_raised(job, done);

	if (!label)
		return true;
	if (f < 0 || s->fig[f].owner != seat || !dg_in_play(s, f))
		return dg_no(no, DG_REFUSAL_NOT_YOURS, DG_XP_06, label);
	if (RULE(DG_XP_07, raised_now(done, n, label)))
		return dg_no(no, DG_REFUSAL_ALREADY_ACTIVATED, DG_XP_07, label);
	return true;
}

void dg_job_level(struct run *r, struct dg_work *w, const int32_t *job,
		  const struct decision *answer)
{
	const struct dg_state *s = dg_of(r);
	int32_t again[DG_JOB_WORDS], done[DG_MAX_FIGS], label;
	int seat = job[1], n = job_raised(job, done);
	int f = answer ? dg_find(s, decision_int(answer, DG_TAG_FIG, 0)) : -1;

	memcpy(again, job, sizeof(again));
	if (f < 0 && (answer || level_takers(s, seat, done, n) < 2 ||
		      n == DG_JOB_WORDS - 4)) {
		/* another Hero has fallen since, and there is no choice */
		if (s->player[seat].due)
			levels_due(r, seat, 0, 0);
		levels_give(r, seat, job[2], job[3], done, n);
		return;
	}
	if (f >= 0) {
		label = s->fig[f].label;
		raise_emit(r, f, n > 0, true);
		again[2]--;
		again[4 + n] = label;
		if (s->lone_wolf || !again[2]) {
			done[n] = label;
			levels_give(r, seat, again[2], job[3], done, n + 1);
			return;
		}
	}
	memcpy(dg_push(w, DG_JOB_LEVEL, 0, 0, 0, 0), again, sizeof(again));
	if (f < 0)
		dg_ask(r, w, DG_ASKS_LEVEL, seat, job[3], 0);
}

void dg_levels_waited(struct run *r, int seat)
{
	int n = dg_of(r)->player[seat].waiting;
	struct event e;

	if (!n || !RULE(DG_XP_09, true))
		return;
	dg_event_levels_wait(&e, DG_XP_09, seat, 0, 0);
	run_emit(r, &e);
	damage_levels(r, seat, n, 0);
}

void dg_xp(struct run *r, int seat, int32_t points, int32_t fig, int rule)
{
	const struct dg_state *s = dg_of(r);
	int32_t was = s->player[seat].xp, total = was + points;
	int n = RULE_VALUE(DG_XP_06, total / 50 - was / 50);
	struct event e;

	dg_event_xp_gained(&e, rule, seat, points, total, n);
	event_because(&e, DG_XP_01);
	if (rule == DG_XP_04)
		event_because(&e, DG_TRAP_17);
	run_emit(r, &e);
	if (n)
		damage_levels(r, seat, n, fig);
}
