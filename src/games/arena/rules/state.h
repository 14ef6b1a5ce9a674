/*
 * src/games/arena/rules/state.h - the state of a game of Mage Wars Arena (AR
 * section 1), one flat struct of 32-bit words: no pointers, no padding: its
 * canonical encoding is that of its words (engine/game.h).
 *
 * Objects are sorted by handle (AR-STATE-12); an object that leaves play
 * leaves no gap, so that data which outlives an event names objects by handle.
 * Cards are defined before everything else, all of the catalog and a game
 * master's own, so that they reveal no player's book; card 0 is none.
 *
 * Handles are labels without a letter ("#5" is the word 5), zones labels with
 * one ("B2" is label_of('B', 2)). Unused parts are zero, so that equal games
 * have equal bytes. In a view, values hidden from its reader are AR_UNKNOWN.
 */
#ifndef GAMES_ARENA_RULES_STATE_H
#define GAMES_ARENA_RULES_STATE_H
#include "engine/system.h"
#include "games/arena/rules/numbers.h"

enum {
	AR_MAX_SEATS = 4,
	AR_MAX_WIDTH = 6,
	AR_MAX_HEIGHT = 4,
	AR_MAX_ZONES = AR_MAX_WIDTH * AR_MAX_HEIGHT,
	AR_MAX_CARDS = 224,    /* of the catalog, Mages and the house */
	AR_POOL_WORDS = 11264, /* the catalog takes three quarters */
	AR_MAX_OBJECTS = 128,  /* in play at once */
	AR_MAX_MODS = 128,
	AR_MAX_PAIRS = 160,  /* the oldest goes where there is no room */
	AR_MAX_PILE = 128,   /* a book has at most 120 cards */
	AR_MAX_SEALED = 860, /* commitments of a game */
	AR_BOOK_WORDS = AR_MAX_CARDS / 8,
	AR_LINE_WORDS = 1536,  /* triggers and standing answers of a seat */
	AR_KEPT_WORDS = 256,   /* a seat's last entries, for SAME */
	AR_STACK_WORDS = 1200, /* of an unfinished action */
	AR_PLANNED = 2,
	AR_CLAUSE_COUNTERS = 3, /* n=k/round, of one object */
	AR_MAX_BOUND = 1,
	AR_UNKNOWN = INT32_MIN
};

/*
 * BEFORE > SETUP > INITIATIVE > RESET > CHANNEL > UPKEEP > PLAN > DEPLOY
 *                      ^                                            v
 *                      +-- ROUND_END < FINAL < TURNS <--------- FIRST
 *
 * From SETUP on each may end in OVER: whose Mage falls, or who resigns.
 */
enum ar_phase { /* AR-RND-01; names in tables.c */
		AR_BEFORE,
		AR_SETUP,      /* Mages and books */
		AR_INITIATIVE, /* P1 */
		AR_RESET,
		AR_CHANNEL,
		AR_UPKEEP,
		AR_PLAN,
		AR_DEPLOY,
		AR_FIRST, /* Q1 */
		AR_TURNS, /* CT */
		AR_FINAL, /* Q2 */
		AR_ROUND_END,
		AR_OVER,
		N_AR_PHASES
};

/* the step of the phase */
enum ar_step {
	AR_STEP_BEGIN,  /* nothing was done */
	AR_STEP_MAIN,   /* a seat may choose: state.turn */
	AR_STEP_BOUND,  /* a quickcast before it: must activate */
	AR_STEP_ACTING, /* an action phase is under way */
	AR_STEP_AFTER,  /* it is over: quickcasts after it */
	AR_STEP_WINDOW, /* the end of the phase */
	AR_STEP_ASKED,  /* pace: all seats send their queues */
	N_AR_STEPS
};

enum ar_kind { /* of cards */
	       AR_NO_KIND,
	       AR_ATTACK_SPELL,
	       AR_INCANTATION,
	       AR_CREATURE,
	       AR_CONJURATION,
	       AR_ENCHANTMENT,
	       AR_EQUIPMENT,
	       AR_MAGE,
	       AR_ABILITY, /* an ability "as a spell" has no card */
	       N_AR_KINDS
};

