/*
 * src/games/arena/rules/card.c - stores cards in the state: applies the event
 * card_defined and finds the parts of a card in the pool.
 */
#include "games/arena/rules/card.h"
#include "base/ascii.h"
#include "base/parse.h"
#include "games/arena/rules/card_private.h"
#include "games/arena/rules/tables.h"

#define MEMBER(name) offsetof(struct ar_card, name) / sizeof(int32_t)
const struct ar_card_member ar_card_members[N_AR_CARD_MEMBERS] = {
	{ MEMBER(kind), AR_ATTACK_SPELL, AR_MAGE },
	{ MEMBER(class), 0, N_AR_CLASSES - 1 },
	{ MEMBER(flags), 0, AR_CARD_APPRENTICE * 2 - 1 },
	{ MEMBER(subtypes[0]), INT32_MIN, INT32_MAX },
	{ MEMBER(subtypes[1]), INT32_MIN, INT32_MAX },
	{ MEMBER(subtypes[2]), INT32_MIN, INT32_MAX },
	{ MEMBER(schools), 0, (1 << 3 * N_AR_SCHOOLS) - 1 },
	{ MEMBER(level), 0, 9 },
	{ MEMBER(only_class), -1, N_AR_CLASSES - 1 },
	{ MEMBER(only_school), -1, N_AR_SCHOOLS - 1 },
	{ MEMBER(cost), 0, 99 },
	{ MEMBER(cost_x), 0, N_AR_COST_X - 1 },
	{ MEMBER(reveal), 0, 99 },
	{ MEMBER(magebind), 0, 99 },
	{ MEMBER(min), 0, 9 },
	{ MEMBER(max), 0, 9 },
	{ MEMBER(target), 0, AR_AIM_CHANNELING * 2 - 1 },
	{ MEMBER(armor), -1, 99 },
	{ MEMBER(life), 0, 999 },
	{ MEMBER(channeling), -1, 99 },
	{ MEMBER(defense), 0, 12 },
	{ MEMBER(defense_uses), 0, 9 },
	{ MEMBER(defense_flags), 0, 15 },
	{ MEMBER(slots), 0, (1 << N_AR_SLOTS) - 1 },
	{ MEMBER(opposed), 0, (1 << N_AR_SCHOOLS) - 1 },
	{ MEMBER(trained), 0, (1 << N_AR_SCHOOLS) - 1 },
	{ MEMBER(points), 0, 999 },
	{ MEMBER(books), 0, (1 << 6 * (N_AR_CLASSES - 1)) - 1 },
};
#undef MEMBER

#define MEMBER(name) offsetof(struct ar_profile, name) / sizeof(int32_t)
static const struct ar_card_member profile_members[] = {
	{ MEMBER(name), 0, 0 }, /* given by its place in the names */
	{ MEMBER(action), 0, AR_ACTION_SPELL },
	{ MEMBER(kind), 0, AR_PROFILE_LOOK },
	{ MEMBER(min), 0, 9 },
	{ MEMBER(max), 0, 99 },
	{ MEMBER(dice), 0, 99 },
	{ MEMBER(type), 0, N_AR_TYPES - 1 },
	{ MEMBER(flags), 0, AR_PROFILE_X * 2 - 1 },
	{ MEMBER(strikes), 1, 3 },
	{ MEMBER(piercing), 0, 99 },
	{ MEMBER(drain), 0, 99 },
	{ MEMBER(transfer), 0, 99 },
	{ MEMBER(versus), 0, 15 },
	{ MEMBER(bonus), 0, 99 },
};
#undef MEMBER

#define MEMBER(name) offsetof(struct ar_effect_row, name) / sizeof(int32_t)
static const struct ar_card_member effect_members[] = {
	{ MEMBER(from), 0, 99 },
	{ MEMBER(to), 0, INT32_MAX },
	{ MEMBER(effect[0]), 0, N_AR_EFFECTS - 1 },
	{ MEMBER(effect[1]), 0, N_AR_EFFECTS - 1 },
	{ MEMBER(count[0]), 0, 9 },
	{ MEMBER(count[1]), 0, 9 },
};
#undef MEMBER

static bool in_range(const int32_t *w, const struct ar_card_member *m, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (w[m[i].at] < m[i].min || w[m[i].at] > m[i].max)
			return false;
	return true;
}

/* --- reading ---------------------------------------------------------------
 */

enum {
	PROFILE_WORDS = sizeof(struct ar_profile) / sizeof(int32_t),
	TRAIT_WORDS = sizeof(struct ar_trait_word) / sizeof(int32_t)
};

