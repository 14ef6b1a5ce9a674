/*
 * src/games/arena/order_args.c - parses the arguments of Arena orders:
 * handles, zones, targets, spells by their names, conditions within an order.
 */
#include "orders/arg_arena.h"
#include "base/parse.h"
#include "games/arena/rules/arena.h"
#include "games/arena/rules/target.h"
#include <ctype.h>
#include <stdio.h>

enum { NUMBER = 100 }; /* a token has hundredths */

/* --- words of the vocabularies ----------------------------------------------
 */

/* the word of this name in a list: its possible lengths at pos, as bits; 0:
 * it is not there */
static unsigned word_at(const struct matcher *m, int pos,
			enum grammar_list_name list, const char *name)
{
	const struct grammar_list *l = &m->g->list[list];

	for (int i = 0; i < l->n; i++)
		if (str_is(l->v[i].name, name))
			return matcher_key_lengths(m, pos, l->v[i].key);
	return 0;
}

static int order_args_longest(unsigned lengths)
{
	return lengths ? 31 - __builtin_clz(lengths) : 0;
}

/* the one of a list whose word at pos is the longest, NULL: none */
static const struct grammar_listed *listed_at(const struct matcher *m, int pos,
					      enum grammar_list_name list,
					      int *len)
{
	const struct grammar_list *l = &m->g->list[list];
	const struct grammar_listed *best = NULL;

	*len = 0;
	if (pos >= m->n || m->t[pos].type != TOKEN_WORD)
		return NULL;
	for (int i = 0; i < l->n; i++) {
		int n = matcher_key_length(m, pos, l->v[i].key);

		if (n > *len) {
			*len = n;
			best = &l->v[i];
		}
	}
	return best;
}

static void write_listed(const struct slot_words *x,
			 enum grammar_list_name list, struct str name)
{
	const struct grammar_list *l = &x->g->list[list];

	for (int i = 0; i < l->n; i++)
		if (str_equal(l->v[i].name, name)) {
			buf_adds(x->out,
				 vocabulary_shown(x->g->words, l->v[i].key,
						  x->lang));
			return;
		}
	buf_adds(x->out, name);
}

static void write_aim(const struct slot_words *x, const char *name)
{
	write_listed(x, LIST_AIM, str_of(name));
}

/* --- spells by their names --------------------------------------------------
 */

/* a card that no vocabulary has: its complete name must be there */
static int own_card_at(const struct matcher *m, int pos, int32_t *card)
{
	const struct grammar_names *names = m->names;
	struct token_list *t;
	int best = 0;

	if (!names || !names->n_own_cards)
		return 0;
	t = arena_alloc_raw(m->arena, sizeof(*t));
	for (int i = 0; i < names->n_own_cards; i++) {
		int k = 0;

		token_split(m->arena, names->own_cards[i].name, t);
		while (k < t->n && pos + k < m->n &&
		       m->t[pos + k].type == TOKEN_WORD &&
		       str_equal(t->v[k].fold, m->t[pos + k].fold))
			k++;
		if (k == t->n && k > best) {
			best = k;
			*card = names->own_cards[i].label;
		}
	}
	return best;
}

/* CARD 180: a card without a name */
static int numbered_card_at(const struct matcher *m, int pos, int32_t *card)
{
	int len = order_args_longest(word_at(m, pos, LIST_AIM, "card"));
	const struct token *t = m->t + pos + len;

	if (!len || pos + len >= m->n || t->type != TOKEN_NUMBER || !t->whole ||
	    t->number < NUMBER)
		return 0;
	*card = t->number / NUMBER;
	return len + 1;
}

/* the words of the card at pos, 0: it is none */
static int spell_at(const struct matcher *m, int pos, int32_t *card)
{
	const struct grammar_listed *l;
	int len, own;
	int32_t its = 0;

	if (pos >= m->n || m->t[pos].type != TOKEN_WORD)
		return 0;
	l = listed_at(m, pos, LIST_SPELL, &len);
	if (l)
		*card = l->number;
	own = own_card_at(m, pos, &its);
	if (own > len) {
		*card = its;
		len = own;
	}
	return len ? len : numbered_card_at(m, pos, card);
}

/* how far the words at pos are from these, and more than most if further */
static unsigned words_apart(const struct matcher *m, int pos,
			    const struct vocabulary_word *w, unsigned most)
{
	unsigned sum = 0;

	for (int i = 0; i < w->n && sum <= most; i++)
		sum += pos + i < m->n && m->t[pos + i].type == TOKEN_WORD
			       ? utf8_distance(m->t[pos + i].fold, w->part[i],
					       most)
			       : most + 1;
	return sum;
}

enum { MOST_APART = 2, LETTERS_EACH = 4 };

/* how far a slip of a name may be from it: a letter of every four of it */
static unsigned slip_of(const struct vocabulary_word *w)
{
	size_t len = 0;

	for (int i = 0; i < w->n; i++)
		len += w->part[i].len;
	len /= LETTERS_EACH;
	return len < MOST_APART ? (unsigned)len : MOST_APART;
}

/* the card whose name is nearest to the text at pos: its length in words; 0:
 * none is near */
static int near_spell_at(const struct matcher *m, int pos, struct str *shown)
{
	const struct grammar_list *l = &m->g->list[LIST_SPELL];
	unsigned least = MOST_APART + 1;
	int len = 0;

	/* EL is no Heal */
	if (pos < m->n && m->t[pos].fold.len <= MOST_APART)
		return 0;
	for (int i = 0; i < l->n; i++)
		for (const struct vocabulary_word *w =
			     m->g->words->keys[l->v[i].key].words;
		     w; w = w->next) {
			unsigned most = slip_of(w);
			unsigned far = words_apart(m, pos, w, most);

			if (far <= most &&
			    (far < least ||
			     (len && far == least && w->n > len))) {
				least = far;
				len = w->n;
				*shown = w->shown;
			}
		}
	return len;
}

