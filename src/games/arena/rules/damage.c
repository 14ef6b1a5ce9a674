/*
 * src/games/arena/rules/damage.c - changes objects in play: damage, healing,
 * conditions, destruction
 */
#include "games/arena/rules/damage.h"
#include "games/arena/rules/spell_clause.h"
#include "games/arena/rules/play.h"
#include "engine/common.h"
#include "engine/commitment.h"

/* --- dice --------------------------------------------------------------- */

int ar_face(int die)
{
	static const int faces[] = { -1,       AR_DIE_BLANK, AR_DIE_BLANK,
				     AR_DIE_1, AR_DIE_2,     AR_DIE_1C,
				     AR_DIE_2C };

	return faces[die];
}

int ar_attack_die(struct ar_work *w)
{
	return ar_face(ar_die(w, 6));
}

/* 1 and 2, critical or not */
static int32_t damage_points(const void *about, const uint8_t *face, int n)
{
	int32_t sum = 0;

	(void)about;
	for (int i = 0; i < n; i++)
		sum += ar_face(face[i]) % 10;
	return sum;
}

int ar_dice_sum(struct ar_work *w, int n, int32_t *faces)
{
	int sum = 0;

	if (n > 0)
		run_alike(w->r,
			  &(struct dice_alike){ .n = n,
						.sides = 6,
						.comes_to = damage_points });

	for (int i = 0; i < n; i++) {
		faces[i] = ar_attack_die(w);
		if (faces[i] < 0)
			return -1;
		sum += faces[i] % 10;
	}
	return sum;
}

/* --- conditions, tokens ------------------------------------------------- */

bool ar_cond_ok(const struct ar_state *s, const struct ar_obj *o,
		enum ar_cond c, int *rule)
{
	static const int type[N_AR_CONDS] = { AR_FLAME,   AR_POISON,  AR_POISON,
					      AR_UNTYPED, AR_UNTYPED, AR_POISON,
					      AR_PSYCHIC };

	if (RULE(AR_TYPE_05, type[c] && ar_immune(s, o, type[c])))
		*rule = AR_TYPE_05;
	else if (RULE(AR_TRT_19, c == AR_BURN && ar_is(s, o, AR_T_BURNPROOF)))
		*rule = AR_TRT_19; /* incorporeal objects too: AR-OBJ-15 */
	else if (RULE(AR_CONJ_01, !ar_is_creature(s, o) && c != AR_BURN &&
					  (c != AR_ROT || !ar_living(s, o))))
		*rule = AR_CONJ_01;
	else
		return true;
	return false;
}

int ar_removal_cost(const struct ar_state *s, const struct ar_obj *o,
		    enum ar_cond c)
{
	static const int cost[N_AR_CONDS] = { 2, 2, 2, 2, 4, 4, 0 };

	return RULE(AR_COND_07, c == AR_SLEEP) ? (int)ar_card_of(s, o)->level
					       : cost[c];
}

/* an Incapacitated creature guards no more (AR-ACT-19) */
static void guard_check(struct ar_work *w, int32_t obj)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, obj);

	if (o && o->guard && RULE(AR_COND_15, ar_incapacitated(s, o)))
		AR_EMIT(w, AR_EV_GUARD, AR_COND_15, obj, 0);
}

int ar_cond(struct ar_work *w, int32_t obj, enum ar_cond c, int32_t n,
	    int32_t by, bool keep, int rule)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, obj);
	int none;

	if (!o || (n > 0 && !ar_cond_ok(s, o, c, &none)))
		return 0;
	if (n < 0 && n < -o->cond[c])
		n = -o->cond[c];
	if (!n)
		return 0;
	AR_EMIT(w, AR_EV_COND, rule, obj, (int32_t)c, n, o->cond[c] + n, keep,
		by);
	guard_check(w, obj);
	return n;
}

void ar_token(struct ar_work *w, int32_t obj, enum ar_token t, int32_t n,
	      int rule)
{
	const struct ar_obj *o = ar_obj(ar_state_of(w), obj);

	if (!o)
		return;
	if (n < -o->token[t])
		n = -o->token[t];
	if (n)
		AR_EMIT(w, AR_EV_TOKEN, rule, obj, (int32_t)t, n,
			o->token[t] + n);
}

