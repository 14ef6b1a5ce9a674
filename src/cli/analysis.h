/*
 * src/cli/analysis.h - what decided a game of the judge: its log, which need
 * not have ended, is verified in memory, as `heraldo verify --analysis` does
 * it.
 */
#ifndef CLI_ANALYSIS_H
#define CLI_ANALYSIS_H
#include "cli/cli.h"
#include "cli/app.h"
#include "verifier/verify.h"

/* ERR_TAMPERED: the log cannot be verified. */
enum err analysis_of_game(struct app *h, int64_t game, struct analysis *out,
			  struct why *why);

/* Print turns and dice; points count for seat A. */
void analysis_print(struct cli *c, const struct analysis *x);
#endif
