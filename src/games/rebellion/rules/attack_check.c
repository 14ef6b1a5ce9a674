/*
 * src/games/rebellion/rules/attack_check.c - checks attacks and healing before
 * any roll: attackers, targets, formations, lines of fire (RB sections 12 to
 * 15, 20).
 */
#include "games/rebellion/rules/action.h"
#include "games/rebellion/rules/attack.h"
#include "base/parse.h"

/* --- attackers and targets --------------------------------------------- */

static int32_t label_at(const struct rb_state *s, int f)
{
	return s->fig[f].label;
}

/* the dial it would attack with does not attack: RB-DAM-40, CV-UNIT-10 */
static bool attack_check_demoralized(const struct rb_state *s, int f, int dial,
				     struct refusal *no)
{
	if (!RULE(RB_DAM_40, rb_has(s, dial, RB_ABILITY_DEMORALIZED)))
		return false;
	rb_no1(no, RB_REFUSAL_DEMORALIZED,
	       s->fig[f].rider ? CV_UNIT_10 : RB_DAM_40, label_at(s, dial));
	return true;
}

bool rb_may_shoot(const struct rb_state *s, const struct rb_ground *b, int f,
		  int dial, struct refusal *no)
{
	int32_t me = label_at(s, f);

	if (attack_check_demoralized(s, f, dial, no))
		return false;
	if (RULE(RB_DAM_10, rb_has(s, dial, RB_ABILITY_BERSERK)))
		return rb_no1(no, RB_REFUSAL_BERSERK, RB_DAM_10,
			      label_at(s, dial));
	if (RULE(RB_CAP_06, s->fig[f].captive))
		return rb_no1(no, RB_REFUSAL_CONTROLS, RB_CAP_06, me);
	if (RULE(RB_RNG_01, rb_range(s, dial) <= 0))
		return rb_no1(no, RB_REFUSAL_NO_RANGE, RB_RNG_01,
			      label_at(s, dial));
	if (RULE(RB_RNG_01, rb_opponents_touching(s, b, f)))
		return rb_no1(no, RB_REFUSAL_IN_CONTACT, RB_RNG_01, me);
	return true;
}

bool rb_may_fight(const struct rb_state *s, int f, int dial, struct refusal *no)
{
	if (attack_check_demoralized(s, f, dial, no))
		return false;
	if (RULE(RB_CAP_06, s->fig[f].captive))
		return rb_no1(no, RB_REFUSAL_CONTROLS, RB_CAP_06,
			      label_at(s, f));
	return true;
}

/* cannot capture, cannot be captured: RB-CAP-03 */
static bool attack_check_wild(const struct rb_state *s, int f)
{
	return rb_has(s, f, RB_ABILITY_BERSERK) ||
	       rb_has(s, f, RB_ABILITY_BATTLE_FURY) ||
	       rb_has(s, f, RB_ABILITY_INVULNERABILITY);
}

static int wild_rule(const struct rb_state *s, int f)
{
	return rb_has(s, f, RB_ABILITY_BATTLE_FURY) ? RB_DAM_30 : RB_CAP_03;
}

static int count_tag(const struct decision *d, int tag)
{
	struct decision_arg a;
	int n = 0;

	for (int at = 0; decision_next(d, at, &a); at = a.next)
		n += a.tag == tag;
	return n;
}

static bool ability_check(const struct rb_state *s, int f, enum rb_ability a,
			  struct refusal *no)
{
	if (a == RB_NO_ABILITY || rb_has(s, f, a))
		return true;
	return rb_no_ability(no, RB_REFUSAL_HAS_NO_ABILITY,
			     rb_abilities[a].rule, label_at(s, f), a);
}

/* check 8: the figure may do this kind of thing */
static bool attacker_check(const struct rb_state *s, const struct rb_ground *b,
			   int f, struct rb_attack *a, struct refusal *no)
{
	if (a->ability != RB_ABILITY_WEAPON_MASTER &&
	    !ability_check(s, a->dial, a->ability, no))
		return false;
	if (a->kind == RB_RANGED)
		return rb_may_shoot(s, b, f, a->dial, no);
	if (!rb_may_fight(s, f, a->dial, no))
		return false;
	if (RULE(CV_UNIT_05, a->capture && rb_is_unit(s, f)))
		return rb_no(no, RB_REFUSAL_UNIT_CAPTURE, CV_UNIT_05);
	if (RULE(RB_CAP_03, a->capture && attack_check_wild(s, f)))
		return rb_no1(no, RB_REFUSAL_CANNOT_CAPTURE, wild_rule(s, f),
			      label_at(s, f));
	return true;
}

