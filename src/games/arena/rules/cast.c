/* src/games/arena/rules/cast.c - casts spells, steps K1 to K4 (AR section 8) */
#include "games/arena/rules/spell_clause.h"
#include "games/arena/rules/play.h"

/* --- costs ------------------------------------------------------------------
 */

static int32_t full_cost(const struct ar_state *s, int32_t ench, int32_t host)
{
	const struct ar_obj *o = ar_obj(s, ench);

	/* AR-ENCH-08 */
	return o ? 2 + ar_reveal_cost(s, o, host ? host : o->host) : 0;
}

static int32_t purify_cost(const struct ar_state *s, const struct ar_cast *c)
{
	const struct ar_obj *t = ar_obj(s, c->target);
	int32_t sum = 0;

	for (int i = 0; i < c->n_remove; i++)
		if (c->remove[i] >= 16)
			sum += full_cost(s, c->remove[i] - 16, 0);
		else if (t)
			sum += ar_removal_cost(s, t,
					       (enum ar_cond)c->remove[i]);
	return sum;
}

static int32_t item_cost(const struct ar_state *s, const struct ar_cast *c)
{
	const struct ar_obj *item = ar_obj(s, c->item);

	return item ? ar_card_of(s, item)->cost : 0;
}

static int32_t teleport_cost(const struct ar_state *s, const struct ar_cast *c)
{
	const struct ar_obj *t = ar_obj(s, c->target);
	int32_t from = t ? ar_zone_of(s, t) : 0;
	int d = from && ar_is_zone(s, c->to) ? ar_distance(from, c->to) : 0;

	return d > 1 ? 3 * d : 3;
}

static int32_t sleep_cost(int level)
{
	static const int by_level[] = { 4, 4, 5, 6, 8, 10, 12 };

	return level > 6 ? 12 + 2 * (level - 6) : by_level[level];
}

static int32_t x_cost(const struct ar_state *s, const struct ar_cast *c)
{
	const struct ar_obj *t = ar_obj(s, c->target);
	int level = t ? (int)ar_card_of(s, t)->level : 0;

	switch (s->card[c->card].cost_x) {
	case AR_X_DISPEL: return full_cost(s, c->target, 0);
	case AR_X_ITEM: return item_cost(s, c);
	case AR_X_ITEM_6: return 6 + item_cost(s, c);
	case AR_X_PURIFY: return purify_cost(s, c);
	case AR_X_RAISE: return s->card[c->item].cost + s->card[c->item].level;
	case AR_X_LEVEL: return level;
	case AR_X_SHIFT: return t && t->hidden ? 1 : level;
	case AR_X_SLEEP: return sleep_cost(level);
	case AR_X_STEAL:
		return full_cost(s, c->target, 0) +
		       full_cost(s, c->target, c->to);
	case AR_X_TELEPORT: return teleport_cost(s, c);
	default: return 0;
	}
}

int32_t ar_cost(const struct ar_state *s, const struct ar_cast *c)
{
	const struct ar_card *card = &s->card[c->card];
	int32_t cost;

	if (c->clause) {
		struct ar_clause use;

		ar_clause_at(s, (int)c->card, (int)c->clause - 1, &use);
		if (use.pay == -3)
			return purify_cost(s, c);
		if (RULE(AR_RUL_14, s->head.option[AR_OPTION_ERRATA_MAGES] &&
					    card->class == AR_WIZARD))
			return use.pay + 1; /* Arcane Zap */
		return use.pay == -1 ? c->x : use.pay > 0 ? use.pay : 0;
	}
	cost = card->cost_x ? RULE_VALUE(AR_CAST_09, x_cost(s, c)) : card->cost;
	if (c->extend[0])
		cost += RULE_VALUE(AR_WALL_10, card->cost + card->level);
	if (c->extra)
		cost += 3; /* Force Push .1 */
	if (cost > 0 && c->cheaper)
		cost--;
	return cost;
}

int32_t ar_cost_now(const struct ar_state *s, struct ar_cast *c)
{
	c->cheaper = 0;
	if (!c->clause && ar_cost(s, c) > 0)
		c->cheaper = ar_cast_discount(s, (int)c->seat, c->caster,
					      (int)c->card, c->target);
	return ar_cost(s, c);
}

/* mana at hand: its own first, the rest from the pool (AR-CAST-07) */
static int32_t at_hand(const struct ar_state *s, const struct ar_cast *c)
{
	const struct ar_obj *o = ar_obj(s, c->caster);
	int32_t own = o && ar_kind(s, o) != AR_MAGE ? o->mana : 0;

	return own + s->player[c->seat].mana;
}

/* --- K1: AR-CAST-03 ----------------------------------------------------------
 */

static bool is_planned(const struct ar_state *s, const struct ar_cast *c)
{
	const struct ar_player *p = &s->player[c->seat];
	const struct ar_obj *o = ar_obj(s, c->caster);
	const struct ar_obj *item = ar_obj(s, c->source);

	if (c->bound)
		return item && item->bound == c->card;
	if (c->caster == p->mage)
		return p->planned[0] == c->card || p->planned[1] == c->card;
	return o && o->planned == c->card;
}

