/*
 * src/games/arena/rules/spell_parse.h - parses spells as data (AR-SDATA):
 * turns a row of text into words in the pool of the state.
 *
 *	row    = "-" | clause { " ; " clause }
 *	clause = kind [ "(" option { "," option } ")" ] ": "
 *	         action { ", " action }
 *
 * The parser limits the clauses of a row, the verbs of a clause and all words.
 */
#ifndef GAMES_ARENA_RULES_SPELL_PARSE_H
#define GAMES_ARENA_RULES_SPELL_PARSE_H
#include "games/arena/rules/card.h"

enum {
	AR_PROGRAM_MAX = 200, /* words of a row */
	AR_CLAUSES_MAX = 8,
	AR_VERBS_MAX = 6 /* of a clause */
};

enum ar_clause_kind {
	AR_CLAUSE_CAST,
	AR_CLAUSE_ANNOUNCE,
	AR_CLAUSE_GIVE,
	AR_CLAUSE_ON,
	AR_CLAUSE_MUST,
	AR_CLAUSE_MAY,
	AR_CLAUSE_USE,
	AR_CLAUSE_PERMIT,
	N_AR_CLAUSES
};

enum ar_on { /* AR-SDATA section 3 */
	     AR_ON_NONE,
	     AR_ON_UPKEEP,
	     AR_ON_ACTIVATE,
	     AR_ON_AROUND,
	     AR_ON_MOVE,
	     AR_ON_ENTER,
	     AR_ON_CASTING,
	     AR_ON_RESOLVED,
	     AR_ON_DECLARE,
	     AR_ON_AVOID,
	     AR_ON_ROLL,
	     AR_ON_HURT,
	     AR_ON_DAMAGES,
	     AR_ON_STRUCK,
	     AR_ON_DESTROYED,
	     AR_ON_REVEAL,
	     AR_ON_SUMMON,
	     N_AR_ONS
};

enum ar_use { AR_USE_QUICK, AR_USE_FULL, AR_USE_QUICKSPELL, AR_USE_FULLSPELL };

/* A clause, unpacked. Filters, conditions, selectors and actions are offsets
 * into the words of the row, 0: none. */
struct ar_clause {
	int kind;                             /* enum ar_clause_kind */
	int event;                            /* enum ar_on */
	int use;                              /* enum ar_use */
	int who, to, by, spell, attack, each; /* filters; attack: kind= */
	int at, min, max; /* use: at=, range=; max 99: arena; at 0: no target */
	int condition;
	int pay;       /* mana; -1: X, -2: level + 1, -3: removal */
	int per_round; /* 0: no limit */
	int counter;   /* which of ar_obj.used it counts in */
	int n_actions, actions;
};

/* --- filters (AR-SDATA table 6) ------------------------------------------ */

/* A word of a filter. Those up to AR_IS_SEAT name one object, as selectors do.
 */