enum { CALLED = 3 }; /* cards that are named of those that may be meant */

/* Cards whose name has the word at pos, such as "Fox": they are listed if
 * they are few. */
static int spells_of_word(const struct matcher *m, int pos, struct str *shown)
{
	const struct grammar_list *l = &m->g->list[LIST_SPELL];
	struct str fold = m->t[pos].fold;
	struct buf b;
	int n = 0;

	buf_init(&b, 256);
	for (int i = 0; i < l->n && fold.len > 2; i++) {
		const struct vocabulary_word *w =
			m->g->words->keys[l->v[i].key].words;
		bool there = false;

		for (; w && !there; w = there ? w : w->next)
			for (int k = 0; k < w->n; k++)
				there |= str_equal(w->part[k], fold);
		if (!there)
			continue;
		buf_addz(&b, n++ ? ", " : "");
		buf_adds(&b, w->shown);
	}
	if (n && n <= CALLED)
		*shown = arena_str(m->arena, buf_str(&b));
	buf_release(&b);
	return n && n <= CALLED;
}

/* are these words at pos adjacent in the name? */
static bool has_run(const struct matcher *m, int pos,
		    const struct vocabulary_word *w, int len)
{
	for (int i = 0; i + len <= w->n; i++) {
		int k = 0;

		while (k < len && str_equal(w->part[i + k], m->t[pos + k].fold))
			k++;
		if (k == len)
			return true;
	}
	return false;
}

/* cards whose names have them, *card one of them: none, one, or two for
 * several */
static int cards_with(const struct matcher *m, int pos, int len, int32_t *card)
{
	const struct grammar_list *l = &m->g->list[LIST_SPELL];
	int n = 0;

	for (int i = 0; i < l->n && n < 2; i++) {
		const struct vocabulary_word *w =
			m->g->words->keys[l->v[i].key].words;

		while (w && !has_run(m, pos, w, len))
			w = w->next;
		if (!w)
			continue;
		n++;
		*card = l->v[i].number;
	}
	return n;
}

/* The longest run of words that only one card's name has, such as "Fox": its
 * length, 0: no card, or more than one. */
static int part_of_spell_at(const struct matcher *m, int pos, int32_t *card)
{
	int32_t found;
	int len = 0;

	while (len < VOCABULARY_MAX_PARTS && pos + len < m->n &&
	       m->t[pos + len].type == TOKEN_WORD &&
	       cards_with(m, pos, len + 1, &found))
		len++;
	if (!len || (len == 1 && slot_small_word(m, pos)) ||
	    cards_with(m, pos, len, card) != 1)
		return 0;
	return len;
}

/* read on: what follows may be no card either */
static void take_no_card(const struct slot_at *at, int token, int len,
			 struct str nearest)
{
	const int32_t none = 0;

	slot_no_card(at->m, token, nearest);
	at->m->n_no_cards++;
	matcher_take(at, token - at->pos + len, &none, 1);
	at->m->n_no_cards--;
}

enum { MOST_TIMES = 9 };

/* a card, so many times */
static void read_times(const struct slot_at *at, int times)
{
	struct matcher *m = at->m;
	struct str nearest;
	int32_t card;
	int len, near;

	matcher_expect(m, at->pos, EXPECT_SLOT, at->slot);
	if (times > MOST_TIMES)
		return;
	len = spell_at(m, at->pos, &card);
	if (len) {
		matcher_take_times(at, len, &card, 1, times);
		return;
	}
	near = near_spell_at(m, at->pos, &nearest);
	len = part_of_spell_at(m, at->pos, &card);
	if (len &&
	    len >= near) { /* a word of orders comes before a piece of a name */
		m->n_names++;
		matcher_take_times(at, len, &card, 1, times);
		m->n_names--;
		return;
	}
	if (!near && at->pos < m->n && m->t[at->pos].type == TOKEN_WORD)
		near = spells_of_word(m, at->pos, &nearest);
	if (near)
		take_no_card(at, at->pos, near, nearest);
}

void read_spell(const struct slot_at *at)
{
	read_times(at, 1);
}

static void write_card(const struct slot_words *x, int32_t card)
{
	const struct grammar_list *l = &x->g->list[LIST_SPELL];

	for (int i = 0; i < l->n; i++)
		if (l->v[i].number == card) {
			buf_adds(x->out,
				 vocabulary_shown(x->g->words, l->v[i].key,
						  x->lang));
			return;
		}
	write_aim(x, "card");
	buf_addf(x->out, " %d", (int)card);
}

void write_spell(const struct slot_words *x)
{
	write_card(x, x->w[0]);
}

int draw_spell(struct slot_draw *x)
{
	x->w[0] = (int32_t)dice_roll(x->rng, 174);
	return 1;
}

/* "2 Flameblast": the same so many times */
void read_spells(const struct slot_at *at)
{
	struct slot_at card = *at;
	const struct token *t = at->m->t + at->pos;

	if (at->pos < at->m->n && t->type == TOKEN_NUMBER && t->whole &&
	    t->number >= NUMBER) {
		card.pos++;
		card.pos += matcher_key_length(at->m, card.pos,
					       at->m->g->key_times);
		read_times(&card, t->number / NUMBER);
	} else {
		read_times(&card, 1);
	}
}

/* Does the word at pos stand in the name of what lies there, and is no card of
 * just that name there? WOLF is the werewolf then, and not the card Wolf. */
static bool is_anothers(const struct matcher *m, int pos, int len)
{
	const struct grammar_names *names = m->names;
	struct token_list *t;
	bool part = false;

	if (len != 1 || !names || !names->n)
		return false;
	t = ARENA_NEW(m->arena, struct token_list);
	for (int i = 0; i < names->n; i++) {
		token_split(m->arena, names->v[i].name, t);
		if (t->n == 1 && str_equal(t->v[0].fold, m->t[pos].fold))
			return false;
		for (int k = 0; k < t->n; k++)
			part |= str_equal(t->v[k].fold, m->t[pos].fold);
	}
	return part;
}

