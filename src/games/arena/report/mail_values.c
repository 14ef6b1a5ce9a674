/*
 * src/games/arena/report/mail_values.c - the template values of "your round
 * mail": lines that can be sent as printed, with their odds, and other possible
 * lines. Made from the reader's view alone.
 */
#include "games/arena/report/report_private.h"
#include "games/arena/rules/spell_parse.h"
#include "games/arena/rules/trait.h"

enum {
	SHOWN_STRIKES = 3,
	MAX_SPELLS = 96,
	SHOWN_TARGETS = 6,
	FEW_TARGETS = 2,
	MAX_GAINS = 4,
	FEW_ACTING = 5,
	MAX_ACTS = 64,
	BRIEF_SPELLS = 2
};

struct mail {
	struct arena *a;
	const struct narrator *n;
	const struct ar_state *s;
	struct ar_state *room; /* the same, to try things in */
	int seat;
	int32_t mana;                     /* mana left for further spells */
	const struct arena_spell *summon; /* the action of the Mage */
	int32_t summon_on;                /* 0: its own zone */
	struct tval *lines;
	/* creatures that do the same have one line */
	int n_acts;
	struct act {
		const char *name; /* of its message */
		struct str does;  /* the line without who */
		struct str who;
		struct tval *values, *line;
	} act[MAX_ACTS];
};

/* --- lines ----------------------------------------------------------------*/

/* the message arena.line.NAME, in the words of orders */
static struct str line_of(struct mail *m, const char *name, struct tval *v)
{
	return messages_line(m->a, m->n->words,
			     arena_printf(m->a, "arena.line.%s", name), v,
			     4096);
}

/* a line that is sent, or one that is only offered */
static struct tval *add_line(struct mail *m, struct str text, bool offered)
{
	struct tval *v = tval_add(m->lines, tval_map(m->a));

	tval_puts(m->a, v, "line", text);
	tval_puti(m->a, v, "offered", offered);
	tval_put(m->a, v, "heads", tval_list(m->a));
	return v;
}

/* the remarks above a line: the list is ours to write */
static struct tval *heads_of(struct tval *line)
{
	return (struct tval *)tval_get(line, STR("heads"));
}

static void values_offer(struct mail *m, const char *name, bool offered)
{
	add_line(m, line_of(m, name, tval_map(m->a)), offered);
}

static struct str label_text(struct mail *m, int32_t label)
{
	return narrate_label(m->a, m->n, label)->text;
}

/* ME, or the handle: another's Mage has no word that is sure to mean it */
static struct str actor_text(struct mail *m, const struct ar_obj *o)
{
	return ar_kind(m->s, o) == AR_MAGE && o->ctl == m->seat
		       ? arena_message(m->a, m->n, "arena.line.me")
		       : label_text(m, o->handle);
}

/* --- creatures ------------------------------------------------------------*/

static void put_odds(struct mail *m, const struct arena_strike *x,
		     struct tval *v)
{
	const struct ar_obj *t = ar_obj(m->s, x->a.target);

	tval_put(m->a, v, "target", narrate_label(m->a, m->n, x->a.target));
	tval_puts(m->a, v, "with",
		  arena_profile_name(m->a, m->n, x->a.card, x->a.profile));
	tval_puts(m->a, v, "odds",
		  arena_odds_text(m->a, m->n, &x->odds,
				  (int)ar_life_left(m->s, t)));
	tval_puts(m->a, v, "short",
		  arena_odds_brief(m->a, m->n, &x->odds,
				   (int)ar_life_left(m->s, t)));
	tval_puts(m->a, v, "lean",
		  arena_odds_lean(m->a, m->n, &x->odds,
				  (int)ar_life_left(m->s, t)));
	tval_puts(m->a, v, "from",
		  x->moves ? label_text(m, x->from) : (struct str){ 0 });
}

/* the values of arena.line.attack */
static struct tval *attack_values(struct mail *m, const struct ar_obj *o,
				  const struct arena_strike *x)
{
	const struct ar_profile *p =
		ar_profile(m->s, (int)x->a.card, (int)x->a.profile);
	struct tval *v = tval_map(m->a);

	tval_puts(m->a, v, "target", label_text(m, x->a.target));
	/* who strikes at once may have to go after it when its turn comes */
	tval_puti(m->a, v, "moves",
		  p->kind == AR_MELEE && p->action == AR_ACTION_QUICK &&
			  !ar_restrained(m->s, o));
	tval_puti(m->a, v, "far", x->moves > 1);
	tval_puts(m->a, v, "with",
		  x->usual ? (struct str){ 0 }
			   : arena_profile_name(m->a, m->n, x->a.card,
						x->a.profile));
	return v;
}

/* What moves has a quick action left: does it strike with one? */
static bool strikes_quick(const struct ar_state *s, const struct ar_obj *o)
{
	int32_t source, card, profile;

	for (int i = 0; ar_profile_of(s, o, i, &source, &card, &profile); i++)
		if (ar_profile(s, (int)card, (int)profile)->action ==
		    AR_ACTION_QUICK)
			return true;
	return false;
}

/* the values of arena.line.move */
static struct tval *move_values(struct mail *m, const struct ar_obj *o)
{
	struct tval *v = tval_map(m->a);

	tval_puti(m->a, v, "strikes", strikes_quick(m->s, o));
	return v;
}