static bool cast_available(const struct ar_work *w, const struct ar_cast *c,
			   struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, c->caster);

	if (c->clause)
		return true;
	if (RULE(AR_RND_11, !is_planned(s, c)))
		return ar_no(no, AR_REFUSAL_NOT_PLANNED, AR_RND_11, c->card);
	if (ar_kind(s, o) == AR_MAGE)
		return true;
	if (RULE(AR_FAM_02, ar_card_is(s, (int)c->card, AR_CARD_MAGECAST)))
		return ar_no(no, AR_REFUSAL_WRONG_SPELL, AR_FAM_02, c->caster);
	return true;
}

static bool is_full(const struct ar_state *s, const struct ar_cast *c)
{
	if (c->clause) {
		struct ar_clause use;

		ar_clause_at(s, (int)c->card, (int)c->clause - 1, &use);
		return use.use == AR_USE_FULLSPELL;
	}
	return ar_card_is(s, (int)c->card, AR_CARD_FULL);
}

static bool by_action(const struct ar_work *w, const struct ar_cast *c,
		      struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, c->caster);
	bool full = is_full(s, c), quick_now = !full;

	if (full && RULE(AR_MAGE_10, ar_may_quick(s, o, (int)c->card)))
		quick_now = true;
	switch (c->by) {
	case AR_BY_DEPLOY: return true;
	case AR_BY_QUICKCAST: /* AR-QC-01: who orders it has one left */
		if (RULE(AR_QC_02, !quick_now))
			return ar_no(no, AR_REFUSAL_FULL_SPELL, AR_QC_02,
				     c->card);
		break;
	case AR_BY_QUICK: /* AR-CAST-17: see ar_read_cast */
		if (!ar_can(w, o, AR_DONE_QUICK, no))
			return false;
		break;
	default:
		if (!ar_can(w, o, AR_DONE_FULL, no))
			return false;
	}
	if (RULE(AR_COND_16,
		 ar_incapacitated(s, o) &&
			 (full || s->card[c->card].kind == AR_ATTACK_SPELL ||
			  ar_kind(s, o) != AR_MAGE)))
		return ar_no(no, AR_REFUSAL_INCAPACITATED, AR_COND_16,
			     c->caster);
	return true;
}

static bool in_play(const struct ar_state *s, int card, int side, int32_t zone,
		    enum ar_card_flag flag)
{
	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];

		if (o->card <= 0 || o->hidden)
			continue;
		if (flag == AR_CARD_EXCLUSIVE) {
			if (o->zone == zone &&
			    ar_card_is(s, (int)o->card, flag))
				return true;
		} else if (o->card == card &&
			   (side < 0 || s->head.seat[o->ctl].team == side)) {
			return true;
		}
	}
	return false;
}

static bool cast_limits(const struct ar_state *s, const struct ar_cast *c,
			struct refusal *no)
{
	int card = (int)c->card, side = (int)s->head.seat[c->seat].team;
	int made = s->card[card].cost_x == AR_X_RAISE ? (int)c->item : card;

	if (c->clause)
		return true;
	if (!ar_may_control(s, (int)c->seat, card))
		return ar_no(no, AR_REFUSAL_NOT_ALLOWED, AR_BOOK_13, card);
	if (RULE(AR_OBJ_17, ar_card_is(s, made, AR_CARD_LEGENDARY) &&
				    in_play(s, made, -1, 0, AR_CARD_LEGENDARY)))
		return ar_no(no, AR_REFUSAL_LEGENDARY, AR_OBJ_17, made);
	if (RULE(AR_OBJ_18,
		 ar_card_is(s, card, AR_CARD_UNIQUE) &&
			 in_play(s, card, side, 0, AR_CARD_UNIQUE)) &&
	    !RULE(AR_RUL_45,
		  s->head.option[AR_OPTION_NO_ERRATA] &&
			  s->card[card].rule == AR_SPELL_HAND_OF_BIM_SHALLA))
		return ar_no(no, AR_REFUSAL_UNIQUE, AR_OBJ_18, card);
	if (RULE(AR_OBJ_19,
		 ar_card_is(s, card, AR_CARD_EXCLUSIVE) &&
			 in_play(s, card, -1, c->target, AR_CARD_EXCLUSIVE)))
		return ar_no(no, AR_REFUSAL_EXCLUSIVE, AR_OBJ_19, c->target);
	return true;
}

static bool out_of_range(struct refusal *no, int d, int min, int max)
{
	ar_no2(no, AR_REFUSAL_OUT_OF_RANGE, AR_CAST_03, d, min);
	if (no) {
		no->args[2] = max;
		no->n_args = 3;
	}
	return false;
}

struct aim {
	int min, max;
	int32_t aim; /* enum ar_aim, of a spell */
};

