/*
 * src/games/arena/rules/spell_parse.c - the one parser of spells as data.
 * verbs[] has the arguments of each verb; the renderer in spell_print.c uses
 * the same table, and so does the check of words from a foreign log.
 */
#include "games/arena/rules/spell_parse.h"
#include "base/ascii.h"
#include "games/arena/rules/spell_private.h"
#include "base/parse.h"
#include "base/utf8.h"

const struct ar_verb_row ar_verb_rows[N_AR_VERB_WORDS] = {
	[AR_V_NONE] = { "", "" },
	[AR_V_ATTACK] = { "attack", "PW" },
	[AR_V_ZATTACK] = { "zattack", "PB" },
	[AR_V_CHAIN] = { "chain", "PW" },
	[AR_V_DIRECT] = { "direct", "DW" },
	[AR_V_HEAL] = { "heal", "AW" },
	[AR_V_MANA] = { "mana", "MW" },
	[AR_V_MOD] = { "mod", "WRU" },
	[AR_V_COND] = { "cond", "CNW" },
	[AR_V_UNCOND] = { "uncond", "CWp" },
	[AR_V_TOKEN] = { "token", "TWm" },
	[AR_V_UNTOKEN] = { "untoken", "TW" },
	[AR_V_DESTROY] = { "destroy", "W" },
	[AR_V_TELEPORT] = { "teleport", "WZ" },
	[AR_V_PUSH] = { "push", "WZ" },
	[AR_V_BANISH] = { "banish", "WN" },
	[AR_V_READY] = { "ready", "W" },
	[AR_V_SUMMON] = { "summon", "WZ" },
	[AR_V_ATTACH] = { "attach", "WZ" },
	[AR_V_CONTROL] = { "control", "WZ" },
	[AR_V_CHOOSE] = { "choose", "F" },
	[AR_V_PICK] = { "pick", "/" },
	[AR_V_LOOK] = { "look", "W" },
	[AR_V_AVOID] = { "avoid", "" },
	[AR_V_REFLECT] = { "reflect", "G" },
	[AR_V_CANCEL] = { "cancel", "G" },
	[AR_V_COUNTER] = { "counter", "G" },
	[AR_V_ROLL] = { "roll", "N" },
	[AR_V_REROLL] = { "reroll", "W" },
	[AR_V_REBIND] = { "rebind", "W" },
	[AR_V_SEAL] = { "seal", "W" },
	[AR_V_PREVENT] = { "prevent", "N" },
	[AR_V_REBOOK] = { "rebook", "W" },
	[AR_V_QUICK] = { "quick", "F" },
	[AR_V_TRAIT] = { "", "R" },
	[AR_V_LOSE] = { "lose", "t" },
	[AR_V_BARRIER] = { "barrier", "P" },
	[AR_V_DEFENSE] = { "defense", "Nud" },
	[AR_V_TAX] = { "tax", "GN[" },
	[AR_V_DISCOUNT] = { "discount", "Fc" },
	[AR_V_SPAWN] = { "spawn", "FN" },
	[AR_V_FAMILIAR] = { "familiar", "F" },
	[AR_V_SPELLBIND] = { "spellbind", "F" },
	[AR_V_SUMMON_HERE] = { "summonhere", "F" },
};

const struct ar_word_row ar_test_rows[] = {
	{ "self", AR_IS_SELF },
	{ "host", AR_IS_HOST },
	{ "target", AR_IS_TARGET },
	{ "target2", AR_IS_TARGET2 },
	{ "item", AR_IS_ITEM },
	{ "mover", AR_IS_MOVER },
	{ "caster", AR_IS_CASTER },
	{ "chosen", AR_IS_CHOSEN },
	{ "it", AR_IS_IT },
	{ "same", AR_IS_SAME },
	{ "mage", AR_IS_ANY_MAGE },
	{ "ctl", AR_IS_SEAT },
	{ "creature", AR_IS_CREATURE },
	{ "conj", AR_IS_CONJURATION },
	{ "ench", AR_IS_ENCHANTMENT },
	{ "equip", AR_IS_EQUIPMENT },
	{ "friend", AR_IS_FRIEND },
	{ "enemy", AR_IS_ENEMY },
	{ "own", AR_IS_OWN },
	{ "owned", AR_IS_OWNED },
	{ "living", AR_IS_LIVING },
	{ "corporeal", AR_IS_CORPOREAL },
	{ "flying", AR_IS_FLYING },
	{ "unmovable", AR_IS_UNMOVABLE },
	{ "uncontainable", AR_IS_UNCONTAINABLE },
	{ "hidden", AR_IS_HIDDEN },
	{ "legendary", AR_IS_LEGENDARY },
	{ "psychicimmune", AR_IS_PSYCHIC_IMMUNE },
	{ "poisonimmune", AR_IS_POISON_IMMUNE },
	{ "attack", AR_IS_ATTACK_SPELL },
	{ "incantation", AR_IS_INCANTATION },
	{ "enchantment", AR_IS_ENCHANTMENT_SPELL },
	{ "epic", AR_IS_EPIC },
	{ "quick", AR_IS_QUICK },
	{ "here", AR_IS_HERE },
	{ "ontarget", AR_IS_ON_TARGET },
	{ "onit", AR_IS_ON_IT },
	{ "los", AR_IS_SEEN },
	{ "fresh", AR_IS_FRESH },
	{ "named", AR_IS_NAMED },
	{ "cursed", AR_IS_CURSED },
	{ "out", AR_IS_OUT },
	{ "in", AR_IS_IN },
	{ "melee", AR_IS_MELEE },
	{ "ranged", AR_IS_RANGED },
	{ "spell", AR_IS_SPELL },
	{ "first", AR_IS_FIRST },
	{ "counterstrike", AR_IS_COUNTERSTRIKE },
	{ NULL, 0 },
};

