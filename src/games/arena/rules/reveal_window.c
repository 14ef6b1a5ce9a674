/*
 * src/games/arena/rules/reveal_window.c - reveal windows (AR-REV-02 .. -04):
 * player by player, the reveals that triggers in the state demand.
 */
#include "games/arena/rules/attack_parts.h"

/* --- built-in triggers (AR-MAIL-35) --------------------------------------- */

enum auto_if {
	IF_NONE,
	IF_SAVES_2,
	IF_DICE_3,
	IF_DICE_4,
	IF_DICE_4_MELEE,
	IF_DICE_4_RANGED,
	IF_AGONY,
	IF_MELEE,
	IF_RANGED,
	IF_HURT_2_MELEE, /* Vampirism: own damage */
	IF_FRIEND_ATTACKS,
	IF_FIRST,
	IF_LETHAL_4,
	IF_LETHAL,
	IF_ANSWERS,
	IF_MAGE_HURT,
	IF_HOST_HURT_2
};

static const struct built_in {
	const char *key;
	enum ar_window window;
	enum ar_phase phase; /* of END */
	enum auto_if when;
} built_in[] = {
	{ "rhino-hide", AR_WIN_ROLLED, AR_BEFORE, IF_SAVES_2 },
	{ "divine-protection", AR_WIN_UNAVOIDED, AR_BEFORE, IF_DICE_3 },
	{ "sacred-ground", AR_WIN_UNAVOIDED, AR_BEFORE, IF_DICE_3 },
	{ "agony", AR_WIN_ATTACKS, AR_BEFORE, IF_AGONY },
	{ "bear-strength", AR_WIN_ATTACKS, AR_BEFORE, IF_MELEE },
	{ "vampirism", AR_WIN_ATTACKS, AR_BEFORE, IF_HURT_2_MELEE },
	{ "hawkeye", AR_WIN_ATTACKS, AR_BEFORE, IF_RANGED },
	{ "marked-for-death", AR_WIN_ATTACKED, AR_BEFORE, IF_FRIEND_ATTACKS },
	{ "pacify", AR_WIN_ATTACKS, AR_BEFORE, IF_FIRST },
	{ "bull-endurance", AR_WIN_ROLLED, AR_BEFORE, IF_LETHAL_4 },
	{ "divine-intervention", AR_WIN_ROLLED, AR_BEFORE, IF_LETHAL },
	{ "cobra-reflexes", AR_WIN_EXPOSED, AR_BEFORE, IF_DICE_4 },
	{ "force-sword", AR_WIN_EXPOSED, AR_BEFORE, IF_DICE_4_MELEE },
	{ "force-orb", AR_WIN_EXPOSED, AR_BEFORE, IF_DICE_4_RANGED },
	{ "circle-of-lightning", AR_WIN_HIT, AR_BEFORE, IF_MELEE },
	{ "retaliate", AR_WIN_STRUCK, AR_BEFORE, IF_ANSWERS },
	{ "cheetah-speed", AR_WIN_ACTIVATES, AR_BEFORE, IF_NONE },
	{ "eagle-wings", AR_WIN_ACTIVATES, AR_BEFORE, IF_NONE },
	{ "mongoose-agility", AR_WIN_ACTIVATES, AR_BEFORE, IF_NONE },
	{ "force-hold", AR_WIN_ACTIVATES, AR_BEFORE, IF_NONE },
	{ "enfeeble", AR_WIN_ACTIVATES, AR_BEFORE, IF_NONE },
	{ "chains-of-agony", AR_WIN_ACTIVATES, AR_BEFORE, IF_NONE },
	{ "maim-wings", AR_WIN_ACTIVATES, AR_BEFORE, IF_NONE },
	{ "turn-to-stone", AR_WIN_ACTIVATES, AR_BEFORE, IF_NONE },
	{ "magebane", AR_WIN_CASTS, AR_BEFORE, IF_NONE },
	{ "essence-drain", AR_WIN_END, AR_CHANNEL, IF_NONE },
	{ "ghoul-rot", AR_WIN_END, AR_CHANNEL, IF_NONE },
	{ "death-link", AR_WIN_END, AR_CHANNEL, IF_MAGE_HURT },
	{ "regrowth", AR_WIN_END, AR_CHANNEL, IF_HOST_HURT_2 },
	{ "poisoned-blood", AR_WIN_END, AR_CHANNEL, IF_NONE },
	{ "harmonize", AR_WIN_END, AR_RESET, IF_NONE }
};

