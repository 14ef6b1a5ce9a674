/*
 * src/games/arena/report/card_values.c - answers CARD: the print of a card,
 * its program in sentences, and the current state of an object, with the
 * sources of its numbers.
 */
#include "games/arena/report/report_private.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "games/arena/rules/attack_parts.h"

struct card {
	struct arena *a;
	const struct narrator *n;
	const struct ar_state *s;
	struct tval *lines;
};

static void add_line(struct card *x, const char *name, struct tval *v)
{
	struct str line = messages_line(
		x->a, x->n->words, arena_printf(x->a, "arena.card.%s", name), v,
		16384);

	if (line.len)
		tval_add(x->lines, tval_text(x->a, line));
}

static struct tval *word(struct card *x, const char *kind, const char *name)
{
	return tval_text(x->a, arena_message(x->a, x->n,
					     arena_printf(x->a, "arena.%s.%s",
							  kind, name)));
}

/* --- the print of a card -------------------------------------------------- */

static void put_head(struct card *x, int32_t number)
{
	const struct ar_card *c = &x->s->card[number];
	struct tval *v = tval_map(x->a), *list;
	char room[EVENT_TEXT_ROOM];
	int other = !arena_tongue(x->n);

	tval_puts(x->a, v, "name", arena_card_name(x->a, x->n, number));
	tval_puts(x->a, v, "other",
		  arena_str(x->a, ar_pool_text(x->s, c->name[other], room,
					       sizeof(room))));
	tval_put(x->a, v, "kind", word(x, "word", ar_kind_names[c->kind]));
	tval_puti(x->a, v, "level", c->level);
	list = tval_put(x->a, v, "subtypes", tval_list(x->a));
	for (int i = 0; *ar_subtype_word(i); i++)
		if (ar_card_has(c, i))
			tval_add(list,
				 word(x, "subtype",
				      narrate_key(x->a, ar_subtype_word(i)).s));
	list = tval_put(x->a, v, "schools", tval_list(x->a));
	for (int i = 0; i < N_AR_SCHOOLS; i++) {
		struct tval *school;

		if (!ar_of_school(c, i))
			continue;
		school = tval_add(list, tval_map(x->a));
		tval_put(x->a, school, "what",
			 word(x, "word", ar_school_names[i]));
		tval_puti(x->a, school, "level", ar_school_level(c, i));
	}
	add_line(x, "head", v);
}

/* what a cost hangs on that is no number */
static void put_varies(struct card *x, const struct ar_card *c, struct tval *v)
{
	static const char *const costs[N_AR_COST_X] = {
		[AR_X_DISPEL] = "dispel",  [AR_X_ITEM] = "item",
		[AR_X_ITEM_6] = "item6",   [AR_X_PURIFY] = "purify",
		[AR_X_RAISE] = "raise",    [AR_X_LEVEL] = "level",
		[AR_X_SHIFT] = "shift",    [AR_X_SLEEP] = "sleep",
		[AR_X_STEAL] = "steal",    [AR_X_TELEPORT] = "teleport",
		[AR_X_REMOVAL] = "purify",
	};

	if (c->cost_x)
		tval_put(x->a, v, "varies", word(x, "costs", costs[c->cost_x]));
}

static void put_cost(struct card *x, int32_t number)
{
	static const char *const aims[] = { "creature",
					    "conjuration",
					    "zone",
					    "border",
					    "mage",
					    "arena",
					    "enchantment",
					    "object",
					    "discard",
					    "to_zone",
					    "to_host",
					    "",
					    "living",
					    "corporeal",
					    "nonmage",
					    "nonflying",
					    "nonuncontainable",
					    "nonpsychicimmune",
					    "nonpoisonimmune",
					    "fresh",
					    "no_enemy",
					    "hidden",
					    "revealed",
					    "own",
					    "channeling" };
	const struct ar_card *c = &x->s->card[number];
	struct tval *v = tval_map(x->a);
	struct tval *list = tval_put(x->a, v, "aims", tval_list(x->a));

	if (c->kind == AR_MAGE)
		return;
	put_varies(x, c, v);
	tval_puti(x->a, v, "cost", c->cost);
	tval_puti(x->a, v, "reveal", c->kind == AR_ENCHANTMENT ? c->reveal : 0);
	tval_puti(x->a, v, "magebind", c->magebind);
	tval_puti(x->a, v, "full", ar_card_is(x->s, (int)number, AR_CARD_FULL));
	tval_puti(x->a, v, "min", c->min);
	tval_puti(x->a, v, "max", c->max);
	for (size_t i = 0; i < ARRAY_LEN(aims); i++)
		if (c->target >> i & 1 && *aims[i])
			tval_add(list, word(x, "aim", aims[i]));
	add_line(x, "cost", v);
}