const struct ar_word_row ar_clause_rows[] = {
	{ "cast", AR_CLAUSE_CAST },
	{ "announce", AR_CLAUSE_ANNOUNCE },
	{ "give", AR_CLAUSE_GIVE },
	{ "on", AR_CLAUSE_ON },
	{ "must", AR_CLAUSE_MUST },
	{ "may", AR_CLAUSE_MAY },
	{ "use", AR_CLAUSE_USE },
	{ "permit", AR_CLAUSE_PERMIT },
	{ NULL, 0 },
};

const struct ar_word_row ar_on_rows[] = {
	{ "UPKEEP", AR_ON_UPKEEP },
	{ "ACTIVATE", AR_ON_ACTIVATE },
	{ "AROUND", AR_ON_AROUND },
	{ "MOVE", AR_ON_MOVE },
	{ "ENTER", AR_ON_ENTER },
	{ "CASTING", AR_ON_CASTING },
	{ "RESOLVED", AR_ON_RESOLVED },
	{ "DECLARE", AR_ON_DECLARE },
	{ "AVOID", AR_ON_AVOID },
	{ "ROLL", AR_ON_ROLL },
	{ "HURT", AR_ON_HURT },
	{ "DAMAGES", AR_ON_DAMAGES },
	{ "STRUCK", AR_ON_STRUCK },
	{ "DESTROYED", AR_ON_DESTROYED },
	{ "REVEAL", AR_ON_REVEAL },
	{ "SUMMON", AR_ON_SUMMON },
	{ NULL, 0 },
};

const struct ar_word_row ar_use_rows[] = {
	{ "quick", AR_USE_QUICK },
	{ "full", AR_USE_FULL },
	{ "quickspell", AR_USE_QUICKSPELL },
	{ "fullspell", AR_USE_FULLSPELL },
	{ NULL, 0 },
};

const struct ar_word_row ar_cond_rows[] = {
	{ "Burn", AR_BURN },   { "Rot", AR_ROT },   { "Weak", AR_WEAK },
	{ "Daze", AR_DAZE },   { "Stun", AR_STUN }, { "Cripple", AR_CRIPPLE },
	{ "Sleep", AR_SLEEP }, { NULL, 0 },
};

const struct ar_word_row ar_token_rows[] = {
	{ "Taunt", AR_TAUNT },   { "Rage", AR_RAGE },
	{ "Wrath", AR_WRATH },   { "Armor+1", AR_ARMOR },
	{ "Pet", AR_PET },       { "Reaper", AR_REAPER },
	{ "Banish", AR_BANISH }, { "Open", AR_OPEN },
	{ "Shield", AR_SHIELD }, { NULL, 0 },
};

const struct ar_word_row ar_duration_rows[] = {
	{ "next", AR_NEXT }, { "action", AR_ACTION }, { "round", AR_ROUND },
	{ "wake", AR_WAKE }, { "game", AR_GAME },     { NULL, 0 },
};

const struct ar_word_row ar_against_rows[] = {
	{ "attack", AR_AGAINST_ATTACK },
	{ "spell", AR_AGAINST_SPELL },
	{ "move", AR_AGAINST_MOVE },
	{ NULL, 0 },
};

const struct ar_word_row ar_if_rows[] = {
	{ "has", AR_IF_HAS },   { "is", AR_IF_IS },
	{ "have", AR_IF_HAVE }, { "samezone", AR_IF_SAME_ZONE },
	{ "free", AR_IF_FREE }, { NULL, 0 },
};

const struct ar_word_row ar_option_rows[] = {
	{ "who", AR_O_WHO },     { "to", AR_O_TO },       { "by", AR_O_BY },
	{ "spell", AR_O_SPELL }, { "kind", AR_O_KIND },   { "for", AR_O_FOR },
	{ "at", AR_O_AT },       { "if", AR_O_IF },       { "pay", AR_O_PAY },
	{ "n", AR_O_TIMES },     { "range", AR_O_RANGE }, { NULL, 0 },
};

/* --- the reader ------------------------------------------------------------
 */

struct reader {
	struct str text;
	size_t at;
	int32_t *w;
	int n;
	int n_profiles;
	int clause, n_counted; /* of the row; clauses with n=k/round */
	bool bad, picking;
	struct buf *fault;
	int *column;
};

/* Only the first fault is reported. */
static bool first_fault(struct reader *r, size_t at)
{
	if (r->bad)
		return false;
	r->bad = true;
	*r->column = (int)at + 1;
	return true;
}

static bool spell_parse_fail(struct reader *r, size_t at, const char *text,
			     struct str what)
{
	if (!first_fault(r, at))
		return false;
	buf_addz(r->fault, text);
	if (what.len)
		buf_addf(r->fault, " '%.*s'", STR_ARG(what));
	return false;
}

static void spell_parse_blanks(struct reader *r)
{
	while (r->at < r->text.len && r->text.s[r->at] == ' ')
		r->at++;
}

static char spell_parse_peek(struct reader *r)
{
	spell_parse_blanks(r);
	return r->at < r->text.len ? r->text.s[r->at] : 0;
}

static bool char_take(struct reader *r, char c)
{
	if (spell_parse_peek(r) != c)
		return false;
	r->at++;
	return true;
}

static bool spell_parse_must(struct reader *r, char c)
{
	char found = spell_parse_peek(r);

	if (char_take(r, c))
		return true;
	if (!first_fault(r, r->at))
		return false;
	buf_addf(r->fault, "expected '%c'", c);
	if (found)
		buf_addf(r->fault, ", found '%c'", found);
	else
		buf_addz(r->fault, " before the end");
	return false;
}

static bool is_letter(char c)
{
	return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z');
}

/* letters and following digits ("target2"); "" if there are none */
static struct str spell_parse_word(struct reader *r, size_t *at)
{
	size_t begin;

	spell_parse_blanks(r);
	begin = r->at;
	if (at)
		*at = begin;
	while (r->at < r->text.len &&
	       (is_letter(r->text.s[r->at]) ||
		(r->at > begin && ascii_is_digit(r->text.s[r->at]))))
		r->at++;
	return (struct str){ r->text.s + begin, r->at - begin };
}

/* the word that comes, without taking it */
static struct str next_word(struct reader *r)
{
	size_t at = r->at;
	struct str s = spell_parse_word(r, NULL);