/* AR-TRT-23: damage healed, wholly or in part */
static void rage_cools(struct ar_work *w, int32_t obj)
{
	const struct ar_obj *o = ar_obj(ar_state_of(w), obj);

	if (RULE(AR_TRT_23, o->token[AR_RAGE] > 0))
		ar_token(w, obj, AR_RAGE, o->damage ? -1 : -o->token[AR_RAGE],
			 AR_TRT_23);
}

/* --- damage and healing ------------------------------------------------- */

/* AR-COND-07: 1 or more damage of any kind wakes it */
static void damage_wake(struct ar_work *w, int32_t obj)
{
	const struct ar_obj *o = ar_obj(ar_state_of(w), obj);
	int32_t n = o ? o->cond[AR_SLEEP] : 0;

	if (!n || !RULE(AR_COND_07, n > 0))
		return;
	ar_cond(w, obj, AR_SLEEP, -n, 0, false, AR_COND_07);
	ar_cond(w, obj, AR_DAZE, n, 0, false, AR_RUL_49);
}

static void note_hurt(struct ar_work *w, int32_t obj)
{
	struct ar_frame *f = ar_below(w, AR_FRAME_ATTACK);

	if (f && f->attack.target == obj)
		f->attack.step_hurt = 1;
}

void ar_hurt(struct ar_work *w, int32_t target, int32_t n)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, target);

	if (!o || n <= 0)
		return;
	damage_wake(w, target);
	note_hurt(w, target);
	o = ar_obj(s, target);
	if (o->damage < ar_life(s, o))
		return;
	if (RULE(AR_RUL_47, ar_kind(s, o) == AR_MAGE)) {
		const struct ar_frame *f = ar_below(w, AR_FRAME_ATTACK);

		ar_destroy(w, target, AR_CAUSE_DAMAGE,
			   f ? f->attack.attacker : 0, AR_RUL_47);
		return;
	}
	ar_note(w, target, AR_NOTE_DYING, 1);
	if (o->guard)
		AR_EMIT(w, AR_EV_GUARD, AR_DMG_08, target, 0);
}

/* Damage >= life, outside an attack (AR-OBJ-06); true: it was destroyed. */
static bool check_life(struct ar_work *w, int32_t obj, enum ar_cause cause)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, obj);

	if (!o || !ar_has_life(s, o) || o->dying || o->damage < ar_life(s, o))
		return false;
	ar_destroy(w, obj, cause, 0, AR_OBJ_06);
	return true;
}

int ar_direct(struct ar_work *w, const struct ar_direct_damage *x)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, x->target);
	int n = x->n;
	struct event e;

	if (!o || !ar_has_life(s, o) || o->dying || n <= 0)
		return 0;
	if (RULE(AR_DMG_05, x->type && ar_immune(s, o, x->type)))
		n = 0;
	event_start(&e, AR_EV_DIRECT, x->rule);
	event_because(&e, n ? AR_DMG_05 : AR_TYPE_05);
	event_put(&e, AR_EV_DIRECT_TARGET, x->target);
	event_put(&e, AR_EV_DIRECT_BY, x->by);
	event_put(&e, AR_EV_DIRECT_CARD, x->card);
	event_put(&e, AR_EV_DIRECT_TYPE, x->type);
	event_put_ints(&e, AR_EV_DIRECT_FACES, x->faces, x->n_faces);
	event_put(&e, AR_EV_DIRECT_TOTAL, n);
	event_put(&e, AR_EV_DIRECT_NOW, o->damage + n);
	event_put(&e, AR_EV_DIRECT_LIFE, ar_life(s, o));
	ar_event_emit(w, &e);
	if (n) {
		damage_wake(w, x->target);
		note_hurt(w, x->target);
		if (!check_life(w, x->target, AR_CAUSE_DAMAGE))
			ar_open_window(w, AR_WIN_DAMAGED, x->target);
	}
	return n;
}

