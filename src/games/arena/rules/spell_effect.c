/* src/games/arena/rules/spell_effect.c - executes the verbs of spells */
#include "games/arena/rules/spell_effect.h"
#include "games/arena/rules/optional_effects.h"
#include "games/arena/rules/special_spells.h"
#include "games/arena/rules/spell_private.h"
#include "games/arena/rules/tables.h"
#include <stdlib.h>

enum { MAX_FACES = 60 };

static const struct ar_state *spell_effect_state(const struct ar_doing *d)
{
	return ar_state_of(d->w);
}

/* whose work it is: of a spell its caster, otherwise the object */
static int32_t spell_effect_source(const struct ar_doing *d)
{
	return d->cast && !d->x->obj ? d->cast->caster : d->x->obj;
}

static int how_much(struct ar_doing *d, int32_t *faces, int *n_faces)
{
	const struct ar_action *a = d->a;
	int sign = a->n < 0 ? -1 : 1, n = abs(a->n);

	*n_faces = 0;
	switch (a->amount) {
	case AR_AMOUNT_DICE:
		n = n > MAX_FACES ? MAX_FACES : n;
		*n_faces = n;
		return sign * ar_dice_sum(d->w, n, faces);
	case AR_AMOUNT_X: return sign * (d->cast ? d->cast->x : d->x->x);
	case AR_AMOUNT_DONE: return sign * d->x->done;
	case AR_AMOUNT_UP_TO: return ar_may_heal(d->w, (int)d->x->seat, n);
	default: return a->n;
	}
}

/* --- harm and help
 * ------------------------------------------------------------ */

static bool spell_effect_direct(struct ar_doing *d, int32_t who)
{
	int32_t faces[MAX_FACES];
	int n_faces, n = how_much(d, faces, &n_faces);
	const struct ar_state *s = ar_state_of(d->w);
	const struct ar_obj *o = ar_obj(s, who);
	int left = o ? ar_life(s, o) - (int)o->damage : 0;

	d->x->done = ar_direct(d->w, &(struct ar_direct_damage){
					     .target = who,
					     .n = n,
					     .type = d->a->type,
					     .by = spell_effect_source(d),
					     .card = d->x->card,
					     .faces = faces,
					     .n_faces = n_faces,
					     .rule = AR_DMG_05,
				     });
	if (RULE(AR_SDATA_06, d->x->done > left))
		d->x->done = left > 0 ? left : 0;
	return true;
}

static bool spell_effect_heal(struct ar_doing *d, int32_t who)
{
	int32_t faces[MAX_FACES];
	int n_faces, n = how_much(d, faces, &n_faces);

	d->x->done = ar_heal(d->w, who, n, spell_effect_source(d), faces,
			     n_faces, AR_HEAL_01);
	return true;
}

static bool spell_effect_mana(struct ar_doing *d, int32_t who)
{
	const struct ar_obj *o = ar_obj(spell_effect_state(d), who);
	int32_t faces[MAX_FACES];
	int n_faces, n = how_much(d, faces, &n_faces);
	enum ar_mana_why why = n < 0 ? AR_MANA_DRAIN : AR_MANA_GAIN;
	int32_t changed;

	if (!o)
		return true;
	changed = ar_kind(spell_effect_state(d), o) == AR_MAGE
			  ? ar_mana(d->w, (int)o->ctl, n, why,
				    spell_effect_source(d), AR_SDATA_06)
			  : ar_mana_on(d->w, who, n, why, AR_SDATA_06);
	d->x->done = abs(changed);
	return true;
}

static bool spell_effect_mod(struct ar_doing *d, int32_t who)
{
	const struct ar_action *a = d->a;
	const struct ar_obj *it =
		ar_obj(spell_effect_state(d), d->x->roles.who);
	int32_t value = a->value;

	if (a->amount == AR_AMOUNT_LEVEL && a->flags & AR_FLAG_IT)
		value +=
			it ? a->n * ar_card_of(spell_effect_state(d), it)->level
			   : 0;
	else if (a->amount == AR_AMOUNT_LEVEL)
		value += a->n * d->x->done_level;

	ar_mod_add(d->w, who, a->trait, value, a->filter,
		   (enum ar_duration)a->duration, d->x->card);
	return true;
}

