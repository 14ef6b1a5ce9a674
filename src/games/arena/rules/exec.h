/*
 * src/games/arena/rules/exec.h - the remaining work of an action: a stack of
 * frames, which decide.c runs from the top until it is empty or a player must
 * choose. It lives in C memory while it runs; at a stop it is kept in the state
 * by events (AR section 3: the sequences of moves, casts, attacks).
 *
 * A frame's function does one step, pushes the work before the next one, and
 * increments its step. A frame that computes a value for the one below leaves
 * it in ar_work.result when it ends.
 *
 * Objects that an event may change are named by handle: pointers into the
 * state do not outlive an emission.
 */
#ifndef GAMES_ARENA_RULES_EXEC_H
#define GAMES_ARENA_RULES_EXEC_H
#include "games/arena/rules/board.h"
#include "engine/rule.h"

/* events that are left free when a new phase or turn is begun */
enum { ADVANCE_ROOM = 256 };

enum ar_frame_kind {
	AR_FRAME_NONE,
	AR_FRAME_ACT,    /* action_phase.c: an action phase by its plan */
	AR_FRAME_MOVE,   /* move.c: M1..M6 of a move action */
	AR_FRAME_SHIFT,  /* move.c: push, teleport, return: M4..M6 */
	AR_FRAME_CAST,   /* cast.c: K1..K4 */
	AR_FRAME_ATTACK, /* attack.c: ten steps, or those of an automatic one */
	AR_FRAME_SWING,  /* attack.c: an attack action: sweeping, fury */
	AR_FRAME_SWEEP,  /* zone_attack.c: a zone attack, object by object */
	AR_FRAME_WINDOW, /* reveal_window.c: who reveals what */
	AR_FRAME_REVEAL, /* enchant.c: one reveal */
	AR_FRAME_MUST,   /* enchant.c: mandatory enchantments of one moment */
	AR_FRAME_CLAUSE, /* spell_clause.c: the verbs of a clause */
	AR_FRAME_UPKEEP, /* upkeep.c: P4 */
	AR_FRAME_USE,    /* ability.c */
	AR_FRAME_CHAIN,  /* special_spells.c */
	AR_FRAME_CLEAR,  /* damage.c: dying objects leave */
	N_AR_FRAMES
};

/* The roles of an event (AR-SDATA section 3, table 6). Handles. */
struct ar_roles {
	int32_t who;   /* mover, caster, defender, destroyed object.. */
	int32_t by;    /* attacker */
	int32_t to;    /* defender, target */
	int32_t card;  /* the spell */
	int32_t seat;  /* whose spell it is; who reveals */
	int32_t quick; /* cast with a quick action */
	int32_t kind;  /* of the attack */
	int32_t counterstrike;
	int32_t amount; /* damage */
	int32_t roll;   /* enum ar_roll */
};

struct ar_act {
	int32_t actor;
	int32_t n;        /* step of the plan that comes next, from 0 */
	int32_t at;       /* its place in the words of the plan */
	int32_t step_end; /* .. of the step after the one under way */
	int32_t ended;    /* nothing is left of the plan */
	int32_t waited;   /* a step runs: its result is awaited */
	int32_t shy;      /* whom Helm of Fear has kept it from, or 0 */
};

struct ar_move {
	int32_t mover, from, to;
	int32_t how;     /* enum ar_how */
	int32_t moved;   /* its counter at M1 */
	int32_t attacks; /* passage attacks still to come */
	int32_t enemy;   /* hinders on leaving, or 0 */
};

struct ar_shift {
	int32_t mover, from, to;
	int32_t how;   /* AR_HOW_PUSH, TELEPORT, RETURN */
	int32_t by;    /* handle of the source */
	int32_t seat;  /* who pushes */
	int32_t extra; /* Force Push: 1 without, 2 with EXTRA */
	int32_t attacks;
	int32_t kept; /* its own step of an attack goes on */
};

enum { AR_MAX_REMOVED = 12 };

