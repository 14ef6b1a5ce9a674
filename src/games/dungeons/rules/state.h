/*
 * src/games/dungeons/rules/state.h - the state of a game of Dungeons: Pyramid
 * (DG section 2), one flat struct of 32-bit words: no pointers, no padding:
 * its canonical encoding is that of its words (engine/game.h).
 *
 * Unused parts are zero, so that equal games have equal bytes. Figures are
 * sorted by label; a new figure moves later ones, so that data which outlives
 * an event names pieces by label, never by index.
 *
 * In a view, values hidden from its reader are DG_UNKNOWN.
 */
#ifndef GAMES_DUNGEONS_RULES_STATE_H
#define GAMES_DUNGEONS_RULES_STATE_H
#include "games/dungeons/rules/numbers.h"
#include "engine/frame.h"

enum {
	DG_MAX_SEATS = 6,     /* DG-TEAM-01 */
	DG_POOL_POINTS = 100, /* DG-POOL-01: at least */
	DG_MAX_FIGS = 64,     /* of all teams and the pool */
	DG_FIG_WORDS = 2,     /* a bit for each */
	DG_MAX_CLICKS = 12,   /* live clicks of a dial */
	DG_HIDDEN_CLICKS,     /* in a view: it shows its present click alone */
	DG_LEVELS = 5,
	DG_WIDTH = 40, /* squares of the table, each way */
	DG_SQUARES = DG_WIDTH * DG_WIDTH,
	DG_MAX_SECTIONS = 48,
	DG_MAX_MOUTHS = 64,
	DG_MAX_DOORS = 24,
	DG_MAX_STAIRS = 8,
	DG_MAX_CHESTS = 24,
	DG_MAX_MODELS = 16,
	DG_MAX_TOKENS = 40,
	DG_MAX_TABLES = 24,
	DG_MAX_TILES = 16, /* chosen by one player */
	DG_MAX_BOX = 24,   /* tiles of a box */
	DG_TILE_SIDE = 5,  /* squares, at most */
	DG_TILE_DOORS = 2,
	DG_POSITIONS = 6,   /* of a trap or treasure dial */
	DG_NAME_WORDS = 12, /* text: length, then 44 bytes */
	DG_KEY_WORDS = 9,
	DG_THING_WORDS = 9, /* text: the name of a trap or treasure */
	DG_CLICK_WORDS = 8,
	DG_JOB_WORDS = 8,
	DG_MAX_JOBS = 72,
	DG_NOWHERE = -1, /* no square */
	DG_UNKNOWN = INT32_MIN
};

/*
 * BEFORE > TEAMS > FIRST > BOARD +------------> CHESTS > TOKENS > POOL
 *                                |                 ^               v
 *                                +> TERRAIN (1) ---+    OVER < PLAY < DOORWAYS
 *
 * (1) with the option pieces. In TEAMS, POOL and at first in CHESTS all seats
 * hand in theirs at once, FIRST needs no order; in the others the seats act in
 * turn.
 */
enum dg_phase { /* DG section 6; names in tables.c */
		DG_BEFORE,
		DG_TEAMS,
		DG_FIRST,
		DG_BOARD,
		DG_TERRAIN,
		DG_CHESTS,
		DG_TOKENS,
		DG_POOL,
		DG_DOORWAYS,
		DG_PLAY,
		DG_OVER,
		N_DG_PHASES
};

enum dg_kind { DG_HERO, DG_SPAWN, DG_WARRIOR };

/* what a card is made of; only some may join a team (DG-MKW-03) */
enum dg_form { DG_SINGLE, DG_MOUNTED, DG_MULTI_DIAL, DG_DRAGON };

enum dg_place { DG_IN_POOL, DG_OUTSIDE, DG_ON_BOARD, DG_EXITED, DG_ELIMINATED };

/* logs hold its numbers: add at the end only */
enum dg_slot { DG_SPEED, DG_ATTACK, DG_DEFENSE, DG_DAMAGE, N_DG_SLOTS };

enum dg_ability {
	DG_NO_ABILITY,
#define ABILITY(sym, name, slot, optional, rule) DG_ABILITY_##sym,
#include "games/dungeons/rules/abilities.def"
#undef ABILITY
	N_DG_ABILITIES
};

/* DG-GEO-02, clockwise;
 * logs hold its numbers: add at the end only */