enum ar_school {
	AR_DARK,
	AR_HOLY,
	AR_MIND,
	AR_ARCANE,
	AR_WAR,
	AR_NATURE,
	AR_EARTH,
	AR_WATER,
	AR_AIR,
	AR_FIRE,
	N_AR_SCHOOLS
};

enum ar_class {
	AR_NO_CLASS,
	AR_BEASTMASTER,
	AR_PRIESTESS,
	AR_WARLOCK,
	AR_WIZARD,
	N_AR_CLASSES
};

/* AR-TYPE-01; their traits have this order in traits.def */
enum ar_type {
	AR_UNTYPED,
	AR_FLAME,
	AR_HYDRO,
	AR_LIGHT,
	AR_LIGHTNING,
	AR_POISON,
	AR_PSYCHIC,
	AR_WIND,
	AR_FROST,
	AR_ACID,
	N_AR_TYPES
};

enum ar_trait {
	AR_NO_TRAIT,
#define TRAIT(sym, word, kind) AR_T_##sym,
#include "games/arena/rules/traits.def"
#undef TRAIT
	N_AR_TRAITS
};

enum ar_cond { /* AR-STATE-07 */
	       AR_BURN,
	       AR_ROT,
	       AR_WEAK,
	       AR_DAZE,
	       AR_STUN,
	       AR_CRIPPLE,
	       AR_SLEEP,
	       N_AR_CONDS
};

enum ar_token {
	AR_TAUNT,
	AR_RAGE,
	AR_WRATH,
	AR_ARMOR, /* Armor +1 */
	AR_PET,
	AR_REAPER,
	AR_BANISH,
	AR_OPEN,   /* Gate to Hell */
	AR_SHIELD, /* Voltaric, on a Wizard */
	N_AR_TOKENS
};

/* what an attack or condition may bring besides conditions, in effect rows
 * counted on from N_AR_CONDS */
enum ar_effect { AR_EFFECT_PUSH = N_AR_CONDS, AR_EFFECT_TAUNT, N_AR_EFFECTS };

enum ar_slot {
	AR_HELMET,
	AR_AMULET,
	AR_CLOAK,
	AR_RING1,
	AR_RING2,
	AR_CHEST,
	AR_BELT,
	AR_GLOVES,
	AR_BOOTS,
	AR_WEAPON,
	AR_SHIELD_SLOT,
	N_AR_SLOTS
};
enum ar_mode { AR_FULL, AR_APPRENTICE };
enum ar_format { AR_DUEL, AR_TEAMS, AR_FFA };
enum ar_pace { AR_PACE_ROUND, AR_PACE_SPLIT, AR_PACE_N, AR_PACE_EACH };
enum ar_ask { AR_ASK_NEVER, AR_ASK_IMPORTANT, AR_ASK_ALWAYS };

enum ar_card_flag {
	AR_CARD_WALL = 1,
	AR_CARD_NOVICE = 2,
	AR_CARD_EPIC = 4,
	AR_CARD_MAGECAST = 8,
	AR_CARD_FULL = 16, /* a full spell, else quick */
	AR_CARD_MANDATORY = 32,
	AR_CARD_ONE_USE = 64,
	AR_CARD_EXCLUSIVE = 128, /* zone */
	AR_CARD_LEGENDARY = 256,
	AR_CARD_UNIQUE = 512,
	AR_CARD_LIVING = 1024,
	AR_CARD_ANY_SCHOOL = 2048, /* "|": any one of its schools */
	AR_CARD_BOTH_SLOTS = 4096, /* "weapon+shield" */
	AR_CARD_HOUSE = 8192,      /* a game master's own */
	AR_CARD_APPRENTICE = 16384 /* a Mage of that mode */
};