struct ar_cast {
	int32_t owner;        /* seat: whose book it is from */
	int32_t caster, seat; /* seat: who controls the spell */
	int32_t card;
	int32_t clause;   /* of an ability "as a spell": from 1; else 0 */
	int32_t source;   /* item or Mage whose ability it is; or the item
			     to which the spell is bound */
	int32_t bound;    /* the card is bound to source */
	int32_t by;       /* enum ar_by */
	int32_t target;   /* handle or zone, 0 none */
	int32_t target_b; /* the border's other zone */
	int32_t moved;    /* its counter at K1 */
	int32_t to;       /* second target: zone or handle */
	int32_t to_moved;
	int32_t caster_moved;
	int32_t item; /* handle of an item, or a card of the pile */
	int32_t x;
	int32_t dir; /* enum ar_dir, -1 none */
	int32_t extra;
	int32_t extend[2];
	int32_t bind;
	int32_t replace; /* handle */
	int32_t slot;    /* enum ar_slot, -1 */
	int32_t pet, reaper, force;
	int32_t pick; /* enum ar_pick, -1 */
	int32_t kill; /* handle */
	int32_t n_remove;
	int32_t remove[AR_MAX_REMOVED]; /* a condition, or 16 + a handle */
	int32_t cost;
	int32_t cheaper;             /* handle of what gives the discount, 0 */
	int32_t from_pool, from_obj; /* paid */
	int32_t payer;               /* seat of the pool */
	int32_t outcome;             /* enum ar_spell_end */
	int32_t entered;             /* handle of the new object */
	int32_t redirected;          /* by Reverse Magic: K3 again */
};

/* What the strikes of an attack action have had so far: bonuses that belong to
 * the first strike to which they can apply (AR-ATK-26). */
struct ar_had {
	int32_t used;          /* enum ar_bonus */
	int32_t melee, ranged; /* the most of Melee +X, Ranged +X */
};

struct ar_attack {
	int32_t attacker; /* creature; 0: none (trap, wall, bash) */
	int32_t source;   /* whose profile: itself, item, wall, trap.. */
	int32_t card, profile;
	int32_t kind;   /* enum ar_attack_kind */
	int32_t seat;   /* who rolls and chooses for it */
	int32_t target; /* handle; of a zone attack each in turn */
	int32_t zone;   /* where it happens */
	int32_t spell;  /* it is an attack spell */
	int32_t counterstrike;
	int32_t forced;
	int32_t attacker_moved, target_moved;
	int32_t strike, strikes;
	int32_t charge; /* the attacker moved just before */
	struct ar_had had;
	int32_t first, first_on, first_melee_on;
	int32_t less; /* chain: dice and effect die */
	int32_t x;
	int32_t missed, avoided, hit; /* this strike; hit: any strike */
	int32_t defended;  /* a defense was used against this strike */
	int32_t reflected; /* the strike goes to this handle */
	int32_t dice;      /* number, once rolled */
	int32_t one, two, one_c, two_c; /* faces */
	int32_t effect, effect_total;
	int32_t damage;      /* marked by this strike */
	int32_t total;       /* by all of them */
	int32_t struck_back; /* the barrier was dealt with */
	int32_t no_answer;   /* no barrier nor counterstrike (Fury) */
	int32_t cancelled;   /* enum ar_stop + 1 */
	int32_t lost;        /* cancelled after step 1: the action is lost */
	int32_t flight;      /* bits: of attacker, of defender: it is held */
	int32_t except;      /* of a zone attack: is left out */
	int32_t prevented, pushed;
	int32_t returned;  /* the host of the Reverse Attack that did it */
	int32_t step_hurt; /* damage in this step, for DAMAGED */
	int32_t rerolls;   /* temples used at this roll, bits */
};

enum ar_bonus {
	AR_BONUS_MELEE = 1,
	AR_BONUS_RANGED = 2,
	AR_BONUS_CHARGE = 4,
	AR_BONUS_BLOOD = 8,
	AR_BONUS_VAMPIRE = 16,
	AR_BONUS_DRAIN = 32,
	AR_BONUS_MARKED = 64
};