/* whom it may be meant for: friends are healed, opponents attacked */
static bool side_check(const struct rb_state *s, const struct rb_attack *a,
		       int t, struct refusal *no)
{
	int f = a->attacker;
	int32_t it = label_at(s, t);
	bool ranged = a->kind == RB_RANGED;

	if (a->heals && RULE(RB_TGT_02, rb_opposing(s, f, t)))
		return rb_no1(no, RB_REFUSAL_NOT_FRIENDLY, RB_TGT_02, it);
	if (!a->heals && RULE(RB_TGT_01, !rb_opposing(s, f, t)))
		return rb_no1(no, RB_REFUSAL_FRIENDLY, RB_TGT_01, it);
	if (RULE(RB_TGT_03, s->fig[t].captive_of))
		return rb_no1(no, RB_REFUSAL_IS_CAPTIVE, RB_TGT_03, it);
	if (RULE(RB_TGT_04, (ranged || a->capture) && s->fig[t].captive))
		return rb_no1(no, RB_REFUSAL_CONTROLS,
			      ranged ? RB_TGT_04 : RB_CAP_13, it);
	return true;
}

/* what the target is proof against: capture, magic, being healed */
static bool proof_check(const struct rb_state *s, const struct rb_attack *a,
			const struct rb_target *target, struct refusal *no)
{
	int t = target->fig, dial = target->dial;
	bool magic = a->ability == RB_ABILITY_BLAST ||
		     a->ability == RB_ABILITY_MAGIC_HEALING;

	if (RULE(CV_UNIT_05, a->capture && rb_is_unit(s, t)))
		return rb_no(no, RB_REFUSAL_UNIT_CAPTURE, CV_UNIT_05);
	if (RULE(RB_CAP_03, a->capture && attack_check_wild(s, t)))
		return rb_no1(no, RB_REFUSAL_NOT_CAPTURABLE, wild_rule(s, t),
			      label_at(s, t));
	if (RULE(RB_DEF_30, magic && rb_has(s, dial, RB_ABILITY_IMMUNITY)))
		return rb_no1(no, RB_REFUSAL_IMMUNE, RB_DEF_30,
			      label_at(s, dial));
	if (RULE(RB_DEF_70,
		 a->heals && rb_has(s, dial, RB_ABILITY_INVULNERABILITY)))
		return rb_no1(no, RB_REFUSAL_NOT_HEALABLE, RB_DEF_70,
			      label_at(s, dial));
	return true;
}

/* RB-R-34: neither healer nor target is in contact; for a ranged one the
 * healer's was looked at before */
static bool heal_check(const struct rb_state *s, const struct rb_ground *b,
		       const struct rb_attack *a, int t, struct refusal *no)
{
	int f = a->attacker;

	if (RULE(RB_ATK_10, rb_opponents_touching(s, b, f)))
		return rb_no1(no, RB_REFUSAL_IN_CONTACT, RB_ATK_10,
			      label_at(s, f));
	if (RULE(RB_ATK_10, rb_opponents_touching(s, b, t)))
		return rb_no1(no, RB_REFUSAL_IN_CONTACT,
			      a->kind == RB_RANGED ? RB_ATK_70 : RB_ATK_10,
			      label_at(s, t));
	return true;
}

/* check 9, one target */
static bool target_check(const struct rb_state *s, const struct rb_ground *b,
			 const struct rb_attack *a,
			 const struct rb_target *target, struct refusal *no)
{
	int f = a->attacker, t = target->fig;
	uint64_t friends;

	if (!side_check(s, a, t, no) || !proof_check(s, a, target, no))
		return false;
	if (a->heals)
		return heal_check(s, b, a, t, no);
	if (a->kind != RB_RANGED)
		return true;
	friends = rb_opponents_touching(s, b, t);
	for (; RULE(RB_TGT_06, friends != 0); friends &= friends - 1) {
		int g = rb_first(friends);

		if (!rb_opposing(s, f, g))
			return rb_no2(no, RB_REFUSAL_SCREENED, RB_TGT_06,
				      label_at(s, t), label_at(s, g));
	}
	return true;
}

/* how many targets such an attack may name */
static bool targets_count(const struct rb_state *s, const struct rb_attack *a,
			  int n, bool formation, struct refusal *no)
{
	if (!n)
		return rb_no(no, RB_REFUSAL_NO_TARGET, RB_TGT_01);
	if (a->kind == RB_RANGED && RULE(RB_FRNG_01, formation && n > 1))
		return rb_no(no, RB_REFUSAL_FORM_ONE_TARGET, RB_FRNG_01);
	if (n > 1 && (a->kind == RB_CLOSE || a->ability != RB_NO_ABILITY))
		return rb_no(no, RB_REFUSAL_ONE_TARGET,
			     a->kind == RB_CLOSE
				     ? RB_CLS_01
				     : rb_abilities[a->ability].rule);
	if (RULE(RB_RNG_05, n > s->def[a->dial].targets))
		return rb_no(no, RB_REFUSAL_TOO_MANY_TARGETS, RB_RNG_05);
	return true;
}