/* its line: one of its own, or it joins those that do the same (AR-MAIL-53) */
static struct tval *act_line(struct mail *m, const struct ar_obj *o,
			     const char *name, struct tval *v)
{
	struct str does, who = actor_text(m, o);
	struct act *t = m->act;

	tval_puts(m->a, v, "fig", (struct str){ 0 });
	does = line_of(m, name, v);
	while (t < m->act + m->n_acts && !str_equal(t->does, does))
		t++;
	if (ar_kind(m->s, o) == AR_MAGE || t == m->act + MAX_ACTS) {
		tval_puts(m->a, v, "fig", who);
		return add_line(m, line_of(m, name, v), false);
	}
	if (t == m->act + m->n_acts) {
		m->n_acts++;
		*t = (struct act){ .name = name, .does = does, .values = v };
		t->who = who;
		t->line = add_line(m, does, false);
	} else {
		t->who = str_of(arena_printf(m->a, "%.*s %.*s", STR_ARG(t->who),
					     STR_ARG(who)));
	}
	tval_puts(m->a, t->values, "fig", t->who);
	tval_puts(m->a, t->line, "line", line_of(m, t->name, t->values));
	return t->line;
}

static void put_position(struct mail *m, const struct ar_obj *o,
			 struct tval *to)
{
	tval_put(m->a, to, "stands", tval_word(m->a, "arena.stands"));
	tval_put(m->a, to, "fig", narrate_label(m->a, m->n, o->handle));
	tval_put(m->a, to, "at", narrate_label(m->a, m->n, o->zone));
	tval_puti(m->a, to, "damage", o->damage);
	tval_puti(m->a, to, "life", ar_life(m->s, o));
	tval_puts(m->a, to, "marks", arena_marks(m->a, m->n, o));
	arena_carried(m->a, m->n, m->s, o, to);
}

/* the state of the creature of a line: a remark above the line */
static struct tval *put_state(struct mail *m, const struct ar_obj *o,
			      struct tval *line)
{
	struct tval *head = tval_add(heads_of(line), tval_map(m->a));

	tval_put(m->a, head, "mine", tval_word(m->a, "arena.mine"));
	put_position(m, o, head);
	return head;
}

/* the remark of the first creature of a shared line describes them all; best:
 * the attack of this one, or NULL */
static void join_heads(struct mail *m, const struct ar_obj *o,
		       struct tval *line, struct tval *head,
		       const struct arena_strike *best)
{
	struct tval *first = heads_of(line)->first, *too = head;

	if (first == head) {
		tval_put(m->a, head, "too", tval_list(m->a));
	} else {
		tval_puti(m->a, head, "joined", 1);
		tval_puti(m->a, first, "several", 1);
		too = tval_add((struct tval *)tval_get(first, STR("too")),
			       tval_map(m->a));
		put_position(m, o, too);
	}
	if (best)
		put_odds(m, best, tval_put(m->a, too, "best", tval_map(m->a)));
}

/* what a creature of the seat can do, best first, and its line */
static void put_creature(struct mail *m, const struct ar_obj *o, bool calm)
{
	struct arena_strike *x =
		ARENA_ARRAY(m->a, SHOWN_STRIKES, struct arena_strike);
	/* AR-ACT-15: it has its action phase, and does nothing */
	bool rests = ar_incapacitated(m->s, o);
	int n = rests ? 0
		      : arena_strikes(m->room, o->handle, 0, x, SHOWN_STRIKES);
	struct tval *line, *head, *list;

	if (rests)
		line = act_line(m, o, "rest", tval_map(m->a));
	else if (n && !calm)
		line = act_line(m, o, "attack", attack_values(m, o, x));
	else
		line = act_line(
			m, o, calm || ar_restrained(m->s, o) ? "guard" : "move",
			move_values(m, o));
	head = put_state(m, o, line);
	list = tval_put(m->a, head, "strikes", tval_list(m->a));
	for (int i = 0; i < n; i++)
		put_odds(m, &x[i], tval_add(list, tval_map(m->a)));
	join_heads(m, o, line, head, n && !calm ? &x[0] : NULL);
}

static bool may_act(const struct mail *m, const struct ar_obj *o)
{
	return o->ctl == m->seat && ar_is_creature(m->s, o) && o->active &&
	       ar_is_zone(m->s, o->zone);
}

/* --- spells ---------------------------------------------------------------*/

static void put_targets(struct mail *m, const struct arena_spell *x,
			struct tval *v)
{
	struct tval *list = tval_put(m->a, v, "targets", tval_list(m->a));
	bool attack = m->s->card[x->card].kind == AR_ATTACK_SPELL;
	int n = x->n_targets < SHOWN_TARGETS ? x->n_targets : SHOWN_TARGETS;

	for (int i = 0; i < n && i < ARENA_TARGETS; i++) {
		struct tval *t;

		if (!x->target[i].what)
			continue;
		t = tval_add(list, tval_map(m->a));
		tval_puts(m->a, t, "what", label_text(m, x->target[i].what));
		tval_puts(m->a, t, "beyond",
			  x->target[i].beyond
				  ? label_text(m, x->target[i].beyond)
				  : (struct str){ 0 });
		tval_puti(m->a, t, "cost",
			  x->least != x->most ? x->target[i].cost : 0);
		if (attack && ar_obj(m->s, x->target[i].what)) {
			tval_put(m->a, t, "mean",
				 tval_inches(m->a, x->target[i].mean));
			tval_puti(m->a, t, "kills", x->target[i].kills);
		}
	}
	tval_puti(m->a, v, "others", x->n_targets - n);
}

static void put_spell(struct mail *m, const struct arena_spell *x,
		      struct tval *v)
{
	const struct ar_card *c = &m->s->card[x->card];