/* a card that the spell is about, as a target */
void read_named(const struct slot_at *at)
{
	int32_t w[3] = { AR_NAMES_CARD, AR_SIDE_NONE, 0 };
	int len = spell_at(at->m, at->pos, &w[2]);

	if (len && !is_anothers(at->m, at->pos, len))
		matcher_take(at, len, w, 3);
}

int draw_named(struct slot_draw *x)
{
	draw_spell(x);
	x->w[2] = x->w[0];
	x->w[0] = AR_NAMES_CARD;
	x->w[1] = AR_SIDE_NONE;
	return 3;
}

/* "2 Bear Strength": the card and its copies */
void read_copies(const struct slot_at *at)
{
	struct matcher *m = at->m;
	const struct token *t = m->t + at->pos;
	int32_t card, copies = 1;
	int pos = at->pos, len;

	matcher_expect(m, pos, EXPECT_SLOT, at->slot);
	if (pos < m->n && t->type == TOKEN_NUMBER && t->whole &&
	    t->number >= NUMBER) {
		copies = t->number / NUMBER;
		pos++;
		pos += matcher_key_length(m, pos, m->g->key_times);
	}
	len = spell_at(m, pos, &card);
	if (!len) {
		struct str nearest = STR("");

		len = near_spell_at(m, pos, &nearest);
		/* with a number before it, it can be nothing else */
		while (!nearest.len && pos > at->pos && pos + len < m->n &&
		       m->t[pos + len].type == TOKEN_WORD)
			len++;
		if (len)
			take_no_card(at, pos, len, nearest);
		return;
	}
	if (copies > AR_MAX_PILE)
		return;
	card |= copies << 16;
	matcher_take(at, pos - at->pos + len, &card, 1);
}

void write_copies(const struct slot_words *x)
{
	buf_addf(x->out, "%d ", (int)(x->w[0] >> 16));
	write_card(x, x->w[0] & 0xffff);
}

int draw_copies(struct slot_draw *x)
{
	draw_spell(x);
	x->w[0] |= (int32_t)dice_roll(x->rng, 6) << 16;
	return 1;
}

/* --- attacks by their names -------------------------------------------------
 */

/* the one attack whose name begins with the words at pos, NULL: none, or more
 * than one */
static const struct grammar_listed *begun_at(const struct matcher *m, int pos,
					     int *len)
{
	const struct grammar_list *l = &m->g->list[LIST_ATTACK];
	const struct grammar_listed *best = NULL;
	bool doubt = false;

	*len = 0;
	for (int i = 0; i < l->n; i++)
		for (const struct vocabulary_word *w =
			     m->g->words->keys[l->v[i].key].words;
		     w; w = w->next) {
			int k = 0;

			while (k < w->n && pos + k < m->n &&
			       m->t[pos + k].type == TOKEN_WORD &&
			       str_equal(w->part[k], m->t[pos + k].fold))
				k++;
			if (!k || k < *len)
				continue;
			doubt = k == *len && (doubt || best != &l->v[i]);
			best = &l->v[i];
			*len = k;
		}
	return doubt ? NULL : best;
}

/* the name of a class of Mages */
static bool is_class(const struct matcher *m, struct str name)
{
	struct token_list *t = ARENA_NEW(m->arena, struct token_list);
	struct matcher at = { .g = m->g, .t = t->v, .langs = UINT32_MAX };
	static const char *const classes[] = { "class.beastmaster",
					       "class.priestess",
					       "class.warlock",
					       "class.wizard" };

	token_split(m->arena, name, t);
	at.n = t->n;
	for (size_t i = 0; i < ARRAY_LEN(classes); i++) {
		int key = vocabulary_key(m->g->words, str_of(classes[i]));

		if (key >= 0 && t->n && matcher_key_length(&at, 0, key) == t->n)
			return true;
	}
	return false;
}

/* an attack by the name of the card that has it: spell.17 */
#define OF_CARD "spell."

/* elsewhere, as after USE, the name of a card is a target; an article may
 * come between WITH and a name */
static bool behind_with(const struct slot_at *at)
{
	const struct matcher *m = at->m;
	int key = vocabulary_key(m->g->words, STR("with")), pos = at->pos - 1;

	if (pos > 0 && m->g->key_article >= 0 &&
	    matcher_key_lengths(m, pos, m->g->key_article) & 1u << 1)
		pos--;
	return pos >= 0 && key >= 0 &&
	       matcher_key_lengths(m, pos, key) & 1u << 1;
}

void write_attack(const struct slot_words *x)
{
	char room[EVENT_TEXT_ROOM];
	struct str name = text_unpack(x->w, x->n, room, sizeof(room));
	struct str number = name;
	int64_t card = 0;

	number.s += str_starts(name, OF_CARD) ? strlen(OF_CARD) : 0;
	number.len -= (size_t)(number.s - name.s);
	if (number.len < name.len && parse_int(number, 1, UINT16_MAX, &card))
		write_card(x, (int32_t)card);
	else
		write_listed(x, LIST_ATTACK, name);
}

int draw_attack(struct slot_draw *x)
{
	return text_pack(x->w, SLOT_MAX_DRAWN, STR("basic-melee"));
}

/* --- handles and zones ------------------------------------------------------
 */

static bool digits_of(struct str s, int32_t *out)
{
	int32_t n = 0;

	if (!s.len || s.len > 5)
		return false;
	for (size_t i = 0; i < s.len; i++) {
		if (s.s[i] < '0' || s.s[i] > '9')
			return false;
		n = 10 * n + (s.s[i] - '0');
	}
	*out = n;
	return 0 < n && n <= UINT16_MAX;
}

