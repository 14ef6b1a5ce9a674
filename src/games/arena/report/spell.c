/*
 * src/games/arena/report/spell.c - describes the effects of a spell in
 * sentences made from its program: for the catalog's spells and a game
 * master's alike. Every word of the grammar of rows has a message; targets and
 * amounts are filled in.
 */
#include "games/arena/report/report_private.h"
#include "base/parse.h"
#include "games/arena/rules/spell_private.h"

/* The card being described. */
struct telling {
	struct arena *a;
	const struct narrator *n;
	const struct ar_state *s;
	int32_t card;
	const int32_t *w;
};

static struct str spell_render(struct telling *x, const char *key,
			       struct tval *v)
{
	return messages_line(x->a, x->n->words, key, v, 16384);
}

static struct str spell_message(struct telling *x, const char *kind,
				const char *word)
{
	return arena_message(x->a, x->n,
			     arena_printf(x->a, "arena.%s.%s", kind, word));
}

static const char *row_word(const struct ar_word_row *rows, int32_t value)
{
	for (; rows->word; rows++)
		if (rows->value == value)
			return rows->word;
	return "";
}

static struct str spell_noun(struct telling *x, const char *name)
{
	return spell_message(x, "word", narrate_key(x->a, name).s);
}

/* --- of whom it speaks ----------------------------------------------------*/

static bool is_noun(enum ar_test_word word)
{
	return (AR_IS_CREATURE <= word && word <= AR_IS_ANY_MAGE) ||
	       (AR_IS_ATTACK_SPELL <= word && word <= AR_IS_ENCHANTMENT_SPELL);
}

/* words after the noun: its place, and other conditions */
static bool is_behind(const struct ar_test *t)
{
	return t->not || (AR_IS_HERE <= t->word && t->word <= AR_IS_CURSED) ||
	       t->word == AR_HAS || t->word == AR_IS_LEVEL ||
	       t->word == AR_IS_OUT || t->word == AR_IS_IN ||
	       t->word == AR_IS_FIRST;
}

static struct str marker_word(struct telling *x, int32_t marker)
{
	return spell_noun(x, marker >= AR_HAS_COND
				     ? ar_cond_names[marker - AR_HAS_COND]
				     : ar_token_names[marker]);
}

static struct str test_word(struct telling *x, const struct ar_test *t)
{
	struct tval *v = tval_map(x->a);

	switch (t->word) {
	case AR_IS_MAGE: return spell_message(x, "test", "mymage");
	case AR_IS_SCHOOL: return spell_noun(x, ar_school_names[t->arg]);
	case AR_IS_TYPE: return spell_noun(x, ar_type_names[t->arg]);
	case AR_IS_SUBTYPE:
		return spell_message(
			x, "subtype",
			narrate_key(x->a, ar_subtype_word(t->arg)).s);
	case AR_IS_LEVEL:
		tval_puti(x->a, v, "n", t->arg);
		return spell_render(x, "arena.test.level", v);
	case AR_IS_IN_RANGE:
		tval_puti(x->a, v, "min", t->arg % 100);
		tval_puti(x->a, v, "max", t->arg / 100);
		return spell_render(x, "arena.test.range", v);
	case AR_HAS:
		tval_puts(x->a, v, "what", marker_word(x, t->arg));
		return spell_render(x, "arena.test.has", v);
	default:
		return spell_message(x, "test",
				     row_word(ar_test_rows, (int32_t)t->word));
	}
}

/* a filter in words; thing: the noun if it has none; NULL: it wants none */
static struct str spell_filter(struct telling *x, int place, const char *thing)
{
	struct tval *v = tval_map(x->a);
	struct tval *nouns = tval_put(x->a, v, "nouns", tval_list(x->a));
	struct tval *before = tval_put(x->a, v, "before", tval_list(x->a));
	struct tval *behind = tval_put(x->a, v, "behind", tval_list(x->a));
	int at = place + 1, end;
	bool joined = false;

	if (!place)
		return (struct str){ 0 };
	end = ar_filter_end(x->w, place);
	while (at < end) {
		struct ar_test t;
		struct tval *word, *to;

		ar_test_at(x->w, &at, &t);
		to = is_behind(&t) ? behind : is_noun(t.word) ? nouns : before;
		/* a word that names one needs no noun */
		if (t.word <= AR_IS_SEAT && !t.not )
			return test_word(x, &t);
		word = tval_add(to, tval_map(x->a));
		tval_puts(x->a, word, "word", test_word(x, &t));
		tval_puti(x->a, word, "not", t.not );
		tval_puti(x->a, word, "or", joined);
		joined = t.or_next;
	}
	if (!nouns->n && thing)
		tval_puts(x->a, tval_add(nouns, tval_map(x->a)), "word",
			  spell_message(x, "test", thing));
	return parse_trim(spell_render(x, "arena.filter", v));
}

static struct str spell_chosen(struct telling *x, int how, int place)
{
	struct tval *v;

