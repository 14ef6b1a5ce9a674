/*
 * src/games/rebellion/rules/state.h - the state of a game of Rebellion (RB
 * section 1), one flat struct of 32-bit words: no pointers, no padding: its
 * canonical encoding is that of its words (engine/game.h).
 *
 * Unused parts are zero, so that equal games have equal bytes. Figures are
 * sorted by id (letter, then number), the order in which the rules name them;
 * a new figure moves later ones, so that data which outlives an event names
 * figures by label, never by index.
 *
 * In a view, values hidden from its reader are RB_UNKNOWN.
 */
#ifndef GAMES_REBELLION_RULES_STATE_H
#define GAMES_REBELLION_RULES_STATE_H
#include "engine/frame.h"
#include "games/rebellion/rules/terrain_contact.h"
#include "games/rebellion/rules/numbers.h"

enum {
	RB_MAX_SEATS = 4,               /* RB-SETUP-01 */
	RB_MAX_FIGS = GROUND_MAX_BASES, /* of all armies together */
	RB_MAX_ASKED = 16,              /* questions at once */
	RB_FRAME_WORDS = 576,           /* of an action that is put aside */
	RB_MAX_CLICKS = 12,             /* live clicks of a dial */
	RB_MAX_TERRAIN = 24, /* features on the board; and on the pile */
	RB_MAX_DOUBTS = 64,  /* settled doubtful lines of one turn */
	RB_MAX_MEMBERS = 5,  /* of a formation */
	RB_MAX_ARROWS = 9,   /* of a card: targets of one attack */
	RB_NAME_WORDS = 12,  /* text: length, then 44 bytes */
	RB_KEY_WORDS = 9,    /* 32 bytes */
	RB_CLICK_WORDS = 8,
	RB_SADDLERY_WORDS = 7, /* as on cards, in the order of the struct */
	RB_MAX_ITEMS = 8,
	RB_ITEM_RADIUS = 25, /* u, CV-BRG-07 */
	RB_RADIUS = 55,      /* u, of an ordinary base; RB-GEO-08 */
	RB_UNKNOWN = INT32_MIN
};

/*
 * BEFORE > ARMY > PILE > ROLL > TERRAIN > DEPLOY > START > PLAY > OVER
 *
 * In ARMY and PILE all seats hand in theirs at once, ROLL and START need no
 * order; in the others the seats act in turn.
 */
enum rb_phase { /* RB section 2; names in tables.c */
		RB_BEFORE,
		RB_ARMY,
		RB_PILE,
		RB_ROLL,
		RB_TERRAIN,
		RB_DEPLOY,
		RB_START,
		RB_PLAY,
		RB_OVER,
		N_RB_PHASES
};

/* logs hold its numbers: add at the end only */
enum rb_side { RB_SOUTH, RB_WEST, RB_NORTH, RB_EAST }; /* clockwise */

enum rb_status {
	RB_RESERVE,
	RB_ON_BOARD,
	RB_ELIMINATED,
	RB_WITHDRAWN,
	RB_RIDING, /* in a saddle: no place of its own (CV-UNIT-04) */
	RB_REMOVED /* removed as no player's loss (CV-INT-02) */
};

enum rb_where { RB_ON_PILE, RB_LIES };

/* logs hold its numbers: add at the end only */
enum rb_slot { RB_SPEED, RB_ATTACK, RB_DEFENSE, RB_DAMAGE, N_RB_SLOTS };

enum rb_ability {
	RB_NO_ABILITY,
#define ABILITY(sym, name, slot, optional, rule, defined) RB_ABILITY_##sym,
#include "games/rebellion/rules/abilities.def"
#undef ABILITY
	N_RB_ABILITIES
};

/* printed on cards of cavalry: CV section 1; names in tables.c; logs hold its
 * numbers: add at the end only */