/* the next one that is named */
static bool target_add(const struct rb_state *s, struct rb_attack *a,
		       int32_t label, struct refusal *no)
{
	int t = rb_check_named(s, label, no);

	if (t < 0)
		return false;
	if (t == a->attacker)
		return rb_no(no, RB_REFUSAL_TARGETS_ITSELF, RB_TGT_01);
	for (int i = 0; i < a->n_targets; i++)
		if (RULE(RB_TGT_05, a->target[i].fig == t))
			return rb_no(no, RB_REFUSAL_SAME_TARGET, RB_TGT_05);
	if (a->n_targets == RB_MAX_ARROWS) /* a mutant's */
		return rb_no(no, RB_REFUSAL_TOO_MANY_TARGETS, RB_RNG_05);
	a->target[a->n_targets++] = (struct rb_target){ .fig = t };
	return true;
}

/* check 9: the targets that the order names; their dials go to said[] */
static bool targets_named(const struct rb_state *s, const struct decision *d,
			  struct rb_attack *a, int said[RB_MAX_ARROWS],
			  struct refusal *no)
{
	struct decision_arg arg;
	int next = -1;

	for (int at = 0; decision_next(d, at, &arg); at = arg.next) {
		if (arg.tag == RB_TAG_AGAINST) /* or before the first */
			*(a->n_targets ? &said[a->n_targets - 1] : &next) =
				arg.w[0];
		if (arg.tag != RB_TAG_TARGET)
			continue;
		if (!target_add(s, a, arg.w[0], no))
			return false;
		said[a->n_targets - 1] = next;
		next = -1;
	}
	return true;
}

static bool targets_read(const struct rb_state *s, const struct rb_ground *b,
			 const struct decision *d, struct rb_attack *a,
			 struct refusal *no)
{
	int n = count_tag(d, RB_TAG_TARGET), said[RB_MAX_ARROWS];
	bool formation = decision_has(d, RB_TAG_WITH);

	if (a->ability == RB_ABILITY_SWEEP)
		return (!n && !formation) ||
		       rb_no(no, RB_REFUSAL_WRONG_ATTACK, CV_BRG_09);
	if (a->ability == RB_ABILITY_SHOCKWAVE) {
		if (n)
			return rb_no(no, RB_REFUSAL_WAVE_TARGET, RB_ATK_50);
		if (RULE(RB_FRNG_06, formation))
			return rb_no(no, RB_REFUSAL_WAVE_FORMATION, RB_FRNG_06);
		return true;
	}
	if (!targets_count(s, a, n, formation, no) ||
	    !targets_named(s, d, a, said, no))
		return false;
	for (int i = 0; i < a->n_targets; i++)
		if (!rb_dial_named(s, a->target[i].fig, said[i],
				   &a->target[i].dial, no) ||
		    !target_check(s, b, a, &a->target[i], no))
			return false;
	return true;
}

/* --- check 10: formations ---------------------------------------------- */

/* linked by base contact to one group, RB-FORM-05 */
bool rb_grouped(const struct rb_state *s, const struct rb_ground *b,
		const int *fig, int n)
{
	uint64_t all = 0, reached, more;

	for (int i = 0; i < n; i++)
		all |= rb_bit(fig[i]);
	if (s->head.option[RB_OPTION_FORMATION_SPLIT]) {
		for (int i = 0; i < n; i++) {
			bool touches = false;

			for (int j = 0; j < n; j++)
				touches |=
					j != i &&
					ground_touch(&b->g, b->body_of[fig[i]],
						     b->body_of[fig[j]]);
			if (!touches)
				return false;
		}
		return true;
	}
	reached = rb_bit(fig[0]);
	do {
		more = 0;
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				if (reached & rb_bit(fig[i]) &&
				    !(reached & rb_bit(fig[j])) &&
				    ground_touch(&b->g, b->body_of[fig[i]],
						 b->body_of[fig[j]]))
					more |= rb_bit(fig[j]);
		reached |= more;
	} while (more);
	return reached == all;
}

static bool has_faction(const struct rb_state *s, int f, struct str faction)
{
	char room[4 * RB_KEY_WORDS];
	struct str rest =
		rb_text(s->def[f].faction, RB_KEY_WORDS, room, sizeof(room));
	struct str one;

	while (parse_field(&rest, '|', &one))
		if (str_equal(one, faction))
			return true;
	return false;
}

/* An elite Hero has two, "Heroes|Orc Raiders", and forms with its comrades of
 * either (DG-OUT-02). */