int ar_heal(struct ar_work *w, int32_t target, int32_t n, int32_t by,
	    const int32_t *faces, int n_faces, int rule)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, target);
	int32_t healed;
	struct event e;

	if (!o || !ar_has_life(s, o) || o->dying)
		return 0;
	healed = n < o->damage ? n : o->damage;
	if (RULE(AR_HEAL_03, ar_finite(s, o)) || n < 0) {
		healed = 0;
		event_start(&e, AR_EV_HEALED, AR_HEAL_03);
		event_because(&e, rule);
	} else {
		event_start(&e, AR_EV_HEALED, rule);
		event_because(&e, AR_HEAL_01);
	}
	event_put(&e, AR_EV_HEALED_TARGET, target);
	event_put(&e, AR_EV_HEALED_BY, by);
	event_put_ints(&e, AR_EV_HEALED_FACES, faces, n_faces);
	event_put(&e, AR_EV_HEALED_AMOUNT, healed);
	event_put(&e, AR_EV_HEALED_WASTED, n - healed);
	event_put(&e, AR_EV_HEALED_NOW, o->damage - healed);
	ar_event_emit(w, &e);
	if (healed)
		rage_cools(w, target);
	return healed;
}

static void ar_life_change(struct ar_work *w, int32_t obj, int32_t n, int rule)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, obj);

	if (!o || !n || (n > 0 && RULE(AR_MAGE_21, ar_finite(s, o))))
		return;
	AR_EMIT(w, AR_EV_LIFE, rule, obj, n, ar_life(s, o) + n);
	check_life(w, obj, AR_CAUSE_LIFE);
}

void ar_check_all(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o;

	for (int32_t at = 0; (o = ar_next(s, at)) != NULL;) {
		at = o->handle;
		if (o->damage || ar_has_life(s, o))
			check_life(w, at, AR_CAUSE_LIFE);
		if (s->head.phase == AR_OVER)
			return;
	}
}

/* --- mana --------------------------------------------------------------- */

int32_t ar_mana(struct ar_work *w, int seat, int32_t n, enum ar_mana_why why,
		int32_t about, int rule)
{
	int32_t now = ar_state_of(w)->player[seat].mana;

	if (n < -now)
		n = -now;
	if (n)
		AR_EMIT(w, AR_EV_MANA, rule, seat, 0, n, now + n, (int32_t)why,
			about);
	return n < 0 ? -n : n;
}

int32_t ar_mana_on(struct ar_work *w, int32_t obj, int32_t n,
		   enum ar_mana_why why, int rule)
{
	const struct ar_obj *o = ar_obj(ar_state_of(w), obj);

	if (!o)
		return 0;
	if (n < -o->mana)
		n = -o->mana;
	if (n)
		AR_EMIT(w, AR_EV_MANA, rule, -1, obj, n, o->mana + n,
			(int32_t)why, obj);
	return n < 0 ? -n : n;
}

/* costs that are announced and not paid yet (AR-MAIL-33) */
static int32_t damage_owes(const struct ar_work *w, int seat)
{
	int32_t sum = 0;

	for (int i = 0; i < w->n; i++) {
		const struct ar_frame *f = &w->f[i];

		if (f->kind == AR_FRAME_CAST && f->cast.payer == seat &&
		    f->step <= 2)
			sum += f->cast.cost;
	}
	return sum;
}

int32_t ar_spare(const struct ar_work *w, int seat, bool owed)
{
	const struct ar_player *p = &ar_state_of(w)->player[seat];
	int32_t left = p->mana - RULE_VALUE(AR_MAIL_19, p->reserve);

	if (RULE(AR_MAIL_33, owed))
		left -= damage_owes(w, seat);
	return left;
}

/* --- modifiers ---------------------------------------------------------- */

void ar_mod_add(struct ar_work *w, int32_t obj, int trait, int32_t amount,
		int32_t filter, enum ar_duration d, int32_t card)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, obj);

	if (!o)
		return;
	if (trait == AR_T_LIFE && d == AR_GAME) {
		ar_life_change(w, obj, amount, (int)s->card[card].rule);
		return;
	}
	AR_EMIT(w, AR_EV_MOD_ON, (int)s->card[card].rule, obj, trait, amount,
		filter, (int32_t)d, card);
	guard_check(w, obj);
}

void ar_mods_end(struct ar_work *w, int32_t obj, enum ar_duration d)
{
	const struct ar_state *s = ar_state_of(w);

	for (int i = 0; i < s->n_mods; i++)
		if (s->mod[i].duration == (int32_t)d &&
		    (!obj || s->mod[i].handle == obj)) {
			AR_EMIT(w, AR_EV_MOD_OFF, AR_STATE_08, obj, (int32_t)d);
			return;
		}
}

