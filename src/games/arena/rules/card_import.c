/*
 * src/games/arena/rules/card_import.c - converts a row of the catalog
 * (db/catalog/arena) to the event that defines its card. Unknown words in a
 * column are faults.
 */
#include "games/arena/rules/card.h"
#include "base/ascii.h"
#include "games/arena/rules/card_private.h"

struct card_row {
	const struct ar_row *row;
	struct ar_card c;
	struct ar_trait_word trait[AR_CARD_TRAITS];
	struct ar_profile profile[AR_CARD_PROFILES];
	struct buf names;
	bool bad;
	struct buf *fault;
};

/* --- columns -----------------------------------------------------------------
 */

static struct str card_import_column(const struct card_row *r, const char *name)
{
	for (int i = 0; i < r->row->n; i++)
		if (str_is(r->row->column[i], name))
			return parse_trim(r->row->value[i]);
	return STR("");
}

static bool has_column(const struct card_row *r, const char *name)
{
	for (int i = 0; i < r->row->n; i++)
		if (str_is(r->row->column[i], name))
			return true;
	return false;
}

/* the first fault is told, with its column */
static void card_import_wrong(struct card_row *r, const char *name,
			      struct str what)
{
	if (r->bad)
		return;
	r->bad = true;
	buf_addf(r->fault, "%s: '%.*s' is not understood", name, STR_ARG(what));
}

static int32_t card_import_number(struct card_row *r, const char *name,
				  int32_t fallback)
{
	struct str s = card_import_column(r, name);
	int64_t n = 0;

	if (!s.len || str_is(s, "-"))
		return fallback;
	if (!parse_int(s, 0, 999, &n))
		card_import_wrong(r, name, s);
	return (int32_t)n;
}

static bool card_import_yes(struct card_row *r, const char *name)
{
	struct str s = card_import_column(r, name);

	if (str_is(s, "1") || str_is(s, "yes"))
		return true;
	if (s.len && !str_is(s, "0") && !str_is(s, "no"))
		card_import_wrong(r, name, s);
	return false;
}

struct named {
	const char *word;
	int32_t value;
};

static bool row_find(const struct named *rows, struct str s, int32_t *out)
{
	for (; rows->word; rows++) {
		if (str_is(s, rows->word)) {
			*out = rows->value;
			return true;
		}
	}
	return false;
}

/* without case, as columns write names with capitals */
static bool same_word(struct str s, const char *z)
{
	size_t i = 0;

	for (; i < s.len && z[i]; i++) {
		char a = s.s[i];

		a = ascii_lower(a);
		if (a != z[i])
			return false;
	}
	return i == s.len && !z[i];
}

static int school_named(struct str s)
{
	for (int i = 0; i < N_AR_SCHOOLS; i++)
		if (same_word(s, ar_school_names[i]))
			return i;
	return -1;
}

static int class_named(struct str s)
{
	for (int i = 1; i < N_AR_CLASSES; i++)
		if (same_word(s, ar_class_names[i]))
			return i;
	return -1;
}

/* "0-2" */
static bool card_import_span(struct str s, int32_t *min, int32_t *max)
{
	struct str from;
	int64_t a, b;

	if (!parse_field(&s, '-', &from) || !parse_int(from, 0, 9, &a) ||
	    !parse_int(s, 0, 9, &b) || a > b)
		return false;
	*min = (int32_t)a;
	*max = (int32_t)b;
	return true;
}

/* --- what a card is
 * ------------------------------------------------------------ */

static void card_import_subtypes(struct card_row *r, const char *name)
{
	struct str rest = card_import_column(r, name), one;

	while (parse_field(&rest, ',', &one)) {
		char low[32];
		struct str word = parse_trim(one);
		int bit;

		if (!word.len)
			continue;
		for (size_t i = 0; i < word.len && i < sizeof(low); i++)
			low[i] = ascii_lower(word.s[i]);
		bit = word.len > sizeof(low)
			      ? -1
			      : ar_subtype_named((struct str){ low, word.len });
		if (bit < 0)
			card_import_wrong(r, name, word);
		else
			r->c.subtypes[bit / 32] =
				(int32_t)((uint32_t)r->c.subtypes[bit / 32] |
					  UINT32_C(1) << bit % 32);
	}
}

