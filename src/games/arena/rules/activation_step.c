/*
 * src/games/arena/rules/activation_step.c - parses, checks and starts one step
 * of an activation
 */
#include "games/arena/rules/spell_clause.h"
#include "games/arena/rules/play.h"
#include "games/arena/rules/attack_parts.h"

/* --- alternatives of a decision
 * ------------------------------------------------ */

/* "| #6": the verb of the alternative before it, and its words (AR-MAIL-14) */
static void same_again(const struct decision *d, struct ar_alt *out)
{
	struct decision_arg a;
	int end = out->from;

	for (int at = 0; decision_next(d, at, &a) && a.next <= end;
	     at = a.next) {
		bool starts = a.tag == AR_TAG_STEP || a.tag == AR_TAG_ALT;

		if (starts && a.w[0] != AR_DO_SAME) {
			out->verb = (enum ar_verb)a.w[0];
			out->words_from = a.next;
			out->words_to = end;
		} else if (starts && out->words_to == end) {
			out->words_to = at;
		}
	}
}

bool ar_alt_next(const struct decision *d, int at, struct ar_alt *out,
		 int *next, bool *new_step)
{
	struct decision_arg a;
	bool found = false;

	out->d = d;
	out->must = false;
	for (; decision_next(d, at, &a); at = a.next) {
		bool starts = a.tag == AR_TAG_STEP || a.tag == AR_TAG_ALT;

		if (found && (starts || a.tag == AR_TAG_MUST ||
			      a.tag == AR_TAG_THEN_GUARD))
			break;
		if (starts) {
			found = true;
			out->verb = (enum ar_verb)a.w[0];
			out->from = a.next;
			*new_step = a.tag == AR_TAG_STEP;
		} else if (a.tag == AR_TAG_MUST) {
			out->must = a.w[0];
		}
	}
	out->to = at;
	out->words_from = out->words_to = 0;
	if (found && !*new_step && out->verb == AR_DO_SAME)
		same_again(d, out);
	*next = at;
	return found;
}

/* aims are an alternative's own, whatever else it takes from the one before */
static bool is_aim(int tag)
{
	return tag == AR_TAG_TARGET || tag == AR_TAG_TOWARD ||
	       tag == AR_TAG_AWAY;
}

bool ar_alt_find(const struct ar_alt *a, int tag, struct decision_arg *out)
{
	for (int at = a->from; at < a->to && decision_next(a->d, at, out);
	     at = out->next)
		if (out->tag == tag)
			return true;
	for (int at = a->words_from;
	     at < a->words_to && decision_next(a->d, at, out); at = out->next)
		if (out->tag == tag && !is_aim(tag))
			return true;
	return false;
}

/* a word that belongs to the whole step and may be at its end */
static bool step_find(const struct ar_alt *a, int tag, struct decision_arg *out)
{
	if (ar_alt_find(a, tag, out))
		return true;
	for (int at = a->to; decision_next(a->d, at, out); at = out->next) {
		if (out->tag == AR_TAG_STEP || out->tag == AR_TAG_MUST)
			return false;
		if (out->tag == tag)
			return true;
	}
	return false;
}

int32_t ar_alt_int(const struct ar_alt *a, int tag, int32_t fallback)
{
	struct decision_arg arg;

	return ar_alt_find(a, tag, &arg) ? arg.w[0] : fallback;
}

/* number i of the arguments with this tag */
static bool alt_nth(const struct ar_alt *a, int tag, int i,
		    struct decision_arg *out)
{
	for (int at = a->from; at < a->to && decision_next(a->d, at, out);
	     at = out->next)
		if (out->tag == tag && i-- == 0)
			return true;
	return false;
}

/* --- duties (AR-ACT-20, -21)
 * ---------------------------------------------------- */

