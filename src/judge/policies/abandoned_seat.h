/*
 * src/judge/policies/abandoned_seat.h - a seat has been silent as often as the
 * table bears (policies silences, dropouts): the others are asked what shall
 * be, and who stands in for others (PREFER SUBSTITUTE ON) hears of the seat.
 * Who asks for it with JOIN and has proved it is named to the table, which
 * decides: PROPOSE REPLACE, or the game master's ADMIT. Who sits there then
 * sees what the seat may see, and who sat there nothing more that is not for
 * all.
 */
#ifndef JUDGE_POLICIES_ABANDONED_SEAT_H
#define JUDGE_POLICIES_ABANDONED_SEAT_H
#include "judge/game/adjudicate.h"
#include "store/games.h"

enum { ABANDONED_SEAT_ASKED = 20 /* who stands in, at most */ };

/* The deadline that was one too many: letters of it, at the end of its
 * adjudication. */
enum err abandoned_seat_ask(const struct adjudication *x, int seat,
			    struct why *why);

/* A wish for a seat was proved; if that one has dropped out, the table is told
 * who would take it over. */
enum err abandoned_seat_offer(const struct game_ctx *t,
			      const struct join_row *row, struct arena *a,
			      struct why *why);
#endif