	tval_puts(m->a, v, "name", arena_card_name(m->a, m->n, x->card));
	tval_putz(m->a, v, "school", arena_school(c));
	tval_puti(m->a, v, "copies", x->copies > 1 ? x->copies : 0);
	tval_puti(m->a, v, "open", x->open);
	tval_puti(m->a, v, "cost", x->least);
	tval_puti(m->a, v, "most", x->most > x->least ? x->most : 0);
	tval_puti(m->a, v, "full", x->full);
	tval_puti(m->a, v, "reveal", c->kind == AR_ENCHANTMENT ? c->reveal : 0);
	tval_puti(m->a, v, "min", c->min);
	tval_puti(m->a, v, "max", c->max);
	/* most reach as far as this */
	tval_puti(m->a, v, "bracket",
		  x->n_targets <= FEW_TARGETS || c->kind == AR_ATTACK_SPELL ||
			  c->min || c->max != 2);
	tval_puti(m->a, v, "few",
		  x->n_targets <= (c->kind == AR_ATTACK_SPELL ? SHOWN_TARGETS
							      : FEW_TARGETS));
	/* the place needs no word for a summoned creature or worn item */
	if (c->kind == AR_CREATURE || c->kind == AR_EQUIPMENT)
		tval_put(m->a, v, "targets", tval_list(m->a));
	else
		put_targets(m, x, v);
}

/* the spells that a caster could be given, a list by kind */
static void put_book(struct mail *m, const struct ar_obj *o,
		     const struct arena_spell *x, int n, struct tval *to)
{
	struct tval *v = tval_add(to, tval_map(m->a)), *kinds, *k = NULL;
	struct tval *list = NULL, *spell;
	int kind = -1;

	tval_put(m->a, v, "brief", tval_word(m->a, "arena.books.brief"));
	tval_put(m->a, v, "first", tval_word(m->a, "arena.books.first"));
	tval_put(m->a, v, "also", tval_word(m->a, "arena.books.also"));
	tval_put(m->a, v, "caster", narrate_label(m->a, m->n, o->handle));
	tval_puti(m->a, v, "mana", o->mana);
	kinds = tval_put(m->a, v, "kinds", tval_list(m->a));
	for (int i = 0; i < n; i++) {
		if (m->s->card[x[i].card].kind != kind) {
			k = tval_add(kinds, tval_map(m->a));
			kind = (int)m->s->card[x[i].card].kind;
			tval_put(m->a, k, "line",
				 tval_word(m->a, "arena.spells"));
			tval_put(m->a, k, "brief",
				 tval_word(m->a, "arena.spells.brief"));
			tval_put(m->a, k, "first",
				 tval_word(m->a, "arena.spells.first"));
			tval_put(m->a, k, "kind",
				 narrate_word(m->a, m->n, ar_kind_names[kind]));
			list = tval_put(m->a, k, "spells", tval_list(m->a));
			tval_puti(m->a, k, "more", 0);
		}
		spell = tval_add(list, tval_map(m->a));
		put_spell(m, &x[i], spell);
		tval_puti(m->a, spell, "shown", list->n <= BRIEF_SPELLS);
		if (list->n > BRIEF_SPELLS)
			tval_puti(m->a, k, "more", list->n - BRIEF_SPELLS);
	}
	tval_puti(m->a, v, "rest", n - (int)kinds->n);
}

/* the dearest creature that can be paid for; NULL: none */
static const struct arena_spell *to_summon(const struct mail *m,
					   const struct arena_spell *x, int n)
{
	const struct arena_spell *best = NULL;

	for (int i = 0; i < n; i++)
		if (m->s->card[x[i].card].kind == AR_CREATURE &&
		    x[i].least <= m->mana &&
		    (!best || x[i].least > best->least))
			best = &x[i];
	return best;
}

/* the quick attack spell that does most to a creature, and to which */
static const struct arena_spell *to_shoot(const struct mail *m,
					  const struct arena_spell *x, int n,
					  int32_t *target)
{
	const struct arena_spell *best = NULL;
	int64_t most = 0;

	for (int i = 0; i < n; i++) {
		if (m->s->card[x[i].card].kind != AR_ATTACK_SPELL ||
		    x[i].full || x[i].most > m->mana)
			continue;
		for (int k = 0; k < x[i].n_targets && k < ARENA_TARGETS; k++) {
			const struct ar_obj *o =
				ar_obj(m->s, x[i].target[k].what);

			if (!o || !ar_is_creature(m->s, o) ||
			    ar_friends(m->s, o->ctl, m->seat) ||
			    x[i].target[k].mean <= most)
				continue;
			most = x[i].target[k].mean;
			*target = o->handle;
			best = &x[i];
		}
	}
	return best;
}

static void plan_of(struct mail *m, const struct ar_obj *o,
		    const struct arena_spell *const *spells, int n,
		    bool offered)
{
	struct tval *v = tval_map(m->a);
	struct tval *list = tval_put(m->a, v, "spells", tval_list(m->a));

	if (ar_kind(m->s, o) != AR_MAGE)
		tval_puts(m->a, v, "fig", label_text(m, o->handle));
	for (int i = 0; i < n; i++)
		tval_puts(m->a, tval_add(list, tval_map(m->a)), "name",
			  arena_card_name(m->a, m->n, spells[i]->card));
	add_line(m, line_of(m, "plan", v), offered);
}

static void plan_line(struct mail *m, const struct ar_obj *o,
		      const struct arena_spell *const *spells, int n)
{
	plan_of(m, o, spells, n, false);
}

static struct tval *cast_line(struct mail *m, const char *name,
			      const struct arena_spell *x, int32_t on)
{
	struct tval *v = tval_map(m->a);

	tval_puts(m->a, v, "spell", arena_card_name(m->a, m->n, x->card));
	tval_puts(m->a, v, "on", on ? label_text(m, on) : (struct str){ 0 });
	return add_line(m, line_of(m, name, v), false);
}