/* range and sight from the caster to an object, zone or border */
static bool cast_reaches(const struct ar_state *s, const struct ar_cast *c,
			 const struct aim *x, int32_t target, int32_t target_b,
			 struct refusal *no)
{
	const struct ar_obj *by = ar_obj(s, c->caster), *o = NULL;
	int32_t from = ar_zone_of(s, by), border[2];
	int d;
	bool sees;

	if (target_b) {
		int a = ar_distance(from, target),
		    b = ar_distance(from, target_b);

		if (!ar_border(s, target, target_b, border))
			return ar_no(no, AR_REFUSAL_NO_ZONE, AR_WALL_02,
				     target_b);
		d = a < b ? a : b;
		sees = ar_sees_border(s, from, border);
	} else if (ar_is_zone(s, target)) {
		d = ar_distance(from, target);
		sees = ar_flying(s, by) || ar_sees_zone(s, from, target);
	} else {
		o = ar_obj(s, target);
		if (!o)
			return ar_no(no, AR_REFUSAL_NO_OBJECT, AR_CAST_03,
				     target);
		if (o->host && !ar_has_life(s, o) && RULE(AR_CAST_06, true))
			o = ar_obj(s, o->host);
		d = ar_reach(s, from, o);
		sees = ar_sees(s, by, o);
	}
	if (RULE(AR_DIST_02, d < x->min || d > x->max || d < 0))
		return out_of_range(no, d, x->min, x->max);
	if (RULE(AR_LOS_01, !sees))
		return ar_no(no, AR_REFUSAL_NO_SIGHT, AR_LOS_01, target);
	return true;
}

/* *taken: what is in it */
static bool slot_free(const struct ar_state *s, int32_t mage, int slot,
		      int32_t *taken)
{
	for (int i = 0; i < s->n_objects; i++)
		if (s->obj[i].host == mage && s->obj[i].slots >> slot & 1) {
			*taken = s->obj[i].handle;
			return false;
		}
	return true;
}

/* the slots that the item will take (AR-EQ-04, AR-DP-26) */
int32_t ar_slots_for(const struct ar_state *s, const struct ar_cast *c,
		     int32_t mage)
{
	const struct ar_card *card = &s->card[c->card];
	bool ring = card->slots >> AR_RING1 & 1;
	int32_t taken, oldest = 0, full = 0;

	if (card->flags & AR_CARD_BOTH_SLOTS)
		return card->slots;
	if (c->slot >= 0 && card->slots >> c->slot & 1)
		return 1 << c->slot;
	for (int i = 0; i < N_AR_SLOTS; i++) {
		if (!(card->slots >> i & 1))
			continue;
		if (slot_free(s, mage, i, &taken))
			return 1 << i;
		if (!oldest || RULE(AR_EQ_05, ring && taken < oldest)) {
			oldest = taken;
			full = 1 << i;
		}
	}
	if (c->replace) {
		const struct ar_obj *old = ar_obj(s, c->replace);

		if (old && old->host == mage && old->slots & card->slots)
			return old->slots & card->slots;
	}
	return full;
}

/* equipment for a stranger's Mage must not meet another (AR-EQ-06) */
static bool cast_alone(const struct ar_state *s, const struct ar_cast *c,
		       const struct ar_obj *mage, struct refusal *no)
{
	int32_t slots = ar_slots_for(s, c, mage->handle), taken;

	if (ar_friends(s, mage->ctl, (int)c->seat))
		return true;
	for (int i = 0; i < N_AR_SLOTS; i++)
		if (slots >> i & 1 && !slot_free(s, mage->handle, i, &taken))
			return ar_no(no, AR_REFUSAL_SLOT_TAKEN, AR_EQ_06,
				     taken);
	for (int i = 0; i < s->n_objects; i++)
		if (s->obj[i].host == mage->handle && s->obj[i].card == c->card)
			return ar_no(no, AR_REFUSAL_SLOT_TAKEN, AR_EQ_06,
				     s->obj[i].handle);
	return true;
}

/* may it be announced, where all see that? (AR-RUL-31) */
static bool equip_ok(const struct ar_state *s, const struct ar_cast *c,
		     const struct ar_obj *mage, struct refusal *no)
{
	return s->head.option[AR_OPTION_STRICT_WASTE] ||
	       cast_alone(s, c, mage, no);
}

static bool cast_duplicate(const struct ar_state *s, const struct ar_cast *c)
{
	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];

		if (o->card == c->card && !o->hidden &&
		    (o->zone == c->target || o->host == c->target) &&
		    (!s->head.option[AR_OPTION_CONJURATIONS] ||
		     RULE(AR_RUL_71, ar_friends(s, o->ctl, c->seat))))
			return true;
	}
	return false;
}

static bool border_ok(const struct ar_state *s, const struct ar_cast *c,
		      struct refusal *no)
{
	const int32_t *x = c->extend;
	int32_t border[2];
	bool joined;