/* An attack action: one or two attacks and Battle Fury's. */
struct ar_swing {
	int32_t attacker, card, profile, source;
	int32_t target, target2; /* Sweeping, 0 none */
	int32_t swept;           /* the second one that was attacked */
	int32_t zone;            /* of a zone attack */
	int32_t fury;            /* FURY target, 0 none */
	int32_t forced, charge, furious, n;
	struct ar_had had;
	int32_t down; /* 1: it flew, and came down to its first target */
};

struct ar_sweep {
	int32_t n;  /* handles still to come */
	int32_t at; /* the last handle by number; those above it come last */
	int32_t left[40];
};

struct ar_window_frame {
	int32_t window;  /* enum ar_window */
	int32_t also;    /* a second word of the same window, or 0 */
	int32_t subject; /* handle; of `also`: other */
	int32_t other;
	int32_t zone;   /* ENTERS */
	int32_t phase;  /* END */
	int32_t seat;   /* whose turn to reveal it is */
	int32_t idle;   /* seats in a row that revealed nothing */
	int32_t asked;  /* bits of seats that were asked here */
	int32_t answer; /* handle to reveal, to be done now */
	int32_t to;     /* .. TO */
};

struct ar_reveal {
	int32_t obj, seat;
	int32_t to; /* its zone or handle */
	int32_t window;
	int32_t paid;
	int32_t force;
	int32_t owed;
};

enum { AR_MAX_MUST = 40 };

struct ar_must {
	int32_t event; /* enum ar_on */
	struct ar_roles roles;
	int32_t n, next;
	int32_t obj[AR_MAX_MUST]; /* handles, in the order to be done */
	int32_t over;             /* one has ended the event */
	int32_t below;            /* frame it is about */
};

enum { AR_MAX_EACH = 48 };

struct ar_clause_frame {
	int32_t obj; /* handle of self, 0: the spell of `below` */
	int32_t card, clause;
	int32_t seat;       /* ctl */
	int32_t action;     /* next */
	int32_t host, zone; /* of self when it began: it may leave */
	struct ar_roles roles;
	int32_t done, done_obj, done_level;
	int32_t same, it;
	int32_t each; /* last handle done of an each() under way */
	int32_t last; /* the last one by number of those settled */
	int32_t times;
	int32_t x;
	int32_t below;  /* index of the cast or attack frame, -1 */
	int32_t wanted; /* result of a frame is awaited */
	/* whom an each() is about, settled when it begins (AR-SDATA-07) */
	int32_t n_left, left[AR_MAX_EACH];
};

struct ar_upkeep {
	int32_t part;  /* U1, U2, U3 */
	int32_t first; /* U3: the init player's objects come first */
	int32_t n_seats;
	int32_t obj;    /* last handle done */
	int32_t effect; /* next of it */
	int32_t of, todo[40];
};

struct ar_use_frame {
	int32_t obj, card, clause, by;
	int32_t target, x;
};

struct ar_chain {
	int32_t link, last, zone;
	int32_t n_done, done[64];
	struct ar_had had;
};

enum { AR_MAX_FRAMES = 28, AR_FRAME_WORDS = 80 };

struct ar_frame {
	int32_t kind, step;
	union {
		int32_t w[AR_FRAME_WORDS];
		struct ar_act act;
		struct ar_move move;
		struct ar_shift shift;
		struct ar_cast cast;
		struct ar_attack attack;
		struct ar_swing swing;
		struct ar_sweep sweep;
		struct ar_window_frame window;
		struct ar_reveal reveal;
		struct ar_must must;
		struct ar_clause_frame clause;
		struct ar_upkeep upkeep;
		struct ar_use_frame use;
		struct ar_chain chain;
	};
};
static_assert(sizeof(struct ar_frame) == (2 + AR_FRAME_WORDS) * sizeof(int32_t),
	      "every frame fits");

struct ar_work {
	struct run *r;
	int n;
	struct ar_frame f[AR_MAX_FRAMES];
	struct ar_frame spare; /* for words without room: never run */
	struct decision plan;  /* of the action phase under way */
	int32_t result;        /* of the frame that ended last */
	int32_t result_obj;
	bool asked; /* stop here */

