/*
 * src/rules/dungeons/engine.h - what the files of this engine share; for nobody
 * else. Outside there are dungeons.h and state.h.
 *
 * An order goes through decide (decide.c): first the checks, which only read;
 * then the events. What follows from an action is a stack of jobs (work.c):
 * the rest of a path, conversions, free spins, counterattacks. A job that needs
 * a player's choice puts the stack into the state and stops; the answer takes
 * it out again. So no C stack survives a decision.
 */
#ifndef RULES_DUNGEONS_ENGINE_H
#define RULES_DUNGEONS_ENGINE_H
#include "rules/dungeons/tables.h"
#include "rules/common.h"
#include "rules/rule.h"
#include "rules/value.h"
#include "rules/trial.h"

static inline struct dg_state *dg_of(const struct run *r)
{
	return r->state;
}

static inline int dg_option(const struct dg_state *s, enum dg_option o)
{
	return s->head.option[o];
}

/* gives false, so that checks read `return dg_no(..)`; label: what is at fault
 */
bool dg_no(struct refusal *no, int reason, int rule, int32_t label);

/* a die of the run; 0, and r->unknown, in a preview */
int dg_roll(struct run *r, int sides);

/* a draw that stays hidden: 1..n by number, committed to in an event */
int dg_hidden(struct run *r, int32_t number, int n, int32_t piece);
void dg_open_secret(struct run *r, int32_t number, int32_t piece,
		    int32_t value);

/* pairs of rule and amount that explain one number: six of them at most */
enum { DG_MOD_WORDS = 12 };

/* --- the board: board.c ------------------------------------------------ */

int32_t dg_cost(const struct dg_state *s, int32_t sq);

/* both squares are open to each other; a closed door does not matter here */
bool dg_passage(const struct dg_state *s, int32_t sq, int face);
int dg_door_at(const struct dg_state *s, int32_t sq, int face);

/* DG-GEO-05, 06: joined to the neighbour in that direction */
bool dg_joined(const struct dg_state *s, int32_t sq, int face);

int dg_fig_at(const struct dg_state *s, int32_t sq);
int dg_chest_at(const struct dg_state *s, int32_t sq);
int dg_token_at(const struct dg_state *s, int32_t sq);
bool dg_empty(const struct dg_state *s, int32_t sq); /* none of the three */

/* sections that hold a way to each other (DG-GEO-09), and steps (DG-GEO-10) */
bool dg_connected(const struct dg_state *s, int a, int b);
int dg_section_distance(const struct dg_state *s, int a, int b); /* -1 none */

/* the same of all sections at once, for who asks often: bits by section */
struct dg_ways {
	uint64_t beside[DG_MAX_SECTIONS];
};

static_assert(DG_MAX_SECTIONS <= 64, "a bit for each section");

void dg_ways_find(const struct dg_state *s, struct dg_ways *out);
int dg_ways_distance(const struct dg_ways *w, int a, int b); /* -1 none */
bool dg_entrance_section(const struct dg_state *s, int section);

/* squares that can be reached from a mouth, doors open, a byte for each */
void dg_reachable(const struct dg_state *s, unsigned char out[DG_SQUARES]);

/* DG-ARC-01 of a vector; width 3, 5, 7 */
bool dg_front(const struct dg_state *s, int width, int facing, int dx, int dy);
bool dg_rear(int facing, int dx, int dy);

/* the same for a figure and a square */
bool dg_in_front(const struct dg_state *s, int f, int32_t sq);
bool dg_in_rear(const struct dg_state *s, int f, int32_t sq);

int dg_direct(int32_t from, int32_t to); /* DG-ARC-07 */
int32_t dg_range(int32_t a, int32_t b);  /* DG-LOF-06 */

enum dg_line_flag {
	DG_LINE_FIGURES = 1, /* figures do not block */
	DG_LINE_TERRAIN = 2, /* nor blocking squares, shadow, hindering */
	DG_LINE_STEALTH = 4  /* hindering blocks (DG-SA-15) */
};