/* --- books, plans, piles ------------------------------------------------ */

static struct str card_key(const struct ar_state *s, int card, char *room,
			   size_t size)
{
	return ar_pool_text(s, s->card[card].key, room, size);
}

void ar_book(struct ar_work *w, int seat, int card, int delta)
{
	const int32_t v[] = { seat, card, delta };

	ar_emit_for(w, ar_audience_of(ar_state_of(w), seat), AR_EV_BOOK,
		    AR_BOOK_17, v, 3);
}

void ar_unplan(struct ar_work *w, int seat, int32_t obj, int card)
{
	const int32_t v[] = { seat, obj, card };

	ar_emit_for(w, ar_audience_of(ar_state_of(w), seat), AR_EV_UNPLANNED,
		    AR_RND_11, v, 3);
}

void ar_discard(struct ar_work *w, int seat, int card)
{
	AR_EMIT(w, AR_EV_DISCARDED, AR_OBJ_11, seat, card, 0);
}

/* under the next number; 0: no commitments are kept, or no more */
static int32_t damage_commit(struct ar_work *w, int seat, struct str text)
{
	int32_t number = ar_state_of(w)->n_secrets + 1;

	if (!w->r->secrets || !w->r->secrets->commit || number > AR_MAX_SEALED)
		return 0;
	commitment_commit(w->r, seat, number, text, AR_HID_10);
	return number;
}

int32_t ar_commit(struct ar_work *w, int seat, int card)
{
	char room[128];

	return damage_commit(
		w, seat, card_key(ar_state_of(w), card, room, sizeof(room)));
}

void ar_open(struct ar_work *w, int32_t secret, int card)
{
	char room[128];

	if (secret > 0)
		commitment_open(
			w->r, secret,
			card_key(ar_state_of(w), card, room, sizeof(room)),
			AR_HID_10);
}

/* A book as it was sealed: a digit for each card of the game, its copies. */
static struct str book_text(const struct ar_player *p, int n_cards,
			    char room[AR_MAX_CARDS])
{
	for (int i = 1; i < n_cards; i++)
		room[i - 1] = (char)('0' + ((uint32_t)p->first_book[i / 8] >>
						    4 * (i % 8) &
					    15));
	return (struct str){ room, (size_t)(n_cards - 1) };
}

int32_t ar_commit_book(struct ar_work *w, int seat)
{
	const struct ar_state *s = ar_state_of(w);
	char room[AR_MAX_CARDS];

	return damage_commit(
		w, seat, book_text(&s->player[seat], (int)s->n_cards, room));
}

/* All that is still sealed is opened when the game is over (AR-HID-10). */
static void open_all(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);
	char room[AR_MAX_CARDS];

	for (int i = 0; i < AR_MAX_SEALED && i < s->n_secrets; i++) {
		int32_t what = s->sealed[i];

		if (what >= AR_SEALED_BOOK)
			commitment_open(
				w->r, i + 1,
				book_text(&s->player[what - AR_SEALED_BOOK],
					  (int)s->n_cards, room),
				AR_HID_10);
		else if (what > 0)
			ar_open(w, i + 1, what);
	}
}

static void hidden_is(struct ar_work *w, int32_t obj, int card)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, obj);
	int32_t v[] = { obj, card, ar_commit(w, o->ctl, card) };

	ar_emit_for(w, ar_audience_of(s, o->ctl), AR_EV_HIDDEN_IS, AR_HID_03, v,
		    3);
}

void ar_bind(struct ar_work *w, int32_t item, int card)
{
	AR_EMIT(w, AR_EV_BOUND, AR_BIND_01, item, 0, card != 0);
	if (card)
		hidden_is(w, item, card);
}

/* --- entering ----------------------------------------------------------- */

