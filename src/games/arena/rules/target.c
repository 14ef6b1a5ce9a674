/*
 * src/games/arena/rules/target.c - parses the words by which orders name
 * objects and zones
 */
#include "games/arena/rules/target.h"
#include "games/arena/rules/spell_clause.h"
#include "games/arena/rules/play.h"

const struct ar_obj *ar_mage(const struct ar_state *s, int seat)
{
	return s->player[seat].alive ? ar_obj(s, s->player[seat].mage) : NULL;
}

/* AR-ORD-01: the enemy's, the nearest of several */
const struct ar_obj *ar_enemy_mage(const struct ar_state *s, int seat,
				   int32_t from)
{
	const struct ar_obj *best = NULL, *by = ar_obj(s, from);
	int least = INT_MAX;

	for (int i = 0; i < AR_MAX_SEATS; i++) {
		const struct ar_obj *o =
			s->head.seat[i].present && !ar_friends(s, i, seat)
				? ar_mage(s, i)
				: NULL;
		int d = o && by && ar_zone_of(s, by) && o->zone
				? ar_distance(ar_zone_of(s, by), o->zone)
				: 0;

		if (o &&
		    (d < least || (d == least && o->handle < best->handle))) {
			least = d;
			best = o;
		}
	}
	return best;
}

static bool of_side(const struct ar_state *s, int seat, int side,
		    const struct ar_obj *o)
{
	return side == AR_SIDE_MINE    ? o->ctl == seat
	       : side == AR_SIDE_ENEMY ? !ar_friends(s, o->ctl, seat)
				       : true;
}

/* NEAREST to the own Mage or WEAKEST of a side, an enemy if none is named; ties
 * by lowest handle */
static bool is_first(const struct ar_state *s, int seat, const int32_t *words,
		     const struct ar_obj *o)
{
	int side = words[1] == AR_SIDE_NONE ? AR_SIDE_ENEMY : (int)words[1];
	const struct ar_obj *best = NULL, *mage = ar_mage(s, seat);
	int32_t zone = mage ? ar_zone_of(s, mage) : 0;
	int least = INT_MAX;

	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *x = &s->obj[i];
		int rank;

		if (!x->zone || !ar_is_creature(s, x) ||
		    !of_side(s, seat, side, x))
			continue;
		rank = words[0] == AR_NAMES_WEAKEST ? (int)ar_life_left(s, x)
		       : zone                       ? ar_distance(zone, x->zone)
						    : 0;
		if (rank < least) {
			least = rank;
			best = x;
		}
	}
	return best == o;
}

/* is it the one that these words mean, or one of them? */
static bool target_meant(const struct ar_state *s, int seat,
			 const int32_t *words, int n, const struct ar_obj *o)
{
	bool own = o->ctl == seat, friend = ar_friends(s, o->ctl, seat);

	switch (words[0]) {
	case AR_NAMES_OBJECT: return o->handle == words[2];
	case AR_NAMES_CARD:
	case AR_NAMES_NEW:
		return ar_called(s, seat, o, words[2]) &&
		       of_side(s, seat, (int)words[1], o);
	case AR_NAMES_NEAREST:
	case AR_NAMES_WEAKEST:
		return RULE(AR_MAIL_16, is_first(s, seat, words, o));
	case AR_NAMES_ZONE: return ar_zone_of(s, o) == words[2];
	case AR_NAMES_BORDER:
	case AR_NAMES_WALL: return n > 3 && ar_wall(s, words[2], words[3]) == o;
	case AR_NAMES_ANY: return of_side(s, seat, (int)words[1], o);
	case AR_NAMES_ME: return ar_mage(s, seat) == o;
	case AR_NAMES_MAGE: return !friend && ar_kind(s, o) == AR_MAGE;
	case AR_NAMES_MINE: return own && ar_is_creature(s, o);
	case AR_NAMES_ENEMY: return !friend && ar_is_creature(s, o);
	default: return false;
	}
}

int ar_subject(const struct ar_state *s, int seat, const int32_t *words, int n,
	       const struct ar_obj *o)
{
	if (n < 3 || !target_meant(s, seat, words, n, o))
		return 0;
	switch (words[0]) {
	case AR_NAMES_OBJECT:
	case AR_NAMES_ME: return 4;
	case AR_NAMES_CARD:
	case AR_NAMES_NEW: return 3;
	case AR_NAMES_ANY: return 1;
	default: return 2;
	}
}

/* --- aiming ------------------------------------------------------------------
 */

static bool side_fits(const struct ar_state *s, const struct ar_wanted *want,
		      int side, const struct ar_obj *o)
{
	if (side == AR_SIDE_MINE)
		return o->ctl == want->seat;
	if (side == AR_SIDE_ENEMY || want->enemies)
		return !ar_friends(s, o->ctl, want->seat);
	return true;
}