static const struct built_in *built_in_of(const struct ar_state *s, int card)
{
	char room[64];
	struct str key = ar_pool_text(s, s->card[card].key, room, sizeof(room));

	for (size_t i = 0; i < ARRAY_LEN(built_in); i++)
		if (str_is(key, built_in[i].key))
			return &built_in[i];
	return NULL;
}

bool ar_auto_known(const struct ar_state *s, int card, enum ar_window *when,
		   enum ar_phase *phase)
{
	const struct built_in *b = built_in_of(s, card);

	*when = b ? b->window : AR_WIN_NONE;
	*phase = b ? b->phase : AR_BEFORE;
	return b != NULL;
}

/* What the reveal would save: of projected damage, or of dice not yet rolled
 * (AR-MAIL-32). The enchantment is turned up for the reckoning only. */
static int reveal_window_saves(const struct ar_work *w, int32_t obj,
			       const struct ar_attack *a)
{
	const struct ar_state *s = ar_state_of(w);
	struct ar_obj *o = (struct ar_obj *)ar_obj(s, obj);
	int before, after;
	int32_t stamp = o->stamp;

	before = a->dice ? ar_projected(s, a, 0) : ar_attack_dice(s, a, NULL);
	o->hidden = 0;
	o->stamp = s->stamp;
	after = a->dice ? ar_projected(s, a, 0) : ar_attack_dice(s, a, NULL);
	o->hidden = 1;
	o->stamp = stamp;
	return before - after;
}

static int32_t subject_of(const struct ar_window_frame *x, enum ar_window word)
{
	return word == (enum ar_window)x->also ? x->other : x->subject;
}

/* the creature that this enchantment is about at this moment */
static bool reveal_window_covers(const struct ar_state *s,
				 const struct ar_obj *e, int32_t subject)
{
	const struct ar_obj *o = ar_obj(s, subject);

	if (e->host)
		return e->host == subject;
	return o && e->zone && e->zone == ar_zone_of(s, o) &&
	       ar_friends(s, o->ctl, e->ctl);
}

static bool reveal_window_lethal(const struct ar_state *s,
				 const struct ar_attack *a, int more)
{
	const struct ar_obj *t = ar_obj(s, a->target);
	int n = a->dice ? ar_projected(s, a, 0) : ar_attack_dice(s, a, NULL);

	return t && n >= ar_life_left(s, t) + more;
}

static bool reveal_window_hurt(const struct ar_obj *o, int32_t damage)
{
	return o && o->damage >= damage;
}

/* the defender would strike back */
static bool reveal_window_answers(const struct ar_state *s,
				  const struct ar_attack *a,
				  const struct ar_obj *by,
				  const struct ar_obj *t)
{
	return a->kind == AR_MELEE && !a->counterstrike && t && by &&
	       t->zone == by->zone && !ar_incapacitated(s, t);
}

/* of an attack */
static bool attack_holds(const struct ar_work *w, const struct ar_obj *e,
			 enum auto_if when, const struct ar_attack *a)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *by = ar_obj(s, a->attacker);
	const struct ar_obj *t = ar_obj(s, a->target);
	int dice = t ? ar_attack_dice(s, a, NULL) : 0;

	switch (when) {
	case IF_SAVES_2: return reveal_window_saves(w, e->handle, a) >= 2;
	case IF_DICE_3: return dice >= 3;
	case IF_DICE_4: return dice >= 4;
	case IF_DICE_4_MELEE: return dice >= 4 && a->kind == AR_MELEE;
	case IF_DICE_4_RANGED: return dice >= 4 && a->kind == AR_RANGED;
	case IF_AGONY:
		return dice >= 3 && !a->spell && ar_friends(s, t->ctl, e->ctl);
	case IF_MELEE: return a->kind == AR_MELEE;
	case IF_RANGED: return a->kind == AR_RANGED;
	case IF_HURT_2_MELEE:
		return a->kind == AR_MELEE &&
		       reveal_window_hurt(ar_obj(s, e->host), 2);
	case IF_FRIEND_ATTACKS:
		return by && ar_friends(s, by->ctl, e->ctl) &&
		       ar_is_creature(s, by);
	case IF_FIRST: return a->first && !a->counterstrike;
	case IF_LETHAL_4:
		return reveal_window_lethal(s, a, 0) &&
		       !reveal_window_lethal(s, a, 4);
	case IF_LETHAL: return reveal_window_lethal(s, a, 0);
	case IF_ANSWERS: return reveal_window_answers(s, a, by, t);
	default: return false;
	}
}

