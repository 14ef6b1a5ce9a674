/* src/cli/history.h - implements `heraldo game history`, for cli/game.c. */
#ifndef CLI_HISTORY_H
#define CLI_HISTORY_H
#include "cli/cli.h"
#include "cli/app.h"

/* What game masters and the operator did to a game, on one page: each command
 * with its point, moment, author, words and reason, and how many there are, as
 * `heraldo verify` counts them. The exit status. */
int history_print(struct cli *c, struct app *h, const struct game_row *g);
#endif