static bool one_faction(const struct rb_state *s, const int *fig, int n)
{
	char room[4 * RB_KEY_WORDS];
	struct str rest =
		rb_text(s->def[rb_dial(s, fig[0], RB_DIAL_RIDER)].faction,
			RB_KEY_WORDS, room, sizeof(room));
	struct str one;
	int have = 0;

	while (have < n && parse_field(&rest, '|', &one)) {
		have = 0;
		for (int i = 0; i < n; i++)
			have += has_faction(
				s, rb_dial(s, fig[i], RB_DIAL_RIDER), one);
	}
	return have == n;
}

bool rb_formation_check(const struct rb_state *s, const struct rb_ground *b,
			const int *fig, int n, bool grouped, struct refusal *no)
{
	char room[4 * RB_KEY_WORDS];
	int rule = rb_is_unit(s, fig[0]) ? CV_FORM_02 : RB_FORM_02;

	if (!rb_units_form(s, fig, n, no))
		return false;
	for (int i = 0; i < n; i++) {
		/* CV-FORM-02: of a unit the rider's counts */
		int who = rb_dial(s, fig[i], RB_DIAL_RIDER);
		struct str faction = rb_text(s->def[who].faction, RB_KEY_WORDS,
					     room, sizeof(room));

		/* no symbol, or its name where a set-up says it */
		if (RULE(RB_FORM_02,
			 !faction.len || str_is(faction, "Mage Spawn")))
			return rb_no(no, RB_REFUSAL_MAGE_SPAWN, rule);
	}
	if (RULE(RB_FORM_02, !one_faction(s, fig, n)))
		return rb_no(no, RB_REFUSAL_FORM_FACTIONS, rule);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++)
			if (RULE(RB_FORM_06,
				 ground_cliff(&b->g, s->fig[fig[i]].at,
					      s->fig[fig[j]].at) >= 0))
				return rb_no(no, RB_REFUSAL_FORM_ABRUPT,
					     RB_FORM_06);
	if (grouped && RULE(RB_FORM_05, !rb_grouped(s, b, fig, n)))
		return rb_no(no, RB_REFUSAL_FORM_APART, RB_FORM_05);
	return true;
}

/* the dial named after that place, before the next member; -1: none */
static int using_of(const struct decision *d, int at)
{
	struct decision_arg arg;

	for (; decision_next(d, at, &arg) && arg.tag != RB_TAG_WITH;
	     at = arg.next)
		if (arg.tag == RB_TAG_USING)
			return arg.w[0];
	return -1;
}

/* may so many join such an attack? */
static bool members_count(const struct rb_attack *a, int n, struct refusal *no)
{
	bool ranged = a->kind == RB_RANGED;

	if (ranged && RULE(RB_FRNG_06, a->ability == RB_ABILITY_FLAME))
		return rb_no(no, RB_REFUSAL_FORM_ONE_TARGET, RB_FRNG_06);
	if (a->heals)
		return rb_no(no,
			     ranged ? RB_REFUSAL_FORM_ONE_TARGET
				    : RB_REFUSAL_FORM_CLOSE_SIZE,
			     ranged ? RB_FRNG_06 : RB_FCLS_01);
	if (ranged && (RULE(RB_FRNG_01, n < 2 || n > 4) || n > RB_MAX_MEMBERS))
		return rb_no(no, RB_REFUSAL_FORM_RANGED_SIZE, RB_FRNG_01);
	if (!ranged && (RULE(RB_FCLS_01, n > 2) || n > RB_MAX_MEMBERS))
		return rb_no(no, RB_REFUSAL_FORM_CLOSE_SIZE, RB_FCLS_01);
	return true;
}

static bool is_member(const struct rb_attack *a, int f)
{
	if (f == a->attacker)
		return true;
	for (int i = 0; i < a->n_members; i++)
		if (a->member[i] == f)
			return true;
	return false;
}

/* RB-FORM-03: each must be allowed it; using: with which dial */
static bool member_add(const struct rb_state *s, const struct rb_ground *b,
		       struct rb_attack *a, int32_t label, int using,
		       struct refusal *no)
{
	/* after a question the plan is made again for a declared action */
	unsigned flags = s->fig[a->attacker].acted ? RB_CHECK_DECLARED : 0;
	int m = rb_find(s, label), dial;

	if (is_member(a, m >= 0 ? rb_body(s, m) : m))
		return rb_no(no, RB_REFUSAL_NAMED_TWICE, RB_FORM_01);
	m = rb_check_figure(s, rb_commander(s, a->attacker), label, flags, no);
	if (m < 0 || !rb_dial_named(s, m, using, &dial, no) ||
	    (a->kind == RB_RANGED ? !rb_may_shoot(s, b, m, dial, no)
				  : !rb_may_fight(s, m, dial, no))) {
		rb_no_member(no, label);
		no->rule = RB_FORM_03;
		return false;
	}
	a->member_dial[a->n_members] = dial;
	a->member[a->n_members++] = m;
	return true;
}

