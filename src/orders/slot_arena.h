/*
 * src/orders/slot_arena.h - the kinds of arguments that only orders of an arena
 * have (slot_arena.c), for the table of slot.c and for nobody else.
 */
#ifndef ORDERS_SLOT_ARENA_H
#define ORDERS_SLOT_ARENA_H
#include "orders/match.h"

/* What is called so by a figure's name at pos, if it is one thing alone: its
 * words, or 0. slot.c */
int slot_named(struct match *m, int pos, int32_t *label);

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
