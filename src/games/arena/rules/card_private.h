/*
 * src/games/arena/rules/card_private.h - what card.c and card_import.c share:
 * the numbers of a card in the order in which card_defined has them, and their
 * ranges.
 */
#ifndef GAMES_ARENA_RULES_CARD_PRIVATE_H
#define GAMES_ARENA_RULES_CARD_PRIVATE_H
#include "base/parse.h"
#include "games/arena/rules/spell_private.h"
#include <stddef.h>

enum {
	AR_CARD_TEXT = 120, /* bytes of a text of a card */
	AR_CARD_TEXT_WORDS = 2 + AR_CARD_TEXT / 4,
	AR_CARD_TRAITS = 12,
	AR_CARD_PROFILES = 4,
	N_AR_CARD_MEMBERS = 28
};

struct ar_card_member {
	size_t at; /* word of the struct */
	int32_t min, max;
};

/* logs hold their order: add at the end only */
extern const struct ar_card_member ar_card_members[N_AR_CARD_MEMBERS];
#endif