/* creatures by handle, the Mage last: it guards unless it has a spell, or has
 * to fight alone */
static void put_creatures(struct mail *m)
{
	const struct ar_obj *mage = ar_mage(m->s, m->seat);
	int creatures = 0;

	for (int i = 0; i < m->s->n_objects; i++) {
		const struct ar_obj *o = &m->s->obj[i];

		if (o == mage)
			continue;
		creatures += o->ctl == m->seat && ar_is_creature(m->s, o) &&
			     ar_is_zone(m->s, o->zone);
		if (may_act(m, o))
			put_creature(m, o, false);
	}
	if (m->summon)
		(void)put_state(m, mage,
				cast_line(m, "cast", m->summon, m->summon_on));
	else if (mage && may_act(m, mage))
		put_creature(m, mage, creatures > 0);
}

/* a copy of the spell is spoken for */
static void copy_take(struct mail *m, const struct arena_spell *x)
{
	m->room->player[m->seat].book[x->card]--;
}

/* a spawnpoint is given the dearest creature that it can pay for */
static void put_spawn(struct mail *m, const struct ar_obj *o,
		      struct tval *books)
{
	struct arena_spell *x =
		ARENA_ARRAY(m->a, MAX_SPELLS, struct arena_spell);
	int n = arena_spells(m->room, o->handle, x, MAX_SPELLS);
	const struct arena_spell *best;
	struct tval *v;
	int32_t pool = m->mana;

	if (!n)
		return;
	put_book(m, o, x, n, books);
	m->mana = (int32_t)o->mana; /* only the mana on it */
	best = ar_is_spawnpoint(m->s, o) ? to_summon(m, x, n) : NULL;
	m->mana = pool;
	if (!best)
		return;
	copy_take(m, best);
	plan_line(m, o, &best, 1);
	v = tval_map(m->a);
	tval_puts(m->a, v, "fig", label_text(m, o->handle));
	add_line(m, line_of(m, "deploy", v), false);
}

/* --- enchantments and items -----------------------------------------------*/

static const struct arena_spell *spell_of(const struct arena_spell *x, int n,
					  int32_t card)
{
	for (int i = 0; i < n; i++)
		if (x[i].card == card)
			return &x[i];
	return NULL;
}

/* which, on whom, at what cost, and why: it is of no use to the judge */
static void gain_why(struct mail *m, const struct arena_gain *g, bool other)
{
	struct tval *v = tval_map(m->a);

	tval_puts(m->a, v, "spell", arena_card_name(m->a, m->n, g->card));
	tval_puti(m->a, v, "cost", g->cost);
	tval_puti(m->a, v, "reveal", g->reveal);
	tval_puts(m->a, v, "fig", label_text(m, g->by));
	tval_puts(m->a, v, "target", label_text(m, g->target));
	tval_put(m->a, v, "before", tval_inches(m->a, g->before));
	tval_put(m->a, v, "after", tval_inches(m->a, g->after));
	tval_puti(m->a, v, "other", other);
	add_line(m, line_of(m, "gain", v), true);
}

static void shot_why(struct mail *m, const struct arena_spell *x, int32_t on)
{
	struct tval *v = tval_map(m->a);

	for (int i = 0; i < x->n_targets && i < ARENA_TARGETS; i++) {
		if (x->target[i].what != on)
			continue;
		tval_puts(m->a, v, "spell",
			  arena_card_name(m->a, m->n, x->card));
		tval_puti(m->a, v, "cost", x->target[i].cost);
		tval_puts(m->a, v, "target", label_text(m, on));
		tval_put(m->a, v, "mean", tval_inches(m->a, x->target[i].mean));
		tval_puti(m->a, v, "kills", x->target[i].kills);
		add_line(m, line_of(m, "shot", v), true);
		return;
	}
}

/* one line for all of them, in force from then on (AR-MAIL-53) */
static bool all_in_force(const struct mail *m)
{
	struct decision *d = ARENA_NEW(m->a, struct decision);

	for (int i = 0; ar_line(m->s, m->seat, i, d); i++)
		if (d->kind == AR_ORDER_REVEAL &&
		    decision_int(d, AR_TAG_ALL, 0))
			return true;
	return false;
}

/* the quickcast, and the line that reveals it */
static void gain_lines(struct mail *m, const struct arena_gain *g, bool offered)
{
	const struct ar_obj *on = ar_obj(m->s, g->on);
	struct tval *v = tval_map(m->a);
	enum ar_window when;
	enum ar_phase phase;

	tval_puts(m->a, v, "spell", arena_card_name(m->a, m->n, g->card));
	tval_puts(m->a, v, "on", actor_text(m, on));
	add_line(m, line_of(m, "quickcast", v), offered);
	if (g->reveal && ar_auto_known(m->s, (int)g->card, &when, &phase) &&
	    !all_in_force(m))
		values_offer(m, "auto_all", offered);
}

int arena_on_fail(struct arena *a, const struct ar_state *s, int seat)
{
	struct decision *d = ARENA_NEW(a, struct decision);

	for (int i = 0; ar_line(s, seat, i, d); i++)
		if (d->kind == AR_ORDER_ON_FAIL)
			return decision_int(d, AR_TAG_POLICY, AR_POLICY_STOP);
	return AR_POLICY_STOP;
}

static int mail_values_acting(const struct mail *m)
{
	int n = 0;

	for (int i = 0; i < m->s->n_objects; i++)
		n += may_act(m, &m->s->obj[i]);
	return n;
}