static int target_nearness(const struct ar_state *s, int32_t from,
			   const struct ar_obj *o)
{
	const struct ar_obj *by = ar_obj(s, from);
	int32_t zone = by ? ar_zone_of(s, by) : 0;
	int d = zone ? ar_reach(s, zone, o) : 0;

	return d < 0 ? 100 : d;
}

/* one of those among which is searched, whatever else is wanted of it */
static bool target_searched(const struct ar_state *s, const int32_t *words,
			    const struct ar_wanted *want,
			    const struct ar_obj *o)
{
	int side = (int)words[1];

	switch (words[0]) {
	case AR_NAMES_CARD:
		return ar_called(s, want->seat, o, words[2]) &&
		       (!side || side_fits(s, want, side, o));
	case AR_NAMES_NEW: return o->card == words[2] && o->ctl == want->seat;
	default: return ar_is_creature(s, o) && side_fits(s, want, side, o);
	}
}

/* less is better */
static int rank_of(const struct ar_state *s, const int32_t *words,
		   const struct ar_wanted *want, const struct ar_obj *o)
{
	switch (words[0]) {
	case AR_NAMES_NEW: return -(int)o->handle;
	case AR_NAMES_NEAREST: return target_nearness(s, want->from, o);
	case AR_NAMES_WEAKEST: return (int)ar_life_left(s, o);
	default: return 0;
	}
}

/* among all that fit: the best by the word, ties by lowest handle */
static int32_t target_search(const struct ar_work *w, const int32_t *words,
			     const struct ar_wanted *want, struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *best = NULL;
	struct refusal why;
	int least = INT_MAX;

	ar_no(no, AR_REFUSAL_NO_TARGET, AR_MAIL_16, 0);
	if (RULE(AR_MAIL_16, !want->enemies && words[1] == AR_SIDE_NONE &&
				     words[0] != AR_NAMES_CARD &&
				     words[0] != AR_NAMES_NEW)) {
		ar_no(no, AR_REFUSAL_NO_SIDE, AR_MAIL_16, 0);
		return 0;
	}
	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];
		int rank;

		if (!target_searched(s, words, want, o))
			continue;
		if (!want->fits(w, want->about, o, &why)) {
			if (no && !best)
				*no = why;
			continue;
		}
		rank = rank_of(s, words, want, o);
		if (rank < least) {
			least = rank;
			best = o;
		}
	}
	return best ? best->handle : 0;
}

static int32_t target_checked(const struct ar_work *w, const struct ar_obj *o,
			      const struct ar_wanted *want, struct refusal *no)
{
	if (!o) {
		ar_no(no, AR_REFUSAL_NO_TARGET, AR_MAIL_16, 0);
		return 0;
	}
	return want->fits(w, want->about, o, no) ? o->handle : 0;
}

int32_t ar_aim(const struct ar_work *w, const struct decision_arg *a,
	       const struct ar_wanted *want, int32_t *b, struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o;

	*b = 0;
	if (a->n < 3) {
		ar_no(no, AR_REFUSAL_NO_TARGET, AR_MAIL_16, 0);
		return 0;
	}
	switch (a->w[0]) {
	case AR_NAMES_ZONE:
		if (!ar_is_zone(s, a->w[2])) {
			ar_no(no, AR_REFUSAL_NO_ZONE, AR_WALL_12, a->w[2]);
			return 0;
		}
		return a->w[2];
	case AR_NAMES_BORDER:
		if (a->n < 4 || !ar_is_zone(s, a->w[2])) {
			ar_no(no, AR_REFUSAL_NO_ZONE, AR_WALL_02, a->w[2]);
			return 0;
		}
		*b = a->w[3];
		return a->w[2];
	case AR_NAMES_WALL:
		return target_checked(
			w, a->n > 3 ? ar_wall(s, a->w[2], a->w[3]) : NULL, want,
			no);
	case AR_NAMES_OBJECT:
		o = ar_obj(s, a->w[2]);
		if (!o) {
			ar_no(no, AR_REFUSAL_NO_OBJECT, AR_STATE_12, a->w[2]);
			return 0;
		}
		return target_checked(w, o, want, no);
	case AR_NAMES_ME:
		return target_checked(w, ar_mage(s, want->seat), want, no);
	case AR_NAMES_MAGE:
		return target_checked(
			w, ar_enemy_mage(s, want->seat, want->from), want, no);
	default: return target_search(w, a->w, want, no);
	}
}

static bool target_another(const struct ar_work *w, const void *about,
			   const struct ar_obj *o, struct refusal *no)
{
	const int32_t *not = about;

	(void)w;
	return o->handle != *not ||
	       ar_no(no, AR_REFUSAL_NO_TARGET, AR_MAIL_16, o->handle);
}