static void put_body(struct card *x, int32_t number)
{
	static const struct {
		int flag;
		const char *word;
	} flags[] = {
		{ AR_CARD_WALL, "wall" },
		{ AR_CARD_NOVICE, "novice" },
		{ AR_CARD_EPIC, "epic" },
		{ AR_CARD_MAGECAST, "magecast" },
		{ AR_CARD_MANDATORY, "mandatory" },
		{ AR_CARD_ONE_USE, "one-use" },
		{ AR_CARD_EXCLUSIVE, "exclusive" },
		{ AR_CARD_LEGENDARY, "legendary" },
		{ AR_CARD_UNIQUE, "unique" },
		{ AR_CARD_HOUSE, "house" },
	};
	const struct ar_card *c = &x->s->card[number];
	struct tval *v = tval_map(x->a), *list;

	tval_puti(x->a, v, "armored", c->armor >= 0);
	tval_puti(x->a, v, "armor", c->armor);
	tval_puti(x->a, v, "life", c->life);
	tval_puti(x->a, v, "channels", c->channeling > 0 ? c->channeling : 0);
	tval_puti(x->a, v, "defense", c->defense);
	tval_puti(x->a, v, "uses", c->defense_uses);
	if (c->life)
		add_line(x, "body", v);
	v = tval_map(x->a);
	list = tval_put(x->a, v, "traits", tval_list(x->a));
	for (int i = 0; i < c->n_traits; i++) {
		const struct ar_trait_word *t =
			ar_printed(x->s, (int)number, i);

		tval_add(list, tval_text(x->a, arena_trait(x->a, x->n, t->trait,
							   t->amount)));
	}
	for (size_t i = 0; i < ARRAY_LEN(flags); i++)
		if (c->flags & flags[i].flag)
			tval_add(list, word(x, "flag", flags[i].word));
	add_line(x, "traits", v);
}

static void put_rows(struct card *x, const struct ar_profile *p, struct tval *v)
{
	struct tval *list = tval_put(x->a, v, "rows", tval_list(x->a));

	for (int r = 0; r < AR_EFFECT_ROWS && p->row[r].from; r++) {
		struct tval *row = tval_add(list, tval_map(x->a)), *brings;

		tval_puti(x->a, row, "from", p->row[r].from);
		tval_puti(x->a, row, "to",
			  p->row[r].to == INT32_MAX ? 0 : p->row[r].to);
		brings = tval_put(x->a, row, "brings", tval_list(x->a));
		for (int i = 0; i < 2; i++) {
			struct tval *b;

			if (!p->row[r].count[i])
				continue;
			b = tval_add(brings, tval_map(x->a));
			tval_puti(x->a, b, "count", p->row[r].count[i]);
			tval_puti(x->a, b, "several", p->row[r].count[i] > 1);
			tval_put(x->a, b, "what",
				 arena_effect(x->a, x->n, p->row[r].effect[i]));
		}
	}
}

/* a word with its number, if there is one */
static void put_number(struct card *x, struct tval *list, const char *name,
		       int32_t n)
{
	struct tval *v = tval_map(x->a);

	if (!n)
		return;
	tval_puti(x->a, v, "n", n);
	tval_add(list,
		 tval_text(x->a,
			   messages_line(
				   x->a, x->n->words,
				   arena_printf(x->a, "arena.profile.%s", name),
				   v, 400)));
}