int32_t ar_enter(struct ar_work *w, const struct ar_entry *x, int rule)
{
	const struct ar_state *s = ar_state_of(w);
	int32_t handle = s->next_handle;
	bool walks = s->card[x->card].kind == AR_CREATURE ||
		     s->card[x->card].kind == AR_MAGE;
	struct event e;

	if (s->n_objects == AR_MAX_OBJECTS)
		return 0;
	event_start(&e, AR_EV_ENTERED, rule);
	if (s->card[x->card].rule && !x->hidden)
		event_because(&e, (int)s->card[x->card].rule);
	event_put(&e, AR_EV_ENTERED_OBJ, handle);
	event_put(&e, AR_EV_ENTERED_CARD, x->hidden ? 0 : x->card);
	event_put(&e, AR_EV_ENTERED_OWNER, x->owner);
	event_put(&e, AR_EV_ENTERED_CTL, x->ctl);
	event_put(&e, AR_EV_ENTERED_ZONE, x->zone);
	event_put_ints(&e, AR_EV_ENTERED_BORDER, x->border,
		       x->border[0] ? 2 : 0);
	event_put(&e, AR_EV_ENTERED_HOST, x->host);
	event_put(&e, AR_EV_ENTERED_SLOTS, x->slots);
	event_put(&e, AR_EV_ENTERED_ACTIVE, walks && !x->summoned);
	event_put(&e, AR_EV_ENTERED_SUMMONED, x->summoned);
	ar_event_emit(w, &e);
	if (x->hidden)
		hidden_is(w, handle, x->card);
	return handle;
}

/* --- leaving ------------------------------------------------------------ */

/* what the item or creature was given to cast goes with it */
static void goods_go(struct ar_work *w, const struct ar_obj *o, bool to_book)
{
	int32_t handle = o->handle, bound = o->bound, planned = o->planned;
	int32_t secret = o->secret, seen = o->bound_seen;
	int owner = o->owner, ctl = o->ctl;

	if (bound > 0) {
		if (RULE(AR_BIND_06, !to_book)) {
			if (!seen)
				ar_open(w, secret, bound);
			ar_discard(w, owner, bound);
		} else {
			ar_book(w, owner, bound, 1);
		}
	}
	if (planned > 0 && RULE(AR_OBJ_09, handle != 0)) {
		ar_unplan(w, ctl, handle, planned);
		ar_discard(w, ctl, planned);
	}
}

void ar_leave(struct ar_work *w, int32_t obj, enum ar_cause cause, int32_t by,
	      enum ar_place to, int rule)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, obj);
	bool unseen;
	int32_t card;
	struct event e;

	if (!o || w->r->unknown)
		return;
	card = o->card;
	if (card == AR_UNKNOWN || o->bound == AR_UNKNOWN ||
	    o->planned == AR_UNKNOWN) { /* a view: it would be shown */
		w->r->unknown = true;
		return;
	}
	goods_go(w, o, to == AR_TO_BOOK);
	o = ar_obj(s, obj);
	unseen = o->hidden && to == AR_TO_BOOK;
	if (o->hidden && !unseen)
		ar_open(w, o->secret, card);
	if (to == AR_TO_BOOK) {
		ar_book(w, o->owner, card, 1);
		AR_EMIT(w, AR_EV_RETURNED, rule, o->owner, 1,
			unseen ? 0 : card);
	}
	o = ar_obj(s, obj);
	event_start(&e, AR_EV_LEFT, rule);
	if (s->card[card].rule && !unseen)
		event_because(&e, (int)s->card[card].rule);
	event_put(&e, AR_EV_LEFT_OBJ, obj);
	event_put(&e, AR_EV_LEFT_CARD, unseen ? 0 : card);
	event_put(&e, AR_EV_LEFT_OWNER, o->owner);
	event_put(&e, AR_EV_LEFT_CTL, o->ctl);
	event_put(&e, AR_EV_LEFT_ZONE, o->zone);
	event_put(&e, AR_EV_LEFT_CAUSE, (int32_t)cause);
	event_put(&e, AR_EV_LEFT_BY, by);
	event_put(&e, AR_EV_LEFT_TO, (int32_t)to);
	ar_event_emit(w, &e);
}

/* a curse on the host that the Warlock of the seat may take back */
static bool is_own_curse(const struct ar_state *s, const struct ar_obj *o,
			 int32_t host, int seat)
{
	const struct ar_player *p = &s->player[seat];

	return o->host == host && o->ctl == seat && o->owner == seat &&
	       p->class == AR_WARLOCK && !s->head.option[AR_OPTION_MODE] &&
	       p->alive && !(p->once & AR_ONCE_CURSE) &&
	       ar_card_of(s, o)->kind == AR_ENCHANTMENT &&
	       ar_card_has(ar_card_of(s, o), ar_subtype_named(STR("curse")));
}

