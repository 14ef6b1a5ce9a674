/*
 * src/games/rebellion/rules/cavalry_army.c - pairs of rider and mount, armies
 * in which every mount has a rider, and their deployment (CV sections 5 and
 * 12).
 */
#include "games/rebellion/rules/turn.h"

/* What a card says of riding, of a figure or of an army list. */
struct rideable {
	struct rb_saddlery c;
	char room[4 * RB_KEY_WORDS + 1];
	struct str key;
};

/* --- which rider fits which mount -------------------------------------- */

/* CV-DARK-01: 121a rides 121b, of the same set */
static bool numbers_match(const struct rideable *r, const struct rideable *m)
{
	size_t n = r->key.len;

	return n && n == m->key.len && !memcmp(r->key.s, m->key.s, n - 1) &&
	       r->key.s[n - 1] == 'a' && m->key.s[n - 1] == 'b';
}

static enum rb_refusal cavalry_army_misfit(const struct rideable *r,
					   const struct rideable *m, int *rule)
{
	bool dark = r->c.subfaction == RB_DARK_RIDERS ||
		    m->c.subfaction == RB_DARK_RIDERS;

	*rule = CV_DARK_01;
	if (RULE(CV_DARK_01, dark))
		return numbers_match(r, m) ? RB_REFUSAL_NONE
					   : RB_REFUSAL_NUMBERS_DIFFER;
	*rule = CV_UNIT_01;
	return !RULE(CV_UNIT_01, !(r->c.rides & 1 << m->c.mount))
		       ? RB_REFUSAL_NONE
		       : RB_REFUSAL_SYMBOLS_DIFFER;
}

static void of_figure(const struct rb_state *s, int f, struct rideable *out)
{
	out->c = s->def[f].cavalry;
	out->key = rb_text(s->def[f].key, RB_KEY_WORDS, out->room,
			   sizeof(out->room));
}

static bool can_ride(const struct rb_saddlery *c)
{
	return c->rides || (c->subfaction == RB_DARK_RIDERS && !c->mount);
}

bool rb_may_ride(const struct rb_state *s, int rider, int mount,
		 struct refusal *no)
{
	struct rideable r, m;
	enum rb_refusal why;
	int rule;

	of_figure(s, rider, &r);
	of_figure(s, mount, &m);
	if (!m.c.mount)
		return rb_no1(no, RB_REFUSAL_NOT_A_MOUNT, CV_MNT_01,
			      s->fig[mount].label);
	if (RULE(CV_RID_01, r.c.mount || !can_ride(&r.c)))
		return rb_no1(no, RB_REFUSAL_CANNOT_RIDE, CV_RID_01,
			      s->fig[rider].label);
	why = cavalry_army_misfit(&r, &m, &rule);
	return !why || rb_no(no, why, rule);
}

/* --- a rider for every mount ------------------------------------------- */

static void of_card(const struct event *card, struct rideable *out)
{
	int n;
	const int32_t *w = event_words(card, RB_EV_FIGURE_DEFINED_CAVALRY, &n);

	memset(&out->c, 0, sizeof(out->c));
	if (n == RB_SADDLERY_WORDS)
		memcpy(&out->c, w, sizeof(out->c));
	w = event_words(card, RB_EV_FIGURE_DEFINED_KEY, &n);
	out->key = text_unpack(w, n, out->room, sizeof(out->room));
}

/* The mounts and riders to be paired. */
struct stable {
	int n_mounts, n_riders;
	struct rideable mount[RB_MAX_FIGS], rider[RB_MAX_FIGS];
	int mount_of[RB_MAX_FIGS]; /* of each rider, or -1 */
};

/* where the next one is to be read, and kept if it is anything */
static struct rideable *stable_next(struct stable *t, bool mount)
{
	return mount ? &t->mount[t->n_mounts++] : &t->rider[t->n_riders++];
}