static bool can_hit(const struct ar_work *w, const struct ar_obj *o,
		    const struct ar_obj *victim)
{
	const struct ar_state *s = ar_state_of(w);

	for (int i = 0;; i++) {
		struct ar_attack a = { .attacker = o->handle,
				       .target = victim->handle,
				       .kind = AR_MELEE,
				       .seat = o->ctl };
		const struct ar_profile *p;

		if (!ar_profile_of(s, o, i, &a.source, &a.card, &a.profile))
			return false;
		p = ar_profile(s, (int)a.card, (int)a.profile);
		if (p->kind == AR_MELEE &&
		    ar_can(w, o,
			   p->action == AR_ACTION_FULL ? AR_DONE_FULL
						       : AR_DONE_QUICK,
			   NULL) &&
		    ar_check_attack(w, &a, NULL)) {
			ar_attack_firsts(s, &a);
			if (RULE(AR_ACT_20, ar_attack_owed(s, &a) <=
						    s->player[o->ctl].mana))
				return true;
		}
	}
}

/* is it a victim that AR-ACT-20 or -21 forces on the creature? */
static bool activation_step_forced(const struct ar_work *w,
				   const struct ar_obj *o,
				   const struct ar_obj *victim)
{
	const struct ar_state *s = ar_state_of(w);
	bool blood =
		RULE(AR_ACT_20, ar_is(s, o, AR_T_BLOODTHIRSTY) &&
					victim->damage > 0 &&
					ar_is_creature(s, victim) &&
					ar_living(s, victim) &&
					!ar_friends(s, victim->ctl, o->ctl));
	char room[64];
	bool taunt =
		RULE(AR_ACT_21,
		     o->token[AR_TAUNT] > 0 &&
			     str_is(ar_pool_text(s, ar_card_of(s, victim)->key,
						 room, sizeof(room)),
				    "sosruko-ferret-companion"));

	return (blood || taunt) && victim->zone == o->zone && o->zone &&
	       !victim->dying && !ar_incapacitated(s, o) &&
	       can_hit(w, o, victim);
}

int32_t ar_forced_any(const struct ar_work *w, const struct ar_obj *o)
{
	const struct ar_state *s = ar_state_of(w);

	for (int i = 0; i < s->n_objects; i++)
		if (activation_step_forced(w, o, &s->obj[i]))
			return s->obj[i].handle;
	return 0;
}

/* nothing comes before the melee attack that it has to make, no attack spell
 * either (AR-ACT-20, -21) */
static bool is_free(const struct ar_work *w, const struct ar_obj *o,
		    struct refusal *no)
{
	int32_t victim = ar_forced_any(w, o);

	return !RULE(AR_ACT_20, victim) ||
	       ar_no(no, AR_REFUSAL_MUST_ATTACK, AR_ACT_20, victim);
}

/* --- attacks
 * ---------------------------------------------------------------------- */

struct attack_about {
	const struct ar_obj *by;
	struct decision_arg with; /* the attack's name; n 0: any */
};

static bool is_called(const struct ar_state *s, const struct ar_attack *a,
		      const struct decision_arg *with)
{
	return !with->n || ar_profile_called(s, (int)a->card, (int)a->profile,
					     with->w, with->n);
}

/* the profile by which it would be attacked (AR-MAIL-20); false: none */
static bool best_profile(const struct ar_work *w, const struct ar_obj *by,
			 const struct ar_obj *t, int32_t zone,
			 const struct decision_arg *with, struct ar_attack *out,
			 struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	struct refusal why = { 0 };
	int most = -1;

	ar_no(no, AR_REFUSAL_NO_ATTACK, AR_MAIL_20, by->handle);
	for (int i = 0;; i++) {
		struct ar_attack a = { .attacker = by->handle,
				       .target = t ? t->handle : 0,
				       .zone = zone,
				       .seat = by->ctl,
				       .charge = by->act_charge };
		const struct ar_profile *p;
		bool full;
		int rank;

		if (!ar_profile_of(s, by, i, &a.source, &a.card, &a.profile))
			break;
		if (!is_called(s, &a, with))
			continue;
		p = ar_profile(s, (int)a.card, (int)a.profile);
		full = p->action == AR_ACTION_FULL;
		a.kind = p->kind;
		if (!!(p->flags & AR_PROFILE_ZONE) != !t)
			continue;
		if (!ar_can(w, by, full ? AR_DONE_FULL : AR_DONE_QUICK, no))
			continue;
		if (!ar_check_attack(w, &a, &why))
			continue;
		rank = (full ? 0 : 1000) + ar_attack_dice(s, &a, NULL);
		if (RULE(AR_MAIL_20, rank > most)) {
			most = rank;
			*out = a;
		}
	}
	/* The target of an attack that it still has an action for is the
	 * reason, not another attack that needs a full action. */
	if (no && why.reason)
		*no = why;
	return most >= 0;
}