enum dg_face { DG_N, DG_NE, DG_E, DG_SE, DG_S, DG_SW, DG_W, DG_NW, N_DG_FACES };

/* logs hold its numbers: add at the end only */
enum dg_terrain { /* DG-GEO-03 */
		  DG_ROCK,
		  DG_CLEAR,
		  DG_HINDERING,
		  DG_WATER,
		  DG_BLOCKING,
		  DG_CHASM,
		  DG_SHADOW,
		  DG_TELEPORT,
		  DG_VORTEX,
		  DG_STAIRS,
		  DG_COST_3, /* .. DG_COST_3 + 6: a printed 9 */
		  N_DG_TERRAINS = DG_COST_3 + 7
};

/* logs hold its numbers: add at the end only */
enum dg_door_kind { DG_WOOD, DG_IRON };
/* logs hold its numbers: add at the end only */
enum dg_door_state { DG_CLOSED, DG_OPEN, DG_DESTROYED };
/* logs hold its numbers: add at the end only */
enum dg_section_kind { DG_CORRIDOR, DG_CHAMBER };
/* logs hold its numbers: add at the end only */
enum dg_tier { DG_WEAK, DG_STANDARD, DG_TOUGH, N_DG_TIERS };
/* logs hold its numbers: add at the end only */
enum dg_trap_type { DG_NO_ATTACK, DG_TRAP_H, DG_TRAP_T, DG_TRAP_R };

enum dg_trap_state {
	DG_UNREVEALED,
	DG_ARMED,
	DG_BLANK,
	DG_DISARMED,
	DG_SPRUNG
};

enum dg_chest_place {
	DG_CHEST_NONE,
	DG_CHEST_LIES,
	DG_CHEST_HELD,
	DG_CHEST_STORED,
	DG_CHEST_REMOVED
};

enum dg_potion { DG_POTION_FULL, DG_POTION_WORKS, DG_POTION_USED };

/* how a figure is being activated */
enum dg_how {
	DG_HOW_NORMAL,
	DG_HOW_DOUBLE,
	DG_HOW_QUICK,
	DG_HOW_ZERO,
	DG_HOW_CONFUSED
};

/* logs hold its numbers: add at the end only */
enum dg_policy { /* standing orders for spins and counterattacks */
		 DG_POLICY_DEFAULT, /* of a figure: as its player's */
		 DG_POLICY_ALWAYS,
		 DG_POLICY_NEVER,
		 DG_POLICY_IF_OUT,
		 DG_POLICY_PREFER
};

enum dg_question {
	DG_ASKS_NOTHING,
	DG_ASKS_SPIN,
	DG_ASKS_COUNTER,
	DG_ASKS_PLACE,
	DG_ASKS_LEVEL,
	DG_ASKS_DROP,
	N_DG_QUESTIONS
};

/* the place where the asked seat may put a dropped chest instead (DG-D-20) */
enum dg_drop { DG_DROP_NONE, DG_DROP_TURN, DG_DROP_SECTION, DG_DROP_NEAREST };

/* terrain pieces of the pool of DG-TERR-01 */
enum dg_piece {
	DG_PIECE_NONE,
	DG_PIECE_SHADOW,
	DG_PIECE_VORTEX,
	DG_PIECE_TELEPORT,
	DG_PIECE_STAIRS,
	DG_PIECE_WOOD,
	DG_PIECE_IRON,
	N_DG_PIECES
};

/* One click of a dial, as its card has it. */
struct dg_click {
	int32_t value[N_DG_SLOTS];
	int32_t ability[N_DG_SLOTS]; /* enum dg_ability */
};

/* The printed card of a figure: never changes. */
struct dg_card {
	int32_t key[DG_KEY_WORDS];   /* text: "set/number" */
	int32_t name[DG_NAME_WORDS]; /* text */
	int32_t form;
	int32_t points;                 /* of one without levels */
	int32_t n_levels;               /* 0 or 5 */
	int32_t level_click[DG_LEVELS]; /* where levels 1.. start */
	int32_t level_cost[DG_LEVELS];
	int32_t range; /* squares */
	int32_t targets;
	int32_t arc; /* 3, 5, 7 */
	int32_t n_clicks;
	/* values and abilities of each click, a byte for each slot, and the
	 * skulls: zero. See dg_click */
	int32_t dial[DG_MAX_CLICKS + 1][2];
};