	r->at = at;
	return s;
}

static const struct ar_word_row *row_of(const struct ar_word_row *rows,
					struct str s)
{
	for (; rows->word; rows++)
		if (str_is(s, rows->word))
			return rows;
	return NULL;
}

/* an unknown word, and the nearest that would do */
static bool spell_parse_unknown(struct reader *r, size_t at, const char *what,
				struct str found,
				const struct ar_word_row *rows)
{
	const char *best = NULL;
	unsigned least = 3;

	if (!first_fault(r, at))
		return false;
	for (; rows->word; rows++) {
		unsigned d = utf8_distance(found, str_of(rows->word), least);

		if (d < least) {
			least = d;
			best = rows->word;
		}
	}
	buf_addf(r->fault, "%s was expected", what);
	if (best)
		buf_addf(r->fault, " (did you mean %s?)", best);
	if (found.len)
		buf_addf(r->fault, ", found '%.*s'", STR_ARG(found));
	return false;
}

static bool one_of(struct reader *r, const char *what,
		   const struct ar_word_row *rows, int32_t *out)
{
	size_t at;
	struct str s = spell_parse_word(r, &at);
	const struct ar_word_row *row = row_of(rows, s);

	if (!row)
		return spell_parse_unknown(r, at, what, s, rows);
	*out = row->value;
	return true;
}

static bool spell_parse_number(struct reader *r, int min, int max, int32_t *out)
{
	int64_t n = 0;
	size_t begin;

	spell_parse_blanks(r);
	begin = r->at;
	while (r->at < r->text.len && ascii_is_digit(r->text.s[r->at]) &&
	       n <= 100000)
		n = n * 10 + (r->text.s[r->at++] - '0');
	if (r->at > begin && min <= n && n <= max) {
		*out = (int32_t)n;
		return true;
	}
	if (first_fault(r, begin))
		buf_addf(r->fault, "a number from %d to %d was expected", min,
			 max);
	return false;
}

static bool spell_parse_put(struct reader *r, int32_t v)
{
	if (r->n == AR_PROGRAM_MAX)
		return spell_parse_fail(r, r->at, "the program is too long",
					STR(""));
	r->w[r->n++] = v;
	return true;
}

/* --- filters ---------------------------------------------------------------
 */

static bool named_school(struct str s, int32_t *out)
{
	static const char *const schools[N_AR_SCHOOLS] = {
		"Dark",   "Holy",  "Mind",  "Arcane", "War",
		"Nature", "Earth", "Water", "Air",    "Fire"
	};

	for (int i = 0; i < N_AR_SCHOOLS; i++) {
		if (str_is(s, schools[i])) {
			*out = i;
			return true;
		}
	}
	return false;
}

static bool named_type(struct str s, int32_t *out)
{
	for (int i = AR_FLAME; i < N_AR_TYPES; i++) {
		if (str_is(s, ar_type_names[i])) {
			*out = i;
			return true;
		}
	}
	return false;
}

/* "(Pet)", "(Burn)": a token, or 16 and a condition */
static bool spell_parse_marker(struct reader *r, int32_t *out)
{
	size_t at;
	struct str s = spell_parse_word(r, &at);
	const struct ar_word_row *row = row_of(ar_token_rows, s);
	const struct ar_word_row *cond = row_of(ar_cond_rows, s);

	if (row)
		*out = row->value;
	else if (cond)
		*out = AR_HAS_COND + cond->value;
	else
		return spell_parse_unknown(r, at, "a token or condition", s,
					   ar_token_rows);
	return true;
}

/* a word that is no fixed one: "level<=2", "range0-2", "has(Pet)", a school, a
 * type in a bracket, a subtype */
static bool other_test(struct reader *r, size_t at, struct str s, bool blow,
		       struct ar_test *t)
{
	int32_t most = 0;

	if (str_is(s, "level")) {
		t->word = AR_IS_LEVEL;
		return spell_parse_must(r, '<') && spell_parse_must(r, '=') &&
		       spell_parse_number(r, 0, 9, &t->arg);
	}
	if (str_starts(s, "range") && s.len > 5) {
		t->word = AR_IS_IN_RANGE;
		r->at = at + 5;
		if (!spell_parse_number(r, 0, 9, &t->arg) ||
		    !spell_parse_must(r, '-') ||
		    !spell_parse_number(r, t->arg, 9, &most))
			return false;
		t->arg += 100 * most;
		return true;
	}
	if (str_is(s, "has")) {
		t->word = AR_HAS;
		return spell_parse_must(r, '(') &&
		       spell_parse_marker(r, &t->arg) &&
		       spell_parse_must(r, ')');
	}
	t->word = AR_IS_SCHOOL;
	if (named_school(s, &t->arg))
		return true;
	t->word = AR_IS_TYPE;
	if (blow && named_type(s, &t->arg))
		return true;
	t->word = AR_IS_SUBTYPE;
	t->arg = ar_subtype_named(s);
	return t->arg >= 0 || spell_parse_unknown(r, at, "a word of a filter",
						  s, ar_test_rows);
}

static bool spell_parse_test(struct reader *r, bool blow, struct ar_test *t)
{
	const struct ar_word_row *row;
	struct str s;
	size_t at;

	*t = (struct ar_test){ .not = char_take(r, '!') };
	s = spell_parse_word(r, &at);
	row = row_of(ar_test_rows, s);
	if (!row)
		return other_test(r, at, s, blow, t);
	t->word = (enum ar_test_word)row->value;
	return true;
}