/* Curseweaving: the attached curse that goes back to the seat's book, 0 none */
static int32_t curse_kept(struct ar_work *w, int32_t host, int seat)
{
	const struct ar_state *s = ar_state_of(w);
	int32_t best = 0, most = -1;
	struct decision d;
	bool said =
		ar_line_find(w, seat, AR_ORDER_CURSEWEAVE, NULL, NULL, &d) >= 0;

	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];
		int32_t worth = ar_card_of(s, o)->reveal;

		if (!is_own_curse(s, o, host, seat))
			continue;
		if (said && decision_int(&d, AR_TAG_CARD, 0) == o->card)
			worth += 1000;
		if (worth > most) {
			most = worth;
			best = o->handle;
		}
	}
	return RULE_VALUE(AR_MAGE_30, best);
}

/* May a Warlock choose which curse stays, and wants to (AR-DP-25)? */
static bool asks_curse(struct ar_work *w, int32_t host)
{
	const struct ar_state *s = ar_state_of(w);
	struct decision d;

	if (!ar_is_creature(s, ar_obj(s, host)))
		return false;
	for (int seat = 0; seat < AR_MAX_SEATS; seat++) {
		int n = 0;

		for (int i = 0; i < s->n_objects; i++)
			n += is_own_curse(s, &s->obj[i], host, seat);
		if (n > 1 &&
		    ar_line_find(w, seat, AR_ORDER_CURSEWEAVE, NULL, NULL, &d) <
			    0 &&
		    ar_wants_asked(w, seat, AR_ASKS_CURSE, host))
			return true;
	}
	return false;
}

/* a creature is destroyed, Mages too: a curse of each Warlock goes home */
static void curses_go_home(struct ar_work *w, int32_t host)
{
	const struct ar_state *s = ar_state_of(w);

	if (!ar_is_creature(s, ar_obj(s, host)))
		return;
	for (int i = 0; i < AR_MAX_SEATS; i++) {
		int seat = ((int)s->head.first + i) % AR_MAX_SEATS;
		int32_t kept = curse_kept(w, host, seat);

		if (!kept)
			continue;
		ar_leave(w, kept, AR_CAUSE_HOST, 0, AR_TO_BOOK, AR_MAGE_30);
		ar_seat_note(w, seat, AR_SEAT_ONCE,
			     s->player[seat].once | AR_ONCE_CURSE);
	}
}

static void attachments_go(struct ar_work *w, int32_t host)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o;

	for (int32_t at = 0; (o = ar_next(s, at)) != NULL;) {
		at = o->handle;
		if (o->host == host)
			ar_destroy(w, at, AR_CAUSE_HOST, 0, AR_OBJ_08);
		if (s->head.phase == AR_OVER)
			return;
	}
}

void ar_destroy(struct ar_work *w, int32_t obj, enum ar_cause cause, int32_t by,
		int rule)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, obj);
	struct ar_roles about = { .who = obj, .by = by };

	if (!o || w->r->unknown) /* what cannot leave is not asked to again */
		return;
	if (ar_kind(s, o) == AR_MAGE) {
		ar_fall(w, o->ctl, false);
		return;
	}
	ar_fire(w, AR_ON_DESTROYED, &about);
	curses_go_home(w, obj);
	attachments_go(w, obj);
	if (s->head.phase == AR_OVER)
		return;
	ar_leave(w, obj, cause, by, AR_TO_PILE, rule);
	ar_lines_tidy(w);
	ar_check_all(w); /* what it gave is gone */
}

/* --- the end ------------------------------------------------------------ */

/* AR-FFA-03: what a fallen player controls leaves, without triggers */
static void orphans_go(struct ar_work *w, int seat)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o;
	bool more = true;

	while (more && !w->r->unknown) { /* attached ones first */
		more = false;
		for (int32_t at = 0; (o = ar_next(s, at)) != NULL;) {
			bool leads = false;

			at = o->handle;
			if (o->ctl != seat)
				continue;
			for (int i = 0; i < s->n_objects; i++)
				leads |= s->obj[i].host == at;
			if (leads) {
				more = true;
				continue;
			}
			ar_leave(w, at, AR_CAUSE_PLAYER, 0, AR_TO_NOWHERE,
				 AR_FFA_03);
		}
		/* what others attached to them goes to their piles */
		for (int32_t at = 0; more && (o = ar_next(s, at)) != NULL;) {
			const struct ar_obj *host = ar_obj(s, o->host);

			at = o->handle;
			if (o->ctl != seat && host && host->ctl == seat)
				ar_leave(w, at, AR_CAUSE_HOST, 0, AR_TO_PILE,
					 AR_OBJ_08);
		}
	}
}