/* DG-SA-49: it may be frozen anew in the very turn in which it is */
enum dg_frost { DG_FREEZES = 1 /* next turn */, DG_IS_FROZEN = 2 };

struct dg_fig {
	int32_t label;
	int32_t kind;  /* enum dg_kind */
	int32_t owner; /* seat; -1 for Mage Spawn */
	int32_t open;  /* everybody knows of it */
	int32_t place; /* enum dg_place */
	int32_t sq;    /* on the board, else DG_NOWHERE */
	int32_t facing;
	int32_t level, top_level;     /* 1..5, 0 without levels */
	int32_t click;                /* 0..n_clicks: the click shown */
	int32_t sp;                   /* left of its last activation */
	int32_t acted;                /* activated this turn, or spent */
	int32_t marker;               /* DG-MULTI-03 */
	int32_t frozen;               /* bits of enum dg_frost */
	int32_t pending;              /* DG_TELEPORT or DG_VORTEX declared */
	int32_t fallen;               /* Mage Spawn: eliminated in this game */
	int32_t cancelled[2];         /* bits by ability, this turn */
	int32_t item[N_DG_SLOTS];     /* chest whose ability is used there */
	int32_t barred[DG_FIG_WORDS]; /* Terrify: not adjacent to these this
				       * turn */
	int32_t poled[DG_FIG_WORDS];  /* Pole Arms met in this activation */
	/* standing orders, of every seat: a Mage Spawn has many masters */
	int32_t spin[DG_MAX_SEATS], prefer[DG_MAX_SEATS];
	int32_t counter[DG_MAX_SEATS], counter_without[DG_MAX_SEATS];
	int32_t off[DG_MAX_SEATS][2]; /* bits by ability: never used */
};

struct dg_player {
	int32_t list_in, heroes, points; /* of the team at the start */
	int32_t d1, d2;                  /* first player roll; -1 out of it */
	int32_t xp, waiting;             /* levels that wait */
	int32_t entrance, exit;          /* mouths, -1 not chosen */
	int32_t acquired;                /* has had a chest (DG-END-02) */
	int32_t turns;                   /* begun */
	int32_t tiles_in, n_tiles, tile[DG_MAX_TILES], corridors;
	int32_t aside; /* bits: tiles of the box left aside */
	int32_t chests_in, chests_placed, tokens_placed;
	int32_t pool_in, pool_n, pool_points;
	int32_t piece;  /* enum dg_piece drawn */
	int32_t passed; /* places no more in this phase */
	int32_t swap_given, swap_wanted;
	int32_t spin, prefer, counter; /* standing orders */
	int32_t place_ask, convert_stop;
	int32_t level_first[8];
	int32_t break_stop, break_retry; /* ON BREAK FAIL */
	int32_t due, due_first;          /* levels that it is asked about */
	int32_t gold;                    /* when the game is over */
};

struct dg_square {
	int32_t terrain;
	int32_t sides;   /* bit d / 2: open to N, E, S, W */
	int32_t section; /* index, -1 none */
};

struct dg_section {
	int32_t id; /* up to 4 letters, the first lowest */
	int32_t kind;
	int32_t x0, y0, x1, y1;
	int32_t turns; /* quarters, clockwise */
	int32_t seat;  /* who laid it, -1 */
	int32_t last;  /* the entrance that it laid last */
};

/* A loose tile of the box (DG-MAP-05). */
struct dg_tile {
	int32_t id;   /* up to 3 letters */
	int32_t kind; /* enum dg_section_kind */
	int32_t width, height;
	/* row by row: terrain | sides << 8 */
	int32_t square[DG_TILE_SIDE * DG_TILE_SIDE];
	int32_t n_doors;
	int32_t door[DG_TILE_DOORS][5]; /* x y side kind state */
};

struct dg_mouth {
	int32_t id;
	int32_t x0, y0, x1, y1; /* its squares */
	int32_t side;           /* enum dg_face: outside of them */
};

struct dg_door {
	int32_t label;
	int32_t sq, side; /* the square and E or S of it */
	int32_t kind, state;
};

struct dg_trap {
	int32_t n, points; /* of Mage Spawn */
	int32_t type, attack, damage, range;
	int32_t disarm;
};

struct dg_treasure {
	int32_t type; /* item type, 0 only gold */
	int32_t gold, potion, trap;
	int32_t bonus[3], ability[3]; /* speed, attack, defense */
};