static bool members_read(const struct rb_state *s, const struct rb_ground *b,
			 const struct decision *d, struct rb_attack *a,
			 struct refusal *no)
{
	struct decision_arg arg;
	int n = count_tag(d, RB_TAG_WITH);
	bool ranged = a->kind == RB_RANGED;
	int fig[RB_MAX_MEMBERS + 1];

	if (!n)
		return true;
	if (!members_count(a, n, no))
		return false;
	fig[0] = a->attacker;
	for (int at = 0; decision_next(d, at, &arg); at = arg.next) {
		if (arg.tag != RB_TAG_WITH)
			continue;
		if (!member_add(s, b, a, arg.w[0], using_of(d, arg.next), no))
			return false;
		fig[a->n_members] = a->member[a->n_members - 1];
	}
	if (rb_formation_check(s, b, fig, a->n_members + 1, ranged, no))
		return true;
	if (no->reason == RB_REFUSAL_FORM_ABRUPT && !ranged)
		no->rule = RB_ABR_03;
	return false;
}

/* --- check 11: lines of fire ------------------------------------------- */

static const struct rb_doubt *attack_check_settled(const struct rb_state *s,
						   int firer, int target)
{
	for (int i = 0; i < s->n_doubts; i++)
		if (s->doubt[i].firer == label_at(s, firer) &&
		    s->doubt[i].target == label_at(s, target))
			return &s->doubt[i];
	return NULL;
}

static int32_t cause_label(const struct rb_state *s, const struct rb_ground *b,
			   const struct line_cause *c)
{
	if (c->index < 0)
		return 0;
	return c->why == LINE_BASE ? label_at(s, b->fig[c->index])
				   : s->terrain[c->index].label;
}

bool rb_line_refuse(const struct rb_state *s, const struct rb_ground *b,
		    const struct line *line, struct refusal *no)
{
	switch (line->block.why) {
	case LINE_NOT_IN_ARC:
		return rb_no(no, RB_REFUSAL_NOT_IN_ARC, RB_LOF_02);
	case LINE_OUT_OF_RANGE:
		return rb_no2(no, RB_REFUSAL_OUT_OF_RANGE, RB_LOF_02,
			      line->length, line->range);
	case LINE_BASE:
		return rb_no1(no, RB_REFUSAL_BLOCKED, RB_LOF_03,
			      cause_label(s, b, &line->block));
	case LINE_TERRAIN:
		return rb_no1(no, RB_REFUSAL_BLOCKED,
			      s->feature[line->block.index].kind ==
					      FEATURE_ELEVATED
				      ? RB_ELV_03
				      : RB_BLK_01,
			      cause_label(s, b, &line->block));
	default: return rb_no(no, RB_REFUSAL_STEALTH, RB_SPD_50);
	}
}

void rb_line_ask(const struct rb_state *s, const struct rb_ground *b, int f,
		 int t, enum rb_ability ability, struct line *line)
{
	int body = rb_body(s, f);

	bool wave = ability == RB_ABILITY_SHOCKWAVE;
	struct line_query q = {
		.firer = b->body_of[f],
		.target = b->body_of[t],
		/* CV-ACT-05: of a unit the mount's dot and front arc */
		.facing = s->fig[body].facing,
		.arc = s->def[body].arc,
		.range = rb_range(s, f) * (wave ? 50 : 100),
	};

	if (q.range < 0)
		q.range = 0;
	if (wave)
		q.flags |= LINE_ANY_ARC | LINE_NO_BASES;
	if (RULE(RB_ATK_30, ability == RB_ABILITY_BLAST))
		q.flags |= LINE_NO_OBSTACLES;
	else if (RULE(RB_SPD_50, rb_has(s, t, RB_ABILITY_STEALTH)))
		q.flags |=
			LINE_STEALTH | (s->head.option[RB_OPTION_STEALTH_EDGE]
						? LINE_STEALTH_EDGE
						: 0);
	if (RULE(CV_SUB_03, rb_natures_ally(s, f)))
		q.flags |= LINE_NO_HINDERING;
	line_check(&b->g, &q, line);
}

static void doubt_add(const struct rb_state *s, const struct rb_ground *b,
		      struct rb_attack *a, int f, int t,
		      const struct line *line)
{
	int n = 0;

	if (a->n_doubts == RB_MAX_FIGS)
		return;
	for (int i = 0; i < a->n_doubts; i++) /* its other dial's */
		if (a->doubt[i].firer == f && a->doubt[i].target == t)
			return;
	a->doubt[a->n_doubts].firer = f;
	a->doubt[a->n_doubts].target = t;
	for (int i = 0; i < line->n_causes && n < RB_MAX_DOUBT_CAUSES; i++)
		a->doubt[a->n_doubts].label[n++] =
			cause_label(s, b, &line->causes[i]);
	a->doubt[a->n_doubts++].n = n;
}