	if (RULE(AR_WALL_01, ar_wall(s, c->target, c->target_b)))
		return ar_no(no, AR_REFUSAL_WALL_THERE, AR_WALL_01, c->target);
	if (!x[0])
		return true;
	if (!ar_border(s, x[0], x[1], border) ||
	    (x[0] == c->target && x[1] == c->target_b))
		return ar_no(no, AR_REFUSAL_NO_ZONE, AR_WALL_10, x[0]);
	if (ar_wall(s, x[0], x[1]))
		return ar_no(no, AR_REFUSAL_WALL_THERE, AR_WALL_10, x[0]);
	/* they share a corner: their midpoints, in half zones, are near */
	{
		int dx = ar_x(x[0]) + ar_x(x[1]) - ar_x(c->target) -
			 ar_x(c->target_b);
		int dy = ar_y(x[0]) + ar_y(x[1]) - ar_y(c->target) -
			 ar_y(c->target_b);
		bool upright = ar_y(x[0]) == ar_y(x[1]);
		bool upright2 = ar_y(c->target) == ar_y(c->target_b);

		joined = upright == upright2
				 ? (upright ? !dx && (dy == 2 || dy == -2)
					    : !dy && (dx == 2 || dx == -2))
				 : (dx == 1 || dx == -1) &&
					   (dy == 1 || dy == -1);
	}
	if (RULE(AR_WALL_10, !joined))
		return ar_no(no, AR_REFUSAL_NOT_JOINED, AR_WALL_10, x[0]);
	if (RULE(AR_WALL_10, s->player[c->seat].book[c->card] < 1))
		return ar_no(no, AR_REFUSAL_NO_COPY, AR_WALL_10, c->card);
	if (RULE(AR_WALL_10,
		 !ar_sees_border(s, ar_zone_of(s, ar_obj(s, c->caster)),
				 border)))
		return ar_no(no, AR_REFUSAL_NO_SIGHT, AR_WALL_10, x[0]);
	return true;
}

/* the second target: a zone, or the new host of an enchantment */
static bool second_ok(const struct ar_state *s, const struct ar_cast *c,
		      const struct aim *x, bool far, struct refusal *no)
{
	const struct ar_obj *t = ar_obj(s, c->target);

	if (x->aim & AR_AIM_TO_ZONE && !ar_is_zone(s, c->to))
		return ar_no(no, AR_REFUSAL_NO_ZONE, AR_DP_26, c->to);
	if (x->aim & (AR_AIM_TO_ZONE | AR_AIM_TO_HOST) &&
	    !RULE(AR_SPELL_REVERSE_MAGIC, far) &&
	    !cast_reaches(s, c, x, c->to, 0, no))
		return false;
	if (!(x->aim & AR_AIM_TO_HOST))
		return true;
	if (t->card > 0 && s->card[c->card].cost_x == AR_X_STEAL &&
	    !ar_may_control(s, (int)c->seat, (int)t->card))
		return ar_no(no, AR_REFUSAL_NOT_ALLOWED, AR_RUL_71, t->card);
	return ar_host_ok(s, (int)t->card, (int)c->seat, c->to, c->target, no);
}

/* what Purify takes away: markers of poison, revealed enchantments of it */
static bool cast_poisons(const struct ar_state *s, const struct ar_cast *c,
			 struct refusal *no)
{
	const struct ar_obj *t = ar_obj(s, c->target), *o;
	int poison = ar_subtype_named(STR("poison"));
	int32_t count[N_AR_CONDS] = { 0 };

	if (s->card[c->card].cost_x != AR_X_PURIFY)
		return true;
	for (int i = 0; i < c->n_remove; i++) {
		int32_t x = c->remove[i];
		bool there;

		o = ar_obj(s, x - 16);
		there = x >= 16 ? o && !o->hidden && o->host == c->target &&
					  ar_kind(s, o) == AR_ENCHANTMENT &&
					  ar_card_has(ar_card_of(s, o), poison)
				: (x == AR_ROT || x == AR_WEAK ||
				   x == AR_CRIPPLE) &&
					  ++count[x] <= t->cond[x];
		if (RULE(AR_SPELL_PURIFY, !there))
			return ar_no(no, AR_REFUSAL_NO_COND, AR_SPELL_PURIFY,
				     c->target);
	}
	return true;
}

bool ar_choices_ok(const struct ar_state *s, const struct ar_cast *c, bool far)
{
	const struct ar_card *card = &s->card[c->card];
	struct aim x = { (int)card->min, (int)card->max, card->target };

	return second_ok(s, c, &x, far, NULL) && cast_poisons(s, c, NULL);
}

static bool target_ok(const struct ar_state *s, const struct ar_cast *c,
		      struct refusal *no)
{
	const struct ar_card *card = &s->card[c->card];
	struct aim x = { (int)card->min, (int)card->max, card->target };
	const struct ar_obj *t = ar_obj(s, c->target);