struct dg_model {
	int32_t letter;
	struct dg_trap trap[DG_POSITIONS];
	struct dg_treasure treasure[DG_POSITIONS];
	/* texts, for reports: of the traps, then of the treasures */
	int32_t name[2 * DG_POSITIONS][DG_THING_WORDS];
};

struct dg_chest {
	int32_t label;
	int32_t model; /* index */
	int32_t place; /* enum dg_chest_place */
	int32_t sq, face;
	int32_t trap, position;  /* enum dg_trap_state; 0..5 */
	int32_t treasure;        /* 0..5, or DG_UNKNOWN */
	int32_t seen;            /* it has been open: all know it */
	int32_t secret;          /* number of its hidden draw */
	int32_t holder;          /* seat, -1 */
	int32_t fig;             /* assigned to, or stored with */
	int32_t last_fig;        /* assigned to last turn */
	int32_t potion;          /* enum dg_potion */
	int32_t seat;            /* who placed it */
	int32_t drop, drop_seat; /* enum dg_drop; the seat that is asked */
	int32_t drop_near;       /* square of the one robbed */
};

struct dg_table {
	int32_t name[3]; /* text */
	int32_t tier;
	int32_t number[11], points[11]; /* totals 2..12 */
};

struct dg_token {
	int32_t label;
	int32_t tier;
	int32_t table; /* index, or DG_UNKNOWN */
	int32_t secret;
	int32_t sq; /* DG_NOWHERE: converted */
	int32_t acted, marker, sp;
	int32_t seat;
};

struct dg_state {
	struct common_state head;     /* phase: enum dg_phase */
	int32_t map[DG_KEY_WORDS];    /* text: key of the map, "" tiles */
	int32_t tables[DG_KEY_WORDS]; /* text: whose chests and tables */
	int32_t width, height;        /* of the board, squares */
	int32_t lone_wolf;
	int32_t turn;                 /* of all players, from 1 */
	int32_t ready;                /* preparations of the turn are over */
	int32_t activations;          /* left */
	int32_t master, master_turns; /* Monster Master; turns begun as such */
	int32_t n_secrets;            /* hidden draws made */
	int32_t tiles_laid;
	/* the figure or token being activated */
	int32_t actor; /* label, 0 none */
	int32_t how;   /* enum dg_how */
	int32_t attacked, moved, rammed;
	int32_t confuser; /* label: whose Magic Confusion moves it */
	int32_t freed[DG_FIG_WORDS];
	struct dg_player player[DG_MAX_SEATS];
	int32_t n_sections, n_mouths, n_doors, n_chests, n_models, n_tokens;
	int32_t n_tables, n_tiles, n_figs, n_pieces[N_DG_PIECES];
	int32_t n_stairs;
	struct dg_square square[DG_SQUARES];
	struct dg_section section[DG_MAX_SECTIONS];
	struct dg_mouth mouth[DG_MAX_MOUTHS];
	struct dg_door door[DG_MAX_DOORS];
	int32_t stairs[DG_MAX_STAIRS][2]; /* squares that they join */
	struct dg_model model[DG_MAX_MODELS];
	int32_t pooled[DG_MAX_MODELS]; /* chests of each model in the pool */
	struct dg_chest chest[DG_MAX_CHESTS];
	struct dg_token token[DG_MAX_TOKENS];
	struct dg_table table[DG_MAX_TABLES];
	struct dg_tile tile[DG_MAX_BOX];
	struct dg_fig fig[DG_MAX_FIGS];
	struct dg_card card[DG_MAX_FIGS];
	/* bits: adjacent when the turn began (Magic Levitation) */
	int32_t contact[DG_MAX_FIGS][DG_FIG_WORDS];
	/* of one question; w: jobs, the lowest last */
	FRAME(dg_frame, 1, DG_MAX_JOBS *DG_JOB_WORDS) frame;
	/* what the seats bring from a game before: carryover.h */
	int32_t n_carried, n_spoils;
	struct dg_carried {
		int32_t seat, level;
		int32_t key[DG_KEY_WORDS], name[DG_NAME_WORDS]; /* texts */
	} carried[DG_MAX_FIGS];
	struct dg_spoil {
		int32_t seat, letter, treasure;
		int32_t taken; /* it is in the seat's hands */
	} spoils[DG_MAX_CHESTS];
};