/* One line of an attack, from dial to dial. */
struct shot {
	int from, to;
	enum rb_ability ability; /* as the one who fires along it uses it */
};

static bool line_needed(const struct rb_state *s, const struct rb_ground *b,
			struct rb_attack *a, struct shot shot,
			struct line *line, struct refusal *no)
{
	int f = rb_body(s, shot.from), t = rb_body(s, shot.to);
	const struct rb_doubt *was;

	rb_line_ask(s, b, shot.from, shot.to, shot.ability, line);
	if (line->verdict == LINE_BLOCKED)
		return rb_line_refuse(s, b, line, no);
	if (line->verdict == LINE_CLEAR)
		return true;
	was = attack_check_settled(s, f, t);
	if (was && !was->ok)
		return rb_no2(no, RB_REFUSAL_NOT_BY_DIE, RB_LOF_08,
			      label_at(s, f), label_at(s, t));
	if (!was)
		doubt_add(s, b, a, f, t, line);
	return true;
}

/* an area effect reaches both dials of a unit: CV-TGT-03, CV-BRG-08 */
static bool both_dials(const struct rb_state *s, int t)
{
	return rb_is_unit(s, t) &&
	       RULE(CV_TGT_03, !s->head.option[RB_OPTION_CV_AREA]);
}

/* one more target by its body: its dials, the rider's first */
static void area_add(const struct rb_state *s, struct rb_attack *a,
		     struct rb_target t)
{
	t.dial = rb_dial(s, t.fig, a->against);
	if (both_dials(s, t.fig)) {
		t.area = true;
		t.dial = rb_rider(s, t.fig);
		a->target[a->n_targets++] = t;
		t.dial = t.fig;
	}
	a->target[a->n_targets++] = t;
}

/* one dial, if the wave comes to it: Stealth hides its own dial, CV-UNIT-09 */
static void wave_dial(const struct rb_state *s, const struct rb_ground *b,
		      struct rb_attack *a, int dial, bool area)
{
	struct refusal out;
	struct line line;

	if (!line_needed(s, b, a, (struct shot){ a->dial, dial, a->ability },
			 &line, &out))
		return;
	a->target[a->n_targets++] = (struct rb_target){
		.fig = rb_body(s, dial),
		.dial = dial,
		.area = area,
		.doubtful = line.verdict == LINE_DOUBTFUL,
		.hindering = RULE(RB_HIN_04, line.hindering),
		.hindered_by = line.hindered_by,
		.height = RULE(RB_ELV_07, line.height),
	};
}

/* RB-ATK-50: everybody within reach, in any direction */
static bool wave_targets(const struct rb_state *s, const struct rb_ground *b,
			 struct rb_attack *a, struct refusal *no)
{
	for (int t = 0; t < s->n_figs; t++) {
		bool both;

		if (t == a->attacker || !rb_is_free(s, t))
			continue;
		both = both_dials(s, t);
		if (both)
			wave_dial(s, b, a, rb_rider(s, t), true);
		wave_dial(s, b, a, both ? t : rb_dial(s, t, a->against), both);
	}
	if (RULE(RB_ATK_52, !a->n_targets))
		return rb_no(no, RB_REFUSAL_NONE_IN_REACH, RB_ATK_52);
	return true;
}

static void flame_targets(const struct rb_state *s, const struct rb_ground *b,
			  struct rb_attack *a)
{
	int f = a->target[0].fig;
	struct rb_target first = a->target[0];
	uint64_t near =
		RULE_VALUE(RB_ATK_40, ground_touching(&b->g, b->body_of[f]));

	if (both_dials(s, f)) {
		a->n_targets = 0;
		area_add(s, a, first);
	}
	for (int g = 0; g < s->n_figs; g++)
		if (g != a->attacker && rb_is_free(s, g) &&
		    near & rb_bit(b->body_of[g]))
			area_add(
				s, a,
				(struct rb_target){ .fig = g, .spread = true });
}

static bool ranged_lines(const struct rb_state *s, const struct rb_ground *b,
			 struct rb_attack *a, struct refusal *no)
{
	struct line line;

	if (a->ability == RB_ABILITY_SHOCKWAVE)
		return wave_targets(s, b, a, no);
	for (int i = 0; i < a->n_targets; i++) {
		struct rb_target *t = &a->target[i];

		if (!line_needed(s, b, a,
				 (struct shot){ a->dial, t->dial, a->ability },
				 &line, no))
			return false;
		t->hindering = RULE(RB_HIN_04, line.hindering);
		t->hindered_by = line.hindered_by;
		t->height = RULE(RB_ELV_07, line.height);
	}
	for (int i = 0; i < a->n_members; i++) {
		struct shot shot = { a->member_dial[i], a->target[0].dial,
				     RB_NO_ABILITY };

		if (RULE(RB_FRNG_02, !line_needed(s, b, a, shot, &line, no))) {
			rb_no_member(no, label_at(s, a->member[i]));
			no->rule = RB_FRNG_02;
			return false;
		}
	}
	if (a->ability == RB_ABILITY_FLAME)
		flame_targets(s, b, a);
	return true;
}