static bool spell_effect_cond(struct ar_doing *d, int32_t who)
{
	ar_cond(d->w, who, (enum ar_cond)d->a->cond, d->a->n ? d->a->n : 1,
		spell_effect_source(d), false, AR_SDATA_06);
	return true;
}

/* the markers that the order lists, each for its price if it is asked */
static void uncond_named(struct ar_doing *d, int32_t who)
{
	for (int i = 0; d->cast && i < d->cast->n_remove; i++) {
		const struct ar_state *s = spell_effect_state(d);
		const struct ar_obj *o = ar_obj(s, who);
		int32_t c = d->cast->remove[i];
		int cost;

		if (c >= AR_HAS_COND || !o || !o->cond[c])
			continue;
		cost = d->a->flags & AR_FLAG_PAY
			       ? ar_removal_cost(s, o, (enum ar_cond)c)
			       : 0;
		if (cost > s->player[d->x->seat].mana)
			continue;
		if (cost)
			ar_mana(d->w, (int)d->x->seat, -cost, AR_MANA_ABILITY,
				who, AR_SDATA_06);
		ar_cond(d->w, who, (enum ar_cond)c, -1, spell_effect_source(d),
			false, AR_SDATA_06);
	}
}

static bool spell_effect_uncond(struct ar_doing *d, int32_t who)
{
	if (d->a->cond == AR_UNCOND_NAMED)
		uncond_named(d, who);
	else
		ar_cond(d->w, who, (enum ar_cond)d->a->cond, INT32_MIN,
			spell_effect_source(d), false, AR_SDATA_06);
	return true;
}

static bool spell_effect_token(struct ar_doing *d, int32_t who)
{
	const struct ar_obj *o = ar_obj(spell_effect_state(d), who);
	enum ar_token t = (enum ar_token)d->a->token;

	if (o && (!d->a->most || o->token[t] < d->a->most))
		ar_token(d->w, who, t, 1, AR_SDATA_06);
	return true;
}

static bool spell_effect_untoken(struct ar_doing *d, int32_t who)
{
	const struct ar_obj *o = ar_obj(spell_effect_state(d), who);
	enum ar_token t = (enum ar_token)d->a->token;

	if (o && o->token[t])
		ar_token(d->w, who, t, -o->token[t], AR_SDATA_06);
	return true;
}

static bool spell_effect_destroy(struct ar_doing *d, int32_t who)
{
	const struct ar_state *s = spell_effect_state(d);
	const struct ar_obj *o = ar_obj(s, who);

	if (!o)
		return true;
	d->x->done_obj = who;
	d->x->done_level = o->card > 0 ? s->card[o->card].level : 0;
	ar_destroy(d->w, who, who == d->x->obj ? AR_CAUSE_USED : AR_CAUSE_SPELL,
		   0, AR_SDATA_06);
	return true;
}

/* --- places
 * ------------------------------------------------------------------ */

/* The trap's zone: the one in TRAPTO, else the one farthest from its Mage
 * (AR-DP-17). */
static int32_t trap_to(struct ar_doing *d, int32_t who)
{
	const struct ar_state *s = spell_effect_state(d);
	const struct ar_obj *trap = ar_obj(s, d->x->obj);
	const struct ar_obj *mage = ar_mage(s, (int)d->x->seat);
	int32_t from = trap ? ar_zone_of(s, trap) : 0, best = 0;
	int most = -1;
	struct decision_arg to;
	struct decision line;

	for (int i = 0; ar_line(s, (int)d->x->seat, i, &line); i++) {
		int32_t zone =
			line.kind == AR_ORDER_TRAPTO &&
					decision_find(&line, AR_TAG_TO, &to)
				? ar_place(d->w, (int)d->x->seat, who, &to)
				: 0;

		if (zone && ar_distance(from, zone) <= 2)
			return zone;
	}
	if (ar_wants_asked(d->w, (int)d->x->seat, AR_ASKS_TRAP, d->x->obj))
		return 0;
	for (int i = 0; i < s->width * s->height; i++) { /* by their names */
		int32_t zone = ar_zone(i / (int)s->height, i % (int)s->height);
		int far = mage ? ar_distance(ar_zone_of(s, mage), zone) : 0;

		if (ar_distance(from, zone) <= 2 &&
		    RULE(AR_DP_17, far > most)) {
			most = far;
			best = zone;
		}
	}
	return best;
}