	switch (how) {
	case AR_SELECT_HERE: return spell_message(x, "test", "itszone");
	case AR_SELECT_NONE: return (struct str){ 0 };
	case AR_SELECT_ONE_OF: return spell_filter(x, place, "one");
	default: break;
	}
	v = tval_map(x->a);
	tval_puts(x->a, v, "what", spell_filter(x, place, "one"));
	return spell_render(x,
			    how == AR_SELECT_EACH       ? "arena.select.each"
			    : how == AR_SELECT_NAMED_OF ? "arena.select.one"
							: "arena.select.named",
			    v);
}

/*
 * --- effects ---------------------------------------------------------------
 */

static struct str spell_amount(struct telling *x, const struct ar_action *c)
{
	struct tval *v = tval_map(x->a);

	tval_puti(x->a, v, "n", c->n < 0 ? -c->n : c->n);
	switch (c->amount) {
	case AR_AMOUNT_DICE: return spell_render(x, "arena.amount.dice", v);
	case AR_AMOUNT_X: return STR("X");
	case AR_AMOUNT_DONE: return spell_render(x, "arena.amount.done", v);
	case AR_AMOUNT_UP_TO: return spell_render(x, "arena.amount.up_to", v);
	default:
		return str_of(
			arena_printf(x->a, "%d", c->n < 0 ? -c->n : c->n));
	}
}

/* "Melee +2", "Melee +1 for each Wrath", "Piercing + its level" */
static struct str spell_trait(struct telling *x, const struct ar_action *c)
{
	struct tval *v = tval_map(x->a);

	if (c->trait <= 0 || c->trait >= N_AR_TRAITS)
		return (struct str){ 0 };
	tval_puts(x->a, v, "trait",
		  arena_trait(x->a, x->n, c->trait,
			      c->amount == AR_AMOUNT_NUMBER ? c->value
			      : c->n < 0                    ? -1
							    : 1));
	tval_puti(x->a, v, "tokens", c->amount == AR_AMOUNT_TOKENS);
	tval_puti(x->a, v, "levels", c->amount == AR_AMOUNT_LEVEL);
	if (c->amount == AR_AMOUNT_TOKENS)
		tval_puts(x->a, v, "token",
			  spell_noun(x, ar_token_names[c->token]));
	tval_puts(x->a, v, "only", spell_filter(x, c->filter, "anattack"));
	return spell_render(x, "arena.trait", v);
}

static void put_picks(struct telling *x, const struct ar_action *c,
		      struct tval *v);

static void put_action(struct telling *x, const struct ar_action *c,
		       struct tval *v)
{
	bool spells = c->verb == AR_V_DISCOUNT || c->verb == AR_V_FAMILIAR ||
		      c->verb == AR_V_SPELLBIND || c->verb == AR_V_QUICK;

	tval_puts(x->a, v, "who", spell_chosen(x, c->who, c->who_filter));
	tval_puts(x->a, v, "to", spell_chosen(x, c->to, c->to_filter));
	tval_puts(x->a, v, "profile",
		  arena_profile_name(x->a, x->n, x->card, c->profile));
	tval_puti(x->a, v, "plus_x", c->plus_x);
	tval_puts(x->a, v, "amount", spell_amount(x, c));
	tval_puti(x->a, v, "n", c->n < 0 ? -c->n : c->n);
	tval_puti(x->a, v, "loses", c->n < 0);
	tval_puts(x->a, v, "type",
		  c->type ? spell_noun(x, ar_type_names[c->type])
			  : (struct str){ 0 });
	tval_puts(x->a, v, "said", spell_trait(x, c));
	tval_puts(x->a, v, "trait",
		  c->trait > 0 ? spell_noun(x, ar_trait_word(c->trait))
			       : (struct str){ 0 });
	tval_puts(x->a, v, "duration",
		  spell_noun(x, row_word(ar_duration_rows, c->duration)));
	tval_puts(x->a, v, "cond",
		  c->cond < N_AR_CONDS ? spell_noun(x, ar_cond_names[c->cond])
				       : (struct str){ 0 });
	tval_puts(x->a, v, "token", spell_noun(x, ar_token_names[c->token]));
	tval_puti(x->a, v, "most", c->most);
	tval_puti(x->a, v, "spell", c->against == AR_AGAINST_SPELL);
	tval_puti(x->a, v, "move", c->against == AR_AGAINST_MOVE);
	tval_puti(x->a, v, "uses", c->uses);
	tval_puti(x->a, v, "pay", !!(c->flags & AR_FLAG_PAY));
	tval_puti(x->a, v, "no_melee", !!(c->flags & AR_DEFENSE_NO_MELEE));
	tval_puti(x->a, v, "no_ranged", !!(c->flags & AR_DEFENSE_NO_RANGED));
	tval_puti(x->a, v, "unaffected", !!(c->flags & AR_DEFENSE_UNAFFECTED));
	tval_puts(x->a, v, "what",
		  spell_filter(x, c->filter,
			       spells                ? "aspell"
			       : c->verb == AR_V_TAX ? "anattack"
						     : "one"));
	tval_puts(x->a, v, "whom", spell_filter(x, c->filter2, "one"));
	put_picks(x, c, v);
}