static bool activation_step_attackable(const struct ar_work *w,
				       const void *about,
				       const struct ar_obj *o,
				       struct refusal *no)
{
	const struct attack_about *x = about;
	struct ar_attack a;

	return best_profile(w, x->by, o, 0, &x->with, &a, no);
}

static bool any_object(const struct ar_work *w, const void *about,
		       const struct ar_obj *o, struct refusal *no)
{
	(void)w;
	(void)about;
	(void)o;
	(void)no;
	return true;
}

/* may another alternative of the step still do? */
static bool last_one(const struct ar_alt *alt)
{
	struct ar_alt next;
	bool new_step;
	int at;

	return !ar_alt_next(alt->d, alt->to, &next, &at, &new_step) || new_step;
}

/* AR-MAIL-15: the guard that must be attacked instead; the one that the
 * line names next before the others, then the lowest handle */
static int32_t turned_to(const struct ar_work *w,
			 const struct attack_about *about, int32_t named,
			 const struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, named);

	if (no->reason != AR_REFUSAL_GUARDED)
		return 0;
	if (o && o->guard && activation_step_attackable(w, about, o, NULL))
		return named;
	for (int i = 0; i < s->n_objects; i++) {
		o = &s->obj[i];
		if (o->guard && !ar_friends(s, o->ctl, about->by->ctl) &&
		    RULE(AR_MAIL_15,
			 activation_step_attackable(w, about, o, NULL)))
			return o->handle;
	}
	return 0;
}

/* the object that the n-th target of an alternative names by its number */
static int32_t named_nth(const struct ar_alt *alt, int n)
{
	struct decision_arg arg;

	return alt_nth(alt, AR_TAG_TARGET, n, &arg) && arg.n == 3 &&
			       arg.w[0] == AR_NAMES_OBJECT
		       ? arg.w[2]
		       : 0;
}

/* who strikes, with what */
static void swing_fill(struct ar_swing *x, const struct ar_obj *by,
		       const struct ar_attack *a)
{
	x->attacker = by->handle;
	x->card = a->card;
	x->profile = a->profile;
	x->source = a->source;
	x->charge = by->act_charge;
}

static enum ar_done spent_by(const struct ar_state *s,
			     const struct ar_attack *a)
{
	return ar_profile(s, (int)a->card, (int)a->profile)->action ==
			       AR_ACTION_FULL
		       ? AR_DONE_FULL
		       : AR_DONE_QUICK;
}

/* it must attack another target than ordered */
static bool must_turn(const struct ar_work *w, const struct ar_obj *by,
		      int32_t target)
{
	const struct ar_obj *t = ar_obj(ar_state_of(w), target);

	return ar_forced_any(w, by) &&
	       (!t || !activation_step_forced(w, by, t));
}