enum rb_mount {
	RB_NO_MOUNT,
	RB_BATTLE_HORSE,
	RB_CLOUD_GRIFFON,
	RB_DESERT_WARBIRD,
	RB_HORNED_STAG,
	RB_PEGASUS,
	RB_SALAMANDER,
	RB_SKY_DRAGON,
	RB_TECHNOCAT,
	N_RB_MOUNTS
};
/* logs hold its numbers: add at the end only */
enum rb_level { /* CV-INT-01 */
		RB_SKITTISH,
		RB_INDEPENDENT,
		RB_MEAN,
		N_RB_LEVELS
};
/* logs hold its numbers: add at the end only */
enum rb_subfaction { /* CV-SUB-01 */
		     RB_NO_SUBFACTION,
		     RB_DARK_RIDERS,
		     RB_WYLDEN_HOST,
		     RB_OTHER_SUBFACTION,
		     N_RB_SUBFACTIONS
};
enum rb_proficiency {
#define PROFICIENCY(sym, name, rule) RB_PROF_##sym,
#include "games/rebellion/rules/proficiencies.def"
#undef PROFICIENCY
	N_RB_PROFICIENCIES
};

/* standing orders for free spins and Defend, RB-SPIN-05; logs hold its
 * numbers: add at the end only */
enum rb_policy {
	RB_POLICY_AUTO,
	RB_POLICY_DIRECT,
	RB_POLICY_NEVER,
	RB_POLICY_FIXED,
	RB_POLICY_INHERIT /* of a figure: as its player's */
};

enum rb_end_reason { RB_NOT_OVER, RB_ONE_SIDE, RB_TIME_LIMIT, RB_AGREEMENT };

/* why the engine stopped in the middle of an action */
enum rb_question {
	RB_ASKS_NOTHING,
	RB_ASKS_SPIN,
	RB_ASKS_DEFEND,
	N_RB_QUESTIONS
};

/* One live click of a dial. */
struct rb_click {
	int32_t value[N_RB_SLOTS];   /* speed, attack, defense, damage */
	int32_t ability[N_RB_SLOTS]; /* enum rb_ability */
};

/* The printed card of a figure: never changes. */
struct rb_def {
	int32_t key[RB_KEY_WORDS];     /* text: "set/number" */
	int32_t name[RB_NAME_WORDS];   /* text */
	int32_t faction[RB_KEY_WORDS]; /* text */
	int32_t rank;                  /* stars; 0 = unique */
	int32_t points;
	int32_t range;                 /* inches */
	int32_t targets;               /* 1..RB_MAX_ARROWS */
	int32_t arc;                   /* degrees in all, even */
	int32_t radius;                /* u */
	int32_t ahead, behind;         /* u: the spine; 0, 0 for a disc */
	struct rb_saddlery {           /* zero: neither mount nor rider */
		int32_t mount;         /* enum rb_mount: what it is */
		int32_t level;         /* enum rb_level, of mounts */
		int32_t bonus;         /* rider attack bonus */
		int32_t rides;         /* bits by enum rb_mount */
		int32_t proficiencies; /* bits by enum rb_proficiency */
		int32_t subfaction;    /* enum rb_subfaction */
		int32_t slots;         /* for items */
	} cavalry;
	int32_t n_clicks;
	struct rb_click click[RB_MAX_CLICKS + 1]; /* and skulls: zero */
};

/* A figure in play. Its card is def[] of the state, at the same index. */
struct rb_fig {
	int32_t label;
	int32_t owner;  /* seat */
	int32_t open;   /* everybody knows of it (RB-ARMY-05) */
	int32_t status; /* enum rb_status */
	int32_t wounds; /* 0..n_clicks: the click shown */
	struct vec at;  /* u; on the board only */
	int32_t facing; /* 0..359 */
	int32_t tokens; /* 0..2 */
	int32_t acted, passed;
	int32_t captive_of;      /* label, 0 none */
	int32_t captive;         /* label of the captive it controls */
	int32_t cancelled[2];    /* bits by ability: off until the turn ends */
	int32_t last_damager;    /* seat or -1 */
	int32_t spin, spin_face; /* enum rb_policy */
	int32_t spared;          /* may not act this turn (option levitated) */
	int32_t on, rider;       /* labels: the mount of a rider, and back */
	int32_t control;         /* seat a mean mount obeys this turn, or -1 */
	int32_t push;            /* 1 + enum rb_dial; 0: as its player's */
	int32_t unity;           /* Dark Unity, CV-SUB-02 */
};