	if (x.aim & (AR_AIM_ARENA | AR_AIM_DISCARD))
		return true;
	if (!c->target)
		return ar_no(no, AR_REFUSAL_NO_TARGET, AR_CAST_03, 0);
	if (x.aim & AR_AIM_BORDER) {
		if (!c->target_b)
			return ar_no(no, AR_REFUSAL_NO_TARGET, AR_WALL_02, 0);
		return cast_reaches(s, c, &x, c->target, c->target_b, no) &&
		       border_ok(s, c, no);
	}
	if (card->kind == AR_ENCHANTMENT) {
		if (!ar_host_ok(s, (int)c->card, (int)c->seat, c->target, 0,
				no))
			return false;
	} else if (!(x.aim & AR_AIM_ZONE && ar_is_zone(s, c->target))) {
		if (!t)
			return ar_no(no, AR_REFUSAL_NO_OBJECT, AR_CAST_04,
				     c->target);
		if (!ar_spell_target(s, (int)c->card, (int)c->seat, t, no))
			return false;
	}
	if (card->kind == AR_CONJURATION &&
	    RULE(AR_OBJ_04, cast_duplicate(s, c)))
		return ar_no(no, AR_REFUSAL_DUPLICATE, AR_OBJ_04, c->card);
	if (card->kind == AR_EQUIPMENT && t && !equip_ok(s, c, t, no))
		return false;
	/* to an open Gate there is no range (AR-SPELL-gate-to-hell) */
	if (card->kind == AR_CREATURE &&
	    ar_summon_at(s, c->target, (int)c->seat, (int)c->card))
		return true;
	return cast_reaches(s, c, &x, c->target, 0, no) &&
	       second_ok(s, c, &x, false, no) && cast_poisons(s, c, no);
}

static bool ability_target_ok(const struct ar_state *s, const struct ar_cast *c,
			      struct refusal *no)
{
	const struct ar_obj *t = ar_obj(s, c->target);
	const struct ar_obj *self = ar_obj(s, c->source);
	struct ar_roles about = { .who = c->target, .by = c->caster };
	struct ar_clause use;
	struct aim x;

	ar_clause_at(s, (int)c->card, (int)c->clause - 1, &use);
	if (!use.at)
		return true;
	if (!t)
		return ar_no(no, AR_REFUSAL_NO_TARGET, AR_SDATA_12, 0);
	if (!ar_fits(s, (int)c->card, use.at, self, (int)c->seat, t, &about))
		return ar_no(no, AR_REFUSAL_BAD_TARGET, AR_SDATA_12, c->target);
	x = (struct aim){ use.min, use.max, 0 };
	return use.max >= 99 || cast_reaches(s, c, &x, c->target, 0, no);
}

bool ar_check_cast(const struct ar_work *w, const struct ar_cast *c,
		   struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	struct ar_cast priced = *c;
	int32_t least, cost;

	if (!cast_available(w, c, no) || !by_action(w, c, no) ||
	    !cast_limits(s, c, no))
		return false;
	if (c->by == AR_BY_DEPLOY) {
		const struct ar_obj *o = ar_obj(s, c->caster);

		if (!ar_may_spawn(s, o, (int)c->card, &least))
			return ar_no(no, AR_REFUSAL_WRONG_SPELL, AR_SPAWN_01,
				     c->caster);
		if (RULE(AR_SPAWN_02, o->mana < least))
			return ar_no2(no, AR_REFUSAL_FEW_MANA, AR_SPAWN_02,
				      c->caster, least);
	}
	if (c->clause ? !ability_target_ok(s, c, no) : !target_ok(s, c, no))
		return false;
	cost = ar_cost_now(s, &priced);
	if (RULE(AR_CAST_03, cost > at_hand(s, c)))
		return ar_no2(no, AR_REFUSAL_NO_MANA, AR_CAST_03, cost,
			      at_hand(s, c));
	return true;
}

/* --- the four steps
 * ----------------------------------------------------------- */

void ar_cast_start(struct ar_work *w, const struct ar_cast *c)
{
	struct ar_frame *f = ar_push(w, AR_FRAME_CAST);

	f->cast = *c;
}

static void cast_emit(struct ar_work *w, const struct ar_cast *c)
{
	const struct ar_state *s = ar_state_of(w);
	bool hidden = !c->clause && s->card[c->card].kind == AR_ENCHANTMENT;
	int32_t targets[4];
	int n = 0;
	struct event e;

	if (c->target)
		targets[n++] = c->target;
	if (c->target_b)
		targets[n++] = c->target_b;
	if (c->to)
		targets[n++] = c->to;
	event_start(&e, AR_EV_CAST, AR_CAST_02);
	if (s->card[c->card].rule && !hidden)
		event_because(&e, (int)s->card[c->card].rule);
	event_put(&e, AR_EV_CAST_CASTER, c->caster);
	event_put(&e, AR_EV_CAST_SEAT, c->seat);
	event_put(&e, AR_EV_CAST_CARD, hidden ? 0 : c->card);
	event_put_ints(&e, AR_EV_CAST_TARGET, targets, n);
	event_put(&e, AR_EV_CAST_COST, c->cost);
	event_put(&e, AR_EV_CAST_X, c->x);
	event_put(&e, AR_EV_CAST_BY, c->by);
	event_put(&e, AR_EV_CAST_ITEM, c->source);
	ar_event_emit(w, &e);
}

