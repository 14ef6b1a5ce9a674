/*
 * src/rules/rebellion/engine.h - what the files of this engine share; for
 * nobody else. Outside there are rebellion.h and state.h.
 *
 * An order goes through decide (decide.c): first all checks, which only read,
 * in the order of RB-ACT-08; then the events. What an action does after its
 * declaration is a chain of steps (action.c), so that it can stop where a
 * player is asked and go on in another adjudication.
 */
#ifndef RULES_REBELLION_ENGINE_H
#define RULES_REBELLION_ENGINE_H
#include "rules/rebellion/cavalry.h"
#include "rules/rebellion/line.h"
#include "rules/rebellion/path.h"
#include "rules/rebellion/rebellion.h"
#include "rules/rebellion/tables.h"
#include "rules/common.h"
#include "rules/rule.h"
#include "rules/value.h"
#include "rules/trial.h"

/* --- state.c ----------------------------------------------------------- */

/* The board as geometry sees it, made for one decision. */
struct rb_ground {
	struct ground g;
	struct body body[RB_MAX_FIGS];
	int32_t fig[RB_MAX_FIGS];     /* of each body: its figure */
	int32_t body_of[RB_MAX_FIGS]; /* of each figure, or GROUND_NONE */
};

void rb_ground_build(const struct rb_state *s, struct rb_ground *b);

/* a figure's base stands elsewhere from now on, in this ground only */
void rb_ground_put(const struct rb_state *s, struct rb_ground *b, int f,
		   struct point at, int32_t facing);

/* free opposing figures whose bases touch f's in this ground, bits by figure */
uint64_t rb_opponents_touching(const struct rb_state *s,
			       const struct rb_ground *b, int f);

/* the same for friendly figures, f itself excepted */
uint64_t rb_friends_touching(const struct rb_state *s,
			     const struct rb_ground *b, int f);

static inline uint64_t rb_bit(int f)
{
	return UINT64_C(1) << f;
}

static inline int rb_first(uint64_t set)
{
	return __builtin_ctzll(set);
}

/* two words as a set of figures, and back */
static inline uint64_t rb_set(const int32_t w[2])
{
	return (uint64_t)(uint32_t)w[1] << 32 | (uint32_t)w[0];
}

static inline void rb_set_put(int32_t w[2], uint64_t set)
{
	w[0] = (int32_t)(uint32_t)set;
	w[1] = (int32_t)(uint32_t)(set >> 32);
}

static inline int32_t rb_value(const struct rb_state *s, int f,
			       enum rb_slot slot)
{
	return rb_click(s, f)->value[slot];
}

/* the ability is printed on the click shown, in use or not */
bool rb_shows(const struct rb_state *s, int f, enum rb_ability a);

/* what its base and its abilities in use make of a figure that moves */
struct mover rb_mover(const struct rb_state *s, const struct rb_ground *b,
		      int f);

const char *rb_invariant(const void *state);
const char *rb_sound(const void *state); /* sound.c */
bool rb_founds(int kind);

/* the seats clockwise from S by side (RB-SETUP-01); gives how many */
int rb_clockwise(const struct rb_state *s, int seats[RB_MAX_SEATS]);

/* the next seat clockwise after this one for which ok holds, or -1 */
int rb_next_seat(const struct rb_state *s, int seat,
		 bool (*ok)(const struct rb_state *s, int seat));

/* --- evolve.c ---------------------------------------------------------- */

bool rb_evolve(void *state, const struct event *e);
bool rb_common(void *state, const struct event *e);
bool rb_option(void *state, struct str name, int seat, const int32_t *w, int n);

/* RB-LOF-08: a doubt that depended on this figure is open again */
void rb_doubts_forget(struct rb_state *s, int f);

/* --- cavalry_evolve.c -------------------------------------------------- */

/* rider and mount of a unit have nothing to do with each other any more */
void rb_part(struct rb_state *s, int f);

/* in the saddle a rider has no place, facing, tokens of its own */
void rb_seat_rider(struct rb_state *s, int r);

/* --- path names: values.c ---------------------------------------------- */

bool rb_get(const void *view, struct str path, int32_t *w, int *n);
enum value_fate rb_put(void *state, struct str path, const int32_t *w, int n);
void rb_was_put(void *state, struct str path);
enum { N_RB_VALUES = 4 };
extern const struct value_list rb_values[N_RB_VALUES];

/* damage that defenses reduce: RB-DMG-02, CV-BRG-12 */
static inline bool rb_reducible(int cause)
{
	return cause == RB_BY_ATTACK || cause == RB_BY_POLE_ARM ||
	       cause == RB_BY_TRAMPLE || cause == RB_BY_VENOM;
}