static void put_profile(struct card *x, int32_t number, int i)
{
	static const char *const flags[] = { "ethereal", "unavoidable",
					     "zone",     "sweeping",
					     "reach",    "counterstrike",
					     "critical", "vampiric" };
	const struct ar_profile *p = ar_profile(x->s, (int)number, i);
	struct tval *v = tval_map(x->a), *list;

	tval_puts(x->a, v, "name", arena_profile_name(x->a, x->n, number, i));
	tval_puti(x->a, v, "quick", p->action == AR_ACTION_QUICK);
	tval_puti(x->a, v, "full", p->action == AR_ACTION_FULL);
	tval_put(x->a, v, "kind",
		 p->kind >= 0 && p->kind < N_AR_ATTACK_KINDS
			 ? word(x, "attackkind",
				p->kind == AR_MELEE    ? "melee"
				: p->kind == AR_RANGED ? "ranged"
						       : "auto")
			 : word(x, "attackkind", "other"));
	tval_puti(x->a, v, "far", p->max > 0 && p->max < 99);
	tval_puti(x->a, v, "min", p->min);
	tval_puti(x->a, v, "max", p->max);
	tval_puti(x->a, v, "dice", p->dice);
	tval_puti(x->a, v, "x", !!(p->flags & AR_PROFILE_X));
	tval_put(x->a, v, "type",
		 p->type ? word(x, "word", ar_type_names[p->type])
			 : tval_text(x->a, (struct str){ 0 }));
	put_rows(x, p, v);
	list = tval_put(x->a, v, "flags", tval_list(x->a));
	for (size_t k = 0; k < ARRAY_LEN(flags); k++)
		if (p->flags >> k & 1)
			tval_add(list, word(x, "profile", flags[k]));
	put_number(x, list, "strikes", p->strikes > 1 ? p->strikes : 0);
	put_number(x, list, "piercing", p->piercing);
	put_number(x, list, "drain", p->drain);
	put_number(x, list, "transfer", p->transfer);
	put_number(x, list, "versus", p->versus ? p->bonus : 0);
	add_line(x, "attack", v);
}

/* what the option no_errata makes of it (AR-RUL-45) */
static void put_first_printed(struct card *x, int32_t number)
{
	int rule = (int)x->s->card[number].rule;

	if (!x->s->head.option[AR_OPTION_NO_ERRATA])
		return;
	if (rule == AR_SPELL_TANGLEVINE)
		add_line(x, "first.tanglevine", tval_map(x->a));
	if (rule == AR_SPELL_HAND_OF_BIM_SHALLA)
		add_line(x, "first.hand", tval_map(x->a));
}

static void put_card(struct card *x, int32_t number)
{
	put_head(x, number);
	put_cost(x, number);
	put_body(x, number);
	for (int i = 0; i < x->s->card[number].n_profiles; i++)
		put_profile(x, number, i);
	arena_spell_text(x->a, x->n, number, x->lines);
	put_first_printed(x, number);
}

/* --- an object as it is now -----------------------------------------------*/

static void put_why(struct card *x, struct str said, const struct ar_why *why)
{
	struct tval *v = tval_map(x->a);

	tval_puts(x->a, v, "said", said);
	tval_put(x->a, v, "why", arena_mods(x->a, x->n, why->mod, 2 * why->n));
	add_line(x, "why", v);
}

static void put_numbers(struct card *x, const struct ar_obj *o)
{
	for (int t = 1; t < N_AR_TRAITS; t++) {
		struct ar_why why = { .n = 0 };
		int32_t amount = t == AR_T_ARMOR && ar_has_life(x->s, o)
					 ? ar_armor(x->s, o, &why)
				 : t == AR_T_CHANNELING
					 ? ar_channeling(x->s, o, &why)
					 : ar_trait(x->s, o, (enum ar_trait)t,
						    NULL, &why);

		if (amount > 0 || (amount < 0 && t != AR_T_CHANNELING))
			put_why(x, arena_trait(x->a, x->n, t, amount), &why);
	}
}

static void put_defenses(struct card *x, const struct ar_obj *o)
{
	struct ar_defense d[AR_MAX_DEFENSES];
	int n = ar_defenses(x->s, o, d);
	int32_t source, card, profile;
	struct tval *v;

	for (int i = 0; i < n; i++) {
		v = tval_map(x->a);
		tval_puti(x->a, v, "needed", d[i].needed);
		tval_puti(x->a, v, "left", d[i].uses > 0 ? d[i].uses : 0);
		tval_puti(x->a, v, "used", !d[i].uses);
		tval_puts(x->a, v, "from", arena_full(x->a, x->n, d[i].source));
		add_line(x, "defense", v);
	}
	if (!ar_barrier(x->s, o, &source, &card, &profile))
		return;
	v = tval_map(x->a);
	tval_puts(x->a, v, "profile",
		  arena_profile_name(x->a, x->n, card, profile));
	tval_puts(x->a, v, "from", arena_full(x->a, x->n, source));
	add_line(x, "barrier", v);
}

