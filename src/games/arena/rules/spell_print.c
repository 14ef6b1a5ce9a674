/*
 * src/games/arena/rules/spell_print.c - writes a row of a spell as text from
 * its words. The words may come from a foreign log: the code reads no word
 * outside the row and reports invalid words.
 */
#include "games/arena/rules/spell_private.h"

struct writer {
	struct buf *out;
	const int32_t *w;
	int n;
	bool bad;
};

static int32_t spell_print_at(struct writer *x, int i)
{
	if (0 <= i && i < x->n)
		return x->w[i];
	x->bad = true;
	return 0;
}

static void spell_print_bad(struct writer *x)
{
	x->bad = true;
}

static void word_of(struct writer *x, const struct ar_word_row *rows,
		    int32_t value)
{
	for (; rows->word; rows++) {
		if (rows->value == value) {
			buf_addz(x->out, rows->word);
			return;
		}
	}
	spell_print_bad(x);
}

static void spell_print_name(struct writer *x, const char *const *names, int n,
			     int32_t i)
{
	if (0 <= i && i < n)
		buf_addz(x->out, names[i]);
	else
		spell_print_bad(x);
}

static void spell_print_marker(struct writer *x, int32_t v)
{
	if (v >= AR_HAS_COND)
		word_of(x, ar_cond_rows, v - AR_HAS_COND);
	else
		word_of(x, ar_token_rows, v);
}

static void spell_print_school(struct writer *x, int32_t i)
{
	if (i < 0 || i >= N_AR_SCHOOLS) {
		spell_print_bad(x);
		return;
	}
	buf_addc(x->out, (char)(ar_school_names[i][0] - 'a' + 'A'));
	buf_addz(x->out, ar_school_names[i] + 1);
}

static void spell_print_test(struct writer *x, int32_t v)
{
	struct ar_test t;
	int none = 0;

	ar_test_at(&v, &none, &t);
	if (t.not )
		buf_addc(x->out, '!');
	switch (t.word) {
	case AR_IS_MAGE: buf_addz(x->out, "mage"); break;
	case AR_IS_LEVEL: buf_addf(x->out, "level<=%d", t.arg); break;
	case AR_IS_IN_RANGE:
		buf_addf(x->out, "range%d-%d", t.arg % 100, t.arg / 100);
		break;
	case AR_HAS:
		buf_addz(x->out, "has(");
		spell_print_marker(x, t.arg);
		buf_addc(x->out, ')');
		break;
	case AR_IS_SCHOOL: spell_print_school(x, t.arg); break;
	case AR_IS_TYPE:
		spell_print_name(x, ar_type_names, N_AR_TYPES, t.arg);
		break;
	case AR_IS_SUBTYPE: buf_addz(x->out, ar_subtype_word(t.arg)); break;
	default: word_of(x, ar_test_rows, (int32_t)t.word);
	}
}

static void spell_print_filter(struct writer *x, int place)
{
	int32_t n = spell_print_at(x, place);

	if (n < 1 || n > AR_FILTER_MAX)
		spell_print_bad(x);
	for (int i = 0; i < n && !x->bad; i++) {
		int32_t v = spell_print_at(x, place + 1 + i);

		spell_print_test(x, v);
		if (i + 1 < n)
			buf_addc(x->out, v >> 9 & 1 ? '|' : '.');
	}
}

static void spell_print_select(struct writer *x, int32_t how, int32_t place)
{
	switch (how) {
	case AR_SELECT_EACH: buf_addz(x->out, "each("); break;
	case AR_SELECT_NAMED_OF: buf_addz(x->out, "one("); break;
	case AR_SELECT_HERE: buf_addz(x->out, "here"); return;
	case AR_SELECT_ONE_OF:
	case AR_SELECT_NAMED: break;
	default: spell_print_bad(x); return;
	}
	spell_print_filter(x, place);
	if (how == AR_SELECT_EACH || how == AR_SELECT_NAMED_OF)
		buf_addc(x->out, ')');
}

