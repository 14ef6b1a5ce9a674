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

bool ar_possible(const void *view, int seat, const struct decision *d,
		 struct refusal *no)
{
	const struct ar_state *s = view;
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
		any |= !cast || has_card(s, seat, card);
	}
	if (RULE(AR_MAIL_04, n && !any))
		return ar_no(no, AR_REFUSAL_NO_COPY, AR_MAIL_04, card);
	return true;
}
