/*
 * src/games/rebellion/rules/position.h - queries on the position, used by all
 * rules of Rebellion: figures, arcs, contact, ground
 */
#ifndef GAMES_REBELLION_RULES_POSITION_H
#define GAMES_REBELLION_RULES_POSITION_H
#include "games/rebellion/rules/cavalry.h"
#include "games/rebellion/rules/line_of_fire.h"
#include "games/rebellion/rules/path.h"
#include "games/rebellion/rules/rebellion.h"
#include "games/rebellion/rules/tables.h"
#include "engine/common.h"
#include "engine/rule.h"
#include "engine/state_path.h"
#include "engine/dry_run.h"

/* The board as geometry sees it, made for one decision. */
struct rb_ground {
	struct ground g;
	struct body body[RB_MAX_FIGS];
	int32_t fig[RB_MAX_FIGS];     /* of each body: its figure */
	int32_t body_of[RB_MAX_FIGS]; /* of each figure, or GROUND_NONE */
	struct trials *room; /* lent where a way is sought; at first NULL */
	bool brief;          /* the caller needs no reason */
};
static_assert(sizeof(struct path_room) <= SYSTEM_MAX_STATE,
	      "a search has room where a state has it");

void rb_ground_build(const struct rb_state *s, struct rb_ground *b);

/* The same for a decision of the run, in which ways are sought. */
void rb_ground_for(const struct run *r, struct rb_ground *b);

/* move a figure's base, in this ground only */
void rb_ground_put(const struct rb_state *s, struct rb_ground *b, int f,
		   struct vec at, int32_t facing);

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

/* the seats clockwise from S by side (RB-SETUP-01); gives how many */
int rb_clockwise(const struct rb_state *s, int seats[RB_MAX_SEATS]);

/* the next seat clockwise after this one for which ok holds, or -1 */
int rb_next_seat(const struct rb_state *s, int seat,
		 bool (*ok)(const struct rb_state *s, int seat));

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

static inline void rb_add_point(struct decision *d, int tag, struct vec p)
{
	int32_t w[2] = { p.x, p.y };

	decision_add(d, tag, w, 2);
}

/* a die of the run; 0, and r->unknown, in a preview */
int rb_roll(struct run *r);

static inline struct rb_state *rb_of(const struct run *r)
{
	return r->state;
}
#endif