/* formulas of cost_x (AR-CAST-09) */
enum ar_cost_x {
	AR_X_NONE,
	AR_X_DISPEL,   /* 2 + reveal of the target */
	AR_X_ITEM,     /* cost of the item */
	AR_X_ITEM_6,   /* 6 + it */
	AR_X_PURIFY,   /* removal of chosen conditions */
	AR_X_RAISE,    /* cost and level of the chosen */
	AR_X_LEVEL,    /* of the target */
	AR_X_SHIFT,    /* 1 hidden, else its level */
	AR_X_SLEEP,    /* by level */
	AR_X_STEAL,    /* 2 + reveal, on each host */
	AR_X_TELEPORT, /* 3 a zone, at least 3 */
	AR_X_REMOVAL,  /* Restore: of named conditions */
	N_AR_COST_X
};

/* what a spell may be aimed at: bits of ar_card.target */
enum ar_aim {
	AR_AIM_CREATURE = 1,
	AR_AIM_CONJURATION = 2,
	AR_AIM_ZONE = 4,
	AR_AIM_BORDER = 8,
	AR_AIM_MAGE = 16, /* Mages alone */
	AR_AIM_ARENA = 32,
	AR_AIM_ENCHANTMENT = 64,
	AR_AIM_OBJECT = 128,   /* any */
	AR_AIM_DISCARD = 256,  /* a card of the own pile */
	AR_AIM_TO_ZONE = 512,  /* and a zone (Teleport) */
	AR_AIM_TO_HOST = 1024, /* and a legal new host */
	/* words after the colon: all hold */
	AR_AIM_LIVING = 1 << 12,
	AR_AIM_CORPOREAL = 1 << 13,
	AR_AIM_NONMAGE = 1 << 14,
	AR_AIM_NONFLYING = 1 << 15,
	AR_AIM_NONUNCONTAINABLE = 1 << 16,
	AR_AIM_NONPSYCHICIMMUNE = 1 << 17,
	AR_AIM_NONPOISONIMMUNE = 1 << 18,
	AR_AIM_FRESH = 1 << 19,    /* summoned this round */
	AR_AIM_NO_ENEMY = 1 << 20, /* zone without enemy creatures */
	AR_AIM_HIDDEN = 1 << 21,
	AR_AIM_REVEALED = 1 << 22,
	AR_AIM_OWN = 1 << 23,
	AR_AIM_CHANNELING = 1 << 24
};

/*
 * The printed card of a spell or Mage: never changes. Data of variable length
 * is in the pool (card.h): texts, traits, profiles, the program.
 */
struct ar_card {
	int32_t kind;                    /* enum ar_kind; 0: no card */
	int32_t class;                   /* of a Mage */
	int32_t key;                     /* pool: text, "rhino-hide" */
	int32_t name[2];                 /* pool: text, English, Spanish */
	int32_t rule;                    /* row of rules.def, 0: of the house */
	int32_t flags;                   /* enum ar_card_flag */
	int32_t subtypes[3];             /* bits (card.h) */
	int32_t schools;                 /* 3 bits each: the level in it */
	int32_t level;                   /* AR-OBJ-16 */
	int32_t only_class, only_school; /* -1: anyone */
	int32_t cost, cost_x;
	int32_t reveal, magebind;
	int32_t min, max;      /* range */
	int32_t target;        /* enum ar_aim */
	int32_t armor;         /* -1: none, ever */
	int32_t life;          /* 0: has none */
	int32_t channeling;    /* -1: none */
	int32_t defense;       /* N+, 0 none */
	int32_t defense_uses;  /* a round, 0 unlimited */
	int32_t defense_flags; /* enum ar_defense_flag */
	int32_t slots;         /* bits of enum ar_slot */
	int32_t opposed;       /* of a Mage: bits of schools */
	int32_t trained;
	int32_t points; /* spell points of a Mage */
	int32_t books;  /* copies in the printed books: 3 bits for each class,
			 * those of apprentices behind the others */
	int32_t n_traits, traits;     /* pool: struct ar_trait_word each */
	int32_t n_profiles, profiles; /* pool: struct ar_profile each */
	int32_t n_program, program;   /* pool: words (spell_parse.h) */
};