static bool spell_effect_teleport(struct ar_doing *d, int32_t who)
{
	struct ar_frame *reveal = ar_below(d->w, AR_FRAME_REVEAL);
	int32_t to = d->a->to == AR_SELECT_NAMED && !d->cast
			     ? (reveal ? reveal->reveal.to : trap_to(d, who))
		     : d->cast ? d->cast->to
			       : 0;

	if (ar_is_zone(spell_effect_state(d), to))
		ar_teleport(d->w, who, to, spell_effect_source(d),
			    AR_HOW_TELEPORT);
	return true;
}

static bool spell_effect_push(struct ar_doing *d, int32_t who)
{
	if (d->cast)
		ar_push_away(d->w, who, (int)d->cast->dir,
			     spell_effect_source(d), (int)d->x->seat,
			     d->cast->extra ? 2 : 1);
	return true;
}

static bool spell_effect_ready(struct ar_doing *d, int32_t who)
{
	ar_note(d->w, who, AR_NOTE_ACTIVE, 1);
	ar_note(d->w, who, AR_NOTE_ROUSED, 1);
	return true;
}

static bool spell_effect_attach(struct ar_doing *d, int32_t who)
{
	const struct ar_obj *o = ar_obj(spell_effect_state(d), who);

	if (o && d->cast && d->cast->to)
		AR_EMIT(d->w, AR_EV_ATTACHED, AR_SDATA_06, who,
			o->host ? o->host : o->zone, d->cast->to);
	return true;
}

static bool spell_effect_control(struct ar_doing *d, int32_t who)
{
	AR_EMIT(d->w, AR_EV_CONTROL, AR_SDATA_06, who, d->x->seat);
	return true;
}

static bool spell_effect_seal(struct ar_doing *d, int32_t who)
{
	ar_note(d->w, who, AR_NOTE_SEALED, 1);
	return true;
}

/* its team sees the hidden card */
static bool card_show(struct ar_doing *d, int32_t who)
{
	const struct ar_state *s = spell_effect_state(d);
	const struct ar_obj *o = ar_obj(s, who);
	uint32_t team = ar_audience_of(s, (int)d->x->seat);

	if (!o || !o->hidden)
		return true;
	if (o->card == AR_UNKNOWN) { /* a preview does not know it either */
		d->w->r->unknown = true;
		return true;
	}
	AR_EMIT(d->w, AR_EV_LOOKED, AR_HID_03, who, d->x->seat,
		spell_effect_source(d));
	o = ar_obj(s, who);
	ar_emit_for(d->w, team, AR_EV_LOOKED_AT, AR_HID_03,
		    (int32_t[]){ who, d->x->seat, o->card }, 3);
	return true;
}

/* --- attacks and spells that are under way
 * ------------------------------------ */

static bool spell_effect_attack(struct ar_doing *d, int32_t who)
{
	const struct ar_state *s = spell_effect_state(d);
	const struct ar_profile *p =
		ar_profile(s, (int)d->x->card, (int)d->a->profile);
	struct ar_attack a = { .attacker = spell_effect_source(d),
			       .source = spell_effect_source(d),
			       .card = d->x->card,
			       .profile = d->a->profile,
			       .kind = AR_RANGED,
			       .seat = d->x->seat,
			       .target = who,
			       .x = d->a->plus_x && d->cast ? d->cast->x : 0 };

	if (RULE(AR_ATK_40, p->kind == AR_AUTO)) {
		ar_attack_auto(d->w, spell_effect_source(d), d->x->card,
			       d->a->profile, who, AR_AUTO, (int)d->x->seat);
		return true;
	}
	a.spell = d->spell;
	if (d->spell)
		a.attacker = a.source = d->cast->caster;
	ar_attack_start(d->w, &a);
	return true;
}