/* One or more words; *filter: its place. blow: of an attack (in brackets). */
static bool spell_parse_filter(struct reader *r, bool blow, int32_t *place)
{
	int begin = r->n, words = 0;
	struct ar_test t;
	size_t at;

	*place = begin;
	spell_parse_blanks(r);
	at = r->at;
	if (!spell_parse_put(r, 0))
		return false;
	do {
		do {
			if (!spell_parse_test(r, blow, &t))
				return false;
			t.or_next = char_take(r, '|');
			if (!spell_parse_put(r, (int32_t)t.word | t.not << 8 |
							t.or_next << 9 |
							t.arg << 10))
				return false;
			words++;
		} while (t.or_next);
	} while (char_take(r, '.'));
	/* "mage" alone is the player's own */
	if (words == 1 && r->w[begin + 1] == AR_IS_ANY_MAGE)
		r->w[begin + 1] = AR_IS_MAGE;
	r->w[begin] = words;
	return words <= AR_FILTER_MAX ||
	       spell_parse_fail(r, at, "the filter has too many words",
				STR(""));
}

void ar_test_at(const int32_t *w, int *at, struct ar_test *out)
{
	int32_t v = w[(*at)++];

	out->word = (enum ar_test_word)(v & 0xff);
	out->not = v >> 8 & 1;
	out->or_next = v >> 9 & 1;
	out->arg = v >> 10;
}

/* --- what verbs take --------------------------------------------------------
 */

static bool spell_parse_select(struct reader *r, int32_t *how, int32_t *place)
{
	struct str s = next_word(r);
	struct ar_test t;
	int at;

	if (str_is(s, "each") || str_is(s, "one")) {
		*how = str_is(s, "each") ? AR_SELECT_EACH : AR_SELECT_NAMED_OF;
		spell_parse_word(r, NULL);
		return spell_parse_must(r, '(') &&
		       spell_parse_filter(r, false, place) &&
		       spell_parse_must(r, ')');
	}
	if (str_is(s, "here")) {
		spell_parse_word(r, NULL);
		*how = AR_SELECT_HERE;
		return true;
	}
	if (!spell_parse_filter(r, false, place))
		return false;
	at = *place + 1;
	ar_test_at(r->w, &at, &t);
	*how = t.word == AR_IS_NAMED ? AR_SELECT_NAMED : AR_SELECT_ONE_OF;
	if (*how == AR_SELECT_ONE_OF &&
	    (r->w[*place] != 1 || t.not || t.word > AR_IS_SEAT))
		return spell_parse_fail(
			r, r->at,
			"one object was expected: self, host, target .., "
			"each(filter) or one(filter)",
			STR(""));
	return true;
}

static bool spell_parse_profile(struct reader *r, struct ar_action *a)
{
	size_t at;
	struct str s = spell_parse_word(r, &at);

	if (s.len != 2 || s.s[0] != 'P' || s.s[1] < '1' ||
	    s.s[1] >= '1' + r->n_profiles)
		return spell_parse_fail(
			r, at,
			"a profile of the card was expected (P1 ..),"
			" found",
			s.len ? s : STR("nothing"));
	a->profile = s.s[1] - '1';
	if (char_take(r, '+')) {
		if (!str_is(spell_parse_word(r, &at), "X"))
			return spell_parse_fail(r, at, "P1+X was expected",
						STR(""));
		a->plus_x = 1;
	}
	return true;
}

/* n, nd, X, done, 0..n */
static bool spell_parse_amount(struct reader *r, struct ar_action *a)
{
	int32_t most = 0;

	a->amount = AR_AMOUNT_NUMBER;
	if (is_letter(spell_parse_peek(r))) {
		size_t at;
		struct str s = spell_parse_word(r, &at);

		if (str_is(s, "X"))
			a->amount = AR_AMOUNT_X;
		else if (str_is(s, "done"))
			a->amount = AR_AMOUNT_DONE;
		else
			return spell_parse_fail(r, at,
						"n, nd, X, done or 0..n was "
						"expected, found",
						s);
		return true;
	}
	if (!spell_parse_number(r, 0, AR_AMOUNT_MAX, &a->n))
		return false;
	if (r->at < r->text.len && r->text.s[r->at] == 'd') {
		r->at++;
		a->amount = AR_AMOUNT_DICE;
	} else if (!a->n && char_take(r, '.')) {
		if (!spell_parse_must(r, '.') ||
		    !spell_parse_number(r, 1, AR_AMOUNT_MAX, &most))
			return false;
		a->amount = AR_AMOUNT_UP_TO;
		a->n = most;
	}
	return true;
}

/* amount with a sign; the sign of words stands in n */
static bool signed_amount(struct reader *r, struct ar_action *a)
{
	bool less = char_take(r, '-');

	if (!less && !char_take(r, '+'))
		return spell_parse_fail(r, r->at, "+ or - was expected",
					STR(""));
	if (!spell_parse_amount(r, a))
		return false;
	if (a->amount == AR_AMOUNT_DONE || a->amount == AR_AMOUNT_X)
		a->n = 1;
	if (less)
		a->n = -a->n;
	return true;
}

static bool typed_amount(struct reader *r, struct ar_action *a)
{
	size_t at;
	struct str s;

	if (!spell_parse_amount(r, a))
		return false;
	if (!is_letter(spell_parse_peek(r)))
		return true;
	s = spell_parse_word(r, &at);
	return named_type(s, &a->type) ||
	       spell_parse_fail(r, at, "a type of damage was expected, found",
				s);
}

/* the number after a sign */
static bool trait_number(struct reader *r, bool less, struct ar_action *a)
{
	if (!spell_parse_number(r, 0, AR_AMOUNT_MAX, &a->value))
		return false;
	a->value = less ? -a->value : a->value;
	return true;
}

/* "tokens(Wrath)", "level(it)" after a sign, without the last bracket */
static bool trait_count(struct reader *r, bool less, struct ar_action *a)
{
	size_t at;
	struct str s = spell_parse_word(r, &at);

	if (!spell_parse_must(r, '('))
		return false;
	a->n = less ? -1 : 1;
	if (str_is(s, "tokens")) {
		a->amount = AR_AMOUNT_TOKENS;
		return one_of(r, "a token", ar_token_rows, &a->token);
	}
	if (!str_is(s, "level"))
		return spell_parse_fail(
			r, at, "tokens or level was expected, found", s);
	a->amount = AR_AMOUNT_LEVEL;
	s = spell_parse_word(r, &at);
	if (str_is(s, "it"))
		a->flags |= AR_FLAG_IT;
	else if (!str_is(s, "done"))
		return spell_parse_fail(r, at, "done or it was expected, found",
					s);
	return true;
}

