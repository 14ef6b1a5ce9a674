/*
 * src/judge/game/computer_person.h - the computer player as persons of the
 * judge, one for each strength. A person is recognised by an address to which
 * no mail goes and has no key: the judge's own key signs for SIG_PLAYER
 * (auth/sig.h). The log names the seats that the computer plays (SEAT_PLAYED).
 */
#ifndef JUDGE_GAME_COMPUTER_PERSON_H
#define JUDGE_GAME_COMPUTER_PERSON_H
#include "engine/player.h"
#include "judge/game/adjudicate.h"
#include "store/people.h"

/* Is it the computer, and with which strength? level may be NULL. */
bool computer_person_is(const struct person_row *p, enum player_level *level);

/* Does a name, in any case, mean the computer: "Computer fair"? */
bool computer_person_named(struct str name, struct arena *a,
			   enum player_level *level);

/* Find the computer of a strength; make: add the person if there is none yet,
 * in the caller's transaction. ERR_NOT_FOUND: there is none. */
enum err computer_person_find(struct judge *j, enum player_level level,
			      bool make, struct arena *a,
			      struct person_row *out, struct why *why);

/* Why the computer cannot play in this game, a name of reject.def; or NULL. */
const char *computer_person_refuses(const struct game_ctx *t);

/* Within an adjudication: the person gives the orders of this seat from here
 * on. by: as seat_played has it. */
void computer_person_plays(struct adjudication *x, int seat,
			   const struct person_row *p, struct str by);

/* The seat was abandoned: the computer becomes its deputy until a person takes
 * the seat. The table's agreements allow it (table_state_judge_plays). */
enum err computer_person_takes_over(struct adjudication *x, int seat,
				    struct why *why);
#endif
