/*
 * src/verifier/export_game.h - exports a game from the judge's store to a file
 * in the format of verifier/export.h. The only file of verifier/ that needs a
 * store.
 */
#ifndef VERIFIER_EXPORT_GAME_H
#define VERIFIER_EXPORT_GAME_H
#include "base/err.h"
#include "fairness/log_chain.h"

enum {
	EXPORT_FULL = -2,
	EXPORT_SO_FAR = -3 /* all, also of a running game: for the judge alone,
			      verified with verify_means.secret */
};

struct judge;

/*
 * Its log. slot: whose copy, -1 what everybody may see, EXPORT_FULL all of it
 * (ended games only: ERR_USAGE). Every line is handed to `write`, LF included.
 */
enum err export_game(struct judge *j, int64_t game, int slot,
		     enum err (*write)(void *context, struct str line,
				       struct why *why),
		     void *context, struct why *why);

/* Its second secret, which a full log opens at the end; wipe it when done. */
enum err export_secret(struct judge *j, int64_t game, struct hash *out,
		       struct why *why);
#endif