int32_t ar_place(const struct ar_work *w, int seat, int32_t from,
		 const struct decision_arg *a)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_wanted want = { target_another, &from, from, seat,
					true };
	int32_t b, found = ar_aim(w, a, &want, &b, NULL);
	const struct ar_obj *o = ar_obj(s, found);

	if (!found || b)
		return 0;
	if (!o)
		return ar_is_zone(s, found) ? found : 0;
	return o->border[0] ? o->border[0] : ar_zone_of(s, o);
}

/* --- zones that are nearer or farther
 * ------------------------------------------ */

int32_t ar_toward(const struct ar_work *w, const struct ar_obj *mover,
		  int32_t goal, bool far, bool *there, struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, goal);
	int32_t to = o ? ar_zone_of(s, o) : goal, best = 0;
	bool blink = ar_is(s, mover, AR_T_BLINK);
	int now, rank = INT_MAX;

	*there = false;
	if (o && o->border[0])
		to = o->border[0];
	if (!ar_is_zone(s, to)) {
		ar_no(no, AR_REFUSAL_NO_TARGET, AR_MAIL_16, goal);
		return 0;
	}
	now = ar_distance(mover->zone, to);
	if (!far && !now) {
		*there = true;
		return mover->zone;
	}
	ar_no(no, AR_REFUSAL_NO_ZONE, AR_MAIL_16, to);
	for (int i = 0; i < N_AR_DIRS; i++) {
		int32_t zone = ar_beside(s, mover->zone, (enum ar_dir)i);
		int r;

		if (!zone ||
		    (far ? ar_distance(zone, to) <= now
			 : ar_distance(zone, to) >= now) ||
		    !ar_check_move(w, mover, zone,
				   blink ? AR_HOW_BLINK : AR_HOW_MOVE, no))
			continue;
		/* not hindered, then the lowest name: A1 before A2 before B1 */
		r = (ar_hinders(s, mover, zone) != NULL) * 10000 +
		    ar_x(zone) * 100 + ar_y(zone);
		if (r < rank) {
			rank = r;
			best = zone;
		}
	}
	return best;
}

/* --- what spells may be aimed at
 * ------------------------------------------------ */

bool ar_may_control(const struct ar_state *s, int seat, int card)
{
	const struct ar_player *p = &s->player[seat];
	const struct ar_card *c = &s->card[card];
	const struct ar_obj *mage = ar_obj(s, p->mage);
	int trained = mage ? (int)ar_card_of(s, mage)->trained : 0;

	if (p->element >= 0)
		trained |= 1 << p->element;
	if (RULE(AR_BOOK_13, c->only_class > 0 && c->only_class != p->class))
		return false;
	return !RULE(AR_BOOK_13,
		     c->only_school >= 0 && !(trained >> c->only_school & 1));
}

/* words after the colon that are about a creature or object */
static bool words_fit(const struct ar_state *s, int32_t aim,
		      const struct ar_obj *o, struct refusal *no)
{
	int32_t h = o->handle;

	if (RULE(AR_CAST_04, aim & AR_AIM_LIVING && !ar_living(s, o)))
		return ar_no(no, AR_REFUSAL_NONLIVING, AR_CAST_04, h);
	/* of a spell whose subtype is the type's word the caller knows it */
	if ((aim & AR_AIM_NONPSYCHICIMMUNE && ar_immune(s, o, AR_PSYCHIC)) ||
	    (aim & AR_AIM_NONPOISONIMMUNE && ar_immune(s, o, AR_POISON)))
		return ar_no(no, AR_REFUSAL_IMMUNE, AR_TYPE_05, h);
	if (RULE(AR_CAST_04,
		 (aim & AR_AIM_CORPOREAL && !ar_corporeal(s, o)) ||
			 (aim & AR_AIM_NONMAGE && ar_kind(s, o) == AR_MAGE) ||
			 (aim & AR_AIM_NONFLYING && ar_flying(s, o)) ||
			 (aim & AR_AIM_NONUNCONTAINABLE &&
			  ar_is(s, o, AR_T_UNCONTAINABLE)) ||
			 (aim & AR_AIM_FRESH &&
			  (o->summoned != s->round || o->roused)) ||
			 (aim & AR_AIM_CHANNELING &&
			  ar_channeling(s, o, NULL) < 0)))
		return ar_no(no, AR_REFUSAL_BAD_TARGET, AR_CAST_04, h);
	return true;
}

