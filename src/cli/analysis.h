/* src/cli/analysis.h - what decided a game, for `heraldo game analyse`. */
#ifndef CLI_ANALYSIS_H
#define CLI_ANALYSIS_H
#include "cli/cli.h"
#include "cli/app.h"

/* Print it as `heraldo verify --analysis` does, of a game that need not have
 * ended: its log is verified in memory. The exit status. */
int analysis_print(struct cli *c, struct app *h, const struct game_row *g);
#endif