enum ar_defense_flag {
	AR_DEFENSE_NO_MELEE = 1,
	AR_DEFENSE_NO_RANGED = 2,
	AR_DEFENSE_UNAFFECTED = 4, /* AR-DEF-06 */
	AR_DEFENSE_FROM_FLYING = 8 /* melee of a flyer only */
};

/*
 * One thing in the arena: Mage, creature, conjuration, enchantment, equipment.
 */
struct ar_obj {
	int32_t handle;
	int32_t card;      /* AR_UNKNOWN in views: an enemy's hidden one */
	int32_t owner;     /* seat */
	int32_t ctl;       /* seat */
	int32_t zone;      /* label; 0: attached, on a border, or out */
	int32_t border[2]; /* labels of the zones on both sides of a wall */
	int32_t host; /* handle, 0 none; enchantments of zones: zone is set */
	int32_t hidden;
	int32_t sealed; /* cannot be revealed: handle of who did it, or 1 */
	int32_t seen;   /* bits of seats that were shown a hidden one */
	int32_t secret; /* number of its commitment, 0 none */
	int32_t stamp;  /* AR-REV-10: revealed or entered; 0 hidden */
	int32_t born;   /* cast order: stamp when it entered */
	int32_t damage;
	int32_t lost; /* life lost or won for good: added to its life */
	int32_t mana; /* on it */
	int32_t cond[N_AR_CONDS];
	int32_t keep[N_AR_CONDS]; /* of these: kept this action phase */
	int32_t token[N_AR_TOKENS];
	int32_t moved; /* move counter (AR-CAST-14) */
	int32_t active;
	int32_t guard;
	int32_t summoned;  /* round, 0 not */
	int32_t moves;     /* move actions this round */
	int32_t attacks;   /* attack actions this round, counterstrikes apart */
	int32_t roused;    /* Rouse the Beast this round */
	int32_t fury;      /* Battle Fury this round */
	int32_t defended;  /* uses of its own defense this round; of those
			      given: AR_PAIR_DEFENDED */
	int32_t flight;    /* in an attack: enum ar_flight */
	int32_t dying;     /* AR-DMG-08 */
	int32_t last_zone; /* Banish: where it was */
	int32_t chosen;    /* handle: choose */
	int32_t slots;     /* bits that the item takes */
	int32_t bound;     /* card; AR_UNKNOWN in views */
	int32_t bound_seen;
	int32_t bound_used; /* cast this round */
	int32_t planned;    /* card given to it; AR_UNKNOWN in views */
	int32_t used[AR_CLAUSE_COUNTERS]; /* this round, by counted clause */
	/* the action phase under way (AR-STATE-05) */
	int32_t act_moves; /* move actions in it */
	int32_t act_hindered;
	int32_t act_done;   /* enum ar_done */
	int32_t act_charge; /* its last step was a move */
	int32_t boosted;
};

/* AR-FLY-04, -05: flying is settled while an attack lasts */
enum ar_flight { AR_FLIGHT_FREE, AR_FLIGHT_UP, AR_FLIGHT_DOWN };

/* the action phase: what was done besides moving */
enum ar_done { AR_DONE_NOTHING, AR_DONE_QUICK, AR_DONE_FULL };

/* A lasting modifier (AR-STATE-08). */
struct ar_mod {
	int32_t handle; /* of whom; 0: no modifier */
	int32_t trait, amount;
	int32_t filter;   /* words in the pool, 0 none */
	int32_t duration; /* enum ar_duration */
	int32_t stamp;
	int32_t card; /* source, for the explanation */
};

enum ar_duration {
	AR_NEXT, /* next melee attack of the round */
	AR_ACTION,
	AR_ROUND,
	AR_WAKE, /* its next activation, or round end */
	AR_GAME
};

enum { AR_PAIR_USES = 8 };