struct rb_player {
	int32_t side;         /* enum rb_side, -1 not chosen */
	int32_t build, spent; /* points */
	int32_t list_in;      /* army list handed in */
	int32_t items;        /* terrain items put on the pile */
	int32_t pile_done;
	int32_t d1, d2; /* first player roll; 0 none, -1 out of it */
	int32_t score;  /* victory points so far */
	int32_t end_vote;
	int32_t spin, spin_face, defend; /* standing orders */
	int32_t land;                    /* enum rb_quarter, CV-ELIM-01 */
	int32_t against;                 /* enum rb_dial, CV-TGT-05 */
	int32_t push; /* 1 + enum rb_dial, 0 default; CV-ACT-07 */
	/* the final score, when the game is over */
	int32_t final_captives, final_survivors, final_total;
};

/* Data of a feature that geometry does not need; its shape is elsewhere. */
struct rb_terrain {
	int32_t label;
	int32_t item; /* label of the item it belongs to */
	int32_t seat; /* the seat that added it, -1 none */
	int32_t on;   /* label of the elevated feature it lies on */
};

/* A thing to wield, CV-BRG-07: on the board or in a figure's hands. */
struct rb_item {
	int32_t label;
	int32_t holder; /* label of the figure that wields it, 0 none */
	struct vec at;  /* of items on the board */
	int32_t attack, defense, damage, range; /* added */
};

struct rb_doubt {
	int32_t firer, target; /* labels */
	int32_t ok;
	int32_t cause[2]; /* bits by index: figures that make it so */
};

struct rb_state {
	struct common_state head; /* phase: enum rb_phase */
	int32_t board_w, board_h; /* u */
	int32_t round;
	int32_t turn_ready; /* START is done, ACTIONS have begun */
	int32_t actions_left;
	int32_t end_reason;
	struct rb_player player[RB_MAX_SEATS];
	int32_t n_terrain;
	struct rb_terrain terrain[RB_MAX_TERRAIN]; /* by label */
	struct feature feature[RB_MAX_TERRAIN];
	int32_t n_pile; /* about their item's own origin */
	struct rb_terrain pile[RB_MAX_TERRAIN];
	struct feature pile_feature[RB_MAX_TERRAIN];
	int32_t n_figs;
	struct rb_fig fig[RB_MAX_FIGS];
	struct rb_def def[RB_MAX_FIGS];
	/* bit j of row i: figures i and j touched when the turn began */
	int32_t contact[RB_MAX_FIGS][2];
	int32_t n_doubts;
	struct rb_doubt doubt[RB_MAX_DOUBTS];
	FRAME(rb_frame, RB_MAX_ASKED, RB_FRAME_WORDS) frame; /* an rb_action */
	int32_t n_items;
	struct rb_item item[RB_MAX_ITEMS]; /* by label */
	/* what the seats bring from a game before: carryover.h */
	int32_t brings[RB_MAX_SEATS], purse[RB_MAX_SEATS];
	int32_t n_carried;
	struct rb_carried {
		int32_t seat, wounds;
		int32_t key[RB_KEY_WORDS], name[RB_NAME_WORDS]; /* texts */
	} carried[RB_MAX_FIGS];
};

static_assert(sizeof(struct rb_state) <= SYSTEM_MAX_STATE, "state too large");
static_assert(sizeof(struct rb_state) % sizeof(int32_t) == 0, "words only");

/* --- looking things up ------------------------------------------------- */

