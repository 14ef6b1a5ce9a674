/*
 * src/games/rebellion/rules/damage.c - turns dials: clicks, healing,
 * elimination, capture, and the points for them (RB sections 4, 15, 16, 19).
 */
#include "games/rebellion/rules/damage.h"

/* one field: the click a figure will show with so many wounds */
void rb_shown(struct event *e, int field, const struct rb_state *s, int f,
	      int wounds)
{
	const struct rb_def *d = &s->def[f];
	int32_t w[RB_CLICK_WORDS];

	if (wounds >= d->n_clicks) {
		event_put_ints(e, field, NULL, 0);
		return;
	}
	memcpy(w, d->click[wounds].value, sizeof(d->click[0].value));
	memcpy(w + N_RB_SLOTS, d->click[wounds].ability,
	       sizeof(d->click[0].ability));
	event_put_ints(e, field, w, RB_CLICK_WORDS);
}

void rb_score(struct run *r, int seat, int points, int32_t label, int rule)
{
	struct event e;

	rb_event_scored(&e, rule, seat, points, label,
			rb_of(r)->player[seat].score + points);
	run_emit(r, &e);
}

/* RB-VP-02: whom the loss of a figure by its own side serves. Who hurt a mount
 * before can be that side by now: CV-INT-04, CV-REM-05. */
static void score_own_loss(struct run *r, int f, int side)
{
	const struct rb_state *s = rb_of(r);
	const struct rb_fig *p = &s->fig[f];
	int option = s->head.option[RB_OPTION_SELF_KILL_POINTS];
	int opponents[RB_MAX_SEATS], n = 0;

	if (option == 1)
		return;
	if (option == 0 && p->last_damager >= 0 &&
	    !RULE(CV_INT_04, rb_allied(s, p->last_damager, side))) {
		rb_score(r, p->last_damager, s->def[f].points, p->label,
			 RB_VP_02);
		return;
	}
	for (int seat = 0; seat < RB_MAX_SEATS; seat++)
		if (s->head.seat[seat].present &&
		    !s->head.seat[seat].withdrawn && !rb_allied(s, seat, side))
			opponents[n++] = seat;
	for (int i = 0; i < n; i++) /* divided evenly, halves rounded up */
		rb_score(r, opponents[i], (2 * s->def[f].points + n) / (2 * n),
			 p->label, RB_VP_02);
}

void rb_free_captive(struct run *r, int controller, int rule)
{
	const struct rb_state *s = rb_of(r);
	int32_t captive = s->fig[controller].captive;
	struct event e;

	if (!captive)
		return;
	rb_event_freed(&e, rule, captive, s->fig[controller].label);
	run_emit(r, &e);
}

void rb_eliminate(struct run *r, int f, enum rb_cause cause, int by)
{
	const struct rb_state *s = rb_of(r);
	/* as long as it is there: then it obeys no player */
	bool hostile = by >= 0 && rb_opposing(s, f, by);
	int side = rb_commander(s, f);
	struct event e;

	if (s->n_items)
		rb_items_fall(r, f);
	rb_event_eliminated(&e, RB_FIG_03, s->fig[f].label, cause,
			    by >= 0 ? s->fig[by].label : 0);
	event_because(&e, cause == RB_BY_BERSERK   ? RB_CAP_12
			  : cause == RB_BY_NO_ROOM ? CV_ELIM_01
						   : RB_DMG_05);
	if (s->fig[f].on || s->fig[f].rider)
		event_because(&e, CV_ELIM_04);
	if (RULE(RB_CAP_11, s->fig[f].captive))
		rb_free_captive(r, f, RB_CAP_11);
	run_emit(r, &e);
	if (hostile)
		rb_score(r, rb_commander(s, by),
			 RULE_VALUE(RB_VP_01, s->def[f].points),
			 s->fig[f].label, RB_VP_01);
	else
		score_own_loss(r, f, side);
}