/* the number of the commitment to this planned spell */
static int32_t planned_secret(const struct ar_state *s, const struct ar_cast *c)
{
	const struct ar_player *p = &s->player[c->seat];
	const struct ar_obj *o = ar_obj(s, c->caster);

	if (c->caster != p->mage)
		return o ? o->secret : 0;
	for (int i = 0; i < AR_PLANNED; i++)
		if (p->planned[i] == c->card)
			return p->planned_secret[i];
	return 0;
}

static void spend_plan(struct ar_work *w, const struct ar_cast *c)
{
	const struct ar_state *s = ar_state_of(w);

	if (c->clause) { /* whatever becomes of it (AR-MAGE-44) */
		ar_clause_used(w, c->source, (int)c->clause - 1);
		return;
	}
	if (c->bound) {
		ar_note(w, c->source, AR_NOTE_BOUND_USED, 1);
	} else {
		if (s->card[c->card].kind != AR_ENCHANTMENT)
			ar_open(w, planned_secret(s, c), (int)c->card);
		ar_unplan(w, (int)c->seat, c->caster, (int)c->card);
	}
}

static void cast_announce(struct ar_work *w, struct ar_frame *f)
{
	struct ar_cast *c = &f->cast;
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *t = ar_obj(s, c->target);
	const struct ar_obj *t2 = ar_obj(s, c->to);
	const struct ar_obj *by = ar_obj(s, c->caster);

	c->cost = ar_cost_now(s, c);
	if (RULE(AR_CAST_10, c->cheaper))
		ar_note(w, c->cheaper, AR_NOTE_USED2, 1);
	c->payer = c->seat;
	c->moved = t ? t->moved : 0;
	c->to_moved = t2 ? t2->moved : 0;
	c->caster_moved = by->moved;
	cast_emit(w, c);
	spend_plan(w, c);
	if (c->by == AR_BY_QUICKCAST)
		ar_seat_note(w, (int)c->seat, AR_SEAT_QUICKCAST, 0);
	if (!c->clause && c->by != AR_BY_DEPLOY && c->by != AR_BY_FULL &&
	    ar_card_is(s, (int)c->card, AR_CARD_FULL))
		ar_seat_note(w, (int)c->seat, AR_SEAT_ONCE,
			     s->player[c->seat].once | AR_ONCE_SUMMON);
	ar_clauses_of(w, f, AR_CLAUSE_ANNOUNCE);
}

static void cast_countered(struct ar_work *w, struct ar_cast *c, int rule)
{
	c->outcome = AR_SPELL_COUNTERED;
	(void)w;
	(void)rule;
}

/* K2 */
static void cast_pay(struct ar_work *w, struct ar_cast *c)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, c->caster);
	int32_t own = o && ar_kind(s, o) != AR_MAGE ? o->mana : 0;
	enum ar_mana_why why = c->clause ? AR_MANA_ABILITY : AR_MANA_SPELL;

	if (RULE(AR_CAST_08, c->cost > own + s->player[c->payer].mana)) {
		cast_countered(w, c, AR_CAST_08);
		return;
	}
	if (own > c->cost)
		own = c->cost;
	if (own)
		c->from_obj = ar_mana_on(w, c->caster, -own, why, AR_CAST_07);
	if (c->cost > own)
		c->from_pool = ar_mana(w, (int)c->payer, -(c->cost - own), why,
				       c->caster, AR_CAST_07);
}

/* K3: who is told of it; the new host is a target too */
static void cast_counters(struct ar_work *w, struct ar_frame *f)
{
	const struct ar_cast *c = &f->cast;
	const struct ar_state *s = ar_state_of(w);
	bool full = is_full(s, c);
	struct ar_roles about = { .who = c->caster,
				  .to = ar_obj(s, c->target) ? c->target : 0,
				  .by = ar_obj(s, c->to) ? c->to : 0,
				  .card = c->clause ? 0 : c->card,
				  .seat = c->seat,
				  .quick = !full || c->by == AR_BY_QUICK ||
					   c->by == AR_BY_QUICKCAST };

	ar_must(w, AR_ON_CASTING, &about, w->n - 1);
}

/* AR-CAST-13 */
static bool target_stays(const struct ar_state *s, const struct ar_cast *c)
{
	const struct ar_card *card = &s->card[c->card];
	const struct ar_obj *t = ar_obj(s, c->target);
	const struct ar_obj *t2 = ar_obj(s, c->to);
	const struct ar_obj *by = ar_obj(s, c->caster);

	if (by && RULE(AR_RUL_70, by->moved != c->caster_moved) &&
	    !RULE(AR_RUL_71, s->head.option[AR_OPTION_CASTER_MOVED]))
		return false;
	if (c->target && !ar_is_zone(s, c->target) &&
	    (!t || RULE(AR_CAST_13, t->moved != c->moved)))
		return false;
	if (c->to && !ar_is_zone(s, c->to) &&
	    (!t2 || RULE(AR_CAST_13, t2->moved != c->to_moved)))
		return false;
	if (c->clause || !t || t->dying)
		return !t || !t->dying;
	if (card->kind == AR_ENCHANTMENT)
		return RULE(AR_CAST_13,
			    ar_host_ok(s, (int)c->card, (int)c->seat, c->target,
				       0, NULL));
	return ar_spell_target(s, (int)c->card, (int)c->seat, t, NULL);
}