/* "#5" or "5" */
static int handle_at(const struct matcher *m, int pos, int32_t *handle)
{
	const struct token *t = m->t + pos;

	if (pos >= m->n)
		return 0;
	if (t->type == TOKEN_NUMBER && t->whole && t->number >= NUMBER) {
		*handle = label_of('#', t->number / NUMBER);
		return 1;
	}
	if (t->type != TOKEN_WORD || t->fold.s[0] != '#' ||
	    !digits_of((struct str){ t->fold.s + 1, t->fold.len - 1 }, handle))
		return 0;
	*handle = label_of('#', *handle);
	return 1;
}

/* how many creatures the line has act by now; *last: of these, if there are */
static int order_args_acting(const struct matcher *m, int32_t *last)
{
	int n = 0;

	for (int i = 0; i < m->n_args; i++) {
		int tag = m->arg[i].tag;

		if (tag < 0 ||
		    strcmp(m->g->sys->decisions.tags[tag].name, "fig") != 0)
			continue;
		*last = m->pool[m->arg[i].at];
		n++;
	}
	return n;
}

/* is the creature that the line has act a Mage; *mage: which, 0: ME, -1: none
 * acts */
static bool by_mage(const struct matcher *m, int32_t *mage)
{
	const struct grammar_names *names = m->names;
	int32_t by = -1;

	(void)order_args_acting(m, &by);
	*mage = by;
	for (int i = 0; by > 0 && names && i < names->n; i++)
		if (names->v[i].label == by && is_class(m, names->v[i].name))
			by = 0;
	return !by;
}

/* The card of an item of that Mage, if the words at pos are a part of its
 * name, or its number: their length in words; 0: none, -1: several */
static int item_at(const struct slot_at *at, int32_t mage, int32_t *card)
{
	struct matcher *m = at->m;
	int32_t label = 0;
	int len = handle_at(m, at->pos, &label);

	if (!len)
		len = slot_named_on(at, mage, &label);
	for (int i = 0; len > 0 && i < m->names->n; i++) {
		struct token_list *t;
		struct matcher name = *m;

		if (m->names->v[i].label != label)
			continue;
		t = ARENA_NEW(m->arena, struct token_list);
		token_split(m->arena, m->names->v[i].name, t);
		name.t = t->v;
		name.n = t->n;
		if (spell_at(&name, 0, card) == t->n)
			return len;
	}
	return len < 0 ? len : 0;
}

/* is it the same name, by its letters and digits: "lightning-sword" */
static bool same_letters(struct str key, struct str name)
{
	size_t a = 0, b = 0;

	for (;;) {
		while (a < key.len && !isalnum((unsigned char)key.s[a]))
			a++;
		while (b < name.len && !isalnum((unsigned char)name.s[b]))
			b++;
		if (a == key.len || b == name.len)
			return a == key.len && b == name.len;
		if (tolower((unsigned char)key.s[a++]) !=
		    tolower((unsigned char)name.s[b++]))
			return false;
	}
}

/* is it one of these: ";Claws;Bite" */
static bool is_among(struct str key, struct str attacks)
{
	while (attacks.len) {
		struct str one = { attacks.s + 1, 0 };

		while (one.len + 1 < attacks.len && one.s[one.len] != ';')
			one.len++;
		if (same_letters(key, one))
			return true;
		attacks.s += one.len + 1;
		attacks.len -= one.len + 1;
	}
	return false;
}

/* how many words at pos are adjacent in a name of the attack */
static int attack_words(const struct matcher *m, int pos, int key)
{
	int best = 0;

	for (const struct vocabulary_word *w = m->g->words->keys[key].words; w;
	     w = w->next)
		while (pos + best < m->n &&
		       m->t[pos + best].type == TOKEN_WORD &&
		       has_run(m, pos, w, best + 1))
			best++;
	return best;
}

/* The one attack of that creature's own whose name has the words at pos;
 * NULL: none, or several */
static const struct grammar_listed *own_attack_at(const struct matcher *m,
						  int pos, int32_t by, int *len)
{
	const struct grammar_list *l = &m->g->list[LIST_ATTACK];
	const struct grammar_listed *best = NULL;
	struct str attacks = STR("");
	bool doubt = false;

	for (int i = 0; m->names && i < m->names->n; i++)
		if (m->names->v[i].label == by)
			attacks = m->names->v[i].attacks;
	*len = 0;
	for (int i = 0; i < l->n; i++) {
		int n = is_among(l->v[i].name, attacks)
				? attack_words(m, pos, l->v[i].key)
				: 0;

		if (!n || n < *len || (n == 1 && slot_small_word(m, pos)))
			continue;
		doubt = n == *len;
		best = &l->v[i];
		*len = n;
	}
	return doubt ? NULL : best;
}

void read_attack(const struct slot_at *at)
{
	const struct grammar_listed *l;
	int32_t w[EVENT_TEXT_ROOM / 4], card, mage = 0;
	const struct grammar_listed *own;
	int len, n, of_card, item, own_len, part = 0;
	char room[EVENT_TEXT_ROOM];
	struct str name;

	matcher_expect(at->m, at->pos, EXPECT_SLOT, at->slot);
	l = listed_at(at->m, at->pos, LIST_ATTACK, &len);
	of_card = behind_with(at) ? spell_at(at->m, at->pos, &card) : 0;
	/* STAFF is a Mage's item, and an attack of others */
	item = !of_card && behind_with(at) && by_mage(at->m, &mage)
		       ? item_at(at, mage, &card)
		       : 0;
	if (item < 0)
		return;
	/* .. and SWORD a part of what a creature has */
	own = mage > 0 ? own_attack_at(at->m, at->pos, mage, &own_len) : NULL;
	if (own) {
		l = own;
		len = own_len;
	}
	if (item && item >= len) {
		of_card = item;
		len = 0;
	} else if (!l && !of_card) {
		l = begun_at(at->m, at->pos, &len);
		if (!l && behind_with(at))
			of_card = part_of_spell_at(at->m, at->pos, &card);
		part = 1;
	}
	if (of_card > len) {
		snprintf(room, sizeof(room), OF_CARD "%d", (int)card);
		name = str_of(room);
		len = of_card;
	} else if (l) {
		name = l->name;
	} else {
		return;
	}
	n = text_pack(w, (int)ARRAY_LEN(w), name);
	if (n <= 0)
		return;
	at->m->n_names += part;
	matcher_take(at, len, w, n);
	at->m->n_names -= part;
}

