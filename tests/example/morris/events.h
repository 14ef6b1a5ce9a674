/*
 * example/morris/events.h - made of events.def by
 * src/tools/gen_events.py: change that list, then run this program.
 */
#ifndef EXAMPLE_MORRIS_EVENTS_H
#define EXAMPLE_MORRIS_EVENTS_H
#include "engine/event.h"

enum mm_event {
	MM_EV_POSITION = EVENT_FIRST_OWN,
	MM_EV_CHOSEN,
	MM_EV_CHOICE_IN,
	MM_EV_CLASH,
	MM_EV_PLACED,
	MM_EV_MOVED,
	MM_EV_TAKEN,
	MM_EV_TURN,
	MM_EV_GAME_OVER,
	MM_EVENTS_END,
	N_MM_EVENTS = MM_EVENTS_END - EVENT_FIRST_OWN
};

/* the fields of each kind of event, from 0 */
enum mm_event_field {
	MM_EV_POSITION_POINTS = 0,
	MM_EV_POSITION_HANDS,
	MM_EV_POSITION_PHASE,
	MM_EV_POSITION_ACTIVE,
	N_MM_FIELDS_POSITION,
	MM_EV_CHOSEN_SEAT = 0,
	MM_EV_CHOSEN_AT,
	N_MM_FIELDS_CHOSEN,
	MM_EV_CHOICE_IN_SEAT = 0,
	N_MM_FIELDS_CHOICE_IN,
	MM_EV_CLASH_AT = 0,
	MM_EV_CLASH_DIE,
	MM_EV_CLASH_SEAT,
	N_MM_FIELDS_CLASH,
	MM_EV_PLACED_SEAT = 0,
	MM_EV_PLACED_AT,
	N_MM_FIELDS_PLACED,
	MM_EV_MOVED_SEAT = 0,
	MM_EV_MOVED_FROM,
	MM_EV_MOVED_TO,
	N_MM_FIELDS_MOVED,
	MM_EV_TAKEN_SEAT = 0,
	MM_EV_TAKEN_AT,
	N_MM_FIELDS_TAKEN,
	MM_EV_TURN_SEAT = 0,
	N_MM_FIELDS_TURN,
	MM_EV_GAME_OVER_WINNER = 0,
	MM_EV_GAME_OVER_CAUSE,
	N_MM_FIELDS_GAME_OVER
};

static inline void mm_event_chosen(struct event *e, int rule, int32_t seat,
				   int32_t at_x, int32_t at_y)
{
	event_start(e, MM_EV_CHOSEN, rule);
	event_put(e, MM_EV_CHOSEN_SEAT, seat);
	event_put_point(e, MM_EV_CHOSEN_AT, at_x, at_y);
}

static inline void mm_event_choice_in(struct event *e, int rule, int32_t seat)
{
	event_start(e, MM_EV_CHOICE_IN, rule);
	event_put(e, MM_EV_CHOICE_IN_SEAT, seat);
}

static inline void mm_event_clash(struct event *e, int rule, int32_t at_x,
				  int32_t at_y, int32_t die, int32_t seat)
{
	event_start(e, MM_EV_CLASH, rule);
	event_put_point(e, MM_EV_CLASH_AT, at_x, at_y);
	event_put(e, MM_EV_CLASH_DIE, die);
	event_put(e, MM_EV_CLASH_SEAT, seat);
}

static inline void mm_event_placed(struct event *e, int rule, int32_t seat,
				   int32_t at_x, int32_t at_y)
{
	event_start(e, MM_EV_PLACED, rule);
	event_put(e, MM_EV_PLACED_SEAT, seat);
	event_put_point(e, MM_EV_PLACED_AT, at_x, at_y);
}

static inline void mm_event_moved(struct event *e, int rule, int32_t seat,
				  int32_t from_x, int32_t from_y, int32_t to_x,
				  int32_t to_y)
{
	event_start(e, MM_EV_MOVED, rule);
	event_put(e, MM_EV_MOVED_SEAT, seat);
	event_put_point(e, MM_EV_MOVED_FROM, from_x, from_y);
	event_put_point(e, MM_EV_MOVED_TO, to_x, to_y);
}

static inline void mm_event_taken(struct event *e, int rule, int32_t seat,
				  int32_t at_x, int32_t at_y)
{
	event_start(e, MM_EV_TAKEN, rule);
	event_put(e, MM_EV_TAKEN_SEAT, seat);
	event_put_point(e, MM_EV_TAKEN_AT, at_x, at_y);
}

static inline void mm_event_turn(struct event *e, int rule, int32_t seat)
{
	event_start(e, MM_EV_TURN, rule);
	event_put(e, MM_EV_TURN_SEAT, seat);
}

static inline void mm_event_game_over(struct event *e, int rule, int32_t winner,
				      int32_t cause)
{
	event_start(e, MM_EV_GAME_OVER, rule);
	event_put(e, MM_EV_GAME_OVER_WINNER, winner);
	event_put(e, MM_EV_GAME_OVER_CAUSE, cause);
}
#endif
