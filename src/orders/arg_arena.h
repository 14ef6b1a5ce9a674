/*
 * src/orders/arg_arena.h - the kinds of arguments that only orders of an arena
 * have (games/arena/order_args.c).
 */
#ifndef ORDERS_ARG_ARENA_H
#define ORDERS_ARG_ARENA_H
#include "orders/matcher.h"

/*
 * What is called so by a figure's name, if it is one thing alone: goes on with
 * the argument w, in which *label is set to it. Several things of that name are
 * told, if the line makes no sense otherwise. slot.c
 */
void slot_take_named(const struct slot_at *at, int32_t *w, int n,
		     int32_t *label);

/* A word that may stand in a name and is none by itself: THE, OF, DEL. slot.c
 */
bool slot_small_word(const struct matcher *m, int pos);

/* Is some figure or thing called so where the argument stands? slot.c */
bool slot_is_named(const struct slot_at *at);

/*
 * The one thing on `by` (0: on anybody) that is called so where the argument
 * stands: the words of its name there; 0: none is, -1: several are, which is
 * told if the line makes no sense otherwise. slot.c
 */
int slot_named_on(const struct slot_at *at, int32_t by, int32_t *label);

/*
 * The same where its label stands behind the name, as in "wolf #5", however
 * many are called so; false: it does not. slot.c
 */
bool slot_take_labelled(const struct slot_at *at, int32_t *w, int n,
			int32_t *label);

/*
 * What stands at the token is no card, and nearest is what may be meant, or
 * nothing. It is told together with the others of the line, once. slot.c
 */
void slot_no_card(struct matcher *m, int token, struct str nearest);

#define SLOT_ARENA(name)                                                       \
	void read_##name(const struct slot_at *at);                            \
	void write_##name(const struct slot_words *x);                         \
	int draw_##name(struct slot_draw *x)

SLOT_ARENA(handle);
SLOT_ARENA(target);
void read_subject(const struct slot_at *at);
int draw_subject(struct slot_draw *x);
void write_who(const struct slot_words *x);
SLOT_ARENA(spell);
void read_spells(const struct slot_at *at);
void read_named(const struct slot_at *at);
int draw_named(struct slot_draw *x);
SLOT_ARENA(copies);
SLOT_ARENA(attack);
SLOT_ARENA(markers);
SLOT_ARENA(effects);
SLOT_ARENA(condition);
SLOT_ARENA(carried);
SLOT_ARENA(enemy);
SLOT_ARENA(bound);
#undef SLOT_ARENA

void read_zone(const struct slot_at *at);
int draw_zone(struct slot_draw *x);
void read_spot(const struct slot_at *at);
int draw_spot(struct slot_draw *x);
void read_border(const struct slot_at *at);
int draw_border(struct slot_draw *x);
void read_aim(const struct slot_at *at);
void read_who(const struct slot_at *at);
void read_least(const struct slot_at *at);
void write_least(const struct slot_words *x);
void read_most(const struct slot_at *at);
void write_most(const struct slot_words *x);
int draw_handle_target(struct slot_draw *x);
#endif