static bool auto_holds(const struct ar_work *w, const struct ar_obj *e,
		       enum auto_if when, const struct ar_attack *a)
{
	const struct ar_state *s = ar_state_of(w);

	switch (when) {
	case IF_NONE: return true;
	case IF_MAGE_HURT: return reveal_window_hurt(ar_mage(s, e->ctl), 1);
	case IF_HOST_HURT_2: return reveal_window_hurt(ar_obj(s, e->host), 2);
	default: return a && attack_holds(w, e, when, a);
	}
}

static bool auto_fires(const struct ar_work *w, const struct ar_window_frame *x,
		       const struct ar_obj *e, const struct ar_attack *a)
{
	const struct ar_state *s = ar_state_of(w);
	const struct built_in *b = built_in_of(s, (int)e->card);
	int32_t subject;

	if (!b ||
	    (b->window != (enum ar_window)x->window &&
	     b->window != (enum ar_window)x->also) ||
	    (b->window == AR_WIN_END && b->phase != (enum ar_phase)x->phase))
		return false;
	subject = subject_of(x, b->window);
	if (b->window != AR_WIN_END && !reveal_window_covers(s, e, subject))
		return false;
	return auto_holds(w, e, b->when, a);
}

/* --- triggers that players wrote -------------------------------------------
 */

/* does the line's ITEM name this enchantment of the seat? */
static bool reveal_window_names(const struct ar_state *s, int seat,
				const struct decision *d,
				const struct ar_obj *o)
{
	const struct ar_obj *host = ar_obj(s, o->host);
	struct decision_arg item, on;

	if (o->ctl != seat || !decision_find(d, AR_TAG_ITEM, &item) ||
	    item.n != 3 ||
	    (item.w[0] == AR_NAMES_OBJECT ? o->handle != item.w[2]
					  : o->card != item.w[2]))
		return false;
	if (!decision_find(d, AR_TAG_TARGET, &on))
		return true;
	return on.w[0] == AR_NAMES_ZONE
		       ? o->zone == on.w[2]
		       : host && ar_subject(s, seat, on.w, on.n, host);
}

/* the next one, still hidden, that it names, or NULL */
static const struct ar_obj *reveal_window_named(const struct ar_state *s,
						int seat,
						const struct decision *d,
						const struct ar_obj *after)
{
	const struct ar_obj *o;

	for (int32_t at = after ? after->handle : 0;
	     (o = ar_next(s, at)) != NULL;) {
		at = o->handle;
		if (o->hidden && reveal_window_names(s, seat, d, o))
			return o;
	}
	return NULL;
}

static bool reveal_window_excepted(const struct decision *d, int32_t card)
{
	struct decision_arg arg;

	for (int at = 0; decision_next(d, at, &arg); at = arg.next)
		if (arg.tag == AR_TAG_EXCEPT && arg.w[0] == card)
			return true;
	return false;
}

/* the conditions of a line that reveals this enchantment (0: that stops) */
static bool line_conds(const struct ar_work *w, int seat,
		       const struct decision *d, int32_t subject, int32_t obj,
		       const struct ar_attack *a)
{
	const struct ar_state *s = ar_state_of(w);
	struct decision_arg arg;

	for (int at = 0; decision_next(d, at, &arg); at = arg.next) {
		bool holds;

		if (arg.tag != AR_TAG_COND || arg.n < 2)
			continue;
		if (arg.w[1] == AR_COND_SAVES)
			holds = a && obj && arg.n > 2 && ar_obj(s, a->target) &&
				reveal_window_saves(w, obj, a) >= arg.w[2];
		else
			holds = ar_holds_now(s, seat, arg.w + 1, arg.n - 1,
					     ar_obj(s, subject), a);
		if (holds == (arg.w[0] != 0))
			return false;
	}
	return true;
}

