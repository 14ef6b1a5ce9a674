/* src/games/arena/rules/carryover.c */
#include "games/arena/rules/carryover.h"
#include "games/arena/rules/play.h"

/* "arena/57" as 57; 0: it is none */
static int card_of(const char *key)
{
	int n = 0;

	if (strncmp(key, "arena/", 6) != 0)
		return 0;
	for (key += 6; *key; key++) {
		if (*key < '0' || *key > '9' || n >= AR_MAX_CARDS)
			return 0;
		n = 10 * n + *key - '0';
	}
	return n < AR_MAX_CARDS ? n : 0;
}

/* copies of a card in the book that was sealed, or is brought before that */
static int32_t copies_of(const struct ar_player *p, int card)
{
	return (int32_t)((uint32_t)p->first_book[card / 8] >> 4 * (card % 8) &
			 15);
}

static bool spell_carry(struct ar_player *p, const struct carryover *c)
{
	int card = card_of(c->key);

	if (!card || copies_of(p, card))
		return false;
	p->first_book[card / 8] |=
		(int32_t)((uint32_t)c->value[0] << 4 * (card % 8));
	return true;
}

/* class and element in a word that is zero for none: element from -1 on */
static int32_t mage_word(int32_t class, int32_t element)
{
	return class | (element + 1) << 8;
}

bool ar_carryover_apply(void *state, const struct carryover *c)
{
	struct ar_state *s = state;
	struct ar_player *p = &s->player[c->seat];

	if (carryover_is(c, "spell", 1, 1, 15))
		return spell_carry(p, c);
	if (carryover_is(c, "points", 1, 0, 1000)) {
		s->carried_points[c->seat] += c->value[0];
		return s->carried_points[c->seat] <= 1000;
	}
	if (!carryover_is(c, "mage", 2, -1, N_AR_SCHOOLS) || c->value[0] < 1 ||
	    c->value[0] >= N_AR_CLASSES)
		return false;
	s->carried_mage[c->seat] = mage_word(c->value[0], c->value[1]);
	return true;
}

bool ar_carries_mage(const struct ar_state *s, int seat, int *class,
		     int *element)
{
	int32_t is = s->carried_mage[seat];

	*class = (int)(is & 255);
	*element = (int)(is >> 8) - 1;
	return is != 0;
}

bool ar_mage_carried(const struct ar_state *s, int seat, int class, int element,
		     struct refusal *no)
{
	int32_t is = s->carried_mage[seat];

	if (element >= N_AR_SCHOOLS)
		element = -1;
	if (!is || is == mage_word(class, element))
		return true;
	return ar_no(no, AR_REFUSAL_CARRIED_MAGE, AR_SETUP_01,
		     ar_card_mage(s, is & 255));
}

bool ar_book_carried(const struct ar_state *s, int seat,
		     const int32_t copies[AR_MAX_CARDS], struct refusal *no)
{
	const struct ar_player *p = &s->player[seat];

	if (p->book_in || s->head.option[AR_OPTION_MODE] == AR_APPRENTICE)
		return true;
	for (int i = 1; i < s->n_cards; i++)
		if (copies[i] < copies_of(p, i))
			return ar_no2(no, AR_REFUSAL_CARRIED_BOOK, AR_BOOK_01,
				      i, copies_of(p, i));
	return true;
}

static void key_put(char *key, int card)
{
	char digits[4];
	int n = 0;

	memcpy(key, "arena/", 6);
	key += 6;
	for (; card; card /= 10)
		digits[n++] = (char)('0' + card % 10);
	while (n)
		*key++ = digits[--n];
	*key = 0;
}

static void name_put(const struct ar_state *s, int card, struct carryover *c)
{
	(void)ar_pool_text(s, s->card[card].name[0], c->name, sizeof(c->name));
}

static void spells_leave(const struct ar_state *s, int seat,
			 struct carryover_list *out)
{
	for (int i = 1; i < s->n_cards; i++) {
		int32_t copies = copies_of(&s->player[seat], i);
		struct carryover *c;

		if (!copies)
			continue;
		c = carryover_add(out, seat, "spell", copies);
		if (!c)
			return;
		key_put(c->key, i);
		name_put(s, i, c);
	}
}

void ar_leaves(const void *state, struct carryover_list *out)
{
	const struct ar_state *s = state;

	for (int seat = 0; seat < AR_MAX_SEATS; seat++) {
		const struct ar_player *p = &s->player[seat];
		struct carryover *c;

		if (!s->head.seat[seat].present || !p->class)
			continue;
		c = carryover_add(out, seat, "mage", p->class);
		if (c) {
			c->value[1] = p->element;
			c->n = 2;
			name_put(s, ar_card_mage(s, (int)p->class), c);
		}
		if (s->head.option[AR_OPTION_MODE] != AR_APPRENTICE)
			spells_leave(s, seat, out);
		if (s->carried_points[seat])
			carryover_add(out, seat, "points",
				      s->carried_points[seat]);
	}
}