static bool kind_fits(const struct ar_state *s, int32_t aim, int seat,
		      const struct ar_obj *o)
{
	int kind = ar_kind(s, o);

	if (aim & AR_AIM_ENCHANTMENT)
		return kind == AR_ENCHANTMENT &&
		       (!(aim & AR_AIM_HIDDEN) || o->hidden) &&
		       (!(aim & AR_AIM_REVEALED) || !o->hidden) &&
		       (!(aim & AR_AIM_OWN) || o->ctl == seat);
	if (aim & AR_AIM_OBJECT)
		return true;
	return (aim & AR_AIM_CREATURE && ar_is_creature(s, o)) ||
	       (aim & AR_AIM_MAGE && kind == AR_MAGE) ||
	       (aim & AR_AIM_CONJURATION && kind == AR_CONJURATION);
}

/* the damage type that a spell's subtype names (AR-TYPE-05) */
static bool immune_to(const struct ar_state *s, int card,
		      const struct ar_obj *o)
{
	const struct ar_card *c = &s->card[card];

	if (c->kind == AR_ATTACK_SPELL)
		return false;
	for (int t = AR_FLAME; t < N_AR_TYPES; t++)
		if (ar_card_has(c,
				ar_subtype_named(str_of(ar_type_names[t]))) &&
		    ar_immune(s, o, t))
			return true;
	return false;
}

bool ar_spell_target(const struct ar_state *s, int card, int seat,
		     const struct ar_obj *o, struct refusal *no)
{
	int32_t aim = s->card[card].target;

	if (o->dying || !kind_fits(s, aim, seat, o))
		return ar_no(no, AR_REFUSAL_BAD_TARGET, AR_CAST_04, o->handle);
	if (s->card[card].kind == AR_ATTACK_SPELL && ar_not_ranged(s, o))
		return ar_no(no, AR_REFUSAL_NOT_RANGED, AR_ATK_10, o->handle);
	if (ar_kind(s, o) != AR_ENCHANTMENT &&
	    RULE(AR_TYPE_05, immune_to(s, card, o)))
		return ar_no(no, AR_REFUSAL_IMMUNE, AR_TYPE_05, o->handle);
	return words_fit(s, aim, o, no);
}

/* a zone that a trap may lie in (AR-TRAP-01) */
static bool no_enemy_there(const struct ar_state *s, int seat, int32_t zone)
{
	for (int i = 0; i < s->n_objects; i++)
		if (s->obj[i].zone == zone && ar_is_creature(s, &s->obj[i]) &&
		    !ar_friends(s, s->obj[i].ctl, seat))
			return false;
	return true;
}

static bool has_twin(const struct ar_state *s, int card, int seat, int32_t host,
		     int32_t except)
{
	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *x = &s->obj[i];

		/* own hidden copies count, others are not known */
		if (x->handle != except && x->card == card &&
		    (x->host == host || x->zone == host) &&
		    ar_kind(s, x) == AR_ENCHANTMENT &&
		    ar_friends(s, x->ctl, seat))
			return true;
	}
	return false;
}

/* is it this object, or attached to it directly or indirectly? */
static bool hangs_on(const struct ar_state *s, const struct ar_obj *o,
		     int32_t object)
{
	while (o && o->handle != object)
		o = ar_obj(s, o->host);
	return o;
}

bool ar_host_ok(const struct ar_state *s, int card, int seat, int32_t host,
		int32_t except, struct refusal *no)
{
	const struct ar_card *c = &s->card[card];
	const struct ar_obj *o = ar_obj(s, host), *it = ar_obj(s, except);
	bool lies = it && it->zone == host; /* it is revealed there */

	if (ar_is_zone(s, host)) {
		if (!(c->target & AR_AIM_ZONE))
			return ar_no(no, AR_REFUSAL_BAD_TARGET, AR_CAST_04,
				     host);
		if (RULE(AR_TRAP_01, !lies && c->target & AR_AIM_NO_ENEMY &&
					     !no_enemy_there(s, seat, host)))
			return ar_no(no, AR_REFUSAL_BAD_TARGET, AR_TRAP_01,
				     host);
	} else {
		if (!o || o->dying || (except && hangs_on(s, o, except)) ||
		    !(c->target & (AR_AIM_CREATURE | AR_AIM_CONJURATION |
				   AR_AIM_MAGE | AR_AIM_OBJECT)) ||
		    !kind_fits(s, c->target, seat, o))
			return ar_no(no, AR_REFUSAL_BAD_TARGET, AR_CAST_04,
				     host);
		if (RULE(AR_TYPE_05, immune_to(s, card, o)))
			return ar_no(no, AR_REFUSAL_IMMUNE, AR_TYPE_05, host);
		if (!words_fit(s, c->target, o, no))
			return false;
	}
	if (RULE(AR_ENCH_05, has_twin(s, card, seat, host, except)))
		return ar_no(no, AR_REFUSAL_DUPLICATE, AR_ENCH_05, card);
	return true;
}