static bool role_fits(const struct ar_state *s, int seat,
		      const struct decision *d, int tag, int32_t handle)
{
	struct decision_arg arg;
	const struct ar_obj *o = ar_obj(s, handle);

	return !decision_find(d, tag, &arg) ||
	       (o && ar_subject(s, seat, arg.w, arg.n, o));
}

static bool when_fires(const struct ar_work *w, const struct ar_window_frame *x,
		       int seat, const struct decision *d,
		       const struct ar_attack *a, int32_t *subject)
{
	const struct ar_state *s = ar_state_of(w);
	int word = decision_int(d, AR_TAG_EVENT, AR_WIN_NONE);
	const struct ar_frame *c = NULL;
	struct decision_arg arg;
	const struct ar_obj *o;
	int32_t by = 0, onto = 0;

	if (word == AR_WIN_NONE || (word != x->window && word != x->also))
		return false;
	if (word == AR_WIN_END)
		return decision_int(d, AR_TAG_PHASE, -1) == x->phase;
	*subject = subject_of(x, (enum ar_window)word);
	o = ar_obj(s, *subject);
	if (word == AR_WIN_RESOLVED && o &&
	    decision_find(d, AR_TAG_SUBJECT, &arg) && arg.n == 3 &&
	    arg.w[0] == AR_NAMES_CARD)
		return o->ctl == seat && o->card == arg.w[2];
	if (!o || !role_fits(s, seat, d, AR_TAG_SUBJECT, *subject))
		return false;
	if (word == AR_WIN_ENTERS && decision_has(d, AR_TAG_ZONE) &&
	    decision_int(d, AR_TAG_ZONE, 0) != x->zone)
		return false;
	for (int i = w->n; !c && i-- > 0;)
		if (w->f[i].kind == AR_FRAME_CAST)
			c = &w->f[i];
	if (a) {
		by = a->attacker;
		onto = a->target;
	} else if (c) {
		by = c->cast.caster;
		onto = c->cast.target;
	}
	return role_fits(s, seat, d, AR_TAG_BY, by) &&
	       role_fits(s, seat, d, AR_TAG_ONTO, onto);
}

/* --- what fires ------------------------------------------------------------
 */

struct shot {
	int line; /* its number */
	int32_t obj, to;
	bool stop, force, once;
};

static bool can_reveal(const struct ar_work *w, int seat,
		       const struct ar_obj *o, bool force)
{
	return o && ar_check_reveal(w, seat, o->handle, force, NULL);
}

static int32_t to_of(const struct ar_work *w, int seat,
		     const struct decision *d)
{
	struct decision_arg arg;

	return decision_find(d, AR_TAG_TO, &arg)
		       ? ar_place(w, seat, ar_state_of(w)->player[seat].mage,
				  &arg)
		       : 0;
}

/* WHEN ..: REVEAL ..: the first of those named whose conditions hold */
static const struct ar_obj *when_line(const struct ar_work *w, int seat,
				      const struct decision *d,
				      const struct ar_attack *a,
				      int32_t subject, bool force)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = NULL;

	while ((o = reveal_window_named(s, seat, d, o)) != NULL)
		if (line_conds(w, seat, d, subject, o->handle, a) &&
		    can_reveal(w, seat, o, force))
			break;
	return o;
}

/* REVEAL .. AUTO, for one card or all: the first whose built-in trigger is;
 * where it is not SPENT, every copy of the card, on whatever it lies */