/* it has anything printed that only cavalry knows */
static inline bool rb_is_cavalry(const struct rb_state *s, int f)
{
	const struct rb_saddlery *c = &s->def[f].cavalry;

	return c->mount || c->rides || c->bonus || c->subfaction || c->slots;
}

/* one more rule if there is room: those that explain most come first */
static inline void rb_because(struct event *e, int rule)
{
	if (rule && e->n_rules < EVENT_MAX_RULES)
		event_because(e, rule);
}

/* --- refusing ---------------------------------------------------------- */

/* Each gives false, so that checks read `return rb_no(..)`. */
bool rb_no(struct refusal *no, int reason, int rule);
bool rb_no1(struct refusal *no, int reason, int rule, int32_t a);
bool rb_no2(struct refusal *no, int reason, int rule, int32_t a, int32_t b);
/* with n words, and a text after them */
bool rb_no_text(struct refusal *no, int reason, int rule, const int32_t *w,
		int n, struct str text);
bool rb_no_ability(struct refusal *no, int reason, int rule, int32_t label,
		   enum rb_ability a);
/* a name of the tables as it is printed: "Magic Blast" */
struct str rb_printed(const char *name, char *room, size_t size);
/* a member of an attack formation is at fault: puts its name in front */
void rb_no_member(struct refusal *no, int32_t label);

/* --- moves: move.c ----------------------------------------------------- */

/* A part of a decision: the arguments from `from` up to `to`. */
struct rb_args {
	const struct decision *d;
	int from, to;
};

bool rb_arg(const struct rb_args *args, int tag, struct decision_arg *out);
struct rb_args rb_all_args(const struct decision *d);

/* how it goes: OVERWHELM without speed abilities, TRAMPLE straight and over
 * whoever stands there (CV-PROF-06, 08) */
enum rb_gait { RB_GAIT_FREE, RB_GAIT_PLAIN, RB_GAIT_TRAMPLE };

/* What one figure is going to do, worked out before anything happens. */
struct rb_move {
	enum rb_gait gait; /* to be set before all else */
	int fig;
	bool moves; /* it changes its place */
	bool face_named;
	struct point end;
	int32_t facing;  /* at the end */
	int32_t turn_to; /* if it cannot move: named facing or present */
	int32_t inches;  /* allowance */
	struct walk walk;
	struct path path;
	int captive; /* figure it takes along, or -1 */
	struct point captive_at;
	int32_t captive_facing;
	int32_t mods[8]; /* rule, amount: what made the allowance */
	int n_mods;
	bool via; /* the path was given */
	/* opponents it touches at the end; of who only turns: that it did not
	 * touch before (CV-GEO-08) */
	uint64_t arrives_at;
	uint64_t held;   /* of who only turns: those it goes on touching */
	uint64_t breaks; /* opponents to break away from */
	int aim_rule;    /* the form of the destination */
	int order_rule;  /* of a formation's order of march, or 0 */
};

/* the speed value in inches as its terrain and its captive leave it; m can be
 * NULL, or its gait is set */
int32_t rb_speed(const struct rb_state *s, const struct rb_ground *b, int f,
		 struct rb_move *m);

/*
 * Work out a move from its arguments: RB-MOVE and RB-CAP. inches is the
 * allowance. `may_stay`: no destination means it stays (TURN, STAY).
 */
bool rb_move_plan(const struct rb_state *s, const struct rb_ground *b, int f,
		  const struct rb_args *args, int32_t inches, bool may_stay,
		  struct rb_move *m, struct refusal *no);

/* the same toward a point: SHIFT */
bool rb_move_plan_to(const struct rb_state *s, const struct rb_ground *b, int f,
		     struct point to, const struct rb_args *args,
		     int32_t inches, struct rb_move *m, struct refusal *no);

/* the facing that the arguments name, or -1; false: a bad one */
bool rb_face_named(const struct rb_state *s, struct point from,
		   const struct rb_args *args, int32_t *face,
		   struct refusal *no);

/* tell the world: moved, turned, captive_moved */
void rb_move_emit(struct run *r, const struct rb_move *m);
void rb_turn_emit(struct run *r, int f, int32_t facing);

/* who is stuck may turn so all the same; of a long base CV-GEO-08 */
bool rb_may_turn(const struct rb_state *s, const struct rb_ground *b, int f,
		 int32_t facing);

/*
 * What follows from a planned move that has happened, or not (goes: it broke
 * away), and the attack of the decision. act: and the move before it.
 */
void rb_move_follow(struct run *r, int seat, const struct decision *d,
		    const struct rb_move *m, bool goes);