/* What two objects have had with each other in the round. */
struct ar_pair {
	int32_t what; /* bits, 1 << enum ar_pair_kind; 0: no pair */
	int32_t a, b; /* handles */
};

enum ar_pair_kind {
	AR_PAIR_NONE,
	AR_PAIR_STRUCK,   /* the barrier that a gives attacked b (AR-BARR-02) */
	AR_PAIR_ATTACKED, /* a attacked b ("first" of Marked for Death) */
	AR_PAIR_MELEE,    /* a attacked b in melee (Suppression Cloak) */
	AR_PAIR_COUNTED,  /* object a has counted b (Pentagram) */
	AR_PAIR_DEFENDED  /* a has used the defense that b gives; how often
			     stands in the bits from AR_PAIR_USES on */
};

/* A card in a discard pile, in the order in which it came. */
enum { AR_PILE_FROM_PLAY = 1 << 16 }; /* | card: Resurrection .2 */

enum { AR_SEALED_BOOK = 1 << 16 }; /* + seat */

/* enum ar_once: once a round and Mage, bits */
enum ar_once {
	AR_ONCE_SUMMON = 1,
	AR_ONCE_REWARD = 2,
	AR_ONCE_CURSE = 4,
	AR_ONCE_REAPER = 8,
	AR_ONCE_ZAP = 16
};

struct ar_player {
	int32_t alive;
	int32_t mage;           /* handle */
	int32_t class, element; /* enum ar_school, -1 none */
	int32_t mana;
	int32_t quickcast;           /* ready */
	int32_t once;                /* bits of enum ar_once */
	int32_t discounts;           /* given up */
	int32_t mage_in, book_in;    /* chosen */
	int32_t roll;                /* for the initiative */
	int32_t planned[AR_PLANNED]; /* cards for the Mage, 0 none */
	int32_t planned_secret[AR_PLANNED];
	int32_t plan_in;      /* its round mail is in */
	int32_t plan_touched; /* a PLAN line came: closes with the mail */
	int32_t silent;       /* planning deadlines missed in a row */
	int32_t stops;        /* this round */
	int32_t passes;
	int32_t left; /* cards in the book, in views of others too if the
			 game says so, else AR_UNKNOWN */
	int32_t book[AR_MAX_CARDS];        /* copies; AR_UNKNOWN in views */
	int32_t first_book[AR_BOOK_WORDS]; /* as it was sealed: 4 bits a card */
	int32_t n_pile, pile[AR_MAX_PILE];
	int32_t ask; /* enum ar_ask */
	int32_t reserve;
	int32_t n_lines;              /* words used */
	int32_t lines[AR_LINE_WORDS]; /* triggers.h */
	int32_t paced; /* activations since the last stop (pace) */
};

struct ar_state {
	/* phase: enum ar_phase; first: who holds the initiative; team: the seat
	 * of its first member */
	struct common_state head;
	int32_t step;
	int32_t round;
	int32_t actor; /* handle being activated, or bound to be; 0 none */
	int32_t stamp; /* the next timestamp */
	int32_t next_handle;
	int32_t n_secrets;
	/* the card under each commitment, by its number from 1, until it is
	 * opened; of a book AR_SEALED_BOOK + its seat */
	int32_t sealed[AR_MAX_SEALED];
	int32_t width, height;
	/* seat told that the game waits for it, -1; + AR_MAX_SEATS: where play
	 * was taken back to, which is no stop of its own */
	int32_t stopped;
	int32_t n_cards, n_pool;
	int32_t n_objects, n_mods, n_pairs;
	int32_t turns_over; /* AR-RND-16: no creature turns any more this round
			     */
	struct ar_player player[AR_MAX_SEATS];
	struct ar_obj obj[AR_MAX_OBJECTS];
	struct ar_mod mod[AR_MAX_MODS];
	struct ar_pair pair[AR_MAX_PAIRS];
	/* its question is of an object, about a window; w: exec.h */
	FRAME(ar_asked, 1, AR_STACK_WORDS) frame;
	int32_t n_plan, plan[DECISION_MAX_WORDS]; /* of the activation */
	struct ar_card card[AR_MAX_CARDS];        /* card[0] is none */
	int32_t pool[AR_POOL_WORDS];
	/* the entries by which creatures acted last, the latest at the end: for
	 * each its length, the handle, the words of its ACT without FIG */
	struct ar_kept {
		int32_t n, w[AR_KEPT_WORDS];
	} kept[AR_MAX_SEATS];
	/* what the seats bring from a duel before: carryover.h; the book is in
	 * first_book until theirs is sealed */
	int32_t carried_points[AR_MAX_SEATS], carried_mage[AR_MAX_SEATS];
};