/* "Dark:4&Fire:2", "Arcane:1|Nature:1" */
static void card_import_schools(struct card_row *r)
{
	struct str all = card_import_column(r, "schools"), rest = all, one,
		   name;
	char sep = '&';

	for (size_t i = 0; i < all.len; i++)
		sep = all.s[i] == '|' ? '|' : sep;
	if (sep == '|')
		r->c.flags |= AR_CARD_ANY_SCHOOL;
	while (parse_field(&rest, sep, &one)) {
		int school;
		int64_t level;

		if (!parse_field(&one, ':', &name) ||
		    (school = school_named(name)) < 0 ||
		    !parse_int(one, 1, 7, &level)) {
			card_import_wrong(r, "schools", all);
			return;
		}
		r->c.schools |= (int32_t)level << 3 * school;
	}
}

static void card_import_only(struct card_row *r)
{
	struct str s = card_import_column(r, "only"), kind;

	r->c.only_class = r->c.only_school = -1;
	if (!s.len)
		return;
	parse_field(&s, ':', &kind);
	if (str_is(kind, "class"))
		r->c.only_class = class_named(s);
	else if (str_is(kind, "school"))
		r->c.only_school = school_named(s);
	if (r->c.only_class < 0 && r->c.only_school < 0)
		card_import_wrong(r, "only", card_import_column(r, "only"));
}

static const struct named cost_formulas[] = {
	{ "2+reveal(target)", AR_X_DISPEL },
	{ "cost(chosen equipment)", AR_X_ITEM },
	{ "6+cost(chosen equipment)", AR_X_ITEM_6 },
	{ "sum(removal of chosen poison conditions)+sum(2+reveal of chosen "
	  "poison enchantments)",
	  AR_X_PURIFY },
	{ "cost(chosen)+level(chosen)", AR_X_RAISE },
	{ "level(target)", AR_X_LEVEL },
	{ "hidden?1:level(target)", AR_X_SHIFT },
	{ "table(level(target)):1=4,2=5,3=6,4=8,5=10,6=12", AR_X_SLEEP },
	{ "(2+reveal on old host)+(2+reveal on new host)", AR_X_STEAL },
	{ "max(3,3*distance(creature zone,target zone))", AR_X_TELEPORT },
	{ NULL, 0 },
};

static void card_import_cost(struct card_row *r)
{
	struct str s = card_import_column(r, "cost"),
		   x = card_import_column(r, "cost_x");

	if (!str_is(s, "X"))
		r->c.cost = card_import_number(r, "cost", 0);
	else if (!row_find(cost_formulas, x, &r->c.cost_x))
		card_import_wrong(r, "cost_x", x);
}

static const struct named aims[] = {
	{ "creature", AR_AIM_CREATURE },
	{ "conjuration", AR_AIM_CONJURATION },
	{ "zone", AR_AIM_ZONE },
	{ "border", AR_AIM_BORDER },
	{ "mage", AR_AIM_MAGE },
	{ "arena", AR_AIM_ARENA },
	{ "enchantment", AR_AIM_ENCHANTMENT },
	{ "object", AR_AIM_OBJECT },
	{ "discard", AR_AIM_DISCARD },
	{ NULL, 0 },
};

static const struct named aim_words[] = {
	{ "living", AR_AIM_LIVING },
	{ "corporeal", AR_AIM_CORPOREAL },
	{ "nonmage", AR_AIM_NONMAGE },
	{ "nonflying", AR_AIM_NONFLYING },
	{ "nonuncontainable", AR_AIM_NONUNCONTAINABLE },
	{ "nonpsychicimmune", AR_AIM_NONPSYCHICIMMUNE },
	{ "nonpoisonimmune", AR_AIM_NONPOISONIMMUNE },
	{ "summoned_this_round", AR_AIM_FRESH },
	{ "no_enemy_creature", AR_AIM_NO_ENEMY },
	{ "hidden", AR_AIM_HIDDEN },
	{ "revealed", AR_AIM_REVEALED },
	{ "own", AR_AIM_OWN },
	{ "channeling", AR_AIM_CHANNELING },
	{ "creature", AR_AIM_CREATURE },
	{ NULL, 0 },
};