struct dg_line {
	bool clear;
	bool hindered; /* +1 defense for the target (DG-LOF-05) */
};

/* The line of fire between two squares; exempt: a figure that never blocks,
 * or -1. */
struct dg_line dg_line(const struct dg_state *s, int32_t a, int32_t b,
		       unsigned flags, int exempt);

/* the square of a door that is shot at (DG-LOF-08), as seen from there */
int32_t dg_door_near(const struct dg_state *s, int door, int32_t from);

/* an enemy of figure f stands adjacent to square sq; not counted: except */
bool dg_enemy_beside(const struct dg_state *s, int f, int32_t sq, int except);
bool dg_friend_beside(const struct dg_state *s, int f, int32_t sq);

/* may a chest lie there (DG-CHEST-06), facing so */
bool dg_chest_fits(const struct dg_state *s, int32_t sq, int face,
		   const unsigned char *reach);

/* --- evolve.c, values.c ------------------------------------------------ */

bool dg_evolve(void *state, const struct event *e);
bool dg_common(void *state, const struct event *e);
bool dg_text_option(void *state, struct str name, int seat, const int32_t *w,
		    int n);
const char *dg_invariant(const void *state);
const char *dg_sound(const void *state); /* sound.c */
bool dg_founds(int kind);
bool dg_get(const void *view, struct str path, int32_t *w, int *n);
enum value_fate dg_put(void *state, struct str path, const int32_t *w, int n);
void dg_was_put(void *state, struct str path);
enum { N_DG_VALUES = 6 };
extern const struct value_list dg_values[N_DG_VALUES];
void dg_contacts_note(struct dg_state *s);

/* --- jobs: work.c ------------------------------------------------------ */

/* its numbers stand in logs: add at the end only */
enum dg_job {
	DG_JOB_NONE,
	DG_JOB_STEP,           /* piece, square, entering */
	DG_JOB_CONVERT,        /* Hero, it came into the section, not first */
	DG_JOB_CONVERT_ONE,    /* token, Hero, waits, of several, by a trap */
	DG_JOB_TOKEN,          /* a token that moved: does it convert? */
	DG_JOB_PLACE,          /* seat, Hero, n, points, square, chest, waits */
	DG_JOB_PLACED,         /* labels placed before it; beneath PLACE */
	DG_JOB_SPINS,          /* newcomer, last square looked at, cause */
	DG_JOB_POLE,           /* mover */
	DG_JOB_FREE,           /* enemy, mover */
	DG_JOB_COUNTER,        /* defender, attacker, how, chest stolen */
	DG_JOB_TRAP,           /* chest, Hero, of the treasure */
	DG_JOB_TRAP_ROLL,      /* chest, Hero */
	DG_JOB_TRAP_TOKENS,    /* chest, Hero, roll */
	DG_JOB_TRAP_HIT,       /* chest, Hero, roll, bits: who stood there */
	DG_JOB_TRAP_END,       /* chest, Hero, XP or removal */
	DG_JOB_CURSE,          /* figure, by */
	DG_JOB_END_ACTIVATION, /* piece */
	DG_JOB_CONFUSION_OVER, /* figure */
	DG_JOB_LEVEL, /* seat, levels left, who earned them, raised.. */
	DG_JOB_DROP,  /* chest, seat */
	DG_JOB_ENTER, /* seat: its Heroes go in by themselves */
	DG_JOB_TURN_END
};

static_assert(4 + DG_FIG_WORDS < DG_JOB_WORDS + 1, "the bits of a trap fit");

/* its numbers stand in logs: add at the end only */
enum dg_counter_how {
	DG_COUNTER_CLOSE,
	DG_COUNTER_RANGED,
	DG_COUNTER_PASSED,
	DG_COUNTER_STEAL
};

struct dg_work {
	int n;
	int32_t job[DG_MAX_JOBS][DG_JOB_WORDS];
	bool asked;
	struct refusal *no; /* of the order that is being carried out */
	bool refused;       /* it stopped before its end */
};

void dg_push(struct dg_work *w, enum dg_job job, int32_t a, int32_t b,
	     int32_t c, int32_t d);