/* MI Brogan: an article in front of a name, and not ME */
static bool is_my(const struct slot_at *at)
{
	struct matcher *m = at->m;
	struct slot_at next = *at;

	next.pos++;
	return m->g->key_article >= 0 &&
	       matcher_key_length(m, at->pos, m->g->key_article) == 1 &&
	       slot_is_named(&next);
}

/* YO ME MUEVO: it is in the list, and must not be there twice */
static bool is_me_already(const struct slot_at *at)
{
	const struct matcher *m = at->m;

	for (int i = 0; i < m->n_args; i++)
		if (m->arg[i].tag == at->tag && m->arg[i].n == 1 &&
		    !m->pool[m->arg[i].at])
			return true;
	return false;
}

void read_handle(const struct slot_at *at)
{
	struct matcher *m = at->m;
	int32_t handle;
	int len = handle_at(m, at->pos, &handle);

	matcher_expect(m, at->pos, EXPECT_SLOT, at->slot);
	if (!len && !is_me_already(at)) { /* the rules know who ME is */
		handle = 0;
		len = order_args_longest(word_at(m, at->pos, LIST_AIM, "me"));
		if (len && is_my(at))
			len = 0;
	}
	if (len)
		matcher_take(at, len, &handle, 1);
	else
		slot_take_named(at, &handle, 1, &handle);
}

void write_handle(const struct slot_words *x)
{
	if (x->w[0])
		label_render(x->out, x->w[0]);
	else
		write_aim(x, "me");
}

int draw_handle(struct slot_draw *x)
{
	x->w[0] = label_of('#', (int)dice_roll(x->rng, 40));
	return 1;
}

/* "B2" */
static int zone_at(const struct matcher *m, int pos, int32_t *zone)
{
	const struct token *t = m->t + pos;
	int32_t row;

	if (pos >= m->n || t->type != TOKEN_WORD || t->fold.len < 2 ||
	    t->fold.s[0] < 'A' || t->fold.s[0] > 'Z' ||
	    !digits_of((struct str){ t->fold.s + 1, t->fold.len - 1 }, &row) ||
	    row > 99)
		return 0;
	*zone = label_of(t->fold.s[0], row);
	return 1;
}

void read_zone(const struct slot_at *at)
{
	int32_t w[3] = { AR_NAMES_ZONE, AR_SIDE_NONE, 0 };

	matcher_expect(at->m, at->pos, EXPECT_SLOT, at->slot);
	if (zone_at(at->m, at->pos, &w[2]))
		matcher_take(at, 1, w, 3);
}

/* the same as a label alone */
void read_spot(const struct slot_at *at)
{
	int32_t zone;

	matcher_expect(at->m, at->pos, EXPECT_SLOT, at->slot);
	if (zone_at(at->m, at->pos, &zone))
		matcher_take(at, 1, &zone, 1);
}

static int32_t any_zone(struct slot_draw *x)
{
	char column = (char)('A' + (int)dice_roll(x->rng, AR_MAX_WIDTH) - 1);

	return label_of(column, (int)dice_roll(x->rng, AR_MAX_HEIGHT));
}

int draw_spot(struct slot_draw *x)
{
	x->w[0] = any_zone(x);
	return 1;
}

int draw_zone(struct slot_draw *x)
{
	x->w[0] = AR_NAMES_ZONE;
	x->w[1] = AR_SIDE_NONE;
	x->w[2] = any_zone(x);
	return 3;
}

/* "B1-B2" */
static int border_at(const struct matcher *m, int pos, int32_t w[2])
{
	return zone_at(m, pos, &w[0]) && zone_at(m, pos + 1, &w[1]) ? 2 : 0;
}

void read_border(const struct slot_at *at)
{
	int32_t w[4] = { AR_NAMES_BORDER };
	int len = border_at(at->m, at->pos, w + 2);

	matcher_expect(at->m, at->pos, EXPECT_SLOT, at->slot);
	if (len)
		matcher_take(at, len, w, 4);
}

int draw_border(struct slot_draw *x)
{
	x->w[0] = AR_NAMES_BORDER;
	x->w[1] = AR_SIDE_NONE;
	x->w[2] = any_zone(x);
	x->w[3] = any_zone(x);
	return 4;
}

/* --- targets ----------------------------------------------------------------
 */

static const char *const sides[] = { "", "mine", "enemy" };

/* MINE or ENEMY after the word: tokens, 0 none */
static int side_at(const struct matcher *m, int pos, int32_t *side)
{
	*side = AR_SIDE_NONE;
	for (int i = AR_SIDE_MINE; i <= AR_SIDE_ENEMY; i++) {
		int len =
			order_args_longest(word_at(m, pos, LIST_AIM, sides[i]));

		if (len) {
			*side = i;
			return len;
		}
	}
	return 0;
}

static const char *const aim_words[N_AR_TARGET_WORDS] = {
	[AR_NAMES_ME] = "me",           [AR_NAMES_MAGE] = "mage",
	[AR_NAMES_NEAREST] = "nearest", [AR_NAMES_WEAKEST] = "weakest",
	[AR_NAMES_ANY] = "any",         [AR_NAMES_MINE] = "mine",
	[AR_NAMES_ENEMY] = "enemy",
};

/* ME, MAGE, WEAKEST MINE .. */
static int aim_at(const struct matcher *m, int pos, int32_t w[3])
{
	for (int i = 0; i < N_AR_TARGET_WORDS; i++) {
		int len = aim_words[i]
				  ? order_args_longest(word_at(m, pos, LIST_AIM,
							       aim_words[i]))
				  : 0;

		if (!len)
			continue;
		w[0] = i;
		w[1] = AR_SIDE_NONE;
		w[2] = 0;
		if (i == AR_NAMES_NEAREST || i == AR_NAMES_WEAKEST ||
		    i == AR_NAMES_ANY)
			len += side_at(m, pos + len, &w[1]);
		return len;
	}
	return 0;
}