/* words between separators, each a bit */
static bool card_import_bits(struct str s, char sep, const struct named *rows,
			     int32_t *out)
{
	struct str one;
	int32_t bit;

	while (parse_field(&s, sep, &one)) {
		if (!row_find(rows, parse_trim(one), &bit))
			return false;
		*out |= bit;
	}
	return true;
}

/* "creature:living,nonmage", "creature + zone", "enchantment:own + host:legal"
 */
static void card_import_target(struct card_row *r)
{
	struct str s = card_import_column(r, "target"), first, kinds;

	if (!parse_field(&s, '+', &first))
		return;
	first = parse_trim(first);
	s = parse_trim(s);
	if (str_is(s, "zone"))
		r->c.target |= AR_AIM_TO_ZONE;
	else if (str_is(s, "host:legal"))
		r->c.target |= AR_AIM_TO_HOST;
	else if (s.len)
		card_import_wrong(r, "target", s);
	parse_field(&first, ':', &kinds);
	if (!card_import_bits(kinds, '|', aims, &r->c.target) ||
	    (first.len &&
	     !card_import_bits(first, ',', aim_words, &r->c.target)))
		card_import_wrong(r, "target", card_import_column(r, "target"));
}

/* "8+ 1x noranged", "6+ inf" */
static void card_import_defense(struct card_row *r)
{
	struct str s = card_import_column(r, "defense"), word, all = s;
	int64_t n;

	if (!s.len)
		return;
	parse_field(&s, '+', &word);
	if (!parse_int(word, 2, 12, &n))
		card_import_wrong(r, "defense", all);
	r->c.defense = (int32_t)n;
	s = parse_trim(s);
	while (parse_field(&s, ' ', &word)) {
		if (str_is(word, "inf"))
			r->c.defense_uses = 0;
		else if (word.len == 2 && word.s[1] == 'x' &&
			 '1' <= word.s[0] && word.s[0] <= '9')
			r->c.defense_uses = word.s[0] - '0';
		else if (str_is(word, "noranged"))
			r->c.defense_flags |= AR_DEFENSE_NO_RANGED;
		else if (str_is(word, "nomelee"))
			r->c.defense_flags |= AR_DEFENSE_NO_MELEE;
		else if (str_is(word, "only_melee_from_flying"))
			r->c.defense_flags |= AR_DEFENSE_FROM_FLYING;
		else
			card_import_wrong(r, "defense", all);
	}
}

static const struct named slot_words[] = {
	{ "helmet", 1 << AR_HELMET },
	{ "amulet", 1 << AR_AMULET },
	{ "cloak", 1 << AR_CLOAK },
	{ "ring", 1 << AR_RING1 | 1 << AR_RING2 },
	{ "chest", 1 << AR_CHEST },
	{ "belt", 1 << AR_BELT },
	{ "gloves", 1 << AR_GLOVES },
	{ "boots", 1 << AR_BOOTS },
	{ "weapon", 1 << AR_WEAPON },
	{ "shield", 1 << AR_SHIELD_SLOT },
	{ "weapon|shield", 1 << AR_WEAPON | 1 << AR_SHIELD_SLOT },
	{ "weapon+shield", 1 << AR_WEAPON | 1 << AR_SHIELD_SLOT },
	{ NULL, 0 },
};

static void card_import_slots(struct card_row *r)
{
	struct str s = card_import_column(r, "slot");

	if (!s.len)
		return;
	if (!row_find(slot_words, s, &r->c.slots))
		card_import_wrong(r, "slot", s);
	if (str_is(s, "weapon+shield"))
		r->c.flags |= AR_CARD_BOTH_SLOTS;
}

/* --- traits and profiles
 * --------------------------------------------------------- */