/* "+2", "-8", "+tokens(Wrath)", "-level(it)" after a trait that adds up */
static bool trait_sum(struct reader *r, struct ar_action *a)
{
	bool less = char_take(r, '-');

	if (!less && !char_take(r, '+'))
		return spell_parse_fail(r, r->at, "+n or -n was expected",
					STR(""));
	if (ascii_is_digit(spell_parse_peek(r)))
		return trait_number(r, less, a);
	if (!trait_count(r, less, a) || !spell_parse_must(r, ')'))
		return false;
	/* "Life-level(it)-1": and a number more */
	less = char_take(r, '-');
	return (!less && !char_take(r, '+')) || trait_number(r, less, a);
}

static bool spell_parse_bracket(struct reader *r, struct ar_action *a)
{
	if (!char_take(r, '['))
		return true;
	return spell_parse_filter(r, true, &a->filter) &&
	       spell_parse_must(r, ']');
}

/* what some traits have in parentheses, instead of a number */
static bool trait_word_arg(struct reader *r, struct ar_action *a)
{
	size_t at;
	struct str s = spell_parse_word(r, &at);

	switch (a->trait) {
	case AR_T_ETHEREAL_TO:
		return named_type(s, &a->value) ||
		       spell_parse_fail(r, at, "a type was expected, found", s);
	case AR_T_NO_RANGED:
		return str_is(s, "ranged") ||
		       spell_parse_fail(r, at, "notarget(ranged) was expected",
					STR(""));
	default:
		return str_is(s, "action") ||
		       spell_parse_fail(r, at, "noreveal(action) was expected",
					STR(""));
	}
}

static bool trait_value(struct reader *r, struct ar_action *a)
{
	bool in_words = a->trait == AR_T_ETHEREAL_TO ||
			a->trait == AR_T_NO_RANGED ||
			a->trait == AR_T_NO_REVEAL;

	if (ar_trait_kinds[a->trait] == AR_TRAIT_SUM)
		return trait_sum(r, a);
	a->value = 1;
	if (in_words)
		return spell_parse_must(r, '(') && trait_word_arg(r, a) &&
		       spell_parse_must(r, ')');
	if (ar_trait_kinds[a->trait] == AR_TRAIT_MAX ||
	    a->trait == AR_T_MAX_MOVES)
		return spell_parse_must(r, '(') &&
		       spell_parse_number(r, 1, 99, &a->value) &&
		       spell_parse_must(r, ')');
	return true;
}

static bool trait_name(struct reader *r, struct ar_action *a)
{
	size_t at;
	struct str s = spell_parse_word(r, &at);

	a->trait = ar_trait_named(s);
	return a->trait ||
	       spell_parse_fail(r, at, "a trait was expected, found",
				s.len ? s : STR("nothing"));
}

static bool spell_parse_trait(struct reader *r, struct ar_action *a)
{
	return trait_name(r, a) && trait_value(r, a) &&
	       spell_parse_bracket(r, a);
}

/* ",1" uses a round; "inf": no bound */
static bool spell_parse_uses(struct reader *r, struct ar_action *a)
{
	if (str_is(next_word(r), "inf")) {
		spell_parse_word(r, NULL);
		a->uses = 0;
		return true;
	}
	return spell_parse_number(r, 1, 9, &a->uses);
}

/* the words after a defense: ,!melee ,!ranged ,unaffected */
static bool defense_words(struct reader *r, struct ar_action *a)
{
	while (char_take(r, ',')) {
		bool not = char_take(r, '!');
		size_t at;
		struct str s = spell_parse_word(r, &at);

		if (not &&str_is(s, "melee"))
			a->flags |= AR_DEFENSE_NO_MELEE;
		else if (not &&str_is(s, "ranged"))
			a->flags |= AR_DEFENSE_NO_RANGED;
		else if (!not &&str_is(s, "unaffected"))
			a->flags |= AR_DEFENSE_UNAFFECTED;
		else
			return spell_parse_fail(
				r, at,
				"!melee, !ranged or unaffected was "
				"expected, found",
				s);
	}
	return true;
}

/* ",cast" and ", filter on the target" of a discount */
static bool discount_words(struct reader *r, struct ar_action *a)
{
	while (char_take(r, ',')) {
		if (str_is(next_word(r), "cast")) {
			spell_parse_word(r, NULL);
			a->flags |= AR_FLAG_CAST;
		} else if (!spell_parse_filter(r, false, &a->filter2)) {
			return false;
		}
	}
	return true;
}

static bool condition_word(struct reader *r, struct ar_action *a)
{
	if (str_is(next_word(r), "named")) {
		spell_parse_word(r, NULL);
		a->cond = AR_UNCOND_NAMED;
		return true;
	}
	return one_of(r, "a condition or named", ar_cond_rows, &a->cond);
}

/* "Armor+1" is a token and no sum */
static bool token_word(struct reader *r, struct ar_action *a)
{
	if (str_is(next_word(r), "Armor")) {
		spell_parse_word(r, NULL);
		a->token = AR_ARMOR;
		return spell_parse_must(r, '+') && spell_parse_must(r, '1');
	}
	return one_of(r, "a token", ar_token_rows, &a->token);
}

/* ",max=k", ",pay", ",but=who" */
static bool spell_parse_tail(struct reader *r, const char *name, bool valued)
{
	size_t at;
	struct str s;

	if (!char_take(r, ','))
		return false;
	s = spell_parse_word(r, &at);
	if (!str_is(s, name))
		return spell_parse_fail(r, at, name, STR(""));
	return !valued || spell_parse_must(r, '=');
}

static bool spell_parse_actions(struct reader *r, bool give, char sep,
				int32_t *n);

static bool spell_parse_picks(struct reader *r, struct ar_action *a)
{
	if (r->picking)
		return spell_parse_fail(r, r->at,
					"alternatives cannot have alternatives",
					STR(""));
	r->picking = true;
	if (!spell_parse_actions(r, false, '/', &a->n_picks))
		return false;
	r->picking = false;
	a->picks = r->clause;
	return true;
}