/* --- K4
 * ------------------------------------------------------------------------ */

static void old_item_back(struct ar_work *w, int32_t mage, int32_t slots,
			  int32_t card, int32_t except)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o;

	for (int32_t at = 0; (o = ar_next(s, at)) != NULL;) {
		at = o->handle;
		if (at != except && o->host == mage &&
		    ar_kind(s, o) == AR_EQUIPMENT &&
		    (o->slots & slots || o->card == card))
			ar_leave(w, at, AR_CAUSE_REPLACED, 0, AR_TO_BOOK,
				 AR_EQ_05);
	}
}

static void cast_equip(struct ar_work *w, struct ar_cast *c)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *mage = ar_obj(s, c->target);
	struct ar_entry e = { .card = c->card,
			      .owner = c->seat,
			      .host = c->target };

	if (RULE(AR_EQ_06, !cast_alone(s, c, mage, NULL))) {
		c->outcome = AR_SPELL_COUNTERED; /* mana and card are lost */
		return;
	}
	e.slots = ar_slots_for(s, c, c->target);
	e.ctl = RULE(AR_EQ_02, true) ? mage->ctl : (int)c->seat;
	old_item_back(w, c->target, e.slots, c->card, 0);
	c->entered = ar_enter(w, &e, AR_EQ_01);
	if (c->bind && s->player[e.ctl].book[c->bind] > 0 &&
	    ar_may_bind(s, ar_obj(s, c->entered), (int)c->bind)) {
		ar_book(w, (int)e.ctl, (int)c->bind, -1);
		ar_bind(w, c->entered, (int)c->bind);
	}
}

static void cast_place(struct ar_work *w, struct ar_cast *c)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_card *card = &s->card[c->card];
	struct ar_entry e = { .card = c->card,
			      .owner = c->owner,
			      .ctl = c->seat };
	int32_t border[2];

	switch (card->kind) {
	case AR_EQUIPMENT: cast_equip(w, c); return;
	case AR_CREATURE:
		e.zone = c->target;
		e.summoned = true;
		c->entered = ar_enter(w, &e, AR_CRE_01);
		return;
	case AR_ENCHANTMENT:
		e.hidden = true;
		if (ar_is_zone(s, c->target))
			e.zone = c->target;
		else
			e.host = c->target;
		c->entered = ar_enter(w, &e, AR_ENCH_01);
		return;
	default: break;
	}
	if (card->flags & AR_CARD_WALL) {
		ar_border(s, c->target, c->target_b, border);
		memcpy(e.border, border, sizeof(border));
		c->entered = ar_enter(w, &e, AR_WALL_01);
		if (!c->extend[0] || s->player[c->seat].book[c->card] < 1)
			return;
		ar_book(w, (int)c->seat, (int)c->card, -1);
		ar_border(s, c->extend[0], c->extend[1], border);
		memcpy(e.border, border, sizeof(border));
		ar_enter(w, &e, AR_WALL_10);
		return;
	}
	if (ar_is_zone(s, c->target))
		e.zone = c->target;
	else
		e.host = c->target;
	c->entered = ar_enter(w, &e, AR_CONJ_02);
}

static bool is_object(const struct ar_card *card)
{
	return card->kind != AR_ATTACK_SPELL && card->kind != AR_INCANTATION;
}

static void cast_resolve(struct ar_work *w, struct ar_frame *f)
{
	struct ar_cast *c = &f->cast;
	const struct ar_state *s = ar_state_of(w);
	struct ar_roles about = { .who = c->target,
				  .to = c->target,
				  .by = c->caster };

	if (c->clause) {
		ar_clause_start(w, c->source, (int)c->clause - 1, &about,
				w->n - 1);
		return;
	}
	if (is_object(&s->card[c->card]))
		cast_place(w, c);
	if (c->outcome == AR_SPELL_RESOLVED)
		ar_clauses_of(w, f, AR_CLAUSE_CAST);
}

/* a creature has come: Pet and Blood Reaper at this moment (AR-CRE-03) */
static void cast_summoned(struct ar_work *w, const struct ar_cast *c)
{
	struct ar_roles about = { .who = c->entered, .seat = c->seat };
	const struct ar_obj *o = ar_obj(ar_state_of(w), c->entered);

	if (o && o->summoned)
		ar_fire(w, AR_ON_SUMMON, &about);
}

/* cancelled: what was paid goes back to where it came from (AR-CAST-12) */
static void cast_refund(struct ar_work *w, const struct ar_cast *c)
{
	if (c->from_obj)
		ar_mana_on(w, c->caster, c->from_obj, AR_MANA_BACK, AR_CAST_12);
	if (c->from_pool)
		ar_mana(w, (int)c->payer, c->from_pool, AR_MANA_BACK, c->caster,
			AR_CAST_12);
}

