/*
 * src/games/arena/rules/spellbook.c - checks spellbooks and counts their points
 * (AR-BOOK)
 */
#include "games/arena/rules/play.h"

/* a school as this Mage knows it: x 1 trained, x 3 opposed, else x 2 */
static int spellbook_factor(const struct ar_card *mage, int element, int school)
{
	if (mage->trained >> school & 1 || school == element)
		return 1;
	return mage->opposed >> school & 1 ? 3 : 2;
}

int ar_book_points(const struct ar_state *s, int class, int element, int card)
{
	const struct ar_card *c = &s->card[card];
	const struct ar_card *mage = &s->card[ar_card_mage(s, class)];
	bool any = c->flags & AR_CARD_ANY_SCHOOL;
	int sum = 0, least = 0;

	if (RULE(AR_BOOK_04, c->flags & AR_CARD_NOVICE))
		return 1;
	for (int school = 0; school < N_AR_SCHOOLS; school++) {
		int points = ar_school_level(c, school);

		if (!points)
			continue;
		points *= spellbook_factor(mage, element, school);
		sum += points;
		if (!least || points < least)
			least = points;
	}
	/* AR-BOOK-03: of several, all or the cheapest */
	return RULE(AR_BOOK_03, any) ? least : sum;
}

/* AR-BOOK-06, -07 */
static int most_copies(const struct ar_card *c)
{
	if (RULE(AR_BOOK_07, c->flags & AR_CARD_EPIC))
		return 1;
	return RULE(AR_BOOK_06, c->level <= 1) ? 6 : 4;
}

static bool spellbook_allowed(const struct ar_card *c,
			      const struct ar_card *mage, int class,
			      int element)
{
	if (c->only_class >= 0)
		return c->only_class == class;
	return c->only_school < 0 || c->only_school == element ||
	       mage->trained >> c->only_school & 1;
}

static bool card_check(const struct ar_state *s, int class, int element,
		       int card, int32_t copies, struct refusal *no)
{
	const struct ar_card *c = &s->card[card];
	const struct ar_card *mage = &s->card[ar_card_mage(s, class)];

	if (c->kind == AR_MAGE || copies < 0 ||
	    !RULE(AR_BOOK_08, spellbook_allowed(c, mage, class, element)))
		return ar_no(no, AR_REFUSAL_NOT_ALLOWED, AR_BOOK_08, card);
	if (copies > most_copies(c))
		return ar_no2(no, AR_REFUSAL_COPIES,
			      c->flags & AR_CARD_EPIC ? AR_BOOK_07 : AR_BOOK_06,
			      copies, most_copies(c));
	return true;
}

bool ar_book_check(const struct ar_state *s, int class, int element,
		   int32_t more, const int32_t copies[AR_MAX_CARDS],
		   struct refusal *no)
{
	int mage = ar_card_mage(s, class);
	int32_t sum = 0, cards = 0;

	if (!mage)
		return ar_no(no, AR_REFUSAL_NO_BOOK, AR_SETUP_01, class);
	for (int i = 1; i < s->n_cards; i++) {
		if (!copies[i])
			continue;
		if (!card_check(s, class, element, i, copies[i], no))
			return false;
		sum += copies[i] * ar_book_points(s, class, element, i);
		cards += copies[i];
	}
	if (!cards)
		return ar_no(no, AR_REFUSAL_NO_BOOK, AR_SETUP_01, class);
	if (RULE(AR_BOOK_01, sum > s->card[mage].points + more))
		return ar_no2(no, AR_REFUSAL_TOO_DEAR, AR_BOOK_01, sum,
			      s->card[mage].points + more);
	return true;
}

/* The printed book of this Mage, as its cards say (AR-BOOK-16). */
bool ar_book_starting(const struct ar_state *s, int class, int32_t *copies)
{
	bool apprentice = s->head.option[AR_OPTION_MODE] == AR_APPRENTICE;
	bool found = false;

	for (int i = 0; i < AR_MAX_CARDS; i++) {
		copies[i] = ar_card_copies(&s->card[i], class, apprentice);
		found |= copies[i] > 0;
	}
	return RULE(AR_BOOK_16, found);
}