static struct str spell_action(struct telling *x, const struct ar_action *c)
{
	struct tval *v = tval_map(x->a);
	const char *word =
		c->verb == AR_V_TRAIT ? "trait" : ar_verb_rows[c->verb].word;

	put_action(x, c, v);
	return spell_render(x, arena_printf(x->a, "arena.verb.%s", word), v);
}

static struct tval *spell_actions(struct telling *x, int place, int n)
{
	struct tval *list = tval_list(x->a);

	for (int i = 0; i < n; i++) {
		struct ar_action c;

		ar_action_at(x->w, &place, &c);
		tval_add(list, tval_text(x->a, spell_action(x, &c)));
	}
	return list;
}

static void put_picks(struct telling *x, const struct ar_action *c,
		      struct tval *v)
{
	/* a pick holds no pick: it goes no deeper */
	tval_put(x->a, v, "picks",
		 c->verb == AR_V_PICK ? spell_actions(x, c->picks, c->n_picks)
				      : tval_list(x->a));
}

/* --- clauses --------------------------------------------------------------*/

static struct str spell_condition(struct telling *x, const struct ar_clause *c)
{
	struct tval *v = tval_map(x->a);
	struct ar_if cond;
	struct ar_test who = { .word = AR_IS_SELF };

	if (!c->condition)
		return (struct str){ 0 };
	ar_if_at(x->w, c->condition, &cond);
	who.word = (enum ar_test_word)cond.who;
	tval_puti(x->a, v, "not", cond.not );
	if (cond.what == AR_IF_HAS || cond.what == AR_IF_IS)
		tval_puts(x->a, v, "who", test_word(x, &who));
	if (cond.what == AR_IF_HAS || cond.what == AR_IF_FREE)
		tval_puts(x->a, v, "what", marker_word(x, cond.arg));
	else if (cond.what != AR_IF_SAME_ZONE)
		tval_puts(x->a, v, "what",
			  spell_filter(x, cond.arg,
				       cond.what == AR_IF_IS ? NULL : "one"));
	return spell_render(
		x,
		arena_printf(x->a, "arena.if.%s",
			     row_word(ar_if_rows, (int32_t)cond.what)),
		v);
}

static void put_pay(struct telling *x, const struct ar_clause *c,
		    struct tval *v)
{
	tval_puts(x->a, v, "pay",
		  c->pay == AR_PAY_X       ? STR("X")
		  : c->pay == AR_PAY_LEVEL ? spell_message(x, "pay", "level")
		  : c->pay == AR_PAY_REMOVAL
			  ? spell_message(x, "pay", "removal")
		  : c->pay ? str_of(arena_printf(x->a, "%d", c->pay))
			   : (struct str){ 0 });
}

static struct str clause(struct telling *x, const struct ar_clause *c)
{
	struct tval *v = tval_map(x->a);

	tval_puts(x->a, v, "who", spell_filter(x, c->who, "one"));
	tval_puts(x->a, v, "to", spell_filter(x, c->to, "one"));
	tval_puts(x->a, v, "by", spell_filter(x, c->by, "one"));
	tval_puts(x->a, v, "spell", spell_filter(x, c->spell, "aspell"));
	tval_puts(x->a, v, "attack", spell_filter(x, c->attack, "anattack"));
	tval_puts(x->a, v, "each", spell_filter(x, c->each, "one"));
	tval_puts(x->a, v, "at", spell_filter(x, c->at, "one"));
	tval_puti(x->a, v, "min", c->min);
	tval_puti(x->a, v, "max", c->max);
	tval_puti(x->a, v, "arena", c->max == AR_RANGE_ARENA);
	tval_puti(x->a, v, "times", c->per_round);
	tval_puts(x->a, v, "if", spell_condition(x, c));
	put_pay(x, c, v);
	tval_puts(
		x->a, v, "action",
		c->kind == AR_CLAUSE_USE
			? spell_message(x, "use", row_word(ar_use_rows, c->use))
			: (struct str){ 0 });
	if (c->event)
		tval_puts(x->a, v, "event",
			  spell_render(
				  x,
				  arena_printf(x->a, "arena.on.%s",
					       row_word(ar_on_rows, c->event)),
				  v));
	tval_put(x->a, v, "does", spell_actions(x, c->actions, c->n_actions));
	return spell_render(x,
			    arena_printf(x->a, "arena.clause.%s",
					 row_word(ar_clause_rows, c->kind)),
			    v);
}

void arena_spell_text(struct arena *a, const struct narrator *n, int32_t card,
		      struct tval *lines)
{
	struct telling x = { .a = a, .n = n, .s = n->of, .card = card };

	if (!x.s->card[card].n_program)
		return;
	x.w = ar_words(x.s, (int)card);
	for (int i = 0; i < ar_clauses(x.s, (int)card); i++) {
		struct ar_clause c;

		ar_clause_at(x.s, (int)card, i, &c);
		tval_add(lines, tval_text(a, clause(&x, &c)));
	}
}