static_assert(sizeof(struct dg_state) <= SYSTEM_MAX_STATE, "state too large");
static_assert(sizeof(struct dg_state) % sizeof(int32_t) == 0, "words only");
static_assert(DG_MAX_FIGS <= 32 * DG_FIG_WORDS, "a bit for each figure");

/* --- looking things up ------------------------------------------------- */

/* index of the figure, chest, token, door with this label, or -1 */
int dg_find(const struct dg_state *s, int32_t label);
/* a figure that the seat may know of: of a team that is not open, its own */
int dg_known(const struct dg_state *s, int seat, int32_t label);
int dg_find_chest(const struct dg_state *s, int32_t label);
int dg_find_token(const struct dg_state *s, int32_t label);
int dg_find_door(const struct dg_state *s, int32_t label);

/* the index of a mouth or section by its id in a word, or -1 */
int dg_find_mouth(const struct dg_state *s, int32_t id);
int dg_find_section(const struct dg_state *s, int32_t id);

/* "M1" in a word, and back (at most 4 letters) */
int32_t dg_id(struct str name);
struct str dg_id_text(int32_t id, char room[5]);

static inline int32_t dg_square_of(int32_t x, int32_t y)
{
	return y * DG_WIDTH + x;
}

static inline int32_t dg_x(int32_t sq)
{
	return sq % DG_WIDTH;
}

static inline int32_t dg_y(int32_t sq)
{
	return sq / DG_WIDTH;
}

static inline int dg_dx(int face)
{
	static const signed char dx[N_DG_FACES] = { 0, 1, 1, 1, 0, -1, -1, -1 };

	return dx[face];
}

static inline int dg_dy(int face)
{
	static const signed char dy[N_DG_FACES] = { -1, -1, 0, 1, 1, 1, 0, -1 };

	return dy[face];
}

/* the neighbour, or DG_NOWHERE beyond the table */
static inline int32_t dg_beside(int32_t sq, int face)
{
	int32_t dx = dg_dx(face), to = sq + DG_WIDTH * dg_dy(face) + dx;

	if (sq < 0 || to < 0 || to >= DG_SQUARES)
		return DG_NOWHERE;
	/* not beyond the end of its row */
	return dx && (uint32_t)sq % DG_WIDTH == (dx < 0 ? 0 : DG_WIDTH - 1)
		       ? DG_NOWHERE
		       : to;
}

/* Neighbours, or at the two ends of neighbouring rows: other squares are
 * adjacent nowhere. For callers with many squares. */
static inline bool dg_near(int32_t a, int32_t b)
{
	uint32_t d = (uint32_t)(b - a + DG_WIDTH + 1);

	return d <= 2 * DG_WIDTH + 2 && d % DG_WIDTH <= 2 && a != b;
}

/* the way from a to its neighbour b, -1: it is none */
static inline int dg_face_to(int32_t a, int32_t b)
{
	int face;

	switch (b - a) {
	case -DG_WIDTH: face = DG_N; break;
	case 1 - DG_WIDTH: face = DG_NE; break;
	case 1: face = DG_E; break;
	case DG_WIDTH + 1: face = DG_SE; break;
	case DG_WIDTH: face = DG_S; break;
	case DG_WIDTH - 1: face = DG_SW; break;
	case -1: face = DG_W; break;
	case -DG_WIDTH - 1: face = DG_NW; break;
	default: return -1;
	}
	return b >= 0 && dg_beside(a, face) == b ? face : -1;
}

static inline bool dg_on_board(const struct dg_state *s, int f)
{
	assert(0 <= f && f < DG_MAX_FIGS);
	return s->fig[f].place == DG_ON_BOARD;
}

/* in the dungeon or still to enter (DG-XP-06, DG-END-01) */
static inline bool dg_in_play(const struct dg_state *s, int f)
{
	assert(0 <= f && f < DG_MAX_FIGS);
	return s->fig[f].place == DG_ON_BOARD || s->fig[f].place == DG_OUTSIDE;
}

static inline int32_t dg_byte(int32_t word, enum dg_slot slot)
{
	return (int32_t)((uint32_t)word >> 8 * slot & 0xff);
}