/* The second spell of the plan may as well be one of these. The best is in
 * the mail, if that is not too long; the others are listed where there is
 * room. */
static void put_others(struct mail *m, const struct arena_gain *g, int n,
		       const struct arena_spell *x, int n_spells,
		       struct tval *others)
{
	const struct arena_spell *chosen[2] = { m->summon };
	struct tval *lines = m->lines;

	for (int i = 0; i < n; i++) {
		int k = m->summon ? 1 : 0;

		if (i || mail_values_acting(m) > FEW_ACTING)
			m->lines = others;
		gain_why(m, &g[i], true);
		chosen[k++] = spell_of(x, n_spells, g[i].card);
		plan_of(m, ar_mage(m->s, m->seat), chosen, k, true);
		gain_lines(m, &g[i], true);
	}
	m->lines = lines;
}

/* With how many dice casting the card heals its target (AR-DICE-01: 1 each on
 * average); 0: it does not. */
static int mail_values_heals(const struct ar_state *s, int card)
{
	for (int i = 0; i < ar_clauses(s, card); i++) {
		struct ar_clause c;
		struct ar_action x;
		int at;

		ar_clause_at(s, card, i, &c);
		at = c.actions;
		for (int k = 0; c.kind == AR_CLAUSE_CAST && k < c.n_actions;
		     k++) {
			ar_action_at(ar_words(s, card), &at, &x);
			if (x.verb == AR_V_HEAL && x.who == AR_SELECT_ONE_OF &&
			    x.amount == AR_AMOUNT_DICE)
				return x.n;
		}
	}
	return 0;
}

/* What heals most of a friend, the first of equals, and nothing in vain on
 * average; whom */
static const struct arena_spell *to_heal(const struct mail *m,
					 const struct arena_spell *x, int n,
					 int32_t *target)
{
	const struct arena_spell *best = NULL;
	int most = 0;

	for (int i = 0; i < n; i++) {
		int dice = x[i].full || x[i].most > m->mana
				   ? 0
				   : mail_values_heals(m->s, x[i].card);

		for (int k = 0; k < x[i].n_targets && k < ARENA_TARGETS; k++) {
			const struct ar_obj *o =
				ar_obj(m->s, x[i].target[k].what);

			if (!o || !ar_friends(m->s, o->ctl, m->seat) ||
			    ar_trait(m->s, o, AR_T_FINITE_LIFE, NULL, NULL) ||
			    o->damage < dice || dice <= most)
				continue;
			most = dice;
			*target = o->handle;
			best = &x[i];
		}
	}
	return best;
}

static void heal_why(struct mail *m, const struct arena_spell *x, int32_t on)
{
	struct tval *v = tval_map(m->a);
	const struct ar_obj *o = ar_obj(m->s, on);

	tval_puts(m->a, v, "spell", arena_card_name(m->a, m->n, x->card));
	tval_puti(m->a, v, "cost", x->most);
	tval_puts(m->a, v, "target", label_text(m, on));
	tval_puti(m->a, v, "dice", mail_values_heals(m->s, x->card));
	tval_puti(m->a, v, "damage", o->damage);
	tval_puti(m->a, v, "life", ar_life(m->s, o));
	add_line(m, line_of(m, "heal", v), true);
}

/* The purpose of the round's quickcast: damage comes first, then the greatest
 * gain for the next attacks, then healing. */
struct quickcast {
	const struct arena_spell *x; /* NULL: nothing */
	enum { TO_HURT, TO_GAIN, TO_HEAL } what;
	int32_t target;
};

static struct quickcast to_quickcast(const struct mail *m,
				     const struct arena_spell *x, int n,
				     const struct arena_gain *gain, int n_gains)
{
	struct quickcast q = { NULL, TO_HURT, 0 };

	if (!m->s->player[m->seat].quickcast)
		return q;
	q.x = to_shoot(m, x, n, &q.target);
	if (!q.x && n_gains) {
		q.x = spell_of(x, n, gain[0].card);
		q.what = TO_GAIN;
	} else if (!q.x) {
		q.x = to_heal(m, x, n, &q.target);
		q.what = TO_HEAL;
	}
	return q;
}

static void put_quickcast(struct mail *m, const struct quickcast *q,
			  const struct arena_gain *gain)
{
	if (q->what == TO_GAIN) {
		gain_why(m, gain, false);
		gain_lines(m, gain, false);
		return;
	}
	if (q->what == TO_HEAL)
		heal_why(m, q->x, q->target);
	else
		shot_why(m, q->x, q->target);
	cast_line(m, "quickcast", q->x, q->target);
}

/* the plan of the Mage */
static void put_mage(struct mail *m, struct tval *books, struct tval *others)
{
	const struct ar_obj *mage = ar_mage(m->s, m->seat);
	struct arena_spell *x =
		ARENA_ARRAY(m->a, MAX_SPELLS, struct arena_spell);
	const struct arena_spell *chosen[2];
	const struct arena_spell *summon;
	struct arena_gain gain[MAX_GAINS];
	struct quickcast q;
	int n, k = 0, n_gains = 0, used;

	if (!mage)
		return;
	n = arena_spells(m->room, mage->handle, x, MAX_SPELLS);
	put_book(m, mage, x, n, books);
	summon = may_act(m, mage) ? to_summon(m, x, n) : NULL;
	if (summon) {
		chosen[k++] = summon;
		m->mana -= summon->least;
		copy_take(m, summon);
	}
	m->summon = summon;
	/* both by the quickcast of the round */
	if (m->s->player[m->seat].quickcast)
		n_gains = arena_gains(
			m->a, m->room,
			&(struct arena_buyer){ m->seat, m->mana, x, n }, gain,
			MAX_GAINS);
	q = to_quickcast(m, x, n, gain, n_gains);
	used = q.x && q.what == TO_GAIN;
	if (q.x) {
		chosen[k++] = q.x;
		m->mana -= used ? gain[0].cost + gain[0].reveal : q.x->most;
		copy_take(m, q.x);
	}
	if (k)
		plan_line(m, mage, chosen, k);
	else
		values_offer(m, "plan_nothing", false);
	if (q.x)
		put_quickcast(m, &q, gain);
	put_others(m, gain + used, n_gains - used, x, n, others);
}