/* a card's name, perhaps after NEW */
static int card_target_at(const struct matcher *m, int pos, int32_t w[3])
{
	int new = order_args_longest(word_at(m, pos, LIST_AIM, "new")), len;

	len = spell_at(m, pos + new, &w[2]);
	if (!len)
		return 0;
	w[0] = new ? AR_NAMES_NEW : AR_NAMES_CARD;
	len += new;
	return len + side_at(m, pos + len, &w[1]);
}

/* HIMSELF is the one creature that the line has act, or ME where it has none */
static void take_himself(const struct slot_at *at)
{
	const struct matcher *m = at->m;
	int len = order_args_longest(word_at(m, at->pos, LIST_AIM, "self"));
	int32_t fig = 0;

	if (!len || order_args_acting(m, &fig) > 1)
		return;
	matcher_take(at, len,
		     (const int32_t[]){ fig ? AR_NAMES_OBJECT : AR_NAMES_ME, 0,
					fig },
		     3);
}

/* Every reading of a target; named: cards count; all: MINE and ENEMY do. */
static void take_targets(const struct slot_at *at, bool named, bool all)
{
	struct matcher *m = at->m;
	int32_t w[4] = { AR_NAMES_OBJECT }, card[3];
	int len = handle_at(m, at->pos, &w[2]), cards, wall;

	matcher_expect(m, at->pos, EXPECT_SLOT, at->slot);
	if (len)
		matcher_take(at, len, w, 3);
	take_himself(at);
	if (named && slot_take_labelled(at, w, 3, &w[2]))
		return;
	w[1] = AR_SIDE_NONE;
	w[0] = AR_NAMES_ZONE;
	if (zone_at(m, at->pos, &w[2]))
		matcher_take(at, 1, w, 3);
	w[0] = AR_NAMES_BORDER;
	if (at->tag >= 0 && (len = border_at(m, at->pos, w + 2)))
		matcher_take(at, len, w, 4);
	wall = order_args_longest(word_at(m, at->pos, LIST_AIM, "wall"));
	w[0] = AR_NAMES_WALL;
	if (at->tag >= 0 && wall && (len = border_at(m, at->pos + wall, w + 2)))
		matcher_take(at, wall + len, w, 4);
	cards = card_target_at(m, at->pos, card);
	if (named && is_anothers(m, at->pos, cards))
		cards = 0;
	if (cards && (named || card[0] == AR_NAMES_NEW)) {
		/* HEAL is first a word of orders, then a card */
		m->n_names += cards == 1;
		matcher_take(at, cards, card, 3);
		m->n_names -= cards == 1;
	}
	len = is_my(at) ? 0 : aim_at(m, at->pos, w);
	if (len && (all || (w[0] != AR_NAMES_MINE && w[0] != AR_NAMES_ENEMY))) {
		/* MAGE STAFF is first the card, then MAGE and a staff */
		m->n_names += len < cards;
		matcher_take(at, len, w, 3);
		m->n_names -= len < cards;
	}
	w[0] = AR_NAMES_OBJECT;
	w[1] = AR_SIDE_NONE;
	if (named && !cards && !len)
		slot_take_named(at, w, 3, &w[2]);
}

void read_target(const struct slot_at *at)
{
	take_targets(at, true, false);
}

void read_subject(const struct slot_at *at)
{
	take_targets(at, true, true);
}

void read_aim(const struct slot_at *at)
{
	take_targets(at, false, false);
}

/* the target of the line, if the line names none */
void read_who(const struct slot_at *at)
{
	static const int32_t any[3] = { AR_NAMES_ANY };

	take_targets(at, true, false);
	matcher_take(at, 0, any, 3);
}

void write_who(const struct slot_words *x)
{
	if (x->w[0] != AR_NAMES_ANY)
		write_target(x);
}

static void write_side(const struct slot_words *x)
{
	if (x->w[1] != AR_SIDE_MINE && x->w[1] != AR_SIDE_ENEMY)
		return;
	buf_addc(x->out, ' ');
	write_aim(x, sides[x->w[1]]);
}

static void write_pair(const struct slot_words *x)
{
	if (x->n < 4)
		return;
	label_render(x->out, x->w[2]);
	buf_addc(x->out, '-');
	label_render(x->out, x->w[3]);
}

void write_target(const struct slot_words *x)
{
	if (x->n < 3) { /* a zone alone */
		label_render(x->out, x->w[0]);
		return;
	}
	switch (x->w[0]) {
	case AR_NAMES_OBJECT:
	case AR_NAMES_ZONE: label_render(x->out, x->w[2]); return;
	case AR_NAMES_BORDER: write_pair(x); return;
	case AR_NAMES_WALL:
		write_aim(x, "wall");
		buf_addc(x->out, ' ');
		write_pair(x);
		return;
	case AR_NAMES_NEW:
		write_aim(x, "new");
		buf_addc(x->out, ' ');
		write_card(x, x->w[2]);
		break;
	case AR_NAMES_CARD: write_card(x, x->w[2]); break;
	default:
		if (x->w[0] < 0 || x->w[0] >= N_AR_TARGET_WORDS)
			return;
		write_aim(x, aim_words[x->w[0]]);
	}
	write_side(x);
}

static int any_handle(struct slot_draw *x)
{
	x->w[0] = AR_NAMES_OBJECT;
	x->w[1] = AR_SIDE_NONE;
	x->w[2] = label_of('#', (int)dice_roll(x->rng, 40));
	return 3;
}

int draw_handle_target(struct slot_draw *x)
{
	return any_handle(x);
}

