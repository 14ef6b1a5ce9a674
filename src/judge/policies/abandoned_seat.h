/*
 * src/judge/policies/abandoned_seat.h - finds a replacement for a seat that
 * missed as many deadlines as the policies silences and dropouts allow. The
 * judge asks the other players for a decision and mails the substitutes (PREFER
 * SUBSTITUTE ON). A person who has proved a JOIN for the seat is named to the
 * table, which decides: PROPOSE REPLACE, or the game master's ADMIT. The new
 * holder then sees what the seat may see, and the old holder sees only new
 * events for all.
 */
#ifndef JUDGE_POLICIES_ABANDONED_SEAT_H
#define JUDGE_POLICIES_ABANDONED_SEAT_H
#include "judge/game/adjudicate.h"
#include "store/games.h"

enum { ABANDONED_SEAT_ASKED = 20 /* substitutes asked, at most */ };

/* The deadline that was one too many: mails of it, at the end of its
 * adjudication. */
enum err abandoned_seat_ask(const struct adjudication *x, int seat,
			    struct why *why);

/* A JOIN for a seat was proved; if the seat is abandoned, name the person to
 * the table. */
enum err abandoned_seat_offer(const struct game_ctx *t,
			      const struct join_row *row, struct arena *a,
			      struct why *why);
#endif