static bool spell_parse_slot(struct reader *r, char which, struct ar_action *a)
{
	switch (which) {
	case 'P': return spell_parse_profile(r, a);
	case 'W': return spell_parse_select(r, &a->who, &a->who_filter);
	case 'Z': return spell_parse_select(r, &a->to, &a->to_filter);
	case 'A': return spell_parse_amount(r, a);
	case 'D': return typed_amount(r, a);
	case 'M': return signed_amount(r, a);
	case 'R': return spell_parse_trait(r, a);
	case 't': return trait_name(r, a);
	case 'U':
		return one_of(r, "a duration", ar_duration_rows, &a->duration);
	case 'C': return condition_word(r, a);
	case 'N': return spell_parse_number(r, 0, AR_AMOUNT_MAX, &a->n);
	case 'T': return token_word(r, a);
	case 'F': return spell_parse_filter(r, false, &a->filter);
	case 'G':
		return one_of(r, "attack, spell or move", ar_against_rows,
			      &a->against);
	case 'u': return spell_parse_uses(r, a);
	case '/': return spell_parse_picks(r, a);
	default: assert(!"a slot without a reader"); return false;
	}
}

/* an optional word after a comma */
static bool spell_parse_optional(struct reader *r, char which,
				 struct ar_action *a)
{
	if (which == 'd')
		return defense_words(r, a);
	if (which == 'c')
		return discount_words(r, a);
	if (spell_parse_peek(r) != ',')
		return true;
	if (which == 'p') {
		a->flags |= AR_FLAG_PAY;
		return spell_parse_tail(r, "pay", false);
	}
	if (which == 'm')
		return spell_parse_tail(r, "max", true) &&
		       spell_parse_number(r, 1, 99, &a->most);
	return spell_parse_tail(r, "but", true) &&
	       spell_parse_select(r, &a->to, &a->to_filter);
}

static int verb_named(struct str s, bool give)
{
	int from = give ? AR_V_LOSE : AR_V_ATTACK;
	int to = give ? N_AR_VERB_WORDS : AR_V_TRAIT;

	for (int v = from; v < to; v++)
		if (str_is(s, ar_verb_rows[v].word))
			return v;
	return AR_V_NONE;
}

static bool spell_parse_arguments(struct reader *r, struct ar_action *a)
{
	const char *slots = ar_verb_rows[a->verb].slots;
	bool first = true;

	if (!*slots)
		return true;
	if (!spell_parse_must(r, '('))
		return false;
	for (; *slots && *slots != '['; slots++) {
		if (strchr(AR_OPTIONAL_SLOTS, *slots)) {
			if (!spell_parse_optional(r, *slots, a))
				return false;
			continue;
		}
		if (!first && !spell_parse_must(r, ','))
			return false;
		first = false;
		if (!spell_parse_slot(r, *slots, a))
			return false;
	}
	return spell_parse_must(r, ')') &&
	       (*slots != '[' || spell_parse_bracket(r, a));
}

/* The words of an action: its verb and which members follow, then they. */
static bool action_put(struct reader *r, const struct ar_action *a)
{
	const int32_t *v = (const int32_t *)a;
	uint32_t which = 0;

	static_assert(sizeof(*a) / sizeof(int32_t) <= 32, "a bit for each");
	for (size_t i = 1; i < sizeof(*a) / sizeof(*v); i++)
		which |= v[i] ? 1u << i : 0;
	if (!spell_parse_put(r, a->verb) || !spell_parse_put(r, (int32_t)which))
		return false;
	for (size_t i = 1; i < sizeof(*a) / sizeof(*v); i++)
		if (v[i] && !spell_parse_put(r, v[i]))
			return false;
	return true;
}

/* Those whose bits are set, in their order; how many they were. */
static inline int members_get(int32_t *to, uint32_t which, const int32_t *from)
{
	int n = 0;

	for (; which; which &= which - 1)
		to[__builtin_ctz(which)] = from[n++];
	return n;
}

void ar_action_at(const int32_t *w, int *at, struct ar_action *out)
{
	uint32_t which = (uint32_t)w[*at + 1];

	*out = (struct ar_action){ .verb = w[*at] };
	*at += 2;
	*at += members_get((int32_t *)out, which & ~UINT32_C(1), w + *at);
}

static bool unknown_verb(struct reader *r, struct str s)
{
	struct ar_word_row rows[AR_V_TRAIT] = { { NULL, 0 } };

	for (int v = AR_V_ATTACK; v < AR_V_TRAIT; v++)
		rows[v - AR_V_ATTACK].word = ar_verb_rows[v].word;
	return spell_parse_unknown(r, r->at, "a verb", s, rows);
}

/* One action into a: its filters and alternatives are put, it is not. */
static bool spell_parse_action(struct reader *r, bool give, struct ar_action *a)
{
	struct str s = next_word(r);

	*a = (struct ar_action){ .verb = verb_named(s, give) };
	spell_parse_blanks(r);
	if (!a->verb && give) {
		a->verb = AR_V_TRAIT;
		return spell_parse_trait(r, a);
	}
	if (!a->verb)
		return unknown_verb(r, s);
	spell_parse_word(r, NULL);
	return spell_parse_arguments(r, a);
}

/*
 * A list of actions: what they refer to is put as they are read, then they
 * themselves, one behind the other, so that they can be walked.
 */
static bool spell_parse_actions(struct reader *r, bool give, char sep,
				int32_t *n)
{
	struct ar_action a[AR_VERBS_MAX];

	*n = 0;
	do {
		if (*n == AR_VERBS_MAX)
			return spell_parse_fail(r, r->at,
						"too many actions in a clause",
						STR(""));
		if (!spell_parse_action(r, give, &a[(*n)++]))
			return false;
	} while (char_take(r, sep));
	r->clause = r->n;
	for (int i = 0; i < *n; i++)
		if (!action_put(r, &a[i]))
			return false;
	return true;
}