static bool one_side_left(const struct ar_state *s, int32_t *winners)
{
	int32_t side = -1;

	*winners = 0;
	for (int i = 0; i < AR_MAX_SEATS; i++) {
		if (!s->head.seat[i].present || !s->player[i].alive)
			continue;
		if (side >= 0 && s->head.seat[i].team != side)
			return false;
		side = s->head.seat[i].team;
	}
	if (side >= 0)
		*winners = (int32_t)common_state_team(&s->head, side);
	return true;
}

static void game_over(struct ar_work *w, int32_t winners)
{
	struct event e;
	int32_t seats[AR_MAX_SEATS];
	int n = 0;

	for (int i = 0; i < AR_MAX_SEATS; i++)
		if (winners >> i & 1)
			seats[n++] = i;
	ar_event_over(&e, n ? AR_GEN_02 : AR_GEN_04, seats, n);
	event_because(&e, AR_GEN_03);
	ar_event_emit(w, &e);
	open_all(w);
}

/* Magebane hurts for the spell that slew the last enemy, too: does it slay the
 * last Mage of the victors (AR-SPELL-magebane)? */
static bool bane_of_victor(struct ar_work *w, int32_t winners)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_frame *f = ar_below(w, AR_FRAME_CAST);
	const struct ar_obj *mage = f ? ar_obj(s, f->cast.caster) : NULL;
	int banes = 0, alive = 0;
	char room[64];

	if (!mage || ar_kind(s, mage) != AR_MAGE ||
	    !(winners >> mage->ctl & 1) || !s->player[mage->ctl].alive)
		return false;
	for (int i = 0; i < AR_MAX_SEATS; i++)
		alive += s->head.seat[i].present && s->player[i].alive;
	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];

		banes += o->host == mage->handle && !o->hidden && !o->dying &&
			 str_is(ar_pool_text(s, ar_card_of(s, o)->key, room,
					     sizeof(room)),
				"magebane");
	}
	return alive == 1 && banes >= ar_life_left(s, mage);
}

void ar_fall(struct ar_work *w, int seat, bool resigned)
{
	const struct ar_state *s = ar_state_of(w);
	int32_t winners;

	if (!s->player[seat].alive || w->r->unknown)
		return;
	if (ar_asked(s) == seat) /* its answer is not awaited any more */
		AR_EMIT(w, AR_EV_ANSWERED, AR_MAIL_42, seat);
	AR_EMIT(w, AR_EV_MAGE_FELL, resigned ? AR_GEN_05 : AR_GEN_02, seat,
		resigned);
	if (one_side_left(s, &winners)) {
		if (!resigned &&
		    RULE(AR_SPELL_MAGEBANE, bane_of_victor(w, winners)))
			winners = 0;
		game_over(w, winners);
		return;
	}
	if (!resigned)
		curses_go_home(w, s->player[seat].mage);
	if (RULE(AR_FFA_03, !s->head.option[AR_OPTION_ORPHANS])) {
		orphans_go(w, seat);
	} else {
		int32_t mage = s->player[seat].mage;

		attachments_go(w, mage);
		ar_leave(w, mage, AR_CAUSE_PLAYER, 0, AR_TO_NOWHERE, AR_RUL_41);
	}
	ar_check_all(w); /* Mages that lived by an object now gone */
}

void ar_step_clear(struct ar_work *w, struct ar_frame *f)
{
	const struct ar_state *s = ar_state_of(w);

	(void)f;
	for (int i = 0; i < s->n_objects; i++)
		if (s->obj[i].dying) {
			const struct ar_frame *a = ar_below(w, AR_FRAME_ATTACK);

			if (asks_curse(w, s->obj[i].handle))
				return;
			ar_destroy(w, s->obj[i].handle, AR_CAUSE_DAMAGE,
				   a ? a->attack.attacker : 0, AR_DMG_08);
			return; /* again for the next */
		}
	ar_pop(w, 0);
}
