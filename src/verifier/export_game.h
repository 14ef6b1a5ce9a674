/*
 * src/verifier/export_game.h - exports a game from the judge's store to a file
 * in the format of verifier/export.h. The only file of verifier/ that needs a
 * store.
 */
#ifndef VERIFIER_EXPORT_GAME_H
#define VERIFIER_EXPORT_GAME_H
#include "base/err.h"

enum { EXPORT_FULL = -2 };

struct judge;

/*
 * Its log. slot: whose copy, -1 what everybody may see, EXPORT_FULL all of it
 * (ended games only: ERR_USAGE). Every line is handed to `write`, LF included.
 */
enum err export_game(struct judge *j, int64_t game, int slot,
		     enum err (*write)(void *context, struct str line,
				       struct why *why),
		     void *context, struct why *why);
#endif