static const struct ar_obj *auto_line(const struct ar_work *w,
				      const struct ar_window_frame *x, int seat,
				      const struct decision *d,
				      const struct ar_attack *a, bool force)
{
	const struct ar_state *s = ar_state_of(w);
	bool all = decision_int(d, AR_TAG_ALL, 0);
	const struct ar_obj *of = all ? NULL
				      : reveal_window_named(s, seat, d, NULL),
			    *e;

	if (decision_int(d, AR_TAG_SPENT, 0)) {
		for (e = of; e; e = reveal_window_named(s, seat, d, e))
			if (auto_fires(w, x, e, a) &&
			    line_conds(w, seat, d, e->host, e->handle, a) &&
			    can_reveal(w, seat, e, force))
				return e;
		return NULL;
	}

	for (int32_t at = 0; (e = ar_next(s, at)) != NULL;) {
		at = e->handle;
		if (e->ctl == seat && e->hidden &&
		    (all ? !reveal_window_excepted(d, e->card)
			 : of && e->card == of->card) &&
		    auto_fires(w, x, e, a) &&
		    line_conds(w, seat, d, e->host, at, a) &&
		    can_reveal(w, seat, e, force))
			return e;
	}
	return NULL;
}

/* REVEAL .., at once or AT the end of a phase */
static const struct ar_obj *plain_line(const struct ar_work *w,
				       const struct ar_window_frame *x,
				       int seat, const struct decision *d,
				       const struct ar_attack *a, bool force)
{
	const struct ar_obj *o =
		reveal_window_named(ar_state_of(w), seat, d, NULL);

	if (decision_has(d, AR_TAG_PHASE) &&
	    (x->window != AR_WIN_END ||
	     decision_int(d, AR_TAG_PHASE, -1) != x->phase))
		return NULL;
	return o && line_conds(w, seat, d, o->host, o->handle, a) &&
			       can_reveal(w, seat, o, force)
		       ? o
		       : NULL;
}

void ar_lines_spent(struct ar_work *w, int32_t obj)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, obj);
	int seat = o ? (int)o->ctl : -1;
	struct decision d;

	for (int i = o ? ar_lines(s, seat) : 0; i-- > 0;)
		if (ar_line(s, seat, i, &d) && d.kind == AR_ORDER_REVEAL &&
		    decision_int(&d, AR_TAG_SPENT, 0) &&
		    reveal_window_names(s, seat, &d, o) &&
		    !reveal_window_named(s, seat, &d, NULL))
			ar_line_drop(w, seat, i, AR_LINE_USED);
}

/* does the line fire in this window; fills what it does */
static bool line_fires(const struct ar_work *w, const struct ar_window_frame *x,
		       int seat, const struct decision *d,
		       const struct ar_attack *a, struct shot *out)
{
	bool built = decision_int(d, AR_TAG_AUTO, 0);
	const struct ar_obj *o;
	int32_t subject = 0;

	out->force = decision_int(d, AR_TAG_FORCE, 0);
	out->to = to_of(w, seat, d);
	out->once = !built && !decision_int(d, AR_TAG_ALWAYS, 0);
	out->stop = decision_int(d, AR_TAG_STOPS, 0);
	if (d->kind == AR_ORDER_WHEN) {
		if (!when_fires(w, x, seat, d, a, &subject))
			return false;
		if (out->stop)
			return line_conds(w, seat, d, subject, 0, a);
		o = when_line(w, seat, d, a, subject, out->force);
	} else if (built) {
		o = auto_line(w, x, seat, d, a, out->force);
	} else {
		o = plain_line(w, x, seat, d, a, out->force);
	}
	out->obj = o ? o->handle : 0;
	return o;
}

static bool reveal_window_fires(const struct ar_work *w,
				const struct ar_window_frame *x, int seat,
				const struct ar_attack *a, struct shot *out)
{
	const struct ar_state *s = ar_state_of(w);
	struct decision d;

	for (int i = 0; ar_line(s, seat, i, &d); i++) {
		if (d.kind != AR_ORDER_WHEN && d.kind != AR_ORDER_REVEAL)
			continue;
		out->line = i;
		if (line_fires(w, x, seat, &d, a, out) &&
		    (!out->stop ||
		     (!(x->asked >> seat & 1) &&
		      s->player[seat].stops < s->head.option[AR_OPTION_STOPS])))
			return true;
	}
	return false;
}

/* --- the frame --------------------------------------------------------------
 */

static bool reveal_window_anybody(const struct ar_state *s)
{
	for (int seat = 0; seat < AR_MAX_SEATS; seat++)
		if (s->head.seat[seat].present &&
		    (s->player[seat].n_lines || s->player[seat].ask))
			return true;
	return false;
}

