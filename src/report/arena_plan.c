/*
 * src/report/arena_plan.c - the receipt of a round mail reads it back as a plan
 * (AR-MAIL-54): mana line by line, what is planned and not cast or cast and not
 * planned, who has no order. Made from the reader's view and orders alone, and
 * it refuses nothing.
 */
#include "report/arena_inside.h"

enum { MAX_CASTS = 64 };

struct plan {
	struct arena *a;
	const struct narrator *n;
	const struct ar_state *s;
	int seat;
	const struct decision *v;
	int n_v;
	int32_t left; /* of the mana; below 0: too little */
	int32_t cast[MAX_CASTS];
	int n_cast;
	struct tval *spells, *lines;
};

static void say(struct plan *p, const char *key, struct tval *v)
{
	struct buf b;

	buf_init(&b, 8192);
	(void)words_render(&b, p->n->words,
			   arena_printf(p->a, "arena.plan.%s", key),
			   TEMPLATE_LINE, v, NULL);
	tval_puts(p->a, tval_add(p->lines, tval_map(p->a)), "line",
		  arena_str(p->a, buf_str(&b)));
	buf_release(&b);
}

static struct tval *spell_add(struct plan *p, struct tval *list, int32_t card)
{
	struct tval *v = tval_add(list, tval_map(p->a));

	tval_puts(p->a, v, "name", arena_card_name(p->a, p->n, card));
	return v;
}

/* one spell more: what it costs, and what is left; own: mana of its caster */
static void pay(struct plan *p, int32_t card, int32_t own)
{
	const struct ar_card *c = &p->s->card[card];
	int32_t cost = c->cost > own ? c->cost - own : 0;
	struct tval *v = spell_add(p, p->spells, card);

	p->left -= cost;
	tval_puti(p->a, v, "cost", c->cost);
	tval_puti(p->a, v, "x", c->cost_x != 0);
	tval_puti(p->a, v, "left", p->left);
	tval_puti(p->a, v, "short", p->left < 0 ? -p->left : 0);
	if (p->n_cast < MAX_CASTS)
		p->cast[p->n_cast++] = card;
}

/* what the line casts if its first words can be done */
static void pay_line(struct plan *p, const struct decision *d)
{
	struct decision_arg a;
	bool casts = false;

	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		if (a.tag == AR_TAG_STEP)
			casts = a.w[0] == AR_DO_CAST;
		else if (a.tag == AR_TAG_ALT)
			casts = false;
		else if (a.tag == AR_TAG_CARD && casts && 0 < a.w[0] &&
			 a.w[0] < p->s->n_cards)
			pay(p, a.w[0], 0);
	}
}

static bool names(const struct plan *p, const struct decision *d, int tag,
		  const struct ar_obj *o)
{
	const struct ar_obj *mage = ar_mage(p->s, p->seat);
	struct decision_arg a;

	for (int at = 0; decision_next(d, at, &a); at = a.next)
		if (a.tag == tag &&
		    (tag == AR_TAG_FIG
			     ? a.w[0] == o->handle || (!a.w[0] && o == mage)
			     : ar_subject(p->s, p->seat, a.w, a.n, o)))
			return true;
	return false;
}

static bool ordered(const struct plan *p, int kind, int tag,
		    const struct ar_obj *o, bool no)
{
	for (int i = 0; i < p->n_v; i++)
		if (p->v[i].kind == kind && names(p, &p->v[i], tag, o) &&
		    (!no || !decision_int(&p->v[i], AR_TAG_YES, 1)))
			return true;
	return false;
}