enum ar_test_word {
	AR_IS_NOTHING,
	AR_IS_SELF,
	AR_IS_HOST,
	AR_IS_TARGET,
	AR_IS_TARGET2,
	AR_IS_ITEM,
	AR_IS_MOVER,
	AR_IS_CASTER,
	AR_IS_CHOSEN,
	AR_IS_IT,
	AR_IS_SAME,
	AR_IS_MAGE, /* ctl's own: "mage" alone */
	AR_IS_SEAT, /* "ctl": a player, where one is meant */
	/* kinds */
	AR_IS_CREATURE,
	AR_IS_CONJURATION,
	AR_IS_ENCHANTMENT, /* "ench": an object */
	AR_IS_EQUIPMENT,
	AR_IS_ANY_MAGE, /* "mage" among other words */
	/* whose */
	AR_IS_FRIEND,
	AR_IS_ENEMY,
	AR_IS_OWN,
	AR_IS_OWNED,
	/* as it stands now */
	AR_IS_LIVING,
	AR_IS_CORPOREAL,
	AR_IS_FLYING,
	AR_IS_UNMOVABLE,
	AR_IS_UNCONTAINABLE,
	AR_IS_HIDDEN,
	AR_IS_LEGENDARY,
	AR_IS_PSYCHIC_IMMUNE,
	AR_IS_POISON_IMMUNE,
	AR_IS_SUBTYPE, /* arg: its number */
	AR_IS_SCHOOL,  /* arg: enum ar_school */
	/* spells */
	AR_IS_ATTACK_SPELL,
	AR_IS_INCANTATION,
	AR_IS_ENCHANTMENT_SPELL, /* "enchantment" */
	AR_IS_EPIC,
	AR_IS_QUICK,
	AR_IS_LEVEL, /* at most arg */
	/* places */
	AR_IS_HERE,
	AR_IS_ON_TARGET,
	AR_IS_ON_IT,
	AR_IS_SEEN,     /* line of sight from self */
	AR_IS_IN_RANGE, /* min + 100 * max, from self */
	/* counts and names */
	AR_IS_FRESH,
	AR_IS_NAMED,
	AR_IS_CURSED,
	AR_HAS, /* arg: 16 + enum ar_cond, or enum ar_token */
	/* attacks */
	AR_IS_OUT, /* made by the object */
	AR_IS_IN,  /* made on it */
	AR_IS_MELEE,
	AR_IS_RANGED,
	AR_IS_SPELL,
	AR_IS_FIRST,
	AR_IS_COUNTERSTRIKE,
	AR_IS_TYPE, /* arg: enum ar_type */
	N_AR_TESTS
};

/* One word of a filter: an "or" joins it to the next, "." goes between. */
struct ar_test {
	enum ar_test_word word;
	bool not, or_next;
	int32_t arg;
};

/* The test at *at of the words of a row, which is moved on. at begins one
 * behind the filter's place, where its length in words stands. */
void ar_test_at(const int32_t *w, int *at, struct ar_test *out);
static inline int ar_filter_end(const int32_t *w, int filter)
{
	return filter + 1 + w[filter];
}

/* --- actions ---------------------------------------------------------------
 */

enum ar_verb_word {
	AR_V_NONE,
	AR_V_ATTACK,
	AR_V_ZATTACK,
	AR_V_CHAIN,
	AR_V_DIRECT,
	AR_V_HEAL,
	AR_V_MANA,
	AR_V_MOD,
	AR_V_COND,
	AR_V_UNCOND,
	AR_V_TOKEN,
	AR_V_UNTOKEN,
	AR_V_DESTROY,
	AR_V_TELEPORT,
	AR_V_PUSH,
	AR_V_BANISH,
	AR_V_READY,
	AR_V_SUMMON,
	AR_V_ATTACH,
	AR_V_CONTROL,
	AR_V_CHOOSE,
	AR_V_PICK,
	AR_V_LOOK,
	AR_V_AVOID,
	AR_V_REFLECT,
	AR_V_CANCEL,
	AR_V_COUNTER,
	AR_V_ROLL,
	AR_V_REROLL,
	AR_V_REBIND,
	AR_V_SEAL,
	AR_V_PREVENT,
	AR_V_REBOOK,
	AR_V_QUICK,
	/* of give clauses */
	AR_V_TRAIT,
	AR_V_LOSE,
	AR_V_BARRIER,
	AR_V_DEFENSE,
	AR_V_TAX,
	AR_V_DISCOUNT,
	AR_V_SPAWN,
	AR_V_FAMILIAR,
	AR_V_SPELLBIND,
	AR_V_SUMMON_HERE,
	N_AR_VERB_WORDS
};

enum ar_select {
	AR_SELECT_NONE,
	AR_SELECT_ONE_OF,   /* the object a filter of one word names */
	AR_SELECT_EACH,     /* each(filter) */
	AR_SELECT_NAMED_OF, /* one(filter): the one named in the order */
	AR_SELECT_NAMED,    /* what the order names; with filter: that fits */
	AR_SELECT_HERE      /* the zone of self */
};