/* "Flame-2", "Regenerate 2", "Flying" */
static bool trait_read(struct str s, struct ar_trait_word *out)
{
	size_t n = 0;
	int64_t amount = 1;
	struct str rest;

	while (n < s.len && s.s[n] != '+' && s.s[n] != '-' && s.s[n] != ' ')
		n++;
	out->trait = ar_trait_named((struct str){ s.s, n });
	rest = (struct str){ s.s + n, s.len - n };
	if (rest.len && rest.s[0] == ' ')
		rest = parse_trim(rest);
	if (rest.len && !parse_int(rest, -99, 99, &amount))
		return false;
	out->amount = (int32_t)amount;
	return out->trait != AR_NO_TRAIT;
}

static void card_import_traits(struct card_row *r)
{
	struct str rest = card_import_column(r, "traits"), one;

	while (parse_field(&rest, ',', &one)) {
		one = parse_trim(one);
		if (!one.len)
			continue;
		if (r->c.n_traits == AR_CARD_TRAITS ||
		    !trait_read(one, &r->trait[r->c.n_traits++]))
			card_import_wrong(r, "traits", one);
	}
}

static const struct named profile_actions[] = {
	{ "-", AR_ACTION_NONE },
	{ "Q", AR_ACTION_QUICK },
	{ "F", AR_ACTION_FULL },
	{ "barrier", AR_ACTION_BARRIER },
	{ "passage", AR_ACTION_PASSAGE },
	{ "Qspell", AR_ACTION_SPELL },
	{ NULL, 0 },
};

static const struct named profile_kinds[] = {
	{ "-", AR_AUTO },
	{ "melee", AR_MELEE },
	{ "ranged", AR_RANGED },
	{ "heal", AR_PROFILE_HEAL },
	{ "look", AR_PROFILE_LOOK },
	{ NULL, 0 },
};

static const struct named profile_words[] = {
	{ "Ethereal", AR_PROFILE_ETHEREAL },
	{ "Unavoidable", AR_PROFILE_UNAVOIDABLE },
	{ "ZoneAttack", AR_PROFILE_ZONE },
	{ "Sweeping", AR_PROFILE_SWEEPING },
	{ "Reach", AR_PROFILE_REACH },
	{ "Counterstrike", AR_PROFILE_COUNTERSTRIKE },
	{ "CriticalDamage", AR_PROFILE_CRITICAL },
	{ "Vampiric", AR_PROFILE_VAMPIRIC },
	{ "x(level-1)", AR_PROFILE_TIMES_LEVEL },
	{ "Defrost", 0 }, /* AR-TRT-25: no rule in this set */
	{ "Heal", 0 },
	{ "-", 0 },
	{ NULL, 0 },
};

static const struct named versus_words[] = {
	{ "_vs_Flying", AR_VS_FLYING },
	{ "_vs_Nonliving_Creatures", AR_VS_NONLIVING_CREATURE },
	{ "_vs_Incorporeal", AR_VS_INCORPOREAL },
	{ "_vs_Nonliving_or_Dark_Creatures",
	  AR_VS_NONLIVING_CREATURE | AR_VS_DARK_CREATURE },
	{ NULL, 0 },
};

static const struct named effect_words[] = {
	{ "Burn", AR_BURN },          { "Rot", AR_ROT },
	{ "Weak", AR_WEAK },          { "Daze", AR_DAZE },
	{ "Stun", AR_STUN },          { "Cripple", AR_CRIPPLE },
	{ "Sleep", AR_SLEEP },        { "Push", AR_EFFECT_PUSH },
	{ "Taunt", AR_EFFECT_TAUNT }, { NULL, 0 },
};

/* "Piercing+1", "ManaDrain+2", "ManaTransfer+1", "+2_vs_Flying" */
static bool bonus_read(struct str s, struct ar_profile *p)
{
	struct ar_trait_word t;

	if (s.len > 2 && s.s[0] == '+' && '0' < s.s[1] && s.s[1] <= '9') {
		p->bonus = s.s[1] - '0';
		return row_find(versus_words,
				(struct str){ s.s + 2, s.len - 2 }, &p->versus);
	}
	if (!trait_read(s, &t))
		return false;
	switch (t.trait) {
	case AR_T_PIERCING: p->piercing = t.amount; return true;
	case AR_T_MANA_DRAIN: p->drain = t.amount; return true;
	case AR_T_MANA_TRANSFER: p->transfer = t.amount; return true;
	default: return false;
	}
}