/* --- clauses -----------------------------------------------------------------
 */

static bool spell_parse_range(struct reader *r, struct ar_clause *c)
{
	int32_t min = 0, max = 0;

	if (str_is(next_word(r), "arena")) {
		spell_parse_word(r, NULL);
		c->min = 0;
		c->max = AR_RANGE_ARENA;
		return true;
	}
	if (!spell_parse_number(r, 0, 9, &min) || !spell_parse_must(r, '-') ||
	    !spell_parse_number(r, min, 9, &max))
		return false;
	c->min = min;
	c->max = max;
	return true;
}

static bool spell_parse_pay(struct reader *r, struct ar_clause *c)
{
	int32_t n = 0;
	size_t at;
	struct str s;

	if (ascii_is_digit(spell_parse_peek(r))) {
		if (!spell_parse_number(r, 0, AR_AMOUNT_MAX, &n))
			return false;
		c->pay = n;
		return true;
	}
	s = spell_parse_word(r, &at);
	if (str_is(s, "X"))
		c->pay = AR_PAY_X;
	else if (str_is(s, "removal"))
		c->pay = AR_PAY_REMOVAL;
	else if (str_is(s, "level") && char_take(r, '+') &&
		 spell_parse_must(r, '1'))
		c->pay = AR_PAY_LEVEL;
	else
		return spell_parse_fail(r, at,
					"a number, X, removal or level+1 was "
					"expected, found",
					s);
	return true;
}

static bool spell_parse_times(struct reader *r, struct ar_clause *c)
{
	int32_t n = 0;
	size_t at;

	if (!spell_parse_number(r, 1, 9, &n) || !spell_parse_must(r, '/'))
		return false;
	if (!str_is(spell_parse_word(r, &at), "round"))
		return spell_parse_fail(r, at, "k/round was expected", STR(""));
	c->per_round = n;
	c->counter = r->n_counted++;
	return c->counter < AR_CLAUSE_COUNTERS ||
	       spell_parse_fail(r, at, "too many clauses that are counted",
				STR(""));
}

static bool spell_parse_condition(struct reader *r, struct ar_clause *c)
{
	int32_t what = 0, who = 0, arg = 0;
	int32_t not = char_take(r, '!');
	size_t at;

	if (!one_of(r, "a condition", ar_if_rows, &what) ||
	    !spell_parse_must(r, '('))
		return false;
	if (what == AR_IF_HAS || what == AR_IF_IS) {
		struct str s = spell_parse_word(r, &at);
		const struct ar_word_row *row = row_of(ar_test_rows, s);

		who = str_is(s, "mage") ? AR_IS_MAGE : row ? row->value : 0;
		if (!who || who >= AR_IS_SEAT)
			return spell_parse_unknown(r, at, "an object", s,
						   ar_test_rows);
		if (!spell_parse_must(r, ','))
			return false;
	}
	switch (what) {
	case AR_IF_HAS:
	case AR_IF_FREE:
		if (!spell_parse_marker(r, &arg))
			return false;
		break;
	case AR_IF_SAME_ZONE:
		if (!str_is(spell_parse_word(r, &at), "mage"))
			return spell_parse_fail(
				r, at, "samezone(mage) was expected", STR(""));
		break;
	default:
		if (!spell_parse_filter(r, false, &arg))
			return false;
	}
	c->condition = r->n;
	return spell_parse_must(r, ')') &&
	       spell_parse_put(r, what | not << 8 | who << 16) &&
	       spell_parse_put(r, arg);
}

void ar_if_at(const int32_t *w, int at, struct ar_if *out)
{
	*out = (struct ar_if){ .what = (enum ar_if_word)(w[at] & 0xff),
			       .not = w[at] >> 8 & 1,
			       .who = w[at] >> 16,
			       .arg = w[at + 1] };
}

static bool spell_parse_option(struct reader *r, struct ar_clause *c)
{
	int32_t what = 0, place = 0;

	if (!one_of(r, "an option", ar_option_rows, &what) ||
	    !spell_parse_must(r, '='))
		return false;
	switch (what) {
	case AR_O_IF: return spell_parse_condition(r, c);
	case AR_O_PAY: return spell_parse_pay(r, c);
	case AR_O_TIMES: return spell_parse_times(r, c);
	case AR_O_RANGE: return spell_parse_range(r, c);
	default: break;
	}
	if (!spell_parse_filter(r, what == AR_O_KIND, &place))
		return false;
	switch (what) {
	case AR_O_WHO: c->who = place; break;
	case AR_O_TO: c->to = place; break;
	case AR_O_BY: c->by = place; break;
	case AR_O_SPELL: c->spell = place; break;
	case AR_O_KIND: c->attack = place; break;
	case AR_O_FOR: c->each = place; break;
	default: c->at = place;
	}
	return true;
}

/* the first word of some kinds: the event, the action, whom it is given */
static bool first_option(struct reader *r, struct ar_clause *c, bool *more)
{
	int32_t v = 0, place = 0;

	*more = true;
	switch (c->kind) {
	case AR_CLAUSE_ON:
	case AR_CLAUSE_MUST:
	case AR_CLAUSE_MAY:
		if (!one_of(r, "an event", ar_on_rows, &v))
			return false;
		c->event = v;
		break;
	case AR_CLAUSE_USE:
		if (!one_of(r, "quick, full, quickspell or fullspell",
			    ar_use_rows, &v))
			return false;
		c->use = v;
		break;
	case AR_CLAUSE_GIVE:
		if (!spell_parse_filter(r, false, &place))
			return false;
		c->who = place;
		break;
	default: return spell_parse_option(r, c);
	}
	return true;
}

static bool spell_parse_options(struct reader *r, struct ar_clause *c)
{
	bool needed =
		     c->kind != AR_CLAUSE_CAST && c->kind != AR_CLAUSE_ANNOUNCE,
	     more;

	if (!char_take(r, '('))
		return !needed ||
		       spell_parse_fail(r, r->at,
					"'(' was expected behind the kind",
					STR(""));
	if (!first_option(r, c, &more))
		return false;
	while (char_take(r, ','))
		if (!spell_parse_option(r, c))
			return false;
	return spell_parse_must(r, ')');
}