void ar_open_window2(struct ar_work *w, enum ar_window word, int32_t subject,
		     enum ar_window also, int32_t other, int32_t zone)
{
	const struct ar_state *s = ar_state_of(w);
	struct ar_frame *f;

	if (s->head.phase == AR_OVER || !reveal_window_anybody(s))
		return;
	f = ar_push(w, AR_FRAME_WINDOW);
	f->window.window = (int32_t)word;
	f->window.subject = subject;
	f->window.also = (int32_t)also;
	f->window.other = other;
	f->window.zone = zone;
	f->window.seat = s->head.first >= 0 ? s->head.first : 0;
}

void ar_open_window(struct ar_work *w, enum ar_window word, int32_t subject)
{
	ar_open_window2(w, word, subject, AR_WIN_NONE, 0, 0);
}

void ar_open_phase_end(struct ar_work *w, enum ar_phase phase)
{
	int n = w->n;

	ar_open_window2(w, AR_WIN_END, 0, AR_WIN_NONE, 0, 0);
	if (w->n > n)
		w->f[w->n - 1].window.phase = (int32_t)phase;
}

/* AR-MAIL-52: in mortal danger, whatever the player holds */
static bool in_danger(const struct ar_work *w, const struct ar_window_frame *x,
		      int seat, const struct ar_attack *a)
{
	const struct ar_state *s = ar_state_of(w);

	return s->player[seat].ask >= AR_ASK_IMPORTANT && a &&
	       (x->window == AR_WIN_UNAVOIDED || x->window == AR_WIN_ROLLED) &&
	       x->subject == s->player[seat].mage &&
	       reveal_window_lethal(s, a, 0) &&
	       RULE(AR_MAIL_52, !(x->asked >> seat & 1));
}

static void reveal_window_fire(struct ar_work *w, struct ar_frame *f, int seat,
			       const struct shot *shot)
{
	const int32_t v[] = { seat, shot->line + 1, f->window.window };

	ar_emit_for(w, AUDIENCE_SEAT(seat) | AUDIENCE_GM, AR_EV_TRIGGERED,
		    AR_MAIL_33, v, 3);
	if (shot->once)
		ar_line_drop(w, seat, shot->line, AR_LINE_USED);
	f->window.idle = 0;
	if (shot->stop) {
		f->window.asked |= 1 << seat;
		ar_stop_for(w, seat, AR_ASKS_WINDOW, f->window.subject,
			    (enum ar_window)f->window.window);
	} else {
		ar_reveal_start(w, shot->obj, shot->to, shot->force);
	}
}

void ar_step_window(struct ar_work *w, struct ar_frame *f)
{
	struct ar_window_frame *x = &f->window;
	const struct ar_state *s = ar_state_of(w);
	int seat = (int)x->seat, n = 0;
	struct ar_frame *af = NULL;
	struct ar_attack *a;
	struct shot shot;

	for (int i = w->n - 1; !af && i-- > 0;) {
		/* the attack whose step has this window */
		if (w->f[i].kind == AR_FRAME_ATTACK)
			af = &w->f[i];
		else if (w->f[i].kind == AR_FRAME_WINDOW ||
			 w->f[i].kind == AR_FRAME_CAST)
			break;
	}
	a = af ? &af->attack : NULL;
	for (int i = 0; i < AR_MAX_SEATS; i++)
		n += s->head.seat[i].present;
	if (x->answer) {
		int32_t obj = x->answer;

		x->answer = 0;
		x->idle = 0;
		ar_reveal_start(w, obj, x->to, true);
		return;
	}
	if (x->idle >= n) {
		ar_pop(w, 0);
		return;
	}
	if (s->player[seat].alive &&
	    reveal_window_fires(w, x, seat, a, &shot)) {
		reveal_window_fire(w, f, seat, &shot);
		return;
	}
	if (s->player[seat].alive && in_danger(w, x, seat, a)) {
		x->asked |= 1 << seat;
		if (ar_stop_for(w, seat, AR_ASKS_WINDOW, x->subject,
				(enum ar_window)x->window))
			return;
	}
	do {
		seat = (seat + 1) % AR_MAX_SEATS;
	} while (!s->head.seat[seat].present);
	x->seat = seat;
	x->idle++;
}
