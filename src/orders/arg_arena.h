/*
 * src/orders/arg_arena.h - arguments of the arena game only
 * (games/arena/order_args.c).
 */
#ifndef ORDERS_ARG_ARENA_H
#define ORDERS_ARG_ARENA_H
#include "orders/matcher.h"

/*
 * If exactly one thing has the figure's name at this place: goes on with the
 * argument w, with *label set to it. If several have it, they are listed in
 * the complaint, unless the line parses otherwise. arg.c
 */
void slot_take_named(const struct slot_at *at, int32_t *w, int n,
		     int32_t *label);

/* A word that may be part of a name but is none alone: THE, OF, DEL. arg.c */
bool slot_small_word(const struct matcher *m, int pos);

/* Does a figure or thing have the name at this place? arg.c */
bool slot_is_named(const struct slot_at *at);

/*
 * The one thing on `by` (0: on any creature) with the name at this place:
 * returns the number of words of the name; 0: no thing, -1: several, listed in
 * the complaint unless the line parses otherwise. arg.c
 */
int slot_named_on(const struct slot_at *at, int32_t by, int32_t *label);

/*
 * The same if its label follows the name, as in "wolf #5", however many have
 * the name; false: no label follows. arg.c
 */
bool slot_take_labelled(const struct slot_at *at, int32_t *w, int n,
			int32_t *label);

/*
 * The text at the token is no card; nearest is the most similar name, or
 * empty. Complains once, together with the others of the line. arg.c
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
