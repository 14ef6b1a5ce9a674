/*
 * src/games/arena/rules/card.h - printed data of a card in the pool of the
 * state: traits, profiles of attacks, texts; and the event that defines one.
 */
#ifndef GAMES_ARENA_RULES_CARD_H
#define GAMES_ARENA_RULES_CARD_H
#include "games/arena/rules/arena.h"

/* A printed trait: "Flame-2", "Regenerate 2". */
struct ar_trait_word {
	int32_t trait, amount; /* 1 for one that is on */
};

enum ar_profile_flag {
	AR_PROFILE_ETHEREAL = 1,
	AR_PROFILE_UNAVOIDABLE = 2,
	AR_PROFILE_ZONE = 4,
	AR_PROFILE_SWEEPING = 8,
	AR_PROFILE_REACH = 16,
	AR_PROFILE_COUNTERSTRIKE = 32,
	AR_PROFILE_CRITICAL = 64, /* every face counts as critical */
	AR_PROFILE_VAMPIRIC = 128,
	AR_PROFILE_TIMES_LEVEL = 256, /* Sharp Thorns: level - 1 of them */
	AR_PROFILE_X = 512            /* X dice, X on the effect die */
};

/* "+2_vs_Nonliving_Creatures": whom the bonus is against, bits; any fits */
enum ar_versus {
	AR_VS_FLYING = 1,
	AR_VS_NONLIVING_CREATURE = 2,
	AR_VS_INCORPOREAL = 4,
	AR_VS_DARK_CREATURE = 8
};

enum ar_profile_action {
	AR_ACTION_NONE, /* of a spell, trap, ability */
	AR_ACTION_QUICK,
	AR_ACTION_FULL,
	AR_ACTION_BARRIER,
	AR_ACTION_PASSAGE,
	AR_ACTION_SPELL /* a quick spell of a Mage */
};

/* kind of a printed profile beyond enum ar_attack_kind: display only */
enum { AR_PROFILE_HEAL = 16, AR_PROFILE_LOOK };

enum { AR_EFFECT_ROWS = 2 };

/* A row of an effect table: totals from..to bring first, then second. */
struct ar_effect_row {
	int32_t from, to;            /* INT32_MAX: open; from 0: no row */
	int32_t effect[2], count[2]; /* enum ar_effect; count 0: none */
};

/* A profile of AR-ATK-03. */
struct ar_profile {
	int32_t name;     /* pool: text, as printed in English */
	int32_t action;   /* enum ar_profile_action */
	int32_t kind;     /* AR_MELEE, AR_RANGED, AR_AUTO (none) or display */
	int32_t min, max; /* range; max 99: the arena */
	int32_t dice;
	int32_t type;    /* enum ar_type */
	int32_t flags;   /* enum ar_profile_flag */
	int32_t strikes; /* 1, 2, 3 */
	int32_t piercing, drain, transfer;
	int32_t versus, bonus; /* bits of enum ar_versus */
	struct ar_effect_row row[AR_EFFECT_ROWS];
};

/* Profile i of the card, below card.n_profiles. */
const struct ar_profile *ar_profile(const struct ar_state *s, int card, int i);
/* Is it called so? text: a word of the order, "heavy-claw-strike", or the card
 * that has it, "spell.17" */
bool ar_profile_called(const struct ar_state *s, int card, int i,
		       const int32_t *text, int n);
const struct ar_trait_word *ar_printed(const struct ar_state *s, int card,
				       int i);

/* A text of the pool, in room (as text_unpack). */
struct str ar_pool_text(const struct ar_state *s, int32_t at, char *room,
			size_t size);

/* The card with this key ("rhino-hide"), 0 if there is none. */
int ar_card_keyed(const struct ar_state *s, struct str key);

/* The Mage of this class in this game's mode, 0 if there is none. */
int ar_card_mage(const struct ar_state *s, int class);

static inline bool ar_card_has(const struct ar_card *c, int subtype)
{
	return subtype >= 0 && c->subtypes[subtype / 32] >> subtype % 32 & 1;
}

static inline int ar_school_level(const struct ar_card *c, int school)
{
	return (int)(c->schools >> 3 * school & 7);
}

/* copies in the printed book of the class, in either mode (AR-BOOK-16) */
static inline int ar_card_copies(const struct ar_card *c, int class,
				 bool apprentice)
{
	int at = class - 1 + (apprentice ? N_AR_CLASSES - 1 : 0);

	return (int)(c->books >> 3 * at & 7);
}

/* is it of the school (AR-BOOK-14) */
static inline bool ar_of_school(const struct ar_card *c, int school)
{
	return ar_school_level(c, school) > 0;
}

static inline bool ar_card_is(const struct ar_state *s, int card,
			      enum ar_card_flag flag)
{
	return s->card[card].flags & (int)flag;
}

/* evolve of card_defined; false: it does not fit */
bool ar_evolve_card(struct ar_state *s, const struct event *e);

/*
 * A row of the catalog as the event that defines card number `card`; columns
 * by name as in db/catalog/arena. The catalog and set-up lines use it, and
 * nothing else reads rows. False: the reason is added to fault, with the
 * column of the row's program where the fault lies there.
 */
struct ar_row {
	const struct str *column, *value; /* borrowed */
	int n;
	struct str program; /* "" or the row of the spell's program */
};
bool ar_card_event(const struct ar_row *row, int card, struct event *out,
		   struct buf *fault);

/* Is the card that the event defines a game master's own? */
bool ar_card_is_house(const struct event *e);
#endif