/* At `head` the place of the clause's own words is left open: they come last.
 */
static bool spell_parse_clause(struct reader *r, int head)
{
	struct ar_clause c = { 0 };
	int32_t kind = 0, n = 0;
	const int32_t *v = (const int32_t *)&c;

	static_assert(sizeof(c) == AR_CLAUSE_MEMBERS * sizeof(int32_t),
		      "words only");
	if (!one_of(r, "cast, announce, give, on, must, may, use or permit",
		    ar_clause_rows, &kind))
		return false;
	c.kind = kind;
	if (!spell_parse_options(r, &c) || !spell_parse_must(r, ':') ||
	    !spell_parse_actions(r, c.kind == AR_CLAUSE_GIVE, ',', &n))
		return false;
	c.n_actions = n;
	c.actions = r->clause;
	r->w[head] = r->n;
	uint32_t which = 0;

	for (int i = 0; i < AR_CLAUSE_MEMBERS; i++)
		which |= v[i] ? 1u << i : 0;
	if (!spell_parse_put(r, (int32_t)which))
		return false;
	for (int i = 0; i < AR_CLAUSE_MEMBERS; i++)
		if (v[i] && !spell_parse_put(r, v[i]))
			return false;
	return true;
}

/* how many clauses the text has, so that their places come first */
static int count_clauses(struct str text)
{
	int n = 1;

	for (size_t i = 0; i < text.len; i++)
		n += text.s[i] == ';';
	return n;
}

static bool parse(struct str text, int n_profiles, int32_t *w, int *n,
		  int *column, struct buf *fault)
{
	struct reader r = { .text = text,
			    .w = w,
			    .n_profiles = n_profiles,
			    .fault = fault,
			    .column = column };
	struct str whole = parse_trim(text);
	int clauses = count_clauses(text);

	*n = 0;
	*column = 1;
	if (str_is(whole, "-") || !whole.len)
		return true;
	if (clauses > AR_CLAUSES_MAX)
		return spell_parse_fail(&r, 0, "too many clauses", STR(""));
	spell_parse_put(&r, clauses);
	for (int i = 0; i < clauses; i++)
		spell_parse_put(&r, 0);
	for (int i = 0; i < clauses; i++) {
		if ((i && !spell_parse_must(&r, ';')) ||
		    !spell_parse_clause(&r, 1 + i))
			return false;
	}
	spell_parse_blanks(&r);
	if (r.at < text.len)
		return spell_parse_fail(&r, r.at, "the clause should end here",
					STR(""));
	*n = r.n;
	return true;
}

/* Options may come in any order: their words are those of the order in which
 * they are rendered, so that one program has one form. */
bool ar_program_parse(struct str text, int n_profiles, int32_t *w, int *n,
		      int *column, struct buf *fault)
{
	struct buf again;
	bool good = parse(text, n_profiles, w, n, column, fault);

	if (!good || !*n)
		return good;
	buf_init(&again, AR_PROGRAM_TEXT);
	if (!ar_program_text(&again, w, *n) || again.full) {
		*column = 1;
		buf_addz(fault, "the program is too long");
		good = false;
	} else {
		good = parse(buf_str(&again), n_profiles, w, n, column, fault);
		assert(good); /* what was rendered can be read */
	}
	buf_release(&again);
	return good;
}

/* --- reading words
 * ------------------------------------------------------------ */

int ar_clauses(const struct ar_state *s, int card)
{
	return s->card[card].n_program ? ar_words(s, card)[0] : 0;
}

void ar_clause_words(const int32_t *w, int i, struct ar_clause *out)
{
	const int32_t *from = w + w[1 + i];
	uint32_t which = (uint32_t)*from++;

	*out = (struct ar_clause){ .kind = 0 };
	members_get((int32_t *)out, which, from);
}

void ar_clause_at(const struct ar_state *s, int card, int i,
		  struct ar_clause *out)
{
	assert(0 <= i && i < ar_clauses(s, card));
	ar_clause_words(ar_words(s, card), i, out);
}

bool ar_clause_names(const int32_t *w, int i, int32_t trait)
{
	enum {
		TRAIT = offsetof(struct ar_action, trait) / sizeof(int32_t),
		ACTIONS = offsetof(struct ar_clause, actions) / sizeof(int32_t)
	};
	const int32_t *clause = w + w[1 + i];
	int last = __builtin_popcount((uint32_t)clause[0]);
	const int32_t *at = w + clause[last];

	static_assert(ACTIONS + 1 == sizeof(struct ar_clause) / sizeof(int32_t),
		      "where they begin is said last, how many before that");
	if (!((uint32_t)clause[0] >> ACTIONS & 1))
		return false;
	for (int n = clause[last - 1]; n; n--) {
		uint32_t which = (uint32_t)at[1] & ~UINT32_C(1);
		uint32_t before = which & ((UINT32_C(1) << TRAIT) - 1);

		at += 2;
		if ((which >> TRAIT & 1 ? at[__builtin_popcount(before)] : 0) ==
		    trait)
			return true;
		at += __builtin_popcount(which);
	}
	return false;
}

/*
 * A foreign row is one if it says what a text says: its words are rendered,
 * read again, and must be the same. Rendering looks at nothing outside them.
 */
bool ar_program_check(const int32_t *w, int n, int n_profiles)
{
	int32_t again[AR_PROGRAM_MAX];
	struct buf text, fault;
	int n_again, column;
	bool good;

	if (!n)
		return true;
	if (n < 0 || n > AR_PROGRAM_MAX)
		return false;
	buf_init(&text, AR_PROGRAM_TEXT);
	buf_init(&fault, 200);
	good = ar_program_text(&text, w, n) && !text.full &&
	       ar_program_parse(buf_str(&text), n_profiles, again, &n_again,
				&column, &fault) &&
	       n == n_again && !memcmp(w, again, (size_t)n * sizeof(*w));
	buf_release(&text);
	buf_release(&fault);
	return good;
}