enum ar_amount {
	AR_AMOUNT_NUMBER,
	AR_AMOUNT_DICE, /* so many attack dice, all faces counted */
	AR_AMOUNT_X,
	AR_AMOUNT_DONE,
	AR_AMOUNT_UP_TO,  /* 0..n, as the line says */
	AR_AMOUNT_TOKENS, /* tokens of kind n on self */
	AR_AMOUNT_LEVEL,  /* level(done) or level(it), sign in n */
};

enum ar_against { AR_AGAINST_ATTACK, AR_AGAINST_SPELL, AR_AGAINST_MOVE };
enum ar_option_flag {
	AR_FLAG_PAY = 1,  /* uncond: each for its removal cost */
	AR_FLAG_CAST = 2, /* discount: the casting cost of an enchantment */
	AR_FLAG_IT = 4    /* level(it) instead of level(done) */
};
enum { AR_UNCOND_NAMED = N_AR_CONDS };

/* An action of a clause, unpacked; what its verb does not use is 0. */
struct ar_action {
	int32_t verb;
	int32_t who, who_filter; /* enum ar_select */
	int32_t to, to_filter;   /* zone, host, player; but= of zattack */
	int32_t profile, plus_x; /* from 0 */
	int32_t amount, n;       /* enum ar_amount; the sign is in n */
	int32_t type;            /* of damage */
	int32_t trait, value;    /* amount tells what value is */
	int32_t filter;          /* bracket; of choose, spawn, discount .. */
	int32_t filter2;         /* discount: of the target */
	int32_t duration;
	int32_t cond;           /* or AR_UNCOND_NAMED */
	int32_t token, most;    /* most 0: no bound */
	int32_t against;        /* enum ar_against: reflect, cancel, tax */
	int32_t uses;           /* of a defense that needs n; 0: unlimited */
	int32_t flags;          /* enum ar_option_flag, ar_defense_flag */
	int32_t n_picks, picks; /* pick: actions, one after the other */
};

/* The action at *at, which is moved on to the next. Its words are its verb,
 * which other members follow (bits by their place in the struct), and they. */
void ar_action_at(const int32_t *w, int *at, struct ar_action *out);

/* --- conditions (if=) ------------------------------------------------------
 */

enum ar_if_word {
	AR_IF_NONE,
	AR_IF_HAS,       /* who, what: as AR_HAS */
	AR_IF_IS,        /* who, filter */
	AR_IF_HAVE,      /* filter: ctl controls one */
	AR_IF_SAME_ZONE, /* as ctl's Mage */
	AR_IF_FREE,      /* the class token is in hand */
	N_AR_IFS
};
struct ar_if {
	enum ar_if_word what;
	bool not ;
	int32_t who; /* enum ar_test_word that names one */
	int32_t arg; /* marker or token; or a filter's place */
};
void ar_if_at(const int32_t *w, int at, struct ar_if *out);

/* --- reading and writing -----------------------------------------------------
 */

/*
 * The words of a row of program text, at most AR_PROGRAM_MAX; n_profiles: of
 * the card. False with what is wrong in fault, and its column (bytes, from 1).
 */
bool ar_program_parse(struct str text, int n_profiles, int32_t *w, int *n,
		      int *column, struct buf *fault);

/* Could these words have come from ar_program_parse? (foreign logs) */
bool ar_program_check(const int32_t *w, int n, int n_profiles);

/* The text again: parse(render(w)) = w. */
void ar_program_render(struct buf *out, const int32_t *w, int n);

/* How many clauses, and number i of them. */
int ar_clauses(const struct ar_state *s, int card);
void ar_clause_at(const struct ar_state *s, int card, int i,
		  struct ar_clause *out);

/* The words of a card's row; places in clauses count from here. */
static inline const int32_t *ar_words(const struct ar_state *s, int card)
{
	return s->pool + s->card[card].program;
}

/* enum ar_clause_kind of clause i of these words, which is their first member,
 * as most that look through them want to know no more. */
static inline int ar_clause_kind(const int32_t *w, int i)
{
	const int32_t *clause = w + w[1 + i];

	return clause[0] & 1 ? clause[1] : 0;
}

/* Is one of its actions about this trait? No more of it is looked at. */
bool ar_clause_names(const int32_t *w, int i, int32_t trait);
#endif