/* Of the planned spells: the most expensive creature, else the greatest
 * damage; and its target */
static const struct arena_spell *to_cast(const struct mail *m,
					 const struct arena_spell *x, int n,
					 int32_t *target)
{
	const struct arena_spell *best = to_summon(m, x, n);

	*target = 0;
	return best ? best : to_shoot(m, x, n, target);
}

/* The copy's book has the planned spells alone. */
static void keep_planned(struct mail *m)
{
	struct ar_player *p = &m->room->player[m->seat];

	memset(p->book, 0, sizeof(p->book));
	for (int i = 0; i < AR_PLANNED; i++)
		if (p->planned[i] > 0)
			p->book[p->planned[i]]++;
}

/* The orders of the turns alone, where `pace` stops (AR-MAIL-05) or an order
 * could not be carried out: the plan is made, and the Mage casts of it what it
 * still can. */
static void put_planned(struct mail *m)
{
	const struct ar_obj *mage = ar_mage(m->s, m->seat);
	struct arena_spell *x =
		ARENA_ARRAY(m->a, MAX_SPELLS, struct arena_spell);

	if (mage && may_act(m, mage)) {
		keep_planned(m);
		m->summon = to_cast(
			m, x,
			arena_spells(m->room, mage->handle, x, MAX_SPELLS),
			&m->summon_on);
	}
	put_creatures(m);
}

static bool gives_spells(const struct mail *m, const struct ar_obj *o)
{
	return o->ctl == m->seat && !o->hidden &&
	       (ar_is_spawnpoint(m->s, o) || ar_is_familiar(m->s, o)) &&
	       ar_kind(m->s, o) != AR_MAGE;
}

/* --- own hidden enchantments ----------------------------------------------*/

/* is the enchantment revealed by a line in force? */
static bool in_force(const struct mail *m, const struct ar_obj *o)
{
	struct decision *d = ARENA_NEW(m->a, struct decision);
	struct decision_arg arg;

	for (int i = 0; ar_line(m->s, m->seat, i, d); i++) {
		if (d->kind != AR_ORDER_REVEAL && d->kind != AR_ORDER_WHEN)
			continue;
		if (decision_int(d, AR_TAG_ALL, 0))
			return true;
		if (decision_find(d, AR_TAG_ITEM, &arg) && arg.n >= 3 &&
		    arg.w[2] ==
			    (arg.w[0] == AR_NAMES_OBJECT ? o->handle : o->card))
			return true;
	}
	return false;
}

/* where it lies, what revealing costs, when its own trigger fires */
static bool put_face_down(struct mail *m, const struct ar_obj *o,
			  struct tval *v)
{
	enum ar_window when;
	enum ar_phase phase;

	tval_put(m->a, v, "said", tval_word(m->a, "arena.face_down"));
	tval_put(m->a, v, "obj", narrate_label(m->a, m->n, o->handle));
	tval_puts(m->a, v, "on",
		  arena_full(m->a, m->n, o->host ? o->host : o->zone));
	tval_puti(m->a, v, "cost", ar_reveal_cost_now(m->s, o, o->host, NULL));
	tval_puti(m->a, v, "must",
		  ar_card_is(m->s, (int)o->card, AR_CARD_MANDATORY));
	tval_puti(m->a, v, "in_force", in_force(m, o));
	if (!ar_auto_known(m->s, (int)o->card, &when, &phase))
		return false;
	tval_put(m->a, v, "when",
		 narrate_word(m->a, m->n,
			      when == AR_WIN_END ? ar_phase_names[phase]
						 : ar_window_names[when]));
	tval_puti(m->a, v, "at_end", when == AR_WIN_END);
	return true;
}

/* each of them, above its AUTO line if that is not in force yet; those that
 * have none, or need none, are listed all the same */
static void put_hidden(struct mail *m, struct tval *to)
{
	struct tval *list = tval_put(m->a, to, "hidden", tval_list(m->a));

	tval_put(m->a, to, "all_hidden",
		 tval_word(m->a, "arena.face_down.yours"));
	for (int i = 0; i < m->s->n_objects; i++) {
		const struct ar_obj *o = &m->s->obj[i];
		struct tval *v;

		if (!o->hidden || o->ctl != m->seat || o->card <= 0)
			continue;
		v = tval_map(m->a);
		if (!put_face_down(m, o, v) || in_force(m, o)) {
			tval_add(list, v);
			continue;
		}
		tval_puts(m->a, v, "obj", label_text(m, o->handle));
		v = add_line(m, line_of(m, "auto", v), false);
		(void)put_face_down(m, o, v);
	}
}

/* --- the whole ------------------------------------------------------------*/

static void put_setup(struct mail *m)
{
	const struct ar_player *p = &m->s->player[m->seat];

	if (m->s->head.active == m->seat) {
		values_offer(m, "first", false);
		return;
	}
	if (m->s->head.active >= 0)
		return;
	if (!p->mage_in) {
		values_offer(m, "mage1", false);
		values_offer(m, "mage2", true);
		values_offer(m, "mage3", true);
		values_offer(m, "mage4", true);
	}
	if (!p->book_in)
		values_offer(m, "book", false);
}