static bool profile_traits(struct str s, struct ar_profile *p)
{
	struct str one;
	int32_t flag = 0;

	while (parse_field(&s, ' ', &one)) {
		if (str_is(one, "Doublestrike"))
			p->strikes = 2;
		else if (str_is(one, "Triplestrike"))
			p->strikes = 3;
		else if (row_find(profile_words, one, &flag))
			p->flags |= flag;
		else if (!bonus_read(one, p))
			return false;
	}
	return true;
}

/* "4-9", "10+" */
static bool card_import_totals(struct str s, struct ar_effect_row *row)
{
	struct str from;
	int64_t a, b = INT32_MAX;

	if (s.len && s.s[s.len - 1] == '+') {
		s.len--;
		from = s;
	} else {
		parse_field(&s, '-', &from);
		if (!parse_int(s, 1, 99, &b))
			return false;
	}
	if (!parse_int(from, 1, 99, &a))
		return false;
	row->from = (int32_t)a;
	row->to = (int32_t)b;
	return true;
}

/* "7-10=Push", "11+=2 Burn", "11+=Push&Daze" */
static bool effect_row(struct str s, struct ar_effect_row *row)
{
	struct str when, one;
	int n = 0;

	if (!parse_field(&s, '=', &when) || !card_import_totals(when, row))
		return false;
	while (parse_field(&s, '&', &one)) {
		row->count[n] = 1;
		if (one.len > 2 && one.s[1] == ' ') {
			row->count[n] = one.s[0] - '0';
			one.s += 2;
			one.len -= 2;
		}
		if (n == 2 || !row_find(effect_words, one, &row->effect[n]))
			return false;
		n++;
	}
	return n > 0;
}

static bool card_import_effects(struct str s, struct ar_profile *p)
{
	struct str one;
	int n = 0;

	if (str_is(s, "-"))
		return true;
	while (parse_field(&s, ',', &one))
		if (n == AR_EFFECT_ROWS || !effect_row(one, &p->row[n++]))
			return false;
	return true;
}

static bool card_import_dice(struct str s, struct ar_profile *p)
{
	int64_t n = 0;

	if (str_is(s, "X"))
		p->flags |= AR_PROFILE_X;
	else if (!str_is(s, "-") && !parse_int(s, 0, 99, &n))
		return false;
	p->dice = (int32_t)n;
	return true;
}

static bool profile_range(struct str s, struct ar_profile *p)
{
	if (str_is(s, "-"))
		return true;
	if (str_is(s, "arena")) {
		p->max = AR_RANGE_ARENA;
		return true;
	}
	return card_import_span(s, &p->min, &p->max);
}

static bool damage_type(struct str s, struct ar_profile *p)
{
	for (int i = AR_FLAME; i < N_AR_TYPES; i++)
		if (str_is(s, ar_type_names[i]))
			p->type = i;
	return p->type || str_is(s, "-");
}

/* name;action;kind;range;dice;type;effects;traits */
static bool card_import_profile(struct card_row *r, struct str s)
{
	struct ar_profile *p = &r->profile[r->c.n_profiles];
	struct str part[8];

	if (r->c.n_profiles == AR_CARD_PROFILES)
		return false;
	for (int i = 0; i < 8; i++)
		if (!parse_field(&s, ';', &part[i]))
			return false;
	*p = (struct ar_profile){ .strikes = 1 };
	r->c.n_profiles++;
	buf_addf(&r->names, "%.*s\n", STR_ARG(part[0]));
	return !s.len && row_find(profile_actions, part[1], &p->action) &&
	       row_find(profile_kinds, part[2], &p->kind) &&
	       profile_range(part[3], p) && card_import_dice(part[4], p) &&
	       damage_type(part[5], p) && card_import_effects(part[6], p) &&
	       profile_traits(part[7], p);
}

static void card_import_profiles(struct card_row *r)
{
	struct str rest = card_import_column(r, "attacks"), one;

	/* two bars between them */
	while (parse_field(&rest, '|', &one)) {
		one = parse_trim(one);
		if (one.len && !card_import_profile(r, one))
			card_import_wrong(r, "attacks", one);
	}
}

/* --- the two kinds of rows
 * ------------------------------------------------------ */