void rb_move_act(struct run *r, int seat, const struct decision *d,
		 const struct rb_move *m, bool goes);

/* one die of break away; true: it got away. rule: one more, or 0 */
bool rb_break_away(struct run *r, int f, uint64_t opponents, int rule);

bool rb_refuse_place(const struct rb_state *s, const struct rb_ground *b,
		     const struct path_block *block, struct refusal *no);

/* the facing a standing order gives a free spin (RB-SPIN-05) */
int32_t rb_spin_facing(const struct rb_state *s, const struct rb_ground *b,
		       int f, int mover, int policy, int32_t fixed);

/* facing f so, it touches g with its front arc */
bool rb_fronts(const struct rb_state *s, const struct rb_ground *b, int f,
	       int32_t facing, int g);

/* --- attacks: attack_check.c, attack.c --------------------------------- */

enum { RB_MAX_DOUBT_CAUSES = 24 };

struct rb_target {
	int fig;         /* its body */
	int dial;        /* whose values and clicks: CV-TGT-01 */
	bool area;       /* an area effect reached both: CV-TGT-03 */
	bool doubtful;   /* of Shockwave: a die decides about the line */
	bool rear;       /* of Sweep: the attacker touches its rear arc */
	bool hindering;  /* RB-HIN-04 */
	int hindered_by; /* the feature, or GROUND_NONE */
	bool height;     /* RB-ELV-07, RB-ELV-09 */
	bool spread;     /* a neighbour of Flame/Lightning */
};

struct rb_attack {
	int attacker;         /* its body */
	int dial;             /* that it uses: CV-ACT-04 */
	enum rb_dial against; /* of units nobody named */
	enum rb_attack_kind kind;
	enum rb_ability ability; /* that makes it special */
	bool capture, plain, heals, by_value;
	int granted[3]; /* rules that grant it after a move, or 0 */
	int n_members;
	int member[RB_MAX_MEMBERS], member_dial[RB_MAX_MEMBERS];
	bool rear; /* somebody touches the target's rear arc */
	int n_targets;
	struct rb_target target[RB_MAX_FIGS];
	/* doubtful lines to be settled, in order */
	int n_doubts;
	struct {
		int firer, target;
		int n;
		int32_t label[RB_MAX_DOUBT_CAUSES];
	} doubt[RB_MAX_FIGS];
};

/* may it make that kind of attack at all, with that dial: check 8 */
bool rb_may_shoot(const struct rb_state *s, const struct rb_ground *b, int f,
		  int dial, struct refusal *no);
bool rb_may_fight(const struct rb_state *s, int f, int dial,
		  struct refusal *no);

/*
 * Work out an attack or a healing from the arguments: all checks from 8 on.
 */
bool rb_attack_plan(const struct rb_state *s, const struct rb_ground *b, int f,
		    const struct decision *d, bool shoot, bool heal,
		    struct rb_attack *a, struct refusal *no);

/* it strikes with the lance, not with its weapon: CV-PROF-02 */
bool rb_impales(const struct rb_state *s, const struct rb_attack *a);

/* the members form one group, RB-FORM-05 */
bool rb_grouped(const struct rb_state *s, const struct rb_ground *b,
		const int *fig, int n);

/* what holds for all formations: faction, cliffs, group (RB-FORM) */
bool rb_formation_check(const struct rb_state *s, const struct rb_ground *b,
			const int *fig, int n, bool grouped,
			struct refusal *no);

/* a line of fire from dial to dial as this attack needs it; why it is blocked
 */
void rb_line_ask(const struct rb_state *s, const struct rb_ground *b, int f,
		 int t, enum rb_ability ability, struct line *line);
bool rb_line_refuse(const struct rb_state *s, const struct rb_ground *b,
		    const struct line *line, struct refusal *no);

/* roll for the doubtful lines; false: one is not allowed */
bool rb_attack_settle(struct run *r, struct rb_attack *a, struct refusal *no);

/* dials of its side that this dial touches; of a unit the other half too */
uint64_t rb_comrades(const struct rb_state *s, const struct rb_ground *b,
		     int dial);

/* who lends its defense to that dial, or -1 (RB-DEF-50) */
int rb_lender(const struct rb_state *s, const struct rb_ground *b, int target);

/* roll, hit, hurt; figures in `own` use their own defense */
void rb_attack_roll(struct run *r, const struct rb_ground *b,
		    const struct rb_attack *a, uint64_t own);

/* --- what dials do: damage.c ------------------------------------------- */

