/*
 * src/games/dungeons/rules/evolve.h - shared by the files that apply events:
 * evolve.c, the events of a figure (evolve_figure.c) and of a player
 * (evolve_seat.c), those of the board (evolve_board.c) and of chests and
 * tokens (evolve_chest.c). Each function applies the event of its name to the
 * state; false if it does not fit.
 */
#ifndef GAMES_DUNGEONS_RULES_EVOLVE_H
#define GAMES_DUNGEONS_RULES_EVOLVE_H
#include "games/dungeons/rules/run.h"

#define GET(kind, field) event_get(e, DG_EV_##kind##_##field)

static inline bool dg_seat_ok(int32_t seat)
{
	return 0 <= seat && seat < DG_MAX_SEATS;
}

/* the square of a field, DG_NOWHERE if it is none */
static inline int32_t dg_point_of(const struct event *e, int field)
{
	int n;
	const int32_t *w = event_words(e, field, &n);

	if (w[0] < 0 || w[0] >= DG_WIDTH || w[1] < 0 || w[1] >= DG_WIDTH)
		return DG_NOWHERE;
	return dg_square_of(w[0], w[1]);
}

/*
 * By kind, from EVENT_FIRST_OWN: the function that applies an event to the
 * figure, or the seat, of its first field. A kind in neither table is in that
 * of evolve.c; each in just one of the three.
 */
typedef bool dg_figure_event(struct dg_state *s, int f, const struct event *e);
typedef bool dg_seat_event(struct dg_state *s, int seat, const struct event *e);
extern dg_figure_event *const dg_figure_events[N_DG_EVENTS];
extern dg_seat_event *const dg_seat_events[N_DG_EVENTS];

/* The number of these tables that have the kind. */
int dg_event_homes(int kind);

/* note the adjacent pairs as the turn begins */
void dg_contacts_note(struct dg_state *s);

/* off the board; treasures assigned to it lose their owner */
void dg_leave(struct dg_state *s, int f, int place);

/* on the board, there; face: -1 as it was */
void dg_place(struct dg_state *s, int f, int32_t sq, int face);

/* no piece acts any more */
void dg_acting_over(struct dg_state *s);

/* the last order of the seat whose turn it is was carried out, or not */
void dg_last_ok(struct dg_state *s, int32_t ok);

bool dg_ev_board_laid(struct dg_state *s, const struct event *e);
bool dg_ev_stairs_joined(struct dg_state *s, const struct event *e);
bool dg_ev_tile_defined(struct dg_state *s, const struct event *e);
bool dg_ev_tile_laid(struct dg_state *s, int seat, const struct event *e);
bool dg_ev_treasure_carried(struct dg_state *s, int seat,
			    const struct event *e);
bool dg_ev_tile_replaced(const struct dg_state *s, struct dg_player *p,
			 const struct event *e);
bool dg_ev_section_turned(struct dg_state *s, const struct event *e);

/* notes what the player did not choose of the box */
void dg_ev_tiles_aside(const struct dg_state *s, struct dg_player *p);

bool dg_ev_model_defined(struct dg_state *s, const struct event *e);
bool dg_ev_table_defined(struct dg_state *s, const struct event *e);
bool dg_ev_chest_placed(struct dg_state *s, const struct event *e);
bool dg_ev_token_placed(struct dg_state *s, const struct event *e);
bool dg_ev_secret(struct dg_state *s, const struct event *e);
bool dg_ev_drop_due(struct dg_state *s, const struct event *e);
bool dg_ev_chest_event(struct dg_state *s, const struct event *e);
#endif