const struct ar_profile *ar_profile(const struct ar_state *s, int card, int i)
{
	assert(0 <= i && i < s->card[card].n_profiles);
	return (const struct ar_profile *)&s
		->pool[s->card[card].profiles + i * PROFILE_WORDS];
}

/* lower letters and digits, all else is one dash: the next of it, 0 the end */
static char card_plain(struct str s, size_t *at)
{
	char c = 0;

	for (; *at < s.len; ++*at) {
		char x = s.s[*at];

		x = ascii_lower(x);
		if (('a' <= x && x <= 'z') || ascii_is_digit(x)) {
			if (c)
				return c;
			++*at;
			return x;
		}
		if (x != '\'')
			c = '-';
	}
	return 0;
}

/* spell.17: any attack of this card */
static bool is_of_card(struct str word, int card)
{
	static const char of_card[] = "spell.";
	int64_t n = 0;

	if (!str_starts(word, of_card))
		return false;
	word.s += sizeof(of_card) - 1;
	word.len -= sizeof(of_card) - 1;
	return parse_int(word, 1, UINT16_MAX, &n) && n == card;
}

bool ar_profile_called(const struct ar_state *s, int card, int i,
		       const int32_t *text, int n)
{
	char names[AR_CARD_TEXT + 1], room[EVENT_TEXT_ROOM];
	struct str name = ar_pool_text(s, ar_profile(s, card, i)->name, names,
				       sizeof(names));
	struct str word = text_unpack(text, n, room, sizeof(room));
	size_t a = 0, b = 0;
	char x;

	if (is_of_card(word, card))
		return true;
	do {
		x = card_plain(name, &a);
		if (x != card_plain(word, &b))
			return false;
	} while (x);
	return true;
}

const struct ar_trait_word *ar_printed(const struct ar_state *s, int card,
				       int i)
{
	assert(0 <= i && i < s->card[card].n_traits);
	return (const struct ar_trait_word *)&s
		->pool[s->card[card].traits + i * TRAIT_WORDS];
}

struct str ar_pool_text(const struct ar_state *s, int32_t at, char *room,
			size_t size)
{
	return text_unpack(s->pool + at, text_words((size_t)s->pool[at]), room,
			   size);
}

int ar_card_keyed(const struct ar_state *s, struct str key)
{
	char room[AR_CARD_TEXT + 1];

	for (int i = 1; i < s->n_cards; i++)
		if (str_equal(
			    ar_pool_text(s, s->card[i].key, room, sizeof(room)),
			    key))
			return i;
	return 0;
}

int ar_card_mage(const struct ar_state *s, int class)
{
	bool apprentice = s->head.option[AR_OPTION_MODE] == AR_APPRENTICE;

	for (int i = 1; i < s->n_cards; i++)
		if (s->card[i].kind == AR_MAGE && s->card[i].class == class &&
		    ar_card_is(s, i, AR_CARD_APPRENTICE) == apprentice)
			return i;
	return 0;
}

/* --- card_defined ------------------------------------------------------------
 */

/* a place in the pool for so many words, -1: it is full */
static int32_t pool_put(struct ar_state *s, const int32_t *w, int n)
{
	int32_t at = s->n_pool;

	if (n > AR_POOL_WORDS - s->n_pool)
		return -1;
	memcpy(s->pool + at, w, (size_t)n * sizeof(*w));
	s->n_pool += n;
	return at;
}

static int32_t pool_text(struct ar_state *s, struct str text)
{
	int32_t w[AR_CARD_TEXT_WORDS];
	int n = text.len > AR_CARD_TEXT ? -1
					: text_pack(w, (int)ARRAY_LEN(w), text);

	return n < 0 ? -1 : pool_put(s, w, n);
}

static bool text_keep(struct ar_state *s, const struct event *e, int field,
		      int32_t *at)
{
	char room[AR_CARD_TEXT + 1];
	struct str text = event_get_text(e, field, room, sizeof(room));

	*at = text.len && text.len <= AR_CARD_TEXT ? pool_text(s, text) : -1;
	return *at >= 0;
}

static bool traits_keep(struct ar_state *s, const struct event *e,
			struct ar_card *c)
{
	int n;
	const int32_t *w = event_words(e, AR_EV_CARD_DEFINED_TRAITS, &n);

	if (n % TRAIT_WORDS || n > AR_CARD_TRAITS * TRAIT_WORDS)
		return false;
	for (int i = 0; i < n; i += TRAIT_WORDS)
		if (w[i] <= AR_NO_TRAIT || w[i] >= N_AR_TRAITS ||
		    w[i + 1] < -99 || w[i + 1] > 99)
			return false;
	c->n_traits = n / TRAIT_WORDS;
	c->traits = pool_put(s, w, n);
	return c->traits >= 0;
}

