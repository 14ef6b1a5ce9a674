/*
 * src/games/rebellion/rules/turn.h - runs set-up and turns: setup.c, turn.c
 */
#ifndef GAMES_REBELLION_RULES_TURN_H
#define GAMES_REBELLION_RULES_TURN_H
#include "games/rebellion/rules/refuse.h"

/* orders of the phases before play */
bool rb_setup_decide(struct run *r, int seat, const struct decision *d,
		     struct refusal *no);
void rb_advance(struct run *r);

/* how many items a player brings to the pile: RB-SETUP-02 */
void rb_item_limits(const struct rb_state *s, int *least, int *most);

/* the card that a KEY of ARMY names, if this game knows it */
bool rb_card_of(const struct run *r, const struct decision_arg *arg,
		struct event *card, struct refusal *no);

/* is a place of a pile item legal: RB-SETUP-04; i is its index on the pile */
bool rb_item_place(const struct rb_state *s, int32_t item, int seat,
		   struct vec at, int32_t angle, struct refusal *no);

/* the first legal place in steps of an inch from the centre outward */
bool rb_item_scan(const struct rb_state *s, int32_t item, int seat,
		  struct vec *at, int32_t *angle);
/* a card whose abilities these rules define, or the game lets in (RB-SA-01) */
bool rb_card_check(const struct rb_state *s, const struct event *card,
		   struct refusal *no);
bool rb_in_zone(const struct rb_state *s, int seat, struct vec p);
bool rb_may_deploy(const struct rb_state *s, const struct rb_ground *b, int f,
		   struct vec at, int32_t facing, struct refusal *no);

/* the figure of the seat waits outside the board */
bool rb_in_reserve(const struct rb_state *s, int seat, int f);
/* The default DEPLOY of a silent seat: a waiting figure and a legal place;
 * false: no figure has a place (RB-SETUP-12), or none that may be deployed
 * was tried, because a mount has no rider */
bool rb_deploy_find(const struct rb_state *s, int seat, struct decision *d,
		    bool *tried);

void rb_turn_start(struct run *r, int seat, int round);
void rb_turn_end(struct run *r);
void rb_check_over(struct run *r);   /* RB-END-01, 03 */
void rb_check_agreed(struct run *r); /* RB-END-03 */
bool rb_seat_alive(const struct rb_state *s, int seat);
void rb_withdraw(struct run *r, int seat);
#endif