/* find a rider for mount m, moving others if need be */
static bool cavalry_army_saddle(struct stable *t, int m, uint64_t *tried)
{
	for (int r = 0; r < t->n_riders; r++) {
		int rule;

		if (*tried & rb_bit(r) ||
		    cavalry_army_misfit(&t->rider[r], &t->mount[m], &rule))
			continue;
		*tried |= rb_bit(r);
		if (t->mount_of[r] >= 0 &&
		    !cavalry_army_saddle(t, t->mount_of[r], tried))
			continue;
		t->mount_of[r] = m;
		return true;
	}
	return false;
}

static bool all_saddled(struct stable *t)
{
	for (int r = 0; r < t->n_riders; r++)
		t->mount_of[r] = -1;
	for (int m = 0; m < t->n_mounts; m++) {
		uint64_t tried = 0;

		if (!cavalry_army_saddle(t, m, &tried))
			return false;
	}
	return true;
}

bool rb_army_rides(const struct run *r, const struct decision *d,
		   struct refusal *no)
{
	struct stable t = { .n_mounts = 0 };
	struct decision_arg a;
	struct rideable x;
	struct event card;

	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		if (a.tag != RB_TAG_KEY || !rb_card_of(r, &a, &card, no))
			continue;
		of_card(&card, &x);
		if (x.c.mount || can_ride(&x.c))
			of_card(&card, stable_next(&t, x.c.mount));
	}
	return !RULE(CV_UNIT_02, !all_saddled(&t)) ||
	       rb_no(no, RB_REFUSAL_MOUNT_ALONE, CV_UNIT_02);
}

/* the mounts that a seat still has in reserve, but for one unit or rider */
static bool reserve_rides(const struct rb_state *s, int seat, int body,
			  int rider)
{
	struct stable t = { .n_mounts = 0 };

	for (int f = 0; f < s->n_figs; f++) {
		const struct rb_saddlery *c = &s->def[f].cavalry;

		if (s->fig[f].owner != seat || f == body || f == rider ||
		    s->fig[f].status != RB_RESERVE || s->fig[f].on ||
		    s->fig[f].rider || (!c->mount && !can_ride(c)))
			continue;
		of_figure(s, f, stable_next(&t, c->mount));
	}
	return all_saddled(&t);
}

/* --- cards ------------------------------------------------------------- */

static bool ability_allowed(const struct rb_state *s, int a)
{
	bool cavalry = s->head.option[RB_OPTION_CAVALRY];

	if (rb_abilities[a].defined ||
	    s->head.option[RB_OPTION_UNKNOWN_ABILITIES])
		return true;
	if (a == RB_ABILITY_VENOM || a == RB_ABILITY_SWEEP)
		return cavalry &&
		       RULE(CV_BRG_09,
			    !s->head.option[RB_OPTION_CV_LATER_ABILITIES]);
	if (a == RB_ABILITY_STRONG_FLYER || a == RB_ABILITY_BOMBARDMENT)
		return cavalry &&
		       RULE(CV_BRG_05, !s->head.option[RB_OPTION_CV_RESERVED]);
	return false;
}

bool rb_card_check(const struct rb_state *s, const struct event *card,
		   struct refusal *no)
{
	static const enum rb_proficiency reserved[] = { RB_PROF_SURGE,
							RB_PROF_DOUBLE_TIME };
	struct rideable x;
	int n;
	const int32_t *w = event_words(card, RB_EV_FIGURE_DEFINED_DIAL, &n);