static bool check_attack(struct ar_work *w, const struct ar_obj *by,
			 const struct ar_alt *alt, struct ar_choice *out,
			 struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	struct attack_about about = { .by = by };
	struct ar_wanted want = { activation_step_attackable, &about,
				  by->handle, by->ctl, true };
	int32_t target = 0, second = 0, zone, b = 0;
	struct decision_arg arg;
	struct ar_attack a;
	struct refusal why = { 0 };
	struct ar_swing *x = &out->frame.swing;

	if (RULE(AR_COND_15, ar_incapacitated(s, by)))
		return ar_no(no, AR_REFUSAL_INCAPACITATED, AR_COND_15,
			     by->handle);
	if (ar_alt_find(alt, AR_TAG_WITH, &arg))
		about.with = arg;
	if (!alt_nth(alt, AR_TAG_TARGET, 0, &arg))
		return ar_no(no, AR_REFUSAL_NO_TARGET, AR_DP_18, 0);
	target = ar_aim(w, &arg, &want, &b, &why);
	if (!target && no)
		*no = why;
	second = named_nth(alt, 1);
	if (!target && last_one(alt)) {
		target = turned_to(w, &about, second, &why);
		x->forced = target != 0;
		second = target == second ? named_nth(alt, 0) : second;
	}
	if (must_turn(w, by, target)) { /* AR-MAIL-15 */
		target = ar_forced_any(w, by);
		x->forced = 1;
		if (!activation_step_attackable(w, &about, ar_obj(s, target),
						NULL))
			about.with.n = 0;
	}
	zone = ar_is_zone(s, target) ? target : 0;
	if (!target ||
	    !best_profile(w, by, ar_obj(s, target), zone, &about.with, &a, no))
		return false;
	out->frame.kind = AR_FRAME_SWING;
	swing_fill(x, by, &a);
	x->target = zone ? 0 : target;
	x->zone = zone;
	x->target2 = second;
	if (step_find(alt, AR_TAG_FURY, &arg)) {
		want.fits = any_object;
		x->fury = ar_aim(w, &arg, &want, &b, NULL);
	}
	out->spends = spent_by(s, &a);
	return true;
}

/* --- moves
 * ------------------------------------------------------------------------- */

static bool check_go(struct ar_work *w, const struct ar_obj *o,
		     const struct ar_alt *alt, struct ar_choice *out,
		     struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	struct ar_wanted want = { any_object, NULL, o->handle, o->ctl, true };
	enum ar_how how = alt->verb == AR_DO_CLIMB   ? AR_HOW_CLIMB
			  : alt->verb == AR_DO_CROSS ? AR_HOW_CROSS
			  : ar_is(s, o, AR_T_BLINK)  ? AR_HOW_BLINK
						     : AR_HOW_MOVE;
	struct decision_arg arg;
	int32_t to = 0, b;

	if (ar_alt_find(alt, AR_TAG_TOWARD, &arg) ||
	    ar_alt_find(alt, AR_TAG_AWAY, &arg)) {
		to = ar_aim(w, &arg, &want, &b, no);
		if (!to)
			return false;
		to = ar_toward(w, o, to, arg.tag == AR_TAG_AWAY, &out->there,
			       no);
		if (!to)
			return false;
	} else if (ar_alt_find(alt, AR_TAG_TARGET, &arg) && arg.n >= 3) {
		to = arg.w[2];
	}
	if (!out->there && !ar_check_move(w, o, to, how, no))
		return false;
	if (!out->there && !is_free(w, o, no))
		return false;
	out->frame.kind = AR_FRAME_MOVE;
	out->frame.move.mover = o->handle;
	out->frame.move.to = to;
	out->frame.move.how = (int32_t)how;
	out->spends = AR_DONE_NOTHING;
	return true;
}

/* --- spells
 * ------------------------------------------------------------------------- */

struct cast_about {
	struct ar_cast cast;
};

static bool activation_step_castable(const struct ar_work *w, const void *about,
				     const struct ar_obj *o, struct refusal *no)
{
	struct ar_cast c = ((const struct cast_about *)about)->cast;

	c.target = o->handle;
	return ar_check_cast(w, &c, no);
}

static bool activation_step_missing(struct refusal *no, const char *word)
{
	no->reason = AR_REFUSAL_MISSING;
	no->rule = AR_DP_26;
	no->n_args = text_pack(no->args, REFUSAL_MAX_ARGS, str_of(word));
	return false;
}

/* the item named of the target Mage, or its only one (AR-DP-26) */
static bool read_item(const struct ar_work *w, const struct ar_alt *alt,
		      struct ar_cast *c, struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	struct decision_arg arg;
	bool said = ar_alt_find(alt, AR_TAG_ITEM, &arg) && arg.n >= 3;
	int n = 0;

	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];

		if (o->host != c->target || ar_kind(s, o) != AR_EQUIPMENT ||
		    (said &&
		     (arg.w[0] == AR_NAMES_OBJECT ? o->handle != arg.w[2]
						  : o->card != arg.w[2])))
			continue;
		c->item = o->handle;
		n++;
	}
	if (n == 1 || (said && n > 1))
		return true;
	c->item = 0;
	return said ? ar_no(no, AR_REFUSAL_NO_ITEM, AR_DP_26, c->target)
		    : activation_step_missing(no, "item");
}