/* RB-CAP-12: what a controller's new click does to its captive */
static void captive_suffers(struct run *r, int f)
{
	const struct rb_state *s = rb_of(r);
	int captive = s->fig[f].captive ? rb_find(s, s->fig[f].captive) : -1;

	if (captive < 0)
		return;
	if (RULE(RB_CAP_12, rb_has(s, f, RB_ABILITY_BERSERK)))
		rb_eliminate(r, captive, RB_BY_BERSERK, f);
	else if (RULE(RB_CAP_12, rb_has(s, f, RB_ABILITY_BATTLE_FURY)))
		rb_free_captive(r, f, RB_CAP_12);
}

static const int cause_rules[] = {
	[RB_BY_ATTACK] = RB_RNG_04,         [RB_BY_PUSHING] = RB_ACT_03,
	[RB_BY_CRITICAL_MISS] = RB_CRIT_01, [RB_BY_POLE_ARM] = RB_DEF_20,
	[RB_BY_BERSERK] = RB_CAP_12,        [RB_BY_NECROMANCY] = RB_DAM_50,
	[RB_BY_TRAMPLE] = CV_PROF_09,       [RB_BY_VENOM] = CV_BRG_09,
	[RB_BY_NO_ROOM] = CV_ELIM_01,
};

/* a list of modifiers that is being made */
struct changes {
	int32_t w[16];
	int n;
};

static void damage_change(struct changes *c, int rule, int32_t amount)
{
	if (!amount || c->n + 2 > (int)ARRAY_LEN(c->w))
		return;
	c->w[c->n++] = rule;
	c->w[c->n++] = amount;
}

/* RB-DMG-02: clicks that are left of a blow, and what made them */
static int clicks_of(const struct rb_state *s, int f,
		     const struct rb_blow *blow, struct changes *c)
{
	bool reducible = rb_reducible(blow->cause) && !blow->ignores_defense;
	int sum = blow->base;

	for (int i = 0; i < blow->n_more; i++) {
		sum += blow->more[i].amount;
		damage_change(c, blow->more[i].rule, blow->more[i].amount);
	}
	if (sum < 0)
		sum = 0;
	if (reducible && sum > 0 &&
	    RULE(RB_DMG_02, rb_has(s, f, RB_ABILITY_TOUGHNESS))) {
		sum--;
		damage_change(c, RB_DEF_40, -1);
	}
	sum += blow->critical;
	damage_change(c, RB_CRIT_02, blow->critical);
	if (reducible &&
	    RULE(RB_DMG_02, rb_has(s, f, RB_ABILITY_INVULNERABILITY))) {
		int before = sum;

		sum = sum > 2 ? sum - 2 : 0;
		damage_change(c, RB_DEF_70, sum - before);
	}
	return sum;
}

int rb_clicks_of(const struct rb_state *s, int f, const struct rb_blow *blow)
{
	struct changes c = { .n = 0 };

	return clicks_of(s, f, blow, &c);
}

static void clicks_emit(struct run *r, int f, const struct rb_blow *blow,
			const struct changes *c, int turned)
{
	const struct rb_state *s = rb_of(r);
	int wounds = s->fig[f].wounds + turned;
	struct event e;

	event_start(&e, RB_EV_CLICKS, cause_rules[blow->cause]);
	for (size_t i = 0; i < ARRAY_LEN(blow->rules); i++)
		rb_because(&e, blow->rules[i]);
	if (rb_reducible(blow->cause)) {
		event_because(&e, RB_DMG_01);
		if (c->n)
			event_because(&e, RB_DMG_02);
		if (blow->cause != RB_BY_ATTACK)
			rb_because(&e, s->head.option[RB_OPTION_CAVALRY]
					       ? CV_BRG_12
					       : RB_NO_RULE);
	}
	rb_because(&e, RB_DMG_03);
	if (turned)
		rb_because(&e, RB_FIG_02);
	if (turned > 1)
		rb_because(&e, RB_FIG_04);
	event_put(&e, RB_EV_CLICKS_FIG, s->fig[f].label);
	event_put(&e, RB_EV_CLICKS_CAUSE, blow->cause);
	event_put(&e, RB_EV_CLICKS_BY,
		  blow->by >= 0 ? s->fig[blow->by].label : 0);
	event_put(&e, RB_EV_CLICKS_BASE, blow->base);
	event_put_ints(&e, RB_EV_CLICKS_CHANGES, c->w, c->n);
	event_put(&e, RB_EV_CLICKS_N, turned);
	event_put(&e, RB_EV_CLICKS_WOUNDS, wounds);
	rb_shown(&e, RB_EV_CLICKS_SHOWN, s, f, wounds);
	run_emit(r, &e);
}