/* in the order of the round */
static void put_mana(struct plan *p)
{
	static const int first[] = { AR_ORDER_QC_FIRST, 0, AR_ORDER_QC_LAST };
	struct tval *v = tval_map(p->a);

	p->spells = tval_put(p->a, v, "spells", tval_list(p->a));
	tval_puti(p->a, v, "mana", p->left);
	for (int i = 0; i < p->s->n_objects; i++) {
		const struct ar_obj *o = &p->s->obj[i];

		if (o->ctl == p->seat && o->planned > 0 &&
		    ar_is_spawnpoint(p->s, o) &&
		    !ordered(p, AR_ORDER_DEPLOY, AR_TAG_TARGET, o, true))
			pay(p, o->planned, o->mana);
	}
	for (size_t k = 0; k < ARRAY_LEN(first); k++)
		for (int i = 0; i < p->n_v; i++) {
			int kind = p->v[i].kind;

			if (first[k] ? kind == first[k]
				     : kind != AR_ORDER_QC_FIRST &&
					       kind != AR_ORDER_QC_LAST &&
					       kind != AR_ORDER_DEPLOY)
				pay_line(p, &p->v[i]);
		}
	say(p, "mana", v);
}

/* one of the lines casts it; each of them casts one copy */
static bool take(struct plan *p, int32_t card)
{
	for (int i = 0; i < p->n_cast; i++)
		if (p->cast[i] == card) {
			p->cast[i] = 0;
			return true;
		}
	return false;
}

static void put_planned(struct plan *p)
{
	const struct ar_player *who = &p->s->player[p->seat];
	struct tval *idle = tval_map(p->a), *odd = tval_map(p->a);
	struct tval *list = tval_put(p->a, idle, "spells", tval_list(p->a));

	for (int i = 0; i < AR_PLANNED; i++)
		if (who->planned[i] > 0 && !take(p, who->planned[i]))
			spell_add(p, list, who->planned[i]);
	for (int i = 0; i < p->s->n_objects; i++) {
		const struct ar_obj *o = &p->s->obj[i];

		if (o->ctl != p->seat)
			continue;
		if (o->planned > 0 && !take(p, o->planned) &&
		    !ar_is_spawnpoint(p->s, o))
			spell_add(p, list, o->planned);
		if (o->bound > 0) /* it may be cast without a plan */
			take(p, o->bound);
	}
	if (list->n)
		say(p, "idle", idle);
	list = tval_put(p->a, odd, "spells", tval_list(p->a));
	for (int i = 0; i < p->n_cast; i++)
		if (p->cast[i])
			spell_add(p, list, p->cast[i]);
	if (list->n)
		say(p, "odd", odd);
}

static bool has_default(const struct plan *p, const struct ar_obj *o)
{
	struct decision *d = ARENA_NEW(p->a, struct decision);

	for (int i = 0; ar_line(p->s, p->seat, i, d); i++)
		if (d->kind == AR_ORDER_DEFAULT && names(p, d, AR_TAG_FIG, o))
			return true;
	return false;
}

static void put_silent(struct plan *p)
{
	struct tval *v = tval_map(p->a);
	struct tval *list = tval_put(p->a, v, "figs", tval_list(p->a));

	for (int i = 0; i < p->s->n_objects; i++) {
		const struct ar_obj *o = &p->s->obj[i];

		if (o->ctl != p->seat || !o->active || !o->zone ||
		    !ar_is_creature(p->s, o) ||
		    ordered(p, AR_ORDER_ACT, AR_TAG_FIG, o, false) ||
		    has_default(p, o))
			continue;
		tval_puts(p->a, tval_add(list, tval_map(p->a)), "fig",
			  arena_full(p->a, p->n, o->handle));
	}
	if (list->n)
		say(p, "silent", v);
}

void arena_plan(struct arena *a, const struct narrator *n, const void *view,
		int seat, const struct decision *orders, int n_orders,
		struct tval *to)
{
	struct plan p = { .a = a,
			  .n = n,
			  .s = view,
			  .seat = seat,
			  .v = orders,
			  .n_v = n_orders };

	p.lines = tval_put(a, to, "plan", tval_list(a));
	if (seat < 0 || seat >= AR_MAX_SEATS || p.s->head.phase != AR_PLAN ||
	    !p.s->player[seat].plan_in)
		return;
	p.left = p.s->player[seat].mana;
	put_mana(&p);
	put_planned(&p);
	put_silent(&p);
}