static bool read_raised(const struct ar_state *s, const struct ar_alt *alt,
			struct ar_cast *c, struct refusal *no)
{
	const struct ar_player *p = &s->player[c->seat];
	struct decision_arg arg;
	int32_t card;

	if (!ar_alt_find(alt, AR_TAG_ITEM, &arg) || arg.n < 3)
		return activation_step_missing(no, "item");
	card = arg.w[2];
	for (int i = 0; i < p->n_pile; i++)
		if (p->pile[i] == (card | AR_PILE_FROM_PLAY) &&
		    s->card[card].kind == AR_CREATURE &&
		    ar_card_is(s, (int)card, AR_CARD_LIVING)) {
			c->item = card;
			return true;
		}
	return ar_no(no, AR_REFUSAL_NO_ITEM, AR_SPELL_RESURRECTION, 0);
}

static void read_remove(const struct ar_alt *alt, struct ar_cast *c)
{
	struct decision_arg arg;

	c->n_remove = 0;
	if (!ar_alt_find(alt, AR_TAG_REMOVE, &arg))
		return;
	for (int i = 0; i < arg.n && i < AR_MAX_REMOVED; i++)
		c->remove[c->n_remove++] = arg.w[i];
}

static int32_t object_of(const struct ar_alt *alt, int tag)
{
	struct decision_arg arg;

	return ar_alt_find(alt, tag, &arg) && arg.n >= 3 &&
			       (arg.w[0] == AR_NAMES_OBJECT ||
				arg.w[0] == AR_NAMES_ZONE)
		       ? arg.w[2]
		       : 0;
}

/* all words of the step besides the target */
static void read_words(const struct ar_alt *alt, struct ar_cast *c)
{
	struct decision_arg arg;

	c->to = object_of(alt, AR_TAG_TO);
	c->x = ar_alt_int(alt, AR_TAG_X, 1);
	c->dir = ar_alt_int(alt, AR_TAG_DIR, -1);
	c->extra = ar_alt_int(alt, AR_TAG_EXTRA, 0);
	c->bind = ar_alt_int(alt, AR_TAG_BIND, 0);
	c->replace = object_of(alt, AR_TAG_REPLACE);
	c->slot = ar_alt_int(alt, AR_TAG_SLOT, -1);
	c->pet = ar_alt_int(alt, AR_TAG_PET, 0);
	c->reaper = ar_alt_int(alt, AR_TAG_REAPER, 0);
	c->force = ar_alt_int(alt, AR_TAG_FORCE, 0);
	c->pick = ar_alt_int(alt, AR_TAG_PICK, -1);
	c->kill = object_of(alt, AR_TAG_KILL);
	if (ar_alt_find(alt, AR_TAG_EXTEND, &arg) && arg.n >= 4) {
		c->extend[0] = arg.w[2];
		c->extend[1] = arg.w[3];
	}
	read_remove(alt, c);
}

static bool activation_step_needs(const struct ar_work *w,
				  const struct ar_alt *alt, struct ar_cast *c,
				  struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_card *card = &s->card[c->card];
	char room[64];

	if (card->cost_x == AR_X_ITEM || card->cost_x == AR_X_ITEM_6)
		return read_item(w, alt, c, no);
	if (card->cost_x == AR_X_RAISE)
		return read_raised(s, alt, c, no);
	if (card->target & (AR_AIM_TO_ZONE | AR_AIM_TO_HOST) && !c->to)
		return activation_step_missing(no, "to");
	if (card->cost_x == AR_X_PURIFY && !c->n_remove)
		return activation_step_missing(no, "remove");
	if (c->dir < 0 && str_is(ar_pool_text(s, card->key, room, sizeof(room)),
				 "force-push"))
		return activation_step_missing(no, "dir");
	return true;
}