static void spell_print_amount(struct writer *x, const struct ar_action *a)
{
	int32_t n = a->n < 0 ? -a->n : a->n;

	switch (a->amount) {
	case AR_AMOUNT_NUMBER: buf_addi(x->out, n); break;
	case AR_AMOUNT_DICE: buf_addf(x->out, "%dd", n); break;
	case AR_AMOUNT_X: buf_addc(x->out, 'X'); break;
	case AR_AMOUNT_DONE: buf_addz(x->out, "done"); break;
	case AR_AMOUNT_UP_TO: buf_addf(x->out, "0..%d", n); break;
	default: spell_print_bad(x);
	}
}

static void trait_name(struct writer *x, int32_t trait)
{
	if (0 < trait && trait < N_AR_TRAITS)
		buf_addz(x->out, ar_trait_word(trait));
	else
		spell_print_bad(x);
}

static void spell_print_plus(struct writer *x, int32_t n)
{
	buf_addf(x->out, "%c%d", n < 0 ? '-' : '+', n < 0 ? -n : n);
}

static void trait_sum(struct writer *x, const struct ar_action *a)
{
	if (a->amount == AR_AMOUNT_NUMBER) {
		spell_print_plus(x, a->value);
		return;
	}
	buf_addc(x->out, a->n < 0 ? '-' : '+');
	if (a->amount == AR_AMOUNT_TOKENS) {
		buf_addz(x->out, "tokens(");
		word_of(x, ar_token_rows, a->token);
	} else {
		buf_addf(x->out, "level(%s",
			 a->flags & AR_FLAG_IT ? "it" : "done");
	}
	buf_addc(x->out, ')');
	if (a->value)
		spell_print_plus(x, a->value);
}

static void spell_print_bracket(struct writer *x, const struct ar_action *a)
{
	if (!a->filter)
		return;
	buf_addc(x->out, '[');
	spell_print_filter(x, a->filter);
	buf_addc(x->out, ']');
}

static void spell_print_trait(struct writer *x, const struct ar_action *a)
{
	trait_name(x, a->trait);
	if (x->bad)
		return;
	if (a->trait == AR_T_ETHEREAL_TO) {
		buf_addc(x->out, '(');
		spell_print_name(x, ar_type_names, N_AR_TYPES, a->value);
		buf_addc(x->out, ')');
	} else if (a->trait == AR_T_NO_RANGED) {
		buf_addz(x->out, "(ranged)");
	} else if (a->trait == AR_T_NO_REVEAL) {
		buf_addz(x->out, "(action)");
	} else if (ar_trait_kinds[a->trait] == AR_TRAIT_SUM) {
		trait_sum(x, a);
	} else if (ar_trait_kinds[a->trait] == AR_TRAIT_MAX ||
		   a->trait == AR_T_MAX_MOVES) {
		buf_addf(x->out, "(%d)", a->value);
	}
	spell_print_bracket(x, a);
}

static void spell_print_actions(struct writer *x, int place, int n, bool give,
				const char *sep);

static void spell_print_slot(struct writer *x, char which,
			     const struct ar_action *a)
{
	switch (which) {
	case 'P':
		buf_addf(x->out, "P%d%s", a->profile + 1,
			 a->plus_x ? "+X" : "");
		break;
	case 'W': spell_print_select(x, a->who, a->who_filter); break;
	case 'Z': spell_print_select(x, a->to, a->to_filter); break;
	case 'A': spell_print_amount(x, a); break;
	case 'D':
		spell_print_amount(x, a);
		if (a->type) {
			buf_addc(x->out, ' ');
			spell_print_name(x, ar_type_names, N_AR_TYPES, a->type);
		}
		break;
	case 'M':
		buf_addc(x->out, a->n < 0 ? '-' : '+');
		spell_print_amount(x, a);
		break;
	case 'R': spell_print_trait(x, a); break;
	case 't': trait_name(x, a->trait); break;
	case 'U': word_of(x, ar_duration_rows, a->duration); break;
	case 'C':
		if (a->cond == AR_UNCOND_NAMED)
			buf_addz(x->out, "named");
		else
			word_of(x, ar_cond_rows, a->cond);
		break;
	case 'N': buf_addi(x->out, a->n); break;
	case 'T': word_of(x, ar_token_rows, a->token); break;
	case 'F': spell_print_filter(x, a->filter); break;
	case 'G': word_of(x, ar_against_rows, a->against); break;
	case 'u':
		if (a->uses)
			buf_addi(x->out, a->uses);
		else
			buf_addz(x->out, "inf");
		break;
	case '/':
		spell_print_actions(x, a->picks, a->n_picks, false, " / ");
		break;
	default: spell_print_bad(x);
	}
}