void dg_work_init(struct dg_work *w, struct refusal *no);
void dg_work_run(struct run *r, struct dg_work *w);

/* stop here and ask; the job on top is done again with the answer */
void dg_ask(struct run *r, struct dg_work *w, enum dg_question what, int seat,
	    int32_t fig, int32_t about);
bool dg_answer(struct run *r, int seat, const struct decision *d,
	       struct refusal *no);

/* what players are still to be asked about, when no action is left */
void dg_due(struct run *r);

/* --- moving: move.c ---------------------------------------------------- */

/* the rest of the piece's path is not walked; before: the square it was to
 * enter. rule: of the event, beside that of the refusal */
void dg_path_stopped(struct run *r, struct dg_work *w, int32_t piece,
		     int32_t before, int rule, const struct refusal *no);

int32_t dg_start_sp(const struct dg_state *s, int f, enum dg_how how,
		    int32_t mods[DG_MOD_WORDS], int *n_mods);

/* may this seat activate the piece, or go on with it? (checks only) */
bool dg_may_act(const struct dg_state *s, int seat, int32_t piece,
		enum dg_how how, struct refusal *no);
/* its activation is for more than moving: not doubled, Quickness, 0 points */
bool dg_does_more(const struct dg_state *s, int f, struct refusal *no);
/* of that: what keeps a player from activating a Mage Spawn */
bool dg_may_act_spawn(const struct dg_state *s, int seat, int f,
		      struct refusal *no);
void dg_begin(struct run *r, int32_t piece, enum dg_how how);
void dg_ram(struct run *r);
void dg_end_activation(struct run *r);
bool dg_actor_now(const struct dg_state *s, int32_t piece);

/* must break away before it moves (DG-BREAK-01) */
bool dg_held(const struct dg_state *s, int f);

/* one leg of a path: the first n of v squares; what it costs */
struct dg_leg {
	int n; /* squares used: over them, then the last */
	int32_t to;
	int32_t cost;
	int32_t mods[DG_MOD_WORDS];
	int n_mods;
	int enemy; /* passed, or -1 */
	bool passes, stairs;
	int face; /* direction of the last step */
};

bool dg_leg_check(const struct dg_state *s, int32_t piece, const int32_t *v,
		  int n, struct dg_leg *leg, struct refusal *no);
bool dg_decide_move(struct run *r, int seat, const struct decision *d,
		    struct refusal *no);
void dg_job_step(struct run *r, struct dg_work *w, const int32_t *job);
void dg_job_spins(struct run *r, struct dg_work *w, const int32_t *job,
		  const struct decision *answer);
void dg_job_pole(struct run *r, const int32_t *job);
void dg_arrive(struct dg_work *w, int32_t piece, bool new_section,
	       int32_t cause, bool own_move);
void dg_job_enter(struct run *r, struct dg_work *w, const int32_t *job);

/* how the next Hero of the seat goes in by itself (DG-D-11); false: none can */
bool dg_enter_default(const struct dg_state *s, int seat, struct decision *d);

/* it stands outside in its player's first turn, and has a way in */
bool dg_must_enter(const struct dg_state *s, int f);

/* the activation under way may end: not while its Hero must still come in */
bool dg_may_leave_off(const struct dg_state *s, struct refusal *no);
int dg_spin_facing(const struct dg_state *s, int f, int newcomer, int seat);

/* a Hero of the seat stands in the section (DG-SPAWN-02) */
bool dg_own_hero_in(const struct dg_state *s, int seat, int section);

/* --- fighting: attack.c ------------------------------------------------ */

bool dg_decide_attack(struct run *r, int seat, const struct decision *d,
		      struct refusal *no);
bool dg_decide_heal(struct run *r, int seat, const struct decision *d,
		    struct refusal *no);
void dg_job_free(struct run *r, struct dg_work *w, const int32_t *job);
void dg_job_counter(struct run *r, struct dg_work *w, const int32_t *job,
		    const struct decision *answer);