static bool profile_fits(const struct ar_profile *p)
{
	if (!in_range((const int32_t *)p, profile_members,
		      ARRAY_LEN(profile_members)))
		return false;
	for (int i = 0; i < AR_EFFECT_ROWS; i++)
		if (!in_range((const int32_t *)&p->row[i], effect_members,
			      ARRAY_LEN(effect_members)))
			return false;
	return true;
}

/* the names of the profiles are lines of one text */
static bool profiles_keep(struct ar_state *s, const struct event *e,
			  struct ar_card *c)
{
	struct ar_profile p[AR_CARD_PROFILES];
	char room[AR_CARD_TEXT + 1];
	struct str names =
		event_get_text(e, AR_EV_CARD_DEFINED_NAMES, room, sizeof(room));
	int n;
	const int32_t *w = event_words(e, AR_EV_CARD_DEFINED_PROFILES, &n);

	if (n % PROFILE_WORDS || n > AR_CARD_PROFILES * PROFILE_WORDS ||
	    names.len > AR_CARD_TEXT)
		return false;
	c->n_profiles = n / PROFILE_WORDS;
	memcpy(p, w, (size_t)n * sizeof(*w));
	for (int i = 0; i < c->n_profiles; i++) {
		struct str name;

		if (!profile_fits(&p[i]) || !parse_line(&names, &name))
			return false;
		p[i].name = pool_text(s, name);
		if (p[i].name < 0)
			return false;
	}
	c->profiles = pool_put(s, (const int32_t *)p, n);
	return !names.len && c->profiles >= 0;
}

static bool program_keep(struct ar_state *s, const struct event *e,
			 struct ar_card *c)
{
	int n;
	const int32_t *w = event_words(e, AR_EV_CARD_DEFINED_PROGRAM, &n);

	if (!ar_program_check(w, n, c->n_profiles))
		return false;
	c->n_program = n;
	c->program = pool_put(s, w, n);
	return c->program >= 0;
}

/* the rule that is the card's: AR-SPELL-key; 0 for Mages and the house's own */
static int rule_of(struct str key)
{
	static const char prefix[] = "AR-SPELL-";

	for (int i = 1; i < ar_rules.n; i++) {
		struct str id = str_of(ar_rules.name[i]);

		if (str_starts(id, prefix) &&
		    str_equal((struct str){ id.s + sizeof(prefix) - 1,
					    id.len - (sizeof(prefix) - 1) },
			      key))
			return i;
	}
	return 0;
}

static bool numbers_keep(const struct event *e, struct ar_card *c)
{
	int32_t *to = (int32_t *)c;
	int n;
	const int32_t *w = event_words(e, AR_EV_CARD_DEFINED_NUMBERS, &n);

	if (n != N_AR_CARD_MEMBERS)
		return false;
	for (int i = 0; i < n; i++)
		to[ar_card_members[i].at] = w[i];
	return in_range(to, ar_card_members, N_AR_CARD_MEMBERS);
}

bool ar_card_is_house(const struct event *e)
{
	struct ar_card c = { 0 };

	return numbers_keep(e, &c) && c.flags & AR_CARD_HOUSE;
}

bool ar_evolve_card(struct ar_state *s, const struct event *e)
{
	int card = event_get(e, AR_EV_CARD_DEFINED_CARD);
	char room[AR_CARD_TEXT + 1];
	struct ar_card c = { 0 };

	if (!s->n_cards)
		s->n_cards = 1; /* card 0 is none */
	/* defined once, in any order: whoever checks a log looks at each alone;
	 * 0 of the pool is nothing */
	if (card < 1 || card >= AR_MAX_CARDS || s->card[card].kind)
		return false;
	if (!s->n_pool)
		s->n_pool = 1;
	if (!numbers_keep(e, &c) ||
	    !text_keep(s, e, AR_EV_CARD_DEFINED_KEY, &c.key) ||
	    !text_keep(s, e, AR_EV_CARD_DEFINED_NAME_EN, &c.name[0]) ||
	    !text_keep(s, e, AR_EV_CARD_DEFINED_NAME_ES, &c.name[1]) ||
	    !traits_keep(s, e, &c) || !profiles_keep(s, e, &c) ||
	    !program_keep(s, e, &c))
		return false;
	c.rule = rule_of(ar_pool_text(s, c.key, room, sizeof(room)));
	s->card[card] = c;
	if (s->n_cards <= card)
		s->n_cards = card + 1;
	return true;
}
