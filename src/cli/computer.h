/*
 * src/cli/computer.h - the computer player as a person of the judge: seats it
 * in games, and gives the orders of its seats.
 *
 * Each strength is a person with an address to which no mail goes
 * (judge/game/computer_person.h). The judge's own key signs its orders, for
 * SIG_PLAYER, and they are stored like the mails of other players. It knows the
 * view of its seat and a seed that follows from the game's second secret.
 *
 * heraldod starts a process for the search: no mail waits for it. The process
 * stores one order for each seat of the computer that is awaited and ends; the
 * daemon judges them and starts it again, until no such seat is awaited.
 */
#ifndef CLI_COMPUTER_H
#define CLI_COMPUTER_H
#include "cli/app.h"
#include "engine/player.h"
#include <sys/types.h>

/* Seat the computer; its person is made when it is first needed. ERR_USAGE: it
 * does not play this game. */
enum err computer_seat(struct app *h, const struct game_row *g, int slot,
		       enum player_level level, struct why *why);

/* Give one order for each seat of the computer that is awaited, in this game
 * or (0) in all; judge it, unless a daemon does. */
enum err computer_step(struct app *h, int64_t only, int *given,
		       struct why *why);

/* The process: one step; the exit code. */
int computer_main(const struct config *c);

enum { COMPUTER_REST_MS = 250 /* from one look at the process to the next */ };

struct computer_process {
	pid_t pid;   /* 0: none is at work */
	bool wanted; /* something has happened */
};

/*
 * Begin if something has happened and a seat is awaited, and see whether the
 * last process has ended (*ended): *fault, as the process ended, is 0 if all is
 * well. file: the configuration.
 */
enum err computer_turn(struct computer_process *p, struct judge *j,
		       const char *file, bool *ended, int *fault,
		       struct why *why);

/* Wait for the running process; true: there was one. *fault as above. */
bool computer_wait(struct computer_process *p, int *fault);
void computer_stop(struct computer_process *p);
#endif