/*
 * The zone of a creature: that which is named, or that of what is named, else
 * that of the caster; another takes it only by a Gate to Hell (.3), which the
 * range tells (AR-CRE-01).
 */
static int32_t summon_zone(const struct ar_state *s, const struct ar_cast *c,
			   const struct ar_obj *by, int32_t named)
{
	int32_t there = c->to ? c->to : named;

	if (there && !ar_is_zone(s, there))
		there = ar_zone_of(s, ar_obj(s, there));
	return there ? there : ar_zone_of(s, by);
}

static bool aim_cast(struct ar_work *w, const struct ar_alt *alt,
		     const struct ar_obj *by, struct ar_cast *c,
		     struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_card *card = &s->card[c->card];
	struct cast_about about = { *c };
	struct ar_wanted want = { activation_step_castable, &about, by->handle,
				  c->seat, card->kind == AR_ATTACK_SPELL };
	struct decision_arg arg;

	if (card->target & (AR_AIM_ARENA | AR_AIM_DISCARD))
		return true;
	if (card->kind == AR_CREATURE) {
		int32_t named = 0;

		want.fits = any_object;
		if (ar_alt_find(alt, AR_TAG_TARGET, &arg)) {
			named = ar_aim(w, &arg, &want, &c->target_b, no);
			if (!named)
				return false;
		}
		c->target = summon_zone(s, c, by, named);
		c->target_b = c->to = 0;
		return true;
	}
	if (!ar_alt_find(alt, AR_TAG_TARGET, &arg) &&
	    (card->target & (AR_AIM_TO_ZONE | AR_AIM_TO_HOST) ||
	     !ar_alt_find(alt, AR_TAG_TO, &arg))) {
		/* what needs no word: its own zone, its own Mage */
		if (card->kind == AR_EQUIPMENT)
			c->target = s->player[c->seat].mage;
		else if (card->target & AR_AIM_ZONE)
			c->target = ar_zone_of(s, by);
		else
			return ar_no(no, AR_REFUSAL_NO_TARGET, AR_CAST_03, 0);
		return true;
	}
	if (arg.tag == AR_TAG_TO) /* its only target */
		c->to = 0;
	if (arg.n >= 3 && arg.w[0] == AR_NAMES_OBJECT)
		want.fits = any_object; /* checked with all words of the
					 * order */
	c->target = ar_aim(w, &arg, &want, &c->target_b, no);
	return c->target != 0;
}

/* the item of this Mage to which the spell is bound */
static int32_t bound_item(const struct ar_state *s, int32_t mage, int32_t card)
{
	for (int i = 0; i < s->n_objects; i++)
		if (s->obj[i].host == mage && s->obj[i].bound == card &&
		    !RULE(AR_BIND_02, s->obj[i].bound_used))
			return s->obj[i].handle;
	return 0;
}

bool ar_read_cast(struct ar_work *w, int32_t caster, enum ar_by by,
		  const struct ar_alt *a, struct ar_cast *out,
		  struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, caster);
	const struct ar_player *p;
	struct decision_arg arg;
	int32_t other;
	int32_t card = ar_alt_int(a, AR_TAG_CARD, 0);

	if (o && by == AR_BY_DEPLOY)
		card = o->planned; /* DEPLOY names the spawnpoint alone */
	if (!o || (ar_kind(s, o) != AR_MAGE && !ar_is_familiar(s, o) &&
		   by != AR_BY_DEPLOY))
		return ar_no(no, AR_REFUSAL_NOT_CASTER, AR_ACT_13, caster);
	memset(out, 0, sizeof(*out));
	out->caster = caster;
	out->seat = o->ctl;
	out->by = (int32_t)by;
	out->card = card;
	p = &s->player[o->ctl];
	if (card <= 0 || card >= s->n_cards)
		return ar_no(no, AR_REFUSAL_NOT_PLANNED, AR_RND_11, 0);
	if (ar_kind(s, o) == AR_MAGE && p->planned[0] != card &&
	    p->planned[1] != card) {
		out->source = bound_item(s, caster, card);
		out->bound = out->source != 0;
		if (!out->bound)
			return ar_no(no, AR_REFUSAL_NOT_PLANNED, AR_RND_11,
				     card);
	}
	if (RULE(AR_CAST_17, out->by == AR_BY_QUICK &&
				     ar_card_is(s, (int)card, AR_CARD_FULL) &&
				     !ar_may_quick(s, o, (int)card)))
		out->by = AR_BY_FULL;
	read_words(a, out);
	if (!out->to && ar_alt_find(a, AR_TAG_TO, &arg)) /* TO ME, by name .. */
		out->to = ar_aim(w, &arg,
				 &(struct ar_wanted){ any_object, NULL, caster,
						      (int)out->seat, true },
				 &other, NULL);
	return aim_cast(w, a, o, out, no) &&
	       activation_step_needs(w, a, out, no) &&
	       ar_check_cast(w, out, no);
}