int rb_damage(struct run *r, int f, const struct rb_blow *blow)
{
	const struct rb_state *s = rb_of(r);
	struct changes c = { .n = 0 };
	int clicks, turned;

	if (!rb_on_board(s, f) && !rb_rides(s, f))
		return 0;
	clicks = clicks_of(s, f, blow, &c);
	if (s->def[f].n_clicks == RB_UNKNOWN) {
		r->unknown = true; /* it could die of it */
		return 0;
	}
	turned = s->def[f].n_clicks - s->fig[f].wounds;
	if (turned > clicks)
		turned = clicks;
	clicks_emit(r, f, blow, &c, turned);
	if (RULE(RB_FIG_03, s->fig[f].wounds >= s->def[f].n_clicks))
		rb_dial_ends(r, f, blow->cause, blow->by);
	else if (turned)
		captive_suffers(r, f);
	return turned;
}

void rb_heal(struct run *r, int f, enum rb_ability cause, int by, int base,
	     int extra)
{
	const struct rb_state *s = rb_of(r);
	const struct rb_fig *p = &s->fig[f];
	int32_t mods[4];
	int n = base + extra, n_mods = 0;
	struct event e;

	if (!rb_on_board(s, f) && !rb_rides(s, f))
		return;
	if (extra) {
		mods[n_mods++] = RB_CRIT_03;
		mods[n_mods++] = extra;
	}
	/* a vampire or a Command reaches here with no other check before */
	if (n && RULE(RB_DEF_70, rb_has(s, f, RB_ABILITY_INVULNERABILITY))) {
		mods[n_mods++] = RB_DEF_70;
		mods[n_mods++] = -n;
		n = 0;
	}
	if (n > p->wounds)
		n = p->wounds;
	event_start(&e, RB_EV_HEALED,
		    cause == RB_ABILITY_COMMAND ? RB_DAM_61
		    : cause == RB_NO_ABILITY    ? CV_SUB_02
						: rb_abilities[cause].rule);
	if (n < base + extra)
		event_because(&e, RB_HEAL_01);
	if (n)
		event_because(&e, RB_FIG_02);
	event_put(&e, RB_EV_HEALED_FIG, p->label);
	event_put(&e, RB_EV_HEALED_CAUSE, cause);
	event_put(&e, RB_EV_HEALED_BY, by >= 0 ? s->fig[by].label : 0);
	event_put(&e, RB_EV_HEALED_BASE, base);
	event_put_ints(&e, RB_EV_HEALED_CHANGES, mods, n_mods);
	event_put(&e, RB_EV_HEALED_N, n);
	event_put(&e, RB_EV_HEALED_WOUNDS, p->wounds - n);
	rb_shown(&e, RB_EV_HEALED_SHOWN, s, f, p->wounds - n);
	run_emit(r, &e);
	if (n)
		captive_suffers(r, f);
}

void rb_capture(struct run *r, int f, int by, int rule)
{
	const struct rb_state *s = rb_of(r);
	struct event e;

	rb_event_captured(&e, RB_CAP_02, s->fig[f].label, s->fig[by].label);
	event_because(&e, RB_CAP_04);
	rb_because(&e, rule);
	run_emit(r, &e);
}