static void spell_print_optional(struct writer *x, char which,
				 const struct ar_action *a)
{
	switch (which) {
	case 'p':
		if (a->flags & AR_FLAG_PAY)
			buf_addz(x->out, ",pay");
		break;
	case 'm':
		if (a->most)
			buf_addf(x->out, ",max=%d", a->most);
		break;
	case 'B':
		if (a->to) {
			buf_addz(x->out, ",but=");
			spell_print_select(x, a->to, a->to_filter);
		}
		break;
	case 'd':
		if (a->flags & AR_DEFENSE_NO_MELEE)
			buf_addz(x->out, ",!melee");
		if (a->flags & AR_DEFENSE_NO_RANGED)
			buf_addz(x->out, ",!ranged");
		if (a->flags & AR_DEFENSE_UNAFFECTED)
			buf_addz(x->out, ",unaffected");
		break;
	default:
		if (a->flags & AR_FLAG_CAST)
			buf_addz(x->out, ",cast");
		if (a->filter2) {
			buf_addc(x->out, ',');
			spell_print_filter(x, a->filter2);
		}
	}
}

static void spell_print_action(struct writer *x, const struct ar_action *a)
{
	const char *slots = ar_verb_rows[a->verb].slots;
	bool first = true;

	if (a->verb == AR_V_TRAIT) {
		spell_print_trait(x, a);
		return;
	}
	buf_addz(x->out, ar_verb_rows[a->verb].word);
	if (!*slots)
		return;
	buf_addc(x->out, '(');
	for (; *slots && *slots != '['; slots++) {
		if (strchr(AR_OPTIONAL_SLOTS, *slots)) {
			spell_print_optional(x, *slots, a);
			continue;
		}
		if (!first)
			buf_addc(x->out, ',');
		first = false;
		spell_print_slot(x, *slots, a);
	}
	buf_addc(x->out, ')');
	if (*slots)
		spell_print_bracket(x, a);
}

/* Nothing of an action is read that is not there. */
static bool whole_action(struct writer *x, int place)
{
	uint32_t which = (uint32_t)spell_print_at(x, place + 1);
	int n = 0;

	for (int i = 1; i < 32; i++)
		n += (int)(which >> i & 1);
	spell_print_at(x, place + 1 + n);
	return !x->bad && !(which & 1) &&
	       (which >> (sizeof(struct ar_action) / sizeof(int32_t))) == 0;
}

static void spell_print_actions(struct writer *x, int place, int n, bool give,
				const char *sep)
{
	if (n < 1 || n > AR_VERBS_MAX)
		spell_print_bad(x);
	for (int i = 0; i < n && !x->bad; i++) {
		struct ar_action a;

		if (!whole_action(x, place)) {
			spell_print_bad(x);
			return;
		}
		ar_action_at(x->w, &place, &a);
		if (a.verb <= AR_V_NONE || a.verb >= N_AR_VERB_WORDS ||
		    give != (a.verb >= AR_V_TRAIT) ||
		    (a.verb == AR_V_PICK && *sep == ' ')) {
			spell_print_bad(x);
			return;
		}
		if (i)
			buf_addz(x->out, sep);
		spell_print_action(x, &a);
	}
}

static void spell_print_condition(struct writer *x, int place)
{
	struct ar_if c;

	spell_print_at(x, place + 1);
	if (place < 0 || x->bad) {
		spell_print_bad(x);
		return;
	}
	ar_if_at(x->w, place, &c);
	if (c.not )
		buf_addc(x->out, '!');
	word_of(x, ar_if_rows, (int32_t)c.what);
	buf_addc(x->out, '(');
	if (c.what == AR_IF_HAS || c.what == AR_IF_IS) {
		if (c.who == AR_IS_MAGE)
			buf_addz(x->out, "mage");
		else
			word_of(x, ar_test_rows, c.who);
		buf_addc(x->out, ',');
	}
	if (c.what == AR_IF_HAS || c.what == AR_IF_FREE)
		spell_print_marker(x, c.arg);
	else if (c.what == AR_IF_SAME_ZONE)
		buf_addz(x->out, "mage");
	else
		spell_print_filter(x, c.arg);
	buf_addc(x->out, ')');
}