/* the die that an ability throws for its clicks; 0, and r->unknown, in a
 * preview. rule: why it is thrown, beside the ability's own */
int dg_damage_die(struct run *r, int32_t label, enum dg_ability a, int rule);

/* clicks of damage; mods explain them. award: XP for who did it */
void dg_hurt(struct run *r, int f, int32_t clicks, int32_t by,
	     enum dg_cause cause, const int32_t *mods, int n_mods, bool award);
void dg_heal(struct run *r, int f, int32_t by, int32_t clicks, int rule);
int32_t dg_reduce(const struct dg_state *s, int f, int32_t clicks, bool ability,
		  int32_t mods[DG_MOD_WORDS], int *n_mods);

/* One comparison of a roll with a defense. */
struct dg_blow {
	int32_t attacker, target; /* labels; also of chests and doors */
	int32_t value;            /* printed attack value */
	int roll;
	int32_t mods[DG_MOD_WORDS];
	int n_mods;
	int32_t defense;
	int32_t dmods[DG_MOD_WORDS];
	int n_dmods;
	int rule;
	bool plain; /* 2 and 12 mean nothing */
};

void dg_mod(int32_t mods[], int *n, int rule, int32_t amount);
enum dg_result dg_blow_emit(struct run *r, const struct dg_blow *b);
/*
 * The defense of f and what changes it. pierced: by an attack that minds no
 * armor (DG-SA-48); bare: by one that minds no ability at all (DG-SA-25).
 */
void dg_blow_defense(const struct dg_state *s, int f, bool ranged, bool pierced,
		     bool bare, struct dg_blow *b);
int dg_dice_emit(struct run *r, int32_t attacker); /* 2..12; 0 unknown */
void dg_declare_emit(struct run *r, int32_t attacker, const int32_t *targets,
		     int n, enum dg_attack_kind kind, int ability, int32_t cost,
		     int rule);
void dg_job_curse(struct run *r, const int32_t *job);
void dg_xp(struct run *r, int seat, int32_t points, int32_t fig, int rule);
void dg_levels_waited(struct run *r, int seat); /* of its turn before */
bool dg_level_check(const struct dg_state *s, int seat,
		    const struct decision *d, struct refusal *no);
void dg_job_level(struct run *r, struct dg_work *w, const int32_t *job,
		  const struct decision *answer);

/* --- abilities that are orders of their own: ability.c ------------------ */

bool dg_decide_use(struct run *r, int seat, const struct decision *d,
		   struct refusal *no);

/* --- monsters: spawn.c ------------------------------------------------- */

void dg_job_convert(struct run *r, struct dg_work *w, const int32_t *job);
void dg_job_convert_one(struct run *r, struct dg_work *w, const int32_t *job);
void dg_job_token(struct run *r, struct dg_work *w, const int32_t *job);
void dg_job_place(struct run *r, struct dg_work *w, const int32_t *job,
		  const struct decision *answer);
int dg_hero_met(const struct dg_state *s, int token);
bool dg_place_default(const struct dg_state *s, struct decision *d);

/* --- chests: chest.c --------------------------------------------------- */

bool dg_decide_chest(struct run *r, int seat, const struct decision *d,
		     struct refusal *no);
bool dg_decide_items(struct run *r, int seat, const struct decision *d,
		     struct refusal *no);
void dg_job_trap(struct run *r, struct dg_work *w, const int32_t *job);
void dg_chests_lost(struct run *r, int seat, int32_t at);
void dg_chest_drop(struct run *r, int chest, int32_t near, int section,
		   int seat, int pick, int of, int rule, bool there);
void dg_drop_due(struct run *r, int chest, int seat, enum dg_drop how,
		 int32_t near);
void dg_job_drop(struct run *r, struct dg_work *w, const int32_t *job,
		 const struct decision *answer);
bool dg_drop_check(const struct dg_state *s, const struct decision *d,
		   struct refusal *no);
int dg_stored_with(const struct dg_state *s, int32_t fig);
void dg_store_default(struct run *r, int seat, int32_t fig);
void dg_items_default(struct run *r, int seat);