static bool spell_effect_zattack(struct ar_doing *d, int32_t who)
{
	struct ar_attack a = { .card = d->x->card,
			       .profile = d->a->profile,
			       .kind = AR_RANGED,
			       .seat = d->x->seat,
			       .spell = 1 };

	(void)who;
	if (!d->cast)
		return true;
	a.attacker = a.source = d->cast->caster;
	a.zone = d->cast->target;
	ar_attack_zone(d->w, &a, d->a->to ? d->cast->caster : 0);
	return true;
}

static bool spell_effect_avoid(struct ar_doing *d, int32_t who)
{
	(void)who;
	if (d->attack)
		d->attack->avoided = 1;
	return true;
}

static bool spell_effect_cancel(struct ar_doing *d, int32_t who)
{
	(void)who;
	if (d->a->against == AR_AGAINST_ATTACK && d->attack)
		d->attack->cancelled = AR_STOP_HELM + 1;
	else if (d->a->against == AR_AGAINST_SPELL && d->cast)
		d->cast->outcome = AR_SPELL_CANCELLED;
	return true;
}

static bool spell_effect_counter(struct ar_doing *d, int32_t who)
{
	(void)who;
	if (d->cast)
		d->cast->outcome = AR_SPELL_COUNTERED;
	return true;
}

static bool spell_effect_prevent(struct ar_doing *d, int32_t who)
{
	(void)who;
	if (d->attack)
		d->attack->prevented += d->a->n;
	return true;
}

static bool spell_effect_roll(struct ar_doing *d, int32_t who)
{
	(void)who;
	return ar_roll_d12(d->w, d->x->obj,
			   d->attack ? AR_ROLL_HELM : AR_ROLL_CLAUSE,
			   AR_SDATA_06, (int)d->a->n, NULL, NULL) >= d->a->n;
}

/* --- which
 * --------------------------------------------------------------------- */

typedef bool (*verb)(struct ar_doing *d, int32_t who);

bool ar_verb(struct ar_doing *d, int32_t who)
{
	static const verb verbs[N_AR_VERB_WORDS] = {
		[AR_V_ATTACK] = spell_effect_attack,
		[AR_V_ZATTACK] = spell_effect_zattack,
		[AR_V_DIRECT] = spell_effect_direct,
		[AR_V_HEAL] = spell_effect_heal,
		[AR_V_MANA] = spell_effect_mana,
		[AR_V_MOD] = spell_effect_mod,
		[AR_V_COND] = spell_effect_cond,
		[AR_V_UNCOND] = spell_effect_uncond,
		[AR_V_TOKEN] = spell_effect_token,
		[AR_V_UNTOKEN] = spell_effect_untoken,
		[AR_V_DESTROY] = spell_effect_destroy,
		[AR_V_TELEPORT] = spell_effect_teleport,
		[AR_V_PUSH] = spell_effect_push,
		[AR_V_READY] = spell_effect_ready,
		[AR_V_ATTACH] = spell_effect_attach,
		[AR_V_CONTROL] = spell_effect_control,
		[AR_V_CHOOSE] = ar_choose,
		[AR_V_LOOK] = card_show,
		[AR_V_SEAL] = spell_effect_seal,
		[AR_V_AVOID] = spell_effect_avoid,
		[AR_V_REFLECT] = ar_turn_back,
		[AR_V_CANCEL] = spell_effect_cancel,
		[AR_V_COUNTER] = spell_effect_counter,
		[AR_V_PREVENT] = spell_effect_prevent,
		[AR_V_ROLL] = spell_effect_roll,
		[AR_V_CHAIN] = ar_chain,
		[AR_V_BANISH] = ar_banish,
		[AR_V_SUMMON] = ar_raise,
		[AR_V_REBIND] = ar_rebind
	};
	verb v = verbs[d->a->verb];

	return !v || v(d, who);
}