static const struct named card_kinds[] = {
	{ "attack", AR_ATTACK_SPELL },
	{ "incantation", AR_INCANTATION },
	{ "creature", AR_CREATURE },
	{ "conjuration", AR_CONJURATION },
	{ "enchantment", AR_ENCHANTMENT },
	{ "equipment", AR_EQUIPMENT },
	{ NULL, 0 },
};

static void card_import_flags(struct card_row *r)
{
	static const struct named columns[] = {
		{ "wall", AR_CARD_WALL },
		{ "novice", AR_CARD_NOVICE },
		{ "epic", AR_CARD_EPIC },
		{ "magecast", AR_CARD_MAGECAST },
		{ "mandatory", AR_CARD_MANDATORY },
		{ "one_use", AR_CARD_ONE_USE },
		{ "zone_exclusive", AR_CARD_EXCLUSIVE },
		{ "legendary", AR_CARD_LEGENDARY },
		{ "unique", AR_CARD_UNIQUE },
		{ "living", AR_CARD_LIVING },
		{ "house", AR_CARD_HOUSE },
		{ NULL, 0 },
	};

	for (const struct named *c = columns; c->word; c++)
		if (card_import_yes(r, c->word))
			r->c.flags |= c->value;
}

/* "A:priestess:1 S:priestess:2": apprentice's, starting book */
static bool printed_book(struct str s, int32_t *books)
{
	struct str mode, class;
	int64_t copies;
	int at;

	if (!parse_field(&s, ':', &mode) || !parse_field(&s, ':', &class) ||
	    !parse_int(s, 1, 7, &copies))
		return false;
	at = class_named(class) - 1;
	if (at < 0 || !(str_is(mode, "A") || str_is(mode, "S")))
		return false;
	at += str_is(mode, "A") ? N_AR_CLASSES - 1 : 0;
	*books |= (int32_t)copies << 3 * at;
	return true;
}

static void printed_books(struct card_row *r)
{
	struct str rest = card_import_column(r, "in_books"), one;

	if (str_is(rest, "-"))
		return;
	while (parse_field(&rest, ' ', &one))
		if (one.len && !printed_book(one, &r->c.books))
			card_import_wrong(r, "in_books", one);
}

static void spell_row(struct card_row *r)
{
	struct str action = card_import_column(r, "action");

	if (!row_find(card_kinds, card_import_column(r, "type"), &r->c.kind))
		card_import_wrong(r, "type", card_import_column(r, "type"));
	if (str_is(action, "F"))
		r->c.flags |= AR_CARD_FULL;
	else if (!str_is(action, "Q"))
		card_import_wrong(r, "action", action);
	card_import_subtypes(r, "subtypes");
	card_import_schools(r);
	card_import_only(r);
	card_import_cost(r);
	if (!card_import_span(card_import_column(r, "range"), &r->c.min,
			      &r->c.max))
		card_import_wrong(r, "range", card_import_column(r, "range"));
	card_import_target(r);
	r->c.reveal = card_import_number(r, "reveal", 0);
	r->c.magebind = card_import_number(r, "magebind", 0);
	card_import_defense(r);
	card_import_slots(r);
	printed_books(r);
}

/* "Dark;Fire", "Arcane;element:Air": the chosen element is the player's */
static int32_t school_bits(struct card_row *r, const char *name)
{
	struct str rest = card_import_column(r, name), one;
	int32_t out = 0;

	while (parse_field(&rest, ';', &one)) {
		int school = school_named(one);

		if (school >= 0)
			out |= 1 << school;
		else if (one.len && !str_starts(one, "element:"))
			card_import_wrong(r, name, one);
	}
	return out;
}

static void mage_row(struct card_row *r)
{
	struct str mode = card_import_column(r, "mode");

	r->c.kind = AR_MAGE;
	r->c.class = class_named(card_import_column(r, "class"));
	if (r->c.class < 0)
		card_import_wrong(r, "class", card_import_column(r, "class"));
	if (str_is(mode, "apprentice"))
		r->c.flags |= AR_CARD_APPRENTICE;
	else if (!str_is(mode, "full"))
		card_import_wrong(r, "mode", mode);
	r->c.only_class = r->c.only_school = -1;
	card_import_subtypes(r, "subtype");
	r->c.trained = school_bits(r, "trained");
	r->c.opposed = school_bits(r, "opposed");
	r->c.points = card_import_number(r, "spell_points", 0);
}