/* index of the figure with this label, or -1 */
int rb_find(const struct rb_state *s, int32_t label);
/* a figure that the seat may know of: of a list that is not open, its own */
int rb_known(const struct rb_state *s, int seat, int32_t label);

/* index of the feature on the board with this label, or -1 */
int rb_find_terrain(const struct rb_state *s, int32_t label);

static inline bool rb_on_board(const struct rb_state *s, int f)
{
	assert(0 <= f && f < RB_MAX_FIGS);
	return s->fig[f].status == RB_ON_BOARD;
}

/* on the board and no captive: what the rules call a free figure */
static inline bool rb_is_free(const struct rb_state *s, int f)
{
	return rb_on_board(s, f) && !s->fig[f].captive_of;
}

/* --- cavalry: who sits on whom, CV section 1 --------------------------- */

static inline bool rb_is_mount(const struct rb_state *s, int f)
{
	assert(0 <= f && f < RB_MAX_FIGS);
	return s->def[f].cavalry.mount != RB_NO_MOUNT;
}

/* it sits in a saddle on the board */
static inline bool rb_rides(const struct rb_state *s, int f)
{
	assert(0 <= f && f < RB_MAX_FIGS);
	return s->fig[f].status == RB_RIDING;
}

/* the mount of a unit on the board: it represents the whole (CV-UNIT-01) */
static inline bool rb_is_unit(const struct rb_state *s, int f)
{
	assert(0 <= f && f < RB_MAX_FIGS);
	return s->fig[f].rider && rb_on_board(s, f);
}

/* the figure whose base is f's: its mount, or f itself */
static inline int rb_body(const struct rb_state *s, int f)
{
	assert(0 <= f && f < RB_MAX_FIGS);
	return s->fig[f].on ? rb_find(s, s->fig[f].on) : f;
}

/* the rider of a unit, or -1 */
static inline int rb_rider(const struct rb_state *s, int f)
{
	assert(0 <= f && f < RB_MAX_FIGS);
	return s->fig[f].rider ? rb_find(s, s->fig[f].rider) : -1;
}

/* the seat that commands it now: its owner, but for CV-INT-04 */
static inline int rb_commander(const struct rb_state *s, int f)
{
	int32_t control;

	assert(0 <= f && f < RB_MAX_FIGS);
	control = s->fig[f].control;
	return control >= 0 ? control : s->fig[f].owner;
}

/* index of the item with this label, or -1 */
int rb_find_item(const struct rb_state *s, int32_t label);

/* The click it shows. Skulls show nothing that counts. */
static inline const struct rb_click *rb_click(const struct rb_state *s, int f)
{
	assert(0 <= f && f < RB_MAX_FIGS);
	assert(0 <= s->fig[f].wounds && s->fig[f].wounds <= RB_MAX_CLICKS);
	return &s->def[f].click[s->fig[f].wounds];
}

/*
 * The ability is shown, not switched off, and its figure is on the board and
 * no captive (RB-SA-01, 02, 04). slot is the ability's own; see rb_has.
 */
bool rb_has(const struct rb_state *s, int f, enum rb_ability a);

/* its base where it is */
struct spine rb_spine(const struct rb_state *s, int f);

/* its base elsewhere */
struct spine rb_spine_at(const struct rb_state *s, int f, struct vec at,
			 int32_t facing);

static inline bool rb_allied(const struct rb_state *s, int a, int b)
{
	return s->head.seat[a].team == s->head.seat[b].team;
}

/* f and g belong to opposing teams (RB-CON-01); captives are not asked for */
static inline bool rb_opposing(const struct rb_state *s, int f, int g)
{
	return !rb_allied(s, rb_commander(s, f), rb_commander(s, g));
}

/* the bases of two figures on the board touch (RB-GEO-09, 10) */
bool rb_touch(const struct rb_state *s, int f, int g);

/* Text of the card (key, name, faction; n words of it) as a slice of room. */
struct str rb_text(const int32_t *words, int n, char *room, size_t size);
#endif