/* RB-CLS-01: its front arc touches the target */
static bool close_reach(const struct rb_state *s, const struct rb_ground *b,
			const struct rb_attack *a, int f, int t,
			struct refusal *no)
{
	int bf = b->body_of[f], bt = b->body_of[t];
	bool touch = ground_touch(&b->g, bf, bt);

	/* no figure is captured across it, but others may help (RB-FCLS-03) */
	if (!touch && (!a->capture || f != a->attacker))
		touch = RULE(RB_WALL_05, ground_wall(&b->g, bf, bt) >= 0);
	if (!touch)
		return rb_no2(no, RB_REFUSAL_NOT_TOUCHING, RB_CLS_01,
			      label_at(s, f), label_at(s, t));
	if (RULE(RB_ABR_02,
		 ground_cliff(&b->g, s->fig[f].at, s->fig[t].at) >= 0))
		return rb_no(no, RB_REFUSAL_CLOSE_ABRUPT, RB_ABR_02);
	if (RULE(RB_CLS_01, !rb_fronts(s, b, f, s->fig[f].facing, t)))
		return rb_no(no, RB_REFUSAL_NOT_IN_ARC, RB_CLS_01);
	return true;
}

/* lower than its target, on the hill of the target: RB-ELV-09 */
static bool attack_check_below(const struct rb_state *s,
			       const struct rb_ground *b, int f, int t)
{
	return RULE(RB_ELV_09, ground_hill(&b->g, s->fig[t].at) >= 0 &&
				       ground_hill(&b->g, s->fig[f].at) < 0);
}

/* CV-BRG-09: all opponents that its front arc touches */
static bool sweep_targets(const struct rb_state *s, const struct rb_ground *b,
			  struct rb_attack *a, struct refusal *no)
{
	int f = a->attacker;
	uint64_t set = rb_opponents_touching(s, b, f);

	for (; set; set &= set - 1) {
		struct rb_target t = { .fig = rb_first(set) };
		struct refusal out;

		if (!close_reach(s, b, a, f, t.fig, &out))
			continue;
		t.dial = rb_dial(s, t.fig, a->against);
		t.rear = !rb_fronts(s, b, t.fig, s->fig[t.fig].facing, f);
		t.height = attack_check_below(s, b, f, t.fig);
		a->target[a->n_targets++] = t;
	}
	return a->n_targets || rb_no(no, RB_REFUSAL_NONE_IN_REACH, CV_BRG_09);
}

static bool close_lines(const struct rb_state *s, const struct rb_ground *b,
			struct rb_attack *a, struct refusal *no)
{
	int t = a->target[0].fig;

	if (a->ability == RB_ABILITY_SWEEP)
		return sweep_targets(s, b, a, no);
	if (!close_reach(s, b, a, a->attacker, t, no))
		return false;
	a->rear = !rb_fronts(s, b, t, s->fig[t].facing, a->attacker);
	for (int i = 0; i < a->n_members; i++) {
		if (!close_reach(s, b, a, a->member[i], t, no)) {
			rb_no_member(no, label_at(s, a->member[i]));
			no->rule = RB_FCLS_01;
			return false;
		}
		a->rear |= !rb_fronts(s, b, t, s->fig[t].facing, a->member[i]);
	}
	a->target[0].height = attack_check_below(s, b, a->attacker, t);
	return true;
}

bool rb_impales(const struct rb_state *s, const struct rb_attack *a)
{
	return a->dial != a->attacker &&
	       rb_is_proficient(s, a->attacker, RB_PROF_IMPALE);
}

/* CV-ACT-03, 04: the dial that the order uses */
static bool dial_read(const struct rb_state *s, int f, const struct decision *d,
		      int *dial, struct refusal *no)
{
	bool moves = d->kind == RB_ORDER_MOVE || d->kind == RB_ORDER_TURN;
	int said = using_of(d, 0);

	if (!RULE(CV_ACT_03, moves && rb_is_unit(s, f)))
		return rb_dial_named(s, f, said, dial, no);
	*dial = f;
	if (said == RB_DIAL_RIDER)
		return rb_no_text(no, RB_REFUSAL_MOUNT_DIAL, CV_ACT_03, NULL, 0,
				  STR("A move action"));
	return true;
}

/* --- all checks together ----------------------------------------------- */

