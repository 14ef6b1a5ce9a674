/*
 * src/auth/sig_error.h - what can be wrong with a key, a signature or signed
 * text. These are faults of the sender, not of the world: they are logged and
 * answered in the sender's words, by their name.
 */
#ifndef AUTH_SIG_ERROR_H
#define AUTH_SIG_ERROR_H
#include "base/base.h"

enum fault {
	FAULT_OK = 0,
#define X(sym, text) FAULT_##sym,
#include "auth/sig_error.def"
#undef X
	N_FAULTS
};

/* Its name in lower case with dashes, "sig-wrong-key"; "ok" for FAULT_OK. */
const char *fault_name(enum fault f);

/* What it is and what to do, one line in English, never NULL. */
const char *fault_text(enum fault f);
#endif