/* --- turns: turn.c ----------------------------------------------------- */

void dg_turn_start(struct run *r, int seat);
void dg_turn_ready(struct run *r);
/* the same on a copy, to see what could be done then: the dice that it throws
 * forbid nothing (decide.c) */
void dg_turn_try(struct run *r);
void dg_ready_emit(struct run *r); /* its preparations are over */
/* an order that ends the activation under way and begins with another piece */
bool dg_names_another(const struct dg_state *s, const struct decision *d);
void dg_turn_end(struct run *r);
void dg_turn_done(struct run *r);              /* as its player orders it */
bool dg_nobody_left(const struct dg_state *s); /* no Hero in play */
bool dg_check_over(struct run *r);             /* DG-END-01; true: it is */
void dg_withdraw(struct run *r, int seat);

/* --- set-up: setup.c --------------------------------------------------- */

/* FIGURE_DEFINED of a figure that is known, at this level, as the table sees
 * its card: with option dials current the one click that it shows */
void dg_card_event(const struct dg_state *s, int f, int32_t level, int rule,
		   struct event *e);

const char *dg_hopeless(struct run *r);
bool dg_setup_decide(struct run *r, int seat, const struct decision *d,
		     struct refusal *no);
void dg_advance(struct run *r);
bool dg_setup_seat(const struct dg_state *s, int seat, uint64_t *kinds);
bool dg_setup_silent(const struct dg_state *s, int seat, struct decision *d);

/* --- maps: lay.c ------------------------------------------------------- */

/* what the catalog has under a key, if it is of this kind */
bool dg_define(const struct run *r, struct str key, int kind,
	       struct event *out);
bool dg_maps_lay(struct run *r); /* true: they lie */

/* stairs join these two squares */
bool dg_stairs(const struct dg_state *s, int32_t a, int32_t b);

/* --- loose tiles: tile.c ----------------------------------------------- */

bool dg_decide_tiles(struct run *r, int seat, const struct decision *d,
		     struct refusal *no);
bool dg_decide_tile(struct run *r, int seat, const struct decision *d,
		    struct refusal *no);
bool dg_tiles_advance(struct run *r); /* true: all lie */
bool dg_tile_lay(struct dg_state *s, int seat, int32_t id, int32_t at,
		 int turns, bool last);
void dg_tiles_default(const struct dg_state *s, struct decision *d);
void dg_tiles_sample(const struct dg_state *s, struct dice *rng,
		     struct decision *d);
bool dg_tile_sample(const struct dg_state *s, int seat, struct dice *rng,
		    struct decision *d);

/* --- what players see and may do --------------------------------------- */

enum verdict dg_decide(struct run *r, int seat, const struct decision *d,
		       struct refusal *no);
void dg_view(const void *state, int seat, void *out);
int dg_legal(const void *view, int seat, struct trials *room,
	     struct family *out, int max);
bool dg_sample(const void *view, int seat, struct trials *room,
	       struct dice *rng, struct decision *out);
bool dg_silent(const void *view, int seat, struct decision *out);

/*
 * Would decisions be taken, as far as the seat of one view can know? A refusal
 * changes nothing, so that the copy on which they are tried is made again only
 * after one that did; and what orders of one sort have in common, that
 * preparations end or another's activation, is done once. Who is hurt by that
 * and whose next clicks nobody sees (DG-R-56) stays as it is shown: what is
 * said then may turn out otherwise. The view must outlive it.
 */
enum dg_stage { DG_STAGE_NONE, DG_STAGE_AS_IS, DG_STAGE_READY, DG_STAGE_ENDED };

struct dg_trial {
	const struct dg_state *view;
	enum dg_stage stage; /* of the copy; NONE: it is to be made */
	bool unforeseen; /* of the last decision: it hangs on what is hidden */
	struct trial t;
};

void dg_trial_begin(struct dg_trial *t, struct trials *room,
		    const struct dg_state *view);
void dg_trial_end(struct dg_trial *t);
bool dg_trial_do(struct dg_trial *t, int seat, const struct decision *d);
#endif