/* one field: the click a figure shows with so many wounds, [] for skulls */
void rb_shown(struct event *e, int field, const struct rb_state *s, int f,
	      int wounds);

/* Damage on its way to a dial. */
struct rb_blow {
	enum rb_cause cause;
	int by;   /* body of who deals it, or -1 */
	int base; /* clicks before Toughness and the like */
	int n_more;
	struct {
		int rule, amount;
	} more[4];            /* what comes to the base */
	int critical;         /* added after Toughness, RB-CRIT-02 */
	int rules[2];         /* more that it names, or 0 */
	bool ignores_defense; /* RB-ATK-51 */
};

/* gives the clicks turned */
int rb_damage(struct run *r, int f, const struct rb_blow *blow);
void rb_heal(struct run *r, int f, enum rb_ability cause, int by, int base,
	     int extra);
void rb_capture(struct run *r, int f, int by, int rule);
void rb_eliminate(struct run *r, int f, enum rb_cause cause, int by);
void rb_score(struct run *r, int seat, int points, int32_t label, int rule);
void rb_free_captive(struct run *r, int controller, int rule);

/* --- actions: action.c ------------------------------------------------- */

/* what is left of an action; words only;
 * its words stand in logs: add at the end only */
struct rb_action {
	int32_t step;
	int32_t seat;
	int32_t fig;                   /* label: whom the action was given to */
	int32_t i, n;                  /* movers: the next, all */
	int32_t mover[RB_MAX_MEMBERS]; /* labels, in order of movement */
	int32_t stuck;                 /* bits: did not get away */
	int32_t holds;                 /* the formation does not move */
	int32_t inches;                /* allowance */
	int32_t moved;                 /* label of who arrives, for spins */
	int32_t spun[2];               /* have spun, bits by figure */
	int32_t held[2];          /* touched before a mere turn: no matter */
	int32_t no_pole;          /* no Pole Arm (Levitation) */
	int32_t kept;             /* it could not break away */
	int32_t ended;            /* by a Pole Arm (option) */
	int32_t asked[2], own[2]; /* targets: asked, not using Defend */
	int32_t pushed[RB_MAX_MEMBERS + 1]; /* labels, in order */
	int32_t n_pushed;
	int32_t kind, n_words; /* the decision */
	int32_t w[DECISION_MAX_WORDS];
};
static_assert(sizeof(struct rb_action) / 4 <= FRAME_WORDS, "fits a frame");

/* its numbers stand in logs: add at the end only */
enum rb_step {
	RB_STEP_MOVE,
	RB_STEP_SPINS,
	RB_STEP_POLES,
	RB_STEP_NEXT,
	RB_STEP_THEN,
	RB_STEP_DEFEND,
	RB_STEP_ROLL,
	RB_STEP_PUSH
};

/*
 * Go on with an action until it is done or somebody is asked. attack: worked
 * out already, or NULL.
 */
void rb_action_run(struct run *r, struct rb_action *a,
		   struct rb_attack *attack);

/* an action of this decision, about to begin with this step */
void rb_action_init(struct rb_action *a, int seat, int f,
		    const struct decision *d, enum rb_step step);

/* pushing damage, RB-ACT-03 */
void rb_push(struct run *r, int f);

void rb_spin_emit(struct run *r, int f, int mover, int32_t to, int policy,
		  int rule);

enum verdict rb_decide(struct run *r, int seat, const struct decision *d,
		       struct refusal *no);

/* --- formation.c ------------------------------------------------------- */

/* the whole order FORM; false: refused */
bool rb_form(struct run *r, int seat, const struct decision *d,
	     struct refusal *no);

/* the move of one member by its part of the decision */
bool rb_member_plan(const struct rb_state *s, const struct rb_ground *b, int f,
		    const struct decision *d, int32_t inches, struct rb_move *m,
		    struct refusal *no);

/* all planned moves, those who are stuck excepted; of each of a's movers the
 * opponents it must break away from */
bool rb_formation_plan(const struct rb_state *s, const struct rb_ground *b,
		       const struct rb_action *a, const struct decision *d,
		       uint64_t *breaks, struct refusal *no);

/* --- decide.c, decide_still.c ------------------------------------------ */

/* the figure shows the ability, on the dial that acts for it */
bool rb_ability_check(const struct rb_state *s, int f, enum rb_ability a,
		      struct refusal *no);
void rb_push_one(struct rb_action *a, int32_t label);

bool rb_decide_regenerate(struct run *r, int seat, const struct decision *d,
			  struct refusal *no);
bool rb_decide_raise(struct run *r, int seat, const struct decision *d,
		     struct refusal *no);
bool rb_decide_levitate(struct run *r, int seat, const struct decision *d,
			struct refusal *no);

