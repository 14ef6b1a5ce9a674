/*
 * src/games/rebellion/rules/evolve.h - shared by the files that apply events:
 * evolve.c, the events of a player (evolve_player.c), those of cavalry
 * (cavalry_evolve.c).
 */
#ifndef GAMES_REBELLION_RULES_EVOLVE_H
#define GAMES_REBELLION_RULES_EVOLVE_H
#include "games/rebellion/rules/position.h"

static inline bool rb_seat_ok(int32_t seat)
{
	return 0 <= seat && seat < RB_MAX_SEATS;
}

/* By kind, from EVENT_FIRST_OWN: what an event does to the seat of its first
 * field; false if it does not fit. */
typedef bool rb_player_event(struct rb_state *s, int seat,
			     const struct event *e);
extern rb_player_event *const rb_player_events[N_RB_EVENTS];

/*
 * The number of evolve tables that have this kind of event; cavalry's is one.
 */
int rb_event_homes(int kind);

/* who touches whom as the turn begins */
void rb_contacts_note(struct rb_state *s);

/* the events of cavalry, and whether it knows the kind */
bool rb_cavalry_evolve(struct rb_state *s, const struct event *e);
bool rb_cavalry_knows(int kind);
/* RB-LOF-08: a doubt that depended on this figure is open again */
void rb_doubts_forget(struct rb_state *s, int f);

/* rider and mount of a unit have nothing to do with each other any more */
void rb_part(struct rb_state *s, int f);

/* in the saddle a rider has no place, facing, tokens of its own */
void rb_seat_rider(struct rb_state *s, int r);
#endif