/* "AR-SPELL-rhino-hide" is "rhino-hide"; a Mage's id is its key */
static struct str key_of(struct card_row *r)
{
	static const char prefix[] = "AR-SPELL-";
	struct str id = card_import_column(r, "id");

	if (str_starts(id, prefix)) {
		id.s += sizeof(prefix) - 1;
		id.len -= sizeof(prefix) - 1;
	}
	return id;
}

static void text_check(struct card_row *r, const char *name, struct str s)
{
	if (!s.len || s.len > AR_CARD_TEXT)
		card_import_wrong(r, name, s);
}

static void card_import_fill(struct card_row *r, int card,
			     const int32_t *program, int n_program,
			     struct event *out)
{
	int32_t numbers[N_AR_CARD_MEMBERS];
	const int32_t *c = (const int32_t *)&r->c;

	for (int i = 0; i < N_AR_CARD_MEMBERS; i++)
		numbers[i] = c[ar_card_members[i].at];
	event_start(out, AR_EV_CARD_DEFINED, AR_STATE_06);
	event_put(out, AR_EV_CARD_DEFINED_CARD, card);
	event_put_text(out, AR_EV_CARD_DEFINED_KEY, key_of(r));
	event_put_text(out, AR_EV_CARD_DEFINED_NAME_EN,
		       card_import_column(r, "name_en"));
	event_put_text(out, AR_EV_CARD_DEFINED_NAME_ES,
		       card_import_column(r, "name_es"));
	event_put_ints(out, AR_EV_CARD_DEFINED_NUMBERS, numbers,
		       N_AR_CARD_MEMBERS);
	event_put_ints(
		out, AR_EV_CARD_DEFINED_TRAITS, (const int32_t *)r->trait,
		r->c.n_traits * (int)(sizeof(r->trait[0]) / sizeof(int32_t)));
	event_put_ints(out, AR_EV_CARD_DEFINED_PROFILES,
		       (const int32_t *)r->profile,
		       r->c.n_profiles *
			       (int)(sizeof(r->profile[0]) / sizeof(int32_t)));
	event_put_text(out, AR_EV_CARD_DEFINED_NAMES, buf_str(&r->names));
	event_put_ints(out, AR_EV_CARD_DEFINED_PROGRAM, program, n_program);
}

bool ar_card_event(const struct ar_row *row, int card, struct event *out,
		   struct buf *fault)
{
	struct card_row r = { .row = row, .fault = fault };
	int32_t program[AR_PROGRAM_MAX];
	struct buf why;
	int n = 0, at = 0;

	buf_init(&r.names, AR_CARD_TEXT);
	buf_init(&why, 200);
	card_import_flags(&r);
	card_import_traits(&r);
	card_import_profiles(&r);
	if (has_column(&r, "class"))
		mage_row(&r);
	else
		spell_row(&r);
	r.c.level = card_import_number(&r, "level", 0);
	r.c.life = card_import_number(&r, "life", 0);
	r.c.armor = str_is(card_import_column(&r, "armor"), "-")
			    ? -1
			    : card_import_number(&r, "armor", 0);
	r.c.channeling = card_import_number(&r, "channeling", -1);
	text_check(&r, "id", key_of(&r));
	text_check(&r, "name_en", card_import_column(&r, "name_en"));
	text_check(&r, "name_es", card_import_column(&r, "name_es"));
	if (r.names.full)
		card_import_wrong(&r, "attacks", STR("too long names"));
	if (!r.bad && !ar_program_parse(row->program, r.c.n_profiles, program,
					&n, &at, &why)) {
		r.bad = true;
		buf_addf(fault, "program, column %d: %.*s", at,
			 STR_ARG(buf_str(&why)));
	}
	if (!r.bad)
		card_import_fill(&r, card, program, n, out);
	buf_release(&r.names);
	buf_release(&why);
	return !r.bad;
}