enum ar_question {
	AR_ASKS_NOTHING,
	AR_ASKS_WINDOW, /* reveal now? (the player's own STOP, or ASK) */
	AR_ASKS_UPKEEP,
	AR_ASKS_DEFENSE,
	AR_ASKS_COUNTER,
	AR_ASKS_PAY, /* a mandatory enchantment */
	AR_ASKS_TAX,
	AR_ASKS_TRAP, /* its destination */
	AR_ASKS_PUSH, /* its direction */
	AR_ASKS_CURSE,
	AR_ASKS_REVERSE, /* the choices of a spell that is turned */
	AR_ASKS_REROLL,
	N_AR_QUESTIONS
};

static_assert(sizeof(struct ar_state) <= 160 * 1024, "state too large");
static_assert(sizeof(struct ar_state) % sizeof(int32_t) == 0, "words only");

/* --- looking things up ------------------------------------------------- */

/* the object with this handle, or NULL: it is not in play */
const struct ar_obj *ar_obj(const struct ar_state *s, int32_t handle);

static inline const struct ar_card *ar_card_of(const struct ar_state *s,
					       const struct ar_obj *o)
{
	return &s->card[o->card > 0 && o->card < s->n_cards ? o->card : 0];
}

static inline int ar_kind(const struct ar_state *s, const struct ar_obj *o)
{
	/* a hidden object is an enchantment, whatever else is known of it */
	return o->hidden ? AR_ENCHANTMENT : ar_card_of(s, o)->kind;
}

static inline bool ar_is_creature(const struct ar_state *s,
				  const struct ar_obj *o)
{
	int kind = ar_kind(s, o);

	return kind == AR_CREATURE || kind == AR_MAGE;
}

/* has life: can be attacked and damaged (AR-OBJ-05) */
static inline bool ar_has_life(const struct ar_state *s, const struct ar_obj *o)
{
	return ar_is_creature(s, o) || ar_kind(s, o) == AR_CONJURATION;
}

static inline bool ar_friends(const struct ar_state *s, int a, int b)
{
	return s->head.seat[a].team == s->head.seat[b].team;
}

/* What card lies there: whoever is in the controller's team or was shown it
 * knows (AR-GEN-09). seat -1: who only watches. */
static inline bool ar_knows(const struct ar_state *s, int seat,
			    const struct ar_obj *o)
{
	return !o->hidden || (seat >= 0 && (ar_friends(s, o->ctl, seat) ||
					    (o->seen >> seat & 1)));
}

/* is it what the seat calls by the card's name */
static inline bool ar_called(const struct ar_state *s, int seat,
			     const struct ar_obj *o, int32_t card)
{
	return o->card == card && ar_knows(s, seat, o);
}

/* the seat that is asked, -1 none */
static inline int ar_asked(const struct ar_state *s)
{
	return s->frame.what ? (int)s->frame.asked[0].seat : -1;
}

/* zones: column and row from 0 */
static inline int ar_x(int32_t zone)
{
	return label_letter(zone) - 'A';
}

static inline int ar_y(int32_t zone)
{
	return label_number(zone) - 1;
}

static inline int32_t ar_zone(int x, int y)
{
	return label_of((char)('A' + x), y + 1);
}

#endif