/* Attack spells and incantations, the first of the catalog, are never in play,
 * and some are called like an attack or a word (USE HEAL); the last are staffs,
 * and MAGE before one of them is the Mage Staff. */
enum { FIRST_TARGET = 41, LAST_TARGET = 169 };

int draw_target(struct slot_draw *x)
{
	static const int words[] = { AR_NAMES_ME, AR_NAMES_MAGE,
				     AR_NAMES_NEAREST, AR_NAMES_WEAKEST };
	int32_t card;

	if (dice_roll(x->rng, 2) == 1)
		return any_handle(x);
	card = FIRST_TARGET - 1 +
	       (int32_t)dice_roll(x->rng, LAST_TARGET - FIRST_TARGET + 1);
	x->w[0] = words[(int)dice_roll(x->rng, ARRAY_LEN(words)) - 1];
	x->w[1] = AR_SIDE_NONE;
	x->w[2] = 0;
	if (x->w[0] == AR_NAMES_WEAKEST) {
		x->w[1] = (int32_t)dice_roll(x->rng, 3) - 1;
	} else if (dice_roll(x->rng, 3) == 1) {
		x->w[0] = dice_roll(x->rng, 2) == 1 ? AR_NAMES_CARD
						    : AR_NAMES_NEW;
		x->w[2] = card;
	}
	return 3;
}

int draw_subject(struct slot_draw *x)
{
	if (dice_roll(x->rng, 2) == 1)
		return draw_target(x);
	x->w[0] = dice_roll(x->rng, 2) == 1 ? AR_NAMES_MINE : AR_NAMES_ENEMY;
	x->w[1] = AR_SIDE_NONE;
	x->w[2] = 0;
	return 3;
}

/* --- lists ------------------------------------------------------------------
 */

/* "cond.burn", "token.rage", "trait.flying": what it is and its number */
static bool carried_of(struct str name, int32_t w[2])
{
	static const char *const of[] = { "cond.", "token.", "trait." };

	for (int i = 0; i < (int)ARRAY_LEN(of); i++) {
		size_t n = strlen(of[i]);
		struct str rest = { name.s + n, name.len - n };

		if (!str_starts(name, of[i]))
			continue;
		w[0] = AR_CARRIES_COND + i;
		w[1] = ar_carried_named(w[0], rest);
		return w[1] >= 0;
	}
	return false;
}

void read_carried(const struct slot_at *at)
{
	struct matcher *m = at->m;
	const struct grammar_listed *l;
	int32_t w[2];
	int len, card;

	matcher_expect(m, at->pos, EXPECT_SLOT, at->slot);
	l = listed_at(m, at->pos, LIST_CARRIED, &len);
	if (l && carried_of(l->name, w))
		matcher_take(at, len, w, 2);
	card = spell_at(m, at->pos, &w[1]);
	w[0] = AR_CARRIES_CARD;
	if (card > len)
		matcher_take(at, card, w, 2);
}

static void write_carried_word(const struct slot_words *x, int32_t what,
			       int32_t value)
{
	const struct grammar_list *l = &x->g->list[LIST_CARRIED];

	for (int i = 0; i < l->n; i++) {
		int32_t w[2];

		if (!carried_of(l->v[i].name, w) || w[0] != what ||
		    w[1] != value)
			continue;
		buf_adds(x->out,
			 vocabulary_shown(x->g->words, l->v[i].key, x->lang));
		return;
	}
}

void write_carried(const struct slot_words *x)
{
	if (x->w[0] == AR_CARRIES_CARD)
		write_card(x, x->w[1]);
	else
		write_carried_word(x, x->w[0], x->w[1]);
}

int draw_carried(struct slot_draw *x)
{
	x->w[0] = AR_CARRIES_COND;
	x->w[1] = (int32_t)dice_roll(x->rng, N_AR_CONDS) - 1;
	return 2;
}

enum { MARKERS_MAX = 12, MARKER_HANDLE = 16 };

/* a condition, or a handle: tokens, 0 it is none */
static int marker_at(const struct matcher *m, int pos, int32_t *out)
{
	const struct grammar_listed *l;
	int32_t w[2];
	int len = handle_at(m, pos, out);

	if (len) {
		*out += MARKER_HANDLE;
		return len;
	}
	l = listed_at(m, pos, LIST_CARRIED, &len);
	if (!l || !carried_of(l->name, w) || w[0] != AR_CARRIES_COND)
		return 0;
	*out = w[1];
	return len;
}

/* all of them together are one argument */
void read_markers(const struct slot_at *at)
{
	int32_t w[MARKERS_MAX];
	int n = 0, pos = at->pos, len;

	matcher_expect(at->m, pos, EXPECT_SLOT, at->slot);
	while (n < MARKERS_MAX && (len = marker_at(at->m, pos, &w[n])) != 0) {
		pos += len;
		n++;
	}
	if (n)
		matcher_take(at, pos - at->pos, w, n);
}

void write_markers(const struct slot_words *x)
{
	for (int i = 0; i < x->n; i++) {
		if (i)
			buf_addz(x->out, ", ");
		if (x->w[i] > MARKER_HANDLE)
			label_render(x->out, x->w[i] - MARKER_HANDLE);
		else
			write_carried_word(x, AR_CARRIES_COND, x->w[i]);
	}
}

int draw_markers(struct slot_draw *x)
{
	int n = (int)dice_roll(x->rng, 3);

	for (int i = 0; i < n; i++)
		x->w[i] =
			dice_roll(x->rng, 3) == 1
				? MARKER_HANDLE + (int32_t)dice_roll(x->rng, 40)
				: (int32_t)dice_roll(x->rng, N_AR_CONDS) - 1;
	return n;
}