/* --- answers --------------------------------------------------------------*/

static void mail_values_offer(struct mail *m, const char *name, struct tval *v)
{
	add_line(m, line_of(m, name, v), true);
}

static void offer_of(struct mail *m, const char *name, const char *field,
		     struct str text)
{
	struct tval *v = tval_map(m->a);

	tval_puts(m->a, v, field, text);
	mail_values_offer(m, name, v);
}

static void offer_defenses(struct mail *m, const struct ar_obj *o)
{
	struct ar_defense d[AR_MAX_DEFENSES];
	int n = ar_defenses(m->s, o, d);

	for (int i = 0; i < n; i++) {
		struct tval *v = tval_map(m->a);

		if (!d[i].uses)
			continue;
		tval_puts(m->a, v, "fig", actor_text(m, o));
		tval_puts(m->a, v, "spell",
			  arena_card_name(m->a, m->n, d[i].card));
		mail_values_offer(m, "defend", v);
	}
	offer_of(m, "undefended", "fig", actor_text(m, o));
}

/* each object of the seat (-1: of its enemies' Mages) that could be meant */
static void offer_objects(struct mail *m, const char *name, int seat, int kind,
			  int32_t host)
{
	for (int i = 0; i < m->s->n_objects; i++) {
		const struct ar_obj *o = &m->s->obj[i];
		const struct ar_obj *on = ar_obj(m->s, o->host);

		if (kind && (o->card <= 0 || ar_kind(m->s, o) != kind))
			continue;
		if (seat < 0 ? !on || ar_kind(m->s, on) != AR_MAGE ||
				       ar_friends(m->s, on->ctl, m->seat)
			     : o->ctl != seat)
			continue;
		if (host && o->host != host)
			continue;
		if (!kind && (o->hidden ||
			      ar_trait(m->s, o, AR_T_UPKEEP, NULL, NULL) <= 0))
			continue;
		offer_of(m, name, "obj", label_text(m, o->handle));
	}
}

static void offer_zones(struct mail *m, const struct ar_obj *trap)
{
	int32_t from = trap ? ar_zone_of(m->s, trap) : 0;

	for (int i = 0; from && i < m->s->width * m->s->height; i++) {
		int32_t zone =
			ar_zone(i / (int)m->s->height, i % (int)m->s->height);

		if (zone != from && ar_distance(from, zone) <= 2)
			offer_of(m, "trapto", "at", label_text(m, zone));
	}
}

/* What the seat is asked: its default first, then what else it could say. */
static void put_answers(struct mail *m)
{
	static const char *const ways[] = { "push_n", "push_e", "push_s",
					    "push_w" };
	const struct ar_obj *o = ar_obj(m->s, (int32_t)m->s->frame.about);

	values_offer(m, "nothing", false);
	switch (m->s->frame.what) {
	case AR_ASKS_UPKEEP: offer_objects(m, "drop", m->seat, 0, 0); break;
	case AR_ASKS_DEFENSE:
		if (o)
			offer_defenses(m, o);
		break;
	case AR_ASKS_COUNTER:
		if (o) {
			offer_of(m, "counter", "fig", actor_text(m, o));
			offer_of(m, "uncountered", "fig", actor_text(m, o));
		}
		break;
	case AR_ASKS_PAY:
		if (o)
			offer_of(m, "refuse", "obj", label_text(m, o->handle));
		break;
	case AR_ASKS_TAX: values_offer(m, "untaxed", true); break;
	case AR_ASKS_TRAP: offer_zones(m, o); break;
	case AR_ASKS_PUSH:
		for (size_t i = 0; i < ARRAY_LEN(ways); i++)
			values_offer(m, ways[i], true);
		break;
	case AR_ASKS_CURSE:
		for (int i = 0; o && i < m->s->n_objects; i++)
			if (m->s->obj[i].host == o->handle &&
			    m->s->obj[i].ctl == m->seat &&
			    m->s->obj[i].card > 0)
				offer_of(m, "curse", "spell",
					 arena_card_name(m->a, m->n,
							 m->s->obj[i].card));
		break;
	case AR_ASKS_REVERSE:
		offer_objects(m, "reverse", -1, AR_EQUIPMENT, 0);
		break;
	case AR_ASKS_REROLL:
		values_offer(m, "again_defense", true);
		values_offer(m, "again_cancel", true);
		values_offer(m, "again_effect", true);
		break;
	default: break;
	}
}

static void put_turn(struct mail *m)
{
	int own, most;

	if (ar_asked(m->s) == m->seat) {
		put_answers(m);
		return;
	}
	if (m->s->head.active != m->seat)
		return;
	put_planned(m);
	if (ar_may_pass(m->s, m->seat, &own, &most))
		values_offer(m, "pass", true);
}