/* an option begins with a parenthesis or a comma */
struct listing {
	struct writer *x;
	bool any;
};

static void spell_print_next(struct listing *l, const char *what)
{
	buf_addz(l->x->out, l->any ? "," : "(");
	l->any = true;
	if (what)
		buf_addf(l->x->out, "%s=", what);
}

static void filter_option(struct listing *l, const char *what, int place)
{
	if (!place)
		return;
	spell_print_next(l, what);
	spell_print_filter(l->x, place);
}

static void spell_print_pay(struct listing *l, int32_t n)
{
	if (!n)
		return;
	spell_print_next(l, "pay");
	if (n == AR_PAY_X)
		buf_addc(l->x->out, 'X');
	else if (n == AR_PAY_LEVEL)
		buf_addz(l->x->out, "level+1");
	else if (n == AR_PAY_REMOVAL)
		buf_addz(l->x->out, "removal");
	else
		buf_addi(l->x->out, n);
}

static void first_option(struct listing *l, const struct ar_clause *c)
{
	if (c->kind == AR_CLAUSE_ON || c->kind == AR_CLAUSE_MUST ||
	    c->kind == AR_CLAUSE_MAY) {
		spell_print_next(l, NULL);
		word_of(l->x, ar_on_rows, c->event);
	} else if (c->kind == AR_CLAUSE_USE) {
		spell_print_next(l, NULL);
		word_of(l->x, ar_use_rows, c->use);
	} else if (c->kind == AR_CLAUSE_GIVE) {
		spell_print_next(l, NULL);
		spell_print_filter(l->x, c->who);
	}
}

static void spell_print_clause(struct writer *x, const struct ar_clause *c)
{
	struct listing l = { .x = x };

	word_of(x, ar_clause_rows, c->kind);
	first_option(&l, c);
	if (c->kind != AR_CLAUSE_GIVE)
		filter_option(&l, "who", c->who);
	filter_option(&l, "by", c->by);
	filter_option(&l, "to", c->to);
	filter_option(&l, "spell", c->spell);
	filter_option(&l, "kind", c->attack);
	filter_option(&l, "for", c->each);
	filter_option(&l, "at", c->at);
	if (c->max == AR_RANGE_ARENA) {
		spell_print_next(&l, "range");
		buf_addz(x->out, "arena");
	} else if (c->max || c->min) {
		spell_print_next(&l, "range");
		buf_addf(x->out, "%d-%d", c->min, c->max);
	}
	if (c->condition) {
		spell_print_next(&l, "if");
		spell_print_condition(x, c->condition);
	}
	spell_print_pay(&l, c->pay);
	if (c->per_round) {
		spell_print_next(&l, "n");
		buf_addf(x->out, "%d/round", c->per_round);
	}
	buf_addz(x->out, l.any ? "): " : ": ");
	spell_print_actions(x, c->actions, c->n_actions,
			    c->kind == AR_CLAUSE_GIVE, ", ");
}

bool ar_program_text(struct buf *out, const int32_t *w, int n)
{
	struct writer x = { .out = out, .w = w, .n = n };
	int32_t clauses = spell_print_at(&x, 0);

	if (clauses < 1 || clauses > AR_CLAUSES_MAX)
		return false;
	for (int i = 0; i < clauses && !x.bad; i++) {
		int32_t head = spell_print_at(&x, 1 + i);
		uint32_t which = (uint32_t)spell_print_at(&x, head);
		struct ar_clause c;
		int members = 0;

		for (int k = 0; k < 32; k++)
			members += (int)(which >> k & 1);
		spell_print_at(&x, head + members);
		if (x.bad || which >> AR_CLAUSE_MEMBERS)
			return false;
		ar_clause_words(w, i, &c);
		if (i)
			buf_addz(out, " ; ");
		spell_print_clause(&x, &c);
	}
	return !x.bad;
}

void ar_program_render(struct buf *out, const int32_t *w, int n)
{
	if (!n)
		buf_addc(out, '-');
	else
		ar_program_text(out, w, n);
}