/* what the click that a figure shows has in a slot, without treasures */
static inline int32_t dg_printed(const struct dg_state *s, int f,
				 enum dg_slot slot)
{
	assert(0 <= f && f < DG_MAX_FIGS);
	assert(0 <= s->fig[f].click && s->fig[f].click <= DG_MAX_CLICKS);
	return dg_byte(s->card[f].dial[s->fig[f].click][0], slot);
}

static inline int32_t dg_printed_ability(const struct dg_state *s, int f,
					 enum dg_slot slot)
{
	assert(0 <= f && f < DG_MAX_FIGS);
	assert(0 <= s->fig[f].click && s->fig[f].click <= DG_MAX_CLICKS);
	return dg_byte(s->card[f].dial[s->fig[f].click][1], slot);
}

/* a click of a card, and back; values and abilities are 0..255 */
struct dg_click dg_click(const struct dg_card *c, int click);
void dg_click_put(struct dg_card *c, int click, const struct dg_click *v);

/* the treasure inside, or NULL if it is not known */
const struct dg_treasure *dg_treasure(const struct dg_state *s, int chest);

/* treasure in use by the figure: assigned, and drunk if it is a potion */
bool dg_item_works(const struct dg_state *s, int chest, int f);

/* value of a slot with the bonuses of its treasures (DG-TRS-10) */
int32_t dg_value(const struct dg_state *s, int f, enum dg_slot slot);

/* the ability of a slot as dial and treasures give it (DG-SA-01, DG-TRS-12) */
enum dg_ability dg_shown(const struct dg_state *s, int f, enum dg_slot slot);

/* DG-GEN-03: the seat that decides for a figure now, -1: none. A Mage Spawn
 * that does not act reacts. */
int dg_controller(const struct dg_state *s, int f);

/* is one of the four bytes that one? */
static inline bool dg_has_byte(int32_t four, int byte)
{
	uint32_t w = (uint32_t)four ^ 0x01010101u * (uint32_t)byte;

	return ((w - 0x01010101u) & ~w & 0x80808080u) != 0;
}

/* What a click shows that is seen, and things that are held: else it shows the
 * ability surely not. */
static inline bool dg_may_show(const struct dg_state *s, int f,
			       enum dg_ability a)
{
	assert(0 <= f && f < DG_MAX_FIGS);
	assert(0 <= s->fig[f].click && s->fig[f].click <= DG_MAX_CLICKS);
	return dg_has_byte(s->card[f].dial[s->fig[f].click][1], (int)a) ||
	       (s->fig[f].kind != DG_SPAWN && s->n_chests);
}

/* it shows the ability and has not cancelled it; on the board */
bool dg_shows_on_board(const struct dg_state *s, int f, enum dg_ability a);

static inline bool dg_has(const struct dg_state *s, int f, enum dg_ability a)
{
	return dg_on_board(s, f) && dg_may_show(s, f, a) &&
	       dg_shows_on_board(s, f, a);
}

/* the same of who acts by an order of that seat, which is asked of a Mage Spawn
 * before it is the one that acts, too */
bool dg_has_for(const struct dg_state *s, int f, enum dg_ability a, int seat);

/* the same of who acts by an order of the seat whose turn it is, outside too:
 * what shapes its way in (DG-SA-10, 11, 13, 14, 16) */
/* it shows the ability, and whether it is used is not to be seen: that is the
 * word of another seat (NEVER USE) */
bool dg_is_unsure(const struct dg_state *s, int f, enum dg_ability a);
bool dg_comes_with(const struct dg_state *s, int f, enum dg_ability a);

/* points it is worth now: of its level, or printed */
int32_t dg_points(const struct dg_state *s, int f);

/* the click it is never healed past (DG-HEAL-01) */
int32_t dg_start_click(const struct dg_state *s, int f);

/* DG-GEN-02: they are not friendly to each other */
static inline bool dg_enemies(const struct dg_state *s, int f, int g)
{
	return s->fig[f].owner != s->fig[g].owner;
}

/* DG-GEN-04 */
int dg_opponent(const struct dg_state *s, int seat);

static inline bool dg_bit(const int32_t set[DG_FIG_WORDS], int f)
{
	return (uint32_t)set[f / 32] >> (f % 32) & 1;
}

static inline void dg_bit_set(int32_t set[DG_FIG_WORDS], int f)
{
	set[f / 32] = (int32_t)((uint32_t)set[f / 32] | UINT32_C(1) << f % 32);
}
#endif