/* where the card goes (AR-OBJ-11, AR-BIND-05, AR-CAST-12) */
static void put_away(struct ar_work *w, struct ar_cast *c)
{
	const struct ar_state *s = ar_state_of(w);
	bool object = is_object(&s->card[c->card]);

	if (ar_obj(s, c->target)) /* Seeking Dispel is over */
		ar_note(w, c->target, AR_NOTE_SEALED, 0);
	AR_EMIT(w, AR_EV_SPELL_ENDED,
		c->outcome == AR_SPELL_RESOLVED ? AR_CAST_15 : AR_CAST_12,
		c->caster, c->seat,
		object && c->outcome == AR_SPELL_RESOLVED &&
				s->card[c->card].kind == AR_ENCHANTMENT
			? 0
			: c->card,
		c->outcome, 0);
	if (c->outcome == AR_SPELL_CANCELLED)
		cast_refund(w, c);
	if (c->clause)
		return;
	if (c->bound) {
		const struct ar_obj *item = ar_obj(s, c->source);

		if (item && !item->bound_seen && RULE(AR_BIND_03, true)) {
			ar_open(w, item->secret, (int)c->card);
			AR_EMIT(w, AR_EV_BOUND, AR_BIND_03, c->source, c->card,
				1);
		}
		if (!object || c->outcome != AR_SPELL_RESOLVED)
			return;
	}
	if (c->outcome == AR_SPELL_CANCELLED) {
		ar_book(w, (int)c->owner, (int)c->card, 1);
		AR_EMIT(w, AR_EV_RETURNED, AR_CAST_12, c->owner, 1,
			s->card[c->card].kind == AR_ENCHANTMENT ? 0 : c->card);
	} else if (!object || c->outcome == AR_SPELL_COUNTERED) {
		ar_discard(w, (int)c->owner, (int)c->card);
	}
}

enum at {
	AT_ANNOUNCE,
	AT_K1,
	AT_PAY,
	AT_K2,
	AT_COUNTERS,
	AT_AGAIN,
	AT_K3,
	AT_RESOLVE,
	AT_SUMMONED,
	AT_AWAY,
	AT_DONE,
	AT_K4,
	AT_END
};

/* K1 is over: the target may be turned to something else yet */
static void cast_targeted(struct ar_work *w, const struct ar_cast *c)
{
	ar_open_window2(w, AR_WIN_TARGETED,
			ar_obj(ar_state_of(w), c->target) ? c->target : 0,
			AR_WIN_NONE, 0, 0);
}

/* What it is aimed at when it takes effect (AR-CAST-11): a step that it does
 * not come to is passed over. */
static void go_on(const struct ar_work *w, struct ar_frame *f)
{
	struct ar_cast *c = &f->cast;

	if (c->outcome == AR_SPELL_RESOLVED && !target_stays(ar_state_of(w), c))
		c->outcome = AR_SPELL_COUNTERED;
	if (c->outcome != AR_SPELL_RESOLVED)
		f->step = AT_AWAY;
}

static void cast_resolved(struct ar_work *w, const struct ar_cast *c)
{
	struct ar_roles about = { .who = c->caster,
				  .card = c->clause ? 0 : c->card,
				  .seat = c->seat };

	ar_fire(w, AR_ON_RESOLVED, &about);
}

static void cast_done(struct ar_work *w, const struct ar_cast *c)
{
	ar_open_window2(w, AR_WIN_CAST_DONE, c->caster,
			c->entered ? AR_WIN_RESOLVED : AR_WIN_NONE, c->entered,
			0);
}

void ar_step_cast(struct ar_work *w, struct ar_frame *f)
{
	struct ar_cast *c = &f->cast;
	bool well = c->outcome == AR_SPELL_RESOLVED;

	switch (f->step++) {
	case AT_ANNOUNCE:
		c->owner = c->seat;
		cast_announce(w, f);
		break;
	case AT_K1: cast_targeted(w, c); break;
	case AT_PAY:
		cast_pay(w, c);
		if (c->outcome != AR_SPELL_RESOLVED)
			f->step = AT_AWAY;
		break;
	case AT_K2: ar_open_window(w, AR_WIN_CASTS, c->caster); break;
	case AT_COUNTERS:
		c->redirected = 0;
		cast_counters(w, f);
		break;
	case AT_AGAIN: /* redirected: checked anew (AR-CAST-11) */
		if (c->redirected && well)
			f->step = AT_COUNTERS;
		break;
	case AT_K3: go_on(w, f); break;
	case AT_RESOLVE: cast_resolve(w, f); break;
	case AT_SUMMONED:
		if (c->entered && well)
			cast_summoned(w, c);
		break;
	case AT_AWAY:
		put_away(w, c);
		ar_check_all(w);
		break;
	case AT_DONE:
		if (well)
			cast_resolved(w, c);
		break;
	case AT_K4: cast_done(w, c); break;
	default: ar_pop(w, well);
	}
}