static void put_object(struct card *x, const struct ar_obj *o)
{
	struct tval *v = tval_map(x->a);
	int32_t on = o->host ? o->host : 0;
	bool lives = ar_has_life(x->s, o);

	tval_put(x->a, v, "fig", narrate_label(x->a, x->n, o->handle));
	tval_put(x->a, v, "seat", narrate_seat(x->a, x->n, (int)o->ctl));
	tval_puts(x->a, v, "at", arena_full(x->a, x->n, ar_zone_of(x->s, o)));
	tval_puts(x->a, v, "on",
		  arena_full(x->a, x->n,
			     on || !o->hidden ? on : ar_zone_of(x->s, o)));
	tval_puti(x->a, v, "damage", o->damage);
	tval_puti(x->a, v, "life", lives ? ar_life(x->s, o) : 0);
	tval_puti(x->a, v, "armor", lives ? ar_armor(x->s, o, NULL) : 0);
	tval_puts(x->a, v, "marks", arena_marks(x->a, x->n, o));
	if (o->card == AR_UNKNOWN) {
		add_line(x, "unknown", v);
		return;
	}
	add_line(x, "object", v);
	if (lives) {
		put_numbers(x, o);
		put_defenses(x, o);
	}
	put_card(x, o->card);
}

/* --- which one is meant ---------------------------------------------------*/

static struct str name_in(const struct card *x, int32_t card, int tongue)
{
	char room[EVENT_TEXT_ROOM];

	return utf8_fold(
		x->a,
		arena_str(x->a,
			  ar_pool_text(x->s, x->s->card[card].name[tongue],
				       room, sizeof(room))));
}

/* no letter of a folded name, or its end */
static bool is_between(struct str name, size_t at)
{
	return at >= name.len || strchr(" ,.'-", name.s[at]);
}

/* whole words of it */
static bool card_values_contains(struct str name, struct str words)
{
	for (size_t i = 0; i + words.len <= name.len; i++)
		if (!memcmp(name.s + i, words.s, words.len) &&
		    (!i || is_between(name, i - 1)) &&
		    is_between(name, i + words.len))
			return true;
	return false;
}

enum { MEANT = 5 }; /* the most cards listed for an ambiguous name */

/* The search result for a name. */
struct called {
	int32_t card;    /* it is its name, or words of its name alone; 0 */
	int32_t nearest; /* by letters, or 0 */
	int n;           /* cards whose names have these words */
	int32_t of[MEANT];
};

/* by a card's name in a language; true: it is the very name */
static bool card_values_compare(struct called *c, int32_t card, struct str name,
				struct str want, unsigned *least)
{
	unsigned d;

	if (str_equal(name, want)) {
		c->card = card;
		return true;
	}
	if (want.len > 2 && card_values_contains(name, want) &&
	    (!c->n || c->of[(c->n - 1) % MEANT] != card))
		c->of[c->n++ % MEANT] = card;
	d = utf8_distance(name, want, *least);
	if (d < *least) {
		*least = d;
		c->nearest = card;
	}
	return false;
}

/* The card of that name, in either language, or of a word or two of it. */
static struct called card_called(const struct card *x, struct str asked)
{
	struct str want = utf8_fold(x->a, asked);
	/* a third of the letters may be wrong */
	unsigned least = 2 + (unsigned)(want.len < 30 ? want.len : 30) / 3;
	struct called c = { 0 };

	for (int32_t i = 1; i < x->s->n_cards; i++)
		for (int t = 0; t < 2; t++)
			if (card_values_compare(&c, i, name_in(x, i, t), want,
						&least))
				return c;
	c.card = c.n == 1 ? c.of[0] : 0;
	return c;
}

/* {near}: the cards whose names have it, if they are few, or the nearest */
static void put_near(const struct card *x, const struct called *c,
		     struct tval *v)
{
	struct tval *list = tval_put(x->a, v, "near", tval_list(x->a));

	for (int i = 0; c->n <= MEANT && i < c->n; i++)
		tval_add(list, tval_text(x->a, arena_card_name(x->a, x->n,
							       c->of[i])));
	if (!list->n && c->nearest)
		tval_add(list, tval_text(x->a, arena_card_name(x->a, x->n,
							       c->nearest)));
}

void arena_card(struct arena *a, const struct narrator *n, struct str asked,
		struct tval *lines)
{
	struct card x = { .a = a, .n = n, .s = n->of, .lines = lines };
	struct tval *v = tval_map(a);
	int64_t number;
	struct called c;

	asked = parse_trim(asked);
	tval_puts(a, v, "asked", asked);
	if (asked.len && asked.s[0] == '#') {
		struct str digits = { asked.s + 1, asked.len - 1 };
		const struct ar_obj *o =
			parse_int(digits, 1, 0xffff, &number)
				? ar_obj(x.s, label_of('#', (int)number))
				: NULL;

		if (o)
			put_object(&x, o);
		else
			add_line(&x, "gone", v);
		return;
	}
	c = card_called(&x, asked);
	if (c.card) {
		put_card(&x, c.card);
		return;
	}
	put_near(&x, &c, v);
	add_line(&x, "none", v);
}