	/* questions before a choice: see ar_wants_asked */
	int told;      /* events when the step that runs began */
	bool again;    /* the step is to be done once more */
	bool answered; /* the question that was open is */
	struct decision answer;
	int answerer;
};

/* A work that only looks at a state or a view: for checks, which emit
 * nothing. r and s are borrowed. */
void ar_look(struct ar_work *w, struct run *r, const struct ar_state *s);

static inline const struct ar_state *ar_state_of(const struct ar_work *w)
{
	return w->r->state;
}

/* A new frame on top, all zero but its kind. The pointer stays good. Where
 * AR_MAX_FRAMES are under way, or the state could not keep more of them, it is
 * none of them, and is never run. */
struct ar_frame *ar_push(struct ar_work *w, enum ar_frame_kind kind);
void ar_pop(struct ar_work *w, int32_t result);

/* The nearest frame of this kind below the top, or NULL. */
struct ar_frame *ar_below(struct ar_work *w, enum ar_frame_kind kind);

void ar_work_load(struct ar_work *w, struct run *r);
/* until empty, asked, over, unknown; decide.c */
void ar_work_run(struct ar_work *w);
void ar_work_save(struct ar_work *w); /* events of the remaining work, if any */

/* Emit an event. After a preview has met a die, nothing more is emitted: the
 * further course is unknown. */
void ar_event_emit(struct ar_work *w, const struct event *e);

/* The same of one-word fields alone, for all. */
void ar_emit(struct ar_work *w, int kind, int rule, const int32_t *v, int n);
#define AR_EMIT(w, kind, rule, ...)                                            \
	ar_emit(w, kind, rule, (const int32_t[]){ __VA_ARGS__ },               \
		(int)ARRAY_LEN(((const int32_t[]){ __VA_ARGS__ })))
void ar_emit_for(struct ar_work *w, uint32_t audience, int kind, int rule,
		 const int32_t *v, int n);
uint32_t ar_audience_of(const struct ar_state *s, int seat); /* its side, GM */

/* NOTED, where the value changes */
void ar_note(struct ar_work *w, int32_t obj, enum ar_note what, int32_t value);
void ar_seat_note(struct ar_work *w, int seat, enum ar_seat_note what,
		  int32_t value);

/*
 * Dice: 1..sides; 0, and the run is unknown, in a preview. A re-roll by the
 * Temple of the Dawnbreaker is asked for inside ar_roll_d12 (AR-SDATA-36).
 */
int ar_die(struct ar_work *w, int sides);

/* A refusal's value: false, so that checks can return it. */
bool ar_no(struct refusal *no, int reason, int rule, int32_t about);
bool ar_no2(struct refusal *no, int reason, int rule, int32_t a, int32_t b);

/* one step of each kind of frame; decide.c calls them */
void ar_step_act(struct ar_work *w, struct ar_frame *f);
void ar_step_move(struct ar_work *w, struct ar_frame *f);
void ar_step_shift(struct ar_work *w, struct ar_frame *f);
void ar_step_cast(struct ar_work *w, struct ar_frame *f);
void ar_step_attack(struct ar_work *w, struct ar_frame *f);
void ar_step_swing(struct ar_work *w, struct ar_frame *f);
void ar_step_sweep(struct ar_work *w, struct ar_frame *f);
void ar_step_window(struct ar_work *w, struct ar_frame *f);
void ar_step_reveal(struct ar_work *w, struct ar_frame *f);
void ar_step_must(struct ar_work *w, struct ar_frame *f);
void ar_step_clause(struct ar_work *w, struct ar_frame *f);
void ar_step_upkeep(struct ar_work *w, struct ar_frame *f);
void ar_step_use(struct ar_work *w, struct ar_frame *f);
void ar_step_chain(struct ar_work *w, struct ar_frame *f);
void ar_step_clear(struct ar_work *w, struct ar_frame *f);
#endif