	of_card(card, &x);
	if (RULE(CV_GEN_01, x.c.mount && !s->head.option[RB_OPTION_CAVALRY]))
		return rb_no(no, RB_REFUSAL_NO_CAVALRY, CV_GEN_01);
	for (int i = 0; i < n; i++) {
		int a = w[i];

		if (i % RB_CLICK_WORDS < N_RB_SLOTS || a <= 0 ||
		    a >= N_RB_ABILITIES || ability_allowed(s, a))
			continue;
		return rb_no_ability(no, RB_REFUSAL_UNKNOWN_ABILITY,
				     rb_abilities[a].rule, 0, a);
	}
	for (size_t i = 0; i < ARRAY_LEN(reserved); i++)
		if (x.c.proficiencies & 1 << reserved[i] &&
		    RULE(CV_BRG_05, s->head.option[RB_OPTION_CV_RESERVED]))
			return rb_no_text(
				no, RB_REFUSAL_UNKNOWN_ABILITY, CV_BRG_05, NULL,
				0, str_of(rb_proficiencies[reserved[i]].name));
	return true;
}

bool rb_card_of(const struct run *r, const struct decision_arg *arg,
		struct event *card, struct refusal *no)
{
	char room[EVENT_TEXT_ROOM];
	struct str key = text_unpack(arg->w, arg->n, room, sizeof(room));

	if (r->catalog && r->catalog->define(r->catalog->source, key, card) &&
	    card->kind == RB_EV_FIGURE_DEFINED)
		return rb_card_check(rb_of(r), card, no);
	return rb_no_text(no, RB_REFUSAL_UNKNOWN_KEY, RB_ARMY_02, NULL, 0, key);
}

/* --- DEPLOY ------------------------------------------------------------ */

static int in_reserve(const struct rb_state *s, int seat, int32_t label,
		      struct refusal *no)
{
	int f = rb_find(s, label);

	if (f < 0)
		rb_no1(no, RB_REFUSAL_NO_FIGURE, RB_ACT_08, label);
	else if (s->fig[f].owner != seat)
		rb_no1(no, RB_REFUSAL_NOT_YOURS, RB_ACT_08, label);
	else if (s->fig[f].status != RB_RESERVE)
		rb_no1(no, RB_REFUSAL_DEPLOYED, RB_SETUP_07, label);
	else
		return f;
	return -1;
}

int rb_deployed(const struct rb_state *s, int seat, const struct decision *d,
		int *rider, struct refusal *no)
{
	int f = in_reserve(s, seat, decision_int(d, RB_TAG_FIG, 0), no);
	int32_t on = decision_int(d, RB_TAG_ON, 0);
	int body;

	*rider = -1;
	if (f < 0)
		return -1;
	body = on ? in_reserve(s, seat, on, no) : rb_body(s, f);
	if (body < 0)
		return -1;
	if (on && rb_is_mount(s, f) && !rb_is_mount(s, body)) {
		int swap = f; /* A5+A1 is A1+A5 */

		f = body;
		body = swap;
	}
	if (on && f != body && s->fig[f].on != s->fig[body].label) {
		if (s->fig[f].on || s->fig[body].rider) {
			rb_no2(no, RB_REFUSAL_RIDES_ANOTHER, CV_UNIT_01,
			       s->fig[f].label, s->fig[body].label);
			return -1;
		}
		if (!rb_may_ride(s, f, body, no))
			return -1;
		*rider = f;
	}
	if (RULE(CV_UNIT_02,
		 rb_is_mount(s, body) && !s->fig[body].rider && *rider < 0) ||
	    RULE(CV_UNIT_02, !reserve_rides(s, seat, body, *rider))) {
		rb_no(no, RB_REFUSAL_MOUNT_ALONE, CV_UNIT_02);
		return -1;
	}
	return body;
}

void rb_unit_emit(struct run *r, int rider, int mount)
{
	const struct rb_state *s = rb_of(r);
	bool dark = s->def[mount].cavalry.subfaction == RB_DARK_RIDERS;
	struct event e;

	rb_event_unit_formed(&e, CV_UNIT_01, s->fig[rider].label,
			     s->fig[mount].label);
	event_because(&e, CV_UNIT_02);
	event_because(&e, dark ? CV_DARK_01 : CV_RID_01);
	run_emit(r, &e);
}