struct rb_args rb_member_args(const struct rb_state *s,
			      const struct decision *d, int member);
void rb_action_decision(const struct rb_action *a, struct decision *d);

/* the checks 2 to 7 for one figure */
enum {
	RB_CHECK_PASS = 1,    /* tokens do not matter */
	RB_CHECK_FREE = 2,    /* it costs no action */
	RB_CHECK_DECLARED = 4 /* its action is given: 5 and 6 were asked */
};
int rb_check_actor(const struct rb_state *s, int seat, int32_t label,
		   unsigned flags, struct refusal *no); /* index or -1 */
int rb_check_figure(const struct rb_state *s, int seat, int32_t label,
		    unsigned flags, struct refusal *no);
/* a figure that is named: it, or the mount it sits on, is on the board */
int rb_check_named(const struct rb_state *s, int32_t label, struct refusal *no);

/* and obeys this seat */
int rb_check_own(const struct rb_state *s, int seat, int32_t label,
		 struct refusal *no);

/* Necromancy of this seat can bring t back; Levitation of f can move t: the
 * checks of targets */
bool rb_may_raise(const struct rb_state *s, int seat, int t,
		  struct refusal *no);
bool rb_may_levitate(const struct rb_state *s, int f, int t,
		     struct refusal *no);

/* nothing is left of an action but what pushing does */
void rb_action_finish(struct run *r, int seat, int f, const struct decision *d);

/* cost, acted: an action is given; declare: and the tokens of it */
void rb_action_tell(struct run *r, int f, enum rb_action_kind kind,
		    const int *members, int n, int cost, int rule);
void rb_action_declare(struct run *r, int f, enum rb_action_kind kind,
		       const int *members, int n, int cost, int rule);

/* --- set-up and turns: setup.c, turn.c, victory.c ---------------------- */

/* orders of the phases before play */
bool rb_setup_decide(struct run *r, int seat, const struct decision *d,
		     struct refusal *no);
void rb_advance(struct run *r);

/* the card that a KEY of ARMY names, if this game knows it */
bool rb_card_of(const struct run *r, const struct decision_arg *arg,
		struct event *card, struct refusal *no);

/* is a place of a pile item legal: RB-SETUP-04; i is its index on the pile */
bool rb_item_place(const struct rb_state *s, int32_t item, int seat,
		   struct point at, int32_t angle, struct refusal *no);

/* the first legal place in steps of an inch from the centre outward */
bool rb_item_scan(const struct rb_state *s, int32_t item, int seat,
		  struct point *at, int32_t *angle);
/* a card whose abilities these rules define, or the game lets in (RB-SA-01) */
bool rb_card_check(const struct rb_state *s, const struct event *card,
		   struct refusal *no);
bool rb_seat_present(const struct rb_state *s, int seat);
bool rb_in_zone(const struct rb_state *s, int seat, struct point p);
int32_t rb_inward(const struct rb_state *s, int seat); /* facing */
bool rb_may_deploy(const struct rb_state *s, const struct rb_ground *b, int f,
		   struct point at, int32_t facing, struct refusal *no);

/* DEPLOY of something that waits, where it may stand: the default of who is
 * silent; false: there is no place for anything (RB-SETUP-12), or nothing that
 * may be deployed was tried, for a mount has no rider */
bool rb_deploy_find(const struct rb_state *s, int seat, struct decision *d,
		    bool *tried);

void rb_turn_start(struct run *r, int seat, int round);
void rb_turn_end(struct run *r);
void rb_check_over(struct run *r);   /* RB-END-01, 03 */
void rb_check_agreed(struct run *r); /* RB-END-03 */
void rb_game_over(struct run *r, enum rb_end_reason why, int rule);
bool rb_seat_alive(const struct rb_state *s, int seat);
void rb_withdraw(struct run *r, int seat);

/* --- what players see and may do: view.c, legal.c, sample.c ------------ */

static inline void rb_add_point(struct decision *d, int tag, struct point p)
{
	int32_t w[2] = { p.x, p.y };

	decision_add(d, tag, w, 2);
}

void rb_view(const void *state, int seat, void *out);
int rb_legal(const void *view, int seat, struct trials *room,
	     struct family *out, int max);
bool rb_sample(const void *view, int seat, struct trials *room,
	       struct dice *rng, struct decision *out);
bool rb_silent(const void *view, int seat, struct decision *out);

/* a die of the run; 0, and r->unknown, in a preview */
int rb_roll(struct run *r);

static inline struct rb_state *rb_of(const struct run *r)
{
	return r->state;
}
#endif
