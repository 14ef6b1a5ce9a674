/* src/games/arena/rules/submit_check.c - refuses orders as soon as they
 * arrive */
#include "games/arena/rules/play.h"

/* MINE or ENEMY is required, so that no player heals the enemy's weakest */
static bool needs_side(const struct ar_state *s, const struct ar_alt *a)
{
	struct decision_arg arg;

	switch (a->verb) {
	case AR_DO_CAST:
		return s->card[ar_alt_int(a, AR_TAG_CARD, 0)].kind !=
		       AR_ATTACK_SPELL;
	case AR_DO_USE: /* Arcane Zap has neither */
		return ar_alt_find(a, AR_TAG_ITEM, &arg) ||
		       ar_alt_find(a, AR_TAG_WITH, &arg);
	default: return a->verb == AR_DO_RESTORE;
	}
}

static bool lacks_side(const struct ar_state *s, const struct ar_alt *a)
{
	struct decision_arg arg;

	for (int at = a->from; at < a->to && decision_next(a->d, at, &arg);
	     at = arg.next)
		if (arg.tag == AR_TAG_TARGET && arg.n >= 3 &&
		    (arg.w[0] == AR_NAMES_NEAREST ||
		     arg.w[0] == AR_NAMES_WEAKEST ||
		     arg.w[0] == AR_NAMES_ANY) &&
		    arg.w[1] == AR_SIDE_NONE)
			return needs_side(s, a);
	return false;
}

/* somewhere in what the seat has for this round, or can plan for it */
static bool has_card(const struct ar_state *s, int seat, int32_t card)
{
	const struct ar_player *p = &s->player[seat];

	for (int i = 0; i < AR_PLANNED; i++)
		if (p->planned[i] == card)
			return true;
	for (int i = 0; i < s->n_objects; i++)
		if (s->obj[i].ctl == seat &&
		    (s->obj[i].planned == card || s->obj[i].bound == card))
			return true;
	return p->book[card] > 0;
}

/* what the seat has in play, its mates' too, or may still cast */
static bool is_left(const struct ar_state *s, int seat, int32_t card)
{
	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];

		if (o->card == card &&
		    (o->owner == seat || ar_friends(s, o->ctl, seat)))
			return true;
	}
	return has_card(s, seat, card);
}

/* Cards that a plan, an ability or a line to reveal names, and that are spent
 * or destroyed; 0: there are none. In the plan phase the decision itself checks
 * a plan (AR-RND-10).
 */
static int32_t spent_card(const struct ar_state *s, int seat,
			  const struct decision *d)
{
	bool plan = d->kind == AR_ORDER_PLAN, now = s->head.phase == AR_PLAN;
	struct decision_arg arg;
	int32_t spent = 0;

	for (int at = 0; decision_next(d, at, &arg); at = arg.next) {
		int32_t card = plan && arg.tag == AR_TAG_CARD ? arg.w[0]
			       : !plan && arg.tag == AR_TAG_ITEM &&
					       arg.n >= 3 &&
					       arg.w[0] == AR_NAMES_CARD
				       ? arg.w[2]
				       : 0;

		if (card <= 0 || card >= s->n_cards)
			continue;
		if (!is_left(s, seat, card))
			spent = card;
	}
	return now && plan ? 0 : spent;
}

static bool names_own_card(const struct decision *d)
{
	switch (d->kind) {
	case AR_ORDER_PLAN:
	case AR_ORDER_REVEAL:
	case AR_ORDER_WHEN: return true;
	default: return false;
	}
}

bool ar_possible(const void *view, int seat, const struct decision *d,
		 struct refusal *no)
{
	const struct ar_state *s = view;
	struct decision_arg arg;
	struct ar_alt alt;
	bool new_step, any = false;
	int32_t card = 0;
	int n = 0;

	if (s->head.phase <= AR_SETUP || !s->head.seat[seat].present)
		return true;
	for (int at = 0; ar_alt_next(d, at, &alt, &at, &new_step); n++) {
		bool cast =
			alt.verb == AR_DO_CAST && decision_has(d, AR_TAG_CARD);

		if (RULE(AR_MAIL_16, lacks_side(s, &alt)))
			return ar_no(no, AR_REFUSAL_NO_SIDE, AR_MAIL_16, 0);
		if (cast)
			card = ar_alt_int(&alt, AR_TAG_CARD, 0);
		if (alt.verb == AR_DO_USE &&
		    ar_alt_find(&alt, AR_TAG_ITEM, &arg) && arg.n >= 3 &&
		    arg.w[0] == AR_NAMES_CARD) {
			card = arg.w[2];
			any |= is_left(s, seat, card);
			continue;
		}
		any |= !cast || has_card(s, seat, card);
	}
	if (!n && names_own_card(d) && (card = spent_card(s, seat, d)) > 0)
		return ar_no(no, AR_REFUSAL_NO_COPY, AR_MAIL_04, card);
	if (RULE(AR_MAIL_04, n && !any))
		return ar_no(no, AR_REFUSAL_NO_COPY, AR_MAIL_04, card);
	return true;
}