static bool check_cast(struct ar_work *w, const struct ar_obj *o,
		       const struct ar_alt *alt, struct ar_choice *out,
		       struct refusal *no)
{
	struct ar_cast *c = &out->frame.cast;

	if (!ar_read_cast(w, o->handle, AR_BY_QUICK, alt, c, no))
		return false;
	out->frame.kind = AR_FRAME_CAST;
	out->spends = c->by == AR_BY_FULL ? AR_DONE_FULL : AR_DONE_QUICK;
	return is_free(w, o, no);
}

/* --- all verbs
 * ------------------------------------------------------------------------ */

static bool check_guard(const struct ar_work *w, const struct ar_obj *o,
			struct ar_choice *out, struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);

	if (RULE(AR_ACT_19, ar_incapacitated(s, o)))
		return ar_no(no, AR_REFUSAL_INCAPACITATED, AR_ACT_19,
			     o->handle);
	if (!ar_can(w, o, AR_DONE_QUICK, no))
		return false;
	out->spends = AR_DONE_QUICK;
	return is_free(w, o, no);
}

bool ar_check(struct ar_work *w, int32_t actor, const struct ar_alt *a,
	      struct ar_choice *out, struct refusal *no)
{
	const struct ar_obj *o = ar_obj(ar_state_of(w), actor);

	memset(out, 0, sizeof(*out));
	out->verb = a->verb;
	if (!o || o->dying)
		return ar_no(no, AR_REFUSAL_NO_OBJECT, AR_ACT_01, actor);
	switch (a->verb) {
	case AR_DO_MOVE:
	case AR_DO_CLIMB:
	case AR_DO_CROSS: return check_go(w, o, a, out, no);
	case AR_DO_ATTACK: return check_attack(w, o, a, out, no);
	case AR_DO_CAST: return check_cast(w, o, a, out, no);
	case AR_DO_USE:
	case AR_DO_RESTORE:
	case AR_DO_REBIND:
		return ar_check_use(w, actor, AR_BY_QUICK, a, out, no) &&
		       is_free(w, o, no);
	case AR_DO_GUARD: return check_guard(w, o, out, no);
	case AR_DO_NOTHING:
	case AR_DO_BOOST: return true;
	default: return ar_no(no, AR_REFUSAL_NO_ABILITY, AR_ACT_10, actor);
	}
}

void ar_start(struct ar_work *w, int32_t actor, const struct ar_choice *c)
{
	struct ar_frame *f;

	if (c->there || c->verb == AR_DO_NOTHING || c->verb == AR_DO_BOOST)
		return;
	if (c->verb == AR_DO_GUARD) {
		ar_note(w, actor, AR_NOTE_ACT_DONE, AR_DONE_QUICK);
		AR_EMIT(w, AR_EV_GUARD, AR_GUARD_01, actor, 1);
		return;
	}
	if (c->verb != AR_DO_MOVE && c->verb != AR_DO_CLIMB &&
	    c->verb != AR_DO_CROSS)
		ar_note(w, actor, AR_NOTE_ACT_DONE, (int32_t)c->spends);
	if (c->verb != AR_DO_MOVE && c->verb != AR_DO_ATTACK)
		ar_note(w, actor, AR_NOTE_ACT_CHARGE, 0);
	f = ar_push(w, (enum ar_frame_kind)c->frame.kind);
	*f = c->frame;
}