/* effects of Upkeep, in the order in which they are to be done */
void read_effects(const struct slot_at *at)
{
	const struct grammar_listed *l;
	int32_t w[MARKERS_MAX];
	int n = 0, pos = at->pos, len;

	matcher_expect(at->m, pos, EXPECT_SLOT, at->slot);
	while (n < MARKERS_MAX &&
	       (l = listed_at(at->m, pos, LIST_UPKEEP, &len)) != NULL) {
		pos += len;
		w[n++] = l->number;
	}
	if (n)
		matcher_take(at, pos - at->pos, w, n);
}

void write_effects(const struct slot_words *x)
{
	const struct grammar_list *l = &x->g->list[LIST_UPKEEP];

	for (int k = 0; k < x->n; k++)
		for (int i = 0; i < l->n; i++)
			if (l->v[i].number == x->w[k])
				buf_addf(x->out, "%s%.*s", k ? ", " : "",
					 STR_ARG(vocabulary_shown(x->g->words,
								  l->v[i].key,
								  x->lang)));
}

int draw_effects(struct slot_draw *x)
{
	x->w[0] = 0;
	x->w[1] = (int32_t)dice_roll(x->rng, 3);
	return 2;
}

/* --- conditions within an order ------------------------------------------- */

static const struct vocabulary_key *key_named(const struct grammar *g,
					      const char *name, int *key)
{
	*key = vocabulary_key(g->words, str_of(name));
	return *key < 0 ? NULL : &g->words->keys[*key];
}

/* [NOT] condition: 1 if negated, then its words */
void read_condition(const struct slot_at *at)
{
	struct matcher *m = at->m;
	struct grammar_result *r = ARENA_NEW(m->arena, struct grammar_result);
	int32_t w[1 + GRAMMAR_MAX_CONDITION];
	int key, not = 0;

	if (key_named(m->g, "not", &key))
		not = matcher_key_length(m, at->pos, key);
	matcher_expect(m, at->pos, EXPECT_SLOT, at->slot);
	if (at->pos + not >= m->n)
		return;
	grammar_read_condition(m->g, m->arena, m->names, m->t + at->pos + not,
			       m->n - at->pos - not, r);
	if (r->fault != GRAMMAR_FAULT_NONE)
		return;
	w[0] = not != 0;
	memcpy(w + 1, r->words, (size_t)r->n_words * sizeof(*w));
	matcher_take(at, not +r->n_tokens, w, 1 + r->n_words);
}

void write_condition(const struct slot_words *x)
{
	int key;

	if (x->n < 2)
		return;
	if (x->w[0] && key_named(x->g, "not", &key)) {
		buf_adds(x->out, vocabulary_shown(x->g->words, key, x->lang));
		buf_addc(x->out, ' ');
	}
	grammar_write_condition(x->g, x->lang, x->w + 1, x->n - 1, x->out);
}

int draw_condition(struct slot_draw *x)
{
	x->w[0] = (int32_t)dice_roll(x->rng, 2) - 1;
	if (dice_roll(x->rng, 2) == 1) {
		x->w[1] = AR_COND_ROUND;
		x->w[2] = (int32_t)dice_roll(x->rng, 9);
		return 3;
	}
	x->w[1] = AR_COND_ALIVE;
	x->w[2] = AR_NAMES_OBJECT;
	x->w[3] = AR_SIDE_NONE;
	x->w[4] = label_of('#', (int)dice_roll(x->rng, 40));
	return 5;
}

/* MAGE before the enemy's value */
void read_enemy(const struct slot_at *at)
{
	int32_t w = 1;
	int len = order_args_longest(word_at(at->m, at->pos, LIST_AIM, "mage"));

	if (len)
		matcher_take(at, len, &w, 1);
	w = 0;
	matcher_take(at, 0, &w, 1);
}

void write_enemy(const struct slot_words *x)
{
	if (x->w[0])
		write_aim(x, "mage");
}

int draw_enemy(struct slot_draw *x)
{
	x->w[0] = (int32_t)dice_roll(x->rng, 2) - 1;
	return 1;
}

/* [>=] n, [<=] n: tokens, 0 it is none */
static int bounded_at(const struct matcher *m, int pos, enum token_type sign,
		      int32_t *out)
{
	int len = pos < m->n && m->t[pos].type == sign;
	const struct token *t = m->t + pos + len;

	if (pos + len >= m->n || t->type != TOKEN_NUMBER || !t->whole ||
	    t->number < 0)
		return 0;
	*out = t->number / NUMBER;
	return len + 1;
}

static void read_bounded(const struct slot_at *at, enum token_type sign)
{
	int32_t w;
	int len = bounded_at(at->m, at->pos, sign, &w);

	matcher_expect(at->m, at->pos, EXPECT_SLOT, at->slot);
	if (len)
		matcher_take(at, len, &w, 1);
}

void read_least(const struct slot_at *at)
{
	read_bounded(at, TOKEN_LEAST);
}

void write_least(const struct slot_words *x)
{
	buf_addf(x->out, ">= %d", (int)x->w[0]);
}

void read_most(const struct slot_at *at)
{
	read_bounded(at, TOKEN_MOST);
}

void write_most(const struct slot_words *x)
{
	buf_addf(x->out, "<= %d", (int)x->w[0]);
}

/* either: the number, and 1 if it is the most */
void read_bound(const struct slot_at *at)
{
	int32_t w[2] = { 0, 0 };
	int len = bounded_at(at->m, at->pos, TOKEN_LEAST, &w[0]);

	matcher_expect(at->m, at->pos, EXPECT_SLOT, at->slot);
	if (!len) {
		w[1] = 1;
		len = bounded_at(at->m, at->pos, TOKEN_MOST, &w[0]);
	}
	if (len)
		matcher_take(at, len, w, 2);
}

void write_bound(const struct slot_words *x)
{
	buf_addf(x->out, "%s %d", x->w[1] ? "<=" : ">=", (int)x->w[0]);
}

int draw_bound(struct slot_draw *x)
{
	x->w[0] = (int32_t)dice_roll(x->rng, 9);
	x->w[1] = (int32_t)dice_roll(x->rng, 2) - 1;
	return 2;
}