bool rb_attack_ready(const struct rb_state *s, const struct rb_ground *b,
		     const struct decision *d, struct rb_attack_as as,
		     struct rb_attack *a, struct refusal *no)
{
	int f = as.f;
	bool shoot = as.shoot, heal = as.heal;
	static const enum rb_ability used[] = {
		[RB_USE_PLAIN] = RB_NO_ABILITY,
		[RB_USE_BLAST] = RB_ABILITY_BLAST,
		[RB_USE_FLAME] = RB_ABILITY_FLAME,
		[RB_USE_WAVE] = RB_ABILITY_SHOCKWAVE,
	};
	int use = decision_int(d, RB_TAG_USE, RB_USE_PLAIN);
	bool sweep = !shoot && !heal && decision_int(d, RB_TAG_SWEEP, 0);

	a->attacker = f;
	a->against =
		(enum rb_dial)decision_int(d, RB_TAG_AGAINST, RB_DIAL_RIDER);
	if (!dial_read(s, f, d, &a->dial, no))
		return false;
	a->kind = shoot ? RB_RANGED : RB_CLOSE;
	a->heals = heal;
	a->capture =
		!shoot && !heal && !sweep && decision_int(d, RB_TAG_CAPTURE, 0);
	a->plain = decision_int(d, RB_TAG_PLAIN, 0) != 0;
	a->by_value = !shoot && decision_int(d, RB_TAG_HEAL_BY, RB_HEAL_DIE) ==
					RB_HEAL_VALUE;
	memset(a->granted, 0, sizeof(a->granted));
	a->ability = RB_NO_ABILITY;
	if (heal)
		a->ability =
			shoot ? RB_ABILITY_MAGIC_HEALING : RB_ABILITY_HEALING;
	else if (shoot)
		a->ability = used[use];
	else if (sweep)
		a->ability = RB_ABILITY_SWEEP;
	else if (RULE(RB_ATK_20,
		      !a->plain && !a->capture &&
			      rb_has(s, a->dial, RB_ABILITY_WEAPON_MASTER)) &&
		 !RULE(CV_PROF_02, rb_impales(s, a)))
		a->ability = RB_ABILITY_WEAPON_MASTER;
	return attacker_check(s, b, f, a, no);
}

bool rb_attack_aim(const struct rb_state *s, const struct rb_ground *b,
		   const struct decision *d, struct rb_attack *a,
		   struct refusal *no)
{
	a->n_members = a->n_targets = a->n_doubts = 0;
	a->rear = false;
	/* Weapon Master names no other kind of attack */
	return targets_read(s, b, d, a, no) && members_read(s, b, d, a, no) &&
	       (a->kind == RB_RANGED ? ranged_lines(s, b, a, no)
				     : close_lines(s, b, a, no));
}

bool rb_attack_plan(const struct rb_state *s, const struct rb_ground *b,
		    const struct decision *d, struct rb_attack_as as,
		    struct rb_attack *a, struct refusal *no)
{
	return rb_attack_ready(s, b, d, as, a, no) &&
	       rb_attack_aim(s, b, d, a, no);
}

bool rb_attack_roll_lines(struct run *r, struct rb_attack *a,
			  struct refusal *no)
{
	const struct rb_state *s = rb_of(r);

	for (int i = 0; i < a->n_doubts; i++) {
		int f = a->doubt[i].firer, t = a->doubt[i].target;
		int die = rb_roll(r);
		bool ok = die > 3;
		struct event e;
		int kept = 0;

		if (r->unknown)
			return true;
		event_start(&e, RB_EV_DOUBT, RB_LOF_07);
		event_because(&e, RB_ETQ_04);
		event_because(&e, RB_LOF_05);
		event_put(&e, RB_EV_DOUBT_FIRER, label_at(s, f));
		event_put(&e, RB_EV_DOUBT_TARGET, label_at(s, t));
		event_put_ints(&e, RB_EV_DOUBT_CAUSES, a->doubt[i].label,
			       a->doubt[i].n);
		event_put(&e, RB_EV_DOUBT_DIE, die);
		event_put(&e, RB_EV_DOUBT_OK, ok);
		run_emit(r, &e);
		if (ok)
			continue;
		if (a->ability != RB_ABILITY_SHOCKWAVE)
			return rb_no2(no, RB_REFUSAL_NOT_BY_DIE, RB_LOF_07,
				      label_at(s, f), label_at(s, t));
		for (int k = 0; k < a->n_targets; k++)
			if (a->target[k].fig != t || !a->target[k].doubtful)
				a->target[kept++] = a->target[k];
		a->n_targets = kept;
	}
	if (a->ability == RB_ABILITY_SHOCKWAVE && !a->n_targets)
		return rb_no(no, RB_REFUSAL_NONE_IN_REACH, RB_ATK_52);
	return true;
}