void arena_mail(struct arena *a, const struct narrator *n, const void *view,
		int seat, struct tval *to)
{
	struct mail m = { .a = a, .n = n, .s = view, .seat = seat };
	struct tval *books = tval_put(a, to, "books", tval_list(a));
	struct tval *others = tval_put(a, to, "others", tval_list(a));

	m.lines = tval_put(a, to, "mail", tval_list(a));
	tval_put(a, to, "hidden", tval_list(a));
	if (seat < 0 || seat >= AR_MAX_SEATS || !m.s->head.seat[seat].present)
		return;
	m.mana = m.s->player[seat].mana;
	m.room = arena_alloc_raw(a, sizeof(*m.room));
	memcpy(m.room, m.s, sizeof(*m.room));
	switch (m.s->head.phase) {
	case AR_SETUP: put_setup(&m); return;
	case AR_PLAN:
		/* the mail has arrived: the receipt shows how it was parsed,
		 * not a template */
		if (m.s->player[seat].plan_in)
			return;
		put_mage(&m, books, others);
		for (int i = 0; i < m.s->n_objects; i++)
			if (gives_spells(&m, &m.s->obj[i]))
				put_spawn(&m, &m.s->obj[i], books);
		put_hidden(&m, to);
		if (arena_on_fail(a, m.s, seat) == AR_POLICY_STOP)
			values_offer(&m, "on_fail", false);
		put_creatures(&m);
		return;
	case AR_BEFORE:
	case AR_OVER: return;
	default:
		if (!arena_mailing(m.s))
			put_turn(&m);
		else if (!m.s->player[seat].plan_in)
			put_planned(&m);
		put_hidden(&m, to);
	}
}

/* --- touches of the page
 * -----------------------------------------------------*/

/* A copy to try things in; false: the seat does not play. */
static bool begin_touch(struct mail *m)
{
	if (m->seat < 0 || m->seat >= AR_MAX_SEATS ||
	    !m->s->head.seat[m->seat].present)
		return false;
	m->room = arena_alloc_raw(m->a, sizeof(*m->room));
	memcpy(m->room, m->s, sizeof(*m->room));
	return true;
}

static void put_hand_of(struct mail *m, const struct ar_obj *o,
			struct tval *books)
{
	struct arena_spell *x =
		ARENA_ARRAY(m->a, MAX_SPELLS, struct arena_spell);
	int n = arena_spells(m->room, o->handle, x, MAX_SPELLS);

	if (n)
		put_book(m, o, x, n, books);
}

void arena_hand(struct arena *a, const struct narrator *n, const void *view,
		int seat, struct tval *to)
{
	struct mail m = { .a = a, .n = n, .s = view, .seat = seat };
	struct tval *books = tval_put(a, to, "books", tval_list(a));
	struct tval *planned = tval_put(a, to, "planned", tval_list(a));
	const struct ar_player *p;
	const struct ar_obj *mage;
	bool plan = m.s->head.phase == AR_PLAN;

	if (!begin_touch(&m))
		return;
	p = &m.s->player[seat];
	mage = ar_mage(m.s, seat);
	tval_puti(a, to, "plan", plan);
	tval_puti(a, to, "slots", AR_PLANNED);
	tval_puti(a, to, "mana", p->mana);
	tval_puti(a, to, "quick", plan && p->quickcast);
	for (int i = 0; i < AR_PLANNED; i++)
		if (p->planned[i] > 0)
			tval_add(planned,
				 tval_text(a, arena_card_name(a, n,
							      p->planned[i])));
	if (!plan)
		keep_planned(&m);
	if (mage && (plan || may_act(&m, mage)))
		put_hand_of(&m, mage, books);
	for (int i = 0; plan && i < m.s->n_objects; i++)
		if (gives_spells(&m, &m.s->obj[i]))
			put_hand_of(&m, &m.s->obj[i], books);
}

void arena_strike_lines(struct arena *a, const struct narrator *n,
			const void *view, int seat, int32_t who,
			struct tval *list)
{
	enum { MOST = 16 };
	struct mail m = { .a = a, .n = n, .s = view, .seat = seat };
	struct arena_strike *x = ARENA_ARRAY(a, MOST, struct arena_strike);
	const struct ar_obj *o = ar_obj(m.s, who);
	int count;

	if (!o || !may_act(&m, o) || ar_incapacitated(m.s, o) ||
	    !begin_touch(&m))
		return;
	count = arena_strikes(m.room, who, 0, x, MOST);
	for (int i = 0; i < count; i++) {
		struct tval *v = attack_values(&m, o, &x[i]);
		struct tval *one = tval_add(list, tval_map(a));

		tval_puts(a, v, "fig", label_text(&m, who));
		tval_puti(a, v, "moves", x[i].moves > 0);
		tval_puti(a, one, "target", x[i].a.target);
		tval_puts(a, one, "line", line_of(&m, "strike", v));
		tval_puti(a, one, "per_cent", arena_odds_reach(&x[i].odds, 1));
		tval_puti(a, one, "mean", arena_odds_mean(&x[i].odds));
	}
}

/* --- what threatens -------------------------------------------------------*/

/* the best that an enemy could do to the seat: to its Mage, and to anything */
void arena_threat(struct arena *a, const struct narrator *n,
		  const struct ar_state *s, struct ar_state *room, int seat,
		  const struct ar_obj *o, struct tval *to)
{
	struct mail m = { .a = a, .n = n, .s = s, .room = room, .seat = seat };
	const struct ar_obj *mage = ar_mage(s, seat);
	struct arena_strike *x = ARENA_ARRAY(a, 2, struct arena_strike);
	struct tval *list = tval_put(a, to, "threats", tval_list(a));
	int n_mage =
		mage ? arena_strikes(room, o->handle, mage->handle, x, 1) : 0;

	if (n_mage)
		put_odds(&m, x, tval_add(list, tval_map(a)));
	for (int i = 0, k = arena_strikes(room, o->handle, 0, x, 2); i < k;
	     i++) {
		const struct ar_obj *t = ar_obj(s, x[i].a.target);

		if (t->ctl != seat || t == mage)
			continue;
		put_odds(&m, &x[i], tval_add(list, tval_map(a)));
		return;
	}
}
